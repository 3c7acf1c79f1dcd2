/* `ulna simulate --view` as a page sees it: rows come, commands take effect at stated instants, a page that is closed stops nothing,
 * and the scenario that is saved gives the same recording, byte for byte. */
#include <arpa/inet.h>
#include <netinet/in.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "support/command.h"
#include "support/folder.h"

/* The command under way, and where its page is. */
typedef struct {
  pid_t child;
  FILE *messages;
  int port;
  char root[60];
} viewed;

static viewed start(const char *const arguments[])
{
  int ends[2];
  assert_int_equal(pipe(ends), 0);
  viewed v = {.child = fork()};
  assert_true(v.child >= 0);
  if (v.child == 0) {
    dup2(ends[1], STDERR_FILENO);
    close(ends[0]), close(ends[1]);
    if (!freopen("/dev/null", "w", stdout)) _exit(125);
    execv(getenv("ULNA_COMMAND"), (char *const *)(uintptr_t)arguments);
    _exit(126);
  }
  close(ends[1]);
  v.messages = fdopen(ends[0], "r");
  char line[300] = "";
  assert_non_null(fgets(line, sizeof line, v.messages));
  const char *at = strstr(line, "http://127.0.0.1:");
  if (!at || sscanf(at, "http://127.0.0.1:%d%59s", &v.port, v.root) != 2) fail_msg("%s", line);
  return v;
}
#define START(...) start((const char *const[]){"ulna", "simulate", __VA_ARGS__, NULL})

