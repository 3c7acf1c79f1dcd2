/* Declarations that all subcommands share: the one table of commands and options, the parsed command line, messages.
 *
 * The table (table.c) is the only place where a command, an option or a line of help is written down. Parsing,
 * `--help`, the man page and the bash completion are made from it. */
#ifndef CLI_H
#define CLI_H

#include <stdbool.h>
#include <stddef.h>

#include "base/nearest.h"

/* Exit codes. FOUND: the question was answered, and the answer is "no" (problems in a file, a pose out of reach). WORTHLESS: a
 * run came to its end, its recording is kept, and its summary says why it is worth nothing. A run that a signal ended
 * properly has 128 + its number, as shells do. */
enum { DONE = 0, FOUND = 1, BAD = 2, WORTHLESS = 3 };

typedef enum {
  OPT_NONE,
  OPT_Q,
  OPT_Q_A,
  OPT_NEAR,
  OPT_QD,
  OPT_QDD,
  OPT_TAU,
  OPT_FORCE,
  OPT_STATES,
  OPT_BASE_LINK,
  OPT_TIP_LINK,
  OPT_HOLD,
  OPT_ACCEPT,
  OPT_GRAVITY,
  OPT_BASE,
  OPT_WRENCH,
  OPT_PAYLOAD,
  OPT_LINKS_ONLY,
  OPT_METHOD,
  OPT_ROTORS,
  OPT_RANGE,
  OPT_SAMPLES,
  OPT_SIMPLIFIED,
  OPT_JOINT_WRENCHES,
  OPT_PARTS,
  OPT_DERIVATIVES,
  OPT_BASE_PARAMETERS,
  OPT_SHARE,
  OPT_TIME,
  OPT_DRIVEN_BY,
  OPT_INPUT,
  OPT_CURRENTS,
  OPT_OUTPUT,
  OPT_ONLY,
  OPT_CHRISTOFFEL,
  OPT_EXPLAIN,
  OPT_LINK,
  OPT_POINT,
  OPT_ALL,
  OPT_RPY_COLUMNS,
  OPT_AXES,
  OPT_POSE,
  OPT_XYZ,
  OPT_RPY,
  OPT_TARGETS,
  OPT_START,
  OPT_TOLERANCE,
  OPT_WEIGHTS,
  OPT_IGNORE_LIMITS,
  OPT_HAND_ACCELERATION,
  OPT_TWIST,
  OPT_PREVIOUS,
  OPT_PREFERRED,
  OPT_HAND_WEIGHTS,
  OPT_DAMPING,
  OPT_ACCELERATION_LIMITS,
  OPT_PERIOD,
  OPT_STARTS,
  OPT_SEED,
  OPT_RUN_SEED,
  OPT_DURATION,
  OPT_INTEGRATOR,
  OPT_FORWARD_METHOD,
  OPT_STEP,
  OPT_RUN_TOLERANCE,
  OPT_CONTROLLER,
  OPT_MASS_ERROR,
  OPT_FRICTION_ERROR,
  OPT_UNKNOWN_PAYLOAD,
  OPT_COMPARE,
  OPT_ARMS,
  OPT_VARY,
  OPT_ON,
  OPT_ARM,
  OPT_RECORD,
  OPT_REPORT,
  OPT_VIEW_FILE,
  OPT_WATCH,
  OPT_QUIET,
  OPT_NO_NOTES,
  OPT_ALLOW_OUTSIDE,
  OPT_SUMMARY_FORMAT,
  OPT_NAMES,
  OPT_STRICT,
  OPT_N,
  OPT_PAPERS,
  OPT_FORWARD,
  OPT_CONTROL,
  OPT_FUNCTIONS,
  OPT_PRECISION,
  OPT_LANES,
  OPT_PREFIX,
  OPT_OWN_SINCOS,
  OPT_DRIVES,
  OPT_PARAMETER,
  OPT_LATEX,
  OPT_OUTPUT_FOLDER,
  OPT_VIEW,
  OPT_SPEED,
  OPT_SAVE,
  OPT_PLOT_OUTPUT,
  OPT_CHARACTERS,
  OPT_TABLE_FORMAT,
  OPT_FORMAT,
  OPT_ECHO,
  OPT_HELP,
  OPT_COUNT
} option_id;

