/* ulna compare --forward. */
#ifndef CLI_COMPARE_FORWARD_H
#define CLI_COMPARE_FORWARD_H

#include <stdint.h>

#include "cli.h"
#include "count/compare.h"

/* The methods on one robot; over the number of joints. */
int compare_forward(const ulna_model *model, const arguments *args, uint64_t seed);
int compare_forward_lengths(const arguments *args);

#endif
