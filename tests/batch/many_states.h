/* States of a robot drawn from a seed, in any layout, and the answers of the functions for one state. Include once in a test. */
#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/random.h"
#include "ulna/batch.h"
#include "ulna/derivatives.h"
#include "ulna/drive.h"
#include "ulna/forward_dynamics.h"
#include "ulna/inverse_dynamics.h"
#include "ulna/kinematics.h"
#include "ulna/regressor.h"
#include "ulna/robots.h"

enum { WIDEST = 4 };  // outputs a function has at most

typedef struct {
  const ulna_model *model;
  int n;
  size_t count;
  bool links_only, varied;  // varied: gravity, wrench and payload given for each state
  double *q, *qd, *qdd, *tau, *gravity, *wrench, *payload;  // rows
} many;

static double *drawn_rows(uint64_t *seed, size_t count, double most)
{
  double *x = malloc((count + 1) * sizeof *x);
  assert_non_null(x);
  for (size_t i = 0; i < count; i++) x[i] = random_between(seed, -most, most);
  return x;
}

static many many_draw(const ulna_model *model, uint64_t seed, size_t count, bool links_only, bool varied)
{
  const size_t n = (size_t)ulna_model_joint_count(model);
  many m = {.model = model, .n = (int)n, .count = count, .links_only = links_only, .varied = varied};
  m.q = drawn_rows(&seed, count * n, 3), m.qd = drawn_rows(&seed, count * n, 2);
  m.qdd = drawn_rows(&seed, count * n, 5), m.tau = drawn_rows(&seed, count * n, 20);
  if (!varied) return m;
  m.gravity = drawn_rows(&seed, 3 * count, 10), m.wrench = drawn_rows(&seed, 6 * count, 20);
  m.payload = malloc((10 * count + 1) * sizeof *m.payload);
  assert_non_null(m.payload);
  for (size_t s = 0; s < count; s++) {
    double *p = &m.payload[10 * s];  // a ball with a little more about x
    p[0] = 1 + random_between(&seed, -0.9, 0.9);
    for (int k = 1; k < 4; k++) p[k] = random_between(&seed, -0.1, 0.1);
    p[4] = 0.011 * p[0], p[5] = p[6] = 0.01 * p[0];
    for (int k = 7; k < 10; k++) p[k] = random_between(&seed, -0.0005, 0.0005) * p[0];
  }
  return m;
}

static void many_free(many *m)
{
  free(m->q), free(m->qd), free(m->qdd), free(m->tau), free(m->gravity), free(m->wrench), free(m->payload);
}

/* Rows to a layout and back. `apart` numbers are left free in front, so that nothing is aligned. */
static size_t place_of(ulna_batch_layout layout, size_t count, size_t w, size_t s, size_t j)
{
  if (layout == ULNA_BATCH_ROWS) return s * w + j;
  if (layout == ULNA_BATCH_COLUMNS) return j * count + s;
  return s / 16 * 16 * w + j * 16 + s % 16;
}

static double *laid_out(const ulna_batch *batch, ulna_batch_layout layout, const double rows[], size_t count,
                        size_t w)
{
  if (!rows) return NULL;
  const size_t size = ulna_batch_number_count(batch, count, w);
  double *x = malloc((size + 1) * sizeof *x);
  assert_non_null(x);
  for (size_t i = 0; i < size + 1; i++) x[i] = (double)NAN;  // what pads must not be read
  for (size_t s = 0; s < count; s++)
    for (size_t j = 0; j < w; j++) x[1 + place_of(layout, count, w, s, j)] = rows[s * w + j];
  return x;
}

static void rows_again(ulna_batch_layout layout, const double x[], size_t count, size_t w, double rows[])
{
  for (size_t s = 0; s < count; s++)
    for (size_t j = 0; j < w; j++) rows[s * w + j] = x[1 + place_of(layout, count, w, s, j)];
}

/* One function: how wide its outputs are, itself for many and for one. */
typedef struct {
  const char *name;
  void (*widths)(const ulna_model *model, bool links_only, size_t w[WIDEST]);
  ulna_status (*many)(const ulna_model *model, ulna_batch *batch, size_t count,
                      const ulna_batch_states *states, double *const out[WIDEST]);
  ulna_status (*one)(const ulna_model *model, ulna_work *work, bool links_only, const double q[],
                     const double qd[], const double qdd[], const double tau[], double *const out[WIDEST]);
} function;

