/* ulna plot: signals of a recording, in the terminal or as SVG or PNG. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/ending.h"
#include "cli.h"
#include "colour.h"
#include "output.h"
#include "plot/figure.h"
#include "recording.h"
#include "terminal.h"

/* Which columns are drawn, panel by panel. */
typedef struct {
  recording file;
  int count;   /* columns chosen, one after the other */
  int *chosen; /* the column of each */
  int *panel;  /* and its panel */
  int panels;
  ulna_series series;
  const char *title;
} drawing;

/* Spans kept of each column: more than a picture has pixels, however long the recording is. */
enum { SPANS = 2048 };

static void choose(drawing *d, int column)
{
  if (d->count % 64 == 0) {
    int *chosen = allocate((size_t)d->count + 64, sizeof *chosen),
        *panel = allocate((size_t)d->count + 64, sizeof *panel);
    if (d->count > 0) {
      memcpy(chosen, d->chosen, (size_t)d->count * sizeof *chosen);
      memcpy(panel, d->panel, (size_t)d->count * sizeof *panel);
    }
    free(d->chosen), free(d->panel);
    d->chosen = chosen, d->panel = panel;
  }
  d->chosen[d->count++] = column;
}

static size_t digits_at(const char *text) { return strspn(text, "0123456789"); }

/* Whether `name` is one of the group `word`: q3 of q (numbered), hand_x of hand. */
static bool in_group(const char *name, const char *word, size_t length, bool numbered)
{
  if (length == 0 || strncmp(name, word, length) != 0) return false;
  const char *rest = name + length;
  return numbered ? *rest != '\0' && digits_at(rest) == strlen(rest) : *rest == '_' && rest[1] != '\0';
}

/* The column of that name, else all of that group; how many. */
static int choose_named(drawing *d, const char *word, size_t length)
{
  const recording *r = &d->file;
  for (int k = 0; k < r->count; k++)
    if (strlen(r->columns[k].name) == length && strncmp(r->columns[k].name, word, length) == 0) {
      choose(d, k);
      return 1;
    }
  int found = 0;
  for (int numbered = 1; numbered >= 0 && found == 0; numbered--)
    for (int k = 0; k < r->count; k++)
      if (in_group(r->columns[k].name, word, length, numbered)) choose(d, k), found++;
  return found;
}

static int unknown_column(const drawing *d, const char *word, size_t length)
{
  const recording *r = &d->file;
  char *name = text_printf("%.*s", (int)length, word);
  nearest n = nearest_to(name);
  for (int k = 0; k < r->count; k++) nearest_offer(&n, r->columns[k].name);
  int code;
  if (n.best) code = fail("%s has no column \"%s\"; the nearest is %s", r->path, name, n.best);
  else if (r->count == 0) code = fail("%s has no columns", r->path);
  else
    code = fail("%s has no column \"%s\"; it has %d, from %s to %s", r->path, name, r->count,
                r->columns[0].name, r->columns[r->count - 1].name);
  free(name);
  return code;
}

/* Columns from `first` on in panels, one for each unit, in the order in which they come. */
static void make_panels(drawing *d, int first)
{
  for (int k = first; k < d->count; k++) {
    int same = first;
    while (same < k && strcmp(d->file.columns[d->chosen[same]].unit, d->file.columns[d->chosen[k]].unit) != 0)
      same++;
    d->panel[k] = same < k ? d->panel[same] : d->panels++;
  }
}

static int choose_words(drawing *d, const char *words)
{
  const int first = d->count;
  for (const char *word = words;; word++) {
    const size_t length = strcspn(word, ",");
    if (length == 0) return fail("\"%s\": a name is missing beside a comma", words);
    if (choose_named(d, word, length) == 0) return unknown_column(d, word, length);
    word += length;
    if (*word == '\0') break;
  }
  make_panels(d, first);
  return DONE;
}

/* The length of a column's group: its name without its number, or before the last underscore. */
static size_t group_length(const char *name)
{
  size_t length = strlen(name);
  while (length > 0 && isdigit((unsigned char)name[length - 1])) length--;
  if (length > 0 && name[length] != '\0') return length;
  const char *underscore = strrchr(name, '_');
  return underscore && underscore > name ? (size_t)(underscore - name) : strlen(name);
}

