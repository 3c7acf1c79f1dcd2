/* Fewer triangles: corners in one cell of a grid become one, in their middle. */
#include <math.h>
#include <string.h>

#include "base/hash.h"
#include "page/mesh.h"

/* A cell of the grid, or a corner's exact bits: what makes corners one. */
typedef struct {
  int32_t at[3];
  uint32_t index; /* of the corner made of it, from 1; 0: free */
  uint32_t count;
} cell;

typedef struct {
  const float *from;
  size_t triangles;    /* before */
  float low[3], width; /* of the grid; width 0: equal corners alone become one */
  cell *cells;
  size_t mask;
  float *corners;
  uint32_t *indices; /* NULL: counted alone */
  size_t corner_count, kept;
} grid;

static uint32_t find_corner(grid *g, const float p[3])
{
  int32_t at[3];
  uint64_t hash = HASH_START;
  for (int k = 0; k < 3; k++) {
    if (g->width > 0) at[k] = (int32_t)((p[k] - g->low[k]) / g->width);
    else memcpy(&at[k], &p[k], sizeof at[k]);
    hash = hash_step(hash, (uint32_t)at[k]);
  }
  size_t place = (size_t)(hash ^ hash >> 29) & g->mask;
  while (g->cells[place].index && memcmp(g->cells[place].at, at, sizeof at) != 0)
    place = (place + 1) & g->mask;
  cell *c = &g->cells[place];
  if (!c->index) {
    memcpy(c->at, at, sizeof at);
    c->index = (uint32_t)++g->corner_count;
    memset(g->corners + 3 * (g->corner_count - 1), 0, 3 * sizeof(float));
  }
  // the middle of all that fall into it, kept as a running mean
  float *mean = g->corners + (size_t)3 * (c->index - 1);
  c->count++;
  for (int k = 0; k < 3; k++) mean[k] += (p[k] - mean[k]) / (float)c->count;
  return c->index - 1;
}

/* All triangles whose corners stay three; how many is g->kept. */
static void gather(grid *g)
{
  memset(g->cells, 0, (g->mask + 1) * sizeof *g->cells);
  g->corner_count = g->kept = 0;
  for (size_t i = 0; i < g->triangles; i++) {
    uint32_t t[3];
    for (size_t k = 0; k < 3; k++) t[k] = find_corner(g, g->from + 9 * i + 3 * k);
    if (t[0] == t[1] || t[1] == t[2] || t[2] == t[0]) continue;
    memcpy(g->indices + 3 * g->kept++, t, sizeof t);
  }
}

static float find_bounds(const float *from, size_t triangles, float low[3])
{
  float high[3];
  memcpy(low, from, 3 * sizeof(float));
  memcpy(high, from, sizeof high);
  for (size_t i = 0; i < 3 * triangles; i++)
    for (int k = 0; k < 3; k++) {
      low[k] = fminf(low[k], from[3 * i + (size_t)k]);
      high[k] = fmaxf(high[k], from[3 * i + (size_t)k]);
    }
  return fmaxf(high[0] - low[0], fmaxf(high[1] - low[1], high[2] - low[2]));
}

static void *room(text_buffer *b, const ulna_allocator *allocator, size_t bytes)
{
  ulna_buffer_open(b, allocator);
  b->text = b->allocator.allocate(b->allocator.context, bytes, 16);
  b->room = b->text ? bytes : 0;
  return b->text;
}

bool ulna_mesh_simplify(const text_buffer *triangles, size_t most, page_mesh *mesh)
{
  *mesh = (page_mesh){.corner_count = 0};
  grid g = {.from = (const float *)triangles->text, .triangles = triangles->length / (9 * sizeof(float))};
  size_t places = 64;
  while (places < 6 * g.triangles) places *= 2;
  g.mask = places - 1;
  text_buffer cells;
  g.cells = room(&cells, &triangles->allocator, places * sizeof *g.cells);
  g.corners = room(&mesh->corner_memory, &triangles->allocator, 9 * g.triangles * sizeof(float) + 16);
  g.indices = room(&mesh->triangle_memory, &triangles->allocator, 3 * g.triangles * sizeof(uint32_t) + 16);
  const bool there = g.cells && g.corners && g.indices;
  if (there) {
    const float size = find_bounds(g.from, g.triangles, g.low);
    gather(&g);
    for (float cells_across = 400; g.kept > most; cells_across *= 0.8f) {
      g.width = size / cells_across;
      gather(&g);
    }
    mesh->corners = g.corners;
    mesh->triangles = g.indices;
    mesh->corner_count = g.corner_count;
    mesh->triangle_count = g.kept;
  }
  ulna_buffer_close(&cells);
  if (!there) ulna_mesh_close(mesh);
  return there;
}

void ulna_mesh_close(page_mesh *mesh)
{
  ulna_buffer_close(&mesh->corner_memory);
  ulna_buffer_close(&mesh->triangle_memory);
  mesh->corners = NULL;
  mesh->triangles = NULL;
}
