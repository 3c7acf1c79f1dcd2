/* What a controller is told of the arm at a sampling instant. */
#ifndef ULNA_MEASURED_H
#define ULNA_MEASURED_H

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
  double t;             /* s, of the sampling instant */
  const double *q, *qd; /* n each: rad or m, as the sensors give them */
  const double
      *wrench; /* hand sensor: what the world exerts on the hand, force then moment, at the tool frame's
                           origin, in tool axes; NULL: no sensor */
} ulna_measured;

#ifdef __cplusplus
}
#endif
#endif
