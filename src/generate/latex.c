/* Functions as closed forms on paper.
 *
 * Expressions are brought to one form: sums of products of what is given (speeds, parameters, numbers) with at most one sine
 * or cosine of a sum of joint angles. Products of sines and cosines become sums of them,
 *   cos A cos B = (cos(A−B) + cos(A+B))/2, …
 * so that sin² + cos² = 1 and the angles of parallel joints add up by themselves: planar arms come out as in textbooks.
 * An expression with a division, or with more terms than a line can hold, becomes a sequence of named expressions. */
#include <math.h>
#include <stdlib.h>

#include "base/numbers.h"
#include "generate/generate_internal.h"

enum { MOST_TERMS = 60, MOST_FACTORS = 10, MOST_JOINTS = 16 };

typedef enum { WAVE_NONE, WAVE_COSINE, WAVE_SINE } wave;

typedef struct {
  double coefficient;
  int factors;
  int factor[MOST_FACTORS];  // inputs, ascending
  wave of;
  signed char angle[MOST_JOINTS];  // how often each joint's angle
} term;

typedef struct {
  int count;  // -1: cannot be had
  term *at;
} sum;

typedef struct {
  writer *w;
  const generation *all;
  const generated_function *f;
  sum *of;  // of each node, once known
  bool *known;
  double *offset;  // of joint angles, where not zero
  arena memory;
} paper;

/* ---- sums in the one form */

static int by_shape(const term *a, const term *b)
{
  if (a->factors != b->factors) return a->factors - b->factors;
  for (int k = 0; k < a->factors; k++)
    if (a->factor[k] != b->factor[k]) return a->factor[k] - b->factor[k];
  if (a->of != b->of) return (int)a->of - (int)b->of;
  return memcmp(a->angle, b->angle, sizeof a->angle);
}
static int by_term(const void *a, const void *b) { return by_shape(a, b); }

/* Terms of one shape together, those that cancel out left out. */
static sum collected(term *at, int count)
{
  sum s = {0, at};
  if (count) qsort(at, (size_t)count, sizeof *at, by_term);
  double largest = 0;
  for (int i = 0; i < count; i++) largest = fmax(largest, fabs(at[i].coefficient));
  for (int i = 0; i < count;) {
    term t = at[i];
    for (i++; i < count && by_shape(&at[i], &t) == 0; i++) t.coefficient += at[i].coefficient;
    if (fabs(t.coefficient) > 1e-14 * largest) at[s.count++] = t;
  }
  if (s.count > MOST_TERMS) s.count = -1;
  return s;
}

static term *terms(paper *p, int count)
{
  return arena_take_array(&p->memory, (size_t)count + 1, sizeof(term));
}

static const sum impossible = {-1, NULL};

static sum plus(paper *p, sum a, sum b, double sign_a, double sign_b)
{
  if (a.count < 0 || b.count < 0) return impossible;
  term *at = terms(p, a.count + b.count);
  if (!at) return impossible;
  for (int i = 0; i < a.count; i++) at[i] = a.at[i], at[i].coefficient *= sign_a;
  for (int i = 0; i < b.count; i++) at[a.count + i] = b.at[i], at[a.count + i].coefficient *= sign_b;
  return collected(at, a.count + b.count);
}

/* The angle as it is written: the first joint positive. sin(−A) = −sin A; of 0: 0 and 1. */
static void write_angle_plainly(term *t)
{
  int first = 0;
  while (first < MOST_JOINTS && t->angle[first] == 0) first++;
  if (first == MOST_JOINTS) {
    if (t->of == WAVE_SINE) t->coefficient = 0;
    t->of = WAVE_NONE;
    return;
  }
  if (t->angle[first] > 0) return;
  for (int k = 0; k < MOST_JOINTS; k++) t->angle[k] = (signed char)-t->angle[k];
  if (t->of == WAVE_SINE) t->coefficient = -t->coefficient;
}

