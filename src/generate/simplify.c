/* Simplification: fewer operations for the same answer. Sums and products become lists of any length; a node used once joins the
 * list that uses it. Then, again and again, the step that saves most:
 *   k x ± k y ± …  = k (x ± y ± …)       products that nobody else needs and that share a factor;
 *   a pair of terms that several sums have, or a pair of factors that several products have, is formed once. */
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "generate/graph.h"

/* A node with any number of operands. Sums have signs on their operands, products one on the whole, in the edge. */
typedef struct {
  operation op;
  int *of;  // edges; of a product all positive
  int count, room;
  int used;
  double value;
} list;

typedef struct {
  list *at;
  int count, room;
  arena memory;
} lists;

/* ---- lists */

static int *copy_of(lists *l, const int from[], int count, int room)
{
  int *to = arena_take_array(&l->memory, (size_t)room, sizeof *to);
  if (to && count) memcpy(to, from, (size_t)count * sizeof *to);
  return to;
}

/* Without memory nothing changes but that the arena has failed, and all of it is thrown away. */
static void append(lists *l, list *x, int edge)
{
  if (x->count == x->room) {
    const int room = 2 * x->room + 2;
    int *of = copy_of(l, x->of, x->count, room);
    if (!of) return;
    x->of = of, x->room = room;
  }
  x->of[x->count++] = edge;
}

/* A new list; -1: no memory. */
static int new_list(lists *l, operation op)
{
  if (l->count == l->room) {
    const int room = 2 * l->room;
    list *at = arena_take_array(&l->memory, (size_t)room, sizeof *at);
    if (!at) return -1;
    memcpy(at, l->at, (size_t)l->count * sizeof *at);
    l->at = at, l->room = room;
  }
  l->at[l->count] = (list){.op = op};
  return l->count++;
}

static bool joins(const list *outer, const list *inner)
{
  return inner->used == 1 && inner->op == outer->op && (inner->op == OP_SUM || inner->op == OP_PRODUCT);
}

/* Puts the operand into the list, or its own operands if nobody else needs it. */
static void take_in(lists *l, int to, int edge)
{
  list *x = &l->at[to], *inner = &l->at[node_of(edge)];
  if (!joins(x, inner)) {
    append(l, x, edge);
    return;
  }
  for (int k = 0; k < inner->count; k++) append(l, x, inner->of[k] ^ (x->op == OP_SUM ? sign_of(edge) : 0));
  inner->used = 0;
}

/* The graph as lists, one for each node, those that nobody needs empty. */
static bool to_lists(const graph *g, const int outputs[], int count, lists *l)
{
  arena_init(&l->memory, &g->allocator);
  l->count = g->count, l->room = 2 * g->count;
  l->at = arena_take_array(&l->memory, (size_t)l->room, sizeof *l->at);
  int *used = arena_take_array(&l->memory, (size_t)g->count, sizeof *used);
  if (!l->at || !used) return false;
  ulna_graph_uses(g, outputs, count, used);
  for (int i = 0; i < g->count; i++) {
    const node *n = &g->at[i];
    l->at[i].op = n->op, l->at[i].used = used[i], l->at[i].value = n->value;
    if (!used[i]) continue;
    if (n->op == OP_INPUT) append(l, &l->at[i], n->of[0]);
    for (int k = 0; k < ulna_graph_operands(n->op); k++) take_in(l, i, n->of[k]);
  }
  return !l->memory.failed;
}

/* ---- k x ± k y = k (x ± y) */

static bool is_loose_product(const lists *l, int edge)
{
  const list *p = &l->at[node_of(edge)];
  return p->op == OP_PRODUCT && p->used == 1;
}

static bool has(const list *p, int edge)
{
  for (int k = 0; k < p->count; k++)
    if (p->of[k] == edge) return true;
  return false;
}

/* The factor that most loose products of a sum share, and how many. */
static int best_factor(const lists *l, const list *sum, int *shared)
{
  int best = -1;
  *shared = 1;
  for (int i = 0; i < sum->count; i++) {
    if (!is_loose_product(l, sum->of[i])) continue;
    const list *p = &l->at[node_of(sum->of[i])];
    for (int k = 0; k < p->count; k++) {
      int with = 1;
      for (int j = i + 1; j < sum->count; j++)
        with += is_loose_product(l, sum->of[j]) && has(&l->at[node_of(sum->of[j])], p->of[k]);
      if (with > *shared) *shared = with, best = p->of[k];
    }
  }
  return best;
}

