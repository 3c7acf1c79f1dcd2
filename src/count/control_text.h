/* The text of control.h for one kind of number. Include after defining REAL_…, once in a translation unit, which then
 * fills its `control_formulations` from these functions. begin_count() is called when all is set up. */
#include <math.h>

#include "base/layout.h"
#include "count/control.h"
#include "kernel/chain_numbers.h"
#include "kernel/fine_motion.h"
#include "kernel/gross_motion.h"
#include "kernel/hand_motion.h"

typedef struct {
  chain_link *link;
  real *sin_theta, *cos_theta, *slide, *q, *qd, *q_d, *qd_d, *mu, *gamma;  // given
  real *x, *tau, *friction, *system, *right;                               // made
  resolved_motion_scratch resolved;
  gross_motion_scratch gross;
  fine_motion_scratch fine;
  real *columns;  // n×6

  chain arm;
  posture at;
  base_state base;  // at rest, a_0 included
  wrench hand;
  vec3 angular, linear;  // of the hand: acceleration or twist, frame 0
  real kp, kv;
} control_bench;

static void walk(control_bench *b, layout *l, int n)
{
  const size_t count = (size_t)n;
  b->link = (chain_link *)layout_take(l, count, sizeof(chain_link));
  real **vectors[] = {&b->sin_theta, &b->cos_theta, &b->slide, &b->q, &b->qd,  &b->q_d,
                      &b->qd_d,      &b->mu,        &b->gamma, &b->x, &b->tau, &b->friction};
  for (size_t i = 0; i < sizeof vectors / sizeof vectors[0]; i++)
    *vectors[i] = (real *)layout_take(l, count, sizeof(real));
  b->system = (real *)layout_take(l, count * (count < 6 ? 6 : count), sizeof(real));
  b->right = (real *)layout_take(l, count < 6 ? 6 : count, sizeof(real));
  resolved_motion_scratch_layout(&b->resolved, l, n);
  gross_motion_scratch_layout(&b->gross, l, n);
  fine_motion_scratch_layout(&b->fine, l, n);
  b->columns = (real *)layout_take(l, 6 * count, sizeof(real));
}

static size_t size(int n)
{
  control_bench b;
  layout l = layout_measuring();
  walk(&b, &l, n);
  return layout_size(&l);
}

static real given(double value, bool known) { return known ? constant(value) : number(value); }
static vec3 given_vector(const double v[3], bool known)
{
  return vec3_make(given(v[0], known), given(v[1], known), given(v[2], known));
}

static chain_link link_of(const link_numbers *from, const count_rules *rules)
{
  const bool known = rules->own_zeros, diagonal = rules->diagonal_inertia;
  chain_link l;
  l.joint = from->joint == ULNA_PRISMATIC ? JOINT_PRISMATIC : JOINT_REVOLUTE;
  l.ca = given(from->ca, known), l.sa = given(from->sa, known);
  l.r = given_vector(from->r, known), l.com = given_vector(from->com, known);
  l.m = given(from->m, known);
  l.I.xx = given(from->I[0], known), l.I.yy = given(from->I[1], known), l.I.zz = given(from->I[2], known);
  l.I.xy = diagonal ? constant(0) : given(from->I[3], known);
  l.I.xz = diagonal ? constant(0) : given(from->I[4], known);
  l.I.yz = diagonal ? constant(0) : given(from->I[5], known);
  return l;
}

static control_bench set_up(const formulation_arm *arm, formulation_state at, const control_input *in,
                            const count_rules *rules, void *memory)
{
  control_bench b;
  const int n = arm->n;
  layout l = layout_assigning(memory);
  walk(&b, &l, n);
  for (int i = 0; i < n; i++) {
    const link_numbers *from = &arm->link[i];
    const bool slides = from->joint == ULNA_PRISMATIC;
    const double theta = from->theta0 + (slides ? 0 : at.q[i]);
    b.link[i] = link_of(from, rules);
    b.sin_theta[i] = number(sin(theta)), b.cos_theta[i] = number(cos(theta));
    b.slide[i] = number(slides ? at.q[i] : 0);
    b.q[i] = number(at.q[i]), b.qd[i] = number(at.qd[i]);
    b.q_d[i] = number(in->q_d[i]), b.qd_d[i] = number(in->qd_d[i]);
    b.mu[i] = number(in->mu[i]), b.gamma[i] = number(in->gamma[i]);
  }
  b.arm.n = n, b.arm.link = b.link;
  b.at.sin_theta = b.sin_theta, b.at.cos_theta = b.cos_theta, b.at.slide = b.slide;
  b.base.w = given_vector(arm->base_w, rules->base_at_rest);
  b.base.wd = given_vector(arm->base_wd, rules->base_at_rest);
  b.base.a = given_vector(arm->base_a, rules->base_at_rest);
  b.hand.f = given_vector(arm->hand_f, !rules->hand_loaded);
  b.hand.n = given_vector(arm->hand_n, !rules->hand_loaded);
  b.kp = number(in->kp), b.kv = number(in->kv);
  return b;
}

