/* Where the links are and how the hand moves: the public functions.
 *
 * Everything is computed in base axes: placement 0 is kernel frame 0 in the base frame, so the kernels'
 * results need no turning afterwards. Only the last steps, from kernel frame i to link i's own frame or to
 * the tool, are the file's. */
#define REAL_F64
#include "ulna/kinematics.h"

#include <math.h>

#include "dynamics/singular_values.h"
#include "dynamics/tool_motion.h"
#include "kernel/kinematics.h"
#include "work/work.h"

static placement placement_of(const ulna_pose *pose)
{
  placement t;
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) t.R.e[i][j] = pose->R[i][j];
  t.p = vec3_of(pose->p);
  return t;
}

static ulna_pose pose_of(const placement *t)
{
  ulna_pose pose;
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) pose.R[i][j] = t->R.e[i][j];
  vec3_store(t->p, pose.p);
  return pose;
}

// Placements of kernel frames 0…n in the base frame, into the work.
static void place_links(const ulna_model *model, ulna_work *work, const double q[])
{
  ULNA_ASSERT(model && work && q && work->model == model);
  ulna_set_posture(work, q);
  work->kinematics.at[0] = placement_of(&model->frame0_in_base);
  link_placements(&work->arm, &work->at, work->kinematics.at);
}

// A frame of link i, given in kernel frame i, as placed in the base frame. Link 0's own frame is the base
// frame.
static placement placed(const ulna_work *work, int link, const ulna_pose *in_kernel)
{
  const placement inner = placement_of(in_kernel);
  return placement_product(&work->kinematics.at[link], &inner);
}

static placement link_placement(const ulna_model *model, const ulna_work *work, int link)
{
  if (link == 0) {  // not by way of kernel frame 0 and back, which would round
    placement base;
    base.R = mat3_identity(), base.p = vec3_zero();
    return base;
  }
  return placed(work, link, &model->file_in_kernel[link]);
}

void ulna_link_poses(const ulna_model *model, ulna_work *work, const double q[], ulna_pose poses[])
{
  ULNA_ASSERT(poses);
  place_links(model, work, q);
  for (int i = 0; i <= model->n; i++) {
    const placement t = link_placement(model, work, i);
    poses[i] = pose_of(&t);
  }
}

void ulna_hand_pose(const ulna_model *model, ulna_work *work, const double q[], ulna_pose *pose)
{
  ULNA_ASSERT(pose);
  place_links(model, work, q);
  const placement t = placed(work, model->n, &model->tool_in_kernel);
  *pose = pose_of(&t);
}

void ulna_frame_pose(const ulna_model *model, ulna_work *work, const double q[], int frame, ulna_pose *pose)
{
  ULNA_ASSERT(pose && frame >= 0 && frame < ulna_model_frame_count(model));
  place_links(model, work, q);
  const placement carrier = link_placement(model, work, model->frame_carrier[frame]);
  const placement inner = placement_of(&ulna_model_frame(model, frame)->pose);
  const placement t = placement_product(&carrier, &inner);
  *pose = pose_of(&t);
}

// The point a Jacobian or a motion is asked for: its link, where it is, and the rotation from base axes to
// those asked.
typedef struct {
  int link;
  vec3 at;
  mat3 axes;  // columns: the asked axes in base axes
} place;

static place find_place(const ulna_model *model, const ulna_work *work, const ulna_point *point,
                        ulna_axes axes)
{
  ULNA_ASSERT(!point || (point->link >= 0 && point->link <= model->n));
  place where;
  placement frame;
  if (point) {
    frame = link_placement(model, work, point->link);
    where.link = point->link;
    where.at = placement_point(&frame, vec3_of(point->offset));
  } else {
    frame = placed(work, model->n, &model->tool_in_kernel);
    where.link = model->n;
    where.at = frame.p;
  }
  where.axes = frame.R;
  if (axes == ULNA_AXES_BASE) where.axes = mat3_identity();
  if (axes == ULNA_AXES_WORLD)
    for (int i = 0; i < 3; i++)
      for (int j = 0; j < 3; j++) where.axes.e[i][j] = model->given.base.R[j][i];
  return where;
}

static void store_in_axes(const mat3 *axes, vec3 angular, vec3 linear, double out[6])
{
  vec3_store(mat3_mul_transposed(axes, angular), out);
  vec3_store(mat3_mul_transposed(axes, linear), out + 3);
}

