/* The text for graphics processors, compiled for this one, against the library: every built-in robot, every function; rollouts
 * against the plant. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/random.h"
#include "gpu/golden_suite.h"
#include "gpu/library.h"
#include "gpu/on_host.h"
#include "scenario/likeness.h"
#include "ulna/batch.h"
#include "ulna/plant.h"
#include "ulna/robots.h"

enum { STATES = 5, WIDEST = 13 * GPU_MOST * GPU_MOST };

/* One function at STATES states by the text for cards: in double or float, in columns or rows. */
typedef struct {
  bool single, rows, fixed;
} manner;

static void on_card(const gpu_arm *arm, ulna_gpu_function f, manner how, const double *q, const double *qd,
                    const double *third, int width, double *out)
{
  const int n = arm->n;
  static double in[3][STATES * GPU_MOST], result[STATES * WIDEST];
  static float in_single[3][STATES * GPU_MOST], result_single[STATES * WIDEST];
  const double *const from[3] = {q, qd, third};
  gpu_call c = {.function = f, .count = STATES, .rows = how.rows};
  c.joint = how.rows ? 1 : STATES, c.state = how.rows ? (size_t)n : 1;
  for (int k = 0; k < 3; k++)
    for (int s = 0; s < STATES; s++)
      for (int j = 0; j < n; j++) {
        const size_t at = (size_t)j * c.joint + (size_t)s * c.state;
        in[k][at] = from[k][s * n + j], in_single[k][at] = (float)from[k][s * n + j];
      }
  if (how.single) {
    c.q = in_single[0], c.qd = in_single[1], c.third = in_single[2], c.out = result_single;
    gpu_on_host_f32(arm, &c, how.fixed);
  } else {
    c.q = in[0], c.qd = in[1], c.third = in[2], c.out = result;
    gpu_on_host_f64(arm, &c, how.fixed);
  }
  for (int s = 0; s < STATES; s++)
    for (int j = 0; j < width; j++) {
      const int at = how.rows ? s * width + j : j * STATES + s;
      out[s * width + j] = how.single ? (double)result_single[at] : result[at];
    }
}

/* States; what a float has of them is given to both. */
static void draw(uint64_t seed, int n, double q[], double qd[], double third[])
{
  for (int k = 0; k < STATES * n; k++) {
    q[k] = (double)(float)random_between(&seed, -3, 3), qd[k] = (double)(float)random_between(&seed, -2, 2);
    third[k] = (double)(float)random_between(&seed, -3, 3);
  }
}

static void compare_function(const char *key, const ulna_model *m, ulna_work *w, const gpu_arm *arm,
                             ulna_gpu_function f, const double *q, const double *qd, const double *third)
{
  static double got[STATES * WIDEST], expected[WIDEST];
  const int n = arm->n, width = (int)gpu_width(f, (size_t)n, (size_t)arm->drive_count);
  for (int how = 0; how < 8; how++) {
    const manner as = {how & 1, (how & 2) != 0, (how & 4) != 0};
    if (as.fixed && n != 6) continue;
    on_card(arm, f, as, q, qd, third, width, got);
    for (int s = 0; s < STATES; s++) {
      if (!arm->driven) library_gives(m, w, f, q + s * n, qd + s * n, third + s * n, expected);
      else if (!library_gives_driven(m, w, arm, f, q + s * n, qd + s * n, third + s * n, expected)) return;
      const double off = apart_in_parts(f, n, arm->drive_count, got + s * width, expected);
      if (!(off <= gpu_limit(as.single)))
        fail_msg("%s, %s, manner %d, state %d: %g", key, gpu_names[f], how, s, off);
    }
  }
}

static void compare_robots(ulna_gpu_drives drives, int least)
{
  int compared = 0;
  for (int r = 0; r < ulna_robot_count(); r++) {
    ulna_model *m = NULL;
    ulna_work *w = NULL;
    gpu_arm arm;
    const char *key = ulna_robot_get(r)->key;
    assert_int_equal(ulna_robot_load(key, NULL, NULL, NULL, &m), ULNA_OK);
    assert_int_equal(ulna_work_create(m, ULNA_PARTS_ALL, NULL, &w), ULNA_OK);
    double q[STATES * GPU_MOST], qd[STATES * GPU_MOST], third[STATES * GPU_MOST];
    draw(7 + (uint64_t)r, ulna_model_joint_count(m), q, qd, third);
    const bool can = ulna_gpu_arm(m, drives, &arm) == ULNA_OK;
    compared += can;
    for (int f = 0; f < GPU_FUNCTIONS && can; f++)
      compare_function(key, m, w, &arm, (ulna_gpu_function)f, q, qd, third);
    ulna_work_destroy(w);
    ulna_model_destroy(m);
  }
  assert_true(compared >= least);
}

