/* A small picture of an arm: in braille, or in plain characters. */
#include "picture.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "output.h"
#include "plot/canvas.h"
#include "pose.h"
#include "ulna/kinematics.h"

enum { WIDTH = 64, HEIGHT = 20 };

/* The arm as a line through space: corners, and which joint stands at one (0: none). */
typedef struct {
  int count;
  double (*at)[3];
  int *joint;
} outline;

static void corner(outline *o, const double at[3], int joint)
{
  memcpy(o->at[o->count], at, 3 * sizeof(double));
  o->joint[o->count++] = joint;
}

/* From each frame along d, then along a to the next (as the rows of the table are read), joints at their axes. */
static void trace(const robot *r, const double q[], outline *o)
{
  const int n = r->n;
  ulna_pose *poses = allocate((size_t)n + 1, sizeof(ulna_pose));
  ulna_pose base, tool;
  ulna_link_poses(r->model, r->work, q, poses);
  ulna_hand_pose(r->model, r->work, q, &tool);
  ulna_model_base(r->model, &base);
  for (int i = 0; i <= n; i++) poses[i] = ulna_pose_multiply(&base, &poses[i]);
  tool = ulna_pose_multiply(&base, &tool);
  const ulna_convention convention = ulna_model_convention(r->model);
  corner(o, poses[0].p, convention == ULNA_DH ? 1 : 0);
  for (int i = 1; i <= n; i++) {
    const ulna_joint *j = ulna_model_joint(r->model, i);
    double bend[3];
    if (convention == ULNA_DH) {
      const double d = j->d + (j->type == ULNA_PRISMATIC ? q[i - 1] : 0), along[3] = {0, 0, d};
      pose_point(&poses[i - 1], along, bend);
      corner(o, bend, 0);
    } else if (convention == ULNA_MDH) {
      const double along[3] = {j->a, 0, 0};
      pose_point(&poses[i - 1], along, bend);
      corner(o, bend, 0);
    }
    corner(o, poses[i].p, convention == ULNA_DH ? (i < n ? i + 1 : 0) : i);
  }
  corner(o, tool.p, 0);
  free(poses);
}

/* The two axes in which the arm is largest, upright ones preferred; `up` is drawn upwards. */
static void choose_view(const outline *o, int *across, int *up)
{
  double low[3], high[3], span[3];
  for (int k = 0; k < 3; k++) {
    low[k] = high[k] = o->at[0][k];
    for (int i = 1; i < o->count; i++) {
      low[k] = fmin(low[k], o->at[i][k]);
      high[k] = fmax(high[k], o->at[i][k]);
    }
    span[k] = high[k] - low[k];
  }
  const double largest = fmax(span[0], fmax(span[1], span[2]));
  *up = span[2] > 0.05 * largest ? 2 : 1;
  *across = *up == 2 ? (span[1] > 1.5 * span[0] ? 1 : 0) : 0;
}

typedef struct {
  char cell[HEIGHT][WIDTH + 1];
  int rows, columns;
  double left, top, scale; /* of a column; a row is two columns high */
  int across, up;
} sketch;

static int column_of(const sketch *c, const double at[3])
{
  return (int)lround((at[c->across] - c->left) * c->scale);
}
static int row_of(const sketch *c, const double at[3])
{
  return (int)lround((c->top - at[c->up]) * c->scale / 2);
}

static void mark(sketch *c, int row, int column, char what)
{
  if (row >= 0 && row < c->rows && column >= 0 && column < c->columns) c->cell[row][column] = what;
}

/* A stroke in the character that leans as it does. */
static void stroke(sketch *c, const double from[3], const double to[3])
{
  const int x0 = column_of(c, from), y0 = row_of(c, from), x1 = column_of(c, to), y1 = row_of(c, to);
  const int dx = x1 - x0, dy = y1 - y0, steps = abs(dx) > abs(dy) ? abs(dx) : abs(dy);
  char what = '-';
  if (abs(dy) * 2 > abs(dx)) what = '|';
  if (abs(dx) > 0 && abs(dy) > 0 && abs(dx) <= 3 * abs(dy) && 2 * abs(dx) >= abs(dy))
    what = (dx > 0) == (dy > 0) ? '\\' : '/';
  for (int s = 0; s <= steps; s++) {
    const double part = steps > 0 ? (double)s / steps : 0;
    mark(c, (int)lround(y0 + part * dy), (int)lround(x0 + part * dx), what);
  }
}

static void fit(sketch *c, const outline *o)
{
  double low[2] = {o->at[0][c->across], o->at[0][c->up]}, high[2] = {low[0], low[1]};
  for (int i = 1; i < o->count; i++) {
    const double x = o->at[i][c->across], y = o->at[i][c->up];
    low[0] = fmin(low[0], x), high[0] = fmax(high[0], x);
    low[1] = fmin(low[1], y), high[1] = fmax(high[1], y);
  }
  const double wide = fmax(high[0] - low[0], 1e-9), tall = fmax(high[1] - low[1], 1e-9);
  c->scale = fmin((WIDTH - 12) / wide, 2 * (HEIGHT - 2) / tall);
  c->left = low[0] - 2 / c->scale;
  c->top = high[1];
  c->columns = WIDTH;
  c->rows = row_of(c, (double[3]){[0] = low[1], [1] = low[1], [2] = low[1]}) + 1;
  if (c->rows > HEIGHT) c->rows = HEIGHT;
  memset(c->cell, ' ', sizeof c->cell);
}

