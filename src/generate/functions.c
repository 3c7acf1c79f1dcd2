/* The functions that can be generated, recorded by running the kernels on symbols. */
#define REAL_KIND "number/symbol.h"
#include "generate/functions.h"

#include <math.h>
#include <string.h>

#include "kernel/chain_numbers.h"
#include "kernel/fast_coriolis.h"
#include "kernel/fast_derivatives.h"
#include "kernel/fast_forward.h"
#include "kernel/fast_gravity.h"
#include "kernel/fast_inverse_mass.h"
#include "kernel/fast_places.h"
#include "kernel/kinematics.h"
#include "kernel/lean_newton_euler.h"
#include "kernel/regressor.h"
#include "kernel/udut.h"

/* ---- shapes */

static const struct {
  const char *name, *links, *drives;  // purpose: links alone; with drives
} function_names[FUNCTION_COUNT] = {
    [FUNCTION_ID] = {"id", "Inverse dynamics: the joint torques (forces) of a motion.",
                     "Inverse dynamics: the actuator forces of a motion, with rotors, gears and friction."},
    [FUNCTION_FD] = {"fd", "Forward dynamics: the accelerations under joint torques (forces).",
                     "Forward dynamics: the accelerations under actuator forces, everything slipping."},
    [FUNCTION_MASS] = {"mass", "The mass matrix, row by row.",
                       "The mass matrix, row by row, rotors included."},
    [FUNCTION_GRAVITY] = {"gravity", "The torques that hold the arm against gravity.", NULL},
    [FUNCTION_BIAS] = {"bias", "The torques at zero acceleration: Coriolis, centrifugal and gravity.",
                       "The joint torques at zero acceleration, rotors included, no friction."},
    [FUNCTION_CORIOLIS] = {"coriolis", "The Coriolis and centrifugal torques.", NULL},
    [FUNCTION_CORIOLIS_MATRIX] = {"coriolis_matrix", "The matrix of Christoffel symbols, row by row.", NULL},
    [FUNCTION_INVERSE_MASS] = {"inverse_mass", "The inverse of the mass matrix, row by row.", NULL},
    [FUNCTION_FK] = {"fk", "Pose of the hand (tool frame) in the base frame: R by rows, then its origin.",
                     NULL},
    [FUNCTION_JACOBIAN] = {"jacobian", "Jacobian of the hand, 6 rows, angular first, in base axes.", NULL},
    [FUNCTION_DID] = {"did", "Derivatives of inverse dynamics by q, qd and qdd, row by row.", NULL},
    [FUNCTION_DFD] = {"dfd", "Derivatives of forward dynamics by q, qd and tau, row by row.", NULL},
    [FUNCTION_REGRESSOR] = {"regressor", "Regressor: tau = Y pi, ten parameters a link, row by row.", NULL},
    [FUNCTION_UDUT] = {"udut", "The mass matrix as U D U': U by rows (unit upper triangular), D.", NULL},
    [FUNCTION_CONTROL] =
        {"control", "Computed torque: joint torques from set point and measurement.",
         "Computed torque: actuator forces from set point and measurement, friction compensated."},
};

int ulna_function_named(const char *name, size_t length)
{
  for (int f = 0; f < FUNCTION_COUNT; f++)
    if (strlen(function_names[f].name) == length && memcmp(function_names[f].name, name, length) == 0)
      return f;
  return -1;
}

static void takes(function_shape *s, const char *name, int count)
{
  s->input[s->inputs++] = (array_shape){name, count};
}
static void gives(function_shape *s, const char *name, int count)
{
  s->output[s->outputs++] = (array_shape){name, count};
}

static void shape_of_control(function_shape *s, int n, bool drives)
{
  const char *const inputs[] = {"q_d", "qd_d", "qdd_d", "q", "qd", "gains"};
  for (int i = 0; i < 5; i++) takes(s, inputs[i], n);
  takes(s, inputs[5], 2 * n);  // kp of each joint, then kv
  gives(s, drives ? "F_ad" : "tau", n);
}

function_shape ulna_function_shape(function_id f, const generate_arm *arm)
{
  const int n = arm->n;
  const char *force = arm->drives ? "F_ad" : "tau";
  function_shape s = {.name = function_names[f].name,
                      .purpose = arm->drives && function_names[f].drives ? function_names[f].drives
                                                                         : function_names[f].links};
  if (f == FUNCTION_CONTROL) {
    shape_of_control(&s, n, arm->drives);
    return s;
  }
  const bool speeds = f != FUNCTION_MASS && f != FUNCTION_GRAVITY && f != FUNCTION_INVERSE_MASS &&
                      f != FUNCTION_FK && f != FUNCTION_JACOBIAN && f != FUNCTION_UDUT;
  takes(&s, "q", n);
  if (speeds) takes(&s, "qd", n);
  if (f == FUNCTION_ID || f == FUNCTION_DID || f == FUNCTION_REGRESSOR) takes(&s, "qdd", n);
  if (f == FUNCTION_FD || f == FUNCTION_DFD) takes(&s, force, n);
  switch (f) {
  case FUNCTION_ID: gives(&s, force, n); break;
  case FUNCTION_FD: gives(&s, "qdd", n); break;
  case FUNCTION_MASS: gives(&s, "M", n * n); break;
  case FUNCTION_GRAVITY: gives(&s, "G", n); break;
  case FUNCTION_BIAS: gives(&s, "bias", n); break;
  case FUNCTION_CORIOLIS: gives(&s, "Cqd", n); break;
  case FUNCTION_CORIOLIS_MATRIX: gives(&s, "C", n * n); break;
  case FUNCTION_INVERSE_MASS: gives(&s, "M_inverse", n * n); break;
  case FUNCTION_FK: gives(&s, "R", 9), gives(&s, "xyz", 3); break;
  case FUNCTION_JACOBIAN: gives(&s, "J", 6 * n); break;
  case FUNCTION_DID:
    gives(&s, "dtau_dq", n * n), gives(&s, "dtau_dqd", n * n), gives(&s, "dtau_dqdd", n * n);
    break;
  case FUNCTION_DFD:
    gives(&s, "dqdd_dq", n * n), gives(&s, "dqdd_dqd", n * n), gives(&s, "dqdd_dtau", n * n);
    break;
  case FUNCTION_REGRESSOR: gives(&s, "Y", n * 10 * n); break;
  case FUNCTION_UDUT: gives(&s, "U", n * n), gives(&s, "D", n); break;
  default: break;
  }
  return s;
}

