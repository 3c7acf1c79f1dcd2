/* ulna drives: the coupling of actuators and joints, and the inertia and friction that each feels. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/numbers.h"
#include "cli.h"
#include "dynamics.h"
#include "grid.h"
#include "numbers.h"
#include "read/parts/parts.h"
#include "text_table.h"
#include "ulna/friction.h"

/* Friction of each actuator on its own side, or of each joint as it is felt there, moving alone. */
typedef struct {
  double *viscous, *kinetic[2], *hold[2]; /* [0] in the positive, [1] in the negative direction */
} friction_levels;

enum { MOTOR_NUMBERS = 6 };
static const char *const motor_names[MOTOR_NUMBERS] = {"torque_constant", "back_emf",      "resistance",
                                                       "inductance",      "current_limit", "voltage_limit"};

typedef struct {
  session session;
  int n, rubbing; /* rubbing: joints whose friction depends on their load */
  bool middle, moving, simplified, ranges;
  const char **actuator, **carrier;
  double *q, *q_a, *K, *rotor, *reflected, *share, *held, *free_;
  friction_levels at_actuators, at_joints;
  double *load[2], *motor[MOTOR_NUMBERS];
  ulna_inertia_range_options range;
  ulna_inertia_range *held_range, *free_range;
  double *limits[2][2], *places[2][2]; /* of held and free; minimum and maximum */
  double kinetic, rotors;
  ulna_dropped dropped;
} drives;

static double *vector(drives *x, const char *group, const char *name, int columns)
{
  table_out *out = &x->session.out;
  const size_t count = (size_t)x->n * (size_t)(columns > 0 ? columns : 1);
  double *data = records_memory(out, count, sizeof(double));
  quantity *q = records_add(out, name, columns > 0 ? 2 : 1, x->n, columns, 0, data);
  q->group = group;
  q->may_be_nan = true;
  return data;
}

static void scalar(drives *x, const char *group, const char *name, const double *value)
{
  quantity *q = records_add(&x->session.out, name, 0, 0, 0, 0, value);
  q->group = group;
  q->may_be_nan = true;
}

static const char **names(drives *x, const char *name)
{
  const char **texts = records_memory(&x->session.out, (size_t)x->n, sizeof *texts);
  records_add(&x->session.out, name, 1, x->n, 0, 0, NULL)->texts = texts;
  return texts;
}

static void open_friction(drives *x, friction_levels *to, const char *group)
{
  to->viscous = vector(x, group, "viscous", 0);
  to->kinetic[0] = vector(x, group, "kinetic_positive", 0);
  to->kinetic[1] = vector(x, group, "kinetic_negative", 0);
  to->hold[0] = vector(x, group, "static_positive", 0);
  to->hold[1] = vector(x, group, "static_negative", 0);
}

static ulna_inertia_range *open_range(drives *x, int which, const char *group)
{
  x->limits[which][0] = vector(x, group, "minimum", 0);
  x->limits[which][1] = vector(x, group, "maximum", 0);
  x->places[which][0] = vector(x, group, "q_minimum", x->n);
  x->places[which][1] = vector(x, group, "q_maximum", x->n);
  ulna_inertia_range *range = records_memory(&x->session.out, (size_t)x->n, sizeof *range);
  for (int a = 0; a < x->n; a++) {
    range[a].q_minimum = x->places[which][0] + (ptrdiff_t)a * x->n;
    range[a].q_maximum = x->places[which][1] + (ptrdiff_t)a * x->n;
  }
  return range;
}

static int read_count(const arguments *args, option_id id, double largest, double *count)
{
  if (!given(args, id)) return DONE;
  const int code = option_numbers(args, id, 0, count, 1, 0, NULL);
  if (code != DONE) return code;
  if (*count < 0 || *count > largest || *count != floor(*count))
    return fail("--%s: a whole number from 0 to %.0f, not %g", options[id].name, largest, *count);
  return DONE;
}

