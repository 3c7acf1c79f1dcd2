/* The header of an .npy file: what NumPy's format 1.0 to 3.0 says of an array of floating-point numbers. */
#ifndef ULNA_ARRAY_NPY_H
#define ULNA_ARRAY_NPY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { NPY_DIMENSIONS = 4, NPY_START = 12, NPY_LONGEST = 1 << 16, NPY_WHY = 200 };

typedef struct {
  int dimensions;
  uint64_t shape[NPY_DIMENSIONS];
  bool fortran;    /* first index fastest */
  bool big_endian; /* bytes of a number, the highest first */
  int item;        /* bytes of a number: 4 or 8; of a text: 4 for each character */
  bool text;       /* texts, zeros at their ends, instead of numbers */
} npy_header;

/* Bytes of the whole header, data following, from its first NPY_START bytes; 0, with a reason, if this is no .npy file. */
size_t ulna_npy_length(const unsigned char start[NPY_START], char why[NPY_WHY]);

/* Reads a whole header. False, with a reason, for anything but an array of float32 or float64. */
bool ulna_npy_read(const unsigned char *header, size_t length, npy_header *to, char why[NPY_WHY]);

/* The same, or an array of texts. */
bool ulna_npy_read_any(const unsigned char *header, size_t length, npy_header *to, char why[NPY_WHY]);

/* Numbers in the array; false if there are more than 2⁶⁰. */
bool ulna_npy_count(const npy_header *header, uint64_t *count);

/* Writes the header of an array of float64, this machine's byte order, C order: NPY_HEADER bytes, whatever the shape. */
enum { NPY_HEADER = 192 };
void ulna_npy_write(const npy_header *header, unsigned char to[NPY_HEADER]);

#endif
