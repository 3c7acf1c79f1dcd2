/* What counting asks of kernels, for the kinds that do not count: nothing. See number/tally.h.
 * Include after `real` and constant() are there. */
#ifndef ULNA_NUMBER_UNCOUNTED_H
#define ULNA_NUMBER_UNCOUNTED_H

enum { PART_GIVEN = 0, PART_ALL = 1 };

// a literal that is charged like any other number
KERNEL_INLINED real number(double c) { return constant(c); }
// the arithmetic that follows belongs to this row of the source's operation table
KERNEL_INLINED void part(int row) { (void)row; }
// whether a change of frame is to be carried out as a product with a full matrix (kernel/step.h)
KERNEL_INLINED int charges_full_matrices(void) { return 0; }
// the same number, and a product, as if given: not charged
KERNEL_INLINED real as_given(real a) { return a; }
KERNEL_INLINED real product_as_given(real a, real b) { return mul(a, b); }

#endif
