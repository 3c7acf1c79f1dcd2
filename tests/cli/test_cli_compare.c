/* ulna compare: its tables, formats and refusals. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "support/command.h"

/* The text is there, wherever its lines are broken. */
static void has(const command_result *r, const char *text)
{
  char *folded = calloc(1, strlen(r->out) + 1);
  size_t used = 0;
  assert_non_null(folded);
  for (const char *at = r->out; *at; at++)
    if (*at != '\n' || (at > r->out && at[-1] != '\n')) folded[used++] = *at == '\n' ? ' ' : *at;
  const bool found = strstr(r->out, text) || strstr(folded, text);
  free(folded);
  if (!found) fail_msg("\"%s\" is not in:\n%s%s", text, r->out, r->err);
}

static void csv_has_a_line_for_every_formulation(void **state)
{
  (void)state;
  command_result r = COMMAND(NULL, "compare", "puma560", "--format", "csv");
  assert_int_equal(r.code, 0);
  static const char *const starts[] = {"formulation,n,disagreement,counted_M,counted_A,",
                                       "lagrange,6,",
                                       "newton-euler,6,",
                                       "modified-newton-euler,6,",
                                       "angeles,6,",
                                       "strobe,6,",
                                       "default,6,",
                                       "generated,6,"};
  const char *line = r.out;
  for (size_t i = 0; i < sizeof starts / sizeof starts[0]; i++) {
    assert_int_equal(strncmp(line, starts[i], strlen(starts[i])), 0);
    line = strchr(line, '\n') + 1;
  }
  assert_int_equal(*line, '\0');
  has(&r, ",648,564,112n-24,98n-24,636,591,108n-12,100n-9,\"M +4n-12, A -2n-15\",9M+6A,");
  command_free(&r);
}

/* Compiled and timed where there is a compiler; where there is none, counted alone. */
static void generated_code_has_a_row(void **state)
{
  (void)state;
  command_result inverse = COMMAND(NULL, "compare", "puma560", "--format", "text");
  command_result forward = COMMAND(NULL, "compare", "puma560", "--forward", "--format", "csv");
  assert_true(inverse.code == 0 && forward.code == 0);
  const char *row = strstr(inverse.out, "\ngenerated "), *other = strstr(forward.out, "\ngenerated,");
  assert_non_null(row), assert_non_null(other);
  double off, ns;
  long M, A;
  assert_int_equal(sscanf(row, " generated %lf %ld %ld %lf", &off, &M, &A, &ns), 4);
  assert_true(off <= 1e-12 && ns > 0);
  assert_true(M <= 181 && A <= 154);  // fewer than any of the formulations
  assert_int_equal(sscanf(other, " generated,%lf,,%ld,%ld,,,%lf", &off, &M, &A, &ns), 4);
  assert_true(off <= 1e-9 && ns > 0);
  assert_true(M <= 345 + 6 && A <= 288);
  command_free(&inverse), command_free(&forward);

  char *path = strdup(getenv("PATH"));
  assert_non_null(path);
  assert_int_equal(setenv("PATH", "/nowhere", 1), 0);
  command_result bare = COMMAND(NULL, "compare", "puma560", "--format", "text");
  assert_int_equal(setenv("PATH", path, 1), 0);
  free(path);
  assert_int_equal(bare.code, 0);
  row = strstr(bare.out, "\ngenerated ");
  assert_non_null(row);
  assert_int_equal(sscanf(row, " generated %ld %ld", &M, &A), 2);
  assert_true(M <= 181 && A <= 154);
  has(&bare, "there is no C compiler (cc)");
  command_free(&bare);
}

static void text_says_what_is_counted_and_how(void **state)
{
  (void)state;
  command_result r = COMMAND(NULL, "compare", "--n", "5", "--seed", "3", "--format", "text");
  assert_int_equal(r.code, 0);
  has(&r, "n = 5, 100 random states");
  has(&r, "  difference  +2 ");
  has(&r, "Nothing is counted after the last link");
  has(&r, "9M+6A in Turney80, 8M+4A in Angeles");
  command_free(&r);
}

