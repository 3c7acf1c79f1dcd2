/* States from and results to .npy and .npz through the command: the same numbers as by CSV, to the last bit, in little memory;
 * and one line for what is wrong. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "support/command.h"
#include "support/folder.h"
#include "support/python.h"

/* 500 states of a robot of n joints as states.npz and states.csv; and in other forms. */
static void make_states(int n)
{
  char code[2000];
  snprintf(
      code, sizeof code,
      "n, N = %d, 500\n"
      "rng = np.random.default_rng(7)\n"
      "s = {k: rng.uniform(-1, 1, (N, n)).astype('f4').astype('f8') for k in ('q', 'qd', 'qdd', 'tau')}\n"
      "np.savez(path + '.npz', **s)\n"
      "np.savez_compressed(path + '_packed.npz', **{k: np.asfortranarray(v) for k, v in s.items()})\n"
      "np.savez(path + '_single.npz', **{k: v.astype('>f4') for k, v in s.items()})\n"
      "np.save(path + '.npy', np.hstack([s['q'], s['qd'], s['qdd']]))\n"
      "np.save(path + '_tau.npy', np.hstack([s['q'], s['qd'], s['tau']]))\n"
      "head = ','.join('%%s%%d' %% (k, i + 1) for k in s for i in range(n))\n"
      "np.savetxt(path + '.csv', np.hstack(list(s.values())), delimiter=',', header=head, comments='', fmt='%%.17g')\n",
      n);
  python_holds(folder_path("states"), code);
}

static void must(command_result r, const char *what)
{
  if (r.code != 0) fail_msg("%s: %s", what, r.err);
  command_free(&r);
}

/* A command on the states in each form into forms, compared with CSV in and out. */
static void same_by_arrays(const char *robot, const char *const words[3])
{
  const char *csv = folder_path("states.csv"), *npz = folder_path("states.npz"),
             *out = folder_path("out.npz"), *from_csv = folder_path("from_csv.npz"),
             *plain = folder_path("out.csv");
  const char *a = words[1] ? words[1] : "--quiet";
  must(COMMAND(NULL, words[0], robot, "--states", csv, "--output", plain, a), words[0]);
  must(COMMAND(NULL, words[0], robot, "--states", npz, "--output", out, a), words[0]);
  must(COMMAND(NULL, words[0], robot, "--states", csv, "--output", from_csv, a), words[0]);
  assert_true(folder_same("out.npz", "from_csv.npz"));
  static const char *const others[] = {"states_packed.npz", "states_single.npz"};
  for (int k = 0; k < 2; k++) {
    must(COMMAND(NULL, words[0], robot, "--states", folder_path(others[k]), "--output", from_csv, a),
         words[0]);
    assert_true(folder_same("out.npz", "from_csv.npz"));
  }
  python_holds(out, "import csv\n"
                    "rows = list(csv.reader(open(path[:-3] + 'csv')))\n"
                    "x = np.array(rows[1:], dtype=float)\n"
                    "y = np.hstack([z[k].reshape(len(x), -1) for k in z.files])\n"
                    "assert x.shape == y.shape, (x.shape, y.shape)\n"
                    "assert np.array_equal(x, y, equal_nan=True)\n");
}

/* By batches the last digits may differ: sums in another order, fused or not. */
static void batches_give_what_states_one_by_one_give(void **state)
{
  (void)state;
  static const char *const commands[][3] = {
      {"panda", "id", NULL}, {"panda", "fd", NULL},      {"panda", "mass", NULL}, {"panda", "gravity", NULL},
      {"panda", "fk", NULL}, {"panda", "jacobian", "J"}, {"puma560", "id", "tau"}};
  make_states(7);
  for (size_t k = 0; k < sizeof commands / sizeof *commands; k++) {
    if (strcmp(commands[k][0], "puma560") == 0) make_states(6);
    const char *const *c = commands[k];
    static const char *const from[] = {"states.npz", "states.csv"}, *const to[] = {"by.npz", "one.npz"};
    for (int way = 0; way < 2; way++)
      must(c[2] ? COMMAND(NULL, c[1], c[0], "--states", folder_path(from[way]), "--output",
                          folder_path(to[way]), "--only", c[2])
                : COMMAND(NULL, c[1], c[0], "--states", folder_path(from[way]), "--output",
                          folder_path(to[way])),
           c[1]);
    // M has a condition near 1e3 here: accelerations lose three digits of sixteen, and a few to rounding
    python_holds(folder_path("by.npz"),
                 "one = np.load(path[:-6] + 'one.npz')\n"
                 "assert one.files == z.files and len(z.files) == 1, (one.files, z.files)\n"
                 "x, y = one[z.files[0]], z[z.files[0]]\n"
                 "assert x.shape == y.shape\n"
                 "assert np.abs(x - y).max() <= 1e-11 * max(1, np.abs(x).max())\n");
  }
  python_holds(folder_path("huge"), "x = np.zeros((100, 7))\nx[42, 3] = 1e300\n"
                                    "np.savez(path + '.npz', q=x * 0, qd=x)\n");
  command_result r =
      COMMAND(NULL, "id", "panda", "--states", folder_path("huge.npz"), "--output", folder_path("never.npz"));
  assert_int_equal(r.code, 2);
  assert_non_null(strstr(r.err, "state 43: tau is not finite"));
  assert_int_equal(folder_count("never"), 0);
  command_free(&r);
}

