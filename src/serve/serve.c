/* HTTP for one page on loopback. */
#include "serve/serve.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/clock.h"
#include "serve/http.h"

enum {
  CONNECTIONS = 16,
  MOST_REQUEST = HTTP_MOST_HEAD + HTTP_MOST_BODY,
  MOST_WAITING = 1 << 25, /* bytes that wait for a reader: a page and more */
  TOKEN = 32
};

/* ENDING: the answer is sent; further input is thrown away until the other side closes too. If the connection were
 * closed at once with unread input, the answer might be lost. */
typedef enum { UNUSED, READING, ASKED, ANSWERING, ENDING, STREAMING } stage;

/* s that a request, or reading an answer, may take without progress; and the end of a connection. */
static const double slowest = 10, longest_end = 1;

typedef struct {
  int socket;
  stage stage;
  double since; /* the last progress */
  unsigned
      serial; /* of the connection that has the place, so that an old connection is not taken for a new one */
  char *in;
  size_t in_length;
  char *out;
  size_t out_length, out_room, sent;
} connection;

struct ulna_server {
  int socket, port;
  char token[TOKEN + 1], address[80];
  unsigned serial;
  connection all[CONNECTIONS];
};

static bool make_token(char token[TOKEN + 1])
{
  unsigned char bytes[TOKEN / 2];
  if (getrandom(bytes, sizeof bytes, 0) != (ssize_t)sizeof bytes) return false;
  for (int i = 0; i < TOKEN / 2; i++) snprintf(token + 2 * i, 3, "%02x", bytes[i]);
  return true;
}

static bool listen_on_loopback(ulna_server *s)
{
  struct sockaddr_in at = {.sin_family = AF_INET, .sin_addr = {htonl(INADDR_LOOPBACK)}};
  socklen_t size = sizeof at;
  s->socket = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  if (s->socket < 0 || bind(s->socket, (struct sockaddr *)&at, sizeof at) != 0 ||
      listen(s->socket, CONNECTIONS) != 0 || getsockname(s->socket, (struct sockaddr *)&at, &size) != 0)
    return false;
  s->port = ntohs(at.sin_port);
  return true;
}

ulna_server *ulna_server_open(char why[], size_t room)
{
  ulna_server *s = calloc(1, sizeof *s);
  if (!s) {
    snprintf(why, room, "out of memory");
    return NULL;
  }
  s->socket = -1;
  if (!make_token(s->token) || !listen_on_loopback(s)) {
    snprintf(why, room, "cannot serve on loopback: %s", strerror(errno));
    ulna_server_close(s);
    return NULL;
  }
  snprintf(s->address, sizeof s->address, "http://127.0.0.1:%d/%s/", s->port, s->token);
  return s;
}

static void drop(connection *c)
{
  if (c->stage == UNUSED) return;
  close(c->socket);
  free(c->in);
  free(c->out);
  c->in = c->out = NULL;
  c->in_length = c->out_length = c->out_room = c->sent = 0;
  c->stage = UNUSED;
}

void ulna_server_close(ulna_server *server)
{
  if (!server) return;
  for (int i = 0; i < CONNECTIONS; i++) drop(&server->all[i]);
  if (server->socket >= 0) close(server->socket);
  free(server);
}

const char *ulna_server_address(const ulna_server *server) { return server->address; }

/* A connection by the number a request had: serial · CONNECTIONS + place. */
static connection *find(const ulna_server *s, int number)
{
  if (number < 0) return NULL;
  const connection *c = &s->all[number % CONNECTIONS];
  const bool same = c->stage != UNUSED && c->serial == (unsigned)number / CONNECTIONS;
  return same ? (connection *)c : NULL;
}

static int number_of(const ulna_server *s, const connection *c)
{
  return (int)(c->serial * CONNECTIONS + (unsigned)(c - s->all));
}

bool ulna_server_is_open(const ulna_server *server, int number)
{
  const connection *c = find(server, number);
  return c && c->stage != ENDING;
}

size_t ulna_server_waiting(const ulna_server *server, int number)
{
  const connection *c = find(server, number);
  return c ? c->out_length - c->sent : 0;
}

