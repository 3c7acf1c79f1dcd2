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

// A rotor's own coordinate follows the joints by k.
static void lane_add_rotor(lane_work *w, int r, real tau[], real dq[], real dqd[], real M[])
{
  const derivative_rotors *of = &w->of_rotors;
  const int n = w->n;
  const real own = w->rotors.own[r], inertia = w->rotors.inertia[r], *own_q = of->own_q + r * n,
             *own_qd = of->own_qd + r * n, *g = of->g_s + r * n, *wg = of->wg_s + r * n,
             *k = w->ratio + r * n;
  for (int i = 0; i < n; i++) {
    tau[i] = add(tau[i], mul(k[i], own));
    for (int j = 0; j < n; j++) {
      const int at = i * n + j;
      dq[at] = add(dq[at], mul(k[i], own_q[j]));
      dqd[at] = add(dqd[at], add(mul(wg[i], k[j]), mul(k[i], own_qd[j])));
      M[at] = add(M[at], add(mul(g[i], k[j]), mul(k[i], add(g[j], mul(inertia, k[j])))));
    }
  }
}

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

/* tau without friction and its derivatives at w->q, w->qd, w->qdd; friction is in dqd. */
static void lane_force_derivatives(lane_work *w, real tau[], real dq[], real dqd[], real M[])
{
  fast_chain *k = &w->k;
  const int n = w->n;
  const bool carried = w->arm->rotor_count > 0 && !w->arm->spin_only;
  if (carried) lane_turn_rotors(w);
  const fast_rotors *rotors = carried ? &w->rotors : NULL;
  if (k->revolute && !rotors)
    inverse_dynamics_derivatives(k, n, true, w->q, w->qd, w->qdd, NULL, NULL, tau, dq, dqd, M,
                                 &w->derivatives);
  else
    inverse_dynamics_derivatives(k, n, k->revolute, w->q, w->qd, w->qdd, rotors, &w->of_rotors, tau, dq, dqd,
                                 M, &w->derivatives);
  for (int r = 0; r < w->arm->rotor_count && carried; r++) lane_add_rotor(w, r, tau, dq, dqd, M);
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

static void lane_inverse_derivatives(lane_work *w, const lane_block *b)
{
  const batch_call *c = b->call;
  const real *const matrix[3] = {w->out[1], w->out[2], w->out[3]};
  lane_read(b, c->q, w->n, w->q);
  lane_read(b, c->qd, w->n, w->qd);
  lane_read(b, c->qdd, w->n, w->qdd);
  lane_force_derivatives(w, w->tau, w->out[1], w->out[2], w->out[3]);
  if (w->arm->driven) {
    lane_friction(w, w->friction);
    for (int i = 0; i < w->n; i++) w->tau[i] = add(w->tau[i], w->friction[i]);
  }
  lane_write_derivatives(w, b, w->tau, matrix);
}

/* ∂qdd = −M⁻¹ ∂tau at the qdd that tau gives. */
static void lane_forward_derivatives(lane_work *w, const lane_block *b)
{
  const batch_call *c = b->call;
  const int n = w->n;
  real *inverse = w->L, *by_q = w->out[0], *by_qd = w->out[0] + n * n;  // as wide as 10 n² at least
  const real *const matrix[3] = {by_q, by_qd, inverse};
  lane_read(b, c->q, n, w->q);
  lane_read(b, c->qd, n, w->qd);
  lane_read(b, c->tau, n, w->tau);
  lane_less_friction(w, w->tau);
  lane_accelerations(w, w->tau, w->friction);
  for (int i = 0; i < n; i++) w->qdd[i] = w->friction[i];
  const bool good = lane_all_judged_good(w, w->pivot);
  for (int i = 0; i < n; i++) w->F[i] = w->pivot[i];
  lane_force_derivatives(w, w->tau, w->out[1], w->out[2], w->out[3]);
  inverse_of_mass_matrix(n, w->out[3], by_q, w->pivot, inverse);
  minus_product(n, inverse, w->out[1], by_q);
  minus_product(n, inverse, w->out[2], by_qd);
  if (RARELY(!good)) {
    lane_judge(w, w->F, n, w->qdd);
    lane_judge(w, w->F, 2 * n * n, by_q);
    lane_judge(w, w->F, n * n, inverse);
  }
  lane_write_derivatives(w, b, w->qdd, matrix);
}

/* Columns of the drives, from the motion that the links' regressor has left: with k = ∂q_a/∂q, axis z on link u,
 *   Ia: k_i (xdd + z·wd) + (s_i·z) xdd + xd s_i·(w × z), s_i the axis of revolute joint i ≤ u;  kv: k_i xd;  Fm: k_i sgn xd */
static void lane_drive_columns(lane_work *w, real Y[])
{
  const derivative_scratch *at = &w->derivatives;
  const batch_arm *arm = w->arm;
  const int n = w->n;
  const real zero = constant(0);
  for (int a = 0; a < arm->drive_count; a++) {
    const double *k = &arm->model->drives.actuators.K[a * n];
    real xd = zero, xdd = zero;
    for (int i = 0; i < n; i++)
      xd = add(xd, mul(constant(k[i]), w->qd[i])), xdd = add(xdd, mul(constant(k[i]), w->qdd[i]));
    const int u = arm->model->drive_carrier[a];
    const vec3 z = u > 0 ? derivative_out(at, u - 1, w->drive_axis[a]) : w->drive_axis[a];
    const vec3 across = vec3_cross(vec3_at(&at->w, u), z);
    const real along = vec3_dot(z, vec3_at(&at->wd, u));
    for (int i = 0; i < n; i++) {
      real *y = Y + i * arm->columns + 10 * n + 3 * a;
      const vec3 s = i < u ? vec3_at(&at->s, i) : vec3_zero();
      const real ratio = constant(k[i]), backward = choose_less(xd, zero, neg(ratio), mul(xd, ratio));
      y[0] = add(mul(ratio, add(xdd, along)), add(mul(vec3_dot(s, z), xdd), mul(xd, vec3_dot(s, across))));
      y[1] = mul(ratio, xd);
      y[2] = choose_less(zero, xd, ratio, backward);
    }
  }
}

static void lane_regressor(lane_work *w, const lane_block *b)
{
  const batch_call *c = b->call;
  lane_read(b, c->q, w->n, w->q);
  lane_read(b, c->qd, w->n, w->qd);
  lane_read(b, c->qdd, w->n, w->qdd);
  links_regressor(&w->k, w->n, w->k.revolute, w->frame, w->q, w->qd, w->qdd, w->arm->columns, w->out[0],
                  &w->derivatives);
  if (w->arm->driven) lane_drive_columns(w, w->out[0]);
  lane_write(b, c->out[0], w->n * w->arm->columns, w->out[0]);
}

#endif
