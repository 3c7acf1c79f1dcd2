/* Code for one robot: its expressions are the library's answers, in as few operations as promised; what cannot be is told. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "generate/generate_internal.h"
#include "support/chain.h"
#include "support/failing_allocator.h"
#include "ulna/derivatives.h"
#include "ulna/drive.h"
#include "ulna/forward_dynamics.h"
#include "ulna/inverse_dynamics.h"
#include "ulna/kinematics.h"
#include "ulna/read.h"
#include "ulna/regressor.h"
#include "ulna/robots.h"

// cmocka last: it needs what the others include
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

enum { NUMBERS = 4000, MANY_STATES = 1000 };

static ulna_model *load(const char *name)
{
  ulna_model *model = NULL;
  assert_int_equal(ulna_robot_load(name, NULL, NULL, NULL, &model), ULNA_OK);
  return model;
}

/* ---- the library's answer */

static void answer(const ulna_model *m, ulna_work *w, bool drives, function_id f, const double in[],
                   double out[])
{
  const int n = ulna_model_joint_count(m), square = n * n;
  const double *q = in, *qd = in + n, *third = in + 2 * n;
  double tau[64], qdd[64];
  ulna_pose pose;
  ulna_status status = ULNA_OK;
  const ulna_drive_forces forces = {.F_ad = out};
  switch (f) {
  case FUNCTION_ID:
    if (drives) status = ulna_drive_inverse_dynamics(m, w, q, qd, third, &forces);
    else ulna_inverse_dynamics(m, w, q, qd, third, out);
    break;
  case FUNCTION_FD:
    status = drives ? ulna_drive_forward_dynamics(m, w, q, qd, third, out)
                    : ulna_forward_dynamics(m, w, q, qd, third, out);
    break;
  case FUNCTION_MASS:
    if (drives) status = ulna_drive_mass_matrix(m, w, q, out);
    else ulna_mass_matrix(m, w, q, out);
    break;
  case FUNCTION_GRAVITY: ulna_gravity_torques(m, w, q, out); break;
  case FUNCTION_BIAS:
    if (drives) status = ulna_drive_bias(m, w, q, qd, out);
    else ulna_bias(m, w, q, qd, out);
    break;
  case FUNCTION_CORIOLIS: ulna_coriolis_vector(m, w, q, qd, out); break;
  case FUNCTION_CORIOLIS_MATRIX: ulna_coriolis_matrix(m, w, q, qd, out); break;
  case FUNCTION_INVERSE_MASS: status = ulna_mass_matrix_inverse(m, w, q, out); break;
  case FUNCTION_FK:
    ulna_hand_pose(m, w, q, &pose);
    memcpy(out, pose.R, sizeof pose.R), memcpy(out + 9, pose.p, sizeof pose.p);
    break;
  case FUNCTION_JACOBIAN: ulna_jacobian(m, w, NULL, ULNA_AXES_BASE, q, out); break;
  case FUNCTION_DID:
    status = ulna_inverse_dynamics_derivatives(m, w, q, qd, third, tau, out, out + square, out + 2 * square);
    break;
  case FUNCTION_DFD:
    status = ulna_forward_dynamics_derivatives(m, w, q, qd, third, tau, out, out + square, out + 2 * square);
    break;
  case FUNCTION_REGRESSOR:
    status = ulna_regressor(m, w, ULNA_REGRESSOR_LINKS, q, qd, third, out, NULL);
    break;
  case FUNCTION_UDUT:
    status = ulna_mass_matrix_udut(m, w, q, &(ulna_udut){.U = out, .D = out + square});
    break;
  case FUNCTION_CONTROL:
    for (int i = 0; i < n; i++)
      qdd[i] = in[2 * n + i] + in[6 * n + i] * (in[n + i] - in[4 * n + i]) +
               in[5 * n + i] * (in[i] - in[3 * n + i]);
    if (drives) status = ulna_drive_inverse_dynamics(m, w, in + 3 * n, in + 4 * n, qdd, &forces);
    else ulna_inverse_dynamics(m, w, in + 3 * n, in + 4 * n, qdd, out);
    break;
  case FUNCTION_COUNT: break;
  }
  assert_int_equal(status, ULNA_OK);
}

/* A function recorded. */
typedef struct {
  generate_arm arm;
  arena memory;
  graph g;
  function_shape shape;
  int outputs[NUMBERS];
  int count;
} recorded;

