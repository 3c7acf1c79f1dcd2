/* The plant near a state as a linear system. */
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "drive/driven.h"
#include "model/coupling.h"
#include "model/model.h"
#include "simulate/plant_internal.h"
#include "ulna/inverse_dynamics.h"
#include "ulna/motor.h"

int ulna_plant_linear_state_count(const ulna_plant *plant)
{
  ULNA_ASSERT(plant);
  return plant->numbers - WORKS;
}

/* Says why there is no derivative. */
static ulna_status __attribute__((format(printf, 3, 4)))
refuse(char *buffer, size_t size, const char *form, ...)
{
  va_list list;
  va_start(list, form);
  if (buffer && size > 0) vsnprintf(buffer, size, form, list);
  va_end(list);
  return ULNA_UNSUPPORTED;
}

/* Refuses modes without a derivative by the speeds: beside this state, what is held lets go or jumps. */
static ulna_status judge_modes(const ulna_plant *p, char *buffer, size_t size)
{
  for (int i = 0; i < p->n; i++)
    if (p->stop[i])
      return refuse(buffer, size, "joint \"%.60s\" rests against its stop", p->model->given.joints[i].name);
  for (int s = 0; s < p->places && p->options.friction; s++) {
    const friction_place *place = &p->model->drives.place[s];
    const char *name = ulna_friction_place_name(p->model, s);
    if (!place->can_hold) continue;
    if (p->mode[s] == 0) return refuse(buffer, size, "\"%.60s\" sticks", name);
    const double speed = place->actuator >= 0 ? p->qd_a[place->actuator] : p->moved[p->n + place->joint - 1];
    if (speed == 0)
      return refuse(buffer, size, "\"%.60s\" is at exactly zero speed, where dry friction jumps", name);
  }
  return ULNA_OK;
}

/* How an actuator's force F, and its current's rate r, change with its input u, its current i and its speed w. */
typedef struct {
  double F_u, F_i, F_w, r_u, r_i, r_w;
} motor_slopes;

static motor_slopes slopes_of(const ulna_plant *p, int a, const double y[])
{
  motor_slopes x = {0};
  if (p->options.driven_by == ULNA_DRIVEN_BY_FORCE) {
    x.F_u = 1;
    return x;
  }
  if (p->options.driven_by == ULNA_DRIVEN_BY_TORQUE) return x;
  const ulna_motor *m = &p->model->given.drives[ulna_actuator_drive(p->model, a)].motor;
  if (p->options.driven_by == ULNA_DRIVEN_BY_CURRENT) {
    x.F_u = fabs(p->u[a]) < m->current_limit ? m->torque_constant : 0;
    return x;
  }
  // L di/dt = u − R i − k_e w, and F = k i; see ulna_motor_under_voltage for what the limits do
  double current, rate;
  const double state = y[2 * p->n + a];
  const int limits = ulna_motor_under_voltage(m, p->u[a], p->qd_a[a], state, &current, &rate);
  const double heard = fabs(p->u[a]) < m->voltage_limit ? 1 : 0;
  if (m->inductance > 0) {
    x.F_i = fabs(state) < m->current_limit ? m->torque_constant : 0;
    if (limits & ULNA_MOTOR_CURRENT_LIMITED) return x;
    x.r_u = heard / m->inductance;
    x.r_i = -m->resistance / m->inductance;
    x.r_w = -m->back_emf / m->inductance;
  } else if (!(limits & ULNA_MOTOR_CURRENT_LIMITED)) {
    x.F_u = m->torque_constant * heard / m->resistance;
    x.F_w = -m->torque_constant * m->back_emf / m->resistance;
  }
  return x;
}

/* K = ∂q_a/∂q and ∂qd_a/∂q = H qd, rows actuators. */
static void couple(ulna_plant *p, const double q[], const double qd[])
{
  const int n = p->n;
  const coupling_numbers *c = &p->model->drives.actuators;
  ulna_coupling_value(c, q, NULL, p->K);
  memset(p->K_rate, 0, (size_t)n * (size_t)n * sizeof *p->K_rate);
  for (int a = 0; a < n && c->screw_count > 0; a++) {
    ulna_coupling_hessian(c, a, q, p->hessian);
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++) p->K_rate[a * n + i] += p->hessian[i * n + j] * qd[j];
  }
}

/* Row a of ∂F_d/∂x with F_w carried to the joints: by_q += ∂qdd/∂F_a F_w ∂w/∂q, by_qd += ∂qdd/∂F_a F_w K. */
static void add_back_emf(ulna_plant *p, int a, double F_w)
{
  const int n = p->n;
  for (int i = 0; i < n && F_w != 0; i++)
    for (int j = 0; j < n; j++) {
      p->by_q[i * n + j] += p->by_F_a[i * n + a] * F_w * p->K_rate[a * n + j];
      p->by_qd[i * n + j] += p->by_F_a[i * n + a] * F_w * p->K[a * n + j];
    }
}

/* A stiff stop that is pressed: its spring and damper, through M⁻¹. */
static void add_stops(ulna_plant *p)
{
  const int n = p->n;
  for (int j = 0; j < n && p->options.stops == ULNA_STOPS_STIFF; j++)
    for (int i = 0; i < n && p->stop_tau[j] != 0; i++) {
      p->by_q[i * n + j] -= p->by_tau[i * n + j] * p->options.stop_stiffness;
      p->by_qd[i * n + j] -= p->by_tau[i * n + j] * p->options.stop_damping;
    }
}

