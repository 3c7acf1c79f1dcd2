/* Pictures in characters, held by files of text: show, plot, and the signals of a run, at 80 columns, without colours, with and
 * without UTF-8; and all that `ulna plot` reads and refuses. ULNA_WRITE_PICTURES=1 writes the files anew. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "support/command.h"
#include "support/folder.h"
#include "ulna/recorder.h"

/* A swing that dies away, another beside it, a constant, gaps and an infinity. */
static void write_swing(void)
{
  char *text = malloc(1 << 16), *at = text;
  at += sprintf(at, "# ulna recording 1\n# status: complete, 81 rows\n"
                    "t [s],q1 [rad],q2 [rad],flat [N],holes [m],energy_kinetic [J]\n");
  for (int k = 0; k <= 80; k++) {
    const double t = 0.05 * k, swing = exp(-0.5 * t) * cos(5 * t);
    at += sprintf(at, "%.3f,%.6f,%.6f,2.5,%s,%.6f\n", t, swing, 0.5 * sin(2 * t) + 1e-9,
                  k == 40      ? "inf"
                  : k % 16 < 5 ? "nan"
                  : k % 3      ? "1.03"
                               : "-0.52",
                  swing * swing);
  }
  folder_write("swing.csv", text);
  free(text);
}

static char *read_file(const char *path)
{
  FILE *file = fopen(path, "rb");
  if (!file) fail_msg("%s is not there", path);
  char *text = calloc(1, 1 << 16);
  const size_t got = fread(text, 1, (1 << 16) - 1, file);
  text[got] = '\0';
  fclose(file);
  return text;
}

static void compare(const char *picture, const char *out)
{
  char path[400];
  snprintf(path, sizeof path, "%s/cli/pictures/%s.txt", ULNA_TEST_DATA, picture);
  if (getenv("ULNA_WRITE_PICTURES")) {
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    fputs(out, file);
    fclose(file);
  }
  char *expected = read_file(path);
  if (strcmp(out, expected) != 0) fail_msg("%s is drawn otherwise now:\n%s", picture, out);
  free(expected);
  for (const char *line = out; *line;) {
    int width = 0;
    for (; *line && *line != '\n'; line++) width += (*line & 0xc0) != 0x80;
    if (width > 80) fail_msg("%s: a line of %d columns", picture, width);
    line += *line == '\n';
  }
}

#define HOLD(picture, ...)                                                                                   \
  do {                                                                                                       \
    command_result r_ = COMMAND(NULL, __VA_ARGS__);                                                          \
    if (r_.code != 0) fail_msg("%s: %d, %s", picture, r_.code, r_.err);                                      \
    assert_null(strchr(r_.out, '\033'));                                                                     \
    compare(picture, r_.out);                                                                                \
    command_free(&r_);                                                                                       \
  } while (0)

static void plots_are_as_they_were(void **state)
{
  (void)state;
  write_swing();
  const char *swing = folder_path("swing.csv");
  HOLD("plot-all-ascii", "plot", swing);
  HOLD("plot-all-utf8", "plot", swing, "--characters", "utf-8");
  HOLD("plot-chosen-ascii", "plot", swing, "q1,q2,flat", "holes", "energy", "--characters", "ascii");
  HOLD("plot-chosen-utf8", "plot", swing, "q1,q2,flat", "holes", "energy", "--characters", "utf-8");
}

/* From the word "Picture" or "signals" on. */
static void hold_from(const char *picture, const char *word, command_result r)
{
  const char *at = strstr(r.out, word);
  if (r.code != 0 || !at) fail_msg("%s: %d, %s", picture, r.code, r.err);
  assert_null(strchr(r.out, '\033'));
  compare(picture, at);
  command_free(&r);
}

