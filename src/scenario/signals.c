/* Signals over time, and what they drive: inputs, the wrench on the hand, the base. */
#include <math.h>
#include <stdio.h>

#include "base/nearest.h"
#include "scenario/loading.h"

static const char *const betweens[] = {"linear", "hold", "smooth"};

static ulna_signal_kind read_between(loading *l, const node *n, where w)
{
  int choice = 0;
  if (n) ulna_yaml_choice(&l->r, n, ulna_yaml_inside(w, "between"), betweens, 3, &choice);
  static const ulna_signal_kind kinds[] = {ULNA_SIGNAL_TABLE_LINEAR, ULNA_SIGNAL_TABLE_HOLD,
                                           ULNA_SIGNAL_TABLE_SMOOTH};
  return kinds[choice];
}

bool ulna_scenario_times_rise(loading *l, const node *n, where w, const double *times, int count)
{
  const node *item = n->first;
  for (int i = 1; i < count; i++) {
    item = item ? item->next : NULL;
    if (times[i] > times[i - 1]) continue;
    SAY(l, "time", item ? item : n, w, "time runs backwards: %.10g s follows %.10g s; times must rise",
        times[i], times[i - 1]);
    return false;
  }
  return true;
}

/* One number of a signal that has others to go with it. */
typedef struct {
  const char *name, *unit; /* NULL: the signal's own unit */
  bool required;
  double *value;
} part;

static bool read_parts(loading *l, const node *n, where w, const char *what, const char *unit,
                       const part *parts, int count)
{
  field f[8];
  for (int i = 0; i < count; i++) f[i] = (field){.name = parts[i].name, .required = parts[i].required};
  if (!ulna_yaml_fields(&l->r, n, w, what, f, count)) return false;
  bool read = true;
  for (int i = 0; i < count; i++)
    if (f[i].value || f[i].required)
      read &= ulna_scenario_value(l, f[i].value, ulna_yaml_inside(w, "%s", f[i].name),
                                  parts[i].unit ? parts[i].unit : unit, parts[i].value);
  return read;
}

/* An end must come after its start. */
static bool ends_later(loading *l, const node *n, where w, double start, double end, const char *names)
{
  if (end > start) return true;
  SAY(l, "time", n, w, "time runs backwards: %s are %.10g s and %.10g s; the end must come later", names,
      start, end);
  return false;
}

static bool read_step(loading *l, const node *n, where w, const char *unit, ulna_signal *s)
{
  *s = ulna_signal_default(ULNA_SIGNAL_STEP);
  const part parts[] = {{"at", "s", true, &s->start},
                        {"to", NULL, true, &s->to},
                        {"from", NULL, false, &s->from},
                        {"until", "s", false, &s->end}};
  return read_parts(l, n, w, "a step", unit, parts, 4) &&
         ends_later(l, n, w, s->start, s->end, "at and until");
}

/* A ramp, or a blend, which is a ramp without corners. */
static bool read_ramp(loading *l, const node *n, where w, const char *unit, ulna_signal_kind kind,
                      ulna_signal *s)
{
  *s = ulna_signal_default(kind);
  const part parts[] = {{"start", "s", true, &s->start},
                        {"end", "s", true, &s->end},
                        {"to", NULL, true, &s->to},
                        {"from", NULL, false, &s->from}};
  return read_parts(l, n, w, kind == ULNA_SIGNAL_RAMP ? "a ramp" : "a blend", unit, parts, 4) &&
         ends_later(l, n, w, s->start, s->end, "start and end");
}

static bool read_sine(loading *l, const node *n, where w, const char *unit, ulna_signal *s)
{
  *s = ulna_signal_default(ULNA_SIGNAL_SINE);
  const part parts[] = {{"amplitude", NULL, true, &s->amplitude},
                        {"frequency", "Hz", true, &s->frequency},
                        {"phase", "rad", false, &s->phase},
                        {"start", "s", false, &s->start},
                        {"end", "s", false, &s->end}};
  if (!read_parts(l, n, w, "a sine", unit, parts, 5)) return false;
  return ends_later(l, n, w, s->start, s->end, "start and end");
}

