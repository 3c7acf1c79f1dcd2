/* A whole set point of the unified controller: hand pose in, motor currents out. The paper had 325 µs for it [Mudge]. */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/worse.h"
#include "bench.h"

enum { N = 6, PATH = 1000, STEPS = 10000000, LONGEST = 200000 };

static void check(ulna_status status, const char *what)
{
  if (status == ULNA_OK) return;
  fprintf(stderr, "bench: %s: %s\n", what, ulna_status_text(status));
  exit(1);
}

/* Every allocation of the program is counted, the library's own allocator's among them. */
static long allocations;
#if defined(__GLIBC__) && !defined(__SANITIZE_ADDRESS__)
#  define COUNTED 1
void *__libc_malloc(size_t size);
void *__libc_memalign(size_t alignment, size_t size);
void *malloc(size_t size)
{
  allocations++;
  return __libc_malloc(size);
}
void *aligned_alloc(size_t alignment, size_t size)
{
  allocations++;
  return __libc_memalign(alignment, size);
}
#else
#  define COUNTED 0
#endif

/* PUMA 560 with a motor in each of its drives; the file gives none. */
static ulna_model *with_motors(void)
{
  ulna_model *bare = bench_model("puma560_feasible.yaml"), *model = NULL;
  ulna_builder *b = NULL;
  check(ulna_builder_create(ulna_model_convention(bare), NULL, &b), "builder");
  for (int i = 1; i <= N; i++) check(ulna_builder_add_joint(b, ulna_model_joint(bare, i)), "joint");
  for (int a = 0; a < N; a++) {
    ulna_drive drive = *ulna_model_drive(bare, a);
    drive.motor = (ulna_motor){ULNA_MOTOR_DC, 0.2, 0.2, 1.6, 0, 40, 200};
    check(ulna_builder_add_drive(b, &drive), "drive");
  }
  check(ulna_builder_finish(b, NULL, &model), "PUMA 560 with motors");
  ulna_builder_destroy(b);
  ulna_model_destroy(bare);
  return model;
}

/* One second of a closed path, a set point a millisecond; the arm is a little beside it. */
typedef struct {
  double q[N], qd[N], twist[6], acceleration[6];
  ulna_pose pose;
} set_point;

static void make_path(const ulna_model *model, set_point path[PATH])
{
  ulna_work *work = bench_work(model);
  const double middle[N] = {0.2, -0.7, 0.5, 0.3, 0.9, -0.4};
  for (int k = 0; k < PATH; k++) {
    set_point *s = &path[k];
    double q[N], qd[N], qdd[N];
    for (int i = 0; i < N; i++) {
      const double w = 6.28318530717958648 * (1 + i % 3), angle = w * k * 1e-3 + i + 0.3;
      q[i] = middle[i] + 0.15 * sin(angle), qd[i] = 0.15 * w * cos(angle),
      qdd[i] = -0.15 * w * w * sin(angle);
      s->q[i] = q[i] + 1e-3 * cos(2 * angle), s->qd[i] = qd[i] - 2e-3 * w * sin(2 * angle);
    }
    ulna_hand_pose(model, work, q, &s->pose);
    ulna_point_motion(model, work, NULL, ULNA_AXES_BASE, q, qd, qdd, s->twist, s->acceleration);
  }
  ulna_work_destroy(work);
}

static void step(ulna_controller *c, const set_point *s, double t, double out[N])
{
  const ulna_measured measured = {t, s->q, s->qd, NULL};
  const ulna_desired desired = {.pose = &s->pose, .twist = s->twist, .acceleration = s->acceleration};
  check(ulna_controller_step(c, &measured, &desired, out), "set point");
}

