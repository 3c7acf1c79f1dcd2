/* An XML text as a tree of elements, each with its place. */
#include "read/xml.h"

#include <expat.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "text/text.h"

// Character data comes in pieces, one per line or reference.
typedef struct piece piece;
struct piece {
  const char *text;
  size_t length;
  piece *older;
};

typedef struct {
  arena *a;
  XML_Parser parser;
  const char *text;
  size_t size;
  int lines_before;     // blank lines before the text
  bool bytes_are_text;  // not UTF-16: names stand in the text as they are
  xml_element *root, *open;
  piece *pieces[XML_DEEPEST + 1];  // of the open element at each depth, newest first
  int depth;
  const char *stopped;  // why we stopped expat ("": the arena failed); NULL: we did not
  int stop_line, stop_column;
} parse;

static int counted(unsigned long n) { return n < INT_MAX ? (int)n + 1 : INT_MAX; }

// Where expat stands, from 1. It counts a byte order mark as a column.
static void here(const parse *p, int *line, int *column)
{
  const bool marked =
      p->size >= 3 && (memcmp(p->text, "\xEF\xBB\xBF", 3) == 0 || memcmp(p->text, "\xFF\xFE", 2) == 0 ||
                       memcmp(p->text, "\xFE\xFF", 2) == 0);
  *line = counted(XML_GetCurrentLineNumber(p->parser) - 1);
  *column = counted(XML_GetCurrentColumnNumber(p->parser));
  if (marked && *line == 1 && *column > 1) --*column;
  *line += p->lines_before;
}

static void stop(parse *p, const char *why)
{
  p->stopped = why;
  here(p, &p->stop_line, &p->stop_column);  // expat moves on before it gives up
  XML_StopParser(p->parser, XML_FALSE);
}

static void take_attribute(parse *p, xml_element *e, xml_attribute **end, const char *name, const char *value)
{
  xml_attribute *at = arena_take(p->a, sizeof *at);
  if (!at) return;
  at->name = arena_copy_bytes(p->a, name, strlen(name));
  at->value = arena_copy_bytes(p->a, value, strlen(value));
  at->line = e->line;
  at->column = e->column;
  *end = at;
}

/* Expat says where a tag begins, not where its attributes do: they are found again in the text of the tag,
 * which is known to be well-formed by now, in the order expat gave them. */
static void place_attributes(const parse *p, xml_element *e)
{
  const XML_Index index = XML_GetCurrentByteIndex(p->parser);
  if (!p->bytes_are_text || index < 0 || (size_t)index >= p->size) return;
  const char *c = p->text + index, *end = p->text + p->size;
  int line = e->line, column = e->column;
  char quote = 0;
  bool named = true;  // inside a name: of the element, at first
  xml_attribute *next = e->attributes;
  for (; c < end && next; c++) {
    if (quote) {
      if (*c == quote) quote = 0;
    } else if (*c == '"' || *c == '\'') {
      quote = *c;
      named = false;
    } else if (*c == '>') {
      break;
    } else if (is_blank(*c) || *c == '=') {
      named = false;
    } else if (!named && *c != '/') {
      named = true;
      next->line = line;
      next->column = column;
      next = next->next;
    }
    if (*c == '\n' || (*c == '\r' && !(c + 1 < end && c[1] == '\n'))) {
      line++;
      column = 1;
    } else if (((unsigned char)*c & 0xC0) != 0x80) {
      column++;
    }
  }
}

static void start_element(void *user, const XML_Char *name, const XML_Char **attributes)
{
  parse *p = user;
  if (p->stopped) return;
  if (p->depth >= XML_DEEPEST) {
    stop(p, "elements are nested more than 100 deep; no robot is");
    return;
  }
  xml_element *e = arena_take(p->a, sizeof *e);
  if (e) {
    e->name = arena_copy_bytes(p->a, name, strlen(name));
    e->text = "";
    here(p, &e->line, &e->column);
    xml_attribute **end = &e->attributes;
    for (; *attributes && !p->a->failed; attributes += 2, end = *end ? &(*end)->next : end)
      take_attribute(p, e, end, attributes[0], attributes[1]);
    place_attributes(p, e);
    e->parent = p->open;
    if (!p->open) p->root = e;
    else if (p->open->last) p->open->last->next = e;
    else p->open->first = e;
    if (p->open) p->open->last = e;
    p->open = e;
  }
  if (p->a->failed) {
    stop(p, "");
    return;
  }
  p->pieces[++p->depth] = NULL;
}

