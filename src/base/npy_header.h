/* The header of an .npy file, written: NumPy's format 1.0. Header only. */
#ifndef ULNA_BASE_NPY_HEADER_H
#define ULNA_BASE_NPY_HEADER_H

#include <stdio.h>
#include <string.h>

#define NPY_MAGIC "\x93NUMPY"

enum { NPY_HEADER_MOST = 256 };

/* The header of an array in this machine's byte order, last index fastest; type: "f8", "U12"; shape: a Python literal, "(3, 2)". It
 * is magic, length, a Python literal, blanks to a multiple of 64 bytes and to at least `least`, a newline. Returns its bytes. */
static inline size_t npy_header_write(const char *type, const char *shape, size_t least,
                                      char to[NPY_HEADER_MOST])
{
  enum { FIXED = 10 };  // before the literal
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
  const char order = '>';
#else
  const char order = '<';
#endif
  memset(to, ' ', NPY_HEADER_MOST);
  const size_t length =
      (size_t)snprintf(to + FIXED, NPY_HEADER_MOST - FIXED,
                       "{'descr': '%c%s', 'fortran_order': False, 'shape': %s, }", order, type, shape);
  const size_t needed = (FIXED + length + 1 + 63) / 64 * 64, whole = needed > least ? needed : least;
  to[FIXED + length] = ' ';  // instead of the terminator
  to[whole - 1] = '\n';
  memcpy(to, NPY_MAGIC, 6);
  to[6] = 1, to[7] = 0;
  to[8] = (char)(whole - FIXED), to[9] = (char)((whole - FIXED) >> 8);
  return whole;
}

#endif
