#define REAL_TALLY
#include <stddef.h>

#include "count/counts.h"
#include "number/tally.h"

static void begin_count(const count_rules *rules)
{
  ulna_tally_begin(rules->full_matrix_rotations ? TALLY_FULL_MATRIX : TALLY_STRUCTURED, NULL, 0);
}
#include "count/control_text.h"

const control_formulations ulna_control_tally = {"tally", size, run};

void ulna_control_count(count_result *result)
{
  const tally_count total = ulna_tally_total();
  *result = (count_result){.total = {total.multiplications, total.additions}};
  for (int i = 0; i < COUNT_ROWS; i++) {
    const tally_count *c = &ulna_tally.count[i];
    result->row[i] = (count_pair){c->multiplications, c->additions};
    result->visits[i] = c->visits;
  }
}
