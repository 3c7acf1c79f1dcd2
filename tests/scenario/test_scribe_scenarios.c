/* The scenarios of the demonstration hold what is promised of them, and a run's figures are what its rows say. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "ulna/scenario.h"

/* Ends of the line, on a plate whose top is at z = 0.65 m. */
static const double from[2] = {-0.08, 0.36}, to[2] = {0.10, 0.44}, settling = 0.5;
static const char *const segments[] = {"swing", "approach", "press", "scribe", "lift"};

/* The same figures once more, from the rows. */
typedef struct {
  const ulna_run_tracking *line, *lift;
  int x, y, z, force; /* columns */
  double touched, off, off_largest, sum, least, largest, bounce, start[3], swing, leaving, peak;
  long line_rows, force_rows;
} figures;

static int column(const ulna_run *run, const char *name)
{
  for (int i = 0; i < ulna_run_column_count(run); i++)
    if (strcmp(ulna_run_columns(run)[i].name, name) == 0) return i;
  fail_msg("no column %s", name);
  return -1;
}

static ulna_status look(void *context, const double row[])
{
  figures *f = context;
  const double t = row[0], x = row[f->x], y = row[f->y], z = row[f->z];
  if (t == 0) f->start[0] = x, f->start[1] = y, f->start[2] = z;
  if (t < f->line->start) {
    const double dx = x - f->start[0], dy = y - f->start[1], dz = z - f->start[2];
    f->swing = fmax(f->swing, sqrt(dx * dx + dy * dy + dz * dz));
  }
  f->peak = fmax(f->peak, row[f->force]);
  if (t >= f->lift->start) f->leaving = fmax(f->leaving, row[f->force]);
  if (t >= f->lift->start) return ULNA_OK;
  if (t >= f->line->start) {
    const double dx = to[0] - from[0], dy = to[1] - from[1];
    const double off = fabs((x - from[0]) * dy - (y - from[1]) * dx) / hypot(dx, dy);
    f->off += off * off, f->line_rows++;
    f->off_largest = fmax(f->off_largest, off);
  }
  if (isnan(f->touched) && z < 0.65) f->touched = t;
  if (isnan(f->touched)) return ULNA_OK;
  f->bounce = fmax(f->bounce, z - 0.65);
  if (t < f->touched + settling) return ULNA_OK;
  f->sum += row[f->force], f->force_rows++;
  f->least = fmin(f->least, row[f->force]), f->largest = fmax(f->largest, row[f->force]);
  return ULNA_OK;
}

static bool about(double a, double b, double within) { return fabs(a - b) <= within; }

/* Runs a built-in; the summary's figures, which must be those of the rows. Returns the largest force while the hand leaves. */
static double run_scenario(const char *key, ulna_run_tracking *line, ulna_run_contact *contact, double *swing)
{
  ulna_scenario *scenario = NULL;
  ulna_run *run = NULL;
  assert_int_equal(ulna_scenario_load(key, NULL, NULL, &scenario), ULNA_OK);
  assert_int_equal(ulna_run_create(scenario, NULL, NULL, NULL, &run), ULNA_OK);
  const ulna_run_summary *s = ulna_run_summary_get(run);
  assert_int_equal(s->tracking_count, 5);
  for (int i = 0; i < 5; i++) {
    assert_string_equal(s->tracking[i].name, segments[i]);
    assert_true(isnan(s->tracking[i].off_rms) && isnan(s->tracking[i].lag_largest));  // nothing seen yet
  }
  assert_true(isnan(s->contact->touched) && isnan(s->contact->mean) && isnan(s->contact->bounce));
  figures f = {.line = &s->tracking[3],
               .lift = &s->tracking[4],
               .x = column(run, "hand_x"),
               .y = column(run, "hand_y"),
               .z = column(run, "hand_z"),
               .force = column(run, "contact_fz"),
               .touched = (double)NAN,
               .least = HUGE_VAL};
  const ulna_run_sink sink = {.context = &f, .row = look};
  assert_int_equal(ulna_run_advance(run, (double)INFINITY, &sink), ULNA_OK);
  s = ulna_run_summary_get(run);
  assert_int_equal(s->warning_count, 0);
  *line = s->tracking[3], *contact = *s->contact, *swing = f.swing;

  // the direction left out is the scribe's, which is turned a little from the plate's normal, 1 mm over its set points
  const double slant = 1.1e-3 * line->turned_largest + 1e-12;
  assert_true(about(line->off_rms, sqrt(f.off / (double)f.line_rows), slant));
  assert_true(about(line->off_largest, f.off_largest, slant));
  assert_true(contact->touched == f.touched && contact->desired == 1 && contact->settling == settling);
  assert_true(about(contact->mean, f.sum / (double)f.force_rows, 1e-12 * contact->mean));  // summed alike
  assert_true(contact->least == f.least && contact->largest == f.largest);
  assert_true(contact->peak >= contact->largest && contact->peak == f.peak);
  assert_true(about(contact->bounce, f.bounce, 1e-15));
  print_message("%s: line %.2g mm RMS, %.2g largest; %.4f N, %.4f to %.4f; bounce %.2g mm\n", key,
                1e3 * line->off_rms, 1e3 * line->off_largest, contact->mean, contact->least, contact->largest,
                1e3 * contact->bounce);
  ulna_run_destroy(run);
  ulna_scenario_destroy(scenario);
  return f.leaving;
}

