/* Memory that runs out at the n-th allocation, for every n, while robots are read, checked and made: a status, nothing
 * half-made, nothing lost, and the same robot as ever once there is memory. */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "support/failing_allocator.h"
#include "ulna/regressor.h"
#include "ulna/robots.h"

static char text[100000];

static size_t read_whole(const char *path)
{
  FILE *f = fopen(path, "rb");
  assert_non_null(f);
  const size_t length = fread(text, 1, sizeof text, f);
  fclose(f);
  assert_true(length < sizeof text);
  return length;
}

/* Reads with the n-th allocation failing. The report comes from the same allocator. True if none failed. */
static bool try_reading(const char *name, size_t length, long n, ulna_status expected)
{
  failing_allocator memory;
  const ulna_allocator allocator = failing_allocator_start(&memory, n);
  ulna_report *report = NULL;
  ulna_model *const untouched = (ulna_model *)(uintptr_t)64, *model = untouched;
  ulna_status status = ulna_report_create(&allocator, &report);
  if (status == ULNA_OK) status = ulna_model_read_text(text, length, name, NULL, &allocator, report, &model);
  if (memory.failed ? status != ULNA_OUT_OF_MEMORY : status != expected)
    fail_msg("%s, allocation %ld: %s", name, n, ulna_status_name(status));
  if ((status == ULNA_OK) != (model != untouched)) fail_msg("%s, allocation %ld: a model half-made", name, n);
  if (status == ULNA_OK) ulna_model_destroy(model);
  ulna_report_destroy(report);
  if (!failing_allocator_empty(&memory))
    fail_msg("%s, allocation %ld: %ld blocks lost", name, n, memory.blocks);
  return !memory.failed;
}

static void try_every_allocation(const char *path, ulna_status expected)
{
  const size_t length = read_whole(path);
  long n = 1;
  while (!try_reading(path, length, n, expected)) n++;
  if (n < 5) fail_msg("%s: only %ld allocations seen", path, n - 1);
}

static void every_allocation_of_a_built_in_robot_may_fail(void **state)
{
  (void)state;
  for (int i = 0; i < ulna_robot_count(); i++) {
    char path[400];
    snprintf(path, sizeof path, "%s/%s.yaml", ULNA_ROBOTS, ulna_robot_get(i)->key);
    try_every_allocation(path, ULNA_OK);
  }
}

static void every_allocation_of_a_broken_robot_may_fail(void **state)
{
  (void)state;
  static const char *const names[] = {"unknown_key",        "duplicate_link", "inertia_triangle",
                                      "massless_last_link", "vector_of_two",  "screw_unknown_joint"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    char path[400];
    snprintf(path, sizeof path, "%s/broken/%s.yaml", ULNA_TEST_DATA, names[i]);
    try_every_allocation(path, ULNA_BAD_ROBOT);
  }
  try_every_allocation(ULNA_TEST_DATA "/broken/not_yaml.yaml", ULNA_SYNTAX);
}

/* Files are read through the allocator too. */
static void every_allocation_of_a_file_may_fail(void **state)
{
  (void)state;
  for (long n = 1;; n++) {
    failing_allocator memory;
    const ulna_allocator allocator = failing_allocator_start(&memory, n);
    ulna_builder *const untouched = (ulna_builder *)(uintptr_t)64, *builder = untouched;
    const ulna_status status = ulna_builder_read(ULNA_ROBOTS "/scara.yaml", NULL, &allocator, NULL, &builder);
    assert_int_equal(status, memory.failed ? ULNA_OUT_OF_MEMORY : ULNA_OK);
    assert_true((builder == untouched) == memory.failed);
    if (status == ULNA_OK) ulna_builder_destroy(builder);
    assert_true(failing_allocator_empty(&memory));
    if (!memory.failed) break;
  }
}

