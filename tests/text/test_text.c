/* The one grammar of decimals, and CSV read and written. */
#include <locale.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/nearest.h"
#include "text/csv.h"
#include "text/number.h"

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

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(decimals_are_read_whole_or_not_at_all),
      cmocka_unit_test(multiples_of_pi_are_numbers),
      cmocka_unit_test(cells_lose_blanks_and_quotes_and_no_more),
      cmocka_unit_test(a_cell_written_reads_back),
      cmocka_unit_test(a_table_has_names_without_units),
      cmocka_unit_test(a_beginning_is_near_and_a_slip_nearer),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
