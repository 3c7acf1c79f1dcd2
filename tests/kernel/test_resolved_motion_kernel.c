/* [Mudge]'s recursions of resolved motion, equation by equation, against the Jacobian and its rate. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "kernel/resolved_motion.h"
#include "support/arm.h"
#include "support/chain.h"
#include "ulna/robots.h"
#include "ulna/ulna.h"
#include "work/work.h"

enum { MOST = 30 };

typedef struct {
  ulna_model *model;
  ulna_work *work;
  int n;
  double q[MOST], qd[MOST];
  resolved_motion_scratch s;
  void *memory;
} fixture;

/* Everything the kernel makes, at a drawn state; the base at rest, a_0 = 0. */
static void run(fixture *f, ulna_model *model, uint64_t seed)
{
  f->model = model, f->work = chain_work(model), f->n = ulna_model_joint_count(model);
  assert_in_range(f->n, 1, MOST);
  for (int i = 0; i < f->n; i++) f->q[i] = chain_random(&seed, -3, 3), f->qd[i] = chain_random(&seed, -3, 3);
  layout l = layout_measuring();
  resolved_motion_scratch_layout(&f->s, &l, f->n);
  f->memory = arm_memory(layout_size(&l));
  l = layout_assigning(f->memory);
  resolved_motion_scratch_layout(&f->s, &l, f->n);
  ulna_set_posture(f->work, f->q);
  const base_state rest = {vec3_zero(), vec3_zero(), vec3_zero()};
  resolved_motion_offsets(&f->work->arm, &f->work->at, &f->s);
  resolved_motion_nonlinear(&f->work->arm, &f->work->at, &rest, f->qd, &f->s);
  resolved_motion_strobe(&f->work->arm, &f->work->at, constant(0), &f->s);
}

static void finish(fixture *f)
{
  free(f->memory);
  ulna_work_destroy(f->work);
  ulna_model_destroy(f->model);
}

/* Kernel frame 0's components in base axes: the file's base may be turned against it. */
static vec3 from_frame0(const fixture *f, vec3 v)
{
  const ulna_pose *base = &f->model->frame0_in_base;
  double c[3];
  for (int k = 0; k < 3; k++) c[k] = base->R[k][0] * v.x + base->R[k][1] * v.y + base->R[k][2] * v.z;
  return vec3_of(c);
}
// from frame n, against resolved_motion_hand_axes
static vec3 to_base(const fixture *f, vec3 v)
{
  for (int i = f->n - 1; i >= 0; i--) v = step_up(chain_step(&f->work->arm, &f->work->at, i), v);
  return from_frame0(f, v);
}

/* D* of the tool frame's origin: shifted there and turned to base axes. */
static void D_in_base_axes(const fixture *f, double D[])
{
  const vec3 tool = vec3_of(f->model->tool_in_kernel.p);
  const double *from = f->s.D;
  const int n = f->n;
  for (int j = 0; j < n; j++) {
    const vec3 wd = vec3_make(from[j], from[n + j], from[2 * n + j]);
    const vec3 a = vec3_make(from[3 * n + j], from[4 * n + j], from[5 * n + j]);
    double column[6];
    vec3_store(to_base(f, wd), column);
    vec3_store(to_base(f, vec3_add(a, vec3_cross(wd, tool))), column + 3);
    for (int r = 0; r < 6; r++) D[r * n + j] = column[r];
  }
}

static ulna_model *random_chain(uint64_t *seed, int n)
{
  ulna_joint joints[MOST];
  for (int i = 0; i < n; i++) joints[i] = chain_random_joint(seed);
  const ulna_pose tool = chain_random_pose(seed);
  return chain_model(ULNA_AXIS, n, joints, NULL, &tool);
}

static ulna_model *built_in(int robot)
{
  ulna_model *model = NULL;
  assert_int_equal(ulna_robot_load(ulna_robot_get(robot)->key, NULL, NULL, NULL, &model), ULNA_OK);
  return model;
}

/* Theorem 21, D* = J. Rounding grows with the links in a row: 1e-14 serves 30 of them. */
static void check_theorem(const fixture *f)
{
  double D[6 * MOST], J[6 * MOST];
  D_in_base_axes(f, D);
  ulna_jacobian(f->model, f->work, NULL, ULNA_AXES_BASE, f->q, J);
  assert_true(arm_difference(D, J, 6 * f->n, 1) < 1e-14);
}
/* Equations 28 and 29: Jdot qd. */
static void check_nonlinear(const fixture *f)
{
  const vec3 tool = vec3_of(f->model->tool_in_kernel.p);
  const int hand = f->n - 1;
  double found[6], expected[6];
  vec3_store(to_base(f, f->s.wd_nonlin[hand]), found);
  vec3_store(to_base(f, vec3_add(f->s.a_nonlin[hand], mat3_mul(&f->s.A_nonlin[hand], tool))), found + 3);
  ulna_jacobian_rate(f->model, f->work, NULL, ULNA_AXES_BASE, f->q, f->qd, expected);
  assert_true(arm_difference(found, expected, 6, 1) < 1e-14);
}

