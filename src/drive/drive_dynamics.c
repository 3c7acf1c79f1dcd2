/* Dynamics of an arm with its drives: rotors, couplings, friction. */
#include <math.h>
#include <string.h>

#include "base/finite.h"
#include "base/lu.h"
#include "drive/drive_internal.h"
#include "drive/driven.h"
#include "drive/places.h"
#include "model/coupling.h"
#include "ulna/drive.h"
#include "ulna/follow.h"
#include "ulna/forward_dynamics.h"
#include "ulna/friction.h"
#include "ulna/inverse_dynamics.h"
#include "ulna/motor.h"
#include "work/work.h"

const char *ulna_actuator_name(const ulna_model *model, int actuator)
{
  ULNA_ASSERT(model && actuator >= 0 && actuator < model->n);
  const int joint = model->drives.direct_joint[actuator];
  return joint ? model->given.joints[joint - 1].name : model->given.drives[actuator].name;
}

int ulna_actuator_drive(const ulna_model *model, int actuator)
{
  ULNA_ASSERT(model && actuator >= 0 && actuator < model->n);
  return model->drives.direct_joint[actuator] ? -1 : actuator;
}

int ulna_actuator_joint(const ulna_model *model, int actuator)
{
  ULNA_ASSERT(model && actuator >= 0 && actuator < model->n);
  return model->drives.direct_joint[actuator];
}

void ulna_work_set_rotors(ulna_work *work, ulna_rotors rotors)
{
  ULNA_ASSERT(work);
  work->drive.rotors = rotors;
}

void ulna_coupling(const ulna_model *model, const double q[], double q_a[], double K[], double H[])
{
  ULNA_ASSERT(model);
  ulna_coupling_value(&model->drives.actuators, q, q_a, K);
  if (H) ulna_coupling_hessians(&model->drives.actuators, q, H);
}

/* out = Kᵀ in; in and out apart */
static void transposed_times(int n, const double K[], const double in[], double out[])
{
  for (int i = 0; i < n; i++) {
    out[i] = 0;
    for (int a = 0; a < n; a++) out[i] += K[a * n + i] * in[a];
  }
}

/* out = Kᵀ in, quickly where each actuator has a joint of its own. */
static void at_joints(const ulna_model *model, const double K[], const double in[], double out[])
{
  if (model->drives.in_order)
    for (int i = 0; i < model->n; i++) out[i] = model->drives.place[i].ratio * just_written(&in[i]);
  else transposed_times(model->n, K, in, out);
}

const double *ulna_coupling_at(const ulna_model *model, ulna_work *work, const double q[])
{
  const drive_scratch *d = &work->drive;
  if (d->K_now) ulna_coupling_value(&model->drives.actuators, q, NULL, d->K_now);
  return d->K;
}

void ulna_driven_joint_forces(const ulna_model *model, ulna_work *work, const double q[], const double F_a[],
                              double F[])
{
  at_joints(model, ulna_coupling_at(model, work, q), F_a, F);
}

/* The answer, if it is finite. */
static ulna_status given(int n, const double found[], double answer[])
{
  if (!all_finite(n, found)) return ULNA_NOT_FINITE;
  copy_just_written(n, found, answer);
  return ULNA_OK;
}

/* v becomes K⁻ᵀ v. K from ulna_coupling_at. */
static ulna_status to_actuators(const ulna_model *model, ulna_work *work, const double K[], double v[])
{
  const drive_numbers *drives = &model->drives;
  const int n = model->n;
  drive_scratch *d = &work->drive;
  if (drives->in_order) {  // K is diagonal
    for (int a = 0; a < n; a++) v[a] /= drives->place[a].ratio;
  } else if (drives->factor) {
    lu_solve_transposed_scaled(n, drives->factor, drives->pivot, drives->row_scale, v);
  } else {
    memcpy(d->factor, K, (size_t)n * (size_t)n * sizeof *d->factor);
    if (lu_factor_scaled(n, d->factor, d->pivot, d->row_scale, COUPLING_VANISHING) >= 0) return ULNA_SINGULAR;
    lu_solve_transposed_scaled(n, d->factor, d->pivot, d->row_scale, v);
  }
  return all_finite(n, v) ? ULNA_OK : ULNA_NOT_FINITE;
}

