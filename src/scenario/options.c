/* A scenario in the words of the simulation, and in words. */
#include "scenario/scenario.h"
#include "text/text.h"

const char *const ulna_group_names[GROUP_COUNT] = {
    "q",           "qd",         "qdd",        "u",           "command",
    "tau",         "q_a",        "qd_a",       "current",     "F_d",
    "friction",    "stop_force", "measured_q", "measured_qd", "measured_wrench",
    "hand",        "twist",      "wrench",     "contact",     "base",
    "energy",      "work",       "stage",      "desired_q",   "desired_qd",
    "desired_hand"};

const char *const ulna_method_names[METHOD_COUNT] = {"euler", "semi-implicit", "rk4", "erk", "adams", "bdf"};

const char *ulna_scenario_describe(const ulna_scenario *s, arena *memory)
{
  const char *name = ulna_method_names[s->method];
  const ulna_adaptive_options *a = &s->adaptive;
  const char *by = s->plant.by_method ? ", accelerations by " : "",
             *method = s->plant.by_method ? ulna_forward_method_name(s->plant.forward_method) : "";
  if (scenario_method_is_fixed(s->method))
    return ulna_text_format(memory, "%s, steps of %.10g s%s%s", name, s->step, by, method);
  if (a->order)
    return ulna_text_format(memory, "%s of order %d, tolerances %g relative, %g absolute%s%s", name, a->order,
                            a->relative, a->absolute, by, method);
  return ulna_text_format(memory, "%s, tolerances %g relative, %g absolute%s%s", name, a->relative,
                          a->absolute, by, method);
}

ulna_simulation_options ulna_scenario_options(const ulna_scenario *s)
{
  ulna_simulation_options o = ulna_simulation_options_default();
  o.plant = s->plant;
  if (scenario_method_is_fixed(s->method)) {
    static const ulna_integrator integrators[] = {ULNA_EULER, ULNA_SEMI_IMPLICIT_EULER, ULNA_RK4};
    o.integrator = integrators[s->method];
    o.step = s->step;
    o.event_tolerance = s->event_tolerance;
  }
  o.input = s->input;
  o.current_loop = s->current_loop;
  o.sensors = s->sensors;
  o.hand_wrench = s->hand_wrench;
  o.hand_axes = s->hand_axes;
  o.base = s->base;
  o.payload_change_count = s->payload_count;
  o.payload_changes = s->payloads;
  o.surface = s->surface;
  o.record_period = s->record_every;
  return o;
}