static void record(const ulna_model *model, function_id f, const ulna_generate_options *options, recorded *r)
{
  ulna_generate_fault fault;
  arena_init(&r->memory, NULL);
  assert_int_equal(ulna_generate_arm(model, options, &r->memory, &r->arm, &fault), ULNA_OK);
  r->shape = ulna_function_shape(f, &r->arm);
  r->count = ulna_function_outputs(&r->shape);
  assert_true(r->count <= NUMBERS);
  assert_int_equal(ulna_function_record(f, &r->arm, 1 << 21, NULL, &r->g, r->outputs), ULNA_OK);
}
static void forget(recorded *r)
{
  ulna_graph_end(&r->g);
  arena_free(&r->memory);
}

/* Largest error over states, relative to the largest number of each state's answer. */
static double largest_error(const ulna_model *model, function_id f, bool drives, int states)
{
  static recorded r;
  static double in[NUMBERS], want[NUMBERS];
  ulna_generate_options options = ulna_generate_options_default();
  options.drives = drives;
  record(model, f, &options, &r);
  ulna_work *work = NULL;
  assert_int_equal(ulna_work_create(model, ULNA_PARTS_ALL, NULL, &work), ULNA_OK);
  double *value = malloc((size_t)r.g.count * sizeof *value), worst = 0;
  uint64_t seed = 1 + (uint64_t)f;
  for (int k = 0; k < states; k++) {
    for (int i = 0; i < ulna_function_inputs(&r.shape); i++) in[i] = chain_random(&seed, -2, 2);
    answer(model, work, drives, f, in, want);
    ulna_graph_evaluate(&r.g, in, value);
    double scale = 0, error = 0;
    for (int i = 0; i < r.count; i++) {
      scale = fmax(scale, fabs(want[i]));
      const double e = fabs(ulna_graph_value(&r.g, value, r.outputs[i]) - want[i]);
      if (!(e <= error)) error = isnan(e) ? (double)INFINITY : e;
    }
    if (scale > 0) worst = fmax(worst, error / scale);
    else assert_true(error <= 1e-12);
  }
  free(value);
  ulna_work_destroy(work);
  forget(&r);
  return worst;
}

/* Sums in another order, and accelerations near singular mass matrices: 1e-11 as promised. */
static void every_function_is_the_librarys_on_every_robot(void **state)
{
  (void)state;
  for (int k = 0; k < ulna_robot_count(); k++) {
    ulna_model *model = load(ulna_robot_get(k)->key);
    for (int f = 0; f < FUNCTION_COUNT; f++) {
      const int states = f == FUNCTION_ID || f == FUNCTION_FD || f == FUNCTION_MASS ? MANY_STATES : 100;
      const double error = largest_error(model, (function_id)f, false, states);
      if (!(error <= 1e-11)) fail_msg("%s, function %d: %g", ulna_robot_get(k)->key, f, error);
    }
    ulna_model_destroy(model);
  }
}

/* ---- robots in words */

static ulna_model *read_robot(const char *text)
{
  ulna_model *model = NULL;
  ulna_report *report = NULL;
  char line[400] = "";
  assert_int_equal(ulna_report_create(NULL, &report), ULNA_OK);
  const ulna_status status = ulna_model_read_text(text, strlen(text), "r.yaml", NULL, NULL, report, &model);
  if (ulna_report_count(report, ULNA_NOTE) > 0)
    ulna_problem_format(ulna_report_get(report, 0), line, sizeof line);
  if (status != ULNA_OK) fail_msg("%s", line);
  ulna_report_destroy(report);
  return model;
}

#define LINK(name)                                                                                           \
  "link: {name: " name                                                                                       \
  ", mass: 2, com: [0.1, 0.02, 0.01], inertia: {about: com, xx: 0.02, yy: 0.03, zz: 0.025}}"
#define TWO_JOINTS(convention)                                                                               \
  "ulna: 1\nname: r\ngravity: [1, 2, -9]\nconvention: " convention "\njoints:\n"                             \
  "  - {name: a, type: revolute, theta: 0.3, d: 0.1, a: 0.4, alpha: 0.3, " LINK(                             \
      "la") "}\n"                                                                                            \
            "  - {name: b, type: revolute, theta: 0, d: 0, a: 0.4, alpha: 0.5, " LINK("lb") "%s}\n"
