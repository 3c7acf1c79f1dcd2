/* Many states at once: nanoseconds a state on one thread, by layout and precision, against one state at a time; then threads. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#if defined(__linux__)
#  include <sys/mman.h>
#endif

#if defined(__AVX512F__)
#  include <immintrin.h>
#endif

#include "bench.h"

/* A machine that is shared has slow seconds: every table is walked through ROUNDS times, and each figure is its lowest. */
enum { STATES = 4096, WALKS = 200, ROUNDS = 4 };

static void check(ulna_status status, const char *what)
{
  if (status == ULNA_OK) return;
  fprintf(stderr, "bench: %s: %s\n", what, ulna_status_text(status));
  exit(1);
}

static double now(void)
{
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static int by_size(const void *a, const void *b)
{
  const double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
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
  float *single[5];  // q, qd, qdd, tau, out
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
  check(ulna_batch_gravity(x->model, x->batch, x->count, &s, x->out[0]), "gravity");
}
static void poses(const subject *x)
{
  const ulna_batch_states s = states_of(x);
  check(ulna_batch_poses(x->model, x->batch, x->count, &s, x->out[0]), "poses");
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
  check(ulna_batch_inverse_derivatives(x->model, x->batch, x->count, &s, x->out[0], x->out[1], x->out[2],
                                       x->out[3]),
        "derivatives");
}
static void forward_derivatives(const subject *x)
{
  const ulna_batch_states s = states_of(x);
  check(ulna_batch_forward_derivatives(x->model, x->batch, x->count, &s, x->out[0], x->out[1], x->out[2],
                                       x->out[3]),
        "derivatives");
}
static void inverse_of_floats(const subject *x)
{
  const ulna_batch_states_float s = {.q = x->single[0], .qd = x->single[1], .qdd = x->single[2]};
  check(ulna_batch_inverse_dynamics_float(x->model, x->batch, x->count, &s, x->single[4]), "floats");
}

// one state at a time; rows
static void one_inverse(const subject *x)
{
  for (size_t s = 0; s < x->count; s++)
    ulna_inverse_dynamics(x->model, x->work, x->q + s * x->n, x->qd + s * x->n, x->qdd + s * x->n,
                          x->out[1] + s * x->n);
}
static void one_forward(const subject *x)
{
  for (size_t s = 0; s < x->count; s++)
    check(ulna_forward_dynamics(x->model, x->work, x->q + s * x->n, x->qd + s * x->n, x->tau + s * x->n,
                                x->out[1] + s * x->n),
          "one forward dynamics");
}
static void one_masses(const subject *x)
{
  for (size_t s = 0; s < x->count; s++)
    ulna_mass_matrix(x->model, x->work, x->q + s * x->n, x->out[1] + s * x->n * x->n);
}

/* Nanoseconds a state: the lowest decile of WALKS walks. */
static double timed(way *run, const subject *x)
{
  static double walk[WALKS];
  for (int k = 0; k < 5; k++) run(x);
  for (int k = 0; k < WALKS; k++) {
    const double start = now();
    run(x);
    walk[k] = now() - start;
  }
  qsort(walk, WALKS, sizeof walk[0], by_size);
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
    x->out[k] = memory_of(all * 10 * n, sizeof(double));
    for (size_t i = 0; i < all; i++) {
      seed = seed * 6364136223846793005u + 1442695040888963407u;
      (*in[k])[i] = ((double)(seed >> 11) * 0x1p-52 - 1) * 3;
      x->single[k][i] = (float)(*in[k])[i];
    }
  }
  x->single[4] = memory_of(all, sizeof(float));
}

