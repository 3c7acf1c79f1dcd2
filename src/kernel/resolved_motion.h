/* Resolved motion: from the hand's acceleration to joint accelerations.
 *
 * Outward, each link's motion at qdd = 0 in its own frame [Mudge, eqs 16, 28, 29]; then the linearised recursion,
 * in which unit joint accelerations bring out ("strobe") one column of D after the other [Mudge, eqs 19–27]:
 *   ac_n = D qdd + ac_n^nonlin,   ac = [angular acceleration; acceleration of origin n], frame n axes.
 * D turned to base axes is the Jacobian [Mudge, eq. 21], so D qd is the hand's twist as well.
 * Source: [Mudge, eqs 16–30]. Differs: z_{i-1} in 17 and 23 (printed alpha_{i-1}); D is 6×n (printed n×n); sums from
 * joint 1 (printed 0); rotations of 25 in order; the recursion starts at a_0 = 0, so the hand's acceleration is
 * the true one, without gravity; prismatic joints are added; the base may move.
 *
 * By-products stay in the scratch, because gross motion needs them [Mudge, Table 2]: with them every link's motion
 * at any qdd is a sum,  wd_i = wd_i^nonlin + Σ_j wd_lin[j][i] qdd_j,  a_i likewise. */
#ifndef ULNA_KERNEL_RESOLVED_MOTION_H
#define ULNA_KERNEL_RESOLVED_MOTION_H

#include <stdbool.h>

#include "kernel/newton_euler.h"

// rows of [Mudge, Table 1]; the difference ac_n − ac_n^nonlin is not in print
enum {
  RESOLVED_hand = 2,
  RESOLVED_w,
  RESOLVED_wd,
  RESOLVED_A,
  RESOLVED_a,
  RESOLVED_wd_lin,
  RESOLVED_wd_lin_r,
  RESOLVED_a_lin,
  RESOLVED_forward,
  RESOLVED_back,
  RESOLVED_difference
};

typedef struct {
  // n of each; frame i
  vec3 *r;                     // origin i-1 → origin i
  vec3 *w;                     // angular velocity
  vec3 *wd_nonlin, *a_nonlin;  // angular acceleration and acceleration of origin i at qdd = 0
  mat3 *A_nonlin;              // [wd_nonlin]× + [w]×[w]×
  // n×n: element j n + i is what joint j accelerating by 1 gives link i, in frame i. Only i ≥ j is written.
  vec3 *wd_lin, *a_lin;
  real *D;  // 6×n, row-major, hand axes: rows angular, linear
} resolved_motion_scratch;

KERNEL void resolved_motion_scratch_layout(resolved_motion_scratch *s, layout *l, int n)
{
  const size_t count = (size_t)n;
  s->r = (vec3 *)layout_take(l, count, sizeof(vec3));
  s->w = (vec3 *)layout_take(l, count, sizeof(vec3));
  s->wd_nonlin = (vec3 *)layout_take(l, count, sizeof(vec3));
  s->a_nonlin = (vec3 *)layout_take(l, count, sizeof(vec3));
  s->A_nonlin = (mat3 *)layout_take(l, count, sizeof(mat3));
  s->wd_lin = (vec3 *)layout_take(l, count * count, sizeof(vec3));
  s->a_lin = (vec3 *)layout_take(l, count * count, sizeof(vec3));
  s->D = (real *)layout_take(l, 6 * count, sizeof(real));
}

// r_i of every link: first of all
KERNEL void resolved_motion_offsets(const chain *m, const posture *p, resolved_motion_scratch *s)
{
  for (int i = 0; i < m->n; i++) {
    part(PART_GIVEN);
    if (m->link[i].joint == JOINT_PRISMATIC) part(RESOLVED_a);
    s->r[i] = chain_offset(m, p, i);
  }
}

// A vector in the axes of frame 0, in those of frame n
KERNEL vec3 resolved_motion_hand_axes(const chain *m, const posture *p, vec3 v)
{
  for (int i = 0; i < m->n; i++) v = step_down(chain_step(m, p, i), v);
  return v;
}

/* Motion at qdd = 0 [Mudge, eqs 16, 28, 29]: w, wd_nonlin, A_nonlin, a_nonlin of every link. `base` is the motion
 * of frame 0; for resolved motion it is at rest and a_0 = 0. */
