/* Public functions of dynamics as compare_libraries calls them: a table of names and of what each takes. */
#ifndef ULNA_BENCH_SUBJECTS_H
#define ULNA_BENCH_SUBJECTS_H

#include <stdbool.h>

#include "ulna/ulna.h"

enum { STATES = 256, MOST_JOINTS = 32, MOST_PLACES = 2 * MOST_JOINTS };

typedef void (*any_function)(void);

/* One build of the library with an arm. */
typedef struct {
  const char *folder;
  void *core, *readers;
  bool regular;  // works have parts, names and arguments have rules; else as it was before
  bool
      choices_first;  // points, axes, frames and gains stand before states; else behind them, as they once did
  ulna_model *model;
  ulna_work *work;
  ulna_resolver *resolver;  // this and the options: of a regular interface
  ulna_ik_options ik;
  int frames;  // how many named frames the arm has
} side;

/* STATES rows of n, but where it says otherwise; what functions ask for that is no motion was made from q beforehand. */
typedef struct {
  int n;
  double *q, *qd, *qdd, *tau;
  double *near;     // a posture beside q
  double *q_a;      // where the actuators are at q
  double *hand;     // 6 each: a twist, or a force and a moment
  ulna_pose *pose;  // one each: the hand's at q
  int *mode;        // MOST_PLACES each: which way each place of friction slips
  double kp[MOST_JOINTS], kv[MOST_JOINTS], mu[MOST_JOINTS];
} states;

/* What a function takes after model and work; its name says which it is. */
typedef enum {
  OF_Q,                     // q, out
  OF_Q_VALUE,               // q; returns the answer
  OF_Q_NUMBER,              // the same, or q, out
  OF_Q_INTEGER,             // q; returns the answer
  OF_Q_QD,                  // q, qd, out
  OF_Q_QD_VALUE,            // q, qd; returns the answer
  OF_MOTION,                // q, qd, qdd, out
  OF_FORCES,                // q, qd, tau, out
  OF_FORCES_ON_ALL,         // q, qd, tau, NULL, NULL, out
  OF_Q_TAU,                 // q, tau, out
  OF_Q_TWO,                 // q, out, out + n
  OF_Q_QD_TWO,              // q, qd, out, out + 1
  OF_MOTION_TWO,            // q, qd, qdd, out, the other half of out
  BY_METHOD,                // method, q, qd, qdd, out
  BY_METHOD_Q,              // method, q, out
  BY_METHOD_QD,             // method, q, qd, out
  BY_FORWARD_METHOD,        // method, q, qd, tau, out
  POINT_Q,                  // NULL, base axes, q, out
  POINT_QD,                 // NULL, base axes, q, qd, out
  POINT_QDD,                // NULL, base axes, q, qd, qdd, out, out + 6
  FRAME,                    // the first frame, q, out
  HAND_FORCE,               // q, force, moment, out
  SOLVE,                    // q, 1, tau, out
  UDUT_SOLVE,               // q, tau, three outputs
  MOTION_RATES,             // q, qd, qdd, out (n), three matrices
  FORCE_RATES,              // q, qd, tau, out (n), three matrices
  INPUT_RATES,              // which, q, qd, tau, out (n), three matrices
  LINKS_REGRESSOR,          // which, q, qd, qdd, out, NULL
  PARAMETERS,               // which, out
  WITH_STRUCTS,             // from here on: what is too long for a line (with_structs)
  FORCES_F = WITH_STRUCTS,  // q, qd, qdd, {F}
  FORCES_ALL,               // q, qd, qdd, {all}
  DRIVE_RATES,              // q, qd, qdd, {all}
  UDUT,                     // q, {all}
  COMPLEMENT,           // q, qd, {T, T_dot, I, C}; K, M and W are mostly zeros, and what they take is memory
  TARGET,               // options, pose, near, out, NULL
  RATES_OF_HAND,        // of a resolver: q, twist, NULL, NULL, out, NULL
  GROSS_MOTION,         // gains, friction, q, qd, near, qd, qdd, {all}
  COUPLING,             // of the model alone: q, three outputs
  COUPLING_SOLVE,       // q_a, near, out, NULL
  COUPLING_SOLUTIONS,   // q_a, near, 2, out, how many
  INERTIA_RANGE,        // options, held, free; no state
  STICK_MODES,          // q, qd, modes
  STICK_ACCELERATIONS,  // q, qd, tau, modes, out, out + n
  STICK_AFTER_STEP,     // q, near, modes before, modes, out
} shape;

typedef struct {
  const char *name;
  shape takes;
  int choice;    // method, inverse or forward
  int width[4];  // numbers in an answer: w0 + w1 n + w2 n² + w3 n³
} subject;

extern const subject subjects[];
extern const int subject_count;

int subject_width(const subject *what, int n);
int subject_calls(const subject *what);  // in a walk
void subject_name(const subject *what, char text[80]);

/* Can it be called there? Not where the interface had it with other arguments, and not without what it is about. */
bool subject_fits(const subject *what, const side *on);

/* One walk over all states; state s answers at answer[s·width]. */
void subject_walk(const side *on, any_function f, const subject *what, const states *x, double answer[]);

#endif
