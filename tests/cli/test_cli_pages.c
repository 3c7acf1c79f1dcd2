/* Help, man page and completion are made from one table: what one has, all have. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "support/command.h"

/* The commands, as the overview lists them. */
static int list_commands(char names[][24], int room)
{
  command_result r = COMMAND(NULL, "--help");
  assert_int_equal(r.code, 0);
  int count = 0;
  const char *line = strstr(r.out, "Commands\n");
  assert_non_null(line);
  for (line = strchr(line, '\n') + 1; strncmp(line, "  ", 2) == 0 && count < room;
       line = strchr(line, '\n') + 1)
    if (line[2] != ' ')
      assert_int_equal(sscanf(line, " %23s", names[count++]), 1);  // else a summary that goes on
  command_free(&r);
  return count;
}

/* Part of the man page that belongs to one command. */
static char *man_section(char *man, const char *command)
{
  char head[64];
  snprintf(head, sizeof head, ".SS \"ulna %.24s", command);
  char *section = strstr(man, head);
  assert_non_null(section);
  char *end = strstr(section + 1, "\n.S");
  if (end) *end = '\0';
  return section;
}

static void every_option_is_in_help_man_page_and_completion(void **state)
{
  (void)state;
  char names[40][24];
  const int count = list_commands(names, 40);
  assert_true(count >= 7);
  int seen = 0;
  for (int i = 0; i < count; i++) {
    command_result help = COMMAND(NULL, names[i], "--help"), man = COMMAND(NULL, "--man");
    command_result completion = COMMAND(NULL, "--completion");
    assert_int_equal(help.code, 0);
    char *section = man_section(man.out, names[i]);
    char head[64], option[64], roffed[128], word[80];
    snprintf(head, sizeof head, "  %.24s)\n    options=\"", names[i]);
    char *words = strstr(completion.out, head);
    assert_non_null(words);
    words += strlen(head);
    *strchr(words, '"') = ' ';
    *strchr(words, '\n') = '\0';
    int in_help = 0, in_words = 0;
    for (const char *line = help.out; line; line = strchr(line, '\n') ? strchr(line, '\n') + 1 : NULL) {
      if (sscanf(line, "  --%63s", option) != 1 || strncmp(line, "  --", 4) != 0) continue;
      in_help++;
      size_t length = (size_t)snprintf(roffed, sizeof roffed, "\\fB\\-\\-");
      for (const char *c = option; *c; c++)
        length += (size_t)snprintf(roffed + length, sizeof roffed - length, *c == '-' ? "\\-" : "%c", *c);
      strcat(roffed, "\\fR");
      if (!strstr(section, roffed)) fail_msg("man page: %s has no --%s", names[i], option);
      snprintf(word, sizeof word, "--%s ", option);
      if (!strstr(words, word)) fail_msg("completion: %s has no --%s", names[i], option);
    }
    for (const char *c = words; (c = strstr(c, "--")) != NULL; c += 2) in_words++;
    int in_man = 0;
    for (const char *c = section; (c = strstr(c, ".TP\n\\fB\\-\\-")) != NULL; c += 4) in_man++;
    assert_int_equal(in_help, in_words);
    assert_int_equal(in_help, in_man);
    seen += in_help;
    command_free(&help);
    command_free(&man);
    command_free(&completion);
  }
  assert_true(seen > 40);
}

static void help_says_the_same_by_every_way_to_it(void **state)
{
  (void)state;
  command_result a = COMMAND(NULL, "fk", "--help"), b = COMMAND(NULL, "help", "fk"),
                 c = COMMAND(NULL, "fk", "-h");
  assert_string_equal(a.out, b.out);
  assert_string_equal(a.out, c.out);
  assert_int_equal(strncmp(a.out, "Usage: ulna fk ROBOT [options]\n", 31), 0);
  command_free(&a);
  command_free(&b);
  command_free(&c);
}

static void help_is_at_most_80_columns_wide(void **state)
{
  (void)state;
  char names[40][24];
  const int count = list_commands(names, 40);
  for (int i = 0; i < count; i++) {
    command_result r = COMMAND(NULL, "help", names[i]);
    for (const char *line = r.out; *line;) {
      const size_t length = strcspn(line, "\n");
      const int example = strncmp(line, "  ulna ", 7) == 0;
      if (length > 80 && !example) fail_msg("%s: %.*s", names[i], (int)length, line);
      line += length + 1;
    }
    command_free(&r);
  }
}

static void lists_stand_in_two_columns_and_as_items_of_the_man_page(void **state)
{
  (void)state;
  command_result help = COMMAND(NULL, "simulate", "--help"), man = COMMAND(NULL, "--man");
  assert_non_null(strstr(help.out,
                         "Exit status:\n"
                         "  0              the run reached its end\n"
                         "  2              it could not be run, failed, or could not be recorded\n"
                         "  3              it is worth nothing, and the summary says why: a controller at\n"
                         "                 its limit for long, "));
  assert_non_null(
      strstr(help.out, "\n  130, 143, 129  stopped by Ctrl-C, SIGTERM, SIGHUP\nA second Ctrl-C "));
  assert_non_null(strstr(man.out, "Exit status:\n.TP\n0\nthe run reached its end\n.TP\n2\nit could "));
  assert_non_null(strstr(man.out, "stopped by Ctrl\\-C, SIGTERM, SIGHUP\n.PP\nA second Ctrl\\-C "));
  assert_null(strchr(help.out, '\t'));
  command_free(&help);
  command_free(&man);
}

static void completion_is_shell_that_bash_reads(void **state)
{
  (void)state;
  command_result r =
      command_shell("command -v bash >/dev/null || exit 0; \"$ULNA\" --completion >/dev/null && "
                    "\"$ULNA\" --completion | bash -n");
  assert_int_equal(r.code, 0);
  assert_string_equal(r.err, "");
  command_free(&r);
}

static void completion_offers_commands_options_robots_and_choices(void **state)
{
  (void)state;
  command_result r = command_shell(
      "command -v bash >/dev/null || exit 77; exec bash -c 'eval \"$(\"$ULNA\" --completion)\"; ulna() { \"$ULNA\" \"$@\"; }\n"
      "try() { COMP_WORDS=(\"$@\"); COMP_CWORD=$(($#-1)); _ulna; echo \"${COMPREPLY[*]}\"; }; cd /\n"
      "try ulna jac; try ulna fk --as; try ulna show puma560_; try ulna fk puma560 --format j; try ulna help stat; try ulna fk x --q \"\"'");
  if (r.code != 77) {
    assert_string_equal(r.out, "jacobian\n--as-rpy\npuma560_feasible\njson\nstates\n\n");
    assert_int_equal(r.code, 0);
  }
  command_free(&r);
}

static void man_page_is_clean_roff(void **state)
{
  (void)state;
  command_result r =
      command_shell("command -v groff >/dev/null || exit 0; \"$ULNA\" --man | groff -man -ww -Tascii -z");
  assert_int_equal(r.code, 0);
  assert_string_equal(r.err, "");
  command_free(&r);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_option_is_in_help_man_page_and_completion),
      cmocka_unit_test(help_says_the_same_by_every_way_to_it),
      cmocka_unit_test(help_is_at_most_80_columns_wide),
      cmocka_unit_test(lists_stand_in_two_columns_and_as_items_of_the_man_page),
      cmocka_unit_test(completion_is_shell_that_bash_reads),
      cmocka_unit_test(completion_offers_commands_options_robots_and_choices),
      cmocka_unit_test(man_page_is_clean_roff),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
