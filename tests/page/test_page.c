/* Pages: the robot that a page carries, rows in bounded memory, texts that stay texts, files that appear whole. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "page/core.h"
#include "page/ellipsoid.h"
#include "page/page.h"
#include "page/rows.h"
#include "page/words.h"
#include "support/folder.h"
#include "ulna/drive.h"
#include "ulna/follow.h"
#include "ulna/inverse_dynamics.h"
#include "ulna/kinematics.h"
#include "ulna/read.h"
#include "ulna/robots.h"
#include "ulna/version.h"

enum { MOST = 16 };

static ulna_model *load(const char *key)
{
  ulna_model *model = NULL;
  assert_int_equal(ulna_robot_load(key, NULL, NULL, NULL, &model), ULNA_OK);
  return model;
}

static void torques(ulna_model *model, const double q[], const double qd[], const double qdd[], double tau[])
{
  ulna_work *work = NULL;
  assert_int_equal(ulna_work_create(model, ULNA_PARTS_ALL, NULL, &work), ULNA_OK);
  const ulna_drive_forces forces = {.tau = tau};
  assert_int_equal(ulna_drive_inverse_dynamics(model, work, q, qd, qdd, &forces), ULNA_OK);
  ulna_work_destroy(work);
}

/* Bit for bit: the same numbers make the same model. */
static void a_page_carries_the_whole_robot(void **state)
{
  (void)state;
  for (int k = 0; k < ulna_robot_count(); k++) {
    ulna_model *model = load(ulna_robot_get(k)->key), *again = NULL;
    arena memory;
    arena_init(&memory, NULL);
    robot_words words;
    assert_int_equal(ulna_words_write(model, &memory, &words), ULNA_OK);
    assert_int_equal(ulna_words_read(&words, NULL, &again), ULNA_OK);
    assert_string_equal(ulna_model_name(model), ulna_model_name(again));
    assert_int_equal(ulna_model_drive_count(model), ulna_model_drive_count(again));
    const int n = ulna_model_joint_count(model);
    double q[MOST], qd[MOST], qdd[MOST], tau[MOST], tau_again[MOST], tau_core[MOST];
    for (int i = 0; i < n; i++) q[i] = 0.1 * (i + 1), qd[i] = 0.3 - 0.1 * i, qdd[i] = 0.2 * i;
    ulna_follow_motion(model, q, qd, qdd);
    torques(model, q, qd, qdd, tau);
    torques(again, q, qd, qdd, tau_again);
    assert_memory_equal(tau, tau_again, (size_t)n * sizeof *tau);
    // what the script calls
    page_core *core =
        ulna_core_open(words.numbers, (int)words.number_count, words.names, (int)words.name_bytes);
    assert_non_null(core);
    assert_int_equal(ulna_core_joints(core), n);
    assert_int_equal(ulna_core_torques(core, q, qd, qdd, tau_core), ULNA_OK);
    for (int i = 0; i < n; i++)  // links alone go by another route where the robot has no drives: rounding
      assert_true(fabs(tau_core[i] - tau[i]) <= 1e-12 * (1 + fabs(tau[i])));
    ulna_core_close(core);
    ulna_model_destroy(model);
    ulna_model_destroy(again);
    arena_free(&memory);
  }
}

