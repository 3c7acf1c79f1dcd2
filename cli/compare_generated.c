/* The row "generated" of ulna compare: code for this robot is generated, compiled by the system's compiler, run and timed. */
#include "compare_generated.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/random.h"
#include "cli.h"
#include "count/agreement.h"
#include "count/stopwatch.h"
#include "ulna/forward_dynamics.h"
#include "ulna/generate.h"
#include "ulna/inverse_dynamics.h"

extern char **environ;

enum { MOST_OPERATIONS = 20000, FILES = 3 };
static const char *const names[FILES] = {"arm.h", "arm.c", "arm.so"};

typedef void dynamics(const double q[], const double qd[], const double third[], double out[]);

typedef struct {
  char folder[4096];
  void *library;
  dynamics *function;
} compiled;

static char *path_of(const compiled *c, int file) { return text_printf("%s/%s", c->folder, names[file]); }

static bool write_text(const compiled *c, int file, const char *text)
{
  char *path = path_of(c, file);
  FILE *out = fopen(path, "w");
  bool good = out && fputs(text, out) != EOF;
  if (out && fclose(out) == EOF) good = false;
  free(path);
  return good;
}

/* The compiler's output is not shown: without a compiler there is just no time. */
static bool run_compiler(const compiled *c)
{
  char *from = path_of(c, 1), *to = path_of(c, 2);
  char *const words[] = {"cc", "-O2", "-march=native", "-shared", "-fPIC", "-o", to, from, "-lm", NULL};
  posix_spawn_file_actions_t quiet;
  pid_t child;
  int status = -1;
  if (posix_spawn_file_actions_init(&quiet) == 0) {
    bool ready = true;
    for (int stream = 0; stream < 3; stream++)
      if (posix_spawn_file_actions_addopen(&quiet, stream, "/dev/null", O_RDWR, 0) != 0) ready = false;
    if (ready && posix_spawnp(&child, words[0], &quiet, NULL, words, environ) == 0)
      while (waitpid(child, &status, 0) < 0)
        if (errno != EINTR) {  // nobody tells how it ended
          status = -1;
          break;
        }
    posix_spawn_file_actions_destroy(&quiet);
  }
  free(from), free(to);
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

static bool compile(const ulna_generated *all, bool forward, compiled *c)
{
  const char *where = getenv("TMPDIR");
  *c = (compiled){.library = NULL};
  if (snprintf(c->folder, sizeof c->folder, "%s/ulna-XXXXXX", where && where[0] ? where : "/tmp") >=
          (int)sizeof c->folder ||
      !mkdtemp(c->folder)) {
    c->folder[0] = 0;
    return false;
  }
  if (!write_text(c, 0, all->files[0].text) || !write_text(c, 1, all->files[1].text) || !run_compiler(c))
    return false;
  char *path = path_of(c, 2);
  c->library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  free(path);
  void *found = c->library ? dlsym(c->library, forward ? "arm_fd" : "arm_id") : NULL;
  memcpy(&c->function, &found, sizeof found);  // no cast leads from one kind of pointer to the other
  return found != NULL;
}

static void discard(compiled *c)
{
  if (c->library) dlclose(c->library);
  for (int file = 0; file < FILES && c->folder[0]; file++) {
    char *path = path_of(c, file);
    unlink(path);
    free(path);
  }
  if (c->folder[0]) rmdir(c->folder);
}

typedef struct {
  dynamics *function;
  double *q, *qd, *third, *out, *expected;
} trial;

static ulna_status call(int what, void *context, int times)
{
  const trial *t = context;
  (void)what;
  for (int k = 0; k < times; k++) t->function(t->q, t->qd, t->third, t->out);
  return ULNA_OK;
}

static bool library_says(const ulna_model *model, ulna_work *work, bool forward, const trial *t)
{
  if (forward) return ulna_forward_dynamics(model, work, t->q, t->qd, t->third, t->expected) == ULNA_OK;
  ulna_inverse_dynamics(model, work, t->q, t->qd, t->third, t->expected);
  return true;
}

static void try_out(const ulna_model *model, bool forward, int states, uint64_t seed, dynamics *function,
                    generated_row *row)
{
  const int n = ulna_model_joint_count(model);
  ulna_work *work = NULL;
  double *memory = calloc(5 * (size_t)n, sizeof *memory);
  if (memory && ulna_work_create(model, ULNA_PARTS_ALL, NULL, &work) == ULNA_OK) {
    trial t = {function, memory, memory + n, memory + 2 * n, memory + 3 * n, memory + 4 * n};
    row->disagreement = 0;
    for (int s = 0; s < states; s++) {
      for (int i = 0; i < n; i++)
        t.q[i] = random_between(&seed, -3, 3), t.qd[i] = random_between(&seed, -2, 2),
        t.third[i] = random_between(&seed, -3, 3);
      function(t.q, t.qd, t.third, t.out);
      keep_larger(&row->disagreement,
                  library_says(model, work, forward, &t) ? difference(t.out, t.expected, n) : (double)NAN);
    }
    (void)stopwatch(call, 0, &t, 0.05, &row->nanoseconds);
  }
  ulna_work_destroy(work);
  free(memory);
}

generated_row compare_generated(const ulna_model *model, bool forward, int states, uint64_t seed)
{
  generated_row row = {.disagreement = (double)NAN, .nanoseconds = (double)NAN};
  ulna_generate_options wanted = ulna_generate_options_default();
  ulna_generated *all = NULL;
  wanted.functions = forward ? "fd" : "id";
  wanted.own_sines = true;
  wanted.most_operations = MOST_OPERATIONS;
  if (ulna_generate(model, &wanted, NULL, NULL, &all) != ULNA_OK) return row;
  row.there = true;
  row.operations = operations_of(&all->counts[0]);
  compiled c;
  if (compile(all, forward, &c)) try_out(model, forward, states, seed, c.function, &row);
  discard(&c);
  ulna_generated_destroy(all);
  return row;
}

bool generated_agrees(const generated_row *row, double tolerance)
{
  return isnan(row->nanoseconds) || row->disagreement <= tolerance;
}

const char *generated_note(const generated_row *row)
{
  if (!row->there)
    return "No code is generated for this robot; ulna generate tells why, and takes larger ones.";
  if (isnan(row->nanoseconds))
    return "generated: ulna generate, links alone, base at rest. Not timed: there is no C compiler (cc), or no "
           "place for its files (TMPDIR).";
  return "generated: ulna generate, links alone, base at rest, own sines, compiled by cc -O2 -march=native.";
}
