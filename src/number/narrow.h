/* Triples and groups one number at a time, for kinds that gain nothing from putting them side by side. Include after the
 * arithmetic on `real` is there. */
#ifndef ULNA_NUMBER_NARROW_H
#define ULNA_NUMBER_NARROW_H

// The components of a vector in space.
typedef struct {
  real x, y, z;
} triple;

KERNEL_INLINED triple triple_of(real x, real y, real z)
{
  const triple t = {x, y, z};
  return t;
}
KERNEL_INLINED real triple_x(triple t) { return t.x; }
KERNEL_INLINED real triple_y(triple t) { return t.y; }
KERNEL_INLINED real triple_z(triple t) { return t.z; }
KERNEL_INLINED triple triple_add(triple a, triple b)
{
  return triple_of(add(a.x, b.x), add(a.y, b.y), add(a.z, b.z));
}
KERNEL_INLINED triple triple_sub(triple a, triple b)
{
  return triple_of(sub(a.x, b.x), sub(a.y, b.y), sub(a.z, b.z));
}
KERNEL_INLINED triple triple_neg(triple t) { return triple_of(neg(t.x), neg(t.y), neg(t.z)); }
KERNEL_INLINED triple triple_scale(real k, triple t)
{
  return triple_of(mul(k, t.x), mul(k, t.y), mul(k, t.z));
}
KERNEL_INLINED triple triple_early(triple product) { return product; }
KERNEL_INLINED void triple_store_place(triple x, triple y, triple z, triple p, real out[12])
{
  out[0] = x.x, out[1] = y.x, out[2] = z.x;
  out[3] = x.y, out[4] = y.y, out[5] = z.y;
  out[6] = x.z, out[7] = y.z, out[8] = z.z;
  out[9] = p.x, out[10] = p.y, out[11] = p.z;
}
// GROUP columns of a matrix, for work that is the same for each; multiplied by numbers alone.
enum { GROUP = 1 };
typedef real column_group;

KERNEL_INLINED column_group group_none(void) { return constant(0); }
KERNEL_INLINED column_group group_add(column_group a, column_group b) { return add(a, b); }
KERNEL_INLINED column_group group_sub(column_group a, column_group b) { return sub(a, b); }
KERNEL_INLINED column_group group_neg(column_group a) { return neg(a); }
KERNEL_INLINED column_group group_scale(real k, column_group a) { return mul(k, a); }
KERNEL_INLINED column_group group_one(int column, real k)
{
  (void)column;
  return k;
}
KERNEL_INLINED void group_store(column_group a, int count, real to[])
{
  if (count > 0) to[0] = a;
}
KERNEL_INLINED column_group group_with(column_group a, int column, real k)
{
  (void)a, (void)column;
  return k;
}
KERNEL_INLINED column_group group_without(column_group a, int column)
{
  (void)a, (void)column;
  return constant(0);
}
KERNEL_INLINED void group_put(column_group *g, int column, real k)
{
  (void)column;
  *g = k;
}
KERNEL_INLINED void group_store_all(column_group a, real to[]) { to[0] = a; }
KERNEL_INLINED real group_number(const real *at) { return *at; }
KERNEL_INLINED void group_store_across(const column_group x[], int count, int columns, real to[], int apart)
{
  (void)apart;
  for (int k = 0; k < count && columns > 0; k++) to[k] = x[k];
}
KERNEL_INLINED column_group group_load(const real from[]) { return from[0]; }

#endif