/* Everything the script may ask, against the library's own answers. */
static void the_script_gets_the_librarys_answers(void **state)
{
  (void)state;
  for (int k = 0; k < ulna_robot_count(); k++) {
    ulna_model *model = load(ulna_robot_get(k)->key);
    ulna_work *work = NULL;
    arena memory;
    arena_init(&memory, NULL);
    robot_words words;
    assert_int_equal(ulna_words_write(model, &memory, &words), ULNA_OK);
    assert_int_equal(ulna_work_create(model, ULNA_PARTS_ALL, NULL, &work), ULNA_OK);
    page_core *core =
        ulna_core_open(words.numbers, (int)words.number_count, words.names, (int)words.name_bytes);
    assert_non_null(core);
    assert_string_equal(ulna_core_version(), ulna_version());
    const int n = ulna_model_joint_count(model);
    double q[MOST], zero[MOST] = {0}, poses[12 * (MOST + 2)], M[MOST * MOST], own[MOST * MOST], tau[MOST];
    for (int i = 0; i < n; i++) {  // within its limits, as the hand's way back is
      const ulna_limits limits = ulna_model_joint(model, i + 1)->limits;
      q[i] =
          0.1 * (i + 1) / n + (isfinite(limits.lower + limits.upper) ? (limits.lower + limits.upper) / 2 : 0);
    }
    double followed[MOST];
    memcpy(followed, q, sizeof followed);
    ulna_core_follow(core, followed);  // no built-in has a joint that follows
    assert_memory_equal(followed, q, (size_t)n * sizeof *q);
    ulna_pose hand;
    ulna_hand_pose(model, work, q, &hand);
    ulna_core_poses(core, q, poses);
    for (int i = 0; i < 3; i++) {
      for (int j = 0; j < 3; j++) assert_true(poses[12 * (n + 1) + 4 * i + j] == hand.R[i][j]);
      assert_true(poses[12 * (n + 1) + 4 * i + 3] == hand.p[i]);
      assert_true(poses[4 * i + i] == 1 && poses[4 * i + 3] == 0);  // the base
    }
    assert_int_equal(ulna_core_mass(core, q, M), ULNA_OK);
    assert_int_equal(ulna_drive_mass_matrix(model, work, q, own), ULNA_OK);
    for (int i = 0; i < n * n; i++) assert_true(fabs(M[i] - own[i]) <= 1e-12 * (1 + fabs(own[i])));
    double held[MOST], loose[MOST], values[6], values_own[6];
    assert_int_equal(ulna_core_inertias(core, q, held, loose), ULNA_OK);
    for (int i = 0; i < n; i++) assert_true(loose[i] > 0 && held[i] >= loose[i] * (1 - 1e-9));
    assert_true(ulna_core_manipulability(core, q, values) == ulna_manipulability(model, work, q, values_own));
    // back to where the hand is, from a little beside it; out of reach it comes as near as it gets
    double near[MOST], error[2] = {9, 9};
    for (int i = 0; i < n; i++) near[i] = q[i] + 0.01;
    assert_int_equal(ulna_core_reach(core, poses + 12 * (n + 1), n >= 6, near, error), ULNA_OK);
    assert_true(error[0] < 1e-6 && error[1] < 1e-6);
    double far[12] = {1, 0, 0, 100, 0, 1, 0, 0, 0, 0, 1, 0};
    assert_int_equal(ulna_core_reach(core, far, 0, near, error), ULNA_NOT_CONVERGED);
    assert_true(error[0] > 90 && error[1] == 0);
    double before[MOST], sum;
    memcpy(before, q, sizeof before);
    sum = ulna_core_bench(core, 1, before, zero, zero, tau);
    assert_true(sum == tau[0]);
    ulna_core_close(core);
    ulna_work_destroy(work);
    ulna_model_destroy(model);
    arena_free(&memory);
  }
}

/* ---- a robot with shapes */

static void write_bytes(const char *name, const void *bytes, size_t length)
{
  FILE *file = fopen(folder_path(name), "wb");
  assert_non_null(file);
  assert_int_equal(fwrite(bytes, 1, length, file), length);
  fclose(file);
}

