/* One kind of lanes, for one instruction set: that of the translation unit. Define REAL_KIND and include once; then
 * `lane_size`, `lane_init` and `lane_run` are there (batch/batch_internal.h). */
#include <math.h>
#include <string.h>

#include "base/layout.h"
#include "batch/batch_internal.h"
#include "kernel/carried_rotors.h"
#include "kernel/chain_numbers.h"
#include "kernel/fast_derivatives.h"
#include "kernel/fast_forward.h"
#include "kernel/fast_gravity.h"
#include "kernel/fast_places.h"
#include "kernel/fast_regressor.h"
#include "kernel/shaped_newton_euler.h"
#include "kernel/udut.h"

/* From a joint's frame, turned, to the next one's: r in the joint-axis frame, then the twist. What it has of zeros is known. */
typedef struct {
  vec3 r;
  bool x, y, z;  // r has such a component
  fast_twist_kind twist;
} lane_reach;

/* What a link's parameters meet (regressor_meets of kernel/fast_regressor.h): 15 numbers, since a store of lanes costs as much as
 * two products; the rest are differences of these. */
typedef struct {
  vec3 a, wd;
  mat3 A;
} lane_meets;

/* What one thread computes with: the arm in lanes, and one block of states. */
typedef struct {
  const batch_arm *arm;
  int n;
  chain chain;
  chain_link *link;
  real *theta0;
  fast_link *own;  // n: each link about its joint origin, without a payload
  fast_chain k;
  fast_twists twists;  // of k

  // how what is given for each state comes to the kernels' frames
  mat3 world_to_0, tool_R, last_R;  // last: the file's frame of link n
  vec3 tool_p, last_p;

  fast_rotors rotors;  // those of the arm
  int *first;          // what they are made of
  vec3 *momentum;
  real *inertia;
  real *rate, *acceleration;  // theirs
  real *ratio, *spin;         // rotors × n, n × n
  int *from, *to;             // rotors: the joints whose ratio is not zero
  rotor_ratios ratios;        // of these

  vec3 *drive_axis;   // of each drive, as the regressor wants it
  real *drive_ratio;  // drives × n

  // where the links are
  placement frame0;
  fast_frames frames;
  real *given;             // 12 n, for FRAMES_GIVEN
  lane_reach *reach;       // n
  parameter_frame *frame;  // n: of the regressor
  lane_reach *along;       // n: from one to the next where they are on the joints' axes
  lane_meets *meets;       // n: of links in those frames

  real *least;                                               // n: pivots below are no more than rounding
  real *q, *qd, *qdd, *tau, *friction, *pivot, *F;           // n
  real *out[4];                                              // results on their way out: as wide as any
  real *L;                                                   // n×n
  real *drive, *at_q, *at_qd, *next_q, *next_qd, *stage[5];  // n: of rollouts
  real *dry, *way;                       // friction places: their dry friction, their modes
  derivative_fields *fields;             // n
  derivative_momentum_of_link *momenta;  // n
  derivative_scratch derivatives;
  derivative_rotors of_rotors;
} lane_work;

static void lane_walk_results(lane_work *w, layout *l, const batch_arm *arm)
{
  const size_t n = (size_t)arm->model->n, square = n * n, rotors = (size_t)arm->rotor_count;
  const size_t regressor = n * (size_t)arm->columns, poses = 12 * n;
  const size_t widest = regressor > poses ? regressor : poses;
  w->out[0] = (real *)layout_take(l, widest, sizeof(real));
  for (int k = 1; k < 4; k++) w->out[k] = (real *)layout_take(l, square, sizeof(real));
  w->L = (real *)layout_take(l, square, sizeof(real));
  w->fields = (derivative_fields *)layout_take(l, n, sizeof(derivative_fields));
  w->momenta = (derivative_momentum_of_link *)layout_take(l, n, sizeof(derivative_momentum_of_link));
  derivative_scratch_layout(&w->derivatives, l, arm->model->n);
  w->of_rotors.g = (vec3 *)layout_take(l, rotors, sizeof(vec3));
  w->of_rotors.wg = (vec3 *)layout_take(l, rotors, sizeof(vec3));
  real **const rows[] = {&w->of_rotors.own_q, &w->of_rotors.own_qd, &w->of_rotors.g_s, &w->of_rotors.wg_s};
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
    *rows[i] = (real *)layout_take(l, rotors * n, sizeof(real));
}

