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

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_progress_bar_fits_the_terminal),
      cmocka_unit_test(colours_are_for_terminals_that_have_them),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
