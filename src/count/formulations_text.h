/* The text of formulations.h for one kind of number. Include after defining REAL_KIND and begin_count(), which is called
 * when all is set up, once in a translation unit. */
#include <stdbool.h>

#include "count/bench.h"
#include "kernel/composite.h"
#include "kernel/fine_motion.h"
#include "kernel/gauss.h"
#include "kernel/gross_motion.h"
#include "kernel/hand_motion.h"
#include "kernel/noc.h"
#include "kernel/saha.h"

/* Inverse dynamics. */
typedef struct {
  bench b;
  real *tau, *out;  // n; n×n×n
  methods_scratch scratch;
} inverse_bench;

static void inverse_walk(inverse_bench *x, layout *l, int n)
{
  const size_t count = (size_t)n;
  bench_walk(&x->b, l, n);
  x->tau = (real *)layout_take(l, count, sizeof(real));
  x->out = (real *)layout_take(l, count * count * count, sizeof(real));
  methods_scratch_layout(&x->scratch, l, n);
}

static size_t inverse_size(int n)
{
  inverse_bench x;
  layout l = layout_measuring();
  inverse_walk(&x, &l, n);
  return layout_size(&l);
}

static inverse_bench inverse_set_up(const formulation_arm *arm, formulation_state at,
                                    const count_rules *rules, void *memory)
{
  inverse_bench x;
  layout l = layout_assigning(memory);
  inverse_walk(&x, &l, arm->n);
  bench_fill(&x.b, arm, at, rules);
  return x;
}

static void values(const real from[], int count, double to[])
{
  for (int i = 0; i < count; i++) to[i] = value_of(from[i]);
}

static void inverse_dynamics(const formulation_arm *arm, ulna_inverse_method method, formulation_state at,
                             double tau[], void *memory)
{
  inverse_bench x = inverse_set_up(arm, at, &all_known, memory);
  methods_inverse_dynamics(method, &x.b.arm, &x.b.at, &x.b.load, x.b.qd, x.b.qdd, x.tau, &x.scratch);
  values(x.tau, arm->n, tau);
}

static void joint_wrenches(const formulation_arm *arm, ulna_inverse_method method, formulation_state at,
                           double force[], double moment[], void *memory)
{
  inverse_bench x = inverse_set_up(arm, at, &all_known, memory);
  methods_inverse_dynamics(method, &x.b.arm, &x.b.at, &x.b.load, x.b.qd, x.b.qdd, x.tau, &x.scratch);
  for (int i = 0; i < arm->n; i++) {
    const wrench w = methods_joint_wrench(method, &x.b.arm, &x.b.at, i, &x.scratch);
    vec3_store(w.f, &force[3 * i]), vec3_store(w.n, &moment[3 * i]);
  }
}

static void mass_centres(const formulation_arm *arm, formulation_state at, double c[], double cd[],
                         void *memory)
{
  inverse_bench x = inverse_set_up(arm, at, &all_known, memory);
  const angeles_base base = angeles_base_of(&x.b.load.base);
  angeles_outward(&x.b.arm, &x.b.at, &base, x.b.qd, x.b.qdd, ANGELES_WITH_CENTRES, &x.scratch.angeles);
  for (int i = 0; i < arm->n; i++)
    vec3_store(x.scratch.angeles.c[i], &c[3 * i]), vec3_store(x.scratch.angeles.cd[i], &cd[3 * i]);
}

static void mass_matrix(const formulation_arm *arm, ulna_inverse_method method, const double q[], double M[],
                        void *memory)
{
  inverse_bench x = inverse_set_up(arm, (formulation_state){q, NULL, NULL}, &all_known, memory);
  methods_mass_matrix(method, &x.b.arm, &x.b.at, x.out, &x.scratch);
  values(x.out, arm->n * arm->n, M);
}

static void christoffel(const formulation_arm *arm, ulna_inverse_method method, const double q[], double C[],
                        void *memory)
{
  inverse_bench x = inverse_set_up(arm, (formulation_state){q, NULL, NULL}, &all_known, memory);
  methods_christoffel(method, &x.b.arm, &x.b.at, x.out, &x.scratch);
  values(x.out, arm->n * arm->n * arm->n, C);
}

static void coriolis_matrix(const formulation_arm *arm, const double q[], const double qd[], double C[],
                            void *memory)
{
  inverse_bench x = inverse_set_up(arm, (formulation_state){q, qd, NULL}, &all_known, memory);
  lagrange_coriolis_matrix(&x.b.arm, &x.b.at, x.b.qd, x.out, &x.scratch.lagrange);
  values(x.out, arm->n * arm->n, C);
}

