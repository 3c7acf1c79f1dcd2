/* The fast kernels for one instruction set: that of the translation unit. Include once; defines
 * `inverse_dynamics`. */
#include "base/finite.h"
#include "dynamics/paths/fast_paths.h"
#include "kernel/fast_products.h"
#include "kernel/fast_regressor.h"
#include "kernel/udut.h"

/* Instances for each length up to FIXED_MOST, and one more where loops over the columns of a matrix cost much; inverses, which weigh
 * little, from four on. An x86-64 machine so old that it has not even AVX makes do with loops: with
 * its instructions the instances weigh the most, and hardly any are left. In a web page small counts for more than fast. */
#if (defined(__x86_64__) && !defined(__AVX__)) || defined(__wasm__)
#  define FOR_LENGTHS(instance)
#  define FOR_OTHER_LENGTHS(instance)
#  define FOR_RARE_LENGTHS(instance)
#  define FOR_MATRIX_LENGTHS(instance)
#  define FOR_INVERSE_LENGTHS(instance)
#  define FOR_LONGER_INVERSES(instance)
#  define EACH_LENGTH(name)                                                                                  \
    {                                                                                                        \
      NULL                                                                                                   \
    }
#  define EACH_MATRIX_LENGTH         EACH_LENGTH
#  define OTHER_LENGTH(n, name, any) ((void)(n), (any))
#  define FIXED_LENGTHS              0
enum { FIXED_MOST = 0, FIXED_MATRIX_MOST = 0, LOCAL_MOST = 0 };
#else
#  define FOR_LENGTHS(instance)                                                                              \
    instance(1) instance(2) instance(3) instance(4) instance(5) instance(6) instance(7) instance(8)
#  define FOR_OTHER_LENGTHS(instance) instance(6) instance(7)
#  define FOR_RARE_LENGTHS(instance)  instance(1) instance(2) instance(3) instance(4) instance(5) instance(8)
#  define EACH_LENGTH(name)                                                                                  \
    {                                                                                                        \
      name##_1, name##_2, name##_3, name##_4, name##_5, name##_6, name##_7, name##_8                         \
    }
#  define FOR_MATRIX_LENGTHS(instance) FOR_LENGTHS(instance) instance(9)
#  define FOR_INVERSE_LENGTHS(instance)                                                                      \
    instance(4) instance(5) instance(6) instance(7) instance(8) instance(9)
#  define FOR_LONGER_INVERSES(instance) instance(10) instance(11) instance(12)
#  define EACH_MATRIX_LENGTH(name)                                                                           \
    {                                                                                                        \
      name##_1, name##_2, name##_3, name##_4, name##_5, name##_6, name##_7, name##_8, name##_9               \
    }
#  define OTHER_LENGTH(n, name, any) ((n) == 6 ? name##_6 : (n) == 7 ? name##_7 : (any))
#  define FIXED_LENGTHS              1
enum { FIXED_MOST = 8, FIXED_MATRIX_MOST = 9, LOCAL_MOST = 12 };
#endif

_Static_assert(GROUP <= ADDED_ROOM + 1, "inertia that is added is read by whole groups");

static bool is_zero(vec3 v) { return v.x == 0 && v.y == 0 && v.z == 0; }
static bool turns(const fast_chain *k) { return !is_zero(k->base.w) || !is_zero(k->base.wd); }  // the base

#define GIVEN(pointer)                                                                                       \
  if (!(pointer)) __builtin_unreachable();

// A text that is there once, whatever is known of its arguments.
#if defined(__clang__)
#  define SHARED_TEXT __attribute__((noinline))
#else
#  define SHARED_TEXT __attribute__((noinline, noclone))
#endif

/* Sines, cosines and their products with the twists'. q NULL: those that k->scratch has. Instances share these few texts: with a copy in
 * each the library weighed 133 kB more, and was no faster. */
SHARED_TEXT static void turn_any(fast_chain *k, const double q[])
{
  fast_chain_turn(k, k->n, k->revolute, q, &k->scratch.turns);
}

