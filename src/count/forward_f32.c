#define REAL_F32
static void begin_count(void) {}
#include "count/forward_text.h"

const forward_formulations ulna_forward_f32 = {"f32", size, run};
