#include "count/polynomial.h"

#include <stdio.h>
#include <stdlib.h>

long ulna_polynomial_at(polynomial p, long n)
{
  return (((p.c[3] * n + p.c[2]) * n + p.c[1]) * n + p.c[0]) / 6;
}

/* Newton's differences from n = 2: f = f2 + d1 x + d2 x(x−1)/2 + d3 x(x−1)(x−2)/6, x = n − 2. */
bool ulna_polynomial_fit(const long f[POLYNOMIAL_SAMPLES], polynomial *p)
{
  const long d1 = f[2] - f[1], d2 = f[3] - 2 * f[2] + f[1], d3 = f[4] - 3 * f[3] + 3 * f[2] - f[1];
  const long in_x[4] = {6 * f[1], 6 * d1 - 3 * d2 + 2 * d3, 3 * d2 - 3 * d3, d3};
  polynomial q;  // x = n − 2 put in
  q.c[3] = in_x[3];
  q.c[2] = in_x[2] - 6 * in_x[3];
  q.c[1] = in_x[1] - 4 * in_x[2] + 12 * in_x[3];
  q.c[0] = in_x[0] - 2 * in_x[1] + 4 * in_x[2] - 8 * in_x[3];
  for (int n = 2; n <= POLYNOMIAL_SAMPLES; n++)
    if (ulna_polynomial_at(q, n) != f[n - 1]) return false;
  *p = q;
  return true;
}

bool ulna_polynomial_fit_long(const long f[POLYNOMIAL_LONG + 1], polynomial *p)
{
  enum { BEYOND = 8 };
  const long d1 = f[5] - f[4], d2 = f[6] - 2 * f[5] + f[4], d3 = f[7] - 3 * f[6] + 3 * f[5] - f[4];
  *p = (polynomial){
      {6 * f[4] - 24 * d1 + 60 * d2 - 120 * d3, 6 * d1 - 27 * d2 + 74 * d3, 3 * d2 - 15 * d3, d3}};
  for (int n = BEYOND; n <= POLYNOMIAL_LONG; n++)
    if (ulna_polynomial_at(*p, n) != f[n]) return false;
  return true;
}

polynomial ulna_polynomial_minus(polynomial a, polynomial b)
{
  for (int k = 0; k < 4; k++) a.c[k] -= b.c[k];
  return a;
}

bool ulna_polynomial_is_zero(polynomial p) { return !p.c[0] && !p.c[1] && !p.c[2] && !p.c[3]; }

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
    const polynomial difference = ulna_polynomial_minus(count[k], printed[k]);
    if (ulna_polynomial_is_zero(difference)) continue;
    char terms[48];
    ulna_polynomial_print(difference, true, terms, sizeof terms);
    const int written = snprintf(text + used, size - used, "%s%s %s", used ? ", " : "", names[k], terms);
    if (written > 0 && (size_t)written < size - used) used += (size_t)written;
  }
  if (used == 0) snprintf(text, size, "confirmed");
}
