/* One fault put into a sound robot file that uses every key: exactly one problem, of the right kind, at its line. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "ulna/read.h"

static const char robot[] =
    "ulna: 1\n"
    "name: test arm\n"
    "source: made up\n"
    "gravity: [0, 0, -9.81]\n"
    "convention: dh\n"
    "base: {xyz: [0, 0, 0.5], rpy: [0, 0, 90 deg]}\n"
    "tool: {xyz: [0, 0.1, 0], rpy: [0, 0.5, 0]}\n"
    "joints:\n"
    "  - name: waist\n"
    "    type: revolute\n"
    "    theta: 10 deg\n"
    "    d: 0.25\n"
    "    a: 0.125\n"
    "    alpha: 91 deg\n"
    "    limits: {lower: -170 deg, upper: 2.5, velocity: 3.5, effort: 97.5}\n"
    "    friction: {viscous: 0.125, coulomb: 0.5, static: 0.75, load: {static: 0.0625, dynamic: 0.03125},\n"
    "               stribeck: {velocity: 0.015625, exponent: 2.25}}\n"
    "    link:\n"
    "      name: turret\n"
    "      mass: 17.4\n"
    "      com: [-0.3638, 0.006, 0.2275]\n"
    "      inertia: {about: com, xx: 0.13, yy: 0.524, zz: 0.539, xy: 0.001, xz: 0.002, yz: 0.003}\n"
    "  - name: boom\n"
    "    type: prismatic\n"
    "    theta: 0\n"
    "    d: 0\n"
    "    a: 0.8\n"
    "    alpha: 0\n"
    "    limits: {lower: 0.1875, upper: 1.1875}\n"
    "    friction: {table: {velocity: [-1.5, 0, 1.25], force: [-4, 0, 3]}}\n"
    "    link:\n"
    "      name: tube\n"
    "      mass: 2.0\n"
    "      com: [-0.4, 0, 0]\n"
    "      inertia: {about: origin, xx: 0.01, yy: 0.5, zz: 0.516, xy: 0, xz: 0, yz: 0}\n"
    "      accept: {triangle_inequality: measured so}\n"
    "drives:\n"
    "  - name: motor 1\n"
    "    mounted_on: base\n"
    "    axis: [0, 3, 4]\n"
    "    kind: rotary\n"
    "    couples: {waist: 62.5, boom: 1.5}\n"
    "    offset: 0.75\n"
    "    screws: [{gain: 12.5, s: 0.09375, mu: 0.046875, nu: 0.0234375, phase: {boom: 1}, phi0: 30 deg}]\n"
    "    rotor: {inertia: 0.0002}\n"
    "    counted_in_link: true\n"
    "    friction: {viscous: 0.00148, coulomb: {positive: 0.415, negative: 0.3}, static: {positive: 0.5, negative: 0.4}}\n"
    "    motor: {type: dc, torque_constant: 0.2, back_emf: 0.21, resistance: 1.6, inductance: 0.005,\n"
    "            current_limit: 10, voltage_limit: 40}\n"
    "    elasticity: {stiffness: 2000, damping: 2.75}\n"
    "  - name: motor 2\n"
    "    mounted_on: turret\n"
    "    pose: {xyz: [0.1, 0, 0], rpy: [0, 0, 0]}\n"
    "    kind: linear\n"
    "    couples: {boom: 7.5}\n"
    "    rotor: {mass: 0.3125, com: [0, 0, 0.01], inertia: {about: com, xx: 0.001, yy: 0.0011, zz: 0.0012}}\n"
    "    counted_in_link: false\n"
    "elements:\n"
    "  - name: idler\n"
    "    mounted_on: tube\n"
    "    axis: [1, 0, 0]\n"
    "    couples: {waist: 11}\n"
    "    rotor: {inertia: 0.0001}\n"
    "payload: {mass: 1.1, com: [0.01, 0, 0.02], inertia: {about: com, xx: 0.15, yy: 0.16, zz: 0.17}}\n";

/* `was` in the sound robot becomes `is`; the fault shows `below` lines under where `was` starts. */
typedef struct {
  const char *was, *is;
  int below;
  const char *condition, *words;
} fault;

