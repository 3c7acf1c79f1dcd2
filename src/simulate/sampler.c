/* Commands that are computed at sampling instants, wait, take effect and are held. */
#include <math.h>
#include <string.h>

#include "simulate/simulation.h"

/* The largest number of commands that can wait at once. */
int ulna_sampler_room(double period, double delay)
{
  const double under_way = floor(delay / period) + 2;
  return under_way < 1e6 ? (int)under_way : 1000000;
}

double ulna_sampler_instant(const sampler *x) { return x->start + (double)x->next * x->period; }

double ulna_sampler_due(const sampler *x) { return x->count ? x->due[x->first] : (double)INFINITY; }

void ulna_sampler_put(sampler *x, int n, const double command[])
{
  const int at = (x->first + x->count) % x->room;
  memcpy(&x->waiting[at * n], command, (size_t)n * sizeof *command);
  x->due[at] = ulna_sampler_instant(x) + x->delay;
  x->count++;
  x->next++;
}

bool ulna_sampler_take(sampler *x, int n, double t)
{
  bool changed = false;
  while (x->count && (x->due[x->first] <= t || ulna_same_instant(x->due[x->first], t))) {
    const double *command = &x->waiting[x->first * n];
    changed = changed || memcmp(x->held, command, (size_t)n * sizeof *command) != 0;
    memcpy(x->held, command, (size_t)n * sizeof *command);
    x->first = (x->first + 1) % x->room;
    x->count--;
  }
  return changed;
}
