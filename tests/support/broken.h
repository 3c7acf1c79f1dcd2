/* Files with one fault each, which their first line names: `# fault: KIND; words`. */
#ifndef ULNA_TESTS_BROKEN_H
#define ULNA_TESTS_BROKEN_H

#include <stddef.h>

/* KIND of the file's first line. */
void broken_kind(const char *path, char *kind, size_t size);

#endif
