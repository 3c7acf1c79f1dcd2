/* One execution of a scenario. */
#include "run/run.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>

#include "base/nearest.h"
#include "run/changes.h"
#include "scenario/likeness.h"
#include "text/text.h"
#include "ulna/multistep.h"

ulna_run_options ulna_run_options_default(void) { return (ulna_run_options){.seed = NULL}; }

/* Adds a problem without a place in the file: the parts of the scenario are sound, but do not go together. */
static ulna_status refuse(ulna_report *report, ulna_status status, const char *why)
{
  if (status == ULNA_OUT_OF_MEMORY) return status;
  const ulna_problem problem = {
      .severity = ULNA_ERROR, .condition = "run", .subject = "scenario", .text = why};
  if (report && ulna_report_add(report, &problem) != ULNA_OK) return ULNA_OUT_OF_MEMORY;
  return status == ULNA_UNSUPPORTED ? status : ULNA_BAD_SCENARIO;
}

/* Steps by tolerance instead of by length, where the scenario asks for them. */
static ulna_status set_stepper(ulna_run *run)
{
  if (scenario_method_is_fixed(run->scenario.method)) return ULNA_OK;
  ulna_status (*create)(ulna_plant *, const ulna_adaptive_options *, const ulna_allocator *,
                        ulna_adaptive **) = ulna_adaptive_create;
#ifdef ULNA_HAS_MULTISTEP
  if (run->scenario.method != METHOD_ERK) create = ulna_multistep_create;
#endif
  const ulna_status status = create(ulna_simulation_plant(run->simulation), &run->scenario.adaptive,
                                    &run->allocator, &run->adaptive);
  if (status != ULNA_OK) return status;
  const ulna_stepper stepper = ulna_adaptive_stepper(run->adaptive);
  ulna_simulation_set_stepper(run->simulation, &stepper);
  return ULNA_OK;
}

static ulna_status take_memory(ulna_run *run)
{
  const size_t n = (size_t)run->scenario.n;
  run->effort = arena_take_array(&run->memory, n, sizeof *run->effort);
  run->effort_squares = arena_take_array(&run->memory, n, sizeof *run->effort_squares);
  run->warnings = arena_take_array(&run->memory, 3 * n + 5, sizeof *run->warnings);
  run->warning_texts = arena_take_array(&run->memory, 3 * n + 5, sizeof *run->warning_texts);
  if (!ulna_run_watch_start(run) || ulna_run_figures_start(run) != ULNA_OK) return ULNA_OUT_OF_MEMORY;
  return ulna_run_make_columns(run);
}

