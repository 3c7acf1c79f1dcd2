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
 * Regrouping. What lies on a revolute joint's axis does not move relative to the link before: m, ∫z dm and ∫z² dm may be
 * counted there instead, from the hand down to the base, and no torque changes. Seven numbers of the link are left, the
 * ones that can be identified from torques; m = mc_z = J_zz = 0, whatever point they are counted from. A link that slides
 * turns with the link before it: there all of J may be counted, and its mass and first moment are left.
 *
 * Cost for n revolute joints, base at rest: 94n − 111 multiplications, 79n − 104 additions, sines apart; on a base that
 * turns, with a wrench at the hand, 94n − 52 and 79n − 46
 * (tests/kernel/test_fast_newton_euler_counts.c). Where the time goes: docs/performance_log.md. */
#ifndef ULNA_KERNEL_FAST_NEWTON_EULER_H
#define ULNA_KERNEL_FAST_NEWTON_EULER_H

#include <stdbool.h>

#include "base/layout.h"
#include "kernel/acceleration.h"
#include "kernel/chain.h"
#include "kernel/turn.h"

// One link in its joint-axis frame.
typedef struct {
  vec3 r;   // origin i → origin i+1, a prismatic joint i+1 at 0; zero for the last link
  real m;   // mass
  vec3 mc;  // first moment about origin i+1
  sym3 J;   // second moment ∫ρρᵀ dm about origin i+1
} fast_link;

// What two links of a revolute chain have left of their masses.
typedef struct {
  pair mx, my, Jxx, Jyy, Jxy, Jxz, Jyz;
} fast_pair;

// cos and sin of θ_i, and their products with those of the twist before it; n each
typedef struct {
  real *c, *s, *cc, *cs, *sc, *ss;
} fast_turns;

/* What the kernel writes while it works. For small n it is better off with local arrays, which the compiler knows
 * to be nobody else's. */
typedef struct {
  fast_turns turns;
  vec3 *F, *N;  // n+1: what each link's motion takes, about its far end
} fast_scratch;

/* Balanced rotors that the arm carries: spin inertia Ia about the axis z of a link's frame, turning at `rate` relative to
 * the link. The frozen rotor is part of the link. [Szkodny], exact:
 *   the link needs the moment Ia (z xdd + xd w × z) more; the rotor's own coordinate Ia (xdd + z·wd)
 * Where x is a joint's coordinate times a ratio k, that coordinate serves as well: Ia z k, Ia k² for Ia z, Ia.
 * Sorted by carrier: those of link u are first[u] … first[u+1]-1, u = 0 the base, whose turning they feel. */
typedef struct {
  const int *first;                 // n+2
  const vec3 *momentum;             // Ia z, in the carrier's frame here; the base's: frame 0
  const real *inertia;              // Ia
  const real *rate, *acceleration;  // xd, xdd: given with the call
  real *own;                        // out
} fast_rotors;

/* The masses of all links in rows, row_length(n) numbers each, for loops over links: what fast_link has. */
typedef struct {
  real *m, *mc[3], *J[6];
} fast_rows;

/* What is known of a link's geometry, so that zeros and ones need not be multiplied: structure, set by who knows it. Used by
 * kinds with SKIPS_ZEROS, where one branch serves many states. */
typedef enum { TWIST_ANY, TWIST_NONE, TWIST_SQUARE, TWIST_BACK } fast_twist_kind;  // by 0, 90, −90 degrees
typedef struct {
  fast_twist_kind twist;  // before the joint
  bool x, y, z;           // r has such a component
} fast_shape;

/* What an arm's geometry alone decides, whatever its links weigh; n each. */
typedef struct {
  real *ca, *sa;        // cos and sin of the twist between axis i-1 and axis i; the first: 1 and 0
  turn_squares *twist;  // of the same twist, for turning tensors
  turn_mask *mask;      // which joints turn; not used where all do
} fast_twists;

/* The arm as this kernel wants it. Arrays have n elements. */
typedef struct {
  int n;
  const chain_link *arm;  // what fast_chain_prepare made it from
  bool revolute;          // every joint is
  fast_link *link;
  fast_rows rows;       // the same masses, for derivatives; rows.m is null where nobody asked for them
  fast_pair *two;       // links 2 and 3, 4 and 5, …; a missing one is zero
  const real *theta0;   // constant part of the joint's angle: the caller's
  const real *ca, *sa;  // the caller's fast_twists
  const turn_squares *twist;
  const turn_mask *mask;
  fast_shape *shape;   // any twist and all components, unless somebody knows better; none without SKIPS_ZEROS
  real first_inertia;  // of link 1 about its axis: what is left of it when the base is at rest

  // given with the call
  base_state base;  // motion of frame 0
  wrench tip;       // what the hand exerts on the world, at origin n, in link n's frame here

  real *turn;            // scratch: q of those
  const real *slide;     // the caller's q: the posture that the turns in use belong to
  fast_scratch scratch;  // for any n
} fast_chain;

KERNEL fast_turns fast_turns_in(real *memory, int n)
{
  const int room = (n + 7) / 8 * 8;
  if (!memory) {  // being measured
    const fast_turns none = {0, 0, 0, 0, 0, 0};
    return none;
  }
  const fast_turns t = {
      memory, memory + room, memory + 2 * room, memory + 3 * room, memory + 4 * room, memory + 5 * room};
  return t;
}

KERNEL void fast_twists_layout(fast_twists *t, layout *l, int n)
{
  const size_t count = (size_t)n;
  t->ca = (real *)layout_take(l, count, sizeof(real));
  t->sa = (real *)layout_take(l, count, sizeof(real));
  t->twist = (turn_squares *)layout_take(l, count, sizeof(turn_squares));
  t->mask = (turn_mask *)layout_take(l, count, sizeof(turn_mask));
}

