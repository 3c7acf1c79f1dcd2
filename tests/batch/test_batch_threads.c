/* Threads of a batch: the same bits for any number of them, from any number of states, over many calls. */
#include "batch/many_states.h"

#include <unistd.h>

static void answers_are_the_same_bits_for_any_number_of_threads(void **state)
{
  (void)state;
  ulna_model *model = NULL;
  assert_int_equal(ulna_robot_load("panda", NULL, NULL, NULL, &model), ULNA_OK);
  for (int f = 0; f < FUNCTIONS; f++) {
    const size_t counts[] = {0, 1, 63, 64, 65, 700};
    for (int c = 0; c < 6; c++) {
      many m = many_draw(model, 11, counts[c], false, false);
      double *alone[WIDEST], *together[WIDEST];
      size_t w[WIDEST] = {0};
      functions[f].widths(model, false, w);
      rows_for(&functions[f], &m, alone);
      rows_for(&functions[f], &m, together);
      ulna_batch_options o = {ULNA_BATCH_ROWS, false, 1, NULL, false};
      answers_of_batch(&functions[f], &m, &o, alone);
      for (o.threads = 2; o.threads <= 5; o.threads++) {
        answers_of_batch(&functions[f], &m, &o, together);
        for (int k = 0; k < WIDEST; k++)
          assert_memory_equal(alone[k], together[k], m.count * w[k] * sizeof(double));
      }
      rows_free(alone);
      rows_free(together);
      many_free(&m);
    }
  }
  ulna_model_destroy(model);
}

static void many_calls_follow_one_another(void **state)
{
  (void)state;
  enum { COUNT = 512, CALLS = 300 };
  ulna_model *model = NULL;
  ulna_batch *batch = NULL;
  assert_int_equal(ulna_robot_load("planar2r", NULL, NULL, NULL, &model), ULNA_OK);
  const ulna_batch_options o = {ULNA_BATCH_BLOCKS, true, 3, NULL, false};
  assert_int_equal(ulna_batch_create(model, &o, NULL, &batch), ULNA_OK);
  assert_int_equal(ulna_batch_thread_count(batch), 3);
  many m = many_draw(model, 5, COUNT, true, false);
  const ulna_batch_states s = {.q = m.q, .qd = m.qd, .qdd = m.qdd};
  double first[COUNT * 2], tau[COUNT * 2];
  assert_int_equal(ulna_batch_inverse_dynamics(model, batch, COUNT, &s, first), ULNA_OK);
  for (int call = 0; call < CALLS; call++) {
    memset(tau, 0, sizeof tau);
    if (call % 100 == 50) usleep(3000);  // long enough for the workers to sleep
    assert_int_equal(ulna_batch_inverse_dynamics(model, batch, COUNT, &s, tau), ULNA_OK);
    assert_memory_equal(tau, first, sizeof tau);
  }
  many_free(&m);
  ulna_batch_destroy(batch);
  ulna_model_destroy(model);
}

static void a_batch_that_never_worked_ends_in_peace(void **state)
{
  (void)state;
  ulna_model *model = NULL;
  assert_int_equal(ulna_robot_load("planar2r", NULL, NULL, NULL, &model), ULNA_OK);
  for (int k = 0; k < 50; k++) {
    ulna_batch *batch = NULL;
    const ulna_batch_options o = {ULNA_BATCH_ROWS, false, 4, NULL, false};
    assert_int_equal(ulna_batch_create(model, &o, NULL, &batch), ULNA_OK);
    ulna_batch_destroy(batch);
  }
  ulna_model_destroy(model);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(answers_are_the_same_bits_for_any_number_of_threads),
      cmocka_unit_test(many_calls_follow_one_another),
      cmocka_unit_test(a_batch_that_never_worked_ends_in_peace),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
