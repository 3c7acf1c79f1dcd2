/* Pose and motion of the tool in one call, for use inside the library. */
#ifndef ULNA_DYNAMICS_TOOL_MOTION_H
#define ULNA_DYNAMICS_TOOL_MOTION_H

#include "ulna/kinematics.h"

/* Pose of the tool in the base frame, and how it moves relative to the base, whatever that does: angular first, at the tool
 * frame's origin, base axes. */
void ulna_tool_motion(const ulna_model *model, ulna_work *work, const double q[], const double qd[],
                      ulna_pose *pose, double moves[6]);

#endif
