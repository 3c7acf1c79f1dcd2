/* The built-in robots where there are no readers: as numbers and names (page/words.h), from tests/gpu/robots_in_words.inc. C and C++. */
#ifndef ULNA_TESTS_GPU_ROBOTS_H
#define ULNA_TESTS_GPU_ROBOTS_H

#include <stddef.h>

#include "ulna/model.h"
#include "ulna/status.h"

#ifdef __cplusplus
extern "C" {
#endif
typedef struct {
  const char *key;
  const double *numbers;
  size_t number_count;
  const char *names;
  size_t name_bytes;
} gpu_robot;

extern const gpu_robot gpu_robots[];
extern const int gpu_robot_count;

/* ULNA_NOT_FOUND: no such robot; or as ulna_words_read. */
ulna_status gpu_robot_load(const char *key, ulna_model **model) ULNA_MUST_CHECK;
#ifdef __cplusplus
}
#endif

#endif
