/* Graphs of expressions: making nodes, each once, and counting them. */
#include "generate/graph.h"

#include <math.h>
#include <string.h>

#include "base/allocator.h"
#include "base/hash.h"
#include "base/numbers.h"
#include "number/symbol.h"

enum { FIRST_CAPACITY = 1024 };

static _Thread_local graph *open_graph;

void ulna_symbols_into(graph *g) { open_graph = g; }

/* ---- memory */

static void *take(const graph *g, size_t count, size_t size)
{
  return g->allocator.allocate(g->allocator.context, count * size, 64);
}
static void give_back(const graph *g, void *memory, size_t count, size_t size)
{
  if (memory) g->allocator.release(g->allocator.context, memory, count * size);
}

static uint64_t hash_of(const node *n)
{
  uint64_t h = HASH_START, bits;
  memcpy(&bits, &n->value, sizeof bits);
  const uint64_t words[] = {(uint64_t)n->op,
                            (uint64_t)(unsigned)n->of[0],
                            (uint64_t)(unsigned)n->of[1],
                            (uint64_t)(unsigned)n->of[2],
                            (uint64_t)(unsigned)n->of[3],
                            bits};
  for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
    h = hash_step(h, words[i]);
    h ^= h >> 29;
  }
  return h;
}

static bool same(const node *a, const node *b)
{
  return a->op == b->op && memcmp(a->of, b->of, sizeof a->of) == 0 && a->value == b->value;
}

static int *slot_for(const graph *g, const node *n)
{
  const unsigned mask = (unsigned)g->table_size - 1;
  unsigned i = (unsigned)hash_of(n) & mask;
  while (g->table[i] >= 0 && !same(&g->at[g->table[i]], n)) i = (i + 1) & mask;
  return &g->table[i];
}

/* Room for one node more. */
static bool grow(graph *g)
{
  if (g->count >= g->most) {
    g->status = ULNA_UNSUPPORTED;
    return false;
  }
  if (g->count < g->capacity) return true;
  const int capacity = g->capacity ? 2 * g->capacity : FIRST_CAPACITY, table_size = 4 * capacity;
  node *at = take(g, (size_t)capacity, sizeof *at);
  int *table = take(g, (size_t)table_size, sizeof *table);
  if (!at || !table) {
    give_back(g, at, (size_t)capacity, sizeof *at), give_back(g, table, (size_t)table_size, sizeof *table);
    g->status = ULNA_OUT_OF_MEMORY;
    return false;
  }
  if (g->count) memcpy(at, g->at, (size_t)g->count * sizeof *at);
  give_back(g, g->at, (size_t)g->capacity, sizeof *g->at);
  give_back(g, g->table, (size_t)g->table_size, sizeof *g->table);
  g->at = at, g->table = table, g->capacity = capacity, g->table_size = table_size;
  for (int i = 0; i < table_size; i++) table[i] = -1;
  for (int i = 0; i < g->count; i++) *slot_for(g, &at[i]) = i;
  return true;
}

/* The node, found or made; its edge. */
static int intern(graph *g, const node *n)
{
  if (g->status != ULNA_OK) return 0;
  int *slot = slot_for(g, n);
  if (*slot >= 0) return 2 * *slot;
  if (!grow(g)) return 0;
  slot = slot_for(g, n);
  g->at[g->count] = *n;
  *slot = g->count;
  return 2 * g->count++;
}

void ulna_graph_begin(graph *g, int most, const ulna_allocator *allocator)
{
  *g = (graph){.most = most, .allocator = allocator_or_standard(allocator), .status = ULNA_OK};
  if (!grow(g)) return;
  ulna_graph_constant(g, 0);
  ulna_graph_constant(g, 1);
}

void ulna_graph_end(graph *g)
{
  if (!g->at) return;
  give_back(g, g->at, (size_t)g->capacity, sizeof *g->at);
  give_back(g, g->table, (size_t)g->table_size, sizeof *g->table);
  *g = (graph){.status = g->status};
}

/* ---- making nodes */

enum { ZERO = 0, ONE = 2, MINUS_ONE = 3 };  // edges that every graph has

