/* First steps: a robot, where its hand is, how the hand moves, and joint positions that bring it somewhere
 * else.
 *
 * The poses are in the base frame, six-vectors are angular first: docs/conventions.md. */
#include <stdio.h>
#include <ulna/ulna.h>

static void print_row(const char *what, const double *x, int count)
{
  printf("%-10s", what);
  for (int i = 0; i < count; i++) printf(" %8.4f", x[i] > -5e-5 && x[i] < 5e-5 ? 0 : x[i]);
  printf("\n");
}

int main(void)
{
  /* A built-in robot. One of your own: ulna_model_read("arm.yaml", …), ulna_model_read("arm.urdf", …). */
  ulna_model *model = NULL;
  if (ulna_robot_load("puma560", NULL, NULL, NULL, &model) != ULNA_OK) return 1;
  const int n = ulna_model_joint_count(model);
  printf("%s, %d joints\n", ulna_model_name(model), n);

  /* The model is only read from now on; what changes lives in a work, one for each thread. */
  ulna_work *work = NULL;
  if (ulna_work_create(model, ULNA_PARTS_DEFAULT, NULL, &work) != ULNA_OK) return 1;

  /* Where is the hand? */
  const double q[6] = {0.2, -0.6, 0.9, 0, 0.8, 0};
  ulna_pose pose;
  ulna_hand_pose(model, work, q, &pose);
  print_row("position", pose.p, 3);

  /* How does it move? J is 6×n; [angular; linear] = J qd. */
  const double qd[6] = {0.1, 0, 0, 0, 0, 0.5}, qdd[6] = {0};
  double J[36], velocity[6];
  ulna_jacobian(model, work, NULL, ULNA_AXES_BASE, q, J);
  for (int r = 0; r < 6; r++) print_row(r == 0 ? "J" : "", J + r * n, n);
  ulna_point_motion(model, work, NULL, ULNA_AXES_BASE, q, qd, qdd, velocity, NULL);
  print_row("velocity", velocity, 6);

  /* Ten centimetres higher, the same orientation: which joint positions? */
  double there[6];
  ulna_ik_outcome outcome;
  pose.p[2] += 0.1;
  const ulna_status status = ulna_inverse_kinematics(model, work, NULL, &pose, q, there, &outcome);
  if (status == ULNA_OK) print_row("q", there, n);

  /* Two metres higher is out of reach: the status says so, and the outcome how close it gets. */
  pose.p[2] += 2;
  double untouched[6];
  if (ulna_inverse_kinematics(model, work, NULL, &pose, q, untouched, &outcome) == ULNA_NOT_CONVERGED)
    printf("out of reach by %.2f m\n", outcome.position_error);

  ulna_work_destroy(work);
  ulna_model_destroy(model);
  return 0;
}
