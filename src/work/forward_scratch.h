/* Forward dynamics' part of a work. */
#ifndef ULNA_WORK_FORWARD_SCRATCH_H
#define ULNA_WORK_FORWARD_SCRATCH_H

#include "base/layout.h"
#include "kernel/articulated.h"
#include "kernel/composite.h"
#include "kernel/denoc.h"
#include "kernel/gauss.h"
#include "kernel/modified_newton_euler.h"
#include "kernel/noc.h"
#include "kernel/saha.h"
#include "kernel/strobe.h"
#include "kernel/udut.h"

typedef struct {
  // the arm in joint-axis frames, remade when a link changes
  axis_link *link;  // n
  axis_chain arm;
  articulated_tip tip;
  double *bound;  // n: an upper bound on what joint i can feel, to judge its pivot by

  double *pivot;   // n
  double *result;  // n: kept from the caller until it is known to be good
  double *rows;    // 6 rows of n + 6, each of whole blocks, beside composite
  // never at work together: they lie on one another
  articulated_scratch articulated;
  composite_scratch composite;
  saha_scratch saha;
  denoc_scratch denoc;
  noc_scratch noc;
  wrench *acts;  // n, beside noc
  struct {
    strobe_scratch strobe;
    modified_newton_euler_scratch bias;
    double *M;  // n×n
  } strobe;
} forward_scratch;

// What lasts from call to call.
static inline void forward_tables_layout(forward_scratch *s, layout *l, size_t n)
{
  s->link = (axis_link *)layout_take(l, n, sizeof(axis_link));
  s->bound = (double *)layout_take(l, n, sizeof(double));
  s->pivot = (double *)layout_take(l, n, sizeof(double));
  s->result = (double *)layout_take(l, n, sizeof(double));
}

// The methods, one on the other. matrices: those too that make the n×n matrix and factor it.
static inline void forward_scratch_layout(forward_scratch *s, layout *l, int n, bool matrices)
{
  const size_t count = (size_t)n, start = layout_mark(l);
  composite_scratch_layout(&s->composite, l, n, matrices);
  layout_back_to(l, start);
  articulated_scratch_layout(&s->articulated, l, n);
  layout_back_to(l, start);
  saha_scratch_layout(&s->saha, l, n);
  layout_back_to(l, start);
  denoc_scratch_layout(&s->denoc, l, n);
  layout_back_to(l, start);
  noc_scratch_layout(&s->noc, l, n, matrices);
  s->acts = (wrench *)layout_take(l, count, sizeof(wrench));
  layout_back_to(l, start);
  if (!matrices) return;
  strobe_scratch_layout(&s->strobe.strobe, l, n);
  modified_newton_euler_scratch_layout(&s->strobe.bias, l, n);
  s->strobe.M = (double *)layout_take(l, count * count, sizeof(double));
  layout_back_to(l, start);
}

/* Remakes the tables from the chain; after a change of payload. */
void ulna_forward_refresh(forward_scratch *s, const chain *arm);

/* OK, ULNA_SINGULAR or ULNA_NOT_FINITE, from the n numbers in s->pivot. */
ulna_status ulna_judge_pivots(const forward_scratch *s, int n);

#endif
