/* Scenarios: a run of a robot described by a file, read, checked and executed.
 *
 * The scenario file, version 1 (docs/scenario_file.md), names a robot, a start, what acts on the arm over time, how it
 * is integrated and what is recorded. Its reader reports every problem it finds, with file, line and column. Part of
 * libulna_scenario, which stands on libulna_read and, where that is built, libulna_adaptive.
 * Nothing here is real-time. Frames, orders and signs: docs/conventions.md. */
#ifndef ULNA_SCENARIO_H
#define ULNA_SCENARIO_H

#include <stdint.h>

#include "ulna/recorder.h"
#include "ulna/robots.h"
#include "ulna/simulation.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The checked content of a file: read-only, and shareable between threads. */
typedef struct ulna_scenario ulna_scenario;

/* What a caller allows a file to do. Start from ulna_scenario_read_options_default; the struct may grow. */
typedef struct {
  bool
      allow_outside; /* the files it names may lie anywhere. Else a robot or a table must lie under the scenario's folder, and
                         a recording under the working folder, symbolic links included (or ULNA_BAD_SCENARIO) */
} ulna_scenario_read_options;
ULNA_API ulna_scenario_read_options ulna_scenario_read_options_default(void);

/* Reads and checks a scenario and the robot and tables it names; relative names of those are looked for next to the
 * file. options, allocator and report may be NULL. *scenario is untouched on failure; the report then has at least one
 * error that says why, unless memory ran out.
 *   ULNA_CANNOT_READ   no such file, not a file, not readable, too large
 *   ULNA_SYNTAX        not YAML, or in a wrong encoding
 *   ULNA_BAD_SCENARIO  well-formed, but not a scenario that can be run; or it names a robot or a table that cannot be used */
ULNA_API ulna_status ulna_scenario_read(const char *path, const ulna_scenario_read_options *options,
                                        const ulna_allocator *allocator, ulna_report *report,
                                        ulna_scenario **scenario) ULNA_MUST_CHECK;

/* The same from memory. The report names `name` as the file, and relative names are looked for next to it; NULL: in
 * the working folder. */
ULNA_API ulna_status ulna_scenario_read_text(const char *text, size_t length, const char *name,
                                             const ulna_scenario_read_options *options,
                                             const ulna_allocator *allocator, ulna_report *report,
                                             ulna_scenario **scenario) ULNA_MUST_CHECK;
ULNA_API void ulna_scenario_destroy(ulna_scenario *scenario); /* NULL is allowed */

/* Texts live as long as the scenario. robot: a built-in's key, or a file's name. integrator: "rk4, steps of 0.001 s".
 * record_file: NULL if none is named. model: the plant's. seed: of everything drawn at random. */
ULNA_API const char *ulna_scenario_name(const ulna_scenario *scenario);
ULNA_API const char *ulna_scenario_summary(const ulna_scenario *scenario); /* one line; may be empty */
ULNA_API const char *ulna_scenario_robot(const ulna_scenario *scenario);
ULNA_API const char *ulna_scenario_integrator(const ulna_scenario *scenario);
ULNA_API const char *ulna_scenario_record_file(const ulna_scenario *scenario);
ULNA_API const ulna_model *ulna_scenario_model(const ulna_scenario *scenario);
ULNA_API double ulna_scenario_duration(const ulna_scenario *scenario); /* s */
ULNA_API uint64_t ulna_scenario_seed(const ulna_scenario *scenario);

/* How the controller's model differs from the arm: relative errors of masses and inertias, and of friction (0.1: 10 %
 * above the arm's; above -1), and whether it does not know payloads that are picked up. */
typedef struct {
  double mass, friction;
  bool unknown_payload;
} ulna_model_error;
ULNA_API ulna_model_error ulna_scenario_model_error(const ulna_scenario *scenario); /* zeros: none */

/* The built-in scenarios: the files of scenarios/, in alphabetical order. `key` is what the command takes and
 * what the file is called; `text` the whole file, 0-terminated. */
typedef struct {
  const char *key;
  const char *name;
  const char *summary;
  const char *text;
  size_t length;
} ulna_built_in_scenario;

ULNA_API int ulna_scenario_count(void);
ULNA_API const ulna_built_in_scenario *ulna_scenario_get(int index); /* NULL outside 0…count-1 */

