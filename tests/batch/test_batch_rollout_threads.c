/* Rollouts of many arms against the plant of one arm: steps, events and their order, torques by step, paths. */
#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/random.h"
#include "ulna/batch.h"
#include "ulna/drive.h"
#include "ulna/robots.h"

enum { ARMS = 21, MOST = 8, EVENTS = 4000 };

typedef struct {
  size_t arm;
  ulna_event event;
} told;

/* Events of all arms, one after another in each. */
typedef struct {
  int count[ARMS];
  told event[ARMS][EVENTS / ARMS];
  size_t arm;  // of the plant that is running
} record;

static void note(void *context, size_t arm, const ulna_event *event)
{
  record *r = context;
  assert_true(r->count[arm] < EVENTS / ARMS);
  r->event[arm][r->count[arm]++] = (told){arm, *event};
}
static void note_of_plant(void *context, const ulna_event *event)
{
  note(context, ((record *)context)->arm, event);
}

typedef struct {
  const ulna_model *model;
  size_t n, steps;
  double q[ARMS * MOST], qd[ARMS * MOST], *tau;  // tau: of each step
  const double *gravity, *wrench, *payload;      // of each arm; NULL: as the model has it
  ulna_integrator integrator;
  double h;
} problem;

/* Arms of which some move, some rest, some rest in a joint. */
static problem draw(const ulna_model *model, uint64_t seed, size_t steps, ulna_integrator integrator)
{
  problem p = {.model = model, .n = (size_t)ulna_model_joint_count(model), .steps = steps};
  p.integrator = integrator, p.h = 1e-3;
  p.tau = malloc(steps * ARMS * p.n * sizeof *p.tau);
  assert_non_null(p.tau);
  for (size_t k = 0; k < ARMS * p.n; k++) {
    const size_t arm = k / p.n;
    p.q[k] = random_between(&seed, -1.5, 1.5), p.qd[k] = random_between(&seed, -0.5, 0.5);
    if (arm % 3 == 1 || (arm % 3 == 2 && k % 2)) p.qd[k] = 0;
    const double push = random_between(&seed, arm % 4 ? -30 : -1, arm % 4 ? 30 : 1);
    for (size_t s = 0; s < steps; s++)
      p.tau[s * ARMS * p.n + k] = push * (s % 100 < 50 ? 1 : -1);  // back and forth
  }
  return p;
}

typedef struct {
  const problem *p;
  size_t arm, step;
} drive;

static void torques(void *context, double t, const double q[], const double qd[], double u[])
{
  const drive *d = context;
  (void)t, (void)q, (void)qd;
  memcpy(u, &d->p->tau[d->step * ARMS * d->p->n + d->arm * d->p->n], d->p->n * sizeof *u);
}

/* What acts on one arm. */
static void surround(const problem *p, size_t arm, ulna_work *work)
{
  if (p->gravity) ulna_work_set_gravity(work, &p->gravity[3 * arm]);
  if (p->wrench) ulna_work_set_hand_wrench(work, &p->wrench[6 * arm], &p->wrench[6 * arm + 3]);
  if (!p->payload) return;
  const double *x = &p->payload[10 * arm];
  ulna_body body = {.mass = x[0], .about = ULNA_ABOUT_COM};
  memcpy(body.com, x + 1, sizeof body.com), memcpy(body.inertia, x + 4, sizeof body.inertia);
  assert_int_equal(ulna_work_set_payload(work, &body), ULNA_OK);
}

