/* Recordings: what is written reads back, appears under its name only when whole, and says so when it is not. */
#ifndef _GNU_SOURCE
#  define _GNU_SOURCE
#endif
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "record/record_zip.h"
#include "support/failing_allocator.h"
#include "support/folder.h"
#include "support/python.h"
#include "ulna/recorder.h"

static const ulna_column columns[] = {
    {"t", "s", NULL, 0},       {"q1", "rad", "q", 1},     {"q2", "m", "q", 2},
    {"stage", "", "stage", 0}, {"tau1", "N m", "tau", 1}, {"tau2", "N", "tau", 2},
};
enum { COLUMNS = sizeof columns / sizeof columns[0] };
static const ulna_record_note notes[] = {
    {"scenario", "a test, \"quoted\""}, {"seed", "7"}, {"robot", "Bras à 2 axes"}};
enum { NOTES = sizeof notes / sizeof notes[0] };

static ulna_recorder *record(const char *path)
{
  ulna_recorder *r = NULL;
  assert_int_equal(
      ulna_recorder_create(path, ULNA_RECORD_GUESS, COLUMNS, columns, NOTES, notes, NULL, NULL, &r), ULNA_OK);
  return r;
}

/* Row k: numbers that show a column or a row out of place. */
static void make_row(int k, double row[COLUMNS])
{
  for (int i = 0; i < COLUMNS; i++) row[i] = k * 0.1 + i * 1000;
}

static void add_rows(ulna_recorder *r, int from, int to)
{
  for (int k = from; k < to; k++) {
    double row[COLUMNS];
    make_row(k, row);
    assert_int_equal(ulna_recorder_row(r, row), ULNA_OK);
  }
}

static void add_event(ulna_recorder *r, double t, const char *kind, const char *what, const char *detail)
{
  assert_int_equal(ulna_recorder_event(r, t, kind, what, detail), ULNA_OK);
}

static void finish(ulna_recorder *r, const char *incomplete)
{
  const ulna_status status = ulna_recorder_finish(r, incomplete);
  if (status != ULNA_OK) fail_msg("%s", ulna_recorder_failure(r));
  ulna_recorder_destroy(r);
}

static void csv_has_names_units_rows_and_events(void **state)
{
  (void)state;
  const char *path = folder_path("plain.csv");
  ulna_recorder *r = record(path);
  assert_string_equal(ulna_recorder_path(r), path);
  add_rows(r, 0, 2);
  add_event(r, 0.1, "slip", "motor 1, left", "said \"no\"");
  const double odd[COLUMNS] = {(double)NAN, -0.0, 1e300, (double)-INFINITY, 1.0 / 3, 5e-324};
  assert_int_equal(ulna_recorder_row(r, odd), ULNA_OK);
  add_event(r, 0.25, "stick", "motor 2", NULL);
  assert_int_equal(ulna_recorder_row_count(r), 3);
  assert_int_equal(ulna_recorder_event_count(r), 2);
  finish(r, NULL);
  char *text = folder_read("plain.csv");
  const char *const status = "# status: complete, 3 rows, 2 events";
  assert_int_equal(strncmp(text, "# ulna recording 1\n", 19), 0);
  assert_int_equal(strncmp(text + 19, status, strlen(status)), 0);
  const char *after = strchr(text + 19, '\n') + 1;
  assert_int_equal(after - text, 19 + 200);  // always this long, so that it can be written over
  assert_string_equal(after, "# scenario: a test, \"quoted\"\n"
                             "# seed: 7\n"
                             "# robot: Bras à 2 axes\n"
                             "t [s],q1 [rad],q2 [m],stage,tau1 [N m],tau2 [N]\n"
                             "0,1000,2000,3000,4000,5000\n"
                             "0.1,1000.1,2000.1,3000.1,4000.1,5000.1\n"
                             "# event: 0.1,slip,\"motor 1, left\",\"said \"\"no\"\"\"\n"
                             "nan,-0,1e+300,-inf,0.3333333333333333,5e-324\n"
                             "# event: 0.25,stick,motor 2,\n");
  free(text);
  assert_int_equal(folder_count("plain"), 1);
}