static const fault faults[] = {
    // the head
    {"ulna: 1\n", "", 0, "missing key", "\"ulna\""},
    {"ulna: 1\n", "ulna: 2\n", 0, "version", "version 2"},
    {"ulna: 1\n", "ulna: one\n", 0, "type", "number"},
    {"name: test arm\n", "", -1, "missing key", "\"name\""},
    {"name: test arm\n", "name:\n", 0, "type", "found nothing"},
    {"name: test arm\n", "name: [a, b]\n", 0, "type", "a list of 2"},
    {"name: test arm\n", "name: {a: b}\n", 0, "type", "a mapping"},
    {"name: test arm\n", "nmae: test arm\n", 0, "unknown key", "did you mean \"name\"?"},
    {"name: test arm\n", "Name: test arm\n", 0, "unknown key", "did you mean \"name\"?"},
    {"name: test arm\n", "title: test arm\n", 0, "unknown key", "\"name\" is missing"},
    {"source: made up\n", "source: [made, up]\n", 0, "type", "text"},
    {"source: made up\n", "colour: red\n", 0, "unknown key", "a robot has ulna, name"},
    {"gravity: [0, 0, -9.81]\n", "", -3, "missing key", "\"gravity\""},
    {"gravity: [0, 0, -9.81]\n", "gravity: -9.81\n", 0, "type", "three numbers"},
    {"gravity: [0, 0, -9.81]\n", "gravity: [0, 0, 0, -9.81]\n", 0, "type", "a list of 4"},
    {"gravity: [0, 0, -9.81]\n", "gravity: [0, 0, -9.81 deg]\n", 0, "type", "angles only"},
    {"gravity: [0, 0, -9.81]\n", "gravity: [0, 0, -9,81]\n", 0, "type", "a list of 4"},
    {"gravity: [0, 0, -9.81]\n", "gravity: [0, 0, -1e999]\n", 0, "not finite", "double"},
    {"gravity: [0, 0, -9.81]\n", "gravity: [0, -.Inf, 0]\n", 0, "not finite", "finite"},
    {"gravity: [0, 0, -9.81]\n", "gravity:\n  - 0\n  - 0\n  - g\n", 3, "type", "found \"g\""},
    {"convention: dh\n", "convention: DH\n", 0, "value", "did you mean dh?"},
    {"convention: dh\n", "convention: 1\n", 0, "value", "dh or mdh"},
    {"convention: dh\n", "convention: [dh]\n", 0, "type", "text"},
    {"base: {xyz: [0, 0, 0.5], rpy: [0, 0, 90 deg]}", "base: [0, 0, 0.5]", 0, "type", "mapping"},
    {"base: {xyz: [0, 0, 0.5], rpy: [0, 0, 90 deg]}", "base: {xyz: [0, 0, 0.5], quat: [0, 0, 1]}", 0,
     "unknown key", "xyz, rpy"},
    {"base: {xyz: [0, 0, 0.5], rpy: [0, 0, 90 deg]}", "base: {xyz: [0, 0, 0.5], rpy: [0, 0, 90]}", 0,
     "degrees", "90 deg"},
    {"base: {xyz: [0, 0, 0.5], rpy: [0, 0, 90 deg]}", "base: {xyz: [0, 0, 0.5 deg]}", 0, "type",
     "angles only"},
    {"tool: {xyz: [0, 0.1, 0], rpy: [0, 0.5, 0]}", "tool: {xyz: [0, .nan, 0]}", 0, "not finite", "finite"},
    // joints
    {"  - name: waist\n", "  -\n", 1, "missing key", "\"name\""},
    {"  - name: waist\n", "  - waist\n  - name: waist\n", 0, "type", "a joint must be a mapping"},
    {"  - name: waist\n", "  - name: ''\n", 0, "value", "no name"},
    {"    type: revolute\n", "", -1, "missing key", "\"type\""},
    {"    type: revolute\n", "    type: revolut\n", 0, "value", "did you mean revolute?"},
    {"    type: revolute\n", "    type: {revolute: yes}\n", 0, "type", "text"},
    {"    theta: 10 deg\n", "", -2, "missing key", "\"theta\""},
    {"    theta: 10 deg\n", "    theta: ten deg\n", 0, "type", "deg"},
    {"    theta: 10 deg\n", "    theta: 10 degrees\n", 0, "type", "or with deg"},
    {"    theta: 10 deg\n", "    theta: 10°\n", 0, "type", "or with deg"},
    {"    theta: 10 deg\n", "    theta: 10\n", 0, "degrees", "10 deg"},
    {"    theta: 10 deg\n", "    theta: \"0.1\"\n", 0, "type", "remove the quotes"},
    {"    theta: 10 deg\n", "    theta: .inf deg\n", 0, "not finite", "finite"},
    {"    d: 0.25\n", "    d: 0x10\n", 0, "type", "plain decimal"},
    {"    d: 0.25\n", "    d: 0,25\n", 0, "type", "decimal point"},
    {"    d: 0.25\n", "    d: 1_000\n", 0, "type", "plain decimal"},
    {"    d: 0.25\n", "    d: 017\n", 0, "type", "plain decimal"},
    {"    d: 0.25\n", "    d: 1:30\n", 0, "type", "plain decimal"},
    {"    d: 0.25\n", "    d: 250 mm\n", 0, "type", "without a unit"},
    {"    d: 0.25\n", "    d: ~\n", 0, "type", "found nothing"},
    {"    d: 0.25\n", "    d: true\n", 0, "type", "found \"true\""},
    {"    a: 0.125\n", "    a: 1.5.2\n", 0, "type", "found \"1.5.2\""},
    {"    a: 0.125\n", "    a: 0.125\n    a: 0.125\n", 1, "syntax", "given twice, first in line 13"},
    {"    alpha: 91 deg\n", "    alfa: 91 deg\n", 0, "unknown key", "\"alpha\""},
    {"lower: -170 deg,", "lower: -170,", 0, "degrees", "-170 deg"},
    {"lower: -170 deg, upper: 2.5,", "lower: -170, upper: 170,", 0, "degrees", "-170 deg and 170 deg"},
    {"lower: -170 deg,", "lower: 170 deg,", 0, "limits", "above the upper limit"},
    {"lower: -170 deg,", "minimum: -170 deg,", 0, "unknown key", "lower, upper"},
    {"limits: {lower: -170 deg, upper: 2.5, velocity: 3.5, effort: 97.5}", "limits: [-170 deg, 2.5]", 0,
     "type", "mapping"},
    {"limits: {lower: -170 deg, upper: 2.5, velocity: 3.5, effort: 97.5}", "limits:", 0, "type",
     "found nothing"},
    {"velocity: 3.5,", "velocity: -3.5,", 0, "limits", "not be negative"},
    {"velocity: 3.5,", "velocity: 3.5 deg,", 0, "type", "rad/s"},
    {"effort: 97.5", "effort: .inf", 0, "not finite", "leave it out"},
    {"limits: {lower: 0.1875,", "limits: {lower: 10 deg,", 0, "type", "angles only"},
    // friction at a joint
    {"viscous: 0.125,", "viscous: -0.125,", 0, "friction", "not be negative"},
    {"viscous: 0.125,", "visc: 0.125,", 0, "unknown key", "viscous"},
    {"coulomb: 0.5,", "coulomb: {positive: 0.5},", 0, "missing key", "\"negative\""},
    {"coulomb: 0.5,", "coulomb: [0.5, 0.5],", 0, "type", "number"},
    {"coulomb: 0.5, static: 0.75,", "coulomb: {positive: 0.5, negative: 0.4}, static: 0.2,", 0, "friction",
     "0.2 below 0.4 in the negative"},
    {"static: 0.75,", "static: 0.25,", 0, "friction", "below the friction in motion"},
    {"load: {static: 0.0625, dynamic: 0.03125}", "load: {static: 0.01, dynamic: 0.03125}", 0, "friction",
     "below the dynamic"},
    {"load: {static: 0.0625, dynamic: 0.03125}", "load: {static: 0.0625}", 0, "missing key", "\"dynamic\""},
    {"stribeck: {velocity: 0.015625, exponent: 2.25}", "stribeck: {velocity: 0, exponent: 2.25}", 0,
     "friction", "above 0"},
    {"stribeck: {velocity: 0.015625, exponent: 2.25}", "stribeck: {velocity: 0.1, exponent: -1}", 0,
     "friction", "above 0"},
    {"velocity: [-1.5, 0, 1.25]", "velocity: [-1.5, 0, -1.25]", 0, "friction", "not monotone"},
    {"velocity: [-1.5, 0, 1.25]", "velocity: [-1.5, 0, 0]", 0, "friction", "not monotone"},
    {"velocity: [-1.5, 0, 1.25]", "velocity: [0, 1.25]", 0, "friction", "2 velocities and 3 forces"},
    {"velocity: [-1.5, 0, 1.25], force: [-4, 0, 3]", "velocity: [1], force: [1]", 0, "friction",
     "at least two"},
    {"velocity: [-1.5, 0, 1.25]", "velocity: fast", 0, "type", "list of numbers"},
    {"friction: {table: {", "friction: {viscous: 1, table: {", 0, "friction", "instead of all other laws"},
    // links
    {"      name: turret\n", "", -1, "missing key", "\"name\""},
    {"      mass: 17.4\n", "", -2, "missing key", "\"mass\""},
    {"      mass: 17.4\n", "      mass: 0\n", 0, "mass", "the inertia is not"},
    {"      mass: 17.4\n", "      weight: 17.4\n", 0, "unknown key", "\"mass\" is missing"},
    {"      com: [-0.3638, 0.006, 0.2275]\n", "      com: -0.3638\n", 0, "type", "three numbers"},
    {"      com: [-0.3638, 0.006, 0.2275]\n", "      com: {x: 1, y: 2, z: 3}\n", 0, "type", "three numbers"},
    {"      com: [-0.3638, 0.006, 0.2275]\n", "      com: [-0.3638, 0.006, 227.5]\n", 0, "far",
     "millimetres"},
    {"about: com, xx: 0.13", "about: center, xx: 0.13", 0, "value", "com or origin"},
    {"about: com, xx: 0.13", "about: com, xx: -0.13", 0, "positive_inertia", "negative principal moment"},
    {"about: com, xx: 0.13,", "about: com,", 0, "missing key", "\"xx\""},
    {"about: com, xx: 0.13", "about: com, ixx: 0.13", 0, "unknown key", "did you mean \"xx\"?"},
    {"inertia: {about: com, xx: 0.13, yy: 0.524, zz: 0.539, xy: 0.001, xz: 0.002, yz: 0.003}", "inertia: 0.5",
     0, "type", "mapping"},
    {"accept: {triangle_inequality: measured so}", "accept: {triangle: measured so}", 0, "value",
     "did you mean \"triangle_inequality\"?"},
    {"accept: {triangle_inequality: measured so}", "accept: {triangle_inequality: }", 0, "type", "text"},
    {"accept: {triangle_inequality: measured so}", "accept: {triangle_inequality: ''}", 0, "value",
     "without a reason"},
    {"accept: {triangle_inequality: measured so}", "accept: triangle_inequality", 0, "type", "mapping"},
    // drives
    {"    mounted_on: base\n", "", -1, "missing key", "\"mounted_on\""},
    {"    mounted_on: base\n", "    mounted_on: tubes\n", 0, "unknown link", "did you mean \"tube\"?"},
    {"    axis: [0, 3, 4]\n", "", -2, "missing key", "\"axis\" or \"pose\""},
    {"    axis: [0, 3, 4]\n", "    axis: [0, 3]\n", 0, "type", "three numbers"},
    {"    axis: [0, 3, 4]\n", "    axis: [0, 3, 4]\n    pose: {xyz: [0, 0, 0]}\n", 0, "value", "keep one"},
    {"    kind: rotary\n", "    kind: rotray\n", 0, "value", "did you mean rotary?"},
    {"couples: {waist: 62.5, boom: 1.5}", "couples: {waist: 62.5, boon: 1.5}", 0, "unknown joint",
     "\"boom\"?"},
    {"couples: {waist: 62.5, boom: 1.5}", "couples: {waist: 62.5, waist: 1.5}", 0, "syntax", "twice"},
    {"couples: {waist: 62.5, boom: 1.5}", "couples: {waist: fast, boom: 1.5}", 0, "type", "number"},
    {"couples: {waist: 62.5, boom: 1.5}", "couples: [62.5, 1.5]", 0, "type", "mapping"},
    {"    couples: {boom: 7.5}\n", "    couples: {}\n", 0, "value", "moves with no joint"},
    {"    couples: {boom: 7.5}\n", "", -4, "missing key", "\"couples\" or \"screws\""},
    {"couples: {waist: 62.5, boom: 1.5}", "couples: {boom: 1.5}", 13, "singular coupling", "\"motor 2\""},
    {"    offset: 0.75\n", "    offset: none\n", 0, "type", "number"},
    {"gain: 12.5,", "", 0, "missing key", "\"gain\""},
    {"s: 0.09375,", "s: 0.01,", 0, "value", "root of a negative number"},
    {"phase: {boom: 1}", "phase: {}", 0, "value", "phase is empty"},
    {"phase: {boom: 1}", "phase: {bloom: 1}", 0, "unknown joint", "\"boom\"?"},
    {"phi0: 30 deg", "phi0: 30", 0, "degrees", "30 deg"},
    {"phi0: 30 deg", "phi: 30 deg", 0, "unknown key", "phi0"},
    {"rotor: {inertia: 0.0002}", "rotor: 0.0002", 0, "type", "mapping"},
    {"rotor: {inertia: 0.0002}", "rotor: {inertia: -0.0002}", 0, "rotor", "negative"},
    {"rotor: {inertia: 0.0002}", "rotor: {inertia: 0.0002, mass: 1}", 0, "type", "full inertia"},
    {"    rotor: {inertia: 0.0002}\n", "", -7, "missing key", "\"rotor\""},
    {"    counted_in_link: true\n", "    counted_in_link: 1\n", 0, "type", "true or false"},
    {"    counted_in_link: true\n", "    counted_in_link: \"true\"\n", 0, "type", "true or false"},
    {"    counted_in_link: false\n", "", -6, "missing key", "counted_in_link"},
    {"    pose: {xyz: [0.1, 0, 0], rpy: [0, 0, 0]}\n", "    axis: [0, 0, 1]\n", 3, "missing key", "\"pose\""},
    {"    kind: linear\n", "    kind: lineal\n", 0, "value", "linear"},
    {"rotor: {mass: 0.3125, com: [0, 0, 0.01], inertia: {about: com, xx: 0.001, yy: 0.0011, zz: 0.0012}}",
     "rotor: {inertia: 0.001}", 0, "rotor", "does not turn"},
    {"rotor: {mass: 0.3125, com: [0, 0, 0.01],", "rotor: {mass: -0.3125, com: [0, 0, 0.01],", 0, "mass",
     "negative"},
    {"rotor: {mass: 0.3125, com: [0, 0, 0.01],", "rotor: {mass: 0.3125,", 0, "missing key", "\"com\""},
    {"coulomb: {positive: 0.415,", "coulomb: {positive: 0.6,", 0, "friction", "below the friction in motion"},
    {"friction: {viscous: 0.00148,", "friction: {load: {static: 1, dynamic: 1}, viscous: 0.00148,", 0,
     "unknown key", "friction at a drive"},
    {"motor: {type: dc,", "motor: {type: ac,", 0, "value", "must be dc"},
    {"motor: {type: dc,", "motor: {", 0, "missing key", "\"type\""},
    {"torque_constant: 0.2,", "torque_constant: 0,", 0, "motor", "above 0"},
    {"torque_constant: 0.2,", "", 0, "missing key", "torque_constant"},
    {"resistance: 1.6,", "resistance: -1.6,", 0, "motor", "not be negative"},
    {"current_limit: 10,", "current_limit: 0,", 0, "motor", "above 0"},
    {"stiffness: 2000,", "stiffness: -2000,", 0, "elasticity", "above 0"},
    {"stiffness: 2000,", "", 0, "missing key", "stiffness"},
    {"damping: 2.75", "damping: -2.75", 0, "elasticity", "not be negative"},
    {"  - name: motor 2\n", "  - name: motor 1\n", 0, "duplicate name", "two drives"},
    // elements and payload
    {"    couples: {waist: 11}\n", "    couples: {waist: 11}\n    friction: {viscous: 1}\n", 1, "unknown key",
     "an element has"},
    {"    mounted_on: tube\n", "    mounted_on: none\n", 0, "unknown link", "\"turret\", \"tube\""},
    {"payload: {mass: 1.1,", "payload: {mass: -1.1,", 0, "mass", "negative"},
    {"payload: {mass: 1.1, com: [0.01, 0, 0.02],", "payload: {mass: 1.1,", 0, "missing key", "\"com\""},
    {"payload: {mass: 1.1,", "payload: {mass: 1.1, name: ball,", 0, "unknown key", "mass, com, inertia"},
    {"inertia: {about: com, xx: 0.15, yy: 0.16, zz: 0.17}}", "inertia: {xx: 0.15, yy: 0.16, zz: 0.17}}", 0,
     "inertia about", "about: com"},
    {"inertia: {about: com, xx: 0.15, yy: 0.16, zz: 0.17}}",
     "inertia: {about: com, xx: 0.15, yy: 0.16, zz: 0.37}}", 0, "triangle_inequality", "0.31"},
};

