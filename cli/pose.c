/* Poses as results: 4×4 matrices, and roll, pitch, yaw. */
#include "pose.h"

#include <math.h>

const char *const pose_columns_xyz[3] = {"x", "y", "z"};
const char *const pose_columns_rpy[3] = {"roll", "pitch", "yaw"};

void pose_to_matrix(const ulna_pose *pose, double matrix[16])
{
  for (int i = 0; i < 3; i++) {
    for (int j = 0; j < 3; j++) matrix[4 * i + j] = pose->R[i][j];
    matrix[4 * i + 3] = pose->p[i];
    matrix[12 + i] = 0;
  }
  matrix[15] = 1;
}

void pose_to_rpy(const ulna_pose *pose, double rpy[3])
{
  // R = Rz(y) Ry(p) Rx(r): R20 = -sin p, R21 = cos p sin r, R22 = cos p cos r, R10 = sin y cos p, R00 = cos y cos p
  const double cos_pitch = hypot(pose->R[0][0], pose->R[1][0]);
  rpy[1] = atan2(0 - pose->R[2][0], cos_pitch);  // 0 - x: no negative zero
  if (cos_pitch > 1e-9) {
    rpy[0] = atan2(pose->R[2][1], pose->R[2][2]);
    rpy[2] = atan2(pose->R[1][0], pose->R[0][0]);
  } else {
    // roll and yaw turn about the same axis: all of it is given to yaw
    rpy[0] = 0;
    rpy[2] = atan2(0 - pose->R[0][1], pose->R[1][1]);
  }
}

void pose_point(const ulna_pose *pose, const double inner[3], double outer[3])
{
  for (int i = 0; i < 3; i++)
    outer[i] = pose->p[i] + pose->R[i][0] * inner[0] + pose->R[i][1] * inner[1] + pose->R[i][2] * inner[2];
}

void pose_turn_rows(const ulna_pose *pose, double *rows, int columns)
{
  for (int half = 0; half < 2; half++)
    for (int j = 0; j < columns; j++) {
      double *v = rows + 3 * half * columns + j;
      const double x = v[0], y = v[columns], z = v[2 * columns];
      for (int i = 0; i < 3; i++) v[i * columns] = pose->R[0][i] * x + pose->R[1][i] * y + pose->R[2][i] * z;
    }
}
