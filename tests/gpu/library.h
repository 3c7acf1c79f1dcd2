/* What the library gives for one state, for comparison with what a card gives. C and C++. */
#ifndef ULNA_TESTS_GPU_LIBRARY_H
#define ULNA_TESTS_GPU_LIBRARY_H

#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "gpu/call.h"
#include "gpu/table.h"
#include "ulna/derivatives.h"
#include "ulna/drive.h"
#include "ulna/regressor.h"
#include "ulna/ulna.h"

static const char *const gpu_names[] = {
    "inverse dynamics",   "forward dynamics", "mass matrix", "gravity",   "bias",
    "hand pose",          "Jacobian",         "link poses",  "regressor", "inverse derivatives",
    "forward derivatives"};

static inline void store_poses(const ulna_pose *from, int count, double *out)
{
  for (int k = 0; k < count; k++) {
    for (int i = 0; i < 9; i++) out[12 * k + i] = from[k].R[i / 3][i % 3];
    for (int i = 0; i < 3; i++) out[12 * k + 9 + i] = from[k].p[i];
  }
}

/* A x = b in place, A n×n; with pivots. */
static inline void solve_plainly(int n, double A[], double b[])
{
  for (int p = 0; p < n; p++) {
    int best = p;
    for (int i = p + 1; i < n; i++)
      if (fabs(A[i * n + p]) > fabs(A[best * n + p])) best = i;
    for (int j = 0; j < n && best != p; j++) {
      const double kept = A[p * n + j];
      A[p * n + j] = A[best * n + j], A[best * n + j] = kept;
    }
    const double right = b[p];
    b[p] = b[best], b[best] = best == p ? b[p] : right;
    for (int i = p + 1; i < n; i++) {
      const double factor = A[i * n + p] / A[p * n + p];
      for (int j = p; j < n; j++) A[i * n + j] -= factor * A[p * n + j];
      b[i] -= factor * b[p];
    }
  }
  for (int p = n - 1; p >= 0; p--) {
    for (int j = p + 1; j < n; j++) b[p] -= A[p * n + j] * b[j];
    b[p] /= A[p * n + p];
  }
}

/* With rotors and viscous friction, dry friction left out: by the arm's matrix of it. False: not such a function, or refused. */
static inline bool library_gives_driven(const ulna_model *m, ulna_work *w, const gpu_arm *arm,
                                        ulna_gpu_function f, const double *q, const double *qd,
                                        const double *third, double *out)
{
  const int n = arm->n, square = n * n;
  double friction[GPU_MOST] = {0}, M[GPU_MOST * GPU_MOST], kept[GPU_MOST * GPU_MOST], x[GPU_MOST],
         slopes[2 * GPU_MOST * GPU_MOST];
  for (int i = 0; i < square; i++) friction[i / n] += arm->viscous[i] * qd[i % n];
  ulna_drive_forces forces;
  ulna_drive_derivatives slope;
  memset(&forces, 0, sizeof forces), memset(&slope, 0, sizeof slope);
  forces.F = out, slope.dtau_dq = slopes, slope.dtau_dqd = slopes + square, slope.dtau_dqdd = kept;
  if (ulna_drive_mass_matrix(m, w, q, M) != ULNA_OK) return false;
  switch (f) {
  case ULNA_GPU_INVERSE_DYNAMICS:
    if (ulna_drive_inverse_dynamics(m, w, q, qd, third, &forces) != ULNA_OK) return false;
    break;
  case ULNA_GPU_BIAS:
    if (ulna_drive_bias(m, w, q, qd, out) != ULNA_OK) return false;
    break;
  case ULNA_GPU_MASS_MATRIX: memcpy(out, M, (size_t)square * sizeof *M); return true;
  case ULNA_GPU_REGRESSOR:
    return ulna_regressor(m, w, ULNA_REGRESSOR_DRIVES, q, qd, third, out, NULL) == ULNA_OK;
  case ULNA_GPU_INVERSE_DYNAMICS_DERIVATIVES:
    if (ulna_drive_inverse_dynamics(m, w, q, qd, third, &forces) != ULNA_OK ||
        ulna_drive_inverse_dynamics_derivatives(m, w, q, qd, third, &slope) != ULNA_OK)
      return false;
    memcpy(out + n, slopes, (size_t)(2 * square) * sizeof *out);
    memcpy(out + n + 2 * square, kept, (size_t)square * sizeof *out);
    break;
  case ULNA_GPU_FORWARD_DYNAMICS:
  case ULNA_GPU_FORWARD_DYNAMICS_DERIVATIVES:
    if (ulna_drive_bias(m, w, q, qd, x) != ULNA_OK) return false;
    for (int i = 0; i < n; i++) out[i] = third[i] - x[i] - friction[i];
    memcpy(kept, M, sizeof kept), solve_plainly(n, kept, out);
    if (f == ULNA_GPU_FORWARD_DYNAMICS) return true;
    if (ulna_drive_inverse_dynamics_derivatives(m, w, q, qd, out, &slope) != ULNA_OK) return false;
    for (int column = 0; column < 3 * n; column++) {
      const int which = column / n, j = column % n;
      for (int i = 0; i < n; i++) x[i] = which == 2 ? i == j : -slopes[which * square + i * n + j];
      memcpy(kept, M, sizeof kept), solve_plainly(n, kept, x);
      for (int i = 0; i < n; i++) out[n + which * square + i * n + j] = x[i];
    }
    return true;
  default: return false;
  }
  for (int i = 0; i < n; i++) out[i] += friction[i];
  return true;
}

