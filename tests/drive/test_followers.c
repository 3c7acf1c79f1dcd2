/* Joints that follow others: what the whole robot does is what the chain does under tau_r = Sᵀ tau, M_r = Sᵀ M S; and what a
 * parallelogram, a telescope and a rod beside the chain do by hand. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "base/random.h"
#include "support/closed_loop.h"
#include "ulna/ulna.h"

enum { MOST = 8 };

static uint64_t random_state = 9;
static double uniform(double from, double to) { return random_between(&random_state, from, to); }

static ulna_model *read_text(const char *text)
{
  ulna_model *model = NULL;
  ulna_report *report = NULL;
  assert_int_equal(ulna_report_create(NULL, &report), ULNA_OK);
  const ulna_status status = ulna_model_read_text(
      text, strlen(text), text[0] == '<' ? "arm.urdf" : "arm.yaml", NULL, NULL, report, &model);
  for (size_t i = 0; status != ULNA_OK && i < ulna_report_count(report, ULNA_NOTE); i++)
    print_error("%s\n", ulna_report_get(report, i)->text);
  assert_int_equal(status, ULNA_OK);
  ulna_report_destroy(report);
  return model;
}

static ulna_model *read_arm(const char *name)
{
  char path[300];
  ulna_model *model = NULL;
  snprintf(path, sizeof path, "%s/urdf/arms/%s.urdf", ULNA_TEST_DATA, name);
  assert_int_equal(ulna_model_read(path, NULL, NULL, NULL, &model), ULNA_OK);
  return model;
}

static ulna_work *work_of(const ulna_model *model)
{
  ulna_work *work = NULL;
  assert_int_equal(ulna_work_create(model, ULNA_PARTS_ALL, NULL, &work), ULNA_OK);
  return work;
}

/* Six joints with a geared drive and friction; the fourth and fifth follow the second. */
static const char six[] = "ulna: 1\nname: six\ngravity: [1, 2, -9.81]\nconvention: dh\njoints:\n"
#define JOINT(name, type, a, alpha, more)                                                                           \
  "  - {name: " name ", type: " type ", theta: 0.1, d: 0.1, a: " a ", alpha: " alpha more                           \
  ", link: {name: link " name                                                                                       \
  ", mass: 2, com: [0.1, 0.05, -0.02], inertia: {about: com, xx: 0.02, yy: 0.03, zz: 0.025, xy: 0.001, xz: 0.002, " \
  "yz: -0.001}}}\n"
    JOINT("a", "revolute", "0.1", "1.2",
          "") JOINT("b", "revolute", "0.3", "0.2",
                    ", friction: {viscous: 0.3, coulomb: 0.2}") JOINT("c", "prismatic", "0.1", "-1", "")
        JOINT("d", "revolute", "0.2", "0.5",
              ", follows: {joint: b, ratio: -0.7, offset: 20 deg}, friction: {viscous: 0.1}")
            JOINT("e", "prismatic", "0.05", "0.7", ", follows: {joint: b, ratio: 0.3}") JOINT(
                "f", "revolute", "0", "0",
                "") "drives:\n  - {name: m, couples: {b: 50}, rotor: {inertia: 1e-4}, axis: [0, 0.6, 0.8], mounted_on: link a, friction: {viscous: 1e-3}}\n"
                    "  - {name: p, couples: {a: 30, f: 2}, rotor: {inertia: 2e-4}, axis: [0, 0, 1], mounted_on: base}\n"
                    "  - {name: r, couples: {f: 20}, rotor: {inertia: 2e-5}, axis: [1, 0, 0], mounted_on: link e}\n";
static const double S_six[6][4] = {{1, 0, 0, 0},    {0, 1, 0, 0},   {0, 0, 1, 0},
                                   {0, -0.7, 0, 0}, {0, 0.3, 0, 0}, {0, 0, 0, 1}};
static const int own_six[4] = {0, 1, 2, 5};

