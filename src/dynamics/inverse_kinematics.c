/* Inverse kinematics: damped least squares on the error between the tool and its target, from several starts.
 *
 * With constant placements S and X chosen so that S T(q) X is the identity exactly when the tool is at its
 * target (T the chain's frame n in frame 0), the error is e = W [log R; p] of that placement, and near a q
 *   e(q + dq) ≈ e + J dq,   J = W [Jl⁻¹(log R) Jw; Jv],
 * which is solved for dq in the sense of Levenberg and Marquardt, lambda in proportion to |e|² [Sugihara
 * 2011]: far away it tames the step, and as it vanishes faster than any pivot the end is Newton's. Lengths
 * are divided by an eighth of the robot's length, in e and in prismatic q, so that they weigh as angles do.
 * */
#include <math.h>
#include <stddef.h>
#include <string.h>

#include "base/numbers.h"
#include "base/random.h"
#include "base/symmetric.h"
#include "dynamics/rotation.h"
#include "kernel/kinematics.h"
#include "number/real.h"
#include "ulna/inverse_kinematics.h"
#include "work/work.h"

enum { ROWS = 6 };

static const double turn = 6.283185307179586;

typedef struct {
  const ulna_model *model;
  ulna_work *work;
  const chain *links;
  bool ignore_limits;
  bool limited;           // some joint has limits that it can run into
  bool loose;             // for a while, steps may go beyond them
  placement first, last;  // S and X
  double weight[ROWS];    // lengths divided by `length`; 0 for directions that are free
  double length;
  int rows;   // directions that are not
  bool skew;  // angular weights differ: log's own derivative matters
  double position_tolerance, orientation_tolerance;
} task;

// A posture and its error. The caller sets q.
typedef struct {
  double *q;
  vec3 phi, p;
  double E;  // |e|²/2
  double position_error, orientation_error;
} attempt;

static bool slides(const task *t, int i) { return t->links->link[i].joint == JOINT_PRISMATIC; }
static double unit(const task *t, int i) { return slides(t, i) ? t->length : 1; }

static bool solved(const task *t, const attempt *x)
{
  return x->position_error <= t->position_tolerance && x->orientation_error <= t->orientation_tolerance;
}

static double component(vec3 v, int k) { return k == 0 ? v.x : k == 1 ? v.y : v.z; }

// A placement is twelve numbers in a row for the kernel that writes them.
_Static_assert(sizeof(placement) == 12 * sizeof(real) && offsetof(placement, p) == 9 * sizeof(real),
               "the rows of R, then p");

// The tool's placement at x->q, seen from the target, and the error.
static void judge(const task *t, ik_scratch *s, attempt *x)
{
  const int n = t->links->n;
  s->at[0] = t->first;
  t->work->link_places(&t->work->fast, FRAMES_KERNEL, NULL, &t->first, x->q, &s->at[1].R.e[0][0]);
  const placement tool = placement_product(&s->at[n], &t->last);
  x->phi = rotation_log(&tool.R);
  x->p = tool.p;

  double square[2] = {0, 0}, sum = 0;
  for (int k = 0; k < ROWS; k++) {
    const double v = t->weight[k] > 0 ? component(k < 3 ? x->phi : x->p, k % 3) : 0, e = t->weight[k] * v;
    square[k / 3] += v * v;
    sum += e * e;
  }
  x->orientation_error = sqrt(square[0]), x->position_error = sqrt(square[1]);
  x->E = sum / 2;
}

// e and J at the posture judged last; prismatic columns of J times `length`.
static void linearise(const task *t, ik_scratch *s, const attempt *x, double e[ROWS])
{
  for (int k = 0; k < ROWS; k++) e[k] = t->weight[k] * component(k < 3 ? x->phi : x->p, k % 3);
  for (int i = 0; i < t->links->n; i++) {
    vec3 w, v;
    jacobian_column(t->links->link[i].joint, &s->at[i], x->p, &w, &v);
    if (t->skew) w = rotation_log_rate(x->phi, w);
    for (int k = 0; k < ROWS; k++)
      s->J[i * ROWS + k] = unit(t, i) * t->weight[k] * component(k < 3 ? w : v, k % 3);
  }
}

