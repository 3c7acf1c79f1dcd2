/* What a controller measures of the arm at a sampling instant.
 * Frames, orders and signs: docs/conventions.md. */
#ifndef ULNA_MEASURED_H
#define ULNA_MEASURED_H

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
  double t;             /* s, of the sampling instant */
  const double *q, *qd; /* n each: rad or m, rad/s or m/s, as the sensors give them */
  /* Hand sensor: what is exerted on the hand beyond the sensor, force then moment, at the tool frame's origin, in tool
   * axes. The sensor sits between the last link and what it carries, so it measures the payload's weight and inertia
   * too. NULL: there is no sensor. */
  const double *wrench;
} ulna_measured;

#ifdef __cplusplus
}
#endif
#endif
