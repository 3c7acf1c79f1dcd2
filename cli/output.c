/* Results out: buffered text on stdout, records as text, CSV or JSON. */
#include "output.h"

#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/ending.h"
#include "progress.h"
#include "text/csv.h"
#include "text/json.h"
#include "text/number.h"

static char buffer[1 << 16];
static size_t used;
static int descriptor = STDOUT_FILENO;

static char *partial; /* of a file that is being written */
static const char *named;

void out_to_stderr(void) { descriptor = STDERR_FILENO; }

int out_to_file(const char *path)
{
  partial = text_printf("%s.XXXXXX", path);
  named = path;
  descriptor = mkstemp(partial);
  const mode_t mask = umask(0);
  umask(mask);
  if (descriptor >= 0 && fchmod(descriptor, 0666 & ~mask) == 0) return DONE;
  const int code = fail("cannot write %s: %s", path, strerror(errno));
  if (descriptor < 0) {
    descriptor = STDOUT_FILENO;
    free(partial);
    partial = NULL;
  }
  return code;
}

int out_finish(void)
{
  if (!partial) return DONE;
  out_flush();
  const int file = descriptor;
  descriptor = STDOUT_FILENO;
  if (close(file) != 0 || rename(partial, named) != 0) {
    const int code = fail("cannot write %s: %s", named, strerror(errno));
    out_abandon();
    return code;
  }
  free(partial);
  partial = NULL;
  return DONE;
}

void out_abandon(void)
{
  if (!partial) return;
  used = 0;
  if (descriptor != STDOUT_FILENO) close(descriptor);
  descriptor = STDOUT_FILENO;
  unlink(partial);
  free(partial);
  partial = NULL;
}

static void write_all(const char *bytes, size_t length)
{
  while (length > 0) {
    const ssize_t n = write(descriptor, bytes, length);
    if (n >= 0) {
      bytes += n;
      length -= (size_t)n;
    } else if (errno == EPIPE) {
      // whoever read this has seen enough (head, less): that is no failure
      progress_clear();
      _exit(DONE);
    } else if (errno != EINTR) {
      fail("cannot write %s: %s", partial ? named : "the output", strerror(errno));
      if (partial) unlink(partial);
      _exit(BAD);
    }
  }
}

void out_flush(void)
{
  write_all(buffer, used);
  used = 0;
}

void out_bytes(const char *bytes, size_t length)
{
  if (length > sizeof buffer - used) out_flush();
  if (length > sizeof buffer) {
    write_all(bytes, length);
    return;
  }
  memcpy(buffer + used, bytes, length);
  used += length;
}

void out_text(const char *text)
{
  for (const char *c = text; *c; c++) {
    const unsigned char byte = (unsigned char)*c;
    if ((byte >= 0x20 || byte == '\n') && byte != 0x7f && byte != 0xc2) continue;
    char *copy = text_printf("%s", text);
    out_bytes(plain_text(copy), strlen(copy));
    free(copy);
    return;
  }
  out_bytes(text, strlen(text));
}

void out_colour(colour c)
{
  const char *code = colour_code(stdout, c);
  out_bytes(code, strlen(code));
}

void out_printf(const char *format, ...)
{
  char line[1024];
  va_list list;
  va_start(list, format);
  const int length = vsnprintf(line, sizeof line, format, list);
  va_end(list);
  if ((size_t)length < sizeof line) {
    out_text(line);
    return;
  }
  char *longer = allocate((size_t)length + 1, 1);
  va_start(list, format);
  vsnprintf(longer, (size_t)length + 1, format, list);
  va_end(list);
  out_text(longer);
  free(longer);
}

void out_number(double x)
{
  char text[ULNA_NUMBER_SIZE];
  out_bytes(text, (size_t)ulna_number_format(x, text));
}

static void sink_out(void *owner, const char *bytes, size_t length)
{
  (void)owner;
  out_bytes(bytes, length);
}

void out_json_string(const char *text) { ulna_json_string(text, strlen(text), false, sink_out, NULL); }

void out_csv_field(const char *text) { ulna_csv_write(text, sink_out, NULL); }

