/* The stages of [Mudge] as generated code: the kernels run on symbols, with the robot's numbers as constants. */
#define REAL_KIND "number/symbol.h"
#include "count/generated.h"

#include <math.h>

#include "base/arena.h"
#include "base/layout.h"
#include "generate/graph.h"
#include "kernel/chain_numbers.h"
#include "kernel/fine_motion.h"
#include "kernel/gross_motion.h"

enum { MOST_NODES = 2000000 };

/* What is known when the code runs is an input, with its value at the state. */
typedef struct {
  graph *g;
  arena *memory;
  int n, inputs, most;  // inputs: so many are there; most: room for them
  double *value;
  chain arm;
  posture at;
  real *qd, *x, *tau, *system, *right;
  resolved_motion_scratch resolved;
  gross_motion_scratch gross;
  fine_motion_scratch fine;
} stages;

static real input(stages *s, double value)
{
  if (s->inputs == s->most) {
    s->memory->failed = true;
    return constant(0);
  }
  s->value[s->inputs] = value;
  return symbol_of(ulna_graph_input(s->g, s->inputs++));
}
static vec3 input_vector(stages *s, const double v[3])
{
  const real x = input(s, v[0]), y = input(s, v[1]), z = input(s, v[2]);
  return vec3_make(x, y, z);
}

static void lists(stages *s, layout *l)
{
  const int n = s->n;
  const size_t count = (size_t)n, equations = n > 6 ? count : 6;
  real **vectors[] = {&s->qd, &s->x, &s->tau};
  for (size_t i = 0; i < sizeof vectors / sizeof vectors[0]; i++)
    *vectors[i] = (real *)layout_take(l, count, sizeof(real));
  s->system = (real *)layout_take(l, equations * count, sizeof(real));
  s->right = (real *)layout_take(l, equations, sizeof(real));
  resolved_motion_scratch_layout(&s->resolved, l, n);
  gross_motion_scratch_layout(&s->gross, l, n);
  fine_motion_scratch_layout(&s->fine, l, n);
}

static bool set_up(stages *s, const formulation_arm *arm, formulation_state state)
{
  const int n = arm->n;
  s->n = n, s->most = 64 * n * (n + 1);  // all that strobing leaves, and more
  layout l = layout_measuring();
  lists(s, &l);
  unsigned char *memory = arena_take(s->memory, layout_size(&l) + LAYOUT_ALIGNMENT);
  chain_link *link = arena_take_array(s->memory, (size_t)n, sizeof *link);
  real *turn = arena_take_array(s->memory, 3 * (size_t)n, sizeof *turn);
  s->value = arena_take_array(s->memory, (size_t)s->most, sizeof *s->value);
  if (!memory || !link || !turn || !s->value) return false;
  l = layout_assigning(memory + (LAYOUT_ALIGNMENT - (uintptr_t)memory % LAYOUT_ALIGNMENT) % LAYOUT_ALIGNMENT);
  lists(s, &l);
  for (int i = 0; i < n; i++) {
    const link_numbers *from = &arm->link[i];
    const bool slides = from->joint == ULNA_PRISMATIC;
    const double theta = from->theta0 + (slides ? 0 : state.q[i]);
    link[i] = chain_link_of(slides, from->ca, from->sa, from->r, from->m, from->com, from->I);
    turn[i] = slides ? constant(sin(theta)) : input(s, sin(theta));
    turn[n + i] = slides ? constant(cos(theta)) : input(s, cos(theta));
    turn[2 * n + i] = slides ? input(s, state.q[i]) : constant(0);
    s->qd[i] = input(s, state.qd[i]);
  }
  s->arm.n = n, s->arm.link = link;
  s->at.sin_theta = turn, s->at.cos_theta = turn + n, s->at.slide = turn + 2 * n;
  return true;
}

