/* ulna generate --latex: every parameter that stays open stands in the closed forms under its own letter. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "support/command.h"
#include "support/folder.h"

static void every_open_parameter_has_its_letter(void **state)
{
  (void)state;
  static const char *const letters[] = {"g_x", "g_y", "m_p",   "c_{xp}", "c_{yp}", "I_{zzp}", "f_x",
                                        "f_y", "n_z", "m_{1}", "c_{x1}", "c_{y1}", "I_{zz1}", "a_{1}"};
  command_result r = COMMAND(NULL, "generate", "planar2r", "--functions", "id,fd,mass,gravity", "--parameter",
                             "gravity,payload,wrench,mass:upper,com:upper,inertia:upper,a:shoulder,d:elbow",
                             "--latex", "-o", folder_path("open"));
  assert_int_equal(r.code, 0);
  char *text = folder_read("open/arm.tex");
  for (size_t k = 0; k < sizeof letters / sizeof *letters; k++)
    if (!strstr(text, letters[k])) fail_msg("%s is nowhere", letters[k]);
  assert_null(strstr(text, "m_{2}"));  // which is a number
  free(text);
  command_free(&r);
}

/* Arms with slides and with turned axes: each function has its closed form. */
static void every_function_of_small_arms_has_a_closed_form(void **state)
{
  (void)state;
  static const char *const arms[] = {"pendulum", "planar3r", "scara", "stanford"};
  for (size_t k = 0; k < sizeof arms / sizeof *arms; k++) {
    command_result r = COMMAND(NULL, "generate", arms[k], "--functions", "id,mass,gravity,fk,jacobian",
                               "--latex", "-o", folder_path(arms[k]));
    assert_int_equal(r.code, 0);
    char name[60] = "";
    strcat(strcat(name, arms[k]), "/arm.tex");
    char *text = folder_read(name);
    assert_non_null(strstr(text, "\\tau"));
    assert_non_null(strstr(text, "\\end{"));
    free(text);
    command_free(&r);
  }
}

/* A joint whose zero is turned by 0.3 rad: the closed forms are in the sum, and say so; d of a slide has its letter. */
static void a_turned_zero_is_told(void **state)
{
  (void)state;
  const char *file = command_file(
      "turned.yaml",
      "ulna: 1\nname: turned\ngravity: [0, -9.81, 0]\nconvention: dh\njoints:\n"
      "  - {name: a, type: revolute, theta: 0.3, d: 0.2, a: 1, alpha: 90 deg, link: {name: la, mass: 2, com: [-0.5, 0, 0], "
      "inertia: {about: com, xx: 0.01, yy: 0.1, zz: 0.1}}}\n"
      "  - {name: b, type: revolute, theta: 90 deg, d: 0.1, a: 1, alpha: 0, link: {name: lb, mass: 2, com: [-0.5, 0, 0], "
      "inertia: {about: com, xx: 0.01, yy: 0.1, zz: 0.1}}}\n");
  command_result r = COMMAND(NULL, "generate", file, "--functions", "gravity,fk,mass,udut,control",
                             "--parameter", "d:b", "--latex", "-o", folder_path("turned"));
  if (r.code != 0) fail_msg("%s", r.err);
  char *text = folder_read("turned/arm.tex");
  if (!strstr(text, "In these $q_{1}$ stands for the joint's angle and 0.3 rad.")) fail_msg("%s", text);
  assert_null(strstr(text, "$q_{2}$ stands for"));
  assert_non_null(strstr(text, "d_{2}"));
  free(text);
  command_free(&r);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_open_parameter_has_its_letter),
      cmocka_unit_test(a_turned_zero_is_told),
      cmocka_unit_test(every_function_of_small_arms_has_a_closed_form),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
