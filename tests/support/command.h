/* Running the command under test (environment ULNA_COMMAND) and looking at what it says. */
#ifndef ULNA_TESTS_COMMAND_H
#define ULNA_TESTS_COMMAND_H

#include <stddef.h>

typedef struct {
  int code;  /* exit status; -1: ended by a signal */
  char *out; /* stdout, 0-terminated */
  char *err; /* stderr */
  long peak; /* largest resident size, kB */
} command_result;

/* Arguments after the command's name, NULL at the end; `in` is its stdin (NULL: empty). */
command_result command_run(const char *in, const char *const arguments[]);
void command_free(command_result *result);

/* The same with the arguments as they come. */
#define COMMAND(in, ...) command_run(in, (const char *const[]){__VA_ARGS__, NULL})

/* Runs `line` by the shell, where "$ULNA" is the command. */
command_result command_shell(const char *line);

/* A file of the test's own in a temporary folder, with this text; the path is valid until the program ends. */
const char *command_file(const char *name, const char *text);

#endif
