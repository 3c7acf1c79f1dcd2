/* Expressions as a graph: every node once, operands before what is made of them. Kind-free. */
#ifndef ULNA_GENERATE_GRAPH_H
#define ULNA_GENERATE_GRAPH_H

#include <stdbool.h>
#include <stdint.h>

#include "ulna/generate.h"
#include "ulna/memory.h"
#include "ulna/status.h"

typedef enum {
  OP_CONSTANT,  // value > 0, or 0
  OP_INPUT,     // of[0]: its number
  OP_SUM,       // of two; the first is positive
  OP_PRODUCT,   // of two, both positive
  OP_QUOTIENT,  // both positive
  OP_ROOT,
  OP_SINE,
  OP_COSINE,
  OP_CHOICE  // of[2] where of[0] < of[1], else of[3]
} operation;

typedef struct {
  operation op;
  int of[4];  // edges: 2 × node, 1 more where negated
  double value;
} node;

typedef struct {
  node *at;
  int count, capacity, most;  // most: a limit on what a caller may ask for
  int *table;                 // of hashes, a power of two; -1: empty
  int table_size;
  ulna_allocator allocator;
  ulna_status status;  // ULNA_OUT_OF_MEMORY, ULNA_UNSUPPORTED (more than `most`): what follows means nothing
} graph;

static inline int node_of(int edge) { return edge >> 1; }
static inline int sign_of(int edge) { return edge & 1; }

/* An empty graph of at most `most` nodes, with the constants 0 and 1 in it. */
void ulna_graph_begin(graph *g, int most, const ulna_allocator *allocator);
void ulna_graph_end(graph *g);

/* Opens a graph for the symbols of this thread; NULL: closes it. */
void ulna_symbols_into(graph *g);

int ulna_graph_input(graph *g, int number);
int ulna_graph_constant(graph *g, double value);
int ulna_graph_sum(graph *g, int a, int b);
int ulna_graph_product(graph *g, int a, int b);
int ulna_graph_node(graph *g, operation op, int a, int b, int x, int y);  // of the same operation, anew
bool ulna_graph_is_constant(const graph *g, int edge, double *value);

int ulna_graph_operands(operation op);

/* The value of every node (`value`: one number each) for given inputs; and that of an edge. */
void ulna_graph_evaluate(const graph *g, const double input[], double value[]);
double ulna_graph_value(const graph *g, const double value[], int edge);

/* used[i]: how often node i is an operand of what the outputs need, or an output; 0: not needed. */
void ulna_graph_uses(const graph *g, const int outputs[], int count, int used[]);
ulna_generated_counts ulna_graph_count(const graph *g, const int outputs[], int count);
long ulna_graph_cost(const graph *g, const int outputs[], int count);  // multiplications and additions
void ulna_count_operation(ulna_generated_counts *to, operation op);    // sines are not counted

/* A graph of what the outputs need alone; outputs then refer to it. */
void ulna_graph_copy_needed(const graph *from, graph *to, int outputs[], int count);

/* Rewrites it so that fewer operations are needed; outputs then refer to the result. */
void ulna_graph_simplify(graph *g, int outputs[], int count);

#endif
