/* The characters and width of the terminal behind stdout. */
#ifndef CLI_TERMINAL_H
#define CLI_TERMINAL_H

#include "cli.h"

/* Whether pictures may be made of braille and blocks: as --characters says; without it on a terminal that is not dumb, where the
 * locale's characters are UTF-8. Files and pipes get plain ASCII. */
bool terminal_has_utf8(const arguments *args);

/* Columns of the terminal, from `least` to `most`; GRID_WIDTH where stdout is none. */
int terminal_columns(int least, int most);

#endif
