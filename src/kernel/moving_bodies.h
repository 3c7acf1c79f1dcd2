/* Inverse dynamics of a chain whose links carry bodies that move by themselves: rotors, gear wheels, screws.
 *
 * Body b turns about, or slides along, the axis z of a frame F fixed in its carrier, by a coordinate x_b(q) that the
 * drive train ties to the joints: xd = k·qd, xdd = k·qdd + h, h the part with second derivatives. Its inertia
 * force (f at its mass centre c, moment n about it) does two things, by virtual work:
 *   - it loads the carrier as if it were bolted to it:   carrier += (f at c, n)
 *   - it resists its own coordinate:                     tau_i += k_i z·(n + s × f)  or  k_i z·f,   s = c − F
 * A lumped body is already part of its carrier, frozen: then the inertia force of the frozen body is subtracted from
 * the carrier's load, and its weight from what resists the coordinate. Exact for every rotor, balanced or not; O(n)
 * and no matrices. Source: [Szkodny, eqs 1, 6–10, 15], of which this is the recursive form. Differs: the carrier is
 * the link that holds the actuator's body, not link i. */
#ifndef ULNA_KERNEL_MOVING_BODIES_H
#define ULNA_KERNEL_MOVING_BODIES_H

#include "base/layout.h"
#include "kernel/chain.h"
#include "kernel/turn.h"

typedef struct {
  int carrier;         // link 0…n; 0 is the base
  int linear, lumped;  // structure
  mat3 R;              // axes of F in the carrier's frame; the third column is the axis
  vec3 p;              // origin of F in the carrier's frame
  real m;
  vec3 com;  // from F's origin, F axes, at coordinate 0
  sym3 I;    // about the mass centre, F axes, at coordinate 0
} moving_body;

// Where a body is and how it moves along its own coordinate.
typedef struct {
  real sine, cosine;  // of the coordinate, rotary
  real slide;         // the coordinate, linear
  real rate, acceleration;
} own_motion;

typedef struct moving_bodies_scratch {
  vec3 *F, *N;       // n+1: force and moment about the origin that each link's inertia needs
  vec3 *w, *wd, *a;  // n+1: motion of each link's frame
  vec3 *joint;       // n: force of link i-1 on link i, frame i-1 axes: z is the joint's axis
  vec3 *moment;      // n: and its moment about origin i-1
} moving_bodies_scratch;

KERNEL void moving_bodies_scratch_layout(moving_bodies_scratch *s, layout *l, int n)
{
  const size_t count = (size_t)n + 1;
  s->F = (vec3 *)layout_take(l, count, sizeof(vec3));
  s->N = (vec3 *)layout_take(l, count, sizeof(vec3));
  s->w = (vec3 *)layout_take(l, count, sizeof(vec3));
  s->wd = (vec3 *)layout_take(l, count, sizeof(vec3));
  s->a = (vec3 *)layout_take(l, count, sizeof(vec3));
  s->joint = (vec3 *)layout_take(l, count, sizeof(vec3));
  s->moment = (vec3 *)layout_take(l, count, sizeof(vec3));
}

// Acceleration of a point at b of a body with w, wd whose reference point accelerates by a.
KERNEL vec3 point_acceleration(vec3 w, vec3 wd, vec3 a, vec3 b)
{
  return vec3_add(a, vec3_add(vec3_cross(wd, b), vec3_cross(w, vec3_cross(w, b))));
}

// I wd + w × I w, for a tensor given in the body's own axes: into them and back
KERNEL_INLINED vec3 moving_body_moment(const moving_body *b, const own_motion *x, vec3 w, vec3 wd)
{
  vec3 w_own = mat3_mul_transposed(&b->R, w), wd_own = mat3_mul_transposed(&b->R, wd);
  if (!b->linear)
    w_own = vec3_turn_z_back(w_own, x->cosine, x->sine),
    wd_own = vec3_turn_z_back(wd_own, x->cosine, x->sine);
  vec3 n = vec3_add(sym3_mul(b->I, wd_own), vec3_cross(w_own, sym3_mul(b->I, w_own)));
  if (!b->linear) n = vec3_turn_z(n, x->cosine, x->sine);
  return mat3_mul(&b->R, n);
}

// The body's inertia force in carrier axes: adds to the carrier's (F, N), returns what resists its coordinate.
KERNEL_INLINED real moving_body_load(const moving_body *b, const own_motion *x, vec3 w, vec3 wd, vec3 a,
                                     vec3 weight, vec3 *F, vec3 *N)
{
  const vec3 z = mat3_column(&b->R, 2);
  const vec3 s = mat3_mul(&b->R, b->linear ? b->com : vec3_turn_z(b->com, x->cosine, x->sine));
  const vec3 from = b->linear ? vec3_add(b->p, vec3_scale(x->slide, z)) : b->p;
  const vec3 c = vec3_add(from, s);
  if (b->lumped) a = vec3_add(a, weight);  // the carrier's data have its weight already

  vec3 wb = w, wdb = wd, ac;
  if (b->linear) {
    // a_c = a + wd × c + w × (w × c) + 2 w × z xd + z xdd
    const vec3 along =
        vec3_add(vec3_scale(x->acceleration, z), vec3_scale(add(x->rate, x->rate), vec3_cross(w, z)));
    ac = vec3_add(point_acceleration(w, wd, a, c), along);
  } else {
    // w_b = w + z xd,  wd_b = wd + z xdd + w × z xd
    wb = vec3_add(w, vec3_scale(x->rate, z));
    wdb = vec3_add(wd, vec3_add(vec3_scale(x->acceleration, z), vec3_scale(x->rate, vec3_cross(w, z))));
    ac = point_acceleration(wb, wdb, point_acceleration(w, wd, a, from), s);
  }
  vec3 f = vec3_scale(b->m, ac);
  vec3 n = moving_body_moment(b, x, wb, wdb);
  const real resisting = b->linear ? vec3_dot(z, f) : vec3_dot(z, vec3_add(n, vec3_cross(s, f)));

  if (b->lumped) {
    f = vec3_sub(f, vec3_scale(b->m, point_acceleration(w, wd, a, c)));
    n = vec3_sub(n, moving_body_moment(b, x, w, wd));
  }
  *F = vec3_add(*F, f);
  *N = vec3_add(*N, vec3_add(n, vec3_cross(c, f)));
  return resisting;
}