/* A builder that ran out of memory is as it was, and can go on. */
static void a_builder_survives_each_failure(void **state)
{
  (void)state;
  ulna_joint joint = ulna_joint_default();
  joint.name = "a joint with a name that is long enough to need memory of its own, again and again";
  joint.a = 1;
  joint.link.name = "a link with a name that is long enough to need memory of its own, again and again";
  joint.link.body = (ulna_body){1, {0}, {1, 1, 1, 0, 0, 0}, ULNA_ABOUT_COM};
  for (long n = 2; n < 40; n++) {
    failing_allocator memory;
    const ulna_allocator allocator = failing_allocator_start(&memory, n);
    ulna_builder *b = NULL;
    assert_int_equal(ulna_builder_create(ULNA_DH, &allocator, &b), ULNA_OK);
    int added = 0;
    for (int i = 0; i < 30; i++) {
      char name[100];
      snprintf(name, sizeof name, "%d %s", i, "long enough to need memory of its own, again and again");
      joint.name = joint.link.name = name;
      ulna_status status = ulna_builder_add_joint(b, &joint);
      if (status == ULNA_OUT_OF_MEMORY) {
        memory.fail_at = 0;  // memory is back
        status = ulna_builder_add_joint(b, &joint);
      }
      assert_int_equal(status, ULNA_OK);
      added++;
    }
    ulna_model *model = NULL;
    memory.fail_at = 0;
    assert_int_equal(ulna_builder_finish(b, NULL, &model), ULNA_OK);
    assert_int_equal(ulna_model_joint_count(model), added);
    ulna_model_destroy(model);
    ulna_builder_destroy(b);
    assert_true(failing_allocator_empty(&memory));
  }
}

/* Lists so long that each takes memory of its own. */
static void every_allocation_of_long_lists_may_fail(void **state)
{
  (void)state;
  enum { LONG = 1200 };
  size_t used = (size_t)snprintf(
      text, sizeof text,
      "ulna: 1\nname: r\ngravity: [0, 0, -9.81]\nconvention: dh\njoints:\n"
      "  - {name: a, type: revolute, theta: 0, d: 0, a: 0.4, alpha: 0, link: {name: l, mass: 2, com: [0.1, 0, 0],\n"
      "     inertia: {about: com, xx: 0.02, yy: 0.03, zz: 0.025}, accept: {");
  for (int i = 0; i < LONG; i++) used += (size_t)snprintf(text + used, sizeof text - used, "c%d: r, ", i);
  used += (size_t)snprintf(text + used, sizeof text - used, "}}, friction: {table: {velocity: [");
  for (int i = 0; i < 3 * LONG; i++) used += (size_t)snprintf(text + used, sizeof text - used, "%d,", i);
  used += (size_t)snprintf(text + used, sizeof text - used,
                           "0], force: [0]}}}\ndrives:\n  - {name: m, couples: {");
  for (int i = 0; i < LONG; i++) used += (size_t)snprintf(text + used, sizeof text - used, "j%d: 1, ", i);
  used += (size_t)snprintf(text + used, sizeof text - used, "}, screws: [");
  for (int i = 0; i < LONG; i++) used += (size_t)snprintf(text + used, sizeof text - used, "{}, ");
  used += (size_t)snprintf(text + used, sizeof text - used,
                           "], mounted_on: base, axis: [0, 0, 1], rotor: {inertia: 0}}\n");
  assert_true(used + 1 < sizeof text);
  long n = 1;
  while (!try_reading("long.yaml", used, n, ULNA_BAD_ROBOT)) n++;
  assert_true(n > 10);
}

