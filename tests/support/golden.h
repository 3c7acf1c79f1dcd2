/* Golden cases: models from JSON, expected values, and the pass rule. */
#ifndef ULNA_TESTS_GOLDEN_H
#define ULNA_TESTS_GOLDEN_H

#include <jansson.h>
#include <stdbool.h>

#include "ulna/ulna.h"

/* The whole file tests/golden/NAME; ends the program with a message if it cannot be read. */
json_t *golden_load(const char *name);

/* The chain of one case as a model (DH), every check waived: some published arms break them. */
ulna_model *golden_model(const json_t *model);

/* The two halves of that, for tests that add to the description in between. */
ulna_builder *golden_builder(const json_t *model);
ulna_model *golden_finish(ulna_builder *builder);

/* Ends the program: the test's own data cannot be used. */
void golden_give_up(const char *what, const char *why);

/* A work for it, with the case's gravity, base motion and hand wrench set. */
ulna_work *golden_work(const ulna_model *model, const json_t *json_model);

/* Numbers of a JSON array, nested arrays flattened in order. Returns how many; at most `room` are stored. */
size_t golden_numbers(const json_t *array, double *out, size_t room);

/* max|x - expected| <= tolerance * max(1, max|expected|), tolerance the case's own for this quantity or its
 * default. Prints case, quantity and the largest difference when it does not hold. Missing quantity: fails. */
bool golden_passes(const json_t *one_case, const char *quantity, const double *x, size_t count);

/* The same with an expected value from elsewhere. */
bool golden_close(const char *what, const double *x, const double *expected, size_t count, double tolerance);

bool golden_has(const json_t *one_case, const char *quantity);

#endif
