/* Texts that are no robot: too large, too deep, cut off, in a wrong encoding, with parts of YAML that robot files do
 * not have. Each gets a clear problem at its place, in little time and memory. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "support/failing_allocator.h"
#include "ulna/read.h"

typedef struct {
  ulna_status status;
  size_t count;
  char first[800];
  ulna_problem problem; /* strings not kept, but for condition */
  char condition[40], text[600];
  size_t most_bytes;
} outcome;

static outcome read_text(const char *text, size_t length)
{
  outcome o = {.first = "nothing"};
  failing_allocator memory;
  const ulna_allocator allocator = failing_allocator_start(&memory, 0);
  ulna_report *report = NULL;
  assert_int_equal(ulna_report_create(NULL, &report), ULNA_OK);
  ulna_model *model = NULL;
  o.status = ulna_model_read_text(text, length, "h.yaml", NULL, &allocator, report, &model);
  o.count = ulna_report_count(report, ULNA_NOTE);
  if (o.count) {
    o.problem = *ulna_report_get(report, 0);
    snprintf(o.condition, sizeof o.condition, "%s", o.problem.condition);
    snprintf(o.text, sizeof o.text, "%s", o.problem.text);
    ulna_problem_format(&o.problem, o.first, sizeof o.first);
  }
  ulna_model_destroy(model);
  ulna_report_destroy(report);
  o.most_bytes = memory.most_bytes;
  assert_true(failing_allocator_empty(&memory));
  return o;
}

static void expect(const char *text, size_t length, ulna_status status, const char *condition, int line,
                   const char *words)
{
  const outcome o = read_text(text, length);
  if (o.status != status || o.count != 1 || strcmp(o.condition, condition) != 0 || o.problem.line != line ||
      !strstr(o.text, words))
    fail_msg("%zu bytes, expected %s in line %d with \"%s\": %s, %zu problems, %s", length, condition, line,
             words, ulna_status_name(o.status), o.count, o.first);
}

#define EXPECT(text, status, condition, line, words)                                                         \
  expect(text, sizeof(text) - 1, status, condition, line, words)

static void nothing_is_no_robot(void **state)
{
  (void)state;
  EXPECT("", ULNA_SYNTAX, "syntax", 1, "empty");
  EXPECT("\n\n", ULNA_SYNTAX, "syntax", 1, "empty");
  EXPECT("# nothing but words\n", ULNA_SYNTAX, "syntax", 1, "empty");
  EXPECT("---\n", ULNA_BAD_ROBOT, "type", 2, "this file is none");
  EXPECT("robot\n", ULNA_BAD_ROBOT, "type", 1, "this file is none");
  EXPECT("null\n", ULNA_BAD_ROBOT, "type", 1, "this file is none");
}

static void encodings_other_than_unicode_are_told(void **state)
{
  (void)state;
  EXPECT("ulna: 1\nname: M\xfcller\n", ULNA_SYNTAX, "syntax", 2, "not UTF-8");
  EXPECT("ulna: 1\nname: \xc3\n", ULNA_SYNTAX, "syntax", 2, "not UTF-8");
  EXPECT("ulna: 1\nname: \xed\xa0\x80\n", ULNA_SYNTAX, "syntax", 2, "not UTF-8");
  EXPECT("ulna: 1\nname: a\0b\n", ULNA_SYNTAX, "syntax", 2, "control character 0x00");
  EXPECT("\0\0\0\0", ULNA_SYNTAX, "syntax", 1, "control character");
  EXPECT("\x7f"
         "ELF\x02\x01\x01",
         ULNA_SYNTAX, "syntax", 1, "control character");
}

static void a_zero_byte_hidden_in_an_escape_is_told(void **state)
{
  (void)state;
  static const char text[] =
      "{ulna: 1, name: \"a\\0b\", convention: dh, gravity: [0, 0, 0], joints: [{name: j, type: revolute, theta: 0, d: 0,"
      " a: 1, alpha: 0, link: {name: l, mass: 1, com: [0, 0, 0], inertia: {about: com, xx: 1, yy: 1, zz: 1}}}]}";
  EXPECT(text, ULNA_BAD_ROBOT, "type", 1, "zero byte");
}

