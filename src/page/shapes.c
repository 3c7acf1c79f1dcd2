/* The shapes a URDF gives its links, for the picture: boxes, cylinders, spheres, and meshes that are found on disk. */
#include <errno.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "page/mesh.h"
#include "page/page_internal.h"
#include "read/xml.h"
#include "text/file.h"
#include "text/number.h"
#include "text/path.h"
#include "text/text.h"

/* Triangles of all meshes of a page together. */
enum { PAGE_TRIANGLES = 60000, MOST_SHAPES = 2000 };

typedef struct {
  arena memory;
  const ulna_model *model;
  const xml_element *root;
  const char *folder; /* of the URDF, with its slash; "": the working folder */
  text_buffer *shapes, *meshes, *missing;
  int mesh_count, mesh_total, shape_count;
  struct {
    const char *name;
    int number; /* in the page; -1: missing */
  } known[256];
  int known_count;
} drawing;

static bool numbers_from(const xml_element *e, const char *attribute, double x[], int count)
{
  const xml_attribute *a = e ? ulna_xml_find_attribute(e, attribute) : NULL;
  const char *at = a ? a->value : NULL;
  for (int i = 0; at && i < count; i++) {
    at += strspn(at, " \t\r\n");
    const size_t used = ulna_decimal(at, &x[i]);
    if (!used || !isfinite(x[i])) return false;
    at += used;
  }
  return at != NULL;
}

static void add_missing(drawing *d, const char *name, const char *why)
{
  ulna_buffer_text(d->missing, d->missing->length ? ",\n{\"name\":" : "{\"name\":");
  ulna_buffer_string(d->missing, name);
  ulna_buffer_text(d->missing, ",\"why\":");
  ulna_buffer_string(d->missing, why);
  ulna_buffer_text(d->missing, "}");
}

/* Which of the model's links carries a link of the file, and where; -1: none (it is off the chain). */
static int carrier_of(const ulna_model *model, const char *name, ulna_pose *pose)
{
  *pose = ulna_pose_identity();
  const int link = ulna_model_find_link(model, name);
  if (link >= 0) return link;
  const int frame = ulna_model_find_frame(model, name);
  if (frame < 0) return -1;
  *pose = ulna_model_frame(model, frame)->pose;
  return ulna_model_find_link(model, ulna_model_frame(model, frame)->link);
}

/* Where a mesh's file is. package://NAME/REST is under the folder NAME that the URDF lies in, or under its own; nothing
 * leads out of these. NULL: why not. */
static char *find_mesh(drawing *d, const char *name, const char **why)
{
  const char *folder = d->folder, *rest = name;
  static const char *const schemes[] = {"package://", "model://", "file://"};
  for (int i = 0; i < 3; i++)
    if (strncmp(name, schemes[i], strlen(schemes[i])) == 0) rest = name + strlen(schemes[i]);
  const bool package = rest != name && *rest != '/';
  char home[PATH_MAX];
  if (package && realpath(*folder ? folder : ".", home)) {
    const size_t length = strcspn(rest, "/");
    char *part = home;  // a folder of the package's name, on the way to the URDF
    while (*part && !(part[0] == '/' && strncmp(part + 1, rest, length) == 0 &&
                      (part[1 + length] == '/' || part[1 + length] == 0)))
      part++;
    if (*part) {
      part[1 + length] = 0;
      folder = ulna_text_format(&d->memory, "%s/", home);
      rest += length + (rest[length] == '/');
    }
  }
  *why = NULL;
  if (!folder) *why = "not enough memory";
  else if (!ulna_path_stays(folder, rest)) *why = "it lies outside the robot's folder";
  return *why ? NULL : ulna_text_format(&d->memory, "%s%s", *rest == '/' ? "" : folder, rest);
}

/* A whole file in the buffer, with a 0 behind it. NULL, or why not. */
static const char *read_bytes(const char *path, text_buffer *b)
{
  FILE *file = fopen(path, "rbe");
  if (!file) return strerror(errno);
  char block[1 << 16];
  size_t got;
  while ((got = fread(block, 1, sizeof block, file)) > 0 && b->length <= MESH_MOST_BYTES)
    ulna_buffer_bytes(b, block, got);
  const bool failed = ferror(file) != 0;
  fclose(file);
  if (failed) return "it cannot be read";
  if (b->length > MESH_MOST_BYTES) return "larger than 64 MB";
  ulna_buffer_bytes(b, "", 1);
  if (b->failed) return "not enough memory";
  b->length--;
  return NULL;
}