int ulna_graph_operands(operation op)
{
  switch (op) {
  case OP_CONSTANT:
  case OP_INPUT: return 0;
  case OP_SUM:
  case OP_PRODUCT:
  case OP_QUOTIENT: return 2;
  case OP_CHOICE: return 4;
  default: return 1;
  }
}

bool ulna_graph_is_constant(const graph *g, int edge, double *value)
{
  const node *n = &g->at[node_of(edge)];
  if (g->status != ULNA_OK || n->op != OP_CONSTANT) return false;
  *value = sign_of(edge) ? -n->value : n->value;
  return true;
}

int ulna_graph_constant(graph *g, double value)
{
  const node n = {.op = OP_CONSTANT, .value = value == 0 ? 0 : fabs(value)};
  const int edge = intern(g, &n);
  return value < 0 ? edge ^ 1 : edge;
}

int ulna_graph_input(graph *g, int number)
{
  const node n = {.op = OP_INPUT, .of = {number}};
  return intern(g, &n);
}

static int make(graph *g, operation op, int a, int b)
{
  const node n = {.op = op, .of = {a, b}};
  return intern(g, &n);
}

/* a + (x − a) = x */
static bool cancels_in_sum(const graph *g, int a, int b, int *result)
{
  const node *n = &g->at[node_of(b)];
  if (n->op != OP_SUM) return false;
  for (int k = 0; k < 2; k++)
    if ((n->of[k] ^ sign_of(b)) == (a ^ 1)) {
      *result = n->of[1 - k] ^ sign_of(b);
      return true;
    }
  return false;
}

int ulna_graph_sum(graph *g, int a, int b)
{
  if (g->status != ULNA_OK) return 0;
  if (node_of(a) == ZERO) return b;
  if (node_of(b) == ZERO) return a;
  if (a == (b ^ 1)) return ZERO;
  double x, y;
  if (ulna_graph_is_constant(g, a, &x) && ulna_graph_is_constant(g, b, &y))
    return ulna_graph_constant(g, x + y);
  int left;
  if (cancels_in_sum(g, a, b, &left) || cancels_in_sum(g, b, a, &left)) return left;
  if (node_of(a) > node_of(b)) {
    const int t = a;
    a = b, b = t;
  }
  const int sign = sign_of(a);  // x ± y, the first positive
  return make(g, OP_SUM, a ^ sign, b ^ sign) ^ sign;
}

/* c (d x) = (cd) x: a constant that meets a product with one. */
static bool meets_constant(graph *g, double c, int edge, int *result)
{
  const node n = g->at[node_of(edge)];
  double d;
  if (n.op != OP_PRODUCT || !ulna_graph_is_constant(g, n.of[0], &d)) return false;
  *result = ulna_graph_product(g, ulna_graph_constant(g, c * d), n.of[1]) ^ sign_of(edge);
  return true;
}

/* a (x / a) = x */
static bool cancels(const graph *g, int a, int b, int *result)
{
  const node *n = &g->at[node_of(b)];
  if (n->op != OP_QUOTIENT || n->of[1] != a) return false;
  *result = n->of[0];
  return true;
}

int ulna_graph_product(graph *g, int a, int b)
{
  if (g->status != ULNA_OK) return 0;
  if (node_of(a) == ZERO || node_of(b) == ZERO) return ZERO;
  const int sign = sign_of(a) ^ sign_of(b);
  a &= ~1, b &= ~1;
  if (a == ONE) return b ^ sign;
  if (b == ONE) return a ^ sign;
  double x = 0, y = 0;
  const bool known_a = ulna_graph_is_constant(g, a, &x), known_b = ulna_graph_is_constant(g, b, &y);
  if (known_a && known_b) return ulna_graph_constant(g, x * y) ^ sign;
  if (known_b || (!known_a && node_of(a) > node_of(b))) {  // constants first
    const int t = a;
    a = b, b = t;
    const double u = x;
    x = y, y = u;
  }
  int folded;
  if (cancels(g, a, b, &folded) || cancels(g, b, a, &folded)) return folded ^ sign;
  if ((known_a || known_b) && meets_constant(g, x, b, &folded)) return folded ^ sign;
  return make(g, OP_PRODUCT, a, b) ^ sign;
}

