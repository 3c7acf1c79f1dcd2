/* ulna show: a robot's tables, picture and figures. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/numbers.h"
#include "cli.h"
#include "dynamics.h"
#include "grid.h"
#include "numbers.h"
#include "output.h"
#include "picture.h"
#include "pose.h"
#include "robot.h"
#include "states.h"
#include "terminal.h"
#include "text_table.h"
#include "ulna/follow.h"
#include "ulna/kinematics.h"

static void show_joints(const ulna_model *model)
{
  static const char *const dh_heads[] = {"",      "joint", "type",  "theta",    "d (m)", "a (m)",
                                         "alpha", "lower", "upper", "velocity", "effort"};
  static const char *const axis_heads[] = {"",     "joint", "type",  "origin xyz (m)", "rpy (deg)",
                                           "axis", "lower", "upper", "velocity",       "effort"};
  const bool axis = ulna_model_convention(model) == ULNA_AXIS;
  text_table t = {.rows = 0};
  const char *const *heads = axis ? axis_heads : dh_heads;
  const int count = axis ? (int)(sizeof axis_heads / sizeof *heads) : (int)(sizeof dh_heads / sizeof *heads);
  for (int c = 0; c < count; c++) put(&t, c, "%s", heads[c]);
  for (int i = 1; i <= ulna_model_joint_count(model); i++) {
    const ulna_joint *j = ulna_model_joint(model, i);
    const bool turns = j->type == ULNA_REVOLUTE;
    int c = 0;
    put(&t, c++, "%d", i);
    put(&t, c++, "%s", j->name);
    put(&t, c++, "%s", turns ? "revolute" : "prismatic");
    if (axis) {
      double rpy[3];
      pose_to_rpy(&j->origin, rpy);
      for (int k = 0; k < 3; k++) rpy[k] *= 180 / PI;
      put_vector(&t, c++, j->origin.p);
      put_vector(&t, c++, rpy);
      put_vector(&t, c++, j->axis);
    } else {
      put_position(&t, c++, j->theta, true);
      put_number(&t, c++, j->d);
      put_number(&t, c++, j->a);
      put_position(&t, c++, j->alpha, true);
    }
    put_position(&t, c++, j->limits.lower, turns);
    put_position(&t, c++, j->limits.upper, turns);
    char text[32];
    if (isfinite(j->limits.velocity))
      put(&t, c++, "%s %s", shown(j->limits.velocity, text, sizeof text), turns ? "rad/s" : "m/s");
    else put(&t, c++, "-");
    if (isfinite(j->limits.effort))
      put(&t, c++, "%s %s", shown(j->limits.effort, text, sizeof text), turns ? "N m" : "N");
    else put(&t, c++, "-");
  }
  out_text("\nJoints\n");
  print_table(&t);
}

static void show_links(const ulna_model *model)
{
  text_table t = {.rows = 0};
  static const char *const heads[] = {
      "", "link", "mass (kg)", "mass centre (m)", "inertia xx yy zz (kg m2)", "xy xz yz", "about"};
  for (int c = 0; c < 7; c++) put(&t, c, "%s", heads[c]);
  for (int i = 1; i <= ulna_model_joint_count(model); i++) {
    const ulna_link *l = &ulna_model_joint(model, i)->link;
    put(&t, 0, "%d", i);
    put(&t, 1, "%s", l->name);
    put_number(&t, 2, l->body.mass);
    put_vector(&t, 3, l->body.com);
    put_vector(&t, 4, l->body.inertia);
    put_vector(&t, 5, l->body.inertia + 3);
    put(&t, 6, "%s", l->body.about == ULNA_ABOUT_ORIGIN ? "origin" : "com");
  }
  out_text("\nLinks\n");
  print_table(&t);
}

static double position_of(const ulna_model *model, const double q[], const char *joint)
{
  for (int i = 1; i <= ulna_model_joint_count(model); i++)
    if (strcmp(ulna_model_joint(model, i)->name, joint) == 0) return q[i - 1];
  return 0;
}

/* d/dφ of gain sqrt(s + mu cos φ + nu sin φ), the ratio of a screw at posture q but for the weights of φ. */
static double screw_ratio(const ulna_model *model, const double q[], const ulna_screw *s)
{
  double phi = s->phi0;
  for (int k = 0; k < s->phase_count; k++)
    phi += s->phase[k].value * position_of(model, q, s->phase[k].joint);
  return s->gain * (s->nu * cos(phi) - s->mu * sin(phi)) /
         (2 * sqrt(s->s + s->mu * cos(phi) + s->nu * sin(phi)));
}

