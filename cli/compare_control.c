/* ulna compare --control: the tables of [Mudge] beside the counts made here, and the time of a cycle of control. */
#include "compare_control.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "output.h"
#include "paper_table.h"

enum { ROWS = ULNA_CONTROL_COMPARISON_COUNT, SET_POINT = 1000 };  // µs

/* The largest disagreement that is still rounding, torques of badly conditioned postures included. */
static const double tolerance = 1e-9;

static void operations_row(const ulna_control_comparison *r, ulna_operations of, ulna_paper_row *row)
{
  const long printed[2] = {r->printed.multiplications, r->printed.additions};
  const long counted[2] = {of.multiplications, of.additions};
  memset(row, 0, sizeof *row);
  snprintf(row->item, sizeof row->item, "%s", r->name);
  for (int k = 0; k < 2; k++) {
    if (printed[k]) snprintf(row->printed[k], sizeof row->printed[k], "%ld", printed[k]);
    snprintf(row->counted[k], sizeof row->counted[k], "%ld", counted[k]);
  }
  row->note = r->paper;
}

static void time_row(const ulna_control_comparison *r, char note[64], ulna_paper_row *row)
{
  const double times[2] = {r->paper_microseconds, r->nanoseconds / 1000};
  memset(row, 0, sizeof *row);
  snprintf(row->item, sizeof row->item, "%s", r->name);
  for (int k = 0; k < 2; k++) {
    char *const cells[2] = {k ? row->counted[0] : row->printed[0], k ? row->counted[1] : row->printed[1]};
    if (isnan(times[k])) continue;
    snprintf(cells[0], sizeof row->printed[0], k ? "%.3f" : "%.0f", times[k]);
    snprintf(cells[1], sizeof row->printed[1], k ? "%.3f" : "%.1f", 100 * times[k] / SET_POINT);
  }
  if (!isnan(times[0]) && !isnan(times[1]))
    snprintf(row->verdict, sizeof row->verdict, "%.0f times as fast", times[0] / times[1]);
  if (isnan(r->disagreement)) note[0] = 0;
  else snprintf(note, 64, "agrees to %.1e", r->disagreement);
  row->note = note;
}

static void robot_tables(const ulna_model *model, const ulna_control_comparison rows[], grid_format format)
{
  ulna_paper_row operations[ROWS], generated[ROWS], times[ROWS];
  char notes[ROWS][64], titles[3][160];
  int counted = 0;
  for (int i = 0; i < ROWS; i++) {
    if (rows[i].robot.multiplications > 0) {
      operations_row(&rows[i], rows[i].generated, &generated[counted]);
      operations_row(&rows[i], rows[i].robot, &operations[counted++]);
    }
    time_row(&rows[i], notes[i], &times[i]);
  }
  const char *name = ulna_model_name(model)[0] ? ulna_model_name(model) : "robot";
  snprintf(titles[0], sizeof titles[0], "%s, n = %d: operations, zeros of its parameters left out", name,
           ulna_model_joint_count(model));
  snprintf(titles[1], sizeof titles[1], "%s, n = %d: operations of generated code", name,
           ulna_model_joint_count(model));
  snprintf(titles[2], sizeof titles[2], "%s, n = %d: time on this machine", name,
           ulna_model_joint_count(model));
  const ulna_paper_table tables[3] = {
      {"Mudge", titles[0], {"multiplications", "additions"}, "8M+4A", counted, operations},
      {"Mudge", titles[1], {"multiplications", "additions"}, "8M+4A", counted, generated},
      {"Mudge", titles[2], {"microseconds", "percent of 1 ms"}, "", ROWS, times},
  };
  for (int t = 0; t < 3; t++) paper_table(&tables[t], format, false);
}

static const char *const explanation =
    "M: multiplications and divisions, A: additions and subtractions; sign changes, copies, roots and sines are free, and "
    "so are constants of a link. Rows with \"· ζ\" are taken in the fraction ζ of the cycles. Printed beside the robot: the "
    "paper's \"about a third\" for a PUMA 600, and its times for a processor of its day; a set point lasts 1 ms. Times of "
    "the paper's stages are of the kernels that are counted, sines given; the library's include them.";

int compare_control(const ulna_model *model, const arguments *args, uint64_t seed)
{
  enum { STATES = 100 };
  const grid_format format = grid_format_of(args);
  ulna_control_comparison rows[ROWS];
  // the order of elimination, and so the count, depends on the posture; documents have that of these
  const ulna_status status = ulna_compare_control(model, STATES, seed + 7, 0.05, NULL, rows);
  if (status == ULNA_SINGULAR)
    return fail(
        "the hand's motion does not determine the joints of this robot at any posture tried (do more than three of "
        "them slide, or several turn about one line?); take another robot, or with --n another --seed");
  if (status != ULNA_OK) return fail("control of this robot: %s", ulna_status_text(status));
  ulna_papers *p = NULL;
  if (ulna_papers_create(NULL, &p) != ULNA_OK) return fail("out of memory");
  paper_tables(p, true, format);
  ulna_papers_destroy(p);
  robot_tables(model, rows, format);
  if (format == GRID_TEXT) grid_paragraph(explanation, 0, 0);
  if (format == GRID_MARKDOWN) out_printf("%s\n", explanation);
  for (int i = 0; i < ROWS; i++)
    if (rows[i].disagreement > tolerance) return FOUND;
  return DONE;
}