static void every_function_is_the_librarys_on_every_robot(void **state)
{
  (void)state;
  compare_robots(ULNA_GPU_LINKS, ulna_robot_count());
}

/* Rotors in the base and on links that move, viscous friction, the regressor's columns of drives; all but the robot with screws. */
static void every_function_knows_the_drives(void **state)
{
  (void)state;
  compare_robots(ULNA_GPU_VISCOUS, ulna_robot_count() - 1);
}

/* An arm with its rotors and friction: derivatives of forces with dry friction left out, which has no slope. */
static void derivatives_know_rotors_and_viscous_friction(void **state)
{
  (void)state;
  enum { N = 6, WIDTH = N + 3 * N * N };
  ulna_model *m = NULL;
  ulna_work *w = NULL;
  gpu_arm arm;
  assert_int_equal(ulna_robot_load("puma560", NULL, NULL, NULL, &m), ULNA_OK);
  assert_int_equal(ulna_work_create(m, ULNA_PARTS_ALL, NULL, &w), ULNA_OK);
  assert_int_equal(ulna_gpu_arm(m, ULNA_GPU_VISCOUS, &arm), ULNA_OK);
  const double q[N] = {0.1, -0.7, 0.4, 0.3, 0.6, -0.2}, qd[N] = {0.4, -0.3, 0.5, 1, -1, 0.7},
               qdd[N] = {1, 2, -1, 3, 0.5, -2};
  double out[WIDTH], tau[N], dq[N * N], dqd[N * N], M[N * N], qdd_back[WIDTH], product[N * N];
  const gpu_call c = {.function = ULNA_GPU_INVERSE_DYNAMICS_DERIVATIVES,
                      .count = 1,
                      .joint = 1,
                      .state = 1,
                      .q = q,
                      .qd = qd,
                      .third = qdd,
                      .out = out};
  gpu_on_host_f64(&arm, &c, true);
  const ulna_drive_derivatives to = {.tau = tau, .dtau_dq = dq, .dtau_dqd = dqd, .dtau_dqdd = M};
  assert_int_equal(ulna_drive_inverse_dynamics_derivatives(m, w, q, qd, qdd, &to), ULNA_OK);
  assert_true(apart(out + N, dq, N * N) < 1e-12 && apart(out + N + N * N, dqd, N * N) < 1e-12);
  assert_true(apart(out + N + 2 * N * N, M, N * N) < 1e-12);
  // forward: back to where it came from, and derivatives that undo those
  gpu_call back = c;
  back.function = ULNA_GPU_FORWARD_DYNAMICS_DERIVATIVES, back.third = out, back.out = qdd_back;
  gpu_on_host_f64(&arm, &back, true);
  assert_true(apart(qdd_back, qdd, N) < 1e-12);
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) {
      product[i * N + j] = 0;
      for (int k = 0; k < N; k++) product[i * N + j] -= M[i * N + k] * qdd_back[N + N * N + k * N + j];
    }
  assert_true(apart(product, dqd, N * N) < 1e-10);
  ulna_work_destroy(w);
  ulna_model_destroy(m);
}

/* ---- rollouts against the plant */

enum { JOINTS = 6 };
static const double start_q[JOINTS] = {0.1, -0.7, 0.4, 0.3, 0.6, -0.2},
                    start_qd[JOINTS] = {0.4, -0.3, 0.5, 1, -1, 0.7};

static void given_torques(void *context, double t, const double q[], const double qd[], double u[])
{
  (void)t, (void)q, (void)qd;
  memcpy(u, context, JOINTS * sizeof *u);
}

typedef struct {
  int sticks, slips;
} seen;
static void note_event(void *context, const ulna_event *event)
{
  seen *s = context;
  s->sticks += event->kind == ULNA_EVENT_STICK, s->slips += event->kind == ULNA_EVENT_SLIP;
}

