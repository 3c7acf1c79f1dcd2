/* The natural orthogonal complement [Angeles, section 7.5]: rank of K, and the constraint wrenches it leaves out, by value;
 * mass centres and their velocities, from the complement and from algorithm 7.4.1. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "support/arm.h"
#include "support/chain.h"

enum { N = 8, ROWS = 6 * N };

typedef struct {
  int n;
  uint64_t seed;
  ulna_joint joints[N];
  ulna_model *m;
  ulna_work *w;
  double q[N], qd[N], qdd[N];
} arm;

/* A Denavit–Hartenberg arm of mixed joints on a turned base; odd ones with a base in motion and a wrench in the hand. */
static arm make_arm(int number)
{
  arm a = {.seed = (uint64_t)(700 + number), .n = 1 + number % N};
  for (int i = 0; i < a.n; i++) {
    a.joints[i] = chain_random_joint(&a.seed);
    ulna_body *b = &a.joints[i].link.body;
    b->mass = chain_random(&a.seed, 0.5, 3), b->about = ULNA_ABOUT_COM;
    for (int k = 0; k < 3; k++)
      b->com[k] = chain_random(&a.seed, -0.3, 0.3), b->inertia[k] = chain_random(&a.seed, 0.02, 0.03);
    for (int k = 3; k < 6; k++) b->inertia[k] = chain_random(&a.seed, -0.004, 0.004);
    a.q[i] = chain_random(&a.seed, -1, 1), a.qd[i] = chain_random(&a.seed, -1, 1);
    a.qdd[i] = chain_random(&a.seed, -2, 2);
  }
  const ulna_pose base = chain_random_pose(&a.seed);
  a.m = chain_model(ULNA_DH, a.n, a.joints, &base, NULL);
  a.w = chain_work(a.m);
  if (number % 2 == 0) return a;
  ulna_base_motion motion;
  double force[3], moment[3];
  for (int k = 0; k < 3; k++) {
    motion.angular_velocity[k] = chain_random(&a.seed, -1, 1);
    motion.angular_acceleration[k] = chain_random(&a.seed, -1, 1);
    motion.velocity[k] = 0, motion.acceleration[k] = chain_random(&a.seed, -3, 3);
    force[k] = chain_random(&a.seed, -10, 10), moment[k] = chain_random(&a.seed, -3, 3);
  }
  ulna_work_set_base_motion(a.w, &motion);
  ulna_work_set_hand_wrench(a.w, force, moment);
  return a;
}
static void drop_arm(arm *a)
{
  ulna_work_destroy(a->w);
  ulna_model_destroy(a->m);
}

/* Elimination with the largest pivot of all that is left: how many are not rounding. */
static int rank_of(double *A, int rows, int columns)
{
  double first = 0;
  for (int rank = 0; rank < rows && rank < columns; rank++) {
    int r = rank, c = rank;
    for (int i = rank; i < rows; i++)
      for (int j = rank; j < columns; j++)
        if (fabs(A[i * columns + j]) > fabs(A[r * columns + c])) r = i, c = j;
    const double pivot = A[r * columns + c];
    if (rank == 0) first = fabs(pivot);
    if (!(fabs(pivot) > 1e-9 * first)) return rank;  // pivots that count are lengths and sines, far above
    for (int j = 0; j < columns; j++) {
      const double x = A[r * columns + j];
      A[r * columns + j] = A[rank * columns + j], A[rank * columns + j] = x;
    }
    for (int i = 0; i < rows; i++) {
      const double x = A[i * columns + c];
      A[i * columns + c] = A[i * columns + rank], A[i * columns + rank] = x;
    }
    for (int i = rank + 1; i < rows; i++) {
      const double factor = A[i * columns + rank] / pivot;
      for (int j = rank; j < columns; j++) A[i * columns + j] -= factor * A[rank * columns + j];
    }
  }
  return rows < columns ? rows : columns;
}