static void wide_as_joints(const ulna_model *model, bool links_only, size_t w[WIDEST])
{
  (void)links_only;
  w[0] = (size_t)ulna_model_joint_count(model);
}

static ulna_status many_inverse(const ulna_model *model, ulna_batch *batch, size_t count,
                                const ulna_batch_states *states, double *const out[WIDEST])
{
  return ulna_batch_inverse_dynamics(model, batch, count, states, out[0]);
}
static ulna_status one_inverse(const ulna_model *model, ulna_work *work, bool links_only, const double q[],
                               const double qd[], const double qdd[], const double tau[],
                               double *const out[WIDEST])
{
  (void)tau;
  const ulna_drive_forces forces = {.tau = out[0]};
  if (!links_only) return ulna_drive_inverse_dynamics(model, work, q, qd, qdd, &forces);
  ulna_inverse_dynamics(model, work, q, qd, qdd, out[0]);
  return ULNA_OK;
}

#define ONE_STATE                                                                                            \
  const ulna_model *model, ulna_work *work, bool links_only, const double q[], const double qd[],            \
      const double qdd[], const double tau[], double *const out[WIDEST]
#define UNUSED (void)links_only, (void)qd, (void)qdd, (void)tau

static void wide_as_matrix(const ulna_model *model, bool links_only, size_t w[WIDEST])
{
  wide_as_joints(model, links_only, w);
  w[0] *= w[0];
}
static void wide_as_poses(const ulna_model *model, bool links_only, size_t w[WIDEST])
{
  wide_as_joints(model, links_only, w);
  w[0] *= 12;
}
static void wide_as_pose(const ulna_model *model, bool links_only, size_t w[WIDEST])
{
  (void)model, (void)links_only;
  w[0] = 12;
}
static void wide_as_jacobian(const ulna_model *model, bool links_only, size_t w[WIDEST])
{
  wide_as_joints(model, links_only, w);
  w[0] *= 6;
}
static void wide_as_regressor(const ulna_model *model, bool links_only, size_t w[WIDEST])
{
  wide_as_joints(model, links_only, w);
  w[0] *=
      (size_t)ulna_regressor_column_count(model, links_only ? ULNA_REGRESSOR_LINKS : ULNA_REGRESSOR_DRIVES);
}
static void wide_as_derivatives(const ulna_model *model, bool links_only, size_t w[WIDEST])
{
  wide_as_joints(model, links_only, w);
  w[1] = w[2] = w[3] = w[0] * w[0];
}

static ulna_status many_forward(const ulna_model *model, ulna_batch *batch, size_t count,
                                const ulna_batch_states *states, double *const out[WIDEST])
{
  return ulna_batch_forward_dynamics(model, batch, count, states, out[0]);
}
static ulna_status one_forward(ONE_STATE)
{
  UNUSED;
  if (links_only) return ulna_forward_dynamics(model, work, q, qd, tau, out[0]);
  return ulna_drive_forward_dynamics_derivatives(model, work, ULNA_UNDER_TAU, q, qd, tau, out[0], NULL, NULL,
                                                 NULL);
}

static ulna_status many_masses(const ulna_model *model, ulna_batch *batch, size_t count,
                               const ulna_batch_states *states, double *const out[WIDEST])
{
  return ulna_batch_mass_matrix(model, batch, count, states, out[0]);
}
static ulna_status one_masses(ONE_STATE)
{
  UNUSED;
  if (!links_only) return ulna_drive_mass_matrix(model, work, q, out[0]);
  ulna_mass_matrix(model, work, q, out[0]);
  return ULNA_OK;
}

static ulna_status many_gravity(const ulna_model *model, ulna_batch *batch, size_t count,
                                const ulna_batch_states *states, double *const out[WIDEST])
{
  return ulna_batch_gravity_torques(model, batch, count, states, out[0]);
}
static ulna_status one_gravity(ONE_STATE)
{
  UNUSED;
  ulna_gravity_torques(model, work, q, out[0]);
  return ULNA_OK;
}

static ulna_status many_bias(const ulna_model *model, ulna_batch *batch, size_t count,
                             const ulna_batch_states *states, double *const out[WIDEST])
{
  return ulna_batch_bias(model, batch, count, states, out[0]);
}
static ulna_status one_bias(ONE_STATE)
{
  UNUSED;
  if (!links_only) return ulna_drive_bias(model, work, q, qd, out[0]);
  ulna_bias(model, work, q, qd, out[0]);
  return ULNA_OK;
}

