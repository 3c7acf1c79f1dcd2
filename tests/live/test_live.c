/* The server of live pages: who is answered, who is refused, and that it waits for nobody. */
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/clock.h"
#include "live/changed.h"
#include "live/server.h"
#include "serve/http.h"

static const char page[] = "<!doctype html><title>page</title>";
static int opened, closed;
static char last[HTTP_MOST_BODY + 1];

static void note_opened(void *context) { (void)context, opened++; }
static void note_closed(void *context) { (void)context, closed++; }
static bool take_line(void *context, const char *line, char answer[LIVE_ANSWER])
{
  (void)context;
  snprintf(last, sizeof last, "%s", line);
  snprintf(answer, LIVE_ANSWER, "%s", strncmp(line, "no", 2) == 0 ? "never" : "at 0.1");
  return strncmp(line, "no", 2) != 0;
}
static char *give(void *context)
{
  (void)context;
  return strdup("ulna_scenario: 1\n");
}

static live_server *open_server(void)
{
  char why[LIVE_WHY];
  const live_handlers handlers = {
      .opened = note_opened, .closed = note_closed, .command = take_line, .scenario = give};
  live_server *s = ulna_live_open(page, strlen(page), &handlers, why);
  if (!s) fail_msg("%s", why);
  opened = closed = 0;
  return s;
}

static int port_of(const live_server *s)
{
  int port = 0;
  assert_int_equal(sscanf(ulna_live_address(s), "http://127.0.0.1:%d/", &port), 1);
  return port;
}

/* "/TOKEN/" */
static const char *root_of(const live_server *s) { return strchr(ulna_live_address(s) + 7, '/'); }

