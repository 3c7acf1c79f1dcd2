/* Couplings x = offset + K q + screws(q) evaluated; see model/drives.h. All Real-time: yes. */
#ifndef ULNA_MODEL_COUPLING_H
#define ULNA_MODEL_COUPLING_H

#include "kernel/screw.h"
#include "model/drives.h"

/* x (rows); ∂x/∂q (rows × n); both may be NULL. A screw whose root is negative gives NaN. */
void ulna_coupling_value(const coupling_numbers *c, const double q[], double x[], double K[]);

/* One screw at q, with its derivatives by its phase. */
screw_value ulna_coupling_screw(const coupling_numbers *c, int screw, const double q[]);

/* Σ_jk ∂²x/∂q_j∂q_k qd_j qd_k for each row: what an acceleration has beside K qdd. Zero without screws. */
void ulna_coupling_curvature(const coupling_numbers *c, const double q[], const double qd[], double h[]);

/* ∂²x/∂q_j∂q_k of one row (n × n). */
void ulna_coupling_hessian(const coupling_numbers *c, int row, const double q[], double H[]);
void ulna_coupling_hessians(const coupling_numbers *c, const double q[], double H[]);  // of all rows

#endif