static int open_options(drives *x, const arguments *args)
{
  x->middle = !given(args, OPT_Q) && !given(args, OPT_STATES);
  x->moving = given(args, OPT_QD) || given(args, OPT_STATES);
  x->simplified = given(args, OPT_SIMPLIFIED);
  x->ranges = given(args, OPT_RANGE);
  x->range = ulna_inertia_range_options_default();
  if (!x->ranges && (given(args, OPT_SAMPLES) || given(args, OPT_SEED)))
    return fail("--samples and --seed are for --range; add it");
  double samples = x->range.samples, seed = 0;
  int code = read_count(args, OPT_SAMPLES, 1e7, &samples);
  if (code == DONE) code = read_count(args, OPT_SEED, 9007199254740992.0, &seed);
  x->range.samples = (int)samples;
  x->range.seed = (uint64_t)seed;
  return code;
}

static void open_fields(drives *x)
{
  const ulna_model *model = x->session.robot.model;
  for (int i = 1; i <= x->n; i++) {
    const ulna_friction *f = &ulna_model_joint(model, i)->friction;
    x->rubbing += f->load_static != 0 || f->load_dynamic != 0;
  }
  x->q = vector(x, NULL, "q", 0);
  x->actuator = names(x, "actuator");
  x->carrier = names(x, "carrier");
  x->q_a = vector(x, NULL, "q_a", 0);
  x->K = vector(x, NULL, "K", x->n);
  x->rotor = vector(x, NULL, "rotor_inertia", 0);
  x->reflected = vector(x, NULL, "reflected_inertia", 0);
  x->share = vector(x, NULL, "rotor_share", 0);
  x->held = vector(x, NULL, "held_inertia", 0);
  x->free_ = vector(x, NULL, "free_inertia", 0);
  if (x->ranges) {
    x->held_range = open_range(x, 0, "held_range");
    x->free_range = open_range(x, 1, "free_range");
  }
  open_friction(x, &x->at_actuators, "friction_at_actuators");
  open_friction(x, &x->at_joints, "friction_at_joints");
  if (x->rubbing > 0) {
    x->load[0] = vector(x, "friction_at_joints", "load_dynamic", 0);
    x->load[1] = vector(x, "friction_at_joints", "load_static", 0);
  }
  for (int k = 0; k < MOTOR_NUMBERS; k++) x->motor[k] = vector(x, "motor", motor_names[k], 0);
  if (x->moving) {
    scalar(x, NULL, "kinetic_energy", &x->kinetic);
    scalar(x, NULL, "rotor_energy", &x->rotors);
  }
  if (x->simplified) {
    scalar(x, "dropped", "inertia", &x->dropped.inertia);
    scalar(x, "dropped", "velocity", &x->dropped.velocity);
    scalar(x, "dropped", "force", &x->dropped.force);
  }
}

static double half_way(const ulna_limits *l)
{
  return isfinite(l->lower) && isfinite(l->upper) ? l->lower + (l->upper - l->lower) / 2 : 0;
}

static const ulna_drive *drive_of(const drives *x, int a)
{
  const ulna_model *model = x->session.robot.model;
  const int drive = ulna_actuator_drive(model, a);
  return drive < 0 ? NULL : ulna_model_drive(model, drive);
}

static double rotor_inertia(const ulna_drive *d)
{
  const double *c = d->rotor.com;
  if (d->kind == ULNA_LINEAR) return d->rotor.mass;
  return d->rotor.inertia[2] +
         (d->rotor.about == ULNA_ABOUT_COM ? d->rotor.mass * (c[0] * c[0] + c[1] * c[1]) : 0);
}

/* Level while moving (direction +1, −1), without the viscous part. */
static double kinetic_level(const ulna_friction *f, int direction)
{
  return f->table_count > 0 ? ulna_friction_at_release(f, direction, 0) : f->coulomb[direction < 0];
}