#define WHOLE_PAYLOAD                                                                                        \
  "payload: {mass: 2.5, com: [0.1, 0.2, 0.3], inertia: {about: com, xx: 0.02, yy: 0.03, zz: 0.025}}\n"

/* The payload is in the last link's numbers; where it is a parameter it is there instead. */
static void a_payload_of_the_robots_own_is_in_the_code(void **state)
{
  (void)state;
  char text[2000];
  for (int mdh = 0; mdh < 2; mdh++) {
    snprintf(text, sizeof text, mdh ? TWO_JOINTS("mdh") WHOLE_PAYLOAD : TWO_JOINTS("dh") WHOLE_PAYLOAD, "");
    ulna_model *model = read_robot(text);
    for (int f = 0; f < FUNCTION_COUNT; f++) {
      const double error = largest_error(model, (function_id)f, false, 20);
      if (!(error <= 1e-12)) fail_msg("function %d: %g", f, error);
    }
    static recorded r;
    ulna_generate_options options = ulna_generate_options_default();
    options.parameters = "payload";
    record(model, FUNCTION_GRAVITY, &options, &r);
    ulna_work *work = NULL;
    assert_int_equal(ulna_work_create(model, ULNA_PARTS_DEFAULT, NULL, &work), ULNA_OK);
    double in[12] = {0.7, -0.4}, G[2], *value = malloc((size_t)r.g.count * sizeof *value);
    assert_true(ulna_function_inputs(&r.shape) == 2 && r.arm.parameter_numbers == 10);
    memcpy(in + 2, r.arm.parameter_value, 10 * sizeof *in);
    assert_true(in[2] == 2.5 && in[5] == 0.3 && in[8] == 0.025);
    ulna_gravity_torques(model, work, in, G);
    ulna_graph_evaluate(&r.g, in, value);
    for (int i = 0; i < 2; i++) assert_true(fabs(ulna_graph_value(&r.g, value, r.outputs[i]) - G[i]) < 1e-12);
    in[2] = 0;  // nothing in the hand
    assert_int_equal(ulna_work_set_payload(work, NULL), ULNA_OK);
    ulna_gravity_torques(model, work, in, G);
    ulna_graph_evaluate(&r.g, in, value);
    for (int i = 0; i < 2; i++) assert_true(fabs(ulna_graph_value(&r.g, value, r.outputs[i]) - G[i]) < 1e-12);
    free(value);
    forget(&r);
    ulna_work_destroy(work);
    ulna_model_destroy(model);
  }
}

/* The wrench acts at the hand, which a last joint that slides takes away from where the wrench is given in the table. */
static void a_wrench_on_a_hand_that_slides_is_the_librarys(void **state)
{
  (void)state;
  static const function_id with_wrench[] = {FUNCTION_ID, FUNCTION_FD, FUNCTION_BIAS, FUNCTION_DID,
                                            FUNCTION_DFD};
  static const double push[6] = {3, -4, 5, 0.6, -0.7, 0.8};
  static recorded r;
  static double in[NUMBERS], want[NUMBERS];
  uint64_t seed = 3;
  ulna_joint joints[3];
  for (int i = 0; i < 3; i++) {
    joints[i] = chain_random_joint(&seed);
    joints[i].type = i == 2 ? ULNA_PRISMATIC : ULNA_REVOLUTE;
    joints[i].link.body = (ulna_body){2, {0.1, 0.02, 0.01}, {0.02, 0.03, 0.025}, ULNA_ABOUT_COM};
  }
  for (int convention = ULNA_DH; convention <= ULNA_AXIS; convention++) {
    const ulna_pose tool = chain_random_pose(&seed);
    ulna_model *model = chain_model((ulna_convention)convention, 3, joints, NULL, &tool);
    ulna_work *work = NULL;
    assert_int_equal(ulna_work_create(model, ULNA_PARTS_ALL, NULL, &work), ULNA_OK);
    ulna_work_set_hand_wrench(work, push, push + 3);
    ulna_generate_options options = ulna_generate_options_default();
    options.parameters = "wrench";
    for (size_t f = 0; f < sizeof with_wrench / sizeof *with_wrench; f++) {
      record(model, with_wrench[f], &options, &r);
      const int inputs = ulna_function_inputs(&r.shape);
      double *value = malloc((size_t)r.g.count * sizeof *value), scale = 1;
      for (int i = 0; i < inputs; i++) in[i] = chain_random(&seed, -2, 2);
      memcpy(in + inputs, push, sizeof push);
      answer(model, work, false, with_wrench[f], in, want);
      ulna_graph_evaluate(&r.g, in, value);
      for (int i = 0; i < r.count; i++) scale = fmax(scale, fabs(want[i]));
      for (int i = 0; i < r.count; i++)
        if (!(fabs(ulna_graph_value(&r.g, value, r.outputs[i]) - want[i]) <= 1e-11 * scale))
          fail_msg("convention %d, function %zu, number %d", convention, f, i);
      free(value);
      forget(&r);
    }
    ulna_work_destroy(work);
    ulna_model_destroy(model);
  }
}