static int finish(viewed *v)
{
  int status;
  assert_int_equal(waitpid(v->child, &status, 0), v->child);
  fclose(v->messages);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static int connect_to(const viewed *v)
{
  const struct sockaddr_in at = {
      .sin_family = AF_INET, .sin_port = htons((uint16_t)v->port), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  const int socket_ = socket(AF_INET, SOCK_STREAM, 0);
  const struct timeval patience = {60, 0};
  assert_int_equal(setsockopt(socket_, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience), 0);
  assert_int_equal(connect(socket_, (const struct sockaddr *)&at, sizeof at), 0);
  return socket_;
}

static void ask(const viewed *v, int socket_, const char *method, const char *path, const char *body)
{
  char request[600], length[40] = "";
  if (body) snprintf(length, sizeof length, "Content-Length: %zu\r\n", strlen(body));
  snprintf(request, sizeof request, "%s %s%s HTTP/1.1\r\nHost: 127.0.0.1:%d\r\n%s\r\n%s", method, v->root,
           path, v->port, length, body ? body : "");
  assert_int_equal(send(socket_, request, strlen(request), MSG_NOSIGNAL), strlen(request));
}

/* The body of an answer whose status must be this; to be freed. */
static char *answer(const viewed *v, const char *method, const char *path, const char *body, int status)
{
  const int socket_ = connect_to(v);
  ask(v, socket_, method, path, body);
  char *text = calloc(1, 1 << 22), head[40];
  size_t used = 0;
  ssize_t got;
  while ((got = recv(socket_, text + used, (1 << 22) - 1 - used, 0)) > 0) used += (size_t)got;
  close(socket_);
  snprintf(head, sizeof head, "HTTP/1.1 %d ", status);
  char *start_ = strstr(text, "\r\n\r\n");
  if (strncmp(text, head, strlen(head)) != 0 || !start_)
    fail_msg("%s %s: %.300s", path, body ? body : "", text);
  memmove(text, start_ + 4, strlen(start_ + 4) + 1);
  return text;
}

/* Reads events until one of that name; its data, valid until the next call. */
static const char *next_event(FILE *events, const char *name)
{
  static char *line;
  static size_t room;
  char wanted[60];
  snprintf(wanted, sizeof wanted, "event: %s\n", name);
  for (;;) {
    if (getline(&line, &room, events) <= 0) fail_msg("no event \"%s\" came", name);
    if (strcmp(line, wanted) != 0) continue;
    if (getline(&line, &room, events) <= 0 || strncmp(line, "data: ", 6) != 0)
      fail_msg("no data of %s", name);
    return line + 6;
  }
}

/* The time of the last row of an event "rows". */
static double last_time(const char *data)
{
  const char *row = strrchr(data, '[');
  return row ? strtod(row + 1, NULL) : -1;
}

static void run_until(FILE *events, double t)
{
  while (last_time(next_event(events, "rows")) < t) continue;
}

static double command_at(const viewed *v, const char *line, double least)
{
  char *text = answer(v, "POST", "do", line, 200);
  double at = -1;
  if (sscanf(text, "at %lf", &at) != 1 || !(at > least)) fail_msg("%s: %s", line, text);
  free(text);
  return at;
}

static const char scenario[] =
    "ulna_scenario: 1\nname: tried\nrobot: puma560\nstart: {q: [0.3, 0.6, -0.7, 0.2, 0.5, 0]}\nduration: 1.5\n"
    "integrator: {method: rk4, step: 0.001}\ncontroller: {kind: unified, period: 0.002}\n"
    "trajectory: [{line: {by: [0, 0.1, -0.1], duration: 0.4}}]\n"
    "record: {every: 0.01, what: [q, qd, command, hand, wrench]}\n";

static void what_is_saved_gives_the_same_recording(void **state)
{
  (void)state;
  folder_write("tried.yaml", scenario);
  viewed v = START(folder_path("tried.yaml"), "--view", "--quiet", "--speed", "0.3", "--record",
                   folder_path("live.csv"), "--save", folder_path("saved.yaml"));
  char *page = answer(&v, "GET", "", NULL, 200);
  assert_non_null(strstr(page, "\"kind\":\"live\""));
  free(page);
  const int stream = connect_to(&v);
  ask(&v, stream, "GET", "events", NULL);
  FILE *events = fdopen(stream, "r");
  const char *hello = next_event(events, "hello");
  assert_non_null(strstr(hello, "{\"name\":\"hand.frequency\",\"unit\":\"rad/s\",\"value\":30}"));
  assert_non_null(strstr(hello, "\"every\":0.01"));
  run_until(events, 0.1);
  command_at(&v, "push 10 0 -25.5", 0.1);
  command_at(&v, "gain hand.frequency 17.5", 0.1);
  run_until(events, 0.4);
  command_at(&v, "push 0 0 0", 0.4);
  free(answer(&v, "POST", "do", "gain hand.frequency -1", 422));
  free(answer(&v, "POST", "do", "push 1 2", 422));
  free(answer(&v, "POST", "do", "push 1 2 nan", 422));
  free(answer(&v, "POST", "do", "dance", 422));
  free(answer(&v, "POST", "do", "gain hand.frequency", 422));
  free(answer(&v, "POST", "do", "speed -1", 422));
  free(answer(&v, "GET", "events", NULL, 409));  // a second page
  free(answer(&v, "GET", "", NULL, 409));
  free(answer(&v, "POST", "do", "speed 0", 200));
  free(answer(&v, "POST", "do", "speed 5", 200));
  assert_non_null(strstr(next_event(events, "end"), "the end was reached"));
  free(answer(&v, "POST", "do", "push 1 2 3", 422));  // too late
  char *saved = answer(&v, "GET", "scenario", NULL, 200);
  fclose(events);  // the page is closed, and the command with it
  assert_int_equal(finish(&v), 0);
  char *written = folder_read("saved.yaml");
  assert_string_equal(written, saved);
  assert_non_null(strstr(saved, "\"gain\": \"hand.frequency\", \"to\": 17.5"));
  assert_non_null(strstr(saved, "\"force\": [10, 0, -25.5]"));
  free(saved), free(written);
  command_result r =
      COMMAND(NULL, "simulate", folder_path("saved.yaml"), "--quiet", "--record", folder_path("again.csv"));
  if (r.code != 0) fail_msg("%s", r.err);
  command_free(&r);
  assert_true(folder_same("live.csv", "again.csv"));
  r = COMMAND(NULL, "simulate", folder_path("tried.yaml"), "--quiet", "--record", folder_path("plain.csv"));
  command_free(&r);
  assert_false(folder_same("live.csv", "plain.csv"));
}

/* A scenario that was only read because --allow-outside let it is not given away as one that can be. */
static void what_cannot_be_read_again_is_not_saved(void **state)
{
  (void)state;
  char text[600];
  snprintf(text, sizeof text, "%s", scenario);
  char *name = strstr(text, "puma560"), *rest = name + strlen("puma560"), changed[800];
  snprintf(changed, sizeof changed, "%.*s%s/puma560.yaml%s", (int)(name - text), text, ULNA_ROBOTS, rest);
  folder_write("outside.yaml", changed);
  viewed v = START(folder_path("outside.yaml"), "--view", "--quiet", "--speed", "9", "--allow-outside",
                   "--save", folder_path("never.yaml"));
  const int stream = connect_to(&v);
  ask(&v, stream, "GET", "events", NULL);
  FILE *events = fdopen(stream, "r");
  next_event(events, "end");
  free(answer(&v, "GET", "scenario", NULL, 404));
  fclose(events);
  assert_int_equal(finish(&v), 2);
  assert_int_equal(folder_count("never"), 0);
}

/* A page that goes away while it pushes, paused: the push ends and the run comes to its end. */
static void closing_the_page_does_not_stop_the_run(void **state)
{
  (void)state;
  folder_write("tried.yaml", scenario);
  viewed v = START(folder_path("tried.yaml"), "--view", "--quiet", "--speed", "0.7", "--record",
                   folder_path("closed.csv"), "--save", folder_path("closed.yaml"));
  const int stream = connect_to(&v);
  ask(&v, stream, "GET", "events", NULL);
  FILE *events = fdopen(stream, "r");
  run_until(events, 0.05);
  run_until(events, command_at(&v, "push 5 5 5", 0.05));  // a push that ends before it begins is none
  free(answer(&v, "POST", "do", "speed 0", 200));
  fclose(events);
  assert_int_equal(finish(&v), 0);
  char *recording = folder_read("closed.csv"), *saved = folder_read("closed.yaml");
  assert_non_null(strstr(recording, "# status: complete, 151 rows"));
  assert_non_null(strstr(saved, "\"force\": [5, 5, 5]}, {\"at\": "));
  assert_non_null(strstr(saved, "\"force\": [0, 0, 0]}]"));
  free(recording), free(saved);
}

static void ctrl_c_ends_it_properly(void **state)
{
  (void)state;
  folder_write("tried.yaml", scenario);
  viewed v = START(folder_path("tried.yaml"), "--view", "--quiet");  // while it waits for a page
  kill(v.child, SIGINT);
  assert_int_equal(finish(&v), 130);
  v = START(folder_path("tried.yaml"), "--view", "--quiet", "--record", folder_path("cut.csv"), "--speed",
            "0.1");
  const int stream = connect_to(&v);
  ask(&v, stream, "GET", "events", NULL);
  FILE *events = fdopen(stream, "r");
  run_until(events, 0.01);
  kill(v.child, SIGINT);
  assert_int_equal(finish(&v), 130);
  fclose(events);
  char *recording = folder_read("cut.incomplete.csv");
  assert_non_null(strstr(recording, "stopped by Ctrl-C"));
  free(recording);
}

static void options_that_do_not_go_together_are_refused(void **state)
{
  (void)state;
  static const struct {
    const char *words[4], *message;
  } cases[] = {{{"--speed", "2"}, "--speed needs --view\n"},
               {{"--save", "x.yaml"}, "--save needs --view\n"},
               {{"--view", "--compare"},
                "--view shows one run while it goes on; --compare has several (--report shows them)\n"},
               {{"--view", "--speed", "0"}, "--speed: \"0\" is not a number above 0, up to 1e6\n"},
               {{"--view", "--speed", "fast"}, "--speed: number 1, \"fast\", is not a number\n"}};
  for (size_t k = 0; k < sizeof cases / sizeof cases[0]; k++) {
    const char *const *w = cases[k].words;
    command_result r = COMMAND(NULL, "simulate", "double_pendulum", w[0], w[1], w[2], w[3]);
    if (r.code != 2 || !strstr(r.err, cases[k].message)) fail_msg("%d, %s", r.code, r.err);
    command_free(&r);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(what_is_saved_gives_the_same_recording),
      cmocka_unit_test(what_cannot_be_read_again_is_not_saved),
      cmocka_unit_test(closing_the_page_does_not_stop_the_run),
      cmocka_unit_test(ctrl_c_ends_it_properly),
      cmocka_unit_test(options_that_do_not_go_together_are_refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
