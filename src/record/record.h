/* What the recorder and its two formats share. */
#ifndef ULNA_RECORD_RECORD_H
#define ULNA_RECORD_RECORD_H

#include "base/arena.h"
#include "record/record_file.h"
#include "ulna/recorder.h"

/* Columns that make one array: columns order[first…first+width-1] of a row. */
typedef struct {
  const char *name;
  int first, width;
  bool vector; /* of shape (rows), not (rows, 1) */
} record_group;

typedef struct record_writer record_writer;

struct ulna_recorder {
  ulna_allocator allocator;
  arena arena; /* of all texts and buffers */
  const record_writer *writer;
  void *own; /* the writer's */

  char *path, *incomplete_path, *partial_path;
  const char *finished_path; /* NULL: not yet, or nothing is left */
  bool ended;

  int column_count, note_count, group_count;
  ulna_column *columns;
  ulna_record_note *notes;
  record_group *groups;
  int *order;

  long long rows, events; /* given and taken */
  int error;              /* errno of the last failure */
  char failure[512];
};

/* A format. All but `release` give ULNA_CANNOT_WRITE with the reason in r->failure, or ULNA_OUT_OF_MEMORY. */
struct record_writer {
  ulna_status (*start)(ulna_recorder *r);
  ulna_status (*row)(ulna_recorder *r, const double row[]);
  ulna_status (*event)(ulna_recorder *r, double t, const char *kind, const char *what, const char *detail);
  /* Makes r->partial_path the file to be renamed, with this status inside, on the disk. May be called again. After a
   * failure partial_path is the rest of it; NULL: nothing that can be read. */
  ulna_status (*finish)(ulna_recorder *r, const char *incomplete);
  void (*release)(ulna_recorder *r); /* closes; removes what has not been renamed */
};

extern const record_writer ulna_record_csv, ulna_record_npz;

/* Says why in r->failure; returns ULNA_CANNOT_WRITE. */
ulna_status ulna_record_cannot_write(ulna_recorder *r, const char *path, int error);

/* The same of rows or events that were written and cannot be read back. */
ulna_status ulna_record_cannot_read(ulna_recorder *r, int error);

/* Opens a new file r->partial_path for writing and reading, of a name that nobody has; the path is set. */
ulna_status ulna_record_open_partial(ulna_recorder *r, record_file *file);

#endif