typedef struct {
  double q[MOST], qd[MOST], qdd[MOST];
} state;

static state draw_state(const ulna_model *model)
{
  state s;
  for (int i = 0; i < ulna_model_joint_count(model); i++)
    s.q[i] = uniform(-1, 1), s.qd[i] = uniform(-2, 2), s.qdd[i] = uniform(-5, 5);
  ulna_follow_motion(model, s.q, s.qd, s.qdd);
  return s;
}

/* The same robot with every joint free: what it takes is known from many other tests. */
static ulna_model *freed(void)
{
  static char text[sizeof six];
  memcpy(text, six, sizeof six);
  for (char *at; (at = strstr(text, ", follows: {"));) {
    char *end = strchr(at, '}') + 1;
    memmove(at, end, strlen(end) + 1);
  }
  return read_text(text);
}

static void forces_and_inertia_are_those_of_the_chain_reduced(void **unused)
{
  (void)unused;
  ulna_model *model = read_text(six), *chain = freed();
  ulna_work *work = work_of(model), *free_work = work_of(chain);
  assert_int_equal(ulna_follower_count(model), 2);
  assert_int_equal(ulna_joint_leader(model, 4), 2);
  assert_int_equal(ulna_joint_leader(model, 2), 0);
  double worst = 0;
  for (int k = 0; k < 50; k++) {
    const state s = draw_state(model);
    double tau[6], free_tau[6], M[36], free_M[36], G[6], free_G[6], J[36], free_J[36];
    assert_true(fabs(s.q[3] - (-0.7 * s.q[1] + 20 * 3.14159265358979323846 / 180)) < 1e-15);
    assert_int_equal(
        ulna_drive_inverse_dynamics(model, work, s.q, s.qd, s.qdd, &(ulna_drive_forces){.tau = tau}),
        ULNA_OK);
    assert_int_equal(ulna_drive_inverse_dynamics(chain, free_work, s.q, s.qd, s.qdd,
                                                 &(ulna_drive_forces){.tau = free_tau}),
                     ULNA_OK);
    assert_int_equal(ulna_drive_mass_matrix(model, work, s.q, M), ULNA_OK);
    assert_int_equal(ulna_drive_mass_matrix(chain, free_work, s.q, free_M), ULNA_OK);
    assert_int_equal(ulna_drive_bias(model, work, s.q, s.qd, G), ULNA_OK);
    assert_int_equal(ulna_drive_bias(chain, free_work, s.q, s.qd, free_G), ULNA_OK);
    // F_i = Σ D_ij qdd_j + Σ D_ijk qd_j qd_k + D_i by traces is the same, followers' shares at their leaders
    double D_ij[36], D_ijk[216], D_i[6];
    assert_int_equal(ulna_drive_coefficients(model, work, s.q, D_ij, D_ijk, D_i), ULNA_OK);
    for (int i = 0; i < 6; i++) {
      double sum = D_i[i];
      for (int j = 0; j < 36; j++) sum += D_ijk[36 * i + j] * s.qd[j / 6] * s.qd[j % 6];
      worst = fmax(worst, fabs(sum - G[i]));
      for (int j = 0; j < 6; j++) worst = fmax(worst, fabs(D_ij[6 * i + j] - M[6 * i + j]));
    }
    ulna_jacobian(model, work, NULL, ULNA_AXES_BASE, s.q, J);
    memcpy(free_J, J, sizeof J);
    ulna_follow_columns(model, 6, J);
    for (int a = 0; a < 4; a++) {
      const int i = own_six[a];
      double t = 0, g = 0;
      for (int j = 0; j < 6; j++) t += S_six[j][a] * free_tau[j], g += S_six[j][a] * free_G[j];
      worst = fmax(worst, fmax(fabs(tau[i] - t), fabs(G[i] - g)));
      for (int b = 0; b < 4; b++) {
        double m = 0;
        for (int j = 0; j < 6; j++)
          for (int l = 0; l < 6; l++) m += S_six[j][a] * free_M[6 * j + l] * S_six[l][b];
        worst = fmax(worst, fabs(M[6 * i + own_six[b]] - m));
      }
      for (int r = 0; r < 6; r++) {
        double column = 0;
        for (int j = 0; j < 6; j++) column += S_six[j][a] * free_J[6 * r + j];
        worst = fmax(worst, fabs(J[6 * r + i] - column));
      }
    }
    for (int f = 3; f < 5; f++) {
      assert_true(tau[f] == 0 && G[f] == 0);
      for (int j = 0; j < 6; j++) assert_true(M[6 * f + j] == 0 && M[6 * j + f] == 0);
    }
  }
  print_message("reduced: %.2g off\n", worst);
  assert_true(worst < 1e-12);  // sums of some ten products of numbers below 100
  ulna_work_destroy(work), ulna_work_destroy(free_work);
  ulna_model_destroy(model), ulna_model_destroy(chain);
}

