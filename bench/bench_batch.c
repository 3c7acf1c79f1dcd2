/* Many states at once: nanoseconds a state on one thread, by layout and precision, against one state at a time; then threads. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#if defined(__linux__)
#  include <sys/mman.h>
#endif

#if defined(__AVX512F__)
#  include <immintrin.h>
#endif

#include "base/random.h"
#include "base/worse.h"
#include "bench.h"

/* A machine that is shared has slow seconds: every table is walked through ROUNDS times, and each figure is its lowest. */
enum { STATES = 4096, WALKS = 200, ROUNDS = 4 };

static void check(ulna_status status, const char *what)
{
  if (status == ULNA_OK) return;
  fprintf(stderr, "bench: %s: %s\n", what, ulna_status_text(status));
  exit(1);
}

/* Arrays of 4 MB and more ask for large pages, as NumPy's do: with pages of 4 kB their addresses take as long as their numbers. */
static void *memory_of(size_t count, size_t size)
{
  const size_t bytes = count * size, page = bytes >= 4 << 20 ? 2 << 20 : 64;
  const size_t whole = (bytes + page - 1) / page * page;
  void *p = aligned_alloc(page, whole);
  if (!p) check(ULNA_OUT_OF_MEMORY, "states");
#if defined(__linux__)
  if (page > 64)
    (void)madvise(p, whole, MADV_HUGEPAGE);  // asked for, not needed: without them it is slower, not wrong
#endif
  return p;
}

/* What is timed: a batch, its states, room for answers. */
typedef struct {
  const ulna_model *model;
  ulna_batch *batch;
  ulna_work *work;
  size_t count, n;
  double *q, *qd, *qdd, *tau, *out[4];
  float *single[8];  // q, qd, qdd, tau, four answers
  const struct of_floats *of_floats;
} subject;

static ulna_batch_states states_of(const subject *x)
{
  return (ulna_batch_states){.q = x->q, .qd = x->qd, .qdd = x->qdd, .tau = x->tau};
}

typedef void way(const subject *x);

