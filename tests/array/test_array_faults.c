/* .npy and .npz files when the system fails: every allocation and every call that reads, writes or renames fails in turn. Each
 * failure is told by its own reason; nothing is lost of memory, descriptors or files. */
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
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <unistd.h>

#include <cmocka.h>

#include "array/array_out.h"
#include "support/folder.h"
#include "support/python.h"

#if defined(__has_feature)
#  if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#    define SANITIZED 1
#  endif
#endif
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#  define SANITIZED 1
#endif

/* ---- what fails: the n-th call of one kind. INTERRUPTED calls succeed when they are repeated. */

typedef enum {
  NOTHING,
  MEMORY,
  READ,
  READ_INTERRUPTED,
  READ_ENDS,
  WRITE,
  WRITE_INTERRUPTED,
  RENAME,
  MODE,
  KINDS
} kind;
static const char *const kind_names[KINDS] = {
    "nothing", "memory", "pread", "pread interrupted", "end of file", "pwrite", "pwrite interrupted",
    "rename",  "fchmod"};
static kind failing;
static long failing_call, calls, held; /* held: blocks of memory not given back */

static bool fails(kind which) { return which == failing && ++calls == failing_call; }

static ssize_t read_or_fail(int file, void *bytes, size_t length, off64_t at)
{
  if (fails(READ_ENDS)) return 0;
  const bool broken = fails(READ), interrupted = fails(READ_INTERRUPTED);
  if (broken || interrupted) return errno = broken ? EIO : EINTR, -1;
  return (ssize_t)syscall(SYS_pread64, file, bytes, length, at);
}
ssize_t pread(int file, void *bytes, size_t length, off_t at)
{
  return read_or_fail(file, bytes, length, at);
}
ssize_t pread64(int file, void *bytes, size_t length, off64_t at)
{
  return read_or_fail(file, bytes, length, at);
}

static ssize_t write_or_fail(int file, const void *bytes, size_t length, off64_t at)
{
  const bool broken = fails(WRITE), interrupted = fails(WRITE_INTERRUPTED);
  if (broken || interrupted) return errno = broken ? ENOSPC : EINTR, -1;
  return (ssize_t)syscall(SYS_pwrite64, file, bytes, length, at);
}
ssize_t pwrite(int file, const void *bytes, size_t length, off_t at)
{
  return write_or_fail(file, bytes, length, at);
}
ssize_t pwrite64(int file, const void *bytes, size_t length, off64_t at)
{
  return write_or_fail(file, bytes, length, at);
}
int rename(const char *from, const char *to)
{
  if (fails(RENAME)) return errno = EACCES, -1;
  return (int)syscall(SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, 0);
}
int fchmod(int file, mode_t mode)
{
  if (fails(MODE)) return errno = EPERM, -1;
  return (int)syscall(SYS_fchmod, file, mode);
}

#ifndef SANITIZED
#  pragma GCC visibility push(default)  // zlib is a shared library, and must find these
void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void __libc_free(void *memory);

static void *taken(void *memory)
{
  if (failing && memory) held++;
  return memory;
}
void *malloc(size_t size) { return fails(MEMORY) ? NULL : taken(__libc_malloc(size)); }
void *calloc(size_t count, size_t size) { return fails(MEMORY) ? NULL : taken(__libc_calloc(count, size)); }
void free(void *memory)
{
  if (failing && memory) held--;
  __libc_free(memory);
}
#  pragma GCC visibility pop
#endif

/* ---- what is done meanwhile */

enum { ROWS = 100, WIDTH = 3 };

/* Every number of a file, a[i, k] = 3 i + k, in blocks of ten rows. */
static bool read_file(const char *path, char why[ARRAY_WHY])
{
  array_file file;
  double out[10 * WIDTH];
  bool well = ulna_array_open(path, &file, why);
  for (int k = 0; well && k < file.count; k++)
    for (int from = 0; well && from < ROWS; from += 10) {
      well = ulna_array_read(&file.arrays[k], 10, out, why);
      for (int i = 0; well && i < 10 * WIDTH; i++) assert_true(out[i] == WIDTH * from + i);
    }
  ulna_array_close(&file);
  return well;
}

static bool write_file(const char *path, char why[ARRAY_WHY])
{
  const bool archive = strstr(path, ".npz") != NULL;
  const array_shape shapes[2] = {
      {.name = "a", .rows = strstr(path, "later") ? ROWS_UNKNOWN : ROWS, .dimensions = 1, .size = {WIDTH}},
      {.name = "b", .rows = ROWS, .dimensions = 1, .size = {WIDTH}}};
  double numbers[ROWS * WIDTH];
  for (int k = 0; k < ROWS * WIDTH; k++) numbers[k] = k;
  array_out *out = ulna_array_create(path, archive ? 2 : 1, shapes, why);
  bool well = out != NULL;
  for (int k = 0; well && k < (archive ? 2 : 1); k++) well = ulna_array_append(out, k, ROWS, numbers, why);
  return out && ulna_array_finish(out, well, why) && well;
}

static int descriptors(void)
{
  const int next = dup(0);
  assert_true(next >= 0);
  close(next);
  return next;
}

