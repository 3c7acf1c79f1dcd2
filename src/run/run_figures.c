/* Figures of how a run followed its trajectory and pressed on its surface, gathered row by row. */
#include <math.h>
#include <string.h>

#include "dynamics/rotation.h"
#include "kernel/chain_numbers.h"
#include "run/run.h"
#include "text/text.h"

/* Names, units and places of the actuators for a reference. */
static ulna_status start_reference(ulna_run *run)
{
  const ulna_scenario *s = &run->scenario;
  const size_t n = (size_t)s->n;
  run->last_q_a = arena_take_array(&run->memory, n, sizeof *run->last_q_a);
  const char **names = arena_take_array(&run->memory, n, sizeof *names);
  const char **units = arena_take_array(&run->memory, n, sizeof *units);
  if (run->memory.failed) return ULNA_OUT_OF_MEMORY;
  for (int a = 0; a < s->n; a++) {
    const int drive = ulna_actuator_drive(s->model, a), joint = ulna_actuator_joint(s->model, a);
    const bool turns = drive >= 0 ? ulna_model_drive(s->model, drive)->kind == ULNA_ROTARY
                                  : ulna_model_joint(s->model, joint)->type == ULNA_REVOLUTE;
    names[a] = ulna_actuator_name(s->model, a);
    units[a] = turns ? "rad" : "m";
    run->last_q_a[a] = (double)NAN;
  }
  run->reference = (ulna_run_reference){.source = s->reference,
                                        .count = s->n,
                                        .expected = s->reference_q_a,
                                        .reached = run->last_q_a,
                                        .name = names,
                                        .unit = units};
  return ULNA_OK;
}

ulna_status ulna_run_figures_start(ulna_run *run)
{
  const ulna_scenario *s = &run->scenario;
  const size_t count = (size_t)s->segment_count;
  const double none = (double)NAN;
  run->tracking = arena_take_array(&run->memory, count, sizeof *run->tracking);
  run->tracking_sums = arena_take_array(&run->memory, count, sizeof *run->tracking_sums);
  for (int i = 0; i < s->segment_count && !run->memory.failed; i++) {
    const scenario_segment *segment = &s->segments[i];
    const char *name = segment->name ? segment->name : ulna_text_format(&run->memory, "segment %d", i + 1);
    run->tracking[i] = (ulna_run_tracking){.name = name,
                                           .start = segment->start,
                                           .end = segment->start + segment->duration,
                                           .off_rms = none,
                                           .off_largest = none,
                                           .lag_rms = none,
                                           .lag_largest = none,
                                           .turned_largest = none};
    if (segment->push && vec3_dot(vec3_of(segment->push), vec3_of(segment->push)) > 0) run->pushes = true;
  }
  run->contact = (ulna_run_contact){.touched = none,
                                    .desired = none,
                                    .settling = s->settling,
                                    .mean = none,
                                    .least = none,
                                    .largest = none,
                                    .peak = none,
                                    .bounce = none};
  run->control = (ulna_run_control){.error_rms = none,
                                    .error_largest = none,
                                    .turned_rms = none,
                                    .turned_largest = none,
                                    .step_time = none};
  return run->memory.failed ? ULNA_OUT_OF_MEMORY : start_reference(run);
}

/* v without its part along d; all of v where d has no direction. */
static vec3 beside(vec3 v, vec3 d)
{
  const double square = vec3_dot(d, d);
  return square > 0 ? vec3_sub(v, vec3_scale(vec3_dot(v, d) / square, d)) : v;
}

static double length(vec3 v) { return sqrt(vec3_dot(v, v)); }

/* The desired pose at time t and, by the desired velocity, the path's direction. */
static vec3 desired_at(ulna_run *run, double t, ulna_pose *pose)
{
  run_set_point *p = &run->row_set_point;
  ulna_run_set_point(run, t, p);
  double twist[6];
  if (p->hand) {
    *pose = p->pose;
    return vec3_of(p->twist + 3);
  }
  ulna_hand_pose(run->scenario.model, run->work, p->q, pose);
  ulna_point_motion(run->scenario.model, run->work, NULL, ULNA_AXES_BASE, p->q, p->qd, p->qdd, twist, NULL);
  return vec3_of(twist + 3);
}

static double angle_between(const ulna_pose *a, const ulna_pose *b)
{
  mat3 R;  // a · bᵗ
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) R.e[i][j] = vec3_dot(vec3_of(a->R[i]), vec3_of(b->R[j]));
  return length(rotation_log(&R));
}

/* The direction in which the segment's push lets the hand go, base axes; zero: none. */
static vec3 push_direction(const scenario_segment *segment, const ulna_pose *hand)
{
  vec3 d = vec3_zero();
  for (int k = 0; segment->push && k < 3; k++)
    d = vec3_add(d, vec3_scale(segment->push[k], vec3_make(hand->R[0][k], hand->R[1][k], hand->R[2][k])));
  return d;
}

/* Either may be NaN, which is nothing yet. */
static double largest_of(double known, double x) { return known > x || isnan(x) ? known : x; }

