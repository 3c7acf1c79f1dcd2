/* The characters and width of the terminal behind stdout. */
#include "terminal.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "grid.h"

/* The first of these that is set to something decides, as for setlocale; the program itself has none, so that numbers are
 * the same everywhere. */
static bool locale_is_utf8(void)
{
  static const char *const variables[] = {"LC_ALL", "LC_CTYPE", "LANG"};
  const char *locale = NULL;
  for (int k = 0; k < 3 && !(locale && *locale); k++) locale = getenv(variables[k]);
  if (!locale) return false;
  const char *set = strchr(locale, '.');
  return set && (strncasecmp(set, ".utf-8", 6) == 0 || strncasecmp(set, ".utf8", 5) == 0);
}

bool terminal_has_utf8(const arguments *args)
{
  if (given(args, OPT_CHARACTERS)) return strcmp(args->value[OPT_CHARACTERS], "utf-8") == 0;
  const char *terminal = getenv("TERM");
  return isatty(STDOUT_FILENO) && terminal && *terminal && strcmp(terminal, "dumb") != 0 && locale_is_utf8();
}

int terminal_columns(int least, int most)
{
  struct winsize size;
  const int columns =
      ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : GRID_WIDTH;
  return columns < least ? least : columns > most ? most : columns;
}
