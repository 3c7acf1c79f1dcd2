/* Resolved motion: what the joints must do for the hand to move as asked.
 *
 * The hand is the tool frame's origin. Its acceleration is D qdd + (nonlinear part), its twist D qd, with D the Jacobian
 * (6×n); six-vectors are [angular; linear] in base axes, relative to the base, gravity not included. Two ways:
 *
 *   ULNA_RESOLVE_ELIMINATION  Gaussian elimination, columns taken from base to hand, rows interchanged. A joint whose
 *       column depends on those before it (no pivot above `pivot` times the largest element of D) is held: it keeps its
 *       previous value, and the joints nearer the base do the work. So at a singular wrist the last joint is held
 *       and the hand still does whatever such a wrist can; of seven joints the seventh is held. What rows without a pivot ask
 *       for beyond the others is not done; it is the residual. Exact elsewhere, at any size of joint motion: near a
 *       singular posture joints may be asked for a lot, which is what the limits are for.
 *   ULNA_RESOLVE_DAMPED  least squares, damped where they must be. With rows weighted, lengths divided by `length` and
 *       slides counted in it, singular values of D below `damping` (call it e) are met by s/e² instead of 1/s: joint
 *       motion beyond what is preferred never exceeds |weighted hand motion less that of what is preferred| / e, near whatever singular
 *       posture, and directions that are not near one are met exactly. More rows than joints: the best
 *       in the sense of weighted least squares. More joints than rows: the nearest to what is preferred.
 *
 * Limits of the joints are kept by scaling the hand's motion as a whole, so that its direction stays; by damped least
 * squares with spare joints first by letting those at their bound be and moving the others for them. Where no scale of
 * an acceleration serves, because a joint must be braked, all joints are, in proportion to their rates: the hand slows
 * down on its path. Where that does not serve either, joints are cut off at their bounds one by one. The outcome
 * says which.
 * Frames, orders and signs: docs/conventions.md. */
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
  double damping; /* damped: singular values below it are; above 0 */
  double length;  /* m: so much counts as a radian; 0: an eighth of the robot's length */
  /* Limits of the joints; pointers that are NULL: the model's (it has none of acceleration). Copied. */
  ulna_motion_limits limits;
  bool ignore_limits;
  /* s between calls. With it limits are kept in time: joints brake before they reach a position's limit (needs a limit of
   * acceleration to know how hard; else they stop within one period), and keep each other's. 0: only what holds at
   * this instant; a joint at its limit may not go further. */
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

/* What became of the hand's motion. */
typedef struct {
  int rank;          /* elimination: pivots found; damped: directions that are not damped */
  int held_count;    /* joints that keep their previous value for want of a pivot; damped: 0 */
  int limited_count; /* joints at a bound of their limits */
  const bool *held;  /* n each, of joints 1…n; in the resolver, until its next call */
  const bool *limited;
  double residual[6]; /* what was asked less what the joints' motion does, 0 in free directions; m and rad */
  double
      smallest;  /* elimination: the smallest pivot taken; damped: the smallest singular value, from above */
  double raised; /* damped: what was added to the square of the smallest singular value; 0: no damping */
  double scale;  /* of the hand's motion, for the limits: 1, nothing had to give way */
  double
      slowing; /* 1/s; accelerations: the hand was slowed by so much of its twist, because a joint must brake */
  bool clamped; /* neither would do: joints were cut off one by one */
} ulna_resolve_outcome;

/* Joint accelerations qdd (n) at positions q and rates qd for the hand's acceleration (6).
 * previous: the value a held joint keeps (elimination). preferred: what the joints do in so far as the hand leaves it
 * open (damped). NULL: zero. outcome may be NULL. qdd may be the same array as previous or preferred.
 *   ULNA_NOT_FINITE   a number given is not finite, or the result is not
 *   ULNA_UNSUPPORTED  `preferred` with elimination: give it as `previous`, and joints that are held will follow it
 * Nothing is written then. Real-time: yes. */
ULNA_API ulna_status ulna_resolve_acceleration(ulna_resolver *resolver, ulna_work *work, const double q[],
                                               const double qd[], const double hand_acceleration[6],
                                               const double previous[], const double preferred[],
                                               double qdd[], ulna_resolve_outcome *outcome) ULNA_MUST_CHECK;

/* Joint rates qd (n) at positions q for the hand's twist (6); else as above. With limits of acceleration and a period,
 * previous is also what the joints do now, from which qd may differ by acceleration · period; not if it is NULL.
 * Real-time: yes. */
ULNA_API ulna_status ulna_resolve_rate(ulna_resolver *resolver, ulna_work *work, const double q[],
                                       const double hand_twist[6], const double previous[],
                                       const double preferred[], double qd[],
                                       ulna_resolve_outcome *outcome) ULNA_MUST_CHECK;

/* Preferences, added to what is in `preferred` (n; begin with zeros). As rates if qd is NULL, rate · e; as accelerations
 * otherwise, rate² e − 2 rate qd, which settles without overshoot. `rate` in 1/s; e, in rad or m:
 *   posture  from q to `posture` (n);
 *   limits   for joints in the outer `margin` (0 … 0.5) of the range between their limits, back to its edge; else 0,
 *            and 0 for joints without both limits.
 * Real-time: yes. */
ULNA_API void ulna_resolver_prefer_posture(const ulna_resolver *resolver, const double q[], const double qd[],
                                           const double posture[], double rate, double preferred[]);
ULNA_API void ulna_resolver_prefer_limits(const ulna_resolver *resolver, const double q[], const double qd[],
                                          double margin, double rate, double preferred[]);

#ifdef __cplusplus
}
#endif
#endif
