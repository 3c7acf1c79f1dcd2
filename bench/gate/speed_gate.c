/* The main kernels, each behind a function measured_NAME that runs it on the same states: tools/speed_gate counts the
 * instructions from its beginning to that of the next under callgrind. Answers are summed, so that nothing is left out, and printed as a share that must be finite. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ulna/batch.h"
#include "ulna/robots.h"
#include "ulna/ulna.h"

enum { JOINTS = 7, STATES = 32, MANY = 256, PARAMETERS = 10 * JOINTS };

typedef struct {
  ulna_model *model;
  ulna_work *work;
  ulna_batch *batch;
  ulna_plant *plant;
  int n;
  double q[MANY][JOINTS], qd[MANY][JOINTS], qdd[MANY][JOINTS]; /* rows of JOINTS, of which n count */
  double rows[3][MANY * JOINTS];                               /* the same, rows of n */
  double out[JOINTS], matrix[4][JOINTS * JOINTS], Y[JOINTS * PARAMETERS];
  double many[MANY * JOINTS * JOINTS];
} arm;

static void must(ulna_status status, const char *what)
{
  if (status == ULNA_OK) return;
  fprintf(stderr, "speed_gate: %s: %s\n", what, ulna_status_text(status));
  exit(2);
}

static double spread(int k)
{
  const double x = (k + 1) * 0.6180339887498949;
  return 2 * (x - floor(x)) - 1;
}

static void no_input(void *context, double t, const double q[], const double qd[], double u[])
{
  (void)t, (void)q, (void)qd;
  memset(u, 0, (size_t) * (int *)context * sizeof *u);
}

static void open_arm(arm *x, const char *robot)
{
  must(ulna_robot_load(robot, NULL, NULL, NULL, &x->model), robot);
  must(ulna_work_create(x->model, ULNA_PARTS_ALL, NULL, &x->work), robot);
  x->n = ulna_model_joint_count(x->model);
  for (int s = 0; s < MANY; s++)
    for (int i = 0; i < x->n; i++) {
      x->q[s][i] = spread(7 * s + i), x->qd[s][i] = spread(7 * s + i + 3000),
      x->qdd[s][i] = spread(7 * s + i + 6000);
      const int at = s * x->n + i;
      x->rows[0][at] = x->q[s][i], x->rows[1][at] = x->qd[s][i], x->rows[2][at] = x->qdd[s][i];
    }
  // one thread: what the others would do is not counted; and one set of instructions, valgrind having no wider ones
  const ulna_batch_options options = {.layout = ULNA_BATCH_ROWS, .threads = 1, .instructions = "x86-64-v3"};
  must(ulna_batch_create(x->model, &options, NULL, &x->batch), "a batch with x86-64-v3");
  ulna_plant_options plant = ulna_plant_options_default();
  const ulna_surroundings around = {.context = &x->n, .input = no_input};
  must(ulna_plant_create(x->model, &plant, &around, NULL, &x->plant), "a plant");
}

static void close_arm(arm *x)
{
  ulna_plant_destroy(x->plant);
  ulna_batch_destroy(x->batch);
  ulna_work_destroy(x->work);
  ulna_model_destroy(x->model);
}

#define EACH_STATE for (int s = 0; s < STATES; s++)
#define MEASURED   __attribute__((noinline, noclone)) static void

