/* The type Robot: a model with the works and batches of its calls. */
#include "core.h"

#include <pthread.h>
#include <string.h>

PyTypeObject *robot_type;

/* Counts forks: the threads of a batch stay with the process that made it. */
static unsigned long generation;
static void in_child(void) { generation++; }

ulna_work *robot_take_work(robot_object *robot)
{
  for (int k = 0; k < SPARE_MOST; k++) {
    ulna_work *work = robot->spare_work[k];
    if (!work) continue;
    robot->spare_work[k] = NULL;
    return work;
  }
  ulna_work *work = NULL;
  const ulna_status status = ulna_work_create(robot->model, ULNA_PARTS_ALL, NULL, &work);
  if (status != ULNA_OK) raise_status(status, "memory for a call");
  return work;
}

void robot_give_work(robot_object *robot, ulna_work *work)
{
  if (work == robot->work) return;
  for (int k = 0; k < SPARE_MOST; k++) {
    if (robot->spare_work[k]) continue;
    robot->spare_work[k] = work;
    return;
  }
  ulna_work_destroy(work);
}

/* Without a batch and without an exception: lanes do not take this robot. */
lane_batch robot_take_batch(robot_object *robot, int links_only)
{
  lane_batch *spare = robot->spare_batch[links_only];
  for (int k = 0; k < SPARE_MOST; k++) {
    const lane_batch found = spare[k];
    if (!found.batch) continue;
    spare[k].batch = NULL;
    if (found.generation == generation && found.threads == robot->threads) return found;
    if (found.generation == generation)
      ulna_batch_destroy(found.batch);  // else its threads are not here to be joined
  }
  ulna_batch_options options = ulna_batch_options_default();
  options.links_only = links_only, options.threads = robot->threads;
  lane_batch made = {NULL, generation, robot->threads};
  const ulna_status status = ulna_batch_create(robot->model, &options, NULL, &made.batch);
  if (status != ULNA_OK && status != ULNA_UNSUPPORTED) raise_status(status, "a batch of states");
  return made;
}

void robot_give_batch(robot_object *robot, int links_only, lane_batch batch)
{
  lane_batch *spare = robot->spare_batch[links_only];
  for (int k = 0; k < SPARE_MOST; k++) {
    if (spare[k].batch) continue;
    spare[k] = batch;
    return;
  }
  ulna_batch_destroy(batch.batch);
}

robot_object *robot_of(PyObject *object)
{
  if (PyObject_TypeCheck(object, robot_type)) return (robot_object *)object;
  PyErr_Format(PyExc_TypeError, "a Robot was expected, not %R", object);
  return NULL;
}

static void robot_dealloc(PyObject *self)
{
  robot_object *robot = (robot_object *)self;
  PyTypeObject *type = Py_TYPE(self);
  for (int k = 0; k < SPARE_MOST; k++) {
    ulna_work_destroy(robot->spare_work[k]);
    for (int links = 0; links < LANE_ARMS; links++)
      if (robot->spare_batch[links][k].generation == generation)
        ulna_batch_destroy(robot->spare_batch[links][k].batch);
  }
  ulna_work_destroy(robot->work);
  if (!robot->owner) ulna_model_destroy(robot->model);
  Py_XDECREF(robot->owner);
  Py_XDECREF(robot->problems);
  ((freefunc)PyType_GetSlot(type, Py_tp_free))(self);
  Py_DECREF(type);
}

/* What a caller may say besides the file. */
typedef struct {
  ulna_read_options options;
  double gravity[3];
  ulna_pose tool;
  ulna_waiver accept[16];
  ulna_held_joint held[64];
} load_room;

static int take_pairs(PyObject *dict, const char *what, int most, load_room *room, bool held)
{
  if (dict == Py_None) return 0;
  if (!PyDict_Check(dict) || PyDict_Size(dict) > most) {
    PyErr_Format(PyExc_TypeError, "%s: a dict of at most %d entries was expected", what, most);
    return -1;
  }
  PyObject *key, *value;
  Py_ssize_t at = 0;
  int count = 0;
  while (PyDict_Next(dict, &at, &key, &value)) {
    const char *name = PyUnicode_AsUTF8AndSize(key, NULL);
    if (!name) return -1;
    if (held) {
      room->held[count++] = (ulna_held_joint){name, PyFloat_AsDouble(value)};
      if (PyErr_Occurred()) return -1;
    } else {
      const char *reason = PyUnicode_AsUTF8AndSize(value, NULL);
      if (!reason) return -1;
      room->accept[count++] = (ulna_waiver){name, reason};
    }
  }
  if (held) room->options.held = room->held, room->options.held_count = count;
  else room->options.accept = room->accept, room->options.accept_count = count;
  return 0;
}

