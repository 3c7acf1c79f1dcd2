/* Rows of a run for a page, in bounded memory. */
#include "page/rows.h"

#include <math.h>
#include <string.h>

static size_t bytes_of(const page_rows *s) { return (size_t)s->most * (size_t)s->columns * sizeof(double); }

bool ulna_rows_open(page_rows *s, int columns, int most, const ulna_allocator *allocator)
{
  *s = (page_rows){.allocator = allocator_or_standard(allocator), .columns = columns, .most = most / 4 * 4};
  if (s->most < 4) s->most = 4;
  s->per = 1;
  double **arrays[] = {&s->first, &s->least, &s->largest};
  for (int k = 0; k < 3; k++) {
    *arrays[k] = s->allocator.allocate(s->allocator.context, bytes_of(s), 16);
    if (!*arrays[k]) {
      ulna_rows_close(s);
      return false;
    }
  }
  return true;
}

void ulna_rows_close(page_rows *s)
{
  double *arrays[] = {s->first, s->least, s->largest};
  for (int k = 0; k < 3; k++)
    if (arrays[k]) s->allocator.release(s->allocator.context, arrays[k], bytes_of(s));
  *s = (page_rows){.allocator = s->allocator};
}

/* A NaN is neither least nor largest, unless there is nothing else. */
static void widen(double *least, double *largest, double low, double high)
{
  *least = fmin(*least, low);
  *largest = fmax(*largest, high);
}

static void halve(page_rows *s)
{
  const size_t width = (size_t)s->columns;
  for (size_t i = 0; i < (size_t)s->count / 2; i++) {
    const size_t to = i * width, from = 2 * i * width, next = from + width;
    memmove(s->first + to, s->first + from, width * sizeof(double));
    for (size_t c = 0; c < width; c++) {
      double least = s->least[from + c], largest = s->largest[from + c];
      widen(&least, &largest, s->least[next + c], s->largest[next + c]);
      s->least[to + c] = least;
      s->largest[to + c] = largest;
    }
  }
  s->count /= 2;
  s->per *= 2;
  s->in_last = s->per;
}

void ulna_rows_row(page_rows *s, const double row[])
{
  const size_t width = (size_t)s->columns;
  s->rows++;
  if (s->count > 0 && s->in_last < s->per) {
    const size_t at = (size_t)(s->count - 1) * width;
    for (size_t c = 0; c < width; c++) widen(&s->least[at + c], &s->largest[at + c], row[c], row[c]);
    s->in_last++;
    return;
  }
  if (s->count == s->most) halve(s);
  if (s->per > 1 && s->count == s->most / 2) halve(s);
  const size_t at = (size_t)s->count * width, bytes = width * sizeof(double);
  memcpy(s->first + at, row, bytes);
  memcpy(s->least + at, row, bytes);
  memcpy(s->largest + at, row, bytes);
  s->count++;
  s->in_last = 1;
}

/* The float next to x that is not within: below it (side < 0) or above. */
static float outwards(double x, float side)
{
  const float f = (float)x;
  const bool within = side < 0 ? (double)f > x : (double)f < x;
  return within ? nextafterf(f, side * HUGE_VALF) : f;
}

/* Columns one after the other, each packed by itself, so that similar numbers stand together. side 0: as doubles. */
static void columns_json(const page_rows *s, const double *values, float side, text_buffer *b)
{
  const size_t size = (size_t)s->count * sizeof(double) + 16;
  double *column = s->allocator.allocate(s->allocator.context, size, 16);
  float *bound = (float *)column;
  if (!column) b->failed = true;
  for (int c = 0; c < s->columns && column; c++) {
    for (int i = 0; i < s->count; i++) {
      const double x = values[(size_t)i * (size_t)s->columns + (size_t)c];
      if (side == 0) column[i] = x;
      else bound[i] = outwards(x, side);
    }
    ulna_buffer_text(b, c ? ",\n" : "[");
    ulna_buffer_packed(b, column, (size_t)s->count, side == 0 ? sizeof(double) : sizeof(float));
  }
  ulna_buffer_text(b, "]");
  if (column) s->allocator.release(s->allocator.context, column, size);
}

void ulna_rows_json(const page_rows *s, text_buffer *b)
{
  ulna_buffer_format(b, "\"rows\":%lld,\"count\":%d,\"per\":%lld,\n\"first\":", s->rows, s->count, s->per);
  columns_json(s, s->first, 0, b);
  if (s->per == 1) return;
  ulna_buffer_text(b, ",\n\"least\":");
  columns_json(s, s->least, -1, b);
  ulna_buffer_text(b, ",\n\"largest\":");
  columns_json(s, s->largest, 1, b);
}
