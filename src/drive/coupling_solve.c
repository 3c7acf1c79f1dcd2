/* From the actuators' positions to the joints': one solution by Newton's method, or all that a screw's two sides give. */
#include <math.h>
#include <string.h>

#include "base/finite.h"
#include "base/lu.h"
#include "base/numbers.h"
#include "model/coupling.h"
#include "ulna/drive.h"
#include "work/work.h"

/* Tolerance relative to the largest actuator position or offset: rounding of screws with gains of a thousand. */
static const double good_enough = 1e-12;

/* The largest difference; NaN if one is. */
static double largest_error(int n, const double a[], const double b[])
{
  double largest = 0;
  for (int i = 0; i < n; i++) {
    const double e = fabs(a[i] - b[i]);
    if (isnan(e)) return e;
    if (e > largest) largest = e;
  }
  return largest;
}

/* move becomes K⁻¹ move; K is constant, or as it stands in the work. False: it is singular. */
static bool solve_for_move(const ulna_model *model, ulna_work *work, double move[])
{
  const drive_numbers *drives = &model->drives;
  drive_scratch *d = &work->drive;
  const int n = model->n;
  if (drives->factor) {
    lu_solve_scaled(n, drives->factor, drives->pivot, drives->row_scale, move);
    return true;
  }
  memcpy(d->factor, d->K, (size_t)n * (size_t)n * sizeof *d->factor);
  if (lu_factor_scaled(n, d->factor, d->pivot, d->row_scale, COUPLING_VANISHING) >= 0) return false;
  lu_solve_scaled(n, d->factor, d->pivot, d->row_scale, move);
  return true;
}

/* q where each actuator moves its own joint, at a ratio that does not vanish; returns the largest error left. */
static double solve_in_order(const drive_numbers *drives, int n, const double q_a[], double q[])
{
  double largest = 0;
  for (int i = 0; i < n; i++) {
    const double offset = drives->actuators.offset[i], ratio = drives->place[i].ratio;
    q[i] = (q_a[i] - offset) / ratio;
    const double error = fabs(offset + ratio * q[i] - q_a[i]);
    if (error > largest) largest = error;
  }
  return largest;
}

/* 1, or the largest of `scale` and n finite numbers, whatever their signs. */
static double scale_of(double scale, int n, const double x[])
{
  for (int i = 0; i < n; i++) {
    const double size = fabs(x[i]);
    if (size > scale) scale = size;
  }
  return scale;
}

/* Newton on q_a(q) − q_a = 0 from x; a step that does not lessen the largest error is halved. *error: what is left. */
static ulna_status solve_by_steps(const ulna_model *model, ulna_work *work, const double q_a[], double scale,
                                  double x[], double *error)
{
  const coupling_numbers *c = &model->drives.actuators;
  const int n = model->n;
  double *trial = work->drive.v[1], *value = work->drive.v[2], *move = work->drive.v[3];
  ulna_coupling_value(c, x, value, work->drive.K_now);
  *error = largest_error(n, value, q_a);
  for (int iteration = 0; iteration < 60 && *error > 4e-16 * scale; iteration++) {
    for (int i = 0; i < n; i++) move[i] = q_a[i] - value[i];
    if (!solve_for_move(model, work, move))  // at a dead point: there already, or stuck
      return *error <= good_enough * scale ? ULNA_OK : ULNA_SINGULAR;
    double length = 1, tried = HUGE_VAL;
    for (; length > 1e-6; length /= 2) {
      for (int i = 0; i < n; i++) trial[i] = x[i] + length * move[i];
      ulna_coupling_value(c, trial, value, work->drive.K_now);
      tried = largest_error(n, value, q_a);
      if (tried < *error) break;
    }
    if (!(tried < *error)) break;  // as near as it gets
    *error = tried;
    memcpy(x, trial, (size_t)n * sizeof *x);
  }
  return ULNA_OK;
}

ulna_status ulna_coupling_solve(const ulna_model *model, ulna_work *work, const double q_a[],
                                const double start[], double q[], double *residual)
{
  ULNA_ASSERT(model && work && work->model == model && q_a && start && q);
  if (!ulna_work_has(work, ULNA_PART_DRIVES)) return ULNA_MISSING_PART;
  const int n = model->n;
  double *x = work->drive.v[0], error;
  if (!all_finite(n, q_a) || !all_finite(n, start)) return ULNA_NOT_FINITE;
  const double scale = scale_of(scale_of(1, n, q_a), n, model->drives.actuators.offset);
  if (model->drives.in_order) {
    error = solve_in_order(&model->drives, n, q_a, x);
  } else {
    memcpy(x, start, (size_t)n * sizeof *x);
    const ulna_status status = solve_by_steps(model, work, q_a, scale, x, &error);
    if (status != ULNA_OK) return status;
  }
  if (residual) *residual = error;
  if (!(error <= good_enough * scale)) return ULNA_NOT_CONVERGED;
  copy_just_written(n, x, q);
  return ULNA_OK;
}

/* ---- all of them */

enum { MOST_SCREWS = 10 };

typedef struct {
  const ulna_model *m;
  const coupling_numbers *c;
  const double *q_a, *near;
  int n, sides;                 /* sides: screws that are all of their actuator, 10 at most */
  int screw[MOST_SCREWS];       /* which */
  double to_near[MOST_SCREWS];  /* from its dead point: its phase at `near`, */
  double to_value[MOST_SCREWS]; /* and that of q_a, on either side */
} sides;