static void inverse(const subject *x)
{
  const ulna_batch_states s = states_of(x);
  check(ulna_batch_inverse_dynamics(x->model, x->batch, x->count, &s, x->out[0]), "inverse dynamics");
}
static void forward(const subject *x)
{
  const ulna_batch_states s = states_of(x);
  check(ulna_batch_forward_dynamics(x->model, x->batch, x->count, &s, x->out[0]), "forward dynamics");
}
static void masses(const subject *x)
{
  const ulna_batch_states s = states_of(x);
  check(ulna_batch_mass_matrix(x->model, x->batch, x->count, &s, x->out[0]), "mass matrix");
}
static void gravity(const subject *x)
{
  const ulna_batch_states s = states_of(x);
  check(ulna_batch_gravity_torques(x->model, x->batch, x->count, &s, x->out[0]), "gravity");
}
static void bias(const subject *x)
{
  const ulna_batch_states s = states_of(x);
  check(ulna_batch_bias(x->model, x->batch, x->count, &s, x->out[0]), "bias");
}
static void hand_pose(const subject *x)
{
  const ulna_batch_states s = states_of(x);
  check(ulna_batch_hand_pose(x->model, x->batch, x->count, &s, x->out[0]), "hand pose");
}
static void poses(const subject *x)
{
  const ulna_batch_states s = states_of(x);
  check(ulna_batch_link_poses(x->model, x->batch, x->count, &s, x->out[0]), "poses");
}
static void jacobian(const subject *x)
{
  const ulna_batch_states s = states_of(x);
  check(ulna_batch_jacobian(x->model, x->batch, x->count, &s, x->out[0]), "jacobian");
}
static void regressor(const subject *x)
{
  const ulna_batch_states s = states_of(x);
  check(ulna_batch_regressor(x->model, x->batch, x->count, &s, x->out[0]), "regressor");
}
static void regressor_less_zeros(const subject *x)
{
  regressor(x);  // of a batch that keeps them
}
static void inverse_derivatives(const subject *x)
{
  const ulna_batch_states s = states_of(x);
  check(ulna_batch_inverse_dynamics_derivatives(x->model, x->batch, x->count, &s, x->out[0], x->out[1],
                                                x->out[2], x->out[3]),
        "derivatives");
}
static void forward_derivatives(const subject *x)
{
  const ulna_batch_states s = states_of(x);
  check(ulna_batch_forward_dynamics_derivatives(x->model, x->batch, x->count, &s, x->out[0], x->out[1],
                                                x->out[2], x->out[3]),
        "derivatives");
}
// one state at a time; rows, into out[0] and what follows it, as the batch's
#define EACH_STATE for (size_t s = 0; s < x->count; s++)
#define OF(array)  (x->array + s * x->n)
static void one_inverse(const subject *x)
{
  EACH_STATE ulna_inverse_dynamics(x->model, x->work, OF(q), OF(qd), OF(qdd), OF(out[0]));
}
static void one_forward(const subject *x)
{
  EACH_STATE check(ulna_forward_dynamics(x->model, x->work, OF(q), OF(qd), OF(tau), OF(out[0])),
                   "one forward");
}
static void one_masses(const subject *x)
{
  EACH_STATE ulna_mass_matrix(x->model, x->work, OF(q), x->out[0] + s * x->n * x->n);
}
static void one_gravity(const subject *x)
{
  EACH_STATE ulna_gravity_torques(x->model, x->work, OF(q), OF(out[0]));
}
static void one_bias(const subject *x) { EACH_STATE ulna_bias(x->model, x->work, OF(q), OF(qd), OF(out[0])); }
static void one_hand_pose(const subject *x)
{
  EACH_STATE ulna_hand_pose(x->model, x->work, OF(q), (ulna_pose *)x->out[0] + s);
}
static void one_poses(const subject *x)
{
  ulna_pose poses[PEER_MOST_JOINTS + 1];
  EACH_STATE
  {
    ulna_link_poses(x->model, x->work, OF(q), poses);
    memcpy(x->out[0] + s * 12 * x->n, poses + 1, 12 * x->n * sizeof(double));  // a batch leaves link 0 out
  }
}
static void one_jacobian(const subject *x)
{
  EACH_STATE ulna_jacobian(x->model, x->work, NULL, ULNA_AXES_BASE, OF(q), x->out[0] + s * 6 * x->n);
}
static void one_regressor(const subject *x)
{
  EACH_STATE check(ulna_regressor(x->model, x->work, ULNA_REGRESSOR_LINKS, OF(q), OF(qd), OF(qdd),
                                  x->out[0] + s * 10 * x->n * x->n, NULL),
                   "one regressor");
}
static void one_inverse_derivatives(const subject *x)
{
  const size_t nn = x->n * x->n;
  EACH_STATE check(ulna_inverse_dynamics_derivatives(x->model, x->work, OF(q), OF(qd), OF(qdd), OF(out[0]),
                                                     x->out[1] + s * nn, x->out[2] + s * nn,
                                                     x->out[3] + s * nn),
                   "one derivatives");
}
static void one_forward_derivatives(const subject *x)
{
  const size_t nn = x->n * x->n;
  EACH_STATE check(ulna_forward_dynamics_derivatives(x->model, x->work, OF(q), OF(qd), OF(tau), OF(out[0]),
                                                     x->out[1] + s * nn, x->out[2] + s * nn,
                                                     x->out[3] + s * nn),
                   "one derivatives");
}
#undef EACH_STATE
#undef OF

