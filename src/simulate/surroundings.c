/* The surroundings of a run's plant between breaks: held commands and channels, a moving base, forces on the hand. */
#include <math.h>
#include <string.h>

#include "dynamics/tool_motion.h"
#include "model/pose.h"
#include "simulate/simulation.h"
#include "work/work.h"

/* The time at which channels are asked: within the piece that holds, whose end belongs to the next. */
static double in_piece(const ulna_simulation *s, double t)
{
  return t < s->piece_start ? s->piece_start
         : t < s->piece_end ? t
                            : nextafter(s->piece_end, -(double)INFINITY);
}

double ulna_next_channel_break(const ulna_simulation *s, double t)
{
  const ulna_simulation_options *o = &s->options;
  double next = (double)INFINITY;
  for (int i = 0; o->input && i < s->n; i++) next = fmin(next, ulna_channel_next_break(&o->input[i], t));
  for (int k = 0; o->hand_wrench && k < 6; k++)
    next = fmin(next, ulna_channel_next_break(&o->hand_wrench[k], t));
  for (int k = 0; o->base && k < 6; k++) next = fmin(next, ulna_channel_next_break(&o->base[k], t));
  return next;
}

/* Level in this piece: a sum of signals that only ever step. */
static bool is_level(const ulna_channel *channel)
{
  for (int k = 0; k < channel->count; k++) {
    const ulna_signal_kind kind = channel->signals[k].kind;
    if (kind != ULNA_SIGNAL_CONSTANT && kind != ULNA_SIGNAL_STEP && kind != ULNA_SIGNAL_TABLE_HOLD)
      return false;
  }
  return true;
}

void ulna_begin_piece(ulna_simulation *s)
{
  double value[3];
  s->is_level = true;
  for (int i = 0; i < s->n; i++) {
    s->level[i] = 0;
    if (!s->options.input) continue;
    s->is_level = s->is_level && is_level(&s->options.input[i]);
    ulna_channel_value(&s->options.input[i], s->piece_start, value);
    s->level[i] = value[0];
  }
}

/* With current loops the plant gets the loops' voltages; command and channels give the desired current at the loops'
 * instants. */
static void input(void *context, double t, const double q[], const double qd[], double u[])
{
  const ulna_simulation *s = context;
  const int n = s->n;
  const double *held = s->control.held;
  (void)q, (void)qd;
  if (s->options.current_loop) {
    memcpy(u, s->current.held, (size_t)n * sizeof *u);
    return;
  }
  if (s->is_level) {
    for (int i = 0; i < n; i++) u[i] = held[i] + s->level[i];
    return;
  }
  const double at = in_piece(s, t);
  double value[3];
  for (int i = 0; i < n; i++) {
    ulna_channel_value(&s->options.input[i], at, value);
    u[i] = held[i] + value[0];
  }
}

/* R = Rz(yaw) Ry(pitch) Rx(roll) and p over time give the motion of the moved frame in its own axes:
 *   w  = (r' − y' sin p,  p' cos r + y' sin r cos p,  −p' sin r + y' cos r cos p),
 * wd its derivative by components (which is the angular acceleration's, since w × w = 0), v = Rᵀ p', a = Rᵀ p''. */
void ulna_base_at(const ulna_simulation *s, double t, base_instant *at)
{
  static const base_instant rest;
  *at = rest;
  at->displacement = ulna_pose_identity();
  if (!s->options.base) return;
  double x[6][3], position[3], angles[3];
  for (int k = 0; k < 6; k++) ulna_channel_value(&s->options.base[k], in_piece(s, t), x[k]);
  for (int k = 0; k < 3; k++) position[k] = x[k][0], angles[k] = x[3 + k][0];
  at->displacement = ulna_pose_from_rpy(position, angles);

  const double sr = sin(angles[0]), cr = cos(angles[0]), sp = sin(angles[1]), cp = cos(angles[1]);
  const double r1 = x[3][1], p1 = x[4][1], y1 = x[5][1], r2 = x[3][2], p2 = x[4][2], y2 = x[5][2];
  double *w = at->motion.angular_velocity, *wd = at->motion.angular_acceleration;
  w[0] = r1 - y1 * sp;
  w[1] = p1 * cr + y1 * sr * cp;
  w[2] = -p1 * sr + y1 * cr * cp;
  wd[0] = r2 - y2 * sp - y1 * p1 * cp;
  wd[1] = p2 * cr - p1 * r1 * sr + y2 * sr * cp + y1 * (r1 * cr * cp - p1 * sr * sp);
  wd[2] = -p2 * sr - p1 * r1 * cr + y2 * cr * cp - y1 * (r1 * sr * cp + p1 * cr * sp);
  const double velocity[3] = {x[0][1], x[1][1], x[2][1]}, acceleration[3] = {x[0][2], x[1][2], x[2][2]};
  ulna_rotate_back(&at->displacement, velocity, at->motion.velocity);
  ulna_rotate_back(&at->displacement, acceleration, at->motion.acceleration);
}

/* A work turns gravity from the world by the base's orientation in the file, B. In the axes of a base displaced by R it
 * is Rᵀ Bᵀ g, which is what B R ᵀ Bᵀ g becomes there. */
