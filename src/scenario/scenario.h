/* A scenario after reading. */
#ifndef ULNA_SCENARIO_SCENARIO_H
#define ULNA_SCENARIO_SCENARIO_H

#include "base/arena.h"
#include "ulna/adaptive.h"
#include "ulna/controller.h"
#include "ulna/inverse_kinematics.h"
#include "ulna/scenario.h"
#include "ulna/simulation.h"
#include "ulna/trajectory.h"

/* The words of `method`, in this order. */
typedef enum {
  METHOD_EULER,
  METHOD_SEMI_IMPLICIT,
  METHOD_RK4,
  METHOD_ERK,
  METHOD_ADAMS,
  METHOD_BDF,
  METHOD_COUNT
} scenario_method;

extern const char *const ulna_method_names[METHOD_COUNT];

/* Below this the rounding of doubles is all there is. */
#define LEAST_TOLERANCE 1e-14
#define LEAST_STEP      1e-9 /* s: a run of shorter ones would never end */

/* Groups of columns, in the order of a row; their words and columns are in run_columns.c. */
typedef enum {
  GROUP_Q,
  GROUP_QD,
  GROUP_QDD,
  GROUP_U,
  GROUP_COMMAND,
  GROUP_TAU,
  GROUP_ACTUATOR_POSITION,
  GROUP_ACTUATOR_SPEED,
  GROUP_CURRENT,
  GROUP_ACTUATOR_FORCE,
  GROUP_FRICTION,
  GROUP_STOP_FORCE,
  GROUP_MEASURED_Q,
  GROUP_MEASURED_QD,
  GROUP_MEASURED_WRENCH,
  GROUP_HAND,
  GROUP_TWIST,
  GROUP_WRENCH,
  GROUP_CONTACT,
  GROUP_BASE,
  GROUP_ENERGY,
  GROUP_WORK,
  GROUP_STAGE,
  GROUP_DESIRED_Q,
  GROUP_DESIRED_QD,
  GROUP_DESIRED_HAND,
  GROUP_COUNT
} scenario_group;
extern const char *const ulna_group_names[GROUP_COUNT];

static inline bool group_needs_controller(scenario_group group)
{
  return group == GROUP_COMMAND || group == GROUP_MEASURED_Q || group == GROUP_MEASURED_QD ||
         group >= GROUP_STAGE;
}

/* One piece of the desired motion, from the end of the one before it. */
typedef struct {
  const char *name;            /* NULL: none */
  ulna_trajectory *trajectory; /* NULL: stays where it is */
  bool hand;                   /* the set point is of the hand, else of the joints */
  double start, duration;      /* s */
  const double *goal_q;        /* n: where it ends; of the hand, the joints that come nearest to it */
  ulna_pose goal;              /* the same, of the hand */
  const double *push;          /* 6, or NULL */
  ulna_stage stage;
} scenario_segment;

/* What a user did while a run went on (`changes`). A push holds from its instant, a multiple of push_every, to the
 * next one's; a gain changes at the first sample of the controller that is not before its time. */
typedef struct {
  double t, force[3]; /* N, in the axes of hand_wrench; base axes where there is none */
} scenario_push;

enum { GAIN_NAME = 40, MOST_PUSH_POINTS = 10000000 };
typedef struct {
  double t;
  char gain[GAIN_NAME]; /* "hand.frequency" */
  double value;
} scenario_retuning;

struct ulna_scenario {
  ulna_allocator allocator;
  arena memory; /* everything the pointers here lead to, but for models and trajectories */

  const char *name, *summary, *robot, *integrator;
  ulna_model *model;
  int n;
  double duration;
  uint64_t seed;

  double *q, *qd; /* the start, n each */

  const char *reference; /* who has the actuators come to reference_q_a (n); NULL: nobody */
  const double *reference_q_a;

  scenario_method method;
  double step, event_tolerance;   /* fixed steps */
  ulna_adaptive_options adaptive; /* the others */
  ulna_plant_options plant;

  ulna_channel *input;       /* n */
  ulna_channel *hand_wrench; /* 6, force first; NULL: none */
  ulna_axes hand_axes;
  ulna_channel *base; /* 6: x y z roll pitch yaw; NULL: at rest */
  int payload_count;
  ulna_payload_change *payloads;
  const char **payload_names; /* for events */
  ulna_surface surface;
  double settling;                 /* s after the first touch, before force counts as settled */
  ulna_sensors *sensors;           /* NULL: perfect */
  ulna_current_loop *current_loop; /* NULL: none */

  int segment_count;
  scenario_segment *segments;

  bool controlled;
  ulna_controller_options controller;
  double control_delay;
  int tare; /* readings of the hand sensor that are its bias; 0: not tared */
  ulna_model_error model_error;
  ulna_model *control_model; /* what the controller computes with; NULL: the plant's */
  int accept_count;          /* what is accepted of the robot, and so of its likeness */
  const ulna_waiver *accept;

  double push_every; /* s; 0: nobody pushes */
  int push_count, retuning_count;
  scenario_push *pushes;        /* times rise */
  scenario_retuning *retunings; /* times do not fall */

  const char *record_file;
  double record_every;
  bool record[GROUP_COUNT];
};

/* The plant's model with an error; NULL where the error leaves it as it is. */
ulna_status ulna_control_model(const ulna_scenario *scenario, const ulna_model_error *error,
                               const ulna_allocator *allocator, ulna_model **model);

/* The numbers of a controller that may change while it works, by index from 0; false beyond the last. Lists must be
 * the caller's own (ulna_scenario_own_gains). `used`: this kind reads it. */
typedef struct {
  char name[GAIN_NAME];
  const char *unit;
  double *value;
  bool used;
} scenario_gain;
bool ulna_scenario_gain(ulna_controller_options *options, int n, int index, scenario_gain *gain);
double *ulna_scenario_find_gain(ulna_controller_options *options, int n, const char *name); /* NULL: none */

/* Copies the lists of gains into memory of the caller's, where they may be changed. False: there is none. */
bool ulna_scenario_own_gains(ulna_controller_options *options, int n, arena *memory);

static inline bool scenario_method_is_fixed(scenario_method method) { return method <= METHOD_RK4; }

enum { SCENARIO_FAILURE = 400 }; /* room for why a simulation is refused */

/* What the simulation of a scenario is made with; points into the scenario. */
ulna_simulation_options ulna_scenario_options(const ulna_scenario *scenario);

/* The integrator in words, for summaries and headers; NULL when there is no memory. */
const char *ulna_scenario_describe(const ulna_scenario *scenario, arena *memory);

#endif
