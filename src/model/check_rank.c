/* Matrices that would be singular at every posture: the mass matrix, and the coupling of the drives.
 *
 * Both are looked at in one generic posture. Their rank there is the largest they have anywhere (their entries are
 * analytic in q), so what is singular there is singular everywhere; singular postures of a sound robot do not show. */
#include <math.h>
#include <stdio.h>

#include "model/check.h"
#include "model/pose.h"

/* A posture without symmetry; prismatic joints inside their limits. */
static double generic_position(const ulna_joint *joint, int i)
{
  const double t = 0.5 + 0.4 * sin(1.7 * i + 0.4);
  if (joint->type == ULNA_REVOLUTE) return 2.4 * t - 0.7;
  const double lower = joint->limits.lower, upper = joint->limits.upper;
  if (isfinite(lower) && isfinite(upper)) return lower + t * (upper - lower);
  return isfinite(lower) ? lower + t : isfinite(upper) ? upper - t : t;
}

/* Mass, first and second moments of a body about the base's origin, in base axes. */
typedef struct {
  double m, h[3], I[3][3];
} moments;

static void add_body(moments *s, const ulna_pose *pose, const ulna_body *body)
{
  const ulna_body b = ulna_body_in_outer(pose, body);
  const double *c = b.com;
  const double I[3][3] = {{b.inertia[0], b.inertia[3], b.inertia[4]},
                          {b.inertia[3], b.inertia[1], b.inertia[5]},
                          {b.inertia[4], b.inertia[5], b.inertia[2]}};
  const double cc = c[0] * c[0] + c[1] * c[1] + c[2] * c[2];
  s->m += b.mass;
  for (int i = 0; i < 3; i++) {
    s->h[i] += b.mass * c[i];
    for (int j = 0; j < 3; j++) s->I[i][j] += I[i][j] + b.mass * ((i == j) * cc - c[i] * c[j]);
  }
}

static void cross(const double a[3], const double b[3], double out[3])
{
  out[0] = a[1] * b[2] - a[2] * b[1];
  out[1] = a[2] * b[0] - a[0] * b[2];
  out[2] = a[0] * b[1] - a[1] * b[0];
}

static double dot(const double a[3], const double b[3]) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

/* A joint's unit motion: angular velocity, and velocity of the point at the base's origin. */
typedef struct {
  double w[3], v[3];
} twist;

static twist joint_twist(ulna_joint_type type, const double axis[3], const double point[3])
{
  twist t = {{0}, {0}};
  if (type == ULNA_PRISMATIC) {
    memcpy(t.v, axis, sizeof t.v);
    return t;
  }
  memcpy(t.w, axis, sizeof t.w);
  cross(point, axis, t.v);
  return t;
}

/* Pose of link i in base axes from that of link i-1, and the joint's twist. */
static ulna_pose next_pose(const description *d, int i, const ulna_pose *before, twist *t)
{
  const ulna_joint *j = &d->joints[i];
  const double q = generic_position(j, i);
  const bool revolute = j->type == ULNA_REVOLUTE;
  static const double z[3] = {0, 0, 1};
  double axis[3];
  if (d->convention == ULNA_AXIS) {
    const ulna_pose at = ulna_pose_multiply(before, &j->origin);
    const ulna_pose along = ulna_pose_with_z_along(j->axis), back = ulna_pose_inverse(&along);
    const ulna_pose turn = revolute ? ulna_pose_rot_z(q) : ulna_pose_shift(0, 0, q);
    const ulna_pose to_axis = ulna_pose_multiply(&at, &along), moved = ulna_pose_multiply(&to_axis, &turn);
    ulna_rotate(&to_axis, z, axis);
    *t = joint_twist(j->type, axis, at.p);
    return ulna_pose_multiply(&moved, &back);
  }
  const ulna_pose Rz = ulna_pose_rot_z(j->theta + (revolute ? q : 0)), Rx = ulna_pose_rot_x(j->alpha);
  const ulna_pose Tz = ulna_pose_shift(0, 0, j->d + (revolute ? 0 : q)), Tx = ulna_pose_shift(j->a, 0, 0);
  const ulna_pose about_z = ulna_pose_multiply(&Rz, &Tz), about_x = ulna_pose_multiply(&Rx, &Tx);
  const bool dh = d->convention == ULNA_DH;
  const ulna_pose step = dh ? ulna_pose_multiply(&about_z, &about_x) : ulna_pose_multiply(&about_x, &about_z);
  const ulna_pose after = ulna_pose_multiply(before, &step);
  ulna_rotate(dh ? before : &after, z, axis);
  *t = joint_twist(j->type, axis, dh ? before->p : after.p);
  return after;
}

