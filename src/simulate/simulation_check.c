/* Checks the options of a run, and says in words what is wrong. */
#include <math.h>
#include <stdarg.h>
#include <stdio.h>

#include "base/finite.h"
#include "base/memory.h"
#include "model/body.h"
#include "simulate/simulation.h"

typedef struct {
  const ulna_model *model;
  const ulna_simulation_options *options;
  int n;
  char *buffer;
  size_t size;
} checking;

__attribute__((format(printf, 3, 4))) static ulna_status fault(const checking *c, ulna_status status,
                                                               const char *format, ...)
{
  va_list arguments;
  va_start(arguments, format);
  if (c->buffer && c->size) vsnprintf(c->buffer, c->size, format, arguments);
  va_end(arguments);
  return status;
}

static ulna_status check_channels(const checking *c, const char *of, const ulna_channel channels[], int count)
{
  for (int k = 0; channels && k < count; k++) {
    int which = -1;
    const ulna_status status = ulna_channel_check(&channels[k], &which);
    if (status == ULNA_NOT_FINITE)
      return fault(c, status, "signal %d of %s %d has a number that is not finite", which + 1, of, k + 1);
    if (status != ULNA_OK)
      return fault(c, status, "signal %d of %s %d: its times do not rise, or it has none", which + 1, of,
                   k + 1);
  }
  return ULNA_OK;
}

static ulna_status check_list(const checking *c, const char *what, const double list[])
{
  for (int i = 0; list && i < c->n; i++)
    if (!not_negative(list[i]))
      return fault(c, ULNA_INVALID_ARGUMENT, "the %s of joint %d is %g: it must be 0 or more", what, i + 1,
                   list[i]);
  return ULNA_OK;
}

static ulna_status check_times(const checking *c, const char *of, double period, double delay)
{
  if (!positive(period))
    return fault(c, ULNA_INVALID_ARGUMENT, "the period of the %s is %g s: it must be positive", of, period);
  if (!not_negative(delay))
    return fault(c, ULNA_INVALID_ARGUMENT, "the delay of the %s is %g s: it must be 0 or more", of, delay);
  if (delay / period > 1e5)
    return fault(c, ULNA_INVALID_ARGUMENT, "the delay of the %s is more than 100000 of its periods", of);
  return ULNA_OK;
}

static ulna_status check_plant(const checking *c)
{
  const ulna_simulation_options *o = c->options;
  const int missing = ulna_plant_missing_motor(c->model, o->plant.driven_by);
  if (missing >= 0)
    return fault(c, ULNA_UNSUPPORTED,
                 "the actuator \"%s\" has no motor with the numbers this takes: drive by force or torque",
                 ulna_actuator_name(c->model, missing));
  if (o->plant.by_method && !ulna_plant_takes_method(c->model, o->plant.forward_method))
    return fault(
        c, ULNA_UNSUPPORTED,
        "forward dynamics by %s is for links alone, but this robot has rotors or friction by load; leave "
        "the choice out",
        ulna_forward_method_name(o->plant.forward_method));
  if (!positive(o->step))
    return fault(c, ULNA_INVALID_ARGUMENT, "the step is %g s: it must be positive", o->step);
  if (!positive(o->event_tolerance))
    return fault(c, ULNA_INVALID_ARGUMENT, "the tolerance of events is %g s: it must be positive",
                 o->event_tolerance);
  if (!(o->record_period >= 0))
    return fault(c, ULNA_INVALID_ARGUMENT, "the record period is %g s: it must be 0 or more",
                 o->record_period);
  if ((unsigned)o->integrator > ULNA_RK4) return fault(c, ULNA_INVALID_ARGUMENT, "the integrator is unknown");
  if (o->plant.stops == ULNA_STOPS_STIFF &&
      !(positive(o->plant.stop_stiffness) && not_negative(o->plant.stop_damping)))
    return fault(c, ULNA_INVALID_ARGUMENT,
                 "stiff stops need a positive stiffness and a damping of 0 or more");
  if (o->plant.stops == ULNA_STOPS_HARD &&
      !(o->plant.restitution >= 0 && o->plant.restitution <= 1 && not_negative(o->plant.rest_speed)))
    return fault(c, ULNA_INVALID_ARGUMENT,
                 "hard stops need a restitution from 0 to 1 and a rest speed of 0 or more");
  return ULNA_OK;
}

