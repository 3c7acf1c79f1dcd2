/* One scenario by several kinds of controllers, with and without errors in their models. */
#ifndef CLI_COMPARE_CONTROLLERS_H
#define CLI_COMPARE_CONTROLLERS_H

#include "cli.h"
#include "ulna/scenario.h"

/* `name` is what the command line calls the scenario. */
int compare_controllers(const arguments *args, const char *name, const ulna_scenario *scenario);

#endif