/* Those of the hand, and for n > 6 constraints. */
static void equations(control_bench *b, const real D[], const control_output *out)
{
  const int n = b->arm.n, count = n > 6 ? n : 6;
  part(PART_GIVEN);
  for (int k = 0; k < 6 * n; k++) b->system[k] = D[k];
  for (int i = 6; i < n; i++) {
    for (int j = 0; j < n; j++) b->system[i * n + j] = number((i == j ? 1 : 0) + cos(1 + i + i * j));
    b->right[i] = number(0);
  }
  for (int k = 0; out->system && k < count * n; k++) out->system[k] = value_of(b->system[k]);
}

/* [Mudge, Table 1]: hand acceleration to qdd. a0: what the recursion starts at; the hand's acceleration has it in it. */
static void resolved(control_bench *b, vec3 a0, real zero, const int order[], const control_output *out)
{
  base_state base = b->base;
  base.a = a0;
  resolved_motion_offsets(&b->arm, &b->at, &b->resolved);
  resolved_motion_nonlinear(&b->arm, &b->at, &base, b->qd, &b->resolved);
  resolved_motion_strobe(&b->arm, &b->at, zero, &b->resolved);
  resolved_motion_difference(&b->arm, &b->at, b->angular, b->linear, &b->resolved, b->right);
  equations(b, b->resolved.D, out);
  resolved_motion_eliminate(b->arm.n, order, b->system, b->right, b->x);
}

/* Friction on top of the torques. */
static void rubbed(control_bench *b, const real normal[])
{
  for (int i = 0; i < b->arm.n; i++) {
    b->friction[i] = gross_motion_friction(b->mu[i], normal[i], b->gamma[i], b->qd[i]);
    b->tau[i] = add(b->tau[i], b->friction[i]);
  }
}

/* [Mudge, Table 2]: torques of the desired qdd in x, from the by-products of resolved motion */
static void gross(control_bench *b, const control_output *out)
{
  const int n = b->arm.n;
  for (int i = 0; i < n; i++) {
    if (out->qdd) out->qdd[i] = value_of(b->x[i]);
    b->x[i] = gross_motion_adjusted(b->x[i], b->kv, b->qd_d[i], b->qd[i], b->kp, b->q_d[i], b->q[i]);
    if (out->qdd_adjusted) out->qdd_adjusted[i] = value_of(b->x[i]);
  }
  gross_motion_outward(&b->arm, b->x, &b->resolved, &b->gross);
  gross_motion_inward(&b->arm, &b->at, &b->hand, &b->resolved, b->tau, &b->gross);
  rubbed(b, b->gross.normal);
  for (int i = 0; i < n && out->normal; i++) out->normal[i] = value_of(b->gross.normal[i]);
}

/* The same qdd in base axes: columns [z; z × p] and the acceleration at qdd = 0 from one sweep, as the library does it. */
static void by_jacobian(control_bench *b, const int order[], const control_output *out)
{
  const int n = b->arm.n;
  placement base;  // frame 0 lies anyhow in the axes that are used
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) base.R.e[i][j] = number(i == j ? 1 : 0);
  base.p = vec3_make(number(0), number(0), number(0));
  bool revolute = true;
  for (int i = 0; i < n; i++) revolute = revolute && b->link[i].joint == JOINT_REVOLUTE;
  hand_motion hand;
  part(PART_ALL);
  hand_motion_sweep(b->link, n, revolute, &b->at, &base, vec3_zero(), b->qd, b->columns, &hand);
  for (int i = 0; i < 6; i++)
    for (int j = 0; j < n; j++) b->resolved.D[i * n + j] = b->columns[6 * j + i];
  if (out->nonlinear) vec3_store(hand.wd, out->nonlinear), vec3_store(hand.a, out->nonlinear + 3);
  const vec3 dwd = vec3_sub(b->angular, hand.wd), da = vec3_sub(b->linear, hand.a);
  b->right[0] = dwd.x, b->right[1] = dwd.y, b->right[2] = dwd.z;
  b->right[3] = da.x, b->right[4] = da.y, b->right[5] = da.z;
  equations(b, b->resolved.D, out);
  resolved_motion_eliminate(n, order, b->system, b->right, b->x);
}

