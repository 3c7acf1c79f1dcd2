/* States computed: one by one, or in lanes and threads. Long calls let other threads run, and hear Ctrl-C. */
#include "call.h"

#include <math.h>
#include <string.h>

#include "base/clock.h"

enum {
  LANES_LEAST = 4,  // states from which on lanes are of use
  ALONE_MOST = 16,  // states for which the GIL is kept
  CHUNK = 2048,     // states of a turn in lanes, for each thread: what one turn touches stays in the cache
  LOOK_EVERY = 64   // states one by one between looks at the clock
};

/* Python's signal handlers run where the GIL is held and time has passed. -1: one raised. */
typedef struct {
  PyThreadState *state;  // NULL: the GIL is held
  double next;
} turn;

static void let_others_run(turn *t) { t->state = PyEval_SaveThread(), t->next = clock_seconds() + 0.05; }
static void take_back(turn *t)
{
  if (t->state) PyEval_RestoreThread(t->state);
  t->state = NULL;
}
static int hear_signals(turn *t)
{
  if (!t->state || clock_seconds() < t->next) return 0;
  take_back(t);
  const int raised = PyErr_CheckSignals();
  if (!raised) let_others_run(t);
  return raised;
}

static double number_of(const given_array *in, size_t at)
{
  const void *x = PyArray_DATA(in->array);
  return PyArray_TYPE(in->array) == NPY_FLOAT ? (double)((const float *)x)[at] : ((const double *)x)[at];
}

int raise_not_finite(const many_call *c, const given_array *in, size_t number)
{
  const double x = number_of(in, number);
  PyObject *index = PyUnicode_FromString("");
  size_t rest = number, place[NPY_MAXDIMS];
  for (int k = PyArray_NDIM(in->array) - 1; k >= 0; k--) {
    place[k] = rest % (size_t)PyArray_DIM(in->array, k);
    rest /= (size_t)PyArray_DIM(in->array, k);
  }
  for (int k = 0; index && k < PyArray_NDIM(in->array); k++)
    REPLACE(index, PyUnicode_FromFormat(k ? "%U, %zu" : "%U%zu", index, place[k]));
  const char *what = isnan(x) ? "nan" : x > 0 ? "inf" : "-inf";
  if (index)
    PyErr_Format(PyExc_ValueError,
                 "%s: %s[%U] is %s: finite numbers are expected (errors='nan' lets them pass)",
                 c->function->name, in->info->name, index, what);
  Py_XDECREF(index);
  return -1;
}

/* Whether states first … first + count - 1 are finite; *in, *number: what is not. */
static bool finite_states(const many_call *c, size_t first, size_t count, const given_array **in,
                          size_t *number)
{
  for (int k = 0; k < SLOTS; k++) {
    const given_array *a = &c->in[k];
    if (!a->array || a->info->kind == WHOLE || (a->stride == 0 && first > 0)) continue;
    const void *x = PyArray_DATA(a->array);
    const size_t start = first * a->stride, size = a->stride ? count * a->stride : a->size;
    const bool narrow = PyArray_TYPE(a->array) == NPY_FLOAT;
    if (narrow ? all_finite_float((const float *)x + start, size)
               : all_finite((const double *)x + start, size))
      continue;
    *in = a, *number = start;
    while (isfinite(number_of(a, *number))) (*number)++;
    return false;
  }
  return true;
}

/* What surrounds one state, as the work has it. */
static ulna_status surround(const many_call *c, ulna_work *work, size_t state)
{
  const double *x[SLOTS] = {NULL};
  for (int k = INPUTS_MOST; k < SLOTS; k++)
    if (c->in[k].array) x[k] = (const double *)PyArray_DATA(c->in[k].array) + state * c->in[k].stride;
  if (x[AT_GRAVITY]) ulna_work_set_gravity(work, x[AT_GRAVITY]);
  if (x[AT_WRENCH]) ulna_work_set_hand_wrench(work, x[AT_WRENCH], x[AT_WRENCH] + 3);
  if (x[AT_BASE_MOTION]) {
    ulna_base_motion motion;
    memcpy(&motion, x[AT_BASE_MOTION], sizeof motion);
    ulna_work_set_base_motion(work, &motion);
  }
  if (!x[AT_PAYLOAD]) return ULNA_OK;
  ulna_body body = {.mass = x[AT_PAYLOAD][0], .about = ULNA_ABOUT_COM};
  memcpy(body.com, x[AT_PAYLOAD] + 1, sizeof body.com);
  memcpy(body.inertia, x[AT_PAYLOAD] + 4, sizeof body.inertia);
  return ulna_work_set_payload(work, &body);
}

