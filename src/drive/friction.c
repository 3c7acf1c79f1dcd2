#include "ulna/friction.h"

#include "drive/drive_internal.h"

#include <math.h>

/* Linear between the points of a rising axis, level beyond its ends: index of the lower point and the fraction. */
static int locate(int count, const double axis[], double x, double *fraction)
{
  *fraction = 0;
  if (count < 2 || !(x > axis[0])) return 0;
  if (x >= axis[count - 1]) return count - 1;
  int low = 0, high = count - 1;
  while (high - low > 1) {
    const int middle = (low + high) / 2;
    if (axis[middle] <= x) low = middle;
    else high = middle;
  }
  *fraction = (x - axis[low]) / (axis[high] - axis[low]);
  return low;
}

static double from_table(const ulna_friction *f, double velocity)
{
  const bool both_ways = f->table_velocity[0] >= 0;
  double t;
  const int i = locate(f->table_count, f->table_velocity, both_ways ? fabs(velocity) : velocity, &t);
  const double next = i + 1 < f->table_count ? f->table_force[i + 1] : f->table_force[i];
  const double force = f->table_force[i] + t * (next - f->table_force[i]);
  return both_ways ? copysign(force, velocity) : force;
}

/* What the two directions have apart: index 0 is positive. */
static double coulomb_of(const ulna_friction *f, int direction) { return f->coulomb[direction < 0]; }
static double static_of(const ulna_friction *f, int direction)
{
  const double level = f->static_[direction < 0];
  return isnan(level) ? coulomb_of(f, direction) : level;
}

static double level_at(const ulna_friction *f, int direction, double speed, double normal)
{
  const double sliding = coulomb_of(f, direction) + f->load_dynamic * normal;
  if (!(f->stribeck_velocity > 0)) return sliding;
  const double holding = static_of(f, direction) + f->load_static * normal;
  return sliding + (holding - sliding) * exp(-pow(speed / f->stribeck_velocity, f->stribeck_exponent));
}

double ulna_friction_force(const ulna_friction *law, double velocity, double normal)
{
  if (velocity == 0) return 0;
  if (law->table_count > 0) return from_table(law, velocity);
  const int direction = velocity < 0 ? -1 : 1;
  return direction * level_at(law, direction, fabs(velocity), normal) + law->viscous * velocity;
}

double ulna_friction_toward(const ulna_friction *law, int direction, double velocity, double normal)
{
  const double ahead = direction * velocity > 0 ? velocity : 0;
  if (law->table_count > 0)
    return ahead != 0 ? from_table(law, ahead) : ulna_friction_at_release(law, direction, normal);
  return direction * level_at(law, direction, fabs(ahead), normal) + law->viscous * velocity;
}

double ulna_friction_at_release(const ulna_friction *law, int direction, double normal)
{
  if (law->table_count > 0) return copysign(fabs(from_table(law, 0)), direction);
  return direction * level_at(law, direction, 0, normal);
}

double ulna_friction_hold(const ulna_friction *law, int direction, double normal)
{
  if (law->table_count > 0) return fabs(from_table(law, 0));
  return static_of(law, direction) + law->load_static * normal;
}

double ulna_friction_from_grid(const ulna_friction_grid *g, double velocity, double force,
                               double acceleration)
{
  double t[3];
  const int i = locate(g->velocity_count, g->velocity, velocity, &t[0]);
  const int j = locate(g->force_count, g->force, force, &t[1]);
  const int k = locate(g->acceleration_count, g->acceleration, acceleration, &t[2]);
  double sum = 0;
  for (int corner = 0; corner < 8; corner++) {
    const int a = corner & 1, b = corner >> 1 & 1, c = corner >> 2;
    const double weight = (a ? t[0] : 1 - t[0]) * (b ? t[1] : 1 - t[1]) * (c ? t[2] : 1 - t[2]);
    if (weight == 0) continue;  // also where there is no further point
    sum += weight * g->value[((i + a) * g->force_count + j + b) * g->acceleration_count + k + c];
  }
  return sum;
}

void ulna_friction_szkodny(double F_d, double qd_a, double F_start, double F_motion, double viscous,
                           double *F_r, double *F_re)
{
  double left;
  if (qd_a != 0) left = F_d - F_motion * (qd_a > 0 ? 1 : -1);
  else if (fabs(F_d) <= F_start) left = 0;
  else left = F_d - F_start * (F_d > 0 ? 1 : -1);
  *F_r = left;
  *F_re = left - viscous * qd_a;
}
