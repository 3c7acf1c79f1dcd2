/* The solid ellipsoid that has a body's inertia: how inertia is drawn. */
#ifndef ULNA_PAGE_ELLIPSOID_H
#define ULNA_PAGE_ELLIPSOID_H

#include <stdbool.h>

#include "ulna/builder.h"

/* The solid ellipsoid of even density that has the body's mass and its inertia about the mass centre: semi-axes, along the
 * columns of R in the body's axes. False if there is none: no mass, or numbers that are not finite. */
bool ulna_ellipsoid(const ulna_body *body, double semi_axes[3], double R[3][3]);

#endif