static const char *add_mesh(drawing *d, const char *name, const char *path)
{
  text_buffer bytes, triangles;
  ulna_buffer_open(&bytes, &d->memory.allocator);
  ulna_buffer_open(&triangles, &d->memory.allocator);
  const char *why = read_bytes(path, &bytes);
  if (!why) why = ulna_mesh_read(path, bytes.text, bytes.length, &triangles);
  page_mesh mesh;
  if (!why) {
    const size_t most = PAGE_TRIANGLES / (size_t)(d->mesh_total > 0 ? d->mesh_total : 1);
    if (ulna_mesh_simplify(&triangles, most, &mesh)) {
      text_buffer *b = d->meshes;
      ulna_buffer_text(b, b->length ? ",\n{\"name\":" : "{\"name\":");
      ulna_buffer_string(b, name);
      ulna_buffer_format(b, ",\"count\":%zu,\"of\":%zu,\"points\":", mesh.triangle_count,
                         triangles.length / (9 * sizeof(float)));
      ulna_buffer_packed(b, mesh.corners, 3 * mesh.corner_count, sizeof(float));
      ulna_buffer_text(b, ",\"triangles\":");
      ulna_buffer_packed(b, mesh.triangles, 3 * mesh.triangle_count, sizeof(uint32_t));
      ulna_buffer_text(b, "}");
      ulna_mesh_close(&mesh);
    } else {
      why = "not enough memory";
    }
  }
  ulna_buffer_close(&triangles);
  ulna_buffer_close(&bytes);
  return why;
}

/* The number of a mesh in the page, read when it is first met; -1: it is among the missing. */
static int mesh_number(drawing *d, const char *name)
{
  for (int i = 0; i < d->known_count; i++)
    if (strcmp(d->known[i].name, name) == 0) return d->known[i].number;
  const char *why;
  const char *path = find_mesh(d, name, &why);
  if (path) why = add_mesh(d, name, path);
  const int number = why || d->known_count == (int)(sizeof d->known / sizeof *d->known) ? -1 : d->mesh_count;
  if (why) add_missing(d, name, why);
  else d->mesh_count++;
  if (d->known_count < (int)(sizeof d->known / sizeof *d->known)) {
    d->known[d->known_count].name = name;
    d->known[d->known_count++].number = number;
  }
  return number;
}

/* A visual's colour: its own, or that of the robot's material it names. */
static bool colour_of(const drawing *d, const xml_element *visual, double rgba[4])
{
  const xml_element *material = ulna_xml_find_child(visual, "material");
  if (!material) return false;
  if (numbers_from(ulna_xml_find_child(material, "color"), "rgba", rgba, 4)) return true;
  const xml_attribute *name = ulna_xml_find_attribute(material, "name");
  for (const xml_element *m = ulna_xml_find_child(d->root, "material"); m && name;
       m = ulna_xml_next_child(m, "material")) {
    const xml_attribute *other = ulna_xml_find_attribute(m, "name");
    if (other && strcmp(other->value, name->value) == 0)
      return numbers_from(ulna_xml_find_child(m, "color"), "rgba", rgba, 4);
  }
  return false;
}

typedef struct {
  const char *kind;
  double size[3];
  int mesh;
} shape;

/* What stands in <geometry>; false: nothing that can be drawn, which has been listed. */
static bool read_shape(drawing *d, const xml_element *geometry, const char *link, shape *s)
{
  const xml_element *e = geometry ? geometry->first : NULL;
  *s = (shape){.kind = e ? e->name : "", .size = {1, 1, 1}, .mesh = -1};
  bool sound = false;
  if (strcmp(s->kind, "box") == 0) sound = numbers_from(e, "size", s->size, 3);
  else if (strcmp(s->kind, "sphere") == 0) sound = numbers_from(e, "radius", s->size, 1);
  else if (strcmp(s->kind, "cylinder") == 0)
    sound = numbers_from(e, "radius", s->size, 1) && numbers_from(e, "length", s->size + 1, 1);
  else if (strcmp(s->kind, "mesh") == 0) {
    const xml_attribute *name = ulna_xml_find_attribute(e, "filename");
    if (ulna_xml_find_attribute(e, "scale") && !numbers_from(e, "scale", s->size, 3)) name = NULL;
    if (name) s->mesh = mesh_number(d, name->value);
    if (name && s->mesh < 0) return false;
    sound = name != NULL;
  }
  for (int i = 0; i < 3 && strcmp(s->kind, "mesh") != 0; i++) sound = sound && s->size[i] > 0;
  if (!sound) add_missing(d, link, "a visual whose geometry cannot be read");
  return sound;
}

