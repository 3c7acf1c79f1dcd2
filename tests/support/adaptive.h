/* Adaptive integrators of every method that is built in. */
#ifndef ULNA_SUPPORT_ADAPTIVE_H
#define ULNA_SUPPORT_ADAPTIVE_H

#include "ulna/multistep.h"

/* Methods are numbered ULNA_ADAMS, ULNA_BDF, ULNA_ERK; without SUNDIALS there is the last alone. */
enum { FIRST_METHOD = ULNA_TEST_ADAPTIVE ? ULNA_ADAMS : ULNA_ERK };

static inline ulna_status adaptive_create(ulna_plant *plant, const ulna_adaptive_options *options,
                                          const ulna_allocator *allocator, ulna_adaptive **adaptive)
{
#if ULNA_TEST_ADAPTIVE
  if (options->method != ULNA_ERK) return ulna_multistep_create(plant, options, allocator, adaptive);
#endif
  return ulna_adaptive_create(plant, options, allocator, adaptive);
}

#endif
