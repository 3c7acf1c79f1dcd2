/* The regressor by frames of the links: what kernel/regressor.h computes in frame 0. By links for many states, revolute joints on a
 * base that does not turn: one branch on a link's geometry serves all. By joints for one state, any joints on any base.
 *
 * Joint i moves the origin of frame l ≥ i by v and turns it by s, both in frame l's axes. From frame to frame
 *   s' = R s,  v' = R (v + s × r),
 * which the zeros of twists and of r make short. The ten parameters of link l then meet, with its acceleration a,
 * A = [wd]× + [w]×[w]×,
 *   m:  v·a      mc:  Aᵀ v + a × s      I:  s wdᵀ + (s × w) wᵀ, symmetric part, off-diagonal elements twice;
 * the last are linear in s, with coefficients that A has, but for the diagonal ones: there s_x w_y w_z, s_y w_x w_z and
 * s_z w_x w_y come twice each. */
#ifndef ULNA_KERNEL_FAST_REGRESSOR_H
#define ULNA_KERNEL_FAST_REGRESSOR_H

#include "kernel/fast_newton_euler.h"
#include "kernel/regressor.h"

// How a joint moves a frame.
typedef struct {
  vec3 s, v;
} joint_field;

// What a link's parameters meet: 21 numbers, so that they stay in registers while the joints go by.
typedef struct {
  vec3 a, wd;
  mat3 A;
  real xy, xz, yz;     // of w
  real x_y, y_z, z_x;  // A_xx − A_yy, A_yy − A_zz, A_zz − A_xx
} regressor_meets;

KERNEL_INLINED regressor_meets regressor_meets_of(vec3 w, vec3 wd, vec3 a)
{
  regressor_meets l;
  l.a = a, l.wd = wd;
  l.A = fast_acceleration_matrix(w, wd);
  l.xy = mul(w.x, w.y), l.xz = mul(w.x, w.z), l.yz = mul(w.y, w.z);
  l.x_y = sub(l.A.e[0][0], l.A.e[1][1]);
  l.y_z = sub(l.A.e[1][1], l.A.e[2][2]);
  l.z_x = sub(l.A.e[2][2], l.A.e[0][0]);
  return l;
}

// The ten numbers of a row: of a joint whose field in the frame of the link's parameters is f.
KERNEL_INLINED void regressor_numbers(const regressor_meets *l, const joint_field *f, real y[LINK_PARAMETERS])
{
  const vec3 s = f->s, v = f->v, mc = vec3_add(mat3_mul_transposed(&l->A, v), vec3_cross(l->a, s));
  const real x = mul(s.x, l->yz), across = mul(s.y, l->xz), z = mul(s.z, l->xy);
  const mat3 *A = &l->A;
  y[0] = vec3_dot(v, l->a);
  y[1] = mc.x, y[2] = mc.y, y[3] = mc.z;
  y[4] = add(mul(s.x, l->wd.x), sub(across, z));
  y[5] = add(sub(mul(s.y, A->e[2][1]), mul(s.x, A->e[2][0])), mul(s.z, l->x_y));
  y[6] = add(sub(mul(s.x, A->e[1][0]), mul(s.z, A->e[1][2])), mul(s.y, l->z_x));
  y[7] = add(mul(s.y, l->wd.y), sub(z, x));
  y[8] = add(sub(mul(s.z, A->e[0][2]), mul(s.y, A->e[0][1])), mul(s.x, l->y_z));
  y[9] = add(mul(s.z, l->wd.z), sub(x, across));
}

// The same of the link's own joint, whose axis is z through the origin.
KERNEL_INLINED void regressor_own_numbers(const regressor_meets *l, real y[LINK_PARAMETERS])
{
  const real zero = constant(0);
  y[0] = zero;
  y[1] = l->a.y, y[2] = neg(l->a.x), y[3] = zero;
  y[4] = neg(l->xy), y[5] = l->x_y, y[6] = neg(l->A.e[1][2]);
  y[7] = l->xy, y[8] = l->A.e[0][2], y[9] = l->wd.z;
}

