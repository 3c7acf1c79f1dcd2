/* Rollouts on a graphics processor: an arm a thread, its state in registers. Part of gpu/gpu_text.h.
 *
 * Dry friction acts at joints. A joint that sticks is held by an inertia of 2^60 beside its own: what it would take to move it is that
 * times its acceleration, to the last digits, and the others feel nothing of it. It lets go when a step begins with more than
 * friction holds. A joint whose speed turns in a step sticks: the step is taken again up to where a straight line says that
 * happens, and the rest of it afterwards. Each arm goes its own way through its steps, so that an arm that has to take one in
 * two does not keep others of its group for long; what an arm does depends on no other.
 *
 * A joint that runs into a hard stop does so at the end of such a piece, by a parabola; what then happens to all joints at stops is one
 * problem of impulses, as drive/impact.c has it. One that rests against a stop is held in the same way, and lets go when it is pulled
 * off harder than friction holds. */
#ifndef ULNA_GPU_ROLLOUT_H
#define ULNA_GPU_ROLLOUT_H

#include "gpu/motion.h"

// Bit i: joint i+1 sticks, or rests against a stop; slips in the negative direction; has dry friction at all; rests against its
// upper stop, its lower one.
typedef struct {
  unsigned held, back, dry, upper, lower;
} gpu_modes;

// The state of one arm in a rollout.
typedef struct {
  real friction;  // times the model's
  bool sticks, stiff, hard, driven;
} gpu_manner;

#define GPU_HOLDER constant(0x1p60)

template <int N> KERNEL gpu_modes gpu_modes_of(const gpu_more<N> *more, int n, const real qd[])
{
  gpu_modes m = {0, 0, 0, 0, 0};
  UNROLLED for (int i = 0; i < n; i++)
  {
    if (!(more->holds[0][i] > 0 || more->holds[1][i] > 0)) continue;
    m.dry |= 1u << i;
    if (qd[i] == 0) m.held |= 1u << i;
    if (qd[i] < 0) m.back |= 1u << i;
  }
  return m;
}

// The torque that friction takes at joint i while it moves.
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

/* qdd of a stage; 0 for joints that stick, and push has the force that would move them. */
template <int N>
KERNEL void gpu_stage(const gpu_table<N> &t, const gpu_more<N> *more, fast_chain *k, const fast_scratch *to,
                      const gpu_motion *r, const gpu_manner *how, int n, bool revolute, const gpu_modes *m,
                      const real q[], const real qd[], const real given[], real qdd[], real push[])
{
  real tau[N];
  UNROLLED for (int i = 0; i < n; i++) tau[i] = given[i];
  if (how->stiff) {
    UNROLLED for (int i = 0; i < n; i++) tau[i] =
        add(tau[i], gpu_stop(q[i], qd[i], more->lower[i], more->upper[i], constant(r->stiffness),
                             constant(r->damping)));
  }
  if (how->driven && !how->sticks) {
    real friction[N];
    UNROLLED for (int i = 0; i < n; i++) friction[i] = constant(0);
    gpu_friction(t, n, qd, friction, false);
    UNROLLED for (int i = 0; i < n; i++) tau[i] = sub(tau[i], mul(how->friction, friction[i]));
  }
  if (!how->sticks && !how->hard) {
    gpu_solved(t, more, k, to, n, revolute, how->driven ? t.spin : NULL, q, qd, tau, qdd);
    return;
  }
  real added[N * N];
  UNROLLED for (int i = 0; i < n * n; i++) added[i] = how->driven ? t.spin[i] : constant(0);
  UNROLLED for (int i = 0; i < n; i++)
  {
    if (how->sticks) tau[i] = sub(tau[i], mul(how->friction, gpu_joint_friction(more, m, i, qd[i])));
    if (m->held >> i & 1) added[i * n + i] = add(added[i * n + i], GPU_HOLDER);
  }
  gpu_solved(t, more, k, to, n, revolute, added, q, qd, tau, qdd);
  UNROLLED for (int i = 0; i < n; i++)
  {
    const bool held = m->held >> i & 1;
    push[i] = held ? mul(GPU_HOLDER, qdd[i]) : constant(0);
    if (held) qdd[i] = constant(0);
  }
}

