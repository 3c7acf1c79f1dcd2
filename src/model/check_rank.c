/* Matrices that would be singular at every posture: the mass matrix, and the coupling of the drives.
 *
 * Both are computed at one generic posture. Their rank there is the largest they have anywhere (their entries are
 * analytic in q), so a matrix that is singular there is singular everywhere; singular postures of a sound robot do
 * not matter. */
#include <math.h>
#include <stdio.h>

#include "base/layout.h"
#include "base/memory.h"
#include "kernel/moving_bodies.h"
#include "model/check.h"
#include "model/coupling.h"
#include "model/tables.h"

/* A posture without symmetry; prismatic joints inside their limits. */
static double generic_position(const ulna_joint *joint, int i)
{
  const double t = 0.5 + 0.4 * sin(1.7 * i + 0.4);
  if (joint->type == ULNA_REVOLUTE) return 2.4 * t - 0.7;
  const double lower = joint->limits.lower, upper = joint->limits.upper;
  if (isfinite(lower) && isfinite(upper)) return lower + t * (upper - lower);
  return isfinite(lower) ? lower + t : isfinite(upper) ? upper - t : t;
}

/* The mass matrix of the model in the generic posture, links, payload and all that drives move: column j is what the
 * unit acceleration of joint j alone takes. */
typedef struct {
  int n;
  chain_link *link; /* n: the model's, the payload merged into the last */
  double *turn, *sine, *cosine, *slide, *q, *rest, *unit; /* n each */
  own_motion *motion;                                     /* bodies */
  double *x, *K, *k;                                      /* moving, moving × n, bodies × n */
  moving_bodies_scratch scratch;
  double *M;           /* n × n */
  double *column;      /* n */
  const double *bound; /* n: what each joint can feel at most; the model's */
} workspace;

static void walk(workspace *w, layout *l, const ulna_model *m)
{
  const size_t n = (size_t)m->n, bodies = (size_t)m->drives.body_count,
               moving = (size_t)m->drives.moving.rows;
  w->n = m->n;
  w->link = (chain_link *)layout_take(l, n, sizeof *w->link);
  double **const lists[] = {&w->turn, &w->sine, &w->cosine, &w->slide, &w->q, &w->rest, &w->unit, &w->column};
  for (size_t k = 0; k < sizeof lists / sizeof lists[0]; k++)
    *lists[k] = (double *)layout_take(l, n, sizeof(double));
  w->motion = (own_motion *)layout_take(l, bodies, sizeof *w->motion);
  w->x = (double *)layout_take(l, moving, sizeof(double));
  w->K = (double *)layout_take(l, moving * n, sizeof(double));
  w->k = (double *)layout_take(l, bodies * n, sizeof(double));
  w->M = (double *)layout_take(l, n * n, sizeof(double));
  moving_bodies_scratch_layout(&w->scratch, l, m->n);
}

/* Links and bodies where the generic posture puts them. */
static void take_posture(const ulna_model *m, workspace *w)
{
  const int n = w->n;
  const coupling_numbers *moving = &m->drives.moving;
  memcpy(w->link, m->tables->link, (size_t)n * sizeof *w->link);
  w->link[n - 1] = ulna_last_link(m, &m->given.payload);
  for (int i = 0; i < n; i++) {
    const bool slides = w->link[i].joint == JOINT_PRISMATIC;
    w->q[i] = generic_position(&m->given.joints[i], i);
    w->turn[i] = slides ? 0 : w->q[i], w->slide[i] = slides ? w->q[i] : 0;
  }
  sine_cosine_sums(n, m->tables->theta0, w->turn, w->sine, w->cosine);
  ulna_coupling_value(moving, w->q, w->x, w->K);
  for (int b = 0; b < m->drives.body_count; b++) {
    const int row = m->drives.body[b].row;
    w->motion[b] = (own_motion){.sine = sin(w->x[row]), .cosine = cos(w->x[row]), .slide = w->x[row]};
    memcpy(&w->k[b * n], &w->K[row * n], (size_t)n * sizeof *w->k);
  }
}

