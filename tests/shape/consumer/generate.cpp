#include <iostream>
#include <memory>

#include "pendulum.h"

int main()
{
  const std::unique_ptr<ulna_model, decltype(&ulna_model_destroy)> model(pendulum(), ulna_model_destroy);
  const ulna_generate_options options = ulna_generate_options_default();
  ulna_generated *made = nullptr;
  if (!model || ulna_generate(model.get(), &options, nullptr, nullptr, &made) != ULNA_OK) return 1;
  const std::unique_ptr<ulna_generated, decltype(&ulna_generated_destroy)> code(made, ulna_generated_destroy);
  std::cout << code->files[0].name << " and " << code->file_count - 1 << " more files" << std::endl;
}
