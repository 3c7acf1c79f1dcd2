/* Names of files that stand in files: whether they stay under a folder. */
#include "text/path.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Whether the name goes above where it starts, at any point of its way. */
static bool climbs(const char *name)
{
  int depth = 0;
  while (*name) {
    const size_t length = strcspn(name, "/");
    if (length == 2 && name[0] == '.' && name[1] == '.') {
      if (--depth < 0) return true;
    } else if (length > 0 && !(length == 1 && name[0] == '.')) {
      depth++;
    }
    name += length;
    name += strspn(name, "/");
  }
  return false;
}

static bool is_under(const char *path, const char *folder)
{
  const size_t length = strlen(folder);
  if (strncmp(path, folder, length) != 0) return false;
  return path[length] == 0 || path[length] == '/' || (length > 0 && folder[length - 1] == '/');
}

bool ulna_path_stays(const char *folder, const char *name)
{
  if (name[0] != '/' && climbs(name)) return false;
  char home[PATH_MAX], path[PATH_MAX], real[PATH_MAX];
  if (!realpath(*folder ? folder : ".", home)) return name[0] != '/';
  const int length = snprintf(path, sizeof path, "%s%s", name[0] == '/' ? "" : folder, name);
  if (length < 0 || (size_t)length >= sizeof path) return false;
  // a file that does not exist yet is judged by the nearest folder above it that does
  while (!realpath(path, real)) {
    char *slash = strrchr(path, '/');
    if (!slash) return true;
    *(slash == path ? slash + 1 : slash) = 0;
    if (slash == path && !realpath(path, real)) return false;
  }
  return is_under(real, home);
}
