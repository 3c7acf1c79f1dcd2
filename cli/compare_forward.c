/* ulna compare --forward: the methods of forward dynamics on one robot, and over the number of joints. */
#include "compare_forward.h"
#include "compare_generated.h"
#include "count/compare.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>

#include "grid.h"
#include "output.h"

typedef struct {
  char text[24];
} cell;

static cell whole(long x)
{
  cell c;
  snprintf(c.text, sizeof c.text, "%ld", x);
  return c;
}
/* Empty where there is no such number. */
static cell real(const char *format, double x) __attribute__((format(printf, 1, 0)));
static cell real(const char *format, double x)
{
  cell c = {""};
  if (!isnan(x)) snprintf(c.text, sizeof c.text, format, x);
  return c;
}

/* A paragraph, filled where it is read as text. */
static void say(grid_format format, const char *form, ...) __attribute__((format(printf, 2, 3)));
static void say(grid_format format, const char *form, ...)
{
  char text[800];
  va_list list;
  va_start(list, form);
  vsnprintf(text, sizeof text, form, list);
  va_end(list);
  if (format == GRID_TEXT) grid_paragraph(text, 0, 0);
  else out_printf("%s\n", text);
}

/* Nanoseconds, never more than five characters: a slow machine does not make the table wider. */
static cell time_of(double ns) { return real(ns < 99999 ? "%.0f" : "%.0e", ns); }

static void row(grid *g, const char *name, const cell cells[], int count)
{
  const char *texts[GRID_COLUMNS] = {name};
  for (int i = 0; i < count; i++) texts[i + 1] = cells[i].text;
  grid_row(g, texts);
}

int compare_forward(const ulna_model *model, const arguments *args, uint64_t seed)
{
  enum { STATES = 100 };
  static const char *const head[] = {"method", "disagreement", "error",   "M",
                                     "A",      "M given",      "A given", "ns a call"};
  static const char *const head_csv[] = {"method", "disagreement", "error",   "M",
                                         "A",      "M_given",      "A_given", "ns_per_call"};
  const grid_format format = grid_format_of(args);
  ulna_forward_comparison rows[ULNA_FORWARD_COMPARISON_COUNT];
  const ulna_status status = ulna_compare_forward(model, STATES, seed + 1, 0.05, NULL, rows);
  if (status != ULNA_OK) return fail("forward dynamics of this robot: %s", ulna_status_text(status));
  if (format != GRID_CSV)
    say(format,
        "%s%s: links only, n = %d, %d random states, half with a moving base and a wrench in the hand",
        format == GRID_MARKDOWN ? "### " : "", ulna_model_name(model), ulna_model_joint_count(model), STATES);
  if (format != GRID_CSV) out_text("\n");
  grid g;
  grid_open(&g, "lrrrrrrr");
  grid_row(&g, format == GRID_CSV ? head_csv : head);
  bool agree = true;
  for (int i = 0; i < ULNA_FORWARD_COMPARISON_COUNT; i++) {
    const ulna_forward_comparison *r = &rows[i];
    const bool given = r->given.multiplications > 0;
    const cell cells[] = {real("%.1e", r->disagreement),
                          real("%.1e", r->error),
                          whole(r->with_bias.multiplications),
                          whole(r->with_bias.additions),
                          given ? whole(r->given.multiplications) : (cell){""},
                          given ? whole(r->given.additions) : (cell){""},
                          real("%.0f", r->nanoseconds)};
    row(&g, r->name, cells, 7);
    if (!(r->disagreement <= 1e-6)) agree = false;
  }
  const generated_row generated = compare_generated(model, true, STATES, seed + 1);
  if (generated.there) {
    const cell cells[] = {
        real("%.1e", generated.disagreement),  {""}, whole(generated.operations.multiplications),
        whole(generated.operations.additions), {""}, {""},
        real("%.0f", generated.nanoseconds)};
    row(&g, "generated", cells, 7);
    if (!generated_agrees(&generated, 1e-6)) agree = false;
  }
  grid_write(&g, format, true);
  grid_close(&g);
  if (format != GRID_CSV) out_text("\n");
  if (format != GRID_CSV)
    say(format,
        "The default takes the method \"%s\". M and A are counted in the code that runs, for n revolute joints in generic "
        "parameters, base at rest. given: torque minus bias is given; empty if one pass finds M and the bias. %s",
        ulna_forward_method_name(ulna_forward_dynamics_method(model)), generated_note(&generated));
  return agree ? DONE : FOUND;
}

int compare_forward_lengths(const arguments *args)
{
  static const int lengths[] = {2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 14, 16, 20, 30, 50, 100};
  enum { COUNT = sizeof lengths / sizeof lengths[0] };
  static const char *const head[] = {"n", "dense M", "A",  "error",  "ns", "O(n) M",
                                     "A", "error",   "ns", "Saha M", "A"};
  static const char *const head_csv[] = {"n",
                                         "composite_M",
                                         "composite_A",
                                         "composite_error",
                                         "composite_ns",
                                         "articulated_M",
                                         "articulated_A",
                                         "articulated_error",
                                         "articulated_ns",
                                         "saha_M",
                                         "saha_A"};
  const grid_format format = grid_format_of(args);
  const char *close = format == GRID_TEXT ? "%.0e" : "%.1e";
  ulna_forward_length rows[COUNT];
  ulna_forward_crossover cross;
  if (ulna_compare_forward_lengths(lengths, COUNT, 0.02, NULL, rows) != ULNA_OK ||
      ulna_compare_forward_crossover(NULL, &cross) != ULNA_OK)
    return fail("out of memory");
  grid g;
  grid_open(&g, "rrrrrrrrrrr");
  grid_row(&g, format == GRID_CSV ? head_csv : head);
  int by_time = 0;
  for (int k = 0; k < COUNT; k++) {
    const ulna_forward_length *r = &rows[k];
    const cell cells[] = {whole(r->composite.multiplications),   whole(r->composite.additions),
                          real(close, r->composite_error),       time_of(r->composite_ns),
                          whole(r->articulated.multiplications), whole(r->articulated.additions),
                          real(close, r->articulated_error),     time_of(r->articulated_ns),
                          whole(r->saha.multiplications),        whole(r->saha.additions)};
    row(&g, whole(r->n).text, cells, 10);
    if (r->articulated_ns >= r->composite_ns) by_time = k + 1 < COUNT ? rows[k + 1].n : r->n;
  }
  grid_write(&g, format, true);
  grid_close(&g);
  if (format != GRID_CSV) out_text("\n");
  if (format != GRID_CSV)
    say(format,
        "M and A include the bias and are counted in the code that runs. dense: composite bodies, in joint frames up to 15 joints, "
        "in link frames beyond; O(n): articulated bodies, reference points on the joint axes; Saha: points at the mass centres. "
        "error: forward after inverse dynamics, one state, relative. By operations, compared with composite bodies in link frames, "
        "the O(n) recursion is cheaper from n = %d (M), %d (A), %d (both) on; with torque minus bias given, from %d, %d, %d on. In "
        "this run it takes less time from n = %d on.",
        cross.with_bias[0], cross.with_bias[1], cross.with_bias[2], cross.given[0], cross.given[1],
        cross.given[2], by_time);
  return DONE;
}
