/* Evaluations a second on a card, arrays on it, answers checked first (tests/gpu/on_card.cpp does so at length): Panda and
 * PUMA 560. Prints how far the card's memory and arithmetic are used. Run by `make bench-gpu`. */
#include <cuda_runtime.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <vector>

#include "base/clock.h"
#include "base/random.h"
#include "gpu/robots.h"
#include "ulna/gpu.h"
#include "ulna/ulna.h"

static void card(cudaError_t error)
{
  if (error == cudaSuccess) return;
  fprintf(stderr, "the card says: %s\n", cudaGetErrorString(error));
  exit(1);
}
static void check(ulna_status status, const char *what)
{
  if (status == ULNA_OK) return;
  fprintf(stderr, "%s: %s\n", what, ulna_status_text(status));
  exit(1);
}

static double bandwidth;  // bytes a second, of a copy of the same size

template <typename T> struct arrays {
  size_t count;
  int n;
  T *q, *qd, *third, *out, *out_2, *wide;  // wide: n numbers a state, 10 n² of an eighth of them
};

template <typename T> static arrays<T> make_arrays(int n, size_t count)
{
  arrays<T> a = {count, n, NULL, NULL, NULL, NULL, NULL, NULL};
  T **const all[] = {&a.q, &a.qd, &a.third, &a.out, &a.out_2};
  std::vector<T> x((size_t)n * count);
  uint64_t seed = 1;
  for (T **p : all) {
    for (T &v : x) v = (T)(4 * random_unit(&seed) - 2);
    card(cudaMalloc((void **)p, x.size() * sizeof(T)));
    card(cudaMemcpy(*p, x.data(), x.size() * sizeof(T), cudaMemcpyHostToDevice));
  }
  card(cudaMalloc((void **)&a.wide, (10 * (size_t)(n * n) * count / 8 + (size_t)n * count) * sizeof(T)));
  return a;
}
template <typename T> static void free_arrays(arrays<T> *a)
{
  for (T *p : {a->q, a->qd, a->third, a->out, a->out_2, a->wide}) card(cudaFree(p));
}

/* The shortest and the middle of `rounds` times of a call, in seconds. */
template <typename F> static double timed(int rounds, F call)
{
  cudaEvent_t begin, end;
  std::vector<float> ms;
  card(cudaEventCreate(&begin)), card(cudaEventCreate(&end));
  call();
  for (int k = 0; k < rounds; k++) {
    float t;
    card(cudaEventRecord(begin)), call(), card(cudaEventRecord(end)), card(cudaEventSynchronize(end));
    card(cudaEventElapsedTime(&t, begin, end));
    ms.push_back(t);
  }
  std::sort(ms.begin(), ms.end());
  return 1e-3 * (double)ms[ms.size() / 2];
}

/* The first states' torques are the library's. */
template <typename T> static void check_answers(const ulna_model *m, ulna_gpu *gpu, const arrays<T> &a)
{
  const int n = a.n;
  ulna_work *w = NULL;
  check(ulna_work_create(m, ULNA_PARTS_ALL, NULL, &w), "work");
  check(ulna_gpu_run(gpu, ULNA_GPU_INVERSE_DYNAMICS, NULL, a.count, a.q, a.qd, a.third, a.out), "run");
  card(cudaDeviceSynchronize());
  double worst = 0;
  for (size_t s = 0; s < 100; s++) {
    double x[4][8], expected[8], off = 0, size = 0;
    const T *const from[] = {a.q, a.qd, a.third, a.out};
    for (int k = 0; k < 4; k++)
      for (int j = 0; j < n; j++) {
        T v;
        card(cudaMemcpy(&v, from[k] + (size_t)j * a.count + s, sizeof v, cudaMemcpyDeviceToHost));
        x[k][j] = (double)v;
      }
    ulna_inverse_dynamics(m, w, x[0], x[1], x[2], expected);
    for (int j = 0; j < n; j++)
      off = fmax(off, fabs(x[3][j] - expected[j])), size = fmax(size, fabs(expected[j]));
    worst = fmax(worst, off / size);
  }
  ulna_work_destroy(w);
  if (!(worst <= (sizeof(T) == 4 ? 2e-4 : 1e-10))) {
    fprintf(stderr, "wrong answers: %g\n", worst);
    exit(1);
  }
}

