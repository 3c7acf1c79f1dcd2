/* From one kind of number back to plain doubles: results on their way to a caller, which no kernel reads again. */
#ifndef ULNA_MODEL_PLAIN_NUMBERS_H
#define ULNA_MODEL_PLAIN_NUMBERS_H

#include "kernel/vec3.h"

KERNEL void vec3_store(vec3 v, double out[3])
{
  out[0] = value_of(v.x), out[1] = value_of(v.y), out[2] = value_of(v.z);
}

#endif
