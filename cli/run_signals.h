/* The main signals of a run, each as a line of small bars. */
#ifndef CLI_RUN_SIGNALS_H
#define CLI_RUN_SIGNALS_H

#include "plot/series.h"
#include "ulna/scenario.h"

/* Room for the columns of a run. */
bool signals_open(ulna_series *s, const ulna_run *run);

/* A row, as the run's sink gets it. */
void signals_row(ulna_series *s, const double row[]);

/* The lines at a summary's end, 80 columns wide. */
void signals_text(const ulna_series *s, const ulna_run *run, bool utf8);

#endif
