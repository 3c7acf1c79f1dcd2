/* Help, man page and bash completion, all from the table. */
#include <stdio.h>
#include <string.h>

#include "cli.h"
#include "grid.h"
#include "output.h"
#include "ulna/version.h"

static const char *operand_text(const command *c)
{
  switch (c->operands) {
  case OPERANDS_ROBOT: return " ROBOT";
  case OPERANDS_ROBOT_OR_SCENARIO: return " ROBOT|SCENARIO";
  case OPERANDS_MAYBE_ROBOT: return " [ROBOT]";
  case OPERANDS_MAYBE_SCENARIO: return " [SCENARIO]";
  case OPERANDS_FILES: return " FILE...";
  case OPERANDS_RECORDING: return " RECORDING [COLUMN[,...]]...";
  case OPERANDS_COMMAND: return " [COMMAND]";
  case OPERANDS_NONE: break;
  }
  return "";
}

/* Text filled to 79 columns, `indent` blanks before each line but the first, which begins at column `at`. */
static void fill(const char *text, int at, int indent)
{
  enum { WIDTH = 79 };
  int column = at;
  bool first = true;
  while (*text) {
    if (*text == '\n') {
      out_text("\n");
      column = 0;
      first = true;
      text++;
      continue;
    }
    if (*text == ' ') {
      text++;
      continue;
    }
    const int length = (int)strcspn(text, " \n");
    if (!first && column + 1 + length > WIDTH) {
      out_text("\n");
      column = 0;
      first = true;
    }
    if (first && column < indent) {
      out_printf("%*s", indent - column, "");
      column = indent;
    }
    if (!first) {
      out_text(" ");
      column++;
    }
    out_bytes(text, (size_t)length);
    column += length;
    text += length;
    first = false;
  }
  out_text("\n");
}

/* A description has paragraphs, separated by empty lines, and lists: a line "  name\ttext" is an item. */
typedef struct {
  const char *name, *text; /* NULL: no item */
  size_t name_length, length;
} description_line;

static description_line line_of(const char *description)
{
  description_line l = {NULL, description, 0, strcspn(description, "\n")};
  const char *tab = memchr(description, '\t', l.length);
  if (!tab) return l;
  l.name = description + strspn(description, " ");
  l.name_length = (size_t)(tab - l.name);
  l.length -= (size_t)(tab + 1 - description);
  l.text = tab + 1;
  return l;
}

static const char *line_after(description_line l) { return l.text + l.length + (l.text[l.length] == '\n'); }

/* The column where the texts of a list begin. */
static int list_column(const char *description)
{
  size_t longest = 0;
  for (description_line l = line_of(description); l.name; l = line_of(line_after(l)))
    if (l.name_length > longest) longest = l.name_length;
  return (int)longest + 4;
}

static void show_description(const char *description)
{
  char text[2048];
  int column = 0;
  for (description_line l; *description; description = line_after(l)) {
    l = line_of(description);
    snprintf(text, sizeof text, "%.*s", (int)l.length, l.text);
    if (!l.name) column = 0;
    else if (column == 0) column = list_column(description);
    if (l.name) out_printf("  %.*s", (int)l.name_length, l.name);
    fill(text, l.name ? (int)l.name_length + 2 : 0, column);
  }
}

void help_overview(void)
{
  out_printf("Ulna %s: ", ulna_version());
  grid_paragraph(about_ulna, 12, 0);
  out_text("\n");
  out_text("Usage: ulna COMMAND [arguments]\n\nCommands\n");
  for (const command *c = commands; c->name; c++) {
    out_printf("  %-10s ", c->name);
    grid_paragraph(c->summary, 13, 13);
  }
  out_text("\n`ulna COMMAND --help` explains a command; `ulna help states` explains how\n"
           "robots, numbers, states and results are written; `ulna --version` prints the\n"
           "version.\n");
}

/* An example, broken before an option, with a backslash, where it is too long for the page. */
static void show_example(const char *line, size_t length)
{
  out_text("  ");
  for (int indent = 2; indent + (int)length > GRID_WIDTH; indent = 6) {
    size_t at = (size_t)(GRID_WIDTH - 2 - indent);
    while (at > 0 && strncmp(line + at, " --", 3) != 0) at--;
    if (at == 0) break;
    out_printf("%.*s \\\n      ", (int)at, line);
    line += at + 1, length -= at + 1;
  }
  out_printf("%.*s\n", (int)length, line);
}

