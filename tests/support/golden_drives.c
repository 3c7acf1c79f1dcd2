/* Golden files of drives. */
#include "support/golden_drives.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { MAX = 16 };

static void must(ulna_status status, const char *what)
{
  if (status != ULNA_OK) golden_give_up(what, ulna_status_text(status));
}

static const char *joint_name(size_t i)
{
  static char names[MAX][32];
  snprintf(names[i], sizeof names[i], "joint%zu", i + 1);
  return names[i];
}

static const char *link_name(size_t i)
{
  static char names[MAX + 1][32];
  if (i == 0) return "base";
  snprintf(names[i], sizeof names[i], "link%zu", i);
  return names[i];
}

static void read_body(const json_t *from, ulna_body *body)
{
  double I[9];
  body->mass = json_number_value(json_object_get(from, "m"));
  golden_numbers(json_object_get(from, "com"), body->com, 3);
  golden_numbers(json_object_get(from, "inertia"), I, 9);
  const double inertia[6] = {I[0], I[4], I[8], I[1], I[2], I[5]};
  memcpy(body->inertia, inertia, sizeof inertia);
  body->about = ULNA_ABOUT_COM;
}

static ulna_drive read_drive(const json_t *from)
{
  ulna_drive d = ulna_drive_default();
  d.name = json_string_value(json_object_get(from, "name"));
  d.mounted_on = link_name((size_t)json_integer_value(json_object_get(from, "mount")));
  golden_numbers(json_object_get(from, "R"), &d.pose.R[0][0], 9);
  golden_numbers(json_object_get(from, "p"), d.pose.p, 3);
  d.kind = strcmp(json_string_value(json_object_get(from, "kind")), "P") == 0 ? ULNA_LINEAR : ULNA_ROTARY;
  read_body(from, &d.rotor);
  d.spin_only = false;
  d.counted_in_link = json_is_true(json_object_get(from, "lumped")) ? ULNA_COUNTED_YES : ULNA_COUNTED_NO;
  return d;
}

static void add_friction_and_motor(const json_t *from, ulna_drive *d)
{
  const double start = json_number_value(json_object_get(from, "Fs")),
               moving = json_number_value(json_object_get(from, "Fm"));
  d->friction.viscous = json_number_value(json_object_get(from, "kv"));
  d->friction.coulomb[0] = d->friction.coulomb[1] = moving;
  d->friction.static_[0] = d->friction.static_[1] = start;
  d->motor.type = ULNA_MOTOR_DC;
  d->motor.torque_constant = d->motor.back_emf = json_number_value(json_object_get(from, "kt"));
}

/* Row `row` of a coupling into the drive; the arrays must last until the drive has been added. */
typedef struct {
  ulna_couple couples[MAX], phases[4][MAX];
  ulna_screw screws[4];
} coupling_arrays;

static void read_coupling(const json_t *coupling, size_t row, size_t n, ulna_drive *d, coupling_arrays *to)
{
  double K[MAX];
  golden_numbers(json_array_get(json_object_get(coupling, "K"), row), K, MAX);
  d->offset = json_number_value(json_array_get(json_object_get(coupling, "offset"), row));
  for (size_t i = 0; i < n; i++)
    if (K[i] != 0) to->couples[d->couple_count++] = (ulna_couple){joint_name(i), K[i]};
  d->couples = to->couples;
  size_t k;
  json_t *screw;
  json_array_foreach(json_object_get(coupling, "screws"), k, screw)
  {
    if ((size_t)json_integer_value(json_object_get(screw, "row")) != row) continue;
    ulna_screw *s = &to->screws[d->screw_count];
    ulna_couple *phase = to->phases[d->screw_count++];
    double w[MAX];
    golden_numbers(json_object_get(screw, "w"), w, MAX);
    *s = (ulna_screw){json_number_value(json_object_get(screw, "gain")),
                      json_number_value(json_object_get(screw, "s")),
                      json_number_value(json_object_get(screw, "mu")),
                      json_number_value(json_object_get(screw, "nu")),
                      json_number_value(json_object_get(screw, "phi0")),
                      0,
                      phase};
    for (size_t i = 0; i < n; i++)
      if (w[i] != 0) phase[s->phase_count++] = (ulna_couple){joint_name(i), w[i]};
  }
  d->screws = to->screws;
}

ulna_model *golden_driven_model(const json_t *one_case)
{
  const json_t *drives = json_object_get(one_case, "drives"), *model = json_object_get(one_case, "model");
  const size_t n = json_array_size(json_object_get(model, "links"));
  ulna_builder *builder = golden_builder(model);
  size_t i;
  json_t *one;
  json_array_foreach(json_object_get(drives, "actuators"), i, one)
  {
    coupling_arrays arrays;
    ulna_drive d = read_drive(one);
    add_friction_and_motor(one, &d);
    read_coupling(json_object_get(drives, "coupling"), i, n, &d, &arrays);
    must(ulna_builder_add_drive(builder, &d), "drive");
  }
  json_array_foreach(json_object_get(drives, "elements"), i, one)
  {
    coupling_arrays arrays;
    ulna_drive d = read_drive(one);
    read_coupling(json_object_get(drives, "element_coupling"), i, n, &d, &arrays);
    must(ulna_builder_add_element(builder, &d), "element");
  }
  const json_t *payload = json_object_get(drives, "payload");
  if (json_is_object(payload)) {
    ulna_body body;
    read_body(payload, &body);
    ulna_builder_set_payload(builder, &body);
  }
  return golden_finish(builder);
}

void golden_currents_at(void *context, double t, const double q[], const double qd[], double u[])
{
  (void)q, (void)qd;
  const golden_currents *c = context;
  double at = t / c->knot;
  size_t k = (size_t)fmax(0, floor(at));
  if (k > c->knots - 2) k = c->knots - 2;
  at = fmin(at - (double)k, 1);
  for (size_t i = 0; i < c->n; i++)
    u[i] = c->current[k * c->n + i] + at * (c->current[(k + 1) * c->n + i] - c->current[k * c->n + i]);
}
