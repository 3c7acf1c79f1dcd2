/* Where the tool is and how it moves, for those inside who want both at once. */
#ifndef ULNA_DYNAMICS_TOOL_MOTION_H
#define ULNA_DYNAMICS_TOOL_MOTION_H

#include "ulna/kinematics.h"

/* Pose of the tool in the base frame, and how it moves relative to the base, whatever that does: angular first, at the tool
 * frame's origin, base axes. */
void ulna_tool_motion(const ulna_model *model, ulna_work *work, const double q[], const double qd[],
                      ulna_pose *pose, double moves[6]);

#endif
