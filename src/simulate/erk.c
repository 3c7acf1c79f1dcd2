/* Explicit Runge–Kutta methods that choose their steps to a tolerance, over a plant whose modes are fixed. */
#include "simulate/erk.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "base/layout.h"
#include "base/memory.h"
#include "simulate/erk_tables.h"

static const double SAFETY = 0.9;        // of the step's length that the error would just allow
static const double LEAST_ERROR = 1e-4;  // what an error counts as at least, where it steers later steps

typedef struct {
  const erk_table *table;
  ulna_plant *plant;
  ulna_allocator allocator;
  size_t size;
  int numbers;
  double relative, absolute, max_step;

  double t, h;            // where the next step begins; its length, 0: to be chosen
  double from, length;    // the last step's
  double past_error;      // of the last step accepted
  bool inside_known;      // the polynomial over the last step has been made
  double *k[ERK_STAGES];  // numbers each: stages; of the last step until the next one begins
  double *y, *before;     // at t; at `from`
  double *trial, *error[2];
  double *F[3 + ERK_ROWS];  // of the polynomial

  ulna_status fault;  // the plant's, in the step at hand
  const char *failure;
  long steps, rejected, rate_calls;
} erk;

static const char collapsed[] = "step size collapsed: the tolerance cannot be met here";
static const char beyond_doubles[] = "the tolerance is beyond what doubles can give; use a larger one";

static void walk(erk *e, layout *l, const erk_table *table, size_t numbers)
{
  layout_take(l, 1, sizeof(erk));
  for (int i = 0; i < table->stages + table->inside; i++)
    e->k[i] = (double *)layout_take(l, numbers, sizeof(double));
  for (int r = 0; r < 3 + table->rows; r++) e->F[r] = (double *)layout_take(l, numbers, sizeof(double));
  double **const lists[] = {&e->y, &e->before, &e->trial, &e->error[0], &e->error[1]};
  for (size_t i = 0; i < sizeof lists / sizeof lists[0]; i++)
    *lists[i] = (double *)layout_take(l, numbers, sizeof(double));
}

static bool rate(erk *e, double t, const double y[], double out[])
{
  e->rate_calls++;
  e->fault = ulna_plant_rate(e->plant, t, y, out);
  return e->fault == ULNA_OK;
}

/* √Σ (x_i / (absolute + relative·|y_i|))², with the larger of two |y_i|: if it is at most 1, every number keeps to its
 * tolerance. */
static double size_of(const erk *e, const double x[], const double y[], const double z[])
{
  double sum = 0;
  for (int i = 0; i < e->numbers; i++) {
    const double part = x[i] / (e->absolute + e->relative * fmax(fabs(y[i]), fabs(z[i])));
    sum += part * part;
  }
  return sqrt(sum);
}

/* out = from + h Σ weight_j k_j (from NULL: 0) */
static void combine(const erk *e, int count, const double weight[], double h, const double *restrict from,
                    double *restrict out)
{
  for (int i = 0; i < e->numbers; i++) out[i] = 0;
  for (int j = 0; j < count; j++) {
    const double w = weight[j], *k = e->k[j];
    for (int i = 0; w != 0 && i < e->numbers; i++) out[i] += w * k[i];
  }
  for (int i = 0; i < e->numbers; i++) out[i] = (from ? from[i] : 0) + h * out[i];
}

/* A first step, from the sizes of y, of f and of the change of f over a small step of Euler's [Hairer93, sec. II.4]. */
static bool choose_first(erk *e, double limit)
{
  const double *y = e->y, *f = e->k[0];
  const double d0 = size_of(e, y, y, y), d1 = size_of(e, f, y, y), way = limit - e->t;
  double h0 = d0 < 1e-5 || d1 < 1e-5 ? 1e-6 : 0.01 * d0 / d1;
  h0 = fmin(h0, way);
  if (!(h0 > 0)) return false;
  for (int i = 0; i < e->numbers; i++) e->trial[i] = y[i] + h0 * f[i];
  double d2 = 0;
  if (rate(e, e->t + h0, e->trial, e->k[1])) {
    for (int i = 0; i < e->numbers; i++) e->trial[i] = e->k[1][i] - f[i];
    d2 = size_of(e, e->trial, y, y) / h0;
  }
  const double steepest = fmax(d1, d2);
  const double h1 =
      steepest <= 1e-15 ? fmax(1e-6, 1e-3 * h0) : pow(0.01 / steepest, 1.0 / (e->table->order + 1));
  e->h = fmin(fmin(100 * h0, h1), way);
  return e->h > 0;
}