void records_open(table_out *t, const arguments *args)
{
  const char *name = args->value[OPT_FORMAT];
  *t = (table_out){.format = isatty(STDOUT_FILENO) ? FORMAT_TEXT : FORMAT_CSV};
  if (name) t->format = name[0] == 'j' ? FORMAT_JSON : name[0] == 'c' ? FORMAT_CSV : FORMAT_TEXT;
  t->capacity = QUANTITY_MAX;
  t->quantities = allocate(QUANTITY_MAX, sizeof(quantity));
}

int records_output(table_out *t, const arguments *args)
{
  static const struct {
    const char *ending;
    record_format format;
  } known[] = {{".npz", FORMAT_ARRAYS},
               {".npy", FORMAT_ARRAYS},
               {".csv", FORMAT_CSV},
               {".json", FORMAT_JSON},
               {".txt", FORMAT_TEXT}};
  t->only = args->value[OPT_ONLY];
  t->path = args->value[OPT_OUTPUT];
  t->expected = -1;
  if (!t->path) return DONE;
  size_t k = 0;
  while (k < sizeof known / sizeof *known && !has_ending(t->path, known[k].ending)) k++;
  if (k == sizeof known / sizeof *known)
    return fail("--output %s: the name must end in .npz, .npy, .csv, .json or .txt", t->path);
  if (given(args, OPT_FORMAT) && t->format != known[k].format)
    return fail("--output %s and --format %s contradict each other", t->path, args->value[OPT_FORMAT]);
  t->format = known[k].format;
  return t->format == FORMAT_ARRAYS ? DONE : out_to_file(t->path);
}

/* Whether a list "a,b,c" has a name. */
static bool in_names(const char *list, const char *name)
{
  const size_t length = strlen(name);
  for (const char *at = list; at; at = strchr(at, ',') ? strchr(at, ',') + 1 : NULL)
    if (strcspn(at, ",") == length && strncmp(at, name, length) == 0) return true;
  return false;
}

int records_choose(table_out *t)
{
  if (!t->only) return DONE;
  for (const char *at = t->only; at; at = strchr(at, ',') ? strchr(at, ',') + 1 : NULL) {
    const size_t length = strcspn(at, ",");
    bool found = false;
    for (int i = 0; i < t->count && !found; i++)
      found = strlen(t->quantities[i].name) == length && strncmp(t->quantities[i].name, at, length) == 0;
    if (found) continue;
    char *names = text_printf("%s", "");
    for (int i = 0; i < t->count; i++) {
      char *longer = text_printf("%s%s%s", names, i > 0 ? ", " : "", t->quantities[i].name);
      free(names);
      names = longer;
    }
    const int code = fail("--only: there is no \"%.*s\" here; there are %s", (int)length, at, names);
    free(names);
    return code;
  }
  int kept = 0;
  for (int i = 0; i < t->count; i++)
    if (in_names(t->only, t->quantities[i].name)) t->quantities[kept++] = t->quantities[i];
  t->count = kept;
  t->only = NULL;
  return DONE;
}

quantity *records_add(table_out *t, const char *name, int rank, int size0, int size1, int size2,
                      const double *data)
{
  if (t->count == t->capacity) {
    quantity *more = allocate(2 * (size_t)t->capacity, sizeof(quantity));
    memcpy(more, t->quantities, (size_t)t->count * sizeof(quantity));
    free(t->quantities);
    t->quantities = more;
    t->capacity *= 2;
  }
  quantity *q = &t->quantities[t->count++];
  *q = (quantity){.name = name, .rank = rank, .size = {size0, size1, size2}, .data = data};
  return q;
}

/* Memory that ends with the table: a list. */
struct owned {
  struct owned *next;
  _Alignas(max_align_t) char bytes[];
};

void *records_memory(table_out *t, size_t count, size_t size)
{
  struct owned *block = allocate(1, sizeof *block + count * size);
  block->next = t->owned;
  t->owned = block;
  return block->bytes;
}

int element_count(const quantity *q)
{
  int count = 1;
  for (int r = 0; r < q->rank; r++) count *= q->size[r];
  return count;
}