ulna_status ulna_joint_to_actuator_forces(const ulna_model *model, ulna_work *work, const double q[],
                                          const double F[], double F_a[])
{
  ULNA_ASSERT(model && work && work->model == model && q && F && F_a);
  if (!ulna_work_has(work, ULNA_PART_DRIVES)) return ULNA_MISSING_PART;
  const drive_numbers *drives = &model->drives;
  const int n = model->n;
  double *found = work->drive.v[0];
  if (drives->in_order) {
    double none = 0;
    for (int a = 0; a < n; a++) {
      const double force = F[a] / drives->place[a].ratio;
      found[a] = force, none += 0 * force;  // 0 only of finite ones
    }
    if (none != 0) return ULNA_NOT_FINITE;
    copy_just_written(n, found, F_a);
    return ULNA_OK;
  }
  memcpy(found, F, (size_t)n * sizeof *F);
  const ulna_status status = to_actuators(model, work, ulna_coupling_at(model, work, q), found);
  if (status == ULNA_OK) copy_just_written(n, found, F_a);
  return status;
}

/* Where the moving bodies are: their coordinates and ∂x/∂q. */
void ulna_place_bodies(const ulna_model *model, ulna_work *work, const double q[])
{
  drive_scratch *d = &work->drive;
  const int n = model->n;
  if (d->bodies == 0) return;
  ulna_coupling_value(&model->drives.moving, q, d->x, d->Kx);  // without screws Kx is NULL, and k the model's
  for (int b = 0; b < d->bodies; b++) {
    const int row = model->drives.body[b].row;
    d->motion[b].sine = sin(d->x[row]);
    d->motion[b].cosine = cos(d->x[row]);
    d->motion[b].slide = d->x[row];
    for (int i = 0; d->k_now && i < n; i++) d->k_now[b * n + i] = d->Kx[row * n + i];
  }
}

/* xd = k·qd, xdd = k·qdd + curvature; curvature NULL: none */
static void move_bodies(const ulna_model *model, ulna_work *work, const double qd[], const double qdd[],
                        const double curvature[])
{
  drive_scratch *d = &work->drive;
  const int n = model->n;
  for (int b = 0; b < d->bodies; b++) {
    double rate = 0, acceleration = curvature ? curvature[model->drives.body[b].row] : 0;
    for (int i = 0; i < n; i++) {
      rate += d->k[b * n + i] * qd[i];
      acceleration += d->k[b * n + i] * qdd[i];
    }
    d->motion[b].rate = rate;
    d->motion[b].acceleration = acceleration;
  }
}

static void run_newton_euler(ulna_work *work, const base_state *base, vec3 gravity, wrench hand,
                             const double qd[], const double qdd[], double F[])
{
  drive_scratch *d = &work->drive;
  const moving_bodies moving = {d->rotors == ULNA_ROTORS_NONE ? 0 : d->bodies,
                                d->rotors == ULNA_ROTORS_SIMPLIFIED, d->body, d->motion, d->k};
  work->plain->moving_bodies(&work->arm, &work->at, base, gravity, hand, qd, qdd, &moving, F,
                             &d->newton_euler);
}

/* Whether the fast kernel can be used: balanced rotors, counted in their carriers, computed exactly. */
static bool is_fast(const ulna_work *work)
{
  return work->drive.carried && work->drive.rotors == ULNA_ROTORS_EXACT;
}

bool ulna_rotors_only_spin(const ulna_work *work)
{
  const vec3 turning = work->fast.base.wd;
  return work->drive.on_base && is_fast(work) && turning.x == 0 && turning.y == 0 && turning.z == 0;
}

/* Links by the fast kernel, and spin·qdd: pairs of joints that share a rotor, then its diagonal, from the last joint on, in
 * the kernel's order. Returns whether all of F are finite; this check is cheapest here. */
static inline bool spinning_joint_forces(ulna_work *work, const double q[], const double qd[],
                                         const double qdd[], double F[])
{
  const int n = work->arm.n;
  const drive_scratch *d = &work->drive;
  work->inverse_dynamics(&work->fast, ulna_work_posture(work, q), qd, qdd, F);
  if (!d->spin) return all_finite(n, F);
  uint64_t any = 0;
  for (const spin_pair *p = d->pair; p < d->pair + d->pair_count; p++) {
    F[p->i] += p->value * qdd[p->j];
    F[p->j] += p->value * qdd[p->i];
  }
  for (int i = n - 1; i >= 0; i--) {
    const double sum = just_written(&F[i]) + d->own_spin[i] * qdd[i];
    F[i] = sum, any |= not_finite_bit(sum);
  }
  return any >> 63 == 0;
}

