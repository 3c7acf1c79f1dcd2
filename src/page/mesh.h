/* Meshes for pictures: STL (text and binary), OBJ and COLLADA (.dae) as triangles, and fewer triangles of them.
 *
 * Files come from anywhere: a wrong length, an index out of range or an invalid number is reported, never trusted. */
#ifndef ULNA_PAGE_MESH_H
#define ULNA_PAGE_MESH_H

#include <stdint.h>

#include "page/buffer.h"

enum { MESH_MOST_BYTES = 64 << 20, MESH_MOST_TRIANGLES = 2000000 };

/* Reads the bytes of a file as the ending of its name says: nine floats for each triangle go to `triangles`. NULL, or why
 * not, in words that live for ever; `triangles` then holds nothing of use. */
const char *ulna_mesh_read(const char *name, const char *bytes, size_t length, text_buffer *triangles);

/* Corners, and triangles as three numbers of corners each. */
typedef struct {
  size_t corner_count, triangle_count;
  float *corners;
  uint32_t *triangles;
  text_buffer corner_memory, triangle_memory;
} page_mesh;

/* At most so many triangles: corners in one cell of a grid become one, in their middle; the grid is as fine as that allows.
 * A mesh with few enough keeps all, its equal corners joined. False if there is no memory. */
bool ulna_mesh_simplify(const text_buffer *triangles, size_t most, page_mesh *mesh);
void ulna_mesh_close(page_mesh *mesh);

#endif
