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

enum { POLYNOMIAL_SAMPLES = 12 };

/* The polynomial through f[4…7] = f(4)…f(7): shorter chains may have no middle. False if it does not take f(8)…f(12). */
bool ulna_polynomial_fit(const long f[POLYNOMIAL_SAMPLES + 1], polynomial *p);

/* The last n up to which a(n) < b(n), 0: none; the first n from which a(n) < b(n) for good. From n = 4 on, where every
 * count's formula holds, to n = 1000. */
long ulna_polynomial_last_below(polynomial a, polynomial b);
long ulna_polynomial_first_below(polynomial a, polynomial b);

polynomial ulna_polynomial_plus(polynomial a, polynomial b);

/* The value at n, rounded down if it is not whole. */
long ulna_polynomial_at(polynomial p, long n);

/* "27/2 n³+181/2 n²+13n", "112n-24", "0". `plus`: a leading + too. */
void ulna_polynomial_print(polynomial p, bool plus, char *text, size_t size);

/* "confirmed", or what is left of count minus printed: "M +4n-12, A -2n-15", with the columns' names. */
void ulna_polynomial_verdict(const polynomial printed[2], const polynomial count[2],
                             const char *const names[2], char *text, size_t size);

#endif
