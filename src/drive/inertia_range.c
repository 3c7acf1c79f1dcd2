/* The inertia each actuator feels over the workspace: drawn, then refined along the joints. */
#include <math.h>
#include <string.h>

#include "dynamics/work.h"
#include "ulna/drive.h"

typedef struct {
  const ulna_model *model;
  ulna_work *work;
  const ulna_range_options *options;
  ulna_inertia_range *held, *free_;
  double *q, *felt, *loose;  // the posture looked at, and its inertias
  bool any;                  // some posture had them
} search;

ulna_range_options ulna_range_options_default(void)
{
  return (ulna_range_options){.samples = 500, .seed = 0, .turn = 3.14159265358979323846, .slide = 1};
}

// splitmix64: a number in [0, 1)
static double draw(uint64_t *state)
{
  uint64_t z = *state += 0x9e3779b97f4a7c15u;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return (double)((z ^ (z >> 31)) >> 11) * 0x1p-53;
}

typedef struct {
  double lower, upper;
} span;

static span span_of(const search *s, int i)
{
  const ulna_joint *joint = &s->model->given.joints[i];
  const double half = joint->type == ULNA_REVOLUTE ? s->options->turn : s->options->slide;
  const ulna_limits *l = &joint->limits;
  span x = {l->lower, l->upper};
  if (isinf(l->lower) && isinf(l->upper)) x = (span){-half, half};
  else if (isinf(l->lower)) x.lower = l->upper - 2 * half;
  else if (isinf(l->upper)) x.upper = l->lower + 2 * half;
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
  if (ulna_effective_inertia(s->model, s->work, s->q, s->felt, s->loose) != ULNA_OK) return false;
  for (int a = 0; a < s->model->n; a++)
    if (!isfinite(s->felt[a]) || !isfinite(s->loose[a])) return false;
  return true;
}

static void take(ulna_inertia_range *range, bool first, double value, const double q[], size_t size)
{
  if (first || value < range->minimum) {
    range->minimum = value;
    memcpy(range->q_minimum, q, size);
  }
  if (first || value > range->maximum) {
    range->maximum = value;
    memcpy(range->q_maximum, q, size);
  }
}

static void look(search *s)
{
  if (!feel(s)) return;
  const size_t size = (size_t)s->model->n * sizeof *s->q;
  for (int a = 0; a < s->model->n; a++) {
    if (s->held) take(&s->held[a], !s->any, s->felt[a], s->q, size);
    if (s->free_) take(&s->free_[a], !s->any, s->loose[a], s->q, size);
  }
  s->any = true;
}

/* Climbs from the posture `at` along one joint after the other, sign −1 downhill; steps from an eighth to a millionth
 * of a joint's range. Less than rounding is no gain, or joints that do not matter would wander. */
static void climb(search *s, const double *felt, double sign, double *best, double at[])
{
  const int n = s->model->n;
  memcpy(s->q, at, (size_t)n * sizeof *at);
  double share = 0.125;
  for (int sweep = 0; sweep < 200 && share > 1e-6; sweep++) {
    bool gained = false;
    for (int k = 0; k < 2 * n; k++) {
      const int i = k / 2;
      const span x = span_of(s, i);
      const double before = s->q[i], move = (k % 2 ? -share : share) * (x.upper - x.lower);
      s->q[i] = fmin(fmax(before + move, x.lower), x.upper);
      if (s->q[i] != before && feel(s) && sign * (*felt - *best) > 1e-13 * fabs(*best)) {
        *best = *felt;
        gained = true;
      } else {
        s->q[i] = before;
      }
    }
    if (!gained) share /= 2;
  }
  for (int i = 0; i < n; i++) {
    const double before = s->q[i];
    s->q[i] = middle(s, i);
    if (!feel(s) || fabs(*felt - *best) > 1e-12 * fabs(*best)) s->q[i] = before;
  }
  memcpy(at, s->q, (size_t)n * sizeof *at);
  if (feel(s)) *best = *felt;
}

static void refine(search *s, ulna_inertia_range range[], const double felt[])
{
  for (int a = 0; range && a < s->model->n; a++) {
    climb(s, &felt[a], -1, &range[a].minimum, range[a].q_minimum);
    climb(s, &felt[a], 1, &range[a].maximum, range[a].q_maximum);
  }
}

ulna_status ulna_effective_inertia_range(const ulna_model *model, ulna_work *work,
                                         const ulna_range_options *options, ulna_inertia_range held[],
                                         ulna_inertia_range free_[])
{
  drive_scratch *d = &work->drive;
  search s = {model, work, options, held, free_, d->range[0], d->range[1], d->range[2], false};
  uint64_t state = options->seed;
  for (int i = 0; i < model->n; i++) s.q[i] = middle(&s, i);
  look(&s);
  for (int k = 0; k < options->samples; k++) {
    for (int i = 0; i < model->n; i++) {
      const span x = span_of(&s, i);
      s.q[i] = x.lower + draw(&state) * (x.upper - x.lower);
    }
    look(&s);
  }
  if (!s.any) return ULNA_SINGULAR;
  refine(&s, held, s.felt);
  refine(&s, free_, s.loose);
  return ULNA_OK;
}
