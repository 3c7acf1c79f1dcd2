/* The built-in robots. */
#include <stdio.h>
#include <strings.h>

#include "base/nearest.h"
#include "read/parts/parts.h"
#include "read/robots_data.h"

int ulna_robot_count(void) { return ulna_robots_count; }

const ulna_robot *ulna_robot_get(int index)
{
  return index >= 0 && index < ulna_robots_count ? &ulna_robots[index] : NULL;
}

const ulna_robot *ulna_robot_find(const char *key)
{
  for (int i = 0; i < ulna_robots_count; i++)
    if (strcasecmp(ulna_robots[i].key, key) == 0) return &ulna_robots[i];
  return NULL;
}

const char *ulna_robot_nearest(const char *key)
{
  nearest n = nearest_to(key);
  for (int i = 0; i < ulna_robots_count; i++) nearest_offer(&n, ulna_robots[i].key);
  return n.best;
}

ulna_status ulna_robot_load(const char *key, const ulna_read_options *options,
                            const ulna_allocator *allocator, ulna_report *report, ulna_model **model)
{
  const ulna_robot *robot = ulna_robot_find(key);
  if (!robot) return ulna_not_built_in("robot", key, ulna_robot_nearest(key), report);
  char file[64];
  snprintf(file, sizeof file, "%s.yaml", robot->key);
  return ulna_model_read_text(robot->text, robot->length, file, options, allocator, report, model);
}
