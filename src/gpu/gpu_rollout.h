/* Rollouts on a graphics processor: an arm a thread, its state in registers. Part of gpu/gpu_text.h.
 *
 * Dry friction acts at joints. A joint that sticks is held by an inertia of 2^60 beside its own: what it would take to move it is that
 * times its acceleration, to the last digits, and the others feel nothing of it. It lets go when a step begins with more than
 * friction holds. A joint whose speed turns in a step sticks: the step is taken again up to where a straight line says that
 * happens, and the rest of it afterwards. Each arm goes its own way through its steps, so that an arm that has to take one in
 * two does not keep others of its group for long; what an arm does depends on no other. */
#ifndef ULNA_GPU_ROLLOUT_H
#define ULNA_GPU_ROLLOUT_H

#include "gpu/motion.h"

// Bit i: joint i+1 sticks; slips in the negative direction; has dry friction at all.
typedef struct {
  unsigned held, back, dry;
} gpu_modes;

// What an arm has of its own in a rollout.
typedef struct {
  real friction;  // times the model's
  bool sticks, stops, driven;
} gpu_manner;

#define GPU_HOLDER constant(0x1p60)

template <int N> KERNEL gpu_modes gpu_modes_of(const gpu_more<N> *more, int n, const real qd[])
{
  gpu_modes m = {0, 0, 0};
  UNROLLED for (int i = 0; i < n; i++)
  {
    if (!(more->holds[0][i] > 0 || more->holds[1][i] > 0)) continue;
    m.dry |= 1u << i;
    if (qd[i] == 0) m.held |= 1u << i;
    if (qd[i] < 0) m.back |= 1u << i;
  }
  return m;
}

// What friction at joint i takes of its torque while it moves.
template <int N>
KERNEL real gpu_joint_friction(const gpu_more<N> *more, const gpu_modes *m, int i, real speed)
{
  const real back = more->slips[1][i], way = m->back >> i & 1 ? neg(back) : more->slips[0][i];
  const real force = add(mul(more->viscous[i], speed), m->dry >> i & 1 ? way : constant(0));
  return m->held >> i & 1 ? constant(0) : force;
}

// A stiff stop: a spring and a damper that only push.
KERNEL real gpu_stop(real q, real qd, real lower, real upper, real stiffness, real damping)
{
  const real beyond = q > upper ? sub(q, upper) : q < lower ? sub(q, lower) : constant(0);
  const real push = neg(add(mul(stiffness, beyond), mul(damping, qd)));
  return mul(push, beyond) < 0 ? push : constant(0);
}

/* qdd of a stage; of what sticks 0, and in push what it would take to move it. */
template <int N>
KERNEL void gpu_stage(const gpu_table<N> &t, const gpu_more<N> *more, fast_chain *k, const fast_scratch *to,
                      const gpu_motion *r, const gpu_manner *how, int n, bool revolute, const gpu_modes *m,
                      const real q[], const real qd[], const real given[], real qdd[], real push[])
{
  real tau[N];
  UNROLLED for (int i = 0; i < n; i++) tau[i] = given[i];
  if (how->stops) {
    UNROLLED for (int i = 0; i < n; i++) tau[i] =
        add(tau[i], gpu_stop(q[i], qd[i], more->lower[i], more->upper[i], constant(r->stiffness),
                             constant(r->damping)));
  }
  if (!how->sticks) {
    if (how->driven) {
      real friction[N];
      UNROLLED for (int i = 0; i < n; i++) friction[i] = constant(0);
      gpu_friction(t, n, qd, friction, false);
      UNROLLED for (int i = 0; i < n; i++) tau[i] = sub(tau[i], mul(how->friction, friction[i]));
    }
    gpu_solved(t, k, to, n, revolute, how->driven ? t.spin : NULL, q, qd, tau, qdd);
    return;
  }
  real added[N * N];
  UNROLLED for (int i = 0; i < n * n; i++) added[i] = t.spin[i];
  UNROLLED for (int i = 0; i < n; i++)
  {
    tau[i] = sub(tau[i], mul(how->friction, gpu_joint_friction(more, m, i, qd[i])));
    if (m->held >> i & 1) added[i * n + i] = add(added[i * n + i], GPU_HOLDER);
  }
  gpu_solved(t, k, to, n, revolute, added, q, qd, tau, qdd);
  UNROLLED for (int i = 0; i < n; i++)
  {
    const bool held = m->held >> i & 1;
    push[i] = held ? mul(GPU_HOLDER, qdd[i]) : constant(0);
    if (held) qdd[i] = constant(0);
  }
}