/* Rotors that each move with one joint at a constant ratio, as most do: no sums over joints. */
static void single_joint_forces(ulna_work *work, const double q[], const double qd[], const double qdd[],
                                double F[])
{
  drive_scratch *d = &work->drive;
  const double *own = d->fast.own;
  const int count = d->bodies;
  if (d->in_order) {
    fast_rotors rotors = d->fast;
    rotors.rate = qd, rotors.acceleration = qdd;
    work->driven_dynamics(&work->fast, ulna_work_posture(work, q), qd, qdd, &rotors, F);
    for (int r = count - 1; r >= 0; r--) F[r] = just_written(&F[r]) + just_written(&own[r]);
    return;
  }
  for (int r = 0; r < count; r++) d->rate[r] = qd[d->from[r]], d->acceleration[r] = qdd[d->from[r]];
  work->driven_dynamics(&work->fast, ulna_work_posture(work, q), qd, qdd, &d->fast, F);
  for (int r = count - 1; r >= 0; r--) F[d->from[r]] += just_written(&own[r]);
}

/* The same through the fast kernel: it takes the rates of the rotors and gives their resistance, which goes to the
 * joints. */
static void fast_joint_forces(const ulna_model *model, ulna_work *work, const double q[], const double qd[],
                              const double qdd[], double F[])
{
  drive_scratch *d = &work->drive;
  const int n = model->n, count = d->bodies;
  const bool screws = model->drives.moving.screw_count > 0;
  if (screws) {
    ulna_place_bodies(model, work, q);
    ulna_coupling_curvature(&model->drives.moving, q, qd, d->curvature);
  }
  for (int r = 0; r < count; r++) {
    const double *k = &d->k[d->fast_body[r] * n];
    const int first = d->from[r];  // and most often the only one
    double rate = k[first] * qd[first], acceleration = k[first] * qdd[first];
    if (screws) acceleration += d->curvature[model->drives.body[d->fast_body[r]].row];
    if (__builtin_expect(d->to[r] > first, 0))
      for (int i = first + 1; i <= d->to[r]; i++) rate += k[i] * qd[i], acceleration += k[i] * qdd[i];
    d->rate[r] = rate, d->acceleration[r] = acceleration;
  }
  work->driven_dynamics(&work->fast, ulna_work_posture(work, q), qd, qdd, &d->fast, F);
  for (int r = 0; r < count; r++) {
    const double *k = &d->k[d->fast_body[r] * n], own = d->fast.own[r];
    const int first = d->from[r];
    F[first] += k[first] * own;
    if (__builtin_expect(d->to[r] > first, 0))
      for (int i = first + 1; i <= d->to[r]; i++) F[i] += k[i] * own;
  }
}

void ulna_drive_joint_forces(const ulna_model *model, ulna_work *work, const double q[], const double qd[],
                             const double qdd[], bool with_wrenches, double F[])
{
  if (work->drive.rotors == ULNA_ROTORS_NONE && !with_wrenches) {
    work->inverse_dynamics(&work->fast, ulna_work_posture(work, q), qd, qdd, F);
    return;
  }
  if (is_fast(work) && !with_wrenches) {
    if (ulna_rotors_only_spin(work)) (void)spinning_joint_forces(work, q, qd, qdd, F);
    else if (work->drive.single) single_joint_forces(work, q, qd, qdd, F);
    else fast_joint_forces(model, work, q, qd, qdd, F);
    return;
  }
  ulna_set_posture(work, q);
  ulna_place_bodies(model, work, q);
  if (work->drive.bodies) ulna_coupling_curvature(&model->drives.moving, q, qd, work->drive.curvature);
  move_bodies(model, work, qd, qdd, work->drive.curvature);
  run_newton_euler(work, &work->fast.base, work->gravity0, work->hand, qd, qdd, F);
}

/* Column j of M: the forces of qdd_j = 1 alone, nothing else moving, no gravity, no wrench on the hand. */
static void strobe_mass_matrix_of_all(const ulna_model *model, ulna_work *work, const double q[], double M[])
{
  const int n = model->n;
  double *unit = work->drive.v[4], *none = work->drive.v[5], *column = work->drive.v[3];
  const base_state rest = {vec3_zero(), vec3_zero(), vec3_zero()};
  const wrench empty = {vec3_zero(), vec3_zero()};
  ulna_set_posture(work, q);
  ulna_place_bodies(model, work, q);
  for (int i = 0; i < n; i++) unit[i] = none[i] = 0;
  for (int j = 0; j < n; j++) {
    unit[j] = 1;
    move_bodies(model, work, none, unit, NULL);
    run_newton_euler(work, &rest, vec3_zero(), empty, none, unit, column);
    for (int i = 0; i < n; i++) M[i * n + j] = column[i];
    unit[j] = 0;
  }
}

