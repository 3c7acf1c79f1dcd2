/* The posture that ulna_work_hand_motion keeps: its sines serve the torques that follow, and no other posture's. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "support/chain.h"
#include "work/work.h"

enum { MOST = COLUMNS_MOST + 2 };

typedef struct {
  int n;
  ulna_model *model;
  ulna_work *work, *fresh;  // the second never keeps a posture
  double q[MOST], qd[MOST], qdd[MOST], other[MOST];
} arm;

static void set_base(ulna_work *work)
{
  const ulna_base_motion motion = {.angular_velocity = {0.3, -0.2, 0.5}, .acceleration = {0.1, 0.2, -0.4}};
  ulna_work_set_base_motion(work, &motion);
}

static void draw(arm *a, uint64_t *random, int n, bool slides, bool turning)
{
  ulna_joint joints[MOST];
  a->n = n;
  for (int i = 0; i < n; i++) {
    joints[i] = chain_random_joint(random);
    if (!slides) joints[i].type = ULNA_REVOLUTE;
    joints[i].link.body =
        (ulna_body){.mass = 2, .about = ULNA_ABOUT_COM, .inertia = {0.02, 0.03, 0.04, 0, 0, 0}};
    a->q[i] = chain_random(random, -3, 3), a->qd[i] = chain_random(random, -2, 2);
    a->qdd[i] = chain_random(random, -5, 5), a->other[i] = chain_random(random, -3, 3);
  }
  a->model = chain_model(ULNA_DH, n, joints, NULL, NULL);
  a->work = chain_work(a->model), a->fresh = chain_work(a->model);
  if (turning) set_base(a->work), set_base(a->fresh);
}

static void drop(arm *a)
{
  ulna_work_destroy(a->work), ulna_work_destroy(a->fresh);
  ulna_model_destroy(a->model);
}

static void move_hand(arm *a, const double q[])
{
  double D[6 * MOST];
  hand_motion hand;
  ulna_work_hand_motion(a->work, q, a->qd, D, &hand);
}

static ulna_status torques(arm *a, ulna_work *work, const double q[], double F[])
{
  const ulna_drive_forces forces = {.F = F};
  return ulna_drive_inverse_dynamics(a->model, work, q, a->qd, a->qdd, &forces);
}

/* Torques and mass matrix at q are those of a work that never kept anything, to the bit. */
static void check(arm *a, const double q[], const char *after)
{
  const size_t n = (size_t)a->n;
  double F[MOST], expected[MOST], M[MOST * MOST], expected_M[MOST * MOST];
  assert_int_equal(torques(a, a->work, q, F), ULNA_OK);
  assert_int_equal(torques(a, a->fresh, q, expected), ULNA_OK);
  ulna_mass_matrix(a->model, a->work, q, M);
  ulna_mass_matrix(a->model, a->fresh, q, expected_M);
  if (memcmp(F, expected, n * sizeof *F) != 0 || memcmp(M, expected_M, n * n * sizeof *M) != 0)
    fail_msg("%d joints, after %s: other torques or another mass matrix", a->n, after);
}

/* With the kept sines spoilt, q takes them, and a posture that differs by one bit does not. */
static void check_sharing(arm *a)
{
  double near[MOST], F[MOST];
  memcpy(near, a->q, sizeof near);
  near[a->n - 1] = nextafter(near[a->n - 1], 10);
  move_hand(a, a->q);
  for (int i = 0; i < a->n; i++) a->work->fast.scratch.turns.c[i] = (double)NAN;
  assert_int_equal(torques(a, a->work, a->q, F), ULNA_NOT_FINITE);
  check(a, near, "sines of a neighbour");
}

static void go_elsewhere(arm *a, int how)
{
  double out[MOST * MOST];
  ulna_pose poses[MOST + 1];
  switch (how) {
  case 0: ulna_gravity_torques(a->model, a->work, a->other, out); break;
  case 1: ulna_link_poses(a->model, a->work, a->other, poses); break;
  case 2: ulna_coriolis_matrix(a->model, a->work, a->other, a->qd, out); break;
  case 3: ulna_mass_matrix(a->model, a->work, a->other, out); break;
  case 4: ulna_hand_pose(a->model, a->work, a->other, &poses[0]); break;
  case 5: ulna_inverse_dynamics(a->model, a->work, a->other, a->qd, a->qdd, out); break;
  case 6: move_hand(a, a->other); break;
  case 7:
    assert_int_equal(
        ulna_inverse_dynamics_by(a->model, a->work, ULNA_INVERSE_NEWTON_EULER, a->other, a->qd, a->qdd, out),
        ULNA_OK);
    break;
  default: ulna_jacobian(a->model, a->work, NULL, ULNA_AXES_BASE, a->other, out); break;
  }
}

static void kept_sines_serve_their_own_posture_alone(void **state)
{
  (void)state;
  uint64_t random = 7;
  for (int n = 1; n <= MOST; n++)
    for (int kind = 0; kind < 4; kind++) {
      arm a;
      draw(&a, &random, n, kind & 1, kind & 2);
      move_hand(&a, a.q);
      check(&a, a.q, "the hand's motion");
      check(&a, a.q, "torques");
      check(&a, a.other, "the hand's motion elsewhere");
      check_sharing(&a);
      double turned[MOST];  // what the reference functions have in place of `other`
      for (int i = 0; i < n; i++)
        turned[i] = ulna_model_joint(a.model, i + 1)->type == ULNA_REVOLUTE ? a.other[i] : 0;
      for (int how = 0; how < 9; how++) {
        const double *const then[] = {a.q, a.other, turned};
        for (int p = 0; p < 3; p++) {
          char after[32];
          snprintf(after, sizeof after, "function %d, posture %d", how, p);
          move_hand(&a, a.q);
          go_elsewhere(&a, how);
          check(&a, then[p], after);
        }
      }
      drop(&a);
    }
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(kept_sines_serve_their_own_posture_alone)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