static void character_data(void *user, const XML_Char *text, int length)
{
  parse *p = user;
  if (p->stopped) return;
  if (!p->pieces[p->depth]) {
    for (; length > 0 && is_blank(*text); length--) text++;
    if (length <= 0) return;
  }
  piece *new = arena_take(p->a, sizeof *new);
  if (new) {
    new->text = arena_copy_bytes(p->a, text, (size_t)length);
    new->length = (size_t)length;
    new->older = p->pieces[p->depth];
    p->pieces[p->depth] = new;
  }
  if (p->a->failed) stop(p, "");
}

static void end_element(void *user, const XML_Char *name)
{
  (void)name;
  parse *p = user;
  if (p->stopped) return;  // expat still closes the tag it was stopped in
  size_t length = 0;
  for (const piece *s = p->pieces[p->depth]; s; s = s->older) length += s->length;
  if (length > 0) {
    char *text = arena_take(p->a, length + 1);
    if (!text) {
      stop(p, "");
      return;
    }
    size_t at = length;
    for (const piece *s = p->pieces[p->depth]; s; s = s->older)
      memcpy(text + (at -= s->length), s->text, s->length);
    while (length > 0 && is_blank(text[length - 1])) text[--length] = 0;
    p->open->text = text;
  }
  p->depth--;
  p->open = p->open->parent;
}

static void start_doctype(void *user, const XML_Char *name, const XML_Char *system, const XML_Char *public,
                          int has_internal_subset)
{
  (void)name;
  if (system || public || has_internal_subset)
    stop(user,
         "a document type with declarations, here or elsewhere, is refused: entities could grow without "
         "bound; remove the DOCTYPE");
}

/* The first character that is not blank, a byte-order mark skipped; 0 where there is none. */
static char first_character(const parse *p)
{
  const char *c = p->text, *end = p->text + p->size;
  if (p->size >= 3 && memcmp(c, "\xEF\xBB\xBF", 3) == 0) c += 3;
  while (c < end && is_blank(*c)) c++;
  return c < end ? *c : '\0';
}

static bool is_inside_comment(const parse *p, size_t index)
{
  while (index >= 4 && memcmp(p->text + index - 3, "-->", 3) != 0)
    if (memcmp(p->text + --index - 3, "<!--", 4) == 0) return true;
  return false;
}

static const char *invalid_token(parse *p)
{
  const XML_Index index = XML_GetCurrentByteIndex(p->parser);
  const char first = first_character(p);
  if (p->bytes_are_text && first && first != '<') return "this is not XML: it does not begin with \"<\"";
  if (index < 0 || (size_t)index >= p->size) return "not well-formed";
  const unsigned char c = (unsigned char)p->text[index];
  if (c >= 0x80)
    return ulna_text_format(p->a,
                            "the byte 0x%02X does not belong to the text's encoding (UTF-8, unless "
                            "<?xml … encoding=\"…\"?> says otherwise)",
                            c);
  if (p->bytes_are_text && is_inside_comment(p, (size_t)index))
    return "not well-formed: \"--\" may not stand inside a comment";
  if (c < 0x20 && !is_blank((char)c))
    return ulna_text_format(p->a, "the byte 0x%02X may not stand in XML", c);
  if (p->open)
    return ulna_text_format(p->a, "not well-formed, inside <%s> of line %d", p->open->name, p->open->line);
  return "not well-formed";
}

