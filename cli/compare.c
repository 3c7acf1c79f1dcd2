/* ulna compare: all formulations of inverse dynamics on one robot, and the papers' operation tables. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "compare_control.h"
#include "compare_forward.h"
#include "compare_generated.h"
#include "count/compare.h"
#include "grid.h"
#include "numbers.h"
#include "output.h"
#include "paper_table.h"
#include "robot.h"
#include "text/number.h"

static const char *const rules =
    "M: multiplications and divisions, A: additions and subtractions; sign changes, copies and sines are free, and so "
    "are constants of a link. Nothing is counted after the last link. Beside the papers the first link is charged like "
    "the others, as they do (Lagrange: base at rest); for this robot its base is known to be at rest, and nothing is "
    "counted for its zero motion. A change of frame costs 9M+6A in Turney80, 8M+4A in Angeles and here.";

/* A whole number of at least `least` and at most `most`. */
static int whole(const arguments *args, option_id id, double least, double most, double *out)
{
  const char *text = args->value[id];
  char why[160];
  if (numbers_parse(text, NO_ANGLES, NULL, out, 1, why, sizeof why) != 1 || *out != floor(*out) ||
      *out < least || *out > most)
    return fail("--%s: \"%s\" is not a whole number from %.0f to %.0f", options[id].name, text, least, most);
  return DONE;
}

static void pair_of(const ulna_operations *o, char m[24], char a[24])
{
  snprintf(m, 24, "%ld", o->multiplications);
  snprintf(a, 24, "%ld", o->additions);
}

/* CSV: the same, and the formulas, one formulation a line. */
static void comparison_csv(const ulna_comparison rows[], const generated_row *generated, int n)
{
  static const char *const head[] = {"formulation",
                                     "n",
                                     "disagreement",
                                     "counted_M",
                                     "counted_A",
                                     "counted_M_formula",
                                     "counted_A_formula",
                                     "printed_M",
                                     "printed_A",
                                     "printed_M_formula",
                                     "printed_A_formula",
                                     "verdict",
                                     "charge",
                                     "robot_M",
                                     "robot_A",
                                     "ns_per_call"};
  grid g;
  grid_open(&g, "lrrrrllrrllllrrr");
  grid_row(&g, head);
  for (int i = 0; i < ULNA_COMPARISON_COUNT; i++) {
    const ulna_comparison *r = &rows[i];
    char length[16], disagreement[ULNA_NUMBER_SIZE], time[ULNA_NUMBER_SIZE], counted[2][24],
        printed[2][24] = {"", ""}, own[2][24];
    snprintf(length, sizeof length, "%d", n);
    ulna_number_format(r->disagreement, disagreement);
    ulna_number_format(r->nanoseconds, time);
    pair_of(&r->counted, counted[0], counted[1]);
    pair_of(&r->robot, own[0], own[1]);
    if (r->paper[0]) pair_of(&r->printed, printed[0], printed[1]);
    const char *const cells[] = {r->name,
                                 length,
                                 disagreement,
                                 counted[0],
                                 counted[1],
                                 r->counted_formula[0],
                                 r->counted_formula[1],
                                 printed[0],
                                 printed[1],
                                 r->printed_formula[0],
                                 r->printed_formula[1],
                                 r->verdict,
                                 r->charge,
                                 own[0],
                                 own[1],
                                 time};
    grid_row(&g, cells);
  }
  if (generated->there) {
    char length[16], own[2][24], disagreement[ULNA_NUMBER_SIZE] = "", time[ULNA_NUMBER_SIZE] = "";
    snprintf(length, sizeof length, "%d", n);
    pair_of(&generated->operations, own[0], own[1]);
    if (!isnan(generated->nanoseconds)) {
      ulna_number_format(generated->disagreement, disagreement);
      ulna_number_format(generated->nanoseconds, time);
    }
    const char *const cells[] = {"generated", length, disagreement, "", "", "",     "",     "",
                                 "",          "",     "",           "", "", own[0], own[1], time};
    grid_row(&g, cells);
  }
  grid_write(&g, GRID_CSV, true);
  grid_close(&g);
}