int ulna_function_inputs(const function_shape *s)
{
  int sum = 0;
  for (int i = 0; i < s->inputs; i++) sum += s->input[i].count;
  return sum;
}
int ulna_function_outputs(const function_shape *s)
{
  int sum = 0;
  for (int i = 0; i < s->outputs; i++) sum += s->output[i].count;
  return sum;
}

const char *ulna_function_refusal(function_id f, const generate_arm *arm)
{
  if (arm->n > COLUMNS_MOST && f != FUNCTION_ID && f != FUNCTION_BIAS && f != FUNCTION_GRAVITY &&
      f != FUNCTION_FK && f != FUNCTION_JACOBIAN && f != FUNCTION_CORIOLIS && f != FUNCTION_CONTROL &&
      f != FUNCTION_REGRESSOR)
    return "is generated for at most 15 joints";
  if (arm->drives && function_names[f].drives == NULL && f != FUNCTION_FK && f != FUNCTION_JACOBIAN &&
      f != FUNCTION_GRAVITY && f != FUNCTION_CORIOLIS)
    return "is of the links alone; leave the drives out";
  for (int p = 0; p < arm->parameter_count; p++)
    if (f == FUNCTION_REGRESSOR && arm->parameter[p].kind != PARAMETER_GRAVITY &&
        arm->parameter[p].kind != PARAMETER_A && arm->parameter[p].kind != PARAMETER_D)
      return "has no masses that could be parameters";
  return NULL;
}

/* ---- the arm in symbols */

/* What a kernel is given, and the scratch it works in. */
typedef struct {
  const generate_arm *arm;
  graph *g;
  int n;
  chain_link *link;
  chain chain;
  real *theta0, *zero;
  real *in;  // inputs of the function, in order
  const real *parameter;
  base_state base;
  wrench tip;  // at the hand's kernel frame n
  fast_chain fast;
  lean_choice *choice;
  fast_link *raw;
  lean_link *lean;
  lean_load *load;
  real *s, *c, *slide;
  fast_rotors rotors;
  real *rotor_rate, *rotor_acceleration;
  int variant;  // which way, where there are several
  arena *memory;
} symbols;

static real *reals(symbols *x, int count)
{
  return arena_take_array(x->memory, (size_t)(count > 0 ? count : 1), sizeof(real));
}

static void *aligned(symbols *x, size_t size)
{
  char *memory = arena_take(x->memory, size + LAYOUT_ALIGNMENT);
  return memory ? memory + (LAYOUT_ALIGNMENT - (uintptr_t)memory % LAYOUT_ALIGNMENT) % LAYOUT_ALIGNMENT
                : NULL;
}

static const real *parameter_of(const symbols *x, parameter_kind kind, int link)
{
  for (int p = 0; p < x->arm->parameter_count; p++) {
    const generate_parameter *of = &x->arm->parameter[p];
    if (of->kind == kind && of->link == link) return &x->parameter[of->first];
  }
  return NULL;
}

static vec3 rotated(const ulna_pose *pose, vec3 v)
{
  const real in[3] = {v.x, v.y, v.z};
  real out[3];
  for (int i = 0; i < 3; i++) {
    out[i] = constant(0);
    for (int j = 0; j < 3; j++) out[i] = add(out[i], mul(constant(pose->R[i][j]), in[j]));
  }
  return vec3_make(out[0], out[1], out[2]);
}
static vec3 rotated_back(const ulna_pose *pose, vec3 v)
{
  ulna_pose back = *pose;
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) back.R[i][j] = pose->R[j][i];
  return rotated(&back, v);
}
static vec3 vec3_in(const real x[]) { return vec3_make(x[0], x[1], x[2]); }

/* I about a point d away, m more of it: I + m (d·d E − d dᵀ). */
static sym3 moved(sym3 I, real m, vec3 d)
{
  const real xx = mul(d.x, d.x), yy = mul(d.y, d.y), zz = mul(d.z, d.z);
  I.xx = add(I.xx, mul(m, add(yy, zz))), I.yy = add(I.yy, mul(m, add(xx, zz))),
  I.zz = add(I.zz, mul(m, add(xx, yy)));
  I.xy = sub(I.xy, mul(m, mul(d.x, d.y))), I.xz = sub(I.xz, mul(m, mul(d.x, d.z)));
  I.yz = sub(I.yz, mul(m, mul(d.y, d.z)));
  return I;
}

/* Two bodies of one frame welded together, inertias about their mass centres. */
static void weld(chain_link *l, real m, vec3 com, sym3 I)
{
  const real sum = add(l->m, m);
  const vec3 first = vec3_add(vec3_scale(l->m, l->com), vec3_scale(m, com));
  const vec3 together = vec3_make(divide(first.x, sum), divide(first.y, sum), divide(first.z, sum));
  l->I = sym3_add(moved(l->I, l->m, vec3_sub(l->com, together)), moved(I, m, vec3_sub(com, together)));
  l->m = sum, l->com = together;
}

