/* The command line, read by the table. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"

const command *command_find(const char *name)
{
  for (const command *c = commands; c->name; c++)
    if (strcmp(c->name, name) == 0) return c;
  return NULL;
}

static bool in_list(const option_id *list, option_id id)
{
  for (; list && *list != OPT_NONE; list++)
    if (*list == id) return true;
  return false;
}

bool command_takes(const command *c, option_id id) { return id == OPT_HELP || in_list(c->options, id); }

static bool accepts(const command *c, option_id id) { return command_takes(c, id) || in_list(c->idle, id); }

static option_id find_option(const command *c, const char *name, size_t length)
{
  for (int id = 1; id < OPT_COUNT; id++)
    if (strlen(options[id].name) == length && strncmp(options[id].name, name, length) == 0 &&
        accepts(c, (option_id)id))
      return (option_id)id;
  return OPT_NONE;
}

static int unknown_option(const command *c, const char *name, size_t length)
{
  char *word = text_printf("%.*s", (int)length, name);
  nearest n = nearest_to(word);
  for (int id = 1; id < OPT_COUNT; id++)
    if (accepts(c, (option_id)id)) nearest_offer(&n, options[id].name);
  const int code = n.best ? fail("unknown option --%s; the nearest is --%s", word, n.best)
                          : fail("unknown option --%s; see ulna %s --help", word, c->name);
  free(word);
  return code;
}

static int check_choice(const char *name, const char *const *choices, const char *value, size_t length)
{
  char *word = text_printf("%.*s", (int)length, value);
  char *list = text_printf("%s", "");
  nearest n = nearest_to(word);
  bool found = false;
  for (; *choices; choices++) {
    found = found || strcmp(*choices, word) == 0;
    nearest_offer(&n, *choices);
    char *longer = text_printf("%s%s%s", list, *list ? ", " : "", *choices);
    free(list);
    list = longer;
  }
  if (!found) {
    if (n.best) fail("--%s: unknown \"%s\"; the nearest is %s (known: %s)", name, word, n.best, list);
    else fail("--%s: unknown \"%s\" (known: %s)", name, word, list);
  }
  free(word);
  free(list);
  return found ? DONE : BAD;
}

static int check_value(const command *c, option_id id, const char *value)
{
  const option *o = &options[id];
  const char *const *choices = id == OPT_METHOD ? c->methods : o->choices;
  if (!choices) return DONE;
  if (!o->many) return check_choice(o->name, choices, value, strlen(value));
  for (;;) {
    const size_t length = strcspn(value, ",");
    if (check_choice(o->name, choices, value, length) != DONE) return BAD;
    if (value[length] == '\0') return DONE;
    value += length + 1;
  }
}

/* Whether a word is a list of numbers rather than the next thing of the command line. */
static bool is_list(const char *word)
{
  const char *first = word + strspn(word, " +-.");
  return *first >= '0' && *first <= '9' && strpbrk(word, " ,");
}

/* --base, where it has two meanings: a switch, unless numbers follow. */
static option_id which_meaning(const command *c, option_id id, bool has_value, const char *next)
{
  if (id != OPT_BASE || !command_takes(c, OPT_BASE_PARAMETERS)) return id;
  return has_value || (next && is_list(next)) ? id : OPT_BASE_PARAMETERS;
}

/* -o is --output, the one short option beside -h. */
static bool is_output(const char *word) { return strcmp(word, "-o") == 0; }

/* One option; *word moves past its value if that is a word of its own. */
static int take_option(const command *c, int count, char **words, int *word, arguments *args)
{
  const char *name = is_output(words[*word]) ? "output" : words[*word] + 2;
  const size_t length = strcspn(name, "=");
  const option_id found = find_option(c, name, length);
  if (found == OPT_NONE) return unknown_option(c, name, length);
  const option_id id =
      which_meaning(c, found, name[length] == '=', *word + 1 < count ? words[*word + 1] : NULL);
  const option *o = &options[id];
  const char *value = name[length] == '=' ? name + length + 1 : NULL;
  if (!o->argument) {
    if (value) return fail("--%s takes no value, but \"%s\" is given", o->name, value);
    value = "";
  } else if (!value) {
    if (*word + 1 >= count || strncmp(words[*word + 1], "--", 2) == 0)
      return fail("--%s needs a value: --%s %s", o->name, o->name, o->argument);
    value = words[++*word];
  }
  if (args->value[id] && id != OPT_HELP) return fail("--%s is given twice", o->name);
  if (o->argument && check_value(c, id, value) != DONE) return BAD;
  args->value[id] = value;
  return DONE;
}

