/* The comparison as the library gives it: papers' tables, counts, agreement, refusals. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "count/agreement.h"
#include "count/compare.h"
#include "count/polynomial.h"
#include "support/failing_allocator.h"
#include "support/paper_row.h"
#include "ulna/robots.h"

static void a_polynomial_is_found_again_from_its_values(void **state)
{
  (void)state;
  const polynomial p = {{-72, 648, 543, 81}};
  long f[POLYNOMIAL_SAMPLES + 1];
  for (int n = 1; n <= POLYNOMIAL_SAMPLES; n++) f[n] = ulna_polynomial_at(p, n);
  polynomial found;
  assert_true(ulna_polynomial_fit(f, &found));
  assert_memory_equal(&found, &p, sizeof p);
  f[1] += 5;  // a chain of one link may be a case of its own
  assert_true(ulna_polynomial_fit(f, &found));
  f[10]++;
  assert_false(ulna_polynomial_fit(f, &found));
}

static void what_is_no_number_agrees_with_nothing(void **state)
{
  (void)state;
  const double x[3] = {1, 2, 3}, spoilt[3] = {(double)NAN, 2, 3.5};
  double most = 0;
  keep_larger(&most, difference(x, x, 3));
  assert_true(most == 0);
  assert_true(isnan(difference(spoilt, x, 3)) && isnan(difference(x, spoilt, 3)));
  keep_larger(&most, difference(spoilt, x, 3));
  keep_larger(&most, 0.5);  // agreement elsewhere does not make up for it
  assert_true(isnan(most));
}

static void polynomials_are_printed_as_people_write_them(void **state)
{
  (void)state;
  static const struct {
    polynomial p;
    const char *text;
  } cases[] = {
      {{{-144, 672, 0, 0}}, "112n-24"},
      {{{0, 78, 543, 81}}, "27/2 n³+181/2 n²+13n"},
      {{{0, -11, 444, 65}}, "65/6 n³+74n²-11/6 n"},
      {{{0, 6, 0, 0}}, "n"},
      {{{0, -6, 0, 0}}, "-n"},
      {{{0, 0, 0, 0}}, "0"},
      {{{6, 0, 0, 0}}, "1"},
      {{{0, 0, 0, -6}}, "-n³"},
  };
  char text[48];
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    ulna_polynomial_print(cases[i].p, false, text, sizeof text);
    assert_string_equal(text, cases[i].text);
  }
  ulna_polynomial_print(cases[0].p, true, text, sizeof text);
  assert_string_equal(text, "+112n-24");
}

/* Each total and each row that the errata correct: what is counted, and what is said of it. */
static void papers_tables_are_confirmed_or_corrected_as_the_errata_say(void **state)
{
  (void)state;
  static const struct {
    const char *paper, *title, *item, *M, *A, *verdict;
  } expected[] = {
      {"Turney80", "Table 1", "Lagrange", "27/2 n³+181/2 n²+13n", "65/6 n³+74n²-11/6 n",
       "M +8n²+8n, A -5/2 n³+16n²+39/2 n"},
      {"Turney80", "Table 1", "Newton–Euler", "112n-24", "98n-24", "M +4n-12, A -2n-15"},
      {"Turney80", "Table 1", "modified Newton–Euler", "94n-33", "83n-33", "M +4n-6, A -5n-9"},
      {"Turney80", "Table 2", "T_j^i", "32n²-32n", "24n²-24n", "confirmed"},
      {"Turney80", "Table 2", "∂T_0^i/∂q_j", "32n²-32n", "24n²-24n", "confirmed"},
      {"Turney80", "Table 2", "∂²T_0^i/∂q_j∂q_k", "32/3 n³-32/3 n", "8n³-8n", "confirmed"},
      {"Turney80", "Table 2", "gravity", "2n²+2n", "2n²+n", "confirmed"},
      {"Turney80", "Table 3", "α_i", "11n", "9n", "M +2n"},
      {"Turney80", "Table 3", "f_i", "12n-9", "9n-9", "M +3"},
      {"Turney80", "Table 3", "add n", "0", "12n-6", "A -3n-6"},
      {"Turney80", "Table 3", "τ_i", "2n", "n", ""},
      {"Turney80", "Table 4", "a_i", "18n-9", "15n-9", "M +9, A +6"},
      {"Turney80", "Table 4", "add n", "0", "9n-6", "A -6n-6"},
      {"Turney80", "Table 5", "total: length of the schedule", "27n+19", "27n+13", "M -23, A -28"},
      {"Turney80", "Section 6", "C", "1/3 n³+1/2 n²+1/6 n", "1/2 n³+1/2 n²", "dynamic +1/2 n³-1/2 n"},
      {"Turney80", "Not in print", "modified Newton–Euler, full tensor", "106n-33", "95n-33", ""},
      {"Turney80", "Not in print", "Newton–Euler, diagonal tensor", "100n-24", "86n-24", ""},
      {"Angeles", "Table 7.1", "c_i", "8n", "10n", ""},
      {"Angeles", "Table 7.1", "total", "82n", "66n", "confirmed"},
      {"Angeles", "Section 7.4.1", "c̈_i", "22", "20", "M +2, A +1"},
      {"Angeles", "Section 7.4.1", "c_i", "16", "15", "confirmed"},
      {"Angeles", "Table 7.2", "row 7: n_i", "44n-44", "37n-37", "confirmed"},
      {"Angeles", "Table 7.2", "total, with Table 7.1 (7.43)", "137n-20", "110n-13", "M +2, A +1"},
      {"Angeles", "Table 7.2", "the same without c_i and ċ_i", "121n-20", "90n-13", ""},
      {"Angeles", "Table 7.3", "here: Newton–Euler", "107n-22", "88n-20", ""},
      {"Angeles", "Table 7.3", "here: modified Newton–Euler", "89n-31", "73n-29", ""},
      {"Angeles", "Table 7.4", "Balafoutis & Patel (1991), tensor", "489", "421", "A +1"},
      {"Angeles", "Table 7.4", "Li & Sankar (1992), E-L", "459", "390", "confirmed"},
  };
  ulna_papers *papers = NULL;
  assert_int_equal(ulna_papers_create(NULL, &papers), ULNA_OK);
  for (size_t i = 0; i < sizeof expected / sizeof expected[0]; i++) {
    const ulna_paper_row *row = paper_row(papers, expected[i].paper, expected[i].title, expected[i].item);
    assert_string_equal(row->counted[0], expected[i].M);
    assert_string_equal(row->counted[1], expected[i].A);
    assert_string_equal(row->verdict, expected[i].verdict);
  }
  assert_null(ulna_papers_table(papers, -1));
  assert_null(ulna_papers_table(papers, ulna_papers_count(papers)));
  ulna_papers_destroy(papers);
  ulna_papers_destroy(NULL);
}