#if FIXED_LENGTHS
// Lengths that have as many blocks of sines; memory as fast_turns_in has it.
KERNEL_INLINED void turn_between(fast_chain *k, int least, int most, bool revolute, const double q[],
                                 double memory[])
{
  const int n = least == most ? most : k->n;
  const fast_turns t = fast_turns_in(memory, most);  // for any n between
  if (n < least || n > most) __builtin_unreachable();
  if (RARELY(!q)) memcpy(memory, k->scratch.turns.c, 6 * (((size_t)most + 7) / 8 * 8) * sizeof(real));
  else fast_chain_turn(k, n, revolute, q, &t);
}
#  define TURN(name, least, most, revolute)                                                                  \
    SHARED_TEXT static void name(fast_chain *k, const double q[], double memory[])                           \
    {                                                                                                        \
      turn_between(k, least, most, revolute, q, memory);                                                     \
    }
TURN(turn_1, 1, 1, true)
TURN(turn_2, 2, 2, true)
TURN(turn_3, 3, 3, true)
TURN(turn_4, 4, 4, true)
TURN(turn_to_8, 5, 8, true)
TURN(turn_to_12, 9, 12, true)
TURN(turn_slides_to_8, 5, 8, false)
#  undef TURN

// n known
KERNEL_INLINED void turn(fast_chain *k, int n, bool revolute, const double q[], double memory[])
{
  if (!revolute) turn_slides_to_8(k, q, memory);  // see FOR_OTHER_LENGTHS
  else if (n == 1) turn_1(k, q, memory);
  else if (n == 2) turn_2(k, q, memory);
  else if (n == 3) turn_3(k, q, memory);
  else if (n == 4) turn_4(k, q, memory);
  else if (n <= 8) turn_to_8(k, q, memory);
  else turn_to_12(k, q, memory);
}
#endif

// n known: no loops, and scratch that is nobody else's.
#define TURNS(n) _Alignas(LAYOUT_ALIGNMENT) real memory[6 * (((n) + 7) / 8 * 8)];
#define SCRATCH(n, revolute)                                                                                 \
  TURNS(n)                                                                                                   \
  vec3 F[n + 1], N[n + 1];                                                                                   \
  const fast_scratch to = {fast_turns_in(memory, n), F, N};                                                  \
  turn(k, n, revolute, q, memory);

// Revolute chains on a base that does not turn, with rotors (NULL: none).
#define DRIVEN_PATHS(n)                                                                                      \
  SHARED_TEXT static void driven_dynamics_##n(fast_chain *k, const double q[], const double qd[],            \
                                              const double qdd[], const fast_rotors *rotors, double tau[])   \
  {                                                                                                          \
    SCRATCH(n, true)                                                                                         \
    GIVEN(qdd)                                                                                               \
    fast_newton_euler_revolute(k, n, NULL, qd, qdd, rotors, tau, &to);                                       \
  }
FOR_LENGTHS(DRIVEN_PATHS)
#undef DRIVEN_PATHS

// Without rotors: the lengths that most arms have get a text of their own.
#define PLAIN_PATHS(n)                                                                                       \
  static void inverse_dynamics_##n(fast_chain *k, const double q[], const double qd[], const double qdd[],   \
                                   double tau[])                                                             \
  {                                                                                                          \
    SCRATCH(n, true)                                                                                         \
    GIVEN(qdd)                                                                                               \
    fast_newton_euler_revolute(k, n, NULL, qd, qdd, NULL, tau, &to);                                         \
  }
#define SHARED_PATHS(n)                                                                                      \
  static void inverse_dynamics_##n(fast_chain *k, const double q[], const double qd[], const double qdd[],   \
                                   double tau[])                                                             \
  {                                                                                                          \
    driven_dynamics_##n(k, q, qd, qdd, NULL, tau);                                                           \
  }
FOR_OTHER_LENGTHS(PLAIN_PATHS)
FOR_RARE_LENGTHS(SHARED_PATHS)
#undef PLAIN_PATHS
#undef SHARED_PATHS

