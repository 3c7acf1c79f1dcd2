/* Decimal numbers, the same under every locale. The one grammar of them: YAML, URDF, CSV and the command line. */
#ifndef ULNA_TEXT_NUMBER_H
#define ULNA_TEXT_NUMBER_H

#include <stddef.h>

/* The decimal at the beginning of `text`: sign, digits, point, digits, exponent; no blanks before it. Returns how many
 * characters it takes, 0 where there is none; *value may be infinite, where the decimal is beyond what a double holds. */
size_t ulna_decimal(const char *text, double *value);

/* A decimal or a multiple of π, [decimal] [*] pi [/ decimal], at the beginning of `text`: likewise. */
size_t ulna_decimal_or_pi(const char *text, double *value);

/* A decimal or a word (inf, infinity, nan, in any capitals and with any sign) at the beginning of `text`: likewise. */
size_t ulna_decimal_or_word(const char *text, double *value);

typedef enum {
  NUMBER_READ,       /* a finite decimal number */
  NUMBER_NOT_FINITE, /* inf, .inf, nan, .nan, in any capitals and with any sign */
  NUMBER_TOO_LARGE,  /* decimal, but beyond what a double holds */
  NUMBER_NONE        /* anything else: hexadecimal, underscores, units, words, nothing */
} number_kind;

/* Reads the whole of `text` as a decimal, and nothing else, no blanks either; 017, which is 15 to some readers and 17 to
 * others, is none. *value is set for NUMBER_READ only. */
number_kind ulna_number(const char *text, double *value);

/* The same, or a multiple of π. */
number_kind ulna_number_or_pi(const char *text, double *value);

/* Bytes that any number needs as text, its terminator included. */
#define ULNA_NUMBER_SIZE 32

/* Writes x with as few digits as read back to exactly x and, among those, the nearest to it: 0.1, 12, 1.5e-07, -0, nan,
 * -inf. Terminated; returns the length without the terminator. */
int ulna_number_format(double x, char text[ULNA_NUMBER_SIZE]);

#endif
