/* ulna: the command. Finds the subcommand in the table, reads its arguments, runs it. */
#include <signal.h>
#include <string.h>

#include "cli.h"
#include "output.h"
#include "ulna/version.h"

static int unknown_command(const char *name)
{
  if (name[0] == '-') return fail("unknown option %s; see ulna --help", name);
  nearest n = nearest_to(name);
  for (const command *c = commands; c->name; c++) nearest_offer(&n, c->name);
  return n.best ? fail("there is no command \"%s\"; the nearest is %s", name, n.best)
                : fail("there is no command \"%s\"; see ulna --help", name);
}

static int run(int count, char **words)
{
  if (count < 2) {
    out_to_stderr();
    help_overview();
    return BAD;
  }
  const char *word = words[1];
  if (strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0) help_overview();
  else if (strcmp(word, "--version") == 0) out_printf("ulna %s\n", ulna_version());
  else if (strcmp(word, "--man") == 0) help_man();
  else if (strcmp(word, "--completion") == 0) help_completion();
  else {
    const command *c = command_find(word);
    if (!c) return unknown_command(word);
    message_set_command(c->name);
    arguments args;
    int code = arguments_parse(c, count - 2, words + 2, &args);
    if (code == DONE) {
      if (given(&args, OPT_HELP)) help_command(c);
      else code = c->run(&args);
    }
    arguments_free(&args);
    return code;
  }
  return DONE;
}

int main(int count, char **words)
{
  signal(SIGPIPE, SIG_IGN);  // writes then fail with EPIPE, which output.c knows
  const int code = run(count, words);
  out_flush();
  return code;
}
