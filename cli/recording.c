/* Recordings read row by row: memory does not grow with their length. */
#include "recording.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "progress.h"
#include "text/csv.h"
#include "text/number.h"

enum { MOST_COLUMNS = 10000, MOST_TEXT = 1 << 22 };

static void add_column(recording *r, const char *name, const char *unit, int array, int index)
{
  if (r->count % 64 == 0) {
    recording_column *more = allocate((size_t)r->count + 64, sizeof *more);
    if (r->count > 0) memcpy(more, r->columns, (size_t)r->count * sizeof *more);
    free(r->columns);
    r->columns = more;
  }
  recording_column *c = &r->columns[r->count++];
  *c = (recording_column){text_printf("%s", name), text_printf("%s", unit), array, index};
  plain_text(c->name), plain_text(c->unit);
  if (strcmp(c->name, "t") == 0 && r->time < 0) r->time = r->count - 1;
}

/* `q1 [rad]` is q1, in rad. */
static void add_headed(recording *r, char *cell)
{
  char *bracket = strrchr(cell, '['), *end = bracket ? strchr(bracket, ']') : NULL;
  if (!bracket || !end || end[1] != '\0') {
    add_column(r, cell, "", 0, 0);
    return;
  }
  *end = '\0';
  char *blank = bracket;
  while (blank > cell && blank[-1] == ' ') blank--;
  *blank = '\0';
  add_column(r, cell, bracket + 1, 0, 0);
}

static int open_csv(recording *r)
{
  if (lines_open(&r->lines, r->path) != DONE) return BAD;
  r->path = r->lines.shown;
  int got;
  while ((got = lines_next(&r->lines)) > 0) {
    const char *line = r->lines.text;
    if (strncmp(line, "# status: ", 10) == 0 && !r->about) {
      r->about = text_printf("%s", line + 10);
      for (size_t k = strlen(r->about); k > 0 && r->about[k - 1] == ' '; k--) r->about[k - 1] = '\0';
    }
    if (ulna_csv_has_cells(line)) break;
  }
  if (got < 0) return BAD;
  if (got == 0) return fail("%s has no header: a recording has the names of its columns in a line", r->path);
  for (char *at = r->lines.text, *cell; (cell = ulna_csv_cell(&at)) != NULL;) {
    double number;
    if (r->count == MOST_COLUMNS) return fail("%s has more than %d columns", r->path, MOST_COLUMNS);
    if (ulna_number(cell, &number) == NUMBER_READ)
      return fail("%s:%lld: \"%.40s\" is a number where the names of the columns should stand", r->path,
                  r->lines.number, cell);
    add_headed(r, cell);
  }
  return DONE;
}

static const array_in *find_array(const recording *r, const char *name)
{
  for (int k = 0; k < r->arrays.count; k++)
    if (strcmp(r->arrays.arrays[k].name, name) == 0) return &r->arrays.arrays[k];
  return NULL;
}

/* The texts of an array that has so many; NULL: there is none, or with *code BAD one that cannot be read. */
static char *texts_of(const recording *r, const char *name, uint64_t count, int *code)
{
  char why[ARRAY_WHY];
  const array_in *a = find_array(r, name);
  if (!a || !a->header.text || a->rows != count) return NULL;
  char *texts = ulna_array_texts(&r->arrays.arrays[a - r->arrays.arrays], MOST_TEXT, why);
  if (!texts) *code = fail("cannot read %s: %s", r->path, why);
  return texts;
}

/* Whether a column `name` may belong to an array `group`: q3 to q, hand_x to hand, t to t. */
static bool belongs(const char *name, const char *group)
{
  const size_t length = strlen(group);
  if (length == 0 || strncmp(name, group, length) != 0) return false;
  const char *rest = name + length;
  return *rest == '\0' || *rest == '_' || strspn(rest, "0123456789") == strlen(rest);
}