static int take_load_options(load_room *room, PyObject *gravity, PyObject *tool, PyObject *accept,
                             PyObject *held)
{
  if (gravity != Py_None) {
    PyArrayObject *array = numbers(gravity, "gravity", 1, 3);
    if (!array) return -1;
    memcpy(room->gravity, PyArray_DATA(array), sizeof room->gravity);
    Py_DECREF(array);
    room->options.gravity = room->gravity;
  }
  if (tool != Py_None) {
    if (pose_from(tool, "tool", &room->tool) < 0) return -1;
    room->options.tool = &room->tool;
  }
  return take_pairs(accept, "accept", 16, room, false) < 0 || take_pairs(held, "held", 64, room, true) < 0
             ? -1
             : 0;
}

/* kind "built-in": `source` is its key; "file": a path; "text": the text itself, `name` stands for the file. */
static ulna_status load_model(const char *kind, const char *source, Py_ssize_t length, const char *name,
                              const load_room *room, ulna_report *report, ulna_model **model)
{
  if (strcmp(kind, "built-in") == 0) return ulna_robot_load(source, &room->options, NULL, report, model);
  if (strcmp(kind, "file") == 0) return ulna_model_read(source, &room->options, NULL, report, model);
  return ulna_model_read_text(source, (size_t)length, name, &room->options, NULL, report, model);
}

static int robot_fill(robot_object *robot, ulna_model *model, ulna_report *report)
{
  robot->model = model;
  robot->n = ulna_model_joint_count(model);
  robot->columns[0] = ulna_regressor_column_count(model, ULNA_REGRESSOR_LINKS);
  robot->columns[1] = ulna_regressor_column_count(model, ULNA_REGRESSOR_DRIVES);
  robot->problems = problems_of(report);
  robot->work = robot->problems ? robot_take_work(robot) : NULL;
  return robot->work ? 0 : -1;
}

static PyObject *robot_new(PyTypeObject *type, PyObject *args, PyObject *keywords)
{
  static char *names[] = {"kind",   "source",    "name",     "gravity", "tool",
                          "accept", "base_link", "tip_link", "held",    NULL};
  const char *kind, *source, *name = NULL, *base_link = NULL, *tip_link = NULL;
  Py_ssize_t length;
  PyObject *gravity = Py_None, *tool = Py_None, *accept = Py_None, *held = Py_None;
  if (!PyArg_ParseTupleAndKeywords(args, keywords, "ss#|zOOOzzO", names, &kind, &source, &length, &name,
                                   &gravity, &tool, &accept, &base_link, &tip_link, &held))
    return NULL;
  load_room room = {.options = ulna_read_options_default()};
  room.options.base_link = base_link, room.options.tip_link = tip_link;
  if (take_load_options(&room, gravity, tool, accept, held) < 0) return NULL;
  ulna_report *report = NULL;
  ulna_model *model = NULL;
  ulna_status status = ulna_report_create(NULL, &report);
  if (status == ULNA_OK) status = load_model(kind, source, length, name, &room, report, &model);
  robot_object *robot = NULL;
  if (status != ULNA_OK) {
    raise_report(status, report);
  } else {
    robot = (robot_object *)PyType_GenericAlloc(type, 0);
    if (!robot) ulna_model_destroy(model);
    else if (robot_fill(robot, model, report) < 0) Py_CLEAR(robot);
  }
  ulna_report_destroy(report);
  return (PyObject *)robot;
}

PyObject *robot_of_model(const ulna_model *model, PyObject *owner)
{
  robot_object *robot = (robot_object *)PyType_GenericAlloc(robot_type, 0);
  if (!robot) return NULL;
  robot->owner = Py_NewRef(owner);
  if (robot_fill(robot, (ulna_model *)model, NULL) < 0) Py_CLEAR(robot);
  return (PyObject *)robot;
}