/* One arm after another by the plant: rows of q and qd in the end, after every step if path is there. */
static void by_plant(const problem *p, double q[], double qd[], double q_path[], record *events)
{
  drive d = {.p = p};
  const ulna_surroundings around = {.context = &d, .input = torques};
  const ulna_plant_options o = ulna_plant_options_default();
  const ulna_event_sink sink = {.context = events, .happened = note_of_plant};
  ulna_plant *plant = NULL;
  assert_int_equal(ulna_plant_create(p->model, &o, &around, NULL, &plant), ULNA_OK);
  for (d.arm = 0; d.arm < ARMS; d.arm++) {
    double y[2 * MOST + 4] = {0};
    surround(p, d.arm, ulna_plant_work(plant));
    memcpy(y, &p->q[d.arm * p->n], p->n * sizeof *y);
    memcpy(y + p->n, &p->qd[d.arm * p->n], p->n * sizeof *y);
    d.step = 0, events->arm = d.arm;
    assert_int_equal(ulna_plant_start(plant, 0, y), ULNA_OK);
    for (; d.step < p->steps; d.step++) {
      assert_int_equal(
          ulna_plant_step(plant, p->integrator, p->h, 1e-9 * p->h, (double)d.step * p->h, y, &sink), ULNA_OK);
      if (q_path) memcpy(&q_path[(d.step * ARMS + d.arm) * p->n], y, p->n * sizeof *y);
    }
    memcpy(&q[d.arm * p->n], y, p->n * sizeof *y);
    memcpy(&qd[d.arm * p->n], y + p->n, p->n * sizeof *y);
  }
  ulna_plant_destroy(plant);
}

static void roll(const problem *p, ulna_batch *batch, double q[], double qd[], double q_path[],
                 record *events)
{
  ulna_batch_rollout_options o = ulna_batch_rollout_options_default();
  o.integrator = p->integrator, o.step = p->h, o.steps = p->steps, o.tau_by_step = p->tau != NULL;
  o.context = events, o.happened = note;
  const ulna_batch_states s = {.q = p->q,
                               .qd = p->qd,
                               .tau = p->tau,
                               .gravity = p->gravity,
                               .wrench = p->wrench,
                               .payload = p->payload};
  assert_int_equal(ulna_batch_rollout(p->model, batch, &o, ARMS, &s, q, qd, q_path, NULL), ULNA_OK);
}

static void by_batch(const problem *p, const char *instructions, int threads, double q[], double qd[],
                     double q_path[], record *events)
{
  ulna_batch *batch = NULL;
  const ulna_batch_options how = {
      .layout = ULNA_BATCH_ROWS, .threads = threads, .instructions = instructions};
  assert_int_equal(ulna_batch_create(p->model, &how, NULL, &batch), ULNA_OK);
  roll(p, batch, q, qd, q_path, events);
  ulna_batch_destroy(batch);
}

static double apart(const double a[], const double b[], size_t count)
{
  double most = 0;
  for (size_t i = 0; i < count; i++) most = fmax(most, fabs(a[i] - b[i]) / fmax(1, fabs(b[i])));
  return most;
}

static void after_one_step_arms_are_where_the_plant_has_them(void **state)
{
  (void)state;
  static record ours, theirs;
  for (int r = 0; r < ulna_robot_count(); r++) {
    ulna_model *model = NULL;
    assert_int_equal(ulna_robot_load(ulna_robot_get(r)->key, NULL, NULL, NULL, &model), ULNA_OK);
    for (int k = 0; ulna_batch_instructions(k); k++)
      for (int method = 0; method < 2; method++) {
        problem p = draw(model, (uint64_t)(r + 1), 1, method ? ULNA_RK4 : ULNA_SEMI_IMPLICIT_EULER);
        double q[2][ARMS * MOST], qd[2][ARMS * MOST];
        by_plant(&p, q[0], qd[0], NULL, &theirs);
        by_batch(&p, ulna_batch_instructions(k), 1, q[1], qd[1], NULL, &ours);
        const double most = fmax(apart(q[1], q[0], ARMS * p.n), apart(qd[1], qd[0], ARMS * p.n));
        if (!(most <= 1e-12)) fail_msg("%s, method %d: %g apart", ulna_robot_get(r)->key, method, most);
        free(p.tau);
        memset(&ours, 0, sizeof ours), memset(&theirs, 0, sizeof theirs);
      }
    ulna_model_destroy(model);
  }
}

