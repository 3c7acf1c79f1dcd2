/* Axes: a range that can be drawn, and round numbers along it. */
#ifndef ULNA_PLOT_AXIS_H
#define ULNA_PLOT_AXIS_H

#include <stdbool.h>

/* least < largest, both finite. */
typedef struct {
  double least, largest;
} plot_axis;

/* An axis for values from least to largest; where these are one (or rounding apart, or NaN) some room around them. */
plot_axis ulna_axis(double least, double largest);

/* Whether values from least to largest are one but for rounding. */
bool ulna_axis_is_flat(double least, double largest);

/* Where a value lies on it: 0 at the least, 1 at the largest. No overflow, however far they are apart. */
double ulna_axis_place(const plot_axis *a, double value);

/* At most `most` (up to AXIS_TICKS) round numbers on the axis, rising; how many. */
enum { AXIS_TICKS = 16, AXIS_TEXT = 24 };
int ulna_axis_ticks(const plot_axis *a, int most, double ticks[AXIS_TICKS]);

/* A tick as text, with as many digits as tell it from its neighbours. */
void ulna_axis_text(const double ticks[], int count, int tick, char text[AXIS_TEXT]);

#endif