typedef enum {
  GROUP_ROBOT,
  GROUP_STATE,
  GROUP_SURROUNDINGS,
  GROUP_WHAT,
  GROUP_OUTPUT,
  GROUP_COUNT
} option_group;

typedef struct {
  const char *name;           /* without the dashes */
  const char *argument;       /* what stands after it in the help; NULL for a switch */
  const char *const *choices; /* NULL-terminated; NULL: anything */
  bool many;                  /* several choices, separated by commas */
  bool file;                  /* completed as a file name */
  option_group group;
  const char *help;
} option;

typedef enum {
  OPERANDS_NONE,
  OPERANDS_ROBOT,
  OPERANDS_MAYBE_ROBOT,
  OPERANDS_MAYBE_SCENARIO,
  OPERANDS_ROBOT_OR_SCENARIO,
  OPERANDS_FILES,
  OPERANDS_RECORDING,
  OPERANDS_COMMAND
} operand_kind;

typedef struct arguments arguments;

typedef struct {
  const char *name;
  operand_kind operands;
  const char *summary;        /* one line */
  const char *description;    /* paragraphs separated by empty lines; "  name\ttext": an item of a list */
  const char *examples;       /* lines */
  const char *const *methods; /* the choices of --method; NULL: has none */
  int (*run)(const arguments *args);
  const option_id *options; /* OPT_NONE ends it */
  const option_id *idle;    /* accepted, but without effect on the result: a note says so */
} command;

struct arguments {
  const command *command;
  const char *value[OPT_COUNT]; /* NULL: not given; "" for a switch */
  int operand_count;
  const char **operands;
};

extern const option options[OPT_COUNT];
extern const command commands[]; /* a name of NULL ends it */
extern const char *const group_titles[GROUP_COUNT];
extern const char *const about_ulna; /* what the program is, in one line */
extern const char
    *const state_notes; /* how states, numbers and results are written: part of help and man page */

/* Fills `args` from the words after the command's name. DONE, or BAD with the message already given. */
int arguments_parse(const command *c, int count, char **words, arguments *args);
void arguments_free(arguments *args);
const command *command_find(const char *name);
bool command_takes(const command *c, option_id id);
static inline bool given(const arguments *args, option_id id) { return args->value[id] != NULL; }

/* help.c: everything made from the table. */
void help_overview(void);
void help_command(const command *c);
void help_man(void);
void help_completion(void);

/* One line on stderr, "ulna COMMAND: …"; control characters are replaced, so that it stays one line. `fail`
 * returns BAD. */
void message_set_command(const char *name);
void message_set_quiet(void); /* no notes from here on */
int fail(const char *format, ...) __attribute__((format(printf, 1, 2)));
void note(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Replaces control characters but the line's end by `?`, in place: names in a file must not send commands to a
 * terminal. */
char *plain_text(char *text);

/* Memory, or the end of the program with a message. */
void *allocate(size_t count, size_t size);
char *text_printf(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* The subcommands. */
int run_robots(const arguments *args);
int run_show(const arguments *args);
int run_view(const arguments *args);
int run_check(const arguments *args);
int run_fk(const arguments *args);
int run_ik(const arguments *args);
int run_jacobian(const arguments *args);
int run_resolve(const arguments *args);
int run_id(const arguments *args);
int run_mass(const arguments *args);
int run_coriolis(const arguments *args);
int run_gravity(const arguments *args);
int run_fd(const arguments *args);
int run_regressor(const arguments *args);

int run_linearise(const arguments *args);
int run_drives(const arguments *args);
int run_udut(const arguments *args);
int run_noc(const arguments *args);
int run_compare(const arguments *args);
int run_generate(const arguments *args);
int run_simulate(const arguments *args);
int run_plot(const arguments *args);
int run_help(const arguments *args);

#endif
