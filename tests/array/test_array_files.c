/* .npy and .npz files: what is written NumPy reads, what NumPy writes is read, and what is broken is refused with a reason. */
#include <fcntl.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "array/array_out.h"
#include "support/folder.h"
#include "support/python.h"

static const array_shape two[] = {{.name = "a", .rows = 1000, .dimensions = 1, .size = {3}},
                                  {.name = "M", .rows = 1000, .dimensions = 2, .size = {2, 2}}};

/* a[i, k] = 3 i + k; M[i] = 10 i + 0, 1, 2, 3; in blocks of uneven length. */
static void write_two(const char *path, int64_t rows, uint64_t large)
{
  char why[ARRAY_WHY];
  array_shape shapes[2] = {two[0], two[1]};
  shapes[0].rows = shapes[1].rows = rows;
  array_out *out = ulna_array_create_large(path, 2, shapes, large, why);
  assert_non_null(out);
  double a[300 * 3], M[300 * 4];
  for (int from = 0, step = 1; from < 1000; from += step, step = step < 250 ? step + 37 : 250) {
    const int count = from + step < 1000 ? step : 1000 - from;
    for (int i = 0; i < count; i++) {
      for (int k = 0; k < 3; k++) a[3 * i + k] = 3 * (from + i) + k;
      for (int k = 0; k < 4; k++) M[4 * i + k] = 10 * (from + i) + k;
    }
    assert_true(ulna_array_append(out, 1, (uint64_t)count, M, why));
    assert_true(ulna_array_append(out, 0, (uint64_t)count, a, why));
  }
  assert_true(ulna_array_finish(out, true, why));
}

static const char expected[] = "a, M = z['a'], z['M']\n"
                               "assert a.shape == (1000, 3) and M.shape == (1000, 2, 2), (a.shape, M.shape)\n"
                               "assert (a == np.arange(3000.).reshape(1000, 3)).all()\n"
                               "i = 10 * np.arange(1000.)\n"
                               "assert (M[:, 0, 0] == i).all() and (M[:, 1, 1] == i + 3).all()\n"
                               "assert zipfile.ZipFile(path).testzip() is None\n";

/* The numbers again, in blocks of 7 rows. */
static void read_two(const char *path)
{
  char why[ARRAY_WHY];
  array_file file;
  if (!ulna_array_open(path, &file, why)) fail_msg("%s", why);
  assert_int_equal(file.count, 2);
  for (int f = 0; f < 2; f++) {
    array_in *x = &file.arrays[f];
    const int width = (int)x->width;
    assert_int_equal(x->rows, 1000);
    assert_int_equal(width, x->name[0] == 'a' ? 3 : 4);
    double out[7 * 4];
    for (int from = 0; from < 1000; from += 7) {
      const int count = from + 7 <= 1000 ? 7 : 1000 - from;
      if (!ulna_array_read(x, (uint64_t)count, out, why)) fail_msg("%s", why);
      for (int i = 0; i < count; i++)
        for (int k = 0; k < width; k++)
          assert_true(out[i * width + k] == (width == 3 ? 3 : 10) * (from + i) + k);
    }
  }
  ulna_array_close(&file);
}

static void numpy_reads_what_is_written(void **state)
{
  (void)state;
  const char *path = folder_path("two.npz");
  static const uint64_t larges[] = {0xffffffff, 0, 1000,
                                    30000};  // fields of 64 bits from different places on
  for (size_t k = 0; k < 4; k++) {
    write_two(path, k % 2 ? 1000 : ROWS_UNKNOWN, larges[k]);
    python_holds(path, expected);
    read_two(path);
  }
}

static void an_array_of_one_dimension_has_its_comma(void **state)
{
  (void)state;
  char why[ARRAY_WHY];
  static const array_shape one = {.name = "E", .rows = 4};
  const double numbers[4] = {1, 2, 3, 4};
  array_out *out = ulna_array_create(folder_path("one.npz"), 1, &one, why);
  assert_non_null(out);
  assert_true(ulna_array_append(out, 0, 4, numbers, why) && ulna_array_finish(out, true, why));
  python_holds(folder_path("one.npz"), "assert z['E'].shape == (4,) and (z['E'] == [1, 2, 3, 4]).all()\n");
}

