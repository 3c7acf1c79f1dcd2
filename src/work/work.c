/* A work: its memory in one walk, and the settings between calls. */
#include "work/work.h"

#include <string.h>

#include "model/body.h"
#include "model/pose.h"

/* Pieces that are never used at the same time share memory. Lagrange's and the traces over the bodies are used
 * together; sticking and slipping is used together with everything but these two. */
static void walk_scratch(ulna_work *w, layout *l, const ulna_model *m, unsigned parts)
{
  const bool drives = parts & ULNA_PART_DRIVES, matrices = parts & ULNA_PART_MATRICES;
  const size_t n = (size_t)m->n, start = layout_mark(l);
  methods_vectors_layout(&w->methods, l, m->n, matrices);
  const size_t formulations = layout_mark(l);
  methods_recursions_layout(&w->methods, l, m->n);
  layout_back_to(l, start);
  composite_scratch_layout(&w->forward.composite, l, m->n, matrices);
  const size_t behind = layout_mark(l);
  layout_back_to(l, start);
  kinematics_scratch_layout(&w->kinematics, l, m->n);
  if (matrices) {  // beside those two
    if (layout_mark(l) < behind) layout_back_to(l, behind);
    w->forward.rows = (double *)layout_take(l, 6 * (size_t)row_length(m->n + 6), sizeof(double));
    layout_back_to(l, start);
    kinematics_scratch_layout(&w->kinematics, l, m->n);
  }
  ik_scratch_layout(&w->ik, l, m->n);
  layout_back_to(l, start);
  forward_scratch_layout(&w->forward, l, m->n, matrices);
  if (drives) drive_pass_layout(&w->drive, l, m->n);
  layout_past_all(l);
  stick_scratch measured;
  if (parts & ULNA_PART_FRICTION) stick_scratch_layout(w->drive.stick ? w->drive.stick : &measured, l, n);
  layout_back_to(l, formulations);
  if (parts & ULNA_PART_REFERENCE) lagrange_scratch_layout(&w->methods.lagrange, l, m->n);
  if (parts & ULNA_PART_REFERENCE && drives) moving_traces_scratch_layout(&w->drive.traces, l, m->n);
  layout_past_all(l);
}

/* The one walk over a work's memory: measures when l has none. */
static void walk(ulna_work *w, layout *l, const ulna_model *m, unsigned parts)
{
  const size_t count = (size_t)m->n;
  layout_take(l, 1, sizeof(ulna_work));
  w->link = (chain_link *)layout_take(l, count, sizeof(chain_link));
  w->sin_theta = (real *)layout_take(l, count, sizeof(real));
  w->cos_theta = (real *)layout_take(l, count, sizeof(real));
  w->slide = (real *)layout_take(l, count, sizeof(real));
  w->ik.found = (real *)layout_take(l, count, sizeof(real));
  forward_tables_layout(&w->forward, l, count);
  fast_chain_layout(&w->fast, l, m->n);
  w->coriolis =
      (double *)layout_take(l, m->n > CORIOLIS_LOCAL ? CORIOLIS_SCRATCH * count : 0, sizeof(double));
  drive_vectors_layout(&w->drive, l, count);
  if (parts & ULNA_PART_FRICTION) w->drive.stick = (stick_scratch *)layout_take(l, 1, sizeof(stick_scratch));
  else w->drive.stick = NULL;
  if (parts & ULNA_PART_DRIVES) drive_scratch_layout(&w->drive, l, m);
  if (parts & ULNA_PART_DERIVATIVES) {
    fast_rows_layout(&w->fast.rows, l, m->n);
    w->derivatives = derivatives_scratch_take(l, m);
  }
  walk_scratch(w, l, m, parts);
}

/* The default has the part for drives up to this many joints. */
enum { DRIVES_BY_DEFAULT = 32 };

static bool known_parts(unsigned parts) { return parts <= ULNA_PARTS_ALL || parts == ULNA_PARTS_DEFAULT; }

/* The parts a work will have when these are asked for. */
static unsigned parts_of(const ulna_model *model, unsigned asked)
{
  if (asked == ULNA_PARTS_DEFAULT)
    asked = ULNA_PART_MATRICES | (model->n <= DRIVES_BY_DEFAULT ? ULNA_PART_DRIVES : 0);
  if (asked & (ULNA_PART_FRICTION | ULNA_PART_DERIVATIVES)) asked |= ULNA_PART_DRIVES;
  if (model->n <= COLUMNS_MOST) asked |= ULNA_PART_MATRICES;  // short arms are solved by them
  return asked;
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
  w->plain = ulna_plain_paths(0), w->path = 0;
  const fast_paths *best = ulna_fast_paths(0);
  w->inverse_dynamics = best->inverse_dynamics(&w->fast);
  w->driven_dynamics = best->driven_dynamics(&w->fast);
  w->hand_motion = best->hand_motion;
  w->gravity_torques = best->gravity(&w->fast);
  w->link_places = best->poses;
  w->jacobian = best->jacobian;
  w->point_motion = best->point_motion;
  w->frame_place = best->frame;
  w->coriolis_matrix = best->coriolis_matrix;
  fast_chain still = w->fast;
  still.base.w = still.base.wd = vec3_zero();
  w->at_rest = best->inverse_dynamics(&still);
  w->mass_matrix_inverse = best->inverse_mass;
  w->forward_dynamics = best->forward_dynamics(&w->fast);
  w->mass_matrix = best->mass_matrix(&w->fast);
  w->derivatives_of = best->derivatives(&w->fast);
  w->products = best->products;
  w->finite_sum = best->finite_sum;
  w->regressor = best->regressor(&w->fast);
}

