/* The parts that robot and scenario files share: poses, bodies, waivers, names of robots, limits. Compiled into libulna_read
 * and, once more and hidden, into the shared libulna_scenario, as src/text is. */
#ifndef ULNA_READ_PARTS_PARTS_H
#define ULNA_READ_PARTS_PARTS_H

#include "text/text.h"
#include "text/yaml.h"
#include "ulna/model.h"

/* From now on the builder is told where values stand and which are bad; NULL: nobody is. */
void ulna_yaml_tell_builder(reader *r, ulna_builder *b);

/* As the values of text/yaml.h. */
bool ulna_yaml_pose(reader *r, const node *n, where w, ulna_pose *pose);
bool ulna_yaml_body(reader *r, const node *mass, const node *com, const node *inertia, where w,
                    ulna_body *body);
void ulna_yaml_waivers(reader *r, const node *n, where w, const ulna_waiver **waivers, int *count);

/* Whether a robot's name is a file's: it has a slash or the ending of one. */
static inline bool names_a_file(const char *name)
{
  static const char *const endings[] = {".yaml", ".yml", ".json", ".urdf", ".xml", ".xacro"};
  for (int i = 0; i < 6; i++)
    if (has_ending(name, endings[i])) return true;
  return strchr(name, '/');
}

/* Whether every joint is within its limits. */
static inline bool within_limits(const ulna_model *model, const double q[])
{
  for (int i = 0; i < ulna_model_joint_count(model); i++) {
    const ulna_limits *limits = &ulna_model_joint(model, i + 1)->limits;
    if (!(q[i] >= limits->lower && q[i] <= limits->upper)) return false;
  }
  return true;
}

/* Reports that no `what` ("robot") has that key; `nearest` has the closest spelling, or is NULL. ULNA_NOT_FOUND, or
 * ULNA_OUT_OF_MEMORY. */
ulna_status ulna_not_built_in(const char *what, const char *key, const char *nearest, ulna_report *report);

#endif