/* As a new work is. */
static void clear_surroundings(const many_call *c, ulna_work *work)
{
  static const double nothing[3];
  const ulna_model *model = c->robot->model;
  double gravity[3];
  ulna_model_gravity(model, gravity);
  ulna_work_set_gravity(work, gravity);
  ulna_work_set_hand_wrench(work, nothing, nothing);
  ulna_work_set_base_motion(work, NULL);
  if (c->in[AT_PAYLOAD].array && ulna_work_set_payload(work, ulna_model_payload(model)) != ULNA_OK)
    return;  // it was accepted when the model was made
}

/* Where poses of one state go in and out; numbers are their own place. */
typedef struct {
  ulna_pose *in, *out;
} pose_room;

static void place_state(const many_call *c, state_call *s, size_t state, const pose_room *room)
{
  for (int k = 0; k < c->function->in_count; k++) {
    const given_array *a = &c->in[k];
    if (!a->array) continue;
    if (a->info->kind == WHOLE) s->in[k] = (const int *)PyArray_DATA(a->array) + state * a->stride;
    else s->in[k] = (const double *)PyArray_DATA(a->array) + state * a->stride;
    if (a->info->kind != POSE) continue;
    pose_from_numbers(s->in[k], room->in);
    s->in[k] = room->in;
  }
  for (int k = 0; k < c->function->out_count; k++) {
    const made_array *m = &c->made[k];
    if (m->info->kind == POSE) s->out[k] = room->out;
    else if (m->info->kind == WHOLE) s->out[k] = (int *)PyArray_DATA(m->array) + state * m->size;
    else s->out[k] = (double *)PyArray_DATA(m->array) + state * m->size;
  }
}

/* Poses to matrices; what failed to NaN (whole numbers: 0). */
static void finish_state(const many_call *c, size_t state, ulna_status status, const pose_room *room)
{
  for (int k = 0; k < c->function->out_count; k++) {
    const made_array *m = &c->made[k];
    if (m->info->kind == WHOLE) {
      if (status != ULNA_OK)
        memset((int *)PyArray_DATA(m->array) + state * m->size, 0, m->size * sizeof(int));
      continue;
    }
    double *to = (double *)PyArray_DATA(m->array) + state * m->size;
    if (status != ULNA_OK)
      for (size_t i = 0; i < m->size; i++) to[i] = NAN;
    else if (m->info->kind == POSE)
      for (size_t i = 0; i < m->size / 16; i++) pose_to_numbers(&room->out[i], to + 16 * i);
  }
}

static bool is_surrounded(const many_call *c)
{
  for (int k = INPUTS_MOST; k < SLOTS; k++)
    if (c->in[k].array) return true;
  return false;
}

static PyObject *state_index(const many_call *c, size_t state)
{
  if (c->lead == 0) return PyUnicode_FromString(c->function->name);
  PyObject *text = PyUnicode_FromFormat("%s: state ", c->function->name);
  size_t place[NPY_MAXDIMS], rest = state;
  for (int k = c->lead - 1; k >= 0; k--) {
    place[k] = rest % (size_t)c->lead_dims[k];
    rest /= (size_t)c->lead_dims[k];
  }
  for (int k = 0; text && k < c->lead; k++)
    REPLACE(text, PyUnicode_FromFormat(k ? "%U, %zu" : "%U%zu", text, place[k]));
  return text;
}

static int raise_for_state(const many_call *c, size_t state, ulna_status status)
{
  PyObject *where = state_index(c, state);
  if (where) raise_status(status, "%U", where);
  Py_XDECREF(where);
  return -1;
}

