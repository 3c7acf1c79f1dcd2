/* The smaller keys of a scenario: integrator, stops, payloads, surface, sensors, current loops, recording. */
#include <math.h>
#include <stdio.h>

#include "base/nearest.h"
#include "scenario/loading.h"
#include "text/path.h"

/* A key that the method has no use for. */
static void refuse(loading *l, const field *f, where w, scenario_method method)
{
  if (!f->value) return;
  SAY(l, "unused", f->value, w, "%s belongs to %s; %s %s", f->name,
      scenario_method_is_fixed(method) ? "erk, adams and bdf" : "euler, semi-implicit and rk4",
      ulna_method_names[method],
      scenario_method_is_fixed(method) ? "takes steps of a fixed length"
                                       : "chooses its steps by its tolerance");
}

static void read_one_tolerance(loading *l, const node *n, where w, double *value)
{
  double tolerance;
  if (!ulna_yaml_number(&l->r, n, w, "", &tolerance)) return;
  if (tolerance > 0 && tolerance < LEAST_TOLERANCE)
    SAY(l, "tolerance", n, w, "a tolerance of %.3g cannot be met: doubles round at 1e-16; at least %g",
        tolerance, LEAST_TOLERANCE);
  else if (!(tolerance > 0) || tolerance >= 1)
    SAY(l, "tolerance", n, w, "a tolerance of %.10g cannot be met; it must be above 0 and below 1",
        tolerance);
  else *value = tolerance;
}

static void read_tolerance(loading *l, const node *n, where w, ulna_adaptive_options *options)
{
  if (!n) return;
  if (n->kind == NODE_SCALAR) {
    read_one_tolerance(l, n, w, &options->relative);
    options->absolute = options->relative;
    return;
  }
  field f[] = {{.name = "relative", .required = true}, {.name = "absolute", .required = true}};
  if (!ulna_yaml_fields(&l->r, n, w, "a tolerance", f, 2)) return;
  if (f[0].value) read_one_tolerance(l, f[0].value, ulna_yaml_inside(w, "relative"), &options->relative);
  if (f[1].value) read_one_tolerance(l, f[1].value, ulna_yaml_inside(w, "absolute"), &options->absolute);
}

static void read_order(loading *l, const node *n, where w, scenario_method method, int *order)
{
  static const double lowest[] = {0, 0, 0, 5, 1, 1}, highest[] = {0, 0, 0, 8, 12, 5};
  double value;
  if (!n) return;
  if (!ulna_scenario_whole(l, n, ulna_yaml_inside(w, "order"), lowest[method], highest[method], &value))
    return;
  if (method == METHOD_ERK && value != 5 && value != 8)
    SAY(l, "value", n, w, "erk has order 5 or 8, not %.17g", value);
  else *order = (int)value;
}

void ulna_scenario_read_integrator(loading *l, const node *n, where w)
{
  ulna_scenario *s = l->s;
  if (!n) return;
  enum { METHOD, STEP, EVENT_TOLERANCE, TOLERANCE, ORDER, MAX_STEP, COUNT };
  field f[COUNT] = {{.name = "method", .required = true},
                    {.name = "step"},
                    {.name = "event_tolerance"},
                    {.name = "tolerance"},
                    {.name = "order"},
                    {.name = "max_step"}};
  w = ulna_yaml_inside(w, "integrator");
  w.subject = "integrator";
  if (!ulna_yaml_fields(&l->r, n, w, "an integrator", f, COUNT)) return;
  int method = METHOD_RK4;
  if (!ulna_yaml_choice(&l->r, f[METHOD].value, ulna_yaml_inside(w, "method"), ulna_method_names,
                        METHOD_COUNT, &method))
    return;
  s->method = (scenario_method)method;
  if (scenario_method_is_fixed(s->method)) {
    for (int k = TOLERANCE; k <= MAX_STEP; k++) refuse(l, &f[k], w, s->method);
    if (!f[STEP].value)
      SAY(l, "missing key", n, w, "%s needs \"step\", the length of its steps in s",
          ulna_method_names[method]);
    else if (ulna_scenario_positive(l, f[STEP].value, ulna_yaml_inside(w, "step"), "s", &s->step) &&
             s->step < LEAST_STEP)
      SAY(l, "value", f[STEP].value, w, "steps of %.3g s would never end; at least 1e-9", s->step);
    if (f[EVENT_TOLERANCE].value)
      ulna_scenario_positive(l, f[EVENT_TOLERANCE].value, ulna_yaml_inside(w, "event_tolerance"), "s",
                             &s->event_tolerance);
  } else {
    for (int k = STEP; k <= EVENT_TOLERANCE; k++) refuse(l, &f[k], w, s->method);
    static const ulna_adaptive_method adaptive[] = {ULNA_ERK, ULNA_ADAMS, ULNA_BDF};
    s->adaptive.method = adaptive[method - METHOD_ERK];
    read_tolerance(l, f[TOLERANCE].value, ulna_yaml_inside(w, "tolerance"), &s->adaptive);
    read_order(l, f[ORDER].value, w, s->method, &s->adaptive.order);
    if (f[MAX_STEP].value)
      ulna_scenario_positive(l, f[MAX_STEP].value, ulna_yaml_inside(w, "max_step"), "s",
                             &s->adaptive.max_step);
  }
  s->integrator = ulna_scenario_describe(s, &s->memory);
  if (!s->integrator) l->r.status = ULNA_OUT_OF_MEMORY;
}

