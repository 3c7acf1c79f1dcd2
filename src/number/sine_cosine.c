/* Sine and cosine of numbers beyond the reach of a three-piece π/2 (number/far_reduction.h). */
#include "number/sine_cosine.h"

#define FAR_REDUCTION static inline
#include "number/far_reduction.h"

void ulna_sine_cosine_far(double x, double *sine, double *cosine)
{
  lanes s, c;
  if (x <= 1e5 && x >= -1e5) {
    int_lanes far = {0};
    sine_cosine_near(lanes_all(x), &s, &c, &far);
    *sine = s[0], *cosine = c[0];
    return;
  }
  double r, r_low;
  const int_lanes zero = {0};
  const int k = far_reduced(x, &r, &r_low);
  sine_cosine_reduced((int64_t)k + zero, lanes_all(r), lanes_all(r_low), &s, &c);
  *sine = s[0], *cosine = c[0];
}