/* q and qd after `steps` of h by the plant, friction as the model has it. */
static seen plant_goes(const ulna_model *m, const double tau[], double h, int steps, double q[], double qd[])
{
  double u[JOINTS], y[2 * JOINTS + 4] = {0};
  seen s = {0, 0};
  memcpy(u, tau, sizeof u);
  ulna_plant *plant = NULL;
  const ulna_plant_options o = ulna_plant_options_default();
  const ulna_surroundings around = {.context = u, .input = given_torques};
  const ulna_event_sink sink = {.context = &s, .happened = note_event};
  assert_int_equal(ulna_plant_create(m, &o, &around, NULL, &plant), ULNA_OK);
  memcpy(y, start_q, sizeof start_q), memcpy(y + JOINTS, start_qd, sizeof start_qd);
  assert_int_equal(ulna_plant_start(plant, 0, y), ULNA_OK);
  for (int k = 0; k < steps; k++)
    assert_int_equal(ulna_plant_step(plant, ULNA_RK4, h, 1e-12, k * h, y, &sink), ULNA_OK);
  memcpy(q, y, JOINTS * sizeof *q), memcpy(qd, y + JOINTS, JOINTS * sizeof *qd);
  ulna_plant_destroy(plant);
  return s;
}

static void text_goes(const gpu_arm *arm, const gpu_motion *r, gpu_rollout_kind kind, const double tau[],
                      double q[], double qd[])
{
  const gpu_call c = {
      .count = 1, .joint = 1, .state = 1, .q = start_q, .qd = start_qd, .third = tau, .out = q, .out_2 = qd};
  gpu_rollout_on_host_f64(arm, &c, r, kind, true);
}

static ulna_model *the_puma(ulna_gpu_drives drives, gpu_arm *arm)
{
  ulna_model *m = NULL;
  assert_int_equal(ulna_robot_load("puma560", NULL, NULL, NULL, &m), ULNA_OK);
  assert_int_equal(ulna_gpu_arm(m, drives, arm), ULNA_OK);
  return m;
}

/* Without anything that sticks: rotors and viscous friction, against a batch's rollout. */
static void smooth_rollouts_are_the_batches(void **state)
{
  (void)state;
  gpu_arm arm;
  ulna_model *m = the_puma(ULNA_GPU_VISCOUS, &arm);
  ulna_batch *batch = NULL;
  assert_int_equal(ulna_batch_create(m, NULL, NULL, &batch), ULNA_OK);
  const double tau[JOINTS] = {5, -20, 3, 0.4, 0.2, -0.1};
  double q[JOINTS], qd[JOINTS], q_end[JOINTS], qd_end[JOINTS];
  ulna_batch_rollout_options o = ulna_batch_rollout_options_default();
  const ulna_batch_states from = {.q = start_q, .qd = start_qd, .tau = tau};
  o.steps = 40, o.viscous_only = true;
  for (int euler = 0; euler < 2; euler++) {
    o.integrator = euler ? ULNA_SEMI_IMPLICIT_EULER : ULNA_RK4;
    assert_int_equal(ulna_batch_rollout(m, batch, &o, 1, &from, q, qd, NULL, NULL), ULNA_OK);
    const gpu_motion r = {.h = 1e-3, .steps = 40, .runge_kutta = !euler};
    for (int kind = GPU_SMOOTH; kind <= GPU_WHOLE; kind++) {
      text_goes(&arm, &r, (gpu_rollout_kind)kind, tau, q_end, qd_end);
      assert_true(apart(q_end, q, JOINTS) < 1e-12);
      assert_true(apart(qd_end, qd, JOINTS) < 1e-11);
    }
  }
  ulna_batch_destroy(batch);
  ulna_model_destroy(m);
}

/* Dry friction: joints come to rest, stick and let go. The plant finds those instants to 1e-12 s; here they are found by straight
 * lines, and letting go is seen when steps begin, so that steps of a quarter must be ten times nearer. */
static void joints_stick_and_slip_as_the_plants_do(void **state)
{
  (void)state;
  gpu_arm arm;
  ulna_model *m = the_puma(ULNA_GPU_DRY, &arm);
  const double tau[JOINTS] = {5, -25, -3, 0.4, 0.2, -0.1};
  double q[JOINTS], qd[JOINTS], q_end[JOINTS], qd_end[JOINTS], off[2];
  const seen events = plant_goes(m, tau, 1e-3, 600, q, qd);
  assert_true(events.sticks >= 3);
  for (int fine = 0; fine < 2; fine++) {
    const gpu_motion r = {.h = fine ? 0.25e-3 : 1e-3, .steps = fine ? 2400 : 600, .runge_kutta = true};
    text_goes(&arm, &r, GPU_STICKS, tau, q_end, qd_end);
    off[fine] = apart(q_end, q, JOINTS);
  }
  if (!(off[0] < 1e-4 && off[1] < off[0] / 8)) fail_msg("apart by %g and %g", off[0], off[1]);
  ulna_model_destroy(m);
}