/* How the environment's hand wrench changes with the state: the torques that hold it, by a five-point difference, f'
 * ≈ (8 (f₁ − f₋₁) − (f₂ − f₋₂))/12h, whose error is h⁴ f⁗/30 and a few roundings of f over h; through −M⁻¹. */
static void add_hand(ulna_plant *p, double t, const double q[])
{
  enum { STEPS = 4 };
  static const double at[STEPS] = {1, -1, 2, -2}, weight[STEPS] = {8, -8, -1, 1};
  const int n = p->n;
  double *slope = p->bias;
  for (int k = 0; k < 2 * n; k++) {
    const double x = p->moved[k], h = 1e-5 * fmax(1, fabs(x));
    memset(slope, 0, (size_t)n * sizeof *slope);
    for (int s = 0; s < STEPS; s++) {
      p->moved[k] = x + at[s] * h;
      p->around.environment(p->around.context, t, p->moved, p->moved + n, p->work);
      ulna_hand_torques(p->model, p->work, q, p->hand);
      for (int i = 0; i < n; i++) slope[i] += weight[s] * p->hand[i] / (12 * h);
    }
    p->moved[k] = x;
    double *to = k < n ? p->by_q : p->by_qd;
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++) to[i * n + k % n] -= p->by_tau[i * n + j] * slope[j];
  }
  p->around.environment(p->around.context, t, p->moved, p->moved + n, p->work);  // as it was
}

static void fill(const ulna_plant *p, const double y[], double A[], double B[])
{
  const int n = p->n, m = ulna_plant_linear_state_count(p);
  memset(A, 0, (size_t)m * (size_t)m * sizeof *A);
  memset(B, 0, (size_t)m * (size_t)n * sizeof *B);
  for (int i = 0; i < n; i++) {
    double *row = A + (n + i) * m;
    A[i * m + n + i] = 1;
    for (int j = 0; j < n; j++) {
      const motor_slopes x = slopes_of(p, j, y);
      row[j] = p->by_q[i * n + j], row[n + j] = p->by_qd[i * n + j];
      if (m > 2 * n) row[2 * n + j] = p->by_F_a[i * n + j] * x.F_i;
      B[(n + i) * n + j] =
          p->options.driven_by == ULNA_DRIVEN_BY_TORQUE ? p->by_tau[i * n + j] : p->by_F_a[i * n + j] * x.F_u;
    }
  }
  for (int a = 0; a < n && m > 2 * n; a++) {
    const motor_slopes x = slopes_of(p, a, y);
    double *row = A + (2 * n + a) * m;
    for (int j = 0; j < n; j++) {
      row[j] = x.r_w * p->K_rate[a * n + j];
      row[n + j] = x.r_w * p->K[a * n + j];
    }
    row[2 * n + a] = x.r_i;
    B[(2 * n + a) * n + a] = x.r_u;
  }
}

ulna_status ulna_plant_linearise(ulna_plant *p, double t, const double y[], double A[], double B[],
                                 char *buffer, size_t size)
{
  ULNA_ASSERT(p && y && A && B);
  const int n = p->n;
  if (buffer && size > 0) buffer[0] = '\0';
  if (!p->options.linear) return ULNA_MISSING_PART;
  if (!ulna_plant_is_finite(p, y)) return ULNA_NOT_FINITE;
  ulna_status status = ulna_plant_evaluate(p, t, y, false);
  if (status != ULNA_OK) return status;
  memcpy(p->moved, y, 2 * (size_t)n * sizeof *y);
  if (p->model->drives.follower_count > 0)
    return refuse(buffer, size, "a joint follows another, and is not yet linearised");
  status = judge_modes(p, buffer, size);
  if (status != ULNA_OK) return status;
  const bool by_torque = p->options.driven_by == ULNA_DRIVEN_BY_TORQUE;
  const double *tau = p->options.stops == ULNA_STOPS_STIFF ? (by_torque ? p->total : p->stop_tau)
                      : by_torque                          ? p->tau
                                                           : NULL;
  const motion_derivatives to = {
      .by_q = p->by_q, .by_qd = p->by_qd, .by_tau = p->by_tau, .by_F_a = p->by_F_a};
  status = ulna_driven_motion_derivatives(p->model, p->work, p->options.friction, y, y + n,
                                          by_torque ? NULL : p->F_d, tau, &to);
  if (status == ULNA_UNSUPPORTED)
    return refuse(buffer, size, "friction depends on the load of a joint, which is exactly 0 here");
  if (status != ULNA_OK) return status;
  couple(p, y, y + n);
  for (int a = 0; a < n; a++) add_back_emf(p, a, slopes_of(p, a, y).F_w);
  add_stops(p);
  if (p->around.environment) add_hand(p, t, y);
  for (int k = 0; k < n * n; k++)
    if (!isfinite(p->by_q[k]) || !isfinite(p->by_qd[k]) || !isfinite(p->by_F_a[k])) return ULNA_NOT_FINITE;
  fill(p, y, A, B);
  return ULNA_OK;
}
