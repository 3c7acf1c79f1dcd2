/* The page of a run or a robot: one HTML file that needs nothing else. docs/page.md has its data's format.
 *
 * A page is filled in order: the robot, then run after run, each closed before the next. All texts are copied. A lack
 * of memory is reported at the end. A page belongs to one thread. */
#ifndef ULNA_PAGE_PAGE_H
#define ULNA_PAGE_PAGE_H

#include "ulna/scenario.h"

typedef struct ulna_page ulna_page;

/* The version of the data's format: "ulna_page". */
enum { PAGE_FORMAT = 1 };

/* PAGE_WATCHED: a robot's page that is served, and loads itself again when its server says "changed". */
typedef enum { PAGE_ROBOT, PAGE_RUN, PAGE_LIVE, PAGE_WATCHED } page_kind;

/* runs: how many there will be at most, for each its share of the page's size. */
ulna_status ulna_page_create(page_kind kind, const char *title, int runs, const ulna_allocator *allocator,
                             ulna_page **page) ULNA_MUST_CHECK;
void ulna_page_destroy(ulna_page *page); /* NULL is allowed */

/* The robot; file: a URDF, whose visuals are looked for, or NULL; problems: what was found, or NULL. */
void ulna_page_robot(ulna_page *page, const ulna_model *model, const char *file, const ulna_report *problems);

/* Where the view of a robot starts, after the robot; n joint positions. */
void ulna_page_posture(ulna_page *page, const double q[]);

/* A run from its rows: columns, the first of which is t. Then rows and events. */
void ulna_page_open_run(ulna_page *page, const char *title, int column_count, const ulna_column columns[]);
void ulna_page_row(ulna_page *page, const double row[]);
void ulna_page_event(ulna_page *page, const ulna_run_event *event);
void ulna_page_note(ulna_page *page, const char *name, const char *value);            /* "integrator", … */
void ulna_page_figure(ulna_page *page, const char *name, double x, const char *unit); /* of the summary */
void ulna_page_warning(ulna_page *page, const char *text);
void ulna_page_close_run(ulna_page *page);

/* The same by listening to a run: before its first advance, and after its last, when its summary is taken and the
 * listening ends. source: the scenario's text or NULL. stopped: why it is not complete, or NULL. */
void ulna_page_listen(ulna_page *page, const char *title, const char *source, ulna_run *run);
void ulna_page_heard(ulna_page *page, double wall, const char *stopped);

/* The whole page. The text lives as long as the page. ULNA_OUT_OF_MEMORY. */
ulna_status ulna_page_finish(ulna_page *page, const char **text, size_t *length) ULNA_MUST_CHECK;

/* The same, as a file that appears whole or not at all. ULNA_CANNOT_WRITE with the reason in `why`. */
ulna_status ulna_page_write(ulna_page *page, const char *path, char why[], size_t room) ULNA_MUST_CHECK;

#endif
