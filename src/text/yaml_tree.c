/* libyaml's events made into a tree. Its parser keeps its own stack, so that depth costs no recursion here either. */
#include "text/yaml_tree.h"

#include <stdio.h>
#include <yaml.h>

#include "text/yaml.h"

typedef struct {
  node *list;       /* the list or mapping being filled */
  node *last;       /* its last item */
  node *key;        /* a mapping's key that waits for its value */
  bool flow;        /* between brackets */
  int line, column; /* where it opens */
} level;

typedef struct {
  reader *r;
  yaml_parser_t parser;
  level levels[YAML_DEEPEST];
  int depth, nodes;
  node *root;
  bool aliases; /* an alias was reported, so that its anchor need not be */
  int anchor_line, anchor_column;
} tree;

static int line_of(const yaml_mark_t *mark) { return (int)mark->line + 1; }
static int column_of(const yaml_mark_t *mark) { return (int)mark->column + 1; }

/* The line and column of a byte, for errors below the level of characters. */
static void place_of_byte(const text_input *in, size_t offset, int *line, int *column)
{
  *line = *column = 1;
  for (size_t i = 0; i < offset && i < in->length; i++) {
    if (in->text[i] == '\n') {
      ++*line;
      *column = 1;
    } else {
      ++*column;
    }
  }
}

static void say_encoding(tree *t)
{
  const text_input *in = t->r->in;
  const size_t offset = t->parser.problem_offset;
  int line, column;
  place_of_byte(in, offset, &line, &column);
  const unsigned value = (unsigned)t->parser.problem_value;
  if (t->parser.problem && strstr(t->parser.problem, "control"))
    ulna_yaml_say_at(t->r, "syntax", line, column,
                     "the control character 0x%02x has no place in a text; is this a %s file?", value,
                     t->r->thing);
  else
    ulna_yaml_say_at(t->r, "syntax", line, column, "the text is not UTF-8 (%s, 0x%02x); save it as UTF-8",
                     t->parser.problem ? t->parser.problem : "a wrong byte", value & 0xff);
}

static bool indented_by_tab(const text_input *in, int line)
{
  const char *c = in->text, *end = in->text + in->length;
  for (; c < end && line > 1; c++) line -= *c == '\n';
  while (c < end && *c == ' ') c++;
  return c < end && *c == '\t';
}

static bool mentions(const char *text, const char *word) { return text && strstr(text, word); }

/* An unclosed bracket or quote, or a key without a colon, is reported where it starts; everything else where it was
 * noticed. */
static void say_syntax(tree *t)
{
  const yaml_parser_t *p = &t->parser;
  const char *context = p->context, *problem = p->problem ? p->problem : "it cannot be read";
  const int noticed_line = line_of(&p->problem_mark);
  int line = noticed_line, column = column_of(&p->problem_mark);
  const char *advice = "";
  const bool bracket = mentions(context, "flow sequence") || mentions(context, "flow mapping");
  const bool quote = mentions(context, "quoted scalar") && mentions(problem, "end of stream");
  const bool key = mentions(context, "simple key");
  const level *open = t->depth ? &t->levels[t->depth - 1] : NULL;
  if (bracket || quote || key) {
    line = line_of(&p->context_mark);
    column = column_of(&p->context_mark);
    advice = bracket ? "; is a bracket or a comma missing?"
             : quote ? "; is a quotation mark missing?"
                     : "; is a colon missing?";
  } else if (open && open->flow && open->line != line) {
    line = open->line;
    column = open->column;
    advice = "; is a bracket or a comma missing?";
  } else if (mentions(problem, "tab character") ||
             (mentions(problem, "cannot start any token") && indented_by_tab(t->r->in, line))) {
    advice = "; indent with spaces, not with tabs";
  }
  char noticed[48] = "";
  if (line != noticed_line) snprintf(noticed, sizeof noticed, ", noticed in line %d", noticed_line);
  ulna_yaml_say_at(t->r, "syntax", line, column, "not well-formed YAML: %s%s%s%s%s", context ? context : "",
                   context ? ", " : "", problem, noticed, advice);
}

static ulna_status parser_failed(tree *t)
{
  if (t->parser.error == YAML_MEMORY_ERROR) return ULNA_OUT_OF_MEMORY;
  if (t->parser.error == YAML_READER_ERROR) say_encoding(t);
  else say_syntax(t);
  return ULNA_SYNTAX;
}

/* A node at the event's place, hung into what is being filled. A block below its key is found at its key. */
static node *add_node(tree *t, node_kind kind, const yaml_event_t *e)
{
  node *n = arena_take(&t->r->memory, sizeof *n);
  if (!n) return NULL;
  t->nodes++;
  n->kind = kind;
  n->line = line_of(&e->start_mark);
  n->column = column_of(&e->start_mark);
  if (t->depth == 0) {
    t->root = n;
    return n;
  }
  level *l = &t->levels[t->depth - 1];
  if (l->last) l->last->next = n;
  else l->list->first = n;
  l->last = n;
  if (l->list->kind == NODE_LIST) {
    l->list->count++;
  } else if (!l->key) {
    l->key = n;
  } else {
    l->list->count++;
    if (n->line != l->key->line) {
      n->line = l->key->line;
      n->column = l->key->column;
    }
    l->key = NULL;
  }
  return n;
}

static void note_anchor(tree *t, const yaml_char_t *anchor, const yaml_char_t *tag, const yaml_event_t *e)
{
  if (anchor && !t->anchor_line) {
    t->anchor_line = line_of(&e->start_mark);
    t->anchor_column = column_of(&e->start_mark);
  }
  if (tag)
    ulna_yaml_say_at(t->r, "syntax", line_of(&e->start_mark), column_of(&e->start_mark),
                     "the tag \"%.60s\" is not part of a %s file; leave it out", (const char *)tag,
                     t->r->thing);
}

