/* Messages, memory and suggestions. */
#include "cli.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "progress.h"

static const char *command_name;

void message_set_command(const char *name) { command_name = name; }

static void say(const char *kind, const char *format, va_list list)
{
  char text[4096];
  vsnprintf(text, sizeof text, format, list);
  for (char *c = text; *c; c++)
    if ((unsigned char)*c < 0x20 || *c == 0x7f) *c = '?';
  progress_clear();
  if (command_name) fprintf(stderr, "ulna %s: %s%s\n", command_name, kind, text);
  else fprintf(stderr, "ulna: %s%s\n", kind, text);
}

int fail(const char *format, ...)
{
  va_list list;
  va_start(list, format);
  say("", format, list);
  va_end(list);
  return BAD;
}

void note(const char *format, ...)
{
  va_list list;
  va_start(list, format);
  say("note: ", format, list);
  va_end(list);
}

void *allocate(size_t count, size_t size)
{
  void *memory = calloc(count ? count : 1, size ? size : 1);
  if (!memory) exit(fail("out of memory"));
  return memory;
}

char *text_printf(const char *format, ...)
{
  va_list list;
  va_start(list, format);
  const int length = vsnprintf(NULL, 0, format, list);
  va_end(list);
  char *text = allocate((size_t)length + 1, 1);
  va_start(list, format);
  vsnprintf(text, (size_t)length + 1, format, list);
  va_end(list);
  return text;
}

enum { LONGEST = 40 }; /* longer words are not compared */

/* Edits between two words: insert, delete, replace, swap two neighbours. */
static size_t edits(const char *a, const char *b)
{
  const size_t m = strlen(a), n = strlen(b);
  size_t d[LONGEST + 1][LONGEST + 1];
  if (m > LONGEST || n > LONGEST) return LONGEST;
  for (size_t i = 0; i <= m; i++) d[i][0] = i;
  for (size_t j = 0; j <= n; j++) d[0][j] = j;
  for (size_t i = 1; i <= m; i++)
    for (size_t j = 1; j <= n; j++) {
      const bool same = a[i - 1] == b[j - 1];
      size_t best = d[i - 1][j - 1] + (same ? 0 : 1);
      if (d[i - 1][j] + 1 < best) best = d[i - 1][j] + 1;
      if (d[i][j - 1] + 1 < best) best = d[i][j - 1] + 1;
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] && d[i - 2][j - 2] + 1 < best)
        best = d[i - 2][j - 2] + 1;
      d[i][j] = best;
    }
  return d[m][n];
}

nearest nearest_to(const char *word)
{
  // a third of the word may be wrong, one letter of a short one
  const size_t allowed = strlen(word) / 3;
  return (nearest){.word = word, .best = NULL, .distance = (allowed > 1 ? allowed : 1) + 1};
}

void nearest_offer(nearest *n, const char *candidate)
{
  size_t distance = edits(n->word, candidate);
  // "puma" for puma560, "newton" for newton-euler: a beginning is near, though not as near as a typing error
  const size_t length = strlen(n->word);
  if (length >= 3 && strncmp(n->word, candidate, length) == 0 && distance >= n->distance) {
    if (!n->best) n->best = candidate;
    return;
  }
  if (distance < n->distance) {
    n->distance = distance;
    n->best = candidate;
  }
}
