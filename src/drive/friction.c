/* The laws of friction. */
#include "ulna/friction.h"

#include "drive/drive_internal.h"
#include "model/friction/friction_table.h"

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

/* The table's force at a velocity and what the bearing feels: linear along each axis that is there. */
static double from_table(const ulna_friction *f, double velocity, const ulna_bearing *bearing)
{
  static const ulna_bearing nothing;
  const ulna_bearing *b = bearing ? bearing : &nothing;
  const bool both_ways = f->table_velocity[0] >= 0;
  const double at[FRICTION_AXES] = {both_ways ? fabs(velocity) : velocity, b->position, b->force, b->moment};
  friction_axis axes[FRICTION_AXES];
  int low[FRICTION_AXES];
  double t[FRICTION_AXES], force = 0;
  friction_axes(f, axes);
  for (int k = 0; k < FRICTION_AXES; k++) low[k] = locate(axes[k].count, axes[k].points, at[k], &t[k]);
  for (int corner = 0; corner < 1 << FRICTION_AXES; corner++) {
    double weight = 1;
    int index = 0;
    for (int k = 0; k < FRICTION_AXES; k++) {
      const int high = corner >> k & 1;
      weight *= high ? t[k] : 1 - t[k];
      index = index * (axes[k].count > 0 ? axes[k].count : 1) + low[k] + high;
    }
    if (weight != 0) force += weight * f->table_force[index];  // also where there is no further point
  }
  return both_ways ? copysign(force, velocity) : force;
}

static double load_on(const ulna_bearing *bearing) { return bearing ? bearing->force : 0; }

/* Numbers that differ between the two directions: index 0 is positive. */
static double coulomb_of(const ulna_friction *f, int direction) { return f->coulomb[direction < 0]; }
static double static_of(const ulna_friction *f, int direction)
{
  const double level = f->static_[direction < 0];
  return isnan(level) ? coulomb_of(f, direction) : level;
}

static double level_at(const ulna_friction *f, int direction, double speed, const ulna_bearing *bearing)
{
  const double sliding = coulomb_of(f, direction) + f->load_dynamic * load_on(bearing);
  if (!(f->stribeck_velocity > 0)) return sliding;
  const double holding = static_of(f, direction) + f->load_static * load_on(bearing);
  return sliding + (holding - sliding) * exp(-pow(speed / f->stribeck_velocity, f->stribeck_exponent));
}

double ulna_friction_force(const ulna_friction *law, double velocity, const ulna_bearing *bearing)
{
  if (velocity == 0) return 0;
  if (law->table_count > 0) return from_table(law, velocity, bearing);
  const int direction = velocity < 0 ? -1 : 1;
  return direction * level_at(law, direction, fabs(velocity), bearing) + law->viscous * velocity;
}

/* from_table, differentiated along each axis: linear along each in a cell, constant beyond the ends. */
static friction_gradient table_gradient(const ulna_friction *f, double velocity, const ulna_bearing *b)
{
  const bool both_ways = f->table_velocity[0] >= 0;
  const double at[FRICTION_AXES] = {both_ways ? fabs(velocity) : velocity, b->position, b->force, b->moment};
  friction_axis axes[FRICTION_AXES];
  int low[FRICTION_AXES];
  double t[FRICTION_AXES], width[FRICTION_AXES], by[FRICTION_AXES] = {0};
  friction_axes(f, axes);
  for (int k = 0; k < FRICTION_AXES; k++) {
    low[k] = locate(axes[k].count, axes[k].points, at[k], &t[k]);
    const bool inside = axes[k].count > 1 && at[k] > axes[k].points[0] && low[k] + 1 < axes[k].count;
    width[k] = inside ? axes[k].points[low[k] + 1] - axes[k].points[low[k]] : 0;
  }
  for (int corner = 0; corner < 1 << FRICTION_AXES; corner++)
    for (int along = 0; along < FRICTION_AXES; along++) {
      if (width[along] == 0) continue;
      double weight = 1;
      int index = 0;
      for (int k = 0; k < FRICTION_AXES; k++) {
        const int high = corner >> k & 1;
        if (k == along) weight *= (high ? 1 : -1) / width[k];
        else weight *= high ? t[k] : 1 - t[k];
        index = index * (axes[k].count > 0 ? axes[k].count : 1) + low[k] + high;
      }
      if (weight != 0) by[along] += weight * f->table_force[index];
    }
  const double way = both_ways ? copysign(1, velocity) : 1;
  return (friction_gradient){by[0], way * by[1], way * by[2], way * by[3]};
}

friction_gradient ulna_friction_gradient(const ulna_friction *law, double velocity,
                                         const ulna_bearing *bearing)
{
  static const ulna_bearing nothing;
  static const friction_gradient none;
  if (law->table_count > 0)
    return velocity == 0 ? none : table_gradient(law, velocity, bearing ? bearing : &nothing);
  friction_gradient g = {.velocity = law->viscous};
  if (velocity == 0) return g;
  const int direction = velocity < 0 ? -1 : 1;
  g.force = direction * law->load_dynamic;
  if (!(law->stribeck_velocity > 0)) return g;
  // level = sliding + (holding − sliding) e, e = exp(−x), x = (|v|/v_s)^δ
  const double speed = fabs(velocity), x = pow(speed / law->stribeck_velocity, law->stribeck_exponent),
               e = exp(-x), load = load_on(bearing);
  const double apart =
      static_of(law, direction) - coulomb_of(law, direction) + (law->load_static - law->load_dynamic) * load;
  g.velocity -= apart * e * law->stribeck_exponent * x / speed;
  g.force += direction * (law->load_static - law->load_dynamic) * e;
  return g;
}

double ulna_friction_toward(const ulna_friction *law, int direction, double velocity,
                            const ulna_bearing *bearing)
{
  const double ahead = direction * velocity > 0 ? velocity : 0;
  if (law->table_count > 0)
    return ahead != 0 ? from_table(law, ahead, bearing) : ulna_friction_at_release(law, direction, bearing);
  return direction * level_at(law, direction, fabs(ahead), bearing) + law->viscous * velocity;
}

double ulna_friction_at_release(const ulna_friction *law, int direction, const ulna_bearing *bearing)
{
  if (law->table_count > 0) return copysign(fabs(from_table(law, 0, bearing)), direction);
  return direction * level_at(law, direction, 0, bearing);
}

double ulna_friction_hold(const ulna_friction *law, int direction, const ulna_bearing *bearing)
{
  if (law->table_count > 0) return fabs(from_table(law, 0, bearing));
  return static_of(law, direction) + law->load_static * load_on(bearing);
}

void ulna_friction_szkodny(double F_start, double F_motion, double viscous, double F_d, double qd_a,
                           double *F_r, double *F_re)
{
  double left;
  if (qd_a != 0) left = F_d - F_motion * (qd_a > 0 ? 1 : -1);
  else if (fabs(F_d) <= F_start) left = 0;
  else left = F_d - F_start * (F_d > 0 ? 1 : -1);
  *F_r = left;
  *F_re = left - viscous * qd_a;
}
