/* The same robot however its file is written: block, flow or JSON, quoted keys, CRLF, byte order marks, comments. */
#include <locale.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "ulna/read.h"

/* Reads a text that has no problem but notes. */
static ulna_model *read_sound(const char *text, size_t length, const char *name)
{
  ulna_report *report = NULL;
  assert_int_equal(ulna_report_create(NULL, &report), ULNA_OK);
  ulna_model *model = NULL;
  const ulna_status status = ulna_model_read_text(text, length, name, NULL, NULL, report, &model);
  char line[800] = "nothing";
  if (ulna_report_count(report, ULNA_NOTE))
    ulna_problem_format(ulna_report_get(report, 0), line, sizeof line);
  if (status != ULNA_OK || ulna_report_count(report, ULNA_WARNING))
    fail_msg("%s: %s", ulna_status_name(status), line);
  ulna_report_destroy(report);
  return model;
}

/* The arm all the texts below describe. */
static void expect_arm(ulna_model *m)
{
  assert_string_equal(ulna_model_name(m), "Ärmel");
  assert_int_equal(ulna_model_convention(m), ULNA_MDH);
  assert_int_equal(ulna_model_joint_count(m), 2);
  const ulna_joint *j = ulna_model_joint(m, 1);
  assert_string_equal(j->name, "y");
  assert_int_equal(j->type, ULNA_REVOLUTE);
  assert_true(j->theta == 90 * M_PI / 180);
  assert_true(j->d == 0.5 && j->a == -2.5 && j->alpha == -1.5e-3);
  assert_true(j->limits.lower == -M_PI && j->limits.upper == 3 && isinf(j->limits.velocity));
  assert_string_equal(j->link.name, "left/upper arm");
  assert_true(j->link.body.mass == 2 && j->link.body.com[2] == 0.25 && j->link.body.inertia[3] == 0.125);
  assert_int_equal(j->link.body.about, ULNA_ABOUT_COM);
  j = ulna_model_joint(m, 2);
  assert_string_equal(j->name, "no");
  assert_int_equal(j->type, ULNA_PRISMATIC);
  assert_string_equal(j->link.name, "12");
  assert_true(j->link.body.inertia[3] == 0);
  ulna_model_destroy(m);
}

static const char block[] = "%YAML 1.2\n"
                            "---\n"
                            "# an arm, in block style\n"
                            "ulna: 1\n"
                            "name: Ärmel   # with a dieresis\n"
                            "convention: mdh\n"
                            "gravity:\n"
                            "- 0\n"
                            "- 0\n"
                            "- -9.81\n"
                            "joints:\n"
                            "-   name: y\n"
                            "    type: revolute\n"
                            "    theta: 90 deg\n"
                            "    d: .5\n"
                            "    a: -2.5e+0\n"
                            "    alpha: -1.5E-3\n"
                            "    limits:\n"
                            "        lower: -180deg\n"
                            "        upper: +3.\n"
                            "    link:\n"
                            "        name: left/upper arm\n"
                            "        mass: 2\n"
                            "        com:\n"
                            "        - 0\n"
                            "        - 0.0\n"
                            "        # half way\n"
                            "        - 0.25\n"
                            "        inertia:\n"
                            "            about: com\n"
                            "            xx: 1\n"
                            "            yy: 1\n"
                            "            zz: 1\n"
                            "            xy: 0.125\n"
                            "\n"
                            "-   link:\n"
                            "        inertia: {zz: 1, yy: 1, xx: 1, about: com}\n"
                            "        com: [0, 0, 0]\n"
                            "        mass: 1\n"
                            "        name: 12\n"
                            "    type: prismatic\n"
                            "    theta: 0\n"
                            "    d: 0\n"
                            "    a: 0\n"
                            "    alpha: 0\n"
                            "    name: no\n"
                            "...\n";

static const char json[] =
    "{\"ulna\":1,\"name\":\"\\u00c4rmel\",\"convention\":\"mdh\",\n"
    "\t\"gravity\":[0,0,-9.81],\n"
    "\t\"joints\":[\n"
    "\t\t{\"name\":\"y\",\"type\":\"revolute\",\"theta\":\"90 deg\",\"d\":0.5,\"a\":-0.25e1,\"alpha\":-1.5e-3,\n"
    "\t\t \"limits\":{\"lower\":\"-180 deg\",\"upper\":3},\n"
    "\t\t \"link\":{\"name\":\"left\\/upper arm\",\"mass\":2,\"com\":[0,0,0.25],\n"
    "\t\t\t\"inertia\":{\"about\":\"com\",\"xx\":1,\"yy\":1,\"zz\":1,\"xy\":0.125}}},\n"
    "\t\t{\"name\":\"no\",\"type\":\"prismatic\",\"theta\":0,\"d\":0,\"a\":0,\"alpha\":0,\n"
    "\t\t \"link\":{\"name\":\"12\",\"mass\":1,\"com\":[0,0,0],\"inertia\":{\"about\":\"com\",\"xx\":1,\"yy\":1,\"zz\":1}}}\n"
    "\t]\n"
    "}\n";

