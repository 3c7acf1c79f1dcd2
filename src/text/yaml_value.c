/* Problems, and the values a file is made of. */
#include <math.h>
#include <stdarg.h>
#include <stdio.h>

#include "base/nearest.h"
#include "base/numbers.h"
#include "text/number.h"
#include "text/yaml.h"

where ulna_yaml_inside(where w, const char *format, ...)
{
  const size_t used = strlen(w.path);
  const bool dot = used > 0 && format[0] != '[';
  if (dot && used + 1 < sizeof w.path) memcpy(w.path + used, ".", 2);
  const size_t start = strlen(w.path);
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(w.path + start, sizeof w.path - start, format, arguments);
  va_end(arguments);
  return w;
}

yaml_subject ulna_yaml_subject(const char *kind, const node *mapping, const char *path)
{
  yaml_subject subject;
  snprintf(subject.s, sizeof subject.s, "%s", path);
  if (mapping->kind != NODE_MAPPING) return subject;
  for (const node *key = mapping->first; key; key = key->next->next)
    if (key->kind == NODE_SCALAR && strcmp(key->text, "name") == 0 && key->next->kind == NODE_SCALAR &&
        key->next->length)
      snprintf(subject.s, sizeof subject.s, "%s \"%.80s\"", kind, key->next->text);
  return subject;
}

static void add_problem(reader *r, ulna_severity severity, const char *condition, int line, int column,
                        const char *subject, const char *text)
{
  r->errors += severity == ULNA_ERROR;
  if (r->problems > YAML_MOST_PROBLEMS) return;
  if (r->problems++ == YAML_MOST_PROBLEMS) text = "there are more problems than these; they are not listed";
  const ulna_problem problem = {severity, condition, r->in->file, line, column, subject, text};
  if (r->in->report && ulna_report_add(r->in->report, &problem) != ULNA_OK) r->status = ULNA_OUT_OF_MEMORY;
}

void ulna_yaml_say(reader *r, ulna_severity severity, const char *condition, const node *at,
                   const char *subject, const char *format, ...)
{
  char text[600];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  add_problem(r, severity, condition, at->line, at->column, subject, text);
}

void ulna_yaml_say_at(reader *r, const char *condition, int line, int column, const char *format, ...)
{
  char text[600];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  add_problem(r, ULNA_ERROR, condition, line, column, "", text);
}

void ulna_yaml_place(reader *r, where w, const node *at)
{
  if (!r->listener) return;
  if (r->listener->place(r->owner, w.path, at->line, at->column) != ULNA_OK) r->status = ULNA_OUT_OF_MEMORY;
}

static void mark(reader *r, where w, yaml_mark what)
{
  if (r->listener && r->listener->mark(r->owner, w.path, what) != ULNA_OK) r->status = ULNA_OUT_OF_MEMORY;
}

void ulna_yaml_spoil(reader *r, where w) { mark(r, w, YAML_SPOILT); }

static bool is_null(const node *n)
{
  return n->kind == NODE_SCALAR && n->plain &&
         (n->length == 0 || strcmp(n->text, "~") == 0 || strcmp(n->text, "null") == 0 ||
          strcmp(n->text, "Null") == 0 || strcmp(n->text, "NULL") == 0);
}

yaml_words ulna_yaml_describe(const node *n)
{
  yaml_words d;
  if (n->kind == NODE_LIST)
    snprintf(d.s, sizeof d.s, n->count == 1 ? "a list of 1" : "a list of %d", n->count);
  else if (n->kind == NODE_MAPPING) snprintf(d.s, sizeof d.s, "a mapping");
  else if (is_null(n)) snprintf(d.s, sizeof d.s, "nothing");
  else snprintf(d.s, sizeof d.s, "\"%.70s\"%s", n->text, n->length > 70 ? "…" : "");
  return d;
}