static ulna_status add_scalar(tree *t, const yaml_event_t *e)
{
  note_anchor(t, e->data.scalar.anchor, e->data.scalar.tag, e);
  node *n = add_node(t, NODE_SCALAR, e);
  if (!n) return ULNA_OUT_OF_MEMORY;
  n->plain = e->data.scalar.style == YAML_PLAIN_SCALAR_STYLE;
  n->length = e->data.scalar.length;
  n->text = arena_copy_bytes(&t->r->memory, (const char *)e->data.scalar.value, n->length);
  return n->text ? ULNA_OK : ULNA_OUT_OF_MEMORY;
}

static ulna_status open_level(tree *t, node_kind kind, const yaml_event_t *e)
{
  if (kind == NODE_LIST) note_anchor(t, e->data.sequence_start.anchor, e->data.sequence_start.tag, e);
  else note_anchor(t, e->data.mapping_start.anchor, e->data.mapping_start.tag, e);
  if (t->depth == YAML_DEEPEST) {
    ulna_yaml_say_at(t->r, "syntax", line_of(&e->start_mark), column_of(&e->start_mark),
                     "nested more than %d deep; a %s file is not", YAML_DEEPEST, t->r->thing);
    return ULNA_SYNTAX;
  }
  node *n = add_node(t, kind, e);
  if (!n) return ULNA_OUT_OF_MEMORY;
  const bool flow = kind == NODE_LIST ? e->data.sequence_start.style == YAML_FLOW_SEQUENCE_STYLE
                                      : e->data.mapping_start.style == YAML_FLOW_MAPPING_STYLE;
  t->levels[t->depth++] =
      (level){.list = n, .flow = flow, .line = line_of(&e->start_mark), .column = column_of(&e->start_mark)};
  return ULNA_OK;
}

static ulna_status add_alias(tree *t, const yaml_event_t *e)
{
  t->aliases = true;
  ulna_yaml_say_at(t->r, "syntax", line_of(&e->start_mark), column_of(&e->start_mark),
                   "the alias *%.60s: anchors and aliases are not part of a %s file; write the value out",
                   (const char *)e->data.alias.anchor, t->r->thing);
  return add_node(t, NODE_ALIAS, e) ? ULNA_OK : ULNA_OUT_OF_MEMORY;
}

static ulna_status second_document(tree *t, const yaml_event_t *e)
{
  ulna_yaml_say_at(t->r, "syntax", line_of(&e->start_mark), column_of(&e->start_mark),
                   "a second document starts here; a file holds one %s", t->r->thing);
  return ULNA_SYNTAX;
}

static ulna_status take_event(tree *t, const yaml_event_t *e)
{
  if (t->nodes >= YAML_MOST_NODES) {
    ulna_yaml_say_at(t->r, "syntax", line_of(&e->start_mark), column_of(&e->start_mark),
                     "more than %d values; no %s has so many", YAML_MOST_NODES, t->r->thing);
    return ULNA_SYNTAX;
  }
  if (t->depth && t->levels[t->depth - 1].list->kind == NODE_MAPPING &&
      t->levels[t->depth - 1].list->count > YAML_MOST_KEYS) {
    ulna_yaml_say_at(t->r, "syntax", line_of(&e->start_mark), column_of(&e->start_mark),
                     "more than %d keys in one mapping; no %s has so many", YAML_MOST_KEYS, t->r->thing);
    return ULNA_SYNTAX;
  }
  switch (e->type) {
  case YAML_DOCUMENT_START_EVENT: return t->root ? second_document(t, e) : ULNA_OK;
  case YAML_ALIAS_EVENT: return add_alias(t, e);
  case YAML_SCALAR_EVENT: return add_scalar(t, e);
  case YAML_SEQUENCE_START_EVENT: return open_level(t, NODE_LIST, e);
  case YAML_MAPPING_START_EVENT: return open_level(t, NODE_MAPPING, e);
  case YAML_SEQUENCE_END_EVENT:
  case YAML_MAPPING_END_EVENT: t->depth--; return ULNA_OK;
  default: return ULNA_OK;
  }
}

static ulna_status take_all(tree *t)
{
  for (;;) {
    yaml_event_t event;
    if (!yaml_parser_parse(&t->parser, &event)) return parser_failed(t);
    const bool end = event.type == YAML_STREAM_END_EVENT;
    const ulna_status status = take_event(t, &event);
    yaml_event_delete(&event);
    if (status != ULNA_OK || end) return status;
  }
}

ulna_status ulna_yaml_tree(reader *r, node **root)
{
  tree t = {.r = r};
  if (!yaml_parser_initialize(&t.parser)) return ULNA_OUT_OF_MEMORY;
  yaml_parser_set_input_string(&t.parser, (const unsigned char *)r->in->text, r->in->length);
  ulna_status status = take_all(&t);
  yaml_parser_delete(&t.parser);
  if (status != ULNA_OK) return status;
  if (!t.root) {
    ulna_yaml_say_at(r, "syntax", 1, 1, "there is no %s in it: the file is empty", r->thing);
    return ULNA_SYNTAX;
  }
  if (t.anchor_line && !t.aliases)
    ulna_yaml_say_at(r, "syntax", t.anchor_line, t.anchor_column,
                     "anchors and aliases are not part of a %s file; leave the anchor out", r->thing);
  *root = t.root;
  return ULNA_OK;
}
