/* Hours of work with faults: soak SECONDS [SEED]
 *
 * Round after round, each from a seed of its own: a random arm written as a robot file, a random scenario for it (or for a
 * built-in), read, run and recorded, by CSV or npz; or a random sequence of calls (fuzz/fuzz_api.c). In two rounds of three
 * something fails: an allocation, or a call that writes, reads back, settles or renames.
 *
 * Held: nothing crashes or hangs. Nothing is lost: a recording of the right name is whole, its rows those that were given;
 * what a fault interrupted is kept and says that it is not whole. Nothing that is not finite goes unreported: rows of a run
 * that goes on are finite. All memory of a round goes back, and the process does not grow. */
#ifndef _GNU_SOURCE
#  define _GNU_SOURCE
#endif
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/random.h"
#include "ulna/scenario.h"
#include "ulna/ulna.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { MOST_SECONDS = 20 }; /* of the processor, for one round: more is a hang */

static uint64_t round_seed, state;

static void complain(const char *format, ...) __attribute__((format(printf, 1, 2), noreturn));
static void complain(const char *format, ...)
{
  va_list arguments;
  va_start(arguments, format);
  vfprintf(stderr, format, arguments);
  fprintf(stderr, "\n");
  va_end(arguments);
  abort();
}

/* Whatever ends the program says which round it was. */
static void say_round(int signal_number)
{
  fprintf(stderr, "soak: signal %d in the round of seed %llu (again: soak 0 %llu)\n", signal_number,
          (unsigned long long)round_seed, (unsigned long long)round_seed);
  _exit(EXIT_FAILURE);
}

static double uniform(double from, double to) { return random_between(&state, from, to); }
static int below(int count) { return (int)uniform(0, count); }
static bool chance(double of) { return uniform(0, 1) < of; }

/* ---- faults ---- */

static long live_blocks, allocations_left = -1, calls_left = -1;
static size_t live_bytes;
static long long injected;

static void *allocate(void *context, size_t size, size_t alignment)
{
  (void)context;
  if (allocations_left >= 0 && allocations_left-- == 0) {
    injected++;
    return NULL;
  }
  live_blocks++, live_bytes += size;
  return aligned_alloc(alignment, (size + alignment - 1) / alignment * alignment);
}

static void release(void *context, void *block, size_t size)
{
  (void)context;
  if (!block) return;
  live_blocks--, live_bytes -= size;
  free(block);
}
static const ulna_allocator counting = {allocate, release, NULL};

/* From its turn on the system fails for good, as a full disk does, or once. */
static bool stays_broken;
static bool fails(void)
{
  if (calls_left < 0) return false;
  if (calls_left > 0 && calls_left--) return false;
  if (!stays_broken) calls_left = -1;
  errno = EIO;
  injected++;
  return true;
}

ssize_t pread64(int file, void *bytes, size_t length, off64_t at)
{
  return fails() ? -1 : (ssize_t)syscall(SYS_pread64, file, bytes, length, at);
}
ssize_t pwrite64(int file, const void *bytes, size_t length, off64_t at)
{
  return fails() ? -1 : (ssize_t)syscall(SYS_pwrite64, file, bytes, length, at);
}
int fsync(int file)
{
  (void)file;
  return fails() ? -1 : 0;
}
int rename(const char *from, const char *to)
{
  return fails() ? -1 : (int)syscall(SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, 0);
}

/* ---- texts ---- */

static char text[20000];
static size_t used;

static void put(const char *format, ...) __attribute__((format(printf, 1, 2)));
static void put(const char *format, ...)
{
  va_list arguments;
  va_start(arguments, format);
  const int length = vsnprintf(text + used, sizeof text - used, format, arguments);
  va_end(arguments);
  if (length < 0 || used + (size_t)length >= sizeof text) complain("the text is too long");
  used += (size_t)length;
}

static void put_numbers(int n, double size)
{
  put("[");
  for (int i = 0; i < n; i++) put("%s%.4f", i ? ", " : "", uniform(-size, size));
  put("]");
}

