/* A user of the installed package: many states at once. */
#include <stdio.h>

#include "pendulum.h"

int main(void)
{
  const double q[2] = {0, 3.14159265358979}, rest[2] = {0, 0};
  double tau[2];
  ulna_model *model = pendulum();
  ulna_batch_options options = ulna_batch_options_default();
  options.threads = 2;
  ulna_batch *batch = NULL;
  if (!model || ulna_batch_create(model, &options, NULL, &batch) != ULNA_OK) return 1;
  const ulna_batch_states states = {.q = q, .qd = rest, .qdd = rest};
  if (ulna_batch_inverse_dynamics(model, batch, 2, &states, tau) != ULNA_OK) return 1;
  printf("%.3f and %.3f Nm\n", tau[0], tau[1]);
  ulna_batch_destroy(batch);
  ulna_model_destroy(model);
  return 0;
}
