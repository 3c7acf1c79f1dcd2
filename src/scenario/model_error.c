/* The controller's wrong model: a likeness of the robot with other masses and friction. */
#include "scenario/likeness.h"
#include "scenario/scenario.h"

ulna_status ulna_control_model(const ulna_scenario *s, const ulna_model_error *error,
                               const ulna_allocator *allocator, ulna_model **model)
{
  *model = NULL;
  if (error->mass == 0 && error->friction == 0) return ULNA_OK;
  arena memory;
  arena_init(&memory, allocator);
  double *mass = arena_take_array(&memory, (size_t)s->n, sizeof *mass);
  for (int i = 0; mass && i < s->n; i++) mass[i] = 1 + error->mass;
  const likeness as = {.mass = mass, .friction = 1 + error->friction};
  const ulna_status status =
      mass ? ulna_likeness(s->model, s->accept_count, s->accept, &as, allocator, model) : ULNA_OUT_OF_MEMORY;
  arena_free(&memory);
  return status;
}