static void what_numpy_writes_is_read(void **state)
{
  (void)state;
  python_holds(
      folder_path("numpy"),
      "a = np.arange(3000.).reshape(1000, 3)\n"
      "M = (10 * np.arange(1000.)[:, None] + np.arange(4.)).reshape(1000, 2, 2)\n"
      "F = np.asfortranarray\n"
      "ways = [(a, M), (a.astype('>f8'), M.astype('>f4')), (a.astype('<f4'), F(M.reshape(1000, 4))),\n"
      "        (F(a), F(M.reshape(1000, 4)).astype('>f4', order='F'))]\n"
      "for k, (x, y) in enumerate(ways):\n"
      "  np.savez(path + '%d.npz' % k, a=x, M=y)\n"
      "  np.savez_compressed(path + '%d.npz' % (4 + k), a=x, M=y)\n");
  for (int k = 0; k < 8; k++) {
    char name[32];
    snprintf(name, sizeof name, "numpy%d.npz", k);
    read_two(folder_path(name));
  }
}

static void nothing_is_left_of_what_is_not_finished(void **state)
{
  (void)state;
  char why[ARRAY_WHY];
  const char *path = folder_path("left/over.npz");
  assert_null(ulna_array_create(path, 2, two, why));
  assert_non_null(strstr(why, "cannot make a file there: "));
  assert_int_equal(mkdir(folder_path("left"), 0777), 0);
  array_out *out = ulna_array_create(path, 2, two, why);
  assert_non_null(out);
  assert_false(ulna_array_finish(out, false, why));
  out = ulna_array_create(path, 2, two, why);
  assert_false(ulna_array_finish(out, true, why));  // no rows were written
  assert_non_null(strstr(why, "as many rows as was said"));
  assert_int_equal(rmdir(folder_path("left")), 0);  // empty
}

/* A copy of the first `length` bytes of a file, with one byte turned over; at < 0: none. */
static void copy_part(const char *from, const char *to, size_t length, long at)
{
  FILE *in = fopen(from, "rb"), *out = fopen(to, "wb");
  assert_non_null(in);
  assert_non_null(out);
  for (size_t k = 0; k < length; k++) {
    const int c = fgetc(in);
    if (c == EOF) break;
    fputc((long)k == at ? c ^ 0x55 : c, out);
  }
  fclose(in), fclose(out);
}

static size_t size_of(const char *path)
{
  struct stat status;
  assert_int_equal(stat(path, &status), 0);
  return (size_t)status.st_size;
}

/* Everything: true, if every row of every array could be read. */
static bool reads(const char *path, char why[ARRAY_WHY])
{
  array_file file;
  why[0] = '\0';
  if (!ulna_array_open(path, &file, why)) return false;
  bool well = true;
  for (int k = 0; k < file.count && well; k++) {
    array_in *a = &file.arrays[k];
    if (a->rows > 5000 || a->width > 5000) continue;
    double *out = malloc((size_t)(a->rows * a->width + 1) * sizeof *out);
    assert_non_null(out);
    well = ulna_array_read(a, a->rows, out, why);
    free(out);
  }
  ulna_array_close(&file);
  return well;
}

/* Cut anywhere, and damaged in most places, it is refused; where a byte does not matter (a date, a name) it may be read. */
static void what_is_broken_is_refused_with_a_reason(void **state)
{
  (void)state;
  char why[ARRAY_WHY];
  python_holds(folder_path("whole"),
               "a = np.arange(60.).reshape(20, 3)\n"
               "np.savez(path + '.npz', q=a, qd=a)\n"
               "np.savez_compressed(path + '_packed.npz', q=a, qd=np.asfortranarray(a))\n"
               "np.save(path + '.npy', a)\n");
  static const char *const names[] = {"whole.npz", "whole_packed.npz", "whole.npy"};
  for (int f = 0; f < 3; f++) {
    const char *whole = folder_path(names[f]), *part = folder_path(f < 2 ? "part.npz" : "part.npy");
    const size_t size = size_of(whole);
    assert_true(reads(whole, why));
    for (size_t length = 0; length < size; length += length < 200 || length + 200 > size ? 1 : 13) {
      copy_part(whole, part, length, -1);
      if (reads(part, why)) fail_msg("%s cut to %zu bytes was read", names[f], length);
      assert_true(strlen(why) > 10);
    }
    int refused = 0;
    for (size_t at = 0; at < size; at += 3) {
      copy_part(whole, part, size, (long)at);
      refused += !reads(part, why);
    }
    // of an .npy the numbers themselves have no checksum
    assert_true(refused > (f < 2 ? (int)size * 2 / 10 : 25));
  }
}