static void mass_matrix(const ulna_model *m, workspace *w)
{
  const int n = w->n, bodies = m->drives.body_count;
  const chain arm = {n, w->link};
  const posture at = {w->sine, w->cosine, w->slide};
  const base_state still = {vec3_zero(), vec3_zero(), vec3_zero()};
  const wrench none = {vec3_zero(), vec3_zero()};
  const moving_bodies moving = {bodies, false, m->tables->rotors.body, w->motion, w->k};
  w->bound = m->tables->bound;
  for (int j = 0; j < n; j++) {
    w->unit[j] = 1;
    for (int b = 0; b < bodies; b++) w->motion[b].acceleration = w->k[b * n + j];
    moving_newton_euler(&arm, &at, &still, vec3_zero(), none, w->rest, w->unit, &moving, w->column,
                        &w->scratch);
    for (int i = 0; i < n; i++) w->M[i * n + j] = w->column[i];
    w->unit[j] = 0;
  }
}

static void say_massless(check *c, const bool *free_joint, int outermost)
{
  const description *d = c->d;
  const bool allowed = ulna_marked(c->b, "joints", ULNA_MARK_MASSLESS);
  bool all = true;
  for (int i = 0; i < d->joint_count; i++) all = all && free_joint[i];
  if (allowed && all) {
    ulna_check_say(c, ULNA_WARNING, "singular", "joints", "robot",
                   "no link of the arm has a mass, so this robot serves kinematics only: torques are 0, and "
                   "accelerations cannot be computed");
    return;
  }
  char others[200] = "";
  size_t used = 0;
  for (int i = outermost - 1; i >= 0; i--) {
    if (!free_joint[i] || used + 100 > sizeof others) continue;
    used += (size_t)snprintf(others + used, sizeof others - used, "%s\"%.60s\"",
                             used ? ", " : "; nor that of ", d->joints[i].name ? d->joints[i].name : "");
  }
  const ulna_link *link = &d->joints[outermost].link;
  const check_path path =
      ulna_check_path("joints[%d].link.%s", outermost, link->body.mass == 0 ? "mass" : "inertia");
  ulna_check_say(
      c, allowed ? ULNA_WARNING : ULNA_ERROR, "singular", path.s,
      ulna_check_subject("joint", d->joints[outermost].name, path.s).s,
      "the mass matrix is singular at every posture: no mass or inertia of link \"%.60s\" and beyond "
      "resists this joint%s; %sgive the link an inertia that the joint feels, or its drive a rotor",
      link->name ? link->name : "", others, allowed ? "accelerations cannot be computed: " : "");
}

/* M = U D Uᵀ from the hand inward: a joint whose pivot vanishes moves nothing that has mass. Not kernel/udut.h, which
 * would divide by it. */
static void find_massless(check *c, workspace *w, bool *free_joint)
{
  const int n = w->n;
  double *M = w->M;
  int outermost = -1;
  for (int k = n - 1; k >= 0; k--) {
    const double pivot = M[k * n + k];
    free_joint[k] = fabs(pivot) <= 1e-12 * w->bound[k];  // what rounding leaves of nothing
    if (free_joint[k]) {
      if (outermost < 0) outermost = k;
      continue;
    }
    for (int i = 0; i < k; i++) {
      const double factor = M[i * n + k] / pivot;
      for (int j = 0; factor != 0 && j <= i; j++) M[i * n + j] -= factor * M[j * n + k];
    }
    for (int i = 0; i < k; i++)
      for (int j = 0; j < i; j++) M[j * n + i] = M[i * n + j];
  }
  if (outermost >= 0) say_massless(c, free_joint, outermost);
}

