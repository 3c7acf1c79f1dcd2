/* The version. */
#include "ulna/version.h"

#define WORD_OF(x)      #x
#define WORD(x)         WORD_OF(x)
#define VERSION_NUMBERS WORD(ULNA_VERSION_MAJOR) "." WORD(ULNA_VERSION_MINOR) "." WORD(ULNA_VERSION_PATCH)

const char *ulna_version(void) { return VERSION_NUMBERS; }