static void robots_are_shown_as_they_were(void **state)
{
  (void)state;
  static const char *const q = "0.3 0.5 -1.1 0 0.5 0", *const panda = "0 0.3 0 -1.9 0 1.7 0";
  hold_from("show-puma560-ascii", "\nPicture", COMMAND(NULL, "show", "puma560", "--q", q));
  hold_from("show-puma560-utf8", "\nPicture",
            COMMAND(NULL, "show", "puma560", "--q", q, "--characters", "utf-8"));
  hold_from("show-panda-utf8", "\nPicture",
            COMMAND(NULL, "show", "panda", "--q", panda, "--characters", "utf-8"));
  hold_from("show-planar2r-utf8", "\nPicture",
            COMMAND(NULL, "show", "planar2r", "--q", "0.4 0.9", "--characters", "utf-8"));
}

static void runs_end_with_their_signals(void **state)
{
  (void)state;
  hold_from("signals-ascii", "\nsignals", COMMAND(NULL, "simulate", "double_pendulum", "--duration", "2"));
  hold_from("signals-utf8", "\nsignals",
            COMMAND(NULL, "simulate", "double_pendulum", "--duration", "2", "--characters", "utf-8"));
  command_result r = COMMAND(NULL, "simulate", "double_pendulum", "--duration", "0.1", "--quiet");
  assert_string_equal(r.out, "");
  command_free(&r);
  r = COMMAND(NULL, "simulate", "double_pendulum", "--duration", "0.1", "--format", "json");
  assert_null(strstr(r.out, "signals"));
  command_free(&r);
}

/* A recording is drawn the same from CSV, from NumPy's format and from a pipe. */
static void every_format_gives_the_same_picture(void **state)
{
  (void)state;
  const char *csv = folder_path("run.csv"), *npz = folder_path("run.npz");
  command_result a =
      COMMAND(NULL, "simulate", "puma560_fall", "--duration", "0.5", "--quiet", "--record", csv);
  command_result b =
      COMMAND(NULL, "simulate", "puma560_fall", "--duration", "0.5", "--quiet", "--record", npz);
  assert_true(a.code == 0 && b.code == 0);
  command_free(&a), command_free(&b);
  static const char *const words[] = {"q", "hand", "energy_kinetic,energy_potential", "tau2"};
  a = COMMAND(NULL, "plot", csv, words[0], words[1], words[2], words[3]);
  b = COMMAND(NULL, "plot", npz, words[0], words[1], words[2], words[3]);
  assert_int_equal(a.code, 0);
  assert_string_equal(a.err, "");
  assert_non_null(strstr(a.out, "rad:  1 q1  2 q2  3 q3  4 q4  5 q5  6 q6\n"));
  assert_non_null(strstr(a.out, "m:  1 hand_x  2 hand_y  3 hand_z\n"));
  assert_non_null(strstr(a.out, "rad:  1 hand_roll  2 hand_pitch  3 hand_yaw\n"));
  assert_non_null(strstr(a.out, "J:  1 energy_kinetic  2 energy_potential\n"));
  assert_non_null(strstr(a.out, "tau2 (N m)"));
  assert_string_equal(a.out, b.out);
  command_free(&b);
  char *text = folder_read("run.csv");
  b = COMMAND(text, "plot", "-", words[0], words[1], words[2], words[3]);
  assert_string_equal(a.out, b.out);
  free(text);
  command_free(&a), command_free(&b);
  a = COMMAND(NULL, "plot", csv), b = COMMAND(NULL, "plot", npz);
  assert_string_equal(a.out, b.out);
  command_free(&a), command_free(&b);
}

