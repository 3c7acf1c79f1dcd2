/* Accelerations of arms that slip and stick: the quick way gives what the general one gives. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/random.h"
#include "drive/drive_internal.h"
#include "ulna/ulna.h"

enum { MAX = 8, PLACES = 2 * MAX, STATES = 400 };

typedef struct {
  int mode[PLACES], stop[MAX];
  double friction[PLACES], reserve[PLACES], stop_force[MAX], qdd[MAX];
} answer;

static constraint_state state_of(answer *a, bool frictionless)
{
  return (constraint_state){.frictionless = frictionless,
                            .mode = a->mode,
                            .stop = a->stop,
                            .friction = a->friction,
                            .reserve = a->reserve,
                            .stop_force = a->stop_force};
}

static void assert_near(const char *what, int count, const double a[], const double b[], uint64_t seed)
{
  double scale = 0;
  for (int i = 0; i < count; i++) scale = fmax(scale, fabs(b[i]));
  for (int i = 0; i < count; i++)
    if (!(fabs(a[i] - b[i]) <= 1e-10 * scale + 1e-12))  // conditions of the arms' mass matrices are below 1e4
      fail_msg("%s[%d] is %.17g, not %.17g (seed %llu)", what, i, a[i], b[i], (unsigned long long)seed);
}

/* A random state: some joints stand still, held by friction or by a stop. */
static void draw(uint64_t *random, const ulna_model *model, double q[], double qd[], double tau[], answer *a)
{
  const int n = ulna_model_joint_count(model);
  memset(a, 0, sizeof *a);
  for (int i = 0; i < n; i++) {
    q[i] = random_between(random, -2, 2), tau[i] = random_between(random, -20, 20);
    qd[i] = random_between(random, 0, 1) < 0.4 ? 0 : random_between(random, -2, 2);
    if (qd[i] != 0) continue;
    if (random_between(random, 0, 1) < 0.2) qd[i] = 1e-9;  // hardly moving
    else if (random_between(random, 0, 1) < 0.3) a->stop[i] = random_between(random, -1, 1) < 0 ? -1 : 1;
  }
}

static void compare(const char *key, bool frictionless, bool may_change, int *served)
{
  ulna_model *model = NULL;
  ulna_work *work = NULL;
  assert_int_equal(ulna_robot_load(key, NULL, NULL, NULL, &model), ULNA_OK);
  assert_int_equal(ulna_work_create(model, ULNA_PARTS_ALL, NULL, &work), ULNA_OK);
  const int n = ulna_model_joint_count(model), places = ulna_friction_place_count(model);
  for (uint64_t seed = 1; seed <= STATES; seed++) {
    uint64_t random = seed;
    double q[MAX], qd[MAX], tau[MAX];
    answer quick, general;
    draw(&random, model, q, qd, tau, &quick);
    assert_int_equal(ulna_stick_modes(model, work, q, qd, quick.mode), ULNA_OK);
    for (int i = 0; i < n; i++)  // what a stop holds is not held twice
      for (int s = 0; s < places && quick.stop[i]; s++)
        if (quick.mode[s] == 0 && s == i) quick.mode[s] = quick.stop[i];
    general = quick;
    const answer before = quick;
    const constraint_state to_quick = state_of(&quick, frictionless),
                           to_general = state_of(&general, frictionless);
    ulna_status status;
    const bool was_served =
        ulna_quick_accelerations(model, work, q, qd, tau, may_change, &to_quick, quick.qdd, &status);
    assert_int_equal(
        ulna_general_accelerations(model, work, q, qd, tau, may_change, &to_general, general.qdd), ULNA_OK);
    if (!was_served) {
      assert_memory_equal(quick.mode, before.mode, sizeof quick.mode);
      assert_memory_equal(quick.stop, before.stop, sizeof quick.stop);
      continue;
    }
    ++*served;
    assert_int_equal(status, ULNA_OK);
    assert_memory_equal(quick.mode, general.mode, sizeof quick.mode);
    assert_memory_equal(quick.stop, general.stop, sizeof quick.stop);
    assert_near("qdd", n, quick.qdd, general.qdd, seed);
    assert_near("friction", places, quick.friction, general.friction, seed);
    assert_near("reserve", places, quick.reserve, general.reserve, seed);
    assert_near("stop force", n, quick.stop_force, general.stop_force, seed);
  }
  ulna_work_destroy(work);
  ulna_model_destroy(model);
}

/* The PUMA's drives each move one joint; those of the IRb-6 several, and where one of these is stuck it is not for the
 * quick way; the double pendulum has no drives and no friction at all. */
static void the_quick_way_gives_what_the_general_one_gives(void **state)
{
  (void)state;
  const struct {
    const char *key;
    int fixed, settled;  // how many states at least the quick way serves
  } robots[] = {
      {"puma560", STATES, STATES / 20}, {"irb6", STATES / 4, STATES / 20}, {"planar2r", STATES, STATES / 20}};
  for (int r = 0; r < 3; r++)
    for (int frictionless = 0; frictionless < 2; frictionless++) {
      int fixed = 0, settled = 0;
      compare(robots[r].key, frictionless, false, &fixed);
      compare(robots[r].key, frictionless, true, &settled);
      print_message("%s%s: %d of %d states with fixed modes, %d to be settled\n", robots[r].key,
                    frictionless ? ", frictionless" : "", fixed, STATES, settled);
      assert_true(fixed >= robots[r].fixed && settled >= robots[r].settled);
    }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_quick_way_gives_what_the_general_one_gives),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
