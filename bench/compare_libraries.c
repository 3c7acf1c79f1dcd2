/* Every public function of dynamics of one build of the library, or of two by turns: is the new one slower?
 *
 *   compare_libraries [OLD_FOLDER] FOLDER [ROBOT.yaml | chain:N ...] [--csv FILE] [--only PART_OF_A_NAME]
 *
 * chain:N is an arm of N revolute joints, none of them special. Where one folder and no robot is named, chains of eight and of
 * nine joints are timed by turns too: the step from eight columns of a matrix, which are whole groups, to nine.
 * A folder holds libulna.so and libulna_read.so. Each pair is loaded into a name space of its own (dlmopen), so that both
 * may have the same names. A function that one of them lacks is left out. The answers of two builds are compared first;
 * then they walk over the same 256 states by turns, and the lowest decile of the walks counts. A machine that is shared has slow
 * seconds: the list is walked through three times, and the lowest figures are printed. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "ulna/ulna.h"

enum { STATES = 256, MOST_JOINTS = 32, WIDTH = 13 * (MOST_JOINTS + 1) * MOST_JOINTS };

typedef struct {
  const char *folder;
  void *core, *readers;
  bool regular;  // its interface has one order of arguments, and works have parts; else as it was before
  ulna_model *model;
  ulna_work *work;
} side;

typedef struct {
  int n;
  double *q, *qd, *qdd, *tau;  // STATES rows of n
} states;

typedef void (*any_function)(void);

static void give_up(const char *what, const char *why)
{
  fprintf(stderr, "compare_libraries: %s: %s\n", what, why);
  exit(2);
}

static void *load(const char *folder, const char *name, Lmid_t *space)
{
  char path[4096];
  snprintf(path, sizeof path, "%s/%s", folder, name);
  void *library = dlmopen(*space, path, RTLD_NOW | RTLD_LOCAL);
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

/* What a function takes after model and work; its name says which it is. */
typedef enum {
  OF_Q,             // q, out
  OF_Q_VALUE,       // q; returns the answer
  OF_Q_NUMBER,      // the same, or q, out
  OF_Q_QD,          // q, qd, out
  OF_Q_QD_VALUE,    // q, qd; returns the answer
  OF_MOTION,        // q, qd, qdd, out
  OF_FORCES,        // q, qd, tau, out
  OF_Q_TWO,         // q, out, out + n
  OF_Q_QD_TWO,      // q, qd, out, out + 1
  BY_METHOD,        // method, q, qd, qdd, out
  BY_METHOD_Q,      // method, q, out
  BY_METHOD_QD,     // method, q, qd, out
  BY_ROUTE,         // route, q, qd, tau, out
  POINT_Q,          // q, NULL, base axes, out
  POINT_QD,         // q, qd, NULL, base axes, out
  POINT_QDD,        // q, qd, qdd, NULL, base axes, out, out + 6
  SOLVE,            // q, 1, tau, out
  WRENCHES,         // q, qd, qdd, force, moment
  FORCES_F,         // q, qd, qdd, {F}
  FORCES_ALL,       // q, qd, qdd, {all}
  UDUT_SOLVE,       // q, tau, three outputs
  MOTION_RATES,     // q, qd, qdd, out (n), three matrices
  FORCE_RATES,      // q, qd, tau, out (n), three matrices
  LINKS_REGRESSOR,  // which, q, qd, qdd, out, NULL
} shape;

typedef struct {
  const char *name;
  shape takes;
  int choice;    // method or route
  int width[3];  // numbers in an answer: w0 + w1 n + w2 n²
} subject;

