/* The number a kernel computes with, and the only operations on it.
 *
 * A translation unit picks one kind before it includes any kernel, by naming its header:
 *   #define REAL_KIND "number/tally.h"
 * (none: f64). The same kernel text then runs, runs in single precision, runs for several states at once, or counts
 * itself. A new kind is a new header beside this one; no kernel and no list changes. Rules that keep this true:
 *   - arithmetic happens through the functions below; a literal enters through constant();
 *   - control flow depends on structure (n, joint types), never on the value of a real;
 *   - kernel headers are C17 and C++17 at once: no compound literals, no designated initialisers, no restrict.
 *
 * What a kind supplies:
 *   real, REAL_LANES                     the number; how many states it holds side by side
 *   IS_LARGE                             whether a real takes so much memory that a kernel shall not keep many on its stack: 1
 *                                        where it is more than a number of the processor
 *   SKIPS_ZEROS                          whether a branch on structure is worth a multiplication by zero or one: 1 where
 *                                        it is one branch for many states
 *   TWISTS_APART                         whether a joint's turn and the twist before it are two steps: 1 where every product
 *                                        fuses with a sum and registers are scarce, so that products of sines made
 *                                        beforehand would save nothing and have to be kept
 *   constant number value_of lane_of     from and to plain doubles: a literal; a literal that the tally charges; a result
 *                                        on its way out, the first lane's or another's; never inside a kernel
 *   set_lane                             of lanes kinds: another number in one lane; never inside a kernel
 *   element, load_elements store_elements    of lanes kinds: what one lane holds, double or float; as many of them in a row
 *   store_elements_far, far_stores_end   of lanes kinds: the same past the caches, to a place aligned for a real; when all are on
 *                                        their way, so that other threads see them
 *   REAL_ROUNDING                        of lanes kinds and number/cuda.h: from 1 to the next number; never inside a kernel
 *   transpose_lanes                      of lanes kinds: REAL_LANES reals, lane j of the i-th against lane i of the j-th
 *   add sub mul divide neg root mul_add  arithmetic
 *   mul_alone                            a product that several sums take: where that is quicker, not fused with each of them
 *   choose_less                          (a, b, x, y): x where a < b, else y (also where a or b is NaN)
 *   sine_cosine_sums, sine_cosine_turns  sines of all joints at once, and their products with given numbers (NULL: none)
 *   turn_products                        those given numbers
 *   turn_mask, turn_mask_of              what sine_cosine_turns is told of each joint: whether it turns
 *   pair                                 two numbers side by side: pair_of _first _second _add _sub _mul
 *   column_group, GROUP                  GROUP columns of a matrix side by side (1 where a real is wide already):
 *                                        group_none _one _with _without _put _scale _add _sub _neg _store
 *                                        _store_across _store_all _load _number
 *   triple                               the components of a vector in space: triple_of _x _y _z _add _sub _neg _scale _early
 *                                        _store_place
 *   row_length, ROW_BLOCK, EACH_JOINT(i, length)    rows with a number for each joint: how long they are, whole blocks; a loop
 *                                        over one whose turns do not depend on each other
 *   KERNEL, KERNEL_INLINED               what a kernel's functions are declared with; the second where the compiler
 *                                        shall have no choice
 *   FOR_LINKS(n, head, body)             a loop over links: in a row where n is known when compiling
 *   UNROLLED, ROLLED                     before a loop of at most twelve turns; before one that shall stay a loop
 *   IS_FIXED(n), RARELY(condition)       n is known when compiling; a branch seldom taken
 *   part as_given product_as_given charges_full_matrices    for counting (number/uncounted.h, number/tally.h)
 * The names are plain words; `divide`, `root` are so spelt to stay clear of the C library's. */
#ifndef ULNA_NUMBER_REAL_H
#define ULNA_NUMBER_REAL_H

#if !defined(REAL_KIND)
#  define REAL_KIND "number/f64.h"
#endif

#include REAL_KIND

#endif
