/* Meshes for pictures: STL, OBJ and COLLADA as triangles; files that lie; fewer triangles. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "page/mesh.h"

enum { TRIANGLE = 9 * sizeof(float) };

/* Reads a text; how many triangles, or -1 and why not. */
static int read_as(const char *name, const char *bytes, size_t length, text_buffer *to, const char **why)
{
  char *copy =
      calloc(length + 1, 1);  // a 0 behind it, and nothing behind that: the sanitizer sees who reads on
  memcpy(copy, bytes, length);
  ulna_buffer_open(to, NULL);
  *why = ulna_mesh_read(name, copy, length, to);
  free(copy);
  return *why ? -1 : (int)(to->length / TRIANGLE);
}

static int read_text(const char *name, const char *text, const char **why)
{
  text_buffer triangles;
  const int count = read_as(name, text, strlen(text), &triangles, why);
  ulna_buffer_close(&triangles);
  return count;
}

#define FACET                                                                                                \
  "facet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1e0 0\nendloop\nendfacet\n"

static void stl_as_text(void **state)
{
  (void)state;
  const char *why;
  assert_int_equal(read_text("a.stl", "solid x\n" FACET FACET "endsolid x\n", &why), 2);
  assert_int_equal(read_text("a.STL", "solid\r\n" FACET, &why), 1);
  assert_int_equal(
      read_text("a.stl", "solid x\nfacet\nouter loop\nvertex 0 0 nan\nvertex 1 0 0\nvertex 0 1 0\nendloop\n",
                &why),
      -1);
  assert_non_null(strstr(why, "not finite"));
  assert_int_equal(read_text("a.stl", "solid x\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nendloop\n", &why),
                   -1);
  assert_non_null(strstr(why, "three corners"));
  assert_int_equal(read_text("a.stl", "solid x\nouter loop\nvertex 0 0\n", &why), -1);
  assert_int_equal(read_text("a.stl", "solid of nothing\nendsolid\n", &why), -1);
  assert_non_null(strstr(why, "no triangle"));
}

static void put_count(unsigned char *file, uint32_t count)
{
  for (int k = 0; k < 4; k++) file[80 + k] = (unsigned char)(count >> (8 * k));
}

static void stl_in_bytes(void **state)
{
  (void)state;
  unsigned char file[84 + 2 * 50] = "solid, says this binary head too";
  const float corners[9] = {0, 0, 0, 2, 0, 0, 0, 3, 0};
  for (int i = 0; i < 2; i++) memcpy(file + 84 + 50 * i + 12, corners, sizeof corners);
  put_count(file, 2);
  text_buffer triangles;
  const char *why;
  assert_int_equal(read_as("a.stl", (const char *)file, sizeof file, &triangles, &why), 2);
  assert_memory_equal(triangles.text + TRIANGLE, corners, sizeof corners);
  ulna_buffer_close(&triangles);
  for (size_t length = 0; length < sizeof file; length++) {  // cut off anywhere
    assert_int_equal(read_as("a.stl", (const char *)file, length, &triangles, &why), -1);
    ulna_buffer_close(&triangles);
  }
  put_count(file, 1000000000);
  assert_int_equal(read_as("a.stl", (const char *)file, sizeof file, &triangles, &why), -1);
  assert_non_null(strstr(why, "2,000,000"));
  ulna_buffer_close(&triangles);
  put_count(file, 3);  // one more than there is
  assert_int_equal(read_as("a.stl", (const char *)file, sizeof file, &triangles, &why), -1);
  assert_non_null(strstr(why, "ends before"));
  ulna_buffer_close(&triangles);
}