static int line_of(const char *text, const char *place)
{
  int line = 1;
  for (const char *c = text; c < place; c++) line += *c == '\n';
  return line;
}

/* Replaces the only occurrence of `was`; returns its line. */
static int put_in(const fault *f, char *text, size_t size)
{
  const char *place = strstr(robot, f->was);
  if (!place) fail_msg("the robot has no \"%s\"", f->was);
  snprintf(text, size, "%.*s%s%s", (int)(place - robot), robot, f->is, place + strlen(f->was));
  return line_of(robot, place);
}

static ulna_status read_text(const char *text, ulna_report *report)
{
  ulna_model *model = NULL;
  const ulna_status status =
      ulna_model_read_text(text, strlen(text), "robot.yaml", NULL, NULL, report, &model);
  assert_int_equal(model != NULL, status == ULNA_OK);
  ulna_model_destroy(model);
  return status;
}

/* The robot's own waiver is always in the report; -1: no problem, -2: more than one. */
static int only_problem(const ulna_report *report)
{
  int found = -1;
  for (int i = 0; i < (int)ulna_report_count(report, ULNA_NOTE); i++) {
    if (ulna_report_get(report, (size_t)i)->severity == ULNA_NOTE) continue;
    if (found >= 0) return -2;
    found = i;
  }
  return found;
}