/* How NumPy makes bad<k>.npz from a (20 x 3) or by P, and what is said of it. */
static const struct {
  const char *make, *reason;
} bad[] = {
    {"np.savez(P, q=a.astype(int))", "array \"q\": its numbers are of type <i8; float64 and"},
    {"np.savez(P, q=a.astype(complex))", "of type <c16"},
    {"np.savez(P, q=a.astype('f2'))", "of type <f2"},
    {"np.savez(P, q=np.zeros(3, [('x', 'f8')]))", "array \"q\": it has named fields"},
    {"np.savez(P, q=np.float64(3))", "array \"q\": it is one number, not an array"},
    {"np.savez(P, q=np.zeros((3, 0)))", "array \"q\": its rows are empty"},
    {"np.savez(P, q=np.zeros((1, 1, 1, 1, 1)))", "more than 4 dimensions"},
    {"W('q.txt', 'x', 0)", "member \"q.txt\" is no array"},
    {"W('q.npy', 'x'*50, 0)", "array \"q\": it does not begin as an .npy file does"},
    {"W('q.npy', 'x'*50, 12)", "q.npy is packed by method 12; stored (0) and deflated (8) are read"},
    {"open(P, 'w').write('hello')", "it is not a whole zip archive"},
    {"np.savez(P, q=a); b = bytearray(open(P, 'rb').read()); b[300] ^= 1; open(P, 'wb').write(b)",
     "array \"q\": its numbers do not have the checksum that the archive gives"},
    {"C(8, 1)", "q.npy is encrypted"},
    {"C(22, 9); C(26, 9, False)", "a member lies beyond its end"},
    {"C(45, 9)", "a member lies beyond its end"},
    {"np.savez(P, q=a); b = bytearray(open(P, 'rb').read()); b[3] ^= 1; open(P, 'wb').write(b)",
     "a member is not where the list says"},
    {"H(1, \"{'descr': '<f8', 'fortran_order': False, }\")", "descr, fortran_order and shape"},
    {"H(1, \"{'descr': '<f8', 'fortran_order': False, 'shape': (2,), } x\")",
     "descr, fortran_order and shape"},
    {"H(1, \"{'descr': '<f8', 'fortran_order': False, 'shape': (9999999999, 9999999999), }\")",
     "its shape is larger than any file"},
    {"H(1, \"{'descr': '<f8', 'fortran_order': False, 'shape': (99999999999999999999,), }\")",
     "descr, fortran_order and shape"},
    {"H(2, 'x' * 2000000)", "its header is said to have 2000012 bytes"},
    {"np.savez(P, q=np.zeros((2, 5000), order='F'))", "in Fortran order no more than 4096 columns"},
    {"import warnings; warnings.simplefilter('ignore'); z = zipfile.ZipFile(P, 'w'); i = io.BytesIO(); np.save(i, a)\n"
     "for k in range(2): z.writestr('q.npy', i.getvalue())\nz.close()",
     "array \"q\" is there twice"},
    {"I('q\\x01.npy')", "a name has characters that cannot be shown"},
    {"I('q\\x7f.npy')", "a name has characters that cannot be shown"},
    {"I('q.npy', b'\\x01\\0\\x20\\0')", "an extra field is cut off"},
    {"I('q.npy', b'\\x01\\0\\0\\0')\nfor k in range(24, 28): C(k, 255, False)",
     "a size of 64 bits is missing"},
    {"E(1 << 40)", "its end points beyond itself"},
    {"E(len(D()) - 30)", "its end points beyond itself"},
    {"E(0)", "its end is not where it says"},
    {"b = D(); b[-12:-10] = b'\\xff\\xff'; S(b)", "its list is too long"},
    {"b = D(); b[-10:-6] = (9999).to_bytes(4, 'little'); S(b)", "its list lies beyond its end"},
    {"b = D(2); b[-10:-6] = (92).to_bytes(4, 'little'); S(b)", "its list is not whole"},
    {"b = D(2); k = b.rindex(b'PK\\x01\\x02'); b[k] = 0; S(b)", "its list is not whole"},
    {"b = D(); n = len(b); S(b); [C(42 + k, (n - 5) >> 8 * k & 255, False) for k in range(4)]",
     "a member lies beyond its end"},
    {"b = D(); C(24, 1, False)", "a stored member has two sizes"},
    {"H(0, 'x')", "version 0.0 of the .npy format is not known"},
    {"H(4, 'x')", "version 4.0 of the .npy format is not known"},
    {"W('q.npy', b'\\x93NUMPY\\1\\2' + bytes(99), 0)", "version 1.2 of the .npy format is not known"},
    {"W('q.npy', b'\\x93NUMPY\\1\\0\\1\\0' + bytes(99), 0)", "its header is said to have 11 bytes"},
    {"H(1, \"{'descr': '<f8', 'fortran_order': False, 'shape': (2, 9999999999999), }\")",
     "its rows are longer than any file"},
    {"H(1, \"{'descr': '|f8', 'fortran_order': False, 'shape': (2,), }\")", "of type |f8"},
    {"H(1, \"{'descr': '<i8', 'fortran_order': False, 'shape': (2,), }\")", "of type <i8"},
    {"H(1, \"{'descr': '<f16', 'fortran_order': False, 'shape': (2,), }\")", "of type <f16"},
    {"H(1, \"{'descr': '<f80', 'fortran_order': False, 'shape': (2,), }\")", "of type <f80"},
    {"H(1, \"['descr']\")", "descr, fortran_order and shape"},
    {"H(1, \"{descr: 1}\")", "descr, fortran_order and shape"},
    {"H(1, \"{'descr' 1}\")", "descr, fortran_order and shape"},
    {"H(1, \"{'descr\")", "descr, fortran_order and shape"},
    {"H(1, \"{'\" + 'x' * 40 + \"': 1}\")", "descr, fortran_order and shape"},
    {"H(1, \"{'\\x7f': 1}\")", "descr, fortran_order and shape"},
    {"H(1, \"{'colour': 'red', }\")", "descr, fortran_order and shape"},
    {"H(1, \"{'descr': '<f8', 'descr': '<f8', }\")", "descr, fortran_order and shape"},
    {"H(1, \"{'fortran_order': False, 'fortran_order': False, }\")", "descr, fortran_order and shape"},
    {"H(1, \"{'fortran_order': Maybe, }\")", "descr, fortran_order and shape"},
    {"H(1, \"{'shape': (2,), 'shape': (2,), }\")", "descr, fortran_order and shape"},
    {"H(1, \"{'shape': 2, }\")", "descr, fortran_order and shape"},
    {"H(1, \"{'shape': (:), }\")", "descr, fortran_order and shape"},
    {"H(1, \"{'shape': (-2,), }\")", "descr, fortran_order and shape"},
    {"H(1, \"{'descr': '<f8' 'shape'\")", "descr, fortran_order and shape"},
    {"N(\"{'shape': (2\")", "descr, fortran_order and shape"},
    {"N(\"{'shape': (\")", "descr, fortran_order and shape"},
    {"N(\"{'descr': \")", "descr, fortran_order and shape"},
    {"N(\"{'descr\")", "descr, fortran_order and shape"},
    {"N(\"{ \\t\\n\")", "descr, fortran_order and shape"},
    {"N(\"{'descr': '<f8', 'fortran_order': False}\")", "descr, fortran_order and shape"},
    {"N(\"{'descr': '<f8', 'shape': (2,)}\")", "descr, fortran_order and shape"},
    {"N(\"{'shape': (2,), 'fortran_order': True}\")", "descr, fortran_order and shape"},
};