/* What is left of a product without one of the factor: an edge. */
static int without(lists *l, int edge, int factor)
{
  list *p = &l->at[node_of(edge)];
  int k = 0;
  while (p->of[k] != factor) k++;
  memmove(&p->of[k], &p->of[k + 1], (size_t)(p->count - k - 1) * sizeof *p->of);
  p->count--;
  l->at[node_of(factor)].used--;
  if (p->count > 1) return edge;
  p->used = 0, p->op = OP_PRODUCT;
  return p->of[0] ^ sign_of(edge);  // whose use by the product becomes one by the sum
}

static bool factor_once(lists *l, int at)
{
  int shared;
  const int factor = best_factor(l, &l->at[at], &shared);
  if (factor < 0) return false;
  const int inner = new_list(l, OP_SUM), product = new_list(l, OP_PRODUCT);
  if (inner < 0 || product < 0) return false;
  list *sum = &l->at[at];
  int kept = 0;
  for (int i = 0; i < sum->count; i++) {
    const int edge = sum->of[i];
    if (is_loose_product(l, edge) && has(&l->at[node_of(edge)], factor))
      append(l, &l->at[inner], without(l, edge, factor));
    else sum->of[kept++] = edge;
  }
  sum->count = kept;
  append(l, &l->at[product], factor), append(l, &l->at[product], 2 * inner);
  append(l, &l->at[at], 2 * product);
  l->at[inner].used = l->at[product].used = 1;
  l->at[node_of(factor)].used++;
  return !l->memory.failed;
}

static void factor_sums(lists *l)
{
  for (int i = 0; i < l->count; i++)
    if (l->at[i].op == OP_SUM && l->at[i].used)
      while (factor_once(l, i)) {
      }
}

/* ---- pairs that several lists have */

typedef struct {
  int a, b;  // edges, a the smaller node, positive
  int in;    // the list
} pairing;

static int by_pair(const void *x, const void *y)
{
  const pairing *p = x, *q = y;
  if (p->a != q->a) return p->a < q->a ? -1 : 1;
  if (p->b != q->b) return p->b < q->b ? -1 : 1;
  return (p->in > q->in) - (p->in < q->in);
}

static pairing pairing_of(int a, int b, int in)
{
  if (node_of(a) > node_of(b)) {
    const int t = a;
    a = b, b = t;
  }
  const int sign = sign_of(a);
  return (pairing){a ^ sign, b ^ sign, in};
}

static long pairs_of(const lists *l, operation op, pairing *all)
{
  long count = 0;
  for (int i = 0; i < l->count; i++) {
    const list *x = &l->at[i];
    if (x->op != op || !x->used) continue;
    for (int j = 0; j < x->count; j++)
      for (int k = j + 1; k < x->count; k++) {
        if (all) all[count] = pairing_of(x->of[j], x->of[k], i);
        count++;
      }
  }
  return count;
}

/* Takes a and ±b out of a list and puts the pair in. */
static void replace_pair(lists *l, pairing p, int made)
{
  list *x = &l->at[p.in];
  for (int j = 0; j < x->count; j++)
    for (int k = 0; k < x->count; k++) {
      if (j == k || node_of(x->of[j]) != node_of(p.a) || node_of(x->of[k]) != node_of(p.b)) continue;
      const int sign = x->op == OP_SUM ? sign_of(x->of[j]) ^ sign_of(p.a) : 0;
      if (x->op == OP_SUM && (x->of[k] ^ sign) != p.b) continue;
      const int low = j < k ? j : k, high = j < k ? k : j;
      x->of[low] = (2 * made) ^ sign;
      x->of[high] = x->of[--x->count];
      l->at[made].used++;
      l->at[node_of(p.a)].used--, l->at[node_of(p.b)].used--;
      return;
    }
}