// v + s × r along link i: how a turning s moves its far end
KERNEL_INLINED vec3 fast_velocity_add(const fast_chain *k, int i, vec3 v, vec3 s)
{
  const vec3 r = k->link[i].r;
  if (!fast_skips(k, i)) return vec3_add(v, vec3_cross(s, r));
  if (k->shape[i].x) v.y = add(v.y, mul(r.x, s.z)), v.z = sub(v.z, mul(r.x, s.y));
  if (k->shape[i].y) v.z = add(v.z, mul(r.y, s.x)), v.x = sub(v.x, mul(r.y, s.z));
  if (k->shape[i].z) v.x = add(v.x, mul(r.z, s.y)), v.y = sub(v.y, mul(r.z, s.x));
  return v;
}

// from the frame of link i-1 to that of link i
KERNEL_INLINED void joint_field_down(const fast_chain *k, const fast_turns *t, int i, joint_field *f)
{
  const vec3 v = fast_velocity_add(k, i - 1, f->v, f->s);
  f->s = fast_down(k, t, i, f->s);
  f->v = fast_down(k, t, i, v);
}

/* A frame fixed in a link, given in the link's joint-axis frame: a vector, and how a joint moves it. */
KERNEL_INLINED vec3 regressor_turned(const parameter_frame *in, vec3 v)
{
  return mat3_mul_transposed(&in->R, v);
}
KERNEL_INLINED joint_field joint_field_in(const parameter_frame *in, const joint_field *f)
{
  joint_field to;
  to.s = regressor_turned(in, f->s);
  to.v = regressor_turned(in, vec3_add(f->v, vec3_cross(f->s, in->p)));
  return to;
}

/* Link i from link i-1, in its joint-axis frame: w, wd and the acceleration of its origin, gravity in it. at: of link i-1,
 * b that of its far end; afterwards link i's. */
KERNEL_INLINED vec3 regressor_motion(const fast_chain *k, const fast_turns *t, int i, int n, const real qd[],
                                     const real qdd[], fast_spot *at)
{
  const vec3 a = fast_down(k, t, i, i ? at->b : k->base.a);
  if (i == 0) {
    const real zero = constant(0);
    at->w = vec3_make(zero, zero, qd[0]), at->wd = vec3_make(zero, zero, qdd[0]);
  } else {
    at->w = fast_down(k, t, i, at->w), at->wd = fast_down(k, t, i, at->wd);
    fast_spin(qd, qdd, i, &at->w, &at->wd);
  }
  const mat3 A = fast_acceleration_matrix(at->w, at->wd);
  at->b = i + 1 < n ? fast_carry_link(k, i, a, &A) : a;
  return a;
}

// What link i's parameters meet, in their own frame; NULL: that is the joint-axis frame.
KERNEL_INLINED regressor_meets regressor_meets_in(const parameter_frame *in, const fast_spot *at, vec3 a)
{
  if (!in) return regressor_meets_of(at->w, at->wd, a);
  const mat3 A = fast_acceleration_matrix(at->w, at->wd);
  return regressor_meets_of(regressor_turned(in, at->w), regressor_turned(in, at->wd),
                            regressor_turned(in, fast_carry(a, &A, in->p)));
}

// Where the ten numbers that joint i has of link l go.
typedef void regressor_put(const void *to, int i, int l, const real y[LINK_PARAMETERS]);

/* Every row of ten numbers by `put`, link after link, at the turns t. frame: where each link's parameters are given; on_axis: that is
 * its joint-axis frame. zeros: of joints beyond a link too. field is scratch, n. */
KERNEL_INLINED void regressor_by_links(const fast_chain *k, int n, const fast_turns *t,
                                       const parameter_frame frame[], const bool on_axis[], const real qd[],
                                       const real qdd[], joint_field field[], bool zeros, regressor_put *put,
                                       const void *to)
{
  const real zero = constant(0), one = constant(1);
  const real none[LINK_PARAMETERS] = {zero, zero, zero, zero, zero, zero, zero, zero, zero, zero};
  fast_spot at = {vec3_zero(), vec3_zero(), vec3_zero()};
  FOR_LINKS(n, int l = 0; l < n; l++, {
    const vec3 a = regressor_motion(k, t, l, n, qd, qdd, &at);
    const parameter_frame *in = on_axis[l] ? NULL : &frame[l];
    const regressor_meets meets = regressor_meets_in(in, &at, a);
    field[l].s = vec3_make(zero, zero, one);
    field[l].v = vec3_zero();
    FOR_LINKS(n, int i = 0; i <= l; i++, {
      real y[LINK_PARAMETERS];
      if (i < l) joint_field_down(k, t, l, &field[i]);
      if (in) {
        const joint_field f = joint_field_in(in, &field[i]);
        regressor_numbers(&meets, &f, y);
      } else if (i < l) {
        regressor_numbers(&meets, &field[i], y);
      } else {
        regressor_own_numbers(&meets, y);
      }
      put(to, i, l, y);
    })
    FOR_LINKS(n, int i = l + 1; i < n && zeros; i++, put(to, i, l, none))
  })
}

