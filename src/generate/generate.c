/* Code for one robot: from options to files. */
#include <ctype.h>
#include <stdarg.h>
#include <stdint.h>

#include "base/hash.h"
#include "generate/generate_internal.h"
#include "ulna/version.h"

enum { MOST_OPERATIONS = 2000000, FILES = 5 };

ulna_generate_options ulna_generate_options_default(void)
{
  return (ulna_generate_options){.functions = "id,fd,mass", .prefix = "arm", .lanes = 1};
}

ulna_status ulna_generate_says(ulna_generate_fault *fault, ulna_status status, const char *format, ...)
{
  if (!fault) return status;
  va_list list;
  va_start(list, format);
  vsnprintf(fault->text, sizeof fault->text, format, list);
  va_end(list);
  return status;
}

/* ---- what was asked for */

static bool is_word(const char *word, const char *const list[])
{
  for (int i = 0; list[i]; i++)
    if (strcmp(word, list[i]) == 0) return true;
  return false;
}

static bool is_name(const char *prefix)
{
  static const char *const keywords[] = {
      "auto",      "break",  "case",    "char",      "const",    "continue", "default",  "do",
      "double",    "else",   "enum",    "extern",    "float",    "for",      "goto",     "if",
      "inline",    "int",    "long",    "register",  "restrict", "return",   "short",    "signed",
      "sizeof",    "static", "struct",  "switch",    "typedef",  "union",    "unsigned", "void",
      "volatile",  "while",  "class",   "new",       "delete",   "this",     "template", "typename",
      "namespace", "public", "private", "protected", "virtual",  "operator", "using",    "true",
      "false",     "try",    "catch",   "throw",     "friend",   "bool",     NULL};
  if (!prefix || !(isalpha((unsigned char)prefix[0]) || prefix[0] == '_') || strlen(prefix) > 40)
    return false;
  for (const char *c = prefix; *c; c++)
    if (!isalnum((unsigned char)*c) && *c != '_') return false;
  return !is_word(prefix, keywords);
}

static ulna_status check_options(const ulna_generate_options *o, ulna_generate_fault *fault)
{
  if (!is_name(o->prefix))
    return ulna_generate_says(
        fault, ULNA_INVALID_ARGUMENT,
        "prefix '%.60s' is no C name: letters, digits and _, not a digit first, no keyword, at most 40",
        o->prefix ? o->prefix : "");
  if (o->lanes != 1 && o->lanes != 4 && o->lanes != 8 && o->lanes != 16)
    return ulna_generate_says(fault, ULNA_INVALID_ARGUMENT, "lanes %d: choose 1, 4, 8 or 16", o->lanes);
  if (o->most_operations < 0)
    return ulna_generate_says(fault, ULNA_INVALID_ARGUMENT, "most_operations %d is negative",
                              o->most_operations);
  return ULNA_OK;
}

static ulna_status take_functions(generation *all, arena *memory, ulna_generate_fault *fault)
{
  const char *text = all->options->functions;
  bool chosen[FUNCTION_COUNT] = {false};
  all->function = arena_take_array(memory, FUNCTION_COUNT, sizeof *all->function);
  if (!all->function) return ULNA_OUT_OF_MEMORY;
  for (const char *at = text; at && *at;) {
    const size_t length = strcspn(at, ",");
    const int f = ulna_function_named(at, length);
    if (f < 0)
      return ulna_generate_says(
          fault, ULNA_INVALID_ARGUMENT,
          "function '%.*s' is unknown; there are id, fd, mass, gravity, bias, coriolis, coriolis_matrix, "
          "inverse_mass, fk, jacobian, did, dfd, regressor, udut, control",
          length > 40 ? 40 : (int)length, at);
    const char *why = ulna_function_refusal((function_id)f, all->arm);
    if (why) return ulna_generate_says(fault, ULNA_UNSUPPORTED, "function '%.*s' %s", (int)length, at, why);
    if (!chosen[f]) {
      generated_function *to = &all->function[all->function_count++];
      to->id = (function_id)f, to->shape = ulna_function_shape((function_id)f, all->arm);
    }
    chosen[f] = true;
    at += length + (at[length] == ',');
  }
  return all->function_count
             ? ULNA_OK
             : ulna_generate_says(fault, ULNA_INVALID_ARGUMENT, "no function is asked for; try id,fd,mass");
}

