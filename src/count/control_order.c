/* The order of equations for an elimination that does not judge. */
#include <math.h>

#include "count/formulations.h"

double ulna_control_order(int n, double system[], int order[])
{
  enum { HAND = 6 };
  const int equations = n > HAND ? n : HAND;
  int spare[HAND];  // equations that n < 6 leaves over
  for (int k = 0; k < equations; k++) *(k < n ? &order[k] : &spare[k - n]) = k;
  double least = (double)INFINITY, most = 0;
  for (int k = 0; k < n; k++) {
    int *best = &order[k];
    for (int i = k + 1; i < equations; i++) {
      int *other = i < n ? &order[i] : &spare[i - n];
      if (fabs(system[*other * n + k]) > fabs(system[*best * n + k])) best = other;
    }
    const int row = *best;
    *best = order[k], order[k] = row;
    const double pivot = system[row * n + k];
    least = fmin(least, fabs(pivot)), most = fmax(most, fabs(pivot));
    if (pivot == 0) return 0;
    for (int i = k + 1; i < equations; i++) {
      double *below = &system[(i < n ? order[i] : spare[i - n]) * n];
      const double factor = below[k] / pivot;
      for (int j = k; j < n; j++) below[j] -= factor * system[row * n + j];
    }
  }
  return least / most;
}