/* A rotor on the base: Ia k_i k_j. */
static void add_spin(const drive_scratch *d, int r, int n, double M[])
{
  const double *k = &d->k[d->fast_body[r] * n], Ia = d->body[d->fast_body[r]].I.zz;
  for (int i = d->from[r]; i <= d->to[r]; i++)
    for (int j = d->from[r]; j <= d->to[r]; j++) M[i * n + j] += Ia * k[i] * k[j];
}

/* One on link u feels the joints below it turn: Ia (k_i e_j·z + k_j e_i·z) more, e the axes of revolute joints 1…u. */
static void add_carried(ulna_work *work, double M[])
{
  drive_scratch *d = &work->drive;
  const int n = work->arm.n;
  mat3 R = mat3_identity();
  vec3 *axis = d->newton_euler.joint;  // of each joint, in frame 0
  for (int u = 1; u <= n; u++) {
    axis[u - 1] = mat3_column(&R, 2);
    R = step_compose(&R, chain_step(&work->arm, &work->at, u - 1));
    for (int r = d->fast.first[u]; r < d->fast.first[u + 1]; r++) {
      const int b = d->fast_body[r];
      const double *k = &d->k[b * n], Ia = d->body[b].I.zz;
      const vec3 z = mat3_mul(&R, mat3_column(&d->body[b].R, 2));
      for (int j = 0; j < u; j++) {
        if (work->link[j].joint != JOINT_REVOLUTE) continue;
        const double share = Ia * vec3_dot(axis[j], z);
        for (int i = d->from[r]; i <= d->to[r]; i++)
          M[i * n + j] += k[i] * share, M[j * n + i] += k[i] * share;
      }
    }
  }
}

void ulna_driven_mass_matrix(const ulna_model *model, ulna_work *work, const double q[], double M[])
{
  drive_scratch *d = &work->drive;
  if (d->rotors != ULNA_ROTORS_NONE && !is_fast(work)) {
    strobe_mass_matrix_of_all(model, work, q, M);
    return;
  }
  ulna_mass_matrix(model, work, q, M);
  if (d->rotors == ULNA_ROTORS_NONE) return;
  if (d->on_base) {
    for (int k = 0; k < model->n * model->n && d->spin; k++) M[k] += d->spin[k];
    return;
  }
  if (model->drives.moving.screw_count > 0) ulna_place_bodies(model, work, q);
  for (int r = 0; r < d->bodies; r++) add_spin(d, r, model->n, M);
  if (d->fast.first[1] == d->bodies) return;  // all on the base
  ulna_set_posture(work, q);
  add_carried(work, M);
}

void ulna_driven_bias(const ulna_model *model, ulna_work *work, const double q[], const double qd[],
                      double bias[])
{
  const double *none = model->tables->none;
  if (ulna_rotors_only_spin(work) &&
      !model->drives.load_friction)  // rotors that only spin wait for an acceleration
    work->inverse_dynamics(&work->fast, ulna_work_posture(work, q), qd, none, bias);
  else ulna_drive_joint_forces(model, work, q, qd, none, model->drives.load_friction, bias);
}

/* ulna_friction_force for a plain law, without a branch on the direction, which no processor can predict. */
static inline double friction_at(const ulna_friction *law, double velocity, const ulna_bearing *bearing)
{
  if (law->table_count > 0 || law->stribeck_velocity > 0) return ulna_friction_force(law, velocity, bearing);
  const double level = law->coulomb[velocity < 0] + law->load_dynamic * bearing->force;
  return velocity == 0 ? 0 : copysign(1, velocity) * level + law->viscous * velocity;
}

/* Friction of each joint and of each actuator at these speeds. F must have been computed just before: the normal
 * forces come from it. */
static void friction_forces(const ulna_model *model, ulna_work *work, const double K[], const double q[],
                            const double qd[], double joint[], double actuator[])
{
  const drive_numbers *drives = &model->drives;
  const int n = model->n;
  for (int i = 0; i < n; i++) {
    const ulna_bearing bearing = bearing_of(model, work, q, i);
    joint[i] = friction_at(&model->given.joints[i].friction, qd[i], &bearing);
  }
  static const ulna_bearing nothing;
  for (int a = 0; a < n; a++) {
    double rate = 0;
    if (drives->in_order) rate = drives->place[a].ratio * qd[a];
    else
      for (int i = 0; i < n; i++) rate += K[a * n + i] * qd[i];
    actuator[a] = drives->direct_joint[a] ? 0 : friction_at(&model->given.drives[a].friction, rate, &nothing);
  }
}

