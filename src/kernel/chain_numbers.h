/* From a model's plain doubles to one kind of number. The way back is model/plain_numbers.h. */
#ifndef ULNA_KERNEL_CHAIN_NUMBERS_H
#define ULNA_KERNEL_CHAIN_NUMBERS_H

#include "kernel/kinematics.h"
#include "ulna/builder.h"

KERNEL vec3 vec3_of(const double v[3]) { return vec3_make(constant(v[0]), constant(v[1]), constant(v[2])); }
KERNEL mat3 mat3_of(const double R[3][3])
{
  mat3 m;
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) m.e[i][j] = constant(R[i][j]);
  return m;
}
KERNEL placement placement_of(const ulna_pose *pose)
{
  const placement t = {mat3_of(pose->R), vec3_of(pose->p)};
  return t;
}
KERNEL sym3 sym3_of(const double s[6])
{
  const sym3 S = {constant(s[0]), constant(s[1]), constant(s[2]),
                  constant(s[3]), constant(s[4]), constant(s[5])};
  return S;
}

KERNEL chain_link chain_link_of(int prismatic, double ca, double sa, const double r[3], double m,
                                const double com[3], const double I[6])
{
  chain_link l;
  l.joint = prismatic ? JOINT_PRISMATIC : JOINT_REVOLUTE;
  l.ca = constant(ca), l.sa = constant(sa);
  l.r = vec3_of(r);
  l.m = constant(m);
  l.com = vec3_of(com);
  l.I = sym3_of(I);
  return l;
}

#endif