/* Row of dq_a/dq in the generic posture: the constant part, and gain·(-mu sin φ + nu cos φ) w / (2 sqrt(…)). */
static void coupling_row(const description *d, const ulna_drive *drive, double *row)
{
  memset(row, 0, (size_t)d->joint_count * sizeof *row);
  for (int k = 0; k < drive->couple_count; k++)
    row[ulna_check_find_joint(d, drive->couples[k].joint) - 1] += drive->couples[k].value;
  for (int k = 0; k < drive->screw_count; k++) {
    const ulna_screw *s = &drive->screws[k];
    double phi = s->phi0;
    for (int m = 0; m < s->phase_count; m++) {
      const int j = ulna_check_find_joint(d, s->phase[m].joint) - 1;
      phi += s->phase[m].value * generic_position(&d->joints[j], j);
    }
    const double under_root = s->s + s->mu * cos(phi) + s->nu * sin(phi);
    const double slope =
        under_root > 0 ? s->gain * (s->nu * cos(phi) - s->mu * sin(phi)) / (2 * sqrt(under_root)) : 0;
    for (int m = 0; m < s->phase_count; m++)
      row[ulna_check_find_joint(d, s->phase[m].joint) - 1] += slope * s->phase[m].value;
  }
}

/* The inertia that a unit speed of the actuator feels: about its axis, or its mass. */
static double rotor_inertia(const ulna_drive *drive)
{
  const ulna_body *b = &drive->rotor;
  if (drive->kind == ULNA_LINEAR) return b->mass;
  if (drive->spin_only || b->about == ULNA_ABOUT_ORIGIN) return b->inertia[2];
  return b->inertia[2] + b->mass * (b->com[0] * b->com[0] + b->com[1] * b->com[1]);
}

typedef struct {
  int n;
  ulna_pose *pose; /* n + 1, in base axes */
  twist *S;        /* n */
  moments *link;   /* n; then of the composite bodies i…n */
  double *M;       /* n × n */
  double *row;     /* n */
} workspace;

/* Links, payload, and rotors and elements that are not part of their carrier's data. */
static void place_bodies(const description *d, workspace *w)
{
  w->pose[0] = ulna_pose_identity();
  for (int i = 0; i < w->n; i++) {
    w->pose[i + 1] = next_pose(d, i, &w->pose[i], &w->S[i]);
    add_body(&w->link[i], &w->pose[i + 1], &d->joints[i].link.body);
  }
  for (int k = 0; k < d->part_count; k++) {
    const int carrier = ulna_check_find_link(d, d->parts[k].link);
    if (carrier < 1) continue;
    const ulna_pose at = ulna_pose_multiply(&w->pose[carrier], &d->parts[k].pose);
    add_body(&w->link[carrier - 1], &at, &d->parts[k].body);
  }
  if (d->has_payload) add_body(&w->link[w->n - 1], &w->pose[w->n], &d->payload);
  for (int k = 0; k < d->drive_count + d->element_count; k++) {
    const ulna_drive *drive = k < d->drive_count ? &d->drives[k] : &d->elements[k - d->drive_count];
    const int carrier = drive->mounted_on ? ulna_check_find_link(d, drive->mounted_on) : -1;
    if (carrier <= 0 || drive->spin_only || drive->counted_in_link == ULNA_COUNTED_YES) continue;
    const ulna_pose at = ulna_pose_multiply(&w->pose[carrier], &drive->pose);
    add_body(&w->link[carrier - 1], &at, &drive->rotor);
  }
  for (int i = w->n - 2; i >= 0; i--) {
    const double *from = &w->link[i + 1].m;
    double *to = &w->link[i].m;
    for (size_t k = 0; k < sizeof(moments) / sizeof(double); k++) to[k] += from[k];
  }
}

/* M_ij = S_j · (composite body i) S_i for j ≤ i, and each actuator's I_a k kᵀ. */
static void mass_matrix(const description *d, workspace *w)
{
  const int n = w->n;
  for (int i = 0; i < n; i++) {
    const moments *b = &w->link[i];
    const twist *S = &w->S[i];
    double p[3], L[3], hv[3],
        hw[3];  // momentum of the composite body moving with S_i, moment about the base's origin
    cross(b->h, S->v, hv);
    cross(S->w, b->h, hw);
    for (int k = 0; k < 3; k++) {
      p[k] = b->m * S->v[k] + hw[k];
      L[k] = dot(b->I[k], S->w) + hv[k];
    }
    for (int j = 0; j <= i; j++) w->M[i * n + j] = w->M[j * n + i] = dot(w->S[j].w, L) + dot(w->S[j].v, p);
  }
  for (int k = 0; k < d->drive_count + d->element_count; k++) {
    const ulna_drive *drive = k < d->drive_count ? &d->drives[k] : &d->elements[k - d->drive_count];
    const double inertia = rotor_inertia(drive);
    if (inertia == 0) continue;
    coupling_row(d, drive, w->row);
    for (int i = 0; i < n; i++)
      for (int j = 0; w->row[i] != 0 && j < n; j++) w->M[i * n + j] += inertia * w->row[i] * w->row[j];
  }
}

