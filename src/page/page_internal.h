/* A page from the inside. */
#ifndef ULNA_PAGE_INTERNAL_H
#define ULNA_PAGE_INTERNAL_H

#include "base/arena.h"
#include "page/buffer.h"
#include "page/page.h"
#include "page/rows.h"
#include "run/run.h"

/* Doubles that the rows of all runs may take in a page: 9 MB, 12 MB as text where nothing can be packed. */
enum { PAGE_NUMBERS = 1100000, PAGE_EVENTS = 10000, PAGE_EVENT_TEXT = 200 };

struct ulna_page {
  ulna_allocator allocator;
  arena memory;
  page_kind kind;
  const char *title;
  int runs; /* there will be at most */
  int joint_count;
  text_buffer json; /* the data so far */
  bool failed;

  // the run that is open
  int run_count;
  bool open;
  page_rows rows;
  text_buffer events, figures, notes, warnings;
  long long event_count;
  ulna_run *run; /* listened to */
  run_listener listener;

  text_buffer html;
};

/* shapes.c: "shapes": […], "meshes": […], "missing": […] of a URDF; nothing else where file is NULL or not one. */
void ulna_page_shapes(text_buffer *b, const ulna_model *model, const char *file);

#endif
