/* Servos that know little of the arm: of the joints, and of the actuators on their own side of the gear. */
#include <math.h>
#include <string.h>

#include "control/control_internal.h"
#include "ulna/drive.h"

/* tau = K_p e + K_v ė + K_i ∫e, with gravity or not. Stiffness is the same at every posture; damping is that of the load
 * where gains follow it. */
void ulna_control_joint_pd(ulna_controller *c, bool gravity)
{
  const double *q = c->measured->q, *qd = c->measured->qd;
  const bool by_load = c->o.joints.by_load && !c->o.joints.kp;
  const double ratio = c->o.joints.damping_ratio;
  if (gravity) ulna_control_gravity(c, q, c->tau);
  else memset(c->tau, 0, (size_t)c->n * sizeof *c->tau);
  if (by_load) ulna_control_gains_at(c, q, NULL, c->kv_now, NULL);
  for (int i = 0; i < c->n; i++) {
    c->error[i] = c->q_d[i] - q[i];
    c->reference_speed[i] = c->qd_d ? c->qd_d[i] : 0;
    c->speed_gain[i] = c->kv[i];
  }
  ulna_control_integrate(c);
  for (int i = 0; i < c->n; i++) {
    const double K = c->stiffness[i], largest = K / c->kp[i];
    // k_v = 2ζ √(K/J), so J k_v = 4ζ² K/k_v
    const double D = by_load ? 4 * ratio * ratio * K / c->kv_now[i] : c->kv[i] * largest;
    c->qdd[i] = (K * c->error[i] + D * (c->reference_speed[i] - qd[i])) / largest + c->ki[i] * c->integral[i];
    c->tau[i] += largest * c->qdd[i];
  }
}

/* Poles −ω(ζ ± √(ζ²−1)) (and −ω for PID) as coefficients: of s, or of w = z − 1 with z = e^{sT}.
 * Π(w − w_k) = w² + c1 w + c0, times (w − w_3). */
static void wanted_polynomial(const ulna_servo_options *o, double T, double c[3])
{
  const double w = o->frequency, zeta = o->damping_ratio;
  double sum, product, third = -w;  // of the pair
  if (!o->discrete) {
    sum = -2 * zeta * w, product = w * w;
  } else if (zeta < 1) {
    const double r = exp(-zeta * w * T), angle = w * T * sqrt(1 - zeta * zeta);
    sum = 2 * r * cos(angle) - 2, product = r * r - 2 * r * cos(angle) + 1;
  } else {
    const double root = sqrt(zeta * zeta - 1);
    const double a = expm1(-w * T * (zeta + root)), b = expm1(-w * T * (zeta - root));
    sum = a + b, product = a * b;
  }
  if (o->discrete) third = expm1(-w * T);
  if (o->type != ULNA_SERVO_PID) {
    c[2] = -sum, c[1] = product, c[0] = 0;
    return;
  }
  c[2] = -sum - third, c[1] = product + sum * third, c[0] = -product * third;
}

/* Gains for an inertia J under a held input, state (x, v, ∫x), det(zI − A + B K) in w = z − 1:
 *   w³ + (b1 kp + b2 kd) w² + T (b2 kp + b1 ki) w + T² b2 ki,   b1 = T²/2J, b2 = T/J
 * and in continuous time J s³ + kd s² + kp s + ki. */
static void place_poles(const ulna_servo_options *o, double T, double J, double *kp, double *kd, double *ki)
{
  double c[3];
  wanted_polynomial(o, T, c);
  if (!o->discrete) {
    *ki = J * c[0], *kp = J * c[1], *kd = J * c[2];
    return;
  }
  const double b1 = T * T / (2 * J), b2 = T / J;
  *ki = c[0] / (T * T * b2);
  *kp = (c[1] - T * b1 * *ki) / (T * b2);
  *kd = (c[2] - b1 * *kp) / b2;
}

/* The inertia each actuator feels at q, the others held; if one is larger than known so far, it and its posture are
 * kept. */
static bool feel(ulna_controller *c, const double q[], double largest[], double least[])
{
  const int n = c->n;
  if (ulna_actuator_inertias(c->model, c->work, q, c->inertia, NULL) != ULNA_OK) return false;
  for (int a = 0; a < n; a++) {
    if (!isfinite(c->inertia[a])) return false;
    if (!(least[a] <= c->inertia[a])) least[a] = c->inertia[a];
    if (largest[a] >= c->inertia[a]) continue;
    largest[a] = c->inertia[a];
    memcpy(&c->loop_rows[a * n], q, (size_t)n * sizeof *q);
  }
  return true;
}

/* The largest inertia each actuator feels, the others held, over the workspace: the middle, postures drawn, and from the best of
 * them uphill along the joints. If a screw's dead point makes it grow without bound: the one in the middle. (A search
 * in the manner of ulna_actuator_inertia_range, and coarser: gains need three digits, and a controller must be made
 * quickly.) */
