/* The scenario file, version 1: a tree of nodes read into an ulna_scenario. Every problem is reported, each once. */
#include "scenario/loading.h"

enum {
  VERSION,
  NAME,
  SUMMARY,
  ROBOT,
  ACCEPT,
  GRAVITY,
  TOOL,
  START,
  DURATION,
  INTEGRATOR,
  DRIVEN_BY,
  FRICTION,
  FORWARD_METHOD,
  STOPS,
  INPUTS,
  INPUT_TABLE,
  CURRENT_LOOP,
  SENSORS,
  SEED,
  HAND_WRENCH,
  PAYLOADS,
  BASE,
  SURFACE,
  TRAJECTORY,
  CONTROLLER,
  MODEL_ERROR,
  CHANGES,
  RECORD,
  REFERENCE,
  ROOT_COUNT
};

static void read_head(loading *l, const field *f, where w)
{
  const char *text = NULL;
  if (ulna_yaml_text(&l->r, f[NAME].value, ulna_yaml_inside(w, "name"), &text))
    l->s->name = ulna_scenario_copy(l, text);
  l->s->summary = "";
  if (f[SUMMARY].value && ulna_yaml_text(&l->r, f[SUMMARY].value, ulna_yaml_inside(w, "summary"), &text)) {
    if (strpbrk(text, "\n\r")) SAY(l, "value", f[SUMMARY].value, w, "summary must be one line");
    else l->s->summary = ulna_scenario_copy(l, text);
  }
  double seed;
  if (f[SEED].value &&
      ulna_scenario_whole(l, f[SEED].value, ulna_yaml_inside(w, "seed"), 0, 9007199254740992.0, &seed))
    l->s->seed = (uint64_t)seed;
  ulna_scenario_positive(l, f[DURATION].value, ulna_yaml_inside(w, "duration"), "s", &l->s->duration);
}

/* Document 000's section 7 and its rivals: how accelerations are found. */
static void read_forward_method(loading *l, const node *n, where w, ulna_plant_options *plant)
{
  if (!n) return;
  const char *names[ULNA_FORWARD_METHOD_COUNT];
  for (int k = 0; k < ULNA_FORWARD_METHOD_COUNT; k++)
    names[k] = ulna_forward_method_name((ulna_forward_method)k);
  int chosen = 0;
  if (!ulna_yaml_choice(&l->r, n, ulna_yaml_inside(w, "forward_method"), names, ULNA_FORWARD_METHOD_COUNT,
                        &chosen))
    return;
  plant->by_method = true;
  plant->forward_method = (ulna_forward_method)chosen;
  if (l->n && !ulna_plant_takes_method(l->s->model, plant->forward_method))
    SAY(l, "unsupported", n, w,
        "forward dynamics by %s is for links alone, but %s has rotors or friction by load; leave forward_method out",
        names[chosen], l->s->robot);
}

static void read_plant(loading *l, const field *f, where w)
{
  ulna_plant_options *plant = &l->s->plant;
  *plant = ulna_plant_options_default();
  static const char *const words[] = {"torque", "force", "current", "voltage"};
  int driven_by = 0;
  if (f[DRIVEN_BY].value &&
      ulna_yaml_choice(&l->r, f[DRIVEN_BY].value, ulna_yaml_inside(w, "driven_by"), words, 4, &driven_by)) {
    plant->driven_by = (ulna_driven_by)driven_by;
    const int missing = l->n ? ulna_plant_missing_motor(l->s->model, plant->driven_by) : -1;
    if (missing >= 0)
      SAY(l, "motor", f[DRIVEN_BY].value, w, "%s cannot be driven by %s: its actuator \"%s\" has no motor%s",
          l->s->robot, words[driven_by], ulna_scenario_owner_name(l, OF_ACTUATORS, missing),
          driven_by == ULNA_DRIVEN_BY_VOLTAGE ? " with a resistance" : "");
  }
  if (f[FRICTION].value)
    ulna_yaml_bool(&l->r, f[FRICTION].value, ulna_yaml_inside(w, "friction"), &plant->friction);
  read_forward_method(l, f[FORWARD_METHOD].value, w, plant);
  ulna_scenario_stops(l, f[STOPS].value, w);
}

/* Only version 1 can be read; nothing is known of any other, not even what would be wrong in it. */
static bool version_known(loading *l, const node *root, where w)
{
  for (const node *key = root->kind == NODE_MAPPING ? root->first : NULL; key; key = key->next->next) {
    if (key->kind != NODE_SCALAR) continue;
    if (strcmp(key->text, "ulna") == 0) {
      SAY(l, "version", key, w, "this is a robot file (ulna: …); a scenario begins with ulna_scenario: 1");
      return false;
    }
    double version;
    if (strcmp(key->text, "ulna_scenario") != 0) continue;
    if (!ulna_yaml_number(&l->r, key->next, ulna_yaml_inside(w, "ulna_scenario"), "", &version) ||
        version == 1)
      return true;
    SAY(l, "version", key->next, w, "this is version %.10g of the scenario file; version 1 can be read",
        version);
    return false;
  }
  return true;
}

