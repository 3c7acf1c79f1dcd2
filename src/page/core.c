/* The functions that a page's script calls: the library compiled to WebAssembly, one robot at a time. Positions in,
 * numbers out, in arrays of doubles that the script shares. Poses are given as the 12 numbers of [R | p], row by
 * row. */
#include "page/core.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "page/words.h"
#include "ulna/drive.h"
#include "ulna/follow.h"
#include "ulna/forward_dynamics.h"
#include "ulna/inverse_dynamics.h"
#include "ulna/inverse_kinematics.h"
#include "ulna/version.h"

struct page_core {
  ulna_model *model;
  ulna_work *work;
  int n;
  bool whole; /* drives, friction or joints that follow: as `ulna id` computes, not links alone */
  ulna_pose *poses;
};

page_core *ulna_core_open(const double *numbers, int number_count, const char *names, int name_bytes)
{
  page_core *c = calloc(1, sizeof *c);
  if (!c) return NULL;
  // read only: shed const for the struct that also serves writing
  const robot_words words = {.numbers = (double *)(uintptr_t)numbers,  // NOLINT(performance-no-int-to-ptr)
                             .number_count = (size_t)number_count,
                             .names = (char *)(uintptr_t)names,  // NOLINT(performance-no-int-to-ptr)
                             .name_bytes = (size_t)name_bytes};
  if (ulna_words_read(&words, NULL, &c->model) != ULNA_OK ||
      ulna_work_create(c->model, ULNA_PART_MATRICES | ULNA_PART_DRIVES, NULL, &c->work) != ULNA_OK) {
    ulna_core_close(c);
    return NULL;
  }
  c->n = ulna_model_joint_count(c->model);
  c->whole =
      ulna_model_drive_count(c->model) + ulna_model_element_count(c->model) + ulna_follower_count(c->model) >
      0;
  for (int i = 1; i <= c->n; i++)
    c->whole = c->whole || ulna_friction_is_there(&ulna_model_joint(c->model, i)->friction);
  c->poses = calloc((size_t)c->n + 1, sizeof *c->poses);
  if (c->poses) return c;
  ulna_core_close(c);
  return NULL;
}

void ulna_core_close(page_core *c)
{
  if (!c) return;
  ulna_work_destroy(c->work);
  ulna_model_destroy(c->model);
  free(c->poses);
  free(c);
}

const char *ulna_core_version(void) { return ulna_version(); }
int ulna_core_joints(const page_core *c) { return c->n; }

static void write_pose(const ulna_pose *pose, double to[12])
{
  for (int i = 0; i < 3; i++) {
    memcpy(to + 4 * i, pose->R[i], sizeof pose->R[i]);
    to[4 * i + 3] = pose->p[i];
  }
}

void ulna_core_follow(page_core *c, double q[]) { ulna_follow_motion(c->model, q, NULL, NULL); }

void ulna_core_poses(page_core *c, const double q[], double poses[])
{
  ulna_link_poses(c->model, c->work, q, c->poses);
  for (int i = 0; i <= c->n; i++) write_pose(&c->poses[i], poses + (size_t)12 * (size_t)i);
  ulna_pose hand;
  ulna_hand_pose(c->model, c->work, q, &hand);
  write_pose(&hand, poses + (size_t)12 * (size_t)(c->n + 1));
}

int ulna_core_torques(page_core *c, const double q[], const double qd[], const double qdd[], double tau[])
{
  if (c->whole) {
    const ulna_drive_forces forces = {.tau = tau};
    return (int)ulna_drive_inverse_dynamics(c->model, c->work, q, qd, qdd, &forces);
  }
  ulna_inverse_dynamics(c->model, c->work, q, qd, qdd, tau);
  return ULNA_OK;
}

int ulna_core_mass(page_core *c, const double q[], double M[])
{
  if (c->whole) return (int)ulna_drive_mass_matrix(c->model, c->work, q, M);
  ulna_mass_matrix(c->model, c->work, q, M);
  return ULNA_OK;
}

int ulna_core_inertias(page_core *c, const double q[], double held[], double free_[])
{
  return (int)(c->whole && ulna_follower_count(c->model) == 0
                   ? ulna_actuator_inertias(c->model, c->work, q, held, free_)
                   : ulna_joint_inertias(c->model, c->work, q, held, free_));
}

double ulna_core_manipulability(page_core *c, const double q[], double singular_values[6])
{
  return ulna_manipulability(c->model, c->work, q, singular_values);
}

int ulna_core_reach(page_core *c, const double target[12], int with_orientation, double q[], double error[2])
{
  ulna_pose pose;
  for (int i = 0; i < 3; i++) {
    memcpy(pose.R[i], target + 4 * i, sizeof pose.R[i]);
    pose.p[i] = target[4 * i + 3];
  }
  // while a hand is dragged: from where the arm is, to what an eye can see
  ulna_ik_options options = ulna_ik_options_default();
  options.starts = 3;
  options.further = 0;
  options.iterations = 60;
  options.position_tolerance = 1e-7;
  options.orientation_tolerance = 1e-7;
  for (int i = 0; i < 3 && !with_orientation; i++) options.weight[i] = 0;
  ulna_ik_outcome result = {.q = NULL};
  const ulna_status status = ulna_inverse_kinematics(c->model, c->work, &options, &pose, q, q, &result);
  if (status == ULNA_NOT_CONVERGED && result.q) memcpy(q, result.q, (size_t)c->n * sizeof *q);
  if (status == ULNA_OK || status == ULNA_NOT_CONVERGED) {
    error[0] = result.position_error;
    error[1] = with_orientation ? result.orientation_error : 0;
  }
  return (int)status;
}

double ulna_core_bench(page_core *c, int count, double q[], const double qd[], const double qdd[],
                       double tau[])
{
  double sum = 0;
  for (int k = 0; k < count; k++) {
    q[0] += 1e-6;
    ulna_inverse_dynamics(c->model, c->work, q, qd, qdd, tau);
    sum += tau[0];
  }
  return sum;
}
