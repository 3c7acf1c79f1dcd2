#include "text/number.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>
#include <strings.h>

#include "text/text.h"

static const char *skip_digits(const char *c)
{
  while (*c >= '0' && *c <= '9') c++;
  return c;
}

static bool is_decimal(const char *c)
{
  if (*c == '+' || *c == '-') c++;
  const char *whole = c;
  c = skip_digits(c);
  ptrdiff_t digits = c - whole;
  if (digits > 1 && whole[0] == '0') return false;  // 017 is 15 to some readers and 17 to others
  if (*c == '.') {
    const char *fraction = ++c;
    c = skip_digits(c);
    digits += c - fraction;
  }
  if (digits == 0) return false;
  if (*c == 'e' || *c == 'E') {
    c++;
    if (*c == '+' || *c == '-') c++;
    const char *exponent = c;
    c = skip_digits(c);
    if (c == exponent) return false;
  }
  return *c == 0;
}

static bool is_not_finite(const char *c)
{
  if (*c == '+' || *c == '-') c++;
  if (*c == '.') c++;
  return strcasecmp(c, "inf") == 0 || strcasecmp(c, "infinity") == 0 || strcasecmp(c, "nan") == 0;
}

number_kind ulna_number(const char *text, double *value)
{
  if (is_not_finite(text)) return NUMBER_NOT_FINITE;
  if (!is_decimal(text)) return NUMBER_NONE;
  double number;
  if (ulna_text_number(text, &number) != strlen(text)) return NUMBER_NONE;
  if (!isfinite(number)) return NUMBER_TOO_LARGE;
  *value = number;
  return NUMBER_READ;
}
