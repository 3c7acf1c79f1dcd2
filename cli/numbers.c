/* Numbers of the command line. */
#include "numbers.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "base/numbers.h"
#include "text/number.h"
#include "text/text.h"

static bool is_digit(char c) { return c >= '0' && c <= '9'; }

const char *index_parse(const char *text, int *out)
{
  int value = 0, count = 0;
  while (count < 6 && is_digit(text[count])) value = 10 * value + (text[count++] - '0');
  if (count == 0 || text[0] == '0' || is_digit(text[count])) return NULL;
  *out = value;
  return text + count;
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
    const size_t length = ulna_decimal_or_pi(c, &value);
    const char *end = length ? c + length : NULL;
    const char *deg = end;
    if (end)
      while (is_blank(*deg)) deg++;
    const bool has_deg = deg && strncmp(deg, "deg", 3) == 0 && ends_item(deg[3]);
    if (!end || (!has_deg && !ends_item(*end))) {
      if (*c == ',') snprintf(why, why_size, "a number is missing before comma %d", count + 1);
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
      value *= PI / 180;
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
        snprintf(why, why_size, "a number is missing after the last comma");
        return -1;
      }
    }
  }
  return count;
}