static int connect_to(const live_server *s)
{
  const struct sockaddr_in at = {.sin_family = AF_INET,
                                 .sin_port = htons((uint16_t)port_of(s)),
                                 .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  const int socket_ = socket(AF_INET, SOCK_STREAM, 0);
  assert_true(socket_ >= 0);
  assert_int_equal(connect(socket_, (const struct sockaddr *)&at, sizeof at), 0);
  assert_int_equal(fcntl(socket_, F_SETFL, O_NONBLOCK), 0);
  return socket_;
}

/* What comes from a connection until it ends, or has `until` in it, while the server serves. */
static char *read_answer(live_server *s, int socket_, const char *until)
{
  char *text = calloc(1, 1 << 20);
  size_t used = 0;
  for (int k = 0; k < 2000; k++) {
    ulna_live_serve(s, 0.002);
    const ssize_t got = recv(socket_, text + used, (1 << 20) - 1 - used, 0);
    if (got == 0 || (got < 0 && errno != EAGAIN)) return text;
    if (got > 0) used += (size_t)got;
    if (until && strstr(text, until)) return text;
  }
  fail_msg("no end: %s", text);
  return text;
}

static char *ask(live_server *s, const char *request)
{
  const int socket_ = connect_to(s);
  assert_int_equal(send(socket_, request, strlen(request), 0), strlen(request));
  char *text = read_answer(s, socket_, NULL);
  close(socket_);
  return text;
}

/* A request with the headers of a browser; path after the token. */
static char *request_of(const live_server *s, const char *method, const char *path, const char *host,
                        const char *more, const char *body)
{
  static char text[9000];
  char own[60], length[60] = "";
  snprintf(own, sizeof own, "127.0.0.1:%d", port_of(s));
  if (body) snprintf(length, sizeof length, "Content-Length: %zu\r\n", strlen(body));
  snprintf(text, sizeof text, "%s %s%s HTTP/1.1\r\nHost: %s\r\n%s%sAccept: */*\r\n\r\n%s", method, root_of(s),
           path, host ? host : own, length, more ? more : "", body ? body : "");
  return text;
}

static void expect(live_server *s, const char *request, int status, const char *words)
{
  char *text = ask(s, request), head[40];
  snprintf(head, sizeof head, "HTTP/1.1 %d ", status);
  if (strncmp(text, head, strlen(head)) != 0 || !strstr(text, words))
    fail_msg("%s\ngot %s, not %d %s", request, text, status, words);
  assert_true(status == 200 || !strstr(text, "<title>"));
  free(text);
}

static void the_page_is_given_to_who_has_the_address(void **state)
{
  (void)state;
  live_server *s = open_server();
  assert_int_equal(strlen(root_of(s)), 34);
  expect(s, request_of(s, "GET", "", NULL, NULL, NULL), 200, page);
  char host[60];
  snprintf(host, sizeof host, "localhost:%d", port_of(s));
  expect(s, request_of(s, "GET", "", host, NULL, NULL), 200, page);
  expect(s, request_of(s, "GET", "scenario", NULL, NULL, NULL), 200, "\r\n\r\nulna_scenario: 1\n");
  expect(s, request_of(s, "POST", "do", NULL, NULL, "push 1 2 3"), 200, "at 0.1\n");
  assert_string_equal(last, "push 1 2 3");
  expect(s, request_of(s, "POST", "do", NULL, NULL, "no such"), 422, "never\n");
  expect(s, request_of(s, "POST", "do", NULL, NULL, "two\nlines"), 400, "one line");
  expect(s, request_of(s, "GET", "elsewhere", NULL, NULL, NULL), 404, "");
  expect(s, request_of(s, "GET", "do", NULL, NULL, NULL), 404, "");
  expect(s, request_of(s, "POST", "", NULL, NULL, "x"), 404, "");
  ulna_live_close(s);
}

static void others_are_refused(void **state)
{
  (void)state;
  live_server *s = open_server();
  char request[400], origin[100];
  // a wrong token: one letter, none, a part, more
  const char *root = root_of(s);
  for (int k = 0; k < 5; k++) {
    char path[80];
    snprintf(path, sizeof path, "%s", root);
    if (k == 0) path[10] = path[10] == 'a' ? 'b' : 'a';
    if (k == 1) strcpy(path, "/");
    if (k == 2) strcpy(path + 20, "/");
    if (k == 3) strcpy(path + 33, "0/");
    if (k == 4) path[33] = '\0';
    snprintf(request, sizeof request, "GET %s HTTP/1.1\r\nHost: 127.0.0.1:%d\r\n\r\n", path, port_of(s));
    expect(s, request, 403, "");
  }
  // a name that somebody else has pointed at this machine, and a page of somebody else's
  static const char *const hosts[] = {"evil.example", "evil.example:80", "127.0.0.1", "127.0.0.1:1",
                                      "[::1]:80"};
  for (int k = 0; k < 5; k++) expect(s, request_of(s, "GET", "", hosts[k], NULL, NULL), 403, "");
  expect(s, request_of(s, "POST", "do", NULL, "Origin: http://evil.example\r\n", "push 9 9 9"), 403, "");
  expect(s, request_of(s, "POST", "do", NULL, "Origin: null\r\n", "push 9 9 9"), 403, "");
  *last = '\0';
  snprintf(origin, sizeof origin, "Origin: http://127.0.0.1:%d\r\n", port_of(s));
  expect(s, request_of(s, "POST", "do", NULL, origin, "push 1 1 1"), 200, "");
  assert_string_equal(last, "push 1 1 1");
  // what is no request
  char *many = malloc(9001);
  memset(many, 'a', 9000);
  many[9000] = '\0';
  expect(s, many, 431, "");
  free(many);
  expect(s, "GET / HTTP/1.1\nHost: x\n\n", 400, "");
  expect(s, "GET / HTTP/1.0\r\nHost: x\r\n\r\n", 505, "");
  expect(s, "DELETE / HTTP/1.1\r\nHost: x\r\n\r\n", 405, "");
  expect(s, request_of(s, "POST", "do", NULL, "Content-Length: 99999\r\n", NULL), 413, "");
  expect(s, request_of(s, "POST", "do", NULL, "Transfer-Encoding: chunked\r\n", NULL), 501, "");
  expect(s, request_of(s, "POST", "do", NULL, NULL, NULL), 400, "");
  ulna_live_close(s);
}

static void what_there_is_not_is_not_given(void **state)
{
  (void)state;
  char why[LIVE_WHY];
  const live_handlers none = {.context = NULL};
  live_server *s = ulna_live_open(page, strlen(page), &none, why);
  assert_non_null(s);
  expect(s, request_of(s, "GET", "scenario", NULL, NULL, NULL), 404, "no scenario");
  expect(s, request_of(s, "POST", "do", NULL, NULL, "push 1 2 3"), 422, "");
  ulna_live_close(s);
  assert_string_equal(ulna_http_reason(599), "Error");
}

static void one_page_listens_at_a_time(void **state)
{
  (void)state;
  live_server *s = open_server();
  assert_false(ulna_live_has_page(s));
  assert_false(ulna_live_send(s, "rows", "[]"));  // nobody hears it
  const int first = connect_to(s);
  const char *request = request_of(s, "GET", "events", NULL, NULL, NULL);
  assert_int_equal(send(first, request, strlen(request), 0), strlen(request));
  char *text = read_answer(s, first, "\r\n\r\n");
  assert_non_null(strstr(text, "text/event-stream"));
  free(text);
  assert_true(opened == 1 && ulna_live_has_page(s));
  expect(s, request_of(s, "GET", "events", NULL, NULL, NULL), 409, "another page");
  expect(s, request_of(s, "GET", "", NULL, NULL, NULL), 409, "another page");
  expect(s, request_of(s, "POST", "do", NULL, NULL, "push 1 2 3"), 200, "");
  assert_true(ulna_live_send(s, "rows", "[[1,2]]") && ulna_live_send(s, "event", "{}"));
  text = read_answer(s, first, "{}\n\n");
  assert_string_equal(text, "event: rows\ndata: [[1,2]]\n\nevent: event\ndata: {}\n\n");
  free(text);
  close(first);
  for (int k = 0; k < 200 && ulna_live_has_page(s); k++) ulna_live_serve(s, 0.005);
  assert_true(closed == 1 && !ulna_live_has_page(s));
  expect(s, request_of(s, "GET", "", NULL, NULL, NULL), 200, page);  // another may come now
  ulna_live_close(s);
}

/* A page that does not read, connections that say nothing, requests letter by letter: the run goes on. */
static void nobody_is_waited_for(void **state)
{
  (void)state;
  live_server *s = open_server();
  int silent[40];
  for (int k = 0; k < 40; k++) {
    silent[k] = connect_to(s);
    ulna_live_serve(s, 0);
  }
  expect(s, request_of(s, "GET", "", NULL, NULL, NULL), 200, page);
  for (int k = 0; k < 40; k++) close(silent[k]);
  const int slow = connect_to(s);
  const char *request = request_of(s, "GET", "", NULL, NULL, NULL);
  for (const char *c = request; *c; c++) {
    assert_int_equal(send(slow, c, 1, 0), 1);
    ulna_live_serve(s, 0);
  }
  char *text = read_answer(s, slow, NULL);
  assert_non_null(strstr(text, page));
  free(text);
  close(slow);
  const int deaf = connect_to(s);
  request = request_of(s, "GET", "events", NULL, NULL, NULL);
  assert_int_equal(send(deaf, request, strlen(request), 0), strlen(request));
  for (int k = 0; k < 100 && !ulna_live_has_page(s); k++) ulna_live_serve(s, 0.005);
  char *row = malloc(100001);
  memset(row, '1', 100000);
  row[100000] = '\0';
  int heard = 0;
  const double start = clock_seconds();
  for (int k = 0; k < 200; k++) {
    heard += ulna_live_send(s, "rows", row);
    ulna_live_serve(s, 0);
  }
  assert_true(heard > 10 && heard < 190);  // its own buffers, those of the system, and then no more
  assert_true(clock_seconds() - start < 5);
  free(row);
  close(deaf);
  const double before = clock_seconds();
  ulna_live_serve(s, 0.05);
  assert_true(clock_seconds() - before > 0.045);
  ulna_live_close(s);
}

/* Every prefix of a request asks for more, and the whole is the same however much follows. */
static void requests_are_read_strictly(void **state)
{
  (void)state;
  static const char whole[] =
      "POST /a/do HTTP/1.1\r\nHost: h:1\r\nContent-Length: 3\r\nX-Y: \t z \r\nOrigin: o\r\n\r\nabc";
  http_request r;
  for (size_t k = 0; k < sizeof whole - 1; k++) assert_int_equal(ulna_http_parse(whole, k, &r), HTTP_MORE);
  assert_int_equal(ulna_http_parse(whole, sizeof whole - 1, &r), HTTP_WHOLE);
  assert_string_equal(r.method, "POST");
  assert_string_equal(r.path, "/a/do");
  assert_string_equal(r.host, "h:1");
  assert_string_equal(r.origin, "o");
  assert_true(r.body_length == 3 && memcmp(whole + r.body, "abc", 3) == 0);
  static const struct {
    const char *text;
    int status;
  } wrong[] = {{"\r\n", 400},
               {"GET\r\n", 400},
               {"GET  / HTTP/1.1\r\n", 400},
               {"GET / HTTP/1.1 \r\n", 400},
               {"GET /\x7f HTTP/1.1\r\n", 400},
               {"GET / HTTP/2.0\r\n", 505},
               {"GET http://h/ HTTP/1.1\r\n", 400},
               {"OPTIONS / HTTP/1.1\r\n", 405},
               {"GET / HTTP/1.1\r\nHost: a\r\nHost: a\r\n", 400},
               {"GET / HTTP/1.1\r\nHost:\r\n", 400},
               {"GET / HTTP/1.1\r\nHost : a\r\n", 400},
               {"GET / HTTP/1.1\r\nHost: a\r\n b\r\n", 400},
               {"GET / HTTP/1.1\r\n: a\r\n", 400},
               {"GET / HTTP/1.1\r\nHost: a\rb\r\n", 400},
               {"GET / HTTP/1.1\r\n\r\n", 400},
               {"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n", 400},
               {"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 1\r\n", 400},
               {"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 18446744073709551617\r\n", 413}};
  for (size_t k = 0; k < sizeof wrong / sizeof wrong[0]; k++) {
    const http_progress p = ulna_http_parse(wrong[k].text, strlen(wrong[k].text), &r);
    if (p != HTTP_REFUSED || r.status != wrong[k].status) fail_msg("%s: %d, %d", wrong[k].text, p, r.status);
  }
}

static void changes_replace_those_that_stand_there(void **state)
{
  (void)state;
  static const char *const cases[][2] = {
      {"a: 1\nb: 2\n", "a: 1\nb: 2\nchanges: {x}\n"},
      {"a: 1", "a: 1\nchanges: {x}\n"},
      {"# nothing\n", "# nothing\nchanges: {x}\n"},
      {"# r\n---\na: 1\nchanges: {every: 1}\nb:\n  changes: 3\n",
       "# r\n---\na: 1\nb:\n  changes: 3\nchanges: {x}\n"},
      {"a: 1\nchanges:\n  every: 1\n\n  # r\n  pushes: []\nb: 2\n...\n", "a: 1\nb: 2\nchanges: {x}\n"},
      {"{\"a\": 1,\n \"b\": {\"c\": 2}}\n", "{\"a\": 1,\n \"b\": {\"c\": 2},\n \"changes\": {x}}\n"},
      {"{\"a\": 1,\n \"changes\": {\"every\": 1}}\n", "{\"a\": 1,\n \"changes\": {x}}\n"},
  };
  for (size_t k = 0; k < sizeof cases / sizeof cases[0]; k++) {
    char *text = ulna_live_with_changes(cases[k][0], "{x}");
    assert_string_equal(text, cases[k][1]);
    free(text);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_page_is_given_to_who_has_the_address),
      cmocka_unit_test(others_are_refused),
      cmocka_unit_test(what_there_is_not_is_not_given),
      cmocka_unit_test(one_page_listens_at_a_time),
      cmocka_unit_test(nobody_is_waited_for),
      cmocka_unit_test(requests_are_read_strictly),
      cmocka_unit_test(changes_replace_those_that_stand_there),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
