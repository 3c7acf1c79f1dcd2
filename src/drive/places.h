/* Friction at one place, in the place's own coordinate; see model/drives.h. */
#ifndef ULNA_DRIVE_PLACES_H
#define ULNA_DRIVE_PLACES_H

#include <math.h>

#include "drive/drive_internal.h"
#include "ulna/friction.h"
#include "work/work.h"

/* The status of a pivot that should be positive. A pivot that is not a number comes from speeds or positions that are
 * too large. */
static inline ulna_status judge_pivot(double pivot)
{
  return pivot > 0 ? ULNA_OK : isnan(pivot) ? ULNA_NOT_FINITE : ULNA_SINGULAR;
}

/* The reserve of a locked place: a finite number, so that differences of it are finite too. */
#define LOCKED_RESERVE 1e300

static inline int sign_of(double x) { return (x > 0) - (x < 0); }

/* What the bearing of joint i (from 0) carries; force and moment are those that the last joint forces left in the
 * work, if some law uses them. */
static inline ulna_bearing bearing_of(const ulna_model *m, const ulna_work *w, const double q[], int i)
{
  ulna_bearing b = {0, 0, q[i]};
  if (!m->drives.load_friction) return b;
  const vec3 f = w->drive.newton_euler.joint[i], n = w->drive.newton_euler.moment[i];
  b.force = hypot(f.x, f.y), b.moment = hypot(n.x, n.y);
  return b;
}

/* The same for the joint whose own friction is part of a place's; zeros if there is none. */
static inline ulna_bearing place_bearing(const ulna_model *m, const ulna_work *w, const double q[],
                                         const friction_place *p)
{
  static const ulna_bearing nothing;
  return p->joint && p->joint_law ? bearing_of(m, w, q, p->joint - 1) : nothing;
}

/* Force against a motion in `direction` at speed v. */
static inline double place_force(const friction_place *p, double v, int direction,
                                 const ulna_bearing *bearing)
{
  if (p->plain) return direction * p->coulomb[direction < 0] + p->viscous * v;
  double force = 0;
  if (p->law) force += ulna_friction_toward(p->law, direction, v, NULL);
  if (p->joint_law) {
    const int way = p->ratio < 0 ? -direction : direction;
    force += ulna_friction_toward(p->joint_law, way, v / p->ratio, bearing) / p->ratio;
  }
  return force;
}

/* The largest force that holds against a push in `direction`. */
static inline double place_hold(const friction_place *p, int direction, const ulna_bearing *bearing)
{
  double hold = p->locked ? HUGE_VAL : 0;
  if (p->law) hold += ulna_friction_hold(p->law, direction, NULL);
  if (p->joint_law)
    hold += ulna_friction_hold(p->joint_law, p->ratio < 0 ? -direction : direction, bearing) / fabs(p->ratio);
  return hold;
}

/* How far a stuck place that holds with lambda is from slipping, without the last digits: so evaluations that sum in
 * another order agree on what slips. */
static inline double place_reserve(const friction_place *p, double lambda, const ulna_bearing *bearing)
{
  if (p->locked) return LOCKED_RESERVE;
  return place_hold(p, sign_of(lambda), bearing) * (1 + 1e-13) - fabs(lambda);
}

/* How large forces are in an arm, over √M_jj, by those of the drives and those of the motion: below a small part of it the
 * force of a stop is rounding. */
static inline double force_scale(int n, const double M[], const double tau[], const double bias[])
{
  double most = 0;
  for (int j = 0; j < n; j++)
    if (M[j * n + j] > 0) most = fmax(most, (fabs(tau[j]) + fabs(bias[j])) / sqrt(M[j * n + j]));
  return most;
}

/* The force with which a stop holds a joint; rounding counts as zero, so that the stop does not seem to pull. */
static inline double stop_pushes(double force, double scale, double inertia)
{
  return fabs(force) <= 1e-12 * scale * sqrt(inertia) ? 0 : force;
}

/* Element i of ∂(coordinate)/∂q, over the coupling as it stands in the work. */
static inline double place_row(const ulna_model *m, const ulna_work *w, const friction_place *p, int i)
{
  return p->actuator >= 0 ? w->drive.K[p->actuator * m->n + i] : i == p->joint - 1;
}

/* The same coupling, unless the place moves with one joint at a constant ratio. */
static inline double place_speed(const ulna_model *m, const ulna_work *w, const friction_place *p,
                                 const double qd[])
{
  if (p->joint) return p->ratio * qd[p->joint - 1];
  double v = 0;
  for (int i = 0; i < m->n; i++) v += place_row(m, w, p, i) * qd[i];
  return v;
}

#endif
