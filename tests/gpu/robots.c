/* The built-in robots, for programs that run where there are no readers. */
#include "gpu/robots.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "page/words.h"

#include "gpu/robots_in_words.inc"

ulna_status gpu_robot_load(const char *key, ulna_model **model)
{
  for (int r = 0; r < gpu_robot_count; r++) {
    const gpu_robot *robot = &gpu_robots[r];
    if (strcmp(robot->key, key) != 0) continue;
    robot_words words = {.number_count = robot->number_count, .name_bytes = robot->name_bytes};
    words.numbers = malloc(words.number_count * sizeof *words.numbers),
    words.names = malloc(words.name_bytes);
    ulna_status status = words.numbers && words.names ? ULNA_OK : ULNA_OUT_OF_MEMORY;
    if (status == ULNA_OK) {
      memcpy(words.numbers, robot->numbers, words.number_count * sizeof *words.numbers);
      memcpy(words.names, robot->names, words.name_bytes);
      status = ulna_words_read(&words, NULL, model);
    }
    free(words.numbers), free(words.names);
    return status;
  }
  return ULNA_NOT_FOUND;
}
