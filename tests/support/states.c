/* The fast kernels over many states by double precision (states.h). */
#include "number/real.h"

// a double has one lane
static void set_lane(real *a, int lane, double x)
{
  (void)lane;
  *a = x;
}

#include "support/states_text.h"

void states_f64(const random_arm *a, bool loaded, int states, const states_in *in, const states_out *out)
{
  run_states(a, loaded, states, in, out);
}
void sines_f64(int n, const double offset[], const double x[], double sine[], double cosine[])
{
  run_sines(n, offset, x, sine, cosine);
}