static const subject subjects[] = {
    {"ulna_inverse_dynamics", OF_MOTION, 0, {0, 1, 0}},
    {"ulna_bias", OF_Q_QD, 0, {0, 1, 0}},
    {"ulna_coriolis_vector", OF_Q_QD, 0, {0, 1, 0}},
    {"ulna_gravity_torques", OF_Q, 0, {0, 1, 0}},
    {"ulna_hand_torques", OF_Q, 0, {0, 1, 0}},
    {"ulna_mass_matrix", OF_Q, 0, {0, 0, 1}},
    {"ulna_coriolis_matrix", OF_Q_QD, 0, {0, 0, 1}},
    {"ulna_joint_wrenches", WRENCHES, 0, {0, 6, 0}},
    {"ulna_kinetic_energy", OF_Q_QD_VALUE, 0, {1, 0, 0}},
    {"ulna_potential_energy", OF_Q_VALUE, 0, {1, 0, 0}},
    {"ulna_power_balance", OF_MOTION, 0, {3, 0, 0}},
    {"ulna_inverse_dynamics_by", BY_METHOD, ULNA_INVERSE_LAGRANGE, {0, 1, 0}},
    {"ulna_inverse_dynamics_by", BY_METHOD, ULNA_INVERSE_NEWTON_EULER, {0, 1, 0}},
    {"ulna_inverse_dynamics_by", BY_METHOD, ULNA_INVERSE_MODIFIED_NEWTON_EULER, {0, 1, 0}},
    {"ulna_inverse_dynamics_by", BY_METHOD, ULNA_INVERSE_ANGELES, {0, 1, 0}},
    {"ulna_inverse_dynamics_by", BY_METHOD, ULNA_INVERSE_STROBE, {0, 1, 0}},
    {"ulna_bias_by", BY_METHOD_QD, ULNA_INVERSE_NEWTON_EULER, {0, 1, 0}},
    {"ulna_coriolis_vector_by", BY_METHOD_QD, ULNA_INVERSE_NEWTON_EULER, {0, 1, 0}},
    {"ulna_gravity_torques_by", BY_METHOD_Q, ULNA_INVERSE_NEWTON_EULER, {0, 1, 0}},
    {"ulna_hand_torques_by", BY_METHOD_Q, ULNA_INVERSE_NEWTON_EULER, {0, 1, 0}},
    {"ulna_mass_matrix_by", BY_METHOD_Q, ULNA_INVERSE_STROBE, {0, 0, 1}},
    {"ulna_forward_dynamics", OF_FORCES, 0, {0, 1, 0}},
    {"ulna_forward_dynamics_by", BY_ROUTE, ULNA_FORWARD_STROBE, {0, 1, 0}},
    {"ulna_forward_dynamics_by", BY_ROUTE, ULNA_FORWARD_COMPOSITE, {0, 1, 0}},
    {"ulna_forward_dynamics_by", BY_ROUTE, ULNA_FORWARD_SAHA, {0, 1, 0}},
    {"ulna_forward_dynamics_by", BY_ROUTE, ULNA_FORWARD_ARTICULATED, {0, 1, 0}},
    {"ulna_forward_dynamics_by", BY_ROUTE, ULNA_FORWARD_NOC, {0, 1, 0}},
    {"ulna_mass_matrix_inverse", OF_Q, 0, {0, 0, 1}},
    {"ulna_mass_matrix_solve", SOLVE, 0, {0, 1, 0}},
    {"ulna_joint_inertias", OF_Q_TWO, 0, {0, 2, 0}},
    {"ulna_mass_matrix_condition", OF_Q_NUMBER, 0, {1, 0, 0}},
    {"ulna_operational_inertia_at", POINT_Q, 0, {72, 0, 0}},
    {"ulna_udut_solve", UDUT_SOLVE, 0, {0, 3, 0}},
    {"ulna_inertia_shares", OF_Q, 0, {0, 1, 1}},
    {"ulna_link_poses", OF_Q, 0, {12, 12, 0}},
    {"ulna_hand_pose", OF_Q, 0, {12, 0, 0}},
    {"ulna_jacobian", POINT_Q, 0, {0, 6, 0}},
    {"ulna_jacobian_rate", POINT_QD, 0, {6, 0, 0}},
    {"ulna_point_motion", POINT_QDD, 0, {12, 0, 0}},
    {"ulna_manipulability", OF_Q, 0, {6, 0, 0}},
    {"ulna_drive_inverse_dynamics", FORCES_F, 0, {0, 1, 0}},
    {"ulna_drive_inverse_dynamics", FORCES_ALL, 0, {0, 5, 0}},
    {"ulna_drive_forward_dynamics", OF_FORCES, 0, {0, 1, 0}},
    {"ulna_drive_mass_matrix", OF_Q, 0, {0, 0, 1}},
    {"ulna_drive_bias", OF_Q_QD, 0, {0, 1, 0}},
    {"ulna_drive_energy", OF_Q_QD_TWO, 0, {2, 0, 0}},
    {"ulna_reflected_inertia", OF_Q, 0, {0, 1, 0}},
    {"ulna_actuator_inertias", OF_Q_TWO, 0, {0, 2, 0}},
    {"ulna_inverse_dynamics_derivatives", MOTION_RATES, 0, {0, 1, 3}},
    {"ulna_forward_dynamics_derivatives", FORCE_RATES, 0, {0, 1, 3}},
    {"ulna_regressor", LINKS_REGRESSOR, ULNA_REGRESSOR_LINKS, {0, 0, 10}},
};

