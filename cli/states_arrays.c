/* States from .npy and .npz files, read in blocks. */
#include "states_arrays.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "progress.h"

enum { BLOCK_BYTES = 1 << 22, BLOCK_LEAST = 64, BLOCK_MOST = 1 << 16 };

/* The kind that an array of an .npz holds: 0 to 4, SKIPPED, or UNKNOWN. */
static int kind_of(const char *name)
{
  static const char *const others[] = {"pose", "F", "F_a", "current", "mode"};
  for (int k = 0; k < STATE_KINDS; k++)
    if (strcmp(name, state_names[k]) == 0) return k;
  for (size_t k = 0; k < sizeof others / sizeof *others; k++)
    if (strcmp(name, others[k]) == 0) return SKIPPED;
  return states_other_result(name) ? SKIPPED : UNKNOWN;
}

/* One dimension of n numbers is one state; for a robot with one joint it is many states. */
static void one_state(array_in *a, uint64_t n)
{
  if (a->header.dimensions == 1 && n > 1 && a->rows == n) a->rows = 1, a->width = n;
}

static int wrong_width(const states *s, const array_in *a, const char *wanted)
{
  return fail("%s: %s%s%shas rows of %llu number%s, but the robot has %d joint%s%s", s->path,
              a->name[0] ? "array \"" : "", a->name, a->name[0] ? "\" " : "it ", (unsigned long long)a->width,
              a->width == 1 ? "" : "s", s->n, s->n == 1 ? "" : "s", wanted);
}

/* An .npy: q, qd and the third beside each other. */
static int find_in_npy(states *s, bool forces)
{
  array_states *x = &s->arrays;
  array_in *a = &x->file.arrays[0];
  const uint64_t n = (uint64_t)s->n;
  one_state(a, n);
  const uint64_t kinds = a->width / n;
  if (a->width % n != 0 || kinds < 1 || kinds > 3)
    return wrong_width(s, a,
                       forces ? ": q, or q and qd, or q, qd and tau" : ": q, or q and qd, or q, qd and qdd");
  const int third = forces ? 3 : 2;
  for (int k = 0; k < (int)kinds; k++) {
    const int kind = k == 2 ? third : k;
    x->array[kind] = 0;
    x->column[kind] = k * s->n;
  }
  return DONE;
}

static int find_in_npz(states *s)
{
  array_states *x = &s->arrays;
  if (x->file.count > ARRAYS_MOST)
    return fail("%s: it has %d arrays; states are q, qd, qdd, tau, F_ad", s->path, x->file.count);
  for (int k = 0; k < x->file.count; k++) {
    array_in *a = &x->file.arrays[k];
    const int kind = kind_of(a->name);
    if (kind == SKIPPED) continue;
    if (kind == UNKNOWN)
      return fail("%s: array \"%.60s\": unknown; known are q, qd, qdd, tau and F_ad", s->path, a->name);
    one_state(a, (uint64_t)s->n);
    if (a->width != (uint64_t)s->n || a->header.dimensions > 2) return wrong_width(s, a, "");
    x->array[kind] = k;
  }
  return DONE;
}

static int check_rows(states *s)
{
  array_states *x = &s->arrays;
  const array_in *first = NULL;
  for (int k = 0; k < STATE_KINDS; k++) {
    const array_in *a = x->array[k] < 0 ? NULL : &x->file.arrays[x->array[k]];
    if (!a) continue;
    if (!first) first = a;
    if (a->rows != first->rows)
      return fail("%s: array \"%s\" has %llu row%s, but \"%s\" has %llu", s->path, a->name,
                  (unsigned long long)a->rows, a->rows == 1 ? "" : "s", first->name,
                  (unsigned long long)first->rows);
  }
  if (!first) return fail("%s: it has none of the arrays q, qd, qdd, tau and F_ad", s->path);
  x->rows = first->rows;
  return DONE;
}