static void fill_link(symbols *x, int i)
{
  const link_numbers *from = &x->arm->link[i];
  const ulna_pose *file = &x->arm->model->file_in_kernel[i + 1];
  const mat3 R = mat3_of(file->R);
  chain_link *l = &x->link[i];
  *l = chain_link_of(from->joint == ULNA_PRISMATIC, from->ca, from->sa, from->r, from->m, from->com, from->I);
  const real *a = parameter_of(x, PARAMETER_A, i + 1), *d = parameter_of(x, PARAMETER_D, i + 1);
  const real *m = parameter_of(x, PARAMETER_MASS, i + 1), *com = parameter_of(x, PARAMETER_COM, i + 1),
             *I = parameter_of(x, PARAMETER_INERTIA, i + 1);
  if (a) l->r.x = *a;
  if (d) l->r.y = mul(*d, l->sa), l->r.z = mul(*d, l->ca);
  if (m) l->m = *m;
  if (com) l->com = vec3_add(rotated(file, vec3_in(com)), vec3_of(file->p));
  if (I) {
    const sym3 S = {I[0], I[1], I[2], I[3], I[4], I[5]};
    l->I = sym3_rotate(&R, S);
  }
  const real *payload = i == x->n - 1 ? parameter_of(x, PARAMETER_PAYLOAD, 0) : NULL;
  if (!payload) return;
  const sym3 S = {payload[4], payload[5], payload[6], payload[7], payload[8], payload[9]};
  weld(l, payload[0], vec3_add(rotated(file, vec3_in(payload + 1)), vec3_of(file->p)), sym3_rotate(&R, S));
}

static void fill_base(symbols *x)
{
  const real *gravity = parameter_of(x, PARAMETER_GRAVITY, 0),
             *wrench_given = parameter_of(x, PARAMETER_WRENCH, 0);
  vec3 g = vec3_of(x->arm->gravity0);
  if (gravity) g = rotated_back(&x->arm->frame0, rotated_back(&x->arm->world, vec3_in(gravity)));
  x->base.w = x->base.wd = vec3_zero(), x->base.a = vec3_neg(g);
  x->tip.f = x->tip.n = vec3_zero();
  if (!wrench_given) return;
  // on the hand, in tool axes at its origin, force first → by the hand, at origin n in frame n
  const vec3 f = rotated(&x->arm->tool, vec3_in(wrench_given)),
             n = rotated(&x->arm->tool, vec3_in(wrench_given + 3));
  x->tip.f = vec3_neg(f);
  x->tip.n = vec3_neg(vec3_add(n, vec3_cross(vec3_of(x->arm->tool.p), f)));
}

static void fill_rotors(symbols *x)
{
  const generate_arm *arm = x->arm;
  const int count = arm->drives ? arm->rotor_count : 0;
  int *first = arena_take_array(x->memory, (size_t)x->n + 2, sizeof(int));
  vec3 *momentum = arena_take_array(x->memory, (size_t)count + 1, sizeof(vec3));
  real *inertia = reals(x, count);
  x->rotors.first = first, x->rotors.momentum = momentum, x->rotors.inertia = inertia;
  x->rotors.own = reals(x, count);
  x->rotor_rate = reals(x, count), x->rotor_acceleration = reals(x, count);
  x->rotors.rate = x->rotor_rate, x->rotors.acceleration = x->rotor_acceleration;
  if (x->memory->failed) return;
  for (int r = 0; r < count; r++) {
    const generate_rotor *from = &arm->rotor[r];
    const vec3 z = vec3_scale(constant(from->inertia), vec3_of(from->axis));
    inertia[r] = constant(from->inertia);
    momentum[r] =
        from->carrier > 0 ? vec3_turn_x(z, x->link[from->carrier - 1].ca, x->link[from->carrier - 1].sa) : z;
    for (int u = from->carrier + 1; u <= x->n + 1; u++) first[u]++;
  }
}

/* The fast kernels' table. */
static void fill_fast(symbols *x)
{
  layout l = layout_measuring();
  fast_twists twists;
  fast_twists_layout(&twists, &l, x->n);
  fast_chain_layout(&x->fast, &l, x->n);
  fast_rows_layout(&x->fast.rows, &l, x->n);
  void *memory = aligned(x, layout_size(&l));
  if (!memory) return;
  l = layout_assigning(memory);
  fast_twists_layout(&twists, &l, x->n);
  fast_chain_layout(&x->fast, &l, x->n);
  fast_rows_layout(&x->fast.rows, &l, x->n);
  fast_twists_make(&twists, &x->chain);
  fast_chain_prepare(&x->fast, &x->chain, &twists, x->theta0);
  x->fast.base = x->base;
  fast_chain_set_hand(&x->fast, x->tip);
}

/* Rounding in place of zero: negligible for a body of this mass and size. */
static real without_dust(real a, double scale)
{
  const double value = value_of(a);
  return fabs(value) < 1e-14 * scale ? constant(0) : a;  // not of what is no constant: NaN
}
static void without_dust_vec3(vec3 *v, double scale)
{
  v->x = without_dust(v->x, scale), v->y = without_dust(v->y, scale), v->z = without_dust(v->z, scale);
}
static void without_dust_sym3(sym3 *S, double scale)
{
  real *const all[] = {&S->xx, &S->yy, &S->zz, &S->xy, &S->xz, &S->yz};
  for (int k = 0; k < 6; k++) *all[k] = without_dust(*all[k], scale);
}

