/* The type Trajectory: a motion of joints or of the hand over time. */
#include "objects.h"

#include <math.h>

typedef struct {
  PyObject_HEAD ulna_trajectory *trajectory;
} trajectory_object;
static PyTypeObject *trajectory_type;

static void trajectory_dealloc(PyObject *self)
{
  ulna_trajectory_destroy(((trajectory_object *)self)->trajectory);
  object_free(self);
}

static PyObject *wrapped(PyTypeObject *type, ulna_status status, ulna_trajectory *trajectory,
                         const ulna_motion_fault *fault)
{
  if (status != ULNA_OK) {
    char line[300];
    ulna_motion_fault_format(fault, line, sizeof line);
    return raise_status(status, "%s", line);
  }
  trajectory_object *self = (trajectory_object *)PyType_GenericAlloc(type, 0);
  if (!self) ulna_trajectory_destroy(trajectory);
  else self->trajectory = trajectory;
  return (PyObject *)self;
}

/* (points, joints) numbers; NULL and None: none. */
static int take_points(PyObject *object, const char *what, int rows, int joints, PyObject *keep,
                       const double **to)
{
  if (!object || object == Py_None) return 0;
  PyArrayObject *array = numbers(object, what, 2, rows, joints);
  if (!array) return -1;
  *to = PyArray_DATA(array);
  const int bad = PyList_Append(keep, (PyObject *)array);
  Py_DECREF(array);
  return bad;
}

static PyObject *joints_of(PyTypeObject *type, ulna_joint_motion *motion, PyObject *q, PyObject *qd,
                           PyObject *qdd, PyObject *time, PyObject *limits, PyObject *keep)
{
  PyArrayObject *points = (PyArrayObject *)PyArray_FROM_OTF(q, NPY_DOUBLE, NPY_ARRAY_IN_ARRAY);
  if (!points) return NULL;
  const int bad = PyList_Append(keep, (PyObject *)points);
  Py_DECREF(points);
  if (bad) return NULL;
  if (PyArray_NDIM(points) != 2)
    return PyErr_Format(PyExc_ValueError, "q: shape (points, joints) was expected, not %d dimensions",
                        PyArray_NDIM(points));
  motion->points = (int)PyArray_DIM(points, 0), motion->joints = (int)PyArray_DIM(points, 1);
  motion->q = PyArray_DATA(points);
  const int rates = motion->profile == ULNA_SPLINE_CLAMPED ? 2 : motion->points;
  PyArrayObject *times = NULL;
  if (take_points(qd, "qd", rates, motion->joints, keep, &motion->qd) < 0 ||
      take_points(qdd, "qdd", motion->points, motion->joints, keep, &motion->qdd) < 0 ||
      take_numbers(time, "time", motion->points, &times, &motion->time) < 0 ||
      (times && PyList_Append(keep, (PyObject *)times) < 0) ||
      struct_set(&struct_ulna_motion_limits, &motion->limits, limits, motion->joints, keep) < 0) {
    Py_XDECREF(times);
    return NULL;
  }
  Py_XDECREF(times);
  ulna_trajectory *trajectory = NULL;
  ulna_motion_fault fault = {0};
  const ulna_status status = ulna_joint_trajectory_create(motion, NULL, &fault, &trajectory);
  return wrapped(type, status, trajectory, &fault);
}

static PyObject *trajectory_joints(PyObject *type, PyObject *args, PyObject *keywords)
{
  static const char *const profiles[] = {"cubic",          "quintic",        "trapezoid",
                                         "spline-natural", "spline-clamped", NULL};
  static char *names[] = {"q", "time", "qd", "qdd", "profile", "limits", NULL};
  PyObject *q, *time = NULL, *qd = NULL, *qdd = NULL, *profile = NULL, *limits = NULL;
  if (!PyArg_ParseTupleAndKeywords(args, keywords, "O|OOOOO", names, &q, &time, &qd, &qdd, &profile, &limits))
    return NULL;
  ulna_joint_motion motion = ulna_joint_motion_default();
  if (profile) {
    const int found = enum_value(profile, "profile", profiles);
    if (found < 0) return NULL;
    motion.profile = (ulna_profile)found;
  }
  PyObject *keep = PyList_New(0);
  PyObject *made = keep ? joints_of((PyTypeObject *)type, &motion, q, qd, qdd, time, limits, keep) : NULL;
  Py_XDECREF(keep);
  return made;
}

static PyObject *trajectory_hand(PyObject *type, PyObject *args, PyObject *keywords)
{
  if (PyTuple_Size(args) != 0) return PyErr_Format(PyExc_TypeError, "hand takes keywords alone");
  ulna_hand_motion motion = ulna_hand_motion_default();
  PyObject *keep = PyList_New(0), *made = NULL;
  if (keep && struct_set(&struct_ulna_hand_motion, &motion, keywords, 0, keep) == 0) {
    ulna_trajectory *trajectory = NULL;
    ulna_motion_fault fault = {0};
    const ulna_status status = ulna_hand_trajectory_create(&motion, NULL, &fault, &trajectory);
    made = wrapped((PyTypeObject *)type, status, trajectory, &fault);
  }
  Py_XDECREF(keep);
  return made;
}