static ulna_status find_inertias(ulna_controller *c, double largest[])
{
  enum { DRAWN = 128, HALVINGS = 8 };
  const int n = c->n;
  double *q = c->preferred, *least = c->kv_now, *middle = c->kp_now;
  uint64_t state = 5;
  for (int i = 0; i < n; i++) {
    double from, to;
    ulna_control_range(c, i, &from, &to);
    q[i] = (from + to) / 2;
    largest[i] = -1, least[i] = (double)INFINITY;
  }
  bool any = feel(c, q, largest, least);
  for (int a = 0; a < n; a++) middle[a] = any ? c->inertia[a] : (double)NAN;
  for (int k = 0; k < DRAWN; k++) {
    ulna_control_random_posture(c, &state, q);
    any = feel(c, q, largest, least) || any;
  }
  if (!any) return ULNA_SINGULAR;
  for (int a = 0; a < n; a++) {
    double reach = 0.125;
    for (int k = 0; k < HALVINGS; k++, reach /= 2)
      for (int j = 0; j < 2 * n; j++) {
        double from, to;
        ulna_control_range(c, j / 2, &from, &to);
        memcpy(q, &c->loop_rows[a * n], (size_t)n * sizeof *q);
        q[j / 2] = fmin(to, fmax(from, q[j / 2] + (j % 2 ? -reach : reach) * (to - from)));
        feel(c, q, largest, least);
      }
    if (largest[a] > 1e3 * least[a]) largest[a] = middle[a];
    if (!isfinite(largest[a])) return ULNA_SINGULAR;
  }
  return ULNA_OK;
}

ulna_status ulna_control_make_servos(ulna_controller *c)
{
  const ulna_servo_options *o = &c->o.servo;
  if (c->o.kind != ULNA_CONTROL_ACTUATOR_SERVO) return ULNA_OK;
  double *largest = c->v[0];
  if (o->inertia) {
    memcpy(largest, o->inertia, (size_t)c->n * sizeof *largest);
  } else {
    const ulna_status status = find_inertias(c, largest);
    if (status != ULNA_OK) return status;
  }
  for (int a = 0; a < c->n; a++) {
    if (c->model->drives.place[a].locked) continue;  // a follower's coupling needs no servo
    if (!(largest[a] > 0)) return ULNA_SINGULAR;
    const bool direct = c->model->drives.direct_joint[a] != 0;
    const double B = direct ? c->model->given.joints[c->model->drives.direct_joint[a] - 1].friction.viscous
                            : c->model->given.drives[a].friction.viscous;
    if (o->type == ULNA_SERVO_P) {
      const double half = B / (2 * o->damping_ratio);
      c->servo_kp[a] = half * half / largest[a], c->servo_kd[a] = c->servo_ki[a] = 0;
      continue;
    }
    place_poles(o, c->o.period, largest[a], &c->servo_kp[a], &c->servo_kd[a], &c->servo_ki[a]);
  }
  return ULNA_OK;
}

/* F_a = kp e + kd ė + ki ∫e in actuator coordinates; F = Kᵀ F_a. */
void ulna_control_actuator_servo(ulna_controller *c)
{
  const int n = c->n;
  const ulna_servo_options *o = &c->o.servo;
  double *q_a = c->v[0], *desired = c->v[1], *F_a = c->rate;
  ulna_coupling(c->model, c->q_d, desired, NULL, NULL);
  ulna_coupling(c->model, c->measured->q, q_a, c->K, NULL);
  const double share = o->derivative_filter > 0 ? c->dt / (c->dt + o->derivative_filter) : 1;
  for (int a = 0; a < n; a++) {
    double rate = 0, rate_d = 0, cut = 0;
    for (int i = 0; i < n; i++) {
      rate += c->K[a * n + i] * c->measured->qd[i];
      rate_d += c->qd_d ? c->K[a * n + i] * c->qd_d[i] : 0;
      cut += c->K[a * n + i] * c->cut[i];
    }
    if (o->from_positions) {  // backward difference, through a first-order filter
      const double difference = c->started ? (q_a[a] - c->q_a[a]) / c->dt : 0;
      rate = c->speed_a[a] += share * (difference - c->speed_a[a]);
    }
    const double error = desired[a] - q_a[a];
    F_a[a] = c->servo_kp[a] * error + c->servo_kd[a] * (rate_d - rate) + c->servo_ki[a] * c->integral_a[a];
    if (!(cut * error > 0)) c->integral_a[a] += error * c->dt;
    c->q_a[a] = q_a[a];
  }
  if (c->o.gravity) ulna_control_gravity(c, c->measured->q, c->tau);
  else memset(c->tau, 0, (size_t)n * sizeof *c->tau);
  for (int i = 0; i < n; i++) {
    c->error[i] = c->q_d[i] - c->measured->q[i];
    c->reference_speed[i] = c->qd_d ? c->qd_d[i] : 0;
    c->qdd[i] = c->qdd_d ? c->qdd_d[i] : 0;
    for (int a = 0; a < n; a++) c->tau[i] += c->K[a * n + i] * F_a[a];
  }
}

void ulna_controller_servo_gains(const ulna_controller *c, double kp[], double kd[], double ki[])
{
  ULNA_ASSERT(c);
  const size_t size = (size_t)c->n * sizeof(double);
  if (kp) memcpy(kp, c->servo_kp, size);
  if (kd) memcpy(kd, c->servo_kd, size);
  if (ki) memcpy(ki, c->servo_ki, size);
}
