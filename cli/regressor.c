/* ulna regressor: joint forces as a linear function of the inertial parameters, and the base parameters. */
#include "ulna/regressor.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "dynamics.h"
#include "grid.h"
#include "numbers.h"

typedef struct {
  dynamics d;
  ulna_regressor_of of;
  int columns;
  const char **names; /* of the columns */
  double *Y, *pi, *hand, *tau;
  ulna_base_parameters *base;
  double rank, tolerance, *beta;
} regressor;

/* Notes on friction that tau has in `ulna id` and Y cannot have. */
static void tell_left_out(const regressor *x)
{
  const ulna_model *model = x->d.session.robot.model;
  int joints = 0, uneven = 0, bent = 0;
  if (x->of == ULNA_REGRESSOR_LINKS && x->d.links_only) return;
  for (int i = 1; i <= x->d.session.robot.n; i++)
    joints += ulna_friction_is_there(&ulna_model_joint(model, i)->friction);
  for (int a = 0; a < ulna_model_drive_count(model); a++) {
    const ulna_friction *law = &ulna_model_drive(model, a)->friction;
    uneven += law->coulomb[0] != law->coulomb[1];
    bent += law->stribeck_velocity > 0 || law->table_count > 0;
  }
  if (joints) note("not in Y: the friction of %d joint%s", joints, joints == 1 ? " itself" : "s themselves");
  if (uneven)
    note("Coulomb friction of %d drive%s differs between the two directions: Fm is the mean", uneven,
         uneven == 1 ? "" : "s");
  if (bent) note("not in Y: what Stribeck's law or a table adds at %d drive%s", bent, bent == 1 ? "" : "s");
}

static int open_columns(regressor *x)
{
  const robot *r = &x->d.session.robot;
  table_out *out = &x->d.session.out;
  x->of =
      !x->d.links_only && ulna_model_drive_count(r->model) > 0 ? ULNA_REGRESSOR_DRIVES : ULNA_REGRESSOR_LINKS;
  x->columns = ulna_regressor_column_count(r->model, x->of);
  x->names = records_memory(out, (size_t)x->columns, sizeof *x->names);
  for (int k = 0; k < x->columns; k++) {
    const int length = ulna_regressor_column_name(r->model, k, NULL, 0);
    char *name = records_memory(out, (size_t)length + 1, 1);
    ulna_regressor_column_name(r->model, k, name, (size_t)length + 1);
    x->names[k] = name;
  }
  x->pi = records_memory(out, (size_t)x->columns, sizeof(double));
  if (!x->d.links_only && (x->of == ULNA_REGRESSOR_LINKS && ulna_model_element_count(r->model) > 0))
    return fail("the elements of this robot's drive train are not linear in pi; add --links-only");
  if (ulna_regressor_parameters(r->model, r->work, x->of, x->pi) == ULNA_UNSUPPORTED)
    return fail(
        "this robot has rotors that are unbalanced or bodies of their own, or other elements of a drive "
        "train: not linear in pi; add --links-only");
  tell_left_out(x);
  return DONE;
}

/* Text: a line for each parameter, its own value and what it adds to each joint; as many joints as 80 columns take. */
static void show_Y(const void *owner)
{
  enum { MOST = 5 };
  const regressor *x = owner;
  const table_out *out = &x->d.session.out;
  const int n = x->d.session.robot.n, parts = (n + MOST - 1) / MOST, wide = (n + parts - 1) / parts;
  for (int from = 0; from < n; from += wide) {
    const int to = from + wide < n ? from + wide : n;
    char head[24];
    out_printf("%-18s %11s", from == 0 ? "Y, and pi" : "", "pi");
    for (int i = from; i < to; i++) {
      snprintf(head, sizeof head, "%.9s", out->joint_names[i]);
      out_printf(" %9s", head);
    }
    out_text("\n");
    for (int k = 0; k < x->columns; k++) {
      snprintf(head, sizeof head, "%.18s", x->names[k]);
      // the end of a name tells the parameter, so a long one loses its middle
      const size_t length = strlen(x->names[k]);
      if (length > 18) snprintf(head, sizeof head, "%.9s..%s", x->names[k], x->names[k] + length - 7);
      out_printf("%-18s %11.5g", head, x->pi[k]);
      for (int i = from; i < to; i++) out_printf(" %9.3g", x->Y[i * x->columns + k] + 0.0);
      out_text("\n");
    }
    out_text("\n");
  }
}