static void move_base(ulna_simulation *s, double t, ulna_work *work)
{
  base_instant at;
  double g[3];
  const ulna_pose *B = &s->model->given.base;
  ulna_base_at(s, t, &at);
  ulna_rotate_back(B, s->model->given.gravity, g);
  ulna_rotate_back(&at.displacement, g, g);
  ulna_rotate(B, g, g);
  ulna_work_set_gravity(work, g);
  ulna_work_set_base_motion(work, &at.motion);
}

static double depth_of(const ulna_simulation *s, const double p[3])
{
  const vec3 from = vec3_sub(vec3_of(p), vec3_of(s->options.surface.point));
  return -vec3_dot(vec3_of(s->normal), from);
}

double ulna_depth(ulna_simulation *s, ulna_work *work, const double q[])
{
  ulna_pose hand;
  ulna_hand_pose(s->model, work, q, &hand);
  return depth_of(s, hand.p);
}

/* The surface's force on the hand, base axes; see ulna_surface. */
static vec3 press_surface(ulna_simulation *s, const ulna_pose *hand, const double moves[6])
{
  const ulna_surface *x = &s->options.surface;
  s->depth = depth_of(s, hand->p);
  if (!(s->depth > 0)) return vec3_zero();
  const vec3 normal = vec3_of(s->normal), v = vec3_of(moves + 3);
  const double deeper = -vec3_dot(normal, v);
  const double force = x->stiffness * s->depth * (1 + x->damping * deeper);
  if (!(force > 0)) return vec3_zero();
  vec3 f = vec3_scale(force, normal);
  if (x->friction > 0) {
    const vec3 slip = vec3_add(v, vec3_scale(deeper, normal));
    const double speed = sqrt(vec3_dot(slip, slip) + x->slip_speed * x->slip_speed);
    f = vec3_sub(f, vec3_scale(x->friction * force / speed, slip));
  }
  return f;
}

/* A vector in the axes of the options turned into tool axes. */
static void into_tool(const ulna_simulation *s, const ulna_pose *hand, double t, double v[3])
{
  if (s->options.hand_axes == ULNA_AXES_TOOL) return;
  if (s->options.hand_axes == ULNA_AXES_WORLD) {
    base_instant at;
    ulna_rotate_back(&s->model->given.base, v, v);
    ulna_base_at(s, t, &at);
    ulna_rotate_back(&at.displacement, v, v);
  }
  ulna_rotate_back(hand, v, v);
}

static void load_hand(ulna_simulation *s, double t, const double q[], const double qd[], ulna_work *work)
{
  const ulna_simulation_options *o = &s->options;
  double value[3], moves[6];
  ulna_pose hand;
  if (o->surface.present || o->hand_axes != ULNA_AXES_TOOL)
    ulna_tool_motion(s->model, work, q, qd, &hand, moves);
  for (int k = 0; k < 6; k++) {
    s->wrench[k] = 0;
    if (!o->hand_wrench || o->hand_wrench[k].count == 0) continue;
    ulna_channel_value(&o->hand_wrench[k], in_piece(s, t), value);
    s->wrench[k] = value[0];
  }
  if (o->hand_wrench) into_tool(s, &hand, t, s->wrench), into_tool(s, &hand, t, s->wrench + 3);
  if (o->surface.present) {
    double in_tool[3];
    vec3_store(press_surface(s, &hand, moves), s->contact);
    ulna_rotate_back(&hand, s->contact, in_tool);
    for (int k = 0; k < 3; k++) s->wrench[k] += in_tool[k];
  }
  ulna_work_set_hand_wrench(work, s->wrench, s->wrench + 3);
}

static void environment(void *context, double t, const double q[], const double qd[], ulna_work *work)
{
  ulna_simulation *s = context;
  if (s->options.base) move_base(s, t, work);
  if (s->options.hand_wrench || s->options.surface.present) load_hand(s, t, q, qd, work);
}

/* Positive while the hand stays on its side of the surface. */
static void guards(void *context, double t, const double q[], const double qd[], ulna_work *work, double g[])
{
  ulna_simulation *s = context;
  const double depth = ulna_depth(s, work, q);
  (void)t, (void)qd;
  g[0] = s->touching ? depth : -depth;
}

static void crossed(void *context, int which, double t, const ulna_event_sink *sink)
{
  ulna_simulation *s = context;
  (void)which;
  s->touching = !s->touching;
  const ulna_event event = {t, s->touching ? ULNA_EVENT_CONTACT : ULNA_EVENT_RELEASE, 0, !s->touching,
                            s->touching};
  if (sink && sink->happened) sink->happened(sink->context, &event);
}

ulna_surroundings ulna_simulation_surroundings(ulna_simulation *s)
{
  const ulna_simulation_options *o = &s->options;
  const bool acts = o->base || o->hand_wrench || o->surface.present;
  ulna_surroundings around = {.context = s, .input = input, .environment = acts ? environment : NULL};
  if (o->surface.present) around.guard_count = 1, around.guards = guards, around.crossed = crossed;
  return around;
}
