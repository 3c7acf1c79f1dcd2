/* Polynomials in n, fitted to counts and written as people write them. */
#include "count/polynomial.h"

#include <stdio.h>
#include <stdlib.h>

long ulna_polynomial_at(polynomial p, long n)
{
  return (((p.c[3] * n + p.c[2]) * n + p.c[1]) * n + p.c[0]) / 6;
}

/* Newton's differences from n = 4, in powers of n. */
bool ulna_polynomial_fit(const long f[POLYNOMIAL_SAMPLES + 1], polynomial *p)
{
  enum { BEYOND = 8 };
  const long d1 = f[5] - f[4], d2 = f[6] - 2 * f[5] + f[4], d3 = f[7] - 3 * f[6] + 3 * f[5] - f[4];
  *p = (polynomial){
      {6 * f[4] - 24 * d1 + 60 * d2 - 120 * d3, 6 * d1 - 27 * d2 + 74 * d3, 3 * d2 - 15 * d3, d3}};
  for (int n = BEYOND; n <= POLYNOMIAL_SAMPLES; n++)
    if (ulna_polynomial_at(*p, n) != f[n]) return false;
  return true;
}

enum { FIRST = 4, FAR = 1000 };

long ulna_polynomial_last_below(polynomial a, polynomial b)
{
  long n = FIRST;
  while (n <= FAR && ulna_polynomial_at(a, n) < ulna_polynomial_at(b, n)) n++;
  return n == FIRST ? 0 : n - 1;
}

long ulna_polynomial_first_below(polynomial a, polynomial b)
{
  long n = FAR;
  while (n >= FIRST && ulna_polynomial_at(a, n) < ulna_polynomial_at(b, n)) n--;
  return n + 1;
}

polynomial ulna_polynomial_plus(polynomial a, polynomial b)
{
  for (int k = 0; k < 4; k++) a.c[k] += b.c[k];
  return a;
}

static long common(long a, long b)
{
  while (b) {
    const long rest = a % b;
    a = b, b = rest;
  }
  return a;
}

void ulna_polynomial_print(polynomial p, bool plus, char *text, size_t size)
{
  static const char *const powers[4] = {"", "n", "n²", "n³"};
  size_t used = 0;
  if (size == 0) return;
  text[0] = 0;
  for (int k = 3; k >= 0; k--) {
    if (p.c[k] == 0) continue;
    const long divisor = common(labs(p.c[k]), 6), above = labs(p.c[k]) / divisor, below = 6 / divisor;
    char number[48] = "";
    if (below != 1) snprintf(number, sizeof number, "%ld/%ld%s", above, below, k ? " " : "");
    else if (above != 1 || k == 0) snprintf(number, sizeof number, "%ld", above);
    const char *sign = p.c[k] < 0 ? "-" : used > 0 || plus ? "+" : "";
    const int written = snprintf(text + used, size - used, "%s%s%s", sign, number, powers[k]);
    if (written < 0 || (size_t)written >= size - used) return;
    used += (size_t)written;
  }
  if (used == 0) snprintf(text, size, "0");
}

void ulna_polynomial_verdict(const polynomial printed[2], const polynomial count[2],
                             const char *const names[2], char *text, size_t size)
{
  size_t used = 0;
  for (int k = 0; k < 2; k++) {
    polynomial difference = count[k];
    for (int i = 0; i < 4; i++) difference.c[i] -= printed[k].c[i];
    if (!difference.c[0] && !difference.c[1] && !difference.c[2] && !difference.c[3]) continue;
    char terms[48];
    ulna_polynomial_print(difference, true, terms, sizeof terms);
    const int written = snprintf(text + used, size - used, "%s%s %s", used ? ", " : "", names[k], terms);
    if (written > 0 && (size_t)written < size - used) used += (size_t)written;
  }
  if (used == 0) snprintf(text, size, "confirmed");
}
