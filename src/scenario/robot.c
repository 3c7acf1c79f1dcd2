/* The robot of a scenario, and where it starts. */
#include <math.h>
#include <stdio.h>

#include "base/nearest.h"
#include "scenario/loading.h"
#include "ulna/follow.h"

/* Reports the first error of a robot where the scenario names it, and its warnings as they are. Notes on written
 * waivers are left out. */
static void tell_robot(loading *l, const node *at, where w, const char *name, const ulna_report *found)
{
  const size_t errors = ulna_report_count(found, ULNA_ERROR);
  bool told = false;
  for (size_t i = 0; i < ulna_report_count(found, ULNA_NOTE); i++) {
    const ulna_problem *p = ulna_report_get(found, i);
    const bool elastic = strcmp(p->condition, "elasticity") == 0;
    if ((p->severity == ULNA_WARNING || (p->severity == ULNA_NOTE && elastic)) && l->r.in->report) {
      if (ulna_report_add(l->r.in->report, p) != ULNA_OK) l->r.status = ULNA_OUT_OF_MEMORY;
    } else if (p->severity == ULNA_ERROR && !told) {
      char line[400], more[120] = "";
      ulna_problem_format(p, line, sizeof line);
      if (errors > 1) snprintf(more, sizeof more, " (%zu more: ulna check %.60s)", errors - 1, name);
      SAY(l, "robot", at, w, "cannot be used: %s%s", line, more);
      told = true;
    }
  }
}

/* Whether a refused file is a robot at all. If not, messages do not quote it: the scenario may name a file that its
 * author may not read. */
static bool is_robot(loading *l, const char *path)
{
  char *text = NULL;
  size_t length = 0;
  if (ulna_text_read_file(path, &l->r.memory, NULL, &text, &length) != ULNA_OK) return false;
  if (strstr(text, "<robot") || strncmp(text, "ulna:", 5) == 0) return true;
  return strstr(text, "\nulna:") || strstr(text, "\"ulna\"");
}

static void load_robot(loading *l, const node *at, where w, const char *name,
                       const ulna_read_options *options)
{
  ulna_report *found = NULL;
  bool quoted = true;
  const ulna_allocator *allocator = l->r.in->allocator;
  ulna_status status = ulna_report_create(allocator, &found);
  if (status == ULNA_OK && names_a_file(name)) {
    const char *path = ulna_scenario_path(l, at, w, name);
    status = !path ? ULNA_BAD_ROBOT : ulna_model_read(path, options, allocator, found, &l->s->model);
    quoted = !path || status == ULNA_OK || status == ULNA_CANNOT_READ || is_robot(l, path);
  } else if (status == ULNA_OK && !ulna_robot_find(name)) {
    const char *close = ulna_robot_nearest(name);
    SAY(l, "unknown robot", at, w, "no robot \"%.60s\" is built in%s%s%s", name,
        close ? "; did you mean \""
              : "; give a built-in's name (ulna robots) or a file (.yaml, .json, .urdf)",
        close ? close : "", close ? "\"?" : "");
  } else if (status == ULNA_OK) {
    status = ulna_robot_load(name, options, allocator, found, &l->s->model);
  }
  if (status == ULNA_OUT_OF_MEMORY) l->r.status = status;
  else if (!quoted) SAY(l, "robot", at, w, "cannot be used: %.200s is not a robot file", name);
  else tell_robot(l, at, w, name, found);
  ulna_report_destroy(found);
}

/* The waivers as the scenario's own, for what is made from its robot later. */
static void keep_accepted(loading *l)
{
  if (l->accept_count == 0) return;
  ulna_waiver *kept = ulna_scenario_take(l, (size_t)l->accept_count, sizeof *kept);
  for (int i = 0; i < l->accept_count && kept; i++)
    kept[i] = (ulna_waiver){.condition = ulna_scenario_copy(l, l->accept[i].condition),
                            .reason = ulna_scenario_copy(l, l->accept[i].reason)};
  if (l->r.status != ULNA_OK) return;
  l->s->accept = kept;
  l->s->accept_count = l->accept_count;
}