static void papers_come_in_every_format(void **state)
{
  (void)state;
  command_result text = COMMAND(NULL, "compare", "--papers", "--format", "text");
  command_result csv = COMMAND(NULL, "compare", "--papers", "--format", "csv");
  command_result markdown = COMMAND(NULL, "compare", "--papers", "--format", "markdown");
  assert_true(text.code == 0 && csv.code == 0 && markdown.code == 0);
  has(&text, "Turney80, Table 3. Breakdown of Newton–Euler terms; a change of frame: 9M+6A");
  has(&text, "confirmed");
  has(&text, "R n_{i+1}           9n         6n      9n-9       6n-6    M -9, A -6\n    only n-1 times\n");
  has(&text, "Lagrange\n  printed  27/2 n³+165/2 n²+5n   40/3 n³+58n²-64/3 n\n");
  has(&csv,
      "paper,table,column_1,column_2,charge,item,printed_1,printed_2,counted_1,counted_2,verdict,note\n");
  has(&csv, "Angeles,\"Table 7.4. Different algorithms, n = 6\",multiplications,additions,,"
            "\"Balafoutis & Patel (1991), tensor\",489,420,489,421,A +1,81·6-65 is 421\n");
  has(&markdown, "### Turney80, Table 1.");
  has(&markdown,
      "| Newton–Euler | 108n-12 | 100n-9 | 112n-24 | 98n-24 | M +4n-12, A -2n-15 | see Table 3 |\n");
  // one head in CSV
  assert_null(strstr(strstr(csv.out, "paper,table") + 1, "paper,table"));
  command_free(&text), command_free(&csv), command_free(&markdown);
}

static void forward_methods_are_compared_by_robot_and_by_length(void **state)
{
  (void)state;
  command_result robot = COMMAND(NULL, "compare", "panda", "--forward", "--format", "text");
  command_result csv = COMMAND(NULL, "compare", "--n", "4", "--forward", "--format", "csv");
  command_result lengths = COMMAND(NULL, "compare", "--forward", "--format", "text");
  command_result papers = COMMAND(NULL, "compare", "--papers", "--format", "markdown");
  assert_true(robot.code == 0 && csv.code == 0 && lengths.code == 0 && papers.code == 0);
  has(&robot, "The default takes the method \"composite\"");
  has(&csv, "method,disagreement,error,M,A,M_given,A_given,ns_per_call\nstrobe,");
  has(&lengths,
      "cheaper from n = 7 (M), 9 (A), 7 (both) on; with torque minus bias given, from 8, 10, 9 on.");
  has(&papers, "| O(n) forward dynamics | 201n-335 | 193n-361 | 203n-281 | 194n-304 | M +2n+54, A +n+57 |");
  command_free(&robot), command_free(&csv), command_free(&lengths), command_free(&papers);
}

static void control_tables_come_with_the_time_of_a_cycle(void **state)
{
  (void)state;
  command_result text = COMMAND(NULL, "compare", "--control", "--format", "text");
  command_result csv = COMMAND(NULL, "compare", "--control", "scara", "--seed", "2", "--format", "csv");
  command_result markdown = COMMAND(NULL, "compare", "--control", "--n", "12", "--format", "markdown");
  assert_true(text.code == 0 && csv.code == 0 && markdown.code == 0);
  has(&text, "Mudge, Table 2. Complexity analysis for gross motion; a change of frame: 9M+6A");
  has(&text, "PUMA 560, n = 6: time on this machine");
  has(&text, "times as fast");
  has(&csv,
      "\nMudge,Table 1. Complexity analysis for resolved motion,multiplications,additions,9M+6A,total,"
      "1/3 n³+13n²+221/3 n,1/3 n³+10n²+179/3 n,1/3 n³+13n²+221/3 n,1/3 n³+10n²+179/3 n+6,A +6,the subtraction\n");
  has(&csv,
      "\nMudge,\"SCARA, n = 4: time on this machine\",microseconds,percent of 1 ms,,\"both, unified\",325,32.5,");
  has(&markdown, "| printed: unified is cheaper up to n = | 12 | 12 | 12 | 9 | A -3 |");
  assert_null(strstr(strstr(csv.out, "paper,table") + 1, "paper,table"));
  command_free(&text), command_free(&csv), command_free(&markdown);
}

