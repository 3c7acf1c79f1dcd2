/* Every cell of every printed table against what the command prints. printed_tables.csv was read off the documents, in
 * their own spelling of the formulas (9n(n+1)/2), and has what the command counts and says of each row beside it. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "support/command.h"

enum { COLUMNS = 12, CELL = 256 };

typedef struct {
  char cell[COLUMNS][CELL];
} line;

/* The next line of CSV, quotes taken off; false at the end. */
static bool next_line(const char **at, line *l)
{
  memset(l, 0, sizeof *l);
  if (!**at) return false;
  int column = 0;
  size_t used = 0;
  bool quoted = false;
  for (; **at && (quoted || **at != '\n'); (*at)++) {
    if (**at == '"' && quoted && (*at)[1] == '"') (*at)++;
    else if (**at == '"') {
      quoted = !quoted;
      continue;
    } else if (**at == ',' && !quoted) {
      column++, used = 0;
      assert_true(column < COLUMNS);
      continue;
    }
    assert_true(used + 1 < CELL);
    l->cell[column][used++] = **at;
  }
  if (**at) (*at)++;
  return true;
}

/* Formulas in n as people write them: 81/6 n^3, 18(n-1), 27/2 n³+13n. A product binds what stands side by side. */
typedef struct {
  const char *at;
  double n;
} formula;

static double sum(formula *f);

static void pass_blanks(formula *f)
{
  while (*f->at == ' ') f->at++;
}

static double factor(formula *f)
{
  double x;
  pass_blanks(f);
  if (*f->at == '(') {
    f->at++;
    x = sum(f);
    assert_int_equal(*f->at++, ')');
  } else if (*f->at == 'n') {
    x = f->n;
    f->at++;
  } else {
    char *end;
    x = strtod(f->at, &end);
    assert_ptr_not_equal(end, f->at);
    f->at = end;
  }
  const double base = x;
  if (strncmp(f->at, "²", strlen("²")) == 0) x = base * base, f->at += strlen("²");
  else if (strncmp(f->at, "³", strlen("³")) == 0) x = base * base * base, f->at += strlen("³");
  else if (*f->at == '^') {
    for (int power = f->at[1] - '0'; power > 1; power--) x *= base;
    f->at += 2;
  }
  return x;
}

static double product(formula *f)
{
  double x = factor(f);
  for (pass_blanks(f); *f->at && *f->at != '+' && *f->at != '-' && *f->at != ')'; pass_blanks(f)) {
    if (*f->at == '/') f->at++, x /= factor(f);
    else x *= factor(f);
  }
  return x;
}

static double sum(formula *f)
{
  pass_blanks(f);
  double x = *f->at == '-' ? 0 : product(f);
  for (pass_blanks(f); *f->at == '+' || *f->at == '-'; pass_blanks(f)) {
    const bool minus = *f->at++ == '-';
    x += (minus ? -1 : 1) * product(f);
  }
  return x;
}

/* The same formula: the same values at five places, more than a cubic has freedom for. */
static bool same_formula(const char *a, const char *b)
{
  if (!a[0] || !b[0]) return !a[0] && !b[0];
  for (int n = 1; n <= 9; n += 2) {
    formula x = {a, n}, y = {b, n};
    // whole numbers and sixths of them, below 1e5: what is left is rounding
    if (!(fabs(sum(&x) - sum(&y)) < 1e-9) || *x.at || *y.at) return false;
  }
  return true;
}

static void formulas_are_read_as_people_write_them(void **state)
{
  (void)state;
  static const struct {
    const char *text;
    double at_six;
  } cases[] = {
      {"32/3 n(n^2-1)", 2240},    {"n(n+1)(2n+1)/6", 91}, {"352n/6 - 9", 343},
      {"27/2 n³+181/2 n²", 6174}, {"-5/2 n³+16n²", 36},   {"20.5", 20.5},
  };
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    formula f = {cases[i].text, 6};
    assert_true(fabs(sum(&f) - cases[i].at_six) < 1e-9 && !*f.at);
  }
  assert_true(same_formula("18(n-1)", "18n-18"));
  assert_false(same_formula("18(n-1)", "18n-17"));
  assert_false(same_formula("18n", ""));
}

static char *file_text(const char *path)
{
  FILE *file = fopen(path, "rb");
  assert_non_null(file);
  char *text = calloc(1, 1 << 17);
  assert_non_null(text);
  assert_in_range(fread(text, 1, (1 << 17) - 1, file), 1000, (1 << 17) - 2);
  fclose(file);
  return text;
}

