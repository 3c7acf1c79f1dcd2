/* The arm with its drives, friction and stops as a system of differential equations with events.
 *
 * State y, in this order (ulna_plant_state_count numbers):
 *   q (n), qd (n), armature currents (n, only when driven by voltage),
 *   then work done so far: by the drives, lost in friction, lost in stops, done by the world (hand and base).
 * Between events the modes (what sticks, which stop is rested against) are fixed and the right-hand side is smooth;
 * the switch functions tell when a mode stops being valid. Step functions that locate events are at the end; an
 * adaptive integrator drives the same plant through ulna_plant_rate, _switches and _switch.
 * Frames, orders and signs: docs/conventions.md. */
#ifndef ULNA_PLANT_H
#define ULNA_PLANT_H

#include "ulna/forward_dynamics.h"
#include "ulna/friction.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum {
  ULNA_DRIVEN_BY_TORQUE,  /* joint torques */
  ULNA_DRIVEN_BY_FORCE,   /* actuator forces, before friction */
  ULNA_DRIVEN_BY_CURRENT, /* armature currents, within each motor's limit */
  ULNA_DRIVEN_BY_VOLTAGE  /* armature voltages, within each motor's limit */
} ulna_driven_by;

typedef enum { ULNA_STOPS_NONE, ULNA_STOPS_STIFF, ULNA_STOPS_HARD } ulna_stops;

typedef struct {
  ulna_driven_by driven_by;
  bool friction;                       /* of drives and joints */
  ulna_stops stops;                    /* at the joints' position limits */
  double stop_stiffness, stop_damping; /* stiff stops: N m/rad and N m s/rad (N/m, N s/m) */
  double restitution, rest_speed;      /* hard stops: speed after / before; slower rebounds come to rest */
  /* Accelerations by `forward_method` instead of the fastest: for links alone (ulna_plant_takes_method). Joints that stick
   * or rest against a stop are solved with the mass matrix, whatever the method. */
  bool by_method;
  ulna_forward_method forward_method;
  bool linear; /* for ulna_plant_linearise: the plant's work gets ULNA_PART_DERIVATIVES */
} ulna_plant_options;

/* By torque, with friction, no stops. Real-time: yes. */
ULNA_API ulna_plant_options ulna_plant_options_default(void);

/* Events, the plant's own and those of a run (ulna/simulation.h), with the meaning of index and modes. */
#define ULNA_EVENT_KIND_LIST(X)                                                                              \
  X(STICK, "stick")         /* index: friction place; modes: its own */                                      \
  X(SLIP, "slip")           /* the same */                                                                   \
  X(STOP, "stop")           /* index: joint - 1; modes: of its stop */                                       \
  X(REBOUND, "rebound")     /* the same */                                                                   \
  X(LEAVE, "leave")         /* the same */                                                                   \
  X(PAYLOAD, "payload")     /* index: number of the change, from 0; modes: 1 where there is a payload */     \
  X(STAGE, "stage")         /* of the controller; modes: the stages */                                       \
  X(INPUT, "input")         /* a step of input channel `index` */                                            \
  X(WRENCH, "wrench")       /* a step of the hand wrench's component `index` */                              \
  X(SET_POINT, "set point") /* modes: the numbers of the set points */                                       \
  X(CONTACT, "contact")     /* the hand touches the surface; modes: 1 while it does */                       \
  X(RELEASE, "release")     /* it leaves the surface */

typedef enum {
#define ULNA_EVENT_KIND_ENUM(name, text) ULNA_EVENT_##name,
  ULNA_EVENT_KIND_LIST(ULNA_EVENT_KIND_ENUM)
#undef ULNA_EVENT_KIND_ENUM
      ULNA_EVENT_KIND_COUNT
} ulna_event_kind;

typedef struct {
  double t;
  ulna_event_kind kind;
  int index;
  int mode_before, mode_after;
} ulna_event;
ULNA_API const char *ulna_event_name(ulna_event_kind kind); /* Real-time: yes. */

