/* ulna robots: what is built in. */
#include <stdio.h>

#include "cli.h"
#include "output.h"
#include "robot.h"

static void line(const ulna_robot *known)
{
  ulna_model *model = NULL;
  if (ulna_robot_load(known->key, NULL, NULL, NULL, &model) != ULNA_OK) {
    out_printf("%-18s (cannot be used: ulna check %s)\n", known->key, known->key);
    return;
  }
  const int n = ulna_model_joint_count(model);
  char kinds[16];
  for (int i = 0; i < n && i < 15; i++)
    kinds[i] = ulna_model_joint(model, i + 1)->type == ULNA_REVOLUTE ? 'R' : 'P';
  kinds[n < 15 ? n : 15] = '\0';
  char drives[24] = "-";
  if (ulna_model_drive_count(model) > 0) snprintf(drives, sizeof drives, "%d", ulna_model_drive_count(model));
  out_printf("%-18s %-9s %6s  %s\n", known->key, kinds, drives, known->name);
  ulna_model_destroy(model);
}

int run_robots(const arguments *args)
{
  const bool names = given(args, OPT_NAMES);
  if (!names) out_printf("%-18s %-9s %6s  %s\n", "robot", "joints", "drives", "name");
  for (int i = 0; i < ulna_robot_count(); i++) {
    const ulna_robot *known = ulna_robot_get(i);
    if (names) out_printf("%s\n", known->key);
    else line(known);
  }
  return DONE;
}