static void drives_are_the_librarys_where_they_can_be_had(void **state)
{
  (void)state;
  static const function_id functions[] = {FUNCTION_ID, FUNCTION_FD, FUNCTION_MASS, FUNCTION_BIAS,
                                          FUNCTION_CONTROL};
  int had = 0;
  for (int k = 0; k < ulna_robot_count(); k++) {
    ulna_model *model = load(ulna_robot_get(k)->key);
    ulna_generate_options options = ulna_generate_options_default();
    ulna_generate_fault fault = {""};
    generate_arm arm;
    arena memory;
    options.drives = true;
    arena_init(&memory, NULL);
    const ulna_status status = ulna_generate_arm(model, &options, &memory, &arm, &fault);
    arena_free(&memory);
    if (status == ULNA_UNSUPPORTED) {
      assert_true(strncmp(fault.text, "drives:", 7) == 0);
    } else {
      assert_int_equal(status, ULNA_OK);
      for (size_t f = 0; f < sizeof functions / sizeof functions[0]; f++) {
        const double error = largest_error(model, functions[f], true, 200);
        if (!(error <= 1e-11))
          fail_msg("%s with drives, function %d: %g", ulna_robot_get(k)->key, functions[f], error);
      }
      had++;
    }
    ulna_model_destroy(model);
  }
  assert_true(had >= 5);
}

/* ---- operations */

static ulna_generated_counts counts_of(const ulna_model *model, const char *function)
{
  ulna_generate_options options = ulna_generate_options_default();
  ulna_generated *all = NULL;
  options.functions = function;
  assert_int_equal(ulna_generate(model, &options, NULL, NULL, &all), ULNA_OK);
  const ulna_generated_counts counts = all->counts[0];
  ulna_generated_destroy(all);
  return counts;
}

/* No number of it is zero, gravity along z. */
static ulna_model *general_arm(int n)
{
  char text[8000];
  size_t at = (size_t)snprintf(text, sizeof text,
                               "ulna: 1\nname: general\ngravity: [0, 0, -9.81]\nconvention: dh\njoints:\n");
  for (int i = 0; i < n; i++)
    at += (size_t)snprintf(
        text + at, sizeof text - at,
        "  - {name: j%d, type: revolute, theta: 0, d: %g, a: %g, alpha: %g,\n"
        "     link: {name: l%d, mass: %g, com: [%g, %g, %g],\n"
        "       inertia: {about: com, xx: 0.05, yy: 0.06, zz: 0.07, xy: 0.001, xz: 0.002, yz: 0.003}}}\n",
        i + 1, 0.2 + 0.02 * i, 0.3 + 0.01 * i, 0.5 + 0.1 * i, i + 1, 1.0 + i, -0.1 - 0.01 * i, 0.12,
        0.05 + 0.01 * i);
  ulna_model *model = NULL;
  ulna_report *report = NULL;
  assert_int_equal(ulna_model_read_text(text, strlen(text), "general.yaml", NULL, NULL, report, &model),
                   ULNA_OK);
  return model;
}

static void operations_are_as_few_as_promised(void **state)
{
  (void)state;
  ulna_model *puma = load("puma560"), *general = general_arm(6);
  const ulna_generated_counts id = counts_of(puma, "id"), fd = counts_of(puma, "fd"),
                              any = counts_of(general, "id"), did = counts_of(puma, "did");
  print_message("PUMA id %ld x, %ld +; fd %ld x, %ld +, %ld /; general 6R id %ld x, %ld +\n",
                id.multiplications, id.additions, fd.multiplications, fd.additions, fd.divisions,
                any.multiplications, any.additions);
  assert_true(id.multiplications <= 175 && id.additions <= 148);
  assert_true(fd.multiplications <= 315 && fd.additions <= 262 && fd.divisions <= 6);
  assert_true(did.multiplications <= 784 && did.additions <= 670);
  assert_true(any.multiplications <= 366 && any.additions <= 296);
  assert_true(largest_error(general, FUNCTION_ID, false, MANY_STATES) <= 1e-11);
  ulna_model_destroy(puma);
  ulna_model_destroy(general);
}

