/* A page: robot and runs as JSON, between the parts that every page has. */
#include "page/page.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "page/assets.h"
#include "page/ellipsoid.h"
#include "page/page_internal.h"
#include "page/words.h"
#include "record/record_file.h"
#include "ulna/version.h"

static text_buffer *buffers_of(ulna_page *page, int k)
{
  text_buffer *all[] = {&page->json,  &page->events,   &page->figures,
                        &page->notes, &page->warnings, &page->html};
  return k < (int)(sizeof all / sizeof *all) ? all[k] : NULL;
}

ulna_status ulna_page_create(page_kind kind, const char *title, int runs, const ulna_allocator *allocator,
                             ulna_page **page)
{
  const ulna_allocator from = allocator_or_standard(allocator);
  ulna_page *p = from.allocate(from.context, sizeof *p, ARENA_ALIGNMENT);
  if (!p) return ULNA_OUT_OF_MEMORY;
  *p = (ulna_page){.allocator = from, .kind = kind, .runs = runs > 0 ? runs : 1};
  arena_init(&p->memory, &from);
  for (int k = 0; buffers_of(p, k); k++) ulna_buffer_open(buffers_of(p, k), &from);
  p->title = arena_copy_string(&p->memory, title);
  if (!p->title) {
    ulna_page_destroy(p);
    return ULNA_OUT_OF_MEMORY;
  }
  static const char *const kinds[] = {
      [PAGE_ROBOT] = "robot", [PAGE_RUN] = "run", [PAGE_LIVE] = "live", [PAGE_WATCHED] = "watched"};
  ulna_buffer_format(&p->json, "{\"ulna_page\":%d,\"ulna\":", PAGE_FORMAT);
  ulna_buffer_string(&p->json, ulna_version());
  ulna_buffer_format(&p->json, ",\"kind\":\"%s\",\"title\":", kinds[kind]);
  ulna_buffer_string(&p->json, title);
  *page = p;
  return ULNA_OK;
}

void ulna_page_destroy(ulna_page *page)
{
  if (!page) return;
  const ulna_allocator from = page->allocator;
  if (page->run && page->run->listener == &page->listener) page->run->listener = NULL;
  if (page->open) ulna_rows_close(&page->rows);
  for (int k = 0; buffers_of(page, k); k++) ulna_buffer_close(buffers_of(page, k));
  arena_free(&page->memory);
  from.release(from.context, page, sizeof *page);
}

static void field(text_buffer *b, const char *name, double x)
{
  ulna_buffer_format(b, ",\"%s\":", name);
  ulna_buffer_number(b, x);
}

static void text_field(text_buffer *b, const char *name, const char *text)
{
  ulna_buffer_format(b, ",\"%s\":", name);
  ulna_buffer_string(b, text);
}

static void pose_field(text_buffer *b, const char *name, const ulna_pose *pose)
{
  double numbers[12];
  for (int i = 0; i < 3; i++) {
    memcpy(numbers + 4 * i, pose->R[i], sizeof pose->R[i]);
    numbers[4 * i + 3] = pose->p[i];
  }
  ulna_buffer_format(b, ",\"%s\":", name);
  ulna_buffer_numbers(b, numbers, 12);
}

static void joint_json(text_buffer *b, const ulna_joint *j)
{
  ulna_buffer_text(b, "{\"name\":");
  ulna_buffer_string(b, j->name);
  text_field(b, "type", j->type == ULNA_REVOLUTE ? "revolute" : "prismatic");
  field(b, "theta", j->theta);
  field(b, "d", j->d);
  field(b, "a", j->a);
  field(b, "alpha", j->alpha);
  ulna_buffer_text(b, ",\"axis\":");
  ulna_buffer_numbers(b, j->axis, 3);
  field(b, "lower", j->limits.lower);
  field(b, "upper", j->limits.upper);
  field(b, "velocity", j->limits.velocity);
  field(b, "effort", j->limits.effort);
  text_field(b, "follows", j->follows.joint);
  text_field(b, "link", j->link.name);
  field(b, "mass", j->link.body.mass);
  ulna_buffer_text(b, ",\"com\":");
  ulna_buffer_numbers(b, j->link.body.com, 3);
  ulna_buffer_text(b, ",\"inertia\":");
  ulna_buffer_numbers(b, j->link.body.inertia, 6);
  text_field(b, "about", j->link.body.about == ULNA_ABOUT_ORIGIN ? "origin" : "com");
  double ellipsoid[12], R[3][3];
  if (ulna_ellipsoid(&j->link.body, ellipsoid, R)) {
    memcpy(ellipsoid + 3, R, sizeof R);
    ulna_buffer_text(b, ",\"ellipsoid\":");
    ulna_buffer_numbers(b, ellipsoid, 12);
  }
  ulna_buffer_text(b, "}");
}

