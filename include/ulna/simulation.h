/* A run: a plant in continuous time, what acts on it over time, and a controller that samples it in discrete time.
 *
 * Time goes from break to break. Breaks are sampling instants of the controller and of the current loops, instants at
 * which their commands take effect, changes of payload, breaks of the channels (ulna/signal.h), record instants, and
 * the end of each call of ulna_simulation_advance. Instants that repeat are start + k·period, by multiplication; two
 * that are no more than a few units of rounding apart are one. At one instant this happens, in this order: the
 * sensors are read and the controller computes; the payload changes; commands take effect; channels go on to their
 * next piece; the current loops compute, and their commands take effect; modes of friction are decided; the row is
 * recorded. So a row shows what holds from that instant on.
 *
 * The time between two breaks is cut into the least number of equal steps that are no longer than `step` (to a part in
 * 1e9); the last ends on the break exactly. A run advanced in pieces is the same to the last bit if the pieces end on
 * breaks. Between breaks only the plant's events can make something jump; commands are held.
 *
 * Nothing here reads, writes or prints; only create takes memory. All functions but create and destroy:
 * Real-time: yes, if the functions of controller, sinks and stepper are. Frames, orders and signs: docs/conventions.md. */
#ifndef ULNA_SIMULATION_H
#define ULNA_SIMULATION_H

#include <stdint.h>

#include "ulna/kinematics.h"
#include "ulna/measured.h"
#include "ulna/plant.h"
#include "ulna/signal.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Sensors between the arm and the controller; everything 0 or NULL: perfect. A reading is the true value, plus noise,
 * rounded to the nearest whole number of steps: step·round((x + noise)/step). Noise is normal, independent from
 * reading to reading, and depends only on seed, sensor and number of the sample: noise of one sensor does not change
 * another. */
typedef struct {
  const double *position_step, *speed_step;   /* n: quantum, 0: none. NULL: all 0 */
  const double *position_noise, *speed_noise; /* n: standard deviation */
  bool
      speed_from_positions; /* speeds are differences of successive positions read, over the period; 0 at the first */
  bool hand_sensor;         /* there is a force sensor between the last link and what it carries */
  double force_bias[3], moment_bias[3], force_noise, moment_noise; /* of it, in tool axes */
  uint64_t seed;
} ulna_sensors;

/* A controller, sampled every `period` from the start on. The command takes effect `delay` after its sample (0: at
 * once; may exceed the period) and is held until the next one takes effect; before the first it is 0. A status other
 * than ULNA_OK ends the run, as does a command that is not finite. */
typedef struct {
  double period, delay;
  void *context;
  ulna_status (*step)(void *context, const ulna_measured *measured, double u[]); /* u: n */
  int (*stage)(void *context); /* a change is an event; may be NULL */
  int (*set_point)(
      void *context); /* number of the set point that is pursued; a change is an event; may be NULL */
} ulna_sampled_controller;

/* Discrete PI current loops, one for each motor of a plant driven by voltage; controller and input then give the desired
 * currents, taken within each motor's limit. With e the error at an instant and x the integral so far:
 *   x' = x + integral·period·e,  v = proportional·e + x', within the voltage limit;
 * if v exceeds the limit and e would take it farther, x stays as it was (anti-windup). v takes effect `delay`
 * after the instant and is held; 0 before the first. */
typedef struct {
  double period, delay;
  const double *proportional, *integral; /* n: V/A, V/(A s) */
} ulna_current_loop;

/* The hand takes a payload in place of the one it has, or releases it (`none`). A payload has the hand's velocity
 * when it is taken and when it is released, so positions and speeds do not jump. The energy that comes or goes with
 * it counts as work of the world. */
typedef struct {
  double t;
  bool none;
  ulna_body body; /* in the last link's frame */
} ulna_payload_change;

/* A compliant plane, fixed in the base frame, that the tool frame's origin may touch. With d the depth below the plane:
 *   normal force f = stiffness d (1 + damping d'), never less than 0 [HuntCrossley75];
 *   friction −friction f v/√(v² + slip_speed²), v the velocity along the plane.
 * Touching and leaving are events, located as the plant's are. */
