#include "work/work.h"

#include <string.h>

#include "model/body.h"
#include "model/pose.h"

static void walk_bounded(bounded_scratch *s, layout *l, size_t n)
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

static void walk_stick(stick_scratch *s, layout *l, size_t n)
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
  walk_bounded(&s->bounded, l, n);
}

static void walk_rotors(drive_scratch *d, layout *l, size_t n, size_t bodies)
{
  d->fast.first = (int *)layout_take(l, n + 2, sizeof(int));
  d->fast.momentum = (vec3 *)layout_take(l, bodies, sizeof(vec3));
  d->fast.inertia = (real *)layout_take(l, bodies, sizeof(real));
  d->rate = (double *)layout_take(l, bodies, sizeof(real));
  d->acceleration = (double *)layout_take(l, bodies, sizeof(real));
  d->fast.own = (real *)layout_take(l, bodies, sizeof(real));
  d->fast_body = (int *)layout_take(l, bodies, sizeof(int));
  d->from = (int *)layout_take(l, bodies, sizeof(int));
  d->to = (int *)layout_take(l, bodies, sizeof(int));
  d->spin = (double *)layout_take(l, n * n, sizeof(double));
}

static void walk_drive(drive_scratch *d, layout *l, const ulna_model *m)
{
  const size_t n = (size_t)m->n, bodies = (size_t)m->drives.body_count,
               moving = (size_t)m->drives.moving.rows;
  walk_rotors(d, l, n, bodies);
  d->body = (moving_body *)layout_take(l, bodies, sizeof(moving_body));
  d->motion = (own_motion *)layout_take(l, bodies, sizeof(own_motion));
  d->k = (real *)layout_take(l, bodies * n, sizeof(real));
  d->x = (double *)layout_take(l, moving, sizeof(double));
  d->curvature = (double *)layout_take(l, moving, sizeof(double));
  d->Kx = (double *)layout_take(l, moving * n, sizeof(double));
  d->row_scale = (double *)layout_take(l, n, sizeof(double));
  d->K = (double *)layout_take(l, n * n, sizeof(double));
  d->factor = (double *)layout_take(l, n * n, sizeof(double));
  d->M = (double *)layout_take(l, n * n, sizeof(double));
  d->pivot = (int *)layout_take(l, n, sizeof(int));
  for (size_t k = 0; k < sizeof d->v / sizeof d->v[0]; k++)
    d->v[k] = (double *)layout_take(l, n, sizeof(double));
  for (size_t k = 0; k < sizeof d->range / sizeof d->range[0]; k++)
    d->range[k] = (double *)layout_take(l, n, sizeof(double));
  moving_bodies_scratch_layout(&d->newton_euler, l, m->n);
  const size_t start = layout_mark(l);  // never at work together
  walk_stick(&d->stick, l, n);
  layout_back_to(l, start);
  moving_traces_scratch_layout(&d->traces, l, m->n);
  layout_past_all(l);
}

/* The one walk over a work's memory: measures when l has none. */
static void walk(ulna_work *w, layout *l, const ulna_model *m, unsigned parts)
{
  const size_t count = (size_t)m->n;
  layout_take(l, 1, sizeof(ulna_work));
  w->link = (chain_link *)layout_take(l, count, sizeof(chain_link));
  w->theta0 = (double *)layout_take(l, count, sizeof(double));
  w->sin_theta = (real *)layout_take(l, count, sizeof(real));
  w->cos_theta = (real *)layout_take(l, count, sizeof(real));
  w->slide = (real *)layout_take(l, count, sizeof(real));
  methods_scratch_layout(&w->methods, l, m->n);
  kinematics_scratch_layout(&w->kinematics, l, m->n);
  ik_scratch_layout(&w->ik, l, m->n);
  forward_scratch_layout(&w->forward, l, m->n);
  fast_chain_layout(&w->fast, l, m->n);
  w->coriolis =
      (double *)layout_take(l, m->n > CORIOLIS_LOCAL ? CORIOLIS_SCRATCH * count : 0, sizeof(double));
  walk_drive(&w->drive, l, m);
  if (parts & ULNA_PART_DERIVATIVES) derivatives_scratch_layout(&w->derivatives, l, m);
}