/* For this robot: agreement, operations, time. */
static void robot_rows(const ulna_comparison rows[], const generated_row *generated, grid_format format)
{
  static const char *const head[] = {"formulation", "disagreement", "robot M", "robot A", "ns a call"};
  grid g;
  grid_open(&g, "lrrrr");
  grid_row(&g, head);
  for (int i = 0; i < ULNA_COMPARISON_COUNT; i++) {
    const ulna_comparison *r = &rows[i];
    char disagreement[24], own[2][24], time[24];
    snprintf(disagreement, sizeof disagreement, "%.1e", r->disagreement);
    snprintf(time, sizeof time, "%.0f", r->nanoseconds);
    pair_of(&r->robot, own[0], own[1]);
    const char *const cells[] = {r->name, disagreement, own[0], own[1], time};
    grid_row(&g, cells);
  }
  if (generated->there) {
    char disagreement[24] = "", own[2][24], time[24] = "";
    pair_of(&generated->operations, own[0], own[1]);
    if (!isnan(generated->nanoseconds)) {
      snprintf(disagreement, sizeof disagreement, "%.1e", generated->disagreement);
      snprintf(time, sizeof time, "%.0f", generated->nanoseconds);
    }
    const char *const cells[] = {"generated", disagreement, own[0], own[1], time};
    grid_row(&g, cells);
  }
  grid_write(&g, format, true);
  grid_close(&g);
}

/* For an arm of n joints in general, as in the papers. */
static void generic_rows(const ulna_comparison rows[], grid_format format)
{
  static const char *const head[] = {"formulation", "M", "A", "printed M", "printed A", "charge"};
  grid g;
  grid_open(&g, "lrrrrl");
  grid_row(&g, head);
  for (int i = 0; i < ULNA_COMPARISON_COUNT; i++) {
    const ulna_comparison *r = &rows[i];
    char counted[2][24], printed[2][24] = {"", ""};
    pair_of(&r->counted, counted[0], counted[1]);
    if (r->paper[0]) pair_of(&r->printed, printed[0], printed[1]);
    const char *const cells[] = {r->name, counted[0], counted[1], printed[0], printed[1], r->charge};
    grid_row(&g, cells);
  }
  grid_write(&g, format, true);
  grid_close(&g);
}

/* The same as formulas. */
static void formula_rows(const ulna_comparison rows[], grid_format format)
{
  static const char *const head[] = {"formulation", "", "M", "A"};
  grid g;
  grid_open(&g, "llll");
  grid_row(&g, head);
  for (int i = 0; i < ULNA_COMPARISON_COUNT; i++) {
    const ulna_comparison *r = &rows[i];
    const char *const counted[] = {r->name, "counted", r->counted_formula[0], r->counted_formula[1]};
    const char *const printed[] = {r->paper, "printed", r->printed_formula[0], r->printed_formula[1]};
    char difference[2][96] = {"", ""};
    const char *comma = strstr(r->verdict, ", "), *additions = comma ? comma + 2 : r->verdict;
    if (additions[0] == 'A') snprintf(difference[1], sizeof difference[1], "%s", additions + 2);
    if (r->verdict[0] == 'M')
      snprintf(difference[0], sizeof difference[0], "%.*s",
               (int)(comma ? comma - r->verdict : (ptrdiff_t)strlen(r->verdict)) - 2, r->verdict + 2);
    const char *const apart[] = {"", "difference", difference[0], difference[1]};
    grid_row(&g, counted);
    if (!r->paper[0]) continue;
    grid_row(&g, printed);
    grid_row(&g, apart);
  }
  grid_write(&g, format, true);
  grid_close(&g);
}

static void paragraph(const char *text, grid_format format)
{
  if (format == GRID_TEXT) grid_paragraph(text, 0, 0);
  else out_printf("%s\n", text);
}

