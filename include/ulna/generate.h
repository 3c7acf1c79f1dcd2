/* C code for one robot: two files without dependencies that contain every constant.
 *
 * The kernels of the library run on symbols; the recorded operations are simplified and printed as strict C11 that is
 * also C++. The same robot and options give the same bytes.
 *   functions   id fd mass gravity bias coriolis coriolis_matrix inverse_mass fk jacobian did dfd regressor udut control
 *   files       PREFIX.h, PREFIX.c, PREFIX_test.c (a self-test with states and answers of the library), PREFIX.md (counts)
 * Every function takes and gives the same arrays as the library's own, in the robot file's frames and units
 * (docs/conventions.md). It allocates nothing and has no state. Inputs and outputs may overlap. */
#ifndef ULNA_GENERATE_H
#define ULNA_GENERATE_H

#include <stdbool.h>
#include <stddef.h>

#include "ulna/memory.h"
#include "ulna/model.h"
#include "ulna/status.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
  const char *functions; /* names with commas between */
  const char *prefix;    /* of every name in the code: a C identifier */
  bool single;           /* float; else double */
  int lanes;             /* states side by side, by vector types: 1, 4, 8 or 16 */
  bool own_sines;        /* the code has its own sines and cosines; else those of math.h (never with lanes) */
  bool drives;           /* include rotors, gears and friction: forces are the actuators' */
  const char *parameters; /* inputs of the code instead of constants, with commas between; NULL: none.
                             gravity, payload, wrench; mass:LINK, com:LINK, inertia:LINK, a:JOINT, d:JOINT, each by
                             name or number */
  bool latex;             /* also PREFIX.tex: the functions as closed forms */
  int most_operations;    /* a limit on the size of an expression; 0: 2,000,000 */
} ulna_generate_options;

/* id,fd,mass; prefix "arm"; double; one lane; sines of math.h; links alone; no parameters. Real-time: no. */
ULNA_API ulna_generate_options ulna_generate_options_default(void);

typedef struct {
  const char *name, *text; /* a file */
} ulna_generated_file;

/* Counted in the code that is printed; a fused operation is one multiplication and one addition, sines are counted apart. */
typedef struct {
  const char *function;
  long multiplications, additions, divisions, choices, sines;
} ulna_generated_counts;

typedef struct {
  int file_count, function_count;
  const ulna_generated_file *files;
  const ulna_generated_counts *counts;
} ulna_generated;

/* A sentence that says what is wrong with the request. */
typedef struct {
  char text[256];
} ulna_generate_fault;

/* ULNA_INVALID_ARGUMENT: an option is not understood; ULNA_UNSUPPORTED: it is not possible for this robot, or exceeds
 * the limit; *fault (may be NULL) says what. *generated is untouched on failure. Real-time: no. */
ULNA_API ulna_status ulna_generate(const ulna_model *model, const ulna_generate_options *options,
                                   const ulna_allocator *allocator, ulna_generate_fault *fault,
                                   ulna_generated **generated) ULNA_MUST_CHECK;
ULNA_API void ulna_generated_destroy(ulna_generated *generated); /* NULL is allowed */

#ifdef __cplusplus
}
#endif
#endif
