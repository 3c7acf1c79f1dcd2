/* The arm that code is generated for: its numbers from the model, and its parameters. */
#include <math.h>
#include <string.h>

#include "base/lu.h"
#include "generate/generate_internal.h"
#include "model/pose.h"
#include "ulna/drive.h"

/* ---- parameters */

static const struct {
  const char *name;
  parameter_kind kind;
  int count;
  bool of_link;
} parameter_names[] = {
    {"gravity", PARAMETER_GRAVITY, 3, false},
    {"payload", PARAMETER_PAYLOAD, 10, false},
    {"wrench", PARAMETER_WRENCH, 6, false},
    {"mass", PARAMETER_MASS, 1, true},
    {"com", PARAMETER_COM, 3, true},
    {"inertia", PARAMETER_INERTIA, 6, true},
    {"a", PARAMETER_A, 1, true},
    {"d", PARAMETER_D, 1, true},
};

/* Link or joint by name or number, 1…n; 0: none. */
static int link_named(const ulna_model *model, const char *name, size_t length)
{
  for (int i = 1; i <= model->n; i++) {
    const char *names[] = {ulna_model_link_name(model, i), ulna_model_joint(model, i)->name};
    for (int k = 0; k < 2; k++)
      if (strlen(names[k]) == length && memcmp(names[k], name, length) == 0) return i;
  }
  int number = 0;
  for (size_t k = 0; k < length && number <= model->n; k++) {
    if (name[k] < '0' || name[k] > '9') return 0;
    number = 10 * number + (name[k] - '0');
  }
  return number <= model->n ? number : 0;
}

static ulna_status parse_parameter(const ulna_model *model, const char *text, size_t length,
                                   generate_parameter *to, ulna_generate_fault *fault)
{
  const char *colon = memchr(text, ':', length);
  const size_t word = colon ? (size_t)(colon - text) : length;
  for (size_t k = 0; k < sizeof parameter_names / sizeof parameter_names[0]; k++) {
    if (strlen(parameter_names[k].name) != word || memcmp(parameter_names[k].name, text, word) != 0) continue;
    *to = (generate_parameter){.kind = parameter_names[k].kind, .count = parameter_names[k].count};
    if (parameter_names[k].of_link != (colon != NULL))
      return ulna_generate_says(fault, ULNA_INVALID_ARGUMENT,
                                parameter_names[k].of_link
                                    ? "parameter '%.*s' needs a link, as in %.*s:2"
                                    : "parameter '%.*s' is of the whole arm: write %.*s",
                                (int)length, text, (int)word, text);
    if (!colon) return ULNA_OK;
    to->link = link_named(model, colon + 1, length - word - 1);
    if (!to->link)
      return ulna_generate_says(fault, ULNA_INVALID_ARGUMENT,
                                "parameter '%.*s': the robot has no such link or joint", (int)length, text);
    const bool offset = to->kind == PARAMETER_A || to->kind == PARAMETER_D;
    if (offset && model->given.convention != ULNA_DH)
      return ulna_generate_says(fault, ULNA_UNSUPPORTED,
                                "parameter '%.*s' is for robots in standard Denavit-Hartenberg frames",
                                (int)length, text);
    return ULNA_OK;
  }
  return ulna_generate_says(
      fault, ULNA_INVALID_ARGUMENT,
      "parameter '%.*s' is unknown; there are gravity, payload, wrench, mass:LINK, com:LINK, "
      "inertia:LINK, a:JOINT, d:JOINT",
      (int)length, text);
}

/* The robot's own numbers for a parameter. */
static void value_of_parameter(const generate_arm *arm, const generate_parameter *p, double out[])
{
  const description *given = &arm->model->given;
  const ulna_body *payload = &given->payload;
  const ulna_joint *joint = p->link ? &given->joints[p->link - 1] : NULL;
  ulna_body body = {0};
  if (joint) body = ulna_body_about_com(&joint->link.body);
  switch (p->kind) {
  case PARAMETER_GRAVITY: memcpy(out, given->gravity, sizeof given->gravity); break;
  case PARAMETER_PAYLOAD: {
    const ulna_body about = ulna_body_about_com(payload);
    out[0] = about.mass;
    memcpy(out + 1, about.com, sizeof about.com), memcpy(out + 4, about.inertia, sizeof about.inertia);
    break;
  }
  case PARAMETER_WRENCH: memset(out, 0, 6 * sizeof *out); break;
  case PARAMETER_MASS: out[0] = body.mass; break;
  case PARAMETER_COM: memcpy(out, body.com, sizeof body.com); break;
  case PARAMETER_INERTIA: memcpy(out, body.inertia, sizeof body.inertia); break;
  case PARAMETER_A: out[0] = joint ? joint->a : 0; break;
  case PARAMETER_D: out[0] = joint ? joint->d : 0; break;
  }
}

