/* Signals reduced and drawn: no extreme is lost however long they are, and axes hold whatever numbers come. */
#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <expat.h>
#include <zlib.h>

#include "plot/canvas.h"

typedef struct {
  char *bytes;
  size_t length, room;
} text;

static void collect(void *owner, const char *bytes, size_t length)
{
  text *t = owner;
  if (t->length + length + 1 > t->room) {
    t->room = 2 * (t->length + length + 1);
    t->bytes = realloc(t->bytes, t->room);
    assert_non_null(t->bytes);
  }
  memcpy(t->bytes + t->length, bytes, length);
  t->length += length;
  t->bytes[t->length] = '\0';
}

/* Ten million rows, a spike of one row in each of two columns: found in the spans where they were, to the bit. */
static void ten_million_rows_keep_their_extremes(void **state)
{
  (void)state;
  enum { ROWS = 10000000, SPIKE = 7654321, DIP = 1234567 };
  ulna_series s;
  assert_true(ulna_series_create(&s, 2, 2048));
  for (long k = 0; k < ROWS; k++) {
    const double row[2] = {k == SPIKE ? 7.25 : 1e-3 * (double)(k % 1000), k == DIP ? -3.5 : (double)(k % 2)};
    ulna_series_row(&s, 1e-3 * (double)k, row);
  }
  assert_int_equal(s.rows, ROWS);
  assert_true(s.used > 1024 && s.used <= 2048);
  assert_true(s.largest[0] == 7.25 && s.least[0] == 0 && s.least[1] == -3.5 && s.largest[1] == 1);
  int spikes = 0, dips = 0;
  for (int k = 0; k < s.used; k++) {
    const bool has_spike = ulna_series_span(&s, k, 0)->largest == 7.25,
               has_dip = ulna_series_span(&s, k, 1)->least == -3.5;
    if (has_spike) assert_true(s.from[k] <= 1e-3 * SPIKE && 1e-3 * SPIKE <= s.to[k]);
    if (has_dip) assert_true(s.from[k] <= 1e-3 * DIP && 1e-3 * DIP <= s.to[k]);
    spikes += has_spike, dips += has_dip;
    if (k > 0) assert_true(s.from[k] > s.to[k - 1]);
  }
  assert_int_equal(spikes, 1);
  assert_int_equal(dips, 1);
  assert_true(s.from[0] == 0 && s.to[s.used - 1] == 1e-3 * (ROWS - 1));
  ulna_series_free(&s);
}

/* The same spans whichever way they were halved: each is what its rows say. */
static void spans_are_what_their_rows_say(void **state)
{
  (void)state;
  for (int rows = 1; rows < 70; rows++) {
    ulna_series s;
    assert_true(ulna_series_create(&s, 1, 8));
    for (int k = 0; k < rows; k++) {
      const double value = k % 7 == 3 ? (double)NAN : k % 11 == 5 ? (double)INFINITY : sin(k);
      ulna_series_row(&s, k, &value);
    }
    long long left_out = 0;
    for (int i = 0, k = 0; i < s.used; i++) {
      double least = (double)NAN, largest = (double)NAN, first = (double)NAN, last = (double)NAN;
      assert_true(s.from[i] == k);
      for (int j = 0; j < s.rows_per_span && k < rows; j++, k++) {
        if (k % 7 == 3 || k % 11 == 5) {
          left_out++;
          continue;
        }
        least = fmin(least, sin(k)), largest = fmax(largest, sin(k));
        if (isnan(first)) first = sin(k);
        last = sin(k);
      }
      assert_true(s.to[i] == k - 1);
      const series_span *v = ulna_series_span(&s, i, 0);
      assert_true(isnan(least) ? isnan(v->least) : v->least == least && v->largest == largest);
      assert_true(isnan(least) || (v->first == first && v->last == last));
    }
    assert_int_equal(s.not_finite[0], left_out);
    ulna_series_free(&s);
  }
}