/* Columns of the command's CSV, and of the file's. */
enum {
  PAPER,
  TABLE,
  COLUMN_1,
  COLUMN_2,
  CHARGE,
  ITEM,
  PRINTED,
  COUNTED = PRINTED + 2,
  VERDICT = COUNTED + 2
};
enum { FILE_ITEM = 2, FILE_PRINTED, FILE_COUNTED = FILE_PRINTED + 2, FILE_VERDICT = FILE_COUNTED + 2 };

static void same_row(const line *expected, const line *got, int *cells)
{
  const bool named = strcmp(expected->cell[0], got->cell[PAPER]) == 0 &&
                     strcmp(expected->cell[1], got->cell[TABLE]) == 0 &&
                     strcmp(expected->cell[FILE_ITEM], got->cell[ITEM]) == 0;
  if (!named)
    fail_msg("expected %s, %s, %s; the command has %s, %s, %s", expected->cell[0], expected->cell[1],
             expected->cell[FILE_ITEM], got->cell[PAPER], got->cell[TABLE], got->cell[ITEM]);
  bool same = true;
  for (int k = 0; k < 2; k++) {
    same = same && same_formula(expected->cell[FILE_PRINTED + k], got->cell[PRINTED + k]);
    *cells += expected->cell[FILE_PRINTED + k][0] != 0;
  }
  const bool measured = strcmp(expected->cell[FILE_COUNTED], "*") == 0;  // a time of this machine
  for (int k = 0; k < 3 && !measured; k++)
    same = same && strcmp(expected->cell[FILE_COUNTED + k], got->cell[COUNTED + k]) == 0;
  if (!same)
    fail_msg("%s, %s, %s: the command prints %s; %s; %s; %s; %s", got->cell[PAPER], got->cell[TABLE],
             got->cell[ITEM], got->cell[PRINTED], got->cell[PRINTED + 1], got->cell[COUNTED],
             got->cell[COUNTED + 1], got->cell[VERDICT]);
}

static void every_printed_cell_is_the_document_s(void **state)
{
  (void)state;
  char *file = file_text(ULNA_TEST_DATA "/count/printed_tables.csv");
  const char *expected = file;
  line head, row, got;
  assert_true(next_line(&expected, &head));
  int rows = 0, cells = 0;
  for (int k = 0; k < 2; k++) {
    command_result r = COMMAND(NULL, "compare", k ? "--control" : "--papers", "--format", "csv");
    assert_int_equal(r.code, 0);
    const char *at = r.out;
    assert_true(next_line(&at, &head));
    assert_string_equal(head.cell[PRINTED], "printed_1");
    assert_string_equal(head.cell[VERDICT], "verdict");
    while (next_line(&at, &got)) {
      if (!next_line(&expected, &row)) fail_msg("%s, %s is not in the file", got.cell[TABLE], got.cell[ITEM]);
      same_row(&row, &got, &cells);
      rows++;
    }
    command_free(&r);
  }
  assert_false(next_line(&expected, &row));
  assert_int_equal(rows, 201);
  assert_int_equal(cells, 306);
  free(file);
}

/* What `ulna compare ROBOT` sets beside its counts is of the same tables. */
static void totals_beside_a_robot_are_the_tables(void **state)
{
  (void)state;
  static const char *const printed[4][2] = {{"81/6 n^3 + 165/2 n^2 + 5n", "40/3 n^3 + 58n^2 - 64/3 n"},
                                            {"108n-12", "100n-9"},
                                            {"90n-27", "88n-24"},
                                            {"137n-22", "110n-14"}};
  command_result r = COMMAND(NULL, "compare", "planar2r", "--format", "csv");
  assert_int_equal(r.code, 0);
  const char *at = r.out;
  for (int i = -1; i < 4; i++) {  // the head first
    char name[CELL], formula_M[CELL], formula_A[CELL];
    if (i >= 0) {
      assert_int_equal(
          sscanf(at, "%255[^,],%*[^,],%*[^,],%*[^,],%*[^,],%*[^,],%*[^,],%*[^,],%*[^,],%255[^,],%255[^,]",
                 name, formula_M, formula_A),
          3);
      assert_true(same_formula(formula_M, printed[i][0]) && same_formula(formula_A, printed[i][1]));
    }
    at = strchr(at, '\n') + 1;
  }
  command_free(&r);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(formulas_are_read_as_people_write_them),
      cmocka_unit_test(every_printed_cell_is_the_document_s),
      cmocka_unit_test(totals_beside_a_robot_are_the_tables),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