static int check_operands(const command *c, const arguments *args)
{
  const int count = args->operand_count;
  switch (c->operands) {
  case OPERANDS_NONE:
    if (count > 0) return fail("unexpected argument \"%s\"", args->operands[0]);
    break;
  case OPERANDS_ROBOT:
  case OPERANDS_MAYBE_ROBOT:
    if (count == 0 && c->operands == OPERANDS_ROBOT)
      return fail("which robot? Name one of `ulna robots`, a .yaml or .json file or a .urdf file");
    if (count > 1)
      return fail("unexpected argument \"%s\" after the robot (several numbers of one option go into quotes)",
                  args->operands[1]);
    break;
  case OPERANDS_ROBOT_OR_SCENARIO:
    if (count == 0)
      return fail("which robot or scenario? Name one of `ulna robots` or `ulna simulate`, or a file");
    if (count > 1)
      return fail("unexpected argument \"%s\" after \"%s\"", args->operands[1], args->operands[0]);
    break;
  case OPERANDS_MAYBE_SCENARIO:
    if (count > 1) return fail("unexpected argument \"%s\" after the scenario", args->operands[1]);
    break;
  case OPERANDS_FILES:
    if (count == 0) return fail("which file? ulna %s FILE...", c->name);
    break;
  case OPERANDS_RECORDING:
    if (count == 0) return fail("which recording? ulna %s RECORDING [COLUMN[,...]]...", c->name);
    break;
  case OPERANDS_COMMAND:
    if (count > 1) return fail("unexpected argument \"%s\"", args->operands[1]);
    break;
  }
  return DONE;
}

/* Options that are accepted, so that one state can be given to any command, but have no effect on this one. */
static void tell_idle(const command *c, const arguments *args)
{
  char list[120] = "";
  int count = 0;
  for (const option_id *id = c->idle; id && *id != OPT_NONE; id++) {
    if (!given(args, *id)) continue;
    const size_t length = strlen(list);
    snprintf(list + length, sizeof list - length, "%s--%s", count++ > 0 ? ", " : "", options[*id].name);
  }
  if (count > 0) note("%s ha%s no effect on %s", list, count == 1 ? "s" : "ve", c->name);
}

int arguments_parse(const command *c, int count, char **words, arguments *args)
{
  *args = (arguments){.command = c, .operands = allocate((size_t)count + 1, sizeof(char *))};
  bool only_operands = false;
  for (int i = 0; i < count; i++) {
    const char *word = words[i];
    if (!only_operands && strcmp(word, "--") == 0) {
      only_operands = true;
    } else if (!only_operands && (strcmp(word, "-h") == 0 || strcmp(word, "--help") == 0)) {
      args->value[OPT_HELP] = "";
      return DONE;
    } else if (!only_operands && (strncmp(word, "--", 2) == 0 || is_output(word))) {
      if (take_option(c, count, words, &i, args) != DONE) return BAD;
    } else if (!only_operands && word[0] == '-' && word[1] >= 'a' && word[1] <= 'z') {
      return fail("unknown option %s; options have two dashes, see ulna %s --help", word, c->name);
    } else {
      args->operands[args->operand_count++] = word;
    }
  }
  if (check_operands(c, args) != DONE) return BAD;
  if (given(args, OPT_QUIET) || given(args, OPT_NO_NOTES)) message_set_quiet();
  tell_idle(c, args);
  return DONE;
}

void arguments_free(arguments *args)
{
  free(args->operands);
  args->operands = NULL;
}
