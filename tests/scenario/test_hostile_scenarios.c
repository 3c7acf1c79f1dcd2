/* Texts that are no scenario, and tables that are none: each gets a clear problem at its place, in little time. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "ulna/scenario.h"

static void read_text(const char *text, size_t length, const char *name, ulna_status *status, size_t *count,
                      char *first, size_t size)
{
  ulna_report *report = NULL;
  assert_int_equal(ulna_report_create(NULL, &report), ULNA_OK);
  ulna_scenario *scenario = NULL;
  *status = ulna_scenario_read_text(text, length, name, NULL, NULL, report, &scenario);
  *count = ulna_report_count(report, ULNA_NOTE);
  snprintf(first, size, "nothing");
  if (*count) ulna_problem_format(ulna_report_get(report, 0), first, size);
  ulna_scenario_destroy(scenario);
  ulna_report_destroy(report);
}

static void expect(const char *text, size_t length, ulna_status expected, const char *words)
{
  ulna_status status;
  size_t count;
  char first[1000];
  read_text(text, length, "h.yaml", &status, &count, first, sizeof first);
  if (status != expected || count != 1 || !strstr(first, words))
    fail_msg("%zu bytes, expected \"%s\": %s, %zu problems, %s", length, words, ulna_status_name(status),
             count, first);
}

#define EXPECT(text, status, words) expect(text, sizeof(text) - 1, status, words)

static void texts_that_are_no_scenario_are_told_as_such(void **state)
{
  (void)state;
  EXPECT("", ULNA_SYNTAX, "there is no scenario in it");
  EXPECT("# nothing but words\n", ULNA_SYNTAX, "1:1: error: syntax: there is no scenario in it");
  EXPECT("scenario\n", ULNA_BAD_SCENARIO, "a scenario must be a mapping");
  EXPECT("ulna_scenario: 1\nname: M\xfcller\n", ULNA_SYNTAX,
         "h.yaml:2:8: error: syntax: the text is not UTF-8");
  EXPECT("ulna_scenario: 1\nname: \x01\n", ULNA_SYNTAX, "is this a scenario file?");
  EXPECT("ulna_scenario: 1\n---\nulna_scenario: 1\n", ULNA_SYNTAX, "a file holds one scenario");
  EXPECT("ulna_scenario: 1\nname: [a, b\n", ULNA_SYNTAX, "bracket");
}

static void size_and_depth_are_bounded(void **state)
{
  (void)state;
  enum { LARGE = 3000000 };
  char *text = malloc(LARGE + 100);
  memset(text, '[', LARGE);
  expect(text, LARGE, ULNA_SYNTAX, "syntax");
  int used = snprintf(text, 100, "ulna_scenario: 1\npayloads:\n");
  for (; used < LARGE; used += 3) memcpy(text + used, "- \n", 3);
  expect(text, (size_t)used, ULNA_SYNTAX, "more than 200000 values; no scenario has so many");
  free(text);
}

/* Every cut of every built-in is refused with a word, or is a whole scenario that ends earlier. */
static void a_scenario_cut_off_is_refused_or_whole(void **state)
{
  (void)state;
  for (int i = 0; i < ulna_scenario_count(); i++) {
    const ulna_built_in_scenario *s = ulna_scenario_get(i);
    for (size_t cut = 0; cut < s->length; cut += 11) {
      ulna_status status;
      size_t count;
      char first[1000];
      read_text(s->text, cut, "cut.yaml", &status, &count, first, sizeof first);
      if (status != ULNA_OK && count == 0) fail_msg("%s cut at %zu: refused without a word", s->key, cut);
      if (status != ULNA_OK) continue;
      static const char *const needed[] = {"\nname:", "\nrobot:", "\nstart:", "\nduration:", "\nintegrator:"};
      for (int k = 0; k < 5; k++) {
        const char *key = strstr(s->text, needed[k]);
        if (!key || key + strlen(needed[k]) >= s->text + cut)
          fail_msg("%s cut at %zu: no%s", s->key, cut, needed[k]);
      }
    }
  }
}