static bool read_chirp(loading *l, const node *n, where w, const char *unit, ulna_signal *s)
{
  *s = ulna_signal_default(ULNA_SIGNAL_CHIRP);
  s->start = 0;
  const part parts[] = {{"amplitude", NULL, true, &s->amplitude},
                        {"frequency", "Hz", true, &s->frequency},
                        {"end_frequency", "Hz", true, &s->end_frequency},
                        {"phase", "rad", false, &s->phase},
                        {"start", "s", false, &s->start},
                        {"end", "s", true, &s->end}};
  if (!read_parts(l, n, w, "a chirp", unit, parts, 6)) return false;
  return ends_later(l, n, w, s->start, s->end, "start and end");
}

static bool read_table(loading *l, const node *n, where w, const char *unit, ulna_signal *s)
{
  field f[] = {{.name = "time", .required = true}, {.name = "value", .required = true}, {.name = "between"}};
  if (!ulna_yaml_fields(&l->r, n, w, "a table", f, 3)) return false;
  s->kind = read_between(l, f[2].value, w);
  int values = 0;
  bool read = ulna_scenario_numbers(l, f[0].value, ulna_yaml_inside(w, "time"), "s", 1, &s->time, &s->count);
  read &= ulna_scenario_numbers(l, f[1].value, ulna_yaml_inside(w, "value"), unit, 1, &s->value, &values);
  if (!read) return false;
  if (values != s->count) {
    SAY(l, "width", f[1].value, w, "the table has %d time%s and %d value%s; each time needs one value",
        s->count, s->count == 1 ? "" : "s", values, values == 1 ? "" : "s");
    return false;
  }
  return ulna_scenario_times_rise(l, f[0].value, w, s->time, s->count);
}

/* The column named, or NULL, reported, with the nearest name. */
static double *csv_column(loading *l, const csv_table *table, const node *at, where w, const char *name)
{
  const int column = ulna_csv_find(table, name);
  if (column >= 0) return ulna_csv_column(l, table, column);
  nearest close = nearest_to(name);
  char all[300] = "";
  size_t used = 0;
  for (int i = 0; i < table->columns && used < sizeof all; i++) {
    nearest_offer(&close, table->names[i]);
    used += (size_t)snprintf(all + used, sizeof all - used, "%s%.40s", i ? ", " : "", table->names[i]);
  }
  SAY(l, "unknown column", at, w, "the CSV has no column \"%.60s\"%s%s%s", name,
      close.best ? "; did you mean \"" : "; it has ", close.best ? close.best : all, close.best ? "\"?" : "");
  return NULL;
}

static bool read_csv(loading *l, const node *n, where w, ulna_signal *s)
{
  field f[] = {{.name = "file", .required = true},
               {.name = "column", .required = true},
               {.name = "time"},
               {.name = "between"}};
  if (!ulna_yaml_fields(&l->r, n, w, "a csv", f, 4)) return false;
  s->kind = read_between(l, f[3].value, w);
  csv_table table;
  const char *time = "t", *column;
  const bool named = ulna_yaml_text(&l->r, f[1].value, ulna_yaml_inside(w, "column"), &column);
  if (f[2].value && !ulna_yaml_text(&l->r, f[2].value, ulna_yaml_inside(w, "time"), &time)) return false;
  if (!ulna_scenario_csv(l, f[0].value, w, &table) || !named) return false;
  s->count = table.rows;
  s->time = csv_column(l, &table, f[2].value ? f[2].value : n, w, time);
  s->value = csv_column(l, &table, f[1].value, w, column);
  return s->time && s->value && ulna_scenario_times_rise(l, f[0].value, w, s->time, s->count);
}

static bool read_signal(loading *l, const node *n, where w, const char *unit, ulna_signal *s)
{
  *s = ulna_signal_default(ULNA_SIGNAL_CONSTANT);
  if (n->kind == NODE_SCALAR) return ulna_scenario_value(l, n, w, unit, &s->to);
  enum { CONSTANT, STEP, RAMP, BLEND, SINE, CHIRP, TABLE, CSV, COUNT };
  field f[COUNT] = {{.name = "constant"}, {.name = "step"},  {.name = "ramp"},  {.name = "blend"},
                    {.name = "sine"},     {.name = "chirp"}, {.name = "table"}, {.name = "csv"}};
  if (!ulna_yaml_fields(&l->r, n, w, "a signal", f, COUNT)) return false;
  int shape = -1, shapes = 0;
  for (int i = 0; i < COUNT; i++)
    if (f[i].value) {
      shape = i;
      shapes++;
    }
  if (shapes != 1) {
    if (n->count == 1) return false;  // an unknown shape, which was reported
    SAY(l, "value", n, w,
        "a signal has one shape (constant, step, ramp, blend, sine, chirp, table or csv), found %d; a sum is a list "
        "of signals",
        shapes);
    return false;
  }
  const where at = ulna_yaml_inside(w, "%s", f[shape].name);
  const node *value = f[shape].value;
  switch (shape) {
  case CONSTANT: return ulna_scenario_value(l, value, at, unit, &s->to);
  case STEP: return read_step(l, value, at, unit, s);
  case RAMP: return read_ramp(l, value, at, unit, ULNA_SIGNAL_RAMP, s);
  case BLEND: return read_ramp(l, value, at, unit, ULNA_SIGNAL_BLEND, s);
  case SINE: return read_sine(l, value, at, unit, s);
  case CHIRP: return read_chirp(l, value, at, unit, s);
  case TABLE: return read_table(l, value, at, unit, s);
  default: return read_csv(l, value, at, s);
  }
}