/* Forward dynamics undoes inverse dynamics, by joint torques and by the actuators' forces, sticking considered or not. */
static void forward_dynamics_undoes_inverse_dynamics(void **unused)
{
  (void)unused;
  ulna_model *model = read_text(six);
  ulna_work *work = work_of(model);
  double worst = 0;
  for (int k = 0; k < 50; k++) {
    const state s = draw_state(model);
    double F_ad[6], qdd[6], again[6];
    int mode[12];
    assert_int_equal(
        ulna_drive_inverse_dynamics(model, work, s.q, s.qd, s.qdd, &(ulna_drive_forces){.F_ad = F_ad}),
        ULNA_OK);
    F_ad[5] += 1e3, F_ad[4] -= 1e3;  // what is asked of the couplings themselves moves nothing
    assert_int_equal(ulna_drive_forward_dynamics(model, work, s.q, s.qd, F_ad, qdd), ULNA_OK);
    assert_int_equal(ulna_stick_modes(model, work, s.q, s.qd, mode), ULNA_OK);
    assert_int_equal(ulna_stick_accelerations(model, work, s.q, s.qd, F_ad, mode, again, NULL), ULNA_OK);
    for (int i = 0; i < 6; i++) worst = fmax(worst, fmax(fabs(qdd[i] - s.qdd[i]), fabs(again[i] - s.qdd[i])));
  }
  print_message("forward: %.2g off\n", worst);
  assert_true(worst < 1e-9);  // condition of M some 1e3, forces of 1e3 that cancel
  ulna_work_destroy(work);
  ulna_model_destroy(model);
}

/* A parallelogram: q_2 = −q_1 keeps the second link's direction. So M = I_1 + m_1 c² + m_2 l², constant, and the weight is that of
 * a pendulum; none of this is how the program computes it. */
static const char parallelogram[] =
    "ulna: 1\nname: parallelogram\ngravity: [0, -9.81, 0]\nconvention: dh\njoints:\n"
    "  - {name: crank, type: revolute, theta: 0, d: 0, a: 0.5, alpha: 0, link: {name: one, mass: 2, com: [-0.2, 0, 0], "
    "inertia: {about: com, xx: 0, yy: 0.1, zz: 0.1, xy: 0, xz: 0, yz: 0}}}\n"
    "  - {name: level, type: revolute, theta: 0, d: 0, a: 0.4, alpha: 0, follows: {joint: crank, ratio: -1}, link: {name: two, "
    "mass: 3, com: [-0.1, 0, 0], inertia: {about: com, xx: 0, yy: 0.2, zz: 0.2, xy: 0, xz: 0, yz: 0}}}\n";

