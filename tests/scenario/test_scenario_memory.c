/* Memory that runs out at the n-th allocation, for every n, while scenarios are read and runs are made: a status, nothing
 * half-made, nothing lost. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "support/failing_allocator.h"
#include "ulna/scenario.h"

/* Reads a file with the n-th allocation failing. The report comes from the same allocator. True if none failed. */
static bool try_reading(const char *path, long n, ulna_status expected)
{
  failing_allocator memory;
  const ulna_allocator allocator = failing_allocator_start(&memory, n);
  ulna_report *report = NULL;
  ulna_scenario *const untouched = (ulna_scenario *)(uintptr_t)64, *scenario = untouched;
  ulna_status status = ulna_report_create(&allocator, &report);
  if (status == ULNA_OK) status = ulna_scenario_read(path, NULL, &allocator, report, &scenario);
  if (memory.failed ? status != ULNA_OUT_OF_MEMORY : status != expected)
    fail_msg("%s, allocation %ld: %s", path, n, ulna_status_name(status));
  if ((status == ULNA_OK) != (scenario != untouched)) fail_msg("%s, allocation %ld: half-made", path, n);
  if (status == ULNA_OK) ulna_scenario_destroy(scenario);
  ulna_report_destroy(report);
  if (!failing_allocator_empty(&memory))
    fail_msg("%s, allocation %ld: %ld blocks lost", path, n, memory.blocks);
  return !memory.failed;
}

static void try_every_allocation(const char *path, ulna_status expected)
{
  long n = 1;
  while (!try_reading(path, n, expected)) n++;
  if (n < 5) fail_msg("%s: only %ld allocations seen", path, n - 1);
}

static void every_allocation_of_a_scenario_may_fail(void **state)
{
  (void)state;
  for (int i = 0; i < ulna_scenario_count(); i++) {
    char path[400];
    snprintf(path, sizeof path, ULNA_SCENARIOS "/%s.yaml", ulna_scenario_get(i)->key);
    try_every_allocation(path, ULNA_OK);
  }
  try_every_allocation(ULNA_SCENARIOS "/../examples/scenario_file.yaml", ULNA_OK);
}

static void every_allocation_of_a_broken_scenario_may_fail(void **state)
{
  (void)state;
  static const char *const names[] = {"unknown_robot",    "robot_file_broken",       "csv_too_wide",
                                      "payload_triangle", "trajectory_out_of_reach", "trajectory_without_end",
                                      "unknown_key",      "start_out_of_reach"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    char path[400];
    snprintf(path, sizeof path, "%s/broken_scenarios/%s.yaml", ULNA_TEST_DATA, names[i]);
    try_every_allocation(path, ULNA_BAD_SCENARIO);
  }
}

static void every_allocation_of_a_run_may_fail(void **state)
{
  (void)state;
  static const char *const paths[] = {ULNA_SCENARIOS "/double_pendulum.yaml",
                                      ULNA_SCENARIOS "/../examples/scenario_file.yaml",
                                      ULNA_SCENARIOS "/puma560_pick_and_place.yaml"};
  const ulna_model_error error = {.mass = 0.1, .friction = 0.1};
  ulna_run_options other = ulna_run_options_default();
  other.controller = "joint-pd";
  other.model_error = &error;
  other.time_steps = true;
  for (int i = 0; i < 3; i++) {
    ulna_scenario *scenario = NULL;
    assert_int_equal(ulna_scenario_read(paths[i], NULL, NULL, NULL, &scenario), ULNA_OK);
    for (long n = 1;; n++) {
      failing_allocator memory;
      const ulna_allocator allocator = failing_allocator_start(&memory, n);
      ulna_run *const untouched = (ulna_run *)(uintptr_t)64, *run = untouched;
      const ulna_status status = ulna_run_create(scenario, i == 2 ? &other : NULL, &allocator, NULL, &run);
      if (status != (memory.failed ? ULNA_OUT_OF_MEMORY : ULNA_OK))
        fail_msg("%s, allocation %ld: %s", paths[i], n, ulna_status_name(status));
      assert_true((run == untouched) == memory.failed);
      if (status == ULNA_OK) {
        const long calls = memory.calls;
        assert_int_equal(ulna_run_advance(run, 0.05, NULL), ULNA_OK);
        assert_int_equal(memory.calls, calls);  // a run takes nothing on its way
        ulna_run_destroy(run);
      }
      assert_true(failing_allocator_empty(&memory));
      if (!memory.failed) break;
    }
    ulna_scenario_destroy(scenario);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_allocation_of_a_scenario_may_fail),
      cmocka_unit_test(every_allocation_of_a_broken_scenario_may_fail),
      cmocka_unit_test(every_allocation_of_a_run_may_fail),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