/* Remakes the fast kernels' table of links after a change of these, and everything that depends on it. */
static void refresh_fast(ulna_work *w)
{
  fast_chain_prepare(&w->fast, &w->arm, &w->model->tables->twists, w->model->tables->theta0);
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
  const vec3 w_base = w->base_motion.w, wd_base = w->base_motion.wd;
  const vec3 v = vec3_add(w->base_motion.v, vec3_cross(w_base, p));
  const vec3 a =
      vec3_add(w->base_motion.a, vec3_add(vec3_cross(wd_base, p), vec3_cross(w_base, vec3_cross(w_base, p))));
  double in_base[3];
  vec3_store(w_base, in_base);
  ulna_rotate_back(X, in_base, rotated);
  w->fast.base.w = vec3_of(rotated);
  vec3_store(wd_base, in_base);
  ulna_rotate_back(X, in_base, rotated);
  w->fast.base.wd = vec3_of(rotated);
  vec3_store(v, in_base);
  ulna_rotate_back(X, in_base, rotated);
  w->base_velocity = vec3_of(rotated);
  vec3_store(a, in_base);
  ulna_rotate_back(X, in_base, rotated);
  w->fast.base.a = vec3_sub(vec3_of(rotated), w->gravity0);
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
  memcpy(w->link, model->tables->link, (size_t)model->n * sizeof *w->link);
  memcpy(w->gravity, model->given.gravity, sizeof w->gravity);
  w->payload = model->given.payload;
  w->hand = (wrench){vec3_zero(), vec3_zero()};
  drive_scratch_take_table(&w->drive, &model->tables->rotors);
  if (w->derivatives) derivatives_scratch_take_table(w->derivatives, &model->tables->rotors);
  refresh_base(w);
  w->link[model->n - 1] = ulna_last_link(model, &w->payload);
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

const ulna_model *ulna_work_model(const ulna_work *work)
{
  ULNA_ASSERT(work);
  return work->model;
}

unsigned ulna_work_parts(const ulna_work *work)
{
  ULNA_ASSERT(work);
  return work->parts;
}

void ulna_work_set_gravity(ulna_work *work, const double gravity[3])
{
  ULNA_ASSERT(work);
  memcpy(work->gravity, gravity, sizeof work->gravity);
  refresh_base(work);
  refresh_fast_base(work);
}

void ulna_work_set_base_motion(ulna_work *work, const ulna_base_motion *motion)
{
  ULNA_ASSERT(work);
  static const ulna_base_motion rest;
  const ulna_base_motion *given = motion ? motion : &rest;
  work->base_motion = (body_motion){vec3_of(given->angular_velocity), vec3_of(given->angular_acceleration),
                                    vec3_of(given->velocity), vec3_of(given->acceleration)};
  refresh_base(work);
  refresh_fast_base(work);
}

void ulna_work_set_hand_wrench(ulna_work *work, const double force[3], const double moment[3])
{
  ULNA_ASSERT(work);
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
  ULNA_ASSERT(work);
  static const ulna_body none;
  if (payload && payload->about == ULNA_ABOUT_UNSAID) return ULNA_INVALID_ARGUMENT;
  double moments[3];
  if (payload && ulna_body_fault_of(payload, moments) != ULNA_BODY_SOUND) return ULNA_BAD_ROBOT;
  work->payload = payload ? *payload : none;
  work->link[work->arm.n - 1] = ulna_last_link(work->model, &work->payload);
  refresh_fast(work);
  return ULNA_OK;
}

// Seldom asked, and kept out of the way of those that ask.
const double *ulna_work_kept_posture(const ulna_work *work, const double q[])
{
  return memcmp(ulna_work_kept(work), q, (size_t)work->arm.n * sizeof *q) == 0 ? NULL : q;
}

void ulna_set_posture(ulna_work *work, const double q[])
{
  double *turn = work->fast.turn;
  const double *angles = q;
  if (!work->fast.revolute) {  // else slide has been zero since the work was made
    work->fast.slide = NULL;   // a posture that was kept in `turn` is gone
    for (int i = 0; i < work->arm.n; i++) {
      const bool slides = work->link[i].joint == JOINT_PRISMATIC;
      work->slide[i] = slides ? q[i] : 0;
      turn[i] = slides ? 0 : q[i];
    }
    angles = turn;
  }
  work->plain->sines(work->arm.n, work->model->tables->theta0, angles, work->sin_theta, work->cos_theta);
}