static void obj_faces(void **state)
{
  (void)state;
  const char *why;
  static const char corners[] = "# four\nv 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nvn 0 0 1\n";
  char text[400];
  const struct {
    const char *faces;
    int count;
  } cases[] = {{"f 1 2 3\n", 1},          {"f 1 2 3 4\n", 2},     {"f 1/1/1 2/2/1 3/3/1\n", 1},
               {"f 1//1 2//1 3//1\n", 1}, {"f -4 -3 -2 -1\n", 2}, {"f 1 2 3", 1},
               {"f 1 2\n", -1},           {"f 1 2 5\n", -1},      {"f 0 1 2\n", -1},
               {"f -5 1 2\n", -1},        {"f 1 2 1e300\n", -1},  {"f 1 2 x\n", -1},
               {"usemtl f 1 2 3\n", -1},  {"f 1.5 2 3\n", -1}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    snprintf(text, sizeof text, "%s%s", corners, cases[i].faces);
    assert_int_equal(read_text("a.obj", text, &why), cases[i].count);
  }
  assert_int_equal(read_text("a.obj", "v 1 2\n", &why), -1);
  assert_int_equal(read_text("a.ply", "ply\n", &why), -1);
  assert_non_null(strstr(why, "neither STL, OBJ nor COLLADA"));
}

/* Two triangles, in centimetres, turned by a quarter about z and moved by a metre. */
#define DAE_HEAD                                                                                                       \
  "<?xml version=\"1.0\"?><COLLADA><asset><unit meter=\"0.01\"/></asset><library_geometries><geometry id=\"g\"><mesh>" \
  "<source id=\"s\"><float_array id=\"a\" count=\"12\">0 0 0 100 0 0 100 100 0 0 100 0</float_array>"                  \
  "<technique_common><accessor source=\"#a\" count=\"4\" stride=\"3\"/></technique_common></source>"                   \
  "<vertices id=\"v\"><input semantic=\"POSITION\" source=\"#s\"/></vertices>"
#define DAE_TAIL                                                                                                              \
  "</mesh></geometry></library_geometries><library_visual_scenes><visual_scene id=\"w\"><node><translate>100 0 0</translate>" \
  "<rotate>0 0 1 90</rotate><node><instance_geometry url=\"#g\"/></node></node></visual_scene></library_visual_scenes>"       \
  "<scene><instance_visual_scene url=\"#w\"/></scene></COLLADA>"

static void collada_places_its_triangles(void **state)
{
  (void)state;
  static const char *const primitives[] = {
      "<triangles count=\"2\"><input semantic=\"VERTEX\" source=\"#v\" offset=\"0\"/><p>0 1 2 0 2 3</p></triangles>",
      "<triangles><input semantic=\"VERTEX\" source=\"#v\" offset=\"1\"/><input offset=\"0\"/><p>9 0 9 1 9 2 9 0 9 2 9 3</p></triangles>",
      "<polylist count=\"1\"><input semantic=\"VERTEX\" source=\"#v\" offset=\"0\"/><vcount>4</vcount><p>0 1 2 3</p></polylist>",
      "<polygons count=\"1\"><input semantic=\"VERTEX\" source=\"#v\" offset=\"0\"/><p>0 1 2 3</p></polygons>"};
  const float expected[9] = {1, 0, 0, 1, 1, 0, 0, 1, 0};
  for (int i = 0; i < 4; i++) {
    char text[3000];
    snprintf(text, sizeof text, DAE_HEAD "%s" DAE_TAIL, primitives[i]);
    text_buffer triangles;
    const char *why;
    assert_int_equal(read_as("a.dae", text, strlen(text), &triangles, &why), 2);
    for (int k = 0; k < 9; k++) {
      float x;
      memcpy(&x, triangles.text + sizeof x * (size_t)k, sizeof x);
      assert_true(fabsf(x - expected[k]) < 1e-6f);
    }
    ulna_buffer_close(&triangles);
  }
}