#define VISUAL(inside)   "<visual>" inside "</visual>"
#define GEOMETRY(inside) "<geometry>" inside "</geometry>"
static const char with_shapes[] =
    "<robot name=\"drawn\"><material name=\"blue\"><color rgba=\"0 0 1 0.5\"/></material>"
    "<link name=\"base\">" VISUAL("<origin xyz=\"1 2 3\" rpy=\"0 0 0\"/>" GEOMETRY(
        "<box size=\"0.1 0.2 0.3\"/>") "<material name=\"blue\"/>")
        VISUAL(GEOMETRY("<sphere radius=\"0.4\"/>") "<material name=\"red\"><color rgba=\"1 0 0 1\"/></material>") VISUAL(GEOMETRY(
            "<cylinder radius=\"0.5\" length=\"0.6\"/>") "<material name=\"nobody\"/>") "</link>"
                                                                                        "<link name=\"arm\"><inertial><mass value=\"1\"/><inertia ixx=\"1\" iyy=\"1\" izz=\"1\" ixy=\"0\" ixz=\"0\" iyz=\"0\"/></inertial>" VISUAL(
                                                                                            GEOMETRY(
                                                                                                "<mesh filename=\"one.stl\" scale=\"2 2 2\"/>"))
                                                                                            VISUAL(GEOMETRY("<mesh filename=\"one.stl\"/>")) VISUAL(
                                                                                                GEOMETRY(
                                                                                                    "<mesh filename=\"none.stl\"/>"))
                                                                                                VISUAL(GEOMETRY("<mesh filename=\"../outside.stl\"/>")) VISUAL(
                                                                                                    GEOMETRY(
                                                                                                        "<mesh filename=\"package://elsewhere/one.stl\"/>"))
                                                                                                    VISUAL(GEOMETRY("<mesh filename=\"broken.stl\"/>")) VISUAL(
                                                                                                        GEOMETRY(
                                                                                                            "<box size=\"0.1 x 0.3\"/>"))
                                                                                                        VISUAL(GEOMETRY(
                                                                                                            "<box size=\"0.1 0 0.3\"/>"))
                                                                                                            VISUAL(GEOMETRY(
                                                                                                                "<torus/>"))
                                                                                                                VISUAL("") VISUAL(GEOMETRY(
                                                                                                                    "<mesh filename=\"one.stl\" scale=\"2\"/>")) "</link>"
                                                                                                                                                                 "<link name=\"camera\">" VISUAL(
                                                                                                                                                                     GEOMETRY(
                                                                                                                                                                         "<sphere radius=\"0.07\"/>")) "</link>"
                                                                                                                                                                                                       "<joint name=\"j\" type=\"revolute\"><parent link=\"base\"/><child link=\"arm\"/><axis xyz=\"0 0 1\"/>"
                                                                                                                                                                                                       "<limit effort=\"1\" velocity=\"1\" lower=\"-1\" upper=\"1\"/></joint>"
                                                                                                                                                                                                       "<joint name=\"f\" type=\"fixed\"><parent link=\"arm\"/><child link=\"camera\"/><origin xyz=\"0 0 9\"/></joint></robot>";

static void write_shapes(void)
{
  unsigned char stl[84 + 50] = {0};
  stl[80] = 1;
  const float corner = 1;
  memcpy(stl + 84 + 12 + 12, &corner, 4),
      memcpy(stl + 84 + 12 + 28, &corner, 4);  // a triangle of three corners
  write_bytes("one.stl", stl, sizeof stl);
  write_bytes("broken.stl", stl, 90);
  write_bytes("drawn.urdf", with_shapes, sizeof with_shapes - 1);
}

/* Boxes, spheres, cylinders and meshes are drawn with their link, place, size and colour; what cannot be is listed with why. */
static void shapes_of_a_urdf_are_drawn_or_listed(void **state)
{
  (void)state;
  write_shapes();
  ulna_report *report = NULL;
  ulna_model *model = NULL;
  ulna_page *page = NULL;
  assert_int_equal(ulna_report_create(NULL, &report), ULNA_OK);
  assert_int_equal(ulna_model_read(folder_path("drawn.urdf"), NULL, NULL, report, &model), ULNA_OK);
  static const ulna_problem told[] = {
      {.severity = ULNA_WARNING,
       .condition = "mass",
       .line = 3,
       .subject = "link \"arm\"",
       .text = "it is odd"},
      {.severity = ULNA_NOTE, .condition = "far", .subject = "joints[0].limits", .text = "so is this"},
      {.severity = ULNA_NOTE, .condition = "far", .subject = "joints[7]", .text = "nobody's"},
      {.severity = ULNA_NOTE, .condition = "far", .subject = "the \"whole\"", .text = "nobody's"}};
  for (int k = 0; k < 4; k++) assert_int_equal(ulna_report_add(report, &told[k]), ULNA_OK);
  assert_int_equal(ulna_page_create(PAGE_ROBOT, "drawn", 0, NULL, &page), ULNA_OK);
  ulna_page_robot(page, model, folder_path("drawn.urdf"), report);
  const double q = 0.25;
  ulna_page_posture(page, &q);
  const char *text;
  size_t length;
  assert_int_equal(ulna_page_finish(page, &text, &length), ULNA_OK);
  static const char *const parts[] = {
      "\"kind\":\"box\",\"link\":0,\"pose\":[1,0,0,1,0,1,0,2,0,0,1,3],\"size\":[0.1,0.2,0.3],\"colour\":[0,0,1,0.5]}",
      "\"kind\":\"sphere\",\"link\":0,",
      "\"colour\":[1,0,0,1]}",
      "\"kind\":\"cylinder\",\"link\":0,",
      "\"size\":[0.5,0.6,1]}",
      "\"kind\":\"mesh\",\"link\":1,",
      "\"mesh\":0,\"scale\":[2,2,2]}",
      "\"mesh\":0,\"scale\":[1,1,1]}",
      "\"name\":\"one.stl\",\"count\":1,\"of\":1,",
      "{\"name\":\"none.stl\",\"why\":\"No such file or directory\"}",
      "{\"name\":\"../outside.stl\",\"why\":\"it lies outside the robot's folder\"}",
      "{\"name\":\"package://elsewhere/one.stl\",\"why\":",
      "{\"name\":\"broken.stl\",\"why\":",
      "{\"name\":\"arm\",\"why\":\"a visual whose geometry cannot be read\"}",
      "[1,0,0,0,0,1,0,0,0,0,1,9],\"size\":[0.07,1,1]}",
      "\"severity\":\"warning\",\"line\":3,\"link\":1",
      "\"text\":\"so is this\"",
      "\"posture\":[0.25]"};
  for (size_t k = 0; k < sizeof parts / sizeof *parts; k++)
    if (!strstr(text, parts[k]))
      fail_msg("not in the page: %s\n%.6000s", parts[k], strstr(text, "\"shapes\""));
  ulna_page_destroy(page);

  // a file that is gone when it is looked at again, and one of another kind
  for (int k = 0; k < 2; k++) {
    assert_int_equal(ulna_page_create(PAGE_ROBOT, "gone", 0, NULL, &page), ULNA_OK);
    ulna_page_robot(page, model, folder_path(k ? "gone.yaml" : "gone.urdf"), NULL);
    assert_int_equal(ulna_page_finish(page, &text, &length), ULNA_OK);
    assert_true((strstr(text, "it cannot be read again") == NULL) == (k == 1));
    ulna_page_destroy(page);
  }
  ulna_model_destroy(model);
  ulna_report_destroy(report);
}

