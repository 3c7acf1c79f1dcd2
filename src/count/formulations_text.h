/* The text of formulations.h for one kind of number. Include after defining REAL_…, once in a translation unit,
 * which then fills its `formulations` from these functions. */
#include "count/bench.h"

static void inverse_dynamics(const formulation_arm *arm, ulna_method method, formulation_state at,
                             double tau[], void *memory)
{
  bench b = bench_set_up(arm, at, memory);
  methods_inverse_dynamics(method, &b.arm, &b.at, &b.load, b.qd, b.qdd, b.tau, &b.scratch);
  for (int i = 0; i < arm->n; i++) tau[i] = value_of(b.tau[i]);
}

static void joint_wrenches(const formulation_arm *arm, ulna_method method, formulation_state at,
                           double force[], double moment[], void *memory)
{
  bench b = bench_set_up(arm, at, memory);
  methods_inverse_dynamics(method, &b.arm, &b.at, &b.load, b.qd, b.qdd, b.tau, &b.scratch);
  for (int i = 0; i < arm->n; i++) {
    const wrench w = methods_joint_wrench(method, &b.arm, &b.at, i, &b.scratch);
    vec3_store(w.f, &force[3 * i]), vec3_store(w.n, &moment[3 * i]);
  }
}

static void mass_matrix(const formulation_arm *arm, ulna_method method, const double q[], double M[],
                        void *memory)
{
  const formulation_state at = {q, NULL, NULL};
  bench b = bench_set_up(arm, at, memory);
  methods_mass_matrix(method, &b.arm, &b.at, b.out, &b.scratch);
  for (int i = 0; i < arm->n * arm->n; i++) M[i] = value_of(b.out[i]);
}

static void christoffel(const formulation_arm *arm, ulna_method method, const double q[], double C[],
                        void *memory)
{
  const formulation_state at = {q, NULL, NULL};
  bench b = bench_set_up(arm, at, memory);
  methods_christoffel(method, &b.arm, &b.at, b.out, &b.scratch);
  for (int i = 0; i < arm->n * arm->n * arm->n; i++) C[i] = value_of(b.out[i]);
}

static void coriolis_matrix(const formulation_arm *arm, const double q[], const double qd[], double C[],
                            void *memory)
{
  const formulation_state at = {q, qd, NULL};
  bench b = bench_set_up(arm, at, memory);
  lagrange_coriolis_matrix(&b.arm, &b.at, b.qd, b.out, &b.scratch.lagrange);
  for (int i = 0; i < arm->n * arm->n; i++) C[i] = value_of(b.out[i]);
}

static void gravity(const formulation_arm *arm, ulna_method method, const double q[], double G[],
                    void *memory)
{
  const formulation_state at = {q, NULL, NULL};
  bench b = bench_set_up(arm, at, memory);
  methods_gravity(method, &b.arm, &b.at, b.load.base.a, b.out, &b.scratch);
  for (int i = 0; i < arm->n; i++) G[i] = value_of(b.out[i]);
}

static void energy(const formulation_arm *arm, const double q[], const double qd[], double *kinetic,
                   double *potential, void *memory)
{
  const formulation_state at = {q, qd, NULL};
  bench b = bench_set_up(arm, at, memory);
  energy_velocities(&b.arm, &b.at, b.load.base.w, vec3_zero(), b.qd, &b.scratch.energy);
  *kinetic = value_of(energy_kinetic(&b.arm, &b.scratch.energy));
  *potential = value_of(energy_potential(&b.arm, &b.at, vec3_neg(b.load.base.a), vec3_zero()));
}