/* What is said: the failure itself, not what it leads to. */
static const char *reason_of(kind which)
{
  switch (which) {
  case MEMORY: return "out of memory";
  case READ: return "Input/output error";
  case READ_ENDS: return "";  // told as "too early", or as what cannot be read back
  case WRITE: return "cannot write: No space left on device";
  case RENAME: return "cannot give it its name: Permission denied";
  case MODE: return "cannot write: Operation not permitted";
  default: return NULL;  // nothing: it succeeds
  }
}

/* Each call of a kind fails in turn, until there are no more. Returns how many there were. */
static long each_fails(kind which, const char *name, bool (*work)(const char *, char[ARRAY_WHY]))
{
  const char *path = folder_path(name), *reason = reason_of(which);
  const int before = folder_count(""), open_before = descriptors();
  for (long n = 1;; n++) {
    char why[ARRAY_WHY] = "";
    failing_call = n, calls = 0, held = 0, failing = which;
    const bool well = work(path, why);
    failing = NOTHING;
    const bool failed = calls >= n && reason;
    if (well == failed) fail_msg("%s %ld of %s: %s", kind_names[which], n, name, well ? "no word" : why);
    if (failed && (!strstr(why, reason) || !why[0]))
      fail_msg("%s %ld of %s: %s", kind_names[which], n, name, why);
    if (held != 0) fail_msg("%s %ld of %s: %ld blocks are lost", kind_names[which], n, name, held);
    assert_int_equal(descriptors(), open_before);
    if (work == write_file && well) {
      assert_true(read_file(path, why));
      unlink(path);
    }
    assert_int_equal(folder_count(""), before);
    if (calls < n) return n - 1;
  }
}

static void make_files(void)
{
  python_holds(folder_path("a"), "a = np.arange(300.).reshape(100, 3)\n"
                                 "np.save(path + '.npy', a)\n"
                                 "np.save(path + '_single.npy', a.astype('>f4'))\n"
                                 "np.savez(path + '.npz', q=a, qd=a)\n"
                                 "np.savez_compressed(path + '_packed.npz', q=a, qd=np.asfortranarray(a))\n");
}

static const char *const files[] = {"a.npy", "a_single.npy", "a.npz", "a_packed.npz"};

static void every_read_may_fail(void **state)
{
  (void)state;
  make_files();
  for (int f = 0; f < 4; f++) {
    assert_true(each_fails(READ, files[f], read_file) > 5);
    assert_true(each_fails(READ_INTERRUPTED, files[f], read_file) > 5);
    assert_true(each_fails(READ_ENDS, files[f], read_file) > 5);
  }
}

static void every_write_may_fail(void **state)
{
  (void)state;
  static const char *const names[] = {"w.npy", "w.npz", "later.npz", "later.npy"};
  for (int f = 0; f < 4; f++) {
    assert_true(each_fails(WRITE, names[f], write_file) >= 2);
    assert_true(each_fails(WRITE_INTERRUPTED, names[f], write_file) >= 2);
    assert_int_equal(each_fails(RENAME, names[f], write_file), 1);
    assert_int_equal(each_fails(MODE, names[f], write_file), 1);
    // of rows not known before the numbers are read back, in an archive
    const long back = f == 2 ? 2 : 0;
    assert_int_equal(each_fails(READ, names[f], write_file), back);
    assert_int_equal(each_fails(READ_ENDS, names[f], write_file), back);
    assert_int_equal(each_fails(READ_INTERRUPTED, names[f], write_file), back);
  }
}

static void every_allocation_of_an_array_may_fail(void **state)
{
  (void)state;
#ifdef SANITIZED
  skip();
#else
  make_files();
  for (int f = 0; f < 4; f++) assert_true(each_fails(MEMORY, files[f], read_file) >= 6);
  assert_true(each_fails(MEMORY, "w.npz", write_file) >= 4);
  assert_true(each_fails(MEMORY, "later.npz", write_file) >= 6);
#endif
}

/* A place that is no ordinary file, or that numbers cannot be read back from. */
static void what_is_no_file_is_refused(void **state)
{
  (void)state;
  char why[ARRAY_WHY];
  assert_int_equal(mkdir(folder_path("folder.npy"), 0777), 0);
  assert_int_equal(mkfifo(folder_path("pipe.npz"), 0666), 0);
  assert_false(write_file(folder_path("folder.npy"), why));
  assert_non_null(strstr(why, "it is not an ordinary file"));
  assert_false(write_file(folder_path("pipe.npz"), why));
  assert_non_null(strstr(why, "it is not an ordinary file"));
  assert_false(read_file(folder_path("folder.npy"), why));
  assert_non_null(strstr(why, "it is not a file that can be read from any place"));
  assert_false(read_file(folder_path("none.npy"), why));
  assert_non_null(strstr(why, "No such file"));
  rmdir(folder_path("folder.npy"));
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_read_may_fail),
      cmocka_unit_test(every_write_may_fail),
      cmocka_unit_test(every_allocation_of_an_array_may_fail),
      cmocka_unit_test(what_is_no_file_is_refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
