#define REAL_F64
static void begin_count(void) {}
#include "count/forward_text.h"

const forward_formulations ulna_forward_f64 = {"f64", size, run};