static double mass_scale(const generate_arm *arm, double *length)
{
  double m = 0;
  *length = 0;
  for (int i = 0; i < arm->n; i++) {
    const link_numbers *l = &arm->link[i];
    m += l->m,
        *length += fabs(l->a) + fabs(l->b) + fabs(l->d) + fabs(l->com[0]) + fabs(l->com[1]) + fabs(l->com[2]);
  }
  return m;
}

static void dust_tables(symbols *x)
{
  double length;
  const double mass = mass_scale(x->arm, &length);
  for (int i = 0; i < x->n; i++) {
    fast_link *l = &x->fast.link[i];
    lean_link *k = &x->lean[i];
    l->m = without_dust(l->m, mass);
    without_dust_vec3(&l->r, length), without_dust_vec3(&l->mc, mass * length);
    without_dust_sym3(&l->J, mass * length * length);
    k->m = without_dust(k->m, mass), k->at_end = without_dust(k->at_end, mass);
    k->at_foot = without_dust(k->at_foot, mass);
    without_dust_vec3(&k->r, length), without_dust_vec3(&k->mc, mass * length);
    without_dust_sym3(&k->J, mass * length * length);
  }
  const fast_link none = fast_link_none();
  for (int i = 1; i < x->n; i += 2)
    x->fast.two[i / 2] = fast_pair_of(&x->fast.link[i], i + 1 < x->n ? &x->fast.link[i + 1] : &none);
  fast_chain_fill_rows(&x->fast, x->n);
}

static bool fill(symbols *x, const function_shape *shape)
{
  const int n = x->n, inputs = ulna_function_inputs(shape), parameters = x->arm->parameter_numbers;
  const size_t count = (size_t)n;
  x->link = arena_take_array(x->memory, count, sizeof *x->link);
  x->raw = arena_take_array(x->memory, count, sizeof *x->raw);
  x->lean = arena_take_array(x->memory, count, sizeof *x->lean);
  x->load = arena_take_array(x->memory, count, sizeof *x->load);
  x->theta0 = reals(x, n), x->zero = reals(x, n), x->s = reals(x, n), x->c = reals(x, n),
  x->slide = reals(x, n);
  x->in = reals(x, inputs + parameters);
  if (x->memory->failed) return false;
  x->chain = (chain){n, x->link};
  for (int i = 0; i < inputs + parameters; i++) x->in[i] = symbol_of(ulna_graph_input(x->g, i));
  x->parameter = x->in + inputs;
  for (int i = 0; i < n; i++) {
    x->theta0[i] = constant(x->arm->link[i].theta0), x->zero[i] = constant(0);
    fill_link(x, i);
  }
  fill_base(x);
  fill_rotors(x);
  fill_fast(x);
  if (x->memory->failed) return false;
  lean_links_prepare(&x->chain, x->theta0, x->choice, x->raw, x->lean);
  dust_tables(x);
  return !x->memory->failed;
}

/* ---- friction and gears */

/* Against the motion: viscous · v + the Coulomb level of the direction, 0 at rest. */
static real friction(symbols *x, const generate_friction *f, real v)
{
  (void)x;
  const real zero = constant(0);
  const real dry =
      choose_less(zero, v, constant(f->coulomb[0]), choose_less(v, zero, constant(-f->coulomb[1]), zero));
  return add(mul(constant(f->viscous), v), dry);
}

/* out_i = Σ_a A[a][i] in_a (transposed) or Σ_a A[i][a] in_a */
static void constant_times(int n, const double A[], bool transposed, const real in[], real out[])
{
  for (int i = 0; i < n; i++) {
    out[i] = constant(0);
    for (int a = 0; a < n; a++)
      out[i] = add(out[i], mul(constant(transposed ? A[a * n + i] : A[i * n + a]), in[a]));
  }
}

static void joint_friction_onto(symbols *x, const real qd[], real tau[])
{
  for (int i = 0; i < x->n; i++) tau[i] = add(tau[i], friction(x, &x->arm->joint_friction[i], qd[i]));
}

/* From joint forces without friction to actuator forces: K⁻ᵀ (F + joint friction) + actuator friction. */
static void to_actuators(symbols *x, const real qd[], real tau[])
{
  const generate_arm *arm = x->arm;
  real *speed = reals(x, x->n), *forces = reals(x, x->n);
  if (!speed || !forces) return;
  joint_friction_onto(x, qd, tau);
  constant_times(x->n, arm->K, false, qd, speed);
  constant_times(x->n, arm->K_inverse, true, tau, forces);
  for (int a = 0; a < x->n; a++) tau[a] = add(forces[a], friction(x, &arm->actuator_friction[a], speed[a]));
}

/* And back: Kᵀ (F_ad − actuator friction) − joint friction. */
static void to_joints(symbols *x, const real qd[], const real F_ad[], real tau[])
{
  const generate_arm *arm = x->arm;
  real *speed = reals(x, x->n), *forces = reals(x, x->n), *none = reals(x, x->n);
  if (!speed || !forces || !none) return;
  constant_times(x->n, arm->K, false, qd, speed);
  for (int a = 0; a < x->n; a++) forces[a] = sub(F_ad[a], friction(x, &arm->actuator_friction[a], speed[a]));
  constant_times(x->n, arm->K, true, forces, tau);
  for (int i = 0; i < x->n; i++) tau[i] = sub(tau[i], friction(x, &arm->joint_friction[i], qd[i]));
}

/* ---- the kernels */

static void turn_joints(symbols *x, const real q[])
{
  for (int i = 0; i < x->n; i++) {
    const bool turns = x->link[i].joint == JOINT_REVOLUTE;
    sine_cosine_sums(1, &x->theta0[i], turns ? &q[i] : &x->zero[i], &x->s[i], &x->c[i]);
    x->slide[i] = turns ? x->zero[i] : q[i];
  }
}

