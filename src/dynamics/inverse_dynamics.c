/* Inverse dynamics for double: the fast way and the reference formulations. */
#include "ulna/inverse_dynamics.h"

#include "base/names.h"
#include "work/work.h"

static const char *const method_names[] = {
#define NAME(name, text) text,
    ULNA_INVERSE_METHOD_LIST(NAME)
#undef NAME
};

const char *ulna_inverse_method_name(ulna_inverse_method method)
{
  return (unsigned)method < ULNA_INVERSE_METHOD_COUNT ? method_names[method] : NULL;
}

ulna_status ulna_inverse_method_find(const char *name, ulna_inverse_method *method)
{
  ULNA_ASSERT(name && method);
  const int found = find_name(name, method_names, ULNA_INVERSE_METHOD_COUNT);
  if (found < 0) return ULNA_NOT_FOUND;
  *method = (ulna_inverse_method)found;
  return ULNA_OK;
}

void ulna_inverse_dynamics(const ulna_model *model, ulna_work *work, const double q[], const double qd[],
                           const double qdd[], double tau[])
{
  ULNA_ASSERT(model && work && work->model == model && q && qd && qdd && tau);
  work->inverse_dynamics(&work->fast, q, qd, qdd, tau);
}

/* Whether the work can serve a method; torques by strobing need a matrix. */
static ulna_status can_serve(const ulna_work *work, ulna_inverse_method method, bool torques)
{
  if (!ulna_inverse_method_name(method)) return ULNA_INVALID_ARGUMENT;
  const unsigned needed = method == ULNA_INVERSE_LAGRANGE            ? ULNA_PART_REFERENCE
                          : method == ULNA_INVERSE_STROBE && torques ? ULNA_PART_MATRICES
                                                                     : 0;
  return ulna_work_has(work, needed) ? ULNA_OK : ULNA_MISSING_PART;
}

/* The links' posture, and the load the work holds. */
static methods_load prepare(const ulna_model *model, ulna_work *work, const double q[])
{
  ULNA_ASSERT(model && work && work->model == model && q);
  const methods_load load = {work->fast.base, work->hand};
  ulna_set_posture(work, q);
  return load;
}

ulna_status ulna_inverse_dynamics_by(const ulna_model *model, ulna_work *work, ulna_inverse_method method,
                                     const double q[], const double qd[], const double qdd[], double tau[])
{
  ULNA_ASSERT(model);
  ULNA_ASSERT(qd && qdd && tau);
  const methods_load load = prepare(model, work, q);
  const ulna_status status = can_serve(work, method, true);
  if (status != ULNA_OK) return status;
  ulna_reference_paths(work->path)
      ->inverse_dynamics(method, &work->arm, &work->at, &load, qd, qdd, tau, &work->methods);
  return ULNA_OK;
}

ulna_status ulna_bias_by(const ulna_model *model, ulna_work *work, ulna_inverse_method method,
                         const double q[], const double qd[], double bias[])
{
  ULNA_ASSERT(model);
  ULNA_ASSERT(work);
  return ulna_inverse_dynamics_by(model, work, method, q, qd, model->tables->none, bias);
}

void ulna_bias(const ulna_model *model, ulna_work *work, const double q[], const double qd[], double bias[])
{
  ULNA_ASSERT(model);
  ULNA_ASSERT(work);
  ulna_inverse_dynamics(model, work, q, qd, model->tables->none, bias);
}

ulna_status ulna_coriolis_vector_by(const ulna_model *model, ulna_work *work, ulna_inverse_method method,
                                    const double q[], const double qd[], double Cqd[])
{
  ULNA_ASSERT(model);
  ULNA_ASSERT(qd && Cqd);
  prepare(model, work, q);
  const ulna_status status = can_serve(work, method, true);
  if (status != ULNA_OK) return status;
  const methods_load no_load = methods_no_load();
  const double *none = work->model->tables->none;
  ulna_reference_paths(work->path)
      ->inverse_dynamics(method, &work->arm, &work->at, &no_load, qd, none, Cqd, &work->methods);
  return ULNA_OK;
}