static void npz_has_an_array_for_each_group(void **state)
{
  (void)state;
  ulna_recorder *r = record(folder_path("plain.npz"));
  add_rows(r, 0, 3);
  add_event(r, 0.1, "slip", "motor 1", "à gauche");
  add_event(r, 0.25, "stick", "motor 2", NULL);
  finish(r, NULL);
  assert_int_equal(folder_count("plain.npz"), 1);
  python_holds(
      folder_path("plain.npz"),
      "assert sorted(z.files) == sorted(['t', 'q', 'stage', 'tau', 'event_t', 'event_kind', 'event_what',"
      " 'event_detail', 'names', 'units', 'about', 'status']), z.files\n"
      "k = np.arange(3.0)\n"
      "assert z['t'].dtype == np.float64 and z['t'].shape == (3,)\n"
      "assert (z['t'] == k * 0.1).all()\n"
      "assert z['q'].shape == (3, 2) and (z['q'] == np.stack([k * 0.1 + 1000, k * 0.1 + 2000], 1)).all()\n"
      "assert z['stage'].shape == (3,) and (z['stage'] == k * 0.1 + 3000).all()\n"
      "assert (z['tau'] == np.stack([k * 0.1 + 4000, k * 0.1 + 5000], 1)).all()\n"
      "assert list(z['event_t']) == [0.1, 0.25]\n"
      "assert list(z['event_kind']) == ['slip', 'stick']\n"
      "assert list(z['event_what']) == ['motor 1', 'motor 2']\n"
      "assert list(z['event_detail']) == ['à gauche', '']\n"
      "assert list(z['names']) == ['t', 'q1', 'q2', 'stage', 'tau1', 'tau2']\n"
      "assert list(z['units']) == ['s', 'rad', 'm', '', 'N m', 'N']\n"
      "assert json.loads(str(z['about'])) == {'scenario': 'a test, \"quoted\"', 'seed': '7', 'robot': 'Bras à 2 axes'}\n"
      "assert str(z['status']) == 'complete'\n");
}

/* Several chunks go through the scratch file, the last one does not. */
static void long_npz_is_collected_from_its_chunks(void **state)
{
  (void)state;
  enum { ROWS = 100001 };  // chunks of 131072 / 6 rows
  ulna_recorder *r = record(folder_path("long.npz"));
  for (int k = 0; k < ROWS; k++) {
    double row[COLUMNS];
    for (int i = 0; i < COLUMNS; i++) row[i] = k * 8 + i;
    assert_int_equal(ulna_recorder_row(r, row), ULNA_OK);
    if (k % 3 == 0) add_event(r, k, k % 2 ? "odd" : "even", "the quick brown fox", "");
  }
  finish(r, NULL);
  python_holds(folder_path("long.npz"), "k = np.arange(100001) * 8.0\n"
                                        "assert (z['t'] == k).all()\n"
                                        "assert (z['q'] == np.stack([k + 1, k + 2], 1)).all()\n"
                                        "assert (z['stage'] == k + 3).all()\n"
                                        "assert (z['tau'] == np.stack([k + 4, k + 5], 1)).all()\n"
                                        "e = np.arange(0, 100001, 3)\n"
                                        "assert (z['event_t'] == e).all()\n"
                                        "assert (z['event_kind'] == np.where(e % 2, 'odd', 'even')).all()\n"
                                        "assert (z['event_what'] == 'the quick brown fox').all()\n"
                                        "assert (z['event_detail'] == '').all()\n"
                                        "assert zipfile.ZipFile(path).testzip() is None\n");
}

static void empty_recordings_read_back(void **state)
{
  (void)state;
  finish(record(folder_path("empty.npz")), NULL);
  python_holds(folder_path("empty.npz"),
               "assert z['t'].shape == (0,) and z['q'].shape == (0, 2)\n"
               "assert z['event_t'].shape == (0,) and z['event_kind'].shape == (0,)\n");
  finish(record(folder_path("empty.csv")), NULL);
  char *text = folder_read("empty.csv");
  assert_non_null(strstr(text, "# status: complete, 0 rows, 0 events"));
  free(text);
}

