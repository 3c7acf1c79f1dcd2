/* The text of formulations.h for one kind of number. Include after defining REAL_…, once in a translation unit,
 * which then fills its `formulations` from these functions. */
#include "base/layout.h"
#include "generate/formulations.h"
#include "kernel/chain_numbers.h"
#include "kernel/methods.h"

#include <math.h>

typedef struct {
  chain arm;
  posture at;
  methods_load load;
  chain_link *link;
  real *sin_theta, *cos_theta, *slide, *qd, *qdd, *tau;
  methods_scratch scratch;
} bench;

static void walk(bench *b, layout *l, int n)
{
  const size_t count = (size_t)n;
  b->link = (chain_link *)layout_take(l, count, sizeof(chain_link));
  real **vectors[] = {&b->sin_theta, &b->cos_theta, &b->slide, &b->qd, &b->qdd, &b->tau};
  for (size_t i = 0; i < sizeof vectors / sizeof vectors[0]; i++)
    *vectors[i] = (real *)layout_take(l, count, sizeof(real));
  methods_scratch_layout(&b->scratch, l, n);
}

static size_t size(int n)
{
  bench b;
  layout l = layout_measuring();
  walk(&b, &l, n);
  return layout_size(&l);
}

/* The arm and the state, laid out in `memory` as numbers of this kind. */
static bench set_up(const formulation_arm *arm, formulation_state at, void *memory)
{
  bench b;
  layout l = layout_assigning(memory);
  walk(&b, &l, arm->n);
  for (int i = 0; i < arm->n; i++) {
    const link_numbers *from = &arm->link[i];
    const int slides = from->joint == ULNA_PRISMATIC;
    const double theta = from->theta0 + (slides ? 0 : at.q[i]);
    b.link[i] = chain_link_of(slides, from->ca, from->sa, from->r, from->m, from->com, from->I);
    b.sin_theta[i] = number(sin(theta)), b.cos_theta[i] = number(cos(theta));
    b.slide[i] = number(slides ? at.q[i] : 0);
    b.qd[i] = number(at.qd ? at.qd[i] : 0), b.qdd[i] = number(at.qdd ? at.qdd[i] : 0);
  }
  b.arm.n = arm->n, b.arm.link = b.link;
  b.at.sin_theta = b.sin_theta, b.at.cos_theta = b.cos_theta, b.at.slide = b.slide;
  b.load.base.w = vec3_of(arm->base_w), b.load.base.wd = vec3_of(arm->base_wd);
  b.load.base.a = vec3_of(arm->base_a);
  b.load.hand.f = vec3_of(arm->hand_f), b.load.hand.n = vec3_of(arm->hand_n);
  return b;
}

static void inverse_dynamics(const formulation_arm *arm, ulna_method method, formulation_state at,
                             double tau[], void *memory)
{
  bench b = set_up(arm, at, memory);
  methods_inverse_dynamics(method, &b.arm, &b.at, &b.load, b.qd, b.qdd, b.tau, &b.scratch);
  for (int i = 0; i < arm->n; i++) tau[i] = value_of(b.tau[i]);
}

static void joint_wrenches(const formulation_arm *arm, ulna_method method, formulation_state at,
                           double force[], double moment[], void *memory)
{
  bench b = set_up(arm, at, memory);
  methods_inverse_dynamics(method, &b.arm, &b.at, &b.load, b.qd, b.qdd, b.tau, &b.scratch);
  for (int i = 0; i < arm->n; i++) {
    const wrench w = methods_joint_wrench(method, &b.arm, &b.at, i, &b.scratch);
    vec3_store(w.f, &force[3 * i]), vec3_store(w.n, &moment[3 * i]);
  }
}
