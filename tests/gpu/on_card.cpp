/* With a card: golden cases; every function of every built-in robot against the library, with links alone and with drives, in both
 * precisions and layouts, from arrays of the card and of the computer; several robots in one launch; rollouts against the same text
 * run here; odd numbers of states; refusals. Prints what it found. `on_card short` does less, for compute-sanitizer. Run by
 * `make gpu-test`. */
#include <cuda_runtime.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

#include "base/random.h"
#include "gpu/golden_suite.h"
#include "gpu/library.h"
#include "gpu/on_host.h"
#include "gpu/robots.h"
#include "ulna/gpu.h"

static int faults;
static bool in_short;

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

/* What floats have of them: both precisions get the same. */
static states draw(int n, size_t count, uint64_t seed)
{
  states x = {count, {}, {}, {}};
  for (size_t k = 0; k < count * (size_t)n; k++) {
    x.q.push_back((double)(float)random_between(&seed, -3, 3));
    x.qd.push_back((double)(float)random_between(&seed, -2, 2));
    x.third.push_back((double)(float)random_between(&seed, -3, 3));
  }
  return x;
}

static ulna_model *load(const char *key)
{
  ulna_model *m = NULL;
  if (gpu_robot_load(key, &m) == ULNA_OK) return m;
  fprintf(stderr, "%s cannot be made\n", key);
  exit(1);
}
static ulna_work *work_of(const ulna_model *m)
{
  ulna_work *w = NULL;
  if (ulna_work_create(m, ULNA_PARTS_ALL, NULL, &w) != ULNA_OK) exit(1);
  return w;
}

