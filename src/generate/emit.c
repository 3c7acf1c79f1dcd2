/* The text of one function: nodes as statements, products fused with sums, outputs last. */
#include "generate/generate_internal.h"

#include <limits.h>

enum { LINE = 110 };

/* ---- numbers */

void ulna_emit_number(writer *w, double value, bool single)
{
  char text[40];
  snprintf(text, sizeof text, single ? "%.9g" : "%.17g", single ? (double)(float)value : value);
  bool whole = true;
  for (char *c = text; *c; c++) {
    const bool part = (*c >= '0' && *c <= '9') || *c == '-' || *c == '+' || *c == 'e';
    if (!part) *c = '.';  // whatever the locale has
    if (!part || *c == 'e') whole = false;
  }
  putf(w, "%s%s%s", text, whole ? ".0" : "", single ? "f" : "");
}

/* ---- names */

/* A function being printed. name[i]: what stands for node i; -1 where it is not yet printed. */
typedef struct {
  writer *w;
  const generation *all;
  const generated_function *f;
  int *used;
  int *name;     // temporaries t1, t2, …; of sines: the number of their angle
  int *fused;    // of a sum: which operand is a product that is fused, 0 or 1; -1: none
  bool *hidden;  // fused into a sum
  int names, angles;
  int before;  // names of what angles are made of, printed before all else
  ulna_generated_counts *counts;
  arena *memory;
} printer;

static bool lanes_of(const printer *p) { return p->all->options->lanes > 1; }

/* q[2], of an input's number */
static void put_input(const printer *p, int number)
{
  const function_shape *s = &p->f->shape;
  for (int k = 0; k < s->inputs; k++) {
    if (number < s->input[k].count) {
      putf(p->w, "%s[%d]", s->input[k].name, number);
      return;
    }
    number -= s->input[k].count;
  }
  putf(p->w, "p[%d]", number);
}

static void put_node(const printer *p, int i)
{
  const node *n = &p->f->g.at[i];
  const bool single = p->all->options->single;
  switch (n->op) {
  case OP_CONSTANT: ulna_emit_number(p->w, n->value, single); break;
  case OP_INPUT: put_input(p, n->of[0]); break;
  case OP_SINE: putf(p->w, "s%d", p->name[i]); break;
  case OP_COSINE: putf(p->w, "c%d", p->name[i]); break;
  default: putf(p->w, "t%d", p->name[i]);
  }
}

static void put_edge(const printer *p, int edge)
{
  if (sign_of(edge)) put(p->w, "-");
  put_node(p, node_of(edge));
}

/* A constant as a whole number of lanes, where a plain number would not do. */
static void put_whole(const printer *p, int edge)
{
  double value;
  if (!lanes_of(p) || !ulna_graph_is_constant(&p->f->g, edge, &value)) {
    put_edge(p, edge);
    return;
  }
  put(p->w, sign_of(edge) ? "zero - " : "zero + ");
  put_node(p, node_of(edge));
}

/* ---- expressions */

static void put_fused(const printer *p, int i)
{
  const node *n = &p->f->g.at[i];
  const int at = p->fused[i], product = n->of[at], other = n->of[1 - at];
  const node *m = &p->f->g.at[node_of(product)];
  putf(p->w, "%s_FMA(%s", p->all->upper, sign_of(product) ? "-" : "");
  put_edge(p, m->of[0]), put(p->w, ", "), put_edge(p, m->of[1]), put(p->w, ", "), put_edge(p, other),
      put(p->w, ")");
}

static void put_choice(const printer *p, const node *n)
{
  if (lanes_of(p)) {
    putf(p->w, "%s_CHOOSE(", p->all->upper);
    for (int k = 0; k < 4; k++) {
      if (sign_of(n->of[k])) put(p->w, "-(");
      put_whole(p, n->of[k] & ~1), put(p->w, sign_of(n->of[k]) ? ")" : "");
      put(p->w, k < 3 ? ", " : ")");
    }
    return;
  }
  put_edge(p, n->of[0]), put(p->w, " < "), put_edge(p, n->of[1]), put(p->w, " ? ");
  put_edge(p, n->of[2]), put(p->w, " : "), put_edge(p, n->of[3]);
}

