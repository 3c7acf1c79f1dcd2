/* Meshes of STL and OBJ files as triangles. */
#include "page/mesh.h"

#include <math.h>
#include <string.h>

#include "page/collada.h"
#include "text/number.h"
#include "text/text.h"

static const char not_finite[] = "a corner is not finite";
static const char too_many[] = "more than 2,000,000 triangles";
static const char no_memory[] = "not enough memory";
static const char empty[] = "no triangle in it";

/* Whether a triangle may go on. Far outside what a robot can have, floats would overflow in the picture. */
static bool sound(const float corners[9])
{
  for (int i = 0; i < 9; i++)
    if (!isfinite(corners[i]) || fabsf(corners[i]) > 1e9f) return false;
  return true;
}

const char *ulna_mesh_triangle(text_buffer *to, const float corners[9])
{
  if (!sound(corners)) return not_finite;
  if (to->length >= (size_t)MESH_MOST_TRIANGLES * 9 * sizeof(float)) return too_many;
  ulna_buffer_bytes(to, corners, 9 * sizeof(float));
  return to->failed ? no_memory : NULL;
}

static uint32_t little_endian(const unsigned char *b)
{
  return (uint32_t)b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16 | (uint32_t)b[3] << 24;
}

/* 80 bytes of head, a count, then 50 bytes a triangle: a normal, three corners, two bytes nobody needs. */
static const char *binary_stl(const unsigned char *bytes, size_t length, text_buffer *to)
{
  if (length < 84) return "shorter than the head of an STL file";
  const uint32_t count = little_endian(bytes + 80);
  if (count > MESH_MOST_TRIANGLES) return too_many;
  if (length - 84 < (size_t)count * 50) return "it ends before its last triangle";
  for (uint32_t i = 0; i < count; i++) {
    float corners[9];
    for (int k = 0; k < 9; k++) {
      const uint32_t bits = little_endian(bytes + 84 + (size_t)i * 50 + 12 + 4 * (size_t)k);
      memcpy(&corners[k], &bits, sizeof bits);
    }
    const char *why = ulna_mesh_triangle(to, corners);
    if (why) return why;
  }
  return count ? NULL : empty;
}

static const char *skip_blanks(const char *at) { return at + strspn(at, " \t\r\n\v\f"); }

static const char *read_numbers(const char *at, float to[], int count)
{
  for (int k = 0; k < count; k++) {
    double x;
    at += strspn(at, " \t");
    const size_t used = ulna_decimal_or_word(at, &x);
    if (!used) return NULL;
    to[k] = (float)x;
    at += used;
  }
  return at;
}

static bool word_is(const char *at, const char *word)
{
  const size_t length = strlen(word);
  return strncmp(at, word, length) == 0 && strchr(" \t\r\n", at[length]);
}

static const char *text_stl(const char *text, text_buffer *to)
{
  float corners[9];
  int found = 0;
  for (const char *at = skip_blanks(text); *at; at = skip_blanks(at + strcspn(at, " \t\r\n"))) {
    if (word_is(at, "endloop")) {
      if (found != 3) return "a facet does not have three corners";
      const char *why = ulna_mesh_triangle(to, corners);
      if (why) return why;
      found = 0;
    } else if (word_is(at, "vertex")) {
      if (found == 3) return "a facet has more than three corners";
      at = read_numbers(at + 6, corners + (ptrdiff_t)3 * found++, 3);
      if (!at) return "a corner without three numbers";
    }
  }
  return found ? "it ends inside a facet" : to->length ? NULL : empty;
}

/* A text begins with "solid"; so do the heads of some binary files, whose length then gives them away. */
static const char *stl(const char *bytes, size_t length, text_buffer *to)
{
  const bool text = length > 5 && strncmp(bytes, "solid", 5) == 0 && !memchr(bytes, 0, length) &&
                    !(length >= 84 && (length - 84) % 50 == 0 &&
                      (size_t)little_endian((const unsigned char *)bytes + 80) * 50 == length - 84);
  return text ? text_stl(bytes, to) : binary_stl((const unsigned char *)bytes, length, to);
}

/* One corner of a face: "7", "7/1", "7//3"; counted from 1, or backwards from the last. */
static const char *face_corner(const char *at, long count, long *corner)
{
  double x;
  const size_t used = ulna_decimal(at, &x);
  if (!used || !(fabs(x) <= 2e9) || x != floor(x)) return NULL;
  const long number = (long)x;
  *corner = number > 0 ? number - 1 : count + number;
  if (*corner < 0 || *corner >= count) return NULL;
  return at + used + strcspn(at + used, " \t\r\n");
}

static const char *face(const char *at, const text_buffer *corners, text_buffer *to)
{
  const long count = (long)(corners->length / (3 * sizeof(float)));
  const float *from = (const float *)corners->text;
  long fan[3];
  for (int k = 0;; k++) {
    at += strspn(at, " \t");
    if (strchr("\r\n", *at)) return k >= 3 ? NULL : "a face with fewer than three corners";
    const int place = k < 3 ? k : 2;
    if (k >= 3) fan[1] = fan[2];
    at = face_corner(at, count, &fan[place]);
    if (!at) return "a face leads to a corner that is not there";
    if (k < 2) continue;
    float triangle[9];
    for (int c = 0; c < 3; c++)
      memcpy(triangle + (ptrdiff_t)3 * c, from + (ptrdiff_t)3 * fan[c], 3 * sizeof(float));
    const char *why = ulna_mesh_triangle(to, triangle);
    if (why) return why;
  }
}

static const char *obj(const char *text, text_buffer *to)
{
  text_buffer corners;
  ulna_buffer_open(&corners, &to->allocator);
  const char *why = NULL;
  for (const char *line = text; *line && !why; line += strcspn(line, "\n"), line += *line == '\n') {
    const char *at = line + strspn(line, " \t");
    float point[3];
    if (word_is(at, "v")) {
      if (!read_numbers(at + 1, point, 3)) why = "a corner without three numbers";
      ulna_buffer_bytes(&corners, point, sizeof point);
      if (corners.failed) why = no_memory;
    } else if (word_is(at, "f")) {
      why = face(at + 1, &corners, to);
    }
  }
  ulna_buffer_close(&corners);
  return why ? why : to->length ? NULL : empty;
}

const char *ulna_mesh_read(const char *name, const char *bytes, size_t length, text_buffer *triangles)
{
  if (has_ending(name, ".stl")) return stl(bytes, length, triangles);
  if (memchr(bytes, 0, length)) return "a text with zeros in it";
  if (has_ending(name, ".obj")) return obj(bytes, triangles);
  if (!has_ending(name, ".dae")) return "neither STL, OBJ nor COLLADA (.dae)";
  const char *why = ulna_collada_read(bytes, length, triangles);
  return why ? why : triangles->length ? NULL : empty;
}
