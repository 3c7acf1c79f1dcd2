/* A user of the installed package: C for one robot. */
#include <stdio.h>

#include "pendulum.h"

int main(void)
{
  ulna_model *model = pendulum();
  const ulna_generate_options options = ulna_generate_options_default();
  ulna_generated *code = NULL;
  if (!model || ulna_generate(model, &options, NULL, NULL, &code) != ULNA_OK) return 1;
  printf("%s and %d more files\n", code->files[0].name, code->file_count - 1);
  ulna_generated_destroy(code);
  ulna_model_destroy(model);
  return 0;
}
