/* The command on a terminal: lines keep to its width, colours are there unless NO_COLOR or a dumb terminal says otherwise. */
#ifndef _GNU_SOURCE
#  define _GNU_SOURCE
#endif
#include <pty.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#include "support/folder.h"

/* All that the command writes to a terminal of so many columns, to be freed; after `seconds` it gets a Ctrl-C. */
static char *on_terminal(int columns, const char *no_colour, const char *terminal, double seconds,
                         const char *const arguments[])
{
  const struct winsize size = {.ws_row = 24, .ws_col = (unsigned short)columns};
  int master;
  fflush(NULL);
  const pid_t child = forkpty(&master, NULL, NULL, &size);
  assert_true(child >= 0);
  if (child == 0) {
    setenv("TERM", terminal, 1);
    if (no_colour) setenv("NO_COLOR", no_colour, 1);
    else unsetenv("NO_COLOR");
    execv(getenv("ULNA_COMMAND"), (char *const *)(uintptr_t)arguments);
    _exit(126);
  }
  if (seconds > 0) {
    nanosleep(&(struct timespec){(time_t)seconds, (long)(1e9 * (seconds - (double)(time_t)seconds))}, NULL);
    kill(child, SIGINT);
  }
  char *text = calloc(1, 1 << 20);
  size_t used = 0;
  ssize_t got;
  while (used < (1 << 20) - 1 && (got = read(master, text + used, (1 << 20) - 1 - used)) > 0)
    used += (size_t)got;
  int status;
  assert_int_equal(waitpid(child, &status, 0), child);
  close(master);
  return text;
}
#define ON_TERMINAL(columns, no_colour, terminal, seconds, ...)                                              \
  on_terminal(columns, no_colour, terminal, seconds, (const char *const[]){"ulna", __VA_ARGS__, NULL})

/* The widest of the lines that are drawn over, "\r\033[K…"; escape sequences take no room. */
static int widest_drawn(const char *text, int *count)
{
  int widest = 0;
  *count = 0;
  for (const char *at = text; (at = strstr(at, "\r\033[K")) != NULL;) {
    at += 4;
    if (strncmp(at, "ulna ", 5) == 0) continue;  // a message that took the line's place, of any length
    int width = 0;
    for (; *at && *at != '\r' && *at != '\n'; at++) {
      if (*at == '\033') at += strcspn(at, "mK");
      else width++;
    }
    *count += width > 0;
    if (width > widest) widest = width;
  }
  return widest;
}

static void the_progress_bar_fits_the_terminal(void **state)
{
  (void)state;
  folder_write("slow.yaml",
               "ulna_scenario: 1\nname: slow\nrobot: planar2r\nstart: {q: [1, 0.5]}\nduration: 100\n"
               "integrator: {method: rk4, step: 1.0e-7}\nrecord: {every: 10}\n");
  const int widths[] = {120, 80, 40};
  for (int k = 0; k < 3; k++) {
    char *text = NULL;
    int count = 0, widest = 0;
    for (double seconds = 2; seconds <= 32 && count == 0;
         seconds *= 4) {  // a busy machine has not begun by then
      free(text);
      text = ON_TERMINAL(widths[k], NULL, "xterm", seconds, "simulate", folder_path("slow.yaml"));
      widest = widest_drawn(text, &count);
    }
    print_message("%d columns: %d lines drawn, the widest of %d\n", widths[k], count, widest);
    assert_true(count > 0 && widest > 20 && widest < widths[k]);
    assert_int_equal(strstr(text, "........") != NULL, widths[k] >= 80);  // the bar
    assert_non_null(strstr(text, "stopped by Ctrl-C"));
    free(text);
  }
}

static void colours_are_for_terminals_that_have_them(void **state)
{
  (void)state;
  folder_write("bad.yaml", "ulna: 1\nname: x\n");
  static const struct {
    const char *no_colour, *terminal;
    bool coloured;
  } cases[] = {{NULL, "xterm", true}, {"", "xterm", true}, {"1", "xterm", false}, {NULL, "dumb", false}};
  for (size_t k = 0; k < sizeof cases / sizeof cases[0]; k++) {
    char *bad = ON_TERMINAL(80, cases[k].no_colour, cases[k].terminal, 0, "check", folder_path("bad.yaml"));
    char *good = ON_TERMINAL(80, cases[k].no_colour, cases[k].terminal, 0, "check", "pendulum");
    assert_int_equal(strstr(bad, "\033[1;31m error:\033[0m") != NULL, cases[k].coloured);
    assert_int_equal(strstr(good, "\033[32mall is well\033[0m") != NULL, cases[k].coloured);
    assert_int_equal(strchr(bad, '\033') != NULL, cases[k].coloured);
    assert_non_null(strstr(good, "all is well"));
    free(bad);
    free(good);
  }
}

