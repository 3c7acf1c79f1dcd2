/* With a card: every function of every built-in robot against the library, in both precisions and layouts; rollouts against the
 * same text run here; odd numbers of states; arrays of the computer; refusals. Prints what it found. Run by `make gpu-test`. */
#include <cuda_runtime.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

#include "base/random.h"
#include "gpu/library.h"
#include "gpu/on_host.h"
#include "ulna/gpu.h"
#include "ulna/robots.h"

static int faults;

static void expect(bool good, const char *what, const char *robot, double figure)
{
  if (good) return;
  faults++;
  printf("WRONG: %s, %s: %g\n", robot, what, figure);
}

static void card(cudaError_t error)
{
  if (error == cudaSuccess) return;
  fprintf(stderr, "the card says: %s\n", cudaGetErrorString(error));
  exit(1);
}

static double random_in(uint64_t *seed, double lower, double upper)
{
  return lower + (upper - lower) * random_unit(seed);
}

/* Values to and from a layout and a precision. */
template <typename T>
static std::vector<T> laid_out(const std::vector<double> &x, size_t count, int width, bool rows)
{
  std::vector<T> to(count * (size_t)width);
  for (size_t s = 0; s < count; s++)
    for (int j = 0; j < width; j++)
      to[rows ? s * (size_t)width + (size_t)j : (size_t)j * count + s] = (T)x[s * (size_t)width + (size_t)j];
  return to;
}

template <typename T> static T *on_device(const std::vector<T> &x)
{
  T *p = NULL;
  card(cudaMalloc((void **)&p, x.size() * sizeof(T)));
  card(cudaMemcpy(p, x.data(), x.size() * sizeof(T), cudaMemcpyHostToDevice));
  return p;
}

struct states {
  size_t count;
  std::vector<double> q, qd, third;
};

static states draw(int n, size_t count, uint64_t seed)
{
  states x = {count, {}, {}, {}};
  for (size_t k = 0; k < count * (size_t)n; k++) {
    x.q.push_back(random_in(&seed, -3, 3)), x.qd.push_back(random_in(&seed, -2, 2));
    x.third.push_back(random_in(&seed, -3, 3));
  }
  return x;
}

/* The function on the card, on device arrays or (host) on those of the computer. */
template <typename T>
static std::vector<T> computed(ulna_gpu *gpu, int f, int n, const states &x, bool rows, bool host)
{
  const int width = (int)gpu_width((gpu_function)f, (size_t)n);
  const std::vector<T> q = laid_out<T>(x.q, x.count, n, rows), qd = laid_out<T>(x.qd, x.count, n, rows),
                       third = laid_out<T>(x.third, x.count, n, rows);
  std::vector<T> out(x.count * (size_t)width, (T)NAN);
  if (host) {
    const ulna_status status =
        ulna_gpu_run_host(gpu, (ulna_gpu_function)f, x.count, q.data(), qd.data(), third.data(), out.data());
    expect(status == ULNA_OK, "arrays of the computer", "any", status);
    return out;
  }
  T *device[4] = {on_device(q), on_device(qd), on_device(third), on_device(out)};
  const ulna_status status =
      ulna_gpu_run(gpu, (ulna_gpu_function)f, NULL, x.count, device[0], device[1], device[2], device[3]);
  expect(status == ULNA_OK, "status", "any", status);
  card(cudaDeviceSynchronize());
  card(cudaMemcpy(out.data(), device[3], out.size() * sizeof(T), cudaMemcpyDeviceToHost));
  for (T *p : device) card(cudaFree(p));
  return out;
}

template <typename T>
static double compare(const char *robot, const ulna_model *m, ulna_work *w, int f, const states &x, bool rows,
                      bool host)
{
  const int n = ulna_model_joint_count(m), width = (int)gpu_width((gpu_function)f, (size_t)n);
  ulna_gpu_options o = ulna_gpu_options_default();
  o.single = sizeof(T) == sizeof(float), o.layout = rows ? ULNA_GPU_ROWS : ULNA_GPU_COLUMNS;
  ulna_gpu *gpu = NULL;
  expect(ulna_gpu_create(m, &o, &gpu) == ULNA_OK, "create", robot, 0);
  const std::vector<T> out = computed<T>(gpu, f, n, x, rows, host);
  double worst = 0;
  std::vector<double> expected((size_t)width), got((size_t)width);
  for (size_t s = 0; s < x.count; s++) {
    library_gives(m, w, (gpu_function)f, &x.q[s * (size_t)n], &x.qd[s * (size_t)n], &x.third[s * (size_t)n],
                  expected.data());
    for (int j = 0; j < width; j++)
      got[(size_t)j] = (double)out[rows ? s * (size_t)width + (size_t)j : (size_t)j * x.count + s];
    worst = fmax(worst, apart_in_parts((gpu_function)f, n, got.data(), expected.data()));
  }
  ulna_gpu_destroy(gpu);
  return worst;
}

