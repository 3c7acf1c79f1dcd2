/* Results out: buffered text on stdout, records as text, CSV or JSON. */
#ifndef CLI_OUTPUT_H
#define CLI_OUTPUT_H

#include "colour.h"
#include <stdbool.h>
#include <stddef.h>

#include "cli.h"

/* stdout, buffered. A reader that went away ends the program quietly; any other failure to write ends it with a
 * message and BAD. out_flush is called by main at the end. */
void out_text(const char *text);
void out_colour(colour c); /* from here on, on a terminal that has colours */
void out_bytes(const char *bytes, size_t length);
void out_printf(const char *format, ...) __attribute__((format(printf, 1, 2)));
void out_number(double x); /* reads back exactly */
void out_flush(void);
/* To a file, which has a temporary name until out_finish; what was not finished is removed by out_abandon. */
int out_to_file(const char *path);
int out_finish(void);
void out_abandon(void);
void out_to_stderr(void); /* for the help that answers a missing command */

/* What the rows or the columns of a matrix belong to, for text: a name each, and the unit of one that turns and one that slides (turns NULL: no units). */
typedef struct {
  const char *const *names;
  const bool *turns;
  const char *turning, *sliding;
} text_axis;

/* One named result. Numbers: rank 0 (one), 1 (a vector), 2 (a matrix) or 3, row by row in `data`. Text: `text`.
 * As CSV a vector has the columns NAME1, NAME2, …, a matrix NAME_1_1, NAME_1_2, …; `columns` gives a vector other
 * names. Results of one `group` that follow each other are one object in JSON ("links": {…}). */
typedef struct {
  const char *name;
  const char *group;
  int rank;
  int size[3];
  const double *data;
  const char *text;         /* set at each record; not NULL means that this is a text */
  const char *const *texts; /* a vector of texts, instead of data */
  const char *const *columns;
  const char *unit; /* shown in text only; may be NULL */
  const text_axis *rows,
      *by; /* of a matrix, for text: what its rows are, per what its columns are; NULL: not said */
  void (*show)(const void *owner); /* text: writes it instead; NULL: as its rank asks */
  const void *owner;
  bool not_in_csv;  /* a text that describes the computation */
  bool not_in_text; /* another quantity shows it */
  bool may_be_nan;  /* null in JSON, nan in CSV: there is no such number here */
} quantity;

enum { QUANTITY_MAX = 24 };

typedef enum { FORMAT_TEXT, FORMAT_CSV, FORMAT_JSON, FORMAT_ARRAYS } record_format;

typedef struct {
  record_format format;
  int count, capacity;
  quantity *quantities;
  long long records; /* written so far */
  struct owned *owned;
  const char *path;             /* --output; NULL: stdout */
  const char *only;             /* --only; NULL: all */
  long long expected;           /* records there will be; -1: not known */
  bool single;                  /* arrays: there is one record, and no index for it */
  struct array_records *arrays; /* of FORMAT_ARRAYS */
  int joint_count;              /* of the robot, for text; 0: not known */
  const char *const *joint_names;
  const bool *joint_turns;
} table_out;

/* Format as --format says; without it text on a terminal and CSV elsewhere. */
void records_open(table_out *t, const arguments *args);
/* --output and --only. DONE or BAD. */
int records_output(table_out *t, const arguments *args);
quantity *records_add(table_out *t, const char *name, int rank, int size0, int size1, int size2,
                      const double *data);
/* Names of the joints, which text shows over their numbers; they stay the caller's. */
void records_joints(table_out *t, int count, const char *const names[], const bool turns[]);
/* Memory for results, zeroed, until records_close. */
void *records_memory(table_out *t, size_t count, size_t size);
/* Writes one record of what the quantities point to now. DONE, or BAD if a number is not finite. */
int records_write(table_out *t);
/* Ends the array; writes the header if there was no record; gives a file its name. DONE or BAD. */
int records_end(table_out *t);
void records_close(table_out *t);

/* output_arrays.c: .npy and .npz. A record, or `count` rows of every quantity at once, `rows[k]` those of quantity k. */
int arrays_record(table_out *t);
int arrays_rows(table_out *t, size_t count, const double *const rows[]);
int arrays_end(table_out *t);
void arrays_close(table_out *t);  /* leaves nothing behind unless it was ended */
int records_choose(table_out *t); /* keeps what --only names */
int element_count(const quantity *q);

/* Text as a JSON string, quotes included. */
void out_json_string(const char *text);
void out_csv_field(const char *text); /* in quotes where it needs them */

#endif
