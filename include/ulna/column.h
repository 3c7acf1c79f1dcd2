/* What one number of a row is: for runs that give rows and recordings that keep them. */
#ifndef ULNA_COLUMN_H
#define ULNA_COLUMN_H

#include "ulna/status.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A CSV's header has "q1 [rad]", the name and the unit (none: the name alone). Columns of the same group stand together;
 * a NumPy file has one array for each group, with a column for each index from 1. Index 0: the group is one number. */
typedef struct {
  const char *name, *unit, *group;
  int index;
} ulna_column;

#ifdef __cplusplus
}
#endif
#endif
