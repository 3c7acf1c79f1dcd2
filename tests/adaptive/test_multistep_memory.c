/* CVODE takes its memory by malloc. Every allocation in turn is refused: creation says so, nothing crashes, nothing is lost;
 * and once it is made, it takes no more. */
#ifndef _GNU_SOURCE
#  define _GNU_SOURCE
#endif
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "ulna/multistep.h"
#include "ulna/robots.h"

#if defined(__has_feature)
#  if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#    define SANITIZED 1
#  endif
#endif
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#  define SANITIZED 1
#endif

static bool watching;
static long calls, refused_call,
    held; /* since watching; number of the one to refuse, 0: none; blocks not given back */

#ifndef SANITIZED
#  pragma GCC visibility push(default)  // SUNDIALS is a shared library, and must find these
void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *memory, size_t size);
void *__libc_memalign(size_t alignment, size_t size);
void __libc_free(void *memory);

static bool refuse(void)
{
  if (!watching) return false;
  return ++calls == refused_call;
}
static void *taken(void *memory)
{
  if (watching && memory) held++;
  return memory;
}
void *malloc(size_t size) { return refuse() ? NULL : taken(__libc_malloc(size)); }
void *calloc(size_t count, size_t size) { return refuse() ? NULL : taken(__libc_calloc(count, size)); }
void *realloc(void *memory, size_t size)
{
  if (refuse()) return NULL;
  return memory ? __libc_realloc(memory, size) : taken(__libc_realloc(NULL, size));
}
void *aligned_alloc(size_t alignment, size_t size)
{
  return refuse() ? NULL : taken(__libc_memalign(alignment, size));
}
int posix_memalign(void **memory, size_t alignment, size_t size)
{
  *memory = refuse() ? NULL : taken(__libc_memalign(alignment, size));
  return *memory ? 0 : 12;
}
void free(void *memory)
{
  if (watching && memory) held--;
  __libc_free(memory);
}
#  pragma GCC visibility pop
#endif

static void push(void *context, double t, const double q[], const double qd[], double u[])
{
  (void)context, (void)q, (void)qd;
  for (int i = 0; i < 6; i++) u[i] = 10 * sin(3 * t + i);
}

static ulna_status make(ulna_plant *plant, ulna_adaptive_method method, ulna_adaptive **adaptive)
{
  ulna_adaptive_options options = ulna_adaptive_options_default();
  options.method = method;
  return ulna_multistep_create(plant, &options, NULL, adaptive);
}

static void every_allocation_may_fail(ulna_adaptive_method method)
{
#ifdef SANITIZED
  skip();  // it brings an allocator of its own
#endif
  ulna_model *model = NULL;
  ulna_plant *plant = NULL;
  const ulna_plant_options how = ulna_plant_options_default();
  const ulna_surroundings around = {.input = push};
  assert_int_equal(ulna_robot_load("puma560", NULL, NULL, NULL, &model), ULNA_OK);
  assert_int_equal(ulna_plant_create(model, &how, &around, NULL, &plant), ULNA_OK);
  long n = 1;
  for (bool failed = true; failed; n++) {
    ulna_adaptive *const untouched = (ulna_adaptive *)(uintptr_t)64, *adaptive = untouched;
    calls = held = 0, refused_call = n, watching = true;
    const ulna_status status = make(plant, method, &adaptive);
    watching = false;
    failed = calls >= n;
    if (status != (failed ? ULNA_OUT_OF_MEMORY : ULNA_OK))
      fail_msg("allocation %ld of %ld: %s", n, calls, ulna_status_name(status));
    if (failed) {
      if (adaptive != untouched || held != 0) fail_msg("allocation %ld: %ld blocks lost", n, held);
      continue;
    }
    // a run with restarts and Jacobians, none of which takes anything
    double y[32] = {0.1, 0.5, 2.5, 0.1, 0.4, 0};
    assert_int_equal(ulna_plant_start(plant, 0, y), ULNA_OK);
    const long before = calls;
    refused_call = 0, watching = true;
    for (int k = 0; k < 20; k++) {
      const ulna_status went = ulna_adaptive_advance(adaptive, 0.05 * k, 0.05 * (k + 1), y, NULL, NULL);
      watching = false;
      assert_int_equal(went, ULNA_OK);
      watching = true;
      if (k % 5 == 0) ulna_adaptive_restart(adaptive);
    }
    watching = false;
    assert_true(ulna_adaptive_statistics_get(adaptive).steps > 20);
    if (calls != before) fail_msg("%ld allocations while it ran", calls - before);
    watching = true;
    ulna_adaptive_destroy(adaptive);
    watching = false;
    if (held != 0) fail_msg("%ld blocks lost", held);
  }
  print_message("%ld allocations\n", n - 2);
  assert_true(n > 10);  // CVODE's own are among them
  ulna_plant_destroy(plant);
  ulna_model_destroy(model);
}

static void every_allocation_of_adams_may_fail(void **state)
{
  (void)state;
  every_allocation_may_fail(ULNA_ADAMS);
}

static void every_allocation_of_bdf_may_fail(void **state)
{
  (void)state;
  every_allocation_may_fail(ULNA_BDF);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_allocation_of_adams_may_fail),
      cmocka_unit_test(every_allocation_of_bdf_may_fail),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