/* The names and units that a recording carries, each for the next number of its array; false: they do not fit the arrays. */
static bool take_names(recording *r, const char *names, const char *units, uint64_t count)
{
  int *taken = allocate((size_t)r->arrays.count, sizeof *taken);
  bool fits = true;
  for (uint64_t k = 0; k < count && fits; k++) {
    int best = -1;
    for (int a = 0; a < r->arrays.count; a++) {
      const array_in *array = &r->arrays.arrays[a];
      if (!array->header.text && array->rows == r->rows && belongs(names, array->name) &&
          (best < 0 || strlen(array->name) > strlen(r->arrays.arrays[best].name)))
        best = a;
    }
    fits = best >= 0 && (uint64_t)taken[best] < r->arrays.arrays[best].width;
    if (fits) add_column(r, names, units, best, taken[best]++);
    names += strlen(names) + 1;
    units += strlen(units) + 1;
  }
  free(taken);
  return fits;
}

/* Names as the command gives them in CSV: tau1, tau2, of a matrix M_1_1, M_1_2; of an .npy column1, column2. */
static int make_names(recording *r)
{
  for (int a = 0; a < r->arrays.count; a++) {
    const array_in *x = &r->arrays.arrays[a];
    if (x->header.text || x->rows != r->rows || strncmp(x->name, "event_", 6) == 0) continue;
    if (x->width > MOST_COLUMNS - (uint64_t)r->count)
      return fail("%s has more than %d columns", r->path, MOST_COLUMNS);
    for (int i = 0; i < (int)x->width; i++) {
      const char *stem = x->name[0] ? x->name : "column";
      const uint64_t last = x->header.dimensions > 2 ? x->width / x->header.shape[1] : 1;
      char *name = x->header.dimensions == 1 && x->name[0] ? text_printf("%s", stem)
                   : x->header.dimensions < 3
                       ? text_printf("%s%d", stem, i + 1)
                       : text_printf("%s_%d_%d", stem, i / (int)last + 1, i % (int)last + 1);
      add_column(r, name, "", a, i);
      free(name);
    }
  }
  return DONE;
}

static void drop_columns(recording *r)
{
  for (int k = 0; k < r->count; k++) free(r->columns[k].name), free(r->columns[k].unit);
  free(r->columns);
  r->columns = NULL;
  r->count = 0;
  r->time = -1;
}

static int open_arrays(recording *r)
{
  char why[ARRAY_WHY];
  if (!ulna_array_open_any(r->path, &r->arrays, why)) return fail("cannot read %s: %s", r->path, why);
  r->has_arrays = true;
  // rows are as many as t has, or the first array of numbers
  const array_in *rows = find_array(r, "t");
  for (int k = 0; k < r->arrays.count && (!rows || rows->header.text); k++)
    if (!r->arrays.arrays[k].header.text) rows = &r->arrays.arrays[k];
  if (!rows || rows->header.text) return fail("%s has no array of numbers", r->path);
  r->rows = rows->rows;
  const array_in *known = find_array(r, "names");
  const uint64_t count = known && known->header.text && known->rows <= MOST_COLUMNS ? known->rows : 0;
  int code = DONE;
  char *names = count ? texts_of(r, "names", count, &code) : NULL;
  char *units = count && code == DONE ? texts_of(r, "units", count, &code) : NULL;
  const bool named = names && units && take_names(r, names, units, count);
  if (!named) drop_columns(r);
  free(names), free(units);
  if (code == DONE && find_array(r, "status")) r->about = texts_of(r, "status", 1, &code);
  if (code != DONE) return code;
  return named ? DONE : make_names(r);
}

int recording_open(recording *r, const char *path)
{
  *r = (recording){.path = path, .time = -1};
  if (ulna_array_is_npy(path) || ulna_array_is_npz(path)) return open_arrays(r);
  return open_csv(r);
}

void recording_close(recording *r)
{
  drop_columns(r);
  free(r->about);
  if (r->has_arrays) ulna_array_close(&r->arrays);
  else lines_close(&r->lines);
}

/* Times that are finite and do not go back; where it is wrong is `place` and a number. */
static int check_time(const recording *r, double t, double before, const char *place, long long number)
{
  if (isfinite(t) && t >= before) return DONE;
  if (!isfinite(t)) return fail("%s: %s %lld: t is not finite", r->path, place, number);
  return fail("%s: %s %lld: t goes back, from %.10g to %.10g", r->path, place, number, before, t);
}

