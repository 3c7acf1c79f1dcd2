/* Whether a rigid body can exist. */
#ifndef ULNA_MODEL_BODY_H
#define ULNA_MODEL_BODY_H

#include "ulna/builder.h"

/* Principal moments of a symmetric tensor (xx yy zz xy xz yz), smallest first. */
void ulna_principal_moments(const double inertia[6], double moments[3]);

/* What a body may break; a value of this enum is also the index of a waiver. */
typedef enum {
  ULNA_BODY_SOUND,
  ULNA_BODY_NOT_FINITE,
  ULNA_BODY_MASS,     /* negative, or zero with an inertia */
  ULNA_BODY_POSITIVE, /* a principal moment about the mass centre is negative */
  ULNA_BODY_TRIANGLE  /* one principal moment is more than the sum of the other two */
} ulna_body_fault;

/* The first fault of a body, with its principal moments about the mass centre. */
ulna_body_fault ulna_body_fault_of(const ulna_body *body, double moments[3]);

#endif
