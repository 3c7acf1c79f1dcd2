/* What one thread needs to compute with a model: scratch memory, and what may change from call to call.
 *
 * A work belongs to one model (which must outlive it) and to one thread at a time. It holds the gravity, the
 * base's motion, the wrench on the hand and the payload, all settable between calls without allocation; they
 * keep their values until set again. Only create and destroy allocate.
 * Frames, orders and signs: docs/conventions.md. */
#ifndef ULNA_WORK_H
#define ULNA_WORK_H

#include "ulna/model.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct ulna_work ulna_work;

/* In the caller's memory: `size` bytes at `memory`, aligned to 64. ULNA_TOO_SMALL if size is less than
 * ulna_work_size says; nothing to destroy. Real-time: yes. */
ULNA_API size_t ulna_work_size(const ulna_model *model);
ULNA_API ulna_status ulna_work_init(void *memory, size_t size, const ulna_model *model,
                                    ulna_work **work) ULNA_MUST_CHECK;

/* On the heap. Real-time: no. */
ULNA_API ulna_status ulna_work_create(const ulna_model *model, const ulna_allocator *allocator,
                                      ulna_work **work) ULNA_MUST_CHECK;
ULNA_API void ulna_work_destroy(ulna_work *work); /* NULL is allowed; only for created ones */

/* Acceleration of gravity in world axes; starts as the model's. Real-time: yes. */
ULNA_API void ulna_work_set_gravity(ulna_work *work, const double gravity[3]);

/* The base is moved from outside: motion of the base frame (link 0) in its own axes at this instant. The
 * acceleration does not include gravity. Starts at rest. Real-time: yes. */
typedef struct {
  double angular_velocity[3], angular_acceleration[3];
  double velocity[3], acceleration[3];
} ulna_base_motion;
ULNA_API void ulna_work_set_base_motion(ulna_work *work, const ulna_base_motion *motion); /* NULL: at rest */

/* What the world exerts on the hand: force, then moment, at the tool frame's origin, in tool axes. (Force
 * first: the one place where a six-vector is not angular first, as the command's --wrench.) Starts at 0.
 * Real-time: yes. */
ULNA_API void ulna_work_set_hand_wrench(ulna_work *work, const double force[3], const double moment[3]);

/* A body fixed to the last link, in that link's frame, instead of the model's own payload. NULL: none at all.
 * ULNA_BAD_ROBOT if it breaks the checks of a link; the payload is then as before. Real-time: yes. */
ULNA_API ulna_status ulna_work_set_payload(ulna_work *work, const ulna_body *payload) ULNA_MUST_CHECK;

ULNA_API const ulna_model *ulna_work_model(const ulna_work *work);

#ifdef __cplusplus
}
#endif
#endif