typedef struct {
  bool present;
  double point[3], normal[3];  /* a point of it; outward, of any length but 0; base frame */
  double stiffness, damping;   /* N/m, s/m */
  double friction, slip_speed; /* coefficient; m/s, > 0 if there is friction */
} ulna_surface;

typedef struct {
  ulna_plant_options plant;
  ulna_integrator integrator;   /* of fixed steps; ulna_simulation_set_stepper replaces it */
  double step, event_tolerance; /* s */
  const ulna_channel *input;    /* n: as plant.driven_by says; added to the controller's. NULL: 0 */
  const ulna_sampled_controller *controller; /* NULL: none */
  const ulna_current_loop *current_loop;     /* NULL: none */
  const ulna_sensors *sensors;               /* NULL: perfect, without a hand sensor */
  const ulna_channel
      *hand_wrench;    /* 6: what the world exerts on the hand in addition to the surface, force then
                                      moment, at the tool frame's origin. NULL: 0 */
  ulna_axes hand_axes; /* of hand_wrench */
  const ulna_channel
      *base; /* 6: x y z roll pitch yaw (m, rad) of the base frame relative to the robot file's, in the axes
                               of the latter. NULL: it stays there. Values and slopes must not jump after the start:
                               that would be an impulse. Gravity is the model's, turned into the base's axes */
  int payload_change_count;
  const ulna_payload_change *payload_changes; /* times rise; before the first, the model's own */
  ulna_surface surface;
  double
      record_period; /* s; 0: every step (of `step` where a stepper is in place); infinite: the start only */
} ulna_simulation_options;

/* Driven by torque, RK4 with steps of 1 ms, events to 1 ns, a row every 10 ms, nothing else. */
ULNA_API ulna_simulation_options ulna_simulation_options_default(void);

typedef struct ulna_simulation ulna_simulation;

/* Checks the options. On failure `buffer` gets a sentence of at most `size` − 1 bytes: ULNA_INVALID_ARGUMENT,
 * ULNA_NOT_FINITE, ULNA_BAD_ROBOT (a payload), ULNA_UNSUPPORTED (a missing motor). */
ULNA_API ulna_status ulna_simulation_check(const ulna_model *model, const ulna_simulation_options *options,
                                           char *buffer, size_t size) ULNA_MUST_CHECK;

/* Checks the options and makes a simulation. The options are copied; what they point to, and the model, must outlive
 * it.
 * Real-time: no. */
ULNA_API ulna_status ulna_simulation_create(const ulna_model *model, const ulna_simulation_options *options,
                                            const ulna_allocator *allocator,
                                            ulna_simulation **simulation) ULNA_MUST_CHECK;
ULNA_API void ulna_simulation_destroy(ulna_simulation *simulation); /* NULL is allowed. Real-time: no. */

/* For making an adaptive integrator, and for looking at modes. */
ULNA_API ulna_plant *ulna_simulation_plant(ulna_simulation *simulation);

/* An integrator in place of fixed steps (see ulna_adaptive_stepper). All functions but advance may be NULL. */
typedef struct {
  void *context;
  /* Integrates from (t, y) to t_end, carries out events and tells them to the sink. *t_reached: how far it came. */
  ulna_status (*advance)(void *context, double t, double t_end, double y[], const ulna_event_sink *sink,
                         double *t_reached);
  void (*smooth_until)(void *context, double t); /* nothing that acts on the plant jumps before t */
  void (*restart)(void *context);                /* something jumped */
  const char *(*failure)(void *context);         /* why advance failed, in words */
  long (*steps)(void *context);                  /* since it was made */
} ulna_stepper;

/* NULL: fixed steps again. Call it before the start. */
ULNA_API void ulna_simulation_set_stepper(ulna_simulation *simulation, const ulna_stepper *stepper);

/* Begins a run at time t: joints at q and qd (n each, relative to the base), no current, the model's payload, statistics
 * at 0, noise from its seed. Nothing is sampled or recorded yet; the first advance does that. ULNA_INVALID_ARGUMENT
 * if the base's value or slope jumps after t, or a joint is beyond a hard stop; ulna_simulation_failure says
 * which. */
