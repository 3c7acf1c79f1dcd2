/* A report: the problems that a reader or a check found, each with its location, its condition and a sentence.
 * Nothing here is real-time. */
#ifndef ULNA_REPORT_H
#define ULNA_REPORT_H

#include "ulna/memory.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum {
  ULNA_NOTE,    /* worth knowing: a written waiver, something merged or held */
  ULNA_WARNING, /* probably a mistake; the robot can still be used */
  ULNA_ERROR    /* the robot is refused */
} ulna_severity;

typedef struct {
  ulna_severity severity;
  const char *condition; /* short and stable: "mass", "triangle_inequality", "unknown key", "syntax", ... */
  const char *file;      /* NULL for a robot built in C */
  int line, column;      /* from 1; 0 where there is no file */
  const char *subject;   /* the thing at fault: `link "forearm"`, `joints[2].limits` */
  const char *text;      /* one sentence: what is wrong, the value, what would be right */
} ulna_problem;

typedef struct ulna_report ulna_report;

/* An empty report. Real-time: no. */
ULNA_API ulna_status ulna_report_create(const ulna_allocator *allocator,
                                        ulna_report **report) ULNA_MUST_CHECK;
ULNA_API void ulna_report_destroy(ulna_report *report);

/* How many problems are at least that severe; of ULNA_NOTE: all. They stand in the order of their locations. Strings live as
 * long as the report. */
ULNA_API size_t ulna_report_count(const ulna_report *report, ulna_severity at_least);
ULNA_API const ulna_problem *ulna_report_get(const ulna_report *report, size_t index);

/* Adds a copy of a problem, strings included, after those of the same location. For readers, and for programs that
 * check robots further than the library does. */
ULNA_API ulna_status ulna_report_add(ulna_report *report, const ulna_problem *problem) ULNA_MUST_CHECK;

/* Forgets all problems. */
ULNA_API void ulna_report_clear(ulna_report *report);

/* Writes a problem as one line, "file:line:column: severity: condition: subject: text", always terminated;
 * returns the length it needs without the terminator, as snprintf does. */
ULNA_API int ulna_problem_format(const ulna_problem *problem, char *buffer, size_t size);

#ifdef __cplusplus
}
#endif
#endif