/* One state, joints side by side: how each of GROUP joints moves a frame. Joints beyond it have zeros, which stay zeros. */
typedef struct {
  column_group x, y, z;
} group_vec3;
typedef struct {
  group_vec3 s, v;
} group_field;

// k a + l b
KERNEL_INLINED column_group group_sum(real k, column_group a, real l, column_group b)
{
  return group_add(group_scale(k, a), group_scale(l, b));
}
KERNEL_INLINED column_group group_sum3(real k, column_group a, real l, column_group b, real m, column_group c)
{
  return group_add(group_sum(k, a, l, b), group_scale(m, c));
}
// k a − l b
KERNEL_INLINED column_group group_difference(real k, column_group a, real l, column_group b)
{
  return group_sub(group_scale(k, a), group_scale(l, b));
}

// v + s × r
KERNEL_INLINED group_vec3 group_moved(const group_field *f, vec3 r)
{
  const group_vec3 s = f->s, v = f->v;
  const group_vec3 to = {group_add(v.x, group_difference(r.z, s.y, r.y, s.z)),
                         group_add(v.y, group_difference(r.x, s.z, r.z, s.x)),
                         group_add(v.z, group_difference(r.y, s.x, r.x, s.y))};
  return to;
}
// fast_down
KERNEL_INLINED group_vec3 group_down(const fast_chain *k, const fast_turns *t, int i, group_vec3 v)
{
  const column_group y = group_sum(k->ca[i], v.y, k->sa[i], v.z);
  const group_vec3 to = {group_sum(t->c[i], v.x, t->s[i], y), group_difference(t->c[i], y, t->s[i], v.x),
                         group_difference(k->ca[i], v.z, k->sa[i], v.y)};
  return to;
}
// regressor_turned
KERNEL_INLINED group_vec3 group_turned(const parameter_frame *in, group_vec3 v)
{
  const mat3 *R = &in->R;
  const group_vec3 to = {group_sum3(R->e[0][0], v.x, R->e[1][0], v.y, R->e[2][0], v.z),
                         group_sum3(R->e[0][1], v.x, R->e[1][1], v.y, R->e[2][1], v.z),
                         group_sum3(R->e[0][2], v.x, R->e[1][2], v.y, R->e[2][2], v.z)};
  return to;
}

// regressor_numbers
KERNEL_INLINED void group_regressor_numbers(const regressor_meets *l, const group_field *f,
                                            column_group y[LINK_PARAMETERS])
{
  const group_vec3 s = f->s, v = f->v;
  const vec3 a = l->a;
  const mat3 *A = &l->A;
  const column_group x = group_scale(l->yz, s.x), across = group_scale(l->xz, s.y),
                     z = group_scale(l->xy, s.z);
  y[0] = group_sum3(a.x, v.x, a.y, v.y, a.z, v.z);
  y[1] = group_add(group_sum3(A->e[0][0], v.x, A->e[1][0], v.y, A->e[2][0], v.z),
                   group_difference(a.y, s.z, a.z, s.y));
  y[2] = group_add(group_sum3(A->e[0][1], v.x, A->e[1][1], v.y, A->e[2][1], v.z),
                   group_difference(a.z, s.x, a.x, s.z));
  y[3] = group_add(group_sum3(A->e[0][2], v.x, A->e[1][2], v.y, A->e[2][2], v.z),
                   group_difference(a.x, s.y, a.y, s.x));
  y[4] = group_add(group_scale(l->wd.x, s.x), group_sub(across, z));
  y[5] = group_add(group_difference(A->e[2][1], s.y, A->e[2][0], s.x), group_scale(l->x_y, s.z));
  y[6] = group_add(group_difference(A->e[1][0], s.x, A->e[1][2], s.z), group_scale(l->z_x, s.y));
  y[7] = group_add(group_scale(l->wd.y, s.y), group_sub(z, x));
  y[8] = group_add(group_difference(A->e[0][2], s.z, A->e[0][1], s.y), group_scale(l->y_z, s.x));
  y[9] = group_add(group_scale(l->wd.z, s.z), group_sub(x, across));
}

