/* Copies a robot part by part, with some of its numbers changed. */
#include "scenario/likeness.h"

#include "base/arena.h"
#include "model/friction/friction_table.h"
#include "ulna/drive.h"

static void scale_body(ulna_body *body, double factor)
{
  body->mass *= factor;
  for (int k = 0; k < 6; k++) body->inertia[k] *= factor;
}

/* I + m (d·d E − d dᵀ); xx yy zz xy xz yz */
static void add_point(double I[6], double m, const double d[3])
{
  const double dd = d[0] * d[0] + d[1] * d[1] + d[2] * d[2];
  for (int i = 0; i < 3; i++) I[i] += m * (dd - d[i] * d[i]);
  I[3] -= m * d[0] * d[1], I[4] -= m * d[0] * d[2], I[5] -= m * d[1] * d[2];
}

/* A point of mass m at p more, in the body's own frame. */
static void load_body(ulna_body *body, double m, const double p[3])
{
  const double mass = body->mass + m;
  double to_body[3], to_point[3], com[3];
  if (!(m > 0)) return;
  if (body->about == ULNA_ABOUT_UNSAID) body->about = ULNA_ABOUT_COM;  // it has no inertia yet
  if (body->about != ULNA_ABOUT_COM) add_point(body->inertia, m, p);
  for (int i = 0; i < 3; i++) {
    com[i] = (body->mass * body->com[i] + m * p[i]) / mass;
    to_body[i] = body->com[i] - com[i], to_point[i] = p[i] - com[i];
  }
  if (body->about == ULNA_ABOUT_COM)
    add_point(body->inertia, body->mass, to_body), add_point(body->inertia, m, to_point);
  body->mass = mass;
  for (int i = 0; i < 3; i++) body->com[i] = com[i];
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

static ulna_status add_head(ulna_builder *b, const ulna_model *given, int accept_count,
                            const ulna_waiver *accept, const likeness *as)
{
  ulna_status status = ulna_builder_set_name(b, ulna_model_name(given), ulna_model_source(given));
  if (status == ULNA_OK) status = ulna_builder_set_base_name(b, ulna_model_link_name(given, 0));
  double gravity[3];
  ulna_pose pose;
  ulna_model_gravity(given, gravity);
  ulna_builder_set_gravity(b, as->gravity ? as->gravity : gravity);
  ulna_model_base(given, &pose);
  ulna_builder_set_base(b, &pose);
  ulna_model_tool(given, &pose);
  ulna_builder_set_tool(b, &pose);
  for (int i = 0; i < accept_count && status == ULNA_OK; i++)
    status = ulna_builder_accept(b, accept[i].condition, accept[i].reason);
  return status;
}

static ulna_status add_joint(ulna_builder *b, const ulna_model *given, int i, const likeness *as,
                             arena *memory)
{
  ulna_joint joint = *ulna_model_joint(given, i);
  if (as->mass) scale_body(&joint.link.body, as->mass[i - 1]);
  if (i == ulna_model_joint_count(given)) {
    ulna_pose tool;
    ulna_model_tool(given, &tool);
    load_body(&joint.link.body, as->payload, tool.p);
  }
  return scale_friction(&joint.friction, as->friction, memory) ? ulna_builder_add_joint(b, &joint)
                                                               : ULNA_OUT_OF_MEMORY;
}

static ulna_status add_parts(ulna_builder *b, const ulna_model *given, const likeness *as, arena *memory)
{
  ulna_status status = ULNA_OK;
  for (int i = 1; i <= ulna_model_joint_count(given) && status == ULNA_OK; i++)
    status = add_joint(b, given, i, as, memory);
  for (int i = 0; i < ulna_model_drive_count(given) && status == ULNA_OK; i++) {
    ulna_drive drive = *ulna_model_drive(given, i);
    status = scale_friction(&drive.friction, as->friction, memory) ? ulna_builder_add_drive(b, &drive)
                                                                   : ULNA_OUT_OF_MEMORY;
  }
  for (int i = 0; i < ulna_model_element_count(given) && status == ULNA_OK; i++)
    status = ulna_builder_add_element(b, ulna_model_element(given, i));
  for (int i = 0; i < ulna_model_frame_count(given) && status == ULNA_OK; i++)
    status = ulna_builder_add_frame(b, ulna_model_frame(given, i));
  if (ulna_model_payload(given)->mass > 0) ulna_builder_set_payload(b, ulna_model_payload(given));
  return status;
}

ulna_status ulna_likeness(const ulna_model *given, int accept_count, const ulna_waiver *accept,
                          const likeness *as, const ulna_allocator *allocator, ulna_model **model)
{
  ulna_builder *b = NULL;
  ulna_status status = ulna_builder_create(ulna_model_convention(given), allocator, &b);
  if (status != ULNA_OK) return status;
  arena memory;
  arena_init(&memory, allocator);
  status = add_head(b, given, accept_count, accept, as);
  if (status == ULNA_OK) status = add_parts(b, given, as, &memory);
  if (status == ULNA_OK) status = ulna_builder_finish(b, NULL, model);
  arena_free(&memory);
  ulna_builder_destroy(b);
  return status;
}
