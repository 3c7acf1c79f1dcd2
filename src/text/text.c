/* Small things about text that readers need. */
#include "text/text.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

char *ulna_text_format(arena *a, const char *format, ...)
{
  va_list arguments, again;
  va_start(arguments, format);
  va_copy(again, arguments);
  const int length = vsnprintf(NULL, 0, format, arguments);
  char *text = length < 0 ? NULL : arena_take(a, (size_t)length + 1);
  if (text) vsnprintf(text, (size_t)length + 1, format, again);
  va_end(again);
  va_end(arguments);
  return text;
}
