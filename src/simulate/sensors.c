/* The controller's measurements: noise, quantisation, and the hand's force sensor. */
#include <math.h>
#include <string.h>

#include "base/numbers.h"
#include "base/random.h"
#include "model/pose.h"
#include "number/real.h"
#include "simulate/simulation.h"
#include "work/work.h"

/* ln x for x in (0, 1], by arithmetic alone, so that runs do not depend on the C library's last bits: x = m 2^e with
 * m in [√½, √2), ln m = 2 artanh s = 2 (s + s³/3 + …), s = (m − 1)/(m + 1); |s| ≤ 0.172, so the term left out is
 * below 1e-18. */
static double logarithm(double x)
{
  int e;
  double m = frexp(x, &e);
  if (m < 0.70710678118654752440) m *= 2, e--;
  const double s = (m - 1) / (m + 1), z = s * s;
  double sum = 0;
  for (int k = 23; k >= 1; k -= 2) sum = sum * z + 1.0 / k;
  return e * 0.69314718055994530942 + 2 * s * sum;
}

/* Box and Muller's √(−2 ln a) cos 2πb, a and b uniform: bounded in time, and one number for each place in the sequence.
 * Each sensor has a SplitMix64 sequence of its own, told apart by where it starts. */
double ulna_normal_noise(uint64_t seed, int sensor, long sample)
{
  const uint64_t stride = RANDOM_STRIDE;
  const uint64_t from = random_mix(random_mix(seed + stride) + ((uint64_t)sensor + 1) * stride);
  const uint64_t first = random_mix(from + (2 * (uint64_t)sample + 1) * stride),
                 second = random_mix(from + (2 * (uint64_t)sample + 2) * stride);
  const double a = (double)((first >> 11) + 1) * 0x1p-53, b = (double)(second >> 11) * 0x1p-53;
  const double zero = 0, angle = 2 * PI * b;
  double sine, cosine;
  sine_cosine_sums(1, &zero, &angle, &sine, &cosine);
  return sqrt(-2 * logarithm(a)) * cosine;
}

static double reading(const ulna_simulation *s, double x, const double noise[], const double quantum[],
                      int joint, int sensor, long sample)
{
  if (noise && noise[joint] > 0) x += noise[joint] * ulna_normal_noise(s->sensors.seed, sensor, sample);
  if (quantum && quantum[joint] > 0) x = quantum[joint] * round(x / quantum[joint]);
  return x;
}

/* The wrench of a payload on the sensor, at the tool frame's origin, in tool axes: with c its mass centre, r
 * from the tool's origin to c, all in the link's axes first,
 *   f = m (g − a_c),  n = r × f − (I wd + w × I w). */
static void add_payload(ulna_simulation *s, const double q[], const double qd[], const double qdd[],
                        double felt[6])
{
  ulna_work *work = ulna_plant_work(s->plant);
  if (!(work->payload.mass > 0)) return;
  const ulna_body body = ulna_body_about_com(&work->payload);
  const placement tool = placement_of(&s->model->given.tool);
  const ulna_point centre = {s->n, {body.com[0], body.com[1], body.com[2]}};
  double velocity[6], acceleration[6], g_base[3];
  ulna_point_motion(s->model, work, &centre, ULNA_AXES_TOOL, q, qd, qdd, velocity, acceleration);
  ulna_pose hand;
  ulna_hand_pose(s->model, work, q, &hand);
  ulna_rotate_back(&s->model->given.base, work->gravity, g_base);

  // in the link's axes
  const sym3 I = sym3_of(body.inertia);
  const vec3 w = vec3_of(velocity), wd = vec3_of(acceleration), a = vec3_of(acceleration + 3);
  const vec3 turning = vec3_add(sym3_mul(I, wd), vec3_cross(w, sym3_mul(I, w)));
  const vec3 arm = vec3_sub(vec3_of(body.com), tool.p);

  const placement at = placement_of(&hand);
  const vec3 g = mat3_mul_transposed(&at.R, vec3_of(g_base)), r = mat3_mul_transposed(&tool.R, arm);
  const vec3 f = vec3_scale(body.mass, vec3_sub(g, mat3_mul_transposed(&tool.R, a)));
  const vec3 n = vec3_sub(vec3_cross(r, f), mat3_mul_transposed(&tool.R, turning));
  double more[6];
  vec3_store(f, more), vec3_store(n, more + 3);
  for (int k = 0; k < 6; k++) felt[k] += more[k];
}

static ulna_status read_hand(ulna_simulation *s, int first_sensor, long sample)
{
  const ulna_plant_signals signals = {.qdd = s->qdd};
  const ulna_status status = ulna_plant_observe(s->plant, s->t, s->y, &signals);
  if (status != ULNA_OK) return status;
  memcpy(s->wrench_read, s->wrench, sizeof s->wrench_read);
  add_payload(s, s->y, s->y + s->n, s->qdd, s->wrench_read);
  for (int k = 0; k < 6; k++) {
    const double noise = k < 3 ? s->sensors.force_noise : s->sensors.moment_noise;
    s->wrench_read[k] += k < 3 ? s->sensors.force_bias[k] : s->sensors.moment_bias[k - 3];
    if (noise > 0) s->wrench_read[k] += noise * ulna_normal_noise(s->sensors.seed, first_sensor + k, sample);
  }
  return ULNA_OK;
}

ulna_status ulna_read_sensors(ulna_simulation *s, long sample)
{
  const int n = s->n;
  const ulna_sensors *by = &s->sensors;
  if (by->hand_sensor) {
    const ulna_status status = read_hand(s, 0, sample);
    if (status != ULNA_OK) return status;
  }
  for (int i = 0; i < n; i++) {
    const double q = reading(s, s->y[i], by->position_noise, by->position_step, i, 6 + 2 * i, sample);
    if (by->speed_from_positions) s->qd_read[i] = sample == 0 ? 0 : (q - s->q_read[i]) / s->controller.period;
    else s->qd_read[i] = reading(s, s->y[n + i], by->speed_noise, by->speed_step, i, 7 + 2 * i, sample);
    s->q_read[i] = q;
  }
  return ULNA_OK;
}