/* Results of other commands: matrices row by row, no t. */
static void arrays_without_names_can_be_drawn(void **state)
{
  (void)state;
  folder_write("states.csv", "q1,q2\n0,0\n0.1,0.2\n0.2,0.4\n0.3,0.3\n");
  const char *states = folder_path("states.csv"), *npz = folder_path("m.npz");
  command_result r = COMMAND(NULL, "mass", "planar2r", "--links-only", "--states", states, "--output", npz);
  assert_int_equal(r.code, 0);
  command_free(&r);
  r = COMMAND(NULL, "plot", npz, "M_1_2,M_2_2");
  if (r.code != 0) fail_msg("%s", r.err);
  assert_non_null(strstr(r.out, "1 M_1_2  2 M_2_2"));
  assert_non_null(strstr(r.out, " row\n"));
  command_free(&r);
  r = COMMAND(NULL, "plot", states, "q");
  assert_int_equal(r.code, 0);
  assert_non_null(strstr(r.out, "1 q1  2 q2"));
  command_free(&r);
  r = COMMAND(NULL, "id", "planar2r", "--links-only", "--states", states, "--only", "tau", "--output",
              folder_path("tau.npy"));
  assert_int_equal(r.code, 0);
  command_free(&r);
  r = COMMAND(NULL, "plot", folder_path("tau.npy"));
  if (r.code != 0) fail_msg("%s", r.err);
  assert_non_null(strstr(r.out, "1 column1  2 column2"));
  command_free(&r);
}

/* Units in any letters; and where they are damaged, no others in their place. */
static void units_have_any_letters(void **state)
{
  (void)state;
  const ulna_column columns[] = {{.name = "t", .unit = "s", .group = "t"},
                                 {.name = "phi1", .unit = "\u20ac\U0001F642", .group = "phi", .index = 1}};
  ulna_recorder *recorder = NULL;
  assert_int_equal(ulna_recorder_create(folder_path("greek.npz"), ULNA_RECORD_GUESS, 2, columns, 0, NULL,
                                        NULL, NULL, &recorder),
                   ULNA_OK);
  for (int k = 0; k < 3; k++)
    assert_int_equal(ulna_recorder_row(recorder, (const double[]){k, k * k}), ULNA_OK);
  assert_int_equal(ulna_recorder_finish(recorder, NULL), ULNA_OK);
  ulna_recorder_destroy(recorder);
  command_result r = COMMAND(NULL, "plot", folder_path("greek.npz"));
  if (r.code != 0) fail_msg("%s", r.err);
  assert_non_null(strstr(r.out, "phi1 (\u20ac\U0001F642), from 0 to 4\n"));
  command_free(&r);
  FILE *file = fopen(folder_path("greek.npz"), "r+b");  // one letter of a unit is another
  assert_non_null(file);
  char bytes[8192];
  const size_t size = fread(bytes, 1, sizeof bytes, file);
  size_t at = 0;
  while (at + 4 < size && memcmp(bytes + at, "\xac\x20\0\0", 4) != 0) at++;
  assert_true(at + 4 < size && fseek(file, (long)at, SEEK_SET) == 0 && fputc(0xad, file) == 0xad &&
              fclose(file) == 0);
  r = COMMAND(NULL, "plot", folder_path("greek.npz"));
  assert_int_equal(r.code, 2);
  assert_non_null(
      strstr(r.err, "array \"units\": its numbers do not have the checksum that the archive gives"));
  command_free(&r);
}

static void files_are_svg_or_png(void **state)
{
  (void)state;
  write_swing();
  const char *swing = folder_path("swing.csv");
  command_result r = COMMAND(NULL, "plot", swing, "q1,q2", "holes", "-o", folder_path("a.svg"));
  assert_true(r.code == 0 && !*r.out && !*r.err);
  command_free(&r);
  char *svg = folder_read("a.svg");
  assert_non_null(strstr(svg, "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"960\""));
  assert_non_null(strstr(svg, ">swing.csv</text>"));
  assert_non_null(strstr(svg, ">t (s)</text>"));
  assert_non_null(strstr(svg, ">holes ("));
  free(svg);
  r = COMMAND(NULL, "plot", swing, "--output", folder_path("a.PNG"));
  assert_true(r.code == 0 && !*r.out && !*r.err);
  command_free(&r);
  r = COMMAND(NULL, "plot", swing, "-o", folder_path("a.pdf"));
  assert_int_equal(r.code, 2);
  assert_non_null(strstr(r.err, "a.pdf: the name must end in .svg or .png\n"));
  command_free(&r);
  r = COMMAND(NULL, "plot", swing, "nothing", "-o", folder_path("none.svg"));
  assert_int_equal(r.code, 2);
  assert_int_equal(folder_count("none"), 0);
  command_free(&r);
  r = COMMAND(NULL, "plot", swing, "-o", "/nowhere/a.svg");
  assert_int_equal(r.code, 2);
  assert_string_equal(r.err, "ulna plot: cannot write /nowhere/a.svg: No such file or directory\n");
  command_free(&r);
}

