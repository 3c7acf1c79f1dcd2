/* The stability of the sampled loop over the workspace, checked before the loop is closed.
 *
 * Laws that work joint by joint (actuator by actuator, direction by direction of the hand) damp with tau = −B(q) qd,
 * B = Σ_a g_a k_a k_aᵀ: g_a the gain of place a, k_a its row of ∂(place)/∂q. Held for a period T, with stiffness P, near rest:
 *   M (z−1)² + (T B + T²/2 P)(z−1) + T² P = 0,   and with z = (1+s)/(1−s):   s² (4M − 2T B) + s (2T B − T² P) + T² P = 0,
 * three symmetric matrices: stable if and only if all are positive, so T λmax(M⁻¹ B) < 2, and B > T/2 P. A joint that
 * feels M_ii while the others are held may feel a hundredth of it when they are free; M⁻¹ shows this, M_ii does not.
 * A delay of d periods leaves, of the fastest mode, z^d (z − 1) + κ = 0, stable for κ < 2 sin(π/2(2d+1)) (2 at d =
 * 0). Half of that is used: a gain margin of two, for errors of the model and postures that were not drawn. */
#include <math.h>
#include <string.h>

#include "base/numbers.h"
#include "base/symmetric.h"
#include "control/control_internal.h"
#include "drive/driven.h"
#include "ulna/drive.h"
#include "ulna/friction.h"
#include "ulna/kinematics.h"

enum { POSTURES = 96, LOOSENINGS = 40, SQUARINGS = 6, CLIMBS = 5 };

double ulna_control_fastest(const ulna_controller_options *o)
{
  const double periods = o->delay / o->period;
  return sin(PI / 2 / (2 * periods + 1)) / o->period;
}

bool ulna_control_whiten(int n, double M[], int rows, double Y[])
{
  if (symmetric_eliminate(n, n, M, rows, n, Y) >= 0) return false;
  for (int i = 0; i < n; i++) {
    const double root = sqrt(M[i * n + i]);
    for (int a = 0; a < rows; a++) Y[a * n + i] /= root;
  }
  return true;
}

/* Rows k_a, each times √(share g_a), as Y = L⁻¹ rows with M = L Lᵀ; their Gram matrix has the eigenvalues of M⁻¹ B. False if
 * the arm has no mass matrix there. */
static bool gram_at(ulna_controller *c, const damped_places *p, const double q[], const double share[],
                    double gram[])
{
  const int n = c->n, m = p->count;
  double *L = c->M, *Y = c->loop_rows;
  ulna_driven_mass_matrix(c->model, c->work, q, L);
  memset(Y, 0, (size_t)m * (size_t)n * sizeof *Y);
  if (p->by == DAMPED_ACTUATORS) ulna_coupling(c->model, q, NULL, Y, NULL);
  if (p->by == DAMPED_HAND) ulna_jacobian(c->model, c->work, NULL, ULNA_AXES_BASE, q, Y);
  for (int a = 0; a < m; a++) {
    double gain = p->gain[a];
    if (p->by == DAMPED_JOINTS || p->by == DAMPED_LOADS) Y[a * n + a] = 1;
    if (p->by == DAMPED_LOADS) gain *= L[a * n + a];
    const double scale = sqrt(share[a] * gain);
    for (int i = 0; i < n; i++) Y[a * n + i] *= scale;
  }
  if (!ulna_control_whiten(n, L, m, Y)) return false;
  for (int a = 0; a < m; a++)
    for (int b = 0; b < m; b++) {
      gram[a * m + b] = 0;
      for (int i = 0; i < n; i++) gram[a * m + b] += Y[a * n + i] * Y[b * n + i];
    }
  return true;
}

/* The largest eigenvalue of the Gram matrix, from above: (tr Gᵏ)^(1/k), k = 64, at most 4 % too much. part: the share
 * of each place in its mode, the largest 1. */
