/* Factors and parts of the mass matrix: Saha's U D Uᵀ and Angeles' natural orthogonal complement, in base axes. */
#include <string.h>

#include "ulna/forward_dynamics.h"
#include "work/work.h"

static mat3 base_rotation(const ulna_model *model)
{
  mat3 R;
  memcpy(R.e, model->frame0_in_base.R, sizeof R.e);
  return R;
}

static ulna_status decompose(ulna_work *work, const double q[])
{
  forward_scratch *s = &work->forward;
  ulna_set_posture(work, q);
  ulna_reference_paths(work->path)->denoc(&work->arm, &work->at, &s->denoc);
  for (int i = 0; i < work->arm.n; i++) s->pivot[i] = s->denoc.m_hat[i];
  return ulna_judge_pivots(s, work->arm.n);
}

ulna_status ulna_mass_matrix_udut(const ulna_model *model, ulna_work *work, const double q[],
                                  const ulna_udut *parts)
{
  ULNA_ASSERT(model && work && work->model == model && q && parts);
  const ulna_status status = decompose(work, q);
  if (status != ULNA_OK) return status;
  const mat3 R = base_rotation(model);
  const denoc_parts to = {.D = parts->D,
                          .U = parts->U,
                          .M = parts->M,
                          .p = parts->p,
                          .psi = parts->psi,
                          .M_tilde = parts->M_tilde,
                          .M_art = parts->M_art};
  ulna_reference_paths(work->path)->denoc_parts(model->n, &R, &work->forward.denoc, &to);
  return ULNA_OK;
}

ulna_status ulna_udut_solve(const ulna_model *model, ulna_work *work, const double q[], const double tau[],
                            double tau_hat[], double tau_tilde[], double x[])
{
  ULNA_ASSERT(model && work && work->model == model && q && tau && x);
  forward_scratch *f = &work->forward;
  const ulna_status status = decompose(work, q);
  if (status != ULNA_OK) return status;
  denoc_solve(&f->denoc, model->n, tau, tau_hat ? tau_hat : f->pivot, tau_tilde ? tau_tilde : f->result, x);
  return ULNA_OK;
}

void ulna_inertia_shares(const ulna_model *model, ulna_work *work, const double q[], double share[])
{
  ULNA_ASSERT(model && work && work->model == model && q && share);
  ulna_set_posture(work, q);
  ulna_reference_paths(work->path)->inertia_shares(&work->arm, &work->at, &work->forward.noc, share);
}

void ulna_natural_complement_at(const ulna_model *model, ulna_work *work, const double q[], const double qd[],
                                const ulna_natural_complement *parts)
{
  ULNA_ASSERT(model && work && work->model == model && q && qd && parts);
  const size_t n = (size_t)model->n, rows = 6 * n;
  const mat3 R = base_rotation(model);
  const noc_parts to = {.K = parts->K,
                        .T = parts->T,
                        .T_dot = parts->T_dot,
                        .M = parts->M,
                        .W = parts->W,
                        .I = parts->I,
                        .C = parts->C,
                        .c = parts->c,
                        .c_dot = parts->c_dot};
  double *const matrix[] = {to.K, to.M, to.W, to.T, to.T_dot, to.I, to.C};
  const size_t size[] = {rows * rows, rows * rows, rows * rows, rows * n, rows * n, n * n, n * n};
  for (size_t k = 0; k < sizeof matrix / sizeof matrix[0]; k++)
    if (matrix[k]) memset(matrix[k], 0, size[k] * sizeof(double));
  ulna_set_posture(work, q);
  ulna_reference_paths(work->path)
      ->noc_parts(&work->arm, &work->at, &R, vec3_of(model->frame0_in_base.p), qd, &work->forward.noc, &to);
}

void ulna_constraint_wrenches(const ulna_model *model, ulna_work *work, const double q[], const double qd[],
                              const double qdd[], double lambda[], double constraint[])
{
  ULNA_ASSERT(model && work && work->model == model && q && qd && qdd);
  forward_scratch *f = &work->forward;
  ulna_set_posture(work, q);
  // the kernel takes the base's own acceleration and gravity apart
  base_state base = work->fast.base;
  base.a = vec3_add(base.a, work->gravity0);
  const mat3 R = base_rotation(model);
  ulna_reference_paths(work->path)
      ->constraints(&work->arm, &work->at, &R, &base, work->gravity0, &work->hand, qd, qdd, &f->noc, f->acts,
                    lambda, constraint);
}
