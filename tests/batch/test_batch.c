/* Many states at once against one state at a time: every function, robot, layout, instruction set, and any number of states. */
#include <stdio.h>

#include "base/instruction_set.h"
#include "batch/many_states.h"

#include "support/failing_allocator.h"

/* Fused and plain operations round differently, and sums are taken in another order: relative to the largest number of the
 * state, a thousand roundings of it. Singular values of M may be small: forward dynamics is given more. */
static double difference(const double a[], const double b[], size_t w)
{
  double most = 0, apart = 0;
  for (size_t j = 0; j < w; j++) {
    if (isnan(a[j]) != isnan(b[j])) return HUGE_VAL;
    if (isnan(a[j])) continue;
    most = fmax(most, fabs(b[j]));
    apart = fmax(apart, fabs(a[j] - b[j]));
  }
  return most > 0 ? apart / most : apart;
}

static void compare(const char *robot, const function *f, const many *m, const ulna_batch_options *options)
{
  size_t w[WIDEST] = {0};
  double *expected[WIDEST], *got[WIDEST];
  f->widths(m->model, m->links_only, w);
  rows_for(f, m, expected);
  rows_for(f, m, got);
  answers_one_by_one(f, m, expected);
  answers_of_batch(f, m, options, got);
  for (size_t s = 0; s < m->count; s++)
    for (int k = 0; k < WIDEST; k++) {
      const double apart = difference(&got[k][s * w[k]], &expected[k][s * w[k]], w[k]);
      if (!(apart <= 1e-12))
        fail_msg("%s, %s, output %d, %s, layout %d, links only %d, varied %d: state %zu of %zu is %g apart",
                 robot, f->name, k, options->instructions, (int)options->layout, m->links_only, m->varied, s,
                 m->count, apart);
    }
  rows_free(expected);
  rows_free(got);
}

static void many_states_give_what_one_state_gives(void **state)
{
  (void)state;
  const size_t counts[] = {1, 5, 16, 37};
  int turn = 0;
  for (int r = 0; r < ulna_robot_count(); r++) {
    const char *key = ulna_robot_get(r)->key;
    ulna_model *model = NULL;
    assert_int_equal(ulna_robot_load(key, NULL, NULL, NULL, &model), ULNA_OK);
    for (int k = 0; ulna_batch_instructions(k); k++)
      for (int way = 0; way < 4; way++, turn++) {
        many m = many_draw(model, (uint64_t)(turn + 1), counts[turn % 4], way & 1, way & 2);
        for (int f = 0; f < FUNCTIONS; f++) {
          const ulna_batch_options options = {(ulna_batch_layout)((turn + f) % 3), way & 1, 1,
                                              ulna_batch_instructions(k), false};
          compare(key, &functions[f], &m, &options);
        }
        many_free(&m);
      }
    ulna_model_destroy(model);
  }
}

/* Twenty joints, turns and slides: longer than what is laid out side by side. */
static void arms_too_long_for_lanes_are_computed_one_by_one(void **state)
{
  (void)state;
  char text[9000] = "ulna: 1\nname: long\ngravity: [1, 2, -9]\nconvention: dh\njoints:\n";
  for (int i = 0; i < 20; i++) {
    const size_t used = strlen(text);
    snprintf(
        text + used, sizeof text - used,
        "  - {name: j%d, type: %s, theta: 0.1, d: 0.05, a: 0.2, alpha: %g, link: {name: l%d, mass: %g, com: [0.1, 0.02, 0.01], "
        "inertia: {about: com, xx: 0.02, yy: 0.03, zz: 0.025, xy: 0.001, xz: 0.002, yz: -0.001}}}\n",
        i, i % 7 == 3 ? "prismatic" : "revolute", 1.5 - 0.2 * i, i, 1 + 0.1 * i);
  }
  ulna_model *model = NULL;
  assert_int_equal(ulna_model_read_text(text, strlen(text), "long.yaml", NULL, NULL, NULL, &model), ULNA_OK);
  for (int way = 0; way < 2; way++) {
    many m = many_draw(model, 77, 5, true, way);
    for (int f = 0; f < FUNCTIONS; f++) {
      const ulna_batch_options options = {(ulna_batch_layout)(f % 3), true, 1, NULL, false};
      size_t w[WIDEST] = {0};
      double *expected[WIDEST], *got[WIDEST];
      functions[f].widths(m.model, m.links_only, w);
      rows_for(&functions[f], &m, expected), rows_for(&functions[f], &m, got);
      answers_one_by_one(&functions[f], &m, expected), answers_of_batch(&functions[f], &m, &options, got);
      for (int k = 0; k < WIDEST; k++) {
        const double apart = difference(got[k], expected[k], 5 * w[k]);
        if (!(apart <= 1e-11))
          fail_msg("%s, output %d: %g apart", functions[f].name, k, apart);  // twice as many joints
      }
      rows_free(expected), rows_free(got);
    }
    many_free(&m);
  }
  ulna_model_destroy(model);
}

