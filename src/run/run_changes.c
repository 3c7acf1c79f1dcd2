/* Changes that a user makes to a run while it goes on, and those of its scenario.
 *
 * A push is a table that is held between multiples of `every`. Every multiple is a break of the run, changed or not, so that a run
 * whose changes are known from the start takes the same steps as the one during which they were made. */
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "run/changes.h"
#include "run/run.h"
#include "text/buffer.h"
#include "text/number.h"

enum { MOST_CHANGES = 100000 };

/* The values of the table from change k on, up to the next. */
static void fill_push(run_changes *c, int k)
{
  const double from = c->pushes[k].t, to = k + 1 < c->push_count ? c->pushes[k + 1].t : (double)INFINITY;
  for (int i = (int)lround(from / c->every); i < c->points && c->times[i] < to; i++)
    for (int axis = 0; axis < 3; axis++) c->force[axis][i] = c->pushes[k].force[axis];
}

/* The channels of the wrench, with one signal more for each of the forces. */
static bool make_channels(ulna_run *run)
{
  run_changes *c = &run->changes;
  const ulna_scenario *s = &run->scenario;
  for (int k = 0; k < 6; k++) {
    const ulna_channel *had = s->hand_wrench ? &s->hand_wrench[k] : NULL;
    const int count = had ? had->count : 0;
    ulna_signal *signals = arena_take_array(&run->memory, (size_t)count + 1, sizeof *signals);
    if (!signals) return false;
    if (count > 0) memcpy(signals, had->signals, (size_t)count * sizeof *signals);
    c->wrench[k] = (ulna_channel){count, signals};
    if (k >= 3) continue;
    signals[count] = ulna_signal_default(ULNA_SIGNAL_TABLE_HOLD);
    signals[count].count = c->points, signals[count].time = c->times, signals[count].value = c->force[k];
    c->wrench[k].count++;
  }
  return true;
}

/* Room for one more of a list that grows by doubling. */
static bool make_room(ulna_run *run, void **list, int count, int *room, size_t size)
{
  if (count >= MOST_CHANGES) return false;
  if (count < *room) return true;
  const int larger = *room > 0 ? 2 * *room : 16;
  void *more = arena_take_array(&run->memory, (size_t)larger, size);
  if (!more) return false;
  if (count > 0) memcpy(more, *list, (size_t)count * size);
  *list = more, *room = larger;
  return true;
}

/* The scenario's own, in lists that can grow. */
static bool copy_changes(ulna_run *run)
{
  run_changes *c = &run->changes;
  const ulna_scenario *s = &run->scenario;
  for (int k = 0; k < s->push_count; k++) {
    if (!make_room(run, (void **)&c->pushes, c->push_count, &c->push_room, sizeof *c->pushes)) return false;
    c->pushes[c->push_count++] = s->pushes[k];
  }
  for (int k = 0; k < s->retuning_count; k++) {
    if (!make_room(run, (void **)&c->retunings, c->retuning_count, &c->retuning_room, sizeof *c->retunings))
      return false;
    c->retunings[c->retuning_count++] = s->retunings[k];
  }
  return true;
}

ulna_status ulna_run_changes_start(ulna_run *run, double every, ulna_simulation_options *o)
{
  run_changes *c = &run->changes;
  const ulna_scenario *s = &run->scenario;
  c->open = every > 0;
  c->every = s->push_every > 0 ? s->push_every : every;
  if (!copy_changes(run)) return ULNA_OUT_OF_MEMORY;
  if (s->controlled) {
    c->tuned = s->controller;
    if (!ulna_scenario_own_gains(&c->tuned, s->n, &run->memory)) return ULNA_OUT_OF_MEMORY;
  }
  if (!(c->every > 0)) return ULNA_OK;
  if (!(s->duration / c->every <= MOST_PUSH_POINTS)) return ULNA_INVALID_ARGUMENT;
  c->points = (int)floor(s->duration / c->every * (1 + 1e-12)) + 1;
  c->times = arena_take_array(&run->memory, (size_t)c->points, sizeof *c->times);
  for (int k = 0; k < 3; k++)
    c->force[k] = arena_take_array(&run->memory, (size_t)c->points, sizeof *c->force[k]);
  if (run->memory.failed) return ULNA_OUT_OF_MEMORY;
  for (int i = 0; i < c->points; i++) c->times[i] = i * c->every;
  for (int k = 0; k < c->push_count; k++) fill_push(c, k);
  if (!make_channels(run)) return ULNA_OUT_OF_MEMORY;
  if (!o->hand_wrench) o->hand_axes = ULNA_AXES_BASE;
  o->hand_wrench = c->wrench;
  c->axes = o->hand_axes;
  return ULNA_OK;
}