/* The number of element k of the quantity, as part of a column's name: "3", "_2_1", "_1_2_3", or nothing. */
static void element_suffix(const quantity *q, int k, char *text, size_t size)
{
  const int *s = q->size;
  text[0] = '\0';
  if (q->rank == 1) snprintf(text, size, "%d", k + 1);
  else if (q->rank == 2) snprintf(text, size, "_%d_%d", k / s[1] + 1, k % s[1] + 1);
  else if (q->rank == 3)
    snprintf(text, size, "_%d_%d_%d", k / (s[1] * s[2]) + 1, k / s[2] % s[1] + 1, k % s[2] + 1);
}

static void csv_header(const table_out *t)
{
  const char *comma = "";
  for (int i = 0; i < t->count; i++) {
    const quantity *q = &t->quantities[i];
    const int count = q->text ? 1 : element_count(q);
    for (int k = 0; k < count && !q->not_in_csv; k++) {
      char suffix[48];
      element_suffix(q, k, suffix, sizeof suffix);
      char *column = q->columns ? text_printf("%s", q->columns[k])
                                : text_printf("%s%s%s%s", q->group ? q->group : "", q->group ? "." : "",
                                              q->name, q->text ? "" : suffix);
      out_text(comma);
      out_csv_field(column);
      free(column);
      comma = ",";
    }
  }
  out_text("\n");
}

static void csv_record(const table_out *t)
{
  const char *comma = "";
  for (int i = 0; i < t->count; i++) {
    const quantity *q = &t->quantities[i];
    if (q->not_in_csv) continue;
    if (q->text) {
      out_text(comma);
      out_csv_field(q->text);
      comma = ",";
      continue;
    }
    const int count = element_count(q);
    for (int k = 0; k < count; k++) {
      out_text(comma);
      if (q->texts) out_csv_field(q->texts[k]);
      else out_number(q->data[k]);
      comma = ",";
    }
  }
  out_text("\n");
}

static void json_numbers(const double *data, int rank, const int *size)
{
  if (rank == 0) {
    if (isnan(*data)) out_text("null");
    else out_number(*data);
    return;
  }
  int stride = 1;
  for (int r = 1; r < rank; r++) stride *= size[r];
  out_text("[");
  for (int i = 0; i < size[0]; i++) {
    if (i > 0) out_text(", ");
    json_numbers(data + (ptrdiff_t)i * stride, rank - 1, size + 1);
  }
  out_text("]");
}

static void json_texts(const char *const *texts, int count)
{
  out_text("[");
  for (int i = 0; i < count; i++) {
    if (i > 0) out_text(", ");
    out_json_string(texts[i]);
  }
  out_text("]");
}

static bool same_group(const char *a, const char *b) { return a == b || (a && b && strcmp(a, b) == 0); }

static void json_record(const table_out *t)
{
  out_text(t->records == 0 ? "[{" : ",\n {");
  const char *group = NULL;
  for (int i = 0; i < t->count; i++) {
    const quantity *q = &t->quantities[i];
    const bool changes = !same_group(group, q->group);
    if (changes && group) out_text("}");
    if (i > 0) out_text(", ");
    if (changes && q->group) {
      out_json_string(q->group);
      out_text(": {");
    }
    group = q->group;
    out_json_string(q->name);
    out_text(": ");
    if (q->text) out_json_string(q->text);
    else if (q->texts) json_texts(q->texts, q->size[0]);
    else json_numbers(q->data, q->rank, q->size);
  }
  out_text(group ? "}}" : "}");
}

/* Columns from…to-1 of a matrix, aligned. */
static void text_columns(const double *data, int rows, int columns, int from, int to, double nothing,
                         const char *indent)
{
  for (int i = 0; i < rows; i++) {
    out_text(indent);
    for (int j = from; j < to; j++) {
      const double x = data[i * columns + j];
      out_printf(" %12.6g", fabs(x) < nothing ? 0.0 : x);
    }
    out_text("\n");
  }
}

/* A matrix in numbers a person can read, not exact ones, in as many parts as 80 columns ask for. Rounding in place of
 * zero is shown as 0. */
