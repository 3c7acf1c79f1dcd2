/* The golden cases through the command, as a user would: each model written as a robot file, read back, computed,
 * and the JSON compared. What the library's own tests show of the numbers, this shows of files, flags and output. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "support/command.h"
#include "support/golden.h"

enum { ROOM = 1 << 20 };

typedef struct {
  char *text;
  size_t length;
} writer;

static void __attribute__((format(printf, 2, 3))) put(writer *w, const char *form, ...)
{
  va_list list;
  va_start(list, form);
  w->length += (size_t)vsnprintf(w->text + w->length, ROOM - w->length, form, list);
  va_end(list);
  assert_true(w->length < ROOM);
}

static double number(const json_t *object, const char *key)
{
  return json_number_value(json_object_get(object, key));
}

static void put_numbers(writer *w, const json_t *array, const char *separator)
{
  double x[400];
  const size_t count = golden_numbers(array, x, 400);
  assert_true(count <= 400);
  for (size_t i = 0; i < count; i++) put(w, "%s%.17g", i > 0 ? separator : "", x[i]);
}

static void put_inertia(writer *w, const json_t *inertia)
{
  double I[9];
  golden_numbers(inertia, I, 9);
  put(w, "inertia: {about: com, xx: %.17g, yy: %.17g, zz: %.17g, xy: %.17g, xz: %.17g, yz: %.17g}", I[0],
      I[4], I[8], I[1], I[2], I[5]);
}

/* {j1: x, j2: y} of the numbers that are not zero. */
static void put_by_joint(writer *w, const double *x, int n)
{
  put(w, "{");
  const char *comma = "";
  for (int j = 0; j < n; j++) {
    if (x[j] == 0) continue;
    put(w, "%sj%d: %.17g", comma, j + 1, x[j]);
    comma = ", ";
  }
  put(w, "}");
}

static void put_screws(writer *w, const json_t *screws, size_t row, int n)
{
  const char *comma = "";
  size_t i;
  const json_t *screw;
  json_array_foreach(screws, i, screw)
  {
    double x[100];
    if (number(screw, "row") != (double)row) continue;
    put(w, "%s{gain: %.17g, s: %.17g, mu: %.17g, nu: %.17g, phi0: %.17g, phase: ", comma,
        number(screw, "gain"), number(screw, "s"), number(screw, "mu"), number(screw, "nu"),
        number(screw, "phi0"));
    golden_numbers(json_object_get(screw, "w"), x, 100);
    put_by_joint(w, x, n);
    put(w, "}");
    comma = ", ";
  }
}

/* An actuator or element, and its row of the coupling. */
static void put_drive(writer *w, const json_t *body, const json_t *coupling, size_t row, const char *kind,
                      int n)
{
  double R[9], x[100];
  const int mount = (int)number(body, "mount");
  golden_numbers(json_object_get(body, "R"), R, 9);
  put(w, "  - name: %s%zu\n    kind: %s\n    mounted_on: ", kind, row + 1,
      strcmp(json_string_value(json_object_get(body, "kind")), "R") == 0 ? "rotary" : "linear");
  if (mount == 0) put(w, "base");
  else put(w, "l%d", mount);
  put(w, "\n    pose: {xyz: [");
  put_numbers(w, json_object_get(body, "p"), ", ");
  put(w, "], rpy: [%.17g, %.17g, %.17g]}\n", atan2(R[7], R[8]), atan2(-R[6], hypot(R[0], R[3])),
      atan2(R[3], R[0]));
  golden_numbers(json_array_get(json_object_get(coupling, "K"), row), x, 100);
  put(w, "    couples: ");
  put_by_joint(w, x, n);
  put(w, "\n    offset: %.17g\n    screws: [",
      json_number_value(json_array_get(json_object_get(coupling, "offset"), row)));
  put_screws(w, json_object_get(coupling, "screws"), row, n);
  put(w, "]\n    rotor: {mass: %.17g, com: [", number(body, "m"));
  put_numbers(w, json_object_get(body, "com"), ", ");
  put(w, "], ");
  put_inertia(w, json_object_get(body, "inertia"));
  put(w, "}\n    counted_in_link: %s\n", json_is_true(json_object_get(body, "lumped")) ? "true" : "false");
}

