/* ulna linearise: the plant of a robot or a scenario near a state, as A and B. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli.h"
#include "numbers.h"
#include "output.h"
#include "robot.h"
#include "states.h"
#include "ulna/drive.h"
#include "ulna/follow.h"
#include "ulna/plant.h"
#include "ulna/scenario.h"

typedef struct {
  table_out out;
  robot robot; /* of a robot */
  ulna_plant *own;
  ulna_report *report; /* of a scenario */
  ulna_scenario *scenario;
  ulna_run *run;

  const ulna_model *model;
  ulna_plant *plant;
  ulna_driven_by driven_by;
  int n, m;
  double t, *y, *input; /* input: of a robot */
  double *x, *u, *xd, *A, *B;
} linearise;

static const char *const inputs[] = {"torque", "force", "current", "voltage"};

static void give_input(void *context, double t, const double q[], const double qd[], double u[])
{
  const linearise *x = context;
  (void)t, (void)q, (void)qd;
  memcpy(u, x->input, (size_t)x->n * sizeof *u);
}

static int plant_failed(const linearise *x, ulna_status status)
{
  const int missing = ulna_plant_missing_motor(x->model, x->driven_by);
  if (status == ULNA_UNSUPPORTED && missing >= 0)
    return fail("--driven-by %s: actuator \"%s\" has no motor%s", inputs[x->driven_by],
                ulna_actuator_name(x->model, missing),
                x->driven_by == ULNA_DRIVEN_BY_VOLTAGE ? " with a resistance" : "");
  return fail("%s", ulna_status_text(status));
}

/* --q, --qd, and of a robot --input and --current into the state. */
static int read_state(linearise *x, const arguments *args, const bool turns[])
{
  static const option_id options_of[] = {OPT_Q, OPT_QD, OPT_CURRENTS, OPT_INPUT};
  double *const to[] = {x->y, x->y + x->n, x->y + 2 * (size_t)x->n, x->input};
  for (int k = 0; k < 4; k++) {
    if (!given(args, options_of[k])) continue;
    if (k == 2 && x->driven_by != ULNA_DRIVEN_BY_VOLTAGE) return fail("--current needs --driven-by voltage");
    const int code =
        option_joint_numbers(args, options_of[k], k < 2 ? JOINTS : NO_ANGLES, turns, to[k], x->n);
    if (code != DONE) return code;
  }
  return DONE;
}

static int open_robot(linearise *x, const arguments *args)
{
  if (given(args, OPT_TIME)) return fail("--time is for scenarios");
  int code = robot_open(&x->robot, args);
  if (code != DONE) return code;
  x->model = x->robot.model;
  x->n = x->robot.n;
  x->input = records_memory(&x->out, (size_t)x->n, sizeof(double));
  ulna_plant_options plant = ulna_plant_options_default();
  for (int k = 0; k < 4 && given(args, OPT_DRIVEN_BY); k++)
    if (strcmp(args->value[OPT_DRIVEN_BY], inputs[k]) == 0) plant.driven_by = (ulna_driven_by)k;
  x->driven_by = plant.driven_by;
  plant.linear = true;
  plant.friction = !given(args, OPT_LINKS_ONLY);
  if (!plant.friction && plant.driven_by != ULNA_DRIVEN_BY_TORQUE)
    return fail("--links-only leaves the drives out: then it is driven by torque");
  const ulna_surroundings around = {.context = x, .input = give_input};
  const ulna_status status = ulna_plant_create(x->model, &plant, &around, NULL, &x->own);
  if (status != ULNA_OK) return plant_failed(x, status);
  x->plant = x->own;
  ulna_work *work = ulna_plant_work(x->plant);
  if (!plant.friction) ulna_work_set_rotors(work, ULNA_ROTORS_NONE);
  ulna_work_set_base_motion(work, &x->robot.base);
  ulna_work_set_hand_wrench(work, x->robot.force, x->robot.moment);
  if (given(args, OPT_PAYLOAD)) code = robot_payload(args, work);
  x->y = records_memory(&x->out, (size_t)ulna_plant_state_count(x->plant), sizeof(double));
  if (code == DONE) code = read_state(x, args, x->robot.turns);
  if (code == DONE && given(args, OPT_Q)) code = judge_posture(&x->robot, args, OPT_Q, x->y);
  return code;
}

