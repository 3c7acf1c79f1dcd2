#define REAL_F32
#include "count/formulations_text.h"

const formulations ulna_formulations_f32 = {
    .kind = "f32",
    .size = bench_size,
    .inverse_dynamics = inverse_dynamics,
    .joint_wrenches = joint_wrenches,
    .mass_matrix = mass_matrix,
    .christoffel = christoffel,
    .coriolis_matrix = coriolis_matrix,
    .gravity = gravity,
    .energy = energy,
};
