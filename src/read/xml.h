/* An XML text as a tree of elements, each with its place: what the URDF reader walks.
 *
 * Comments, processing instructions and the difference between text and CDATA are gone. Nothing is fetched and
 * nothing is expanded: a document type with an internal subset (where entities are declared) is refused, so is
 * nesting deeper than XML_DEEPEST. Names keep their prefix ("xacro:macro"). Lines and columns count from 1,
 * columns in characters. */
#ifndef ULNA_READ_XML_H
#define ULNA_READ_XML_H

#include "base/arena.h"

enum { XML_DEEPEST = 100 };

typedef struct xml_attribute xml_attribute;
struct xml_attribute {
  const char *name, *value;
  int line, column;  // of the name; of the element where the encoding hides it
  xml_attribute *next;
};

typedef struct xml_element xml_element;
struct xml_element {
  const char *name;
  const char *text;  // character data directly inside, blanks at both ends cut; never NULL
  int line, column;
  xml_attribute *attributes;
  xml_element *parent, *first, *last, *next;  // children in order
};

typedef struct {
  int line, column;
  const char *text;  // a sentence, in the arena
} xml_error;

// The root element, or NULL: then *error says why, or the arena has failed.
xml_element *ulna_xml_parse(arena *a, const char *text, size_t size, xml_error *error);

const xml_attribute *ulna_xml_find_attribute(const xml_element *e, const char *name);
const xml_element *ulna_xml_find_child(const xml_element *e, const char *name);  // the first
const xml_element *ulna_xml_next_child(const xml_element *child, const char *name);

#endif
