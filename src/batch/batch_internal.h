/* A batch from the inside: the arm as plain numbers, one call's arrays, and what an instance for one kind of lanes offers. */
#ifndef ULNA_BATCH_BATCH_INTERNAL_H
#define ULNA_BATCH_BATCH_INTERNAL_H

#include "model/model.h"
#include "ulna/batch.h"

/* A balanced rotor that is part of its carrier: see fast_rotors in kernel/fast_newton_euler.h. */
typedef struct {
  int carrier;         // link 0…n
  double momentum[3];  // Ia z, in the carrier's joint-axis frame; on the base in frame 0
  double inertia;      // Ia
  const double *ratio; /* n: its coordinate by the joints' */
  int from, to;        // the joints whose ratio is not zero
} batch_rotor;

/* What lanes take from the model. */
typedef struct {
  const ulna_model *model;
  bool driven;          // with drives and friction
  bool in_lanes;        // the lanes can do all of it; else states go one by one
  bool spin_only;       // rotors are all on the base: they add `spin` to the mass matrix and nothing else
  bool spins_diagonal;  // each with one joint
  int rotor_count;
  batch_rotor *rotor;   // by carrier
  const double *spin;   // n×n: Σ Ia k kᵀ; NULL: no rotors
  const double *bound;  // n: a pivot of at most 4 n ε times it is rounding; NULL, zeros: there are drives
  bool linear, smooth;  // the regressor serves this robot, the derivatives do
  int columns;          // of the regressor
  int drive_count;      // 0 without drives
  double (*drive_axis)[3];  // drives: in the carrier's joint-axis frame; on the base in frame 0
  int frames;               // fast_frames (kernel/fast_places.h) of the file's own
  double world_to_0[3][3];  // what turns vectors of the world to frame 0
  bool on_axis;             // links' parameters are given in frames on the joints' axes
  double (*along)[3];       // n: then from one to the next, in its own axes
} batch_arm;

typedef enum {
  CALL_INVERSE_DYNAMICS,
  CALL_FORWARD_DYNAMICS,
  CALL_MASS_MATRIX,
  CALL_GRAVITY,
  CALL_BIAS,
  CALL_POSES,
  CALL_HAND_POSE,
  CALL_JACOBIAN,
  CALL_REGRESSOR,
  CALL_INVERSE_DERIVATIVES,
  CALL_FORWARD_DERIVATIVES,
  CALL_ROLLOUT
} batch_function;

/* One call: arrays of the precision the lanes have. */
typedef struct {
  batch_function function;
  ulna_batch_layout layout;
  size_t count;
  const void *q, *qd, *qdd, *tau, *gravity, *wrench, *payload;
  void *out[4];
  bool single_precision;
  bool keeps_zeros;        // of a regressor: see ulna_batch_options
  size_t far, prefetched;  // from these bytes of results on they are written past the caches, prefetched
  const ulna_batch_rollout_options *rollout;  // of a rollout; its outputs: q, qd, and those of every step
  bool by_step;                               // tau is given for each step, step_size numbers after another
  size_t step_size;
} batch_call;

typedef struct rollout_worker rollout_worker;  // batch/rollout.h

/* One kind of lanes, compiled for one instruction set. */
typedef struct {
  int lanes;
  size_t (*size)(const batch_arm *arm);              // of one thread's memory; 0: more than can be counted
  void (*init)(void *memory, const batch_arm *arm);  // aligned to 64
  // first: a multiple of 16
  void (*run)(void *memory, rollout_worker *rollout, const batch_call *call, size_t first, size_t count);
} lane_kind;

typedef struct {
  const char *instructions;
  const lane_kind *of_double, *of_float;
} lane_paths;

/* Instances this machine can run, the best first; NULL past the last. */
const lane_paths *ulna_lane_paths(int number);

/* Numbers a state that output k of a function has; 0: there is none. */
size_t ulna_batch_width(const batch_arm *arm, batch_function function, int k);

/* Gives a work the gravity, the wrench and the payload that a call has for a state, and takes them away again. */
ulna_status ulna_batch_surround(const batch_call *call, ulna_work *work, size_t state);
void ulna_batch_surround_as_before(const batch_arm *arm, const batch_call *call, ulna_work *work);

/* States of a call one by one, by a work with everything the robot has. */
void ulna_batch_run_single(const batch_arm *arm, ulna_work *work, double *memory, const batch_call *call,
                           size_t first, size_t count);
size_t ulna_batch_single_numbers(const batch_arm *arm);  // of its memory

/* Where the numbers of a state lie. */
typedef struct {
  size_t at, joint, state;  // of number 0; from number to number; from state to state (within a block of 16)
} batch_place;

static inline batch_place batch_place_of(ulna_batch_layout given, size_t count, size_t width, size_t state)
{
  switch (given) {
  case ULNA_BATCH_ROWS: return (batch_place){state * width, 1, width};
  case ULNA_BATCH_COLUMNS: return (batch_place){state, count, 1};
  default:
    return (batch_place){state / ULNA_BATCH_BLOCK * ULNA_BATCH_BLOCK * width + state % ULNA_BATCH_BLOCK,
                         ULNA_BATCH_BLOCK, 1};
  }
}

// A number of a call's array, of either precision.
static inline double batch_number(const batch_call *c, const void *from, size_t at)
{
  return c->single_precision ? (double)((const float *)from)[at] : ((const double *)from)[at];
}
static inline void batch_put(const batch_call *c, void *to, size_t at, double x)
{
  if (c->single_precision) ((float *)to)[at] = (float)x;
  else ((double *)to)[at] = x;
}

#endif
