/* The inertial parameters that can be found from torques: Y stacked over many states, its columns taken one by
 * one. */
#include <math.h>
#include <string.h>

#include "base/arena.h"
#include "base/memory.h"
#include "base/numbers.h"
#include "model/model.h"
#include "ulna/regressor.h"

/* Least rows for each column: enough that a chance dependence cannot occur. */
enum { ROWS_A_COLUMN = 4, PASSES = 2 };

struct base {
  ulna_base_parameters result;  // first: what the user holds
  arena memory;
};

typedef struct {
  int rows, columns, n;
  double *W;       // columns of Y over all states, one after the other; scaled to length 1
  double *length;  // of each before that
  double *Q;       // orthonormal columns of those kept
  double *R;       // kept columns by Q: upper triangle, rank × rank, column-major with `columns` rows
  double *part;    // columns: of the column in hand
} stack;

/* Evenly spread numbers in (-1, 1): fractional parts of k √prime. They are not random: the same robot gives the same
 * answer. */
static double spread(int k, int dimension)
{
  int prime = 2;
  for (int found = 0;; prime++) {
    bool is_prime = true;
    for (int d = 2; d * d <= prime && is_prime; d++) is_prime = prime % d != 0;
    if (is_prime && found++ == dimension) break;
  }
  const double x = (k + 1) * sqrt(prime);
  return 2 * (x - floor(x)) - 1;
}

static ulna_status fill(const ulna_model *model, ulna_work *work, ulna_regressor_of of, double Y[],
                        double state[], stack *s)
{
  const int n = s->n;
  double *q = state, *qd = state + n, *qdd = state + 2 * n;
  for (int k = 0; k < s->rows / n; k++) {
    for (int i = 0; i < n; i++) {
      const double turn = model->link[i].joint == ULNA_PRISMATIC ? 1 : PI;
      q[i] = turn * spread(k, 3 * i), qd[i] = 3 * spread(k, 3 * i + 1), qdd[i] = 5 * spread(k, 3 * i + 2);
    }
    const ulna_status status = ulna_regressor(model, work, of, q, qd, qdd, Y, NULL);
    if (status != ULNA_OK) return status;
    for (int i = 0; i < n; i++)
      for (int c = 0; c < s->columns; c++)
        s->W[(size_t)c * (size_t)s->rows + (size_t)(k * n + i)] = Y[i * s->columns + c];
  }
  return ULNA_OK;
}

static double *column_of(const stack *s, int c) { return &s->W[(size_t)c * (size_t)s->rows]; }

static double dot(int count, const double a[], const double b[])
{
  double sum = 0;
  for (int i = 0; i < count; i++) sum += a[i] * b[i];
  return sum;
}

/* Ten kinds of column for links, three for drives; each has units of its own. */
static int family_of(int column, int links)
{
  return column < links ? column % 10 : 10 + (column - links) % 3;
}

/* Columns to length 1; those that are zero beside the longest of their kind become zero. */
static void scale(stack *s, int links)
{
  enum { FAMILIES = 13 };
  double longest[FAMILIES] = {0};
  for (int c = 0; c < s->columns; c++) {
    const double *w = column_of(s, c);
    s->length[c] = sqrt(dot(s->rows, w, w));
    const int family = family_of(c, links);
    if (s->length[c] > longest[family]) longest[family] = s->length[c];
  }
  for (int c = 0; c < s->columns; c++) {
    double *w = column_of(s, c);
    if (s->length[c] <= 1e-12 * longest[family_of(c, links)]) s->length[c] = 0;
    for (int i = 0; i < s->rows && s->length[c] > 0; i++) w[i] /= s->length[c];
  }
}

/* Takes the kept columns' directions out of a column, twice (once leaves rounding behind); what was taken goes to
 * part[0…rank-1]. Returns the length of what is left. */
