/* The command run by a test, its output kept. */
#include "support/command.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

static void give_up(const char *what)
{
  perror(what);
  exit(2);
}

static const char *command_path(void)
{
  const char *path = getenv("ULNA_COMMAND");
  if (!path) {
    fputs("ULNA_COMMAND must name the command under test\n", stderr);
    exit(2);
  }
  return path;
}

static FILE *scratch_file(const char *text)
{
  FILE *file = tmpfile();
  if (!file) give_up("tmpfile");
  if (text) fputs(text, file);
  rewind(file);
  return file;
}

/* Memory that a test may drop by failing in between, or keeps until the end: in a list, so that it is never lost. */
typedef struct kept {
  struct kept *next;
  char text[];
} kept;
static kept *all_kept;

static char *keep(size_t size)
{
  kept *k = malloc(sizeof *k + size);
  if (!k) give_up("malloc");
  k->next = all_kept;
  all_kept = k;
  return k->text;
}

static void drop(const char *text)
{
  for (kept **k = &all_kept; text && *k; k = &(*k)->next) {
    if ((*k)->text != text) continue;
    kept *found = *k;
    *k = found->next;
    free(found);
    return;
  }
}

static char *contents(FILE *file)
{
  fseek(file, 0, SEEK_END);
  const long size = ftell(file);
  rewind(file);
  char *text = keep((size_t)size + 1);
  const size_t got = fread(text, 1, (size_t)size, file);
  text[got] = '\0';
  fclose(file);
  return text;
}

static command_result run(const char *in, const char *program, char *const words[])
{
  FILE *input = scratch_file(in), *output = scratch_file(NULL), *errors = scratch_file(NULL);
  const pid_t child = fork();
  if (child < 0) give_up("fork");
  if (child == 0) {
    dup2(fileno(input), STDIN_FILENO);
    dup2(fileno(output), STDOUT_FILENO);
    dup2(fileno(errors), STDERR_FILENO);
    execv(program, words);
    _exit(126);
  }
  int status;
  struct rusage usage;
  if (wait4(child, &status, 0, &usage) != child) give_up("wait4");
  fclose(input);
  command_result result = {.code = WIFEXITED(status) ? WEXITSTATUS(status) : -1, .peak = usage.ru_maxrss};
  result.out = contents(output);
  result.err = contents(errors);
  return result;
}

command_result command_run(const char *in, const char *const arguments[])
{
  int count = 0;
  while (arguments[count]) count++;
  char **words = calloc((size_t)count + 2, sizeof *words);
  if (!words) give_up("calloc");
  words[0] = (char *)"ulna";
  memcpy(words + 1, arguments, (size_t)count * sizeof *words);
  const command_result result = run(in, command_path(), words);
  free(words);
  return result;
}

command_result command_shell(const char *line)
{
  setenv("ULNA", command_path(), 1);
  const char *words[] = {"sh", "-c", line, NULL};
  return run(NULL, "/bin/sh", (char *const *)(void *)words);
}

void command_free(command_result *result)
{
  drop(result->out);
  drop(result->err);
  result->out = result->err = NULL;
}

static char folder[64];

static void remove_folder(void)
{
  char line[100];
  snprintf(line, sizeof line, "rm -rf '%s'", folder);
  if (system(line) != 0) fprintf(stderr, "%s is left behind\n", folder);
}

const char *command_file(const char *name, const char *text)
{
  if (!*folder) {
    strcpy(folder, "/tmp/ulna-test-XXXXXX");
    if (!mkdtemp(folder)) give_up("mkdtemp");
    atexit(remove_folder);
  }
  char *path = keep(strlen(folder) + strlen(name) + 2);
  sprintf(path, "%s/%s", folder, name);
  FILE *file = fopen(path, "w");
  if (!file) give_up(path);
  fputs(text, file);
  if (fclose(file) != 0) give_up(path);
  return path;
}
