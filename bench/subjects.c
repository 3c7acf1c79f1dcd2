/* The table of public functions, and how each is called. */
#include "subjects.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

const subject subjects[] = {
    {"ulna_inverse_dynamics", OF_MOTION, 0, {0, 1, 0}},
    {"ulna_bias", OF_Q_QD, 0, {0, 1, 0}},
    {"ulna_coriolis_vector", OF_Q_QD, 0, {0, 1, 0}},
    {"ulna_gravity_torques", OF_Q, 0, {0, 1, 0}},
    {"ulna_hand_torques", OF_Q, 0, {0, 1, 0}},
    {"ulna_mass_matrix", OF_Q, 0, {0, 0, 1}},
    {"ulna_coriolis_matrix", OF_Q_QD, 0, {0, 0, 1}},
    {"ulna_joint_wrenches", OF_MOTION_TWO, 0, {0, 6, 0}},
    {"ulna_kinetic_energy", OF_Q_QD_VALUE, 0, {1, 0, 0}},
    {"ulna_potential_energy", OF_Q_VALUE, 0, {1, 0, 0}},
    {"ulna_power_balance", OF_MOTION, 0, {5, 0, 0}},
    {"ulna_inverse_dynamics_by", BY_METHOD, ULNA_INVERSE_LAGRANGE, {0, 1, 0}},
    {"ulna_inverse_dynamics_by", BY_METHOD, ULNA_INVERSE_NEWTON_EULER, {0, 1, 0}},
    {"ulna_inverse_dynamics_by", BY_METHOD, ULNA_INVERSE_MODIFIED_NEWTON_EULER, {0, 1, 0}},
    {"ulna_inverse_dynamics_by", BY_METHOD, ULNA_INVERSE_ANGELES, {0, 1, 0}},
    {"ulna_inverse_dynamics_by", BY_METHOD, ULNA_INVERSE_STROBE, {0, 1, 0}},
    {"ulna_bias_by", BY_METHOD_QD, ULNA_INVERSE_NEWTON_EULER, {0, 1, 0}},
    {"ulna_coriolis_vector_by", BY_METHOD_QD, ULNA_INVERSE_NEWTON_EULER, {0, 1, 0}},
    {"ulna_gravity_torques_by", BY_METHOD_Q, ULNA_INVERSE_NEWTON_EULER, {0, 1, 0}},
    {"ulna_hand_torques_by", BY_METHOD_Q, ULNA_INVERSE_NEWTON_EULER, {0, 1, 0}},
    {"ulna_mass_matrix_by", BY_METHOD_Q, ULNA_INVERSE_STROBE, {0, 0, 1}},
    {"ulna_christoffel_by", BY_METHOD_Q, ULNA_INVERSE_LAGRANGE, {0, 0, 0, 1}},
    {"ulna_christoffel_by", BY_METHOD_Q, ULNA_INVERSE_STROBE, {0, 0, 0, 1}},
    {"ulna_forward_dynamics", OF_FORCES, 0, {0, 1, 0}},
    {"ulna_forward_dynamics_by", BY_FORWARD_METHOD, ULNA_FORWARD_STROBE, {0, 1, 0}},
    {"ulna_forward_dynamics_by", BY_FORWARD_METHOD, ULNA_FORWARD_COMPOSITE, {0, 1, 0}},
    {"ulna_forward_dynamics_by", BY_FORWARD_METHOD, ULNA_FORWARD_SAHA, {0, 1, 0}},
    {"ulna_forward_dynamics_by", BY_FORWARD_METHOD, ULNA_FORWARD_ARTICULATED, {0, 1, 0}},
    {"ulna_forward_dynamics_by", BY_FORWARD_METHOD, ULNA_FORWARD_NOC, {0, 1, 0}},
    {"ulna_forward_dynamics_noc", OF_FORCES_ON_ALL, 0, {0, 1, 0}},
    {"ulna_singular_joint", OF_Q_INTEGER, 0, {1, 0, 0}},
    {"ulna_mass_matrix_inverse", OF_Q, 0, {0, 0, 1}},
    {"ulna_mass_matrix_solve", SOLVE, 0, {0, 1, 0}},
    {"ulna_joint_inertias", OF_Q_TWO, 0, {0, 2, 0}},
    {"ulna_mass_matrix_condition", OF_Q_NUMBER, 0, {1, 0, 0}},
    {"ulna_operational_inertia_at", POINT_Q, 0, {109, 0, 0}},
    {"ulna_udut_solve", UDUT_SOLVE, 0, {0, 3, 0}},
    {"ulna_mass_matrix_udut", UDUT, 0, {0, 85, 2}},
    {"ulna_inertia_shares", OF_Q, 0, {0, 1, 1}},
    {"ulna_natural_complement_at", COMPLEMENT, 0, {0, 0, 14}},
    {"ulna_constraint_wrenches", OF_MOTION_TWO, 0, {0, 12, 0}},
    {"ulna_link_poses", OF_Q, 0, {12, 12, 0}},
    {"ulna_hand_pose", OF_Q, 0, {12, 0, 0}},
    {"ulna_frame_pose", FRAME, 0, {12, 0, 0}},
    {"ulna_inverse_kinematics", TARGET, 0, {0, 1, 0}},
    {"ulna_jacobian", POINT_Q, 0, {0, 6, 0}},
    {"ulna_jacobian_rate", POINT_QD, 0, {6, 0, 0}},
    {"ulna_point_motion", POINT_QDD, 0, {12, 0, 0}},
    {"ulna_manipulability", OF_Q, 0, {6, 0, 0}},
    {"ulna_resolve_rate", RATES_OF_HAND, 0, {0, 1, 0}},
    {"ulna_gross_motion", GROSS_MOTION, 0, {0, 5, 0}},
    {"ulna_pseudo_force_torques", HAND_FORCE, 0, {0, 1, 0}},
    {"ulna_drive_inverse_dynamics", FORCES_F, 0, {0, 1, 0}},
    {"ulna_drive_inverse_dynamics", FORCES_ALL, 0, {0, 5, 0}},
    {"ulna_drive_forward_dynamics", OF_FORCES, 0, {0, 1, 0}},
    {"ulna_drive_mass_matrix", OF_Q, 0, {0, 0, 1}},
    {"ulna_drive_bias", OF_Q_QD, 0, {0, 1, 0}},
    {"ulna_drive_energy", OF_Q_QD_TWO, 0, {2, 0, 0}},
    {"ulna_reflected_inertia", OF_Q, 0, {0, 1, 0}},
    {"ulna_actuator_inertias", OF_Q_TWO, 0, {0, 2, 0}},
    {"ulna_actuator_inertia_range", INERTIA_RANGE, 0, {0, 4, 0}},
    {"ulna_rotor_energy", OF_Q_QD_TWO, 0, {2, 0, 0}},
    {"ulna_rotor_energy_shares", OF_Q, 0, {0, 1, 0}},
    {"ulna_rotor_simplification", OF_MOTION, 0, {3, 0, 0}},
    {"ulna_coupling", COUPLING, 0, {0, 1, 1, 1}},
    {"ulna_coupling_solve", COUPLING_SOLVE, 0, {0, 1, 0}},
    {"ulna_coupling_solutions", COUPLING_SOLUTIONS, 0, {0, 2, 0}},
    {"ulna_actuator_to_joint_forces", OF_Q_TAU, 0, {0, 1, 0}},
    {"ulna_joint_to_actuator_forces", OF_Q_TAU, 0, {0, 1, 0}},
    {"ulna_stick_modes", STICK_MODES, 0, {0, 2, 0}},
    {"ulna_stick_accelerations", STICK_ACCELERATIONS, 0, {0, 3, 0}},
    {"ulna_stick_after_step", STICK_AFTER_STEP, 0, {0, 1, 0}},
    {"ulna_inverse_dynamics_derivatives", MOTION_RATES, 0, {0, 1, 3}},
    {"ulna_forward_dynamics_derivatives", FORCE_RATES, 0, {0, 1, 3}},
    {"ulna_drive_inverse_dynamics_derivatives", DRIVE_RATES, 0, {0, 3, 8}},
    {"ulna_drive_forward_dynamics_derivatives", INPUT_RATES, ULNA_UNDER_F_AD, {0, 1, 3}},
    {"ulna_regressor", LINKS_REGRESSOR, ULNA_REGRESSOR_LINKS, {0, 0, 10}},
    {"ulna_regressor_parameters", PARAMETERS, ULNA_REGRESSOR_LINKS, {0, 10, 0}},
};
const int subject_count = sizeof subjects / sizeof subjects[0];

