/* Every public function of dynamics of one build of the library, or of two by turns: is the new one slower?
 *
 *   compare_libraries [OLD_FOLDER] FOLDER [ROBOT.yaml | chain:N ...] [--csv FILE] [--only PART_OF_A_NAME]
 *
 * chain:N is an arm of N revolute joints, none of them special. Where one folder and no robot is named, chains are timed by turns
 * too, at the steps where other ways are taken: from eight columns of a matrix, which are whole groups, to nine; from nine joints,
 * the last with a text of their own, to ten; from fifteen to sixteen.
 * A folder holds libulna.so and libulna_read.so. Each pair is loaded into a name space of its own (dlmopen), so that both
 * may have the same names. A function that one of them lacks, or has with other arguments, is left out. The answers of two builds
 * are compared first, and states that a function refuses are counted; then they walk over the same 256 states by turns, untimed for
 * a while, and the lowest decile of the walks counts. A machine that is shared has slow seconds, and one and the same library takes up
 * to 1.4 times as long by where its pages happen to lie in memory: the list is walked through three times, each time by another copy of
 * the libraries, and the lowest figures are printed. subjects.c has the functions. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/random.h"
#include "bench.h"
#include "subjects.h"

enum { PASSES = 3 };

static void give_up(const char *what, const char *why)
{
  fprintf(stderr, "compare_libraries: %s: %s\n", what, why);
  exit(2);
}

/* A copy of a file in memory, so that its pages lie elsewhere; the descriptor stays open. */
static int copy_of(const char *path)
{
  FILE *from = fopen(path, "rb");
  const int copy = memfd_create(path, 0);
  FILE *to = copy < 0 ? NULL : fdopen(dup(copy), "wb");
  if (!from || !to) give_up(path, "cannot be copied");
  char bytes[1 << 16];
  size_t got;
  while ((got = fread(bytes, 1, sizeof bytes, from)) > 0)
    if (fwrite(bytes, 1, got, to) != got) give_up(path, "cannot be copied");
  if (ferror(from) || fclose(to) != 0) give_up(path, "cannot be copied");
  fclose(from);
  return copy;
}

static void *load(const char *folder, const char *name, Lmid_t *space)
{
  char path[4096], copy[64];
  snprintf(path, sizeof path, "%s/%s", folder, name);
  snprintf(copy, sizeof copy, "/proc/self/fd/%d", copy_of(path));
  void *library = dlmopen(*space, copy, RTLD_NOW | RTLD_LOCAL);
  if (!library) give_up(path, dlerror());
  if (dlinfo(library, RTLD_DI_LMID, space) != 0) give_up(path, dlerror());
  return library;
}

static any_function find(void *library, const char *name)
{
  any_function f = NULL;
  void *symbol = dlsym(library, name);
  memcpy(&f, &symbol, sizeof f);
  return f;
}

/* What functions were called before the interface was made regular, and after; without their prefix. */
static const char *const renamed[][2] = {{"tip_torques", "hand_torques"},
                                         {"tip_torques_by", "hand_torques_by"},
                                         {"tool_pose", "hand_pose"},
                                         {"effective_inertias", "joint_inertias"},
                                         {"effective_inertia", "actuator_inertias"},
                                         {"drive_inverse", "drive_inverse_dynamics"},
                                         {"drive_forward", "drive_forward_dynamics"}};

/* A function by the name it has in this library. */
static any_function find_renamed(void *library, const char *name)
{
  any_function f = find(library, name);
  for (size_t k = 0; k < sizeof renamed / sizeof renamed[0] && !f; k++)
    for (int way = 0; way < 2 && !f; way++) {
      char other[80];
      if (strcmp(name + strlen("ulna_"), renamed[k][way]) != 0) continue;
      snprintf(other, sizeof other, "ulna_%s", renamed[k][1 - way]);
      f = find(library, other);
    }
  return f;
}

static any_function must_find(void *library, const char *name)
{
  any_function f = find(library, name);
  if (!f) give_up(name, "not in the library");
  return f;
}

static side open_side(const char *folder)
{
  side s = {.folder = folder};
  Lmid_t space = LM_ID_NEWLM;
  s.core = load(folder, "libulna.so", &space);
  s.readers = load(folder, "libulna_read.so", &space);
  s.regular = find(s.core, "ulna_work_parts") != NULL;
  s.choices_first = find(s.core, "ulna_plant_state_count") != NULL;  // it got its name in the same change
  return s;
}