static void track(ulna_run *run, const ulna_sample *sample)
{
  ulna_pose desired, unused;
  desired_at(run, sample->t, &desired);
  const int k = run->row_set_point.segment;
  const scenario_segment *segment = k >= 0 ? &run->scenario.segments[k] : NULL;
  if (!segment || sample->t > (segment->start + segment->duration) * (1 + 1e-12)) return;

  // at rest, at either end, a path's direction is that of the motion a moment inwards
  const double inwards = 1e-3 * segment->duration, end = segment->start + segment->duration;
  const double moving = fmin(fmax(sample->t, segment->start + inwards), end - inwards);
  const vec3 push = push_direction(segment, &sample->hand);
  const vec3 along = beside(desired_at(run, moving, &unused), push);
  const vec3 error = beside(vec3_sub(vec3_of(desired.p), vec3_of(sample->hand.p)), push);
  const double off = length(beside(error, along)), speed = length(along);
  const double lag = speed > 0 ? fabs(vec3_dot(error, along)) / speed : 0;

  ulna_run_tracking *f = &run->tracking[k];
  tracking_sums *sums = &run->tracking_sums[k];
  const double turned = angle_between(&desired, &sample->hand);
  sums->rows++;
  sums->off += off * off;
  sums->lag += lag * lag;
  sums->turned += turned * turned;
  f->off_largest = largest_of(f->off_largest, off);
  f->lag_largest = largest_of(f->lag_largest, lag);
  f->turned_largest = largest_of(f->turned_largest, turned);
  run->control.error_largest = largest_of(run->control.error_largest, hypot(off, lag));
}

/* The push desired at time t, N; 0: none. Where no segment pushes, every instant counts: NaN. */
static double push_at(const ulna_run *run)
{
  if (!run->pushes) return (double)NAN;
  const int k = run->row_set_point.segment;
  const double *push = k >= 0 ? run->scenario.segments[k].push : NULL;
  return push ? length(vec3_of(push)) : 0;
}

static void touch(ulna_run *run, const ulna_sample *sample)
{
  ulna_run_contact *c = &run->contact;
  const double push = push_at(run);
  if (isnan(c->touched) && sample->depth > 0) c->touched = sample->t;
  if (isnan(c->touched)) return;
  const vec3 normal = vec3_of(run->scenario.surface.normal);
  const double force = vec3_dot(vec3_of(sample->contact_force), normal) / length(normal);
  c->peak = largest_of(c->peak, force);
  if (push == 0) return;
  c->desired = push;
  c->bounce = largest_of(c->bounce, fmax(0, -sample->depth));
  if (sample->t < c->touched + c->settling) return;
  run->force_sum += force;
  run->force_rows++;
  c->least = c->least < force ? c->least : force;
  c->largest = largest_of(c->largest, force);
}

void ulna_run_figures_row(ulna_run *run, const ulna_sample *sample)
{
  const int n = run->scenario.n;
  run->reference.at_rest = true;
  for (int i = 0; i < n; i++) {
    run->effort_squares[i] += sample->tau[i] * sample->tau[i];
    run->reference.at_rest = run->reference.at_rest && sample->qd[i] == 0;
  }
  memcpy(run->last_q_a, sample->q_a, (size_t)n * sizeof *run->last_q_a);
  if (run->scenario.segment_count > 0) track(run, sample);
  if (run->scenario.surface.present) touch(run, sample);
}

/* The whole, from its segments. */
static void close_control(ulna_run *run)
{
  ulna_run_control *c = &run->control;
  tracking_sums all = {0};
  for (int i = 0; i < run->scenario.segment_count; i++) {
    const tracking_sums *sums = &run->tracking_sums[i];
    all.rows += sums->rows, all.off += sums->off, all.lag += sums->lag, all.turned += sums->turned;
    c->turned_largest = largest_of(c->turned_largest, run->tracking[i].turned_largest);
  }
  if (all.rows > 0) {
    c->error_rms = sqrt((all.off + all.lag) / (double)all.rows);
    c->turned_rms = sqrt(all.turned / (double)all.rows);
  }
  const ulna_control_fault *fault = ulna_controller_fault(run->controller);
  ulna_control_fault_format(fault, run->fault, sizeof run->fault);
  c->kind = ulna_run_controller(run);
  c->saturated = run->saturated;
  c->stage_changes = ulna_controller_outcome(run->controller)->stage_changes;
  c->lowered = ulna_controller_outcome(run->controller)->lowered;
  c->step_time = ulna_run_step_time(run);
  c->fault = fault->kind != ULNA_CONTROL_FAULT_NONE ? run->fault : NULL;
}

void ulna_run_figures_close(ulna_run *run)
{
  for (int i = 0; i < run->scenario.segment_count; i++) {
    const tracking_sums *sums = &run->tracking_sums[i];
    if (sums->rows == 0) continue;
    run->tracking[i].off_rms = sqrt(sums->off / (double)sums->rows);
    run->tracking[i].lag_rms = sqrt(sums->lag / (double)sums->rows);
  }
  if (run->controller) close_control(run);
  if (run->force_rows > 0) run->contact.mean = run->force_sum / (double)run->force_rows;
}
