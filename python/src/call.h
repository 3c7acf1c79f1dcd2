/* A call of a function of table.py: for one state, or for many. */
#ifndef ULNA_PYTHON_CALL_H
#define ULNA_PYTHON_CALL_H

#include "core.h"

enum { INPUTS_MOST = 10, OUTPUTS_MOST = 12, SURROUNDINGS = 4, SLOTS = INPUTS_MOST + SURROUNDINGS };
enum { AT_GRAVITY = INPUTS_MOST, AT_WRENCH, AT_PAYLOAD, AT_BASE_MOTION };

typedef enum { REAL, WHOLE, POSE } array_kind;
typedef struct {
  const char *name;
  array_kind kind;
  int optional, dimensions;
  int dims[3];  // a number, or DIM_…
} array_info;

enum {
  OPTION_METHOD = 1,
  OPTION_FORWARD_METHOD = 2,
  OPTION_POINT = 4,
  OPTION_AXES = 8,
  OPTION_FRAME = 16,
  OPTION_OF = 32,
  OPTION_INPUT = 64,
  OPTION_ROTORS = 128,
  OPTION_IK = 256
};
typedef struct {
  int method;           // -1: the fastest
  bool has_point, nan;  // nan: what cannot be computed is NaN, not an exception
  ulna_point point;
  ulna_axes axes;
  int frame;
  ulna_regressor_of of;
  ulna_forward_input input;
  ulna_rotors rotors;
  ulna_ik_options ik;
} call_options;

/* What the functions of functions.inc are given. */
typedef struct {
  const ulna_model *model;
  ulna_work *work;
  const void *in[INPUTS_MOST];
  void *out[OUTPUTS_MOST];
  call_options option;
} state_call;

enum {
  LANES_NONE,
  LANES_INVERSE_DYNAMICS,
  LANES_FORWARD_DYNAMICS,
  LANES_MASS_MATRIX,
  LANES_GRAVITY_TORQUES,
  LANES_BIAS,
  LANES_HAND_POSE,
  LANES_JACOBIAN,
  LANES_REGRESSOR,
  LANES_INVERSE_DYNAMICS_DERIVATIVES,
  LANES_FORWARD_DYNAMICS_DERIVATIVES
};
enum { LANES_FOR_LINKS = 1, LANES_FOR_DRIVES, LANES_FOR_OF };

typedef struct {
  const char *name, *result;
  int in_count, out_count;
  unsigned options;
  ulna_status (*one)(const state_call *c);
  int lanes, lanes_for;
  array_info in[INPUTS_MOST], out[OUTPUTS_MOST];
} function_info;

/* An array that goes in: numbers of a state together, states `stride` numbers apart (0: one for all). */
typedef struct {
  const array_info *info;
  PyArrayObject *array;  // contiguous; NULL: not given
  int lead;              // leading dimensions
  size_t size, stride;   // numbers
} given_array;

typedef struct {
  const array_info *info;
  PyArrayObject *array;   // contiguous, of doubles, floats or ints
  PyArrayObject *wanted;  // the caller's, or a narrower one; NULL: `array` itself
  size_t size;
} made_array;

typedef struct {
  const function_info *function;
  robot_object *robot;
  call_options option;
  PyObject *slot[SLOTS];  // borrowed: what was given for inputs and surroundings
  PyObject *out;          // borrowed
  given_array in[SLOTS];
  made_array made[OUTPUTS_MOST];
  int lead;
  npy_intp lead_dims[NPY_MAXDIMS];
  size_t count;           // states
  bool single_precision;  // everything given is: so is what comes out
  bool floats;            // and is computed so
} many_call;

/* broadcast.c; -1: an exception is set. */
int take_inputs(many_call *c);
int take_outputs(many_call *c);
PyObject *hand_out(many_call *c, PyObject *result_type);
void let_go(many_call *c);

/* many.c */
int run_states(many_call *c);
bool takes_lanes(const many_call *c);
int raise_not_finite(const many_call *c, const given_array *in, size_t number);

#endif
