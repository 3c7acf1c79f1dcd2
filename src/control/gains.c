/* Gains of the joints, and the tables over inertia load from which they come.
 *
 * Joint i feels M_ii, which depends on the joints beyond it; most of the dependence is on one or two of them. Those two are
 * found, and M_ii is tabulated over them, the others in the middle of their ranges. A joint of stiffness K feels a damping
 * ratio ζ at k_v = 2ζ √(K/M_ii) [Mudge, after eq. 35]: the cell keeps both. */
#include <math.h>
#include <string.h>

#include "base/numbers.h"
#include "base/random.h"
#include "base/worse.h"
#include "control/control_internal.h"
#include "drive/driven.h"
#include "ulna/drive.h"
#include "ulna/follow.h"

enum { BASE_POSTURES = 6, CHECK_POSTURES = 64 };

/* The range in which joint i is assumed to move: within its limits, or about 0. */
void ulna_control_range(const ulna_controller *c, int i, double *from, double *to)
{
  const bool turns = c->model->given.joints[i].type == ULNA_REVOLUTE;
  finite_range(c->lower[i], c->upper[i], turns ? PI : 1, from, to);
}

void ulna_control_random_posture(const ulna_controller *c, uint64_t *state, double q[])
{
  for (int i = 0; i < c->n; i++) {
    double from, to;
    ulna_control_range(c, i, &from, &to);
    q[i] = from + (to - from) * random_congruent_unit(state);
  }
  ulna_follow_motion(c->model, q, NULL, NULL);
}

static double point_of(const load_table *t, int axis, int k)
{
  return t->lower[axis] + (t->inverse[axis] > 0 ? k / t->inverse[axis] : 0);
}

/* How much M_ii changes as joint j goes through its range, from several postures: a row of `spread` per joint i. */
static void find_spreads(ulna_controller *c, double spread[])
{
  const int n = c->n;
  double *q = c->v[0], *M = c->M, *low = c->v[1], *high = c->error;
  uint64_t state = 1;
  memset(spread, 0, (size_t)n * (size_t)n * sizeof *spread);
  for (int base = 0; base < BASE_POSTURES; base++) {
    ulna_control_random_posture(c, &state, q);
    for (int j = 0; j < n; j++) {
      const double kept = q[j];
      double from, to;
      ulna_control_range(c, j, &from, &to);
      for (int k = 0; k < LOAD_POINTS; k++) {
        q[j] = from + (to - from) * k / (LOAD_POINTS - 1);
        ulna_driven_mass_matrix(c->model, c->work, q, M);
        for (int i = 0; i < n; i++) {
          const double m = M[i * n + i];
          if (k == 0 || m < low[i]) low[i] = m;
          if (k == 0 || m > high[i]) high[i] = m;
        }
      }
      for (int i = 0; i < n; i++) spread[i * n + j] += high[i] - low[i];
      q[j] = kept;
    }
  }
}

/* The two joints with the largest spread; none where nothing changes. */
static void choose_axes(const ulna_controller *c, int i, const double spread[], load_table *t)
{
  const int n = c->n;
  t->axis[0] = t->axis[1] = -1;
  for (int a = 0; a < 2; a++) {
    for (int j = 0; j < n; j++) {
      if (j == t->axis[0]) continue;
      if (t->axis[a] < 0 ? spread[i * n + j] > 1e-9 * (1 + spread[i * n + i])
                         : spread[i * n + j] > spread[i * n + t->axis[a]])
        t->axis[a] = j;
    }
    double from = 0, to = 0;
    if (t->axis[a] >= 0) ulna_control_range(c, t->axis[a], &from, &to);
    t->lower[a] = from;
    t->inverse[a] = t->axis[a] >= 0 && to > from ? (LOAD_POINTS - 1) / (to - from) : 0;
  }
}

/* Inertias of joint i over its table; the largest of them. */
static double fill_table(ulna_controller *c, int i)
{
  const int n = c->n;
  load_table *t = &c->table[i];
  double *q = c->v[0], largest = 0;
  for (int j = 0; j < n; j++) {
    double from, to;
    ulna_control_range(c, j, &from, &to);
    q[j] = (from + to) / 2;
  }
  for (int k = 0; k < LOAD_POINTS; k++)
    for (int l = 0; l < LOAD_POINTS; l++) {
      if (t->axis[0] >= 0) q[t->axis[0]] = point_of(t, 0, k);
      if (t->axis[1] >= 0) q[t->axis[1]] = point_of(t, 1, l);
      ulna_driven_mass_matrix(c->model, c->work, q, c->M);
      const double inertia = c->M[i * n + i];
      t->cell[k * LOAD_POINTS + l].inertia = inertia;
      largest = worse_of(largest, inertia);
    }
  return largest;
}

