/* States by batches: blocks of an .npz file through the lanes of all processors into another. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "progress.h"
#include "session.h"
#include "ulna/follow.h"

bool session_batches(const session *s, const arguments *args, const char *name, bool alone)
{
  static const option_id others[] = {OPT_BASE,  OPT_WRENCH,         OPT_PAYLOAD, OPT_METHOD,     OPT_ROTORS,
                                     OPT_PARTS, OPT_JOINT_WRENCHES, OPT_ECHO,    OPT_DERIVATIVES};
  const bool arrays = s->states.from_arrays && s->out.format == FORMAT_ARRAYS;
  if (given(args, OPT_ONLY) ? strcmp(args->value[OPT_ONLY], name) != 0 : !alone) return false;
  if (ulna_follower_count(s->robot.model) > 0) return false;  // lanes take every joint as free
  for (size_t k = 0; k < sizeof others / sizeof *others; k++)
    if (given(args, others[k])) return false;
  for (int k = 0; k < STATE_KINDS && arrays; k++) {
    uint64_t stride = (uint64_t)s->states.n;
    if (states_block(&s->states, k, &stride) && stride != (uint64_t)s->states.n) return false;
  }
  return arrays;
}

/* The first number that is not finite ends the run, as it does one by one. */
static int check_finite(const double *out, uint64_t count, int width, long long before, const char *name)
{
  double sum = 0;
  for (uint64_t k = 0; k < count * (uint64_t)width; k++) sum += out[k] - out[k];
  if (sum == 0) return DONE;
  uint64_t k = 0;
  while (isfinite(out[k])) k++;
  const long long state = before + (long long)(k / (uint64_t)width) + 1;
  return fail("state %lld: %s is not finite: the numbers given are too large, or the mass matrix is singular",
              state, name);
}

static int run_blocks(session *s, ulna_batch *batch, batch_function compute, const char *name, int width)
{
  const size_t n = (size_t)s->states.n, most = (size_t)s->states.arrays.block_rows;
  double *out = allocate(most * (size_t)width, sizeof *out), *zeros = allocate(most * n, sizeof *zeros);
  uint64_t count, stride;
  int got, code = DONE;
  while (code == DONE && (got = states_next_block(&s->states, &count)) != 0) {
    const double *kinds[4];
    for (int k = 0; k < 4; k++) {
      kinds[k] = got > 0 ? states_block(&s->states, k, &stride) : NULL;
      if (!kinds[k]) kinds[k] = zeros;
    }
    const ulna_batch_states given_states = {.q = kinds[0], .qd = kinds[1], .qdd = kinds[2], .tau = kinds[3]};
    const ulna_status status =
        got > 0 ? compute(s->robot.model, batch, (size_t)count, &given_states, out) : ULNA_CANNOT_READ;
    if (got < 0) code = BAD;
    else if (status != ULNA_OK) code = fail("%s", ulna_status_text(status));
    else code = check_finite(out, count, width, s->out.records, name);
    const double *rows[QUANTITY_MAX] = {NULL};
    for (int k = 0; k < s->out.count; k++) rows[k] = out;  // one array is written
    if (code == DONE) code = arrays_rows(&s->out, (size_t)count, rows);
  }
  free(out), free(zeros);
  progress_clear();
  return code == DONE ? records_end(&s->out) : code;
}

int session_run_batch(session *s, bool links_only, batch_function compute, const char *name, int width)
{
  ulna_batch_options how = ulna_batch_options_default();
  ulna_batch *batch = NULL;
  how.links_only = links_only;
  s->out.expected = states_total(&s->states);
  const ulna_status status = ulna_batch_create(s->robot.model, &how, NULL, &batch);
  if (status != ULNA_OK) return fail("%s", ulna_status_text(status));
  const int code = run_blocks(s, batch, compute, name, width);
  ulna_batch_destroy(batch);
  return code;
}
