/* Resolved motion: the hand of a PUMA 560 along a straight line, through its singular wrist, by joint rates at 1 kHz.
 * Joint 4 turns at 1.9 rad/s at most, where elimination would ask 65 of it. No allocation inside the loop. */
#include <stdio.h>
#include <ulna/robots.h>
#include <ulna/ulna.h>

int main(void)
{
  ulna_model *puma = NULL;
  ulna_work *work = NULL;
  ulna_resolver *resolver = NULL;
  ulna_resolve_options options = ulna_resolve_options_default();
  options.method = ULNA_RESOLVE_DAMPED;  // bounded joint rates near singular postures
  if (ulna_robot_load("puma560", NULL, NULL, NULL, &puma) != ULNA_OK) return 1;
  if (ulna_work_create(puma, ULNA_PARTS_DEFAULT, NULL, &work) != ULNA_OK) return 1;
  if (ulna_resolver_create(puma, &options, NULL, &resolver) != ULNA_OK) return 1;

  double q[6] = {0, -0.6, 0.4, 0.05, 0.25, 0}, qd[6] = {0};
  const double dt = 1e-3, velocity[3] = {-0.2, 0, 0.3};  // m/s, base axes
  ulna_pose start, at;
  ulna_hand_pose(puma, work, q, &start);
  for (int step = 0; step <= 600; step++) {
    double twist[6] = {0}, worst = 0;
    ulna_resolve_outcome outcome;
    ulna_hand_pose(puma, work, q, &at);
    for (int k = 0; k < 3; k++) {  // along the line, and back onto it
      const double off = start.p[k] + step * dt * velocity[k] - at.p[k];
      twist[3 + k] = velocity[k] + 20 * off;
      worst = off > worst ? off : -off > worst ? -off : worst;
    }
    if (ulna_resolve_rate(resolver, work, q, twist, qd, NULL, qd, &outcome) != ULNA_OK) return 1;
    if (step % 100 == 0)
      printf("%.1f s  q5 %6.3f  qd4 %6.3f  qd5 %6.3f rad/s  %d directions undamped  off the line %.2f mm\n",
             step * dt, q[4], qd[3], qd[4], outcome.rank, 1e3 * worst);
    for (int i = 0; i < 6; i++) q[i] += dt * qd[i];
  }

  ulna_resolver_destroy(resolver);
  ulna_work_destroy(work);
  ulna_model_destroy(puma);
  return 0;
}