/* The choices of an option in this command, as "One of: a, b, c."; nothing where they stand in its argument. */
static void out_choices(const command *c, option_id id, void (*put)(const char *))
{
  const bool listed =
      id == OPT_ACCEPT || id == OPT_INTEGRATOR || id == OPT_FORWARD_METHOD || id == OPT_CONTROLLER;
  const char *const *choices = id == OPT_METHOD ? c->methods : listed ? options[id].choices : NULL;
  if (!choices) return;
  put(": ");
  for (const char *const *choice = choices; *choice; choice++) {
    if (choice != choices) put(", ");
    put(*choice);
  }
}

static char filled[1024];
static void put_filled(const char *text) { strncat(filled, text, sizeof filled - strlen(filled) - 1); }

static void help_option(const command *c, option_id id)
{
  const option *o = &options[id];
  char head[120];
  const int length = snprintf(head, sizeof head, "  --%s%s%s", o->name, o->argument ? " " : "",
                              o->argument ? o->argument : "");
  out_text(head);
  filled[0] = '\0';
  put_filled(o->help);
  out_choices(c, id, put_filled);
  enum { COLUMN = 26 };
  if (length >= COLUMN - 1) {
    out_text("\n");
    fill(filled, 0, COLUMN);
  } else {
    fill(filled, length, COLUMN);
  }
}

void help_command(const command *c)
{
  out_printf("Usage: ulna %s%s [options]\n\n", c->name, operand_text(c));
  show_description(c->description);
  for (int group = 0; group < GROUP_COUNT; group++) {
    bool any = false;
    for (const option_id *id = c->options; *id != OPT_NONE; id++) {
      if (options[*id].group != (option_group)group) continue;
      if (!any) out_printf("\n%s\n", group_titles[group]);
      any = true;
      help_option(c, *id);
    }
  }
  if (c->examples) {
    out_text("\nExamples\n");
    for (const char *line = c->examples; *line;) {
      const size_t length = strcspn(line, "\n");
      show_example(line, length);
      line += length + (line[length] == '\n');
    }
  }
  if (c->operands == OPERANDS_ROBOT)
    out_text("\n`ulna help states` explains how robots, numbers, states and results are written.\n");
}

/* Text in roff: dashes that can be copied, backslashes kept, no line that begins with a control character. */
static void roff(const char *text)
{
  bool line_start = true;
  for (const char *c = text; *c; c++) {
    if (line_start && (*c == '.' || *c == '\'')) out_text("\\&");
    line_start = *c == '\n';
    if (*c == '-') out_text("\\-");
    else if (*c == '\\') out_text("\\e");
    else if (*c == '`') out_text("\\[ga]");
    else if (*c == '^') out_text("\\[ha]");
    else if (*c == '"') out_text("\\[dq]");
    else out_bytes(c, 1);
  }
}

static void roff_description(const char *description)
{
  char text[2048];
  bool listing = false;
  for (description_line l; *description; description = line_after(l)) {
    l = line_of(description);
    if (l.name) {
      snprintf(text, sizeof text, "%.*s", (int)l.name_length, l.name);
      out_text(".TP\n");
      roff(text);
      out_text("\n");
    } else if (l.length == 0 || listing) {
      out_text(".PP\n");
    }
    listing = l.name != NULL;
    if (l.length == 0) continue;
    snprintf(text, sizeof text, "%.*s", (int)l.length, l.text);
    roff(text);
    out_text("\n");
  }
}

static void man_command(const command *c)
{
  out_text(".SS \"ulna ");
  roff(c->name);
  roff(operand_text(c));
  out_text(" [options]\"\n");
  roff_description(c->description);
  for (const option_id *id = c->options; *id != OPT_NONE; id++) {
    const option *o = &options[*id];
    out_text(".TP\n\\fB\\-\\-");
    roff(o->name);
    out_text("\\fR");
    if (o->argument) {
      out_text(" \\fI");
      roff(o->argument);
      out_text("\\fR");
    }
    out_text("\n");
    roff(o->help);
    out_choices(c, *id, roff);
    out_text("\n");
  }
}

void help_man(void)
{
  out_printf(".TH ULNA 1 \"\" \"Ulna %s\" \"User Commands\"\n.SH NAME\nulna \\- ", ulna_version());
  roff(about_ulna);
  out_text(
      "\n.SH SYNOPSIS\n.B ulna\n\\fICOMMAND\\fR [\\fIarguments\\fR]\n.br\n.B ulna\n\\-\\-version | \\-\\-help\n"
      ".SH DESCRIPTION\n");
  roff_description(state_notes);
  out_text(".SH COMMANDS\n");
  for (const command *c = commands; c->name; c++) man_command(c);
  out_text(".SH EXAMPLES\n.nf\n");
  for (const command *c = commands; c->name; c++) {
    roff(c->examples);
    out_text("\n");
  }
  out_text(".fi\n");
}

