/* The controller of a scenario, and the errors of its model. */
#include <math.h>
#include <stdio.h>

#include "scenario/loading.h"
#include "text/number.h"
#include "ulna/drive.h"

enum { MOST_NUMBERS = 12 };

/* A mapping of numbers alone; further fields, the last `extra` of f, are the caller's. */
static bool read_numbers(loading *l, const node *n, where w, const char *what, const number_field *numbers,
                         int count, field *extra, int extra_count)
{
  field f[MOST_NUMBERS + 6];
  for (int i = 0; i < count; i++) f[i] = (field){.name = numbers[i].name};
  for (int i = 0; i < extra_count; i++) f[count + i] = extra[i];
  if (!n || !ulna_yaml_fields(&l->r, n, w, what, f, count + extra_count)) return false;
  ulna_scenario_number_fields(l, numbers, f, count, w);
  for (int i = 0; i < extra_count; i++) extra[i] = f[count + i];
  return true;
}

static void read_flag(loading *l, const field *f, where w, bool *value)
{
  if (f->value) ulna_yaml_bool(&l->r, f->value, ulna_yaml_inside(w, "%s", f->name), value);
}

static void read_gains(loading *l, const node *n, where w, ulna_joint_gains *g)
{
  const number_field numbers[] = {{"frequency", "rad/s", POSITIVE, &g->frequency},
                                  {"damping_ratio", "", POSITIVE, &g->damping_ratio},
                                  {"integral_limit", "rad/s² or m/s²", NOT_NEGATIVE, &g->integral_limit}};
  field f[] = {{.name = "kp"}, {.name = "kv"}, {.name = "ki"}, {.name = "by_load"}};
  if (!read_numbers(l, n, w, "gains", numbers, 3, f, 4)) return;
  g->kp = ulna_scenario_each_positive(l, &f[0], w, OF_JOINTS, "1/s²", "1/s²");
  g->kv = ulna_scenario_each_positive(l, &f[1], w, OF_JOINTS, "1/s", "1/s");
  g->ki = ulna_scenario_each_positive(l, &f[2], w, OF_JOINTS, "1/s³", "1/s³");
  read_flag(l, &f[3], w, &g->by_load);
}

static void read_friction(loading *l, const node *n, where w, ulna_friction_compensation *c)
{
  static const char *const words[] = {"nothing", "desired", "measured"};
  const number_field numbers[] = {{"share", "", NOT_NEGATIVE, &c->share},
                                  {"speed", "rad/s or m/s", POSITIVE, &c->speed},
                                  {"acceleration", "rad/s² or m/s²", POSITIVE, &c->acceleration}};
  field f[] = {{.name = "by", .required = true}};
  int by = 0;
  if (read_numbers(l, n, w, "friction compensation", numbers, 3, f, 1) &&
      ulna_yaml_choice(&l->r, f[0].value, ulna_yaml_inside(w, "by"), words, 3, &by))
    c->by = (ulna_compensation)by;
}

static void read_fine(loading *l, const node *n, where w, ulna_fine_options *o)
{
  double every = o->gravity_every;
  const number_field numbers[] = {{"rate", "1/s", POSITIVE, &o->rate},
                                  {"position", "1/s", POSITIVE, &o->position},
                                  {"push_rate", "1/s", NOT_NEGATIVE, &o->push_rate},
                                  {"force_rate", "m/s per N", NOT_NEGATIVE, &o->force_rate},
                                  {"force_integral", "1/s", NOT_NEGATIVE, &o->force_integral},
                                  {"force_limit", "N", NOT_NEGATIVE, &o->force_limit},
                                  {"feel_time", "s", POSITIVE, &o->feel_time}};
  field f[] = {{.name = "gravity_every"}, {.name = "feel"}, {.name = "whole_inertia"}};
  if (!read_numbers(l, n, w, "fine motion", numbers, 7, f, 3)) return;
  if (f[0].value &&
      ulna_scenario_whole(l, f[0].value, ulna_yaml_inside(w, "gravity_every"), 1, 1000000, &every))
    o->gravity_every = (int)every;
  read_flag(l, &f[1], w, &o->feel);
  read_flag(l, &f[2], w, &o->whole_inertia);
}