static void every_refusal_says_what_and_why(void **state)
{
  (void)state;
  enum { COUNT = sizeof bad / sizeof *bad };
  char code[16000], why[ARRAY_WHY], name[32];
  size_t used = (size_t)snprintf(
      code, sizeof code,
      "a = np.arange(60.).reshape(20, 3)\n"
      "import io\n"
      "def W(n, t, m): zipfile.ZipFile(P, 'w', m).writestr(n, t)\n"
      "def H(v, t): W('q.npy', b'\\x93NUMPY' + bytes([v, 0]) + "
      "len(t).to_bytes(2 if v == 1 else 4, 'little') + t.encode() + bytes(99), 0)\n"
      "def N(t): W('q.npy', b'\\x93NUMPY\\1\\0' + len(t).to_bytes(2, 'little') + t.encode(), 0)\n"
      "def I(n, extra=b''):\n"
      "  f = io.BytesIO(); np.save(f, a); i = zipfile.ZipInfo(n); i.extra = extra\n"
      "  zipfile.ZipFile(P, 'w', 0).writestr(i, f.getvalue())\n"
      "def D(n=1):\n"  // the bytes of a good one
      "  np.savez(P, **dict(zip('qr', [a] * n))); return bytearray(open(P, 'rb').read())\n"
      "def S(b): open(P, 'wb').write(b)\n"
      "def E(where):\n"  // with a locator of an end of 64 bits
      "  b = D(); S(b[:-22] + b'PK\\x06\\x07' + bytes(4) + where.to_bytes(8, 'little') + bytes(4) + b[-22:])\n"
      "def C(at, x, new=True):\n"  // a byte of the list's only entry
      "  if new: np.savez(P, q=a)\n"
      "  b = bytearray(open(P, 'rb').read()); b[b.index(b'PK\\x01\\x02') + at] = x\n"
      "  open(P, 'wb').write(b)\n");
  for (int k = 0; k < COUNT; k++)
    used += (size_t)snprintf(code + used, sizeof code - used, "P = path + '%d.npz'\n%s\n", k, bad[k].make);
  assert_true(used < sizeof code);
  python_holds(folder_path("bad"), code);
  for (int k = 0; k < COUNT; k++) {
    snprintf(name, sizeof name, "bad%d.npz", k);
    assert_false(reads(folder_path(name), why));
    if (!strstr(why, bad[k].reason)) fail_msg("%s: %s", bad[k].make, why);
  }
}

