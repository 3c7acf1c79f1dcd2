/* Inverse dynamics, as fast as we know how to make it for one state of any serial arm: a Newton–Euler recursion
 * on a table of constants made beforehand. Torques only; for wrenches at the joints use newton_euler.h.
 *
 * Frames. Link i's axes are those of Denavit–Hartenberg frame i-1 turned by the joint: z on joint axis i, origin
 * where frame i-1 has it. The constant screw from there to the next joint axis belongs to the parent, so that
 *   v_i = Rot_z(−θ_i) Rot_x(−α_{i-1}) v_{i-1}
 * and one set of four products (sin, cos θ by sin, cos α) makes every change of frame 8 multiplications, 5
 * additions, three deep.
 *
 * Mass. With A = [wd]× + [w]×[w]× every point ρ of a link accelerates by b + A ρ, where b belongs to the point
 * ρ is counted from. Force and moment about that point are
 *   F = m b + A mc,   N = mc × b + axial(A J),   mc = ∫ρ dm,  J = ∫ρρᵀ dm = ½Tr(I)E − I     [Turney80, sec. 5: K]
 * (axial: N_x = (AJ)_zy − (AJ)_yz and so on). We count from the link's far end, the next link's origin: the
 * recursion brings the acceleration there anyway, and n_i = N_i + n_{i+1} + r × (F_i + f_{i+1}) needs the sum
 * of the forces only.
 *
 * Regrouping (chains of revolute joints). What lies on joint axis i does not move relative to link i-1: m, ∫z dm
 * and ∫z² dm may be counted there instead, from the hand down to the base, and no torque changes. Seven numbers
 * a link are left; m = mc_z = J_zz = 0, whatever point they are counted from. [Angeles] calls none of this; it is
 * how the minimal set of identifiable parameters is found. */
#ifndef ULNA_KERNEL_FAST_NEWTON_EULER_H
#define ULNA_KERNEL_FAST_NEWTON_EULER_H

#include <stdbool.h>

#include "base/layout.h"
#include "kernel/acceleration.h"
#include "kernel/chain.h"
#include "kernel/sine_cosine.h"

// One link in its joint-axis frame.
typedef struct {
  vec3 r;   // origin i → origin i+1, a prismatic joint i+1 at 0; zero for the last link
  real m;   // mass
  vec3 mc;  // first moment about origin i+1
  sym3 J;   // second moment ∫ρρᵀ dm about origin i+1
} fast_link;

/* The arm as this kernel wants it, and the kernel's scratch. Arrays have n elements. */
typedef struct {
  int n;
  const chain_link *arm;  // what fast_chain_prepare made it from
  bool revolute;          // every joint is
  fast_link *link;
  real *theta0;        // constant part of the joint's angle
  real *ca, *sa;       // twist between axis i-1 and axis i; [0] is 1 and 0
  real first_inertia;  // of link 1 about its axis: what is left of it when the base is at rest

  // given with the call
  base_state base;  // motion of frame 0
  wrench tip;       // what the hand exerts on the world, at origin n, in link n's frame here

  // scratch
  real *turn, *slide;               // q of the revolute joints, of the prismatic ones; else 0
  real *c, *s, *cc, *cs, *sc, *ss;  // cos and sin of θ_i, and their products with ca and sa
  vec3 *F, *N;                      // what each link's motion takes, about its far end
} fast_chain;

static inline void fast_chain_layout(fast_chain *k, layout *l, int n)
{
  const size_t count = (size_t)n;
  real **const lists[] = {&k->theta0, &k->ca, &k->sa, &k->turn, &k->slide, &k->c,
                          &k->s,      &k->cc, &k->cs, &k->sc,   &k->ss};
  for (size_t i = 0; i < sizeof lists / sizeof lists[0]; i++)
    *lists[i] = (real *)layout_take(l, count, sizeof(real));
  k->link = (fast_link *)layout_take(l, count, sizeof(fast_link));
  k->F = (vec3 *)layout_take(l, count, sizeof(vec3));
  k->N = (vec3 *)layout_take(l, count, sizeof(vec3));
}

static inline vec3 rot_x(real c, real s, vec3 v)
{
  return vec3_make(v.x, sub(mul(c, v.y), mul(s, v.z)), add(mul(s, v.y), mul(c, v.z)));
}