/* tau: the actuators' friction at the joints, plus the other forces there. */
static void joint_torques(const ulna_model *model, const double K[], const double F[], const double joint[],
                          const double actuator[], double tau[])
{
  const int n = model->n;
  at_joints(model, K, actuator, tau);
  for (int i = 0; i < n; i++) tau[i] = just_written(&tau[i]) + F[i] + just_written(&joint[i]);
}

static double current_for(const ulna_model *model, int actuator, double F_ad)
{
  if (model->drives.direct_joint[actuator]) return (double)NAN;
  return ulna_motor_current(&model->given.drives[actuator].motor, F_ad);
}

/* F alone: friction is not asked for. */
static ulna_status forces_of_links(const ulna_model *model, ulna_work *work, const double q[],
                                   const double qd[], const double qdd[], double answer[])
{
  const int n = model->n;
  double *F = work->drive.v[0];
  if (ulna_rotors_only_spin(work)) {
    if (!spinning_joint_forces(work, q, qd, qdd, F)) return ULNA_NOT_FINITE;
  } else {
    ulna_drive_joint_forces(model, work, q, qd, qdd, false, F);
    if (!all_finite(n, F)) return ULNA_NOT_FINITE;
  }
  if (!answer) return ULNA_OK;
  for (int i = n - 1; i >= 0; i--) answer[i] = just_written(&F[i]);
  if (model->drives.follower_count > 0) ulna_follow_forces(model, answer);
  return ULNA_OK;
}

/* Forces that friction is part of, and F with them if it is asked for. */
__attribute__((noinline)) static ulna_status forces_with_friction(const ulna_model *model, ulna_work *work,
                                                                  const double q[], const double qd[],
                                                                  const double qdd[],
                                                                  const ulna_drive_forces *forces)
{
  const int n = model->n;
  double *F = work->drive.v[0], *joint = work->drive.v[1], *actuator = work->drive.v[2],
         *F_a = work->drive.v[3], *tau = work->drive.v[4];
  ulna_drive_joint_forces(model, work, q, qd, qdd, model->drives.load_friction, F);
  const double *K = ulna_coupling_at(model, work, q);
  friction_forces(model, work, K, q, qd, joint, actuator);
  joint_torques(model, K, F, joint, actuator, tau);  // finite only if F and all friction are
  if (!all_finite(n, tau)) return ULNA_NOT_FINITE;
  if (forces->F_a || forces->F_ad || forces->current) {
    for (int i = 0; i < n; i++) F_a[i] = F[i] + joint[i];
    const ulna_status status = to_actuators(model, work, K, F_a);
    if (status != ULNA_OK) return status;
  }
  for (int i = 0; i < n; i++) {
    if (forces->F) forces->F[i] = F[i];
    if (forces->tau) forces->tau[i] = tau[i];
    if (forces->F_a) forces->F_a[i] = F_a[i];
    if (forces->F_ad) forces->F_ad[i] = F_a[i] + actuator[i];
    if (forces->current) forces->current[i] = current_for(model, i, F_a[i] + actuator[i]);
  }
  if (model->drives.follower_count > 0) {
    if (forces->F) ulna_follow_forces(model, forces->F);
    if (forces->tau) ulna_follow_forces(model, forces->tau);
  }
  return ULNA_OK;
}

ulna_status ulna_drive_inverse_dynamics(const ulna_model *model, ulna_work *work, const double q[],
                                        const double qd[], const double qdd[],
                                        const ulna_drive_forces *forces)
{
  ULNA_ASSERT(model && work && work->model == model && q && qd && qdd && forces);
  if (!ulna_work_has(work, ULNA_PART_DRIVES)) return ULNA_MISSING_PART;
  if (!forces->tau && !forces->F_a && !forces->F_ad && !forces->current)
    return forces_of_links(model, work, q, qd, qdd, forces->F);
  return forces_with_friction(model, work, q, qd, qdd, forces);
}

/* tau at the joints from the actuators' forces, where each joint has an actuator of its own and friction is plain: that of both
 * in one. */
static void plain_torques(const drive_numbers *drives, int n, const double qd[], const double F_ad[],
                          double tau[])
{
  for (int i = 0; i < n; i++) {
    const friction_place *p = &drives->place[i];
    const double v = p->ratio * qd[i];
    const double friction = v == 0 ? 0 : copysign(1, v) * p->coulomb[v < 0] + p->viscous * v;
    tau[i] = p->ratio * (F_ad[i] - friction);
  }
}