/* N of chain:N, 0 for the name of a file. */
static int chain_length(const char *path) { return strncmp(path, "chain:", 6) == 0 ? atoi(path + 6) : 0; }

/* The text of an arm of n revolute joints in Denavit–Hartenberg parameters; its length. */
static size_t write_chain(int n, char text[], size_t room)
{
  size_t length =
      (size_t)snprintf(text, room, "ulna: 1\nname: chain\ngravity: [0, 0, -9.81]\nconvention: dh\njoints:\n");
  for (int i = 0; i < n && length < room; i++)
    length += (size_t)snprintf(
        text + length, room - length,
        "  - {name: j%d, type: revolute, theta: %.3f, d: %.3f, a: %.3f, alpha: %.3f,\n"
        "     link: {name: l%d, mass: %.3f, com: [%.3f, %.3f, %.3f],\n"
        "            inertia: {about: com, xx: %.3f, yy: %.3f, zz: %.3f, xy: 0.001, xz: 0.002, yz: -0.001}}}\n",
        i + 1, 0.1 * i, 0.2 + 0.01 * i, 0.1 + 0.02 * i, i % 2 ? 1.3 : -1.1 + 0.05 * i, i + 1, 3 - 0.05 * i,
        0.01 * i, 0.05 - 0.01 * i, 0.02, 0.05, 0.06 - 0.002 * i, 0.04);
  if (length >= room) give_up("chain", "too many joints");
  return length;
}

/* What functions of a regular interface need beside a work. Limits of the joints are left out: states are drawn beyond them. */
static void prepare(side *s)
{
  typedef ulna_status creates(const ulna_model *, const ulna_resolve_options *, const void *,
                              ulna_resolver **);
  ulna_resolve_options o =
      ((ulna_resolve_options(*)(void))must_find(s->core, "ulna_resolve_options_default"))();
  o.ignore_limits = true;
  if (((creates *)must_find(s->core, "ulna_resolver_create"))(s->model, &o, NULL, &s->resolver) != ULNA_OK)
    give_up("resolver", "cannot be made");
  s->ik = ((ulna_ik_options(*)(void))must_find(s->core, "ulna_ik_options_default"))();
  s->ik.ignore_limits = true;
}

static void read_robot(side *s, const char *path)
{
  typedef ulna_status reads(const char *, const void *, const void *, void *, ulna_model **);
  typedef ulna_status reads_text(const char *, size_t, const char *, const void *, const void *, void *,
                                 ulna_model **);
  typedef ulna_status creates(const ulna_model *, const void *, ulna_work **);
  typedef ulna_status creates_parts(const ulna_model *, unsigned, const void *, ulna_work **);
  const unsigned all_parts = ULNA_PARTS_ALL;
  const int chain = chain_length(path);
  ulna_status read;
  if (chain > 0) {
    char text[400 * (MOST_JOINTS + 1)];
    const size_t length = write_chain(chain, text, sizeof text);
    read = ((reads_text *)must_find(s->readers, "ulna_model_read_text"))(text, length, "chain.yaml", NULL,
                                                                         NULL, NULL, &s->model);
  } else {
    read = ((reads *)must_find(s->readers, "ulna_model_read"))(path, NULL, NULL, NULL, &s->model);
  }
  if (read != ULNA_OK) give_up(path, "cannot be read");
  const any_function create = must_find(s->core, "ulna_work_create");
  const ulna_status status = s->regular ? ((creates_parts *)create)(s->model, all_parts, NULL, &s->work)
                                        : ((creates *)create)(s->model, NULL, &s->work);
  if (status != ULNA_OK) give_up(path, "no memory");
  s->frames = ((int (*)(const ulna_model *))must_find(s->core, "ulna_model_frame_count"))(s->model);
  s->resolver = NULL;
  if (s->regular) prepare(s);
}

static void close_robot(side *s)
{
  if (s->resolver) ((void (*)(ulna_resolver *))must_find(s->core, "ulna_resolver_destroy"))(s->resolver);
  ((void (*)(ulna_work *))must_find(s->core, "ulna_work_destroy"))(s->work);
  ((void (*)(ulna_model *))must_find(s->core, "ulna_model_destroy"))(s->model);
}

static void *room(size_t count, size_t size)
{
  void *p = calloc(count, size);
  if (!p) give_up("states", "no memory");
  return p;
}

