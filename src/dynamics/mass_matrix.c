/* The mass matrix, its inverse, and the inertias that joints and hand feel. */
#include <float.h>
#include <math.h>
#include <string.h>

#include "base/finite.h"
#include "dynamics/singular_values.h"
#include "ulna/forward_dynamics.h"
#include "work/work.h"

void ulna_mass_matrix(const ulna_model *model, ulna_work *work, const double q[], double M[])
{
  ULNA_ASSERT(model && work && work->model == model && q && M);
  const int n = model->n;
  if (n <= MASS_MOST) {
    work->mass_matrix(&work->fast, ulna_work_posture(work, q), M);
    return;
  }
  ulna_set_posture(work, q);
  composite_mass_matrix(&work->forward.arm, &work->at, M, &work->forward.composite);
  for (int i = 0; i < n; i++)
    for (int j = 0; j < i; j++) M[j * n + i] = M[i * n + j];
}

/* M's lower triangle (rows of n) into forward.composite.M, factored; forward.pivot filled. */
static ulna_status factor_mass_matrix(ulna_work *work, const double q[])
{
  forward_scratch *s = &work->forward;
  const int n = work->arm.n;
  double *M = s->composite.M;
  if (n <= MASS_MOST) {
    work->mass_matrix(&work->fast, q, M);
  } else {
    ulna_set_posture(work, q);
    composite_mass_matrix(&s->arm, &work->at, M, &s->composite);
  }
  ulna_fast_paths(0)->factor(n, M);
  for (int i = 0; i < n; i++) s->pivot[i] = M[i * n + i];
  return ulna_judge_pivots(s, n);
}

/* Arms of up to so many joints are solved by dense factors, which take less time; measured (compare_libraries, chains of 10 to 15). */
enum { DENSE_MOST = 12 };

/* Solutions one after the other; B NULL: it is the identity. Short arms by the dense factors, long ones by the
 * recursion, which keeps its digits where the dense matrix has lost them. */
static ulna_status solve(const ulna_model *model, ulna_work *work, const double q[], int count,
                         const double B[], double X[])
{
  forward_scratch *s = &work->forward;
  const int n = model->n;
  const size_t row = (size_t)n * sizeof(double);
  const bool dense = n <= DENSE_MOST;
  ulna_status status;
  if (dense) {
    status = factor_mass_matrix(work, q);
  } else {
    ulna_set_posture(work, q);
    ulna_free_bodies(work);
    status = ulna_judge_pivots(s, n);
  }
  if (status != ULNA_OK) return status;
  for (int k = 0; k < count; k++) {
    const double *right = B ? &B[k * n] : s->result;
    if (!B) {
      memset(s->result, 0, row);
      s->result[k] = 1;
    }
    if (dense) ulna_fast_paths(0)->solve(n, s->composite.M, right, &X[k * n]);
    else articulated_solve_again(&s->arm, &work->at, right, &X[k * n], &s->articulated);
  }
  return ULNA_OK;
}

ulna_status ulna_mass_matrix_solve(const ulna_model *model, ulna_work *work, const double q[], int count,
                                   const double B[], double X[])
{
  ULNA_ASSERT(model && work && work->model == model && q && B && X);
  if (count < 0) return ULNA_INVALID_ARGUMENT;
  return solve(model, work, q, count, B, X);
}

/* Arms of up to so many joints have the whole inverse made from the whole matrix, in local memory. */
enum { INVERSE_LOCAL = INVERT_SHORT_MOST };

ulna_status ulna_mass_matrix_inverse(const ulna_model *model, ulna_work *work, const double q[],
                                     double M_inverse[])
{
  ULNA_ASSERT(model && work && work->model == model && q && M_inverse);
  const int n = model->n;
  if (n <= INVERSE_LOCAL) {
    double X[INVERSE_LOCAL * INVERSE_LOCAL];
    forward_scratch *s = &work->forward;
    work->mass_matrix_inverse(&work->fast, q, X, s->pivot);
    const ulna_status status = ulna_judge_pivots(s, n);
    if (status == ULNA_OK) copy_just_written(n * n, X, M_inverse);
    return status;
  }
  const ulna_status status = solve(model, work, q, n, NULL, M_inverse);
  if (status != ULNA_OK) return status;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < i; j++) {
      const double mean = 0.5 * (M_inverse[i * n + j] + M_inverse[j * n + i]);
      M_inverse[i * n + j] = M_inverse[j * n + i] = mean;
    }
  return ULNA_OK;
}

/* The same from the whole matrix and its inverse: M_ii and 1/(M⁻¹)_ii. */
static ulna_status short_arm_inertias(ulna_work *work, const double q[], double others_held[],
                                      double others_free[])
{
  forward_scratch *s = &work->forward;
  const int n = work->arm.n;
  double X[INVERSE_LOCAL * INVERSE_LOCAL], M_ii[INVERSE_LOCAL];
  work->mass_matrix(&work->fast, q, X);
  for (int i = 0; i < n; i++) M_ii[i] = X[i * n + i];
  ulna_fast_paths(0)->invert(n, X, s->pivot);
  const ulna_status status = ulna_judge_pivots(s, n);
  if (status != ULNA_OK) return status;
  for (int i = 0; i < n; i++) {
    if (others_held) others_held[i] = M_ii[i];
    if (others_free) others_free[i] = 1 / X[i * n + i];
  }
  return ULNA_OK;
}