// S + k (a bᵀ + b aᵀ)
static inline sym3 sym3_add_product(sym3 S, real k, vec3 a, vec3 b)
{
  const vec3 ka = vec3_scale(k, a);
  const real two = constant(2);
  S.xx = add(S.xx, mul(two, mul(ka.x, b.x)));
  S.yy = add(S.yy, mul(two, mul(ka.y, b.y)));
  S.zz = add(S.zz, mul(two, mul(ka.z, b.z)));
  S.xy = add(S.xy, add(mul(ka.x, b.y), mul(ka.y, b.x)));
  S.xz = add(S.xz, add(mul(ka.x, b.z), mul(ka.z, b.x)));
  S.yz = add(S.yz, add(mul(ka.y, b.z), mul(ka.z, b.y)));
  return S;
}

// The link's own mass about its joint origin, in its joint-axis frame.
static inline fast_link fast_link_of(const chain_link *l)
{
  fast_link k;
  k.r = rot_x(l->ca, l->sa, l->r);
  k.m = l->m;
  const vec3 com = vec3_add(k.r, rot_x(l->ca, l->sa, l->com));
  k.mc = vec3_scale(l->m, com);

  // ½Tr(I)E − I about the mass centre, its axes turned by the twist, one row after the other
  const real half = constant(0.5), half_trace = mul(half, add(add(l->I.xx, l->I.yy), l->I.zz));
  const vec3 x = vec3_make(sub(half_trace, l->I.xx), neg(l->I.xy), neg(l->I.xz));
  const vec3 y = vec3_make(neg(l->I.xy), sub(half_trace, l->I.yy), neg(l->I.yz));
  const vec3 z = vec3_make(neg(l->I.xz), neg(l->I.yz), sub(half_trace, l->I.zz));
  const vec3 rx = rot_x(l->ca, l->sa, x), ry = rot_x(l->ca, l->sa, y), rz = rot_x(l->ca, l->sa, z);
  const vec3 to_y = rot_x(l->ca, l->sa, vec3_make(rx.y, ry.y, rz.y));
  const vec3 to_z = rot_x(l->ca, l->sa, vec3_make(rx.z, ry.z, rz.z));
  const sym3 J = {rx.x, to_y.y, to_z.z, rx.y, rx.z, to_y.z};
  k.J = sym3_add_product(J, mul(half, l->m), com, com);
  return k;
}

// Moves what lies on the child's axis (m, mc_z, J_zz, about the joint origin) to the parent.
static inline void fast_link_regroup(fast_link *child, fast_link *parent, real ca, real sa)
{
  const real half = constant(0.5);
  const vec3 u = vec3_make(constant(0), neg(sa), ca);  // the axis, in the parent's frame
  parent->m = add(parent->m, child->m);
  parent->mc = vec3_add(parent->mc, vec3_add(vec3_scale(child->m, parent->r), vec3_scale(child->mc.z, u)));
  parent->J = sym3_add_product(parent->J, mul(half, child->m), parent->r, parent->r);
  parent->J = sym3_add_product(parent->J, child->mc.z, parent->r, u);
  parent->J = sym3_add_product(parent->J, mul(half, child->J.zz), u, u);
}

/* Makes the table from the arm: O(n), no allocation. To be run again when a link changes (payload). */
static inline void fast_chain_prepare(fast_chain *k, const chain *arm, const real theta0[])
{
  const int n = arm->n;
  const real zero = constant(0);
  k->n = n;
  k->arm = arm->link;
  k->revolute = true;
  for (int i = 0; i < n; i++) {
    const chain_link *l = &arm->link[i];
    if (l->joint != JOINT_REVOLUTE) k->revolute = false;
    k->link[i] = fast_link_of(l);
    k->theta0[i] = theta0[i];
    k->ca[i] = i ? arm->link[i - 1].ca : constant(1);
    k->sa[i] = i ? arm->link[i - 1].sa : zero;
  }
  for (int i = n - 1; i >= 0 && k->revolute; i--) {
    if (i > 0) fast_link_regroup(&k->link[i], &k->link[i - 1], k->ca[i], k->sa[i]);
    k->link[i].m = k->link[i].mc.z = k->link[i].J.zz = zero;
  }
  k->first_inertia = add(k->link[0].J.xx, k->link[0].J.yy);
  k->link[n - 1].r = vec3_zero();
  for (int i = 0; i < n - 1; i++) {  // to the far end: mc' = mc − m r, J' = J − mc rᵀ − r mcᵀ + m r rᵀ
    fast_link *l = &k->link[i];
    l->J = sym3_add_product(l->J, constant(-1), l->mc, l->r);
    l->J = sym3_add_product(l->J, mul(constant(0.5), l->m), l->r, l->r);
    l->mc = vec3_sub(l->mc, vec3_scale(l->m, l->r));
    if (k->revolute) l->J.zz = zero;
  }
}