/* A CSV of the given bytes, as torques of two joints. */
static void expect_csv(const char *bytes, size_t length, const char *words)
{
  char path[] = "/tmp/ulna_csv_XXXXXX", text[400], first[1000];
  const int file = mkstemp(path);
  assert_true(file >= 0);
  assert_int_equal(write(file, bytes, length), (long)length);
  close(file);
  const int used = snprintf(text, sizeof text,
                            "ulna_scenario: 1\nname: s\nrobot: planar2r\nduration: 1\nstart: {}\n"
                            "integrator: {method: rk4, step: 0.01}\ninput_table: {file: %s}\n",
                            path + strlen("/tmp/"));
  ulna_status status;
  size_t count;
  read_text(text, (size_t)used, "/tmp/h.yaml", &status, &count, first, sizeof first);
  unlink(path);
  if (*words ? status != ULNA_BAD_SCENARIO || count != 1 || !strstr(first, words) : status != ULNA_OK)
    fail_msg("expected \"%s\": %s, %zu problems, %s", words, ulna_status_name(status), count, first);
}

#define EXPECT_CSV(bytes, words) expect_csv(bytes, sizeof(bytes) - 1, words)

static void tables_are_judged_line_by_line(void **state)
{
  (void)state;
  EXPECT_CSV("t,u1,u2\n0,1,2\n1,2,3\n", "");
  EXPECT_CSV("\xef\xbb\xbft,u1,u2\r\n0,1,2\r\n\r\n# a remark\r\n1,2,3", "");
  EXPECT_CSV("", ":1:1: error: width: table: there is no header");
  EXPECT_CSV("# only a remark\n", "there is no header");
  EXPECT_CSV("t,u1,u2\n", "no row of numbers");
  EXPECT_CSV("0,1,2\n1,2,3\n", ":1:1: error: type: table: a number stands in the header");
  EXPECT_CSV("t,u1,u2\n0,1,2\n1,2\n", ":3:1: error: width: table: 2 numbers, but the header names 3 columns");
  EXPECT_CSV("t,u1,u2\n0,1,2,3\n", ":2:1: error: width");
  EXPECT_CSV("t,u1,u2\n0,1,two\n", ":2:5: error: type: table: column 3 must have a finite number");
  EXPECT_CSV("t,u1,u2\n0,nan,2\n", ":2:3: error: not finite");
  EXPECT_CSV("t,u1,u2\n0,1e999,2\n", ":2:3: error: not finite");
  EXPECT_CSV("t,u1,u2\n0,,2\n", ":2:3: error: type");
  EXPECT_CSV("t,u1,u2\n1,1,2\n0.5,1,2\n", "time runs backwards: 0.5 s follows 1 s");
  EXPECT_CSV("time,u1,u2\n0,1,2\n", "no column \"t\"");
  EXPECT_CSV("t,u1,u1\n0,1,2\n", "comes a second time");
  EXPECT_CSV("t,u1,u3\n0,1,2\n", "belongs to none");
  EXPECT_CSV("t,u1,12\n0,1,2\n", "a number stands in the header");
  EXPECT_CSV("t,u1,torque\n0,1,2\n", "belongs to none");
  EXPECT_CSV("t,u1,u0\n0,1,2\n", "belongs to none");
  EXPECT_CSV("t,u1,u1234567\n0,1,2\n", "belongs to none");
  EXPECT_CSV("t,u1\n0,1\n", "the CSV has 1 column beside the time, but planar2r has 2 joints");
  EXPECT_CSV("t,u1,u2,u3\n0,1,2,3\n", "the CSV has 3 columns beside the time, but planar2r has 2 joints");
  EXPECT_CSV("t,shoulder,elbow\n0,1,2\n", "");
  EXPECT_CSV("t,\"shoulder,elbow\n0,1,2\n", "column \"\"shoulder\" belongs to none");
  EXPECT_CSV("t,\"shoulder\",elbow\n0,1,2\n", "");
  EXPECT_CSV("t,u1,u2\n0,\"1,2\n", ":2:");
  EXPECT_CSV("t,\"sho\"\"ulder\",elbow\n0,1,2\n", "belongs to none");
  EXPECT_CSV("t,\"shoulder\" x,elbow\n0,1,2\n", "belongs to none");
  EXPECT_CSV("t,\"shoulder\"\" ,elbow\n0,1,2\n", "belongs to none");
  EXPECT_CSV(" t , shoulder\t,elbow \n 0 , 1 , 2 \n", "");
  char many[6000];
  size_t length = 0;
  for (int i = 0; i < 1001; i++) length += (size_t)sprintf(many + length, "%su%d", i ? "," : "", i);
  many[length++] = '\n';
  expect_csv(many, length, "more than 1000 columns");
  enum { NAMES = 100, LINES = 90000 };
  char *wide = malloc(8 * NAMES + LINES + 1);
  assert_non_null(wide);
  size_t used = 0;
  for (int i = 0; i < NAMES; i++) used += (size_t)sprintf(wide + used, "%su%d", i ? "," : "", i);
  memset(wide + used, '\n', LINES);
  expect_csv(wide, used + LINES, "more than 8 million numbers");
  free(wide);
  EXPECT_CSV("t,u1,u2\n0,1\0,2\n", ":2:1: error: syntax: table: the line has a zero byte");
  EXPECT_CSV("t,u1,u2\n0,1,2\n\0not a row\n", ":3:1: error: syntax: table: the line has a zero byte");
}

