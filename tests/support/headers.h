/* The public headers as texts, for tests that hold a table against what they declare. */
#ifndef ULNA_TESTS_HEADERS_H
#define ULNA_TESTS_HEADERS_H

/* Calls `each` with the name and the text of every header of include/ulna; fails the test where there are hardly any. Returns the
 * sum of what `each` returns. */
int sum_over_headers(int (*each)(const char *name, const char *text, void *context), void *context);

#endif
