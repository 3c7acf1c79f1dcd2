/* The ranges of --vary, and an arm's draws from them. */
#ifndef CLI_VARY_H
#define CLI_VARY_H

#include <stdint.h>

#include "cli.h"
#include "ulna/scenario.h"

/* From … to: factors, of each link's mass and of all friction; kg at the hand. */
typedef struct {
  double masses[2], friction[2], payload[2];
} variation;

/* "masses=10%,friction=-20%..50%,payload=0..2"; NULL: nothing varies. DONE or BAD. */
int vary_read(const char *text, variation *v);

enum { VARY_WORDS = 160 };
const char *vary_words(const variation *v, char words[VARY_WORDS]);

/* The seed of arm `number` (from 1) of those that begin with `seed`: of what it draws here, and of its run. */
uint64_t arm_seed(uint64_t seed, long number);

/* The arm of a seed: `masses` takes n factors. */
ulna_arm arm_drawn(const variation *v, uint64_t seed, int n, double masses[]);

#endif