static bool enqueue(connection *c, const void *bytes, size_t length)
{
  if (c->sent > 0 && c->sent == c->out_length) c->sent = c->out_length = 0;
  if (length > MOST_WAITING || c->out_length > MOST_WAITING - length) return false;
  if (c->out_length + length > c->out_room) {
    const size_t larger = 2 * (c->out_length + length);
    char *moved = realloc(c->out, larger);
    if (!moved) return false;
    c->out = moved;
    c->out_room = larger;
  }
  if (length) memcpy(c->out + c->out_length, bytes, length);
  c->out_length += length;
  return true;
}

/* Sends what can be sent now. A whole answer that is out ends its connection. */
static void flush(connection *c)
{
  while (c->sent < c->out_length) {
    const ssize_t n = send(c->socket, c->out + c->sent, c->out_length - c->sent, MSG_NOSIGNAL);
    if (n < 0 && errno == EINTR) continue;
    if (n < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) return;
    if (n <= 0) {
      drop(c);
      return;
    }
    c->sent += (size_t)n;
    c->since = clock_seconds();
  }
  if (c->stage != ANSWERING) return;
  c->stage = ENDING;
  if (shutdown(c->socket, SHUT_WR) != 0) drop(c);
}

/* No page of anyone else's may frame, cache or refer to this one. */
static const char common[] =
    "Cache-Control: no-store\r\nX-Content-Type-Options: nosniff\r\nX-Frame-Options: DENY\r\n"
    "Referrer-Policy: no-referrer\r\nCross-Origin-Resource-Policy: same-origin\r\nConnection: close\r\n";

static void answer_to(connection *c, int status, const char *type, const void *bytes, size_t length)
{
  char head[600];
  const int head_length =
      snprintf(head, sizeof head, "HTTP/1.1 %d %s\r\nContent-Type: %s\r\nContent-Length: %zu\r\n%s\r\n",
               status, ulna_http_reason(status), type, length, common);
  c->stage = ANSWERING;
  if (!enqueue(c, head, (size_t)head_length) || !enqueue(c, bytes, length)) drop(c);
  else flush(c);
}

void ulna_server_answer(ulna_server *server, int number, int status, const char *type, const void *bytes,
                        size_t length)
{
  connection *c = find(server, number);
  if (c && c->stage == ASKED) answer_to(c, status, type, bytes, length);
}

void ulna_server_stream(ulna_server *server, int number, const char *type)
{
  connection *c = find(server, number);
  if (!c || c->stage != ASKED) return;
  char head[600];
  const int length =
      snprintf(head, sizeof head, "HTTP/1.1 200 OK\r\nContent-Type: %s\r\n%s\r\n", type, common);
  c->stage = STREAMING;
  if (!enqueue(c, head, (size_t)length)) drop(c);
  else flush(c);
}

bool ulna_server_send(ulna_server *server, int number, const void *bytes, size_t length)
{
  connection *c = find(server, number);
  if (!c || c->stage != STREAMING) return false;
  if (!enqueue(c, bytes, length)) {
    drop(c);
    return false;
  }
  flush(c);
  return find(server, number) != NULL;
}

/* A free place; else that of the connection that has waited longest for its request: so nobody can take them all for
 * long. */
static connection *make_place(ulna_server *s)
{
  connection *oldest = NULL;
  for (int i = 0; i < CONNECTIONS; i++) {
    connection *c = &s->all[i];
    if (c->stage == UNUSED) return c;
    if ((c->stage == READING || c->stage == ENDING) && (!oldest || c->since < oldest->since)) oldest = c;
  }
  if (oldest) drop(oldest);
  return oldest;
}

static void take_new(ulna_server *s)
{
  for (;;) {
    const int socket = accept4(s->socket, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);
    if (socket < 0) return;
    connection *place = make_place(s);
    char *in = place ? malloc(MOST_REQUEST + 1) : NULL;
    if (!in) {
      close(socket);
      continue;
    }
    const int at_once = 1;
    setsockopt(socket, IPPROTO_TCP, TCP_NODELAY, &at_once, sizeof at_once);  // without it, it is only later
    s->serial = (s->serial + 1) % (1u << 26);
    *place = (connection){
        .socket = socket, .stage = READING, .serial = s->serial, .in = in, .since = clock_seconds()};
  }
}

/* "127.0.0.1:40123" or "localhost:40123" behind `prefix`: the browser was told this address, and not one that only leads here
 * (a rebound name). */
