/* Joints that follow others: from reduced coordinates to those of the chain, and back. */
#include "ulna/follow.h"

#include "base/memory.h"
#include "model/model.h"

int ulna_follower_count(const ulna_model *model)
{
  ULNA_ASSERT(model);
  return model->drives.follower_count;
}

int ulna_joint_leader(const ulna_model *model, int joint)
{
  ULNA_ASSERT(model && joint >= 1 && joint <= model->n);
  for (int k = 0; k < model->drives.follower_count; k++)
    if (model->drives.follower[k].joint == joint - 1) return model->drives.follower[k].leader + 1;
  return 0;
}

void ulna_follow_motion(const ulna_model *model, double q[], double qd[], double qdd[])
{
  ULNA_ASSERT(model);
  for (int k = 0; k < model->drives.follower_count; k++) {
    const follower_numbers *f = &model->drives.follower[k];
    if (q) q[f->joint] = f->ratio * q[f->leader] + f->offset;
    if (qd) qd[f->joint] = f->ratio * qd[f->leader];
    if (qdd) qdd[f->joint] = f->ratio * qdd[f->leader];
  }
}

void ulna_follow_forces(const ulna_model *model, double tau[])
{
  ULNA_ASSERT(model);
  for (int k = 0; k < model->drives.follower_count; k++) {
    const follower_numbers *f = &model->drives.follower[k];
    tau[f->leader] += f->ratio * tau[f->joint];
    tau[f->joint] = 0;
  }
}

void ulna_follow_columns(const ulna_model *model, int rows, double J[])
{
  ULNA_ASSERT(model);
  for (int r = 0; r < rows; r++) ulna_follow_forces(model, J + r * model->n);
}

void ulna_follow_inertia(const ulna_model *model, double M[])
{
  ULNA_ASSERT(model);
  const int n = model->n;
  ulna_follow_columns(model, n, M);
  for (int k = 0; k < model->drives.follower_count; k++) {
    const follower_numbers *f = &model->drives.follower[k];
    for (int j = 0; j < n; j++) {
      M[f->leader * n + j] += f->ratio * M[f->joint * n + j];
      M[f->joint * n + j] = 0;
    }
  }
}