template <typename T> static void functions(const char *key, double inverse_goal, double forward_goal)
{
  ulna_model *m = NULL;
  ulna_gpu *gpu = NULL;
  check(gpu_robot_load(key, &m), key);
  ulna_gpu_options o = ulna_gpu_options_default();
  o.single = sizeof(T) == sizeof(float);
  check(ulna_gpu_create(m, &o, &gpu), key);
  arrays<T> a = make_arrays<T>(ulna_model_joint_count(m), (size_t)1 << 23);
  check_answers(m, gpu, a);
  const double copy = timed(20, [&] {
    card(cudaMemcpyAsync(a.out, a.q, (size_t)a.n * a.count * sizeof(T), cudaMemcpyDeviceToDevice, 0));
  });
  bandwidth = 2.0 * a.n * (double)a.count * sizeof(T) / copy;
  const struct {
    const char *name;
    ulna_gpu_function f;
    double goal, moved;  // arrays of n that are read and written
  } rows[] = {{"inverse dynamics", ULNA_GPU_INVERSE_DYNAMICS, inverse_goal, 4},
              {"forward dynamics", ULNA_GPU_FORWARD_DYNAMICS, forward_goal, 4},
              {"gravity", ULNA_GPU_GRAVITY_TORQUES, 0, 2},
              {"bias", ULNA_GPU_BIAS, 0, 3},
              {"link poses", ULNA_GPU_LINK_POSES, 0, 1 + 12},
              {"regressor", ULNA_GPU_REGRESSOR, 0, 3 + 10.0 * a.n},
              {"inverse derivatives", ULNA_GPU_INVERSE_DYNAMICS_DERIVATIVES, 0, 4 + 3.0 * a.n},
              {"forward derivatives", ULNA_GPU_FORWARD_DYNAMICS_DERIVATIVES, 0, 4 + 3.0 * a.n}};
  for (const auto &row : rows) {
    // what gives more than n numbers a state is measured with fewer states, in the room of as many
    const size_t count = row.f <= ULNA_GPU_BIAS ? a.count : a.count / 8;
    const double t = timed(
        20, [&] { check(ulna_gpu_run(gpu, row.f, NULL, count, a.q, a.qd, a.third, a.wide), row.name); });
    const double rate = (double)count / t, moved = row.moved * a.n * sizeof(T) * rate;
    printf("%-9s %-6s %-19s %8.3g /s   %3.0f %% of the memory's rate", key,
           sizeof(T) == 4 ? "float" : "double", row.name, rate, 100 * moved / bandwidth);
    if (row.goal > 0) printf("   (goal %.2g: %s)", row.goal, rate >= row.goal ? "met" : "MISSED");
    printf("\n");
  }
  free_arrays(&a);
  ulna_gpu_destroy(gpu);
  ulna_model_destroy(m);
}

static void rollouts(const char *key, ulna_gpu_drives drives, const char *what, double goal)
{
  ulna_model *m = NULL;
  ulna_gpu *gpu = NULL;
  check(gpu_robot_load(key, &m), key);
  ulna_gpu_options o = ulna_gpu_options_default();
  o.single = true, o.drives = drives;
  check(ulna_gpu_create(m, &o, &gpu), key);
  arrays<float> a = make_arrays<float>(ulna_model_joint_count(m), (size_t)1 << 20);
  ulna_gpu_rollout_options steps = ulna_gpu_rollout_options_default();
  steps.steps = 100;
  const double t = timed(5, [&] {
    check(ulna_gpu_rollout(gpu, &steps, NULL, a.count, a.q, a.qd, a.third, a.out, a.out_2), "rollout");
  });
  const double rate = (double)a.count * (double)steps.steps / t;
  printf("%-9s float  RK4, 2^20 arms, %-22s %8.3g steps/s", key, what, rate);
  if (goal > 0) printf("   (goal %.2g: %s)", goal, rate >= goal ? "met" : "MISSED");
  printf("\n");
  free_arrays(&a);
  ulna_gpu_destroy(gpu);
  ulna_model_destroy(m);
}

