/* The robot of a command: read, with its options applied. */
#include "robot.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/numbers.h"
#include "colour.h"
#include "numbers.h"
#include "output.h"
#include "read/parts/parts.h"
#include "states.h"

static int open_accept(reading *r, const char *value)
{
  r->texts = text_printf("%s", value);
  int count = 0;
  for (char *at = r->texts; at;) {
    char *comma = strchr(at, ',');
    if (comma) *comma = '\0';
    bool twice = false;
    for (int i = 0; i < count; i++) twice = twice || strcmp(r->accept[i].condition, at) == 0;
    if (!twice && count < (int)(sizeof r->accept / sizeof *r->accept))
      r->accept[count++] = (ulna_waiver){.condition = at, .reason = "accepted on the command line"};
    at = comma ? comma + 1 : NULL;
  }
  r->options.accept_count = count;
  r->options.accept = r->accept;
  return DONE;
}

/* JOINT=VALUE[,...]; a name may contain anything but a comma; the last = of an item is the one. */
static int open_hold(reading *r, const char *value)
{
  r->names = text_printf("%s", value);
  int items = 1;
  for (const char *c = value; *c; c++) items += *c == ',';
  r->held = allocate((size_t)items, sizeof(ulna_held_joint));
  int count = 0;
  for (char *at = r->names; at;) {
    char *comma = strchr(at, ',');
    if (comma) *comma = '\0';
    char *equals = strrchr(at, '=');
    char why[160];
    double position;
    if (!equals || equals == at) return fail("--hold: \"%s\" is not of the form JOINT=VALUE", at);
    *equals = '\0';
    const int got = numbers_parse(equals + 1, ANGLES, NULL, &position, 1, why, sizeof why);
    if (got != 1) return fail("--hold %s: \"%s\" is not a number", at, equals + 1);
    r->held[count++] = (ulna_held_joint){.joint = at, .position = position};
    at = comma ? comma + 1 : NULL;
  }
  r->options.held_count = count;
  r->options.held = r->held;
  return DONE;
}

int reading_open(reading *r, const arguments *args)
{
  *r = (reading){.options = ulna_read_options_default()};
  r->options.base_link = args->value[OPT_BASE_LINK];
  r->options.tip_link = args->value[OPT_TIP_LINK];
  int code = DONE;
  if (given(args, OPT_GRAVITY)) {
    code = option_numbers(args, OPT_GRAVITY, NO_ANGLES, r->gravity, 3, 0, NULL);
    r->options.gravity = r->gravity;
  }
  if (code == DONE && given(args, OPT_ACCEPT)) code = open_accept(r, args->value[OPT_ACCEPT]);
  if (code == DONE && given(args, OPT_HOLD)) code = open_hold(r, args->value[OPT_HOLD]);
  return code;
}

void reading_close(reading *r)
{
  free(r->texts);
  free(r->names);
  free(r->held);
}

const ulna_robot *built_in(const char *name)
{
  if (names_a_file(name)) return NULL;
  return ulna_robot_find(name);
}

/* A name that is neither built in nor a file. */
static int unknown_robot(const char *name)
{
  if (strchr(name, '/') || strchr(name, '.')) return fail("cannot read %s: %s", name, strerror(ENOENT));
  const char *best = ulna_robot_nearest(name);
  return best ? fail("there is no robot or file \"%s\"; the nearest built-in robot is %s", name, best)
              : fail("there is no robot or file \"%s\"; `ulna robots` lists those built in", name);
}

int tell_first(const ulna_report *report, const char *name, ulna_status status, const char *all)
{
  const size_t errors = ulna_report_count(report, ULNA_ERROR);
  for (size_t i = 0; i < ulna_report_count(report, ULNA_NOTE); i++) {
    const ulna_problem *p = ulna_report_get(report, i);
    if (p->severity != ULNA_ERROR) continue;
    char line[2048];
    ulna_problem_format(p, line, sizeof line);
    if (errors > 1) return fail("%s (%zu more: %s)", line, errors - 1, all);
    return fail("%s", line);
  }
  return fail("cannot use %s: %s", name, ulna_status_text(status));
}