void ulna_check_mass_matrix(check *c, const ulna_model *m)
{
  workspace w;
  layout l = layout_measuring();
  walk(&w, &l, m);
  const size_t size = layout_size(&l), flags = (size_t)m->n * sizeof(bool);
  void *memory = ulna_allocate(&c->b->allocator, size);
  bool *free_joint = (bool *)ulna_allocate(&c->b->allocator, flags);
  if (memory && free_joint) {
    memset(memory, 0, size);
    l = layout_assigning(memory);
    walk(&w, &l, m);
    take_posture(m, &w);
    mass_matrix(m, &w);
    find_massless(c, &w, free_joint);
  } else c->status = ULNA_OUT_OF_MEMORY;
  if (free_joint) ulna_release(&c->b->allocator, free_joint, flags);
  if (memory) ulna_release(&c->b->allocator, memory, size);
}

/* `"a" 1, "b" -0.5`: the parts of a direction that are not zero, at most eight of them. */
static void write_direction(char *text, size_t size, const double *v, int count,
                            const char *(*name)(const description *, int), const description *d)
{
  double largest = 0;
  for (int i = 0; i < count; i++) largest = fabs(v[i]) > fabs(largest) ? v[i] : largest;
  size_t used = 0;
  int shown = 0;
  text[0] = 0;
  for (int i = 0; i < count; i++) {
    if (fabs(v[i]) <= 1e-9 * fabs(largest)) continue;
    if (++shown > 8) {
      snprintf(text + used, size - used, ", …");
      return;
    }
    used += (size_t)snprintf(text + used, size - used, "%s\"%.24s\" %.4g", used ? ", " : "", name(d, i),
                             v[i] / largest);
  }
}

static const char *joint_name(const description *d, int i) { return d->joints[i].name; }
static const char *drive_name(const description *d, int i)
{
  return d->drives[i].name ? d->drives[i].name : "unnamed";
}

/* Rows of K, eliminated one after the other; history[r] tells which drives each reduced row is made of. */
typedef struct {
  int rows, columns;
  double *K;       /* rows × columns, reduced in place, pivots 1 */
  double *history; /* rows × rows */
  int *pivot;      /* column of each row's pivot; -1: the row depends on those before it */
  double *null;    /* columns: a motion that no row sees */
} elimination;

/* Reduces row r by those before it. True if it is not zero then. */
static bool eliminate_row(elimination *e, int r)
{
  double *row = &e->K[r * e->columns], *made = &e->history[r * e->rows];
  double before = 0;
  for (int j = 0; j < e->columns; j++) before = fmax(before, fabs(row[j]));
  made[r] = 1;
  for (int k = 0; k < r; k++) {
    if (e->pivot[k] < 0) continue;
    const double factor = row[e->pivot[k]];
    if (factor == 0) continue;
    for (int j = 0; j < e->columns; j++) row[j] -= factor * e->K[k * e->columns + j];
    row[e->pivot[k]] = 0;
    for (int j = 0; j < r; j++) made[j] -= factor * e->history[k * e->rows + j];
  }
  int largest = 0;
  for (int j = 1; j < e->columns; j++)
    if (fabs(row[j]) > fabs(row[largest])) largest = j;
  e->pivot[r] = -1;
  if (e->columns == 0 || fabs(row[largest]) <= 1e-11 * before) return false;
  e->pivot[r] = largest;
  const double scale = 1 / row[largest];
  for (int j = 0; j < e->columns; j++) row[j] *= scale;
  for (int j = 0; j < e->rows; j++) made[j] *= scale;
  row[largest] = 1;
  return true;
}

/* A motion of the joints that moves no drive, from the first driven joint without a pivot; false if there is none.
 * Row r has no part in the pivots of the rows before it, so the last row is solved first. */