static void every_command_gives_the_same_by_arrays_as_by_csv(void **state)
{
  (void)state;
  static const char *const commands[][3] = {{"id"},       {"fd"},          {"mass"},
                                            {"gravity"},  {"fk", "--all"}, {"jacobian"},
                                            {"coriolis"}, {"regressor"},   {"id", "--derivatives"}};
  make_states(4);
  for (size_t k = 0; k < sizeof commands / sizeof *commands; k++) same_by_arrays("scara", commands[k]);
}

static void an_npy_holds_states_beside_each_other_and_one_result(void **state)
{
  (void)state;
  make_states(7);
  const char *out = folder_path("tau.npy"), *csv = folder_path("states.csv");
  must(COMMAND(NULL, "id", "panda", "--states", folder_path("states.npy"), "--only", "tau", "--output", out),
       "id");
  must(COMMAND(NULL, "id", "panda", "--states", csv, "--only", "tau", "--output", folder_path("tau2.npy")),
       "id");
  assert_true(folder_same("tau.npy", "tau2.npy"));
  must(COMMAND(NULL, "fd", "panda", "--states", folder_path("states_tau.npy"), "--output",
               folder_path("qdd.npz")),
       "fd");
  must(COMMAND(NULL, "fd", "panda", "--states", csv, "--output", folder_path("qdd2.npz")), "fd");
  assert_true(folder_same("qdd.npz", "qdd2.npz"));
  python_holds(out, "assert np.load(path).shape == (500, 7)\n");

  command_result r = COMMAND(NULL, "jacobian", "panda", "--states", csv, "--output", folder_path("J.npy"));
  assert_int_equal(r.code, 2);
  assert_non_null(strstr(r.err, "an .npy file holds one array, but there are J, Jdot_qd, "));
  command_free(&r);
  assert_int_equal(folder_count("J.npy"), 0);
}

static void one_command_feeds_the_next(void **state)
{
  (void)state;
  make_states(6);
  must(COMMAND(NULL, "id", "puma560", "--states", folder_path("states_packed.npz"), "--echo", "--quiet",
               "--output", folder_path("id.npz")),
       "id");
  must(COMMAND(NULL, "fd", "puma560", "--states", folder_path("id.npz"), "--quiet", "--output",
               folder_path("fd.npz")),
       "fd");
  // the accelerations come back; M has a condition near 1e3 there, so eleven digits of sixteen are plenty
  python_holds(folder_path("fd.npz"), "a = np.load(path[:-6] + 'id.npz')\n"
                                      "assert np.abs(z['qdd'] - a['qdd']).max() < 1e-10\n");
}

static void a_linearisation_goes_to_npz(void **state)
{
  (void)state;
  must(COMMAND(NULL, "linearise", "scara", "--qd", "1 1 1 1", "--driven-by", "force", "--output",
               folder_path("lin.npz")),
       "linearise");
  python_holds(folder_path("lin.npz"),
               "assert z['A'].shape == (8, 8) and z['B'].shape == (8, 4), z['A'].shape\n"
               "assert (z['A'][:4, 4:] == np.eye(4)).all() and z['u'].shape == (4,)\n");
  must(COMMAND(NULL, "linearise", "ship_deck", "--time", "0.3", "--format", "json"), "linearise");
  command_result r = COMMAND(NULL, "linearise", "puma560");
  assert_int_equal(r.code, 2);
  assert_string_equal(
      r.err, "ulna linearise: there is no derivative: \"motor 1\" sticks; give --qd, or --links-only\n");
  command_free(&r);
}