bool ulna_scenario_channel(loading *l, const node *n, where w, const char *unit, ulna_channel *channel)
{
  if (!n || n->kind == NODE_ALIAS) return false;
  const int count = n->kind == NODE_LIST ? n->count : 1;
  ulna_signal *signals = ulna_scenario_take(l, (size_t)count, sizeof *signals);
  if (!signals) return false;
  bool read = true;
  if (n->kind != NODE_LIST) {
    read = read_signal(l, n, w, unit, &signals[0]);
  } else {
    int i = 0;
    for (const node *item = n->first; item; item = item->next, i++)
      read &= read_signal(l, item, ulna_yaml_inside(w, "[%d]", i), unit, &signals[i]);
  }
  if (read) *channel = (ulna_channel){count, signals};
  return read;
}

/* Appends one more signal to a channel. */
static void add_signal(loading *l, ulna_channel *channel, ulna_signal signal)
{
  ulna_signal *signals = ulna_scenario_take(l, (size_t)channel->count + 1, sizeof *signals);
  if (!signals) return;
  if (channel->count) memcpy(signals, channel->signals, (size_t)channel->count * sizeof *signals);
  signals[channel->count] = signal;
  *channel = (ulna_channel){channel->count + 1, signals};
}

static scenario_owner input_owner(const loading *l)
{
  return l->s->plant.driven_by == ULNA_DRIVEN_BY_TORQUE ? OF_JOINTS : OF_ACTUATORS;
}

/* Torques and forces have a unit that depends on the joint; as values are numbers alike, one word serves. */
static const char *input_unit(const loading *l)
{
  static const char *const units[] = {"N m or N", "N m or N", "A", "V"};
  return units[l->s->plant.driven_by];
}

static void read_inputs(loading *l, const node *n, where w)
{
  const scenario_owner owner = input_owner(l);
  const char *what = owner == OF_JOINTS ? "joint" : "actuator";
  ulna_channel unused;
  w.subject = "inputs";
  if (n->kind == NODE_MAPPING) {
    for (const node *key = n->first; key; key = key->next->next) {
      if (!ulna_yaml_key(&l->r, n, key, w)) continue;
      const int i = l->n ? ulna_scenario_find_place(l, key, w, owner) : -1;
      if (i < 0 && l->n) continue;
      char subject[YAML_SUBJECT];
      snprintf(subject, sizeof subject, "input \"%.80s\"", key->text);
      where at = ulna_yaml_inside(w, "%.40s", key->text);
      at.subject = subject;
      ulna_scenario_channel(l, key->next, at, input_unit(l), i >= 0 ? &l->s->input[i] : &unused);
    }
  } else if (n->kind == NODE_LIST) {
    if (l->n && n->count != l->n) {
      SAY(l, "width", n, w, "inputs has %d signal%s, but %s has %d %s%s: one for each, in order, or by name",
          n->count, n->count == 1 ? "" : "s", l->s->robot, l->n, what, l->n == 1 ? "" : "s");
      return;
    }
    int i = 0;
    for (const node *item = n->first; item; item = item->next, i++)
      ulna_scenario_channel(l, item, ulna_yaml_inside(w, "[%d]", i), input_unit(l),
                            l->n ? &l->s->input[i] : &unused);
  } else if (n->kind != NODE_ALIAS) {
    SAY(l, "type", n, w,
        "inputs must be a mapping from %s names to signals, or a list of %d signals, found %s", what, l->n,
        ulna_yaml_describe(n).s);
  }
}

