/* Whether numbers are numbers. Header only. */
#ifndef ULNA_BASE_FINITE_H
#define ULNA_BASE_FINITE_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

/* No infinity and no NaN among n numbers. By their bits, all exponents looked at: without branches, several at a time. */
static inline bool all_finite(int n, const double x[])
{
  uint64_t none = 0;
  for (int i = 0; i < n; i++) {
    uint64_t bits;
    memcpy(&bits, &x[i], sizeof bits);
    none |= (bits >> 52 & 0x7ff) == 0x7ff;
  }
  return none == 0;
}

#endif
