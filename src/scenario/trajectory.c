/* The desired motion: segments of joints and of the hand, one after the other. */
#include <math.h>
#include <stdio.h>

#include "scenario/loading.h"

/* Where the motion has come to. */
typedef struct {
  loading *l;
  ulna_work *work;
  scenario_segment *segment; /* the one being read */
  const node *at;
  where w;
  const double *q; /* n: joints at the end of the last segment */
  ulna_pose hand;  /* and the hand */
  bool by_hand;
} motion;

static const char *const profiles[] = {"cubic", "quintic", "trapezoid"};
static const ulna_profile profile_kinds[] = {ULNA_CUBIC, ULNA_QUINTIC, ULNA_TRAPEZOID};

static ulna_profile read_profile(motion *m, const node *n, where w)
{
  int choice = 1;
  if (n) ulna_yaml_choice(&m->l->r, n, ulna_yaml_inside(w, "profile"), profiles, 3, &choice);
  return profile_kinds[choice];
}

/* Reports the fault of a trajectory at its segment. */
static bool made(motion *m, ulna_status status, const ulna_motion_fault *fault)
{
  if (status == ULNA_OK) return true;
  char text[200];
  if (status == ULNA_OUT_OF_MEMORY) {
    m->l->r.status = status;
  } else {
    ulna_motion_fault_format(fault, text, sizeof text);
    SAY(m->l, "trajectory", m->at, m->w, "%s", text);
  }
  return false;
}

/* n joint positions, those not named as they were. */
static double *read_joints(motion *m, const node *n, where w)
{
  loading *l = m->l;
  double *q = ulna_scenario_take(l, (size_t)l->n + 1, sizeof *q);
  if (!q) return NULL;
  if (m->q) memcpy(q, m->q, (size_t)l->n * sizeof *q);
  return ulna_scenario_joint_motion(l, n, w, false, q) ? q : NULL;
}

/* Position limits of the robot, and the limits that the segment gives. */
static ulna_motion_limits limits_of(motion *m, const field *speed, const field *acceleration, where w)
{
  loading *l = m->l;
  double *lower = ulna_scenario_take(l, (size_t)l->n + 1, sizeof *lower);
  double *upper = ulna_scenario_take(l, (size_t)l->n + 1, sizeof *upper);
  for (int i = 0; i < l->n && lower && upper; i++) {
    lower[i] = ulna_model_joint(l->s->model, i + 1)->limits.lower;
    upper[i] = ulna_model_joint(l->s->model, i + 1)->limits.upper;
  }
  return (ulna_motion_limits){
      .lower = lower,
      .upper = upper,
      .velocity = ulna_scenario_each_positive(l, speed, w, OF_JOINTS, "rad/s", "m/s"),
      .acceleration = ulna_scenario_each_positive(l, acceleration, w, OF_JOINTS, "rad/s²", "m/s²")};
}

/* Ends the segment at joints q, and finds the hand there. */
static void end_at_joints(motion *m, const double *q)
{
  m->segment->hand = m->by_hand = false;
  m->q = m->segment->goal_q = q;
  ulna_hand_pose(m->l->s->model, m->work, q, &m->hand);
  m->segment->goal = m->hand;
}

static bool make_joints(motion *m, const ulna_joint_motion *joints, const double *goal)
{
  ulna_motion_fault fault;
  const ulna_status status =
      ulna_joint_trajectory_create(joints, m->l->r.in->allocator, &fault, &m->segment->trajectory);
  if (!made(m, status, &fault)) return false;
  end_at_joints(m, goal);
  return true;
}

