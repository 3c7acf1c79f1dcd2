/* Many states at once: inverse dynamics of ten thousand states, then a thousand arms let go for a tenth of a second.
 *
 * A state's numbers lie together here (rows); ULNA_BATCH_BLOCKS is the fastest layout: ulna/batch.h. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <ulna/ulna.h>

enum { STATES = 10000, ARMS = 1000, N = 6 };

int main(void)
{
  ulna_model *model = NULL;
  if (ulna_robot_load("puma560", NULL, NULL, NULL, &model) != ULNA_OK) return 1;

  /* A batch has its threads and its memory; calls allocate nothing. */
  ulna_batch_options options = ulna_batch_options_default();
  options.layout = ULNA_BATCH_ROWS;
  options.threads = 2;
  ulna_batch *batch = NULL;
  if (ulna_batch_create(model, &options, NULL, &batch) != ULNA_OK) return 1;

  double *q = malloc(STATES * N * sizeof *q), *qd = malloc(STATES * N * sizeof *qd);
  double *qdd = malloc(STATES * N * sizeof *qdd), *tau = malloc(STATES * N * sizeof *tau);
  if (!q || !qd || !qdd || !tau) return 1;
  for (int k = 0; k < STATES * N; k++) q[k] = sin(0.1 * k), qd[k] = cos(0.2 * k), qdd[k] = 0;

  /* What holds each of them on its way. */
  const ulna_batch_states states = {.q = q, .qd = qd, .qdd = qdd};
  if (ulna_batch_inverse_dynamics(model, batch, STATES, &states, tau) != ULNA_OK) return 1;
  printf("last state: %9.4f %9.4f %9.4f\n", tau[N * STATES - 6], tau[N * STATES - 5], tau[N * STATES - 4]);

  /* Let go: motors without torque, friction and sticking as the robot has them. */
  ulna_batch_rollout_options fall = ulna_batch_rollout_options_default();
  fall.steps = 100;
  const ulna_batch_states start = {.q = q, .qd = qd};
  if (ulna_batch_rollout(model, batch, &fall, ARMS, &start, q, qd, NULL, NULL) != ULNA_OK) return 1;
  printf("last arm:   %9.4f %9.4f %9.4f\n", q[N * ARMS - 6], q[N * ARMS - 5], q[N * ARMS - 4]);

  free(q), free(qd), free(qdd), free(tau);
  ulna_batch_destroy(batch);
  ulna_model_destroy(model);
  return 0;
}
