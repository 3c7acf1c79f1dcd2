/* Mappings with known keys: unknown ones, missing ones, and those given twice. */
#include <stdio.h>

#include "base/nearest.h"
#include "text/yaml.h"

static field *find_field(field *fields, int count, const char *name)
{
  for (int i = 0; i < count; i++)
    if (strcmp(fields[i].name, name) == 0) return &fields[i];
  return NULL;
}

/* The pair before this one with the same key, if any. */
static const node *same_key_before(const node *mapping, const node *key)
{
  for (const node *k = mapping->first; k && k != key; k = k->next->next)
    if (k->kind == NODE_SCALAR && k->length == key->length && memcmp(k->text, key->text, key->length) == 0)
      return k;
  return NULL;
}

bool ulna_yaml_key(reader *r, const node *mapping, const node *key, where w)
{
  const node *first = NULL;
  if (key->kind == NODE_SCALAR && strlen(key->text) == key->length) {
    first = same_key_before(mapping, key);
    if (!first) return true;
    ulna_yaml_say(r, ULNA_ERROR, "syntax", key, w.subject,
                  "the key \"%.60s\" is given twice, first in line %d; keep one", key->text, first->line);
  } else if (key->kind == NODE_SCALAR) {
    ulna_yaml_say(r, ULNA_ERROR, "type", key, w.subject, "a key contains a zero byte (\\0); leave it out");
  } else if (key->kind != NODE_ALIAS) {
    ulna_yaml_say(r, ULNA_ERROR, "type", key, w.subject, "a key must be a word, found %s",
                  ulna_yaml_describe(key).s);
  }
  ulna_yaml_spoil(r, ulna_yaml_inside(w, "unknown"));
  return false;
}

bool ulna_yaml_mapping(reader *r, const node *n, where w, const char *what)
{
  ulna_yaml_place(r, w, n);
  if (n->kind == NODE_MAPPING) return true;
  if (n->kind != NODE_ALIAS && !*w.path)  // the file is something else, and its content nobody's affair
    ulna_yaml_say(r, ULNA_ERROR, "type", n, w.subject,
                  "%s must be a mapping of keys to values; this file is none", what);
  else if (n->kind != NODE_ALIAS)
    ulna_yaml_say(r, ULNA_ERROR, "type", n, w.subject, "%s must be a mapping of keys to values, found %s",
                  what, ulna_yaml_describe(n).s);
  ulna_yaml_spoil(r, w);
  return false;
}

/* The key that may be meant: one close in spelling, or the only one that is missing. */
typedef struct {
  field *field;
  bool close;
} guess;

static guess guess_field(const char *key, field *fields, int count, int unknown)
{
  nearest n = nearest_to(key);
  for (int i = 0; i < count; i++) nearest_offer(&n, fields[i].name);
  if (n.best) return (guess){find_field(fields, count, n.best), true};
  field *missing = NULL;
  int missing_count = 0;
  for (int i = 0; i < count; i++)
    if (fields[i].required && !fields[i].value && !fields[i].reported) {
      missing = &fields[i];
      missing_count++;
    }
  return (guess){unknown == 1 && missing_count == 1 ? missing : NULL, false};
}

static void list_names(const field *fields, int count, char *text, size_t size)
{
  size_t used = 0;
  text[0] = 0;
  for (int i = 0; i < count && used < size; i++)
    used += (size_t)snprintf(text + used, size - used, "%s%s", i ? ", " : "", fields[i].name);
}

/* An unknown key is reported once: it counts as the key it stands for, which is then not reported as missing. */
static void unknown_key(reader *r, const node *key, where w, const char *what, field *fields, int count,
                        int unknown)
{
  const guess g = guess_field(key->text, fields, count, unknown);
  char names[320];
  list_names(fields, count, names, sizeof names);
  if (g.field && g.close)
    ulna_yaml_say(r, ULNA_ERROR, "unknown key", key, w.subject,
                  "\"%.60s\" is not known; did you mean \"%s\"?", key->text, g.field->name);
  else if (g.field)
    ulna_yaml_say(r, ULNA_ERROR, "unknown key", key, w.subject,
                  "\"%.60s\" is not known, and \"%s\" is missing; %s has %s", key->text, g.field->name, what,
                  names);
  else
    ulna_yaml_say(r, ULNA_ERROR, "unknown key", key, w.subject, "\"%.60s\" is not known; %s has %s",
                  key->text, what, names);
  ulna_yaml_spoil(r, ulna_yaml_inside(w, "unknown"));
  if (!g.field || g.field->value) return;
  if (g.close) {
    g.field->value = key->next;
  } else {
    g.field->reported = true;
    ulna_yaml_spoil(r, ulna_yaml_inside(w, "%s", g.field->name));
  }
}

bool ulna_yaml_fields(reader *r, const node *n, where w, const char *what, field *fields, int count)
{
  if (!n || !ulna_yaml_mapping(r, n, w, what)) return false;
  int unknown = 0;
  for (const node *key = n->first; key; key = key->next->next) {
    field *f = key->kind == NODE_SCALAR ? find_field(fields, count, key->text) : NULL;
    if (f && !f->value) f->value = key->next;
    unknown += !f;
  }
  for (const node *key = n->first; key; key = key->next->next)
    if (ulna_yaml_key(r, n, key, w) && !find_field(fields, count, key->text))
      unknown_key(r, key, w, what, fields, count, unknown);
  for (int i = 0; i < count; i++) {
    if (!fields[i].required || fields[i].value || fields[i].reported) continue;
    ulna_yaml_say(r, ULNA_ERROR, "missing key", n, w.subject, "%s needs \"%s\"", what, fields[i].name);
    ulna_yaml_spoil(r, ulna_yaml_inside(w, "%s", fields[i].name));
  }
  return true;
}
