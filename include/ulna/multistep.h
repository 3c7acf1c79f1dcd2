/* Adams and BDF, by SUNDIALS' CVODE, for adaptive integration (ulna/adaptive.h). In a library of its own, libulna_adaptive
 * (ulna::adaptive), which is built where SUNDIALS is found. Nothing here is real-time. */
#ifndef ULNA_MULTISTEP_H
#define ULNA_MULTISTEP_H

#include "ulna/adaptive.h"

#ifdef __cplusplus
extern "C" {
#endif

/* As ulna_adaptive_create, for ULNA_ADAMS and ULNA_BDF. ULNA_INVALID_ARGUMENT for another method. CVODE takes its memory
 * by malloc, all of it here. Real-time: no. */
ULNA_API ulna_status ulna_multistep_create(ulna_plant *plant, const ulna_adaptive_options *options,
                                           const ulna_allocator *allocator,
                                           ulna_adaptive **adaptive) ULNA_MUST_CHECK;

#ifdef __cplusplus
}
#endif
#endif