static const char flow[] =
    "{ulna: 1, 'name': \"Ärmel\", \"convention\": mdh, ? gravity : [0, 0, -9.81,], joints: [\n"
    "  {name: 'y', type: revolute, theta: '90 deg', d: 0.5, a: -2.5, alpha: -0.0015, limits: {lower: -180 deg, upper: 3},\n"
    "   link: {name: left/upper arm, mass: 2.0, com: [0, 0, .25], inertia: {about: com, xx: 1, yy: 1, zz: 1, xy: 0.125}}},\n"
    "  {name: no, type: prismatic, theta: 0, d: 0, a: 0, alpha: 0,\n"
    "   link: {name: 12, mass: 1, com: [0, 0, 0], inertia: {about: com, xx: 1, yy: 1, zz: 1}}},\n"
    "]}";

static void block_flow_and_json_give_the_same_robot(void **state)
{
  (void)state;
  expect_arm(read_sound(block, strlen(block), "arm.yaml"));
  expect_arm(read_sound(json, strlen(json), "arm.json"));
  expect_arm(read_sound(flow, strlen(flow), "arm.yml"));
  expect_arm(read_sound(json, strlen(json), NULL));
  expect_arm(read_sound(block, strlen(block), "arm.txt"));
  // by way of a builder, to be changed before it is finished
  ulna_builder *builder = NULL;
  ulna_model *model = NULL;
  assert_int_equal(ulna_builder_read_text(block, strlen(block), "arm.yaml", NULL, NULL, NULL, &builder),
                   ULNA_OK);
  assert_int_equal(ulna_builder_finish(builder, NULL, &model), ULNA_OK);
  ulna_builder_destroy(builder);
  expect_arm(model);
}

static void line_ends_and_byte_order_marks_do_not_matter(void **state)
{
  (void)state;
  const size_t length = strlen(block);
  char *text = calloc(4 * length + 10, 1);
  size_t used = 0;
  for (size_t i = 0; i < length; i++) {
    if (block[i] == '\n') text[used++] = '\r';
    text[used++] = block[i];
  }
  expect_arm(read_sound(text, used, "crlf.yaml"));

  memcpy(text, "\xef\xbb\xbf", 3);
  memcpy(text + 3, block, length);
  expect_arm(read_sound(text, length + 3, "bom.yaml"));
  memcpy(text + 3, json, strlen(json));
  expect_arm(read_sound(text, strlen(json) + 3, "bom.json"));

  // UTF-16 with its mark, as some editors save: ASCII but for Ä
  used = 0;
  text[used++] = (char)0xff;
  text[used++] = (char)0xfe;
  for (size_t i = 0; i < length; i++) {
    if ((unsigned char)block[i] == 0xc3) {
      text[used++] = (char)0xc4;
      i++;
    } else {
      text[used++] = block[i];
    }
    text[used++] = 0;
  }
  expect_arm(read_sound(text, used, "utf16.yaml"));
  free(text);
}

static void numbers_do_not_depend_on_the_locale(void **state)
{
  (void)state;
  // a locale with a decimal comma, where the machine has one
  static const char *const names[] = {"de_DE.UTF-8", "de_DE.utf8", "fr_FR.UTF-8", "fr_FR.utf8"};
  for (int i = 0; i < 4; i++)
    if (setlocale(LC_NUMERIC, names[i])) break;
  expect_arm(read_sound(block, strlen(block), "arm.yaml"));
  setlocale(LC_NUMERIC, "C");
}