static void put_drives(writer *w, const json_t *drives, int n)
{
  size_t i;
  const json_t *body;
  put(w, "drives:\n");
  json_array_foreach(json_object_get(drives, "actuators"), i, body)
  {
    put_drive(w, body, json_object_get(drives, "coupling"), i, "motor", n);
    put(w, "    friction: {viscous: %.17g, coulomb: %.17g, static: %.17g}\n", number(body, "kv"),
        number(body, "Fm"), number(body, "Fs"));
  }
  if (json_array_size(json_object_get(drives, "elements")) > 0) put(w, "elements:\n");
  json_array_foreach(json_object_get(drives, "elements"), i, body)
  {
    put_drive(w, body, json_object_get(drives, "element_coupling"), i, "element", n);
  }
  const json_t *payload = json_object_get(drives, "payload");
  if (!json_is_object(payload)) return;
  put(w, "payload: {mass: %.17g, com: [", number(payload, "m"));
  put_numbers(w, json_object_get(payload, "com"), ", ");
  put(w, "], ");
  put_inertia(w, json_object_get(payload, "inertia"));
  put(w, "}\n");
}

/* YAML 1.1 wants a point in numbers with an exponent; the reader is to take them without as well, so they are left. */
static const char *robot_file(const json_t *model, const json_t *drives)
{
  writer w = {.text = malloc(ROOM)};
  assert_non_null(w.text);
  const json_t *convention = json_object_get(model, "convention"), *tool = json_object_get(model, "tool");
  put(&w, "ulna: 1\nname: golden\nsource: a test\nconvention: %s\ngravity: [",
      convention ? json_string_value(convention) : "dh");
  put_numbers(&w, json_object_get(model, "gravity"), ", ");
  put(&w, "]\n");
  if (tool) {
    put(&w, "tool: {xyz: [");
    put_numbers(&w, json_object_get(tool, "xyz"), ", ");
    put(&w, "], rpy: [");
    put_numbers(&w, json_object_get(tool, "rpy"), ", ");
    put(&w, "]}\n");
  }
  put(&w, "joints:\n");
  size_t i;
  const json_t *link;
  json_array_foreach(json_object_get(model, "links"), i, link)
  {
    const bool turns = strcmp(json_string_value(json_object_get(link, "joint")), "R") == 0;
    put(&w, "  - {name: j%zu, type: %s, theta: %.17g, d: %.17g, a: %.17g, alpha: %.17g,\n", i + 1,
        turns ? "revolute" : "prismatic", number(link, "theta"), number(link, "d"), number(link, "a"),
        number(link, "alpha"));
    put(&w, "     link: {name: l%zu, mass: %.17g, com: [", i + 1, number(link, "m"));
    put_numbers(&w, json_object_get(link, "com"), ", ");
    put(&w, "],\n       ");
    put_inertia(&w, json_object_get(link, "inertia"));
    put(&w, "}}\n");
  }
  if (drives) put_drives(&w, drives, (int)json_array_size(json_object_get(model, "links")));
  const char *path = command_file("golden.yaml", w.text);
  free(w.text);
  return path;
}

/* The flag that a key of the golden files is given by. */
static const char *flag_of(const char *key)
{
  static const char *const other[][2] = {
      {"tau_in", "tau"},       {"F_ad_in", "force"},     {"hand_acceleration", "hand-acceleration"},
      {"hand_twist", "twist"}, {"qdd_prev", "previous"}, {"qd_prev", "previous"}};
  for (size_t k = 0; k < sizeof other / sizeof other[0]; k++)
    if (strcmp(key, other[k][0]) == 0) return other[k][1];
  return key;
}

