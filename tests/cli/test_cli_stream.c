/* Long streams: a million states in constant memory; readers that leave; outputs that are full. */
#include <pty.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "support/command.h"

/* Peak memory in kB of a run over `lines` states, output thrown away. */
static long peak_of(int lines)
{
  char line[400];
  // the shell's own children are measured apart: GNU time may be missing, /proc is there
  snprintf(line, sizeof line,
           "awk 'BEGIN { print \"q1,qd1\"; for (i = 0; i < %d; i++) print i * 1e-6 \",0.25\" }' | "
           "{ \"$ULNA\" jacobian pendulum --states - --format csv | awk 'END { print NR }'; }",
           lines);
  command_result r = command_shell(line);
  assert_int_equal(r.code, 0);
  assert_string_equal(r.err, "");
  assert_int_equal(atoi(r.out), lines + 1);
  command_free(&r);
  // and once more for its size, the states from a file
  snprintf(line, sizeof line,
           "awk 'BEGIN { print \"q1,qd1\"; for (i = 0; i < %d; i++) print i * 1e-6 \",0.25\" }'", lines);
  r = command_shell(line);
  const char *file = command_file("many.csv", r.out);
  command_free(&r);
  r = command_shell("exec \"$ULNA\" robots >/dev/null");
  command_free(&r);
  char exec[400];
  snprintf(exec, sizeof exec, "exec \"$ULNA\" jacobian pendulum --states %s >/dev/null", file);
  r = command_shell(exec);
  assert_int_equal(r.code, 0);
  const long peak = r.peak;
  command_free(&r);
  return peak;
}

static void a_million_states_take_no_more_memory_than_a_thousand(void **state)
{
  (void)state;
  const long few = peak_of(1000), many = peak_of(1000000);
  print_message("peak memory: %ld kB for a thousand states, %ld kB for a million\n", few, many);
#ifdef __SANITIZE_ADDRESS__
  skip();  // the sanitizer keeps what was freed, to catch who still uses it
#endif
  // pages the kernel happens to map differ by up to 2 MB; a million states kept would be 16 MB and more
  assert_true(many < few + 4096);
}

/* What a terminal on stderr shows of a run over many.csv, which the test above has left. */
static void progress_is_shown_on_a_terminal_and_cleared(void **state)
{
  (void)state;
  int master, slave;
  if (openpty(&master, &slave, NULL, NULL, NULL) != 0) skip();
  const char *file = command_file("unused", "");
  char many[200];
  snprintf(many, sizeof many, "%.*s/many.csv", (int)(strrchr(file, '/') - file), file);
  const pid_t child = fork();
  assert_true(child >= 0);
  if (child == 0) {
    dup2(slave, STDERR_FILENO);
    close(master);
    if (!freopen("/dev/null", "w", stdout)) _exit(125);
    execl(getenv("ULNA_COMMAND"), "ulna", "jacobian", "pendulum", "--states", many, (char *)NULL);
    _exit(126);
  }
  close(slave);
  static char seen[1 << 16];
  size_t length = 0;
  for (ssize_t got; (got = read(master, seen + length, sizeof seen - 1 - length)) > 0;) length += (size_t)got;
  int status;
  waitpid(child, &status, 0);
  close(master);
  assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
  // "[####....]  12 %  120000 states, …", over and over in one line, and that line cleared at the end
  assert_non_null(strstr(seen, "\r\033[K["));
  assert_non_null(strstr(seen, " %  "));
  assert_non_null(strstr(seen, " states, "));
  assert_null(strchr(seen, '\n'));
  assert_true(length > 4 && strcmp(seen + length - 4, "\r\033[K") == 0);
}

static void a_reader_that_leaves_ends_the_run_quietly(void **state)
{
  (void)state;
  command_result r =
      command_shell("awk 'BEGIN { print \"q1\"; for (i = 0; i < 200000; i++) print i }' | "
                    "{ \"$ULNA\" fk pendulum --states -; echo $? >&2; } | head -n 1 >/dev/null");
  assert_string_equal(r.err, "0\n");
  command_free(&r);
  r = command_shell("{ \"$ULNA\" help fk; echo $? >&2; } | true");
  assert_string_equal(r.err, "0\n");
  command_free(&r);
}

static void an_output_that_cannot_be_written_is_an_error(void **state)
{
  (void)state;
  command_result r = command_shell("test -w /dev/full || exit 0; \"$ULNA\" fk pendulum >/dev/full");
  if (r.code != 0) {
    assert_string_equal(r.err, "ulna fk: cannot write the output: No space left on device\n");
    assert_int_equal(r.code, 2);
  }
  command_free(&r);
  r = command_shell("\"$ULNA\" fk pendulum >&-");
  assert_string_equal(r.err, "ulna fk: cannot write the output: Bad file descriptor\n");
  assert_int_equal(r.code, 2);
  command_free(&r);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_million_states_take_no_more_memory_than_a_thousand),
      cmocka_unit_test(progress_is_shown_on_a_terminal_and_cleared),
      cmocka_unit_test(a_reader_that_leaves_ends_the_run_quietly),
      cmocka_unit_test(an_output_that_cannot_be_written_is_an_error),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
