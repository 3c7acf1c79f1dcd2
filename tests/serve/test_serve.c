/* HTTP for one page on loopback: who is answered, who is refused, what comes in pieces. */
#include <arpa/inet.h>
#include <netinet/in.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#include <cmocka.h>

#include "serve/http.h"
#include "serve/serve.h"

typedef struct {
  int asked;
  char method[16], path[64], body[64];
  int held;
} seen;

static void answer(void *context, ulna_server *server, const serve_request *r)
{
  seen *s = context;
  s->asked++;
  snprintf(s->method, sizeof s->method, "%s", r->method);
  snprintf(s->path, sizeof s->path, "%s", r->path);
  snprintf(s->body, sizeof s->body, "%s", r->body);
  if (strcmp(r->path, "wait") == 0) s->held = r->connection;
  else if (strcmp(r->path, "stream") == 0) {
    ulna_server_stream(server, r->connection, "text/event-stream");
    s->held = r->connection;
  } else ulna_server_answer(server, r->connection, 200, "text/plain", "hello", 5);
}

static int port_of(const ulna_server *server)
{
  int port = 0;
  assert_int_equal(sscanf(ulna_server_address(server), "http://127.0.0.1:%d/", &port), 1);
  return port;
}

static const char *token_of(const ulna_server *server)
{
  return strrchr(ulna_server_address(server), ':') + strcspn(strrchr(ulna_server_address(server), ':'), "/") +
         1;
}

static int connect_to(const ulna_server *server)
{
  const int client = socket(AF_INET, SOCK_STREAM, 0);
  struct sockaddr_in at = {.sin_family = AF_INET,
                           .sin_port = htons((uint16_t)port_of(server)),
                           .sin_addr = {htonl(INADDR_LOOPBACK)}};
  assert_true(client >= 0);
  const struct timeval soon = {.tv_sec = 5};
  assert_int_equal(setsockopt(client, SOL_SOCKET, SO_RCVTIMEO, &soon, sizeof soon), 0);
  assert_int_equal(connect(client, (struct sockaddr *)&at, sizeof at), 0);
  return client;
}

static void run_for(ulna_server *server, seen *s)
{
  for (int k = 0; k < 6; k++) ulna_server_step(server, 20, answer, s);
}

/* The status of an answer to this request; its text in `reply`. */
static int ask(ulna_server *server, seen *s, const char *request, char *reply, size_t room)
{
  const int client = connect_to(server);
  assert_true(send(client, request, strlen(request), MSG_NOSIGNAL) == (ssize_t)strlen(request));
  run_for(server, s);
  size_t used = 0;
  ssize_t n;
  while (used + 1 < room && (n = recv(client, reply + used, room - 1 - used, 0)) > 0) used += (size_t)n;
  reply[used] = 0;
  close(client);
  int status = 0;
  sscanf(reply, "HTTP/1.1 %d", &status);
  return status;
}

static void only_who_knows_the_address_is_answered(void **state)
{
  (void)state;
  char why[200], request[400], reply[2000];
  ulna_server *server = ulna_server_open(why, sizeof why);
  assert_non_null(server);
  const int port = port_of(server);
  char token[40];
  snprintf(token, sizeof token, "%.32s", token_of(server));
  const struct {
    const char *token, *host, *more;
    int status;
  } cases[] = {{token, "127.0.0.1", "", 200},
               {token, "localhost", "", 200},
               {"00000000000000000000000000000000", "127.0.0.1", "", 403},
               {"", "127.0.0.1", "", 403},
               {token, "elsewhere.example", "", 403},
               {token, "127.0.0.1.elsewhere.example", "", 403},
               {token, "127.0.0.1", "Origin: http://elsewhere.example\r\n", 403}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    seen s = {0};
    snprintf(request, sizeof request, "GET /%s/ HTTP/1.1\r\nHost: %s:%d\r\n%s\r\n", cases[i].token,
             cases[i].host, port, cases[i].more);
    assert_int_equal(ask(server, &s, request, reply, sizeof reply), cases[i].status);
    assert_int_equal(s.asked, cases[i].status == 200);
    if (s.asked) assert_non_null(strstr(reply, "\r\n\r\nhello"));
  }
  seen s = {0};
  snprintf(request, sizeof request, "GET /%s/ HTTP/1.1\r\n\r\n", token);  // no Host at all
  assert_int_equal(ask(server, &s, request, reply, sizeof reply), 400);
  assert_int_equal(ask(server, &s, "nonsense\r\n\r\n", reply, sizeof reply), 400);
  assert_int_equal(s.asked, 0);
  ulna_server_close(server);
}

