/* A scenario's text with other `changes`. */
#ifndef ULNA_LIVE_CHANGED_H
#define ULNA_LIVE_CHANGED_H

/* The text with the key `changes` at its end, in place of the one it has: of a block mapping as a line of its own, of braces (JSON)
 * before the last of them. To be freed; NULL: no memory. The caller must read it again: text that only looks like
 * YAML gives a text that only looks like YAML. */
char *ulna_live_with_changes(const char *text, const char *changes);

#endif
