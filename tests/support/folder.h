/* A temporary folder of the test program's own, removed at its end. */
#ifndef ULNA_TESTS_FOLDER_H
#define ULNA_TESTS_FOLDER_H

#include <stdbool.h>

/* The path of `name` in it; valid until the program ends. "" is the folder itself, with a slash. */
const char *folder_path(const char *name);

void folder_write(const char *name, const char *text);
char *folder_read(const char *name); /* 0-terminated, to be freed; fails the test if there is none */
bool folder_same(const char *a, const char *b); /* two files, byte for byte */
int folder_count(const char *prefix);           /* how many names in it begin so */

#endif