static void a_body_may_come_in_pieces(void **state)
{
  (void)state;
  char why[200], request[400];
  ulna_server *server = ulna_server_open(why, sizeof why);
  assert_non_null(server);
  snprintf(request, sizeof request,
           "POST /%.32s/push?x=1 HTTP/1.1\r\nhost: 127.0.0.1:%d\r\nContent-Length: 11\r\n\r\nhello world",
           token_of(server), port_of(server));
  seen s = {0};
  const int client = connect_to(server);
  for (const char *at = request; *at; at += 7) {
    const size_t left = strlen(at);
    assert_true(send(client, at, left < 7 ? left : 7, MSG_NOSIGNAL) > 0);
    ulna_server_step(server, 20, answer, &s);
    if (left <= 7) break;
  }
  run_for(server, &s);
  assert_int_equal(s.asked, 1);
  assert_string_equal(s.method, "POST");
  assert_string_equal(s.path, "push");
  assert_string_equal(s.body, "hello world");
  close(client);
  // more than a request may have
  char reply[600];
  snprintf(request, sizeof request,
           "POST /%.32s/ HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nContent-Length: 99999999999999999999\r\n\r\n",
           token_of(server), port_of(server));
  assert_int_equal(ask(server, &s, request, reply, sizeof reply), 413);
  ulna_server_close(server);
}

static void streams_and_late_answers_reach_their_reader(void **state)
{
  (void)state;
  char why[200], request[300], reply[1000] = "";
  ulna_server *server = ulna_server_open(why, sizeof why);
  assert_non_null(server);
  seen s = {0};
  const int client = connect_to(server);
  snprintf(request, sizeof request, "GET /%.32s/stream HTTP/1.1\r\nHost: 127.0.0.1:%d\r\n\r\n",
           token_of(server), port_of(server));
  assert_true(send(client, request, strlen(request), MSG_NOSIGNAL) > 0);
  run_for(server, &s);
  assert_true(ulna_server_send(server, s.held, "data: 1\n\n", 9));
  assert_true(recv(client, reply, sizeof reply - 1, 0) > 0);
  assert_non_null(strstr(reply, "text/event-stream"));
  close(client);  // the page is closed: the next of these says so, and nothing else happens
  bool open = true;
  for (int k = 0; k < 50 && open; k++) {
    ulna_server_step(server, 10, answer, &s);
    open = ulna_server_send(server, s.held, "data: 2\n\n", 9);
  }
  assert_false(open);
  assert_false(ulna_server_is_open(server, s.held));
  // who asked and went is not mistaken for who comes after
  const int waiting = connect_to(server);
  snprintf(request, sizeof request, "GET /%.32s/wait HTTP/1.1\r\nHost: 127.0.0.1:%d\r\n\r\n",
           token_of(server), port_of(server));
  assert_true(send(waiting, request, strlen(request), MSG_NOSIGNAL) > 0);
  run_for(server, &s);
  const int old = s.held;
  close(waiting);
  run_for(server, &s);
  const int next = connect_to(server);
  assert_true(send(next, request, strlen(request), MSG_NOSIGNAL) > 0);
  run_for(server, &s);
  assert_true(s.held != old && ulna_server_is_open(server, s.held) && !ulna_server_is_open(server, old));
  ulna_server_answer(server, s.held, 200, "text/plain", "late", 4);
  memset(reply, 0, sizeof reply);
  assert_true(recv(next, reply, sizeof reply - 1, 0) > 0);
  assert_non_null(strstr(reply, "late"));
  close(next);
  ulna_server_close(server);
}

/* Each status that is answered has its words; what is none has some too. */
static void every_status_has_its_words(void **state)
{
  (void)state;
  static const int known[] = {200, 204, 400, 403, 404, 405, 409, 413, 422, 431, 501, 505, 299};
  for (size_t i = 0; i < sizeof known / sizeof *known; i++)
    for (size_t k = 0; k < i; k++)
      assert_string_not_equal(ulna_http_reason(known[i]), ulna_http_reason(known[k]));
  assert_string_equal(ulna_http_reason(299), "Error");
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(only_who_knows_the_address_is_answered),
      cmocka_unit_test(a_body_may_come_in_pieces),
      cmocka_unit_test(streams_and_late_answers_reach_their_reader),
      cmocka_unit_test(every_status_has_its_words),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