/* States first … end - 1 with one work; *failed: where it stopped, with the status. */
static ulna_status states_one_by_one(const many_call *c, ulna_work *work, const pose_room *room, turn *t,
                                     size_t first, size_t end, size_t *failed)
{
  state_call s = {.model = c->robot->model, .work = work, .option = c->option};
  const bool surrounded = is_surrounded(c);
  for (size_t state = first; state < end; state++) {
    if (state % LOOK_EVERY == 0 && hear_signals(t) < 0) return ULNA_STOPPED;
    place_state(c, &s, state, room);
    ulna_status status = surrounded ? surround(c, work, state) : ULNA_OK;
    if (status == ULNA_OK) status = c->function->one(&s);
    if (status != ULNA_OK && !c->option.nan) {
      *failed = state;
      return status;
    }
    finish_state(c, state, status, room);
  }
  return ULNA_OK;
}

static int run_one_by_one(many_call *c)
{
  const given_array *bad = NULL;
  size_t number = 0, failed = 0;
  if (!c->option.nan && c->count > 0 && !finite_states(c, 0, c->count, &bad, &number))
    return raise_not_finite(c, bad, number);
  const bool alone = c->count <= ALONE_MOST && !(c->function->options & OPTION_IK);
  ulna_work *work = alone && c->robot->work ? c->robot->work : robot_take_work(c->robot);
  ulna_pose *poses = PyMem_Malloc(((size_t)c->robot->n + 2) * sizeof *poses);
  if (!work || !poses) {
    PyMem_Free(poses);
    return work ? (PyErr_NoMemory(), -1) : -1;
  }
  const pose_room room = {poses, poses + 1};
  turn t = {0};
  if (!alone) let_others_run(&t);
  ulna_work_set_rotors(work, c->option.rotors);
  const ulna_status status = states_one_by_one(c, work, &room, &t, 0, c->count, &failed);
  if (c->option.rotors != ULNA_ROTORS_EXACT) ulna_work_set_rotors(work, ULNA_ROTORS_EXACT);
  if (is_surrounded(c)) clear_surroundings(c, work);
  take_back(&t);
  PyMem_Free(poses);
  robot_give_work(c->robot, work);
  if (PyErr_Occurred()) return -1;
  return status == ULNA_OK ? 0 : raise_for_state(c, failed, status);
}

/* Lanes give NaN for a state that cannot be computed: the function for one state tells why. */
static ulna_status why_not(const many_call *c, ulna_work *work, const pose_room *room, turn *t, size_t first,
                           size_t count, size_t *failed)
{
  for (size_t state = first; state < first + count; state++) {
    const made_array *m = &c->made[0];
    if (all_finite((const double *)PyArray_DATA(m->array) + state * m->size, m->size)) continue;
    const ulna_status status = states_one_by_one(c, work, room, t, state, state + 1, failed);
    if (status != ULNA_OK) return status;
  }
  return ULNA_OK;
}

typedef struct {
  ulna_batch *batch;
  ulna_work *work;
  ulna_pose *poses;  // of a chunk
  pose_room room;
  size_t chunk, failed, number;
  const given_array *bad;
  bool lost;
} lanes_run;

#define ELEMENT  double
#define OF(name) name
#include "lanes.inc"
#undef ELEMENT
#undef OF
#define ELEMENT  float
#define OF(name) name##_float
#include "lanes.inc"
#undef ELEMENT
#undef OF

/* 1: in floats a result is not finite; doubles will tell why, or do better. */
static int lanes_all(many_call *c, lanes_run *r)
{
  turn t = {0};
  ulna_status status = ULNA_OK;
  let_others_run(&t);
  for (size_t first = 0; first < c->count && status == ULNA_OK; first += r->chunk) {
    if (hear_signals(&t) < 0) return -1;
    const size_t left = c->count - first, count = left < r->chunk ? left : r->chunk;
    status = c->floats ? lanes_chunk_float(c, r, first, count) : lanes_chunk(c, r, first, count);
    if (status == ULNA_OK && r->lost && !c->floats)
      status = why_not(c, r->work, &r->room, &t, first, count, &r->failed);
    else if (r->lost) break;
  }
  take_back(&t);
  if (PyErr_Occurred()) return -1;
  if (r->bad) return raise_not_finite(c, r->bad, r->number);
  if (status != ULNA_OK) return raise_for_state(c, r->failed, status);
  return r->lost && c->floats;
}

