/* The one grammar of decimals, and CSV read and written. */
#ifndef _GNU_SOURCE
#  define _GNU_SOURCE /* strtod_l */
#endif
#include <locale.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/nearest.h"
#include "text/buffer.h"
#include "text/csv.h"
#include "text/json.h"
#include "text/number.h"

/* A locale with a decimal comma, whatever the machine has: the C library's two functions that hang on it. */
static bool comma;

struct lconv *localeconv(void)
{
  static char comma_text[] = ",", dot_text[] = ".";
  static struct lconv answer;
  answer.decimal_point = comma ? comma_text : dot_text;
  return &answer;
}

double strtod(const char *restrict text, char **restrict end)
{
  static locale_t plain;
  if (!plain) plain = newlocale(LC_ALL_MASK, "C", NULL);
  if (!comma) return strtod_l(text, end, plain);
  char own[400];
  snprintf(own, sizeof own, "%s", text);
  for (char *c = own; *c; c++) *c = *c == '.' ? ' ' : *c == ',' ? '.' : *c;
  return strtod_l(own, NULL, plain);
}

static void a_decimal_comma_of_the_locale_changes_nothing(void **state)
{
  (void)state;
  static const char *const texts[] = {"1.5", "-0.25e-3", "7", ".5", "5.", "1234567.875"};
  static const double values[] = {1.5, -0.25e-3, 7, 0.5, 5, 1234567.875};
  for (int with = 0; with < 2; with++)
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
      double value = 42;
      comma = with;
      const size_t length = ulna_decimal(texts[i], &value);
      comma = false;
      assert_int_equal(length, strlen(texts[i]));
      if (value != values[i]) fail_msg("%s is read as %g", texts[i], value);
    }
}

static void decimals_are_read_whole_or_not_at_all(void **state)
{
  (void)state;
  static const struct {
    const char *text;
    number_kind kind;
    double value;
  } cases[] = {{"1", NUMBER_READ, 1},          {"-1.5e3", NUMBER_READ, -1500}, {"+.5", NUMBER_READ, .5},
               {"5.", NUMBER_READ, 5},         {"0", NUMBER_READ, 0},          {"0.25", NUMBER_READ, .25},
               {"017", NUMBER_NONE, 0},        {"0x10", NUMBER_NONE, 0},       {"1e", NUMBER_NONE, 0},
               {"", NUMBER_NONE, 0},           {".", NUMBER_NONE, 0},          {"-", NUMBER_NONE, 0},
               {"1 ", NUMBER_NONE, 0},         {"1_000", NUMBER_NONE, 0},      {"1,5", NUMBER_NONE, 0},
               {".inf", NUMBER_NOT_FINITE, 0}, {"-NaN", NUMBER_NOT_FINITE, 0}, {"1e999", NUMBER_TOO_LARGE, 0},
               {"pi", NUMBER_NONE, 0}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    double value = 42;
    if (ulna_number(cases[i].text, &value) != cases[i].kind) fail_msg("%s is misjudged", cases[i].text);
    if (value != (cases[i].kind == NUMBER_READ ? cases[i].value : 42))
      fail_msg("%s: %g", cases[i].text, value);
  }
}

static void multiples_of_pi_are_numbers(void **state)
{
  (void)state;
  static const struct {
    const char *text;
    double value;
  } cases[] = {{"pi", M_PI},       {"-pi", -M_PI},          {"pi/2", M_PI / 2},
               {"2*pi", 2 * M_PI}, {"2pi/3", 2 * M_PI / 3}, {"-0.5*pi", -.5 * M_PI},
               {"1.5", 1.5}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    double value = 0;
    if (ulna_number_or_pi(cases[i].text, &value) != NUMBER_READ || value != cases[i].value)
      fail_msg("%s: %.17g", cases[i].text, value);
  }
  static const char *const none[] = {"pie", "pi/", "2*", "*pi", "p", "pi/x", "--pi", "pi 2", "02pi"};
  for (size_t i = 0; i < sizeof none / sizeof *none; i++) {
    double value;
    if (ulna_number_or_pi(none[i], &value) == NUMBER_READ) fail_msg("%s is taken for %g", none[i], value);
  }
  double value;
  assert_int_equal(ulna_number_or_pi("pi/0", &value), NUMBER_TOO_LARGE);
}

