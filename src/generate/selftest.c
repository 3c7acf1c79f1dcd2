/* The self-test of generated code: states, and the library's answers. */
#include <math.h>

#include "base/random.h"
#include "generate/generate_internal.h"
#include "ulna/derivatives.h"
#include "ulna/drive.h"
#include "ulna/forward_dynamics.h"
#include "ulna/inverse_dynamics.h"
#include "ulna/kinematics.h"
#include "ulna/regressor.h"

enum { STATES = 8 };

/* The library's answers. */
typedef struct {
  const generation *all;
  const ulna_model *model;
  ulna_work *work;
  double *scratch;  // 4 n² + 8 n
} oracle;

/* Joint positions within their limits, or ±3 rad, ±0.5 m where there are none. */
static void draw_positions(const ulna_model *model, uint64_t *seed, double q[])
{
  for (int i = 0; i < model->n; i++) {
    const ulna_joint *joint = &model->given.joints[i];
    const double reach = joint->type == ULNA_PRISMATIC ? 0.5 : 3;
    const double low = isfinite(joint->limits.lower) ? joint->limits.lower : -reach;
    const double high = isfinite(joint->limits.upper) ? joint->limits.upper : reach;
    q[i] = random_between(seed, low, high);
  }
}

static void draw_inputs(const oracle *o, const function_shape *s, uint64_t *seed, double in[])
{
  const int n = o->model->n;
  for (int k = 0, at = 0; k < s->inputs; at += s->input[k++].count) {
    const char *name = s->input[k].name;
    if (strcmp(name, "q") == 0 || strcmp(name, "q_d") == 0) {
      draw_positions(o->model, seed, in + at);
      continue;
    }
    const double size = strcmp(name, "tau") == 0 || strcmp(name, "F_ad") == 0 ? 5 : 2;
    for (int i = 0; i < s->input[k].count; i++) in[at + i] = random_between(seed, -size, size);
    if (strcmp(name, "gains") == 0)
      for (int i = 0; i < 2 * n; i++) in[at + i] = i < n ? 100 + i : 20 + i;
  }
}

static ulna_status drive_forces(const oracle *o, const double q[], const double qd[], const double qdd[],
                                double F_ad[])
{
  const ulna_drive_forces forces = {.F_ad = F_ad};
  return ulna_drive_inverse_dynamics(o->model, o->work, q, qd, qdd, &forces);
}

static ulna_status answer_control(const oracle *o, const double in[], double out[])
{
  const int n = o->model->n;
  const double *q_d = in, *qd_d = in + n, *qdd_d = in + 2 * n, *q = in + 3 * n, *qd = in + 4 * n,
               *kp = in + 5 * n, *kv = in + 6 * n;
  double *qdd = o->scratch;
  for (int i = 0; i < n; i++) qdd[i] = qdd_d[i] + kv[i] * (qd_d[i] - qd[i]) + kp[i] * (q_d[i] - q[i]);
  if (o->all->arm->drives) return drive_forces(o, q, qd, qdd, out);
  ulna_inverse_dynamics(o->model, o->work, q, qd, qdd, out);
  return ULNA_OK;
}

/* What does not move with drives. */
static ulna_status answer_links(const oracle *o, function_id f, const double q[], const double qd[],
                                const double third[], double out[])
{
  const ulna_model *m = o->model;
  ulna_work *w = o->work;
  const int n = m->n, square = n * n;
  ulna_pose pose;
  switch (f) {
  case FUNCTION_ID: ulna_inverse_dynamics(m, w, q, qd, third, out); return ULNA_OK;
  case FUNCTION_FD: return ulna_forward_dynamics(m, w, q, qd, third, out);
  case FUNCTION_MASS: ulna_mass_matrix(m, w, q, out); return ULNA_OK;
  case FUNCTION_GRAVITY: ulna_gravity_torques(m, w, q, out); return ULNA_OK;
  case FUNCTION_BIAS: ulna_bias(m, w, q, qd, out); return ULNA_OK;
  case FUNCTION_CORIOLIS: ulna_coriolis_vector(m, w, q, qd, out); return ULNA_OK;
  case FUNCTION_CORIOLIS_MATRIX: ulna_coriolis_matrix(m, w, q, qd, out); return ULNA_OK;
  case FUNCTION_INVERSE_MASS: return ulna_mass_matrix_inverse(m, w, q, out);
  case FUNCTION_FK:
    ulna_hand_pose(m, w, q, &pose);
    for (int i = 0; i < 9; i++) out[i] = pose.R[i / 3][i % 3];
    memcpy(out + 9, pose.p, sizeof pose.p);
    return ULNA_OK;
  case FUNCTION_JACOBIAN: ulna_jacobian(m, w, NULL, ULNA_AXES_BASE, q, out); return ULNA_OK;
  case FUNCTION_DID:
    return ulna_inverse_dynamics_derivatives(m, w, q, qd, third, o->scratch, out, out + square,
                                             out + 2 * square);
  case FUNCTION_DFD:
    return ulna_forward_dynamics_derivatives(m, w, q, qd, third, o->scratch, out, out + square,
                                             out + 2 * square);
  case FUNCTION_REGRESSOR: return ulna_regressor(m, w, ULNA_REGRESSOR_LINKS, q, qd, third, out, NULL);
  case FUNCTION_UDUT: return ulna_mass_matrix_udut(m, w, q, &(ulna_udut){.U = out, .D = out + square});
  default: return ULNA_UNSUPPORTED;
  }
}