static void read_root(loading *l, const node *root)
{
  field f[ROOT_COUNT] = {[VERSION] = {.name = "ulna_scenario", .required = true},
                         [NAME] = {.name = "name", .required = true},
                         [SUMMARY] = {.name = "summary"},
                         [ROBOT] = {.name = "robot", .required = true},
                         [ACCEPT] = {.name = "accept"},
                         [GRAVITY] = {.name = "gravity"},
                         [TOOL] = {.name = "tool"},
                         [START] = {.name = "start", .required = true},
                         [DURATION] = {.name = "duration", .required = true},
                         [INTEGRATOR] = {.name = "integrator", .required = true},
                         [DRIVEN_BY] = {.name = "driven_by"},
                         [FRICTION] = {.name = "friction"},
                         [FORWARD_METHOD] = {.name = "forward_method"},
                         [STOPS] = {.name = "stops"},
                         [INPUTS] = {.name = "inputs"},
                         [INPUT_TABLE] = {.name = "input_table"},
                         [CURRENT_LOOP] = {.name = "current_loop"},
                         [SENSORS] = {.name = "sensors"},
                         [SEED] = {.name = "seed"},
                         [HAND_WRENCH] = {.name = "hand_wrench"},
                         [PAYLOADS] = {.name = "payloads"},
                         [BASE] = {.name = "base"},
                         [SURFACE] = {.name = "surface"},
                         [TRAJECTORY] = {.name = "trajectory"},
                         [CONTROLLER] = {.name = "controller"},
                         [MODEL_ERROR] = {.name = "model_error"},
                         [CHANGES] = {.name = "changes"},
                         [RECORD] = {.name = "record"},
                         [REFERENCE] = {.name = "reference"}};
  const where w = {"", "scenario"};
  if (!version_known(l, root, w) || !ulna_yaml_fields(&l->r, root, w, "a scenario", f, ROOT_COUNT)) return;
  read_head(l, f, w);
  ulna_scenario_read_robot(l, f[ROBOT].value, f[GRAVITY].value, f[TOOL].value, f[ACCEPT].value, w);
  read_plant(l, f, w);
  ulna_scenario_start(l, f[START].value, w);
  ulna_scenario_read_integrator(l, f[INTEGRATOR].value, w);
  ulna_scenario_inputs(l, f[INPUTS].value, f[INPUT_TABLE].value, w);
  ulna_scenario_current_loop(l, f[CURRENT_LOOP].value, w);
  ulna_scenario_sensors(l, f[SENSORS].value, w);
  ulna_scenario_hand_wrench(l, f[HAND_WRENCH].value, w);
  ulna_scenario_payloads(l, f[PAYLOADS].value, w);
  ulna_scenario_base(l, f[BASE].value, w);
  ulna_scenario_surface(l, f[SURFACE].value, w);
  ulna_scenario_trajectory(l, f[TRAJECTORY].value, w);
  ulna_scenario_controller(l, f[CONTROLLER].value, w);
  ulna_scenario_read_model_error(l, f[MODEL_ERROR].value, w);
  ulna_scenario_changes(l, f[CHANGES].value, w);
  ulna_scenario_record(l, f[RECORD].value, w);
  ulna_scenario_reference(l, f[REFERENCE].value, w);
  if (l->s->controlled && l->s->controller.fine.feel && l->s->payload_count > 0 &&
      !l->s->model_error.unknown_payload)
    SAY(l, "twice", f[PAYLOADS].value, w,
        "the controller knows these payloads and would feel them too, and so carry them twice; let it feel them "
        "(model_error: {payload: unknown}), or not (fine: {feel: false})");
  for (int k = 0; k < 3 && !f[CONTROLLER].value; k++) {
    static const int keys[] = {TRAJECTORY, SENSORS, MODEL_ERROR};
    if (f[keys[k]].value)
      SAY(l, "unused", f[keys[k]].value, w, "%s is for a controller, and there is none", f[keys[k]].name);
  }
}

/* Parts that are sound by themselves may still contradict each other. */
static void check_whole(loading *l, const node *root)
{
  const ulna_simulation_options options = ulna_scenario_options(l->s);
  char why[SCENARIO_FAILURE];
  if (ulna_simulation_check(l->s->model, &options, why, sizeof why) != ULNA_OK)
    SAY(l, "run", root, ((where){"", "scenario"}), "%s", why);
}