static void comparison(const ulna_model *model, const ulna_comparison rows[], const generated_row *generated,
                       int states, grid_format format)
{
  const char *name = ulna_model_name(model);
  char *title = text_printf(
      "%s%s: links only, n = %d, %d random states, half with a moving base and a wrench in the hand",
      format == GRID_MARKDOWN ? "### " : "", name[0] ? name : "robot", ulna_model_joint_count(model), states);
  paragraph(title, format);
  free(title);
  out_text("\n");
  robot_rows(rows, generated, format);
  out_text("\n");
  generic_rows(rows, format);
  out_text("\n");
  formula_rows(rows, format);
  out_text("\n");
  paragraph(
      "robot M, A: this robot, its exact zeros left out; M, A: an arm of n revolute joints, none of its numbers "
      "zero, charged as its paper does.",
      format);
  paragraph(generated_note(generated), format);
  paragraph(rules, format);
}

static int compare(const ulna_model *model, const arguments *args, uint64_t seed)
{
  if (given(args, OPT_FORWARD)) return compare_forward(model, args, seed);
  if (given(args, OPT_CONTROL)) return compare_control(model, args, seed);
  ulna_compare_options chosen = ulna_compare_options_default();
  chosen.seed = seed + 1;
  ulna_comparison rows[ULNA_COMPARISON_COUNT];
  if (ulna_compare(model, &chosen, NULL, rows) != ULNA_OK) return fail("out of memory");
  const generated_row generated = compare_generated(model, false, chosen.states, seed + 1);
  const grid_format format = grid_format_of(args);
  if (format == GRID_CSV) comparison_csv(rows, &generated, ulna_model_joint_count(model));
  else comparison(model, rows, &generated, chosen.states, format);
  if (!generated_agrees(&generated, 1e-9)) return FOUND;
  for (int i = 0; i < ULNA_COMPARISON_COUNT; i++)
    if (!(rows[i].disagreement <= 1e-9)) return FOUND;
  return DONE;
}

static int papers(const arguments *args)
{
  ulna_papers *p = NULL;
  if (ulna_papers_create(NULL, &p) != ULNA_OK) return fail("out of memory");
  const grid_format format = grid_format_of(args);
  paper_tables(p, false, format);
  if (format != GRID_CSV) paragraph(rules, format);
  ulna_papers_destroy(p);
  return DONE;
}

static int on_robot(const arguments *args, uint64_t seed)
{
  robot r;
  int code = robot_open(&r, args);
  if (code == DONE) code = compare(r.model, args, seed);
  robot_close(&r);
  return code;
}

int run_compare(const arguments *args)
{
  double n = 0, seed = 0;
  const bool robot_given = args->operand_count > 0;
  if (given(args, OPT_PAPERS)) {
    if (given(args, OPT_FORWARD)) return fail("--papers and --forward exclude each other");
    if (given(args, OPT_CONTROL)) return fail("--papers and --control exclude each other");
    if (robot_given || given(args, OPT_N)) return fail("--papers takes no robot; leave ROBOT and --n out");
    return papers(args);
  }
  if (given(args, OPT_CONTROL) && given(args, OPT_FORWARD))
    return fail("--control and --forward exclude each other");
  if (robot_given && given(args, OPT_N)) return fail("either a ROBOT or --n, not both");
  if (given(args, OPT_FORWARD) && !robot_given && !given(args, OPT_N)) return compare_forward_lengths(args);
  if (given(args, OPT_SEED) && whole(args, OPT_SEED, 0, 1e15, &seed) != DONE) return BAD;
  if (given(args, OPT_CONTROL) && !robot_given && !given(args, OPT_N)) {
    const char *puma[] = {"puma560"};  // the paper's robot
    arguments with = *args;
    with.operands = puma, with.operand_count = 1;
    return on_robot(&with, (uint64_t)seed);
  }
  if (!robot_given && !given(args, OPT_N))
    return fail(
        "which robot? Name one of `ulna robots` or a file, or say --n N for a random chain, or --papers");
  if (robot_given) return on_robot(args, (uint64_t)seed);
  if (whole(args, OPT_N, 1, 200, &n) != DONE) return BAD;
  ulna_model *model = NULL;
  if (ulna_random_chain((int)n, (uint64_t)seed + 1, NULL, &model) != ULNA_OK) return fail("out of memory");
  const int code = compare(model, args, (uint64_t)seed);
  ulna_model_destroy(model);
  return code;
}