static ulna_status answer(const oracle *o, function_id f, const double in[], double out[])
{
  const int n = o->model->n;
  const double *q = in, *qd = in + n, *third = in + 2 * n;
  if (f == FUNCTION_CONTROL) return answer_control(o, in, out);
  if (o->all->arm->drives) {
    if (f == FUNCTION_ID) return drive_forces(o, q, qd, third, out);
    if (f == FUNCTION_FD) return ulna_drive_forward_dynamics(o->model, o->work, q, qd, third, out);
    if (f == FUNCTION_MASS) return ulna_drive_mass_matrix(o->model, o->work, q, out);
    if (f == FUNCTION_BIAS) return ulna_drive_bias(o->model, o->work, q, qd, out);
  }
  return answer_links(o, f, q, qd, third, out);
}

/* Gravity, payload and wrench other than the robot's own, where they are parameters: in the work and in p. */
static ulna_status set_parameters(const oracle *o, uint64_t *seed, double p[])
{
  const generate_arm *arm = o->all->arm;
  memcpy(p, arm->parameter_value, (size_t)arm->parameter_numbers * sizeof *p);
  for (int k = 0; k < arm->parameter_count; k++) {
    double *at = p + arm->parameter[k].first;
    ulna_body payload = {.about = ULNA_ABOUT_COM};
    switch (arm->parameter[k].kind) {
    case PARAMETER_GRAVITY:
      for (int i = 0; i < 3; i++) at[i] += random_between(seed, -1, 1);
      ulna_work_set_gravity(o->work, at);
      break;
    case PARAMETER_PAYLOAD:
      at[0] = payload.mass = random_between(seed, 0.5, 2);
      for (int i = 0; i < 3; i++) at[1 + i] = payload.com[i] = random_between(seed, -0.1, 0.1);
      for (int i = 0; i < 6; i++) at[4 + i] = payload.inertia[i] = i < 3 ? 0.01 + 0.001 * i : 0.0005 * i;
      if (ulna_work_set_payload(o->work, &payload) != ULNA_OK) return ULNA_INVALID_ARGUMENT;
      break;
    case PARAMETER_WRENCH:
      for (int i = 0; i < 6; i++) at[i] = random_between(seed, -3, 3);
      ulna_work_set_hand_wrench(o->work, at, at + 3);
      break;
    default: break;
    }
  }
  return ULNA_OK;
}

/* ---- text */

static void put_rows(writer *w, const char *function, const char *what, int rows, int columns,
                     const double x[])
{
  putf(w, "static const double %s_%s[%d][%d] = {", function, what, rows, columns);
  for (int i = 0; i < rows; i++) {
    put(w, i ? ",\n  {" : "\n  {");
    for (int j = 0; j < columns; j++) {
      put(w, j == 0 ? "" : j % 4 ? ", " : ",\n   ");
      ulna_emit_number(w, x[i * columns + j], false);
    }
    put(w, "}");
  }
  put(w, "};\n");
}

/* One function: its data, and a function that checks it. */
static void put_check(writer *w, const generation *all, const function_shape *s, double tolerance)
{
  const char *prefix = all->options->prefix, *number = all->options->single ? "float" : "double";
  const int lanes = all->options->lanes, parameters = all->arm->parameter_numbers,
            inputs = ulna_function_inputs(s);
  putf(w, "static int check_%s(void)\n{\n", s->name);
  putf(w,
       "  double worst = 0, scale = 0;\n  for (int i = 0; i < %d; i++)\n    for (int j = 0; j < %d; j++)\n",
       STATES, ulna_function_outputs(s));
  putf(w, "      if (fabs(%s_out[i][j]) > scale) scale = fabs(%s_out[i][j]);\n", s->name, s->name);
  putf(w, "  for (int i = 0; i < %d; i++) {\n", STATES);
  for (int k = 0; k < s->inputs + (parameters > 0); k++)
    putf(w, "    %s %s[%d];\n", all->real, k < s->inputs ? s->input[k].name : "p",
         k < s->inputs ? s->input[k].count : parameters);
  for (int k = 0; k < s->outputs; k++)
    putf(w, "    %s %s[%d];\n", all->real, s->output[k].name, s->output[k].count);
  const char *lane = lanes > 1 ? "[lane]" : "", *state = lanes > 1 ? "(i + lane) % STATES" : "i";
  if (lanes > 1) putf(w, "    for (int lane = 0; lane < %d; lane++) {\n", lanes);
  for (int k = 0, at = 0; k < s->inputs + (parameters > 0); k++) {
    const int count = k < s->inputs ? s->input[k].count : parameters;
    const char *name = k < s->inputs ? s->input[k].name : "p";
    putf(w, "    for (int j = 0; j < %d; j++) %s[j]%s = (%s)%s_in[%s][%d + j];\n", count, name, lane, number,
         s->name, state, at);
    at += count;
  }
  (void)inputs;
  if (lanes > 1) put(w, "    }\n");
  putf(w, "    %s_%s(", prefix, s->name);
  for (int k = 0; k < s->inputs; k++) putf(w, "%s%s", k ? ", " : "", s->input[k].name);
  if (parameters) put(w, ", p");
  for (int k = 0; k < s->outputs; k++) putf(w, ", %s", s->output[k].name);
  put(w, ");\n");
  if (lanes > 1) putf(w, "    for (int lane = 0; lane < %d; lane++) {\n", lanes);
  for (int k = 0, at = 0; k < s->outputs; at += s->output[k++].count)
    putf(w, "    for (int j = 0; j < %d; j++) worst = worse(worst, (double)%s[j]%s - %s_out[%s][%d + j]);\n",
         s->output[k].count, s->output[k].name, lane, s->name, state, at);
  if (lanes > 1) put(w, "    }\n");
  putf(w, "  }\n  return report(\"%s\", worst, scale * %g);\n}\n\n", s->name, tolerance);
}