/* What rounding leaves of nothing: relative to the composite body's moments about the base's origin. */
static double vanishing(const description *d, const workspace *w, int i)
{
  const moments *b = &w->link[i];
  const double trace = b->I[0][0] + b->I[1][1] + b->I[2][2];
  return 1e-12 * (d->joints[i].type == ULNA_PRISMATIC ? fabs(b->m) : fabs(trace));
}

static void say_massless(check *c, const bool *free_joint, int tip)
{
  const description *d = c->d;
  const bool allowed = ulna_marked(c->b, "joints", ULNA_MARK_MASSLESS);
  bool all = true;
  for (int i = 0; i < d->joint_count; i++) all = all && free_joint[i];
  if (allowed && all) {
    ulna_check_say(
        c, ULNA_WARNING, "singular", "joints", "robot",
        "no link of the arm has a mass, so this robot serves kinematics only: torques come out as 0, "
        "and accelerations cannot be had");
    return;
  }
  char others[200] = "";
  size_t used = 0;
  for (int i = tip - 1; i >= 0; i--) {
    if (!free_joint[i] || used + 100 > sizeof others) continue;
    used += (size_t)snprintf(others + used, sizeof others - used, "%s\"%.60s\"",
                             used ? ", " : "; nor that of ", d->joints[i].name ? d->joints[i].name : "");
  }
  const ulna_link *link = &d->joints[tip].link;
  const check_path path =
      ulna_check_path("joints[%d].link.%s", tip, link->body.mass == 0 ? "mass" : "inertia");
  ulna_check_say(
      c, allowed ? ULNA_WARNING : ULNA_ERROR, "singular", path.s,
      ulna_check_subject("joint", d->joints[tip].name, path.s).s,
      "the mass matrix is singular at every posture: no mass or inertia of link \"%.60s\" and beyond "
      "resists this joint%s; %sgive the link an inertia that the joint feels, or its drive a rotor",
      link->name ? link->name : "", others, allowed ? "accelerations cannot be had: " : "");
}

/* M = U D Uᵀ from the tip down: a joint whose pivot vanishes moves nothing that has mass. */
static void find_massless(check *c, workspace *w, bool *free_joint)
{
  const int n = w->n;
  double *M = w->M;
  int tip = -1;
  for (int k = n - 1; k >= 0; k--) {
    const double pivot = M[k * n + k];
    free_joint[k] = fabs(pivot) <= vanishing(c->d, w, k);
    if (free_joint[k]) {
      if (tip < 0) tip = k;
      continue;
    }
    for (int i = 0; i < k; i++) {
      const double factor = M[i * n + k] / pivot;
      for (int j = 0; factor != 0 && j <= i; j++) M[i * n + j] -= factor * M[j * n + k];
    }
    for (int i = 0; i < k; i++)
      for (int j = 0; j < i; j++) M[j * n + i] = M[i * n + j];
  }
  if (tip >= 0) say_massless(c, free_joint, tip);
}

void ulna_check_mass_matrix(check *c)
{
  const int n = c->d->joint_count;
  arena memory;
  arena_init(&memory, &c->b->allocator);
  workspace w = {.n = n,
                 .pose = arena_take_array(&memory, (size_t)n + 1, sizeof *w.pose),
                 .S = arena_take_array(&memory, (size_t)n, sizeof *w.S),
                 .link = arena_take_array(&memory, (size_t)n, sizeof *w.link),
                 .M = arena_take_array(&memory, (size_t)n * (size_t)n, sizeof *w.M),
                 .row = arena_take_array(&memory, (size_t)n, sizeof *w.row)};
  bool *free_joint = arena_take_array(&memory, (size_t)n, sizeof *free_joint);
  if (memory.failed) {
    c->status = ULNA_OUT_OF_MEMORY;
  } else {
    place_bodies(c->d, &w);
    mass_matrix(c->d, &w);
    find_massless(c, &w, free_joint);
  }
  arena_free(&memory);
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

/* Reduces row r by those before it. True if something is left. */
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
  if (memory.failed) {
    arena_free(&memory);
    c->status = ULNA_OUT_OF_MEMORY;
    return;
  }
  int dependent = -1, driven_count = 0;
  for (int r = 0; r < rows; r++) {
    coupling_row(d, &d->drives[r], &e.K[r * n]);
    for (int j = 0; j < n; j++) driven[j] |= e.K[r * n + j] != 0;
  }
  for (int j = 0; j < n; j++) driven_count += driven[j];
  for (int r = 0; r < rows; r++)
    if (!eliminate_row(&e, r) && dependent < 0) dependent = r;
  if (dependent >= 0 || driven_count > rows) say_singular_coupling(c, &e, driven, dependent);
  arena_free(&memory);
}