static void text_matrix(const double *data, int rows, int columns, const char *indent)
{
  double largest = 0;
  for (int i = 0; i < rows * columns; i++) largest = fmax(largest, fabs(data[i]));
  const double nothing = fmax(1e-13 * largest, 1e-15);
  enum { MOST = 6 };
  const int parts = (columns + MOST - 1) / MOST, wide = parts > 0 ? (columns + parts - 1) / parts : 0;
  for (int from = 0; from < columns; from += wide) {
    const int to = from + wide < columns ? from + wide : columns;
    if (parts > 1) out_printf("%s columns %d to %d\n", indent, from + 1, to);
    text_columns(data, rows, columns, from, to, nothing, indent);
  }
}

/* Quantities with one number for each joint, and their units where it turns and where it slides. */
static const struct {
  const char *name, *turning, *sliding;
} of_joints[] = {{"q", "rad", "m"},        {"qd", "rad/s", "m/s"},     {"qdd", "rad/s2", "m/s2"},
                 {"tau", "N m", "N"},      {"G", "N m", "N"},          {"Cqd", "N m", "N"},
                 {"F", "N m", "N"},        {"tip_torque", "N m", "N"}, {"Mqdd", "N m", "N"},
                 {"friction", "N m", "N"}, {"wrench", "N m", "N"},     {"inertia", "N m", "N"}};

/* A name in 12 columns, after a blank: characters are counted, not bytes, and it is cut between two. */
static void text_name(const char *name, bool to_the_right)
{
  int width = 0, bytes = 0;
  for (; name[bytes] && (width < 12 || (name[bytes] & 0xc0) == 0x80); bytes++)
    width += (name[bytes] & 0xc0) != 0x80;
  if (to_the_right) out_printf(" %*s%.*s", 12 - width, "", bytes, name);
  else out_printf(" %.*s%*s", bytes, name, 12 - width, "");
}

/* "N m", "N", or "N m or N" where some turn and some slide. */
static void text_unit(const text_axis *axis, int count)
{
  int turning = 0;
  for (int i = 0; i < count; i++) turning += axis->turns[i];
  if (turning > 0) out_text(axis->turning);
  if (turning > 0 && turning < count) out_text(" or ");
  if (turning < count) out_text(axis->sliding);
}

/* A matrix of one kind of number per another, with the names of both, in as many parts as 80 columns ask for. */
static void text_derivative(const quantity *q)
{
  enum { MOST = 5 };
  const int rows = q->size[0], columns = q->size[1], parts = (columns + MOST - 1) / MOST,
            wide = parts > 0 ? (columns + parts - 1) / parts : 0;
  double largest = 0;
  for (int i = 0; i < rows * columns; i++) largest = fmax(largest, fabs(q->data[i]));
  const double nothing = fmax(1e-13 * largest, 1e-15);
  if (q->rows->turns && q->by->turns) {
    out_text(" (");
    text_unit(q->rows, rows);
    out_text(" per ");
    text_unit(q->by, columns);
    out_text(")");
  }
  out_text("\n");
  for (int from = 0; from < columns; from += wide) {
    const int to = from + wide < columns ? from + wide : columns;
    text_name("", true);
    for (int j = from; j < to; j++) text_name(q->by->names[j], true);
    for (int i = 0; i < rows; i++) {
      out_text("\n");
      text_name(q->rows->names[i], false);
      for (int j = from; j < to; j++) {
        const double x = q->data[i * columns + j];
        out_printf(" %12.6g", fabs(x) < nothing ? 0.0 : x);
      }
    }
    out_text("\n");
  }
}

/* The entry of of_joints that a quantity is; -1: it is not the joints'. */
static int kind_of_joints(const table_out *t, const quantity *q)
{
  if (q->size[0] != t->joint_count || q->unit) return -1;
  for (int k = 0; k < (int)(sizeof of_joints / sizeof *of_joints); k++)
    if (strcmp(q->name, of_joints[k].name) == 0) return k;
  return -1;
}