/* The fields for large archives, with everything taken for large. */
static void archives_of_more_than_4_gigabytes_have_the_fields_for_it(void **state)
{
  (void)state;
  for (uint64_t large = 0; large < 300; large += 50) {
    char buffer[100];
    zip_entry entries[3];
    const char *path = folder_path("large.zip");
    record_file file = {
        .descriptor = open(path, O_RDWR | O_CREAT | O_TRUNC, 0666), .buffer = buffer, .room = sizeof buffer};
    assert_true(file.descriptor >= 0);
    zip_archive z = {.file = &file, .large = large, .entries = entries};
    char long_text[250];
    memset(long_text, 'x', sizeof long_text);
    assert_true(ulna_zip_entry(&z, "a.txt", 5) && ulna_zip_write(&z, "hel", 3) &&
                ulna_zip_write(&z, "lo", 2));
    assert_true(ulna_zip_entry(&z, "b.txt", 250) && ulna_zip_write(&z, long_text, 250));
    assert_true(ulna_zip_entry(&z, "c.txt", 1) && ulna_zip_write(&z, "!", 1));
    assert_true(ulna_zip_finish(&z) && ulna_file_flush(&file));
    ulna_file_close(&file);
    python_holds(path, "z = zipfile.ZipFile(path)\n"
                       "assert z.testzip() is None\n"
                       "assert z.namelist() == ['a.txt', 'b.txt', 'c.txt']\n"
                       "assert [z.read(n) for n in z.namelist()] == [b'hello', b'x' * 250, b'!']\n"
                       "assert all(i.date_time == (1980, 1, 1, 0, 0, 0) for i in z.infolist())\n");
  }
}

/* An entry that got fewer bytes than it was said to have: neither another one nor the end of the archive may follow. */
static void an_entry_that_lacks_bytes_is_an_error(void **state)
{
  (void)state;
  for (int another = 0; another < 2; another++) {
    char buffer[100];
    zip_entry entries[2];
    record_file file = {.descriptor = open(folder_path("short.zip"), O_RDWR | O_CREAT | O_TRUNC, 0666),
                        .buffer = buffer,
                        .room = sizeof buffer};
    assert_true(file.descriptor >= 0);
    zip_archive z = {.file = &file, .large = ZIP_64_FROM, .entries = entries};
    assert_true(ulna_zip_entry(&z, "a.txt", 5) && ulna_zip_write(&z, "hel", 3));
    assert_false(another ? ulna_zip_entry(&z, "b.txt", 1) : ulna_zip_finish(&z));
    assert_int_equal(file.error, EIO);
    file.error = ENOSPC;  // the first failure stays
    assert_false(another ? ulna_zip_entry(&z, "b.txt", 1) : ulna_zip_finish(&z));
    assert_int_equal(file.error, ENOSPC);
    ulna_file_close(&file);
  }
}

/* What is not UTF-8 becomes U+FFFD, byte by byte, in the file that must be; characters of four bytes stay. */
static void text_that_is_no_text_is_recorded_as_such(void **state)
{
  (void)state;
  ulna_recorder *r = record(folder_path("text.npz"));
  add_rows(r, 0, 1);
  static const char *const texts[] = {"a\xc3(",           "\xff!",        "\x80",
                                      "\xf0\x9f\xa6\xbe", "\xed\xa0\x80", "\xe0\x80\x80",
                                      "\xf4\xbf\xbf\xbf", "\xe2\x82"};
  for (int i = 0; i < 8; i++) add_event(r, 0, "k", "w", texts[i]);
  finish(r, NULL);
  python_holds(folder_path("text.npz"), "f = chr(0xfffd)\n"
                                        "want = ['a' + f + '(', f + '!', f, chr(0x1f9be), f, f, f, f + f]\n"
                                        "assert list(z['event_detail']) == want, list(z['event_detail'])\n");
}

static void same_rows_make_the_same_bytes(void **state)
{
  (void)state;
  const char *const names[] = {"twice_a.csv", "twice_b.csv", "twice_a.npz", "twice_b.npz"};
  for (int i = 0; i < 4; i++) {
    ulna_recorder *r = record(folder_path(names[i]));
    add_rows(r, 0, 1000);
    add_event(r, 1, "slip", "motor 1", "");
    finish(r, NULL);
  }
  assert_true(folder_same("twice_a.csv", "twice_b.csv"));
  assert_true(folder_same("twice_a.npz", "twice_b.npz"));
}

