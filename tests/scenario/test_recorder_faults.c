/* Recordings when the system fails: every call that reads, writes, settles or renames fails in turn. A recording of the right
 * name is whole, byte for byte; otherwise what could be kept is kept, can be read, and says that it is not whole. */
#ifndef _GNU_SOURCE
#  define _GNU_SOURCE
#endif
#include <errno.h>
#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <unistd.h>

#include <cmocka.h>

#include "support/folder.h"
#include "support/python.h"
#include "ulna/recorder.h"

/* ---- the system calls of a recorder, of which one kind fails at its n-th call, or from then on */

typedef enum { PREAD, PWRITE, FSYNC, RENAME, KINDS } call_kind;
static const char *const kind_names[KINDS] = {"pread", "pwrite", "fsync", "rename"};
static bool failing;
static call_kind failing_kind;
static long failing_call, calls[KINDS];
static bool stays_broken;

static bool fails(call_kind kind)
{
  if (!failing) return false;
  calls[kind]++;
  const bool now =
      kind == failing_kind && (stays_broken ? calls[kind] >= failing_call : calls[kind] == failing_call);
  if (now) errno = kind == RENAME ? EACCES : EIO;
  return now;
}

ssize_t pread(int file, void *bytes, size_t length, off_t at)
{
  return fails(PREAD) ? -1 : (ssize_t)syscall(SYS_pread64, file, bytes, length, at);
}
ssize_t pread64(int file, void *bytes, size_t length, off64_t at)
{
  return fails(PREAD) ? -1 : (ssize_t)syscall(SYS_pread64, file, bytes, length, at);
}
ssize_t pwrite(int file, const void *bytes, size_t length, off_t at)
{
  return fails(PWRITE) ? -1 : (ssize_t)syscall(SYS_pwrite64, file, bytes, length, at);
}
ssize_t pwrite64(int file, const void *bytes, size_t length, off64_t at)
{
  return fails(PWRITE) ? -1 : (ssize_t)syscall(SYS_pwrite64, file, bytes, length, at);
}
int fsync(int file)
{
  (void)file;  // without the wait: nobody pulls the plug of this test
  return fails(FSYNC) ? -1 : 0;
}
int rename(const char *from, const char *to)
{
  return fails(RENAME) ? -1 : (int)syscall(SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, 0);
}

/* ---- one recording */

static const ulna_column columns[] = {
    {"t", "s", NULL, 0}, {"q1", "rad", "q", 1}, {"q2", "m", "q", 2}, {"stage", "", "stage", 0}};
enum {
  COLUMNS = 4,
  ROWS = 80000,
  EVENT_EVERY = 10
};  // more than two chunks, and events of more than one buffer

/* Records, and returns what finish did. *kept: where it is, to be freed; NULL: nowhere. */
static ulna_status record(const char *name, char **kept)
{
  ulna_recorder *r = NULL;
  *kept = NULL;
  if (ulna_recorder_create(folder_path(name), ULNA_RECORD_GUESS, COLUMNS, columns, 0, NULL, NULL, NULL, &r) !=
      ULNA_OK)
    return ULNA_CANNOT_WRITE;
  ulna_status status = ULNA_OK;
  for (int k = 0; k < ROWS && status == ULNA_OK; k++) {
    const double row[COLUMNS] = {k * 0.1, k + 1000, k + 2000, 3};
    status = ulna_recorder_row(r, row);
    if (status == ULNA_OK && k % EVENT_EVERY == 0)
      status = ulna_recorder_event(r, k * 0.1, "slip", "a motor of a long name", "");
  }
  const ulna_status ended = ulna_recorder_finish(r, status == ULNA_OK ? NULL : ulna_recorder_failure(r));
  if (ulna_recorder_path(r)) *kept = strdup(ulna_recorder_path(r));
  if (ended != ULNA_OK) assert_true(ulna_recorder_failure(r)[0] != 0);
  ulna_recorder_destroy(r);
  return status == ULNA_OK ? ended : status;
}

static bool same_as_whole(const char *path, const char *whole, size_t length)
{
  FILE *file = fopen(path, "rb");
  if (!file) return false;
  char *bytes = malloc(length + 1);
  const size_t got = fread(bytes, 1, length + 1, file);
  fclose(file);
  const bool same = got == length && memcmp(bytes, whole, length) == 0;
  free(bytes);
  return same;
}

/* What was kept is there, under no name that a whole one has, and says that it is not. An .npz is put aside for
 * check_archives. */
