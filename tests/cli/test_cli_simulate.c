/* ulna simulate: runs, recordings that read back, and runs that end early. */
#ifndef _GNU_SOURCE
#  define _GNU_SOURCE
#endif
#include <fcntl.h>
#include <math.h>
#include <pty.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>
#include <jansson.h>

#include "base/clock.h"
#include "support/command.h"
#include "support/folder.h"
#include "support/python.h"

/* Two links fall. */
static const char falling[] = "ulna_scenario: 1\n"
                              "name: falling\n"
                              "summary: two links fall\n"
                              "robot: planar2r\n"
                              "start: {q: [0, 0.5]}\n"
                              "duration: 0.5\n"
                              "seed: 3\n"
                              "integrator: {method: rk4, step: 1.0e-3}\n"
                              "record: {every: 0.01, what: [q, qd, energy]}\n";

/* Two links are held against gravity by a controller with noisy sensors. */
static const char noisy[] = "ulna_scenario: 1\n"
                            "name: noisy\n"
                            "robot: planar2r\n"
                            "start: {q: [0, 0.5]}\n"
                            "duration: 0.2\n"
                            "seed: 5\n"
                            "integrator: {method: rk4, step: 1.0e-3}\n"
                            "controller: {kind: computed-torque, period: 0.001}\n"
                            "trajectory:\n"
                            "  - move: {to: [0.1, 0.6], duration: 0.2}\n"
                            "sensors: {position_noise: 1.0e-4}\n"
                            "record: {every: 0.01, what: [q, measured_q, tau]}\n";

/* Would take weeks. */
static const char endless[] = "ulna_scenario: 1\n"
                              "name: endless\n"
                              "robot: planar2r\n"
                              "start: {q: [0, 0.5]}\n"
                              "duration: 1.0e+7\n"
                              "integrator: {method: rk4, step: 1.0e-3}\n"
                              "record: {every: 1.0e-3, what: [q, qd]}\n";

/* Torques that no number can hold for long. */
static const char exploding[] = "ulna_scenario: 1\n"
                                "name: exploding\n"
                                "robot: planar2r\n"
                                "start: {q: [0, 0.5]}\n"
                                "duration: 10\n"
                                "integrator: {method: rk4, step: 1.0e-2}\n"
                                "inputs: {shoulder: {step: {to: 1.0e+300, at: 1}}}\n"
                                "record: {every: 0.1, what: [q, qd]}\n";

static const char *scenario(const char *name, const char *text)
{
  folder_write(name, text);
  return folder_path(name);
}

/* A recording as CSV, by a reader of the test's own. */
typedef struct {
  char *text;
  char *status, *header;
  int columns, rows, events;
  double *numbers;
} csv;

static csv read_csv(const char *name)
{
  csv c = {.text = folder_read(name)};
  int room = 0;
  for (char *line = c.text; *line;) {
    char *end = strchr(line, '\n');
    assert_non_null(end);
    *end = '\0';
    if (strncmp(line, "# status: ", 10) == 0) c.status = line + 10;
    else if (strncmp(line, "# event: ", 9) == 0) c.events++;
    else if (*line == '#') (void)0;
    else if (!c.header) {
      c.header = line;
      c.columns = 1;
      for (const char *at = line; *at; at++) c.columns += *at == ',';
    } else {
      if (c.rows == room)
        c.numbers = realloc(c.numbers, (size_t)(room = 2 * room + 64) * (size_t)c.columns * sizeof(double));
      assert_non_null(c.numbers);
      char *at = line;
      for (int i = 0; i < c.columns; i++, at++) {
        c.numbers[c.rows * c.columns + i] = strtod(at, &at);
        assert_int_equal(*at, i + 1 < c.columns ? ',' : '\0');
      }
      c.rows++;
    }
    line = end + 1;
  }
  assert_non_null(c.header);
  assert_non_null(c.status);
  return c;
}

static void drop_csv(csv *c)
{
  free(c->text);
  free(c->numbers);
}

static void without_a_scenario_it_lists_those_built_in(void **state)
{
  (void)state;
  command_result r = COMMAND(NULL, "simulate"), names = COMMAND(NULL, "simulate", "--names");
  assert_int_equal(r.code, 0);
  assert_string_equal(r.err, "");
  assert_non_null(strstr(r.out, "double_pendulum"));
  int listed = 0;
  for (char *name = strtok(names.out, "\n"); name; name = strtok(NULL, "\n"), listed++)
    if (!strstr(r.out, name)) fail_msg("%s is not in the list", name);
  assert_true(listed >= 1);
  assert_null(strstr(r.out, " -  "));  // every one of them can be read
  command_free(&r);
  command_free(&names);
}