/* What is made from q, qd and a little noise. */
static void derive(states *x, const side *s, uint64_t *random)
{
  typedef void coupling(const ulna_model *, const double *, double *, double *, double *);
  typedef void pose(const ulna_model *, ulna_work *, const double *, ulna_pose *);
  typedef ulna_status modes(const ulna_model *, ulna_work *, const double *, const double *, int *);
  coupling *const actuators = (coupling *)must_find(s->core, "ulna_coupling");
  pose *const hand = (pose *)find_renamed(s->core, "ulna_hand_pose");
  modes *const slips = s->regular ? (modes *)must_find(s->core, "ulna_stick_modes") : NULL;
  for (int k = 0; k < STATES; k++) {
    const int at = k * x->n;
    for (int i = 0; i < x->n; i++) x->near[at + i] = x->q[at + i] + random_between(random, -0.02, 0.02);
    for (int i = 0; i < 6; i++) x->hand[6 * k + i] = random_between(random, -1, 1);
    actuators(s->model, x->q + at, x->q_a + at, NULL, NULL);
    hand(s->model, s->work, x->q + at, x->pose + k);
    if (slips && slips(s->model, s->work, x->q + at, x->qd + at, x->mode + k * MOST_PLACES) != ULNA_OK)
      give_up("ulna_stick_modes", "failed");
  }
  for (int i = 0; i < x->n; i++) x->kp[i] = 100, x->kv[i] = 20, x->mu[i] = 0.05;
}

static states draw(const side *s)
{
  states x = {0};
  x.n = ((int (*)(const ulna_model *))must_find(s->core, "ulna_model_joint_count"))(s->model);
  if (x.n > MOST_JOINTS) give_up("robot", "too many joints");
  const size_t count = (size_t)x.n * STATES;
  double **const lists[] = {&x.q, &x.qd, &x.qdd, &x.tau, &x.near, &x.q_a};
  const double reach[] = {1.5, 2, 5, 30};
  uint64_t random = 1980;
  for (int k = 0; k < 6; k++) {
    *lists[k] = room(count, sizeof(double));
    for (size_t i = 0; i < count && k < 4; i++) (*lists[k])[i] = random_between(&random, -reach[k], reach[k]);
  }
  x.hand = room(6 * STATES, sizeof(double));
  x.pose = room(STATES, sizeof(ulna_pose));
  x.mode = room((size_t)MOST_PLACES * STATES, sizeof(int));
  derive(&x, s, &random);
  return x;
}

static void forget(states *x)
{
  free(x->q), free(x->qd), free(x->qdd), free(x->tau), free(x->near), free(x->q_a);
  free(x->hand), free(x->pose), free(x->mode);
}

/* Relative to the largest number, but not of numbers that are roundings themselves: what is left out of rotors on the base. */
static double difference(const double a[], const double b[], size_t count)
{
  double scale = 1e-3, most = 0;
  for (size_t i = 0; i < count; i++) {
    if (!isfinite(a[i]) && !isfinite(b[i])) continue;
    scale = fmax(scale, fabs(a[i]));
    const double d = fabs(a[i] - b[i]);
    if (isnan(d)) return d;
    if (d > most) most = d;
  }
  return most / scale;
}

typedef struct {
  double ns[2], difference;
  int refused;  // states without an answer
} result;

static void keep_lower(int pass, result *kept, const result *found)
{
  if (pass == 0) *kept = *found;
  for (int k = 0; k < 2; k++) kept->ns[k] = fmin(kept->ns[k], found->ns[k]);
}

/* What is timed: a function of one side over its own states. */
typedef struct {
  const side *on;
  any_function f;
  const subject *what;
  const states *x;
  double *answer;
  int walks;  // as many as take long enough against the clock's grain
} walker;

static double walk(const walker *w, int walks)
{
  const double start = bench_now();
  for (int k = 0; k < walks; k++) subject_walk(w->on, w->f, w->what, w->x, w->answer);
  return bench_now() - start;
}

/* The first walk gives the answers; then all walk for a hundredth of a second. Who answers nothing leaves the NaN that was there. */
static int warm_up(walker walkers[], int count)
{
  const double long_enough = 20e3, patience = 10e6;  // ns
  int refused = 0;
  for (int k = 0; k < count; k++) {
    const int width = subject_width(walkers[k].what, walkers[k].x->n), calls = subject_calls(walkers[k].what);
    for (int i = 0; i < calls * width; i++) walkers[k].answer[i] = (double)NAN;
    walk(&walkers[k], 1);
    int none = 0;
    for (int i = 0; i < calls; i++) none += isnan(walkers[k].answer[i * width]);
    if (none > refused) refused = none;
  }
  const double start = bench_now();
  do
    for (int k = 0; k < count; k++) walkers[k].walks = (int)(long_enough / walk(&walkers[k], 1)) + 1;
  while (bench_now() - start < patience);
  return refused;
}

