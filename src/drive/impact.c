/* Joints that run into their stops, all in one problem.
 *
 * With u = speed away from the stop (before: u⁻, after: u⁺) and P ≥ 0 the impulse of each stop, Newton's law is
 *   u⁺ − e|u⁻| ≥ 0,   P ≥ 0,   P (u⁺ − e|u⁻|) = 0   for every joint at its stop that does not move away from it,
 * resting joints (u⁻ = 0) included: a stop can neither pull nor keep a joint that the blow throws off it. The loss of
 * energy is ½ Σ P (|u⁻| − u⁺) = ½ Σ P (1 − e)|u⁻| ≥ 0, each term for itself. Friction is finite and has no part in it.
 *
 * Joints that throw each other off their stops in turn do so ever more often and ever slower, without end. So after a
 * blow slower than rest_speed nothing rebounds: all joints at stops come to rest there, which takes energy too (their
 * speeds are projected out in the metric of M). A joint that should leave does so by its acceleration. */
#include <math.h>
#include <string.h>

#include "drive/bounded.h"
#include "drive/drive_internal.h"
#include "drive/driven.h"

enum { MOST_BLOWS = 50 };

typedef struct {
  const ulna_model *m;
  stick_scratch *k;
  const double *M;
  const int *side;
  double restitution, rest_speed;
  double *qd;
  int n;
} impact;

/* The fastest run against a stop; 0: there is none. */
static double fastest(const impact *x)
{
  double most = 0;
  for (int j = 0; j < x->n; j++) most = fmax(most, x->side[j] * x->qd[j]);
  return most;
}

/* Rows of the joints at stops: in M qd⁺ + λ = M qd⁻, λ = ±P. A joint that moves away is one of them only if `all`; then
 * nothing rebounds. Returns how many. */
static int gather(impact *x, bool all)
{
  stick_scratch *k = x->k;
  const bool slow = fastest(x) <= fmax(x->rest_speed, 1e-9);
  int count = 0;
  for (int j = 0; j < x->n; j++) {
    const double toward = x->side[j] * x->qd[j];
    if (x->side[j] == 0 || (!all && toward < 0)) continue;
    const bool rebounds = !all && x->restitution * toward > x->rest_speed;
    for (int i = 0; i < x->n; i++) k->C[count * x->n + i] = i == j;
    k->d[count] = rebounds ? -x->restitution * x->qd[j] : 0;
    k->lower[count] = x->side[j] > 0 && !slow ? 0 : -HUGE_VAL;
    k->upper[count] = x->side[j] < 0 && !slow ? 0 : HUGE_VAL;
    k->acting[count++] = j;
  }
  return count;
}

/* Adds, after the `count` rows of stops, a row for each follower: it moves with its leader whatever the blow. Returns
 * the number of all rows. */
static int gather_followers(impact *x, int count)
{
  stick_scratch *k = x->k;
  for (int f = 0; f < x->m->drives.follower_count; f++, count++) {
    const follower_numbers *to = &x->m->drives.follower[f];
    for (int i = 0; i < x->n; i++)
      k->C[count * x->n + i] = i == to->joint ? 1 : i == to->leader ? -to->ratio : 0;
    k->d[count] = 0;
    k->lower[count] = -HUGE_VAL, k->upper[count] = HUGE_VAL;
  }
  return count;
}

/* Whether the blow's effect on joint j is rounding compared with the others, by energy. */
static bool is_rounding(const impact *x, int j)
{
  const double *M = x->M, *after = x->k->qdd;
  double most = 0;
  for (int i = 0; i < x->n; i++) {
    const double change = after[i] - x->qd[i];
    most = fmax(most, M[i * x->n + i] * change * change);
  }
  return M[j * x->n + j] * after[j] * after[j] <= 1e-26 * most;
}

/* One blow: the new speeds into qd. Adds what is lost. */
static ulna_status strike(impact *x, int stops, double *lost)
{
  stick_scratch *k = x->k;
  const int n = x->n, count = gather_followers(x, stops);
  bounded_problem p = bounded_problem_in(k, n, count, stops, x->M);
  for (int i = 0; i < n; i++) {
    k->f[i] = 0;
    for (int j = 0; j < n; j++) k->f[i] += x->M[i * n + j] * x->qd[j];
    if (x->M[i * n + i] > 0) p.slack = fmax(p.slack, 1e-13 * fabs(k->f[i]) / sqrt(x->M[i * n + i]));
  }
  const ulna_status status = ulna_bounded_solve(&p, &k->bounded);
  if (status != ULNA_OK) return status;
  for (int r = 0; r < stops; r++) {
    const int j = k->acting[r];
    *lost += k->lambda[r] * (x->qd[j] + k->qdd[j]) / 2;
    if (x->qd[j] == 0 && is_rounding(x, j)) k->qdd[j] = 0;
  }
  memcpy(x->qd, k->qdd, (size_t)n * sizeof *x->qd);
  return ULNA_OK;
}

/* A blow may drive a joint that was moving away back against its stop: that is the next blow. If blows do not end (no
 * loss, restitution 1), the last includes all joints and nothing rebounds from it. */
ulna_status ulna_impact(const ulna_model *model, ulna_work *work, const double q[], const int side[],
                        double restitution, double rest_speed, double qd[], double *lost)
{
  stick_scratch *k = work->drive.stick;
  const int n = model->n;
  impact x = {model, k, work->drive.M, side, restitution, rest_speed, work->drive.v[0], n};
  double loss = 0;
  ulna_driven_mass_matrix(model, work, q, work->drive.M);
  memcpy(x.qd, qd, (size_t)n * sizeof *qd);
  for (int blow = 0; blow <= MOST_BLOWS; blow++) {
    if (!(fastest(&x) > 0)) break;
    const ulna_status status = strike(&x, gather(&x, blow == MOST_BLOWS), &loss);
    if (status != ULNA_OK) return status;
  }
  for (int j = 0; j < n; j++)
    if (!isfinite(x.qd[j])) return ULNA_NOT_FINITE;
  memcpy(qd, x.qd, (size_t)n * sizeof *qd);
  *lost = loss;
  return ULNA_OK;
}