/* Waivers for every link and drive; only what can be accepted. */
static void read_accept(loading *l, const node *n, where w)
{
  static const char *const conditions[] = {"mass", "positive_inertia", "triangle_inequality", "far"};
  w.subject = "accept";
  ulna_yaml_waivers(&l->r, n, w, &l->accept, &l->accept_count);
  for (const node *key = n && n->kind == NODE_MAPPING ? n->first : NULL; key; key = key->next->next) {
    if (key->kind != NODE_SCALAR) continue;
    nearest close = nearest_to(key->text);
    bool known = false;
    for (int i = 0; i < 4; i++) {
      known |= strcmp(key->text, conditions[i]) == 0;
      nearest_offer(&close, conditions[i]);
    }
    if (known) continue;
    l->accept_count = 0;  // or the robot's checks would say it again
    SAY(l, "value", key, w, "\"%.60s\" cannot be accepted%s%s%s", key->text,
        close.best ? "; did you mean \"" : "; mass, positive_inertia, triangle_inequality and far can",
        close.best ? close.best : "", close.best ? "\"?" : "");
  }
  keep_accepted(l);
}

/* Joints off a URDF's chain, held at a position: {joint: position}. */
static void read_held(loading *l, const node *n, where w, ulna_read_options *options)
{
  if (!n || !ulna_yaml_mapping(&l->r, n, w, "hold")) return;
  ulna_held_joint *held = arena_take_array(&l->r.memory, (size_t)n->count, sizeof *held);
  if (!held) {
    l->r.status = ULNA_OUT_OF_MEMORY;
    return;
  }
  int count = 0;
  for (const node *key = n->first; key; key = key->next->next) {
    if (!ulna_yaml_key(&l->r, n, key, w)) continue;
    held[count].joint = key->text;
    if (ulna_yaml_angle(&l->r, key->next, ulna_yaml_inside(w, "%.40s", key->text), &held[count].position))
      count++;
  }
  options->held = held;
  options->held_count = count;
}

void ulna_scenario_read_robot(loading *l, const node *n, const node *gravity, const node *tool,
                              const node *accept, where w)
{
  ulna_read_options options = ulna_read_options_default();
  double g[3];
  where at = ulna_yaml_inside(w, "gravity");
  if (gravity && ulna_yaml_vector(&l->r, gravity, at, "m/s²", g)) options.gravity = g;
  ulna_pose pose;
  if (tool && ulna_yaml_pose(&l->r, tool, ulna_yaml_inside(w, "tool"), &pose)) options.tool = &pose;
  read_accept(l, accept, ulna_yaml_inside(w, "accept"));
  if (!n) return;

  at = ulna_yaml_inside(w, "robot");
  at.subject = "robot";
  const char *name = NULL;
  if (n->kind == NODE_MAPPING) {
    field f[] = {
        {.name = "file", .required = true}, {.name = "base_link"}, {.name = "tip_link"}, {.name = "hold"}};
    if (!ulna_yaml_fields(&l->r, n, at, "a robot", f, 4)) return;
    ulna_yaml_text(&l->r, f[0].value, ulna_yaml_inside(at, "file"), &name);
    if (f[1].value) ulna_yaml_text(&l->r, f[1].value, ulna_yaml_inside(at, "base_link"), &options.base_link);
    if (f[2].value) ulna_yaml_text(&l->r, f[2].value, ulna_yaml_inside(at, "tip_link"), &options.tip_link);
    read_held(l, f[3].value, ulna_yaml_inside(at, "hold"), &options);
    if (f[0].value) n = f[0].value;
  } else {
    ulna_yaml_text(&l->r, n, at, &name);
  }
  if (!name) return;
  l->s->robot = ulna_scenario_copy(l, name);
  options.accept = l->accept;
  options.accept_count = l->accept_count;
  if (l->s->robot && l->r.status == ULNA_OK) load_robot(l, n, at, name, &options);
  if (l->s->model) l->n = l->s->n = ulna_model_joint_count(l->s->model);
}

/* `free`: directions of the tool's own axes that the pose leaves open. */
static void read_free(loading *l, const node *n, where w, double weight[6])
{
  static const char *const words[] = {"rx", "ry", "rz", "x", "y", "z"};
  if (!n || !ulna_yaml_list(&l->r, n, w, "directions")) return;
  int i = 0;
  for (const node *item = n->first; item; item = item->next, i++) {
    int direction = 0;
    if (ulna_yaml_choice(&l->r, item, ulna_yaml_inside(w, "[%d]", i), words, 6, &direction))
      weight[direction] = 0;
  }
  if (n->count >= 6) SAY(l, "value", n, w, "free leaves the pose no direction");
}

