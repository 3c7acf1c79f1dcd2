/* Colours, where they go to a terminal that has them. NO_COLOR, if it is set to anything, and TERM=dumb turn them off. */
#ifndef CLI_COLOUR_H
#define CLI_COLOUR_H

#include <stdio.h>

typedef enum { COLOUR_NONE, COLOUR_RED, COLOUR_GREEN, COLOUR_YELLOW, COLOUR_CYAN } colour;

/* What switches the stream to it, COLOUR_NONE: back; "" where it has none. */
const char *colour_code(FILE *stream, colour c);

#endif