/* Masses, payload, friction and gravity of an arm's own: as of a robot that is built so. */
static void arms_of_their_own_are_robots_built_so(void **state)
{
  (void)state;
  gpu_arm arm, other;
  const double masses[JOINTS] = {1.1, 0.9, 1.2, 0.8, 1.05, 1.3}, payload = 1.7, friction = 1.3,
               gravity[3] = {1, -2, -9}, tau[JOINTS] = {5, -20, 3, 0.4, 0.2, -0.1};
  ulna_model *m = the_puma(ULNA_GPU_DRY, &arm), *built = NULL;
  const likeness other_arm = {.mass = masses, .friction = friction, .payload = payload, .gravity = gravity};
  assert_int_equal(ulna_likeness(m, 0, NULL, &other_arm, NULL, &built), ULNA_OK);
  assert_int_equal(ulna_gpu_arm(built, ULNA_GPU_DRY, &other), ULNA_OK);
  double q[JOINTS], qd[JOINTS], q_end[JOINTS], qd_end[JOINTS];
  gpu_motion r = {.h = 1e-3, .steps = 200, .runge_kutta = true};
  text_goes(&other, &r, GPU_STICKS, tau, q, qd);
  r.masses = masses, r.payload = &payload, r.friction = &friction, r.gravity = gravity;
  text_goes(&arm, &r, GPU_WHOLE, tau, q_end, qd_end);
  assert_true(apart(q_end, q, JOINTS) < 1e-11);
  assert_true(apart(qd_end, qd, JOINTS) < 1e-9);
  ulna_model_destroy(m);
  ulna_model_destroy(built);
}

/* Computed torque with the arm's own model keeps to its path but for what friction and the hold of torques do; feedback alone does
 * not; torques by steps and records do what they say. */
static void controllers_keep_arms_on_their_path(void **state)
{
  (void)state;
  enum { STEPS = 400 };
  gpu_arm arm;
  ulna_model *m = the_puma(ULNA_GPU_VISCOUS, &arm);
  static double want[STEPS * 3 * JOINTS], by_step[STEPS * JOINTS], path[STEPS / 100 * JOINTS];
  for (int k = 0; k < STEPS; k++)
    for (int i = 0; i < JOINTS; i++) {  // a swing of 0.3 rad that begins as the arm does
      const double t = 1e-3 * k, w = 3, a = start_qd[i] / w;
      want[(k * 3 + 0) * JOINTS + i] = start_q[i] + a * sin(w * t);
      want[(k * 3 + 1) * JOINTS + i] = a * w * cos(w * t),
                                  want[(k * 3 + 2) * JOINTS + i] = -a * w * w * sin(w * t);
    }
  double q[JOINTS], qd[JOINTS], error;
  gpu_motion r = {
      .h = 1e-3, .steps = STEPS, .runge_kutta = true, .control = ULNA_GPU_COMPUTED, .reference = want};
  r.error = &error, r.every = 100, r.q_path = path;
  for (int i = 0; i < JOINTS; i++) r.kp[i] = 400, r.kd[i] = 40;
  text_goes(&arm, &r, GPU_WHOLE, NULL, q, qd);
  assert_true(error > 0 && error < 2e-4);
  assert_memory_equal(path + 3 * JOINTS, q, sizeof q);
  assert_true(fabs(path[0] - want[100 * 3 * JOINTS]) <= error);
  const double exact = error;
  const double heavy = 2;
  r.payload = &heavy;
  text_goes(&arm, &r, GPU_WHOLE, NULL, q, qd);
  assert_true(error > 10 * exact);
  r.payload = NULL, r.control = ULNA_GPU_FEEDBACK;
  text_goes(&arm, &r, GPU_WHOLE, NULL, q, qd);
  assert_true(error > 10 * exact);
  // torques by steps: 0 but for the first, which an arm that holds it for one step must feel alike
  const double tau[JOINTS] = {50, -80, 3, 0.4, 0.2, -0.1};
  double q_held[JOINTS], qd_held[JOINTS];
  memcpy(by_step, tau, sizeof tau);
  const gpu_motion one = {.h = 1e-3, .steps = 1, .runge_kutta = true};
  gpu_motion two = one;
  two.control = ULNA_GPU_BY_STEP;
  text_goes(&arm, &one, GPU_SMOOTH, tau, q_held, qd_held);
  text_goes(&arm, &two, GPU_WHOLE, by_step, q, qd);
  assert_memory_equal(qd, qd_held, sizeof qd);
  two.steps = 2;
  text_goes(&arm, &two, GPU_WHOLE, by_step, q, qd);
  assert_true(fabs(qd[0] - qd_held[0]) < 0.1 * fabs(qd_held[0] - start_qd[0]) + 5e-3);
  ulna_model_destroy(m);
}

