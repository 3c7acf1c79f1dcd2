/* Lines of a text file or of stdin, one after the other; memory grows with the longest line alone. */
#ifndef CLI_LINES_H
#define CLI_LINES_H

#include <stdbool.h>
#include <stddef.h>

typedef struct {
  const char *shown; /* the file, as messages name it */
  int descriptor;
  long long size, consumed; /* bytes; size -1: not known */
  char *chunk;
  size_t chunk_used, chunk_at;
  bool at_end;
  char *text;       /* the line, without its end (LF or CRLF) and without a byte order mark */
  long long number; /* of this line, from 1 */
  size_t length, capacity;
} lines;

/* "-" is stdin. DONE, or BAD with the message given; to be closed in any case. */
int lines_open(lines *l, const char *file);
/* The next line. 1: it is there, 0: the end, -1: an error, told on stderr. */
int lines_next(lines *l);
double lines_fraction(const lines *l); /* read so far, -1 where that is not known */
void lines_close(lines *l);

#endif
