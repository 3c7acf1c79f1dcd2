/* Meshes of any bytes: read or refused, and made small; the first byte chooses the format. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "page/mesh.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  static const char *const names[] = {"a.stl", "a.obj", "a.dae", "a.stl"};
  if (size < 1) return 0;
  char *copy = malloc(size);  // of this length and no more: the sanitizer sees who reads on
  if (!copy) return 0;
  memcpy(copy, data + 1, size - 1);
  copy[size - 1] = 0;
  text_buffer triangles;
  ulna_buffer_open(&triangles, NULL);
  page_mesh mesh;
  if (!ulna_mesh_read(names[data[0] % 4], copy, size - 1, &triangles) &&
      ulna_mesh_simplify(&triangles, 50, &mesh)) {
    for (size_t i = 0; i < 3 * mesh.triangle_count; i++)
      if (mesh.triangles[i] >= mesh.corner_count) abort();
    if (mesh.triangle_count > 50) abort();
    ulna_mesh_close(&mesh);
  }
  ulna_buffer_close(&triangles);
  free(copy);
  return 0;
}