static void put_joint(int i)
{
  const double mass = uniform(0.5, 8), size = uniform(0.05, 0.3), I = mass * size * size;
  put("  - {name: j%d, type: %s, a: %.3f, d: %.3f, alpha: %d deg, theta: %.3f,\n", i + 1,
      chance(0.2) ? "prismatic" : "revolute", uniform(-0.4, 0.4), uniform(-0.3, 0.3), 90 * (below(4) - 1),
      uniform(-1, 1));
  if (chance(0.5))
    put("     limits: {lower: %.2f, upper: %.2f, velocity: %.2f, effort: %.2f},\n", uniform(-3, -1),
        uniform(1, 3), uniform(2, 10), uniform(50, 300));
  if (chance(0.5))
    put("     friction: {viscous: %.3f, coulomb: %.3f, static: %.3f},\n", uniform(0, 1), uniform(0, 0.5),
        uniform(0.5, 1));
  put("     link: {name: l%d, mass: %.4f, com: [%.3f, 0, %.3f],\n"
      "            inertia: {about: com, xx: %.6f, yy: %.6f, zz: %.6f, xy: 0, xz: 0, yz: 0}}}\n",
      i + 1, mass, uniform(-size, size), uniform(-size, size), I, I * uniform(0.8, 1.2), I);
}

static void put_drive(int i)
{
  char carrier[8] = "base";
  if (i > 0) snprintf(carrier, sizeof carrier, "l%d", i % 1000);
  put("  - {name: m%d, mounted_on: %s, axis: [0, 0, 1], couples: {j%d: %.2f},\n", i + 1, carrier, i + 1,
      uniform(10, 100));
  put("     rotor: {inertia: %.2e}, friction: {viscous: %.2e, coulomb: %.3f, static: %.3f},\n",
      uniform(1e-5, 5e-4), uniform(0, 1e-3), uniform(0, 0.02), uniform(0.02, 0.04));
  put("     motor: {type: dc, torque_constant: 0.1, resistance: 1.2, inductance: 0.002, current_limit: 20}}\n");
}

static int write_robot(const char *path)
{
  const int n = 1 + below(7);
  used = 0;
  put("ulna: 1\nname: soaked\nsource: drawn at random\ngravity: [0, 0, -9.81]\nconvention: dh\njoints:\n");
  for (int i = 0; i < n; i++) put_joint(i);
  if (chance(0.4)) {
    put("drives:\n");
    for (int i = 0; i < n; i++) put_drive(i);
  }
  FILE *file = fopen(path, "w");
  if (!file || fwrite(text, 1, used, file) != used || fclose(file) != 0)
    complain("%s cannot be written", path);
  return n;
}

static const char *const kinds[] = {"unified",        "computed-torque", "pd-gravity",     "joint-pd",
                                    "actuator-servo", "impedance",       "unified-printed"};

