/* Triples and groups in one register each, for numbers the processor computes with itself. Include after the arithmetic on
 * `real` is there, where registers have room for four. */
#ifndef ULNA_NUMBER_WIDE_H
#define ULNA_NUMBER_WIDE_H

#include <string.h>

// The components of a vector in space.
typedef real triple __attribute__((vector_size(4 * sizeof(real))));  // the fourth lane is idle

KERNEL_INLINED triple triple_of(real x, real y, real z)
{
  const triple t = {x, y, z, 0};
  return t;
}
KERNEL_INLINED real triple_x(triple t) { return t[0]; }
KERNEL_INLINED real triple_y(triple t) { return t[1]; }
KERNEL_INLINED real triple_z(triple t) { return t[2]; }
KERNEL_INLINED triple triple_add(triple a, triple b) { return a + b; }
KERNEL_INLINED triple triple_sub(triple a, triple b) { return a - b; }
KERNEL_INLINED triple triple_neg(triple t) { return -t; }
KERNEL_INLINED triple triple_scale(real k, triple t) { return k * t; }

/* A product that is there early, of a sum of two. Where both could be fused with the sum, clang takes the first and gcc the second:
 * it shall be the one that arrives last. */
KERNEL_INLINED triple triple_early(triple product)
{
#if defined(__clang__) && defined(__x86_64__)
  __asm__("" : "+v"(product));
#endif
  return product;
}

// x, y and z as the columns of a matrix by rows, then p: 12 numbers
KERNEL_INLINED void triple_store_place(triple x, triple y, triple z, triple p, real out[12])
{
  const triple xy = __builtin_shufflevector(x, y, 0, 4, 1, 1),
               yxy = __builtin_shufflevector(x, y, 5, 5, 2, 6);
  const triple rows[3] = {__builtin_shufflevector(xy, z, 0, 1, 4, 2),
                          __builtin_shufflevector(yxy, z, 0, 5, 2, 3),
                          __builtin_shufflevector(z, p, 2, 4, 5, 6)};
  // one by one: copied as a whole they go by way of memory, in pieces of another width, and wait there
  UNROLLED for (int k = 0; k < 3; k++) memcpy(&out[4 * k], &rows[k], sizeof rows[k]);
}

// GROUP columns of a matrix, for work that is the same for each; multiplied by numbers alone.
enum { GROUP = 4 };
typedef real column_group __attribute__((vector_size(4 * sizeof(real))));

KERNEL_INLINED column_group group_none(void)
{
  const column_group none = {0, 0, 0, 0};
  return none;
}
KERNEL_INLINED column_group group_add(column_group a, column_group b) { return a + b; }
KERNEL_INLINED column_group group_sub(column_group a, column_group b) { return a - b; }
KERNEL_INLINED column_group group_neg(column_group a) { return -a; }
KERNEL_INLINED column_group group_scale(real k, column_group a) { return k * a; }
// k in column `column`, 0 elsewhere
KERNEL_INLINED column_group group_one(int column, real k)
{
  static const real row[2 * GROUP - 1] = {0, 0, 0, 1, 0, 0, 0};
  column_group unit;
  memcpy(&unit, &row[GROUP - 1 - column], sizeof unit);
  return k * unit;
}
KERNEL_INLINED void group_store(column_group a, int count, real to[])
{
  if (count >= GROUP) memcpy(to, &a, sizeof a);
  else
    for (int c = 0; c < count; c++) to[c] = a[c];
}
KERNEL_INLINED column_group group_with(column_group a, int column, real k)
{
  a[column] = k;
  return a;
}
// 0 in column `column`; by a mask, for gcc takes a register apart to set a number of it
KERNEL_INLINED column_group group_without(column_group a, int column)
{
  typedef __typeof__(a == group_none()) mask;
  static const mask others[GROUP] = {{0, -1, -1, -1}, {-1, 0, -1, -1}, {-1, -1, 0, -1}, {-1, -1, -1, 0}};
  return (column_group)((mask)a & others[column]);
}
KERNEL_INLINED void group_put(column_group *g, int column, real k)
{
#if defined(__x86_64__)  // else it writes the one number to memory, and then waits for it there
  column_group a = group_with(*g, column, k);
  __asm__("" : "+v"(a));
  *g = a;
#else
  (*g)[column] = k;
#endif
}
KERNEL_INLINED void group_store_all(column_group a, real to[]) { memcpy(to, &a, sizeof a); }
/* One number, alone. clang makes groups of numbers that lie side by side; what was just written one by one, or in groups that begin
 * elsewhere, then has to go through the cache first. */
KERNEL_INLINED real group_number(const real *at)
{
#if defined(__clang__)
  return *(const volatile real *)at;
#else
  return *at;
#endif
}
// four numbers of each of the first `columns` columns, as rows
KERNEL_INLINED void group_store_four_across(const column_group x[4], int columns, real to[], int apart)
{
  const column_group even = __builtin_shufflevector(x[0], x[1], 0, 4, 2, 6),
                     odd = __builtin_shufflevector(x[0], x[1], 1, 5, 3, 7),
                     even2 = __builtin_shufflevector(x[2], x[3], 0, 4, 2, 6),
                     odd2 = __builtin_shufflevector(x[2], x[3], 1, 5, 3, 7);
  const column_group rows[GROUP] = {
      __builtin_shufflevector(even, even2, 0, 1, 4, 5), __builtin_shufflevector(odd, odd2, 0, 1, 4, 5),
      __builtin_shufflevector(even, even2, 2, 3, 6, 7), __builtin_shufflevector(odd, odd2, 2, 3, 6, 7)};
  UNROLLED for (int j = 0; j < GROUP; j++) if (j < columns) memcpy(&to[j * apart], &rows[j], sizeof rows[j]);
}
// two
KERNEL_INLINED void group_store_two_across(const column_group x[2], int columns, real to[], int apart)
{
  const column_group even = __builtin_shufflevector(x[0], x[1], 0, 4, 2, 6),
                     odd = __builtin_shufflevector(x[0], x[1], 1, 5, 3, 7);
  const pair rows[GROUP] = {
      __builtin_shufflevector(even, even, 0, 1), __builtin_shufflevector(odd, odd, 0, 1),
      __builtin_shufflevector(even, even, 2, 3), __builtin_shufflevector(odd, odd, 2, 3)};
  UNROLLED for (int j = 0; j < GROUP; j++) if (j < columns) memcpy(&to[j * apart], &rows[j], sizeof rows[j]);
}
/* Columns as rows: number k of column j to to[j apart + k], of `count` numbers (a multiple of two) and the first `columns` columns. */
KERNEL_INLINED void group_store_across(const column_group x[], int count, int columns, real to[], int apart)
{
  UNROLLED for (int k = 0; k < count / 4; k++) group_store_four_across(&x[4 * k], columns, &to[4 * k], apart);
  if (count % 4) group_store_two_across(&x[count - 2], columns, &to[count - 2], apart);
}
KERNEL_INLINED column_group group_load(const real from[])
{
  column_group a;
  memcpy(&a, from, sizeof a);
  return a;
}

#endif
