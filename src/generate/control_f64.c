#define REAL_F64
#include "generate/counts.h"

static void begin_count(const count_rules *rules) { (void)rules; }
#include "generate/control_text.h"

const control_formulations ulna_internal_control_f64 = {"f64", size, run};