static void the_promised_figures_are_reached(void **state)
{
  (void)state;
  static const char *const keys[] = {"scribe", "scribe_friction"};
  ulna_run_tracking line;
  ulna_run_contact contact;
  double swing;
  for (int k = 0; k < 2; k++) {
    run_scenario(keys[k], &line, &contact, &swing);
    assert_true(swing > 0.5);
    assert_true(line.off_rms < 0.2e-3);
    assert_true(contact.least > 0.95 && contact.largest < 1.05);
    assert_true(contact.bounce < 0.01e-3);  // the figure that tools/demo states
  }
}

/* Set points lie 1 mm inside the plate, 50 N by its stiffness: when the push ends, the hand shall not press to reach them. */
static void the_hand_leaves_without_pressing(void **state)
{
  (void)state;
  static const char *const keys[] = {"scribe", "scribe_friction", "scribe_model_error"};
  ulna_run_tracking line;
  ulna_run_contact contact;
  double swing;
  for (int k = 0; k < 3; k++) {
    const double leaving = run_scenario(keys[k], &line, &contact, &swing);
    print_message("%s: %.3g N while it leaves\n", keys[k], leaving);
    assert_true(leaving < contact.largest + 0.05);  // what the last sample of the push had
  }
}

/* Masses 10 % and friction 20 % wrong, noise of 0.02 N, a plate that rubs: the line keeps its promise, the force its mean. */
static void errors_of_the_model_are_taken_up_by_the_sensors_loop(void **state)
{
  (void)state;
  ulna_run_tracking line;
  ulna_run_contact contact;
  double swing;
  run_scenario("scribe_model_error", &line, &contact, &swing);
  assert_true(line.off_rms < 0.2e-3 && contact.bounce < 0.01e-3);
  assert_true(about(contact.mean, 1, 0.05) && contact.least > 0.85 && contact.largest < 1.15);
}

static void independent_joints_press_as_they_happen_to(void **state)
{
  (void)state;
  ulna_run_tracking line;
  ulna_run_contact contact;
  double swing;
  run_scenario("scribe_joint_pd", &line, &contact, &swing);
  assert_true(line.off_rms > 0.2e-3 && contact.mean > 5);
}

/* A line through the air and back through its joints' postures, by a controller that lags; no push, and a surface that is
 * touched on the way. */
static const char along_x[] = "ulna_scenario: 1\n"
                              "name: along x\n"
                              "robot: puma560\n"
                              "start: {q: [0, 0, -60 deg, 0, -60 deg, 0]}\n"
                              "duration: 2.2\n"
                              "friction: off\n"
                              "surface: {point: [0, 0, 0.89], normal: [0, 0, 2], stiffness: 300}\n"
                              "controller: {kind: pd-gravity, period: 1.0e-3}\n"
                              "trajectory:\n"
                              "  - {line: {by: [-0.2, 0, 0], duration: 1}}\n"
                              "  - {name: back, move: {to: [0, 0, -60 deg, 0, -60 deg, 0], duration: 1}}\n"
                              "integrator: {method: rk4, step: 1.0e-3}\n"
                              "record: {every: 1.0e-3, what: [hand, desired_hand, contact]}\n";