/* Words cut off anywhere, and words with numbers that lie, give a status; never a crash or a huge array. */
static void words_that_lie_are_refused(void **state)
{
  (void)state;
  ulna_model *model = load("irb6");
  arena memory;
  arena_init(&memory, NULL);
  robot_words words;
  assert_int_equal(ulna_words_write(model, &memory, &words), ULNA_OK);
  for (size_t count = 0; count < words.number_count; count++) {
    robot_words cut = words;
    cut.number_count = count;
    ulna_model *again = NULL;
    assert_int_equal(ulna_words_read(&cut, NULL, &again), ULNA_SYNTAX);
    assert_null(again);
  }
  robot_words nameless = words;
  nameless.name_bytes = 3;
  ulna_model *none = NULL;
  assert_int_equal(ulna_words_read(&nameless, NULL, &none), ULNA_SYNTAX);
  for (size_t i = 0; i < words.number_count; i++) {
    static const double lies[] = {-1, 1e300, 0.5, 1e6, (double)NAN, (double)INFINITY};
    const double true_number = words.numbers[i];
    for (size_t k = 0; k < sizeof lies / sizeof *lies; k++) {
      ulna_model *again = NULL;
      words.numbers[i] = lies[k];
      if (ulna_words_read(&words, NULL, &again) == ULNA_OK) ulna_model_destroy(again);
      else assert_null(again);
    }
    words.numbers[i] = true_number;
  }
  ulna_model_destroy(model);
  arena_free(&memory);
}

/* However many rows: few buckets, no peak lost, the first row of each bucket as it was. */
static void decimation_keeps_every_peak(void **state)
{
  (void)state;
  page_rows s;
  enum { ROWS = 100003, BUCKETS = 512 };
  assert_true(ulna_rows_open(&s, 2, BUCKETS, NULL));
  double least = 0, largest = 0;
  for (int i = 0; i < ROWS; i++) {
    double row[2] = {i, sin(1e-3 * i)};
    if (i == 77777) row[1] = 9;
    if (i == 99999) row[1] = -8;
    ulna_rows_row(&s, row);
  }
  assert_true(s.rows == ROWS);
  assert_true(s.count > BUCKETS / 8 && s.count <= BUCKETS / 2);
  assert_true(s.per * s.count >= ROWS && s.per * (s.count - 1) < ROWS);
  for (int i = 0; i < s.count; i++) {
    assert_true(s.first[2 * i] == (double)(s.per * i));
    least = fmin(least, s.least[2 * i + 1]);
    largest = fmax(largest, s.largest[2 * i + 1]);
    assert_true(s.least[2 * i + 1] <= s.first[2 * i + 1] && s.first[2 * i + 1] <= s.largest[2 * i + 1]);
  }
  assert_true(least == -8 && largest == 9);
  ulna_rows_close(&s);
}