/* Everything but the time, a group in a panel. */
static void choose_all(drawing *d)
{
  const recording *r = &d->file;
  int first = 0;
  for (int k = 0; k < r->count; k++) {
    if (k == r->time) continue;
    const char *name = r->columns[k].name,
               *before = d->count > first ? r->columns[d->chosen[d->count - 1]].name : NULL;
    const size_t length = group_length(name);
    if (before && (group_length(before) != length || strncmp(before, name, length) != 0)) {
      make_panels(d, first);
      first = d->count;
    }
    choose(d, k);
  }
  make_panels(d, first);
}

static void take_row(void *owner, double t, const double values[])
{
  drawing *d = owner;
  ulna_series_row(&d->series, t, values);
}

static void sink(void *owner, const char *bytes, size_t length)
{
  (void)owner;
  out_bytes(bytes, length);
}

static int write_figure(const plot_figure *f, const arguments *args)
{
  const char *path = args->value[OPT_PLOT_OUTPUT];
  if (!path) {
    const plot_text how = {.columns = terminal_columns(60, 160),
                           .rows = 10,
                           .utf8 = terminal_has_utf8(args),
                           .colours = colour_code(stdout, COLOUR_NONE)[0] != '\0'};
    ulna_plot_text(f, &how, sink, NULL);
    return DONE;
  }
  if (out_to_file(path) != DONE) return BAD;
  if (has_ending(path, ".svg")) ulna_plot_svg(f, sink, NULL);
  else if (!ulna_plot_png(f, sink, NULL)) {
    out_abandon();
    return fail("out of memory");
  }
  return out_finish();
}

/* The figure of what was chosen. */
static int draw(const drawing *d, const arguments *args)
{
  plot_curve *curves = allocate((size_t)d->count, sizeof *curves);
  plot_panel *panels = allocate((size_t)d->panels, sizeof *panels);
  int used = 0;
  for (int p = 0; p < d->panels; p++) {
    panels[p].curves = &curves[used];
    panels[p].unit = "";
    for (int k = 0; k < d->count; k++) {
      if (d->panel[k] != p) continue;
      const recording_column *c = &d->file.columns[d->chosen[k]];
      curves[used++] = (plot_curve){c->name, k};
      panels[p].unit = c->unit;
      panels[p].count++;
    }
  }
  const bool timed = d->file.time >= 0;
  const plot_figure f = {.series = &d->series,
                         .title = d->title,
                         .across = timed ? "t" : "row",
                         .across_unit = timed ? d->file.columns[d->file.time].unit : "",
                         .count = d->panels,
                         .panels = panels};
  const int code = write_figure(&f, args);
  free(curves), free(panels);
  return code;
}

int run_plot(const arguments *args)
{
  const char *path = args->value[OPT_PLOT_OUTPUT];
  if (path && !has_ending(path, ".svg") && !has_ending(path, ".png"))
    return fail("--output %s: the name must end in .svg or .png", path);
  const char *folder = strrchr(args->operands[0], '/');
  drawing d = {.title = folder ? folder + 1 : args->operands[0]};
  int code = recording_open(&d.file, args->operands[0]);
  for (int k = 1; k < args->operand_count && code == DONE; k++) code = choose_words(&d, args->operands[k]);
  if (code == DONE && args->operand_count == 1) choose_all(&d);
  if (code == DONE && d.count == 0)
    code = fail("%s has no signals, only %s", d.file.path, d.file.count ? "t" : "a header");
  if (code == DONE && !ulna_series_create(&d.series, d.count, SPANS)) code = fail("out of memory");
  if (code == DONE) code = recording_read(&d.file, d.chosen, d.count, take_row, &d);
  if (code == DONE && d.series.rows == 0)
    code = fail("%s has no rows: there is nothing to draw", d.file.path);
  if (code == DONE && d.file.about && strncmp(d.file.about, "complete", 8) != 0)
    note("the recording is not whole: %s", d.file.about);
  if (code == DONE) code = draw(&d, args);
  ulna_series_free(&d.series);
  recording_close(&d.file);
  free(d.chosen), free(d.panel);
  return code;
}