static void gravity(const formulation_arm *arm, ulna_inverse_method method, const double q[], double G[],
                    void *memory)
{
  inverse_bench x = inverse_set_up(arm, (formulation_state){q, NULL, NULL}, &all_known, memory);
  methods_gravity(method, &x.b.arm, &x.b.at, x.b.load.base.a, x.out, &x.scratch);
  values(x.out, arm->n, G);
}

/* Forward dynamics. */
typedef struct {
  bench b;
  axis_link *axis;
  real *tau, *qdd, *rest, *M;
  articulated_scratch articulated;
  composite_scratch composite;
  saha_scratch saha;
  noc_scratch noc;
  strobe_scratch strobe;
  modified_newton_euler_scratch bias;
  axis_chain axes;
  articulated_tip tip;
} forward_bench;

static void forward_walk(forward_bench *x, layout *l, int n)
{
  const size_t count = (size_t)n;
  bench_walk(&x->b, l, n);
  x->axis = (axis_link *)layout_take(l, count, sizeof(axis_link));
  real **vectors[] = {&x->tau, &x->qdd, &x->rest};
  for (size_t i = 0; i < sizeof vectors / sizeof vectors[0]; i++)
    *vectors[i] = (real *)layout_take(l, count, sizeof(real));
  x->M = (real *)layout_take(l, count * count, sizeof(real));
  const size_t start = layout_mark(l);
  articulated_scratch_layout(&x->articulated, l, n);
  layout_back_to(l, start);
  composite_scratch_layout(&x->composite, l, n, true);
  layout_back_to(l, start);
  saha_scratch_layout(&x->saha, l, n);
  layout_back_to(l, start);
  noc_scratch_layout(&x->noc, l, n, true);
  layout_back_to(l, start);
  strobe_scratch_layout(&x->strobe, l, n);
  modified_newton_euler_scratch_layout(&x->bias, l, n);
  layout_past_all(l);
}

static size_t forward_size(int n)
{
  forward_bench x;
  layout l = layout_measuring();
  forward_walk(&x, &l, n);
  return layout_size(&l);
}

static forward_bench forward_set_up(const formulation_arm *arm, formulation_state at, const double tau[],
                                    void *memory)
{
  forward_bench x;
  const int n = arm->n;
  layout l = layout_assigning(memory);
  forward_walk(&x, &l, n);
  bench_fill(&x.b, arm, at, &all_known);
  for (int i = 0; i < n; i++) {
    x.axis[i] = axis_link_make(&x.b.link[i], arm->link[i].b != 0);
    x.tau[i] = number(tau[i]), x.rest[i] = constant(0);
  }
  x.axes.n = n, x.axes.link = x.axis;
  articulated_tip_make(&x.axis[n - 1], &x.tip);
  return x;
}

// The 1980 method [Turney80, sec. 7]: bias by one pass, M by strobing, Gaussian elimination.
static void by_strobing(forward_bench *x, forward_task task)
{
  const int n = x->b.arm.n;
  for (int i = 0; i < n; i++) x->qdd[i] = x->tau[i];
  if (task == FORWARD_DYNAMICS) {
    modified_newton_euler(&x->b.arm, &x->b.at, &x->b.load.base, &x->b.load.hand, x->b.qd, x->rest, x->qdd,
                          &x->bias);
    part(PART_ALL);
    for (int i = 0; i < n; i++) x->qdd[i] = sub(x->tau[i], x->qdd[i]);
  }
  strobe_mass_matrix(&x->b.arm, &x->b.at, x->M, &x->strobe);
  part(PART_ALL);
  gauss_solve(n, x->M, x->qdd);
}

static void forward_run(const formulation_arm *arm, ulna_forward_method method, forward_task task,
                        formulation_state at, const double tau[], double qdd[], void *memory)
{
  forward_bench x = forward_set_up(arm, at, tau, memory);
  const bool biased = task == FORWARD_DYNAMICS;
  begin_count(&all_known);
  switch (method) {
  case ULNA_FORWARD_STROBE: by_strobing(&x, task); break;
  case ULNA_FORWARD_COMPOSITE:
    if (biased)
      composite_forward_dynamics(&x.axes, &x.b.at, &x.b.load.base, x.b.qd, x.tau, &x.b.load.hand, x.qdd,
                                 &x.composite);
    else composite_solve(&x.axes, &x.b.at, x.tau, x.qdd, &x.composite);
    break;
  case ULNA_FORWARD_SAHA:
    if (biased)
      saha_forward_dynamics(&x.axes, &x.b.at, &x.b.load.base, x.b.qd, x.tau, &x.b.load.hand, x.qdd, &x.saha);
    else saha_solve(&x.axes, &x.b.at, x.tau, x.qdd, &x.saha);
    break;
  case ULNA_FORWARD_ARTICULATED:
    if (biased)
      articulated_forward_dynamics(&x.axes, &x.tip, &x.b.at, &x.b.load.base, x.b.qd, x.tau, &x.b.load.hand,
                                   x.qdd, &x.articulated);
    else articulated_solve(&x.axes, &x.tip, &x.b.at, x.tau, x.qdd, &x.articulated);
    break;
  default:  // gravity stays in the base's acceleration
    noc_forward_dynamics(&x.b.arm, &x.b.at, &x.b.load.base, vec3_zero(), &x.b.load.hand, x.b.qd, x.tau, NULL,
                         x.qdd, &x.noc);
    break;
  }
  if (qdd) values(x.qdd, arm->n, qdd);
}