typedef struct {
  int hand, desired, force; /* columns */
  double off, off_largest, late, lag_largest, back_largest, force_peak;
  long rows;
} lagging;

static ulna_status look_at_lag(void *context, const double row[])
{
  lagging *f = context;
  const double *hand = row + f->hand, *desired = row + f->desired;
  const double dx = hand[0] - desired[0], dy = hand[1] - desired[1], dz = hand[2] - desired[2];
  f->force_peak = fmax(f->force_peak, row[f->force]);
  if (row[0] < 1) {
    const double off = hypot(dy, dz), late = fabs(dx);
    f->off += off * off, f->late += late * late, f->rows++;
    f->off_largest = fmax(f->off_largest, off), f->lag_largest = fmax(f->lag_largest, late);
  } else if (row[0] <= 2) {
    f->back_largest = fmax(f->back_largest, sqrt(dx * dx + dy * dy + dz * dz));
  }
  return ULNA_OK;
}

static void off_and_late_are_beside_and_along_the_path(void **state)
{
  (void)state;
  ulna_report *report = NULL;
  ulna_scenario *scenario = NULL;
  ulna_run *run = NULL;
  assert_int_equal(ulna_report_create(NULL, &report), ULNA_OK);
  if (ulna_scenario_read_text(along_x, strlen(along_x), NULL, NULL, NULL, report, &scenario) != ULNA_OK)
    fail_msg("%s", ulna_report_get(report, 0)->text);
  assert_int_equal(ulna_run_create(scenario, NULL, NULL, NULL, &run), ULNA_OK);
  lagging f = {.hand = column(run, "hand_x"),
               .desired = column(run, "desired_hand_x"),
               .force = column(run, "contact_fz")};
  const ulna_run_sink sink = {.context = &f, .row = look_at_lag};
  assert_int_equal(ulna_run_advance(run, (double)INFINITY, &sink), ULNA_OK);
  const ulna_run_summary *s = ulna_run_summary_get(run);
  assert_int_equal(s->tracking_count, 2);
  const ulna_run_tracking *line = &s->tracking[0], *back = &s->tracking[1];
  assert_string_equal(line->name, "segment 1");
  assert_string_equal(back->name, "back");
  assert_true(line->start == 0 && line->end == 1 && back->start == 1 && back->end == 2);
  assert_true(f.off_largest > 1e-5 && f.lag_largest > 1e-3);  // there is something to tell
  assert_true(about(line->off_rms, sqrt(f.off / (double)f.rows), 1e-9 * line->off_rms));
  assert_true(about(line->lag_rms, sqrt(f.late / (double)f.rows), 1e-9 * line->lag_rms));
  assert_true(about(line->off_largest, f.off_largest, 1e-9 * f.off_largest));
  assert_true(about(line->lag_largest, f.lag_largest, 1e-9 * f.lag_largest));
  // of joints: where they put the hand; the largest distance has both parts
  assert_true(hypot(back->off_largest, back->lag_largest) >= f.back_largest * (1 - 1e-9));
  assert_true(back->off_largest <= f.back_largest * (1 + 1e-9) && back->lag_largest <= f.back_largest);
  // without a push everything from the first touch on counts
  assert_non_null(s->contact);
  assert_true(s->contact->touched >= 0 && isnan(s->contact->desired) && s->contact->settling == 0.5);
  assert_true(s->contact->peak == f.force_peak && f.force_peak > 0.1);
  ulna_run_destroy(run);
  ulna_scenario_destroy(scenario);
  ulna_report_destroy(report);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_promised_figures_are_reached),
      cmocka_unit_test(the_hand_leaves_without_pressing),
      cmocka_unit_test(off_and_late_are_beside_and_along_the_path),
      cmocka_unit_test(errors_of_the_model_are_taken_up_by_the_sensors_loop),
      cmocka_unit_test(independent_joints_press_as_they_happen_to),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
