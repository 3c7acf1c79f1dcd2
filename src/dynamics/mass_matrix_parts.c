/* Factors and parts of the mass matrix: Saha's U D Uᵀ and Angeles' natural orthogonal complement, in base axes. */
#include <string.h>

#include "model/pose.h"
#include "ulna/forward_dynamics.h"
#include "work/work.h"

/* Six-vectors and 6×6 matrices from frame-0 axes to base axes, as rows of numbers. */
static void put(const ulna_model *model, vec3 v, double out[3])
{
  const double in[3] = {v.x, v.y, v.z};
  ulna_rotate(&model->frame0_in_base, in, out);
}
static void put_twist(const ulna_model *model, twist t, double out[6])
{
  put(model, t.w, out), put(model, t.v, out + 3);
}
static void put_wrench(const ulna_model *model, wrench w, double out[6])
{
  put(model, w.n, out), put(model, w.f, out + 3);
}

static mat3 base_rotation(const ulna_model *model)
{
  mat3 R;
  memcpy(R.e, model->frame0_in_base.R, sizeof R.e);
  return R;
}

static void put_sym3(sym3 S, double *out, int stride)
{
  const double e[3][3] = {{S.xx, S.xy, S.xz}, {S.xy, S.yy, S.yz}, {S.xz, S.yz, S.zz}};
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) out[i * stride + j] = e[i][j];
}

static void put_inertia(const mat3 *R, const inertia6 *B, double out[36])
{
  put_sym3(sym3_rotate(R, B->I), out, 6);
  put_sym3(sym3_rotate(R, B->M), out + 21, 6);
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) {
      double sum = 0;
      for (int k = 0; k < 3; k++)
        for (int l = 0; l < 3; l++) sum += R->e[i][k] * B->H.e[k][l] * R->e[j][l];
      out[i * 6 + 3 + j] = out[(3 + j) * 6 + i] = sum;
    }
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
  const int n = model->n;
  const ulna_status status = decompose(work, q);
  if (status != ULNA_OK) return status;
  const denoc_scratch *s = &work->forward.denoc;
  const mat3 R = base_rotation(model);
  for (int i = 0; i < n; i++) {
    if (parts->D) parts->D[i] = s->m_hat[i];
    if (parts->p) put_twist(model, s->p[i], &parts->p[6 * i]);
    if (parts->psi) put_wrench(model, s->psi[i], &parts->psi[6 * i]);
    if (parts->M_tilde) put_inertia(&R, &s->M_tilde[i], &parts->M_tilde[36 * i]);
    if (parts->M_art) put_inertia(&R, &s->M_art[i], &parts->M_art[36 * i]);
    for (int j = 0; parts->M && j <= i; j++)
      parts->M[i * n + j] = parts->M[j * n + i] = denoc_element(s, i, j);
    for (int j = 0; parts->U && j < n; j++) parts->U[i * n + j] = j > i ? denoc_u(s, i, j) : j == i;
  }
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

/* Block (i, j) of K, M or W in base axes: diag(R, R) X diag(R, R)ᵀ. */
static void put_block(const mat3 *R, double X[6][6], double *out, int stride)
{
  for (int a = 0; a < 6; a++)
    for (int b = 0; b < 6; b++) {
      double sum = 0;
      for (int k = 0; k < 3; k++)
        for (int l = 0; l < 3; l++) sum += R->e[a % 3][k] * X[a / 3 * 3 + k][b / 3 * 3 + l] * R->e[b % 3][l];
      out[a * stride + b] = sum;
    }
}

static void put_mass_and_spin(const mat3 *R, const noc_scratch *s, int n,
                              const ulna_natural_complement *parts)
{
  const int rows = 6 * n;
  for (int i = 0; i < n; i++) {
    const laid_link *x = &s->at[i];
    const vec3 w = s->w[i];
    double M[6][6] = {{x->I.xx, x->I.xy, x->I.xz}, {x->I.xy, x->I.yy, x->I.yz},
                      {x->I.xz, x->I.yz, x->I.zz}, {0, 0, 0, x->m},
                      {0, 0, 0, 0, x->m},          {0, 0, 0, 0, 0, x->m}};
    double W[6][6] = {{0, -w.z, w.y}, {w.z, 0, -w.x}, {-w.y, w.x, 0}};
    if (parts->M) put_block(R, M, &parts->M[6 * i * rows + 6 * i], rows);
    if (parts->W) put_block(R, W, &parts->W[6 * i * rows + 6 * i], rows);
  }
}

void ulna_natural_complement_at(const ulna_model *model, ulna_work *work, const double q[], const double qd[],
                                const ulna_natural_complement *parts)
{
  ULNA_ASSERT(model && work && work->model == model && q && qd && parts);
  const int n = model->n, rows = 6 * n;
  noc_scratch *s = &work->forward.noc;
  const mat3 R = base_rotation(model);
  const base_state rest = {vec3_zero(), vec3_zero(), vec3_zero()};
  ulna_set_posture(work, q);
  noc_make(&work->arm, &work->at, &rest, qd, s);

  double *const square[] = {parts->K, parts->M, parts->W};
  for (int k = 0; k < 3; k++)
    if (square[k]) memset(square[k], 0, (size_t)rows * (size_t)rows * sizeof(double));
  put_mass_and_spin(&R, s, n, parts);

  for (int i = 0; i < n; i++) {
    double here[6][6], before[6][6];
    noc_K(s, i, here, before);
    if (parts->c) {
      put(model, s->at[i].c, &parts->c[3 * i]);
      for (int k = 0; k < 3; k++) parts->c[3 * i + k] += model->frame0_in_base.p[k];
    }
    if (parts->c_dot) put(model, s->cd[i], &parts->c_dot[3 * i]);
    if (parts->K) put_block(&R, here, &parts->K[6 * i * rows + 6 * i], rows);
    if (parts->K && i > 0) put_block(&R, before, &parts->K[6 * i * rows + 6 * (i - 1)], rows);
    for (int j = 0; j < n; j++) {
      double t[6], rate[6];
      put_twist(model, j <= i ? noc_T(s, i, j) : twist_zero(), t);
      put_twist(model, j <= i ? noc_T_rate(s, i, j) : twist_zero(), rate);
      for (int k = 0; k < 6; k++) {
        if (parts->T) parts->T[(6 * i + k) * n + j] = t[k];
        if (parts->T_dot) parts->T_dot[(6 * i + k) * n + j] = rate[k];
      }
    }
  }
  if (parts->I) {
    noc_inertia(n, s, parts->I);
    for (int i = 0; i < n; i++)
      for (int j = 0; j < i; j++) parts->I[j * n + i] = parts->I[i * n + j];
  }
  for (int j = 0; parts->C && j < n; j++)
    for (int k = 0; k < n; k++) {
      double sum = 0;
      for (int i = j > k ? j : k; i < n; i++) sum += twist_dot(noc_T(s, i, j), noc_rate_block(s, i, k));
      parts->C[j * n + k] = sum;
    }
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
  noc_make(&work->arm, &work->at, &base, qd, &f->noc);
  // the joints' own efforts (here qdd) enter only the right-hand side, which is not used
  noc_right_hand_side(&work->arm, &base, work->gravity0, &work->hand, qd, qdd, NULL, &f->noc, f->noc.rhs);
  noc_constraints(&work->arm, qdd, &f->noc, f->acts);
  for (int i = 0; i < model->n; i++) {
    if (lambda) put_wrench(model, f->acts[i], &lambda[6 * i]);
    if (constraint) put_wrench(model, f->noc.net[i], &constraint[6 * i]);
  }
}