/* ---- the robot's hash: of every number the code is made from */

static uint64_t hash_of_arm(const generate_arm *arm)
{
  uint64_t h = HASH_START;
  for (int i = 0; i < arm->n; i++) {
    const link_numbers *l = &arm->link[i];
    const double numbers[] = {l->joint == ULNA_PRISMATIC,
                              l->theta0,
                              l->ca,
                              l->sa,
                              l->a,
                              l->b,
                              l->d,
                              l->m,
                              l->com[0],
                              l->com[1],
                              l->com[2],
                              l->I[0],
                              l->I[1],
                              l->I[2],
                              l->I[3],
                              l->I[4],
                              l->I[5]};
    h = hash_bytes(h, numbers, sizeof numbers);
  }
  h = hash_bytes(h, arm->gravity0, sizeof arm->gravity0);
  h = hash_bytes(h, &arm->frame0, sizeof arm->frame0), h = hash_bytes(h, &arm->tool, sizeof arm->tool);
  if (!arm->drives) return h;
  for (int r = 0; r < arm->rotor_count; r++) {
    h = hash_bytes(h, arm->rotor[r].axis, sizeof arm->rotor[r].axis);
    h = hash_bytes(h, &arm->rotor[r].inertia, sizeof arm->rotor[r].inertia);
    h = hash_bytes(h, arm->rotor[r].k, (size_t)arm->n * sizeof *arm->rotor[r].k);
  }
  h = hash_bytes(h, arm->K, (size_t)arm->n * (size_t)arm->n * sizeof *arm->K);
  h = hash_bytes(h, arm->actuator_friction, (size_t)arm->n * sizeof *arm->actuator_friction);
  return hash_bytes(h, arm->joint_friction, (size_t)arm->n * sizeof *arm->joint_friction);
}

/* ---- files */

/* A name from a robot file, safe within a comment. */
static void put_safely(writer *w, const char *text)
{
  for (const char *c = text; *c; c++) {
    const char one[2] = {(unsigned char)*c < 32 || *c == 127 ? ' ' : *c, 0};
    if (c[0] == '*' && c[1] == '/') put(w, "* ");
    else put(w, one);
  }
}

static void put_head(writer *w, const generation *all, const char *what)
{
  put(w, "/* "), put_safely(w, ulna_model_name(all->arm->model));
  putf(w, ": %s. Generated by ulna %s from robot %016llx; do not edit. */\n", what, ulna_version(),
       (unsigned long long)hash_of_arm(all->arm));
}

static void put_parameters(writer *w, const generation *all)
{
  const generate_arm *arm = all->arm;
  if (!arm->parameter_numbers) return;
  put(w, "/* Parameters, the last input of every function:");
  for (int k = 0; k < arm->parameter_count; k++) {
    const generate_parameter *p = &arm->parameter[k];
    putf(w, "\n *   p[%d]", p->first);
    if (p->count > 1) putf(w, " ... p[%d]", p->first + p->count - 1);
    put(w, "  "), put_safely(w, p->name);
  }
  putf(w, " */\n#define %s_PARAMETERS %d\n", all->upper, arm->parameter_numbers);
  putf(w, "extern const %s %s_parameters[%d]; /* the robot's own */\n\n",
       all->options->single ? "float" : "double", all->options->prefix, arm->parameter_numbers);
}

static void put_lanes_type(writer *w, const generation *all, int lanes)
{
  putf(w, "typedef %s %s_lanes __attribute__((vector_size(%d * sizeof(%s))));\n",
       all->options->single ? "float" : "double", all->options->prefix, lanes,
       all->options->single ? "float" : "double");
}