static bool multiply_factors(term *t, const term *a, const term *b)
{
  t->factors = a->factors + b->factors;
  if (t->factors > MOST_FACTORS) return false;
  for (int i = 0, j = 0, k = 0; k < t->factors; k++)
    t->factor[k] =
        j == b->factors || (i < a->factors && a->factor[i] <= b->factor[j]) ? a->factor[i++] : b->factor[j++];
  return true;
}

/* A term by a term: one, or two where both have a wave. How many; 0: too long. */
static int product_of(const term *a, const term *b, term out[2])
{
  term t = {.coefficient = a->coefficient * b->coefficient};
  if (!multiply_factors(&t, a, b)) return 0;
  if (a->of == WAVE_NONE || b->of == WAVE_NONE) {
    const term *with = a->of == WAVE_NONE ? b : a;
    t.of = with->of;
    memcpy(t.angle, with->angle, sizeof t.angle);
    out[0] = t;
    return 1;
  }
  const bool mixed = a->of != b->of;
  const term *first = mixed && a->of == WAVE_COSINE ? b : a,
             *second = first == a ? b : a;  // mixed: the sine first
  t.coefficient *= 0.5, t.of = mixed ? WAVE_SINE : WAVE_COSINE;
  out[0] = out[1] = t;
  for (int k = 0; k < MOST_JOINTS; k++) {
    out[0].angle[k] = (signed char)(first->angle[k] - second->angle[k]);
    out[1].angle[k] = (signed char)(first->angle[k] + second->angle[k]);
  }
  if (!mixed && a->of == WAVE_SINE) out[1].coefficient = -out[1].coefficient;
  write_angle_plainly(&out[0]), write_angle_plainly(&out[1]);
  return 2;
}

static sum times(paper *p, sum a, sum b)
{
  if (a.count < 0 || b.count < 0) return impossible;
  term *at = terms(p, 2 * a.count * b.count);
  int count = 0;
  for (int i = 0; i < a.count && at; i++)
    for (int j = 0; j < b.count; j++) {
      const int made = product_of(&a.at[i], &b.at[j], &at[count]);
      if (!made) return impossible;
      count += made;
    }
  return at ? collected(at, count) : impossible;
}

static sum one_term(paper *p, term t)
{
  term *at = terms(p, 1);
  if (!at) return impossible;
  at[0] = t;
  return (sum){1, at};
}

/* The wave of an angle: an input, or an input and a constant, which then belongs to the joint. */
static sum wave_of(paper *p, wave of, int edge)
{
  const graph *g = &p->f->g;
  const node *n = &g->at[node_of(edge)];
  int input = edge;
  double offset = 0;
  if (n->op == OP_SUM) {
    const int k = ulna_graph_is_constant(g, n->of[0], &offset) ? 0 : 1;
    if (!ulna_graph_is_constant(g, n->of[k], &offset)) return impossible;
    input = n->of[1 - k];
  }
  const node *m = &g->at[node_of(input)];
  if (m->op != OP_INPUT || m->of[0] >= MOST_JOINTS || sign_of(input)) return impossible;
  p->offset[m->of[0]] = offset;
  term t = {.coefficient = 1, .of = of};
  t.angle[m->of[0]] = 1;
  return one_term(p, t);
}

static sum sum_of(paper *p, int i)
{
  const node *n = &p->f->g.at[i];
  if (p->known[i]) return p->of[i];
  sum s = impossible;
  switch (n->op) {
  case OP_CONSTANT: s = n->value == 0 ? (sum){0, NULL} : one_term(p, (term){.coefficient = n->value}); break;
  case OP_INPUT: s = one_term(p, (term){.coefficient = 1, .factors = 1, .factor = {n->of[0]}}); break;
  case OP_SUM:
    s = plus(p, sum_of(p, node_of(n->of[0])), sum_of(p, node_of(n->of[1])), sign_of(n->of[0]) ? -1 : 1,
             sign_of(n->of[1]) ? -1 : 1);
    break;
  case OP_PRODUCT: s = times(p, sum_of(p, node_of(n->of[0])), sum_of(p, node_of(n->of[1]))); break;
  case OP_SINE: s = wave_of(p, WAVE_SINE, n->of[0]); break;
  case OP_COSINE: s = wave_of(p, WAVE_COSINE, n->of[0]); break;
  default: break;
  }
  p->known[i] = true;
  return p->of[i] = s;
}

