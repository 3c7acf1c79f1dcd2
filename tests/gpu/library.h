/* What the library gives for one state, for comparison with what a card gives. C and C++. */
#ifndef ULNA_TESTS_GPU_LIBRARY_H
#define ULNA_TESTS_GPU_LIBRARY_H

#include <math.h>
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

/* Links alone. NaN in the first number where the library refuses. */
static inline void library_gives(const ulna_model *m, ulna_work *w, gpu_function f, const double *q,
                                 const double *qd, const double *third, double *out)
{
  const int n = ulna_model_joint_count(m), square = n * n;
  const double zero[GPU_MOST] = {0};
  ulna_pose poses[GPU_MOST + 1];
  ulna_status status = ULNA_OK;
  switch (f) {
  case GPU_INVERSE_DYNAMICS: ulna_inverse_dynamics(m, w, q, qd, third, out); break;
  case GPU_FORWARD_DYNAMICS: status = ulna_forward_dynamics(m, w, q, qd, third, out); break;
  case GPU_MASS_MATRIX: ulna_mass_matrix(m, w, q, out); break;
  case GPU_GRAVITY: ulna_gravity_torques(m, w, q, out); break;
  case GPU_BIAS: ulna_inverse_dynamics(m, w, q, qd, zero, out); break;
  case GPU_HAND_POSE: ulna_hand_pose(m, w, q, poses), store_poses(poses, 1, out); break;
  case GPU_JACOBIAN: ulna_jacobian(m, w, q, NULL, ULNA_AXES_BASE, out); break;
  case GPU_LINK_POSES: ulna_link_poses(m, w, q, poses), store_poses(poses + 1, n, out); break;
  case GPU_REGRESSOR: status = ulna_regressor(m, w, ULNA_REGRESSOR_LINKS, q, qd, third, out, NULL); break;
  case GPU_INVERSE_DERIVATIVES:
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

/* How far a float may be off, of the largest number; derivatives of accelerations are divided by the mass matrix twice. */
static inline double gpu_float_limit(gpu_function f) { return f == GPU_FORWARD_DERIVATIVES ? 2e-3 : 2e-4; }

/* The same for each of the things a function gives: matrices of derivatives are of different sizes. */
static inline double apart_in_parts(gpu_function f, int n, const double x[], const double y[])
{
  const int width = (int)gpu_width(f, (size_t)n);
  if (f != GPU_INVERSE_DERIVATIVES && f != GPU_FORWARD_DERIVATIVES) return apart(x, y, width);
  double worst = apart(x, y, n);
  for (int k = 0; k < 3; k++) worst = fmax(worst, apart(x + n + k * n * n, y + n + k * n * n, n * n));
  return worst;
}

#endif
