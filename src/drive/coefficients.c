/* The explicit coefficients of a driven arm, by traces: [Szkodny, eqs 7–10, 15, 16]. */
#include "drive/drive_internal.h"
#include "kernel/moving_traces.h"
#include "model/coupling.h"
#include "ulna/drive.h"
#include "ulna/follow.h"
#include "work/work.h"

/* Followers' shares to their leaders, along each index. */
static void reduce_all(const ulna_model *model, double D_ij[], double D_ijk[], double D_i[])
{
  const int n = model->n;
  ulna_follow_inertia(model, D_ij);
  ulna_follow_forces(model, D_i);
  for (int i = 0; i < n; i++) ulna_follow_inertia(model, D_ijk + (ptrdiff_t)i * n * n);
  for (int f = 0; f < model->drives.follower_count; f++) {
    const follower_numbers *x = &model->drives.follower[f];
    double *to = D_ijk + (ptrdiff_t)x->leader * n * n, *from = D_ijk + (ptrdiff_t)x->joint * n * n;
    for (int k = 0; k < n * n; k++) to[k] += x->ratio * from[k], from[k] = 0;
  }
}

ulna_status ulna_drive_coefficients(const ulna_model *model, ulna_work *work, const double q[], double D_ij[],
                                    double D_ijk[], double D_i[])
{
  ULNA_ASSERT(model && work && work->model == model && q && D_ij && D_ijk && D_i);
  if (!ulna_work_has(work, ULNA_PART_DRIVES | ULNA_PART_REFERENCE)) return ULNA_MISSING_PART;
  const int n = model->n;
  drive_scratch *d = &work->drive;
  lagrange_scratch *s = &work->methods.lagrange;
  ulna_set_posture(work, q);
  ulna_place_bodies(model, work, q);

  // the links, the payload among them
  const reference_paths *by = ulna_reference_paths(work->path);
  by->mass_matrix(ULNA_INVERSE_LAGRANGE, &work->arm, &work->at, D_ij, &work->methods);
  by->christoffel(ULNA_INVERSE_LAGRANGE, &work->arm, &work->at, D_ijk, &work->methods);
  by->gravity(ULNA_INVERSE_LAGRANGE, &work->arm, &work->at, vec3_neg(work->gravity0), D_i, &work->methods);
  const int bodies = d->rotors == ULNA_ROTORS_NONE ? 0 : d->bodies;
  for (int b = 0; b < bodies; b++) {
    ulna_coupling_hessian(&model->drives.moving, model->drives.body[b].row, q, d->M);
    moving_traces_add(&work->arm, s, &d->body[b], &d->motion[b], &d->k[b * n], d->M, work->gravity0, D_ij,
                      D_ijk, D_i, &d->traces);
  }
  if (model->drives.follower_count > 0) reduce_all(model, D_ij, D_ijk, D_i);
  return ULNA_OK;
}