#define REVOLUTE_PATHS(n)                                                                                    \
  static void forward_dynamics_##n(fast_chain *k, const double q[], const double qd[], const double tau[],   \
                                   const double added[], double qdd[], double pivot[])                       \
  {                                                                                                          \
    SCRATCH(n, true)                                                                                         \
    fast_forward_dynamics(k, &to, n, true, false, NULL, qd, tau, added, qdd, pivot);                         \
  }                                                                                                          \
  static void mass_matrix_##n(fast_chain *k, const double q[], double M[])                                   \
  {                                                                                                          \
    SCRATCH(n, true)                                                                                         \
    fast_mass_matrix(k, &to, n, true, NULL, M);                                                              \
  }

FOR_MATRIX_LENGTHS(REVOLUTE_PATHS)
#undef REVOLUTE_PATHS

// The same on a base that turns, and arms with prismatic joints: for the lengths that most arms have.
#define OTHER_PATHS(n)                                                                                       \
  static void inverse_dynamics_turning_##n(fast_chain *k, const double q[], const double qd[],               \
                                           const double qdd[], double tau[])                                 \
  {                                                                                                          \
    SCRATCH(n, true)                                                                                         \
    GIVEN(qdd)                                                                                               \
    fast_newton_euler_turning(k, n, NULL, qd, qdd, NULL, tau, &to);                                          \
  }                                                                                                          \
  static void forward_dynamics_turning_##n(fast_chain *k, const double q[], const double qd[],               \
                                           const double tau[], const double added[], double qdd[],           \
                                           double pivot[])                                                   \
  {                                                                                                          \
    SCRATCH(n, true)                                                                                         \
    fast_forward_dynamics(k, &to, n, true, true, NULL, qd, tau, added, qdd, pivot);                          \
  }                                                                                                          \
  static void inverse_dynamics_still_##n(fast_chain *k, const double q[], const double qd[],                 \
                                         const double qdd[], double tau[])                                   \
  {                                                                                                          \
    SCRATCH(n, false)                                                                                        \
    GIVEN(qdd)                                                                                               \
    fast_newton_euler_still(k, n, NULL, qd, qdd, NULL, tau, &to);                                            \
  }                                                                                                          \
  static void forward_dynamics_still_##n(fast_chain *k, const double q[], const double qd[],                 \
                                         const double tau[], const double added[], double qdd[],             \
                                         double pivot[])                                                     \
  {                                                                                                          \
    SCRATCH(n, false)                                                                                        \
    fast_forward_dynamics(k, &to, n, false, false, NULL, qd, tau, added, qdd, pivot);                        \
  }                                                                                                          \
  static void mass_matrix_any_##n(fast_chain *k, const double q[], double M[])                               \
  {                                                                                                          \
    SCRATCH(n, false)                                                                                        \
    fast_mass_matrix(k, &to, n, false, NULL, M);                                                             \
  }

FOR_OTHER_LENGTHS(OTHER_PATHS)
#undef OTHER_PATHS
#undef SCRATCH

// Any length.
static void inverse_dynamics_long(fast_chain *k, const double q[], const double qd[], const double qdd[],
                                  double tau[])
{
  GIVEN(qdd)
  turn_any(k, q);
  fast_newton_euler_revolute(k, k->n, NULL, qd, qdd, NULL, tau, &k->scratch);
}
static void inverse_dynamics_still(fast_chain *k, const double q[], const double qd[], const double qdd[],
                                   double tau[])
{
  GIVEN(qdd)
  turn_any(k, q);
  fast_newton_euler_still(k, k->n, NULL, qd, qdd, NULL, tau, &k->scratch);
}
static void inverse_dynamics_any(fast_chain *k, const double q[], const double qd[], const double qdd[],
                                 double tau[])
{
  GIVEN(qdd)
  turn_any(k, q);
  fast_newton_euler_any(k, k->n, NULL, qd, qdd, NULL, tau, &k->scratch);
}
static void driven_dynamics_any(fast_chain *k, const double q[], const double qd[], const double qdd[],
                                const fast_rotors *rotors, double tau[])
{
  GIVEN(qdd)
  turn_any(k, q);
  fast_newton_euler_any(k, k->n, NULL, qd, qdd, rotors, tau, &k->scratch);
}
static void forward_dynamics_long(fast_chain *k, const double q[], const double qd[], const double tau[],
                                  const double added[], double qdd[], double pivot[])
{
  turn_any(k, q);
  fast_forward_dynamics(k, &k->scratch, k->n, true, false, NULL, qd, tau, added, qdd, pivot);
}
static void forward_dynamics_still(fast_chain *k, const double q[], const double qd[], const double tau[],
                                   const double added[], double qdd[], double pivot[])
{
  turn_any(k, q);
  fast_forward_dynamics(k, &k->scratch, k->n, false, false, NULL, qd, tau, added, qdd, pivot);
}
static void forward_dynamics_any(fast_chain *k, const double q[], const double qd[], const double tau[],
                                 const double added[], double qdd[], double pivot[])
{
  turn_any(k, q);
  fast_forward_dynamics(k, &k->scratch, k->n, false, true, NULL, qd, tau, added, qdd, pivot);
}
static void mass_matrix_long(fast_chain *k, const double q[], double M[])
{
  turn_any(k, q);
  fast_mass_matrix(k, &k->scratch, k->n, true, NULL, M);
}
static void mass_matrix_any(fast_chain *k, const double q[], double M[])
{
  turn_any(k, q);
  fast_mass_matrix(k, &k->scratch, k->n, false, NULL, M);
}
#undef GIVEN