// dx = −Jᵀ (J Jᵀ + lambda)⁻¹ e of the free joints. A direction that weighs nothing has a row of zeros and an error of zero.
static bool step_by_rows(const ik_scratch *s, int n, const double e[ROWS], double lambda, double dx[])
{
  double A[ROWS][ROWS], y[ROWS];
  for (int r = 0; r < ROWS; r++) {
    for (int c = 0; c <= r; c++) A[r][c] = r == c ? lambda : 0;
    y[r] = -e[r];
  }
  for (int i = 0; i < n; i++) {
    const double *column = s->J + i * ROWS;
    if (s->held[i]) continue;
    for (int r = 0; r < ROWS; r++)
      for (int c = 0; c <= r; c++) A[r][c] += column[r] * column[c];
  }
  if (symmetric_solve(ROWS, ROWS, A[0], y) >= 0) return false;
  for (int i = 0; i < n; i++) {
    double sum = 0;
    for (int r = 0; r < ROWS; r++) sum += s->J[i * ROWS + r] * y[r];
    if (!s->held[i]) dx[i] = sum;
  }
  return true;
}

// dx = −(Jᵀ J + lambda)⁻¹ Jᵀ e of the free joints, at most ROWS.
static bool step_by_joints(const ik_scratch *s, int n, const double e[ROWS], double lambda, double dx[])
{
  double A[ROWS][ROWS], y[ROWS];
  int list[ROWS], k = 0;
  for (int i = 0; i < n; i++)
    if (!s->held[i]) list[k++] = i;
  for (int i = 0; i < k; i++) {
    const double *a = s->J + list[i] * ROWS;
    y[i] = 0;
    for (int r = 0; r < ROWS; r++) y[i] -= a[r] * e[r];
    for (int j = 0; j <= i; j++) {
      A[i][j] = i == j ? lambda : 0;
      for (int r = 0; r < ROWS; r++) A[i][j] += a[r] * s->J[list[j] * ROWS + r];
    }
  }
  if (symmetric_solve(k, ROWS, A[0], y) >= 0) return false;
  for (int i = 0; i < k; i++) dx[list[i]] = y[i];
  return true;
}

// The step of the free joints that makes |e + J dx|² + lambda |dx|² least, by as few equations as there can be.
static bool damped_step(const task *t, const ik_scratch *s, const double e[ROWS], double lambda, double dx[])
{
  const int n = t->links->n;
  return t->rows <= n ? step_by_rows(s, n, e, lambda, dx) : step_by_joints(s, n, e, lambda, dx);
}

static double clamp(double x, double lower, double upper)
{
  return x < lower ? lower : x > upper ? upper : x;
}

// The step from x that stays inside the limits, with `pull` (or none) as far as the target leaves room for
// it: joints that would be carried beyond a limit are brought to it and held, and the rest solved again for
// what that leaves. At most n rounds, as each holds at least one more. s->trial becomes the new q.
static bool limited_step(const task *t, ik_scratch *s, const attempt *x, const double e0[ROWS], double lambda,
                         const double *pull)
{
  const int n = t->links->n;
  double e[ROWS];
  memcpy(e, e0, sizeof e);
  for (int i = 0; i < n; i++) {
    s->held[i] = false;
    for (int r = 0; pull && r < ROWS; r++) e[r] += s->J[i * ROWS + r] * pull[i];
  }
  for (int round = 0; round <= n; round++) {
    if (!damped_step(t, s, e, lambda, s->dx)) return false;
    bool inside = true;
    for (int i = 0; i < n; i++) {
      if (s->held[i]) continue;
      const double pulled = pull ? pull[i] : 0, q = x->q[i] + unit(t, i) * (s->dx[i] + pulled);
      s->trial[i] = t->loose ? q : clamp(q, s->lower[i], s->upper[i]);
      if (s->trial[i] == q) continue;
      inside = false, s->held[i] = true;
      s->dx[i] = (s->trial[i] - x->q[i]) / unit(t, i) - pulled;
      for (int r = 0; r < ROWS; r++) e[r] += s->J[i * ROWS + r] * s->dx[i];
    }
    if (inside) break;
  }
  return true;
}