/* A function of a batch of floats: one output, or four. */
typedef struct of_floats {
  const char *name;
  ulna_status (*one)(const ulna_model *, ulna_batch *, size_t, const ulna_batch_states_float *, float[]);
  ulna_status (*four)(const ulna_model *, ulna_batch *, size_t, const ulna_batch_states_float *, float[],
                      float[], float[], float[]);
  way *doubles;  // the same in doubles
  size_t first;  // numbers of the first output that are compared
  double off;    // and how far they may be off, of the largest: roundings of floats, times a condition
  double goal;
} of_floats;

static void floats(const subject *x)
{
  const ulna_batch_states_float s = {
      .q = x->single[0], .qd = x->single[1], .qdd = x->single[2], .tau = x->single[3]};
  float *const *out = &x->single[4];
  const of_floats *f = x->of_floats;
  check(f->one ? f->one(x->model, x->batch, x->count, &s, out[0])
               : f->four(x->model, x->batch, x->count, &s, out[0], out[1], out[2], out[3]),
        f->name);
}

/* Nanoseconds a state: the lowest decile of WALKS walks. */
static double timed(way *run, const subject *x)
{
  static double walk[WALKS];
  for (int k = 0; k < 5; k++) run(x);
  for (int k = 0; k < WALKS; k++) {
    const double start = clock_seconds();
    run(x);
    walk[k] = clock_seconds() - start;
  }
  qsort(walk, WALKS, sizeof walk[0], rising);
  return 1e9 * walk[WALKS / 10] / (double)x->count;
}

/* The lower of what was kept and what was found in this round. */
static double lower(int round, double kept, double found) { return round == 0 ? found : fmin(kept, found); }

static void subject_fill(subject *x, const ulna_model *model, size_t count)
{
  const size_t n = (size_t)ulna_model_joint_count(model), all = (count + 15) / 16 * 16 * n;
  *x = (subject){.model = model, .work = bench_work(model), .count = count, .n = n};
  double **const in[] = {&x->q, &x->qd, &x->qdd, &x->tau};
  uint64_t seed = 1;
  for (int k = 0; k < 4; k++) {
    *in[k] = memory_of(all, sizeof(double));
    x->single[k] = memory_of(all, sizeof(float));
    x->single[4 + k] = memory_of(all * 10 * n, sizeof(float));
    x->out[k] = memory_of(all * 10 * n, sizeof(double));
    for (size_t i = 0; i < all; i++) {
      (*in[k])[i] = random_between(&seed, -3, 3);
      x->single[k][i] = (float)(*in[k])[i];
    }
  }
}

static void subject_forget(subject *x)
{
  double *const in[] = {x->q, x->qd, x->qdd, x->tau};
  for (int k = 0; k < 4; k++) free(in[k]), free(x->single[k]), free(x->single[4 + k]), free(x->out[k]);
  ulna_work_destroy(x->work);
}

static void make_batch(subject *x, ulna_batch_layout layout, bool links_only, int threads, bool keeps_zeros)
{
  ulna_batch_destroy(x->batch);
  x->batch = NULL;
  const ulna_batch_options o = {
      .layout = layout, .links_only = links_only, .threads = threads, .keeps_zeros = keeps_zeros};
  check(ulna_batch_create(x->model, &o, NULL, &x->batch), "batch");
}

/* Rows of the batch are what one state at a time gives, for as many numbers of each output as all have. */
static void assert_right(subject *x, const char *name, way *run, way *one, double tolerance)
{
  const size_t numbers = x->count * x->n;
  double *kept = memory_of(4 * numbers, sizeof(double)), most[4] = {0}, apart[4] = {0};
  make_batch(x, ULNA_BATCH_ROWS, true, 1, false);
  for (int k = 0; k < 4; k++) memset(x->out[k], 0, 10 * x->n * numbers * sizeof(double));
  run(x);
  for (size_t k = 0; k < 4; k++) memcpy(kept + k * numbers, x->out[k], numbers * sizeof(double));
  for (int k = 0; k < 4; k++) memset(x->out[k], 0, 10 * x->n * numbers * sizeof(double));
  one(x);
  for (size_t k = 0; k < 4; k++)
    for (size_t i = 0; i < numbers; i++) {
      most[k] = fmax(most[k], fabs(x->out[k][i]));
      apart[k] = worse_of(apart[k], fabs(x->out[k][i] - kept[k * numbers + i]));
    }
  free(kept);
  for (int k = 0; k < 4; k++)
    if (!(apart[k] <= tolerance * most[k]))
      fprintf(stderr, "bench: %s: batch and one state are %g apart\n", name, apart[k] / most[k]), exit(1);
}

