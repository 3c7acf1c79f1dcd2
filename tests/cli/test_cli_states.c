/* Files of states: what is read, what is refused and where, and that results read back exactly. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/random.h"
#include "support/command.h"

static const char *const plain = "q1,q2\n0.1,0.2\n0.3,-0.4\n";

static command_result fk(const char *states)
{
  return COMMAND(states, "fk", "planar2r", "--as-rpy", "--echo", "--states", "-");
}

/* Ways to write the same two states. */
static void the_same_states_may_be_written_in_many_ways(void **state)
{
  (void)state;
  static const char *const same[] = {
      "q1,q2\r\n0.1,0.2\r\n0.3,-0.4\r\n",  // lines of another system
      "q1,q2\n0.1,0.2\n0.3,-0.4",          // no end of the last line
      "q2,q1\n0.2,0.1\n-0.4,0.3\n",        // another order
      "\n# made by hand\nq1,q2\n\n0.1,0.2\n# half\n  \n0.3,-0.4\n\n",
      "\xef\xbb\xbfq1,q2\n0.1,0.2\n0.3,-0.4\n",       // byte order mark
      "\"q1\",\"q2\"\n\"0.1\",\"0.2\"\n0.3,-0.4\n",   // quotes
      " q1 ,\tq2\n 0.1 , 0.2\n 3e-1,-.4\n",           // blanks
      "q1,qd1,q2,tau2\n0.1,9,0.2,7\n0.3,9,-0.4,7\n",  // columns this command does not need
      "q1,q2\n1.00000000000000000000000e-01,0.2\n+0.3,-4E-1\n",
  };
  command_result expected = fk(plain);
  assert_int_equal(expected.code, 0);
  assert_string_equal(expected.err, "");
  for (size_t i = 0; i < sizeof same / sizeof *same; i++) {
    command_result r = fk(same[i]);
    assert_int_equal(r.code, 0);
    assert_string_equal(r.out, expected.out);
    command_free(&r);
  }
  command_free(&expected);
}

static void a_state_in_a_file_is_the_same_as_in_flags(void **state)
{
  (void)state;
  const char *file = command_file("one.csv", "q1,q2,qd1,qd2,qdd1,qdd2\n0.1,0.2,0.3,0.4,0.5,0.6\n");
  command_result a = COMMAND(NULL, "jacobian", "planar2r", "--states", file, "--format=json");
  command_result b = COMMAND(NULL, "jacobian", "planar2r", "--q", "0.1 0.2", "--qd", "0.3 0.4", "--qdd",
                             "0.5,0.6", "--format", "json");
  assert_int_equal(a.code, 0);
  assert_string_equal(a.out, b.out);
  command_free(&a);
  command_free(&b);
}

static void absent_columns_are_zero_and_a_gap_is_mentioned(void **state)
{
  (void)state;
  command_result a = fk("q2\n0.5\n"),
                 b = COMMAND(NULL, "fk", "planar2r", "--q", "0 0.5", "--as-rpy", "--echo");
  assert_string_equal(a.out, b.out);
  assert_string_equal(a.err, "ulna fk: note: <stdin> has no column q1: taken as 0\n");
  command_free(&a);
  command_free(&b);
}

static void wrong_files_are_refused_with_their_place(void **state)
{
  (void)state;
  static const char *const list[][2] = {
      {"", "ulna fk: <stdin>: the file is empty; it must begin with a header such as q1,q2,qd1,qd2\n"},
      {"\n\n# nothing\n",
       "ulna fk: <stdin>: the file is empty; it must begin with a header such as q1,q2,qd1,qd2\n"},
      {"0.1,0.2\n", "ulna fk: <stdin>:1: a header such as q1,q2,qd1,qd2 must stand here, not numbers\n"},
      {"q1,q2,speed\n1,2,3\n",
       "ulna fk: <stdin>:1:7: column \"speed\": unknown; known are q1..q2, qd1..qd2, qdd1..qdd2, "
       "tau1..tau2\n"},
      {"q1,q3\n1,2\n", "ulna fk: <stdin>:1:4: column \"q3\": the robot has only 2 joints\n"},
      {"q1,q01\n1,2\n",
       "ulna fk: <stdin>:1:4: column \"q01\": unknown; known are q1..q2, qd1..qd2, qdd1..qdd2, tau1..tau2\n"},
      {"q1;q2\n1;2\n", "ulna fk: <stdin>:1:1: column \"q1;q2\": columns are separated by commas\n"},
      {"q1,q2,q1\n1,2,3\n", "ulna fk: <stdin>:1:7: column \"q1\" is there twice\n"},
      {"q1,\n1,2\n",
       "ulna fk: <stdin>:1:4: column \"\": unknown; known are q1..q2, qd1..qd2, qdd1..qdd2, tau1..tau2\n"},
  };
  for (size_t i = 0; i < sizeof list / sizeof *list; i++) {
    command_result r = fk(list[i][0]);
    assert_string_equal(r.err, list[i][1]);
    assert_string_equal(r.out, "");
    assert_int_equal(r.code, 2);
    command_free(&r);
  }
}