/* Flags of a case: the state, the base's motion, the wrench; "--q=…" and so on, NULL at the end. */
static int case_flags(const json_t *one_case, char *flags[], const char *const *keys)
{
  const json_t *model = json_object_get(one_case, "model");
  int count = 0;
  for (; *keys; keys++) {
    const json_t *value = json_object_get(one_case, *keys);
    if (!value) continue;
    writer w = {.text = malloc(ROOM)};
    put(&w, "--%s=", flag_of(*keys));
    put_numbers(&w, value, " ");
    flags[count++] = w.text;
  }
  const json_t *base = json_object_get(model, "base"), *wrench = json_object_get(model, "tip_wrench");
  if (base) {
    writer w = {.text = malloc(ROOM)};
    put(&w, "--base=");
    static const char *const parts[] = {"omega", "alpha", "a", "v"};
    for (int i = 0; i < 4; i++) {
      put_numbers(&w, json_object_get(base, parts[i]), " ");
      put(&w, " ");
    }
    flags[count++] = w.text;
  }
  if (wrench) {
    writer w = {.text = malloc(ROOM)};
    put(&w, "--wrench=");
    put_numbers(&w, json_object_get(wrench, "force"), " ");
    put(&w, " ");
    put_numbers(&w, json_object_get(wrench, "moment"), " ");
    flags[count++] = w.text;
  }
  return count;
}

/* One object of the array that the command answers with. */
static json_t *answer(const char *command, const char *robot, int flag_count, char *const flags[],
                      const char *const more[])
{
  const char *words[24] = {command, robot, "--format=json", "--quiet",
                           "--accept=mass,positive_inertia,triangle_inequality,far"};
  int count = 5;
  for (int i = 0; i < flag_count; i++) words[count++] = flags[i];
  for (; more && *more; more++) words[count++] = *more;
  command_result r = command_run(NULL, words);
  if (r.code != 0) fail_msg("%s: exit %d: %s", command, r.code, r.err);
  json_error_t error;
  json_t *array = json_loads(r.out, 0, &error);
  if (!array) fail_msg("%s: %s in %.200s", command, error.text, r.out);
  assert_int_equal(json_array_size(array), 1);
  json_t *object = json_incref(json_array_get(array, 0));
  json_decref(array);
  command_free(&r);
  return object;
}

static bool passes(const json_t *one_case, const json_t *object, const char *key, const char *expected)
{
  static double x[100000];
  if (!golden_has(one_case, expected)) return true;
  const json_t *value = json_object_get(object, key);
  if (!value) {
    print_error("%s: no %s\n", json_string_value(json_object_get(one_case, "id")), key);
    return false;
  }
  const size_t count = golden_numbers(value, x, 100000);
  return golden_passes(one_case, expected, x, count);
}

typedef struct {
  const char *command;
  const char *more[4];
  const char *keys[14]; /* in the output, and in the golden file where it differs: "key=expected" */
} question;

/* How many quantities fail. With a kind, only the cases of that kind. */
static int ask(const json_t *cases, const char *kind, const question *questions, const char *const *inputs)
{
  int failures = 0, asked = 0;
  size_t i;
  const json_t *one_case;
  json_array_foreach(cases, i, one_case)
  {
    const char *its_kind = json_string_value(json_object_get(one_case, "kind"));
    if (kind && (!its_kind || strcmp(kind, its_kind) != 0)) continue;
    asked++;
    const char *robot = robot_file(json_object_get(one_case, "model"), json_object_get(one_case, "drives"));
    char *flags[16];
    const int flag_count = case_flags(one_case, flags, inputs);
    for (const question *ask = questions; ask->command; ask++) {
      json_t *object = answer(ask->command, robot, flag_count, flags, ask->more);
      for (const char *const *key = ask->keys; *key; key++) {
        char name[64];
        snprintf(name, sizeof name, "%s", *key);
        char *expected = strchr(name, '=');
        if (expected) *expected++ = '\0';
        failures += !passes(one_case, object, name, expected ? expected : name);
      }
      json_decref(object);
    }
    for (int k = 0; k < flag_count; k++) free(flags[k]);
  }
  assert_true(asked >= 3);
  return failures;
}

static const question kinematics[] = {
    {"jacobian", {NULL}, {"J", "Jdot_qd", "tip_velocity", "tip_acceleration", NULL}},
    {NULL, {NULL}, {NULL}},
};

