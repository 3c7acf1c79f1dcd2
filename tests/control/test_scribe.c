/* The paper's own example [Mudge]: PUMA 560 swings to a steel plate, touches it and scribes a straight line with 1 N. What
 * is promised of the line, of the force and of the bounce is asserted here, and what simpler controllers make of it. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "support/closed_loop.h"
#include "ulna/simulation.h"

enum { N = 6, SWING = 0, APPROACH, PRESS, SCRIBE, LIFT, SEGMENTS };

static const double deg = 0.017453292519943295;

/* The top of the plate lies at height 0.65 m, base axes; the scribe is 0.15 m long and points down. */
static const double height = 0.65, from[2] = {-0.08, 0.36}, to[2] = {0.10, 0.44}, scribe_length = 0.15;
static const double above = 5e-3;                                 // where the swing ends, m over the plate
static const double below = 1e-3;                                 // set points of the line, m under its top
static const double seconds[SEGMENTS] = {1.5, 1.5, 0.5, 6, 0.8};  // of each segment
static const double settling = 0.5;                               // s after the first touch
static const double start[N] = {0, 90 * 0.017453292519943295, 20 * 0.017453292519943295,
                                0, 50 * 0.017453292519943295, 0};

/* What scribes, and what it scribes on. */
typedef struct {
  ulna_controller_options control;
  bool joint_friction;
  double desired;         /* N */
  double sensor_noise;    /* N, standard deviation */
  double plate_stiffness; /* N/m */
  double plate_friction;  /* coefficient */
} trial;

/* What came out. Line: from the straight line between the ends, in the plate's plane; lag: along it, behind the set point;
 * force: from `settling` after the first touch until the lift; bounce: the largest separation between the two. */
typedef struct {
  double swing, touched;
  double line_rms, line_max, lag_rms, lag_max;
  double force_mean, force_low, force_high, force_peak;
  double bounce;
} figures;

typedef struct {
  ulna_controller *controller;
  ulna_trajectory *path[SEGMENTS];
  double begin[SEGMENTS + 1], desired;
  figures f;
  double at_start[3];
  long line_rows, force_rows;
} scribing;

static int segment_at(const scribing *x, double t)
{
  int k = SWING;
  while (k < LIFT && t >= x->begin[k + 1] - 1e-9) k++;
  return k;
}

static ulna_status step(void *context, const ulna_measured *measured, double u[])
{
  scribing *x = context;
  const int k = segment_at(x, measured->t);
  const double t = measured->t - x->begin[k];
  double q[3][N], twist[6], acceleration[6];
  const double push[6] = {0, 0, x->desired, 0, 0, 0};
  ulna_pose pose, goal;
  ulna_desired d = {.stage = ULNA_STAGE_ANY};
  if (k == SWING) {
    assert_int_equal(ulna_trajectory_sample(x->path[k], t, q[0], q[1], q[2]), ULNA_OK);
    d.q = q[0], d.qd = q[1], d.qdd = q[2];
  } else {
    assert_int_equal(ulna_trajectory_sample_hand(x->path[k], t, &pose, twist, acceleration), ULNA_OK);
    assert_int_equal(ulna_trajectory_sample_hand(x->path[k], HUGE_VAL, &goal, NULL, NULL), ULNA_OK);
    d.pose = &pose, d.twist = twist, d.acceleration = acceleration, d.goal = &goal;
    if (k != LIFT) d.push = push;
  }
  const ulna_status status = ulna_controller_step(x->controller, measured, &d, u);
  if (status == ULNA_HOLDING) {
    char text[200];
    ulna_control_fault_format(ulna_controller_fault(x->controller), text, sizeof text);
    fail_msg("%s", text);
  }
  return status;
}

static int stage(void *context) { return (int)ulna_controller_stage(((scribing *)context)->controller); }

