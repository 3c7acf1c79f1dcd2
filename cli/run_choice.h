/* The options of the command line that replace parts of a scenario. */
#ifndef CLI_RUN_CHOICE_H
#define CLI_RUN_CHOICE_H

#include "cli.h"
#include "ulna/scenario.h"

typedef struct {
  ulna_run_options with; /* points into the rest */
  uint64_t seed;
  ulna_model_error error;
} run_choice;

int read_choice(const arguments *args, const ulna_scenario *scenario, run_choice *choice);

/* "exact", "masses -10 %, payload unknown". */
enum { ERROR_WORDS = 100 };
const char *error_words(const ulna_model_error *error, char words[ERROR_WORDS]);

#endif