static void put_expression(const printer *p, int i)
{
  const node *n = &p->f->g.at[i];
  const bool single = p->all->options->single;
  switch (n->op) {
  case OP_SUM:
    if (p->fused[i] >= 0) {
      put_fused(p, i);
      return;
    }
    put_edge(p, n->of[0]), put(p->w, sign_of(n->of[1]) ? " - " : " + "), put_node(p, node_of(n->of[1]));
    break;
  case OP_PRODUCT: put_edge(p, n->of[0]), put(p->w, "*"), put_edge(p, n->of[1]); break;
  case OP_QUOTIENT: put_edge(p, n->of[0]), put(p->w, "/"), put_edge(p, n->of[1]); break;
  case OP_ROOT: put(p->w, single ? "sqrtf(" : "sqrt("), put_edge(p, n->of[0]), put(p->w, ")"); break;
  case OP_CHOICE: put_choice(p, n); break;
  default: break;
  }
}

/* ---- statements */

/* Which product goes into which sum: one that only this sum needs. */
static void fuse(printer *p)
{
  const graph *g = &p->f->g;
  for (int i = 0; i < g->count; i++) {
    p->fused[i] = -1;
    if (!p->used[i] || g->at[i].op != OP_SUM) continue;
    for (int k = 1; k >= 0 && p->fused[i] < 0; k--) {
      const int product = node_of(g->at[i].of[k]);
      if (g->at[product].op != OP_PRODUCT || p->used[product] != 1) continue;
      p->fused[i] = k, p->hidden[product] = true;
    }
  }
}

static bool is_angle(const graph *g, int i) { return g->at[i].op == OP_SINE || g->at[i].op == OP_COSINE; }

/* The number of the first input in an angle. */
static int first_input(const graph *g, int edge)
{
  const node *n = &g->at[node_of(edge)];
  if (n->op == OP_INPUT) return n->of[0];
  int first = INT_MAX;
  for (int k = 0; k < ulna_graph_operands(n->op); k++) {
    const int other = first_input(g, n->of[k]);
    if (other < first) first = other;
  }
  return first;
}

/* The numbers of the angles whose sine or cosine is needed, one for both; in the order of the inputs, which compilers then
 * load side by side. */
static void name_angles(printer *p)
{
  const graph *g = &p->f->g;
  for (int next = 0; next >= 0;) {
    next = -1;
    for (int i = 0; i < g->count; i++)
      if (p->used[i] && is_angle(g, i) && p->name[i] < 0 &&
          (next < 0 || first_input(g, g->at[i].of[0]) < first_input(g, g->at[next].of[0])))
        next = i;
    if (next < 0) break;
    p->angles++;
    for (int i = 0; i < g->count; i++)
      if (p->used[i] && is_angle(g, i) && g->at[i].of[0] == g->at[next].of[0])
        p->name[i] = p->angles, p->counts->sines++;
  }
}

/* The edge of angle number k, and which of its sine and cosine are needed. */
static int angle_of(const printer *p, int k, bool *sine, bool *cosine)
{
  const graph *g = &p->f->g;
  int edge = 0;
  *sine = *cosine = false;
  for (int i = 0; i < g->count; i++) {
    if (!p->used[i] || !is_angle(g, i) || p->name[i] != k) continue;
    edge = g->at[i].of[0];
    if (g->at[i].op == OP_SINE) *sine = true;
    else *cosine = true;
  }
  return edge;
}

static void print_node(printer *p, int i);

