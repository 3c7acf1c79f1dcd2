/* Lets a test ask NumPy about a file. */
#include "support/python.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* Debian's own first: a python3 that comes earlier in PATH may have no NumPy. */
static const char *interpreter(void)
{
  static const char *const known[] = {"/usr/bin/python3", "python3"};
  static const char *found;
  for (int i = 0; i < 2 && !found; i++) {
    char line[100];
    snprintf(line, sizeof line, "%s -c 'import numpy' 2>/dev/null", known[i]);
    if (system(line) == 0) found = known[i];
  }
  if (!found) fail_msg("this test needs NumPy: apt-get install python3-numpy");
  return found;
}

void python_holds(const char *path, const char *code)
{
  char line[100];
  snprintf(line, sizeof line, "%s -", interpreter());
  FILE *in = popen(line, "w");
  assert_non_null(in);
  fprintf(in, "import json, zipfile\nimport numpy as np\npath = '%s'\n", path);
  if (strlen(path) > 4 && strcmp(path + strlen(path) - 4, ".npz") == 0) fputs("z = np.load(path)\n", in);
  fputs(code, in);
  if (pclose(in) != 0) fail_msg("NumPy does not agree about %s", path);
}
