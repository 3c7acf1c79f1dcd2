#include "numbers.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* The program never calls setlocale, so strtod and snprintf keep the C locale's decimal point. */

static const double pi = 3.14159265358979323846;

static bool is_digit(char c) { return c >= '0' && c <= '9'; }
static bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

/* Length of the decimal number `text` begins with, sign included; 0 if it begins with none. (strtod alone would
 * take hexadecimal, "inf" and "nan" as well.) */
static size_t decimal_length(const char *text)
{
  const char *c = text;
  if (*c == '+' || *c == '-') c++;
  const char *digits = c;
  while (is_digit(*c)) c++;
  size_t count = (size_t)(c - digits);
  if (*c == '.') {
    const char *fraction = ++c;
    while (is_digit(*c)) c++;
    count += (size_t)(c - fraction);
  }
  if (count == 0) return 0;
  if (*c == 'e' || *c == 'E') {
    const char *e = c + 1;
    if (*e == '+' || *e == '-') e++;
    if (is_digit(*e)) {
      while (is_digit(*e)) e++;
      c = e;
    }
  }
  return (size_t)(c - text);
}

bool number_parse(const char *text, size_t length, double *out)
{
  if (length == 0 || decimal_length(text) != length) return false;
  *out = strtod(text, NULL);
  return isfinite(*out);
}

const char *index_parse(const char *text, int *out)
{
  int value = 0, count = 0;
  while (count < 6 && is_digit(text[count])) value = 10 * value + (text[count++] - '0');
  if (count == 0 || text[0] == '0' || is_digit(text[count])) return NULL;
  *out = value;
  return text + count;
}

/* A number or a multiple of pi: [number] ["*"] "pi" ["/" number]. Returns the end, NULL if it is none. */
static const char *read_value(const char *c, double *out)
{
  double value = 1;
  const size_t length = decimal_length(c);
  if (length > 0) {
    value = strtod(c, NULL);
    c += length;
    if (c[0] == '*' && c[1] == 'p') c++;
  } else if (*c == '+' || *c == '-') {
    value = *c == '-' ? -1 : 1;
    c++;
    if (*c != 'p') return NULL;
  }
  if (c[0] == 'p' && c[1] == 'i') {
    value *= pi;
    c += 2;
    if (*c == '/') {
      const size_t divisor = decimal_length(c + 1);
      if (divisor == 0) return NULL;
      value /= strtod(c + 1, NULL);
      c += 1 + divisor;
    }
  } else if (length == 0) {
    return NULL;
  }
  *out = value;
  return c;
}

static bool ends_item(char c) { return c == '\0' || c == ',' || is_blank(c); }

/* The word at `c`, for a message. */
static int word_length(const char *c)
{
  int length = 0;
  while (!ends_item(c[length]) && length < 40) length++;
  return length;
}

int numbers_parse(const char *text, angle_rule rule, const bool turns[], double out[], int capacity,
                  char *why, size_t why_size)
{
  const char *c = text;
  int count = 0;
  while (is_blank(*c)) c++;
  while (*c) {
    double value = 0;
    const char *end = read_value(c, &value);
    const char *deg = end;
    if (end)
      while (is_blank(*deg)) deg++;
    const bool has_deg = deg && strncmp(deg, "deg", 3) == 0 && ends_item(deg[3]);
    if (!end || (!has_deg && !ends_item(*end))) {
      if (*c == ',') snprintf(why, why_size, "nothing stands before comma %d", count + 1);
      else if (strncasecmp(c, "nan", 3) == 0 || strncasecmp(c + (*c == '-' || *c == '+'), "inf", 3) == 0)
        snprintf(why, why_size, "number %d is not finite (%.*s)", count + 1, word_length(c), c);
      else snprintf(why, why_size, "number %d, \"%.*s\", is not a number", count + 1, word_length(c), c);
      return -1;
    }
    if (has_deg) {
      if (rule == NO_ANGLES || (rule == JOINTS && turns && count < capacity && !turns[count])) {
        snprintf(why, why_size, "number %d is not an angle, so it cannot be in degrees", count + 1);
        return -1;
      }
      value *= pi / 180;
      end = deg + 3;
    }
    if (!isfinite(value)) {
      snprintf(why, why_size, "number %d is not finite (%.*s)", count + 1, word_length(c), c);
      return -1;
    }
    if (count < capacity) out[count] = value;
    count++;
    c = end;
    while (is_blank(*c)) c++;
    if (*c == ',') {
      c++;
      while (is_blank(*c)) c++;
      if (*c == '\0') {
        snprintf(why, why_size, "nothing stands after the last comma");
        return -1;
      }
    }
  }
  return count;
}