static const ulna_model *model_of(PyObject *self) { return ((robot_object *)self)->model; }

static PyObject *get_name(PyObject *self, void *x)
{
  return (void)x, PyUnicode_FromString(ulna_model_name(model_of(self)));
}
static PyObject *get_source(PyObject *self, void *x)
{
  return (void)x, PyUnicode_FromString(ulna_model_source(model_of(self)));
}
static PyObject *get_n(PyObject *self, void *x)
{
  return (void)x, PyLong_FromLong(((robot_object *)self)->n);
}
static PyObject *get_convention(PyObject *self, void *x)
{
  static const char *const names[] = {"dh", "mdh", "axis"};
  return (void)x, PyUnicode_FromString(names[ulna_model_convention(model_of(self))]);
}
static PyObject *get_mass(PyObject *self, void *x)
{
  return (void)x, PyFloat_FromDouble(ulna_model_mass(model_of(self)));
}
static PyObject *get_length(PyObject *self, void *x)
{
  return (void)x, PyFloat_FromDouble(ulna_model_length(model_of(self)));
}
static PyObject *get_address(PyObject *self, void *x)
{
  return (void)x, PyLong_FromVoidPtr((void *)(uintptr_t)model_of(self));
}
static PyObject *get_problems(PyObject *self, void *x)
{
  (void)x;
  return PySequence_List(((robot_object *)self)->problems);
}
static PyObject *get_gravity(PyObject *self, void *x)
{
  (void)x;
  double gravity[3];
  ulna_model_gravity(model_of(self), gravity);
  return array_of(gravity, 3, 0);
}
static PyObject *get_base(PyObject *self, void *x)
{
  (void)x;
  ulna_pose pose;
  ulna_model_base(model_of(self), &pose);
  return pose_matrix(&pose);
}
static PyObject *get_tool(PyObject *self, void *x)
{
  (void)x;
  ulna_pose pose;
  ulna_model_tool(model_of(self), &pose);
  return pose_matrix(&pose);
}
static PyObject *get_payload(PyObject *self, void *x)
{
  (void)x;
  return struct_get(&struct_ulna_body, ulna_model_payload(model_of(self)), 0);
}

/* A list of `count` things that `get` makes. */
static PyObject *listed(const ulna_model *model, int count, PyObject *(*get)(const ulna_model *, int))
{
  PyObject *list = PyList_New(count);
  for (int k = 0; list && k < count; k++) {
    PyObject *one = get(model, k);
    if (one) PyList_SetItem(list, k, one);
    else Py_CLEAR(list);
  }
  return list;
}
static PyObject *one_joint(const ulna_model *m, int k)
{
  return struct_get(&struct_ulna_joint, ulna_model_joint(m, k + 1), 0);
}
static PyObject *one_drive(const ulna_model *m, int k)
{
  return struct_get(&struct_ulna_drive, ulna_model_drive(m, k), 0);
}
static PyObject *one_element(const ulna_model *m, int k)
{
  return struct_get(&struct_ulna_drive, ulna_model_element(m, k), 0);
}
static PyObject *one_frame(const ulna_model *m, int k)
{
  return struct_get(&struct_ulna_frame, ulna_model_frame(m, k), 0);
}
static PyObject *one_link(const ulna_model *m, int k)
{
  return PyUnicode_FromString(ulna_model_link_name(m, k));
}
static PyObject *one_actuator(const ulna_model *m, int k)
{
  return PyUnicode_FromString(ulna_actuator_name(m, k));
}
static PyObject *one_place(const ulna_model *m, int k)
{
  return PyUnicode_FromString(ulna_friction_place_name(m, k));
}
static PyObject *one_leader(const ulna_model *m, int k)
{
  return PyLong_FromLong(ulna_joint_leader(m, k + 1));
}

