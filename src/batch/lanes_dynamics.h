/* Torques, accelerations and mass matrices of a block of states: part of batch/lanes_text.h. */
#ifndef ULNA_BATCH_LANES_DYNAMICS_H
#define ULNA_BATCH_LANES_DYNAMICS_H

// Links and the rotors they carry; qdd NULL: zeros.
static void lane_newton_euler(lane_work *w, const real qdd[], const fast_rotors *rotors, real tau[])
{
  fast_chain *k = &w->k;
  const fast_scratch *to = &k->scratch;
#define NEWTON_EULER(n) fast_newton_euler_revolute(k, n, w->q, w->qd, qdd, NULL, tau, to)
  if (k->revolute && qdd && !rotors) FOR_USUAL_LENGTHS(w->n, NEWTON_EULER)
#undef NEWTON_EULER
  else if (k->revolute) fast_newton_euler_revolute(k, w->n, w->q, w->qd, qdd, rotors, tau, to);
  else fast_newton_euler_still(k, w->n, w->q, w->qd, qdd, rotors, tau, to);
}

// spin·qdd, all that rotors on the base add
static void lane_add_spin(const lane_work *w, real tau[])
{
  const int n = w->n;
  if (w->arm->spins_diagonal) {
    for (int i = 0; i < n; i++) tau[i] = add(tau[i], mul(w->spin[i * n + i], w->qdd[i]));
    return;
  }
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) tau[i] = add(tau[i], mul(w->spin[i * n + j], w->qdd[j]));
}

static void lane_turn_rotors(lane_work *w)
{
  rotors_turn(&w->ratios, w->n, w->qd, w->qdd, w->rate, w->acceleration);
}

/* Links and all rotors, no friction: F. */
static void lane_joint_forces(lane_work *w, real F[])
{
  const batch_arm *arm = w->arm;
  if (arm->rotor_count == 0 || arm->spin_only) {
    lane_newton_euler(w, w->qdd, NULL, F);
    if (arm->rotor_count > 0) lane_add_spin(w, F);
    return;
  }
  lane_turn_rotors(w);
  lane_newton_euler(w, w->qdd, &w->rotors, F);
  rotors_add_own(&w->ratios, w->n, w->rotors.own, F);
}

// viscous v + level, against the motion; nothing at rest
static real lane_friction_force(const friction_place *p, real v)
{
  const real zero = constant(0), viscous = mul(constant(p->viscous), v);
  const real back = choose_less(v, zero, sub(viscous, constant(p->coulomb[1])), viscous);
  return choose_less(zero, v, add(viscous, constant(p->coulomb[0])), back);
}

/* Friction of all places, seen at the joints, into friction (n). */
static void lane_friction(const lane_work *w, real friction[])
{
  const drive_numbers *d = &w->arm->model->drives;
  const int n = w->n;
  for (int i = 0; i < n; i++) friction[i] = constant(0);
  for (int s = 0; s < d->place_count; s++) {
    const friction_place *p = &d->place[s];
    if (!p->law && !p->joint_law) continue;
    if (p->joint) {
      const int i = p->joint - 1;
      const real ratio = constant(p->ratio);
      friction[i] = add(friction[i], mul(ratio, lane_friction_force(p, mul(ratio, w->qd[i]))));
      continue;
    }
    const double *row = &d->actuators.K[p->actuator * n];
    real v = constant(0);
    for (int i = 0; i < n; i++) v = add(v, mul(constant(row[i]), w->qd[i]));
    const real force = lane_friction_force(p, v);
    for (int i = 0; i < n; i++) friction[i] = add(friction[i], mul(constant(row[i]), force));
  }
}

// Links alone, every joint revolute, numbers read and written where they lie.
static void lane_plain_torques(lane_work *w, const lane_block *b)
{
  const batch_call *c = b->call;
  const lane_numbers q = lane_given(b, c->q, w->n, w->q), qd = lane_given(b, c->qd, w->n, w->qd),
                     qdd = lane_given(b, c->qdd, w->n, w->qdd);
  const bool straight = lane_straight(b);
  const lane_numbers tau = straight ? lane_numbers_at(b, c->out[0], w->n) : lane_numbers_in(w->tau);
  lane_torques(w, &q, &qd, &qdd, &tau);
  if (!straight) lane_write(b, c->out[0], w->n, w->tau);
}

static void lane_inverse_dynamics(lane_work *w, const lane_block *b)
{
  const batch_call *c = b->call;
  if (w->k.revolute && w->arm->rotor_count == 0 && !w->arm->driven) {
    lane_plain_torques(w, b);
    return;
  }
  lane_read(b, c->q, w->n, w->q);
  lane_read(b, c->qd, w->n, w->qd);
  lane_read(b, c->qdd, w->n, w->qdd);
  lane_joint_forces(w, w->tau);
  if (w->arm->driven) {
    lane_friction(w, w->friction);
    for (int i = 0; i < w->n; i++) w->tau[i] = add(w->tau[i], w->friction[i]);
  }
  lane_write(b, c->out[0], w->n, w->tau);
}

