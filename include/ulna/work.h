/* A work: the memory one thread needs to compute with a model, and the settings that may change from call to call.
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

/* Parts of a work, as a sum of bits. Each part is scratch that grows with n². Functions that need only memory that
 * grows with n need no part: inverse and forward dynamics, the mass matrix, its inverse and solutions, all of
 * kinematics and inverse kinematics, energies, gross motion as printed. A function whose part is missing returns
 * ULNA_MISSING_PART and leaves its outputs untouched; each says which part it needs. */
typedef enum {
  ULNA_PARTS_NONE = 0,
  ULNA_PART_MATRICES =
      1, /* n×n matrices: inertias that joints feel, condition, operational inertia; arms of at
                              most 15 joints always have it */
  ULNA_PART_REFERENCE = 2, /* Lagrange's formulation and Christoffel symbols */
  ULNA_PART_DRIVES = 4,    /* ulna/drive.h */
  ULNA_PART_FRICTION = 8,  /* what sticks and what slips: ulna/friction.h; brings ULNA_PART_DRIVES with it */
  ULNA_PART_DERIVATIVES = 16, /* ulna/derivatives.h, ulna/regressor.h; brings ULNA_PART_DRIVES with it */
  ULNA_PARTS_ALL = 31,
  ULNA_PARTS_DEFAULT = 32 /* MATRICES, and DRIVES for arms of at most 32 joints */
} ulna_parts;

/* In the caller's memory: `size` bytes at `memory`, aligned to 64. ULNA_TOO_SMALL if size is less than
 * ulna_work_size says, ULNA_INVALID_ARGUMENT for bits that are no part. Such a work is not destroyed.
 * Real-time: yes. */
ULNA_API size_t ulna_work_size(const ulna_model *model, unsigned parts);
ULNA_API ulna_status ulna_work_init(void *memory, size_t size, const ulna_model *model, unsigned parts,
                                    ulna_work **work) ULNA_MUST_CHECK;

/* On the heap. Real-time: no. */
ULNA_API ulna_status ulna_work_create(const ulna_model *model, unsigned parts,
                                      const ulna_allocator *allocator, ulna_work **work) ULNA_MUST_CHECK;
ULNA_API void ulna_work_destroy(ulna_work *work); /* NULL is allowed; only for created ones */

/* Acceleration of gravity in world axes; starts as the model's. Real-time: yes. */
ULNA_API void ulna_work_set_gravity(ulna_work *work, const double gravity[3]);

/* Motion of the base frame (link 0), which is moved from outside, in its own axes at this instant. The acceleration
 * does not include gravity. Starts at rest. Real-time: yes. */
typedef struct {
  double angular_velocity[3], angular_acceleration[3];
  double velocity[3], acceleration[3];
} ulna_base_motion;
ULNA_API void ulna_work_set_base_motion(ulna_work *work, const ulna_base_motion *motion); /* NULL: at rest */

/* What the world exerts on the hand: force, then moment, at the tool frame's origin, in tool axes. (Wrenches at
 * the hand are force first; other six-vectors are angular first: docs/conventions.md.) Starts at 0. Real-time: yes. */
ULNA_API void ulna_work_set_hand_wrench(ulna_work *work, const double force[3], const double moment[3]);

/* A body fixed to the last link, in that link's frame, instead of the model's own payload. NULL: none at all.
 * ULNA_BAD_ROBOT if it breaks the checks of a link; the payload is then as before. Real-time: yes. */
ULNA_API ulna_status ulna_work_set_payload(ulna_work *work, const ulna_body *payload) ULNA_MUST_CHECK;

/* The model it was made for, and the parts it has. Real-time: yes. */
ULNA_API const ulna_model *ulna_work_model(const ulna_work *work);
ULNA_API unsigned ulna_work_parts(const ulna_work *work);

#ifdef __cplusplus
}
#endif
#endif