/* From tau at the joints to qdd by the links' own forward dynamics, if there are no rotors, or by the kernel for short arms, if they add a
 * constant to M; false: it cannot be used, or met a pivot that is not positive. */
static bool quick_forward(const ulna_model *model, ulna_work *work, const double q[], const double qd[],
                          const double tau[], double qdd[])
{
  const bool none = work->drive.rotors == ULNA_ROTORS_NONE || (work->drive.bodies == 0 && is_fast(work));
  if (model->drives.follower_count > 0 || !(none || ulna_rotors_only_spin(work))) return false;
  if (model->n > COLUMNS_MOST) return none && ulna_forward_dynamics(model, work, q, qd, tau, qdd) == ULNA_OK;
  double *pivot = work->forward.pivot;
  work->forward_dynamics(&work->fast, q, qd, tau, none ? NULL : work->drive.spin, qdd, pivot);
  for (int i = 0; i < model->n; i++)
    if (!(pivot[i] > 0)) return false;
  return true;
}

/* Sᵀ M S, with 1 on the diagonal of followers, so that it can be solved: their leaders move them. */
static void reduce(const ulna_model *model, double M[])
{
  ulna_follow_inertia(model, M);
  for (int k = 0; k < model->drives.follower_count; k++)
    M[model->drives.follower[k].joint * (model->n + 1)] = 1;
}

/* x = M⁻¹ x with all inertia, reduced; false: M is singular. By symmetric factors, unless a pivot is not positive. */
static bool solve_inertia(const ulna_model *model, ulna_work *work, const double q[], double x[])
{
  const int n = model->n;
  drive_scratch *d = &work->drive;
  const fast_paths *fast = ulna_fast_paths(0);
  bool positive = true;
  ulna_driven_mass_matrix(model, work, q, d->M);
  reduce(model, d->M);
  fast->factor(n, d->M);
  for (int i = 0; i < n; i++) positive = positive && d->M[i * n + i] > 0;
  if (positive) {
    fast->solve(n, d->M, x, x);
    return true;
  }
  ulna_driven_mass_matrix(model, work, q, d->M);
  reduce(model, d->M);
  if (lu_factor(n, d->M, d->pivot, 0) >= 0) return false;
  lu_solve(n, d->M, d->pivot, x);
  return true;
}

ulna_status ulna_drive_forward_dynamics(const ulna_model *model, ulna_work *work, const double q[],
                                        const double qd[], const double F_ad[], double qdd[])
{
  ULNA_ASSERT(model && work && work->model == model && q && qd && F_ad && qdd);
  if (!ulna_work_has(work, ULNA_PART_DRIVES)) return ULNA_MISSING_PART;
  const int n = model->n;
  drive_scratch *d = &work->drive;
  double *bias = d->v[0], *tau = d->v[1], *actuator = d->v[2], *joint = d->v[3];  // M needs v[3] on
  const bool loaded = model->drives.load_friction;  // its normal forces come with the bias
  if (loaded) ulna_driven_bias(model, work, q, qd, bias);
  if (model->drives.plain_order) {
    plain_torques(&model->drives, n, qd, F_ad, tau);
  } else {
    const double *K = ulna_coupling_at(model, work, q);
    friction_forces(model, work, K, q, qd, joint, actuator);
    for (int a = 0; a < n; a++) actuator[a] = F_ad[a] - just_written(&actuator[a]);
    at_joints(model, K, actuator, tau);
    for (int i = 0; i < n; i++) tau[i] = just_written(&tau[i]) - just_written(&joint[i]);
  }
  if (!loaded && quick_forward(model, work, q, qd, tau, actuator)) return given(n, actuator, qdd);
  if (!loaded) ulna_driven_bias(model, work, q, qd, bias);
  for (int i = 0; i < n; i++) tau[i] -= bias[i];
  ulna_follow_forces(model, tau);
  if (!solve_inertia(model, work, q, tau)) return ULNA_SINGULAR;
  ulna_follow_motion(model, NULL, NULL, tau);
  return given(n, tau, qdd);
}

/* x = K⁻¹ e_a is how the joints move when actuator a alone does; felt_a = xᵀ M x. d has M and K; column: n of scratch. False: K
 * is singular. */
