/* ulna simulate --arms: one scenario by many arms, each with masses, friction, payload and noise of its own. Threads take arms one
 * by one; what an arm does depends on its seed alone. */
#include "arms.h"

#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "arms_gpu.h"
#include "base/clock.h"
#include "base/numbers.h"
#include "interrupt.h"
#include "output.h"
#include "progress.h"
#include "robot.h"
#include "run_summary.h"
#include "text/number.h"
#include "ulna/simulation.h"

enum { ARMS_MOST = 10000000, THREADS_MOST = 256, WHY = 200 };

/* The result of an arm: the farther off, the worse; infinite if it could not go on. */
typedef struct {
  double off;
  double load; /* the largest share of a limit that an effort took; NaN: no limits */
  bool worthless;
} arm_figures;

typedef struct {
  const ulna_scenario *scenario;
  run_choice choice;
  variation vary;
  uint64_t seed;
  int n;
  long count;
  arm_figures *arm; /* of each */
  double *
      end; /* n: where the joints of the scenario's own arm are in the end; NULL: a controller says where they should be */
  bool card; /* they run on one; else on processors */
  atomic_long next, done;
  atomic_bool stop;
  pthread_mutex_t first; /* of what follows: the first arm that failed */
  long failed_arm;
  char why[WHY];
} fleet;

static ulna_status heed_signal(void *context, double t)
{
  fleet *f = context;
  (void)t;
  return interrupt_seen() || atomic_load(&f->stop) ? ULNA_STOPPED : ULNA_OK;
}

static void note_failure(fleet *f, long number, const char *why)
{
  pthread_mutex_lock(&f->first);
  if (!f->failed_arm || number < f->failed_arm) {
    f->failed_arm = number;
    snprintf(f->why, sizeof f->why, "%s", why);
  }
  pthread_mutex_unlock(&f->first);
}

/* The largest distance of a joint from where the scenario's own arm has it. */
static double distance(const fleet *f, ulna_run *run)
{
  const double *q = ulna_simulation_state(ulna_run_simulation(run));
  double off = 0;
  for (int i = 0; i < f->n; i++) off = fmax(off, fabs(q[i] - f->end[i]));
  return off;
}

static void take_figures(const fleet *f, ulna_run *run, arm_figures *to)
{
  const ulna_run_summary *s = ulna_run_summary_get(run);
  to->off = s->control ? s->control->error_largest : distance(f, run);
  to->load = (double)NAN;
  for (int i = 0; i < s->effort_count; i++)
    if (isfinite(s->effort[i].limit)) to->load = fmax(to->load, s->effort[i].largest / s->effort[i].limit);
  to->worthless = s->worthless_count > 0;
}

/* An arm from its beginning to its end. masses: n, scratch. */
static void run_arm(fleet *f, long number, double masses[], ulna_report *report)
{
  arm_figures *to = &f->arm[number - 1];
  const uint64_t seed = arm_seed(f->seed, number);
  const ulna_arm arm = arm_drawn(&f->vary, seed, f->n, masses);
  ulna_run_options with = f->choice.with;
  const ulna_run_sink sink = {.context = f, .step = heed_signal};
  ulna_run *run = NULL;
  *to = (arm_figures){(double)INFINITY, (double)NAN, false};
  with.seed = &seed, with.arm = &arm;
  ulna_report_clear(report);
  ulna_status status = ulna_run_create(f->scenario, &with, NULL, report, &run);
  if (status != ULNA_OK) {
    const ulna_problem *p = ulna_report_count(report, ULNA_NOTE) > 0 ? ulna_report_get(report, 0) : NULL;
    note_failure(f, number, p ? p->text : ulna_status_text(status));
    return;
  }
  status = ulna_run_advance(run, ulna_run_duration(run), &sink);
  if (status == ULNA_OK) take_figures(f, run, to);
  else if (status != ULNA_STOPPED) note_failure(f, number, ulna_run_failure(run));
  ulna_run_destroy(run);
}

typedef struct {
  fleet *fleet;
  bool shows; /* how far all are */
} worker;

