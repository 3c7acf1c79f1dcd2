/* Chains built joint by joint for tests. */
#include "support/chain.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/random.h"
#include "base/worse.h"
#include "model/model.h"

static void must(ulna_status status, const char *what)
{
  if (status == ULNA_OK) return;
  fprintf(stderr, "chain: %s: %s\n", what, ulna_status_text(status));
  exit(99);
}

ulna_model *chain_model(ulna_convention convention, int n, const ulna_joint joints[], const ulna_pose *base,
                        const ulna_pose *tool)
{
  char names[100][2][16];
  ulna_joint named[100];
  if (n > 100) must(ULNA_TOO_SMALL, "joints");
  for (int i = 0; i < n; i++) {
    snprintf(names[i][0], sizeof names[i][0], "joint%d", i + 1);
    snprintf(names[i][1], sizeof names[i][1], "link%d", i + 1);
    named[i] = joints[i];
    named[i].name = names[i][0];
    named[i].link.name = names[i][1];
    if (named[i].link.body.about == ULNA_ABOUT_UNSAID) named[i].link.body.about = ULNA_ABOUT_COM;
  }
  const description d = {.convention = convention,
                         .name = "",
                         .source = "",
                         .base_name = "base",
                         .gravity = {0, 0, -9.81},
                         .base = base ? *base : ulna_pose_identity(),
                         .tool = tool ? *tool : ulna_pose_identity(),
                         .joint_count = n,
                         .joints = named};
  ulna_model *model = NULL;
  must(ulna_model_create(&d, NULL, &model), "model");
  return model;
}

ulna_work *chain_work(const ulna_model *model)
{
  ulna_work *work = NULL;
  must(ulna_work_create(model, ULNA_PARTS_ALL, NULL, &work), "work");
  return work;
}

ulna_joint chain_joint(void)
{
  ulna_joint j = {.type = ULNA_REVOLUTE, .origin = ulna_pose_identity(), .axis = {0, 0, 1}};
  j.limits.lower = -HUGE_VAL;
  j.limits.upper = j.limits.velocity = j.limits.effort = HUGE_VAL;
  return j;
}

double chain_random(uint64_t *state, double lower, double upper)
{
  return random_between(state, lower, upper);
}

ulna_pose chain_random_pose(uint64_t *state)
{
  double xyz[3], rpy[3];
  for (int k = 0; k < 3; k++) xyz[k] = chain_random(state, -0.5, 0.5), rpy[k] = chain_random(state, -3, 3);
  return ulna_pose_from_rpy(xyz, rpy);
}

ulna_joint chain_random_joint(uint64_t *state)
{
  ulna_joint j = chain_joint();
  j.type = chain_random(state, 0, 1) < 0.3 ? ULNA_PRISMATIC : ULNA_REVOLUTE;
  j.theta = chain_random(state, -3.14, 3.14), j.alpha = chain_random(state, -3.14, 3.14);
  j.d = chain_random(state, -0.5, 0.5), j.a = chain_random(state, -0.5, 0.5);
  j.origin = chain_random_pose(state);
  for (int k = 0; k < 3; k++) j.axis[k] = chain_random(state, -2, 2);
  j.limits.lower = -3, j.limits.upper = 3;
  return j;
}

long_pose long_identity(void)
{
  const long_pose t = {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {0, 0, 0}};
  return t;
}

long_pose long_product(const long_pose *outer, const long_pose *inner)
{
  long_pose t;
  for (int i = 0; i < 3; i++) {
    t.p[i] = outer->p[i];
    for (int j = 0; j < 3; j++) {
      t.p[i] += outer->R[i][j] * inner->p[j];
      t.R[i][j] = 0;
      for (int k = 0; k < 3; k++) t.R[i][j] += outer->R[i][k] * inner->R[k][j];
    }
  }
  return t;
}

long_pose long_of(const ulna_pose *pose)
{
  long_pose t;
  for (int i = 0; i < 3; i++) {
    t.p[i] = (long double)pose->p[i];
    for (int j = 0; j < 3; j++) t.R[i][j] = (long double)pose->R[i][j];
  }
  return t;
}

// R = cos I + (1 − cos) u uᵀ + sin [u]×
long_pose long_turn(const long double axis[3], long double angle)
{
  const long double length = sqrtl(axis[0] * axis[0] + axis[1] * axis[1] + axis[2] * axis[2]);
  const long double c = cosl(angle), s = sinl(angle);
  long double u[3];
  long_pose t = long_identity();
  for (int k = 0; k < 3; k++) u[k] = axis[k] / length;
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) t.R[i][j] = (i == j ? c : 0) + (1 - c) * u[i] * u[j];
  for (int i = 0; i < 3; i++) {
    const int j = (i + 1) % 3, k = (i + 2) % 3;
    t.R[k][j] += s * u[i];
    t.R[j][k] -= s * u[i];
  }
  return t;
}

long_pose long_shift(long double x, long double y, long double z)
{
  long_pose t = long_identity();
  t.p[0] = x, t.p[1] = y, t.p[2] = z;
  return t;
}

static long_pose joint_direct(ulna_convention convention, const ulna_joint *j, long double q)
{
  const long double x[3] = {1, 0, 0}, z[3] = {0, 0, 1};
  const bool slides = j->type == ULNA_PRISMATIC;
  if (convention == ULNA_AXIS) {
    long double axis[3];
    for (int k = 0; k < 3; k++) axis[k] = (long double)j->axis[k];
    const long double length = sqrtl(axis[0] * axis[0] + axis[1] * axis[1] + axis[2] * axis[2]),
                      s = q / length;
    const long_pose origin = long_of(&j->origin);
    const long_pose moved = slides ? long_shift(s * axis[0], s * axis[1], s * axis[2]) : long_turn(axis, q);
    return long_product(&origin, &moved);
  }
  const long_pose rot_z = long_turn(z, (long double)j->theta + (slides ? 0 : q));
  const long_pose trans_z = long_shift(0, 0, (long double)j->d + (slides ? q : 0));
  const long_pose trans_x = long_shift((long double)j->a, 0, 0);
  const long_pose rot_x = long_turn(x, (long double)j->alpha);
  const long_pose about_z = long_product(&rot_z, &trans_z), about_x = long_product(&trans_x, &rot_x);
  return convention == ULNA_DH ? long_product(&about_z, &about_x) : long_product(&about_x, &about_z);
}

long_pose chain_direct(ulna_convention convention, const ulna_joint joints[], const long double q[], int link)
{
  long_pose t = long_identity();
  for (int i = 0; i < link; i++) {
    const long_pose step = joint_direct(convention, &joints[i], q[i]);
    t = long_product(&t, &step);
  }
  return t;
}

double pose_difference(const ulna_pose *x, const long_pose *expected)
{
  double worst = 0;
  for (int i = 0; i < 3; i++) {
    for (int j = 0; j < 3; j++) {
      const double d = fabs((double)((long double)x->R[i][j] - expected->R[i][j]));
      worst = worse_of(worst, d);
    }
    const double d = fabs((double)((long double)x->p[i] - expected->p[i]));
    worst = worse_of(worst, d);
  }
  return worst;
}

double condition_of(const ulna_model *model, ulna_work *work, const double q[])
{
  double condition = -1;
  must(ulna_mass_matrix_condition(model, work, q, &condition), "condition");
  return condition;
}