/* Receives events as they happen; NULL: nobody listens. An adaptive integrator also reports the end of each of its
 * steps; a status that is not ULNA_OK ends the advance there, with that status. */
typedef struct {
  void *context;
  void (*happened)(void *context, const ulna_event *event);
  ulna_status (*stepped)(void *context, double t);
} ulna_event_sink;

/* What acts on the plant. input fills u (n) at time t. environment (may be NULL) may change the work's gravity, base
 * motion, hand wrench and payload for time t. Both must give the same for the same arguments within a step. An
 * environment that is smooth only in pieces (a contact) may add switch functions of its own. guards fills in guard_count
 * of them; they are positive while the present piece holds. When function `which` (from 0) has crossed zero, crossed is
 * called. It must change to the next piece, where the function is positive again, and tell the sink. */
typedef struct {
  void *context;
  void (*input)(void *context, double t, const double q[], const double qd[], double u[]);
  void (*environment)(void *context, double t, const double q[], const double qd[], ulna_work *work);
  int guard_count;
  void (*guards)(void *context, double t, const double q[], const double qd[], ulna_work *work, double g[]);
  void (*crossed)(void *context, int which, double t, const ulna_event_sink *sink);
} ulna_surroundings;

typedef struct ulna_plant ulna_plant;

/* Whether this method can compute the model's accelerations: no rotors, no other bodies of a drive train, no friction
 * that depends on load. Real-time: yes. */
ULNA_API bool ulna_plant_takes_method(const ulna_model *model, ulna_forward_method method);

/* ULNA_UNSUPPORTED if the method cannot serve this model; if driven by current or voltage and an actuator has no motor
 * (ulna_plant_missing_motor tells which); or if driven by voltage and a motor has no resistance. The model must
 * outlive the plant. Real-time: no. */
ULNA_API ulna_status ulna_plant_create(const ulna_model *model, const ulna_plant_options *options,
                                       const ulna_surroundings *surroundings, const ulna_allocator *allocator,
                                       ulna_plant **plant) ULNA_MUST_CHECK;
ULNA_API void ulna_plant_destroy(ulna_plant *plant);
ULNA_API int ulna_plant_missing_motor(const ulna_model *model, ulna_driven_by driven_by); /* -1: none */

/* All that follows: Real-time: yes. */
ULNA_API int ulna_plant_state_count(const ulna_plant *plant);
ULNA_API ulna_driven_by ulna_plant_driven_by(const ulna_plant *plant);
ULNA_API ulna_work *ulna_plant_work(ulna_plant *plant); /* to set what stays the same over a run */

/* The index in the state of the first work done: by drives, friction, stops, world, in this order. */
ULNA_API int ulna_plant_energy_index(const ulna_plant *plant);

/* Kinetic and potential energy of links, payload, rotors and drive-train bodies, relative to the base: ½ qdᵀ M qd,
 * and the energy in the work's gravity. Energy that a moving base adds, by inertial forces and by turning gravity in
 * its axes, counts as work of the world. */
ULNA_API void ulna_plant_energy(ulna_plant *plant, const double y[], double *kinetic, double *potential);

/* Decides the modes at (t, y) from the speeds; speeds of places that stick become exactly zero. ULNA_INVALID_ARGUMENT
 * if a joint is beyond a hard stop. Call it first, and after you have changed y. */
ULNA_API ulna_status ulna_plant_start(ulna_plant *plant, double t, double y[]) ULNA_MUST_CHECK;

/* dy/dt with the present modes. ULNA_SINGULAR, or ULNA_NOT_FINITE if a number is not finite. */
ULNA_API ulna_status ulna_plant_rate(ulna_plant *plant, double t, const double y[],
                                     double rate[]) ULNA_MUST_CHECK;