static void put_scenario(const char *robot, int n)
{
  static const char *const methods[] = {"euler", "semi-implicit", "rk4", "rk4", "erk"};
  const char *method = methods[below(5)];
  const bool controlled = chance(0.5);
  used = 0;
  put("ulna_scenario: 1\nname: soaked\nrobot: %s\nseed: %d\nstart: {q: ", robot, below(1000));
  put_numbers(n, 0.9);
  if (chance(0.5)) put(", qd: "), put_numbers(n, 1);
  put("}\nduration: %.3f\n", uniform(0.05, 0.6));
  if (strcmp(method, "erk") == 0) put("integrator: {method: erk, tolerance: 1.0e-7}\n");
  else put("integrator: {method: %s, step: 0.001}\n", method);
  put("friction: %s\n", chance(0.7) ? "on" : "off");
  if (chance(0.5)) put("stops: {kind: hard, restitution: %.2f, rest_speed: 0.01}\n", uniform(0, 0.9));
  else if (chance(0.3)) put("stops: {kind: stiff, stiffness: 5000, damping: 10}\n");
  if (!controlled || chance(0.2)) {
    put("inputs: [");
    for (int i = 0; i < n; i++)
      put("%s{sine: {amplitude: %.2f, frequency: %.2f}}", i ? ", " : "", uniform(0, 20), uniform(0.5, 10));
    put("]\n");
  }
  if (chance(0.3))
    put("payloads: [{at: 0.02, mass: %.2f, com: [0, 0, 0.05], inertia: {about: com, xx: 0.01, yy: 0.01, zz: 0.01, xy: 0, xz: 0, "
        "yz: 0}}]\n",
        uniform(0.1, 3));
  if (chance(0.2)) put("base: {z: {sine: {amplitude: 0.05, frequency: %.2f}}}\n", uniform(0.2, 3));
  if (chance(0.2)) put("hand_wrench: {axes: tool, fx: {step: {at: 0.03, to: %.1f}}}\n", uniform(-30, 30));
  if (controlled) {
    put("controller: {kind: %s, period: 0.001%s}\n", kinds[below(7)], chance(0.3) ? ", delay: 0.0005" : "");
    put("trajectory: [{move: {to: ");
    put_numbers(n, 0.9);
    put(", duration: %.2f}}]\n", uniform(0.2, 1));
    if (chance(0.3)) put("sensors: {position_step: 1.0e-4, speed_from_positions: true}\n");
  }
  put("record: {every: 0.005, what: [q, qd, u, energy%s]}\n", controlled ? ", desired_q, stage" : "");
}

/* ---- a run, recorded ---- */

typedef struct {
  ulna_recorder *recorder;
  int columns;
  long rows; /* taken by the recorder */
  double sum;
} recording;

static ulna_status keep_row(void *context, const double row[])
{
  recording *r = context;
  for (int k = 0; k < r->columns; k++)
    if (!isfinite(row[k])) complain("row %ld has %g in column %d, and the run goes on", r->rows, row[k], k);
  const ulna_status status = ulna_recorder_row(r->recorder, row);
  if (status == ULNA_OK) r->rows++, r->sum += row[1];
  return status;
}

static ulna_status keep_event(void *context, const ulna_run_event *e)
{
  const recording *r = context;
  return ulna_recorder_event(r->recorder, e->t, e->kind, e->what, e->detail);
}

/* A CSV's state and rows; their first numbers' sum. */
static long read_csv(const char *path, bool *whole, double *sum)
{
  static char line[20000];
  long rows = -1;
  FILE *file = fopen(path, "r");
  if (!file) complain("%s is gone", path);
  *whole = false, *sum = 0;
  while (fgets(line, sizeof line, file)) {
    if (strncmp(line, "# status: complete", 18) == 0) *whole = true;
    if (line[0] == '#') continue;
    const char *comma = strchr(line, ',');
    if (++rows > 0 && comma) *sum += strtod(comma + 1, NULL);
  }
  fclose(file);
  return rows;
}

/* Every entry of a zip archive ends in the list at its end, whose last 22 bytes are of a fixed form. */
static bool npz_is_closed(const char *path)
{
  unsigned char tail[22] = {0};
  FILE *file = fopen(path, "rb");
  const bool read = file && fseek(file, -22, SEEK_END) == 0 && fread(tail, 1, 22, file) == 22;
  if (file) fclose(file);
  return read && memcmp(tail, "PK\5\6", 4) == 0 && tail[10] > 0;
}

