/* Links and hand of URDF robots of every odd shape stand and move where the file's own transforms put them, and
 * what is welded together weighs what its parts weigh. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/random.h"
#include "base/worse.h"
#include "support/urdf_tree.h"
#include "ulna/ulna.h"

static uint64_t random_state;

static double uniform(double low, double high) { return random_between(&random_state, low, high); }

static int below(int n) { return (int)(uniform(0, 1) * n); }

// ---- comparison ----

typedef struct {
  const tree_link *links;
  int count;
  const ulna_model *model;
  ulna_work *work;
  int number[TREE_MOST];       // of the joint on the chain, from 1; 0: not on it
  double q[TREE_MOST];         // of every link's joint, held ones included
  double chain_q[TREE_MOST];   // of the model's
  tree_pose poses[TREE_MOST];  // in the base's frame
  double size;                 // of the robot: what errors of length are measured by
} comparison;

static void evaluate(comparison *c, int base)
{
  tree_poses(c->links, c->count, c->q, c->poses);
  const tree_pose to_base = tree_inverse(&c->poses[base]);
  c->size = 1;
  for (int i = 0; i < c->count; i++) {
    c->poses[i] = tree_multiply(&to_base, &c->poses[i]);
    for (int k = 0; k < 3; k++) c->size = fmax(c->size, fabs((double)c->poses[i].p[k]));
  }
}

static double pose_error(const comparison *c, const ulna_pose *a, const tree_pose *b)
{
  double worst = 0;
  for (int i = 0; i < 3; i++) {
    worst = worse_of(worst, fabs((double)((long double)a->p[i] - b->p[i])) / c->size);
    for (int j = 0; j < 3; j++) worst = worse_of(worst, fabs((double)((long double)a->R[i][j] - b->R[i][j])));
  }
  return worst;
}

// Every link of the tree that the model knows, by name, as a link or as a frame.
static double worst_pose(comparison *c)
{
  const int n = ulna_model_joint_count(c->model);
  ulna_pose poses[TREE_MOST + 1];
  double worst = 0;
  ulna_link_poses(c->model, c->work, c->chain_q, poses);
  for (int i = 0; i < c->count; i++) {
    const int link = ulna_model_find_link(c->model, c->links[i].name);
    const int frame = ulna_model_find_frame(c->model, c->links[i].name);
    assert_true(link <= n && (link < 0 || frame < 0));
    if (link < 0 && frame < 0) continue;
    ulna_pose pose;
    if (frame >= 0) ulna_frame_pose(c->model, c->work, frame, c->chain_q, &pose);
    else pose = poses[link];
    worst = worse_of(worst, pose_error(c, &pose, &c->poses[i]));
  }
  return worst;
}

// The Jacobian of the tool, column by column from the tree's own velocities.
static double worst_jacobian(comparison *c, int base, int tip)
{
  const int n = ulna_model_joint_count(c->model);
  double J[6 * TREE_MOST], worst = 0;
  ulna_jacobian(c->model, c->work, NULL, ULNA_AXES_BASE, c->chain_q, J);
  for (int i = 0; i < c->count; i++) {
    if (!c->number[i]) continue;
    double qd[TREE_MOST] = {0};
    number w[TREE_MOST][3], v[TREE_MOST][3];
    qd[i] = 1;
    tree_velocities(c->links, c->count, c->poses, qd, w, v);
    for (int k = 0; k < 3; k++) {
      worst = worse_of(worst,
                       fabs((double)((long double)J[k * n + c->number[i] - 1] - (w[tip][k] - w[base][k]))));
      worst = worse_of(
          worst, fabs((double)((long double)J[(3 + k) * n + c->number[i] - 1] - (v[tip][k] - v[base][k]))) /
                     c->size);
    }
  }
  return worst;
}

// ½ q̇ᵀ M q̇ with M from inverse dynamics, against the energy of every body of the file that moves with the chain.
static double energy_error(comparison *c)
{
  const int n = ulna_model_joint_count(c->model);
  const double none[3] = {0, 0, 0};
  double qd[TREE_MOST] = {0}, rates[TREE_MOST], zero[TREE_MOST] = {0}, tau[TREE_MOST], energy = 0;
  for (int i = 0; i < c->count; i++)
    if (c->number[i]) rates[c->number[i] - 1] = qd[i] = uniform(-1, 1);
  ulna_work_set_gravity(c->work, none);
  assert_int_equal(
      ulna_inverse_dynamics_by(c->model, c->work, ULNA_INVERSE_NEWTON_EULER, c->chain_q, zero, rates, tau),
      ULNA_OK);
  for (int i = 0; i < n; i++) energy += 0.5 * tau[i] * rates[i];
  number w[TREE_MOST][3], v[TREE_MOST][3];
  tree_velocities(c->links, c->count, c->poses, qd, w, v);
  const number direct = tree_energy(c->links, c->count, c->poses, w, v);
  return fabs((double)(((long double)energy - direct) / direct));
}

typedef struct {
  double pose, jacobian, energy;
} errors;

static void find_numbers(comparison *c)
{
  for (int i = 0; i < c->count; i++) {
    const int joint = c->links[i].parent < 0 ? -1 : ulna_model_find_joint(c->model, c->links[i].joint);
    c->number[i] = joint > 0 ? joint : 0;
  }
}

// Held joints keep what `held` has for them; chain joints are drawn anew for each of many postures.
static errors compare(const tree_link links[], int count, const ulna_read_options *options,
                      const double held[], int base, int tip, int postures)
{
  comparison c = {.links = links, .count = count};
  char *text = tree_write(links, count);
  ulna_model *model = tree_model(text, options);
  assert_int_equal(ulna_work_create(model, ULNA_PARTS_ALL, NULL, &c.work), ULNA_OK);
  c.model = model;
  find_numbers(&c);
  errors worst = {0, 0, 0};
  for (int k = 0; k < postures; k++) {
    for (int i = 0; i < count; i++) {
      c.q[i] = held ? held[i] : 0;
      if (!c.number[i]) continue;
      c.q[i] = c.chain_q[c.number[i] - 1] = uniform(-3, 3);
    }
    evaluate(&c, base);
    worst.pose = worse_of(worst.pose, worst_pose(&c));
    worst.jacobian = worse_of(worst.jacobian, worst_jacobian(&c, base, tip));
    worst.energy = worse_of(worst.energy, energy_error(&c));
  }
  ulna_work_destroy(c.work);
  ulna_model_destroy(model);
  free(text);
  return worst;
}

// Forward error of a chain of n products of rotations is a few n ulp: 1e-12 leaves two orders of magnitude.
static void assert_agree(const char *what, errors e, double tolerance)
{
  if (e.pose <= tolerance && e.jacobian <= tolerance && e.energy <= 100 * tolerance) return;
  fail_msg("%s: pose %.3g, Jacobian %.3g, energy %.3g; allowed %.3g", what, e.pose, e.jacobian, e.energy,
           tolerance);
}

#define BODY(m)                                                                                              \
  .mass = m, .com = {0.01, -0.02, 0.1}, .com_rpy = {0.3, -0.2, 0.5},                                         \
  .inertia = {0.02, 0.03, 0.025, 0.001, -0.002, 0.003}

static errors chain(const tree_link links[], int count)
{
  random_state = 7;
  return compare(links, count, NULL, NULL, 0, count - 1, 50);
}

// ---- each odd geometry ----

static void parallel_axes_agree(void **state)
{
  (void)state;
  const tree_link arm[] = {
      {.name = "base", .parent = -1},
      {.name = "a", .joint = "1", .parent = 0, .type = 'r', .xyz = {0, 0, 0.3}, .axis = {0, 0, 1}, BODY(2)},
      {.name = "b", .joint = "2", .parent = 1, .type = 'r', .xyz = {0.4, 0, 0}, .axis = {0, 0, 1}, BODY(1)},
      {.name = "c",
       .joint = "3",
       .parent = 2,
       .type = 'r',
       .xyz = {0.3, 0.1, 0.2},
       .axis = {0, 0, -1},
       BODY(1)},
      {.name = "d",
       .joint = "4",
       .parent = 3,
       .type = 'p',
       .xyz = {0, 0, 0.1},
       .axis = {0, 0, 1},
       BODY(0.5)}};
  assert_agree("parallel", chain(arm, 5), 1e-12);
}

static void intersecting_and_coincident_axes_agree(void **state)
{
  (void)state;
  const tree_link wrist[] = {
      {.name = "base", .parent = -1, BODY(5)},
      {.name = "a", .joint = "1", .parent = 0, .type = 'c', .axis = {0, 0, 1}, BODY(2)},
      {.name = "b", .joint = "2", .parent = 1, .type = 'c', .axis = {0, 1, 0}, BODY(1)},
      {.name = "c", .joint = "3", .parent = 2, .type = 'c', .axis = {1, 0, 0}, BODY(1)},
      {.name = "d", .joint = "4", .parent = 3, .type = 'r', .axis = {1, 0, 0}, BODY(1)},
      {.name = "e", .joint = "5", .parent = 4, .type = 'p', .axis = {1, 0, 0}, BODY(1)}};
  assert_agree("intersecting, coincident", chain(wrist, 6), 1e-12);
}

static void skew_non_unit_and_negative_axes_agree(void **state)
{
  (void)state;
  const tree_link arm[] = {{.name = "base", .parent = -1},
                           {.name = "a",
                            .joint = "1",
                            .parent = 0,
                            .type = 'r',
                            .xyz = {0.1, 0.2, 0.3},
                            .rpy = {0.4, -1.2, 2.9},
                            .axis = {0, 0, -3},
                            BODY(2)},
                           {.name = "b",
                            .joint = "2",
                            .parent = 1,
                            .type = 'p',
                            .xyz = {0.3, -0.2, 0.1},
                            .rpy = {-2, 1.5707963267948966, 0.1},
                            .axis = {0.6, -0.7, 0.2},
                            BODY(1)},
                           {.name = "c",
                            .joint = "3",
                            .parent = 2,
                            .type = 'r',
                            .xyz = {0, 0, 0.2},
                            .rpy = {3.14159265359, 0, -1.57079632679},
                            .axis = {1e-3, 2e-3, -2e-3},
                            BODY(1)},
                           {.name = "d",
                            .joint = "4",
                            .parent = 3,
                            .type = 'c',
                            .xyz = {0, -0.425, 0},
                            .rpy = {1.5708, 0, 0},
                            .axis = {100, 0, 0},
                            BODY(1)}};
  assert_agree("skew", chain(arm, 5), 1e-12);
}

// Axes that are parallel only to a hair have their common normal kilometres away.
static void nearly_parallel_axes_lose_no_digits(void **state)
{
  (void)state;
  static const double angles[] = {1e-3, 1e-5, 1e-6, 1e-7, 1e-8, 1e-9, 1e-12, 1e-15, 1e-17};
  for (size_t k = 0; k < sizeof angles / sizeof angles[0]; k++) {
    const double e = angles[k];
    const tree_link arm[] = {{.name = "base", .parent = -1},
                             {.name = "a",
                              .joint = "1",
                              .parent = 0,
                              .type = 'r',
                              .xyz = {0, 0, 0.3},
                              .rpy = {e, 0, 0},
                              .axis = {0, 0, 1},
                              BODY(2)},
                             {.name = "b",
                              .joint = "2",
                              .parent = 1,
                              .type = 'r',
                              .xyz = {0.4, 0.1, 0},
                              .rpy = {0.3 * e, e, 0},
                              .axis = {0, 0, 1},
                              BODY(1)},
                             {.name = "c",
                              .joint = "3",
                              .parent = 2,
                              .type = 'r',
                              .xyz = {0.3, 0, 0.1},
                              .axis = {e, -0.5 * e, 1},
                              BODY(1)},
                             {.name = "d",
                              .joint = "4",
                              .parent = 3,
                              .type = 'r',
                              .xyz = {0.3, 0, 0.1},
                              .axis = {e, 0.2 * e, -1},
                              BODY(1)},
                             {.name = "e",
                              .joint = "5",
                              .parent = 4,
                              .type = 'r',
                              .xyz = {0, 0, 0.1},
                              .rpy = {1.5707963267948966 + e, 0, 0},
                              .axis = {0, 1, 0},
                              BODY(1)}};
    char what[40];
    snprintf(what, sizeof what, "parallel to %g rad", e);
    assert_agree(what, chain(arm, 6), 1e-11);
  }
}

static void fixed_joints_between_are_folded_and_stay_known_by_name(void **state)
{
  (void)state;
  const tree_link arm[] = {{.name = "world", .parent = -1},
                           {.name = "mount",
                            .joint = "weld 0",
                            .parent = 0,
                            .type = 'f',
                            .xyz = {1, -2, 0.5},
                            .rpy = {0.1, 0.2, 0.3},
                            .axis = {0, 0, 0},
                            BODY(20)},
                           {.name = "a/1",
                            .joint = "a/1",
                            .parent = 1,
                            .type = 'r',
                            .xyz = {0, 0, 0.3},
                            .axis = {0, 0, 1},
                            BODY(2)},
                           {.name = "pad",
                            .joint = "weld 1",
                            .parent = 2,
                            .type = 'f',
                            .xyz = {0.1, 0, 0.2},
                            .rpy = {1, 0, 1},
                            .axis = {1, 0, 0},
                            BODY(0.7)},
                           {.name = "spacer",
                            .joint = "weld 2",
                            .parent = 3,
                            .type = 'f',
                            .xyz = {0.1, 0.3, 0},
                            .rpy = {0, 1, 1},
                            .axis = {1, 0, 0}},
                           {.name = "b",
                            .joint = "second joint",
                            .parent = 4,
                            .type = 'r',
                            .xyz = {0.2, 0, 0},
                            .axis = {0, 1, 0},
                            BODY(1)},
                           {.name = "flange",
                            .joint = "weld 3",
                            .parent = 5,
                            .type = 'f',
                            .xyz = {0, 0, 0.1},
                            .rpy = {0, 0, 1},
                            .axis = {1, 0, 0}},
                           {.name = "tool",
                            .joint = "weld 4",
                            .parent = 6,
                            .type = 'f',
                            .xyz = {0, 0.05, 0.1},
                            .rpy = {-0.4, 0, 1},
                            .axis = {1, 0, 0},
                            BODY(0.3)}};
  assert_agree("fixed between", chain(arm, 8), 1e-12);

  char *text = tree_write(arm, 8);
  ulna_model *model = tree_model(text, NULL);
  assert_int_equal(ulna_model_joint_count(model), 2);
  assert_int_equal(ulna_model_find_link(model, "world"), 0);
  assert_int_equal(ulna_model_find_link(model, "a/1"), 1);
  assert_int_equal(ulna_model_find_joint(model, "a/1"), 1);
  assert_true(ulna_model_find_frame(model, "mount") >= 0);
  assert_true(ulna_model_find_frame(model, "spacer") >= 0);
  assert_true(fabs(ulna_model_mass(model) - (2 + 0.7 + 1 + 0.3)) < 1e-12);
  ulna_model_destroy(model);
  free(text);
}

static const tree_link branched[] = {{.name = "torso", .parent = -1, BODY(30)},
                                     {.name = "left 1",
                                      .joint = "left 1",
                                      .parent = 0,
                                      .type = 'r',
                                      .xyz = {0, 0.2, 1},
                                      .rpy = {-1.3, 0, 0},
                                      .axis = {0, 0, 1},
                                      BODY(2)},
                                     {.name = "right 1",
                                      .joint = "right 1",
                                      .parent = 0,
                                      .type = 'r',
                                      .xyz = {0, -0.2, 1},
                                      .rpy = {1.3, 0, 0},
                                      .axis = {0, 0, 1},
                                      BODY(2)},
                                     {.name = "left 2",
                                      .joint = "left 2",
                                      .parent = 1,
                                      .type = 'r',
                                      .xyz = {0.3, 0, 0.2},
                                      .rpy = {0.3, 0, 0.4},
                                      .axis = {0, 1, 0},
                                      BODY(1)},
                                     {.name = "right 2",
                                      .joint = "right 2",
                                      .parent = 2,
                                      .type = 'r',
                                      .xyz = {0.3, 0, 0.2},
                                      .axis = {0, 1, 0},
                                      BODY(1)},
                                     {.name = "cable",
                                      .joint = "cable",
                                      .parent = 1,
                                      .type = 'r',
                                      .xyz = {0, 0, 0.1},
                                      .axis = {1, 1, 0},
                                      BODY(0.4)},
                                     {.name = "plug",
                                      .joint = "plug",
                                      .parent = 5,
                                      .type = 'p',
                                      .xyz = {0, 0.1, 0.1},
                                      .axis = {0, 1, 0},
                                      BODY(0.1)},
                                     {.name = "plug cap",
                                      .joint = "cap",
                                      .parent = 6,
                                      .type = 'f',
                                      .xyz = {0, 0.1, 0.1},
                                      .rpy = {0, 0.7, 0},
                                      .axis = {1, 0, 0},
                                      BODY(0.05)},
                                     {.name = "finger a",
                                      .joint = "finger a",
                                      .parent = 3,
                                      .type = 'p',
                                      .xyz = {0, 0.02, 0.1},
                                      .axis = {0, 1, 0},
                                      BODY(0.1)},
                                     {.name = "finger b",
                                      .joint = "finger b",
                                      .parent = 3,
                                      .type = 'p',
                                      .xyz = {0, -0.02, 0.1},
                                      .axis = {0, -1, 0},
                                      BODY(0.1)}};
enum { BRANCHED = sizeof branched / sizeof branched[0] };

static void branches_off_the_chain_are_held_at_zero_and_merged(void **state)
{
  (void)state;
  const ulna_read_options left = {.tip_link = "left 2"}, right = {.tip_link = "right 2"};
  random_state = 11;
  assert_agree("left", compare(branched, BRANCHED, &left, NULL, 0, 3, 50), 1e-12);
  assert_agree("right", compare(branched, BRANCHED, &right, NULL, 0, 4, 50), 1e-12);
}

static void branches_off_the_chain_are_held_where_they_are_told(void **state)
{
  (void)state;
  const ulna_held_joint held[] = {{"cable", 0.7}, {"plug", -0.3}, {"finger a", 0.02}, {"right 2", 1.1}};
  const ulna_read_options options = {.tip_link = "left 2", .held_count = 4, .held = held};
  const double positions[BRANCHED] = {[4] = 1.1, [5] = 0.7, [6] = -0.3, [8] = 0.02};
  random_state = 13;
  assert_agree("held", compare(branched, BRANCHED, &options, positions, 0, 3, 50), 1e-12);
}

static void a_base_beyond_the_root_is_the_base_frame(void **state)
{
  (void)state;
  const tree_link arm[] = {
      {.name = "world", .parent = -1},
      {.name = "rail",
       .joint = "rail",
       .parent = 0,
       .type = 'p',
       .xyz = {3, 1, 0.5},
       .rpy = {0.1, 0.2, 0.3},
       .axis = {1, 0, 0},
       BODY(20)},
      {.name = "a",
       .joint = "1",
       .parent = 1,
       .type = 'r',
       .xyz = {0, 0, 0.3},
       .rpy = {0, 0.4, 0},
       .axis = {0, 0, 1},
       BODY(2)},
      {.name = "b", .joint = "2", .parent = 2, .type = 'r', .xyz = {0.2, 0, 0}, .axis = {0, 1, 0}, BODY(1)}};
  const ulna_read_options options = {.base_link = "rail"};
  random_state = 17;
  assert_agree("base beyond the root", compare(arm, 4, &options, NULL, 1, 3, 50), 1e-12);
  char *text = tree_write(arm, 4);
  ulna_model *model = tree_model(text, &options);
  assert_int_equal(ulna_model_joint_count(model), 2);
  assert_int_equal(ulna_model_find_link(model, "rail"), 0);
  assert_int_equal(ulna_model_find_link(model, "world"), -1);
  assert_int_equal(ulna_model_find_frame(model, "world"), -1);
  ulna_model_destroy(model);
  free(text);
}

// ---- any tree ----

static void random_link(tree_link *l, int parent, char type)
{
  static const double quarter[] = {0,    0,   1.5707963267948966, -1.5707963267948966, 3.141592653589793,
                                   1.57, 1e-9};
  *l = (tree_link){.parent = parent, .type = type};
  for (int k = 0; k < 3; k++) {
    l->xyz[k] = below(3) ? uniform(-0.5, 0.5) : 0;
    l->rpy[k] = below(2) ? quarter[below(7)] : uniform(-3.2, 3.2);
    l->axis[k] = below(2) ? 0 : uniform(-2, 2);
    l->com[k] = uniform(-0.1, 0.1);
    l->com_rpy[k] = below(2) ? 0 : uniform(-3, 3);
  }
  l->axis[below(3)] += 1;
  l->mass = below(4) ? uniform(0.1, 5) : 0;
  // a box of edges 2a, 2b, 2c, so that the inertia can exist
  const double a = uniform(0.01, 0.2), b = uniform(0.01, 0.2), h = uniform(0.01, 0.2);
  l->inertia[0] = l->mass * (b * b + h * h) / 3;
  l->inertia[1] = l->mass * (a * a + h * h) / 3;
  l->inertia[2] = l->mass * (a * a + b * b) / 3;
}

// A chain of `moving` joints with fixed ones between, then branches anywhere, held at random positions.
static int random_tree(tree_link links[], char names[][2][16], double held[], ulna_held_joint given[],
                       int *given_count, int *tip)
{
  static const char types[] = "rrcp";
  int count = 1;
  random_link(&links[0], -1, 'f');
  const int moving = 1 + below(7), others = below(12);
  for (int i = 0; i < moving; i++) {
    while (below(3) == 0) random_link(&links[count], count - 1, 'f'), count++;
    random_link(&links[count], count - 1, types[below(4)]);
    if (links[count].mass == 0)
      links[count].mass = 1,
      links[count].inertia[0] = links[count].inertia[1] = links[count].inertia[2] = 0.01;
    count++;
  }
  if (below(2)) random_link(&links[count], count - 1, 'f'), count++;
  *tip = count - 1;
  for (int i = 0; i < others; i++)
    random_link(&links[count], below(count), below(2) ? 'f' : types[below(4)]), count++;
  *given_count = 0;
  for (int i = 0; i < count; i++) {
    snprintf(names[i][0], sizeof names[i][0], "link %d", i);
    snprintf(names[i][1], sizeof names[i][1], below(2) ? "link %d" : "joint/%d", i);
    links[i].name = names[i][0];
    links[i].joint = names[i][1];
    held[i] = 0;
    if (i > *tip && links[i].type != 'f' && below(2)) {
      held[i] = uniform(-3, 3);
      given[(*given_count)++] = (ulna_held_joint){links[i].joint, held[i]};
    }
  }
  return count;
}

static void any_tree_agrees(void **state)
{
  (void)state;
  for (uint64_t seed = 1; seed <= 300; seed++) {
    static char names[TREE_MOST][2][16];
    tree_link links[TREE_MOST];
    double held[TREE_MOST];
    ulna_held_joint given[TREE_MOST];
    int tip;
    random_state = seed * 0x9E3779B97F4A7C15u;
    ulna_read_options options = {.held = given};
    const int count = random_tree(links, names, held, given, &options.held_count, &tip);
    options.tip_link = links[tip].name;
    const errors e = compare(links, count, &options, held, 0, tip, 5);
    char what[40];
    snprintf(what, sizeof what, "seed %d", (int)seed);
    // the energy of a light last link behind heavy ones may cancel: two digits more
    assert_agree(what, (errors){e.pose, e.jacobian, e.energy / 100}, 1e-12);
  }
}

// Mass, mass centre and inertia of each link of the model: the sum over the bodies that move with it.
static void merged_bodies_are_the_sum_of_their_parts(void **state)
{
  (void)state;
  for (uint64_t seed = 1; seed <= 200; seed++) {
    static char names[TREE_MOST][2][16];
    tree_link links[TREE_MOST];
    double held[TREE_MOST];
    ulna_held_joint given[TREE_MOST];
    int tip, carrier[TREE_MOST];
    random_state = seed * 0xD1B54A32D192ED03u;
    ulna_read_options options = {.held = given};
    const int count = random_tree(links, names, held, given, &options.held_count, &tip);
    options.tip_link = links[tip].name;
    char *text = tree_write(links, count);
    ulna_model *model = tree_model(text, &options);
    comparison c = {.links = links, .count = count, .model = model};
    find_numbers(&c);
    tree_pose poses[TREE_MOST];
    tree_poses(links, count, held, poses);  // chain joints at 0
    number sums[TREE_MOST][10] = {{0}};
    for (int i = 0; i < count; i++) {
      carrier[i] = c.number[i] ? c.number[i] : i ? carrier[links[i].parent] : 0;
      int own = i;
      while (own > 0 && !c.number[own]) own = links[own].parent;
      const tree_pose back = tree_inverse(&poses[own]), in_carrier = tree_multiply(&back, &poses[i]);
      number moments[10];
      tree_moments(&links[i], &in_carrier, moments);
      for (int k = 0; k < 10; k++) sums[carrier[i]][k] += moments[k];
    }
    for (int j = 1; j <= ulna_model_joint_count(model); j++) {
      const ulna_body *b = &ulna_model_joint(model, j)->link.body;
      tree_link merged = {.mass = b->mass};
      memcpy(merged.com, b->com, sizeof merged.com);
      memcpy(merged.inertia, b->inertia, sizeof merged.inertia);
      const tree_pose here = {.R = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
      number moments[10];
      tree_moments(&merged, &here, moments);
      const double scale = (double)(sums[j][4] + sums[j][5] + sums[j][6] + sums[j][0]);
      for (int k = 0; k < 10; k++)
        if (fabs((double)(moments[k] - sums[j][k])) > 1e-13 * scale)
          fail_msg("seed %d, link %d, moment %d: %.17Lg, not %.17Lg", (int)seed, j, k, moments[k],
                   sums[j][k]);
    }
    ulna_model_destroy(model);
    free(text);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(parallel_axes_agree),
      cmocka_unit_test(intersecting_and_coincident_axes_agree),
      cmocka_unit_test(skew_non_unit_and_negative_axes_agree),
      cmocka_unit_test(nearly_parallel_axes_lose_no_digits),
      cmocka_unit_test(fixed_joints_between_are_folded_and_stay_known_by_name),
      cmocka_unit_test(branches_off_the_chain_are_held_at_zero_and_merged),
      cmocka_unit_test(branches_off_the_chain_are_held_where_they_are_told),
      cmocka_unit_test(a_base_beyond_the_root_is_the_base_frame),
      cmocka_unit_test(any_tree_agrees),
      cmocka_unit_test(merged_bodies_are_the_sum_of_their_parts),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