static double fastest_mode(ulna_controller *c, const damped_places *p, const double q[], const double share[],
                           double part[])
{
  const int m = p->count;
  double *G = c->loop_gram, *square = c->loop_gram + m * m, log_value = 0, power = 1;
  if (!gram_at(c, p, q, share, G)) return 0;
  for (int s = 0; s <= SQUARINGS; s++) {
    double trace = 0;
    for (int a = 0; a < m; a++) trace += G[a * m + a];
    if (!(trace > 0) || !isfinite(trace)) return 0;
    log_value += log(trace) / power;
    for (int k = 0; k < m * m; k++) G[k] /= trace;
    if (s == SQUARINGS) break;
    power *= 2;
    for (int a = 0; a < m; a++)
      for (int b = 0; b < m; b++) {
        double sum = 0;
        for (int k = 0; k < m; k++) sum += G[a * m + k] * G[k * m + b];
        square[a * m + b] = sum;
      }
    memcpy(G, square, (size_t)(m * m) * sizeof *G);
  }
  double most = 0;
  for (int a = 0; a < m; a++) most = fmax(most, G[a * m + a]);
  for (int a = 0; a < m; a++) part[a] = G[a * m + a] / most;
  return exp(log_value);
}

/* Lowers shares until the loop at q is slow enough, most for the places with the largest part in its fastest mode.
 * Returns that mode afterwards. */
static double loosen(ulna_controller *c, const damped_places *p, const double q[], double most,
                     double share[])
{
  double *part = c->loop_part, fastest = 0;
  for (int k = 0; k < LOOSENINGS; k++) {
    fastest = fastest_mode(c, p, q, share, part);
    if (!(fastest > most)) return fastest;
    for (int a = 0; a < p->count; a++) share[a] *= pow(most / fastest, part[a]);
  }
  fastest = fastest_mode(c, p, q, share, part);
  for (int a = 0; a < p->count && fastest > most; a++) share[a] *= most / fastest;
  return fmin(fastest, most);
}

void ulna_control_fit(ulna_controller *c, const damped_places *p, double most, double share[])
{
  const int n = c->n;
  double *q = c->preferred, *worst = c->printed_q, *part = c->loop_part, highest = -1;
  uint64_t state = 3;
  for (int a = 0; a < p->count; a++) share[a] = 1;
  const int postures = n <= 16 ? POSTURES : 4 + POSTURES * 256 / (n * n);  // each costs n³
  for (int k = 0; k < postures; k++) {
    ulna_control_random_posture(c, &state, q);
    const double value = loosen(c, p, q, most, share);
    if (!(value > highest)) continue;
    highest = value;
    memcpy(worst, q, (size_t)n * sizeof *q);
  }
  // from there uphill, joint by joint, with steps from an eighth of its range down
  double reach = 0.125;
  for (int k = 0; k < CLIMBS; k++, reach /= 2)
    for (int j = 0; j < 2 * n; j++) {
      double from, to;
      ulna_control_range(c, j / 2, &from, &to);
      memcpy(q, worst, (size_t)n * sizeof *q);
      q[j / 2] = fmin(to, fmax(from, q[j / 2] + (j % 2 ? -reach : reach) * (to - from)));
      const double value = fastest_mode(c, p, q, share, part);
      if (value > highest) highest = value, memcpy(worst, q, (size_t)n * sizeof *q);
    }
  loosen(c, p, worst, most, share);
}

/* Laws that damp through the whole mass matrix, M⁻¹ B = gain: the gain itself is the fastest mode, whatever the arm.
 * Returns the share of it that remains. */
static double slow_down(double *gain, double most)
{
  if (!(*gain > most)) return 1;
  const double share = most / *gain;
  *gain = most;
  return share;
}

static void lower(ulna_controller *c, double share)
{
  if (share < c->lowered) c->lowered = share;
}

/* Gains of accelerations: ë + k_v ė + k_p e = 0, k_v at most the fastest; k_p follows, so that the damping ratio is kept. */
static void lower_accelerations(ulna_controller *c)
{
  const double most = ulna_control_fastest(&c->o);
  for (int i = 0; i < c->n; i++) {
    const double share = slow_down(&c->kv[i], most);
    c->kp[i] *= share * share;
    c->ki[i] *= share * share * share;
    lower(c, share);
  }
  double damping = 2 * c->o.hand.damping_ratio * c->o.hand.frequency;
  const double share = slow_down(&damping, most);
  c->o.hand.frequency *= share;
  c->o.hand.integral *= share;
  lower(c, share);
  const double rate = slow_down(&c->o.fine.rate, most);
  c->o.fine.position *= rate;
  c->o.fine.push_rate *= rate;
  lower(c, rate);
  lower(c, slow_down(&c->o.fine.position, most / 2));
}

