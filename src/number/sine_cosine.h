/* Sine and cosine of many doubles at once, without the C library: what every kind's sines are made of.
 *
 * x = k π/2 + r with |r| ≤ π/4, r carried in two doubles; two polynomials of r² give sine and cosine of r; the
 * last two bits of k swap them and set the signs. Everything is straight-line arithmetic on LANES numbers at a
 * time (number/lanes.h).
 *   |x| ≤ 1e5: error below 0.9 ulp, measured against long double (tests/kernel/test_sine_cosine.c).
 *   beyond: the same polynomials after a reduction with as many bits of 2/π as x asks for (sine_cosine.c); one
 *   predicted branch a call decides. NaN and ±inf give NaN, and the sine of ±0 is ±0.
 *
 * π/2 is cut into pieces of 33, 33 and 53 bits: k has at most 17 for |x| ≤ 1e5, so that k P1 and k P2 are exact
 * where nothing fuses (else: 53, 37, 53). The polynomials are minimax fits to (sin r / r − 1)/r² and
 * (cos r − 1 + r²/2)/r⁴, relative to sine and cosine, on |r| ≤ 1.00003 π/4: 2^-56.4 and 2^-59.7. */
#ifndef ULNA_NUMBER_SINE_COSINE_H
#define ULNA_NUMBER_SINE_COSINE_H

#include <stddef.h>

#include "number/lanes.h"
#include "number/processor.h"

#ifdef __cplusplus
extern "C" {
#endif
// One number of any size, |x| > 1e5 above all. (Hidden: not part of the library's interface.)
void ulna_sine_cosine_far(double x, double *sine, double *cosine);
#ifdef __cplusplus
}
#endif

#if defined(__FMA__)
// a b + c, rounded once whatever the compiler is allowed to contract
LANES_INLINED lanes lanes_fma(lanes a, lanes b, lanes c)
{
  lanes r = c;
  for (int i = 0; i < LANES; i++) r[i] = __builtin_fma(a[i], b[i], c[i]);
  return r;
}
#endif

// sine and cosine of k π/2 + r + r_low, where the last two bits of k matter
LANES_INLINED void sine_cosine_reduced(int_lanes k, lanes r, lanes r_low, lanes *sine, lanes *cosine)
{
  const lanes z = r * r, z2 = z * z;
  const lanes S = (-0x1.5555555555548p-3 + z * 0x1.111111110f7cep-7) +
                  z2 * ((-0x1.a01a019bfdaebp-13 + z * 0x1.71de3567999ffp-19) +
                        z2 * (-0x1.ae5e5a62e9992p-26 + z * 0x1.5d8fc3c1238c8p-33));
  const lanes C = (0x1.555555555554bp-5 - z * 0x1.6c16c16c14f8fp-10) +
                  z2 * ((0x1.a01a019c84155p-16 - z * 0x1.27e4f7ea99cbcp-22) +
                        z2 * (0x1.1ee9d797034f9p-29 - z * 0x1.8fa48a36ab424p-37));
  const lanes tail = z2 * C - r * r_low;
#if defined(__FMA__)
  // cos = 1 − (r²/2 − tail), r² not rounded;  sin = r − (−r_low − r² (r S(r²) − r_low/2)): of r = ±0 it is ±0
  const lanes less = lanes_fma(0.5 * r, r, -tail);
  const lanes c = 1.0 - less, s = r - lanes_fma(-z, lanes_fma(r, S, -0.5 * r_low), -r_low);
#else
  // cos = (1 − r²/2) + (what that rounded away + tail);  sin = r + r³ S(r²) + r_low cos r
  const lanes half_z = 0.5 * z, one_less = 1.0 - half_z;
  const lanes c = one_less + (((1.0 - one_less) - half_z) + tail);
  const lanes s = r + ((z * r) * S + (r_low - half_z * r_low));
#endif

  // odd k: they change places (s ^ c ^ s is c), and the cosine's sign is not the sine's
  const int_lanes swap = -(k & 1), minus = (int_lanes)lanes_all(-0.0), sign = (k << 62) & minus;
  const int_lanes change = ((int_lanes)s ^ (int_lanes)c) & swap;
  *sine = (lanes)((int_lanes)s ^ change ^ sign);
  *cosine = (lanes)((int_lanes)c ^ change ^ sign ^ (swap & minus));
}

