/* The numbers of a controller that may change while it works, by name. */
#include <stdio.h>

#include "scenario/scenario.h"

enum {
  TORQUE = 1 << ULNA_CONTROL_UNIFIED | 1 << ULNA_CONTROL_COMPUTED_TORQUE | 1 << ULNA_CONTROL_UNIFIED_PRINTED,
  JOINTS = TORQUE | 1 << ULNA_CONTROL_PD_GRAVITY | 1 << ULNA_CONTROL_JOINT_PD,
  FINE = 1 << ULNA_CONTROL_UNIFIED | 1 << ULNA_CONTROL_UNIFIED_PRINTED,
  SERVO = 1 << ULNA_CONTROL_ACTUATOR_SERVO,
  HAND = 1 << ULNA_CONTROL_IMPEDANCE,
  ALL = (1 << ULNA_CONTROL_KIND_COUNT) - 1
};

/* A name stands for one number, or with a number from 1 behind it for one of several. */
typedef struct {
  const char *name, *unit;
  unsigned kinds; /* that read it, as bits */
  size_t offset;  /* in the options: of a double, of several, or of a pointer to n */
  enum { ONE, SIX, EACH_JOINT } shape;
} gain_row;

#define AT(member) offsetof(ulna_controller_options, member)
static const gain_row rows[] = {
    {"gains.frequency", "rad/s", JOINTS, AT(joints.frequency), ONE},
    {"gains.damping_ratio", "", JOINTS, AT(joints.damping_ratio), ONE},
    {"gains.kp", "1/s^2", JOINTS, AT(joints.kp), EACH_JOINT},
    {"gains.kv", "1/s", JOINTS, AT(joints.kv), EACH_JOINT},
    {"gains.ki", "1/s^3", JOINTS, AT(joints.ki), EACH_JOINT},
    {"hand.frequency", "rad/s", TORQUE, AT(hand.frequency), ONE},
    {"hand.damping_ratio", "", TORQUE, AT(hand.damping_ratio), ONE},
    {"hand.integral", "1/s", TORQUE, AT(hand.integral), ONE},
    {"fine.rate", "1/s", FINE, AT(fine.rate), ONE},
    {"fine.position", "1/s", FINE, AT(fine.position), ONE},
    {"fine.push_rate", "1/s", FINE, AT(fine.push_rate), ONE},
    {"servo.frequency", "rad/s", SERVO, AT(servo.frequency), ONE},
    {"servo.damping_ratio", "", SERVO, AT(servo.damping_ratio), ONE},
    {"impedance.stiffness", "N m/rad, N/m", HAND, AT(impedance.stiffness), SIX},
    {"impedance.damping", "N m s/rad, N s/m", HAND, AT(impedance.damping), SIX},
    {"impedance.damping_ratio", "", HAND, AT(impedance.damping_ratio), ONE},
    {"impedance.null_damping", "1/s", HAND, AT(impedance.null_damping), ONE},
    {"impedance.null_stiffness", "1/s^2", HAND, AT(impedance.null_stiffness), ONE},
    {"friction.share", "", ALL, AT(friction.share), ONE},
};
enum { ROWS = sizeof rows / sizeof rows[0] };

/* The first of a row's numbers, and how many there are: none where the options have no such list. */
static double *numbers_of(ulna_controller_options *o, const gain_row *row, int n, int *count)
{
  char *at = (char *)o + row->offset;
  *count = row->shape == ONE ? 1 : row->shape == SIX ? 6 : n;
  if (row->shape != EACH_JOINT) return (double *)(void *)at;
  double *list = NULL;
  memcpy(&list, at, sizeof list);  // the options point to numbers that are the caller's to change
  if (!list) *count = 0;
  return list;
}

bool ulna_scenario_gain(ulna_controller_options *o, int n, int index, scenario_gain *gain)
{
  for (int k = 0; k < ROWS; k++) {
    int count;
    double *numbers = numbers_of(o, &rows[k], n, &count);
    if (index >= count) {
      index -= count;
      continue;
    }
    *gain =
        (scenario_gain){.unit = rows[k].unit, .value = &numbers[index], .used = rows[k].kinds >> o->kind & 1};
    if (rows[k].shape == ONE) snprintf(gain->name, sizeof gain->name, "%s", rows[k].name);
    else snprintf(gain->name, sizeof gain->name, "%s%d", rows[k].name, index + 1);
    if (rows[k].shape == SIX) {  // rotation first
      static const char *const turning[] = {"N m/rad", "N m s/rad"}, *const sliding[] = {"N/m", "N s/m"};
      const int damps = rows[k].offset == AT(impedance.damping);
      gain->unit = index < 3 ? turning[damps] : sliding[damps];
    }
    return true;
  }
  return false;
}

double *ulna_scenario_find_gain(ulna_controller_options *o, int n, const char *name)
{
  scenario_gain gain;
  for (int k = 0; ulna_scenario_gain(o, n, k, &gain); k++)
    if (strcmp(gain.name, name) == 0) return gain.value;
  return NULL;
}