/* The one screw of an actuator that nothing else moves; -1: there is none such. */
static int only_screw(const coupling_numbers *c, int row)
{
  int found = -1;
  for (int i = 0; i < c->n; i++)
    if (c->K[row * c->n + i] != 0) return -1;
  for (int k = 0; k < c->screw_count; k++) {
    if (c->screw[k].row != row) continue;
    if (found >= 0) return -1;
    found = k;
  }
  return found;
}

static double phase_at(const sides *x, const screw_numbers *s)
{
  double phase = s->phi0;
  for (int i = 0; i < x->n; i++) phase += s->weight[i] * x->near[i];
  return phase;
}

/* With R cos(φ − φ*) = mu cos φ + nu sin φ, a screw at f has cos(φ − φ*) = ((f/gain)² − s)/R: false if there is none. */
static bool find_sides(sides *x)
{
  const double turn = 2 * PI;
  for (int a = 0; a < x->n && x->sides < MOST_SCREWS; a++) {
    const int k = only_screw(x->c, a);
    if (k < 0) continue;
    const screw_numbers *s = &x->c->screw[k];
    const double R = hypot(s->mu, s->nu), root = (x->q_a[a] - x->c->offset[a]) / s->gain;
    double cosine = (root * root - s->s) / R;
    if (fabs(cosine) > 1 && fabs(cosine) < 1 + 1e-12)
      cosine = copysign(1, cosine);  // at the dead point itself
    if (!(root >= 0) || !(fabs(cosine) <= 1)) return false;
    x->screw[x->sides] = k;
    x->to_near[x->sides] = remainder(phase_at(x, s) - atan2(s->nu, s->mu), turn);
    x->to_value[x->sides++] = acos(cosine);
  }
  return true;
}

/* Where to start for the sides of `set`: screws by their phase, what else there is by its slope at `near`. */
static bool guess(const sides *x, ulna_work *work, unsigned set, double q[])
{
  drive_scratch *d = &work->drive;
  const int n = x->n;
  const double turn = 2 * PI;
  ulna_coupling_value(x->c, x->near, d->v[2], d->factor);
  for (int a = 0; a < n; a++) q[a] = x->q_a[a] - d->v[2][a];
  for (int k = 0; k < x->sides; k++) {
    const screw_numbers *s = &x->c->screw[x->screw[k]];
    const double wanted = (set >> k & 1 ? -1 : 1) * x->to_value[k];
    memcpy(&d->factor[s->row * n], s->weight, (size_t)n * sizeof *s->weight);
    q[s->row] = remainder(wanted - x->to_near[k], turn);
  }
  if (lu_factor_scaled(n, d->factor, d->pivot, d->row_scale, COUPLING_VANISHING) >= 0) return false;
  lu_solve_scaled(n, d->factor, d->pivot, d->row_scale, q);
  for (int i = 0; i < n; i++) q[i] += x->near[i];
  return true;
}

static double distance(int n, const double a[], const double b[])
{
  double sum = 0;
  for (int i = 0; i < n; i++) sum += (a[i] - b[i]) * (a[i] - b[i]);
  return sum;
}

/* Sorts a solution in by its distance from `near`; without room the last one is dropped. Two equal solutions have met
 * at a dead point. */
static void insert(const sides *x, const double solution[], int most, double q[], int *count)
{
  const int n = x->n, kept = *count < most ? *count : most;
  const double far = distance(n, solution, x->near);
  int at = kept;
  for (int k = kept - 1; k >= 0; k--) {
    if (distance(n, solution, q + (ptrdiff_t)k * n) < 1e-12) return;
    if (distance(n, q + (ptrdiff_t)k * n, x->near) > far) at = k;
  }
  ++*count;
  for (int k = *count <= most ? kept : most - 1; k > at; k--)
    memcpy(q + (ptrdiff_t)k * n, q + (ptrdiff_t)(k - 1) * n, (size_t)n * sizeof *q);
  if (at < most) copy_just_written(n, solution, q + (ptrdiff_t)at * n);
}

ulna_status ulna_coupling_solutions(const ulna_model *model, ulna_work *work, const double q_a[],
                                    const double near[], int most, double q[], int *count)
{
  ULNA_ASSERT(model && work && work->model == model && q_a && near && q && count && most > 0);
  if (!ulna_work_has(work, ULNA_PART_DRIVES)) return ULNA_MISSING_PART;
  if (model->drives.actuators.screw_count == 0) {  // linear: there is one
    const ulna_status status = ulna_coupling_solve(model, work, q_a, near, q, NULL);
    if (status == ULNA_OK) *count = 1;
    return status == ULNA_SINGULAR ? ULNA_NOT_CONVERGED : status;
  }
  sides x = {.m = model, .c = &model->drives.actuators, .q_a = q_a, .near = near, .n = model->n};
  double *start = work->drive.v[4], *solution = work->drive.v[5];
  int found = 0;
  if (!all_finite(x.n, q_a) || !all_finite(x.n, near)) return ULNA_NOT_FINITE;
  if (!find_sides(&x)) return ULNA_NOT_CONVERGED;
  for (unsigned set = 0; set < 1u << x.sides; set++) {
    const bool guessed = x.sides > 0 && guess(&x, work, set, start);
    if (!guessed) memcpy(start, near, (size_t)x.n * sizeof *start);
    const ulna_status status = ulna_coupling_solve(model, work, q_a, start, solution, NULL);
    if (status == ULNA_OK) insert(&x, solution, most, q, &found);
  }
  if (found == 0) return ULNA_NOT_CONVERGED;
  *count = found;
  return ULNA_OK;
}