static void read_stages(loading *l, const node *n, where w, ulna_stage_rules *o)
{
  const number_field numbers[] = {{"distance", "m", POSITIVE, &o->distance},
                                  {"angle", "rad", POSITIVE, &o->angle},
                                  {"speed", "m/s", POSITIVE, &o->speed},
                                  {"turn_speed", "rad/s", POSITIVE, &o->turn_speed},
                                  {"joint_distance", "rad", POSITIVE, &o->joint_distance},
                                  {"joint_speed", "rad/s", POSITIVE, &o->joint_speed},
                                  {"leave", "", POSITIVE, &o->leave},
                                  {"contact_force", "N", POSITIVE, &o->contact_force},
                                  {"contact_release", "N", NOT_NEGATIVE, &o->contact_release},
                                  {"dwell", "s", NOT_NEGATIVE, &o->dwell},
                                  {"transfer", "s", NOT_NEGATIVE, &o->transfer}};
  read_numbers(l, n, w, "stages", numbers, 11, NULL, 0);
}

static void read_servo(loading *l, const node *n, where w, ulna_servo_options *o)
{
  static const char *const words[] = {"p", "pd", "pid"};
  const number_field numbers[] = {{"frequency", "rad/s", POSITIVE, &o->frequency},
                                  {"damping_ratio", "", POSITIVE, &o->damping_ratio},
                                  {"derivative_filter", "s", NOT_NEGATIVE, &o->derivative_filter}};
  field f[] = {{.name = "type"}, {.name = "discrete"}, {.name = "from_positions"}, {.name = "inertia"}};
  if (!read_numbers(l, n, w, "a servo", numbers, 3, f, 4)) return;
  int type = (int)o->type;
  if (f[0].value) ulna_yaml_choice(&l->r, f[0].value, ulna_yaml_inside(w, "type"), words, 3, &type);
  o->type = (ulna_servo)type;
  read_flag(l, &f[1], w, &o->discrete);
  read_flag(l, &f[2], w, &o->from_positions);
  o->inertia = ulna_scenario_each_positive(l, &f[3], w, OF_ACTUATORS, "kg m²", "kg");
}

/* Six numbers, rotation first. */
static void read_six(loading *l, const field *f, where w, double six[6])
{
  if (!f->value) return;
  const double *list = NULL;
  int count = 0;
  if (!ulna_scenario_numbers(l, f->value, ulna_yaml_inside(w, "%s", f->name), "", 6, &list, &count)) return;
  if (count != 6)
    SAY(l, "width", f->value, w, "%s must have six numbers (rotation first), found %d", f->name, count);
  else memcpy(six, list, 6 * sizeof *six);
}

static void read_impedance(loading *l, const node *n, where w, ulna_impedance_options *o)
{
  const number_field numbers[] = {{"damping_ratio", "", POSITIVE, &o->damping_ratio},
                                  {"null_damping", "1/s", NOT_NEGATIVE, &o->null_damping},
                                  {"null_stiffness", "1/s²", NOT_NEGATIVE, &o->null_stiffness}};
  field f[] = {{.name = "stiffness"}, {.name = "damping"}};
  if (!read_numbers(l, n, w, "an impedance", numbers, 3, f, 2)) return;
  read_six(l, &f[0], w, o->stiffness);
  read_six(l, &f[1], w, o->damping);
}

static void read_safety(loading *l, const node *n, where w, ulna_safety *o)
{
  const number_field numbers[] = {{"jump", "", POSITIVE, &o->jump},
                                  {"fastest", "rad/s or m/s", POSITIVE, &o->fastest},
                                  {"position_margin", "rad", NOT_NEGATIVE, &o->position_margin},
                                  {"speed_margin", "", POSITIVE, &o->speed_margin},
                                  {"reach_error", "m", POSITIVE, &o->reach_error},
                                  {"reach_angle", "rad", POSITIVE, &o->reach_angle},
                                  {"joint_error", "rad", POSITIVE, &o->joint_error},
                                  {"reach_time", "s", POSITIVE, &o->reach_time}};
  read_numbers(l, n, w, "safety", numbers, 8, NULL, 0);
}

/* How the hand's motion is resolved into the joints'. */
static void read_resolve(loading *l, const node *n, where w, ulna_resolve_options *o)
{
  static const char *const words[] = {"elimination", "damped"};
  const number_field numbers[] = {{"pivot", "", POSITIVE, &o->pivot},
                                  {"damping", "", POSITIVE, &o->damping},
                                  {"length", "m", NOT_NEGATIVE, &o->length}};
  field f[] = {{.name = "method"}, {.name = "weight"}, {.name = "ignore_limits"}};
  if (!read_numbers(l, n, w, "resolved motion", numbers, 3, f, 3)) return;
  int method = (int)o->method;
  if (f[0].value) ulna_yaml_choice(&l->r, f[0].value, ulna_yaml_inside(w, "method"), words, 2, &method);
  o->method = (ulna_resolve_method)method;
  read_six(l, &f[1], w, o->weight);
  read_flag(l, &f[2], w, &o->ignore_limits);
}