/* Small batches: what a launch costs. */
static void latency(void)
{
  ulna_model *m = NULL;
  ulna_gpu *gpu = NULL;
  check(gpu_robot_load("panda", &m), "panda");
  ulna_gpu_options o = ulna_gpu_options_default();
  o.single = true;
  check(ulna_gpu_create(m, &o, &gpu), "panda");
  arrays<float> a = make_arrays<float>(7, 256);
  cudaStream_t stream;
  card(cudaStreamCreate(&stream));
  auto launches = [&] {
    for (int k = 0; k < 1000; k++)
      check(ulna_gpu_run(gpu, ULNA_GPU_INVERSE_DYNAMICS, stream, a.count, a.q, a.qd, a.third, a.out), "run");
  };
  cudaEvent_t begin, end;
  card(cudaEventCreate(&begin)), card(cudaEventCreate(&end));
  auto median = [&](auto work) {
    std::vector<float> all;
    for (int k = 0; k < 11; k++) {
      float ms;
      card(cudaEventRecord(begin, stream)), work(), card(cudaEventRecord(end, stream)),
          card(cudaEventSynchronize(end));
      card(cudaEventElapsedTime(&ms, begin, end));
      all.push_back(ms);
    }
    std::sort(all.begin(), all.end());
    return (double)all[5];  // ms of a thousand: µs of one
  };
  const double one = median(launches);
  cudaGraph_t graph;
  cudaGraphExec_t ready;
  card(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal)), launches(),
      card(cudaStreamEndCapture(stream, &graph));
  card(cudaGraphInstantiate(&ready, graph, 0));
  const double node = median([&] { card(cudaGraphLaunch(ready, stream)); });
  std::vector<double> waits;
  for (int k = 0; k < 200; k++) {
    cudaEvent_t x = begin;
    const double start = clock_seconds();
    check(ulna_gpu_run(gpu, ULNA_GPU_INVERSE_DYNAMICS, stream, a.count, a.q, a.qd, a.third, a.out), "run");
    card(cudaStreamSynchronize(stream));
    waits.push_back(1e6 * (clock_seconds() - start));
    (void)x;
  }
  std::sort(waits.begin(), waits.end());
  printf(
      "panda     float  inverse dynamics, 256 states: %.2f us a launch (goal 6: %s), %.2f us a graph node (goal 4: %s), %.1f us from call to answer\n",
      one, one <= 6 ? "met" : "MISSED", node, node <= 4 ? "met" : "MISSED", waits[100]);
  card(cudaGraphExecDestroy(ready)), card(cudaGraphDestroy(graph)), card(cudaStreamDestroy(stream));
  free_arrays(&a);
  ulna_gpu_destroy(gpu);
  ulna_model_destroy(m);
}

int main(void)
{
  const char *why = NULL;
  if (ulna_gpu_card_count(&why) == 0) {
    printf("no card: %s\n", why);
    return 77;
  }
  cudaDeviceProp about;
  card(cudaGetDeviceProperties(&about, 0));
  printf("card: %s, %d multiprocessors\n", about.name, about.multiProcessorCount);
  functions<float>("puma560", 3.3e10, 1.5e10);
  functions<float>("panda", 2.7e10, 1.1e10);
  functions<double>("puma560", 1.5e10, 0);
  functions<double>("panda", 1.2e10, 0);
  printf("memory: %.2f TB/s (a copy of the same arrays)\n", 1e-12 * bandwidth);
  rollouts("puma560", ULNA_GPU_VISCOUS, "drives, viscous", 4e9);
  rollouts("puma560", ULNA_GPU_DRY, "drives, dry friction", 2e9);
  rollouts("puma560", ULNA_GPU_LINKS, "links", 0);
  rollouts("panda", ULNA_GPU_LINKS, "links", 0);
  latency();
  return 0;
}
