/* Forward dynamics by every method, for double. */
#include "ulna/forward_dynamics.h"

#include <float.h>

#include "base/finite.h"
#include "base/names.h"
#include "model/pose.h"
#include "work/work.h"

/* From this many joints on the O(n) method is the faster one; measured (compare_libraries, chains of 10 to 16 joints). The fast
 * text of composite bodies has room for one joint less. */
enum { CROSSOVER = COLUMNS_MOST + 1 };

static const char *const method_names[] = {
#define NAME(name, text) text,
    ULNA_FORWARD_METHOD_LIST(NAME)
#undef NAME
};

const char *ulna_forward_method_name(ulna_forward_method method)
{
  return (unsigned)method < ULNA_FORWARD_METHOD_COUNT ? method_names[method] : NULL;
}

ulna_status ulna_forward_method_find(const char *name, ulna_forward_method *method)
{
  ULNA_ASSERT(name && method);
  const int found = find_name(name, method_names, ULNA_FORWARD_METHOD_COUNT);
  if (found < 0) return ULNA_NOT_FOUND;
  *method = (ulna_forward_method)found;
  return ULNA_OK;
}

void ulna_forward_refresh(forward_scratch *s, const chain *arm)
{
  const int n = arm->n;
  s->arm = (axis_chain){n, s->link};
  for (int i = 0; i < n; i++) {
    const chain_link *l = &arm->link[i];
    // b = ca r_y − sa r_z is zero to rounding for a Denavit–Hartenberg robot
    const double b = l->ca * l->r.y - l->sa * l->r.z;
    s->link[i] = axis_link_make(l, fabs(b) > 4 * DBL_EPSILON * (fabs(l->r.y) + fabs(l->r.z)));
  }
  ulna_joint_bounds(arm, s->bound);
  articulated_tip_make(&s->link[n - 1], &s->tip);
}

/* The outermost joint whose pivot is no more than rounding, from 1; 0: none. A NaN counts as none. */
static int vanishing_pivot(const forward_scratch *s, int n)
{
  for (int i = n - 1; i >= 0; i--)
    // rounding leaves about n ε of what the joint can feel where the pivot is zero
    if (s->pivot[i] <= 4 * n * DBL_EPSILON * s->bound[i]) return i + 1;
  return 0;
}

ulna_status ulna_judge_pivots(const forward_scratch *s, int n)
{
  for (int i = n - 1; i >= 0; i--) {
    if (s->pivot[i] > 4 * n * DBL_EPSILON * s->bound[i]) continue;
    return isnan(s->pivot[i]) ? ULNA_NOT_FINITE : ULNA_SINGULAR;
  }
  return ULNA_OK;
}

void ulna_free_bodies(ulna_work *work)
{
  forward_scratch *s = &work->forward;
  work->plain->free_bodies(&s->arm, &s->tip, &work->at, &s->articulated, s->pivot);
}

int ulna_singular_joint(const ulna_model *model, ulna_work *work, const double q[])
{
  ULNA_ASSERT(model && work && work->model == model && q);
  ulna_set_posture(work, q);
  ulna_free_bodies(work);
  return vanishing_pivot(&work->forward, model->n);
}

static ulna_status by_strobing(ulna_work *w, const double qd[], const double tau[])
{
  forward_scratch *s = &w->forward;
  const int n = w->arm.n;
  double *M = s->strobe.M;
  ulna_reference_paths(w->path)->strobe(&w->arm, &w->at, &w->fast.base, &w->hand, qd, tau, s->pivot, M,
                                        s->result, &s->strobe.strobe, &s->strobe.bias);
  for (int i = 0; i < n; i++) s->pivot[i] = M[i * n + i];
  return ulna_judge_pivots(s, n);
}

/* Short arms by the kernel compiled for their n (and its sines), long ones by the general one. */
static ulna_status by_composite_bodies(ulna_work *w, const double q[], const double qd[], const double tau[])
{
  forward_scratch *s = &w->forward;
  const int n = w->arm.n;
  if (n <= COLUMNS_MOST) {
    w->forward_dynamics(&w->fast, q, qd, tau, NULL, s->result, s->pivot);
    return ulna_judge_pivots(s, n);
  }
  ulna_set_posture(w, q);
  composite_forward_dynamics(&s->arm, &w->at, &w->fast.base, qd, tau, &w->hand, s->result, &s->composite);
  for (int i = 0; i < n; i++) s->pivot[i] = s->composite.M[i * n + i];
  return ulna_judge_pivots(s, n);
}

static ulna_status by_saha(ulna_work *w, const double qd[], const double tau[])
{
  forward_scratch *s = &w->forward;
  ulna_reference_paths(w->path)->saha(&s->arm, &w->at, &w->fast.base, qd, tau, &w->hand, s->result, &s->saha);
  for (int i = 0; i < w->arm.n; i++) s->pivot[i] = s->saha.joint[i].pivot;
  return ulna_judge_pivots(s, w->arm.n);
}