/* The joint among `may` that is pushed the farthest beyond what holds it; −1: none. */
template <int N>
KERNEL int gpu_lets_go(const gpu_more<N> *more, int n, real friction, unsigned may, const real push[])
{
  int worst = -1;
  real most = constant(1);
  UNROLLED for (int i = 0; i < n; i++)
  {
    const real hold = mul(friction, push[i] < 0 ? more->holds[1][i] : more->holds[0][i]);
    const real size = push[i] < 0 ? neg(push[i]) : push[i],
               over = size > hold ? divide(size, hold) : constant(0);
    if ((may >> i & 1) && over > most) most = over, worst = i;
  }
  return worst;
}

/* From (q, qd) by h to (q_end, qd_end) with modes as they are; or, where a joint of `may` lets go, no farther than that: the
 * joint, its modes changed. −1: the step is taken. */
template <int N>
KERNEL int gpu_try(const gpu_table<N> &t, const gpu_more<N> *more, fast_chain *k, const fast_scratch *to,
                   const gpu_motion *r, const gpu_manner *how, int n, bool revolute, unsigned may,
                   gpu_modes *m, real h, const real tau[], const real q[], const real qd[], real q_end[],
                   real qd_end[])
{
  const real half = mul(h, constant(0.5)), sixth = divide(h, constant(6)), two = constant(2);
  const int stages = r->runge_kutta ? 4 : 1;
  real at[N], rate[N], slope[N], push[N];
  UNROLLED for (int i = 0; i < n; i++) at[i] = q[i], rate[i] = qd[i], q_end[i] = qd_end[i] = constant(0);
#if defined(__CUDACC__) || defined(__CUDA__)
#  pragma unroll 1
#endif
  for (int s = 0; s < stages; s++) {
    gpu_stage(t, more, k, to, r, how, n, revolute, m, at, rate, tau, slope, push);
    if (how->sticks && s == 0 && m->held & may) {
      const int joint = gpu_lets_go(more, n, how->friction, m->held & may, push);
      UNROLLED for (int i = 0; i < n; i++)
      {
        if (i != joint) continue;
        m->held &= ~(1u << i), m->back = push[i] < 0 ? m->back | 1u << i : m->back & ~(1u << i);
      }
      if (joint >= 0) return joint;
    }
    if (!r->runge_kutta) break;
    const real weight = s == 0 || s == 3 ? constant(1) : two, part = s < 2 ? half : h;
    UNROLLED for (int i = 0; i < n; i++)
    {
      q_end[i] = add(q_end[i], mul(weight, rate[i])), qd_end[i] = add(qd_end[i], mul(weight, slope[i]));
      at[i] = add(q[i], mul(part, rate[i])), rate[i] = add(qd[i], mul(part, slope[i]));
    }
  }
  UNROLLED for (int i = 0; i < n; i++)
  {
    qd_end[i] = r->runge_kutta ? add(qd[i], mul(sixth, qd_end[i])) : add(qd[i], mul(h, slope[i]));
    q_end[i] = r->runge_kutta ? add(q[i], mul(sixth, q_end[i])) : add(q[i], mul(h, qd_end[i]));
  }
  return -1;
}

enum {
  GPU_PIECES_MOST = 4
};  // in which a step is taken at most, so that a joint that chatters does not stop an arm

// What is left of a step, and what shall happen where its next piece ends.
typedef struct {
  real left, piece;
  unsigned tried, coming;  // joints: that have let go in this piece; that shall come to rest at its end
  int pieces;
} gpu_progress;

KERNEL gpu_progress gpu_whole_step(real h)
{
  const gpu_progress p = {h, h, 0, 0, 0};
  return p;
}