/* Gains that are due at a sample. */
ulna_status ulna_run_retune(ulna_run *run, double t)
{
  run_changes *c = &run->changes;
  bool changed = false;
  for (; c->retuned < c->retuning_count && c->retunings[c->retuned].t <= t * (1 + 8 * DBL_EPSILON);
       c->retuned++) {
    double *gain = ulna_scenario_find_gain(&c->tuned, run->scenario.n, c->retunings[c->retuned].gain);
    if (!gain) return ULNA_INVALID_ARGUMENT;
    *gain = c->retunings[c->retuned].value;
    changed = true;
  }
  return changed ? ulna_controller_retune(run->controller, &c->tuned) : ULNA_OK;
}

/* The first multiple of `period` after time t, as its number. */
static double next_multiple(double t, double period)
{
  double k = floor(t / period) + 1;
  while (k * period <= t * (1 + 8 * DBL_EPSILON)) k++;  // an instant that is rounding away has been
  return k;
}

static bool is_none(const double force[3]) { return force[0] == 0 && force[1] == 0 && force[2] == 0; }

/* The multiple of `every` at which a push by hand begins: the next, or that of the last by hand if it is still to come, whose
 * place it takes. The end of a push does not replace the push itself: however short, it lasts from one multiple to
 * the next. */
static double place_of_push(const run_changes *c, double t, const double force[3])
{
  const double next = next_multiple(t, c->every);
  if (c->last_by_hand < next) return next;
  const int i = (int)c->last_by_hand;
  const double last[3] = {c->force[0][i], c->force[1][i], c->force[2][i]};
  return c->last_by_hand + (is_none(force) && !is_none(last) ? 1 : 0);
}

ulna_status ulna_run_push(ulna_run *run, const double force[3], double *at)
{
  run_changes *c = &run->changes;
  if (!c->open) return ULNA_INVALID_ARGUMENT;
  scenario_push push = {.t = 0, .force = {force[0], force[1], force[2]}};
  for (int k = 0; k < 3; k++)
    if (!isfinite(force[k])) return ULNA_NOT_FINITE;
  const double point = place_of_push(c, ulna_run_time(run), force);
  if (!(point < c->points)) return ULNA_INVALID_ARGUMENT;
  push.t = point * c->every;
  if (c->axes == ULNA_AXES_TOOL) {
    ulna_pose hand;
    ulna_hand_pose(run->scenario.model, run->push_work, ulna_simulation_state(run->simulation), &hand);
    for (int k = 0; k < 3; k++)
      push.force[k] = hand.R[0][k] * force[0] + hand.R[1][k] * force[1] + hand.R[2][k] * force[2];
  }
  int k = c->push_count;
  while (k > 0 && c->pushes[k - 1].t > push.t * (1 + 8 * DBL_EPSILON)) k--;
  const bool again = k > 0 && c->pushes[k - 1].t >= push.t * (1 - 8 * DBL_EPSILON);
  if (again) k--;
  else {
    if (!make_room(run, (void **)&c->pushes, c->push_count, &c->push_room, sizeof *c->pushes))
      return ULNA_OUT_OF_MEMORY;
    memmove(&c->pushes[k + 1], &c->pushes[k], (size_t)(c->push_count - k) * sizeof *c->pushes);
    c->push_count++;
  }
  c->pushes[k] = push;
  fill_push(c, k);
  c->last_by_hand = point;
  *at = push.t;
  return ULNA_OK;
}