KERNEL void fast_twists_make(const fast_twists *t, const chain *arm)
{
  for (int i = 0; i < arm->n; i++) {
    t->ca[i] = i ? arm->link[i - 1].ca : constant(1);
    t->sa[i] = i ? arm->link[i - 1].sa : constant(0);
    t->twist[i] = turn_squares_of(t->ca[i], t->sa[i]);
    t->mask[i] = turn_mask_of(arm->link[i].joint == JOINT_REVOLUTE);
  }
}

KERNEL void fast_chain_layout(fast_chain *k, layout *l, int n)
{
  const size_t count = (size_t)n;
  k->link = (fast_link *)layout_take(l, count, sizeof(fast_link));
  k->two = (fast_pair *)layout_take(l, count / 2 + 1, sizeof(fast_pair));
  k->rows.m = 0;
  k->shape = (fast_shape *)layout_take(l, SKIPS_ZEROS ? count : 0, sizeof(fast_shape));
  k->turn = (real *)layout_take(l, count, sizeof(real));
  k->scratch.turns = fast_turns_in((real *)layout_take(l, (count + 7) / 8 * 8 * 6, sizeof(real)), n);
  k->scratch.F = (vec3 *)layout_take(l, count + 1, sizeof(vec3));
  k->scratch.N = (vec3 *)layout_take(l, count + 1, sizeof(vec3));
}

// Beside fast_chain_layout, before fast_chain_prepare: what derivatives need.
KERNEL void fast_rows_layout(fast_rows *rows, layout *l, int n)
{
  const size_t row = (size_t)row_length(n);
  rows->m = (real *)layout_take(l, row, sizeof(real));
  for (int c = 0; c < 3; c++) rows->mc[c] = (real *)layout_take(l, row, sizeof(real));
  for (int c = 0; c < 6; c++) rows->J[c] = (real *)layout_take(l, row, sizeof(real));
}

// S + k (a bᵀ + b aᵀ)
KERNEL sym3 sym3_add_product(sym3 S, real k, vec3 a, vec3 b)
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

// R J Rᵀ, a tensor of link i in link i-1's axes: turned by the joint, then by the twist.
KERNEL_INLINED sym3 sym3_up(sym3 J, real c, real s, const turn_squares *turn, real ca, real sa,
                            const turn_squares *between)
{
  return sym3_turn_x_by(sym3_turn_z_by(J, c, s, turn), ca, sa, between);
}

// The link's own mass about its joint origin, in its joint-axis frame.
KERNEL fast_link fast_link_of(const chain_link *l)
{
  fast_link k;
  k.r = vec3_turn_x(l->r, l->ca, l->sa);
  k.m = l->m;
  const vec3 com = vec3_add(k.r, vec3_turn_x(l->com, l->ca, l->sa));
  k.mc = vec3_scale(l->m, com);

  // ½Tr(I)E − I about the mass centre, its axes turned by the twist, one row after the other
  const real half = constant(0.5), half_trace = mul(half, add(add(l->I.xx, l->I.yy), l->I.zz));
  const vec3 x = vec3_make(sub(half_trace, l->I.xx), neg(l->I.xy), neg(l->I.xz));
  const vec3 y = vec3_make(neg(l->I.xy), sub(half_trace, l->I.yy), neg(l->I.yz));
  const vec3 z = vec3_make(neg(l->I.xz), neg(l->I.yz), sub(half_trace, l->I.zz));
  const vec3 rx = vec3_turn_x(x, l->ca, l->sa), ry = vec3_turn_x(y, l->ca, l->sa),
             rz = vec3_turn_x(z, l->ca, l->sa);
  const vec3 to_y = vec3_turn_x(vec3_make(rx.y, ry.y, rz.y), l->ca, l->sa);
  const vec3 to_z = vec3_turn_x(vec3_make(rx.z, ry.z, rz.z), l->ca, l->sa);
  const sym3 J = {rx.x, to_y.y, to_z.z, rx.y, rx.z, to_y.z};
  k.J = sym3_add_product(J, mul(half, l->m), com, com);
  return k;
}

// Moves what lies on the child's axis (m, mc_z, J_zz, about the joint origin) to the parent.
KERNEL void fast_link_regroup(fast_link *child, fast_link *parent, real ca, real sa)
{
  const real half = constant(0.5);
  const vec3 u = vec3_make(constant(0), neg(sa), ca);  // the axis, in the parent's frame
  parent->m = add(parent->m, child->m);
  parent->mc = vec3_add(parent->mc, vec3_add(vec3_scale(child->m, parent->r), vec3_scale(child->mc.z, u)));
  parent->J = sym3_add_product(parent->J, mul(half, child->m), parent->r, parent->r);
  parent->J = sym3_add_product(parent->J, child->mc.z, parent->r, u);
  parent->J = sym3_add_product(parent->J, mul(half, child->J.zz), u, u);
}

// From the joint origin to the far end: mc' = mc − m r, J' = J − mc rᵀ − r mcᵀ + m r rᵀ.
KERNEL void fast_link_shift(fast_link *l)
{
  l->J = sym3_add_product(l->J, constant(-1), l->mc, l->r);
  l->J = sym3_add_product(l->J, mul(constant(0.5), l->m), l->r, l->r);
  l->mc = vec3_sub(l->mc, vec3_scale(l->m, l->r));
}

KERNEL fast_pair fast_pair_of(const fast_link *a, const fast_link *b)
{
  fast_pair two;
  two.mx = pair_of(a->mc.x, b->mc.x), two.my = pair_of(a->mc.y, b->mc.y);
  two.Jxx = pair_of(a->J.xx, b->J.xx), two.Jyy = pair_of(a->J.yy, b->J.yy);
  two.Jxy = pair_of(a->J.xy, b->J.xy), two.Jxz = pair_of(a->J.xz, b->J.xz),
  two.Jyz = pair_of(a->J.yz, b->J.yz);
  return two;
}