/* What no built-in robot has: motors on the base that each move two joints, a payload of the robot's own, and no joint whose
 * axis is parallel to the last. */
static const char odd_robot[] =
    "ulna: 1\nname: odd\ngravity: [1, 2, -9]\nconvention: mdh\njoints:\n"
    "  - {name: a, type: revolute, theta: 0.1, d: 0.05, a: 0, alpha: 0.3, friction: {viscous: 0.5},\n"
    "     link: {name: la, mass: 3, com: [0.1, 0.02, 0.01], inertia: {about: com, xx: 0.02, yy: 0.03, zz: 0.025}}}\n"
    "  - {name: b, type: revolute, theta: 0, d: 0, a: 0.4, alpha: 0.5,\n"
    "     link: {name: lb, mass: 2, com: [0.1, 0.02, 0.01], inertia: {about: com, xx: 0.02, yy: 0.03, zz: 0.025}}}\n"
    "  - {name: c, type: prismatic, theta: 0.2, d: 0.1, a: 0.3, alpha: -0.7,\n"
    "     link: {name: lc, mass: 1, com: [0.1, 0.02, 0.01], inertia: {about: com, xx: 0.02, yy: 0.03, zz: 0.025}}}\n"
    "payload: {mass: 2.5, com: [0.1, 0.2, 0.3], inertia: {about: com, xx: 0.02, yy: 0.03, zz: 0.025}}\n"
    "drives:\n"
    "  - {name: m, couples: {a: 100, b: 20}, mounted_on: base, axis: [0, 0, 1], rotor: {inertia: 1.0e-4},\n"
    "     friction: {viscous: 1.0e-3}}\n"
    "  - {name: n, couples: {a: 50, b: -50}, mounted_on: base, axis: [0, 0, 1], rotor: {inertia: 2.0e-4}}\n"
    "  - {name: o, couples: {c: 30}, mounted_on: base, axis: [0, 0, 1], rotor: {inertia: 3.0e-4}}\n";

/* The same, all joints turning or not, in either convention. */
static void odd_arms_by_every_layout(const char *convention, const char *third)
{
  char text[sizeof odd_robot + 20];
  const char *const at = strstr(odd_robot, "mdh"), *const type = strstr(odd_robot, "prismatic");
  snprintf(text, sizeof text, "%.*s%s%.*s%s%s", (int)(at - odd_robot), odd_robot, convention,
           (int)(type - at - 3), at + 3, third, type + strlen("prismatic"));
  ulna_model *model = NULL;
  assert_int_equal(ulna_model_read_text(text, strlen(text), "odd.yaml", NULL, NULL, NULL, &model), ULNA_OK);
  for (int k = 0; ulna_batch_instructions(k); k++)
    for (int way = 0; way < 4; way++) {
      many m = many_draw(model, 5, 37, way & 1, way & 2);
      for (int f = 0; f < FUNCTIONS; f++) {
        const ulna_batch_options options = {(ulna_batch_layout)((f + way) % 3), way & 1, 1,
                                            ulna_batch_instructions(k), false};
        compare("odd", &functions[f], &m, &options);
      }
      many_free(&m);
    }
  ulna_model_destroy(model);
}

static void an_arm_with_what_no_built_in_has(void **state)
{
  (void)state;
  odd_arms_by_every_layout("dh", "revolute");
  odd_arms_by_every_layout("mdh", "revolute");
  odd_arms_by_every_layout("dh", "prismatic");
  ulna_model *model = NULL;
  assert_int_equal(ulna_model_read_text(odd_robot, strlen(odd_robot), "odd.yaml", NULL, NULL, NULL, &model),
                   ULNA_OK);
  for (int k = 0; ulna_batch_instructions(k); k++)
    for (int way = 0; way < 4; way++) {
      many m = many_draw(model, 5, 37, way & 1, way & 2);
      for (int f = 0; f < FUNCTIONS; f++)
        for (int layout = 0; layout < 3; layout++) {
          const ulna_batch_options options = {(ulna_batch_layout)layout, way & 1, 1,
                                              ulna_batch_instructions(k), false};
          compare("odd", &functions[f], &m, &options);
        }
      many_free(&m);
    }
  // and one state by hand: links, and Kᵀ diag(inertia) K qdd
  ulna_work *work = NULL;
  const double q[] = {0.3, -0.2, 0.1}, qd[] = {1, -2, 0.5}, qdd[] = {3, 5, -4};
  const double spin[3][3] = {{1e-4 * 1e4 + 2e-4 * 2500, 1e-4 * 2000 - 2e-4 * 2500, 0},
                             {1e-4 * 2000 - 2e-4 * 2500, 1e-4 * 400 + 2e-4 * 2500, 0},
                             {0, 0, 3e-4 * 900}};
  double tau[3], F[3];
  assert_int_equal(ulna_work_create(model, ULNA_PARTS_ALL, NULL, &work), ULNA_OK);
  ulna_inverse_dynamics(model, work, q, qd, qdd, tau);
  assert_int_equal(ulna_drive_inverse_dynamics(model, work, q, qd, qdd, &(ulna_drive_forces){.F = F}),
                   ULNA_OK);
  for (int i = 0; i < 3; i++) {
    for (int j = 0; j < 3; j++) tau[i] += spin[i][j] * qdd[j];
    assert_true(fabs(F[i] - tau[i]) <= 1e-13 * fmax(1, fabs(tau[i])));
  }
  ulna_work_destroy(work);
  ulna_model_destroy(model);
}