/* Functions that return a status are called as if they returned none: their answers are compared anyway. */
typedef const ulna_model *M;
typedef ulna_work *W;
typedef const double *in;
typedef double *out;

/* One walk over all states. */
static void walk(const side *on, any_function f, const subject *what, const states *x, int width,
                 double answer[])
{
  const M m = on->model;
  const W w = on->work;
  const int n = x->n;
  for (int s = 0; s < STATES; s++) {
    const in q = x->q + s * n, qd = x->qd + s * n, qdd = x->qdd + s * n, tau = x->tau + s * n;
    const out to = answer + (size_t)s * (size_t)width;
    switch (what->takes) {
    case OF_Q: ((void (*)(M, W, in, out))f)(m, w, q, to); break;
    case OF_Q_VALUE: to[0] = ((double (*)(M, W, in))f)(m, w, q); break;
    case OF_Q_NUMBER:
      if (on->regular) ((void (*)(M, W, in, out))f)(m, w, q, to);
      else to[0] = ((double (*)(M, W, in))f)(m, w, q);
      break;
    case OF_Q_QD: ((void (*)(M, W, in, in, out))f)(m, w, q, qd, to); break;
    case OF_Q_QD_VALUE: to[0] = ((double (*)(M, W, in, in))f)(m, w, q, qd); break;
    case OF_MOTION: ((void (*)(M, W, in, in, in, out))f)(m, w, q, qd, qdd, to); break;
    case OF_FORCES: ((void (*)(M, W, in, in, in, out))f)(m, w, q, qd, tau, to); break;
    case OF_Q_TWO: ((void (*)(M, W, in, out, out))f)(m, w, q, to, to + n); break;
    case OF_Q_QD_TWO: ((void (*)(M, W, in, in, out, out))f)(m, w, q, qd, to, to + 1); break;
    case BY_METHOD: ((void (*)(M, W, int, in, in, in, out))f)(m, w, what->choice, q, qd, qdd, to); break;
    case BY_METHOD_Q: ((void (*)(M, W, int, in, out))f)(m, w, what->choice, q, to); break;
    case BY_METHOD_QD: ((void (*)(M, W, int, in, in, out))f)(m, w, what->choice, q, qd, to); break;
    case BY_ROUTE:
      if (on->regular) ((void (*)(M, W, int, in, in, in, out))f)(m, w, what->choice, q, qd, tau, to);
      else ((void (*)(int, M, W, in, in, in, out))f)(what->choice, m, w, q, qd, tau, to);
      break;
    case POINT_Q: ((void (*)(M, W, in, void *, int, out))f)(m, w, q, NULL, ULNA_AXES_BASE, to); break;
    case POINT_QD:
      ((void (*)(M, W, in, in, void *, int, out))f)(m, w, q, qd, NULL, ULNA_AXES_BASE, to);
      break;
    case POINT_QDD:
      ((void (*)(M, W, in, in, in, void *, int, out, out))f)(m, w, q, qd, qdd, NULL, ULNA_AXES_BASE, to,
                                                             to + 6);
      break;
    case SOLVE: ((void (*)(M, W, in, int, in, out))f)(m, w, q, 1, tau, to); break;
    case WRENCHES: ((void (*)(M, W, in, in, in, out, out))f)(m, w, q, qd, qdd, to, to + 3 * n); break;
    case FORCES_F:
    case FORCES_ALL: {
      const bool all = what->takes == FORCES_ALL;
      const ulna_drive_forces forces = {to, all ? to + n : NULL, all ? to + 2 * n : NULL,
                                        all ? to + 3 * n : NULL, all ? to + 4 * n : NULL};
      ((void (*)(M, W, in, in, in, const ulna_drive_forces *))f)(m, w, q, qd, qdd, &forces);
      break;
    }
    case MOTION_RATES:
      ((void (*)(M, W, in, in, in, out, out, out, out))f)(m, w, q, qd, qdd, to, to + n, to + n + n * n,
                                                          to + n + 2 * n * n);
      break;
    case FORCE_RATES:
      ((void (*)(M, W, in, in, in, out, out, out, out))f)(m, w, q, qd, tau, to, to + n, to + n + n * n,
                                                          to + n + 2 * n * n);
      break;
    case LINKS_REGRESSOR:
      ((void (*)(M, W, int, in, in, in, out, void *))f)(m, w, what->choice, q, qd, qdd, to, NULL);
      break;
    case UDUT_SOLVE: ((void (*)(M, W, in, in, out, out, out))f)(m, w, q, tau, to, to + n, to + 2 * n); break;
    }
  }
}

