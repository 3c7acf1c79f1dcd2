/* A user of the installed package: the core. */
#include <stdio.h>
#include <ulna/ulna.h>

int main(void)
{
  const double xyz[3] = {0.1, 0.2, 0.3}, rpy[3] = {0, 0, 0};
  const ulna_pose pose = ulna_pose_from_rpy(xyz, rpy);
  printf("ulna %s: %g\n", ulna_version(), pose.p[2]);
  return 0;
}