static void rotors_at(symbols *x, const real qd[], const real qdd[])
{
  for (int r = 0; r < x->rotors.first[x->n + 1]; r++) {
    x->rotor_rate[r] = x->rotor_acceleration[r] = constant(0);
    for (int i = 0; i < x->n; i++) {
      const real k = constant(x->arm->rotor[r].k[i]);
      x->rotor_rate[r] = add(x->rotor_rate[r], mul(k, qd[i]));
      if (qdd) x->rotor_acceleration[r] = add(x->rotor_acceleration[r], mul(k, qdd[i]));
    }
  }
}

/* Torques by the lean recursion; qd and qdd may be NULL: zeros. */
static void lean_torques(symbols *x, const base_state *base, const wrench *tip, const real q[],
                         const real qd[], const real qdd[], real tau[])
{
  const bool rotors = x->rotors.first[x->n + 1] > 0;
  turn_joints(x, q);
  if (rotors) rotors_at(x, qd ? qd : x->zero, qdd);
  lean_outward(x->lean, x->n, base, x->c, x->s, x->slide, qd ? qd : x->zero, qdd, rotors ? &x->rotors : NULL,
               x->load);
  lean_inward(x->lean, x->n, tip, x->c, x->s, x->slide, x->load, tau);
  for (int r = 0; r < x->rotors.first[x->n + 1]; r++)
    for (int i = 0; i < x->n; i++)
      tau[i] = add(tau[i], mul(constant(x->arm->rotor[r].k[i]), x->rotors.own[r]));
}

static void loaded_torques(symbols *x, const real q[], const real qd[], const real qdd[], real tau[])
{
  lean_torques(x, &x->base, &x->fast.tip, q, qd, qdd, tau);
}

/* Inertia that rotors add to M: Ia k kᵀ, and in moving links the terms with the carrier's turning, by a unit acceleration of
 * each joint. */
static void mass_matrix(symbols *x, const real q[], real M[])
{
  const int n = x->n;
  fast_mass_matrix(&x->fast, &x->fast.scratch, n, x->fast.revolute, q, M);
  if (x->rotors.first[n + 1] == 0) return;
  real *unit = reals(x, n), *with = reals(x, n), *without = reals(x, n);
  if (!unit || !with || !without) return;
  const base_state still = {vec3_zero(), vec3_zero(), vec3_zero()};
  const wrench none = {vec3_zero(), vec3_zero()};
  for (int j = 0; j < n; j++) {
    for (int i = 0; i < n; i++) unit[i] = constant(i == j ? 1 : 0);
    lean_torques(x, &still, &none, q, NULL, unit, with);
    for (int i = 0; i <= j; i++) M[i * n + j] = M[j * n + i] = with[i];
  }
}

static void forward(symbols *x, const real q[], const real qd[], const real tau[], real qdd[])
{
  const int n = x->n;
  real pivot[COLUMNS_MOST];
  if (x->rotors.first[n + 1] == 0 && x->variant == 0) {
    fast_forward_dynamics(&x->fast, &x->fast.scratch, n, x->fast.revolute, false, q, qd, tau, NULL, qdd,
                          pivot);
    return;
  }
  real *M = reals(x, n * n), *b = reals(x, n);
  if (!M || !b || n < 1) return;
  mass_matrix(x, q, M);
  loaded_torques(x, q, qd, NULL, b);
  for (int i = 0; i < n; i++) b[i] = sub(tau[i], b[i]);
  real inverse[COLUMNS_MOST], u[COLUMNS_MOST][COLUMNS_MOST];
  for (int i = n - 1; i >= 0; i--) {
    fast_eliminate(n, i, &M[i * n], u, inverse, b);
    inverse[i] = divide(constant(1), M[i * n + i]);
  }
  for (int i = 0; i < n; i++) {
    real a = mul(b[i], inverse[i]);
    for (int j = 0; j < i; j++) a = sub(a, mul(u[i][j], qdd[j]));
    qdd[i] = a;
  }
}

static void hand_pose(symbols *x, const real q[], real R[], real p[])
{
  const int n = x->n;
  placement *at = arena_take_array(x->memory, (size_t)n + 1, sizeof *at);
  if (!at) return;
  turn_joints(x, q);
  const posture where = {x->s, x->c, x->slide};
  for (int i = 0; i < 9; i++) at[0].R.e[i / 3][i % 3] = constant(x->arm->frame0.R[i / 3][i % 3]);
  at[0].p = vec3_of(x->arm->frame0.p);
  link_placements(&x->chain, &where, at);
  placement tool;
  for (int i = 0; i < 9; i++) tool.R.e[i / 3][i % 3] = constant(x->arm->tool.R[i / 3][i % 3]);
  tool.p = vec3_of(x->arm->tool.p);
  const placement hand = placement_product(&at[n], &tool);
  for (int i = 0; i < 9; i++) R[i] = hand.R.e[i / 3][i % 3];
  p[0] = hand.p.x, p[1] = hand.p.y, p[2] = hand.p.z;
}

static void hand_jacobian(symbols *x, const real q[], real J[])
{
  placement base, end;
  for (int i = 0; i < 9; i++) base.R.e[i / 3][i % 3] = constant(x->arm->frame0.R[i / 3][i % 3]);
  base.p = vec3_of(x->arm->frame0.p);
  fast_chain_turn(&x->fast, x->n, x->fast.revolute, q, &x->fast.scratch.turns);
  fast_jacobian(&x->fast, x->n, x->fast.revolute, x->n, vec3_of(x->arm->tool.p), &base,
                &x->fast.scratch.turns, J, &end);
}