/* Results of earlier stages become inputs; equal expressions become the same input. */
static void at_hand(stages *s, real *const list[], const int counts[], int count_of_lists)
{
  const int nodes = s->g->count;
  if (s->g->status != ULNA_OK) return;
  double *value = arena_take_array(s->memory, (size_t)nodes, sizeof *value);
  int *stands = arena_take_array(s->memory, (size_t)nodes, sizeof *stands);
  if (!value || !stands) return;
  ulna_graph_evaluate(s->g, s->value, value);
  for (int i = 0; i < nodes; i++) stands[i] = -1;
  for (int k = 0; k < count_of_lists; k++)
    for (int i = 0; i < counts[k]; i++) {
      const int at = node_of(list[k][i].edge), sign = sign_of(list[k][i].edge);
      if (s->g->at[at].op == OP_CONSTANT || s->g->at[at].op == OP_INPUT) continue;
      if (stands[at] < 0) stands[at] = input(s, value[at]).edge;
      list[k][i] = symbol_of(stands[at] ^ sign);
    }
}

/* Elements that strobing leaves unwritten are zero. */
static void clear(real list[], int count)
{
  for (int i = 0; i < count; i++) list[i] = constant(0);
}

static void equations(stages *s)
{
  const int n = s->n;
  for (int k = 0; k < 6 * n; k++) s->system[k] = s->resolved.D[k];
  for (int i = 6; i < n; i++) {  // for n > 6: further constraints, as formulations.h has them
    for (int j = 0; j < n; j++) s->system[i * n + j] = constant((i == j ? 1 : 0) + cos(1 + i + i * j));
    s->right[i] = constant(0);
  }
}

static void strobe(stages *s)
{
  clear((real *)s->resolved.wd_lin, 3 * s->n * s->n), clear((real *)s->resolved.a_lin, 3 * s->n * s->n);
  resolved_motion_offsets(&s->arm, &s->at, &s->resolved);
  resolved_motion_strobe(&s->arm, &s->at, constant(0), &s->resolved);
}

static void resolve(stages *s, const control_input *in, vec3 a0)
{
  base_state base = {vec3_zero(), vec3_zero(), a0};
  const vec3 angular = input_vector(s, in->hand_acceleration);
  const vec3 linear = gross_motion_hand(input_vector(s, in->hand_acceleration + 3), a0);
  strobe(s);
  resolved_motion_nonlinear(&s->arm, &s->at, &base, s->qd, &s->resolved);
  resolved_motion_difference(&s->arm, &s->at, angular, linear, &s->resolved, s->right);
  equations(s);
  resolved_motion_eliminate(s->n, in->order, s->system, s->right, s->x);
}

static void rubbed(stages *s, const control_input *in, const real normal[])
{
  for (int i = 0; i < s->n; i++) {
    const real mu = input(s, in->mu[i]), gamma = input(s, in->gamma[i]);
    s->tau[i] = add(s->tau[i], gross_motion_friction(mu, normal[i], gamma, s->qd[i]));
  }
}

/* Torques from what resolved motion has left, for the desired accelerations in x. */
static void torques(stages *s, const control_input *in, formulation_state state)
{
  const wrench none = {vec3_zero(), vec3_zero()};
  const real kp = input(s, in->kp), kv = input(s, in->kv);
  for (int i = 0; i < s->n; i++) {
    const real q_d = input(s, in->q_d[i]), qd_d = input(s, in->qd_d[i]), q = input(s, state.q[i]);
    s->x[i] = gross_motion_adjusted(s->x[i], kv, qd_d, s->qd[i], kp, q_d, q);
  }
  gross_motion_outward(&s->arm, s->x, &s->resolved, &s->gross);
  gross_motion_inward(&s->arm, &s->at, &none, &s->resolved, s->tau, &s->gross);
  rubbed(s, in, s->gross.normal);
}

static void left_behind(stages *s, vec3 a0)
{
  const base_state base = {vec3_zero(), vec3_zero(), a0};
  const int n = s->n;
  strobe(s);
  resolved_motion_nonlinear(&s->arm, &s->at, &base, s->qd, &s->resolved);
  resolved_motion_scratch *by = &s->resolved;
  real *const all[] = {(real *)by->a_nonlin, (real *)by->A_nonlin, (real *)by->wd_lin, (real *)by->a_lin};
  at_hand(s, all, (const int[]){3 * n, 9 * n, 3 * n * n, 3 * n * n}, 4);
}