static const question dynamics[] = {
    {"id",
     {"--parts", "--joint-wrenches", NULL},
     {"tau", "Cqd", "G", "tip_torque", "bias", "joint_force", "joint_moment", NULL}},
    {"id", {"--method=newton-euler", NULL}, {"tau", NULL}},
    {"id", {"--method=modified-newton-euler", NULL}, {"tau", NULL}},
    {"id", {"--method=angeles", "--parts", NULL}, {"tau", "bias", NULL}},
    {"id", {"--method=lagrange", "--links-only", NULL}, {"tau", NULL}},
    {"id", {"--method=strobe", NULL}, {"tau", NULL}},
    {"id", {"--method=fast", NULL}, {"tau", NULL}},
    {"mass", {NULL}, {"M", NULL}},
    {"mass", {"--method=lagrange", NULL}, {"M", NULL}},
    {"mass", {"--method=strobe", NULL}, {"M", NULL}},
    {"mass", {"--method=angeles", NULL}, {"M", NULL}},
    {"coriolis", {"--christoffel", NULL}, {"Cqd", "C", NULL}},
    {"coriolis", {"--christoffel", "--method=strobe", NULL}, {"Cqd", "C", NULL}},
    {"coriolis", {"--method=newton-euler", NULL}, {"Cqd", NULL}},
    {"gravity", {NULL}, {"G", NULL}},
    {"gravity", {"--method=lagrange", NULL}, {"G", NULL}},
    {NULL, {NULL}, {NULL}},
};

static const question forward[] = {
    {"fd", {NULL}, {"qdd=qdd_forward", NULL}},
    {"fd", {"--method=strobe", NULL}, {"qdd=qdd_forward", NULL}},
    {"fd", {"--method=composite", NULL}, {"qdd=qdd_forward", NULL}},
    {"fd", {"--method=saha", NULL}, {"qdd=qdd_forward", NULL}},
    {"fd", {"--method=articulated", NULL}, {"qdd=qdd_forward", NULL}},
    {"fd", {"--method=noc", NULL}, {"qdd=qdd_forward", NULL}},
    {NULL, {NULL}, {NULL}},
};

static const question factors[] = {
    {"udut",
     {NULL},
     {"bias", "M", "U", "D", "p", "M_tilde", "M_art", "psi", "tau_hat", "tau_tilde", "qdd_solve",
      "qdd_forward", NULL}},
    {"fd", {"--method=saha", NULL}, {"qdd=qdd_forward", NULL}},
    {NULL, {NULL}, {NULL}},
};

static const question driven[] = {
    {"id", {"--parts", NULL}, {"F", "F_a", "F_ad", NULL}},
    {"mass", {NULL}, {"M=D_ij", NULL}},
    {"coriolis", {"--christoffel", NULL}, {"C=D_ijk", NULL}},
    {"gravity", {NULL}, {"G=D_i", NULL}},
    {NULL, {NULL}, {NULL}},
};

static const question driven_forward[] = {
    {"fd", {NULL}, {"qdd=qdd_direct", NULL}},
    {NULL, {NULL}, {NULL}},
};

static const question derivatives[] = {
    {"id",
     {"--derivatives", NULL},
     {"tau", "dtau_dq", "dtau_dqd", "dtau_dqdd", "F", "dF_dq", "dF_dqd", "F_ad", "dF_ad_dq", "dF_ad_dqd",
      "dF_ad_dqdd", NULL}},
    {NULL, {NULL}, {NULL}},
};
static const question forward_derivatives[] = {
    {"fd", {"--derivatives", NULL}, {"qdd=qdd_forward", "dqdd_dq", "dqdd_dqd", "dqdd_dtau", NULL}},
    {NULL, {NULL}, {NULL}},
};
static const question direct_derivatives[] = {
    {"fd",
     {"--derivatives", NULL},
     {"qdd=qdd_direct", "dqdd_direct_dq", "dqdd_direct_dqd", "dqdd_direct_dF_ad", NULL}},
    {NULL, {NULL}, {NULL}},
};
static const question regressors[] = {
    {"regressor", {NULL}, {"Y", "pi", "tip_torque", "tau", NULL}},
    {NULL, {NULL}, {NULL}},
};
static const question base_parameters[] = {
    {"regressor", {"--base", NULL}, {"rank", "zero", "kept", "dropped", "grouping", "beta", NULL}},
    {NULL, {NULL}, {NULL}},
};