/* K t = 0 leaves n freedoms and no more: rank 5n, six equations a joint of which one is a sum of the others. */
static void k_leaves_exactly_n_freedoms(void **state)
{
  (void)state;
  static double K[ROWS * ROWS], T[ROWS * N];
  for (int number = 0; number < 24; number++) {
    arm a = make_arm(number);
    ulna_natural_complement_at(a.m, a.w, a.q, a.qd, &(ulna_natural_complement){.K = K, .T = T});
    assert_int_equal(rank_of(K, 6 * a.n, 6 * a.n), 5 * a.n);
    assert_int_equal(rank_of(T, 6 * a.n, a.n), a.n);
    drop_arm(&a);
  }
}

static void turn(const ulna_pose *by, const double v[3], double out[3])
{
  for (int i = 0; i < 3; i++) out[i] = by->R[i][0] * v[0] + by->R[i][1] * v[1] + by->R[i][2] * v[2];
}
static void cross(const double a[3], const double b[3], double out[3])
{
  for (int i = 0; i < 3; i++) out[i] = a[(i + 1) % 3] * b[(i + 2) % 3] - a[(i + 2) % 3] * b[(i + 1) % 3];
}
static double dot(const double a[3], const double b[3]) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

/* What each joint carries beside its own torque, from the recursion's joint wrenches: [moment about the joint's origin;
 * force], base axes; and lambda made of it. c: mass centres; origin 0 stands for the one before the first. */
static void expected_lambda(const arm *a, const ulna_pose poses[], const double c[], double lambda[])
{
  double force[3 * N], moment[3 * N];
  ulna_joint_wrenches(a->m, a->w, a->q, a->qd, a->qdd, force, moment);
  for (int i = 0; i < a->n; i++) {
    const ulna_pose *before = &poses[i];
    const double e[3] = {before->R[0][2], before->R[1][2], before->R[2][2]};
    double f[3], n[3];
    turn(&poses[i + 1], &force[3 * i], f), turn(&poses[i + 1], &moment[3 * i], n);
    double *l = &lambda[6 * i];
    if (a->joints[i].type == ULNA_REVOLUTE) {
      cross(e, n, l), memcpy(l + 3, f, sizeof f);  // e × (n less its part along e) = e × n
    } else {
      double arm_to_origin[3], along = dot(e, f), turned[3];
      for (int k = 0; k < 3; k++) {
        f[k] -= along * e[k];
        arm_to_origin[k] = before->p[k] - (i > 0 ? c[3 * (i - 1) + k] : poses[0].p[k]);
      }
      cross(arm_to_origin, f, turned);
      for (int k = 0; k < 3; k++) l[k] = n[k] + turned[k];
      cross(e, f, l + 3);
    }
  }
}

static double most(const double x[], int count)
{
  double m = 0;
  for (int i = 0; i < count; i++) m = fmax(m, fabs(x[i]));
  return m;
}

static void constraint_wrenches_do_no_work_and_are_what_the_joints_carry(void **state)
{
  (void)state;
  static double K[ROWS * ROWS], T[ROWS * N];
  for (int number = 0; number < 48; number++) {
    arm a = make_arm(number);
    const int n = a.n, rows = 6 * n;
    double lambda[ROWS], w[ROWS], expected[ROWS], c[3 * N];
    ulna_pose poses[N + 1];
    ulna_natural_complement_at(a.m, a.w, a.q, a.qd, &(ulna_natural_complement){.K = K, .T = T, .c = c});
    ulna_constraint_wrenches(a.m, a.w, a.q, a.qd, a.qdd, lambda, w);
    ulna_link_poses(a.m, a.w, a.q, poses);
    expected_lambda(&a, poses, c, expected);
    const double scale = fmax(1, most(expected, rows));
    for (int i = 0; i < rows; i++) {
      // two recursions with a few roundings a link
      if (!(fabs(lambda[i] - expected[i]) < 1e-12 * scale))
        fail_msg("seed %d, n = %d: lambda[%d] is %g, expected %g", 700 + number, n, i, lambda[i],
                 expected[i]);
      double sum = 0;
      for (int j = 0; j < rows; j++) sum += K[j * rows + i] * lambda[j];
      assert_true(fabs(w[i] - sum) < 1e-12 * scale);  // w = Kᵀ lambda
    }
    for (int j = 0; j < n; j++) {
      double power = 0;
      for (int i = 0; i < rows; i++) power += T[i * n + j] * w[i];
      assert_true(fabs(power) < 1e-12 * scale);
    }
    drop_arm(&a);
  }
}