static int quotient(graph *g, int a, int b)
{
  double x, y;
  const int sign = sign_of(a) ^ sign_of(b);
  a &= ~1, b &= ~1;
  if (node_of(a) == ZERO) return ZERO;
  if (b == ONE) return a ^ sign;
  if (ulna_graph_is_constant(g, b, &y)) {
    if (ulna_graph_is_constant(g, a, &x)) return ulna_graph_constant(g, x / y) ^ sign;
    return ulna_graph_product(g, ulna_graph_constant(g, 1 / y), a) ^ sign;
  }
  return make(g, OP_QUOTIENT, a, b) ^ sign;
}

/* sin(−x) = −sin x, cos(−x) = cos x */
static int turn_plain(graph *g, operation op, int a)
{
  return make(g, op, a & ~1, 0) ^ (op == OP_SINE ? sign_of(a) : 0);
}

/* How many quarter turns a constant is, to the last bits; false: no whole number of them. */
static bool quarters_in(double x, int *quarters)
{
  const double quarter = PI / 2;
  *quarters = (int)lround(x / quarter);
  return fabs(x) < 1e3 && fabs(x - *quarters * quarter) <= 4e-16 * fabs(x);
}

/* For constants: their values, exact at right angles. Quarter turns beside an angle are taken out of it. */
static int turn(graph *g, operation op, int a)
{
  double x;
  int quarters;
  if (ulna_graph_is_constant(g, a, &x)) {
    if (!quarters_in(x, &quarters)) return ulna_graph_constant(g, op == OP_SINE ? sin(x) : cos(x));
    static const int sines[] = {0, 1, 0, -1};
    return ulna_graph_constant(g, sines[(quarters + (op == OP_SINE ? 0 : 1)) & 3]);
  }
  const node *n = &g->at[node_of(a)];
  for (int k = 0; k < 2 && n->op == OP_SUM; k++) {
    if (!ulna_graph_is_constant(g, n->of[k] ^ sign_of(a), &x) || !quarters_in(x, &quarters)) continue;
    const int rest = n->of[1 - k] ^ sign_of(a), step = (quarters + (op == OP_SINE ? 0 : 1)) & 3;
    // sin(y + step π/2), a cosine being a sine one step ahead
    return turn_plain(g, step & 1 ? OP_COSINE : OP_SINE, rest) ^ (step >= 2);
  }
  return turn_plain(g, op, a);
}

static int choice(graph *g, int a, int b, int x, int y)
{
  double u, v;
  if (x == y) return x;
  if (ulna_graph_is_constant(g, a, &u) && ulna_graph_is_constant(g, b, &v)) return u < v ? x : y;
  const node n = {.op = OP_CHOICE, .of = {a, b, x, y}};
  return intern(g, &n);
}

int ulna_graph_node(graph *g, operation op, int a, int b, int x, int y)
{
  if (g->status != ULNA_OK) return 0;
  double c;
  switch (op) {
  case OP_SUM: return ulna_graph_sum(g, a, b);
  case OP_PRODUCT: return ulna_graph_product(g, a, b);
  case OP_QUOTIENT: return quotient(g, a, b);
  case OP_SINE:
  case OP_COSINE: return turn(g, op, a);
  case OP_CHOICE: return choice(g, a, b, x, y);
  case OP_ROOT:
    return ulna_graph_is_constant(g, a, &c) ? ulna_graph_constant(g, sqrt(c)) : make(g, OP_ROOT, a, 0);
  default: return 0;
  }
}

/* ---- the symbols of number/symbol.h */

int ulna_symbol_constant(double value) { return ulna_graph_constant(open_graph, value); }
double ulna_symbol_value(int a)
{
  double value;
  return ulna_graph_is_constant(open_graph, a, &value) ? value : (double)NAN;
}
int ulna_symbol_sum(int a, int b) { return ulna_graph_sum(open_graph, a, b); }
int ulna_symbol_product(int a, int b) { return ulna_graph_product(open_graph, a, b); }
int ulna_symbol_quotient(int a, int b) { return ulna_graph_node(open_graph, OP_QUOTIENT, a, b, 0, 0); }
int ulna_symbol_root(int a) { return ulna_graph_node(open_graph, OP_ROOT, a, 0, 0, 0); }
int ulna_symbol_sine(int a) { return ulna_graph_node(open_graph, OP_SINE, a, 0, 0, 0); }
int ulna_symbol_cosine(int a) { return ulna_graph_node(open_graph, OP_COSINE, a, 0, 0, 0); }
int ulna_symbol_choice(int a, int b, int x, int y)
{
  return ulna_graph_node(open_graph, OP_CHOICE, a, b, x, y);
}