#define PD_LINE "\ncontroller: {kind: joint-pd, period: 0.001}"
#define PD      "controller: {kind: unified, period: 0.001}\n"

/* A scenario of this robot and start with these lines behind; a problem that says these words. */
static const struct {
  const char *robot, *start, *lines, *words;
} refusals[] = {
    // numbers of things, one and many
    {"pendulum", "{}", "inputs: [1, 2]", "inputs has 2 signals, but pendulum has 1 joint: one for each"},
    {"planar2r", "{}", "inputs: [1]", "inputs has 1 signal, but planar2r has 2 joints: one for each"},
    {"planar2r", "{}", "inputs: 3",
     "inputs must be a mapping from joint names to signals, or a list of 2 signals, found"},
    {"pendulum", "{}", "inputs: [{table: {time: [0, 1], value: [1]}}]",
     "the table has 2 times and 1 value; each time needs"},
    {"pendulum", "{}", "inputs: [{table: {time: [0], value: [1, 2]}}]",
     "the table has 1 time and 2 values; each time needs"},
    {"pendulum", "{}", "input_table: {time: [0], values: [[1], [2]]}",
     "the table has 1 time and 2 rows; each time needs one row"},
    {"pendulum", "{}", "input_table: {time: [0, 1], values: [[1]]}",
     "the table has 2 times and 1 row; each time needs one row"},
    {"pendulum", "{}", "input_table: {time: [0], values: [[1, 2]]}",
     "row 1 of the table has 2 numbers, but pendulum has 1 joint"},
    {"planar2r", "{}", "input_table: {time: [0], values: [[1]]}",
     "row 1 of the table has 1 number, but planar2r has 2 joints"},
    {"puma560", "{}", "driven_by: force\ninput_table: {time: [0], values: [[1]]}",
     "row 1 of the table has 1 number, but puma560 has 6 actuators"},
    {"puma560", "{}", "driven_by: force\ninputs: [1]", "inputs has 1 signal, but puma560 has 6 actuators"},
    {"planar2r", "{}", "input_table: {time: [0], values: [3]}", "numbers"},
    {"planar2r", "{}", "input_table: {time: [0], values: 3}", "rows"},
    {"pendulum", "{q: [1, 2]}", "", "q has 2 numbers, but pendulum has 1 joint"},
    {"planar2r", "{q: [1]}", "", "q has 1 number, but planar2r has 2 joints"},
    {"planar2r", "{q: 3}", "",
     "q must be a list of one number for each joint, or a mapping from their names, found"},
    {"puma560", "{q_a: 3}", "",
     "q_a must be a list of one number for each actuator, or a mapping from their names"},
    // words that are near others, and not
    {"planar2r", "{}", "accept: {masss: because}", "\"masss\" cannot be accepted; did you mean \"mass\"?"},
    {"planar2r", "{}", "accept: {everything: because}",
     "\"everything\" cannot be accepted; mass, positive_inertia, triangle_inequality and far can"},
    // starts by the hand and by actuators
    {"irb6", "{q_a: [0, 0, 200, 0, 0]}", "",
     "postures have these actuator positions; choose one with near: its joints"},
    {"irb6", "{q_a: [0, 1.0e6, 0, 0, 0]}", "", "irb6 has no posture with these actuator positions"},
    {"planar2r", "{hand: {xyz: [9, 0, 0], rpy: [0, 0, 0]}}", "", "cannot bring its hand there"},
    // trajectories
    {"puma560", "{}", PD "trajectory:\n  - arc: {centre: [0, 0, 0], axis: [0, 0, 1]}", "an arc"},
    {"puma560", "{}", PD "trajectory:\n  - arc: {centre: [0, 0, 0], angle: 1}", "an arc"},
    {"puma560", "{}", PD "trajectory:\n  - arc: {axis: [0, 0, 1], angle: 1}", "an arc"},
    {"puma560", "{}", PD "trajectory:\n  - arc: {to: {xyz: [0, 0, 1]}}", "an arc"},
    {"puma560", "{}", PD "trajectory:\n  - arc: {via: [0, 0, 1]}", "an arc"},
    {"puma560", "{}", PD "trajectory:\n  - arc: {to: {xyz: [0, 0, 1]}, via: [0, 0, 1], angle: 1}", "an arc"},
    {"puma560", "{}", PD "trajectory:\n  - arc: {}", "an arc"},
    {"puma560", "{}", PD "trajectory:\n  - arc: 3", "an arc"},
    {"puma560", "{}", PD "trajectory:\n  - line: {to: {xyz: [0, 0, 1]}, by: [0, 0, 1], speed: 1}",
     "the end is given by to and by; keep one"},
    {"puma560", "{}", PD "trajectory:\n  - through: 3", "a motion through points"},
    // robots and starts in their long forms
    {"{file: none.yaml, hold: 3}", "{}", "", "hold must be a mapping"},
    {"{file: none.yaml, hold: {a: x}}", "{}", "", "must be"},
    {"{file: none.yaml, hold: {a: 1, a: 2}}", "{}", "", "is given twice"},
    {"[planar2r]", "{}", "", "robot"},
    {"{}", "{}", "", "needs"},
    {"puma560", "{hand: {xyz: [0.5, 0, 0.5], rpy: [0, 0, 0]}, free: 3}", "", "directions"},
    {"puma560", "{hand: {xyz: [0.5, 0, 0.5], rpy: [0, 0, 0]}, free: [up]}", "", "up"},
    {"puma560", "{hand: {xyz: [0.5, 0, 0.5], rpy: [0, 0, 0]}, free: [x, y, z, roll, pitch, yaw]}", "",
     "free"},
    {"irb6", "{q_a: [0, 0, 0, 0, 0], q: [0, 0, 0, 0, 0]}", "", "q_a"},
    {"planar2r", "{}", "reference: 3", "a reference"},
    {"planar2r", "{}", "reference: {source: [3], q_a: [0, 0]}", "source"},
    {"planar2r", "{}", "reference: {source: here, q_a: [0]}", "q_a has 1 number"},
    {"planar2r", "3", "", "start"},
    {"planar2r", "{}", "accept: 3", "accept must be a mapping"},
    {"planar2r", "{}", "accept: {mass: [3]}", "mass"},
    // signals
    {"planar2r", "{}", "inputs: [{csv: {file: none.csv, column: [3]}}, 0]", "column"},
    {"planar2r", "{}", "hand_wrench: {axes: base, fx: {table: {time: [0, 0], value: [1, 2]}}}", "time"},
    {"planar2r", "{}", "input_table: {time: [0, 1], values: [[1, 2], [3, x]]}", "must be a number"},
    {"planar2r", "{}", "input_table: {file: none.csv, time: [0]}", "file"},
    {"planar2r", "{}", "input_table: 3", "input"},
    {"planar2r", "{}", "inputs: {shoulder: {sine: 3}}", "a sine"},
    {"planar2r", "{}", "inputs: {shoulder: {step: 3}}", "a step"},
    {"planar2r", "{}", "inputs: {shoulder: {ramp: 3}}", "a ramp"},
    {"planar2r", "{}", "inputs: {shoulder: {blend: 3}}", "a blend"},
    {"planar2r", "{}", "inputs: {shoulder: {}}", "a signal"},
    {"planar2r", "{}", "inputs: {shulder: 1}", "did you mean \"shoulder\"?"},
    {"planar2r", "{}", "payloads: 3", "payloads"},
    {"planar2r", "{}", "payloads: [3]", "a payload"},
    {"planar2r", "{}", "surface: 3", "a surface"},
    {"planar2r", "{}", "base: 3", "base"},
    {"planar2r", "{}", "record: 3", "record"},
    {"planar2r", "{}", "stops: 3", "stops"},
    {"planar2r", "{}", "sensors: 3" PD_LINE, "sensors"},
    {"planar2r", "{}", "controller: 3", "a controller"},
    {"planar2r", "{}", "controller: {kind: joint-pd, period: 0.001, gains: 3}", "gains"},
    {"planar2r", "{}", "trajectory: 3" PD_LINE, "trajectory"},
    {"planar2r", "{}", "trajectory: [3]" PD_LINE, "a segment"},
    {"planar2r", "{}", "trajectory: [{move: 3}]" PD_LINE, "a move"},
    {"puma560", "{}", "trajectory: [{line: 3}]" PD_LINE, "a line"},
    {"planar2r", "{}", "trajectory: [{dwell: [3]}]" PD_LINE, "dwell"},
    {"planar2r", "{}", "trajectory: [{push: 3}]" PD_LINE,
     "a segment is one of move, through, line, arc and dwell"},
    {"planar2r", "{}", "model_error: 3" PD_LINE, "a model error"},
    {"planar2r", "{}", "current_loop: 3", "current"},
    // pieces that are no mapping
    {"planar2r", "{}", "inputs: [{chirp: 3}, 0]", "a chirp"},
    {"planar2r", "{}", "inputs: [{table: 3}, 0]", "a table"},
    {"planar2r", "{}", "inputs: [{csv: 3}, 0]", "a csv"},
    {"planar2r", "{}", "hand_wrench: 3", "a hand wrench"},
    {"planar2r", "{}", "inputs: [{table: {time: [0, x], value: [1, 2]}}, 0]", "must be a number"},
    {"planar2r", "{}", "inputs: [{csv: {file: none.csv, column: u1, time: [3]}}, 0]", "time"},
    {"planar2r", "{}", "model_error: {mass: -100 %}" PD_LINE, "an error of -100 % leaves nothing"},
};

