/* The formulations over double. */
#include "count/formulations.h"

static void begin_count(const count_rules *rules) { (void)rules; }
#include "count/formulations_text.h"

const formulations ulna_formulations_f64 = FORMULATIONS_OF("f64");
const forward_formulations ulna_forward_f64 = {"f64", forward_size, forward_run};
const control_formulations ulna_control_f64 = {"f64", control_size, control_run};
