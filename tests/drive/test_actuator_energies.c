/* What [Szkodny] says of the Stanford arm's actuators, from the tables it quotes (Paul, Tables 6.5 and 6.6): for most
 * freedoms the actuator's energy of motion is ten times that of the link, for the fourth a hundred times. That holds for a
 * link by itself; for all links that a joint moves it does not. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "support/chain.h"
#include "ulna/robots.h"

enum { N = 6 };

/* Joint i moves alone at unit speed: the rotor's energy over that of link i, and over that of links i…6. */
static void ratios(const double q[N], double own[N], double all[N])
{
  ulna_model *m = NULL;
  assert_int_equal(ulna_robot_load("stanford", NULL, NULL, NULL, &m), ULNA_OK);
  ulna_work *w = chain_work(m);
  double share[N * N];
  ulna_inertia_shares(m, w, q, share);
  for (int i = 0; i < N; i++) {
    double qd[N] = {0};
    qd[i] = 1;
    double rotor, everything;
    assert_int_equal(ulna_rotor_energy(m, w, q, qd, &rotor, &everything), ULNA_OK);
    own[i] = rotor / (share[i * N + i] / 2);
    all[i] = rotor / (everything - rotor);
  }
  ulna_work_destroy(w);
  ulna_model_destroy(m);
}

static void print_them(const char *what, const double ratio[N])
{
  printf("%s:", what);
  for (int i = 0; i < N; i++) printf(" %.3g", ratio[i]);
  printf("\n");
}

static void of_its_own_link_the_stanford_arm_s_fourth_rotor_has_a_hundred_times_the_energy(void **state)
{
  (void)state;
  const double q[N] = {0, 0, 0.7874, 0, 0, 0};  // the boom half out
  // I_a over the link's moment about its joint: 0.953/0.255, 2.193/0.018, 0.782/4.25, 0.106/0.001, 0.097/0.003, 0.02/0.0003
  const double expected[N] = {0.953 / 0.255, 2.193 / 0.018, 0.782 / 4.25, 106, 0.097 / 0.003, 0.02 / 0.0003};
  double own[N], all[N];
  ratios(q, own, all);
  print_them("rotor's energy over that of its own link", own);
  int tenfold = 0;
  for (int i = 0; i < N; i++) {
    // the link's tensor is brought to its mass centre and back: a few roundings of numbers a hundred times as large
    assert_true(fabs(own[i] - expected[i]) < 1e-10 * expected[i]);
    tenfold += own[i] >= 10;
  }
  assert_int_equal(tenfold, 4);               // "the majority": joints 2, 4, 5 and 6
  assert_true(own[3] > 100 && own[3] < 110);  // "100 times" for the fourth,
  assert_true(own[1] > own[3]);               // but the second has more: 122
}

static void of_all_links_it_moves_most_rotors_have_less_than_ten_times_the_energy(void **state)
{
  (void)state;
  double least[N], most[N], at[N];
  for (int i = 0; i < N; i++) least[i] = (double)INFINITY, most[i] = 0;
  for (int a = -2; a <= 2; a++)  // the links beyond a joint matter, not the joint itself or those before it
    for (int b = -2; b <= 2; b++)
      for (int d = 0; d <= 4; d++) {
        const double q[N] = {0, 0.7 * a, 0.3048 + 0.2413 * d, 0.7 * b, 0.7 * a, 0};
        double own[N];
        ratios(q, own, at);
        for (int i = 0; i < N; i++) least[i] = fmin(least[i], at[i]), most[i] = fmax(most[i], at[i]);
      }
  print_them("rotor's energy over that of all links beyond, at least", least);
  print_them("at most", most);
  // at every posture tried: only joints 4 and 6 reach ten times, and no joint a hundred
  static const double at_most[N] = {3, 1.7, 0.13, 63, 6.1, 67};
  for (int i = 0; i < N; i++) assert_true(most[i] < at_most[i]);
  assert_true(least[3] > 5 && least[5] > 66);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(of_its_own_link_the_stanford_arm_s_fourth_rotor_has_a_hundred_times_the_energy),
      cmocka_unit_test(of_all_links_it_moves_most_rotors_have_less_than_ten_times_the_energy),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
