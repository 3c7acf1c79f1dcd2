/* Functions of time: values, derivatives and breaks of each kind. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "ulna/signal.h"

static const double pi = 3.14159265358979323846;
static const double times[] = {0, 0.5, 1.25, 2, 3.5}, values[] = {1, -1, 0.5, 2, -3};

static ulna_signal made(ulna_signal_kind kind)
{
  ulna_signal x = ulna_signal_default(kind);
  x.from = -2, x.to = 3, x.start = 0.5, x.end = 2.5;
  x.amplitude = 1.5, x.frequency = 0.7, x.end_frequency = 2.9, x.phase = 0.4;
  x.count = 5, x.time = times, x.value = values;
  return x;
}

static double value_at(const ulna_signal *x, double t)
{
  const ulna_channel channel = {1, x};
  double value[3];
  ulna_channel_value(&channel, t, value);
  return value[0];
}

/* Derivatives against central differences of the next lower one inside each piece: the difference's own error is
 * h²/6 times the third derivative, 1e-8 times some hundreds at most. */
static void derivatives_are_those_of_the_value(void **state)
{
  (void)state;
  const double h = 1e-4;
  for (int kind = 0; kind < ULNA_SIGNAL_KIND_COUNT; kind++) {
    const ulna_signal x = made((ulna_signal_kind)kind);
    const ulna_channel channel = {1, &x};
    for (double t = -0.937; t < 4; t += 0.0931) {
      double at[3], before[3], after[3];
      if (ulna_channel_next_break(&channel, t - h) <= t + h) continue;
      ulna_channel_value(&channel, t, at);
      ulna_channel_value(&channel, t - h, before);
      ulna_channel_value(&channel, t + h, after);
      for (int d = 0; d < 2; d++)
        if (fabs(at[d + 1] - (after[d] - before[d]) / (2 * h)) > 1e-5 * (1 + fabs(at[d + 1])))
          fail_msg("kind %d at %g: derivative %d is %g", kind, t, d + 1, at[d + 1]);
    }
  }
}

static void each_kind_is_what_its_comment_says(void **state)
{
  (void)state;
  ulna_signal x = made(ULNA_SIGNAL_CONSTANT);
  assert_true(value_at(&x, -1e9) == 3 && value_at(&x, 1e9) == 3);
  x = made(ULNA_SIGNAL_STEP);
  assert_true(value_at(&x, 0.49) == -2 && value_at(&x, 0.5) == 3 && value_at(&x, 2.49) == 3 &&
              value_at(&x, 2.5) == -2);
  x = made(ULNA_SIGNAL_RAMP);
  assert_true(value_at(&x, 0.5) == -2 && value_at(&x, 1.5) == 0.5 && value_at(&x, 2.5) == 3 &&
              value_at(&x, 9) == 3);
  x = made(ULNA_SIGNAL_BLEND);
  assert_true(value_at(&x, 0.4) == -2 && value_at(&x, 1.5) == 0.5 && value_at(&x, 2.5) == 3);
  x = made(ULNA_SIGNAL_SINE);
  assert_true(value_at(&x, 0.4) == 0 && value_at(&x, 2.5) == 0);
  // our sine and the C library's differ in the last bit
  assert_true(fabs(value_at(&x, 1.1) - 1.5 * sin(2 * pi * 0.7 * 0.6 + 0.4)) < 1e-14);
  x = made(ULNA_SIGNAL_CHIRP);
  const double t = 2.2 - 0.5;
  assert_true(fabs(value_at(&x, 2.2) - 1.5 * sin(2 * pi * (0.7 * t + (2.9 - 0.7) / 2 * t * t / 2) + 0.4)) <
              1e-14);
  x = ulna_signal_default(ULNA_SIGNAL_SINE);  // from ever, to ever
  x.amplitude = 2, x.frequency = 1;
  assert_true(fabs(value_at(&x, -0.25) + 2) < 1e-14 && fabs(value_at(&x, 1000.25) - 2) < 1e-11);
  x = made(ULNA_SIGNAL_TABLE_LINEAR);
  assert_true(value_at(&x, -1) == 1 && value_at(&x, 0.25) == 0 && value_at(&x, 1.25) == 0.5 &&
              value_at(&x, 9) == -3);
  x = made(ULNA_SIGNAL_TABLE_HOLD);
  assert_true(value_at(&x, -1) == 1 && value_at(&x, 0.49) == 1 && value_at(&x, 0.5) == -1 &&
              value_at(&x, 9) == -3);
  x = made(ULNA_SIGNAL_TABLE_SMOOTH);
  for (int k = 0; k < 5; k++) assert_true(value_at(&x, times[k]) == values[k]);
}