void tell_all(const ulna_report *report, ulna_severity least, const char *indent)
{
  for (size_t i = 0; i < ulna_report_count(report, ULNA_NOTE); i++) {
    const ulna_problem *problem = ulna_report_get(report, i);
    if (problem->severity < least) continue;
    const int length = ulna_problem_format(problem, NULL, 0);
    char *line = allocate((size_t)length + 1, 1);
    ulna_problem_format(problem, line, (size_t)length + 1);
    // "FILE:1:2: error: …": the word in the middle
    static const char *const words[] = {
        [ULNA_NOTE] = " note: ", [ULNA_WARNING] = " warning: ", [ULNA_ERROR] = " error: "};
    static const colour colours[] = {
        [ULNA_NOTE] = COLOUR_CYAN, [ULNA_WARNING] = COLOUR_YELLOW, [ULNA_ERROR] = COLOUR_RED};
    const char *word = words[problem->severity], *at = strstr(line, word);
    const size_t size = strlen(word) - 1;
    if (at) {
      out_printf("%s%.*s", indent, (int)(at - line), line);
      out_colour(colours[problem->severity]);
      out_printf("%.*s", (int)size, at);
      out_colour(COLOUR_NONE);
      out_printf("%s\n", at + size);
    } else {
      out_printf("%s%s\n", indent, line);
    }
    free(line);
  }
}

/* Notes that change what is computed; the others are for `ulna check`. */
static bool worth_a_line(const ulna_problem *p)
{
  static const char *const conditions[] = {"tip", "base", "held", "left out", "elasticity", "follows"};
  for (size_t i = 0; i < sizeof conditions / sizeof *conditions; i++)
    if (strcmp(p->condition, conditions[i]) == 0) return true;
  return p->severity > ULNA_NOTE;
}

void tell_warnings(const ulna_report *report)
{
  for (size_t i = 0; i < ulna_report_count(report, ULNA_NOTE); i++) {
    const ulna_problem *p = ulna_report_get(report, i);
    if (!worth_a_line(p)) continue;
    char line[2048];
    ulna_problem_format(p, line, sizeof line);
    if (p->severity == ULNA_NOTE) note("%s: %s", p->subject, p->text);
    else note("%s", line);
  }
}

int judge_posture(const robot *r, const arguments *args, option_id id, const double q[])
{
  const char *text = args->value[id];
  const bool says_unit = strstr(text, "deg") || strstr(text, "pi");
  char beyond[400] = "";
  size_t used = 0;
  for (int i = 0; i < r->n; i++) {
    const ulna_joint *joint = ulna_model_joint(r->model, i + 1);
    const ulna_limits *l = &joint->limits;
    const bool outside = q[i] < l->lower || q[i] > l->upper;
    const bool turns = r->turns[i] && !says_unit && fabs(q[i]) > 2 * PI * (1 + 1e-3);
    if (turns && outside)
      return fail(
          "--%s: joint %d, \"%.60s\", is at %.6g rad, outside its limits %.4g to %.4g: if degrees are "
          "meant, write %.6gdeg",
          options[id].name, i + 1, joint->name, q[i], l->lower, l->upper, q[i]);
    if (turns)
      note(
          "--%s: joint %d, \"%.60s\", is at %.6g rad, more than a full turn: if degrees are meant, write %.6gdeg",
          options[id].name, i + 1, joint->name, q[i], q[i]);
    if (outside && used + 120 < sizeof beyond)
      used += (size_t)snprintf(beyond + used, sizeof beyond - used, "%s%.40s %.4g (%.4g to %.4g)",
                               used ? ", " : "", joint->name, q[i], l->lower, l->upper);
  }
  if (used) note("--%s: beyond the limits: %s", options[id].name, beyond);
  return DONE;
}

static int read_model(robot *r, const arguments *args, const char *name)
{
  reading in;
  int code = reading_open(&in, args);
  if (code == DONE && ulna_report_create(NULL, &r->report) != ULNA_OK) code = fail("out of memory");
  if (code == DONE) {
    const ulna_robot *known = built_in(name);
    if (!known && access(name, F_OK) != 0) {
      code = unknown_robot(name);
    } else {
      const ulna_status status = known ? ulna_robot_load(known->key, &in.options, NULL, r->report, &r->model)
                                       : ulna_model_read(name, &in.options, NULL, r->report, &r->model);
      char *all = text_printf("ulna check %s", name);
      if (status != ULNA_OK) code = tell_first(r->report, name, status, all);
      else if (args->command->run != run_show) tell_warnings(r->report);
      free(all);
    }
  }
  reading_close(&in);
  return code;
}

