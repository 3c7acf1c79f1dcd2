#define REAL_TALLY
#include "generate/formulations_text.h"

const formulations ulna_internal_formulations_tally = {"tally", size, inverse_dynamics, joint_wrenches};
