/* The ten inertial parameters of each link as they are now, which the regressor (kernel/regressor.h) multiplies:
 *   m,  mc = (m cx, m cy, m cz),  Ixx, Ixy, Ixz, Iyy, Iyz, Izz        I about the origin of the link's own frame, in its axes. */
#ifndef ULNA_KERNEL_PARAMETERS_H
#define ULNA_KERNEL_PARAMETERS_H

#include "kernel/base_axes.h"

// frames: each link's own in the kernel's frame (R by rows, then p: 12 numbers a link)
KERNEL void link_parameters(const chain *m, const real frames[], real to[])
{
  ROLLED for (int i = 0; i < m->n; i++, to += 10)  // one link at a time: several would have to be gathered
  {
    const chain_link *l = &m->link[i];
    const real *R = &frames[12 * i];
    // the own axes, seen from the kernel's frame: rows of the turn into them
    const vec3 x = vec3_make(R[0], R[3], R[6]), y = vec3_make(R[1], R[4], R[7]),
               z = vec3_make(R[2], R[5], R[8]);
    const vec3 c = rows_mul(x, y, z, vec3_sub(l->com, vec3_make(R[9], R[10], R[11]))),
               mc = vec3_scale(l->m, c);
    const sym3 I = sym3_rotate_by_rows(x, y, z, l->I);
    const real xx = mul(mc.x, c.x), yy = mul(mc.y, c.y), zz = mul(mc.z, c.z);
    to[0] = l->m, to[1] = mc.x, to[2] = mc.y, to[3] = mc.z;
    to[4] = add(I.xx, add(yy, zz)), to[7] = add(I.yy, add(xx, zz)), to[9] = add(I.zz, add(xx, yy));
    to[5] = sub(I.xy, mul(mc.x, c.y)), to[6] = sub(I.xz, mul(mc.x, c.z)), to[8] = sub(I.yz, mul(mc.y, c.z));
  }
}

#endif