static void every_robot(void)
{
  double worst[2][GPU_FUNCTIONS] = {{0}};
  for (int r = 0; r < ulna_robot_count(); r++) {
    const char *key = ulna_robot_get(r)->key;
    ulna_model *m = NULL;
    ulna_work *w = NULL;
    if (ulna_robot_load(key, NULL, NULL, NULL, &m) != ULNA_OK ||
        ulna_work_create(m, ULNA_PARTS_ALL, NULL, &w) != ULNA_OK)
      exit(1);
    const states x = draw(ulna_model_joint_count(m), 300, 11 + (uint64_t)r);
    for (int f = 0; f < GPU_FUNCTIONS; f++)
      for (int how = 0; how < 4; how++) {
        const bool rows = how & 1, host = (how & 2) != 0;
        const double d = compare<double>(key, m, w, f, x, rows, host),
                     s = compare<float>(key, m, w, f, x, rows, host);
        expect(d <= 1e-10, gpu_names[f], key, d);
        expect(s <= gpu_float_limit((gpu_function)f), gpu_names[f], key, s);
        worst[0][f] = fmax(worst[0][f], d), worst[1][f] = fmax(worst[1][f], s);
      }
    ulna_work_destroy(w);
    ulna_model_destroy(m);
  }
  for (int f = 0; f < GPU_FUNCTIONS; f++)
    printf("%-19s worst of %d robots: double %.1e, float %.1e\n", gpu_names[f], ulna_robot_count(),
           worst[0][f], worst[1][f]);
}

/* Any number of states gives each the same bits. */
static void any_count(void)
{
  ulna_model *m = NULL;
  if (ulna_robot_load("panda", NULL, NULL, NULL, &m) != ULNA_OK) exit(1);
  ulna_gpu_options o = ulna_gpu_options_default();
  o.single = true, o.layout = ULNA_GPU_ROWS;
  ulna_gpu *gpu = NULL;
  if (ulna_gpu_create(m, &o, &gpu) != ULNA_OK) exit(1);
  states x = draw(7, 1000, 5);
  const std::vector<float> all = computed<float>(gpu, ULNA_GPU_INVERSE_DYNAMICS, 7, x, true, false);
  for (const size_t count : {(size_t)1, (size_t)127, (size_t)128, (size_t)129, (size_t)999}) {
    x.count = count;
    const std::vector<float> some = computed<float>(gpu, ULNA_GPU_INVERSE_DYNAMICS, 7, x, true, false);
    expect(memcmp(some.data(), all.data(), count * 7 * sizeof(float)) == 0, "the same bits", "panda",
           (double)count);
  }
  expect(ulna_gpu_run(gpu, ULNA_GPU_GRAVITY, NULL, 0, NULL, NULL, NULL, NULL) == ULNA_OK, "no states",
         "panda", 0);
  expect(ulna_gpu_run(gpu, ULNA_GPU_GRAVITY, NULL, 1, NULL, NULL, NULL, NULL) == ULNA_INVALID_ARGUMENT,
         "NULL", "panda", 0);
  ulna_gpu_destroy(gpu);
  o.card = 1000;
  expect(ulna_gpu_create(m, &o, &gpu) == ULNA_NOT_FOUND, "no such card", "panda", 0);
  ulna_model_destroy(m);
}

/* Rollouts of the PUMA 560 against the same text run here: smooth, with dry friction, and arms of their own under computed torque;
 * and each arm the same bits when there are fewer. */
