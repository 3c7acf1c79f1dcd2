/* States and other rows of numbers, from options or from a CSV that is read line by line. */
#include "states.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "numbers.h"
#include "progress.h"
#include "states_arrays.h"
#include "text/csv.h"
#include "text/number.h"
#include "ulna/follow.h"

/* The next line that is neither blank nor a comment. */
static int next_line(csv_in *csv)
{
  int got;
  do got = lines_next(&csv->lines);
  while (got > 0 && !ulna_csv_has_cells(csv->lines.text));
  return got;
}

static int read_header(csv_in *csv, column_finder find, void *context)
{
  const int got = next_line(csv);
  if (got < 0) return BAD;
  if (got == 0)
    return fail("%s: the file is empty; it must begin with a header such as %s", csv->lines.shown,
                csv->example);
  int commas = 0;
  for (const char *c = csv->lines.text; *c; c++) commas += *c == ',';
  csv->target = allocate((size_t)commas + 1, sizeof(int));
  char *at = csv->lines.text;
  for (char *name; (name = ulna_csv_cell(&at));) {
    char why[400];
    const int column = (int)(name - csv->lines.text) + 1;
    double number;
    if (csv->column_count == 0 && ulna_number(name, &number) == NUMBER_READ)
      return fail("%s:%lld: a header such as %s must stand here, not numbers", csv->lines.shown,
                  csv->lines.number, csv->example);
    const int target = find(context, name, why, sizeof why);
    if (target == UNKNOWN)
      return fail("%s:%lld:%d: column \"%.80s\": %s", csv->lines.shown, csv->lines.number, column, name, why);
    for (int i = 0; i < csv->column_count && target != SKIPPED; i++)
      if (csv->target[i] == target)
        return fail("%s:%lld:%d: column \"%.80s\" is there twice", csv->lines.shown, csv->lines.number,
                    column, name);
    csv->target[csv->column_count++] = target;
  }
  return DONE;
}

int csv_open(csv_in *csv, const char *file, const char *example, column_finder find, void *context)
{
  *csv = (csv_in){.example = example};
  const int code = lines_open(&csv->lines, file);
  return code == DONE ? read_header(csv, find, context) : code;
}

static int bad_field(const csv_in *csv, int index, const char *cell, number_kind kind)
{
  const int column = (int)(cell - csv->lines.text) + 1;
  if (!*cell) fail("%s:%lld:%d: field %d is empty", csv->lines.shown, csv->lines.number, column, index + 1);
  else
    fail("%s:%lld:%d: field %d, \"%.40s\", is not a %snumber", csv->lines.shown, csv->lines.number, column,
         index + 1, cell, kind == NUMBER_NONE ? "" : "finite ");
  return -1;
}

int csv_next(csv_in *csv, double values[])
{
  const int got = next_line(csv);
  if (got <= 0) return got;
  char *at = csv->lines.text;
  int index = 0;
  for (char *cell; (cell = ulna_csv_cell(&at)); index++) {
    double value;
    if (index >= csv->column_count || csv->target[index] == SKIPPED) continue;
    const number_kind kind = ulna_number(cell, &value);
    if (kind != NUMBER_READ) return bad_field(csv, index, cell, kind);
    values[csv->target[index]] = value;
  }
  if (index != csv->column_count) {
    fail("%s:%lld: %d field%s, but the header has %d", csv->lines.shown, csv->lines.number, index,
         index == 1 ? "" : "s", csv->column_count);
    return -1;
  }
  return 1;
}

void csv_close(csv_in *csv)
{
  lines_close(&csv->lines);
  free(csv->target);
}

/* States. */

const char *const state_names[STATE_KINDS] = {"q", "qd", "qdd", "tau", "F_ad"};