KERNEL void resolved_motion_nonlinear(const chain *m, const posture *p, const base_state *base,
                                      const real qd[], resolved_motion_scratch *s)
{
  vec3 w = base->w, wd = base->wd, a = base->a;
  for (int i = 0; i < m->n; i++) {
    const chain_link *l = &m->link[i];
    const step R = chain_step(m, p, i);

    // w_i = R (w_{i-1} + z qd),  wd_i = R (wd_{i-1} + w_{i-1} × z qd)
    spin_step(l, R, qd[i], constant(0), RESOLVED_w, RESOLVED_wd, &w, &wd);
    part(RESOLVED_A);
    s->A_nonlin[i] = acceleration_matrix(w, wd);

    // a_i = w_i × (w_i × r_i) + wd_i × r_i + R a_{i-1} = A r_i + R a_{i-1}; P: + 2 w_i × R z qd
    part(RESOLVED_a);
    a = vec3_add(mat3_mul(&s->A_nonlin[i], s->r[i]), joint_acceleration(l, R, a, w, qd[i], constant(0)));
    s->w[i] = w, s->wd_nonlin[i] = wd, s->a_nonlin[i] = a;
  }
}

/* D, a column at a time, from its joint to the hand [Mudge, eqs 19–20, 23–27]:
 *   wd_i = R (wd_{i-1} + z qdd_i),  a_i = wd_i × r_i + R a_{i-1}   (P: R (a_{i-1} + z qdd_i)).
 * zero: constant(0), or number(0) where the tally shall charge every operation in print, those with the unit
 * vector's zeros included. */
KERNEL void resolved_motion_strobe(const chain *m, const posture *p, real zero, resolved_motion_scratch *s)
{
  const int n = m->n;
  for (int j = 0; j < n; j++) {
    vec3 wd = vec3_make(zero, zero, zero), a = wd;
    for (int i = j; i < n; i++) {
      const step R = chain_step(m, p, i);
      const bool turns = m->link[i].joint == JOINT_REVOLUTE;
      const real qdd = i == j ? number(1) : zero;

      part(RESOLVED_wd_lin);
      wd = step_down(R, turns ? vec3_add_z(wd, qdd) : wd);
      part(RESOLVED_wd_lin_r);
      const vec3 turned = vec3_cross(wd, s->r[i]);
      part(RESOLVED_a_lin);
      a = vec3_add(turned, step_down(R, turns ? a : vec3_add_z(a, qdd)));
      s->wd_lin[j * n + i] = wd, s->a_lin[j * n + i] = a;
    }
    s->D[0 * n + j] = wd.x, s->D[1 * n + j] = wd.y, s->D[2 * n + j] = wd.z;
    s->D[3 * n + j] = a.x, s->D[4 * n + j] = a.y, s->D[5 * n + j] = a.z;
  }
}

/* ac_n − ac_n^nonlin: the right side of [Mudge, eq. 30], 6, hand axes. Angular and linear acceleration of origin n
 * in the axes of frame 0. */
KERNEL void resolved_motion_difference(const chain *m, const posture *p, vec3 angular, vec3 linear,
                                       const resolved_motion_scratch *s, real right[6])
{
  part(RESOLVED_hand);
  const vec3 wd = resolved_motion_hand_axes(m, p, angular), a = resolved_motion_hand_axes(m, p, linear);
  part(RESOLVED_difference);
  const vec3 dwd = vec3_sub(wd, s->wd_nonlin[m->n - 1]), da = vec3_sub(a, s->a_nonlin[m->n - 1]);
  right[0] = dwd.x, right[1] = dwd.y, right[2] = dwd.z;
  right[3] = da.x, right[4] = da.y, right[5] = da.z;
}

/* A x = b (n×n, row-major) by Gaussian elimination and back-solving, equation row[k] being the k-th that is used;
 * A and b are overwritten. The order is structure: who judges pivots has chosen it (control/elimination.h). */
KERNEL void resolved_motion_eliminate(int n, const int row[], real A[], real b[], real x[])
{
  part(RESOLVED_forward);
  for (int k = 0; k < n; k++) {
    const real *pivot = &A[row[k] * n];
    for (int i = k + 1; i < n; i++) {
      real *below = &A[row[i] * n];
      const real factor = divide(below[k], pivot[k]);
      for (int j = k + 1; j < n; j++) below[j] = sub(below[j], mul(factor, pivot[j]));
      b[row[i]] = sub(b[row[i]], mul(factor, b[row[k]]));
    }
  }
  part(RESOLVED_back);
  for (int k = n - 1; k >= 0; k--) {
    real sum = b[row[k]];
    for (int j = k + 1; j < n; j++) sum = sub(sum, mul(A[row[k] * n + j], x[j]));
    x[k] = divide(sum, A[row[k] * n + k]);
  }
}

#endif