static const question resolved_acceleration[] = {
    {"resolve", {NULL}, {"qdd", "held_joints", NULL}},
    {NULL, {NULL}, {NULL}},
};
static const question resolved_rate[] = {
    {"resolve", {"--method=elimination", NULL}, {"qd", "held_joints", NULL}},
    {NULL, {NULL}, {NULL}},
};

static void compare(const char *file, const char *kind, const question *questions, const char *const *inputs,
                    size_t at_least)
{
  json_t *golden = golden_load(file);
  const json_t *cases = json_object_get(golden, "cases");
  assert_true(json_array_size(cases) >= at_least);
  assert_int_equal(ask(cases, kind, questions, inputs), 0);
  json_decref(golden);
}

static void kinematics_are_those_of_the_golden_cases(void **state)
{
  (void)state;
  compare("open.json", NULL, kinematics, (const char *const[]){"q", "qd", "qdd", NULL}, 40);
}

static void inverse_dynamics_are_those_of_the_golden_cases(void **state)
{
  (void)state;
  compare("open.json", NULL, dynamics, (const char *const[]){"q", "qd", "qdd", NULL}, 40);
}

static void forward_dynamics_are_those_of_the_golden_cases(void **state)
{
  (void)state;
  compare("open.json", NULL, forward, (const char *const[]){"q", "qd", "tau_in", NULL}, 40);
}

static void factors_are_those_of_the_golden_cases(void **state)
{
  (void)state;
  compare("open-udut.json", NULL, factors, (const char *const[]){"q", "qd", "tau_in", NULL}, 5);
}

static void driven_arms_are_those_of_the_golden_cases(void **state)
{
  (void)state;
  compare("open-drives.json", "drive", driven, (const char *const[]){"q", "qd", "qdd", NULL}, 13);
  compare("open-drives.json", "drive", driven_forward, (const char *const[]){"q", "qd", "F_ad_in", NULL}, 13);
}

static void derivatives_are_those_of_the_golden_cases(void **state)
{
  (void)state;
  static const char file[] = "open-derivatives.json", kind[] = "derivatives";
  compare(file, kind, derivatives, (const char *const[]){"q", "qd", "qdd", NULL}, 41);
  compare(file, kind, forward_derivatives, (const char *const[]){"q", "qd", "tau_in", NULL}, 41);
  compare(file, kind, direct_derivatives, (const char *const[]){"q", "qd", "F_ad_in", NULL}, 41);
}

static void regressors_are_those_of_the_golden_cases(void **state)
{
  (void)state;
  compare("open-regressor.json", "regressor", regressors, (const char *const[]){"q", "qd", "qdd", NULL}, 37);
  compare("open-regressor.json", "base_parameters", base_parameters, (const char *const[]){NULL}, 37);
}

static void resolved_motion_is_that_of_the_golden_cases(void **state)
{
  (void)state;
  json_t *golden = golden_load("open.json");
  const json_t *cases = json_object_get(golden, "control_cases");
  assert_int_equal(ask(cases, "resolved_motion", resolved_acceleration,
                       (const char *const[]){"q", "qd", "hand_acceleration", "qdd_prev", NULL}),
                   0);
  assert_int_equal(
      ask(cases, "resolved_motion", resolved_rate, (const char *const[]){"q", "hand_twist", "qd_prev", NULL}),
      0);
  json_decref(golden);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(kinematics_are_those_of_the_golden_cases),
      cmocka_unit_test(inverse_dynamics_are_those_of_the_golden_cases),
      cmocka_unit_test(forward_dynamics_are_those_of_the_golden_cases),
      cmocka_unit_test(factors_are_those_of_the_golden_cases),
      cmocka_unit_test(driven_arms_are_those_of_the_golden_cases),
      cmocka_unit_test(derivatives_are_those_of_the_golden_cases),
      cmocka_unit_test(regressors_are_those_of_the_golden_cases),
      cmocka_unit_test(resolved_motion_is_that_of_the_golden_cases),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
