/* A server for one page on this machine, in one thread, that waits for nobody. */
#include "live/server.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/clock.h"
#include "live/http.h"

enum {
  CONNECTIONS = 16,
  TOKEN = 16,
  INPUT = HTTP_MOST_HEAD + HTTP_MOST_BODY,
  MOST_UNREAD = 4 << 20,
  STATUSES = 512
};
static const double slowest = 10; /* s that a request, or reading an answer, may take */
static const double longest_end = 1;

/* One connection: a request comes in, an answer goes out, and it is closed; that of events stays. */
typedef struct {
  int socket; /* -1: free */
  enum {
    READING,
    ANSWERING,
    ENDING,
    STREAMING
  } state;      /* ENDING: all is said, what still comes is thrown away */
  double since; /* when the state, or progress in it, began */
  size_t received;
  char input[INPUT];
  char *output; /* to be written, of its own */
  size_t used, room, written;
  const char *body; /* after the output, of the server's: the page */
  size_t body_length, body_written;
} connection;

struct live_server {
  live_handlers handlers;
  const char *page;
  size_t page_length;
  int listener, port;
  char token[2 * TOKEN + 1], address[100];
  connection connections[CONNECTIONS];
};

static bool set_unblocking(int descriptor)
{
  const int flags = fcntl(descriptor, F_GETFL);
  return flags >= 0 && fcntl(descriptor, F_SETFL, flags | O_NONBLOCK) == 0 &&
         fcntl(descriptor, F_SETFD, FD_CLOEXEC) == 0;
}

static bool make_token(char token[2 * TOKEN + 1])
{
  unsigned char bytes[TOKEN];
  if (getrandom(bytes, sizeof bytes, 0) != (ssize_t)sizeof bytes) return false;
  for (size_t k = 0; k < TOKEN; k++) snprintf(token + 2 * k, 3, "%02x", bytes[k]);
  return true;
}

live_server *ulna_live_open(const char *page, size_t length, const live_handlers *handlers,
                            char why[LIVE_WHY])
{
  live_server *s = calloc(1, sizeof *s);
  struct sockaddr_in at = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  socklen_t size = sizeof at;
  if (!s) {
    snprintf(why, LIVE_WHY, "out of memory");
    return NULL;
  }
  s->handlers = *handlers, s->page = page, s->page_length = length;
  for (int k = 0; k < CONNECTIONS; k++) s->connections[k].socket = -1;
  s->listener = socket(AF_INET, SOCK_STREAM, 0);
  const bool well = s->listener >= 0 && set_unblocking(s->listener) &&
                    bind(s->listener, (const struct sockaddr *)&at, sizeof at) == 0 &&
                    listen(s->listener, CONNECTIONS) == 0 &&
                    getsockname(s->listener, (struct sockaddr *)&at, &size) == 0 && make_token(s->token);
  if (!well) {
    snprintf(why, LIVE_WHY, "no page can be served on 127.0.0.1: %s", strerror(errno));
    ulna_live_close(s);
    return NULL;
  }
  s->port = ntohs(at.sin_port);
  snprintf(s->address, sizeof s->address, "http://127.0.0.1:%d/%s/", s->port, s->token);
  return s;
}

static void drop(live_server *s, connection *c)
{
  const bool listened = c->state == STREAMING;
  close(c->socket);
  free(c->output);
  c->socket = -1, c->state = READING;
  c->output = NULL, c->body = NULL;
  c->received = c->used = c->room = c->written = c->body_length = c->body_written = 0;
  if (listened && s->handlers.closed) s->handlers.closed(s->handlers.context);
}

void ulna_live_close(live_server *s)
{
  if (!s) return;
  s->handlers.closed = NULL;
  for (int k = 0; k < CONNECTIONS; k++)
    if (s->connections[k].socket >= 0) drop(s, &s->connections[k]);
  if (s->listener >= 0) close(s->listener);
  free(s);
}

const char *ulna_live_address(const live_server *s) { return s->address; }

static connection *listening_page(const live_server *s)
{
  for (int k = 0; k < CONNECTIONS; k++)
    if (s->connections[k].socket >= 0 && s->connections[k].state == STREAMING)
      return (connection *)&s->connections[k];
  return NULL;
}

bool ulna_live_has_page(const live_server *s) { return listening_page(s) != NULL; }

bool ulna_live_is_told(const live_server *s)
{
  const connection *c = listening_page(s);
  return !c || c->written == c->used;
}

/* More to be written; false: no memory. */
static bool append(connection *c, const char *bytes, size_t length)
{
  if (c->written == c->used) c->written = c->used = 0;
  if (c->used + length > c->room) {
    const size_t room = 2 * (c->used + length);
    char *larger = realloc(c->output, room);
    if (!larger) return false;
    c->output = larger, c->room = room;
  }
  memcpy(c->output + c->used, bytes, length);
  c->used += length;
  return true;
}

