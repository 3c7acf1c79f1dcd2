/* Newton–Euler over links and moving bodies compiled for dual numbers. */
#define REAL_KIND "number/dual.h"

#include "work/dual_forces.h"

#include "kernel/chain_numbers.h"
#include "kernel/moving_bodies.h"
#include "kernel/screw.h"

struct dual_scratch {
  chain_link *link;
  real *theta0, *turn, *sine, *cosine, *slide, *q, *qd, *qdd, *tau;
  moving_body *body;
  own_motion *motion;
  real *k;
  moving_bodies_scratch newton_euler;
};

dual_scratch *ulna_dual_scratch_take(layout *l, const ulna_model *model)
{
  const size_t n = (size_t)model->n, bodies = (size_t)model->drives.body_count;
  dual_scratch measured, *s = (dual_scratch *)layout_take(l, 1, sizeof *s), *to = s ? s : &measured;
  to->link = (chain_link *)layout_take(l, n, sizeof(chain_link));
  real **const lists[] = {&to->theta0, &to->turn, &to->sine, &to->cosine, &to->slide,
                          &to->q,      &to->qd,   &to->qdd,  &to->tau};
  for (size_t k = 0; k < sizeof lists / sizeof lists[0]; k++)
    *lists[k] = (real *)layout_take(l, n, sizeof(real));
  to->body = (moving_body *)layout_take(l, bodies, sizeof(moving_body));
  to->motion = (own_motion *)layout_take(l, bodies, sizeof(own_motion));
  to->k = (real *)layout_take(l, bodies * n, sizeof(real));
  moving_bodies_scratch_layout(&to->newton_euler, l, model->n);
  return s;
}

static void fill_links(const dual_arm *arm, dual_scratch *s)
{
  const ulna_model *m = arm->model;
  for (int i = 0; i < m->n; i++) {
    const link_numbers *l = &m->link[i];
    const bool last = i == m->n - 1;
    s->link[i] = chain_link_of(l->joint == ULNA_PRISMATIC, l->ca, l->sa, l->r, last ? arm->last_mass : l->m,
                               last ? arm->last_com : l->com, last ? arm->last_inertia : l->I);
    const bool slides = l->joint == ULNA_PRISMATIC;
    s->theta0[i] = constant(l->theta0);
    s->turn[i] = slides ? constant(0) : s->q[i];
    s->slide[i] = slides ? s->q[i] : constant(0);
  }
  sine_cosine_sums(m->n, s->theta0, s->turn, s->sine, s->cosine);
}

/* x = offset + K q + screws, with k = ∂x/∂q and the rates: how body b moves. */
static void move_body(const ulna_model *m, int b, dual_scratch *s)
{
  const coupling_numbers *c = &m->drives.moving;
  const int n = m->n, row = m->drives.body[b].row;
  real *k = s->k + b * n, x = constant(c->offset[row]), curvature = constant(0);
  for (int i = 0; i < n; i++) {
    k[i] = constant(c->K[row * n + i]);
    x = add(x, mul(k[i], s->q[i]));
  }
  for (int j = 0; j < c->screw_count; j++) {
    const screw_numbers *screw = &c->screw[j];
    if (screw->row != row) continue;
    const real phi0 = constant(screw->phi0);
    real phi = constant(0), rate = constant(0), sine, cosine;
    for (int i = 0; i < n; i++) {
      phi = add(phi, mul(constant(screw->weight[i]), s->q[i]));
      rate = add(rate, mul(constant(screw->weight[i]), s->qd[i]));
    }
    sine_cosine_sums(1, &phi0, &phi, &sine, &cosine);
    const screw_value f = screw_at(constant(screw->gain), constant(screw->s), constant(screw->mu),
                                   constant(screw->nu), cosine, sine);
    x = add(x, f.f);
    curvature = add(curvature, mul(f.f2, mul(rate, rate)));
    for (int i = 0; i < n; i++) k[i] = add(k[i], mul(f.f1, constant(screw->weight[i])));
  }
  const real none = constant(0);
  own_motion *to = &s->motion[b];
  sine_cosine_sums(1, &none, &x, &to->sine, &to->cosine);
  to->slide = x, to->rate = none, to->acceleration = curvature;
  for (int i = 0; i < n; i++) {
    to->rate = add(to->rate, mul(k[i], s->qd[i]));
    to->acceleration = add(to->acceleration, mul(k[i], s->qdd[i]));
  }
}

static void fill_body(const moving_numbers *from, moving_body *to)
{
  to->carrier = from->carrier, to->linear = from->linear, to->lumped = from->lumped;
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) to->R.e[i][j] = constant(from->pose.R[i][j]);
  to->p = vec3_of(from->pose.p);
  to->m = constant(from->body.mass);
  to->com = vec3_of(from->body.com);
  to->I = sym3_of(from->body.inertia);
}

void ulna_dual_forces(const dual_arm *arm, const dual_state *at, const dual_state *along, dual_scratch *s,
                      double F[], double dF[])
{
  const ulna_model *m = arm->model;
  const int n = m->n, bodies = arm->bodies ? m->drives.body_count : 0;
  for (int i = 0; i < n; i++) {
    s->q[i] = dual_of(at->q[i], along->q[i]);
    s->qd[i] = dual_of(at->qd[i], along->qd[i]);
    s->qdd[i] = dual_of(at->qdd[i], along->qdd[i]);
  }
  fill_links(arm, s);
  for (int b = 0; b < bodies; b++) {
    fill_body(&m->drives.body[b], &s->body[b]);
    move_body(m, b, s);
  }
  const chain links = {n, s->link};
  const posture where = {s->sine, s->cosine, s->slide};
  const base_state base = {vec3_of(arm->base_w), vec3_of(arm->base_wd), vec3_of(arm->base_a)};
  const wrench hand = {vec3_of(arm->hand_force), vec3_of(arm->hand_moment)};
  const moving_bodies moving = {bodies, arm->simplified, s->body, s->motion, s->k};
  moving_newton_euler(&links, &where, &base, vec3_of(arm->gravity), hand, s->qd, s->qdd, &moving, s->tau,
                      &s->newton_euler);
  for (int i = 0; i < n; i++) {
    F[i] = value_of(s->tau[i]), dF[i] = rate_of(s->tau[i]);
  }
}

void ulna_dual_bearing(const dual_scratch *s, int i, double across[4], double rate[4])
{
  const real parts[4] = {s->newton_euler.joint[i].x, s->newton_euler.joint[i].y, s->newton_euler.moment[i].x,
                         s->newton_euler.moment[i].y};
  for (int k = 0; k < 4; k++) across[k] = value_of(parts[k]), rate[k] = rate_of(parts[k]);
}
