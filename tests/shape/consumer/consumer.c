#include <stdio.h>
#include <ulna/ulna.h>

int main(void)
{
  printf("ulna %s: %s\n", ulna_version(), "linked");
  return 0;
}
