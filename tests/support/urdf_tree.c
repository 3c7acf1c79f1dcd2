/* A robot as a tree of links, written as URDF and evaluated directly. */
#include "support/urdf_tree.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static tree_pose identity(void)
{
  tree_pose a;
  memset(&a, 0, sizeof a);
  a.R[0][0] = a.R[1][1] = a.R[2][2] = 1;
  return a;
}

tree_pose tree_multiply(const tree_pose *outer, const tree_pose *inner)
{
  tree_pose a;
  for (int i = 0; i < 3; i++) {
    a.p[i] = outer->p[i];
    for (int j = 0; j < 3; j++) {
      a.p[i] += outer->R[i][j] * inner->p[j];
      a.R[i][j] = 0;
      for (int k = 0; k < 3; k++) a.R[i][j] += outer->R[i][k] * inner->R[k][j];
    }
  }
  return a;
}

tree_pose tree_inverse(const tree_pose *a)
{
  tree_pose b;
  for (int i = 0; i < 3; i++) {
    b.p[i] = 0;
    for (int j = 0; j < 3; j++) {
      b.R[i][j] = a->R[j][i];
      b.p[i] -= a->R[j][i] * a->p[j];
    }
  }
  return b;
}

// Rotation by an angle about a unit axis, from the quaternion cos(angle/2), axis sin(angle/2).
static tree_pose turn(const number axis[3], number angle)
{
  const number w = cosl(angle / 2), s = sinl(angle / 2);
  const number x = s * axis[0], y = s * axis[1], z = s * axis[2];
  tree_pose a = identity();
  const number R[3][3] = {{1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)},
                          {2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)},
                          {2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)}};
  memcpy(a.R, R, sizeof R);
  return a;
}

static tree_pose from_rpy(const double xyz[3], const double rpy[3])
{
  const number X[3] = {1, 0, 0}, Y[3] = {0, 1, 0}, Z[3] = {0, 0, 1};
  const tree_pose roll = turn(X, rpy[0]), pitch = turn(Y, rpy[1]), yaw = turn(Z, rpy[2]);
  const tree_pose half = tree_multiply(&yaw, &pitch);
  tree_pose a = tree_multiply(&half, &roll);
  for (int i = 0; i < 3; i++) a.p[i] = xyz[i];
  return a;
}

static void unit_axis(const tree_link *l, number axis[3])
{
  const number length = sqrtl((number)l->axis[0] * l->axis[0] + (number)l->axis[1] * l->axis[1] +
                              (number)l->axis[2] * l->axis[2]);
  for (int i = 0; i < 3; i++) axis[i] = l->axis[i] / length;
}

void tree_poses(const tree_link links[], int count, const double q[], tree_pose poses[])
{
  for (int i = 0; i < count; i++) {
    const tree_link *l = &links[i];
    if (l->parent < 0) {
      poses[i] = identity();
      continue;
    }
    const tree_pose origin = from_rpy(l->xyz, l->rpy);
    const tree_pose at = tree_multiply(&poses[l->parent], &origin);
    tree_pose motion = identity();
    number axis[3];
    if (l->type != 'f') unit_axis(l, axis);
    if (l->type == 'p')
      for (int k = 0; k < 3; k++) motion.p[k] = q[i] * axis[k];
    else if (l->type != 'f') motion = turn(axis, q[i]);
    poses[i] = tree_multiply(&at, &motion);
  }
}

static void cross(const number a[3], const number b[3], number out[3])
{
  out[0] = a[1] * b[2] - a[2] * b[1];
  out[1] = a[2] * b[0] - a[0] * b[2];
  out[2] = a[0] * b[1] - a[1] * b[0];
}

void tree_velocities(const tree_link links[], int count, const tree_pose poses[], const double qd[],
                     number w[][3], number v[][3])
{
  for (int i = 0; i < count; i++) {
    const tree_link *l = &links[i];
    if (l->parent < 0) {
      memset(w[i], 0, sizeof w[i]);
      memset(v[i], 0, sizeof v[i]);
      continue;
    }
    number axis[3], in_root[3] = {0, 0, 0}, away[3], swing[3];
    if (l->type != 'f') {
      unit_axis(l, axis);
      for (int k = 0; k < 3; k++)
        in_root[k] = poses[i].R[k][0] * axis[0] + poses[i].R[k][1] * axis[1] + poses[i].R[k][2] * axis[2];
    }
    for (int k = 0; k < 3; k++) away[k] = poses[i].p[k] - poses[l->parent].p[k];
    cross(w[l->parent], away, swing);
    for (int k = 0; k < 3; k++) {
      w[i][k] = w[l->parent][k] + (l->type == 'r' || l->type == 'c' ? in_root[k] * qd[i] : 0);
      v[i][k] = v[l->parent][k] + swing[k] + (l->type == 'p' ? in_root[k] * qd[i] : 0);
    }
  }
}