int states_open_arrays(states *s, bool forces)
{
  array_states *x = &s->arrays;
  char why[ARRAY_WHY];
  for (int k = 0; k < STATE_KINDS; k++) x->array[k] = -1;
  if (!ulna_array_open(s->path, &x->file, why)) return fail("cannot read %s: %s", s->path, why);
  int code = ulna_array_is_npz(s->path) ? find_in_npz(s) : find_in_npy(s, forces);
  if (code == DONE) code = check_rows(s);
  if (code != DONE) return code;
  s->has_tau = x->array[3] >= 0;
  s->has_F_ad = x->array[4] >= 0;
  const uint64_t fitting = BLOCK_BYTES / ((uint64_t)s->n * sizeof(double));
  x->block_rows = fitting < BLOCK_LEAST ? BLOCK_LEAST : fitting > BLOCK_MOST ? BLOCK_MOST : fitting;
  if (x->block_rows > x->rows) x->block_rows = x->rows > 0 ? x->rows : 1;
  for (int k = 0; k < STATE_KINDS; k++)
    if (x->array[k] >= 0 && !x->blocks[x->array[k]])
      x->blocks[x->array[k]] =
          allocate((size_t)(x->block_rows * x->file.arrays[x->array[k]].width), sizeof(double));
  return DONE;
}

/* The first number that is not finite is named in an error. */
static int check_finite(const states *s, const array_in *a, const double *block)
{
  const array_states *x = &s->arrays;
  const size_t numbers = (size_t)(x->count * a->width);
  double sum = 0;  // of x − x: 0, unless one is not finite
  for (size_t k = 0; k < numbers; k++) sum += block[k] - block[k];
  if (sum == 0) return 1;
  uint64_t k = 0;
  while (isfinite(block[k])) k++;
  const uint64_t row = x->given - x->count + k / a->width, column = k % a->width;
  fail("%s: %s%s[%llu, %llu] is not a finite number", s->path, a->name[0] ? "" : "array", a->name,
       (unsigned long long)row, (unsigned long long)column);
  return -1;
}

int states_next_block(states *s, uint64_t *count)
{
  array_states *x = &s->arrays;
  const uint64_t left = x->rows - x->given;
  char why[ARRAY_WHY];
  x->count = left < x->block_rows ? left : x->block_rows;
  x->at = 0;
  progress_show((long long)x->given, x->rows > 0 ? (double)x->given / (double)x->rows : 1);
  x->given += x->count;
  *count = x->count;
  if (x->count == 0 && x->rows > 0) return 0;
  for (int k = 0; k < x->file.count; k++) {
    if (!x->blocks[k]) continue;
    array_in *a = &x->file.arrays[k];
    if (!ulna_array_read(a, x->count, x->blocks[k], why)) {
      fail("cannot read %s: %s", s->path, why);
      return -1;
    }
    if (check_finite(s, a, x->blocks[k]) < 0) return -1;
  }
  return x->count > 0 ? 1 : 0;
}

const double *states_block(const states *s, int kind, uint64_t *stride)
{
  const array_states *x = &s->arrays;
  if (x->array[kind] < 0) return NULL;
  *stride = x->file.arrays[x->array[kind]].width;
  return x->blocks[x->array[kind]] + x->column[kind];
}

int states_next_row(states *s)
{
  array_states *x = &s->arrays;
  if (x->at == x->count) {
    uint64_t count;
    const int got = states_next_block(s, &count);
    if (got <= 0) return got;
  }
  for (int k = 0; k < STATE_KINDS; k++) {
    uint64_t stride = 0;
    const double *from = states_block(s, k, &stride);
    if (from) memcpy(s->values + (ptrdiff_t)k * s->n, from + x->at * stride, (size_t)s->n * sizeof(double));
  }
  x->at++;
  return 1;
}

void states_close_arrays(states *s)
{
  array_states *x = &s->arrays;
  for (int k = 0; k < ARRAYS_MOST; k++) free(x->blocks[k]);
  if (x->file.arrays) ulna_array_close(&x->file);
}