static void look_at_line(scribing *x, const ulna_sample *s)
{
  const double dx = to[0] - from[0], dy = to[1] - from[1], length = hypot(dx, dy);
  const double ex = s->hand.p[0] - from[0], ey = s->hand.p[1] - from[1];
  const double off = fabs(ex * dy - ey * dx) / length;
  ulna_pose desired;
  assert_int_equal(
      ulna_trajectory_sample_hand(x->path[SCRIBE], s->t - x->begin[SCRIBE], &desired, NULL, NULL), ULNA_OK);
  const double lag =
      fabs(hypot(desired.p[0] - from[0], desired.p[1] - from[1]) - (ex * dx + ey * dy) / length);
  x->f.line_rms += off * off, x->f.line_max = fmax(x->f.line_max, off);
  x->f.lag_rms += lag * lag, x->f.lag_max = fmax(x->f.lag_max, lag);
  x->line_rows++;
}

static ulna_status look(void *context, const ulna_sample *s)
{
  scribing *x = context;
  figures *f = &x->f;
  const int k = segment_at(x, s->t);
  const double *p = s->hand.p, *p0 = x->at_start, force = s->contact_force[2];
  if (s->t == 0) memcpy(x->at_start, p, sizeof x->at_start);
  if (k == SWING)
    f->swing = sqrt((p[0] - p0[0]) * (p[0] - p0[0]) + (p[1] - p0[1]) * (p[1] - p0[1]) +
                    (p[2] - p0[2]) * (p[2] - p0[2]));
  if (k == LIFT) return ULNA_OK;
  if (s->depth > 0 && isnan(f->touched)) f->touched = s->t;
  if (k == SCRIBE) look_at_line(x, s);
  if (isnan(f->touched)) return ULNA_OK;
  f->bounce = fmax(f->bounce, -s->depth);
  f->force_peak = fmax(f->force_peak, force);
  if (s->t < f->touched + settling) return ULNA_OK;
  f->force_mean += force, x->force_rows++;
  f->force_low = fmin(f->force_low, force), f->force_high = fmax(f->force_high, force);
  return ULNA_OK;
}

static ulna_pose pointing_down(const double xy[2], double z)
{
  const ulna_pose pose = {.R = {{1, 0, 0}, {0, -1, 0}, {0, 0, -1}}, .p = {xy[0], xy[1], z}};
  return pose;
}

static void plan(const ulna_model *model, scribing *x)
{
  const ulna_pose at[5] = {pointing_down(from, height + above), pointing_down(from, height - below),
                           pointing_down(from, height - below), pointing_down(to, height - below),
                           pointing_down(to, height + 0.02)};
  const double near[N] = {-100 * deg, 95 * deg, 45 * deg, 0, 45 * deg, 80 * deg},
               time[2] = {0, seconds[SWING]};
  double q[2 * N];
  ulna_work *work = NULL;
  assert_int_equal(ulna_work_create(model, ULNA_PARTS_ALL, NULL, &work), ULNA_OK);
  memcpy(q, start, sizeof start);
  assert_int_equal(ulna_inverse_kinematics(model, work, NULL, &at[0], near, q + N, NULL), ULNA_OK);
  ulna_work_destroy(work);
  ulna_joint_motion swing = ulna_joint_motion_default();
  swing.joints = N, swing.q = q, swing.time = time;
  assert_int_equal(ulna_joint_trajectory_create(&swing, NULL, NULL, &x->path[SWING]), ULNA_OK);
  for (int k = SWING; k < SEGMENTS; k++) x->begin[k + 1] = x->begin[k] + seconds[k];
  for (int k = APPROACH; k < SEGMENTS; k++) {
    ulna_hand_motion line = ulna_hand_motion_default();
    line.start = at[k - 1], line.goal = at[k], line.duration = seconds[k];
    assert_int_equal(ulna_hand_trajectory_create(&line, NULL, NULL, &x->path[k]), ULNA_OK);
  }
}