static void yaml_1_1_booleans_are_read(void **state)
{
  (void)state;
  static const char head[] =
      "{ulna: 1, name: n, convention: dh, gravity: [0, 0, 0], joints: [{name: on, type: revolute, theta: 0, d: 0, a: 1,"
      " alpha: 0, link: {name: off, mass: 1, com: [0, 0, 0], inertia: {about: com, xx: 1, yy: 1, zz: 1}}}],\n"
      "drives: [{name: yes, mounted_on: off, axis: [0, 0, 2], couples: {on: 2}, rotor: {inertia: 1}, counted_in_link: ";
  static const struct {
    const char *word;
    ulna_counted counted;
  } words[] = {{"true", ULNA_COUNTED_YES}, {"True", ULNA_COUNTED_YES}, {"yes", ULNA_COUNTED_YES},
               {"ON", ULNA_COUNTED_YES},   {"false", ULNA_COUNTED_NO}, {"FALSE", ULNA_COUNTED_NO},
               {"no", ULNA_COUNTED_NO},    {"off", ULNA_COUNTED_NO}};
  for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
    char text[800];
    snprintf(text, sizeof text, "%s%s}]}", head, words[i].word);
    ulna_model *m = read_sound(text, strlen(text), "b.yaml");
    assert_int_equal(ulna_model_drive(m, 0)->counted_in_link, words[i].counted);
    assert_string_equal(ulna_model_drive(m, 0)->name, "yes");
    assert_string_equal(ulna_model_joint(m, 1)->name, "on");
    ulna_model_destroy(m);
  }
}

/* Every number of a full drive comes back as it was written. */
static void a_drive_comes_back_as_it_was_written(void **state)
{
  (void)state;
  static const char text[] =
      "ulna: 1\nname: n\nsource: >-\n  two\n  lines\nconvention: dh\ngravity: [1, 2, 3]\n"
      "base: {xyz: [1, 2, 3], rpy: [0, 0, 90 deg]}\ntool: {rpy: [0, 90 deg, 0]}\n"
      "joints:\n"
      "  - {name: j, type: revolute, theta: 0, d: 0, a: 1, alpha: 0,\n"
      "     friction: {viscous: 1, coulomb: 2, load: {static: 0.5, dynamic: 0.25}},\n"
      "     link: {name: l, mass: 1, com: [0, 0, 0], inertia: {about: com, xx: 1, yy: 1, zz: 1}}}\n"
      "drives:\n"
      "  - {name: m, mounted_on: l, axis: [0, -3, 4], kind: rotary, couples: {j: -5}, offset: 6,\n"
      "     screws: [{gain: 1, s: 9, mu: 2, nu: 3, phase: {j: 4}, phi0: 180 deg}], rotor: {inertia: 7},\n"
      "     friction: {viscous: 1, coulomb: {positive: 2, negative: 3}, static: {positive: 4, negative: 5},\n"
      "                stribeck: {velocity: 6, exponent: 7}},\n"
      "     motor: {type: dc, torque_constant: 8, resistance: 9, inductance: 10, current_limit: 11},\n"
      "     elasticity: {stiffness: 12, damping: 13}}\n"
      "elements:\n"
      "  - {name: e, mounted_on: base, pose: {xyz: [1, 0, 0]}, kind: linear, couples: {j: 1}, counted_in_link: no,\n"
      "     rotor: {mass: 2, com: [0, 0, 1], inertia: {about: origin, xx: 4, yy: 4, zz: 1}}}\n"
      "payload: {mass: 3, com: [1, 2, 3], inertia: {about: com, xx: 4, yy: 5, zz: 6, xy: 0.5, xz: 0.25, yz: 0.125}}\n";
  ulna_model *m = read_sound(text, strlen(text), "d.yaml");
  assert_string_equal(ulna_model_source(m), "two lines");
  double g[3];
  ulna_model_gravity(m, g);
  assert_true(g[0] == 1 && g[1] == 2 && g[2] == 3);
  ulna_pose pose;
  ulna_model_base(m, &pose);
  assert_true(pose.p[0] == 1 && pose.p[2] == 3 && pose.R[0][1] == -1 && pose.R[1][0] == 1 &&
              pose.R[2][2] == 1);
  ulna_model_tool(m, &pose);
  assert_true(pose.p[0] == 0 && pose.R[0][2] == 1 && pose.R[2][0] == -1);
  const ulna_friction *f = &ulna_model_joint(m, 1)->friction;
  assert_true(f->viscous == 1 && f->coulomb[0] == 2 && f->coulomb[1] == 2 && f->load_static == 0.5 &&
              f->load_dynamic == 0.25);

  const ulna_drive *d = ulna_model_drive(m, 0);
  assert_string_equal(d->mounted_on, "l");
  // z of the rotor's frame is the axis: tolerance of one rounding in a division by 5
  assert_true(fabs(d->pose.R[0][2]) == 0 && fabs(d->pose.R[1][2] + 0.6) < 1e-15 &&
              fabs(d->pose.R[2][2] - 0.8) < 1e-15);
  assert_true(d->kind == ULNA_ROTARY && d->offset == 6 && d->couple_count == 1 && d->couples[0].value == -5);
  assert_string_equal(d->couples[0].joint, "j");
  const ulna_screw *s = &d->screws[0];
  assert_true(d->screw_count == 1 && s->gain == 1 && s->s == 9 && s->mu == 2 && s->nu == 3 &&
              s->phi0 == M_PI);
  assert_true(s->phase_count == 1 && s->phase[0].value == 4);
  assert_true(d->spin_only && d->rotor.inertia[2] == 7 && d->counted_in_link == ULNA_COUNTED_YES);
  f = &d->friction;
  assert_true(f->viscous == 1 && f->coulomb[0] == 2 && f->coulomb[1] == 3 && f->static_[0] == 4 &&
              f->static_[1] == 5);
  assert_true(f->stribeck_velocity == 6 && f->stribeck_exponent == 7);
  assert_true(d->motor.type == ULNA_MOTOR_DC && d->motor.torque_constant == 8 && d->motor.back_emf == 8);
  assert_true(d->motor.resistance == 9 && d->motor.inductance == 10 && d->motor.current_limit == 11);
  assert_true(isinf(d->motor.voltage_limit) && d->stiffness == 12 && d->damping == 13);

  const ulna_drive *e = ulna_model_element(m, 0);
  assert_true(e->kind == ULNA_LINEAR && !e->spin_only && e->counted_in_link == ULNA_COUNTED_NO &&
              e->pose.p[0] == 1);
  assert_true(e->rotor.mass == 2 && e->rotor.com[2] == 1 && e->rotor.about == ULNA_ABOUT_ORIGIN &&
              isinf(e->stiffness));
  const ulna_body *p = ulna_model_payload(m);
  assert_true(p->mass == 3 && p->com[1] == 2 && p->inertia[2] == 6 && p->inertia[4] == 0.25);
  ulna_model_destroy(m);
}

