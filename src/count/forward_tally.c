#define REAL_TALLY
#include <stddef.h>

#include "number/tally.h"

static void begin_count(void) { ulna_tally_begin(TALLY_STRUCTURED, NULL, 0); }
#include "count/forward_text.h"

const forward_formulations ulna_forward_tally = {"tally", size, run};

forward_count ulna_forward_count(void)
{
  const tally_count total = ulna_tally_total();
  return (forward_count){total.multiplications, total.additions};
}