// Which text an arm takes.
typedef enum { TEXT_REVOLUTE, TEXT_TURNING, TEXT_STILL, TEXT_ANY } fast_text;

static fast_text text_for(const fast_chain *k)
{
  if (k->revolute) return turns(k) ? TEXT_TURNING : TEXT_REVOLUTE;
  return turns(k) ? TEXT_ANY : TEXT_STILL;
}

static fast_inverse_dynamics *inverse_dynamics(const fast_chain *k)
{
  static fast_inverse_dynamics *const fixed[] = EACH_LENGTH(inverse_dynamics);
  switch (text_for(k)) {
  case TEXT_REVOLUTE: return k->n <= FIXED_MOST ? fixed[k->n - 1] : inverse_dynamics_long;
  case TEXT_TURNING: return OTHER_LENGTH(k->n, inverse_dynamics_turning, inverse_dynamics_any);
  case TEXT_STILL: return OTHER_LENGTH(k->n, inverse_dynamics_still, inverse_dynamics_still);
  default: return inverse_dynamics_any;
  }
}

// The same for an arm that carries rotors. A longer revolute chain gains little from its own.
static fast_driven_dynamics *driven_dynamics(const fast_chain *k)
{
  static fast_driven_dynamics *const fixed[] = EACH_LENGTH(driven_dynamics);
  return text_for(k) == TEXT_REVOLUTE && k->n <= FIXED_MOST ? fixed[k->n - 1] : driven_dynamics_any;
}

static fast_forward_dynamics_dense *forward_dynamics(const fast_chain *k)
{
  static fast_forward_dynamics_dense *const fixed[] = EACH_MATRIX_LENGTH(forward_dynamics);
  switch (text_for(k)) {
  case TEXT_REVOLUTE: return k->n <= FIXED_MATRIX_MOST ? fixed[k->n - 1] : forward_dynamics_long;
  case TEXT_TURNING: return OTHER_LENGTH(k->n, forward_dynamics_turning, forward_dynamics_any);
  case TEXT_STILL: return OTHER_LENGTH(k->n, forward_dynamics_still, forward_dynamics_still);
  default: return forward_dynamics_any;
  }
}

static fast_mass_matrix_dense *mass_matrix(const fast_chain *k)
{
  static fast_mass_matrix_dense *const fixed[] = EACH_MATRIX_LENGTH(mass_matrix);
  if (k->revolute) return k->n <= FIXED_MATRIX_MOST ? fixed[k->n - 1] : mass_matrix_long;
  return OTHER_LENGTH(k->n, mass_matrix_any, mass_matrix_any);
}
__attribute__((flatten)) static void articulated(const axis_chain *m, const articulated_tip *tip,
                                                 const posture *p, const base_state *base, const double qd[],
                                                 const double tau[], const wrench *hand, double qdd[],
                                                 articulated_scratch *s)
{
  articulated_forward_dynamics(m, tip, p, base, qd, tau, hand, qdd, s);
}