/* Each side walks over its own states. */
static result time_sides(const side sides[], int count, const any_function f[2], const subject *what,
                         const states x[2])
{
  enum { MOST_ROUNDS = 400 };
  static double times[2][MOST_ROUNDS];
  const int calls = subject_calls(what), least_rounds = calls == 1 ? 3 : 15;
  walker walkers[2];
  for (int k = 0; k < count; k++) {
    const size_t numbers = (size_t)calls * (size_t)subject_width(what, x[k].n);
    walkers[k] = (walker){&sides[k], f[k], what, &x[k], room(numbers, sizeof(double)), 1};
  }
  result r = {.refused = warm_up(walkers, count)};
  if (count == 2 && x[0].n == x[1].n)
    r.difference =
        difference(walkers[0].answer, walkers[1].answer, (size_t)calls * (size_t)subject_width(what, x[0].n));
  const double begin = bench_now();
  int round = 0;
  for (; round < MOST_ROUNDS && (round < least_rounds || bench_now() - begin < 0.4e9); round++)
    for (int turn = 0; turn < count; turn++) {
      const int k = (turn + round) % count;  // who goes first changes
      times[k][round] = walk(&walkers[k], walkers[k].walks) / (walkers[k].walks * calls);
    }
  for (int k = 0; k < count; k++) {
    qsort(times[k], (size_t)round, sizeof(double), rising);
    r.ns[k] = times[k][round / 10];
    free(walkers[k].answer);
  }
  return r;
}

static void print_result(const char *path, int n, const char *text, int count, const result *r, FILE *csv)
{
  printf("  %-52s %9.1f", text, r->ns[0]);
  if (count == 2) printf(" %9.1f %7.3f  %.1e", r->ns[1], r->ns[1] / r->ns[0], r->difference);
  if (r->refused) printf("  %d states refused", r->refused);
  printf("\n");
  fflush(stdout);
  if (!csv) return;
  if (count == 1) fprintf(csv, "\"%s (n = %d)\",\"%s\",,%.2f,,\n", path, n, text, r->ns[0]);
  else
    fprintf(csv, "%s,%d,%s,%.3f,%.3f,%.4f,%.3g\n", path, n, text, r->ns[0], r->ns[1], r->ns[1] / r->ns[0],
            r->difference);
}

static const char *file_of(const char *path)
{
  const char *slash = strrchr(path, '/');
  return slash ? slash + 1 : path;
}

/* The function by its name in each library; false where one cannot be called so. */
static bool find_in_all(const side sides[], int count, const subject *what, any_function f[2])
{
  bool there = true;
  for (int k = 0; k < count; k++) {
    f[k] = find_renamed(sides[k].core, what->name);
    there = there && f[k] && subject_fits(what, &sides[k]);
  }
  return there;
}

/* Every function of the sides, over their states; the caller prints what was found. found[i].ns[0] is 0 where there is none. A
 * search that takes no state is timed once, and not for lengths of arms. */
static void time_all(side copies[PASSES][2], int count, const states x[2], const char *only, result found[])
{
  for (int pass = 0; pass < PASSES; pass++)
    for (int i = 0; i < subject_count; i++) {
      const side *sides = copies[pass];
      char text[80];
      subject_name(&subjects[i], text);
      any_function f[2] = {NULL, NULL};
      if ((only && !strstr(text, only)) || !find_in_all(sides, count, &subjects[i], f)) continue;
      if (subject_calls(&subjects[i]) == 1 && (pass > 0 || x[0].n != x[1].n)) continue;
      const result r = time_sides(sides, count, f, &subjects[i], x);
      keep_lower(pass, &found[i], &r);
    }
}