static bool felt_inertias(const ulna_model *model, drive_scratch *d, double column[], double felt[])
{
  const drive_numbers *drives = &model->drives;
  const int n = model->n;
  if (drives->in_order) {  // K is diagonal
    for (int a = 0; a < n; a++) felt[a] = d->M[a * n + a] / (drives->place[a].ratio * drives->place[a].ratio);
    return true;
  }
  const double *factor = drives->factor, *scale = drives->row_scale;  // of a coupling that is constant
  const int *pivot = drives->pivot;
  if (!factor) {
    memcpy(d->factor, d->K, (size_t)n * (size_t)n * sizeof *d->factor);
    if (lu_factor_scaled(n, d->factor, d->pivot, d->row_scale, COUPLING_VANISHING) >= 0) return false;
    factor = d->factor, pivot = d->pivot, scale = d->row_scale;
  }
  for (int a = 0; a < n; a++) {
    for (int i = 0; i < n; i++) column[i] = i == a;
    lu_solve_scaled(n, factor, pivot, scale, column);
    felt[a] = 0;
    for (int i = 0; i < n; i++) {
      if (column[i] == 0) continue;
      double row = 0;
      for (int j = 0; j < n; j++) row += d->M[i * n + j] * column[j];
      felt[a] += column[i] * row;
    }
  }
  return true;
}

/* 1/(K M⁻¹ Kᵀ)_aa where K is diagonal and no joint follows another. d->M becomes its inverse; pivot: n of scratch. */
static ulna_status loose_in_order(const ulna_model *model, drive_scratch *d, double pivot[], double loose[])
{
  const int n = model->n;
  ulna_fast_paths(0)->invert(n, d->M, pivot);
  for (int i = n - 1; i >= 0; i--)  // in the order of the elimination
    if (!(pivot[i] > 0)) return judge_pivot(pivot[i]);
  for (int a = 0; a < n; a++) {
    const double ratio = model->drives.place[a].ratio;
    loose[a] = 1 / (ratio * ratio * d->M[a * n + a]);
  }
  return ULNA_OK;
}

/* The same for any coupling. row: n of scratch. */
static ulna_status loose_coupled(const ulna_model *model, drive_scratch *d, double row[], double felt[],
                                 double loose[])
{
  const int n = model->n;
  reduce(model, d->M);
  if (lu_factor(n, d->M, d->pivot, 0) >= 0) return ULNA_SINGULAR;
  for (int a = 0; a < n; a++) {
    if (model->drives.place[a].locked) {  // a coupling that cannot move has no inertia
      felt[a] = loose[a] = 0;
      continue;
    }
    for (int i = 0; i < n; i++) row[i] = d->K[a * n + i];
    ulna_follow_forces(model, row);
    lu_solve(n, d->M, d->pivot, row);
    double mobility = 0;
    ulna_follow_motion(model, NULL, NULL, row);
    for (int i = 0; i < n; i++) mobility += d->K[a * n + i] * row[i];
    loose[a] = 1 / mobility;
  }
  return ULNA_OK;
}

/* M_a = K⁻ᵀ M K⁻¹ is the inertia in actuator coordinates: held is its diagonal; free the inverse of the diagonal of
 * M_a⁻¹ = K M⁻¹ Kᵀ. */
ulna_status ulna_actuator_inertias(const ulna_model *model, ulna_work *work, const double q[],
                                   double others_held[], double others_free[])
{
  ULNA_ASSERT(model && work && work->model == model && q);
  if (!ulna_work_has(work, ULNA_PART_DRIVES)) return ULNA_MISSING_PART;
  const int n = model->n;
  drive_scratch *d = &work->drive;
  double *felt = d->v[0], *loose = d->v[1], *column = d->v[2], *row = d->v[3];
  const bool in_order = model->drives.in_order && model->drives.follower_count == 0;
  ulna_driven_mass_matrix(model, work, q, d->M);
  if (!in_order) (void)ulna_coupling_at(model, work, q);
  if (!felt_inertias(model, d, column, felt)) return ULNA_SINGULAR;
  const ulna_status status =
      in_order ? loose_in_order(model, d, column, loose) : loose_coupled(model, d, row, felt, loose);
  if (status != ULNA_OK) return status;
  if (!all_finite(n, felt) || !all_finite(n, loose)) return ULNA_NOT_FINITE;
  if (others_held) memcpy(others_held, felt, (size_t)n * sizeof *others_held);
  if (others_free) memcpy(others_free, loose, (size_t)n * sizeof *others_free);
  return ULNA_OK;
}

