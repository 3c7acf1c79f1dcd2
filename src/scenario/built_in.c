/* The scenarios that are built in. */
#include <stdio.h>
#include <strings.h>

#include "base/nearest.h"
#include "read/parts/parts.h"
#include "scenario/scenarios_data.h"

int ulna_scenario_count(void) { return ulna_scenarios_count; }

const ulna_built_in_scenario *ulna_scenario_get(int index)
{
  return index >= 0 && index < ulna_scenarios_count ? &ulna_scenarios[index] : NULL;
}

const ulna_built_in_scenario *ulna_scenario_find(const char *key)
{
  for (int i = 0; i < ulna_scenarios_count; i++)
    if (strcasecmp(ulna_scenarios[i].key, key) == 0) return &ulna_scenarios[i];
  return NULL;
}

const char *ulna_scenario_nearest(const char *key)
{
  nearest n = nearest_to(key);
  for (int i = 0; i < ulna_scenarios_count; i++) nearest_offer(&n, ulna_scenarios[i].key);
  return n.best;
}

ulna_status ulna_scenario_load(const char *key, const ulna_allocator *allocator, ulna_report *report,
                               ulna_scenario **scenario)
{
  const ulna_built_in_scenario *found = ulna_scenario_find(key);
  if (!found) return ulna_not_built_in("scenario", key, ulna_scenario_nearest(key), report);
  char file[64];
  snprintf(file, sizeof file, "%s.yaml", found->key);
  return ulna_scenario_read_text(found->text, found->length, file, NULL, allocator, report, scenario);
}