static double locate(const load_table *t, int a, const double q[], int *k)
{
  *k = 0;
  if (t->axis[a] < 0) return 0;
  const double x = (q[t->axis[a]] - t->lower[a]) * t->inverse[a];
  if (!(x > 0)) return 0;
  const int last = LOAD_POINTS - 2;
  *k = x < last + 1 ? (int)x : last;
  const double f = x - *k;
  return f < 1 ? f : 1;
}

/* Linear in both directions, level beyond the ends. */
static load_cell look_up(const load_table *t, const double q[])
{
  int k, l;
  const double x = locate(t, 0, q, &k), y = locate(t, 1, q, &l);
  const load_cell *a = &t->cell[k * LOAD_POINTS + l], *b = a + LOAD_POINTS;
  const double a0 = (1 - x) * (1 - y), a1 = (1 - x) * y, b0 = x * (1 - y), b1 = x * y;
  const load_cell found = {
      a0 * a[0].inertia + a1 * a[1].inertia + b0 * b[0].inertia + b1 * b[1].inertia,
      a0 * a[0].kv + a1 * a[1].kv + b0 * b[0].kv + b1 * b[1].kv,
  };
  return found;
}

static void check_tables(ulna_controller *c)
{
  const int n = c->n;
  double *q = c->v[0];
  uint64_t state = 2;
  for (int i = 0; i < n; i++) c->table_error[i] = 0;
  for (int k = 0; k < CHECK_POSTURES; k++) {
    ulna_control_random_posture(c, &state, q);
    ulna_driven_mass_matrix(c->model, c->work, q, c->M);
    for (int i = 0; i < n; i++) {
      const double error = fabs(look_up(&c->table[i], q).inertia / c->M[i * n + i] - 1);
      if (error > c->table_error[i]) c->table_error[i] = error;
    }
  }
}

ulna_status ulna_control_make_gains(ulna_controller *c)
{
  const int n = c->n;
  const ulna_joint_gains *g = &c->o.joints;
  double *spread = c->factor;  // n×n, not yet in use
  find_spreads(c, spread);
  for (int i = 0; i < n; i++) {
    load_table *t = &c->table[i];
    t->cell = c->cells + i * LOAD_POINTS * LOAD_POINTS;
    choose_axes(c, i, spread, t);
    const double largest = fill_table(c, i);
    if (!(largest > 0) || !isfinite(largest)) return ULNA_SINGULAR;

    c->kp[i] = g->kp ? g->kp[i] : g->frequency * g->frequency;
    c->kv[i] = g->kv ? g->kv[i] : 2 * g->damping_ratio * sqrt(c->kp[i]);
    c->ki[i] = g->ki ? g->ki[i] : 0;
    c->stiffness[i] = c->kp[i] * largest;
    // a light posture makes the joint fast; no faster than the sampling can follow
    const double fastest = ulna_control_fastest(&c->o);
    for (int k = 0; k < LOAD_POINTS * LOAD_POINTS; k++) {
      load_cell *cell = &t->cell[k];
      if (!(cell->inertia > 0)) return ULNA_SINGULAR;
      cell->kv = fmin(2 * g->damping_ratio * sqrt(c->stiffness[i] / cell->inertia), fastest);
    }
  }
  check_tables(c);
  return ULNA_OK;
}

void ulna_control_gains_at(const ulna_controller *c, const double q[], double kp[], double kv[],
                           double inertia[])
{
  const double ratio = c->o.joints.damping_ratio;
  const bool by_load = c->o.joints.by_load && !c->o.joints.kp;
  for (int i = 0; i < c->n; i++) {
    load_cell cell = {0, c->kv[i]};
    if (by_load || inertia) cell = look_up(&c->table[i], q);
    if (inertia) inertia[i] = cell.inertia;
    if (kv) kv[i] = by_load ? cell.kv : c->kv[i];
    if (kp) kp[i] = by_load ? cell.kv * cell.kv / (4 * ratio * ratio) : c->kp[i];  // k_v = 2ζ √k_p
  }
}

void ulna_controller_gains(const ulna_controller *c, const double q[], double kp[], double kv[],
                           double inertia[])
{
  ULNA_ASSERT(c && q);
  ulna_control_gains_at(c, q, kp, kv, inertia);
  const bool alone = c->o.kind == ULNA_CONTROL_UNIFIED_PRINTED || !c->o.fine.whole_inertia;
  for (int i = 0; inertia && alone && i < c->n; i++) inertia[i] *= c->share[i];
}

const double *ulna_controller_table_error(const ulna_controller *c)
{
  ULNA_ASSERT(c);
  return c->table_error;
}
