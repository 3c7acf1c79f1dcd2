/* Functions of many results on a graphics processor: poses of all links, derivatives, the regressor. Part of gpu/gpu_text.h. */
#ifndef ULNA_GPU_WIDE_H
#define ULNA_GPU_WIDE_H

// Poses of links 1…n, link after link straight to where they belong; as fast_poses has them.
template <int N>
KERNEL void gpu_link_poses(const gpu_table<N> &t, const gpu_more<N> *more, fast_chain *k,
                           const fast_scratch *to, const gpu_call *c, int n, bool revolute, const real q[],
                           size_t s)
{
  fast_chain_turn(k, n, revolute, q, &to->turns);
  fast_place at = fast_place_of(&t.frame0), told;
  UNROLLED for (int i = 0; i < n; i++)
  {
    real pose[12];
    fast_place_step(k, &to->turns, i, revolute, &at, &told);
    if (more->frames == FRAMES_ON_AXIS) told.p = triple_sub(at.p, triple_scale(k->arm[i].r.x, at.x));
    else if (more->frames == FRAMES_KERNEL) told = at;
    else told = fast_place_inner(&at, &more->given[12 * i]);
    triple_store_place(told.x, told.y, told.z, told.p, pose);
    UNROLLED for (int j = 0; j < 12; j++) gpu_store(c, c->out, 12 * n, 12 * i + j, s, pose[j]);
  }
}

/* Where derivatives go: into arrays of the thread, n×n by rows each, or straight to a call's results, behind n numbers; with what
 * drives add. */
typedef struct {
  real *local[3];              // NULL: straight
  const real *spin, *viscous;  // n×n; NULL where there are none
  const gpu_call *c;
  size_t s;
} gpu_matrices;

KERNEL void gpu_matrix_put(const gpu_matrices *to, int n, int which, int at, real x)
{
  if (which == 1 && to->viscous) x = add(x, to->viscous[at]);
  if (which == 2 && to->spin) x = add(x, to->spin[at]);
  if (to->local[which]) to->local[which][at] = x;
  else gpu_store(to->c, to->c->out, n + 3 * n * n, n + which * n * n + at, to->s, x);
}

// Elements (i, j) and (j, i), j ≤ i, of the three.
KERNEL void gpu_put_derivatives(const void *matrices, int n, int i, int j, const derivative_numbers *x)
{
  const gpu_matrices *to = (const gpu_matrices *)matrices;
  const int low = i * n + j, high = j * n + i;
  if (j < i) {
    gpu_matrix_put(to, n, 0, high, x->high), gpu_matrix_put(to, n, 1, high, x->high_rate);
    gpu_matrix_put(to, n, 2, high, x->mass);
  }
  gpu_matrix_put(to, n, 0, low, x->low), gpu_matrix_put(to, n, 1, low, x->low_rate);
  gpu_matrix_put(to, n, 2, low, x->mass);
}

// Rows of all kinds of memory that the texts for any joints want.
template <int N>
KERNEL void gpu_rows(fast_chain *k, const fast_scratch *to, int n, real rows[], real memory[],
                     derivative_scratch *scratch)
{
  k->rows.m = rows;
  for (int i = 0; i < 3; i++) k->rows.mc[i] = rows + (1 + i) * N;
  for (int i = 0; i < 6; i++) k->rows.J[i] = rows + (4 + i) * N;
  fast_chain_fill_rows(k, n);
  scratch->turns = to->turns;
  derivative_scratch_in(scratch, memory, N + 1);
}

// Rotors that links carry, for derivatives.
template <int N> struct gpu_rotor_memory {
  real rate[GPU_ROTORS], acceleration[GPU_ROTORS], own[GPU_ROTORS];
  real rows[4][GPU_ROTORS * N];
  vec3 g[GPU_ROTORS], wg[GPU_ROTORS];
};

/* tau, with the rotors that links carry, and ∂tau/∂q, ∂tau/∂qd, ∂tau/∂qdd with all drives. Any joints, by kernel/derivatives.h,
 * whose scratch is memory. */
template <int N>
KERNEL void gpu_any_derivatives(const gpu_more<N> *more, fast_chain *k, const fast_scratch *to, int n,
                                bool revolute, bool carries, const real q[], const real qd[],
                                const real qdd[], real tau[], const gpu_matrices *out)
{
  real rows[10 * N], memory[DERIVATIVE_ROWS * (N + 1)], matrix[3][N * N];
  derivative_scratch scratch;
  gpu_rows<N>(k, to, n, rows, memory, &scratch);
  if (carries) {
    gpu_rotor_memory<N> m;
    const fast_rotors rotors = {more->first, more->momentum, more->inertia, m.rate, m.acceleration, m.own};
    const derivative_rotors by = {m.rows[0], m.rows[1], m.rows[2], m.rows[3], m.g, m.wg};
    const rotor_ratios of = gpu_ratios(more, NULL);
    rotors_turn(&of, n, qd, qdd, m.rate, m.acceleration);
    inverse_dynamics_derivatives_by_hand(k, n, revolute, q, qd, qdd, &rotors, &by, tau, matrix[0], matrix[1],
                                         matrix[2], &scratch);
    rotors_add_derivatives(&of, n, &rotors, &by, tau, matrix[0], matrix[1], matrix[2]);
  } else {
    inverse_dynamics_derivatives_by_hand(k, n, revolute, q, qd, qdd, NULL, NULL, tau, matrix[0], matrix[1],
                                         matrix[2], &scratch);
  }
  for (int which = 0; which < 3; which++)
    for (int at = 0; at < n * n; at++) gpu_matrix_put(out, n, which, at, matrix[which][at]);
}

