/* Many arms of a scenario on a graphics processor. */
#ifndef CLI_ARMS_GPU_H
#define CLI_ARMS_GPU_H

#include <stddef.h>

#include "ulna/scenario.h"

/* What arms have of their own: factors of masses (in columns: n × count), of friction, and kg at the hand (count each); and off
 * (count), how far each is off at most: the largest distance of a joint from its set point, rad or m; infinite where it could
 * not go on. */
typedef struct {
  size_t count;
  float *masses, *friction, *payload;
  double *off;
} card_arms;

enum { CARD_WHY = 240 };

/* False, and why in words: no card, or what the scenario has that cannot be done there. */
bool arms_on_card(const ulna_scenario *scenario, const ulna_run_options *with, const card_arms *arms,
                  char why[CARD_WHY]);

#endif
