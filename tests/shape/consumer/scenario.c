/* A user of the installed package: scenarios. */
#include <stdio.h>
#include <ulna/ulna.h>

int main(void)
{
  ulna_scenario *scenario = NULL;
  if (ulna_scenario_load("double_pendulum", NULL, NULL, &scenario) != ULNA_OK) return 1;
  printf("%s, %d joints\n", ulna_scenario_name(scenario),
         ulna_model_joint_count(ulna_scenario_model(scenario)));
  ulna_scenario_destroy(scenario);
  return 0;
}
