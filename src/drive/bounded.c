/* Constraints with bounded forces, by an active-set method over equations solved in the coordinates left free.
 *
 * Rows and coordinates are scaled first: x_j by √M_jj, which gives M a unit diagonal, and each row by its largest element.
 * So units and ratios of inertia do not decide which rows are dependent: only the rows do. The rows that act as
 * equations express some coordinates by the others; the rest of M is positive definite whatever is held, and a
 * coordinate held by a row of its own drops out without rounding. */
#include "drive/bounded.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "base/lu.h"
#include "base/symmetric.h"
#include "drive/places.h"

static const double vanishing =
    1e-13;  // the rest, after elimination, of a row of largest element 1 that depends on others

typedef struct {
  const bounded_problem *p;
  bounded_scratch *s;
  int n, count, rank; /* rank: independent rows among those that act as equations */
  bool apart;         /* each of them has one coordinate of its own, as most have */
} solver;

/* M, f, C and d in scaled terms: M̂ = D M D, f̂ = D f, ĉ = c D / ρ, d̂ = d / ρ, λ̂ = ρ λ, with D = 1/√M_jj. */
static ulna_status scale(solver *x)
{
  const bounded_problem *p = x->p;
  bounded_scratch *s = x->s;
  const int n = x->n;
  for (int j = 0; j < n; j++) {
    const double inertia = p->M[j * n + j];
    if (!isfinite(inertia)) return ULNA_NOT_FINITE;
    s->unit[j] = inertia > 0 ? 1 / sqrt(inertia) : 1;
  }
  for (int i = 0; i < n; i++) {
    s->f[i] = p->f[i] * s->unit[i];
    for (int j = 0; j < n; j++) s->M[i * n + j] = p->M[i * n + j] * s->unit[i] * s->unit[j];
  }
  for (int r = 0; r < x->count; r++) {
    double largest = 0;
    for (int j = 0; j < n; j++) {
      s->C[r * n + j] = p->C[r * n + j] * s->unit[j];
      largest = fmax(largest, fabs(s->C[r * n + j]));
    }
    s->rho[r] = largest;
    s->sole[r] = -1;
    int elements = 0;
    for (int j = 0; j < n && largest > 0; j++) {
      if (s->C[r * n + j] == 0) continue;
      s->C[r * n + j] /= largest;
      s->sole[r] = elements++ ? -1 : j;
    }
    s->d[r] = largest > 0 ? p->d[r] / largest : 0;
  }
  return ULNA_OK;
}

/* Among the acting rows of several elements that are not chosen yet, the one with the largest rest; its column. -1:
 * none. */
static int most_left(const solver *x, int *column)
{
  const bounded_scratch *s = x->s;
  int best = -1;
  double most = vanishing;
  for (int r = 0; r < x->count; r++) {
    if (s->role[r] != ROW_SPARE || s->sole[r] >= 0) continue;
    for (int j = 0; j < x->n; j++)
      if (fabs(s->left[r * x->n + j]) > most) most = fabs(s->left[r * x->n + j]), best = r, *column = j;
  }
  return best;
}

static void take_row(solver *x, int row, int column)
{
  bounded_scratch *s = x->s;
  s->role[row] = ROW_EQUATION;
  s->row[x->rank] = row, s->column[x->rank++] = column;
  s->determined[column] = 1;
}

/* Rows of one element each need no elimination among them, and give their coordinates to the other rows. */
static void choose_sole_rows(solver *x)
{
  bounded_scratch *s = x->s;
  const int n = x->n;
  for (int r = 0; r < x->count; r++)
    if (s->role[r] == ROW_SPARE && s->sole[r] >= 0 && !s->determined[s->sole[r]]) take_row(x, r, s->sole[r]);
  for (int r = 0; r < x->count; r++) {
    if (s->role[r] != ROW_SPARE || s->sole[r] >= 0) continue;
    for (int j = 0; j < n; j++) s->left[r * n + j] = s->determined[j] ? 0 : s->C[r * n + j];
  }
}

/* Chooses independent rows among the equations, and for each the coordinate it determines: those of one element in order,
 * the others by elimination with complete pivoting on a copy. Rows that are not chosen stay spare. */
static void choose_rows(solver *x)
{
  bounded_scratch *s = x->s;
  const int n = x->n;
  int column = 0, row;
  x->rank = 0;
  for (int j = 0; j < n; j++) s->determined[j] = 0;
  for (int r = 0; r < x->count; r++)
    if (s->role[r] != ROW_AT_BOUND) s->role[r] = ROW_SPARE;
  choose_sole_rows(x);
  x->apart = true;
  while (x->rank < n && (row = most_left(x, &column)) >= 0) {
    take_row(x, row, column);
    x->apart = false;
    for (int r = 0; r < x->count; r++) {
      if (s->role[r] != ROW_SPARE || s->sole[r] >= 0 || s->left[r * n + column] == 0) continue;
      const double l = s->left[r * n + column] / s->left[row * n + column];
      for (int j = 0; j < n; j++) s->left[r * n + j] -= l * s->left[row * n + j];
      s->left[r * n + column] = 0;
    }
  }
}

