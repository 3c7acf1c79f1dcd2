/* Where the links are, and the Jacobian of a point, as fast as we know how: the arm's axes carried outward in one
 * register each, so that a change of frame is the same few operations for all three components.
 *
 * Joint i turns x and y of frame i-1 about z:  x' = c x + s y,  t = c y − s x.  (x', t, z) are the axes of link i's
 * joint-axis frame, which is the link frame of modified Denavit–Hartenberg parameters; the twist that follows,
 *   y' = ca t + sa z,  z' = ca z − sa t,
 * makes those of kernel frame i, which is the one of plain parameters. Both come by on the way.
 * Plain text of the same: kernel/kinematics.h. */
#ifndef ULNA_KERNEL_FAST_PLACES_H
#define ULNA_KERNEL_FAST_PLACES_H

#include "kernel/fast_newton_euler.h"
#include "kernel/kinematics.h"

// Which frame a link's place is told of.
typedef enum {
  FRAMES_KERNEL,   // kernel frame i
  FRAMES_ON_AXIS,  // axes before the twist, origin where kernel frame i's is less r_x along x
  FRAMES_GIVEN     // constant places in the kernel frames
} fast_frames;

// A frame: its axes and its origin.
typedef struct {
  triple x, y, z, p;
} fast_place;

KERNEL_INLINED fast_place fast_place_of(const placement *at)
{
  fast_place f;
  const mat3 *R = &at->R;
  f.x = triple_of(R->e[0][0], R->e[1][0], R->e[2][0]);
  f.y = triple_of(R->e[0][1], R->e[1][1], R->e[2][1]);
  f.z = triple_of(R->e[0][2], R->e[1][2], R->e[2][2]);
  f.p = triple_of(at->p.x, at->p.y, at->p.z);
  return f;
}

// a x + b y
KERNEL_INLINED triple triple_mix(real a, triple x, real b, triple y)
{
  return triple_add(triple_scale(a, x), triple_scale(b, y));
}

// R v in the axes that f's are given in
KERNEL_INLINED triple fast_place_vector(const fast_place *f, vec3 v)
{
  return triple_add(triple_mix(v.x, f->x, v.y, f->y), triple_scale(v.z, f->z));
}

/* From frame i to frame i+1 (i from 0: joint i of the table). before: the axes on the way, x, t and z. */
KERNEL_INLINED void fast_place_step(const fast_chain *k, const fast_turns *t, int i, bool revolute,
                                    fast_place *at, fast_place *before)
{
  const chain_link *l = &k->arm[i];
  const real c = t->c[i], s = t->s[i];
  // products of what is known early come first, so that one fused step is all that follows the last to arrive
  const triple z = at->z, x = triple_add(triple_early(triple_scale(c, at->x)), triple_scale(s, at->y));
  const triple u = triple_sub(triple_early(triple_scale(s, at->x)), triple_scale(c, at->y));  // −t
  before->x = x, before->y = triple_neg(u), before->z = z;
  if (!revolute && l->joint != JOINT_REVOLUTE) at->p = triple_add(at->p, triple_scale(k->slide[i], z));
  at->x = x;
  at->y = triple_sub(triple_early(triple_scale(l->sa, z)), triple_scale(l->ca, u));
  at->z = triple_add(triple_early(triple_scale(l->ca, z)), triple_scale(l->sa, u));
  at->p = triple_add(at->p, fast_place_vector(at, l->r));
}

// a frame given in another's: R by rows, then p
KERNEL_INLINED fast_place fast_place_inner(const fast_place *f, const real given[12])
{
  fast_place in;
  in.x = fast_place_vector(f, vec3_make(given[0], given[3], given[6]));
  in.y = fast_place_vector(f, vec3_make(given[1], given[4], given[7]));
  in.z = fast_place_vector(f, vec3_make(given[2], given[5], given[8]));
  in.p = triple_add(f->p, fast_place_vector(f, vec3_make(given[9], given[10], given[11])));
  return in;
}

/* Places of links 1…n at the turns t, each R by rows, then p: out[12 (i−1) …] for link i. given: for FRAMES_GIVEN, the same way. base:
 * frame 0's place. */
KERNEL_INLINED void fast_poses(const fast_chain *k, int n, bool revolute, fast_frames frames,
                               const real given[], const placement *base, const fast_turns *turns, real out[])
{
  const fast_turns local = *turns, *const t = &local;  // out may lie on turns, for all the compiler knows
  fast_place at = fast_place_of(base), told;
  FOR_LINKS(n, int i = 0; i < n; i++, {
    fast_place_step(k, t, i, revolute, &at, &told);
    if (frames == FRAMES_ON_AXIS) told.p = triple_sub(at.p, triple_scale(k->arm[i].r.x, at.x));
    else if (frames == FRAMES_KERNEL) told = at;
    else told = fast_place_inner(&at, &given[12 * i]);
    triple_store_place(told.x, told.y, told.z, told.p, &out[12 * i]);
  })
}