KERNEL fast_link fast_link_none(void)
{
  const real zero = constant(0);
  const sym3 J = {zero, zero, zero, zero, zero, zero};
  const fast_link l = {vec3_zero(), zero, vec3_zero(), J};
  return l;
}

// J of a link that slides, about its far end, moved to the parent: both turn alike, so what it takes is a couple that the
// parent may as well take. c, s: of the joint's constant angle.
KERNEL void fast_link_regroup_slide(fast_link *child, fast_link *parent, real c, real s, real ca, real sa)
{
  const turn_squares turn = turn_squares_of(c, s), between = turn_squares_of(ca, sa);
  parent->J = sym3_add(parent->J, sym3_up(child->J, c, s, &turn, ca, sa, &between));
  const real zero = constant(0);
  const sym3 none = {zero, zero, zero, zero, zero, zero};
  child->J = none;
}

/* Leaves each link what its own torques need, counted from its far end; from the hand inward. k's arrays are set; the
 * links are as they are, about their joint origins. */
KERNEL void fast_chain_regroup(fast_chain *k)
{
  const int n = k->n;
  const real zero = constant(0);
  k->link[n - 1].r = vec3_zero();
  for (int i = n - 1; i >= 0; i--) {
    fast_link *l = &k->link[i], *parent = i ? &k->link[i - 1] : NULL;
    if (k->arm[i].joint == JOINT_REVOLUTE) {
      if (parent) fast_link_regroup(l, parent, k->ca[i], k->sa[i]);
      l->m = l->mc.z = l->J.zz = zero;
      if (i == 0) k->first_inertia = add(l->J.xx, l->J.yy);
      fast_link_shift(l);
    } else {
      real c, s;
      fast_link_shift(l);
      sine_cosine_sums(1, &k->theta0[i], &zero, &s, &c);
      if (parent) fast_link_regroup_slide(l, parent, c, s, k->ca[i], k->sa[i]);
    }
  }
}

KERNEL void fast_chain_fill_rows(fast_chain *k, int n)
{
  for (int i = 0; i < row_length(n); i++) {
    const fast_link l = i < n ? k->link[i] : fast_link_none();
    k->rows.m[i] = l.m;
    k->rows.mc[0][i] = l.mc.x, k->rows.mc[1][i] = l.mc.y, k->rows.mc[2][i] = l.mc.z;
    k->rows.J[0][i] = l.J.xx, k->rows.J[1][i] = l.J.yy, k->rows.J[2][i] = l.J.zz;
    k->rows.J[3][i] = l.J.xy, k->rows.J[4][i] = l.J.xz, k->rows.J[5][i] = l.J.yz;
  }
}

// What does not depend on masses; k->link has each link as it is, about its joint origin.
KERNEL void fast_chain_take(fast_chain *k, const chain *arm, const fast_twists *twists, const real theta0[])
{
  const int n = arm->n;
  k->n = n;
  k->arm = arm->link;
  k->theta0 = theta0;
  k->ca = twists->ca, k->sa = twists->sa, k->twist = twists->twist, k->mask = twists->mask;
  k->revolute = true;
  for (int i = 0; i < n; i++) {
    const chain_link *l = &arm->link[i];
    if (l->joint != JOINT_REVOLUTE) k->revolute = false;
    k->link[i] = fast_link_of(l);
    if (SKIPS_ZEROS) {
      k->shape[i].twist = TWIST_ANY;
      k->shape[i].x = k->shape[i].y = k->shape[i].z = true;
    }
  }
}

KERNEL_INLINED fast_twist_kind fast_twist_at(const fast_chain *k, int i)
{
  return SKIPS_ZEROS ? k->shape[i].twist : TWIST_ANY;
}
// whether link i's r has such a component
KERNEL_INLINED bool fast_has_x(const fast_chain *k, int i) { return !SKIPS_ZEROS || k->shape[i].x; }
KERNEL_INLINED bool fast_has_y(const fast_chain *k, int i) { return !SKIPS_ZEROS || k->shape[i].y; }
KERNEL_INLINED bool fast_has_z(const fast_chain *k, int i) { return !SKIPS_ZEROS || k->shape[i].z; }
// Whether link i's r lacks a component; where it has all, sums are taken in the order that other kinds take.
KERNEL_INLINED bool fast_skips(const fast_chain *k, int i)
{
  return SKIPS_ZEROS && !(k->shape[i].x && k->shape[i].y && k->shape[i].z);
}

// From links as they are to the table of regrouped ones.
KERNEL void fast_chain_finish(fast_chain *k)
{
  const int n = k->n;
  k->first_inertia = constant(0);
  fast_chain_regroup(k);

  if (k->rows.m) fast_chain_fill_rows(k, n);
  const fast_link none = fast_link_none();
  for (int i = 1; i < n; i += 2)
    k->two[i / 2] = fast_pair_of(&k->link[i], i + 1 < n ? &k->link[i + 1] : &none);
}

/* Makes the table from the arm: O(n), no allocation. To be run again when a link changes (payload). The arm's twists, made
 * before, and theta0 stay the caller's. */
KERNEL void fast_chain_prepare(fast_chain *k, const chain *arm, const fast_twists *twists,
                               const real theta0[])
{
  fast_chain_take(k, arm, twists, theta0);
  fast_chain_finish(k);
}

// What the hand exerts, given at the end of the last link in frame n, brought to its joint.
KERNEL void fast_chain_set_hand(fast_chain *k, wrench hand)
{
  const chain_link *l = &k->arm[k->n - 1];
  const vec3 f = vec3_turn_x(hand.f, l->ca, l->sa), r = vec3_turn_x(l->r, l->ca, l->sa);
  k->tip.f = f;
  k->tip.n = vec3_add(vec3_turn_x(hand.n, l->ca, l->sa), vec3_cross(r, f));
}