/* One line, exit status 2. */
static void what_cannot_be_drawn_is_refused(void **state)
{
  (void)state;
  static const struct {
    const char *text, *word, *message;
  } cases[] = {
      {"t [s],q1 [rad],tau1\n0,1,2\n", "tua1", "x.csv has no column \"tua1\"; the nearest is tau1\n"},
      {"t [s],q1 [rad],tau1\n0,1,2\n", "zzzzzz",
       "x.csv has no column \"zzzzzz\"; it has 3, from t to tau1\n"},
      {"t [s],q1 [rad],tau1\n0,1,2\n", "q1,", "\"q1,\": a name is missing beside a comma\n"},
      {"t [s],q1 [rad]\n", "q1", "x.csv has no rows: there is nothing to draw\n"},
      {"", "q1", "x.csv has no header: a recording has the names of its columns in a line\n"},
      {"# only remarks\n\n", "q1",
       "x.csv has no header: a recording has the names of its columns in a line\n"},
      {"0,1\n1,2\n", "q1", "x.csv:1: \"0\" is a number where the names of the columns should stand\n"},
      {"t,q1\n0,1\n1,x\n", "q1", "x.csv:3: column q1: \"x\" is not a number\n"},
      {"t,q1\n0,1\n1\n", "q1", "x.csv:3: the row has fewer cells than the header's 2\n"},
      {"t,q1\n0,1\n1,2,3\n", "q1", "x.csv:3: the row has more cells than the header's 2\n"},
      {"t,q1\n0,1\nnan,2\n", "q1", "x.csv: line 3: t is not finite\n"},
      {"t,q1\n1,1\n0.5,2\n", "q1", "x.csv: line 3: t goes back, from 1 to 0.5\n"},
  };
  for (size_t k = 0; k < sizeof cases / sizeof cases[0]; k++) {
    folder_write("x.csv", cases[k].text);
    command_result r = COMMAND(NULL, "plot", folder_path("x.csv"), cases[k].word);
    if (r.code != 2 || *r.out || strchr(r.err, '\n') != r.err + strlen(r.err) - 1 ||
        !strstr(r.err, cases[k].message))
      fail_msg("%s: %d, %s, not %s", cases[k].word, r.code, r.err, cases[k].message);
    command_free(&r);
  }
  folder_write("x.csv", "t\n1\n");
  command_result r = COMMAND(NULL, "plot", folder_path("x.csv"));
  assert_int_equal(r.code, 2);
  assert_non_null(strstr(r.err, "x.csv has no signals, only t\n"));
  command_free(&r);
  r = COMMAND(NULL, "plot", folder_path(""));
  assert_int_equal(r.code, 2);
  assert_non_null(strstr(r.err, "Is a directory\n"));
  command_free(&r);
  r = COMMAND(NULL, "plot", folder_path("absent.npz"));
  assert_int_equal(r.code, 2);
  assert_non_null(strstr(r.err, "No such file or directory\n"));
  command_free(&r);
  folder_write("x.npz", "no archive at all");
  r = COMMAND(NULL, "plot", folder_path("x.npz"));
  assert_int_equal(r.code, 2);
  command_free(&r);
  r = command_shell("printf 't,x\\n0,1\\0,2\\n' | \"$ULNA\" plot -");
  assert_int_equal(r.code, 2);
  assert_string_equal(r.err,
                      "ulna plot: <stdin>:2: the line has a zero byte: not a CSV file in ASCII or UTF-8\n");
  command_free(&r);
  r = COMMAND(NULL, "plot");
  assert_string_equal(r.err, "ulna plot: which recording? ulna plot RECORDING [COLUMN[,...]]...\n");
  command_free(&r);
}