static void fail_with(const ulna_report *report, const fault *f, const char *why)
{
  for (size_t k = 0; k < ulna_report_count(report, ULNA_NOTE); k++) {
    char line[800];
    ulna_problem_format(ulna_report_get(report, k), line, sizeof line);
    print_error("%s\n", line);
  }
  fail_msg("%s: \"%s\" for \"%s\"", why, f->is, f->was);
}

static void the_robot_itself_is_sound(void **state)
{
  (void)state;
  ulna_report *report = NULL;
  assert_int_equal(ulna_report_create(NULL, &report), ULNA_OK);
  const ulna_status status = read_text(robot, report);
  const fault none = {"", "", 0, "", ""};
  if (status != ULNA_OK || only_problem(report) != -1) fail_with(report, &none, ulna_status_name(status));
  assert_int_equal(ulna_report_count(report, ULNA_NOTE), 2);
  assert_non_null(strstr(ulna_report_get(report, 0)->text, "accepted, \"measured so\""));
  assert_string_equal(ulna_report_get(report, 1)->condition, "elasticity");
  ulna_report_destroy(report);
}

static void each_fault_is_one_problem_at_its_line(void **state)
{
  (void)state;
  for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) {
    const fault *f = &faults[i];
    char text[sizeof robot + 400];
    const int line = put_in(f, text, sizeof text);
    ulna_report *report = NULL;
    assert_int_equal(ulna_report_create(NULL, &report), ULNA_OK);
    const ulna_status status = read_text(text, report);
    const int at = only_problem(report);
    if (at < 0) fail_with(report, f, at == -1 ? "no problem" : "more than one problem");
    const ulna_problem *p = ulna_report_get(report, (size_t)at);
    if (strcmp(p->condition, f->condition) != 0) fail_with(report, f, "another condition");
    if (p->line != line + f->below || p->column < 1) fail_with(report, f, "another line");
    if (!strstr(p->text, f->words) && !strstr(p->subject, f->words)) fail_with(report, f, f->words);
    const bool warning = strcmp(p->condition, "degrees") == 0;
    if (p->severity != (warning ? ULNA_WARNING : ULNA_ERROR)) fail_with(report, f, "another severity");
    if (status != (warning ? ULNA_OK : ULNA_BAD_ROBOT)) fail_with(report, f, ulna_status_name(status));
    ulna_report_destroy(report);
  }
}