/* A heavy link that turns almost freely about its axis, and a light payload far along that axis. What the joint can feel is that
 * of both welded together, 3 kg m²; their sizes added up one by one, a million. The pivot, 1e-11, lies over the rounding of the
 * one and below that of the other. */
static void pivots_are_judged_by_the_payload_welded_on_as_those_of_one_state(void **state)
{
  (void)state;
  static const char text[] =
      "ulna: 1\nname: spindle\ngravity: [0, 0, -9.81]\nconvention: dh\njoints:\n"
      "  - {name: a, type: revolute, theta: 0, d: 0, a: 0, alpha: 0,\n"
      "     link: {name: la, mass: 1.0e+6, com: [0, 0, 0], inertia: {about: com, xx: 0.5, yy: 0.5, zz: 1.0e-11}}}\n"
      "payload: {mass: 1, com: [0, 0, 1], inertia: {about: com, xx: 0, yy: 0, zz: 0}}\n";
  ulna_model *model = NULL;
  ulna_work *work = NULL;
  assert_int_equal(ulna_model_read_text(text, strlen(text), "spindle.yaml", NULL, NULL, NULL, &model),
                   ULNA_OK);
  assert_int_equal(ulna_work_create(model, ULNA_PARTS_ALL, NULL, &work), ULNA_OK);
  const double q = 0.3, qd = 0, tau = 1e-11;
  double one = 0, found = 0;
  assert_int_equal(ulna_forward_dynamics(model, work, &q, &qd, &tau, &one), ULNA_OK);
  for (int k = 0; ulna_batch_instructions(k); k++) {
    const ulna_batch_options options = {
        .links_only = true, .threads = 1, .instructions = ulna_batch_instructions(k)};
    ulna_batch *batch = NULL;
    assert_int_equal(ulna_batch_create(model, &options, NULL, &batch), ULNA_OK);
    const ulna_batch_states states = {.q = &q, .qd = &qd, .tau = &tau};
    assert_int_equal(ulna_batch_forward_dynamics(model, batch, 1, &states, &found), ULNA_OK);
    assert_true(fabs(found - one) <= 0.01 * one);  // 1e-11 of what J_xx and J_yy are has five digits
    ulna_batch_destroy(batch);
  }
  ulna_work_destroy(work);
  ulna_model_destroy(model);
}

static void any_number_of_states_is_served(void **state)
{
  (void)state;
  ulna_model *model = NULL;
  assert_int_equal(ulna_robot_load("puma560", NULL, NULL, NULL, &model), ULNA_OK);
  for (size_t count = 0; count <= 40; count++)
    for (int f = 0; f < FUNCTIONS; f++)
      for (int layout = 0; layout < 3; layout++) {
        many m = many_draw(model, count + 1, count, false, false);
        const ulna_batch_options options = {(ulna_batch_layout)layout, false, 1, NULL, false};
        compare("puma560", &functions[f], &m, &options);
        many_free(&m);
      }
  ulna_model_destroy(model);
}

static bool has_nan(const double x[], size_t count)
{
  for (size_t i = 0; i < count; i++)
    if (isnan(x[i])) return true;
  return false;
}