static void lane_walk(lane_work *w, layout *l, const batch_arm *arm)
{
  const size_t n = (size_t)arm->model->n, rotors = (size_t)arm->rotor_count;
  layout_take(l, 1, sizeof *w);
  w->link = (chain_link *)layout_take(l, n, sizeof(chain_link));
  w->own = (fast_link *)layout_take(l, n, sizeof(fast_link));
  fast_twists_layout(&w->twists, l, arm->model->n);
  fast_chain_layout(&w->k, l, arm->model->n);
  fast_rows_layout(&w->k.rows, l, arm->model->n);
  w->first = (int *)layout_take(l, n + 2, sizeof(int));
  w->momentum = (vec3 *)layout_take(l, rotors, sizeof(vec3));
  real **const by_rotor[] = {&w->inertia, &w->rotors.own, &w->rate, &w->acceleration};
  for (size_t i = 0; i < sizeof by_rotor / sizeof by_rotor[0]; i++)
    *by_rotor[i] = (real *)layout_take(l, rotors, sizeof(real));
  w->ratio = (real *)layout_take(l, rotors * n, sizeof(real));
  w->spin = (real *)layout_take(l, n * n, sizeof(real));
  w->from = (int *)layout_take(l, rotors, sizeof(int));
  w->to = (int *)layout_take(l, rotors, sizeof(int));
  w->drive_axis = (vec3 *)layout_take(l, (size_t)arm->drive_count, sizeof(vec3));
  w->drive_ratio = (real *)layout_take(l, (size_t)arm->drive_count * n, sizeof(real));
  w->given = (real *)layout_take(l, 12 * n, sizeof(real));
  w->reach = (lane_reach *)layout_take(l, n, sizeof(lane_reach));
  w->frame = (parameter_frame *)layout_take(l, n, sizeof(parameter_frame));
  w->along = (lane_reach *)layout_take(l, n, sizeof(lane_reach));
  w->meets = (lane_meets *)layout_take(l, n, sizeof(lane_meets));
  real **const by_joint[] = {&w->theta0, &w->least,    &w->q,     &w->qd, &w->qdd,
                             &w->tau,    &w->friction, &w->pivot, &w->F};
  for (size_t i = 0; i < sizeof by_joint / sizeof by_joint[0]; i++)
    *by_joint[i] = (real *)layout_take(l, n, sizeof(real));
  real **const of_rollouts[] = {&w->drive,    &w->at_q,     &w->at_qd,    &w->next_q,   &w->next_qd,
                                &w->stage[0], &w->stage[1], &w->stage[2], &w->stage[3], &w->stage[4]};
  for (size_t i = 0; i < sizeof of_rollouts / sizeof of_rollouts[0]; i++)
    *of_rollouts[i] = (real *)layout_take(l, n, sizeof(real));
  w->dry = (real *)layout_take(l, (size_t)arm->model->drives.place_count, sizeof(real));
  w->way = (real *)layout_take(l, (size_t)arm->model->drives.place_count, sizeof(real));
  lane_walk_results(w, l, arm);
}

static size_t lane_size(const batch_arm *arm)
{
  lane_work measured;
  layout l = layout_measuring();
  lane_walk(&measured, &l, arm);
  return layout_size(&l);
}

/* A body fixed to the last link, in the file's frame of that link, becomes part of it. body: mass, mass centre, inertia
 * about it. All of a link's numbers about its joint origin are sums over its mass. */
static void lane_load(lane_work *w, const real body[10])
{
  const int n = w->n;
  chain_link l = w->link[n - 1];
  l.m = body[0];
  l.com = vec3_add(w->last_p, mat3_mul(&w->last_R, vec3_make(body[1], body[2], body[3])));
  const sym3 I = {body[4], body[5], body[6], body[7], body[8], body[9]};
  l.I = sym3_rotate(&w->last_R, I);
  const fast_link more = fast_link_of(&l);
  memcpy(w->k.link, w->own, (size_t)n * sizeof *w->own);
  fast_link *last = &w->k.link[n - 1];
  last->m = add(last->m, more.m);
  last->mc = vec3_add(last->mc, more.mc);
  last->J = sym3_add(last->J, more.J);
  fast_chain_finish(&w->k);
}

static void lane_set_gravity(lane_work *w, vec3 gravity)
{
  w->k.base.a = vec3_neg(mat3_mul(&w->world_to_0, gravity));
}

// what the world exerts on the hand, at the tool frame's origin, in its axes
static void lane_set_wrench(lane_work *w, vec3 force, vec3 moment)
{
  const vec3 f = mat3_mul(&w->tool_R, force);
  const vec3 n = vec3_add(mat3_mul(&w->tool_R, moment), vec3_cross(w->tool_p, f));
  const wrench hand = {vec3_neg(f), vec3_neg(n)};
  fast_chain_set_hand(&w->k, hand);
}

static void lane_own_payload(lane_work *w)
{
  const ulna_body *given = &w->arm->model->given.payload;
  real body[10] = {constant(given->mass)};
  for (int i = 0; i < 3; i++) body[1 + i] = constant(given->mass > 0 ? given->com[i] : 0);
  for (int i = 0; i < 6; i++) body[4 + i] = constant(given->mass > 0 ? given->inertia[i] : 0);
  lane_load(w, body);
}