/* All stages of a step, y1 into trial. */
static bool evaluate_stages(erk *e, double h)
{
  const erk_table *table = e->table;
  for (int s = 1; s < table->stages; s++) {
    combine(e, s, table->a[s], h, e->y, e->trial);
    if (!rate(e, e->t + table->c[s] * h, e->trial, e->k[s])) return false;
  }
  return true;
}

/* The error over what is allowed, y1 being in trial. With two estimates [Hairer93, sec. II.10]
 *   e = e5² / √(e5² + (e3/10)²), of the eighth order in h like the step's own.
 * Differs: ten times that. Steps of order 8 are long and their polynomial is only of order 7; with a third more
 * evaluations the states inside a step keep the tolerance too. */
static double judge(erk *e, double h)
{
  double x[2] = {0, 0};
  const int estimates = e->table->order == 8 ? 2 : 1;
  for (int k = 0; k < estimates; k++) {
    combine(e, e->table->stages, e->table->error[k], h, NULL, e->error[k]);
    x[k] = size_of(e, e->error[k], e->y, e->trial);
  }
  if (estimates == 1 || x[0] == 0) return x[0];
  return 10 * x[0] * x[0] / sqrt(x[0] * x[0] + 0.01 * x[1] * x[1]);
}

/* The length of the next trial: at most the rest of the way, and half of it if a tiny piece would remain. */
static double trial_length(const erk *e, double limit, bool *last)
{
  const double left = limit - e->t;
  double h = e->max_step > 0 ? fmin(e->h, e->max_step) : e->h;
  *last = 1.01 * h >= left;
  if (*last) return left;
  return 2 * h > left ? left / 2 : h;
}

static ulna_status give_up(erk *e, const char *why)
{
  e->failure = why;
  return e->fault == ULNA_OK ? ULNA_NOT_CONVERGED : e->fault;
}

/* The step of length h is good: the next begins at its end, with a length that the control has chosen. */
static void accept(erk *e, double h, double t_new, double error, bool shortened, bool was_rejected)
{
  const erk_table *table = e->table;
  const double counted = fmax(error, LEAST_ERROR);
  double factor = SAFETY * pow(counted, -table->exponent) * pow(e->past_error, table->feedback);
  factor = fmin(fmax(factor, table->least), was_rejected ? 1 : table->most);
  const double next = h * factor;
  e->h = shortened ? fmax(e->h, next) : next;  // cut short for its end only: the next one is not
  e->past_error = counted;
  memcpy(e->before, e->y, (size_t)e->numbers * sizeof *e->y);
  memcpy(e->y, e->trial, (size_t)e->numbers * sizeof *e->y);
  e->from = e->t, e->length = h, e->t = t_new;
  e->inside_known = false;
  e->steps++;
}

static ulna_status step(void *context, double t_end, double limit, double *t, double y[])
{
  (void)t_end;
  erk *e = context;
  const erk_table *table = e->table;
  e->fault = ULNA_OK, e->failure = "";
  if (e->length > 0) {  // the last stage of the last step is the first of this one
    double *const first = e->k[0];
    e->k[0] = e->k[table->stages - 1], e->k[table->stages - 1] = first;
    e->length = 0;
  }
  if (!(DBL_EPSILON * size_of(e, e->y, e->y, e->y) <= 1)) return give_up(e, beyond_doubles);
  if (!(e->h > 0) && !choose_first(e, limit)) return give_up(e, collapsed);
  for (bool rejected = false;; rejected = true) {
    bool last;
    const double h = trial_length(e, limit, &last), t_new = last ? limit : e->t + h;
    if (!(t_new > e->t)) return give_up(e, collapsed);
    const bool had = evaluate_stages(e, h);
    const double error = had ? judge(e, h) : (double)INFINITY;
    if (error <= 1) {
      accept(e, h, t_new, error, h < e->h, rejected);
      memcpy(y, e->y, (size_t)e->numbers * sizeof *y);
      *t = e->t;
      return ULNA_OK;
    }
    e->rejected++;
    const double factor = isfinite(error) ? fmax(SAFETY * pow(error, -table->exponent), table->least) : 0.2;
    e->h = h * factor;
    if (!(e->h > 16 * DBL_EPSILON * fabs(e->t))) return give_up(e, collapsed);
  }
}

