/* ulna fk: where the hand and the links are. */
#include <string.h>

#include "cli.h"
#include "numbers.h"
#include "pose.h"
#include "session.h"
#include "ulna/kinematics.h"

typedef struct {
  session session;
  bool world, all, as_rpy, has_point;
  int link;          /* -1: the hand */
  ulna_pose in_link; /* what is asked for, seen from the link */
  ulna_pose base;
  double offset[3], point[3];
  ulna_pose *poses; /* n+1 links, then the frames */
  int pose_count;
  double *numbers; /* of each pose given: 16, or xyz and rpy */
} fk;

/* The hand's pose: a matrix, or xyz and rpy. Those of the links (in their group): a matrix, or six numbers. */
static void add_pose(table_out *t, const fk *f, const char *name, const char *group, double *numbers)
{
  if (group || !f->as_rpy) {
    records_add(t, name, f->as_rpy ? 1 : 2, f->as_rpy ? 6 : 4, 4, 0, numbers)->group = group;
    return;
  }
  quantity *xyz = records_add(t, "xyz", 1, 3, 0, 0, numbers);
  xyz->unit = "m";
  xyz->columns = pose_columns_xyz;
  quantity *rpy = records_add(t, "rpy", 1, 3, 0, 0, numbers + 3);
  rpy->unit = "rad";
  rpy->columns = pose_columns_rpy;
}

static void set_pose(const fk *f, const ulna_pose *pose, double *numbers)
{
  const ulna_pose shown = f->world ? ulna_pose_multiply(&f->base, pose) : *pose;
  if (!f->as_rpy) {
    pose_to_matrix(&shown, numbers);
    return;
  }
  memcpy(numbers, shown.p, sizeof shown.p);
  pose_to_rpy(&shown, numbers + 3);
}

static int open_fk(fk *f, const arguments *args)
{
  const ulna_model *model = f->session.robot.model;
  f->all = given(args, OPT_ALL);
  f->as_rpy = given(args, OPT_RPY_COLUMNS);
  f->has_point = given(args, OPT_POINT);
  if (given(args, OPT_AXES)) {
    if (strcmp(args->value[OPT_AXES], "tool") == 0)
      return fail("--axes tool: a pose is given in the base frame or in the world");
    f->world = strcmp(args->value[OPT_AXES], "world") == 0;
  }
  ulna_model_base(model, &f->base);
  f->link = -1;
  if (given(args, OPT_LINK)) {
    bool welded;
    const int code =
        robot_find_link(&f->session.robot, args->value[OPT_LINK], &f->link, &f->in_link, &welded);
    if (code != DONE) return code;
  }
  if (f->has_point) {
    const int code = option_numbers(args, OPT_POINT, NO_ANGLES, f->offset, 3, 0, NULL);
    if (code != DONE) return code;
  }
  const int n = f->session.robot.n, frames = ulna_model_frame_count(model);
  f->pose_count = n + 1 + frames;
  f->poses = records_memory(&f->session.out, (size_t)f->pose_count, sizeof(ulna_pose));
  f->numbers = records_memory(&f->session.out, 16 * ((size_t)f->pose_count + 1), sizeof(double));
  session_echo(&f->session, args, "q");
  table_out *t = &f->session.out;
  add_pose(t, f, "pose", NULL, f->numbers);
  if (f->has_point) records_add(t, "point", 1, 3, 0, 0, f->point);
  for (int i = 0; f->all && i < f->pose_count; i++)
    add_pose(t, f, i <= n ? ulna_model_link_name(model, i) : ulna_model_frame(model, i - n - 1)->name,
             "links", f->numbers + 16 * ((ptrdiff_t)i + 1));
  return DONE;
}

static int compute(void *context, const states *s)
{
  fk *f = context;
  const double *q = s->q;
  const ulna_model *model = f->session.robot.model;
  ulna_work *work = f->session.robot.work;
  const int n = f->session.robot.n;
  ulna_link_poses(model, work, q, f->poses);
  ulna_pose pose;
  if (f->link < 0) ulna_hand_pose(model, work, q, &pose);
  else pose = ulna_pose_multiply(&f->poses[f->link], &f->in_link);
  set_pose(f, &pose, f->numbers);
  if (f->has_point) {
    // without --link the point is one of the last link, not of the tool frame
    const ulna_pose carrier = f->link < 0 ? f->poses[n] : pose;
    const ulna_pose shown = f->world ? ulna_pose_multiply(&f->base, &carrier) : carrier;
    pose_point(&shown, f->offset, f->point);
  }
  if (!f->all) return DONE;
  for (int i = 0; i < f->pose_count; i++) {
    if (i > n) ulna_frame_pose(model, work, i - n - 1, q, &f->poses[i]);
    set_pose(f, &f->poses[i], f->numbers + 16 * ((ptrdiff_t)i + 1));
  }
  return DONE;
}

/* The hand's pose as matrices: twelve numbers a state first, then from the last state on each in its place. */
static ulna_status hand_matrices(const ulna_model *model, ulna_batch *batch, size_t count,
                                 const ulna_batch_states *given_states, double out[])
{
  const ulna_status status = ulna_batch_hand_pose(model, batch, count, given_states, out);
  for (size_t k = count; status == ULNA_OK && k-- > 0;) {
    ulna_pose pose;
    for (int i = 0; i < 9; i++) pose.R[i / 3][i % 3] = out[12 * k + (size_t)i];
    memcpy(pose.p, out + 12 * k + 9, sizeof pose.p);
    pose_to_matrix(&pose, out + 16 * k);
  }
  return status;
}

int run_fk(const arguments *args)
{
  fk f = {.poses = NULL};
  int code = session_open(&f.session, args);
  if (code == DONE) code = open_fk(&f, args);
  const bool plain = code == DONE && !f.world && !f.all && !f.as_rpy && !f.has_point && f.link < 0;
  if (plain && session_batches(&f.session, args, "pose", true))
    code = session_run_batch(&f.session, true, hand_matrices, "pose", 16);
  else if (code == DONE) code = session_run(&f.session, compute, &f);
  session_close(&f.session);
  return code;
}