/* [Mudge, Table 3]: rates of the hand's twist, torques of weight and hand wrench; gravity's forces are held. */
static void fine(control_bench *b, real zero, const int order[], const control_output *out)
{
  const int n = b->arm.n;
  resolved_motion_strobe(&b->arm, &b->at, zero, &b->resolved);
  part(RESOLVED_hand);
  const vec3 w = resolved_motion_hand_axes(&b->arm, &b->at, b->angular);
  const vec3 v = resolved_motion_hand_axes(&b->arm, &b->at, b->linear);
  b->right[0] = w.x, b->right[1] = w.y, b->right[2] = w.z;
  b->right[3] = v.x, b->right[4] = v.y, b->right[5] = v.z;
  equations(b, b->resolved.D, out);
  resolved_motion_eliminate(n, order, b->system, b->right, b->x);
  fine_motion_inward(&b->arm, &b->at, &b->hand, b->resolved.r, b->tau, &b->fine);
  rubbed(b, b->fine.normal);
  for (int i = 0; i < n; i++) {
    if (out->qd) out->qd[i] = value_of(b->x[i]);
    if (out->normal) out->normal[i] = value_of(b->fine.normal[i]);
  }
}

/* What a stage finds there when it begins. */
static void prepare(control_bench *b, control_task task)
{
  resolved_motion_offsets(&b->arm, &b->at, &b->resolved);
  if (task == CONTROL_FINE) fine_motion_gravity(&b->arm, &b->at, b->base.a, b->resolved.r, &b->fine);
  if (task != CONTROL_GROSS) return;
  resolved_motion_nonlinear(&b->arm, &b->at, &b->base, b->qd, &b->resolved);
  resolved_motion_strobe(&b->arm, &b->at, constant(0), &b->resolved);
}

static void stage(control_bench *b, control_task task, formulation_state at, const control_input *in,
                  const count_rules *rules, const control_output *out)
{
  const double *hand = task == CONTROL_FINE ? in->hand_twist : in->hand_acceleration;
  const real zero = given(0, rules->own_zeros);  // of the unit vectors that strobe
  const real rest = given(0, rules->base_at_rest);
  b->angular = given_vector(hand, false), b->linear = given_vector(hand + 3, false);
  switch (task) {
  case CONTROL_RESOLVED: resolved(b, vec3_make(rest, rest, rest), zero, in->order, out); break;
  case CONTROL_UNIFIED:
    b->linear = gross_motion_hand(b->linear, b->base.a);
    resolved(b, b->base.a, zero, in->order, out);
    gross(b, out);
    break;
  case CONTROL_GROSS:
    for (int i = 0; i < b->arm.n; i++) b->x[i] = number(at.qdd[i]);
    gross(b, out);
    break;
  case CONTROL_JACOBIAN: by_jacobian(b, in->order, out); break;
  case CONTROL_FINE: fine(b, zero, in->order, out); break;
  case CONTROL_FINE_GRAVITY: fine_motion_gravity(&b->arm, &b->at, b->base.a, b->resolved.r, &b->fine); break;
  case CONTROL_PSEUDO_FORCE:
    for (int i = 0; i < b->arm.n; i++) b->tau[i] = number(0);
    fine_motion_pseudo_force(&b->arm, &b->at, &b->hand, b->resolved.r, b->tau);
    break;
  }
}

static void run(const formulation_arm *arm, control_task task, formulation_state at, const control_input *in,
                const count_rules *rules, const control_output *out, void *memory)
{
  control_bench b = set_up(arm, at, in, rules, memory);
  prepare(&b, task);
  begin_count(rules);
  stage(&b, task, at, in, rules, out);
  for (int k = 1; k < in->times; k++) stage(&b, task, at, in, rules, out);
  const bool resolves = task == CONTROL_RESOLVED || task == CONTROL_JACOBIAN;
  const bool rubs = task == CONTROL_UNIFIED || task == CONTROL_GROSS || task == CONTROL_FINE;
  for (int i = 0; i < arm->n; i++) {
    if (out->qdd && resolves) out->qdd[i] = value_of(b.x[i]);
    if (out->tau && !resolves) out->tau[i] = value_of(b.tau[i]);
    if (out->friction && rubs) out->friction[i] = value_of(b.friction[i]);
  }
}