// The same as [Szkodny, eq. 8] keeps it: the body frozen on its carrier, and Ia xdd (or m xdd) along its coordinate.
KERNEL_INLINED real moving_body_load_simplified(const moving_body *b, const own_motion *x, vec3 w, vec3 wd,
                                                vec3 a, vec3 weight, vec3 *F, vec3 *N)
{
  own_motion frozen = *x;
  frozen.rate = constant(0), frozen.acceleration = constant(0);
  moving_body_load(b, &frozen, w, wd, a, weight, F, N);
  if (b->linear) return mul(b->m, x->acceleration);
  const real Ia = add(b->I.zz, mul(b->m, add(mul(b->com.x, b->com.x), mul(b->com.y, b->com.y))));
  return mul(Ia, x->acceleration);
}

// The bodies of an arm: their numbers, where they are, and k (bodies × n), each one's ∂x/∂q.
typedef struct {
  int count, simplified;
  const moving_body *body;
  const own_motion *x;
  const real *k;
} moving_bodies;

// Newton–Euler over links and bodies. gravity: its acceleration in frame 0.
KERNEL void moving_newton_euler(const chain *m, const posture *at, const base_state *base, vec3 gravity,
                                wrench hand, const real qd[], const real qdd[], const moving_bodies *moving,
                                real tau[], moving_bodies_scratch *s)
{
  const int n = m->n;
  s->w[0] = base->w, s->wd[0] = base->wd, s->a[0] = base->a;
  s->F[0] = vec3_zero(), s->N[0] = vec3_zero();

  // outward: motion of each link's frame, and what the link itself needs, about its origin
  for (int i = 0; i < n; i++) {
    const chain_link *l = &m->link[i];
    const step R = chain_step(m, at, i);
    const vec3 r = chain_offset(m, at, i);
    vec3 w = s->w[i], wd = s->wd[i], a = s->a[i];
    if (l->joint == JOINT_REVOLUTE) {
      wd = vec3_add_z(vec3_add(wd, vec3_cross_z(w, qd[i])), qdd[i]);
      w = vec3_add_z(w, qd[i]);
    } else {
      a = vec3_add_z(vec3_add(a, vec3_cross_z(w, add(qd[i], qd[i]))), qdd[i]);
    }
    w = step_down(R, w), wd = step_down(R, wd);
    a = point_acceleration(w, wd, step_down(R, a), r);
    const vec3 f = vec3_scale(l->m, point_acceleration(w, wd, a, l->com));
    s->F[i + 1] = f;
    s->N[i + 1] =
        vec3_add(vec3_add(sym3_mul(l->I, wd), vec3_cross(w, sym3_mul(l->I, w))), vec3_cross(l->com, f));
    s->w[i + 1] = w, s->wd[i + 1] = wd, s->a[i + 1] = a;
    tau[i] = constant(0);
  }

  // what each body needs: on its carrier, and along its own coordinate. Gravity is known in frame 0 and carried
  // along: bodies are few, and only lumped ones ask for it.
  vec3 g = gravity;
  for (int u = 0; u <= n; u++) {
    if (u > 0) g = step_down(chain_step(m, at, u - 1), g);
    for (int b = 0; b < moving->count; b++) {
      const moving_body *body = &moving->body[b];
      if (body->carrier != u) continue;
      const real own =
          moving->simplified
              ? moving_body_load_simplified(body, &moving->x[b], s->w[u], s->wd[u], s->a[u], g, &s->F[u],
                                            &s->N[u])
              : moving_body_load(body, &moving->x[b], s->w[u], s->wd[u], s->a[u], g, &s->F[u], &s->N[u]);
      for (int i = 0; i < n; i++) tau[i] = add(tau[i], mul(moving->k[b * n + i], own));
    }
  }

  // inward: f, n at origin i in frame i; handed down to origin i-1
  vec3 f = hand.f, nm = hand.n;
  for (int i = n - 1; i >= 0; i--) {
    f = vec3_add(f, s->F[i + 1]);
    nm = vec3_add(vec3_add(nm, s->N[i + 1]), vec3_cross(chain_offset(m, at, i), f));
    const step R = chain_step(m, at, i);
    f = step_up(R, f), nm = step_up(R, nm);
    tau[i] = add(tau[i], m->link[i].joint == JOINT_REVOLUTE ? nm.z : f.z);
    s->joint[i] = f, s->moment[i] = nm;
  }
}

#endif