/* The file that docs/robot_file.md explains. */
static void the_annotated_example_is_a_sound_robot(void **state)
{
  (void)state;
  FILE *f = fopen(ULNA_ROBOTS "/../examples/robot_file.yaml", "r");
  assert_non_null(f);
  char text[10000];
  const size_t length = fread(text, 1, sizeof text, f);
  fclose(f);
  ulna_model *m = read_sound(text, length, "robot_file.yaml");
  assert_int_equal(ulna_model_drive_count(m), 1);
  assert_true(ulna_model_drive(m, 0)->motor.back_emf == 0.2);
  ulna_model_destroy(m);
}

static void options_change_what_the_file_says(void **state)
{
  (void)state;
  const double moon[3] = {0, 0, -1.62};
  ulna_read_options o = ulna_read_options_default();
  o.gravity = moon;
  ulna_pose tool = ulna_pose_identity(), given;
  tool.p[1] = 0.07;
  o.tool = &tool;
  ulna_model *m = NULL;
  assert_int_equal(ulna_model_read_text(block, strlen(block), "a.yaml", &o, NULL, NULL, &m), ULNA_OK);
  double g[3];
  ulna_model_gravity(m, g);
  assert_true(g[2] == -1.62);
  ulna_model_tool(m, &given);
  assert_memory_equal(&given, &tool, sizeof tool);
  ulna_model_destroy(m);

  tool.R[0][0] = 2;  // no rotation: the robot's checks say so
  assert_int_equal(ulna_model_read_text(block, strlen(block), "a.yaml", &o, NULL, NULL, &m), ULNA_BAD_ROBOT);
  o.tool = NULL;

  ulna_report *report = NULL;
  assert_int_equal(ulna_report_create(NULL, &report), ULNA_OK);
  o.tip_link = "hand";
  m = NULL;
  assert_int_equal(ulna_model_read_text(block, strlen(block), "a.yaml", &o, NULL, report, &m),
                   ULNA_UNSUPPORTED);
  assert_null(m);
  assert_int_equal(ulna_report_count(report, ULNA_NOTE), 1);
  ulna_report_destroy(report);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(block_flow_and_json_give_the_same_robot),
      cmocka_unit_test(line_ends_and_byte_order_marks_do_not_matter),
      cmocka_unit_test(numbers_do_not_depend_on_the_locale),
      cmocka_unit_test(yaml_1_1_booleans_are_read),
      cmocka_unit_test(a_drive_comes_back_as_it_was_written),
      cmocka_unit_test(the_annotated_example_is_a_sound_robot),
      cmocka_unit_test(options_change_what_the_file_says),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