/* ---- names */

static void put_parameter(const paper *p, int number)
{
  static const char axes[] = "xyz";
  static const char *const pairs[] = {"xx", "yy", "zz", "xy", "xz", "yz"};
  const generate_arm *arm = p->all->arm;
  for (int k = 0; k < arm->parameter_count; k++) {
    const generate_parameter *q = &arm->parameter[k];
    const int at = number - q->first;
    if (at < 0 || at >= q->count) continue;
    switch (q->kind) {
    case PARAMETER_GRAVITY: putf(p->w, "g_%c", axes[at]); break;
    case PARAMETER_PAYLOAD:
      if (at == 0) put(p->w, "m_p");
      else if (at < 4) putf(p->w, "c_{%cp}", axes[at - 1]);
      else putf(p->w, "I_{%sp}", pairs[at - 4]);
      break;
    case PARAMETER_WRENCH: putf(p->w, "%c_%c", at < 3 ? 'f' : 'n', axes[at % 3]); break;
    case PARAMETER_MASS: putf(p->w, "m_{%d}", q->link); break;
    case PARAMETER_COM: putf(p->w, "c_{%c%d}", axes[at], q->link); break;
    case PARAMETER_INERTIA: putf(p->w, "I_{%s%d}", pairs[at], q->link); break;
    case PARAMETER_A: putf(p->w, "a_{%d}", q->link); break;
    case PARAMETER_D: putf(p->w, "d_{%d}", q->link); break;
    }
  }
}

/* \dot q_2 of "qd", \tau_1 of "tau", … */
static void put_symbol(writer *w, const char *name, int index)
{
  static const char *const known[][2] = {{"q", "q"},
                                         {"qd", "\\dot q"},
                                         {"qdd", "\\ddot q"},
                                         {"tau", "\\tau"},
                                         {"F_ad", "F"},
                                         {"G", "G"},
                                         {"bias", "b"},
                                         {"Cqd", "h"},
                                         {"q_d", "q^{d}"},
                                         {"qd_d", "\\dot q^{d}"},
                                         {"qdd_d", "\\ddot q^{d}"}};
  for (size_t k = 0; k < sizeof known / sizeof known[0]; k++)
    if (strcmp(known[k][0], name) == 0) {
      putf(w, "%s_{%d}", known[k][1], index + 1);
      return;
    }
  putf(w, "\\mathrm{%s}_{%d}", name, index + 1);
}

static void put_factor(const paper *p, int number)
{
  const function_shape *s = &p->f->shape;
  for (int k = 0; k < s->inputs; k++) {
    if (number < s->input[k].count) {
      put_symbol(p->w, s->input[k].name, number);
      return;
    }
    number -= s->input[k].count;
  }
  put_parameter(p, number);
}

/* c_{12}, or \cos(2 q_1 − q_2) where an angle is taken more than once or less one. */
static void put_wave(const paper *p, const term *t)
{
  bool plain = true;
  for (int k = 0; k < MOST_JOINTS; k++) plain = plain && (t->angle[k] == 0 || t->angle[k] == 1);
  if (plain) {
    putf(p->w, "%c_{", t->of == WAVE_COSINE ? 'c' : 's');
    for (int k = 0; k < MOST_JOINTS; k++)
      if (t->angle[k]) putf(p->w, "%d", k + 1);
    put(p->w, "}");
    return;
  }
  putf(p->w, "\\%s(", t->of == WAVE_COSINE ? "cos" : "sin");
  for (int k = 0, first = 1; k < MOST_JOINTS; k++) {
    if (!t->angle[k]) continue;
    const int times_taken = abs(t->angle[k]);
    put(p->w, t->angle[k] < 0 ? "-" : first ? "" : "+");
    if (times_taken > 1) putf(p->w, "%d", times_taken);
    putf(p->w, "q_{%d}", k + 1);
    first = 0;
  }
  put(p->w, ")");
}