static bool find_free_motion(const elimination *e, const bool *driven)
{
  int open = -1;
  for (int j = 0; j < e->columns && open < 0; j++) {
    bool taken = !driven[j];
    for (int r = 0; r < e->rows && !taken; r++) taken = e->pivot[r] == j;
    if (!taken) open = j;
  }
  if (open < 0) return false;
  for (int j = 0; j < e->columns; j++) e->null[j] = j == open;
  for (int r = e->rows - 1; r >= 0; r--) {
    if (e->pivot[r] < 0) continue;
    double sum = 0;
    for (int j = 0; j < e->columns; j++)
      if (j != e->pivot[r]) sum += e->K[r * e->columns + j] * e->null[j];
    e->null[e->pivot[r]] = -sum;
  }
  return true;
}

static void say_singular_coupling(check *c, const elimination *e, const bool *driven, int dependent)
{
  char direction[320];
  check_path path = {"drives"};
  check_subject subject = {"drives"};
  if (dependent >= 0) {
    const ulna_drive *drive = &c->d->drives[dependent];
    path = ulna_check_path("drives[%d].%s", dependent, drive->couple_count ? "couples" : "screws");
    subject = ulna_check_subject("drive", drive->name, path.s);
  }
  if (find_free_motion(e, driven)) {
    write_direction(direction, sizeof direction, e->null, e->columns, joint_name, c->d);
    ulna_check_say(
        c, ULNA_ERROR, "singular coupling", path.s, subject.s,
        "the joints can move along (%s) without any drive moving; each such motion needs a drive of "
        "its own",
        direction);
  } else {
    write_direction(direction, sizeof direction, &e->history[dependent * e->rows], e->rows, drive_name, c->d);
    ulna_check_say(
        c, ULNA_ERROR, "singular coupling", path.s, subject.s,
        "there are more drives than joints they move, so that forces along (%s) cancel and none is "
        "determined; leave one out, or make it an element",
        direction);
  }
}

/* Joints that no drive couples to are driven directly. The others need as many independent drives as they are. */
void ulna_check_coupling(check *c)
{
  const description *d = c->d;
  const int n = d->joint_count, rows = d->drive_count;
  if (rows == 0) return;
  arena memory;
  arena_init(&memory, &c->b->allocator);
  elimination e = {.rows = rows,
                   .columns = n,
                   .K = arena_take_array(&memory, (size_t)rows * (size_t)n, sizeof *e.K),
                   .history = arena_take_array(&memory, (size_t)rows * (size_t)rows, sizeof *e.history),
                   .pivot = arena_take_array(&memory, (size_t)rows, sizeof *e.pivot),
                   .null = arena_take_array(&memory, (size_t)n, sizeof *e.null)};
  bool *driven = arena_take_array(&memory, (size_t)n, sizeof *driven);
  double *q = arena_take_array(&memory, (size_t)n, sizeof *q);
  coupling_numbers coupling;
  const bool taken = ulna_coupling_take(&coupling, &memory, d, rows, rows);
  if (!taken || !e.K || !e.history || !e.pivot || !e.null || !driven || !q) {
    arena_free(&memory);
    c->status = ULNA_OUT_OF_MEMORY;
    return;
  }
  int dependent = -1, driven_count = 0, long_screws = 0;
  for (int j = 0; j < n; j++) q[j] = generic_position(&d->joints[j], j);
  for (int k = 0; k < coupling.screw_count; k++)  // one without length follows nothing, and has no slope
    if (fabs(ulna_coupling_screw(&coupling, k, q).f) > 0) coupling.screw[long_screws++] = coupling.screw[k];
  coupling.screw_count = long_screws;
  ulna_coupling_value(&coupling, q, NULL, e.K);
  for (int k = 0; k < rows * n; k++) driven[k % n] |= e.K[k] != 0;
  for (int j = 0; j < n; j++) driven_count += driven[j];
  for (int r = 0; r < rows; r++)
    if (!eliminate_row(&e, r) && dependent < 0) dependent = r;
  if (dependent >= 0 || driven_count > rows) say_singular_coupling(c, &e, driven, dependent);
  arena_free(&memory);
}