static void solve_start(loading *l, const node *at, where w, const ulna_pose *pose, const double near[],
                        const ulna_ik_options *options)
{
  ulna_work *work = NULL;
  ulna_ik_outcome result = {.position_error = (double)NAN};
  ulna_status status = ulna_work_create(l->s->model, ULNA_PARTS_NONE, l->r.in->allocator, &work);
  if (status == ULNA_OK)
    status = ulna_inverse_kinematics(l->s->model, work, options, pose, near, l->s->q, &result);
  if (status == ULNA_NOT_CONVERGED)
    SAY(l, "unreachable", at, w,
        "%s cannot bring its hand there: %.3g m and %.3g rad are left at best; move the pose, or leave "
        "directions open with free",
        l->s->robot, result.position_error, result.orientation_error);
  else if (status == ULNA_OUT_OF_MEMORY) l->r.status = status;
  else if (status == ULNA_UNSUPPORTED)
    SAY(l, "unsupported", at, w,
        "a start by the hand does not support joints that follow others, and %s has one; give q",
        l->s->robot);
  else if (status != ULNA_OK)
    SAY(l, "unreachable", at, w, "the pose cannot be used: %s", ulna_status_text(status));
  ulna_work_destroy(work);
}

/* The middle of the limits, 0 where there are none. */
static void middle_of_limits(const ulna_model *model, double q[])
{
  for (int i = 0; i < ulna_model_joint_count(model); i++) {
    const ulna_limits *limits = &ulna_model_joint(model, i + 1)->limits;
    q[i] = isfinite(limits->lower) && isfinite(limits->upper) ? (limits->lower + limits->upper) / 2 : 0;
  }
}

/* Joints from the actuators' positions. Where a screw has two sides the limits may decide, else `near` must. */
static void solve_actuators(loading *l, const node *at, where w, const double q_a[], double near[],
                            bool chosen)
{
  enum { MOST = 16 };
  const size_t n = (size_t)l->n;
  double *all = ulna_scenario_take(l, MOST * n, sizeof *all);
  ulna_work *work = NULL;
  int count = 0, within = 0, take = 0;
  if (!all) return;
  if (!chosen) middle_of_limits(l->s->model, near);
  ulna_status status = ulna_work_create(l->s->model, ULNA_PART_DRIVES, l->r.in->allocator, &work);
  if (status == ULNA_OK) status = ulna_coupling_solutions(l->s->model, work, q_a, near, MOST, all, &count);
  ulna_work_destroy(work);
  if (status == ULNA_OUT_OF_MEMORY) l->r.status = status;
  if (status == ULNA_NOT_CONVERGED)
    SAY(l, "unreachable", at, w, "%s has no posture with these actuator positions", l->s->robot);
  else if (status != ULNA_OK)
    SAY(l, "unreachable", at, w, "q_a cannot be used: %s", ulna_status_text(status));
  if (status != ULNA_OK) return;
  if (count > MOST) count = MOST;
  for (int k = count - 1; k >= 0; k--)
    if (within_limits(l->s->model, all + (size_t)k * n)) within++, take = k;
  if (!chosen && (within ? within : count) > 1) {
    SAY(l, "ambiguous", at, w, "%d postures have these actuator positions; choose one with near: its joints",
        within ? within : count);
    return;
  }
  memcpy(l->s->q, all + (chosen ? 0 : (size_t)take * n), n * sizeof *all);
}

/* A start beyond a limit is a warning; with hard stops it is an error. */
static void check_start(loading *l, const node *at, where w)
{
  for (int i = 0; i < l->n; i++) {
    const ulna_joint *joint = ulna_model_joint(l->s->model, i + 1);
    const double q = l->s->q[i], lower = joint->limits.lower, upper = joint->limits.upper;
    if (q >= lower && q <= upper) continue;
    ulna_yaml_say(&l->r, l->s->plant.stops == ULNA_STOPS_HARD ? ULNA_ERROR : ULNA_WARNING, "limits", at,
                  w.subject, "joint \"%s\" starts at %.10g, outside its limits %.10g to %.10g", joint->name,
                  q, lower, upper);
  }
}