static int apply_base(robot *r, const arguments *args)
{
  double x[12] = {0};
  const int code = option_numbers(args, OPT_BASE, NO_ANGLES, x, 9, 12, NULL);
  if (code != DONE) return code;
  for (int i = 0; i < 3; i++) {
    r->base.angular_velocity[i] = x[i];
    r->base.angular_acceleration[i] = x[3 + i];
    r->base.acceleration[i] = x[6 + i];
    r->base.velocity[i] = x[9 + i];
  }
  return DONE;
}

int robot_payload(const arguments *args, ulna_work *work)
{
  double x[10] = {0};
  const int code = option_numbers(args, OPT_PAYLOAD, NO_ANGLES, x, 4, 10, NULL);
  if (code != DONE) return code;
  ulna_body body = {.mass = x[0], .about = ULNA_ABOUT_COM};
  memcpy(body.com, x + 1, sizeof body.com);
  memcpy(body.inertia, x + 4, sizeof body.inertia);
  const ulna_status status = ulna_work_set_payload(work, &body);
  if (status == ULNA_OK) return DONE;
  return fail(
      "--payload: no such body can exist: the mass must not be negative, the inertia about the mass centre "
      "must be positive and obey the triangle inequality (without mass it must be zero)");
}

/* Sets base, wrench and payload in the work, if the command uses them. */
static int apply_surroundings(robot *r, const arguments *args)
{
  int code = DONE;
  if (given(args, OPT_BASE) && command_takes(args->command, OPT_BASE)) code = apply_base(r, args);
  if (code == DONE && given(args, OPT_WRENCH) && command_takes(args->command, OPT_WRENCH)) {
    double x[6];
    code = option_numbers(args, OPT_WRENCH, NO_ANGLES, x, 6, 0, NULL);
    if (code == DONE) {
      memcpy(r->force, x, sizeof r->force);
      memcpy(r->moment, x + 3, sizeof r->moment);
    }
  }
  if (code == DONE && given(args, OPT_PAYLOAD)) code = robot_payload(args, r->work);
  if (code == DONE) robot_surroundings(r, false);
  return code;
}

void robot_surroundings(robot *r, bool quiet)
{
  static const double none[3];
  ulna_work_set_base_motion(r->work, quiet ? NULL : &r->base);
  ulna_work_set_hand_wrench(r->work, quiet ? none : r->force, quiet ? none : r->moment);
}

int robot_open(robot *r, const arguments *args)
{
  *r = (robot){.n = 0};
  const int code = read_model(r, args, args->operands[0]);
  if (code != DONE) return code;
  if (ulna_work_create(r->model, ULNA_PARTS_ALL, NULL, &r->work) != ULNA_OK) return fail("out of memory");
  r->n = ulna_model_joint_count(r->model);
  r->turns = allocate((size_t)r->n, sizeof(bool));
  for (int i = 0; i < r->n; i++) r->turns[i] = ulna_model_joint(r->model, i + 1)->type == ULNA_REVOLUTE;
  return apply_surroundings(r, args);
}

void robot_close(robot *r)
{
  ulna_work_destroy(r->work);
  ulna_model_destroy(r->model);
  ulna_report_destroy(r->report);
  free(r->turns);
}

int robot_find_link(const robot *r, const char *name, int *link, ulna_pose *in_link, bool *welded)
{
  *in_link = ulna_pose_identity();
  *welded = false;
  *link = ulna_model_find_link(r->model, name);
  if (*link >= 0) return DONE;
  const int frame = ulna_model_find_frame(r->model, name);
  if (frame >= 0) {
    const ulna_frame *f = ulna_model_frame(r->model, frame);
    *link = ulna_model_find_link(r->model, f->link);
    *in_link = f->pose;
    *welded = true;
    if (*link >= 0) return DONE;
  }
  nearest n = nearest_to(name);
  for (int i = 0; i <= r->n; i++) nearest_offer(&n, ulna_model_link_name(r->model, i));
  for (int i = 0; i < ulna_model_frame_count(r->model); i++)
    nearest_offer(&n, ulna_model_frame(r->model, i)->name);
  return n.best ? fail("--link: the robot has no link \"%s\"; the nearest is \"%s\"", name, n.best)
                : fail("--link: the robot has no link \"%s\"; ulna show lists them", name);
}
