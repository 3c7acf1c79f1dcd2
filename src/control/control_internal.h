/* A controller from the inside: the declarations that the files of this room share. */
#ifndef ULNA_CONTROL_INTERNAL_H
#define ULNA_CONTROL_INTERNAL_H

#include "control/resolved_motion.h"
#include "kernel/fine_motion.h"
#include "ulna/controller.h"
#include "ulna/drive.h"
#include "work/work.h"

enum { LOAD_POINTS = 9 };  // of a table of loads, along each of its two axes

typedef struct {
  double inertia, kv;
} load_cell;

// The inertia joint i feels (M_ii, rotors included) and the k_v for it, over the two joints that matter most to it.
typedef struct {
  int axis[2];                  // joints from 0; -1: none, and that axis has one point only
  double lower[2], inverse[2];  // first point; points per rad or m
  load_cell *cell;              // LOAD_POINTS × LOAD_POINTS
} load_table;

// What a limit lets through.
typedef struct {
  double low, high;
} limit_span;

// Where the hand is and how it moves, at the measured state; base axes.
typedef struct {
  ulna_pose pose;
  double twist[6], nonlinear[6];  // nonlinear: acceleration at qdd = 0
  double *D;                      // n columns of 6
} hand_state;

// Readings of the hand sensor, force then moment, tool axes.
typedef struct {
  bool present;  // in this step
  int tare_left, tare_taken;
  double tare_sum[6];
  double bias[6];
  double felt[6];     // low-passed: what the hand carries
  double contact[6];  // the rest
} hand_sensor;

// The unified computation as printed: what its stages leave for each other.
typedef struct {
  resolved_motion_scratch resolved;
  gross_motion_scratch gross;
  fine_motion_scratch fine;
  double *column;  // n of 8: the system that is eliminated
  int *row;
  bool *held;
} printed_scratch;

struct ulna_controller {
  const ulna_model *model;
  ulna_work *work;
  ulna_resolver *resolver;
  ulna_allocator allocator;
  size_t size;
  bool owned;
  int n;
  ulna_controller_options o;  // pointers into this block

  // made once; n each
  double *kp, *kv, *ki;  // of the acceleration; not read where gains follow the load
  double *stiffness;     // N m/rad: frequency² (or kp) times the largest load
  double *effort, *lower, *upper, *speed;
  double *servo_kp, *servo_kd, *servo_ki;
  load_table *table;
  load_cell *cells;
  double *table_error;
  double *given[6];  // copies of the options' arrays

  // drives
  bool constant_coupling, diagonal;
  double *K, *factor;  // n×n
  int *pivot;
  int *order;  // n: pivots of whatever is solved within one function
  bool joint_friction, actuator_friction, motors_limited;
  double *inverse;     // n×n: K⁻ᵀ, where limits of coupled drives are met
  double *multiplier;  // 4 n: of those limits, and what must outlive their being kept
  limit_span *span;    // n: what each motor can give at its speed

  // the sampled loop, looked at when the controller is made
  double lowered;                      // least share of any gain that is left
  double *share;                       // n: of the damping and stiffness of joint-by-joint laws
  double *joint_push, *actuator_push;  // n: acceleration from which friction at rest is compensated in full
  double *joint_calm, *actuator_calm;  // n: share of the measured speed that is left out of that acceleration
  double spring_root[6];  // impedance: √stiffness of directions that are damped mode by mode, else 0
  double fastest_mode, stiffest_mode;         // impedance: a mode's rate, 1/s, and its ω², 1/s², at most
  double *loop_rows, *loop_gram, *loop_part;  // m×n, 2×m×m, m; m the larger of n and 6

  // since the last reset
  bool started, blind;  // blind: positions are not believed any more
  bool lost;            // held, and no posture was ever measured
  double t, dt;
  double *q, *qd;  // last good
  double *hold;    // posture held
  double *integral;
  double *cut;  // joint torque desired beyond what the limits let through, in the last step
  double *q_a, *speed_a, *integral_a;  // of the actuators' servos
  ulna_stage stage;
  double stage_since;
  double *transfer, *last_tau;
  int gravity_age;
  double *gravity;
  double force_integral;
  bool hindered;      // the last step could not do what was asked of it
  double made_up[6];  // acceleration of the hand by the integral of its error
  bool in_contact;
  double given_way[3];  // m, base axes: how far a push has moved the set points of the hand
  double late_since;    // when the arm got too far from its set point; NaN: it is near
  hand_sensor sensor;
  ulna_control_fault fault;
  ulna_control_outcome outcome;

  // of one step
  hand_state hand;
  double *tau, *u, *F, *current, *qdd, *error, *rate, *reference_speed, *place_speed, *place_push, *v[2];
  double *inertia, *kp_now, *kv_now, *M;
  printed_scratch printed;
  double *printed_q, *printed_qd;
  bool followed;        // this step's set point of the hand is followed by set points of the joints
  double left_over[2];  // their distance from it: rad, m
  bool reference_lost;  // joints' set points that follow the hand are to start anew
  double *speed_gain;   // n: of the measured speed in qdd
  double *preferred, *reference_q, *reference_qd, *reference_qdd;
  const ulna_measured *measured;
  const ulna_desired *desired;
  const double *q_d, *qd_d, *qdd_d;  // set point of the joints, NULL where there is none (rates: zero)
  double error6[6];                  // of the hand: set point minus pose
  double twist6[6];                  // that the set point of the hand has
  ulna_resolve_outcome resolved;
};