/* The counted rows of a breakdown make its counted total. */
static void rows_of_tables_3_and_4_add_up(void **state)
{
  (void)state;
  ulna_papers *papers = NULL;
  assert_int_equal(ulna_papers_create(NULL, &papers), ULNA_OK);
  int tables = 0;
  for (int t = 0; t < ulna_papers_count(papers); t++) {
    const ulna_paper_table *table = ulna_papers_table(papers, t);
    if (strcmp(table->paper, "Turney80") != 0) continue;
    if (strncmp(table->title, "Table 3", 7) != 0 && strncmp(table->title, "Table 4", 7) != 0) continue;
    long sums[2][2] = {{0, 0}, {0, 0}};  // [M or A][n or 1], counted
    for (int r = 0; r < table->row_count; r++)
      for (int k = 0; k < 2; k++) {
        long slope = 0, rest = 0;
        const char *text = table->rows[r].counted[k];
        if (strcmp(text, "n") == 0) slope = 1;
        else if (strcmp(text, "0") != 0) assert_true(sscanf(text, "%ldn%ld", &slope, &rest) >= 1);
        const bool total = strcmp(table->rows[r].item, "total") == 0;
        if (total) assert_true(sums[k][0] == slope && sums[k][1] == rest);
        sums[k][0] += slope, sums[k][1] += rest;
      }
    tables++;
  }
  assert_int_equal(tables, 2);
  ulna_papers_destroy(papers);
}

