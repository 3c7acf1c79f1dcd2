/* Gravity, places and the rest of what the fast table serves, for one instruction set; part of fast_paths_text.h. */

// Revolute chains, n known: no loops, and scratch that is nobody else's.
#define FAST_GRAVITY(n)                                                                                      \
  static void gravity_##n(fast_chain *k, vec3 a, const double q[], double G[])                               \
  {                                                                                                          \
    TURNS(n)                                                                                                 \
    vec3 at[n];                                                                                              \
    const fast_turns t = fast_turns_in(memory, n);                                                           \
    turn(k, n, true, q, memory);                                                                             \
    fast_gravity_revolute(k, n, a, NULL, &t, at, G);                                                         \
  }
FOR_MATRIX_LENGTHS(FAST_GRAVITY)
#undef FAST_GRAVITY
// … with slides.
#define FAST_GRAVITY(n)                                                                                      \
  static void gravity_slides_##n(fast_chain *k, vec3 a, const double q[], double G[])                        \
  {                                                                                                          \
    TURNS(n)                                                                                                 \
    vec3 at[n];                                                                                              \
    const fast_turns t = fast_turns_in(memory, n);                                                           \
    turn(k, n, false, q, memory);                                                                            \
    fast_gravity_any(k, n, a, NULL, &t, at, G);                                                              \
  }
FOR_OTHER_LENGTHS(FAST_GRAVITY)
#undef FAST_GRAVITY

static void gravity_revolute(fast_chain *k, vec3 a, const double q[], double G[])
{
  turn_any(k, q);
  fast_gravity_revolute(k, k->n, a, NULL, &k->scratch.turns, k->scratch.F, G);
}
static void gravity_any(fast_chain *k, vec3 a, const double q[], double G[])
{
  turn_any(k, q);
  fast_gravity_any(k, k->n, a, NULL, &k->scratch.turns, k->scratch.F, G);
}
static fast_gravity *gravity(const fast_chain *k)
{
  static fast_gravity *const small[] = EACH_MATRIX_LENGTH(gravity);
  if (!k->revolute) return OTHER_LENGTH(k->n, gravity_slides, gravity_any);
  return k->n <= FIXED_MATRIX_MOST ? small[k->n - 1] : gravity_revolute;
}

static const fast_turns *turned(fast_chain *k, const double q[])
{
  const fast_turns *t = &k->scratch.turns;
  fast_chain_sines(k, k->n, k->revolute, q, t);
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
static void frame(fast_chain *k, int link, const double given[12], const placement *base, const double q[],
                  double out[12])
{
  const fast_turns *t = turned(k, q);
  if (k->revolute) fast_frame(k, true, link, given, base, t, out);
  else fast_frame(k, false, link, given, base, t, out);
}

/* Arms of up to CORIOLIS_LOCAL joints have their scratch here; longer ones bring it. */
static void coriolis_matrix(fast_chain *k, const double q[], const double qd[], double scratch[], double C[])
{
  fast_polar_wrench local[CORIOLIS_LOCAL],
      *W = k->n <= CORIOLIS_LOCAL ? local : (fast_polar_wrench *)(void *)scratch;
  turn_any(k, q);
  if (k->revolute) fast_coriolis_matrix(k, k->n, true, NULL, qd, &k->scratch.turns, k->scratch.F, W, C);
  else fast_coriolis_matrix(k, k->n, false, NULL, qd, &k->scratch.turns, k->scratch.F, W, C);
}

// Inverses of lengths that are known: rows in registers.
#define FAST_INVERT(n)                                                                                       \
  static void invert_##n(double X[], double pivot[]) { fast_invert_known(n, X, pivot); }
FOR_INVERSE_LENGTHS(FAST_INVERT)
FOR_LONGER_INVERSES(FAST_INVERT)
#undef FAST_INVERT

#define FAST_INVERSE_OF(n)                                                                                   \
  case n: invert_##n(A, pivot); break;
static void invert(int n, double A[], double pivot[])
{
  switch (n) {
    FOR_INVERSE_LENGTHS(FAST_INVERSE_OF)
    FOR_LONGER_INVERSES(FAST_INVERSE_OF)
  default:
    if (GROUP > 1 && n <= INVERT_SHORT_MOST) fast_invert_short(n, A, pivot);
    else fast_invert(n, A, pivot);
  }
}
#undef FAST_INVERSE_OF

// Factors of lengths that are known, and solutions by them.
#define FAST_FACTOR(n)                                                                                       \
  static void factor_##n(double M[]) { fast_factor_known(n, M); }                                            \
  static void solve_##n(const double F[], const double b[], double x[]) { fast_solve_known(n, F, b, x); }
FOR_INVERSE_LENGTHS(FAST_FACTOR)
#undef FAST_FACTOR

#define FAST_FACTOR_OF(n)                                                                                    \
  case n: factor_##n(M); break;
static void factor(int n, double M[])
{
  switch (n) {
    FOR_INVERSE_LENGTHS(FAST_FACTOR_OF)
  default: udut_factor(n, n, M);
  }
}
#undef FAST_FACTOR_OF
#define FAST_SOLUTION_OF(n)                                                                                  \
  case n: solve_##n(F, b, x); break;
static void solve(int n, const double F[], const double b[], double x[])
{
  switch (n) {
    FOR_INVERSE_LENGTHS(FAST_SOLUTION_OF)
  default: udut_solve(n, n, F, b, x);
  }
}
#undef FAST_SOLUTION_OF
static void inverse_mass(fast_chain *k, const double q[], double X[], double pivot[])
{
  mass_matrix(k)(k, q, X);
  invert(k->n, X, pivot);
}

// What is found is looked at before anything is written: by exponents, several at a time.
static bool finite_sum(int count, const double a[], const double b[], double to[])
{
  uint64_t any = 0;
  if (!b) {
    APART_FROM_EACH_OTHER for (int k = 0; k < count; k++) any |= not_finite_bit(a[k]);
    if (any >> 63) return false;
    APART_FROM_EACH_OTHER for (int k = 0; k < count; k++) to[k] = a[k];
    return true;
  }
  APART_FROM_EACH_OTHER for (int k = 0; k < count; k++) any |= not_finite_bit(a[k] + b[k]);
  if (any >> 63) return false;
  APART_FROM_EACH_OTHER for (int k = 0; k < count; k++) to[k] = a[k] + b[k];
  return true;
}