static void strobed_D_in_base_axes_is_the_jacobian_of_every_built_in_robot(void **state)
{
  (void)state;
  for (int robot = 0; robot < ulna_robot_count(); robot++)
    for (uint64_t seed = 1; seed <= 5; seed++) {
      fixture f;
      run(&f, built_in(robot), seed);
      check_theorem(&f);
      check_nonlinear(&f);
      finish(&f);
    }
}

static void the_same_holds_for_chains_of_any_joints(void **state)
{
  (void)state;
  for (uint64_t draw = 1; draw <= 60; draw++) {
    uint64_t seed = draw;
    fixture f;
    run(&f, random_chain(&seed, 1 + (int)(draw % 12)), seed);
    check_theorem(&f);
    check_nonlinear(&f);
    finish(&f);
  }
}

/* What gross motion builds on: each link's motion is the nonlinear part and the sum of the strobed terms. */
static void by_products_add_up_to_every_links_motion(void **state)
{
  (void)state;
  for (uint64_t draw = 1; draw <= 20; draw++) {
    uint64_t seed = draw;
    fixture f;
    run(&f, random_chain(&seed, 7), seed);
    double qdd[7], tau[7];
    for (int i = 0; i < 7; i++) qdd[i] = chain_random(&seed, -5, 5);
    newton_euler_scratch whole;
    layout l = layout_measuring();
    newton_euler_scratch_layout(&whole, &l, 7);
    void *memory = arm_memory(layout_size(&l));
    l = layout_assigning(memory);
    newton_euler_scratch_layout(&whole, &l, 7);
    const base_state rest = {vec3_zero(), vec3_zero(), vec3_zero()};
    const wrench nothing = {vec3_zero(), vec3_zero()};
    newton_euler(&f.work->arm, &f.work->at, &rest, &nothing, f.qd, qdd, tau, &whole);
    for (int i = 0; i < 7; i++) {
      vec3 wd = f.s.wd_nonlin[i], a = f.s.a_nonlin[i];
      for (int j = 0; j <= i; j++) {
        wd = vec3_add(wd, vec3_scale(qdd[j], f.s.wd_lin[j * 7 + i]));
        a = vec3_add(a, vec3_scale(qdd[j], f.s.a_lin[j * 7 + i]));
      }
      // the reference keeps the mass centre's acceleration
      const mat3 A = acceleration_matrix(f.s.w[i], wd);
      const vec3 a_com = vec3_add(a, mat3_mul(&A, f.work->link[i].com));
      double found[9], expected[9];
      vec3_store(f.s.w[i], found), vec3_store(wd, found + 3), vec3_store(a_com, found + 6);
      vec3_store(whole.w[i], expected), vec3_store(whole.wd[i], expected + 3);
      vec3_store(whole.a_com[i], expected + 6);
      assert_true(arm_difference(found, expected, 9, 1) < 1e-14);
    }
    free(memory);
    finish(&f);
  }
}

/* Equation 30 solved: the accelerations found move the hand as asked. */
static void elimination_in_a_given_order_solves_equation_30(void **state)
{
  (void)state;
  for (uint64_t draw = 1; draw <= 20; draw++) {
    uint64_t seed = draw;
    fixture f;
    run(&f, random_chain(&seed, 6), seed);
    const chain *arm = &f.work->arm;
    double asked[6], right[6], b[6], A[36], x[6];
    for (int r = 0; r < 6; r++) asked[r] = chain_random(&seed, -5, 5);
    resolved_motion_difference(arm, &f.work->at, vec3_of(asked), vec3_of(asked + 3), &f.s, right);
    for (int k = 0; k < 36; k++) A[k] = f.s.D[k];
    for (int r = 0; r < 6; r++) b[r] = right[r];
    const int order[6] = {5, 3, 1, 0, 2, 4};
    resolved_motion_eliminate(6, order, A, b, x);
    double met[6] = {0}, size = 0;
    for (int r = 0; r < 6; r++)
      for (int j = 0; j < 6; j++) met[r] += f.s.D[r * 6 + j] * x[j], size = fmax(size, fabs(x[j]));
    // no pivoting: the loss is that of the smallest pivot met, not above 1e4 in these draws
    if (arm_difference(met, right, 6, size) > 1e-11) fail_msg("draw %d", (int)draw);
    finish(&f);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(strobed_D_in_base_axes_is_the_jacobian_of_every_built_in_robot),
      cmocka_unit_test(the_same_holds_for_chains_of_any_joints),
      cmocka_unit_test(by_products_add_up_to_every_links_motion),
      cmocka_unit_test(elimination_in_a_given_order_solves_equation_30),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
