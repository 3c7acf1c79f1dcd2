/* The inertia each actuator feels over the workspace: drawn, then refined along the joints. */
#include <math.h>
#include <string.h>

#include "base/numbers.h"
#include "base/random.h"
#include "ulna/drive.h"
#include "work/work.h"

enum { BLOCKS = 8 };  // the drawn postures form so many lots; the best of each is refined by itself

typedef struct {
  const ulna_model *model;
  ulna_work *work;
  const ulna_inertia_range_options *options;
  double *q, *felt, *loose;  // the posture looked at, and its inertias
  double *best, *before;     // a lot's best posture; where a sweep began
} search;

// One extreme of one actuator's inertia.
typedef struct {
  const double *felt;  // where s->felt or s->loose has it
  double sign;         // +1: the largest, −1: the least
} extreme;

ulna_inertia_range_options ulna_inertia_range_options_default(void)
{
  return (ulna_inertia_range_options){.samples = 500, .seed = 0, .turn = PI, .slide = 1};
}

typedef struct {
  double lower, upper;
} span;

static span span_of(const search *s, int i)
{
  const ulna_joint *joint = &s->model->given.joints[i];
  const double half = joint->type == ULNA_REVOLUTE ? s->options->turn : s->options->slide;
  span x;
  finite_range(joint->limits.lower, joint->limits.upper, half, &x.lower, &x.upper);
  return x;
}

static double middle(const search *s, int i)
{
  const span x = span_of(s, i);
  return x.lower + (x.upper - x.lower) / 2;
}

// Inertias at s->q; false where there are none.
static bool feel(search *s)
{
  if (ulna_actuator_inertias(s->model, s->work, s->q, s->felt, s->loose) != ULNA_OK) return false;
  for (int a = 0; a < s->model->n; a++)
    if (!isfinite(s->felt[a]) || !isfinite(s->loose[a])) return false;
  return true;
}

static bool is_better(const extreme *e, double than)
{
  return e->sign * (*e->felt - than) > 1e-13 * fabs(than);  // or joints that do not matter would wander
}

// The best of a lot of postures, the middle among the first lot's, into s->best. False if none has an inertia.
static bool draw_best(search *s, const extreme *e, int lot, uint64_t *state, double *value)
{
  const int n = s->model->n, count = s->options->samples;
  const int from = (int)((long long)count * lot / BLOCKS), to = (int)((long long)count * (lot + 1) / BLOCKS);
  bool any = false;
  for (int k = lot == 0 ? from - 1 : from; k < to; k++) {
    for (int i = 0; i < n; i++) {
      const span x = span_of(s, i);
      s->q[i] = k < 0 ? middle(s, i) : random_between(state, x.lower, x.upper);
    }
    if (!feel(s) || (any && !is_better(e, *value))) continue;
    any = true;
    *value = *e->felt;
    memcpy(s->best, s->q, (size_t)n * sizeof *s->q);
  }
  return any;
}

static void move_to(search *s, int i, double q)
{
  const span x = span_of(s, i);
  s->q[i] = fmin(fmax(q, x.lower), x.upper);
}

// One joint after the other up and down by a share of its range, each gain kept.
static bool sweep(search *s, const extreme *e, double share, double *value)
{
  bool gained = false;
  for (int k = 0; k < 2 * s->model->n; k++) {
    const int i = k / 2;
    const span x = span_of(s, i);
    const double before = s->q[i];
    move_to(s, i, before + (k % 2 ? -share : share) * (x.upper - x.lower));
    if (s->q[i] != before && feel(s) && is_better(e, *value)) {
      *value = *e->felt;
      gained = true;
    } else {
      s->q[i] = before;
    }
  }
  return gained;
}

/* Climbs from s->best along the joints, and on in the direction of what a sweep has gained (Hooke and Jeeves); steps from
 * an eighth to a millionth of a joint's range. */
static void climb(search *s, const extreme *e, double *value)
{
  const int n = s->model->n;
  const size_t size = (size_t)n * sizeof *s->q;
  memcpy(s->q, s->best, size);
  double share = 0.125;
  for (int count = 0; count < 300 && share > 1e-6; count++) {
    memcpy(s->before, s->q, size);
    if (!sweep(s, e, share, value)) {
      share /= 2;
      continue;
    }
    memcpy(s->best, s->q, size);
    for (int i = 0; i < n; i++) move_to(s, i, 2 * s->q[i] - s->before[i]);
    if (feel(s) && is_better(e, *value)) *value = *e->felt;
    else memcpy(s->q, s->best, size);
  }
  // joints that do not matter: to the middle
  for (int i = 0; i < n; i++) {
    const double before = s->q[i];
    s->q[i] = middle(s, i);
    if (!feel(s) || fabs(*e->felt - *value) > 1e-12 * fabs(*value)) s->q[i] = before;
  }
  if (feel(s)) *value = *e->felt;
}

// The best of all lots; *value and q untouched if no posture has an inertia.
static bool seek(search *s, const extreme *e, double *value, double q[])
{
  uint64_t state = s->options->seed;
  bool any = false;
  for (int lot = 0; lot < BLOCKS; lot++) {
    double found = 0;
    if (!draw_best(s, e, lot, &state, &found)) continue;
    climb(s, e, &found);
    if (any && !(e->sign * (found - *value) > 1e-12 * fabs(*value))) continue;
    any = true;
    *value = found;
    memcpy(q, s->q, (size_t)s->model->n * sizeof *q);
  }
  return any;
}

static bool seek_both(search *s, const double felt[], ulna_inertia_range range[])
{
  for (int a = 0; range && a < s->model->n; a++) {
    const extreme least = {&felt[a], -1}, most = {&felt[a], 1};
    if (!seek(s, &least, &range[a].minimum, range[a].q_minimum)) return false;
    seek(s, &most, &range[a].maximum, range[a].q_maximum);  // draws the same postures
    if (range[a].maximum > 1e6 * range[a].minimum)
      range[a].maximum = HUGE_VAL;  // the gear is at a dead point
  }
  return true;
}

ulna_status ulna_actuator_inertia_range(const ulna_model *model, ulna_work *work,
                                        const ulna_inertia_range_options *options,
                                        ulna_inertia_range others_held[], ulna_inertia_range others_free[])
{
  ULNA_ASSERT(model && work && work->model == model && options);
  if (!ulna_work_has(work, ULNA_PART_DRIVES)) return ULNA_MISSING_PART;
  double **const v = work->drive.range;
  search s = {model, work, options, v[0], v[1], v[2], v[3], v[4]};
  return seek_both(&s, s.felt, others_held) && seek_both(&s, s.loose, others_free) ? ULNA_OK : ULNA_SINGULAR;
}