bool ulna_run_gain(const ulna_run *run, int index, run_gain *gain)
{
  ulna_controller_options *o = (ulna_controller_options *)&run->changes.asked;
  scenario_gain found;
  if (!run->controller || !run->changes.open) return false;
  for (int k = 0; ulna_scenario_gain(o, run->scenario.n, k, &found); k++) {
    if (!found.used || index-- > 0) continue;
    *gain = (run_gain){.unit = found.unit, .value = *found.value};
    snprintf(gain->name, sizeof gain->name, "%s", found.name);
    return true;
  }
  return false;
}

const char *ulna_run_set_gain(ulna_run *run, const char *name, double value, double *at)
{
  run_changes *c = &run->changes;
  if (!run->controller || !c->open) return "there is no controller whose gains could be changed";
  double *gain = ulna_scenario_find_gain(&c->asked, run->scenario.n, name);
  if (!gain) return "no gain has this name";
  const double before = *gain;
  *gain = value;
  const char *fault = ulna_controller_options_fault(run->scenario.model, &c->asked);
  const double period = run->scenario.controller.period,
               t = next_multiple(ulna_run_time(run), period) * period;
  if (!fault && t > run->scenario.duration) fault = "the controller has no more samples";
  if (!fault &&
      !make_room(run, (void **)&c->retunings, c->retuning_count, &c->retuning_room, sizeof *c->retunings))
    fault = "there is no room for another change";
  if (fault) {
    *gain = before;
    return fault;
  }
  int k = c->retuning_count;
  while (k > c->retuned && c->retunings[k - 1].t > t) k--;
  memmove(&c->retunings[k + 1], &c->retunings[k], (size_t)(c->retuning_count - k) * sizeof *c->retunings);
  c->retunings[k] = (scenario_retuning){.t = t, .value = value};
  snprintf(c->retunings[k].gain, sizeof c->retunings[k].gain, "%s", name);
  c->retuning_count++;
  *at = t;
  return NULL;
}

static void put_all(text_buffer *to, const run_changes *c)
{
  char a[ULNA_NUMBER_SIZE], x[3][ULNA_NUMBER_SIZE];
  ulna_buffer_format(to, "{");
  if (c->every > 0) {
    ulna_number_format(c->every, a);
    ulna_buffer_format(to, "\"every\": %s, \"pushes\": [", a);
    for (int k = 0; k < c->push_count; k++) {
      ulna_number_format(c->pushes[k].t, a);
      for (int i = 0; i < 3; i++) ulna_number_format(c->pushes[k].force[i], x[i]);
      ulna_buffer_format(to, "%s{\"at\": %s, \"force\": [%s, %s, %s]}", k ? ", " : "", a, x[0], x[1], x[2]);
    }
    ulna_buffer_format(to, "]");
  }
  if (c->retuning_count > 0) ulna_buffer_format(to, "%s\"gains\": [", c->every > 0 ? ", " : "");
  for (int k = 0; k < c->retuning_count; k++) {
    ulna_number_format(c->retunings[k].t, a);
    ulna_number_format(c->retunings[k].value, x[0]);
    ulna_buffer_format(to, "%s{\"at\": %s, \"gain\": \"%s\", \"to\": %s}", k ? ", " : "", a,
                       c->retunings[k].gain, x[0]);
  }
  ulna_buffer_format(to, "%s}", c->retuning_count > 0 ? "]" : "");
}

char *ulna_run_changes_text(const ulna_run *run)
{
  text_buffer b;
  ulna_buffer_open(&b, NULL);
  put_all(&b, &run->changes);
  const char *written = ulna_buffer_read(&b);
  char *text = written ? malloc(b.length + 1) : NULL;
  if (text) memcpy(text, written, b.length + 1);
  ulna_buffer_close(&b);
  return text;
}
