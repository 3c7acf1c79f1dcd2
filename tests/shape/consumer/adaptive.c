/* A user of the installed package: adaptive steps. */
#include <stdio.h>
#include <ulna/ulna.h>

int main(void)
{
  ulna_adaptive_options options = ulna_adaptive_options_default();
  options.method = ULNA_ADAMS;
  ulna_adaptive *adaptive = NULL;
  if (ulna_multistep_create(NULL, &options, NULL, &adaptive) != ULNA_INVALID_ARGUMENT) return 1;
  ulna_adaptive_destroy(adaptive);
  printf("Adams to %g, ulna %s\n", options.relative, ulna_version());
  return 0;
}
