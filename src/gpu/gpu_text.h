/* The kernels of a graphics processor for one kind of number (CUDA_REAL): the library's own, one state a thread. C++17; compiled
 * by nvcc, by clang as CUDA, and by an ordinary compiler, which runs the states one after another (tests). */
#ifndef ULNA_GPU_TEXT_H
#define ULNA_GPU_TEXT_H

#include <math.h>

#define REAL_KIND "number/cuda.h"
#include "gpu/call.h"
#include "gpu/table.h"
#include "kernel/carried_rotors.h"
#include "kernel/chain_numbers.h"
#include "kernel/fast_derivatives.h"
#include "kernel/fast_forward.h"
#include "kernel/fast_gravity.h"
#include "kernel/fast_places.h"
#include "kernel/fast_regressor.h"
#include "kernel/udut.h"

/* The arm in this kind of number; travels with each launch into constant memory. N: how many joints there is room for. */
template <int N> struct gpu_table {
  int n;
  bool revolute;
  chain_link arm[N];
  fast_link link[N];
  fast_pair two[N / 2 + 1];
  turn_squares twist[N];
  turn_mask mask[N];
  real theta0[N], ca[N], sa[N];
  real first_inertia;
  vec3 a;
  placement frame0, tool;
  bool driven, dry;
  real none;  // NaN
  real spin[N * N], viscous[N * N];
  real least[N];  // pivots below are no more than rounding
};

/* What only some functions need beside it. */
template <int N> struct gpu_more {
  int frames;                // fast_frames
  real given[12 * N];        // the file's frames in the kernel frames, R by rows, then p
  parameter_frame frame[N];  // the same in the joint-axis frames: where the regressor's parameters are given
  bool on_axis[N];           // it is that frame
  chain_link own[N];         // the links as they are
  vec3 tool;                 // its origin in kernel frame n
  mat3 world_to_0;
  real viscous[N], slips[2][N], holds[2][N];  // friction by joints; [1]: against the positive direction
  real lower[N], upper[N], effort[N];

  // rotors of which some are on links that move; drives of the regressor
  bool carried;
  int rotor_count, first[N + 2], from[GPU_ROTORS], to[GPU_ROTORS];
  vec3 momentum[GPU_ROTORS];
  real inertia[GPU_ROTORS], ratio[GPU_ROTORS * N];
  int drive_count, carrier[N];
  vec3 axis[N];
  real drive_ratio[N * N];
};

template <int N> static void gpu_table_fill(gpu_table<N> *t, const gpu_arm *arm)
{
  t->n = arm->n, t->revolute = arm->revolute, t->none = constant((double)NAN);
  for (int i = 0; i < arm->n; i++) {
    const double none[6] = {0, 0, 0, 0, 0, 0};
    t->arm[i] = chain_link_of(arm->slides[i], arm->arm_ca[i], arm->arm_sa[i], arm->arm_r[i], 0, none, none);
    t->link[i].r = vec3_of(arm->r[i]), t->link[i].m = constant(arm->m[i]);
    t->link[i].mc = vec3_of(arm->mc[i]), t->link[i].J = sym3_of(arm->J[i]);
    t->theta0[i] = constant(arm->theta0[i]), t->ca[i] = constant(arm->ca[i]), t->sa[i] = constant(arm->sa[i]);
    t->twist[i] = turn_squares_of(t->ca[i], t->sa[i]);
    t->mask[i] = turn_mask_of(!arm->slides[i]);
    t->least[i] = constant(4 * arm->n * REAL_ROUNDING * arm->bound[i]);
  }
  const fast_link none = fast_link_none();
  for (int i = 1; i < arm->n; i += 2)
    t->two[i / 2] = fast_pair_of(&t->link[i], i + 1 < arm->n ? &t->link[i + 1] : &none);
  t->first_inertia = constant(arm->first_inertia);
  t->a = vec3_of(arm->a);
  t->frame0 = placement_of(&arm->frame0), t->tool = placement_of(&arm->tool);
  t->driven = arm->driven, t->dry = arm->dry;
  for (int k = 0; k < arm->n * arm->n; k++)
    t->spin[k] = constant(arm->spin[k]), t->viscous[k] = constant(arm->viscous[k]);
}

