/* Turns about one axis: of vectors R v, of tensors R S Rᵀ and of matrices R M Rᵀ, R = Rot_z or Rot_x by cosine and sine.
 *
 * Tensors and matrices have two forms each, equal but for rounding:
 *   by sines alone, the fewest products (what the reference texts count): of the turned 2×2 block only
 *     k = s(xx − yy) + c(xy + yx) matters,  xx' = xx − s k,  yy' = yy + s k,  xy' = c k − yx,  yx' = c k − xy;
 *   by products of the sines, made beforehand, two steps fewer for each number to wait for (what the fast texts take):
 *     h = s²(xx − yy) + sc(xy + yx),  g = sc(xx − yy) − s²(xy + yx),  xx' = xx − h,  yy' = yy + h,  xy' = xy + g,  yx' = yx + g. */
#ifndef ULNA_KERNEL_TURN_H
#define ULNA_KERNEL_TURN_H

#include "kernel/vec3.h"

/* Products of a turn's sine and cosine: sin², sin cos, 2 sin cos, cos² − sin². */
typedef struct {
  real ss, sc, sc2, cc_ss;
} turn_squares;

KERNEL_INLINED turn_squares turn_squares_of(real c, real s)
{
  const real ss = mul(s, s), sc = mul(s, c);
  const turn_squares by = {ss, sc, add(sc, sc), sub(mul(c, c), ss)};
  return by;
}

// vectors, and back

KERNEL vec3 vec3_turn_z(vec3 v, real c, real s)
{
  return vec3_make(sub(mul(c, v.x), mul(s, v.y)), add(mul(s, v.x), mul(c, v.y)), v.z);
}
KERNEL vec3 vec3_turn_z_back(vec3 v, real c, real s)
{
  return vec3_make(add(mul(c, v.x), mul(s, v.y)), sub(mul(c, v.y), mul(s, v.x)), v.z);
}
KERNEL vec3 vec3_turn_x(vec3 v, real c, real s)
{
  return vec3_make(v.x, sub(mul(c, v.y), mul(s, v.z)), add(mul(s, v.y), mul(c, v.z)));
}
KERNEL vec3 vec3_turn_x_back(vec3 v, real c, real s)
{
  return vec3_make(v.x, add(mul(c, v.y), mul(s, v.z)), sub(mul(c, v.z), mul(s, v.y)));
}

// by sines alone; 4 multiplications for the block

KERNEL sym3 sym3_turn_z(sym3 S, real c, real s)
{
  const real k = add(mul(s, sub(S.xx, S.yy)), mul(c, add(S.xy, S.xy))), t = mul(s, k);
  const sym3 T = {sub(S.xx, t),
                  add(S.yy, t),
                  S.zz,
                  sub(mul(c, k), S.xy),
                  sub(mul(c, S.xz), mul(s, S.yz)),
                  add(mul(s, S.xz), mul(c, S.yz))};
  return T;
}
KERNEL mat3 mat3_turn_z(const mat3 *m, real c, real s)
{
  const real xx = m->e[0][0], xy = m->e[0][1], yx = m->e[1][0], yy = m->e[1][1];
  const real k = add(mul(s, sub(xx, yy)), mul(c, add(xy, yx))), t = mul(s, k), u = mul(c, k);
  mat3 T;
  T.e[0][0] = sub(xx, t), T.e[0][1] = sub(u, yx), T.e[1][0] = sub(u, xy), T.e[1][1] = add(yy, t);
  T.e[0][2] = sub(mul(c, m->e[0][2]), mul(s, m->e[1][2])),
  T.e[1][2] = add(mul(s, m->e[0][2]), mul(c, m->e[1][2]));
  T.e[2][0] = sub(mul(c, m->e[2][0]), mul(s, m->e[2][1])),
  T.e[2][1] = add(mul(s, m->e[2][0]), mul(c, m->e[2][1]));
  T.e[2][2] = m->e[2][2];
  return T;
}
KERNEL mat3 mat3_turn_x(const mat3 *m, real c, real s)
{
  const real yy = m->e[1][1], yz = m->e[1][2], zy = m->e[2][1], zz = m->e[2][2];
  const real k = add(mul(s, sub(yy, zz)), mul(c, add(yz, zy))), p = mul(s, k), u = mul(c, k);
  mat3 T;
  T.e[1][1] = sub(yy, p), T.e[1][2] = sub(u, zy), T.e[2][1] = sub(u, yz), T.e[2][2] = add(zz, p);
  T.e[0][1] = sub(mul(c, m->e[0][1]), mul(s, m->e[0][2]));
  T.e[0][2] = add(mul(s, m->e[0][1]), mul(c, m->e[0][2]));
  T.e[1][0] = sub(mul(c, m->e[1][0]), mul(s, m->e[2][0]));
  T.e[2][0] = add(mul(s, m->e[1][0]), mul(c, m->e[2][0]));
  T.e[0][0] = m->e[0][0];
  return T;
}

