/* Arrays of numbers in .npy and .npz files, read row by row in blocks: memory does not grow with the file. */
#ifndef ULNA_ARRAY_ARRAY_IN_H
#define ULNA_ARRAY_ARRAY_IN_H

#include <stdbool.h>
#include <stdint.h>

#include "array/npy.h"

enum { ARRAY_NAME = 128, ARRAY_WHY = 320 };

/* One array: its first dimension is the rows, the rest of them one row. */
typedef struct {
  char name[ARRAY_NAME]; /* of the member without ".npy"; "" in an .npy file */
  npy_header header;
  uint64_t rows, width; /* numbers of a row; one dimension: width 1 */
  struct array_source *source;
} array_in;

/* A file with its arrays. */
typedef struct {
  int descriptor;
  int count;
  array_in *arrays;
} array_file;

/* Whether the name ends as an .npy or .npz file's does, capitals or not. */
bool ulna_array_is_npy(const char *path);
bool ulna_array_is_npz(const char *path);

/* Opens a file and reads the headers of its arrays. False with a reason that names the array; members of an .npz whose names do
 * not end in .npy are an error. */
bool ulna_array_open(const char *path, array_file *file, char why[ARRAY_WHY]);
/* The same for a file that may also hold arrays of texts, as recordings do: those have header.text, and
 * ulna_array_texts reads them. */
bool ulna_array_open_any(const char *path, array_file *file, char why[ARRAY_WHY]);
void ulna_array_close(array_file *file);

/* The next `count` rows into out, row after row; after the last row the checksum, where there is one, is compared. */
bool ulna_array_read(array_in *array, uint64_t count, double out[], char why[ARRAY_WHY]);

/* All texts of an array, in UTF-8, each 0-terminated, one after the other, in one piece of memory to be freed; NULL with a reason.
 * They have at most `most` bytes together; without control characters. */
char *ulna_array_texts(array_in *array, size_t most, char why[ARRAY_WHY]);

#endif