/* Given dampers are lowered to what the loop allows, and their springs with them: B > T/2 P, with a margin of four.
 * The modes of the other springs are bounded one by one in every step, by rate and by stiffness; `lowered` is what
 * remains of them over the drawn postures. Both dampers together have the same bound as one. */
static void fit_impedance(ulna_controller *c)
{
  enum { DRAWS = 32 };
  ulna_impedance_options *o = &c->o.impedance;
  const double periods = c->o.delay / c->o.period + 1;
  double share[6];
  bool given = false;
  for (int k = 0; k < 6; k++) given = given || o->damping[k] > 0;
  c->fastest_mode = ulna_control_fastest(&c->o) / 2;
  c->stiffest_mode = c->fastest_mode / (2 * periods * c->o.period);
  const damped_places hand = {DAMPED_HAND, 6, o->damping};
  if (given) ulna_control_fit(c, &hand, c->fastest_mode, share);
  for (int k = 0; k < 6; k++) {
    const bool own = o->damping[k] > 0;
    c->spring_root[k] = own ? 0 : sqrt(o->stiffness[k]);
    if (!own) continue;
    lower(c, share[k]);
    o->damping[k] *= share[k];
    const double stiffest = o->damping[k] / (2 * periods * c->o.period);
    if (!(o->stiffness[k] > stiffest)) continue;
    lower(c, stiffest / o->stiffness[k]);
    o->stiffness[k] = stiffest;
  }
  uint64_t state = 4;
  memset(c->v[1], 0, (size_t)c->n * sizeof(double));
  for (int draws = 0; draws < DRAWS; draws++) {
    hand_motion unused;
    ulna_control_random_posture(c, &state, c->printed_q);
    ulna_work_hand_motion(c->work, c->printed_q, c->v[1], c->hand.D, &unused);
    if (!ulna_control_hand_modes(c, c->printed_q, c->loop_gram)) continue;
    for (int i = 0; i < c->n; i++) {
      double square = 0;
      for (int k = 0; k < 6; k++) square += c->loop_gram[6 * i + k] * c->loop_gram[6 * i + k];
      lower(c, fmin(1, c->stiffest_mode / square));
    }
  }
  const double null_damping = slow_down(&o->null_damping, ulna_control_fastest(&c->o));
  o->null_stiffness *= null_damping * null_damping;
  lower(c, null_damping);
}

/* How strongly the desired acceleration depends on the measured speed; through it the compensation of friction near
 * rest depends on speed. */
static double acceleration_gain(const ulna_controller *c, int i)
{
  switch (c->o.kind) {
  case ULNA_CONTROL_PD_GRAVITY:
  case ULNA_CONTROL_JOINT_PD: return c->kv[i];
  case ULNA_CONTROL_ACTUATOR_SERVO:
  case ULNA_CONTROL_IMPEDANCE: return 0;
  case ULNA_CONTROL_COMPUTED_TORQUE: return fmax(c->kv[i], 2 * c->o.hand.damping_ratio * c->o.hand.frequency);
  case ULNA_CONTROL_UNIFIED:
  case ULNA_CONTROL_UNIFIED_PRINTED:
  default: return fmax(c->o.fine.rate, fmax(c->kv[i], 2 * c->o.hand.damping_ratio * c->o.hand.frequency));
  }
}

static double hold_of(const ulna_friction *law)
{
  return fmax(ulna_friction_hold(law, 1, 0), ulna_friction_hold(law, -1, 0));
}

/* For a share of the damping that may stay. Position errors may act on friction four times as strongly: they add a
 * stiffness, B > T/2 P, far from the damping's bound. */
static void calm_down(double share, double *push, double *calm)
{
  const double firm = fmin(1, 4 * share);
  *push /= firm;
  *calm = 1 - share / firm;
}

/* Friction at rest is compensated in the direction of the desired acceleration, in full from `push` on. Below, this
 * is a damper of hold · gain / push, because the desired acceleration contains the measured speed. A share of that
 * speed (calm) is left out, so that the loop has no more damping than allowed; if this is not enough, push is made
 * larger. */