/* Stops turn an arm back; efforts cut what drives it. */
static void limits_and_stops_are_heeded(void **state)
{
  (void)state;
  gpu_arm arm;
  ulna_model *m = the_puma(ULNA_GPU_VISCOUS, &arm);
  arm.effort[0] = 90;
  const double tau[JOINTS] = {400, 0, 0, 0, 0, 0};
  double q[JOINTS], qd[JOINTS], free_q[JOINTS], free_qd[JOINTS];
  gpu_motion r = {.h = 1e-4, .steps = 8000, .runge_kutta = true};
  text_goes(&arm, &r, GPU_WHOLE, tau, free_q, free_qd);
  assert_true(free_q[0] > arm.upper[0] + 1);
  r.stiff = true, r.stiffness = 1e5, r.damping = 1e3;
  text_goes(&arm, &r, GPU_WHOLE, tau, q, qd);
  assert_true(q[0] > arm.upper[0] && q[0] < arm.upper[0] + 0.01);
  r.stiff = false, r.limits = true;
  text_goes(&arm, &r, GPU_WHOLE, tau, q, qd);
  const double allowed[JOINTS] = {arm.effort[0], 0, 0, 0, 0, 0};
  r.limits = false;
  text_goes(&arm, &r, GPU_WHOLE, allowed, free_q, free_qd);
  assert_memory_equal(q, free_q, sizeof q);
  ulna_model_destroy(m);
}

/* ---- hard stops */

enum { HARD_STEPS = 700, TURNS_AFTER = 400 };  // ms
static const double hard_start[JOINTS] = {2.65, -0.7, 0.4, 0.3, 1.6, -0.2},
                    hard_speed[JOINTS] = {1.5, -0.3, 0.5, 1, 1.2, 0.7};

/* Against two stops, the waist's and the wrist's; later off again. */
static const double *hard_torques(int step)
{
  static const double against[JOINTS] = {25, -25, -3, 0.4, 1.5, -0.1},
                      off[JOINTS] = {-25, -20, 3, 0, -1.5, 0.1};
  return step < TURNS_AFTER ? against : off;
}

typedef struct {
  int stops, rebounds, leaves;
} at_stops;
static void note_stop(void *context, const ulna_event *event)
{
  at_stops *s = context;
  s->stops += event->kind == ULNA_EVENT_STOP, s->rebounds += event->kind == ULNA_EVENT_REBOUND;
  s->leaves += event->kind == ULNA_EVENT_LEAVE;
}

static at_stops plant_hits(const ulna_model *m, bool friction, double restitution, double q[], double qd[])
{
  double y[2 * JOINTS + 4] = {0}, u[JOINTS];
  at_stops hits = {0, 0, 0};
  ulna_plant *plant = NULL;
  ulna_plant_options o = ulna_plant_options_default();
  o.stops = ULNA_STOPS_HARD, o.restitution = restitution, o.friction = friction;
  const ulna_surroundings around = {.context = u, .input = given_torques};
  const ulna_event_sink sink = {.context = &hits, .happened = note_stop};
  memcpy(u, hard_torques(0), sizeof u);
  assert_int_equal(ulna_plant_create(m, &o, &around, NULL, &plant), ULNA_OK);
  memcpy(y, hard_start, sizeof hard_start), memcpy(y + JOINTS, hard_speed, sizeof hard_speed);
  assert_int_equal(ulna_plant_start(plant, 0, y), ULNA_OK);
  for (int k = 0; k < HARD_STEPS; k++) {
    memcpy(u, hard_torques(k), sizeof u);
    assert_int_equal(ulna_plant_step(plant, ULNA_RK4, 1e-3, 1e-12, 1e-3 * k, y, &sink), ULNA_OK);
  }
  memcpy(q, y, JOINTS * sizeof *q), memcpy(qd, y + JOINTS, JOINTS * sizeof *qd);
  ulna_plant_destroy(plant);
  return hits;
}