static bool known_parts(unsigned parts) { return parts <= ULNA_PARTS_ALL || parts == ULNA_PARTS_DEFAULT; }

/* The parts a work will have when these are asked for. */
static unsigned parts_of(const ulna_model *model, unsigned asked)
{
  const unsigned usual = ULNA_PARTS_ALL & ~(unsigned)ULNA_PART_DERIVATIVES;
  if (asked == ULNA_PARTS_DEFAULT) return model->n <= ULNA_PARTS_FREE ? usual : ULNA_PARTS_NONE;
  return asked & (ULNA_PART_FRICTION | ULNA_PART_DERIVATIVES) ? asked | ULNA_PART_DRIVES : asked;
}

size_t ulna_work_size(const ulna_model *model, unsigned parts)
{
  ULNA_ASSERT(model && known_parts(parts));
  ulna_work measured;
  layout l = layout_measuring();
  walk(&measured, &l, model, parts_of(model, parts));
  return layout_size(&l);
}

/* Which fast kernel is the right one depends on whether the base turns. */
static void refresh_fast_base(ulna_work *w)
{
  w->fast.base = w->base;
  const fast_paths *best = ulna_fast_paths(0);
  w->inverse_dynamics = best->inverse_dynamics(&w->fast);
  w->driven_dynamics = best->driven_dynamics(&w->fast);
  w->hand_motion = best->hand_motion;
  w->gravity_torques = best->gravity(&w->fast);
  w->link_places = best->poses;
  w->jacobian = best->jacobian;
  w->point_motion = best->point_motion;
  w->frame_places = best->placements;
  w->coriolis_matrix = best->coriolis_matrix;
  w->coriolis_vector = best->coriolis_vector(&w->fast);
  w->mass_matrix_inverse = best->inverse_mass(&w->fast);
  w->forward_dynamics = best->forward_dynamics(&w->fast);
  w->mass_matrix = best->mass_matrix(&w->fast);
  w->derivatives_of = best->derivatives(&w->fast);
}

/* The fast kernels' table of links, after these have changed; with it everything that hangs on it. */
static void refresh_fast(ulna_work *w)
{
  fast_chain_prepare(&w->fast, &w->arm, w->theta0);
  fast_chain_set_hand(&w->fast, w->hand);
  refresh_fast_base(w);
  ulna_forward_refresh(&w->forward, &w->arm);
}

/* Kernel frame 0's motion from the base frame's: the same body, another point and other axes. */
static void refresh_base(ulna_work *w)
{
  const ulna_model *m = w->model;
  const ulna_pose *X = &m->frame0_in_base;
  double g_base[3], g0[3], rotated[3];
  ulna_rotate_back(&m->given.base, w->gravity, g_base);
  ulna_rotate_back(X, g_base, g0);
  w->gravity0 = vec3_of(g0);

  const vec3 p = vec3_of(X->p);
  const vec3 w_base = vec3_of(w->base_motion.angular_velocity),
             wd_base = vec3_of(w->base_motion.angular_acceleration);
  const vec3 v = vec3_add(vec3_of(w->base_motion.velocity), vec3_cross(w_base, p));
  const vec3 a = vec3_add(vec3_of(w->base_motion.acceleration),
                          vec3_add(vec3_cross(wd_base, p), vec3_cross(w_base, vec3_cross(w_base, p))));
  double in_base[3];
  ulna_rotate_back(X, w->base_motion.angular_velocity, rotated);
  w->base.w = vec3_of(rotated);
  ulna_rotate_back(X, w->base_motion.angular_acceleration, rotated);
  w->base.wd = vec3_of(rotated);
  vec3_store(v, in_base);
  ulna_rotate_back(X, in_base, rotated);
  w->base_velocity = vec3_of(rotated);
  vec3_store(a, in_base);
  ulna_rotate_back(X, in_base, rotated);
  w->base.a = vec3_sub(vec3_of(rotated), w->gravity0);
}

