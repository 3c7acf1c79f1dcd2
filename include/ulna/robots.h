/* The built-in robots: the files of robots/, compiled into libulna_read. Nothing here is real-time. */
#ifndef ULNA_ROBOTS_H
#define ULNA_ROBOTS_H

#include "ulna/read.h"

#ifdef __cplusplus
extern "C" {
#endif

/* In alphabetical order. `key` is what the command takes and what the file is called (puma560); `name` is what the
 * file says (PUMA 560); `text` the whole file, 0-terminated. */
typedef struct {
  const char *key;
  const char *name;
  const char *text;
  size_t length;
} ulna_robot;

ULNA_API int ulna_robot_count(void);
ULNA_API const ulna_robot *ulna_robot_get(int index); /* NULL outside 0…count-1 */

/* The built-in robot with that key, in capitals or not; NULL if there is none. */
ULNA_API const ulna_robot *ulna_robot_find(const char *key);

/* The key closest in spelling, for a "did you mean"; NULL if none is close. */
ULNA_API const char *ulna_robot_nearest(const char *key);

/* Reads a built-in as ulna_model_read does a file. ULNA_NOT_FOUND if there is none: the report names the nearest key. */
ULNA_API ulna_status ulna_robot_load(const char *key, const ulna_read_options *options,
                                     const ulna_allocator *allocator, ulna_report *report,
                                     ulna_model **model) ULNA_MUST_CHECK;

#ifdef __cplusplus
}
#endif
#endif
