/* Poses: made, multiplied, turned back. */
#include "model/pose.h"

#include <float.h>
#include <math.h>

#include "base/inertia.h"
#include "base/numbers.h"

void ulna_sin_cos(double angle, double *sine, double *cosine)
{
  static const double quarter_sine[4] = {0, 1, 0, -1};
  const double quarters = nearbyint(angle / (PI / 2));
  if (fabs(quarters) <= 8 && fabs(angle - quarters * (PI / 2)) <= 2 * DBL_EPSILON * fmax(1, fabs(angle))) {
    const int k = ((int)quarters % 4 + 4) % 4;
    *sine = quarter_sine[k];
    *cosine = quarter_sine[(k + 1) % 4];
    return;
  }
  *sine = sin(angle);
  *cosine = cos(angle);
}

ulna_pose ulna_pose_identity(void) { return (ulna_pose){{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {0, 0, 0}}; }

ulna_pose ulna_pose_about_x(double c, double s)
{
  return (ulna_pose){{{1, 0, 0}, {0, c, -s}, {0, s, c}}, {0, 0, 0}};
}

ulna_pose ulna_pose_about_z(double c, double s)
{
  return (ulna_pose){{{c, -s, 0}, {s, c, 0}, {0, 0, 1}}, {0, 0, 0}};
}

ulna_pose ulna_pose_rot_x(double angle)
{
  double s, c;
  ulna_sin_cos(angle, &s, &c);
  return ulna_pose_about_x(c, s);
}

ulna_pose ulna_pose_shift(double x, double y, double z)
{
  return (ulna_pose){{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {x, y, z}};
}

ulna_pose ulna_pose_from_rpy(const double xyz[3], const double rpy[3])
{
  double sr, cr, sp, cp, sy, cy;
  ulna_sin_cos(rpy[0], &sr, &cr);
  ulna_sin_cos(rpy[1], &sp, &cp);
  ulna_sin_cos(rpy[2], &sy, &cy);
  return (ulna_pose){{{cy * cp, cy * sp * sr - sy * cr, cy * sp * cr + sy * sr},
                      {sy * cp, sy * sp * sr + cy * cr, sy * sp * cr - cy * sr},
                      {-sp, cp * sr, cp * cr}},
                     {xyz[0], xyz[1], xyz[2]}};
}

void ulna_rotate(const ulna_pose *pose, const double in[3], double out[3])
{
  const double x = in[0], y = in[1], z = in[2];
  for (int i = 0; i < 3; i++) out[i] = pose->R[i][0] * x + pose->R[i][1] * y + pose->R[i][2] * z;
}

void ulna_rotate_back(const ulna_pose *pose, const double in[3], double out[3])
{
  const double x = in[0], y = in[1], z = in[2];
  for (int i = 0; i < 3; i++) out[i] = pose->R[0][i] * x + pose->R[1][i] * y + pose->R[2][i] * z;
}

void ulna_transform(const ulna_pose *pose, const double in[3], double out[3])
{
  ulna_rotate(pose, in, out);
  for (int i = 0; i < 3; i++) out[i] += pose->p[i];
}

ulna_pose ulna_pose_multiply(const ulna_pose *outer, const ulna_pose *inner)
{
  ulna_pose product;
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++)
      product.R[i][j] =
          outer->R[i][0] * inner->R[0][j] + outer->R[i][1] * inner->R[1][j] + outer->R[i][2] * inner->R[2][j];
  ulna_transform(outer, inner->p, product.p);
  return product;
}

ulna_pose ulna_pose_inverse(const ulna_pose *pose)
{
  ulna_pose inverse;
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) inverse.R[i][j] = pose->R[j][i];
  ulna_rotate_back(pose, pose->p, inverse.p);
  for (int i = 0; i < 3; i++) inverse.p[i] = -inverse.p[i];
  return inverse;
}

/* An orthonormal basis from one unit vector without a near-singular case: the sign of z picks which pole is far. */
ulna_pose ulna_pose_with_z_along(const double axis[3])
{
  const double largest = fmax(fabs(axis[0]), fmax(fabs(axis[1]), fabs(axis[2])));
  const double x = axis[0] / largest, y = axis[1] / largest,
               z = axis[2] / largest;  // no overflow in the squares
  const double length = sqrt(x * x + y * y + z * z);
  const double u[3] = {x / length, y / length, z / length};
  const double sign = copysign(1, u[2]);
  const double a = -1 / (sign + u[2]), b = u[0] * u[1] * a;
  return (ulna_pose){{{1 + sign * u[0] * u[0] * a, b, u[0]},
                      {sign * b, sign + u[1] * u[1] * a, u[1]},
                      {-sign * u[0], -u[1], u[2]}},
                     {0, 0, 0}};
}

ulna_body ulna_body_about_com(const ulna_body *body)
{
  ulna_body result = *body;
  if (body->about == ULNA_ABOUT_ORIGIN) inertia_shift(result.inertia, body->mass, body->com, -1);
  result.about = ULNA_ABOUT_COM;
  return result;
}

ulna_body ulna_body_in_outer(const ulna_pose *inner_in_outer, const ulna_body *body)
{
  ulna_body result = ulna_body_about_com(body);
  const double *s = result.inertia;
  const double I[3][3] = {{s[0], s[3], s[4]}, {s[3], s[1], s[5]}, {s[4], s[5], s[2]}};
  double RI[3][3], out[3][3];
  for (int i = 0; i < 3; i++) ulna_rotate(inner_in_outer, I[i], RI[i]);  // rows of I Rᵀ
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) {
      const double(*R)[3] = inner_in_outer->R;
      out[i][j] = R[i][0] * RI[0][j] + R[i][1] * RI[1][j] + R[i][2] * RI[2][j];
    }
  result.inertia[0] = out[0][0], result.inertia[1] = out[1][1], result.inertia[2] = out[2][2];
  result.inertia[3] = 0.5 * (out[0][1] + out[1][0]);
  result.inertia[4] = 0.5 * (out[0][2] + out[2][0]);
  result.inertia[5] = 0.5 * (out[1][2] + out[2][1]);
  ulna_transform(inner_in_outer, body->com, result.com);
  return result;
}

ulna_body ulna_body_merge(const ulna_body *a, const ulna_body *b)
{
  const ulna_body A = ulna_body_about_com(a), B = ulna_body_about_com(b);
  if (B.mass ==
      0) {  // nothing to weigh the centres with; its inertia, if a waiver let one pass, still counts
    ulna_body sum = A;
    for (int k = 0; k < 6; k++) sum.inertia[k] += B.inertia[k];
    return sum;
  }
  ulna_body sum = {.mass = A.mass + B.mass, .about = ULNA_ABOUT_COM};
  double apart[3];
  for (int k = 0; k < 3; k++) {
    sum.com[k] = (A.mass * A.com[k] + B.mass * B.com[k]) / sum.mass;
    apart[k] = B.com[k] - A.com[k];
  }
  for (int k = 0; k < 6; k++) sum.inertia[k] = A.inertia[k] + B.inertia[k];
  inertia_shift(sum.inertia, A.mass * B.mass / sum.mass, apart, 1);  // reduced mass times the distance
  return sum;
}
