/* A user of the installed package: robot files. */
#include <stdio.h>
#include <ulna/ulna.h>

int main(void)
{
  ulna_model *model = NULL;
  if (ulna_robot_load("puma560", NULL, NULL, NULL, &model) != ULNA_OK) return 1;
  printf("%s: %d joints\n", ulna_model_name(model), ulna_model_joint_count(model));
  ulna_model_destroy(model);
  return 0;
}
