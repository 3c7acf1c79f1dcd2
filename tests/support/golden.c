/* Golden files read, their cases made models. */
#include "support/golden.h"
#include "base/worse.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void golden_give_up(const char *what, const char *why)
{
  fprintf(stderr, "golden: %s: %s\n", what, why);
  exit(99);
}

json_t *golden_load(const char *name)
{
  char path[1024];
  snprintf(path, sizeof path, "%s/golden/%s", ULNA_TEST_DATA, name);
  json_error_t error;
  json_t *root = json_load_file(path, 0, &error);
  if (!root) golden_give_up(path, error.text);
  return root;
}

static double number(const json_t *object, const char *key)
{
  const json_t *value = json_object_get(object, key);
  if (!json_is_number(value)) golden_give_up(key, "not a number");
  return json_number_value(value);
}

size_t golden_numbers(const json_t *array, double *out, size_t room)
{
  if (json_is_number(array)) {
    if (room > 0) out[0] = json_number_value(array);
    return 1;
  }
  size_t count = 0, i;
  json_t *element;
  json_array_foreach((json_t *)array, i, element)
  {
    count += golden_numbers(element, out + (count < room ? count : room), count < room ? room - count : 0);
  }
  return count;
}

static void vector(const json_t *object, const char *key, double *out, size_t count)
{
  if (golden_numbers(json_object_get(object, key), out, count) != count)
    golden_give_up(key, "wrong number of elements");
}

static ulna_joint golden_joint(const json_t *link, const char *joint_name, const char *link_name)
{
  ulna_joint joint = ulna_joint_default();
  double I[9];
  joint.name = joint_name;
  joint.type =
      strcmp(json_string_value(json_object_get(link, "joint")), "P") == 0 ? ULNA_PRISMATIC : ULNA_REVOLUTE;
  joint.theta = number(link, "theta"), joint.d = number(link, "d");
  joint.a = number(link, "a"), joint.alpha = number(link, "alpha");
  joint.link.name = link_name;
  joint.link.body.mass = number(link, "m");
  vector(link, "com", joint.link.body.com, 3);
  vector(link, "inertia", I, 9);
  const double inertia[6] = {I[0], I[4], I[8], I[1], I[2], I[5]};
  memcpy(joint.link.body.inertia, inertia, sizeof inertia);
  joint.link.body.about = ULNA_ABOUT_COM;
  return joint;
}

static void must(ulna_status status, const char *what)
{
  if (status != ULNA_OK) golden_give_up(what, ulna_status_text(status));
}

ulna_builder *golden_builder(const json_t *model)
{
  static const char *const conditions[] = {"mass", "positive_inertia", "triangle_inequality", "far"};
  ulna_builder *builder = NULL;
  const char *convention = json_string_value(json_object_get(model, "convention"));
  const bool modified = convention && strcmp(convention, "mdh") == 0;
  must(ulna_builder_create(modified ? ULNA_MDH : ULNA_DH, NULL, &builder), "builder");
  for (size_t k = 0; k < 4; k++) must(ulna_builder_accept(builder, conditions[k], "golden case"), "accept");
  double gravity[3];
  vector(model, "gravity", gravity, 3);
  ulna_builder_set_gravity(builder, gravity);
  const json_t *tool = json_object_get(model, "tool");
  if (json_is_object(tool)) {
    double xyz[3], rpy[3];
    vector(tool, "xyz", xyz, 3), vector(tool, "rpy", rpy, 3);
    const ulna_pose pose = ulna_pose_from_rpy(xyz, rpy);
    ulna_builder_set_tool(builder, &pose);
  }
  size_t i;
  json_t *link;
  json_array_foreach(json_object_get(model, "links"), i, link)
  {
    char joint_name[32], link_name[32];
    snprintf(joint_name, sizeof joint_name, "joint%zu", i + 1);
    snprintf(link_name, sizeof link_name, "link%zu", i + 1);
    const ulna_joint joint = golden_joint(link, joint_name, link_name);
    must(ulna_builder_add_joint(builder, &joint), "joint");
  }
  return builder;
}

ulna_model *golden_finish(ulna_builder *builder)
{
  ulna_model *result = NULL;
  ulna_report *report = NULL;
  must(ulna_report_create(NULL, &report), "report");
  if (ulna_builder_finish(builder, report, &result) != ULNA_OK) {
    for (size_t k = 0; k < ulna_report_count(report, ULNA_NOTE); k++) {
      char line[512];
      ulna_problem_format(ulna_report_get(report, k), line, sizeof line);
      fprintf(stderr, "%s\n", line);
    }
    golden_give_up("model", "refused");
  }
  ulna_report_destroy(report);
  ulna_builder_destroy(builder);
  return result;
}

ulna_model *golden_model(const json_t *model) { return golden_finish(golden_builder(model)); }

ulna_work *golden_work(const ulna_model *model, const json_t *json_model)
{
  ulna_work *work = NULL;
  must(ulna_work_create(model, ULNA_PARTS_ALL, NULL, &work), "work");
  const json_t *base = json_object_get(json_model, "base"), *tip = json_object_get(json_model, "tip_wrench");
  if (json_is_object(base)) {
    ulna_base_motion motion;
    vector(base, "omega", motion.angular_velocity, 3);
    vector(base, "alpha", motion.angular_acceleration, 3);
    vector(base, "v", motion.velocity, 3);
    vector(base, "a", motion.acceleration, 3);
    ulna_work_set_base_motion(work, &motion);
  }
  if (json_is_object(tip)) {
    double force[3], moment[3];
    vector(tip, "force", force, 3);
    vector(tip, "moment", moment, 3);
    ulna_work_set_hand_wrench(work, force, moment);
  }
  return work;
}

bool golden_has(const json_t *one_case, const char *quantity)
{
  return json_object_get(json_object_get(one_case, "expected"), quantity) != NULL;
}

bool golden_close(const char *what, const double *x, const double *expected, size_t count, double tolerance)
{
  double scale = 1, worst = 0;
  for (size_t k = 0; k < count; k++) scale = fmax(scale, fabs(expected[k]));
  for (size_t k = 0; k < count; k++) worst = worse_of(worst, fabs(x[k] - expected[k]));
  if (worst <= tolerance * scale) return true;
  fprintf(stderr, "%s: off by %.3g, allowed %.3g\n", what, worst, tolerance * scale);
  return false;
}

bool golden_passes(const json_t *one_case, const char *quantity, const double *x, size_t count)
{
  const json_t *tolerances = json_object_get(one_case, "tolerance");
  const json_t *own = json_object_get(tolerances, quantity);
  const double tolerance = json_number_value(own ? own : json_object_get(tolerances, "default"));
  const json_t *expected_json = json_object_get(json_object_get(one_case, "expected"), quantity);
  char what[256];
  snprintf(what, sizeof what, "%s: %s", json_string_value(json_object_get(one_case, "id")), quantity);
  double *expected = calloc(count ? count : 1, sizeof *expected);
  const size_t found = expected_json ? golden_numbers(expected_json, expected, count) : 0;
  bool passes = false;
  if (found == count) passes = golden_close(what, x, expected, count, tolerance);
  else fprintf(stderr, "%s: %zu numbers expected, %zu given\n", what, found, count);
  free(expected);
  return passes;
}
