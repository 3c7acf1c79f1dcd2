/* Reads the public headers for tests. */
#include "support/headers.h"

#include <dirent.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { LONGEST = 1 << 18 };

int sum_over_headers(int (*each)(const char *name, const char *text, void *context), void *context)
{
  const char *folder = ULNA_TEST_DATA "/../include/ulna";
  DIR *headers = opendir(folder);
  assert_non_null(headers);
  int sum = 0, seen = 0;
  for (struct dirent *entry; (entry = readdir(headers)) != NULL;) {
    if (!strstr(entry->d_name, ".h")) continue;
    char path[1024];
    snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
    FILE *file = fopen(path, "r");
    char *text = calloc(1, LONGEST);
    assert_true(file && text);
    const size_t length = fread(text, 1, LONGEST - 1, file);
    assert_true(length > 0 && length < LONGEST - 1);
    sum += each(entry->d_name, text, context);
    seen++;
    free(text);
    fclose(file);
  }
  closedir(headers);
  assert_true(seen > 5);
  return sum;
}