static void a_parallelogram_swings_like_a_pendulum(void **unused)
{
  (void)unused;
  ulna_model *model = read_text(parallelogram);
  ulna_work *work = work_of(model);
  const double inertia = 0.1 + 2 * 0.3 * 0.3 + 3 * 0.5 * 0.5, moment = 9.81 * (2 * 0.3 + 3 * 0.5);
  double q[2] = {0.7, -0.7}, M[4], G[2];
  const double still[2] = {0, 0};
  assert_int_equal(ulna_drive_mass_matrix(model, work, q, M), ULNA_OK);
  assert_int_equal(ulna_drive_bias(model, work, q, still, G), ULNA_OK);
  assert_true(fabs(M[0] - inertia) < 1e-14);
  assert_true(fabs(G[0] - moment * cos(0.7)) < 1e-13);

  // the pendulum's own equation beside the simulation, both by the same small steps
  ulna_simulation_options o = ulna_simulation_options_default();
  ulna_simulation *simulation = NULL;
  o.step = 1e-3;
  assert_int_equal(ulna_simulation_create(model, &o, NULL, &simulation), ULNA_OK);
  assert_int_equal(ulna_simulation_start(simulation, 0, q, still), ULNA_OK);
  assert_int_equal(ulna_simulation_advance(simulation, 2, NULL), ULNA_OK);
  double x = 0.7, v = 0;
  const double h = 1e-3;
  for (int k = 0; k < 2000; k++) {
    const double a1 = -moment / inertia * cos(x), v2 = v + h / 2 * a1,
                 a2 = -moment / inertia * cos(x + h / 2 * v);
    const double v3 = v + h / 2 * a2, a3 = -moment / inertia * cos(x + h / 2 * v2), v4 = v + h * a3;
    const double a4 = -moment / inertia * cos(x + h * v3);
    x += h / 6 * (v + 2 * v2 + 2 * v3 + v4), v += h / 6 * (a1 + 2 * a2 + 2 * a3 + a4);
  }
  const double *q_end = ulna_simulation_state(simulation), *qd_end = q_end + 2;
  print_message("after 2 s: %.12g against %.12g\n", q_end[0], x);
  assert_true(fabs(q_end[0] - x) < 1e-10 && fabs(qd_end[0] - v) < 1e-9);
  assert_true(fabs(q_end[1] + q_end[0]) < 1e-13 && fabs(qd_end[1] + qd_end[0]) < 1e-12);

  // a start that no such arm can have
  q[1] = 0.1;
  assert_int_equal(ulna_simulation_start(simulation, 0, q, still), ULNA_INVALID_ARGUMENT);
  assert_non_null(strstr(ulna_simulation_failure(simulation), "joint 2 follows joint 1"));
  ulna_simulation_destroy(simulation);
  ulna_work_destroy(work);
  ulna_model_destroy(model);
}

/* Tubes that move at 1, 2 and 2.5 times the lift's speed: M = 3 + 4·2 + 6.25·1 kg, weight 9.81 (3 + 2·2 + 2.5·1) N. */
static void a_telescope_weighs_what_its_tubes_do(void **unused)
{
  (void)unused;
  ulna_model *model = read_arm("telescope");
  ulna_work *work = work_of(model);
  double q[3] = {0.2, 0, 0}, M[9], G[3];
  const double still[3] = {0};
  ulna_pose hand;
  ulna_follow_motion(model, q, NULL, NULL);
  ulna_hand_pose(model, work, q, &hand);
  assert_int_equal(ulna_drive_mass_matrix(model, work, q, M), ULNA_OK);
  assert_int_equal(ulna_drive_bias(model, work, q, still, G), ULNA_OK);
  assert_true(fabs(hand.p[2] - (2.5 * 0.2 + 0.1)) < 1e-15);
  assert_true(fabs(M[0] - 17.25) < 1e-13);
  assert_true(fabs(G[0] - 9.81 * 9.5) < 1e-12);
  ulna_work_destroy(work);
  ulna_model_destroy(model);
}

/* The same tree twice: once the arm is the chain and the rod goes along beside it, once the rod is the chain and the arm goes
 * along. Two different parts of the program compute each. q of the one is (q1, q2), of the other (q1, k q2 + c). */
