/* What the kinds of number on trial share: an opaque real, every operation by a function that is declared only, and the
 * plain pairs, groups and products that a new kind may take over. Include after `real` is there. */

#include "number/processor.h"

#ifdef __cplusplus
extern "C" {
#endif
real constant(double c), number(double c), add(real a, real b), sub(real a, real b), mul(real a, real b),
    divide(real a, real b), neg(real a), root(real a), mul_alone(real a, real b),
    mul_add(real a, real b, real c), choose_less(real a, real b, real x, real y), as_given(real a),
    product_as_given(real a, real b);
double value_of(real a), lane_of(real a, int lane);
void part(int row);
int charges_full_matrices(void);
void sine_cosine_sums(int n, const real offset[], const real q[], real sine[], real cosine[]);
#ifdef __cplusplus
}
#endif
enum { PART_GIVEN = 0, PART_ALL = 1 };

#include "number/plain_groups.h"
#include "number/turns.h"
