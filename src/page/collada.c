/* Triangles of a COLLADA file (.dae): sources of numbers, primitives that index them, nodes that place them. */
#include "page/collada.h"

#include <math.h>
#include <string.h>

#include "base/arena.h"
#include "base/numbers.h"
#include "base/rotation.h"
#include "read/xml.h"
#include "text/number.h"

/* Rows of [A | p]. */
typedef struct {
  double m[12];
} placing;

typedef struct {
  arena memory;
  const xml_element *root;
  double metres; /* a unit's length */
  text_buffer *to;
  int nodes; /* seen so far: a scene of instances within instances has an end */
} collada;

enum { MOST_NODES = 10000, MOST_CORNERS = 16 };

static const char *const no_memory = "not enough memory";

static placing unit(void) { return (placing){{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0}}; }

static placing times(const placing *a, const placing *b)
{
  placing c;
  for (int i = 0; i < 3; i++)
    for (int k = 0; k < 4; k++) {
      double sum = k == 3 ? a->m[4 * i + 3] : 0;
      for (int j = 0; j < 3; j++) sum += a->m[4 * i + j] * b->m[4 * j + k];
      c.m[4 * i + k] = sum;
    }
  return c;
}

/* The numbers of a text: how many, at most `room` of them in x. */
static size_t numbers_of(const char *text, double x[], size_t room)
{
  size_t count = 0;
  for (const char *at = text + strspn(text, " \t\r\n"); *at; at += strspn(at, " \t\r\n")) {
    double value;
    const size_t used = ulna_decimal_or_word(at, &value);
    if (!used) return count;
    if (count < room) x[count] = value;
    count++;
    at += used;
  }
  return count;
}

/* All of them, in the arena. */
static double *all_numbers(collada *c, const char *text, size_t *count)
{
  *count = numbers_of(text, NULL, 0);
  double *x = arena_take_array(&c->memory, *count + 1, sizeof *x);
  if (x) numbers_of(text, x, *count);
  return x;
}

/* The element below `e`, or `e`, whose id is what "#id" names. */
static const xml_element *by_id(const xml_element *e, const char *reference)
{
  const xml_attribute *id = ulna_xml_find_attribute(e, "id");
  if (id && reference[0] == '#' && strcmp(id->value, reference + 1) == 0) return e;
  for (const xml_element *child = e->first; child; child = child->next) {
    const xml_element *found = by_id(child, reference);
    if (found) return found;
  }
  return NULL;
}

static const xml_element *referred(const collada *c, const xml_element *within, const xml_element *e,
                                   const char *attribute)
{
  const xml_attribute *a = ulna_xml_find_attribute(e, attribute);
  return a ? by_id(within ? within : c->root, a->value) : NULL;
}

static const xml_element *input_of(const xml_element *e, const char *semantic)
{
  for (const xml_element *i = ulna_xml_find_child(e, "input"); i; i = ulna_xml_next_child(i, "input")) {
    const xml_attribute *a = ulna_xml_find_attribute(i, "semantic");
    if (a && strcmp(a->value, semantic) == 0) return i;
  }
  return NULL;
}

static size_t whole_attribute(const xml_element *e, const char *name, size_t otherwise)
{
  const xml_attribute *a = e ? ulna_xml_find_attribute(e, name) : NULL;
  double x;
  if (!a || ulna_number(a->value, &x) != NUMBER_READ || !(x >= 0 && x <= 1e6)) return otherwise;
  return (size_t)x;
}

typedef struct {
  const double *numbers;
  size_t count, stride; /* corners; numbers from one to the next */
} positions;

/* The positions a primitive's VERTEX input leads to: vertices, source, float_array. */
static const char *find_positions(collada *c, const xml_element *mesh, const xml_element *primitive,
                                  positions *p, size_t *offset)
{
  const xml_element *vertex = input_of(primitive, "VERTEX");
  const xml_element *vertices = vertex ? referred(c, mesh, vertex, "source") : NULL;
  const xml_element *input = vertices ? input_of(vertices, "POSITION") : NULL;
  const xml_element *source = input ? referred(c, mesh, input, "source") : NULL;
  const xml_element *array = source ? ulna_xml_find_child(source, "float_array") : NULL;
  if (!array) return "a primitive without positions";
  const xml_element *technique = ulna_xml_find_child(source, "technique_common");
  const xml_element *accessor = technique ? ulna_xml_find_child(technique, "accessor") : NULL;
  p->stride = whole_attribute(accessor, "stride", 3);
  if (p->stride < 3) return "positions of fewer than three numbers";
  size_t count = 0;
  p->numbers = all_numbers(c, array->text, &count);
  if (!p->numbers) return no_memory;
  p->count = count / p->stride;
  *offset = whole_attribute(vertex, "offset", 0);
  return NULL;
}

static size_t index_stride(const xml_element *primitive)
{
  size_t most = 0;
  for (const xml_element *i = ulna_xml_find_child(primitive, "input"); i;
       i = ulna_xml_next_child(i, "input")) {
    const size_t offset = whole_attribute(i, "offset", 0);
    if (offset > most) most = offset;
  }
  return most + 1;
}

static const char *corner_at(const positions *p, double index, const placing *at, float to[3])
{
  if (!(index >= 0 && index < (double)p->count)) return "a triangle leads to a corner that is not there";
  const double *x = p->numbers + (size_t)index * p->stride;
  for (int i = 0; i < 3; i++)
    to[i] =
        (float)(at->m[4 * i] * x[0] + at->m[4 * i + 1] * x[1] + at->m[4 * i + 2] * x[2] + at->m[4 * i + 3]);
  return NULL;
}

