/* What a scenario holds once it is read. */
#ifndef ULNA_SCENARIO_SCENARIO_H
#define ULNA_SCENARIO_SCENARIO_H

#include "base/arena.h"
#include "ulna/adaptive.h"
#include "ulna/inverse_kinematics.h"
#include "ulna/scenario.h"
#include "ulna/simulation.h"

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

extern const char *const ulna_internal_method_names[METHOD_COUNT];

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
  GROUP_COUNT
} scenario_group;
extern const char *const ulna_internal_group_names[GROUP_COUNT];

struct ulna_scenario {
  ulna_allocator allocator;
  arena memory; /* everything the pointers here lead to, but for the model */

  const char *name, *summary, *robot, *integrator;
  ulna_model *model;
  int n;
  double duration;
  uint64_t seed;

  double *q, *qd; /* the start, n each */

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
  ulna_sensors *sensors;           /* NULL: perfect */
  ulna_current_loop *current_loop; /* NULL: none */

  const char *record_file;
  double record_every;
  bool record[GROUP_COUNT];
};

static inline bool scenario_method_is_fixed(scenario_method method) { return method <= METHOD_RK4; }

#endif
