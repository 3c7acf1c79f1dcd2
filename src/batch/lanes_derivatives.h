/* Derivatives and regressor of a block of states: part of batch/lanes_text.h. Ratios of drives are constant here, so that of
 * the terms in drive/derivatives.c those with their changes are not there. */
#ifndef ULNA_BATCH_LANES_DERIVATIVES_H
#define ULNA_BATCH_LANES_DERIVATIVES_H

static void lane_turn_rotors(lane_work *w);
static void lane_friction(const lane_work *w, real friction[]);
static void lane_less_friction(lane_work *w, real tau[]);
static void lane_accelerations(lane_work *w, real tau[], real qdd[]);
static bool lane_all_judged_good(const lane_work *w, const real pivot[]);
static void lane_judge(const lane_work *w, const real pivot[], int count, real x[]);

// How friction grows with speed: row_i viscous row_j of each place.
static void lane_friction_slopes(const lane_work *w, real dqd[])
{
  const drive_numbers *d = &w->arm->model->drives;
  const int n = w->n;
  for (int s = 0; s < d->place_count; s++) {
    const friction_place *p = &d->place[s];
    if (!p->law && !p->joint_law) continue;
    if (p->joint) {
      const int at = (p->joint - 1) * (n + 1);
      dqd[at] = add(dqd[at], constant(p->ratio * p->ratio * p->viscous));
      continue;
    }
    const double *row = &d->actuators.K[p->actuator * n];
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++)
        dqd[i * n + j] = add(dqd[i * n + j], constant(row[i] * p->viscous * row[j]));
  }
}

// element (i, j) of an n×n matrix by rows
static inline size_t lane_at(int n, int i, int j) { return (size_t)i * (size_t)n + (size_t)j; }

/* Where three matrices of derivatives go, and places that will be written soon, in blocks: straight to theirs, the next lanes' soon;
 * or to scratch memory, from where they, or what they give, will go to theirs. One text for both, so that bits are the same. */
typedef struct {
  element *at[3];
  const element *soon[3];
  size_t apart;
} lane_matrices;

static inline __attribute__((always_inline)) void lane_put_number(const lane_matrices *to, int m,
                                                                  size_t number, real x)
{
  lane_prefetch(to->soon[m] + number * ULNA_BATCH_BLOCK);
  store_elements(to->at[m] + number * to->apart, x);
}
// Numbers of joints i and j ≤ i.
static inline __attribute__((always_inline)) void lane_put_derivatives(const void *matrices, int n, int i,
                                                                       int j, const derivative_numbers *x)
{
  const lane_matrices *to = matrices;
  const size_t low = lane_at(n, i, j), high = lane_at(n, j, i);
  if (j < i) {
    lane_put_number(to, 0, high, x->high), lane_put_number(to, 1, high, x->high_rate);
    lane_put_number(to, 2, high, x->mass);
  }
  lane_put_number(to, 0, low, x->low), lane_put_number(to, 1, low, x->low_rate);
  lane_put_number(to, 2, low, x->mass);
}

// Links alone, every joint revolute, at the turns of k's scratch.
static inline __attribute__((always_inline)) void lane_revolute_derivatives(lane_work *w, int n, real tau[],
                                                                            const lane_matrices *into)
{
  const lane_matrices to = *into;
  fast_derivatives(&w->k, n, &w->k.scratch.turns, w->qd, w->qdd, w->fields, w->momenta, tau,
                   lane_put_derivatives, &to);
}
static void lane_fast_derivatives(lane_work *w, real tau[], const lane_matrices *to)
{
#define DERIVATIVES(n) lane_revolute_derivatives(w, n, tau, to)
  FOR_USUAL_LENGTHS(w->n, DERIVATIVES)
#undef DERIVATIVES
}