/* The stages of control. */
typedef struct {
  bench b;
  real *q_d, *qd_d, *mu, *gamma;              // given
  real *x, *tau, *friction, *system, *right;  // made
  resolved_motion_scratch resolved;
  gross_motion_scratch gross;
  fine_motion_scratch fine;
  real *columns;  // n×6

  vec3 angular, linear;  // of the hand: acceleration or twist, frame 0
  real kp, kv;
} control_bench;

static void control_walk(control_bench *b, layout *l, int n)
{
  const size_t count = (size_t)n;
  bench_walk(&b->b, l, n);
  real **vectors[] = {&b->q_d, &b->qd_d, &b->mu, &b->gamma, &b->x, &b->tau, &b->friction};
  for (size_t i = 0; i < sizeof vectors / sizeof vectors[0]; i++)
    *vectors[i] = (real *)layout_take(l, count, sizeof(real));
  b->system = (real *)layout_take(l, count * (count < 6 ? 6 : count), sizeof(real));
  b->right = (real *)layout_take(l, count < 6 ? 6 : count, sizeof(real));
  resolved_motion_scratch_layout(&b->resolved, l, n);
  gross_motion_scratch_layout(&b->gross, l, n);
  fine_motion_scratch_layout(&b->fine, l, n);
  b->columns = (real *)layout_take(l, 6 * count, sizeof(real));
}

static size_t control_size(int n)
{
  control_bench b;
  layout l = layout_measuring();
  control_walk(&b, &l, n);
  return layout_size(&l);
}

static control_bench control_set_up(const formulation_arm *arm, formulation_state at, const control_input *in,
                                    const count_rules *rules, void *memory)
{
  control_bench b;
  layout l = layout_assigning(memory);
  control_walk(&b, &l, arm->n);
  bench_fill(&b.b, arm, at, rules);
  for (int i = 0; i < arm->n; i++) {
    b.q_d[i] = number(in->q_d[i]), b.qd_d[i] = number(in->qd_d[i]);
    b.mu[i] = number(in->mu[i]), b.gamma[i] = number(in->gamma[i]);
  }
  b.kp = number(in->kp), b.kv = number(in->kv);
  return b;
}

/* Those of the hand, and for n > 6 constraints. */
static void equations(control_bench *b, const real D[], const control_output *out)
{
  const int n = b->b.arm.n, count = n > 6 ? n : 6;
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
  base_state base = b->b.load.base;
  base.a = a0;
  resolved_motion_offsets(&b->b.arm, &b->b.at, &b->resolved);
  resolved_motion_nonlinear(&b->b.arm, &b->b.at, &base, b->b.qd, &b->resolved);
  resolved_motion_strobe(&b->b.arm, &b->b.at, zero, &b->resolved);
  resolved_motion_difference(&b->b.arm, &b->b.at, b->angular, b->linear, &b->resolved, b->right);
  equations(b, b->resolved.D, out);
  resolved_motion_eliminate(b->b.arm.n, order, b->system, b->right, b->x);
}

/* Friction on top of the torques. */
static void rubbed(control_bench *b, const real normal[])
{
  for (int i = 0; i < b->b.arm.n; i++) {
    b->friction[i] = gross_motion_friction(b->mu[i], normal[i], b->gamma[i], b->b.qd[i]);
    b->tau[i] = add(b->tau[i], b->friction[i]);
  }
}

