/* Forces between links, energies and powers of a motion. */
#include "ulna/inverse_dynamics.h"
#include "work/work.h"

void ulna_joint_wrenches(const ulna_model *model, ulna_work *work, const double q[], const double qd[],
                         const double qdd[], double force[], double moment[])
{
  ULNA_ASSERT(model);
  ULNA_ASSERT(work && work->model == model && q && qd && qdd && force && moment);
  methods_scratch *s = &work->methods;
  // from the kernels' frames, moments about origin i-1, to each link's own and the point its convention has
  ulna_set_posture(work, q);
  ulna_reference_paths(work->path)
      ->joint_wrenches(&work->arm, &work->at, &work->fast.base, &work->hand, qd, qdd,
                       &model->file_in_kernel[1].R[0][0], model->given.convention != ULNA_DH, force, moment,
                       s->qd, &s->newton_euler);
}

double ulna_kinetic_energy(const ulna_model *model, ulna_work *work, const double q[], const double qd[])
{
  ULNA_ASSERT(model && work && work->model == model && q && qd);
  ulna_set_posture(work, q);
  return work->plain->kinetic_energy(&work->arm, &work->at, work->fast.base.w, work->base_velocity, qd);
}

double ulna_potential_energy(const ulna_model *model, ulna_work *work, const double q[])
{
  ULNA_ASSERT(model && work && work->model == model && q);
  ulna_set_posture(work, q);
  // the base frame's origin, seen from kernel frame 0
  return work->plain->potential_energy(&work->arm, &work->at, work->gravity0,
                                       vec3_of(model->file_in_kernel[0].p));
}

void ulna_power_balance(const ulna_model *model, ulna_work *work, const double q[], const double qd[],
                        const double qdd[], ulna_power *power)
{
  ULNA_ASSERT(model);
  ULNA_ASSERT(work && work->model == model && q && qd && qdd && power);
  methods_scratch *s = &work->methods;
  ulna_set_posture(work, q);
  const arm_power p = ulna_reference_paths(work->path)
                          ->power(&work->arm, &work->at, &work->fast.base, work->base_velocity,
                                  work->gravity0, &work->hand, qd, qdd, s->qd, &s->newton_euler, &s->energy);
  *power = (ulna_power){.kinetic_rate = p.kinetic_rate,
                        .potential_rate = p.potential_rate,
                        .joints = p.joints,
                        .base = p.base,
                        .hand = p.hand};
}