// The least distance of q from the start, over all whole turns of its joints.
static double turned_distance(const task *t, const ik_scratch *s, const double q[])
{
  double sum = 0;
  for (int i = 0; i < t->links->n; i++) {
    double d = q[i] - s->start[i];
    if (!slides(t, i)) d -= turn * round(d / turn);
    sum += d * d;
  }
  return sqrt(sum);
}

// Least damping: above the rounding of the six equations, below any pivot that a solution at a singularity is
// reached by.
static const double least_damping = 1e-13;

// |e|²/2 below which a search is about to succeed.
static const double close_in = 1e-2;

// Goes down from s->now until solved or stuck, at most `iterations` steps, and leaves there where it got to.
// Given up when four steps running gain less than a twentieth, when eight fail to gain at all, or when it is
// closing in on a solution farther than `within` from the start. Near the end a step may lose against the
// last one as long as it gains against the one before: along a curved valley, close to a singularity,
// Newton's steps alternate between going ahead and coming back down.
static attempt descend(const task *t, ik_scratch *s, int iterations, double within, int *used)
{
  double e[ROWS], nu = 1, before = 0;
  int idle = 0, failed = 0;
  attempt x = {.q = s->now};
  judge(t, s, &x);
  for (int k = 0; k < iterations && idle < 4 && failed < 8 && !solved(t, &x); k++) {
    ++*used;
    if (failed == 0) linearise(t, s, &x, e);
    attempt y = {.q = s->trial, .E = HUGE_VAL};
    if (limited_step(t, s, &x, e, nu * x.E + ldexp(least_damping, 3 * failed), NULL)) judge(t, s, &y);
    if (!(y.E < fmax(x.E, before))) {
      nu *= 8, failed++;
      continue;
    }
    const bool closing = y.E < close_in && x.E >= close_in;
    idle = y.E > 0.95 * x.E ? idle + 1 : 0;
    if (closing && turned_distance(t, s, y.q) > within) idle = 4;
    before = x.E < close_in ? x.E : 0;
    nu = nu > 1e-2 ? nu / 4 : nu, failed = 0;
    swap(&s->now, &s->trial);
    x = y;
  }
  return x;
}

// A solution within the tolerances, s->best, made as good as doubles allow: Newton's steps while they gain.
static void polish(const task *t, ik_scratch *s, int *used)
{
  double e[ROWS];
  attempt x = {.q = s->best};
  judge(t, s, &x);
  for (int k = 0; k < 4; k++) {
    ++*used;
    linearise(t, s, &x, e);
    if (!limited_step(t, s, &x, e, least_damping, NULL)) return;
    attempt y = {.q = s->trial};
    judge(t, s, &y);
    if (!(y.E < x.E)) return;
    swap(&s->best, &s->trial);
    x = y;
  }
}

static ulna_limits limits_of(const task *t, int i)
{
  ulna_limits limits = ulna_model_joint(t->model, i + 1)->limits;
  if (t->ignore_limits) limits.lower = -HUGE_VAL, limits.upper = HUGE_VAL;
  return limits;
}

// Moves revolute joints by whole turns to where they are nearest to the start and inside their limits; what
// no turn brings inside is put at its limit.
static void unwind(const task *t, const ik_scratch *s, double q[])
{
  for (int i = 0; i < t->links->n; i++) {
    const ulna_limits l = limits_of(t, i);
    if (!slides(t, i) && q[i] > l.upper) q[i] -= turn * ceil((q[i] - l.upper) / turn);
    if (!slides(t, i) && q[i] < l.lower) q[i] += turn * ceil((l.lower - q[i]) / turn);
    q[i] = clamp(q[i], l.lower, l.upper);
    if (slides(t, i)) continue;
    // the start is inside too: if the turn nearest to it is not, the next one towards q is
    const double turns = round((s->start[i] - q[i]) / turn);
    const double nearest = q[i] + turn * turns, next = q[i] + turn * (turns - copysign(1, turns));
    if (nearest >= l.lower && nearest <= l.upper) q[i] = nearest;
    else if (next >= l.lower && next <= l.upper) q[i] = next;
  }
}

