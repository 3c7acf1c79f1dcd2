/* Poses as results: 4×4 matrices, and roll, pitch, yaw. */
#ifndef CLI_POSE_H
#define CLI_POSE_H

#include "ulna/builder.h"

void pose_to_matrix(const ulna_pose *pose, double matrix[16]);
void pose_to_rpy(const ulna_pose *pose,
                 double rpy[3]); /* R = Rz(yaw) Ry(pitch) Rx(roll); roll 0 where pitch is ±90° */
void pose_point(const ulna_pose *pose, const double inner[3], double outer[3]);
/* rows of three (a 6×columns array) turned by Rᵀ: from the outer axes into those of `pose`. */
void pose_turn_rows(const ulna_pose *pose, double *rows, int columns);

extern const char *const pose_columns_xyz[3];
extern const char *const pose_columns_rpy[3];

#endif