static ulna_status by_articulated_bodies(ulna_work *w, const double qd[], const double tau[])
{
  forward_scratch *s = &w->forward;
  ulna_fast_paths(0)->articulated(&s->arm, &s->tip, &w->at, &w->fast.base, qd, tau, &w->hand, s->result,
                                  &s->articulated);
  for (int i = 0; i < w->arm.n; i++) s->pivot[i] = s->articulated.joint[i].pivot;
  return ulna_judge_pivots(s, w->arm.n);
}

static ulna_status by_natural_complement(ulna_work *w, const double qd[], const double tau[],
                                         const wrench acts[])
{
  forward_scratch *s = &w->forward;
  const int n = w->arm.n;
  // the kernel takes the base's own acceleration and gravity apart
  base_state base = w->fast.base;
  base.a = vec3_add(base.a, w->gravity0);
  ulna_reference_paths(w->path)->noc(&w->arm, &w->at, &base, w->gravity0, &w->hand, qd, tau, acts, s->result,
                                     &s->noc);
  for (int i = 0; i < n; i++) s->pivot[i] = s->noc.I[i * n + i];
  return ulna_judge_pivots(s, n);
}

ulna_status ulna_forward_dynamics_by(const ulna_model *model, ulna_work *work, ulna_forward_method method,
                                     const double q[], const double qd[], const double tau[], double qdd[])
{
  ULNA_ASSERT(model && work && work->model == model && q && qd && tau && qdd);
  const bool dense = method == ULNA_FORWARD_STROBE || method == ULNA_FORWARD_NOC ||
                     (method == ULNA_FORWARD_COMPOSITE && model->n > COLUMNS_MOST);
  if (dense && !ulna_work_has(work, ULNA_PART_MATRICES)) return ULNA_MISSING_PART;
  ulna_status status;
  if (model->drives.follower_count > 0) return ULNA_UNSUPPORTED;
  if (method != ULNA_FORWARD_COMPOSITE) ulna_set_posture(work, q);
  switch (method) {
  case ULNA_FORWARD_STROBE: status = by_strobing(work, qd, tau); break;
  case ULNA_FORWARD_COMPOSITE: status = by_composite_bodies(work, q, qd, tau); break;
  case ULNA_FORWARD_SAHA: status = by_saha(work, qd, tau); break;
  case ULNA_FORWARD_ARTICULATED: status = by_articulated_bodies(work, qd, tau); break;
  case ULNA_FORWARD_NOC: status = by_natural_complement(work, qd, tau, NULL); break;
  default: return ULNA_INVALID_ARGUMENT;
  }
  if (status == ULNA_OK) copy_just_written(model->n, work->forward.result, qdd);
  return status;
}

ulna_forward_method ulna_forward_dynamics_method(const ulna_model *model)
{
  ULNA_ASSERT(model);
  return model->n < CROSSOVER ? ULNA_FORWARD_COMPOSITE : ULNA_FORWARD_ARTICULATED;
}

ulna_status ulna_forward_dynamics(const ulna_model *model, ulna_work *work, const double q[],
                                  const double qd[], const double tau[], double qdd[])
{
  ULNA_ASSERT(model);
  return ulna_forward_dynamics_by(model, work, ulna_forward_dynamics_method(model), q, qd, tau, qdd);
}

ulna_status ulna_forward_dynamics_noc(const ulna_model *model, ulna_work *work, const double q[],
                                      const double qd[], const double tau[], const double active[],
                                      const double dissipative[], double qdd[])
{
  ULNA_ASSERT(model && work && work->model == model && q && qd && tau && qdd);
  if (!ulna_work_has(work, ULNA_PART_MATRICES)) return ULNA_MISSING_PART;
  if (model->drives.follower_count > 0) return ULNA_UNSUPPORTED;
  ulna_set_posture(work, q);
  const mat3 *R = &model->tables->frame0.R;
  wrench *acts = work->forward.acts;
  const double *given[2] = {active, dissipative};
  for (int i = 0; i < model->n; i++) {
    acts[i] = wrench_zero();
    for (int k = 0; k < 2; k++)
      if (given[k]) {
        const wrench w = {mat3_mul_transposed(R, vec3_of(&given[k][6 * i + 3])),
                          mat3_mul_transposed(R, vec3_of(&given[k][6 * i]))};
        acts[i] = wrench_add(acts[i], w);
      }
  }
  const ulna_status status = by_natural_complement(work, qd, tau, acts);
  if (status == ULNA_OK) copy_just_written(model->n, work->forward.result, qdd);
  return status;
}
