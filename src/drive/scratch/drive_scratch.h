/* What drives and friction keep in a work. */
#ifndef ULNA_DRIVE_SCRATCH_H
#define ULNA_DRIVE_SCRATCH_H

#include "base/layout.h"
#include "kernel/moving_traces.h"
#include "model/tables.h"
#include "ulna/drive.h"
#include "ulna/friction.h"

// For constraints with bounded forces (drive/bounded.h): at most 3 n rows over n coordinates, all in scaled terms.
enum { ROW_SPARE, ROW_EQUATION, ROW_AT_BOUND };
typedef struct {
  double *unit, *M, *f;           // n, n×n, n: 1/√M_jj; what is given
  double *rho, *C, *d;            // rows, rows×n, rows: largest element; what is given
  double *left;                   // rows×n: what elimination leaves
  double *lambda, *trial;         // rows
  double *x, *g, *v, *t, *b;      // n each
  double *B, *W, *A;              // n×n each
  int *role, *sole;               // rows: ROW_…; the only coordinate of a row, -1: several or none
  int *row, *column, *pivot;      // n: of each equation, the row and the coordinate it determines
  int *determined, *independent;  // n
} bounded_scratch;

// Scratch for sticking and slipping. Constraints: at most n stops and 2 n places of friction.
typedef struct {
  double *speed, *curvature;               // places: of their coordinates
  ulna_bearing *bearing;                   // places: what their joints' bearings feel
  double *C, *d, *lower, *upper, *lambda;  // constraints × n, constraints each: those that act, stops first
  double *force;                           // constraints: of all, n stops and then the places
  double *f, *tau, *qdd, *friction;        // n, n, n, places
  int *acting, *at, *mode, *stop, *broken, *held;  // constraints each
  bounded_scratch bounded;
} stick_scratch;

// What the drives need beside the links. n actuators, `moving` rows for drives and elements, `bodies` of them with mass.
typedef struct {
  ulna_rotors rotors;
  // the model's table of rotors (model/tables.h), as its own names
  int bodies;
  bool carried, on_base, single, in_order;
  const double *spin, *own_spin;
  const spin_pair *pair;
  int pair_count;
  const int *fast_body, *from, *to;
  const moving_body *body;
  const real *k;  // bodies × n: ∂x/∂q of each body; with screws it is k_now, of the last posture
  // of this work
  fast_rotors fast;             // the bodies by carrier
  double *rate, *acceleration;  // bodies: what `fast` is given
  own_motion *motion;           // bodies
  real *k_now;                  // bodies × n; NULL: no screws
  double *x, *curvature, *Kx;   // moving, moving, moving × n (with screws)
  const double *K;              // n×n: of the actuators; the model's, or K_now as ulna_coupling_at left it
  double *K_now;                // n×n; NULL: K is constant
  double *row_scale, *factor, *M;  // n, n×n each
  int *pivot;                      // n
  double *v[6];                    // n each: vectors of whichever function is at work; always there
  double *range[5];                // n each: vectors of functions that call those
  moving_bodies_scratch newton_euler;
  stick_scratch *stick;          // NULL without ULNA_PART_FRICTION
  moving_traces_scratch traces;  // of the reference by traces
} drive_scratch;

// What every work has, whatever its parts.
static inline void drive_vectors_layout(drive_scratch *d, layout *l, size_t n)
{
  for (size_t k = 0; k < sizeof d->v / sizeof d->v[0]; k++)
    d->v[k] = (double *)layout_take(l, n, sizeof(double));
}

// ULNA_PART_DRIVES: what lasts from call to call, or lives while links are computed.
static inline void drive_scratch_layout(drive_scratch *d, layout *l, const ulna_model *m)
{
  const size_t n = (size_t)m->n, bodies = (size_t)m->drives.body_count,
               moving = (size_t)m->drives.moving.rows;
  const bool screws = m->drives.moving.screw_count > 0;
  d->rate = (double *)layout_take(l, bodies, sizeof(real));
  d->acceleration = (double *)layout_take(l, bodies, sizeof(real));
  d->fast.own = (real *)layout_take(l, bodies, sizeof(real));
  d->motion = (own_motion *)layout_take(l, bodies, sizeof(own_motion));
  d->k_now = screws ? (real *)layout_take(l, bodies * n, sizeof(real)) : NULL;
  d->x = (double *)layout_take(l, moving, sizeof(double));
  d->curvature = (double *)layout_take(l, moving, sizeof(double));
  d->Kx = screws ? (double *)layout_take(l, moving * n, sizeof(double)) : NULL;
  d->row_scale = (double *)layout_take(l, n, sizeof(double));
  d->K_now = m->drives.actuators.screw_count > 0 ? (double *)layout_take(l, n * n, sizeof(double)) : NULL;
  d->K = d->K_now ? d->K_now : m->drives.actuators.K;
  d->factor = (double *)layout_take(l, n * n, sizeof(double));
  d->M = (double *)layout_take(l, n * n, sizeof(double));
  d->pivot = (int *)layout_take(l, n, sizeof(int));
  for (size_t k = 0; k < sizeof d->range / sizeof d->range[0]; k++)
    d->range[k] = (double *)layout_take(l, n, sizeof(double));
  d->newton_euler.joint = (vec3 *)layout_take(l, n, sizeof(vec3));  // read after the pass that made it
}