/* A number as people write it: at most six digits, no exponent where it can do without. */
static void put_number(writer *w, double x)
{
  char text[40];
  snprintf(text, sizeof text, "%.6g", x);
  char *e = strchr(text, 'e');
  for (char *c = text; *c; c++)
    if (*c == ',') *c = '.';
  if (!e) {
    put(w, text);
    return;
  }
  *e = 0;
  putf(w, "%s\\cdot 10^{%d}", text, (int)strtol(e + 1, NULL, 10));
}

static void put_term(const paper *p, const term *t, bool first)
{
  const double size = fabs(t->coefficient);
  put(p->w, t->coefficient < 0 ? (first ? "-" : " - ") : first ? "" : " + ");
  const char *between = "";
  if ((t->factors == 0 && t->of == WAVE_NONE) || fabs(size - 1) > 1e-12)
    put_number(p->w, size), between = "\\,";
  for (int k = 0; k < t->factors;) {
    int power = 1;
    while (k + power < t->factors && t->factor[k + power] == t->factor[k]) power++;
    put(p->w, between), put(p->w, power > 1 ? "{" : ""), put_factor(p, t->factor[k]);
    if (power > 1) putf(p->w, "}^{%d}", power);
    between = "\\,", k += power;
  }
  if (t->of != WAVE_NONE) put(p->w, between), put_wave(p, t);
}

/* About how wide a term is on paper, in digits. */
static int width_of(const term *t)
{
  int width = 3 + (fabs(fabs(t->coefficient) - 1) > 1e-12 ? 8 : 0) + 2 * t->factors;
  bool plain = true;
  for (int k = 0; k < MOST_JOINTS; k++) {
    plain = plain && (t->angle[k] == 0 || t->angle[k] == 1);
    if (t->of != WAVE_NONE && t->angle[k]) width += plain ? 1 : 3;
  }
  return width + (t->of == WAVE_NONE ? 0 : plain ? 1 : 5);
}

enum { LINE_WIDTH = 66 };

static void put_sum(const paper *p, const sum *s, double sign)
{
  if (s->count == 0) put(p->w, "0");
  for (int i = 0, used = 0; i < s->count; i++) {
    term t = s->at[i];
    t.coefficient *= sign;
    used += width_of(&t);
    if (i && used > LINE_WIDTH) put(p->w, " \\\\\n  &\\quad{}"), used = width_of(&t);
    put_term(p, &t, i == 0);
  }
}

/* ---- what cannot be had in the one form */

static void put_edge_name(const paper *p, const int name[], int edge)
{
  const node *n = &p->f->g.at[node_of(edge)];
  if (sign_of(edge)) put(p->w, "-");
  if (n->op == OP_CONSTANT) put_number(p->w, n->value);
  else if (n->op == OP_INPUT) put_factor(p, n->of[0]);
  else putf(p->w, "t_{%d}", name[node_of(edge)]);
}

static void put_named(const paper *p, const int name[], int i)
{
  const node *n = &p->f->g.at[i];
  putf(p->w, "  t_{%d} &= ", name[i]);
  switch (n->op) {
  case OP_SUM:
    put_edge_name(p, name, n->of[0]), put(p->w, sign_of(n->of[1]) ? " - " : " + "),
        put_edge_name(p, name, n->of[1] & ~1);
    break;
  case OP_PRODUCT:
    put_edge_name(p, name, n->of[0]), put(p->w, "\\,"), put_edge_name(p, name, n->of[1]);
    break;
  case OP_QUOTIENT:
    put(p->w, "\\frac{"), put_edge_name(p, name, n->of[0]), put(p->w, "}{"), put_edge_name(p, name, n->of[1]),
        put(p->w, "}");
    break;
  case OP_SINE: put(p->w, "\\sin "), put_edge_name(p, name, n->of[0]); break;
  case OP_COSINE: put(p->w, "\\cos "), put_edge_name(p, name, n->of[0]); break;
  case OP_ROOT: put(p->w, "\\sqrt{"), put_edge_name(p, name, n->of[0]), put(p->w, "}"); break;
  case OP_CHOICE:
    put_edge_name(p, name, n->of[2]), put(p->w, "\\text{ if }"), put_edge_name(p, name, n->of[0]),
        put(p->w, " < ");
    put_edge_name(p, name, n->of[1]), put(p->w, "\\text{ else }"), put_edge_name(p, name, n->of[3]);
    break;
  default: break;
  }
  put(p->w, " \\\\\n");
}