void ulna_scenario_stops(loading *l, const node *n, where w)
{
  if (!n) return;
  enum { KIND, STIFFNESS, DAMPING, RESTITUTION, REST_SPEED, COUNT };
  field f[COUNT] = {{.name = "kind", .required = true},
                    {.name = "stiffness"},
                    {.name = "damping"},
                    {.name = "restitution"},
                    {.name = "rest_speed"}};
  w = ulna_yaml_inside(w, "stops");
  w.subject = "stops";
  static const char *const kinds[] = {"none", "stiff", "hard"};
  int kind = 0;
  if (!ulna_yaml_fields(&l->r, n, w, "stops", f, COUNT)) return;
  if (!ulna_yaml_choice(&l->r, f[KIND].value, ulna_yaml_inside(w, "kind"), kinds, 3, &kind)) return;
  ulna_plant_options *plant = &l->s->plant;
  plant->stops = (ulna_stops)kind;
  static const ulna_stops owner[COUNT] = {ULNA_STOPS_NONE, ULNA_STOPS_STIFF, ULNA_STOPS_STIFF,
                                          ULNA_STOPS_HARD, ULNA_STOPS_HARD};
  double *const values[COUNT] = {NULL, &plant->stop_stiffness, &plant->stop_damping, &plant->restitution,
                                 &plant->rest_speed};
  static const char *const units[COUNT] = {"", "N m/rad or N/m", "N m s/rad or N s/m", "", "rad/s or m/s"};
  for (int k = STIFFNESS; k < COUNT; k++) {
    const bool used = owner[k] == plant->stops;
    if (f[k].value && !used)
      SAY(l, "unused", f[k].value, w, "%s belongs to %s stops; these are %s", f[k].name, kinds[owner[k]],
          kinds[kind]);
    else if (f[k].value)
      ulna_scenario_not_negative(l, f[k].value, ulna_yaml_inside(w, "%s", f[k].name), units[k], values[k]);
    else if (used && k == STIFFNESS) SAY(l, "missing key", n, w, "stiff stops need \"stiffness\"");
  }
  if (f[RESTITUTION].value && plant->restitution > 1)
    SAY(l, "value", f[RESTITUTION].value, w, "restitution is %.10g; more than 1 would make energy",
        plant->restitution);
}

/* The body of a payload, judged as a robot's own is: by the builder, around a robot of one link. */
static void read_payload_body(loading *l, const field f[3], const node *n, ulna_body *body)
{
  ulna_builder *b = NULL;
  ulna_status status = ulna_builder_create(ULNA_DH, l->r.in->allocator, &b);
  ulna_joint joint = ulna_joint_default();
  joint.name = joint.link.name = "arm";
  joint.a = l->s->model ? ulna_model_length(l->s->model) : 1;
  joint.link.body = (ulna_body){.mass = 1, .inertia = {1, 1, 1, 0, 0, 0}, .about = ULNA_ABOUT_COM};
  if (status == ULNA_OK) status = ulna_builder_add_joint(b, &joint);
  if (status == ULNA_OK && l->r.in->file) status = ulna_builder_set_file(b, l->r.in->file);
  for (int i = 0; i < l->accept_count && status == ULNA_OK; i++)
    status = ulna_builder_accept(b, l->accept[i].condition, l->accept[i].reason);
  if (status == ULNA_OK) {
    ulna_yaml_tell_builder(&l->r, b);
    const where w = {"payload", "payload"};
    ulna_yaml_place(&l->r, w, n);
    ulna_yaml_body(&l->r, f[0].value, f[1].value, f[2].value, w, body);
    ulna_builder_set_payload(b, body);
    ulna_yaml_tell_builder(&l->r, NULL);
    status = ulna_builder_check(b, l->r.in->report);
    if (status == ULNA_BAD_ROBOT) {
      l->r.errors++;
      status = ULNA_OK;
    }
  }
  if (status != ULNA_OK) l->r.status = status;
  ulna_builder_destroy(b);
}