/* Everything of the drives that does not depend on the state. */
static void fill_constants(drives *x)
{
  const ulna_model *model = x->session.robot.model;
  for (int a = 0; a < x->n; a++) {
    const ulna_drive *d = drive_of(x, a);
    x->actuator[a] = ulna_actuator_name(model, a);
    x->carrier[a] = d ? d->mounted_on : ulna_model_link_name(model, ulna_actuator_joint(model, a) - 1);
    x->rotor[a] = d ? rotor_inertia(d) : 0;
    const ulna_friction none = ulna_friction_none(), *f = d ? &d->friction : &none;
    x->at_actuators.viscous[a] = f->table_count > 0 ? 0 : f->viscous;
    for (int k = 0; k < 2; k++) {
      x->at_actuators.kinetic[k][a] = fabs(kinetic_level(f, k ? -1 : 1));
      x->at_actuators.hold[k][a] = ulna_friction_hold(f, k ? -1 : 1, 0);
    }
    const ulna_motor *m = d && d->motor.type != ULNA_MOTOR_NONE ? &d->motor : NULL;
    const double numbers[MOTOR_NUMBERS] = {m ? m->torque_constant : (double)NAN,
                                           m ? m->back_emf : (double)NAN,
                                           m && m->resistance > 0 ? m->resistance : (double)NAN,
                                           m && m->inductance > 0 ? m->inductance : (double)NAN,
                                           m ? m->current_limit : (double)NAN,
                                           m ? m->voltage_limit : (double)NAN};
    for (int k = 0; k < MOTOR_NUMBERS; k++)
      x->motor[k][a] = isfinite(numbers[k]) ? numbers[k] : (double)NAN;  // infinite: no limit given
  }
}

/* Joint i moving alone turns every actuator that couples to it: levels times |K|, viscous times K². */
static void fill_joint_friction(drives *x)
{
  const ulna_model *model = x->session.robot.model;
  for (int i = 0; i < x->n; i++) {
    const ulna_friction *f = &ulna_model_joint(model, i + 1)->friction;
    x->at_joints.viscous[i] = f->table_count > 0 ? 0 : f->viscous;
    for (int k = 0; k < 2; k++) {
      x->at_joints.kinetic[k][i] = fabs(kinetic_level(f, k ? -1 : 1));
      x->at_joints.hold[k][i] = ulna_friction_hold(f, k ? -1 : 1, 0);
    }
    for (int a = 0; a < x->n; a++) {
      const double r = x->K[a * x->n + i];
      x->at_joints.viscous[i] += r * r * x->at_actuators.viscous[a];
      for (int k = 0; k < 2; k++) {
        const int side = r < 0 ? !k : k;
        x->at_joints.kinetic[k][i] += fabs(r) * x->at_actuators.kinetic[side][a];
        x->at_joints.hold[k][i] += fabs(r) * x->at_actuators.hold[side][a];
      }
    }
    if (x->rubbing > 0) x->load[0][i] = f->load_dynamic, x->load[1][i] = f->load_static;
  }
}

/* An inertia that grows without bound has no number: null in JSON, nan in CSV. */
static double bounded(double x) { return isfinite(x) ? x : (double)NAN; }

static int compute(void *context, const states *s)
{
  drives *x = context;
  const robot *r = &x->session.robot;
  for (int i = 0; i < x->n; i++)
    x->q[i] = x->middle ? half_way(&ulna_model_joint(r->model, i + 1)->limits) : s->q[i];
  ulna_coupling(r->model, x->q, x->q_a, x->K, NULL);
  ulna_status status = ulna_reflected_inertia(r->model, r->work, x->q, x->reflected);
  if (status == ULNA_OK) status = ulna_rotor_energy_shares(r->model, r->work, x->q, x->share);
  if (status == ULNA_OK && x->moving)
    status = ulna_rotor_energy(r->model, r->work, x->q, s->qd, &x->rotors, &x->kinetic);
  if (status == ULNA_OK && x->simplified)
    status = ulna_rotor_simplification(r->model, r->work, x->q, s->qd, s->qdd, &x->dropped);
  if (status != ULNA_OK) return fail("state %lld: %s", s->count, ulna_status_text(status));
  if (ulna_actuator_inertias(r->model, r->work, x->q, x->held, x->free_) != ULNA_OK)
    return fail(
        "state %lld: the drives' coupling or the mass matrix is singular here: the inertia that actuators "
        "feel cannot be computed",
        s->count);
  fill_joint_friction(x);
  if (x->ranges && s->count == 1) {  // the same for all states
    if (ulna_actuator_inertia_range(r->model, r->work, &x->range, x->held_range, x->free_range) != ULNA_OK)
      return fail("--range: the drives' coupling or the mass matrix is singular at every posture tried");
    for (int a = 0; a < x->n; a++) {
      x->limits[0][0][a] = x->held_range[a].minimum, x->limits[0][1][a] = bounded(x->held_range[a].maximum);
      x->limits[1][0][a] = x->free_range[a].minimum, x->limits[1][1][a] = bounded(x->free_range[a].maximum);
    }
  }
  return DONE;
}