static double reduce(const stack *s, int rank, double w[])
{
  for (int k = 0; k < rank; k++) s->part[k] = 0;
  for (int pass = 0; pass < PASSES; pass++)
    for (int k = 0; k < rank; k++) {
      const double *e = &s->Q[(size_t)k * (size_t)s->rows];
      const double share = dot(s->rows, e, w);
      s->part[k] += share;
      for (int i = 0; i < s->rows; i++) w[i] -= share * e[i];
    }
  return sqrt(dot(s->rows, w, w));
}

/* The column as a sum of kept columns, R x = part, and the scales taken out again. */
static void solve(const stack *s, int rank, const int kept_at[], int column, double x[])
{
  for (int k = rank - 1; k >= 0; k--) {
    double sum = s->part[k];
    for (int j = k + 1; j < rank; j++) sum -= s->R[j * s->columns + k] * x[j];
    x[k] = sum / s->R[k * s->columns + k];
  }
  for (int k = 0; k < rank; k++) x[k] *= s->length[column] / s->length[kept_at[k]];
}

/* The order in which columns are tried: in each link the second moments, the first, the mass; then the drives. */
static int column_in_turn(int turn, int links)
{
  static const int order[10] = {4, 5, 6, 7, 8, 9, 1, 2, 3, 0};
  return turn < links ? turn / 10 * 10 + order[turn % 10] : turn;
}

typedef struct {
  int *zero, *kept, *dropped;  // kept: in the order of finding
  double *grouping;            // columns × columns: row k of dropped[k]
} found;

static void look_at_columns(stack *s, int links, double tolerance, ulna_base_parameters *p, const found *f)
{
  p->least_kept = 1, p->most_dropped = 0;
  for (int turn = 0; turn < s->columns; turn++) {
    const int c = column_in_turn(turn, links);
    double *w = column_of(s, c);
    if (s->length[c] == 0) {
      f->zero[p->zero_count++] = c;
      continue;
    }
    const double left = reduce(s, p->rank, w);
    if (left > tolerance) {
      double *e = &s->Q[(size_t)p->rank * (size_t)s->rows];
      for (int i = 0; i < s->rows; i++) e[i] = w[i] / left;
      for (int k = 0; k < p->rank; k++) s->R[p->rank * s->columns + k] = s->part[k];
      s->R[p->rank * s->columns + p->rank] = left;
      f->kept[p->rank++] = c;
      p->least_kept = fmin(p->least_kept, left);
    } else {
      solve(s, p->rank, f->kept, c, &f->grouping[p->dropped_count * s->columns]);
      f->dropped[p->dropped_count++] = c;
      p->most_dropped = fmax(p->most_dropped, left);
    }
  }
}

static int place_of(int count, const int list[], int value)
{
  int place = 0;
  for (int i = 0; i < count; i++) place += list[i] < value;
  return place;
}

/* Ascending lists, the grouping's rows and columns with them; and beta. */
static void put_in_order(const found *from, int columns, const double pi[], ulna_base_parameters *p,
                         found *to, double beta[])
{
  for (int i = 0; i < p->zero_count; i++)
    to->zero[place_of(p->zero_count, from->zero, from->zero[i])] = from->zero[i];
  for (int j = 0; j < p->rank; j++) {
    const int at = place_of(p->rank, from->kept, from->kept[j]);
    to->kept[at] = from->kept[j];
    beta[at] = pi[from->kept[j]];
  }
  for (int k = 0; k < p->dropped_count; k++) {
    const int row = place_of(p->dropped_count, from->dropped, from->dropped[k]);
    to->dropped[row] = from->dropped[k];
    for (int j = 0; j < p->rank; j++) {
      const int at = place_of(p->rank, from->kept, from->kept[j]);
      const double g = from->grouping[k * columns + j];
      to->grouping[row * p->rank + at] = g;
      beta[at] += g * pi[from->dropped[k]];
    }
  }
  p->zero = to->zero, p->kept = to->kept, p->dropped = to->dropped, p->grouping = to->grouping,
  p->beta = beta;
}