static int open_run(linearise *x, const arguments *args)
{
  double until = 0;
  if (given(args, OPT_TIME)) {
    const int code = option_numbers(args, OPT_TIME, NO_ANGLES, &until, 1, 0, NULL);
    if (code != DONE) return code;
  }
  if (!(until >= 0 && until <= ulna_scenario_duration(x->scenario)))
    return fail("--time %g: the scenario goes from 0 to %g s", until, ulna_scenario_duration(x->scenario));
  ulna_run_options run = ulna_run_options_default();
  run.linear = true;
  ulna_report_clear(x->report);
  const ulna_status made = ulna_run_create(x->scenario, &run, NULL, x->report, &x->run);
  if (made != ULNA_OK) return tell_first(x->report, "the scenario", made, "ulna check");
  const ulna_status status = ulna_run_advance(x->run, until, NULL);
  if (status != ULNA_OK) return fail("%s", ulna_run_failure(x->run));
  return DONE;
}

static int open_scenario(linearise *x, const arguments *args)
{
  static const option_id of_robots[] = {OPT_INPUT,   OPT_CURRENTS, OPT_BASE,       OPT_WRENCH,
                                        OPT_GRAVITY, OPT_PAYLOAD,  OPT_LINKS_ONLY, OPT_DRIVEN_BY};
  for (size_t k = 0; k < sizeof of_robots / sizeof *of_robots; k++)
    if (given(args, of_robots[k]))
      return fail("--%s is for a ROBOT; a scenario itself says what acts on the arm",
                  options[of_robots[k]].name);
  int code = open_run(x, args);
  if (code != DONE) return code;
  ulna_simulation *simulation = ulna_run_simulation(x->run);
  x->model = ulna_scenario_model(x->scenario);
  x->plant = ulna_simulation_plant(simulation);
  x->n = ulna_model_joint_count(x->model);
  x->t = ulna_simulation_time(simulation);
  x->input = records_memory(&x->out, (size_t)x->n, sizeof(double));
  const size_t size = (size_t)ulna_plant_state_count(x->plant);
  x->y = records_memory(&x->out, size, sizeof(double));
  memcpy(x->y, ulna_simulation_state(simulation), size * sizeof(double));
  bool *turns = records_memory(&x->out, (size_t)x->n, sizeof *turns);
  for (int i = 0; i < x->n; i++) turns[i] = ulna_model_joint(x->model, i + 1)->type == ULNA_REVOLUTE;
  return read_state(x, args, turns);
}

/* Whether the operand is a scenario; it is then read, and *code says how that went. */
static bool is_scenario(linearise *x, const arguments *args, int *code)
{
  const char *name = args->operands[0];
  const ulna_scenario_read_options how = {.allow_outside = given(args, OPT_ALLOW_OUTSIDE)};
  const ulna_built_in_scenario *known =
      built_in(name) || access(name, F_OK) == 0 ? NULL : ulna_scenario_find(name);
  *code = DONE;
  if (!known && (built_in(name) || access(name, F_OK) != 0)) return false;
  if (ulna_report_create(NULL, &x->report) != ULNA_OK) {
    *code = fail("out of memory");
    return true;
  }
  if (!known) {
    // a robot's reader says what a file is that is none
    ulna_model *model = NULL;
    const ulna_status status = ulna_model_read(name, NULL, NULL, x->report, &model);
    ulna_model_destroy(model);
    const bool other = status != ULNA_OK && ulna_report_count(x->report, ULNA_NOTE) > 0 &&
                       strcmp(ulna_report_get(x->report, 0)->condition, "scenario") == 0;
    ulna_report_clear(x->report);
    if (!other) return false;
  }
  const ulna_status status = known ? ulna_scenario_load(known->key, NULL, x->report, &x->scenario)
                                   : ulna_scenario_read(name, &how, NULL, x->report, &x->scenario);
  char *all = text_printf("ulna check %s", name);
  if (status != ULNA_OK) *code = tell_first(x->report, name, status, all);
  free(all);
  return true;
}

/* Names of the states: "q waist", …, "qd waist", …, "i motor 1", …; of the inputs those of joints or actuators. */
static const char **state_texts(linearise *x, bool short_ones)
{
  static const char *const kinds[] = {"q", "qd", "current"};
  const char **names = records_memory(&x->out, (size_t)x->m, sizeof *names);
  for (int k = 0; k < x->m; k++) {
    const int i = k % x->n, kind = k / x->n;
    const char *of = kind < 2 ? ulna_model_joint(x->model, i + 1)->name : ulna_actuator_name(x->model, i);
    const size_t room = strlen(of) + 12;
    char *text = records_memory(&x->out, room, 1);
    snprintf(text, room, "%s%s%s", short_ones && kind == 2 ? "i" : kinds[kind], short_ones ? " " : ": ", of);
    names[k] = text;
  }
  return names;
}

static const char **input_texts(linearise *x)
{
  const char **names = records_memory(&x->out, (size_t)x->n, sizeof *names);
  for (int i = 0; i < x->n; i++)
    names[i] = x->driven_by == ULNA_DRIVEN_BY_TORQUE ? ulna_model_joint(x->model, i + 1)->name
                                                     : ulna_actuator_name(x->model, i);
  return names;
}

