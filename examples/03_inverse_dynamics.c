/* Inverse dynamics: the torques tau = M(q) qdd + C(q, qd) + G(q) that a motion takes, links and payload. */
#include <stdio.h>
#include <ulna/robots.h>
#include <ulna/ulna.h>

int main(void)
{
  ulna_model *panda = NULL;
  ulna_work *work = NULL;
  if (ulna_robot_load("panda", NULL, NULL, NULL, &panda) != ULNA_OK) return 1;
  if (ulna_work_create(panda, ULNA_PARTS_DEFAULT, NULL, &work) != ULNA_OK) return 1;

  const double q[7] = {0, -0.3, 0.1, -1.8, 0, 1.6, 0.8}, qd[7] = {0.2, 0.1, -0.3, 0.5, 0, 0.4, 1};
  const double qdd[7] = {1, 0, 0, -1, 0, 0, 2};
  double tau[7];
  ulna_inverse_dynamics(panda, work, q, qd, qdd, tau);
  for (int i = 0; i < 7; i++) printf("%-14s %8.4f N m\n", ulna_model_joint(panda, i + 1)->name, tau[i]);

  ulna_work_destroy(work);
  ulna_model_destroy(panda);
  return 0;
}