static void read_payload(loading *l, const node *n, where w, ulna_payload_change *change, const char **name)
{
  enum { MASS, COM, INERTIA, AT, RELEASE, NAME, COUNT };
  field f[COUNT] = {{.name = "mass"},    {.name = "com"},
                    {.name = "inertia"}, {.name = "at", .required = true},
                    {.name = "release"}, {.name = "name"}};
  if (!ulna_yaml_fields(&l->r, n, w, "a payload", f, COUNT)) return;
  ulna_scenario_not_negative(l, f[AT].value, ulna_yaml_inside(w, "at"), "s", &change->t);
  const char *text;
  if (f[NAME].value && ulna_yaml_text(&l->r, f[NAME].value, ulna_yaml_inside(w, "name"), &text))
    *name = ulna_scenario_copy(l, text);
  const bool body = f[MASS].value || f[COM].value || f[INERTIA].value;
  if (f[RELEASE].value) {
    if (ulna_yaml_bool(&l->r, f[RELEASE].value, ulna_yaml_inside(w, "release"), &change->none) &&
        !change->none)
      SAY(l, "value", f[RELEASE].value, w, "release: false says nothing; leave it out");
    if (body)
      SAY(l, "value", n, w, "a payload is either picked up (mass, com, inertia) or released, not both");
    return;
  }
  bool whole = true;
  for (int k = MASS; k <= INERTIA; k++) {
    if (f[k].value) continue;
    whole = false;
    SAY(l, "missing key", n, w, body ? "a payload needs \"%s\"" : "a payload needs \"%s\", or release: true",
        f[k].name);
    if (!body) break;
  }
  if (whole) read_payload_body(l, f, n, &change->body);
}

void ulna_scenario_payloads(loading *l, const node *n, where w)
{
  if (!n) return;
  ulna_scenario *s = l->s;
  w = ulna_yaml_inside(w, "payloads");
  w.subject = "payloads";
  if (!ulna_yaml_list(&l->r, n, w, "payloads")) return;
  s->payloads = ulna_scenario_take(l, (size_t)n->count, sizeof *s->payloads);
  s->payload_names = ulna_scenario_take(l, (size_t)n->count, sizeof *s->payload_names);
  if (!s->payloads || !s->payload_names) return;
  int i = 0;
  for (const node *item = n->first; item; item = item->next, i++) {
    where at = ulna_yaml_inside(w, "[%d]", i);
    char subject[YAML_PATH];
    snprintf(subject, sizeof subject, "%s", at.path);
    at.subject = subject;
    const int errors = l->r.errors;
    s->payload_names[i] = "payload";
    read_payload(l, item, at, &s->payloads[i], &s->payload_names[i]);
    if (i && l->r.errors == errors && !(s->payloads[i].t > s->payloads[i - 1].t))
      SAY(l, "time", item, at, "time runs backwards: this change is at %.10g s, the one before at %.10g s",
          s->payloads[i].t, s->payloads[i - 1].t);
  }
  s->payload_count = n->count;
}

void ulna_scenario_surface(loading *l, const node *n, where w)
{
  if (!n) return;
  enum { POINT, NORMAL, STIFFNESS, DAMPING, FRICTION, SLIP_SPEED, SETTLING, COUNT };
  field f[COUNT] = {{.name = "point", .required = true},
                    {.name = "normal", .required = true},
                    {.name = "stiffness", .required = true},
                    {.name = "damping"},
                    {.name = "friction"},
                    {.name = "slip_speed"},
                    {.name = "settling"}};
  w = ulna_yaml_inside(w, "surface");
  w.subject = "surface";
  if (!ulna_yaml_fields(&l->r, n, w, "a surface", f, COUNT)) return;
  ulna_surface *surface = &l->s->surface;
  surface->present = true;
  surface->slip_speed = 1e-3;
  l->s->settling = 0.5;
  ulna_yaml_vector(&l->r, f[POINT].value, ulna_yaml_inside(w, "point"), "m", surface->point);
  if (ulna_yaml_vector(&l->r, f[NORMAL].value, ulna_yaml_inside(w, "normal"), "", surface->normal) &&
      surface->normal[0] == 0 && surface->normal[1] == 0 && surface->normal[2] == 0)
    SAY(l, "value", f[NORMAL].value, w, "normal has no direction: all its numbers are 0");
  ulna_scenario_positive(l, f[STIFFNESS].value, ulna_yaml_inside(w, "stiffness"), "N/m", &surface->stiffness);
  if (f[DAMPING].value)
    ulna_scenario_not_negative(l, f[DAMPING].value, ulna_yaml_inside(w, "damping"), "s/m", &surface->damping);
  if (f[FRICTION].value)
    ulna_scenario_not_negative(l, f[FRICTION].value, ulna_yaml_inside(w, "friction"), "", &surface->friction);
  if (f[SLIP_SPEED].value)
    ulna_scenario_positive(l, f[SLIP_SPEED].value, ulna_yaml_inside(w, "slip_speed"), "m/s",
                           &surface->slip_speed);
  if (f[SETTLING].value)
    ulna_scenario_not_negative(l, f[SETTLING].value, ulna_yaml_inside(w, "settling"), "s", &l->s->settling);
}