static void write_header(writer *w, const generation *all)
{
  put_head(w, all, "functions of its dynamics");
  putf(w, "#ifndef %s_H\n#define %s_H\n\n", all->upper, all->upper);
  putf(w, "#define %s_JOINTS %d\n\n", all->upper, all->arm->n);
  if (all->options->lanes > 1) {
    putf(w, "/* %d states side by side, one a lane. */\n", all->options->lanes);
    put_lanes_type(w, all, all->options->lanes);
    put(w, "\n");
  }
  put(w, "#ifdef __cplusplus\nextern \"C\" {\n#endif\n\n");
  put_parameters(w, all);
  for (int k = 0; k < all->function_count; k++) {
    const ulna_generated_counts *c = &all->counts[k];
    putf(w, "/* %s %ld multiplications, %ld additions", all->function[k].shape.purpose, c->multiplications,
         c->additions);
    if (c->divisions) putf(w, ", %ld divisions", c->divisions);
    putf(w, ". */\n");
    ulna_emit_prototype(w, all, &all->function[k]);
    put(w, ";\n\n");
  }
  put(w, "#ifdef __cplusplus\n}\n#endif\n\n#endif\n");
}

static bool has_sines(const generation *all)
{
  for (int k = 0; k < all->function_count; k++)
    if (all->counts[k].sines) return true;
  return false;
}

static bool has_choices(const generation *all)
{
  for (int k = 0; k < all->function_count; k++)
    if (all->function[k].g.count && all->counts[k].choices) return true;
  return false;
}

/* A macro: vectors as arguments or results would pass by rules that depend on the instruction set. */
static void put_choose(writer *w, const generation *all)
{
  const char *x = all->options->prefix;
  putf(w, "#define %s_CHOOSE(a, b, x, y) \\\n", all->upper);
  putf(w,
       "  ((%s_lanes)(((%s_bits)((a) < (b)) & (%s_bits)(x)) | (~(%s_bits)((a) < (b)) & (%s_bits)(y))))\n\n",
       x, x, x, x, x);
}

static void put_any_far(writer *w, const generation *all)
{
  const char *x = all->options->prefix;
  putf(w, "static inline int %s_any_far(const %s_bits *near)\n{\n  int all = 1;\n", x, x);
  putf(w, "  for (int i = 0; i < %d; i++) all &= (*near)[i] != 0;\n  return !all;\n}\n\n",
       all->options->lanes);
}

static void put_fma(writer *w, const generation *all)
{
  if (all->options->lanes > 1) {
    putf(w, "#define %s_FMA(a, b, c) ((a) * (b) + (c))\n\n", all->upper);
    return;
  }
  const char *f = all->options->single ? "fmaf" : "fma";
  put(w, "#if defined(__FMA__) || defined(__aarch64__) || ");
  put(w, all->options->single ? "(defined(__ARM_FEATURE_FMA) && defined(__ARM_FP) && (__ARM_FP & 4))\n"
                              : "(defined(__ARM_FEATURE_FMA) && defined(__ARM_FP) && (__ARM_FP & 8))\n");
  putf(
      w,
      "#  define %s_FMA(a, b, c) %s(a, b, c)\n#else\n#  define %s_FMA(a, b, c) ((a) * (b) + (c))\n#endif\n\n",
      all->upper, f, all->upper);
}

/* Functions are printed first, into `body`, because the head has their counts. */
static void write_source(writer *w, const generation *all, const writer *body)
{
  const ulna_generate_options *o = all->options;
  put_head(w, all, "functions of its dynamics");
  putf(w, "#include \"%s.h\"\n\n#include <math.h>\n\n", o->prefix);
  put_fma(w, all);
  if (all->arm->parameter_numbers) {
    putf(w, "const %s %s_parameters[%d] = {", o->single ? "float" : "double", o->prefix,
         all->arm->parameter_numbers);
    for (int k = 0; k < all->arm->parameter_numbers; k++) {
      put(w, k ? ", " : ""), ulna_emit_number(w, all->arm->parameter_value[k], o->single);
    }
    put(w, "};\n\n");
  }
  if ((o->lanes > 1 || o->own_sines) && has_sines(all)) {
    const int width = o->lanes > 1 ? o->lanes : o->single ? 16 : 8;
    if (o->lanes == 1) put_lanes_type(w, all, width);
    ulna_emit_sines(w, all, width);
    if (o->lanes > 1) put_any_far(w, all);
  }
  if (o->lanes > 1 && has_choices(all)) put_choose(w, all);
  if (body->text) put(w, body->text);
}

