/* The files of scenarios/, as cmake/built_in.cmake writes them out. */
#ifndef ULNA_SCENARIO_SCENARIOS_DATA_H
#define ULNA_SCENARIO_SCENARIOS_DATA_H

#include "ulna/scenario.h"

extern const ulna_built_in_scenario ulna_internal_scenarios[];
extern const int ulna_internal_scenario_count;

#endif
