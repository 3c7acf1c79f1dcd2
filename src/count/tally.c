/* The recorder behind the tally's numbers. */
#define REAL_KIND "number/tally.h"
#include "number/tally.h"

#include <string.h>

_Thread_local tally_recorder ulna_tally;

static const tally_depth at_once = {0, 0};

void ulna_tally_begin(tally_rotation rotation, tally_depth finish[], int task_capacity)
{
  tally_recorder *t = &ulna_tally;
  memset(t, 0, sizeof *t);
  t->rotation = rotation;
  t->finish = task_capacity > 1 ? finish : NULL;
  t->task_capacity = task_capacity;
  if (t->finish) t->finish[0] = at_once;  // task 0: what is given is there from the start
  ulna_tally_part(PART_ALL);
}

static void close_task(tally_recorder *t)
{
  if (!t->finish || t->task == 0) return;
  t->finish[t->task].multiplications = t->start.multiplications + t->length.multiplications;
  t->finish[t->task].additions = t->start.additions + t->length.additions;
}

void ulna_tally_part(int row)
{
  tally_recorder *t = &ulna_tally;
  close_task(t);
  t->part = row;
  t->count[row].visits++;
  if (!t->finish) return;
  t->start = t->length = at_once;
  if (t->task + 1 < t->task_capacity) {
    t->task++;
  } else {
    t->out_of_memory = true;
    t->finish = NULL;
  }
}

tally_count ulna_tally_total(void)
{
  tally_count total = {0, 0, 0};
  for (int i = PART_GIVEN + 1; i < TALLY_PARTS; i++) {
    total.multiplications += ulna_tally.count[i].multiplications;
    total.additions += ulna_tally.count[i].additions;
    total.visits += ulna_tally.count[i].visits;
  }
  return total;
}

tally_depth ulna_tally_finish(real a)
{
  close_task(&ulna_tally);
  return ulna_tally.finish ? ulna_tally.finish[a.task] : at_once;
}
