/* Code that the dynamics commands share: links only or the whole robot, and the formulation. */
#include "dynamics.h"
#include "ulna/follow.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static int rubbing_joints(const ulna_model *model)
{
  int count = 0;
  for (int i = 1; i <= ulna_model_joint_count(model); i++)
    count += ulna_friction_is_there(&ulna_model_joint(model, i)->friction);
  return count;
}

static int elastic_drives(const ulna_model *model)
{
  int count = 0;
  for (int i = 0; i < ulna_model_drive_count(model); i++)
    count += isfinite(ulna_model_drive(model, i)->stiffness);
  return count;
}

static void tell_left_out(int drives, int joints)
{
  char what[120] = "";
  if (drives > 0) snprintf(what, sizeof what, "%d drive%s", drives, drives == 1 ? "" : "s");
  if (joints > 0) {
    const size_t length = strlen(what);
    snprintf(what + length, sizeof what - length, "%sthe friction of %d joint%s", drives > 0 ? " and " : "",
             joints, joints == 1 ? "" : "s");
  }
  note("links only: %s left out", what);
}

int dynamics_open(dynamics *d, const arguments *args)
{
  int code = session_open(&d->session, args);
  if (code != DONE) return code;
  const ulna_model *model = d->session.robot.model;
  const int drives = ulna_model_drive_count(model) + ulna_model_element_count(model),
            joints = rubbing_joints(model);
  const int followers = ulna_follower_count(model);
  const bool more = drives + joints + followers > 0;
  d->links_only = given(args, OPT_LINKS_ONLY);
  d->whole = more && !d->links_only;
  const bool links_alone =
      args->command->run == run_udut || args->command->run == run_noc || args->command->run == run_regressor;
  if (followers > 0 && (d->links_only || links_alone))
    return fail("%s does not support joints that follow others, but %d of this robot's follow%s another",
                links_alone ? "the command" : "--links-only", followers, followers == 1 ? "s" : "");
  const char *name = args->value[OPT_METHOD];
  if (name && strcmp(name, "fast") != 0) {
    if (followers > 0)
      return fail("--method %s does not support joints that follow others, but %d of this robot's "
                  "follow%s another",
                  name, followers, followers == 1 ? "s" : "");
    if (d->whole)
      return fail("--method %s is for links alone, but this robot has drives or friction; add --links-only",
                  name);
    d->chosen = args->command->run != run_fd;
    if (d->chosen && ulna_inverse_method_find(name, &d->method) != ULNA_OK)
      return fail("--method: unknown \"%s\"", name);
  }
  // --explain says it in its own words
  const bool csv = (d->session.out.format == FORMAT_CSV || d->session.out.format == FORMAT_ARRAYS) &&
                   !given(args, OPT_EXPLAIN);
  d->simplified = given(args, OPT_ROTORS) && strcmp(args->value[OPT_ROTORS], "simplified") == 0;
  if (given(args, OPT_ROTORS) && drives == 0) return fail("--rotors: this robot has no drives");
  if (given(args, OPT_ROTORS) && d->links_only) return fail("--rotors and --links-only exclude each other");
  if (d->simplified) ulna_work_set_rotors(d->session.robot.work, ULNA_ROTORS_SIMPLIFIED);
  if (d->simplified && csv) note("rotors simplified: without the coupling of their spin to their carriers");
  if (more && d->links_only && csv) tell_left_out(drives, joints);
  return DONE;
}

static void say(table_out *t, const char *name, const char *text)
{
  quantity *q = records_add(t, name, 0, 0, 0, 0, NULL);
  q->text = text;
  q->not_in_csv = true;
}

void dynamics_say(dynamics *d, const char *method)
{
  const bool elastic = d->whole && elastic_drives(d->session.robot.model) > 0;
  static const char *const models[2][2] = {
      {"whole robot", "whole robot, gears rigid"},
      {"whole robot, rotors simplified", "whole robot, rotors simplified, gears rigid"}};
  say(&d->session.out, "model", d->links_only ? "links only" : models[d->simplified][elastic]);
  if (method) say(&d->session.out, "method", method);
}

double *dynamics_vector(dynamics *d, const char *name)
{
  const int n = d->session.robot.n;
  double *data = records_memory(&d->session.out, (size_t)n, sizeof(double));
  records_add(&d->session.out, name, 1, n, 0, 0, data);
  return data;
}

double *dynamics_matrix(dynamics *d, const char *name)
{
  const int n = d->session.robot.n;
  double *data = records_memory(&d->session.out, (size_t)n * (size_t)n, sizeof(double));
  records_add(&d->session.out, name, 2, n, n, 0, data);
  return data;
}

int dynamics_done(const states *s, ulna_status status)
{
  if (status == ULNA_UNSUPPORTED && ulna_follower_count(s->model) > 0)
    return fail("state %lld: joints that follow others are not supported here", s->count);
  if (status == ULNA_UNSUPPORTED)
    return fail("state %lld: no derivative: friction depends on the load of a joint, which is exactly 0 here",
                s->count);
  return status == ULNA_OK ? DONE : fail("state %lld: %s", s->count, ulna_status_text(status));
}
