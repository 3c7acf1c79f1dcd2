/* Matrices of derivatives with the names and units of their rows and columns. */
#include "derivatives.h"

#include <math.h>
#include <stdlib.h>

#include "ulna/friction.h"

static const char *const units[AXIS_COUNT][2] = {
    [AXIS_Q] = {"rad", "m"},   [AXIS_QD] = {"rad/s", "m/s"}, [AXIS_QDD] = {"rad/s2", "m/s2"},
    [AXIS_TAU] = {"N m", "N"}, [AXIS_F_AD] = {"N m", "N"},
};

static bool actuator_turns(const robot *r, int actuator)
{
  const int drive = ulna_actuator_drive(r->model, actuator);
  return drive < 0 ? r->turns[ulna_actuator_joint(r->model, actuator) - 1]
                   : ulna_model_drive(r->model, drive)->kind == ULNA_ROTARY;
}

static const text_axis *make_axes(dynamics *d)
{
  table_out *out = &d->session.out;
  const robot *r = &d->session.robot;
  const size_t n = (size_t)r->n;
  text_axis *axes = records_memory(out, AXIS_COUNT, sizeof *axes);
  const char **names = records_memory(out, n, sizeof *names);
  bool *turns = records_memory(out, n, sizeof *turns);
  for (int a = 0; a < r->n; a++) {
    names[a] = ulna_actuator_name(r->model, a);
    turns[a] = actuator_turns(r, a);
  }
  for (int k = 0; k < AXIS_COUNT; k++) {
    const bool of_drives = k == AXIS_F_AD;
    axes[k] = (text_axis){.names = of_drives ? names : out->joint_names,
                          .turns = of_drives ? turns : out->joint_turns,
                          .turning = units[k][0],
                          .sliding = units[k][1]};
  }
  return axes;
}

double *derivative_add(dynamics *d, const char *name, derivative_axis of, derivative_axis by)
{
  if (!d->axes) d->axes = make_axes(d);
  double *data = dynamics_matrix(d, name);
  quantity *added = &d->session.out.quantities[d->session.out.count - 1];
  added->rows = &d->axes[of];
  added->by = &d->axes[by];
  return data;
}

/* Whether the law jumps where the speed changes sign: at exactly zero speed it is the force's sign that is not known. */
static bool is_dry(const ulna_friction *law)
{
  if (law->load_static > 0 || law->load_dynamic > 0) return true;
  for (int direction = -1; direction <= 1; direction += 2)
    if (ulna_friction_hold(law, direction, NULL) != 0 || ulna_friction_at_release(law, direction, NULL) != 0)
      return true;
  return false;
}

const char *derivative_dry_at_rest(const robot *r, const double q[], const double qd[])
{
  const size_t n = (size_t)r->n;
  for (int i = 0; i < r->n; i++) {
    const ulna_joint *joint = ulna_model_joint(r->model, i + 1);
    if (qd[i] == 0 && is_dry(&joint->friction)) return joint->name;
  }
  const char *found = NULL;
  double *K = allocate(n * n, sizeof *K);
  ulna_coupling(r->model, q, NULL, K, NULL);
  for (int a = 0; a < ulna_model_drive_count(r->model) && !found; a++) {
    const ulna_drive *drive = ulna_model_drive(r->model, a);
    double rate = 0;
    for (int i = 0; i < r->n; i++) rate += K[(size_t)a * n + (size_t)i] * qd[i];
    if (rate == 0 && is_dry(&drive->friction)) found = drive->name;
  }
  free(K);
  return found;
}
