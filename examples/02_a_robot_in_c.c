/* A robot described in C, with no file and no reader: this needs libulna alone.
 *
 * A planar arm of two links, 0.4 m and 0.3 m long, that moves in the vertical plane. The builder checks it as a file
 * would be checked, and says everything that is wrong with it at once. */
#include <stdio.h>
#include <ulna/ulna.h>

static ulna_status add_link(ulna_builder *builder, const char *joint_name, const char *link_name,
                            double length, double mass)
{
  ulna_joint joint = ulna_joint_default();
  joint.name = joint_name;
  joint.a = length;
  joint.link.name = link_name;
  joint.link.body.mass = mass;
  joint.link.body.com[0] = -length / 2; /* from the link's frame, which is at its far end */
  joint.link.body.inertia[1] = mass * length * length / 12; /* a thin rod along x */
  joint.link.body.inertia[2] = joint.link.body.inertia[1];
  joint.link.body.about = ULNA_ABOUT_COM;
  return ulna_builder_add_joint(builder, &joint);
}

static void print_problems(const ulna_report *report)
{
  char line[256];
  for (size_t i = 0; i < ulna_report_count(report, ULNA_NOTE); i++) {
    ulna_problem_format(ulna_report_get(report, i), line, sizeof line);
    printf("%s\n", line);
  }
}

static ulna_status build(ulna_builder *builder, double mass, ulna_report *report, ulna_model **model)
{
  const double gravity[3] = {0, -9.81, 0};
  ulna_builder_set_gravity(builder, gravity);
  ulna_status status = add_link(builder, "shoulder", "upper arm", 0.4, mass);
  if (status == ULNA_OK) status = add_link(builder, "elbow", "forearm", 0.3, 1.0);
  if (status == ULNA_OK) status = ulna_builder_finish(builder, report, model);
  return status;
}

int main(void)
{
  const double masses[] = {-2.0, 2.0}; /* the first is refused */
  for (int i = 0; i < 2; i++) {
    ulna_builder *builder = NULL;
    ulna_report *report = NULL;
    ulna_model *model = NULL;
    if (ulna_builder_create(ULNA_DH, NULL, &builder) != ULNA_OK) return 1;
    if (ulna_report_create(NULL, &report) != ULNA_OK) return 1;
    const ulna_status status = build(builder, masses[i], report, &model);
    print_problems(report);
    printf("%s\n", ulna_status_name(status));
    if (status == ULNA_OK)
      printf("%d joints, %g kg\n", ulna_model_joint_count(model), ulna_model_mass(model));
    ulna_model_destroy(model);
    ulna_report_destroy(report);
    ulna_builder_destroy(builder);
  }
  return 0;
}
