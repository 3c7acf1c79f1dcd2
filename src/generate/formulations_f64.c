#define REAL_F64
#include "generate/formulations_text.h"

const formulations ulna_internal_formulations_f64 = {"f64", size, inverse_dynamics, joint_wrenches};