/* Nor is anything left after inverse dynamics: `batch` then answers as a new one does. */
static void forces_forget(const problem *loaded, const problem *bare, ulna_batch *batch)
{
  double out[3][ARMS * MOST];
  ulna_batch *fresh = NULL;
  const ulna_batch_options how = {.layout = ULNA_BATCH_ROWS};
  assert_int_equal(ulna_batch_create(bare->model, &how, NULL, &fresh), ULNA_OK);
  const ulna_batch_states plain = {.q = bare->q, .qd = bare->qd, .qdd = bare->qd};
  ulna_batch_states s = plain;
  s.gravity = loaded->gravity, s.wrench = loaded->wrench, s.payload = loaded->payload;
  assert_int_equal(ulna_batch_inverse_dynamics(bare->model, batch, ARMS, &s, out[0]), ULNA_OK);
  assert_int_equal(ulna_batch_inverse_dynamics(bare->model, batch, ARMS, &plain, out[1]), ULNA_OK);
  assert_int_equal(ulna_batch_inverse_dynamics(bare->model, fresh, ARMS, &plain, out[2]), ULNA_OK);
  assert_memory_not_equal(out[0], out[1], ARMS * bare->n * sizeof(double));
  assert_memory_equal(out[1], out[2], ARMS * bare->n * sizeof(double));
  ulna_batch_destroy(fresh);
}

/* Gravity, a push and a payload of each arm's own act on it as on the plant's one arm, and on no later arm. */
static void each_arm_has_surroundings_of_its_own(void **state)
{
  (void)state;
  static record ours, theirs;
  double gravity[3 * ARMS], wrench[6 * ARMS], payload[10 * ARMS] = {0};
  uint64_t seed = 31;
  for (int k = 0; k < 3 * ARMS; k++) gravity[k] = random_between(&seed, -10, 10);
  for (int k = 0; k < 6 * ARMS; k++) wrench[k] = random_between(&seed, -10, 10);
  for (int arm = 0; arm < ARMS; arm++) {
    double *x = &payload[10 * arm];
    x[0] = 1 + random_between(&seed, -0.9, 0.9);
    for (int k = 1; k < 4; k++) x[k] = random_between(&seed, -0.1, 0.1);
    x[4] = 0.011 * x[0], x[5] = x[6] = 0.01 * x[0];
  }
  for (int r = 0; r < ulna_robot_count(); r++) {
    ulna_model *model = NULL;
    ulna_batch *batch = NULL;
    assert_int_equal(ulna_robot_load(ulna_robot_get(r)->key, NULL, NULL, NULL, &model), ULNA_OK);
    assert_int_equal(ulna_batch_create(model, &(ulna_batch_options){.layout = ULNA_BATCH_ROWS}, NULL, &batch),
                     ULNA_OK);
    for (int method = 0; method < 2; method++) {
      problem p = draw(model, (uint64_t)(r + 1), 1, method ? ULNA_RK4 : ULNA_SEMI_IMPLICIT_EULER), bare = p;
      p.gravity = gravity, p.wrench = wrench, p.payload = payload;
      for (int round = 0; round < 2; round++) {  // then nothing is left of them
        const problem *now = round ? &bare : &p;
        double q[2][ARMS * MOST], qd[2][ARMS * MOST];
        memset(&ours, 0, sizeof ours), memset(&theirs, 0, sizeof theirs);
        by_plant(now, q[0], qd[0], NULL, &theirs);
        roll(now, batch, q[1], qd[1], NULL, &ours);
        const double most = fmax(apart(q[1], q[0], ARMS * p.n), apart(qd[1], qd[0], ARMS * p.n));
        // M of the lightest wrists, whose condition is 1e4, in another order of operations
        if (!(most <= 1e-12))
          fail_msg("%s, method %d, round %d: %g apart", ulna_robot_get(r)->key, method, round, most);
      }
      forces_forget(&p, &bare, batch);
      free(p.tau);
    }
    ulna_batch_destroy(batch);
    ulna_model_destroy(model);
  }
}

/* The same kinds, places and modes in the same order; times as near as events are located. */
static void assert_same_events(const record *a, const record *b, double h)
{
  for (size_t arm = 0; arm < ARMS; arm++) {
    assert_int_equal(a->count[arm], b->count[arm]);
    for (int k = 0; k < a->count[arm]; k++) {
      const ulna_event *x = &a->event[arm][k].event, *y = &b->event[arm][k].event;
      assert_true(x->kind == y->kind && x->index == y->index && x->mode_after == y->mode_after);
      assert_true(fabs(x->t - y->t) <= 1e-3 * h);
    }
  }
}

