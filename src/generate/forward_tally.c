#define REAL_TALLY
#include <stddef.h>

#include "kernel/tally.h"

static void begin_count(void) { ulna_internal_tally_begin(TALLY_STRUCTURED, NULL, 0); }
#include "generate/forward_text.h"

const forward_formulations ulna_internal_forward_tally = {"tally", size, run};

forward_count ulna_internal_forward_count(void)
{
  const tally_count total = ulna_internal_tally_total();
  return (forward_count){total.multiplications, total.additions};
}
