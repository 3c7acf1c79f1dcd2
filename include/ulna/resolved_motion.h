/* Resolved motion: the joint motion that gives a desired motion of the hand.
 *
 * The hand is the tool frame's origin. Its acceleration is D qdd + (nonlinear part), its twist D qd, with D the Jacobian
 * (6×n); six-vectors are [angular; linear] in base axes, relative to the base, gravity not included. Two ways:
 *
 *   ULNA_RESOLVE_ELIMINATION  Gaussian elimination, columns taken from base to hand, rows interchanged. A joint whose
 *       column depends on those before it (no pivot above `pivot` times the largest element of D) is held: it keeps its
 *       previous value, and the joints nearer the base do the work. So at a singular wrist the last joint is held
 *       and the hand still does whatever such a wrist can; an arm of seven joints holds the seventh. The part of the
 *       motion that rows without a pivot cannot do is the residual. Everything else is exact, however large the joint
 *       motion: near a singular posture it may be very large, and then the limits act.
 *   ULNA_RESOLVE_DAMPED  least squares, damped where they must be. With rows weighted, lengths divided by `length` and
 *       slides counted in it, singular values s of D below `damping` (call it e) are inverted as s/e² instead of 1/s. So
 *       joint motion beyond the preferred one never exceeds |weighted hand motion minus that of the preferred joint motion| / e,
 *       near any singular posture; directions that are not near one are exact. More rows than joints: the best in the
 *       sense of weighted least squares. More joints than rows: the nearest to the preferred motion.
 *
 * Limits of the joints are kept in this order. Damped least squares with spare joints leaves joints at their bounds
 * and moves the others instead. Then the hand's motion is scaled as a whole, so that its direction stays. If no scale
 * of an acceleration is enough because a joint must brake, all joints brake in proportion to their rates: the hand
 * slows down on its path. If that is not enough either, joints are cut off at their bounds one by one. The outcome
 * says which of these happened. Frames, orders and signs: docs/conventions.md. */
#ifndef ULNA_RESOLVED_MOTION_H
#define ULNA_RESOLVED_MOTION_H

#include <stdbool.h>

#include "ulna/trajectory.h"
#include "ulna/work.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Made for one model; belongs to one thread at a time, as a work does. */
typedef struct ulna_resolver ulna_resolver;

typedef enum { ULNA_RESOLVE_ELIMINATION, ULNA_RESOLVE_DAMPED } ulna_resolve_method;

typedef struct {
  ulna_resolve_method method;
  double
      weight[6]; /* of each direction, base axes, angular first; 0 leaves it free. Elimination: free or not */
  double pivot;  /* elimination: the least pivot, relative to the largest element of D; in (0, 1) */
  double damping; /* damped: singular values below this are damped; above 0 */
  double length;  /* m: this length counts as a radian; 0: an eighth of the robot's length */
  /* Limits of the joints; pointers that are NULL: the model's (it has none of acceleration). Copied. */
  ulna_motion_limits limits;
  bool ignore_limits;
  /* s between calls. With a period the limits are kept in advance: joints brake before a position limit, at most at
   * their acceleration limit (if they have none, they stop within one period), and speeds stay below their limit over
   * the whole period. 0: limits hold at this instant only; a joint at its limit may not go further. */
  double period;
} ulna_resolve_options;

/* Elimination, all weights 1, pivot 1e-9, damping 0.05, length 0, the model's limits, period 0. Real-time: yes. */
ULNA_API ulna_resolve_options ulna_resolve_options_default(void);

/* In the caller's memory: `size` bytes at `memory`, aligned to 64. options NULL: the default. The model must outlive it.
 *   ULNA_TOO_SMALL         size is less than ulna_resolver_size says
 *   ULNA_NOT_FINITE        a NaN in the options, or an infinite number where only limits may be
 *   ULNA_INVALID_ARGUMENT  unknown method, negative weight or all 0, pivot, damping, length or period out of range, a limit
 *                          of speed or acceleration not above 0, a lower limit above the upper; memory not aligned
 * Real-time: yes. */