static void over_a_rollout_the_same_things_happen_in_the_same_order(void **state)
{
  (void)state;
  static record ours, theirs, nudged;
  enum { STEPS = 300 };
  ulna_model *model = NULL;
  assert_int_equal(ulna_robot_load("puma560", NULL, NULL, NULL, &model), ULNA_OK);
  for (int method = 0; method < 2; method++) {
    problem p = draw(model, 77, STEPS, method ? ULNA_RK4 : ULNA_SEMI_IMPLICIT_EULER), other = p;
    static double q[3][ARMS * MOST], qd[3][ARMS * MOST], path[2][STEPS * ARMS * 6];
    memset(&ours, 0, sizeof ours), memset(&theirs, 0, sizeof theirs), memset(&nudged, 0, sizeof nudged);
    by_plant(&p, q[0], qd[0], path[0], &theirs);
    by_batch(&p, NULL, 1, q[1], qd[1], path[1], &ours);
    int happened = 0;
    for (size_t arm = 0; arm < ARMS; arm++) happened += theirs.count[arm];
    assert_true(happened > 100);
    assert_same_events(&ours, &theirs, p.h);
    for (size_t i = 0; i < ARMS * p.n; i++) other.q[i] = nextafter(p.q[i], 10);
    by_plant(&other, q[2], qd[2], NULL, &nudged);
    const double bit = fmax(apart(q[2], q[0], ARMS * p.n), apart(qd[2], qd[0], ARMS * p.n));
    const double most = fmax(apart(q[1], q[0], ARMS * p.n), apart(qd[1], qd[0], ARMS * p.n));
    if (!(most <= 100 * fmax(bit, 1e-14)))
      fail_msg("method %d: %g apart, a last bit makes %g", method, most, bit);
    assert_true(apart(path[1], path[0], STEPS * ARMS * 6) <= 1e-8);
    free(p.tau);
  }
  ulna_model_destroy(model);
}

static void threads_and_layouts_change_no_bit(void **state)
{
  (void)state;
  static record one, four;
  ulna_model *model = NULL;
  assert_int_equal(ulna_robot_load("puma560", NULL, NULL, NULL, &model), ULNA_OK);
  problem p = draw(model, 5, 60, ULNA_RK4);
  static double q[2][ARMS * MOST], qd[2][ARMS * MOST];
  memset(&one, 0, sizeof one), memset(&four, 0, sizeof four);
  by_batch(&p, NULL, 1, q[0], qd[0], NULL, &one);
  by_batch(&p, NULL, 4, q[1], qd[1], NULL, &four);
  assert_memory_equal(q[0], q[1], ARMS * p.n * sizeof(double));
  assert_memory_equal(qd[0], qd[1], ARMS * p.n * sizeof(double));
  assert_same_events(&one, &four, 0);
  free(p.tau);
  ulna_model_destroy(model);
}

/* Viscous friction alone, against the same method over the functions for one state. */
static void viscous_acceleration(const ulna_model *model, ulna_work *work, const double q[],
                                 const double qd[], const double tau[], double qdd[])
{
  enum { N = 6 };
  double M[N * N], y[N], K[N * N];
  assert_int_equal(ulna_drive_mass_matrix(model, work, q, M), ULNA_OK);
  assert_int_equal(ulna_drive_bias(model, work, q, qd, y), ULNA_OK);
  ulna_coupling(model, q, NULL, K, NULL);
  for (int i = 0; i < N; i++) {
    y[i] = tau[i] - y[i] - ulna_model_joint(model, i + 1)->friction.viscous * qd[i];
    for (int a = 0; a < N; a++)
      for (int j = 0; j < N; j++)
        y[i] -= K[a * N + i] * ulna_model_drive(model, a)->friction.viscous * K[a * N + j] * qd[j];
  }
  for (int p = 0; p < N; p++)  // M is positive definite: elimination needs no pivoting
    for (int i = p + 1; i < N; i++) {
      const double f = M[i * N + p] / M[p * N + p];
      for (int j = p; j < N; j++) M[i * N + j] -= f * M[p * N + j];
      y[i] -= f * y[p];
    }
  for (int p = N - 1; p >= 0; p--) {
    for (int j = p + 1; j < N; j++) y[p] -= M[p * N + j] * qdd[j];
    qdd[p] = y[p] / M[p * N + p];
  }
}

