/* Idioms of published robot files, one small arm each: arms/NAME.urdf has the outcome that arms/NAME.outcome states, line by
 * line: the status; joints, moving mass, tip and drives of the arm; every problem told, in its words. */
#include <dirent.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "ulna/ulna.h"

enum { ROOM = 20000 };

static void describe(const ulna_model *m, char *text, size_t *used)
{
  char *at = text + *used;
  ulna_pose tool;
  ulna_model_tool(m, &tool);
  int length = snprintf(at, ROOM - *used, "%d joints, %.6g kg, tool at %.6g %.6g %.6g of %s, %d drives\n",
                        ulna_model_joint_count(m), ulna_model_mass(m), tool.p[0], tool.p[1], tool.p[2],
                        ulna_model_link_name(m, ulna_model_joint_count(m)), ulna_model_drive_count(m));
  for (int i = 0; i < ulna_model_drive_count(m); i++) {
    const ulna_drive *d = ulna_model_drive(m, i);
    length +=
        snprintf(at + length, ROOM - *used - (size_t)length, "drive \"%s\": %s, %g per %s\n", d->name,
                 d->kind == ULNA_LINEAR ? "linear" : "rotary", d->couples[0].value, d->couples[0].joint);
  }
  *used += (size_t)length;
}

/* What reading the file comes to. */
static void outcome_of(const char *name, char *text)
{
  char path[500];
  snprintf(path, sizeof path, "%s/urdf/arms/%s.urdf", ULNA_TEST_DATA, name);
  ulna_report *report = NULL;
  ulna_model *model = NULL;
  assert_int_equal(ulna_report_create(NULL, &report), ULNA_OK);
  const ulna_status status = ulna_model_read(path, NULL, NULL, report, &model);
  size_t used = (size_t)snprintf(text, ROOM, "%s\n", ulna_status_name(status));
  if (model) describe(model, text, &used);
  for (size_t i = 0; i < ulna_report_count(report, ULNA_NOTE); i++) {
    ulna_problem p = *ulna_report_get(report, i);
    char file[300];
    snprintf(file, sizeof file, "%s.urdf", name);
    p.file = file;
    used += (size_t)ulna_problem_format(&p, text + used, ROOM - used - 2);
    text[used++] = '\n';
    text[used] = 0;
  }
  ulna_model_destroy(model);
  ulna_report_destroy(report);
}

/* ULNA_WRITE_OUTCOMES=1 writes the outcomes anew, for eyes to judge. */
static void every_idiom_has_its_outcome(void **state)
{
  (void)state;
  char path[500], *found = malloc(ROOM), *stated = malloc(ROOM);
  assert_true(found && stated);
  snprintf(path, sizeof path, "%s/urdf/arms", ULNA_TEST_DATA);
  DIR *folder = opendir(path);
  assert_non_null(folder);
  int count = 0, wrong = 0;
  for (const struct dirent *entry; (entry = readdir(folder));) {
    char name[200];
    const char *end = strstr(entry->d_name, ".outcome");
    if (!end) continue;
    snprintf(name, sizeof name, "%.*s", (int)(end - entry->d_name), entry->d_name);
    outcome_of(name, found);
    snprintf(path, sizeof path, "%s/urdf/arms/%s.outcome", ULNA_TEST_DATA, name);
    FILE *f = fopen(path, getenv("ULNA_WRITE_OUTCOMES") ? "w+b" : "rb");
    assert_non_null(f);
    if (getenv("ULNA_WRITE_OUTCOMES")) fputs(found, f);
    rewind(f);
    stated[fread(stated, 1, ROOM - 1, f)] = 0;
    fclose(f);
    count++;
    if (strcmp(found, stated) == 0) continue;
    wrong++;
    print_error("%s: expected\n%sfound\n%s", name, stated, found);
  }
  closedir(folder);
  free(found);
  free(stated);
  assert_int_equal(wrong, 0);
  assert_true(count >= 21);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(every_idiom_has_its_outcome)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
