/* The description of a robot: the builder collects it, the checks check it, and the model is made from it. In the
 * user's own frames and units; nothing here has been converted. */
#ifndef ULNA_MODEL_DESCRIPTION_H
#define ULNA_MODEL_DESCRIPTION_H

#include "base/arena.h"
#include "ulna/builder.h"

typedef struct {
  ulna_convention convention;
  const char *name, *source, *base_name; /* never NULL; name and source may be empty */
  double gravity[3];                     /* world axes */
  ulna_pose base, tool;
  int joint_count, drive_count, element_count, frame_count;
  const ulna_joint *joints; /* joints[i-1] is joint i and the link it moves */
  const ulna_drive *drives, *elements;
  const ulna_frame *frames;
  int part_count; /* none in a model: merged into the links */
  const ulna_welded_body *parts;
  bool has_payload;
  ulna_body payload; /* all zero without one */
} description;

/* Deep copies into an arena, strings and arrays included; test arena.failed at the end. */
void ulna_description_copy_joint(arena *a, ulna_joint *to, const ulna_joint *from);
void ulna_description_copy_drive(arena *a, ulna_drive *to, const ulna_drive *from);
void ulna_description_copy_frame(arena *a, ulna_frame *to, const ulna_frame *from);
void ulna_description_copy_part(arena *a, ulna_welded_body *to, const ulna_welded_body *from);
void ulna_description_copy(arena *a, description *to, const description *from);

/* Names: the number of a joint 1…n, of a link 0…n; -1: none. */
int ulna_description_find_joint(const description *d, const char *name);
int ulna_description_find_link(const description *d, const char *name);

#endif