static ulna_status take_parameters(generate_arm *arm, const char *text, arena *memory,
                                   ulna_generate_fault *fault)
{
  size_t most = 1;
  for (const char *c = text; c && *c; c++) most += *c == ',';
  generate_parameter *list = arena_take_array(memory, most, sizeof *list);
  if (!list) return ULNA_OUT_OF_MEMORY;
  arm->parameter = list;
  for (const char *at = text; at && *at;) {
    const size_t length = strcspn(at, ",");
    generate_parameter *p = &list[arm->parameter_count];
    const ulna_status status = parse_parameter(arm->model, at, length, p, fault);
    if (status != ULNA_OK) return status;
    for (int k = 0; k < arm->parameter_count; k++)
      if (list[k].kind == p->kind && list[k].link == p->link)
        return ulna_generate_says(fault, ULNA_INVALID_ARGUMENT, "parameter '%.*s' is given twice",
                                  (int)length, at);
    p->first = arm->parameter_numbers, p->name = arena_copy_bytes(memory, at, length);
    arm->parameter_numbers += p->count, arm->parameter_count++;
    at += length + (at[length] == ',');
  }
  arm->parameter_value =
      arena_take_array(memory, (size_t)arm->parameter_numbers + 1, sizeof *arm->parameter_value);
  if (memory->failed) return ULNA_OUT_OF_MEMORY;
  for (int k = 0; k < arm->parameter_count; k++)
    value_of_parameter(arm, &list[k], &arm->parameter_value[list[k].first]);
  return ULNA_OK;
}

static bool has_parameter(const generate_arm *arm, parameter_kind kind)
{
  for (int k = 0; k < arm->parameter_count; k++)
    if (arm->parameter[k].kind == kind) return true;
  return false;
}

/* ---- drives */

static ulna_status take_rotors(generate_arm *arm, arena *memory, ulna_generate_fault *fault)
{
  const drive_numbers *from = &arm->model->drives;
  generate_rotor *rotor = arena_take_array(memory, (size_t)from->body_count + 1, sizeof *rotor);
  if (!rotor) return ULNA_OUT_OF_MEMORY;
  arm->rotor = rotor;
  for (int u = 0; u <= arm->n; u++)
    for (int b = 0; b < from->body_count; b++) {
      const moving_numbers *body = &from->body[b];
      if (body->carrier != u) continue;
      if (!body->balanced || !body->lumped)
        return ulna_generate_says(
            fault, ULNA_UNSUPPORTED,
            "drives: a rotor or element that is not balanced, or not counted in its carrier, is not "
            "generated; leave the drives out");
      generate_rotor *to = &rotor[arm->rotor_count++];
      *to = (generate_rotor){
          .carrier = u, .inertia = body->body.inertia[2], .k = &from->moving.K[body->row * arm->n]};
      for (int i = 0; i < 3; i++) to->axis[i] = fabs(body->pose.R[i][2]) < 1e-15 ? 0 : body->pose.R[i][2];
    }
  return ULNA_OK;
}

static ulna_status take_friction(const ulna_friction *law, const char *name, generate_friction *to,
                                 ulna_generate_fault *fault)
{
  if (law->table_count || law->stribeck_velocity != 0 || law->load_static != 0 || law->load_dynamic != 0)
    return ulna_generate_says(
        fault, ULNA_UNSUPPORTED,
        "drives: friction of '%s' is by table, by load or Stribeck's; only viscous and Coulomb friction "
        "is generated",
        name);
  *to = (generate_friction){{law->coulomb[0], law->coulomb[1]}, law->viscous};
  return ULNA_OK;
}