/* ---- values */

double ulna_graph_value(const graph *g, const double value[], int edge)
{
  (void)g;
  return sign_of(edge) ? -value[node_of(edge)] : value[node_of(edge)];
}

void ulna_graph_evaluate(const graph *g, const double input[], double value[])
{
  for (int i = 0; i < g->count; i++) {
    const node *n = &g->at[i];
    double x[4] = {0};
    for (int k = 0; k < ulna_graph_operands(n->op); k++) x[k] = ulna_graph_value(g, value, n->of[k]);
    switch (n->op) {
    case OP_CONSTANT: value[i] = n->value; break;
    case OP_INPUT: value[i] = input[n->of[0]]; break;
    case OP_SUM: value[i] = x[0] + x[1]; break;
    case OP_PRODUCT: value[i] = x[0] * x[1]; break;
    case OP_QUOTIENT: value[i] = x[0] / x[1]; break;
    case OP_ROOT: value[i] = sqrt(x[0]); break;
    case OP_SINE: value[i] = sin(x[0]); break;
    case OP_COSINE: value[i] = cos(x[0]); break;
    case OP_CHOICE: value[i] = x[0] < x[1] ? x[2] : x[3]; break;
    }
  }
}

/* ---- what is needed */

void ulna_graph_uses(const graph *g, const int outputs[], int count, int used[])
{
  for (int i = 0; i < g->count; i++) used[i] = 0;
  for (int i = 0; i < count; i++) used[node_of(outputs[i])]++;
  for (int i = g->count - 1; i >= 0; i--) {  // operands come before what is made of them
    if (!used[i]) continue;
    const node *n = &g->at[i];
    for (int k = 0; k < ulna_graph_operands(n->op); k++) used[node_of(n->of[k])]++;
  }
}

void ulna_count_operation(ulna_generated_counts *to, operation op)
{
  switch (op) {
  case OP_PRODUCT: to->multiplications++; break;
  case OP_SUM: to->additions++; break;
  case OP_QUOTIENT: to->divisions++; break;
  case OP_ROOT:
  case OP_CHOICE: to->choices++; break;
  default: break;
  }
}

ulna_generated_counts ulna_graph_count(const graph *g, const int outputs[], int count)
{
  ulna_generated_counts sum = {0};
  int *used = take(g, (size_t)g->count, sizeof *used);
  if (!used) return sum;
  ulna_graph_uses(g, outputs, count, used);
  for (int i = 0; i < g->count; i++)
    if (used[i]) ulna_count_operation(&sum, g->at[i].op);
  give_back(g, used, (size_t)g->count, sizeof *used);
  return sum;
}

long ulna_graph_cost(const graph *g, const int outputs[], int count)
{
  const ulna_generated_counts c = ulna_graph_count(g, outputs, count);
  return c.multiplications + c.additions;
}

void ulna_graph_copy_needed(const graph *from, graph *to, int outputs[], int count)
{
  int *used = take(from, 2 * (size_t)from->count, sizeof *used), *edge = used ? used + from->count : NULL;
  if (!used) {
    to->status = ULNA_OUT_OF_MEMORY;
    return;
  }
  ulna_graph_uses(from, outputs, count, used);
  for (int i = 0; i < from->count; i++) {
    const node *n = &from->at[i];
    int of[4] = {0};
    if (!used[i]) continue;
    for (int k = 0; k < ulna_graph_operands(n->op); k++) of[k] = edge[node_of(n->of[k])] ^ sign_of(n->of[k]);
    edge[i] = n->op == OP_CONSTANT ? ulna_graph_constant(to, n->value)
              : n->op == OP_INPUT  ? ulna_graph_input(to, n->of[0])
                                   : ulna_graph_node(to, n->op, of[0], of[1], of[2], of[3]);
  }
  for (int i = 0; i < count; i++) outputs[i] = edge[node_of(outputs[i])] ^ sign_of(outputs[i]);
  give_back(from, used, 2 * (size_t)from->count, sizeof *used);
}