/* The link a problem is about, by the name its subject quotes: 0…n, or -1. */
static int link_at_fault(const ulna_model *model, const char *subject)
{
  const char *quote = strchr(subject, '"'), *end = quote ? strrchr(quote + 1, '"') : NULL;
  static const char joints[] = "joints[";
  if (strncmp(subject, joints, sizeof joints - 1) == 0) {
    const long index = strtol(subject + sizeof joints - 1, NULL, 10);
    if (index >= 0 && index < ulna_model_joint_count(model)) return (int)index + 1;
  }
  if (!end) return -1;
  for (int i = 0; i <= ulna_model_joint_count(model); i++) {
    const char *names[] = {ulna_model_link_name(model, i),
                           i > 0 ? ulna_model_joint(model, i)->name : ulna_model_link_name(model, i)};
    for (int k = 0; k < 2; k++)
      if (strlen(names[k]) == (size_t)(end - quote - 1) &&
          strncmp(names[k], quote + 1, strlen(names[k])) == 0)
        return i;
  }
  return -1;
}

static void problems_json(text_buffer *b, const ulna_model *model, const ulna_report *report)
{
  static const char *const words[] = {
      [ULNA_NOTE] = "note", [ULNA_WARNING] = "warning", [ULNA_ERROR] = "error"};
  ulna_buffer_text(b, ",\n\"problems\":[");
  for (size_t i = 0; report && i < ulna_report_count(report, ULNA_NOTE); i++) {
    const ulna_problem *p = ulna_report_get(report, i);
    ulna_buffer_format(b, "%s{\"severity\":\"%s\",\"line\":%d,\"link\":%d", i ? ",\n" : "",
                       words[p->severity], p->line, link_at_fault(model, p->subject));
    text_field(b, "condition", p->condition);
    text_field(b, "subject", p->subject);
    text_field(b, "text", p->text);
    ulna_buffer_text(b, "}");
  }
  ulna_buffer_text(b, "]");
}

static void words_json(ulna_page *page, const ulna_model *model)
{
  robot_words words;
  text_buffer *b = &page->json;
  if (ulna_words_write(model, &page->memory, &words) != ULNA_OK) {
    page->failed = true;
    return;
  }
  ulna_buffer_text(b, ",\n\"numbers\":");
  ulna_buffer_packed(b, words.numbers, words.number_count, sizeof(double));
  ulna_buffer_format(b, ",\"number_count\":%zu,\"names\":", words.number_count);
  ulna_buffer_base64(b, words.names, words.name_bytes);
}

void ulna_page_robot(ulna_page *page, const ulna_model *model, const char *file, const ulna_report *problems)
{
  static const char *const conventions[] = {"dh", "mdh", "axis"};
  text_buffer *b = &page->json;
  page->joint_count = ulna_model_joint_count(model);
  double gravity[3];
  ulna_pose base, tool;
  ulna_model_gravity(model, gravity);
  ulna_model_base(model, &base);
  ulna_model_tool(model, &tool);
  ulna_buffer_text(b, ",\n\"robot\":{\"name\":");
  ulna_buffer_string(b, ulna_model_name(model));
  text_field(b, "source", ulna_model_source(model));
  text_field(b, "convention", conventions[ulna_model_convention(model)]);
  text_field(b, "base_link", ulna_model_link_name(model, 0));
  field(b, "mass", ulna_model_mass(model));
  field(b, "reach", ulna_model_length(model));
  field(b, "payload", ulna_model_payload(model)->mass);
  ulna_buffer_text(b, ",\"gravity\":");
  ulna_buffer_numbers(b, gravity, 3);
  pose_field(b, "base", &base);
  pose_field(b, "tool", &tool);
  ulna_buffer_text(b, ",\n\"joints\":[");
  for (int i = 1; i <= ulna_model_joint_count(model); i++) {
    if (i > 1) ulna_buffer_text(b, ",\n");
    joint_json(b, ulna_model_joint(model, i));
  }
  ulna_buffer_text(b, "],\n\"drives\":[");
  for (int i = 0; i < ulna_model_drive_count(model); i++) {
    if (i > 0) ulna_buffer_text(b, ",");
    ulna_buffer_string(b, ulna_model_drive(model, i)->name);
  }
  ulna_buffer_text(b, "]");
  words_json(page, model);
  ulna_page_shapes(b, model, file);
  problems_json(b, model, problems);
  ulna_buffer_text(b, "}");
}