static void an_option_that_needs_a_scenario_says_so(void **state)
{
  (void)state;
  command_result r = COMMAND(NULL, "simulate", "--record", "forgotten.csv");
  assert_int_equal(r.code, 2);
  assert_string_equal(r.out, "");
  assert_string_equal(r.err,
                      "ulna simulate: --record: which scenario? Name one of `ulna simulate`, or a file\n");
  command_free(&r);
  r = COMMAND(NULL, "simulate", "double_pendulum", "--names");
  assert_int_equal(r.code, 2);
  assert_string_equal(r.out, "");
  assert_non_null(strstr(r.err, "--names lists the built-in scenarios; leave \"double_pendulum\" out"));
  command_free(&r);
}

static void a_run_tells_how_it_went(void **state)
{
  (void)state;
  command_result r = COMMAND(NULL, "simulate", scenario("falling.yaml", falling));
  assert_string_equal(r.err, "");
  assert_int_equal(r.code, 0);
  const char *const lines[] = {"falling: two links fall\n",
                               "simulated  0.5 s by rk4",
                               "wall time  ",
                               " simulated seconds per second\n",
                               "steps      500",
                               "events     none\n",
                               "energy     energy and work balance to ",
                               "largest    "};
  for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++)
    if (!strstr(r.out, lines[i])) fail_msg("no \"%s\" in\n%s", lines[i], r.out);
  assert_null(strstr(r.out, "recording"));
  command_free(&r);
  r = COMMAND(NULL, "simulate", folder_path("falling.yaml"), "--quiet");
  assert_string_equal(r.out, "");
  assert_string_equal(r.err, "");
  assert_int_equal(r.code, 0);
  command_free(&r);
}

static void the_summary_is_json_too(void **state)
{
  (void)state;
  const char *record = folder_path("summary.csv");
  command_result r = COMMAND(NULL, "simulate", scenario("falling.yaml", falling), "--format", "json",
                             "--record", record, "--quiet");
  assert_int_equal(r.code, 0);
  json_error_t error;
  json_t *all = json_loads(r.out, 0, &error);
  if (!all) fail_msg("line %d: %s in\n%s", error.line, error.text, r.out);
  assert_string_equal(json_string_value(json_object_get(all, "scenario")), "falling");
  assert_string_equal(json_string_value(json_object_get(all, "robot")), "planar2r");
  assert_string_equal(json_string_value(json_object_get(all, "status")), "complete");
  assert_string_equal(json_string_value(json_object_get(all, "seed")), "3");
  assert_string_equal(json_string_value(json_object_get(all, "recording")), record);
  assert_true(json_is_null(json_object_get(all, "reason")));
  assert_true(json_number_value(json_object_get(all, "t")) == 0.5);
  assert_true(json_number_value(json_object_get(all, "rows")) == 51);
  assert_true(json_number_value(json_object_get(all, "steps")) == 500);
  assert_true(json_number_value(json_object_get(all, "wall_time")) > 0);
  // steps of a millisecond: the fourth power of h times a few oscillations a second
  assert_true(fabs(json_number_value(json_object_get(all, "energy_error"))) < 1e-9);
  assert_int_equal(json_array_size(json_object_get(all, "largest")), 2);
  assert_int_equal(json_array_size(json_object_get(all, "tracking")), 0);
  assert_true(json_is_null(json_object_get(all, "contact")));
  json_decref(all);
  command_free(&r);
}

