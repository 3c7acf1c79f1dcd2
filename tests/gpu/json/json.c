/* JSON read into a tree: enough for golden files (no escapes but \" and \\, names of a key once). */
#include "jansson.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef enum { NOTHING, TRUTH, FALSEHOOD, NUMBER, STRING, ARRAY, OBJECT } kind;

/* A value; those of an array or object hang on its first one, in a row. */
struct json_t {
  kind is;
  double number;
  char *text, *key;
  size_t count;
  json_t *first, *next;
  json_t **index; /* of an array's values, made when they are all there */
};

typedef struct {
  const char *at;
  const char *fault; /* NULL: none so far */
} reader;

static void skip_space(reader *r) { r->at += strspn(r->at, " \t\r\n"); }

static bool take(reader *r, char c)
{
  skip_space(r);
  if (*r->at != c) return false;
  r->at++;
  return true;
}

static char *read_text(reader *r)
{
  char *to = malloc(strlen(r->at) + 1 < 65536 ? strlen(r->at) + 1 : 65536);
  size_t used = 0;
  if (!to || !take(r, '"')) {
    free(to);
    r->fault = "a string was expected";
    return NULL;
  }
  while (*r->at && *r->at != '"' && used < 65535) {
    if (*r->at == '\\') r->at++;
    to[used++] = *r->at;
    if (*r->at) r->at++;
  }
  to[used] = 0;
  if (*r->at == '"') r->at++;
  else r->fault = "a string does not end";
  char *fits = realloc(to, used + 1);
  return fits ? fits : to;
}

static json_t *read_value(reader *r);

static void read_all(reader *r, json_t *v, char end)
{
  json_t **tail = &v->first;
  if (take(r, end)) return;
  do {
    char *key = v->is == OBJECT ? read_text(r) : NULL;
    if (v->is == OBJECT && !r->fault && !take(r, ':')) r->fault = "':' was expected";
    json_t *one = r->fault ? NULL : read_value(r);
    if (!one) {
      free(key);
      return;
    }
    one->key = key, *tail = one, tail = &one->next, v->count++;
  } while (!r->fault && take(r, ','));
  if (!r->fault && !take(r, end)) r->fault = "',' or the end of a list was expected";
  v->index = calloc(v->count, sizeof *v->index);
  if (!v->index) r->fault = "out of memory";
  size_t k = 0;
  for (json_t *one = v->first; one && v->index; one = one->next) v->index[k++] = one;
}

// NOLINTNEXTLINE(misc-no-recursion): as deep as the file is
static json_t *read_value(reader *r)
{
  json_t *v = calloc(1, sizeof *v);
  static const struct {
    const char *word;
    kind is;
  } words[] = {{"true", TRUTH}, {"false", FALSEHOOD}, {"null", NOTHING}};
  if (!v) {
    r->fault = "out of memory";
    return NULL;
  }
  skip_space(r);
  for (size_t k = 0; k < 3; k++)
    if (strncmp(r->at, words[k].word, strlen(words[k].word)) == 0) {
      v->is = words[k].is, r->at += strlen(words[k].word);
      return v;
    }
  if (*r->at == '"') {
    v->is = STRING, v->text = read_text(r);
  } else if (take(r, '[')) {
    v->is = ARRAY, read_all(r, v, ']');
  } else if (take(r, '{')) {
    v->is = OBJECT, read_all(r, v, '}');
  } else {
    char *end = NULL;
    v->is = NUMBER, v->number = strtod(r->at, &end);
    if (end == r->at) r->fault = "a value was expected";
    r->at = end;
  }
  return v;
}

void json_decref(json_t *root)
{
  if (!root) return;
  for (json_t *one = root->first; one;) {
    json_t *next = one->next;
    json_decref(one);
    one = next;
  }
  free(root->text), free(root->key), free(root->index), free(root);
}

json_t *json_load_file(const char *path, size_t flags, json_error_t *error)
{
  (void)flags;
  FILE *file = fopen(path, "rb");
  json_t *root = NULL;
  reader r = {NULL, "cannot be read"};
  char *text = NULL;
  if (file && fseek(file, 0, SEEK_END) == 0) {
    const long size = ftell(file);
    rewind(file);
    text = size > 0 ? calloc((size_t)size + 1, 1) : NULL;
    if (text && fread(text, 1, (size_t)size, file) == (size_t)size) {
      r.at = text, r.fault = NULL;
      root = read_value(&r);
    }
  }
  if (file) fclose(file);
  if (r.fault) {
    snprintf(error->text, sizeof error->text, "%s, at byte %zu", r.fault,
             text && r.at ? (size_t)(r.at - text) : 0);
    json_decref(root);
    root = NULL;
  }
  free(text);
  return root;
}

json_t *json_object_get(const json_t *object, const char *key)
{
  if (!object || object->is != OBJECT) return NULL;
  for (json_t *one = object->first; one; one = one->next)
    if (strcmp(one->key, key) == 0) return one;
  return NULL;
}

size_t json_array_size(const json_t *array) { return array && array->is == ARRAY ? array->count : 0; }
json_t *json_array_get(const json_t *array, size_t index)
{
  return index < json_array_size(array) ? array->index[index] : NULL;
}
const char *json_string_value(const json_t *value)
{
  return value && value->is == STRING ? value->text : NULL;
}
bool json_is_number(const json_t *value) { return value && value->is == NUMBER; }
bool json_is_object(const json_t *value) { return value && value->is == OBJECT; }
bool json_is_true(const json_t *value) { return value && value->is == TRUTH; }
double json_number_value(const json_t *value) { return json_is_number(value) ? value->number : 0; }
long long json_integer_value(const json_t *value) { return llround(json_number_value(value)); }