void ulna_jacobian(const ulna_model *model, ulna_work *work, const double q[], const ulna_point *point,
                   ulna_axes axes, double J[])
{
  ULNA_ASSERT(J);
  place_links(model, work, q);
  const place where = find_place(model, work, point, axes);
  const int n = model->n;
  for (int i = 0; i < n; i++) {
    double column[6] = {0};
    if (i < where.link) {  // joints beyond the point's link do not move it
      vec3 angular, linear;
      jacobian_column(work->link[i].joint, &work->kinematics.at[i], where.at, &angular, &linear);
      store_in_axes(&where.axes, angular, linear, column);
    }
    for (int r = 0; r < 6; r++) J[r * n + i] = column[r];
  }
}

// Motion of the point, in base axes, when the base frame moves as given. qdd NULL: zero.
static body_motion motion_of(const ulna_work *work, const place *where, const double qd[], const double qdd[],
                             body_motion base)
{
  const placement *at = work->kinematics.at;
  vec3 from = vec3_zero();
  if (where->link > 0) {
    base = motion_at(base, at[0].p);
    for (int i = 0; i < where->link; i++)
      base = motion_across(work->link[i].joint, &at[i], qd[i], qdd ? qdd[i] : 0, base);
    from = at[where->link].p;
  }
  return motion_at(base, vec3_sub(where->at, from));
}

void ulna_jacobian_rate(const ulna_model *model, ulna_work *work, const double q[], const double qd[],
                        const ulna_point *point, ulna_axes axes, double Jdot_qd[6])
{
  ULNA_ASSERT(qd && Jdot_qd);
  place_links(model, work, q);
  const place where = find_place(model, work, point, axes);
  const body_motion rest = {vec3_zero(), vec3_zero(), vec3_zero(), vec3_zero()};
  const body_motion b = motion_of(work, &where, qd, NULL, rest);
  store_in_axes(&where.axes, b.wd, b.a, Jdot_qd);
}

void ulna_point_motion(const ulna_model *model, ulna_work *work, const double q[], const double qd[],
                       const double qdd[], const ulna_point *point, ulna_axes axes, double velocity[6],
                       double acceleration[6])
{
  ULNA_ASSERT(qd && qdd);
  place_links(model, work, q);
  const place where = find_place(model, work, point, axes);
  const ulna_base_motion *given = &work->base_motion;
  const body_motion base = {vec3_of(given->angular_velocity), vec3_of(given->angular_acceleration),
                            vec3_of(given->velocity), vec3_of(given->acceleration)};
  const body_motion b = motion_of(work, &where, qd, qdd, base);
  if (velocity) store_in_axes(&where.axes, b.w, b.v, velocity);
  if (acceleration) store_in_axes(&where.axes, b.wd, b.a, acceleration);
}

void ulna_tool_motion(const ulna_model *model, ulna_work *work, const double q[], const double qd[],
                      ulna_pose *pose, double moves[6])
{
  place_links(model, work, q);
  const placement tool = placed(work, model->n, &model->tool_in_kernel);
  const place where = {model->n, tool.p, mat3_identity()};
  const body_motion rest = {vec3_zero(), vec3_zero(), vec3_zero(), vec3_zero()};
  const body_motion b = motion_of(work, &where, qd, NULL, rest);
  *pose = pose_of(&tool);
  vec3_store(b.w, moves), vec3_store(b.v, moves + 3);
}

double ulna_manipulability(const ulna_model *model, ulna_work *work, const double q[], double values[6])
{
  const int n = model->n, count = n < 6 ? n : 6;
  double *J = work->kinematics.J, sigma[6], measure = 1;
  ulna_jacobian(model, work, q, NULL, ULNA_AXES_BASE, J);
  if (n < 6) {  // columns of J, one after the other
    double columns[36];
    for (int r = 0; r < 6; r++)
      for (int i = 0; i < n; i++) columns[i * 6 + r] = J[r * n + i];
    singular_values(columns, 6, n, sigma);
  } else {
    singular_values(J, n, 6, sigma);  // columns of Jᵀ are the rows of J
  }
  for (int k = 0; k < count; k++) measure *= sigma[k];
  if (values)
    for (int k = 0; k < count; k++) values[k] = sigma[k];
  return measure;
}