static void viscous_rollouts_are_the_runge_kutta_method(void **state)
{
  (void)state;
  enum { N = 6, STEPS = 20 };
  ulna_model *model = NULL;
  ulna_work *work = NULL;
  ulna_batch *batch = NULL;
  assert_int_equal(ulna_robot_load("puma560", NULL, NULL, NULL, &model), ULNA_OK);
  assert_int_equal(ulna_work_create(model, ULNA_PARTS_ALL, NULL, &work), ULNA_OK);
  assert_int_equal(ulna_batch_create(model, NULL, NULL, &batch), ULNA_OK);
  problem p = draw(model, 9, 1, ULNA_RK4);
  ulna_batch_rollout_options o = ulna_batch_rollout_options_default();
  o.steps = STEPS, o.viscous_only = true;
  double q[ARMS * N], qd[ARMS * N];
  const ulna_batch_states s = {.q = p.q, .qd = p.qd, .tau = p.tau};
  assert_int_equal(ulna_batch_rollout(model, batch, &o, ARMS, &s, q, qd, NULL, NULL), ULNA_OK);
  for (int arm = 0; arm < ARMS; arm++) {
    double y[2 * N], *tau = &p.tau[arm * N];
    memcpy(y, &p.q[arm * N], N * sizeof *y), memcpy(y + N, &p.qd[arm * N], N * sizeof *y);
    for (int step = 0; step < STEPS; step++) {
      double k[4][2 * N], at[2 * N];
      for (int stage = 0; stage < 4; stage++) {
        const double part = stage == 0 ? 0 : stage < 3 ? o.step / 2 : o.step;
        for (int i = 0; i < 2 * N; i++) at[i] = y[i] + (stage ? part * k[stage - 1][i] : 0);
        memcpy(k[stage], at + N, N * sizeof *at);
        viscous_acceleration(model, work, at, at + N, tau, k[stage] + N);
      }
      for (int i = 0; i < 2 * N; i++) y[i] += o.step / 6 * (k[0][i] + 2 * (k[1][i] + k[2][i]) + k[3][i]);
    }
    assert_true(apart(&q[arm * N], y, N) <= 1e-12 && apart(&qd[arm * N], y + N, N) <= 1e-11);
  }
  free(p.tau);
  ulna_batch_destroy(batch);
  ulna_work_destroy(work);
  ulna_model_destroy(model);
}

static void an_arm_that_cannot_go_on_leaves_the_others_alone(void **state)
{
  (void)state;
  static record before, after;
  ulna_model *model = NULL;
  assert_int_equal(ulna_robot_load("puma560", NULL, NULL, NULL, &model), ULNA_OK);
  problem p = draw(model, 3, 30, ULNA_RK4);
  static double q[2][ARMS * MOST], qd[2][ARMS * MOST];
  memset(&before, 0, sizeof before), memset(&after, 0, sizeof after);
  by_batch(&p, NULL, 1, q[0], qd[0], NULL, &before);
  p.q[4 * p.n + 1] = (double)NAN;
  by_batch(&p, NULL, 1, q[1], qd[1], NULL, &after);
  for (size_t k = 0; k < ARMS * p.n; k++)
    assert_true(k / p.n == 4 ? isnan(q[1][k]) && isnan(qd[1][k])
                             : q[0][k] == q[1][k] && qd[0][k] == qd[1][k]);
  free(p.tau);
  ulna_model_destroy(model);
}