/* Wrong rows: what was right before them is written; a JSON array stays open, so that it cannot pass for the whole. */
static void wrong_rows_are_refused_with_their_place(void **state)
{
  (void)state;
  static const char *const list[][2] = {
      {"1\n", "ulna fk: <stdin>:3: 1 field, but the header has 2\n"},
      {"1,2,3\n", "ulna fk: <stdin>:3: 3 fields, but the header has 2\n"},
      {"1,abc\n", "ulna fk: <stdin>:3:3: field 2, \"abc\", is not a number\n"},
      {"1,\n", "ulna fk: <stdin>:3:3: field 2 is empty\n"},
      {",2\n", "ulna fk: <stdin>:3:1: field 1 is empty\n"},
      {"1,nan\n", "ulna fk: <stdin>:3:3: field 2, \"nan\", is not a finite number\n"},
      {"-inf,2\n", "ulna fk: <stdin>:3:1: field 1, \"-inf\", is not a finite number\n"},
      {"1,1e999\n", "ulna fk: <stdin>:3:3: field 2, \"1e999\", is not a finite number\n"},
      {"1,0x10\n", "ulna fk: <stdin>:3:3: field 2, \"0x10\", is not a number\n"},
      {"1,2 3\n", "ulna fk: <stdin>:3:3: field 2, \"2 3\", is not a number\n"},
      {"1,90deg\n", "ulna fk: <stdin>:3:3: field 2, \"90deg\", is not a number\n"},
      {"\"1,2\n", "ulna fk: <stdin>:3:1: field 1, \"\"1\", is not a number\n"},
  };
  for (size_t i = 0; i < sizeof list / sizeof *list; i++) {
    char text[200];
    snprintf(text, sizeof text, "q1,q2\n0.1,0.2\n%s", list[i][0]);
    command_result r = COMMAND(text, "fk", "planar2r", "--format", "json", "--states=-");
    assert_string_equal(r.err, list[i][1]);
    assert_int_equal(r.code, 2);
    assert_int_equal(strncmp(r.out, "[{\"pose\": ", 10), 0);
    assert_null(strstr(r.out, "]]}]"));
    command_free(&r);
  }
}

static void files_that_are_no_text_are_refused(void **state)
{
  (void)state;
  command_result r = command_shell("printf 'q1\\n\\0\\n' | \"$ULNA\" fk pendulum --states -");
  assert_string_equal(r.err,
                      "ulna fk: <stdin>:2: the line has a zero byte: not a CSV file in ASCII or UTF-8\n");
  assert_int_equal(r.code, 2);
  command_free(&r);
  r = command_shell("head -c 20000000 /dev/zero | tr '\\0' 1 | \"$ULNA\" fk pendulum --states -");
  assert_string_equal(r.err, "ulna fk: <stdin>:1: the line is longer than 16777216 bytes: not a CSV file\n");
  assert_int_equal(r.code, 2);
  command_free(&r);
  r = command_shell("\"$ULNA\" fk pendulum --states /");
  assert_string_equal(r.err, "ulna fk: cannot read /: Is a directory\n");
  assert_int_equal(r.code, 2);
  command_free(&r);
  r = command_shell("\"$ULNA\" fk pendulum --states /nowhere/at/all");
  assert_string_equal(r.err, "ulna fk: cannot read /nowhere/at/all: No such file or directory\n");
  assert_int_equal(r.code, 2);
  command_free(&r);
}

static void no_states_give_no_results(void **state)
{
  (void)state;
  command_result r = COMMAND("q1,q2\n", "fk", "planar2r", "--states", "-", "--format=json");
  assert_string_equal(r.out, "[]\n");
  assert_int_equal(r.code, 0);
  command_free(&r);
  r = COMMAND("q1,q2\n", "fk", "planar2r", "--states", "-", "--as-rpy", "--format=csv");
  assert_string_equal(r.out, "x,y,z,roll,pitch,yaw\n");
  assert_int_equal(r.code, 0);
  command_free(&r);
}