static void what_is_not_a_number_stays_in_its_state(void **state)
{
  (void)state;
  enum { COUNT = 35 };
  ulna_model *model = NULL;
  assert_int_equal(ulna_robot_load("panda", NULL, NULL, NULL, &model), ULNA_OK);
  for (int k = 0; ulna_batch_instructions(k); k++)
    for (int f = 0; f < FUNCTIONS; f++) {
      const ulna_batch_options options = {ULNA_BATCH_ROWS, false, 1, ulna_batch_instructions(k), false};
      many m = many_draw(model, 7, COUNT, false, false);
      double *before[WIDEST], *after[WIDEST];
      size_t w[WIDEST] = {0};
      functions[f].widths(model, false, w);
      rows_for(&functions[f], &m, before);
      rows_for(&functions[f], &m, after);
      answers_of_batch(&functions[f], &m, &options, before);
      const size_t bad[] = {0, 11, 34};
      for (int b = 0; b < 3; b++) m.q[bad[b] * 7 + 2] = b == 1 ? HUGE_VAL : (double)NAN;
      answers_of_batch(&functions[f], &m, &options, after);
      for (size_t s = 0; s < COUNT; s++) {
        const bool spoilt = s == 0 || s == 11 || s == 34;
        if (spoilt) assert_true(has_nan(&after[0][s * w[0]], w[0]));
        for (int o = 0; o < WIDEST && !spoilt; o++)
          assert_memory_equal(&before[o][s * w[o]], &after[o][s * w[o]], w[o] * sizeof(double));
      }
      rows_free(before);
      rows_free(after);
      many_free(&m);
    }
  ulna_model_destroy(model);
}

static void states_do_not_depend_on_their_neighbours(void **state)
{
  (void)state;
  enum { COUNT = 50 };
  ulna_model *model = NULL;
  assert_int_equal(ulna_robot_load("panda", NULL, NULL, NULL, &model), ULNA_OK);
  for (int f = 0; f < FUNCTIONS; f++) {
    many all = many_draw(model, 3, COUNT, false, false), part = all;
    double *whole[WIDEST], *some[WIDEST];
    size_t w[WIDEST] = {0};
    functions[f].widths(model, false, w);
    rows_for(&functions[f], &all, whole);
    rows_for(&functions[f], &all, some);
    const ulna_batch_options options = {ULNA_BATCH_ROWS, false, 1, NULL, false};
    answers_of_batch(&functions[f], &all, &options, whole);
    const size_t first = 13;
    part.count = 19;
    part.q += first * 7, part.qd += first * 7, part.qdd += first * 7, part.tau += first * 7;
    answers_of_batch(&functions[f], &part, &options, some);
    for (int o = 0; o < WIDEST; o++)
      assert_memory_equal(&whole[o][first * w[o]], some[o], part.count * w[o] * sizeof(double));
    rows_free(whole);
    rows_free(some);
    many_free(&all);
  }
  ulna_model_destroy(model);
}

/* Results are written straight to their place or by way of scratch memory: the same bits. Some angles are beyond the quick
 * sines; their neighbours keep the bits that they have without them. */
static void every_layout_gives_the_same_bits(void **state)
{
  (void)state;
  enum { COUNT = 37 };
  for (int r = 0; r < ulna_robot_count(); r++) {
    ulna_model *model = NULL;
    assert_int_equal(ulna_robot_load(ulna_robot_get(r)->key, NULL, NULL, NULL, &model), ULNA_OK);
    many m = many_draw(model, (uint64_t)r + 1, COUNT, true, false);
    for (int f = 0; f < FUNCTIONS; f++) {
      double *first[WIDEST], *then[WIDEST];
      size_t w[WIDEST] = {0};
      functions[f].widths(model, true, w);
      rows_for(&functions[f], &m, first), rows_for(&functions[f], &m, then);
      ulna_batch_options options = {ULNA_BATCH_BLOCKS, true, 1, NULL, false};
      answers_of_batch(&functions[f], &m, &options, first);
      const double kept[2] = {m.q[3 * m.n], m.q[20 * m.n + m.n - 1]};
      for (int layout = 0; layout < 6; layout++) {
        const bool far = layout > 2;
        options.layout = (ulna_batch_layout)(layout % 3);
        m.q[3 * m.n] = far ? 3e5 : kept[0], m.q[20 * m.n + m.n - 1] = far ? -2e9 : kept[1];
        answers_of_batch(&functions[f], &m, &options, then);
        if (far) compare(ulna_robot_get(r)->key, &functions[f], &m, &options);
        for (size_t s = 0; s < COUNT; s++)
          for (int o = 0; o < WIDEST && !(far && (s == 3 || s == 20)); o++)
            assert_memory_equal(&first[o][s * w[o]], &then[o][s * w[o]], w[o] * sizeof(double));
      }
      m.q[3 * m.n] = kept[0], m.q[20 * m.n + m.n - 1] = kept[1];
      rows_free(first), rows_free(then);
    }
    many_free(&m);
    ulna_model_destroy(model);
  }
}