static void formulations_agree_and_are_counted_and_timed(void **state)
{
  (void)state;
  ulna_model *model = NULL;
  assert_int_equal(ulna_robot_load("panda", NULL, NULL, NULL, &model), ULNA_OK);
  ulna_comparison rows[ULNA_COMPARISON_COUNT];
  const ulna_compare_options options = {.states = 10, .seed = 5, .seconds = 1e-3};
  assert_int_equal(ulna_compare(model, &options, NULL, rows), ULNA_OK);
  static const char *const names[ULNA_COMPARISON_COUNT] = {
      "lagrange", "newton-euler", "modified-newton-euler", "angeles", "strobe", "default"};
  for (int i = 0; i < ULNA_COMPARISON_COUNT; i++) {
    assert_string_equal(rows[i].name, names[i]);
    assert_true(rows[i].disagreement >= 0 && rows[i].disagreement <= 1e-12);
    assert_true(rows[i].nanoseconds > 1 && rows[i].nanoseconds < 1e9);
    assert_true(rows[i].robot.multiplications > 0 && rows[i].robot.additions > 0);
  }
  const ulna_comparison *ne = &rows[ULNA_INVERSE_NEWTON_EULER];
  assert_int_equal(ne->counted.multiplications, 112 * 7 - 24);
  assert_int_equal(ne->printed.additions, 100 * 7 - 9);
  assert_string_equal(ne->verdict, "M +4n-12, A -2n-15");
  assert_string_equal(ne->charge, "9M+6A");
  assert_true(ne->robot.multiplications < 107 * 7 - 22);  // the Panda's parameters have zeros
  assert_string_equal(rows[ULNA_INVERSE_ANGELES].printed_formula[0], "137n-22");
  assert_string_equal(rows[ULNA_INVERSE_STROBE].verdict, "");
  ulna_model_destroy(model);
}

static void long_chains_are_counted_by_formula(void **state)
{
  (void)state;
  ulna_model *model = NULL;
  assert_int_equal(ulna_random_chain(20, 3, NULL, &model), ULNA_OK);
  ulna_comparison rows[ULNA_COMPARISON_COUNT];
  const ulna_compare_options options = {.states = 4, .seed = 5, .seconds = 0};
  assert_int_equal(ulna_compare(model, &options, NULL, rows), ULNA_OK);
  assert_int_equal(rows[ULNA_INVERSE_LAGRANGE].counted.multiplications,
                   (81 * 8000 + 543 * 400 + 78 * 20) / 6);
  assert_int_equal(rows[ULNA_INVERSE_ANGELES].counted.additions, 110 * 20 - 13);
  for (int i = 0; i < ULNA_COMPARISON_COUNT; i++) {
    assert_true(isnan(rows[i].nanoseconds));
    assert_true(rows[i].disagreement <= 1e-11);
  }
  ulna_model_destroy(model);
}

static void random_chains_are_the_same_for_the_same_seed(void **state)
{
  (void)state;
  ulna_model *a = NULL, *b = NULL, *c = NULL;
  assert_int_equal(ulna_random_chain(9, 11, NULL, &a), ULNA_OK);
  assert_int_equal(ulna_random_chain(9, 11, NULL, &b), ULNA_OK);
  assert_int_equal(ulna_random_chain(9, 12, NULL, &c), ULNA_OK);
  int prismatic = 0;
  for (int i = 1; i <= 9; i++) {
    const ulna_joint *x = ulna_model_joint(a, i), *y = ulna_model_joint(b, i), *z = ulna_model_joint(c, i);
    assert_true(x->alpha == y->alpha && x->link.body.mass == y->link.body.mass && x->type == y->type);
    assert_true(x->alpha != z->alpha);
    prismatic += x->type == ULNA_PRISMATIC;
  }
  assert_in_range(prismatic, 1, 8);
  ulna_model *none = a;
  assert_int_equal(ulna_random_chain(0, 1, NULL, &none), ULNA_INVALID_ARGUMENT);
  assert_int_equal(ulna_random_chain(1001, 1, NULL, &none), ULNA_INVALID_ARGUMENT);
  assert_ptr_equal(none, a);
  ulna_model_destroy(a), ulna_model_destroy(b), ulna_model_destroy(c);
}

