/* Random numbers that are the same everywhere: SplitMix64 [Steele, Lea & Flood 2014], and an older generator that is kept
 * where other numbers would give other results. Header only. */
#ifndef ULNA_BASE_RANDOM_H
#define ULNA_BASE_RANDOM_H

#include <stdint.h>

#define RANDOM_STRIDE 0x9e3779b97f4a7c15u

static inline uint64_t random_mix(uint64_t x)
{
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
  return x ^ (x >> 31);
}

/* The next 64 bits of a sequence. */
static inline uint64_t random_bits(uint64_t *state) { return random_mix(*state += RANDOM_STRIDE); }

/* The next number, in [0, 1). */
static inline double random_unit(uint64_t *state) { return (double)(random_bits(state) >> 11) * 0x1p-53; }

/* The next number, in [lower, upper). */
static inline double random_between(uint64_t *state, double lower, double upper)
{
  return lower + (upper - lower) * random_unit(state);
}

/* The next number, in [0, 1), of a linear congruential sequence: its upper bits. Only for what was tuned or judged by this
 * sequence: other postures would give controllers other gains, and campaigns other tasks. */
static inline double random_congruent_unit(uint64_t *state)
{
  *state = *state * 6364136223846793005u + 1442695040888963407u;
  return (double)(*state >> 11) * 0x1p-53;
}

#endif
