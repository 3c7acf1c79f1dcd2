/* Any bytes read as an .npy or .npz file: arrays that can be read to their ends, or a reason in one line. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "array/array_in.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void expect(int holds, const char *what)
{
  if (holds) return;
  fprintf(stderr, "does not hold: %s\n", what);
  abort();
}

static void expect_reason(const char *why)
{
  expect(*why != 0 && strlen(why) < ARRAY_WHY, "a failure has a reason");
  expect(!strchr(why, '\n'), "a reason is one line");
}

/* Rows in blocks of 1, 2, 3 …, as many as small memory holds. */
static void read_rows(array_in *a)
{
  enum { ROOM = 1 << 14 };
  static double numbers[ROOM];
  char why[ARRAY_WHY] = "";
  if (a->width > ROOM) return;
  for (uint64_t at = 0, step = 1; at < a->rows; at += step, step++) {
    if (step > ROOM / a->width) step = ROOM / a->width;
    if (step > a->rows - at) step = a->rows - at;
    if (ulna_array_read(a, step, numbers, why)) continue;
    expect_reason(why);
    return;
  }
}

/* Texts end, and have no control characters. */
static void read_texts(array_in *a)
{
  char why[ARRAY_WHY] = "", *texts = ulna_array_texts(a, 1 << 16, why);
  if (!texts) {
    expect_reason(why);
    return;
  }
  const char *at = texts;
  for (uint64_t k = 0; k < a->rows; k++, at++)
    for (; *at; at++) expect((unsigned char)*at >= 0x20 && *at != 0x7f, "a text is plain");
  expect((size_t)(at - texts) <= 1 << 16, "texts have the size they may have");
  free(texts);
}

/* A file as a file: whatever does not begin as an .npy file does is an archive. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  const char *folder = getenv("TMPDIR");
  const bool npy = size >= 6 && memcmp(data, "\x93NUMPY", 6) == 0;
  char path[512], why[ARRAY_WHY] = "";
  snprintf(path, sizeof path, "%s/ulna_fuzz_%ld.%s", folder && *folder ? folder : "/tmp", (long)getpid(),
           npy ? "npy" : "npz");
  FILE *f = fopen(path, "wb");
  if (!f) return 0;
  const bool written = fwrite(data, 1, size, f) == size;
  if (fclose(f) == 0 && written) {
    array_file file;
    if (ulna_array_open_any(path, &file, why)) {  // as a recording is read
      for (int k = 0; k < file.count; k++) {
        if (file.arrays[k].header.text) read_texts(&file.arrays[k]);
        else read_rows(&file.arrays[k]);
      }
      ulna_array_close(&file);
    } else {
      expect_reason(why);
    }
    if (ulna_array_open(path, &file, why)) {
      for (int k = 0; k < file.count; k++) {
        expect(file.arrays[k].width > 0, "a row has numbers");
        expect(memchr(file.arrays[k].name, 0, ARRAY_NAME) != NULL, "a name ends");
        read_rows(&file.arrays[k]);
      }
      ulna_array_close(&file);
    } else {
      expect_reason(why);
    }
  }
  unlink(path);
  return 0;
}
