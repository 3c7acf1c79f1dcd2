/* Declarations that the parts of the robot file's reader share. */
#ifndef ULNA_READ_YAML_H
#define ULNA_READ_YAML_H

#include "read/parts/parts.h"
#include "read/read.h"

/* The builder that the reader tells of places: that of the robot. */
static inline ulna_builder *builder_of(const reader *r) { return r->owner; }

void ulna_yaml_friction(reader *r, const node *n, where w, bool at_joint, ulna_friction *friction);
void ulna_yaml_drives(reader *r, const node *n, const char *name);

#endif
