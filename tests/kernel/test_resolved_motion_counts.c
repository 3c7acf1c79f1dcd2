/* Operations of resolved motion, counted by running it, row by row of [Mudge, Table 1]. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#define REAL_KIND "number/tally.h"
#include "kernel/chain_numbers.h"
#include "kernel/resolved_motion.h"
#include "support/arm.h"

enum { N = 12 };

/* One resolved motion of a revolute arm, every operation charged that the paper charges. */
static void count(int n)
{
  static random_arm a;
  chain_link link[N];
  real sine[N], cosine[N], qd[N], right[6], x[N], A[N * N], b[N];
  int row[N];
  random_arm_fill(&a, 7, n, ARM_REVOLUTE);
  for (int i = 0; i < n; i++) {
    const link_numbers *l = &a.link[i];
    link[i] = chain_link_of(0, l->ca, l->sa, l->r, l->m, l->com, l->I);
    sine[i] = number(sin(l->theta0 + a.q[i])), cosine[i] = number(cos(l->theta0 + a.q[i]));
    qd[i] = number(a.qd[i]), b[i] = number(1), row[i] = i;
    for (int j = 0; j < n; j++) A[i * n + j] = number(i == j ? 2 : 1);
  }
  const chain arm = {n, link};
  const posture at = {sine, cosine, NULL};
  resolved_motion_scratch s;
  layout l = layout_measuring();
  resolved_motion_scratch_layout(&s, &l, n);
  void *memory = arm_memory(layout_size(&l));
  l = layout_assigning(memory);
  resolved_motion_scratch_layout(&s, &l, n);

  const vec3 none = vec3_make(number(0), number(0), number(0));
  const vec3 given = vec3_make(number(1), number(2), number(3));
  const base_state rest = {none, none, none};
  ulna_tally_begin(TALLY_FULL_MATRIX, NULL, 0);
  resolved_motion_offsets(&arm, &at, &s);
  resolved_motion_nonlinear(&arm, &at, &rest, qd, &s);
  resolved_motion_strobe(&arm, &at, number(0), &s);
  resolved_motion_difference(&arm, &at, given, given, &s, right);
  resolved_motion_eliminate(n, row, A, b, x);  // the paper's is n×n; D of the arm is so for n = 6 only
  free(memory);
}

static void row_is(int part_of, long multiplications, long additions)
{
  assert_int_equal(ulna_tally.count[part_of].multiplications, multiplications);
  assert_int_equal(ulna_tally.count[part_of].additions, additions);
}

static void every_row_costs_what_table_1_says(void **state)
{
  (void)state;
  for (int n = 1; n <= N; n++) {
    count(n);
    const int pairs = n * (n + 1) / 2;
    row_is(RESOLVED_hand, 18 * n, 12 * n);
    row_is(RESOLVED_w, 9 * n, 7 * n);
    row_is(RESOLVED_wd, 11 * n, 8 * n);
    row_is(RESOLVED_A, 6 * n, 9 * n);
    row_is(RESOLVED_a, 18 * n, 15 * n);
    row_is(RESOLVED_wd_lin, 9 * pairs, 7 * pairs);
    row_is(RESOLVED_wd_lin_r, 6 * pairs, 3 * pairs);
    row_is(RESOLVED_a_lin, 9 * pairs, 9 * pairs);
    row_is(RESOLVED_forward, (2 * n * n * n + 3 * n * n - 5 * n) / 6, (n * n * n - n) / 3);
    row_is(RESOLVED_back, pairs, pairs - n);
  }
}

/* The difference of eq. 30 is 6 additions that the table leaves out. */
static void six_joints_take_982_products_and_796_sums(void **state)
{
  (void)state;
  count(6);
  const tally_count total = ulna_tally_total();
  assert_int_equal(total.multiplications, 982);
  assert_int_equal(total.additions, 790 + 6);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_row_costs_what_table_1_says),
      cmocka_unit_test(six_joints_take_982_products_and_796_sums),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