/* Reports a value of the wrong type, unless it is an alias, which has been reported; marks its path. */
static bool wrong_type(reader *r, const node *n, where w, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
static bool wrong_type(reader *r, const node *n, where w, const char *format, ...)
{
  ulna_yaml_spoil(r, w);
  if (n->kind == NODE_ALIAS) return false;
  char text[300];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  ulna_yaml_say(r, ULNA_ERROR, "type", n, w.subject, "%s", text);
  return false;
}

/* The last word of a path, for a sentence: "parts[1].size.width" → "width". */
static const char *last_word(const char *path)
{
  const char *dot = strrchr(path, '.');
  return dot ? dot + 1 : path;
}

/* Why a scalar is no number, so that its author can mend it. */
static bool wrong_number(reader *r, const node *n, where w, const char *unit, bool angle)
{
  const char *word = last_word(w.path), *found = n->text;
  char unit_words[40] = "";
  if (*unit) snprintf(unit_words, sizeof unit_words, " (%s)", unit);
  if (n->kind != NODE_SCALAR || is_null(n))
    return wrong_type(r, n, w, "%s must be a number%s, found %s", word, unit_words, ulna_yaml_describe(n).s);
  double number;
  if (!n->plain && ulna_number(found, &number) == NUMBER_READ)
    return wrong_type(r, n, w, "%s must be a number%s, found the quoted text \"%.60s\": remove the quotes",
                      word, unit_words, found);
  const size_t length = strlen(found);
  if (!angle && length > 3 && strcmp(found + length - 3, "deg") == 0)
    return wrong_type(r, n, w, "%s must be a number%s, found \"%.60s\": deg belongs to angles only", word,
                      unit_words, found);
  if (strchr(found, ',') && strspn(found, "+-0123456789,eE") == length)
    return wrong_type(r, n, w, "%s must be a number%s, found \"%.60s\": write a decimal point", word,
                      unit_words, found);
  if (strspn(found, "+-0123456789._xXabcdefABCDEF:o") == length && strpbrk(found, "0123456789"))
    return wrong_type(r, n, w, "%s must be a number%s, found \"%.60s\": write it as a plain decimal", word,
                      unit_words, found);
  if (strchr("+-.0123456789", found[0]) && strpbrk(found, "0123456789"))
    return wrong_type(r, n, w, "%s must be a number%s, found \"%.60s\": write the number alone%s", word,
                      unit_words, found, angle ? ", or with deg" : ", without a unit");
  return wrong_type(r, n, w, "%s must be a number%s%s, found %s", word, unit_words,
                    angle ? " or a number with deg" : "", ulna_yaml_describe(n).s);
}

static bool accept_number(reader *r, const node *n, where w, number_kind kind, double number, double *value)
{
  ulna_yaml_place(r, w, n);
  if (kind == NUMBER_READ) {
    *value = number;
    return true;
  }
  const char *why = kind == NUMBER_TOO_LARGE  ? "more than a double holds"
                    : strstr(w.path, "limit") ? "and must be finite; where there is no limit, leave it out"
                                              : "and must be a finite number";
  ulna_yaml_say(r, ULNA_ERROR, "not finite", n, w.subject, "%s is %s, %s", last_word(w.path),
                ulna_yaml_describe(n).s, why);
  ulna_yaml_spoil(r, w);
  return false;
}

bool ulna_yaml_number(reader *r, const node *n, where w, const char *unit, double *value)
{
  *value = (double)NAN;
  if (!n) return false;
  double number = 0;
  const number_kind kind =
      n->kind == NODE_SCALAR && n->plain ? ulna_number_or_pi(n->text, &number) : NUMBER_NONE;
  if (kind == NUMBER_NONE) return wrong_number(r, n, w, unit, false);
  return accept_number(r, n, w, kind, number, value);
}

/* "90 deg", "-1.5deg": the number before the word, in `digits`; false if it is something else. */
static bool split_degrees(const node *n, char *digits, size_t size)
{
  if (n->length < 4 || n->length >= size || strlen(n->text) != n->length) return false;
  size_t end = n->length - 3;
  if (strcmp(n->text + end, "deg") != 0) return false;
  while (end > 0 && (n->text[end - 1] == ' ' || n->text[end - 1] == '\t')) end--;
  memcpy(digits, n->text, end);
  digits[end] = 0;
  return true;
}

bool ulna_yaml_has_unit(const node *n)
{
  return n->kind == NODE_SCALAR && (strstr(n->text, "deg") || strstr(n->text, "pi"));
}

bool ulna_yaml_angle(reader *r, const node *n, where w, double *value)
{
  *value = (double)NAN;
  if (!n) return false;
  char digits[64];
  double number = 0;
  if (n->kind == NODE_SCALAR && split_degrees(n, digits, sizeof digits)) {
    const number_kind kind = ulna_number_or_pi(digits, &number);
    if (kind == NUMBER_NONE) return wrong_number(r, n, w, "", true);
    mark(r, w, YAML_WITH_UNIT);
    return accept_number(r, n, w, kind, number * PI / 180, value);
  }
  const number_kind kind =
      n->kind == NODE_SCALAR && n->plain ? ulna_number_or_pi(n->text, &number) : NUMBER_NONE;
  if (kind == NUMBER_NONE) return wrong_number(r, n, w, "rad", true);
  if (kind == NUMBER_READ && ulna_yaml_has_unit(n)) mark(r, w, YAML_WITH_UNIT);  // pi says radians
  return accept_number(r, n, w, kind, number, value);
}

bool ulna_yaml_text(reader *r, const node *n, where w, const char **text)
{
  *text = NULL;
  if (!n) return false;
  if (n->kind != NODE_SCALAR || is_null(n))
    return wrong_type(r, n, w, "%s must be a text, found %s", last_word(w.path), ulna_yaml_describe(n).s);
  if (strlen(n->text) != n->length)
    return wrong_type(r, n, w, "%s contains a zero byte (\\0); leave it out", last_word(w.path));
  ulna_yaml_place(r, w, n);
  *text = n->text;
  return true;
}

bool ulna_yaml_choice(reader *r, const node *n, where w, const char *const words[], int count, int *choice)
{
  const char *text;
  ulna_yaml_text(r, n, w, &text);
  if (!text) return false;
  nearest close = nearest_to(text);
  char all[120] = "";
  size_t used = 0;
  for (int i = 0; i < count; i++) {
    if (strcmp(text, words[i]) == 0) {
      *choice = i;
      return true;
    }
    nearest_offer(&close, words[i]);
    used += (size_t)snprintf(all + used, sizeof all - used, "%s%s", i ? " or " : "", words[i]);
  }
  ulna_yaml_spoil(r, w);
  ulna_yaml_say(r, ULNA_ERROR, "value", n, w.subject, "%s is %s; it must be %s%s%s%s", last_word(w.path),
                ulna_yaml_describe(n).s, all, count > 1 && close.best ? "; did you mean " : "",
                count > 1 && close.best ? close.best : "", count > 1 && close.best ? "?" : "");
  return false;
}

/* YAML 1.2's words, and those of 1.1 that older files have. */
bool ulna_yaml_bool(reader *r, const node *n, where w, bool *value)
{
  static const char *const words[] = {"true",  "True",  "TRUE",  "yes", "Yes", "YES", "on",  "On",  "ON",
                                      "false", "False", "FALSE", "no",  "No",  "NO",  "off", "Off", "OFF"};
  if (!n) return false;
  for (int i = 0; n->kind == NODE_SCALAR && n->plain && i < 18; i++)
    if (strcmp(n->text, words[i]) == 0) {
      *value = i < 9;
      ulna_yaml_place(r, w, n);
      return true;
    }
  return wrong_type(r, n, w, "%s must be true or false, found %s", last_word(w.path),
                    ulna_yaml_describe(n).s);
}

bool ulna_yaml_list(reader *r, const node *n, where w, const char *what)
{
  if (!n) return false;
  ulna_yaml_place(r, w, n);
  if (n->kind == NODE_LIST) return true;
  return wrong_type(r, n, w, "%s must be a list of %s, found %s%s", last_word(w.path), what,
                    ulna_yaml_describe(n).s, is_null(n) ? "; leave the key out if there are none" : "");
}

/* Three numbers, in `unit`, or three angles where that is "rad". */
bool ulna_yaml_vector(reader *r, const node *n, where w, const char *unit, double vector[3])
{
  for (int k = 0; k < 3; k++) vector[k] = (double)NAN;
  if (!n) return false;
  ulna_yaml_place(r, w, n);
  if (n->kind != NODE_LIST || n->count != 3)
    return wrong_type(r, n, w, "%s must be a list of three numbers (%s), found %s", last_word(w.path), unit,
                      ulna_yaml_describe(n).s);
  bool read = true;
  const node *item = n->first;
  for (int k = 0; k < 3; k++, item = item->next) {
    const where at = ulna_yaml_inside(w, "[%d]", k);
    read &= strcmp(unit, "rad") == 0 ? ulna_yaml_angle(r, item, at, &vector[k])
                                     : ulna_yaml_number(r, item, at, unit, &vector[k]);
  }
  return read;
}