template <int N> static void gpu_rotors_fill(gpu_more<N> *t, const gpu_arm *arm)
{
  const int n = arm->n;
  t->carried = arm->carried, t->rotor_count = arm->rotor_count, t->drive_count = arm->drive_count;
  for (int u = 0; u < n + 2; u++) t->first[u] = arm->rotor_first[u];
  for (int r = 0; r < arm->rotor_count; r++) {
    t->from[r] = arm->rotor_from[r], t->to[r] = arm->rotor_to[r];
    t->momentum[r] = vec3_of(arm->rotor_momentum[r]), t->inertia[r] = constant(arm->rotor_inertia[r]);
    for (int i = 0; i < n; i++) t->ratio[r * n + i] = constant(arm->rotor_ratio[r * n + i]);
  }
  for (int a = 0; a < arm->drive_count; a++) {
    t->carrier[a] = arm->drive_carrier[a], t->axis[a] = vec3_of(arm->drive_axis[a]);
    for (int i = 0; i < n; i++) t->drive_ratio[a * n + i] = constant(arm->drive_ratio[a * n + i]);
  }
}

template <int N> static void gpu_more_fill(gpu_more<N> *t, const gpu_arm *arm)
{
  gpu_rotors_fill(t, arm);
  t->frames = arm->frames;
  t->tool = vec3_of(arm->tool.p);
  t->world_to_0 = mat3_of(arm->world_to_0);
  for (int i = 0; i < arm->n; i++) {
    t->own[i] = chain_link_of(arm->slides[i], arm->arm_ca[i], arm->arm_sa[i], arm->arm_r[i], arm->own_m[i],
                              arm->own_com[i], arm->own_I[i]);
    const mat3 R = mat3_of(arm->file[i].R);
    parameter_frame *f = &t->frame[i];
    *f = parameter_frame_of(&t->own[i], &R, vec3_of(arm->file[i].p));
    t->on_axis[i] = true;
    for (int c = 0; c < 3; c++) {
      for (int r = 0; r < 3; r++) {
        t->given[12 * i + 3 * r + c] = R.e[r][c];
        t->on_axis[i] = t->on_axis[i] && value_of(f->R.e[r][c]) == (r == c ? 1 : 0);
      }
      t->given[12 * i + 9 + c] = constant(arm->file[i].p[c]);
    }
    t->on_axis[i] = t->on_axis[i] && value_of(f->p.x) == 0 && value_of(f->p.y) == 0 && value_of(f->p.z) == 0;
    t->viscous[i] = constant(arm->viscous[i * arm->n + i]);
    for (int back = 0; back < 2; back++)
      t->slips[back][i] = constant(arm->slips[back][i]), t->holds[back][i] = constant(arm->holds[back][i]);
    t->lower[i] = constant(arm->lower[i]), t->upper[i] = constant(arm->upper[i]);
    t->effort[i] = constant(arm->effort[i]);
  }
}

/* The arm for one thread: tables where they are; scratch is the thread's own, in registers where N is the number of joints
 * (one object that held them all, and pointers into itself, would have to lie in memory). */
template <int N>
KERNEL fast_chain gpu_chain(const gpu_table<N> &t, int n, bool revolute, real turn[], const fast_scratch *to)
{
  fast_chain k;
  k.n = n, k.revolute = revolute;
  k.arm = t.arm;
  // the kernels only read them
  k.link = const_cast<fast_link *>(t.link), k.two = const_cast<fast_pair *>(t.two);
  k.twist = t.twist;
  k.ca = t.ca, k.sa = t.sa;
  k.theta0 = t.theta0;
  k.rows.m = 0, k.shape = 0;
  k.first_inertia = t.first_inertia;
  k.base.w = k.base.wd = vec3_zero(), k.base.a = t.a;
  k.tip.f = k.tip.n = vec3_zero();
  k.mask = t.mask, k.turn = turn, k.slide = 0;
  k.scratch = *to;
  return k;
}

KERNEL real gpu_load(const gpu_call *c, const void *from, int j, size_t s)
{
  return load_once((const real *)from + (size_t)j * c->joint + s * c->state);
}
/* The n numbers of a state, and zeros. (A loop of N turns: behind one of n turns nvcc 13.0 takes an array of which not all is written
 * as undefined, and makes NaN of it; tools/nvcc_text looks for that.) */
