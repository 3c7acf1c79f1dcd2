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

ulna_status ulna_not_built_in(const char *what, const char *key, const char *nearest, ulna_report *report)
{
  char text[200], subject[100], condition[40];
  snprintf(condition, sizeof condition, "unknown %s", what);
  snprintf(subject, sizeof subject, "%s \"%.80s\"", what, key);
  snprintf(text, sizeof text, "no %s of this name is built in%s%s%s", what,
           nearest ? "; did you mean \"" : "", nearest ? nearest : "", nearest ? "\"?" : "");
  const ulna_problem problem = {
      .severity = ULNA_ERROR, .condition = condition, .subject = subject, .text = text};
  if (report && ulna_report_add(report, &problem) != ULNA_OK) return ULNA_OUT_OF_MEMORY;
  return ULNA_NOT_FOUND;
}
