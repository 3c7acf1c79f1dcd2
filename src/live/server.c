/* The page of a run on this machine. */
#include "live/server.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "serve/serve.h"

enum { MOST_UNREAD = 4 << 20 };

struct live_server {
  ulna_server *server;
  live_handlers handlers;
  const char *page;
  size_t page_length;
  int listener; /* the connection of the page that listens; -1: none */
};

live_server *ulna_live_open(const char *page, size_t length, const live_handlers *handlers,
                            char why[LIVE_WHY])
{
  live_server *s = calloc(1, sizeof *s);
  if (!s) {
    snprintf(why, LIVE_WHY, "out of memory");
    return NULL;
  }
  *s = (live_server){.handlers = *handlers, .page = page, .page_length = length, .listener = -1};
  s->server = ulna_server_open(why, LIVE_WHY);
  if (s->server) return s;
  free(s);
  return NULL;
}

void ulna_live_close(live_server *s)
{
  if (!s) return;
  ulna_server_close(s->server);
  free(s);
}

const char *ulna_live_address(const live_server *s) { return ulna_server_address(s->server); }
bool ulna_live_has_page(const live_server *s) { return s->listener >= 0; }

/* A page whose connection has ended is closed. */
static void notice_closing(live_server *s)
{
  if (s->listener < 0 || ulna_server_is_open(s->server, s->listener)) return;
  s->listener = -1;
  if (s->handlers.closed) s->handlers.closed(s->handlers.context);
}

static void answer_text(live_server *s, int connection, int status, const char *text)
{
  char line[LIVE_ANSWER + 2];
  const int length = snprintf(line, sizeof line, "%s\n", text);
  ulna_server_answer(s->server, connection, status, "text/plain; charset=utf-8", line, (size_t)length);
}

static void give_scenario(live_server *s, int connection)
{
  char *text = s->handlers.scenario ? s->handlers.scenario(s->handlers.context) : NULL;
  if (text)
    ulna_server_answer(s->server, connection, 200, "application/yaml; charset=utf-8", text, strlen(text));
  else answer_text(s, connection, 404, "there is no scenario to save");
  free(text);
}

static void take_command(live_server *s, const serve_request *r)
{
  char answer[LIVE_ANSWER] = "";
  if (strlen(r->body) != r->body_length || strpbrk(r->body, "\r\n")) {
    answer_text(s, r->connection, 400, "a command is one line of text");
    return;
  }
  const bool well = s->handlers.command && s->handlers.command(s->handlers.context, r->body, answer);
  answer_text(s, r->connection, well ? 200 : 422, answer);
}

static void begin_events(live_server *s, int connection)
{
  ulna_server_stream(s->server, connection, "text/event-stream");
  s->listener = connection;
  if (s->handlers.opened) s->handlers.opened(s->handlers.context);
}

static void answer(void *context, ulna_server *server, const serve_request *r)
{
  live_server *s = context;
  notice_closing(s);
  const bool get = strcmp(r->method, "GET") == 0, busy = ulna_live_has_page(s);
  const bool page = get && strcmp(r->path, "") == 0, events = get && strcmp(r->path, "events") == 0;
  if ((page || events) && busy)
    answer_text(s, r->connection, 409, "another page listens to this run; close that one first");
  else if (page)
    ulna_server_answer(server, r->connection, 200, "text/html; charset=utf-8", s->page, s->page_length);
  else if (events) begin_events(s, r->connection);
  else if (get && strcmp(r->path, "scenario") == 0) give_scenario(s, r->connection);
  else if (!get && strcmp(r->path, "do") == 0) take_command(s, r);
  else answer_text(s, r->connection, 404, "there is nothing here");
}

void ulna_live_serve(live_server *s, double seconds)
{
  const double end = clock_seconds() + seconds;
  for (;;) {
    const double left = end - clock_seconds();
    errno = 0;
    ulna_server_step(s->server, left <= 0 ? 0 : left > 1 ? 1000 : (int)(1000 * left) + 1, answer, s);
    notice_closing(s);
    if (left <= 0 || errno == EINTR || clock_seconds() >= end) return;
  }
}

bool ulna_live_send(live_server *s, const char *event, const char *data)
{
  if (s->listener < 0 || ulna_server_waiting(s->server, s->listener) > MOST_UNREAD) return false;
  const char *const parts[] = {"event: ", event, "\ndata: ", data, "\n\n"};
  for (int k = 0; k < 5; k++)
    if (!ulna_server_send(s->server, s->listener, parts[k], strlen(parts[k]))) return false;
  return true;
}
