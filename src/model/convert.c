/* From the file's frames to the kernels'.
 *
 * Wanted for each link: T_i = Rot_z(theta0 + q) Trans(a, b, d) Rot_x(alpha) between kernel frames i-1 and i, whose
 * z axes are the joint axes. The z axes are given by the robot; origins along them and x axes are free. A `dh` robot
 * has this form already and an `mdh` one after regrouping; for joints given by origin and axis the kernel's
 * origins stay where the file's joint origins are, and only the x axes are chosen. No common normal is ever
 * looked for, so nearly parallel axes, whose normal may lie kilometres away, lose no digits. */
#include <math.h>
#include <string.h>

#include "model/model.h"
#include "model/pose.h"

static void set_step(link_numbers *l, double theta0, double a, double b, double d, double ca, double sa)
{
  l->theta0 = theta0, l->a = a, l->b = b, l->d = d, l->ca = ca, l->sa = sa;
  l->r[0] = a, l->r[1] = b * ca + d * sa, l->r[2] = d * ca - b * sa;
}

static void convert_dh(ulna_model *model)
{
  model->frame0_in_base = ulna_pose_identity();
  for (int i = 0; i <= model->n; i++) model->file_in_kernel[i] = ulna_pose_identity();
  for (int i = 0; i < model->n; i++) {
    const ulna_joint *j = &model->given.joints[i];
    double ca, sa;
    ulna_sin_cos(j->alpha, &sa, &ca);
    set_step(&model->link[i], j->theta, j->a, 0, j->d, ca, sa);
  }
}

/* Row i+1's Rot_x(alpha) Trans_x(a), which stand before joint i+1, become the end of link i. */
static void convert_mdh(ulna_model *model)
{
  const int n = model->n;
  const ulna_joint *joints = model->given.joints;
  for (int i = 0; i <= n; i++) {
    const double alpha = i < n ? joints[i].alpha : 0, a = i < n ? joints[i].a : 0;
    const ulna_pose shift = ulna_pose_shift(a, 0, 0), twist = ulna_pose_rot_x(alpha);
    const ulna_pose kernel_in_file = ulna_pose_multiply(&twist, &shift);  // the two commute
    model->file_in_kernel[i] = ulna_pose_inverse(&kernel_in_file);
    if (i == 0) {
      model->frame0_in_base = kernel_in_file;
      continue;
    }
    const ulna_joint *j = &joints[i - 1];
    double ca, sa;
    ulna_sin_cos(alpha, &sa, &ca);
    set_step(&model->link[i - 1], j->theta, a, 0, j->d, ca, sa);
  }
}

/* R = Rot_z(theta) Rot_x(alpha) Rot_z(phi). Where alpha is nearly 0 or π, theta and phi are each poorly determined
 * but computed one from the other, so that the product gives R back to rounding. */
typedef struct {
  double theta, phi, ca, sa;
} zxz_angles;

static zxz_angles zxz_of(const double R[3][3])
{
  const double rounding = 1e-15;  // a few ulp of a rotation matrix's elements
  zxz_angles z;
  const double away = hypot(R[0][2], R[1][2]);
  if (away <= rounding) {  // parallel as far as doubles can tell
    z.ca = R[2][2] > 0 ? 1 : -1;
    z.sa = 0;
    z.theta = 0;
    z.phi = atan2(z.ca * R[1][0], R[0][0]);
    return z;
  }
  const double sign = R[1][2] > 0 ? -1 : 1;  // of the two solutions the one with theta in ±π/2
  z.sa = sign * away;
  z.ca = fabs(R[2][2]) <= rounding ? 0 : R[2][2];
  z.theta = atan2(sign * R[0][2], -sign * R[1][2]);
  const double length = hypot(z.sa, z.ca);
  z.sa /= length;
  z.ca /= length;
  const ulna_pose turn = ulna_pose_about_z(cos(z.theta), sin(z.theta));
  const double column[3] = {R[0][0], R[1][0], R[2][0]};
  double x[3];
  ulna_rotate_back(&turn, column, x);
  z.phi = atan2(z.ca * x[1] + z.sa * x[2], x[0]);
  return z;
}

/* Joint i's own frame has its z along the joint's axis: A_i turns z onto the axis, seen from link i's frame. From it,
 * after the motion, to joint i+1's: X = A_iᵀ origin_{i+1} A_{i+1}, split as above; the trailing Rot_z(phi) is
 * handed on to the next joint's theta0. */
static void convert_axis(ulna_model *model)
{
  const int n = model->n;
  const ulna_joint *joints = model->given.joints;
  ulna_pose A = ulna_pose_with_z_along(joints[0].axis);
  model->frame0_in_base = ulna_pose_multiply(&joints[0].origin, &A);
  model->file_in_kernel[0] = ulna_pose_inverse(&model->frame0_in_base);
  double phi = 0;
  for (int i = 0; i < n; i++) {
    link_numbers *l = &model->link[i];
    const ulna_pose A_back = ulna_pose_inverse(&A);
    if (i == n - 1) {  // nothing follows: the kernel's last frame is the last joint's
      set_step(l, phi, 0, 0, 0, 1, 0);
      model->file_in_kernel[n] = A_back;
      break;
    }
    const ulna_pose A_next = ulna_pose_with_z_along(joints[i + 1].axis);
    const ulna_pose link_to_next = ulna_pose_multiply(&joints[i + 1].origin, &A_next);
    const ulna_pose X = ulna_pose_multiply(&A_back, &link_to_next);
    const zxz_angles z = zxz_of(X.R);

    // p = Rot_z(theta) (a, b, d)
    ulna_pose turn = ulna_pose_about_z(cos(z.theta), sin(z.theta));
    double p[3];
    ulna_rotate_back(&turn, X.p, p);
    set_step(l, phi + z.theta, p[0], p[1], p[2], z.ca, z.sa);

    // kernel frame i+1 seen from the joint's frame after its motion, and so the link's frame seen from it
    for (int k = 0; k < 3; k++) turn.p[k] = X.p[k];
    const ulna_pose twist = ulna_pose_about_x(z.ca, z.sa);
    const ulna_pose kernel_in_joint = ulna_pose_multiply(&turn, &twist);
    const ulna_pose joint_in_kernel = ulna_pose_inverse(&kernel_in_joint);
    model->file_in_kernel[i + 1] = ulna_pose_multiply(&joint_in_kernel, &A_back);
    phi = z.phi;
    A = A_next;
  }
}

static void convert_body(link_numbers *l, const ulna_pose *file_in_kernel, const ulna_body *body)
{
  const ulna_body in_kernel = ulna_body_in_outer(file_in_kernel, body);
  l->m = in_kernel.mass;
  for (int k = 0; k < 3; k++) l->com[k] = in_kernel.com[k];
  for (int k = 0; k < 6; k++) l->I[k] = in_kernel.inertia[k];
}

void ulna_convert_frames(ulna_model *model)
{
  switch (model->given.convention) {
  case ULNA_DH: convert_dh(model); break;
  case ULNA_MDH: convert_mdh(model); break;
  case ULNA_AXIS: convert_axis(model); break;
  }
  for (int i = 0; i < model->n; i++) {
    model->link[i].joint = model->given.joints[i].type;
    convert_body(&model->link[i], &model->file_in_kernel[i + 1], &model->given.joints[i].link.body);
  }
  model->tool_in_kernel = ulna_pose_multiply(&model->file_in_kernel[model->n], &model->given.tool);
}