/* w's scratch memory; places in blocks of states that will be written from there are prefetched. */
static lane_matrices lane_matrices_aside(const lane_work *w, const lane_block *b)
{
  const size_t square = lane_at(w->n, w->n, 0);
  const batch_place p = batch_place_of(ULNA_BATCH_BLOCKS, b->call->count, square, b->state);
  const bool blocks = b->call->layout == ULNA_BATCH_BLOCKS;
  lane_matrices to = {.apart = REAL_LANES};
  for (int m = 0; m < 3; m++) {
    const element *out = (const element *)b->call->out[1 + m];
    to.at[m] = (element *)w->out[1 + m];
    to.soon[m] = blocks && out ? out + p.at : (const element *)w->out[0];  // memory as wide, of no interest
  }
  return to;
}
static bool lane_has_fast_derivatives(const lane_work *w)
{
  return w->k.revolute && w->arm->rotor_count == 0;
}

/* tau without friction and its derivatives at w->q, w->qd, w->qdd, in w->out; friction is in dqd. turned: w->q's turns are there,
 * from the kernels that take them from k's scratch. */
static void lane_force_derivatives(lane_work *w, const lane_block *b, bool turned, real tau[])
{
  real *dq = w->out[1], *dqd = w->out[2], *M = w->out[3];
  fast_chain *k = &w->k;
  const int n = w->n;
  const bool carried = w->arm->rotor_count > 0 && !w->arm->spin_only;
  if (carried) lane_turn_rotors(w);
  const fast_rotors *rotors = carried ? &w->rotors : NULL;
  if (lane_has_fast_derivatives(w)) {
    const lane_matrices to = lane_matrices_aside(w, b);
    if (!turned) fast_chain_turn(k, n, true, w->q, &k->scratch.turns);
    lane_fast_derivatives(w, tau, &to);
  } else if (k->revolute && !rotors) {
    inverse_dynamics_derivatives(k, n, true, w->q, w->qd, w->qdd, NULL, NULL, tau, dq, dqd, M,
                                 &w->derivatives);
  } else {
    inverse_dynamics_derivatives(k, n, k->revolute, w->q, w->qd, w->qdd, rotors, &w->of_rotors, tau, dq, dqd,
                                 M, &w->derivatives);
  }
  if (carried) rotors_add_derivatives(&w->ratios, n, &w->rotors, &w->of_rotors, tau, dq, dqd, M);
  for (int i = 0; i < n && w->arm->rotor_count > 0 && !carried; i++)
    for (int j = 0; j < n; j++) {
      tau[i] = add(tau[i], mul(w->spin[i * n + j], w->qdd[j]));
      M[i * n + j] = add(M[i * n + j], w->spin[i * n + j]);
    }
  if (w->arm->driven) lane_friction_slopes(w, dqd);
}

static void lane_write_derivatives(const lane_work *w, const lane_block *b, const real x[],
                                   const real *const matrix[3])
{
  void *const *out = b->call->out;
  if (out[0]) lane_write(b, out[0], w->n, x);
  for (int k = 0; k < 3; k++)
    if (out[1 + k]) lane_write(b, out[1 + k], w->n * w->n, matrix[k]);
}

// links alone: where all are wanted and lanes lie side by side, no second walk over the results
static void lane_links_derivatives(lane_work *w, const lane_block *b)
{
  void *const *out = b->call->out;
  const real *const matrix[3] = {w->out[1], w->out[2], w->out[3]};
  const size_t square = lane_at(w->n, w->n, 0);
  lane_matrices to = lane_matrices_aside(w, b);
  fast_chain_turn(&w->k, w->n, true, w->q, &w->k.scratch.turns);
  if (b->call->layout != ULNA_BATCH_BLOCKS || b->valid < REAL_LANES || !out[1] || !out[2] || !out[3]) {
    lane_fast_derivatives(w, w->tau, &to);
    lane_write_derivatives(w, b, w->tau, matrix);
    return;
  }
  const size_t ahead = lane_ahead(b, square);
  to.apart = ULNA_BATCH_BLOCK;
  const batch_place p = batch_place_of(ULNA_BATCH_BLOCKS, b->call->count, square, b->state);
  for (int m = 0; m < 3; m++) to.at[m] = (element *)out[1 + m] + p.at, to.soon[m] = to.at[m] + ahead;
  lane_fast_derivatives(w, w->tau, &to);
  if (out[0]) lane_write(b, out[0], w->n, w->tau);
}

