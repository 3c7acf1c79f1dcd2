/* Poses and rigid bodies in plain double, for computations made once, when a model is made. */
#ifndef ULNA_MODEL_POSE_H
#define ULNA_MODEL_POSE_H

#include "ulna/builder.h"

/* Sine and cosine of a constant angle; exact at multiples of a quarter turn, to the last bit or two of the angle
 * (a quarter turn has no exact double; cos would come out as 6e-17, and a zero would look like a number). */
void ulna_sin_cos(double angle, double *sine, double *cosine);

ulna_pose ulna_pose_about_x(double c, double s); /* of the angle: cosine, sine */
ulna_pose ulna_pose_about_z(double c, double s);
ulna_pose ulna_pose_rot_x(double angle);
ulna_pose ulna_pose_shift(double x, double y, double z);

/* v_outer = R v_inner, and the point p_outer = R p_inner + p. `out` may be `in`. */
void ulna_rotate(const ulna_pose *pose, const double in[3], double out[3]);
void ulna_rotate_back(const ulna_pose *pose, const double in[3], double out[3]);
void ulna_transform(const ulna_pose *pose, const double in[3], double out[3]);

/* A rotation whose third column is the unit vector along `axis`; the identity for +z. */
ulna_pose ulna_pose_with_z_along(const double axis[3]);

/* The same body with its inertia about its mass centre; about the frame's origin. */
ulna_body ulna_body_about_com(const ulna_body *body);

/* A body given in an inner frame, seen from the outer one; inertia about the mass centre. */
ulna_body ulna_body_in_outer(const ulna_pose *inner_in_outer, const ulna_body *body);

/* Two bodies of one frame welded together; inertia about the common mass centre. */
ulna_body ulna_body_merge(const ulna_body *a, const ulna_body *b);

#endif