/* The last link as the kernels see it: the model's, with the payload welded on. */
static void refresh_last_link(ulna_work *w)
{
  const int n = w->model->n;
  const link_numbers *l = &w->model->link[n - 1];
  ulna_body body = {.mass = l->m, .about = ULNA_ABOUT_COM};
  memcpy(body.com, l->com, sizeof body.com);
  memcpy(body.inertia, l->I, sizeof body.inertia);
  if (w->payload.mass > 0) {
    const ulna_body payload = ulna_body_in_outer(&w->model->file_in_kernel[n], &w->payload);
    body = ulna_body_merge(&body, &payload);
  }
  w->link[n - 1] =
      chain_link_of(l->joint == ULNA_PRISMATIC, l->ca, l->sa, l->r, body.mass, body.com, body.inertia);
}

/* The bodies that drives move, as the kernels see them. */
static void fill_bodies(drive_scratch *d, const drive_numbers *from)
{
  d->bodies = from->body_count;
  for (int b = 0; b < d->bodies; b++) {
    const moving_numbers *n = &from->body[b];
    moving_body *to = &d->body[b];
    to->carrier = n->carrier, to->linear = n->linear, to->lumped = n->lumped;
    for (int i = 0; i < 3; i++)
      for (int j = 0; j < 3; j++) to->R.e[i][j] = constant(n->pose.R[i][j]);
    to->p = vec3_of(n->pose.p);
    to->m = constant(n->body.mass);
    to->com = vec3_of(n->body.com);
    to->I = sym3_of(n->body.inertia);
  }
}

/* Joints from the first to the last that a body moves with: in a constant row or in a screw's phase. */
static void span_of(const coupling_numbers *c, int row, int *from, int *to)
{
  *from = 0, *to = -1;
  for (int i = 0; i < c->n; i++) {
    bool moves = c->K[row * c->n + i] != 0;
    for (int k = 0; k < c->screw_count; k++)
      moves = moves || (c->screw[k].row == row && c->screw[k].weight[i] != 0);
    if (!moves) continue;
    if (*to < 0) *from = i;
    *to = i;
  }
}

/* Rotors that spin in the base at constant ratios add a constant to the mass matrix and nothing else. */
static void fill_spin(drive_scratch *d, int n, bool constant_ratios)
{
  d->on_base = d->carried && constant_ratios && d->fast.first[1] == d->bodies;
  d->diagonal = true;
  for (int r = 0; r < d->bodies && d->on_base; r++) {
    const double *k = &d->k[d->fast_body[r] * n];
    d->diagonal = d->diagonal && d->to[r] <= d->from[r];
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++) d->spin[i * n + j] += d->fast.inertia[r] * k[i] * k[j];
  }
}

/* Where each rotor moves with one joint at a constant ratio: the list in terms of that joint's coordinate. */
static void take_in_ratios(drive_scratch *d, int n, bool constant_ratios)
{
  d->fast.rate = d->rate, d->fast.acceleration = d->acceleration;
  d->single = constant_ratios;
  d->in_order = d->bodies == n;
  for (int r = 0; r < d->bodies; r++) {
    d->single = d->single && d->from[r] == d->to[r];
    d->in_order = d->in_order && d->from[r] == r;
  }
  for (int r = 0; r < d->bodies && d->single; r++) {
    const double ratio = d->k[d->fast_body[r] * n + d->from[r]];
    d->fast.momentum[r] = vec3_scale(ratio, d->fast.momentum[r]);
    d->fast.inertia[r] *= ratio * ratio;
  }
}