static PyObject *get_joints(PyObject *s, void *x)
{
  return (void)x, listed(model_of(s), ((robot_object *)s)->n, one_joint);
}
static PyObject *get_drives(PyObject *s, void *x)
{
  return (void)x, listed(model_of(s), ulna_model_drive_count(model_of(s)), one_drive);
}
static PyObject *get_elements(PyObject *s, void *x)
{
  return (void)x, listed(model_of(s), ulna_model_element_count(model_of(s)), one_element);
}
static PyObject *get_frames(PyObject *s, void *x)
{
  return (void)x, listed(model_of(s), ulna_model_frame_count(model_of(s)), one_frame);
}
static PyObject *get_links(PyObject *s, void *x)
{
  return (void)x, listed(model_of(s), ((robot_object *)s)->n + 1, one_link);
}
static PyObject *get_actuators(PyObject *s, void *x)
{
  return (void)x, listed(model_of(s), ((robot_object *)s)->n, one_actuator);
}
static PyObject *get_places(PyObject *s, void *x)
{
  return (void)x, listed(model_of(s), ulna_friction_place_count(model_of(s)), one_place);
}
static PyObject *get_leaders(PyObject *s, void *x)
{
  return (void)x, listed(model_of(s), ((robot_object *)s)->n, one_leader);
}

static PyObject *get_threads(PyObject *self, void *x)
{
  return (void)x, PyLong_FromLong(((robot_object *)self)->threads);
}
static int set_threads(PyObject *self, PyObject *value, void *x)
{
  (void)x;
  const long threads = value ? PyLong_AsLong(value) : -1;
  if (threads >= 0 && threads <= ULNA_BATCH_THREADS_MOST)
    return ((robot_object *)self)->threads = (int)threads, 0;
  if (!PyErr_Occurred())
    PyErr_Format(PyExc_ValueError, "threads: 0 (one for each processor) to %d was expected",
                 ULNA_BATCH_THREADS_MOST);
  return -1;
}

static PyGetSetDef getters[] = {
    {"name", get_name, NULL, "what the file calls it", NULL},
    {"source", get_source, NULL, "who published its numbers, and where; may be empty", NULL},
    {"n", get_n, NULL, "number of joints", NULL},
    {"convention", get_convention, NULL, "'dh', 'mdh' or 'axis': how its frames are given", NULL},
    {"mass", get_mass, NULL, "sum of the links' masses, kg", NULL},
    {"length", get_length, NULL, "a bound on the hand's distance from the axis of joint 1, m", NULL},
    {"problems", get_problems, NULL, "notes and warnings of the reader", NULL},
    {"gravity", get_gravity, NULL, "acceleration of gravity, world axes", NULL},
    {"base", get_base, NULL, "pose of the base in the world", NULL},
    {"tool", get_tool, NULL, "pose of the tool in the last link", NULL},
    {"payload", get_payload, NULL, "what the last link carries; mass 0: nothing", NULL},
    {"joints", get_joints, NULL, "the joints as the file has them, a dict each", NULL},
    {"drives", get_drives, NULL, "the drives as the file has them, a dict each", NULL},
    {"elements", get_elements, NULL, "other moving bodies of drive trains, a dict each", NULL},
    {"frames", get_frames, NULL, "named frames, a dict each", NULL},
    {"links", get_links, NULL, "names of links 0 (the base) to n", NULL},
    {"actuators", get_actuators, NULL, "names of the n actuators", NULL},
    {"friction_places", get_places, NULL, "names of the places where friction acts", NULL},
    {"leaders", get_leaders, NULL, "the joint, from 1, that each joint follows; 0: none", NULL},
    {"_address", get_address, NULL, "where its ulna_model is, for libraries that take one", NULL},
    {"threads", get_threads, set_threads, "threads that batches use; 0: one for each processor", NULL},
    {NULL, NULL, NULL, NULL, NULL}};

int robot_ready(PyObject *module)
{
  PyType_Slot slots[] = {{Py_tp_new, (void *)robot_new},
                         {Py_tp_dealloc, (void *)robot_dealloc},
                         {Py_tp_methods, function_methods()},
                         {Py_tp_getset, getters},
                         {Py_tp_doc, (void *)"A robot, read and checked: see ulna.Robot."},
                         {0, NULL}};
  PyType_Spec spec = {"ulna._core.Robot", sizeof(robot_object), 0, Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
                      slots};
  robot_type = (PyTypeObject *)PyType_FromSpec(&spec);
  if (!robot_type || pthread_atfork(NULL, NULL, in_child) != 0) return -1;
  return PyModule_AddObjectRef(module, "Robot", (PyObject *)robot_type);
}
