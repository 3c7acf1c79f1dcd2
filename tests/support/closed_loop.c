/* An arm and its controller in closed loop. */
#include "support/closed_loop.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

ulna_model *loop_model(const char *key)
{
  ulna_model *model = NULL;
  assert_int_equal(ulna_robot_load(key, NULL, NULL, NULL, &model), ULNA_OK);
  return model;
}

ulna_controller *loop_controller(const ulna_model *model, const ulna_controller_options *options)
{
  ulna_controller *c = NULL;
  const char *fault = ulna_controller_options_fault(model, options);
  if (fault) fail_msg("%s", fault);
  assert_int_equal(ulna_controller_create(model, options, NULL, &c), ULNA_OK);
  return c;
}

static void held_input(void *context, double t, const double q[], const double qd[], double u[])
{
  const closed_loop *l = context;
  (void)t, (void)q, (void)qd;
  memcpy(u, l->u, (size_t)l->n * sizeof *u);
}

/* Floor: k d (1 + c ddot), never pulling. Everything on the hand, turned into tool axes. */
static void act_on_hand(void *context, double t, const double q[], const double qd[], ulna_work *work)
{
  closed_loop *l = context;
  (void)t;
  ulna_pose pose;
  double velocity[6], zero[LOOP_MOST] = {0}, force[3] = {0, 0, 0}, none[3] = {0, 0, 0};
  ulna_hand_pose(l->model, l->work, q, &pose);
  if (l->base_force) memcpy(force, l->force, sizeof force);
  l->floor.force = 0;
  if (l->floor.present && pose.p[2] < l->floor.height) {
    ulna_point_motion(l->model, l->work, NULL, ULNA_AXES_BASE, q, qd, zero, velocity, NULL);
    const double depth = l->floor.height - pose.p[2];
    l->floor.force = fmax(0, l->floor.stiffness * depth * (1 - l->floor.damping * velocity[5]));
    force[2] += l->floor.force;
  }
  for (int k = 0; k < 3; k++) {
    l->wrench[k] = l->base_force ? 0 : l->force[k];
    for (int i = 0; i < 3; i++) l->wrench[k] += pose.R[i][k] * force[i];
    l->wrench[3 + k] = 0;
  }
  ulna_work_set_hand_wrench(work, l->wrench, none);
}

void loop_start(closed_loop *l, const ulna_model *model, ulna_controller *c, ulna_driven_by by, bool friction,
                double period, const double q0[], const double qd0[])
{
  memset(l, 0, sizeof *l);
  l->model = model, l->n = ulna_model_joint_count(model), l->controller = c, l->period = period;
  l->substeps = 1;
  assert_int_equal(ulna_work_create(model, ULNA_PARTS_ALL, NULL, &l->work), ULNA_OK);
  ulna_plant_options options = ulna_plant_options_default();
  options.driven_by = by, options.friction = friction;
  const ulna_surroundings around = {.context = l, .input = held_input, .environment = act_on_hand};
  assert_int_equal(ulna_plant_create(model, &options, &around, NULL, &l->plant), ULNA_OK);
  memcpy(l->y, q0, (size_t)l->n * sizeof *q0);
  if (qd0) memcpy(l->y + l->n, qd0, (size_t)l->n * sizeof *qd0);
  assert_int_equal(ulna_plant_start(l->plant, 0, l->y), ULNA_OK);
}

void loop_finish(closed_loop *l)
{
  ulna_plant_destroy(l->plant);
  ulna_work_destroy(l->work);
}

ulna_measured loop_seen(closed_loop *l)
{
  static double reading[6];
  if (l->sensor) {
    act_on_hand(l, l->t, l->y, l->y + l->n, l->work);
    for (int k = 0; k < 6; k++) reading[k] = l->wrench[k] + l->bias[k];
    const double none[3] = {0, 0, 0};
    ulna_work_set_hand_wrench(l->work, none, none);
  }
  const ulna_measured m = {l->t, l->y, l->y + l->n, l->sensor ? reading : NULL};
  return m;
}

void loop_advance(closed_loop *l)
{
  const double h = l->period / l->substeps;
  for (int k = 0; k < l->substeps; k++)
    assert_int_equal(ulna_plant_step(l->plant, ULNA_RK4, h, 1e-9, l->t + k * h, l->y, NULL), ULNA_OK);
  l->t += l->period;
}

void loop_follow(closed_loop *l, const ulna_desired *d)
{
  const ulna_measured m = loop_seen(l);
  const ulna_status status = ulna_controller_step(l->controller, &m, d, l->u);
  if (status != ULNA_OK) {
    char text[200];
    ulna_control_fault_format(ulna_controller_fault(l->controller), text, sizeof text);
    fail_msg("%s at %g s: %s", ulna_status_name(status), l->t, text);
  }
  loop_advance(l);
}

void loop_continuous_input(void *context, double t, const double q[], const double qd[], double u[])
{
  loop_continuous *x = context;
  (void)t;
  x->clock += 1;
  const ulna_measured m = {x->clock, q, qd, NULL};
  assert_int_equal(ulna_controller_step(x->controller, &m, x->desired, u), ULNA_OK);
}
