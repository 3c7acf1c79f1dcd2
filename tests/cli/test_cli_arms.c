/* ulna simulate --arms: many arms of one scenario, each by its seed alone. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <jansson.h>

#include "support/command.h"
#include "support/folder.h"

static const char pick[] = "puma560_pick_and_place", ranges[] = "masses=10%,friction=20%,payload=0..2";

static json_t *parse(const command_result *r)
{
  json_error_t error;
  json_t *root = json_loads(r->out, 0, &error);
  if (r->code != 0 || !root) fail_msg("exit status %d, %s: %s%s", r->code, error.text, r->err, r->out);
  return root;
}

static double number(const json_t *object, const char *name)
{
  const json_t *value = json_object_get(object, name);
  if (!json_is_number(value)) fail_msg("%s is no number", name);
  return json_number_value(value);
}

static void the_worst_is_the_worst_and_runs_alone(void **state)
{
  (void)state;
  command_result r = COMMAND(NULL, "simulate", pick, "--arms", "8", "--vary", ranges, "--duration", "0.3",
                             "--seed", "5", "--format", "json");
  json_t *root = parse(&r), *figures = json_object_get(root, "figures");
  assert_int_equal(json_array_size(figures), 8);
  double worst = 0, least = (double)INFINITY;
  size_t where = 0;
  for (size_t i = 0; i < 8; i++) {
    const double x = json_number_value(json_array_get(figures, i));
    if (x > worst) worst = x, where = i + 1;
    least = fmin(least, x);
  }
  assert_true(least > 0 && worst > 1.2 * least);  // they are not alike
  assert_true(number(root, "worst") == worst && number(root, "worst_arm") == (double)where);
  assert_true(number(root, "median") <= number(root, "percentile_95") &&
              number(root, "percentile_95") <= worst);
  assert_true(number(root, "failed") == 0 && number(root, "arms") == 8);
  char arm[24];
  snprintf(arm, sizeof arm, "%zu", where);
  command_result alone =
      COMMAND(NULL, "simulate", pick, "--arms", "8", "--vary", ranges, "--duration", "0.3", "--seed", "5",
              "--arm", arm, "--record", folder_path("worst.csv"), "--format", "json");
  json_t *one = parse(&alone);
  assert_true(number(json_object_get(one, "control"), "error_largest") == worst);
  char *rows = folder_read("worst.csv");
  assert_non_null(strstr(rows, "\n# seed: "));
  free(rows);
  // a longer row of arms begins with the same ones
  command_result more = COMMAND(NULL, "simulate", pick, "--arms", "3", "--vary", ranges, "--duration", "0.3",
                                "--seed", "5", "--format", "json");
  json_t *fewer = parse(&more);
  for (size_t i = 0; i < 3; i++)
    assert_true(json_number_value(json_array_get(json_object_get(fewer, "figures"), i)) ==
                json_number_value(json_array_get(figures, i)));
  json_decref(root), json_decref(one), json_decref(fewer);
  command_free(&r), command_free(&alone), command_free(&more);
}

static void arms_that_do_not_vary_are_the_scenarios_own(void **state)
{
  (void)state;
  command_result r = COMMAND(NULL, "simulate", pick, "--arms", "2", "--duration", "0.3", "--format", "json");
  command_result own = COMMAND(NULL, "simulate", pick, "--duration", "0.3", "--format", "json");
  json_t *root = parse(&r), *one = parse(&own);
  assert_true(number(root, "worst") == number(json_object_get(one, "control"), "error_largest"));
  command_result fall =
      COMMAND(NULL, "simulate", "puma560_fall", "--arms", "2", "--duration", "0.1", "--format", "json");
  json_t *still = parse(&fall);
  assert_true(number(still, "worst") == 0);
  assert_string_equal(json_string_value(json_object_get(still, "figure")), "joints_apart_at_end");
  json_decref(root), json_decref(one), json_decref(still);
  command_free(&r), command_free(&own), command_free(&fall);
}

static void the_summary_is_for_people(void **state)
{
  (void)state;
  command_result r = COMMAND(NULL, "simulate", pick, "--arms", "2", "--vary", "payload=1..2,masses=-5%..10%",
                             "--duration", "0.1");
  assert_int_equal(r.code, 0);
  assert_non_null(strstr(r.out, "masses -5 to +10 %, payload 1 to 2 kg"));
  assert_non_null(strstr(r.out, "error      of the hand at most: median"));
  assert_non_null(strstr(r.out, "worst      arm "));
  command_free(&r);
}

static void refused(const char *expected, const command_result *r)
{
  const char *line = strchr(r->err, '\n');
  if (r->code != 2 || !strstr(r->err, expected) || *r->out || !line || line[1])
    fail_msg("exit status %d, \"%s\" is not in \"%s\" (%s)", r->code, expected, r->err, r->out);
}
#define REFUSED(expected, ...)                                                                               \
  do {                                                                                                       \
    command_result refused_ = COMMAND(NULL, "simulate", pick, __VA_ARGS__);                                  \
    refused(expected, &refused_);                                                                            \
    command_free(&refused_);                                                                                 \
  } while (0)

static void what_no_arm_can_be_is_refused_in_one_line(void **state)
{
  (void)state;
  REFUSED("--arms: \"0\" is not a whole number from 1", "--arms", "0");
  REFUSED("--arms: \"many\" is not a whole number", "--arms", "many");
  REFUSED("--vary: it needs --arms", "--vary", "masses=1%");
  REFUSED("--arm: \"3\" is not a whole number from 1 to 2", "--arms", "2", "--arm", "3");
  REFUSED("\"mases\" is none of masses, friction, payload; did you mean masses?", "--arms", "2", "--vary",
          "mases=1%");
  REFUSED("masses: \"10\" is not a range in percent", "--arms", "2", "--vary", "masses=10");
  REFUSED("payload: \"2..1\" is not a range in kg", "--arms", "2", "--vary", "payload=2..1");
  REFUSED("payload: no arm has a payload below 0", "--arms", "2", "--vary", "payload=-1..1");
  REFUSED("masses: no arm has masses of 0 and below", "--arms", "2", "--vary", "masses=100%");
  REFUSED("\"masses\" is not NAME=RANGE", "--arms", "2", "--vary", "friction=5%,masses");
  REFUSED("--vary: masses is given twice", "--arms", "2", "--vary", "masses=1%,payload=1,masses=2%");
  REFUSED("--record: say with --arm which", "--arms", "2", "--record", "x.csv");
  REFUSED("--arms and --compare do not go together", "--arms", "2", "--compare");
  REFUSED("--on gpu: ", "--arms", "2", "--on", "gpu");
  REFUSED("--on: ", "--arms", "2", "--on", "moon");
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_worst_is_the_worst_and_runs_alone),
      cmocka_unit_test(arms_that_do_not_vary_are_the_scenarios_own),
      cmocka_unit_test(the_summary_is_for_people),
      cmocka_unit_test(what_no_arm_can_be_is_refused_in_one_line),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