void ulna_scenario_start(loading *l, const node *n, where w)
{
  l->s->q = ulna_scenario_take(l, (size_t)l->n + 1, sizeof *l->s->q);
  l->s->qd = ulna_scenario_take(l, (size_t)l->n + 1, sizeof *l->s->qd);
  double *near = ulna_scenario_take(l, (size_t)l->n + 1, sizeof *near);
  double *q_a = ulna_scenario_take(l, (size_t)l->n + 1, sizeof *q_a);
  if (l->n && l->s->q) ulna_follow_motion(l->s->model, l->s->q, NULL, NULL);
  if (!n || !l->s->q || !l->s->qd || !near || !q_a) return;
  enum { Q, QD, HAND, Q_A, NEAR, FREE, COUNT };
  field f[COUNT] = {{.name = "q"},   {.name = "qd"},   {.name = "hand"},
                    {.name = "q_a"}, {.name = "near"}, {.name = "free"}};
  w = ulna_yaml_inside(w, "start");
  w.subject = "start";
  if (!ulna_yaml_fields(&l->r, n, w, "a start", f, COUNT)) return;
  const int errors = l->r.errors;
  if (f[QD].value) ulna_scenario_joint_motion(l, f[QD].value, ulna_yaml_inside(w, "qd"), true, l->s->qd);
  if (f[Q].value && f[HAND].value)
    SAY(l, "value", f[HAND].value, w, "the start is given in joints (q) and by the hand; keep one");
  if (f[Q_A].value && (f[Q].value || f[HAND].value))
    SAY(l, "value", f[Q_A].value, w, "the start is given by the actuators (q_a) and otherwise too; keep one");
  if (f[Q].value) ulna_scenario_joint_motion(l, f[Q].value, ulna_yaml_inside(w, "q"), false, l->s->q);
  for (int k = NEAR; k <= FREE; k++)
    if (f[k].value && !f[HAND].value && (k == FREE || !f[Q_A].value))
      SAY(l, "unused", f[k].value, w, "%s belongs to a start by the hand, and none is given", f[k].name);
  if (f[NEAR].value) ulna_scenario_joint_motion(l, f[NEAR].value, ulna_yaml_inside(w, "near"), false, near);
  if (f[Q_A].value) {
    ulna_scenario_each(l, f[Q_A].value, ulna_yaml_inside(w, "q_a"), OF_ACTUATORS, "rad", "m", false, q_a);
    if (l->n && l->r.errors == errors) solve_actuators(l, f[Q_A].value, w, q_a, near, f[NEAR].value != NULL);
  }
  if (f[HAND].value) {
    ulna_pose pose;
    ulna_ik_options options = ulna_ik_options_default();
    ulna_yaml_pose(&l->r, f[HAND].value, ulna_yaml_inside(w, "hand"), &pose);
    read_free(l, f[FREE].value, ulna_yaml_inside(w, "free"), options.weight);
    if (l->n && l->r.errors == errors) solve_start(l, f[HAND].value, w, &pose, near, &options);
  }
  if (l->n && l->r.errors == errors)
    check_start(l,
                f[Q].value      ? f[Q].value
                : f[HAND].value ? f[HAND].value
                : f[Q_A].value  ? f[Q_A].value
                                : n,
                w);
}

/* `reference`: positions of the actuators at the end by another source, which the summary prints beside the run's. */
void ulna_scenario_reference(loading *l, const node *n, where w)
{
  if (!n) return;
  enum { SOURCE, Q_A, COUNT };
  field f[COUNT] = {{.name = "source", .required = true}, {.name = "q_a", .required = true}};
  w = ulna_yaml_inside(w, "reference");
  w.subject = "reference";
  const char *source = NULL;
  double *q_a = ulna_scenario_take(l, (size_t)l->n + 1, sizeof *q_a);
  if (!q_a || !ulna_yaml_fields(&l->r, n, w, "a reference", f, COUNT)) return;
  if (f[SOURCE].value && ulna_yaml_text(&l->r, f[SOURCE].value, ulna_yaml_inside(w, "source"), &source))
    l->s->reference = ulna_scenario_copy(l, source);
  if (f[Q_A].value &&
      ulna_scenario_each(l, f[Q_A].value, ulna_yaml_inside(w, "q_a"), OF_ACTUATORS, "rad", "m", false, q_a))
    l->s->reference_q_a = q_a;
}