/* What an angle is made of: an input, or a sum with a constant, printed before. */
static void print_library_sines(printer *p)
{
  const bool single = p->all->options->single;
  for (int k = 1; k <= p->angles; k++) {
    bool sine, cosine;
    const int edge = angle_of(p, k, &sine, &cosine);
    print_node(p, node_of(edge));
    for (int which = 0; which < 2; which++) {
      if (!(which ? cosine : sine)) continue;
      putf(p->w, "  const %s %c%d = %s%s(", p->all->real, which ? 'c' : 's', k, which ? "cos" : "sin",
           single ? "f" : "");
      put_edge(p, edge), put(p->w, ");\n");
    }
  }
}

/* Many states: one angle at a time, and one test for all of them whether some state's is far out. */
static void print_sines_of_lanes(printer *p)
{
  const char *prefix = p->all->options->prefix, *limit = p->all->options->single ? "8e3f" : "1e5";
  for (int k = 1; k <= p->angles; k++) {
    bool sine, cosine;
    const int edge = angle_of(p, k, &sine, &cosine);
    print_node(p, node_of(edge));
    putf(p->w, "  const %s_lanes x%d = ", prefix, k), put_edge(p, edge);
    putf(p->w, ";\n  %s_lanes s%d, c%d;\n  %s_sines(&x%d, &s%d, &c%d);\n", prefix, k, k, prefix, k, k, k);
  }
  if (!p->angles) return;
  putf(p->w, "  const %s_bits near = ", prefix);
  for (int k = 1; k <= p->angles; k++)
    putf(p->w, "%s(%s_bits)(x%d <= %s) & (%s_bits)(x%d >= -%s)", k > 1 ? " & " : "", prefix, k, limit, prefix,
         k, limit);
  putf(p->w, ";\n  if (%s_any_far(&near)) {\n", prefix);
  for (int k = 1; k <= p->angles; k++) putf(p->w, "    %s_far(&x%d, &s%d, &c%d);\n", prefix, k, k, k);
  put(p->w, "  }\n");
}

/* One state: as many angles at a time as a vector has room for. */
static void print_sines_together(printer *p)
{
  const char *prefix = p->all->options->prefix, *number = p->all->real;
  const bool single = p->all->options->single;
  const int width = single ? 16 : 8;
  bool sine, cosine;
  for (int first = 1; first <= p->angles; first += width) {
    const int count = p->angles - first + 1 < width ? p->angles - first + 1 : width;
    for (int k = 0; k < count; k++) print_node(p, node_of(angle_of(p, first + k, &sine, &cosine)));
    putf(p->w, "  const %s_lanes x%d = {", prefix, first);
    for (int k = 0; k < count; k++)
      put(p->w, k ? ", " : ""), put_edge(p, angle_of(p, first + k, &sine, &cosine));
    putf(p->w, "};\n  %s_lanes sines%d, cosines%d;\n  %s_sines(&x%d, &sines%d, &cosines%d);\n", prefix, first,
         first, prefix, first, first, first);
    put(p->w, "  if (!(");
    for (int k = 0; k < count; k++)  // squares: one operation each where the machine has fused ones
      putf(p->w, "%sx%d[%d]*x%d[%d]", k ? " + " : "", first, k, first, k);
    putf(p->w, " <= %s)) %s_far(&x%d, &sines%d, &cosines%d);\n", single ? "6.4e7f" : "1e10", prefix, first,
         first, first);
    for (int k = 0; k < count; k++) {
      (void)angle_of(p, first + k, &sine, &cosine);
      if (sine) putf(p->w, "  const %s s%d = sines%d[%d];\n", number, first + k, first, k);
      if (cosine) putf(p->w, "  const %s c%d = cosines%d[%d];\n", number, first + k, first, k);
    }
  }
}

static void print_statement(printer *p, int i)
{
  p->name[i] = ++p->names;
  putf(p->w, "  const %s t%d = ", p->all->real, p->name[i]);
  put_expression(p, i);
  put(p->w, ";\n");
}