/* ∂(outputs)/∂(input): forward along the graph, each node once. */
static void derivatives_by(symbols *x, const real of[], int count, int input, real out[], int stride)
{
  graph *g = x->g;
  const int nodes = g->count;
  int *rate = arena_take_array(x->memory, (size_t)nodes, sizeof *rate);
  if (!rate) return;
  for (int i = 0; i < nodes && g->status == ULNA_OK; i++) {
    const node n = g->at[i];
    int r[4] = {0};
    for (int k = 0; k < ulna_graph_operands(n.op); k++) r[k] = rate[node_of(n.of[k])] ^ sign_of(n.of[k]);
    const real a = symbol_of(n.of[0]), b = symbol_of(n.of[1]), da = symbol_of(r[0]), db = symbol_of(r[1]);
    real d = constant(0);
    switch (n.op) {
    case OP_CONSTANT: break;
    case OP_INPUT: d = constant(n.of[0] == input ? 1 : 0); break;
    case OP_SUM: d = add(da, db); break;
    case OP_PRODUCT: d = add(mul(a, db), mul(da, b)); break;
    case OP_QUOTIENT: d = divide(sub(da, mul(symbol_of(2 * i), db)), b); break;
    case OP_ROOT: d = divide(da, mul(constant(2), symbol_of(2 * i))); break;
    case OP_SINE: d = mul(symbol_of(ulna_symbol_cosine(a.edge)), da); break;
    case OP_COSINE: d = neg(mul(symbol_of(ulna_symbol_sine(a.edge)), da)); break;
    case OP_CHOICE: d = choose_less(a, b, symbol_of(r[2]), symbol_of(r[3])); break;
    }
    rate[i] = d.edge;
  }
  for (int k = 0; k < count; k++)
    out[k * stride] = symbol_of(rate[node_of(of[k].edge)] ^ sign_of(of[k].edge));
}

/* Inputs first, first + 1, … in the expressions of `of` become the given ones. */
static void substitute(symbols *x, int first, int count, const real by[], real of[], int of_count)
{
  graph *g = x->g;
  const int nodes = g->count;
  int *edge = arena_take_array(x->memory, (size_t)nodes, sizeof *edge);
  for (int i = 0; i < nodes && edge && g->status == ULNA_OK; i++) {
    const node n = g->at[i];
    int a[4] = {0};
    for (int k = 0; k < ulna_graph_operands(n.op); k++) a[k] = edge[node_of(n.of[k])] ^ sign_of(n.of[k]);
    const bool replaced = n.op == OP_INPUT && n.of[0] >= first && n.of[0] < first + count;
    edge[i] = replaced                                  ? by[n.of[0] - first].edge
              : n.op == OP_CONSTANT || n.op == OP_INPUT ? 2 * i
                                                        : ulna_graph_node(g, n.op, a[0], a[1], a[2], a[3]);
  }
  for (int k = 0; k < of_count && edge; k++)
    of[k] = symbol_of(edge[node_of(of[k].edge)] ^ sign_of(of[k].edge));
}

/* ∂tau/∂q, ∂tau/∂qd of the links, by the analytic kernel. */
static void kernel_derivatives(symbols *x, const real q[], const real qd[], const real qdd[], real dq[],
                               real dqd[], real M[])
{
  const int n = x->n;
  derivative_scratch s;
  real *tau = reals(x, n);
  layout l = layout_measuring();
  derivative_scratch_layout(&s, &l, n);
  void *memory = aligned(x, layout_size(&l));
  if (!memory || !tau) return;
  l = layout_assigning(memory);
  derivative_scratch_layout(&s, &l, n);
  inverse_dynamics_derivatives(&x->fast, n, x->fast.revolute, q, qd, qdd, NULL, NULL, tau, dq, dqd, M, &s);
}

/* The same link by link, each in its own frame, where zeros of the arm show. Revolute joints only. */
static void link_derivatives(symbols *x, const real q[], const real qd[], const real qdd[], real dq[],
                             real dqd[], real M[])
{
  const int n = x->n;
  fast_turns *t = &x->fast.scratch.turns;
  derivative_fields *field = arena_take_array(x->memory, (size_t)n, sizeof *field);
  derivative_momentum_of_link *own = arena_take_array(x->memory, (size_t)n, sizeof *own);
  real *tau = reals(x, n);
  if (!field || !own || !tau) return;
  const derivative_matrices to = {dq, dqd, M};
  fast_chain_turn(&x->fast, n, true, q, t);
  fast_derivatives(&x->fast, n, t, qd, qdd, field, own, tau, derivative_put_in_matrices, &to);
}

/* The same along the graph of the lean recursion; q and qd are the first inputs. */
static void torque_derivatives(symbols *x, const real q[], const real qd[], const real qdd[], real dq[],
                               real dqd[], real M[])
{
  const int n = x->n;
  real *tau = reals(x, n);
  if (!tau) return;
  if (x->variant > 0) {
    (x->variant == 2 && x->fast.revolute ? link_derivatives : kernel_derivatives)(x, q, qd, qdd, dq, dqd, M);
    return;
  }
  loaded_torques(x, q, qd, qdd, tau);
  for (int j = 0; j < n; j++) {
    derivatives_by(x, tau, n, j, &dq[j], n);
    derivatives_by(x, tau, n, n + j, &dqd[j], n);
  }
  mass_matrix(x, q, M);
}

