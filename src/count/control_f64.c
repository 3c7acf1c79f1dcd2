#define REAL_F64
#include "count/counts.h"

static void begin_count(const count_rules *rules) { (void)rules; }
#include "count/control_text.h"

const control_formulations ulna_control_f64 = {"f64", size, run};