const double *ulna_scenario_each_positive(loading *l, const field *f, where w, scenario_owner owner,
                                          const char *turning, const char *sliding)
{
  if (!f->value) return NULL;
  double *values = ulna_scenario_take(l, (size_t)l->n + 1, sizeof *values);
  if (!values || !ulna_scenario_each(l, f->value, ulna_yaml_inside(w, "%s", f->name), owner, turning, sliding,
                                     true, values))
    return NULL;
  for (int i = 0; i < l->n; i++)
    if (values[i] < 0) {
      SAY(l, "value", f->value, w, "%s has %.10g; it must not be negative", f->name, values[i]);
      return NULL;
    }
  return values;
}

void ulna_scenario_sensors(loading *l, const node *n, where w)
{
  if (!n) return;
  enum { POSITION_STEP, SPEED_STEP, POSITION_NOISE, SPEED_NOISE, SPEED_FROM, HAND, COUNT };
  field f[COUNT] = {{.name = "position_step"}, {.name = "speed_step"},           {.name = "position_noise"},
                    {.name = "speed_noise"},   {.name = "speed_from_positions"}, {.name = "hand"}};
  w = ulna_yaml_inside(w, "sensors");
  w.subject = "sensors";
  if (!ulna_yaml_fields(&l->r, n, w, "sensors", f, COUNT)) return;
  ulna_sensors *sensors = ulna_scenario_take(l, 1, sizeof *sensors);
  if (!sensors) return;
  sensors->position_step = ulna_scenario_each_positive(l, &f[POSITION_STEP], w, OF_JOINTS, "rad", "m");
  sensors->speed_step = ulna_scenario_each_positive(l, &f[SPEED_STEP], w, OF_JOINTS, "rad/s", "m/s");
  sensors->position_noise = ulna_scenario_each_positive(l, &f[POSITION_NOISE], w, OF_JOINTS, "rad", "m");
  sensors->speed_noise = ulna_scenario_each_positive(l, &f[SPEED_NOISE], w, OF_JOINTS, "rad/s", "m/s");
  if (f[SPEED_FROM].value)
    ulna_yaml_bool(&l->r, f[SPEED_FROM].value, ulna_yaml_inside(w, "speed_from_positions"),
                   &sensors->speed_from_positions);
  if (f[HAND].value) {
    const where at = ulna_yaml_inside(w, "hand");
    field h[] = {
        {.name = "force_bias"}, {.name = "moment_bias"}, {.name = "force_noise"}, {.name = "moment_noise"}};
    if (ulna_yaml_fields(&l->r, f[HAND].value, at, "a hand sensor", h, 4)) {
      sensors->hand_sensor = true;
      if (h[0].value)
        ulna_yaml_vector(&l->r, h[0].value, ulna_yaml_inside(at, "force_bias"), "N", sensors->force_bias);
      if (h[1].value)
        ulna_yaml_vector(&l->r, h[1].value, ulna_yaml_inside(at, "moment_bias"), "N m", sensors->moment_bias);
      if (h[2].value)
        ulna_scenario_not_negative(l, h[2].value, ulna_yaml_inside(at, "force_noise"), "N",
                                   &sensors->force_noise);
      if (h[3].value)
        ulna_scenario_not_negative(l, h[3].value, ulna_yaml_inside(at, "moment_noise"), "N m",
                                   &sensors->moment_noise);
    }
  }
  l->s->sensors = sensors;
}