/* Head of an answer; `length` < 0: it goes on until the page is closed. */
static void answer_head(connection *c, int status, const char *type, const char *more, long length)
{
  char head[STATUSES], size[40] = "";
  if (length >= 0) snprintf(size, sizeof size, "Content-Length: %ld\r\n", length);
  const int used =
      snprintf(head, sizeof head,
               "HTTP/1.1 %d %s\r\nContent-Type: %s\r\n%sConnection: close\r\nCache-Control: no-store\r\n"
               "X-Content-Type-Options: nosniff\r\nReferrer-Policy: no-referrer\r\n"
               "Cross-Origin-Resource-Policy: same-origin\r\n%s\r\n",
               status, ulna_http_reason(status), type, size, more);
  append(c, head, (size_t)used);  // without memory the connection is closed with nothing said
  c->state = ANSWERING;
}

static void answer_text(connection *c, int status, const char *text)
{
  answer_head(c, status, "text/plain; charset=utf-8", "", (long)strlen(text) + 1);
  append(c, text, strlen(text));
  append(c, "\n", 1);
}

/* In a time that does not tell how much of it is right. */
static bool is_token(const live_server *s, const char *text)
{
  unsigned difference = 0;
  for (size_t k = 0; k < 2 * TOKEN; k++) {
    if (text[k] == '\0') return false;
    difference |= (unsigned)(unsigned char)text[k] ^ (unsigned)(unsigned char)s->token[k];
  }
  return difference == 0;
}

/* "127.0.0.1:40123" or "localhost:40123", after `prefix`: a name that leads here by somebody else's doing is none of these. */
static bool is_here(const live_server *s, const char *text, const char *prefix)
{
  static const char *const names[] = {"127.0.0.1", "localhost"};
  for (int k = 0; k < 2; k++) {
    char own[60];
    snprintf(own, sizeof own, "%s%s:%d", prefix, names[k], s->port);
    if (strcmp(text, own) == 0) return true;
  }
  return false;
}

static void give_scenario(live_server *s, connection *c)
{
  char *text = s->handlers.scenario ? s->handlers.scenario(s->handlers.context) : NULL;
  if (!text) {
    answer_text(c, 404, "there is no scenario to save");
    return;
  }
  answer_head(c, 200, "application/yaml; charset=utf-8",
              "Content-Disposition: attachment; filename=\"changed.yaml\"\r\n", (long)strlen(text));
  append(c, text, strlen(text));
  free(text);
}

static void take_command(live_server *s, connection *c, const http_request *r)
{
  char line[HTTP_MOST_BODY + 1], answer[LIVE_ANSWER] = "";
  memcpy(line, c->input + r->body, r->body_length);
  line[r->body_length] = '\0';
  if (strlen(line) != r->body_length || strpbrk(line, "\r\n")) {
    answer_text(c, 400, "a command is one line of text");
    return;
  }
  const bool well = s->handlers.command && s->handlers.command(s->handlers.context, line, answer);
  answer_text(c, well ? 200 : 422, answer);
}

static void begin_events(live_server *s, connection *c)
{
  answer_head(c, 200, "text/event-stream", "", -1);
  c->state = STREAMING;
  if (s->handlers.opened) s->handlers.opened(s->handlers.context);
}

static const char one_page[] = "another page listens to this run; close that one first";

static void answer(live_server *s, connection *c, const http_request *r)
{
  if (!is_here(s, r->host, "") || (*r->origin && !is_here(s, r->origin, "http://"))) {
    answer_text(c, 421, "this is not the address of this page");
    return;
  }
  if (!is_token(s, r->path + 1) || r->path[1 + 2 * TOKEN] != '/') {
    answer_text(c, 403, "the address needs the token that was printed with it");
    return;
  }
  const char *what = r->path + 2 + 2 * TOKEN;
  const bool get = strcmp(r->method, "GET") == 0, busy = ulna_live_has_page(s);
  if (get && strcmp(what, "") == 0 && !busy) {
    answer_head(c, 200, "text/html; charset=utf-8", "", (long)s->page_length);
    c->body = s->page, c->body_length = s->page_length;
  } else if (get && strcmp(what, "events") == 0 && !busy) {
    begin_events(s, c);
  } else if (get && (strcmp(what, "") == 0 || strcmp(what, "events") == 0)) {
    answer_text(c, 409, one_page);
  } else if (get && strcmp(what, "scenario") == 0) {
    give_scenario(s, c);
  } else if (!get && strcmp(what, "do") == 0) {
    take_command(s, c, r);
  } else {
    answer_text(c, 404, "there is nothing here");
  }
}

