/* The explicit Runge–Kutta methods as a solver for ulna_adaptive_create_by. */
#ifndef ULNA_SIMULATE_ERK_H
#define ULNA_SIMULATE_ERK_H

#include "ulna/adaptive.h"

/* The method of order 5 or 8 (0: 5); tolerances and longest step are those of the options, which have been checked. */
ulna_status ulna_erk_create(ulna_plant *plant, const ulna_adaptive_options *options,
                            const ulna_allocator *allocator, ulna_adaptive_solver *solver);

#endif
