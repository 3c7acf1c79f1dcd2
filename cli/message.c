/* Messages and memory. */
#include "cli.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "progress.h"

static const char *command_name;
static bool quiet; /* no notes */

void message_set_command(const char *name) { command_name = name; }
void message_set_quiet(void) { quiet = true; }

char *plain_text(char *text)
{
  for (unsigned char *c = (unsigned char *)text; *c; c++) {
    if ((*c < 0x20 && *c != '\n') || *c == 0x7f) *c = '?';
    if (*c == 0xc2 && c[1] >= 0x80 && c[1] < 0xa0) c[0] = c[1] = '?';  // U+0080 to U+009F
  }
  return text;
}

static void say(const char *kind, const char *format, va_list list)
{
  char text[4096];
  vsnprintf(text, sizeof text, format, list);
  plain_text(text);
  for (char *c = text; *c; c++)
    if (*c == '\n') *c = '?';
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
  if (quiet) return;
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