static double text_hits(const gpu_arm *arm, double friction, double restitution, int finer, bool fixed,
                        const double q[])
{
  static double tau[4 * HARD_STEPS * JOINTS];
  double q_end[JOINTS], qd_end[JOINTS];
  const gpu_motion r = {.h = 1e-3 / finer,
                        .steps = HARD_STEPS * finer,
                        .runge_kutta = true,
                        .control = ULNA_GPU_BY_STEP,
                        .hard = true,
                        .friction = &friction,
                        .restitution = restitution,
                        .rest_speed = 1e-3};
  for (int k = 0; k < HARD_STEPS * finer; k++)
    memcpy(&tau[k * JOINTS], hard_torques(k / finer), JOINTS * sizeof *tau);
  const gpu_call c = {.count = 1,
                      .joint = 1,
                      .state = 1,
                      .q = hard_start,
                      .qd = hard_speed,
                      .third = tau,
                      .out = q_end,
                      .out_2 = qd_end};
  gpu_rollout_on_host_f64(arm, &c, &r, GPU_HARD, fixed);
  for (int i = 0; i < JOINTS; i++)
    assert_true(q_end[i] <= arm->upper[i] + 1e-9 && q_end[i] >= arm->lower[i] - 1e-9);
  return apart(q_end, q, JOINTS);
}

/* Joints run into their stops, rebound or rest there, and leave: the plant finds the instants to 1e-12 s, here they are found by
 * parabolas, and what leaves does so when a step begins. Without friction, and with joints that stick; the instance for six joints
 * and the one for any. */
static void joints_run_into_hard_stops_as_the_plants_do(void **state)
{
  (void)state;
  for (int dry = 0; dry < 2; dry++)
    for (int rebound = 0; rebound < 2; rebound++) {
      gpu_arm arm;
      ulna_model *m = the_puma(dry ? ULNA_GPU_DRY : ULNA_GPU_VISCOUS, &arm);
      double q[JOINTS], qd[JOINTS];
      const double restitution = rebound ? 0.5 : 0;
      const at_stops hits = plant_hits(m, dry, restitution, q, qd);
      const double off = text_hits(&arm, dry, restitution, 1, true, q),
                   any = text_hits(&arm, dry, restitution, 1, false, q),
                   fine = text_hits(&arm, dry, restitution, 4, true, q);
      assert_true(rebound ? hits.rebounds >= 6 : hits.stops >= 2 && hits.leaves >= 2);
      const double limit = dry ? 1e-4 : 1e-7;
      if (!(off < limit && any < limit && fine < limit / 10))
        fail_msg("dry %d, restitution %g: apart by %g, %g, %g", dry, restitution, off, any, fine);
      ulna_model_destroy(m);
    }
}

/* Four robots of two to seven joints in one call, mixed: each state gets the bits that its robot alone gives, in arrays that are wider;
 * what no robot wrote is as it was, and a robot that is not there gives NaN. */
static void several_robots_go_into_one_call(void **state)
{
  (void)state;
  enum { ROBOTS = 4, COUNT = 9, MOST = 7, WIDE = 13 * MOST * MOST };
  static const char *const keys[ROBOTS] = {"planar2r", "scara", "puma560", "panda"};
  static const int robot[COUNT] = {3, 0, 1, 2, 2, 0, 3, ROBOTS, 1};
  static double out[COUNT * WIDE], alone[WIDE];
  double q[COUNT * MOST], qd[COUNT * MOST], third[COUNT * MOST];
  gpu_arm arms[ROBOTS];
  uint64_t seed = 5;
  for (int r = 0; r < ROBOTS; r++) {
    ulna_model *m = NULL;
    assert_int_equal(ulna_robot_load(keys[r], NULL, NULL, NULL, &m), ULNA_OK);
    assert_int_equal(ulna_gpu_arm(m, ULNA_GPU_VISCOUS, &arms[r]), ULNA_OK);
    ulna_model_destroy(m);
  }
  for (int k = 0; k < COUNT * MOST; k++)
    q[k] = random_between(&seed, -3, 3), qd[k] = random_between(&seed, -2, 2),
    third[k] = random_between(&seed, -3, 3);
  for (int f = 0; f < GPU_FUNCTIONS; f++)
    for (int rows = 0; rows < 2; rows++) {
      gpu_call c = {.function = (ulna_gpu_function)f, .count = COUNT, .rows = rows, .q = q, .qd = qd};
      c.third = third, c.out = out, c.robot = robot, c.robots = ROBOTS;
      c.joint = rows ? 1 : COUNT, c.state = rows ? MOST : 1, c.width = 0;
      for (int r = 0; r < ROBOTS; r++) {
        const size_t width = gpu_width(c.function, (size_t)arms[r].n, (size_t)arms[r].drive_count);
        c.width = width > c.width ? width : c.width;
      }
      for (size_t k = 0; k < COUNT * c.width; k++) out[k] = 77;
      gpu_on_host_f64(arms, &c, false);
      for (size_t s = 0; s < COUNT; s++) {
        const gpu_arm *arm = &arms[robot[s] % ROBOTS];
        const size_t width = gpu_width(c.function, (size_t)arm->n, (size_t)arm->drive_count);
        const gpu_call one = {.function = c.function,
                              .count = 1,
                              .joint = c.joint,
                              .state = 1,
                              .rows = true,
                              .q = q + s * c.state,
                              .qd = qd + s * c.state,
                              .third = third + s * c.state,
                              .out = alone};
        gpu_on_host_f64(arm, &one, false);
        for (size_t j = 0; j < c.width; j++) {
          const double got = out[rows ? s * c.width + j : j * COUNT + s];
          if (robot[s] == ROBOTS) assert_true(isnan(got));
          else assert_memory_equal(&got, j < width ? &alone[j] : &(double){77}, sizeof got);
        }
      }
    }
}