/* False: the connection is over. */
static bool receive(live_server *s, connection *c)
{
  char unused[512];
  const bool reading = c->state == READING;
  const ssize_t got = reading ? recv(c->socket, c->input + c->received, INPUT - c->received, 0)
                              : recv(c->socket, unused, sizeof unused, 0);
  if (got < 0) return errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR;
  if (got == 0) return false;  // of a page that listens: it is closed
  if (!reading) return true;
  c->received += (size_t)got;
  http_request r;
  const http_progress progress = ulna_http_parse(c->input, c->received, &r);
  if (progress == HTTP_MORE) return c->received < INPUT;
  c->since = clock_seconds();
  if (progress == HTTP_REFUSED) answer_text(c, r.status, "this request is not understood");
  else answer(s, c, &r);
  return true;
}

/* As much as the other side takes. False: the connection is over. */
static bool transmit(connection *c)
{
  while (c->written < c->used || c->body_written < c->body_length) {
    const bool own = c->written < c->used;
    const ssize_t sent =
        own ? send(c->socket, c->output + c->written, c->used - c->written, MSG_NOSIGNAL)
            : send(c->socket, c->body + c->body_written, c->body_length - c->body_written, MSG_NOSIGNAL);
    if (sent < 0) return errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR;
    *(own ? &c->written : &c->body_written) += (size_t)sent;
    c->since = clock_seconds();
  }
  if (c->state != ANSWERING) return true;
  c->state = ENDING;  // closed at once, with something unread, the answer might be lost
  return shutdown(c->socket, SHUT_WR) == 0;
}

/* A new connection in a free place; the oldest that only reads gives way, so that nobody can take them all for long. */
static void admit(live_server *s)
{
  const int socket = accept(s->listener, NULL, NULL);
  if (socket < 0) return;
  connection *place = NULL;
  for (int k = 0; k < CONNECTIONS; k++) {
    connection *c = &s->connections[k];
    if (c->socket < 0) {
      place = c;
      break;
    }
    if (c->state == READING && (!place || c->since < place->since)) place = c;
  }
  if (!place || !set_unblocking(socket)) {
    close(socket);
    return;
  }
  if (place->socket >= 0) drop(s, place);
  const int at_once = 1;
  setsockopt(socket, IPPROTO_TCP, TCP_NODELAY, &at_once, sizeof at_once);  // without it, it is only later
  place->socket = socket;
  place->state = READING;
  place->since = clock_seconds();
}

static bool has_output(const connection *c)
{
  return c->written < c->used || c->body_written < c->body_length;
}

/* One look at all sockets. */
static void look(live_server *s, int milliseconds)
{
  struct pollfd polled[CONNECTIONS + 1] = {{.fd = s->listener, .events = POLLIN}};
  connection *of[CONNECTIONS + 1] = {NULL};
  int count = 1;
  for (int k = 0; k < CONNECTIONS; k++) {
    connection *c = &s->connections[k];
    if (c->socket < 0) continue;
    const int in = c->state == ANSWERING ? 0 : POLLIN, out = has_output(c) ? POLLOUT : 0;
    polled[count] = (struct pollfd){.fd = c->socket, .events = (short)(in | out)};
    of[count++] = c;
  }
  if (poll(polled, (nfds_t)count, milliseconds) < 0) return;
  const double now = clock_seconds();
  for (int k = 1; k < count; k++) {
    connection *c = of[k];
    if (c->socket != polled[k].fd) continue;
    bool stays = !(polled[k].revents & (POLLERR | POLLNVAL));
    if (stays && polled[k].revents & (POLLIN | POLLHUP)) stays = c->state != ANSWERING && receive(s, c);
    if (stays && (c->state == ANSWERING || c->state == STREAMING)) stays = transmit(c);
    const bool late = now - c->since > (c->state == ENDING ? longest_end : slowest) &&
                      (c->state != STREAMING || has_output(c));
    if (!stays || late) drop(s, c);
  }
  if (polled[0].revents & POLLIN) admit(s);
}

void ulna_live_serve(live_server *s, double seconds)
{
  const double end = clock_seconds() + seconds;
  for (;;) {
    const double left = end - clock_seconds();
    look(s, left <= 0 ? 0 : left > 1 ? 1000 : (int)(1000 * left) + 1);
    if (left <= 0) return;
    if (seconds > 0 && clock_seconds() >= end) return;
  }
}

bool ulna_live_send(live_server *s, const char *event, const char *data)
{
  connection *c = listening_page(s);
  if (!c || c->used - c->written > MOST_UNREAD) return false;
  return append(c, "event: ", 7) && append(c, event, strlen(event)) && append(c, "\ndata: ", 7) &&
         append(c, data, strlen(data)) && append(c, "\n\n", 2);
}
