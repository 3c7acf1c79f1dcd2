#define REAL_F32
#include "count/counts.h"

static void begin_count(const count_rules *rules) { (void)rules; }
#include "count/control_text.h"

const control_formulations ulna_control_f32 = {"f32", size, run};
