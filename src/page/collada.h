/* Triangles of a COLLADA file (.dae), as its scene places them, in metres. */
#ifndef ULNA_PAGE_COLLADA_H
#define ULNA_PAGE_COLLADA_H

#include "page/buffer.h"

/* NULL, or why not. The up-axis is left as the file has it, as other readers of robots do. */
const char *ulna_collada_read(const char *text, size_t length, text_buffer *triangles);

/* mesh.c: adds one triangle, nine floats. NULL, or why not. */
const char *ulna_mesh_triangle(text_buffer *to, const float corners[9]);

#endif