static void *work(void *context)
{
  const worker *w = context;
  fleet *f = w->fleet;
  double *masses = calloc((size_t)f->n, sizeof *masses);
  ulna_report *report = NULL;
  if (!masses || ulna_report_create(NULL, &report) != ULNA_OK) {
    note_failure(f, 1, "out of memory");
    atomic_store(&f->stop, true);
  }
  while (!atomic_load(&f->stop) && !interrupt_seen()) {
    const long number = atomic_fetch_add(&f->next, 1);
    if (number > f->count) break;
    run_arm(f, number, masses, report);
    const long done = atomic_fetch_add(&f->done, 1) + 1;
    if (w->shows) progress_show(done, (double)done / (double)f->count);
  }
  ulna_report_destroy(report);
  free(masses);
  return NULL;
}

/* As many threads as there are processors; if some cannot be started, the others do the work. */
static int run_fleet(fleet *f, bool quiet)
{
  const long processors = sysconf(_SC_NPROCESSORS_ONLN);
  const int wanted = processors > THREADS_MOST ? THREADS_MOST : processors < 1 ? 1 : (int)processors;
  pthread_t thread[THREADS_MOST];
  worker other = {f, false}, own = {f, !quiet};
  int started = 0;
  while (started < wanted - 1 && started < f->count - 1 &&
         pthread_create(&thread[started], NULL, work, &other) == 0)
    started++;
  work(&own);
  for (int k = 0; k < started; k++) pthread_join(thread[k], NULL);
  progress_clear();
  return started + 1;
}

static bool take_card_arms(const fleet *f, card_arms *a)
{
  const size_t n = (size_t)f->n, count = (size_t)f->count;
  double *masses = calloc(n, sizeof *masses);
  *a = (card_arms){.count = count};
  a->masses = calloc(n * count, sizeof *a->masses), a->friction = calloc(count, sizeof *a->friction);
  a->payload = calloc(count, sizeof *a->payload), a->off = calloc(count, sizeof *a->off);
  const bool good = masses && a->masses && a->friction && a->payload && a->off;
  for (size_t k = 0; k < count && good; k++) {
    const ulna_arm arm = arm_drawn(&f->vary, arm_seed(f->seed, (long)k + 1), f->n, masses);
    for (size_t i = 0; i < n; i++) a->masses[i * count + k] = (float)masses[i];
    a->friction[k] = (float)arm.friction, a->payload[k] = (float)arm.payload;
  }
  free(masses);
  return good;
}

/* All of them at once on a card. */
static int run_on_card(fleet *f)
{
  char why[CARD_WHY];
  card_arms a;
  int code = DONE;
  if (!take_card_arms(f, &a)) code = fail("out of memory");
  else if (!arms_on_card(f->scenario, &f->choice.with, &a, why)) code = fail("--on gpu: %s", why);
  for (long k = 0; k < f->count && code == DONE; k++) {
    f->arm[k] = (arm_figures){a.off[k], (double)NAN, false};
    if (isinf(a.off[k])) note_failure(f, k + 1, "its motion is not a number");
  }
  free(a.masses), free(a.friction), free(a.payload), free(a.off);
  return code;
}

/* The end of the scenario's own arm, for a scenario without a controller. */
static int run_own(fleet *f, const char *name)
{
  ulna_run *run = NULL;
  ulna_report *report = NULL;
  const ulna_run_sink sink = {.context = f, .step = heed_signal};
  if (ulna_report_create(NULL, &report) != ULNA_OK) return fail("out of memory");
  ulna_status status = ulna_run_create(f->scenario, &f->choice.with, NULL, report, &run);
  int code = status == ULNA_OK ? DONE : tell_first(report, name, status, NULL);
  const bool controlled = code == DONE && ulna_run_controller(run);
  if (code == DONE && !controlled) {
    status = ulna_run_advance(run, ulna_run_duration(run), &sink);
    f->end = calloc((size_t)f->n, sizeof *f->end);
    if (interrupt_seen()) code = 128 + interrupt_seen();
    else if (status != ULNA_OK) code = fail("the scenario's own arm fails: %s", ulna_run_failure(run));
    else if (!f->end) code = fail("out of memory");
    else memcpy(f->end, ulna_simulation_state(ulna_run_simulation(run)), (size_t)f->n * sizeof *f->end);
  }
  if (code == DONE) f->seed = ulna_run_seed(run);
  ulna_run_destroy(run);
  ulna_report_destroy(report);
  return code;
}

/* ---- the summary */

typedef struct {
  long worst, loaded, failed, worthless; /* numbers of arms from 1, 0: none; counts */
  double median, most; /* over the arms that reached the end: off; 95 % are off by less than `most` */
  double wall;
  int threads;
} fleet_summary;

