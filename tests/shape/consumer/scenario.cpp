#include <iostream>
#include <memory>
#include <ulna/ulna.h>

int main()
{
  ulna_scenario *read = nullptr;
  if (ulna_scenario_load("double_pendulum", nullptr, nullptr, &read) != ULNA_OK) return 1;
  const std::unique_ptr<ulna_scenario, decltype(&ulna_scenario_destroy)> scenario(read,
                                                                                  ulna_scenario_destroy);
  std::cout << ulna_scenario_name(scenario.get()) << ", "
            << ulna_model_joint_count(ulna_scenario_model(scenario.get())) << " joints" << std::endl;
}