static ulna_status create(const ulna_allocator *allocator, ulna_scenario **scenario)
{
  const ulna_allocator from = allocator_or_standard(allocator);
  ulna_scenario *s = from.allocate(from.context, sizeof *s, ARENA_ALIGNMENT);
  if (!s) return ULNA_OUT_OF_MEMORY;
  *s = (ulna_scenario){.allocator = from,
                       .event_tolerance = 1e-9,
                       .adaptive = {.method = ULNA_ERK, .relative = 1e-8, .absolute = 1e-8}};
  arena_init(&s->memory, &from);
  *scenario = s;
  return ULNA_OK;
}

void ulna_scenario_destroy(ulna_scenario *scenario)
{
  if (!scenario) return;
  const ulna_allocator from = scenario->allocator;
  for (int i = 0; i < scenario->segment_count; i++) ulna_trajectory_destroy(scenario->segments[i].trajectory);
  ulna_model_destroy(scenario->control_model);
  ulna_model_destroy(scenario->model);
  arena_free(&scenario->memory);
  from.release(from.context, scenario, sizeof *scenario);
}

/* The folder that relative names start from: up to the last slash of the file's own name. */
static const char *folder_of(arena *memory, const char *file)
{
  const char *slash = file ? strrchr(file, '/') : NULL;
  return slash ? arena_copy_bytes(memory, file, (size_t)(slash - file) + 1) : "";
}

static ulna_status read_into(loading *l)
{
  node *root = NULL;
  l->folder = folder_of(&l->r.memory, l->r.in->file);
  if (!l->folder) return ULNA_OUT_OF_MEMORY;
  const ulna_status status = ulna_yaml_tree(&l->r, &root);
  if (status != ULNA_OK) return status;
  read_root(l, root);
  if (l->r.status == ULNA_OK && !l->r.errors) check_whole(l, root);
  if (l->r.status != ULNA_OK) return l->r.status;
  return l->r.errors ? ULNA_BAD_SCENARIO : ULNA_OK;
}

static ulna_status read_input_to(const text_input *in, bool allow_outside, ulna_scenario **scenario)
{
  loading l = {.allow_outside = allow_outside, .r = {.in = in, .thing = "scenario", .status = ULNA_OK}};
  ulna_status status = create(in->allocator, &l.s);
  if (status != ULNA_OK) return status;
  arena_init(&l.r.memory, in->allocator);
  status = read_into(&l);
  if (l.r.status != ULNA_OK) status = l.r.status;
  arena_free(&l.r.memory);
  if (status == ULNA_OK) *scenario = l.s;
  else ulna_scenario_destroy(l.s);
  return status;
}

ulna_status ulna_scenario_read_text(const char *text, size_t length, const char *name,
                                    const ulna_scenario_read_options *options,
                                    const ulna_allocator *allocator, ulna_report *report,
                                    ulna_scenario **scenario)
{
  text_input in = {.file = name, .allocator = allocator, .report = report};
  arena memory;
  arena_init(&memory, allocator);
  ulna_status status = ulna_text_take_bytes(&in, &memory, text, length);
  if (status == ULNA_OK) status = read_input_to(&in, options && options->allow_outside, scenario);
  arena_free(&memory);
  return status;
}

ulna_scenario_read_options ulna_scenario_read_options_default(void)
{
  return (ulna_scenario_read_options){.allow_outside = false};
}

ulna_status ulna_scenario_read(const char *path, const ulna_scenario_read_options *options,
                               const ulna_allocator *allocator, ulna_report *report, ulna_scenario **scenario)
{
  text_input in = {.file = path, .allocator = allocator, .report = report};
  arena memory;
  arena_init(&memory, allocator);
  ulna_status status = ulna_text_take_file(&in, &memory);
  if (status == ULNA_OK) status = read_input_to(&in, options && options->allow_outside, scenario);
  arena_free(&memory);
  return status;
}

const char *ulna_scenario_name(const ulna_scenario *scenario) { return scenario->name; }
const char *ulna_scenario_summary(const ulna_scenario *scenario) { return scenario->summary; }
const char *ulna_scenario_robot(const ulna_scenario *scenario) { return scenario->robot; }
const char *ulna_scenario_integrator(const ulna_scenario *scenario) { return scenario->integrator; }
const char *ulna_scenario_record_file(const ulna_scenario *scenario) { return scenario->record_file; }
const ulna_model *ulna_scenario_model(const ulna_scenario *scenario) { return scenario->model; }
double ulna_scenario_duration(const ulna_scenario *scenario) { return scenario->duration; }
ulna_model_error ulna_scenario_model_error(const ulna_scenario *scenario) { return scenario->model_error; }
uint64_t ulna_scenario_seed(const ulna_scenario *scenario) { return scenario->seed; }
