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

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_open_parameter_has_its_letter),
      cmocka_unit_test(every_function_of_small_arms_has_a_closed_form),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