/* Forms the pair that most lists have; false: no two have one. */
static bool share_pair(lists *l, operation op)
{
  const long count = pairs_of(l, op, NULL);
  arena memory;
  arena_init(&memory, &l->memory.allocator);
  pairing *all = count > 1 ? arena_take_array(&memory, (size_t)count, sizeof *all) : NULL;
  if (!all) {
    if (memory.failed) l->memory.failed = true;
    return false;
  }
  pairs_of(l, op, all);
  qsort(all, (size_t)count, sizeof *all, by_pair);
  long best = -1, most = 1;
  for (long i = 0, end; i < count; i = end) {
    long lists_with = 0;
    int last = -1;
    for (end = i; end < count && all[end].a == all[i].a && all[end].b == all[i].b; end++)
      if (all[end].in != last) last = all[end].in, lists_with++;
    if (lists_with > most) most = lists_with, best = i;
  }
  const int made = best >= 0 ? new_list(l, op) : -1;
  if (made >= 0) {
    const pairing p = all[best];
    append(l, &l->at[made], p.a), append(l, &l->at[made], p.b);
    l->at[node_of(p.a)].used++, l->at[node_of(p.b)].used++;
    for (long i = best; i < count && all[i].a == p.a && all[i].b == p.b; i++)
      if (i == best || all[i].in != all[i - 1].in) replace_pair(l, all[i], made);
  }
  arena_free(&memory);
  return made >= 0 && !l->memory.failed;
}

/* ---- back to a graph */

/* The edge of list i in g; edges: -1 where not yet made. */
static int emit(const lists *l, int i, graph *g, int edges[])
{
  if (edges[i] >= 0) return edges[i];
  const list *x = &l->at[i];
  int made = 0, of[4] = {0};
  if (x->op == OP_CONSTANT) {
    made = ulna_graph_constant(g, x->value);
  } else if (x->op == OP_INPUT) {
    made = ulna_graph_input(g, x->of[0]);
  } else if (x->op == OP_SUM || x->op == OP_PRODUCT) {
    for (int k = 0; k < x->count; k++) {
      const int next = emit(l, node_of(x->of[k]), g, edges) ^ sign_of(x->of[k]);
      made = k ? ulna_graph_node(g, x->op, made, next, 0, 0) : next;
    }
  } else {
    for (int k = 0; k < x->count; k++) of[k] = emit(l, node_of(x->of[k]), g, edges) ^ sign_of(x->of[k]);
    made = ulna_graph_node(g, x->op, of[0], of[1], of[2], of[3]);
  }
  return edges[i] = made;
}

static bool from_lists(lists *l, graph *g, int outputs[], int count)
{
  int *edges = arena_take_array(&l->memory, (size_t)l->count, sizeof *edges);
  if (!edges) return false;
  for (int i = 0; i < l->count; i++) edges[i] = -1;
  for (int i = 0; i < count; i++) outputs[i] = emit(l, node_of(outputs[i]), g, edges) ^ sign_of(outputs[i]);
  return g->status == ULNA_OK;
}

/* One round; false: it saved nothing, and g is as it was. */
static bool round_of(graph *g, int outputs[], int count)
{
  lists l;
  graph better;
  ulna_graph_begin(&better, g->most, &g->allocator);
  const bool listed = to_lists(g, outputs, count, &l);
  int *trial = arena_take_array(&l.memory, (size_t)count, sizeof *trial);
  bool saved = false;
  if (listed && trial) {
    memcpy(trial, outputs, (size_t)count * sizeof *trial);
    factor_sums(&l);
    while (share_pair(&l, OP_PRODUCT)) {
    }
    while (share_pair(&l, OP_SUM)) {
    }
    saved = !l.memory.failed && from_lists(&l, &better, trial, count) &&
            ulna_graph_cost(&better, trial, count) < ulna_graph_cost(g, outputs, count);
  }
  if (saved) {
    memcpy(outputs, trial, (size_t)count * sizeof *trial);
    const graph old = *g;
    *g = better, better = old;
  }
  if (l.memory.failed || better.status == ULNA_OUT_OF_MEMORY) g->status = ULNA_OUT_OF_MEMORY;
  arena_free(&l.memory);
  ulna_graph_end(&better);
  return saved;
}

void ulna_graph_simplify(graph *g, int outputs[], int count)
{
  while (g->status == ULNA_OK && round_of(g, outputs, count)) {
  }
}
