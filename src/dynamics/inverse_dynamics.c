/* Inverse dynamics for double: the fast way and the reference formulations. */
#include "ulna/inverse_dynamics.h"

#include <string.h>

#include "dynamics/work.h"

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

static void by_method(ulna_method method, const ulna_model *model, ulna_work *work, const double q[],
                      const double qd[], const double qdd[], double tau[])
{
  ULNA_ASSERT(model && work && work->model == model && q && qd && qdd && tau);
  const methods_load load = {work->base, work->hand};
  ulna_internal_set_posture(work, q);
  methods_inverse_dynamics(method, &work->arm, &work->at, &load, qd, qdd, tau, &work->methods);
}

void ulna_inverse_dynamics_newton_euler(const ulna_model *model, ulna_work *work, const double q[],
                                        const double qd[], const double qdd[], double tau[])
{
  by_method(ULNA_NEWTON_EULER, model, work, q, qd, qdd, tau);
}

void ulna_inverse_dynamics_modified_newton_euler(const ulna_model *model, ulna_work *work, const double q[],
                                                 const double qd[], const double qdd[], double tau[])
{
  by_method(ULNA_MODIFIED_NEWTON_EULER, model, work, q, qd, qdd, tau);
}

void ulna_inverse_dynamics_angeles(const ulna_model *model, ulna_work *work, const double q[],
                                   const double qd[], const double qdd[], double tau[])
{
  by_method(ULNA_ANGELES, model, work, q, qd, qdd, tau);
}