static double distance(const ik_scratch *s, const double q[], int n)
{
  double sum = 0;
  for (int i = 0; i < n; i++) sum += (q[i] - s->start[i]) * (q[i] - s->start[i]);
  return sum;
}

static bool near_start(const ik_scratch *s, const double q[], int n)
{
  for (int i = 0; i < n; i++)
    if (fabs(q[i] - s->start[i]) > 0.5) return false;
  return true;
}

// The closest of all tries, s->best, followed until it gains no more: it was given up when it gained little.
static void settle(const task *t, ik_scratch *s, int *used)
{
  attempt best = {.q = s->best};
  judge(t, s, &best);
  for (int round = 0; round < 50; round++) {
    memcpy(s->now, s->best, (size_t)t->links->n * sizeof(double));
    const attempt x = descend(t, s, 10, HUGE_VAL, used);
    if (!(x.E < best.E)) return;
    const bool last = x.E > (1 - 1e-12) * best.E;
    swap(&s->best, &s->now);
    best = x;
    if (last) return;
  }
}

// A redundant arm at a solution, s->best, may still move: it is pulled towards the start along the solutions
// as long as that brings it nearer, each pull followed by Newton's steps back to the target.
static void approach_start(const task *t, ik_scratch *s, int *used)
{
  const int n = t->links->n;
  double gain = 1, e[ROWS];
  for (int round = 0; round < 20 && gain > 0.1; round++) {
    attempt x = {.q = s->best};
    judge(t, s, &x);
    linearise(t, s, &x, e);
    for (int i = 0; i < n; i++) s->pull[i] = gain * (s->start[i] - x.q[i]) / unit(t, i);
    gain /= 4;
    ++*used;
    if (!limited_step(t, s, &x, e, least_damping, s->pull)) continue;
    swap(&s->now, &s->trial);
    const attempt y = descend(t, s, 10, HUGE_VAL, used);
    if (!solved(t, &y) || distance(s, s->now, n) > 0.999 * distance(s, s->best, n)) continue;
    swap(&s->best, &s->now);
    gain = fmin(1, 8 * gain);
  }
}

// A posture into s->spare: evenly between the limits; where there are none, within half a turn or a
// robot's length of the caller's start; and never farther than `within` from that, in each joint.
static void draw_joints(const task *t, ik_scratch *s, double within, uint64_t *state)
{
  for (int i = 0; i < t->links->n; i++) {
    const ulna_limits limits = limits_of(t, i);
    const double range = slides(t, i) ? 8 * t->length : turn / 2;
    double lower = limits.lower, upper = limits.upper;
    if (isinf(lower) && isinf(upper)) lower = s->start[i] - range, upper = s->start[i] + range;
    if (isinf(lower)) lower = upper - 2 * range;
    if (isinf(upper)) upper = lower + 2 * range;
    lower = fmax(lower, s->start[i] - within), upper = fmin(upper, s->start[i] + within);
    s->spare[i] = random_between(state, lower, upper);
  }
}

// Puts a start into s->now. While no solution is known: the one of three draws with the least error. For a solution
// nearer than `within`: the one of six draws nearest to the caller's start.
static void draw_start(const task *t, ik_scratch *s, double within, uint64_t *state)
{
  const bool known = isfinite(within);
  double least = HUGE_VAL;
  for (int k = 0; k < (known ? 6 : 3); k++) {
    draw_joints(t, s, within, state);
    attempt x = {.q = s->spare};
    if (!known) judge(t, s, &x);
    const double measure = known ? distance(s, s->spare, t->links->n) : x.E;
    if (k > 0 && !(measure < least)) continue;
    least = measure;
    swap(&s->now, &s->spare);
  }
}

typedef struct {
  int starts, iterations, solutions;
  double found;  // distance of the nearest solution, or E of the closest try
} search_state;

