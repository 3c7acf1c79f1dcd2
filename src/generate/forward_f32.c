#define REAL_F32
static void begin_count(void) {}
#include "generate/forward_text.h"

const forward_formulations ulna_internal_forward_f32 = {"f32", size, run};