/* Sines and cosines for a posture, and their products with the twists'. revolute: every joint is. q NULL: the posture that k was turned
 * to last, whose turns t still has. So for every kernel that is given q. */
KERNEL_INLINED void fast_chain_turn(fast_chain *k, int n, bool revolute, const real q[], const fast_turns *t)
{
  if (!q) return;
  k->slide = q;
  if (SKIPS_ZEROS) {
    if (!revolute) {
      for (int i = 0; i < n; i++) k->turn[i] = k->mask[i] ? q[i] : constant(0);
    }
    sine_cosine_sums(n, k->theta0, revolute ? q : k->turn, t->s, t->c);
    for (int i = 0; i < n; i++) {
      if (k->shape[i].twist != TWIST_ANY && i != 1) continue;  // never asked for
      t->cc[i] = mul(t->c[i], k->ca[i]), t->cs[i] = mul(t->c[i], k->sa[i]);
      t->sc[i] = mul(t->s[i], k->ca[i]), t->ss[i] = mul(t->s[i], k->sa[i]);
    }
    return;
  }
  const turn_products by = {k->ca, k->sa, t->cc, t->cs, t->sc, t->ss};
  sine_cosine_turns(n, k->theta0, q, revolute ? NULL : k->mask, k->turn, t->s, t->c, &by);
}

// Sines and cosines alone, for what turns by the joints and the twists apart.
KERNEL_INLINED void fast_chain_sines(fast_chain *k, int n, bool revolute, const real q[], const fast_turns *t)
{
  k->slide = q;
  sine_cosine_turns(n, k->theta0, q, revolute ? NULL : k->mask, k->turn, t->s, t->c, NULL);
}

// link i-1's components to link i's
KERNEL_INLINED vec3 fast_down(const fast_chain *k, const fast_turns *t, int i, vec3 v)
{
  const fast_twist_kind kind = fast_twist_at(k, i);
  const real c = t->c[i], s = t->s[i];
  if (kind == TWIST_SQUARE)
    return vec3_make(add(mul(s, v.z), mul(c, v.x)), sub(mul(c, v.z), mul(s, v.x)), neg(v.y));
  if (kind == TWIST_BACK)
    return vec3_make(sub(mul(c, v.x), mul(s, v.z)), neg(add(mul(c, v.z), mul(s, v.x))), v.y);
  if (kind == TWIST_NONE) return vec3_make(add(mul(s, v.y), mul(c, v.x)), sub(mul(c, v.y), mul(s, v.x)), v.z);
  if (TWISTS_APART) {
    const real y = add(mul(k->ca[i], v.y), mul(k->sa[i], v.z));
    return vec3_make(add(mul(s, y), mul(c, v.x)), sub(mul(c, y), mul(s, v.x)),
                     sub(mul(k->ca[i], v.z), mul(k->sa[i], v.y)));
  }
  return vec3_make(add(add(mul(t->sc[i], v.y), mul(t->ss[i], v.z)), mul(c, v.x)),
                   sub(add(mul(t->cc[i], v.y), mul(t->cs[i], v.z)), mul(s, v.x)),
                   sub(mul(k->ca[i], v.z), mul(k->sa[i], v.y)));
}

// z of link 1 in link 2's components
KERNEL_INLINED vec3 fast_first_axis(const fast_chain *k, const fast_turns *t)
{
  if (TWISTS_APART) return vec3_make(mul(t->s[1], k->sa[1]), mul(t->c[1], k->sa[1]), k->ca[1]);
  return vec3_make(t->ss[1], t->cs[1], k->ca[1]);
}

// a + link i's components to link i-1's
KERNEL_INLINED vec3 fast_up_add(const fast_chain *k, const fast_turns *t, int i, vec3 a, vec3 v)
{
  const fast_twist_kind kind = fast_twist_at(k, i);
  const real c = t->c[i], s = t->s[i], x = sub(add(a.x, mul(c, v.x)), mul(s, v.y));
  if (kind == TWIST_SQUARE) return vec3_make(x, sub(a.y, v.z), add(add(a.z, mul(s, v.x)), mul(c, v.y)));
  if (kind == TWIST_BACK) return vec3_make(x, add(a.y, v.z), sub(sub(a.z, mul(s, v.x)), mul(c, v.y)));
  if (kind == TWIST_NONE) return vec3_make(x, add(add(a.y, mul(s, v.x)), mul(c, v.y)), add(a.z, v.z));
  if (TWISTS_APART) {
    const real y = add(mul(s, v.x), mul(c, v.y));
    return vec3_make(x, sub(add(a.y, mul(k->ca[i], y)), mul(k->sa[i], v.z)),
                     add(add(a.z, mul(k->sa[i], y)), mul(k->ca[i], v.z)));
  }
  return vec3_make(x, sub(add(add(a.y, mul(t->sc[i], v.x)), mul(t->cc[i], v.y)), mul(k->sa[i], v.z)),
                   add(add(add(a.z, mul(t->ss[i], v.x)), mul(t->cs[i], v.y)), mul(k->ca[i], v.z)));
}

// the far end's r × f + n
KERNEL_INLINED vec3 fast_moment_add(const fast_chain *k, int i, vec3 n, vec3 f)
{
  const vec3 r = k->link[i].r;
  if (!fast_skips(k, i)) return vec3_add(n, vec3_cross(r, f));
  if (k->shape[i].x) n.y = sub(n.y, mul(r.x, f.z)), n.z = add(n.z, mul(r.x, f.y));
  if (k->shape[i].y) n.z = sub(n.z, mul(r.y, f.x)), n.x = add(n.x, mul(r.y, f.z));
  if (k->shape[i].z) n.x = sub(n.x, mul(r.z, f.y)), n.y = add(n.y, mul(r.z, f.x));
  return n;
}

