#define REAL_F32
#include "generate/formulations_text.h"

const formulations ulna_internal_formulations_f32 = {"f32", size, inverse_dynamics, joint_wrenches};
