/* Reports: problems in the order of their places, file by file; and what happens when memory runs out in between. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "ulna/report.h"

static ulna_problem problem(const char *file, int line, int column)
{
  return (ulna_problem){.severity = ULNA_ERROR,
                        .condition = "value",
                        .file = file,
                        .line = line,
                        .column = column,
                        .text = "x"};
}

/* Within a file by line and column; a second file's problems stay behind the first's, whatever their lines. */
static void problems_stand_in_the_order_of_their_places(void **state)
{
  (void)state;
  static const struct {
    const char *file;
    int line, column;
  } given[] = {{"robot", 9, 1},    {"robot", 4, 7}, {"robot", 4, 2},    {"scenario", 8, 1},
               {"scenario", 1, 5}, {NULL, 0, 0},    {"scenario", 2, 2}, {"scenario", 3, 1}},
    expected[] = {{"robot", 4, 2},    {"robot", 4, 7}, {"robot", 9, 1},    {"scenario", 1, 5},
                  {"scenario", 8, 1}, {NULL, 0, 0},    {"scenario", 2, 2}, {"scenario", 3, 1}};
  ulna_report *report = NULL;
  assert_int_equal(ulna_report_create(NULL, &report), ULNA_OK);
  for (int i = 0; i < 8; i++) {
    const ulna_problem p = problem(given[i].file, given[i].line, given[i].column);
    assert_int_equal(ulna_report_add(report, &p), ULNA_OK);
  }
  for (size_t i = 0; i < 8; i++) {
    const ulna_problem *p = ulna_report_get(report, i);
    assert_true(p->line == expected[i].line && p->column == expected[i].column);
    assert_true(p->file ? expected[i].file && strcmp(p->file, expected[i].file) == 0 : !expected[i].file);
  }
  assert_null(ulna_report_get(report, 8));
  ulna_report_clear(report);
  assert_int_equal(ulna_report_count(report, ULNA_NOTE), 0);
  assert_int_equal(ulna_report_count(report, ULNA_NOTE), 0);
  ulna_report_destroy(report);
}

static long left = -1; /* allocations until one fails */

static void *allocate(void *context, size_t size, size_t alignment)
{
  (void)context;
  if (left >= 0 && left-- == 0) return NULL;
  return aligned_alloc(alignment, (size + alignment - 1) / alignment * alignment);
}
static void release(void *context, void *memory, size_t size)
{
  (void)context, (void)size;
  free(memory);
}

/* A problem that finds no memory is told by the status; when memory is back, the next one is kept. */
static void a_report_goes_on_when_memory_is_back(void **state)
{
  (void)state;
  const ulna_allocator allocator = {allocate, release, NULL};
  ulna_report *report = NULL;
  assert_int_equal(ulna_report_create(&allocator, &report), ULNA_OK);
  const ulna_problem p = problem("robot", 1, 1);
  size_t kept = 0;
  int failed = 0;
  for (int k = 0; k < 2000; k++) {
    left = 0;  // the next allocation fails, if there is one
    const ulna_status status = ulna_report_add(report, &p);
    left = -1;
    failed += status != ULNA_OK;
    if (status != ULNA_OK) {
      assert_int_equal(status, ULNA_OUT_OF_MEMORY);
      assert_int_equal(ulna_report_add(report, &p), ULNA_OK);
    }
    assert_int_equal(ulna_report_count(report, ULNA_NOTE), ++kept);
  }
  assert_true(failed > 3);
  ulna_report_destroy(report);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(problems_stand_in_the_order_of_their_places),
      cmocka_unit_test(a_report_goes_on_when_memory_is_back),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
