/* Runs a fuzz target once over every file of the folders given: libFuzzer's place, where there is no libFuzzer.
 * With --words first, also over every short file with one word after the other exchanged for others: each key and each value is
 * wrong once in every way. Fails if a folder has no file, so that a corpus that went missing does not pass for one that was run. */
#include <ctype.h>
#include <dirent.h>
#include <limits.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { LONGEST = 3000 }; /* bytes of a file whose words are exchanged */
static long inputs;

static bool in_word(uint8_t c) { return isalnum(c) || strchr("._+-%", c) != NULL; }

/* Each word of the data, comments of YAML left out, exchanged for each of these. */
static void exchange_words(const uint8_t *data, size_t size)
{
  static const char *const others[] = {"",    "word",   "-1",       "0",  "1e400", "[]", "{}",   "[1, 2]",
                                       "[a]", "{a: 1}", "{xyz: 2}", "*x", ".nan",  "~",  "7 deg"};
  for (size_t from = 0; from < size;) {
    if (data[from] == '#')
      while (from < size && data[from] != '\n') from++;
    size_t to = from;
    while (to < size && in_word(data[to])) to++;
    for (size_t k = 0; to > from && k < sizeof others / sizeof *others; k++) {
      const size_t length = strlen(others[k]), whole = size - (to - from) + length;
      uint8_t *changed = malloc(whole ? whole : 1);
      if (!changed) abort();
      memcpy(changed, data, from);
      memcpy(changed + from, others[k], length);
      memcpy(changed + from + length, data + to, size - to);
      LLVMFuzzerTestOneInput(changed, whole);
      inputs++;
      free(changed);
    }
    from = to > from ? to : from + 1;
  }
}

static int run_file(const char *path, size_t size, bool words)
{
  uint8_t *data =
      malloc(size ? size : 1);  // exactly as long as the file: reading past its end is then an error
  FILE *file = fopen(path, "rb");
  const int failed = !data || !file || fread(data, 1, size, file) != size;
  if (file) fclose(file);
  if (!failed) LLVMFuzzerTestOneInput(data, size), inputs++;
  if (!failed && words && size <= LONGEST) exchange_words(data, size);
  free(data);
  if (failed) fprintf(stderr, "cannot read %s\n", path);
  return failed;
}

int main(int argc, char **argv)
{
  int failures = 0;
  const bool words = argc > 1 && strcmp(argv[1], "--words") == 0;
  for (int i = words ? 2 : 1; i < argc; i++) {
    int files = 0;
    DIR *folder = opendir(argv[i]);
    for (struct dirent *entry; folder && (entry = readdir(folder));) {
      char path[PATH_MAX];
      struct stat status;
      if (snprintf(path, sizeof path, "%s/%s", argv[i], entry->d_name) >= (int)sizeof path) continue;
      if (stat(path, &status) != 0 || !S_ISREG(status.st_mode)) continue;
      failures += run_file(path, (size_t)status.st_size, words);
      files++;
    }
    if (folder) closedir(folder);
    if (files == 0) fprintf(stderr, "no file in %s\n", argv[i]), failures++;
    printf("%s: %d files, %ld inputs\n", argv[i], files, inputs);
  }
  return failures ? EXIT_FAILURE : EXIT_SUCCESS;
}