static const char *const layouts[] = {
    [ULNA_BATCH_ROWS] = "rows", [ULNA_BATCH_COLUMNS] = "columns", [ULNA_BATCH_BLOCKS] = "blocks"};

static void arms_table(void)
{
  static const struct {
    const char *name;
    way *run, *one;
    double goal;
  } list[] = {{"inverse dynamics", inverse, one_inverse, 22},
              {"forward dynamics", forward, one_forward, 75},
              {"mass matrix", masses, one_masses, 32},
              {"gravity", gravity, one_gravity, 0},
              {"bias", bias, one_bias, 0},
              {"poses", poses, one_poses, 16},
              {"hand pose", hand_pose, one_hand_pose, 0},
              {"jacobian", jacobian, one_jacobian, 0},
              {"regressor", regressor, one_regressor, 70},
              {"regressor, zeros kept", regressor_less_zeros, NULL, 70},
              {"inverse derivatives", inverse_derivatives, one_inverse_derivatives, 120},
              {"forward derivatives", forward_derivatives, one_forward_derivatives, 260}};
  ulna_model *model = bench_model("panda.yaml");
  subject x;
  subject_fill(&x, model, STATES);
  // of forward dynamics and its derivatives: roundings times the condition of the wrist's inertias, 1e5
  for (size_t k = 0; k < sizeof list / sizeof list[0]; k++)
    if (list[k].one) assert_right(&x, list[k].name, list[k].run, list[k].one, 1e-9);
  printf("\nPanda, %d states, links only, one thread, %s: ns a state\n", STATES, ulna_batch_instructions(0));
  printf("  %-26s %8s %8s %8s %8s %8s %8s\n", "", "blocks", "goal", "columns", "rows", "one", "ratio");
  enum { ROWS = sizeof list / sizeof list[0] };
  double least[ROWS][3] = {{0}}, alone[ROWS] = {0};
  for (int round = 0; round < ROUNDS; round++)
    for (size_t k = 0; k < ROWS; k++) {
      for (int turn = 0; turn < 3; turn++) {
        const int layout = (turn + round) % 3;
        make_batch(&x, (ulna_batch_layout)layout, true, 1, list[k].run == regressor_less_zeros);
        least[k][layout] = lower(round, least[k][layout], timed(list[k].run, &x));
      }
      alone[k] = list[k].one ? lower(round, alone[k], timed(list[k].one, &x)) : 0;
    }
  for (size_t k = 0; k < ROWS; k++) {
    const double *ns = least[k], one = alone[k];
    printf("  %-26s %8.1f %8.0f %8.1f %8.1f", list[k].name, ns[ULNA_BATCH_BLOCKS], list[k].goal,
           ns[ULNA_BATCH_COLUMNS], ns[ULNA_BATCH_ROWS]);
    if (list[k].one) printf(" %8.1f %8.1f", one, one / ns[ULNA_BATCH_BLOCKS]);
    printf("\n");
    for (int layout = 0; layout < 3; layout++)
      bench_csv("Panda, many states, one thread, ns a state", list[k].name, layouts[layout], ns[layout],
                (double)NAN, list[k].one ? one / ns[layout] : (double)NAN);
    if (list[k].one)
      bench_csv("Panda, many states, one thread, ns a state", list[k].name, "one by one", one, (double)NAN,
                1);
  }
  ulna_batch_destroy(x.batch);
  subject_forget(&x);
  ulna_model_destroy(model);
}

