/* The regressor of links and drives, and the parameters that go with it. */
#include "ulna/regressor.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "drive/drive_internal.h"
#include "model/coupling.h"
#include "ulna/drive.h"
#include "ulna/inverse_dynamics.h"
#include "work/work.h"

enum { DRIVE_PARAMETERS = 3 };

static int link_columns(const ulna_model *model) { return 10 * model->n; }

int ulna_regressor_column_count(const ulna_model *model, ulna_regressor_of of)
{
  ULNA_ASSERT(model);
  return link_columns(model) +
         (of == ULNA_REGRESSOR_DRIVES ? DRIVE_PARAMETERS * model->given.drive_count : 0);
}

int ulna_regressor_column_name(const ulna_model *model, int column, char *buffer, size_t size)
{
  static const char *const of_link[] = {"m",   "m cx", "m cy", "m cz", "Ixx",
                                        "Ixy", "Ixz",  "Iyy",  "Iyz",  "Izz"};
  static const char *const of_drive[] = {"Ia", "kv", "Fm"};
  ULNA_ASSERT(model && column >= 0 && column < ulna_regressor_column_count(model, ULNA_REGRESSOR_DRIVES));
  const int links = link_columns(model);
  if (column < links)
    return snprintf(buffer, size, "%s: %s", model->given.joints[column / 10].link.name, of_link[column % 10]);
  const int drive = (column - links) / DRIVE_PARAMETERS;
  return snprintf(buffer, size, "%s: %s", model->given.drives[drive].name,
                  of_drive[(column - links) % DRIVE_PARAMETERS]);
}

ulna_status ulna_regressor_parameters(const ulna_model *model, ulna_work *work, ulna_regressor_of of,
                                      double pi[])
{
  ULNA_ASSERT(model && work && work->model == model && pi);
  if (of == ULNA_REGRESSOR_DRIVES && !ulna_drives_are_linear(model)) return ULNA_UNSUPPORTED;
  work->plain->link_parameters(&work->arm, &model->file_in_kernel[1].R[0][0], pi);
  for (int a = 0; a < model->given.drive_count && of == ULNA_REGRESSOR_DRIVES; a++) {
    const ulna_drive *drive = &model->given.drives[a];
    double *p = pi + link_columns(model) + DRIVE_PARAMETERS * a;
    p[0] = 0;
    for (int b = 0; b < model->drives.body_count; b++)
      if (model->drives.body[b].row == a) p[0] = model->drives.body[b].body.inertia[2];
    p[1] = drive->friction.viscous;
    p[2] = (drive->friction.coulomb[0] + drive->friction.coulomb[1]) / 2;
  }
  return ULNA_OK;
}

/* Columns of the drives, from the motion that the links' regressor has left: with k = ∂q_a/∂q, axis z on link u,
 *   Ia: k_i (xdd + z·wd) + (s_i·z) xdd + xd s_i·(w × z), s_i the axis of revolute joint i ≤ u;  kv: k_i xd;  Fm: k_i sgn xd */
static void drive_columns(const ulna_model *model, const ulna_work *work, const double K[],
                          const double curvature[], const double qd[], const double qdd[], int columns,
                          double Y[])
{
  const derivative_scratch *at = &work->derivatives->kernel;
  const int n = model->n;
  for (int a = 0; a < model->given.drive_count; a++) {
    const double *k = K + a * n;
    double xd = 0, xdd = curvature[a];
    for (int i = 0; i < n; i++) xd += k[i] * qd[i], xdd += k[i] * qdd[i];
    const int u = model->drive_carrier[a];
    const vec3 axis = model->tables->drive_axis[a], z = u > 0 ? derivative_out(at, u - 1, axis) : axis;
    const vec3 across = vec3_cross(vec3_at(&at->w, u), z);
    const double along = vec3_dot(z, vec3_at(&at->wd, u));
    for (int i = 0; i < n; i++) {
      double *y = Y + i * columns + link_columns(model) + DRIVE_PARAMETERS * a;
      const vec3 s = i < u ? vec3_at(&at->s, i) : vec3_zero();
      y[0] = k[i] * (xdd + along) + vec3_dot(s, z) * xdd + xd * vec3_dot(s, across);
      y[1] = k[i] * xd;
      y[2] = xd > 0 ? k[i] : xd < 0 ? -k[i] : xd * k[i];  // NaN stays NaN
    }
  }
}

ulna_status ulna_regressor(const ulna_model *model, ulna_work *work, ulna_regressor_of of, const double q[],
                           const double qd[], const double qdd[], double Y[], double hand[])
{
  ULNA_ASSERT(model && work && work->model == model);
  if (!(work->parts & ULNA_PART_DERIVATIVES)) return ULNA_MISSING_PART;
  if (of == ULNA_REGRESSOR_DRIVES && !ulna_drives_are_linear(model)) return ULNA_UNSUPPORTED;
  derivatives_scratch *s = work->derivatives;
  if (hand) ulna_hand_torques(model, work, q, hand);
  if (!Y) return ULNA_OK;
  const int columns = ulna_regressor_column_count(model, of);
  if (of == ULNA_REGRESSOR_LINKS) {
    work->regressor(&work->fast, &model->tables->parameters, q, qd, qdd, columns, Y, &s->kernel);
  } else {  // the drives' columns need the motion that this one leaves in the scratch
    ulna_regressor_any(&work->fast, &model->tables->parameters, q, qd, qdd, columns, Y, &s->kernel);
    ulna_coupling_curvature(&model->drives.actuators, q, qd, s->v[0]);
    drive_columns(model, work, ulna_coupling_at(model, work, q), s->v[0], qd, qdd, columns, Y);
  }
  return ULNA_OK;
}