/* The chosen equations B x_D + C_I x_I = d give x_D = t − W x_I, with B factored on the way. Where they are apart W is zero
 * and not written. */
static void express(solver *x)
{
  bounded_scratch *s = x->s;
  const int n = x->n, k = x->rank;
  int m = 0;
  for (int j = 0; j < n; j++)
    if (!s->determined[j]) s->independent[m++] = j;
  for (int a = 0; a < k; a++) s->t[a] = s->d[s->row[a]];
  if (x->apart) {
    for (int a = 0; a < k; a++) s->t[a] /= s->C[s->row[a] * n + s->column[a]];
    return;
  }
  for (int a = 0; a < k; a++)
    for (int b = 0; b < k; b++) s->B[a * k + b] = s->C[s->row[a] * n + s->column[b]];
  lu_factor(k, s->B, s->pivot, 0);  // regular by choice
  lu_solve(k, s->B, s->pivot, s->t);
  for (int i = 0; i < m; i++) {
    double *w = &s->W[i * n];
    for (int a = 0; a < k; a++) w[a] = s->C[s->row[a] * n + s->independent[i]];
    lu_solve(k, s->B, s->pivot, w);
  }
}

/* v becomes Zᵀ v: what forces v are in the independent coordinates, x = Z x_I + (t, 0) */
static double reduced(const solver *x, const double v[], int m)
{
  const bounded_scratch *s = x->s;
  double sum = v[s->independent[m]];
  for (int a = 0; a < x->rank && !x->apart; a++) sum -= s->W[m * x->n + a] * v[s->column[a]];
  return sum;
}

/* Zᵀ M Z x_I = Zᵀ (g − M (t, 0)) by elimination of the symmetric matrix. */
static ulna_status solve_independent(solver *x)
{
  bounded_scratch *s = x->s;
  const int n = x->n, k = x->rank, m = n - k;
  double *A = s->A, *b = s->b, *column = s->v;
  for (int i = 0; i < n; i++) {
    column[i] = s->g[i];
    for (int a = 0; a < k; a++) column[i] -= s->M[i * n + s->column[a]] * s->t[a];
  }
  for (int r = 0; r < m; r++) b[r] = reduced(x, column, r);
  for (int c = 0; c < m; c++) {
    const double *w = &s->W[c * n];
    for (int i = 0; i < n; i++) {
      column[i] = s->M[i * n + s->independent[c]];
      for (int a = 0; a < k && !x->apart; a++) column[i] -= s->M[i * n + s->column[a]] * w[a];
    }
    for (int r = c; r < m; r++) A[r * n + c] = reduced(x, column, r);
  }
  const int bad = symmetric_solve(m, n, A, b);
  return bad >= 0 ? judge_pivot(A[bad * n + bad]) : ULNA_OK;
}

/* x and the forces of the equations, with all other forces as they are. */
static ulna_status solve_equations(solver *x)
{
  bounded_scratch *s = x->s;
  const int n = x->n;
  choose_rows(x);
  memcpy(s->g, s->f, (size_t)n * sizeof *s->g);
  for (int r = 0; r < x->count; r++) {
    if (s->role[r] == ROW_EQUATION || s->lambda[r] == 0) continue;
    for (int j = 0; j < n; j++) s->g[j] -= s->C[r * n + j] * s->lambda[r];
  }
  express(x);
  const ulna_status status = solve_independent(x);
  if (status != ULNA_OK) return status;
  for (int m = 0; m < n - x->rank; m++) s->x[s->independent[m]] = s->b[m];
  for (int a = 0; a < x->rank; a++) {
    double sum = s->t[a];
    for (int m = 0; m < n - x->rank && !x->apart; m++) sum -= s->W[m * n + a] * s->b[m];
    s->x[s->column[a]] = sum;
  }
  // Bᵀ λ = (g − M x)_D
  for (int a = 0; a < x->rank; a++) {
    const int i = s->column[a];
    s->v[a] = s->g[i];
    for (int j = 0; j < n; j++) s->v[a] -= s->M[i * n + j] * s->x[j];
  }
  if (!x->apart) lu_solve_transposed(x->rank, s->B, s->pivot, s->v);
  memcpy(s->trial, s->lambda, (size_t)x->count * sizeof *s->trial);
  for (int a = 0; a < x->rank; a++)
    s->trial[s->row[a]] = x->apart ? s->v[a] / s->C[s->row[a] * n + s->column[a]] : s->v[a];
  return ULNA_OK;
}

static double bound_of(const solver *x, int r, int side)
{
  return (side > 0 ? x->p->upper[r] : x->p->lower[r]) * x->s->rho[r];
}

