/* From a path or a text to a builder or a model: the file, its format, the options, the checks. */
#include "read/read.h"

#include <string.h>

#include "base/arena.h"
#include "text/text.h"

ulna_read_options ulna_read_options_default(void) { return (ulna_read_options){.format = ULNA_FORMAT_GUESS}; }

// NOLINTNEXTLINE(misc-redundant-expression): two names for one number, which is the point
_Static_assert(ULNA_READ_MAX_BYTES == TEXT_MOST_BYTES, "the public bound is the one that is held");

static ulna_format guess_format(const char *name, const char *text, size_t length)
{
  static const char *const yaml[] = {".yaml", ".yml", ".json"}, *const urdf[] = {".urdf", ".xml", ".xacro"};
  for (int i = 0; name && i < 3; i++) {
    if (has_ending(name, yaml[i])) return ULNA_FORMAT_YAML;
    if (has_ending(name, urdf[i])) return ULNA_FORMAT_URDF;
  }
  const char *c = text, *end = text + length;
  if (length >= 3 && memcmp(c, "\xef\xbb\xbf", 3) == 0) c += 3;
  while (c < end && is_blank(*c)) c++;
  return c < end && *c == '<' ? ULNA_FORMAT_URDF : ULNA_FORMAT_YAML;
}

/* A builder with everything readable in it and the options applied; not yet checked. */
static ulna_status read_unchecked(const text_input *in, const ulna_read_options *o, ulna_builder **builder)
{
  const ulna_format format =
      o->format == ULNA_FORMAT_GUESS ? guess_format(in->file, in->text, in->length) : o->format;
  ulna_builder *b = NULL;
  ulna_status status = format == ULNA_FORMAT_URDF ? ulna_read_urdf(in, o, &b) : ulna_read_yaml(in, o, &b);
  if (status != ULNA_OK) return status;
  if (o->gravity) ulna_builder_set_gravity(b, o->gravity);
  if (o->tool) ulna_builder_set_tool(b, o->tool);
  for (int i = 0; i < o->accept_count && status == ULNA_OK; i++)
    status = ulna_builder_accept(b, o->accept[i].condition, o->accept[i].reason);
  if (status == ULNA_OK) *builder = b;
  else ulna_builder_destroy(b);
  return status;
}

/* Reads, and checks or finishes, whichever of `builder` and `model` is asked for. */
static ulna_status read_to(const text_input *in, const ulna_read_options *options, ulna_builder **builder,
                           ulna_model **model)
{
  const ulna_read_options standard = ulna_read_options_default();
  ulna_builder *b = NULL;
  ulna_status status = read_unchecked(in, options ? options : &standard, &b);
  if (status != ULNA_OK) return status;
  status = model ? ulna_builder_finish(b, in->report, model) : ulna_builder_check(b, in->report);
  if (builder && status == ULNA_OK) *builder = b;
  else ulna_builder_destroy(b);
  return status;
}

static ulna_status read_text_to(const char *text, size_t length, const char *name,
                                const ulna_read_options *options, const ulna_allocator *allocator,
                                ulna_report *report, ulna_builder **builder, ulna_model **model)
{
  text_input in = {.file = name, .allocator = allocator, .report = report};
  arena memory;
  arena_init(&memory, allocator);
  ulna_status status = ulna_text_take_bytes(&in, &memory, text, length);
  if (status == ULNA_OK) status = read_to(&in, options, builder, model);
  arena_free(&memory);
  return status;
}

static ulna_status read_file_to(const char *path, const ulna_read_options *options,
                                const ulna_allocator *allocator, ulna_report *report, ulna_builder **builder,
                                ulna_model **model)
{
  text_input in = {.file = path, .allocator = allocator, .report = report};
  arena memory;
  arena_init(&memory, allocator);
  ulna_status status = ulna_text_take_file(&in, &memory);
  if (status == ULNA_OK) status = read_to(&in, options, builder, model);
  arena_free(&memory);
  return status;
}

ulna_status ulna_model_read(const char *path, const ulna_read_options *options,
                            const ulna_allocator *allocator, ulna_report *report, ulna_model **model)
{
  return read_file_to(path, options, allocator, report, NULL, model);
}

ulna_status ulna_model_read_text(const char *text, size_t length, const char *name,
                                 const ulna_read_options *options, const ulna_allocator *allocator,
                                 ulna_report *report, ulna_model **model)
{
  return read_text_to(text, length, name, options, allocator, report, NULL, model);
}

ulna_status ulna_builder_read(const char *path, const ulna_read_options *options,
                              const ulna_allocator *allocator, ulna_report *report, ulna_builder **builder)
{
  return read_file_to(path, options, allocator, report, builder, NULL);
}

ulna_status ulna_builder_read_text(const char *text, size_t length, const char *name,
                                   const ulna_read_options *options, const ulna_allocator *allocator,
                                   ulna_report *report, ulna_builder **builder)
{
  return read_text_to(text, length, name, options, allocator, report, builder, NULL);
}
