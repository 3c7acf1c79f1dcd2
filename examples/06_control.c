/* Following a line with the hand: trajectory, controller and arm, a millisecond at a time. */
#include <stdio.h>
#include <string.h>

#include "ulna/ulna.h"

enum { N = 6 };
static double torque[N]; /* what the arm gets until the next set point */

static void held(void *context, double t, const double q[], const double qd[], double u[])
{
  (void)context, (void)t, (void)q, (void)qd;
  memcpy(u, torque, sizeof torque);
}

int main(void)
{
  ulna_model *model = NULL;
  if (ulna_robot_load("puma560", NULL, NULL, NULL, &model) != ULNA_OK) return 1;

  /* the arm: PUMA 560 with the friction of its drives */
  ulna_plant_options arm = ulna_plant_options_default();
  ulna_surroundings around = {.input = held};
  ulna_plant *plant = NULL;
  double y[2 * N + 4] = {0.2, -0.7, 0.5, 0.3, 0.9, -0.4}; /* q, qd, energies */
  if (ulna_plant_create(model, &arm, &around, NULL, &plant) != ULNA_OK) return 1;
  if (ulna_plant_start(plant, 0, y) != ULNA_OK) return 1;

  /* the controller: everything as it comes, friction compensated */
  ulna_controller_options options = ulna_controller_options_default(ULNA_CONTROL_UNIFIED);
  options.friction.by = ULNA_COMPENSATE_DESIRED;
  ulna_controller *controller = NULL;
  if (ulna_controller_create(model, &options, NULL, &controller) != ULNA_OK) return 1;

  /* the path: 15 cm sideways, from where the hand is, in a second */
  ulna_hand_motion motion = ulna_hand_motion_default();
  ulna_hand_pose(model, ulna_controller_work(controller), y, &motion.start);
  motion.goal = motion.start;
  motion.goal.p[1] += 0.15;
  motion.duration = 1;
  ulna_trajectory *path = NULL;
  if (ulna_hand_trajectory_create(&motion, NULL, NULL, &path) != ULNA_OK) return 1;

  double worst = 0;
  for (int k = 0; k < 1200; k++) {
    const double t = 1e-3 * k;
    ulna_pose pose;
    double twist[6], acceleration[6];
    if (ulna_trajectory_sample_hand(path, t, &pose, twist, acceleration) != ULNA_OK) return 1;

    const ulna_measured measured = {.t = t, .q = y, .qd = y + N};
    const ulna_desired desired = {
        .pose = &pose, .twist = twist, .acceleration = acceleration, .goal = &motion.goal};
    if (ulna_controller_step(controller, &measured, &desired, torque) != ULNA_OK) {
      printf("held: %s\n", ulna_control_fault_text(ulna_controller_fault(controller)->kind));
      return 1;
    }
    const double error = ulna_controller_outcome(controller)->position_error;
    if (error > worst) worst = error;
    if (k % 300 == 150)
      printf("%.2f s  %-5s  torque of the waist %5.1f N m\n", t,
             ulna_stage_name(ulna_controller_stage(controller)), torque[0]);
    if (ulna_plant_step(plant, ULNA_RK4, 1e-3, 1e-9, t, y, NULL) != ULNA_OK) return 1;
  }
  printf("never farther than %s from its set point\n", worst < 1e-3 ? "1 mm" : "it should be");

  ulna_trajectory_destroy(path);
  ulna_controller_destroy(controller);
  ulna_plant_destroy(plant);
  ulna_model_destroy(model);
  return 0;
}