/* The built-in scenario with that key, in capitals or not; NULL if there is none. And the key closest in spelling;
 * NULL if none is close. */
ULNA_API const ulna_built_in_scenario *ulna_scenario_find(const char *key);
ULNA_API const char *ulna_scenario_nearest(const char *key);

/* Reads a built-in as ulna_scenario_read does a file. ULNA_NOT_FOUND if there is none: the report names the nearest key. */
ULNA_API ulna_status ulna_scenario_load(const char *key, const ulna_allocator *allocator, ulna_report *report,
                                        ulna_scenario **scenario) ULNA_MUST_CHECK;

/* One execution of a scenario. The scenario must outlive it; several runs may share one. */
typedef struct ulna_run ulna_run;

/* How an arm differs from the scenario's robot, unknown to its controller. */
typedef struct {
  const double *masses; /* n: each link's mass and inertia times this; NULL: as they are */
  double friction;      /* all friction times this */
  double payload;       /* kg more at the tool frame's origin, always */
} ulna_arm;

/* What a caller may replace in a scenario: 0 and NULL keep the scenario's. Start from ulna_run_options_default. */
typedef struct {
  const uint64_t *seed;
  double duration; /* s */
  const char
      *integrator; /* a word of the file's `method`; takes the scenario's step or tolerance if it has one */
  const char *forward_method; /* the name of a method (ulna_forward_method_name), of robots without rotors */
  double step;                /* s; of methods with steps of a fixed length */
  double tolerance;           /* relative and absolute; of the others */
  const char
      *controller; /* the name of a kind (ulna_control_kind_name); everything else of the scenario's stays */
  const ulna_model_error *model_error; /* instead of all of the scenario's */
  bool time_steps;                     /* measure how long the controller's steps take, in real time */
  bool linear;                         /* for ulna_plant_linearise, as ulna_plant_options.linear */
  const ulna_arm *arm;                 /* the plant is such an arm; it need not outlive the call */
} ulna_run_options;
ULNA_API ulna_run_options ulna_run_options_default(void);

/* Makes plant, simulation, trajectory and controller, and puts the arm at its start; options, allocator and report may
 * be NULL. *run is untouched on failure, and the report says why unless memory ran out: ULNA_BAD_SCENARIO if the arm
 * cannot start there, ULNA_INVALID_ARGUMENT for options that contradict each other, ULNA_UNSUPPORTED if this build
 * cannot run it. */
ULNA_API ulna_status ulna_run_create(const ulna_scenario *scenario, const ulna_run_options *options,
                                     const ulna_allocator *allocator, ulna_report *report,
                                     ulna_run **run) ULNA_MUST_CHECK;
ULNA_API void ulna_run_destroy(ulna_run *run); /* NULL is allowed */

/* What the run uses, options included. */
ULNA_API double ulna_run_duration(const ulna_run *run);
ULNA_API const char *ulna_run_integrator(const ulna_run *run);
ULNA_API uint64_t ulna_run_seed(const ulna_run *run);
ULNA_API const char *ulna_run_controller(const ulna_run *run); /* "unified", …; NULL: there is none */
ULNA_API ulna_model_error ulna_run_model_error(const ulna_run *run);

/* What a row holds: the time first, then the groups the scenario asks for. */
ULNA_API int ulna_run_column_count(const ulna_run *run);
ULNA_API const ulna_column *ulna_run_columns(const ulna_run *run);

/* An event: kind "stick", "payload", …; what it happened to, by name; and details, which may be empty. Texts live
 * during the call. */
typedef struct {
  double t;
  const char *kind, *what, *detail;
} ulna_run_event;

/* Takes rows and events as they come; either function may be NULL. A status that is not ULNA_OK ends the run. */
typedef struct {
  void *context;
  ulna_status (*row)(void *context, const double row[]);
  ulna_status (*event)(void *context, const ulna_run_event *event);
  ulna_status (*step)(void *context, double t); /* after every step of the integrator, however short */
} ulna_run_sink;

/* Advances to the last row that is due at or before `until`, or to the run's end if `until` is not before it. You may
 * call it piece by piece; rows and events are the same to the last bit however you divide it.
 * The first call gives the row of t = 0.
 *   ULNA_NOT_FINITE, ULNA_SINGULAR, ULNA_NOT_CONVERGED  the run cannot go on; or what the sink returned
 * Once it has failed it fails again; ulna_run_failure says why. */
