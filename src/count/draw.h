/* Random states and surroundings for comparisons: the same for the same seed, everywhere. */
#ifndef ULNA_COUNT_DRAW_H
#define ULNA_COUNT_DRAW_H

#include <stdint.h>

#include "ulna/work.h"

/* Evenly in [lower, upper): Marsaglia's xorshift, the same everywhere. */
static inline double draw(uint64_t *state, double lower, double upper)
{
  uint64_t x = *state ? *state : 0x9e3779b97f4a7c15u;
  x ^= x << 13, x ^= x >> 7, x ^= x << 17;
  *state = x;
  return lower + (upper - lower) * ((double)(x >> 11) * 0x1p-53);
}

/* A base in any motion and a wrench in the hand; not moving: neither, but as many numbers drawn. */
static inline void draw_surroundings(uint64_t *seed, ulna_work *work, bool moving)
{
  ulna_base_motion motion;
  double force[3], moment[3];
  for (int k = 0; k < 3; k++) {
    motion.angular_velocity[k] = draw(seed, -1, 1), motion.angular_acceleration[k] = draw(seed, -2, 2);
    motion.velocity[k] = draw(seed, -1, 1), motion.acceleration[k] = draw(seed, -5, 5);
    force[k] = draw(seed, -20, 20), moment[k] = draw(seed, -5, 5);
  }
  static const double nothing[3];
  ulna_work_set_base_motion(work, moving ? &motion : NULL);
  ulna_work_set_hand_wrench(work, moving ? force : nothing, moving ? moment : nothing);
}

#endif