static void few_rows_stay_as_they_are(void **state)
{
  (void)state;
  page_rows s;
  assert_true(ulna_rows_open(&s, 1, 100, NULL));
  for (int i = 0; i < 100; i++) ulna_rows_row(&s, &(double){i == 50 ? (double)NAN : i});
  assert_true(s.per == 1 && s.count == 100 && isnan(s.first[50]) && s.first[99] == 99);
  ulna_rows_close(&s);
}

/* The ellipsoid drawn for a solid box has the box's inertia. */
static void an_ellipsoid_has_the_inertia_it_stands_for(void **state)
{
  (void)state;
  const double m = 3, I[3] = {0.4, 0.5, 0.3};
  const ulna_body body = {.mass = m, .inertia = {I[0], I[1], I[2], 0, 0, 0}, .about = ULNA_ABOUT_COM};
  double axes[3], R[3][3];
  assert_true(ulna_ellipsoid(&body, axes, R));
  for (int i = 0; i < 3; i++) {
    double back = 0;
    for (int k = 0; k < 3; k++) {
      const double other = axes[(k + 1) % 3] * axes[(k + 1) % 3] + axes[(k + 2) % 3] * axes[(k + 2) % 3];
      back += R[i][k] * R[i][k] * m / 5 * other;
    }
    assert_true(fabs(back - I[i]) < 1e-12);
  }
  const ulna_body nothing = {.mass = 0};
  assert_false(ulna_ellipsoid(&nothing, axes, R));
}

static ulna_page *small_page(const char *title)
{
  ulna_page *page = NULL;
  assert_int_equal(ulna_page_create(PAGE_RUN, title, 1, NULL, &page), ULNA_OK);
  ulna_model *model = load("planar2r");
  ulna_page_robot(page, model, NULL, NULL);
  const ulna_column columns[] = {{"t", "s", "t", 0}, {"q1", "rad", "q", 1}, {"q2", "rad", "q", 2}};
  ulna_page_open_run(page, title, 3, columns);
  ulna_page_row(page, (double[]){0, 1, 2});
  ulna_page_row(page, (double[]){1, (double)NAN, 3});
  ulna_page_event(page, &(ulna_run_event){0.5, "stick", "</script>", "<b>"});
  ulna_page_close_run(page);
  ulna_model_destroy(model);
  return page;
}

/* A name with HTML in it ends no element and begins none. */
static void html_in_names_stays_text(void **state)
{
  (void)state;
  ulna_page *page = small_page("</title><script>alert(1)</script><!-- & \"quoted\" \x01");
  const char *text = NULL;
  size_t length = 0;
  assert_int_equal(ulna_page_finish(page, &text, &length), ULNA_OK);
  char *copy = calloc(length + 1, 1);
  memcpy(copy, text, length);
  assert_null(strstr(copy, "<script>alert"));
  assert_non_null(strstr(copy, "\\u003c/script\\u003e"));
  assert_non_null(strstr(copy, "&#60;/title&#62;"));
  int ends = 0;  // the three elements that a page has
  for (const char *at = copy; (at = strstr(at, "</script>")); at++) ends++;
  assert_int_equal(ends, 3);
  free(copy);
  ulna_page_destroy(page);
}

static void a_page_appears_whole_or_not_at_all(void **state)
{
  (void)state;
  char folder[] = "/tmp/ulna_page_XXXXXX", path[64], why[400];
  assert_non_null(mkdtemp(folder));
  ulna_page *page = small_page("small");
  snprintf(path, sizeof path, "%s/no/run.html", folder);
  assert_int_equal(ulna_page_write(page, path, why, sizeof why), ULNA_CANNOT_WRITE);
  assert_non_null(strstr(why, "No such file or directory"));
  snprintf(path, sizeof path, "%s/run.html", folder);
  assert_int_equal(mkdir(path, 0777),
                   0);  // a folder has the name: the page cannot have it, and leaves nothing
  assert_int_equal(ulna_page_write(page, path, why, sizeof why), ULNA_CANNOT_WRITE);
  assert_int_equal(rmdir(path), 0);
  assert_int_equal(ulna_page_write(page, path, why, sizeof why), ULNA_OK);
  struct stat found;
  assert_int_equal(stat(path, &found), 0);
  assert_true(found.st_size > 500000 && found.st_size < 2000000);
  assert_int_equal(unlink(path), 0);
  assert_int_equal(rmdir(folder), 0);  // fails where something else was left
  ulna_page_destroy(page);
}