/* Inputs and outputs become doubles; what the caller gets stays as it is. */
static int widen(many_call *c)
{
  c->floats = false;
  for (int k = 0; k < SLOTS; k++) {
    if (!c->in[k].array) continue;
    PyObject *wide = PyArray_FROM_OTF((PyObject *)c->in[k].array, NPY_DOUBLE, NPY_ARRAY_IN_ARRAY);
    if (!wide) return -1;
    REPLACE(c->in[k].array, wide);
  }
  for (int k = 0; k < c->function->out_count; k++) {
    made_array *m = &c->made[k];
    PyArrayObject *wide =
        (PyArrayObject *)PyArray_SimpleNew(PyArray_NDIM(m->array), PyArray_DIMS(m->array), NPY_DOUBLE);
    if (!wide) return -1;
    if (m->wanted) Py_DECREF(m->array);
    else m->wanted = m->array;
    m->array = wide;
  }
  return 0;
}

/* Lanes read every state's numbers: what serves all states is written out for each. */
static int fill_out(many_call *c)
{
  for (int k = 0; k < SLOTS; k++) {
    given_array *a = &c->in[k];
    if (!a->array || a->stride) continue;
    const given_array *bad = NULL;
    size_t number = 0;
    if (!c->option.nan && !finite_states(c, 0, 1, &bad, &number)) return raise_not_finite(c, bad, number);
    npy_intp dims[1] = {(npy_intp)(c->count * a->size)};
    PyArrayObject *all = (PyArrayObject *)PyArray_SimpleNew(1, dims, PyArray_TYPE(a->array));
    if (!all) return -1;
    const size_t bytes = a->size * (size_t)PyArray_ITEMSIZE(a->array);
    for (size_t s = 0; s < c->count; s++)
      memcpy(PyArray_BYTES(all) + s * bytes, PyArray_DATA(a->array), bytes);
    REPLACE(a->array, all);
    a->lead = 1, a->stride = a->size;
  }
  return 0;
}

static int run_in_lanes(many_call *c, int links_only)
{
  lane_batch lane = robot_take_batch(c->robot, links_only);
  if (!lane.batch)  // a robot that lanes do not take
    return PyErr_Occurred() || (c->floats && widen(c) < 0) ? -1 : run_one_by_one(c);
  lanes_run r = {.batch = lane.batch, .chunk = (size_t)CHUNK * (size_t)ulna_batch_thread_count(lane.batch)};
  r.work = robot_take_work(c->robot);
  r.poses = PyMem_Malloc(r.chunk * sizeof *r.poses);
  int bad = r.work && r.poses ? 0 : -1;
  if (bad && !PyErr_Occurred()) PyErr_NoMemory();
  r.room = (pose_room){r.poses, r.poses + 1};
  if (!bad && fill_out(c) < 0) bad = -1;
  if (!bad) bad = lanes_all(c, &r);
  if (bad == 1) bad = widen(c) < 0 ? -1 : lanes_all(c, &r);
  if (r.work) robot_give_work(c->robot, r.work);
  PyMem_Free(r.poses);
  robot_give_batch(c->robot, links_only, lane);
  return bad;
}

bool takes_lanes(const many_call *c)
{
  const call_options *o = &c->option;
  return c->function->lanes && c->count >= LANES_LEAST && o->method < 0 && !o->has_point &&
         o->axes == ULNA_AXES_BASE && o->input == ULNA_UNDER_TAU && o->rotors == ULNA_ROTORS_EXACT &&
         !c->in[AT_BASE_MOTION].array;
}

int run_states(many_call *c)
{
  if (!takes_lanes(c)) return run_one_by_one(c);
  const int for_ = c->function->lanes_for;
  return run_in_lanes(c,
                      for_ == LANES_FOR_OF ? c->option.of == ULNA_REGRESSOR_LINKS : for_ == LANES_FOR_LINKS);
}
