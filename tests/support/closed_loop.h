/* An arm and its controller in closed loop: set points at the period, the plant in between; a hand sensor and a compliant
 * floor if desired. */
#ifndef ULNA_TESTS_CLOSED_LOOP_H
#define ULNA_TESTS_CLOSED_LOOP_H

#include "ulna/ulna.h"

enum { LOOP_MOST = 8, LOOP_STATE = 3 * LOOP_MOST + 4 };

typedef struct {
  const ulna_model *model;
  ulna_work *work; /* for the test's own figures */
  int n;
  ulna_plant *plant;
  ulna_controller *controller;
  double t, period, u[LOOP_MOST], y[LOOP_STATE];
  int substeps;
  bool base_force; /* force[] is in base axes, else in tool axes */
  double force[3]; /* on the hand, from outside */
  bool sensor;
  double bias[6];   /* of the sensor */
  double wrench[6]; /* the last reading */
  struct {
    bool present;
    double height, stiffness, damping; /* z of the plane, base axes; it pushes up the tool frame's origin */
    double force;                      /* now */
  } floor;
} closed_loop;

/* Ends the test with a message where something cannot be had. */
ulna_model *loop_model(const char *key);
ulna_controller *loop_controller(const ulna_model *model, const ulna_controller_options *options);

void loop_start(closed_loop *l, const ulna_model *model, ulna_controller *c, ulna_driven_by by, bool friction,
                double period, const double q0[], const double qd0[]);
void loop_finish(closed_loop *l);

/* What the sensors say now. */
ulna_measured loop_seen(closed_loop *l);
/* The plant for one period, under the last output. */
void loop_advance(closed_loop *l);
/* One set point; the controller must not hold. */
void loop_follow(closed_loop *l, const ulna_desired *d);

/* The controller as a continuous law, an input of a plant: asked at every stage of the integrator. Its clock is run on
 * by hand. */
typedef struct {
  ulna_controller *controller;
  const ulna_desired *desired;
  double clock;
} loop_continuous;
void loop_continuous_input(void *context, double t, const double q[], const double qd[], double u[]);

#endif
