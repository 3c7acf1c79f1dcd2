/* Many arms of a scenario on a graphics processor: what can run there, and the run (libulna_gpu). */
#include "arms_gpu.h"

#include <stdio.h>

#if !defined(ULNA_HAS_GPU)

bool arms_on_card(const ulna_scenario *scenario, const ulna_run_options *with, const card_arms *arms,
                  char why[CARD_WHY])
{
  (void)scenario, (void)with, (void)arms;
  snprintf(why, CARD_WHY,
           "this command was built without libulna_gpu: build with -DULNA_GPU=ON where CUDA is, or use cpu");
  return false;
}

#else

#  include <math.h>
#  include <stdlib.h>
#  include <string.h>

#  include "run/run.h"
#  include "ulna/gpu.h"

/* The part of a scenario that a card cannot do; NULL: none. */
static const char *beyond(const ulna_scenario *s)
{
  const ulna_controller_options *c = &s->controller;
  if (s->method != METHOD_RK4 && s->method != METHOD_SEMI_IMPLICIT)
    return "steps by tolerance or of Euler's method";
  if (s->plant.driven_by != ULNA_DRIVEN_BY_TORQUE) return "drives by forces, currents or voltages";
  if (s->plant.by_method) return "another method of forward dynamics";
  if (s->hand_wrench) return "a wrench on the hand";
  if (s->base) return "a moving base";
  if (s->payload_count > 0) return "payloads picked up";
  if (s->surface.present) return "a surface";
  if (s->sensors) return "sensors with errors";
  if (s->current_loop) return "a current loop";
  if (s->push_count > 0 || s->retuning_count > 0) return "changes by hand";
  if (!s->controlled) return "no controller";
  if (c->kind != ULNA_CONTROL_COMPUTED_TORQUE) return "a controller other than computed-torque";
  if (c->output != ULNA_CONTROL_TORQUE || s->control_delay > 0)
    return "a controller with a delay or other output than torque";
  if (c->joints.by_load || c->joints.ki) return "gains by load or an integral";
  if (c->friction.by != ULNA_COMPENSATE_NOTHING) return "compensated friction";
  if (c->effort) return "efforts of the controller's own";
  if (s->control_model) return "a controller whose model is wrong from the start";
  if (fabs(c->period / s->step - 1) > 1e-9) return "a controller's period that is not the step";
  for (int i = 0; i < s->segment_count; i++)
    if (s->segments[i].hand || s->segments[i].push) return "set points of the hand";
  return NULL;
}

/* The start of every arm, the set points of all, gains. */
typedef struct {
  float *q, *qd, *error, *want;
  double *kp, *kd;
} card_arrays;

static bool take_arrays(card_arrays *a, size_t n, size_t count, size_t steps)
{
  a->q = calloc(n * count, sizeof *a->q), a->qd = calloc(n * count, sizeof *a->qd);
  a->error = calloc(count, sizeof *a->error), a->want = calloc(steps * 3 * n, sizeof *a->want);
  a->kp = calloc(n, sizeof *a->kp), a->kd = calloc(n, sizeof *a->kd);
  return a->q && a->qd && a->error && a->want && a->kp && a->kd;
}

static void free_arrays(card_arrays *a)
{
  free(a->q), free(a->qd), free(a->error), free(a->want), free(a->kp), free(a->kd);
}

static void fill_arrays(card_arrays *a, ulna_run *run, size_t count, size_t steps)
{
  const ulna_scenario *s = &run->scenario;
  const ulna_joint_gains *g = &s->controller.joints;
  const size_t n = (size_t)s->n;
  for (size_t i = 0; i < n; i++) {
    for (size_t k = 0; k < count; k++)
      a->q[i * count + k] = (float)s->q[i], a->qd[i * count + k] = (float)s->qd[i];
    a->kp[i] = g->kp ? g->kp[i] : g->frequency * g->frequency;
    a->kd[i] = g->kv ? g->kv[i] : 2 * g->damping_ratio * g->frequency;
  }
  for (size_t k = 0; k < steps; k++) {
    run_set_point *p = &run->set_point;
    ulna_run_set_point(run, (double)k * s->step, p);
    const double *const from[3] = {p->q, p->qd, p->qdd};
    for (size_t w = 0; w < 3; w++)
      for (size_t i = 0; i < n; i++) a->want[(k * 3 + w) * n + i] = (float)from[w][i];
  }
}