static void say(table_out *t, const char *name, const char *text)
{
  quantity *q = records_add(t, name, 0, 0, 0, 0, NULL);
  q->text = text;
  q->not_in_csv = true;
}

static void add_names(table_out *t, const char *name, int count, const char *const *texts)
{
  quantity *q = records_add(t, name, 1, count, 0, 0, NULL);
  q->texts = texts;
  q->not_in_csv = q->not_in_text = true;
}

static void open_results(linearise *x, const arguments *args)
{
  table_out *t = &x->out;
  const int n = x->n, m = x->m;
  text_axis *axes = records_memory(t, 2, sizeof *axes);
  axes[0].names = state_texts(x, true), axes[1].names = input_texts(x);
  double **const vectors[] = {&x->x, &x->xd};
  for (int k = 0; k < 2; k++) *vectors[k] = records_memory(t, (size_t)m, sizeof(double));
  x->u = records_memory(t, (size_t)n, sizeof(double));
  x->A = records_memory(t, (size_t)m * (size_t)m, sizeof(double));
  x->B = records_memory(t, (size_t)m * (size_t)n, sizeof(double));
  t->single = true;
  say(t, "model", given(args, OPT_LINKS_ONLY) ? "links only" : "whole robot");
  say(t, "driven_by", inputs[x->driven_by]);
  add_names(t, "states", m, state_texts(x, false));
  add_names(t, "inputs", n, axes[1].names);
  records_add(t, "t", 0, 0, 0, 0, &x->t);
  records_add(t, "x", 1, m, 0, 0, x->x);
  records_add(t, "u", 1, n, 0, 0, x->u);
  records_add(t, "xd", 1, m, 0, 0, x->xd);
  quantity *A = records_add(t, "A", 2, m, m, 0, x->A);
  A->rows = A->by = &axes[0];
  quantity *B = records_add(t, "B", 2, m, n, 0, x->B);
  B->rows = &axes[0], B->by = &axes[1];
}

static int compute(linearise *x, bool changed)
{
  char why[200] = "";
  double *rate = records_memory(&x->out, (size_t)ulna_plant_state_count(x->plant), sizeof(double));
  if (ulna_follower_count(x->model) > 0)
    return fail("ulna linearise does not support joints that follow others, and this robot has one");
  ulna_status status = changed ? ulna_plant_start(x->plant, x->t, x->y) : ULNA_OK;
  if (status == ULNA_INVALID_ARGUMENT) return fail("a joint is beyond its hard stop");
  if (status == ULNA_OK) status = ulna_plant_linearise(x->plant, x->t, x->y, x->A, x->B, why, sizeof why);
  if (status == ULNA_UNSUPPORTED)
    return x->own ? fail("there is no derivative: %s; give --qd, or --links-only", why)
                  : fail("at t = %g s there is no derivative: %s; give --time, or --qd", x->t, why);
  if (status == ULNA_OK) status = ulna_plant_rate(x->plant, x->t, x->y, rate);
  const ulna_plant_signals signals = {.u = x->u};
  if (status == ULNA_OK) status = ulna_plant_observe(x->plant, x->t, x->y, &signals);
  if (status != ULNA_OK) return fail("at t = %g s: %s", x->t, ulna_status_text(status));
  memcpy(x->x, x->y, (size_t)x->m * sizeof(double));
  memcpy(x->xd, rate, (size_t)x->m * sizeof(double));
  return DONE;
}

static void close_linearise(linearise *x)
{
  records_close(&x->out);
  ulna_plant_destroy(x->own);
  ulna_run_destroy(x->run);
  ulna_scenario_destroy(x->scenario);
  ulna_report_destroy(x->report);
  robot_close(&x->robot);
}

int run_linearise(const arguments *args)
{
  linearise x = {.t = 0};
  records_open(&x.out, args);
  int code = records_output(&x.out, args);
  x.out.expected = 1;
  bool scenario = false;
  if (code == DONE) scenario = is_scenario(&x, args, &code);
  if (code == DONE) code = scenario ? open_scenario(&x, args) : open_robot(&x, args);
  if (code == DONE) {
    if (scenario) x.driven_by = ulna_plant_driven_by(x.plant);
    x.m = ulna_plant_linear_state_count(x.plant);
    open_results(&x, args);
    code = compute(&x, !scenario || given(args, OPT_Q) || given(args, OPT_QD));
  }
  if (code == DONE) code = records_write(&x.out);
  if (code == DONE) code = records_end(&x.out);
  close_linearise(&x);
  return code;
}
