/* SUNDIALS' explicit Runge–Kutta methods (ARKODE) behind ulna_adaptive, for comparison with the core's own. */
#ifndef ULNA_TESTS_ARKODE_H
#define ULNA_TESTS_ARKODE_H

#include <arkode/arkode_erkstep.h>
#include <math.h>
#include <nvector/nvector_serial.h>
#include <stdlib.h>
#include <string.h>

#include "ulna/adaptive.h"

typedef struct {
  ulna_plant *plant;
  int numbers;
  SUNContext context;
  N_Vector y, inside;
  void *arkode;
  double t;
  long rate_calls;
} arkode;

static int arkode_rate(realtype t, N_Vector y, N_Vector ydot, void *user)
{
  arkode *a = user;
  a->rate_calls++;
  return ulna_plant_rate(a->plant, t, N_VGetArrayPointer(y), N_VGetArrayPointer(ydot)) == ULNA_OK ? 0 : 1;
}

static ulna_status arkode_start(void *context, double t, const double y[])
{
  arkode *a = context;
  memcpy(N_VGetArrayPointer(a->y), y, (size_t)a->numbers * sizeof *y);
  a->t = t;
  return ERKStepReInit(a->arkode, arkode_rate, t, a->y) == ARK_SUCCESS ? ULNA_OK : ULNA_NOT_CONVERGED;
}

static ulna_status arkode_step(void *context, double t_end, double limit, double *t, double y[])
{
  arkode *a = context;
  if (ERKStepSetStopTime(a->arkode, limit) < 0) return ULNA_NOT_CONVERGED;
  if (ERKStepEvolve(a->arkode, t_end, a->y, &a->t, ARK_ONE_STEP) < 0) return ULNA_NOT_CONVERGED;
  *t = a->t;
  memcpy(y, N_VGetArrayPointer(a->y), (size_t)a->numbers * sizeof *y);
  return ULNA_OK;
}

static ulna_status arkode_inside(void *context, double t, double y[])
{
  arkode *a = context;
  if (ERKStepGetDky(a->arkode, t, 0, a->inside) < 0) return ULNA_NOT_CONVERGED;
  memcpy(y, N_VGetArrayPointer(a->inside), (size_t)a->numbers * sizeof *y);
  return ULNA_OK;
}

static const char *arkode_failure(void *context)
{
  (void)context;
  return "ARKODE gave up";
}

static void arkode_count(const void *context, ulna_adaptive_statistics *statistics)
{
  statistics->rate_calls = ((const arkode *)context)->rate_calls;
}

static void arkode_destroy(void *context)
{
  arkode *a = context;
  if (a->arkode) ERKStepFree(&a->arkode);
  if (a->inside) N_VDestroy(a->inside);
  if (a->y) N_VDestroy(a->y);
  if (a->context) SUNContext_Free(&a->context);
  free(a);
}

/* ERKStep of SUNDIALS up to 6.6.1 takes the last stage for the first of the next step wherever its node c is 1, though
 * it is the same only if its row of A is b; order 8 loses accuracy by that. One more stage, with b for its row and without
 * weight, makes it true, and costs nothing, being the next step's first. */
static bool arkode_set_table(void *solver, int order)
{
  ARKodeButcherTable from =
      ARKodeButcherTable_LoadERK(order == 8 ? ARKODE_FEHLBERG_13_7_8 : ARKODE_CASH_KARP_6_4_5);
  const int s = from->stages;
  ARKodeButcherTable longer = order == 8 ? ARKodeButcherTable_Alloc(s + 1, SUNTRUE) : NULL;
  if (longer) {
    longer->q = from->q, longer->p = from->p;
    for (int i = 0; i < s; i++) {
      longer->c[i] = from->c[i], longer->b[i] = from->b[i], longer->d[i] = from->d[i];
      longer->A[s][i] = from->b[i];
      for (int j = 0; j < s; j++) longer->A[i][j] = from->A[i][j];
    }
    longer->c[s] = 1;
  }
  const bool done = ERKStepSetTable(solver, longer ? longer : from) == ARK_SUCCESS;
  ARKodeButcherTable_Free(longer);
  ARKodeButcherTable_Free(from);
  return done;
}

/* Its error norm is a root mean square: with 1/√N of the tolerance every number keeps to it, as with ours. */
static ulna_adaptive *arkode_create(ulna_plant *plant, int order, double relative, double absolute)
{
  arkode *a = calloc(1, sizeof *a);
  a->plant = plant, a->numbers = ulna_plant_state_count(plant);
  const double share = 1 / sqrt(a->numbers);
  bool made = SUNContext_Create(NULL, &a->context) == 0;
  a->y = made ? N_VNew_Serial(a->numbers, a->context) : NULL;
  a->inside = made ? N_VNew_Serial(a->numbers, a->context) : NULL;
  a->arkode = a->y && a->inside ? ERKStepCreate(arkode_rate, 0, a->y, a->context) : NULL;
  made = a->arkode && arkode_set_table(a->arkode, order) &&
         ERKStepSStolerances(a->arkode, share * relative, share * absolute) == ARK_SUCCESS &&
         ERKStepSetUserData(a->arkode, a) == ARK_SUCCESS &&
         ERKStepSetMaxHnilWarns(a->arkode, -1) == ARK_SUCCESS;
  const ulna_adaptive_solver solver = {
      a, arkode_start, arkode_step, arkode_inside, arkode_failure, arkode_count, arkode_destroy};
  ulna_adaptive *adaptive = NULL;
  if (!made || ulna_adaptive_create_by(plant, &solver, NULL, &adaptive) != ULNA_OK) return NULL;
  return adaptive;
}

#endif