static bool roll_out(ulna_gpu *gpu, ulna_run *run, const card_arms *arms, char why[CARD_WHY])
{
  const ulna_scenario *s = &run->scenario;
  const size_t steps = (size_t)llround(s->duration / s->step), count = arms->count;
  card_arrays a = {.q = NULL};
  ulna_gpu_rollout_options o = ulna_gpu_rollout_options_default();
  ulna_status status = take_arrays(&a, (size_t)s->n, count, steps) ? ULNA_OK : ULNA_OUT_OF_MEMORY;
  if (status == ULNA_OK) {
    fill_arrays(&a, run, count, steps);
    for (size_t k = 0; k < count && !s->plant.friction; k++) arms->friction[k] = 0;
    o.step = s->step, o.steps = (long)steps, o.semi_implicit = s->method == METHOD_SEMI_IMPLICIT;
    o.control = ULNA_GPU_COMPUTED, o.kp = a.kp, o.kd = a.kd, o.desired = a.want, o.limits = true;
    o.stops = s->plant.stops, o.restitution = s->plant.restitution, o.rest_speed = s->plant.rest_speed;
    o.stop_stiffness = s->plant.stop_stiffness, o.stop_damping = s->plant.stop_damping;
    o.masses = arms->masses, o.payload = arms->payload, o.friction = arms->friction, o.error = a.error;
    status = ulna_gpu_rollout_host(gpu, &o, count, a.q, a.qd, NULL, a.q, a.qd);
  }
  if (status != ULNA_OK) snprintf(why, CARD_WHY, "%s: %s", ulna_status_text(status), ulna_gpu_failure(gpu));
  for (size_t k = 0; k < count && status == ULNA_OK; k++)
    arms->off[k] = isfinite(a.error[k]) && isfinite(a.q[k]) ? (double)a.error[k] : (double)INFINITY;
  free_arrays(&a);
  return status == ULNA_OK;
}

static bool run_there(ulna_run *run, const card_arms *arms, char why[CARD_WHY])
{
  const char *what = beyond(&run->scenario);
  if (what) {
    snprintf(why, CARD_WHY, "the scenario has %s, which a graphics card cannot do; use cpu", what);
    return false;
  }
  ulna_gpu *gpu = NULL;
  ulna_gpu_options o = ulna_gpu_options_default();
  o.single = true, o.drives = ULNA_GPU_DRY;
  const ulna_status status = ulna_gpu_create(run->scenario.model, &o, &gpu);
  if (status != ULNA_OK) {
    snprintf(why, CARD_WHY, "%s",
             status == ULNA_UNSUPPORTED ? "a graphics card cannot do the robot's drives or joints; use cpu"
                                        : ulna_status_text(status));
    return false;
  }
  const bool good = roll_out(gpu, run, arms, why);
  ulna_gpu_destroy(gpu);
  return good;
}

bool arms_on_card(const ulna_scenario *scenario, const ulna_run_options *with, const card_arms *arms,
                  char why[CARD_WHY])
{
  const char *no_card = NULL;
  if (ulna_gpu_card_count(&no_card) == 0) {
    snprintf(why, CARD_WHY, "no card: %s", no_card);
    return false;
  }
  ulna_run *run = NULL;
  ulna_report *report = NULL;
  ulna_status status = ulna_report_create(NULL, &report);
  if (status == ULNA_OK) status = ulna_run_create(scenario, with, NULL, report, &run);
  const ulna_problem *p =
      report && ulna_report_count(report, ULNA_NOTE) > 0 ? ulna_report_get(report, 0) : NULL;
  if (status != ULNA_OK) snprintf(why, CARD_WHY, "%s", p ? p->text : ulna_status_text(status));
  const bool good = status == ULNA_OK && run_there(run, arms, why);
  ulna_run_destroy(run);
  ulna_report_destroy(report);
  return good;
}

#endif