static void read_hand(loading *l, const node *n, where w, ulna_hand_options *o)
{
  const number_field numbers[] = {{"frequency", "rad/s", POSITIVE, &o->frequency},
                                  {"damping_ratio", "", POSITIVE, &o->damping_ratio},
                                  {"integral", "1/s", NOT_NEGATIVE, &o->integral},
                                  {"integral_limit", "m/s2", NOT_NEGATIVE, &o->integral_limit},
                                  {"posture_rate", "1/s", NOT_NEGATIVE, &o->posture_rate}};
  field f[] = {{.name = "resolve"}, {.name = "posture"}};
  if (!read_numbers(l, n, w, "the hand's feedback", numbers, 5, f, 2)) return;
  if (f[0].value) read_resolve(l, f[0].value, ulna_yaml_inside(w, "resolve"), &o->resolve);
  if (!f[1].value) return;
  double *posture = ulna_scenario_take(l, (size_t)l->n + 1, sizeof *posture);
  if (posture && ulna_scenario_joint_motion(l, f[1].value, ulna_yaml_inside(w, "posture"), false, posture))
    o->posture = posture;
}

/* The controller's output drives the plant; if that is driven by voltages, it gives the desired currents of its
 * loops. */
static void choose_output(loading *l, const node *n, where w, ulna_controller_options *o)
{
  static const ulna_control_output outputs[] = {ULNA_CONTROL_TORQUE, ULNA_CONTROL_FORCE, ULNA_CONTROL_CURRENT,
                                                ULNA_CONTROL_CURRENT};
  o->output = outputs[l->s->plant.driven_by];
  if (l->s->plant.driven_by == ULNA_DRIVEN_BY_VOLTAGE && !l->s->current_loop)
    SAY(l, "unsupported", n, w, "a controller gives currents, not voltages: it needs a current_loop");
}

enum {
  KIND,
  PERIOD,
  DELAY,
  GAINS,
  HAND,
  GRAVITY,
  FRICTION,
  EFFORT,
  FINE,
  STAGES,
  SERVO,
  IMPEDANCE,
  SAFETY,
  TARE,
  CONTROLLER_COUNT
};

static void read_parts(loading *l, const field *f, where w, ulna_controller_options *o)
{
  if (f[GAINS].value) read_gains(l, f[GAINS].value, ulna_yaml_inside(w, "gains"), &o->joints);
  if (f[HAND].value) read_hand(l, f[HAND].value, ulna_yaml_inside(w, "hand"), &o->hand);
  read_flag(l, &f[GRAVITY], w, &o->gravity);
  if (f[FRICTION].value) read_friction(l, f[FRICTION].value, ulna_yaml_inside(w, "friction"), &o->friction);
  o->effort = ulna_scenario_each_positive(l, &f[EFFORT], w, OF_JOINTS, "N m", "N");
  if (f[FINE].value) read_fine(l, f[FINE].value, ulna_yaml_inside(w, "fine"), &o->fine);
  if (f[STAGES].value) read_stages(l, f[STAGES].value, ulna_yaml_inside(w, "stages"), &o->stages);
  if (f[SERVO].value) read_servo(l, f[SERVO].value, ulna_yaml_inside(w, "servo"), &o->servo);
  if (f[IMPEDANCE].value)
    read_impedance(l, f[IMPEDANCE].value, ulna_yaml_inside(w, "impedance"), &o->impedance);
  if (f[SAFETY].value) read_safety(l, f[SAFETY].value, ulna_yaml_inside(w, "safety"), &o->safety);
}

