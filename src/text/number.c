/* Decimal numbers: one scanner, whatever the locale. */
#include "text/number.h"
#include "base/numbers.h"

#include <locale.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static size_t digits(const char *c)
{
  size_t n = 0;
  while (c[n] >= '0' && c[n] <= '9') n++;
  return n;
}

static size_t sign(const char *c) { return *c == '+' || *c == '-'; }

/* Length of the decimal, and where its point stands, if it has one; length 0: it is none. */
static size_t scan(const char *text, size_t *point)
{
  *point = (size_t)-1;
  const char *c = text + sign(text);
  const size_t whole = digits(c);
  c += whole;
  size_t part = 0;
  if (*c == '.') {
    part = digits(c + 1);
    if (whole + part == 0) return 0;
    *point = (size_t)(c - text);
    c += 1 + part;
  }
  if (whole + part == 0) return 0;
  if (*c == 'e' || *c == 'E') {
    const char *power = c + 1 + sign(c + 1);
    if (digits(power)) c = power + digits(power);
  }
  return (size_t)(c - text);
}

size_t ulna_decimal(const char *text, double *value)
{
  size_t point;
  const size_t length = scan(text, &point);
  // strtod takes the locale's decimal point, so the dot is exchanged for it
  const char *locale_point = localeconv()->decimal_point;
  char buffer[400];
  if (length == 0 || length + strlen(locale_point) >= sizeof buffer) return 0;
  if (point == (size_t)-1) {
    memcpy(buffer, text, length);
    buffer[length] = 0;
  } else {
    snprintf(buffer, sizeof buffer, "%.*s%s%.*s", (int)point, text, locale_point, (int)(length - point - 1),
             text + point + 1);
  }
  *value = strtod(buffer, NULL);
  return length;
}

size_t ulna_decimal_or_pi(const char *text, double *value)
{
  double factor = 1;
  size_t at = ulna_decimal(text, &factor);
  const size_t decimal = at;
  if (at > 0) at += text[at] == '*';
  else if ((at = sign(text)) > 0 && text[0] == '-') factor = -1;
  if (strncmp(text + at, "pi", 2) != 0) {
    if (decimal) *value = factor;
    return decimal;
  }
  at += 2;
  double divisor = 1;
  if (text[at] == '/') {
    const size_t length = ulna_decimal(text + at + 1, &divisor);
    if (length > 0) at += 1 + length;
  }
  *value = factor * PI / divisor;
  return at;
}

size_t ulna_decimal_or_word(const char *text, double *value)
{
  static const char *const words[] = {"infinity", "inf", "nan"};
  const size_t length = ulna_decimal(text, value), start = sign(text);
  if (length) return length;
  for (int i = 0; i < 3; i++)
    if (strncasecmp(text + start, words[i], strlen(words[i])) == 0) {
      const double size = i < 2 ? (double)INFINITY : (double)NAN;
      *value = text[0] == '-' ? -size : size;
      return start + strlen(words[i]);
    }
  return 0;
}

static bool is_not_finite(const char *c)
{
  c += sign(c);
  if (*c == '.') c++;
  return strcasecmp(c, "inf") == 0 || strcasecmp(c, "infinity") == 0 || strcasecmp(c, "nan") == 0;
}

/* The verdict on `text` as a whole, after a scanner took `length` characters as `number`. */
static number_kind judge(const char *text, size_t length, double number, double *value)
{
  if (is_not_finite(text)) return NUMBER_NOT_FINITE;
  if (length == 0 || text[length]) return NUMBER_NONE;
  if (text[sign(text)] == '0' && digits(text + sign(text)) > 1) return NUMBER_NONE;
  if (!isfinite(number)) return NUMBER_TOO_LARGE;
  *value = number;
  return NUMBER_READ;
}

number_kind ulna_number(const char *text, double *value)
{
  double number = 0;
  const size_t length = ulna_decimal(text, &number);
  return judge(text, length, number, value);
}

number_kind ulna_number_or_pi(const char *text, double *value)
{
  double number = 0;
  const size_t length = ulna_decimal_or_pi(text, &number);
  return judge(text, length, number, value);
}
