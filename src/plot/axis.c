/* Axes: a range that can be drawn, and round numbers along it. */
#include "plot/axis.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/* Closer together the digits of an axis would show rounding alone. */
bool ulna_axis_is_flat(double least, double largest)
{
  const double size = fmax(fabs(least), fabs(largest));
  return !(largest / 2 - least / 2 > 1e-12 * (size / 2) && largest - least > 16 * DBL_MIN);
}

plot_axis ulna_axis(double least, double largest)
{
  if (isnan(least) || isnan(largest)) least = largest = 0;
  if (!ulna_axis_is_flat(least, largest)) return (plot_axis){least, largest};
  const double size = fmax(fabs(least), fabs(largest));
  const double around = size > DBL_MIN / DBL_EPSILON ? size / 10 : 1;
  return (plot_axis){fmax(least - around, -DBL_MAX), fmin(largest + around, DBL_MAX)};
}

double ulna_axis_place(const plot_axis *a, double value)
{
  return (value / 2 - a->least / 2) / (a->largest / 2 - a->least / 2);
}

/* 1, 2 or 5 times a power of ten, at least x. */
static double round_step(double x)
{
  const double power = pow(10, floor(log10(x)));
  for (int k = 0; k < 3; k++) {
    static const double factors[] = {1, 2, 5};
    if (factors[k] * power >= x * (1 - 1e-9)) return factors[k] * power;
  }
  return 10 * power;
}

int ulna_axis_ticks(const plot_axis *a, int most, double ticks[AXIS_TICKS])
{
  if (most > AXIS_TICKS) most = AXIS_TICKS;
  if (most < 2) most = 2;
  double step = round_step((a->largest / 2 - a->least / 2) / most * 2);
  for (int attempt = 0; attempt < 4; attempt++, step = round_step(1.5 * step)) {
    const double from = ceil(a->least / step - 1e-9), to = floor(a->largest / step + 1e-9);
    if (!(to - from < most)) continue;
    int count = 0;
    for (double k = from; k <= to; k++) ticks[count++] = k == 0 ? 0 : k * step;
    return count;
  }
  return 0;
}

void ulna_axis_text(const double ticks[], int count, int tick, char text[AXIS_TEXT])
{
  double size = 0, apart = (double)INFINITY;
  for (int k = 0; k < count; k++) {
    size = fmax(size, fabs(ticks[k]));
    if (k > 0) apart = fmin(apart, ticks[k] - ticks[k - 1]);
  }
  if (!isfinite(apart)) apart = size > 0 ? size / 1000 : 1;
  // the digits of the step, behind the point or behind the first of the largest tick
  const int below = (int)ceil(-log10(apart) - 1e-9), above = size > 0 ? (int)floor(log10(size)) : 0;
  const int behind = below > 0 ? below : 0;
  if (above < 5 && behind <= 5) snprintf(text, AXIS_TEXT, "%.*f", behind, ticks[tick]);
  else
    snprintf(text, AXIS_TEXT, "%.*g", fmin(above + below + 1, 15) > 1 ? (int)fmin(above + below + 1, 15) : 1,
             ticks[tick]);
  if (strcmp(text, "-0") == 0) snprintf(text, AXIS_TEXT, "0");
}