static void put_begin(writer *w, const generation *all)
{
  putf(
      w,
      "/* Checks %s.c against states and answers of the library that generated it. Exit status 1 if it differs. */\n",
      all->options->prefix);
  putf(w, "#include \"%s.h\"\n\n#include <math.h>\n#include <stdio.h>\n\nenum { STATES = %d };\n\n",
       all->options->prefix, STATES);
  put(w,
      "/* The larger error; one that is not a number stays. */\n"
      "static double worse(double worst, double error)\n{\n"
      "  error = fabs(error);\n  return worst != worst || error <= worst ? worst : error;\n}\n\n"
      "static int report(const char *name, double worst, double allowed)\n{\n"
      "  const int right = worst <= allowed;\n"
      "  printf(\"%-16s worst error %.2g, allowed %.2g: %s\\n\", name, worst, allowed, right ? \"ok\" : \"WRONG\");\n"
      "  return !right;\n}\n\n");
}

static ulna_status put_function(writer *w, const oracle *o, const generated_function *f, double tolerance)
{
  const function_shape *s = &f->shape;
  const int inputs = ulna_function_inputs(s), parameters = o->all->arm->parameter_numbers,
            outputs = ulna_function_outputs(s);
  arena memory;
  const ulna_allocator allocator = w->allocator;
  arena_init(&memory, &allocator);
  double *in = arena_take_array(&memory, STATES * (size_t)(inputs + parameters), sizeof *in);
  double *out = arena_take_array(&memory, STATES * (size_t)outputs, sizeof *out);
  ulna_status status = in && out ? ULNA_OK : ULNA_OUT_OF_MEMORY;
  uint64_t seed = 1980 + (uint64_t)f->id;
  for (int i = 0; i < STATES && status == ULNA_OK; i++) {
    double *at = in + i * (inputs + parameters);
    draw_inputs(o, s, &seed, at);
    status = set_parameters(o, &seed, at + inputs);
    if (status == ULNA_OK) status = answer(o, f->id, at, out + i * outputs);
  }
  if (status == ULNA_OK) {
    put_rows(w, s->name, "in", STATES, inputs + parameters, in);
    put_rows(w, s->name, "out", STATES, outputs, out);
    put(w, "\n");
    put_check(w, o->all, s, tolerance);
  }
  arena_free(&memory);
  return status;
}

ulna_status ulna_emit_test(writer *w, const generation *all, const ulna_allocator *allocator)
{
  const ulna_model *model = all->arm->model;
  const size_t n = (size_t)model->n;
  arena memory;
  arena_init(&memory, allocator);
  oracle o = {
      .all = all, .model = model, .scratch = arena_take_array(&memory, 4 * n * n + 8 * n, sizeof(double))};
  ulna_status status =
      o.scratch ? ulna_work_create(model, ULNA_PARTS_ALL, allocator, &o.work) : ULNA_OUT_OF_MEMORY;
  put_begin(w, all);
  for (int k = 0; k < all->function_count && status == ULNA_OK; k++)
    status = put_function(w, &o, &all->function[k], all->options->single ? 2e-4 : 1e-11);
  put(w, "int main(void)\n{\n  int wrong = 0;\n");
  for (int k = 0; k < all->function_count; k++)
    putf(w, "  wrong |= check_%s();\n", all->function[k].shape.name);
  put(w, "  return wrong;\n}\n");
  ulna_work_destroy(o.work);
  arena_free(&memory);
  if (status == ULNA_OK && w->failed) status = ULNA_OUT_OF_MEMORY;
  return status;
}
