/* The columns and rows of a run. */
#include <math.h>
#include <stddef.h>
#include <stdio.h>

#include "run/run.h"
#include "text/text.h"

/* Which columns a group has. */
typedef enum { EACH_JOINT, EACH_ACTUATOR, EACH_PLACE, NAMED } group_shape;
typedef struct {
  group_shape shape;
  const char *turning, *sliding; /* units; NULL: as the inputs' */
  const char *const *names;      /* NAMED: of the columns */
  const char *const *units;
  int count;
} group_layout;

static const char *const pose_names[] = {"x", "y", "z", "roll", "pitch", "yaw"};
static const char *const pose_units[] = {"m", "m", "m", "rad", "rad", "rad"};
static const char *const twist_names[] = {"wx", "wy", "wz", "vx", "vy", "vz"};
static const char *const twist_units[] = {"rad/s", "rad/s", "rad/s", "m/s", "m/s", "m/s"};
static const char *const wrench_names[] = {"fx", "fy", "fz", "nx", "ny", "nz"};
static const char *const wrench_units[] = {"N", "N", "N", "N m", "N m", "N m"};
static const char *const contact_names[] = {"fx", "fy", "fz", "depth"};
static const char *const contact_units[] = {"N", "N", "N", "m"};
static const char *const energy_names[] = {"kinetic", "potential"};
static const char *const work_names[] = {"drives", "friction", "stops", "world"};
static const char *const joules[] = {"J", "J", "J", "J"};

static const group_layout layouts[GROUP_COUNT] = {
    [GROUP_Q] = {EACH_JOINT, "rad", "m", NULL, NULL, 0},
    [GROUP_QD] = {EACH_JOINT, "rad/s", "m/s", NULL, NULL, 0},
    [GROUP_QDD] = {EACH_JOINT, "rad/s^2", "m/s^2", NULL, NULL, 0},
    [GROUP_U] = {EACH_ACTUATOR, NULL, NULL, NULL, NULL, 0},
    [GROUP_COMMAND] = {EACH_ACTUATOR, NULL, NULL, NULL, NULL, 0},
    [GROUP_TAU] = {EACH_JOINT, "N m", "N", NULL, NULL, 0},
    [GROUP_ACTUATOR_POSITION] = {EACH_ACTUATOR, "rad", "m", NULL, NULL, 0},
    [GROUP_ACTUATOR_SPEED] = {EACH_ACTUATOR, "rad/s", "m/s", NULL, NULL, 0},
    [GROUP_CURRENT] = {EACH_ACTUATOR, "A", "A", NULL, NULL, 0},
    [GROUP_ACTUATOR_FORCE] = {EACH_ACTUATOR, "N m", "N", NULL, NULL, 0},
    [GROUP_FRICTION] = {EACH_PLACE, "N m", "N", NULL, NULL, 0},
    [GROUP_STOP_FORCE] = {EACH_JOINT, "N m", "N", NULL, NULL, 0},
    [GROUP_MEASURED_Q] = {EACH_JOINT, "rad", "m", NULL, NULL, 0},
    [GROUP_MEASURED_QD] = {EACH_JOINT, "rad/s", "m/s", NULL, NULL, 0},
    [GROUP_MEASURED_WRENCH] = {NAMED, NULL, NULL, wrench_names, wrench_units, 6},
    [GROUP_HAND] = {NAMED, NULL, NULL, pose_names, pose_units, 6},
    [GROUP_TWIST] = {NAMED, NULL, NULL, twist_names, twist_units, 6},
    [GROUP_WRENCH] = {NAMED, NULL, NULL, wrench_names, wrench_units, 6},
    [GROUP_CONTACT] = {NAMED, NULL, NULL, contact_names, contact_units, 4},
    [GROUP_BASE] = {NAMED, NULL, NULL, pose_names, pose_units, 6},
    [GROUP_ENERGY] = {NAMED, NULL, NULL, energy_names, joules, 2},
    [GROUP_WORK] = {NAMED, NULL, NULL, work_names, joules, 4},
    [GROUP_STAGE] = {NAMED, NULL, NULL, NULL, NULL, 1},
    [GROUP_DESIRED_Q] = {EACH_JOINT, "rad", "m", NULL, NULL, 0},
    [GROUP_DESIRED_QD] = {EACH_JOINT, "rad/s", "m/s", NULL, NULL, 0},
    [GROUP_DESIRED_HAND] = {NAMED, NULL, NULL, pose_names, pose_units, 6},
};