/* PUMA 560 with a scribe in its hand. */
static ulna_model *arm_with_scribe(void)
{
  ulna_model *model = NULL;
  ulna_pose tool = ulna_pose_identity();
  tool.p[2] = scribe_length;
  ulna_read_options options = ulna_read_options_default();
  options.tool = &tool;
  assert_int_equal(ulna_robot_load("puma560", &options, NULL, NULL, &model), ULNA_OK);
  return model;
}

static ulna_simulation_options rig(const trial *w)
{
  ulna_simulation_options o = ulna_simulation_options_default();
  o.plant.friction = w->joint_friction;
  o.step = 2.5e-4, o.record_period = 0;
  o.surface = (ulna_surface){.present = true,
                             .point = {from[0], from[1], height},
                             .normal = {0, 0, 1},
                             .stiffness = w->plate_stiffness,
                             .damping = 1,
                             .friction = w->plate_friction,
                             .slip_speed = 1e-3};
  return o;
}

static figures scribe(const char *name, const trial *w)
{
  ulna_model *model = arm_with_scribe();
  scribing x = {.controller = loop_controller(model, &w->control),
                .desired = w->desired,
                .f = {.touched = (double)NAN, .force_low = HUGE_VAL}};
  plan(model, &x);
  const ulna_sampled_controller sampled = {.period = 1e-3, .context = &x, .step = step, .stage = stage};
  const ulna_sensors sensors = {
      .hand_sensor = true, .force_noise = w->sensor_noise, .moment_noise = 0.1 * w->sensor_noise, .seed = 1};
  ulna_simulation_options o = rig(w);
  o.controller = &sampled, o.sensors = &sensors;
  ulna_simulation *s = NULL;
  const double rest[N] = {0};
  assert_int_equal(ulna_simulation_create(model, &o, NULL, &s), ULNA_OK);
  assert_int_equal(ulna_simulation_start(s, 0, start, rest), ULNA_OK);
  const ulna_simulation_sink sink = {.context = &x, .sample = look};
  const ulna_status status = ulna_simulation_advance(s, x.begin[SEGMENTS], &sink);
  if (status != ULNA_OK) fail_msg("%s: %s", ulna_status_name(status), ulna_simulation_failure(s));

  figures f = x.f;
  f.line_rms = sqrt(f.line_rms / (double)x.line_rows), f.lag_rms = sqrt(f.lag_rms / (double)x.line_rows);
  f.force_mean /= (double)x.force_rows;
  print_message(
      "%s: swing %.2f m; line %.2g mm RMS, %.2g largest; lag %.2g, %.2g; force %.3f N, %.3f to %.3f, "
      "peak %.2f; bounce %.2g mm\n",
      name, f.swing, 1e3 * f.line_rms, 1e3 * f.line_max, 1e3 * f.lag_rms, 1e3 * f.lag_max, f.force_mean,
      f.force_low, f.force_high, f.force_peak, 1e3 * f.bounce);
  ulna_simulation_destroy(s);
  for (int k = 0; k < SEGMENTS; k++) ulna_trajectory_destroy(x.path[k]);
  ulna_controller_destroy(x.controller);
  ulna_model_destroy(model);
  return f;
}

/* The paper's fine motion; the hand sensor only tells contact. */
static trial pseudo_force_alone(void)
{
  const trial w = {
      .control = ulna_controller_options_default(ULNA_CONTROL_UNIFIED), .desired = 1, .plate_stiffness = 5e4};
  return w;
}

/* PUMA's friction, what the model knows of it fed forward, and the hand sensor's loop. */
static trial compensated(void)
{
  trial w = pseudo_force_alone();
  w.joint_friction = true;
  w.control.friction.by = ULNA_COMPENSATE_DESIRED, w.control.friction.speed = 5e-4;
  w.control.fine.rate = 400, w.control.fine.position = 50;
  w.control.fine.force_rate = 1e-2, w.control.fine.force_integral = 5;
  return w;
}