static void collada_that_lies_is_refused(void **state)
{
  (void)state;
  static const char *const primitives[] = {
      "<triangles><input semantic=\"VERTEX\" source=\"#v\" offset=\"0\"/><p>0 1 7</p></triangles>",
      "<triangles><input semantic=\"VERTEX\" source=\"#v\" offset=\"0\"/><p>0 1 -1</p></triangles>",
      "<triangles><input semantic=\"VERTEX\" source=\"#v\" offset=\"0\"/><p>0 1 nan</p></triangles>",
      "<triangles><input semantic=\"VERTEX\" source=\"#gone\" offset=\"0\"/><p>0 1 2</p></triangles>",
      "<polylist><input semantic=\"VERTEX\" source=\"#v\" offset=\"0\"/><vcount>900000000</vcount><p>0 1 2</p></polylist>",
      "<polylist><input semantic=\"VERTEX\" source=\"#v\" offset=\"0\"/><vcount>-3</vcount><p>0 1 2</p></polylist>",
      ""};
  const char *why;
  char text[3000];
  for (size_t i = 0; i < sizeof primitives / sizeof *primitives; i++) {
    snprintf(text, sizeof text, DAE_HEAD "%s" DAE_TAIL, primitives[i]);
    assert_int_equal(read_text("a.dae", text, &why), -1);
  }
  assert_int_equal(read_text("a.dae", "<COLLADA>", &why), -1);
  assert_int_equal(read_text("a.dae", "not XML", &why), -1);
  // a node that is in itself has no end
  assert_int_equal(
      read_text("a.dae",
                "<COLLADA><library_visual_scenes><visual_scene id=\"w\"><node id=\"n\"><instance_node "
                "url=\"#n\"/></node></visual_scene></library_visual_scenes><scene><instance_visual_scene "
                "url=\"#w\"/></scene></COLLADA>",
                &why),
      -1);
  assert_non_null(strstr(why, "without end"));
}

/* A sphere of 20,000 triangles in 500: few, and still a sphere. */
static void fewer_triangles_keep_the_shape(void **state)
{
  (void)state;
  text_buffer soup;
  ulna_buffer_open(&soup, NULL);
  enum { AROUND = 100 };
  const double pi = 3.14159265358979323846;
  for (int i = 0; i < AROUND; i++)
    for (int k = 0; k < AROUND; k++)
      for (int half = 0; half < 2; half++) {
        float t[9];
        const int di[3] = {half, 1, 0}, dk[3] = {0, half, 1};
        for (int c = 0; c < 3; c++) {
          const double a = pi * (i + di[c]) / AROUND, b = 2 * pi * (k + dk[c]) / AROUND;
          t[3 * c] = (float)(sin(a) * cos(b));
          t[3 * c + 1] = (float)(sin(a) * sin(b));
          t[3 * c + 2] = (float)cos(a);
        }
        ulna_buffer_bytes(&soup, t, sizeof t);
      }
  page_mesh mesh;
  assert_true(ulna_mesh_simplify(&soup, 500, &mesh));
  assert_true(mesh.triangle_count > 100 && mesh.triangle_count <= 500);
  for (size_t i = 0; i < mesh.corner_count; i++) {
    const float *p = mesh.corners + 3 * i, r = sqrtf(p[0] * p[0] + p[1] * p[1] + p[2] * p[2]);
    assert_true(r > 0.8f && r < 1.001f);
  }
  for (size_t i = 0; i < 3 * mesh.triangle_count; i++) assert_true(mesh.triangles[i] < mesh.corner_count);
  ulna_mesh_close(&mesh);
  // room for all: nothing is lost, equal corners are one
  assert_true(ulna_mesh_simplify(&soup, 1000000, &mesh));
  assert_true(mesh.triangle_count > 19000 && mesh.corner_count < 12000);
  ulna_mesh_close(&mesh);
  ulna_buffer_close(&soup);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(stl_as_text),
      cmocka_unit_test(stl_in_bytes),
      cmocka_unit_test(obj_faces),
      cmocka_unit_test(collada_places_its_triangles),
      cmocka_unit_test(collada_that_lies_is_refused),
      cmocka_unit_test(fewer_triangles_keep_the_shape),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