/* One pendulum: its axis carries m (c̈ − g), and no moment across it but what the link's own tensor asks for. */
static void the_axis_of_a_pendulum_carries_its_weight_and_swing(void **state)
{
  (void)state;
  ulna_joint joint = chain_joint();
  joint.a = 0.5;
  joint.link.body.mass = 2, joint.link.body.about = ULNA_ABOUT_COM;
  for (int k = 0; k < 3; k++) joint.link.body.inertia[k] = 0.1;
  ulna_model *m = chain_model(ULNA_DH, 1, &joint, NULL, NULL);
  ulna_work *work = chain_work(m);
  const double gravity[3] = {0, -9.81, 0}, q = 0.3, qd = 2, qdd = -1.5;
  ulna_work_set_gravity(work, gravity);
  double lambda[6], w[6];
  ulna_constraint_wrenches(m, work, &q, &qd, &qdd, lambda, w);
  const double f[3] = {2 * 0.5 * (-qd * qd * cos(q) - qdd * sin(q)),
                       2 * (0.5 * (-qd * qd * sin(q) + qdd * cos(q)) + 9.81), 0};
  for (int k = 0; k < 3; k++) {
    assert_true(fabs(lambda[3 + k] - f[k]) < 1e-14 * 20 && fabs(w[3 + k] - f[k]) < 1e-14 * 20);
    assert_true(fabs(lambda[k]) < 1e-14 * 20);
  }
  // about the mass centre: the force stands half a metre behind it; the torque at the axis is the actuator's
  assert_true(fabs(w[2] - (-0.5 * cos(q) * f[1] + 0.5 * sin(q) * f[0])) < 1e-14 * 20);
  ulna_work_destroy(work);
  ulna_model_destroy(m);
}

static void mass_centres(const arm *a, const double q[], double c[])
{
  ulna_pose poses[N + 1];
  ulna_link_poses(a->m, a->w, q, poses);
  for (int i = 0; i < a->n; i++) {
    turn(&poses[i + 1], a->joints[i].link.body.com, &c[3 * i]);
    for (int k = 0; k < 3; k++) c[3 * i + k] += poses[i + 1].p[k];
  }
}

static void mass_centres_are_where_the_links_are_and_move_with_them(void **state)
{
  (void)state;
  for (int number = 0; number < 24; number++) {
    arm a = make_arm(number);
    double c[3 * N], c_dot[3 * N], there[3 * N], ahead[3 * N], behind[3 * N], q[N];
    ulna_natural_complement_at(a.m, a.w, a.q, a.qd, &(ulna_natural_complement){.c = c, .c_dot = c_dot});
    mass_centres(&a, a.q, there);
    const double h = 1e-5;  // differences in the middle: h² and 1e-16/h of lengths of a few metres
    for (int i = 0; i < a.n; i++) q[i] = a.q[i] + h * a.qd[i];
    mass_centres(&a, q, ahead);
    for (int i = 0; i < a.n; i++) q[i] = a.q[i] - h * a.qd[i];
    mass_centres(&a, q, behind);
    for (int i = 0; i < 3 * a.n; i++) {
      assert_true(fabs(c[i] - there[i]) < 1e-14);
      assert_true(fabs(c_dot[i] - (ahead[i] - behind[i]) / (2 * h)) < 1e-8);
    }
    drop_arm(&a);
  }
}

