/* Forces between links, energies and powers of a motion. */
#include "model/pose.h"
#include "ulna/inverse_dynamics.h"
#include "work/work.h"

static void run(const ulna_model *model, ulna_work *work, const double q[], const double qd[],
                const double qdd[])
{
  ULNA_ASSERT(model && work && work->model == model && q && qd && qdd);
  methods_scratch *s = &work->methods;
  ulna_set_posture(work, q);
  newton_euler(&work->arm, &work->at, &work->base, &work->hand, qd, qdd, s->qd, &s->newton_euler);
}

/* From the kernels' frame i, moment about origin i-1, to link i's own frame and the point its convention has. */
static void give(const ulna_model *model, const ulna_work *work, int i, double force[3], double moment[3])
{
  const newton_euler_scratch *s = &work->methods.newton_euler;
  const ulna_pose *link = &model->file_in_kernel[i + 1];
  vec3 n = s->n[i];
  if (model->given.convention != ULNA_DH) {
    // from the link's origin to origin i-1: −r − p
    const vec3 arm = vec3_neg(vec3_add(s->r[i], vec3_of(link->p)));
    n = vec3_add(n, vec3_cross(arm, s->f[i]));
  }
  double in_kernel[3];
  vec3_store(s->f[i], in_kernel);
  ulna_rotate_back(link, in_kernel, force);
  vec3_store(n, in_kernel);
  ulna_rotate_back(link, in_kernel, moment);
}

void ulna_joint_wrenches(const ulna_model *model, ulna_work *work, const double q[], const double qd[],
                         const double qdd[], double force[], double moment[])
{
  ULNA_ASSERT(model);
  ULNA_ASSERT(force && moment);
  run(model, work, q, qd, qdd);
  for (int i = 0; i < model->n; i++) give(model, work, i, &force[3 * i], &moment[3 * i]);
}

static void velocities(const ulna_model *model, ulna_work *work, const double q[], const double qd[])
{
  ULNA_ASSERT(model && work && work->model == model && q && qd);
  ulna_set_posture(work, q);
  energy_velocities(&work->arm, &work->at, work->base.w, work->base_velocity, qd, &work->methods.energy);
}

double ulna_kinetic_energy(const ulna_model *model, ulna_work *work, const double q[], const double qd[])
{
  ULNA_ASSERT(model);
  velocities(model, work, q, qd);
  return energy_kinetic(&work->arm, &work->methods.energy);
}

double ulna_potential_energy(const ulna_model *model, ulna_work *work, const double q[])
{
  ULNA_ASSERT(model && work && work->model == model && q);
  ulna_set_posture(work, q);
  // the base frame's origin, seen from kernel frame 0
  return energy_potential(&work->arm, &work->at, work->gravity0, vec3_of(model->file_in_kernel[0].p));
}

void ulna_power_balance(const ulna_model *model, ulna_work *work, const double q[], const double qd[],
                        const double qdd[], ulna_power *power)
{
  ULNA_ASSERT(model);
  ULNA_ASSERT(power);
  run(model, work, q, qd, qdd);
  energy_velocities(&work->arm, &work->at, work->base.w, work->base_velocity, qd, &work->methods.energy);
  const newton_euler_scratch *s = &work->methods.newton_euler;
  const energy_motion *e = &work->methods.energy;
  const int n = model->n;
  ulna_power p = {0, 0, 0, 0, 0};

  // m (a − g)ᵗv + wᵗ(I wd): the links' share; gravity is −potential_rate of it
  double lifted = 0;
  vec3 g = work->gravity0;
  for (int i = 0; i < n; i++) {
    const chain_link *l = &work->link[i];
    g = step_down(chain_step(&work->arm, &work->at, i), g);
    p.potential_rate -= l->m * vec3_dot(g, e->v_com[i]);
    lifted += l->m * vec3_dot(s->a_com[i], e->v_com[i]) + vec3_dot(s->w[i], sym3_mul(l->I, s->wd[i]));
    p.joints += work->methods.qd[i] * qd[i];
  }
  p.kinetic_rate = lifted - p.potential_rate;

  // link 1 gets f and n at origin 0, which moves with the base
  const step R = chain_step(&work->arm, &work->at, 0);
  p.base = vec3_dot(step_up(R, s->f[0]), work->base_velocity) + vec3_dot(step_up(R, s->n[0]), work->base.w);

  // origin n moves by v_com − w × com; the world does to the hand the opposite of what the hand does
  const vec3 w = e->w[n - 1], v = vec3_sub(e->v_com[n - 1], vec3_cross(w, work->link[n - 1].com));
  p.hand = -(vec3_dot(work->hand.f, v) + vec3_dot(work->hand.n, w));
  *power = p;
}
