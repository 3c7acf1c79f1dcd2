/* The functions that can be generated: what they take and give, and their expressions. Kind-free. */
#ifndef ULNA_GENERATE_FUNCTIONS_H
#define ULNA_GENERATE_FUNCTIONS_H

#include "generate/arm.h"
#include "generate/graph.h"

typedef enum {
  FUNCTION_ID,
  FUNCTION_FD,
  FUNCTION_MASS,
  FUNCTION_GRAVITY,
  FUNCTION_BIAS,
  FUNCTION_CORIOLIS,
  FUNCTION_CORIOLIS_MATRIX,
  FUNCTION_INVERSE_MASS,
  FUNCTION_FK,
  FUNCTION_JACOBIAN,
  FUNCTION_DID,
  FUNCTION_DFD,
  FUNCTION_REGRESSOR,
  FUNCTION_UDUT,
  FUNCTION_CONTROL,
  FUNCTION_COUNT
} function_id;

enum { MOST_ARRAYS = 6 };

typedef struct {
  const char *name;
  int count;
} array_shape;

typedef struct {
  const char *name, *purpose;  // purpose: a sentence for the header
  int inputs, outputs;
  array_shape input[MOST_ARRAYS], output[MOST_ARRAYS];
} function_shape;

/* The shape of a function for this arm. */
function_shape ulna_function_shape(function_id f, const generate_arm *arm);
int ulna_function_inputs(const function_shape *s);  // numbers in all
int ulna_function_outputs(const function_shape *s);

/* -1: none of that name. */
int ulna_function_named(const char *name, size_t length);

/* Why it cannot be generated for this arm; NULL: it can. */
const char *ulna_function_refusal(function_id f, const generate_arm *arm);

/* The function's expression with fewest operations found: outputs (edges in g, which is begun here) in the order of the
 * shape. Inputs of g are numbered in the order of the shape, the parameters behind them. */
ulna_status ulna_function_record(function_id f, const generate_arm *arm, int most,
                                 const ulna_allocator *allocator, graph *g, int outputs[]);

#endif