static void what_cannot_be_is_refused(void **state)
{
  (void)state;
  ulna_model *model = NULL, *other = NULL;
  ulna_batch *batch = NULL, *none = NULL;
  assert_int_equal(ulna_robot_load("panda", NULL, NULL, NULL, &model), ULNA_OK);
  assert_int_equal(ulna_robot_load("panda", NULL, NULL, NULL, &other), ULNA_OK);
  ulna_batch_options o = ulna_batch_options_default();
  o.threads = -1;
  assert_int_equal(ulna_batch_create(model, &o, NULL, &none), ULNA_INVALID_ARGUMENT);
  o.threads = ULNA_BATCH_THREADS_MOST + 1;
  assert_int_equal(ulna_batch_create(model, &o, NULL, &none), ULNA_INVALID_ARGUMENT);
  o.threads = 1, o.instructions = "abacus";
  assert_int_equal(ulna_batch_create(model, &o, NULL, &none), ULNA_INVALID_ARGUMENT);
  o.instructions = NULL, o.layout = (ulna_batch_layout)3;
  assert_int_equal(ulna_batch_create(model, &o, NULL, &none), ULNA_INVALID_ARGUMENT);
  assert_null(none);
  o.layout = ULNA_BATCH_BLOCKS;
  assert_int_equal(ulna_batch_create(model, &o, NULL, &batch), ULNA_OK);
  double x[16 * 7] = {0}, tau[16 * 7] = {5};
  ulna_batch_states s = {.q = x, .qd = x, .qdd = x};
  assert_int_equal(ulna_batch_inverse_dynamics(other, batch, 1, &s, tau), ULNA_INVALID_ARGUMENT);
  assert_int_equal(ulna_batch_inverse_dynamics(model, batch, 1, NULL, tau), ULNA_INVALID_ARGUMENT);
  assert_int_equal(ulna_batch_inverse_dynamics(model, batch, 1, &s, NULL), ULNA_INVALID_ARGUMENT);
  s.qdd = NULL;
  assert_int_equal(ulna_batch_inverse_dynamics(model, batch, 1, &s, tau), ULNA_INVALID_ARGUMENT);
  s.qdd = x, s.qd = NULL;
  assert_int_equal(ulna_batch_inverse_dynamics(model, batch, 1, &s, tau), ULNA_INVALID_ARGUMENT);
  s.qd = x, s.q = NULL;
  assert_int_equal(ulna_batch_inverse_dynamics(model, batch, 1, &s, tau), ULNA_INVALID_ARGUMENT);
  s.q = x;
  assert_int_equal(ulna_batch_forward_dynamics(model, batch, 1, &s, tau), ULNA_INVALID_ARGUMENT);  // no tau
  assert_int_equal(ulna_batch_inverse_dynamics(model, NULL, 1, &s, tau), ULNA_INVALID_ARGUMENT);
  assert_int_equal(ulna_batch_create(NULL, NULL, NULL, &none), ULNA_INVALID_ARGUMENT);
  assert_int_equal(ulna_batch_create(model, NULL, NULL, NULL), ULNA_INVALID_ARGUMENT);
  assert_int_equal(ulna_batch_gravity_torques_float(model, batch, 1, NULL, (float[16 * 7]){0}),
                   ULNA_INVALID_ARGUMENT);
  static const char follows[] =
      "ulna: 1\nname: r\ngravity: [0, -9.81, 0]\nconvention: dh\njoints:\n"
      "  - {name: a, type: revolute, theta: 0, d: 0, a: 1, alpha: 0, link: {name: la, mass: 2, com: [-0.5, 0, 0], "
      "inertia: {about: com, xx: 0.01, yy: 0.1, zz: 0.1}}}\n"
      "  - {name: b, type: revolute, theta: 0, d: 0, a: 1, alpha: 0, follows: {joint: a, ratio: -1}, link: {name: lb, mass: 2, "
      "com: [-0.5, 0, 0], inertia: {about: com, xx: 0.01, yy: 0.1, zz: 0.1}}}\n";
  ulna_model *coupled = NULL;
  assert_int_equal(ulna_model_read_text(follows, strlen(follows), "r.yaml", NULL, NULL, NULL, &coupled),
                   ULNA_OK);
  assert_int_equal(ulna_batch_create(coupled, NULL, NULL, &none), ULNA_UNSUPPORTED);
  ulna_model_destroy(coupled);
  const size_t huge[] = {SIZE_MAX, SIZE_MAX / 2, SIZE_MAX / 56 + 1, SIZE_MAX / 56 - 1};
  for (int k = 0; k < 4; k++) {
    assert_int_equal(ulna_batch_inverse_dynamics(model, batch, huge[k], &s, tau), ULNA_INVALID_ARGUMENT);
    assert_int_equal(ulna_batch_number_count(batch, huge[k], 7), 0);
  }
  s.payload = x;  // wider than the rest
  assert_int_equal(ulna_batch_inverse_dynamics(model, batch, SIZE_MAX / 75, &s, tau), ULNA_INVALID_ARGUMENT);
  assert_true(tau[0] == 5);
  ulna_batch_destroy(batch);
  ulna_batch_destroy(NULL);
  ulna_model_destroy(other);
  ulna_model_destroy(model);
}