ulna_status ulna_joint_inertias(const ulna_model *model, ulna_work *work, const double q[],
                                double others_held[], double others_free[])
{
  ULNA_ASSERT(model && work && work->model == model && q);
  if (!ulna_work_has(work, ULNA_PART_MATRICES)) return ULNA_MISSING_PART;
  forward_scratch *s = &work->forward;
  const int n = model->n;
  if (n <= INVERSE_LOCAL) return short_arm_inertias(work, q, others_held, others_free);
  const ulna_status status = factor_mass_matrix(work, q);
  if (status != ULNA_OK) return status;
  const double *F = s->composite.M;
  // (M⁻¹)_ii = |D^-1/2 U^-1 e_i|²; U^-1 e_i has i+1 elements that are not zero
  for (int i = 0; others_free && i < n; i++) {
    double sum = 0, *x = s->result;
    memset(x, 0, (size_t)n * sizeof(double));
    x[i] = 1;
    for (int k = i; k >= 0; k--) {
      for (int j = 0; j < k; j++) x[j] -= F[k * n + j] * x[k];
      sum += x[k] * x[k] / F[k * n + k];
    }
    others_free[i] = 1 / sum;
  }
  // M_ii = Σ_k U_ik² D_k
  for (int i = 0; others_held && i < n; i++) {
    double sum = F[i * n + i];
    for (int k = i + 1; k < n; k++) sum += F[k * n + i] * F[k * n + i] * F[k * n + k];
    others_held[i] = sum;
  }
  return ULNA_OK;
}

ulna_status ulna_mass_matrix_condition(const ulna_model *model, ulna_work *work, const double q[],
                                       double *condition)
{
  ULNA_ASSERT(model && work && work->model == model && q && condition);
  if (!ulna_work_has(work, ULNA_PART_MATRICES)) return ULNA_MISSING_PART;
  const int n = model->n;
  double *M = work->forward.composite.M, *sigma = work->forward.result;
  ulna_mass_matrix(model, work, q, M);
  (void)singular_values(work->plain->orthogonalise, M, n, n, sigma);
  const bool regular = isnan(sigma[0]) || sigma[n - 1] > n * DBL_EPSILON * sigma[0];
  *condition = regular ? sigma[0] / sigma[n - 1] : (double)INFINITY;
  return ULNA_OK;
}

ulna_status ulna_operational_inertia_at(const ulna_model *model, ulna_work *work, const ulna_point *point,
                                        ulna_axes axes, const double q[], ulna_operational_inertia *result)
{
  ULNA_ASSERT(model && work && work->model == model && q && result);
  if (!ulna_work_has(work, ULNA_PART_MATRICES)) return ULNA_MISSING_PART;
  forward_scratch *s = &work->forward;
  const int n = model->n, length = row_length(n + 6);
  double *rows = s->rows;
  // J's rows, to be measured in one unit: lengths in arm's lengths
  const double unit = ulna_model_length(model) > 0 ? ulna_model_length(model) : 1;
  const double scale[6] = {1, 1, 1, 1 / unit, 1 / unit, 1 / unit};
  ulna_jacobian(model, work, point, axes, q, rows);
  for (int r = 5; r >= 0; r--) {
    double *row = rows + r * length;
    memmove(row, rows + r * n, (size_t)n * sizeof(double));
    for (int k = 0; k < n; k++) row[k] *= scale[r];
    for (int k = n; k < length; k++) row[k] = k == n + r;
  }
  const ulna_status status = factor_mass_matrix(work, q);
  if (status != ULNA_OK) return status;
  const double *F = s->composite.M;
  double *inverse_root = s->pivot;
  for (int k = 0; k < n; k++) inverse_root[k] = 1 / sqrt(F[k * n + k]);
  // row := D^-1/2 U^-1 row, so that J M⁻¹ Jᵀ = rows · rowsᵀ
  for (int r = 0; r < 6; r++) {
    double *x = rows + r * length;
    for (int k = n - 1; k > 0; k--)
      for (int j = 0; j < k; j++) x[j] -= F[k * n + j] * x[k];
    for (int k = 0; k < n; k++) x[k] *= inverse_root[k];
  }
  double mobility[6][6];
  for (int a = 0; a < 6; a++)
    for (int b = 0; b <= a; b++) {
      double sum = 0;
      for (int k = 0; k < n; k++) sum += rows[a * length + k] * rows[b * length + k];
      mobility[a][b] = mobility[b][a] = sum / (scale[a] * scale[b]);
    }
  // the last six of each row become the rotation
  (void)work->plain->orthogonalise(rows, n, length, 6, rounding_cosine(n));
  double sigma2[6], largest = 0;
  for (int r = 0; r < 6; r++) {
    sigma2[r] = 0;
    for (int k = 0; k < n; k++) sigma2[r] += rows[r * length + k] * rows[r * length + k];
    largest = fmax(largest, sigma2[r]);
  }
  memset(result, 0, sizeof *result);
  memcpy(result->mobility, mobility, sizeof mobility);
  for (int r = 0; r < 6; r++) {
    double v[6];
    for (int k = 0; k < 6; k++) v[k] = rows[r * length + n + k] * scale[k];
    if (!(sigma2[r] > 1e-18 * largest)) {  // a billionth of the easiest direction's length
      memcpy(result->singular[result->singular_count++], v, sizeof v);
      continue;
    }
    for (int a = 0; a < 6; a++)
      for (int b = 0; b <= a; b++) result->inertia[a][b] += v[a] * v[b] / sigma2[r];
  }
  for (int a = 0; a < 6; a++)
    for (int b = 0; b < a; b++) result->inertia[b][a] = result->inertia[a][b];
  return ULNA_OK;
}
