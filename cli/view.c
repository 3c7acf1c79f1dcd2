/* ulna view: a robot as a page, in a file, or served while its own file is edited. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli.h"
#include "interrupt.h"
#include "output.h"
#include "page/page.h"
#include "read/parts/parts.h"
#include "robot.h"
#include "serve/serve.h"
#include "states.h"
#include "text/text.h"
#include "ulna/follow.h"

/* Reads a robot. If a check that can be waived refuses it, reads it once more with all of them waived: the problems
 * are then in the report, and shown in the picture. DONE, or BAD with one line. */
static int read_to_look(const arguments *args, const char *name, ulna_report *report, ulna_model **model)
{
  static const ulna_waiver all[] = {{"mass", "to be looked at"},
                                    {"positive_inertia", "to be looked at"},
                                    {"triangle_inequality", "to be looked at"},
                                    {"far", "to be looked at"}};
  reading in;
  int code = reading_open(&in, args);
  const ulna_robot *known = built_in(name);
  if (code == DONE) {
    ulna_status status = known ? ulna_robot_load(known->key, &in.options, NULL, report, model)
                               : ulna_model_read(name, &in.options, NULL, report, model);
    if (status == ULNA_BAD_ROBOT && !known) {
      in.options.accept = all;
      in.options.accept_count = (int)(sizeof all / sizeof *all);
      status = ulna_model_read(name, &in.options, NULL, NULL, model);
      if (status == ULNA_OK)
        note("%zu error%s in %s: shown in the page", ulna_report_count(report, ULNA_ERROR),
             ulna_report_count(report, ULNA_ERROR) == 1 ? "" : "s", name);
    }
    char *all_of_it = text_printf("ulna check %s", name);
    if (status != ULNA_OK) code = tell_first(report, name, status, all_of_it);
    free(all_of_it);
  }
  reading_close(&in);
  return code;
}

/* --q, or 0 and what followers make of it. */
static int choose_posture(const arguments *args, const ulna_model *model, double q[])
{
  const int n = ulna_model_joint_count(model);
  bool *turns = allocate((size_t)n, sizeof *turns);
  for (int i = 0; i < n; i++) {
    const ulna_joint *joint = ulna_model_joint(model, i + 1);
    turns[i] = joint->type == ULNA_REVOLUTE;
    q[i] = joint->limits.lower > 0 ? joint->limits.lower : joint->limits.upper < 0 ? joint->limits.upper : 0;
  }
  ulna_follow_motion(model, q, NULL, NULL);
  const int code = given(args, OPT_Q) ? option_joint_motion(args, OPT_Q, false, model, turns, q) : DONE;
  free(turns);
  return code;
}

/* The page of the robot as its file is now; NULL, and BAD in *code, where it cannot be made. */
static ulna_page *make_page(const arguments *args, const char *name, bool served, int *code)
{
  ulna_report *report = NULL;
  ulna_model *model = NULL;
  ulna_page *page = NULL;
  if (ulna_report_create(NULL, &report) != ULNA_OK) *code = fail("out of memory");
  else *code = read_to_look(args, name, report, &model);
  double *q = model ? allocate((size_t)ulna_model_joint_count(model), sizeof *q) : NULL;
  if (q && *code == DONE) *code = choose_posture(args, model, q);
  if (*code == DONE &&
      ulna_page_create(served ? PAGE_WATCHED : PAGE_ROBOT, ulna_model_name(model), 1, NULL, &page) != ULNA_OK)
    *code = fail("out of memory");
  if (page && q) {
    ulna_page_robot(page, model, built_in(name) ? NULL : name, report);
    ulna_page_posture(page, q);
  }
  free(q);
  ulna_model_destroy(model);
  ulna_report_destroy(report);
  return page;
}

