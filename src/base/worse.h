/* The larger of two errors; a NaN is the worst and stays so, which `fmax` and `if (e > worst)` would forget. */
#ifndef ULNA_BASE_WORSE_H
#define ULNA_BASE_WORSE_H

static inline double worse_of(double worst, double e) { return worst != worst || e <= worst ? worst : e; }

#endif
