/* What a controller has wrong about the arm: a likeness of the robot with other masses and friction. */
#include <string.h>

#include "base/friction_table.h"
#include "scenario/scenario.h"
#include "ulna/drive.h"

static void scale_body(ulna_body *body, double factor)
{
  body->mass *= factor;
  for (int k = 0; k < 6; k++) body->inertia[k] *= factor;
}

/* A law of friction multiplied; its table, if it has one, becomes a copy in `memory`. */
static bool scale_friction(ulna_friction *friction, double factor, arena *memory)
{
  double *const values[] = {&friction->viscous,     &friction->coulomb[0], &friction->coulomb[1],
                            &friction->static_[0],  &friction->static_[1], &friction->load_static,
                            &friction->load_dynamic};
  for (int k = 0; k < 7; k++) *values[k] *= factor;
  if (!friction->table_count) return true;
  const int size = friction_table_size(friction);
  double *force = arena_take_array(memory, (size_t)size, sizeof *force);
  if (!force) return false;
  for (int k = 0; k < size; k++) force[k] = friction->table_force[k] * factor;
  friction->table_force = force;
  return true;
}

static ulna_status add_head(ulna_builder *b, const ulna_scenario *s)
{
  const ulna_model *given = s->model;
  ulna_status status = ulna_builder_set_name(b, ulna_model_name(given), ulna_model_source(given));
  if (status == ULNA_OK) status = ulna_builder_set_base_name(b, ulna_model_link_name(given, 0));
  double gravity[3];
  ulna_pose pose;
  ulna_model_gravity(given, gravity);
  ulna_builder_set_gravity(b, gravity);
  ulna_model_base(given, &pose);
  ulna_builder_set_base(b, &pose);
  ulna_model_tool(given, &pose);
  ulna_builder_set_tool(b, &pose);
  for (int i = 0; i < s->accept_count && status == ULNA_OK; i++)
    status = ulna_builder_accept(b, s->accept[i].condition, s->accept[i].reason);
  return status;
}

static ulna_status add_parts(ulna_builder *b, const ulna_scenario *s, const ulna_model_error *error,
                             arena *memory)
{
  const ulna_model *given = s->model;
  ulna_status status = ULNA_OK;
  for (int i = 1; i <= s->n && status == ULNA_OK; i++) {
    ulna_joint joint = *ulna_model_joint(given, i);
    scale_body(&joint.link.body, 1 + error->mass);
    status = scale_friction(&joint.friction, 1 + error->friction, memory) ? ulna_builder_add_joint(b, &joint)
                                                                          : ULNA_OUT_OF_MEMORY;
  }
  for (int i = 0; i < ulna_model_drive_count(given) && status == ULNA_OK; i++) {
    ulna_drive drive = *ulna_model_drive(given, i);
    status = scale_friction(&drive.friction, 1 + error->friction, memory) ? ulna_builder_add_drive(b, &drive)
                                                                          : ULNA_OUT_OF_MEMORY;
  }
  for (int i = 0; i < ulna_model_element_count(given) && status == ULNA_OK; i++)
    status = ulna_builder_add_element(b, ulna_model_element(given, i));
  for (int i = 0; i < ulna_model_frame_count(given) && status == ULNA_OK; i++)
    status = ulna_builder_add_frame(b, ulna_model_frame(given, i));
  if (ulna_model_payload(given)->mass > 0) ulna_builder_set_payload(b, ulna_model_payload(given));
  return status;
}

ulna_status ulna_control_model(const ulna_scenario *s, const ulna_model_error *error,
                               const ulna_allocator *allocator, ulna_model **model)
{
  *model = NULL;
  if (error->mass == 0 && error->friction == 0) return ULNA_OK;
  ulna_builder *b = NULL;
  ulna_status status = ulna_builder_create(ulna_model_convention(s->model), allocator, &b);
  if (status != ULNA_OK) return status;
  arena memory;
  arena_init(&memory, allocator);
  status = add_head(b, s);
  if (status == ULNA_OK) status = add_parts(b, s, error, &memory);
  if (status == ULNA_OK) status = ulna_builder_finish(b, NULL, model);
  arena_free(&memory);
  ulna_builder_destroy(b);
  return status;
}