// What the hand exerts, given at the end of the last link in frame n, brought to its joint.
static inline void fast_chain_set_hand(fast_chain *k, wrench hand)
{
  const chain_link *l = &k->arm[k->n - 1];
  const vec3 f = rot_x(l->ca, l->sa, hand.f), r = rot_x(l->ca, l->sa, l->r);
  k->tip.f = f;
  k->tip.n = vec3_add(rot_x(l->ca, l->sa, hand.n), vec3_cross(r, f));
}

// Sines and cosines for a posture, and their products with the twists'.
static inline void fast_chain_turn(fast_chain *k, int n, const real q[])
{
  const real *turn = q;
  if (!k->revolute) {
    for (int i = 0; i < n; i++) {
      const bool turns = k->arm[i].joint == JOINT_REVOLUTE;
      k->turn[i] = turns ? q[i] : constant(0), k->slide[i] = turns ? constant(0) : q[i];
    }
    turn = k->turn;
  }
#if defined(REAL_F64)
  const sine_cosine_products by = {k->ca, k->sa, k->cc, k->cs, k->sc, k->ss};
  sine_cosine_sums_f64(n, k->theta0, turn, k->s, k->c, &by);
#else
  sine_cosine_sums(n, k->theta0, turn, k->s, k->c);
  for (int i = 0; i < n; i++) {
    k->cc[i] = mul(k->c[i], k->ca[i]), k->cs[i] = mul(k->c[i], k->sa[i]);
    k->sc[i] = mul(k->s[i], k->ca[i]), k->ss[i] = mul(k->s[i], k->sa[i]);
  }
#endif
}

// link i-1's components to link i's
static inline vec3 fast_down(const fast_chain *k, int i, vec3 v)
{
  return vec3_make(add(add(mul(k->sc[i], v.y), mul(k->ss[i], v.z)), mul(k->c[i], v.x)),
                   sub(add(mul(k->cc[i], v.y), mul(k->cs[i], v.z)), mul(k->s[i], v.x)),
                   sub(mul(k->ca[i], v.z), mul(k->sa[i], v.y)));
}

// a + link i's components to link i-1's
static inline vec3 fast_up_add(const fast_chain *k, int i, vec3 a, vec3 v)
{
  return vec3_make(sub(add(a.x, mul(k->c[i], v.x)), mul(k->s[i], v.y)),
                   sub(add(add(a.y, mul(k->sc[i], v.x)), mul(k->cc[i], v.y)), mul(k->sa[i], v.z)),
                   add(add(add(a.z, mul(k->ss[i], v.x)), mul(k->cs[i], v.y)), mul(k->ca[i], v.z)));
}

// w + z qd,  wd + w × z qd + z qdd
static inline void fast_spin(real qd, real qdd, vec3 *w, vec3 *wd)
{
  *wd = vec3_make(add(wd->x, mul(qd, w->y)), sub(wd->y, mul(qd, w->x)), add(wd->z, qdd));
  w->z = add(w->z, qd);
}