// w + z qd,  wd + w × z qd + z qdd; qdd NULL: zeros
KERNEL_INLINED void fast_spin(const real qd[], const real qdd[], int i, vec3 *w, vec3 *wd)
{
  *wd =
      vec3_make(add(wd->x, mul(qd[i], w->y)), sub(wd->y, mul(qd[i], w->x)), qdd ? add(wd->z, qdd[i]) : wd->z);
  w->z = add(w->z, qd[i]);
}

// [wd]× + [w]×[w]×. Unlike acceleration_matrix each product is formed where it is used: it fuses with its sum.
KERNEL_INLINED mat3 fast_acceleration_matrix(vec3 w, vec3 wd)
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

// a + A r; A r first, it does not wait for a
KERNEL_INLINED vec3 fast_carry(vec3 a, const mat3 *A, vec3 r) { return vec3_add(a, mat3_mul(A, r)); }

// the same along link i
KERNEL_INLINED vec3 fast_carry_link(const fast_chain *k, int i, vec3 a, const mat3 *A)
{
  const vec3 r = k->link[i].r;
  if (!fast_skips(k, i)) return fast_carry(a, A, r);
  if (k->shape[i].x) a = vec3_add(a, vec3_scale(r.x, mat3_column(A, 0)));
  if (k->shape[i].y) a = vec3_add(a, vec3_scale(r.y, mat3_column(A, 1)));
  if (k->shape[i].z) a = vec3_add(a, vec3_scale(r.z, mat3_column(A, 2)));
  return a;
}

// How a link moves, in its own frame: the acceleration of its far end, and of all other points relative to it.
typedef struct {
  mat3 A;
  vec3 b;
} fast_motion;

KERNEL_INLINED fast_motion fast_motion_none(void)
{
  const vec3 zero = vec3_zero();
  const fast_motion none = {{{{zero.x, zero.x, zero.x}, {zero.x, zero.x, zero.x}, {zero.x, zero.x, zero.x}}},
                            zero};
  return none;
}

// F and N of two regrouped links: m = mc_z = J_zz = 0
KERNEL_INLINED void fast_pair_wrench(const fast_pair *l, const fast_motion *first, const fast_motion *second,
                                     vec3 F[2], vec3 N[2])
{
#define BOTH(element) pair_of(first->element, second->element)
  const pair xx = BOTH(A.e[0][0]), xy = BOTH(A.e[0][1]), xz = BOTH(A.e[0][2]);
  const pair yx = BOTH(A.e[1][0]), yy = BOTH(A.e[1][1]), yz = BOTH(A.e[1][2]);
  const pair zx = BOTH(A.e[2][0]), zy = BOTH(A.e[2][1]), zz = BOTH(A.e[2][2]);
  const pair bx = BOTH(b.x), by = BOTH(b.y), bz = BOTH(b.z);
#undef BOTH
  // F = A mc
  const pair Fx = pair_add(pair_mul(xx, l->mx), pair_mul(xy, l->my));
  const pair Fy = pair_add(pair_mul(yx, l->mx), pair_mul(yy, l->my));
  const pair Fz = pair_add(pair_mul(zx, l->mx), pair_mul(zy, l->my));
  // N = axial(A J) + mc × b
  const pair Nx = pair_add(pair_add(pair_sub(pair_mul(l->Jxy, zx), pair_mul(l->Jxz, yx)),
                                    pair_add(pair_mul(l->Jyy, zy), pair_mul(l->Jyz, pair_sub(zz, yy)))),
                           pair_mul(l->my, bz));
  const pair Ny = pair_sub(pair_add(pair_sub(pair_mul(l->Jyz, xy), pair_mul(l->Jxy, zy)),
                                    pair_sub(pair_mul(l->Jxz, pair_sub(xx, zz)), pair_mul(l->Jxx, zx))),
                           pair_mul(l->mx, bz));
  const pair Nz = pair_add(
      pair_add(pair_sub(pair_mul(l->Jxx, yx), pair_mul(l->Jyy, xy)), pair_mul(l->Jxy, pair_sub(yy, xx))),
      pair_add(pair_sub(pair_mul(l->Jxz, yz), pair_mul(l->Jyz, xz)),
               pair_sub(pair_mul(l->mx, by), pair_mul(l->my, bx))));
  F[0] = vec3_make(pair_first(Fx), pair_first(Fy), pair_first(Fz));
  N[0] = vec3_make(pair_first(Nx), pair_first(Ny), pair_first(Nz));
  F[1] = vec3_make(pair_second(Fx), pair_second(Fy), pair_second(Fz));
  N[1] = vec3_make(pair_second(Nx), pair_second(Ny), pair_second(Nz));
}

// F and N of one link: of one that turns m = mc_z = J_zz = 0, of one that slides J = 0
KERNEL_INLINED void fast_link_wrench(const fast_link *l, bool turns, const mat3 *A, vec3 b, vec3 *F, vec3 *N)
{
  if (!turns) {
    *F = fast_carry(vec3_scale(l->m, b), A, l->mc);
    *N = vec3_cross(l->mc, b);
    return;
  }
  const real mx = l->mc.x, my = l->mc.y;
  const real xx = A->e[0][0], xy = A->e[0][1], xz = A->e[0][2], yx = A->e[1][0], yy = A->e[1][1],
             yz = A->e[1][2], zx = A->e[2][0], zy = A->e[2][1], zz = A->e[2][2];
  *F = vec3_make(add(mul(xx, mx), mul(xy, my)), add(mul(yx, mx), mul(yy, my)), add(mul(zx, mx), mul(zy, my)));
  N->x = add(add(sub(mul(l->J.xy, zx), mul(l->J.xz, yx)), add(mul(l->J.yy, zy), mul(l->J.yz, sub(zz, yy)))),
             mul(my, b.z));
  N->y = sub(add(sub(mul(l->J.yz, xy), mul(l->J.xy, zy)), sub(mul(l->J.xz, sub(xx, zz)), mul(l->J.xx, zx))),
             mul(mx, b.z));
  N->z = add(add(sub(mul(l->J.xx, yx), mul(l->J.yy, xy)), mul(l->J.xy, sub(yy, xx))),
             add(sub(mul(l->J.xz, yz), mul(l->J.yz, xz)), sub(mul(mx, b.y), mul(my, b.x))));
}

