/* A name's place in a list of names. Header only. */
#ifndef ULNA_BASE_NAMES_H
#define ULNA_BASE_NAMES_H

#include <string.h>

/* -1: it is not there. */
static inline int find_name(const char *name, const char *const names[], int count)
{
  for (int i = 0; i < count; i++)
    if (strcmp(name, names[i]) == 0) return i;
  return -1;
}

#endif