// The same with drives in tau too; revolute joints by kernel/fast_derivatives.h.
template <int N>
KERNEL void gpu_force_derivatives(const gpu_table<N> &t, const gpu_more<N> *more, fast_chain *k,
                                  const fast_scratch *to, int n, bool revolute, bool driven, const real q[],
                                  const real qd[], const real qdd[], real tau[], const gpu_matrices *out)
{
  const bool carries = driven && gpu_carries(more);
  if (revolute && !carries) {
    derivative_fields field[N];
    derivative_momentum_of_link own[N];
    fast_chain_turn(k, n, true, q, &to->turns);
    fast_derivatives(k, n, &to->turns, qd, qdd, field, own, tau, gpu_put_derivatives, out);
  } else {
    gpu_any_derivatives(more, k, to, n, revolute, carries, q, qd, qdd, tau, out);
  }
  if (!driven) return;
  UNROLLED for (int i = 0; i < n && !carries; i++)
  {
    UNROLLED for (int j = 0; j < n; j++) tau[i] = add(tau[i], mul(t.spin[i * n + j], qdd[j]));
  }
  gpu_friction(t, n, qd, tau, false);
}

/* tau or qdd (n), then its derivatives by q, qd and the third (n×n each). Those of qdd are −M⁻¹ ∂tau, and M⁻¹. */
template <int N>
KERNEL void gpu_derivatives(const gpu_table<N> &t, const gpu_more<N> *more, fast_chain *k,
                            const fast_scratch *to, const gpu_call *c, bool forward, int n, bool revolute,
                            bool driven, const real q[], const real qd[], const real third[], size_t s)
{
  const int width = n + 3 * n * n;
  const real *const spin = driven && !gpu_carries(more) ? t.spin : NULL, *const viscous =
                                                                             driven ? t.viscous : NULL;
  real value[N];
  if (!forward) {
    const gpu_matrices straight = {{NULL, NULL, NULL}, spin, viscous, c, s};
    gpu_force_derivatives(t, more, k, to, n, revolute, driven, q, qd, third, value, &straight);
    UNROLLED for (int i = 0; i < n; i++) gpu_store(c, c->out, width, i, s, value[i]);
    return;
  }
  real dq[N * N], dqd[N * N], M[N * N], L[N * N], inverse[N * N], pivot[N], tau[N];
  const gpu_matrices kept = {{dq, dqd, M}, spin, viscous, c, s};
  gpu_accelerations(t, more, k, to, n, revolute, driven, q, qd, third, value);
  gpu_force_derivatives(t, more, k, to, n, revolute, driven, q, qd, value, tau, &kept);
  inverse_of_mass_matrix(n, M, L, pivot, inverse);
  UNROLLED for (int i = 0; i < n; i++) gpu_store(c, c->out, width, i, s, value[i]);
  const real fault = sub(value[0], value[0]);  // 0; NaN where the mass matrix is singular
  for (int which = 0; which < 2; which++) {
    minus_product(n, inverse, which ? dqd : dq, L);
    for (int i = 0; i < n * n; i++) gpu_store(c, c->out, width, n + which * n * n + i, s, add(L[i], fault));
  }
  for (int i = 0; i < n * n; i++) gpu_store(c, c->out, width, n + 2 * n * n + i, s, add(inverse[i], fault));
}

// Where a state's regressor goes, `columns` numbers a row.
typedef struct {
  const gpu_call *c;
  int n, columns;
  size_t s;
} gpu_rows_of_ten;

KERNEL void gpu_put_ten(const void *rows, int i, int l, const real y[])
{
  const gpu_rows_of_ten *to = (const gpu_rows_of_ten *)rows;
  UNROLLED for (int p = 0; p < LINK_PARAMETERS; p++) gpu_store(
      to->c, to->c->out, to->n * to->columns, i * to->columns + LINK_PARAMETERS * l + p, to->s, y[p]);
}

/* Y (n rows of 10 n, and three for each drive): revolute joints without drives link after link by kernel/fast_regressor.h; else by
 * kernel/regressor.h, whose motion the drives' columns need. */
template <int N>
KERNEL void gpu_regressor(const gpu_more<N> *more, fast_chain *k, const fast_scratch *to, const gpu_call *c,
                          int n, bool revolute, const real q[], const real qd[], const real qdd[], size_t s)
{
  if (!revolute || (N == GPU_MOST && more->drive_count > 0)) {
    real rows[10 * N], memory[DERIVATIVE_ROWS * (N + 1)], Y[(LINK_PARAMETERS + 3) * N * N];
    const int columns = LINK_PARAMETERS * n + 3 * more->drive_count;
    derivative_scratch scratch;
    gpu_rows<N>(k, to, n, rows, memory, &scratch);
    links_regressor(k, n, revolute, more->frame, q, qd, qdd, columns, Y, &scratch);
    for (int a = 0; a < more->drive_count; a++)
      regressor_drive_columns(&scratch, n, &more->drive_ratio[a * n], more->carrier[a], more->axis[a], qd,
                              qdd, columns, Y + LINK_PARAMETERS * n + 3 * a);
    for (int i = 0; i < n * columns; i++) gpu_store(c, c->out, n * columns, i, s, Y[i]);
    return;
  }
  joint_field field[N];
  const gpu_rows_of_ten rows = {c, n, LINK_PARAMETERS * n, s};
  fast_chain_turn(k, n, true, q, &to->turns);
  regressor_by_links(k, n, &to->turns, more->frame, more->on_axis, qd, qdd, field, true, gpu_put_ten, &rows);
}

#endif