// From s->now down to where it leads. With `way_round` first without the limits and then into them: so a
// search gets past limits that stand between it and a solution inside.
static attempt follow(task *t, ik_scratch *s, bool way_round, int iterations, double within, int *used)
{
  if (way_round && t->limited) {
    t->loose = true;
    descend(t, s, iterations, within, used);
    t->loose = false;
    unwind(t, s, s->now);
  }
  return descend(t, s, iterations, within, used);
}

// The nearest solution, or the closest try, into s->best.
static search_state search(task *t, ik_scratch *s, const ulna_ik_options *options)
{
  const int n = t->links->n;
  const size_t bytes = (size_t)n * sizeof(double);
  search_state found = {.found = HUGE_VAL};
  uint64_t state = options->seed;
  for (int left = options->starts; left > 0; left--) {
    const double known =
        found.solutions > 0 ? sqrt(found.found) : HUGE_VAL;  // distance of the nearest so far
    if (found.starts == 0) memcpy(s->now, s->start, bytes);
    else draw_start(t, s, known, &state);
    const bool first = found.starts == 0, way_round = found.starts % 2 == 1;
    const attempt x = follow(t, s, way_round, options->iterations, known + 0.3, &found.iterations);
    const bool hit = solved(t, &x);
    found.starts++;
    if (!hit && found.solutions > 0) continue;
    unwind(t, s, s->now);
    if (hit && found.solutions++ == 0) {
      found.found = HUGE_VAL;
      if (left > options->further + 1) left = options->further + 1;
    }
    const double measure = hit ? distance(s, s->now, n) : x.E;
    if (first || measure < found.found) memcpy(s->best, s->now, bytes), found.found = measure;
    if (hit && first && near_start(s, s->now, n)) break;
  }
  if (found.solutions == 0) settle(t, s, &found.iterations);
  if (found.solutions > 0 && n > t->rows) approach_start(t, s, &found.iterations);
  if (found.solutions > 0) polish(t, s, &found.iterations);
  return found;
}

// S and X of the head of this file, for an error in the axes A (a rotation from base axes): with target (R,
// p),
//   S = (A, −A p) · frame 0 in base,   X = tool in frame n · (Rᵀ Aᵀ, 0);
// for the target's own axes A = Rᵀ, and X is the tool alone.
static void aim(task *t, const ulna_pose *target, ulna_axes axes)
{
  ulna_pose S = ulna_pose_inverse(target), back = ulna_pose_identity();
  if (axes != ULNA_AXES_TOOL) {
    ulna_pose world, shift = ulna_pose_identity(), turned = S;
    ulna_model_base(t->model, &world);
    if (axes == ULNA_AXES_BASE) world = ulna_pose_identity();
    for (int k = 0; k < 3; k++) shift.p[k] = -target->p[k], turned.p[k] = 0, world.p[k] = 0;
    const ulna_pose A_back = ulna_pose_inverse(&world);
    S = ulna_pose_multiply(&world, &shift);
    back = ulna_pose_multiply(&turned, &A_back);
  }
  S = ulna_pose_multiply(&S, &t->model->frame0_in_base);
  const ulna_pose X = ulna_pose_multiply(&t->model->tool_in_kernel, &back);
  t->first = placement_of(&S);
  t->last = placement_of(&X);
}

static ulna_status check_options(const ulna_ik_options *o)
{
  double most = 0;
  for (int k = 0; k < ROWS; k++) {
    if (!isfinite(o->weight[k])) return ULNA_NOT_FINITE;
    if (o->weight[k] < 0) return ULNA_INVALID_ARGUMENT;
    most = fmax(most, o->weight[k]);
  }
  if (!isfinite(o->position_tolerance) || !isfinite(o->orientation_tolerance)) return ULNA_NOT_FINITE;
  if (!(o->position_tolerance > 0 && o->orientation_tolerance > 0 && most > 0)) return ULNA_INVALID_ARGUMENT;
  if (o->starts < 1 || o->iterations < 1 || o->further < 0) return ULNA_INVALID_ARGUMENT;
  if (o->axes != ULNA_AXES_BASE && o->axes != ULNA_AXES_TOOL && o->axes != ULNA_AXES_WORLD)
    return ULNA_INVALID_ARGUMENT;
  return ULNA_OK;
}

