/* The explicit Runge–Kutta methods: their coefficients by order conditions, their orders by measurement. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/worse.h"
#include "simulate/erk_tables.h"
#include "support/chain.h"
#include "ulna/robots.h"
#include "ulna/ulna.h"

/* ---- order conditions [Hairer93, sec. II.2]
 *
 * A method has order p if Σ b_i Φ_i(τ) = 1/γ(τ) for every rooted tree τ of at most p vertices, and a polynomial inside
 * the step if Σ b_i(s) Φ_i(τ) = s^|τ|/γ(τ). With τ = [τ_1 … τ_m], the root's branches: Φ_i = Π_k Σ_j a_ij Φ_j(τ_k),
 * γ = |τ| Π γ(τ_k). */
enum { LARGEST = 9, MOST_TREES = 500 };

typedef struct {
  int vertices, branches, branch[LARGEST];
  double gamma;
} tree;

static tree trees[MOST_TREES];
static int tree_count, first_of[LARGEST + 2];

/* All multisets of branches with `left` vertices, none of a higher number than `highest`. */
static void grow(tree *t, int left, int highest)
{
  if (left == 0) {
    assert_true(tree_count < MOST_TREES);
    t->gamma = t->vertices;
    for (int k = 0; k < t->branches; k++) t->gamma *= trees[t->branch[k]].gamma;
    trees[tree_count++] = *t;
    return;
  }
  for (int b = highest; b >= 0; b--) {
    if (trees[b].vertices > left) continue;
    t->branch[t->branches++] = b;
    grow(t, left - trees[b].vertices, b);
    t->branches--;
  }
}

static int grow_trees(void **state)
{
  (void)state;
  static const int known[] = {0, 1, 1, 2, 4, 9, 20, 48, 115, 286};  // how many there are of each size
  for (int size = 1; size <= LARGEST; size++) {
    first_of[size] = tree_count;
    tree t = {.vertices = size};
    grow(&t, size - 1, tree_count - 1);
    if (tree_count - first_of[size] != known[size]) return 1;
  }
  first_of[LARGEST + 1] = tree_count;
  return 0;
}

/* The largest |Σ weight_i Φ_i − s^|τ|/γ| over all trees of a size; relative to the sum of magnitudes, so that it shows
 * rounding as rounding where coefficients are large. */
static double off(const erk_table *m, const double weight[], double s, int size, double wanted)
{
  static double phi[MOST_TREES][ERK_STAGES];
  const int stages = m->stages + m->inside;
  double worst = 0;
  for (int t = 0; t < first_of[size + 1]; t++) {
    double sum = -wanted * pow(s, size) / trees[t].gamma, magnitude = fabs(sum);
    for (int i = 0; i < stages; i++) {
      double product = 1;
      for (int k = 0; k < trees[t].branches; k++) {
        double inner = 0;
        for (int j = 0; j < i; j++) inner += m->a[i][j] * phi[trees[t].branch[k]][j];
        product *= inner;
      }
      phi[t][i] = product;
      sum += weight[i] * product;
      magnitude += fabs(weight[i] * product);
    }
    if (trees[t].vertices == size) worst = worse_of(worst, fabs(sum) / fmax(magnitude, 1e-3));
  }
  return worst;
}

/* b_i(s) of the polynomial inside the step; see erk_tables.h. */
static void weights_inside(const erk_table *m, double s, double weight[])
{
  const int last = m->stages - 1;
  const double p0 = s, p1 = s * (1 - s), p2 = s * s * (1 - s);
  memset(weight, 0, ERK_STAGES * sizeof *weight);
  for (int i = 0; i < ERK_STAGES; i++) weight[i] = m->a[last][i] * (p0 - p1 + 2 * p2);
  weight[0] += p1 - p2, weight[last] -= p2;
  double p = p2;
  for (int r = 0; r < m->rows; r++) {
    p *= r % 2 ? s : 1 - s;
    for (int i = 0; i < ERK_STAGES; i++) weight[i] += p * m->d[r][i];
  }
}

// sums of a hundred products of numbers rounded at 1e-16, some as large as 500
static const double rounding = 1e-12;
// the conditions of the next order are missed by more than rounding
static const double missed = 1e-6;

static void steps_fulfil_the_conditions_of_their_order(void **state)
{
  (void)state;
  const erk_table *const methods[] = {&ulna_erk_5, &ulna_erk_8};
  for (int k = 0; k < 2; k++) {
    const erk_table *m = methods[k];
    const double *b = m->a[m->stages - 1];
    for (int size = 1; size <= m->order; size++) {
      const double x = off(m, b, 1, size, 1);
      if (!(x < rounding)) fail_msg("order %d, trees of %d: off by %.3g", m->order, size, x);
    }
    assert_true(off(m, b, 1, m->order + 1, 1) > missed);  // and of no higher one
    for (int i = 0; i < m->stages + m->inside; i++) {
      double sum = 0;
      for (int j = 0; j < i; j++) sum += m->a[i][j];
      if (!(fabs(sum - m->c[i]) < 1e-14)) fail_msg("order %d, stage %d: c is off", m->order, i + 1);
      for (int j = i; j < ERK_STAGES; j++) assert_true(m->a[i][j] == 0);  // explicit
    }
  }
}