static void open_forces(regressor *x, const arguments *args)
{
  const int n = x->d.session.robot.n;
  table_out *out = &x->d.session.out;
  session_echo(&x->d.session, args, "qva");
  dynamics_say(&x->d, NULL);
  x->Y = records_memory(out, (size_t)n * (size_t)x->columns, sizeof(double));
  quantity *names = records_add(out, "parameters", 1, x->columns, 0, 0, NULL);
  names->texts = x->names;
  names->not_in_csv = names->not_in_text = true;
  quantity *Y = records_add(out, "Y", 2, n, x->columns, 0, x->Y);
  Y->show = show_Y;
  Y->owner = x;
  records_add(out, "pi", 1, x->columns, 0, 0, x->pi)->not_in_text = true;
  x->hand = dynamics_vector(&x->d, "tip_torque");
  x->tau = dynamics_vector(&x->d, "tau");
}

static int compute(void *context, const states *s)
{
  regressor *x = context;
  const robot *r = &x->d.session.robot;
  const ulna_status status = ulna_regressor(r->model, r->work, x->of, s->q, s->qd, s->qdd, x->Y, x->hand);
  if (status != ULNA_OK) return dynamics_done(s, status);
  for (int i = 0; i < r->n; i++) {
    x->tau[i] = x->hand[i];
    for (int k = 0; k < x->columns; k++) x->tau[i] += x->Y[i * x->columns + k] * x->pi[k];
  }
  return DONE;
}

/* "a, b, c", filled to 80 columns behind a head. */
static void show_list(const regressor *x, const char *head, int count, const int *list)
{
  size_t length = 1;
  for (int k = 0; k < count; k++) length += strlen(x->names[list[k]]) + 2;
  char *text = allocate(length, 1);
  size_t used = 0;
  for (int k = 0; k < count; k++)
    used += (size_t)snprintf(text + used, length - used, "%s%s", k > 0 ? ", " : "", x->names[list[k]]);
  out_printf("%s\n", head);
  out_text("  ");
  grid_paragraph(count > 0 ? text : "none", 2, 2);
  free(text);
}

/* Text: each base parameter as the sum it is. */
static void show_base(const void *owner)
{
  const regressor *x = owner;
  const ulna_base_parameters *b = x->base;
  out_printf("%d base parameters of %d parameters: %d have no effect in any state,\n"
             "%d depend%s on others. At least %.0f %% of each kept column is independent of\n"
             "the others, less than %g of each dropped one.\n\n",
             b->rank, b->columns, b->zero_count, b->dropped_count, b->dropped_count == 1 ? "s" : "",
             100 * b->least_kept, x->tolerance > 0 ? x->tolerance : 1e-10);
  show_list(x, "without effect", b->zero_count, b->zero);
  out_text("\nbase parameters, and what each is made of\n");
  for (int j = 0; j < b->rank; j++) {
    char *sum = text_printf("%s", x->names[b->kept[j]]);
    for (int k = 0; k < b->dropped_count; k++) {
      const double share = b->grouping[k * b->rank + j];
      if (fabs(share) < 1e-9) continue;  // rounding
      char factor[32] = "";
      if (fabs(fabs(share) - 1) > 1e-9) snprintf(factor, sizeof factor, "%.6g ", fabs(share));
      char *longer = text_printf("%s %c %s%s", sum, share < 0 ? '-' : '+', factor, x->names[b->dropped[k]]);
      free(sum);
      sum = longer;
    }
    const double value = fabs(x->beta[j]) < 1e-15 ? 0 : x->beta[j];
    char *line = text_printf("%.6g = %s", value, sum);
    out_printf("%*s", 14 - (int)strcspn(line, " "), "");
    grid_paragraph(line, 14 - (int)strcspn(line, " "), 17);
    free(line);
    free(sum);
  }
}

