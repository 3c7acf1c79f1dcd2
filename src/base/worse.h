/* The larger of two errors, where one that is no number is the worst and stays so: `fmax` and `if (e > worst)` forget it. */
#ifndef ULNA_BASE_WORSE_H
#define ULNA_BASE_WORSE_H

static inline double worse_of(double worst, double e) { return worst != worst || e <= worst ? worst : e; }

#endif
