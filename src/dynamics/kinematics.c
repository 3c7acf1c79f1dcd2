/* Poses of the links and motion of the hand: the public functions.
 *
 * Everything is computed in base axes: placement 0 is kernel frame 0 in the base frame, so the kernels'
 * results need no turning afterwards. Only the last steps, from kernel frame i to link i's own frame or to
 * the tool, are the file's. */
#include "ulna/kinematics.h"

#include <math.h>
#include <stddef.h>

#include "dynamics/singular_values.h"
#include "dynamics/tool_motion.h"
#include "kernel/kinematics.h"
#include "work/work.h"

static ulna_pose pose_of(const placement *t)
{
  ulna_pose pose;
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) pose.R[i][j] = t->R.e[i][j];
  vec3_store(t->p, pose.p);
  return pose;
}

// A pose is twelve numbers in a row for the kernel that writes them.
_Static_assert(sizeof(ulna_pose) == 12 * sizeof(double) && offsetof(ulna_pose, p) == 9 * sizeof(double),
               "the rows of R, then p");

// A frame of link i, given in kernel frame i, as placed in the base frame.
static void place_frame(ulna_work *work, const double q[], int link, const ulna_pose *in_kernel,
                        ulna_pose *pose)
{
  work->frame_place(&work->fast, link, &in_kernel->R[0][0], &work->model->tables->frame0, q, &pose->R[0][0]);
}

static const ulna_pose identity = {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {0, 0, 0}};

// Link 0's own frame is the base frame itself: the way over kernel frame 0 and back would round.
static placement link_placement(const ulna_model *model, ulna_work *work, const double q[], int link)
{
  ulna_pose pose = identity;
  if (link > 0) place_frame(work, q, link, &model->file_in_kernel[link], &pose);
  return placement_of(&pose);
}

void ulna_link_poses(const ulna_model *model, ulna_work *work, const double q[], ulna_pose poses[])
{
  ULNA_ASSERT(model && work && work->model == model && q && poses);
  poses[0] = identity;  // not by way of kernel frame 0 and back, which would round
  work->link_places(&work->fast, model->tables->frames, &model->file_in_kernel[1].R[0][0],
                    &work->model->tables->frame0, q, &poses[1].R[0][0]);
}

void ulna_hand_pose(const ulna_model *model, ulna_work *work, const double q[], ulna_pose *pose)
{
  ULNA_ASSERT(model && work && work->model == model && q && pose);
  place_frame(work, q, model->n, &model->tool_in_kernel, pose);
}

void ulna_frame_pose(const ulna_model *model, ulna_work *work, int frame, const double q[], ulna_pose *pose)
{
  ULNA_ASSERT(model && work && work->model == model && q && pose);
  ULNA_ASSERT(frame >= 0 && frame < ulna_model_frame_count(model));
  const placement carrier = link_placement(model, work, q, model->frame_carrier[frame]);
  const placement inner = placement_of(&ulna_model_frame(model, frame)->pose);
  const placement t = placement_product(&carrier, &inner);
  *pose = pose_of(&t);
}

// The point of a Jacobian or a motion: its link, and its position in the link's kernel frame. A point of link 0 is
// given in the base frame itself.
typedef struct {
  int link;
  vec3 at;
} place;

static place find_place(const ulna_model *model, const ulna_work *work, const ulna_point *point)
{
  ULNA_ASSERT(!point || (point->link >= 0 && point->link <= model->n));
  if (!point) return (place){model->n, work->model->tables->tool};
  const vec3 offset = vec3_of(point->offset);
  if (point->link == 0) return (place){0, offset};
  const placement frame = placement_of(&model->file_in_kernel[point->link]);
  return (place){point->link, placement_point(&frame, offset)};
}

// Columns: the axes asked for, in base axes. end: the kernel frame of the point's link.
static mat3 asked_axes(const ulna_model *model, const ulna_point *point, ulna_axes axes, const placement *end)
{
  mat3 R;
  if (axes == ULNA_AXES_WORLD) {
    for (int i = 0; i < 3; i++)
      for (int j = 0; j < 3; j++) R.e[i][j] = model->given.base.R[j][i];
    return R;
  }
  if (point && point->link == 0) return mat3_identity();
  const placement inner = placement_of(point ? &model->file_in_kernel[point->link] : &model->tool_in_kernel);
  return mat3_product(&end->R, &inner.R);
}

static void store(vec3 angular, vec3 linear, double out[6])
{
  vec3_store(angular, out);
  vec3_store(linear, out + 3);
}

static void store_in_axes(const mat3 *axes, vec3 angular, vec3 linear, double out[6])
{
  vec3_store(mat3_mul_transposed(axes, angular), out);
  vec3_store(mat3_mul_transposed(axes, linear), out + 3);
}

