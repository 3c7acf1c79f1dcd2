/* Code generated for one robot, compared and timed (compare_generated.c). */
#ifndef ULNA_CLI_COMPARE_GENERATED_H
#define ULNA_CLI_COMPARE_GENERATED_H

#include <stdbool.h>
#include <stdint.h>

#include "count/operations.h"
#include "ulna/model.h"

/* Operations as printed in the code, divisions among the multiplications. Where there is no C compiler, or it does not
 * take the code: nothing was run, and the other two are NaN. */
typedef struct {
  bool there;  // false: the robot is too large, or cannot have it
  ulna_operations operations;
  double disagreement;  // with the library, base at rest, relative to the state's largest
  double nanoseconds;
} generated_row;

/* Inverse dynamics of the links, or forward. The compiler is `cc`. */
generated_row compare_generated(const ulna_model *model, bool forward, int states, uint64_t seed);

/* Within the tolerance, a NaN is not; true where nothing was run. */
bool generated_agrees(const generated_row *row, double tolerance);

/* A sentence for the foot of the table. */
const char *generated_note(const generated_row *row);

#endif