static void write_readme(writer *w, const generation *all)
{
  const ulna_generate_options *o = all->options;
  putf(w, "# %s\n\n", o->prefix);
  put(w, "Dynamics of "), put_safely(w, ulna_model_name(all->arm->model));
  putf(w, ", generated by ulna %s from robot %016llx.\n\n", ulna_version(),
       (unsigned long long)hash_of_arm(all->arm));
  putf(w, "- `%s.h`, `%s.c`: strict C11, also C++; no allocation, no dependency but `math.h`.\n", o->prefix,
       o->prefix);
  putf(w, "- `%s_test.c`: states and answers of the library. `cc -O2 %s.c %s_test.c -lm && ./a.out`\n\n",
       o->prefix, o->prefix, o->prefix);
  putf(w, "Numbers are %s%s. ", o->single ? "float" : "double", o->lanes > 1 ? " in lanes" : "");
  put(w, o->lanes > 1 || o->own_sines ? "Sines are the code's own.\n" : "Sines are those of `math.h`.\n");
  put(w, all->arm->drives ? "Rotors, gears and friction are in: forces are the actuators'.\n\n"
                          : "Links alone: forces are the joints'.\n\n");
  put(w, "| Function | × | + | ÷ | sines |\n|---|---|---|---|---|\n");
  for (int k = 0; k < all->function_count; k++) {
    const ulna_generated_counts *c = &all->counts[k];
    putf(w, "| `%s_%s` | %ld | %ld | %ld | %ld |\n", o->prefix, c->function, c->multiplications, c->additions,
         c->divisions, c->sines);
  }
  if (o->lanes > 1) put(w, "\nFastest where it was measured: `gcc -O2 -march=native`.\n");
  else
    put(w,
        "\nFastest where it was measured: clang, told to keep the order of the code, which needs few registers:\n\n"
        "    clang -O2 -march=native -fno-slp-vectorize \\\n"
        "      -mllvm -enable-misched=false -mllvm -pre-RA-sched=source\n");
  put(w, "\nCounted in the code; a fused operation is one × and one +, sign changes are free.\n");
}

/* ---- the whole */

typedef struct {
  ulna_generated result;
  ulna_generated_file file[FILES];
  arena memory;
} owned;

static const char *joined(arena *memory, const char *prefix, const char *ending)
{
  const size_t size = strlen(prefix) + strlen(ending) + 1;
  char *text = arena_take(memory, size);
  if (text) snprintf(text, size, "%s%s", prefix, ending);
  return text;
}

static const char *in_capitals(arena *memory, const char *prefix)
{
  char *text = arena_copy_string(memory, prefix);
  for (char *c = text; c && *c; c++) *c = (char)toupper((unsigned char)*c);
  return text;
}

static ulna_status record_all(generation *all, arena *memory, const ulna_allocator *allocator,
                              ulna_generate_fault *fault)
{
  const int most = all->options->most_operations ? all->options->most_operations : MOST_OPERATIONS;
  all->counts = arena_take_array(memory, (size_t)all->function_count, sizeof *all->counts);
  for (int k = 0; k < all->function_count; k++) {
    generated_function *f = &all->function[k];
    f->output = arena_take_array(memory, (size_t)ulna_function_outputs(&f->shape), sizeof *f->output);
    if (!f->output || !all->counts) return ULNA_OUT_OF_MEMORY;
    const ulna_status status = ulna_function_record(f->id, all->arm, most, allocator, &f->g, f->output);
    if (status == ULNA_UNSUPPORTED)
      return ulna_generate_says(fault, status, "function '%s' has more than %d operations for this robot",
                                f->shape.name, most);
    if (status != ULNA_OK) return status;
  }
  return ULNA_OK;
}