/* A part that looks different as it moves cannot be in the constant mass data of the link that carries it. */
static void a_part_that_changes_its_carrier_is_warned_of(void **state)
{
  (void)state;
  static const struct {
    const char *carrier, *kind, *rotor, *said;
  } parts[] = {
      {"turret", "linear", "[0, 0, 0], inertia: {about: com, xx: 1, yy: 1, zz: 1}", "slides"},
      {"turret", "rotary", "[0, 0.1, 0], inertia: {about: com, xx: 1, yy: 1, zz: 1}", "not alike"},
      {"turret", "rotary", "[0, 0, 0.1], inertia: {about: com, xx: 1, yy: 1.1, zz: 1}", "not alike"},
      {"turret", "rotary", "[0, 0, 0], inertia: {about: com, xx: 1, yy: 1, zz: 1, yz: 0.1}", "not alike"},
      {"turret", "rotary", "[0, 0, 0.1], inertia: {about: com, xx: 1, yy: 1, zz: 0.5}", NULL},
      {"base", "rotary", "[0, 0.1, 0], inertia: {about: com, xx: 1, yy: 1, zz: 1}", NULL}};
  for (size_t k = 0; k < sizeof parts / sizeof *parts; k++)
    for (int counted = 0; counted < 2; counted++) {
      char text[800];
      snprintf(
          text, sizeof text,
          "ulna: 1\nname: r\ngravity: [0, 0, -9.81]\nconvention: dh\njoints:\n"
          "  - {name: j, type: revolute, theta: 0, d: 0, a: 1, alpha: 0, link: {name: turret, mass: 1, com: [0, 0, 0],\n"
          "     inertia: {about: com, xx: 1, yy: 1, zz: 1}}}\n"
          "drives:\n  - name: motor\n    pose: {xyz: [0, 0, 0]}\n    couples: {j: 9}\n    counted_in_link: %s\n"
          "    mounted_on: %s\n    kind: %s\n    rotor: {mass: 1, com: %s}\n",
          counted ? "true" : "false", parts[k].carrier, parts[k].kind, parts[k].rotor);
      ulna_report *report = NULL;
      assert_int_equal(ulna_report_create(NULL, &report), ULNA_OK);
      const ulna_status status = read_text(text, report);
      const int at = only_problem(report);
      const fault shown = {text, "", 0, "", ""};
      if (status != ULNA_OK) fail_with(report, &shown, ulna_status_name(status));
      if ((at >= 0) != (counted && parts[k].said))
        fail_with(report, &shown, at < 0 ? "no problem" : "a problem");
      if (at >= 0) {
        const ulna_problem *p = ulna_report_get(report, (size_t)at);
        assert_true(p->severity == ULNA_WARNING && p->line == 15);
        assert_string_equal(p->condition, "rotor");
        assert_non_null(strstr(p->text, parts[k].said));
      }
      ulna_report_destroy(report);
    }
}

