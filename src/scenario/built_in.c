/* The scenarios that are built in. */
#include <stdio.h>
#include <strings.h>

#include "base/nearest.h"
#include "scenario/scenarios_data.h"

int ulna_scenario_count(void) { return ulna_internal_scenario_count; }

const ulna_built_in_scenario *ulna_scenario_get(int index)
{
  return index >= 0 && index < ulna_internal_scenario_count ? &ulna_internal_scenarios[index] : NULL;
}

const ulna_built_in_scenario *ulna_scenario_find(const char *key)
{
  for (int i = 0; i < ulna_internal_scenario_count; i++)
    if (strcasecmp(ulna_internal_scenarios[i].key, key) == 0) return &ulna_internal_scenarios[i];
  return NULL;
}

const char *ulna_scenario_nearest(const char *key)
{
  nearest n = nearest_to(key);
  for (int i = 0; i < ulna_internal_scenario_count; i++) nearest_offer(&n, ulna_internal_scenarios[i].key);
  return n.best;
}

static ulna_status not_found(const char *key, ulna_report *report)
{
  char text[200], subject[100];
  const char *close = ulna_scenario_nearest(key);
  snprintf(subject, sizeof subject, "scenario \"%.80s\"", key);
  snprintf(text, sizeof text, "no scenario of this name is built in%s%s%s", close ? "; did you mean \"" : "",
           close ? close : "", close ? "\"?" : "");
  const ulna_problem problem = {
      .severity = ULNA_ERROR, .condition = "unknown scenario", .subject = subject, .text = text};
  if (report && ulna_report_add(report, &problem) != ULNA_OK) return ULNA_OUT_OF_MEMORY;
  return ULNA_NOT_FOUND;
}

ulna_status ulna_scenario_load(const char *key, const ulna_allocator *allocator, ulna_report *report,
                               ulna_scenario **scenario)
{
  const ulna_built_in_scenario *found = ulna_scenario_find(key);
  if (!found) return not_found(key, report);
  char file[64];
  snprintf(file, sizeof file, "%s.yaml", found->key);
  return ulna_scenario_read_text(found->text, found->length, file, allocator, report, scenario);
}