static void odd_recordings_are_drawn(void **state)
{
  (void)state;
  static const char *const texts[] = {
      "t,x\n3,4\n",                                           // one sample
      "t,x\n0,nan\n1,inf\n2,-inf\n",                          // nothing finite
      "t,x\n0,1e308\n1,-1.7e308\n2,1.7e308\n",                // as large as numbers are
      "t,x\n0,5e-324\n1,0\n",                                 // as small
      "t,x\n0,1\n0,2\n0,3\n",                                 // no time passes
      "t,x\n0,\n1,2\n",                                       // an empty cell
      "t,\"x\"\r\n0,1\r\n# event: 0.5,stick,a,b\r\n1,2\r\n",  // quotes, a remark, another end of lines
      "\xef\xbb\xbft,x\n0,1\n1,2\n",                          // a byte order mark
  };
  for (size_t k = 0; k < sizeof texts / sizeof texts[0]; k++)
    for (int form = 0; form < 3; form++) {
      folder_write("x.csv", texts[k]);
      static const char *const files[] = {NULL, "x.svg", "x.png"};
      command_result r =
          form ? COMMAND(NULL, "plot", folder_path("x.csv"), "x", "-o", folder_path(files[form]))
               : COMMAND(NULL, "plot", folder_path("x.csv"), "x", "--characters", "utf-8");
      if (r.code != 0 || *r.err) fail_msg("%s: %d, %s", texts[k], r.code, r.err);
      if (form == 0) assert_non_null(strstr(r.out, "t\n"));
      if (k == 1 && form == 0)
        assert_non_null(strstr(r.out, "left out: 3 values of x that are not finite\n"));
      command_free(&r);
    }
  folder_write("x.csv", "# ulna recording 1\n# status: incomplete: stopped by Ctrl-C   \nt,x\n0,1\n1,2\n");
  command_result r = COMMAND(NULL, "plot", folder_path("x.csv"));
  assert_int_equal(r.code, 0);
  assert_string_equal(r.err, "ulna plot: note: the recording is not whole: incomplete: stopped by Ctrl-C\n");
  command_free(&r);
}

/* Many rows take no more memory than few. */
static void memory_does_not_grow_with_the_rows(void **state)
{
  (void)state;
  long peaks[2];
  for (int k = 0; k < 2; k++) {
    char line[300];
    snprintf(
        line, sizeof line,
        "awk 'BEGIN { print \"t,x,y\"; for (k = 0; k < %d; k++) print k \",\" (k == 77777 ? 99 : k %% 10) \",1\" }' "
        ">'%s'",
        k ? 400000 : 100000, folder_path("long.csv"));
    assert_int_equal(system(line), 0);
    command_result r = COMMAND(NULL, "plot", folder_path("long.csv"), "x");
    assert_int_equal(r.code, 0);
    assert_non_null(strstr(r.out, "x, from 0 to 99\n"));
    peaks[k] = r.peak;
    command_free(&r);
  }
  print_message("%ld and %ld kB\n", peaks[0], peaks[1]);
  assert_true(peaks[1] < peaks[0] + 2000);  // pages of libraries that come and go
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(plots_are_as_they_were),
      cmocka_unit_test(robots_are_shown_as_they_were),
      cmocka_unit_test(runs_end_with_their_signals),
      cmocka_unit_test(every_format_gives_the_same_picture),
      cmocka_unit_test(arrays_without_names_can_be_drawn),
      cmocka_unit_test(units_have_any_letters),
      cmocka_unit_test(files_are_svg_or_png),
      cmocka_unit_test(what_cannot_be_drawn_is_refused),
      cmocka_unit_test(odd_recordings_are_drawn),
      cmocka_unit_test(memory_does_not_grow_with_the_rows),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