// [wd]× + [w]×[w]×. Unlike acceleration_matrix each product is formed where it is used: it fuses with its sum.
static inline mat3 fast_acceleration_matrix(vec3 w, vec3 wd)
{
  mat3 A;
  const real zz = mul(w.z, w.z), yy = mul(w.y, w.y);
  A.e[0][0] = neg(add(yy, zz));
  A.e[1][1] = neg(add(mul(w.x, w.x), zz));
  A.e[2][2] = neg(add(mul(w.x, w.x), yy));
  A.e[0][1] = sub(mul(w.x, w.y), wd.z);
  A.e[1][0] = add(mul(w.x, w.y), wd.z);
  A.e[0][2] = add(mul(w.x, w.z), wd.y);
  A.e[2][0] = sub(mul(w.x, w.z), wd.y);
  A.e[1][2] = sub(mul(w.y, w.z), wd.x);
  A.e[2][1] = add(mul(w.y, w.z), wd.x);
  return A;
}

// a + A r
static inline vec3 fast_carry(vec3 a, const mat3 *A, vec3 r)
{
  return vec3_make(add(add(add(a.x, mul(A->e[0][0], r.x)), mul(A->e[0][1], r.y)), mul(A->e[0][2], r.z)),
                   add(add(add(a.y, mul(A->e[1][0], r.x)), mul(A->e[1][1], r.y)), mul(A->e[1][2], r.z)),
                   add(add(add(a.z, mul(A->e[2][0], r.x)), mul(A->e[2][1], r.y)), mul(A->e[2][2], r.z)));
}

// F and N of a regrouped link: m = mc_z = J_zz = 0
static inline void fast_reduced_wrench(const fast_link *l, const mat3 *A, vec3 b, vec3 *F, vec3 *N)
{
  const real mx = l->mc.x, my = l->mc.y, Jxx = l->J.xx, Jyy = l->J.yy, Jxy = l->J.xy, Jxz = l->J.xz,
             Jyz = l->J.yz;
  *F = vec3_make(add(mul(A->e[0][0], mx), mul(A->e[0][1], my)), add(mul(A->e[1][0], mx), mul(A->e[1][1], my)),
                 add(mul(A->e[2][0], mx), mul(A->e[2][1], my)));
  const real yz = sub(A->e[2][2], A->e[1][1]), xz = sub(A->e[0][0], A->e[2][2]),
             xy = sub(A->e[1][1], A->e[0][0]);
  N->x = add(add(sub(mul(Jxy, A->e[2][0]), mul(Jxz, A->e[1][0])), add(mul(Jyy, A->e[2][1]), mul(Jyz, yz))),
             mul(my, b.z));
  N->y = sub(add(sub(mul(Jyz, A->e[0][1]), mul(Jxy, A->e[2][1])), sub(mul(Jxz, xz), mul(Jxx, A->e[2][0]))),
             mul(mx, b.z));
  N->z = add(add(sub(mul(Jxx, A->e[1][0]), mul(Jyy, A->e[0][1])), mul(Jxy, xy)),
             add(sub(mul(Jxz, A->e[1][2]), mul(Jyz, A->e[0][2])), sub(mul(mx, b.y), mul(my, b.x))));
}

// F and N of any link
static inline void fast_full_wrench(const fast_link *l, const mat3 *A, vec3 b, vec3 *F, vec3 *N)
{
  *F = fast_carry(vec3_scale(l->m, b), A, l->mc);
  *N = vec3_add(vec3_cross(l->mc, b), moment_of(A, l->J));
}