void ulna_jacobian(const ulna_model *model, ulna_work *work, const ulna_point *point, ulna_axes axes,
                   const double q[], double J[])
{
  ULNA_ASSERT(model && work && work->model == model && q && J);
  const int n = model->n;
  const place where = find_place(model, work, point);
  placement end;
  work->jacobian(&work->fast, where.link, where.at, &work->model->tables->frame0, q, J, &end);
  if (axes == ULNA_AXES_BASE) return;
  const mat3 R = asked_axes(model, point, axes, &end);
  for (int i = 0; i < where.link; i++) {
    double column[6];
    store_in_axes(&R, vec3_make(J[i], J[n + i], J[2 * n + i]),
                  vec3_make(J[3 * n + i], J[4 * n + i], J[5 * n + i]), column);
    for (int r = 0; r < 6; r++) J[r * n + i] = column[r];
  }
}

// Motion of the point, in base axes, when the base frame moves as given; end as above. qdd NULL: zero.
static body_motion motion_of(ulna_work *work, const place *where, const double q[], const double qd[],
                             const double qdd[], const body_motion *base, placement *end)
{
  if (where->link == 0) return motion_at(*base, where->at);
  return work->point_motion(&work->fast, where->link, where->at, &work->model->tables->frame0, q, qd, qdd,
                            base, end);
}

static const body_motion at_rest;

void ulna_jacobian_rate(const ulna_model *model, ulna_work *work, const ulna_point *point, ulna_axes axes,
                        const double q[], const double qd[], double Jdot_qd[6])
{
  ULNA_ASSERT(model && work && work->model == model && q && qd && Jdot_qd);
  const place where = find_place(model, work, point);
  placement end;
  const body_motion b = motion_of(work, &where, q, qd, NULL, &at_rest, &end);
  if (axes == ULNA_AXES_BASE) {
    store(b.wd, b.a, Jdot_qd);
    return;
  }
  const mat3 R = asked_axes(model, point, axes, &end);
  store_in_axes(&R, b.wd, b.a, Jdot_qd);
}

void ulna_point_motion(const ulna_model *model, ulna_work *work, const ulna_point *point, ulna_axes axes,
                       const double q[], const double qd[], const double qdd[], double velocity[6],
                       double acceleration[6])
{
  ULNA_ASSERT(model && work && work->model == model && q && qd && qdd);
  const place where = find_place(model, work, point);
  placement end;
  const body_motion b = motion_of(work, &where, q, qd, qdd, &work->base_motion, &end);
  if (axes == ULNA_AXES_BASE) {
    if (velocity) store(b.w, b.v, velocity);
    if (acceleration) store(b.wd, b.a, acceleration);
    return;
  }
  const mat3 R = asked_axes(model, point, axes, &end);
  if (velocity) store_in_axes(&R, b.w, b.v, velocity);
  if (acceleration) store_in_axes(&R, b.wd, b.a, acceleration);
}

void ulna_tool_motion(const ulna_model *model, ulna_work *work, const double q[], const double qd[],
                      ulna_pose *pose, double moves[6])
{
  const place where = find_place(model, work, NULL);
  placement end;
  const body_motion b = motion_of(work, &where, q, qd, NULL, &at_rest, &end);
  *pose = (ulna_pose){.p = {end.p.x, end.p.y, end.p.z}};
  const mat3 R = asked_axes(model, NULL, ULNA_AXES_TOOL, &end);
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) pose->R[i][j] = R.e[i][j];
  vec3_store(b.w, moves), vec3_store(b.v, moves + 3);
}

double ulna_manipulability(const ulna_model *model, ulna_work *work, const double q[], double values[6])
{
  ULNA_ASSERT(model && work && work->model == model);
  const int n = model->n, count = n < 6 ? n : 6;
  double *J = work->kinematics.J, sigma[6], measure = 1;
  ulna_jacobian(model, work, NULL, ULNA_AXES_BASE, q, J);
  if (n < 6) {  // columns of J, one after the other
    double columns[36];
    for (int r = 0; r < 6; r++)
      for (int i = 0; i < n; i++) columns[i * 6 + r] = J[r * n + i];
    (void)singular_values(work->plain->orthogonalise, columns, 6, n, sigma);
  } else {
    (void)singular_values(work->plain->orthogonalise, J, n, 6, sigma);  // columns of Jᵀ are the rows of J
  }
  for (int k = 0; k < count; k++) measure *= sigma[k];
  if (values)
    for (int k = 0; k < count; k++) values[k] = sigma[k];
  return measure;
}