/* Weight of a body's mass centre at its height: −m g·(origin of the carrier + R c), all in frame 0. */
static double body_potential(const ulna_work *work, int b, const mat3 *R, vec3 origin)
{
  const moving_body *body = &work->drive.body[b];
  const own_motion *x = &work->drive.motion[b];
  vec3 c = vec3_add(
      body->p, mat3_mul(&body->R, body->linear ? body->com : vec3_turn_z(body->com, x->cosine, x->sine)));
  if (body->linear) c = vec3_add(c, vec3_scale(x->slide, mat3_column(&body->R, 2)));
  return -body->m * vec3_dot(work->gravity0, vec3_add(origin, mat3_mul(R, c)));
}

void ulna_driven_energy(const ulna_model *model, ulna_work *work, const double q[], const double qd[],
                        double *kinetic, double *potential)
{
  const int n = model->n;
  const double *M = work->drive.M;
  double doubled = 0, height = ulna_potential_energy(model, work, q);
  ulna_driven_mass_matrix(model, work, q, work->drive.M);
  for (int i = 0; i < n; i++) {
    double momentum = 0;
    for (int j = 0; j < n; j++) momentum += M[i * n + j] * qd[j];
    doubled += qd[i] * momentum;
  }

  // bodies that are not part of their carriers' data have a weight of their own
  mat3 R = mat3_identity();
  vec3 origin = vec3_zero();
  const bool none = work->drive.carried || work->drive.rotors == ULNA_ROTORS_NONE;
  for (int u = 0; u <= n && !none; u++) {
    if (u > 0) {
      R = step_compose(&R, chain_step(&work->arm, &work->at, u - 1));
      origin = vec3_add(origin, mat3_mul(&R, chain_offset(&work->arm, &work->at, u - 1)));
    }
    for (int b = 0; b < work->drive.bodies; b++)
      if (work->drive.body[b].carrier == u && !work->drive.body[b].lumped)
        height += body_potential(work, b, &R, origin);
  }
  *kinetic = doubled / 2;
  *potential = height;
}

ulna_status ulna_actuator_to_joint_forces(const ulna_model *model, ulna_work *work, const double q[],
                                          const double F_a[], double F[])
{
  ULNA_ASSERT(model && work && work->model == model && q && F_a && F);
  if (!ulna_work_has(work, ULNA_PART_DRIVES)) return ULNA_MISSING_PART;
  double *found = work->drive.v[0];
  ulna_driven_joint_forces(model, work, q, F_a, found);
  return given(model->n, found, F);
}

ulna_status ulna_drive_mass_matrix(const ulna_model *model, ulna_work *work, const double q[], double M[])
{
  ULNA_ASSERT(model && work && work->model == model && q && M);
  if (!ulna_work_has(work, ULNA_PART_DRIVES)) return ULNA_MISSING_PART;
  double *found = work->drive.factor;
  const int n = model->n;
  if (is_fast(work) && work->drive.on_base && model->drives.follower_count == 0) {
    ulna_mass_matrix(model, work, q, found);
    return work->finite_sum(n * n, found, work->drive.spin, M) ? ULNA_OK : ULNA_NOT_FINITE;
  }
  ulna_driven_mass_matrix(model, work, q, found);
  if (model->drives.follower_count > 0) {
    if (!all_finite(n * n, found)) return ULNA_NOT_FINITE;
    ulna_follow_inertia(model, found);
  }
  return work->finite_sum(n * n, found, NULL, M) ? ULNA_OK : ULNA_NOT_FINITE;
}

ulna_status ulna_drive_bias(const ulna_model *model, ulna_work *work, const double q[], const double qd[],
                            double bias[])
{
  ULNA_ASSERT(model && work && work->model == model && q && qd && bias);
  if (!ulna_work_has(work, ULNA_PART_DRIVES)) return ULNA_MISSING_PART;
  double *found = work->drive.v[0];
  ulna_driven_bias(model, work, q, qd, found);
  if (model->drives.follower_count > 0) ulna_follow_forces(model, found);
  return given(model->n, found, bias);
}

ulna_status ulna_drive_energy(const ulna_model *model, ulna_work *work, const double q[], const double qd[],
                              double *kinetic, double *potential)
{
  ULNA_ASSERT(model && work && work->model == model && q && qd && kinetic && potential);
  if (!ulna_work_has(work, ULNA_PART_DRIVES)) return ULNA_MISSING_PART;
  double found[2];
  ulna_driven_energy(model, work, q, qd, &found[0], &found[1]);
  if (!all_finite(2, found)) return ULNA_NOT_FINITE;
  *kinetic = found[0], *potential = found[1];
  return ULNA_OK;
}
