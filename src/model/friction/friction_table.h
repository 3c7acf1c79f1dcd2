/* The axes of a friction table, and how many forces it holds. */
#ifndef ULNA_MODEL_FRICTION_FRICTION_TABLE_H
#define ULNA_MODEL_FRICTION_FRICTION_TABLE_H

#include "ulna/builder.h"

enum { FRICTION_AXES = 4 };
typedef struct {
  const char *name; /* as files have it */
  int count;        /* 0: not there */
  const double *points;
} friction_axis;

/* The slowest first. */
static inline void friction_axes(const ulna_friction *f, friction_axis axes[FRICTION_AXES])
{
  axes[0] = (friction_axis){"velocity", f->table_count, f->table_velocity};
  axes[1] = (friction_axis){"position", f->table_position_count, f->table_position};
  axes[2] = (friction_axis){"load", f->table_load_count, f->table_load};
  axes[3] = (friction_axis){"moment", f->table_moment_count, f->table_moment};
}

static inline int friction_table_size(const ulna_friction *f)
{
  friction_axis axes[FRICTION_AXES];
  int size = f->table_count;
  friction_axes(f, axes);
  for (int k = 1; k < FRICTION_AXES; k++)
    if (axes[k].count > 0) size *= axes[k].count;
  return size;
}

#endif