static void look_at(const recording *r, const char *path, const char *kept, ulna_status ended,
                    ulna_status run)
{
  const bool named = kept && strcmp(kept, path) == 0;
  if (ended == ULNA_OK && run == ULNA_OK && !named) complain("a whole recording has not its name");
  // an archive is written at the end: where nothing can be written any more, it says so, and that is all there is
  const bool nowhere = strstr(path, ".npz") && stays_broken && ended != ULNA_OK;
  if (r->rows > 0 && !kept && !nowhere)
    complain("%ld rows of %s are lost: %s", r->rows, path, ulna_recorder_failure(r->recorder));
  if (!kept) return;
  if (access(kept, F_OK) != 0) complain("%s is not there", kept);
  if (run != ULNA_OK && named) complain("a run that failed has left %s, as if it were whole", kept);
  if (!strstr(path, ".csv")) {
    if (named && !npz_is_closed(kept)) complain("%s is no archive", kept);
    return;
  }
  bool whole;
  double sum;
  const long rows = read_csv(kept, &whole, &sum);
  if (named && (!whole || rows != r->rows || !(fabs(sum - r->sum) <= 1e-9 * (1 + fabs(sum)))))
    complain("%s: %s, %ld rows of %ld, their sum %.17g of %.17g", kept, whole ? "whole" : "not whole", rows,
             r->rows, sum, r->sum);
  if (!named && whole && strstr(kept, ".incomplete")) complain("%s is called whole", kept);
}

static void run_and_record(const ulna_scenario *scenario, const char *path)
{
  ulna_run *run = NULL;
  ulna_report *report = NULL;
  if (ulna_report_create(&counting, &report) != ULNA_OK) return;
  const ulna_status made = ulna_run_create(scenario, NULL, &counting, report, &run);
  if (made != ULNA_OK && made != ULNA_OUT_OF_MEMORY && ulna_report_count(report, ULNA_ERROR) == 0)
    complain("a run is refused without a word: %s", ulna_status_name(made));
  recording r = {0};
  if (made == ULNA_OK) {
    r.columns = ulna_run_column_count(run);
    if (ulna_recorder_create(path, ULNA_RECORD_GUESS, r.columns, ulna_run_columns(run), 0, NULL, &counting,
                             report, &r.recorder) != ULNA_OK)
      r.recorder = NULL;
  }
  if (r.recorder) {
    const ulna_run_sink sink = {.context = &r, .row = keep_row, .event = keep_event};
    const ulna_status status = ulna_run_advance(run, (double)INFINITY, &sink);
    if (status != ULNA_OK && !*ulna_run_failure(run)) complain("a run fails without a word");
    const ulna_run_summary *s = ulna_run_summary_get(run);
    if (status == ULNA_OK && !isfinite(s->energy_error)) complain("the energy book has %g", s->energy_error);
    const ulna_status ended = ulna_recorder_finish(r.recorder, status == ULNA_OK ? NULL : "the run failed");
    calls_left = -1;
    char kept[500] = "";
    if (ulna_recorder_path(r.recorder)) snprintf(kept, sizeof kept, "%s", ulna_recorder_path(r.recorder));
    r.rows = (long)ulna_recorder_row_count(r.recorder) < r.rows && status != ULNA_OK
                 ? (long)ulna_recorder_row_count(r.recorder)
                 : r.rows;
    look_at(&r, path, *kept ? kept : NULL, ended, status);
    if (*kept) unlink(kept);
  }
  ulna_recorder_destroy(r.recorder);
  ulna_run_destroy(run);
  ulna_report_destroy(report);
}