ULNA_API ulna_status ulna_run_advance(ulna_run *run, double until, const ulna_run_sink *sink) ULNA_MUST_CHECK;
ULNA_API double ulna_run_time(const ulna_run *run);
ULNA_API ulna_simulation *ulna_run_simulation(ulna_run *run); /* to look at plant and state; not to advance */
ULNA_API bool ulna_run_is_over(const ulna_run *run);          /* the end was reached */

/* One sentence: why the last advance failed, at what time; "" if it did not. */
ULNA_API const char *ulna_run_failure(const ulna_run *run);

/* The effort of one joint: the largest; the limit of the robot or, if lower, of its controller; when it first
 * exceeded the robot's limit; and the root mean square over the rows. */
typedef struct {
  const char *name, *unit;
  double largest, limit; /* magnitudes; limit infinite: none */
  double exceeded_at;    /* s; NaN: never */
  double rms;            /* NaN: no row yet */
} ulna_run_effort;

/* How the hand followed one segment of the trajectory, at the rows that fall into it. Set points of joints count by
 * the hand's position that they give. A position is off by its distance from the path, and lags by its distance
 * behind along it. The direction of a push, in which the hand is free, does not count. All are NaN without a row. */
typedef struct {
  const char *name;            /* as the scenario calls it, or "segment 2" */
  double start, end;           /* s */
  double off_rms, off_largest; /* m: beside the path */
  double lag_rms, lag_largest; /* m: along the path, magnitudes */
  double turned_largest;       /* rad: from the desired orientation */
} ulna_run_tracking;

/* The hand on the surface, at rows, from the first touch on; in scenarios whose segments push, only while they
 * push. */
typedef struct {
  double touched;              /* s; NaN: never; then all numbers below except `settling` are NaN too */
  double desired;              /* N: of the last push; NaN: none */
  double settling;             /* s after the first touch, which the next three leave out */
  double mean, least, largest; /* N: normal force */
  double peak;                 /* N: largest of all rows from the first touch on, pushing or not */
  double bounce;               /* m: the farthest that the hand left the surface again */
} ulna_run_contact;

/* The controller's work as a whole. The hand's errors are those of all segments, at rows, as above: not in the direction of a
 * push, and not after the trajectory's end. NaN while there was no row. */
typedef struct {
  const char *kind;                  /* "unified", … */
  double error_rms, error_largest;   /* m: from where the hand should be */
  double turned_rms, turned_largest; /* rad */
  long saturated;                    /* samples at which a limit cut the output */
  int stage_changes;
  double
      lowered; /* the least share of a gain that remains after lowering for the sampled loop; 1: as asked */
  double step_time;  /* s: median time of a step; NaN without time_steps */
  const char *fault; /* why the arm was held still; NULL: it was not */
} ulna_run_control;

/* The actuators' positions beside those of another source (the scenario's `reference`): n each. */
typedef struct {
  const char *source;
  int count;
  const double *expected, *reached; /* rad or m; NaN before the first row */
  const char *const *name, *const *unit;
  bool at_rest; /* every joint stands still, exactly */
} ulna_run_reference;

/* The summary so far. Arrays and texts live until the run advances or is destroyed. */
typedef struct {
  double t;
  long steps, events, control_samples, rows;
  double energy_error; /* of the balance of energy and work, relative to energy_scale */
  double energy_scale; /* J: the largest energy or work there was */
  int effort_count;
  const ulna_run_effort *effort;
  int tracking_count; /* 0: there is no trajectory */
  const ulna_run_tracking *tracking;
  const ulna_run_contact *contact;     /* NULL: there is no surface */
  const ulna_run_control *control;     /* NULL: there is no controller */
  const ulna_run_reference *reference; /* NULL: the scenario has none */
  int warning_count;
  int worthless_count; /* how many of the warnings, the first ones, say why the run is worth nothing: sustained
                          saturation, chattering, an arm that the controller could not hold, energy and work
                          that do not balance to 1e-3 */
  const char *const *warnings; /* limits exceeded, and the like: a sentence each */
} ulna_run_summary;
ULNA_API const ulna_run_summary *ulna_run_summary_get(ulna_run *run);

#ifdef __cplusplus
}
#endif
#endif