static void cells_lose_blanks_and_quotes_and_no_more(void **state)
{
  (void)state;
  char line[] = " a , \"b, with \"\"quotes\"\"\" ,,\"open, \"x\"y,  1.5";
  static const char *const cells[] = {"a", "b, with \"quotes\"", "", "\"open", "\"x\"y", "1.5"};
  char *at = line;
  for (size_t i = 0; i < sizeof cells / sizeof *cells; i++) assert_string_equal(ulna_csv_cell(&at), cells[i]);
  assert_null(ulna_csv_cell(&at));
  assert_false(ulna_csv_has_cells("  # a remark"));
  assert_false(ulna_csv_has_cells(" \t\r"));
  assert_true(ulna_csv_has_cells(" 1"));
}

typedef struct {
  char text[200];
  size_t used;
} kept;

static void keep(void *owner, const char *bytes, size_t length)
{
  kept *k = owner;
  memcpy(k->text + k->used, bytes, length);
  k->text[k->used += length] = 0;
}

static void a_cell_written_reads_back(void **state)
{
  (void)state;
  static const char *const texts[] = {"plain", "a,b",   "say \"no\"",        "\",\"",
                                      "",      "[N m]", "two \"\"quotes\"\""};
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
    kept k = {0};
    ulna_csv_write(texts[i], keep, &k);
    char *at = k.text;
    assert_string_equal(ulna_csv_cell(&at), texts[i]);
    assert_null(at);
  }
  kept k = {0};
  ulna_csv_write("line\nbreak\x1b[31m", keep, &k);
  assert_string_equal(k.text, "line break [31m");
}

static void a_string_of_json_has_no_control_character_and_in_html_no_tag(void **state)
{
  (void)state;
  static const char text[] = "a \"b\" \\ <i>&\n\x7f\xc2\x85 \xc3\xa9";  // a newline, delete, U+0085, é
  kept plain = {0}, html = {0}, part = {0};
  ulna_json_string(text, sizeof text - 1, false, keep, &plain);
  assert_string_equal(plain.text, "\"a \\\"b\\\" \\\\ <i>&\\u000a\\u007f\\u0085 \xc3\xa9\"");
  ulna_json_string(text, sizeof text - 1, true, keep, &html);
  assert_string_equal(html.text, "\"a \\\"b\\\" \\\\ \\u003ci\\u003e\\u0026\\u000a\\u007f\\u0085 \xc3\xa9\"");
  ulna_json_string(text, 3, false, keep, &part);
  assert_string_equal(part.text, "\"a \\\"\"");
  text_buffer numbers;
  ulna_buffer_open(&numbers, NULL);
  ulna_json_number(0.1, ulna_buffer_sink, &numbers);
  ulna_json_number((double)NAN, ulna_buffer_sink, &numbers);
  for (int i = 0; i < 2000; i++) ulna_buffer_format(&numbers, "%05d", i);
  const char *all = ulna_buffer_read(&numbers);
  assert_int_equal(strlen(all), 3 + 4 + 5 * 2000);
  assert_memory_equal(all, "0.1null0000000001", 17);
  assert_string_equal(all + numbers.length - 5, "01999");
  ulna_buffer_close(&numbers);
}

static void a_table_has_names_without_units(void **state)
{
  (void)state;
  arena memory;
  arena_init(&memory, NULL);
  char text[] = "t [s],\"tau1, outer [N m]\"\n# remark\n0,1\n\n1,2.5\n";
  csv_table table;
  csv_fault fault;
  assert_true(ulna_csv_read(&memory, text, sizeof text - 1, &table, &fault));
  assert_int_equal(table.columns, 2);
  assert_int_equal(table.rows, 2);
  assert_int_equal(ulna_csv_find(&table, "tau1, outer"), 1);
  assert_int_equal(ulna_csv_find(&table, "tau1"), -1);
  assert_true(table.numbers[3] == 2.5);
  char zero[] = "t,u\n0,1\n1,\0002\n";
  assert_false(ulna_csv_read(&memory, zero, sizeof zero - 1, &table, &fault));
  assert_int_equal(fault.line, 3);
  arena_free(&memory);
}