// by products

KERNEL_INLINED sym3 sym3_turn_z_by(sym3 S, real c, real s, const turn_squares *by)
{
  const real D = sub(S.xx, S.yy), h = add(mul(by->ss, D), mul(by->sc2, S.xy));
  const sym3 T = {sub(S.xx, h),
                  add(S.yy, h),
                  S.zz,
                  add(mul(by->sc, D), mul(by->cc_ss, S.xy)),
                  sub(mul(c, S.xz), mul(s, S.yz)),
                  add(mul(s, S.xz), mul(c, S.yz))};
  return T;
}
KERNEL_INLINED sym3 sym3_turn_x_by(sym3 S, real c, real s, const turn_squares *by)
{
  const real D = sub(S.yy, S.zz), h = add(mul(by->ss, D), mul(by->sc2, S.yz));
  const sym3 T = {S.xx,
                  sub(S.yy, h),
                  add(S.zz, h),
                  sub(mul(c, S.xy), mul(s, S.xz)),
                  add(mul(s, S.xy), mul(c, S.xz)),
                  add(mul(by->sc, D), mul(by->cc_ss, S.yz))};
  return T;
}
KERNEL_INLINED mat3 mat3_turn_z_by(const mat3 *M, real c, real s, real ss, real sc)
{
  const real D = sub(M->e[0][0], M->e[1][1]), E = add(M->e[0][1], M->e[1][0]);
  const real h = add(mul(ss, D), mul(sc, E)), g = sub(mul(sc, D), mul(ss, E));
  mat3 T;
  T.e[0][0] = sub(M->e[0][0], h), T.e[1][1] = add(M->e[1][1], h), T.e[2][2] = M->e[2][2];
  T.e[0][1] = add(M->e[0][1], g), T.e[1][0] = add(M->e[1][0], g);
  T.e[0][2] = sub(mul(c, M->e[0][2]), mul(s, M->e[1][2]));
  T.e[1][2] = add(mul(s, M->e[0][2]), mul(c, M->e[1][2]));
  T.e[2][0] = sub(mul(c, M->e[2][0]), mul(s, M->e[2][1]));
  T.e[2][1] = add(mul(s, M->e[2][0]), mul(c, M->e[2][1]));
  return T;
}
KERNEL_INLINED mat3 mat3_turn_x_by(const mat3 *M, real c, real s, real ss, real sc)
{
  const real D = sub(M->e[1][1], M->e[2][2]), E = add(M->e[1][2], M->e[2][1]);
  const real h = add(mul(ss, D), mul(sc, E)), g = sub(mul(sc, D), mul(ss, E));
  mat3 T;
  T.e[0][0] = M->e[0][0], T.e[1][1] = sub(M->e[1][1], h), T.e[2][2] = add(M->e[2][2], h);
  T.e[1][2] = add(M->e[1][2], g), T.e[2][1] = add(M->e[2][1], g);
  T.e[0][1] = sub(mul(c, M->e[0][1]), mul(s, M->e[0][2]));
  T.e[0][2] = add(mul(s, M->e[0][1]), mul(c, M->e[0][2]));
  T.e[1][0] = sub(mul(c, M->e[1][0]), mul(s, M->e[2][0]));
  T.e[2][0] = add(mul(s, M->e[1][0]), mul(c, M->e[2][0]));
  return T;
}

#endif
