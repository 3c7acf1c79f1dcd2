/* The text of forward.h for one kind of number. Include after defining REAL_…, once in a translation unit, which then
 * fills its `forward_formulations` from these functions. begin_count() is called when all is set up. */
#include <float.h>
#include <math.h>
#include <string.h>

#include "base/layout.h"
#include "count/forward.h"
#include "kernel/chain_numbers.h"
#include "kernel/composite.h"
#include "kernel/gauss.h"
#include "kernel/noc.h"
#include "kernel/saha.h"
#include "kernel/strobe.h"

typedef struct {
  chain_link *link;
  axis_link *axis;
  real *sin_theta, *cos_theta, *slide, *qd, *tau, *qdd, *rest, *M;
  articulated_scratch articulated;
  composite_scratch composite;
  saha_scratch saha;
  noc_scratch noc;
  strobe_scratch strobe;
  modified_newton_euler_scratch bias;

  chain arm;
  axis_chain axes;
  articulated_tip tip;
  posture at;
  base_state base;
  wrench hand;
} forward_bench;

static void walk(forward_bench *b, layout *l, int n)
{
  const size_t count = (size_t)n;
  b->link = (chain_link *)layout_take(l, count, sizeof(chain_link));
  b->axis = (axis_link *)layout_take(l, count, sizeof(axis_link));
  real **vectors[] = {&b->sin_theta, &b->cos_theta, &b->slide, &b->qd, &b->tau, &b->qdd, &b->rest};
  for (size_t i = 0; i < sizeof vectors / sizeof vectors[0]; i++)
    *vectors[i] = (real *)layout_take(l, count, sizeof(real));
  b->M = (real *)layout_take(l, count * count, sizeof(real));
  const size_t start = layout_mark(l);
  articulated_scratch_layout(&b->articulated, l, n);
  layout_back_to(l, start);
  composite_scratch_layout(&b->composite, l, n);
  layout_back_to(l, start);
  saha_scratch_layout(&b->saha, l, n);
  layout_back_to(l, start);
  noc_scratch_layout(&b->noc, l, n);
  layout_back_to(l, start);
  strobe_scratch_layout(&b->strobe, l, n);
  modified_newton_euler_scratch_layout(&b->bias, l, n);
  layout_past_all(l);
}

static size_t size(int n)
{
  forward_bench b;
  layout l = layout_measuring();
  walk(&b, &l, n);
  return layout_size(&l);
}

static forward_bench set_up(const formulation_arm *arm, formulation_state at, const double tau[],
                            void *memory)
{
  forward_bench b;
  const int n = arm->n;
  layout l = layout_assigning(memory);
  walk(&b, &l, n);
  for (int i = 0; i < n; i++) {
    const link_numbers *from = &arm->link[i];
    const int slides = from->joint == ULNA_PRISMATIC;
    const double theta = from->theta0 + (slides ? 0 : at.q[i]);
    b.link[i] = chain_link_of(slides, from->ca, from->sa, from->r, from->m, from->com, from->I);
    b.axis[i] = axis_link_make(&b.link[i], from->b != 0);
    b.sin_theta[i] = number(sin(theta)), b.cos_theta[i] = number(cos(theta));
    b.slide[i] = number(slides ? at.q[i] : 0);
    b.qd[i] = number(at.qd ? at.qd[i] : 0), b.tau[i] = number(tau[i]);
    b.rest[i] = constant(0);
  }
  b.arm.n = n, b.arm.link = b.link;
  b.axes.n = n, b.axes.link = b.axis;
  b.at.sin_theta = b.sin_theta, b.at.cos_theta = b.cos_theta, b.at.slide = b.slide;
  b.base.w = vec3_of(arm->base_w), b.base.wd = vec3_of(arm->base_wd), b.base.a = vec3_of(arm->base_a);
  b.hand.f = vec3_of(arm->hand_f), b.hand.n = vec3_of(arm->hand_n);
  articulated_tip_make(&b.axis[n - 1], &b.tip);
  return b;
}

// The 1980 route [Turney80, sec. 7]: bias by one pass, M by strobing, Gaussian elimination.
static void by_strobing(forward_bench *b, forward_task task)
{
  const int n = b->arm.n;
  for (int i = 0; i < n; i++) b->qdd[i] = b->tau[i];
  if (task == FORWARD_DYNAMICS) {
    modified_newton_euler(&b->arm, &b->at, &b->base, &b->hand, b->qd, b->rest, b->qdd, &b->bias);
    part(PART_ALL);
    for (int i = 0; i < n; i++) b->qdd[i] = sub(b->tau[i], b->qdd[i]);
  }
  strobe_mass_matrix(&b->arm, &b->at, b->M, &b->strobe);
  part(PART_ALL);
  gauss_solve(n, b->M, b->qdd);
}

static void run(const formulation_arm *arm, ulna_forward_method method, forward_task task,
                formulation_state at, const double tau[], double qdd[], void *memory)
{
  forward_bench b = set_up(arm, at, tau, memory);
  const bool biased = task == FORWARD_DYNAMICS;
  begin_count();
  switch (method) {
  case ULNA_FORWARD_STROBE: by_strobing(&b, task); break;
  case ULNA_FORWARD_COMPOSITE:
    if (biased)
      composite_forward_dynamics(&b.axes, &b.at, &b.base, b.qd, b.tau, &b.hand, b.qdd, &b.composite);
    else composite_solve(&b.axes, &b.at, b.tau, b.qdd, &b.composite);
    break;
  case ULNA_FORWARD_SAHA:
    if (biased) saha_forward_dynamics(&b.axes, &b.at, &b.base, b.qd, b.tau, &b.hand, b.qdd, &b.saha);
    else saha_solve(&b.axes, &b.at, b.tau, b.qdd, &b.saha);
    break;
  case ULNA_FORWARD_ARTICULATED:
    if (biased)
      articulated_forward_dynamics(&b.axes, &b.tip, &b.at, &b.base, b.qd, b.tau, &b.hand, b.qdd,
                                   &b.articulated);
    else articulated_solve(&b.axes, &b.tip, &b.at, b.tau, b.qdd, &b.articulated);
    break;
  default:  // gravity stays in the base's acceleration
    noc_forward_dynamics(&b.arm, &b.at, &b.base, vec3_zero(), &b.hand, b.qd, b.tau, NULL, b.qdd, &b.noc);
    break;
  }
  for (int i = 0; i < arm->n; i++) qdd[i] = value_of(b.qdd[i]);
}
