/* The interface of the readers of single formats. */
#ifndef ULNA_READ_READ_H
#define ULNA_READ_READ_H

#include "text/file.h"
#include "ulna/read.h"

/* Each format's reader. ULNA_OK: *builder holds what could be read, and whatever could not is reported and
 * marked ULNA_MARK_REPORTED there; the caller runs the checks, finishes, destroys. Any other status: *builder is
 * untouched, and the report says why (unless ULNA_OUT_OF_MEMORY). The caller applies options->gravity and
 * options->accept; the reader applies or refuses the others. Places in the file are given to the builder with
 * ulna_builder_set_file and ulna_builder_set_location under the paths that the checks use (see model/check.c): name,
 * gravity, base, tool, payload, joints[i].theta, joints[i].origin, joints[i].axis, joints[i].limits.lower,
 * joints[i].friction, joints[i].link.mass, .com, .inertia.about, drives[i].…, frames[i]. */
ulna_status ulna_read_yaml(const text_input *in, const ulna_read_options *options, ulna_builder **builder);
ulna_status ulna_read_urdf(const text_input *in, const ulna_read_options *options, ulna_builder **builder);

#endif