static double now(void)
{
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return 1e9 * (double)t.tv_sec + (double)t.tv_nsec;
}

static int rising(const void *a, const void *b)
{
  const double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

static double uniform(uint64_t *state, double reach)
{
  uint64_t z = *state += 0x9e3779b97f4a7c15u;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return reach * (2 * (double)((z ^ (z >> 31)) >> 11) * 0x1p-53 - 1);
}

static side open_side(const char *folder)
{
  side s = {.folder = folder};
  Lmid_t space = LM_ID_NEWLM;
  s.core = load(folder, "libulna.so", &space);
  s.readers = load(folder, "libulna_read.so", &space);
  s.regular = find(s.core, "ulna_work_parts") != NULL;
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
}

static void close_robot(side *s)
{
  ((void (*)(ulna_work *))must_find(s->core, "ulna_work_destroy"))(s->work);
  ((void (*)(ulna_model *))must_find(s->core, "ulna_model_destroy"))(s->model);
}

static states draw(const side *s)
{
  states x;
  x.n = ((int (*)(const ulna_model *))must_find(s->core, "ulna_model_joint_count"))(s->model);
  if (x.n > MOST_JOINTS) give_up("robot", "too many joints");
  const size_t count = (size_t)x.n * STATES;
  double **const lists[] = {&x.q, &x.qd, &x.qdd, &x.tau};
  const double reach[] = {1.5, 2, 5, 30};
  uint64_t random = 1980;
  for (int k = 0; k < 4; k++) {
    *lists[k] = malloc(count * sizeof(double));
    if (!*lists[k]) give_up("states", "no memory");
    for (size_t i = 0; i < count; i++) (*lists[k])[i] = uniform(&random, reach[k]);
  }
  return x;
}

static double difference(const double a[], const double b[], size_t count)
{
  double scale = 0, most = 0;
  for (size_t i = 0; i < count; i++) {
    if (!isfinite(a[i]) && !isfinite(b[i])) continue;
    scale = fmax(scale, fabs(a[i]));
    const double d = fabs(a[i] - b[i]);
    if (!(d <= most)) most = d;
  }
  return scale > 0 ? most / scale : most;
}

typedef struct {
  double ns[2], difference;
} result;

enum { SUBJECTS = sizeof subjects / sizeof subjects[0], PASSES = 3 };

static void keep_lower(int pass, result *kept, const result *found)
{
  if (pass == 0) *kept = *found;
  for (int k = 0; k < 2; k++) kept->ns[k] = fmin(kept->ns[k], found->ns[k]);
}

static int width_of(const subject *what, int n)
{
  return what->width[0] + what->width[1] * n + what->width[2] * n * n;
}

/* Each side walks over its own states. */
static result time_sides(const side sides[], int count, const any_function f[2], const subject *what,
                         const states x[2])
{
  enum { MOST_ROUNDS = 400, LEAST_ROUNDS = 15 };
  static double answer[2][(size_t)STATES * WIDTH], times[2][MOST_ROUNDS];
  const int width[2] = {width_of(what, x[0].n), width_of(what, x[1].n)};
  memset(answer, 0, sizeof answer);
  for (int warm = 0; warm < 3; warm++)
    for (int k = 0; k < count; k++) walk(&sides[k], f[k], what, &x[k], width[k], answer[k]);
  const bool alike = count == 2 && x[0].n == x[1].n;
  result r = {{0, 0}, alike ? difference(answer[0], answer[1], (size_t)STATES * (size_t)width[0]) : 0};
  const double begin = now();
  int round = 0;
  for (; round < MOST_ROUNDS && (round < LEAST_ROUNDS || now() - begin < 0.4e9); round++)
    for (int turn = 0; turn < count; turn++) {
      const int k = (turn + round) % count;  // who goes first changes
      const double start = now();
      walk(&sides[k], f[k], what, &x[k], width[k], answer[k]);
      times[k][round] = (now() - start) / STATES;
    }
  for (int k = 0; k < count; k++) {
    qsort(times[k], (size_t)round, sizeof(double), rising);
    r.ns[k] = times[k][round / 10];
  }
  return r;
}

static void name_of(const subject *what, char text[80])
{
  static const char *const routes[] = {"strobe", "composite", "saha", "articulated", "noc"};
  static const char *const methods[] = {"lagrange", "newton-euler", "modified-newton-euler", "angeles",
                                        "strobe"};
  const char *choice = what->takes == BY_ROUTE     ? routes[what->choice]
                       : what->takes == FORCES_ALL ? "all"
                       : what->takes == FORCES_F   ? "F"
                       : what->takes == BY_METHOD || what->takes == BY_METHOD_Q || what->takes == BY_METHOD_QD
                           ? methods[what->choice]
                           : NULL;
  if (choice) snprintf(text, 80, "%s %s", what->name, choice);
  else snprintf(text, 80, "%s", what->name);
}

static void print_result(const char *path, int n, const char *text, int count, const result *r, FILE *csv)
{
  if (count == 1) printf("  %-52s %9.1f\n", text, r->ns[0]);
  else
    printf("  %-52s %9.1f %9.1f %7.3f  %.1e\n", text, r->ns[0], r->ns[1], r->ns[1] / r->ns[0], r->difference);
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

static void time_robot(side sides[], int count, const char *path, const char *only, FILE *csv)
{
  for (int k = 0; k < count; k++) read_robot(&sides[k], path);
  const states x = draw(&sides[0]), both[2] = {x, x};
  printf("\nPublic functions of dynamics, %s (n = %d), lowest decile\n  %-52s %9s", file_of(path), x.n, "",
         count == 1 ? "ns" : "old ns");
  printf(count == 1 ? "\n" : " %9s %7s  %s\n", "new ns", "ratio", "difference");
  static result least[SUBJECTS];
  for (int pass = 0; pass < PASSES; pass++)
    for (size_t i = 0; i < SUBJECTS; i++) {
      const subject *what = &subjects[i];
      char text[80];
      name_of(what, text);
      if (only && !strstr(text, only)) continue;
      any_function f[2] = {NULL, NULL};
      bool there = true;
      for (int k = 0; k < count; k++) {
        f[k] = find_renamed(sides[k].core, what->name);
        there = there && f[k];
      }
      if (there) {
        const result r = time_sides(sides, count, f, what, both);
        keep_lower(pass, &least[i], &r);
      }
      if (pass < PASSES - 1) continue;
      if (there) print_result(file_of(path), x.n, text, count, &least[i], csv);
      else printf("  %-52s not there\n", text);
    }
  free(x.q), free(x.qd), free(x.qdd), free(x.tau);
  for (int k = 0; k < count; k++) close_robot(&sides[k]);
}

/* The same functions of two arms, by turns. */
static void time_lengths(const side *on, const char *const paths[2], const char *only, FILE *csv)
{
  side arms[2] = {*on, *on};
  states x[2];
  for (int k = 0; k < 2; k++) read_robot(&arms[k], paths[k]), x[k] = draw(&arms[k]);
  printf("\nChains of %d and %d revolute joints, lowest decile\n  %-52s %9s %9s %7s\n", x[0].n, x[1].n, "",
         "ns", "ns", "ratio");
  static result least[SUBJECTS];
  for (int pass = 0; pass < PASSES; pass++)
    for (size_t i = 0; i < SUBJECTS; i++) {
      const subject *what = &subjects[i];
      char text[80];
      name_of(what, text);
      const any_function f = find_renamed(on->core, what->name);
      if ((only && !strstr(text, only)) || !f) continue;
      const result r = time_sides(arms, 2, (const any_function[2]){f, f}, what, x);
      keep_lower(pass, &least[i], &r);
      if (pass < PASSES - 1) continue;
      const double *ns = least[i].ns;
      printf("  %-52s %9.1f %9.1f %7.3f\n", text, ns[0], ns[1], ns[1] / ns[0]);
      fflush(stdout);
      for (int k = 0; csv && k < 2; k++)
        fprintf(csv, "\"%s (n = %d)\",\"%s\",,%.2f,,\n", paths[k], x[k].n, text, ns[k]);
    }
  for (int k = 0; k < 2; k++) {
    free(x[k].q), free(x[k].qd), free(x[k].qdd), free(x[k].tau);
    close_robot(&arms[k]);
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
  side sides[2];
  for (int k = 0; k < count; k++) sides[k] = open_side(folders[k]);
  for (int i = 0; i < (given ? given : 3); i++) time_robot(sides, count, robots[i], only, csv);
  if (count == 1 && given == 0)
    time_lengths(&sides[0], (const char *const[]){"chain:8", "chain:9"}, only, csv);
  if (csv) fclose(csv);
  return 0;
}