/* "62.611 waist, -1 elbow", and of screws their ratio at posture q: "83.4 elbow (screw)". */
static void put_couples(text_table *t, int column, const ulna_model *model, const double q[],
                        const ulna_drive *d)
{
  char text[CELL] = "", number[32];
  for (int i = 0; i < d->couple_count; i++) {
    const size_t length = strlen(text);
    snprintf(text + length, sizeof text - length, "%s%s %s", i > 0 ? ", " : "",
             shown(d->couples[i].value, number, sizeof number), d->couples[i].joint);
  }
  for (int i = 0; i < d->screw_count; i++)
    for (int k = 0; k < d->screws[i].phase_count; k++) {
      const ulna_couple *w = &d->screws[i].phase[k];
      const size_t length = strlen(text);
      snprintf(text + length, sizeof text - length, "%s%s %s (screw)", length > 0 ? ", " : "",
               shown(w->value * screw_ratio(model, q, &d->screws[i]), number, sizeof number), w->joint);
    }
  put(t, column, "%s", text);
}

static void put_friction(text_table *t, int column, const ulna_friction *f)
{
  char v[32], p[32], m[32];
  if (!ulna_friction_is_there(f)) put(t, column, "-");
  else if (f->table_count > 0)
    put(t, column, "table of %d points%s", f->table_count,
        f->table_load_count + f->table_moment_count + f->table_position_count > 0 ? ", by load or posture"
                                                                                  : "");
  else if (f->coulomb[0] == f->coulomb[1])
    put(t, column, "viscous %s, coulomb %s", shown(f->viscous, v, sizeof v),
        shown(f->coulomb[0], p, sizeof p));
  else
    put(t, column, "viscous %s, coulomb +%s -%s", shown(f->viscous, v, sizeof v),
        shown(f->coulomb[0], p, sizeof p), shown(f->coulomb[1], m, sizeof m));
}

static void show_drives(const ulna_model *model, const double q[])
{
  const int drives = ulna_model_drive_count(model), elements = ulna_model_element_count(model);
  if (drives + elements == 0) return;
  text_table t = {.rows = 0};
  static const char *const heads[] = {
      "", "drive", "mounted on", "moves with (ratio joint)", "rotor inertia", "friction", "motor N m/A"};
  for (int c = 0; c < 7; c++) put(&t, c, "%s", heads[c]);
  for (int i = 0; i < drives + elements; i++) {
    const ulna_drive *d = i < drives ? ulna_model_drive(model, i) : ulna_model_element(model, i - drives);
    put(&t, 0, "%d", i + 1);
    put(&t, 1, "%s%s", d->name, i < drives ? "" : " (element)");
    put(&t, 2, "%s", d->mounted_on);
    put_couples(&t, 3, model, q, d);
    put_number(&t, 4, d->rotor.inertia[2]);
    put_friction(&t, 5, &d->friction);
    if (d->motor.type == ULNA_MOTOR_DC) put_number(&t, 6, d->motor.torque_constant);
    else put(&t, 6, "-");
  }
  out_text("\nDrives\n");
  print_table(&t);
}

/* "joint_3 = -1 joint_2 + 0.5" for each joint that follows another. */
static void show_followers(const ulna_model *model)
{
  text_table t = {.rows = 0};
  for (int i = 1; i <= ulna_model_joint_count(model); i++) {
    const ulna_joint *j = ulna_model_joint(model, i);
    char ratio[32];
    if (!j->follows.joint) continue;
    put(&t, 0, "%d", i);
    put(&t, 1, "%s", j->name);
    put(&t, 2, "%s %s", shown(j->follows.ratio, ratio, sizeof ratio), j->follows.joint);
    if (j->follows.offset == 0) put(&t, 3, "-");
    else put_position(&t, 3, j->follows.offset, j->type == ULNA_REVOLUTE);
  }
  if (t.rows == 0) return;
  out_text("\nJoints that follow others (ratio joint, offset)\n");
  print_table(&t);
}

static void show_joint_friction(const ulna_model *model)
{
  text_table t = {.rows = 0};
  for (int i = 1; i <= ulna_model_joint_count(model); i++) {
    const ulna_joint *j = ulna_model_joint(model, i);
    if (!ulna_friction_is_there(&j->friction)) continue;
    put(&t, 0, "%d", i);
    put(&t, 1, "%s", j->name);
    put_friction(&t, 2, &j->friction);
  }
  if (t.rows == 0) return;
  out_text("\nFriction at the joints\n");
  print_table(&t);
}