/* What the plant does at (t, y): n each, friction one per place; any may be NULL. */
typedef struct {
  double *qdd, *u, *tau, *q_a, *qd_a, *current, *F_d, *friction, *stop_force;
} ulna_plant_signals;
ULNA_API ulna_status ulna_plant_observe(ulna_plant *plant, double t, const double y[],
                                        const ulna_plant_signals *signals) ULNA_MUST_CHECK;

/* The mode of each friction place (ulna_friction_place_count): -1 or +1 slips in that direction, 0 sticks. The mode of
 * each joint's stop: +1 rests against the upper one, -1 against the lower one, 0 against none. */
ULNA_API const int *ulna_plant_modes(const ulna_plant *plant);
ULNA_API const int *ulna_plant_stops(const ulna_plant *plant);

/* Restores the modes that belong to a saved state, instead of ulna_plant_start. */
ULNA_API void ulna_plant_set_modes(ulna_plant *plant, const int mode[], const int stop[]);

/* Switch functions: positive while the present mode is valid, crossing zero where it ends. One per friction place, two
 * per joint (all upper stops, then all lower ones), then the surroundings' own. */
ULNA_API int ulna_plant_switch_count(const ulna_plant *plant);
ULNA_API ulna_status ulna_plant_switches(ulna_plant *plant, double t, const double y[],
                                         double g[]) ULNA_MUST_CHECK;

/* Carries out the event of switch function `which`, which has crossed zero: y may change (a stop's impulse, a speed
 * that becomes exactly zero), and the modes are decided anew. */
ULNA_API ulna_status ulna_plant_switch(ulna_plant *plant, int which, double t, double y[],
                                       const ulna_event_sink *sink) ULNA_MUST_CHECK;

/* The plant near (t, y) with the present modes: with x = q, qd and, if driven by voltage, the currents (2 n or 3 n
 * numbers),
 *   d(δx)/dt = A δx + B δu,   A m×m, B m×n, row-major, m = ulna_plant_linear_state_count.
 * u is the input, in the unit of driven_by. Input, gravity, base and payload stay as they are. Derivatives are analytic, drives,
 * coupling, friction, stiff stops and motors included; a motor at its limit does not react to u. Only the change of the
 * environment's hand wrench with q and qd is found by differences, to about 1e-9 of it.
 * ULNA_UNSUPPORTED if there is no derivative; `buffer` (may be NULL) then gets the reason: something sticks, stands still
 * under dry friction, rests against a stop, or feels a load of exactly 0. ULNA_MISSING_PART without `linear`, which brings
 * ULNA_PART_DERIVATIVES; ULNA_SINGULAR, ULNA_NOT_FINITE. A and B are untouched unless ULNA_OK. Real-time: yes. */
ULNA_API int ulna_plant_linear_state_count(const ulna_plant *plant);
ULNA_API ulna_status ulna_plant_linearise(ulna_plant *plant, double t, const double y[], double A[],
                                          double B[], char *buffer, size_t size) ULNA_MUST_CHECK;

/* Steps of fixed length. Euler is [Szkodny, eq. 22], first order, with sticking tested at the step's end;
 * semi-implicit Euler uses the new speeds for the positions. RK4 is the classical method [Turney80, sec. 7]. It
 * locates events: the step's own stages and trial steps narrow a bracket, until the event is reported at most
 * `event_tolerance` seconds after its crossing. The rest of the step is taken in pieces. A switch function that
 * crosses twice within one step is missed. */
typedef enum { ULNA_EULER, ULNA_SEMI_IMPLICIT_EULER, ULNA_RK4 } ulna_integrator;
ULNA_API ulna_status ulna_plant_step(ulna_plant *plant, ulna_integrator integrator, double h,
                                     double event_tolerance, double t, double y[],
                                     const ulna_event_sink *sink) ULNA_MUST_CHECK;

#ifdef __cplusplus
}
#endif
#endif