/* move: {to, profile, duration | speed and acceleration} */
static bool read_move(motion *m, const node *n, where w)
{
  loading *l = m->l;
  enum { TO, PROFILE, DURATION, SPEED, ACCELERATION, COUNT };
  field f[COUNT] = {{.name = "to", .required = true},
                    {.name = "profile"},
                    {.name = "duration"},
                    {.name = "speed"},
                    {.name = "acceleration"}};
  if (!ulna_yaml_fields(&l->r, n, w, "a move", f, COUNT)) return false;
  const int errors = l->r.errors;
  const double *to = read_joints(m, f[TO].value, ulna_yaml_inside(w, "to"));
  ulna_joint_motion joints = ulna_joint_motion_default();
  joints.profile = read_profile(m, f[PROFILE].value, w);
  joints.joints = l->n;
  joints.limits = limits_of(m, &f[SPEED], &f[ACCELERATION], w);
  double time[2] = {0, 0};
  if (f[DURATION].value &&
      ulna_scenario_positive(l, f[DURATION].value, ulna_yaml_inside(w, "duration"), "s", &time[1]))
    joints.time = time;
  double *points = ulna_scenario_take(l, 2 * (size_t)l->n + 1, sizeof *points);
  if (!to || !points || !l->n || l->r.errors != errors) return false;
  memcpy(points, m->q, (size_t)l->n * sizeof *points);
  memcpy(points + l->n, to, (size_t)l->n * sizeof *points);
  joints.q = points;
  return make_joints(m, &joints, to);
}

/* through: {points, time, profile}: the start, then the points at their times. */
static bool read_through(motion *m, const node *n, where w)
{
  loading *l = m->l;
  field f[] = {{.name = "points", .required = true}, {.name = "time", .required = true}, {.name = "profile"}};
  if (!ulna_yaml_fields(&l->r, n, w, "a motion through points", f, 3)) return false;
  const int errors = l->r.errors;
  static const char *const words[] = {"spline", "natural-spline", "cubic", "quintic"};
  static const ulna_profile kinds[] = {ULNA_SPLINE_CLAMPED, ULNA_SPLINE_NATURAL, ULNA_CUBIC, ULNA_QUINTIC};
  int choice = 0, times = 0;
  if (f[2].value) ulna_yaml_choice(&l->r, f[2].value, ulna_yaml_inside(w, "profile"), words, 4, &choice);
  const double *time = NULL;
  const where at = ulna_yaml_inside(w, "points");
  if (!ulna_scenario_numbers(l, f[1].value, ulna_yaml_inside(w, "time"), "s", 1, &time, &times) ||
      !f[0].value || !ulna_yaml_list(&l->r, f[0].value, at, "points"))
    return false;
  const int count = f[0].value->count;
  if (times != count) {
    SAY(l, "width", f[1].value, m->w, "there are %d points and %d times; each point needs one", count, times);
    return false;
  }
  if (!ulna_scenario_times_rise(l, f[1].value, m->w, time, times)) return false;
  double *points = ulna_scenario_take(l, (size_t)(count + 1) * (size_t)l->n + 1, sizeof *points);
  double *from_zero = ulna_scenario_take(l, (size_t)count + 1, sizeof *from_zero);
  if (!points || !from_zero) return false;
  if (l->n) memcpy(points, m->q, (size_t)l->n * sizeof *points);
  memcpy(from_zero + 1, time, (size_t)count * sizeof *time);
  int i = 0;
  for (const node *item = f[0].value->first; item; item = item->next, i++) {
    double *point = points + (size_t)(i + 1) * (size_t)l->n;
    if (l->n) memcpy(point, point - l->n, (size_t)l->n * sizeof *point);
    ulna_scenario_joint_motion(l, item, ulna_yaml_inside(at, "[%d]", i), false, point);
  }
  if (!l->n || l->r.errors != errors) return false;
  const field none = {.name = ""};
  ulna_joint_motion joints = {.profile = kinds[choice],
                              .joints = l->n,
                              .points = count + 1,
                              .q = points,
                              .time = from_zero,
                              .limits = limits_of(m, &none, &none, w)};
  return make_joints(m, &joints, points + (size_t)count * (size_t)l->n);
}