/* What is printed is what is counted: *, + and FMA in the text. */
static void counts_are_those_of_the_text(void **state)
{
  (void)state;
  ulna_model *model = load("puma560");
  ulna_generate_options options = ulna_generate_options_default();
  ulna_generated *all = NULL;
  options.functions = "id";
  assert_int_equal(ulna_generate(model, &options, NULL, NULL, &all), ULNA_OK);
  const char *body = strstr(all->files[1].text, "void arm_id");
  long products = 0, sums = 0;
  assert_non_null(body);
  for (const char *c = strchr(body, '{'); *c; c++) {
    products += *c == '*', sums += (c[0] == '+' || c[0] == '-') && c[-1] == ' ' && c[1] == ' ';
    if (strncmp(c, "ARM_FMA", 7) == 0) products++, sums++;
  }
  assert_int_equal(products, all->counts[0].multiplications);
  assert_int_equal(sums, all->counts[0].additions);
  ulna_generated_destroy(all);
  ulna_model_destroy(model);
}

static void the_same_request_gives_the_same_bytes(void **state)
{
  (void)state;
  ulna_model *model = load("stanford");
  ulna_generate_options options = ulna_generate_options_default();
  ulna_generated *first = NULL, *second = NULL;
  assert_int_equal(ulna_generate(model, &options, NULL, NULL, &first), ULNA_OK);
  assert_int_equal(ulna_generate(model, &options, NULL, NULL, &second), ULNA_OK);
  assert_int_equal(first->file_count, second->file_count);
  for (int k = 0; k < first->file_count; k++)
    assert_string_equal(first->files[k].text, second->files[k].text);
  ulna_generated_destroy(first);
  ulna_generated_destroy(second);
  ulna_model_destroy(model);
}

/* Inputs and outputs may overlap: no line that writes an output reads an input. */
static void inputs_are_read_before_outputs_are_written(void **state)
{
  (void)state;
  for (int k = 0; k < ulna_robot_count(); k++) {
    ulna_model *model = load(ulna_robot_get(k)->key);
    ulna_generate_options options = ulna_generate_options_default();
    ulna_generated *all = NULL;
    options.functions = "regressor,fk,jacobian,id";
    assert_int_equal(ulna_generate(model, &options, NULL, NULL, &all), ULNA_OK);
    for (const char *line = all->files[1].text; line; line = strchr(line + 1, '\n')) {
      const char *is = strstr(line, " = "), *end = strchr(line + 1, '\n');
      const bool writes =
          strncmp(line, "\n  ", 3) == 0 && strncmp(line + 3, "const", 5) != 0 && is && end && is < end;
      const char *reads = writes ? is : NULL;
      for (; reads && reads < end; reads++)
        if (strncmp(reads, "q[", 2) == 0 || strncmp(reads, "qd[", 3) == 0 || strncmp(reads, "qdd[", 4) == 0)
          break;
      if (reads && reads < end) fail_msg("%s: %.*s", ulna_robot_get(k)->key, (int)(end - line - 1), line + 1);
    }
    ulna_generated_destroy(all);
    ulna_model_destroy(model);
  }
}

/* ---- paper */

