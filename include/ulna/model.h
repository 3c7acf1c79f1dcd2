/* A robot, ready to compute with: immutable, and shareable between any number of threads.
 *
 * Links are numbered from 0, the base; joint i moves link i, i = 1…n. Arrays over joints (q, tau, …) have n
 * elements, so q[0] belongs to joint 1. Names belong to the model. All queries: Real-time: yes.
 * Frames, orders and signs: docs/conventions.md. */
#ifndef ULNA_MODEL_H
#define ULNA_MODEL_H

#include "ulna/builder.h"

#ifdef __cplusplus
extern "C" {
#endif

ULNA_API void ulna_model_destroy(ulna_model *model); /* NULL is allowed. Real-time: no. */

ULNA_API const char *ulna_model_name(const ulna_model *model);
ULNA_API const char *ulna_model_source(const ulna_model *model); /* may be empty */
ULNA_API ulna_convention ulna_model_convention(const ulna_model *model);
ULNA_API int ulna_model_joint_count(const ulna_model *model);
ULNA_API int ulna_model_drive_count(const ulna_model *model);
ULNA_API int ulna_model_element_count(const ulna_model *model);
ULNA_API int ulna_model_frame_count(const ulna_model *model);

/* The description as it was given, in the file's own frames. joint: 1…n; the others from 0. */
ULNA_API const ulna_joint *ulna_model_joint(const ulna_model *model, int joint);
ULNA_API const ulna_drive *ulna_model_drive(const ulna_model *model, int drive);
ULNA_API const ulna_drive *ulna_model_element(const ulna_model *model, int element);
ULNA_API const ulna_frame *ulna_model_frame(const ulna_model *model, int frame);
ULNA_API const ulna_body *ulna_model_payload(const ulna_model *model);        /* mass 0 where there is none */
ULNA_API void ulna_model_gravity(const ulna_model *model, double gravity[3]); /* world axes */
ULNA_API void ulna_model_base(const ulna_model *model, ulna_pose *base_in_world);
ULNA_API void ulna_model_tool(const ulna_model *model, ulna_pose *tool_in_last_link);

/* The name of link 0…n; link 0 is "base" or the URDF's base link. */
ULNA_API const char *ulna_model_link_name(const ulna_model *model, int link);

/* Numbers from names; -1 where there is none. Links: 0 is "base" or the URDF's base link. */
ULNA_API int ulna_model_find_joint(const ulna_model *model, const char *name);
ULNA_API int ulna_model_find_link(const ulna_model *model, const char *name);
ULNA_API int ulna_model_find_frame(const ulna_model *model, const char *name);

/* Sum of the links' masses (payload not included); and a bound on the distance of the tool frame's origin from the
 * axis of joint 1: the sum of the links' lengths, prismatic joints at their limits. */
ULNA_API double ulna_model_mass(const ulna_model *model);
ULNA_API double ulna_model_length(const ulna_model *model);

#ifdef __cplusplus
}
#endif
#endif