MEASURED measured_inverse_dynamics(arm *x)
{
  EACH_STATE ulna_inverse_dynamics(x->model, x->work, x->q[s], x->qd[s], x->qdd[s], x->out);
}
MEASURED measured_forward_dynamics(arm *x)
{
  EACH_STATE must(ulna_forward_dynamics(x->model, x->work, x->q[s], x->qd[s], x->qdd[s], x->out), "forward");
}
MEASURED measured_mass_matrix(arm *x)
{
  EACH_STATE ulna_mass_matrix(x->model, x->work, x->q[s], x->matrix[0]);
}
MEASURED measured_gravity(arm *x) { EACH_STATE ulna_gravity_torques(x->model, x->work, x->q[s], x->out); }
MEASURED measured_coriolis_vector(arm *x)
{
  EACH_STATE ulna_coriolis_vector(x->model, x->work, x->q[s], x->qd[s], x->out);
}
MEASURED measured_hand_pose(arm *x)
{
  ulna_pose pose;
  EACH_STATE ulna_hand_pose(x->model, x->work, x->q[s], &pose);
  x->out[0] = pose.p[0];
}
MEASURED measured_jacobian(arm *x)
{
  EACH_STATE ulna_jacobian(x->model, x->work, NULL, ULNA_AXES_BASE, x->q[s], x->matrix[0]);
}
MEASURED measured_inverse_derivatives(arm *x)
{
  EACH_STATE must(ulna_inverse_dynamics_derivatives(x->model, x->work, x->q[s], x->qd[s], x->qdd[s], x->out,
                                                    x->matrix[0], x->matrix[1], x->matrix[2]),
                  "derivatives");
}
MEASURED measured_forward_derivatives(arm *x)
{
  EACH_STATE must(ulna_forward_dynamics_derivatives(x->model, x->work, x->q[s], x->qd[s], x->qdd[s], x->out,
                                                    x->matrix[0], x->matrix[1], x->matrix[2]),
                  "derivatives");
}
MEASURED measured_regressor(arm *x)
{
  EACH_STATE must(
      ulna_regressor(x->model, x->work, ULNA_REGRESSOR_LINKS, x->q[s], x->qd[s], x->qdd[s], x->Y, NULL),
      "regressor");
  x->out[0] = x->Y[5];
}
MEASURED measured_driven_inverse_dynamics(arm *x)
{
  const ulna_drive_forces forces = {.tau = x->out};
  EACH_STATE must(ulna_drive_inverse_dynamics(x->model, x->work, x->q[s], x->qd[s], x->qdd[s], &forces),
                  "drives");
}
MEASURED measured_driven_forward_dynamics(arm *x)
{
  EACH_STATE must(ulna_drive_forward_dynamics(x->model, x->work, x->q[s], x->qd[s], x->qdd[s], x->out),
                  "drives");
}
MEASURED measured_plant_steps(arm *x)
{
  double y[2 * JOINTS + 4] = {0};
  memcpy(y, x->q[0], (size_t)x->n * sizeof *y);
  memcpy(y + x->n, x->qd[0], (size_t)x->n * sizeof *y);
  must(ulna_plant_start(x->plant, 0, y), "a start");
  EACH_STATE must(ulna_plant_step(x->plant, ULNA_RK4, 1e-3, 1e-9, 1e-3 * s, y, NULL), "a step");
  x->out[0] = y[0];
}

static ulna_batch_states many_states(const arm *x)
{
  return (ulna_batch_states){.q = x->rows[0], .qd = x->rows[1], .qdd = x->rows[2], .tau = x->rows[2]};
}
MEASURED measured_batch_inverse_dynamics(arm *x)
{
  const ulna_batch_states s = many_states(x);
  must(ulna_batch_inverse_dynamics(x->model, x->batch, MANY, &s, x->many), "batch");
}
MEASURED measured_batch_forward_dynamics(arm *x)
{
  const ulna_batch_states s = many_states(x);
  must(ulna_batch_forward_dynamics(x->model, x->batch, MANY, &s, x->many), "batch");
}
MEASURED measured_batch_mass_matrix(arm *x)
{
  const ulna_batch_states s = many_states(x);
  must(ulna_batch_mass_matrix(x->model, x->batch, MANY, &s, x->many), "batch");
}

/* Ends the count of the last one. */
MEASURED measured_nothing(arm *x) { x->out[0] = 0; }

/* Runs one, and makes its answer count. */
#define RUN(name)                                                                                            \
  x->out[0] = x->matrix[0][0] = x->many[0] = 0;                                                              \
  measured_##name(x);                                                                                        \
  sum += x->out[0] + x->matrix[0][0] + x->many[0]

int main(void)
{
  static arm panda, puma;
  arm *x = &panda;
  double sum = 0;
  open_arm(&panda, "panda");
  open_arm(&puma, "puma560");
  RUN(inverse_dynamics);
  RUN(forward_dynamics);
  RUN(mass_matrix);
  RUN(gravity);
  RUN(coriolis_vector);
  RUN(hand_pose);
  RUN(jacobian);
  RUN(inverse_derivatives);
  RUN(forward_derivatives);
  RUN(regressor);
  RUN(batch_inverse_dynamics);
  RUN(batch_forward_dynamics);
  RUN(batch_mass_matrix);
  x = &puma;
  RUN(driven_inverse_dynamics);
  RUN(driven_forward_dynamics);
  RUN(plant_steps);
  RUN(nothing);
  close_arm(&panda);
  close_arm(&puma);
  printf("%s\n", isfinite(sum) ? "finite" : "not finite");
  return isfinite(sum) ? 0 : 1;
}