/* A fan over the corners of one polygon. */
static const char *polygon(collada *c, const positions *p, const double *indices, size_t corners,
                           size_t stride, size_t offset, const placing *at)
{
  for (size_t k = 2; k < corners; k++) {
    float triangle[9];
    const size_t chosen[3] = {0, k - 1, k};
    for (int i = 0; i < 3; i++) {
      const char *why = corner_at(p, indices[chosen[i] * stride + offset], at, triangle + (ptrdiff_t)3 * i);
      if (why) return why;
    }
    const char *why = ulna_mesh_triangle(c->to, triangle);
    if (why) return why;
  }
  return NULL;
}

/* <triangles>, <polylist> (with <vcount>) or <polygons> (a <p> each). */
static const char *primitive(collada *c, const xml_element *mesh, const xml_element *e, const placing *at)
{
  positions p = {.count = 0};
  size_t offset = 0;
  const char *why = find_positions(c, mesh, e, &p, &offset);
  const size_t stride = index_stride(e);
  const bool each = strcmp(e->name, "polygons") == 0;
  for (const xml_element *list = ulna_xml_find_child(e, "p"); list && !why;
       list = ulna_xml_next_child(list, "p")) {
    size_t count = 0, counts = 0;
    const double *indices = all_numbers(c, list->text, &count);
    const xml_element *vcount = ulna_xml_find_child(e, "vcount");
    const double *sizes = vcount ? all_numbers(c, vcount->text, &counts) : NULL;
    if (!indices || c->memory.failed) return no_memory;
    const size_t whole = count / stride;
    size_t polygons = sizes ? counts : each ? 1 : count / (3 * stride), used = 0;
    for (size_t i = 0; i < polygons && !why; i++) {
      const double size = sizes ? sizes[i] : each ? (double)whole : 3;
      if (!(size >= 0 && size <= 1e6) || (size_t)size * stride > count - used)
        return "it ends inside a polygon";
      why = polygon(c, &p, indices + used, (size_t)size, stride, offset, at);
      used += (size_t)size * stride;
    }
  }
  return why;
}

static const char *geometry(collada *c, const xml_element *e, const placing *at)
{
  const xml_element *mesh = e ? ulna_xml_find_child(e, "mesh") : NULL;
  const char *why = mesh ? NULL : "a geometry that is not a mesh";
  for (const xml_element *k = mesh ? mesh->first : NULL; k && !why; k = k->next)
    if (strcmp(k->name, "triangles") == 0 || strcmp(k->name, "polylist") == 0 ||
        strcmp(k->name, "polygons") == 0)
      why = primitive(c, mesh, k, at);
  return why;
}

/* One <matrix>, <translate>, <scale> or <rotate> of a node. */
static void transform(const xml_element *e, placing *at)
{
  double x[16];
  const size_t count = numbers_of(e->text, x, 16);
  placing step = unit();
  if (strcmp(e->name, "matrix") == 0 && count == 16) memcpy(step.m, x, sizeof step.m);
  else if (strcmp(e->name, "translate") == 0 && count == 3)
    for (int i = 0; i < 3; i++) step.m[4 * i + 3] = x[i];
  else if (strcmp(e->name, "scale") == 0 && count == 3)
    for (int i = 0; i < 3; i++) step.m[5 * i] = x[i];
  else if (strcmp(e->name, "rotate") == 0 && count == 4) {  // about x y z by degrees
    const double length = sqrt(x[0] * x[0] + x[1] * x[1] + x[2] * x[2]);
    const double axis[3] = {x[0] / length, x[1] / length, x[2] / length};
    double R[3][3];
    rotation_about(axis, x[3] * PI / 180, R);
    for (int i = 0; i < 3 && length > 0; i++) memcpy(step.m + 4 * i, R[i], sizeof R[i]);
  }
  *at = times(at, &step);
}

static const char *node(collada *c, const xml_element *e, placing at, int depth)
{
  if (++c->nodes > MOST_NODES || depth > XML_DEEPEST) return "nodes without end";
  const char *why = NULL;
  for (const xml_element *k = e->first; k && !why; k = k->next) {
    if (strcmp(k->name, "node") == 0) why = node(c, k, at, depth + 1);
    else if (strcmp(k->name, "instance_geometry") == 0) why = geometry(c, referred(c, NULL, k, "url"), &at);
    else if (strcmp(k->name, "instance_node") == 0) {
      const xml_element *other = referred(c, NULL, k, "url");
      if (other) why = node(c, other, at, depth + 1);
    } else transform(k, &at);
  }
  return why;
}

static const char *scene(collada *c)
{
  placing at = unit();
  for (int i = 0; i < 3; i++) at.m[5 * i] = c->metres;
  const xml_element *named = ulna_xml_find_child(c->root, "scene");
  const xml_element *instance = named ? ulna_xml_find_child(named, "instance_visual_scene") : NULL;
  const xml_element *found = instance ? referred(c, NULL, instance, "url") : NULL;
  return found ? node(c, found, at, 0) : "no scene in it";
}

const char *ulna_collada_read(const char *text, size_t length, text_buffer *triangles)
{
  collada c = {.metres = 1, .to = triangles};
  arena_init(&c.memory, &triangles->allocator);
  xml_error error = {0};
  c.root = ulna_xml_parse(&c.memory, text, length, &error);
  const char *why = c.memory.failed ? no_memory : c.root ? NULL : "not XML that can be read";
  if (!why) {
    const xml_element *asset = ulna_xml_find_child(c.root, "asset");
    const xml_element *units = asset ? ulna_xml_find_child(asset, "unit") : NULL;
    const xml_attribute *metre = units ? ulna_xml_find_attribute(units, "meter") : NULL;
    double x;
    if (metre && ulna_number(metre->value, &x) == NUMBER_READ && x > 0) c.metres = x;
    why = scene(&c);
  }
  arena_free(&c.memory);
  return why;
}