/* Prints node i, operands first: each value right before it is needed, so that few are alive at a time. */
static void print_node(printer *p, int i)
{
  const node *n = &p->f->g.at[i];
  if (n->op == OP_CONSTANT || n->op == OP_INPUT || is_angle(&p->f->g, i) || p->name[i] >= 0) return;
  for (int k = 0; k < ulna_graph_operands(n->op); k++) print_node(p, node_of(n->of[k]));
  if (p->hidden[i]) return;
  ulna_count_operation(p->counts, p->f->g.at[i].op);
  print_statement(p, i);
}

/* ---- the order of statements */

/* The order in which a machine would begin the statements if it starts PER_CYCLE operations at a time, each ready
 * after LATENCY: among those with all operands, the one on the longest chain comes first. While many values are
 * alive, the one that ends most of them comes first instead. */
enum { PER_CYCLE = 2, LATENCY = 4, DIVISION = 12, ALIVE_MOST = 12 };

typedef struct {
  int *height;    // cycles from its beginning to the last output behind it
  int *waits;     // operands not yet begun
  int *left;      // uses not yet begun: 0 ends a value
  int *ready_at;  // cycle
  int *first, *user, *ready;
  int ready_count, alive;
} schedule;

static bool is_statement(const printer *p, int i)
{
  const operation op = p->f->g.at[i].op;
  if (!p->used[i] || op == OP_CONSTANT || op == OP_INPUT || is_angle(&p->f->g, i) || p->hidden[i])
    return false;
  return p->name[i] < 0 || p->name[i] > p->before;
}

/* What a statement reads: its operands, those of a fused product instead of the product. Up to 5. */
static int reads_of(const printer *p, int i, int reads[])
{
  const graph *g = &p->f->g;
  int count = 0;
  for (int k = 0; k < ulna_graph_operands(g->at[i].op); k++) {
    const int of = node_of(g->at[i].of[k]);
    if (p->hidden[of] && p->fused[i] == k)
      reads[count++] = node_of(g->at[of].of[0]), reads[count++] = node_of(g->at[of].of[1]);
    else reads[count++] = of;
  }
  return count;
}

static void begin_schedule(const printer *p, schedule *s)
{
  const graph *g = &p->f->g;
  int reads[8];
  for (int i = 0; i < g->count; i++) s->height[i] = s->waits[i] = s->left[i] = s->ready_at[i] = 0;
  for (int i = 0; i <= g->count; i++) s->first[i] = 0;
  for (int i = 0; i < g->count; i++)
    for (int k = is_statement(p, i) ? reads_of(p, i, reads) : 0; k > 0; k--) s->first[reads[k - 1] + 1]++;
  for (int i = 0; i < g->count; i++) s->first[i + 1] += s->first[i];
  for (int i = g->count - 1; i >= 0; i--) {
    if (!is_statement(p, i)) continue;
    s->height[i] += g->at[i].op == OP_QUOTIENT ? DIVISION : LATENCY;
    for (int k = reads_of(p, i, reads); k > 0; k--) {
      const int of = reads[k - 1];
      if (s->height[of] < s->height[i]) s->height[of] = s->height[i];
      s->user[s->first[of] + s->left[of]++] = i;
      if (is_statement(p, of)) s->waits[i]++;
    }
  }
  for (int i = 0; i < g->count; i++)
    if (is_statement(p, i) && s->waits[i] == 0) s->ready[s->ready_count++] = i;
}

/* How many values end with a statement. */
static int ends(const printer *p, const schedule *s, int i)
{
  int reads[8], sum = 0;
  for (int k = reads_of(p, i, reads); k > 0; k--)
    sum += is_statement(p, reads[k - 1]) && s->left[reads[k - 1]] == 1;
  return sum;
}

