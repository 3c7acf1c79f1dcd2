/* Watches a run for signs that it is worth nothing, and reports them at its end.
 *
 *   saturation  the controller's output was cut without a pause for LONG_CUT seconds
 *   chattering  a joint's torque went to and fro from sample to sample, CHATTER times in a row, by more than 5 % of its
 *               limit (without a limit: a fifth of the largest torque the joint had, and 1 % of the largest of any joint)
 *   no hold     BRAKING seconds after the controller began to hold the arm for a fault, a joint is faster than its limit
 *   energy      energy and work do not balance to 1e-3 of the largest of them; an arm that does not move exchanges none
 *
 * The recording is kept; the summary's first warnings say what it was, and the command's status is 3. */
#include <math.h>
#include <stdarg.h>
#include <stdio.h>

#include "run/run.h"

enum { CHATTER = 20 };
static const double long_cut = 0.25, chatter_of_limit = 0.05, chatter_of_largest = 0.2, balance = 1e-3;
static const double chatter_of_all = 0.01, resting = 1e-10, braking = 0.5;

bool ulna_run_watch_start(ulna_run *run)
{
  run_watch *w = &run->watch;
  const size_t n = (size_t)run->scenario.n;
  w->last = arena_take_array(&run->memory, n, sizeof *w->last);
  w->change = arena_take_array(&run->memory, n, sizeof *w->change);
  w->largest = arena_take_array(&run->memory, n, sizeof *w->largest);
  w->reversals = arena_take_array(&run->memory, n, sizeof *w->reversals);
  w->held_from = (double)NAN;
  return !run->memory.failed;
}

/* The speed beyond which the controller finds a fault, its margin aside. */
static double allowed_speed(const ulna_scenario *s, int i)
{
  const double limit = ulna_model_joint(s->model, i + 1)->limits.velocity;
  return isfinite(limit) ? limit : s->controller.safety.fastest;
}

static void watch_hold(ulna_run *run, const ulna_measured *measured, bool holds)
{
  run_watch *w = &run->watch;
  if (!holds) w->held_from = (double)NAN;
  else if (isnan(w->held_from)) w->held_from = measured->t;
  if (!(measured->t - w->held_from >= braking)) return;
  for (int i = 0; i < run->scenario.n; i++) {
    const double speed = fabs(measured->qd[i]) / allowed_speed(&run->scenario, i);
    if (speed > fmax(w->unheld, 1)) w->unheld = speed, w->unheld_joint = i, w->unheld_at = measured->t;
  }
}

void ulna_run_watch_step(ulna_run *run, const ulna_measured *measured, bool holds)
{
  run_watch *w = &run->watch;
  const double t = measured->t;
  watch_hold(run, measured, holds);
  const ulna_control_outcome *o = ulna_controller_outcome(run->controller);
  w->cut_for = o->saturated ? w->cut_for + run->scenario.controller.period : 0;
  if (o->saturated && w->cut_for > w->longest_cut) w->longest_cut = w->cut_for, w->cut_until = t;
  double most = 0;  // of the joints' torques (forces) so far
  for (int i = 0; i < run->scenario.n; i++) most = fmax(most, w->largest[i]);
  for (int i = 0; i < run->scenario.n; i++) {
    const double u = o->joint_side[i], change = u - w->last[i], before = w->change[i];
    const double limit = ulna_run_allowed_effort(&run->scenario, i);
    if (fabs(u) > w->largest[i]) w->largest[i] = fabs(u);
    const double least = isfinite(limit) ? chatter_of_limit * limit
                                         : fmax(chatter_of_largest * w->largest[i], chatter_of_all * most);
    const bool turned = change * before < 0 && fabs(change) > least && fabs(before) > least;
    w->reversals[i] = turned ? w->reversals[i] + 1 : 0;
    w->last[i] = u, w->change[i] = change;
    if (w->reversals[i] < CHATTER) continue;
    if (w->chatter_samples++ == 0) w->chatter_joint = i, w->chatter_from = t, w->chatter_by = fabs(change);
  }
}

/* One more sentence that says why the run is worth nothing. */
static void condemn(ulna_run *run, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void condemn(ulna_run *run, const char *format, ...)
{
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(run->warnings[run->summary.warning_count], RUN_WARNING, format, arguments);
  va_end(arguments);
  run->warning_texts[run->summary.warning_count] = run->warnings[run->summary.warning_count];
  run->summary.warning_count++;
  run->summary.worthless_count++;
}

void ulna_run_watch_close(ulna_run *run)
{
  const run_watch *w = &run->watch;
  const ulna_run_summary *s = &run->summary;
  if (w->longest_cut >= long_cut)
    condemn(run, "worthless: the controller was at a limit for %.3g s without a pause, until t = %.6g s",
            w->longest_cut, w->cut_until);
  if (w->chatter_samples > 0)
    condemn(run, "worthless: joint \"%.40s\" chatters by %.4g %s from sample to sample, from t = %.6g s on",
            run->effort[w->chatter_joint].name, w->chatter_by, run->effort[w->chatter_joint].unit,
            w->chatter_from);
  if (w->unheld > 0)
    condemn(
        run,
        "worthless: the controller could not hold the arm: joint \"%.40s\" was %.3g times as fast as allowed at t = %.6g s",
        run->effort[w->unheld_joint].name, w->unheld, w->unheld_at);
  // what lifting the whole arm by its length takes, and of that what rounding leaves of an arm at rest
  const ulna_model *model = run->scenario.model;
  const double rounding = resting * 9.81 * ulna_model_mass(model) * ulna_model_length(model);
  if (s->energy_scale > rounding && !(s->energy_error <= balance))
    condemn(run, "worthless: energy and work balance to %.2g only; shorter steps, or a tighter tolerance",
            s->energy_error);
}
