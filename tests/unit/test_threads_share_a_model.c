/* One model, many threads, one work each: every thread gets the bits that a single thread gets. Under the thread
 * sanitizer (`cmake --preset tsan`) this also shows that nothing shared is written. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "ulna/ulna.h"

enum { THREADS = 4, STATES = 200, MOST_JOINTS = 7 };

/* What is computed from one state; compared as bytes, so it is cleared first. */
typedef struct {
  ulna_pose tool, links[MOST_JOINTS + 1];
  double J[6 * MOST_JOINTS], Jdot_qd[6], velocity[6], acceleration[6], manipulability;
  double tau[MOST_JOINTS], tau_reference[MOST_JOINTS], M[MOST_JOINTS * MOST_JOINTS], qdd[MOST_JOINTS];
  double back[MOST_JOINTS]; /* inverse kinematics, started nearby */
  ulna_status found, moved;
} answer;

typedef struct {
  const ulna_model *model;
  answer answers[STATES];
  ulna_status status;
} job;

/* In -1…1, the same for every thread: splitmix64. */
static double number(uint64_t *state)
{
  uint64_t z = (*state += 0x9e3779b97f4a7c15u);
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return (double)((z ^ (z >> 31)) >> 11) * 0x1p-52 - 1;
}

static void compute(const ulna_model *model, ulna_work *work, uint64_t *random, answer *a)
{
  const int n = ulna_model_joint_count(model);
  double q[MOST_JOINTS], qd[MOST_JOINTS], qdd[MOST_JOINTS], start[MOST_JOINTS];
  for (int i = 0; i < n; i++) {
    q[i] = number(random);
    qd[i] = number(random);
    qdd[i] = number(random);
    start[i] = q[i] + 0.1 * number(random);
  }
  ulna_tool_pose(model, work, q, &a->tool);
  ulna_link_poses(model, work, q, a->links);
  ulna_jacobian(model, work, q, NULL, ULNA_AXES_BASE, a->J);
  ulna_jacobian_rate(model, work, q, qd, NULL, ULNA_AXES_BASE, a->Jdot_qd);
  ulna_point_motion(model, work, q, qd, qdd, NULL, ULNA_AXES_BASE, a->velocity, a->acceleration);
  a->manipulability = ulna_manipulability(model, work, q, NULL);
  ulna_inverse_dynamics(model, work, q, qd, qdd, a->tau);
  ulna_inverse_dynamics_by(model, work, ULNA_LAGRANGE, q, qd, qdd, a->tau_reference);
  ulna_mass_matrix(model, work, q, a->M);
  a->moved = ulna_forward_dynamics(model, work, q, qd, a->tau, a->qdd);
  a->found = ulna_inverse_kinematics(model, work, &a->tool, start, NULL, a->back, NULL);
}

static void *run(void *given)
{
  job *j = given;
  ulna_work *work = NULL;
  uint64_t random = 1980;
  memset(j->answers, 0, sizeof j->answers);
  j->status = ulna_work_create(j->model, NULL, &work);
  for (int k = 0; k < STATES && j->status == ULNA_OK; k++) compute(j->model, work, &random, &j->answers[k]);
  ulna_work_destroy(work);
  return NULL;
}

static void every_thread_gets_what_one_thread_gets(const char *robot)
{
  ulna_model *model = NULL;
  assert_int_equal(ulna_robot_load(robot, NULL, NULL, NULL, &model), ULNA_OK);
  assert_true(ulna_model_joint_count(model) <= MOST_JOINTS);

  job *jobs = calloc(THREADS + 1, sizeof *jobs);
  pthread_t threads[THREADS];
  assert_non_null(jobs);
  for (int i = 0; i <= THREADS; i++) jobs[i].model = model;
  for (int i = 0; i < THREADS; i++) assert_int_equal(pthread_create(&threads[i], NULL, run, &jobs[i]), 0);
  for (int i = 0; i < THREADS; i++) assert_int_equal(pthread_join(threads[i], NULL), 0);
  run(&jobs[THREADS]);  // alone

  int solved = 0;
  for (int k = 0; k < STATES; k++) solved += jobs[THREADS].answers[k].found == ULNA_OK;
  assert_true(solved > STATES / 2);  // that there was something to compare
  for (int i = 0; i < THREADS; i++) {
    assert_int_equal(jobs[i].status, ULNA_OK);
    assert_memory_equal(jobs[i].answers, jobs[THREADS].answers, sizeof jobs[i].answers);
  }
  free(jobs);
  ulna_model_destroy(model);
}

static void threads_share_puma560(void **state)
{
  (void)state;
  every_thread_gets_what_one_thread_gets("puma560");
}

static void threads_share_panda(void **state)
{
  (void)state;
  every_thread_gets_what_one_thread_gets("panda");
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(threads_share_puma560),
      cmocka_unit_test(threads_share_panda),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