static bool turns(const drives *x, int joint)
{
  return ulna_model_joint(x->session.robot.model, joint)->type == ULNA_REVOLUTE;
}

/* "-62.611 waist, 1 elbow": a row of the coupling at this posture. */
static void put_row(text_table *t, int column, const drives *x, int a)
{
  char text[CELL] = "", number[32];
  for (int i = 0; i < x->n; i++) {
    const double r = x->K[a * x->n + i];
    const size_t length = strlen(text);
    if (r != 0)
      snprintf(text + length, sizeof text - length, "%s%s %s", length > 0 ? ", " : "",
               shown(r, number, sizeof number), ulna_model_joint(x->session.robot.model, i + 1)->name);
  }
  put(t, column, "%s", text);
}

/* One number, or both directions where they differ. */
static void put_both(text_table *t, int column, double positive, double negative)
{
  char p[32], m[32];
  if (positive == negative) put_number(t, column, positive);
  else put(t, column, "+%s -%s", shown(positive, p, sizeof p), shown(negative, m, sizeof m));
}

static void put_heads(text_table *t, int count, const char *const heads[])
{
  for (int c = 0; c < count; c++) put(t, c, "%s", heads[c]);
}

static void print_actuators(const drives *x)
{
  static const char *const heads[] = {"",      "actuator", "carried by", "moves with (ratio joint)",
                                      "rotor", "viscous",  "moving",     "static",
                                      "N m/A"};
  text_table t = {.rows = 0};
  put_heads(&t, 9, heads);
  for (int a = 0; a < x->n; a++) {
    put(&t, 0, "%d", a + 1);
    put(&t, 1, "%s%s", x->actuator[a], drive_of(x, a) ? "" : " (direct)");
    put(&t, 2, "%s", x->carrier[a]);
    put_row(&t, 3, x, a);
    put_number(&t, 4, x->rotor[a]);
    put_number(&t, 5, x->at_actuators.viscous[a]);
    put_both(&t, 6, x->at_actuators.kinetic[0][a], x->at_actuators.kinetic[1][a]);
    put_both(&t, 7, x->at_actuators.hold[0][a], x->at_actuators.hold[1][a]);
    put_number(&t, 8, x->motor[0][a]);
  }
  out_text(
      "\nActuators, on their own side of the gear: rotor inertia (kg m2; kg if linear),\nfriction (N m; N)\n");
  print_table(&t);
}

static void print_motors(const drives *x)
{
  static const char *const heads[] = {"",
                                      "motor",
                                      "torque constant (N m/A)",
                                      "back-EMF (V s/rad)",
                                      "resistance (ohm)",
                                      "inductance (H)",
                                      "current limit (A)",
                                      "voltage limit (V)"};
  text_table t = {.rows = 0};
  for (int a = 0; a < x->n; a++) {
    if (isnan(x->motor[0][a])) continue;
    if (t.rows == 0) put_heads(&t, 8, heads);
    put(&t, 0, "%d", a + 1);
    put(&t, 1, "%s", x->actuator[a]);
    for (int k = 0; k < MOTOR_NUMBERS; k++) put_number(&t, 2 + k, x->motor[k][a]);
  }
  if (t.rows == 0) return;
  out_text("\nMotors\n");
  print_table(&t);
}

