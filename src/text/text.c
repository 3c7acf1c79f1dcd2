#include "text/text.h"

#include <locale.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

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

static size_t digits(const char *c)
{
  size_t n = 0;
  while (c[n] >= '0' && c[n] <= '9') n++;
  return n;
}

// Length of the number's text, and whether it is a word (inf, nan) rather than digits.
static size_t scan(const char *text, size_t *point, int *is_word)
{
  const char *c = text;
  if (*c == '+' || *c == '-') c++;
  static const char *const words[] = {"infinity", "inf", "nan", NULL};
  *is_word = 0;
  for (int i = 0; words[i]; i++)
    if (strncasecmp(c, words[i], strlen(words[i])) == 0) {
      *is_word = 1;
      return (size_t)(c - text) + strlen(words[i]);
    }
  const size_t whole = digits(c);
  c += whole;
  *point = (size_t)-1;
  size_t part = 0;
  if (*c == '.') {
    part = digits(c + 1);
    if (whole + part > 0) {
      *point = (size_t)(c - text);
      c += 1 + part;
    }
  }
  if (whole + part == 0) return 0;
  if (*c == 'e' || *c == 'E') {
    const char *power = c + 1;
    if (*power == '+' || *power == '-') power++;
    if (digits(power)) c = power + digits(power);
  }
  return (size_t)(c - text);
}

size_t ulna_text_number(const char *text, double *number)
{
  size_t point = (size_t)-1;
  int is_word = 0;
  const size_t length = scan(text, &point, &is_word);
  // strtod takes the locale's decimal point, so the dot is exchanged for it
  const char *locale_point = localeconv()->decimal_point;
  char buffer[400];
  if (length == 0 || length + strlen(locale_point) >= sizeof buffer) return 0;
  if (is_word || point == (size_t)-1) {
    memcpy(buffer, text, length);
    buffer[length] = 0;
  } else {
    snprintf(buffer, sizeof buffer, "%.*s%s%.*s", (int)point, text, locale_point, (int)(length - point - 1),
             text + point + 1);
  }
  *number = strtod(buffer, NULL);
  return length;
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