static void every_allocation_may_fail(void **state)
{
  (void)state;
  ulna_model *model = NULL;
  assert_int_equal(ulna_robot_load("puma560", NULL, NULL, NULL, &model), ULNA_OK);
  ulna_batch_options o = ulna_batch_options_default();
  o.threads = 2;
  for (long n = 1;; n++) {
    failing_allocator memory;
    const ulna_allocator a = failing_allocator_start(&memory, n);
    ulna_batch *batch = NULL;
    const ulna_status status = ulna_batch_create(model, &o, &a, &batch);
    assert_int_equal(status, memory.failed ? ULNA_OUT_OF_MEMORY : ULNA_OK);
    assert_true((batch == NULL) == memory.failed);
    ulna_batch_destroy(batch);
    assert_true(failing_allocator_empty(&memory));
    if (!memory.failed) break;
  }
  ulna_model_destroy(model);
}

/* In single precision: what double gives, to some hundred roundings of float relative to the largest number of the state. */
typedef ulna_status in_float(const ulna_model *model, ulna_batch *batch, size_t count,
                             const ulna_batch_states_float *states, float *const out[WIDEST]);
#define IN_FLOAT(name, ...)                                                                                  \
  static ulna_status float_##name(const ulna_model *model, ulna_batch *batch, size_t count,                  \
                                  const ulna_batch_states_float *states, float *const out[WIDEST])           \
  {                                                                                                          \
    return ulna_batch_##name##_float(model, batch, count, states, __VA_ARGS__);                              \
  }
IN_FLOAT(inverse_dynamics, out[0])
IN_FLOAT(forward_dynamics, out[0])
IN_FLOAT(mass_matrix, out[0])
IN_FLOAT(gravity_torques, out[0])
IN_FLOAT(bias, out[0])
IN_FLOAT(link_poses, out[0])
IN_FLOAT(hand_pose, out[0])
IN_FLOAT(jacobian, out[0])
IN_FLOAT(regressor, out[0])
IN_FLOAT(inverse_dynamics_derivatives, out[0], out[1], out[2], out[3])
IN_FLOAT(forward_dynamics_derivatives, out[0], out[1], out[2], out[3])
static in_float *const of_floats[] = {float_inverse_dynamics,
                                      float_forward_dynamics,
                                      float_mass_matrix,
                                      float_gravity_torques,
                                      float_bias,
                                      float_link_poses,
                                      float_hand_pose,
                                      float_jacobian,
                                      float_regressor,
                                      float_inverse_dynamics_derivatives,
                                      float_forward_dynamics_derivatives};

static void run_in_float(int f, const many *m, const ulna_batch_options *options, double *rows[WIDEST])
{
  const size_t n = (size_t)m->n;
  const double *given[4] = {m->q, m->qd, m->qdd, m->tau};
  float *in[4], *out[WIDEST];
  size_t w[WIDEST] = {0};
  functions[f].widths(m->model, m->links_only, w);
  for (int k = 0; k < 4; k++) {
    in[k] = malloc(m->count * n * sizeof(float));
    out[k] = malloc((m->count * w[k] + 1) * sizeof(float));
    assert_true(in[k] && out[k]);
    for (size_t i = 0; i < m->count * n; i++) in[k][i] = (float)given[k][i];
  }
  const ulna_batch_states_float s = {.q = in[0], .qd = in[1], .qdd = in[2], .tau = in[3]};
  ulna_batch *batch = NULL;
  assert_int_equal(ulna_batch_create(m->model, options, NULL, &batch), ULNA_OK);
  assert_int_equal(of_floats[f](m->model, batch, m->count, &s, out), ULNA_OK);
  for (int k = 0; k < WIDEST; k++)
    for (size_t i = 0; i < m->count * w[k]; i++) rows[k][i] = (double)out[k][i];
  for (int k = 0; k < 4; k++) free(in[k]), free(out[k]);
  ulna_batch_destroy(batch);
}