/* gains.c: where joint i (from 0) is taken to move; tables and gains at create; gains at a posture. */
void ulna_control_range(const ulna_controller *c, int i, double *from, double *to);
ulna_status ulna_control_make_gains(ulna_controller *c);
void ulna_control_gains_at(const ulna_controller *c, const double q[], double kp[], double kv[],
                           double inertia[]);

void ulna_control_random_posture(const ulna_controller *c, uint64_t *state, double q[]);

/* stability.c: places whose speeds a law damps, each by its gain (N m s/rad, N s/m; of loads: 1/s, times M_ii). */
typedef struct {
  enum { DAMPED_JOINTS, DAMPED_LOADS, DAMPED_ACTUATORS, DAMPED_HAND } by;
  int count;
  const double *gain;
} damped_places;

/* Each of `rows` rows of n in Y becomes L⁻¹ row, M = L Lᵗ; M is overwritten. False if M is not positive. */
bool ulna_control_whiten(int n, double M[], int rows, double Y[]);
/* 1/s: the fastest that a mode of the sampled loop may be damped, delay and hold considered. */
double ulna_control_fastest(const ulna_controller_options *o);
/* The share of each place's gain with which no mode is faster than `most`, over the workspace. */
void ulna_control_fit(ulna_controller *c, const damped_places *places, double most, double share[]);
/* Lowers gains that would make the sampled loop unstable; `lowered` says by how much. To be called after gains and
 * servos. */
void ulna_control_make_stable(ulna_controller *c);

/* servos.c */
ulna_status ulna_control_make_servos(ulna_controller *c);
void ulna_control_actuator_servo(ulna_controller *c);
void ulna_control_joint_pd(ulna_controller *c, bool gravity);

/* hand.c: pose, twist and D at the measured state, and the error from a set point of the hand. */
void ulna_control_see_hand(ulna_controller *c);
/* qdd for the hand's set point with feedback (gross); rate for a twist (fine); a posture that follows the hand's set points
 * (kinds that servo joints). False if there is no finite answer. */
bool ulna_control_resolve_acceleration(ulna_controller *c);
bool ulna_control_resolve_rate(ulna_controller *c, const double asked[6]);
bool ulna_control_follow_hand(ulna_controller *c);
/* Takes the hand's error into made_up; gain (1/s²): of the error in this stage's acceleration. */
void ulna_control_make_up(ulna_controller *c, double gain);

/* gross_motion.c, fine_motion.c, impedance.c: each leaves joint torques in tau, the speeds friction is to be judged by in
 * reference_speed and desired accelerations in qdd. */
bool ulna_control_gross(ulna_controller *c);
bool ulna_control_fine(ulna_controller *c);
bool ulna_control_impedance(ulna_controller *c);
/* Columns ω_i g_i, n of 6, of the hand's modes on its springs at q, D there being in hand.D. False: no mass matrix there. */
bool ulna_control_hand_modes(ulna_controller *c, const double q[], double g[]);

/* printed.c: the unified computation as printed. */
void ulna_control_printed_layout(printed_scratch *s, layout *l, int joints);
void ulna_control_printed_by_products(ulna_controller *c);
bool ulna_control_printed_resolve(ulna_controller *c);
bool ulna_control_printed_rates(ulna_controller *c, const double asked[6]);
void ulna_control_printed_gross(ulna_controller *c);
void ulna_control_printed_fine(ulna_controller *c, const double at_hand[6]);

/* Joint torques that hold the arm at rest at q, moving bodies included. */
void ulna_control_gravity(ulna_controller *c, const double q[], double G[]);
/* tau += what makes the hand exert force and moment (tool axes, tool frame's origin) on the world; posture as in the work. */
void ulna_control_add_push(const ulna_model *model, ulna_work *work, const double force[3],
                           const double moment[3], double tau[]);
/* Set point minus hand: rotation vector, then position; base axes. */
void ulna_control_pose_error(const ulna_pose *desired, const ulna_pose *actual, double error[6]);

/* stages.c: which stage this step is in; the jump at a change is kept in `transfer` and let go of. */
void ulna_control_choose_stage(ulna_controller *c);
void ulna_control_leave_push(ulna_controller *c);
void ulna_control_blend(ulna_controller *c, bool changed);
/* The hand sensor's reading of this step: bias off, payload felt, contact told. */
void ulna_control_read_sensor(ulna_controller *c);

/* safety.c: true if nothing is wrong; else the fault is noted. */
bool ulna_control_judge_measured(ulna_controller *c);
bool ulna_control_judge_desired(ulna_controller *c);
bool ulna_control_judge_result(ulna_controller *c, bool found);
void ulna_control_hold(ulna_controller *c);

/* output.c: friction, limits, drives; from tau to out. compensate: add friction. */
void ulna_control_make_output(ulna_controller *c);
void ulna_control_give(ulna_controller *c, bool compensate, double out[]);
/* limits.c: forces a motor can give at an actuator's speed (NULL: any); u and F nearest to the desired ones, within
 * all limits, where drives are coupled: K, its factors and the motors' spans are there. */
void ulna_control_motor_span(const ulna_motor *motor, double rate, limit_span *span);
void ulna_control_keep_limits(ulna_controller *c, const double desired[]);
/* Integral of the joints' errors; it stops where it would press against a limit that the last step met. */
void ulna_control_integrate(ulna_controller *c);

#endif