/* K⁻¹ of the actuators' constant coupling. */
static ulna_status take_coupling(generate_arm *arm, arena *memory, ulna_generate_fault *fault)
{
  const coupling_numbers *c = &arm->model->drives.actuators;
  const int n = arm->n;
  const size_t square = (size_t)n * (size_t)n;
  if (c->screw_count || arm->model->drives.moving.screw_count)
    return ulna_generate_says(fault, ULNA_UNSUPPORTED,
                              "drives: a ball screw's ratio changes with the posture; it is not generated");
  double *inverse = arena_take_array(memory, square, sizeof *inverse);
  double *factor = arena_take_array(memory, square + 2 * (size_t)n, sizeof *factor),
         *column = factor ? factor + square : NULL;
  int *pivot = arena_take_array(memory, (size_t)n, sizeof *pivot);
  if (!inverse || !factor || !pivot) return ULNA_OUT_OF_MEMORY;
  memcpy(factor, c->K, square * sizeof *factor);
  if (lu_factor_scaled(n, factor, pivot, column + n, COUPLING_VANISHING) >= 0)
    return ulna_generate_says(fault, ULNA_UNSUPPORTED,
                              "drives: the coupling of actuators and joints has no inverse");
  for (int j = 0; j < n; j++) {  // K⁻ᵀ e_j is row j of K⁻¹
    for (int i = 0; i < n; i++) column[i] = i == j;
    lu_solve_transposed_scaled(n, factor, pivot, column + n, column);
    for (int i = 0; i < n; i++) inverse[j * n + i] = column[i];
  }
  arm->K = c->K, arm->K_inverse = inverse;
  return ULNA_OK;
}

static ulna_status take_drives(generate_arm *arm, arena *memory, ulna_generate_fault *fault)
{
  const ulna_model *model = arm->model;
  const int n = arm->n;
  generate_friction *of_actuators = arena_take_array(memory, (size_t)n, sizeof *of_actuators);
  generate_friction *of_joints = arena_take_array(memory, (size_t)n, sizeof *of_joints);
  if (!of_actuators || !of_joints) return ULNA_OUT_OF_MEMORY;
  arm->actuator_friction = of_actuators, arm->joint_friction = of_joints;
  ulna_status status = take_coupling(arm, memory, fault);
  if (status == ULNA_OK) status = take_rotors(arm, memory, fault);
  for (int i = 0; i < n && status == ULNA_OK; i++) {
    const int drive = ulna_actuator_drive(model, i);
    status =
        take_friction(&model->given.joints[i].friction, model->given.joints[i].name, &of_joints[i], fault);
    if (status == ULNA_OK && drive >= 0)
      status = take_friction(&model->given.drives[drive].friction, model->given.drives[drive].name,
                             &of_actuators[i], fault);
  }
  return status;
}

/* ---- the whole */

static void take_links(generate_arm *arm, link_numbers *link)
{
  const ulna_model *model = arm->model;
  memcpy(link, model->link, (size_t)arm->n * sizeof *link);
  arm->link = link;
  if (has_parameter(arm, PARAMETER_PAYLOAD)) return;
  link[arm->n - 1] = ulna_loaded_link(model, &model->given.payload);
}

/* Rounding in rotations that should hold a zero or a one. */
static ulna_pose without_dust(ulna_pose pose)
{
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) {
      double *x = &pose.R[i][j];
      if (fabs(*x) < 1e-15) *x = 0;
      else if (fabs(fabs(*x) - 1) < 1e-15) *x = copysign(1, *x);
    }
  return pose;
}

ulna_status ulna_generate_arm(const ulna_model *model, const ulna_generate_options *options, arena *memory,
                              generate_arm *arm, ulna_generate_fault *fault)
{
  *arm = (generate_arm){.model = model, .n = model->n, .drives = options->drives};
  if (model->drives.follower_count > 0)
    return ulna_generate_says(fault, ULNA_UNSUPPORTED,
                              "a joint of the robot follows another; that is not generated");
  link_numbers *link = arena_take_array(memory, (size_t)model->n, sizeof *link);
  if (!link) return ULNA_OUT_OF_MEMORY;
  const ulna_status status = take_parameters(arm, options->parameters, memory, fault);
  if (status != ULNA_OK) return status;
  take_links(arm, link);
  arm->frame0 = without_dust(model->frame0_in_base), arm->tool = without_dust(model->tool_in_kernel);
  arm->world = without_dust(model->given.base);
  double g[3];
  ulna_rotate_back(&arm->world, model->given.gravity, g);
  ulna_rotate_back(&arm->frame0, g, arm->gravity0);
  return options->drives ? take_drives(arm, memory, fault) : ULNA_OK;
}