/* Link l's motion from that of link l-1, on any base, and what its parameters meet. at->b: of the origin of frame l, which
 * afterwards is that of the next; along: frames are those of parameters, on the axes. A slide moves the origin along z by
 * `moved`: the acceleration there has qdd z + 2 w × z qd, and A z moved. */
KERNEL_INLINED regressor_meets regressor_step(const fast_chain *k, const fast_turns *t, int l, int n,
                                              bool slides, const parameter_frames *of, const real qd[],
                                              const real qdd[], fast_spot *at)
{
  vec3 a = fast_down(k, t, l, at->b);
  const vec3 r = of->along ? of->along[l] : k->link[l].r;
  at->w = fast_down(k, t, l, at->w), at->wd = fast_down(k, t, l, at->wd);
  if (!slides) fast_spin(qd, qdd, l, &at->w, &at->wd);
  regressor_meets meets = regressor_meets_of(at->w, at->wd, a);
  if (slides) {
    const real twice = add(qd[l], qd[l]), moved = k->slide[l];
    a = vec3_add(a, vec3_scale(moved, mat3_column(&meets.A, 2)));
    a = vec3_add(a, vec3_make(mul(twice, at->w.y), neg(mul(twice, at->w.x)), qdd[l]));
    meets.a = a;
  }
  at->b = l + 1 < n ? fast_carry(a, &meets.A, r) : a;
  return of->along ? meets : regressor_meets_in(&of->frame[l], at, a);
}

/* How joints of a group move frame l: what they do to frame l-1, at whose far end r is, and beyond joint l; that joint's own. */
KERNEL_INLINED group_field group_field_down(const fast_chain *k, const fast_turns *t, int l, bool slides,
                                            vec3 r, const group_field *before, int own)
{
  group_field f = {group_down(k, t, l, before->s), group_down(k, t, l, group_moved(before, r))};
  if (slides) f.v = group_moved(&f, vec3_make(constant(0), constant(0), k->slide[l]));
  if (own < 0) return f;
  if (slides) f.v.z = group_add(f.v.z, group_one(own, constant(1)));
  else f.s.z = group_add(f.s.z, group_one(own, constant(1)));
  return f;
}

/* Y, n rows of 10 n numbers, `columns` apart, on any base, joints side by side. field: scratch, one for
 * each GROUP of joints. */
KERNEL_INLINED void regressor_by_joints(const fast_chain *k, int n, const fast_turns *t,
                                        const parameter_frames *of, const real qd[], const real qdd[],
                                        group_field field[], int columns, real Y[])
{
  const group_vec3 none = {group_none(), group_none(), group_none()};
  const real zero = constant(0), first = of->along ? of->frame[0].p.z : zero;
  const mat3 turning = fast_acceleration_matrix(k->base.w, k->base.wd);
  fast_spot at = {k->base.w, k->base.wd, fast_carry(k->base.a, &turning, vec3_make(zero, zero, first))};
  for (int g = 0; g * GROUP < n; g++) field[g].s = field[g].v = none;
  for (int i = GROUP; i < n; i++)
    for (int p = 0; p < LINK_PARAMETERS * (i / GROUP * GROUP); p += GROUP)
      group_store_all(group_none(), &Y[i * columns + p]);
  ROLLED for (int l = 0; l < n; l++)
  {
    const bool slides = k->arm[l].joint != JOINT_REVOLUTE;
    const regressor_meets meets = regressor_step(k, t, l, n, slides, of, qd, qdd, &at);
    const vec3 r = l == 0 ? vec3_zero() : of->along ? of->along[l - 1] : k->link[l - 1].r;
    ROLLED for (int g = 0; g * GROUP <= l; g++)
    {
      column_group y[LINK_PARAMETERS];
      group_field f = group_field_down(k, t, l, slides, r, &field[g], g == l / GROUP ? l % GROUP : -1);
      field[g] = f;
      if (!of->along) {
        f.v = group_turned(&of->frame[l], group_moved(&f, of->frame[l].p));
        f.s = group_turned(&of->frame[l], f.s);
      }
      group_regressor_numbers(&meets, &f, y);
      group_store_across(y, LINK_PARAMETERS, n - g * GROUP < GROUP ? n - g * GROUP : GROUP,
                         &Y[g * GROUP * columns + LINK_PARAMETERS * l], columns);
    }
  }
}

#endif