void ulna_scenario_controller(loading *l, const node *n, where w)
{
  ulna_scenario *s = l->s;
  if (!n) return;
  field f[CONTROLLER_COUNT] = {[KIND] = {.name = "kind", .required = true},
                               [PERIOD] = {.name = "period", .required = true},
                               [DELAY] = {.name = "delay"},
                               [GAINS] = {.name = "gains"},
                               [HAND] = {.name = "hand"},
                               [GRAVITY] = {.name = "gravity"},
                               [FRICTION] = {.name = "friction"},
                               [EFFORT] = {.name = "effort"},
                               [FINE] = {.name = "fine"},
                               [STAGES] = {.name = "stages"},
                               [SERVO] = {.name = "servo"},
                               [IMPEDANCE] = {.name = "impedance"},
                               [SAFETY] = {.name = "safety"},
                               [TARE] = {.name = "tare"}};
  w = ulna_yaml_inside(w, "controller");
  w.subject = "controller";
  const int errors = l->r.errors;
  if (!ulna_yaml_fields(&l->r, n, w, "a controller", f, CONTROLLER_COUNT)) return;
  const char *kinds[ULNA_CONTROL_KIND_COUNT];
  for (int i = 0; i < ULNA_CONTROL_KIND_COUNT; i++) kinds[i] = ulna_control_kind_name((ulna_control_kind)i);
  int kind = 0;
  if (!ulna_yaml_choice(&l->r, f[KIND].value, ulna_yaml_inside(w, "kind"), kinds, ULNA_CONTROL_KIND_COUNT,
                        &kind))
    return;
  ulna_controller_options *o = &s->controller;
  *o = ulna_controller_options_default((ulna_control_kind)kind);
  ulna_scenario_positive(l, f[PERIOD].value, ulna_yaml_inside(w, "period"), "s", &o->period);
  if (f[DELAY].value)
    ulna_scenario_not_negative(l, f[DELAY].value, ulna_yaml_inside(w, "delay"), "s", &s->control_delay);
  o->delay = s->control_delay;
  read_parts(l, f, w, o);
  choose_output(l, n, w, o);
  double tare;
  if (f[TARE].value &&
      ulna_scenario_whole(l, f[TARE].value, ulna_yaml_inside(w, "tare"), 1, 1000000, &tare)) {
    s->tare = (int)tare;
    if (!s->sensors || !s->sensors->hand_sensor)
      SAY(l, "unused", f[TARE].value, w,
          "tare is for a hand sensor (sensors: {hand: {}}), and there is none");
  }
  if (o->fine.feel && (!s->sensors || !s->sensors->hand_sensor))
    SAY(l, "unused", f[FINE].value, w, "feel is for a hand sensor (sensors: {hand: {}}), and there is none");
  s->controlled = true;
  const char *fault = l->n && l->r.errors == errors ? ulna_controller_options_fault(s->model, o) : NULL;
  if (fault) SAY(l, "controller", n, w, "%s", fault);
}

/* "+10 %" or "-5 %" as a factor. */
static bool read_percent(loading *l, const node *n, where w, double *factor)
{
  const char *text;
  if (!ulna_yaml_text(&l->r, n, w, &text)) return false;
  char digits[40];
  size_t length = strlen(text);
  double number;
  if (length > 1 && length < sizeof digits && text[length - 1] == '%') {
    length--;
    while (length && text[length - 1] == ' ') length--;
    memcpy(digits, text, length);
    digits[length] = 0;
    if (ulna_number(digits, &number) == NUMBER_READ) {
      *factor = 1 + number / 100;
      if (*factor > 0) return true;
      SAY(l, "value", n, w, "an error of %s leaves nothing; it must be above -100 %%", text);
      return false;
    }
  }
  SAY(l, "type", n, w, "an error is a percentage with its sign, as in +10 %%, found %s",
      ulna_yaml_describe(n).s);
  return false;
}

/* model_error: {mass: +10 %, friction: -20 %, payload: unknown}: how the controller's model differs from the plant. */
void ulna_scenario_read_model_error(loading *l, const node *n, where w)
{
  if (!n) return;
  field f[] = {{.name = "mass"}, {.name = "friction"}, {.name = "payload"}};
  w = ulna_yaml_inside(w, "model_error");
  w.subject = "model_error";
  if (!ulna_yaml_fields(&l->r, n, w, "a model error", f, 3)) return;
  double mass = 1, friction = 1;
  bool read = !f[0].value || read_percent(l, f[0].value, ulna_yaml_inside(w, "mass"), &mass);
  read &= !f[1].value || read_percent(l, f[1].value, ulna_yaml_inside(w, "friction"), &friction);
  static const char *const words[] = {"known", "unknown"};
  int choice = 0;
  if (f[2].value)
    read &= ulna_yaml_choice(&l->r, f[2].value, ulna_yaml_inside(w, "payload"), words, 2, &choice);
  if (!read) return;
  l->s->model_error =
      (ulna_model_error){.mass = mass - 1, .friction = friction - 1, .unknown_payload = choice == 1};
  if (!l->n) return;
  const ulna_status status =
      ulna_control_model(l->s, &l->s->model_error, &l->s->allocator, &l->s->control_model);
  if (status == ULNA_OUT_OF_MEMORY) l->r.status = status;
  else if (status != ULNA_OK)
    SAY(l, "value", n, w, "this error makes an impossible robot: %s", ulna_status_text(status));
}