/* Text filled to the page, after a head of 10 columns. */
static void show_filled(const char *head, const char *text)
{
  int column = 10;
  out_printf("%-10s", head);
  while (*text) {
    const int length = (int)strcspn(text, " \n");
    if (column > 10 && column + 1 + length > GRID_WIDTH) {
      out_text("\n          ");
      column = 10;
    } else if (column > 10) {
      out_text(" ");
      column++;
    }
    out_printf("%.*s", length, text);
    column += length;
    text += length;
    text += strspn(text, " \n");
  }
  out_text("\n");
}

static void show_pose(const char *head, const ulna_pose *pose, const char *in)
{
  double rpy[3];
  pose_to_rpy(pose, rpy);
  double sum = 0;
  for (int i = 0; i < 3; i++) sum += fabs(pose->p[i]) + fabs(rpy[i]);
  if (sum == 0) return;
  out_printf("%-10sxyz %.5g %.5g %.5g m, rpy %.5g %.5g %.5g deg in %s\n", head, pose->p[0], pose->p[1],
             pose->p[2], rpy[0] * 180 / PI, rpy[1] * 180 / PI, rpy[2] * 180 / PI, in);
}

static void show_head(const ulna_model *model)
{
  static const char *const conventions[] = {"Denavit-Hartenberg (dh)", "modified Denavit-Hartenberg (mdh)",
                                            "joint origins and axes (urdf)"};
  const int n = ulna_model_joint_count(model);
  show_filled("name", ulna_model_name(model));
  if (*ulna_model_source(model)) show_filled("source", ulna_model_source(model));
  out_printf("joints    %d, %s\n", n, conventions[ulna_model_convention(model)]);
  double gravity[3];
  ulna_model_gravity(model, gravity);
  out_printf("gravity   %g %g %g m/s2\n", gravity[0], gravity[1], gravity[2]);
  out_printf("mass      %.5g kg of links\n", ulna_model_mass(model));
  out_printf("reach     at most %.5g m\n", ulna_model_length(model));
  ulna_pose base, tool;
  ulna_model_base(model, &base);
  ulna_model_tool(model, &tool);
  show_pose("base", &base, "the world");
  show_pose("tool", &tool, "the last link");
  const ulna_body *payload = ulna_model_payload(model);
  if (payload->mass > 0)
    out_printf("payload   %.5g kg at %.5g %.5g %.5g of the last link\n", payload->mass, payload->com[0],
               payload->com[1], payload->com[2]);
}

static void show_frames(const ulna_model *model)
{
  text_table t = {.rows = 0};
  for (int i = 0; i < ulna_model_frame_count(model); i++) {
    const ulna_frame *f = ulna_model_frame(model, i);
    if (i == 0) {
      put(&t, 0, "frame");
      put(&t, 1, "on link");
      put(&t, 2, "at (m)");
    }
    put(&t, 0, "%s", f->name);
    put(&t, 1, "%s", f->link);
    put_vector(&t, 2, f->pose.p);
  }
  if (t.rows == 0) return;
  out_text("\nFrames welded to links\n");
  print_table(&t);
}

static void show_notes(const ulna_report *report, bool quiet)
{
  const ulna_severity least = quiet ? ULNA_WARNING : ULNA_NOTE;
  if (ulna_report_count(report, least) > 0) out_text("\nNotes\n");
  for (size_t i = 0; i < ulna_report_count(report, ULNA_NOTE); i++) {
    char line[2048];
    if (ulna_report_get(report, i)->severity < least) continue;
    ulna_problem_format(ulna_report_get(report, i), line, sizeof line);
    out_text("  ");
    grid_paragraph(line, 2, 4);
  }
}

int run_show(const arguments *args)
{
  robot r;
  int code = robot_open(&r, args);
  double *q = allocate((size_t)r.n, sizeof(double));
  if (code == DONE) ulna_follow_motion(r.model, q, NULL, NULL);
  if (code == DONE && given(args, OPT_Q)) code = option_joint_motion(args, OPT_Q, false, r.model, r.turns, q);
  if (code == DONE && given(args, OPT_Q)) code = judge_posture(&r, args, OPT_Q, q);
  if (code == DONE) {
    show_head(r.model);
    show_joints(r.model);
    show_links(r.model);
    show_followers(r.model);
    show_joint_friction(r.model);
    show_drives(r.model, q);
    show_frames(r.model);
    show_notes(r.report, given(args, OPT_NO_NOTES));
    draw_robot(&r, q, terminal_has_utf8(args));
  }
  free(q);
  robot_close(&r);
  return code;
}