/* Revolute joints, base not turning. tau may not overlap qd and qdd. */
static inline void fast_newton_euler_revolute(fast_chain *k, int n, const real q[], const real qd[],
                                              const real qdd[], real tau[])
{
  fast_chain_turn(k, n, q);

  // link 1: w = z qd, wd = z qdd
  const vec3 g = k->base.a, r1 = k->link[0].r;
  const vec3 a1 =
      vec3_make(add(mul(k->c[0], g.x), mul(k->s[0], g.y)), sub(mul(k->c[0], g.y), mul(k->s[0], g.x)), g.z);
  const vec3 mc1 = k->link[0].mc;
  const real N1 = add(mul(k->first_inertia, qdd[0]), sub(mul(mc1.x, a1.y), mul(mc1.y, a1.x)));
  if (n == 1) {
    tau[0] = add(N1, k->tip.n.z);
    return;
  }
  const real ww = mul(qd[0], qd[0]);
  vec3 b = vec3_make(sub(sub(a1.x, mul(ww, r1.x)), mul(qdd[0], r1.y)),
                     add(sub(a1.y, mul(ww, r1.y)), mul(qdd[0], r1.x)), a1.z);
  vec3 w = vec3_zero(), wd = vec3_zero();

  // outward: motion of each link in its own frame, and what it takes
  for (int i = 1; i < n; i++) {
    const fast_link *l = &k->link[i];
    const vec3 a = fast_down(k, i, b);
    if (i == 1) {
      w = vec3_make(mul(k->ss[1], qd[0]), mul(k->cs[1], qd[0]), mul(k->ca[1], qd[0]));
      wd = vec3_make(mul(k->ss[1], qdd[0]), mul(k->cs[1], qdd[0]), mul(k->ca[1], qdd[0]));
    } else {
      w = fast_down(k, i, w);
      wd = fast_down(k, i, wd);
    }
    fast_spin(qd[i], qdd[i], &w, &wd);
    const mat3 A = fast_acceleration_matrix(w, wd);
    b = i == n - 1 ? a : fast_carry(a, &A, l->r);
    fast_reduced_wrench(l, &A, b, &k->F[i], &k->N[i]);
  }

  // inward: force and moment that link i-1 exerts on link i, at its origin
  vec3 f = vec3_add(k->F[n - 1], k->tip.f), m = vec3_add(k->N[n - 1], k->tip.n);
  for (int i = n - 1; i > 1; i--) {
    tau[i] = m.z;
    f = fast_up_add(k, i, k->F[i - 1], f);
    m = vec3_add(fast_up_add(k, i, k->N[i - 1], m), vec3_cross(k->link[i - 1].r, f));
  }

  // of joint 1 only the moment about its axis
  tau[1] = m.z;
  const real fx = sub(mul(k->c[1], f.x), mul(k->s[1], f.y));
  const real fy = sub(add(mul(k->sc[1], f.x), mul(k->cc[1], f.y)), mul(k->sa[1], f.z));
  const real mz = add(add(add(N1, mul(k->ss[1], m.x)), mul(k->cs[1], m.y)), mul(k->ca[1], m.z));
  tau[0] = add(mz, sub(mul(r1.x, fy), mul(r1.y, fx)));
}

/* Any joints, any motion of the base. tau may not overlap qd and qdd. */
static inline void fast_newton_euler_any(fast_chain *k, int n, const real q[], const real qd[],
                                         const real qdd[], real tau[])
{
  fast_chain_turn(k, n, q);

  vec3 w = k->base.w, wd = k->base.wd, b = k->base.a;
  for (int i = 0; i < n; i++) {
    const fast_link *l = &k->link[i];
    const bool turns = k->arm[i].joint == JOINT_REVOLUTE;
    w = fast_down(k, i, w);
    wd = fast_down(k, i, wd);
    vec3 a = fast_down(k, i, b);
    if (turns) fast_spin(qd[i], qdd[i], &w, &wd);
    const mat3 A = fast_acceleration_matrix(w, wd);
    if (!turns) {  // a + A z q + 2 w × z qd + z qdd
      const real slide = k->slide[i], twice = add(qd[i], qd[i]);
      a.x = add(add(a.x, mul(A.e[0][2], slide)), mul(twice, w.y));
      a.y = sub(add(a.y, mul(A.e[1][2], slide)), mul(twice, w.x));
      a.z = add(add(a.z, mul(A.e[2][2], slide)), qdd[i]);
    }
    b = fast_carry(a, &A, l->r);
    fast_full_wrench(l, &A, b, &k->F[i], &k->N[i]);
  }

  vec3 f = vec3_add(k->F[n - 1], k->tip.f), m = vec3_add(k->N[n - 1], k->tip.n);
  for (int i = n - 1;; i--) {
    if (k->arm[i].joint == JOINT_REVOLUTE) {
      tau[i] = m.z;
    } else {  // from the link's origin back to where the parent has it: m + z q × f
      tau[i] = f.z;
      m.x = sub(m.x, mul(k->slide[i], f.y));
      m.y = add(m.y, mul(k->slide[i], f.x));
    }
    if (i == 0) break;
    f = fast_up_add(k, i, k->F[i - 1], f);
    m = vec3_add(fast_up_add(k, i, k->N[i - 1], m), vec3_cross(k->link[i - 1].r, f));
  }
}

#endif