/* What is promised: 0.2 mm RMS, 1 N within 5 %, and a bounce of at most 0.01 mm. The line comes out some hundred times
 * better; a tenth of the promise is asserted, so that a loss is seen. */
static void assert_scribed(const figures *f, double force_within)
{
  assert_true(f->swing > 0.5);
  assert_true(f->touched > seconds[SWING] && f->touched < seconds[SWING] + seconds[APPROACH]);
  assert_true(f->line_rms < 0.02e-3 && f->lag_rms < 0.1e-3);
  assert_true(f->force_low > 1 - force_within && f->force_high < 1 + force_within);
  assert_true(f->bounce < 0.01e-3);
}

static void without_friction_a_pseudo_force_of_a_newton_scribes_a_straight_line(void **state)
{
  (void)state;
  trial w = pseudo_force_alone();
  figures f = scribe("pseudo-force alone", &w);
  assert_scribed(&f, 0.05);
  w.control.fine.whole_inertia = true;
  f = scribe("with the whole inertia", &w);
  assert_scribed(&f, 0.05);
  assert_true(f.force_low > 0.99 && f.force_high < 1.01);  // directions do not disturb each other any more
  w.plate_stiffness = 2e4;
  f = scribe("on 2e4 N/m", &w);
  assert_scribed(&f, 0.05);
  w.plate_stiffness = 1e5;
  f = scribe("on 1e5 N/m", &w);
  assert_scribed(&f, 0.05);
}

static void with_pumas_friction_the_sensors_loop_keeps_the_newton(void **state)
{
  (void)state;
  trial w = compensated();
  figures f = scribe("PUMA's friction", &w);
  assert_scribed(&f, 0.05);
  w.plate_stiffness = 1e5;  // force_rate · stiffness · period = 1
  f = scribe("on 1e5 N/m", &w);
  assert_scribed(&f, 0.05);
  w.plate_stiffness = 5e4;
  // noise of 0.02 N (standard deviation; the largest reading is some 0.08 N off) is mostly filtered by the arm
  w.sensor_noise = 0.02, w.plate_friction = 0.2;
  f = scribe("and a noisy sensor on a rough plate", &w);
  assert_scribed(&f, 0.08);
}

/* Friction of the plate pulls the hand sideways, and what holds it there pushes on the plate: the pseudo-force alone cannot
 * know; the sensor's loop does. */
static void a_rough_plate_needs_the_sensors_loop(void **state)
{
  (void)state;
  trial w = pseudo_force_alone();
  w.plate_friction = 0.2;
  const figures alone = scribe("rough plate, pseudo-force alone", &w);
  assert_true(fabs(alone.force_mean - 1) > 0.1);
  w.control.fine = compensated().control.fine;
  const figures sensed = scribe("rough plate, sensor's loop", &w);
  assert_scribed(&sensed, 0.05);
}

/* What PUMA had: no model, no force. The same set points, 1 mm under the plate's top. */
static void independent_joints_scribe_worse_by_far(void **state)
{
  (void)state;
  trial w = compensated();
  const figures unified = scribe("unified", &w);
  w.control = ulna_controller_options_default(ULNA_CONTROL_JOINT_PD);
  for (int gravity = 0; gravity <= 1; gravity++) {
    w.control.gravity = gravity;
    const figures f = scribe(gravity ? "joint PD, gravity fed forward" : "joint PD", &w);
    assert_true(f.touched > 0 && f.line_rms > 100 * unified.line_rms);
    assert_true(f.force_mean > 5 * unified.force_mean);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(without_friction_a_pseudo_force_of_a_newton_scribes_a_straight_line),
      cmocka_unit_test(with_pumas_friction_the_sensors_loop_keeps_the_newton),
      cmocka_unit_test(a_rough_plate_needs_the_sensors_loop),
      cmocka_unit_test(independent_joints_scribe_worse_by_far),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