static void axes_hold_any_numbers(void **state)
{
  (void)state;
  static const double ranges[][2] = {{0, 1},
                                     {-3, 7.25},
                                     {5, 5},
                                     {0, 0},
                                     {-DBL_MAX, DBL_MAX},
                                     {0, DBL_MAX},
                                     {1e300, 1e300},
                                     {-DBL_MAX, -DBL_MAX},
                                     {0, 5e-324},
                                     {1, 1 + 1e-15},
                                     {1e-300, 3e-300},
                                     {1000, 1000.001},
                                     {(double)NAN, (double)NAN},
                                     {123456, 123999},
                                     {-1e-7, 2e-7}};
  for (size_t k = 0; k < sizeof ranges / sizeof ranges[0]; k++) {
    const plot_axis a = ulna_axis(ranges[k][0], ranges[k][1]);
    assert_true(isfinite(a.least) && isfinite(a.largest) && a.least < a.largest);
    assert_true(ulna_axis_place(&a, a.least) == 0 && ulna_axis_place(&a, a.largest) == 1);
    for (int most = 2; most <= AXIS_TICKS; most++) {
      double ticks[AXIS_TICKS];
      char texts[AXIS_TICKS][AXIS_TEXT];
      const int count = ulna_axis_ticks(&a, most, ticks);
      assert_true(count >= 0 && count <= most);
      for (int i = 0; i < count; i++) {
        const double place = ulna_axis_place(&a, ticks[i]);
        assert_true(place > -1e-6 && place < 1 + 1e-6);  // ticks are taken to 1e-9 of a step
        ulna_axis_text(ticks, count, i, texts[i]);
        assert_true(strlen(texts[i]) > 0 && strlen(texts[i]) < 20);
        if (i > 0) assert_true(ticks[i] > ticks[i - 1] && strcmp(texts[i], texts[i - 1]) != 0);
      }
    }
  }
}

static void sparks_show_spikes_gaps_and_levels(void **state)
{
  (void)state;
  ulna_series s;
  char line[100];
  assert_true(ulna_series_create(&s, 4, 64));
  for (int k = 0; k < 40; k++) {
    const double row[4] = {k, k == 21 ? 1 : 0, k >= 10 && k < 20 ? (double)NAN : 0.1 * k, 7};
    ulna_series_row(&s, k, row);
  }
  ulna_plot_spark(&s, 0, 10, false, line);
  assert_string_equal(line, "0123456789");
  ulna_plot_spark(&s, 1, 10, false, line);
  assert_string_equal(line, "0000090000");
  ulna_plot_spark(&s, 2, 8, false, line);
  assert_true(line[0] == '1' && line[1] == '2' && line[2] == ' ' && line[3] == ' ' && line[7] == '9');
  ulna_plot_spark(&s, 3, 4, false, line);
  assert_string_equal(line, "5555");
  ulna_plot_spark(&s, 1, 10, true, line);
  assert_string_equal(line, "▁▁▁▁▁█▁▁▁▁");
  ulna_series_free(&s);
  assert_true(ulna_series_create(&s, 1, 64));
  ulna_plot_spark(&s, 0, 5, false, line);  // no row at all
  assert_string_equal(line, "     ");
  ulna_series_free(&s);
}

static void braille_has_the_dots_of_unicode(void **state)
{
  (void)state;
  ulna_canvas c;
  text t = {0};
  assert_true(ulna_canvas_create(&c, 4, 1, true, false));
  ulna_canvas_dot(&c, 0, 0, 0);  // U+2801, dot 1
  ulna_canvas_dot(&c, 2, 3, 0);  // U+2840, dot 7
  ulna_canvas_dot(&c, 5, 3, 0);  // U+2880, dot 8
  ulna_canvas_line(&c, 6, 0, 7, 3, 0);
  ulna_canvas_dot(&c, -1, 0, 0), ulna_canvas_dot(&c, 8, 0, 0), ulna_canvas_dot(&c, 0, 4, 0);
  ulna_canvas_row(&c, 0, collect, &t);
  assert_string_equal(t.bytes, "⠁⡀⢀⢣");
  ulna_canvas_free(&c);
  free(t.bytes);
}

/* A figure of hostile names, a gap and a lonely value. */
static void draw_with(void (*use)(const plot_figure *f))
{
  ulna_series s;
  assert_true(ulna_series_create(&s, 2, 64));
  for (int k = 0; k < 30; k++) {
    const double row[2] = {k % 10 == 0 ? 1e3 * k : (double)NAN, -1e307 * k};
    ulna_series_row(&s, 0.1 * k, row);
  }
  const plot_curve curves[] = {{"a<b>&\"c\" \x01\xff", 0}, {"</svg><script>", 1}};
  const plot_panel panels[] = {{"N m", 1, &curves[0]}, {"", 2, curves}};
  const plot_figure f = {&s, "x<y> & z", "t", "s", 2, panels};
  use(&f);
  ulna_series_free(&s);
}