static void floats_give_what_doubles_give_to_their_precision(void **state)
{
  (void)state;
  const char *const robots[] = {"panda", "puma560", "stanford", "irb6"};
  for (int r = 0; r < 4; r++) {
    ulna_model *model = NULL;
    assert_int_equal(ulna_robot_load(robots[r], NULL, NULL, NULL, &model), ULNA_OK);
    for (int k = 0; ulna_batch_instructions(k); k++)
      for (int f = 0; f < FUNCTIONS; f++) {
        many m = many_draw(model, (uint64_t)(r + 1), 37, r == 3, false);
        for (size_t i = 0; i < m.count * (size_t)m.n; i++) {  // numbers that both have
          m.q[i] = (double)(float)m.q[i], m.qd[i] = (double)(float)m.qd[i];
          m.qdd[i] = (double)(float)m.qdd[i], m.tau[i] = (double)(float)m.tau[i];
        }
        const ulna_batch_options options = {ULNA_BATCH_ROWS, r == 3, 1, ulna_batch_instructions(k), false};
        double *expected[WIDEST], *got[WIDEST];
        size_t w[WIDEST] = {0};
        functions[f].widths(model, m.links_only, w);
        rows_for(&functions[f], &m, expected), rows_for(&functions[f], &m, got);
        answers_of_batch(&functions[f], &m, &options, expected);
        run_in_float(f, &m, &options, got);
        for (size_t s = 0; s < m.count; s++)
          for (int o = 0; o < WIDEST; o++) {
            const double apart = difference(&got[o][s * w[o]], &expected[o][s * w[o]], w[o]);
            const bool solved = strstr(functions[f].name, "forward") != NULL;  // M may be ill-conditioned
            if (!(apart <= (solved ? 2e-2 : 1e-4)))
              fail_msg("%s, %s, output %d, %s: state %zu is %g apart", robots[r], functions[f].name, o,
                       options.instructions, s, apart);
          }
        rows_free(expected), rows_free(got);
        many_free(&m);
      }
    ulna_model_destroy(model);
  }
}

/* Angles beyond the quick reduction, in some lanes only: floats of ten thousand turns are exact multiples of 2^-9 rad. */
static void floats_of_many_turns_are_reduced_exactly(void **state)
{
  (void)state;
  enum { COUNT = 40, N = 7 };
  ulna_model *model = NULL;
  assert_int_equal(ulna_robot_load("panda", NULL, NULL, NULL, &model), ULNA_OK);
  float q[COUNT * N], G[COUNT * N];
  double exact[COUNT * N], expected[COUNT * N];
  for (int i = 0; i < COUNT * N; i++) {
    q[i] = i % 5 == 2 ? 62831.25F + (float)i : i % 11 == 3 ? -2e7F : 0.01F * (float)i;
    exact[i] = (double)q[i];
  }
  for (int k = 0; ulna_batch_instructions(k); k++)
    for (int layout = 0; layout < 2; layout++) {
      const ulna_batch_options o = {layout ? ULNA_BATCH_COLUMNS : ULNA_BATCH_ROWS, true, 1,
                                    ulna_batch_instructions(k), false};
      ulna_batch *batch = NULL;
      assert_int_equal(ulna_batch_create(model, &o, NULL, &batch), ULNA_OK);
      assert_int_equal(
          ulna_batch_gravity_torques_float(model, batch, COUNT, &(ulna_batch_states_float){.q = q}, G),
          ULNA_OK);
      assert_int_equal(
          ulna_batch_gravity_torques(model, batch, COUNT, &(ulna_batch_states){.q = exact}, expected),
          ULNA_OK);
      for (int i = 0; i < COUNT * N; i++)  // 60 N m in floats, a few roundings
        assert_true(fabs((double)G[i] - expected[i]) < 1e-4);
      ulna_batch_destroy(batch);
    }
  ulna_model_destroy(model);
}

/* Regressors larger than caches are written past them, and zeros that stand may be kept: the same numbers. */
static void wide_results_are_the_same_however_they_are_written(void **state)
{
  (void)state;
  enum { N = 6, WIDTH = 60 * N, BLOCK = ULNA_BATCH_BLOCK };
  const size_t count = bytes_past_the_caches() / (WIDTH * sizeof(double)) + 100;  // on whatever machine
  ulna_model *model = NULL;
  assert_int_equal(ulna_robot_load("puma560", NULL, NULL, NULL, &model), ULNA_OK);
  many m = many_draw(model, 3, count, true, false);
  const size_t padded = (count + BLOCK - 1) / BLOCK * BLOCK;
  double *rows = calloc(count * WIDTH, sizeof(double)), *in[3];
  double *blocks = aligned_alloc(64, padded * WIDTH * sizeof(double));
  assert_true(rows && blocks);
  const double *const given[3] = {m.q, m.qd, m.qdd};
  for (int k = 0; k < 3; k++) {
    in[k] = calloc(padded * N, sizeof(double));
    assert_non_null(in[k]);
    for (size_t s = 0; s < count; s++)
      for (size_t j = 0; j < N; j++)
        in[k][s / BLOCK * BLOCK * N + j * BLOCK + s % BLOCK] = given[k][s * N + j];
  }
  for (int kept = 0; kept < 3; kept++) {  // of the last, zeros of the turn before stand
    ulna_batch_options o = {kept ? ULNA_BATCH_BLOCKS : ULNA_BATCH_ROWS, true, 2, NULL, kept == 2};
    ulna_batch *batch = NULL;
    assert_int_equal(ulna_batch_create(model, &o, NULL, &batch), ULNA_OK);
    const ulna_batch_states by_rows = {.q = m.q, .qd = m.qd, .qdd = m.qdd};
    const ulna_batch_states by_blocks = {.q = in[0], .qd = in[1], .qdd = in[2]};
    assert_int_equal(
        ulna_batch_regressor(model, batch, count, kept ? &by_blocks : &by_rows, kept ? blocks : rows),
        ULNA_OK);
    ulna_batch_destroy(batch);
    for (size_t s = 0; s < count && kept; s++)
      for (size_t j = 0; j < WIDTH; j++) {
        double *got = &blocks[s / BLOCK * BLOCK * WIDTH + j * BLOCK + s % BLOCK];
        assert_true(*got == rows[s * WIDTH + j]);
        if (*got != 0) *got = (double)NAN;  // has to be written again
      }
  }
  for (int k = 0; k < 3; k++) free(in[k]);
  free(rows), free(blocks);
  many_free(&m);
  ulna_model_destroy(model);
}

