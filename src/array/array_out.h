/* Arrays of numbers written to an .npy or .npz file, several at a time and in blocks: memory does not grow with them. */
#ifndef ULNA_ARRAY_ARRAY_OUT_H
#define ULNA_ARRAY_ARRAY_OUT_H

#include <stdbool.h>
#include <stdint.h>

#include "array/array_in.h"

enum { ROWS_UNKNOWN = -1 };

/* One array: so many rows of size[0] x size[1] x … numbers; dimensions 0: a number a row. If the number of rows is
 * not known before the end, the numbers wait in scratch files beside it. */
typedef struct {
  char name[ARRAY_NAME];
  int64_t rows;
  int dimensions;
  int size[NPY_DIMENSIONS - 1];
} array_shape;

typedef struct array_out array_out;

/* Begins a file of `count` arrays (one, of an .npy). It has a temporary name until it is finished. NULL with a reason. */
array_out *ulna_array_create(const char *path, int count, const array_shape shapes[], char why[ARRAY_WHY]);

/* The same, with numbers of 64 bits in the archive from `large` on instead of 2³² − 1: for tests. */
array_out *ulna_array_create_large(const char *path, int count, const array_shape shapes[], uint64_t large,
                                   char why[ARRAY_WHY]);

/* Appends rows to an array. */
bool ulna_array_append(array_out *out, int array, uint64_t rows, const double numbers[], char why[ARRAY_WHY]);

/* Gives the file its name. On failure, or if `keep` is false, it leaves nothing behind. Frees the object either
 * way. */
bool ulna_array_finish(array_out *out, bool keep, char why[ARRAY_WHY]);

#endif