static void lane_fill_rotors(lane_work *w)
{
  const batch_arm *arm = w->arm;
  const int n = w->n;
  int r = 0;
  for (int u = 0; u <= n + 1; u++) {
    w->first[u] = r;
    while (u <= n && r < arm->rotor_count && arm->rotor[r].carrier == u) r++;
  }
  for (r = 0; r < arm->rotor_count; r++) {
    w->momentum[r] = vec3_of(arm->rotor[r].momentum);
    w->inertia[r] = constant(arm->rotor[r].inertia);
    for (int i = 0; i < n; i++) w->ratio[r * n + i] = constant(arm->rotor[r].ratio[i]);
    w->from[r] = arm->rotor[r].from, w->to[r] = arm->rotor[r].to;
  }
  w->ratios = (rotor_ratios){arm->rotor_count, w->ratio, w->from, w->to, w->spin};
  w->rotors.first = w->first, w->rotors.momentum = w->momentum, w->rotors.inertia = w->inertia;
  w->rotors.rate = w->rate, w->rotors.acceleration = w->acceleration;
  for (int k = 0; k < n * n; k++) w->spin[k] = constant(arm->spin ? arm->spin[k] : 0);
}

// Where the links' frames are, and the frames in which their parameters are given.
static void lane_fill_frames(lane_work *w)
{
  const ulna_model *m = w->arm->model;
  w->frames = (fast_frames)w->arm->frames;
  w->frame0 = placement_of(&m->frame0_in_base);
  for (int i = 0; i < m->n; i++) {
    const ulna_pose *file = &m->file_in_kernel[i + 1];
    const mat3 R = mat3_of(file->R);
    w->frame[i] = parameter_frame_of(&w->link[i], &R, vec3_of(file->p));
    for (int c = 0; c < 3; c++) {
      for (int r = 0; r < 3; r++) w->given[12 * i + 3 * r + c] = R.e[r][c];
      w->given[12 * i + 9 + c] = constant(file->p[c]);
    }
  }
  for (int i = 0; i < m->n && w->arm->on_axis; i++) {
    const double *r = w->arm->along[i];
    w->along[i] = (lane_reach){vec3_of(r), r[0] != 0, r[1] != 0, r[2] != 0, TWIST_ANY};
  }
}

static fast_twist_kind lane_twist(double c, double s)
{
  if (c == 1 && s == 0) return TWIST_NONE;
  if (c == 0 && s == 1) return TWIST_SQUARE;
  return c == 0 && s == -1 ? TWIST_BACK : TWIST_ANY;
}

/* What need not be multiplied: twists of 0 and ±90 degrees, and what a link's far end does not have, as numbers of the
 * model tell them exactly. */
static void lane_fill_shapes(lane_work *w)
{
  const ulna_model *m = w->arm->model;
  for (int i = 0; i < m->n; i++) {
    fast_shape *shape = &w->k.shape[i];
    const link_numbers *l = &m->link[i];
    lane_reach *to = &w->reach[i];
    to->r = vec3_turn_x(w->link[i].r, w->link[i].ca, w->link[i].sa);
    to->x = l->r[0] != 0;
    to->y = l->ca * l->r[1] - l->sa * l->r[2] != 0;
    to->z = l->sa * l->r[1] + l->ca * l->r[2] != 0;
    to->twist = lane_twist(l->ca, l->sa);
    shape->twist = i ? w->reach[i - 1].twist : TWIST_NONE;
    if (i < m->n - 1) shape->x = to->x, shape->y = to->y, shape->z = to->z;
  }
}

