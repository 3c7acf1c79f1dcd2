/* ulna generate: C for one robot, without dependencies; and its equations on paper. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli.h"
#include "numbers.h"
#include "robot.h"
#include "ulna/generate.h"

/* ---- files: all of them or none */

static char *partial_name(const char *folder, const char *name)
{
  return text_printf("%s/.%s.part", folder, name);
}
static char *final_name(const char *folder, const char *name) { return text_printf("%s/%s", folder, name); }

static int write_partial(const char *folder, const ulna_generated_file *file)
{
  char *path = partial_name(folder, file->name);
  int why = 0;
  const int descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0666);
  FILE *out = descriptor >= 0 ? fdopen(descriptor, "w") : NULL;
  if (!out) why = errno;
  if (!out && descriptor >= 0) close(descriptor);
  if (out) {
    if (fputs(file->text, out) == EOF || fflush(out) == EOF || fsync(descriptor) != 0) why = errno;
    if (fclose(out) == EOF && !why) why = errno;
  }
  const int code = why ? fail("cannot write '%s': %s", path, strerror(why)) : DONE;
  free(path);
  return code;
}

static void remove_partials(const char *folder, const ulna_generated *all, int count)
{
  for (int k = 0; k < count; k++) {
    char *path = partial_name(folder, all->files[k].name);
    unlink(path);
    free(path);
  }
}

/* Everything is on disk under another name before the first file gets its own. */
static int write_files(const char *folder, const ulna_generated *all)
{
  if (mkdir(folder, 0777) != 0 && errno != EEXIST)
    return fail("cannot make folder '%s': %s", folder, strerror(errno));
  for (int k = 0; k < all->file_count; k++)
    if (write_partial(folder, &all->files[k]) != DONE) {
      remove_partials(folder, all, k + 1);
      return BAD;
    }
  for (int k = 0; k < all->file_count; k++) {
    char *from = partial_name(folder, all->files[k].name), *to = final_name(folder, all->files[k].name);
    const int why = rename(from, to) == 0 ? 0 : errno;
    if (why) {
      fail("cannot write '%s': %s", to, strerror(why));
      remove_partials(folder, all, all->file_count);
    }
    free(from), free(to);
    if (why) return BAD;
  }
  return DONE;
}

/* ---- the command */

static int take_options(const arguments *args, ulna_generate_options *o)
{
  const char *precision = args->value[OPT_PRECISION];
  o->single = precision && strcmp(precision, "float") == 0;
  if (given(args, OPT_FUNCTIONS)) o->functions = args->value[OPT_FUNCTIONS];
  if (given(args, OPT_PREFIX)) o->prefix = args->value[OPT_PREFIX];
  if (given(args, OPT_PARAMETER)) o->parameters = args->value[OPT_PARAMETER];
  o->own_sines = given(args, OPT_OWN_SINCOS);
  o->drives = given(args, OPT_DRIVES);
  o->latex = given(args, OPT_LATEX);
  if (given(args, OPT_LANES)) o->lanes = (int)strtol(args->value[OPT_LANES], NULL, 10);
  return DONE;
}

static void tell(const char *folder, const ulna_generated *all)
{
  printf("%-16s %8s %8s %8s %8s\n", "function", "x", "+", "/", "sines");
  for (int k = 0; k < all->function_count; k++) {
    const ulna_generated_counts *c = &all->counts[k];
    printf("%-16s %8ld %8ld %8ld %8ld\n", c->function, c->multiplications, c->additions, c->divisions,
           c->sines);
  }
  for (int k = 0; k < all->file_count; k++) {
    char *path = final_name(folder, all->files[k].name);
    printf("%s %s\n", k ? "      " : "wrote ", plain_text(path));
    free(path);
  }
}

int run_generate(const arguments *args)
{
  robot r = {.model = NULL};
  ulna_generate_options o = ulna_generate_options_default();
  ulna_generate_fault fault;
  ulna_generated *all = NULL;
  const char *folder = args->value[OPT_OUTPUT_FOLDER] ? args->value[OPT_OUTPUT_FOLDER] : ".";
  int code = robot_open(&r, args);
  if (code == DONE) code = take_options(args, &o);
  if (code == DONE) {
    const ulna_status status = ulna_generate(r.model, &o, NULL, &fault, &all);
    if (status != ULNA_OK) code = fail("%s", fault.text[0] ? fault.text : ulna_status_text(status));
  }
  if (code == DONE) code = write_files(folder, all);
  if (code == DONE) tell(folder, all);
  ulna_generated_destroy(all);
  robot_close(&r);
  return code;
}