static bool joint_slides(const ulna_model *model, int joint)
{
  return ulna_model_joint(model, joint)->type == ULNA_PRISMATIC;
}

static bool actuator_slides(const ulna_model *model, int actuator)
{
  const int drive = ulna_actuator_drive(model, actuator);
  return drive >= 0 ? ulna_model_drive(model, drive)->kind == ULNA_LINEAR
                    : joint_slides(model, ulna_actuator_joint(model, actuator));
}

/* Places of friction are the actuators and then joints, which have the joint's name. */
static bool place_slides(const ulna_model *model, int place)
{
  if (place < ulna_model_joint_count(model)) return actuator_slides(model, place);
  const int joint = ulna_model_find_joint(model, ulna_friction_place_name(model, place));
  return joint > 0 && joint_slides(model, joint);
}

static int group_count(const ulna_scenario *s, scenario_group group)
{
  const group_layout *layout = &layouts[group];
  return layout->shape == NAMED        ? layout->count
         : layout->shape == EACH_PLACE ? ulna_friction_place_count(s->model)
                                       : s->n;
}

static const char *unit_of(const ulna_scenario *s, const group_layout *layout, int i)
{
  if (layout->shape == NAMED) return layout->units ? layout->units[i] : "";
  const ulna_driven_by by = s->plant.driven_by;
  bool slide = layout->shape == EACH_PLACE ? place_slides(s->model, i) : false;
  if (layout->shape == EACH_JOINT) slide = joint_slides(s->model, i + 1);
  if (layout->shape == EACH_ACTUATOR)  // torques drive joints
    slide = !layout->turning && by == ULNA_DRIVEN_BY_TORQUE ? joint_slides(s->model, i + 1)
                                                            : actuator_slides(s->model, i);
  if (layout->turning) return slide ? layout->sliding : layout->turning;
  if (by == ULNA_DRIVEN_BY_VOLTAGE) return s->current_loop ? "A" : "V";
  return by == ULNA_DRIVEN_BY_CURRENT ? "A" : slide ? "N" : "N m";
}

static const char *column_name(ulna_run *run, scenario_group group, int i)
{
  const char *name = ulna_group_names[group];
  const group_layout *layout = &layouts[group];
  if (layout->shape != NAMED) return ulna_text_format(&run->memory, "%s%d", name, i + 1);
  if (!layout->names) return name;
  return ulna_text_format(&run->memory, "%s_%s", name, layout->names[i]);
}

/* The columns of these groups, after the time; how many there are. */
static int make_columns(ulna_run *run, const bool group[], ulna_column **columns, double **row)
{
  const ulna_scenario *s = &run->scenario;
  int count = 1;
  for (int g = 0; g < GROUP_COUNT; g++)
    if (group[g]) count += group_count(s, (scenario_group)g);
  ulna_column *c = arena_take_array(&run->memory, (size_t)count, sizeof *c);
  *columns = c;
  *row = arena_take_array(&run->memory, (size_t)count, sizeof **row);
  if (run->memory.failed) return 0;
  c[0] = (ulna_column){.name = "t", .unit = "s", .group = "t"};
  int made = 1;
  for (int g = 0; g < GROUP_COUNT; g++) {
    const int in_group = group[g] ? group_count(s, (scenario_group)g) : 0;
    for (int i = 0; i < in_group; i++)
      c[made++] = (ulna_column){.name = column_name(run, (scenario_group)g, i),
                                .unit = unit_of(s, &layouts[g], i),
                                .group = ulna_group_names[g],
                                .index = in_group == 1 && layouts[g].shape == NAMED ? 0 : i + 1};
  }
  return made;
}

ulna_status ulna_run_make_columns(ulna_run *run)
{
  run->column_count = make_columns(run, run->scenario.record, &run->columns, &run->row);
  return run->memory.failed ? ULNA_OUT_OF_MEMORY : ULNA_OK;
}