/* Floats of the first output are the doubles, rounded. Blocks are compared number by number as they lie. */
static void assert_floats_right(subject *x)
{
  const of_floats *f = x->of_floats;
  double most = 0, apart = 0;
  make_batch(x, ULNA_BATCH_BLOCKS, true, 1, false);
  f->doubles(x);
  floats(x);
  for (size_t i = 0; i < x->count * f->first; i++) {
    most = fmax(most, fabs(x->out[0][i]));
    apart = worse_of(apart, fabs(x->out[0][i] - (double)x->single[4][i]));
  }
  if (!(apart <= f->off * most))
    fprintf(stderr, "bench: floats of %s are off by %g\n", f->name, apart / most), exit(1);
}

static void floats_table(void)
{
  static const of_floats list[] = {
      {"inverse dynamics", ulna_batch_inverse_dynamics_float, NULL, inverse, 7, 1e-5, 11},
      {"forward dynamics", ulna_batch_forward_dynamics_float, NULL, forward, 7, 1e-4, 0},
      {"mass matrix", ulna_batch_mass_matrix_float, NULL, masses, 49, 1e-5, 0},
      {"gravity", ulna_batch_gravity_torques_float, NULL, gravity, 7, 1e-5, 0},
      {"bias", ulna_batch_bias_float, NULL, bias, 7, 1e-5, 0},
      {"poses", ulna_batch_link_poses_float, NULL, poses, 84, 1e-5, 0},
      {"hand pose", ulna_batch_hand_pose_float, NULL, hand_pose, 12, 1e-5, 0},
      {"jacobian", ulna_batch_jacobian_float, NULL, jacobian, 42, 1e-5, 0},
      {"regressor", ulna_batch_regressor_float, NULL, regressor, 490, 1e-5, 0},
      {"inverse derivatives", NULL, ulna_batch_inverse_dynamics_derivatives_float, inverse_derivatives, 7,
       1e-5, 0},
      {"forward derivatives", NULL, ulna_batch_forward_dynamics_derivatives_float, forward_derivatives, 7,
       1e-4, 0}};
  enum { ROWS = sizeof list / sizeof list[0] };
  ulna_model *model = bench_model("panda.yaml");
  subject x;
  subject_fill(&x, model, STATES);
  for (size_t k = 0; k < ROWS; k++) x.of_floats = &list[k], assert_floats_right(&x);
  printf("\nPanda, %d states, links only, one thread, floats: ns a state\n", STATES);
  printf("  %-26s %8s %8s %8s %8s\n", "", "blocks", "goal", "columns", "rows");
  double least[ROWS][3] = {{0}};
  for (int round = 0; round < ROUNDS; round++)
    for (size_t k = 0; k < ROWS; k++)
      for (int turn = 0; turn < 3; turn++) {
        const int layout = (turn + round) % 3;
        x.of_floats = &list[k];
        make_batch(&x, (ulna_batch_layout)layout, true, 1, false);
        least[k][layout] = lower(round, least[k][layout], timed(floats, &x));
      }
  for (size_t k = 0; k < ROWS; k++) {
    printf("  %-26s %8.1f %8.0f %8.1f %8.1f\n", list[k].name, least[k][ULNA_BATCH_BLOCKS], list[k].goal,
           least[k][ULNA_BATCH_COLUMNS], least[k][ULNA_BATCH_ROWS]);
    for (int layout = 0; layout < 3; layout++)
      bench_csv("Panda, many states in floats, one thread, ns a state", list[k].name, layouts[layout],
                least[k][layout], (double)NAN, (double)NAN);
  }
  ulna_batch_destroy(x.batch);
  subject_forget(&x);
  ulna_model_destroy(model);
}