static void fine(stages *s, const formulation_arm *arm, const control_input *in, vec3 a0)
{
  const int n = s->n;
  strobe(s);
  const vec3 w = resolved_motion_hand_axes(&s->arm, &s->at, input_vector(s, in->hand_twist));
  const vec3 v = resolved_motion_hand_axes(&s->arm, &s->at, input_vector(s, in->hand_twist + 3));
  s->right[0] = w.x, s->right[1] = w.y, s->right[2] = w.z;
  s->right[3] = v.x, s->right[4] = v.y, s->right[5] = v.z;
  equations(s);
  resolved_motion_eliminate(n, in->order, s->system, s->right, s->x);
  fine_motion_gravity(&s->arm, &s->at, a0, s->resolved.r, &s->fine);
  real *const held[] = {(real *)s->fine.F, (real *)s->fine.com_force};
  at_hand(s, held, (const int[]){3 * n, 3 * n}, 2);
  const vec3 force = input_vector(s, arm->hand_f);
  const wrench push = {force, input_vector(s, arm->hand_n)};
  fine_motion_inward(&s->arm, &s->at, &push, s->resolved.r, s->tau, &s->fine);
  rubbed(s, in, s->fine.normal);
}

/* Runs the stage; its results (edges) into found, which has room for 6 n. Returns how many. */
static int run(stages *s, control_task task, const formulation_arm *arm, formulation_state state,
               const control_input *in, int found[])
{
  const vec3 a0 = vec3_of(arm->base_a);
  const real *first = s->tau, *second = NULL;
  int counts[2] = {s->n, 0};
  switch (task) {
  case CONTROL_RESOLVED: resolve(s, in, vec3_zero()), first = s->x; break;
  case CONTROL_UNIFIED: resolve(s, in, a0), torques(s, in, state); break;
  case CONTROL_GROSS:
    left_behind(s, a0);
    for (int i = 0; i < s->n; i++) s->x[i] = input(s, state.qdd[i]);
    torques(s, in, state);
    break;
  case CONTROL_FINE: fine(s, arm, in, a0), second = s->x, counts[1] = s->n; break;
  case CONTROL_FINE_GRAVITY:
    resolved_motion_offsets(&s->arm, &s->at, &s->resolved);
    fine_motion_gravity(&s->arm, &s->at, a0, s->resolved.r, &s->fine);
    first = (real *)s->fine.F, second = (real *)s->fine.com_force, counts[0] = counts[1] = 3 * s->n;
    break;
  default: return 0;
  }
  for (int i = 0; i < counts[0]; i++) found[i] = first[i].edge;
  for (int i = 0; i < counts[1]; i++) found[counts[0] + i] = second[i].edge;
  return counts[0] + counts[1];
}

static ulna_status simplified(stages *s, int found[], int count, ulna_operations *operations, double out[])
{
  graph needed;
  ulna_graph_begin(&needed, MOST_NODES, &s->memory->allocator);
  ulna_graph_copy_needed(s->g, &needed, found, count);
  if (needed.status == ULNA_OK) ulna_graph_simplify(&needed, found, count);
  double *value = arena_take_array(s->memory, (size_t)needed.count, sizeof *value);
  ulna_status status = value ? needed.status : ULNA_OUT_OF_MEMORY;
  if (status == ULNA_OK) {
    const ulna_generated_counts counts = ulna_graph_count(&needed, found, count);
    *operations = operations_of(&counts);
    ulna_graph_evaluate(&needed, s->value, value);
    for (int i = 0; out && i < s->n; i++) out[i] = ulna_graph_value(&needed, value, found[i]);
  }
  ulna_graph_end(&needed);
  return status;
}

ulna_status ulna_count_generated_stage(control_task task, const formulation_arm *arm, formulation_state state,
                                       const control_input *in, const ulna_allocator *allocator,
                                       ulna_operations *operations, double out[])
{
  arena memory;
  arena_init(&memory, allocator);
  graph g;
  ulna_graph_begin(&g, MOST_NODES, allocator);
  ulna_symbols_into(&g);
  stages s = {.g = &g, .memory = &memory};
  int *found = arena_take_array(&memory, 6 * (size_t)arm->n, sizeof *found);
  ulna_status status = ULNA_OUT_OF_MEMORY;
  if (found && g.status == ULNA_OK && set_up(&s, arm, state)) {
    const int count = run(&s, task, arm, state, in, found);
    if (!memory.failed) status = g.status;
    if (status == ULNA_OK) status = simplified(&s, found, count, operations, out);
  }
  ulna_symbols_into(NULL);
  ulna_graph_end(&g);
  arena_free(&memory);
  return status;
}
