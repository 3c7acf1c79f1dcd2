/* JSON, written. */
#include "text/json.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "text/csv.h"
#include "text/number.h"

void ulna_json_string(const char *text, size_t length, bool in_html, text_sink *sink, void *owner)
{
  const char *const end = text + length;
  sink(owner, "\"", 1);
  for (const char *c = text, *next; c < end; c = next) {
    const int control = ulna_control_bytes(c);
    char code[7];
    next = c + (control ? control : 1);
    if (control || (in_html && strchr("<>&", *c))) {
      sink(owner, code, (size_t)snprintf(code, sizeof code, "\\u%04x", (unsigned)(unsigned char)next[-1]));
    } else {
      if (*c == '"' || *c == '\\') sink(owner, "\\", 1);
      sink(owner, c, 1);
    }
  }
  sink(owner, "\"", 1);
}

void ulna_json_number(double x, text_sink *sink, void *owner)
{
  char text[ULNA_NUMBER_SIZE];
  if (isfinite(x)) sink(owner, text, (size_t)ulna_number_format(x, text));
  else sink(owner, "null", 4);
}