/* A label at a place, or beside those that are there already: 456*. */
static void label_one(sketch *c, const double at[3], char what)
{
  const int row = row_of(c, at);
  int column = column_of(c, at);
  if (row < 0 || row >= c->rows || column < 0) return;
  while (column < c->columns && strchr("0123456789o", c->cell[row][column])) column++;
  mark(c, row, column, what);
}

static void put_title(const sketch *c)
{
  out_printf("\nPicture (%c to the right, %c up; digits: joints, *: tool, one column %.2g m)\n",
             "xyz"[c->across], "xyz"[c->up], 1 / c->scale);
}

static char joint_mark(int joint) { return (char)(joint < 10 ? '0' + joint : 'o'); }

static void draw_plain(sketch *c, const outline *o)
{
  for (int i = 1; i < o->count; i++) stroke(c, o->at[i - 1], o->at[i]);
  for (int i = 0; i < o->count; i++)
    if (o->joint[i] > 0) label_one(c, o->at[i], joint_mark(o->joint[i]));
  label_one(c, o->at[o->count - 1], '*');
  put_title(c);
  for (int row = 0; row < c->rows; row++) {
    int end = c->columns;
    while (end > 0 && c->cell[row][end - 1] == ' ') end--;
    out_printf("  %.*s\n", end, c->cell[row]);
  }
}

/* Colours of ulna_canvas_colour: links in turn, so that a fold is seen; joints; the tool. */
enum { LINK_COLOURS = 2, JOINT_COLOUR = 5, TOOL_COLOUR = 3 };
static const int link_colours[LINK_COLOURS] = {1, 6};

static void put_bytes(void *owner, const char *bytes, size_t length)
{
  (void)owner;
  out_bytes(bytes, length);
}

/* A label in a cell, or beside those that are there already. */
static void label_dots(ulna_canvas *dots, const sketch *c, const double at[3], char what, int hue)
{
  int column = column_of(c, at);
  const int row = row_of(c, at);
  if (row < 0 || row >= dots->rows || column < 0) return;
  while (column < dots->columns && dots->cells[row * dots->columns + column].mark) column++;
  ulna_canvas_mark(dots, column, row, what, hue);
}

/* The same picture on dots, two to a column and four to a row; links are two dots thick. */
static bool draw_braille(const sketch *c, const outline *o, bool colours)
{
  ulna_canvas dots;
  if (!ulna_canvas_create(&dots, c->columns, c->rows, true, colours)) return false;
  int link = 0;
  for (int i = 1; i < o->count; i++) {
    if (o->joint[i - 1] > 0) link = o->joint[i - 1];
    int at[2][2];
    for (int end = 0; end < 2; end++) {
      const double *p = o->at[i - 1 + end];  // a column's middle is half a dot off its dots
      at[end][0] = (int)lround((p[c->across] - c->left) * c->scale * 2);
      at[end][1] = (int)lround((c->top - p[c->up]) * c->scale * 2) + 1;
    }
    const bool upright = abs(at[1][1] - at[0][1]) > abs(at[1][0] - at[0][0]);
    for (int k = 0; k < 2; k++)
      ulna_canvas_line(&dots, at[0][0] + (upright ? k : 0), at[0][1] + (upright ? 0 : k),
                       at[1][0] + (upright ? k : 0), at[1][1] + (upright ? 0 : k),
                       link_colours[link % LINK_COLOURS]);
  }
  for (int i = 0; i < o->count; i++)
    if (o->joint[i] > 0) label_dots(&dots, c, o->at[i], joint_mark(o->joint[i]), JOINT_COLOUR);
  label_dots(&dots, c, o->at[o->count - 1], '*', TOOL_COLOUR);
  put_title(c);
  for (int row = 0; row < dots.rows; row++) {
    out_text("  ");
    ulna_canvas_row(&dots, row, put_bytes, NULL);
    out_text("\n");
  }
  ulna_canvas_free(&dots);
  return true;
}

void draw_robot(const robot *r, const double q[], bool utf8)
{
  const size_t most = 2 * (size_t)r->n + 3;
  outline o = {.at = allocate(most, 3 * sizeof(double)), .joint = allocate(most, sizeof(int))};
  static sketch c;
  trace(r, q, &o);
  bool finite = true;
  for (int i = 0; i < o.count; i++) finite = finite && isfinite(o.at[i][0] + o.at[i][1] + o.at[i][2]);
  if (finite) {
    choose_view(&o, &c.across, &c.up);
    fit(&c, &o);
    const bool colours = colour_code(stdout, COLOUR_NONE)[0] != '\0';
    if (!utf8 || !draw_braille(&c, &o, colours)) draw_plain(&c, &o);
  }
  free(o.at);
  free(o.joint);
}
