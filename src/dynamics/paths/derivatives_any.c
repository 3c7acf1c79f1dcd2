/* Derivatives for any number and kind of joints: one text with loops, for whatever instructions the library is built with. */
#include "dynamics/paths/fast_paths.h"

void ulna_derivatives_any(fast_chain *k, const double q[], const double qd[], const double qdd[],
                          const fast_rotors *rotors, const derivative_rotors *of_rotors, double tau[],
                          double dq[], double dqd[], double M[], const derivative_scratch *scratch)
{
  inverse_dynamics_derivatives(k, k->n, k->revolute, q, qd, qdd, rotors, of_rotors, tau, dq, dqd, M, scratch);
}
