/* Numbers in, never depending on the locale (out: text/number.h). */
#ifndef CLI_NUMBERS_H
#define CLI_NUMBERS_H

#include <stdbool.h>
#include <stddef.h>

/* The numbers after which `deg` may stand. JOINTS: only if `turns[i]` says that joint i turns. */
typedef enum { NO_ANGLES, ANGLES, JOINTS } angle_rule;

/* Reads numbers separated by blanks, a comma or both: decimal, or a multiple of pi ("pi/2", "-2*pi/3"), where
 * the rule allows it with `deg` after it. Returns how many there are, those beyond `capacity` counted but not
 * stored; or -1 with a reason in `why`. All numbers are finite. */
int numbers_parse(const char *text, angle_rule rule, const bool turns[], double out[], int capacity,
                  char *why, size_t why_size);

/* A number from 1 as columns are numbered: digits without a leading zero, at most six. The end of them, or NULL. */
const char *index_parse(const char *text, int *out);

#endif
