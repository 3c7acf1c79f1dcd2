/* Recordings: rows of named numbers, and events between them, in a CSV file or a NumPy .npz. Part of libulna_scenario.
 *
 * A recording is written under a temporary name in the same folder, PATH.partial, and gets its own name when it is
 * whole. So a program that is killed neither leaves nor changes a file of that name. A recording that had to stop
 * early is kept as NAME.incomplete.csv (or .npz), with the reason inside. The same columns, rows and events give the
 * same bytes: there is no date in them. docs/recording.md describes both formats.
 *
 * A recorder belongs to one thread at a time. Nothing here is real-time. */
#ifndef ULNA_RECORDER_H
#define ULNA_RECORDER_H

#include "ulna/report.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What one number of a row is. A CSV's header has "q1 [rad]", the name and the unit (none: the name alone). Columns of the
 * same group stand together; a NumPy file has one array for each group, with a column for each index from 1. Index 0: the
 * group is one number. */
typedef struct {
  const char *name, *unit, *group;
  int index;
} ulna_column;

/* A line at the head of the recording: the robot, the seed, … */
typedef struct {
  const char *name, *value;
} ulna_record_note;

typedef enum {
  ULNA_RECORD_GUESS, /* .csv or .npz by the name's ending */
  ULNA_RECORD_CSV,
  ULNA_RECORD_NPZ
} ulna_record_format;

typedef struct ulna_recorder ulna_recorder;

/* Begins a recording. All texts are copied. allocator and report may be NULL. On failure the report has one error that
 * says why, unless memory ran out, and nothing is left behind:
 *   ULNA_CANNOT_WRITE      no such folder, not allowed, no room; or PATH exists and is not a plain file
 *   ULNA_UNSUPPORTED       ULNA_RECORD_GUESS, and the name has another ending
 *   ULNA_INVALID_ARGUMENT  no columns, a name twice; a group whose indices are neither 0 alone nor 1…k in this order,
 *                          whose name is not made of letters, digits and _, or is one of those that every .npz has
 *                          (names, units, about, status, event_t, event_kind, event_what, event_detail)
 * Real-time: no. */
ULNA_API ulna_status ulna_recorder_create(const char *path, ulna_record_format format, int column_count,
                                          const ulna_column columns[], int note_count,
                                          const ulna_record_note notes[], const ulna_allocator *allocator,
                                          ulna_report *report, ulna_recorder **recorder) ULNA_MUST_CHECK;

/* Destroys the recorder. A recording that was not finished is deleted. NULL is allowed. */
ULNA_API void ulna_recorder_destroy(ulna_recorder *recorder);

/* One number for each column. ULNA_CANNOT_WRITE, now or because an earlier call failed: the recording can still be
 * finished as incomplete, with the rows that were written whole. Any number is allowed, NaN too. */
ULNA_API ulna_status ulna_recorder_row(ulna_recorder *recorder, const double row[]) ULNA_MUST_CHECK;

/* An event at time t: its kind ("slip"), what it happened to ("motor 2"), and details; NULL stands for "". Rows and
 * events are recorded in the order of the calls. ULNA_INVALID_ARGUMENT: a text of more than ULNA_RECORD_TEXT
 * bytes. */
#define ULNA_RECORD_TEXT 1000
ULNA_API ulna_status ulna_recorder_event(ulna_recorder *recorder, double t, const char *kind,
                                         const char *what, const char *detail) ULNA_MUST_CHECK;

/* Ends the recording. `incomplete` NULL: it is whole and gets its name; an earlier file of that name is replaced.
 * Else `incomplete` is a sentence that says why it is not whole; it is kept as NAME.incomplete.csv (.npz) with this
 * sentence inside. Content and name are on the disk then. ULNA_CANNOT_WRITE: this failed, and ulna_recorder_failure
 * says why. The recording is then kept as incomplete, with as much as could be written and read back, or else under
 * its temporary name: ulna_recorder_path tells where. ULNA_INVALID_ARGUMENT if it is called again. */
ULNA_API ulna_status ulna_recorder_finish(ulna_recorder *recorder, const char *incomplete) ULNA_MUST_CHECK;

/* The path of the finished recording, NULL if nothing could be kept; before the end, its path if it becomes whole.
 * Lives as long as the recorder. */
ULNA_API const char *ulna_recorder_path(const ulna_recorder *recorder);

/* So far. */
ULNA_API long long ulna_recorder_row_count(const ulna_recorder *recorder);
ULNA_API long long ulna_recorder_event_count(const ulna_recorder *recorder);

/* Why the last call failed: "cannot write FILE: No space left on device"; "" if none did. */
ULNA_API const char *ulna_recorder_failure(const ulna_recorder *recorder);

#ifdef __cplusplus
}
#endif
#endif
