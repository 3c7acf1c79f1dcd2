/* A YAML (or JSON) text as a tree of nodes that know their places. */
#ifndef ULNA_TEXT_YAML_TREE_H
#define ULNA_TEXT_YAML_TREE_H

#include "base/arena.h"
#include "text/file.h"

typedef enum { NODE_SCALAR, NODE_LIST, NODE_MAPPING, NODE_ALIAS } node_kind;

typedef struct node {
  node_kind kind;
  bool plain;       /* a scalar without quotes */
  int line, column; /* from 1; of a block that starts below its key: the key's */
  const char *text; /* of a scalar, 0-terminated; contains no other 0 unless length says so */
  size_t length;
  int count;                 /* items of a list, pairs of a mapping */
  struct node *first, *next; /* items; of a mapping key, value, key, value, … */
} node;

/* Real files are a few levels deep and have some thousand nodes; these bound what a hostile file can take. */
enum { YAML_DEEPEST = 32, YAML_MOST_NODES = 200000, YAML_MOST_KEYS = 2000 };

/* Reports a problem at a place of the file. */
typedef struct reader reader;

/* Parses in->text. ULNA_SYNTAX with one reported problem, ULNA_OUT_OF_MEMORY, or the root in *root. Aliases,
 * anchors and tags are reported and parsed on. */
ulna_status ulna_yaml_tree(reader *r, node **root);

#endif