/* The textbook's: I_2 + m_2 (a_2 + c_2)², m_2 a_1 (a_2 + c_2) cos q_2, …, with c_2 = −0.5, I_2 = 0.1 */
static void a_planar_arm_reads_as_in_textbooks(void **state)
{
  (void)state;
  ulna_model *model = load("planar2r");
  ulna_generate_options options = ulna_generate_options_default();
  ulna_generated *all = NULL;
  options.functions = "mass,gravity,jacobian,udut", options.parameters = "mass:1,mass:2,a:1,a:2",
  options.latex = true;
  assert_int_equal(ulna_generate(model, &options, NULL, NULL, &all), ULNA_OK);
  assert_string_equal(all->files[all->file_count - 1].name, "arm.tex");
  const char *text = all->files[all->file_count - 1].text;
  static const char *const lines[] = {
      "M}_{2,2} &= 0.1 + 0.25\\,m_{2} - m_{2}\\,a_{2} + m_{2}\\,{a_{2}}^{2} \\\\",
      "G_{2} &= -4.905\\,m_{2}\\,c_{12} + 9.81\\,m_{2}\\,a_{2}\\,c_{12} \\\\",
      "J}_{5,1} &= a_{1}\\,c_{1} + a_{2}\\,c_{12} \\\\", "d_{1} &= i_{11} - u_{12}^2\\,d_{2} \\\\"};
  for (size_t k = 0; k < sizeof lines / sizeof lines[0]; k++)
    if (!strstr(text, lines[k])) fail_msg("not there: %s\nin %s", lines[k], text);
  ulna_generated_destroy(all);
  ulna_model_destroy(model);
}

/* ---- refusals */

static void refused(const ulna_model *model, ulna_generate_options options, ulna_status expected,
                    const char *words)
{
  ulna_generate_fault fault;
  ulna_generated *all = NULL;
  assert_int_equal(ulna_generate(model, &options, NULL, &fault, &all), expected);
  if (!strstr(fault.text, words)) fail_msg("\"%s\" does not say \"%s\"", fault.text, words);
  assert_null(all);
}

static void what_cannot_be_is_told(void **state)
{
  (void)state;
  ulna_model *puma = load("puma560"), *irb6 = load("irb6");
  const ulna_generate_options o = ulna_generate_options_default();
  ulna_generate_options x = o;
  x.functions = "id,sing", refused(puma, x, ULNA_INVALID_ARGUMENT, "function 'sing' is unknown");
  x = o, x.functions = "", refused(puma, x, ULNA_INVALID_ARGUMENT, "no function");
  x = o, x.prefix = "2puma", refused(puma, x, ULNA_INVALID_ARGUMENT, "no C name");
  x = o, x.prefix = "double", refused(puma, x, ULNA_INVALID_ARGUMENT, "no C name");
  x = o, x.prefix = "a/b", refused(puma, x, ULNA_INVALID_ARGUMENT, "no C name");
  x = o, x.lanes = 3, refused(puma, x, ULNA_INVALID_ARGUMENT, "lanes 3");
  x = o, x.parameters = "colour", refused(puma, x, ULNA_INVALID_ARGUMENT, "parameter 'colour' is unknown");
  x = o, x.parameters = "mass", refused(puma, x, ULNA_INVALID_ARGUMENT, "needs a link");
  x = o, x.parameters = "mass:9", refused(puma, x, ULNA_INVALID_ARGUMENT, "no such link");
  x = o, x.parameters = "payload,payload", refused(puma, x, ULNA_INVALID_ARGUMENT, "twice");
  x = o, x.drives = true, refused(irb6, x, ULNA_UNSUPPORTED, "screw");
  x = o, x.drives = true, x.functions = "did", refused(puma, x, ULNA_UNSUPPORTED, "links alone");
  x = o, x.most_operations = 100, refused(puma, x, ULNA_UNSUPPORTED, "more than 100 operations");
  x = o, x.most_operations = -1, refused(puma, x, ULNA_INVALID_ARGUMENT, "most_operations -1 is negative");
  x = o, x.parameters = "gravity:2",
  refused(puma, x, ULNA_INVALID_ARGUMENT, "is of the whole arm: write gravity");
  x = o, x.parameters = "mass:2x", refused(puma, x, ULNA_INVALID_ARGUMENT, "no such link");
  x = o, x.functions = "regressor", x.parameters = "mass:1";
  refused(puma, x, ULNA_UNSUPPORTED, "has no masses that could be parameters");
  ulna_model_destroy(puma);
  ulna_model_destroy(irb6);
}