/* Stores alone, computing nothing: as many numbers as poses, derivatives and regressors have, in order. */
static void store_in_order(const subject *x, size_t numbers)
{
  const size_t all = x->count * numbers;
  for (size_t i = 0; i < all; i++) x->out[0][i] = 1.5;
}
static void store_poses(const subject *x) { store_in_order(x, 12 * x->n); }
static void store_derivatives(const subject *x) { store_in_order(x, x->n + 3 * x->n * x->n); }
static void store_regressors(const subject *x) { store_in_order(x, 10 * x->n * x->n); }
#if defined(__AVX512F__)
static void store_regressors_past_the_caches(const subject *x)
{
  double *to = x->out[0];
  for (size_t block = 0; block < x->count / ULNA_BATCH_BLOCK; block++)
    for (size_t row = 0; row < x->n; row++)
      for (size_t column = 0; column < 10 * x->n; column++, to += ULNA_BATCH_BLOCK) {
        const __m512d number = _mm512_set1_pd(column < 10 * row ? 0 : 1.5);
        _mm512_stream_pd(to, number);
        _mm512_stream_pd(to + 8, number);
      }
  _mm_sfence();
}
#endif

/* What bounds wide results: the same few states again and again stay in the cache, and many are as fast as memory takes them. */
static void wide_table(void)
{
  enum { FEW = 128 };
  static const struct {
    const char *name;
    way *run, *stores;
    bool keeps_zeros;
  } list[] = {{"poses", poses, store_poses, false},
              {"inverse derivatives", inverse_derivatives, store_derivatives, false},
              {"forward derivatives", forward_derivatives, store_derivatives, false},
              {"regressor", regressor, store_regressors, false},
              {"regressor, zeros kept", regressor, store_regressors, true}};
  ulna_model *model = bench_model("panda.yaml");
  subject x;
  subject_fill(&x, model, STATES);
  printf("\nWide results of the Panda in blocks, one thread: ns a state\n");
  printf("  %-26s %12s %12s %12s\n", "", "128 states", "4096 states", "stores alone");
  enum { ROWS = sizeof list / sizeof list[0] };
  double few[ROWS] = {0}, many[ROWS] = {0}, stores[ROWS] = {0};
  for (int round = 0; round < ROUNDS; round++)
    for (size_t k = 0; k < ROWS; k++) {
      make_batch(&x, ULNA_BATCH_BLOCKS, true, 1, list[k].keeps_zeros);
      x.count = FEW;
      few[k] = lower(round, few[k], timed(list[k].run, &x));
      x.count = STATES;
      many[k] = lower(round, many[k], timed(list[k].run, &x));
      stores[k] = lower(round, stores[k], timed(list[k].stores, &x));
    }
  for (size_t k = 0; k < ROWS; k++) {
    printf("  %-26s %12.1f %12.1f %12.1f\n", list[k].name, few[k], many[k], stores[k]);
    const char *const table = "Panda, wide results in blocks, ns a state";
    bench_csv(table, list[k].name, "128 states", few[k], (double)NAN, (double)NAN);
    bench_csv(table, list[k].name, "4096 states", many[k], (double)NAN, (double)NAN);
    bench_csv(table, list[k].name, "4096, stores alone", stores[k], (double)NAN, (double)NAN);
  }
#if defined(__AVX512F__)
  printf("  4096 regressors' stores past the caches: %.1f\n", timed(store_regressors_past_the_caches, &x));
#endif
  ulna_batch_destroy(x.batch);
  subject_forget(&x);
  ulna_model_destroy(model);
}

/* One rollout, with dry friction or without it. */
static void rollout_of_doubles(const subject *x, const ulna_batch_rollout_options *o)
{
  const ulna_batch_states s = states_of(x);
  check(ulna_batch_rollout(x->model, x->batch, o, x->count, &s, x->out[0], x->out[1], NULL, NULL), "rollout");
}
static void rollout_of_floats(const subject *x, const ulna_batch_rollout_options *o)
{
  const ulna_batch_states_float s = {.q = x->single[0], .qd = x->single[1], .tau = x->single[3]};
  check(ulna_batch_rollout_float(x->model, x->batch, o, x->count, &s, x->single[4], x->single[5], NULL, NULL),
        "rollout of floats");
}