static void play_scenario(const char *folder)
{
  char robot[300], file[300], recorded[300];
  snprintf(robot, sizeof robot, "%s/robot.yaml", folder);
  snprintf(file, sizeof file, "%s/scenario.yaml", folder);
  snprintf(recorded, sizeof recorded, "%s/run.%s", folder, chance(0.5) ? "csv" : "npz");
  if (chance(0.3)) {
    const ulna_robot *known = ulna_robot_get(below(ulna_robot_count()));
    ulna_model *model = NULL;
    if (ulna_robot_load(known->key, NULL, NULL, NULL, &model) != ULNA_OK)
      complain("%s is not loaded", known->key);
    put_scenario(known->key, ulna_model_joint_count(model));
    ulna_model_destroy(model);
  } else {
    put_scenario("robot.yaml", write_robot(robot));
  }
  const int fault = below(3);
  stays_broken = false;
  if (fault == 1) allocations_left = below(400);
  ulna_report *report = NULL;
  ulna_scenario *scenario = NULL;
  ulna_status status = ulna_report_create(&counting, &report);
  if (status == ULNA_OK) {
    status = ulna_scenario_read_text(text, used, file, NULL, &counting, report, &scenario);
    if ((status == ULNA_OK) != (scenario != NULL)) complain("a scenario without ULNA_OK, or none with it");
    if (status != ULNA_OK && status != ULNA_OUT_OF_MEMORY && ulna_report_count(report, ULNA_ERROR) == 0)
      complain("a scenario is refused without a word");
    if (status != ULNA_OK && status != ULNA_OUT_OF_MEMORY && fault != 1 && getenv("SOAK_SHOW")) {
      char line[600];
      ulna_problem_format(ulna_report_get(report, 0), line, sizeof line);
      printf("%s\n", line);
    }
  }
  if (fault == 2) calls_left = below(12), stays_broken = chance(0.5);
  if (scenario) run_and_record(scenario, recorded);
  allocations_left = calls_left = -1;
  ulna_scenario_destroy(scenario);
  ulna_report_destroy(report);
}

static void play_calls(void)
{
  static uint8_t bytes[4096];
  const size_t length = 64 + (size_t)below(4000);
  for (size_t i = 0; i < length; i++) bytes[i] = (uint8_t)below(256);
  bytes[0] = (uint8_t)(240 + below(10));
  LLVMFuzzerTestOneInput(bytes, length);
}

static long resident_pages(void)
{
  long whole = 0, resident = 0;
  FILE *file = fopen("/proc/self/statm", "r");
  if (!file) return 0;
  if (fscanf(file, "%ld %ld", &whole, &resident) != 2) resident = 0;
  fclose(file);
  return resident;
}

int main(int argc, char **argv)
{
  const double seconds = argc > 1 ? strtod(argv[1], NULL) : 3600;
  uint64_t seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
  const bool once = seconds <= 0;
  char folder[] = "/tmp/ulna-soak-XXXXXX";
  if (!mkdtemp(folder)) return EXIT_FAILURE;
  static const int ends[] = {SIGABRT, SIGSEGV, SIGFPE, SIGILL, SIGBUS, SIGVTALRM};
  for (size_t k = 0; k < sizeof ends / sizeof *ends; k++) signal(ends[k], say_round);
  const double start = clock_seconds();
  long rounds = 0, warm = 0;
  const long settled = 2000;  // rounds after which the process has what it needs
  for (; rounds == 0 || (!once && clock_seconds() - start < seconds); rounds++, seed++) {
    round_seed = state = seed;
    const struct itimerval limit = {.it_value = {.tv_sec = MOST_SECONDS}};
    setitimer(ITIMER_VIRTUAL, &limit, NULL);
    if (chance(0.5)) play_scenario(folder);
    else play_calls();
    if (live_blocks != 0 || live_bytes != 0)
      complain("%ld blocks, %zu bytes did not come back", live_blocks, live_bytes);
    if (rounds == settled) warm = resident_pages();
  }
  const long grown = warm ? resident_pages() - warm : 0;
  printf(
      "soak: %ld rounds in %.0f s, %lld faults put in; resident memory grew by %ld kB after the first %ld rounds\n",
      rounds, clock_seconds() - start, injected, grown * (sysconf(_SC_PAGESIZE) / 1024), settled);
  char path[300];
  static const char *const left[] = {"robot.yaml", "scenario.yaml"};
  for (int k = 0; k < 2; k++) snprintf(path, sizeof path, "%s/%s", folder, left[k]), unlink(path);
  if (rmdir(folder) != 0) complain("something is left in %s", folder);
  if (grown * sysconf(_SC_PAGESIZE) > 16 << 20) complain("the process grows");
  return EXIT_SUCCESS;
}