/* Figures of the hand where there is a trajectory, and of the contact where there is a surface. */
static void the_summary_tells_of_path_and_contact(void **state)
{
  (void)state;
  command_result r = COMMAND(NULL, "simulate", "scribe", "--duration", "3", "--format", "json", "--quiet");
  assert_int_equal(r.code, 0);
  json_t *all = json_loads(r.out, 0, NULL);
  assert_non_null(all);
  const json_t *tracking = json_object_get(all, "tracking"), *contact = json_object_get(all, "contact");
  assert_true(json_array_size(tracking) >= 2);
  const json_t *first = json_array_get(tracking, 0);
  assert_true(json_is_string(json_object_get(first, "name")));
  assert_true(json_real_value(json_object_get(first, "off_largest")) >=
              json_real_value(json_object_get(first, "off_rms")));
  const double touched = json_number_value(json_object_get(contact, "touched"));
  assert_true(touched > 0 && touched < 3);
  assert_true(json_number_value(json_object_get(contact, "peak")) >=
              json_number_value(json_object_get(contact, "mean")));
  json_decref(all);
  command_free(&r);
  r = COMMAND(NULL, "simulate", "scribe", "--duration", "3");
  assert_int_equal(r.code, 0);
  assert_non_null(strstr(r.out, "\nhand       off its path and lag along it"));
  assert_non_null(strstr(r.out, "\ncontact    first at t = "));
  assert_non_null(strstr(r.out, "  not reached\n"));
  command_free(&r);
  r = COMMAND(NULL, "simulate", "scribe", "--duration", "2");
  assert_non_null(strstr(r.out, "\ncontact    none\n"));
  command_free(&r);
  r = COMMAND(NULL, "simulate", scenario("falling.yaml", falling), "--format", "json");
  assert_non_null(strstr(r.out, "\"tracking\": [],\n \"contact\": null"));
  command_free(&r);
}

static void csv_recordings_hold_the_run(void **state)
{
  (void)state;
  command_result r =
      COMMAND(NULL, "simulate", scenario("falling.yaml", falling), "--record", folder_path("falling.csv"));
  assert_string_equal(r.err, "");
  assert_int_equal(r.code, 0);
  assert_non_null(strstr(r.out, "recording  "));
  command_free(&r);
  csv c = read_csv("falling.csv");
  assert_int_equal(strncmp(c.status, "complete, 51 rows, 0 events", 27), 0);
  assert_string_equal(
      c.header, "t [s],q1 [rad],q2 [rad],qd1 [rad/s],qd2 [rad/s],energy_kinetic [J],energy_potential [J]");
  assert_int_equal(c.rows, 51);
  for (int k = 0; k < c.rows; k++) assert_true(fabs(c.numbers[k * c.columns] - 0.01 * k) < 1e-12);
  assert_true(c.numbers[1] == 0 && c.numbers[2] == 0.5 && c.numbers[3] == 0 && c.numbers[4] == 0);
  // nothing drives it: what is lost in height is gained in speed, to RK4's error at this step
  const double *first = c.numbers, *last = c.numbers + 50 * c.columns;
  assert_true(last[5] > 1);
  assert_true(fabs(last[5] + last[6] - first[5] - first[6]) < 1e-8 * last[5]);
  drop_csv(&c);
}

static void npz_recordings_hold_the_same_numbers(void **state)
{
  (void)state;
  command_result r =
      COMMAND(NULL, "simulate", scenario("falling.yaml", falling), "--record", folder_path("falling.npz"));
  assert_int_equal(r.code, 0);
  command_free(&r);
  r = COMMAND(NULL, "simulate", folder_path("falling.yaml"), "--record", folder_path("falling.csv"));
  assert_int_equal(r.code, 0);
  command_free(&r);
  python_holds(
      folder_path("falling.npz"),
      "rows = [l for l in open(path[:-3] + 'csv') if not l.startswith('#')]\n"
      "names = [c.split(' [')[0] for c in rows[0].strip().split(',')]\n"
      "units = [c.split(' [')[1][:-1] for c in rows[0].strip().split(',')]\n"
      "x = np.array([[float(v) for v in l.split(',')] for l in rows[1:]])\n"
      "assert list(z['names']) == names and list(z['units']) == units\n"
      "assert (np.column_stack([z['t'], z['q'], z['qd'], z['energy']]) == x).all()\n"
      "about = json.loads(str(z['about']))\n"
      "assert about['scenario'] == 'falling' and about['seed'] == '3' and about['robot'] == 'planar2r', about\n"
      "assert about['integrator'].startswith('rk4'), about\n"
      "assert str(z['status']) == 'complete'\n");
}

static void run_and_record(const char *path, const char *seed, const char *record)
{
  command_result r =
      COMMAND(NULL, "simulate", path, "--seed", seed, "--record", folder_path(record), "--quiet");
  assert_string_equal(r.err, "");
  assert_int_equal(r.code, 0);
  command_free(&r);
}