/* An estimate is the difference of two methods: its sums vanish up to the lower one's order, and not beyond. */
static void error_estimates_are_of_the_order_they_should_be(void **state)
{
  (void)state;
  const struct {
    const erk_table *method;
    int which, order;
  } estimates[] = {{&ulna_erk_5, 0, 4}, {&ulna_erk_8, 0, 5}, {&ulna_erk_8, 1, 3}};
  for (int k = 0; k < 3; k++) {
    const erk_table *m = estimates[k].method;
    const double *e = m->error[estimates[k].which];
    for (int size = 1; size <= estimates[k].order; size++) {
      const double x = off(m, e, 1, size, 0);
      if (!(x < rounding)) fail_msg("estimate %d, trees of %d: %.3g", k, size, x);
    }
    assert_true(off(m, e, 1, estimates[k].order + 1, 0) > missed);
  }
}

static void polynomials_inside_a_step_are_of_order_5_and_7(void **state)
{
  (void)state;
  const erk_table *const methods[] = {&ulna_erk_5, &ulna_erk_8};
  const int orders[] = {5, 7};
  for (int k = 0; k < 2; k++)
    for (int part = 0; part <= 16; part++) {
      const double s = part / 16.0;
      double weight[ERK_STAGES];
      weights_inside(methods[k], s, weight);
      for (int size = 1; size <= orders[k]; size++) {
        const double x = off(methods[k], weight, s, size, 1);
        if (!(x < rounding)) fail_msg("order %d at %g, trees of %d: %.3g", methods[k]->order, s, size, x);
      }
      if (part == 8) assert_true(off(methods[k], weight, s, orders[k] + 1, 1) > missed);
    }
}

/* ---- measured on an arm */

enum { NUMBERS = 8 };

static void no_torque(void *context, double t, const double q[], const double qd[], double u[])
{
  (void)context, (void)t, (void)q, (void)qd;
  u[0] = u[1] = 0;
}

/* The arm let go, `steps` steps of equal length in 0.5 s; asked at t (which may lie inside a step). A tolerance that is never
 * missed leaves the length to max_step. */
static void swing(int order, int steps, double t, double y[NUMBERS])
{
  ulna_model *model = NULL;
  ulna_plant *plant = NULL;
  ulna_adaptive *adaptive = NULL;
  const ulna_plant_options how = ulna_plant_options_default();
  const ulna_surroundings around = {.input = no_torque};
  assert_int_equal(ulna_robot_load("planar2r", NULL, NULL, NULL, &model), ULNA_OK);
  assert_int_equal(ulna_plant_create(model, &how, &around, NULL, &plant), ULNA_OK);
  const double start[NUMBERS] = {1, 0.5, 3, -4};
  memcpy(y, start, sizeof start);
  const ulna_adaptive_options options = {ULNA_ERK, order, 10, 10, 0.5 / steps};
  assert_int_equal(ulna_adaptive_create(plant, &options, NULL, &adaptive), ULNA_OK);
  assert_int_equal(ulna_plant_start(plant, 0, y), ULNA_OK);
  ulna_adaptive_smooth_until(adaptive, 0.5);
  assert_int_equal(ulna_adaptive_advance(adaptive, 0, t, y, NULL, NULL), ULNA_OK);
  if (t == 0.5) assert_int_equal(ulna_adaptive_statistics_get(adaptive).steps, steps);
  ulna_adaptive_destroy(adaptive);
  ulna_plant_destroy(plant);
  ulna_model_destroy(model);
}

static double error_of(int order, int steps, double t, const double exact[])
{
  double y[NUMBERS], worst = 0;
  swing(order, steps, t, y);
  for (int i = 0; i < 4; i++) worst = worse_of(worst, fabs(y[i] - exact[i]));
  return worst;
}

static double slope(int order, int steps, double t)
{
  double exact[NUMBERS];
  swing(8, 400, t, exact);
  const double coarse = error_of(order, steps, t, exact), fine = error_of(order, 2 * steps, t, exact);
  const double p = log2(coarse / fine);
  print_message("order %d to %.4g s, %d and %d steps: %.3g and %.3g, order %.2f\n", order, t, steps,
                2 * steps, coarse, fine, p);
  return p;
}

static void steps_of_half_the_length_err_by_the_order_less(void **state)
{
  (void)state;
  // coarse enough for errors far above rounding, fine enough for the order to show
  const double p5 = slope(5, 40, 0.5), p8 = slope(8, 14, 0.5);
  assert_true(p5 > 4.7 && p5 < 5.6);
  assert_true(p8 > 7.5 && p8 < 9);
}

/* The largest error inside one step from an exact state, of steps of length h: of one order more than the polynomial. */
static double error_inside(int order, double h)
{
  double exact[NUMBERS], y[NUMBERS], worst = 0;
  for (int part = 1; part < 8; part++) {
    const double t = h * part / 8;
    swing(8, 2000, t, exact);
    swing(order, (int)lround(0.5 / h), t, y);
    for (int i = 0; i < 4; i++) worst = worse_of(worst, fabs(y[i] - exact[i]));
  }
  return worst;
}

static void inside_a_step_of_half_the_length_errors_fall_by_the_order(void **state)
{
  (void)state;
  const double five = log2(error_inside(5, 0.025) / error_inside(5, 0.0125));
  const double eight = log2(error_inside(8, 0.1) / error_inside(8, 0.05));
  print_message("inside a step, local: %.2f of 6 and %.2f of 8\n", five, eight);
  assert_true(five > 5.5 && five < 6.8);
  assert_true(eight > 7.3 && eight < 9.5);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(steps_fulfil_the_conditions_of_their_order),
      cmocka_unit_test(error_estimates_are_of_the_order_they_should_be),
      cmocka_unit_test(polynomials_inside_a_step_are_of_order_5_and_7),
      cmocka_unit_test(steps_of_half_the_length_err_by_the_order_less),
      cmocka_unit_test(inside_a_step_of_half_the_length_errors_fall_by_the_order),
  };
  return cmocka_run_group_tests(tests, grow_trees, NULL);
}