/* Rotors that links carry, in a rollout: against a batch's. */
static void carried_rotors_roll_out_as_in_a_batch(void **state)
{
  (void)state;
  enum { N = 4 };
  gpu_arm arm;
  ulna_model *m = NULL;
  ulna_batch *batch = NULL;
  assert_int_equal(ulna_robot_load("scara", NULL, NULL, NULL, &m), ULNA_OK);
  assert_int_equal(ulna_gpu_arm(m, ULNA_GPU_VISCOUS, &arm), ULNA_OK);
  assert_true(arm.carried);
  assert_int_equal(ulna_batch_create(m, NULL, NULL, &batch), ULNA_OK);
  const double q0[N] = {0.3, -0.4, 0.1, 0.5}, qd0[N] = {1, -2, 0.1, 3}, tau[N] = {2, -1, 20, 0.1};
  double q[N], qd[N], q_end[N], qd_end[N];
  ulna_batch_rollout_options o = ulna_batch_rollout_options_default();
  const ulna_batch_states from = {.q = q0, .qd = qd0, .tau = tau};
  o.steps = 50, o.viscous_only = true;
  assert_int_equal(ulna_batch_rollout(m, batch, &o, 1, &from, q, qd, NULL, NULL), ULNA_OK);
  const gpu_motion r = {.h = 1e-3, .steps = 50, .runge_kutta = true};
  const gpu_call c = {
      .count = 1, .joint = 1, .state = 1, .q = q0, .qd = qd0, .third = tau, .out = q_end, .out_2 = qd_end};
  gpu_rollout_on_host_f64(&arm, &c, &r, GPU_WHOLE, false);
  assert_true(apart(q_end, q, N) < 1e-12 && apart(qd_end, qd, N) < 1e-11);
  ulna_batch_destroy(batch);
  ulna_model_destroy(m);
}

/* ---- golden cases */

static void run_golden(const ulna_model *model, ulna_gpu_drives drives, bool single, ulna_gpu_function f,
                       const double q[], const double qd[], const double third[], int width, double out[])
{
  static float numbers[WIDEST];
  gpu_arm arm;
  float in[3][GPU_MOST];
  const double *const from[3] = {q, qd, third};
  assert_int_equal(ulna_gpu_arm(model, drives, &arm), ULNA_OK);
  gpu_call c = {
      .function = f, .count = 1, .joint = 1, .state = 1, .q = q, .qd = qd, .third = third, .out = out};
  if (!single) {
    gpu_on_host_f64(&arm, &c, true);
    return;
  }
  for (int k = 0; k < 3; k++)
    for (int i = 0; i < arm.n; i++) in[k][i] = from[k] ? (float)from[k][i] : 0;
  c.q = in[0], c.qd = in[1], c.third = in[2], c.out = numbers;
  gpu_on_host_f32(&arm, &c, true);
  for (int i = 0; i < width; i++) out[i] = (double)numbers[i];
}