static void take_lists(arena *a, int columns, size_t grouping, found *f)
{
  const size_t count = (size_t)columns;
  f->zero = (int *)arena_take_array(a, count, sizeof(int));
  f->kept = (int *)arena_take_array(a, count, sizeof(int));
  f->dropped = (int *)arena_take_array(a, count, sizeof(int));
  f->grouping = (double *)arena_take_array(a, grouping, sizeof(double));
}

static void take_stack(arena *a, stack *s)
{
  const size_t columns = (size_t)s->columns, all = columns * (size_t)s->rows;
  s->W = (double *)arena_take_array(a, all, sizeof(double));
  s->Q = (double *)arena_take_array(a, all, sizeof(double));
  s->R = (double *)arena_take_array(a, columns * columns, sizeof(double));
  s->length = (double *)arena_take_array(a, columns, sizeof(double));
  s->part = (double *)arena_take_array(a, columns, sizeof(double));
}

/* With scratch from `scratch` and the result's lists from `keep`. */
static ulna_status find(const ulna_model *model, ulna_work *work, ulna_regressor_of of, double tolerance,
                        arena *scratch, arena *keep, ulna_base_parameters *p)
{
  const int n = model->n, columns = ulna_regressor_column_count(model, of),
            states = ROWS_A_COLUMN * columns / n + 1;
  stack s = {.rows = states * n, .columns = columns, .n = n};
  found first, last;
  take_stack(scratch, &s);
  take_lists(scratch, columns, (size_t)columns * (size_t)columns, &first);
  double *Y = (double *)arena_take_array(scratch, (size_t)n * (size_t)columns, sizeof(double));
  double *state = (double *)arena_take_array(scratch, 3 * (size_t)n, sizeof(double));
  double *pi = (double *)arena_take_array(scratch, (size_t)columns, sizeof(double));
  if (scratch->failed) return ULNA_OUT_OF_MEMORY;
  ulna_status status = fill(model, work, of, Y, state, &s);
  if (status == ULNA_OK) status = ulna_regressor_parameters(model, work, of, pi);
  if (status != ULNA_OK) return status;
  p->columns = columns;
  scale(&s, 10 * n);
  look_at_columns(&s, 10 * n, tolerance, p, &first);

  take_lists(keep, columns, (size_t)p->dropped_count * (size_t)p->rank, &last);
  double *beta = (double *)arena_take_array(keep, (size_t)columns, sizeof(double));
  if (keep->failed) return ULNA_OUT_OF_MEMORY;
  put_in_order(&first, columns, pi, p, &last, beta);
  return ULNA_OK;
}

ulna_status ulna_base_parameters_create(const ulna_model *model, ulna_regressor_of of, double tolerance,
                                        const ulna_allocator *allocator, ulna_base_parameters **parameters)
{
  ULNA_ASSERT(model && parameters);
  if (!(tolerance >= 0 && tolerance < 1)) return ULNA_INVALID_ARGUMENT;
  arena keep, scratch;
  arena_init(&keep, allocator);
  arena_init(&scratch, allocator);
  struct base *b = (struct base *)arena_take(&keep, sizeof *b);
  ulna_work *work = NULL;
  ulna_status status =
      b ? ulna_work_create(model, ULNA_PART_DERIVATIVES, allocator, &work) : ULNA_OUT_OF_MEMORY;
  if (status == ULNA_OK)
    status = find(model, work, of, tolerance > 0 ? tolerance : 1e-10, &scratch, &keep, &b->result);
  ulna_work_destroy(work);
  arena_free(&scratch);
  if (status != ULNA_OK) {
    arena_free(&keep);
    return status;
  }
  b->memory = keep;
  *parameters = &b->result;
  return ULNA_OK;
}

void ulna_base_parameters_destroy(ulna_base_parameters *parameters)
{
  if (!parameters) return;
  arena memory = ((struct base *)parameters)->memory;  // which holds the struct itself
  arena_free(&memory);
}