static int pick(const printer *p, const schedule *s, int cycle)
{
  int best = -1;
  for (int pass = 0; pass < 2 && best < 0; pass++)
    for (int k = 0; k < s->ready_count; k++) {
      const int i = s->ready[k];
      if (pass == 0 && s->ready_at[i] > cycle) continue;
      if (best < 0) {
        best = k;
        continue;
      }
      const int other = s->ready[best];
      const bool crowded = s->alive > ALIVE_MOST;
      const int more = crowded ? ends(p, s, i) - ends(p, s, other) : 0;
      const int sooner = pass ? s->ready_at[other] - s->ready_at[i] : 0;
      if (more > 0 || (more == 0 && (sooner > 0 || (sooner == 0 && s->height[i] > s->height[other]))))
        best = k;
    }
  return best;
}

static void print_scheduled(printer *p, schedule *s)
{
  begin_schedule(p, s);
  for (int cycle = 0, begun = 0; s->ready_count > 0;) {
    const int k = pick(p, s, cycle), i = s->ready[k];
    int reads[8];
    if (s->ready_at[i] > cycle) cycle = s->ready_at[i], begun = 0;
    s->ready[k] = s->ready[--s->ready_count];
    ulna_count_operation(p->counts, p->f->g.at[i].op);
    print_statement(p, i);
    s->alive++;
    for (int r = reads_of(p, i, reads); r > 0; r--)
      if (is_statement(p, reads[r - 1]) && --s->left[reads[r - 1]] == 0) s->alive--;
    const int done = cycle + (p->f->g.at[i].op == OP_QUOTIENT ? DIVISION : LATENCY);
    for (int u = s->first[i]; u < s->first[i + 1]; u++) {
      const int user = s->user[u];
      if (s->ready_at[user] < done) s->ready_at[user] = done;
      if (--s->waits[user] == 0) s->ready[s->ready_count++] = user;
    }
    if (++begun == PER_CYCLE) cycle++, begun = 0;
  }
}

/* For longer code than a processor looks ahead over, this order costs more than it gains: there each value is made
 * right before it is needed. */
enum { SCHEDULED_MOST = 1500 };

static void print_statements(printer *p)
{
  const size_t count = (size_t)p->f->g.count;
  int statements = 0;
  for (size_t i = 0; i < count; i++) statements += is_statement(p, (int)i);
  int *memory =
      statements <= SCHEDULED_MOST ? arena_take_array(p->memory, 11 * count + 1, sizeof *memory) : NULL;
  if (!memory) {
    for (int i = 0; i < ulna_function_outputs(&p->f->shape); i++) print_node(p, node_of(p->f->output[i]));
    return;
  }
  schedule s = {.height = memory,
                .waits = memory + count,
                .left = memory + 2 * count,
                .ready_at = memory + 3 * count,
                .ready = memory + 4 * count,
                .first = memory + 5 * count,
                .user = memory + 6 * count + 1};  // at most 5 reads a statement
  print_scheduled(p, &s);
}

/* All inputs are read before the first output is written: they may overlap. */
static void print_outputs(printer *p)
{
  const function_shape *s = &p->f->shape;
  const int count = ulna_function_outputs(s);
  for (int at = 0; at < count; at++) {
    const node *n = &p->f->g.at[node_of(p->f->output[at])];
    if (n->op != OP_INPUT) continue;
    putf(p->w, "  const %s o%d = ", p->all->real, at + 1), put_edge(p, p->f->output[at]), put(p->w, ";\n");
  }
  for (int k = 0, at = 0; k < s->outputs; k++)
    for (int i = 0; i < s->output[k].count; i++, at++) {
      putf(p->w, "  %s[%d] = ", s->output[k].name, i);
      if (p->f->g.at[node_of(p->f->output[at])].op == OP_INPUT) putf(p->w, "o%d", at + 1);
      else put_whole(p, p->f->output[at]);
      put(p->w, ";\n");
    }
}

