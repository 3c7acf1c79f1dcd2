#include <cstdio>
#include <memory>

#include "pendulum.h"

int main()
{
  const double q[2] = {0, 3.14159265358979}, rest[2] = {0, 0};
  double tau[2];
  const std::unique_ptr<ulna_model, decltype(&ulna_model_destroy)> model(pendulum(), ulna_model_destroy);
  ulna_batch_options options = ulna_batch_options_default();
  options.threads = 2;
  ulna_batch *made = nullptr;
  if (!model || ulna_batch_create(model.get(), &options, nullptr, &made) != ULNA_OK) return 1;
  const std::unique_ptr<ulna_batch, decltype(&ulna_batch_destroy)> batch(made, ulna_batch_destroy);
  ulna_batch_states states = ulna_batch_states();
  states.q = q, states.qd = rest, states.qdd = rest;
  if (ulna_batch_inverse_dynamics(model.get(), batch.get(), 2, &states, tau) != ULNA_OK) return 1;
  std::printf("%.3f and %.3f Nm\n", tau[0], tau[1]);
}