/* `values`: one row of n numbers for each time. */
static void read_rows(loading *l, const node *time, const node *values, where w, ulna_signal_kind kind)
{
  const double *times = NULL;
  int count = 0;
  if (!ulna_scenario_numbers(l, time, ulna_yaml_inside(w, "time"), "s", 1, &times, &count) ||
      !ulna_scenario_times_rise(l, time, w, times, count))
    return;
  const where at = ulna_yaml_inside(w, "values");
  if (!values || !ulna_yaml_list(&l->r, values, at, "rows")) return;
  if (values->count != count) {
    SAY(l, "width", values, w, "the table has %d time%s and %d row%s; each time needs one row", count,
        count == 1 ? "" : "s", values->count, values->count == 1 ? "" : "s");
    return;
  }
  double *numbers = ulna_scenario_take(l, (size_t)count * (size_t)l->n, sizeof *numbers);
  if (!numbers) return;
  int row = 0;
  bool read = true;
  for (const node *item = values->first; item; item = item->next, row++) {
    if (item->kind == NODE_LIST && l->n && item->count != l->n) {
      SAY(l, "width", item, w, "row %d of the table has %d number%s, but %s has %d %s%s", row + 1,
          item->count, item->count == 1 ? "" : "s", l->s->robot, l->n,
          input_owner(l) == OF_JOINTS ? "joint" : "actuator", l->n == 1 ? "" : "s");
      return;
    }
    if (!ulna_yaml_list(&l->r, item, ulna_yaml_inside(at, "[%d]", row), "numbers")) return;
    int i = 0;
    for (const node *cell = item->first; cell; cell = cell->next, i++) {
      double value;
      read &= ulna_yaml_number(&l->r, cell, ulna_yaml_inside(at, "[%d][%d]", row, i), input_unit(l), &value);
      if (l->n) numbers[(size_t)i * (size_t)count + (size_t)row] = value;
    }
  }
  for (int i = 0; i < l->n && read; i++)
    add_signal(
        l, &l->s->input[i],
        (ulna_signal){
            .kind = kind, .count = count, .time = times, .value = numbers + (size_t)i * (size_t)count});
}

/* The joint or actuator that a column of a CSV is for: by its name, or by the number at its end (tau3, u3, current 3). */
static int column_owner(const loading *l, const char *name)
{
  for (int i = 0; i < l->n; i++)
    if (strcmp(name, ulna_scenario_owner_name(l, input_owner(l), i)) == 0) return i;
  const size_t length = strlen(name);
  size_t digits = length;
  while (digits > 0 && name[digits - 1] >= '0' && name[digits - 1] <= '9') digits--;
  if (digits == length || digits == 0 || length - digits > 6) return -1;
  int number = 0;
  for (const char *c = name + digits; *c; c++) number = 10 * number + (*c - '0');
  return number >= 1 && number <= l->n ? number - 1 : -1;
}

static void read_input_csv(loading *l, const node *file, where w, ulna_signal_kind kind)
{
  csv_table table;
  if (!ulna_scenario_csv(l, file, w, &table) || !l->n) return;
  const int time = ulna_csv_find(&table, "t");
  const char *what = input_owner(l) == OF_JOINTS ? "joint" : "actuator";
  if (time < 0) {
    SAY(l, "unknown column", file, w, "the CSV has no column \"t\" for the time");
    return;
  }
  if (table.columns != l->n + 1) {
    SAY(l, "width", file, w, "the CSV has %d column%s beside the time, but %s has %d %s%s", table.columns - 1,
        table.columns == 2 ? "" : "s", l->s->robot, l->n, what, l->n == 1 ? "" : "s");
    return;
  }
  const double *times = ulna_csv_column(l, &table, time);
  if (!times || !ulna_scenario_times_rise(l, file, w, times, table.rows)) return;
  bool *taken = ulna_scenario_take(l, (size_t)l->n, sizeof *taken);
  for (int c = 0; c < table.columns && taken; c++) {
    if (c == time) continue;
    const int i = column_owner(l, table.names[c]);
    if (i < 0 || taken[i]) {
      SAY(l, "unknown column", file, w,
          "the CSV's column \"%.60s\" %s; name each column after its %s, or number them from 1 to %d",
          table.names[c], i < 0 ? "belongs to none" : "comes a second time", what, l->n);
      return;
    }
    taken[i] = true;
    const double *value = ulna_csv_column(l, &table, c);
    if (value)
      add_signal(l, &l->s->input[i],
                 (ulna_signal){.kind = kind, .count = table.rows, .time = times, .value = value});
  }
}

