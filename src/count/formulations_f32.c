/* The formulations over float. */
#define REAL_KIND "number/f32.h"
#include "count/formulations.h"

static void begin_count(const count_rules *rules) { (void)rules; }
#include "count/formulations_text.h"

const formulations ulna_formulations_f32 = FORMULATIONS_OF("f32");
const forward_formulations ulna_forward_f32 = {"f32", forward_size, forward_run};
const control_formulations ulna_control_f32 = {"f32", control_size, control_run};
