/* The shortest decimal that reads back as the same double. */
#ifndef CLI_SHORTEST_H
#define CLI_SHORTEST_H

#include <stdint.h>

/* x = digits · 10^exponent for a finite x > 0, with as few digits as tell it from its neighbours and, among those,
 * nearest to x. Source: Giulietti, The Schubfach way to render doubles, 2020. */
typedef struct {
  uint64_t digits;
  int exponent;
} decimal;

decimal shortest_decimal(double x);

#endif
