/* Declarations that the dynamics commands share: links only or the whole robot, and the formulation. */
#ifndef CLI_DYNAMICS_H
#define CLI_DYNAMICS_H

#include "session.h"
#include "ulna/drive.h"
#include "ulna/forward_dynamics.h"
#include "ulna/inverse_dynamics.h"

typedef struct {
  session session;
  bool links_only; /* as asked */
  bool whole;      /* drives or friction take part */
  bool simplified; /* the rotors */
  bool chosen;     /* a formulation was asked for: `method` */
  ulna_inverse_method method;
  const text_axis *axes; /* of matrices of derivatives (derivatives.h) */
} dynamics;

/* Opens the session, decides links only or whole, reads --method (of the inverse kind), and says on stderr what CSV
 * cannot say. A whole robot has no choice of formulation: they are written for links. */
int dynamics_open(dynamics *d, const arguments *args);

/* Adds "model" (and for JSON and text "method" where `method` is not NULL) as the first things said of a record. */
void dynamics_say(dynamics *d, const char *method);

/* DONE, or the one line that says why state s could not be computed. */
int dynamics_done(const states *s, ulna_status status);

/* Adds a vector or matrix of the arm's size and gives its memory (until the end of the program). */
double *dynamics_vector(dynamics *d, const char *name);
double *dynamics_matrix(dynamics *d, const char *name);

#endif