static bool is_ours(const ulna_server *s, const char *text, const char *prefix)
{
  static const char *const names[] = {"127.0.0.1", "localhost"};
  for (int i = 0; i < 2; i++) {
    char ours[48];
    snprintf(ours, sizeof ours, "%s%s:%d", prefix, names[i], s->port);
    if (strcmp(text, ours) == 0) return true;
  }
  return false;
}

static void refuse(connection *c, int status)
{
  const char *words = ulna_http_reason(status);
  answer_to(c, status, "text/plain; charset=utf-8", words, strlen(words));
}

/* Compares in a time that does not depend on how much is right. */
static bool token_is_ours(const ulna_server *s, const char *path)
{
  unsigned char differs = 0;
  if (path[0] != '/' || strlen(path) < TOKEN + 2 || path[TOKEN + 1] != '/') return false;
  for (int i = 0; i < TOKEN; i++) differs |= (unsigned char)(path[1 + i] ^ s->token[i]);
  return differs == 0;
}

/* A whole request is there. */
static void handle(ulna_server *s, connection *c, http_request *r, serve_handler handler, void *context)
{
  r->path[strcspn(r->path, "?#")] = 0;
  if (!is_ours(s, r->host, "") || (*r->origin && !is_ours(s, r->origin, "http://")) ||
      !token_is_ours(s, r->path)) {
    refuse(c, 403);
    return;
  }
  c->in[r->body + r->body_length] = 0;
  const serve_request request = {.connection = number_of(s, c),
                                 .method = r->method,
                                 .path = r->path + TOKEN + 2,
                                 .body = c->in + r->body,
                                 .body_length = r->body_length};
  handler(context, s, &request);
}

/* Looks whether a whole request is there. */
static void look(ulna_server *s, connection *c, serve_handler handler, void *context)
{
  http_request r;
  const http_progress progress = ulna_http_parse(c->in, c->in_length, &r);
  if (progress == HTTP_MORE) {
    if (c->in_length == MOST_REQUEST) drop(c);
    return;
  }
  c->stage = ASKED;
  c->since = clock_seconds();
  if (progress == HTTP_REFUSED) refuse(c, r.status);
  else handle(s, c, &r, handler, context);
}

static void read_more(ulna_server *s, connection *c, serve_handler handler, void *context)
{
  for (;;) {
    char unwanted[512];
    const bool reading = c->stage == READING;
    const ssize_t n = reading ? recv(c->socket, c->in + c->in_length, MOST_REQUEST - c->in_length, 0)
                              : recv(c->socket, unwanted, sizeof unwanted, 0);
    if (n < 0 && errno == EINTR) continue;
    if (n < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) return;
    if (n <= 0) {
      drop(c);
      return;
    }
    if (!reading) continue;
    c->in_length += (size_t)n;
    look(s, c, handler, context);
    if (c->stage == UNUSED) return;
  }
}

void ulna_server_step(ulna_server *server, int milliseconds, serve_handler handler, void *context)
{
  struct pollfd polled[CONNECTIONS + 1] = {{.fd = server->socket, .events = POLLIN}};
  for (int i = 0; i < CONNECTIONS; i++) {
    const connection *c = &server->all[i];
    polled[i + 1].fd = c->stage == UNUSED ? -1 : c->socket;
    polled[i + 1].events =
        (short)((c->stage == ANSWERING ? 0 : POLLIN) | (c->sent < c->out_length ? POLLOUT : 0));
  }
  if (poll(polled, CONNECTIONS + 1, milliseconds) < 0) return;
  const double now = clock_seconds();
  for (int i = 0; i < CONNECTIONS; i++) {
    connection *c = &server->all[i];
    const short what = polled[i + 1].revents;
    if (what & POLLOUT && c->stage != UNUSED) flush(c);
    if (what & (POLLIN | POLLHUP | POLLERR) && c->stage != UNUSED) read_more(server, c, handler, context);
    const bool waits = c->stage == ASKED || (c->stage == STREAMING && c->sent == c->out_length);
    if (c->stage != UNUSED && !waits && now - c->since > (c->stage == ENDING ? longest_end : slowest))
      drop(c);
  }
  if (polled[0].revents & POLLIN) take_new(server);
}