ulna_status ulna_run_listen(ulna_run *run, run_listener *listener)
{
  run->listener = NULL;
  if (!listener) return ULNA_OK;
  for (int g = 0; g < GROUP_COUNT; g++)
    if (!run->controller && group_needs_controller((scenario_group)g)) listener->group[g] = false;
  listener->column_count = make_columns(run, listener->group, &listener->columns, &listener->row);
  if (run->memory.failed) return ULNA_OUT_OF_MEMORY;
  run->listener = listener;
  return ULNA_OK;
}

/* x y z and the angles of Rot_z(yaw) Rot_y(pitch) Rot_x(roll). */
static void pose_numbers(const ulna_pose *pose, double numbers[6])
{
  for (int k = 0; k < 3; k++) numbers[k] = pose->p[k];
  const double(*R)[3] = pose->R;
  const double across = sqrt(R[0][0] * R[0][0] + R[1][0] * R[1][0]);
  numbers[4] = atan2(-R[2][0], across);
  if (across > 1e-12) {
    numbers[3] = atan2(R[2][1], R[2][2]);
    numbers[5] = atan2(R[1][0], R[0][0]);
  } else {  // straight up or down: only yaw ∓ roll is determined; all of it is called yaw
    numbers[3] = 0;
    numbers[5] = atan2(-R[0][1], R[1][1]);
  }
}

/* The sample's numbers for a group; `room` is for groups that are not an array there. NULL: nothing yet. */
static const double *group_numbers(const ulna_sample *s, scenario_group group, double room[6])
{
  switch (group) {
  case GROUP_Q: return s->q;
  case GROUP_QD: return s->qd;
  case GROUP_QDD: return s->qdd;
  case GROUP_U: return s->u;
  case GROUP_COMMAND: return s->command;
  case GROUP_TAU: return s->tau;
  case GROUP_ACTUATOR_POSITION: return s->q_a;
  case GROUP_ACTUATOR_SPEED: return s->qd_a;
  case GROUP_CURRENT: return s->current;
  case GROUP_ACTUATOR_FORCE: return s->F_d;
  case GROUP_FRICTION: return s->friction;
  case GROUP_STOP_FORCE: return s->stop_force;
  case GROUP_MEASURED_Q: return s->measured_q;
  case GROUP_MEASURED_QD: return s->measured_qd;
  case GROUP_MEASURED_WRENCH: return s->measured_wrench;
  case GROUP_TWIST: return s->twist;
  case GROUP_WRENCH: return s->wrench;
  case GROUP_HAND: pose_numbers(&s->hand, room); return room;
  case GROUP_BASE: pose_numbers(&s->base, room); return room;
  case GROUP_CONTACT:
    memcpy(room, s->contact_force, sizeof s->contact_force);
    room[3] = s->depth;
    return room;
  case GROUP_ENERGY:
    room[0] = s->kinetic;
    room[1] = s->potential;
    return room;
  case GROUP_WORK:
    room[0] = s->work_drives;
    room[1] = s->work_friction;
    room[2] = s->work_stops;
    room[3] = s->work_world;
    return room;
  default: room[0] = s->stage; return room;
  }
}

/* The set point at the row's instant. For a set point of the hand the joints are NaN. */
static const double *desired_numbers(ulna_run *run, scenario_group group, double room[6])
{
  const run_set_point *p = &run->row_set_point;
  if (group == GROUP_DESIRED_Q) return p->hand ? NULL : p->q;
  if (group == GROUP_DESIRED_QD) return p->hand ? NULL : p->qd;
  ulna_pose pose = p->pose;
  if (!p->hand) ulna_hand_pose(run->scenario.model, run->work, p->q, &pose);
  pose_numbers(&pose, room);
  return room;
}

void ulna_run_row(ulna_run *run, const bool group[], const ulna_sample *sample, double row[])
{
  int used = 0;
  row[used++] = sample->t;
  if (run->controller) ulna_run_set_point(run, sample->t, &run->row_set_point);
  for (int g = 0; g < GROUP_COUNT; g++) {
    if (!group[g]) continue;
    double room[6];
    const scenario_group this = (scenario_group)g;
    const double *numbers =
        this >= GROUP_DESIRED_Q ? desired_numbers(run, this, room) : group_numbers(sample, this, room);
    const int count = group_count(&run->scenario, this);
    for (int i = 0; i < count; i++) row[used++] = numbers ? numbers[i] : (double)NAN;
  }
}
