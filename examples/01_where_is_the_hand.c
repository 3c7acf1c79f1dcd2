/* Where the hand is, how fast it moves, and which joint positions bring it somewhere else.
 *
 *   pose(q) · velocity = J(q) qd · q with pose(q) = target */
#include <stdio.h>
#include <ulna/ulna.h>

static void print_row(const char *what, const double *x, int count)
{
  printf("%-10s", what);
  for (int i = 0; i < count; i++) printf(" %8.4f", x[i]);
  printf("\n");
}

int main(void)
{
  ulna_model *model = NULL; /* the robot: immutable, shared by all threads */
  ulna_work *work = NULL;   /* one thread's scratch memory */
  if (ulna_robot_load("puma560", NULL, NULL, NULL, &model) != ULNA_OK) return 1;
  if (ulna_work_create(model, NULL, &work) != ULNA_OK) return 1;

  const double q[6] = {0.1, 0.8, -2.0, 0.2, 0.5, 0.3}, qd[6] = {0.5, 0, 0, 0, 0, 0}, qdd[6] = {0};
  ulna_pose hand;
  ulna_tool_pose(model, work, q, &hand);
  print_row("position", hand.p, 3);

  double velocity[6]; /* angular, then linear; base axes */
  ulna_point_motion(model, work, q, qd, qdd, NULL, ULNA_AXES_BASE, velocity, NULL);
  print_row("velocity", velocity, 6);

  double there[6];
  hand.p[2] -= 0.1; /* 10 cm lower, same orientation */
  const ulna_status status = ulna_inverse_kinematics(model, work, &hand, q, NULL, there, NULL);
  if (status == ULNA_OK) print_row("joints", there, 6);
  else printf("%s\n", ulna_status_text(status));

  ulna_work_destroy(work);
  ulna_model_destroy(model);
  return status != ULNA_OK;
}