static void parse_svg(const plot_figure *f)
{
  text t = {0};
  ulna_plot_svg(f, collect, &t);
  XML_Parser parser = XML_ParserCreate(NULL);
  const enum XML_Status well = XML_Parse(parser, t.bytes, (int)t.length, 1);
  if (well != XML_STATUS_OK)
    fail_msg("line %lu: %s", XML_GetCurrentLineNumber(parser), XML_ErrorString(XML_GetErrorCode(parser)));
  XML_ParserFree(parser);
  assert_null(strstr(t.bytes, "<script"));
  assert_null(strstr(t.bytes, "nan"));
  assert_null(strstr(t.bytes, "inf"));
  free(t.bytes);
}

static void svg_is_xml_whatever_names_say(void **state)
{
  (void)state;
  draw_with(parse_svg);
}

static uint32_t big_endian(const unsigned char *b)
{
  return (uint32_t)b[0] << 24 | (uint32_t)b[1] << 16 | (uint32_t)b[2] << 8 | b[3];
}

/* Chunks with right checksums, and as many bytes of pixels as the header says, some of them in a curve's colour. */
static void read_png(const plot_figure *f)
{
  text t = {0};
  assert_true(ulna_plot_png(f, collect, &t));
  const unsigned char *b = (const unsigned char *)t.bytes, *const end = b + t.length;
  assert_memory_equal(b, "\x89PNG\r\n\x1a\n", 8);
  unsigned char *packed = malloc(t.length);
  size_t used = 0;
  uint32_t width = 0, height = 0;
  bool ended = false;
  for (b += 8; b < end; b += 12 + big_endian(b)) {
    const uint32_t length = big_endian(b);
    assert_true(b + 12 + length <= end && !ended);
    assert_true(crc32(0, b + 4, length + 4) == big_endian(b + 8 + length));
    if (memcmp(b + 4, "IHDR", 4) == 0) width = big_endian(b + 8), height = big_endian(b + 12);
    if (memcmp(b + 4, "IDAT", 4) == 0) memcpy(packed + used, b + 8, length), used += length;
    ended = memcmp(b + 4, "IEND", 4) == 0;
  }
  assert_true(ended && width == 1200 && height == 40 + 300 * (uint32_t)f->count);
  const uLong size = (uLong)(3 * width + 1) * height;
  uLong got = size;
  unsigned char *pixels = malloc(size);
  assert_int_equal(uncompress(pixels, &got, packed, used), Z_OK);
  assert_int_equal(got, size);
  int coloured = 0;
  for (uint32_t y = 0; y < height; y++) {
    assert_int_equal(pixels[(size_t)y * (3 * width + 1)], 0);
    for (uint32_t x = 0; x < width; x++)
      coloured += memcmp(&pixels[(size_t)y * (3 * width + 1) + 1 + 3 * x], ulna_plot_colours[1], 3) == 0;
  }
  assert_true(coloured > 300);
  free(packed), free(pixels), free(t.bytes);
}

static void png_has_the_pixels_it_says(void **state)
{
  (void)state;
  draw_with(read_png);
}

/* More curves than a legend has room for, names of every kind of wrong bytes, spans of several rows. */
static void many_curves_of_any_name_are_drawn(void **state)
{
  (void)state;
  static const char *const names[] = {"plain",
                                      "\xc3\xa4",
                                      "\xe2\x82\xac",
                                      "\xf0\x9f\x99\x82",
                                      "\xe2(\xa1",
                                      "\xed\xa0\x80",
                                      "\xe0\x80\x80",
                                      "\xef\xbf\xbf",
                                      "\xf4\x90\x80\x80",
                                      "\xf0\x80\x80\x80",
                                      "a long name of a column that takes its room in any legend",
                                      "b"};
  enum { MANY = 12 };
  ulna_series s;
  assert_true(ulna_series_create(&s, MANY, 16));
  for (int k = 0; k < 300; k++) {
    double row[MANY];
    for (int i = 0; i < MANY; i++) row[i] = sin(0.1 * k + i);
    ulna_series_row(&s, k, row);
  }
  plot_curve curves[MANY];
  for (int i = 0; i < MANY; i++) curves[i] = (plot_curve){names[i], i};
  const plot_panel panel = {"rad", MANY, curves};
  const plot_figure f = {&s, names[1], "t", "s", 1, &panel};
  parse_svg(&f);
  read_png(&f);
  ulna_series_free(&s);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(ten_million_rows_keep_their_extremes),
      cmocka_unit_test(spans_are_what_their_rows_say),
      cmocka_unit_test(axes_hold_any_numbers),
      cmocka_unit_test(sparks_show_spikes_gaps_and_levels),
      cmocka_unit_test(braille_has_the_dots_of_unicode),
      cmocka_unit_test(svg_is_xml_whatever_names_say),
      cmocka_unit_test(png_has_the_pixels_it_says),
      cmocka_unit_test(many_curves_of_any_name_are_drawn),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
