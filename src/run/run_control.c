/* The controller of a run: desired motion, known payloads, one step for each sampling instant. */
#include <math.h>
#include <stdio.h>

#include "base/clock.h"
#include "run/run.h"

/* The segment that holds at time t; -1: there is none. */
static int segment_at(const ulna_scenario *s, double t)
{
  int i = s->segment_count - 1;
  while (i > 0 && t < s->segments[i].start) i--;
  return i;
}

void ulna_run_set_point(ulna_run *run, double t, run_set_point *p)
{
  const ulna_scenario *s = &run->scenario;
  const size_t n = (size_t)s->n;
  p->segment = segment_at(s, t);
  for (size_t i = 0; i < n; i++) p->qd[i] = p->qdd[i] = 0;
  for (int k = 0; k < 6; k++) p->twist[k] = p->acceleration[k] = 0;
  p->hand = false;
  memcpy(p->q, s->q, n * sizeof *p->q);
  if (p->segment < 0) return;
  const scenario_segment *segment = &s->segments[p->segment];
  p->hand = segment->hand;
  p->pose = segment->goal;
  memcpy(p->q, segment->goal_q, n * sizeof *p->q);
  if (!segment->trajectory) return;
  // neither fails: t is a number, and the kind is known
  const ulna_status status =
      segment->hand ? ulna_trajectory_sample_hand(segment->trajectory, t - segment->start, &p->pose, p->twist,
                                                  p->acceleration)
                    : ulna_trajectory_sample(segment->trajectory, t - segment->start, p->q, p->qd, p->qdd);
  (void)status;
}

/* Tells the controller the payloads up to time t. */
static ulna_status tell_payloads(ulna_run *run, double t)
{
  const ulna_scenario *s = &run->scenario;
  while (!s->model_error.unknown_payload && run->payloads_told < s->payload_count &&
         s->payloads[run->payloads_told].t <= t) {
    const ulna_payload_change *change = &s->payloads[run->payloads_told++];
    const ulna_status status =
        ulna_work_set_payload(ulna_controller_work(run->controller), change->none ? NULL : &change->body);
    if (status != ULNA_OK) return status;
  }
  return ULNA_OK;
}

bool ulna_run_time_steps(ulna_run *run)
{
  run->step_times = arena_take_array(&run->memory, TIME_BINS, sizeof *run->step_times);
  return run->step_times != NULL;
}

double ulna_run_step_time(const ulna_run *run)
{
  long count = 0, below = 0;
  for (int k = 0; run->step_times && k < TIME_BINS; k++) count += run->step_times[k];
  if (count == 0) return (double)NAN;
  int k = 0;
  while (2 * (below += run->step_times[k]) < count) k++;
  return 1e-9 * exp2((k + 0.5) / TIME_BINS_PER_OCTAVE);
}

static ulna_status timed_step(ulna_run *run, const ulna_measured *measured, const ulna_desired *desired,
                              double u[])
{
  if (!run->step_times) return ulna_controller_step(run->controller, measured, desired, u);
  const double start = clock_seconds();
  const ulna_status status = ulna_controller_step(run->controller, measured, desired, u);
  const double bin = TIME_BINS_PER_OCTAVE * log2(1e9 * (clock_seconds() - start));
  run->step_times[bin > 0 ? bin < TIME_BINS ? (int)bin : TIME_BINS - 1 : 0]++;
  return status;
}

static ulna_status step(void *context, const ulna_measured *measured, double u[])
{
  ulna_run *run = context;
  const ulna_scenario *s = &run->scenario;
  ulna_status status = tell_payloads(run, measured->t);
  if (status == ULNA_OK) status = ulna_run_retune(run, measured->t);
  if (status != ULNA_OK) return status;
  run_set_point *p = &run->set_point;
  ulna_run_set_point(run, measured->t, p);
  const scenario_segment *segment = p->segment >= 0 ? &s->segments[p->segment] : NULL;
  ulna_desired desired = {.push = segment ? segment->push : NULL,
                          .stage = segment ? segment->stage : ULNA_STAGE_ANY};
  if (p->hand) {
    desired.pose = &p->pose;
    desired.twist = p->twist;
    desired.acceleration = p->acceleration;
    desired.goal = &segment->goal;
  } else {
    desired.q = p->q;
    desired.qd = p->qd;
    desired.qdd = p->qdd;
    desired.goal_q = segment ? segment->goal_q : s->q;
  }
  status = timed_step(run, measured, &desired, u);
  if (ulna_controller_outcome(run->controller)->saturated) run->saturated++;
  ulna_run_watch_step(run, measured, status == ULNA_HOLDING);
  return status == ULNA_HOLDING ? ULNA_OK
                                : status;  // the arm is held, which is a stage, and the summary says why
}

static int stage(void *context) { return (int)ulna_controller_stage(((ulna_run *)context)->controller); }

static int set_point(void *context) { return ((ulna_run *)context)->set_point.segment; }

ulna_status ulna_run_make_controller(ulna_run *run)
{
  const ulna_scenario *s = &run->scenario;
  const size_t n = (size_t)s->n;
  for (int k = 0; k < 2; k++) {
    run_set_point *p = k == 0 ? &run->set_point : &run->row_set_point;
    p->q = arena_take_array(&run->memory, n, sizeof *p->q);
    p->qd = arena_take_array(&run->memory, n, sizeof *p->qd);
    p->qdd = arena_take_array(&run->memory, n, sizeof *p->qdd);
  }
  if (run->memory.failed) return ULNA_OUT_OF_MEMORY;
  if (!s->controlled) return ULNA_OK;
  ulna_status status = ulna_work_create(s->model, ULNA_PARTS_NONE, &run->allocator, &run->work);
  if (status == ULNA_OK)
    status = ulna_controller_create(s->control_model ? s->control_model : s->model, &s->controller,
                                    &run->allocator, &run->controller);
  if (status != ULNA_OK) return status;
  if (s->tare) ulna_controller_tare(run->controller, s->tare);
  run->sampled = (ulna_sampled_controller){.period = s->controller.period,
                                           .delay = s->control_delay,
                                           .context = run,
                                           .step = step,
                                           .stage = stage,
                                           .set_point = set_point};
  return ULNA_OK;
}
