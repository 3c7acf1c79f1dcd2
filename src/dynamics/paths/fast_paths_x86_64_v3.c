/* The fast kernels for x86-64-v3 (src/CMakeLists.txt sets the flag). */
#if defined(__x86_64__)
#  include "dynamics/paths/fast_paths_text.h"

extern const fast_paths ulna_fast_paths_x86_64_v3;
const fast_paths ulna_fast_paths_x86_64_v3 = {
    "x86-64-v3",     inverse_dynamics, driven_dynamics, forward_dynamics, mass_matrix,  articulated,
    hand_motion_any, gravity,          poses,           jacobian,         point_motion, frame,
    coriolis_matrix, inverse_mass,     invert,          factor,           solve,        derivatives,
    products,        regressor,        finite_sum};
#else
typedef int nothing_for_this_machine;
#endif