/* Goes from λ towards the equations' own as far as bounds allow. Returns the row that comes to its bound first, with the
 * side; -1: none does. */
static int step_to_bound(solver *x, int *side)
{
  bounded_scratch *s = x->s;
  int blocked = -1;
  double part = 1;
  for (int a = 0; a < x->rank; a++) {
    const int r = s->row[a];
    const double slack = r < x->p->first ? x->p->slack : 0;
    const int to = s->trial[r] > bound_of(x, r, 1) + slack    ? 1
                   : s->trial[r] < bound_of(x, r, -1) - slack ? -1
                                                              : 0;
    if (to == 0) continue;
    const double way = (bound_of(x, r, to) - s->lambda[r]) / (s->trial[r] - s->lambda[r]);
    if (blocked < 0 || way < part) part = way, blocked = r, *side = to;
  }
  for (int a = 0; a < x->rank; a++) {
    const int r = s->row[a];
    s->lambda[r] = blocked < 0 ? s->trial[r] : s->lambda[r] + part * (s->trial[r] - s->lambda[r]);
  }
  return blocked;
}

static double residual(const solver *x, int r)
{
  double sum = -x->s->d[r];
  for (int j = 0; j < x->n; j++) sum += x->s->C[r * x->n + j] * x->s->x[j];
  return sum;
}

/* A row at its bound that moves against it by more than rounding, the worst; -1: none. */
static int wrong_side(const solver *x)
{
  const bounded_scratch *s = x->s;
  double scale = 0, most = 0;
  int worst = -1;
  for (int j = 0; j < x->n; j++) scale = fmax(scale, fmax(fabs(s->x[j]), fabs(s->f[j])));
  for (int r = 0; r < x->count; r++) {
    if (s->role[r] != ROW_AT_BOUND || s->rho[r] == 0) continue;
    const double against = -x->p->at[r] * residual(x, r);
    if (against > 1e-13 * (scale + fabs(s->d[r])) && against > most) most = against, worst = r;
  }
  return worst;
}

static ulna_status begin(solver *x)
{
  const ulna_status status = scale(x);
  for (int r = 0; r < x->count; r++) {
    x->s->role[r] = ROW_SPARE;
    x->s->lambda[r] = 0;
    x->p->at[r] = 0;
  }
  return status;
}

static void answer(const solver *x)
{
  const bounded_scratch *s = x->s;
  for (int j = 0; j < x->n; j++) x->p->x[j] = s->x[j] * s->unit[j];
  for (int r = 0; r < x->count; r++) {
    const int at = x->p->at[r];
    x->p->lambda[r] = s->rho[r] > 0 ? s->lambda[r] / s->rho[r] : 0;
    if (at) x->p->lambda[r] = at > 0 ? x->p->upper[r] : x->p->lower[r];
  }
}

ulna_status ulna_held_solve(const bounded_problem *p, bounded_scratch *s)
{
  solver x = {p, s, p->n, p->count, 0, true};
  ulna_status status = begin(&x);
  if (status == ULNA_OK) status = solve_equations(&x);
  if (status != ULNA_OK) return status;
  memcpy(s->lambda, s->trial, (size_t)p->count * sizeof *s->lambda);
  answer(&x);
  return ULNA_OK;
}

/* Every change of the set lowers the objective or takes a row out of the equations, so the sets do not repeat; the limit
 * is for rounding. A row without elements (a gear at its dead point) has no effect: its coordinate accelerates by −d,
 * and its force is the bound against that. */
ulna_status ulna_bounded_solve(const bounded_problem *p, bounded_scratch *s)
{
  solver x = {p, s, p->n, p->count, 0, true};
  ulna_status status = begin(&x);
  if (status != ULNA_OK) return status;
  for (int r = 0; r < p->count; r++) {
    if (s->rho[r] > 0 || p->d[r] == 0) continue;
    s->role[r] = ROW_AT_BOUND;
    p->at[r] = p->d[r] < 0 ? 1 : -1;
  }
  const int most = 100 + 20 * p->count;
  for (int round = 0; round < most; round++) {
    status = solve_equations(&x);
    if (status != ULNA_OK) return status;
    int side = 0;
    const int blocked = step_to_bound(&x, &side);
    if (blocked >= 0) {
      s->role[blocked] = ROW_AT_BOUND;
      p->at[blocked] = side;
      s->lambda[blocked] = bound_of(&x, blocked, side);
      continue;
    }
    const int wrong = wrong_side(&x);
    if (wrong < 0) {
      answer(&x);
      for (int r = 0; r < p->first; r++) p->lambda[r] = fmin(fmax(p->lambda[r], p->lower[r]), p->upper[r]);
      return ULNA_OK;
    }
    s->role[wrong] = ROW_SPARE;
    p->at[wrong] = 0;
  }
  return ULNA_NOT_CONVERGED;
}
