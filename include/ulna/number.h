/* Numbers as text. */
#ifndef ULNA_NUMBER_H
#define ULNA_NUMBER_H

#include "ulna/status.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Bytes that any number needs, its terminator included. */
#define ULNA_NUMBER_SIZE 32

/* Writes x with as few digits as read back to exactly x and, among those, the nearest to it, in any locale: 0.1, 12,
 * 1.5e-07, -0, nan, -inf. Terminated; returns the length without the terminator. Real-time: yes. */
ULNA_API int ulna_number_format(double x, char text[ULNA_NUMBER_SIZE]);

#ifdef __cplusplus
}
#endif
#endif