static void same_scenario_and_seed_make_the_same_bytes(void **state)
{
  (void)state;
  const char *path = scenario("noisy.yaml", noisy);
  run_and_record(path, "5", "a.csv");
  run_and_record(path, "5", "b.csv");
  run_and_record(path, "6", "c.csv");
  run_and_record(path, "5", "a.npz");
  run_and_record(path, "5", "b.npz");
  run_and_record(path, "6", "c.npz");
  assert_true(folder_same("a.csv", "b.csv"));
  assert_true(folder_same("a.npz", "b.npz"));
  assert_false(folder_same("a.npz", "c.npz"));
  // another seed is another noise, and so another motion; but not a very different one
  csv a = read_csv("a.csv"), c = read_csv("c.csv");
  assert_int_equal(a.rows, 21);
  assert_int_equal(c.rows, 21);
  for (int k = 1; k < a.rows; k++) {
    const double *x = a.numbers + k * a.columns, *y = c.numbers + k * c.columns;
    assert_true(x[3] != y[3] && x[4] != y[4]);                   // measured
    assert_true(x[1] != y[1] && fabs(x[1] - y[1]) < 10 * 1e-4);  // q1: of the noise's size
  }
  drop_csv(&a);
  drop_csv(&c);
}

/* The command in the background, with stderr into a file; signals as a terminal would have them. */
static pid_t begin(const char *const arguments[], const char *errors, rlim_t file_size)
{
  fflush(NULL);
  const char *path = folder_path(errors);
  const pid_t child = fork();
  assert_true(child >= 0);
  if (child == 0) {
    signal(SIGINT, SIG_DFL);
    signal(SIGTERM, SIG_DFL);
    signal(SIGHUP, SIG_DFL);
    const struct rlimit most = {file_size, file_size};
    if (file_size > 0 && setrlimit(RLIMIT_FSIZE, &most) != 0) _exit(125);
    const int null = open("/dev/null", O_WRONLY), file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0666);
    dup2(null, STDOUT_FILENO);
    dup2(file, STDERR_FILENO);
    execv(getenv("ULNA_COMMAND"), (char *const *)(uintptr_t)arguments);
    _exit(126);
  }
  return child;
}
#define BEGIN(errors, file_size, ...)                                                                        \
  begin((const char *const[]){"ulna", __VA_ARGS__, NULL}, errors, file_size)

static void wait_a_little(void) { nanosleep(&(struct timespec){0, 20000000}, NULL); }

/* Until the file has so many bytes; not longer than 20 s. */
static void wait_for(const char *name, off_t bytes)
{
  for (int k = 0; k < 1000; k++) {
    struct stat found;
    if (stat(folder_path(name), &found) == 0 && found.st_size >= bytes) return;
    wait_a_little();
  }
  fail_msg("%s does not come", name);
}

/* Until the command listens to a signal: before that, and programs under sanitizers start slowly, it would just die of it. */
static void wait_until_it_hears(pid_t child, int signal)
{
  char path[40], line[200];
  snprintf(path, sizeof path, "/proc/%ld/status", (long)child);
  for (int k = 0; k < 1000; k++) {
    unsigned long caught = 0;
    FILE *status = fopen(path, "r");
    while (status && fgets(line, sizeof line, status))
      if (strncmp(line, "SigCgt:", 7) == 0) caught = strtoul(line + 7, NULL, 16);
    if (status) fclose(status);
    if (caught >> (signal - 1) & 1) return;
    wait_a_little();
  }
  fail_msg("the command does not listen to signal %d", signal);
}

static int end_of(pid_t child)
{
  int status;
  assert_int_equal(waitpid(child, &status, 0), child);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
}

static void ctrl_c_keeps_the_recording_and_says_so(void **state)
{
  (void)state;
  const char *path = scenario("endless.yaml", endless);
  const pid_t child = BEGIN("int.err", 0, "simulate", path, "--record", folder_path("int.csv"));
  wait_for("int.csv.partial", 100000);
  kill(child, SIGINT);
  assert_int_equal(end_of(child), 130);
  char *errors = folder_read("int.err");
  const char *last = strrchr(errors, '\n') ? errors : NULL;
  assert_non_null(last);
  assert_non_null(strstr(errors, "ulna simulate: stopped by Ctrl-C at t = "));
  char kept[300];
  snprintf(kept, sizeof kept, " s; the recording up to then is %s\n", folder_path("int.incomplete.csv"));
  assert_non_null(strstr(errors, kept));
  free(errors);
  assert_int_equal(folder_count("int.csv"), 0);
  csv c = read_csv("int.incomplete.csv");
  int rows;
  assert_int_equal(sscanf(c.status, "incomplete, %d rows, 0 events: stopped by Ctrl-C at t = ", &rows), 1);
  assert_int_equal(rows, c.rows);
  assert_true(rows > 1000);
  drop_csv(&c);
}

