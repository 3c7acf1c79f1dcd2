/* How a name ends, for the kind of a file. Header only. */
#ifndef ULNA_BASE_ENDING_H
#define ULNA_BASE_ENDING_H

#include <stdbool.h>
#include <string.h>
#include <strings.h>

/* Capitals count as small letters. */
static inline bool has_ending(const char *name, const char *ending)
{
  const size_t length = strlen(name), tail = strlen(ending);
  return length >= tail && strcasecmp(name + length - tail, ending) == 0;
}

#endif