static void lane_init(void *memory, const batch_arm *arm)
{
  const ulna_model *m = arm->model;
  lane_work *w = (lane_work *)memory;
  layout l = layout_assigning(memory);
  lane_walk(w, &l, arm);
  w->arm = arm, w->n = m->n;
  for (int i = 0; i < m->n; i++) {
    const link_numbers *from = &m->link[i];
    w->link[i] = chain_link_of(from->joint == ULNA_PRISMATIC, from->ca, from->sa, from->r, from->m, from->com,
                               from->I);
    w->theta0[i] = constant(from->theta0);
  }
  w->chain.n = m->n, w->chain.link = w->link;
  fast_twists_make(&w->twists, &w->chain);
  fast_chain_take(&w->k, &w->chain, &w->twists, w->theta0);
  lane_fill_shapes(w);
  memcpy(w->own, w->k.link, (size_t)m->n * sizeof *w->own);

  w->world_to_0 = mat3_of(arm->world_to_0);
  w->tool_R = mat3_of(m->tool_in_kernel.R), w->tool_p = vec3_of(m->tool_in_kernel.p);
  const ulna_pose *last = &m->file_in_kernel[m->n];
  w->last_R = mat3_of(last->R), w->last_p = vec3_of(last->p);
  lane_own_payload(w);
  lane_set_gravity(w, vec3_of(m->given.gravity));
  lane_set_wrench(w, vec3_zero(), vec3_zero());
  w->k.base.w = w->k.base.wd = vec3_zero();
  lane_fill_rotors(w);
  lane_fill_frames(w);
  for (int i = 0; i < m->n; i++)
    w->least[i] = constant(arm->bound ? 4 * m->n * REAL_ROUNDING * arm->bound[i] : 0);
  for (int a = 0; a < arm->drive_count; a++) {
    w->drive_axis[a] = vec3_of(arm->drive_axis[a]);
    for (int i = 0; i < m->n; i++)
      w->drive_ratio[a * m->n + i] = constant(m->drives.actuators.K[a * m->n + i]);
  }
}

#include "batch/lanes_memory.h"

/* Calls `call` with n as a number known when compiling where arms often have that many joints: no loops are left. */
#if defined(__AVX__)
#  define FOR_USUAL_LENGTHS(n, call)                                                                         \
    switch (n) {                                                                                             \
    case 6: call(6); break;                                                                                  \
    case 7: call(7); break;                                                                                  \
    default: call(n); break;                                                                                 \
    }
#else
#  define FOR_USUAL_LENGTHS(n, call) call(n);
#endif

// sines alone, of angles where they lie: to k's scratch
static inline __attribute__((always_inline)) const fast_turns *lane_plain_turns(lane_work *w,
                                                                                const lane_numbers *q)
{
  const fast_turns *t = &w->k.scratch.turns;
  sine_cosine_apart(w->n, w->theta0, q->at, q->step, t->s, t->c);
  return t;
}

// what is given for each state beside its motion
static void lane_surroundings(lane_work *w, const lane_block *b)
{
  const batch_call *c = b->call;
  real x[10];
  if (c->gravity) {
    lane_read(b, c->gravity, 3, x);
    lane_set_gravity(w, vec3_make(x[0], x[1], x[2]));
  }
  if (c->payload) {
    lane_read(b, c->payload, 10, x);
    lane_load(w, x);
  }
  if (c->wrench) {
    lane_read(b, c->wrench, 6, x);
    lane_set_wrench(w, vec3_make(x[0], x[1], x[2]), vec3_make(x[3], x[4], x[5]));
  }
}

// as it was before the call
static void lane_own_surroundings(lane_work *w, const batch_call *c)
{
  if (c->gravity) lane_set_gravity(w, vec3_of(w->arm->model->given.gravity));
  if (c->payload) lane_own_payload(w);
  if (c->wrench) lane_set_wrench(w, vec3_zero(), vec3_zero());
}

#include "batch/lanes_newton_euler.h"

#include "batch/lanes_derivatives.h"
#include "batch/lanes_dynamics.h"
#include "batch/lanes_places.h"
#include "batch/lanes_regressor.h"
#include "batch/lanes_rollout.h"

static void lane_run(void *memory, rollout_worker *rollout, const batch_call *call, size_t first,
                     size_t count)
{
  lane_work *w = (lane_work *)memory;
  const bool varied = call->gravity || call->wrench || call->payload;
  for (size_t state = first; state < first + count; state += REAL_LANES) {
    const size_t left = first + count - state;
    const lane_block b = {call, state, left, left < REAL_LANES ? (int)left : REAL_LANES};
    if (varied) lane_surroundings(w, &b);
    switch (call->function) {
    case CALL_INVERSE_DYNAMICS: lane_inverse_dynamics(w, &b); break;
    case CALL_FORWARD_DYNAMICS: lane_forward_dynamics(w, &b); break;
    case CALL_MASS_MATRIX: lane_mass_matrix(w, &b); break;
    case CALL_GRAVITY: lane_gravity(w, &b); break;
    case CALL_BIAS: lane_bias(w, &b); break;
    case CALL_POSES: lane_poses(w, &b); break;
    case CALL_HAND_POSE: lane_hand_pose(w, &b); break;
    case CALL_JACOBIAN: lane_jacobian(w, &b); break;
    case CALL_REGRESSOR: lane_regressor(w, &b); break;
    case CALL_INVERSE_DERIVATIVES: lane_inverse_derivatives(w, &b); break;
    case CALL_FORWARD_DERIVATIVES: lane_forward_derivatives(w, &b); break;
    case CALL_ROLLOUT: lane_rollout(w, &b, rollout); break;
    }
  }
  if (varied) lane_own_surroundings(w, call);
  far_stores_end();
}