KERNEL_INLINED vec3 triple_vec3(triple t) { return vec3_make(triple_x(t), triple_y(t), triple_z(t)); }

KERNEL_INLINED placement fast_place_placement(const fast_place *f)
{
  placement t;
  t.R.e[0][0] = triple_x(f->x), t.R.e[0][1] = triple_x(f->y), t.R.e[0][2] = triple_x(f->z);
  t.R.e[1][0] = triple_y(f->x), t.R.e[1][1] = triple_y(f->y), t.R.e[1][2] = triple_y(f->z);
  t.R.e[2][0] = triple_z(f->x), t.R.e[2][1] = triple_z(f->y), t.R.e[2][2] = triple_z(f->z);
  t.p = triple_vec3(f->p);
  return t;
}

/* The place of a frame that is given in kernel frame `link`, at the turns t: R by rows, then p, both what is given and out. */
KERNEL_INLINED void fast_frame(const fast_chain *k, bool revolute, int link, const real given[12],
                               const placement *base, const fast_turns *t, real out[12])
{
  fast_place at = fast_place_of(base), before;
  for (int i = 0; i < link; i++) fast_place_step(k, t, i, revolute, &at, &before);
  const fast_place told = fast_place_inner(&at, given);
  triple_store_place(told.x, told.y, told.z, told.p, out);
}

/* J (6×n by rows, angular first) of a point of link `link`, given in kernel frame `link`; axes and origin those that
 * base is told in. end: kernel frame `link`, its p the point. Joints beyond that link do not move it.
 * A row is filled with axes and origins first, so that the products go over all joints alike:
 *   revolute [z; z × (point − origin)],  prismatic [0; z]. */
KERNEL_INLINED void fast_jacobian(const fast_chain *k, int n, bool revolute, int link, vec3 point,
                                  const placement *base, const fast_turns *t, real J[], placement *end)
{
  fast_place at = fast_place_of(base), before;
  for (int i = 0; i < link; i++) {
    J[i] = triple_x(at.z), J[n + i] = triple_y(at.z), J[2 * n + i] = triple_z(at.z);
    J[3 * n + i] = triple_x(at.p), J[4 * n + i] = triple_y(at.p), J[5 * n + i] = triple_z(at.p);
    fast_place_step(k, t, i, revolute, &at, &before);
  }
  at.p = triple_add(at.p, fast_place_vector(&at, point));
  *end = fast_place_placement(&at);
  const vec3 p = end->p;
  for (int i = 0; i < link; i++) {
    const vec3 z = vec3_make(J[i], J[n + i], J[2 * n + i]);
    const vec3 d = vec3_sub(p, vec3_make(J[3 * n + i], J[4 * n + i], J[5 * n + i]));
    const bool turns = revolute || k->arm[i].joint == JOINT_REVOLUTE;
    const vec3 linear = turns ? vec3_cross(z, d) : z;
    if (!turns) J[i] = J[n + i] = J[2 * n + i] = constant(0);
    J[3 * n + i] = linear.x, J[4 * n + i] = linear.y, J[5 * n + i] = linear.z;
  }
  for (int i = link; i < n; i++)
    J[i] = J[n + i] = J[2 * n + i] = J[3 * n + i] = J[4 * n + i] = J[5 * n + i] = constant(0);
}

/* How a point of link `link` moves, given in kernel frame `link`, where the frame that base is told in moves as `from`
 * (told of its origin). qdd NULL: zero. end: kernel frame `link`, its p the point. */
KERNEL_INLINED body_motion fast_point_motion(const fast_chain *k, bool revolute, int link, vec3 point,
                                             const placement *base, const fast_turns *t, const real qd[],
                                             const real qdd[], body_motion from, placement *end)
{
  fast_place at = fast_place_of(base), before;
  body_motion b = motion_at(from, base->p);
  for (int i = 0; i < link; i++) {
    const triple p = at.p;
    fast_place_step(k, t, i, revolute, &at, &before);
    b = motion_past(revolute ? JOINT_REVOLUTE : k->arm[i].joint, triple_vec3(before.z),
                    triple_vec3(triple_sub(at.p, p)), qd[i], qdd ? qdd[i] : constant(0), b);
  }
  const triple d = fast_place_vector(&at, point);
  at.p = triple_add(at.p, d);
  *end = fast_place_placement(&at);
  return motion_at(b, triple_vec3(d));
}

#endif
