/* A run from the inside: the declarations that the files of this room share. */
#ifndef ULNA_SIMULATE_SIMULATION_H
#define ULNA_SIMULATE_SIMULATION_H

#include "ulna/simulation.h"

/* Commands of something that samples: a computed command waits for its instant, one that has taken effect is held. */
typedef struct {
  double period, delay;
  double start;
  long next;               // number of the next sampling instant
  int room, first, count;  // of the ring of those that wait
  double *due;             // room
  double *waiting;         // room × n
  double *held;            // n
} sampler;

/* What moves the base at an instant: the moved frame as seen from the one in the file, its motion in its own axes. */
typedef struct {
  ulna_pose displacement;
  ulna_base_motion motion;
} base_instant;

struct ulna_simulation {
  const ulna_model *model;
  ulna_allocator allocator;
  size_t size;
  ulna_simulation_options options;
  ulna_sampled_controller controller;  // copies; the options' pointers say whether there is one
  ulna_current_loop loop;
  ulna_sensors sensors;
  ulna_stepper stepper;  // advance NULL: fixed steps
  ulna_plant *plant;
  int n, places, numbers, switches;
  ulna_limits *limits;  // n: the joints', side by side
  double normal[3];     // of the surface, unit length

  double t, start;
  double *y, *kept;      // numbers: the state; before the step at hand
  bool started;          // there is a state to go on from
  bool begun;            // the instant of the start has been attended to
  bool jumped;           // at this instant something did
  bool payload_changed;  // the plant's is not the model's

  // channels are asked within [piece_start, piece_end) only, where all of them are smooth
  double piece_start, piece_end, next_piece;

  double *level;  // n: the input channels' values, where all of them are level in this piece
  bool is_level;

  sampler control, current;
  long next_row;
  int next_payload;
  int stage, set_point;
  bool touching;

  double *integral;          // n: of the current loops
  double *fresh, *desired;   // n: a command just computed; the desired currents
  double *q_read, *qd_read;  // n: sensors
  double wrench_read[6];
  double wrench[6], contact[3], depth;  // at the last evaluation of the surroundings
  double *qdd, *u, *tau, *q_a, *qd_a, *amperes, *F_d, *friction, *stop_force;  // of a row
  double *K;                                                                   // n×n
  double *g;                                                                   // switches

  // statistics
  long steps, events, control_samples, rows, stepper_steps;
  double energy_start, kinetic_start, potential_start, energy_scale, energy_error;
  double *largest_u, *largest_tau;
  ulna_excess *position, *speed, *effort;

  const ulna_simulation_sink *sink;  // of the advance at hand
  char failure[256];
};

enum { FAILURE_ROOM = sizeof((ulna_simulation *)0)->failure };

/* Two instants that differ by no more than a few units of rounding are one. */
bool ulna_same_instant(double a, double b);

/* surroundings.c */
ulna_surroundings ulna_simulation_surroundings(ulna_simulation *s);
void ulna_base_at(const ulna_simulation *s, double t, base_instant *at);
double ulna_depth(ulna_simulation *s, ulna_work *work, const double q[]);
double ulna_next_channel_break(const ulna_simulation *s, double t);
void ulna_begin_piece(ulna_simulation *s);  // piece_start and piece_end have been set

/* sensors.c: fills q_read, qd_read, wrench_read at the instant of sample number `sample`. */
ulna_status ulna_read_sensors(ulna_simulation *s, long sample);
double ulna_normal_noise(uint64_t seed, int sensor, long sample);  // mean 0, deviation 1

/* sample.c */
ulna_status ulna_give_row(ulna_simulation *s);
void ulna_watch_limits(ulna_simulation *s);
void ulna_start_statistics(ulna_simulation *s);

/* sampler.c */
double ulna_sampler_instant(const sampler *x);  // of the next sample
double ulna_sampler_due(const sampler *x);      // of the first that waits; INFINITY
void ulna_sampler_put(sampler *x, int n,
                      const double command[]);        // just computed; counts the sample
bool ulna_sampler_take(sampler *x, int n, double t);  // true: what is held has changed
int ulna_sampler_room(double period, double delay);

#endif