// Motion of the link the recursion has come to.
typedef struct {
  vec3 w, wd;  // in the link's own frame
  vec3 b;      // acceleration of its far end, gravity in it
} fast_spot;

// What the rotors of link u (from 0: the base) add to its moment.
KERNEL_INLINED void fast_rotors_load(const fast_rotors *r, int u, vec3 w, vec3 wd, vec3 *N)
{
  int k = r->first[u];
  const int end = r->first[u + 1];
  if (k == end) return;
  vec3 sum = *N;
  do {
    const vec3 h = r->momentum[k], gyro = vec3_cross(w, h);
    const real xd = r->rate[k], xdd = r->acceleration[k];
    sum.x = add(add(sum.x, mul(xdd, h.x)), mul(xd, gyro.x));
    sum.y = add(add(sum.y, mul(xdd, h.y)), mul(xd, gyro.y));
    sum.z = add(add(sum.z, mul(xdd, h.z)), mul(xd, gyro.z));
    r->own[k] = add(mul(r->inertia[k], xdd), vec3_dot(h, wd));
  } while (RARELY(++k < end));  // most links carry one at most
  *N = sum;
}

// From link i-1 to link i.
KERNEL_INLINED fast_motion fast_step(const fast_chain *k, const fast_turns *t, int i, int n, bool turning,
                                     const real qd[], const real qdd[], fast_spot *at)
{
  fast_motion m;
  const vec3 a = fast_down(k, t, i, at->b);
  if (i > 1 || turning) {
    at->w = fast_down(k, t, i, at->w);
    at->wd = fast_down(k, t, i, at->wd);
    fast_spin(qd, qdd, i, &at->w, &at->wd);
  } else {  // link 1 has z qd and z qdd
    const vec3 z = fast_first_axis(k, t);
    at->w = vec3_scale(qd[0], z);
    if (qdd) {
      at->wd = vec3_scale(qdd[0], z);
      fast_spin(qd, qdd, i, &at->w, &at->wd);
    } else {
      at->wd = vec3_make(mul(qd[1], at->w.y), neg(mul(qd[1], at->w.x)), constant(0));
      at->w.z = add(at->w.z, qd[1]);
    }
  }
  m.A = fast_acceleration_matrix(at->w, at->wd);
  m.b = at->b = i + 1 < n ? fast_carry_link(k, i, a, &m.A) : a;
  return m;
}

// Link i: how it moves, and what that takes.
KERNEL_INLINED void fast_step_one(const fast_chain *k, const fast_scratch *to, int i, int n, bool turning,
                                  const real qd[], const real qdd[], const fast_rotors *rotors, fast_spot *at)
{
  const fast_motion m = fast_step(k, &to->turns, i, n, turning, qd, qdd, at);
  fast_link_wrench(&k->link[i], true, &m.A, m.b, &to->F[i], &to->N[i]);
  if (rotors) fast_rotors_load(rotors, i + 1, at->w, at->wd, &to->N[i]);
}

// Links i and i+1 (if there is one): how they move, and what that takes. rotors: NULL where there are none.
KERNEL_INLINED void fast_step_two(const fast_chain *k, const fast_scratch *to, int i, int n, bool turning,
                                  const real qd[], const real qdd[], const fast_rotors *rotors, fast_spot *at)
{
  const fast_motion first = fast_step(k, &to->turns, i, n, turning, qd, qdd, at);
  const fast_spot there = *at;
  const fast_motion second =
      i + 1 < n ? fast_step(k, &to->turns, i + 1, n, turning, qd, qdd, at) : fast_motion_none();
  fast_pair_wrench(&k->two[i / 2], &first, &second, &to->F[i], &to->N[i]);
  if (rotors) {
    fast_rotors_load(rotors, i + 1, there.w, there.wd, &to->N[i]);
    if (i + 1 < n) fast_rotors_load(rotors, i + 2, at->w, at->wd, &to->N[i + 1]);
  }
}

// From what link i-1 exerts on link i, at link i's origin, to the same one link down.
KERNEL_INLINED void fast_step_back(const fast_chain *k, const fast_scratch *to, int i, wrench *on)
{
  on->f = fast_up_add(k, &to->turns, i, to->F[i - 1], on->f);
  on->n = fast_up_add(k, &to->turns, i, fast_moment_add(k, i - 1, to->N[i - 1], on->f), on->n);
}

/* Link 1 on a base that does not turn, where it has z qd and z qdd and only its moment about its axis counts, so that its
 * mass is counted from its origin. */
KERNEL_INLINED void fast_first_step(const fast_chain *k, const fast_scratch *to, const real qd[],
                                    const real qdd[], const fast_rotors *rotors, fast_spot *at)
{
  const fast_turns *t = &to->turns;
  const vec3 g = k->base.a, r = k->link[0].r, mc = k->link[0].mc;
  const vec3 a =
      vec3_make(add(mul(t->c[0], g.x), mul(t->s[0], g.y)), sub(mul(t->c[0], g.y), mul(t->s[0], g.x)), g.z);
  real N1 = sub(mul(mc.x, a.y), mul(mc.y, a.x));
  if (qdd) N1 = add(mul(k->first_inertia, qdd[0]), N1);
  if (rotors) {
    for (int j = 0; j < rotors->first[1]; j++)
      rotors->own[j] = mul(rotors->inertia[j], rotors->acceleration[j]);
    for (int j = rotors->first[1]; j < rotors->first[2]; j++) {
      const real h = rotors->momentum[j].z, xdd = rotors->acceleration[j];
      N1 = add(N1, mul(h, xdd));
      rotors->own[j] = add(mul(rotors->inertia[j], xdd), mul(h, qdd[0]));
    }
  }
  to->F[0] = vec3_zero(), to->N[0] = vec3_make(constant(0), constant(0), N1);
  const real ww = mul(qd[0], qd[0]);
  at->w = at->wd = vec3_zero();
  at->b = vec3_make(sub(a.x, mul(ww, r.x)), sub(a.y, mul(ww, r.y)), a.z);
  if (qdd) at->b.x = sub(at->b.x, mul(qdd[0], r.y)), at->b.y = add(at->b.y, mul(qdd[0], r.x));
}