static void print_joints(const drives *x)
{
  static const char *const heads[] = {
      "", "joint", "at", "reflected inertia", "% of energy in rotors", "viscous", "moving", "static"};
  text_table t = {.rows = 0};
  put_heads(&t, 8, heads);
  for (int i = 0; i < x->n; i++) {
    put(&t, 0, "%d", i + 1);
    put(&t, 1, "%s", ulna_model_joint(x->session.robot.model, i + 1)->name);
    put_position(&t, 2, x->q[i], turns(x, i + 1));
    put_number(&t, 3, x->reflected[i]);
    if (isnan(x->share[i])) put(&t, 4, "-");
    else put(&t, 4, "%.1f", 100 * x->share[i]);
    put_number(&t, 5, x->at_joints.viscous[i]);
    put_both(&t, 6, x->at_joints.kinetic[0][i], x->at_joints.kinetic[1][i]);
    put_both(&t, 7, x->at_joints.hold[0][i], x->at_joints.hold[1][i]);
  }
  out_text("\nWhat each joint feels of the drives, moving alone: inertia (kg m2; kg),\nfriction (N m; N)\n");
  print_table(&t);
  if (x->rubbing > 0)
    out_printf("  The friction of %d joint%s also grows with the load, which is not in this table.\n",
               x->rubbing, x->rubbing == 1 ? "" : "s");
}

static void print_inertias(const drives *x)
{
  static const char *const heads[] = {"",           "actuator",    "held",      "free", "held: least",
                                      "held: most", "free: least", "free: most"};
  text_table t = {.rows = 0};
  put_heads(&t, x->ranges ? 8 : 4, heads);
  for (int a = 0; a < x->n; a++) {
    put(&t, 0, "%d", a + 1);
    put(&t, 1, "%s", x->actuator[a]);
    put_number(&t, 2, x->held[a]);
    put_number(&t, 3, x->free_[a]);
    for (int k = 0; x->ranges && k < 4; k++) {
      if (isnan(x->limits[k / 2][k % 2][a])) put(&t, 4 + k, "no bound");
      else put_number(&t, 4 + k, x->limits[k / 2][k % 2][a]);
    }
  }
  out_text("\nInertia each actuator feels (kg m2; kg), the others held or free");
  out_text(x->ranges ? ",\nhere and over the workspace\n" : "\n");
  print_table(&t);
}

static void print_places(const drives *x)
{
  static const char *const what[2][2] = {{"held: least", "held: most"}, {"free: least", "free: most"}};
  out_text("\nPostures of these values: joint positions (deg; m)\n");
  for (int a = 0; a < x->n; a++)
    for (int k = 0; k < 4; k++) {
      if (k == 0) out_printf("  %d %s\n", a + 1, x->actuator[a]);
      out_printf("    %-12s", what[k / 2][k % 2]);
      for (int i = 0; i < x->n; i++) {
        const double q = x->places[k / 2][k % 2][a * x->n + i] * (turns(x, i + 1) ? 180 / PI : 1);
        out_printf(" %9.4g", fabs(q) < 1e-9 ? 0.0 : q);
      }
      out_text("\n");
    }
}

static void print_state(const drives *x)
{
  if (x->moving)
    out_printf("\nKinetic energy %.5g J, %.5g J of it (%.1f %%) in the rotors.\n", x->kinetic, x->rotors,
               x->kinetic > 0 ? 100 * x->rotors / x->kinetic : 0.0);
  if (x->simplified)
    out_printf(
        "\nThe simplified form leaves out %.3g of the mass matrix, %.3g of the velocity terms,\n%.3g of the "
        "joint forces.\n",
        x->dropped.inertia, x->dropped.velocity, x->dropped.force);
}

static void print_text(const drives *x, const states *s)
{
  const ulna_model *model = x->session.robot.model;
  if (s->count > 1) out_text("\n");
  const int elements = ulna_model_element_count(model);
  out_printf("%s: %d drives", ulna_model_name(model), ulna_model_drive_count(model));
  if (elements > 0) out_printf(", %d more moving bodies in the drive trains", elements);
  out_text("\n");
  print_actuators(x);
  print_motors(x);
  print_joints(x);
  print_inertias(x);
  if (x->ranges) print_places(x);
  print_state(x);
}

