/* Forward dynamics by every route: golden cases, every pair of routes, and back from inverse dynamics. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "support/chain.h"
#include "support/golden.h"

enum { MOST = 100 };

/* The default's route and all five by name. */
static ulna_status forward(int route, const ulna_model *m, ulna_work *w, const double q[], const double qd[],
                           const double tau[], double qdd[])
{
  return route < 0 ? ulna_forward_dynamics(m, w, q, qd, tau, qdd)
                   : ulna_forward_dynamics_by((ulna_forward_method)route, m, w, q, qd, tau, qdd);
}
static const char *route_name(int route)
{
  return route < 0 ? "default" : ulna_forward_method_name((ulna_forward_method)route);
}

static void golden_accelerations(const char *file)
{
  json_t *all = golden_load(file);
  size_t index;
  json_t *one;
  int failures = 0;
  json_array_foreach(json_object_get(all, "cases"), index, one)
  {
    const json_t *json_model = json_object_get(one, "model");
    ulna_model *m = golden_model(json_model);
    ulna_work *w = golden_work(m, json_model);
    double q[MOST], qd[MOST], tau[MOST], qdd[MOST];
    golden_numbers(json_object_get(one, "q"), q, MOST);
    golden_numbers(json_object_get(one, "qd"), qd, MOST);
    golden_numbers(json_object_get(one, "tau_in"), tau, MOST);
    for (int route = -1; route < ULNA_FORWARD_METHOD_COUNT; route++) {
      assert_int_equal(forward(route, m, w, q, qd, tau, qdd), ULNA_OK);
      if (golden_passes(one, "qdd_forward", qdd, (size_t)ulna_model_joint_count(m))) continue;
      printf("  by %s\n", route_name(route));
      failures++;
    }
    ulna_work_destroy(w);
    ulna_model_destroy(m);
  }
  json_decref(all);
  assert_int_equal(failures, 0);
}

static void every_route_gives_the_golden_accelerations(void **state)
{
  (void)state;
  golden_accelerations("open.json");
}

static void every_route_gives_the_golden_accelerations_of_long_chains(void **state)
{
  (void)state;
  golden_accelerations("open-udut.json");
}

static void recursion_keeps_1e_12_where_the_dense_matrix_cannot(void **state)
{
  (void)state;
  json_t *all = golden_load("open-udut.json");
  size_t index;
  json_t *one;
  int seen = 0;
  json_array_foreach(json_object_get(all, "cases"), index, one)
  {
    const json_t *json_model = json_object_get(one, "model");
    ulna_model *m = golden_model(json_model);
    const int n = ulna_model_joint_count(m);
    if (n == 100) {
      ulna_work *w = golden_work(m, json_model);
      double q[MOST], qd[MOST], tau[MOST], x[MOST], expected[MOST];
      golden_numbers(json_object_get(one, "q"), q, MOST);
      golden_numbers(json_object_get(one, "qd"), qd, MOST);
      golden_numbers(json_object_get(one, "tau_in"), tau, MOST);
      const json_t *golden = json_object_get(one, "expected");
      for (int route = -1; route <= ULNA_FORWARD_ARTICULATED; route++) {
        if (route == ULNA_FORWARD_STROBE || route == ULNA_FORWARD_COMPOSITE) continue;
        assert_int_equal(forward(route, m, w, q, qd, tau, x), ULNA_OK);
        golden_numbers(json_object_get(golden, "qdd_forward"), expected, MOST);
        // 1e-12: the golden set's own statement of what the O(n) recursion reaches; with reference points at the mass
        // centres the bias of a nearly straight chain costs half a digit more
        const double tolerance = route == ULNA_FORWARD_SAHA ? 1e-11 : 1e-12;
        assert_true(golden_close(json_string_value(json_object_get(one, "id")), x, expected, 100, tolerance));
      }
      assert_int_equal(ulna_mass_matrix_solve(m, w, q, 1, tau, x), ULNA_OK);
      golden_numbers(json_object_get(golden, "qdd_solve"), expected, MOST);
      assert_true(golden_close("qdd_solve", x, expected, 100, 1e-12));
      assert_int_equal(ulna_udut_solve(m, w, q, tau, NULL, NULL, x), ULNA_OK);
      assert_true(golden_close("qdd_solve", x, expected, 100, 1e-12));
      seen++;
      ulna_work_destroy(w);
    }
    ulna_model_destroy(m);
  }
  json_decref(all);
  assert_true(seen >= 4);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_route_gives_the_golden_accelerations),
      cmocka_unit_test(every_route_gives_the_golden_accelerations_of_long_chains),
      cmocka_unit_test(recursion_keeps_1e_12_where_the_dense_matrix_cannot),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