static void lane_inverse_derivatives(lane_work *w, const lane_block *b)
{
  const batch_call *c = b->call;
  const real *const matrix[3] = {w->out[1], w->out[2], w->out[3]};
  lane_read(b, c->q, w->n, w->q);
  lane_read(b, c->qd, w->n, w->qd);
  lane_read(b, c->qdd, w->n, w->qdd);
  if (!w->arm->driven && lane_has_fast_derivatives(w)) {
    lane_links_derivatives(w, b);
    return;
  }
  lane_force_derivatives(w, b, false, w->tau);
  if (w->arm->driven) {
    lane_friction(w, w->friction);
    for (int i = 0; i < w->n; i++) w->tau[i] = add(w->tau[i], w->friction[i]);
  }
  lane_write_derivatives(w, b, w->tau, matrix);
}

// −A B, n×n each: a row of A at a time in registers
static inline __attribute__((always_inline)) void lane_minus_product(int n, const real A[], const real B[],
                                                                     const lane_stream *to)
{
  for (int i = 0; i < n; i++) {
    real row[COLUMNS_MOST];
    FOR_LINKS(n, int k = 0; k < n; k++, row[k] = neg(A[i * n + k]))
    for (int j = 0; j < n; j++) {
      real sum = mul(row[0], B[j]);
      FOR_LINKS(n, int k = 1; k < n; k++, sum = mul_add(row[k], B[k * n + j], sum))
      store_elements(to->at + lane_at(n, i, j) * to->step, sum);  // prefetched by lane_put_number
    }
  }
}

static inline __attribute__((always_inline)) void
lane_invert_and_multiply(lane_work *w, int n, real inverse[], const lane_stream to[2])
{
  const lane_stream by_q = to[0], by_qd = to[1];
  inverse_of_mass_matrix(n, w->out[3], w->out[0], w->pivot, inverse);
  lane_minus_product(n, inverse, w->out[1], &by_q);
  lane_minus_product(n, inverse, w->out[2], &by_qd);
}

/* ∂qdd = −M⁻¹ ∂tau at the qdd that tau gives. */
static void lane_forward_derivatives(lane_work *w, const lane_block *b)
{
  void *const *out = b->call->out;
  const int n = w->n;
  const size_t square = lane_at(n, n, 0);
  real *inverse = w->L,
       *scratch[2] = {w->out[0] + n * n, w->out[0] + 2 * n * n};  // as wide as 10 n² at least
  lane_read(b, b->call->q, n, w->q);
  lane_read(b, b->call->qd, n, w->qd);
  lane_read(b, b->call->tau, n, w->tau);
  lane_less_friction(w, w->tau);
  lane_accelerations(w, w->tau, w->friction);
  for (int i = 0; i < n; i++) w->qdd[i] = w->friction[i];
  const bool good = lane_all_judged_good(w, w->pivot);
  for (int i = 0; i < n; i++) w->F[i] = w->pivot[i];
  lane_force_derivatives(w, b, true, w->tau);
  lane_stream to[2];
  for (int k = 0; k < 2; k++)
    to[k] = good && out[1 + k] ? lane_stream_of(b, out[1 + k], square, square, scratch[k])
                               : lane_scratch_stream(scratch[k]);
#define INVERT(n) lane_invert_and_multiply(w, n, inverse, to)
  FOR_USUAL_LENGTHS(n, INVERT)
#undef INVERT
  if (RARELY(!good)) {
    lane_judge(w, w->F, n, w->qdd);
    for (int k = 0; k < 2; k++) lane_judge(w, w->F, n * n, scratch[k]);
    lane_judge(w, w->F, n * n, inverse);
  }
  if (out[0]) lane_write(b, out[0], n, w->qdd);
  for (int k = 0; k < 2; k++)
    if (out[1 + k]) lane_stream_finish(&to[k], b, out[1 + k], square, scratch[k]);
  if (out[3]) lane_write_and(false, b, out[3], n * n, inverse);  // prefetched already
}

#endif
