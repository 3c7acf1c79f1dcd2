/* Inverse dynamics of a block of states, all joints revolute, no rotors but on the base: part of batch/lanes_text.h. The walk along
 * the arm that reads states where they lie; what is done at a link is kernel/shaped_newton_euler.h. */
#ifndef ULNA_BATCH_LANES_NEWTON_EULER_H
#define ULNA_BATCH_LANES_NEWTON_EULER_H

/* Torques of links from a posture and its rates, wherever they lie; to `tau`. */
static void lane_torques(lane_work *w, const lane_numbers *q, const lane_numbers *qd, const lane_numbers *qdd,
                         const lane_numbers *tau)
{
  const fast_turns *t = lane_plain_turns(w, q);
  const int n = w->n;
  vec3 *F = w->k.scratch.F, *N = w->k.scratch.N;
  fast_spot at;
  const real N1 = shaped_first_link(&w->k, t->c[0], t->s[0], lane_number(qd, 0), lane_number(qdd, 0), &at);
  if (n == 1) {
    lane_number_put(tau, 0, add(N1, w->k.tip.n.z));
    return;
  }
  shaped_second_axes(&w->k, t->c[1], t->s[1], lane_number(qd, 0), lane_number(qdd, 0), &at);
  shaped_link(&w->k, n, 1, lane_number(qd, 1), lane_number(qdd, 1), &at, &F[1], &N[1]);
  ROLLED for (int i = 2; i < n; i++)
  {
    shaped_down_motion(&w->k, i, t->c[i], t->s[i], &at);
    shaped_link(&w->k, n, i, lane_number(qd, i), lane_number(qdd, i), &at, &F[i], &N[i]);
  }

  wrench on = {vec3_add(F[n - 1], w->k.tip.f), vec3_add(N[n - 1], w->k.tip.n)};
  ROLLED for (int i = n - 1; i > 1; i--)
  {
    lane_number_put(tau, i, on.n.z);
    shaped_up_wrench(&w->k, i, t->c[i], t->s[i], &F[i - 1], &on);
    on.n = fast_moment_add(&w->k, i - 1, vec3_add(on.n, N[i - 1]), on.f);
  }
  lane_number_put(tau, 1, on.n.z);
  lane_number_put(tau, 0, shaped_first_torque(&w->k, N1, t->c[1], t->s[1], &on));
}

#endif