/* A parabola goes through unchanged where its slopes are the table's own: between inner points. */
static void a_smooth_table_follows_a_parabola(void **state)
{
  (void)state;
  double value[5];
  for (int k = 0; k < 5; k++) value[k] = 2 - 3 * times[k] + times[k] * times[k];
  ulna_signal x = made(ULNA_SIGNAL_TABLE_SMOOTH);
  x.value = value;
  for (double t = 0.5; t <= 2; t += 0.01) assert_true(fabs(value_at(&x, t) - (2 - 3 * t + t * t)) < 1e-14);
}

static void breaks_come_in_order_and_none_is_missed(void **state)
{
  (void)state;
  const ulna_signal sum[] = {made(ULNA_SIGNAL_STEP), made(ULNA_SIGNAL_TABLE_HOLD),
                             made(ULNA_SIGNAL_CONSTANT)};
  const ulna_channel channel = {3, sum};
  const double expected[] = {0, 0.5, 1.25, 2, 2.5, 3.5};
  double t = -1;
  for (int k = 0; k < 6; k++) {
    t = ulna_channel_next_break(&channel, t);
    assert_true(t == expected[k]);
  }
  assert_true(ulna_channel_next_break(&channel, t) == (double)INFINITY);
  const ulna_channel nothing = {0, NULL};
  assert_true(ulna_channel_next_break(&nothing, 0) == (double)INFINITY);
  double value[3] = {1, 1, 1};
  ulna_channel_value(&nothing, 0, value);
  assert_true(value[0] == 0 && value[1] == 0 && value[2] == 0);
}

static void jumps_of_value_and_slope_are_told_apart(void **state)
{
  (void)state;
  const struct {
    ulna_signal_kind kind;
    double t;
    bool steps, kinks;
  } all[] = {{ULNA_SIGNAL_STEP, 0.5, true, false},          {ULNA_SIGNAL_STEP, 2.5, true, false},
             {ULNA_SIGNAL_RAMP, 0.5, false, true},          {ULNA_SIGNAL_RAMP, 2.5, false, true},
             {ULNA_SIGNAL_BLEND, 0.5, false, false},        {ULNA_SIGNAL_BLEND, 2.5, false, false},
             {ULNA_SIGNAL_SINE, 0.5, true, true},           {ULNA_SIGNAL_SINE, 1.5, false, false},
             {ULNA_SIGNAL_TABLE_LINEAR, 0.5, false, true},  {ULNA_SIGNAL_TABLE_HOLD, 0.5, true, false},
             {ULNA_SIGNAL_TABLE_SMOOTH, 0.5, false, false}, {ULNA_SIGNAL_TABLE_SMOOTH, 3.5, false, false}};
  for (size_t k = 0; k < sizeof all / sizeof all[0]; k++) {
    const ulna_signal x = made(all[k].kind);
    const ulna_channel channel = {1, &x};
    if (ulna_channel_steps_at(&channel, all[k].t) != all[k].steps ||
        ulna_channel_kinks_at(&channel, all[k].t) != all[k].kinks)
      fail_msg("kind %d at %g", (int)all[k].kind, all[k].t);
  }
  ulna_signal whole = made(ULNA_SIGNAL_SINE);  // starts and ends at 0 to rounding: no step, but a kink
  whole.phase = 0, whole.frequency = 2, whole.start = 1, whole.end = 4;
  const ulna_channel channel = {1, &whole};
  assert_false(ulna_channel_steps_at(&channel, 1));
  assert_false(ulna_channel_steps_at(&channel, 4));
  assert_true(ulna_channel_kinks_at(&channel, 4));
  const ulna_signal back_and_forth[] = {made(ULNA_SIGNAL_STEP), made(ULNA_SIGNAL_STEP)};
  ulna_signal opposite[2];
  memcpy(opposite, back_and_forth, sizeof opposite);
  opposite[1].from = 2, opposite[1].to = -3;
  const ulna_channel cancelled = {2, opposite};
  assert_false(ulna_channel_steps_at(&cancelled, 0.5));
}

