#include "count/generic_arm.h"

#include <math.h>
#include <string.h>

#include "base/memory.h"

void ulna_generic_arm(generic_arm *a, int n, ulna_joint_type joints)
{
  memset(a, 0, sizeof *a);
  a->arm.n = n, a->arm.link = a->link;
  a->arm.base_a[2] = 9.81;
  for (int i = 0; i < n; i++) {
    const double x = 0.1 * (i + 1), alpha = 0.7 + x;
    link_numbers *l = &a->link[i];
    *l = (link_numbers){.joint = joints,
                        .theta0 = x,
                        .ca = cos(alpha),
                        .sa = sin(alpha),
                        .a = 0.3,
                        .b = 0.1,
                        .d = 0.2,
                        .m = 1 + x,
                        .com = {0.1, -0.05, 0.02},
                        .I = {0.5, 0.6, 0.7, 0.01, 0.02, 0.03}};
    l->r[0] = l->a, l->r[1] = l->b * l->ca + l->d * l->sa, l->r[2] = -l->b * l->sa + l->d * l->ca;
    a->q[i] = 0.4 + x, a->qd[i] = 0.9 - x / 2, a->qdd[i] = x - 0.55;
  }
  a->at.q = a->q, a->at.qd = a->qd, a->at.qdd = a->qdd;
}

ulna_status ulna_count_lengths(const count_run *run, const ulna_allocator *allocator,
                               count_result results[GENERIC_LONGEST])
{
  const ulna_allocator with = allocator_or_standard(allocator);
  const size_t size = ulna_count_size(GENERIC_LONGEST);
  void *memory = ulna_allocate(&with, size);
  if (!memory) return ULNA_OUT_OF_MEMORY;
  for (int n = 1; n <= GENERIC_LONGEST; n++) {
    generic_arm a;
    ulna_generic_arm(&a, n, run->joints);
    ulna_count(&a.arm, run->task, run->method, a.at, &run->rules, &results[n - 1], NULL, memory);
  }
  ulna_release(&with, memory, size);
  return ULNA_OK;
}