/* A vector in one line, or in as many as 80 columns ask for; where it is the joints', with " (N m)" and their names. */
static void text_vector(const table_out *t, const quantity *q, const char *indent)
{
  enum { MOST = 6 };
  const int kind = kind_of_joints(t, q), count = q->size[0], parts = (count + MOST - 1) / MOST,
            wide = parts > 0 ? (count + parts - 1) / parts : 0;
  if (kind >= 0) {
    int turning = 0;
    for (int i = 0; i < t->joint_count; i++) turning += t->joint_turns[i];
    const bool mixed = turning > 0 && turning < t->joint_count;
    out_printf(" (%s%s%s)", turning ? of_joints[kind].turning : of_joints[kind].sliding,
               mixed ? ", where it slides " : "", mixed ? of_joints[kind].sliding : "");
  }
  out_text("\n");
  for (int from = 0; from < count; from += wide) {
    const int to = from + wide < count ? from + wide : count;
    if (kind >= 0) {
      out_text(indent);
      for (int i = from; i < to; i++) text_name(t->joint_names[i], true);
      out_text("\n");
    }
    text_matrix(q->data + from, 1, to - from, indent);
  }
}

void records_joints(table_out *t, int count, const char *const names[], const bool turns[])
{
  t->joint_count = count;
  t->joint_names = names;
  t->joint_turns = turns;
}

static void text_record(const table_out *t)
{
  if (t->records > 0) out_text("\n");
  const char *group = NULL;
  for (int i = 0; i < t->count; i++) {
    const quantity *q = &t->quantities[i];
    if (q->not_in_text) continue;
    if (q->show) {
      q->show(q->owner);
      continue;
    }
    if (!same_group(group, q->group) && q->group) out_printf("%s\n", q->group);
    group = q->group;
    const char *indent = group ? "  " : "";
    out_printf("%s%s", indent, q->name);
    if (q->unit) out_printf(" (%s)", q->unit);
    if (q->text) {
      out_printf(": %s\n", q->text);
    } else if (q->texts) {
      for (int k = 0; k < q->size[0]; k++) out_printf("%s%s", k == 0 ? ": " : ", ", q->texts[k]);
      out_text("\n");
    } else if (q->rank == 0) {
      out_printf(": %.6g\n", *q->data);
    } else if (q->rank == 1) {
      text_vector(t, q, indent);
    } else if (q->rank == 2 && q->rows && q->by) {
      text_derivative(q);
    } else if (q->rank == 2) {
      out_text("\n");
      text_matrix(q->data, q->size[0], q->size[1], indent);
    } else {
      out_text("\n");
      for (int k = 0; k < q->size[0]; k++) {
        out_printf("%s %d\n", indent, k + 1);
        text_matrix(q->data + (ptrdiff_t)k * q->size[1] * q->size[2], q->size[1], q->size[2], indent);
      }
    }
  }
}

int records_write(table_out *t)
{
  if (t->records == 0 && records_choose(t) != DONE) return BAD;
  for (int i = 0; i < t->count; i++) {
    const quantity *q = &t->quantities[i];
    const int count = q->text || q->texts || q->may_be_nan ? 0 : element_count(q);
    for (int k = 0; k < count; k++)
      if (!isfinite(q->data[k]))
        return fail("state %lld: %s is not finite: the numbers given are too large", t->records + 1, q->name);
  }
  switch (t->format) {
  case FORMAT_TEXT: text_record(t); break;
  case FORMAT_CSV:
    if (t->records == 0) csv_header(t);
    csv_record(t);
    break;
  case FORMAT_JSON: json_record(t); break;
  case FORMAT_ARRAYS:
    if (arrays_record(t) != DONE) return BAD;
    break;
  }
  t->records++;
  return DONE;
}

int records_end(table_out *t)
{
  if (t->records == 0 && records_choose(t) != DONE) return BAD;
  if (t->format == FORMAT_ARRAYS) return arrays_end(t);
  if (t->format == FORMAT_JSON) out_text(t->records == 0 ? "[]\n" : "]\n");
  if (t->format == FORMAT_CSV && t->records == 0) csv_header(t);
  return out_finish();
}

void records_close(table_out *t)
{
  arrays_close(t);
  if (t->path) out_abandon();
  free(t->quantities);
  t->quantities = NULL;
  while (t->owned) {
    struct owned *next = t->owned->next;
    free(t->owned);
    t->owned = next;
  }
}
