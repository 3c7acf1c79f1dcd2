/* Records as arrays, one for each quantity, in an .npy or .npz file. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "array/array_out.h"
#include "output.h"

enum { BLOCK_BYTES = 1 << 24, BLOCK_LEAST = 16, BLOCK_MOST = 1 << 16 };

typedef struct array_records {
  array_out *out;
  int count;
  int *quantity;   /* of each array */
  double **blocks; /* rows that wait, of each array */
  size_t rows, room;
} array_records;

/* An .npz has no type for texts here: texts that describe the computation, which CSV leaves out too, are left out. */
static bool is_array(const quantity *q) { return !q->text && !q->texts; }

static int open_arrays(table_out *t)
{
  array_records *x = allocate(1, sizeof *x);
  array_shape *shapes = allocate((size_t)t->count + 1, sizeof *shapes);
  char why[ARRAY_WHY];
  t->arrays = x;
  x->quantity = allocate((size_t)t->count + 1, sizeof *x->quantity);
  x->blocks = allocate((size_t)t->count + 1, sizeof *x->blocks);
  size_t bytes = 0;
  char *names = text_printf("%s", "");
  for (int i = 0; i < t->count; i++) {
    const quantity *q = &t->quantities[i];
    if (!is_array(q)) continue;
    array_shape *shape = &shapes[x->count];
    // the first index is the state; where there is one answer only, it is the quantity's own
    const int own = t->single && q->rank > 0 ? 1 : 0;
    shape->dimensions = q->rank - own;
    for (int d = 0; d < shape->dimensions; d++) shape->size[d] = q->size[d + own];
    shape->rows = own ? q->size[0] : t->expected < 0 ? ROWS_UNKNOWN : t->expected;
    snprintf(shape->name, sizeof shape->name, "%s%s%s", q->group ? q->group : "", q->group ? "." : "",
             q->name);
    char *longer = text_printf("%s%s%s", names, x->count > 0 ? ", " : "", shape->name);
    free(names);
    names = longer;
    x->quantity[x->count++] = i;
    bytes += (size_t)element_count(q) * sizeof(double);
  }
  int code = DONE;
  if (ulna_array_is_npy(t->path) && x->count != 1)
    code = fail(
        "--output %s: an .npy file holds one array, but there are %s; choose with --only, or write an .npz",
        t->path, names);
  free(names);
  const size_t fitting = BLOCK_BYTES / (bytes > 0 ? bytes : 1);
  x->room = fitting < BLOCK_LEAST ? BLOCK_LEAST : fitting > BLOCK_MOST ? BLOCK_MOST : fitting;
  if (t->expected >= 0 && (long long)x->room > t->expected)
    x->room = t->expected > 0 ? (size_t)t->expected : 1;
  if (code == DONE) {
    x->out = ulna_array_create(t->path, x->count, shapes, why);
    if (!x->out) code = fail("cannot write %s: %s", t->path, why);
  }
  free(shapes);
  return code;
}

static int write_rows(const table_out *t, size_t count, const double *const rows[])
{
  char why[ARRAY_WHY];
  for (int k = 0; k < t->arrays->count; k++) {
    const quantity *q = &t->quantities[t->arrays->quantity[k]];
    const size_t own = t->single && q->rank > 0 ? (size_t)q->size[0] : 1;
    if (!ulna_array_append(t->arrays->out, k, count * own, rows[k], why)) return fail("%s: %s", t->path, why);
  }
  return DONE;
}

static int flush(const table_out *t)
{
  array_records *x = t->arrays;
  const size_t count = x->rows;
  x->rows = 0;
  return count > 0 ? write_rows(t, count, (const double *const *)x->blocks) : DONE;
}

int arrays_record(table_out *t)
{
  if (!t->arrays) {
    const int code = open_arrays(t);
    if (code != DONE) return code;
  }
  array_records *x = t->arrays;
  for (int k = 0; k < x->count; k++) {
    const quantity *q = &t->quantities[x->quantity[k]];
    const size_t width = (size_t)element_count(q);
    if (!x->blocks[k]) x->blocks[k] = allocate(x->room * width, sizeof(double));
    memcpy(x->blocks[k] + x->rows * width, q->data, width * sizeof(double));
  }
  return ++x->rows == x->room ? flush(t) : DONE;
}

int arrays_rows(table_out *t, size_t count, const double *const rows[])
{
  if (t->records == 0 && records_choose(t) != DONE) return BAD;
  if (!t->arrays) {
    const int code = open_arrays(t);
    if (code != DONE) return code;
  }
  const double *chosen[QUANTITY_MAX];
  for (int k = 0; k < t->arrays->count; k++) chosen[k] = rows[t->arrays->quantity[k]];
  t->records += (long long)count;
  return write_rows(t, count, chosen);
}

int arrays_end(table_out *t)
{
  char why[ARRAY_WHY];
  int code = DONE;
  if (!t->arrays) {
    if (t->expected < 0) t->expected = 0;
    code = open_arrays(t);
  }
  if (code == DONE) code = flush(t);
  if (code != DONE) return code;
  array_out *out = t->arrays->out;
  t->arrays->out = NULL;
  return ulna_array_finish(out, true, why) ? DONE : fail("cannot write %s: %s", t->path, why);
}

void arrays_close(table_out *t)
{
  array_records *x = t->arrays;
  char why[ARRAY_WHY];
  if (!x) return;
  if (x->out) (void)ulna_array_finish(x->out, false, why);
  for (int k = 0; k < x->count; k++) free(x->blocks[k]);
  free(x->blocks), free(x->quantity), free(x);
  t->arrays = NULL;
}