static void subject_forget(subject *x)
{
  double *const in[] = {x->q, x->qd, x->qdd, x->tau};
  for (int k = 0; k < 4; k++) free(in[k]), free(x->single[k]), free(x->out[k]);
  free(x->single[4]);
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

/* Rows of the batch are what one state at a time gives. */
static void assert_right(subject *x)
{
  make_batch(x, ULNA_BATCH_ROWS, true, 1, false);
  inverse(x);
  one_inverse(x);
  double most = 0, apart = 0;
  for (size_t i = 0; i < x->count * x->n; i++) {
    most = fmax(most, fabs(x->out[1][i]));
    apart = fmax(apart, fabs(x->out[0][i] - x->out[1][i]));
  }
  if (!(apart <= 1e-12 * most))
    fprintf(stderr, "bench: batch and one state are %g apart\n", apart / most), exit(1);
}

static void arms_table(void)
{
  static const struct {
    const char *name;
    way *run, *one;
    double goal;
  } list[] = {{"inverse dynamics", inverse, one_inverse, 22},
              {"forward dynamics", forward, one_forward, 75},
              {"mass matrix", masses, one_masses, 32},
              {"gravity", gravity, NULL, 0},
              {"poses", poses, NULL, 16},
              {"jacobian", jacobian, NULL, 0},
              {"regressor", regressor, NULL, 70},
              {"regressor, zeros kept", regressor_less_zeros, NULL, 70},
              {"inverse derivatives", inverse_derivatives, NULL, 120},
              {"forward derivatives", forward_derivatives, NULL, 260},
              {"inverse dynamics, floats", inverse_of_floats, NULL, 11}};
  ulna_model *model = bench_model("panda.yaml");
  subject x;
  subject_fill(&x, model, STATES);
  assert_right(&x);
  printf("\nPanda, %d states, links only, one thread, %s: ns a state\n", STATES, ulna_batch_instructions(0));
  printf("  %-26s %8s %8s %8s %8s %8s %8s\n", "", "blocks", "goal", "columns", "rows", "one", "ratio");
  enum { ROWS = sizeof list / sizeof list[0] };
  double least[ROWS][3] = {{0}}, alone[ROWS] = {0};
  for (int round = 0; round < ROUNDS; round++)
    for (size_t k = 0; k < ROWS; k++) {
      for (int layout = 0; layout < 3; layout++) {
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
    static const char *const layouts[] = {
        [ULNA_BATCH_ROWS] = "rows", [ULNA_BATCH_COLUMNS] = "columns", [ULNA_BATCH_BLOCKS] = "blocks"};
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

static void rollout_table(void)
{
  enum { STEPS = 20, ARMS = 1024 };
  ulna_model *model = bench_model("puma560.yaml");
  subject x;
  subject_fill(&x, model, ARMS);
  make_batch(&x, ULNA_BATCH_BLOCKS, false, 1, false);
  ulna_batch_rollout_options o = ulna_batch_rollout_options_default();
  o.h = 1e-5, o.steps = STEPS;
  printf("\nPUMA 560 with drives, %d arms, RK4, one thread: ns a step and arm (goal 220)\n", ARMS);
  double least[2] = {0, 0};
  for (int round = 0; round < ROUNDS; round++)
    for (int viscous = 1; viscous >= 0; viscous--) {
      const ulna_batch_states s = states_of(&x);
      double walk[20];
      o.viscous_only = viscous;
      for (int k = 0; k < 20; k++) {
        const double start = now();
        check(ulna_batch_rollout(model, x.batch, ARMS, &s, &o, x.out[0], x.out[1], NULL, NULL), "rollout");
        walk[k] = now() - start;
      }
      qsort(walk, 20, sizeof walk[0], by_size);
      least[viscous] = lower(round, least[viscous], 1e9 * walk[2] / STEPS / ARMS);
    }
  for (int viscous = 1; viscous >= 0; viscous--) {
    const char *name = viscous ? "viscous friction" : "with stiction";
    const double ns = least[viscous];
    printf("  %-26s %8.1f\n", name, ns);
    bench_csv("PUMA 560 with drives, RK4, ns a step and arm", name, "ulna_batch", ns, (double)NAN,
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
      for (int threads = 1; threads <= 2; threads++) {
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
  wide_table();
  rollout_table();
  threads_table();
  return 0;
}