static void every_refusal_of_a_key_has_its_sentence(void **state)
{
  (void)state;
  int bad = 0;
  for (size_t k = 0; k < sizeof refusals / sizeof *refusals; k++) {
    char text[2000], first[1000];
    const int used = snprintf(text, sizeof text,
                              "ulna_scenario: 1\nname: s\nrobot: %s\nduration: 1\nstart: %s\n"
                              "integrator: {method: rk4, step: 0.01}\n%s\n",
                              refusals[k].robot, refusals[k].start, refusals[k].lines);
    ulna_report *report = NULL;
    ulna_scenario *scenario = NULL;
    assert_int_equal(ulna_report_create(NULL, &report), ULNA_OK);
    bool said = ulna_scenario_read_text(text, (size_t)used, "h.yaml", NULL, NULL, report, &scenario) ==
                ULNA_BAD_SCENARIO;
    assert_null(scenario);
    first[0] = '\0';
    for (size_t p = ulna_report_count(report, ULNA_NOTE); p-- > 0;) {
      ulna_problem_format(ulna_report_get(report, p), first, sizeof first);
      if (strstr(first, refusals[k].words)) break;
    }
    said = said && strstr(first, refusals[k].words);
    ulna_report_destroy(report);
    if (said) continue;
    print_error("%s%s: %s\n", refusals[k].start, refusals[k].lines, first);
    bad++;
  }
  assert_int_equal(bad, 0);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(texts_that_are_no_scenario_are_told_as_such),
      cmocka_unit_test(size_and_depth_are_bounded),
      cmocka_unit_test(a_scenario_cut_off_is_refused_or_whole),
      cmocka_unit_test(tables_are_judged_line_by_line),
      cmocka_unit_test(every_refusal_of_a_key_has_its_sentence),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