static void roll_golden(const ulna_model *model, double step, int steps, const double q[], const double qd[],
                        const double tau[], double q_path[], double qd_path[])
{
  gpu_arm arm;
  double q_end[GPU_MOST], qd_end[GPU_MOST];
  assert_int_equal(ulna_gpu_arm(model, ULNA_GPU_LINKS, &arm), ULNA_OK);
  const gpu_motion r = {
      .h = step, .steps = steps, .runge_kutta = true, .every = 1, .q_path = q_path, .qd_path = qd_path};
  const gpu_call c = {
      .count = 1, .joint = 1, .state = 1, .q = q, .qd = qd, .third = tau, .out = q_end, .out_2 = qd_end};
  gpu_rollout_on_host_f64(&arm, &c, &r, GPU_WHOLE, true);
}

static void golden_cases_pass(void **state)
{
  (void)state;
  const golden_runner runner = {run_golden, roll_golden};
  const golden_tally t = golden_suite(&runner);
  assert_int_equal(t.failed, 0);
  if (!(t.cases >= 70 && t.numbers >= 300)) fail_msg("only %d cases, %d quantities", t.cases, t.numbers);
}

static void drives_that_cannot_be_had_are_refused(void **state)
{
  (void)state;
  ulna_model *m = NULL;
  gpu_arm arm;
  assert_int_equal(ulna_robot_load("irb6", NULL, NULL, NULL, &m), ULNA_OK);
  assert_int_equal(ulna_gpu_arm(m, ULNA_GPU_VISCOUS, &arm), ULNA_UNSUPPORTED);  // screws
  assert_int_equal(ulna_gpu_arm(m, ULNA_GPU_LINKS, &arm), ULNA_OK);
  ulna_model_destroy(m);
}

/* Units in the last place of the larger: against long double, over all sizes of arguments. */
static void sines_are_good_for_every_argument(void **state)
{
  (void)state;
  uint64_t seed = 3;
  double worst = 0, worst_single = 0;
  for (int k = 0; k < 200000; k++) {
    const double scale = k % 3 ? 7 : exp(random_between(&seed, -20, 40)),
                 x = random_between(&seed, -scale, scale);
    double s, c;
    float fs, fc;
    gpu_sines_f64(x, &s, &c), gpu_sines_f32((float)x, &fs, &fc);
    const long double exact[2] = {sinl((long double)x), cosl((long double)x)};
    const double got[2] = {s, c}, single[2] = {(double)fs, (double)fc};
    const double exact_single[2] = {sin((double)(float)x), cos((double)(float)x)};
    for (int i = 0; i < 2; i++) {
      const double a = fabs((double)exact[i]), ulp = nextafter(a, 2) - a;
      const float b = (float)fabs(exact_single[i]), ulp_single = nextafterf(b, 2) - b;
      if (a > 1e-300) worst = fmax(worst, (double)fabsl((long double)got[i] - exact[i]) / ulp);
      if (b > 1e-30f)
        worst_single = fmax(worst_single, fabs(single[i] - exact_single[i]) / (double)ulp_single);
    }
  }
  if (!(worst <= 1 && worst_single <= 2)) fail_msg("%g, %g ulp", worst, worst_single);
  double s, c;
  gpu_sines_f64(-0.0, &s, &c);
  assert_true(s == 0 && signbit(s) && c == 1);
  gpu_sines_f64((double)INFINITY, &s, &c);
  assert_true(isnan(s) && isnan(c));
  float fs, fc;
  gpu_sines_f32((float)NAN, &fs, &fc);
  assert_true(isnan(fs) && isnan(fc));
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_function_is_the_librarys_on_every_robot),
      cmocka_unit_test(every_function_knows_the_drives),
      cmocka_unit_test(golden_cases_pass),
      cmocka_unit_test(several_robots_go_into_one_call),
      cmocka_unit_test(joints_run_into_hard_stops_as_the_plants_do),
      cmocka_unit_test(carried_rotors_roll_out_as_in_a_batch),
      cmocka_unit_test(derivatives_know_rotors_and_viscous_friction),
      cmocka_unit_test(smooth_rollouts_are_the_batches),
      cmocka_unit_test(joints_stick_and_slip_as_the_plants_do),
      cmocka_unit_test(arms_of_their_own_are_robots_built_so),
      cmocka_unit_test(controllers_keep_arms_on_their_path),
      cmocka_unit_test(limits_and_stops_are_heeded),
      cmocka_unit_test(drives_that_cannot_be_had_are_refused),
      cmocka_unit_test(sines_are_good_for_every_argument),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