/* The fast kernels' list of rotors, by carrier, their axes in the carriers' joint-axis frames. */
static void fill_rotors(ulna_work *w, const drive_numbers *from)
{
  drive_scratch *d = &w->drive;
  int count = 0;
  d->carried = true;
  for (int u = 0; u <= w->arm.n; u++) {
    d->fast.first[u] = count;
    for (int b = 0; b < from->body_count; b++) {
      const moving_numbers *body = &from->body[b];
      if (body->carrier != u) continue;
      d->carried = d->carried && body->balanced && body->lumped;
      const vec3 z = mat3_column(&d->body[b].R, 2);
      d->fast.inertia[count] = body->body.inertia[2];
      d->fast.momentum[count] =
          vec3_scale(body->body.inertia[2], u > 0 ? rot_x(w->link[u - 1].ca, w->link[u - 1].sa, z) : z);
      span_of(&from->moving, body->row, &d->from[count], &d->to[count]);
      d->fast_body[count++] = b;
    }
  }
  d->fast.first[w->arm.n + 1] = count;
  for (int b = 0; b < from->body_count; b++)  // what does not change with the posture
    for (int i = 0; i < w->arm.n; i++)
      d->k[b * w->arm.n + i] = from->moving.K[from->body[b].row * w->arm.n + i];
  fill_spin(d, w->arm.n, from->moving.screw_count == 0);
  take_in_ratios(d, w->arm.n, from->moving.screw_count == 0);
}

/* For the derivatives: each rotor in its own coordinate, by carrier; and the frames in which links have their parameters. */
static void fill_derivatives(ulna_work *w, const ulna_model *m)
{
  derivatives_scratch *s = &w->derivatives;
  int count = 0;
  s->balanced = true;
  for (int u = 0; u <= m->n; u++) {
    s->first[u] = count;
    for (int b = 0; b < m->drives.body_count; b++) {
      const moving_numbers *body = &m->drives.body[b];
      if (body->carrier != u) continue;
      s->balanced = s->balanced && body->balanced && body->lumped;
      const double axis[3] = {body->pose.R[0][2], body->pose.R[1][2], body->pose.R[2][2]};
      const vec3 z = vec3_of(axis);
      s->inertia[count] = body->body.inertia[2];
      s->momentum[count] =
          vec3_scale(body->body.inertia[2], u > 0 ? rot_x(w->link[u - 1].ca, w->link[u - 1].sa, z) : z);
      s->rotor_row[count++] = body->row;
    }
  }
  s->first[m->n + 1] = count;
  for (int i = 0; i < m->n; i++) {  // joint-axis frame → its far end, turned by the twist → the file's frame
    const chain_link *l = &w->link[i];
    const ulna_pose *X = &m->file_in_kernel[i + 1];
    for (int c = 0; c < 3; c++) {
      const double column[3] = {X->R[0][c], X->R[1][c], X->R[2][c]};
      const vec3 turned = rot_x(l->ca, l->sa, vec3_of(column));
      s->frame[i].R.e[0][c] = turned.x, s->frame[i].R.e[1][c] = turned.y, s->frame[i].R.e[2][c] = turned.z;
    }
    s->frame[i].p = rot_x(l->ca, l->sa, vec3_add(l->r, vec3_of(X->p)));
  }
}

ulna_status ulna_work_init(void *memory, size_t size, const ulna_model *model, unsigned parts,
                           ulna_work **work)
{
  ULNA_ASSERT(memory && model && work);
  if (((uintptr_t)memory & (LAYOUT_ALIGNMENT - 1)) != 0 || !known_parts(parts)) return ULNA_INVALID_ARGUMENT;
  const size_t needed = ulna_work_size(model, parts);
  if (size < needed) return ULNA_TOO_SMALL;
  ulna_work *w = (ulna_work *)memory;
  memset(memory, 0, needed);
  layout l = layout_assigning(memory);
  walk(w, &l, model, parts_of(model, parts));
  w->model = model;
  w->parts = parts_of(model, parts);
  w->size = needed;
  w->arm = (chain){model->n, w->link};
  w->at = (posture){w->sin_theta, w->cos_theta, w->slide};
  for (int i = 0; i < model->n; i++) {
    const link_numbers *from = &model->link[i];
    w->link[i] = chain_link_of(from->joint == ULNA_PRISMATIC, from->ca, from->sa, from->r, from->m, from->com,
                               from->I);
    w->theta0[i] = from->theta0;
  }
  memcpy(w->gravity, model->given.gravity, sizeof w->gravity);
  w->payload = model->given.payload;
  w->hand = (wrench){vec3_zero(), vec3_zero()};
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) w->frame0.R.e[i][j] = model->frame0_in_base.R[i][j];
  w->frame0.p = vec3_of(model->frame0_in_base.p);
  w->tool = vec3_of(model->tool_in_kernel.p);
  fill_bodies(&w->drive, &model->drives);
  fill_rotors(w, &model->drives);
  if (w->parts & ULNA_PART_DERIVATIVES) fill_derivatives(w, model);
  refresh_base(w);
  refresh_last_link(w);
  refresh_fast(w);
  *work = w;
  return ULNA_OK;
}