/* The joints that bring the hand to the segment's goal, from those before; if there are none, it is out of reach. */
static bool end_at_hand(motion *m)
{
  loading *l = m->l;
  double *q = ulna_scenario_take(l, (size_t)l->n + 1, sizeof *q);
  if (!q) return false;
  if (ulna_trajectory_sample_hand(m->segment->trajectory, (double)INFINITY, &m->hand, NULL, NULL) != ULNA_OK)
    return false;
  ulna_ik_outcome result = {.position_error = (double)NAN};
  ulna_ik_options options = ulna_ik_options_default();
  options.position_tolerance = options.orientation_tolerance = 1e-8;
  ulna_status status = ulna_inverse_kinematics(l->s->model, m->work, &options, &m->hand, m->q, q, &result);
  if (status != ULNA_OK &&
      l->n < 6) {  // fewer joints cannot have every orientation: what can be is the place
    memset(options.weight, 0, 3 * sizeof *options.weight);
    status = ulna_inverse_kinematics(l->s->model, m->work, &options, &m->hand, m->q, q, &result);
  }
  if (status == ULNA_UNSUPPORTED) {
    SAY(l, "unsupported", m->at, m->w,
        "motions of the hand do not support joints that follow others, and %s has one; move the joints",
        l->s->robot);
    return false;
  }
  if (status != ULNA_OK) {
    SAY(l, "unreachable", m->at, m->w,
        "%s cannot bring its hand to the end: %.3g m and %.3g rad are left at best", l->s->robot,
        result.position_error, result.orientation_error);
    return false;
  }
  m->segment->goal = m->hand;
  m->q = m->segment->goal_q = q;
  m->segment->hand = m->by_hand = true;
  return true;
}

/* `to`: a pose; its rpy or xyz left out are as they were. `by`: a way in base axes. */
static void read_goal(motion *m, const node *to, const node *by, where w, ulna_hand_motion *hand)
{
  loading *l = m->l;
  hand->start = hand->goal = m->hand;
  double way[3];
  if (to && by) SAY(l, "value", by, m->w, "the end is given by to and by; keep one");
  if (!to && !by) SAY(l, "missing key", m->at, m->w, "the motion needs \"to\" or \"by\"");
  if (by && ulna_yaml_vector(&l->r, by, ulna_yaml_inside(w, "by"), "m", way))
    for (int k = 0; k < 3; k++) hand->goal.p[k] += way[k];
  if (!to) return;
  bool moved = false, turned = false;
  for (const node *key = to->kind == NODE_MAPPING ? to->first : NULL; key; key = key->next->next) {
    moved |= key->kind == NODE_SCALAR && strcmp(key->text, "xyz") == 0;
    turned |= key->kind == NODE_SCALAR && strcmp(key->text, "rpy") == 0;
  }
  ulna_pose pose;
  if (!ulna_yaml_pose(&l->r, to, ulna_yaml_inside(w, "to"), &pose)) return;
  if (moved) memcpy(hand->goal.p, pose.p, sizeof pose.p);
  if (turned) memcpy(hand->goal.R, pose.R, sizeof pose.R);
}

enum { H_PROFILE, H_DURATION, H_SPEED, H_ACCELERATION, H_TURN_SPEED, H_TURN_ACCELERATION, H_COUNT };
#define HAND_FIELDS                                                                                          \
  {.name = "profile"}, {.name = "duration"}, {.name = "speed"}, {.name = "acceleration"},                    \
      {.name = "angular_speed"},                                                                             \
  {                                                                                                          \
    .name = "angular_acceleration"                                                                           \
  }

