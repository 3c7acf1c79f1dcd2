/* Gravity, places and the rest of what the fast table serves, for one instruction set; part of fast_paths_text.h. */

// Revolute chains, n known: no loops, and scratch that is nobody else's.
#define FAST_GRAVITY(n)                                                                                      \
  static void gravity_##n(fast_chain *k, vec3 a, const double q[], double G[])                               \
  {                                                                                                          \
    double turns[6 * 8];                                                                                     \
    vec3 at[n];                                                                                              \
    const fast_turns t = fast_turns_in(turns, n);                                                            \
    fast_gravity_revolute(k, n, a, q, &t, at, G);                                                            \
  }
FOR_LENGTHS(FAST_GRAVITY)
#undef FAST_GRAVITY

static void gravity_revolute(fast_chain *k, vec3 a, const double q[], double G[])
{
  fast_gravity_revolute(k, k->n, a, q, &k->scratch.turns, k->scratch.F, G);
}
static void gravity_any(fast_chain *k, vec3 a, const double q[], double G[])
{
  fast_gravity_any(k, k->n, a, q, &k->scratch.turns, k->scratch.F, G);
}
static fast_gravity *gravity(const fast_chain *k)
{
  static fast_gravity *const small[] = EACH_LENGTH(gravity);
  if (!k->revolute) return gravity_any;
  return k->n <= FIXED_MOST ? small[k->n - 1] : gravity_revolute;
}

/* Sines alone are worth an instance for each n: blocks that do not wait for one another. */
static const fast_turns *turned(fast_chain *k, const double q[])
{
  const fast_turns *t = &k->scratch.turns;
  switch (k->n) {
  case 1: fast_chain_turn(k, 1, q, t); break;
  case 2: fast_chain_turn(k, 2, q, t); break;
  case 3: fast_chain_turn(k, 3, q, t); break;
  case 4: fast_chain_turn(k, 4, q, t); break;
  case 5: fast_chain_turn(k, 5, q, t); break;
  case 6: fast_chain_turn(k, 6, q, t); break;
  case 7: fast_chain_turn(k, 7, q, t); break;
  case 8: fast_chain_turn(k, 8, q, t); break;
  default: fast_chain_turn(k, k->n, q, t); break;
  }
  return t;
}

static void poses(fast_chain *k, fast_frames frames, const double given[], const placement *base,
                  const double q[], double out[])
{
  const fast_turns *t = turned(k, q);
  const int n = k->n;
  if (!k->revolute) fast_poses(k, n, false, frames, given, base, t, out);
  else if (frames == FRAMES_KERNEL) fast_poses(k, n, true, FRAMES_KERNEL, given, base, t, out);
  else if (frames == FRAMES_ON_AXIS) fast_poses(k, n, true, FRAMES_ON_AXIS, given, base, t, out);
  else fast_poses(k, n, true, FRAMES_GIVEN, given, base, t, out);
}

static void jacobian(fast_chain *k, int link, vec3 point, const placement *base, const double q[], double J[],
                     placement *end)
{
  const fast_turns *t = turned(k, q);
  if (k->revolute) fast_jacobian(k, k->n, true, link, point, base, t, J, end);
  else fast_jacobian(k, k->n, false, link, point, base, t, J, end);
}
static body_motion point_motion(fast_chain *k, int link, vec3 point, const placement *base, const double q[],
                                const double qd[], const double qdd[], const body_motion *from,
                                placement *end)
{
  const fast_turns *t = turned(k, q);
  return k->revolute ? fast_point_motion(k, true, link, point, base, t, qd, qdd, *from, end)
                     : fast_point_motion(k, false, link, point, base, t, qd, qdd, *from, end);
}
static void placements(fast_chain *k, int link, const placement *base, const double q[], placement at[])
{
  const fast_turns *t = turned(k, q);
  if (k->revolute) fast_placements(k, true, link, base, t, at);
  else fast_placements(k, false, link, base, t, at);
}

/* Arms of up to CORIOLIS_LOCAL joints have their scratch here; longer ones bring it. */
static void coriolis_matrix(fast_chain *k, const double q[], const double qd[], double scratch[], double C[])
{
  fast_polar_wrench local[CORIOLIS_LOCAL],
      *W = k->n <= CORIOLIS_LOCAL ? local : (fast_polar_wrench *)(void *)scratch;
  if (k->revolute) fast_coriolis_matrix(k, k->n, true, q, qd, &k->scratch.turns, k->scratch.F, W, C);
  else fast_coriolis_matrix(k, k->n, false, q, qd, &k->scratch.turns, k->scratch.F, W, C);
}

#define FAST_INVERSE_MASS(n)                                                                                 \
  static void inverse_mass_##n(fast_chain *k, const double q[], double X[], double pivot[])                  \
  {                                                                                                          \
    double turns[6 * 8];                                                                                     \
    const fast_scratch to = {fast_turns_in(turns, n), NULL, NULL};                                           \
    fast_inverse_mass(k, &to, n, true, q, X, pivot);                                                         \
  }
FOR_LENGTHS(FAST_INVERSE_MASS)
#undef FAST_INVERSE_MASS

static void inverse_mass_any(fast_chain *k, const double q[], double X[], double pivot[])
{
  fast_mass_matrix(k, &k->scratch, k->n, false, q, X);
  fast_invert(k->n, X, pivot);
}
static void invert(int n, double A[], double pivot[]) { fast_invert(n, A, pivot); }

static fast_mass_matrix_inverse *inverse_mass(const fast_chain *k)
{
  static fast_mass_matrix_inverse *const small[] = EACH_LENGTH(inverse_mass);
  return k->revolute && k->n <= FIXED_MOST ? small[k->n - 1] : inverse_mass_any;
}

/* The arm with nothing on it but its own motion: base at rest, no gravity, nothing in the hand. */
static inline __attribute__((always_inline)) fast_chain alone(const fast_chain *k)
{
  fast_chain free_arm = *k;
  free_arm.base.w = free_arm.base.wd = free_arm.base.a = vec3_zero();
  free_arm.tip.f = free_arm.tip.n = vec3_zero();
  return free_arm;
}

#define FAST_CORIOLIS_VECTOR(n)                                                                              \
  static void coriolis_vector_##n(fast_chain *k, const double q[], const double qd[], double Cqd[])          \
  {                                                                                                          \
    double turns[6 * 8];                                                                                     \
    vec3 F[n + 1], N[n + 1];                                                                                 \
    const fast_scratch to = {fast_turns_in(turns, n), F, N};                                                 \
    fast_chain free_arm = alone(k);                                                                          \
    fast_newton_euler_revolute(&free_arm, n, q, qd, NULL, NULL, Cqd, &to);                                   \
  }
FOR_LENGTHS(FAST_CORIOLIS_VECTOR)
#undef FAST_CORIOLIS_VECTOR

static void coriolis_vector_any(fast_chain *k, const double q[], const double qd[], double Cqd[])
{
  fast_chain free_arm = alone(k);
  if (k->revolute) fast_newton_euler_revolute(&free_arm, k->n, q, qd, NULL, NULL, Cqd, &k->scratch);
  else fast_newton_euler_any(&free_arm, k->n, q, qd, NULL, NULL, Cqd, &k->scratch);
}
static fast_vector_of_coriolis *coriolis_vector(const fast_chain *k)
{
  static fast_vector_of_coriolis *const small[] = EACH_LENGTH(coriolis_vector);
  return k->revolute && k->n <= FIXED_MOST ? small[k->n - 1] : coriolis_vector_any;
}
