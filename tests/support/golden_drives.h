/* Golden cases with drives, as models. */
#ifndef ULNA_TESTS_GOLDEN_DRIVES_H
#define ULNA_TESTS_GOLDEN_DRIVES_H

#include "support/golden.h"

/* The chain of a case of open-drives.json with its actuators, elements and payload. */
ulna_model *golden_driven_model(const json_t *one_case);

#endif
