/* Colours of the terminal. */
#include "colour.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static bool has_colours(FILE *stream)
{
  const char *off = getenv("NO_COLOR"), *terminal = getenv("TERM");
  if (off && *off) return false;
  return terminal && *terminal && strcmp(terminal, "dumb") != 0 && isatty(fileno(stream));
}

const char *colour_code(FILE *stream, colour c)
{
  static const char *const codes[] = {"\033[0m", "\033[1;31m", "\033[32m", "\033[33m", "\033[36m"};
  return has_colours(stream) ? codes[c] : "";
}
