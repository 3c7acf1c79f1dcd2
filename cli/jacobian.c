/* ulna jacobian: the Jacobian, and the motion of the hand or of another point. */
#include <string.h>

#include "cli.h"
#include "numbers.h"
#include "pose.h"
#include "session.h"
#include "ulna/follow.h"
#include "ulna/kinematics.h"

typedef struct {
  session session;
  ulna_axes axes;
  bool at_point;     /* a point of a link rather than the tool frame's origin */
  bool whole_hand;   /* figures of the whole Jacobian too, where it has no followers' columns */
  bool turn;         /* tool axes of a welded frame: the link's, turned further */
  ulna_pose in_link; /* that frame in its link */
  ulna_point point;
  double *J;
  double Jdot_qd[6], velocity[6], acceleration[6];
  double manipulability, singular[6];
} jacobian;

static int open_point(jacobian *j, const arguments *args)
{
  bool welded = false;
  j->at_point = given(args, OPT_LINK) || given(args, OPT_POINT);
  j->in_link = ulna_pose_identity();
  j->point.link = j->session.robot.n;
  if (given(args, OPT_LINK)) {
    const int code =
        robot_find_link(&j->session.robot, args->value[OPT_LINK], &j->point.link, &j->in_link, &welded);
    if (code != DONE) return code;
  }
  double offset[3] = {0};
  if (given(args, OPT_POINT)) {
    const int code = option_numbers(args, OPT_POINT, NO_ANGLES, offset, 3, 0, NULL);
    if (code != DONE) return code;
  }
  pose_point(&j->in_link, offset, j->point.offset);
  j->turn = welded && j->axes == ULNA_AXES_TOOL;
  return DONE;
}

static int open_jacobian(jacobian *j, const arguments *args)
{
  const char *axes = args->value[OPT_AXES];
  j->axes = !axes || *axes == 'b' ? ULNA_AXES_BASE : *axes == 't' ? ULNA_AXES_TOOL : ULNA_AXES_WORLD;
  const int code = open_point(j, args);
  if (code != DONE) return code;
  const int n = j->session.robot.n;
  j->J = records_memory(&j->session.out, 6 * (size_t)n, sizeof(double));
  session_echo(&j->session, args, "qva");
  table_out *t = &j->session.out;
  records_add(t, "J", 2, 6, n, 0, j->J);
  records_add(t, "Jdot_qd", 1, 6, 0, 0, j->Jdot_qd);
  records_add(t, "tip_velocity", 1, 6, 0, 0, j->velocity);
  records_add(t, "tip_acceleration", 1, 6, 0, 0, j->acceleration);
  j->whole_hand = !j->at_point && ulna_follower_count(j->session.robot.model) == 0;
  if (j->whole_hand) {
    records_add(t, "manipulability", 0, 0, 0, 0, &j->manipulability);
    records_add(t, "singular_values", 1, n < 6 ? n : 6, 0, 0, j->singular);
  }
  return DONE;
}

static int compute(void *context, const states *s)
{
  jacobian *j = context;
  const ulna_model *model = j->session.robot.model;
  ulna_work *work = j->session.robot.work;
  const ulna_point *point = j->at_point ? &j->point : NULL;
  ulna_jacobian(model, work, point, j->axes, s->q, j->J);
  ulna_jacobian_rate(model, work, point, j->axes, s->q, s->qd, j->Jdot_qd);
  ulna_point_motion(model, work, point, j->axes, s->q, s->qd, s->qdd, j->velocity, j->acceleration);
  ulna_follow_columns(model, 6, j->J);
  if (j->whole_hand) j->manipulability = ulna_manipulability(model, work, s->q, j->singular);
  if (!j->turn) return DONE;
  pose_turn_rows(&j->in_link, j->J, j->session.robot.n);
  pose_turn_rows(&j->in_link, j->Jdot_qd, 1);
  pose_turn_rows(&j->in_link, j->velocity, 1);
  pose_turn_rows(&j->in_link, j->acceleration, 1);
  return DONE;
}

int run_jacobian(const arguments *args)
{
  jacobian j = {.J = NULL};
  int code = session_open(&j.session, args);
  if (code == DONE) code = open_jacobian(&j, args);
  const bool plain = code == DONE && !j.at_point && j.axes == ULNA_AXES_BASE;
  if (plain && session_batches(&j.session, args, "J", false))
    code = session_run_batch(&j.session, true, ulna_batch_jacobian, "J", 6 * j.session.robot.n);
  else if (code == DONE) code = session_run(&j.session, compute, &j);
  session_close(&j.session);
  return code;
}
