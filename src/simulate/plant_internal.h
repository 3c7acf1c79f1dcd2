/* A plant from the inside, for the files of this room. */
#ifndef ULNA_SIMULATE_PLANT_INTERNAL_H
#define ULNA_SIMULATE_PLANT_INTERNAL_H

#include "ulna/plant.h"
#include "work/work.h"

enum { WORK_DRIVES, WORK_FRICTION, WORK_STOPS, WORK_WORLD, WORKS };  // the last numbers of a state

struct ulna_plant {
  const ulna_model *model;
  ulna_work *work;
  ulna_allocator allocator;
  size_t size;
  ulna_plant_options options;
  ulna_surroundings around;
  int n, places, numbers;  // numbers: of the state
  int switches;            // places, two per joint, the surroundings' own
  bool simple;             // every actuator moves with one joint at a constant ratio
  bool can_switch;         // some mode can end at all
  int *mode, *stop;        // places, n
  int *mode_kept, *stop_kept;

  // what the last evaluation gave; driven by torque, u is tau
  double *u, *F_d, *current, *current_rate, *tau, *stop_tau, *total, *qdd, *qd_a, *stop_force;  // n each
  double *friction, *reserve;                                                                   // places

  // of the methods: numbers each; switches each
  double *stage[4], *trial, *out, *past;
  double *g, *g_start, *g_end, *g_before, *g_past;

  double *hand, *bias;  // n each

  // of ulna_plant_linearise, where it is asked for: ∂qdd by q, qd, tau, F_a; ∂q_a/∂q and ∂qd_a/∂q; one hessian; all n×n
  double *by_q, *by_qd, *by_tau, *by_F_a, *K, *K_rate, *hessian;
  double *moved;  // 2 n: q and qd beside the state
  int *side;      // n: the stops at which an impact finds the joints
};

/* Whether every number of a state is finite. */
bool ulna_plant_is_finite(const ulna_plant *p, const double y[]);

/* Everything at (t, y), modes as they are or settled anew. y is taken to be finite; where it is not, accelerations are
 * not either. */
ulna_status ulna_plant_evaluate(ulna_plant *p, double t, const double y[], bool may_change);

/* dy/dt from the evaluation just made at y; ULNA_NOT_FINITE if an acceleration is not. */
ulna_status ulna_plant_rate_found(ulna_plant *p, const double y[], double rate[]);

/* Both in one: ulna_plant_rate within a step whose start has been checked. */
ulna_status ulna_plant_rate_at(ulna_plant *p, double t, const double y[], double rate[]);

/* Remembers the modes; tells the sink what has changed since. */
void ulna_plant_keep_modes(ulna_plant *p);
void ulna_plant_announce(const ulna_plant *p, double t, const ulna_event_sink *sink);

/* Joints found at or beyond their stops run into them, `hit` (from 0) among them whatever rounding makes of its place, at
 * its upper stop for side +1; -1: none but those found. All in one impact; see ulna_impact. */
ulna_status ulna_plant_hit_stops(ulna_plant *p, double t, double y[], int hit, int side,
                                 const ulna_event_sink *sink);

#endif