int subject_width(const subject *what, int n)
{
  return what->width[0] + n * (what->width[1] + n * (what->width[2] + n * what->width[3]));
}

/* In an interface that is not regular they have other arguments, or answers that only a regular one is asked for. */
static const char *const later[] = {
    "ulna_singular_joint",      "ulna_inverse_kinematics", "ulna_resolve_rate", "ulna_actuator_inertia_range",
    "ulna_rotor_energy_shares", "ulna_coupling_solutions", "ulna_stick_modes",  "ulna_stick_accelerations",
    "ulna_stick_after_step"};

/* How many calls a walk makes: one where the function takes no state and searches for long. */
int subject_calls(const subject *what) { return what->takes == INERTIA_RANGE ? 1 : STATES; }

bool subject_fits(const subject *what, const side *on)
{
  for (size_t k = 0; k < sizeof later / sizeof later[0] && !on->regular; k++)
    if (strcmp(what->name, later[k]) == 0) return false;
  return on->frames > 0 || what->takes != FRAME;
}

void subject_name(const subject *what, char text[80])
{
  static const char *const forward_methods[] = {"strobe", "composite", "saha", "articulated", "noc"};
  static const char *const methods[] = {"lagrange", "newton-euler", "modified-newton-euler", "angeles",
                                        "strobe"};
  const char *choice = what->takes == BY_FORWARD_METHOD ? forward_methods[what->choice]
                       : what->takes == FORCES_ALL      ? "all"
                       : what->takes == FORCES_F        ? "F"
                       : what->takes == BY_METHOD || what->takes == BY_METHOD_Q || what->takes == BY_METHOD_QD
                           ? methods[what->choice]
                           : NULL;
  if (choice) snprintf(text, 80, "%s %s", what->name, choice);
  else snprintf(text, 80, "%s", what->name);
}

