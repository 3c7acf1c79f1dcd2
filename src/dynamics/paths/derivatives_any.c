/* Derivatives and the regressor for any number and kind of joints: one text with loops, for whatever instructions the library is built with. */
#include "dynamics/paths/fast_paths.h"

void ulna_derivatives_any(fast_chain *k, const double q[], const double qd[], const double qdd[],
                          const fast_rotors *rotors, const derivative_rotors *of_rotors, double tau[],
                          double dq[], double dqd[], double M[], const derivative_scratch *scratch)
{
  inverse_dynamics_derivatives(k, k->n, k->revolute, q, qd, qdd, rotors, of_rotors, tau, dq, dqd, M, scratch);
}

void ulna_products_any(int n, const double X[], const double dq[], const double dqd[], double out_q[],
                       double out_qd[])
{
  if (out_q) minus_product(n, X, dq, out_q);
  if (out_qd) minus_product(n, X, dqd, out_qd);
}

void ulna_regressor_any(fast_chain *k, const parameter_frame frame[], const double q[], const double qd[],
                        const double qdd[], int columns, double Y[], const derivative_scratch *scratch)
{
  links_regressor(k, k->n, frame, q, qd, qdd, columns, Y, scratch);
}
