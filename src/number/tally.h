/* The kind of number that computes and counts what it did.
 *
 * Counting rules: × and ÷ are M, + and − are A; sign changes, copies, sines and roots are free. A number that is
 * zero by construction (a constant 0, or made of such) costs nothing: x + 0, x·0 and x − 0 are not carried out.
 * So what is known to be zero (a base at rest, a hand that touches nothing, the empty half of a diagonal tensor)
 * falls out of every count by this one rule, and what is merely 0 at the moment, number(0), does not.
 *
 * A change of frame across a joint is charged 8M + 4A, as the two plane rotations it is made of, or 9M + 6A, as
 * a product with a full matrix: one switch of the recorder (see step.h).
 *
 * Kernels mark the terms of their operation table with part(). Charges go to the part that is open; what is
 * given (constants of a link, formed once) is marked PART_GIVEN and not charged.
 *
 * Every number also knows how soon it can be had:
 *   depth   operations on the longest chain of operations that leads to it: the time it takes if every
 *           operation runs as soon as its operands are there;
 *   task    the call of part() it was made under. A task is one term, worked off by one processor without
 *           pause, begun when all it reads is finished. The recorder keeps when each task finishes: the length
 *           of the schedule in which all terms that can run at once do.
 * One recorder a thread, the exception to "no globals" that the design allows. */
#ifndef ULNA_NUMBER_TALLY_H
#define ULNA_NUMBER_TALLY_H

#include <math.h>
#include <stdbool.h>
#include <stddef.h>

#include "number/processor.h"

// Counting takes its time anyway: nothing is forced inline, nothing unrolled; every text is counted as for a known n, where the
// library has instances of usual lengths.
#undef KERNEL_INLINED
#define KERNEL_INLINED KERNEL
#undef IS_FIXED
#define IS_FIXED(n) 1
#undef UNROLLED
#define UNROLLED

typedef struct {
  int multiplications, additions;
} tally_depth;

typedef struct {
  double value;
  bool zero;          // zero by construction, not by accident
  tally_depth depth;  // of the longest chain of operations behind it
  int task;           // the task that made it; 0: given
} real;

typedef struct {
  long multiplications, additions;
  long visits;  // how often the part was opened
} tally_count;

typedef enum { TALLY_STRUCTURED, TALLY_FULL_MATRIX } tally_rotation;  // 8M + 4A, 9M + 6A a change of frame

enum { PART_GIVEN = 0, PART_ALL = 1, TALLY_PARTS = 32 };

typedef struct {
  tally_rotation rotation;
  int part;
  tally_count count[TALLY_PARTS];
  tally_depth *finish;  // of each task, or NULL: no schedule is kept
  int task, task_capacity;
  tally_depth start, length;  // of the open task
  bool out_of_memory;         // more tasks than `finish` holds: the schedule is void, the counts are not
} tally_recorder;

#ifdef __cplusplus
extern "C" {
extern thread_local tally_recorder ulna_tally;
#else
extern _Thread_local tally_recorder ulna_tally;
#endif

// Begins a new count on this thread. `finish` has room for `task_capacity` tasks; NULL and 0: no schedule.
void ulna_tally_begin(tally_rotation rotation, tally_depth finish[], int task_capacity);
// Everything charged since ulna_tally_begin, all parts but PART_GIVEN.
tally_count ulna_tally_total(void);
// Opens a part: closes the open task and begins another.
void ulna_tally_part(int row);
// When the task that made this number is finished. Only after the last part() of the run.
tally_depth ulna_tally_finish(real a);
#ifdef __cplusplus
}
#endif

KERNEL tally_depth tally_later(tally_depth a, tally_depth b)
{
  return a.multiplications + a.additions >= b.multiplications + b.additions ? a : b;
}

KERNEL real tally_made(double value, real a, real b, int m, int s)
{
  tally_recorder *t = &ulna_tally;
  t->count[t->part].multiplications += m, t->count[t->part].additions += s;
  real r = {value, false, tally_later(a.depth, b.depth), t->task};
  if (t->part == PART_GIVEN) {
    r.task = 0, r.depth.multiplications = r.depth.additions = 0;
    return r;
  }
  r.depth.multiplications += m, r.depth.additions += s;
  t->length.multiplications += m, t->length.additions += s;
  if (t->finish && a.task != t->task) t->start = tally_later(t->start, t->finish[a.task]);
  if (t->finish && b.task != t->task) t->start = tally_later(t->start, t->finish[b.task]);
  return r;
}
KERNEL real tally_given(double value, bool zero)
{
  const real r = {value, zero, {0, 0}, 0};
  return r;
}

KERNEL real constant(double c) { return tally_given(c, c == 0); }
KERNEL real number(double c) { return tally_given(c, false); }
KERNEL void part(int row) { ulna_tally_part(row); }
KERNEL real neg(real a)
{
  a.value = -a.value;
  return a;
}
KERNEL real root(real a)
{
  a.value = sqrt(a.value);
  return a;
}
KERNEL real add(real a, real b)
{
  if (a.zero) return b;
  if (b.zero) return a;
  return tally_made(a.value + b.value, a, b, 0, 1);
}
KERNEL real sub(real a, real b)
{
  if (b.zero) return a;
  if (a.zero) return neg(b);
  return tally_made(a.value - b.value, a, b, 0, 1);
}
KERNEL real mul(real a, real b)
{
  if (a.zero || b.zero) return constant(0);
  return tally_made(a.value * b.value, a, b, 1, 0);
}
KERNEL real divide(real a, real b)
{
  if (a.zero) return a;
  return tally_made(a.value / b.value, a, b, 1, 0);
}
KERNEL real mul_alone(real a, real b) { return mul(a, b); }
KERNEL real mul_add(real a, real b, real c) { return add(mul(a, b), c); }
KERNEL real choose_less(real a, real b, real x, real y) { return a.value < b.value ? x : y; }  // free

enum { REAL_LANES = 1, IS_LARGE = 1, SKIPS_ZEROS = 0, TWISTS_APART = 0 };
KERNEL double value_of(real a) { return a.value; }
KERNEL double lane_of(real a, int lane)
{
  (void)lane;
  return a.value;
}

KERNEL bool charges_full_matrices(void) { return ulna_tally.rotation == TALLY_FULL_MATRIX; }
KERNEL real as_given(real a) { return number(a.value); }
KERNEL real product_as_given(real a, real b) { return number(a.value * b.value); }

#include "number/plain_groups.h"
#define SINES_THROUGH_DOUBLE
#include "number/turns.h"

#endif
