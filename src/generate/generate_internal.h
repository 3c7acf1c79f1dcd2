/* The interfaces between the parts of code generation. Kind-free. */
#ifndef ULNA_GENERATE_INTERNAL_H
#define ULNA_GENERATE_INTERNAL_H

#include "generate/arm.h"
#include "generate/functions.h"
#include "generate/writer.h"
#include "ulna/generate.h"

/* Puts the sentence into *fault (may be NULL) and returns the status. */
#if defined(__GNUC__)
__attribute__((format(printf, 3, 4)))
#endif
ulna_status
ulna_generate_says(ulna_generate_fault *fault, ulna_status status, const char *format, ...);

/* The arm from the model; memory from the arena, which outlives it. */
ulna_status ulna_generate_arm(const ulna_model *model, const ulna_generate_options *options, arena *memory,
                              generate_arm *arm, ulna_generate_fault *fault);

/* One function as it will be printed. */
typedef struct {
  function_id id;
  function_shape shape;
  graph g;
  int *output;  // edges
} generated_function;

typedef struct {
  const generate_arm *arm;
  const ulna_generate_options *options;
  const char *real;   // "double", "float", "PREFIX_lanes"
  const char *upper;  // the prefix in capitals
  int function_count;
  generated_function *function;
  ulna_generated_counts *counts;
} generation;

/* A number of the chosen precision, exactly; "1.5", "0.1f". */
void ulna_emit_number(writer *w, double value, bool single);

/* The definition of a function; what was printed is counted. */
void ulna_emit_function(writer *w, const generation *all, const generated_function *f,
                        ulna_generated_counts *counts);
void ulna_emit_prototype(writer *w, const generation *all, const generated_function *f);

/* Sines and cosines of the code's own, `lanes` at a time: PREFIX_sines(x, &s, &c). */
void ulna_emit_sines(writer *w, const generation *all, int lanes);

/* The functions on paper: a LaTeX document. */
void ulna_emit_latex(writer *w, const generation *all);

/* The self-test. */
ulna_status ulna_emit_test(writer *w, const generation *all, const ulna_allocator *allocator);

#endif