template <int N> KERNEL void gpu_load_all(const gpu_call *c, const void *from, int n, size_t s, real x[])
{
  UNROLLED for (int i = 0; i < N; i++) x[i] = i < n ? gpu_load(c, from, i, s) : constant(0);
}
// width: how many numbers a state has, which is its stride in rows
KERNEL void gpu_store(const gpu_call *c, void *to, int width, int j, size_t s, real x)
{
  const size_t joint = c->rows ? 1 : c->count, state = c->rows ? (size_t)width : 1;
  store_once((real *)to + (size_t)j * joint + s * state, x);
}

// one of n numbers of an arm, as q has them
KERNEL void gpu_put(const gpu_call *c, void *to, int j, size_t s, real x)
{
  ((real *)to)[(size_t)j * c->joint + s * c->state] = x;
}

template <int N>
KERNEL void gpu_friction(const gpu_table<N> &t, int n, const real qd[], real tau[], bool less)
{
  UNROLLED for (int i = 0; i < n; i++)
  {
    real force = constant(0);
    UNROLLED for (int j = 0; j < n; j++) force = add(force, mul(t.viscous[i * n + j], qd[j]));
    tau[i] = less ? sub(tau[i], force) : add(tau[i], force);
  }
}

/* Rotors that moving links carry: only instances for any arm have them. */
template <int N> KERNEL bool gpu_carries(const gpu_more<N> *more)
{
  return N == GPU_MOST && more && more->carried;
}
template <int N> KERNEL rotor_ratios gpu_ratios(const gpu_more<N> *more, const real spin[])
{
  const rotor_ratios of = {more->rotor_count, more->ratio, more->from, more->to, spin};
  return of;
}

// Torques of links; qdd NULL: zeros.
KERNEL void gpu_link_torques(fast_chain *k, const fast_scratch *to, int n, bool revolute, const real q[],
                             const real qd[], const real qdd[], const fast_rotors *rotors, real tau[])
{
  if (revolute) fast_newton_euler_revolute(k, n, q, qd, qdd, rotors, tau, to);
  else fast_newton_euler_still(k, n, q, qd, qdd, rotors, tau, to);
}

// The same, and of the rotors that they carry.
template <int N>
KERNEL void gpu_carried_torques(const gpu_more<N> *more, fast_chain *k, const fast_scratch *to, int n,
                                bool revolute, const real q[], const real qd[], const real qdd[], real tau[])
{
  real rate[GPU_ROTORS], acceleration[GPU_ROTORS], own[GPU_ROTORS], still[N];
  const fast_rotors rotors = {more->first, more->momentum, more->inertia, rate, acceleration, own};
  const rotor_ratios of = gpu_ratios(more, NULL);
  for (int i = 0; i < n; i++) still[i] = constant(0);
  rotors_turn(&of, n, qd, qdd, rate, acceleration);
  gpu_link_torques(k, to, n, revolute, q, qd, qdd ? qdd : still, &rotors, tau);
  rotors_add_own(&of, n, own, tau);
}

// M of links and rotors; added: n×n, what those add by spinning alone; NULL: nothing.
template <int N>
KERNEL void gpu_masses(const gpu_more<N> *more, fast_chain *k, const fast_scratch *to, int n, bool revolute,
                       const real added[], const real q[], real M[])
{
  fast_mass_matrix(k, to, n, revolute, q, M);
  if (added && gpu_carries(more)) {
    const fast_rotors rotors = {more->first, more->momentum, more->inertia, NULL, NULL, NULL};
    const rotor_ratios of = gpu_ratios(more, added);
    rotors_add_masses(&of, k, &to->turns, n, &rotors, M);
  } else if (added) {
    UNROLLED for (int i = 0; i < n * n; i++) M[i] = add(M[i], added[i]);
  }
}

