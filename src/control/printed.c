/* The unified computation as [Mudge] prints it: one outward recursion serves resolved, gross and fine motion.
 *
 *   resolved  D strobed, a column per joint, and the motion at qdd = 0 (eqs 16–30); Gaussian elimination, with the rule for
 *             singular postures. The joints' set points are the integrals of what comes out
 *   gross     the links' motion put together from those by-products, forces inward, feedback by eq. 33 (Table 2)
 *   fine      rates of the hand resolved by the same D; gravity's forces kept for 1/ζ cycles, and one inward pass a cycle, which
 *             begins with the pseudo-force (Table 3)
 * Differs: as the kernels do (kernel/resolved_motion.h, gross_motion.h, fine_motion.h). The paper has no rotors: here
 * they add their spin; if they do more than spin, the whole inverse dynamics is computed. In the paper nothing pulls
 * the hand back to its path in gross motion, only the joints to theirs: errors by rounding and the period grow, until
 * fine motion removes them. */
#include "control/control_internal.h"
#include "control/elimination.h"
#include "drive/drive_internal.h"
#include "kernel/fine_motion.h"
#include "model/pose.h"

void ulna_control_printed_layout(printed_scratch *s, layout *l, int joints)
{
  const size_t n = (size_t)joints;
  resolved_motion_scratch_layout(&s->resolved, l, joints);
  gross_motion_scratch_layout(&s->gross, l, joints);
  fine_motion_scratch_layout(&s->fine, l, joints);
  s->column = (double *)layout_take(l, n * LINE, sizeof(double));
  s->row = (int *)layout_take(l, n, sizeof(int));
  s->held = (bool *)layout_take(l, n, sizeof(bool));
}

/* Motion at qdd = 0, gravity in it, and D, at the measured state. */
void ulna_control_printed_by_products(ulna_controller *c)
{
  ulna_work *w = c->work;
  resolved_motion_scratch *s = &c->printed.resolved;
  ulna_set_posture(w, c->measured->q);
  resolved_motion_offsets(&w->arm, &w->at, s);
  resolved_motion_nonlinear(&w->arm, &w->at, &w->fast.base, c->measured->qd, s);
  resolved_motion_strobe(&w->arm, &w->at, constant(0), s);
}

/* D x = right, x of held joints zero. False where nothing can move the hand. */
static bool solve(ulna_controller *c, const double right[6], double x[])
{
  printed_scratch *s = &c->printed;
  const int n = c->n;
  double b[LINE] = {0};
  for (int k = 0; k < 6; k++) b[k] = right[k];
  for (int j = 0; j < n; j++)
    for (int k = 0; k < LINE; k++) s->column[j * LINE + k] = k < 6 ? s->resolved.D[k * n + j] : 0;
  for (int j = 0; j < n; j++) c->v[0][j] = 0;
  elimination e = {.n = n, .rows = 6, .column = s->column, .b = b, .row = s->row, .held = s->held};
  return eliminate(&e, c->o.hand.resolve.pivot, c->v[0], x) > 0;
}

/* From the desired motion of the tool frame's origin to that of origin n, base axes; the lever turns with the
 * hand. */
static void at_last_origin(const ulna_controller *c, const double tool[6], bool acceleration, double last[6])
{
  double lever[3];
  const ulna_pose *tool_pose = &c->model->tool_in_kernel;
  ulna_pose hand = c->hand.pose;  // rotation of frame n: of the tool, back by the tool's own
  double R[3][3];
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) {
      R[i][j] = 0;
      for (int k = 0; k < 3; k++) R[i][j] += hand.R[i][k] * tool_pose->R[j][k];
    }
  for (int i = 0; i < 3; i++)
    lever[i] = R[i][0] * tool_pose->p[0] + R[i][1] * tool_pose->p[1] + R[i][2] * tool_pose->p[2];
  const vec3 r = vec3_of(lever), w = vec3_of(c->hand.twist);
  vec3 linear = vec3_sub(vec3_of(tool + 3), vec3_cross(vec3_of(tool), r));
  if (acceleration) linear = vec3_sub(linear, vec3_cross(w, vec3_cross(w, r)));
  for (int k = 0; k < 3; k++) last[k] = tool[k];
  vec3_store(linear, last + 3);
}