static double *as_doubles(regressor *x, const int *list, int count)
{
  double *to = records_memory(&x->d.session.out, (size_t)count, sizeof(double));
  for (int k = 0; k < count; k++) to[k] = list[k];
  return to;
}

static int open_base(regressor *x, const arguments *args)
{
  static const option_id idle[] = {OPT_Q, OPT_QD, OPT_QDD, OPT_BASE, OPT_WRENCH};
  if (given(args, OPT_STATES)) return fail("--base: base parameters have no state; leave --states out");
  for (size_t k = 0; k < sizeof idle / sizeof *idle; k++)
    if (given(args, idle[k]))
      note("--%s has no effect on base parameters: they are for all states, with the base at rest",
           options[idle[k]].name);
  if (given(args, OPT_SHARE)) {
    const int code = option_numbers(args, OPT_SHARE, NO_ANGLES, &x->tolerance, 1, 0, NULL);
    if (code != DONE) return code;
    if (!(x->tolerance > 0 && x->tolerance < 1))
      return fail("--tolerance: a share between 0 and 1, such as 1e-10");
  }
  const ulna_status status =
      ulna_base_parameters_create(x->d.session.robot.model, x->of, x->tolerance, NULL, &x->base);
  if (status != ULNA_OK) return fail("cannot find base parameters: %s", ulna_status_text(status));
  const ulna_base_parameters *b = x->base;
  table_out *out = &x->d.session.out;
  dynamics_say(&x->d, NULL);
  // pi is the work's, so that --payload enters
  x->beta = records_memory(out, (size_t)b->rank, sizeof(double));
  for (int j = 0; j < b->rank; j++) {
    x->beta[j] = x->pi[b->kept[j]];
    for (int k = 0; k < b->dropped_count; k++)
      x->beta[j] += b->grouping[k * b->rank + j] * x->pi[b->dropped[k]];
  }
  x->rank = b->rank;
  out->single = true;
  quantity *shown = records_add(out, "rank", 0, 0, 0, 0, &x->rank);
  shown->show = show_base;
  shown->owner = x;
  records_add(out, "zero", 1, b->zero_count, 0, 0, as_doubles(x, b->zero, b->zero_count))->not_in_text = true;
  records_add(out, "kept", 1, b->rank, 0, 0, as_doubles(x, b->kept, b->rank))->not_in_text = true;
  records_add(out, "dropped", 1, b->dropped_count, 0, 0, as_doubles(x, b->dropped, b->dropped_count))
      ->not_in_text = true;
  records_add(out, "grouping", 2, b->dropped_count, b->rank, 0, b->grouping)->not_in_text = true;
  records_add(out, "beta", 1, b->rank, 0, 0, x->beta)->not_in_text = true;
  quantity *names = records_add(out, "parameters", 1, x->columns, 0, 0, NULL);
  names->texts = x->names;
  names->not_in_csv = names->not_in_text = true;
  return DONE;
}

static int nothing_more(void *context, const states *s)
{
  (void)context, (void)s;
  return DONE;
}

int run_regressor(const arguments *args)
{
  regressor x = {.Y = NULL};
  const bool base = given(args, OPT_BASE_PARAMETERS);
  int code = !base && given(args, OPT_SHARE) ? fail("--tolerance goes with --base") : DONE;
  if (code != DONE) return code;
  code = dynamics_open(&x.d, args);
  if (code == DONE) code = open_columns(&x);
  if (code == DONE && base) code = open_base(&x, args);
  if (code == DONE && !base) open_forces(&x, args);
  if (code == DONE) code = session_run(&x.d.session, base ? nothing_more : compute, &x);
  ulna_base_parameters_destroy(x.base);
  session_close(&x.d.session);
  return code;
}