/* Where a link's mass centre is and how it is turned, from the arm's numbers alone. */
static void direct_centre(const random_arm *a, const double q[], int link, double R[3][3], double c[3])
{
  double p[3] = {0, 0, 0};
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) R[i][j] = i == j;
  for (int k = 0; k <= link; k++) {
    const link_numbers *l = &a->link[k];
    const bool slides = l->joint == ULNA_PRISMATIC;
    const double theta = l->theta0 + (slides ? 0 : q[k]), s = sin(theta), x = cos(theta);
    const double step[3][3] = {{x, -s * l->ca, s * l->sa}, {s, x * l->ca, -x * l->sa}, {0, l->sa, l->ca}};
    double next[3][3];
    for (int i = 0; i < 3; i++) {
      if (slides) p[i] += R[i][2] * q[k];
      for (int j = 0; j < 3; j++)
        next[i][j] = R[i][0] * step[0][j] + R[i][1] * step[1][j] + R[i][2] * step[2][j];
    }
    memcpy(R, next, sizeof next);
    for (int i = 0; i < 3; i++) p[i] += dot(R[i], l->r);
  }
  for (int i = 0; i < 3; i++) c[i] = p[i] + dot(R[i], a->link[link].com);
}

/* c_i and ċ_i of algorithm 7.4.1, which 7.4.2 does not use: both branches, every kind of number. */
static void algorithm_7_4_1_finds_the_mass_centres_and_their_velocities(void **state)
{
  (void)state;
  const formulations *const kinds[] = {&ulna_formulations_f64, &ulna_formulations_tally,
                                       &ulna_formulations_f32};
  for (int number = 0; number < 36; number++) {
    random_arm a;
    const int n = 1 + number % 9;
    random_arm_fill(&a, 50 + (uint64_t)number, n, (arm_joints)(number % 3));
    for (int k = 0; k < 3; k++) a.arm.base_w[k] = 0;
    for (int k = 0; k < 3; k++) {
      double c[3 * ARM_LONGEST], cd[3 * ARM_LONGEST], ahead[ARM_LONGEST], behind[ARM_LONGEST];
      void *memory = arm_memory(kinds[k]->size(n));
      kinds[k]->mass_centres(&a.arm, a.at, c, cd, memory);
      free(memory);
      const double h = 1e-5;
      for (int i = 0; i < n; i++) ahead[i] = a.q[i] + h * a.qd[i], behind[i] = a.q[i] - h * a.qd[i];
      // one rounding of a single-precision number is 6e-8; differences are good to 1e-8
      const double near_c = k == 2 ? 1e-5 : 1e-13, near_cd = k == 2 ? 1e-4 : 1e-7;
      for (int i = 0; i < n; i++) {
        double R[3][3], S[3][3], at[3], forth[3], back[3];
        direct_centre(&a, ahead, i, S, forth), direct_centre(&a, behind, i, S, back);
        direct_centre(&a, a.q, i, R, at);
        for (int j = 0; j < 3; j++) {  // frame i to frame 0
          const double x = dot(R[j], &c[3 * i]), v = dot(R[j], &cd[3 * i]);
          if (!(fabs(x - at[j]) < near_c && fabs(v - (forth[j] - back[j]) / (2 * h)) < near_cd))
            fail_msg("seed %d, %s, link %d: c off by %g, velocity by %g", 50 + number, kinds[k]->kind, i + 1,
                     x - at[j], v - (forth[j] - back[j]) / (2 * h));
        }
      }
    }
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(k_leaves_exactly_n_freedoms),
      cmocka_unit_test(constraint_wrenches_do_no_work_and_are_what_the_joints_carry),
      cmocka_unit_test(the_axis_of_a_pendulum_carries_its_weight_and_swing),
      cmocka_unit_test(mass_centres_are_where_the_links_are_and_move_with_them),
      cmocka_unit_test(algorithm_7_4_1_finds_the_mass_centres_and_their_velocities),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
