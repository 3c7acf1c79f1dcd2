/* Polynomials of third degree with coefficients in sixths: what operation counts are, as functions of n. */
#ifndef ULNA_COUNT_POLYNOMIAL_H
#define ULNA_COUNT_POLYNOMIAL_H

#include <stdbool.h>
#include <stddef.h>

typedef struct {
  long c[4];  // c[k] n^k / 6
} polynomial;

/* As initialisers: a n³ + b n² + c n + d, all over 6; and c n + d. */
#define CUBIC(a, b, c, d)                                                                                    \
  {                                                                                                          \
    {                                                                                                        \
      d, c, b, a                                                                                             \
    }                                                                                                        \
  }
#define LINE(c, d) CUBIC(0, 0, 6 * (c), 6 * (d))

enum { POLYNOMIAL_SAMPLES = 8, POLYNOMIAL_LONG = 12 };

/* The polynomial through f[0…7] = f(1)…f(8). False if there is none that takes at least f(2)…f(8); f(1), where
 * chains are too short to have a middle, need not fit. */
bool ulna_polynomial_fit(const long f[POLYNOMIAL_SAMPLES], polynomial *p);

/* The polynomial through f[4…7] = f(4)…f(7), for what has no middle at fewer joints. False if it does not take
 * f(8)…f(12). */
bool ulna_polynomial_fit_long(const long f[POLYNOMIAL_LONG + 1], polynomial *p);

/* a − b, and whether nothing is left of it */
polynomial ulna_polynomial_minus(polynomial a, polynomial b);
bool ulna_polynomial_is_zero(polynomial p);

/* The value at n, rounded down if it is not whole. */
long ulna_polynomial_at(polynomial p, long n);

/* "27/2 n³+181/2 n²+13n", "112n-24", "0". `plus`: a leading + too. */
void ulna_polynomial_print(polynomial p, bool plus, char *text, size_t size);

/* "confirmed", or what is left of count minus printed: "M +4n-12, A -2n-15", with the columns' names. */
void ulna_polynomial_verdict(const polynomial printed[2], const polynomial count[2],
                             const char *const names[2], char *text, size_t size);

#endif