static void sigterm_is_like_ctrl_c_and_npz_like_csv(void **state)
{
  (void)state;
  const char *path = scenario("endless.yaml", endless);
  const pid_t child = BEGIN("term.err", 0, "simulate", path, "--record", folder_path("term.npz"));
  wait_until_it_hears(child, SIGTERM);
  for (int k = 0; k < 15; k++) wait_a_little();
  kill(child, SIGTERM);
  assert_int_equal(end_of(child), 143);
  assert_int_equal(folder_count("term.npz"), 0);
  python_holds(folder_path("term.incomplete.npz"),
               "assert str(z['status']).startswith('incomplete: stopped by SIGTERM at t = '), z['status']\n"
               "assert len(z['t']) > 0 and z['q'].shape == (len(z['t']), 2)\n"
               "assert np.allclose(z['t'], 0.001 * np.arange(len(z['t'])), rtol=1e-12)\n");
}

static void sighup_is_like_sigterm(void **state)
{
  (void)state;
  const char *path = scenario("endless.yaml", endless);
  const pid_t child = BEGIN("hup.err", 0, "simulate", path, "--record", folder_path("hup.csv"));
  wait_for("hup.csv.partial", 100000);
  kill(child, SIGHUP);
  assert_int_equal(end_of(child), 129);
  csv c = read_csv("hup.incomplete.csv");
  assert_non_null(strstr(c.status, "stopped by SIGHUP"));
  assert_true(c.rows > 1000);
  drop_csv(&c);
}

#ifdef __SANITIZE_ADDRESS__  // ends a program slowly
static const double soon = 0.5;
#else
static const double soon = 0.1;
#endif

/* Steps of a nanosecond and a row every hundred seconds: a run that looked for signals at rows would go on for days. */
static void a_signal_is_heeded_within_a_tenth_of_a_second(void **state)
{
  (void)state;
  static const char *const integrators[] = {"{method: rk4, step: 1.0e-9}",
                                            "{method: erk, order: 8, tolerance: 1.0e-13, max_step: 1.0e-8}"};
  for (int k = 0; k < 2; k++) {
    char text[400];
    snprintf(text, sizeof text,
             "ulna_scenario: 1\nname: slow\nrobot: planar2r\nstart: {q: [1, 0.5]}\nduration: 1000\n"
             "integrator: %s\nrecord: {every: 100}\n",
             integrators[k]);
    const char *path = scenario("slow.yaml", text);
    double shortest = (double)INFINITY;  // of a few: the machine may be busy with other things
    for (int attempt = 0; attempt < 8 && !(shortest < soon); attempt++) {
      const pid_t child = BEGIN("slow.err", 0, "simulate", path);
      wait_until_it_hears(child, SIGINT);
      for (int i = 0; i < 10; i++) wait_a_little();
      const double sent = clock_seconds();
      kill(child, SIGINT);
      assert_int_equal(end_of(child), 130);
      shortest = fmin(shortest, clock_seconds() - sent);
    }
    print_message("%s: %.0f ms\n", integrators[k], 1e3 * shortest);
    assert_true(shortest < soon);
  }
}

/* And says how far it is: a line after two seconds, where standard error is no terminal. */
static void progress_is_told_whatever_the_length_of_steps(void **state)
{
  (void)state;
  const char *path =
      scenario("slow.yaml", "ulna_scenario: 1\nname: slow\nrobot: planar2r\nstart: {q: [1, 0.5]}\n"
                            "duration: 1000\nintegrator: {method: rk4, step: 1.0e-9}\n"
                            "record: {every: 100}\n");
  const pid_t child = BEGIN("progress.err", 0, "simulate", path);
  wait_for("progress.err", 10);
  kill(child, SIGINT);
  assert_int_equal(end_of(child), 130);
  char *errors = folder_read("progress.err");
  assert_non_null(strstr(errors, "ulna simulate: 0 %, t = "));
  free(errors);
}

static void a_killed_run_leaves_nothing_that_looks_whole(void **state)
{
  (void)state;
  const char *path = scenario("endless.yaml", endless);
  const pid_t child = BEGIN("kill.err", 0, "simulate", path, "--record", folder_path("kill.csv"));
  wait_for("kill.csv.partial", 100000);
  kill(child, SIGKILL);
  assert_int_equal(end_of(child), -SIGKILL);
  assert_int_equal(folder_count("kill.csv"), 1);  // the partial one, which says that it is
  char *text = folder_read("kill.csv.partial");   // may end anywhere in a line
  assert_non_null(strstr(text, "\n# status: being written"));
  free(text);
  unlink(folder_path("kill.csv.partial"));
}

