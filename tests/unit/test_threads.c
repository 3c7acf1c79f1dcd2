/* One model, several threads, a work each: nothing they share is written, and every thread gets what one
 * alone gets, bit for bit. Run under the thread sanitizer by the tsan preset. A function of the library joins
 * in by a line in one of the jobs below. */
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "support/chain.h"

enum { N = 7, STATES = 40, THREADS = 4, ROOM = 2048 };

// What the jobs leave behind, in order.
typedef struct {
  double number[ROOM];
  size_t count;
} record;

static void keep(record *r, const double *x, size_t count)
{
  if (r->count + count > ROOM) abort();  // enlarge ROOM
  memcpy(r->number + r->count, x, count * sizeof *x);
  r->count += count;
}

typedef struct {
  const ulna_model *model;
  ulna_work *work;
  double q[N], qd[N], qdd[N];
  record *out;
} state_of_arm;

typedef void (*job)(state_of_arm *s);

static void kinematics(state_of_arm *s)
{
  const ulna_point point = {4, {0.1, 0.2, 0.3}};
  ulna_pose poses[N + 1], tool;
  double J[6 * N], rate[6], velocity[6], acceleration[6], sigma[6];
  ulna_link_poses(s->model, s->work, s->q, poses);
  ulna_hand_pose(s->model, s->work, s->q, &tool);
  ulna_jacobian(s->model, s->work, &point, ULNA_AXES_TOOL, s->q, J);
  ulna_jacobian_rate(s->model, s->work, NULL, ULNA_AXES_WORLD, s->q, s->qd, rate);
  ulna_point_motion(s->model, s->work, &point, ULNA_AXES_BASE, s->q, s->qd, s->qdd, velocity, acceleration);
  const double measure = ulna_manipulability(s->model, s->work, s->q, sigma);
  for (int i = 0; i <= N; i++) keep(s->out, &poses[i].R[0][0], 9), keep(s->out, poses[i].p, 3);
  keep(s->out, &tool.R[0][0], 9), keep(s->out, tool.p, 3);
  keep(s->out, J, 6 * N), keep(s->out, rate, 6), keep(s->out, velocity, 6), keep(s->out, acceleration, 6);
  keep(s->out, sigma, 6), keep(s->out, &measure, 1);
}

static void inverse_kinematics(state_of_arm *s)
{
  ulna_pose target;
  double q[N] = {0};
  ulna_hand_pose(s->model, s->work, s->q, &target);
  ulna_ik_options options = ulna_ik_options_default();
  options.starts = 5;
  const double status = ulna_inverse_kinematics(s->model, s->work, &options, &target, s->qd, q, NULL);
  keep(s->out, &status, 1), keep(s->out, q, N);
}

static void inverse_dynamics(state_of_arm *s)
{
  double x[N], M[N * N], C[N * N * N], force[3 * N], moment[3 * N], status;
  ulna_inverse_dynamics(s->model, s->work, s->q, s->qd, s->qdd, x), keep(s->out, x, N);
  ulna_bias(s->model, s->work, s->q, s->qd, x), keep(s->out, x, N);
  ulna_coriolis_vector(s->model, s->work, s->q, s->qd, x), keep(s->out, x, N);
  ulna_gravity_torques(s->model, s->work, s->q, x), keep(s->out, x, N);
  for (int m = 0; m < ULNA_INVERSE_METHOD_COUNT; m++) {
    status = ulna_inverse_dynamics_by(s->model, s->work, (ulna_inverse_method)m, s->q, s->qd, s->qdd, x),
    keep(s->out, &status, 1), keep(s->out, x, N);
    status = ulna_mass_matrix_by(s->model, s->work, (ulna_inverse_method)m, s->q, M),
    keep(s->out, &status, 1), keep(s->out, M, N * N);
  }
  status = ulna_christoffel_by(s->model, s->work, ULNA_INVERSE_LAGRANGE, s->q, C), keep(s->out, &status, 1),
  keep(s->out, C, N * N * N);
  ulna_joint_wrenches(s->model, s->work, s->q, s->qd, s->qdd, force, moment);
  keep(s->out, force, 3 * N), keep(s->out, moment, 3 * N);
  const double energy[2] = {ulna_kinetic_energy(s->model, s->work, s->q, s->qd),
                            ulna_potential_energy(s->model, s->work, s->q)};
  keep(s->out, energy, 2);
}

