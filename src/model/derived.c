/* What follows from a model, for other libraries too: the shared ones have copies of this file. */
#include <string.h>

#include "model/model.h"
#include "model/pose.h"

link_numbers ulna_loaded_link(const ulna_model *model, const ulna_body *payload)
{
  link_numbers l = model->link[model->n - 1];
  if (!(payload->mass > 0)) return l;
  ulna_body body = {.mass = l.m, .about = ULNA_ABOUT_COM};
  memcpy(body.com, l.com, sizeof body.com);
  memcpy(body.inertia, l.I, sizeof body.inertia);
  const ulna_body welded = ulna_body_in_outer(&model->file_in_kernel[model->n], payload);
  body = ulna_body_merge(&body, &welded);
  l.m = body.mass;
  memcpy(l.com, body.com, sizeof l.com);
  memcpy(l.I, body.inertia, sizeof l.I);
  return l;
}

bool ulna_drives_are_linear(const ulna_model *model)
{
  if (model->drives.follower_count > 0) return false;
  for (int b = 0; b < model->drives.body_count; b++) {
    const moving_numbers *body = &model->drives.body[b];
    if (!body->balanced || !body->lumped || body->row >= model->given.drive_count) return false;
  }
  return true;
}
