/* An arm for users of the core alone: one rod of 1 m and 1 kg that turns in the vertical plane; level at 0. */
#include <ulna/ulna.h>

static ulna_model *pendulum(void)
{
  const double gravity[3] = {0, -9.81, 0};
  ulna_builder *builder = NULL;
  ulna_model *model = NULL;
  if (ulna_builder_create(ULNA_DH, NULL, &builder) != ULNA_OK) return NULL;
  ulna_builder_set_gravity(builder, gravity);
  ulna_joint joint = ulna_joint_default();
  joint.name = "pivot", joint.a = 1;
  joint.link.name = "rod", joint.link.body.mass = 1;
  joint.link.body.com[0] = -0.5;
  joint.link.body.inertia[1] = joint.link.body.inertia[2] = 1.0 / 12;
  joint.link.body.about = ULNA_ABOUT_COM;
  if (ulna_builder_add_joint(builder, &joint) != ULNA_OK ||
      ulna_builder_finish(builder, NULL, &model) != ULNA_OK)
    model = NULL;
  ulna_builder_destroy(builder);
  return model;
}