/* A torque that is none ends its arm in that step; arms that are given none at all fall freely. */
static void an_arm_may_end_on_the_way_or_go_without_torques(void **state)
{
  (void)state;
  static record before, after;
  const char *const robots[] = {"puma560", "irb6"};  // by lanes and one by one
  for (int k = 0; k < 2; k++) {
    ulna_model *model = NULL;
    assert_int_equal(ulna_robot_load(robots[k], NULL, NULL, NULL, &model), ULNA_OK);
    problem p = draw(model, 3, 20, ULNA_RK4);
    static double q[3][ARMS * MOST], qd[3][ARMS * MOST];
    memset(&before, 0, sizeof before), memset(&after, 0, sizeof after);
    by_batch(&p, NULL, 1, q[0], qd[0], NULL, &before);
    p.tau[10 * ARMS * p.n + 4 * p.n + 1] = (double)NAN;
    by_batch(&p, NULL, 1, q[1], qd[1], NULL, &after);
    for (size_t i = 0; i < ARMS * p.n; i++)
      assert_true(i / p.n == 4 ? isnan(q[1][i]) && isnan(qd[1][i])
                               : q[0][i] == q[1][i] && qd[0][i] == qd[1][i]);
    memset(&before, 0, sizeof before), memset(&after, 0, sizeof after);
    memset(p.tau, 0, 20 * ARMS * p.n * sizeof *p.tau);
    by_batch(&p, NULL, 1, q[0], qd[0], NULL, &before);
    double *tau = p.tau;
    p.tau = NULL;
    by_batch(&p, NULL, 1, q[2], qd[2], NULL, &after);
    p.tau = tau;
    assert_memory_equal(q[0], q[2], ARMS * p.n * sizeof(double));
    assert_memory_equal(qd[0], qd[2], ARMS * p.n * sizeof(double));
    free(tau);
    ulna_model_destroy(model);
  }
}

static void what_cannot_be_is_refused(void **state)
{
  (void)state;
  ulna_model *model = NULL;
  ulna_batch *batch = NULL;
  assert_int_equal(ulna_robot_load("puma560", NULL, NULL, NULL, &model), ULNA_OK);
  assert_int_equal(ulna_batch_create(model, NULL, NULL, &batch), ULNA_OK);
  double x[6] = {0}, q[6] = {5}, qd[6];
  const ulna_batch_states s = {.q = x, .qd = x, .tau = x};
  ulna_batch_rollout_options o = ulna_batch_rollout_options_default();
  o.step = 0;
  assert_int_equal(ulna_batch_rollout(model, batch, &o, 1, &s, q, qd, NULL, NULL), ULNA_INVALID_ARGUMENT);
  o.step = 1e-3, o.integrator = ULNA_EULER;
  assert_int_equal(ulna_batch_rollout(model, batch, &o, 1, &s, q, qd, NULL, NULL), ULNA_INVALID_ARGUMENT);
  o.integrator = ULNA_RK4, o.steps = SIZE_MAX / 6, o.tau_by_step = true;
  assert_int_equal(ulna_batch_rollout(model, batch, &o, 1, &s, q, qd, NULL, NULL), ULNA_INVALID_ARGUMENT);
  assert_int_equal(ulna_batch_rollout(model, batch, NULL, 1, &s, q, qd, NULL, NULL), ULNA_INVALID_ARGUMENT);
  assert_int_equal(ulna_batch_rollout(model, batch, &o, 1, &s, NULL, qd, NULL, NULL), ULNA_INVALID_ARGUMENT);
  assert_int_equal(ulna_batch_rollout(model, batch, &o, 1, &s, q, NULL, NULL, NULL), ULNA_INVALID_ARGUMENT);
  assert_int_equal(ulna_batch_rollout(model, NULL, &o, 1, &s, q, qd, NULL, NULL), ULNA_INVALID_ARGUMENT);
  assert_int_equal(ulna_batch_rollout(model, batch, &o, 1, NULL, q, qd, NULL, NULL), ULNA_INVALID_ARGUMENT);
  o.steps = 1, o.tau_by_step = false;
  const ulna_batch_states still = {.q = x, .tau = x};  // without speeds
  assert_int_equal(ulna_batch_rollout(model, batch, &o, 1, &still, q, qd, NULL, NULL), ULNA_INVALID_ARGUMENT);
  assert_true(q[0] == 5);
  ulna_batch_destroy(batch);
  ulna_model_destroy(model);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(after_one_step_arms_are_where_the_plant_has_them),
      cmocka_unit_test(each_arm_has_surroundings_of_its_own),
      cmocka_unit_test(over_a_rollout_the_same_things_happen_in_the_same_order),
      cmocka_unit_test(threads_and_layouts_change_no_bit),
      cmocka_unit_test(viscous_rollouts_are_the_runge_kutta_method),
      cmocka_unit_test(an_arm_that_cannot_go_on_leaves_the_others_alone),
      cmocka_unit_test(an_arm_may_end_on_the_way_or_go_without_torques),
      cmocka_unit_test(what_cannot_be_is_refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