ULNA_API size_t ulna_resolver_size(const ulna_model *model);
ULNA_API ulna_status ulna_resolver_init(void *memory, size_t size, const ulna_model *model,
                                        const ulna_resolve_options *options,
                                        ulna_resolver **resolver) ULNA_MUST_CHECK;

/* The same on the heap. Real-time: no. */
ULNA_API ulna_status ulna_resolver_create(const ulna_model *model, const ulna_resolve_options *options,
                                          const ulna_allocator *allocator,
                                          ulna_resolver **resolver) ULNA_MUST_CHECK;
ULNA_API void ulna_resolver_destroy(ulna_resolver *resolver); /* NULL is allowed; only for created ones */

/* The outcome of resolved motion. */
typedef struct {
  int rank;          /* elimination: pivots found; damped: directions that are not damped */
  int held_count;    /* joints without a pivot, which keep their previous value; damped: 0 */
  int limited_count; /* joints at a bound of their limits */
  const bool *held;  /* n each, of joints 1…n; in the resolver, until its next call */
  const bool *limited;
  double residual[6]; /* desired minus resulting motion of the hand, 0 in free directions; m and rad */
  double
      smallest; /* elimination: the smallest pivot taken; damped: an upper bound of the smallest singular value */
  double raised;  /* damped: what was added to the square of the smallest singular value; 0: no damping */
  double scale;   /* factor of the hand's motion that keeps the limits; 1: no limit acted */
  double slowing; /* 1/s; accelerations: this times the twist slows the hand, because a joint must brake */
  bool clamped;   /* neither was enough: joints were cut off one by one */
} ulna_resolve_outcome;

/* Joint accelerations qdd (n) at positions q and rates qd for the hand's acceleration (6).
 * previous: the value a held joint keeps (elimination). preferred: what the joints do where the hand leaves them free
 * (damped). NULL: zero. outcome may be NULL. qdd may be the same array as previous or preferred.
 *   ULNA_NOT_FINITE   a number given is not finite, or the result is not
 *   ULNA_UNSUPPORTED  `preferred` with elimination: give it as `previous`, and held joints will follow it
 * Nothing is written then. Real-time: yes. */
ULNA_API ulna_status ulna_resolve_acceleration(ulna_resolver *resolver, ulna_work *work, const double q[],
                                               const double qd[], const double hand_acceleration[6],
                                               const double previous[], const double preferred[],
                                               double qdd[], ulna_resolve_outcome *outcome) ULNA_MUST_CHECK;

/* Joint rates qd (n) at positions q for the hand's twist (6); else as above. With limits of acceleration and a
 * period, previous is also the present motion of the joints: qd differs from it by at most acceleration · period (not
 * if previous is NULL).
 * Real-time: yes. */
ULNA_API ulna_status ulna_resolve_rate(ulna_resolver *resolver, ulna_work *work, const double q[],
                                       const double hand_twist[6], const double previous[],
                                       const double preferred[], double qd[],
                                       ulna_resolve_outcome *outcome) ULNA_MUST_CHECK;

/* Adds a preference to `preferred` (n; begin with zeros): a rate if qd is NULL, rate · e; else an acceleration, rate²
 * e − 2 rate qd, which settles without overshoot. `rate` in 1/s; e, in rad or m:
 *   posture  from q to `posture` (n);
 *   limits   for joints in the outer `margin` (0 … 0.5) of the range between their limits, back to its edge; else 0,
 *            and 0 for joints without both limits.
 * Real-time: yes. */
ULNA_API void ulna_resolver_prefer_posture(const ulna_resolver *resolver, double rate, const double q[],
                                           const double qd[], const double posture[], double preferred[]);
ULNA_API void ulna_resolver_prefer_limits(const ulna_resolver *resolver, double margin, double rate,
                                          const double q[], const double qd[], double preferred[]);

#ifdef __cplusplus
}
#endif
#endif