static bool summarise(const fleet *f, fleet_summary *s)
{
  double *off = calloc((size_t)f->count, sizeof *off);
  long whole = 0;
  if (!off) return false;
  for (long k = 0; k < f->count; k++) {
    const arm_figures *a = &f->arm[k];
    if (isinf(a->off)) s->failed++;
    else off[whole++] = a->off;
    s->worthless += a->worthless;
    if (!s->worst || a->off > f->arm[s->worst - 1].off) s->worst = k + 1;
    if (!isnan(a->load) && (!s->loaded || a->load > f->arm[s->loaded - 1].load)) s->loaded = k + 1;
  }
  qsort(off, (size_t)whole, sizeof *off, rising);
  s->median = whole ? off[whole / 2] : (double)NAN;
  s->most = whole ? off[whole * 95 / 100] : (double)NAN;
  free(off);
  return true;
}

static void tell_worst(const fleet *f, const fleet_summary *s)
{
  const uint64_t seed = arm_seed(f->seed, s->worst);
  double *masses = calloc((size_t)f->n, sizeof *masses);
  if (!masses) return;
  const ulna_arm arm = arm_drawn(&f->vary, seed, f->n, masses);
  out_printf("worst      arm %ld, seed %llu\n           masses", s->worst, (unsigned long long)seed);
  for (int i = 0; i < f->n; i++)
    out_printf("%s %+.1f", i && i % 8 == 0 ? "\n                 " : "", 100 * (masses[i] - 1));
  out_printf(" %%\n           friction %+.1f %%, payload %.3g kg; --arm %ld runs and records it alone\n",
             100 * (arm.friction - 1), arm.payload, s->worst);
  free(masses);
}

static void tell_text(const fleet *f, const fleet_summary *s, const char *name)
{
  char words[VARY_WORDS];
  const bool hand = !f->end && !f->card;
  const double scale = hand ? 1e3 : 1;
  const char *unit = hand ? "mm" : "rad or m";
  out_printf("arms       %ld of %s, seed %llu\n", f->count, name, (unsigned long long)f->seed);
  out_printf("varied     %s\n", vary_words(&f->vary, words));
  out_printf("wall time  %.3g s, %.3g arms per second, ", s->wall, (double)f->count / s->wall);
  if (f->card) out_text("on the card\n");
  else out_printf("%d thread%s\n", s->threads, s->threads > 1 ? "s" : "");
  if (s->failed < f->count)
    out_printf("%s median %.4g %s, 95 %% below %.4g %s\n",
               hand      ? "error      of the hand at most:"
               : f->card ? "error      of a joint at most:"
                         : "apart      from the scenario's own arm at the end:",
               scale * s->median, unit, scale * s->most, unit);
  if (s->worst && isfinite(f->arm[s->worst - 1].off))
    out_printf("           worst %.4g %s: arm %ld\n", scale * f->arm[s->worst - 1].off, unit, s->worst);
  if (s->loaded)
    out_printf("effort     at most %.3g %% of a joint's limit: arm %ld\n", 100 * f->arm[s->loaded - 1].load,
               s->loaded);
  if (s->failed)
    out_printf("failed     %ld could not go on; arm %ld: %s\n", s->failed, f->failed_arm, f->why);
  if (s->worthless) out_printf("worthless  %ld runs, as the summary of each would say\n", s->worthless);
  if (s->worst) tell_worst(f, s);
}

static void tell_json(const fleet *f, const fleet_summary *s, const char *name)
{
  out_text("{\"scenario\": ");
  out_json_string(name);
  out_printf(",\n \"arms\": %ld, \"on\": \"%s\", \"seed\": %llu", f->count, f->card ? "gpu" : "cpu",
             (unsigned long long)f->seed);
  out_printf(", \"figure\": \"%s\"", f->card  ? "joint_error_largest"
                                     : f->end ? "joints_apart_at_end"
                                              : "hand_error_largest");
  number_json("median", s->median);
  number_json("percentile_95", s->most);
  number_json("worst", s->worst ? f->arm[s->worst - 1].off : (double)NAN);
  out_printf(",\n \"worst_arm\": %ld, \"worst_seed\": %llu", s->worst,
             (unsigned long long)(s->worst ? arm_seed(f->seed, s->worst) : 0));
  number_json("effort_share", s->loaded ? f->arm[s->loaded - 1].load : (double)NAN);
  out_printf(", \"effort_arm\": %ld, \"failed\": %ld, \"worthless\": %ld", s->loaded, s->failed,
             s->worthless);
  number_json("wall_time", s->wall);
  out_printf(", \"threads\": %d,\n \"figures\": [", s->threads);
  for (long k = 0; k < f->count; k++) {
    out_text(k ? ", " : "");
    if (isfinite(f->arm[k].off)) out_number(f->arm[k].off);
    else out_text("null");
  }
  out_text("]}\n");
}