/* Many faults in one file: all are told, in the order of the file. */
static void all_problems_are_told_at_once(void **state)
{
  (void)state;
  static const fault many[] = {
      {"convention: dh\n", "convention: craig\n", 0, "value", ""},
      {"    theta: 10 deg\n", "    theta: 10\n", 0, "degrees", ""},
      {"    alpha: 91 deg\n", "    alfa: 91 deg\n", 0, "unknown key", ""},
      {"      mass: 17.4\n", "      mass: -17.4\n", 0, "mass", ""},
      {"about: com, xx: 0.13", "about: com, xx: x", 0, "type", ""},
      {"      name: tube\n", "      name: turret  # again\n", 0, "duplicate name", ""},
      {"    mounted_on: base\n", "    mounted_on: bass\n", 0, "unknown link", ""},
      {"couples: {waist: 62.5, boom: 1.5}", "couples: {wrist: 62.5, boom: 1.5}", 0, "unknown joint", ""},
      {"rotor: {inertia: 0.0002}", "rotor: {inertia: -1}", 0, "rotor", ""},
      {"current_limit: 10,", "current_limit: -1,", 0, "motor", ""},
      {"payload: {mass: 1.1,", "payload: {", 0, "missing key", ""},
  };
  enum { COUNT = sizeof many / sizeof *many };
  char text[sizeof robot + 400];
  strcpy(text, robot);
  for (int i = 0; i < COUNT; i++) {
    char before[sizeof text];
    strcpy(before, text);
    const char *place = strstr(before, many[i].was);
    assert_non_null(place);
    snprintf(text, sizeof text, "%.*s%s%s", (int)(place - before), before, many[i].is,
             place + strlen(many[i].was));
  }
  ulna_report *report = NULL;
  assert_int_equal(ulna_report_create(NULL, &report), ULNA_OK);
  assert_int_equal(read_text(text, report), ULNA_BAD_ROBOT);
  int found = 0;
  for (size_t k = 0; k < ulna_report_count(report, ULNA_NOTE); k++) {
    const ulna_problem *p = ulna_report_get(report, k);
    if (p->severity == ULNA_NOTE) continue;
    // the element rides on "tube", which is gone: a fault of its own
    if (strcmp(p->condition, "unknown link") == 0 && strstr(p->subject, "idler")) continue;
    if (found >= COUNT || strcmp(p->condition, many[found].condition) != 0 ||
        p->line != line_of(text, strstr(text, many[found].is)))
      fail_with(report, &many[found < COUNT ? found : 0], "not the next problem");
    found++;
  }
  if (found != COUNT) fail_with(report, &many[found], "not told");
  ulna_report_destroy(report);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_robot_itself_is_sound),
      cmocka_unit_test(each_fault_is_one_problem_at_its_line),
      cmocka_unit_test(a_part_that_changes_its_carrier_is_warned_of),
      cmocka_unit_test(all_problems_are_told_at_once),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
