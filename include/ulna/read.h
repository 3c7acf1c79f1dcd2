/* Robots from files: the YAML (or JSON) robot file, version 1, and URDF.
 *
 * A reader reports every problem it finds, with file, line and column. Then the builder checks whatever could be
 * read. So one call lists every problem of a file. Part of libulna_read. Nothing here is real-time. */
#ifndef ULNA_READ_H
#define ULNA_READ_H

#include "ulna/model.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Larger files are refused before they are read; robot files are far smaller. */
#define ULNA_READ_MAX_BYTES ((size_t)16 << 20)

typedef enum {
  ULNA_FORMAT_GUESS, /* .yaml, .yml, .json, .urdf, .xml, .xacro by the name's ending; else by the first character */
  ULNA_FORMAT_YAML,
  ULNA_FORMAT_URDF
} ulna_format;

/* A joint off the chain (URDF), held at this position, rad or m. */
typedef struct {
  const char *joint;
  double position;
} ulna_held_joint;

/* What a caller may add to a file. Start from ulna_read_options_default; the struct may grow. */
typedef struct {
  ulna_format format;
  const double
      *gravity; /* three numbers instead of the file's own, world axes; NULL: the file's (URDF: 0 0 -9.81) */
  const ulna_pose *tool; /* in the last link, instead of the file's own; NULL: the file's */
  int accept_count;
  const ulna_waiver *accept; /* as ulna_builder_accept: waived for every link and drive */

  /* URDF only; with a file of another format they are refused, not ignored. NULL: the chain starts at the root, and
   * goes to the only end, or to the hand if it is clear which link that is. */
  const char *base_link, *tip_link;
  int held_count;
  const ulna_held_joint *held; /* joints off the chain; others are at 0, or at the limit nearest to it */
} ulna_read_options;

ULNA_API ulna_read_options ulna_read_options_default(void);

/* Reads and checks a file and makes its model. options, allocator and report may be NULL. *model is untouched on
 * failure; the report then has at least one error that says why, unless memory ran out.
 *   ULNA_CANNOT_READ  no such file, not a file, not readable, too large
 *   ULNA_SYNTAX       not YAML, not XML, or in a wrong encoding
 *   ULNA_BAD_ROBOT    well-formed, but not a robot that can be used
 *   ULNA_UNSUPPORTED  an option the format cannot serve */
ULNA_API ulna_status ulna_model_read(const char *path, const ulna_read_options *options,
                                     const ulna_allocator *allocator, ulna_report *report,
                                     ulna_model **model) ULNA_MUST_CHECK;

/* The same from memory. The report names `name` as the file, and its ending chooses the format; it may be NULL. */
ULNA_API ulna_status ulna_model_read_text(const char *text, size_t length, const char *name,
                                          const ulna_read_options *options, const ulna_allocator *allocator,
                                          ulna_report *report, ulna_model **model) ULNA_MUST_CHECK;

/* Reads and checks likewise, but returns the builder, so that you can change the robot before you finish it. */
ULNA_API ulna_status ulna_builder_read(const char *path, const ulna_read_options *options,
                                       const ulna_allocator *allocator, ulna_report *report,
                                       ulna_builder **builder) ULNA_MUST_CHECK;
ULNA_API ulna_status ulna_builder_read_text(const char *text, size_t length, const char *name,
                                            const ulna_read_options *options, const ulna_allocator *allocator,
                                            ulna_report *report, ulna_builder **builder) ULNA_MUST_CHECK;

#ifdef __cplusplus
}
#endif
#endif