/* What other programs put into archives and headers, and what numbers in the other order of bytes are. */
static void archives_of_others_are_read(void **state)
{
  (void)state;
  char why[ARRAY_WHY];
  python_holds(folder_path("other"),
               "import io\n"
               "a = np.arange(60.).reshape(20, 3)\n"
               "f = io.BytesIO(); np.save(f, a); i = zipfile.ZipInfo('q.npy'); i.extra = b'up\\2\\0ab'\n"
               "zipfile.ZipFile(path + '0.npz', 'w', 0).writestr(i, f.getvalue())\n"
               "t = b\"{ 'descr':\\t'=f8', \\n 'fortran_order': False, 'shape': (20, 3) }\"\n"
               "h = b'\\x93NUMPY\\2\\0' + len(t).to_bytes(4, 'little') + t + a.tobytes()\n"
               "open(path + '1.npy', 'wb').write(h)\n"
               "np.save(path + '2.npy', np.asfortranarray(a[:1]))\n"
               "np.save(path + '3.npy', np.asfortranarray(a[:, :1]))\n");
  static const char *const names[] = {"other0.npz", "other1.npy", "other2.npy", "other3.npy"};
  for (int k = 0; k < 4; k++)
    if (!reads(folder_path(names[k]), why)) fail_msg("%s: %s", names[k], why);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(numpy_reads_what_is_written),
      cmocka_unit_test(an_array_of_one_dimension_has_its_comma),
      cmocka_unit_test(what_numpy_writes_is_read),
      cmocka_unit_test(nothing_is_left_of_what_is_not_finished),
      cmocka_unit_test(what_is_broken_is_refused_with_a_reason),
      cmocka_unit_test(every_refusal_says_what_and_why),
      cmocka_unit_test(archives_of_others_are_read),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