/* What the command says of states made by this Python, with P the path of bad.npz. */
static void expect_refusal(const char *make, const char *says)
{
  char code[600];
  snprintf(code, sizeof code, "P = path\na = np.zeros((20, 6))\n%s\n", make);
  python_holds(folder_path("bad.n"), code);
  const char *path = folder_path("bad.npz");
  command_result r = COMMAND(NULL, "id", "puma560", "--states", path, "--output", folder_path("never.npz"));
  assert_int_equal(r.code, 2);
  if (!strstr(r.err, says)) fail_msg("%s: %s", make, r.err);
  assert_ptr_equal(strchr(r.err, '\n'), r.err + strlen(r.err) - 1);  // one line
  assert_int_equal(folder_count("never"), 0);
  command_free(&r);
}

static void what_is_wrong_is_said_in_one_line(void **state)
{
  (void)state;
  expect_refusal("np.savez(P + 'pz', q=np.zeros((20, 7)))",
                 ": array \"q\" has rows of 7 numbers, but the robot has 6 joints");
  expect_refusal("np.savez(P + 'pz', q=a, qd=a[:5])", ": array \"qd\" has 5 rows, but \"q\" has 20");
  expect_refusal("np.savez(P + 'pz', q=a, speed=a)",
                 ": array \"speed\": unknown; known are q, qd, qdd, tau and F_ad");
  expect_refusal("a[3, 2] = np.nan\nnp.savez(P + 'pz', q=a)", ": q[3, 2] is not a finite number");
  expect_refusal(
      "np.savez(P + 'pz', q=a)\nb = open(P + 'pz', 'rb').read()\nopen(P + 'pz', 'wb').write(b[:500])",
      ": it is not a whole zip archive, which an .npz is");
  command_result r = COMMAND(NULL, "id", "puma560", "--output", "x.pdf");
  assert_non_null(strstr(r.err, "the name must end in .npz, .npy, .csv, .json or .txt"));
  command_free(&r);
  r = COMMAND(NULL, "id", "puma560", "--only", "tau,taw");
  assert_non_null(strstr(r.err, "--only: there is no \"taw\" here; there are model, tau, F_a, F_ad"));
  command_free(&r);
  r = COMMAND(NULL, "id", "puma560", "--output", folder_path("no/such.csv"));
  assert_int_equal(r.code, 2);
  command_free(&r);
}

static void no_states_give_empty_arrays(void **state)
{
  (void)state;
  python_holds(folder_path("none"), "np.savez(path + '.npz', q=np.zeros((0, 6)))\n");
  must(COMMAND(NULL, "id", "puma560", "--links-only", "--states", folder_path("none.npz"), "--output",
               folder_path("empty.npz")),
       "id");
  python_holds(folder_path("empty.npz"), "assert z['tau'].shape == (0, 6)\n");
}

/* 200,000 states are 29 MB in and 38 MB out; the command keeps blocks of them. */
static void memory_does_not_grow_with_the_file(void **state)
{
  (void)state;
  python_holds(folder_path("large"),
               "x = np.zeros((200000, 6))\nnp.savez(path + '.npz', q=x, qd=x, qdd=x)\n");
  command_result r = COMMAND(NULL, "id", "puma560", "--quiet", "--states", folder_path("large.npz"),
                             "--output", folder_path("large_out.npz"));
  assert_int_equal(r.code, 0);
  // address sanitizers keep shadows and freed blocks of their own
  if (!getenv("ASAN_OPTIONS")) assert_true(r.peak < 60000);
  command_free(&r);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_command_gives_the_same_by_arrays_as_by_csv),
      cmocka_unit_test(batches_give_what_states_one_by_one_give),
      cmocka_unit_test(an_npy_holds_states_beside_each_other_and_one_result),
      cmocka_unit_test(one_command_feeds_the_next),
      cmocka_unit_test(a_linearisation_goes_to_npz),
      cmocka_unit_test(what_is_wrong_is_said_in_one_line),
      cmocka_unit_test(no_states_give_empty_arrays),
      cmocka_unit_test(memory_does_not_grow_with_the_file),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