ULNA_API ulna_status ulna_simulation_start(ulna_simulation *simulation, double t, const double q[],
                                           const double qd[]) ULNA_MUST_CHECK;

/* One row. Its arrays belong to the simulation and are valid during the call. */
typedef struct {
  double t;
  const double *q, *qd, *qdd;               /* n */
  const double *u;                          /* n: what drives the plant */
  const double *command;                    /* n: the controller's in effect, input channels not included */
  const double *tau;                        /* n: joint forces of the drives */
  const double *q_a, *qd_a, *current, *F_d; /* n: actuators; current and F_d 0 where the plant has none */
  const double *friction;                   /* ulna_friction_place_count */
  const double *stop_force;                 /* n */
  const double *measured_q, *measured_qd;   /* n: last readings; NULL without a controller */
  const double *measured_wrench;            /* 6: last reading of the hand sensor; NULL without one */
  double wrench[6];        /* what the world exerts on the hand, surface included; as measured.h */
  double contact_force[3]; /* what the surface exerts on the hand, base axes */
  double depth;            /* of the tool frame's origin below the surface; 0 without one */
  ulna_pose hand;          /* the tool frame in the base frame */
  double twist[6];         /* of it relative to the base, angular first, base axes */
  ulna_pose base;          /* of the base frame in the world */
  double kinetic, potential; /* J, relative to the base: ½ qdᵀ M qd, and in gravity as the base sees it now */
  double work_drives, work_friction, work_stops, work_world; /* J; friction and stops: lost */
  int stage;                                                 /* the controller's; -1: it has none */
} ulna_sample;

/* Where rows and events go; a NULL function: nobody listens. */
typedef struct {
  void *context;
  ulna_status (*sample)(void *context,
                        const ulna_sample *sample); /* not ULNA_OK: advance returns that; the run can go on */
  void (*event)(void *context, const ulna_event *event);
  /* Called after every step, fixed or a stepper's own (which may go beyond a row), to stop a run at once or to show
   * its progress. Not ULNA_OK: advance returns that, with state and time of the last step. */
  ulna_status (*step)(void *context, double t);
} ulna_simulation_sink;

/* Advances to t_end, with everything that is due at t_end. May be called again with a later time.
 *   ULNA_NOT_FINITE, ULNA_SINGULAR, ULNA_NOT_CONVERGED: the plant, the stepper or the controller gave that;
 *   any other: what the controller or the sink returned.
 * Time and state are then the last sound ones, and ulna_simulation_failure says what happened. */
ULNA_API ulna_status ulna_simulation_advance(ulna_simulation *simulation, double t_end,
                                             const ulna_simulation_sink *sink) ULNA_MUST_CHECK;

/* Time, and the state as ulna/plant.h orders it. */
ULNA_API double ulna_simulation_time(const ulna_simulation *simulation);
ULNA_API const double *ulna_simulation_state(const ulna_simulation *simulation);

/* A sentence on why the last start or advance failed; "" if it did not. */
ULNA_API const char *ulna_simulation_failure(const ulna_simulation *simulation);

/* A limit that was exceeded: by how much at most, and when first; 0 and NaN if it was not. */
typedef struct {
  double excess, first_time;
} ulna_excess;

/* Since the start. Positions, speeds, inputs and torques are looked at after every fixed step and at rows; with a
 * stepper at breaks and rows. */
typedef struct {
  long steps, events, control_samples, rows;
  double energy_scale; /* J turned over: the largest of |ΔT| + |ΔV| + |work| of each kind, at rows */
  double energy_error; /* the largest error of the balance at a row, relative to energy_scale */
  const double *largest_u, *largest_tau;        /* n, magnitudes */
  const ulna_excess *position, *speed, *effort; /* n: beyond the joints' limits */
} ulna_simulation_statistics;
ULNA_API ulna_simulation_statistics ulna_simulation_statistics_get(const ulna_simulation *simulation);

#ifdef __cplusplus
}
#endif
#endif