static bool make_hand(motion *m, field f[H_COUNT], where w, ulna_hand_motion *hand, int errors)
{
  loading *l = m->l;
  hand->profile = read_profile(m, f[H_PROFILE].value, w);
  const number_field numbers[] = {{"duration", "s", POSITIVE, &hand->duration},
                                  {"speed", "m/s", POSITIVE, &hand->speed},
                                  {"acceleration", "m/s²", POSITIVE, &hand->acceleration},
                                  {"angular_speed", "rad/s", POSITIVE, &hand->angular_speed},
                                  {"angular_acceleration", "rad/s²", POSITIVE, &hand->angular_acceleration}};
  ulna_scenario_number_fields(l, numbers, f + H_DURATION, 5, w);
  if (!l->n || l->r.errors != errors) return false;
  ulna_motion_fault fault;
  const ulna_status status =
      ulna_hand_trajectory_create(hand, l->r.in->allocator, &fault, &m->segment->trajectory);
  return made(m, status, &fault) && end_at_hand(m);
}

/* line: {to | by, …} */
static bool read_line(motion *m, const node *n, where w)
{
  field f[] = {HAND_FIELDS, {.name = "to"}, {.name = "by"}};
  const int errors = m->l->r.errors;
  if (!ulna_yaml_fields(&m->l->r, n, w, "a line", f, H_COUNT + 2)) return false;
  ulna_hand_motion hand = ulna_hand_motion_default();
  read_goal(m, f[H_COUNT].value, f[H_COUNT + 1].value, w, &hand);
  return make_hand(m, f, w, &hand, errors);
}

/* arc: {via, to, …} through a point, or {centre, axis, angle, …} about an axis */
static bool read_arc(motion *m, const node *n, where w)
{
  loading *l = m->l;
  enum { TO = H_COUNT, VIA, CENTRE, AXIS, ANGLE, COUNT };
  field f[COUNT] = {HAND_FIELDS,        {.name = "to"},   {.name = "via"},
                    {.name = "centre"}, {.name = "axis"}, {.name = "angle"}};
  const int errors = l->r.errors;
  if (!ulna_yaml_fields(&l->r, n, w, "an arc", f, COUNT)) return false;
  ulna_hand_motion hand = ulna_hand_motion_default();
  hand.start = hand.goal = m->hand;
  const bool about = f[CENTRE].value || f[AXIS].value || f[ANGLE].value;
  if (about == (f[TO].value || f[VIA].value) ||
      (about && (!f[CENTRE].value || !f[AXIS].value || !f[ANGLE].value)) ||
      (!about && (!f[TO].value || !f[VIA].value))) {
    SAY(l, "missing key", n, m->w, "an arc needs \"via\" and \"to\", or \"centre\", \"axis\" and \"angle\"");
    return false;
  }
  if (about) {
    hand.path = ULNA_ARC_ABOUT;
    ulna_yaml_vector(&l->r, f[CENTRE].value, ulna_yaml_inside(w, "centre"), "m", hand.centre);
    ulna_yaml_vector(&l->r, f[AXIS].value, ulna_yaml_inside(w, "axis"), "", hand.axis);
    ulna_yaml_angle(&l->r, f[ANGLE].value, ulna_yaml_inside(w, "angle"), &hand.angle);
  } else {
    hand.path = ULNA_ARC;
    ulna_yaml_vector(&l->r, f[VIA].value, ulna_yaml_inside(w, "via"), "m", hand.via);
    read_goal(m, f[TO].value, NULL, w, &hand);
  }
  return make_hand(m, f, w, &hand, errors);
}

static bool read_dwell(motion *m, const node *n, where w)
{
  if (!ulna_scenario_positive(m->l, n, w, "s", &m->segment->duration)) return false;
  m->segment->hand = m->by_hand;
  m->segment->goal = m->hand;
  m->segment->goal_q = m->q;
  return true;
}

/* push: {force, moment}: what the hand shall exert on the world, tool axes. */
static void read_push(motion *m, const node *n, where w)
{
  if (!n) return;
  loading *l = m->l;
  field f[] = {{.name = "force"}, {.name = "moment"}};
  double *push = ulna_scenario_take(l, 6, sizeof *push);
  if (!push || !ulna_yaml_fields(&l->r, n, w, "a push", f, 2)) return;
  if (f[0].value) ulna_yaml_vector(&l->r, f[0].value, ulna_yaml_inside(w, "force"), "N", push);
  if (f[1].value) ulna_yaml_vector(&l->r, f[1].value, ulna_yaml_inside(w, "moment"), "N m", push + 3);
  m->segment->push = push;
}