void ulna_scenario_inputs(loading *l, const node *inputs, const node *table, where w)
{
  l->s->input = ulna_scenario_take(l, (size_t)l->n + 1, sizeof *l->s->input);
  if (!l->s->input) return;
  if (inputs) read_inputs(l, inputs, ulna_yaml_inside(w, "inputs"));
  if (!table) return;
  where at = ulna_yaml_inside(w, "input_table");
  at.subject = "input_table";
  enum { TIME, VALUES, FILE_, BETWEEN, COUNT };
  field f[COUNT] = {{.name = "time"}, {.name = "values"}, {.name = "file"}, {.name = "between"}};
  if (!ulna_yaml_fields(&l->r, table, at, "an input table", f, COUNT)) return;
  const ulna_signal_kind kind = read_between(l, f[BETWEEN].value, at);
  if (f[FILE_].value && (f[TIME].value || f[VALUES].value))
    SAY(l, "value", f[FILE_].value, at, "an input table is either a file or time and values, not both");
  else if (f[FILE_].value) read_input_csv(l, f[FILE_].value, at, kind);
  else if (f[TIME].value && f[VALUES].value) read_rows(l, f[TIME].value, f[VALUES].value, at, kind);
  else SAY(l, "missing key", table, at, "an input table needs \"file\", or \"time\" and \"values\"");
}

/* Six channels by their names. */
static ulna_channel *read_six(loading *l, const field f[6], where w, const char *first_unit,
                              const char *second_unit)
{
  ulna_channel *channels = ulna_scenario_take(l, 6, sizeof *channels);
  for (int i = 0; i < 6 && channels; i++)
    if (f[i].value)
      ulna_scenario_channel(l, f[i].value, ulna_yaml_inside(w, "%s", f[i].name),
                            i < 3 ? first_unit : second_unit, &channels[i]);
  return channels;
}

void ulna_scenario_hand_wrench(loading *l, const node *n, where w)
{
  if (!n) return;
  field f[] = {{.name = "fx"},
               {.name = "fy"},
               {.name = "fz"},
               {.name = "nx"},
               {.name = "ny"},
               {.name = "nz"},
               {.name = "axes", .required = true}};
  w = ulna_yaml_inside(w, "hand_wrench");
  w.subject = "hand_wrench";
  if (!ulna_yaml_fields(&l->r, n, w, "a hand wrench", f, 7)) return;
  static const char *const words[] = {"base", "tool"};
  int axes = 0;
  ulna_yaml_choice(&l->r, f[6].value, ulna_yaml_inside(w, "axes"), words, 2, &axes);
  l->s->hand_axes = axes == 0 ? ULNA_AXES_BASE : ULNA_AXES_TOOL;
  l->s->hand_wrench = read_six(l, f, w, "N", "N m");
}

/* A jump of the base's position or speed would strike the arm. */
static void check_smooth(loading *l, const ulna_channel *channel, const field *f, where w)
{
  int breaks = 0;
  for (double t = ulna_channel_next_break(channel, 0); t <= l->s->duration && breaks < 100000;
       t = ulna_channel_next_break(channel, t), breaks++) {
    const bool steps = ulna_channel_steps_at(channel, t);
    if (!steps && !ulna_channel_kinks_at(channel, t)) continue;
    SAY(l, "jump", f->value, w,
        "%s jumps%s at %.10g s, which would strike the arm a blow; use blend, sine or a table with between: smooth",
        f->name, steps ? "" : " in speed", t);
    return;
  }
}

void ulna_scenario_base(loading *l, const node *n, where w)
{
  if (!n) return;
  field f[] = {{.name = "x"},    {.name = "y"},     {.name = "z"},
               {.name = "roll"}, {.name = "pitch"}, {.name = "yaw"}};
  w = ulna_yaml_inside(w, "base");
  w.subject = "base";
  if (!ulna_yaml_fields(&l->r, n, w, "a moving base", f, 6)) return;
  l->s->base = read_six(l, f, w, "m", "rad");
  for (int i = 0; i < 6 && l->s->base; i++)
    if (f[i].value) check_smooth(l, &l->s->base[i], &f[i], w);
}
