/* Couplings of actuators and joints evaluated. */
#include "model/coupling.h"

#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <string.h>

/* At a dead point the slope is what the phase's rounding, within a turn, leaves of zero: that is zero too, or a force would be
 * divided by it. From f f' = gain² g'/2 (kernel/screw.h), g' at most √(mu² + nu²). */
static bool is_dead(const screw_numbers *s, const screw_value *v)
{
  const double slope = 2 * (v->f / s->gain) * (v->f1 / s->gain), rounding = 4 * DBL_EPSILON;
  return slope * slope <= rounding * rounding * (s->mu * s->mu + s->nu * s->nu);
}

static screw_value evaluate(const screw_numbers *s, int n, const double q[])
{
  double phase = s->phi0;
  for (int i = 0; i < n; i++) phase += s->weight[i] * q[i];
  screw_value v = screw_at(s->gain, s->s, s->mu, s->nu, cos(phase), sin(phase));
  if (is_dead(s, &v)) v.f1 = 0;
  return v;
}

screw_value ulna_coupling_screw(const coupling_numbers *c, int screw, const double q[])
{
  return evaluate(&c->screw[screw], c->n, q);
}

void ulna_coupling_value(const coupling_numbers *c, const double q[], double x[], double K[])
{
  const int n = c->n;
  if (K) memcpy(K, c->K, (size_t)c->rows * (size_t)n * sizeof *K);
  for (int a = 0; x && a < c->rows; a++) {
    double sum = c->offset[a];
    for (int i = 0; i < n; i++) sum += c->K[a * n + i] * q[i];
    x[a] = sum;
  }
  for (int k = 0; k < c->screw_count; k++) {
    const screw_numbers *s = &c->screw[k];
    const screw_value v = evaluate(s, n, q);
    if (x) x[s->row] += v.f;
    for (int i = 0; K && i < n; i++) K[s->row * n + i] += v.f1 * s->weight[i];
  }
}

void ulna_coupling_curvature(const coupling_numbers *c, const double q[], const double qd[], double h[])
{
  for (int a = 0; a < c->rows; a++) h[a] = 0;
  for (int k = 0; k < c->screw_count; k++) {
    const screw_numbers *s = &c->screw[k];
    double rate = 0;
    for (int i = 0; i < c->n; i++) rate += s->weight[i] * qd[i];
    h[s->row] += evaluate(s, c->n, q).f2 * rate * rate;
  }
}

static void add_hessian(const screw_numbers *s, int n, const double q[], double H[])
{
  const double f2 = evaluate(s, n, q).f2;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) H[i * n + j] += f2 * s->weight[i] * s->weight[j];
}

void ulna_coupling_hessian(const coupling_numbers *c, int row, const double q[], double H[])
{
  memset(H, 0, (size_t)c->n * (size_t)c->n * sizeof *H);
  for (int k = 0; k < c->screw_count; k++)
    if (c->screw[k].row == row) add_hessian(&c->screw[k], c->n, q, H);
}

void ulna_coupling_hessians(const coupling_numbers *c, const double q[], double H[])
{
  const size_t matrix = (size_t)c->n * (size_t)c->n;
  memset(H, 0, (size_t)c->rows * matrix * sizeof *H);
  for (int k = 0; k < c->screw_count; k++)
    add_hessian(&c->screw[k], c->n, q, H + (size_t)c->screw[k].row * matrix);
}