/* [Mudge, Table 2]: torques of the desired qdd in x, from the by-products of resolved motion */
static void gross(control_bench *b, const control_output *out)
{
  const int n = b->b.arm.n;
  for (int i = 0; i < n; i++) {
    if (out->qdd) out->qdd[i] = value_of(b->x[i]);
    b->x[i] = gross_motion_adjusted(b->x[i], b->kv, b->qd_d[i], b->b.qd[i], b->kp, b->q_d[i], b->b.q[i]);
    if (out->qdd_adjusted) out->qdd_adjusted[i] = value_of(b->x[i]);
  }
  gross_motion_outward(&b->b.arm, b->x, &b->resolved, &b->gross);
  gross_motion_inward(&b->b.arm, &b->b.at, &b->b.load.hand, &b->resolved, b->tau, &b->gross);
  rubbed(b, b->gross.normal);
  for (int i = 0; i < n && out->normal; i++) out->normal[i] = value_of(b->gross.normal[i]);
}

/* The same qdd in base axes: columns [z; z × p] and the acceleration at qdd = 0 from one sweep, as the library does it. */
static void by_jacobian(control_bench *b, const int order[], const control_output *out)
{
  const int n = b->b.arm.n;
  placement base;  // frame 0 lies anyhow in the axes that are used
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) base.R.e[i][j] = number(i == j ? 1 : 0);
  base.p = vec3_make(number(0), number(0), number(0));
  bool revolute = true;
  for (int i = 0; i < n; i++) revolute = revolute && b->b.link[i].joint == JOINT_REVOLUTE;
  hand_motion hand;
  part(PART_ALL);
  hand_motion_sweep(b->b.link, n, revolute, &b->b.at, &base, vec3_zero(), b->b.qd, b->columns, &hand);
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
  const int n = b->b.arm.n;
  resolved_motion_strobe(&b->b.arm, &b->b.at, zero, &b->resolved);
  part(RESOLVED_hand);
  const vec3 w = resolved_motion_hand_axes(&b->b.arm, &b->b.at, b->angular);
  const vec3 v = resolved_motion_hand_axes(&b->b.arm, &b->b.at, b->linear);
  b->right[0] = w.x, b->right[1] = w.y, b->right[2] = w.z;
  b->right[3] = v.x, b->right[4] = v.y, b->right[5] = v.z;
  equations(b, b->resolved.D, out);
  resolved_motion_eliminate(n, order, b->system, b->right, b->x);
  fine_motion_inward(&b->b.arm, &b->b.at, &b->b.load.hand, b->resolved.r, b->tau, &b->fine);
  rubbed(b, b->fine.normal);
  for (int i = 0; i < n; i++) {
    if (out->qd) out->qd[i] = value_of(b->x[i]);
    if (out->normal) out->normal[i] = value_of(b->fine.normal[i]);
  }
}

/* What a stage finds there when it begins. */
static void prepare(control_bench *b, control_task task)
{
  resolved_motion_offsets(&b->b.arm, &b->b.at, &b->resolved);
  if (task == CONTROL_FINE)
    fine_motion_gravity(&b->b.arm, &b->b.at, b->b.load.base.a, b->resolved.r, &b->fine);
  if (task != CONTROL_GROSS) return;
  resolved_motion_nonlinear(&b->b.arm, &b->b.at, &b->b.load.base, b->b.qd, &b->resolved);
  resolved_motion_strobe(&b->b.arm, &b->b.at, constant(0), &b->resolved);
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
    b->linear = gross_motion_hand(b->linear, b->b.load.base.a);
    resolved(b, b->b.load.base.a, zero, in->order, out);
    gross(b, out);
    break;
  case CONTROL_GROSS:
    for (int i = 0; i < b->b.arm.n; i++) b->x[i] = number(at.qdd[i]);
    gross(b, out);
    break;
  case CONTROL_JACOBIAN: by_jacobian(b, in->order, out); break;
  case CONTROL_FINE: fine(b, zero, in->order, out); break;
  case CONTROL_FINE_GRAVITY:
    fine_motion_gravity(&b->b.arm, &b->b.at, b->b.load.base.a, b->resolved.r, &b->fine);
    break;
  case CONTROL_PSEUDO_FORCE:
    for (int i = 0; i < b->b.arm.n; i++) b->tau[i] = number(0);
    fine_motion_pseudo_force(&b->b.arm, &b->b.at, &b->b.load.hand, b->resolved.r, b->tau);
    break;
  }
}

static void control_run(const formulation_arm *arm, control_task task, formulation_state at,
                        const control_input *in, const count_rules *rules, const control_output *out,
                        void *memory)
{
  control_bench b = control_set_up(arm, at, in, rules, memory);
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

#define FORMULATIONS_OF(name)                                                                                \
  {                                                                                                          \
    .kind = name, .size = inverse_size, .inverse_dynamics = inverse_dynamics,                                \
    .joint_wrenches = joint_wrenches, .mass_centres = mass_centres, .mass_matrix = mass_matrix,              \
    .christoffel = christoffel, .coriolis_matrix = coriolis_matrix, .gravity = gravity                       \
  }
