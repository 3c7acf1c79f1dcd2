/* Regressors and base parameters against the golden values of tests/golden/open-regressor.json. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "support/golden.h"
#include "support/golden_drives.h"
#include "ulna/regressor.h"

enum { MAX = 12, COLUMNS = 13 * MAX };  // of the golden arms

static ulna_model *model_of(const json_t *one)
{
  return json_object_get(one, "drives") ? golden_driven_model(one)
                                        : golden_model(json_object_get(one, "model"));
}

static ulna_regressor_of what_of(const json_t *one)
{
  return json_object_get(one, "drives") ? ULNA_REGRESSOR_DRIVES : ULNA_REGRESSOR_LINKS;
}

static bool regressor_is_right(const json_t *one)
{
  ulna_model *model = model_of(one);
  ulna_work *work = golden_work(model, json_object_get(one, "model"));
  const size_t n = (size_t)ulna_model_joint_count(model);
  const size_t columns = (size_t)ulna_regressor_column_count(model, what_of(one));
  double q[MAX], qd[MAX], qdd[MAX], hand[MAX], tau[MAX], pi[COLUMNS];
  static double Y[MAX * COLUMNS];
  golden_numbers(json_object_get(one, "q"), q, MAX), golden_numbers(json_object_get(one, "qd"), qd, MAX);
  golden_numbers(json_object_get(one, "qdd"), qdd, MAX);
  bool ok = ulna_regressor(model, work, what_of(one), q, qd, qdd, Y, hand) == ULNA_OK &&
            ulna_regressor_parameters(model, work, what_of(one), pi) == ULNA_OK;
  for (size_t i = 0; i < n && ok; i++) {
    tau[i] = hand[i];
    for (size_t c = 0; c < columns; c++) tau[i] += Y[i * columns + c] * pi[c];
  }
  ok = ok && golden_passes(one, "Y", Y, n * columns) && golden_passes(one, "pi", pi, columns) &&
       golden_passes(one, "tip_torque", hand, n) && golden_passes(one, "tau", tau, n);
  ulna_work_destroy(work);
  ulna_model_destroy(model);
  return ok;
}

static bool same_list(const json_t *one, const char *quantity, const int list[], int count)
{
  const json_t *expected = json_object_get(json_object_get(one, "expected"), quantity);
  bool same = json_array_size(expected) == (size_t)count;
  for (int k = 0; k < count && same; k++)
    same = json_integer_value(json_array_get(expected, (size_t)k)) == list[k];
  if (!same)
    fprintf(stderr, "%s: %s is another list\n", json_string_value(json_object_get(one, "id")), quantity);
  return same;
}

static bool base_parameters_are_right(const json_t *one)
{
  ulna_model *model = model_of(one);
  ulna_base_parameters *p = NULL;
  bool ok = ulna_base_parameters_create(model, what_of(one), 0, NULL, &p) == ULNA_OK;
  ok = ok && p->rank == json_integer_value(json_object_get(json_object_get(one, "expected"), "rank"));
  ok = ok && same_list(one, "zero", p->zero, p->zero_count) && same_list(one, "kept", p->kept, p->rank) &&
       same_list(one, "dropped", p->dropped, p->dropped_count);
  ok = ok && golden_passes(one, "grouping", p->grouping, (size_t)p->dropped_count * (size_t)p->rank) &&
       golden_passes(one, "beta", p->beta, (size_t)p->rank);
  ok = ok && p->least_kept > 1e-3 &&
       p->most_dropped < 1e-12;  // far apart: the tolerance between does not decide
  ulna_base_parameters_destroy(p);
  ulna_model_destroy(model);
  return ok;
}

static void on_each(const char *kind, int least, bool (*is_right)(const json_t *))
{
  json_t *golden = golden_load("open-regressor.json"), *one;
  int seen = 0, failed = 0;
  size_t i;
  json_array_foreach(json_object_get(golden, "cases"), i, one)
  {
    if (strcmp(json_string_value(json_object_get(one, "kind")), kind) != 0) continue;
    seen++;
    if (!is_right(one)) failed++;
  }
  json_decref(golden);
  assert_true(seen >= least);
  assert_int_equal(failed, 0);
}

static void every_regressor_matches(void **state)
{
  (void)state;
  on_each("regressor", 26, regressor_is_right);
}

static void every_list_of_base_parameters_matches(void **state)
{
  (void)state;
  on_each("base_parameters", 11, base_parameters_are_right);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_regressor_matches),
      cmocka_unit_test(every_list_of_base_parameters_matches),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