/* Functions that return a status are called as if they returned none: who refuses a state leaves no answer, and that is seen. */
typedef const ulna_model *M;
typedef ulna_work *W;
typedef const double *in;
typedef double *out;

/* One call: a function, a state, where its answer goes. */
typedef struct {
  const side *on;
  any_function f;
  const subject *what;
  const states *x;
  int s, n, width;
  in q, qd, qdd, tau;
  out to;
} call;

/* Where points, axes and frames stand before states. */
static void choice_first(const call *c)
{
  const M m = c->on->model;
  const W w = c->on->work;
  const any_function f = c->f;
  const in q = c->q, qd = c->qd, qdd = c->qdd;
  const out to = c->to;
  const int base = ULNA_AXES_BASE;
  switch (c->what->takes) {
  case POINT_Q: ((void (*)(M, W, void *, int, in, out))f)(m, w, NULL, base, q, to); break;
  case POINT_QD: ((void (*)(M, W, void *, int, in, in, out))f)(m, w, NULL, base, q, qd, to); break;
  case POINT_QDD:
    ((void (*)(M, W, void *, int, in, in, in, out, out))f)(m, w, NULL, base, q, qd, qdd, to, to + 6);
    break;
  default: ((void (*)(M, W, int, in, out))f)(m, w, 0, q, to);
  }
}

/* The same functions of a library in which they stand behind them. */
static void choice_behind(const call *c)
{
  const M m = c->on->model;
  const W w = c->on->work;
  const any_function f = c->f;
  const in q = c->q, qd = c->qd, qdd = c->qdd;
  const out to = c->to;
  const int base = ULNA_AXES_BASE;
  switch (c->what->takes) {
  case POINT_Q: ((void (*)(M, W, in, void *, int, out))f)(m, w, q, NULL, base, to); break;
  case POINT_QD: ((void (*)(M, W, in, in, void *, int, out))f)(m, w, q, qd, NULL, base, to); break;
  case POINT_QDD:
    ((void (*)(M, W, in, in, in, void *, int, out, out))f)(m, w, q, qd, qdd, NULL, base, to, to + 6);
    break;
  default: ((void (*)(M, W, in, int, out))f)(m, w, q, 0, to);
  }
}