// The target with its R made a rotation.
static ulna_status check_target(ulna_pose *target)
{
  for (int i = 0; i < 3; i++) {
    if (!isfinite(target->p[i])) return ULNA_NOT_FINITE;
    for (int j = 0; j < 3; j++)
      if (!isfinite(target->R[i][j])) return ULNA_NOT_FINITE;
  }
  return rotation_nearest(target->R, 1e-3) ? ULNA_OK : ULNA_INVALID_ARGUMENT;
}

static void set_weights(task *t, const double weight[ROWS])
{
  double most = 0;
  for (int k = 0; k < ROWS; k++) most = fmax(most, weight[k]);
  t->rows = 0;
  for (int k = 0; k < ROWS; k++) {
    t->weight[k] = weight[k] / most / (k < 3 ? 1 : t->length);
    t->rows += weight[k] > 0;
  }
  t->skew = weight[0] != weight[1] || weight[1] != weight[2];
}

// The caller's start brought inside the limits, and the limits the search keeps: a joint that can go all the
// way round has none, as unwind brings it inside.
static void set_start(task *t, ik_scratch *s, const double start[])
{
  for (int i = 0; i < t->links->n; i++) {
    const ulna_limits limits = limits_of(t, i);
    const bool round = !slides(t, i) && limits.upper - limits.lower >= turn * (1 - 1e-14);
    s->start[i] = clamp(start ? start[i] : 0, limits.lower, limits.upper);
    s->lower[i] = round ? -HUGE_VAL : limits.lower;
    s->upper[i] = round ? HUGE_VAL : limits.upper;
    if (isfinite(s->lower[i]) || isfinite(s->upper[i])) t->limited = true;
  }
}

ulna_ik_options ulna_ik_options_default(void)
{
  return (ulna_ik_options){.position_tolerance = 1e-10,
                           .orientation_tolerance = 1e-10,
                           .starts = 100,
                           .iterations = 100,
                           .further = 10,
                           .weight = {1, 1, 1, 1, 1, 1},
                           .axes = ULNA_AXES_TOOL};
}

ulna_status ulna_inverse_kinematics(const ulna_model *model, ulna_work *work, const ulna_ik_options *options,
                                    const ulna_pose *target, const double start[], double q[],
                                    ulna_ik_outcome *outcome)
{
  ULNA_ASSERT(model && work && target && q && work->model == model);
  const ulna_ik_options standard = ulna_ik_options_default(), *o = options ? options : &standard;
  const int n = model->n;
  ulna_pose goal = *target;
  ulna_status status = model->drives.follower_count > 0 ? ULNA_UNSUPPORTED : check_options(o);
  if (status == ULNA_OK) status = check_target(&goal);
  for (int i = 0; start && i < n && status == ULNA_OK; i++)
    if (!isfinite(start[i])) status = ULNA_NOT_FINITE;
  if (status != ULNA_OK) return status;

  const double length = ulna_model_length(model) / 8;
  task t = {.model = model,
            .work = work,
            .links = &work->arm,
            .ignore_limits = o->ignore_limits,
            .length = length > 0 ? length : 1,
            .position_tolerance = o->position_tolerance,
            .orientation_tolerance = o->orientation_tolerance};
  aim(&t, &goal, o->axes);
  set_weights(&t, o->weight);
  set_start(&t, &work->ik, start);
  const search_state found = search(&t, &work->ik, o);

  ik_scratch *s = &work->ik;
  attempt x = {.q = s->best};
  judge(&t, s, &x);
  const bool reached = solved(&t, &x);  // not so if a start of 1e9 turns leaves too few digits for the angle
  if (outcome) {
    memcpy(s->found, s->best, (size_t)n * sizeof(double));
    ulna_hand_pose(model, work, s->found, &outcome->pose);
    outcome->position_error = x.position_error, outcome->orientation_error = x.orientation_error;
    outcome->q = s->found;
    outcome->starts = found.starts, outcome->iterations = found.iterations;
    outcome->solutions = reached ? found.solutions : 0;
  }
  if (!reached) return ULNA_NOT_CONVERGED;
  memcpy(q, s->best, (size_t)n * sizeof(double));
  return ULNA_OK;
}