/* The joint among `may` that is pushed the farthest beyond what holds it; −1: none. A stop that is pushed against holds anything. */
template <int N>
KERNEL int gpu_lets_go(const gpu_more<N> *more, int n, const gpu_modes *m, real friction, unsigned may,
                       const real push[])
{
  int worst = -1;
  real most = constant(1);
  UNROLLED for (int i = 0; i < n; i++)
  {
    const real hold = mul(friction, push[i] < 0 ? more->holds[1][i] : more->holds[0][i]);
    const real size = push[i] < 0 ? neg(push[i]) : push[i],
               over = size > hold ? divide(size, hold) : constant(0);
    const unsigned against = push[i] < 0 ? m->lower : m->upper;
    if (((may & ~against) >> i & 1) && over > most) most = over, worst = i;
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
  ROLLED for (int s = 0; s < stages; s++)
  {
    gpu_stage(t, more, k, to, r, how, n, revolute, m, at, rate, tau, slope, push);
    if ((how->sticks || how->hard) && s == 0 && m->held & may) {
      const int joint = gpu_lets_go(more, n, m, how->friction, m->held & may, push);
      UNROLLED for (int i = 0; i < n; i++)
      {
        if (i != joint) continue;
        m->held &= ~(1u << i), m->back = push[i] < 0 ? m->back | 1u << i : m->back & ~(1u << i);
        m->upper &= m->held, m->lower &= m->held;
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

/* In how many pieces a step is taken at most, so that a joint that chatters does not stop an arm; blows that joints at stops give each
 * other at once. */
enum { GPU_PIECES_MOST = 4, GPU_HITS_MOST = 12, GPU_BLOWS_MOST = 8 };

// What is left of a step, and what shall happen where its next piece ends.
typedef struct {
  real left, piece;
  unsigned tried, coming,
      hitting;  // joints: that have let go in this piece; that shall come to rest at its end; reach a stop
  int pieces;
} gpu_progress;

KERNEL gpu_progress gpu_whole_step(real h)
{
  const gpu_progress p = {h, h, 0, 0, 0, 0};
  return p;
}

/* The share of a piece at which joint i, starting at q with speed qd, reaches the stop that it is beyond at the end;
 * by the parabola through position and speed. 1 if it is not beyond. */
KERNEL real gpu_part_to_stop(real lower, real upper, real h, real q, real qd, real q_end, real qd_end)
{
  const real zero = constant(0), two = constant(2);
  if (!(q_end > upper) && !(q_end < lower)) return constant(1);
  const real way = sub(q_end > upper ? upper : lower, q), rate = divide(sub(qd_end, qd), h);
  const real square = add(mul(qd, qd), mul(two, mul(rate, way)));
  const real fast = root(square > 0 ? square : zero), speed = q_end > upper ? add(qd, fast) : sub(qd, fast);
  const real after = way == 0 ? divide(mul(neg(two), qd), rate) : divide(mul(two, way), speed);
  const real part = divide(after, h);
  return part > 0 && part < 1 ? part : way == 0 ? constant(1) : zero;
}

/* Speeds after one blow of the joints of `at`, whose speeds become `want`: M x = M qd − λ, λ only where x is given. A stop does not
 * pull: what would have to be pulled is left out, the worst first, unless `keeps`. */
template <int N>
KERNEL void gpu_blow(const real M[], int n, unsigned at, unsigned upper, bool keeps, const real want[],
                     real qd[])
{
  real f[N], x[N], held[N * N];
  for (int i = 0; i < n; i++) {
    f[i] = constant(0);
    for (int j = 0; j < n; j++) f[i] = add(f[i], mul(M[i * n + j], qd[j]));
  }
  for (int turn = 0; turn <= n; turn++) {
    for (int i = 0; i < n * n; i++) held[i] = M[i];
    for (int i = 0; i < n; i++) {
      const bool given = at >> i & 1;
      x[i] = given ? add(f[i], mul(GPU_HOLDER, want[i])) : f[i];
      if (given) held[i * n + i] = add(held[i * n + i], GPU_HOLDER);
    }
    udut_factor(n, n, held);
    udut_solve(n, n, held, x, x);
    int worst = -1;
    real most = constant(0);
    for (int i = 0; i < n && !keeps; i++) {
      if (!(at >> i & 1)) continue;
      real impulse = constant(0), size = constant(0);  // relative to what it is the difference of
      for (int j = 0; j < n; j++) {
        const real part = mul(M[i * n + j], sub(qd[j], x[j]));
        impulse = add(impulse, part), size = add(size, part < 0 ? neg(part) : part);
      }
      const real pull = upper >> i & 1 ? neg(impulse) : impulse;
      if (pull > mul(constant(10 * CUDA_LEFT_OVER), size) && pull > most) most = pull, worst = i;
    }
    if (worst < 0) break;
    at &= ~(1u << worst);
  }
  for (int i = 0; i < n; i++) qd[i] = at >> i & 1 ? want[i] : x[i];
}

/* Joints of `hit` are at their stops and run into them, with those that rest against theirs: Newton's law, as drive/impact.c. */
template <int N>
KERNEL void gpu_strike(const gpu_table<N> &t, const gpu_more<N> *more, fast_chain *k, const fast_scratch *to,
                       const gpu_motion *r, const gpu_manner *how, int n, bool revolute, gpu_modes *m,
                       unsigned hit, real q[], real qd[])
{
  real M[N * N], before[N], want[N];
  unsigned upper = m->upper, lower = m->lower;
  for (int i = 0; i < n; i++) {
    before[i] = qd[i];
    if (!(hit >> i & 1)) continue;
    const bool high = sub(more->upper[i], q[i]) < sub(q[i], more->lower[i]);
    q[i] = high ? more->upper[i] : more->lower[i];
    if (high) upper |= 1u << i;
    else lower |= 1u << i;
  }
  gpu_masses(more, k, to, n, revolute, how->driven ? t.spin : NULL, q, M);
  const real rest = constant(r->rest_speed), none = constant(0);
  for (int blow = 0; blow < GPU_BLOWS_MOST; blow++) {
    const bool last = blow == GPU_BLOWS_MOST - 1;
    real fastest = none;
    unsigned at = 0;
    for (int i = 0; i < n; i++) {
      const real toward = upper >> i & 1 ? qd[i] : neg(qd[i]);
      want[i] = none;
      if (!((upper | lower) >> i & 1)) continue;
      if (toward > fastest) fastest = toward;
      if (last || !(toward < 0)) at |= 1u << i;
      const real back = mul(constant(r->restitution), toward);
      if (!last && back > rest) want[i] = upper >> i & 1 ? neg(back) : back;
    }
    if (!(fastest > 0)) break;
    gpu_blow<N>(M, n, at, upper, last || !(fastest > rest) || !(fastest > constant(1e-9)), want, qd);
  }
  real most = none;  // what the blow did to any joint
  for (int i = 0; i < n; i++) {
    const real change = sub(qd[i], before[i]), size = change < 0 ? neg(change) : change;
    if (size > most) most = size;
  }
  const real rounding = mul(most, constant(CUDA_LEFT_OVER));
  for (int i = 0; i < n; i++) {
    const unsigned bit = 1u << i;
    const real size = qd[i] < 0 ? neg(qd[i]) : qd[i];
    if ((m->held & bit) && size <= rounding) qd[i] = none;
    const bool stands = qd[i] == 0, at_stop = (upper | lower) >> i & 1;
    if (stands && (at_stop || (m->held & bit))) m->held |= bit;
    else m->held &= ~bit;
    if (!stands) m->back = qd[i] < 0 ? m->back | bit : m->back & ~bit;
  }
  m->upper = upper & m->held, m->lower = lower & m->held;
}

/* Before the first step: joints at stops rest there, those beyond are put back. */
template <int N>
KERNEL void gpu_begin_at_stops(const gpu_table<N> &t, const gpu_more<N> *more, fast_chain *k,
                               const fast_scratch *to, const gpu_motion *r, const gpu_manner *how, int n,
                               bool revolute, gpu_modes *m, real q[], real qd[])
{
  unsigned hit = 0;
  for (int i = 0; i < n; i++) {
    const bool high = !(q[i] < more->upper[i]), low = !(q[i] > more->lower[i]);
    if ((high && !(qd[i] < 0)) || (low && !(qd[i] > 0)) || q[i] > more->upper[i] || q[i] < more->lower[i])
      hit |= 1u << i;
  }
  if (hit) gpu_strike(t, more, k, to, r, how, n, revolute, m, hit, q, qd);
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
  unsigned turned = 0, beyond = 0, first = 0;
  real share = constant(1);
  UNROLLED for (int i = 0; i < n && how->sticks; i++)
  {
    const real ahead = m->back >> i & 1 ? neg(qd_end[i]) : qd_end[i];
    if (!((m->dry & ~m->held) >> i & 1) || !(ahead < 0)) continue;
    const real part = divide(qd[i], sub(qd[i], qd_end[i]));
    turned |= 1u << i;
    if (part < share) share = part, first = 1u << i;
  }
  bool runs_into = false;
  UNROLLED for (int i = 0; i < n && how->hard; i++)
  {
    if (m->held >> i & 1 || !(q_end[i] > more->upper[i] || q_end[i] < more->lower[i])) continue;
    const real part =
        gpu_part_to_stop(more->lower[i], more->upper[i], p->piece, q[i], qd[i], q_end[i], qd_end[i]);
    beyond |= 1u << i;
    if (part < share) share = part, first = 1u << i, runs_into = true;
  }
  const bool early = (turned & ~p->coming) && !runs_into && share > constant(1e-3);
  const bool hits = (beyond & ~p->hitting) && runs_into && share > 0 && r->runge_kutta;
  if ((early && p->pieces < GPU_PIECES_MOST) || (hits && p->pieces < GPU_HITS_MOST)) {
    p->piece = mul(share, p->piece), p->pieces++;
    p->coming = runs_into ? 0 : first, p->hitting = runs_into ? first : 0;
    return false;
  }
  turned |= p->coming;
  UNROLLED for (int i = 0; i < n; i++) q[i] = q_end[i], qd[i] = turned >> i & 1 ? constant(0) : qd_end[i];
  m->held |= turned;
  if (how->hard && (beyond | p->hitting))
    gpu_strike(t, more, k, to, r, how, n, revolute, m, beyond | p->hitting, q, qd);
  const real left = sub(p->left, p->piece);
  p->left = p->piece = left, p->tried = p->coming = p->hitting = 0;
  return !(left > 0);
}

/* Torques for a step: given, or by a controller that computes with the model's own masses. */
template <int N>
KERNEL void gpu_command(const gpu_table<N> &t, const gpu_more<N> *more, const fast_scratch *to, real turn[],
                        const gpu_call *c, const gpu_motion *r, int n, bool revolute, long instant,
                        const real q[], const real qd[], size_t s, real tau[])
{
  const size_t wide = c->width;
  const real *want = (const real *)r->reference + (size_t)instant * 3 * wide;
  if (r->control == ULNA_GPU_BY_STEP) {
    const real *from = (const real *)c->third + (size_t)instant * wide * c->count;
    UNROLLED for (int i = 0; i < n; i++) tau[i] = gpu_load(c, from, i, s);
  } else if (r->control != ULNA_GPU_HELD) {
    real pull[N];
    UNROLLED for (int i = 0; i < n; i++) pull[i] =
        add(mul(constant(r->kp[i]), sub(want[i], q[i])),
            mul(constant(r->kd[i]), sub(want[wide + (size_t)i], qd[i])));
    if (r->control == ULNA_GPU_COMPUTED) {
      fast_chain own = gpu_chain(t, n, revolute, turn, to);
      UNROLLED for (int i = 0; i < n; i++) pull[i] = add(pull[i], want[2 * wide + (size_t)i]);
      gpu_torques(t, more, &own, to, n, revolute, t.driven, q, qd, pull, tau);
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
  const size_t from = (size_t)(done / r->every - 1) * c->width * c->count;
  UNROLLED for (int i = 0; i < n; i++)
  {
    if (r->q_path) gpu_put(c, (real *)r->q_path + from, i, s, q[i]);
    if (r->qd_path) gpu_put(c, (real *)r->qd_path + from, i, s, qd[i]);
  }
}

KERNEL real gpu_miss(const gpu_call *c, const gpu_motion *r, int n, long instant, const real q[], real miss)
{
  const real *want = (const real *)r->reference + (size_t)instant * 3 * c->width;
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
  const bool whole = kind >= GPU_WHOLE;
  real turns[6 * ((N + 7) / 8 * 8)], turn[N];
  vec3 F[N + 1], moments[N + 1];
  const fast_scratch local = {fast_turns_in(turns, N), F, moments}, *to = &local;
  fast_chain arm = gpu_chain(t, n, revolute, turn, to), *k = &arm;
  fast_link link[N];
  fast_pair two[N / 2 + 1];
  gpu_manner how = {constant(1), kind == GPU_STICKS || (whole && t.dry), whole && r->stiff,
                    kind == GPU_HARD && r->hard, driven};
  if (whole) gpu_own(more, c, r, n, s, k, link, two, &how);
  real q[N], qd[N], tau[N], miss = constant(0);
  gpu_load_all<N>(c, c->q, n, s, q), gpu_load_all<N>(c, c->qd, n, s, qd);
  UNROLLED for (int i = 0; i < N; i++) tau[i] = c->third && i < n ? gpu_load(c, c->third, i, s) : constant(0);
  gpu_modes modes = {0, 0, 0, 0, 0};
  if (how.sticks) modes = gpu_modes_of(more, n, qd);
  if (how.hard) gpu_begin_at_stops(t, more, k, to, r, &how, n, revolute, &modes, q, qd);
  gpu_progress progress = gpu_whole_step(constant(r->h));
  bool begins = true;
  for (long done = 0; done < r->steps;) {
    if (whole && begins) {
      if (r->error) miss = gpu_miss(c, r, n, done, q, miss);
      gpu_command(t, more, to, turn, c, r, n, revolute, done, q, qd, s, tau);
    }
    begins = gpu_advance(t, more, k, to, r, &how, n, revolute, &modes, &progress, tau, q, qd);
    if (!begins) continue;
    done++;
    progress = gpu_whole_step(constant(r->h));
    if (whole) gpu_record<N>(c, r, n, done, q, qd, s);
  }
  UNROLLED for (int i = 0; i < n; i++) gpu_put(c, c->out, i, s, q[i]), gpu_put(c, c->out_2, i, s, qd[i]);
  if (whole && r->error) ((real *)r->error)[s] = miss;
}

/* Arm s of a call, of one of several robots; a robot that is not there ends at NaN. */
KERNEL void gpu_rollout_of_any(const gpu_table<GPU_MOST> *tables, const gpu_more<GPU_MOST> *more,
                               const gpu_call *c, const gpu_motion *r, size_t s)
{
  const int robot = c->robot ? c->robot[s] : 0;
  if (robot < 0 || robot >= c->robots) {
    for (int i = 0; i < (int)c->width; i++)
      gpu_put(c, c->out, i, s, tables->none), gpu_put(c, c->out_2, i, s, tables->none);
    if (r->error) ((real *)r->error)[s] = tables->none;
    return;
  }
  const gpu_table<GPU_MOST> &t = tables[robot];
  gpu_rollout<GPU_MOST>(t, &more[robot], c, r, GPU_HARD, t.n, t.revolute, t.driven, s);
}

#endif