static int run_text(drives *x)
{
  int got;
  while ((got = states_next(&x->session.states)) > 0) {
    const int code = compute(x, &x->session.states);
    if (code != DONE) return code;
    print_text(x, &x->session.states);
  }
  return got < 0 ? BAD : DONE;
}

/* The other postures, in a note. */
static void tell_others(const drives *x, const double all[], int count, int taken)
{
  char line[400] = "";
  size_t length = 0;
  for (int k = 0; k < count; k++) {
    if (k == taken) continue;
    for (int i = 0; i < x->n && length < sizeof line - 40; i++) {
      const double q = all[(ptrdiff_t)k * x->n + i];
      length += (size_t)snprintf(line + length, sizeof line - length, "%s%.6g", i ? " " : "; ",
                                 fabs(q) < 1e-12 ? 0.0 : q);
    }
  }
  note("%d postures have these actuator positions; --near chooses. Other q: %s", count, line + 2);
}

/* --q-a: the posture into the state. */
static int solve_actuators(drives *x, const arguments *args)
{
  enum { MOST = 16 };
  if (!given(args, OPT_Q_A)) return given(args, OPT_NEAR) ? fail("--near goes with --q-a; add it") : DONE;
  if (given(args, OPT_Q) || given(args, OPT_STATES)) return fail("--q-a excludes --q and --states");
  const robot *r = &x->session.robot;
  const size_t n = (size_t)x->n;
  double *q_a = records_memory(&x->session.out, n, sizeof *q_a),
         *near = records_memory(&x->session.out, n, sizeof *near);
  double *all = records_memory(&x->session.out, MOST * n, sizeof *all);
  int code = option_joint_numbers(args, OPT_Q_A, NO_ANGLES, NULL, q_a, x->n), count = 0, taken = 0;
  for (int i = 0; i < x->n; i++) near[i] = half_way(&ulna_model_joint(r->model, i + 1)->limits);
  if (code == DONE && given(args, OPT_NEAR))
    code = option_joint_numbers(args, OPT_NEAR, JOINTS, r->turns, near, x->n);
  if (code != DONE) return code;
  const ulna_status status = ulna_coupling_solutions(r->model, r->work, q_a, near, MOST, all, &count);
  if (status == ULNA_NOT_CONVERGED) return fail("--q-a: no posture has these actuator positions");
  if (status != ULNA_OK) return fail("--q-a: %s", ulna_status_text(status));
  if (count > MOST) count = MOST;
  for (int k = count - 1; k >= 0 && !given(args, OPT_NEAR); k--)
    if (within_limits(x->session.robot.model, all + (ptrdiff_t)k * x->n)) taken = k;
  memcpy(x->session.states.q, all + (ptrdiff_t)taken * x->n, n * sizeof *all);
  if (count > 1) tell_others(x, all, count, taken);
  x->middle = false;
  return DONE;
}

static int run(drives *x, const arguments *args)
{
  int code = session_open(&x->session, args);
  if (code != DONE) return code;
  x->n = x->session.robot.n;
  code = open_options(x, args);
  if (code == DONE) code = solve_actuators(x, args);
  if (code != DONE) return code;
  const ulna_model *model = x->session.robot.model;
  const bool text = x->session.out.format == FORMAT_TEXT;
  if (ulna_model_drive_count(model) + ulna_model_element_count(model) == 0) {
    const char *const none = "no drives: every joint is driven directly, without rotor or gear";
    if (text) {
      char *line = text_printf("%s: %s", ulna_model_name(model), none);
      grid_paragraph(line, 0, 0);
      free(line);
      return DONE;
    }
    note("%s", none);
  }
  open_fields(x);
  fill_constants(x);
  return text ? run_text(x) : session_run(&x->session, compute, x);
}

int run_drives(const arguments *args)
{
  drives x = {.n = 0};
  const int code = run(&x, args);
  session_close(&x.session);
  return code;
}
