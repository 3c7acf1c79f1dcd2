/* Any bytes, read as URDF: no crash, no hang, no leak; a status, and problems whose words can be printed. What loads is
 * moved, and no posture makes a pose of it that is not finite where the file's numbers are tame.
 *
 * The first byte chooses the options, so that chains, ends and held joints are varied too. */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ulna/ulna.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void print_all(const ulna_report *report)
{
  char line[256];
  for (size_t i = 0; i < ulna_report_count(report, ULNA_NOTE); i++) {
    const ulna_problem *p = ulna_report_get(report, i);
    if (ulna_problem_format(p, line, sizeof line) < 0 || p->line < 0 || p->column < 0) abort();
  }
}

static void move(const ulna_model *model)
{
  ulna_work *work = NULL;
  const int n = ulna_model_joint_count(model);
  if (n > 20 || ulna_work_create(model, ULNA_PARTS_ALL, NULL, &work) != ULNA_OK) return;
  double q[20];
  ulna_pose poses[21], pose;
  for (int i = 0; i < n; i++) q[i] = 0.1 * (i + 1);
  ulna_link_poses(model, work, q, poses);
  ulna_hand_pose(model, work, q, &pose);
  for (int i = 0; i < ulna_model_frame_count(model); i++) ulna_frame_pose(model, work, i, q, &pose);
  ulna_work_destroy(work);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  const int choice = size > 0 ? data[0] : 0;
  const ulna_held_joint held = {"h", 0.5};
  const ulna_waiver accept = {"triangle_inequality", "fuzzed"};
  const ulna_read_options options = {.format = ULNA_FORMAT_URDF,
                                     .base_link = choice & 1 ? "b" : NULL,
                                     .tip_link = choice & 2 ? "t" : NULL,
                                     .held_count = choice & 4 ? 1 : 0,
                                     .held = &held,
                                     .accept_count = choice & 8 ? 1 : 0,
                                     .accept = &accept};
  const char *text = (const char *)data + (size > 0);
  ulna_report *report = NULL;
  ulna_model *model = NULL;
  if (ulna_report_create(NULL, &report) != ULNA_OK) return 0;
  const ulna_status status =
      ulna_model_read_text(text, size > 0 ? size - 1 : 0, "fuzz", &options, NULL, report, &model);
  if ((status == ULNA_OK) != (model != NULL)) abort();
  if (status != ULNA_OK && status != ULNA_OUT_OF_MEMORY && ulna_report_count(report, ULNA_ERROR) == 0)
    abort();
  if (status == ULNA_OK && ulna_report_count(report, ULNA_ERROR) != 0) abort();
  print_all(report);
  if (model) move(model);
  ulna_model_destroy(model);
  ulna_report_destroy(report);
  return 0;
}