/* A regressor's zeros stand where the array was filled with zeros, or where another state's regressor was: every robot, every
 * instruction set, full blocks and a tail. */
static void kept_zeros_are_those_that_no_state_changes(void **state)
{
  (void)state;
  enum { COUNT = 37, PADDED = 48 };
  for (int r = 0; r < ulna_robot_count(); r++) {
    ulna_model *model = NULL;
    assert_int_equal(ulna_robot_load(ulna_robot_get(r)->key, NULL, NULL, NULL, &model), ULNA_OK);
    many m = many_draw(model, (uint64_t)r + 1, PADDED, true, false);  // as blocks: any numbers do
    const size_t all = (size_t)PADDED * 10 * (size_t)m.n * (size_t)m.n;
    double *filled = calloc(all, sizeof(double)), *zeros = calloc(all, sizeof(double)),
           *expected = calloc(all, sizeof(double));
    assert_true(filled && zeros && expected);
    const ulna_batch_states now = {.q = m.q, .qd = m.qd, .qdd = m.qdd},
                            other = {.q = m.qd, .qd = m.qdd, .qdd = m.q};
    for (int k = 0; ulna_batch_instructions(k); k++) {
      ulna_batch_options o = {ULNA_BATCH_BLOCKS, true, 1, ulna_batch_instructions(k), false};
      ulna_batch *writing = NULL, *keeping = NULL;
      assert_int_equal(ulna_batch_create(model, &o, NULL, &writing), ULNA_OK);
      o.keeps_zeros = true;
      assert_int_equal(ulna_batch_create(model, &o, NULL, &keeping), ULNA_OK);
      for (size_t i = 0; i < all; i++) filled[i] = expected[i] = 5, zeros[i] = 0;
      assert_int_equal(ulna_batch_regressor(model, writing, COUNT, &now, expected), ULNA_OK);
      assert_int_equal(ulna_batch_regressor(model, writing, COUNT, &other, filled), ULNA_OK);
      assert_int_equal(ulna_batch_regressor(model, keeping, COUNT, &now, filled), ULNA_OK);
      assert_int_equal(ulna_batch_regressor(model, keeping, COUNT, &now, zeros), ULNA_OK);
      for (size_t i = 0; i < all; i++) {
        assert_true(filled[i] == expected[i]);
        assert_true(zeros[i] == expected[i] || expected[i] == 5);
      }
      ulna_batch_destroy(writing), ulna_batch_destroy(keeping);
    }
    free(filled), free(zeros), free(expected);
    many_free(&m);
    ulna_model_destroy(model);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(many_states_give_what_one_state_gives),
      cmocka_unit_test(arms_too_long_for_lanes_are_computed_one_by_one),
      cmocka_unit_test(an_arm_with_what_no_built_in_has),
      cmocka_unit_test(pivots_are_judged_by_the_payload_welded_on_as_those_of_one_state),
      cmocka_unit_test(any_number_of_states_is_served),
      cmocka_unit_test(what_is_not_a_number_stays_in_its_state),
      cmocka_unit_test(states_do_not_depend_on_their_neighbours),
      cmocka_unit_test(every_layout_gives_the_same_bits),
      cmocka_unit_test(what_cannot_be_is_refused),
      cmocka_unit_test(floats_give_what_doubles_give_to_their_precision),
      cmocka_unit_test(floats_of_many_turns_are_reduced_exactly),
      cmocka_unit_test(wide_results_are_the_same_however_they_are_written),
      cmocka_unit_test(kept_zeros_are_those_that_no_state_changes),
      cmocka_unit_test(every_allocation_may_fail),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