static void parts_of_yaml_that_robots_do_not_have_are_refused(void **state)
{
  (void)state;
#define ARM                                                                                                  \
  "convention: dh\ngravity: [0, 0, 0]\njoints: [{name: j, type: revolute, theta: 0, d: 0, a: 1, alpha: 0,\n" \
  "  link: {name: l, mass: 1, com: [0, 0, 0], inertia: {about: com, xx: 1, yy: 1, zz: 1}}}]\n"
  EXPECT("ulna: 1\nname: &n arm\nsource: *n\n" ARM, ULNA_BAD_ROBOT, "syntax", 3, "alias *n");
  EXPECT("ulna: 1\nname: &n arm\n" ARM, ULNA_BAD_ROBOT, "syntax", 2, "anchor");
  EXPECT("ulna: 1\nname: !!str arm\n" ARM, ULNA_BAD_ROBOT, "syntax", 2, "tag");
  EXPECT("ulna: 1\nname: arm\n? [a, b]\n: c\n" ARM, ULNA_BAD_ROBOT, "type", 3, "a key must be a word");
  EXPECT("ulna: 1\nname: arm\n" ARM "---\nulna: 1\n", ULNA_SYNTAX, "syntax", 7, "second document");
}

static void what_is_not_closed_is_shown_where_it_opens(void **state)
{
  (void)state;
  EXPECT("ulna: 1\nname: [a, b\n", ULNA_SYNTAX, "syntax", 2, "bracket");
  EXPECT("ulna: 1\nname: {a: b\n\n", ULNA_SYNTAX, "syntax", 2, "bracket");
  EXPECT("ulna: 1\nname: {a: b,\nsource:\n  - x: y\n", ULNA_SYNTAX, "syntax", 2, "bracket");
  EXPECT("ulna: 1\nname: \"arm\nsource: x\n", ULNA_SYNTAX, "syntax", 2, "quotation mark");
  EXPECT("ulna: 1\nname arm\nsource: x\n", ULNA_SYNTAX, "syntax", 2, "colon");
  EXPECT("ulna: 1\n\tname: arm\n", ULNA_SYNTAX, "syntax", 2, "not with tabs");
  EXPECT("ulna: 1\nname: a: b\n", ULNA_SYNTAX, "syntax", 2, "not well-formed");
}

static void depth_is_bounded(void **state)
{
  (void)state;
  enum { DEEP = 100000 };
  char *text = malloc(2 * DEEP + 1);
  for (int brackets = 0; brackets < 3; brackets++) {
    memset(text, "[{-"[brackets], DEEP);
    if (brackets == 2)
      for (int i = 1; i < DEEP; i += 2) text[i] = ' ';
    const outcome o = read_text(text, DEEP);
    assert_int_equal(o.status, ULNA_SYNTAX);
    assert_int_equal(o.count, 1);
    // the scanner may stop at the length of a key before the depth is reached; either is a clear end
    assert_string_equal(o.condition, "syntax");
    assert_true(o.most_bytes < 4 * DEEP);
  }
  free(text);
}

static void size_is_bounded_before_anything_is_read(void **state)
{
  (void)state;
  char path[] = "/tmp/ulna_large_XXXXXX";
  const int file = mkstemp(path);
  assert_true(file >= 0);
  assert_int_equal(ftruncate(file, 100 << 20), 0);  // a 100 MB file without blocks of its own
  failing_allocator memory;
  const ulna_allocator allocator = failing_allocator_start(&memory, 0);
  ulna_report *report = NULL;
  assert_int_equal(ulna_report_create(NULL, &report), ULNA_OK);
  ulna_model *model = NULL;
  assert_int_equal(ulna_model_read(path, NULL, &allocator, report, &model), ULNA_CANNOT_READ);
  assert_int_equal(memory.calls, 0);
  assert_int_equal(ulna_report_count(report, ULNA_NOTE), 1);
  assert_non_null(strstr(ulna_report_get(report, 0)->text, "larger than 16 MB"));
  close(file);
  unlink(path);
  ulna_report_destroy(report);
}

/* `count` times the same piece, after a head. */
static char *repeat(const char *head, const char *piece, size_t count, size_t *length)
{
  const size_t head_length = strlen(head), piece_length = strlen(piece);
  *length = head_length + count * piece_length;
  char *text = malloc(*length + 1);
  memcpy(text, head, head_length);
  for (size_t i = 0; i < count; i++) memcpy(text + head_length + i * piece_length, piece, piece_length);
  text[*length] = 0;
  return text;
}

static void many_values_and_many_problems_are_bounded(void **state)
{
  (void)state;
  size_t length;
  char *text = repeat("ulna: 1\njoints:\n", "- \n", 5000000, &length);  // 15 MB of empty items
  outcome o = read_text(text, length);
  assert_int_equal(o.status, ULNA_SYNTAX);
  assert_non_null(strstr(o.text, "more than 200000 values"));
  assert_true(o.most_bytes < (size_t)64 << 20);
  free(text);

  text = repeat("ulna: 1\njoints:\n", "- 1\n", 20000, &length);
  o = read_text(text, length);
  assert_int_equal(o.status, ULNA_BAD_ROBOT);
  assert_true(o.count > 900 && o.count < 1100);
  free(text);

  text = repeat("ulna: 1\n", "a: 1\n", 100000, &length);
  o = read_text(text, length);
  assert_int_equal(o.status, ULNA_SYNTAX);
  assert_non_null(strstr(o.text, "more than 2000 keys"));
  free(text);

  text = repeat("ulna: 1\nname: ", "x", 10000000, &length);  // one word of 10 MB
  o = read_text(text, length);
  assert_int_equal(o.status, ULNA_BAD_ROBOT);
  assert_true(strlen(o.first) < 700);
  free(text);
}

