/* The rotors' part in an arm: the inertia they add, the energy they hold, and the error of the simplified form. */
#include <math.h>
#include <string.h>

#include "base/worse.h"
#include "drive/drive_internal.h"
#include "drive/driven.h"
#include "ulna/drive.h"
#include "work/work.h"

ulna_status ulna_reflected_inertia(const ulna_model *model, ulna_work *work, const double q[],
                                   double reflected[])
{
  ULNA_ASSERT(model && work && work->model == model && q && reflected);
  if (!ulna_work_has(work, ULNA_PART_DRIVES)) return ULNA_MISSING_PART;
  const drive_scratch *d = &work->drive;
  const int n = model->n;
  for (int i = 0; i < n; i++) reflected[i] = 0;
  if (d->bodies == 0) return ULNA_OK;
  ulna_place_bodies(model, work, q);
  for (int b = 0; b < d->bodies; b++) {
    const moving_body *body = &d->body[b];
    const double across = body->com.x * body->com.x + body->com.y * body->com.y;
    const double Ia = body->linear ? body->m : body->I.zz + body->m * across;
    for (int i = 0; i < n; i++) reflected[i] += Ia * d->k[b * n + i] * d->k[b * n + i];
  }
  return ULNA_OK;
}

/* The mass matrix with the given treatment of rotors, whatever the work has set. */
static void mass_matrix_with(const ulna_model *model, ulna_work *work, ulna_rotors rotors, const double q[],
                             double M[])
{
  const ulna_rotors kept = work->drive.rotors;
  work->drive.rotors = rotors;
  ulna_driven_mass_matrix(model, work, q, M);
  work->drive.rotors = kept;
}

static double quadratic(int n, const double M[], const double v[])
{
  double sum = 0;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) sum += v[i] * M[i * n + j] * v[j];
  return sum;
}

ulna_status ulna_rotor_energy(const ulna_model *model, ulna_work *work, const double q[], const double qd[],
                              double *rotors, double *all)
{
  ULNA_ASSERT(model && work && work->model == model && q && qd && rotors && all);
  if (!ulna_work_has(work, ULNA_PART_DRIVES)) return ULNA_MISSING_PART;
  double *M = work->drive.M;
  mass_matrix_with(model, work, ULNA_ROTORS_NONE, q, M);
  const double links = quadratic(model->n, M, qd) / 2;
  mass_matrix_with(model, work, ULNA_ROTORS_EXACT, q, M);
  *all = quadratic(model->n, M, qd) / 2;
  *rotors = *all - links;
  return ULNA_OK;
}

ulna_status ulna_rotor_energy_shares(const ulna_model *model, ulna_work *work, const double q[],
                                     double shares[])
{
  ULNA_ASSERT(model && work && work->model == model && q && shares);
  if (!ulna_work_has(work, ULNA_PART_DRIVES)) return ULNA_MISSING_PART;
  const int n = model->n;
  double *M = work->drive.M, *links = work->drive.v[0];
  mass_matrix_with(model, work, ULNA_ROTORS_NONE, q, M);
  for (int i = 0; i < n; i++) links[i] = M[i * n + i];
  mass_matrix_with(model, work, ULNA_ROTORS_EXACT, q, M);
  for (int i = 0; i < n; i++) {
    const double all = M[i * n + i];
    shares[i] = all > 0 ? (all - links[i]) / all : (double)NAN;
  }
  return ULNA_OK;
}

/* Largest |a_i − b_i|/√M_ii over the largest |a_i|/√M_ii or |b_i|/√M_ii; 0 where there is nothing. */
static double part_apart(int n, const double a[], const double b[], const double M[])
{
  double apart = 0, largest = 0;
  for (int i = 0; i < n; i++) {
    const double scale = 1 / sqrt(M[i * n + i]);
    apart = worse_of(apart, scale * fabs(a[i] - b[i]));
    largest = worse_of(largest, scale * worse_of(fabs(a[i]), fabs(b[i])));
  }
  return largest == 0 ? 0 : apart / largest;
}

/* c = bias(q, qd) − bias(q, 0) and F, into two vectors, with the rotors as said. */
static void forces_with(const ulna_model *model, ulna_work *work, ulna_rotors rotors, const double q[],
                        const double qd[], const double qdd[], double c[], double F[])
{
  drive_scratch *d = &work->drive;
  const ulna_rotors kept = d->rotors;
  double *zero = d->range[0];
  d->rotors = rotors;
  memset(zero, 0, (size_t)model->n * sizeof *zero);
  ulna_drive_joint_forces(model, work, q, qd, zero, false, c);
  ulna_drive_joint_forces(model, work, q, zero, zero, false, F);
  for (int i = 0; i < model->n; i++) c[i] -= F[i];
  ulna_drive_joint_forces(model, work, q, qd, qdd, false, F);
  d->rotors = kept;
}

ulna_status ulna_rotor_simplification(const ulna_model *model, ulna_work *work, const double q[],
                                      const double qd[], const double qdd[], ulna_dropped *dropped)
{
  ULNA_ASSERT(model && work && work->model == model && q && qd && qdd && dropped);
  if (!ulna_work_has(work, ULNA_PART_DRIVES)) return ULNA_MISSING_PART;
  drive_scratch *d = &work->drive;
  const int n = model->n;
  double *M = d->M, *simple = d->factor, inertia = 0;
  mass_matrix_with(model, work, ULNA_ROTORS_EXACT, q, M);
  mass_matrix_with(model, work, ULNA_ROTORS_SIMPLIFIED, q, simple);
  for (int i = 0; i < n; i++) {
    if (!(M[i * n + i] > 0)) {
      *dropped = (ulna_dropped){(double)NAN, (double)NAN, (double)NAN};
      return ULNA_OK;
    }
    for (int j = 0; j < n; j++)
      inertia = worse_of(inertia, fabs(M[i * n + j] - simple[i * n + j]) / sqrt(M[i * n + i] * M[j * n + j]));
  }
  double *c = d->v[0], *F = d->v[1], *c_simple = d->v[2], *F_simple = d->range[1];
  forces_with(model, work, ULNA_ROTORS_EXACT, q, qd, qdd, c, F);
  forces_with(model, work, ULNA_ROTORS_SIMPLIFIED, q, qd, qdd, c_simple, F_simple);
  *dropped = (ulna_dropped){inertia, part_apart(n, c, c_simple, M), part_apart(n, F, F_simple, M)};
  return ULNA_OK;
}