static ulna_status keep(owned *own, int k, const generation *all, const char *ending, const writer *w)
{
  own->file[k].name = joined(&own->memory, all->options->prefix, ending);
  own->file[k].text = w->failed || !w->text ? NULL : arena_copy_string(&own->memory, w->text);
  return own->file[k].name && own->file[k].text ? ULNA_OK : ULNA_OUT_OF_MEMORY;
}

static ulna_status write_all(generation *all, owned *own, const ulna_allocator *allocator)
{
  writer body, w;
  writer_begin(&body, allocator);
  for (int k = 0; k < all->function_count; k++) {
    ulna_emit_function(&body, all, &all->function[k], &all->counts[k]);
    if (k + 1 < all->function_count) put(&body, "\n");
  }
  ulna_status status = body.failed ? ULNA_OUT_OF_MEMORY : ULNA_OK;
  const char *const endings[FILES] = {".h", ".c", "_test.c", ".md", ".tex"};
  for (int k = 0; k < (all->options->latex ? FILES : FILES - 1) && status == ULNA_OK; k++) {
    writer_begin(&w, allocator);
    if (k == 0) write_header(&w, all);
    else if (k == 1) write_source(&w, all, &body);
    else if (k == 2) status = ulna_emit_test(&w, all, allocator);
    else if (k == 3) write_readme(&w, all);
    else ulna_emit_latex(&w, all);
    if (status == ULNA_OK) status = keep(own, k, all, endings[k], &w);
    writer_end(&w);
  }
  writer_end(&body);
  return status;
}

static ulna_status generate(const ulna_model *model, const ulna_generate_options *options,
                            const ulna_allocator *allocator, ulna_generate_fault *fault, owned *own)
{
  generate_arm arm;
  generation all = {.arm = &arm, .options = options};
  char name[64];
  ulna_status status = check_options(options, fault);
  if (status == ULNA_OK) status = ulna_generate_arm(model, options, &own->memory, &arm, fault);
  if (status == ULNA_OK) status = take_functions(&all, &own->memory, fault);
  if (status != ULNA_OK) return status;
  snprintf(name, sizeof name, "%s_lanes", options->prefix);
  all.upper = in_capitals(&own->memory, options->prefix);
  all.real = options->lanes > 1 ? arena_copy_string(&own->memory, name)
             : options->single  ? "float"
                                : "double";
  if (!all.upper || !all.real) return ULNA_OUT_OF_MEMORY;
  status = record_all(&all, &own->memory, allocator, fault);
  if (status == ULNA_OK) status = write_all(&all, own, allocator);
  for (int k = 0; k < all.function_count; k++) ulna_graph_end(&all.function[k].g);
  own->result =
      (ulna_generated){options->latex ? FILES : FILES - 1, all.function_count, own->file, all.counts};
  return status;
}

ulna_status ulna_generate(const ulna_model *model, const ulna_generate_options *options,
                          const ulna_allocator *allocator, ulna_generate_fault *fault,
                          ulna_generated **generated)
{
  if (!model || !options || !generated) return ULNA_INVALID_ARGUMENT;
  if (fault) fault->text[0] = 0;
  arena memory;
  arena_init(&memory, allocator);
  owned *own = arena_take(&memory, sizeof *own);
  if (!own) return ULNA_OUT_OF_MEMORY;
  own->memory = memory;
  const ulna_status status = generate(model, options, allocator, fault, own);
  if (status == ULNA_OK) {
    *generated = &own->result;
    return ULNA_OK;
  }
  memory = own->memory;  // the owner lies in it
  arena_free(&memory);
  return status;
}

void ulna_generated_destroy(ulna_generated *generated)
{
  if (!generated) return;
  arena memory = ((owned *)(void *)generated)->memory;
  arena_free(&memory);
}