static void lane_bias(lane_work *w, const lane_block *b)
{
  lane_read(b, b->call->q, w->n, w->q);
  lane_read(b, b->call->qd, w->n, w->qd);
  if (w->arm->rotor_count == 0 || w->arm->spin_only) {
    lane_newton_euler(w, NULL, NULL, w->tau);
  } else {
    for (int i = 0; i < w->n; i++) w->qdd[i] = constant(0);
    lane_joint_forces(w, w->tau);
  }
  lane_write(b, b->call->out[0], w->n, w->tau);
}

static void lane_gravity(lane_work *w, const lane_block *b)
{
  fast_chain *k = &w->k;
  lane_read(b, b->call->q, w->n, w->q);
  if (k->revolute) fast_gravity_revolute(k, w->n, k->base.a, w->q, &k->scratch.turns, k->scratch.F, w->tau);
  else fast_gravity_any(k, w->n, k->base.a, w->q, &k->scratch.turns, k->scratch.F, w->tau);
  lane_write(b, b->call->out[0], w->n, w->tau);
}

/* M of links and rotors at w->q. */
static void lane_masses(lane_work *w, real M[])
{
  fast_chain *k = &w->k;
  const int n = w->n;
#define MASS_MATRIX(n) fast_mass_matrix(k, &k->scratch, n, true, w->q, M)
  if (!k->revolute) fast_mass_matrix(k, &k->scratch, n, false, w->q, M);
  else FOR_USUAL_LENGTHS(n, MASS_MATRIX)
#undef MASS_MATRIX
  if (w->arm->rotor_count > 0) rotors_add_masses(&w->ratios, k, &k->scratch.turns, n, &w->rotors, M);
}

static void lane_mass_matrix(lane_work *w, const lane_block *b)
{
  lane_read(b, b->call->q, w->n, w->q);
  lane_masses(w, w->out[0]);
  lane_write(b, b->call->out[0], w->n * w->n, w->out[0]);
}

// a state without a pivot worth the name gets NaN everywhere
static void lane_judge(const lane_work *w, const real pivot[], int count, real x[])
{
  const real none = constant((double)NAN);
  for (int i = 0; i < w->n; i++)
    for (int k = 0; k < count; k++) x[k] = choose_less(w->least[i], pivot[i], x[k], none);
}
// … and so it need not be looked at joint by joint where all are good
static bool lane_all_judged_good(const lane_work *w, const real pivot[])
{
  const real one = constant(1), zero = constant(0);
  real good = one;
  for (int i = 0; i < w->n; i++) good = choose_less(w->least[i], pivot[i], good, zero);
  for (int lane = 0; lane < REAL_LANES; lane++)
    if (lane_of(good, lane) == 0) return false;
  return true;
}

/* qdd under w->tau at w->q and w->qd, everything slipping in the direction of its speed; and the pivots. */
static void lane_accelerations(lane_work *w, real tau[], real qdd[])
{
  fast_chain *k = &w->k;
  const batch_arm *arm = w->arm;
  const int n = w->n;
  if (arm->rotor_count > 0 && !arm->spin_only) {
    for (int i = 0; i < n; i++) w->qdd[i] = constant(0);
    lane_joint_forces(w, w->F);
    for (int i = 0; i < n; i++) qdd[i] = sub(tau[i], w->F[i]);
    lane_masses(w, w->L);
    udut_factor(n, n, w->L);
    udut_solve(n, n, w->L, qdd, qdd);
    for (int i = 0; i < n; i++) w->pivot[i] = w->L[i * n + i];
    return;
  }
  const real *added = arm->rotor_count > 0 ? w->spin : NULL;
#define FORWARD(n)                                                                                           \
  fast_forward_dynamics(k, &k->scratch, n, true, false, w->q, w->qd, tau, added, qdd, w->pivot)
  if (!k->revolute)
    fast_forward_dynamics(k, &k->scratch, n, false, false, w->q, w->qd, tau, added, qdd, w->pivot);
  else FOR_USUAL_LENGTHS(n, FORWARD)
#undef FORWARD
}

static void lane_less_friction(lane_work *w, real tau[])
{
  if (!w->arm->driven) return;
  lane_friction(w, w->friction);
  for (int i = 0; i < w->n; i++) tau[i] = sub(tau[i], w->friction[i]);
}

static void lane_forward_dynamics(lane_work *w, const lane_block *b)
{
  const batch_call *c = b->call;
  lane_read(b, c->q, w->n, w->q);
  lane_read(b, c->qd, w->n, w->qd);
  lane_read(b, c->tau, w->n, w->tau);
  lane_less_friction(w, w->tau);
  lane_accelerations(w, w->tau, w->out[0]);
  if (RARELY(!lane_all_judged_good(w, w->pivot))) lane_judge(w, w->pivot, w->n, w->out[0]);
  lane_write(b, c->out[0], w->n, w->out[0]);
}

#endif
