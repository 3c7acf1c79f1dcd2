/* The options of `simulate` that replace parts of a scenario. */
#include "run_choice.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "text/number.h"

/* A number > 0; *out stays as it is where the option is not given. */
static int positive(const arguments *args, option_id id, double *out)
{
  const char *text = args->value[id];
  double x;
  if (!text) return DONE;
  if (ulna_number(text, &x) != NUMBER_READ || !(x > 0))
    return fail("--%s: \"%s\" is not a number greater than 0", options[id].name, text);
  *out = x;
  return DONE;
}

/* A percentage above -100, its sign written or not, as a share. */
static int percentage(const arguments *args, option_id id, double *out)
{
  const char *text = args->value[id];
  double x;
  if (!text) return DONE;
  const size_t length = ulna_decimal(text, &x);
  const char *rest = text + length + strspn(text + length, " ");
  if (!length || (*rest && strcmp(rest, "%") != 0) || !(x > -100) || !isfinite(x))
    return fail("--%s: \"%s\" is not a percentage above -100, as in -10", options[id].name, text);
  *out = x / 100;
  return DONE;
}

static int read_seed(const char *text, uint64_t *seed)
{
  char *end;
  errno = 0;
  *seed = strtoull(text, &end, 10);
  if (*text >= '0' && *text <= '9' && *end == '\0' && errno == 0) return DONE;
  return fail("--seed: \"%s\" is not a whole number from 0 to 18446744073709551615", text);
}

int read_choice(const arguments *args, const ulna_scenario *scenario, run_choice *c)
{
  *c = (run_choice){.with = ulna_run_options_default(), .error = ulna_scenario_model_error(scenario)};
  ulna_run_options *with = &c->with;
  if (given(args, OPT_RUN_SEED)) {
    if (read_seed(args->value[OPT_RUN_SEED], &c->seed) != DONE) return BAD;
    with->seed = &c->seed;
  }
  with->integrator = args->value[OPT_INTEGRATOR];
  with->forward_method = args->value[OPT_FORWARD_METHOD];
  with->controller = args->value[OPT_CONTROLLER];
  if (positive(args, OPT_DURATION, &with->duration) != DONE ||
      positive(args, OPT_STEP, &with->step) != DONE ||
      positive(args, OPT_RUN_TOLERANCE, &with->tolerance) != DONE ||
      percentage(args, OPT_MASS_ERROR, &c->error.mass) != DONE ||
      percentage(args, OPT_FRICTION_ERROR, &c->error.friction) != DONE)
    return BAD;
  if (given(args, OPT_UNKNOWN_PAYLOAD)) c->error.unknown_payload = true;
  if (given(args, OPT_MASS_ERROR) || given(args, OPT_FRICTION_ERROR) || given(args, OPT_UNKNOWN_PAYLOAD))
    with->model_error = &c->error;
  return DONE;
}

const char *error_words(const ulna_model_error *error, char words[ERROR_WORDS])
{
  char mass[40] = "", friction[40] = "";
  if (error->mass != 0) snprintf(mass, sizeof mass, ", masses %+.3g %%", 100 * error->mass);
  if (error->friction != 0) snprintf(friction, sizeof friction, ", friction %+.3g %%", 100 * error->friction);
  char all[ERROR_WORDS];
  snprintf(all, sizeof all, "%s%s%s", mass, friction, error->unknown_payload ? ", payload unknown" : "");
  snprintf(words, ERROR_WORDS, "%s", *all ? all + 2 : "exact");
  return words;
}
