/* A file of signals over time: a recording, or any CSV, .npy or .npz file with a row of numbers for each instant. */
#ifndef CLI_RECORDING_H
#define CLI_RECORDING_H

#include "array/array_in.h"
#include "cli.h"
#include "lines.h"

typedef struct {
  char *name, *unit; /* unit "": none, or not known */
  int array, index;  /* of arrays: which one, and which number of its rows */
} recording_column;

typedef struct {
  const char *path;
  int count;
  recording_column *columns;
  int time;    /* the column `t`; -1: there is none, rows are numbered */
  char *about; /* "incomplete: …", as the recording says of itself; NULL: nothing */
  lines lines; /* of CSV */
  array_file arrays;
  bool has_arrays;
  uint64_t rows; /* of arrays */
} recording;

/* Reads what the columns are. DONE, or BAD with the message given. "-" is stdin, as CSV. */
int recording_open(recording *r, const char *path);
void recording_close(recording *r);

/* Gives the rows, once: the time, or the row's number from 0, and the values of the chosen columns. DONE or BAD. */
typedef void recording_row(void *owner, double t, const double values[]);
int recording_read(recording *r, const int chosen[], int count, recording_row *row, void *owner);

#endif