/* The function on the card, on device arrays or (host) on those of the computer. */
template <typename T>
static std::vector<T> computed(ulna_gpu *gpu, int f, int n, const states &x, bool rows, bool host)
{
  const size_t width = ulna_gpu_width(gpu, (ulna_gpu_function)f);
  const std::vector<T> q = laid_out<T>(x.q, x.count, n, rows), qd = laid_out<T>(x.qd, x.count, n, rows),
                       third = laid_out<T>(x.third, x.count, n, rows);
  std::vector<T> out(x.count * width, (T)NAN);
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

/* What the library gives; false: there is nothing of the kind. */
static bool expected_of(const ulna_model *m, ulna_work *w, const gpu_arm *arm, int f, const double *q,
                        const double *qd, const double *third, double *out)
{
  if (arm->driven) return library_gives_driven(m, w, arm, (ulna_gpu_function)f, q, qd, third, out);
  library_gives(m, w, (ulna_gpu_function)f, q, qd, third, out);
  return true;
}

template <typename T>
static double compare(const char *robot, const ulna_model *m, ulna_work *w, const gpu_arm *arm, int f,
                      const states &x, bool rows, bool host)
{
  const int n = arm->n, width = (int)gpu_width((ulna_gpu_function)f, (size_t)n, (size_t)arm->drive_count);
  ulna_gpu_options o = ulna_gpu_options_default();
  o.single = sizeof(T) == sizeof(float), o.layout = rows ? ULNA_GPU_ROWS : ULNA_GPU_COLUMNS;
  o.drives = arm->driven ? ULNA_GPU_VISCOUS : ULNA_GPU_LINKS;
  ulna_gpu *gpu = NULL;
  expect(ulna_gpu_create(m, &o, &gpu) == ULNA_OK, "create", robot, 0);
  const std::vector<T> out = computed<T>(gpu, f, n, x, rows, host);
  double worst = 0;
  std::vector<double> expected((size_t)width), got((size_t)width);
  for (size_t s = 0; s < x.count; s++) {
    const size_t at = s * (size_t)n;
    if (!expected_of(m, w, arm, f, &x.q[at], &x.qd[at], &x.third[at], expected.data())) break;
    for (int j = 0; j < width; j++)
      got[(size_t)j] = (double)out[rows ? s * (size_t)width + (size_t)j : (size_t)j * x.count + s];
    worst =
        fmax(worst, apart_in_parts((ulna_gpu_function)f, n, arm->drive_count, got.data(), expected.data()));
  }
  ulna_gpu_destroy(gpu);
  return worst;
}

static void every_robot(ulna_gpu_drives drives)
{
  double worst[2][GPU_FUNCTIONS] = {{0}};
  int robots = 0;
  for (int r = 0; r < gpu_robot_count; r++) {
    const char *key = gpu_robots[r].key;
    ulna_model *m = load(key);
    ulna_work *w = work_of(m);
    gpu_arm arm;
    const bool can = ulna_gpu_arm(m, drives, &arm) == ULNA_OK;
    const states x = draw(ulna_model_joint_count(m), in_short ? 3 : 300, 11 + (uint64_t)r);
    robots += can;
    for (int f = 0; f < GPU_FUNCTIONS && can; f++)
      for (int how = 0; how < (in_short ? 1 : 4); how++) {
        const bool rows = how & 1, host = (how & 2) != 0;
        const double d = compare<double>(key, m, w, &arm, f, x, rows, host),
                     s = compare<float>(key, m, w, &arm, f, x, rows, host);
        expect(d <= gpu_limit(false), gpu_names[f], key, d);
        expect(s <= gpu_limit(true), gpu_names[f], key, s);
        worst[0][f] = fmax(worst[0][f], d), worst[1][f] = fmax(worst[1][f], s);
      }
    ulna_work_destroy(w);
    ulna_model_destroy(m);
  }
  for (int f = 0; f < GPU_FUNCTIONS; f++)
    if (worst[0][f] > 0)
      printf("%-19s worst of %d robots, %s: double %.1e, float %.1e\n", gpu_names[f], robots,
             drives == ULNA_GPU_LINKS ? "links" : "drives", worst[0][f], worst[1][f]);
  expect(robots >= gpu_robot_count - (drives != ULNA_GPU_LINKS), "robots", "all", robots);
}

/* ---- several robots */

static const char *const crowd[ON_HOST_ROBOTS] = {"planar2r", "scara", "puma560", "panda"};

struct crowd_of_robots {
  ulna_model *model[ON_HOST_ROBOTS];
  gpu_arm arm[ON_HOST_ROBOTS];
  std::vector<int> robot;  // of each state
};

static crowd_of_robots gather(size_t count)
{
  crowd_of_robots c;
  uint64_t seed = 8;
  for (int r = 0; r < ON_HOST_ROBOTS; r++) {
    c.model[r] = load(crowd[r]);
    if (ulna_gpu_arm(c.model[r], ULNA_GPU_VISCOUS, &c.arm[r]) != ULNA_OK) exit(1);
  }
  for (size_t s = 0; s < count; s++) c.robot.push_back((int)(random_unit(&seed) * ON_HOST_ROBOTS));
  return c;
}

template <typename T> static void several(void)
{
  const size_t count = in_short ? 40 : 1000, most = 7;
  const crowd_of_robots c = gather(count);
  ulna_gpu_options o = ulna_gpu_options_default();
  o.single = sizeof(T) == sizeof(float), o.drives = ULNA_GPU_VISCOUS;
  double worst = 0;
  int *robot = on_device(c.robot);
  for (int rows = 0; rows < 2; rows++) {
    o.layout = rows ? ULNA_GPU_ROWS : ULNA_GPU_COLUMNS;
    ulna_gpu *gpu = NULL;
    if (ulna_gpu_create_several(ON_HOST_ROBOTS, c.model, &o, &gpu) != ULNA_OK) exit(1);
    const states x = draw((int)most, count, 21);
    T *const q = on_device(laid_out<T>(x.q, count, (int)most, rows)),
             *const qd = on_device(laid_out<T>(x.qd, count, (int)most, rows)),
             *const third = on_device(laid_out<T>(x.third, count, (int)most, rows));
    for (int f = 0; f < GPU_FUNCTIONS; f++) {
      const size_t width = ulna_gpu_width(gpu, (ulna_gpu_function)f);
      std::vector<T> out(count * width, (T)77);
      T *const device = on_device(out);
      expect(ulna_gpu_run_several(gpu, (ulna_gpu_function)f, NULL, count, robot, q, qd, third, device) ==
                 ULNA_OK,
             gpu_names[f], "several", 0);
      card(cudaDeviceSynchronize());
      card(cudaMemcpy(out.data(), device, out.size() * sizeof(T), cudaMemcpyDeviceToHost));
      card(cudaFree(device));
      for (size_t s = 0; s < count; s++) {
        const gpu_arm *arm = &c.arm[c.robot[s]];
        ulna_work *w = work_of(c.model[c.robot[s]]);
        const size_t own = gpu_width((ulna_gpu_function)f, (size_t)arm->n, (size_t)arm->drive_count),
                     at = s * most;
        std::vector<double> expected(width), got(width);
        for (size_t j = 0; j < width; j++) got[j] = (double)out[rows ? s * width + j : j * count + s];
        for (size_t j = own; j < width; j++) expect(got[j] == 77, "left alone", "several", got[j]);
        if (expected_of(c.model[c.robot[s]], w, arm, f, &x.q[at], &x.qd[at], &x.third[at], expected.data())) {
          const double off =
              apart_in_parts((ulna_gpu_function)f, arm->n, arm->drive_count, got.data(), expected.data());
          expect(off <= gpu_limit(o.single), gpu_names[f], "several", off);
          worst = fmax(worst, off);
        }
        ulna_work_destroy(w);
      }
    }
    for (T *p : {q, qd, third}) card(cudaFree(p));
    ulna_gpu_destroy(gpu);
  }
  card(cudaFree(robot));
  for (ulna_model *m : c.model) ulna_model_destroy(m);
  printf("%d robots in one launch, %zu states mixed, %s: every function, worst %.1e\n", ON_HOST_ROBOTS, count,
         o.single ? "float" : "double", worst);
}

/* Any number of states gives each the same bits. */
static void any_count(void)
{
  ulna_model *m = load("panda");
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
  expect(ulna_gpu_run(gpu, ULNA_GPU_GRAVITY_TORQUES, NULL, 0, NULL, NULL, NULL, NULL) == ULNA_OK, "no states",
         "panda", 0);
  expect(ulna_gpu_run(gpu, ULNA_GPU_GRAVITY_TORQUES, NULL, 1, NULL, NULL, NULL, NULL) ==
             ULNA_INVALID_ARGUMENT,
         "NULL", "panda", 0);
  ulna_gpu_destroy(gpu);
  o.card = 1000;
  expect(ulna_gpu_create(m, &o, &gpu) == ULNA_NOT_FOUND, "no such card", "panda", 0);
  ulna_model_destroy(m);
}

/* ---- rollouts against the same text run here, in double: the card fuses other operations than the processor does */

/* What a rollout does beside the steps. */
struct course {
  const char *what, *robot;
  ulna_gpu_drives drives;
  gpu_rollout_kind kind;
  double
      near;  // how far apart ends may be; nearer to a joint's letting go, or its bouncing, rounding decides more
};

static void rollout(const course &about)
{
  const size_t count = in_short ? 50 : 500;
  const long steps = in_short ? 20 : 200;
  ulna_model *m = load(about.robot);
  gpu_arm arm;
  if (ulna_gpu_arm(m, about.drives, &arm) != ULNA_OK) exit(1);
  const size_t n = (size_t)arm.n;
  states x = draw(arm.n, count, 9);
  uint64_t seed = 3;
  const bool whole = about.kind == GPU_WHOLE && about.drives == ULNA_GPU_DRY, hard = about.kind == GPU_HARD;
  for (size_t k = 0; k < x.q.size() && hard; k++) {  // within the limits, and often near one
    const double low = arm.lower[k % n], high = arm.upper[k % n];
    x.q[k] = fmax(low, fmin(high, random_between(&seed, 1.05 * low, 1.05 * high)));
  }
  std::vector<double> q = laid_out<double>(x.q, count, arm.n, false),
                      qd = laid_out<double>(x.qd, count, arm.n, false),
                      tau = laid_out<double>(x.third, count, arm.n, false), q_end = q, qd_end = qd, masses,
                      payload, friction, want((size_t)steps * 3 * n), error(count);
  for (size_t k = 0; k < n * count; k++) masses.push_back(random_between(&seed, 0.8, 1.2));
  for (size_t k = 0; k < count; k++)
    payload.push_back(random_between(&seed, 0, 2)), friction.push_back(random_between(&seed, 0.5, 1.5));
  gpu_call c = {};
  c.count = count, c.joint = count, c.state = 1;
  c.q = q.data(), c.qd = qd.data(), c.third = tau.data(), c.out = q_end.data(), c.out_2 = qd_end.data();
  gpu_motion r = {};
  r.h = 1e-3, r.steps = steps, r.runge_kutta = true;
  ulna_gpu_rollout_options o = ulna_gpu_rollout_options_default();
  double kp[GPU_MOST], kd[GPU_MOST];
  o.steps = steps;
  for (size_t i = 0; i < n; i++) r.kp[i] = kp[i] = 100, r.kd[i] = kd[i] = 20;
  std::vector<double *> device = {on_device(q), on_device(qd), on_device(tau), on_device(q), on_device(qd)};
  if (whole) {
    r.control = ULNA_GPU_COMPUTED, r.reference = want.data(), r.masses = masses.data(),
    r.payload = payload.data();
    r.friction = friction.data(), r.error = error.data(), r.limits = true;
    o.control = ULNA_GPU_COMPUTED, o.kp = kp, o.kd = kd, o.limits = true;
    for (const std::vector<double> *v : {&want, &masses, &payload, &friction, &error})
      device.push_back(on_device(*v));
    o.desired = device[5], o.masses = device[6], o.payload = device[7], o.friction = device[8],
    o.error = device[9];
  }
  if (hard) {
    r.hard = true, r.restitution = o.restitution = 0.4, r.rest_speed = o.rest_speed = 1e-3;
    o.stops = ULNA_STOPS_HARD;
  }
  gpu_rollout_on_host_f64(&arm, &c, &r, about.kind, true);
  ulna_gpu_options options = ulna_gpu_options_default();
  options.drives = about.drives;
  ulna_gpu *gpu = NULL;
  if (ulna_gpu_create(m, &options, &gpu) != ULNA_OK) exit(1);
  expect(ulna_gpu_rollout(gpu, &o, NULL, count, device[0], device[1], device[2], device[3], device[4]) ==
             ULNA_OK,
         about.what, about.robot, 0);
  card(cudaDeviceSynchronize());
  std::vector<double> got(q.size()), got_error(count);
  card(cudaMemcpy(got.data(), device[3], got.size() * sizeof(double), cudaMemcpyDeviceToHost));
  double worst = 0;
  for (size_t k = 0; k < got.size(); k++)
    worst = fmax(worst, std::isnan(got[k]) ? INFINITY : fabs(got[k] - q_end[k]));
  if (whole) {
    card(cudaMemcpy(got_error.data(), device[9], count * sizeof(double), cudaMemcpyDeviceToHost));
    for (size_t k = 0; k < count; k++) worst = fmax(worst, fabs(got_error[k] - error[k]));
  }
  expect(worst <= about.near, about.what, about.robot, worst);
  printf("rollout, %-8s %-22s %ld steps of %zu arms, apart by %.1e\n", about.robot, about.what, steps, count,
         worst);
  for (double *p : device) card(cudaFree(p));
  ulna_gpu_destroy(gpu);
  ulna_model_destroy(m);
}

/* Arms of several robots in one rollout, against the same run here. */
static void several_roll_out(void)
{
  const size_t count = in_short ? 40 : 500, most = 7;
  crowd_of_robots c = gather(count);
  const states x = draw((int)most, count, 31);
  const std::vector<double> q = laid_out<double>(x.q, count, (int)most, false),
                            qd = laid_out<double>(x.qd, count, (int)most, false),
                            tau = laid_out<double>(x.third, count, (int)most, false);
  std::vector<double> q_end = q, qd_end = qd, got_q = q, got_qd = qd;
  gpu_motion r = {};
  r.h = 1e-3, r.steps = 50, r.runge_kutta = true;
  gpu_call call = {};
  call.count = count, call.joint = count, call.state = 1, call.width = most;
  call.q = q.data(), call.qd = qd.data(), call.third = tau.data(), call.out = q_end.data(),
  call.out_2 = qd_end.data(), call.robot = c.robot.data(), call.robots = ON_HOST_ROBOTS;
  gpu_rollout_on_host_f64(c.arm, &call, &r, GPU_HARD, false);
  ulna_gpu_options o = ulna_gpu_options_default();
  o.drives = ULNA_GPU_VISCOUS;
  ulna_gpu *gpu = NULL;
  if (ulna_gpu_create_several(ON_HOST_ROBOTS, c.model, &o, &gpu) != ULNA_OK) exit(1);
  ulna_gpu_rollout_options options = ulna_gpu_rollout_options_default();
  options.steps = r.steps, options.robot = c.robot.data();
  expect(ulna_gpu_rollout_host(gpu, &options, count, q.data(), qd.data(), tau.data(), got_q.data(),
                               got_qd.data()) == ULNA_OK,
         "rollout", "several", 0);
  double worst = 0;
  for (size_t s = 0; s < count; s++)
    for (size_t j = 0; j < (size_t)c.arm[c.robot[s]].n; j++) {
      const double off = fabs(got_q[j * count + s] - q_end[j * count + s]);
      worst = fmax(worst, std::isnan(off) ? INFINITY : off);
    }
  expect(worst <= 1e-9, "rollout", "several", worst);
  printf("rollout, %d robots in one launch, 50 steps of %zu arms, apart by %.1e\n", ON_HOST_ROBOTS, count,
         worst);
  ulna_gpu_destroy(gpu);
  for (ulna_model *m : c.model) ulna_model_destroy(m);
}

/* ---- golden cases */

static void run_golden(const ulna_model *model, ulna_gpu_drives drives, bool single, ulna_gpu_function f,
                       const double q[], const double qd[], const double third[], int width, double out[])
{
  ulna_gpu_options o = ulna_gpu_options_default();
  o.single = single, o.drives = drives;
  ulna_gpu *gpu = NULL;
  const size_t n = (size_t)ulna_model_joint_count(model);
  std::vector<float> in[3], numbers((size_t)width);
  for (int k = 0; k < 3; k++) {
    const double *from = k == 0 ? q : k == 1 ? qd : third;
    for (size_t i = 0; i < n; i++) in[k].push_back(from ? (float)from[i] : 0);
  }
  expect(ulna_gpu_create(model, &o, &gpu) == ULNA_OK, "create", "golden", 0);
  const ulna_status status = single ? ulna_gpu_run_host(gpu, (ulna_gpu_function)f, 1, in[0].data(),
                                                        in[1].data(), in[2].data(), numbers.data())
                                    : ulna_gpu_run_host(gpu, (ulna_gpu_function)f, 1, q, qd, third, out);
  expect(status == ULNA_OK, gpu_names[f], "golden", status);
  for (size_t i = 0; i < (size_t)width && single; i++) out[i] = (double)numbers[i];
  ulna_gpu_destroy(gpu);
}

static void roll_golden(const ulna_model *model, double step, int steps, const double q[], const double qd[],
                        const double tau[], double q_path[], double qd_path[])
{
  ulna_gpu *gpu = NULL;
  double q_end[GPU_MOST], qd_end[GPU_MOST];
  expect(ulna_gpu_create(model, NULL, &gpu) == ULNA_OK, "create", "golden", 0);
  ulna_gpu_rollout_options o = ulna_gpu_rollout_options_default();
  o.step = step, o.steps = steps, o.every = 1, o.q_path = q_path, o.qd_path = qd_path;
  expect(ulna_gpu_rollout_host(gpu, &o, 1, q, qd, tau, q_end, qd_end) == ULNA_OK, "rollout", "golden", 0);
  ulna_gpu_destroy(gpu);
}

static void golden(void)
{
  const golden_runner runner = {run_golden, roll_golden};
  const golden_tally t = golden_suite(&runner);
  faults += t.failed;
  expect(t.cases >= 70 && t.numbers >= 300, "cases", "golden", t.cases);
  printf("golden: %d cases, %d quantities, %d off\n", t.cases, t.numbers, t.failed);
}

int main(int count, char **words)
{
  const char *why = NULL;
  in_short = count > 1 && strcmp(words[1], "short") == 0;
  if (ulna_gpu_card_count(&why) == 0) {
    printf("no card: %s\n", why);
    return 77;
  }
  cudaDeviceProp about;
  card(cudaGetDeviceProperties(&about, 0));
  printf("card: %s\n", about.name);
  if (!in_short) golden();
  every_robot(ULNA_GPU_LINKS);
  every_robot(ULNA_GPU_VISCOUS);
  any_count();
  several<double>();
  several<float>();
  static const course courses[] = {{"viscous", "puma560", ULNA_GPU_VISCOUS, GPU_SMOOTH, 1e-9},
                                   {"dry friction", "puma560", ULNA_GPU_DRY, GPU_STICKS, 1e-9},
                                   {"varied, controlled", "puma560", ULNA_GPU_DRY, GPU_WHOLE, 1e-9},
                                   {"hard stops", "puma560", ULNA_GPU_VISCOUS, GPU_HARD, 1e-6},
                                   {"hard stops, dry", "puma560", ULNA_GPU_DRY, GPU_HARD, 1e-6},
                                   {"carried rotors", "scara", ULNA_GPU_VISCOUS, GPU_WHOLE, 1e-9}};
  for (const course &one : courses) rollout(one);
  several_roll_out();
  if (faults) printf("%d faults\n", faults);
  else printf("all is well\n");
  return faults > 0;
}