/* Refuses an impossible option. */
static ulna_status refuse_option(ulna_report *report, const char *option, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
static ulna_status refuse_option(ulna_report *report, const char *option, const char *format, ...)
{
  char text[200];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  const ulna_problem problem = {
      .severity = ULNA_ERROR, .condition = "option", .subject = option, .text = text};
  if (report && ulna_report_add(report, &problem) != ULNA_OK) return ULNA_OUT_OF_MEMORY;
  return ULNA_INVALID_ARGUMENT;
}

static ulna_status override_method(ulna_scenario *s, const char *name, ulna_report *report)
{
  static const ulna_adaptive_method adaptive[] = {ULNA_ERK, ULNA_ADAMS, ULNA_BDF};
  nearest close = nearest_to(name);
  for (int i = 0; i < METHOD_COUNT; i++) {
    nearest_offer(&close, ulna_method_names[i]);
    if (strcmp(name, ulna_method_names[i]) != 0) continue;
    if ((int)s->method != i) s->adaptive.order = 0;
    s->method = (scenario_method)i;
    if (!scenario_method_is_fixed(s->method)) s->adaptive.method = adaptive[i - METHOD_ERK];
    return ULNA_OK;
  }
  return refuse_option(
      report, "integrator", "\"%.40s\" is none of euler, semi-implicit, rk4, erk, adams, bdf%s%s%s", name,
      close.best ? "; did you mean " : "", close.best ? close.best : "", close.best ? "?" : "");
}

/* The same controller of another kind. */
static ulna_status override_kind(ulna_scenario *s, const char *name, ulna_report *report)
{
  if (!s->controlled)
    return refuse_option(report, "controller",
                         "the scenario has no controller to replace: it needs one, with its period");
  nearest close = nearest_to(name);
  for (int i = 0; i < ULNA_CONTROL_KIND_COUNT; i++)
    nearest_offer(&close, ulna_control_kind_name((ulna_control_kind)i));
  if (ulna_control_kind_find(name, &s->controller.kind) != ULNA_OK)
    return refuse_option(
        report, "controller",
        "\"%.40s\" is none of unified, computed-torque, pd-gravity, joint-pd, actuator-servo, "
        "impedance, unified-printed%s%s%s",
        name, close.best ? "; did you mean " : "", close.best ? close.best : "", close.best ? "?" : "");
  const char *fault = ulna_controller_options_fault(s->model, &s->controller);
  return fault ? refuse_option(report, "controller", "%s: %s", name, fault) : ULNA_OK;
}

static ulna_status override_error(ulna_run *run, const ulna_model_error *error, ulna_report *report)
{
  ulna_scenario *s = &run->scenario;
  if (!s->controlled)
    return refuse_option(report, "model_error", "the scenario has no controller whose model could be wrong");
  if (!(error->mass > -1) || !(error->friction > -1) || !isfinite(error->mass) || !isfinite(error->friction))
    return refuse_option(report, "model_error",
                         "masses by %g %%, friction by %g %%; both must be above -100 %%", 100 * error->mass,
                         100 * error->friction);
  s->model_error = *error;
  const ulna_status status = ulna_control_model(s, error, &run->allocator, &run->control_model);
  s->control_model = run->control_model;
  if (status == ULNA_OK || status == ULNA_OUT_OF_MEMORY) return status;
  return refuse_option(report, "model_error", "this error makes an impossible robot: %s",
                       ulna_status_text(status));
}

/* Another plant, of which the controller knows nothing. */
static ulna_status override_arm(ulna_run *run, const ulna_arm *arm, ulna_report *report)
{
  ulna_scenario *s = &run->scenario;
  const likeness as = {.mass = arm->masses, .friction = arm->friction, .payload = arm->payload};
  const ulna_status status =
      ulna_likeness(s->model, s->accept_count, s->accept, &as, &run->allocator, &run->arm_model);
  if (status == ULNA_OUT_OF_MEMORY) return status;
  if (status != ULNA_OK)
    return refuse_option(report, "arm", "no robot can have these masses, friction and payload: %s",
                         ulna_status_text(status));
  if (!s->control_model) s->control_model = s->model;
  s->model = run->arm_model;
  return ULNA_OK;
}

static ulna_status override_forward_method(ulna_scenario *s, const char *name, ulna_report *report)
{
  nearest close = nearest_to(name);
  for (int i = 0; i < ULNA_FORWARD_METHOD_COUNT; i++)
    nearest_offer(&close, ulna_forward_method_name((ulna_forward_method)i));
  if (ulna_forward_method_find(name, &s->plant.forward_method) != ULNA_OK)
    return refuse_option(
        report, "forward_method", "\"%.40s\" is none of strobe, composite, saha, articulated, noc%s%s%s",
        name, close.best ? "; did you mean " : "", close.best ? close.best : "", close.best ? "?" : "");
  s->plant.by_method = true;
  return ULNA_OK;
}

static ulna_status override(ulna_scenario *s, const ulna_run_options *o, ulna_report *report)
{
  if (o->seed) s->seed = *o->seed;
  if (o->duration != 0) {
    if (!(o->duration > 0) || !isfinite(o->duration))
      return refuse_option(report, "duration", "%g s; it must be above 0 and finite", o->duration);
    s->duration = o->duration;
  }
  ulna_status status = o->integrator ? override_method(s, o->integrator, report) : ULNA_OK;
  if (status == ULNA_OK && o->forward_method) status = override_forward_method(s, o->forward_method, report);
  if (status != ULNA_OK) return status;
  const bool fixed = scenario_method_is_fixed(s->method);
  const char *name = ulna_method_names[s->method];
  if (o->step != 0) {
    if (!fixed) return refuse_option(report, "step", "%s chooses its steps by its tolerance", name);
    if (!(o->step >= LEAST_STEP) || !isfinite(o->step))
      return refuse_option(report, "step", "%g s; it must be at least %g and finite", o->step, LEAST_STEP);
    s->step = o->step;
  }
  if (o->tolerance != 0) {
    if (fixed) return refuse_option(report, "tolerance", "%s takes steps of a fixed length", name);
    if (!(o->tolerance >= LEAST_TOLERANCE) || !(o->tolerance < 1))
      return refuse_option(report, "tolerance", "%g cannot be met; it must be from %g to below 1",
                           o->tolerance, LEAST_TOLERANCE);
    s->adaptive.relative = s->adaptive.absolute = o->tolerance;
  }
  if (fixed && !(s->step > 0)) s->step = ulna_simulation_options_default().step;
  return o->controller ? override_kind(s, o->controller, report) : ULNA_OK;
}

/* Changes by hand go on from what the scenario and the options say. */
static ulna_status allow_changes(ulna_run *run, double every, ulna_simulation_options *o, ulna_report *report)
{
  run_changes *c = &run->changes;
  const ulna_scenario *s = &run->scenario;
  ulna_status status = ulna_run_changes_start(run, every, o);
  if (status == ULNA_INVALID_ARGUMENT)
    return refuse_option(report, "duration",
                         "%g s has more than %d instants of %g s at which pushes could change", s->duration,
                         MOST_PUSH_POINTS, c->every);
  if (status != ULNA_OK) return status;
  c->asked = c->tuned;
  if (!ulna_scenario_own_gains(&c->asked, s->n, &run->memory)) return ULNA_OUT_OF_MEMORY;
  for (int k = 0; s->controlled && k < c->retuning_count; k++) {
    double *gain = ulna_scenario_find_gain(&c->asked, s->n, c->retunings[k].gain);
    if (gain) *gain = c->retunings[k].value;
    const char *fault = ulna_controller_options_fault(s->model, &c->asked);
    if (fault)
      return refuse_option(report, "controller", "with the change at %g s: %s", c->retunings[k].t, fault);
  }
  return c->open ? ulna_work_create(s->model, ULNA_PARTS_NONE, &run->allocator, &run->push_work) : ULNA_OK;
}

static ulna_status prepare(ulna_run *run, const ulna_run_options *options, double every, ulna_report *report)
{
  ulna_scenario *s = &run->scenario;
  ulna_status status = options ? override(s, options, report) : ULNA_OK;
  if (status == ULNA_OK && options && options->model_error)
    status = override_error(run, options->model_error, report);
  if (status == ULNA_OK && options && options->arm) status = override_arm(run, options->arm, report);
  if (status == ULNA_OK && options && options->time_steps && !ulna_run_time_steps(run))
    status = ULNA_OUT_OF_MEMORY;
  if (status != ULNA_OK) return status;
  s->plant.linear = options && options->linear;
  s->integrator = ulna_scenario_describe(s, &run->memory);
  ulna_simulation_options o = ulna_scenario_options(s);
  if (o.sensors) {
    run->sensors = *o.sensors;
    run->sensors.seed = s->seed;
    o.sensors = &run->sensors;
  }
  status = take_memory(run);
  if (status != ULNA_OK) return status;
  char why[RUN_FAILURE];
  status = ulna_run_make_controller(run);
  if (status != ULNA_OK) {
    snprintf(why, sizeof why, "the controller cannot be made: %s", ulna_status_text(status));
    return refuse(report, status, why);
  }
  if (run->controller) o.controller = &run->sampled;
  status = allow_changes(run, every, &o, report);
  if (status != ULNA_OK) return status;
  status = ulna_simulation_create(s->model, &o, &run->allocator, &run->simulation);
  if (status != ULNA_OK && ulna_simulation_check(s->model, &o, why, sizeof why) != ULNA_OK)
    return refuse(report, status, why);
  if (status == ULNA_OK) status = set_stepper(run);
  if (status == ULNA_UNSUPPORTED) {
    snprintf(
        why, sizeof why,
        "%s needs SUNDIALS, and this build of Ulna is without it: install libsundials-dev and build again, or "
        "choose erk or rk4",
        ulna_method_names[s->method]);
    return refuse(report, status, why);
  }
  if (status != ULNA_OK) return refuse(report, status, ulna_status_text(status));
  status = ulna_simulation_start(run->simulation, 0, s->q, s->qd);
  return status == ULNA_OK ? status : refuse(report, status, ulna_simulation_failure(run->simulation));
}

ulna_status ulna_run_create(const ulna_scenario *scenario, const ulna_run_options *options,
                            const ulna_allocator *allocator, ulna_report *report, ulna_run **run)
{
  return ulna_run_create_open(scenario, options, 0, allocator, report, run);
}

ulna_status ulna_run_create_open(const ulna_scenario *scenario, const ulna_run_options *options, double every,
                                 const ulna_allocator *allocator, ulna_report *report, ulna_run **run)
{
  const ulna_allocator from = allocator_or_standard(allocator);
  ulna_run *r = from.allocate(from.context, sizeof *r, ARENA_ALIGNMENT);
  if (!r) return ULNA_OUT_OF_MEMORY;
  *r = (ulna_run){.allocator = from, .scenario = *scenario};
  arena_init(&r->memory, &from);
  const ulna_status status = prepare(r, options, every, report);
  if (status == ULNA_OK) *run = r;
  else ulna_run_destroy(r);
  return status;
}

void ulna_run_destroy(ulna_run *run)
{
  if (!run) return;
  const ulna_allocator from = run->allocator;
  ulna_adaptive_destroy(run->adaptive);
  ulna_simulation_destroy(run->simulation);
  ulna_controller_destroy(run->controller);
  ulna_model_destroy(run->control_model);
  ulna_model_destroy(run->arm_model);
  ulna_work_destroy(run->work);
  ulna_work_destroy(run->push_work);
  arena_free(&run->memory);
  from.release(from.context, run, sizeof *run);
}

int ulna_run_column_count(const ulna_run *run) { return run->column_count; }
const ulna_column *ulna_run_columns(const ulna_run *run) { return run->columns; }
ulna_simulation *ulna_run_simulation(ulna_run *run) { return run->simulation; }

double ulna_run_time(const ulna_run *run) { return ulna_simulation_time(run->simulation); }
double ulna_run_duration(const ulna_run *run) { return run->scenario.duration; }
const char *ulna_run_integrator(const ulna_run *run) { return run->scenario.integrator; }
uint64_t ulna_run_seed(const ulna_run *run) { return run->scenario.seed; }
const char *ulna_run_controller(const ulna_run *run)
{
  return run->controller ? ulna_control_kind_name(run->scenario.controller.kind) : NULL;
}
ulna_model_error ulna_run_model_error(const ulna_run *run) { return run->scenario.model_error; }
const char *ulna_run_failure(const ulna_run *run) { return run->failure; }

/* Instants that differ by rounding are one, as in the simulation. */
bool ulna_run_is_over(const ulna_run *run)
{
  return run->status == ULNA_OK && ulna_run_time(run) >= run->scenario.duration * (1 - 1e-14);
}

/* The status that a row returns to the simulation to pause the run there; the simulation is intact and goes on from
 * it. A run that rests at a row, and does not end there, is the same to the last bit however it is divided. */
static const ulna_status rest_here = ULNA_STATUS_COUNT;

static ulna_status take_sample(void *context, const ulna_sample *sample)
{
  ulna_run *run = context;
  ulna_run_figures_row(run, sample);
  if (run->sink_status == ULNA_OK && run->sink && run->sink->row) {
    ulna_run_row(run, run->scenario.record, sample, run->row);
    run->sink_status = run->sink->row(run->sink->context, run->row);
  }
  if (run->sink_status != ULNA_OK) return run->sink_status;
  if (run->listener) {
    ulna_run_row(run, run->listener->group, sample, run->listener->row);
    run->listener->take_row(run->listener->context, run->listener->row);
  }
  return ++run->rows > run->last_row ? rest_here : ULNA_OK;
}

static void take_event(void *context, const ulna_event *event)
{
  ulna_run *run = context;
  if (run->sink_status == ULNA_OK) ulna_run_tell_event(run, event);
}

static ulna_status take_step(void *context, double t)
{
  ulna_run *run = context;
  if (run->sink_status == ULNA_OK && run->sink && run->sink->step)
    run->sink_status = run->sink->step(run->sink->context, t);
  return run->sink_status;
}

ulna_status ulna_run_advance(ulna_run *run, double until, const ulna_run_sink *sink)
{
  if (run->status != ULNA_OK) return run->status;
  if (isnan(until)) return ULNA_NOT_FINITE;
  const double duration = run->scenario.duration;
  run->last_row =
      until < duration ? floor(until / run->scenario.record_every * (1 + 1e-12)) : (double)INFINITY;
  if (run->rows > run->last_row || ulna_run_is_over(run)) return ULNA_OK;
  run->sink = sink;
  run->sink_status = ULNA_OK;
  const ulna_simulation_sink simulation_sink = {
      .context = run, .sample = take_sample, .event = take_event, .step = take_step};
  ulna_status status = ulna_simulation_advance(run->simulation, duration, &simulation_sink);
  if (status == rest_here) status = ULNA_OK;
  if (status == ULNA_OK) status = run->sink_status;
  run->sink = NULL;
  run->status = status;
  if (status == ULNA_OK) return status;
  const char *why = ulna_simulation_failure(run->simulation);
  snprintf(run->failure, sizeof run->failure, "%s", *why ? why : ulna_status_text(status));
  return status;
}

/* A sentence on each limit that a joint passed. */
static void warn(ulna_run *run, const ulna_joint *joint, const char *what, const char *unit,
                 ulna_excess excess)
{
  if (!(excess.excess > 0)) return;
  char *text = run->warnings[run->summary.warning_count];
  snprintf(text, RUN_WARNING, "joint \"%.40s\" was beyond its limit of %s by up to %.4g %s, first at %.6g s",
           joint->name, what, excess.excess, unit, excess.first_time);
  run->warning_texts[run->summary.warning_count++] = text;
}

double ulna_run_allowed_effort(const ulna_scenario *s, int i)
{
  const double robot = ulna_model_joint(s->model, i + 1)->limits.effort;
  return s->controlled && s->controller.effort ? fmin(robot, s->controller.effort[i]) : robot;
}

const ulna_run_summary *ulna_run_summary_get(ulna_run *run)
{
  const ulna_simulation_statistics s = ulna_simulation_statistics_get(run->simulation);
  ulna_run_figures_close(run);
  run->summary = (ulna_run_summary){.t = ulna_run_time(run),
                                    .steps = s.steps,
                                    .events = s.events,
                                    .control_samples = s.control_samples,
                                    .rows = (long)run->rows,
                                    .energy_error = s.energy_error,
                                    .energy_scale = s.energy_scale,
                                    .effort_count = run->scenario.n,
                                    .effort = run->effort,
                                    .tracking_count = run->scenario.segment_count,
                                    .tracking = run->tracking,
                                    .contact = run->scenario.surface.present ? &run->contact : NULL,
                                    .control = run->controller ? &run->control : NULL,
                                    .reference = run->scenario.reference ? &run->reference : NULL,
                                    .warnings = run->warning_texts};
  for (int i = 0; i < run->scenario.n; i++) {
    const ulna_joint *joint = ulna_model_joint(run->scenario.model, i + 1);
    const bool turns = joint->type == ULNA_REVOLUTE;
    run->effort[i] =
        (ulna_run_effort){.name = joint->name,
                          .unit = turns ? "N m" : "N",
                          .largest = s.largest_tau[i],
                          .limit = ulna_run_allowed_effort(&run->scenario, i),
                          .exceeded_at = s.effort[i].excess > 0 ? s.effort[i].first_time : (double)NAN,
                          .rms = run->rows > 0 ? sqrt(run->effort_squares[i] / run->rows) : (double)NAN};
  }
  ulna_run_watch_close(run);
  if (run->controller && run->control.fault) {
    char *text = run->warnings[run->summary.warning_count];
    const char *did = run->watch.unheld > 0 ? "stopped its task" : "held the arm still";
    snprintf(text, RUN_WARNING, "the controller %s: %s", did, run->control.fault);
    run->warning_texts[run->summary.warning_count++] = text;
  }
  for (int i = 0; i < run->scenario.n; i++) {
    const ulna_joint *joint = ulna_model_joint(run->scenario.model, i + 1);
    const bool turns = joint->type == ULNA_REVOLUTE;
    warn(run, joint, "position", turns ? "rad" : "m", s.position[i]);
    warn(run, joint, "speed", turns ? "rad/s" : "m/s", s.speed[i]);
    warn(run, joint, "effort", turns ? "N m" : "N", s.effort[i]);
  }
  return &run->summary;
}