#define LINK(name, mass)                                                                                     \
  "<link name=\"" name "\"><inertial><origin xyz=\"0.1 0.02 0.2\" rpy=\"0.3 0.1 -0.4\"/><mass value=\"" mass \
  "\"/><inertia ixx=\"0.03\" ixy=\"0.002\" ixz=\"-0.001\" iyy=\"0.02\" iyz=\"0.003\" izz=\"0.02\"/></inertial></link>"
#define TURNS(name, parent, child, rest)                                                                     \
  "<joint name=\"" name "\" type=\"revolute\"><parent link=\"" parent "\"/><child link=\"" child             \
  "\"/><limit lower=\"-3\" upper=\"3\" effort=\"9\" velocity=\"9\"/>" rest "</joint>"
#define TREE(arm, rod)                                                                                       \
  "<robot name=\"tree\"><link name=\"world\"/>" LINK("base", "3") LINK("arm", "2") LINK("rod", "1.5") LINK(  \
      "tip", "0.4") TURNS("q1", "world", "base", "<origin xyz=\"0 0.1 0.3\"/><axis xyz=\"0 0.6 0.8\"/>")     \
      TURNS("q2", "base", "arm",                                                                             \
            "<origin xyz=\"0.1 0 0.3\" rpy=\"0.2 0 0.5\"/><axis xyz=\"0.6 0 0.8\"/>" arm)                    \
          TURNS(                                                                                             \
              "q3", "base", "rod",                                                                           \
              "<origin xyz=\"0 0.2 0.1\" rpy=\"0 0.4 0\"/><axis xyz=\"0 -0.8 0.6\"/>" rod) "<joint name=\"w\" type=\"fixed\"><parent link=\"rod\"/><child link=\"tip\"/><origin xyz=\"0 0.1 0.2\" rpy=\"1 0 0\"/></joint></robot>"

static void a_body_beside_the_chain_goes_along(void **unused)
{
  (void)unused;
  static const char along_arm[] = TREE("", "<mimic joint=\"q2\" multiplier=\"-1.5\" offset=\"0.3\"/>"),
                    along_rod[] =
                        TREE("<mimic joint=\"q3\" multiplier=\"-0.66666666666666663\" offset=\"0.2\"/>", "");
  const double k = -1.5, c = 0.3;
  ulna_read_options options = ulna_read_options_default();
  ulna_model *model[2] = {NULL, NULL};
  ulna_work *work[2];
  for (int m = 0; m < 2; m++) {
    const char *text = m ? along_rod : along_arm;
    options.tip_link = m ? "rod" : "arm";
    ulna_report *report = NULL;
    assert_int_equal(ulna_report_create(NULL, &report), ULNA_OK);
    const ulna_status status =
        ulna_model_read_text(text, strlen(text), "tree.urdf", &options, NULL, report, &model[m]);
    for (size_t i = 0; status != ULNA_OK && i < ulna_report_count(report, ULNA_NOTE); i++)
      print_error("%s\n", ulna_report_get(report, i)->text);
    assert_int_equal(status, ULNA_OK);
    ulna_report_destroy(report);
    assert_int_equal(ulna_model_joint_count(model[m]), 2);
    work[m] = work_of(model[m]);
  }
  double worst = 0, apart = 0;
  for (int draw = 0; draw < 50; draw++) {
    double q[2][2], qd[2][2], qdd[2][2], M[2][4], tau[2][2], kinetic[2], potential[2];
    for (int i = 0; i < 2; i++)
      q[0][i] = uniform(-1, 1), qd[0][i] = uniform(-2, 2), qdd[0][i] = uniform(-5, 5);
    q[1][0] = q[0][0], qd[1][0] = qd[0][0], qdd[1][0] = qdd[0][0];
    q[1][1] = k * q[0][1] + c, qd[1][1] = k * qd[0][1], qdd[1][1] = k * qdd[0][1];
    for (int m = 0; m < 2; m++) {
      assert_int_equal(ulna_drive_mass_matrix(model[m], work[m], q[m], M[m]), ULNA_OK);
      assert_int_equal(ulna_drive_inverse_dynamics(model[m], work[m], q[m], qd[m], qdd[m],
                                                   &(ulna_drive_forces){.tau = tau[m]}),
                       ULNA_OK);
      assert_int_equal(ulna_drive_energy(model[m], work[m], q[m], qd[m], &kinetic[m], &potential[m]),
                       ULNA_OK);
    }
    const double scale[2] = {1, k};
    for (int i = 0; i < 2; i++) {
      worst = fmax(worst, fabs(tau[0][i] - scale[i] * tau[1][i]));
      for (int j = 0; j < 2; j++)
        worst = fmax(worst, fabs(M[0][2 * i + j] - scale[i] * scale[j] * M[1][2 * i + j]));
    }
    worst = fmax(worst, fabs(kinetic[0] - kinetic[1]));
    if (draw == 0) apart = potential[0] - potential[1];  // heights are counted from another origin
    worst = fmax(worst, fabs(potential[0] - potential[1] - apart));
  }
  print_message("beside the chain: %.2g off\n", worst);
  assert_true(worst < 1e-12);
  for (int m = 0; m < 2; m++) ulna_work_destroy(work[m]), ulna_model_destroy(model[m]);
}

