/* Batches of any size: every state's answer is the same bits, however many others there are.
 *
 *   campaign_many_states MOST [MOST_MATRICES]
 *
 * States repeat with a prime period, so that each comes in every lane and at every place of a block; the answers for the first
 * period, taken one state at a time, stand for all. Inverse dynamics for up to MOST states of a two-joint arm, matrices of
 * a PUMA 560 and a Panda for up to MOST_MATRICES, in all layouts, on one thread and two. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/random.h"
#include "ulna/batch.h"
#include "ulna/robots.h"

enum { PERIOD = 1009, BLOCK = ULNA_BATCH_BLOCK };

static void must(bool holds, const char *what)
{
  if (holds) return;
  fprintf(stderr, "campaign_many_states: %s\n", what);
  exit(1);
}

static double *numbers_of(size_t count)
{
  double *x = malloc((count ? count : 1) * sizeof *x);
  must(x != NULL, "out of memory");
  return x;
}

/* Number j of state s in an array of w numbers a state. */
static size_t place(ulna_batch_layout layout, size_t count, size_t w, size_t s, size_t j)
{
  if (layout == ULNA_BATCH_ROWS) return s * w + j;
  if (layout == ULNA_BATCH_COLUMNS) return j * count + s;
  return s / BLOCK * BLOCK * w + j * BLOCK + s % BLOCK;
}

typedef struct {
  const char *name;
  int columns; /* numbers a state: n of them, n×n (-1), 12 n (-2), the regressor's (-3) */
  ulna_status (*run)(const ulna_model *model, ulna_batch *batch, size_t count,
                     const ulna_batch_states *states, double out[]);
} function;

static ulna_status slopes(const ulna_model *model, ulna_batch *batch, size_t count,
                          const ulna_batch_states *states, double out[])
{
  return ulna_batch_inverse_dynamics_derivatives(model, batch, count, states, NULL, out, NULL, NULL);
}
static ulna_status forward_slopes(const ulna_model *model, ulna_batch *batch, size_t count,
                                  const ulna_batch_states *states, double out[])
{
  return ulna_batch_forward_dynamics_derivatives(model, batch, count, states, NULL, out, NULL, NULL);
}

static size_t width_of(const ulna_model *model, const function *f)
{
  const size_t n = (size_t)ulna_model_joint_count(model);
  return f->columns == 1 ? n : f->columns == -1 ? n * n : f->columns == -2 ? 12 * n : 10 * n * n;
}

/* One function for `count` states against the period's answers, in one layout. */
static void serve(const ulna_model *model, const function *f, ulna_batch_layout layout, int threads,
                  size_t count, double *const period[4], const double *expected)
{
  const size_t n = (size_t)ulna_model_joint_count(model), w = width_of(model, f);
  const ulna_batch_options o = {.layout = layout, .links_only = true, .threads = threads};
  ulna_batch *batch = NULL;
  must(ulna_batch_create(model, &o, NULL, &batch) == ULNA_OK, "a batch cannot be made");
  double *in[4], *out = numbers_of(ulna_batch_number_count(batch, count, w));
  for (int k = 0; k < 4; k++) {
    in[k] = numbers_of(ulna_batch_number_count(batch, count, n));
    for (size_t s = 0; s < count; s++)
      for (size_t j = 0; j < n; j++) in[k][place(layout, count, n, s, j)] = period[k][s % PERIOD * n + j];
  }
  const ulna_batch_states states = {.q = in[0], .qd = in[1], .qdd = in[2], .tau = in[3]};
  must(f->run(model, batch, count, &states, out) == ULNA_OK, f->name);
  for (size_t s = 0; s < count; s++)
    for (size_t j = 0; j < w; j++) {
      const double got = out[place(layout, count, w, s, j)], wanted = expected[s % PERIOD * w + j];
      if (memcmp(&got, &wanted, sizeof got) == 0) continue;
      fprintf(stderr, "%s: state %zu of %zu, number %zu, layout %d, threads %d: %.17g, alone %.17g\n",
              f->name, s, count, j, (int)layout, threads, got, wanted);
      exit(1);
    }
  for (int k = 0; k < 4; k++) free(in[k]);
  free(out);
  ulna_batch_destroy(batch);
}

/* What each state of the period gives by itself. */
static double *alone(const ulna_model *model, const function *f, double *const period[4])
{
  const size_t n = (size_t)ulna_model_joint_count(model), w = width_of(model, f);
  const ulna_batch_options o = {.layout = ULNA_BATCH_ROWS, .links_only = true, .threads = 1};
  double *expected = numbers_of(PERIOD * w);
  ulna_batch *batch = NULL;
  must(ulna_batch_create(model, &o, NULL, &batch) == ULNA_OK, "a batch cannot be made");
  for (size_t s = 0; s < PERIOD; s++) {
    const ulna_batch_states one = {
        .q = period[0] + s * n, .qd = period[1] + s * n, .qdd = period[2] + s * n, .tau = period[3] + s * n};
    must(f->run(model, batch, 1, &one, expected + s * w) == ULNA_OK, f->name);
  }
  ulna_batch_destroy(batch);
  return expected;
}

static void serve_all(const char *robot, const function *list, size_t functions, size_t most)
{
  ulna_model *model = NULL;
  must(ulna_robot_load(robot, NULL, NULL, NULL, &model) == ULNA_OK, robot);
  const size_t n = (size_t)ulna_model_joint_count(model);
  double *period[4];
  uint64_t seed = 1;
  for (int k = 0; k < 4; k++) {
    period[k] = numbers_of(PERIOD * n);
    for (size_t i = 0; i < PERIOD * n; i++) period[k][i] = random_between(&seed, -3, 3);
  }
  for (size_t f = 0; f < functions; f++) {
    double *expected = alone(model, &list[f], period);
    size_t counts = 0;
    for (size_t count = 0; count <= most; counts++) {
      serve(model, &list[f], (ulna_batch_layout)(counts % 3), 1 + (int)(counts / 3 % 2), count, period,
            expected);
      count = count < 18 ? count + 1 : count < most && 7 * count + 5 > most ? most : 7 * count + 5;
    }
    printf("%s: %s, 0 to %zu states, %zu sizes: the same bits\n", robot, list[f].name, most, counts);
    free(expected);
  }
  for (int k = 0; k < 4; k++) free(period[k]);
  ulna_model_destroy(model);
}

int main(int argc, char **argv)
{
  must(argc == 2 || argc == 3, "usage: campaign_many_states MOST [MOST_MATRICES]");
  const size_t most = strtoul(argv[1], NULL, 10), matrices = argc > 2 ? strtoul(argv[2], NULL, 10) : most;
  static const function torques[] = {{"inverse dynamics", 1, ulna_batch_inverse_dynamics}};
  static const function wide[] = {{"inverse dynamics", 1, ulna_batch_inverse_dynamics},
                                  {"forward dynamics", 1, ulna_batch_forward_dynamics},
                                  {"mass matrix", -1, ulna_batch_mass_matrix},
                                  {"poses", -2, ulna_batch_link_poses},
                                  {"derivatives", -1, slopes},
                                  {"forward derivatives", -1, forward_slopes},
                                  {"regressor", -3, ulna_batch_regressor}};
  serve_all("planar2r", torques, 1, most);
  serve_all("panda", wide, sizeof wide / sizeof wide[0], matrices);
  serve_all("puma560", wide, sizeof wide / sizeof wide[0], matrices);
  return 0;
}
