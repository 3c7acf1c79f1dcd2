/* The order of equations for an elimination that does not judge. */
#include <math.h>

#include "generate/control.h"

void ulna_internal_control_order(int n, double system[], int order[])
{
  for (int k = 0; k < n; k++) order[k] = k;
  for (int k = 0; k < n; k++) {
    int best = k;
    for (int i = k + 1; i < n; i++)
      if (fabs(system[order[i] * n + k]) > fabs(system[order[best] * n + k])) best = i;
    const int row = order[best];
    order[best] = order[k], order[k] = row;
    for (int i = k + 1; i < n; i++) {
      const double factor = system[order[i] * n + k] / system[row * n + k];
      for (int j = k; j < n; j++) system[order[i] * n + j] -= factor * system[row * n + j];
    }
  }
}
