/* Declarations that the parts of the scenario file's reader share. Each part reads one key's value into the scenario;
 * it reports what it cannot read, and leaves a harmless value. */
#ifndef ULNA_SCENARIO_LOADING_H
#define ULNA_SCENARIO_LOADING_H

#include "read/parts/parts.h"
#include "scenario/scenario.h"
#include "text/csv.h"

typedef struct {
  reader r;
  ulna_scenario *s;
  const char *folder; /* of the scenario file, with its last slash; "": the working folder */
  bool allow_outside; /* files may lie anywhere */
  int n;              /* joints of the model; 0: there is none, and widths and names cannot be judged */
  const ulna_waiver *accept;
  int accept_count;
} loading;

/* Says an error at a node. */
#define SAY(l, condition, at, w, ...)                                                                        \
  ulna_yaml_say(&(l)->r, ULNA_ERROR, condition, at, (w).subject, __VA_ARGS__)

/* Memory for what stays with the scenario; NULL (and the status set) when there is none. */
void *ulna_scenario_take(loading *l, size_t count, size_t size);
const char *ulna_scenario_copy(loading *l, const char *text);

/* The name of a file under the scenario's folder; NULL when there is no memory, or when it lies elsewhere, which is
 * reported. Temporary. */
char *ulna_scenario_path(loading *l, const node *at, where w, const char *name);

/* A number in `unit`; an angle, and so with `deg` if desired, where that is "rad". With bounds: of what it must be. */
bool ulna_scenario_value(loading *l, const node *n, where w, const char *unit, double *value);
bool ulna_scenario_positive(loading *l, const node *n, where w, const char *unit, double *value);
bool ulna_scenario_not_negative(loading *l, const node *n, where w, const char *unit, double *value);
bool ulna_scenario_whole(loading *l, const node *n, where w, double lowest, double highest, double *value);

/* The numbers of a list, at least `least` of them, in memory that stays. */
bool ulna_scenario_numbers(loading *l, const node *n, where w, const char *unit, int least,
                           const double **values, int *count);

/* Values for each of n joints or actuators. */
typedef enum { OF_JOINTS, OF_ACTUATORS } scenario_owner;

/* Finds a joint (from 0) or an actuator by its name; -1, reported at the node with the nearest name, if there is none. */
int ulna_scenario_find_place(loading *l, const node *key, where w, scenario_owner owner);
const char *ulna_scenario_owner_name(const loading *l, scenario_owner owner, int i);

/* n numbers as a list, by name (those not named keep what `values` holds), or, if `one` says so, one number for all.
 * `turning` and `sliding` are the units for revolute and prismatic joints (rotary and linear actuators). */
bool ulna_scenario_each(loading *l, const node *n, where w, scenario_owner owner, const char *turning,
                        const char *sliding, bool one, double values[]);
/* Positions of the joints, or their rates. Followers may be left out; a position that contradicts the leader's is a
 * fault. */
bool ulna_scenario_joint_motion(loading *l, const node *n, where w, bool rate, double values[]);

/* A sum of signals: a number, one signal {shape: {…}}, or a list of those. */
bool ulna_scenario_channel(loading *l, const node *n, where w, const char *unit, ulna_channel *channel);
/* Whether times rise; if not, that is reported. */
bool ulna_scenario_times_rise(loading *l, const node *n, where w, const double *times, int count);

/* A table of numbers from a CSV with a header; all problems are reported, in the CSV's own lines or at `file`. */
bool ulna_scenario_csv(loading *l, const node *file, where w, csv_table *table);
/* A column's times or values, in memory that stays. */
double *ulna_csv_column(loading *l, const csv_table *table, int column);

/* Numbers of one mapping, by a table; what is left out keeps its value. */
typedef enum { POSITIVE, NOT_NEGATIVE } number_rule;
typedef struct {
  const char *name, *unit;
  number_rule rule;
  double *value;
} number_field;
void ulna_scenario_number_fields(loading *l, const number_field *numbers, field *f, int count, where w);

/* n numbers that may not be negative, for each or one for all; NULL if the field is absent or cannot be read. */
const double *ulna_scenario_each_positive(loading *l, const field *f, where w, scenario_owner owner,
                                          const char *turning, const char *sliding);

/* The keys of the root. */
void ulna_scenario_read_robot(loading *l, const node *n, const node *gravity, const node *tool,
                              const node *accept, where w);
void ulna_scenario_start(loading *l, const node *n, where w);
void ulna_scenario_reference(loading *l, const node *n, where w);
void ulna_scenario_read_integrator(loading *l, const node *n, where w);
void ulna_scenario_stops(loading *l, const node *n, where w);
void ulna_scenario_inputs(loading *l, const node *inputs, const node *table, where w);
void ulna_scenario_hand_wrench(loading *l, const node *n, where w);
void ulna_scenario_base(loading *l, const node *n, where w);
void ulna_scenario_payloads(loading *l, const node *n, where w);
void ulna_scenario_surface(loading *l, const node *n, where w);
void ulna_scenario_sensors(loading *l, const node *n, where w);
void ulna_scenario_current_loop(loading *l, const node *n, where w);
void ulna_scenario_trajectory(loading *l, const node *n, where w);
void ulna_scenario_controller(loading *l, const node *n, where w);
void ulna_scenario_read_model_error(loading *l, const node *n, where w);
void ulna_scenario_changes(loading *l, const node *n, where w);
void ulna_scenario_record(loading *l, const node *n, where w);

#endif
