/* Files with one fault each, which their first line names. */
#include "support/broken.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

void broken_kind(const char *path, char *kind, size_t size)
{
  char line[200] = "";
  FILE *f = fopen(path, "r");
  assert_non_null(f);
  assert_non_null(fgets(line, sizeof line, f));
  fclose(f);
  static const char head[] = "# fault: ";
  assert_memory_equal(line, head, sizeof head - 1);
  char *end = strchr(line, ';');
  assert_non_null(end);
  *end = 0;
  snprintf(kind, size, "%s", line + sizeof head - 1);
}
