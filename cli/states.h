/* CSV in, one line at a time and in constant memory; the states of an arm from flags or from such a file. */
#ifndef CLI_STATES_H
#define CLI_STATES_H

#include <stdbool.h>
#include <stddef.h>

#include "array/array_in.h"
#include "cli.h"
#include "lines.h"
#include "ulna/model.h"

/* A CSV file with a header. Blank lines and lines that begin with # are skipped; fields may stand in double quotes;
 * lines end with LF or CRLF. "-" is stdin. */
typedef struct {
  lines lines;
  const char *example; /* a header as it might be, for messages */
  int column_count;
  int *target; /* what the caller made of each column: an index into its values, or SKIPPED */
} csv_in;

/* Opens and reads the header. `find` tells the index of the value a column sets, SKIPPED for one that is known but not
 * needed (it may hold text), or UNKNOWN with a reason in `why`. */
enum { UNKNOWN = -1, SKIPPED = -2 };
typedef int (*column_finder)(void *context, const char *name, char *why, size_t why_size);
int csv_open(csv_in *csv, const char *file, const char *example, column_finder find, void *context);
/* The next row into values[target]. 1: read, 0: the end, -1: an error, told on stderr. */
int csv_next(csv_in *csv, double values[]);
void csv_close(csv_in *csv);

/* The states: q, qd, qdd, tau of n joints each, and the forces F_ad of as many actuators; zero where not given. A file
 * may also have the other columns that `ulna ik` and `ulna id` write, so that one command can feed the next. */
enum { STATE_KINDS = 5, ARRAYS_MOST = 64 };

/* States from an .npy or .npz file, a block at a time. */
typedef struct {
  array_file file;
  uint64_t rows;               /* of every array */
  uint64_t given;              /* rows of the blocks read so far */
  uint64_t block_rows;         /* rows of a whole block */
  uint64_t count, at;          /* rows in this block, and the next of them */
  double *blocks[ARRAYS_MOST]; /* of each array that is used; else NULL */
  int array[STATE_KINDS];      /* which one has a kind; -1: none */
  int column[STATE_KINDS];     /* and from where on in its rows */
} array_states;

typedef struct {
  int n;
  double *values; /* all kinds behind each other */
  double *q, *qd, *qdd, *tau, *F_ad;
  const ulna_model *model; /* its followers' positions and rates are filled in */
  bool has_tau, has_F_ad;
  long long count; /* states given out so far */
  bool from_file, from_arrays;
  const char *path;
  csv_in csv;
  array_states arrays;
} states;

/* `turns[i]`: joint i is revolute (its numbers may be in degrees). DONE or BAD. */
int states_open(states *s, const arguments *args, const ulna_model *model, const bool turns[]);
/* 1: the next state is in q, qd, qdd, tau; 0: no more; -1: an error, told. */
int states_next(states *s);
void states_close(states *s);
/* How many states there are; -1: that is not known before the end. */
long long states_total(const states *s);
/* The next block of states from arrays, `count` of them. 1; 0 at the end; -1 on an error, which has been reported. */
int states_next_block(states *s, uint64_t *count);
/* Rows of a kind (0: q, 1: qd, 2: qdd, 3: tau, 4: F_ad) in the block, each *stride numbers after the last; NULL: all zero. */
const double *states_block(const states *s, int kind, uint64_t *stride);

/* Numbers of an option, exactly `count` or (if > 0) `or_count` of them; how many through *found if not NULL. DONE, or
 * BAD with a message. `rule` is an angle_rule. */
int option_numbers(const arguments *args, option_id id, int rule, double out[], int count, int or_count,
                   int *found);
/* The same for n numbers, one of each joint. */
int option_joint_numbers(const arguments *args, option_id id, int rule, const bool turns[], double out[],
                         int n);
/* The same for a motion of the joints. Numbers of followers may be left out, or must be those their leaders give them. rate: of
 * speeds or accelerations, which have no offset. */
int option_joint_motion(const arguments *args, option_id id, bool rate, const ulna_model *model,
                        const bool turns[], double out[]);

#endif