// Mass centre in the root's frame and inertia about it in the root's axes.
static void body_in_root(const tree_link *l, const tree_pose *pose, number com[3], number I[3][3])
{
  const double *s = l->inertia;
  const double given[3][3] = {{s[0], s[3], s[4]}, {s[3], s[1], s[5]}, {s[4], s[5], s[2]}};
  const tree_pose frame = from_rpy(l->com, l->com_rpy);
  const tree_pose at = tree_multiply(pose, &frame);
  memcpy(com, at.p, sizeof at.p);
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) {
      I[i][j] = 0;
      for (int a = 0; a < 3; a++)
        for (int b = 0; b < 3; b++) I[i][j] += at.R[i][a] * given[a][b] * at.R[j][b];
    }
}

number tree_energy(const tree_link links[], int count, const tree_pose poses[], number w[][3], number v[][3])
{
  number twice = 0;
  for (int i = 0; i < count; i++) {
    number com[3], I[3][3], away[3], swing[3];
    body_in_root(&links[i], &poses[i], com, I);
    for (int k = 0; k < 3; k++) away[k] = com[k] - poses[i].p[k];
    cross(w[i], away, swing);
    for (int k = 0; k < 3; k++) {
      const number speed = v[i][k] + swing[k];
      twice += links[i].mass * speed * speed;
      for (int m = 0; m < 3; m++) twice += links[i].mass != 0 ? w[i][k] * I[k][m] * w[i][m] : 0;
    }
  }
  return twice / 2;
}

void tree_moments(const tree_link *link, const tree_pose *pose, number moments[10])
{
  static const int row[6] = {0, 1, 2, 0, 0, 1}, column[6] = {0, 1, 2, 1, 2, 2};
  number c[3], I[3][3];
  memset(moments, 0, 10 * sizeof moments[0]);
  if (link->mass == 0) return;
  body_in_root(link, pose, c, I);
  moments[0] = link->mass;
  for (int k = 0; k < 3; k++) moments[1 + k] = link->mass * c[k];
  for (int k = 0; k < 6; k++) {
    const int i = row[k], j = column[k];
    const number cc = i == j ? c[0] * c[0] + c[1] * c[1] + c[2] * c[2] : 0;
    moments[4 + k] = I[i][j] + link->mass * (cc - c[i] * c[j]);
  }
}

// ---- text ----

char *tree_write(const tree_link links[], int count)
{
  static const char types[] = "rcpf", *const words[] = {"revolute", "continuous", "prismatic", "fixed"};
  char *text = NULL;
  size_t size = 0;
  FILE *f = open_memstream(&text, &size);
  if (!f) abort();
  fprintf(f, "<?xml version=\"1.0\"?>\n<robot name=\"tree\">\n");
  for (int i = 0; i < count; i++) {
    const tree_link *l = &links[i];
    const double *c = l->com, *r = l->com_rpy, *s = l->inertia;
    fprintf(f, "  <link name=\"%s\">", l->name);
    if (l->mass != 0)
      fprintf(
          f,
          "<inertial><origin xyz=\"%.17g %.17g %.17g\" rpy=\"%.17g %.17g %.17g\"/><mass value=\"%.17g\"/>"
          "<inertia ixx=\"%.17g\" iyy=\"%.17g\" izz=\"%.17g\" ixy=\"%.17g\" ixz=\"%.17g\" iyz=\"%.17g\"/></inertial>",
          c[0], c[1], c[2], r[0], r[1], r[2], l->mass, s[0], s[1], s[2], s[3], s[4], s[5]);
    fprintf(f, "</link>\n");
  }
  for (int i = 0; i < count; i++) {
    const tree_link *l = &links[i];
    if (l->parent < 0) continue;
    fprintf(f,
            "  <joint name=\"%s\" type=\"%s\"><parent link=\"%s\"/><child link=\"%s\"/>"
            "<origin xyz=\"%.17g %.17g %.17g\" rpy=\"%.17g %.17g %.17g\"/><axis xyz=\"%.17g %.17g %.17g\"/>"
            "<limit lower=\"-10\" upper=\"10\" effort=\"100\" velocity=\"5\"/></joint>\n",
            l->joint, words[strchr(types, l->type) - types], links[l->parent].name, l->name, l->xyz[0],
            l->xyz[1], l->xyz[2], l->rpy[0], l->rpy[1], l->rpy[2], l->axis[0], l->axis[1], l->axis[2]);
  }
  fprintf(f, "</robot>\n");
  fclose(f);
  return text;
}

// ---- reading ----

ulna_status tree_read(const char *text, const ulna_read_options *options, ulna_report *report,
                      ulna_model **model)
{
  return ulna_model_read_text(text, strlen(text), "robot.urdf", options, NULL, report, model);
}

void tree_print(const ulna_report *report)
{
  for (size_t i = 0; i < ulna_report_count(report, ULNA_NOTE); i++) {
    char line[3000];
    ulna_problem_format(ulna_report_get(report, i), line, sizeof line);
    fprintf(stderr, "%s\n", line);
  }
}

ulna_model *tree_model(const char *text, const ulna_read_options *options)
{
  ulna_report *report = NULL;
  ulna_model *model = NULL;
  if (ulna_report_create(NULL, &report) != ULNA_OK) abort();
  const ulna_status status = tree_read(text, options, report, &model);
  if (status != ULNA_OK) {
    fprintf(stderr, "%s\n%s\n", ulna_status_name(status), text);
    tree_print(report);
    exit(EXIT_FAILURE);
  }
  ulna_report_destroy(report);
  return model;
}
