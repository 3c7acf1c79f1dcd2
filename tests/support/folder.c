/* A folder of its own for a test, removed afterwards. */
#include "support/folder.h"

#include <dirent.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

static char folder[64];
static pid_t owner;

static void remove_folder(void)
{
  if (getpid() != owner) return;  // a child of the test's
  char line[100];
  snprintf(line, sizeof line, "rm -rf '%s'", folder);
  if (system(line) != 0) fprintf(stderr, "%s is left behind\n", folder);
}

const char *folder_path(const char *name)
{
  /* Paths that were asked for, in a list, so that they are never lost. */
  typedef struct path {
    struct path *next;
    char text[];
  } path;
  static path *paths;
  if (!*folder) {
    strcpy(folder, "/tmp/ulna-test-XXXXXX");
    if (!mkdtemp(folder)) {
      perror("mkdtemp");
      exit(2);
    }
    owner = getpid();
    atexit(remove_folder);
  }
  path *p = malloc(sizeof *p + strlen(folder) + strlen(name) + 2);
  if (!p) exit(2);
  sprintf(p->text, "%s/%s", folder, name);
  p->next = paths;
  paths = p;
  return p->text;
}

void folder_write(const char *name, const char *text)
{
  FILE *file = fopen(folder_path(name), "w");
  if (!file) fail_msg("cannot write %s", name);
  fputs(text, file);
  assert_int_equal(fclose(file), 0);
}

static char *read_all(const char *name, size_t *size)
{
  FILE *file = fopen(folder_path(name), "r");
  if (!file) fail_msg("there is no %s", name);
  assert_int_equal(fseek(file, 0, SEEK_END), 0);
  *size = (size_t)ftell(file);
  rewind(file);
  char *text = malloc(*size + 1);
  assert_non_null(text);
  assert_int_equal(fread(text, 1, *size, file), *size);
  text[*size] = '\0';
  fclose(file);
  return text;
}

char *folder_read(const char *name)
{
  size_t size;
  return read_all(name, &size);
}

bool folder_same(const char *a, const char *b)
{
  size_t size_a, size_b;
  char *text_a = read_all(a, &size_a), *text_b = read_all(b, &size_b);
  const bool same = size_a == size_b && memcmp(text_a, text_b, size_a) == 0;
  free(text_a);
  free(text_b);
  return same;
}

int folder_count(const char *prefix)
{
  int count = 0;
  DIR *all = opendir(folder_path(""));
  assert_non_null(all);
  for (const struct dirent *one; (one = readdir(all)) != NULL;)
    count += strncmp(one->d_name, prefix, strlen(prefix)) == 0;
  closedir(all);
  return count;
}
