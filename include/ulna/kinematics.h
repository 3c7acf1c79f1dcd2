/* Where the links are and how the hand moves.
 *
 * The base frame is link 0's: frame 0 of a Denavit–Hartenberg robot, the base link's frame of a URDF. Six-vectors
 * and the Jacobian's rows are angular first. Unless said otherwise components are in base axes and the point
 * is the tool frame's origin.
 * Frames, orders and signs: docs/conventions.md. */
#ifndef ULNA_KINEMATICS_H
#define ULNA_KINEMATICS_H

#include "ulna/work.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Poses of all links' frames (the file's own) in the base frame: poses[0] is the identity, poses[i] link i.
 * n+1 elements. Real-time: yes. */
ULNA_API void ulna_link_poses(const ulna_model *model, ulna_work *work, const double q[], ulna_pose poses[]);

/* Pose of the hand (its tool frame), or of a named frame, in the base frame. Real-time: yes. */
ULNA_API void ulna_hand_pose(const ulna_model *model, ulna_work *work, const double q[], ulna_pose *pose);
ULNA_API void ulna_frame_pose(const ulna_model *model, ulna_work *work, int frame, const double q[],
                              ulna_pose *pose);

/* A point fixed to a link: `link` 0…n, `offset` in that link's frame. */
typedef struct {
  int link;
  double offset[3];
} ulna_point;

/* Axes in which a Jacobian or a motion is expressed. Tool axes are those of the tool frame, or of the link's
 * frame for a point; world axes differ from base axes by the base's orientation in the world. */
typedef enum { ULNA_AXES_BASE, ULNA_AXES_TOOL, ULNA_AXES_WORLD } ulna_axes;

/* J (6×n, row-major): [angular velocity; velocity of the point] = J qd, relative to the base. point NULL: the
 * tool frame's origin. Real-time: yes. */
ULNA_API void ulna_jacobian(const ulna_model *model, ulna_work *work, const ulna_point *point, ulna_axes axes,
                            const double q[], double J[]);

/* Jdot qd (6): the acceleration of the point relative to the base when qdd = 0, base at rest. Axes as above; the
 * vector is differentiated first, then expressed in those axes. Real-time: yes. */
ULNA_API void ulna_jacobian_rate(const ulna_model *model, ulna_work *work, const ulna_point *point,
                                 ulna_axes axes, const double q[], const double qd[], double Jdot_qd[6]);

/* Velocity and acceleration (6 each) of the point in inertial space, the work's base motion included and
 * gravity not; either output may be NULL. Real-time: yes. */
ULNA_API void ulna_point_motion(const ulna_model *model, ulna_work *work, const ulna_point *point,
                                ulna_axes axes, const double q[], const double qd[], const double qdd[],
                                double velocity[6], double acceleration[6]);

/* Yoshikawa's measure sqrt(det(J Jᵀ)) for n ≥ 6, sqrt(det(Jᵀ J)) for n < 6, and the singular values of J,
 * largest first (min(6, n) of them; may be NULL). Real-time: yes. */
ULNA_API double ulna_manipulability(const ulna_model *model, ulna_work *work, const double q[],
                                    double singular_values[6]);

#ifdef __cplusplus
}
#endif
#endif