static int write_view(const arguments *args, const char *name)
{
  const char *path = args->value[OPT_VIEW_FILE], *slash = strrchr(name, '/');
  if (path && !has_ending(path, ".html") && !has_ending(path, ".htm"))
    return fail("--output: the name of a page must end in .html, not as in \"%s\"", path);
  const char *stem = slash ? slash + 1 : name;
  const size_t length = names_a_file(name) ? strcspn(stem, ".") : strlen(stem);
  char *own = text_printf("%.*s.html", (int)length, stem), why[400];
  int code = DONE;
  ulna_page *page = make_page(args, name, false, &code);
  if (page && ulna_page_write(page, path ? path : own, why, sizeof why) != ULNA_OK) code = fail("%s", why);
  if (code == DONE) out_printf("%s: open it in a browser\n", path ? path : own);
  ulna_page_destroy(page);
  free(own);
  return code;
}

typedef struct {
  const arguments *args;
  const char *name;
  struct stat seen;
  int waiting; /* the connection that asked to be told of a change; -1: none */
} watch;

static void tell_change(watch *w, ulna_server *server)
{
  if (w->waiting >= 0) ulna_server_answer(server, w->waiting, 200, "text/plain", "changed\n", 8);
  w->waiting = -1;
}

static void give_page(watch *w, ulna_server *server, int connection)
{
  int code = DONE;
  const char *text = NULL;
  size_t length = 0;
  ulna_page *page = make_page(w->args, w->name, true, &code);
  if (page && ulna_page_finish(page, &text, &length) == ULNA_OK) {
    ulna_server_answer(server, connection, 200, "text/html; charset=utf-8", text, length);
  } else {  // half a file, perhaps: it will be written again; why it cannot be read stands in the terminal
    static const char again[] =
        "<!doctype html><meta charset=utf-8><meta http-equiv=refresh content=1>"
        "<title>ulna</title>The robot's file cannot be read: see the terminal. This page will try again.";
    ulna_server_answer(server, connection, 200, "text/html; charset=utf-8", again, sizeof again - 1);
  }
  ulna_page_destroy(page);
}

static void answer(void *context, ulna_server *server, const serve_request *request)
{
  watch *w = context;
  if (strcmp(request->method, "GET") != 0) {
    ulna_server_answer(server, request->connection, 405, "text/plain", "", 0);
  } else if (strcmp(request->path, "") == 0) {
    give_page(w, server, request->connection);
  } else if (strcmp(request->path, "changed") == 0) {
    tell_change(w, server);
    w->waiting = request->connection;
  } else {
    ulna_server_answer(server, request->connection, 404, "text/plain", "", 0);
  }
}

/* Whether the file has changed since the last look. */
static bool has_changed(watch *w)
{
  struct stat now;
  if (stat(w->name, &now) != 0) return false;  // an editor is between two files
  const bool same = now.st_mtim.tv_sec == w->seen.st_mtim.tv_sec &&
                    now.st_mtim.tv_nsec == w->seen.st_mtim.tv_nsec && now.st_size == w->seen.st_size &&
                    now.st_ino == w->seen.st_ino;
  w->seen = now;
  return !same;
}

static int serve_view(const arguments *args, const char *name)
{
  watch w = {.args = args, .name = name, .waiting = -1};
  if (built_in(name)) return fail("--watch: %s is built in, there is no file to watch", name);
  if (given(args, OPT_VIEW_FILE))
    return fail("--watch serves the page, --output writes it: keep one of them");
  if (stat(name, &w.seen) != 0) return fail("cannot read %s: %s", name, strerror(errno));
  char why[200];
  ulna_server *server = ulna_server_open(why, sizeof why);
  if (!server) return fail("%s", why);
  out_printf("%s\n", ulna_server_address(server));
  out_flush();
  note("open this address in a browser; the page follows %s until Ctrl-C", name);
  interrupt_catch();
  while (!interrupt_seen()) {
    ulna_server_step(server, 200, answer, &w);
    if (has_changed(&w)) tell_change(&w, server);
  }
  ulna_server_close(server);
  return DONE;
}

int run_view(const arguments *args)
{
  const char *name = args->operands[0];
  if (!built_in(name) && access(name, F_OK) != 0) {
    robot r;  // says what is nearest to a name that is none
    const int code = robot_open(&r, args);
    robot_close(&r);
    return code;
  }
  return given(args, OPT_WATCH) ? serve_view(args, name) : write_view(args, name);
}