/* Waivers of the caller's, and what the regressor can tell apart. */
static void every_allocation_of_waivers_and_base_parameters_may_fail(void **state)
{
  (void)state;
  const size_t length = read_whole(ULNA_ROBOTS "/pendulum.yaml");
  const ulna_waiver waivers[3] = {{"mass", "a"}, {"far", "b"}, {"positive_inertia", "c"}};
  ulna_read_options options = ulna_read_options_default();
  options.accept = waivers, options.accept_count = 3;
  bool again = true;
  for (long n = 1; again; n++) {
    failing_allocator memory;
    const ulna_allocator allocator = failing_allocator_start(&memory, n);
    ulna_model *model = NULL;
    const ulna_status status =
        ulna_model_read_text(text, length, "p.yaml", &options, &allocator, NULL, &model);
    assert_int_equal(status, memory.failed ? ULNA_OUT_OF_MEMORY : ULNA_OK);
    again = memory.failed;
    ulna_model_destroy(model);
    assert_true(failing_allocator_empty(&memory));
  }
  ulna_model *model = NULL;
  assert_int_equal(ulna_robot_load("planar2r", NULL, NULL, NULL, &model), ULNA_OK);
  again = true;
  for (long n = 1; again; n++) {
    failing_allocator memory;
    const ulna_allocator allocator = failing_allocator_start(&memory, n);
    ulna_base_parameters *base = NULL;
    const ulna_status status = ulna_base_parameters_create(model, ULNA_REGRESSOR_LINKS, 0, &allocator, &base);
    assert_int_equal(status, memory.failed ? ULNA_OUT_OF_MEMORY : ULNA_OK);
    assert_true((base != NULL) == (status == ULNA_OK));
    again = memory.failed;
    ulna_base_parameters_destroy(base);
    assert_true(failing_allocator_empty(&memory));
  }
  ulna_model_destroy(model);
}

/* libyaml allocates for itself, by malloc. Where no sanitizer stands in its place, malloc fails here on demand. */
#if defined(__has_feature)
#  if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || __has_feature(memory_sanitizer)
#    define SANITIZED 1
#  endif
#endif
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#  define SANITIZED 1
#endif
#if defined(__GLIBC__) && !defined(SANITIZED)
extern void *__libc_malloc(size_t size);
extern void *__libc_realloc(void *memory, size_t size);
__attribute__((visibility("default"))) void *malloc(size_t size);
__attribute__((visibility("default"))) void *realloc(void *memory, size_t size);

static long malloc_calls, malloc_fails_at;

static bool malloc_fails(void)
{
  if (!malloc_fails_at || ++malloc_calls < malloc_fails_at) return false;
  errno = ENOMEM;
  return true;
}

void *malloc(size_t size) { return malloc_fails() ? NULL : __libc_malloc(size); }
void *realloc(void *memory, size_t size) { return malloc_fails() ? NULL : __libc_realloc(memory, size); }

static void every_allocation_of_libyaml_may_fail(void **state)
{
  (void)state;
  const size_t length = read_whole(ULNA_ROBOTS "/pendulum.yaml");
  for (long n = 1;; n++) {
    failing_allocator memory;  // takes its blocks by aligned_alloc, which does not fail here
    const ulna_allocator allocator = failing_allocator_start(&memory, 0);
    ulna_model *model = NULL;
    malloc_calls = 0;
    malloc_fails_at = n;
    const ulna_status status = ulna_model_read_text(text, length, "p.yaml", NULL, &allocator, NULL, &model);
    malloc_fails_at = 0;
    const bool failed = malloc_calls >= n;
    if (status != (failed ? ULNA_OUT_OF_MEMORY : ULNA_OK))
      fail_msg("malloc %ld: %s", n, ulna_status_name(status));
    assert_int_equal(model != NULL, !failed);
    ulna_model_destroy(model);
    assert_true(failing_allocator_empty(&memory));
    if (!failed) {
      assert_true(n > 10);
      break;
    }
  }
}
#else
static void every_allocation_of_libyaml_may_fail(void **state)
{
  (void)state;
  skip();
}
#endif

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_allocation_of_a_built_in_robot_may_fail),
      cmocka_unit_test(every_allocation_of_a_broken_robot_may_fail),
      cmocka_unit_test(every_allocation_of_a_file_may_fail),
      cmocka_unit_test(every_allocation_of_long_lists_may_fail),
      cmocka_unit_test(every_allocation_of_waivers_and_base_parameters_may_fail),
      cmocka_unit_test(a_builder_survives_each_failure),
      cmocka_unit_test(every_allocation_of_libyaml_may_fail),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