static void add_visual(drawing *d, const xml_element *visual, const char *link_name, int link,
                       const ulna_pose *in_link)
{
  shape s;
  if (d->shape_count >= MOST_SHAPES || !read_shape(d, ulna_xml_find_child(visual, "geometry"), link_name, &s))
    return;
  double xyz[3] = {0, 0, 0}, rpy[3] = {0, 0, 0}, rgba[4];
  const xml_element *origin = ulna_xml_find_child(visual, "origin");
  if (origin && ulna_xml_find_attribute(origin, "xyz")) numbers_from(origin, "xyz", xyz, 3);
  if (origin && ulna_xml_find_attribute(origin, "rpy")) numbers_from(origin, "rpy", rpy, 3);
  const ulna_pose own = ulna_pose_from_rpy(xyz, rpy), pose = ulna_pose_multiply(in_link, &own);
  double numbers[12];
  for (int i = 0; i < 3; i++) {
    memcpy(numbers + 4 * i, pose.R[i], sizeof pose.R[i]);
    numbers[4 * i + 3] = pose.p[i];
  }
  text_buffer *b = d->shapes;
  ulna_buffer_format(b, "%s{\"kind\":\"%s\",\"link\":%d,\"pose\":", d->shape_count++ ? ",\n" : "", s.kind,
                     link);
  ulna_buffer_numbers(b, numbers, 12);
  ulna_buffer_format(b, s.mesh < 0 ? ",\"size\":" : ",\"mesh\":%d,\"scale\":", s.mesh);
  ulna_buffer_numbers(b, s.size, 3);
  if (colour_of(d, visual, rgba)) {
    ulna_buffer_text(b, ",\"colour\":");
    ulna_buffer_numbers(b, rgba, 4);
  }
  ulna_buffer_text(b, "}");
}

static int count_meshes(const xml_element *root)
{
  int count = 0;
  for (const xml_element *l = ulna_xml_find_child(root, "link"); l; l = ulna_xml_next_child(l, "link"))
    for (const xml_element *v = ulna_xml_find_child(l, "visual"); v; v = ulna_xml_next_child(v, "visual")) {
      const xml_element *g = ulna_xml_find_child(v, "geometry");
      count += g && ulna_xml_find_child(g, "mesh");
    }
  return count;
}

static void draw_links(drawing *d)
{
  for (const xml_element *l = ulna_xml_find_child(d->root, "link"); l; l = ulna_xml_next_child(l, "link")) {
    const xml_attribute *name = ulna_xml_find_attribute(l, "name");
    ulna_pose pose;
    const int link = name ? carrier_of(d->model, name->value, &pose) : -1;
    for (const xml_element *v = ulna_xml_find_child(l, "visual"); v && link >= 0;
         v = ulna_xml_next_child(v, "visual"))
      add_visual(d, v, name->value, link, &pose);
  }
}

static void list_json(text_buffer *b, const char *name, text_buffer *list)
{
  ulna_buffer_format(b, ",\n\"%s\":[", name);
  ulna_buffer_bytes(b, list->text, list->length);
  ulna_buffer_text(b, "]");
  if (list->failed) b->failed = true;
  ulna_buffer_close(list);
}

void ulna_page_shapes(text_buffer *b, const ulna_model *model, const char *file)
{
  if (!file || !has_ending(file, ".urdf")) return;
  text_buffer shapes, meshes, missing;
  ulna_buffer_open(&shapes, &b->allocator);
  ulna_buffer_open(&meshes, &b->allocator);
  ulna_buffer_open(&missing, &b->allocator);
  drawing d = {.model = model, .shapes = &shapes, .meshes = &meshes, .missing = &missing};
  arena_init(&d.memory, &b->allocator);
  const char *slash = strrchr(file, '/');
  d.folder = slash ? arena_copy_bytes(&d.memory, file, (size_t)(slash - file) + 1) : "";
  char *text = NULL;
  size_t length = 0;
  xml_error error = {0};
  if (ulna_text_read_file(file, &d.memory, NULL, &text, &length) == ULNA_OK)
    d.root = ulna_xml_parse(&d.memory, text, length, &error);
  if (d.root && d.folder) {
    d.mesh_total = count_meshes(d.root);
    draw_links(&d);
  } else {
    add_missing(&d, file, "it cannot be read again");
  }
  list_json(b, "shapes", &shapes);
  list_json(b, "meshes", &meshes);
  list_json(b, "missing", &missing);
  arena_free(&d.memory);
}