static int count_of(const arguments *args, option_id id, long most, long *count)
{
  double x;
  if (ulna_number(args->value[id], &x) == NUMBER_READ && x >= 1 && x <= (double)most && x == floor(x)) {
    *count = (long)x;
    return DONE;
  }
  return fail("--%s: \"%s\" is not a whole number from 1 to %ld", options[id].name, args->value[id], most);
}

static int open_fleet(const arguments *args, const ulna_scenario *scenario, fleet *f)
{
  f->scenario = scenario, f->n = ulna_model_joint_count(ulna_scenario_model(scenario));
  if (count_of(args, OPT_ARMS, ARMS_MOST, &f->count) != DONE ||
      vary_read(args->value[OPT_VARY], &f->vary) != DONE || read_choice(args, scenario, &f->choice) != DONE)
    return BAD;
  f->seed = f->choice.with.seed ? f->choice.seed : ulna_scenario_seed(scenario);
  return DONE;
}

int run_arms(const arguments *args, const char *name, const ulna_scenario *scenario)
{
  fleet f = {.next = 1};
  const bool quiet = given(args, OPT_QUIET),
             on_card = given(args, OPT_ON) && strcmp(args->value[OPT_ON], "gpu") == 0;
  int code = open_fleet(args, scenario, &f);
  if (code == DONE && given(args, OPT_VIEW)) code = fail("--view: say with --arm which of the arms to show");
  if (code == DONE && given(args, OPT_COMPARE)) code = fail("--arms and --compare do not go together");
  if (code == DONE && given(args, OPT_REPORT))
    code = fail("--report: say with --arm which of the arms to report on");
  if (code == DONE && given(args, OPT_RECORD))
    code = fail("--record: say with --arm which of the arms to record");
  if (code != DONE) return code;
  interrupt_catch();
  if (!on_card) code = run_own(&f, name);
  f.arm = code == DONE ? calloc((size_t)f.count, sizeof *f.arm) : NULL;
  if (code == DONE && !f.arm) code = fail("out of memory");
  if (code == DONE) {
    fleet_summary s = {.worst = 0};
    pthread_mutex_init(&f.first, NULL);
    const double start = clock_seconds();
    f.card = on_card;
    if (on_card) code = run_on_card(&f);
    else s.threads = run_fleet(&f, quiet);
    s.wall = clock_seconds() - start;
    const char *format = args->value[OPT_SUMMARY_FORMAT];
    if (code != DONE) {
      s.wall = 0;  // said already
    } else if (interrupt_seen()) {
      note("stopped by %s after %ld of %ld arms", interrupt_name(), atomic_load(&f.done), f.count);
      code = 128 + interrupt_seen();
    } else if (atomic_load(&f.stop) || !summarise(&f, &s)) {
      code = fail("out of memory");
    } else {
      if (format && strcmp(format, "json") == 0) tell_json(&f, &s, name);
      else if (!quiet) tell_text(&f, &s, name);
      if (s.failed || s.worthless) code = WORTHLESS;
    }
    pthread_mutex_destroy(&f.first);
  }
  free(f.arm);
  free(f.end);
  return code;
}

int choose_arm(const arguments *args, const ulna_scenario *scenario, run_choice *choice, chosen_arm *chosen)
{
  fleet f = {.next = 1};
  long number = 0;
  for (int id = OPT_VARY; id <= OPT_ARM && !given(args, OPT_ARMS); id++)
    if (given(args, (option_id)id)) return fail("--%s: it needs --arms", options[id].name);
  if (!given(args, OPT_ARM)) return DONE;
  if (open_fleet(args, scenario, &f) != DONE || count_of(args, OPT_ARM, f.count, &number) != DONE) return BAD;
  chosen->masses = calloc((size_t)f.n, sizeof *chosen->masses);
  if (!chosen->masses) return fail("out of memory");
  choice->seed = arm_seed(f.seed, number);
  chosen->arm = arm_drawn(&f.vary, choice->seed, f.n, chosen->masses);
  choice->with.seed = &choice->seed, choice->with.arm = &chosen->arm;
  return DONE;
}