/* One piece of a step, or of one that has to be tried again. True: the step is done. */
template <int N>
KERNEL bool gpu_advance(const gpu_table<N> &t, const gpu_more<N> *more, fast_chain *k, const fast_scratch *to,
                        const gpu_motion *r, const gpu_manner *how, int n, bool revolute, gpu_modes *m,
                        gpu_progress *p, const real tau[], real q[], real qd[])
{
  real q_end[N], qd_end[N];
  const int loose =
      gpu_try(t, more, k, to, r, how, n, revolute, ~p->tried, m, p->piece, tau, q, qd, q_end, qd_end);
  if (loose >= 0) {
    p->tried |= 1u << loose;
    return false;
  }
  unsigned turned = 0, first = 0;
  real share = constant(1);
  UNROLLED for (int i = 0; i < n && how->sticks; i++)
  {
    const real ahead = m->back >> i & 1 ? neg(qd_end[i]) : qd_end[i];
    if (!((m->dry & ~m->held) >> i & 1) || !(ahead < 0)) continue;
    const real part = divide(qd[i], sub(qd[i], qd_end[i]));
    turned |= 1u << i;
    if (part < share) share = part, first = 1u << i;
  }
  if ((turned & ~p->coming) && share > constant(1e-3) && p->pieces < GPU_PIECES_MOST) {
    p->piece = mul(share, p->piece), p->coming = first, p->pieces++;
    return false;
  }
  turned |= p->coming;
  UNROLLED for (int i = 0; i < n; i++) q[i] = q_end[i], qd[i] = turned >> i & 1 ? constant(0) : qd_end[i];
  m->held |= turned;
  const real left = sub(p->left, p->piece);
  p->left = p->piece = left, p->tried = p->coming = 0;
  return !(left > 0);
}

/* Torques for a step: given, or by a controller that computes with the model's own masses. */
template <int N>
KERNEL void gpu_command(const gpu_table<N> &t, const gpu_more<N> *more, const fast_scratch *to, real turn[],
                        const gpu_call *c, const gpu_motion *r, int n, bool revolute, long instant,
                        const real q[], const real qd[], size_t s, real tau[])
{
  const real *want = (const real *)r->reference + (size_t)instant * 3 * (size_t)n;
  if (r->control == GPU_BY_STEP) {
    const real *from = (const real *)c->third + (size_t)instant * (size_t)n * c->count;
    UNROLLED for (int i = 0; i < n; i++) tau[i] = gpu_load(c, from, i, s);
  } else if (r->control != GPU_HELD) {
    real pull[N];
    UNROLLED for (int i = 0; i < n; i++) pull[i] =
        add(mul(constant(r->kp[i]), sub(want[i], q[i])), mul(constant(r->kd[i]), sub(want[n + i], qd[i])));
    if (r->control == GPU_COMPUTED) {
      fast_chain own = gpu_chain(t, n, revolute, turn, to);
      UNROLLED for (int i = 0; i < n; i++) pull[i] = add(pull[i], want[2 * n + i]);
      gpu_torques(t, &own, to, n, revolute, t.driven, q, qd, pull, tau);
    } else {
      UNROLLED for (int i = 0; i < n; i++) tau[i] =
          c->third ? add(gpu_load(c, c->third, i, s), pull[i]) : pull[i];
    }
  }
  if (!r->limits) return;
  UNROLLED for (int i = 0; i < n; i++)
  {
    const real most = more->effort[i];
    tau[i] = tau[i] > most ? most : tau[i] < neg(most) ? neg(most) : tau[i];
  }
}

// An arm of its own masses and payload, in tables of its own.
template <int N>
KERNEL void gpu_vary(const gpu_more<N> *more, const gpu_call *c, const gpu_motion *r, int n, size_t s,
                     fast_chain *k, fast_link link[], fast_pair two[])
{
  UNROLLED for (int i = 0; i < n; i++)
  {
    const real by = r->masses ? gpu_load(c, r->masses, i, s) : constant(1);
    fast_link l = fast_link_of(&more->own[i]);
    l.m = mul(by, l.m), l.mc = vec3_scale(by, l.mc);
    l.J.xx = mul(by, l.J.xx), l.J.yy = mul(by, l.J.yy), l.J.zz = mul(by, l.J.zz);
    l.J.xy = mul(by, l.J.xy), l.J.xz = mul(by, l.J.xz), l.J.yz = mul(by, l.J.yz);
    if (r->payload && i == n - 1) {  // a point at the tool frame's origin
      chain_link load = more->own[i];
      const real zero = constant(0);
      const sym3 none = {zero, zero, zero, zero, zero, zero};
      load.m = ((const real *)r->payload)[s], load.com = more->tool, load.I = none;
      const fast_link with = fast_link_of(&load);
      l.m = add(l.m, with.m), l.mc = vec3_add(l.mc, with.mc), l.J = sym3_add(l.J, with.J);
    }
    link[i] = l;
  }
  k->link = link, k->two = two;
  fast_chain_finish(k);
}