/* ∂qdd/∂q = −M⁻¹ ∂tau/∂q at the acceleration that tau gives, held fixed: it first enters as inputs of its own. */
static void forward_derivatives(symbols *x, const real q[], const real qd[], const real tau[], real dq[],
                                real dqd[], real X[])
{
  enum { HELD = 1 << 20 };
  const int n = x->n;
  real *qdd = reals(x, n), *held = reals(x, n), *dtau = reals(x, 3 * n * n);
  real pivot[COLUMNS_MOST];
  if (!qdd || !held || !dtau) return;
  for (int i = 0; i < n; i++) held[i] = symbol_of(ulna_graph_input(x->g, HELD + i));
  torque_derivatives(x, q, qd, held, dtau, dtau + n * n, dtau + 2 * n * n);
  fast_inverse_mass(&x->fast, &x->fast.scratch, n, x->fast.revolute, q, X, pivot);
  forward(x, q, qd, tau, qdd);
  substitute(x, HELD, n, qdd, dtau, 2 * n * n);
  minus_product(n, X, dtau, dq), minus_product(n, X, dtau + n * n, dqd);
}

static void regressor(symbols *x, const real q[], const real qd[], const real qdd[], real Y[])
{
  const int n = x->n;
  derivative_scratch s;
  layout l = layout_measuring();
  derivative_scratch_layout(&s, &l, n);
  void *memory = aligned(x, layout_size(&l));
  parameter_frame *frame = arena_take_array(x->memory, (size_t)n, sizeof *frame);
  if (!memory || !frame) return;
  l = layout_assigning(memory);
  derivative_scratch_layout(&s, &l, n);
  if (!s.turns.c) return;  // never: there is memory
  for (int i = 0; i < n; i++) {
    const ulna_pose *file = &x->arm->model->file_in_kernel[i + 1];
    const mat3 R = mat3_of(file->R);
    frame[i] = parameter_frame_of(&x->link[i], &R, vec3_of(file->p));
  }
  links_regressor(&x->fast, n, x->fast.revolute, frame, q, qd, qdd, 10 * n, Y, &s);
}

static void udut(symbols *x, const real q[], real U[], real D[])
{
  const int n = x->n;
  real *M = reals(x, n * n);
  if (!M) return;
  mass_matrix(x, q, M);
  udut_factor(n, n, M);
  for (int i = 0; i < n; i++) {
    D[i] = M[i * n + i];
    for (int j = 0; j < n; j++) U[i * n + j] = i == j ? constant(1) : j > i ? M[j * n + i] : constant(0);
  }
}

/* tau = ID(q, qd, qdd_d + kv (qd_d − qd) + kp (q_d − q)), friction at the measured speed */
static void control(symbols *x, const real in[], real out[])
{
  const int n = x->n;
  const real *q_d = in, *qd_d = in + n, *qdd_d = in + 2 * n, *q = in + 3 * n, *qd = in + 4 * n,
             *kp = in + 5 * n, *kv = in + 6 * n;
  real *qdd = reals(x, n);
  if (!qdd) return;
  for (int i = 0; i < n; i++)
    qdd[i] = add(qdd_d[i], add(mul(kv[i], sub(qd_d[i], qd[i])), mul(kp[i], sub(q_d[i], q[i]))));
  loaded_torques(x, q, qd, qdd, out);
  if (x->arm->drives) to_actuators(x, qd, out);
}

static void run(symbols *x, function_id f, real out[])
{
  const int n = x->n;
  const real *q = x->in, *qd = x->in + n, *third = x->in + 2 * n;
  const base_state still = {vec3_zero(), vec3_zero(), vec3_zero()};
  const wrench none = {vec3_zero(), vec3_zero()};
  real *tau;
  switch (f) {
  case FUNCTION_ID:
    loaded_torques(x, q, qd, third, out);
    if (x->arm->drives) to_actuators(x, qd, out);
    break;
  case FUNCTION_FD:
    tau = reals(x, n);
    if (!tau) return;
    if (x->arm->drives) to_joints(x, qd, third, tau);
    forward(x, q, qd, x->arm->drives ? tau : third, out);
    break;
  case FUNCTION_MASS: mass_matrix(x, q, out); break;
  case FUNCTION_GRAVITY: lean_torques(x, &x->base, &none, q, NULL, NULL, out); break;
  case FUNCTION_BIAS: loaded_torques(x, q, qd, NULL, out); break;
  case FUNCTION_CORIOLIS: lean_torques(x, &still, &none, q, qd, NULL, out); break;
  case FUNCTION_CORIOLIS_MATRIX: {
    vec3 *u = arena_take_array(x->memory, (size_t)n, sizeof *u);
    fast_polar_wrench *W = arena_take_array(x->memory, (size_t)n, sizeof *W);
    if (u && W) fast_coriolis_matrix(&x->fast, n, x->fast.revolute, q, qd, &x->fast.scratch.turns, u, W, out);
    break;
  }
  case FUNCTION_INVERSE_MASS: {
    real pivot[COLUMNS_MOST];
    fast_inverse_mass(&x->fast, &x->fast.scratch, n, x->fast.revolute, q, out, pivot);
    break;
  }
  case FUNCTION_FK: hand_pose(x, q, out, out + 9); break;
  case FUNCTION_JACOBIAN: hand_jacobian(x, q, out); break;
  case FUNCTION_DID: torque_derivatives(x, q, qd, third, out, out + n * n, out + 2 * n * n); break;
  case FUNCTION_DFD: forward_derivatives(x, q, qd, third, out, out + n * n, out + 2 * n * n); break;
  case FUNCTION_REGRESSOR: regressor(x, q, qd, third, out); break;
  case FUNCTION_UDUT: udut(x, q, out, out + n * n); break;
  case FUNCTION_CONTROL: control(x, x->in, out); break;
  case FUNCTION_COUNT: break;
  }
}