// The same part: scratch of one pass over the bodies.
static inline void drive_pass_layout(drive_scratch *d, layout *l, int n)
{
  vec3 *const joint = d->newton_euler.joint;
  moving_bodies_scratch_layout(&d->newton_euler, l, n);
  d->newton_euler.joint = joint;
}

static inline void bounded_scratch_layout(bounded_scratch *s, layout *l, size_t n)
{
  const size_t rows = 3 * n;
  double **const squares[] = {&s->M, &s->B, &s->W, &s->A};
  for (size_t k = 0; k < sizeof squares / sizeof squares[0]; k++)
    *squares[k] = (double *)layout_take(l, n * n, sizeof(double));
  double **const lists[] = {&s->unit, &s->f, &s->x, &s->g, &s->v, &s->t, &s->b};
  for (size_t k = 0; k < sizeof lists / sizeof lists[0]; k++)
    *lists[k] = (double *)layout_take(l, n, sizeof(double));
  double **const of_rows[] = {&s->rho, &s->d, &s->lambda, &s->trial};
  for (size_t k = 0; k < sizeof of_rows / sizeof of_rows[0]; k++)
    *of_rows[k] = (double *)layout_take(l, rows, sizeof(double));
  s->C = (double *)layout_take(l, rows * n, sizeof(double));
  s->left = (double *)layout_take(l, rows * n, sizeof(double));
  int **const numbers[] = {&s->role,  &s->sole,       &s->row,        &s->column,
                           &s->pivot, &s->determined, &s->independent};
  for (size_t k = 0; k < sizeof numbers / sizeof numbers[0]; k++)
    *numbers[k] = (int *)layout_take(l, rows, sizeof(int));
}

// ULNA_PART_FRICTION
static inline void stick_scratch_layout(stick_scratch *s, layout *l, size_t n)
{
  const size_t constraints = 3 * n;
  s->C = (double *)layout_take(l, constraints * n, sizeof(double));
  double **const lists[] = {&s->speed, &s->curvature, &s->d,   &s->lower, &s->upper,   &s->lambda,
                            &s->force, &s->f,         &s->tau, &s->qdd,   &s->friction};
  for (size_t k = 0; k < sizeof lists / sizeof lists[0]; k++)
    *lists[k] = (double *)layout_take(l, constraints, sizeof(double));
  int **const flags[] = {&s->acting, &s->at, &s->mode, &s->stop, &s->broken, &s->held};
  for (size_t k = 0; k < sizeof flags / sizeof flags[0]; k++)
    *flags[k] = (int *)layout_take(l, constraints, sizeof(int));
  s->bearing = (ulna_bearing *)layout_take(l, constraints, sizeof(ulna_bearing));
  bounded_scratch_layout(&s->bounded, l, n);
}

// After the layout: the model's rotors by their names here.
static inline void drive_scratch_take_table(drive_scratch *d, const rotor_table *t)
{
  real *const own = d->fast.own;
  d->bodies = t->bodies, d->body = t->body, d->k = d->k_now ? d->k_now : t->k;
  d->carried = t->carried, d->on_base = t->on_base;
  d->single = t->single, d->in_order = t->in_order;
  d->spin = t->spin, d->own_spin = t->own_spin, d->pair = t->pair, d->pair_count = t->pair_count;
  d->fast_body = t->fast_body, d->from = t->from, d->to = t->to;
  d->fast = t->fast;
  d->fast.rate = d->rate, d->fast.acceleration = d->acceleration, d->fast.own = own;
}

#endif
