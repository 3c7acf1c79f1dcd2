/* The known word closest in spelling to a wrong one, for "did you mean". Header only. */
#ifndef ULNA_BASE_NEAREST_H
#define ULNA_BASE_NEAREST_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

enum { NEAREST_LONGEST = 63 };

static inline char nearest_lower(char c) { return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c; }

/* Insertions, deletions, replacements and swaps of neighbours that turn a into b; capitals count as small letters.
 * INT_MAX for words too long to be a slip of the pen. */
static inline int nearest_distance(const char *a, const char *b)
{
  const size_t rows = strlen(a), columns = strlen(b);
  if (rows > NEAREST_LONGEST || columns > NEAREST_LONGEST) return INT_MAX;
  int cost[3][NEAREST_LONGEST + 1]; /* rows i-2, i-1, i of the table, in turn */
  for (size_t j = 0; j <= columns; j++) cost[0][j] = (int)j;
  for (size_t i = 1; i <= rows; i++) {
    int *now = cost[i % 3];
    const int *above = cost[(i + 2) % 3], *above2 = cost[(i + 1) % 3];
    now[0] = (int)i;
    for (size_t j = 1; j <= columns; j++) {
      const char x = nearest_lower(a[i - 1]), y = nearest_lower(b[j - 1]);
      int best = above[j - 1] + (x != y);
      if (above[j] + 1 < best) best = above[j] + 1;
      if (now[j - 1] + 1 < best) best = now[j - 1] + 1;
      if (i > 1 && j > 1 && x == nearest_lower(b[j - 2]) && nearest_lower(a[i - 2]) == y &&
          above2[j - 2] + 1 < best)
        best = above2[j - 2] + 1;
      now[j] = best;
    }
  }
  return cost[rows % 3][columns];
}

typedef struct {
  const char *word;
  const char *best; /* NULL: nothing close so far */
  int distance;
} nearest;

static inline nearest nearest_to(const char *word)
{
  // a third of the letters may be wrong, and one in a short word
  const size_t slips = (strlen(word) + 1) / 3;
  const nearest n = {word, NULL, (slips > 1 ? (int)slips : 1) + 1};
  return n;
}

static inline void nearest_offer(nearest *n, const char *candidate)
{
  if (!candidate || !*candidate) return;
  int distance = nearest_distance(n->word, candidate);
  const size_t length = strlen(n->word);
  if (length >= 3 && distance > 1 && strncmp(n->word, candidate, length) == 0) distance = 1;  // cut short
  if (distance >= n->distance || distance >= (int)strlen(candidate)) return;
  n->best = candidate;
  n->distance = distance;
}

#endif
