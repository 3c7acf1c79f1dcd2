/* The regressor: tau = Y π, linear in the ten inertial parameters of each link,
 *   m,  mc = (m cx, m cy, m cz),  Ixx, Ixy, Ixz, Iyy, Iyz, Izz        I about the link's origin, in its own frame.
 *
 * A point ρ of a link accelerates by a + A ρ, A = [wd]× + [w]×[w]×, so that the link needs, about its origin,
 *   f = m a + A mc,   n = mc × a + I wd + w × I w,
 * and joint i, whose field there is (s, v), s·n + v·f of it:
 *   m:  v·a      mc:  Aᵀ v + a × s      I:  s wdᵀ + (s × w) wᵀ, symmetric part, off-diagonal elements twice.
 * Motion and joint fields as kernel/derivatives.h has them, in frame 0; here in the frame of the link. */
#ifndef ULNA_KERNEL_REGRESSOR_H
#define ULNA_KERNEL_REGRESSOR_H

#include "kernel/derivatives.h"

enum { LINK_PARAMETERS = 10 };

/* The frame in which a link's parameters are given: axes and origin in the link's joint-axis frame. */
typedef struct {
  mat3 R;
  vec3 p;
} parameter_frame;

/* A link in the frame of its parameters. */
typedef struct {
  vec3 x, y, z, o;  // axes and origin, in frame 0
  vec3 w, a;        // in its own axes
  vec3 wd;
  mat3 A;
} regressor_link;

KERNEL_INLINED vec3 regressor_in(const regressor_link *l, vec3 v)
{
  return vec3_make(vec3_dot(l->x, v), vec3_dot(l->y, v), vec3_dot(l->z, v));
}

KERNEL_INLINED regressor_link regressor_link_at(const derivative_scratch *to, int i, vec3 origin,
                                                const parameter_frame *in)
{
  const vec3 w = vec3_at(&to->w, i + 1), wd = vec3_at(&to->wd, i + 1);
  regressor_link l;
  l.x = derivative_out(to, i, mat3_column(&in->R, 0));
  l.y = derivative_out(to, i, mat3_column(&in->R, 1));
  l.z = derivative_out(to, i, mat3_column(&in->R, 2));
  l.o = vec3_add(origin, derivative_out(to, i, in->p));
  const vec3 v = vec3_add(vec3_at(&to->u, i + 1), vec3_cross(w, l.o));
  const vec3 a = vec3_add(vec3_add(vec3_at(&to->a, i + 1), vec3_cross(wd, l.o)), vec3_cross(w, v));
  l.w = regressor_in(&l, w), l.wd = regressor_in(&l, wd), l.a = regressor_in(&l, a);
  l.A = acceleration_matrix(l.w, l.wd);
  return l;
}

/* Y (n rows, `columns` apart): the ten columns of link l for joints 1…l, zero for the joints beyond. */
KERNEL_INLINED void regressor_columns(const derivative_scratch *to, int n, int l, const regressor_link *at,
                                      int columns, real Y[])
{
  const int length = row_length(l + 1);
  real *const *out = to->body;  // ten rows, free by now
  EACH_JOINT for (int i = 0; i < length; i++)
  {
    const vec3 in_base = vec3_at(&to->s, i);
    const vec3 s = regressor_in(at, in_base);
    const vec3 v = regressor_in(at, vec3_add(vec3_at(&to->so, i), vec3_cross(in_base, at->o)));
    const vec3 across = vec3_cross(s, at->w), wd = at->wd, w = at->w;
    const vec3 mc = vec3_add(mat3_mul_transposed(&at->A, v), vec3_cross(at->a, s));
    out[0][i] = vec3_dot(v, at->a);
    out[1][i] = mc.x, out[2][i] = mc.y, out[3][i] = mc.z;
    out[4][i] = add(mul(s.x, wd.x), mul(across.x, w.x));
    out[5][i] = add(add(mul(s.x, wd.y), mul(s.y, wd.x)), add(mul(across.x, w.y), mul(across.y, w.x)));
    out[6][i] = add(add(mul(s.x, wd.z), mul(s.z, wd.x)), add(mul(across.x, w.z), mul(across.z, w.x)));
    out[7][i] = add(mul(s.y, wd.y), mul(across.y, w.y));
    out[8][i] = add(add(mul(s.y, wd.z), mul(s.z, wd.y)), add(mul(across.y, w.z), mul(across.z, w.y)));
    out[9][i] = add(mul(s.z, wd.z), mul(across.z, w.z));
  }
  for (int i = 0; i < n; i++)
    for (int k = 0; k < LINK_PARAMETERS; k++)
      Y[i * columns + LINK_PARAMETERS * l + k] = i <= l ? out[k][i] : constant(0);
}

/* Y of the links: n rows of at least 10 n columns, `columns` apart. The arm's geometry and the base's motion as k has
 * them; its masses and the hand's wrench do not enter. */
KERNEL_INLINED void links_regressor(fast_chain *k, int n, const parameter_frame frame[], const real q[],
                                    const real qd[], const real qdd[], int columns, real Y[],
                                    const derivative_scratch *to)
{
  fast_chain_turn(k, n, q, &to->turns);
  derivative_outward(k, n, k->revolute, qd, qdd, to);
  for (int l = 0; l < n; l++) {
    const regressor_link at = regressor_link_at(to, l, vec3_at(&to->origin, l), &frame[l]);
    regressor_columns(to, n, l, &at, columns, Y);
  }
}

#endif
