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

/* Where derivatives go: into arrays of the thread, n×n by rows each, or straight to a call's results, behind n numbers. */
typedef struct {
  real *local[3];  // NULL: straight
  const gpu_call *c;
  size_t s;
} gpu_matrices;

KERNEL void gpu_matrix_put(const gpu_matrices *to, int n, int which, int i, int j, real x)
{
  if (to->local[which]) to->local[which][i * n + j] = x;
  else gpu_store(to->c, to->c->out, n + 3 * n * n, n + which * n * n + i * n + j, to->s, x);
}

// Elements (i, j) and (j, i), j ≤ i, of the three; spin and viscous: what drives add, NULL where there are none
KERNEL void gpu_matrix_pair(const gpu_matrices *to, int n, int i, int j, const derivative_numbers *x,
                            const real spin[], const real viscous[])
{
  const int low = i * n + j, high = j * n + i;
  if (j < i) {
    gpu_matrix_put(to, n, 0, j, i, x->high);
    gpu_matrix_put(to, n, 1, j, i, viscous ? add(x->high_rate, viscous[high]) : x->high_rate);
    gpu_matrix_put(to, n, 2, j, i, spin ? add(x->mass, spin[high]) : x->mass);
  }
  gpu_matrix_put(to, n, 0, i, j, x->low);
  gpu_matrix_put(to, n, 1, i, j, viscous ? add(x->low_rate, viscous[low]) : x->low_rate);
  gpu_matrix_put(to, n, 2, i, j, spin ? add(x->mass, spin[low]) : x->mass);
}

/* tau without drives, and ∂tau/∂q, ∂tau/∂qd, ∂tau/∂qdd with them. Revolute joints, by kernel/fast_derivatives.h. */
template <int N>
KERNEL void gpu_revolute_derivatives(fast_chain *k, const fast_scratch *to, int n, const real q[],
                                     const real qd[], const real qdd[], const real spin[],
                                     const real viscous[], real tau[], const gpu_matrices *out)
{
  derivative_fields field[N];
  derivative_body body[N];
  fast_chain_turn(k, n, true, q, &to->turns);
  fast_derivative_outward(k, n, &to->turns, qd, qdd, field, body);
  derivative_body sum = body[n - 1];
  UNROLLED for (int i = n - 1; i > 0; i--)
  {
    if (i < n - 1) derivative_body_add(&sum, &body[i]);
    const derivative_wrench on = derivative_wrench_of(&sum, &field[i]);
    tau[i] = on.torque;
    UNROLLED for (int j = 0; j <= i; j++)
    {
      const derivative_numbers x =
          j ? derivative_numbers_of(&on, &field[j]) : derivative_numbers_of_first(&on, k->base.a);
      gpu_matrix_pair(out, n, i, j, &x, spin, viscous);
    }
  }
  const derivative_numbers first = derivative_first(k, &to->turns, qdd[0], &sum, &tau[0]);
  gpu_matrix_pair(out, n, 0, 0, &first, spin, viscous);
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

// The same for any joints, by kernel/derivatives.h, whose scratch is memory of the thread.
template <int N>
KERNEL void gpu_any_derivatives(fast_chain *k, const fast_scratch *to, int n, const real q[], const real qd[],
                                const real qdd[], const real spin[], const real viscous[], real tau[],
                                const gpu_matrices *out)
{
  real rows[10 * N], memory[DERIVATIVE_ROWS * (N + 1)], matrix[3][N * N];
  derivative_scratch scratch;
  gpu_rows<N>(k, to, n, rows, memory, &scratch);
  inverse_dynamics_derivatives(k, n, false, q, qd, qdd, NULL, NULL, tau, matrix[0], matrix[1], matrix[2],
                               &scratch);
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      const int at = i * n + j;
      gpu_matrix_put(out, n, 0, i, j, matrix[0][at]);
      gpu_matrix_put(out, n, 1, i, j, viscous ? add(matrix[1][at], viscous[at]) : matrix[1][at]);
      gpu_matrix_put(out, n, 2, i, j, spin ? add(matrix[2][at], spin[at]) : matrix[2][at]);
    }
}

template <int N>
KERNEL void gpu_force_derivatives(const gpu_table<N> &t, fast_chain *k, const fast_scratch *to, int n,
                                  bool revolute, bool driven, const real q[], const real qd[],
                                  const real qdd[], real tau[], const gpu_matrices *out)
{
  const real *const spin = driven ? t.spin : NULL, *const viscous = driven ? t.viscous : NULL;
  if (revolute) gpu_revolute_derivatives<N>(k, to, n, q, qd, qdd, spin, viscous, tau, out);
  else gpu_any_derivatives<N>(k, to, n, q, qd, qdd, spin, viscous, tau, out);
  if (!driven) return;
  UNROLLED for (int i = 0; i < n; i++)
  {
    UNROLLED for (int j = 0; j < n; j++) tau[i] = add(tau[i], mul(t.spin[i * n + j], qdd[j]));
  }
  gpu_friction(t, n, qd, tau, false);
}