static ulna_status check_control(const checking *c)
{
  const ulna_simulation_options *o = c->options;
  ulna_status status = ULNA_OK;
  if (o->controller) {
    if (!o->controller->step) return fault(c, ULNA_INVALID_ARGUMENT, "the controller has no step function");
    status = check_times(c, "controller", o->controller->period, o->controller->delay);
  }
  if (status == ULNA_OK && o->current_loop) {
    const ulna_current_loop *loop = o->current_loop;
    if (o->plant.driven_by != ULNA_DRIVEN_BY_VOLTAGE)
      return fault(c, ULNA_INVALID_ARGUMENT,
                   "current loops give voltages: the plant must be driven by voltage");
    if (!loop->proportional || !loop->integral)
      return fault(c, ULNA_INVALID_ARGUMENT, "the current loops have no gains");
    status = check_times(c, "current loop", loop->period, loop->delay);
    if (status == ULNA_OK) status = check_list(c, "current loop's proportional gain", loop->proportional);
    if (status == ULNA_OK) status = check_list(c, "current loop's integral gain", loop->integral);
  }
  return status;
}

static ulna_status check_sensors(const checking *c)
{
  const ulna_sensors *x = c->options->sensors;
  if (!x) return ULNA_OK;
  ulna_status status = check_list(c, "position step", x->position_step);
  if (status == ULNA_OK) status = check_list(c, "speed step", x->speed_step);
  if (status == ULNA_OK) status = check_list(c, "position noise", x->position_noise);
  if (status == ULNA_OK) status = check_list(c, "speed noise", x->speed_noise);
  if (status != ULNA_OK) return status;
  if (!not_negative(x->force_noise) || !not_negative(x->moment_noise))
    return fault(c, ULNA_INVALID_ARGUMENT, "the hand sensor's noise must be 0 or more");
  for (int k = 0; k < 3; k++)
    if (!isfinite(x->force_bias[k]) || !isfinite(x->moment_bias[k]))
      return fault(c, ULNA_NOT_FINITE, "the hand sensor's bias is not finite");
  return ULNA_OK;
}

static ulna_status check_payloads(const checking *c)
{
  const ulna_simulation_options *o = c->options;
  for (int k = 0; k < o->payload_change_count; k++) {
    const ulna_payload_change *x = &o->payload_changes[k];
    double moments[3];
    if (!isfinite(x->t) || (k > 0 && !(x->t > o->payload_changes[k - 1].t)))
      return fault(c, ULNA_INVALID_ARGUMENT,
                   "the times of the payload's changes do not rise: the %d. is at %g s", k + 1, x->t);
    if (x->none) continue;
    if (x->body.about == ULNA_ABOUT_UNSAID)
      return fault(c, ULNA_INVALID_ARGUMENT, "payload %d does not say what its inertia is about", k + 1);
    if (ulna_body_fault_of(&x->body, moments) != ULNA_BODY_SOUND)
      return fault(c, ULNA_BAD_ROBOT, "payload %d is not a possible body: look at its mass and inertia",
                   k + 1);
  }
  return ULNA_OK;
}

static ulna_status check_surface(const checking *c)
{
  const ulna_surface *x = &c->options->surface;
  if (!x->present) return ULNA_OK;
  double length = 0;
  for (int k = 0; k < 3; k++) {
    length += x->normal[k] * x->normal[k];
    if (!isfinite(x->point[k])) return fault(c, ULNA_NOT_FINITE, "the surface's point is not finite");
  }
  if (!positive(length)) return fault(c, ULNA_INVALID_ARGUMENT, "the surface's normal has no direction");
  if (!positive(x->stiffness))
    return fault(c, ULNA_INVALID_ARGUMENT, "the surface's stiffness must be positive");
  if (!not_negative(x->damping) || !not_negative(x->friction))
    return fault(c, ULNA_INVALID_ARGUMENT, "the surface's damping and friction must be 0 or more");
  if (x->friction > 0 && !positive(x->slip_speed))
    return fault(c, ULNA_INVALID_ARGUMENT, "a surface with friction needs a positive slip speed");
  return ULNA_OK;
}

ulna_status ulna_simulation_check(const ulna_model *model, const ulna_simulation_options *options,
                                  char *buffer, size_t size)
{
  ULNA_ASSERT(model);
  const checking c = {model, options, ulna_model_joint_count(model), buffer, size};
  if (buffer && size) buffer[0] = 0;
  ulna_status status = check_plant(&c);
  if (status == ULNA_OK) status = check_control(&c);
  if (status == ULNA_OK) status = check_channels(&c, "input", options->input, c.n);
  if (status == ULNA_OK) status = check_channels(&c, "hand wrench component", options->hand_wrench, 6);
  if (status == ULNA_OK) status = check_channels(&c, "base coordinate", options->base, 6);
  if (status == ULNA_OK && (unsigned)options->hand_axes > ULNA_AXES_WORLD)
    status = fault(&c, ULNA_INVALID_ARGUMENT, "the axes of the hand's wrench are unknown");
  if (status == ULNA_OK) status = check_sensors(&c);
  if (status == ULNA_OK) status = check_payloads(&c);
  if (status == ULNA_OK) status = check_surface(&c);
  return status;
}
