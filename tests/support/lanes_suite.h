/* What every lanes kind must do. Include after defining REAL_KIND, once in a test program, which then is complete. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/random.h"
#include "support/states_text.h"

typedef struct {
  double tau[STATES * STATES_LONGEST], qdd[STATES * STATES_LONGEST],
      M[STATES * STATES_LONGEST * STATES_LONGEST];
} answers;

static states_out into(answers *a) { return (states_out){a->tau, a->qdd, a->M}; }

static void draw_states(uint64_t seed, states_in *in)
{
  for (int i = 0; i < STATES * STATES_LONGEST; i++)
    in->q[i] = random_between(&seed, -3, 3), in->qd[i] = random_between(&seed, -2, 2),
    in->qdd[i] = random_between(&seed, -5, 5);
}

/* Whether a state's answers are the same bits. */
static bool same(const answers *a, const answers *b, int n, int state)
{
  const size_t row = (size_t)n * sizeof(double);
  return memcmp(&a->tau[state * n], &b->tau[state * n], row) == 0 &&
         memcmp(&a->qdd[state * n], &b->qdd[state * n], row) == 0 &&
         memcmp(&a->M[state * n * n], &b->M[state * n * n], row * (size_t)n) == 0;
}

/* Tests are compiled without fused operations: what is the same operation rounds the same. */
static void lanes_give_the_bits_that_double_gives_state_by_state(void **state)
{
  (void)state;
  static answers expected, got;
  static states_in in;
  for (uint64_t seed = 1; seed <= 120; seed++) {
    random_arm a;
    const int n = 1 + (int)(seed % STATES_LONGEST);
    const bool loaded = seed % 3 == 0;
    random_arm_fill(&a, seed, n, seed % 2 ? ARM_REVOLUTE : ARM_MIXED);
    draw_states(seed, &in);
    const states_out one = into(&expected), many = into(&got);
    states_f64(&a, loaded, STATES, &in, &one);
    run_states(&a, loaded, STATES, &in, &many);
    for (int s = 0; s < STATES; s++)
      if (!same(&expected, &got, n, s)) fail_msg("seed %d, n = %d: state %d differs", (int)seed, n, s);
  }
}

static void what_is_not_finite_or_far_away_stays_in_its_lane(void **state)
{
  (void)state;
  static answers expected, got;
  static states_in in;
  enum { N = 6, BAD = 5, FAR = 2 };
  random_arm a;
  random_arm_fill(&a, 3, N, ARM_REVOLUTE);
  draw_states(9, &in);
  const states_out one = into(&expected), many = into(&got);
  in.q[FAR * N + 4] = 3e7;
  states_f64(&a, false, STATES, &in, &one);
  in.q[BAD * N + 2] = (double)NAN;
  run_states(&a, false, STATES, &in, &many);
  for (int s = 0; s < STATES; s++)
    if (s != BAD) assert_true(same(&expected, &got, N, s));
  for (int i = 0; i < N; i++) assert_true(isnan(got.tau[BAD * N + i]) && isnan(got.qdd[BAD * N + i]));
}

static void sines_are_those_of_double_for_every_argument(void **state)
{
  (void)state;
  enum { COUNT = 64 };
  const double special[] = {0,
                            -0.0,
                            1e5,
                            -1e5,
                            100001,
                            -100001,
                            1e22,
                            -1e300,
                            1e-9,
                            5e-324,
                            1e308,
                            1.5708,
                            3.1415926535897931,
                            (double)NAN,
                            (double)INFINITY,
                            -(double)INFINITY};
  uint64_t seed = 5;
  for (int round = 0; round < 2000; round++) {
    double x[COUNT], offset[COUNT], s[COUNT], c[COUNT], want_s[COUNT], want_c[COUNT];
    for (int i = 0; i < COUNT; i++) {
      offset[i] = round % 2 ? random_between(&seed, -1, 1) : 0;
      x[i] = round % 8 == 7 ? special[(size_t)(i + round) % (sizeof special / sizeof special[0])]
                            : random_between(&seed, round % 3 ? -7 : -3e5, round % 3 ? 7 : 3e5);
    }
    sines_f64(COUNT, offset, x, want_s, want_c);
    run_sines(COUNT, offset, x, s, c);
    for (int i = 0; i < COUNT; i++) {
      if (isnan(want_s[i])) assert_true(isnan(s[i]) && isnan(c[i]));
      else
        assert_true(memcmp(&s[i], &want_s[i], sizeof *s) == 0 && memcmp(&c[i], &want_c[i], sizeof *c) == 0);
    }
  }
}

static void a_choice_is_made_lane_by_lane(void **state)
{
  (void)state;
  element a[REAL_LANES], b[REAL_LANES], out[REAL_LANES];
  for (int i = 0; i < REAL_LANES; i++) a[i] = i % 4 == 3 ? (element)NAN : (element)(i % 4), b[i] = 1;
  store_elements(out, choose_less(load_elements(a), load_elements(b), constant(10), constant(20)));
  for (int i = 0; i < REAL_LANES; i++) assert_true(out[i] == (a[i] < b[i] ? 10 : 20));
  store_elements(out, root(load_elements(b)));
  for (int i = 0; i < REAL_LANES; i++) assert_true(out[i] == 1 && lane_of(load_elements(b), i) == 1);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(lanes_give_the_bits_that_double_gives_state_by_state),
      cmocka_unit_test(what_is_not_finite_or_far_away_stays_in_its_lane),
      cmocka_unit_test(sines_are_those_of_double_for_every_argument),
      cmocka_unit_test(a_choice_is_made_lane_by_lane),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
