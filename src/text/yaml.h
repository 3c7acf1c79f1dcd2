/* The code that the readers of YAML files share: problems, values, mappings. Compiled into libulna_read and, once
 * more and hidden, into the shared libulna_scenario (docs/decisions/0006). */
#ifndef ULNA_TEXT_YAML_H
#define ULNA_TEXT_YAML_H

#include "text/yaml_tree.h"

enum { YAML_PATH = 96, YAML_SUBJECT = 128, YAML_MOST_PROBLEMS = 1000 };

/* A listener that is told where the values of the file stand (by their paths, `parts[1].size.width`), which of them
 * could not be read, and which named their unit (`90 deg`, `pi/2`). */
typedef enum { YAML_SPOILT, YAML_WITH_UNIT } yaml_mark;
typedef struct {
  ulna_status (*place)(void *owner, const char *path, int line, int column);
  ulna_status (*mark)(void *owner, const char *path, yaml_mark mark);
} yaml_listener;

struct reader {
  const text_input *in;
  const char *thing;             /* what the file describes, for sentences: "robot", "scenario" */
  arena memory;                  /* the tree, and what is on its way from it */
  const yaml_listener *listener; /* NULL: nobody listens */
  void *owner;                   /* the listener's */
  ulna_status status;            /* ULNA_OUT_OF_MEMORY stays */
  int problems, errors;
};

/* Where a value stands: its path in the file, and whose it is, for the report. */
typedef struct {
  char path[YAML_PATH];
  const char *subject;
} where;

/* A place inside another: inside(w, "size"), inside(w, "[%d]", k). */
where ulna_yaml_inside(where w, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Adds an error (or warning) at a node, or at a line and column. */
void ulna_yaml_say(reader *r, ulna_severity severity, const char *condition, const node *at,
                   const char *subject, const char *format, ...) __attribute__((format(printf, 6, 7)));
void ulna_yaml_say_at(reader *r, const char *condition, int line, int column, const char *format, ...)
    __attribute__((format(printf, 5, 6)));

/* Tells the listener, if there is one, where a path stands, and that it could not be read. */
void ulna_yaml_place(reader *r, where w, const node *at);
void ulna_yaml_spoil(reader *r, where w);

/* One key of a mapping. value is NULL where it is absent; absent required ones are reported. */
typedef struct {
  const char *name;
  const node *value;
  bool required;
  bool reported; /* as missing, by other words */
} field;

/* Sorts a mapping's pairs into fields and reports keys that are unknown, missing or given twice. `what` has the
 * article: "a part". False if it is no mapping, which is reported too. */
bool ulna_yaml_fields(reader *r, const node *n, where w, const char *what, field *fields, int count);

/* Whether a pair's key is a word that stands there for the first time; if not, that is reported. */
bool ulna_yaml_key(reader *r, const node *mapping, const node *key, where w);

/* Tells the listener the place of a mapping; false if it is something else, which is reported. */
bool ulna_yaml_mapping(reader *r, const node *n, where w, const char *what);

/* What stands there, in words. */
typedef struct {
  char s[100];
} yaml_words;
yaml_words ulna_yaml_describe(const node *n);

/* Values. If the node cannot be read, each reports it, marks the path, leaves NaN, NULL or the default, and returns
 * false. A NULL node was reported as missing before. */
bool ulna_yaml_number(reader *r, const node *n, where w, const char *unit, double *value);
bool ulna_yaml_has_unit(const node *n); /* an angle with deg, or a multiple of pi */
bool ulna_yaml_angle(reader *r, const node *n, where w, double *value);
bool ulna_yaml_text(reader *r, const node *n, where w, const char **text);
bool ulna_yaml_choice(reader *r, const node *n, where w, const char *const words[], int count, int *choice);
bool ulna_yaml_bool(reader *r, const node *n, where w, bool *value);
bool ulna_yaml_vector(reader *r, const node *n, where w, const char *unit, double vector[3]);
bool ulna_yaml_list(reader *r, const node *n, where w, const char *what);

/* `part "lid"` for a mapping that has a name, else its path. */
typedef struct {
  char s[YAML_SUBJECT];
} yaml_subject;
yaml_subject ulna_yaml_subject(const char *kind, const node *mapping, const char *path);

#endif
