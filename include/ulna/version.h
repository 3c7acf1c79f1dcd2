/* Which Ulna this is. The numbers here are the only place the version is written; the build reads them. */
#ifndef ULNA_VERSION_H
#define ULNA_VERSION_H

#include "ulna/status.h"

#ifdef __cplusplus
extern "C" {
#endif

#define ULNA_VERSION_MAJOR 0
#define ULNA_VERSION_MINOR 1
#define ULNA_VERSION_PATCH 0

/* The version of the library that is running, "0.1.0"; it may be another than that of this header.
 * Real-time: yes. */
ULNA_API const char *ulna_version(void);

#ifdef __cplusplus
}
#endif
#endif
