/* Runs a fuzz target once over every file of the folders given: libFuzzer's place, where there is no libFuzzer.
 * Fails if a folder has no file, so that a corpus that went missing does not pass for one that was run. */
#include <dirent.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static int run_file(const char *path, size_t size)
{
  uint8_t *data =
      malloc(size ? size : 1);  // exactly as long as the file: reading past its end is then an error
  FILE *file = fopen(path, "rb");
  const int failed = !data || !file || fread(data, 1, size, file) != size;
  if (file) fclose(file);
  if (!failed) LLVMFuzzerTestOneInput(data, size);
  free(data);
  if (failed) fprintf(stderr, "cannot read %s\n", path);
  return failed;
}

int main(int argc, char **argv)
{
  int failures = 0;
  for (int i = 1; i < argc; i++) {
    int files = 0;
    DIR *folder = opendir(argv[i]);
    for (struct dirent *entry; folder && (entry = readdir(folder));) {
      char path[PATH_MAX];
      struct stat status;
      if (snprintf(path, sizeof path, "%s/%s", argv[i], entry->d_name) >= (int)sizeof path) continue;
      if (stat(path, &status) != 0 || !S_ISREG(status.st_mode)) continue;
      failures += run_file(path, (size_t)status.st_size);
      files++;
    }
    if (folder) closedir(folder);
    if (files == 0) fprintf(stderr, "no file in %s\n", argv[i]), failures++;
    printf("%s: %d files\n", argv[i], files);
  }
  return failures ? EXIT_FAILURE : EXIT_SUCCESS;
}