static void a_json_robot_cut_off_anywhere_is_refused(void **state)
{
  (void)state;
  static const char text[] =
      "{\"ulna\": 1, \"name\": \"a\", \"convention\": \"dh\", \"gravity\": [0, 0, 0], \"joints\": [\n"
      "{\"name\": \"j\", \"type\": \"revolute\", \"theta\": \"9 deg\", \"d\": 0, \"a\": 1, \"alpha\": 0, \"link\":\n"
      "{\"name\": \"l\", \"mass\": 1, \"com\": [0, 0, 0], \"inertia\": {\"about\": \"com\", \"xx\": 1, \"yy\": 1, \"zz\": 1}}}]}";
  assert_int_equal(read_text(text, sizeof text - 1).status, ULNA_OK);
  for (size_t cut = 0; cut < sizeof text - 1; cut++) {
    const outcome o = read_text(text, cut);
    if (o.status != ULNA_SYNTAX || o.count != 1)
      fail_msg("cut at %zu: %s, %s", cut, ulna_status_name(o.status), o.first);
  }
}

/* Block style has no closing bracket: a cut between two joints leaves a robot. Any other cut is told. */
static void a_robot_file_cut_off_is_refused_or_whole(void **state)
{
  (void)state;
  char path[400];
  snprintf(path, sizeof path, "%s/scara.yaml", ULNA_ROBOTS);
  FILE *f = fopen(path, "r");
  assert_non_null(f);
  static char text[20000];
  const size_t length = fread(text, 1, sizeof text, f);
  fclose(f);
  assert_true(length > 1000 && length < sizeof text);
  int whole = 0;
  for (size_t cut = 0; cut < length; cut += 7) {
    const outcome o = read_text(text, cut);
    if (o.status != ULNA_OK && o.count == 0)
      fail_msg("cut at %zu: %s without a word", cut, ulna_status_name(o.status));
    whole += o.status == ULNA_OK;
  }
  assert_true(whole < 60);
}

static void files_that_cannot_be_read_are_told(void **state)
{
  (void)state;
  static const struct {
    const char *path, *words;
  } files[] = {{"/nonexistent/robot.yaml", "No such file"}, {"/tmp", "directory"}};
  for (int i = 0; i < 2; i++) {
    ulna_report *report = NULL;
    assert_int_equal(ulna_report_create(NULL, &report), ULNA_OK);
    ulna_model *model = NULL;
    assert_int_equal(ulna_model_read(files[i].path, NULL, NULL, report, &model), ULNA_CANNOT_READ);
    assert_null(model);
    assert_int_equal(ulna_report_count(report, ULNA_NOTE), 1);
    const ulna_problem *p = ulna_report_get(report, 0);
    assert_string_equal(p->condition, "cannot read");
    assert_string_equal(p->file, files[i].path);
    assert_non_null(strstr(p->text, files[i].words));
    ulna_report_destroy(report);
  }
}

/* What never ends is not read to its end: a file that is no plain one does not tell its size beforehand. */
static void a_text_without_end_is_refused(void **state)
{
  (void)state;
  ulna_report *report = NULL;
  ulna_model *model = NULL;
  assert_int_equal(ulna_report_create(NULL, &report), ULNA_OK);
  assert_int_equal(ulna_model_read("/dev/zero", NULL, NULL, report, &model), ULNA_CANNOT_READ);
  assert_null(model);
  assert_non_null(strstr(ulna_report_get(report, 0)->text, "more than is ever read"));
  ulna_report_destroy(report);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_text_without_end_is_refused),
      cmocka_unit_test(nothing_is_no_robot),
      cmocka_unit_test(encodings_other_than_unicode_are_told),
      cmocka_unit_test(a_zero_byte_hidden_in_an_escape_is_told),
      cmocka_unit_test(parts_of_yaml_that_robots_do_not_have_are_refused),
      cmocka_unit_test(what_is_not_closed_is_shown_where_it_opens),
      cmocka_unit_test(depth_is_bounded),
      cmocka_unit_test(size_is_bounded_before_anything_is_read),
      cmocka_unit_test(many_values_and_many_problems_are_bounded),
      cmocka_unit_test(a_json_robot_cut_off_anywhere_is_refused),
      cmocka_unit_test(a_robot_file_cut_off_is_refused_or_whole),
      cmocka_unit_test(files_that_cannot_be_read_are_told),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
