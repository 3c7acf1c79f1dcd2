/* The comparison of the methods: what it says about robots and lengths holds. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "count/compare.h"
#include "support/chain.h"

static void methods_are_compared_on_a_robot(void **state)
{
  (void)state;
  ulna_model *m = NULL;
  ulna_forward_comparison rows[ULNA_FORWARD_COMPARISON_COUNT];
  assert_int_equal(ulna_robot_load("panda", NULL, NULL, NULL, &m), ULNA_OK);
  assert_int_equal(ulna_compare_forward(m, 20, 3, 0.002, NULL, rows), ULNA_OK);
  for (int i = 0; i < ULNA_FORWARD_COMPARISON_COUNT; i++) {
    assert_string_equal(rows[i].name, i < ULNA_FORWARD_METHOD_COUNT
                                          ? ulna_forward_method_name((ulna_forward_method)i)
                                          : "default");
    assert_true(rows[i].disagreement < 1e-9 &&
                rows[i].error < 1e-9);  // the Panda's condition, some 1e4, times ε
    assert_true(rows[i].nanoseconds > 10 && rows[i].nanoseconds < 1e9);
    assert_true(rows[i].with_bias.multiplications > rows[i].given.multiplications);
  }
  // n = 7: the errata's 203n − 251, 195n − 249 and 132n − 168, 129n − 175, or less
  const ulna_forward_comparison *a = &rows[ULNA_FORWARD_ARTICULATED], *d = &rows[ULNA_FORWARD_METHOD_COUNT];
  assert_true(a->with_bias.multiplications <= 203 * 7 - 251 && a->with_bias.additions <= 195 * 7 - 249);
  assert_true(a->given.multiplications <= 132 * 7 - 168 && a->given.additions <= 129 * 7 - 175);
  // the text that runs, by its name as by default: a few more products than composite bodies as the papers have them, side by side;
  // one pass finds M and the bias
  assert_true(d->with_bias.multiplications == 1273 && d->with_bias.additions == 1024);
  assert_memory_equal(&d->with_bias, &rows[ULNA_FORWARD_COMPOSITE].with_bias, sizeof d->with_bias);
  assert_true(d->given.multiplications == 0 && rows[ULNA_FORWARD_COMPOSITE].given.multiplications == 0);
  assert_true(rows[ULNA_FORWARD_NOC].given.multiplications == 0);

  ulna_forward_comparison untouched[ULNA_FORWARD_COMPARISON_COUNT];
  memcpy(untouched, rows, sizeof rows);
  assert_int_equal(ulna_compare_forward(m, 0, 3, 0, NULL, rows), ULNA_INVALID_ARGUMENT);
  assert_int_equal(ulna_compare_forward(m, 1, 3, -1, NULL, rows), ULNA_INVALID_ARGUMENT);
  assert_memory_equal(untouched, rows, sizeof rows);
  assert_int_equal(ulna_compare_forward(m, 1, 3, 0, NULL, rows), ULNA_OK);
  assert_true(isnan(rows[0].nanoseconds));
  ulna_model_destroy(m);
}

static void lengths_show_a_line_and_a_cubic(void **state)
{
  (void)state;
  const int lengths[] = {6, 7, 8, 40, 41, 120};
  ulna_forward_length rows[6];
  assert_int_equal(ulna_compare_forward_lengths(lengths, 6, 0, NULL, rows), ULNA_OK);
  assert_int_equal(rows[1].articulated.multiplications - rows[0].articulated.multiplications,
                   rows[4].articulated.multiplications - rows[3].articulated.multiplications);
  assert_true(rows[4].composite.multiplications - rows[3].composite.multiplications >
              3 * (rows[1].composite.multiplications - rows[0].composite.multiplications));
  for (int k = 0; k < 6; k++) {
    assert_int_equal(rows[k].n, lengths[k]);
    // the torques themselves are rounded, and the condition of a chain's M grows like n⁴
    assert_true(rows[k].articulated_error < 1e-16 * pow(lengths[k], 4) + 1e-12);
    assert_true(isnan(rows[k].articulated_ns));
    if (lengths[k] <= 64) assert_true(rows[k].composite_error < 1e-8);
    else assert_true(isnan(rows[k].composite_error));
  }
  const int wrong[] = {0};
  assert_int_equal(ulna_compare_forward_lengths(wrong, 1, 0, NULL, rows), ULNA_INVALID_ARGUMENT);
}

static void crossover_is_where_the_errata_have_it_or_earlier(void **state)
{
  (void)state;
  ulna_forward_crossover found;
  assert_int_equal(ulna_compare_forward_crossover(NULL, &found), ULNA_OK);
  const int with_bias[3] = {7, 9, 8}, given[3] = {8, 10, 9};
  for (int k = 0; k < 3; k++) {
    assert_true(found.with_bias[k] <= with_bias[k] && found.with_bias[k] >= 6);
    assert_true(found.given[k] <= given[k] && found.given[k] >= 6);
  }
}

/* An allocator that fails at its n-th call. */
typedef struct {
  int left, live;
} stingy;
static void *stingy_allocate(void *context, size_t size, size_t alignment)
{
  stingy *s = context;
  if (s->left-- <= 0) return NULL;
  s->live++;
  return aligned_alloc(alignment, (size + alignment - 1) / alignment * alignment);
}
static void stingy_release(void *context, void *memory, size_t size)
{
  (void)size;
  ((stingy *)context)->live--;
  free(memory);
}

static void every_allocation_may_fail(void **state)
{
  (void)state;
  ulna_model *m = NULL;
  assert_int_equal(ulna_robot_load("planar2r", NULL, NULL, NULL, &m), ULNA_OK);
  const int lengths[] = {2, 3};
  for (int fail_at = 0;; fail_at++) {
    stingy s = {fail_at, 0};
    const ulna_allocator a = {stingy_allocate, stingy_release, &s};
    ulna_forward_comparison rows[ULNA_FORWARD_COMPARISON_COUNT];
    ulna_forward_length by_length[2];
    ulna_status status = ulna_compare_forward(m, 2, 1, 0, &a, rows);
    if (status == ULNA_OK) status = ulna_compare_forward_lengths(lengths, 2, 0, &a, by_length);
    assert_int_equal(s.live, 0);
    if (status == ULNA_OK) break;
    assert_int_equal(status, ULNA_OUT_OF_MEMORY);
    assert_true(fail_at < 1000);
  }
  ulna_model_destroy(m);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(methods_are_compared_on_a_robot),
      cmocka_unit_test(lengths_show_a_line_and_a_cubic),
      cmocka_unit_test(crossover_is_where_the_errata_have_it_or_earlier),
      cmocka_unit_test(every_allocation_may_fail),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