static void rollout_table(void)
{
  enum { STEPS = 20, ARMS = 1024, WAYS = 4, TIMES = 20 };
  static const struct {
    const char *name, *by;
    void (*run)(const subject *x, const ulna_batch_rollout_options *o);
    bool viscous;
  } list[WAYS] = {{"viscous friction", "ulna_batch", rollout_of_doubles, true},
                  {"with stiction", "ulna_batch", rollout_of_doubles, false},
                  {"viscous friction, floats", "ulna_batch, floats", rollout_of_floats, true},
                  {"with stiction, floats", "ulna_batch, floats", rollout_of_floats, false}};
  ulna_model *model = bench_model("puma560.yaml");
  subject x;
  subject_fill(&x, model, ARMS);
  make_batch(&x, ULNA_BATCH_BLOCKS, false, 1, false);
  ulna_batch_rollout_options o = ulna_batch_rollout_options_default();
  o.step = 1e-5, o.steps = STEPS;
  printf("\nPUMA 560 with drives, %d arms, RK4, one thread: ns a step and arm (goal 220)\n", ARMS);
  double least[WAYS] = {0};
  for (int round = 0; round < ROUNDS; round++)
    for (int k = 0; k < WAYS; k++) {
      double walk[TIMES];
      o.viscous_only = list[k].viscous;
      list[k].run(&x, &o);  // untimed
      for (int i = 0; i < TIMES; i++) {
        const double start = clock_seconds();
        list[k].run(&x, &o);
        walk[i] = clock_seconds() - start;
      }
      qsort(walk, TIMES, sizeof walk[0], rising);
      least[k] = lower(round, least[k], 1e9 * walk[TIMES / 10] / STEPS / ARMS);
    }
  for (int k = 0; k < WAYS; k++) {
    printf("  %-26s %8.1f\n", list[k].name, least[k]);
    bench_csv("PUMA 560 with drives, RK4, ns a step and arm", list[k].name, list[k].by, least[k], (double)NAN,
              (double)NAN);
  }
  ulna_batch_destroy(x.batch);
  subject_forget(&x);
  ulna_model_destroy(model);
}

static void threads_table(void)
{
  const size_t counts[] = {4096, 65536, 1000000};
  ulna_model *model = bench_model("panda.yaml");
  printf("\nPanda, inverse dynamics in blocks, threads: ns a state\n");
  for (int k = 0; k < 3; k++) {
    subject x;
    subject_fill(&x, model, counts[k]);
    double ns[2] = {0, 0};
    for (int round = 0; round < ROUNDS; round++)
      for (int turn = 0; turn < 2; turn++) {
        const int threads = 1 + (turn + round) % 2;
        make_batch(&x, ULNA_BATCH_BLOCKS, true, threads, false);
        ns[threads - 1] = lower(round, ns[threads - 1], timed(inverse, &x));
      }
    printf("  %8zu states: one %6.1f, two %6.1f, ratio %.2f\n", counts[k], ns[0], ns[1], ns[0] / ns[1]);
    char name[40];
    snprintf(name, sizeof name, "%zu states", counts[k]);
    bench_csv("Panda, inverse dynamics in blocks, threads, ns a state", name, "one thread", ns[0],
              (double)NAN, 1);
    bench_csv("Panda, inverse dynamics in blocks, threads, ns a state", name, "two threads", ns[1],
              (double)NAN, ns[0] / ns[1]);
    ulna_batch_destroy(x.batch);
    subject_forget(&x);
  }
  ulna_model_destroy(model);
}

int main(void)
{
  arms_table();
  floats_table();
  wide_table();
  rollout_table();
  threads_table();
  return 0;
}