/* Inputs that are not needed, so that no compiler complains. */
static void print_unused(printer *p)
{
  const graph *g = &p->f->g;
  const function_shape *s = &p->f->shape;
  int first = 0;
  for (int k = 0; k <= s->inputs; k++) {
    const bool parameters = k == s->inputs;
    const int count = parameters ? p->all->arm->parameter_numbers : s->input[k].count;
    bool used = false;
    for (int i = 0; i < g->count; i++)
      used = used || (p->used[i] && g->at[i].op == OP_INPUT && g->at[i].of[0] >= first &&
                      g->at[i].of[0] < first + count);
    if (!used && count > 0) putf(p->w, "  (void)%s;\n", parameters ? "p" : s->input[k].name);
    first += count;
  }
}

/* ---- functions */

static void put_arguments(writer *w, const generation *all, const function_shape *s)
{
  size_t column = strlen(all->options->prefix) + strlen(s->name) + 7;
  const size_t indent = column;
  for (int k = 0; k < s->inputs + s->outputs + (all->arm->parameter_numbers > 0); k++) {
    char text[120];
    const bool input = k < s->inputs, parameter = k == s->inputs && all->arm->parameter_numbers > 0;
    const int out = k - s->inputs - (all->arm->parameter_numbers > 0);
    const array_shape parameters = {"p", all->arm->parameter_numbers};
    const array_shape *a = input ? &s->input[k] : parameter ? &parameters : &s->output[out];
    const int length = snprintf(text, sizeof text, "%s%s %s[%d]", input || parameter ? "const " : "",
                                all->real, a->name, a->count);
    if (k && column + (size_t)length + 2 > LINE) putf(w, ",\n%*s", (int)indent, ""), column = indent;
    else if (k) put(w, ", "), column += 2;
    put(w, text), column += (size_t)length;
  }
}

void ulna_emit_prototype(writer *w, const generation *all, const generated_function *f)
{
  putf(w, "void %s_%s(", all->options->prefix, f->shape.name);
  put_arguments(w, all, &f->shape);
  put(w, ")");
}

static void print_function(printer *p)
{
  const generated_function *f = p->f;
  const int count = f->g.count;
  for (int i = 0; i < count; i++) p->name[i] = -1;
  ulna_graph_uses(&f->g, f->output, ulna_function_outputs(&f->shape), p->used);
  fuse(p);
  name_angles(p);
  ulna_emit_prototype(p->w, p->all, f);
  put(p->w, "\n{\n");
  print_unused(p);
  if (lanes_of(p)) putf(p->w, "  const %s zero = {0};\n  (void)zero;\n", p->all->real);
  if (lanes_of(p)) print_sines_of_lanes(p);
  else if (p->all->options->own_sines && p->angles) print_sines_together(p);
  else print_library_sines(p);
  p->before = p->names;
  for (int i = 0; i < count; i++)
    if (p->hidden[i]) ulna_count_operation(p->counts, p->f->g.at[i].op);  // printed within its sum
  print_statements(p);
  print_outputs(p);
  put(p->w, "}\n");
}

void ulna_emit_function(writer *w, const generation *all, const generated_function *f,
                        ulna_generated_counts *counts)
{
  const size_t count = (size_t)f->g.count;
  arena memory;
  const ulna_allocator allocator = w->allocator;
  arena_init(&memory, &allocator);
  *counts = (ulna_generated_counts){.function = f->shape.name};
  printer p = {.w = w, .all = all, .f = f, .counts = counts, .memory = &memory};
  p.used = arena_take_array(&memory, count, sizeof *p.used),
  p.name = arena_take_array(&memory, count, sizeof *p.name);
  p.fused = arena_take_array(&memory, count, sizeof *p.fused),
  p.hidden = arena_take_array(&memory, count, sizeof *p.hidden);
  if (p.used && p.name && p.fused && p.hidden) print_function(&p);
  if (memory.failed) w->failed = true;
  arena_free(&memory);
}