static void rollout(const char *what, gpu_drives drives, gpu_rollout_kind kind)
{
  const size_t count = 500;
  const long steps = 200;
  ulna_model *m = NULL;
  gpu_arm arm;
  if (ulna_robot_load("puma560", NULL, NULL, NULL, &m) != ULNA_OK || ulna_gpu_arm(m, drives, &arm) != ULNA_OK)
    exit(1);
  const states x = draw(6, count, 9);
  uint64_t seed = 3;
  std::vector<double> q = laid_out<double>(x.q, count, 6, false),
                      qd = laid_out<double>(x.qd, count, 6, false),
                      tau = laid_out<double>(x.third, count, 6, false), q_end = q, qd_end = qd, masses,
                      payload, friction, want((size_t)steps * 18), error(count);
  for (size_t k = 0; k < 6 * count; k++) masses.push_back(random_in(&seed, 0.8, 1.2));
  for (size_t k = 0; k < count; k++)
    payload.push_back(random_in(&seed, 0, 2)), friction.push_back(random_in(&seed, 0.5, 1.5));
  gpu_call c = {};
  c.function = GPU_ROLLOUT, c.count = count, c.joint = count, c.state = 1;
  c.q = q.data(), c.qd = qd.data(), c.third = tau.data(), c.out = q_end.data(), c.out_2 = qd_end.data();
  gpu_motion r = {};
  r.h = 1e-3, r.steps = steps, r.runge_kutta = true;
  ulna_gpu_rollout_options o = ulna_gpu_rollout_options_default();
  double kp[6], kd[6];
  o.steps = steps;
  for (int i = 0; i < 6; i++) r.kp[i] = kp[i] = 100, r.kd[i] = kd[i] = 20;
  std::vector<double *> device = {on_device(q), on_device(qd), on_device(tau), on_device(q), on_device(qd)};
  if (kind == GPU_WHOLE) {
    r.control = GPU_COMPUTED, r.reference = want.data(), r.masses = masses.data(), r.payload = payload.data();
    r.friction = friction.data(), r.error = error.data(), r.limits = true;
    o.control = ULNA_GPU_COMPUTED, o.kp = kp, o.kd = kd, o.limits = true;
    for (const std::vector<double> *v : {&want, &masses, &payload, &friction, &error})
      device.push_back(on_device(*v));
    o.reference = device[5], o.masses = device[6], o.payload = device[7], o.friction = device[8],
    o.error = device[9];
  }
  gpu_rollout_on_host_f64(&arm, &c, &r, kind, true);
  ulna_gpu_options options = ulna_gpu_options_default();
  options.drives = (ulna_gpu_drives)drives;
  ulna_gpu *gpu = NULL;
  if (ulna_gpu_create(m, &options, &gpu) != ULNA_OK) exit(1);
  expect(ulna_gpu_rollout(gpu, &o, NULL, count, device[0], device[1], device[2], device[3], device[4]) ==
             ULNA_OK,
         what, "puma560", 0);
  card(cudaDeviceSynchronize());
  std::vector<double> got(q.size()), got_error(count);
  card(cudaMemcpy(got.data(), device[3], got.size() * sizeof(double), cudaMemcpyDeviceToHost));
  double worst = 0;
  for (size_t k = 0; k < got.size(); k++)
    worst = fmax(worst, std::isnan(got[k]) ? INFINITY : fabs(got[k] - q_end[k]));
  if (kind == GPU_WHOLE) {
    card(cudaMemcpy(got_error.data(), device[9], count * sizeof(double), cudaMemcpyDeviceToHost));
    for (size_t k = 0; k < count; k++) worst = fmax(worst, fabs(got_error[k] - error[k]));
  }
  expect(worst <= 1e-9, what, "puma560", worst);
  printf("rollout, %-22s %ld steps of %zu arms, apart by %.1e rad\n", what, steps, count, worst);
  for (double *p : device) card(cudaFree(p));
  ulna_gpu_destroy(gpu);
  ulna_model_destroy(m);
}

int main(void)
{
  const char *why = NULL;
  if (ulna_gpu_cards(&why) == 0) {
    printf("no card: %s\n", why);
    return 77;
  }
  cudaDeviceProp about;
  card(cudaGetDeviceProperties(&about, 0));
  printf("card: %s\n", about.name);
  every_robot();
  any_count();
  rollout("viscous", GPU_VISCOUS, GPU_SMOOTH);
  rollout("dry friction", GPU_DRY, GPU_STICKS);
  rollout("varied, controlled", GPU_DRY, GPU_WHOLE);
  printf(faults ? "%d faults\n" : "all is well\n", faults);
  return faults > 0;
}