static void check_kept(const char *name, const char *kept, const char *kind, long n)
{
  assert_int_equal(access(kept, F_OK), 0);
  assert_true(strstr(kept, ".incomplete.") || strstr(kept, ".partial"));
  if (strstr(name, ".npz")) {
    char aside[100];
    snprintf(aside, sizeof aside, "kept-%s-%ld.npz", kind, n);
    assert_int_equal(rename(kept, folder_path(aside)), 0);
    return;
  }
  char line[400] = "";
  FILE *file = fopen(kept, "r");
  assert_true(file && fgets(line, sizeof line, file) && fgets(line, sizeof line, file));
  fclose(file);
  if (strncmp(line, "# status: incomplete, ", 22) != 0 && !strstr(kept, ".partial"))
    fail_msg("%s: %s", kept, line);
  unlink(kept);
}

static void check_archives(void)
{
  if (folder_count("kept-") == 0) return;
  python_holds(folder_path(""),
               "import glob, os\n"
               "for name in glob.glob(path + 'kept-*.npz'):\n"
               "    assert zipfile.ZipFile(name).testzip() is None, name\n"
               "    z = np.load(name)\n"
               "    n = len(z['t'])\n"
               "    assert np.array_equal(z['q'][:, 0], np.arange(n) + 1000) and len(z['stage']) == n, name\n"
               "    assert len(z['event_t']) == len(z['event_what']) == len(z['event_detail']), name\n"
               "    assert str(z['status']).startswith('incomplete: '), (name, z['status'])\n"
               "    os.unlink(name)\n");
}

static void every_call_may_fail(const char *name, bool broken_for_good)
{
  char *kept = NULL;
  size_t length = 0;
  failing = true, failing_call = -1, failing_kind = KINDS, stays_broken = false;
  memset(calls, 0, sizeof calls);
  assert_int_equal(record(name, &kept), ULNA_OK);
  failing = false;
  long total[KINDS];
  memcpy(total, calls, sizeof total);
  FILE *file = fopen(kept, "rb");
  char *whole = malloc(1 << 24);
  length = fread(whole, 1, 1 << 24, file);
  fclose(file);
  unlink(kept), free(kept);
  for (int kind = 0; kind < KINDS; kind++) {
    int lost = 0;
    for (long n = 1; n <= total[kind]; n++) {
      failing = true, failing_kind = (call_kind)kind, failing_call = n, stays_broken = broken_for_good;
      memset(calls, 0, sizeof calls);
      const ulna_status status = record(name, &kept);
      failing = false;
      const bool there = access(folder_path(name), F_OK) == 0;
      // a folder that could not be settled: whole, in its place, and not promised to survive a power cut
      const bool unsettled = status != ULNA_OK && kept && strcmp(kept, folder_path(name)) == 0;
      if (there != (status == ULNA_OK || unsettled) ||
          (there && !same_as_whole(folder_path(name), whole, length)))
        fail_msg("%s, %s %ld: status %s, file %s", name, kind_names[kind], n, ulna_status_name(status),
                 there ? "there" : "not there");
      if (unsettled) assert_int_equal(kind, FSYNC);
      if (status == ULNA_OK) fail_msg("%s, %s %ld failed and nobody said so", name, kind_names[kind], n);
      if (kept && !unsettled) check_kept(name, kept, kind_names[kind], n);
      else if (kept) unlink(kept);
      lost += kept == NULL;
      free(kept);
    }
    check_archives();
    print_message("%s: %ld calls of %s, %d recordings lost\n", name, total[kind], kind_names[kind], lost);
    // once a disk takes nothing at all any more an .npz cannot be made, and a CSV not begun
    if (kind != PWRITE) assert_int_equal(lost, 0);
    if (kind == PWRITE && !broken_for_good) assert_true(lost <= 1);
  }
  free(whole);
}

static void every_call_of_a_csv_may_fail(void **state)
{
  (void)state;
  every_call_may_fail("faults.csv", false);
  every_call_may_fail("faults.csv", true);
}

static void every_call_of_an_npz_may_fail(void **state)
{
  (void)state;
  every_call_may_fail("faults.npz", false);
  every_call_may_fail("faults.npz", true);
}

/* A recording has its name when it is on the disk: the file is settled, and the folder that names it. */
static void file_and_folder_are_settled(void **state)
{
  (void)state;
  static const char *const names[] = {"settled.csv", "settled.npz"};
  for (int k = 0; k < 2; k++) {
    char *kept = NULL;
    memset(calls, 0, sizeof calls);
    failing = true, failing_kind = FSYNC, failing_call = 1000000, stays_broken = false;
    const ulna_status status = record(names[k], &kept);
    failing = false;
    assert_int_equal(status, ULNA_OK);
    assert_int_equal(calls[FSYNC], 2);
    assert_int_equal(calls[RENAME], 1);
    assert_non_null(kept);
    unlink(kept);
    free(kept);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(file_and_folder_are_settled),
      cmocka_unit_test(every_call_of_a_csv_may_fail),
      cmocka_unit_test(every_call_of_an_npz_may_fail),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
