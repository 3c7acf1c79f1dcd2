/* The files of scenarios/, as cmake/built_in.cmake writes them out. */
#ifndef ULNA_SCENARIO_SCENARIOS_DATA_H
#define ULNA_SCENARIO_SCENARIOS_DATA_H

#include "ulna/scenario.h"

extern const ulna_built_in_scenario ulna_scenarios[];
extern const int ulna_scenarios_count;

#endif
