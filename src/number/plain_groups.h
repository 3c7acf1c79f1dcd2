/* Pairs and groups for kinds that gain nothing from putting their numbers side by side: a pair is two numbers one after
 * the other, a group one number. Include after the arithmetic on `real` is there. */
#ifndef ULNA_NUMBER_PLAIN_GROUPS_H
#define ULNA_NUMBER_PLAIN_GROUPS_H

typedef struct {
  real first, second;
} pair;

KERNEL_INLINED pair pair_of(real a, real b)
{
  const pair p = {a, b};
  return p;
}
KERNEL_INLINED real pair_first(pair p) { return p.first; }
KERNEL_INLINED real pair_second(pair p) { return p.second; }
KERNEL_INLINED pair pair_add(pair a, pair b)
{
  return pair_of(add(a.first, b.first), add(a.second, b.second));
}
KERNEL_INLINED pair pair_sub(pair a, pair b)
{
  return pair_of(sub(a.first, b.first), sub(a.second, b.second));
}
KERNEL_INLINED pair pair_mul(pair a, pair b)
{
  return pair_of(mul(a.first, b.first), mul(a.second, b.second));
}

#include "number/narrow.h"
// Rows of numbers, one for each joint (number/native.h): no longer than they are.
enum { ROW_BLOCK = 1 };
KERNEL_INLINED int row_length(int n) { return n; }
#define EACH_JOINT(i, length) for (int i = 0; i < (length); i++)

#endif
