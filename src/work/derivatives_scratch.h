/* Scratch of the derivatives and of the regressor. */
#ifndef ULNA_WORK_DERIVATIVES_SCRATCH_H
#define ULNA_WORK_DERIVATIVES_SCRATCH_H

#include "kernel/derivatives.h"
#include "kernel/regressor.h"
#include "model/tables.h"
#include "work/dual_forces.h"

/* Forces (n), and their derivatives by q, qd, qdd (n×n each). */
typedef struct {
  double *F, *dq, *dqd, *dqdd;
} joint_force_derivatives;

typedef struct {
  derivative_scratch kernel;
  fast_rotors rotors;  // balanced rotors by carrier, each in its own coordinate: the model's
  double *rate, *acceleration;
  double *Kx, *curvature;  // of all moving coordinates
  derivative_rotors of_rotors;
  joint_force_derivatives joint, tau, actuator;  // of links and rotors; with friction; at the actuators
  double *H, *rate_q, *acceleration_q;           // of one moving coordinate: n×n, n, n
  const double *K;                               // ∂q_a/∂q at the q of the call
  double *M;                                     // n×n
  double *v[6];                                  // n each
  dual_scratch *dual;
} derivatives_scratch;

static inline derivatives_scratch *derivatives_scratch_take(layout *l, const ulna_model *m)
{
  derivatives_scratch measured, *taken = (derivatives_scratch *)layout_take(l, 1, sizeof *taken),
                                *s = taken ? taken : &measured;
  const size_t n = (size_t)m->n, bodies = (size_t)m->drives.body_count;
  derivative_scratch_layout(&s->kernel, l, m->n);
  const size_t moving = (size_t)m->drives.moving.rows;
  s->Kx = (double *)layout_take(l, moving * n, sizeof(double));
  s->curvature = (double *)layout_take(l, moving, sizeof(double));
  double **const of_bodies[] = {&s->rotors.own, &s->rate, &s->acceleration};
  for (size_t k = 0; k < sizeof of_bodies / sizeof of_bodies[0]; k++)
    *of_bodies[k] = (double *)layout_take(l, bodies, sizeof(double));
  s->rotors.rate = s->rate, s->rotors.acceleration = s->acceleration;
  s->of_rotors.g = (vec3 *)layout_take(l, bodies, sizeof(vec3));
  s->of_rotors.wg = (vec3 *)layout_take(l, bodies, sizeof(vec3));
  double **const by_joint[] = {&s->of_rotors.own_q, &s->of_rotors.own_qd, &s->of_rotors.g_s,
                               &s->of_rotors.wg_s};
  for (size_t k = 0; k < sizeof by_joint / sizeof by_joint[0]; k++)
    *by_joint[k] = (double *)layout_take(l, bodies * n, sizeof(double));
  double **const vectors[] = {&s->joint.F, &s->tau.F, &s->actuator.F, &s->rate_q, &s->acceleration_q};
  for (size_t k = 0; k < sizeof vectors / sizeof vectors[0]; k++)
    *vectors[k] = (double *)layout_take(l, n, sizeof(double));
  for (size_t k = 0; k < sizeof s->v / sizeof s->v[0]; k++)
    s->v[k] = (double *)layout_take(l, n, sizeof(double));
  double **const matrices[] = {&s->joint.dq, &s->joint.dqd,   &s->joint.dqdd,   &s->tau.dq, &s->tau.dqd,
                               &s->tau.dqdd, &s->actuator.dq, &s->actuator.dqd, &s->H,      &s->M};
  for (size_t k = 0; k < sizeof matrices / sizeof matrices[0]; k++)
    *matrices[k] = (double *)layout_take(l, n * n, sizeof(double));
  s->actuator.dqdd = s->M;  // never used at the same time
  s->dual = ulna_dual_scratch_take(l, m);
  return taken;
}

// After the layout: the model's rotors.
static inline void derivatives_scratch_take_table(derivatives_scratch *s, const rotor_table *t)
{
  s->rotors.first = t->fast.first, s->rotors.momentum = t->momentum, s->rotors.inertia = t->inertia;
}

#endif
