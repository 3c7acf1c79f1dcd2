/* The builder from the inside: the description so far, and its places in a file, from the reader. */
#ifndef ULNA_MODEL_BUILDER_INTERNAL_H
#define ULNA_MODEL_BUILDER_INTERNAL_H

#include "model/description.h"

typedef struct {
  const char *path; /* NULL: an empty slot */
  int line, column; /* 0: marked, but without a place of its own */
  unsigned marks;   /* of ulna_mark */
} file_place;

struct ulna_builder {
  ulna_allocator allocator;
  arena memory;
  description d; /* its arrays are the five below */
  ulna_joint *joints;
  ulna_drive *drives, *elements;
  ulna_frame *frames;
  ulna_welded_body *parts;
  int joint_room, drive_room, element_room, frame_room, part_room;
  ulna_waiver *accepted; /* for every link and drive */
  int accepted_count, accepted_room;
  const char *file;   /* NULL: built in C */
  file_place *places; /* open hashing; place_room is a power of two, at most half of it filled */
  int place_count, place_room;
  bool spoiled; /* something is marked ULNA_MARK_REPORTED */
};

/* The place of a path, or of the nearest one around it ("a.b[2].c" → "a.b[2]" → "a.b" → "a" → ""); NULL: none. */
const file_place *ulna_place(const ulna_builder *b, const char *path);

/* Whether the path, or one around it, has been marked so. */
bool ulna_marked(const ulna_builder *b, const char *path, ulna_mark mark);

/* check.c: adds every problem of the description. ULNA_BAD_ROBOT, or ULNA_OUT_OF_MEMORY. */
ulna_status ulna_check(const ulna_builder *b, ulna_report *report,
                       ulna_model **model); /* NULL: no model is kept */

/* The model of a sound builder, nothing checked. */
ulna_status ulna_builder_make(const ulna_builder *b, ulna_model **model);

#endif
