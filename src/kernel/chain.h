/* The arm as the kernels see it: n links in Denavit–Hartenberg frames (see step.h), and what is given with each
 * call. Plain data; `joint` is structure, the rest are numbers. */
#ifndef ULNA_KERNEL_CHAIN_H
#define ULNA_KERNEL_CHAIN_H

#include "kernel/step.h"

typedef enum { JOINT_REVOLUTE, JOINT_PRISMATIC } joint_kind;

typedef struct {
  joint_kind joint;
  real ca, sa;  // cos and sin of the twist alpha
  vec3 r;       // origin i-1 → origin i in frame i, a prismatic joint at 0        [Turney80: r_i]
  real m;       // mass
  vec3 com;     // origin i → mass centre in frame i                               [Turney80: r̄_i]
  sym3 I;       // inertia about the mass centre, axes of frame i
} chain_link;

typedef struct {
  int n;
  const chain_link *link;
} chain;

// Where the joints are: sine and cosine of theta_0 + q (R) or theta_0 (P); slide is q of a P joint (R: not read).
typedef struct {
  const real *sin_theta, *cos_theta, *slide;
} posture;

// Motion of frame 0 in its own axes. a includes gravity as an upward acceleration: a = base acceleration − g.
typedef struct {
  vec3 w, wd, a;
} base_state;

// Force and moment at some origin. For the hand: what it exerts ON the world, at origin n, in frame n
// [Turney80: f_{n+1}, n_{n+1}]; a force that the world exerts on the hand enters with a minus sign.
typedef struct {
  vec3 f, n;
} wrench;

KERNEL step chain_step(const chain *m, const posture *p, int i)
{
  return step_make(p->cos_theta[i], p->sin_theta[i], m->link[i].ca, m->link[i].sa);
}

// origin i-1 → origin i in frame i: r, for a prismatic joint moved along z of frame i-1
KERNEL vec3 chain_offset(const chain *m, const posture *p, int i)
{
  const chain_link *l = &m->link[i];
  if (l->joint == JOINT_REVOLUTE) return l->r;
  return vec3_make(l->r.x, add(l->r.y, mul(p->slide[i], l->sa)), add(l->r.z, mul(p->slide[i], l->ca)));
}

#endif