static void fit_friction(ulna_controller *c)
{
  const int n = c->n;
  const ulna_friction_compensation *f = &c->o.friction;
  double most = ulna_control_fastest(&c->o), *gain = c->kp_now, *ratio = c->kv_now, taken = 0;
  for (int i = 0; i < n; i++) taken = fmax(taken, acceleration_gain(c, i));
  most -= fmin(taken, most / 2);
  for (int i = 0; i < n; i++) {
    gain[i] =
        f->share * hold_of(&c->model->given.joints[i].friction) * acceleration_gain(c, i) / f->acceleration;
    c->joint_push[i] = c->actuator_push[i] = f->acceleration;
    c->joint_calm[i] = c->actuator_calm[i] = 0;
  }
  if (f->by == ULNA_COMPENSATE_NOTHING) return;
  const damped_places joints = {DAMPED_JOINTS, n, gain};
  ulna_control_fit(c, &joints, most, c->rate);
  for (int i = 0; i < n; i++) calm_down(c->rate[i], &c->joint_push[i], &c->joint_calm[i]);

  for (int i = 0; i < n; i++) {
    double from, to;
    ulna_control_range(c, i, &from, &to);
    c->v[0][i] = (from + to) / 2;
  }
  ulna_coupling(c->model, c->v[0], NULL, c->loop_rows, NULL);
  for (int a = 0; a < n; a++) {
    double fastest = 0;
    ratio[a] = 0;
    for (int i = 0; i < n; i++) {
      ratio[a] = fmax(ratio[a], fabs(c->loop_rows[a * n + i]));
      fastest = fmax(fastest, acceleration_gain(c, i));
    }
    const bool direct = c->model->drives.direct_joint[a] != 0;
    const double hold = direct ? 0 : hold_of(&c->model->given.drives[a].friction);
    gain[a] = ratio[a] > 0 ? f->share * hold * fastest / (f->acceleration * ratio[a]) : 0;
  }
  const damped_places actuators = {DAMPED_ACTUATORS, n, gain};
  ulna_control_fit(c, &actuators, most, c->rate);
  for (int a = 0; a < n; a++) calm_down(c->rate[a], &c->actuator_push[a], &c->actuator_calm[a]);
}

/* The law's own damping. */
static void fit_law(ulna_controller *c)
{
  const int n = c->n;
  double *gain = c->kp_now;
  damped_places p = {DAMPED_JOINTS, n, gain};
  switch (c->o.kind) {
  case ULNA_CONTROL_PD_GRAVITY:
  case ULNA_CONTROL_JOINT_PD:
    for (int i = 0; i < n; i++) gain[i] = c->kv[i] * c->stiffness[i] / c->kp[i];
    break;
  case ULNA_CONTROL_ACTUATOR_SERVO:
    memcpy(gain, c->servo_kd, (size_t)n * sizeof *gain);
    p.by = DAMPED_ACTUATORS;
    break;
  case ULNA_CONTROL_IMPEDANCE: fit_impedance(c); return;
  case ULNA_CONTROL_UNIFIED_PRINTED:
  case ULNA_CONTROL_UNIFIED:
  case ULNA_CONTROL_COMPUTED_TORQUE:
  default:
    lower_accelerations(c);
    if ((c->o.fine.whole_inertia && c->o.kind == ULNA_CONTROL_UNIFIED) ||
        c->o.kind == ULNA_CONTROL_COMPUTED_TORQUE)
      return;
    for (int i = 0; i < n; i++) gain[i] = c->o.fine.rate;
    p.by = DAMPED_LOADS;
  }
  ulna_control_fit(c, &p, ulna_control_fastest(&c->o), c->share);
  for (int i = 0; i < n; i++) {
    lower(c, c->share[i]);
    if (p.by == DAMPED_JOINTS) c->stiffness[i] *= c->share[i];
    if (p.by != DAMPED_ACTUATORS) continue;
    c->servo_kp[i] *= c->share[i], c->servo_kd[i] *= c->share[i], c->servo_ki[i] *= c->share[i];
  }
}

void ulna_control_make_stable(ulna_controller *c)
{
  c->lowered = 1;
  for (int i = 0; i < c->n; i++) c->share[i] = 1;
  fit_law(c);
  fit_friction(c);
}