static void time_robot(side copies[PASSES][2], int count, const char *path, const char *only, FILE *csv)
{
  for (int pass = 0; pass < PASSES; pass++)
    for (int k = 0; k < count; k++) read_robot(&copies[pass][k], path);
  states x = draw(&copies[0][count - 1]);
  const states both[2] = {x, x};
  printf("\nPublic functions of dynamics, %s (n = %d), lowest decile\n  %-52s %9s", file_of(path), x.n, "",
         count == 1 ? "ns" : "old ns");
  printf(count == 1 ? "\n" : " %9s %7s  %s\n", "new ns", "ratio", "difference");
  result *least = room((size_t)subject_count, sizeof *least);
  time_all(copies, count, both, only, least);
  for (int i = 0; i < subject_count; i++) {
    char text[80];
    subject_name(&subjects[i], text);
    if (only && !strstr(text, only)) continue;
    if (least[i].ns[0] > 0) print_result(file_of(path), x.n, text, count, &least[i], csv);
    else printf("  %-52s left out\n", text);
  }
  free(least);
  forget(&x);
  for (int pass = 0; pass < PASSES; pass++)
    for (int k = 0; k < count; k++) close_robot(&copies[pass][k]);
}

/* The same functions of two arms, by turns. */
static void time_lengths(side copies[PASSES][2], const int lengths[2], const char *only, FILE *csv)
{
  side arms[PASSES][2];
  states x[2];
  char paths[2][16];
  for (int k = 0; k < 2; k++) {
    snprintf(paths[k], sizeof paths[k], "chain:%d", lengths[k]);
    for (int pass = 0; pass < PASSES; pass++)
      arms[pass][k] = copies[pass][0], read_robot(&arms[pass][k], paths[k]);
    x[k] = draw(&arms[0][k]);
  }
  printf("\nChains of %d and %d revolute joints, lowest decile\n  %-52s %9s %9s %7s\n", x[0].n, x[1].n, "",
         "ns", "ns", "ratio");
  result *least = room((size_t)subject_count, sizeof *least);
  time_all(arms, 2, x, only, least);
  for (int i = 0; i < subject_count; i++) {
    const double *ns = least[i].ns;
    if (!(ns[0] > 0)) continue;
    char text[80];
    subject_name(&subjects[i], text);
    printf("  %-52s %9.1f %9.1f %7.3f\n", text, ns[0], ns[1], ns[1] / ns[0]);
    for (int k = 0; csv && k < 2; k++)
      fprintf(csv, "\"%s (n = %d)\",\"%s\",,%.2f,,\n", paths[k], x[k].n, text, ns[k]);
  }
  fflush(stdout);
  free(least);
  for (int k = 0; k < 2; k++) {
    for (int pass = 0; pass < PASSES; pass++) close_robot(&arms[pass][k]);
    forget(&x[k]);
  }
}

static bool is_robot(const char *path)
{
  if (chain_length(path) > 0) return true;
  const size_t length = strlen(path);
  return length > 5 && (strcmp(path + length - 5, ".yaml") == 0 || strcmp(path + length - 5, ".urdf") == 0);
}

int main(int argument_count, char *arguments[])
{
  const char *robots[16] = {ULNA_ROBOTS "/panda.yaml", ULNA_ROBOTS "/puma560.yaml",
                            ULNA_ROBOTS "/stanford.yaml"};
  const char *only = NULL, *csv_path = getenv("ULNA_BENCH_CSV");
  const char *folders[2] = {NULL, NULL};
  int given = 0, count = 0;
  for (int i = 1; i < argument_count; i++) {
    const bool has_value = i + 1 < argument_count;
    if (strcmp(arguments[i], "--csv") == 0 && has_value) csv_path = arguments[++i];
    else if (strcmp(arguments[i], "--only") == 0 && has_value) only = arguments[++i];
    else if (is_robot(arguments[i]) && given < 16) robots[given++] = arguments[i];
    else if (count < 2) folders[count++] = arguments[i];
  }
  if (count == 0)
    give_up("usage",
            "compare_libraries [OLD_FOLDER] FOLDER [ROBOT.yaml | chain:N ...] [--csv FILE] [--only NAME]");
  FILE *csv = csv_path ? fopen(csv_path, "a") : NULL;
  if (csv_path && !csv) give_up(csv_path, "cannot be written");
  side copies[PASSES][2];
  for (int pass = 0; pass < PASSES; pass++)
    for (int k = 0; k < count; k++) copies[pass][k] = open_side(folders[k]);
  for (int i = 0; i < (given ? given : 3); i++) time_robot(copies, count, robots[i], only, csv);
  static const int steps[][2] = {{8, 9}, {9, 10}, {15, 16}};
  for (int i = 0; count == 1 && given == 0 && i < 3; i++) time_lengths(copies, steps[i], only, csv);
  if (csv) fclose(csv);
  return 0;
}
