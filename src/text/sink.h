/* Where text goes that is written piece by piece: a function, and what it knows. */
#ifndef ULNA_TEXT_SINK_H
#define ULNA_TEXT_SINK_H

#include <stddef.h>

typedef void text_sink(void *owner, const char *bytes, size_t length);

#endif