static ulna_status record(function_id f, const generate_arm *arm, int variant, lean_choice choice[], int most,
                          const ulna_allocator *allocator, graph *g, int outputs[])
{
  arena memory;
  arena_init(&memory, allocator);
  const function_shape shape = ulna_function_shape(f, arm);
  const int count = ulna_function_outputs(&shape);
  symbols x = {.arm = arm, .g = g, .n = arm->n, .choice = choice, .variant = variant, .memory = &memory};
  ulna_graph_begin(g, most, allocator);
  ulna_symbols_into(g);
  real *out = reals(&x, count);
  if (g->status == ULNA_OK && out && fill(&x, &shape)) run(&x, f, out);
  for (int i = 0; i < count && out; i++) outputs[i] = out[i].edge;
  if (memory.failed && g->status == ULNA_OK) g->status = ULNA_OUT_OF_MEMORY;
  ulna_symbols_into(NULL);
  arena_free(&memory);
  if (g->status != ULNA_OK) return g->status;
  graph needed;
  ulna_graph_begin(&needed, most, allocator);
  ulna_graph_copy_needed(g, &needed, outputs, count);
  ulna_graph_end(g);
  *g = needed;
  if (g->status == ULNA_OK) ulna_graph_simplify(g, outputs, count);
  return g->status;
}

/* ---- the choice of what stands for masses */

/* The choices for link i: bits of mass_at_end, mass_at_next_foot, moment_along_next. Masses far larger than the arm's
 * would cancel each other and lose digits. */
static unsigned allowed_choices(const generate_arm *arm, int i)
{
  const link_numbers *l = &arm->link[i], *next = i + 1 < arm->n ? &arm->link[i + 1] : NULL;
  for (int p = 0; p < arm->parameter_count; p++)  // lengths that may become zero
    if (arm->parameter[p].kind == PARAMETER_A || arm->parameter[p].kind == PARAMETER_D) return 0;
  if (!next || next->joint == ULNA_PRISMATIC) return 0;
  double length = 0;
  for (int k = 0; k < 3; k++) length += fabs(l->com[k]) + fabs(l->r[k]);
  const double least = 0.02 * length;
  unsigned bits = 0;
  if (fabs(l->a) > least) bits |= 1;
  if (fabs(next->d * l->sa) > least && l->b == 0) bits |= 2;
  if (fabs(l->ca * l->sa) > 0.02) bits |= 4;
  return bits;
}

static void set_choice(lean_choice *c, unsigned bits)
{
  c->mass_at_end = (bits & 1) != 0, c->mass_at_next_foot = (bits & 2) != 0,
  c->moment_along_next = (bits & 4) != 0;
}

/* The search for the choice with fewest operations. */
typedef struct {
  function_id f;
  const generate_arm *arm;
  int most, count;  // operations; outputs
  const ulna_allocator *allocator;
  lean_choice *choice;
  graph *g;  // the best so far
  int *outputs, *trial;
  long best;
} search;

/* One more way; true: it is the best so far. */
static bool try_way(search *s, int variant, ulna_status *status)
{
  graph other;
  *status = record(s->f, s->arm, variant, s->choice, s->most, s->allocator, &other, s->trial);
  const long cost = *status == ULNA_OK ? ulna_graph_cost(&other, s->trial, s->count) : 0;
  const bool better = *status == ULNA_OK && (s->best < 0 || cost < s->best);
  if (better) {
    s->best = cost;
    memcpy(s->outputs, s->trial, (size_t)s->count * sizeof *s->trial);
    const graph old = *s->g;
    *s->g = other, other = old;
  }
  ulna_graph_end(&other);
  return better;
}

// Other ways than the first.
static int variants(function_id f)
{
  return f == FUNCTION_DID || f == FUNCTION_DFD ? 2 : f == FUNCTION_FD ? 1 : 0;
}
static bool uses_lean(function_id f)
{
  return f == FUNCTION_ID || f == FUNCTION_FD || f == FUNCTION_BIAS || f == FUNCTION_CORIOLIS ||
         f == FUNCTION_CONTROL;
}

static ulna_status look(search *s)
{
  ulna_status status;
  int variant = 0;
  try_way(s, 0, &status);
  for (int way = 1; way <= variants(s->f) && status == ULNA_OK && !s->arm->drives; way++)
    if (try_way(s, way, &status)) variant = way;
  if (s->f == FUNCTION_FD) variant = 1;  // whose bias is by the lean recursion
  for (int i = s->arm->n - 1; i >= 0 && status == ULNA_OK && uses_lean(s->f); i--) {
    const unsigned allowed = allowed_choices(s->arm, i);
    lean_choice kept = s->choice[i];
    for (unsigned bits = 1; bits < 8 && status == ULNA_OK; bits++) {
      if ((bits & ~allowed) != 0) continue;
      set_choice(&s->choice[i], bits);
      if (try_way(s, variant, &status)) kept = s->choice[i];
    }
    s->choice[i] = kept;
  }
  return status;
}

ulna_status ulna_function_record(function_id f, const generate_arm *arm, int most,
                                 const ulna_allocator *allocator, graph *g, int outputs[])
{
  const function_shape shape = ulna_function_shape(f, arm);
  arena memory;
  arena_init(&memory, allocator);
  search s = {
      .f = f, .arm = arm, .most = most, .allocator = allocator, .g = g, .outputs = outputs, .best = -1};
  s.count = ulna_function_outputs(&shape);
  s.choice = arena_take_array(&memory, (size_t)arm->n, sizeof *s.choice);
  s.trial = arena_take_array(&memory, (size_t)s.count, sizeof *s.trial);
  *g = (graph){.status = ULNA_OK};
  const ulna_status status = s.choice && s.trial ? look(&s) : ULNA_OUT_OF_MEMORY;
  arena_free(&memory);
  if (status != ULNA_OK) ulna_graph_end(g);
  return status;
}