/* Thrown against the follower's stop and its leader's, with friction at both: the coupling holds and no energy is made. */
static void stops_and_friction_leave_the_coupling_alone(void **unused)
{
  (void)unused;
  static const char text[] =
      "ulna: 1\nname: stops\ngravity: [0, -9.81, 0]\nconvention: dh\njoints:\n"
      "  - {name: crank, type: revolute, theta: 0, d: 0, a: 0.5, alpha: 0, limits: {lower: -2, upper: 1.5}, friction: {coulomb: "
      "0.4, static: 0.6}, link: {name: one, mass: 2, com: [-0.2, 0, 0], inertia: {about: com, xx: 0, yy: 0.1, zz: 0.1, xy: 0, xz: "
      "0, yz: 0}}}\n"
      "  - {name: elbow, type: revolute, theta: 0, d: 0, a: 0.3, alpha: 0, link: {name: mid, mass: 1, com: [-0.1, 0, 0], inertia: "
      "{about: com, xx: 0, yy: 0.1, zz: 0.1, xy: 0, xz: 0, yz: 0}}}\n"
      "  - {name: level, type: revolute, theta: 0, d: 0, a: 0.4, alpha: 0, limits: {lower: -1, upper: 1}, follows: {joint: crank, "
      "ratio: -1.2, offset: 0.1}, friction: {coulomb: 0.3, static: 0.5}, link: {name: two, mass: 3, com: [-0.1, 0, 0], inertia: {about: "
      "com, xx: 0, yy: 0.2, zz: 0.2, xy: 0, xz: 0, yz: 0}}}\n";
  ulna_model *model = read_text(text);
  for (int run = 0; run < 12; run++) {
    ulna_simulation_options o = ulna_simulation_options_default();
    ulna_simulation *simulation = NULL;
    o.step = 1e-3;
    o.plant.friction = run % 2 == 1;
    o.plant.stops = ULNA_STOPS_HARD;
    double q[3] = {uniform(-0.5, 0.6), uniform(-1, 1), 0}, qd[3] = {uniform(-8, 8), uniform(-8, 8), 0};
    ulna_follow_motion(model, q, qd, NULL);
    assert_int_equal(ulna_simulation_create(model, &o, NULL, &simulation), ULNA_OK);
    assert_int_equal(ulna_simulation_start(simulation, 0, q, qd), ULNA_OK);
    double before = (double)INFINITY;
    for (int k = 1; k <= 60; k++) {
      assert_int_equal(ulna_simulation_advance(simulation, 0.05 * k, NULL), ULNA_OK);
      double kinetic, potential;
      const double *at = ulna_simulation_state(simulation), *rate = at + 3;
      ulna_plant_energy(ulna_simulation_plant(simulation), at, &kinetic, &potential);
      assert_true(fabs(at[2] - (-1.2 * at[0] + 0.1)) < 1e-11);
      assert_true(fabs(rate[2] + 1.2 * rate[0]) < 1e-11);
      assert_true(at[2] > -1 - 1e-6 && at[2] < 1 + 1e-6);
      assert_true(kinetic + potential < before + 1e-6);  // the step's own error over 50 ms at 8 rad/s
      before = kinetic + potential;
    }
    ulna_simulation_destroy(simulation);
  }
  ulna_model_destroy(model);
}