static void bad_options_are_refused_and_leave_the_rows_alone(void **state)
{
  (void)state;
  ulna_model *model = NULL;
  assert_int_equal(ulna_random_chain(2, 1, NULL, &model), ULNA_OK);
  ulna_comparison rows[ULNA_COMPARISON_COUNT], before[ULNA_COMPARISON_COUNT];
  memset(rows, 0x5a, sizeof rows);
  memcpy(before, rows, sizeof rows);
  const ulna_compare_options bad[] = {
      {.states = 0, .seconds = 0}, {.states = 1, .seconds = -1}, {.states = 1, .seconds = (double)NAN}};
  for (int i = 0; i < 3; i++)
    assert_int_equal(ulna_compare(model, &bad[i], NULL, rows), ULNA_INVALID_ARGUMENT);
  assert_memory_equal(rows, before, sizeof rows);
  ulna_model_destroy(model);
}

static void memory_that_runs_out_leaves_nothing_behind(void **state)
{
  (void)state;
  ulna_model *model = NULL;
  assert_int_equal(ulna_random_chain(3, 1, NULL, &model), ULNA_OK);
  failing_allocator memory;
  int failures = 0;
  for (long n = 1;; n++) {
    const ulna_allocator a = failing_allocator_start(&memory, n);
    ulna_papers *papers = NULL;
    const ulna_status status = ulna_papers_create(&a, &papers);
    assert_int_equal(status, memory.failed ? ULNA_OUT_OF_MEMORY : ULNA_OK);
    assert_true((papers == NULL) == memory.failed);
    ulna_papers_destroy(papers);
    assert_true(failing_allocator_empty(&memory));
    failures += memory.failed;
    if (!memory.failed) break;
  }
  for (long n = 1;; n++) {
    const ulna_allocator a = failing_allocator_start(&memory, n);
    ulna_comparison rows[ULNA_COMPARISON_COUNT];
    const ulna_compare_options options = {.states = 1, .seed = 1, .seconds = 0};
    const ulna_status status = ulna_compare(model, &options, &a, rows);
    assert_int_equal(status, memory.failed ? ULNA_OUT_OF_MEMORY : ULNA_OK);
    assert_true(failing_allocator_empty(&memory));
    failures += memory.failed;
    if (!memory.failed) break;
  }
  for (long n = 1;; n++) {
    const ulna_allocator a = failing_allocator_start(&memory, n);
    ulna_model *chain = NULL;
    const ulna_status status = ulna_random_chain(5, 1, &a, &chain);
    assert_int_equal(status, memory.failed ? ULNA_OUT_OF_MEMORY : ULNA_OK);
    ulna_model_destroy(chain);
    assert_true(failing_allocator_empty(&memory));
    failures += memory.failed;
    if (!memory.failed) break;
  }
  assert_true(failures > 10);
  ulna_model_destroy(model);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_polynomial_is_found_again_from_its_values),
      cmocka_unit_test(what_is_no_number_agrees_with_nothing),
      cmocka_unit_test(polynomials_are_printed_as_people_write_them),
      cmocka_unit_test(papers_tables_are_confirmed_or_corrected_as_the_errata_say),
      cmocka_unit_test(rows_of_tables_3_and_4_add_up),
      cmocka_unit_test(formulations_agree_and_are_counted_and_timed),
      cmocka_unit_test(long_chains_are_counted_by_formula),
      cmocka_unit_test(random_chains_are_the_same_for_the_same_seed),
      cmocka_unit_test(bad_options_are_refused_and_leave_the_rows_alone),
      cmocka_unit_test(memory_that_runs_out_leaves_nothing_behind),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