// M qdd = tau − bias, bias and M apart: where links carry rotors.
template <int N>
KERNEL void gpu_solved_apart(const gpu_more<N> *more, fast_chain *k, const fast_scratch *to, int n,
                             bool revolute, const real added[], const real q[], const real qd[],
                             const real tau[], real qdd[], real pivot[])
{
  real M[N * N], bias[N];
  if (added && gpu_carries(more)) gpu_carried_torques(more, k, to, n, revolute, q, qd, NULL, bias);
  else gpu_link_torques(k, to, n, revolute, q, qd, NULL, NULL, bias);
  gpu_masses(more, k, to, n, revolute, added, q, M);
  for (int i = 0; i < n; i++) qdd[i] = sub(tau[i], bias[i]);
  udut_factor(n, n, M);
  udut_solve(n, n, M, qdd, qdd);
  for (int i = 0; i < n; i++) pivot[i] = M[i * n + i];
}

// qdd under tau; NaN where a pivot vanishes. added: inertia beside the links', n×n; NULL: none.
template <int N>
KERNEL void gpu_solved(const gpu_table<N> &t, const gpu_more<N> *more, fast_chain *k, const fast_scratch *to,
                       int n, bool revolute, const real added[], const real q[], const real qd[],
                       const real tau[], real qdd[])
{
  real pivot[COLUMNS_MOST];
  if (added && gpu_carries(more)) gpu_solved_apart(more, k, to, n, revolute, added, q, qd, tau, qdd, pivot);
  else if (revolute) fast_forward_dynamics(k, to, n, true, false, q, qd, tau, added, qdd, pivot);
  else fast_forward_dynamics(k, to, n, false, false, q, qd, tau, added, qdd, pivot);
  bool good = true;
  UNROLLED for (int i = 0; i < n; i++) good = good && pivot[i] > t.least[i];
  if (!good) {
    UNROLLED for (int i = 0; i < n; i++) qdd[i] = t.none;
  }
}

// qdd under joint torques, less viscous friction
template <int N>
KERNEL void gpu_accelerations(const gpu_table<N> &t, const gpu_more<N> *more, fast_chain *k,
                              const fast_scratch *to, int n, bool revolute, bool driven, const real q[],
                              const real qd[], const real given[], real qdd[])
{
  real tau[N];
  UNROLLED for (int i = 0; i < n; i++) tau[i] = given[i];
  if (driven) gpu_friction(t, n, qd, tau, true);
  gpu_solved(t, more, k, to, n, revolute, driven ? t.spin : NULL, q, qd, tau, qdd);
}

template <int N>
KERNEL void gpu_torques(const gpu_table<N> &t, const gpu_more<N> *more, fast_chain *k, const fast_scratch *to,
                        int n, bool revolute, bool driven, const real q[], const real qd[], const real qdd[],
                        real tau[])
{
  const bool carries = driven && gpu_carries(more);
  if (carries) gpu_carried_torques(more, k, to, n, revolute, q, qd, qdd, tau);
  else gpu_link_torques(k, to, n, revolute, q, qd, qdd, NULL, tau);
  if (!driven) return;
  if (qdd && !carries) {
    UNROLLED for (int i = 0; i < n; i++)
    {
      UNROLLED for (int j = 0; j < n; j++) tau[i] = add(tau[i], mul(t.spin[i * n + j], qdd[j]));
    }
  }
  gpu_friction(t, n, qd, tau, false);
}

template <int N>
KERNEL void gpu_places(const gpu_table<N> &t, fast_chain *k, const fast_scratch *to, const gpu_call *c, int n,
                       bool revolute, const real q[], size_t s)
{
  real J[6 * N];
  placement end;
  fast_chain_turn(k, n, revolute, q, &to->turns);
  if (c->function == ULNA_GPU_JACOBIAN) {
    fast_jacobian(k, n, revolute, n, t.tool.p, &t.frame0, &to->turns, J, &end);
    for (int i = 0; i < 6 * n; i++) gpu_store(c, c->out, 6 * n, i, s, J[i]);
    return;
  }
  fast_place at = fast_place_of(&t.frame0), before;
  UNROLLED for (int i = 0; i < n; i++) fast_place_step(k, &to->turns, i, revolute, &at, &before);
  at.p = triple_add(at.p, fast_place_vector(&at, t.tool.p));
  end = fast_place_placement(&at);
  const mat3 R = mat3_product(&end.R, &t.tool.R);
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) gpu_store(c, c->out, 12, 3 * i + j, s, R.e[i][j]);
  gpu_store(c, c->out, 12, 9, s, end.p.x), gpu_store(c, c->out, 12, 10, s, end.p.y);
  gpu_store(c, c->out, 12, 11, s, end.p.z);
}