/* The same set point by the library's single functions, one after the other. */
static void by_parts(const ulna_model *model, ulna_work *work, ulna_resolver *resolver,
                     const ulna_controller_options *o, const set_point *s, double out[N])
{
  ulna_pose at;
  double J[6 * N], twist[6] = {0}, asked[6], preferred[N], qdd[N];
  const double w = o->hand.frequency, kv = 2 * o->hand.damping_ratio * w;
  ulna_hand_pose(model, work, s->q, &at);
  ulna_jacobian(model, work, NULL, ULNA_AXES_BASE, s->q, J);
  for (int k = 0; k < 6; k++)
    for (int i = 0; i < N; i++) twist[k] += J[k * N + i] * s->qd[i];
  // rotation vector of R_d Rᵗ, whose angle is small here: axis from the skew part
  double skew[3] = {0, 0, 0}, angle = 0;
  for (int k = 0; k < 3; k++)
    for (int i = 0; i < 3; i++) {
      const int a = (i + 1) % 3, b = (i + 2) % 3;
      skew[i] += (s->pose.R[b][k] * at.R[a][k] - s->pose.R[a][k] * at.R[b][k]) / 2;
    }
  angle = sqrt(skew[0] * skew[0] + skew[1] * skew[1] + skew[2] * skew[2]);
  for (int k = 0; k < 6; k++) {
    const double e = k < 3 ? (angle > 0 ? asin(angle) / angle : 1) * skew[k] : s->pose.p[k - 3] - at.p[k - 3];
    asked[k] = s->acceleration[k] + kv * (s->twist[k] - twist[k]) + w * w * e;
  }
  for (int i = 0; i < N; i++) preferred[i] = -kv * s->qd[i];
  const bool damped = o->hand.resolve.method == ULNA_RESOLVE_DAMPED;
  check(ulna_resolve_acceleration(resolver, work, s->q, s->qd, asked, preferred, damped ? preferred : NULL,
                                  qdd, NULL),
        "resolver");
  const ulna_drive_forces forces = {.current = out};
  check(ulna_drive_inverse_dynamics(model, work, s->q, s->qd, qdd, &forces), "drives");
}

static int64_t now(void) { return (int64_t)bench_now(); }

/* How long each of `steps` took, in ns; the longest by itself. */
typedef struct {
  long bin[LONGEST + 1], steps;
  int64_t longest;
} histogram;

static void note(histogram *h, int64_t took)
{
  h->bin[took < 0 ? 0 : took < LONGEST ? took : LONGEST]++;
  h->steps++;
  if (took > h->longest) h->longest = took;
}

/* The number below which a share of the steps lies. */
static long quantile(const histogram *h, double share)
{
  long seen = 0, at = 0;
  for (; at <= LONGEST; at++) {
    seen += h->bin[at];
    if ((double)seen >= share * (double)h->steps) break;
  }
  return at;
}

/* The clock's own share of a reading. */
static int64_t clock_cost(void)
{
  int64_t least = INT64_MAX;
  for (int i = 0; i < 10000; i++) {
    const int64_t start = now(), end = now();
    if (end - start < least) least = end - start;
  }
  return least;
}

static void sum(int terms)
{
  volatile double x = 1;
  for (int k = 0; k < terms; k++) x = x * 0.999 + 0.001;
}

/* So many terms of a fixed sum take as long as a step: timed in turn with the steps it shows what the machine itself, its
 * clock tick and its other work, adds to the tail of anything of that length. */
static int terms_like(ulna_controller *c, const set_point path[PATH], long *k)
{
  enum { ROUNDS = 20000, TERMS = 100 };
  static histogram steps, sums;
  memset(&steps, 0, sizeof steps), memset(&sums, 0, sizeof sums);
  const int64_t clock = clock_cost();
  double out[N];
  for (int i = 0; i < ROUNDS; i++, (*k)++) {
    const int64_t start = now();
    step(c, &path[*k % PATH], 1e-3 * (double)*k, out);
    const int64_t middle = now();
    sum(TERMS);
    note(&steps, middle - start - clock), note(&sums, now() - middle - clock);
  }
  return (int)(TERMS * quantile(&steps, 0.5) / quantile(&sums, 0.5));
}