void ulna_page_posture(ulna_page *page, const double q[])
{
  ulna_buffer_text(&page->json, ",\n\"posture\":");
  ulna_buffer_numbers(&page->json, q, page->joint_count);
}

static void part(text_buffer *b, const char *from, const char *end)
{
  ulna_buffer_bytes(b, from, (size_t)(end - from));
}

/* No request may leave a page: its policy allows only what is in it; a live one may ask whoever served it. */
static void head_html(const ulna_page *page, text_buffer *b)
{
  ulna_buffer_text(
      b, "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
         "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
         "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
         "script-src 'unsafe-inline' 'wasm-unsafe-eval'; style-src 'unsafe-inline'; img-src data: blob:");
  if (page->kind == PAGE_LIVE || page->kind == PAGE_WATCHED) ulna_buffer_text(b, "; connect-src 'self'");
  ulna_buffer_text(b, "\">\n<title>");
  ulna_buffer_html(b, page->title);
  ulna_buffer_text(b, "</title>\n<style>");
  part(b, ulna_page_style, ulna_page_style_end);
  ulna_buffer_text(b, "</style>\n</head>\n<body>\n<noscript>This page needs JavaScript.</noscript>\n");
}

ulna_status ulna_page_finish(ulna_page *page, const char **text, size_t *length)
{
  if (page->open) ulna_page_close_run(page);
  text_buffer *b = &page->html;
  if (b->length == 0) {
    ulna_buffer_text(&page->json, page->run_count ? "]}" : ",\n\"runs\":[]}");
    head_html(page, b);
    ulna_buffer_text(b, "<script id=\"ulna-data\" type=\"application/json\">");
    ulna_buffer_bytes(b, page->json.text, page->json.length);
    ulna_buffer_text(b, "</script>\n<script id=\"ulna-core\" type=\"application/json\">");
    ulna_buffer_packed(b, ulna_page_core, (size_t)(ulna_page_core_end - ulna_page_core), 1);
    ulna_buffer_text(b, "</script>\n<script>");
    part(b, ulna_page_script, ulna_page_script_end);
    ulna_buffer_text(b, "</script>\n</body>\n</html>\n");
  }
  for (int k = 0; buffers_of(page, k); k++) page->failed = page->failed || buffers_of(page, k)->failed;
  if (page->failed || page->memory.failed) return ULNA_OUT_OF_MEMORY;
  *text = b->text;
  *length = b->length;
  return ULNA_OK;
}

static ulna_status cannot_write(char why[], size_t room, const char *path, int error)
{
  snprintf(why, room, "cannot write %s: %s", path, strerror(error));
  return ULNA_CANNOT_WRITE;
}

ulna_status ulna_page_write(ulna_page *page, const char *path, char why[], size_t room)
{
  const char *text = NULL;
  size_t length = 0;
  const ulna_status status = ulna_page_finish(page, &text, &length);
  if (status != ULNA_OK) {
    snprintf(why, room, "%s", ulna_status_text(status));
    return status;
  }
  char partial[4200];
  record_file file = {.descriptor = ulna_file_open_partial(path, partial, sizeof partial)};
  if (file.descriptor < 0) return cannot_write(why, room, path, errno);
  const bool whole = ulna_file_write(&file, text, length) && ulna_file_settle(&file);
  ulna_file_close(&file);
  int error = whole ? 0 : file.error;
  if (!error && rename(partial, path) != 0) error = errno;
  if (error) {
    unlink(partial);
    return cannot_write(why, room, path, error);
  }
  error = ulna_file_settle_folder(path);
  return error ? cannot_write(why, room, path, error) : ULNA_OK;
}