static int read_cells(const recording *r, char *line, double values[])
{
  int k = 0;
  for (char *at = line, *cell; (cell = ulna_csv_cell(&at)) != NULL; k++) {
    if (k == r->count) {
      k++;
      break;
    }
    const size_t length = ulna_decimal_or_word(cell, &values[k]);
    if (*cell == '\0') values[k] = (double)NAN;  // an empty cell: no value
    else if (length == 0 || cell[length] != '\0')
      return fail("%s:%lld: column %s: \"%.40s\" is not a number", r->path, r->lines.number,
                  r->columns[k].name, cell);
  }
  if (k == r->count) return DONE;
  return fail("%s:%lld: the row has %s cells than the header's %d", r->path, r->lines.number,
              k < r->count ? "fewer" : "more", r->count);
}

static int read_csv(recording *r, const int chosen[], int count, recording_row *row, void *owner)
{
  double *values = allocate((size_t)r->count, sizeof *values),
         *given_ = allocate((size_t)count, sizeof *given_);
  double before = -(double)INFINITY;
  long long rows = 0;
  int code = DONE, got = 0;
  while (code == DONE && (got = lines_next(&r->lines)) > 0) {
    if (!ulna_csv_has_cells(r->lines.text)) continue;
    code = read_cells(r, r->lines.text, values);
    const double t = r->time >= 0 ? values[r->time] : (double)rows;
    if (code == DONE) code = check_time(r, t, before, "line", r->lines.number);
    if (code != DONE) break;
    before = t;
    for (int k = 0; k < count; k++) given_[k] = values[chosen[k]];
    row(owner, t, given_);
    rows++;
    progress_show(rows, lines_fraction(&r->lines));
  }
  progress_clear();
  free(values), free(given_);
  return got < 0 ? BAD : code;
}

/* Blocks of the arrays that are needed, and the columns of each. */
static int read_arrays(recording *r, const int chosen[], int count, recording_row *row, void *owner)
{
  enum { BLOCK = 4096 };
  double **blocks = allocate((size_t)r->arrays.count, sizeof *blocks), before = -(double)INFINITY;
  double *values = allocate((size_t)count, sizeof *values);
  for (int k = 0; k <= count; k++) {
    const int column = k < count ? chosen[k] : r->time;
    const int a = column >= 0 ? r->columns[column].array : -1;
    if (a >= 0 && !blocks[a]) blocks[a] = allocate(BLOCK * (size_t)r->arrays.arrays[a].width, sizeof(double));
  }
  int code = DONE;
  for (uint64_t done = 0; done < r->rows && code == DONE; done += BLOCK) {
    char why[ARRAY_WHY];
    const uint64_t block = r->rows - done < BLOCK ? r->rows - done : BLOCK;
    for (int a = 0; a < r->arrays.count && code == DONE; a++)
      if (blocks[a] && !ulna_array_read(&r->arrays.arrays[a], block, blocks[a], why))
        code = fail("cannot read %s: %s", r->path, why);
    for (uint64_t i = 0; i < block && code == DONE; i++) {
      const recording_column *c = r->columns;
#define VALUE(column)                                                                                        \
  blocks[c[column].array][i * r->arrays.arrays[c[column].array].width + (uint64_t)c[column].index]
      const double t = r->time >= 0 ? VALUE(r->time) : (double)(done + i);
      code = check_time(r, t, before, "row", (long long)(done + i) + 1);
      before = t;
      for (int k = 0; k < count; k++) values[k] = VALUE(chosen[k]);
#undef VALUE
      if (code == DONE) row(owner, t, values);
    }
    progress_show((long long)done, (double)done / (double)r->rows);
  }
  progress_clear();
  for (int a = 0; a < r->arrays.count; a++) free(blocks[a]);
  free(blocks), free(values);
  return code;
}

int recording_read(recording *r, const int chosen[], int count, recording_row *row, void *owner)
{
  return r->has_arrays ? read_arrays(r, chosen, count, row, owner) : read_csv(r, chosen, count, row, owner);
}