/* Memory that runs out at the k-th call gives a status, and nothing is lost. */
typedef struct {
  long calls, failing;
  long held;
} thrifty;

static void *take(void *context, size_t size, size_t alignment)
{
  thrifty *t = context;
  if (++t->calls == t->failing) return NULL;
  void *memory = aligned_alloc(alignment, (size + alignment - 1) / alignment * alignment);
  t->held += memory != NULL;
  return memory;
}

static void give(void *context, void *memory, size_t size)
{
  (void)size;
  ((thrifty *)context)->held -= memory != NULL;
  free(memory);
}

static void memory_may_run_out_at_any_call(void **state)
{
  (void)state;
  ulna_model *scara = load("scara"), *drawn = NULL;
  write_shapes();
  assert_int_equal(ulna_model_read(folder_path("drawn.urdf"), NULL, NULL, NULL, &drawn), ULNA_OK);
  for (int k = 0; k < 2; k++) {
    bool whole = false;
    for (long failing = 1; !whole; failing++) {
      thrifty t = {.failing = failing};
      const ulna_allocator allocator = {take, give, &t};
      ulna_page *page = NULL;
      ulna_status status = ulna_page_create(PAGE_RUN, "thrift", 1, &allocator, &page);
      if (status == ULNA_OK) {
        const ulna_column columns[] = {{"t", "s", "t", 0}, {"q1", "rad", "q", 1}};
        ulna_page_robot(page, k ? drawn : scara, k ? folder_path("drawn.urdf") : NULL, NULL);
        ulna_page_open_run(page, "run", 2, columns);
        for (int i = 0; i < 10; i++) ulna_page_row(page, (double[]){i, i});
        ulna_page_warning(page, "one");
        ulna_page_warning(page, "another");
        ulna_page_close_run(page);
        const char *text;
        size_t length;
        status = ulna_page_finish(page, &text, &length);
        if (status == ULNA_OK) assert_non_null(strstr(text, "\"one\",\n\"another\""));
      }
      ulna_page_destroy(page);
      assert_int_equal(t.held, 0);
      whole = status == ULNA_OK;
      if (!whole) assert_int_equal(status, ULNA_OUT_OF_MEMORY);
      assert_true(failing < 1000);
    }
  }
  ulna_model_destroy(scara);
  ulna_model_destroy(drawn);
}

/* If a page cannot hold all rows, each bucket keeps its first, least and largest, as floats that lie outside them. */
static void many_rows_have_their_least_and_largest(void **state)
{
  (void)state;
  ulna_model *model = load("pendulum");
  ulna_page *page = NULL;
  const ulna_column columns[] = {{"t", "s", "t", 0}, {"q1", "rad", "q", 1}};
  assert_int_equal(ulna_page_create(PAGE_RUN, "long", 1000, NULL, &page), ULNA_OK);
  ulna_page_robot(page, model, NULL, NULL);
  ulna_page_open_run(page, "long", 2, columns);
  for (int i = 0; i < 60000; i++) ulna_page_row(page, (double[]){1e-3 * i, sin(0.01 * i)});
  ulna_page_close_run(page);
  const char *text;
  size_t length;
  assert_int_equal(ulna_page_finish(page, &text, &length), ULNA_OK);
  assert_non_null(strstr(text, "\"rows\":60000,"));
  assert_non_null(strstr(text, "\"least\":["));
  assert_non_null(strstr(text, "\"largest\":["));
  ulna_page_destroy(page);
  ulna_model_destroy(model);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_page_carries_the_whole_robot),
      cmocka_unit_test(the_script_gets_the_librarys_answers),
      cmocka_unit_test(shapes_of_a_urdf_are_drawn_or_listed),
      cmocka_unit_test(words_that_lie_are_refused),
      cmocka_unit_test(decimation_keeps_every_peak),
      cmocka_unit_test(few_rows_stay_as_they_are),
      cmocka_unit_test(an_ellipsoid_has_the_inertia_it_stands_for),
      cmocka_unit_test(html_in_names_stays_text),
      cmocka_unit_test(a_page_appears_whole_or_not_at_all),
      cmocka_unit_test(memory_may_run_out_at_any_call),
      cmocka_unit_test(many_rows_have_their_least_and_largest),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