static void columns_line_up_under_letters_with_dots_and_bars(void **state)
{
  (void)state;
  command_result r = COMMAND(NULL, "compare", "--papers", "--format", "text");
  // ω̇ is as wide as ω: in both rows the first number stands at the same column
  const char *table = strstr(r.out, "Table 7.1");
  assert_non_null(table);
  const char *plain = strstr(table, "\nω_i "), *dotted = strstr(table, "\nω̇_i ");
  assert_non_null(plain), assert_non_null(dotted);
  const size_t to_8 = (size_t)(strstr(plain, "8n") - plain), to_10 = (size_t)(strstr(dotted, "10n") - dotted);
  assert_int_equal(to_10, to_8 + 2);  // the two bytes of the dot
  command_free(&r);
}

/* Columns of a terminal: characters, without those that stand over another (U+0300 to U+036F). */
static int columns_of(const char *line, size_t bytes)
{
  int count = 0;
  for (size_t i = 0; i < bytes; i++) {
    const unsigned char c = (unsigned char)line[i], next = (unsigned char)line[i + 1];
    count += (c & 0xc0) != 0x80 && c != 0xcc && !(c == 0xcd && next < 0xb0);
  }
  return count;
}

static void every_table_fits_80_columns(void **state)
{
  (void)state;
  static const char *const lines[][5] = {{"--papers"},           {"--control"},         {"panda"},
                                         {"panda", "--control"}, {"irb6", "--forward"}, {"--forward"},
                                         {"--n", "100"}};
  for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
    const char *words[8] = {"compare", "--format", "text"};
    for (int k = 0; lines[i][k]; k++) words[3 + k] = lines[i][k];
    command_result r = command_run(NULL, words);
    assert_int_equal(r.code, 0);
    for (const char *line = r.out; *line; line = strchr(line, '\n') + 1) {
      const size_t length = (size_t)(strchr(line, '\n') - line);
      if (columns_of(line, length) > 80 || (length > 0 && line[length - 1] == ' '))
        fail_msg("%s %s: \"%.*s\"", lines[i][0], lines[i][1] ? lines[i][1] : "", (int)length, line);
    }
    command_free(&r);
  }
}

static void refusals_say_what_to_do(void **state)
{
  (void)state;
  static const struct {
    const char *const words[5];
    const char *message;
  } cases[] = {
      {{"compare", NULL},
       "ulna compare: which robot? Name one of `ulna robots` or a file, or say --n N for a "
       "random chain, or --papers\n"},
      {{"compare", "puma560", "--n", "3", NULL}, "ulna compare: either a ROBOT or --n, not both\n"},
      {{"compare", "--papers", "--n", "3", NULL},
       "ulna compare: --papers takes no robot; leave ROBOT and --n out\n"},
      {{"compare", "--papers", "--forward", NULL},
       "ulna compare: --papers and --forward exclude each other\n"},
      {{"compare", "--papers", "--control", NULL},
       "ulna compare: --papers and --control exclude each other\n"},
      {{"compare", "--forward", "--control", NULL},
       "ulna compare: --control and --forward exclude each other\n"},
      {{"compare", "--n", "0", NULL}, "ulna compare: --n: \"0\" is not a whole number from 1 to 200\n"},
      {{"compare", "--n", "2.5", NULL}, "ulna compare: --n: \"2.5\" is not a whole number from 1 to 200\n"},
      {{"compare", "--n", "four", NULL}, "ulna compare: --n: \"four\" is not a whole number from 1 to 200\n"},
      {{"compare", "panda", "--format", "json", NULL},
       "ulna compare: --format: unknown \"json\" (known: text, csv, markdown)\n"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    command_result r = command_run(NULL, cases[i].words);
    assert_int_equal(r.code, 2);
    assert_string_equal(r.out, "");
    assert_string_equal(r.err, cases[i].message);
    command_free(&r);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(csv_has_a_line_for_every_formulation),
      cmocka_unit_test(generated_code_has_a_row),
      cmocka_unit_test(text_says_what_is_counted_and_how),
      cmocka_unit_test(papers_come_in_every_format),
      cmocka_unit_test(forward_methods_are_compared_by_robot_and_by_length),
      cmocka_unit_test(control_tables_come_with_the_time_of_a_cycle),
      cmocka_unit_test(columns_line_up_under_letters_with_dots_and_bars),
      cmocka_unit_test(every_table_fits_80_columns),
      cmocka_unit_test(refusals_say_what_to_do),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