static void a_full_disk_ends_the_run_and_keeps_what_was_written(void **state)
{
  (void)state;
  const char *path = scenario("endless.yaml", endless);
  pid_t child = BEGIN("full.err", 200000, "simulate", path, "--record", folder_path("full.csv"), "--quiet");
  assert_int_equal(end_of(child), 2);
  char *errors = folder_read("full.err"), expected[400];
  snprintf(expected, sizeof expected,
           "ulna simulate: cannot write %s: File too large; the recording up to then is %s\n",
           folder_path("full.csv.partial"), folder_path("full.incomplete.csv"));
  assert_string_equal(errors, expected);
  free(errors);
  csv c = read_csv("full.incomplete.csv");
  assert_int_equal(strncmp(c.status, "incomplete, ", 12), 0);
  assert_true(c.rows > 1000);
  drop_csv(&c);
  assert_int_equal(folder_count("full.csv"), 0);

  child = BEGIN("full.err", 1500000, "simulate", path, "--record", folder_path("full.npz"), "--quiet");
  assert_int_equal(end_of(child), 2);
  errors = folder_read("full.err");
  assert_non_null(strstr(errors, "File too large"));
  assert_non_null(strstr(errors, folder_path("full.incomplete.npz")));
  free(errors);
  assert_int_equal(folder_count("full.npz"), 0);
  python_holds(folder_path("full.incomplete.npz"),
               "assert len(z['t']) > 1000 and 'File too large' in str(z['status'])\n");
}

static void says(const command_result *r, const char *expected)
{
  if (!strstr(r->err, expected)) fail_msg("\"%s\" does not say \"%s\"", r->err, expected);
  assert_int_equal(r->code, 2);
  assert_string_equal(r->out, "");
  assert_ptr_equal(strchr(r->err, '\n'), r->err + strlen(r->err) - 1);  // one line
}

static void places_that_cannot_be_written_are_refused_before_the_run(void **state)
{
  (void)state;
  const char *path = scenario("falling.yaml", falling);
  command_result r = COMMAND(NULL, "simulate", path, "--record", folder_path("none/run.csv"));
  says(&r, "none/run.csv: No such file or directory");
  command_free(&r);
  r = COMMAND(NULL, "simulate", path, "--record", folder_path("run.txt"));
  says(&r, "must be .csv or .npz");
  command_free(&r);
  r = COMMAND(NULL, "simulate", path, "--record", "/proc/run.npz");
  says(&r, "cannot record to /proc/run.npz: ");
  command_free(&r);
}

static void a_number_that_is_not_finite_keeps_the_recording_up_to_it(void **state)
{
  (void)state;
  const char *path = scenario("exploding.yaml", exploding);
  command_result r = COMMAND(NULL, "simulate", path, "--record", folder_path("exploding.csv"));
  says(&r, " became nan at t = 1 s");
  assert_non_null(strstr(r.err, "; the recording up to then is "));
  command_free(&r);
  csv c = read_csv("exploding.incomplete.csv");
  assert_non_null(strstr(c.status, " became nan at t = 1 s"));
  assert_true(c.rows >= 10);  // it begins at 1 s
  drop_csv(&c);
  assert_int_equal(folder_count("exploding.csv"), 0);
  r = COMMAND(NULL, "simulate", path, "--record", folder_path("exploding.npz"));
  says(&r, " became nan at t = 1 s");
  command_free(&r);
  python_holds(folder_path("exploding.incomplete.npz"),
               "assert 'became nan' in str(z['status']) and len(z['t']) >= 10\n");
}

static void bad_scenarios_are_one_line_and_not_zero(void **state)
{
  (void)state;
  command_result r = COMMAND(NULL, "simulate", "double_pendulun");
  says(&r, "the nearest built-in scenario is double_pendulum");
  command_free(&r);
  r = COMMAND(NULL, "simulate", folder_path("missing.yaml"));
  says(&r, "missing.yaml: No such file or directory");
  command_free(&r);
  const char *two = scenario(
      "two.yaml", "ulna_scenario: 1\nname: two mistakes\nrobot: planar2r\nduration: -1\nstart: {q: [0]}\n");
  r = COMMAND(NULL, "simulate", two);
  says(&r, "two.yaml:");
  assert_non_null(strstr(r.err, " more: ulna check "));
  command_free(&r);
  r = COMMAND(NULL, "check", two);
  assert_int_equal(r.code, 1);
  assert_string_equal(r.err, "");
  assert_true(strchr(r.out, '\n') != strrchr(r.out, '\n'));  // two lines at least
  command_free(&r);
  r = COMMAND(NULL, "check", scenario("falling.yaml", falling));
  assert_int_equal(r.code, 0);
  command_free(&r);
  r = COMMAND(
      NULL, "simulate",
      scenario(
          "robot.yaml",
          "ulna_scenario: 1\nname: x\nrobot: pumma560\nduration: 1\nstart: {q: [0]}\nintegrator: {method: rk4, step: 1.0e-3}\n"));
  says(&r, "pumma560");
  command_free(&r);
}