/* Digits of a number as text, zeros before and after them left out. */
static int digit_count(const char *text)
{
  char digits[64];
  int count = 0, first = 0;
  for (; *text && *text != 'e' && *text != ','; text++)
    if (*text >= '0' && *text <= '9') digits[count++] = *text;
  while (first < count - 1 && digits[first] == '0') first++;
  while (count > first + 1 && digits[count - 1] == '0') count--;
  return count - first;
}

/* Doubles that are hard to print, then any bits that chance gives. --echo gives them back. */
static void numbers_read_back_exactly_and_are_as_short_as_can_be(void **state)
{
  (void)state;
  static const double hard[] = {0.1,   1.0 / 3, 5e-324, 2.2250738585072014e-308, 9007199254740993.0, 1e22,
                                -0.0,  1e23,    0.3,    1.7976931348623157e308,  123456789.12345678, 1e17,
                                1e-05, 0.0001,  2e-44,  9.5367431640625e-07,     4503599627370497.5, 3};
  enum { HARD = sizeof hard / sizeof *hard, COUNT = 20000 };
  const uint64_t seed = 0x2545f4914f6cdd1d;
  static double x[COUNT];
  uint64_t random = seed;
  for (int i = 0; i < COUNT; i++) {
    const uint64_t bits = random_bits(&random);
    const uint64_t finite = (bits >> 52 & 0x7ff) == 0x7ff ? bits ^ (uint64_t)1 << 60 : bits;
    memcpy(&x[i], &finite, sizeof finite);
    if (i < HARD) x[i] = hard[i];
  }
  char *text = malloc(32 * COUNT), *at = text;
  at += sprintf(at, "q1\n");
  for (int i = 0; i < COUNT; i++) at += sprintf(at, "%.17g\n", x[i]);
  command_result r = COMMAND(text, "fk", "pendulum", "--states", "-", "--echo", "--format", "csv");
  assert_int_equal(r.code, 0);
  const char *line = r.out;
  for (int i = 0; i < COUNT; i++) {
    line = strchr(line, '\n') + 1;
    const double got = strtod(line, NULL);
    if (memcmp(&got, &x[i], sizeof got) != 0)
      fail_msg("seed %llx: %.17g came back as %.24s", (long long)seed, x[i], line);
    char shorter[40];
    snprintf(shorter, sizeof shorter, "%.*e", digit_count(line) > 1 ? digit_count(line) - 2 : 0, x[i]);
    if (digit_count(line) > 1 && strtod(shorter, NULL) == x[i])
      fail_msg("seed %llx: %.24s could be %s", (long long)seed, line, shorter);
  }
  free(text);
  command_free(&r);
}

static void results_that_overflow_are_refused(void **state)
{
  (void)state;
  command_result r = COMMAND(NULL, "jacobian", "pendulum", "--qd", "1e300", "--format", "csv");
  assert_string_equal(r.out, "");
  assert_string_equal(r.err,
                      "ulna jacobian: state 1: Jdot_qd is not finite: the numbers given are too large\n");
  assert_int_equal(r.code, 2);
  command_free(&r);
}

/* A decimal comma of the user's language must enter neither numbers read nor numbers written. */
static void the_language_of_the_user_does_not_matter(void **state)
{
  (void)state;
  command_result a = command_shell("LC_ALL=C \"$ULNA\" fk planar2r --q '0.1 0.2' --format csv");
  command_result b =
      command_shell("l=$(locale -a 2>/dev/null | grep -iE '^(de|fr|it|es)_.*utf-?8$' | head -n 1); "
                    "LC_ALL=${l:-de_DE.UTF-8} \"$ULNA\" fk planar2r --q '0.1 0.2' --format csv");
  assert_int_equal(a.code, 0);
  assert_string_equal(a.out, b.out);
  assert_string_equal(b.err, "");
  command_free(&a);
  command_free(&b);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_same_states_may_be_written_in_many_ways),
      cmocka_unit_test(a_state_in_a_file_is_the_same_as_in_flags),
      cmocka_unit_test(absent_columns_are_zero_and_a_gap_is_mentioned),
      cmocka_unit_test(wrong_files_are_refused_with_their_place),
      cmocka_unit_test(wrong_rows_are_refused_with_their_place),
      cmocka_unit_test(files_that_are_no_text_are_refused),
      cmocka_unit_test(no_states_give_no_results),
      cmocka_unit_test(numbers_read_back_exactly_and_are_as_short_as_can_be),
      cmocka_unit_test(results_that_overflow_are_refused),
      cmocka_unit_test(the_language_of_the_user_does_not_matter),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
