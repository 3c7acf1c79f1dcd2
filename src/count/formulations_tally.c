#define REAL_TALLY
#include "count/formulations_text.h"

const formulations ulna_formulations_tally = {
    .kind = "tally",
    .size = bench_size,
    .inverse_dynamics = inverse_dynamics,
    .joint_wrenches = joint_wrenches,
    .mass_matrix = mass_matrix,
    .christoffel = christoffel,
    .coriolis_matrix = coriolis_matrix,
    .gravity = gravity,
    .energy = energy,
};