/* qdd of the hand's set point (eq. 30), and the joints' set points that are its integrals. */
bool ulna_control_printed_resolve(ulna_controller *c)
{
  const int n = c->n;
  const double none[6] = {0}, dt = c->dt;
  const mat3 *R = &c->model->tables->frame0.R;
  double last[6], right[6], *q = c->reference_q, *qd = c->reference_qd, *qdd = c->rate;
  if (!c->started || c->reference_lost) {
    memcpy(q, c->measured->q, (size_t)n * sizeof *q);
    memcpy(qd, c->measured->qd, (size_t)n * sizeof *qd);
    c->reference_lost = false;
  }
  at_last_origin(c, c->desired->acceleration ? c->desired->acceleration : none, true, last);
  const vec3 linear = gross_motion_hand(mat3_mul_transposed(R, vec3_of(last + 3)), c->work->fast.base.a);
  resolved_motion_difference(&c->work->arm, &c->work->at, mat3_mul_transposed(R, vec3_of(last)), linear,
                             &c->printed.resolved, right);
  if (!solve(c, right, qdd)) return false;
  // the set point of this instant; afterwards that of the next
  memcpy(c->printed_q, q, (size_t)n * sizeof *q);
  memcpy(c->printed_qd, qd, (size_t)n * sizeof *qd);
  for (int i = 0; i < n; i++) {
    q[i] += dt * (qd[i] + dt / 2 * qdd[i]);
    qd[i] += dt * qdd[i];
  }
  c->q_d = c->printed_q, c->qd_d = c->printed_qd, c->qdd_d = qdd;
  return true;
}

/* qd_r of a twist of the tool, by D; the joints' set points of gross motion start anew after it. */
bool ulna_control_printed_rates(ulna_controller *c, const double asked[6])
{
  const mat3 *R = &c->model->tables->frame0.R;
  double last[6];
  at_last_origin(c, asked, false, last);
  const vec3 w =
      resolved_motion_hand_axes(&c->work->arm, &c->work->at, mat3_mul_transposed(R, vec3_of(last)));
  const vec3 v =
      resolved_motion_hand_axes(&c->work->arm, &c->work->at, mat3_mul_transposed(R, vec3_of(last + 3)));
  const double right[6] = {w.x, w.y, w.z, v.x, v.y, v.z};
  return solve(c, right, c->rate);
}

static void add_spin(const ulna_controller *c, const double qdd[], double tau[])
{
  const int n = c->n;
  if (c->work->drive.rotors == ULNA_ROTORS_NONE || c->work->drive.bodies == 0) return;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) tau[i] += c->work->drive.spin[i * n + j] * qdd[j];
}

void ulna_control_printed_gross(ulna_controller *c)
{
  ulna_work *w = c->work;
  if (w->drive.rotors != ULNA_ROTORS_NONE && !ulna_rotors_only_spin(w)) {
    ulna_drive_joint_forces(c->model, w, c->measured->q, c->measured->qd, c->qdd,
                            c->model->drives.load_friction, c->tau);
    return;
  }
  gross_motion_outward(&w->arm, c->qdd, &c->printed.resolved, &c->printed.gross);
  gross_motion_inward(&w->arm, &w->at, &w->hand, &c->printed.resolved, c->tau, &c->printed.gross);
  add_spin(c, c->qdd, c->tau);
}

/* Weight, kept for gravity_every cycles as forces, and what the hand shall exert (tool axes, tool frame's origin), in one
 * inward pass. */
void ulna_control_printed_fine(ulna_controller *c, const double at_hand[6])
{
  ulna_work *w = c->work;
  const ulna_pose *tool = &c->model->tool_in_kernel;
  const vec3 *r = c->printed.resolved.r;
  double f[3], n[3];
  ulna_rotate(tool, at_hand, f);
  ulna_rotate(tool, at_hand + 3, n);
  const wrench hand = {vec3_of(f), vec3_add(vec3_of(n), vec3_cross(vec3_of(tool->p), vec3_of(f)))};
  if (c->gravity_age == 0) fine_motion_gravity(&w->arm, &w->at, w->fast.base.a, r, &c->printed.fine);
  if (++c->gravity_age >= c->o.fine.gravity_every) c->gravity_age = 0;
  fine_motion_inward(&w->arm, &w->at, &hand, r, c->tau, &c->printed.fine);
}
