#include <iostream>
#include <memory>
#include <ulna/ulna.h>

int main()
{
  ulna_model *made = nullptr;
  if (ulna_robot_load("puma560", nullptr, nullptr, nullptr, &made) != ULNA_OK) return 1;
  const std::unique_ptr<ulna_model, decltype(&ulna_model_destroy)> model(made, ulna_model_destroy);
  std::cout << ulna_model_name(model.get()) << ": " << ulna_model_joint_count(model.get()) << " joints"
            << std::endl;
}
