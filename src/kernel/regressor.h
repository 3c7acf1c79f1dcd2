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

/* Those of all links. along: where each is its joint-axis frame or that moved along its axis, from one to the next, in its own
 * axes; else NULL. */
typedef struct {
  const parameter_frame *frame;
  const vec3 *along;
} parameter_frames;

/* From link l's frame as given, R and p in its kernel frame: to the far end, turned by the twist, to there. */
KERNEL parameter_frame parameter_frame_of(const chain_link *l, const mat3 *R, vec3 p)
{
  parameter_frame frame;
  for (int c = 0; c < 3; c++) {
    const vec3 axis = vec3_turn_x(mat3_column(R, c), l->ca, l->sa);
    frame.R.e[0][c] = axis.x, frame.R.e[1][c] = axis.y, frame.R.e[2][c] = axis.z;
  }
  frame.p = vec3_turn_x(vec3_add(l->r, p), l->ca, l->sa);
  return frame;
}

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

/* What the ten parameters of a link take of a joint with the field (s, v), both in the link's axes, is linear in it: a row for
 * each of v_x v_y v_z s_x s_y s_z, the ten parameters side by side in groups. The second moments take nothing of v. */
enum { REGRESSOR_FIRST = 4, REGRESSOR_GROUPS = (LINK_PARAMETERS + GROUP - 1) / GROUP };  // FIRST: m and mc

KERNEL_INLINED void regressor_row(column_group row[], real m, vec3 mc, vec3 x, vec3 y)
{
  const real zero = constant(0);
  const real given[REGRESSOR_GROUPS * GROUP + 2] = {m,   mc.x, mc.y, mc.z, x.x,  x.y,
                                                    x.z, y.x,  y.y,  y.z,  zero, zero};
  UNROLLED for (int g = 0; g < REGRESSOR_GROUPS; g++)
  {
    column_group group = group_none();
    UNROLLED for (int lane = 0; lane < GROUP; lane++) group =
        group_with(group, lane, given[GROUP * g + lane]);
    row[g] = group;
  }
}

KERNEL_INLINED void regressor_table(const regressor_link *l, column_group to[6][REGRESSOR_GROUPS])
{
  const real zero = constant(0);
  const vec3 none = vec3_zero(), a = l->a, w = l->w, wd = l->wd;
  const mat3 *A = &l->A;
  regressor_row(to[0], a.x, vec3_make(A->e[0][0], A->e[0][1], A->e[0][2]), none, none);
  regressor_row(to[1], a.y, vec3_make(A->e[1][0], A->e[1][1], A->e[1][2]), none, none);
  regressor_row(to[2], a.z, vec3_make(A->e[2][0], A->e[2][1], A->e[2][2]), none, none);
  // mc: a × s; I: what s wdᵀ + (s × w) wᵀ has of each pair of axes, xx xy xz and yy yz zz
  regressor_row(to[3], zero, vec3_make(zero, a.z, neg(a.y)), vec3_make(wd.x, neg(A->e[2][0]), A->e[1][0]),
                vec3_make(neg(mul(w.y, w.z)), sub(A->e[1][1], A->e[2][2]), mul(w.y, w.z)));
  regressor_row(to[4], zero, vec3_make(neg(a.z), zero, a.x),
                vec3_make(mul(w.z, w.x), A->e[2][1], sub(A->e[2][2], A->e[0][0])),
                vec3_make(wd.y, neg(A->e[0][1]), neg(mul(w.x, w.z))));
  regressor_row(to[5], zero, vec3_make(a.y, neg(a.x), zero),
                vec3_make(neg(mul(w.x, w.y)), sub(A->e[0][0], A->e[1][1]), neg(A->e[1][2])),
                vec3_make(mul(w.x, w.y), A->e[0][2], wd.z));
}

/* Y (n rows, `columns` apart): the ten columns of link l for joints 1…l. */
KERNEL_INLINED void regressor_columns(const derivative_scratch *to, int l, const regressor_link *at,
                                      int columns, real Y[])
{
  column_group table[6][REGRESSOR_GROUPS];
  const int length = row_length(l + 1);
  real *const field = to->body, *const next = body_row(to, 3);  // six rows, free by now
  regressor_table(at, table);
  EACH_JOINT(i, length)
  {
    const vec3 in_base = vec3_at(&to->s, i);
    const vec3 s = regressor_in(at, in_base);
    const vec3 v = regressor_in(at, vec3_add(vec3_at(&to->so, i), vec3_cross(in_base, at->o)));
    field[i] = v.x, field[i + to->apart] = v.y, field[i + 2 * to->apart] = v.z;
    next[i] = s.x, next[i + to->apart] = s.y, next[i + 2 * to->apart] = s.z;
  }
  ROLLED for (int i = 0; i <= l; i++)
  {
    real *const out = &Y[i * columns + LINK_PARAMETERS * l];
    UNROLLED for (int g = 0; g < REGRESSOR_GROUPS; g++)
    {
      column_group sum = group_scale(next[i], table[3][g]);
      sum = group_add(sum, group_scale(next[i + to->apart], table[4][g]));
      sum = group_add(sum, group_scale(next[i + 2 * to->apart], table[5][g]));
      if (GROUP * g < REGRESSOR_FIRST) {
        sum = group_add(sum, group_scale(field[i], table[0][g]));
        sum = group_add(sum, group_scale(field[i + to->apart], table[1][g]));
        sum = group_add(sum, group_scale(field[i + 2 * to->apart], table[2][g]));
      }
      group_store(sum, LINK_PARAMETERS - GROUP * g, &out[GROUP * g]);
    }
  }
}

/* Zeros for the links before each joint, in whole groups: what goes too far is written afterwards. */
KERNEL_INLINED void regressor_zeros(int n, int columns, real Y[])
{
  for (int i = 1; i < n; i++)
    for (int p = 0; p < LINK_PARAMETERS * i; p += GROUP) group_store_all(group_none(), &Y[i * columns + p]);
}

/* Y of the links: n rows of at least 10 n columns, `columns` apart. The arm's geometry and the base's motion as k has
 * them; its masses and the hand's wrench do not enter. */
KERNEL_INLINED void links_regressor(fast_chain *k, int n, bool revolute, const parameter_frame frame[],
                                    const real q[], const real qd[], const real qdd[], int columns, real Y[],
                                    const derivative_scratch *to)
{
  fast_chain_turn(k, n, revolute, q, &to->turns);
  derivative_outward(k, n, revolute, vec3_zero(), qd, qdd, to);
  regressor_zeros(n, columns, Y);
  ROLLED for (int l = 0; l < n; l++)
  {
    const regressor_link at = regressor_link_at(to, l, vec3_at(&to->origin, l), &frame[l]);
    regressor_columns(to, l, &at, columns, Y);
  }
}

#endif