void ulna_coriolis_vector(const ulna_model *model, ulna_work *work, const double q[], const double qd[],
                          double Cqd[])
{
  ULNA_ASSERT(model && work && work->model == model && q && qd && Cqd);
  // the arm with nothing on it but its own motion: base at rest, no gravity, nothing in the hand
  fast_chain *arm = &work->fast;
  const base_state base = arm->base;
  const wrench tip = arm->tip;
  arm->base.w = arm->base.wd = arm->base.a = vec3_zero();
  arm->tip.f = arm->tip.n = vec3_zero();
  work->at_rest(arm, q, qd, work->model->tables->none, Cqd);
  arm->base = base, arm->tip = tip;
}

ulna_status ulna_gravity_torques_by(const ulna_model *model, ulna_work *work, ulna_inverse_method method,
                                    const double q[], double G[])
{
  ULNA_ASSERT(model);
  ULNA_ASSERT(G);
  prepare(model, work, q);
  const ulna_status status = can_serve(work, method, true);
  if (status != ULNA_OK) return status;
  ulna_reference_paths(work->path)
      ->gravity(method, &work->arm, &work->at, vec3_neg(work->gravity0), G, &work->methods);
  return ULNA_OK;
}

void ulna_gravity_torques(const ulna_model *model, ulna_work *work, const double q[], double G[])
{
  ULNA_ASSERT(model && work && work->model == model && q && G);
  work->gravity_torques(&work->fast, vec3_neg(work->gravity0), q, G);
}

static void hand_torques(ulna_work *work, ulna_inverse_method method, double hand[])
{
  methods_load load = methods_no_load();
  load.hand = work->hand;
  const double *none = work->model->tables->none;
  ulna_reference_paths(work->path)
      ->inverse_dynamics(method, &work->arm, &work->at, &load, none, none, hand, &work->methods);
}

ulna_status ulna_hand_torques_by(const ulna_model *model, ulna_work *work, ulna_inverse_method method,
                                 const double q[], double hand[])
{
  ULNA_ASSERT(model);
  ULNA_ASSERT(hand);
  prepare(model, work, q);
  const ulna_status status = can_serve(work, method, true);
  if (status != ULNA_OK) return status;
  hand_torques(work, method, hand);
  return ULNA_OK;
}

void ulna_hand_torques(const ulna_model *model, ulna_work *work, const double q[], double hand[])
{
  ULNA_ASSERT(model && work && work->model == model && q && hand);
  // the arm at rest, with nothing on it but what is in the hand
  fast_chain *arm = &work->fast;
  const base_state base = arm->base;
  const double *none = work->model->tables->none;
  arm->base.w = arm->base.wd = arm->base.a = vec3_zero();
  work->at_rest(arm, q, none, none, hand);
  arm->base = base;
}

ulna_status ulna_mass_matrix_by(const ulna_model *model, ulna_work *work, ulna_inverse_method method,
                                const double q[], double M[])
{
  ULNA_ASSERT(model);
  ULNA_ASSERT(M);
  prepare(model, work, q);
  const ulna_status status = can_serve(work, method, false);
  if (status != ULNA_OK) return status;
  ulna_reference_paths(work->path)->mass_matrix(method, &work->arm, &work->at, M, &work->methods);
  return ULNA_OK;
}

ulna_status ulna_christoffel_by(const ulna_model *model, ulna_work *work, ulna_inverse_method method,
                                const double q[], double C[])
{
  ULNA_ASSERT(model);
  ULNA_ASSERT(C);
  prepare(model, work, q);
  const ulna_status status = can_serve(work, method, false);
  if (status != ULNA_OK) return status;
  ulna_reference_paths(work->path)->christoffel(method, &work->arm, &work->at, C, &work->methods);
  return ULNA_OK;
}

void ulna_coriolis_matrix(const ulna_model *model, ulna_work *work, const double q[], const double qd[],
                          double C[])
{
  ULNA_ASSERT(model && work && work->model == model && q && qd && C);
  work->coriolis_matrix(&work->fast, q, qd, work->coriolis, C);
}