/* Links alone. NaN in the first number where the library refuses. */
static inline void library_gives(const ulna_model *m, ulna_work *w, ulna_gpu_function f, const double *q,
                                 const double *qd, const double *third, double *out)
{
  const int n = ulna_model_joint_count(m), square = n * n;
  const double zero[GPU_MOST] = {0};
  ulna_pose poses[GPU_MOST + 1];
  ulna_status status = ULNA_OK;
  switch (f) {
  case ULNA_GPU_INVERSE_DYNAMICS: ulna_inverse_dynamics(m, w, q, qd, third, out); break;
  case ULNA_GPU_FORWARD_DYNAMICS: status = ulna_forward_dynamics(m, w, q, qd, third, out); break;
  case ULNA_GPU_MASS_MATRIX: ulna_mass_matrix(m, w, q, out); break;
  case ULNA_GPU_GRAVITY_TORQUES: ulna_gravity_torques(m, w, q, out); break;
  case ULNA_GPU_BIAS: ulna_inverse_dynamics(m, w, q, qd, zero, out); break;
  case ULNA_GPU_HAND_POSE: ulna_hand_pose(m, w, q, poses), store_poses(poses, 1, out); break;
  case ULNA_GPU_JACOBIAN: ulna_jacobian(m, w, NULL, ULNA_AXES_BASE, q, out); break;
  case ULNA_GPU_LINK_POSES: ulna_link_poses(m, w, q, poses), store_poses(poses + 1, n, out); break;
  case ULNA_GPU_REGRESSOR:
    status = ulna_regressor(m, w, ULNA_REGRESSOR_LINKS, q, qd, third, out, NULL);
    break;
  case ULNA_GPU_INVERSE_DYNAMICS_DERIVATIVES:
    status = ulna_inverse_dynamics_derivatives(m, w, q, qd, third, out, out + n, out + n + square,
                                               out + n + 2 * square);
    break;
  default:
    status = ulna_forward_dynamics_derivatives(m, w, q, qd, third, out, out + n, out + n + square,
                                               out + n + 2 * square);
    break;
  }
  if (status != ULNA_OK) out[0] = (double)NAN;
}

/* Largest difference over the largest number; NaN counts as infinite. */
static inline double apart(const double x[], const double y[], int count)
{
  double off = 0, size = 1e-300;
  for (int i = 0; i < count; i++) {
    const double d = fabs(x[i] - y[i]);
    if (isnan(d)) return (double)INFINITY;
    off = fmax(off, d), size = fmax(size, fabs(y[i]));
  }
  return off / size;
}

/* How far a float may be off, of the largest number, from what the library gives for the same floats; and a double. */
static inline double gpu_limit(bool single) { return single ? 2e-4 : 1e-10; }

/* The same for each of the things a function gives: matrices of derivatives are of different sizes. */
static inline double apart_in_parts(ulna_gpu_function f, int n, int drives, const double x[],
                                    const double y[])
{
  const int width = (int)gpu_width(f, (size_t)n, (size_t)drives);
  if (f != ULNA_GPU_INVERSE_DYNAMICS_DERIVATIVES && f != ULNA_GPU_FORWARD_DYNAMICS_DERIVATIVES)
    return apart(x, y, width);
  double worst = apart(x, y, n);
  for (int k = 0; k < 3; k++) worst = fmax(worst, apart(x + n + k * n * n, y + n + k * n * n, n * n));
  return worst;
}

#endif
