/* A scenario's text with other `changes`. */
#include "live/changed.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "text/text.h"

/* The first character that is neither blank, remark nor the mark of a document. */
static const char *first_sign(const char *text)
{
  for (const char *c = text; *c;) {
    const size_t line = strcspn(c, "\n");
    const size_t blanks = strspn(c, " \t\r\n");
    if (blanks > 0) c += blanks;
    else if (*c == '#' || *c == '%' || strncmp(c, "---", 3) == 0) c += line;
    else return c;
  }
  return "";
}

/* Whether a line goes on with what stands before it. */
static bool goes_on(const char *line) { return is_blank(*line) || *line == '#'; }

/* A block mapping without the lines of `changes`, and without the mark of its end. */
static size_t copy_block(const char *text, char *to)
{
  size_t used = 0;
  bool inside = false;
  for (const char *line = text; *line;) {
    const size_t length = strcspn(line, "\n"), whole = length + (line[length] == '\n');
    if (strncmp(line, "...", 3) == 0) break;
    inside = strncmp(line, "changes:", 8) == 0 || (inside && goes_on(line));
    if (!inside) memcpy(to + used, line, whole), used += whole;
    line += whole;
  }
  if (used > 0 && to[used - 1] != '\n') to[used++] = '\n';
  to[used] = '\0';
  return used;
}

/* Up to the last brace, without `changes` if they stand last. */
static size_t copy_braces(const char *text, char *to)
{
  const char *end = strrchr(text, '}'), *changes = NULL;
  size_t used = end ? (size_t)(end - text) : strlen(text);
  memcpy(to, text, used);
  to[used] = '\0';
  for (const char *c = to; (c = strstr(c, "\"changes\"")) != NULL; c++) changes = c;
  if (changes) used = (size_t)(changes - to);
  while (used > 0 && strchr(", \t\r\n", to[used - 1])) used--;
  to[used] = '\0';
  return used;
}

char *ulna_live_with_changes(const char *text, const char *changes)
{
  const size_t room = strlen(text) + strlen(changes) + 40;
  char *out = malloc(room);
  if (!out) return NULL;
  if (*first_sign(text) == '{') {
    const size_t used = copy_braces(text, out);
    snprintf(out + used, room - used, ",\n \"changes\": %s}\n", changes);
  } else {
    const size_t used = copy_block(text, out);
    snprintf(out + used, room - used, "changes: %s\n", changes);
  }
  return out;
}