/* An array of the times' shape and `more` dimensions. */
static PyArrayObject *like_times(PyArrayObject *times, int count, const int more[])
{
  npy_intp dims[NPY_MAXDIMS];
  const int lead = PyArray_NDIM(times);
  if (lead + count > NPY_MAXDIMS)
    return (PyArrayObject *)PyErr_Format(PyExc_ValueError, "t: too many dimensions");
  for (int k = 0; k < lead; k++) dims[k] = PyArray_DIM(times, k);
  for (int k = 0; k < count; k++) dims[lead + k] = more[k];
  return (PyArrayObject *)PyArray_SimpleNew(lead + count, dims, NPY_DOUBLE);
}

static ulna_status sample_at(const ulna_trajectory *t, double time, size_t k, size_t n, double *const out[3])
{
  if (n) return ulna_trajectory_sample(t, time, out[0] + k * n, out[1] + k * n, out[2] + k * n);
  ulna_pose pose;
  const ulna_status status = ulna_trajectory_sample_hand(t, time, &pose, out[1] + 6 * k, out[2] + 6 * k);
  if (status == ULNA_OK) pose_to_numbers(&pose, out[0] + 16 * k);
  return status;
}

static PyObject *trajectory_sample(PyObject *self, PyObject *when)
{
  const ulna_trajectory *t = ((trajectory_object *)self)->trajectory;
  const int n = ulna_trajectory_joint_count(t);
  PyArrayObject *times = (PyArrayObject *)PyArray_FROM_OTF(when, NPY_DOUBLE, NPY_ARRAY_IN_ARRAY);
  if (!times) return NULL;
  const int first[2] = {n ? n : 4, 4}, rest[1] = {n ? n : 6};
  PyArrayObject *made[3] = {like_times(times, n ? 1 : 2, first), like_times(times, 1, rest),
                            like_times(times, 1, rest)};
  ulna_status status = made[0] && made[1] && made[2] ? ULNA_OK : ULNA_OUT_OF_MEMORY;
  const size_t count = (size_t)PyArray_SIZE(times);
  if (status == ULNA_OK) {
    double *const out[3] = {PyArray_DATA(made[0]), PyArray_DATA(made[1]), PyArray_DATA(made[2])};
    for (size_t k = 0; k < count && status == ULNA_OK; k++)
      status = sample_at(t, ((const double *)PyArray_DATA(times))[k], k, (size_t)n, out);
    if (status != ULNA_OK) raise_status(status, "t");
  }
  Py_DECREF(times);
  PyObject *result = status == ULNA_OK ? PyTuple_Pack(3, made[0], made[1], made[2]) : NULL;
  for (int k = 0; k < 3; k++) Py_XDECREF(made[k]);
  return result;
}

static PyObject *get_duration(PyObject *self, void *x)
{
  (void)x;
  return PyFloat_FromDouble(ulna_trajectory_duration(((trajectory_object *)self)->trajectory));
}
static PyObject *get_joint_count(PyObject *self, void *x)
{
  (void)x;
  return PyLong_FromLong(ulna_trajectory_joint_count(((trajectory_object *)self)->trajectory));
}

int trajectory_ready(PyObject *module)
{
  static PyMethodDef methods[] = {
      {"joints", (PyCFunction)(void (*)(void))trajectory_joints, METH_VARARGS | METH_KEYWORDS | METH_CLASS,
       "joints($type, q, time=None, qd=None, qdd=None, profile='quintic', limits=None)\n--\n\n"
       "A motion of joints through points: q (points, joints), time of each from 0 on; None: as short as limits allow.\n"
       "profile: 'cubic', 'quintic', 'trapezoid', 'spline-natural' or 'spline-clamped'. qd, qdd at the points (clamped splines:\n"
       "qd at the two ends). limits: {'lower', 'upper', 'velocity', 'acceleration'}, n each; a motion that leaves them raises\n"
       "OutsideLimitsError. C: ulna_joint_trajectory_create."},
      {"hand", (PyCFunction)(void (*)(void))trajectory_hand, METH_VARARGS | METH_KEYWORDS | METH_CLASS,
       "hand($type, /, **motion)\n--\n\n"
       "A motion of the hand, by keywords that are the fields of ulna_hand_motion: path ('line', 'arc', 'arc-about'), start and\n"
       "goal (poses, 4 x 4), via, centre, axis, angle, turn, profile, duration, speed, acceleration, angular_speed,\n"
       "angular_acceleration. C: ulna_hand_trajectory_create."},
      {"sample", trajectory_sample, METH_O,
       "sample($self, t, /)\n--\n\n"
       "(q, qd, qdd) of joints, (pose, twist, acceleration) of the hand, at time t or at an array of times."},
      {NULL, NULL, 0, NULL}};
  static PyGetSetDef getters[] = {{"duration", get_duration, NULL, "s", NULL},
                                  {"joint_count", get_joint_count, NULL, "0: a motion of the hand", NULL},
                                  {NULL, NULL, NULL, NULL, NULL}};
  static PyType_Slot slots[] = {
      {Py_tp_dealloc, (void *)trajectory_dealloc},
      {Py_tp_methods, methods},
      {Py_tp_getset, getters},
      {Py_tp_doc, (void *)"A motion over time; made by Trajectory.joints or Trajectory.hand."},
      {0, NULL}};
  PyType_Spec spec = {"ulna._core.Trajectory", sizeof(trajectory_object), 0,
                      Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION, slots};
  return type_ready(module, "Trajectory", &spec, &trajectory_type);
}