/* What a robot may have and no code can. */
static void robots_that_cannot_be_generated_are_told(void **state)
{
  (void)state;
  static const struct {
    const char *more, *joint, *words;
  } list[] = {
      {"", ", follows: {joint: a, ratio: 2}", "a joint of the robot follows another"},
      {"drives:\n  - {name: m, couples: {a: 10}, mounted_on: base, axis: [0, 0, 1], rotor: {inertia: 0.1},\n"
       "     friction: {coulomb: 1, static: 2, stribeck: {velocity: 0.1, exponent: 1}}}\n",
       "", "drives: friction of 'm' is by table, by load or Stribeck's"},
      {"drives:\n  - {name: m, couples: {a: 10}, mounted_on: base, pose: {xyz: [0, 0, 0], rpy: [0, 0, 0]},\n"
       "     rotor: {mass: 1, com: [0.1, 0, 0], inertia: {about: com, xx: 0.1, yy: 0.1, zz: 0.1}}, counted_in_link: false}\n",
       "", "a rotor or element that is not balanced, or not counted in its carrier"},
  };
  for (size_t k = 0; k < sizeof list / sizeof *list; k++) {
    char text[2000];
    snprintf(text, sizeof text, TWO_JOINTS("dh") "%s", list[k].joint, list[k].more);
    ulna_model *model = read_robot(text);
    ulna_generate_options o = ulna_generate_options_default();
    o.drives = k > 0;
    refused(model, o, ULNA_UNSUPPORTED, list[k].words);
    ulna_model_destroy(model);
  }
  char text[2000];
  snprintf(text, sizeof text, TWO_JOINTS("mdh"), "");
  ulna_model *model = read_robot(text);
  ulna_generate_options o = ulna_generate_options_default();
  o.parameters = "a:1",
  refused(model, o, ULNA_UNSUPPORTED, "is for robots in standard Denavit-Hartenberg frames");
  ulna_model_destroy(model);
}

/* Sixteen joints: what goes along the chain is generated, what fills a matrix is not. */
static void long_arms_have_what_goes_along_the_chain(void **state)
{
  (void)state;
  char text[8000] = "ulna: 1\nname: long\ngravity: [1, 2, -9]\nconvention: dh\njoints:\n";
  for (int i = 0; i < 16; i++)
    snprintf(
        text + strlen(text), sizeof text - strlen(text),
        "  - {name: j%d, type: revolute, theta: 0, d: 0.1, a: 0.2, alpha: %g, link: {name: l%d, mass: 1, com: [0.1, 0, 0], "
        "inertia: {about: com, xx: 0.02, yy: 0.03, zz: 0.025}}}\n",
        i, i % 2 ? 0.5 : -0.5, i);
  ulna_model *model = read_robot(text);
  ulna_generate_options o = ulna_generate_options_default();
  o.functions = "mass", refused(model, o, ULNA_UNSUPPORTED, "'mass' is generated for at most 15 joints");
  assert_true(largest_error(model, FUNCTION_ID, false, 3) <= 1e-11);
  ulna_model_destroy(model);
}

/* ---- memory */

static void refused_memory_is_reported_and_nothing_is_kept(void **state)
{
  (void)state;
  ulna_model *model = load("scara");
  ulna_generate_options options = ulna_generate_options_default();
  options.functions = "id,fd", options.parameters = "payload";
  long refusals = 0;
  for (long n = 1;; n++) {
    failing_allocator memory;
    const ulna_allocator a = failing_allocator_start(&memory, n);
    ulna_generated *all = NULL;
    const ulna_status status = ulna_generate(model, &options, &a, NULL, &all);
    assert_int_equal(status, memory.failed ? ULNA_OUT_OF_MEMORY : ULNA_OK);
    assert_true((all != NULL) == (status == ULNA_OK));
    ulna_generated_destroy(all);
    assert_true(failing_allocator_empty(&memory));
    if (!memory.failed) break;
    refusals++;
  }
  assert_true(refusals > 20);
  ulna_model_destroy(model);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_function_is_the_librarys_on_every_robot),
      cmocka_unit_test(a_wrench_on_a_hand_that_slides_is_the_librarys),
      cmocka_unit_test(drives_are_the_librarys_where_they_can_be_had),
      cmocka_unit_test(operations_are_as_few_as_promised),
      cmocka_unit_test(counts_are_those_of_the_text),
      cmocka_unit_test(the_same_request_gives_the_same_bytes),
      cmocka_unit_test(inputs_are_read_before_outputs_are_written),
      cmocka_unit_test(a_planar_arm_reads_as_in_textbooks),
      cmocka_unit_test(a_payload_of_the_robots_own_is_in_the_code),
      cmocka_unit_test(what_cannot_be_is_told),
      cmocka_unit_test(robots_that_cannot_be_generated_are_told),
      cmocka_unit_test(long_arms_have_what_goes_along_the_chain),
      cmocka_unit_test(refused_memory_is_reported_and_nothing_is_kept),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