// The same on a base that turns.
KERNEL_INLINED void fast_first_step_turning(const fast_chain *k, const fast_scratch *to, int n,
                                            const real qd[], const real qdd[], const fast_rotors *rotors,
                                            fast_spot *at)
{
  vec3 F, N, held = vec3_zero();  // held: by whatever moves the base
  at->w = k->base.w, at->wd = k->base.wd, at->b = k->base.a;
  if (rotors) fast_rotors_load(rotors, 0, at->w, at->wd, &held);
  const fast_motion m = fast_step(k, &to->turns, 0, n, true, qd, qdd, at);
  const vec3 r = k->link[0].r;
  fast_link_wrench(&k->link[0], true, &m.A, m.b, &F, &N);
  if (rotors) fast_rotors_load(rotors, 1, at->w, at->wd, &N);
  const real N1 = add(N.z, sub(mul(r.x, F.y), mul(r.y, F.x)));
  to->F[0] = vec3_zero(), to->N[0] = vec3_make(constant(0), constant(0), N1);
}

/* Outward over revolute joints: F and N of each link about its far end, from fast_chain_turn's turns; link 1 has only N_z,
 * about its origin. turning: the base may turn. qdd may be NULL: zeros. rotors may be NULL. */
KERNEL_INLINED void fast_outward_revolute(const fast_chain *k, int n, bool turning, const real qd[],
                                          const real qdd[], const fast_rotors *rotors, const fast_scratch *to)
{
  fast_spot at;
  if (turning) fast_first_step_turning(k, to, n, qd, qdd, rotors, &at);
  else fast_first_step(k, to, qd, qdd, rotors, &at);
  if (REAL_LANES > 1) {  // a number is a register: one link after the other needs fewer of them
    FOR_LINKS(n, int i = 1; i < n; i++, fast_step_one(k, to, i, n, turning, qd, qdd, rotors, &at))
    return;
  }
  FOR_LINKS(n, int i = 1; i < n; i += 2, fast_step_two(k, to, i, n, turning, qd, qdd, rotors, &at))
}

// The torque about link 1's own axis: its N_z, and the moment of what it gets from link 2, f and m there.
KERNEL_INLINED real fast_torque_about_first(const fast_chain *k, const fast_scratch *to, vec3 f, vec3 m)
{
  const fast_turns *t = &to->turns;
  const vec3 r = k->link[0].r;
  const real fx = sub(mul(t->c[1], f.x), mul(t->s[1], f.y));
  if (TWISTS_APART) {
    const real y = add(mul(t->s[1], f.x), mul(t->c[1], f.y)),
               about = add(mul(t->s[1], m.x), mul(t->c[1], m.y));
    const real z = add(add(to->N[0].z, mul(k->sa[1], about)), mul(k->ca[1], m.z));
    return add(z, sub(mul(r.x, sub(mul(k->ca[1], y), mul(k->sa[1], f.z))), mul(r.y, fx)));
  }
  const real fy = sub(add(mul(t->sc[1], f.x), mul(t->cc[1], f.y)), mul(k->sa[1], f.z));
  const real mz = add(add(add(to->N[0].z, mul(t->ss[1], m.x)), mul(t->cs[1], m.y)), mul(k->ca[1], m.z));
  return add(mz, sub(mul(r.x, fy), mul(r.y, fx)));
}

// From a posture to torques; see the two functions below.
KERNEL_INLINED void fast_newton_euler_turns(fast_chain *k, int n, bool turning, const real q[],
                                            const real qd[], const real qdd[], const fast_rotors *rotors,
                                            real tau[], const fast_scratch *to)
{
  const fast_turns *t = &to->turns;
  fast_chain_turn(k, n, true, q, t);
  fast_outward_revolute(k, n, turning, qd, qdd, rotors, to);
  if (n == 1) {
    tau[0] = add(to->N[0].z, k->tip.n.z);
    return;
  }
  wrench on;
  on.f = vec3_add(to->F[n - 1], k->tip.f), on.n = vec3_add(to->N[n - 1], k->tip.n);
  FOR_LINKS(n, int i = n - 1; i > 1; i--, {
    tau[i] = on.n.z;
    fast_step_back(k, to, i, &on);
  })
  tau[1] = on.n.z;
  tau[0] = fast_torque_about_first(k, to, on.f, on.n);
}

/* Revolute joints on a base that does not turn. tau may not overlap qd and qdd. qdd may be NULL: zeros; rotors may be NULL. */
KERNEL_INLINED void fast_newton_euler_revolute(fast_chain *k, int n, const real q[], const real qd[],
                                               const real qdd[], const fast_rotors *rotors, real tau[],
                                               const fast_scratch *to)
{
  fast_newton_euler_turns(k, n, false, q, qd, qdd, rotors, tau, to);
}

/* The same on a base that turns. */
KERNEL_INLINED void fast_newton_euler_turning(fast_chain *k, int n, const real q[], const real qd[],
                                              const real qdd[], const fast_rotors *rotors, real tau[],
                                              const fast_scratch *to)
{
  fast_newton_euler_turns(k, n, true, q, qd, qdd, rotors, tau, to);
}

