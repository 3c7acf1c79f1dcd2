/* ulna resolve: the joint motion that gives a desired motion of the hand. */
#include <string.h>

#include "cli.h"
#include "numbers.h"
#include "session.h"
#include "ulna/resolved_motion.h"

typedef struct {
  session session;
  bool rates; /* a twist rather than an acceleration */
  ulna_resolver *resolver;
  double asked[6], *previous, *preferred;
  // results; flags and counts as numbers
  double *x, *held, *held_joints, *limited;
  double residual[6], rank, smallest, raised, scale, slowing, clamped;
  int held_list; /* which quantity it is: of as many elements as there are held joints */
} resolve;

static int read_joints(resolve *r, const arguments *args, option_id id, double **out)
{
  const robot *arm = &r->session.robot;
  if (!given(args, id)) return DONE;
  *out = records_memory(&r->session.out, (size_t)arm->n, sizeof(double));
  return option_joint_numbers(args, id, NO_ANGLES, NULL, *out, arm->n);
}

static int read_positive(const arguments *args, option_id id, double *out)
{
  if (!given(args, id)) return DONE;
  const int code = option_numbers(args, id, NO_ANGLES, out, 1, 0, NULL);
  if (code == DONE && !(*out > 0)) return fail("--%s must be above 0", options[id].name);
  return code;
}

static int check_weights(const double weight[6])
{
  double sum = 0;
  for (int k = 0; k < 6; k++) {
    if (weight[k] < 0) return fail("--weights: %g is negative; 0 leaves a direction free", weight[k]);
    sum += weight[k];
  }
  return sum > 0 ? DONE : fail("--weights: all are 0, so there is nothing to do");
}

/* The desired motion of the hand, and the method. */
static int read_options(resolve *r, const arguments *args, ulna_resolve_options *o)
{
  const option_id asked = given(args, OPT_TWIST) ? OPT_TWIST : OPT_HAND_ACCELERATION;
  double *limits = NULL;
  if (given(args, OPT_TWIST) == given(args, OPT_HAND_ACCELERATION))
    return fail("give either --hand-acceleration or --twist");
  r->rates = asked == OPT_TWIST;
  if (r->rates && given(args, OPT_QD)) note("--qd has no effect: --twist gives joint rates");
  const char *method = args->value[OPT_METHOD];
  o->method = method && strcmp(method, "damped") == 0 ? ULNA_RESOLVE_DAMPED : ULNA_RESOLVE_ELIMINATION;
  if (o->method == ULNA_RESOLVE_ELIMINATION && given(args, OPT_PREFERRED))
    return fail("--preferred needs --method damped; method elimination has --previous, for held joints");
  if (o->method == ULNA_RESOLVE_ELIMINATION && given(args, OPT_DAMPING))
    return fail("--damping needs --method damped");
  o->ignore_limits = given(args, OPT_IGNORE_LIMITS);
  if (o->ignore_limits && (given(args, OPT_ACCELERATION_LIMITS) || given(args, OPT_PERIOD)))
    return fail("--ignore-limits and %s exclude each other",
                given(args, OPT_PERIOD) ? "--period" : "--acceleration-limits");
  int code = option_numbers(args, asked, NO_ANGLES, r->asked, 6, 0, NULL);
  if (code == DONE) code = read_joints(r, args, OPT_PREVIOUS, &r->previous);
  if (code == DONE) code = read_joints(r, args, OPT_PREFERRED, &r->preferred);
  if (code == DONE) code = read_joints(r, args, OPT_ACCELERATION_LIMITS, &limits);
  if (code == DONE && given(args, OPT_HAND_WEIGHTS)) {
    code = option_numbers(args, OPT_HAND_WEIGHTS, NO_ANGLES, o->weight, 6, 0, NULL);
    if (code == DONE) code = check_weights(o->weight);
  }
  if (code == DONE) code = read_positive(args, OPT_DAMPING, &o->damping);
  if (code == DONE) code = read_positive(args, OPT_PERIOD, &o->period);
  for (int i = 0; code == DONE && limits && i < r->session.robot.n; i++)
    if (!(limits[i] > 0)) code = fail("--acceleration-limits: joint %d: %g is not above 0", i + 1, limits[i]);
  o->limits.acceleration = limits;
  return code;
}

static int open_resolve(resolve *r, const arguments *args)
{
  ulna_resolve_options o = ulna_resolve_options_default();
  const int code = read_options(r, args, &o), n = r->session.robot.n;
  if (code != DONE) return code;
  const ulna_status status = ulna_resolver_create(r->session.robot.model, &o, NULL, &r->resolver);
  if (status != ULNA_OK) return fail("the limits cannot be kept: %s", ulna_status_text(status));
  table_out *t = &r->session.out;
  double **const lists[] = {&r->x, &r->held, &r->held_joints, &r->limited};
  for (size_t k = 0; k < sizeof lists / sizeof lists[0]; k++)
    *lists[k] = records_memory(t, (size_t)n, sizeof(double));
  session_echo(&r->session, args, r->rates ? "q" : "qv");
  records_add(t, r->rates ? "qd" : "qdd", 1, n, 0, 0, r->x);
  records_add(t, "held", 1, n, 0, 0, r->held);
  r->held_list = t->count;
  records_add(t, "held_joints", 1, n, 0, 0, r->held_joints)->not_in_csv = true;
  records_add(t, "residual", 1, 6, 0, 0, r->residual);
  records_add(t, "rank", 0, 0, 0, 0, &r->rank);
  records_add(t, "smallest", 0, 0, 0, 0, &r->smallest);
  records_add(t, "raised", 0, 0, 0, 0, &r->raised);
  records_add(t, "limited", 1, n, 0, 0, r->limited);
  records_add(t, "scale", 0, 0, 0, 0, &r->scale);
  records_add(t, "slowing", 0, 0, 0, 0, &r->slowing);
  records_add(t, "clamped", 0, 0, 0, 0, &r->clamped);
  return DONE;
}

static int compute(void *context, const states *s)
{
  resolve *r = context;
  ulna_work *work = r->session.robot.work;
  ulna_resolve_outcome o;
  const ulna_status status =
      r->rates ? ulna_resolve_rate(r->resolver, work, s->q, r->asked, r->previous, r->preferred, r->x, &o)
               : ulna_resolve_acceleration(r->resolver, work, s->q, s->qd, r->asked, r->previous,
                                           r->preferred, r->x, &o);
  if (status != ULNA_OK) return fail("state %lld: %s", s->count, ulna_status_text(status));
  int held = 0;
  for (int i = 0; i < s->n; i++) {
    r->held[i] = o.held[i], r->limited[i] = o.limited[i];
    if (o.held[i]) r->held_joints[held++] = i + 1;
  }
  quantity *list = &r->session.out.quantities[r->held_list];
  list->size[0] = held;
  list->text = held == 0 && r->session.out.format == FORMAT_TEXT ? "none" : NULL;
  memcpy(r->residual, o.residual, sizeof o.residual);
  r->rank = o.rank, r->smallest = o.smallest, r->raised = o.raised;
  r->scale = o.scale, r->slowing = o.slowing, r->clamped = o.clamped;
  return DONE;
}

int run_resolve(const arguments *args)
{
  resolve r = {.resolver = NULL};
  int code = session_open(&r.session, args);
  if (code == DONE) code = open_resolve(&r, args);
  if (code == DONE) code = session_run(&r.session, compute, &r);
  ulna_resolver_destroy(r.resolver);
  session_close(&r.session);
  return code;
}
