/* Random surroundings for comparisons. */
#ifndef ULNA_COUNT_DRAW_H
#define ULNA_COUNT_DRAW_H

#include <stdint.h>

#include "base/random.h"
#include "ulna/work.h"

/* A base in any motion and a wrench in the hand; not moving: neither, but as many numbers drawn. */
static inline void draw_surroundings(uint64_t *seed, ulna_work *work, bool moving)
{
  ulna_base_motion motion;
  double force[3], moment[3];
  for (int k = 0; k < 3; k++) {
    motion.angular_velocity[k] = random_between(seed, -1, 1),
    motion.angular_acceleration[k] = random_between(seed, -2, 2);
    motion.velocity[k] = random_between(seed, -1, 1), motion.acceleration[k] = random_between(seed, -5, 5);
    force[k] = random_between(seed, -20, 20), moment[k] = random_between(seed, -5, 5);
  }
  static const double nothing[3];
  ulna_work_set_base_motion(work, moving ? &motion : NULL);
  ulna_work_set_hand_wrench(work, moving ? force : nothing, moving ? moment : nothing);
}

#endif