/* The thing itself (n), then its derivatives by q, qd and the third (n×n each). Of qdd they are −M⁻¹ ∂tau, and M⁻¹. */
template <int N>
KERNEL void gpu_derivatives(const gpu_table<N> &t, fast_chain *k, const fast_scratch *to, const gpu_call *c,
                            bool forward, int n, bool revolute, bool driven, const real q[], const real qd[],
                            const real third[], size_t s)
{
  const int width = n + 3 * n * n;
  real value[N];
  if (!forward) {
    const gpu_matrices straight = {{NULL, NULL, NULL}, c, s};
    gpu_force_derivatives(t, k, to, n, revolute, driven, q, qd, third, value, &straight);
    UNROLLED for (int i = 0; i < n; i++) gpu_store(c, c->out, width, i, s, value[i]);
    return;
  }
  real dq[N * N], dqd[N * N], M[N * N], L[N * N], inverse[N * N], pivot[N], tau[N];
  const gpu_matrices kept = {{dq, dqd, M}, c, s};
  gpu_accelerations(t, k, to, n, revolute, driven, q, qd, third, value);
  gpu_force_derivatives(t, k, to, n, revolute, driven, q, qd, value, tau, &kept);
  inverse_of_mass_matrix(n, M, L, pivot, inverse);
  UNROLLED for (int i = 0; i < n; i++) gpu_store(c, c->out, width, i, s, value[i]);
  const real fault = sub(value[0], value[0]);  // 0; NaN where the mass matrix is singular
  for (int which = 0; which < 2; which++) {
    minus_product(n, inverse, which ? dqd : dq, L);
    for (int i = 0; i < n * n; i++) gpu_store(c, c->out, width, n + which * n * n + i, s, add(L[i], fault));
  }
  for (int i = 0; i < n * n; i++) gpu_store(c, c->out, width, n + 2 * n * n + i, s, add(inverse[i], fault));
}

KERNEL void gpu_regressor_row(const gpu_call *c, int n, int joint, int link, const real y[], size_t s)
{
  UNROLLED for (int p = 0; p < LINK_PARAMETERS; p++)
      gpu_store(c, c->out, LINK_PARAMETERS * n * n, LINK_PARAMETERS * (joint * n + link) + p, s, y[p]);
}

/* Y (n × 10 n by rows) of the links. Revolute joints: link after link by kernel/fast_regressor.h; else by kernel/regressor.h. */
template <int N>
KERNEL void gpu_regressor(const gpu_more<N> *more, fast_chain *k, const fast_scratch *to, const gpu_call *c,
                          int n, bool revolute, const real q[], const real qd[], const real qdd[], size_t s)
{
  if (!revolute) {
    real rows[10 * N], memory[DERIVATIVE_ROWS * (N + 1)], Y[LINK_PARAMETERS * N * N];
    derivative_scratch scratch;
    gpu_rows<N>(k, to, n, rows, memory, &scratch);
    links_regressor(k, n, false, more->frame, q, qd, qdd, LINK_PARAMETERS * n, Y, &scratch);
    for (int i = 0; i < LINK_PARAMETERS * n * n; i++)
      gpu_store(c, c->out, LINK_PARAMETERS * n * n, i, s, Y[i]);
    return;
  }
  const real zero = constant(0),
             none[LINK_PARAMETERS] = {zero, zero, zero, zero, zero, zero, zero, zero, zero, zero};
  joint_field field[N];
  fast_spot at = {vec3_zero(), vec3_zero(), vec3_zero()};
  fast_chain_turn(k, n, true, q, &to->turns);
  UNROLLED for (int l = 0; l < n; l++)
  {
    const vec3 a = regressor_motion(k, &to->turns, l, n, qd, qdd, &at);
    const parameter_frame *in = more->on_axis[l] ? NULL : &more->frame[l];
    const regressor_meets meets = regressor_meets_in(in, &at, a);
    field[l].s = vec3_make(zero, zero, constant(1)), field[l].v = vec3_zero();
    UNROLLED for (int i = 0; i <= l; i++)
    {
      real y[LINK_PARAMETERS];
      if (i < l) joint_field_down(k, &to->turns, l, &field[i]);
      if (in) {
        const joint_field f = joint_field_in(in, &field[i]);
        regressor_numbers(&meets, &f, y);
      } else if (i < l) {
        regressor_numbers(&meets, &field[i], y);
      } else {
        regressor_own_numbers(&meets, y);
      }
      gpu_regressor_row(c, n, i, l, y, s);
    }
    UNROLLED for (int i = l + 1; i < n; i++) gpu_regressor_row(c, n, i, l, none, s);  // beyond the link
  }
}

#endif