/* Every kind of controller that takes such an arm moves it; the others, and what takes joints as free, say that they do not. */
static void controllers_take_followers_or_say_so(void **unused)
{
  (void)unused;
  ulna_model *model = read_text(six);
  ulna_work *work = work_of(model);
  for (int kind = 0; kind < ULNA_CONTROL_KIND_COUNT; kind++) {
    ulna_controller_options o = ulna_controller_options_default((ulna_control_kind)kind);
    o.gravity = true;
    o.friction.by = ULNA_COMPENSATE_DESIRED;
    const bool refused = kind == ULNA_CONTROL_IMPEDANCE || kind == ULNA_CONTROL_UNIFIED_PRINTED;
    const char *fault = ulna_controller_options_fault(model, &o);
    assert_true(refused == (fault != NULL));
    if (refused) {
      assert_non_null(strstr(fault, "follow others"));
      continue;
    }
    ulna_controller *c = loop_controller(model, &o);
    closed_loop l;
    double q[6] = {0.1, 0.2, 0.1, 0, 0, 0.3}, goal[6], worst = 0;
    const double still[6] = {0};
    ulna_follow_motion(model, q, NULL, NULL);
    loop_start(&l, model, c, ULNA_DRIVEN_BY_TORQUE, true, 1e-3, q, still);
    for (int k = 0; k < 2500; k++) {
      const double x = fmin(1, k / 1500.0), s = x * x * x * (10 - x * (15 - 6 * x));
      memcpy(goal, q, sizeof q);
      goal[0] += 0.5 * s, goal[1] -= 0.6 * s, goal[2] += 0.1 * s, goal[5] += 0.3 * s;
      ulna_follow_motion(model, goal, NULL, NULL);
      const ulna_desired d = {.q = goal};
      loop_follow(&l, &d);
    }
    for (int i = 0; i < 6; i++) worst = fmax(worst, fabs(l.y[i] - goal[i]));
    print_message("%s: %.2g off at the end\n", ulna_control_kind_name((ulna_control_kind)kind), worst);
    assert_true(worst < 0.02);  // joint-wise laws give way to what the compensation leaves of friction
    assert_true(fabs(l.y[3] - (-0.7 * l.y[1] + 20 * 3.14159265358979323846 / 180)) < 1e-12);
    loop_finish(&l);
    ulna_controller_destroy(c);
  }
  const state s = draw_state(model);
  double out[6];
  ulna_pose pose = ulna_pose_identity();
  assert_int_equal(ulna_forward_dynamics(model, work, s.q, s.qd, s.qdd, out), ULNA_UNSUPPORTED);
  double rate[3][36];
  ulna_work *differentiates = NULL;
  assert_int_equal(ulna_work_create(model, ULNA_PARTS_ALL, NULL, &differentiates), ULNA_OK);
  assert_int_equal(ulna_forward_dynamics_derivatives(model, differentiates, s.q, s.qd, s.qdd, out, rate[0],
                                                     rate[1], rate[2]),
                   ULNA_UNSUPPORTED);
  ulna_work_destroy(differentiates);
  assert_int_equal(ulna_inverse_kinematics(model, work, NULL, &pose, NULL, out, NULL), ULNA_UNSUPPORTED);
  ulna_work_destroy(work);
  ulna_model_destroy(model);
}