static ulna_status many_poses(const ulna_model *model, ulna_batch *batch, size_t count,
                              const ulna_batch_states *states, double *const out[WIDEST])
{
  return ulna_batch_link_poses(model, batch, count, states, out[0]);
}
static ulna_status one_poses(ONE_STATE)
{
  UNUSED;
  ulna_pose poses[40];
  ulna_link_poses(model, work, q, poses);
  memcpy(out[0], poses + 1, (size_t)ulna_model_joint_count(model) * sizeof *poses);
  return ULNA_OK;
}

static ulna_status many_hand_pose(const ulna_model *model, ulna_batch *batch, size_t count,
                                  const ulna_batch_states *states, double *const out[WIDEST])
{
  return ulna_batch_hand_pose(model, batch, count, states, out[0]);
}
static ulna_status one_hand_pose(ONE_STATE)
{
  UNUSED;
  ulna_pose pose;
  ulna_hand_pose(model, work, q, &pose);
  memcpy(out[0], &pose, sizeof pose);
  return ULNA_OK;
}

static ulna_status many_jacobian(const ulna_model *model, ulna_batch *batch, size_t count,
                                 const ulna_batch_states *states, double *const out[WIDEST])
{
  return ulna_batch_jacobian(model, batch, count, states, out[0]);
}
static ulna_status one_jacobian(ONE_STATE)
{
  UNUSED;
  ulna_jacobian(model, work, NULL, ULNA_AXES_BASE, q, out[0]);
  return ULNA_OK;
}

static ulna_status many_regressor(const ulna_model *model, ulna_batch *batch, size_t count,
                                  const ulna_batch_states *states, double *const out[WIDEST])
{
  return ulna_batch_regressor(model, batch, count, states, out[0]);
}
static ulna_status one_regressor(ONE_STATE)
{
  UNUSED;
  const ulna_regressor_of of = links_only ? ULNA_REGRESSOR_LINKS : ULNA_REGRESSOR_DRIVES;
  return ulna_regressor(model, work, of, q, qd, qdd, out[0], NULL);
}

static ulna_status many_inverse_derivatives(const ulna_model *model, ulna_batch *batch, size_t count,
                                            const ulna_batch_states *states, double *const out[WIDEST])
{
  return ulna_batch_inverse_dynamics_derivatives(model, batch, count, states, out[0], out[1], out[2], out[3]);
}
static ulna_status one_inverse_derivatives(ONE_STATE)
{
  UNUSED;
  const ulna_drive_derivatives all = {
      .tau = out[0], .dtau_dq = out[1], .dtau_dqd = out[2], .dtau_dqdd = out[3]};
  if (!links_only) return ulna_drive_inverse_dynamics_derivatives(model, work, q, qd, qdd, &all);
  return ulna_inverse_dynamics_derivatives(model, work, q, qd, qdd, out[0], out[1], out[2], out[3]);
}

static ulna_status many_forward_derivatives(const ulna_model *model, ulna_batch *batch, size_t count,
                                            const ulna_batch_states *states, double *const out[WIDEST])
{
  return ulna_batch_forward_dynamics_derivatives(model, batch, count, states, out[0], out[1], out[2], out[3]);
}
static ulna_status one_forward_derivatives(ONE_STATE)
{
  UNUSED;
  if (links_only)
    return ulna_forward_dynamics_derivatives(model, work, q, qd, tau, out[0], out[1], out[2], out[3]);
  return ulna_drive_forward_dynamics_derivatives(model, work, ULNA_UNDER_TAU, q, qd, tau, out[0], out[1],
                                                 out[2], out[3]);
}

static const function functions[] = {
    {"inverse dynamics", wide_as_joints, many_inverse, one_inverse},
    {"forward dynamics", wide_as_joints, many_forward, one_forward},
    {"mass matrix", wide_as_matrix, many_masses, one_masses},
    {"gravity", wide_as_joints, many_gravity, one_gravity},
    {"bias", wide_as_joints, many_bias, one_bias},
    {"poses", wide_as_poses, many_poses, one_poses},
    {"hand pose", wide_as_pose, many_hand_pose, one_hand_pose},
    {"jacobian", wide_as_jacobian, many_jacobian, one_jacobian},
    {"regressor", wide_as_regressor, many_regressor, one_regressor},
    {"inverse derivatives", wide_as_derivatives, many_inverse_derivatives, one_inverse_derivatives},
    {"forward derivatives", wide_as_derivatives, many_forward_derivatives, one_forward_derivatives},
};
enum { FUNCTIONS = sizeof functions / sizeof functions[0] };