static void read_segment(motion *m, const node *n, where w)
{
  loading *l = m->l;
  enum { MOVE, THROUGH, LINE, ARC, DWELL, KINDS, PUSH = KINDS, STAGE, NAME, COUNT };
  field f[COUNT] = {{.name = "move"},  {.name = "through"}, {.name = "line"},  {.name = "arc"},
                    {.name = "dwell"}, {.name = "push"},    {.name = "stage"}, {.name = "name"}};
  static bool (*const readers[KINDS])(motion *, const node *, where) = {read_move, read_through, read_line,
                                                                        read_arc, read_dwell};
  if (!ulna_yaml_fields(&l->r, n, w, "a segment", f, COUNT)) return;
  int kind = -1, kinds = 0;
  for (int i = 0; i < KINDS; i++)
    if (f[i].value) {
      kind = i;
      kinds++;
    }
  if (kinds != 1) {
    SAY(l, "value", n, w, "a segment is one of move, through, line, arc and dwell, found %d", kinds);
    return;
  }
  const char *name;
  if (f[NAME].value && ulna_yaml_text(&l->r, f[NAME].value, ulna_yaml_inside(w, "name"), &name))
    m->segment->name = ulna_scenario_copy(l, name);
  read_push(m, f[PUSH].value, ulna_yaml_inside(w, "push"));
  static const char *const stages[] = {"any", "gross", "fine", "contact"};
  static const ulna_stage stage_kinds[] = {ULNA_STAGE_ANY, ULNA_STAGE_GROSS, ULNA_STAGE_FINE,
                                           ULNA_STAGE_CONTACT};
  int stage = 0;
  if (f[STAGE].value)
    ulna_yaml_choice(&l->r, f[STAGE].value, ulna_yaml_inside(w, "stage"), stages, 4, &stage);
  m->segment->stage = stage_kinds[stage];
  m->at = f[kind].value;
  m->w = w;
  if (!readers[kind](m, f[kind].value, ulna_yaml_inside(w, "%s", f[kind].name))) return;
  if (m->segment->trajectory) m->segment->duration = ulna_trajectory_duration(m->segment->trajectory);
}

void ulna_scenario_trajectory(loading *l, const node *n, where w)
{
  if (!n) return;
  ulna_scenario *s = l->s;
  w = ulna_yaml_inside(w, "trajectory");
  w.subject = "trajectory";
  if (!ulna_yaml_list(&l->r, n, w, "segments")) return;
  s->segments = ulna_scenario_take(l, (size_t)n->count, sizeof *s->segments);
  motion m = {.l = l, .q = s->q, .hand = ulna_pose_identity()};
  if (l->n && ulna_work_create(s->model, ULNA_PARTS_NONE, l->r.in->allocator, &m.work) != ULNA_OK)
    l->r.status = ULNA_OUT_OF_MEMORY;
  if (l->n && m.work) ulna_hand_pose(s->model, m.work, s->q, &m.hand);
  double end = 0;
  const int errors = l->r.errors;
  for (const node *item = n->first; item && s->segments && l->r.status == ULNA_OK; item = item->next) {
    char subject[YAML_PATH];
    where at = ulna_yaml_inside(w, "[%d]", s->segment_count);
    snprintf(subject, sizeof subject, "%s", at.path);
    at.subject = subject;
    m.segment = &s->segments[s->segment_count++];
    m.segment->start = end;
    read_segment(&m, item, at);
    end += m.segment->duration;
    if (l->r.errors != errors) break;  // where the next begins is not known
  }
  ulna_work_destroy(m.work);
}