/* Braille where terminal and locale have it, colours where the terminal has them, and never one for the other. */
static void pictures_are_what_the_terminal_can_show(void **state)
{
  (void)state;
  folder_write("x.csv", "t [s],q1 [rad],q2 [rad]\n0,0,1\n1,1,0\n");
  static const struct {
    const char *no_colour, *terminal, *locale;
    bool coloured, braille;
  } cases[] = {{NULL, "xterm", "C.UTF-8", true, true},    {"1", "xterm", "C.UTF-8", false, true},
               {NULL, "xterm", "C", true, false},         {NULL, "dumb", "C.UTF-8", false, false},
               {NULL, "xterm", "de_DE.utf8", true, true}, {NULL, "xterm", "de_DE.ISO-8859-1", true, false}};
  const char *before = getenv("LC_ALL");
  char *kept = before ? strdup(before) : NULL;
  for (size_t k = 0; k < sizeof cases / sizeof cases[0]; k++) {
    setenv("LC_ALL", cases[k].locale, 1);
    char *texts[3] = {
        ON_TERMINAL(100, cases[k].no_colour, cases[k].terminal, 0, "show", "planar2r", "--q", "0.4 0.9"),
        ON_TERMINAL(100, cases[k].no_colour, cases[k].terminal, 0, "plot", folder_path("x.csv"), "q1"),
        ON_TERMINAL(100, cases[k].no_colour, cases[k].terminal, 0, "simulate", "double_pendulum",
                    "--duration", "0.2")};
    for (int i = 0; i < 3; i++) {
      const bool dots =
          strstr(texts[i], "\xe2\xa0") || strstr(texts[i], "\xe2\xa1") || strstr(texts[i], "\xe2\x96");
      if (dots != cases[k].braille) fail_msg("case %zu, picture %d: %s", k, i, texts[i]);
      const bool plain = i == 0 && !cases[k].braille;  // an arm of letters has no colours
      if ((strstr(texts[i], "\033[3") != NULL) != (cases[k].coloured && !plain))
        fail_msg("case %zu, picture %d: %s", k, i, texts[i]);
      free(texts[i]);
    }
  }
  if (kept) setenv("LC_ALL", kept, 1);
  else unsetenv("LC_ALL");
  free(kept);
}

/* Curves of one axis have colours, or marks. */
static void curves_are_told_apart(void **state)
{
  (void)state;
  folder_write("x.csv", "t [s],q1 [rad],q2 [rad]\n0,0,1\n1,1,0\n");
  char *coloured = ON_TERMINAL(80, NULL, "xterm", 0, "plot", folder_path("x.csv"), "q");
  char *plain = ON_TERMINAL(80, "1", "xterm", 0, "plot", folder_path("x.csv"), "q");
  assert_non_null(strstr(coloured, "\033[36m q1\033[0m \033[33m q2\033[0m"));
  assert_non_null(strstr(plain, "rad:  1 q1  2 q2"));
  free(coloured), free(plain);
}

/* A plot is as wide as the terminal. */
static void a_plot_fits_the_terminal(void **state)
{
  (void)state;
  folder_write("x.csv", "t [s],q1 [rad],q2 [rad]\n0,0,1\n1,1,0\n");
  const int widths[] = {60, 80, 123};
  for (int k = 0; k < 3; k++) {
    char *text =
        ON_TERMINAL(widths[k], "1", "xterm", 0, "plot", folder_path("x.csv"), "--characters", "utf-8");
    int widest = 0;
    for (const char *at = text; *at; at += *at != '\0') {
      int width = 0;
      for (; *at && *at != '\n'; at++) width += *at != '\r' && (*at & 0xc0) != 0x80;
      if (width > widest) widest = width;
    }
    assert_int_equal(widest, widths[k]);
    free(text);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_progress_bar_fits_the_terminal),
      cmocka_unit_test(colours_are_for_terminals_that_have_them),
      cmocka_unit_test(pictures_are_what_the_terminal_can_show),
      cmocka_unit_test(curves_are_told_apart),
      cmocka_unit_test(a_plot_fits_the_terminal),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