static void incomplete_recordings_say_so_in_name_and_content(void **state)
{
  (void)state;
  folder_write("stop.csv", "an earlier one");
  ulna_recorder *r = record(folder_path("stop.csv"));
  add_rows(r, 0, 5);
  assert_int_equal(ulna_recorder_finish(r, "stopped at t = 0.4 s\nby hand"), ULNA_OK);
  assert_string_equal(ulna_recorder_path(r), folder_path("stop.incomplete.csv"));
  double row[COLUMNS] = {0};
  assert_int_equal(ulna_recorder_row(r, row), ULNA_INVALID_ARGUMENT);
  assert_int_equal(ulna_recorder_event(r, 0, "", "", ""), ULNA_INVALID_ARGUMENT);
  assert_int_equal(ulna_recorder_finish(r, NULL), ULNA_INVALID_ARGUMENT);
  ulna_recorder_destroy(r);
  char *text = folder_read("stop.incomplete.csv");
  assert_non_null(strstr(text, "\n# status: incomplete, 5 rows, 0 events: stopped at t = 0.4 s by hand "));
  assert_non_null(strstr(text, "\n0.4,1000.4,"));
  free(text);
  text = folder_read("stop.csv");
  assert_string_equal(text, "an earlier one");
  free(text);

  r = record(folder_path("stop.npz"));
  add_rows(r, 0, 5);
  finish(r, "stopped at t = 0.4 s");
  assert_int_equal(folder_count("stop.npz"), 0);
  python_holds(folder_path("stop.incomplete.npz"),
               "assert z['t'].shape == (5,)\n"
               "assert str(z['status']) == 'incomplete: stopped at t = 0.4 s'\n");
}

static void long_reasons_are_cut_between_characters(void **state)
{
  (void)state;
  char reason[1100] = "";
  for (int i = 0; i < 200; i++) strcat(reason, "ü€");
  ulna_recorder *r = record(folder_path("reason.csv"));
  finish(r, reason);
  char *text = folder_read("reason.incomplete.csv");
  const char *line = text + 19, *end = strchr(line, '\n');
  assert_int_equal(end - line, 199);
  free(text);
  char code[200];
  snprintf(code, sizeof code, "open(path, encoding='utf-8').read()\n");  // fails on half a character
  python_holds(folder_path("reason.incomplete.csv"), code);
}

static void unfinished_recordings_leave_nothing(void **state)
{
  (void)state;
  const char *const names[] = {"dropped.csv", "dropped.npz"};
  for (int i = 0; i < 2; i++) {
    ulna_recorder *r = record(folder_path(names[i]));
    add_rows(r, 0, 50000);
    ulna_recorder_destroy(r);
    assert_int_equal(folder_count("dropped"), 0);
  }
  ulna_recorder_destroy(NULL);
}

/* Two at a time to one name: each has a file of its own, and the last to finish has the name. */
static void recorders_of_one_name_do_not_mix(void **state)
{
  (void)state;
  ulna_recorder *a = record(folder_path("both.csv")), *b = record(folder_path("both.csv"));
  add_rows(a, 0, 1);
  add_rows(b, 7, 8);
  finish(a, NULL);
  finish(b, NULL);
  char *text = folder_read("both.csv");
  assert_non_null(strstr(text, "\n0.7000000000000001,"));
  assert_null(strstr(text, "\n0,1000,"));
  free(text);
  assert_int_equal(folder_count("both"), 1);
}

static void a_killed_program_leaves_no_file_of_that_name(void **state)
{
  (void)state;
  const char *const names[] = {"killed.csv", "killed.npz"};
  for (int i = 0; i < 2; i++) {
    const char *path = folder_path(names[i]);
    const pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
      ulna_recorder *r = record(path);
      add_rows(r, 0, 200000);
      raise(SIGKILL);
    }
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
    assert_int_not_equal(access(path, F_OK), 0);
  }
  // of the CSV there is what had been written, under its temporary name and with its mark; of the .npz nothing
  assert_int_equal(folder_count("killed"), 1);
  char *text = folder_read("killed.csv.partial");
  assert_non_null(strstr(text, "\n# status: being written "));
  free(text);
  unlink(folder_path("killed.csv.partial"));
}

