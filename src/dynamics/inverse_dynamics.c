/* Inverse dynamics for double: the fast way and the reference formulations. */
#include "ulna/inverse_dynamics.h"

#include <string.h>

#include "work/work.h"

static const char *const method_names[ULNA_METHOD_COUNT] = {[ULNA_LAGRANGE] = "lagrange",
                                                            [ULNA_NEWTON_EULER] = "newton-euler",
                                                            [ULNA_MODIFIED_NEWTON_EULER] =
                                                                "modified-newton-euler",
                                                            [ULNA_ANGELES] = "angeles",
                                                            [ULNA_STROBE] = "strobe"};

const char *ulna_method_name(ulna_method method)
{
  return (int)method >= 0 && (int)method < ULNA_METHOD_COUNT ? method_names[method] : NULL;
}

ulna_status ulna_method_find(const char *name, ulna_method *method)
{
  ULNA_ASSERT(name && method);
  for (int i = 0; i < ULNA_METHOD_COUNT; i++) {
    if (strcmp(name, method_names[i]) != 0) continue;
    *method = (ulna_method)i;
    return ULNA_OK;
  }
  return ULNA_NOT_FOUND;
}

void ulna_inverse_dynamics(const ulna_model *model, ulna_work *work, const double q[], const double qd[],
                           const double qdd[], double tau[])
{
  ULNA_ASSERT(model && work && work->model == model && q && qd && qdd && tau);
  work->inverse_dynamics(&work->fast, q, qd, qdd, tau);
}

/* The links' posture, and the load the work holds. */
static methods_load prepare(const ulna_model *model, ulna_work *work, const double q[])
{
  ULNA_ASSERT(model && work && work->model == model && q);
  const methods_load load = {work->base, work->hand};
  ulna_set_posture(work, q);
  return load;
}

void ulna_inverse_dynamics_by(const ulna_model *model, ulna_work *work, ulna_method method, const double q[],
                              const double qd[], const double qdd[], double tau[])
{
  ULNA_ASSERT(ulna_method_name(method) && qd && qdd && tau);
  const methods_load load = prepare(model, work, q);
  methods_inverse_dynamics(method, &work->arm, &work->at, &load, qd, qdd, tau, &work->methods);
}

void ulna_inverse_dynamics_lagrange(const ulna_model *model, ulna_work *work, const double q[],
                                    const double qd[], const double qdd[], double tau[])
{
  ulna_inverse_dynamics_by(model, work, ULNA_LAGRANGE, q, qd, qdd, tau);
}

void ulna_inverse_dynamics_newton_euler(const ulna_model *model, ulna_work *work, const double q[],
                                        const double qd[], const double qdd[], double tau[])
{
  ulna_inverse_dynamics_by(model, work, ULNA_NEWTON_EULER, q, qd, qdd, tau);
}

void ulna_inverse_dynamics_modified_newton_euler(const ulna_model *model, ulna_work *work, const double q[],
                                                 const double qd[], const double qdd[], double tau[])
{
  ulna_inverse_dynamics_by(model, work, ULNA_MODIFIED_NEWTON_EULER, q, qd, qdd, tau);
}

void ulna_inverse_dynamics_angeles(const ulna_model *model, ulna_work *work, const double q[],
                                   const double qd[], const double qdd[], double tau[])
{
  ulna_inverse_dynamics_by(model, work, ULNA_ANGELES, q, qd, qdd, tau);
}

void ulna_bias_by(const ulna_model *model, ulna_work *work, ulna_method method, const double q[],
                  const double qd[], double bias[])
{
  ULNA_ASSERT(work);
  ulna_inverse_dynamics_by(model, work, method, q, qd, methods_none(&work->arm, &work->methods), bias);
}

void ulna_bias(const ulna_model *model, ulna_work *work, const double q[], const double qd[], double bias[])
{
  ULNA_ASSERT(work);
  ulna_inverse_dynamics(model, work, q, qd, methods_none(&work->arm, &work->methods), bias);
}

void ulna_coriolis_vector_by(const ulna_model *model, ulna_work *work, ulna_method method, const double q[],
                             const double qd[], double Cqd[])
{
  ULNA_ASSERT(ulna_method_name(method) && qd && Cqd);
  prepare(model, work, q);
  methods_coriolis(method, &work->arm, &work->at, qd, Cqd, &work->methods);
}

void ulna_coriolis_vector(const ulna_model *model, ulna_work *work, const double q[], const double qd[],
                          double Cqd[])
{
  ulna_coriolis_vector_by(model, work, ULNA_MODIFIED_NEWTON_EULER, q, qd, Cqd);
}

void ulna_gravity_torques_by(const ulna_model *model, ulna_work *work, ulna_method method, const double q[],
                             double G[])
{
  ULNA_ASSERT(ulna_method_name(method) && G);
  prepare(model, work, q);
  methods_gravity(method, &work->arm, &work->at, vec3_neg(work->gravity0), G, &work->methods);
}

void ulna_gravity_torques(const ulna_model *model, ulna_work *work, const double q[], double G[])
{
  ULNA_ASSERT(G);
  prepare(model, work, q);
  gravity_pass(&work->arm, &work->at, vec3_neg(work->gravity0), G, &work->methods.newton_euler);
}

void ulna_tip_torques_by(const ulna_model *model, ulna_work *work, ulna_method method, const double q[],
                         double tip[])
{
  ULNA_ASSERT(ulna_method_name(method) && tip);
  prepare(model, work, q);
  methods_load load = methods_no_load();
  load.hand = work->hand;
  const double *none = methods_none(&work->arm, &work->methods);
  methods_inverse_dynamics(method, &work->arm, &work->at, &load, none, none, tip, &work->methods);
}

void ulna_tip_torques(const ulna_model *model, ulna_work *work, const double q[], double tip[])
{
  ulna_tip_torques_by(model, work, ULNA_MODIFIED_NEWTON_EULER, q, tip);
}

void ulna_mass_matrix_by(const ulna_model *model, ulna_work *work, ulna_method method, const double q[],
                         double M[])
{
  ULNA_ASSERT(ulna_method_name(method) && M);
  prepare(model, work, q);
  methods_mass_matrix(method, &work->arm, &work->at, M, &work->methods);
}

void ulna_christoffel_by(const ulna_model *model, ulna_work *work, ulna_method method, const double q[],
                         double C[])
{
  ULNA_ASSERT(ulna_method_name(method) && C);
  prepare(model, work, q);
  methods_christoffel(method, &work->arm, &work->at, C, &work->methods);
}

void ulna_coriolis_matrix(const ulna_model *model, ulna_work *work, const double q[], const double qd[],
                          double C[])
{
  ULNA_ASSERT(qd && C);
  prepare(model, work, q);
  lagrange_coriolis_matrix(&work->arm, &work->at, qd, C, &work->methods.lagrange);
}