static void hand_motion_any(fast_chain *k, const placement *base, vec3 point, const double q[],
                            const double qd[], double D[], hand_motion *hand)
{
  const fast_turns *t = &k->scratch.turns;
  turn_any(k, q);  // with products, which this does without: other kernels may find them here
  const posture at = {t->s, t->c, k->slide};
  if (k->revolute) hand_motion_sweep(k->arm, k->n, true, &at, base, point, qd, D, hand);
  else hand_motion_sweep(k->arm, k->n, false, &at, base, point, qd, D, hand);
}

#include "dynamics/paths/fast_functions_text.h"

/* Any number and kind of joints. Arms of up to LOCAL_MOST have scratch that is nobody else's, at distances that are known when
 * compiling: as good as a text for each n. */
static void derivatives_any(fast_chain *k, const double q[], const double qd[], const double qdd[],
                            const fast_rotors *rotors, const derivative_rotors *of_rotors, double tau[],
                            double dq[], double dqd[], double M[], const derivative_scratch *scratch)
{
  inverse_dynamics_derivatives(k, k->n, false, q, qd, qdd, rotors, of_rotors, tau, dq, dqd, M, scratch);
}
static void derivatives_local(fast_chain *k, const double q[], const double qd[], const double qdd[],
                              const fast_rotors *rotors, const derivative_rotors *of_rotors, double tau[],
                              double dq[], double dqd[], double M[], const derivative_scratch *unused)
{
  enum { APART = 16 };  // derivative_row_room(LOCAL_MOST)
  _Alignas(LAYOUT_ALIGNMENT) double turns[6 * APART], rows[DERIVATIVE_ROWS * APART];
  derivative_scratch to;
  to.turns = fast_turns_in(turns, APART);
  derivative_scratch_in(&to, rows, APART);
  inverse_dynamics_derivatives(k, k->n, false, q, qd, qdd, rotors, of_rotors, tau, dq, dqd, M, &to);
  (void)unused;
}
// −X A of lengths that are known: each row's sum in a register.
#define FAST_PRODUCT(n)                                                                                      \
  static void product_##n(const double X[], const double A[], double out[])                                  \
  {                                                                                                          \
    fast_product_known(n, X, A, out);                                                                        \
  }
FOR_INVERSE_LENGTHS(FAST_PRODUCT)
#undef FAST_PRODUCT

#define FAST_PRODUCT_OF(n)                                                                                   \
  case n: product_##n(X, A, out); break;
static void product(int n, const double X[], const double A[], double out[])
{
  switch (n) {
    FOR_INVERSE_LENGTHS(FAST_PRODUCT_OF)
  default:
    if (n >= PRODUCT_TILE) fast_product(n, X, A, out);
    else minus_product(n, X, A, out);
  }
}
#undef FAST_PRODUCT_OF
static void products(int n, const double X[], const double dq[], const double dqd[], double out_q[],
                     double out_qd[])
{
  if (out_q) product(n, X, dq, out_q);
  if (out_qd) product(n, X, dqd, out_qd);
}
static void regressor_any(fast_chain *k, const parameter_frames *of, const double q[], const double qd[],
                          const double qdd[], int columns, double Y[], const derivative_scratch *scratch)
{
  links_regressor(k, k->n, false, of->frame, q, qd, qdd, columns, Y, scratch);
}

static void regressor_local(fast_chain *k, const parameter_frames *of, const double q[], const double qd[],
                            const double qdd[], int columns, double Y[], const derivative_scratch *unused)
{
  enum { ROOM = 16 };
  _Alignas(LAYOUT_ALIGNMENT) double memory[6 * ROOM];
  const fast_turns t = fast_turns_in(memory, ROOM);
  group_field field[ROOM / GROUP];
  fast_chain_turn(k, k->n, k->revolute, q, &t);
  regressor_by_joints(k, k->n, &t, of, qd, qdd, field, columns, Y);
  (void)unused;
}

static bool is_local(const fast_chain *k) { return LOCAL_MOST > 0 && k->n <= LOCAL_MOST; }
static fast_derivatives *derivatives(const fast_chain *k)
{
  return is_local(k) ? derivatives_local : derivatives_any;
}
static fast_regressor *regressor(const fast_chain *k)
{
  return is_local(k) ? regressor_local : regressor_any;
}
