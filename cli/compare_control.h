/* ulna compare --control. */
#ifndef CLI_COMPARE_CONTROL_H
#define CLI_COMPARE_CONTROL_H

#include <stdint.h>

#include "cli.h"
#include "count/compare.h"

/* The tables of [Mudge], and a cycle of control on one robot. */
int compare_control(const ulna_model *model, const arguments *args, uint64_t seed);

#endif