void ulna_scenario_current_loop(loading *l, const node *n, where w)
{
  if (!n) return;
  enum { PERIOD, DELAY, PROPORTIONAL, INTEGRAL, COUNT };
  field f[COUNT] = {{.name = "period", .required = true},
                    {.name = "delay"},
                    {.name = "proportional", .required = true},
                    {.name = "integral", .required = true}};
  w = ulna_yaml_inside(w, "current_loop");
  w.subject = "current_loop";
  if (!ulna_yaml_fields(&l->r, n, w, "a current loop", f, COUNT)) return;
  if (l->s->plant.driven_by != ULNA_DRIVEN_BY_VOLTAGE)
    SAY(l, "unused", n, w, "current loops set voltages; they need driven_by: voltage");
  ulna_current_loop *loop = ulna_scenario_take(l, 1, sizeof *loop);
  if (!loop) return;
  ulna_scenario_positive(l, f[PERIOD].value, ulna_yaml_inside(w, "period"), "s", &loop->period);
  if (f[DELAY].value)
    ulna_scenario_not_negative(l, f[DELAY].value, ulna_yaml_inside(w, "delay"), "s", &loop->delay);
  loop->proportional = ulna_scenario_each_positive(l, &f[PROPORTIONAL], w, OF_ACTUATORS, "V/A", "V/A");
  loop->integral = ulna_scenario_each_positive(l, &f[INTEGRAL], w, OF_ACTUATORS, "V/(A s)", "V/(A s)");
  l->s->current_loop = loop;
}

static void read_groups(loading *l, const node *n, where w)
{
  if (!ulna_yaml_list(&l->r, n, w, "groups of columns")) return;
  memset(l->s->record, 0, sizeof l->s->record);
  int i = 0;
  for (const node *item = n->first; item; item = item->next, i++) {
    const char *text;
    if (!ulna_yaml_text(&l->r, item, ulna_yaml_inside(w, "[%d]", i), &text)) continue;
    nearest close = nearest_to(text);
    char all[300] = "";
    size_t used = 0;
    int group = GROUP_COUNT;
    for (int g = 0; g < GROUP_COUNT; g++) {
      if (strcmp(text, ulna_group_names[g]) == 0) group = g;
      nearest_offer(&close, ulna_group_names[g]);
      used += (size_t)snprintf(all + used, sizeof all - used, "%s%s", g ? ", " : "", ulna_group_names[g]);
    }
    if (group == GROUP_COUNT)
      SAY(l, "value", item, w, "\"%.60s\" cannot be recorded%s%s%s", text,
          close.best ? "; did you mean \"" : "; groups are ", close.best ? close.best : all,
          close.best ? "\"?" : "");
    else if (group_needs_controller((scenario_group)group) && !l->s->controlled)
      SAY(l, "unused", item, w, "\"%s\" comes from a controller, and there is none", text);
    else if (group == GROUP_MEASURED_WRENCH && !(l->s->sensors && l->s->sensors->hand_sensor))
      SAY(l, "unused", item, w, "\"%s\" comes from a hand sensor (sensors: {hand: {}}), and there is none",
          text);
    else if (l->s->record[group]) SAY(l, "value", item, w, "\"%s\" is named twice; keep one", text);
    else l->s->record[group] = true;
  }
}

void ulna_scenario_record(loading *l, const node *n, where w)
{
  ulna_scenario *s = l->s;
  s->record_every = 0.01;
  s->record[GROUP_Q] = s->record[GROUP_QD] = s->record[GROUP_U] = s->record[GROUP_HAND] = true;
  s->record[GROUP_ENERGY] = true;
  if (!n) return;
  field f[] = {{.name = "file"}, {.name = "every"}, {.name = "what"}};
  w = ulna_yaml_inside(w, "record");
  w.subject = "record";
  if (!ulna_yaml_fields(&l->r, n, w, "a record", f, 3)) return;
  const char *file = NULL;
  if (f[0].value && ulna_yaml_text(&l->r, f[0].value, ulna_yaml_inside(w, "file"), &file)) {
    if (!*file) SAY(l, "value", f[0].value, w, "file has no name");
    else if (!l->allow_outside && !ulna_path_stays("", file))
      SAY(l, "outside", f[0].value, w,
          "\"%.200s\" lies outside the working folder, and a scenario may record only inside; allow it "
          "(--allow-outside), or choose a file (--record)",
          file);
    s->record_file = ulna_scenario_copy(l, file);
  }
  if (f[1].value) ulna_scenario_positive(l, f[1].value, ulna_yaml_inside(w, "every"), "s", &s->record_every);
  if (f[2].value) read_groups(l, f[2].value, ulna_yaml_inside(w, "what"));
}
