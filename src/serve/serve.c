/* HTTP for one page on loopback. */
#include "serve/serve.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <unistd.h>

enum {
  CONNECTIONS = 16,
  MOST_REQUEST = 1 << 16,
  MOST_WAITING = 1 << 25, /* bytes that wait for a reader: a page and more */
  TOKEN = 32
};

typedef enum { UNUSED, READING, ASKED, ANSWERING, STREAMING } stage;

typedef struct {
  int socket;
  stage stage;
  unsigned
      serial; /* of the connection that has the place: what is held on to an old one is not a new one's */
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
  *c = (connection){.stage = UNUSED};
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

bool ulna_server_is_open(const ulna_server *server, int number) { return find(server, number) != NULL; }

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
  }
  if (c->stage == ANSWERING) drop(c);
}

static const char *reason_of(int status)
{
  switch (status) {
  case 200: return "OK";
  case 204: return "No Content";
  case 400: return "Bad Request";
  case 403: return "Forbidden";
  case 404: return "Not Found";
  case 405: return "Method Not Allowed";
  case 409: return "Conflict";
  case 413: return "Content Too Large";
  default: return "Error";
  }
}

/* No page of anyone else's may frame, cache or refer to this one. */
static const char common[] =
    "Cache-Control: no-store\r\nX-Content-Type-Options: nosniff\r\nX-Frame-Options: DENY\r\n"
    "Referrer-Policy: no-referrer\r\nCross-Origin-Resource-Policy: same-origin\r\nConnection: close\r\n";