static void measure(const ulna_model *model, ulna_resolve_method method, const char *name)
{
  static set_point path[PATH];
  static histogram h, machine;
  ulna_controller_options o = ulna_controller_options_default(ULNA_CONTROL_UNIFIED);
  o.output = ULNA_CONTROL_CURRENT;
  o.friction.by = ULNA_COMPENSATE_MEASURED, o.friction.speed = o.friction.acceleration = 1e-12;
  o.hand.resolve.method = method;
  ulna_controller *c = NULL;
  ulna_resolver *resolver = NULL;
  ulna_work *work = bench_work(model);
  check(ulna_controller_create(model, &o, NULL, &c), "controller");
  check(ulna_resolver_create(model, &o.hand.resolve, NULL, &resolver), "resolver");
  make_path(model, path);

  double out[N], expected[N], worst = 0;
  long k = 0;
  for (; k < PATH; k++) {  // checked: the same currents as by single functions
    double largest = 0, difference = 0;
    step(c, &path[k], 1e-3 * (double)k, out);
    by_parts(model, work, resolver, &o, &path[k], expected);
    for (int i = 0; i < N; i++) {
      largest = fmax(largest, fabs(expected[i]));
      difference = worse_of(difference, fabs(out[i] - expected[i]));
    }
    worst = worse_of(worst, difference / largest);
  }
  if (!(worst < 1e-9)) {
    fprintf(stderr, "bench: currents differ from those by single functions: %.3g of the largest\n", worst);
    exit(1);
  }

  const int terms = terms_like(c, path, &k);
  const int64_t clock = clock_cost();
  memset(&h, 0, sizeof h), memset(&machine, 0, sizeof machine);
  const long before = allocations;
  for (long i = 0; i < STEPS; i++, k++) {
    const int64_t start = now();
    step(c, &path[k % PATH], 1e-3 * (double)k, out);
    const int64_t middle = now();
    sum(terms);
    note(&h, middle - start - clock), note(&machine, now() - middle - clock);
  }
  const long made = allocations - before;
  if (COUNTED && made != 0) {
    fprintf(stderr, "bench: %ld allocations while stepping\n", made);
    exit(1);
  }
  const double median = (double)quantile(&h, 0.5), decile = (double)quantile(&h, 0.1);
  printf(
      "  %-20s median %5.0f ns, 99.9 %% %6ld, maximum %8.1f us, lowest decile %.0f ns; goal 1200: %s; 325 us / %.0f\n",
      name, median, quantile(&h, 0.999), 1e-3 * (double)h.longest, decile,
      median <= 1200   ? "met"
      : decile <= 1200 ? "met by the lowest decile"
                       : "MISSED",
      325e3 / median);
  bench_csv("A set point of the unified controller, PUMA 560", name, "ulna_controller_step", decile, median,
            (double)NAN);
  printf("    %-18s median %5ld ns, 99.9 %% %6ld, maximum %8.1f us\n", "a sum, in turn",
         quantile(&machine, 0.5), quantile(&machine, 0.999), 1e-3 * (double)machine.longest);
  ulna_controller_destroy(c);
  ulna_resolver_destroy(resolver);
  ulna_work_destroy(work);
}

int main(void)
{
  ulna_model *model = with_motors();
  printf(
      "\nA set point of the unified controller, PUMA 560 with drives and motors: hand pose in, currents out\n"
      "(resolved acceleration, computed torque with rotors, friction, limits); answers agree to 1e-9 with single\n"
      "functions; %d steps, each timed by itself%s\n",
      STEPS, COUNTED ? "; no allocation among them, counted" : "");
  measure(model, ULNA_RESOLVE_ELIMINATION, "by elimination");
  measure(model, ULNA_RESOLVE_DAMPED, "damped least squares");
  printf("  a sum, in turn: a fixed sum as long as a step, timed after each; its tail is the machine's\n");
  ulna_model_destroy(model);
  return 0;
}