static void plain(const call *c)
{
  const M m = c->on->model;
  const W w = c->on->work;
  const any_function f = c->f;
  const int n = c->n, choice = c->what->choice;
  const in q = c->q, qd = c->qd, qdd = c->qdd, tau = c->tau;
  const out to = c->to, B = to + n, C = B + n * n, D = C + n * n;  // after n numbers: places of matrices
  switch (c->what->takes) {
  case OF_Q: ((void (*)(M, W, in, out))f)(m, w, q, to); break;
  case OF_Q_VALUE: to[0] = ((double (*)(M, W, in))f)(m, w, q); break;
  case OF_Q_NUMBER:
    if (c->on->regular) ((void (*)(M, W, in, out))f)(m, w, q, to);
    else to[0] = ((double (*)(M, W, in))f)(m, w, q);
    break;
  case OF_Q_INTEGER: to[0] = ((int (*)(M, W, in))f)(m, w, q); break;
  case OF_Q_QD: ((void (*)(M, W, in, in, out))f)(m, w, q, qd, to); break;
  case OF_Q_QD_VALUE: to[0] = ((double (*)(M, W, in, in))f)(m, w, q, qd); break;
  case OF_MOTION: ((void (*)(M, W, in, in, in, out))f)(m, w, q, qd, qdd, to); break;
  case OF_FORCES: ((void (*)(M, W, in, in, in, out))f)(m, w, q, qd, tau, to); break;
  case OF_FORCES_ON_ALL:
    ((void (*)(M, W, in, in, in, in, in, out))f)(m, w, q, qd, tau, NULL, NULL, to);
    break;
  case OF_Q_TAU: ((void (*)(M, W, in, in, out))f)(m, w, q, tau, to); break;
  case OF_Q_TWO: ((void (*)(M, W, in, out, out))f)(m, w, q, to, to + n); break;
  case OF_Q_QD_TWO: ((void (*)(M, W, in, in, out, out))f)(m, w, q, qd, to, to + 1); break;
  case OF_MOTION_TWO:
    ((void (*)(M, W, in, in, in, out, out))f)(m, w, q, qd, qdd, to, to + c->width / 2);
    break;
  case BY_METHOD: ((void (*)(M, W, int, in, in, in, out))f)(m, w, choice, q, qd, qdd, to); break;
  case BY_METHOD_Q: ((void (*)(M, W, int, in, out))f)(m, w, choice, q, to); break;
  case BY_METHOD_QD: ((void (*)(M, W, int, in, in, out))f)(m, w, choice, q, qd, to); break;
  case BY_FORWARD_METHOD:
    if (c->on->regular) ((void (*)(M, W, int, in, in, in, out))f)(m, w, choice, q, qd, tau, to);
    else ((void (*)(int, M, W, in, in, in, out))f)(choice, m, w, q, qd, tau, to);
    break;
  case POINT_Q:
  case POINT_QD:
  case POINT_QDD:
  case FRAME:
    if (c->on->choices_first) choice_first(c);
    else choice_behind(c);
    break;
  case HAND_FORCE: {
    const in force = c->x->hand + 6 * c->s;
    ((void (*)(M, W, in, in, in, out))f)(m, w, q, force, force + 3, to);
    break;
  }
  case SOLVE: ((void (*)(M, W, in, int, in, out))f)(m, w, q, 1, tau, to); break;
  case UDUT_SOLVE: ((void (*)(M, W, in, in, out, out, out))f)(m, w, q, tau, to, to + n, to + 2 * n); break;
  case MOTION_RATES:
    ((void (*)(M, W, in, in, in, out, out, out, out))f)(m, w, q, qd, qdd, to, B, C, D);
    break;
  case FORCE_RATES: ((void (*)(M, W, in, in, in, out, out, out, out))f)(m, w, q, qd, tau, to, B, C, D); break;
  case INPUT_RATES:
    ((void (*)(M, W, int, in, in, in, out, out, out, out))f)(m, w, choice, q, qd, tau, to, B, C, D);
    break;
  case LINKS_REGRESSOR:
    ((void (*)(M, W, int, in, in, in, out, void *))f)(m, w, choice, q, qd, qdd, to, NULL);
    break;
  case PARAMETERS: ((void (*)(M, W, int, out))f)(m, w, choice, to); break;
  default: break;
  }
}

