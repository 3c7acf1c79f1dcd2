/* Decimal numbers, the same under every locale. */
#ifndef ULNA_TEXT_NUMBER_H
#define ULNA_TEXT_NUMBER_H

#include <stddef.h>

typedef enum {
  NUMBER_READ,       /* a finite decimal number */
  NUMBER_NOT_FINITE, /* inf, .inf, nan, .nan, in any capitals and with any sign */
  NUMBER_TOO_LARGE,  /* decimal, but beyond what a double holds */
  NUMBER_NONE        /* anything else: hexadecimal, underscores, units, words, nothing */
} number_kind;

/* Reads the whole of `text`: sign, digits, point, digits, exponent, and nothing else, no blanks either. *value is set
 * for NUMBER_READ only. */
number_kind ulna_number(const char *text, double *value);

#endif