/* Runs `inside` in a process that may write files of at most `limit` bytes. */
static void with_full_disk(rlim_t limit, void (*inside)(void))
{
  fflush(NULL);
  const pid_t child = fork();
  assert_true(child >= 0);
  if (child == 0) {
    signal(SIGXFSZ, SIG_IGN);
    const struct rlimit most = {limit, limit};
    if (setrlimit(RLIMIT_FSIZE, &most) != 0) _exit(1);
    inside();
    _exit(0);
  }
  int status;
  assert_int_equal(waitpid(child, &status, 0), child);
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) fail_msg("see above");
}

#define HOLDS(condition)                                                                                     \
  ((condition) ? (void)0 : (fprintf(stderr, "%s:%d: not %s\n", __FILE__, __LINE__, #condition), _exit(1)))

/* Rows until one is refused; then finish with NULL must fail too, say the same, and keep what there is. */
static ulna_recorder *fill(const char *name)
{
  ulna_recorder *r = NULL;
  HOLDS(ulna_recorder_create(folder_path(name), ULNA_RECORD_GUESS, COLUMNS, columns, NOTES, notes, NULL, NULL,
                             &r) == ULNA_OK);
  ulna_status status = ULNA_OK;
  for (int k = 0; k < 1000000 && status == ULNA_OK; k++) {
    double row[COLUMNS];
    make_row(k, row);
    if (k % 10 == 0) status = ulna_recorder_event(r, k, "slip", "motor 1", "");
    if (status == ULNA_OK) status = ulna_recorder_row(r, row);
  }
  HOLDS(status == ULNA_CANNOT_WRITE);
  HOLDS(strstr(ulna_recorder_failure(r), "cannot write ") &&
        strstr(ulna_recorder_failure(r), strerror(EFBIG)));
  HOLDS(ulna_recorder_finish(r, NULL) == ULNA_CANNOT_WRITE);
  HOLDS(strstr(ulna_recorder_failure(r), strerror(EFBIG)));
  HOLDS(access(folder_path(name), F_OK) != 0);
  HOLDS(strstr(ulna_recorder_path(r), "full.incomplete.") && access(ulna_recorder_path(r), F_OK) == 0);
  HOLDS(ulna_recorder_finish(r, "again") == ULNA_INVALID_ARGUMENT);
  return r;
}

static void fill_csv(void)
{
  ulna_recorder *r = fill("full.csv");
  printf("rows %lld events %lld\n", ulna_recorder_row_count(r), ulna_recorder_event_count(r));
  ulna_recorder_destroy(r);
}

static void a_full_disk_leaves_a_csv_of_whole_lines(void **state)
{
  (void)state;
  with_full_disk(100000, fill_csv);
  assert_int_equal(folder_count("full"), 1);
  char *text = folder_read("full.incomplete.csv");
  long long rows, events;
  assert_int_equal(
      sscanf(text + 19, "# status: incomplete, %lld rows, %lld events: cannot write ", &rows, &events), 2);
  assert_true(rows > 1000 && events > 100);
  long long row_lines = -1, event_lines = 0;  // the header is no row
  for (const char *line = text; *line;) {
    const char *end = strchr(line, '\n');
    assert_non_null(end);
    row_lines += *line != '#';
    event_lines += strncmp(line, "# event: ", 9) == 0;
    line = end + 1;
  }
  assert_int_equal(row_lines, rows);
  assert_int_equal(event_lines, events);
  assert_true(strlen(text) > 99000);  // not more is lost than a line
  free(text);
}

static void fill_npz(void)
{
  ulna_recorder *r = fill("full.npz");
  ulna_recorder_destroy(r);
}

/* The arrays need more room than there is: as many rows as fit are kept. */
static void a_full_disk_leaves_an_npz_of_as_many_rows_as_fit(void **state)
{
  (void)state;
  with_full_disk(1500000, fill_npz);
  assert_int_equal(folder_count("full.npz"), 0);
  python_holds(folder_path("full.incomplete.npz"),
               "n = len(z['t'])\n"
               "assert n > 15000 and z['q'].shape == (n, 2) and z['tau'].shape == (n, 2), n\n"
               "assert np.allclose(z['t'], np.arange(n) * 0.1, rtol=1e-15)\n"
               "assert np.allclose(z['tau'][:, 1], np.arange(n) * 0.1 + 5000, rtol=1e-15)\n"
               "assert len(z['event_t']) == len(z['event_kind']) > 1000\n"
               "s = str(z['status'])\n"
               "assert s.startswith('incomplete: cannot write ') and '; %d of ' % n in s, s\n");
  unlink(folder_path("full.incomplete.npz"));
}

static void is_refused(const char *path, const ulna_column with[], int count, ulna_status expected,
                       const char *why)
{
  ulna_report *report = NULL;
  assert_int_equal(ulna_report_create(NULL, &report), ULNA_OK);
  ulna_recorder *r = (ulna_recorder *)&report;
  assert_int_equal(ulna_recorder_create(path, ULNA_RECORD_GUESS, count, with, 0, NULL, NULL, report, &r),
                   expected);
  assert_ptr_equal(r, &report);  // untouched
  assert_int_equal(ulna_report_count(report, ULNA_NOTE), 1);
  char line[512];
  ulna_problem_format(ulna_report_get(report, 0), line, sizeof line);
  if (!strstr(line, why)) fail_msg("\"%s\" does not say \"%s\"", line, why);
  ulna_report_destroy(report);
}

static void places_that_cannot_be_written_are_refused(void **state)
{
  (void)state;
  is_refused(folder_path("none/run.csv"), columns, COLUMNS, ULNA_CANNOT_WRITE, strerror(ENOENT));
  is_refused(folder_path("none/run.npz"), columns, COLUMNS, ULNA_CANNOT_WRITE, strerror(ENOENT));
  is_refused("/dev/null/run.csv", columns, COLUMNS, ULNA_CANNOT_WRITE, strerror(ENOTDIR));
  is_refused("/proc/run.csv", columns, COLUMNS, ULNA_CANNOT_WRITE, "cannot write");
  assert_int_equal(mkdir(folder_path("folder.csv"), 0777), 0);
  is_refused(folder_path("folder.csv"), columns, COLUMNS, ULNA_CANNOT_WRITE, "this is a folder");
  assert_int_equal(mkfifo(folder_path("pipe.csv"), 0666), 0);
  is_refused(folder_path("pipe.csv"), columns, COLUMNS, ULNA_CANNOT_WRITE, "not a plain file");
  is_refused(folder_path("run.txt"), columns, COLUMNS, ULNA_UNSUPPORTED, "must be .csv or .npz");
  is_refused("", columns, COLUMNS, ULNA_UNSUPPORTED, "must be .csv or .npz");
  rmdir(folder_path("folder.csv"));
  unlink(folder_path("pipe.csv"));
}

static void a_link_is_refused(void **state)
{
  (void)state;
  folder_write("target.csv", "old");
  assert_int_equal(symlink("target.csv", folder_path("link.csv")), 0);
  const ulna_column column = {.name = "t", .unit = "s"};
  ulna_recorder *recorder = NULL;
  assert_int_equal(ulna_recorder_create(folder_path("link.csv"), ULNA_RECORD_GUESS, 1, &column, 0, NULL, NULL,
                                        NULL, &recorder),
                   ULNA_CANNOT_WRITE);
  struct stat found;
  assert_true(lstat(folder_path("link.csv"), &found) == 0 && S_ISLNK(found.st_mode));
  char *text = folder_read("target.csv");
  assert_string_equal(text, "old");
  free(text);
}

static void columns_that_make_no_arrays_are_refused(void **state)
{
  (void)state;
  const char *path = folder_path("columns.npz");
  is_refused(path, NULL, 0, ULNA_INVALID_ARGUMENT, "no columns");
  const ulna_column twice[] = {{"a", "", "a", 0}, {"a", "", "b", 0}};
  is_refused(path, twice, 2, ULNA_INVALID_ARGUMENT, "name of another");
  const ulna_column unnamed[] = {{NULL, NULL, NULL, 0}};
  is_refused(path, unnamed, 1, ULNA_INVALID_ARGUMENT, "no name");
  const ulna_column gap[] = {{"a1", "", "a", 1}, {"a3", "", "a", 3}};
  is_refused(path, gap, 2, ULNA_INVALID_ARGUMENT, "1, 2, 3");
  const ulna_column from_2[] = {{"a2", "", "a", 2}};
  is_refused(path, from_2, 1, ULNA_INVALID_ARGUMENT, "1, 2, 3");
  const ulna_column two_vectors[] = {{"a1", "", "a", 0}, {"a2", "", "a", 0}};
  is_refused(path, two_vectors, 2, ULNA_INVALID_ARGUMENT, "index 0");
  const ulna_column reserved[] = {{"status", "", NULL, 0}};
  is_refused(path, reserved, 1, ULNA_INVALID_ARGUMENT, "not a name an array may have");
  const ulna_column slash[] = {{"a", "", "../a", 0}};
  is_refused(path, slash, 1, ULNA_INVALID_ARGUMENT, "not a name an array may have");
  char long_text[ULNA_RECORD_TEXT + 2] = "", long_name[62] = "";
  memset(long_text, 'x', ULNA_RECORD_TEXT + 1);
  memset(long_name, 'x', sizeof long_name - 1);
  const char *const bad[] = {"", long_name, "1a"};
  for (int k = 0; k < 3; k++) {
    const ulna_column column[] = {{"a", "", bad[k], 0}};
    if (*bad[k]) is_refused(path, column, 1, ULNA_INVALID_ARGUMENT, "not a name an array may have");
  }
  ulna_recorder *r = record(path);
  assert_int_equal(ulna_recorder_event(r, 0, "kind", long_text, ""), ULNA_INVALID_ARGUMENT);
  assert_int_equal(ulna_recorder_event(r, 0, long_text, "", ""), ULNA_INVALID_ARGUMENT);
  assert_int_equal(ulna_recorder_event(r, 0, "kind", "", long_text), ULNA_INVALID_ARGUMENT);
  assert_int_equal(ulna_recorder_event(r, 0, NULL, NULL, NULL), ULNA_OK);
  ulna_recorder_destroy(r);
}

static void memory_that_runs_out_leaves_nothing(void **state)
{
  (void)state;
  const char *const names[] = {"memory.csv", "memory.npz"};
  for (int i = 0; i < 2; i++) {
    for (long n = 1;; n++) {
      failing_allocator memory;
      const ulna_allocator a = failing_allocator_start(&memory, n);
      ulna_recorder *r = NULL;
      ulna_status status = ulna_recorder_create(folder_path(names[i]), ULNA_RECORD_GUESS, COLUMNS, columns,
                                                NOTES, notes, &a, NULL, &r);
      if (status == ULNA_OK) {
        add_rows(r, 0, 3);
        status = ulna_recorder_finish(r, NULL);
        if (status != ULNA_OK) assert_int_equal(access(folder_path(names[i]), F_OK), -1);
        ulna_recorder_destroy(r);
      } else {
        assert_null(r);
      }
      assert_int_equal(status, memory.failed ? ULNA_OUT_OF_MEMORY : ULNA_OK);
      assert_true(failing_allocator_empty(&memory));
      if (!memory.failed) break;
      assert_int_equal(folder_count("memory"), i);  // the one before was written
    }
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(csv_has_names_units_rows_and_events),
      cmocka_unit_test(npz_has_an_array_for_each_group),
      cmocka_unit_test(long_npz_is_collected_from_its_chunks),
      cmocka_unit_test(empty_recordings_read_back),
      cmocka_unit_test(archives_of_more_than_4_gigabytes_have_the_fields_for_it),
      cmocka_unit_test(an_entry_that_lacks_bytes_is_an_error),
      cmocka_unit_test(text_that_is_no_text_is_recorded_as_such),
      cmocka_unit_test(same_rows_make_the_same_bytes),
      cmocka_unit_test(incomplete_recordings_say_so_in_name_and_content),
      cmocka_unit_test(long_reasons_are_cut_between_characters),
      cmocka_unit_test(unfinished_recordings_leave_nothing),
      cmocka_unit_test(recorders_of_one_name_do_not_mix),
      cmocka_unit_test(a_killed_program_leaves_no_file_of_that_name),
      cmocka_unit_test(a_full_disk_leaves_a_csv_of_whole_lines),
      cmocka_unit_test(a_full_disk_leaves_an_npz_of_as_many_rows_as_fit),
      cmocka_unit_test(places_that_cannot_be_written_are_refused),
      cmocka_unit_test(a_link_is_refused),
      cmocka_unit_test(columns_that_make_no_arrays_are_refused),
      cmocka_unit_test(memory_that_runs_out_leaves_nothing),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