static void a_beginning_is_near_and_a_slip_nearer(void **state)
{
  (void)state;
  nearest n = nearest_to("puma");
  nearest_offer(&n, "panda");
  nearest_offer(&n, "puma560");
  assert_string_equal(n.best, "puma560");
  n = nearest_to("newton-eulre");
  nearest_offer(&n, "newton-euler");
  assert_string_equal(n.best, "newton-euler");
  n = nearest_to("xyz");
  nearest_offer(&n, "lagrange");
  assert_null(n.best);
}

/* Lines that end as another system writes them, a byte order mark, blanks and remarks; and rows that are too short or too long. */
static void tables_are_read_whole_or_not_at_all(void **state)
{
  (void)state;
  static const struct {
    const char *text, *fault; /* NULL: it is read, and its last number is 4 */
    int line;
  } cases[] = {{"t,a\n1,2\n3,4\n", NULL, 0},
               {"t,a\r\n1,2\r\n3,4\r\n", NULL, 0},
               {"\xef\xbb\xbft [s], a [N m]\n# made by hand\n\n 1 ,2\n3,\t4", NULL, 0},
               {"t,a\n1,2\n3\n", "1 number, but the header names 2 columns", 3},
               {"t,a\n1,2,3\n", "3 numbers, but the header names 2 columns", 2},
               {"t,a\n1,\n", "column 2 must have a finite number, and is empty", 2},
               {"t,a\n1,x\n", "column 2 must have a finite number", 2},
               {"t,a\n1,inf\n", "column 2 must have a finite number", 2},
               {"1,2\n3,4\n", "a number stands in the header", 1},
               {"t,a\n", "there is a header, but no row of numbers", 1},
               {"# nothing\n", "there is no header", 1}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    char text[100];
    csv_table table;
    csv_fault fault;
    const ulna_allocator standard = allocator_or_standard(NULL);
    arena memory;
    arena_init(&memory, &standard);
    snprintf(text, sizeof text, "%s", cases[i].text);
    const bool read = ulna_csv_read(&memory, text, strlen(text), &table, &fault);
    if (cases[i].fault) {
      assert_false(read);
      if (!strstr(fault.text, cases[i].fault) || fault.line != cases[i].line)
        fail_msg("case %zu: line %d: %s", i, fault.line, fault.text);
    } else {
      assert_true(read);
      assert_int_equal(table.rows, 2);
      assert_int_equal(ulna_csv_find(&table, "a"), 1);
      assert_true(table.numbers[3] == 4);
    }
    arena_free(&memory);
  }
}

/* Halfway between two shortest decimals the even one is taken, as printf does. */
static void halves_go_to_the_even_digit(void **state)
{
  (void)state;
  char text[ULNA_NUMBER_SIZE];
  ulna_number_format(562949953421312.25, text);  // neighbours are an eighth away: both .2 and .3 read back
  assert_string_equal(text, "562949953421312.2");
  ulna_number_format(562949953421312.75, text);
  assert_string_equal(text, "562949953421312.8");
  ulna_number_format(0x1p-1074, text);
  assert_string_equal(text, "5e-324");
  ulna_number_format(0x1p1023, text);  // below a power of two the neighbour is nearer
  assert_string_equal(text, "8.98846567431158e+307");
  for (int k = -1000; k < 1000; k++) {
    ulna_number_format(ldexp(1, k), text);
    if (strtod(text, NULL) != ldexp(1, k)) fail_msg("2^%d is written as %s", k, text);
  }
  ulna_number_format(-0.0, text);
  assert_string_equal(text, "-0");
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_decimal_comma_of_the_locale_changes_nothing),
      cmocka_unit_test(decimals_are_read_whole_or_not_at_all),
      cmocka_unit_test(multiples_of_pi_are_numbers),
      cmocka_unit_test(cells_lose_blanks_and_quotes_and_no_more),
      cmocka_unit_test(a_cell_written_reads_back),
      cmocka_unit_test(a_string_of_json_has_no_control_character_and_in_html_no_tag),
      cmocka_unit_test(a_table_has_names_without_units),
      cmocka_unit_test(a_beginning_is_near_and_a_slip_nearer),
      cmocka_unit_test(tables_are_read_whole_or_not_at_all),
      cmocka_unit_test(halves_go_to_the_even_digit),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