/* Places for arrays one after another. */
static out next(out *at, int count)
{
  const out here = *at;
  *at += count;
  return here;
}

static void drive_forces(const call *c)
{
  const bool all = c->what->takes == FORCES_ALL;
  const int n = c->n;
  const out to = c->to;
  const ulna_drive_forces forces = {to, all ? to + n : NULL, all ? to + 2 * n : NULL, all ? to + 3 * n : NULL,
                                    all ? to + 4 * n : NULL};
  typedef void function(M, W, in, in, in, const ulna_drive_forces *);
  ((function *)c->f)(c->on->model, c->on->work, c->q, c->qd, c->qdd, &forces);
}

static void drive_rates(const call *c)
{
  const int n = c->n, nn = n * n;
  out at = c->to;
  ulna_drive_derivatives d;
  d.F = next(&at, n), d.dF_dq = next(&at, nn), d.dF_dqd = next(&at, nn);
  d.tau = next(&at, n), d.dtau_dq = next(&at, nn), d.dtau_dqd = next(&at, nn), d.dtau_dqdd = next(&at, nn);
  d.F_ad = next(&at, n), d.dF_ad_dq = next(&at, nn), d.dF_ad_dqd = next(&at, nn);
  d.dF_ad_dqdd = next(&at, nn);
  typedef void function(M, W, in, in, in, const ulna_drive_derivatives *);
  ((function *)c->f)(c->on->model, c->on->work, c->q, c->qd, c->qdd, &d);
}

static void factors(const call *c)
{
  const int n = c->n;
  out at = c->to;
  ulna_udut parts;
  parts.M = next(&at, n * n), parts.U = next(&at, n * n), parts.D = next(&at, n);
  parts.p = next(&at, 6 * n), parts.psi = next(&at, 6 * n);
  parts.M_tilde = next(&at, 36 * n), parts.M_art = next(&at, 36 * n);
  ((void (*)(M, W, in, const ulna_udut *))c->f)(c->on->model, c->on->work, c->q, &parts);
}

static void complement(const call *c)
{
  const int nn = c->n * c->n;
  const out T = c->to, T_dot = T + 6 * nn, I = T_dot + 6 * nn, C = I + nn;
  const ulna_natural_complement parts = {.T = T, .T_dot = T_dot, .I = I, .C = C};
  typedef void function(M, W, in, in, const ulna_natural_complement *);
  ((function *)c->f)(c->on->model, c->on->work, c->q, c->qd, &parts);
}

static void gross_motion(const call *c)
{
  const states *x = c->x;
  const int n = c->n;
  const ulna_axis_friction friction = {x->mu, x->mu, x->mu};
  const ulna_gross_parts parts = {c->to, c->to + n, c->to + 2 * n, c->to + 3 * n, c->to + 4 * n};
  const in near = x->near + c->s * n;
  typedef void gains_first(M, W, in, in, const ulna_axis_friction *, in, in, in, in, in,
                           const ulna_gross_parts *);
  typedef void gains_behind(M, W, in, in, in, in, in, in, in, const ulna_axis_friction *,
                            const ulna_gross_parts *);
  if (c->on->choices_first)
    ((gains_first *)c->f)(c->on->model, c->on->work, x->kp, x->kv, &friction, c->q, c->qd, near, c->qd,
                          c->qdd, &parts);
  else
    ((gains_behind *)c->f)(c->on->model, c->on->work, c->q, c->qd, near, c->qd, c->qdd, x->kp, x->kv,
                           &friction, &parts);
}