ulna_status ulna_work_create(const ulna_model *model, unsigned parts, const ulna_allocator *allocator,
                             ulna_work **work)
{
  ULNA_ASSERT(model && work);
  if (!known_parts(parts)) return ULNA_INVALID_ARGUMENT;
  const ulna_allocator a = allocator_or_standard(allocator);
  const size_t size = ulna_work_size(model, parts);
  void *memory = ulna_allocate(&a, size);
  if (!memory) return ULNA_OUT_OF_MEMORY;
  ulna_work *w = NULL;
  const ulna_status status = ulna_work_init(memory, size, model, parts, &w);
  if (status != ULNA_OK) {
    ulna_release(&a, memory, size);
    return status;
  }
  w->allocator = a;
  w->owned = true;
  *work = w;
  return ULNA_OK;
}

void ulna_work_destroy(ulna_work *work)
{
  if (!work || !work->owned) return;
  const ulna_allocator a = work->allocator;
  ulna_release(&a, work, work->size);
}

const ulna_model *ulna_work_model(const ulna_work *work) { return work->model; }

unsigned ulna_work_parts(const ulna_work *work) { return work->parts; }

void ulna_work_set_gravity(ulna_work *work, const double gravity[3])
{
  memcpy(work->gravity, gravity, sizeof work->gravity);
  refresh_base(work);
  refresh_fast_base(work);
}

void ulna_work_set_base_motion(ulna_work *work, const ulna_base_motion *motion)
{
  static const ulna_base_motion rest;
  work->base_motion = motion ? *motion : rest;
  refresh_base(work);
  refresh_fast_base(work);
}

void ulna_work_set_hand_wrench(ulna_work *work, const double force[3], const double moment[3])
{
  const ulna_pose *tool = &work->model->tool_in_kernel;
  double f[3], n[3];
  ulna_rotate(tool, force, f);
  ulna_rotate(tool, moment, n);
  const vec3 at_origin = vec3_add(vec3_of(n), vec3_cross(vec3_of(tool->p), vec3_of(f)));
  work->hand = (wrench){vec3_neg(vec3_of(f)), vec3_neg(at_origin)};
  fast_chain_set_hand(&work->fast, work->hand);
}

ulna_status ulna_work_set_payload(ulna_work *work, const ulna_body *payload)
{
  static const ulna_body none;
  if (payload && payload->about == ULNA_ABOUT_UNSAID) return ULNA_INVALID_ARGUMENT;
  double moments[3];
  if (payload && ulna_body_fault_of(payload, moments) != ULNA_BODY_SOUND) return ULNA_BAD_ROBOT;
  work->payload = payload ? *payload : none;
  refresh_last_link(work);
  refresh_fast(work);
  return ULNA_OK;
}

void ulna_set_posture(ulna_work *work, const double q[])
{
  double *turn = work->fast.turn;
  for (int i = 0; i < work->arm.n; i++) {
    const bool slides = work->link[i].joint == JOINT_PRISMATIC;
    turn[i] = slides ? 0 : q[i];
    work->slide[i] = slides ? q[i] : 0;
  }
  sine_cosine_sums(work->arm.n, work->theta0, turn, work->sin_theta, work->cos_theta);
}