/* What the functions for one state give, rows; where they refuse, NaN. */
__attribute__((unused)) static void answers_one_by_one(const function *f, const many *m, double *rows[WIDEST])
{
  const size_t n = (size_t)m->n;
  size_t w[WIDEST] = {0};
  f->widths(m->model, m->links_only, w);
  ulna_work *work = NULL;
  assert_int_equal(ulna_work_create(m->model, ULNA_PARTS_ALL, NULL, &work), ULNA_OK);
  for (size_t s = 0; s < m->count; s++) {
    double *out[WIDEST];
    for (int k = 0; k < WIDEST; k++) out[k] = w[k] ? &rows[k][s * w[k]] : NULL;
    if (m->varied) {
      ulna_work_set_gravity(work, &m->gravity[3 * s]);
      ulna_work_set_hand_wrench(work, &m->wrench[6 * s], &m->wrench[6 * s + 3]);
      ulna_body body = {.mass = m->payload[10 * s], .about = ULNA_ABOUT_COM};
      memcpy(body.com, &m->payload[10 * s + 1], sizeof body.com);
      memcpy(body.inertia, &m->payload[10 * s + 4], sizeof body.inertia);
      assert_int_equal(ulna_work_set_payload(work, &body), ULNA_OK);
    }
    const ulna_status status = f->one(m->model, work, m->links_only, &m->q[s * n], &m->qd[s * n],
                                      &m->qdd[s * n], &m->tau[s * n], out);
    for (int k = 0; k < WIDEST && status != ULNA_OK; k++)
      for (size_t j = 0; j < w[k]; j++) out[k][j] = (double)NAN;
  }
  ulna_work_destroy(work);
}

/* What a batch gives, rows. */
static void answers_of_batch(const function *f, const many *m, const ulna_batch_options *options,
                             double *rows[WIDEST])
{
  const size_t n = (size_t)m->n;
  size_t w[WIDEST] = {0};
  f->widths(m->model, m->links_only, w);
  ulna_batch *batch = NULL;
  assert_int_equal(ulna_batch_create(m->model, options, NULL, &batch), ULNA_OK);
  double *in[7], *given[7] = {m->q, m->qd, m->qdd, m->tau, m->gravity, m->wrench, m->payload};
  const size_t wide[7] = {n, n, n, n, 3, 6, 10};
  for (int k = 0; k < 7; k++) in[k] = laid_out(batch, options->layout, given[k], m->count, wide[k]);
  const ulna_batch_states states = {in[0] + 1,
                                    in[1] + 1,
                                    in[2] + 1,
                                    in[3] + 1,
                                    in[4] ? in[4] + 1 : NULL,
                                    in[5] ? in[5] + 1 : NULL,
                                    in[6] ? in[6] + 1 : NULL};
  double *memory[WIDEST], *out[WIDEST];
  size_t size[WIDEST];
  for (int k = 0; k < WIDEST; k++) {
    size[k] = ulna_batch_number_count(batch, m->count, w[k]);
    memory[k] = malloc((size[k] + 2) * sizeof(double));
    assert_non_null(memory[k]);
    for (size_t i = 0; i < size[k] + 2; i++) memory[k][i] = 12345;
    out[k] = w[k] ? memory[k] + 1 : NULL;
  }
  const ulna_status status = f->many(m->model, batch, m->count, &states, out);
  assert_true(status == ULNA_OK || status == ULNA_UNSUPPORTED);
  for (int k = 0; k < WIDEST && status != ULNA_OK; k++)  // as a function for one state that refuses
    for (size_t i = 0; i < size[k]; i++) memory[k][i + 1] = (double)NAN;
  for (int k = 0; k < WIDEST; k++) {
    assert_true(memory[k][0] == 12345 && memory[k][size[k] + 1] == 12345);
    if (w[k]) rows_again(options->layout, memory[k], m->count, w[k], rows[k]);
    free(memory[k]);
  }
  for (int k = 0; k < 7; k++) free(in[k]);
  ulna_batch_destroy(batch);
}

static void rows_for(const function *f, const many *m, double *rows[WIDEST])
{
  size_t w[WIDEST] = {0};
  f->widths(m->model, m->links_only, w);
  for (int k = 0; k < WIDEST; k++) {
    rows[k] = malloc((m->count * w[k] + 1) * sizeof(double));
    assert_non_null(rows[k]);
  }
}
static void rows_free(double *rows[WIDEST])
{
  for (int k = 0; k < WIDEST; k++) free(rows[k]);
}