static ulna_status start(void *context, double t, const double y[])
{
  erk *e = context;
  e->t = t, e->h = 0, e->length = 0, e->past_error = LEAST_ERROR;
  e->failure = "";
  memcpy(e->y, y, (size_t)e->numbers * sizeof *y);
  return rate(e, t, y, e->k[0]) ? ULNA_OK : e->fault;
}

/* The polynomial over the last step; see erk_tables.h. */
static ulna_status find_inside(erk *e)
{
  const erk_table *table = e->table;
  const int stages = table->stages, all = stages + table->inside;
  const double h = e->length;
  for (int s = stages; s < all; s++) {
    combine(e, s, table->a[s], h, e->before, e->trial);
    if (!rate(e, e->from + table->c[s] * h, e->trial, e->k[s])) return e->fault;
  }
  const double *first = e->k[0], *last = e->k[stages - 1];
  for (int i = 0; i < e->numbers; i++) {
    e->F[0][i] = e->y[i] - e->before[i];
    e->F[1][i] = h * first[i] - e->F[0][i];
    e->F[2][i] = e->F[0][i] - h * last[i] - e->F[1][i];
  }
  for (int r = 0; r < table->rows; r++) combine(e, all, table->d[r], h, NULL, e->F[3 + r]);
  e->inside_known = true;
  return ULNA_OK;
}

static ulna_status inside(void *context, double t, double y[])
{
  erk *e = context;
  const ulna_status status = e->inside_known ? ULNA_OK : find_inside(e);
  if (status != ULNA_OK) return status;
  const double s = (t - e->from) / e->length;
  for (int i = 0; i < e->numbers; i++) {
    double sum = 0;
    for (int r = 2 + e->table->rows; r >= 0; r--) sum = (sum + e->F[r][i]) * (r % 2 ? 1 - s : s);
    y[i] = e->before[i] + sum;
  }
  return ULNA_OK;
}

static const char *failure(void *context) { return ((const erk *)context)->failure; }

static void count(const void *context, ulna_adaptive_statistics *statistics)
{
  const erk *e = context;
  statistics->steps = e->steps, statistics->rejected = e->rejected, statistics->rate_calls = e->rate_calls;
}

static void destroy(void *context)
{
  erk *e = context;
  const ulna_allocator a = e->allocator;
  ulna_release(&a, e, e->size);
}

ulna_status ulna_erk_create(ulna_plant *plant, const ulna_adaptive_options *options,
                            const ulna_allocator *allocator, ulna_adaptive_solver *solver)
{
  const ulna_allocator a = allocator_or_standard(allocator);
  const erk_table *table = options->order == 8 ? &ulna_erk_8 : &ulna_erk_5;
  const size_t numbers = (size_t)ulna_plant_state_count(plant);
  erk measured;
  layout l = layout_measuring();
  walk(&measured, &l, table, numbers);
  const size_t size = layout_size(&l);
  erk *e = ulna_allocate(&a, size);
  if (!e) return ULNA_OUT_OF_MEMORY;
  memset(e, 0, size);
  l = layout_assigning(e);
  walk(e, &l, table, numbers);
  e->table = table, e->plant = plant, e->allocator = a, e->size = size, e->numbers = (int)numbers;
  e->relative = options->relative, e->absolute = options->absolute, e->max_step = options->max_step;
  e->failure = "";
  *solver = (ulna_adaptive_solver){e, start, step, inside, failure, count, destroy};
  return ULNA_OK;
}