/* ---- a function */

/* The name of output number `at`: an element of a matrix, of a vector, of three by three. */
static void put_output_name(const paper *p, const array_shape *a, int at)
{
  const int n = p->all->arm->n;
  if (a->count == n) {
    put_symbol(p->w, a->name, at);
    return;
  }
  const int columns = strcmp(a->name, "R") == 0 ? 3
                      : a->count % n == 0       ? (strcmp(a->name, "Y") == 0 ? 10 * n : n)
                                                : a->count;
  putf(p->w, "\\mathrm{%s}_{", strcmp(a->name, "M_inverse") == 0 ? "X" : a->name);
  if (columns == a->count) putf(p->w, "%d}", at + 1);
  else putf(p->w, "%d,%d}", at / columns + 1, at % columns + 1);
}

/* Symmetric ones: the upper triangle tells all. */
static bool is_told_elsewhere(const paper *p, const array_shape *a, int at)
{
  const int n = p->all->arm->n;
  const bool symmetric = strcmp(a->name, "M") == 0 || strcmp(a->name, "M_inverse") == 0 ||
                         strcmp(a->name, "dtau_dqdd") == 0 || strcmp(a->name, "dqdd_dtau") == 0;
  return symmetric && at / n > at % n;
}

static void put_closed_forms(paper *p)
{
  const function_shape *s = &p->f->shape;
  put(p->w, "\\begin{align*}\n");
  for (int k = 0, out = 0; k < s->outputs; k++)
    for (int i = 0; i < s->output[k].count; i++, out++) {
      if (is_told_elsewhere(p, &s->output[k], i)) continue;
      const int edge = p->f->output[out];
      put(p->w, "  "), put_output_name(p, &s->output[k], i), put(p->w, " &= ");
      const sum told = sum_of(p, node_of(edge));
      put_sum(p, &told, sign_of(edge) ? -1 : 1);
      put(p->w, " \\\\\n");
    }
  put(p->w, "\\end{align*}\n");
}

static void put_sequence(paper *p)
{
  const graph *g = &p->f->g;
  const function_shape *s = &p->f->shape;
  int *name = arena_take_array(&p->memory, (size_t)g->count, sizeof *name);
  int *used = arena_take_array(&p->memory, (size_t)g->count, sizeof *used), names = 0;
  if (!name || !used) return;
  ulna_graph_uses(g, p->f->output, ulna_function_outputs(s), used);
  put(p->w, "\\begin{align*}\n");
  for (int i = 0; i < g->count; i++) {
    if (!used[i] || g->at[i].op == OP_CONSTANT || g->at[i].op == OP_INPUT) continue;
    name[i] = ++names;
    put_named(p, name, i);
  }
  for (int k = 0, out = 0; k < s->outputs; k++)
    for (int i = 0; i < s->output[k].count; i++, out++) {
      if (is_told_elsewhere(p, &s->output[k], i)) continue;
      put(p->w, "  "), put_output_name(p, &s->output[k], i), put(p->w, " &= ");
      put_edge_name(p, name, p->f->output[out]), put(p->w, " \\\\\n");
    }
  put(p->w, "\\end{align*}\n");
}