/* Resolved motion gives the hand what is asked of it with the coupling kept. */
static void resolved_motion_keeps_the_coupling(void **unused)
{
  (void)unused;
  ulna_model *model = read_text(six);
  ulna_work *work = work_of(model);
  ulna_resolve_options o = ulna_resolve_options_default();
  ulna_resolver *resolver = NULL;
  o.weight[0] = o.weight[1] = 0;  // four joints of their own: four directions
  o.ignore_limits = true;
  assert_int_equal(ulna_resolver_create(model, &o, NULL, &resolver), ULNA_OK);
  double worst = 0;
  for (int k = 0; k < 30; k++) {
    const state s = draw_state(model);
    double twist[6], qd[6], J[36];
    for (int r = 0; r < 6; r++) twist[r] = uniform(-0.1, 0.1);
    assert_int_equal(ulna_resolve_rate(resolver, work, s.q, twist, NULL, NULL, qd, NULL), ULNA_OK);
    assert_true(qd[3] == -0.7 * qd[1] && qd[4] == 0.3 * qd[1]);
    ulna_jacobian(model, work, NULL, ULNA_AXES_BASE, s.q, J);
    for (int r = 2; r < 6; r++) {
      double got = 0;
      for (int i = 0; i < 6; i++) got += J[6 * r + i] * qd[i];
      worst = fmax(worst, fabs(got - twist[r]));
    }
  }
  print_message("resolved: %.2g off\n", worst);
  assert_true(worst < 1e-11);
  ulna_resolver_destroy(resolver);
  ulna_work_destroy(work);
  ulna_model_destroy(model);
}

/* What a description may not say of a follower. */
static void faults_of_followers_are_told(void **unused)
{
  (void)unused;
  static const struct {
    const char *follows, *told;
  } cases[] = {{"{joint: nobody}", "which is not there"},
               {"{joint: d}", "which is itself"},
               {"{joint: e}", "which follows another; name that one"},
               {"{joint: f, ratio: .nan}", "finite"},
               {"{joint: a}", NULL}};
  for (size_t k = 0; k < sizeof cases / sizeof cases[0]; k++) {
    char text[sizeof six + 100];
    const char *at = strstr(six, "{joint: b, ratio: -0.7"), *end = strchr(at, '}') + 1;
    snprintf(text, sizeof text, "%.*s%s%s", (int)(at - six), six, cases[k].follows, end);
    ulna_report *report = NULL;
    ulna_model *model = NULL;
    assert_int_equal(ulna_report_create(NULL, &report), ULNA_OK);
    const ulna_status status =
        ulna_model_read_text(text, strlen(text), "arm.yaml", NULL, NULL, report, &model);
    bool told = false;
    for (size_t i = 0; cases[k].told && i < ulna_report_count(report, ULNA_NOTE); i++)
      told = told || strstr(ulna_report_get(report, i)->text, cases[k].told);
    if (cases[k].told) {
      assert_int_equal(status, ULNA_BAD_ROBOT);
      if (!told) fail_msg("%s: not told: %s", cases[k].follows, cases[k].told);
    } else {
      assert_int_equal(status, ULNA_OK);
    }
    ulna_model_destroy(model);
    ulna_report_destroy(report);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(forces_and_inertia_are_those_of_the_chain_reduced),
      cmocka_unit_test(forward_dynamics_undoes_inverse_dynamics),
      cmocka_unit_test(a_parallelogram_swings_like_a_pendulum),
      cmocka_unit_test(a_telescope_weighs_what_its_tubes_do),
      cmocka_unit_test(a_body_beside_the_chain_goes_along),
      cmocka_unit_test(stops_and_friction_leave_the_coupling_alone),
      cmocka_unit_test(controllers_take_followers_or_say_so),
      cmocka_unit_test(resolved_motion_keeps_the_coupling),
      cmocka_unit_test(faults_of_followers_are_told),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