#include "gpu/gpu_wide.h"

/* State s of a call. n, revolute, driven and the function are known when this is compiled for N joints. more: of wide functions. */
template <int N>
KERNEL void gpu_state(const gpu_table<N> &t, const gpu_more<N> *more, const gpu_call *c,
                      ulna_gpu_function function, int n, bool revolute, bool driven, size_t s)
{
  real turns[6 * ((N + 7) / 8 * 8)], turn[N];
  vec3 F[N + 1], moments[N + 1];
  const fast_scratch local = {fast_turns_in(turns, N), F, moments}, *to = &local;
  fast_chain arm = gpu_chain(t, n, revolute, turn, to), *k = &arm;
  real q[N], qd[N], third[N], out[N];
  gpu_load_all<N>(c, c->q, n, s, q);
  if (function == ULNA_GPU_HAND_POSE || function == ULNA_GPU_JACOBIAN) {
    gpu_places(t, k, to, c, n, revolute, q, s);
    return;
  }
  if (function == ULNA_GPU_LINK_POSES) {
    gpu_link_poses(t, more, k, to, c, n, revolute, q, s);
    return;
  }
  if (function == ULNA_GPU_MASS_MATRIX) {
    real M[N * N];
    gpu_masses(more, k, to, n, revolute, driven ? t.spin : NULL, q, M);
    UNROLLED for (int i = 0; i < n * n; i++) gpu_store(c, c->out, n * n, i, s, M[i]);
    return;
  }
  if (function == ULNA_GPU_GRAVITY_TORQUES) {
    if (revolute) fast_gravity_revolute(k, n, t.a, q, &to->turns, F, out);
    else fast_gravity_any(k, n, t.a, q, &to->turns, F, out);
    UNROLLED for (int i = 0; i < n; i++) gpu_store(c, c->out, n, i, s, out[i]);
    return;
  }
  gpu_load_all<N>(c, c->qd, n, s, qd);
  if (function != ULNA_GPU_BIAS) gpu_load_all<N>(c, c->third, n, s, third);
  if (function == ULNA_GPU_REGRESSOR) {
    gpu_regressor(more, k, to, c, n, revolute, q, qd, third, s);
    return;
  }
  if (function == ULNA_GPU_INVERSE_DYNAMICS_DERIVATIVES ||
      function == ULNA_GPU_FORWARD_DYNAMICS_DERIVATIVES) {
    gpu_derivatives(t, more, k, to, c, function == ULNA_GPU_FORWARD_DYNAMICS_DERIVATIVES, n, revolute, driven,
                    q, qd, third, s);
    return;
  }
  if (function == ULNA_GPU_FORWARD_DYNAMICS)
    gpu_accelerations(t, more, k, to, n, revolute, driven, q, qd, third, out);
  else if (function == ULNA_GPU_BIAS) gpu_torques(t, more, k, to, n, revolute, driven, q, qd, NULL, out);
  else gpu_torques(t, more, k, to, n, revolute, driven, q, qd, third, out);
  UNROLLED for (int i = 0; i < n; i++) gpu_store(c, c->out, n, i, s, out[i]);
}

/* State s of a call, of one of several robots: the function is known when this is compiled. A robot that is not there gives NaN. */
KERNEL void gpu_state_of_any(const gpu_table<GPU_MOST> *tables, const gpu_more<GPU_MOST> *more,
                             const gpu_call *c, ulna_gpu_function function, size_t s)
{
  const int robot = c->robot ? c->robot[s] : 0;
  if (robot < 0 || robot >= c->robots) {
    for (size_t j = 0; j < c->width; j++) gpu_store(c, c->out, (int)c->width, (int)j, s, tables->none);
    return;
  }
  const gpu_table<GPU_MOST> &t = tables[robot];
  gpu_call own = *c;  // as if all arrays were as wide as this robot's
  const size_t width = gpu_width(function, (size_t)t.n, (size_t)more[robot].drive_count);
  if (c->rows) own.out = (real *)c->out + s * (c->width - width);
  gpu_state<GPU_MOST>(t, &more[robot], &own, function, t.n, t.revolute, t.driven, s);
}

#include "gpu/gpu_rollout.h"

#endif