// Expat's error in words for someone who looks at the file.
static const char *sentence(parse *p, enum XML_Error code)
{
  const xml_element *open = p->open;
  switch (code) {
  case XML_ERROR_NO_ELEMENTS:
    if (!first_character(p)) return "the file is empty";
    if (!open) return "the text ends before any element: the file is cut short";
    return ulna_text_format(p->a, "the text ends while <%s> of line %d is open: the file is cut short",
                            open->name, open->line);
  case XML_ERROR_UNCLOSED_TOKEN:
  case XML_ERROR_PARTIAL_CHAR:
  case XML_ERROR_UNCLOSED_CDATA_SECTION:
    return "the text ends inside a tag or comment that begins here: the file is cut short";
  case XML_ERROR_TAG_MISMATCH:
    if (!open) return "an end tag without its start tag";
    return ulna_text_format(p->a, "this end tag does not close <%s> of line %d, the element that is open",
                            open->name, open->line);
  case XML_ERROR_SYNTAX:
  case XML_ERROR_INVALID_TOKEN: return invalid_token(p);
  case XML_ERROR_DUPLICATE_ATTRIBUTE: return "an attribute is given twice in this tag";
  case XML_ERROR_UNDEFINED_ENTITY:
    return "an entity that XML does not define; it knows &lt; &gt; &amp; &quot; &apos; and &#number;";
  case XML_ERROR_UNKNOWN_ENCODING:
  case XML_ERROR_INCORRECT_ENCODING:
    return "the file names an encoding that is not supported, or is written in another: use UTF-8, UTF-16, "
           "ISO-8859-1 or US-ASCII";
  case XML_ERROR_JUNK_AFTER_DOC_ELEMENT: return "something follows the end of the outermost element";
  case XML_ERROR_MISPLACED_XML_PI: return "the <?xml …?> line must be the very first thing in the file";
  default: return XML_ErrorString(code);
  }
}

static void set_handlers(parse *p)
{
  XML_SetUserData(p->parser, p);
  XML_SetElementHandler(p->parser, start_element, end_element);
  XML_SetCharacterDataHandler(p->parser, character_data);
  XML_SetStartDoctypeDeclHandler(p->parser, start_doctype);
}

/* Blanks before <?xml are not XML, but other URDF readers let them pass, so files have them. */
static void skip_blanks(parse *p)
{
  const char *c = p->text, *end = p->text + p->size;
  int lines = 0;
  for (; c < end && is_blank(*c); c++) lines += *c == '\n';
  if (c == p->text || end - c < 5 || memcmp(c, "<?xml", 5) != 0) return;
  p->size -= (size_t)(c - p->text);
  p->text = c;
  p->lines_before = lines;
}

xml_element *ulna_xml_parse(arena *a, const char *text, size_t size, xml_error *error)
{
  parse p = {.a = a, .text = text, .size = size, .parser = XML_ParserCreate(NULL)};
  if (!p.parser || size > INT_MAX) a->failed = true;
  if (a->failed) {
    if (p.parser) XML_ParserFree(p.parser);
    return NULL;
  }
  p.bytes_are_text = !memchr(text, 0, size < 4 ? size : 4);
  skip_blanks(&p);
  set_handlers(&p);
  const enum XML_Status status = XML_Parse(p.parser, p.text, (int)p.size, 1);
  xml_element *root = p.root;
  if (status != XML_STATUS_OK) {
    const enum XML_Error code = XML_GetErrorCode(p.parser);
    root = NULL;
    if (code == XML_ERROR_NO_MEMORY) a->failed = true;
    here(&p, &error->line, &error->column);
    if (p.stopped) error->line = p.stop_line, error->column = p.stop_column;
    error->text = p.stopped ? p.stopped : sentence(&p, code);
  }
  XML_ParserFree(p.parser);
  return a->failed ? NULL : root;
}

const xml_attribute *ulna_xml_find_attribute(const xml_element *e, const char *name)
{
  const xml_attribute *at = e->attributes;
  while (at && strcmp(at->name, name) != 0) at = at->next;
  return at;
}

static const xml_element *from(const xml_element *e, const char *name)
{
  while (e && strcmp(e->name, name) != 0) e = e->next;
  return e;
}

const xml_element *ulna_xml_find_child(const xml_element *e, const char *name)
{
  return from(e->first, name);
}

const xml_element *ulna_xml_next_child(const xml_element *child, const char *name)
{
  return from(child->next, name);
}