// Link i of any kind: how it moves, and what that takes. about_first: i is 1, link 1
// turns and the base does not.
KERNEL_INLINED void fast_step_any(const fast_chain *k, const fast_scratch *to, int i, int n, bool about_first,
                                  const real qd[], const real qdd[], const fast_rotors *rotors, fast_spot *at)
{
  const fast_turns *t = &to->turns;
  const fast_link *l = &k->link[i];
  const bool turns = k->arm[i].joint == JOINT_REVOLUTE;
  vec3 a = fast_down(k, t, i, at->b);
  if (about_first) {  // link 1 has z qd and z qdd
    const vec3 z = fast_first_axis(k, t);
    at->w = vec3_scale(qd[0], z);
    at->wd = qdd ? vec3_scale(qdd[0], z) : vec3_zero();
  } else {
    at->w = fast_down(k, t, i, at->w);
    at->wd = fast_down(k, t, i, at->wd);
  }
  if (turns) fast_spin(qd, qdd, i, &at->w, &at->wd);
  const mat3 A = fast_acceleration_matrix(at->w, at->wd);
  if (!turns) {  // a + A z q + 2 w × z qd + z qdd
    const real slide = k->slide[i], twice = add(qd[i], qd[i]);
    a.x = add(add(a.x, mul(A.e[0][2], slide)), mul(twice, at->w.y));
    a.y = sub(add(a.y, mul(A.e[1][2], slide)), mul(twice, at->w.x));
    a.z = add(a.z, mul(A.e[2][2], slide));
    if (qdd) a.z = add(a.z, qdd[i]);
  }
  at->b = i + 1 < n ? fast_carry(a, &A, l->r) : a;  // the last link's r is zero
  fast_link_wrench(l, turns, &A, at->b, &to->F[i], &to->N[i]);
  if (rotors) fast_rotors_load(rotors, i + 1, at->w, at->wd, &to->N[i]);
}

/* Outward over any joints. turning: the base may turn. Link 1, if it turns, has only N_z, about its origin. */
KERNEL_INLINED void fast_outward_any(const fast_chain *k, int n, bool turning, const real qd[],
                                     const real qdd[], const fast_rotors *rotors, const fast_scratch *to)
{
  fast_spot at;
  int first;
  if (!turning && k->arm[0].joint == JOINT_REVOLUTE) {
    fast_first_step(k, to, qd, qdd, rotors, &at);
    if (n > 1) fast_step_any(k, to, 1, n, true, qd, qdd, rotors, &at);
    first = 2;
  } else {
    vec3 held = vec3_zero();  // by whatever moves the base
    at.w = k->base.w, at.wd = k->base.wd, at.b = k->base.a;
    if (rotors) fast_rotors_load(rotors, 0, at.w, at.wd, &held);
    fast_step_any(k, to, 0, n, false, qd, qdd, rotors, &at);
    first = 1;
    if (k->arm[0].joint == JOINT_REVOLUTE) {
      const vec3 r = k->link[0].r, F = to->F[0];
      const real N1 = add(to->N[0].z, sub(mul(r.x, F.y), mul(r.y, F.x)));
      to->F[0] = vec3_zero(), to->N[0] = vec3_make(constant(0), constant(0), N1);
    }
  }
  for (int i = first; i < n; i++) fast_step_any(k, to, i, n, false, qd, qdd, rotors, &at);
}

// From a posture to torques; see the two functions below.
KERNEL_INLINED void fast_newton_euler_slides(fast_chain *k, int n, bool turning, const real q[],
                                             const real qd[], const real qdd[], const fast_rotors *rotors,
                                             real tau[], const fast_scratch *to)
{
  const fast_turns *t = &to->turns;
  fast_chain_turn(k, n, false, q, t);
  fast_outward_any(k, n, turning, qd, qdd, rotors, to);
  const bool about_first = k->arm[0].joint == JOINT_REVOLUTE;
  vec3 f = vec3_add(to->F[n - 1], k->tip.f), m = vec3_add(to->N[n - 1], k->tip.n);
  FOR_LINKS(n, int i = n - 1; i >= 0; i--, {
    const bool turns = k->arm[i].joint == JOINT_REVOLUTE;
    const vec3 r = i ? k->link[i - 1].r : vec3_zero();
    tau[i] = turns ? m.z : f.z;
    if (i == 0) break;
    if (!turns) {  // from the link's origin back to where the parent has it: m + z q × f
      m.x = sub(m.x, mul(k->slide[i], f.y));
      m.y = add(m.y, mul(k->slide[i], f.x));
    }
    if (i == 1 && about_first) {
      tau[0] = fast_torque_about_first(k, to, f, m);
      break;
    }
    f = fast_up_add(k, t, i, to->F[i - 1], f);
    m = fast_up_add(k, t, i, vec3_add(to->N[i - 1], vec3_cross(r, f)), m);
  })
}

/* Any joints on a base that does not turn. tau may not overlap qd and qdd. qdd may be NULL: zeros; rotors may be NULL. */
KERNEL_INLINED void fast_newton_euler_still(fast_chain *k, int n, const real q[], const real qd[],
                                            const real qdd[], const fast_rotors *rotors, real tau[],
                                            const fast_scratch *to)
{
  fast_newton_euler_slides(k, n, false, q, qd, qdd, rotors, tau, to);
}

/* Any joints, any motion of the base. */
KERNEL_INLINED void fast_newton_euler_any(fast_chain *k, int n, const real q[], const real qd[],
                                          const real qdd[], const fast_rotors *rotors, real tau[],
                                          const fast_scratch *to)
{
  fast_newton_euler_slides(k, n, true, q, qd, qdd, rotors, tau, to);
}

#endif