static void options_replace_what_the_scenario_says(void **state)
{
  (void)state;
  const char *path = scenario("falling.yaml", falling);
  command_result r = COMMAND(NULL, "simulate", path, "--duration", "0.25", "--integrator", "euler", "--step",
                             "0.005", "--record", folder_path("other.csv"));
  assert_string_equal(r.err, "");
  assert_non_null(strstr(r.out, "simulated  0.25 s by euler"));
  assert_non_null(strstr(r.out, "steps      50\n"));
  command_free(&r);
  csv c = read_csv("other.csv");
  assert_int_equal(c.rows, 26);
  assert_non_null(strstr(c.status, "complete"));
  drop_csv(&c);
  const char *const bad[][3] = {
      {"--seed", "-1", "not a whole number"},  {"--seed", "7x", "not a whole number"},
      {"--duration", "0", "greater than 0"},   {"--duration", "nan", "greater than 0"},
      {"--step", "many", "greater than 0"},    {"--integrator", "rk5", "the nearest is rk4"},
      {"--format", "csv", "known: text, json"}};
  for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
    r = COMMAND(NULL, "simulate", path, bad[i][0], bad[i][1]);
    says(&r, bad[i][2]);
    command_free(&r);
  }
}

/* Where SUNDIALS is not built in its methods are refused by name, with what to install; another may take their place. */
static void methods_that_are_not_built_in_can_be_replaced(void **state)
{
  (void)state;
  for (int k = 0; k < 2; k++) {
    char text[300];
    const char *method = k ? "bdf" : "adams";
    snprintf(text, sizeof text,
             "ulna_scenario: 1\nname: x\nrobot: planar2r\nstart: {q: [1, 0.5]}\nduration: 0.1\n"
             "integrator: {method: %s, tolerance: 1.0e-6}\n",
             method);
    const char *path = scenario("multistep.yaml", text);
    command_result r = COMMAND(NULL, "simulate", path);
    if (ULNA_TEST_ADAPTIVE) assert_int_equal(r.code, 0);
    else {
      char expected[200];
      snprintf(expected, sizeof expected, "%s needs SUNDIALS", method);
      says(&r, expected);
      says(&r, "install libsundials-dev");
    }
    command_free(&r);
    r = COMMAND(NULL, "simulate", path, "--integrator", "rk4");
    assert_int_equal(r.code, 0);
    assert_non_null(strstr(r.out, "rk4, steps of 0.001 s"));
    command_free(&r);
    r = COMMAND(NULL, "simulate", path, "--integrator", "erk");
    assert_int_equal(r.code, 0);
    command_free(&r);
  }
}

static void a_terminal_sees_a_bar_that_is_cleared(void **state)
{
  (void)state;
  const char *path = scenario("endless.yaml", endless);
  int master, slave;
  if (openpty(&master, &slave, NULL, NULL, NULL) != 0) skip();
  fflush(NULL);
  const pid_t child = fork();
  assert_true(child >= 0);
  if (child == 0) {
    signal(SIGINT, SIG_DFL);
    setenv("NO_COLOR", "1", 1);
    dup2(slave, STDERR_FILENO);
    close(master);
    if (!freopen("/dev/null", "w", stdout)) _exit(125);
    execl(getenv("ULNA_COMMAND"), "ulna", "simulate", path, (char *)NULL);
    _exit(126);
  }
  close(slave);
  static char seen[1 << 16];
  size_t length = 0;
  bool stopped = false;
  for (ssize_t got; (got = read(master, seen + length, sizeof seen - 1 - length)) > 0;) {
    length += (size_t)got;
    seen[length] = '\0';
    if (!stopped && strstr(seen, " left")) stopped = kill(child, SIGINT) == 0;
  }
  assert_int_equal(end_of(child), 130);
  close(master);
  // "[####....]   0 %  t = 12 of 1e+07 s, 120 times real time, 23 h 10 min left", then that line cleared for the message
  assert_non_null(strstr(seen, "\r\033[K[...."));
  assert_non_null(strstr(seen, "]   0 %  t = "));
  assert_non_null(strstr(seen, " times real time, "));
  assert_non_null(strstr(seen, "\r\033[Kulna simulate: stopped by Ctrl-C at t = "));
}