/* I = U D Uᵀ in the letters of [Saha]: from the last row to the first. */
static void put_factors(paper *p)
{
  const int n = p->all->arm->n;
  put(p->w,
      "With the elements $i_{jk}$ of the inertia matrix (function \\texttt{mass}), $I = U D U^T$:\n\\begin{align*}\n");
  for (int k = n; k >= 1; k--) {
    putf(p->w, "  d_{%d} &= i_{%d%d}", k, k, k);
    for (int j = k + 1; j <= n; j++) putf(p->w, " - u_{%d%d}^2\\,d_{%d}", k, j, j);
    put(p->w, " \\\\\n");
    for (int i = k - 1; i >= 1; i--) {
      putf(p->w, "  u_{%d%d} &= \\frac{1}{d_{%d}}\\Bigl(i_{%d%d}", i, k, k, i, k);
      for (int j = k + 1; j <= n; j++) putf(p->w, " - u_{%d%d}\\,u_{%d%d}\\,d_{%d}", i, j, k, j, j);
      put(p->w, "\\Bigr) \\\\\n");
    }
  }
  put(p->w, "\\end{align*}\n");
}

static void put_text(writer *w, const char *text)
{
  for (const char *c = text; *c; c++) {
    const char one[2] = {*c, 0};
    if (strchr("#$%&_{}", *c)) put(w, "\\");
    if (*c == '\\' || *c == '^' || *c == '~' || (unsigned char)*c < 32) put(w, " ");
    else put(w, one);
  }
}

static void put_function(paper *p)
{
  const function_shape *s = &p->f->shape;
  bool closed = true;
  for (int i = 0; i < ulna_function_outputs(s) && closed; i++)
    closed = sum_of(p, node_of(p->f->output[i])).count >= 0;
  put(p->w, "\\section*{\\texttt{"), put_text(p->w, s->name), put(p->w, "}}\n"), put_text(p->w, s->purpose),
      put(p->w, "\n\n");
  if (p->f->id == FUNCTION_UDUT) {
    put_factors(p);
    for (int k = 0; k < p->all->function_count;
         k++)  // then the factors are complete: the elements stand there
      if (p->all->function[k].id == FUNCTION_MASS) return;
  }
  if (closed) put_closed_forms(p);
  else put_sequence(p);
}

void ulna_emit_latex(writer *w, const generation *all)
{
  put(w,
      "\\documentclass[11pt]{article}\n\\usepackage[margin=2cm]{geometry}\n\\usepackage{amsmath}\n\\allowdisplaybreaks\n"
      "\\begin{document}\n\\title{Equations of ");
  put_text(w, ulna_model_name(all->arm->model));
  put(w,
      "}\\date{}\\maketitle\n$s_{12} = \\sin(q_1 + q_2)$, $c_{12} = \\cos(q_1 + q_2)$, and so on. SI units.\n");
  for (int i = 0; i < all->arm->n; i++)
    if (all->arm->link[i].theta0 != 0 && all->arm->link[i].joint == ULNA_REVOLUTE) {
      const double quarters = all->arm->link[i].theta0 / (PI / 2);
      if (fabs(quarters - round(quarters)) < 1e-12) continue;
      putf(w, "In these $q_{%d}$ stands for the joint's angle and ", i + 1),
          put_number(w, all->arm->link[i].theta0), put(w, " rad.\n");
    }
  put(w, "\n");
  for (int k = 0; k < all->function_count; k++) {
    const generated_function *f = &all->function[k];
    paper p = {.w = w, .all = all, .f = f};
    const ulna_allocator allocator = w->allocator;
    arena_init(&p.memory, &allocator);
    p.of = arena_take_array(&p.memory, (size_t)f->g.count, sizeof *p.of);
    p.known = arena_take_array(&p.memory, (size_t)f->g.count, sizeof *p.known);
    p.offset = arena_take_array(&p.memory, MOST_JOINTS, sizeof *p.offset);
    if (p.of && p.known && p.offset) put_function(&p);
    if (p.memory.failed) w->failed = true;
    arena_free(&p.memory);
  }
  put(w, "\\end{document}\n");
}
