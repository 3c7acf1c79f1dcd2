/* Two numbers side by side, for work that two links ask for alike: one register of two for double. */
#ifndef ULNA_NUMBER_PAIR_H
#define ULNA_NUMBER_PAIR_H

#include "number/real.h"

#if defined(REAL_F64)
typedef double pair __attribute__((vector_size(16)));

static inline pair pair_of(real a, real b)
{
  const pair p = {a, b};
  return p;
}
static inline real pair_first(pair p) { return p[0]; }
static inline real pair_second(pair p) { return p[1]; }
static inline pair pair_add(pair a, pair b) { return a + b; }
static inline pair pair_sub(pair a, pair b) { return a - b; }
static inline pair pair_mul(pair a, pair b) { return a * b; }

#else
typedef struct {
  real first, second;
} pair;

static inline pair pair_of(real a, real b)
{
  const pair p = {a, b};
  return p;
}
static inline real pair_first(pair p) { return p.first; }
static inline real pair_second(pair p) { return p.second; }
static inline pair pair_add(pair a, pair b)
{
  return pair_of(add(a.first, b.first), add(a.second, b.second));
}
static inline pair pair_sub(pair a, pair b)
{
  return pair_of(sub(a.first, b.first), sub(a.second, b.second));
}
static inline pair pair_mul(pair a, pair b)
{
  return pair_of(mul(a.first, b.first), mul(a.second, b.second));
}
#endif

#endif