static void without_a_terminal_progress_is_plain_lines(void **state)
{
  (void)state;
  const char *path = scenario("endless.yaml", endless);
  const pid_t child = BEGIN("plain.err", 0, "simulate", path);
  wait_for("plain.err", 10);
  kill(child, SIGINT);
  assert_int_equal(end_of(child), 130);
  char *errors = folder_read("plain.err");
  double t, times;
  assert_int_equal(
      sscanf(errors, "ulna simulate: 0 %%, t = %lf of 1e+07 s, %lf times real time, ", &t, &times), 2);
  assert_true(t > 0 && times > 0);
  assert_null(strchr(errors, '\r'));
  assert_null(strchr(errors, '\033'));
  free(errors);
}

/* Euler in long steps makes energy: the summary says so, the status is 3, and the recording is kept whole. Short steps of
 * RK4 balance, and the status is 0. */
static void a_wrong_energy_book_is_status_3(void **state)
{
  (void)state;
  const char *recording = folder_path("wrong.csv");
  command_result r = COMMAND(NULL, "simulate", "double_pendulum", "--integrator", "euler", "--step", "0.02",
                             "--record", recording, "--format", "json");
  assert_int_equal(r.code, 3);
  json_t *root = json_loads(r.out, 0, NULL);
  assert_non_null(root);
  assert_true(json_is_true(json_object_get(root, "worthless")));
  assert_true(json_number_value(json_object_get(root, "energy_error")) > 1e-3);
  json_decref(root);
  command_free(&r);
  char *text = folder_read("wrong.csv");
  assert_int_equal(text[strlen(text) - 1], '\n');
  int rows = -1;  // the header is none
  for (const char *c = text; (c = strchr(c, '\n')); c++) rows += c[1] != '#' && c > text;
  assert_true(rows >= 1000);
  free(text);
  assert_int_equal(folder_count("wrong.csv"), 1);  // nothing that is called incomplete stands beside it

  r = COMMAND(NULL, "simulate", "double_pendulum", "--integrator", "euler", "--step", "0.02");
  assert_int_equal(r.code, 3);
  assert_non_null(strstr(r.out, "\nwarning    worthless: energy and work balance to "));
  command_free(&r);
  r = COMMAND(NULL, "simulate", "double_pendulum");
  assert_int_equal(r.code, 0);
  assert_null(strstr(r.out, "worthless"));
  command_free(&r);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(without_a_scenario_it_lists_those_built_in),
      cmocka_unit_test(an_option_that_needs_a_scenario_says_so),
      cmocka_unit_test(a_run_tells_how_it_went),
      cmocka_unit_test(the_summary_is_json_too),
      cmocka_unit_test(the_summary_tells_of_path_and_contact),
      cmocka_unit_test(csv_recordings_hold_the_run),
      cmocka_unit_test(npz_recordings_hold_the_same_numbers),
      cmocka_unit_test(same_scenario_and_seed_make_the_same_bytes),
      cmocka_unit_test(ctrl_c_keeps_the_recording_and_says_so),
      cmocka_unit_test(sigterm_is_like_ctrl_c_and_npz_like_csv),
      cmocka_unit_test(sighup_is_like_sigterm),
      cmocka_unit_test(a_signal_is_heeded_within_a_tenth_of_a_second),
      cmocka_unit_test(progress_is_told_whatever_the_length_of_steps),
      cmocka_unit_test(a_killed_run_leaves_nothing_that_looks_whole),
      cmocka_unit_test(a_full_disk_ends_the_run_and_keeps_what_was_written),
      cmocka_unit_test(places_that_cannot_be_written_are_refused_before_the_run),
      cmocka_unit_test(a_number_that_is_not_finite_keeps_the_recording_up_to_it),
      cmocka_unit_test(a_wrong_energy_book_is_status_3),
      cmocka_unit_test(bad_scenarios_are_one_line_and_not_zero),
      cmocka_unit_test(options_replace_what_the_scenario_says),
      cmocka_unit_test(methods_that_are_not_built_in_can_be_replaced),
      cmocka_unit_test(a_terminal_sees_a_bar_that_is_cleared),
      cmocka_unit_test(without_a_terminal_progress_is_plain_lines),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