void ulna_server_answer(ulna_server *server, int number, int status, const char *type, const void *bytes,
                        size_t length)
{
  connection *c = find(server, number);
  if (!c || c->stage != ASKED) return;
  char head[600];
  const int head_length =
      snprintf(head, sizeof head, "HTTP/1.1 %d %s\r\nContent-Type: %s\r\nContent-Length: %zu\r\n%s\r\n",
               status, reason_of(status), type, length, common);
  c->stage = ANSWERING;
  if (!enqueue(c, head, (size_t)head_length) || !enqueue(c, bytes, length)) drop(c);
  else flush(c);
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

void ulna_server_end(ulna_server *server, int number)
{
  connection *c = find(server, number);
  if (!c) return;
  c->stage = ANSWERING;
  flush(c);
}

static void take_new(ulna_server *s)
{
  for (;;) {
    const int socket = accept4(s->socket, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);
    if (socket < 0) return;
    int place = 0;
    while (place < CONNECTIONS && s->all[place].stage != UNUSED) place++;
    char *in = place < CONNECTIONS ? malloc(MOST_REQUEST + 1) : NULL;
    if (!in) {
      close(socket);
      continue;
    }
    s->serial = (s->serial + 1) % (1u << 26);
    s->all[place] = (connection){.socket = socket, .stage = READING, .serial = s->serial, .in = in};
  }
}

/* The value of a header field, its length in *length; NULL: it is not there. */
static const char *header(const char *head, const char *name, size_t *length)
{
  const size_t size = strlen(name);
  for (const char *line = strstr(head, "\r\n"); line && line[2]; line = strstr(line + 2, "\r\n")) {
    const char *at = line + 2;
    if (strncasecmp(at, name, size) != 0 || at[size] != ':') continue;
    at += size + 1;
    at += strspn(at, " \t");
    *length = strcspn(at, "\r\n");
    while (*length > 0 && (at[*length - 1] == ' ' || at[*length - 1] == '\t')) --*length;
    return at;
  }
  return NULL;
}

/* Whether the browser was told this address, and not one that only leads here (a rebound name). */
static bool host_is_ours(const ulna_server *s, const char *head)
{
  size_t length = 0;
  const char *host = header(head, "Host", &length);
  static const char *const names[] = {"127.0.0.1", "localhost"};
  for (int i = 0; i < 2 && host; i++) {
    char ours[40];
    const int size = snprintf(ours, sizeof ours, "%s:%d", names[i], s->port);
    if (length == (size_t)size && strncmp(host, ours, length) == 0) return true;
  }
  return false;
}

/* Whether the request comes from this page, if the browser says where from. */
static bool origin_is_ours(const ulna_server *s, const char *head)
{
  size_t length = 0;
  const char *origin = header(head, "Origin", &length);
  static const char *const names[] = {"127.0.0.1", "localhost"};
  for (int i = 0; i < 2 && origin; i++) {
    char ours[48];
    const int size = snprintf(ours, sizeof ours, "http://%s:%d", names[i], s->port);
    if (length == (size_t)size && strncmp(origin, ours, length) == 0) return true;
  }
  return origin == NULL;
}

static void refuse(ulna_server *s, connection *c, int status)
{
  const char *words = reason_of(status);
  ulna_server_answer(s, number_of(s, c), status, "text/plain; charset=utf-8", words, strlen(words));
}

/* In a time that does not tell how much of it is right. */
static bool token_is_ours(const ulna_server *s, const char *path)
{
  unsigned char differs = 0;
  if (path[0] != '/' || strlen(path) < TOKEN + 2 || path[TOKEN + 1] != '/') return false;
  for (int i = 0; i < TOKEN; i++) differs |= (unsigned char)(path[1 + i] ^ s->token[i]);
  return differs == 0;
}

/* A whole request is there: head (its end replaced by 0) and body. */
static void handle(ulna_server *s, connection *c, char *head, char *body, size_t body_length,
                   serve_handler handler, void *context)
{
  c->stage = ASKED;
  const bool host = host_is_ours(s, head) && origin_is_ours(s, head);
  char *line_end = strstr(head, "\r\n");
  if (line_end) *line_end = 0;
  char *space = strchr(head, ' '), *path = space ? space + 1 : NULL;
  char *end = path ? strchr(path, ' ') : NULL;
  if (!end) {
    refuse(s, c, 400);
    return;
  }
  *space = *end = 0;
  path[strcspn(path, "?#")] = 0;
  if (!host || !token_is_ours(s, path)) {
    refuse(s, c, 403);
    return;
  }
  const serve_request request = {.connection = number_of(s, c),
                                 .method = head,
                                 .path = path + TOKEN + 2,
                                 .body = body,
                                 .body_length = body_length};
  handler(context, s, &request);
}

/* Looks whether a whole request is there. */
static void look(ulna_server *s, connection *c, serve_handler handler, void *context)
{
  c->in[c->in_length] = 0;
  char *blank = strstr(c->in, "\r\n\r\n");
  if (!blank) {
    if (strlen(c->in) < c->in_length || c->in_length == MOST_REQUEST) {
      c->stage = ASKED;
      refuse(s, c, strlen(c->in) < c->in_length ? 400 : 413);
    }
    return;
  }
  char *body = blank + 4;
  const size_t there = c->in_length - (size_t)(body - c->in);
  blank[2] = 0;  // the head ends with its last line
  size_t length = 0, wanted = 0;
  const char *text = header(c->in, "Content-Length", &length);
  for (size_t i = 0; text && i < length; i++) {
    const bool digit = text[i] >= '0' && text[i] <= '9';
    wanted = digit && wanted <= MOST_REQUEST ? 10 * wanted + (size_t)(text[i] - '0') : MOST_REQUEST + 1;
  }
  if (wanted > MOST_REQUEST - (size_t)(body - c->in)) {
    c->stage = ASKED;
    refuse(s, c, 413);
  } else if (there >= wanted) {
    body[wanted] = 0;
    handle(s, c, c->in, body, wanted, handler, context);
  } else {
    blank[2] = '\r';
  }
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
    polled[i + 1].events = (short)(POLLIN | (c->sent < c->out_length ? POLLOUT : 0));
  }
  if (poll(polled, CONNECTIONS + 1, milliseconds) <= 0) return;
  for (int i = 0; i < CONNECTIONS; i++) {
    connection *c = &server->all[i];
    const short what = polled[i + 1].revents;
    if (what & POLLOUT && c->stage != UNUSED) flush(c);
    if (what & (POLLIN | POLLHUP | POLLERR) && c->stage != UNUSED) read_more(server, c, handler, context);
  }
  if (polled[0].revents & POLLIN) take_new(server);
}