static void bad_signals_are_refused(void **state)
{
  (void)state;
  static const double level[] = {0, 1, 1}, infinite[] = {0, 1, (double)INFINITY};
  ulna_signal bad[12];
  ulna_status expected[12];
  int count = 0;
  for (int kind = 0; kind < ULNA_SIGNAL_KIND_COUNT; kind++) {
    const ulna_signal good = made((ulna_signal_kind)kind);
    const ulna_channel channel = {1, &good};
    int which = 7;
    assert_int_equal(ulna_channel_check(&channel, &which), ULNA_OK);
    assert_int_equal(which, -1);
  }
#define BAD(kind, status, ...) bad[count] = made(kind), __VA_ARGS__, expected[count++] = (status)
  BAD(ULNA_SIGNAL_CONSTANT, ULNA_NOT_FINITE, bad[count].to = (double)NAN);
  BAD(ULNA_SIGNAL_STEP, ULNA_INVALID_ARGUMENT, bad[count].end = 0.5);
  BAD(ULNA_SIGNAL_RAMP, ULNA_NOT_FINITE, bad[count].end = (double)INFINITY);
  BAD(ULNA_SIGNAL_BLEND, ULNA_NOT_FINITE, bad[count].from = (double)INFINITY);
  BAD(ULNA_SIGNAL_SINE, ULNA_NOT_FINITE, bad[count].frequency = (double)NAN);
  BAD(ULNA_SIGNAL_SINE, ULNA_NOT_FINITE, bad[count].start = (double)NAN);
  BAD(ULNA_SIGNAL_CHIRP, ULNA_NOT_FINITE, bad[count].start = -(double)INFINITY);
  BAD(ULNA_SIGNAL_TABLE_HOLD, ULNA_INVALID_ARGUMENT, bad[count].count = 0);
  BAD(ULNA_SIGNAL_TABLE_LINEAR, ULNA_INVALID_ARGUMENT, (bad[count].count = 3, bad[count].time = level));
  BAD(ULNA_SIGNAL_TABLE_LINEAR, ULNA_NOT_FINITE, (bad[count].count = 3, bad[count].value = infinite));
  BAD((ulna_signal_kind)99, ULNA_INVALID_ARGUMENT, (void)0);
  for (int k = 0; k < count; k++) {
    const ulna_signal two[] = {made(ULNA_SIGNAL_STEP), bad[k]};
    const ulna_channel channel = {2, two};
    int which = 7;
    if (ulna_channel_check(&channel, &which) != expected[k] || which != 1) fail_msg("case %d", k);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(derivatives_are_those_of_the_value),
      cmocka_unit_test(each_kind_is_what_its_comment_says),
      cmocka_unit_test(a_smooth_table_follows_a_parabola),
      cmocka_unit_test(breaks_come_in_order_and_none_is_missed),
      cmocka_unit_test(jumps_of_value_and_slope_are_told_apart),
      cmocka_unit_test(bad_signals_are_refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