// |x| ≤ 1e5; where it is not, what comes out means nothing and *far is negative
LANES_INLINED void sine_cosine_near(lanes x, lanes *sine, lanes *cosine, int_lanes *far)
{
  const double to_integer = 0x1.8p52;  // a sum with it has the rounded number in its last bits
  const lanes shifted = x * 0x1.45f306dc9c883p-1 + to_integer;
  const lanes k = shifted - to_integer;

  // each difference with what it rounded away: r + r_low = x − k (P1 + P2 + P3)
#if defined(__FMA__)
  // rounded once: pieces of 53, 37 and 53 bits. For k = 0, −r_low is +0.
  const lanes P2 = lanes_all(0x1.1a62633140000p-54);
  const lanes a = lanes_fma(-k, lanes_all(0x1.921fb54442d18p+0), x), r = lanes_fma(-k, P2, a);
  const lanes r_low = -lanes_fma(k, lanes_all(0x1.701b839a25205p-92), lanes_fma(k, P2, r - a));
  sine_cosine_reduced((int_lanes)shifted, r, r_low, sine, cosine);
#else
  const lanes a = x - k * 0x1.921fb54400000p+0;
  const lanes b = a - k * 0x1.0b4611a600000p-34;
  const lanes b_low = (a - b) - k * 0x1.0b4611a600000p-34;
  const lanes r = b - k * 0x1.3198a2e037073p-69;
  const lanes r_low = ((b - r) - k * 0x1.3198a2e037073p-69) + b_low;
  sine_cosine_reduced((int_lanes)shifted, r, r_low, sine, cosine);
  const int_lanes zero = x == 0.0;
  *sine = (lanes)((int_lanes)*sine | ((int_lanes)x & zero));  // keeps the sign of zero
#endif
  *far |= (int_lanes)lanes_all(1e5) - ((int_lanes)x & INT64_MAX);
}

/* Sine and cosine of offset[i] + q[i], i < n; with a mask, of offset[i] alone where it is 0 (elsewhere it is −1). Blocks of
 * LANES, the last one laid over the one before it where n is no multiple, so that nothing outside the n elements is read or
 * written. With `by` the four products with numbers given for each joint are formed while everything is in registers (reading
 * back what overlapping stores have just written would stall). */
typedef struct {
  const double *c, *s;        // given: n each
  double *cc, *cs, *sc, *ss;  // cos·c, cos·s, sin·c, sin·s
} sine_cosine_products;

static inline void sine_cosine_far_ones(int n, const double offset[], const double q[], const int64_t mask[],
                                        double sine[], double cosine[], const sine_cosine_products *by)
{
  for (int i = 0; i < n; i++) {
    const double x = offset[i] + (mask && !mask[i] ? 0 : q[i]);
    if (x <= 1e5 && x >= -1e5) continue;
    ulna_sine_cosine_far(x, &sine[i], &cosine[i]);
    if (!by) continue;
    by->cc[i] = cosine[i] * by->c[i], by->cs[i] = cosine[i] * by->s[i];
    by->sc[i] = sine[i] * by->c[i], by->ss[i] = sine[i] * by->s[i];
  }
}

LANES_INLINED lanes sine_cosine_angles(const double offset[], const double q[], const int64_t mask[], int at)
{
  lanes x = lanes_load(q + at);
  if (mask) {
    int_lanes turns;
    memcpy(&turns, mask + at, sizeof turns);
    x = (lanes)((int_lanes)x & turns);
  }
  return lanes_load(offset + at) + x;
}

// LANES of them, from `at` on
LANES_INLINED void sine_cosine_block(const double offset[], const double q[], const int64_t mask[], int at,
                                     double sine[], double cosine[], const sine_cosine_products *by,
                                     int_lanes *far)
{
  lanes s, c;
  sine_cosine_near(sine_cosine_angles(offset, q, mask, at), &s, &c, far);
  lanes_store(sine + at, s);
  lanes_store(cosine + at, c);
  if (!by) return;
  const lanes by_c = lanes_load(by->c + at), by_s = lanes_load(by->s + at);
  lanes_store(by->cc + at, c * by_c);
  lanes_store(by->cs + at, c * by_s);
  lanes_store(by->sc + at, s * by_c);
  lanes_store(by->ss + at, s * by_s);
}

LANES_INLINED void sine_cosine_doubles(int n, const double offset[], const double q[], const int64_t mask[],
                                       double sine[], double cosine[], const sine_cosine_products *by)
{
  int_lanes far = {0};
  lanes s, c;
  if (n < LANES) {
    lanes x = {0};  // not an array: that is written in parts and read as a whole, which waits
    UNROLLED for (int i = 0; i < LANES - 1; i++) if (i < n) x[i] = offset[i] + (mask && !mask[i] ? 0 : q[i]);
    sine_cosine_near(x, &s, &c, &far);
    for (int i = 0; i < n; i++) {
      sine[i] = s[i], cosine[i] = c[i];
      if (!by) continue;
      by->cc[i] = c[i] * by->c[i], by->cs[i] = c[i] * by->s[i];
      by->sc[i] = s[i] * by->c[i], by->ss[i] = s[i] * by->s[i];
    }
  } else {
    if (IS_FIXED(n)) {  // blocks side by side, none waiting for another
      UNROLLED for (int i = 0; i < n; i += LANES)
          sine_cosine_block(offset, q, mask, i + LANES <= n ? i : n - LANES, sine, cosine, by, &far);
    } else if (n <= 2 * LANES) {
      sine_cosine_block(offset, q, mask, 0, sine, cosine, by, &far);
      sine_cosine_block(offset, q, mask, n - LANES, sine, cosine, by, &far);
    } else {
      for (int i = 0; i < n; i += LANES)
        sine_cosine_block(offset, q, mask, i + LANES <= n ? i : n - LANES, sine, cosine, by, &far);
    }
  }
  int64_t any = 0;
  for (int i = 0; i < LANES; i++) any |= far[i];
  if (__builtin_expect(any < 0, 0)) sine_cosine_far_ones(n, offset, q, mask, sine, cosine, by);
}

#endif