static void forward_dynamics(state_of_arm *s)
{
  double x[N], M[N * N];
  for (int m = 0; m < ULNA_FORWARD_METHOD_COUNT; m++) {
    const double status =
        ulna_forward_dynamics_by(s->model, s->work, (ulna_forward_method)m, s->q, s->qd, s->qdd, x);
    keep(s->out, &status, 1), keep(s->out, x, N);
  }
  ulna_mass_matrix(s->model, s->work, s->q, M), keep(s->out, M, N * N);
  const double status = ulna_mass_matrix_inverse(s->model, s->work, s->q, M);
  keep(s->out, &status, 1), keep(s->out, M, N * N);
}

static void what_a_work_is_told(state_of_arm *s)
{
  const ulna_base_motion motion = {{s->q[0], 0.1, 0.2}, {0.3, s->q[1], 0}, {0, 0, 1}, {s->q[2], 0, 0.5}};
  const ulna_body payload = {1 + s->q[3] * s->q[3], {0.1, 0, 0.2}, {0.1, 0.1, 0.1, 0, 0, 0}, ULNA_ABOUT_COM};
  const double gravity[3] = {0, s->q[4], -9}, force[3] = {1, 2, s->q[5]}, moment[3] = {0.1, s->q[6], 0};
  ulna_work_set_base_motion(s->work, &motion);
  ulna_work_set_gravity(s->work, gravity);
  ulna_work_set_hand_wrench(s->work, force, moment);
  const double status = ulna_work_set_payload(s->work, &payload);
  keep(s->out, &status, 1);
  keep(s->out, &s->q[0], 1);
}

static const job jobs[] = {what_a_work_is_told, kinematics, inverse_kinematics, inverse_dynamics,
                           forward_dynamics};

static ulna_model *an_arm(void)
{
  uint64_t seed = 11;
  ulna_joint joints[N];
  const ulna_pose base = chain_random_pose(&seed), tool = chain_random_pose(&seed);
  for (int i = 0; i < N; i++) {
    joints[i] = chain_random_joint(&seed);
    joints[i].link.body =
        (ulna_body){2 + i, {0.1, 0.05 * i, -0.1}, {0.2, 0.3, 0.25, 0.01, 0, 0.02}, ULNA_ABOUT_COM};
  }
  return chain_model(ULNA_AXIS, N, joints, &base, &tool);
}

typedef struct {
  const ulna_model *model;
  record out[STATES];
} thread_data;

static void *run(void *argument)
{
  thread_data *t = argument;
  ulna_work *work = chain_work(t->model);
  for (int k = 0; k < STATES; k++) {
    uint64_t seed = 100 + (uint64_t)k;
    state_of_arm s = {.model = t->model, .work = work, .out = &t->out[k]};
    s.out->count = 0;
    for (int i = 0; i < N; i++) {
      s.q[i] = chain_random(&seed, -2, 2);
      s.qd[i] = chain_random(&seed, -2, 2), s.qdd[i] = chain_random(&seed, -2, 2);
    }
    for (size_t j = 0; j < sizeof jobs / sizeof jobs[0]; j++) jobs[j](&s);
  }
  ulna_work_destroy(work);
  return NULL;
}

static void threads_sharing_a_model_compute_what_one_alone_does(void **state)
{
  (void)state;
  static thread_data alone, data[THREADS];
  ulna_model *model = an_arm();
  pthread_t thread[THREADS];
  for (int t = 0; t < THREADS; t++) {
    data[t].model = model;
    assert_int_equal(pthread_create(&thread[t], NULL, run, &data[t]), 0);
  }
  for (int t = 0; t < THREADS; t++) assert_int_equal(pthread_join(thread[t], NULL), 0);
  alone.model = model;
  run(&alone);
  for (int k = 0; k < STATES; k++) {
    assert_true(alone.out[k].count > 900);
    for (int t = 0; t < THREADS; t++) {
      assert_int_equal(data[t].out[k].count, alone.out[k].count);
      assert_memory_equal(data[t].out[k].number, alone.out[k].number, alone.out[k].count * sizeof(double));
    }
  }
  ulna_model_destroy(model);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(threads_sharing_a_model_compute_what_one_alone_does)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