static void completion_choices(const char *const *choices)
{
  for (; *choices; choices++) out_printf("%s%s", *choices, choices[1] ? " " : "");
}

/* Commands differ in what --format offers. */
static bool is_format(option_id id)
{
  return id == OPT_FORMAT || id == OPT_TABLE_FORMAT || id == OPT_SUMMARY_FORMAT;
}

static void completion_command(const command *c)
{
  out_printf("  %s)\n    options=\"", c->name);
  for (const option_id *id = c->options; *id != OPT_NONE; id++)
    out_printf("%s--%s", id == c->options ? "" : " ", options[*id].name);
  out_text("\"\n");
  if (c->methods) {
    out_text("    methods=\"");
    completion_choices(c->methods);
    out_text("\"\n");
  }
  for (const option_id *id = c->options; *id != OPT_NONE; id++) {
    if (!is_format(*id)) continue;
    out_text("    formats=\"");
    completion_choices(options[*id].choices);
    out_text("\"\n");
  }
  if (c->operands == OPERANDS_ROBOT || c->operands == OPERANDS_MAYBE_ROBOT || c->operands == OPERANDS_FILES)
    out_text("    [[ $current == -* ]] || words=$(ulna robots --names 2>/dev/null)\n");
  if (c->operands == OPERANDS_ROBOT_OR_SCENARIO)
    out_text(
        "    [[ $current == -* ]] || words=$(ulna robots --names 2>/dev/null; ulna simulate --names 2>/dev/null)\n");
  if (c->operands == OPERANDS_MAYBE_SCENARIO)
    out_text("    [[ $current == -* ]] || words=$(ulna simulate --names 2>/dev/null)\n");
  if (c->operands == OPERANDS_COMMAND) out_text("    words=\"$commands states\"\n");
  out_text("    ;;\n");
}

void help_completion(void)
{
  out_text("# bash completion of ulna; made by `ulna --completion`\n"
           "_ulna() {\n"
           "  local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]}\n"
           "  local commands options methods formats words\n"
           "  commands=\"");
  for (const command *c = commands; c->name; c++) out_printf("%s%s", c == commands ? "" : " ", c->name);
  out_text("\"\n"
           "  COMPREPLY=()\n"
           "  if (( COMP_CWORD == 1 )); then\n"
           "    mapfile -t COMPREPLY < <(compgen -W \"$commands --help --version\" -- \"$current\")\n"
           "    return\n"
           "  fi\n"
           "  case ${COMP_WORDS[1]} in\n");
  for (const command *c = commands; c->name; c++) completion_command(c);
  out_text("  esac\n"
           "  case $previous in\n");
  out_text("  --method) mapfile -t COMPREPLY < <(compgen -W \"$methods\" -- \"$current\"); return ;;\n");
  out_text("  --format) mapfile -t COMPREPLY < <(compgen -W \"$formats\" -- \"$current\"); return ;;\n");
  for (int id = 1; id < OPT_COUNT; id++) {
    const option *o = &options[id];
    if (!o->argument || id == OPT_METHOD || is_format((option_id)id)) continue;
    if (o->choices) {
      out_printf("  --%s) mapfile -t COMPREPLY < <(compgen -W \"", o->name);
      completion_choices(o->choices);
      out_text("\" -- \"$current\"); return ;;\n");
    } else if (o->file) {
      out_printf("  --%s) mapfile -t COMPREPLY < <(compgen -f -- \"$current\"); return ;;\n", o->name);
    } else {
      out_printf("  --%s) return ;;\n", o->name);
    }
  }
  out_text("  esac\n"
           "  if [[ $current == -* ]]; then\n"
           "    mapfile -t COMPREPLY < <(compgen -W \"$options\" -- \"$current\")\n"
           "  else\n"
           "    mapfile -t COMPREPLY < <(compgen -W \"$words\" -- \"$current\"; compgen -f -- \"$current\")\n"
           "  fi\n"
           "}\n"
           "complete -o filenames -F _ulna ulna\n");
}

int run_help(const arguments *args)
{
  if (args->operand_count == 0) {
    help_overview();
    return DONE;
  }
  if (strcmp(args->operands[0], "states") == 0) {
    fill(state_notes, 0, 0);
    return DONE;
  }
  const command *c = command_find(args->operands[0]);
  if (c) {
    help_command(c);
    return DONE;
  }
  nearest n = nearest_to(args->operands[0]);
  for (const command *k = commands; k->name; k++) nearest_offer(&n, k->name);
  return n.best ? fail("there is no command \"%s\"; the nearest is %s", args->operands[0], n.best)
                : fail("there is no command \"%s\"; see ulna --help", args->operands[0]);
}