/* Few postures are drawn: it is a search, and takes as long for each of them. */
static void inertia_range(const call *c)
{
  static double q[4][MOST_JOINTS][MOST_JOINTS];
  ulna_inertia_range range[2][MOST_JOINTS];
  const ulna_inertia_range_options options = {8, 1980, 3, 1};
  for (int k = 0; k < 2; k++)
    for (int i = 0; i < c->n; i++) range[k][i] = (ulna_inertia_range){NAN, NAN, q[2 * k][i], q[2 * k + 1][i]};
  typedef void function(M, W, const ulna_inertia_range_options *, ulna_inertia_range *, ulna_inertia_range *);
  ((function *)c->f)(c->on->model, c->on->work, &options, range[0], range[1]);
  for (int k = 0; k < 2; k++)
    for (int i = 0; i < c->n; i++) {
      c->to[(2 * k + 0) * c->n + i] = range[k][i].minimum;
      c->to[(2 * k + 1) * c->n + i] = range[k][i].maximum;
    }
}

/* Modes go in and come out as integers; places there are none of keep what they have. Modes before a step are another
 * state's, so that some places have turned round. */
static void sticking(const call *c)
{
  const M m = c->on->model;
  const W w = c->on->work;
  const int n = c->n;
  int mode[MOST_PLACES];
  memcpy(mode, c->x->mode + c->s * MOST_PLACES, sizeof mode);
  if (c->what->takes == STICK_MODES) {
    for (int k = 0; k < 2 * n; k++) mode[k] = -2;
    ((void (*)(M, W, in, in, int *))c->f)(m, w, c->q, c->qd, mode);
    c->to[0] = mode[0] == -2 ? (double)NAN : mode[0];
    for (int k = 1; k < 2 * n; k++) c->to[k] = mode[k];
  } else if (c->what->takes == STICK_ACCELERATIONS) {
    ((void (*)(M, W, in, in, in, int *, out, out))c->f)(m, w, c->q, c->qd, c->tau, mode, c->to, c->to + n);
  } else {
    const int *before = c->x->mode + (c->s + 1) % STATES * MOST_PLACES;
    memcpy(c->to, c->qd, (size_t)n * sizeof(double));
    ((void (*)(M, W, in, in, const int *, int *, out))c->f)(m, w, c->x->near + c->s * n, c->q, before, mode,
                                                            c->to);
  }
}

static void with_structs(const call *c)
{
  const M m = c->on->model;
  const W w = c->on->work;
  const any_function f = c->f;
  const int n = c->n;
  const in q_a = c->x->q_a + c->s * n, near = c->x->near + c->s * n;
  const out to = c->to;
  int count;
  switch (c->what->takes) {
  case FORCES_F:
  case FORCES_ALL: drive_forces(c); break;
  case DRIVE_RATES: drive_rates(c); break;
  case UDUT: factors(c); break;
  case COMPLEMENT: complement(c); break;
  case TARGET:
    ((void (*)(M, W, const ulna_ik_options *, const ulna_pose *, in, out, void *))f)(
        m, w, &c->on->ik, c->x->pose + c->s, near, to, NULL);
    break;
  case RATES_OF_HAND:
    ((void (*)(ulna_resolver *, W, in, in, in, in, out, void *))f)(
        c->on->resolver, w, c->q, c->x->hand + 6 * c->s, NULL, NULL, to, NULL);
    break;
  case GROSS_MOTION: gross_motion(c); break;
  case COUPLING: ((void (*)(M, in, out, out, out))f)(m, c->q, to, to + n, to + n + n * n); break;
  case COUPLING_SOLVE: ((void (*)(M, W, in, in, out, out))f)(m, w, q_a, near, to, NULL); break;
  case COUPLING_SOLUTIONS:
    ((void (*)(M, W, in, in, int, out, int *))f)(m, w, q_a, near, 2, to, &count);
    break;
  case INERTIA_RANGE: inertia_range(c); break;
  default: sticking(c); break;
  }
}

void subject_walk(const side *on, any_function f, const subject *what, const states *x, double answer[])
{
  const int n = x->n, width = subject_width(what, n), calls = subject_calls(what);
  for (int s = 0; s < calls; s++) {
    const size_t at = (size_t)s * (size_t)n;
    const call c = {on,         f,           what,        x,
                    s,          n,           width,       x->q + at,
                    x->qd + at, x->qdd + at, x->tau + at, answer + (size_t)s * (size_t)width};
    if (what->takes < WITH_STRUCTS) plain(&c);
    else with_structs(&c);
  }
}