/* Results of ours that are no part of a state: of `ik` and `id`. */
bool states_other_result(const char *name)
{
  static const char *const names[] = {"status", "position_error", "orientation_error", "iterations"};
  static const char *const vectors[] = {"pose_", "F_a", "current"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (strcmp(name, names[i]) == 0) return true;
  for (size_t i = 0; i < sizeof vectors / sizeof *vectors; i++) {
    const size_t length = strlen(vectors[i]);
    if (strncmp(name, vectors[i], length) == 0 && name[length] >= '1' && name[length] <= '9') return true;
  }
  return false;
}

static int find_state_column(void *context, const char *name, char *why, size_t why_size)
{
  const states *s = context;
  for (int k = 0; k < STATE_KINDS; k++) {
    const size_t length = strlen(state_names[k]);
    if (strncmp(name, state_names[k], length) != 0) continue;
    int joint;
    const char *end = index_parse(name + length, &joint);
    if (!end || *end != '\0') continue;
    if (joint <= s->n) return k * s->n + joint - 1;
    snprintf(why, why_size, "the robot has only %d joint%s", s->n, s->n == 1 ? "" : "s");
    return UNKNOWN;
  }
  if (states_other_result(name)) return SKIPPED;
  if (strpbrk(name, ";\t")) snprintf(why, why_size, "columns are separated by commas");
  else
    snprintf(why, why_size, "unknown; known are q1..q%d, qd1..qd%d, qdd1..qdd%d, tau1..tau%d", s->n, s->n,
             s->n, s->n);
  return -1;
}

/* A file may lack some joints of a kind (absent means zero), but a note says so. */
static void tell_gaps(const states *s)
{
  for (int k = 0; k < STATE_KINDS; k++) {
    int there = 0, missing = -1;
    for (int i = 0; i < s->n; i++) {
      bool found = false;
      for (int c = 0; c < s->csv.column_count; c++) found = found || s->csv.target[c] == k * s->n + i;
      found = found || (k < 3 && ulna_joint_leader(s->model, i + 1));  // it follows
      there += found;
      if (!found && missing < 0) missing = i;
    }
    if (there > 0 && there < s->n)
      note("%s has no column %s%d%s: taken as 0", s->csv.lines.shown, state_names[k], missing + 1,
           s->n - there > 1 ? " (and others)" : "");
  }
}

static int count_is_wrong(const option *o, int got, const char *needs)
{
  return fail("--%s has %d number%s, but %s", o->name, got, got == 1 ? "" : "s", needs);
}

int option_joint_numbers(const arguments *args, option_id id, int rule, const bool turns[], double out[],
                         int n)
{
  const option *o = &options[id];
  char why[160], needs[64];
  const int got = numbers_parse(args->value[id], (angle_rule)rule, turns, out, n, why, sizeof why);
  if (got < 0) return fail("--%s: %s", o->name, why);
  snprintf(needs, sizeof needs, "the robot has %d joint%s", n, n == 1 ? "" : "s");
  return got == n ? DONE : count_is_wrong(o, got, needs);
}

/* Sets the followers' numbers; DONE, or BAD if one is given (from what, at most `count` given) and is another. */
static int follow(const ulna_model *model, bool rate, bool all_given, const char *what, double out[])
{
  const int n = ulna_model_joint_count(model);
  for (int i = 1; i <= n; i++) {
    const int leader = ulna_joint_leader(model, i);
    if (!leader) continue;
    const ulna_joint *joint = ulna_model_joint(model, i);
    const double right = joint->follows.ratio * out[leader - 1] + (rate ? 0 : joint->follows.offset);
    if (all_given && !(fabs(out[i - 1] - right) <= 1e-9 * (1 + fabs(right))))
      return fail("%s: joint %d, \"%.60s\", follows \"%.60s\": it is at %.10g then, not %.10g; leave it out",
                  what, i, joint->name, joint->follows.joint, right, out[i - 1]);
    out[i - 1] = right;
  }
  return DONE;
}

int option_joint_motion(const arguments *args, option_id id, bool rate, const ulna_model *model,
                        const bool turns[], double out[])
{
  const int n = ulna_model_joint_count(model), followers = ulna_follower_count(model);
  if (followers == 0) return option_joint_numbers(args, id, JOINTS, turns, out, n);
  const option *o = &options[id];
  char why[160], what[40];
  bool *own = allocate((size_t)n, sizeof *own);  // whether the next number is of a joint that turns
  int free_count = 0;
  for (int i = 1; i <= n; i++)
    if (!ulna_joint_leader(model, i)) own[free_count++] = turns[i - 1];
  int got = numbers_parse(args->value[id], JOINTS, turns, out, n, why, sizeof why);
  const bool all = got == n;
  if (got == free_count) {
    got = numbers_parse(args->value[id], JOINTS, own, out, free_count, why, sizeof why);
    for (int i = n, k = free_count; i >= 1 && got > 0; i--)
      out[i - 1] = ulna_joint_leader(model, i) ? 0 : out[--k];
  }
  free(own);
  if (got < 0) return fail("--%s: %s", o->name, why);
  if (got != n && got != free_count)
    return fail("--%s has %d number%s, but the robot has %d joints, of which %d move%s by %s", o->name, got,
                got == 1 ? "" : "s", n, free_count, free_count == 1 ? "s" : "",
                free_count == 1 ? "itself" : "themselves");
  snprintf(what, sizeof what, "--%s", o->name);
  return follow(model, rate, all, what, out);
}

int option_numbers(const arguments *args, option_id id, int rule, double out[], int count, int or_count,
                   int *found)
{
  const option *o = &options[id];
  const int capacity = or_count > count ? or_count : count;
  char why[160], needs[120];
  const int got = numbers_parse(args->value[id], (angle_rule)rule, NULL, out, capacity, why, sizeof why);
  if (got < 0) return fail("--%s: %s", o->name, why);
  if (found) *found = got;
  if (got == count || (or_count > 0 && got == or_count)) return DONE;
  if (or_count > 0) snprintf(needs, sizeof needs, "takes %d or %d: %s", count, or_count, o->argument);
  else snprintf(needs, sizeof needs, "takes %d: %s", count, o->argument);
  return count_is_wrong(o, got, needs);
}

int states_open(states *s, const arguments *args, const ulna_model *model, const bool turns[])
{
  const int n = ulna_model_joint_count(model);
  static const option_id flags[5] = {OPT_Q, OPT_QD, OPT_QDD, OPT_TAU, OPT_FORCE};
  *s = (states){.n = n, .model = model, .from_file = given(args, OPT_STATES)};
  s->values = allocate(STATE_KINDS * (size_t)n, sizeof(double));
  s->q = s->values;
  s->qd = s->q + n;
  s->qdd = s->qd + n;
  s->tau = s->qdd + n;
  s->F_ad = s->tau + n;
  for (int k = 0; k < 5; k++) {
    if (!given(args, flags[k])) continue;
    if (s->from_file)
      return fail("--%s and --states exclude each other: put %s1, %s2, ... into the file",
                  options[flags[k]].name, state_names[k], state_names[k]);
    double *values = s->values + (ptrdiff_t)k * n;
    const int code = flags[k] == OPT_TAU || flags[k] == OPT_FORCE
                         ? option_joint_numbers(args, flags[k], NO_ANGLES, NULL, values, n)
                         : option_joint_motion(args, flags[k], k > 0, model, turns, values);
    if (code != DONE) return code;
  }
  ulna_follow_motion(model, s->q, s->qd, s->qdd);
  s->has_tau = given(args, OPT_TAU);
  s->has_F_ad = given(args, OPT_FORCE);
  if (!s->from_file) return DONE;
  s->path = args->value[OPT_STATES];
  s->from_arrays = ulna_array_is_npy(s->path) || ulna_array_is_npz(s->path);
  if (s->from_arrays) {
    const bool forces = command_takes(args->command, OPT_TAU);
    return states_open_arrays(s, forces);
  }
  const int code = csv_open(&s->csv, s->path, "q1,q2,qd1,qd2", find_state_column, s);
  if (code != DONE) return code;
  for (int c = 0; c < s->csv.column_count; c++) {
    s->has_tau = s->has_tau || s->csv.target[c] / n == 3;
    s->has_F_ad = s->has_F_ad || s->csv.target[c] / n == 4;
  }
  tell_gaps(s);
  return DONE;
}

/* The followers' columns, or what stands for them. */
static bool follow_in_file(states *s)
{
  if (ulna_follower_count(s->model) == 0) return true;
  for (int k = 0; k < 3; k++) {
    bool there = s->from_arrays && s->arrays.array[k] >= 0;
    for (int c = 0; c < s->csv.column_count; c++)
      for (int i = 0; i < s->n; i++)
        there = there || (ulna_joint_leader(s->model, i + 1) && s->csv.target[c] == k * s->n + i);
    char what[200];
    if (s->from_arrays)
      snprintf(what, sizeof what, "%.150s: %s of state %lld", s->path, state_names[k], s->count);
    else
      snprintf(what, sizeof what, "%.150s:%lld: %s", s->csv.lines.shown, s->csv.lines.number, state_names[k]);
    if (follow(s->model, k > 0, there, what, s->values + (ptrdiff_t)k * s->n) != DONE) return false;
  }
  return true;
}

int states_next(states *s)
{
  if (!s->from_file) return s->count++ == 0 ? 1 : 0;
  const int got = s->from_arrays ? states_next_row(s) : csv_next(&s->csv, s->values);
  if (got > 0) {
    s->count++;
    if (!follow_in_file(s)) return -1;
    if (!s->from_arrays) progress_show(s->count, lines_fraction(&s->csv.lines));
  } else {
    progress_clear();
  }
  return got;
}

long long states_total(const states *s)
{
  return !s->from_file ? 1 : s->from_arrays ? (long long)s->arrays.rows : -1;
}

void states_close(states *s)
{
  if (s->from_arrays) states_close_arrays(s);
  else if (s->from_file) csv_close(&s->csv);
  free(s->values);
  s->values = NULL;
}
