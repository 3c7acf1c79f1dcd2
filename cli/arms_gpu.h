/* Many arms of a scenario on a graphics processor. */
#ifndef CLI_ARMS_GPU_H
#define CLI_ARMS_GPU_H

#include <stddef.h>

#include "ulna/scenario.h"

/* What differs between arms: factors of masses (in columns: n × count), of friction, and kg at the hand (count each);
 * and off (count), the largest distance of a joint from its set point, rad or m; infinite if the arm could not go
 * on. */
typedef struct {
  size_t count;
  float *masses, *friction, *payload;
  double *off;
} card_arms;

enum { CARD_WHY = 240 };

/* False, and why in words: no card, or a part of the scenario that a card cannot do. */
bool arms_on_card(const ulna_scenario *scenario, const ulna_run_options *with, const card_arms *arms,
                  char why[CARD_WHY]);

#endif