// What an arm of a whole rollout has of its own.
template <int N>
KERNEL void gpu_own(const gpu_more<N> *more, const gpu_call *c, const gpu_motion *r, int n, size_t s,
                    fast_chain *k, fast_link link[], fast_pair two[], gpu_manner *how)
{
  if (r->masses || r->payload) gpu_vary(more, c, r, n, s, k, link, two);
  if (r->friction) how->friction = ((const real *)r->friction)[s];
  if (!r->gravity) return;
  const real *g = (const real *)r->gravity;
  const size_t at = c->rows ? 3 * s : s, apart = c->rows ? 1 : c->count;
  k->base.a = vec3_neg(mat3_mul(&more->world_to_0, vec3_make(g[at], g[at + apart], g[at + 2 * apart])));
}

template <int N>
KERNEL void gpu_record(const gpu_call *c, const gpu_motion *r, int n, long done, const real q[],
                       const real qd[], size_t s)
{
  if (r->every <= 0 || done % r->every != 0) return;
  const size_t from = (size_t)(done / r->every - 1) * (size_t)n * c->count;
  UNROLLED for (int i = 0; i < n; i++)
  {
    if (r->q_path) gpu_store(c, (real *)r->q_path + from, n, i, s, q[i]);
    if (r->qd_path) gpu_store(c, (real *)r->qd_path + from, n, i, s, qd[i]);
  }
}

template <int N> KERNEL real gpu_miss(const gpu_motion *r, int n, long instant, const real q[], real miss)
{
  const real *want = (const real *)r->reference + (size_t)instant * 3 * (size_t)n;
  UNROLLED for (int i = 0; i < n; i++)
  {
    const real off = sub(want[i], q[i]), size = off < 0 ? neg(off) : off;
    miss = size <= miss ? miss : size;  // NaN counts
  }
  return miss;
}

/* Arm s of a call, from its beginning to its end. */
template <int N>
KERNEL void gpu_rollout(const gpu_table<N> &t, const gpu_more<N> *more, const gpu_call *c,
                        const gpu_motion *r, gpu_rollout_kind kind, int n, bool revolute, bool driven,
                        size_t s)
{
  const bool whole = kind == GPU_WHOLE;
  real turns[6 * ((N + 7) / 8 * 8)], turn[N];
  vec3 F[N + 1], moments[N + 1];
  const fast_scratch local = {fast_turns_in(turns, N), F, moments}, *to = &local;
  fast_chain arm = gpu_chain(t, n, revolute, turn, to), *k = &arm;
  fast_link link[N];
  fast_pair two[N / 2 + 1];
  gpu_manner how = {constant(1), kind == GPU_STICKS || (whole && t.dry), whole && r->stops, driven};
  if (whole) gpu_own(more, c, r, n, s, k, link, two, &how);
  real q[N], qd[N], tau[N], miss = constant(0);
  UNROLLED for (int i = 0; i < n; i++) q[i] = gpu_load(c, c->q, i, s), qd[i] = gpu_load(c, c->qd, i, s),
                                       tau[i] = c->third ? gpu_load(c, c->third, i, s) : constant(0);
  gpu_modes modes = {0, 0, 0};
  if (how.sticks) modes = gpu_modes_of(more, n, qd);
  gpu_progress progress = gpu_whole_step(constant(r->h));
  bool begins = true;
  for (long done = 0; done < r->steps;) {
    if (whole && begins) {
      if (r->error) miss = gpu_miss<N>(r, n, done, q, miss);
      gpu_command(t, more, to, turn, c, r, n, revolute, done, q, qd, s, tau);
    }
    begins = gpu_advance(t, more, k, to, r, &how, n, revolute, &modes, &progress, tau, q, qd);
    if (!begins) continue;
    done++;
    progress = gpu_whole_step(constant(r->h));
    if (whole) gpu_record<N>(c, r, n, done, q, qd, s);
  }
  UNROLLED for (int i = 0; i < n; i++) gpu_store(c, c->out, n, i, s, q[i]),
      gpu_store(c, c->out_2, n, i, s, qd[i]);
  if (whole && r->error) ((real *)r->error)[s] = miss;
}

#endif
