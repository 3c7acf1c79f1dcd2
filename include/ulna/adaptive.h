/* Integration of a plant to a tolerance: the integrator chooses its steps and locates events inside them.
 *
 * Explicit Runge–Kutta methods of order 5 and 8 are the core's own. Adams and BDF are SUNDIALS' and come with
 * libulna_adaptive (ulna/multistep.h), which is built where SUNDIALS is found. ulna_adaptive_create_by takes a method
 * of your own. All make the same object and are used in the same way. */
#ifndef ULNA_ADAPTIVE_H
#define ULNA_ADAPTIVE_H

#include "ulna/plant.h"
#include "ulna/simulation.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum {
  ULNA_ADAMS, /* many steps, few evaluations each: smooth motion (libulna_adaptive) */
  ULNA_BDF,   /* stiff plants: stiff stops, small inductances (libulna_adaptive) */
  ULNA_ERK    /* one-step: cheap to restart, for many events */
} ulna_adaptive_method;

typedef struct {
  ulna_adaptive_method method;
  int order; /* 0: the method's default. ERK: 5 (default) or 8; Adams and BDF: the highest order, 1…12 and 1…5 */
  double relative; /* allowed local error of a step, relative to each number of the state */
  double absolute; /* allowed in addition, in the number's own unit (rad, rad/s, A, J); the two are added */
  double max_step; /* seconds; 0: any. A disturbance shorter than a step may be missed */
} ulna_adaptive_options;

/* ERK of order 5, tolerances 1e-8, steps of any length. Real-time: yes. */
ULNA_API ulna_adaptive_options ulna_adaptive_options_default(void);

typedef struct ulna_adaptive ulna_adaptive;

/* An integrator by ERK. The plant must outlive it; modes are the plant's. ULNA_INVALID_ARGUMENT for an order the
 * method does not have, or tolerances that are not positive and finite; ULNA_UNSUPPORTED for Adams and BDF, which
 * ulna_multistep_create makes. Real-time: no. */
ULNA_API ulna_status ulna_adaptive_create(ulna_plant *plant, const ulna_adaptive_options *options,
                                          const ulna_allocator *allocator,
                                          ulna_adaptive **adaptive) ULNA_MUST_CHECK;
ULNA_API void ulna_adaptive_destroy(ulna_adaptive *adaptive); /* NULL is allowed. Real-time: no. */

/* All that follows: Real-time: yes, if the method is; ERK is. */

/* Integrates from (t, y) to t_end >= t. Call ulna_plant_start before, to decide the modes at the first t. Every event
 * on the way is located on the method's polynomial over the step, to 100 units of rounding of (|t| + step).
 * ulna_plant_switch carries it out just past its crossing, the sink (NULL: nobody) receives it, and integration starts
 * anew from there. A switch function that crosses twice within one step is missed.
 *
 * Called again with t and y as the last call left them, it goes on without a restart. Input and environment are not
 * evaluated beyond t_end (but see ulna_adaptive_smooth_until). So put t_end on each of their jumps and kinks and call
 * ulna_adaptive_restart there.
 *
 * ULNA_NOT_CONVERGED if the tolerance cannot be met, the step collapsed, or events follow each other without end;
 * ULNA_NOT_FINITE or ULNA_SINGULAR if the plant says so; ulna_adaptive_failure tells more. y and *t_reached (may be
 * NULL) then say how far it came, and the next call starts anew. */
ULNA_API ulna_status ulna_adaptive_advance(ulna_adaptive *adaptive, double t, double t_end, double y[],
                                           const ulna_event_sink *sink, double *t_reached) ULNA_MUST_CHECK;

/* Says that input and environment are smooth up to this time. Steps may then go beyond t_end up to it, and results in
 * between come from the method's polynomial over the step: closely spaced outputs do not shorten steps. ERK of
 * order 5 has one of order 5, ERK of order 8 one of order 7. -INFINITY (as created): not known. */
ULNA_API void ulna_adaptive_smooth_until(ulna_adaptive *adaptive, double t);

/* The next advance starts anew: something changed by a jump that y does not show (input, payload, modes). */
ULNA_API void ulna_adaptive_restart(ulna_adaptive *adaptive);

/* Since creation. */
typedef struct {
  long steps, rejected; /* taken; tried and given up for their error or for not converging */
  long rate_calls;      /* of ulna_plant_rate, those for Jacobians included */
  long switch_calls;    /* of ulna_plant_switches */
  long events;          /* carried out */
  long restarts;
} ulna_adaptive_statistics;
ULNA_API ulna_adaptive_statistics ulna_adaptive_statistics_get(const ulna_adaptive *adaptive);

/* Why the last advance failed, in words, "" if it did not. */
ULNA_API const char *ulna_adaptive_failure(const ulna_adaptive *adaptive);

/* A stepper for ulna_simulation_set_stepper; the integrator must be made for the simulation's own plant
 * (ulna_simulation_plant). It starts anew only where something jumps, and rows do not shorten its steps. */
ULNA_API ulna_stepper ulna_adaptive_stepper(ulna_adaptive *adaptive);

/* A method that makes steps. The integrators of this library and of libulna_adaptive are such methods. */
typedef struct {
  void *context;
  /* The next step begins at (t, y). */
  ulna_status (*start)(void *context, double t, const double y[]);
  /* One step from the end of the last one towards t_end; it may go beyond t_end but not beyond `limit`. *t and y are
   * its end. A status of the plant's, or ULNA_NOT_CONVERGED: no step was made. */
  ulna_status (*step)(void *context, double t_end, double limit, double *t, double y[]);
  /* The state at a time inside the last step. */
  ulna_status (*inside)(void *context, double t, double y[]);
  const char *(*failure)(void *context); /* why the last step gave ULNA_NOT_CONVERGED */
  /* Fills in steps, rejected and rate_calls since creation. */
  void (*count)(const void *context, ulna_adaptive_statistics *statistics);
  void (*destroy)(void *context);
} ulna_adaptive_solver;

/* An integrator by any method. It owns the solver and destroys it with itself, or at once if creation fails.
 * Real-time: no. */
ULNA_API ulna_status ulna_adaptive_create_by(ulna_plant *plant, const ulna_adaptive_solver *solver,
                                             const ulna_allocator *allocator,
                                             ulna_adaptive **adaptive) ULNA_MUST_CHECK;

#ifdef __cplusplus
}
#endif
#endif
