/* The robot file, version 1: a tree of nodes read into a builder.
 *
 * Every problem is reported once: values that cannot be read are marked in the builder, whose checks then look at the
 * rest. A misspelt key is reported and read as the key it stands for. */
#include "read/yaml.h"

#include <math.h>
#include <stdio.h>

static void read_limits(reader *r, const node *n, where w, ulna_joint_type type, bool type_known,
                        ulna_limits *limits)
{
  if (!n) return;
  field f[] = {{.name = "lower"}, {.name = "upper"}, {.name = "velocity"}, {.name = "effort"}};
  if (!ulna_yaml_fields(r, n, w, "limits", f, 4)) return;
  double *const values[] = {&limits->lower, &limits->upper, &limits->velocity, &limits->effort};
  const bool turns = type == ULNA_REVOLUTE || !type_known;
  const char *const units[] = {"m", "m", turns ? "rad/s" : "m/s", turns ? "N m" : "N"};
  for (int k = 0; k < 4; k++) {
    if (!f[k].value) continue;
    const where at = ulna_yaml_inside(w, "%s", f[k].name);
    if (k < 2 && turns) ulna_yaml_angle(r, f[k].value, at, values[k]);
    else ulna_yaml_number(r, f[k].value, at, units[k], values[k]);
  }
}

static void read_link(reader *r, const node *n, where w, ulna_link *link)
{
  if (!n) return;
  enum { NAME, MASS, COM, INERTIA, ACCEPT, COUNT };
  field f[COUNT] = {{.name = "name", .required = true},
                    {.name = "mass", .required = true},
                    {.name = "com", .required = true},
                    {.name = "inertia", .required = true},
                    {.name = "accept"}};
  const yaml_subject subject = ulna_yaml_subject("link", n, w.path);
  w.subject = subject.s;
  if (!ulna_yaml_fields(r, n, w, "a link", f, COUNT)) return;
  ulna_yaml_text(r, f[NAME].value, ulna_yaml_inside(w, "name"), &link->name);
  ulna_yaml_body(r, f[MASS].value, f[COM].value, f[INERTIA].value, w, &link->body);
  ulna_yaml_waivers(r, f[ACCEPT].value, ulna_yaml_inside(w, "accept"), &link->waivers, &link->waiver_count);
}

static void read_follows(reader *r, const node *n, where w, ulna_joint_type type, ulna_follow *follows)
{
  if (!n) return;
  field f[] = {{.name = "joint", .required = true}, {.name = "ratio"}, {.name = "offset"}};
  if (!ulna_yaml_fields(r, n, w, "follows", f, 3)) return;
  ulna_yaml_text(r, f[0].value, ulna_yaml_inside(w, "joint"), &follows->joint);
  if (f[1].value) ulna_yaml_number(r, f[1].value, ulna_yaml_inside(w, "ratio"), "", &follows->ratio);
  if (f[2].value && type == ULNA_REVOLUTE)
    ulna_yaml_angle(r, f[2].value, ulna_yaml_inside(w, "offset"), &follows->offset);
  else if (f[2].value) ulna_yaml_number(r, f[2].value, ulna_yaml_inside(w, "offset"), "m", &follows->offset);
}

static void read_joint(reader *r, const node *n, where w, ulna_joint *joint)
{
  enum { NAME, TYPE, THETA, D, A, ALPHA, LIMITS, FRICTION, FOLLOWS, LINK, COUNT };
  field f[COUNT] = {{.name = "name", .required = true},
                    {.name = "type", .required = true},
                    {.name = "theta", .required = true},
                    {.name = "d", .required = true},
                    {.name = "a", .required = true},
                    {.name = "alpha", .required = true},
                    {.name = "limits"},
                    {.name = "friction"},
                    {.name = "follows"},
                    {.name = "link", .required = true}};
  const yaml_subject subject = ulna_yaml_subject("joint", n, w.path);
  w.subject = subject.s;
  joint->theta = joint->d = joint->a = joint->alpha = (double)NAN;
  if (!ulna_yaml_fields(r, n, w, "a joint", f, COUNT)) return;
  static const char *const types[] = {"revolute", "prismatic"};
  int type = 0;
  const bool type_known = ulna_yaml_choice(r, f[TYPE].value, ulna_yaml_inside(w, "type"), types, 2, &type);
  joint->type = type == 0 ? ULNA_REVOLUTE : ULNA_PRISMATIC;
  ulna_yaml_text(r, f[NAME].value, ulna_yaml_inside(w, "name"), &joint->name);
  ulna_yaml_angle(r, f[THETA].value, ulna_yaml_inside(w, "theta"), &joint->theta);
  ulna_yaml_number(r, f[D].value, ulna_yaml_inside(w, "d"), "m", &joint->d);
  ulna_yaml_number(r, f[A].value, ulna_yaml_inside(w, "a"), "m", &joint->a);
  ulna_yaml_angle(r, f[ALPHA].value, ulna_yaml_inside(w, "alpha"), &joint->alpha);
  read_limits(r, f[LIMITS].value, ulna_yaml_inside(w, "limits"), joint->type, type_known, &joint->limits);
  ulna_yaml_friction(r, f[FRICTION].value, ulna_yaml_inside(w, "friction"), true, &joint->friction);
  read_follows(r, f[FOLLOWS].value, ulna_yaml_inside(w, "follows"), joint->type, &joint->follows);
  read_link(r, f[LINK].value, ulna_yaml_inside(w, "link"), &joint->link);
}

static void read_joints(reader *r, const node *n, where w)
{
  if (!ulna_yaml_list(r, n, w, "joints")) return;
  int i = 0;
  for (const node *item = n->first; item && r->status == ULNA_OK; item = item->next, i++) {
    ulna_joint joint = ulna_joint_default();
    read_joint(r, item, ulna_yaml_inside(w, "[%d]", i), &joint);
    if (ulna_builder_add_joint(builder_of(r), &joint) != ULNA_OK) r->status = ULNA_OUT_OF_MEMORY;
  }
}

static void read_payload(reader *r, const node *n, where w)
{
  if (!n) return;
  field f[] = {{.name = "mass", .required = true},
               {.name = "com", .required = true},
               {.name = "inertia", .required = true}};
  ulna_body payload = {0};
  w.subject = "payload";
  if (ulna_yaml_fields(r, n, w, "a payload", f, 3))
    ulna_yaml_body(r, f[0].value, f[1].value, f[2].value, w, &payload);
  ulna_builder_set_payload(builder_of(r), &payload);
}

enum { ULNA, NAME, SOURCE, GRAVITY, CONVENTION, BASE, TOOL, JOINTS, DRIVES, ELEMENTS, PAYLOAD, ROOT_COUNT };

static void read_head(reader *r, const field *f, where w)
{
  const char *name = NULL, *source = NULL;
  ulna_yaml_text(r, f[NAME].value, ulna_yaml_inside(w, "name"), &name);
  if (f[SOURCE].value) ulna_yaml_text(r, f[SOURCE].value, ulna_yaml_inside(w, "source"), &source);
  if (ulna_builder_set_name(builder_of(r), name, source) != ULNA_OK) r->status = ULNA_OUT_OF_MEMORY;

  double gravity[3];
  ulna_yaml_vector(r, f[GRAVITY].value, ulna_yaml_inside(w, "gravity"), "m/s²", gravity);
  ulna_builder_set_gravity(builder_of(r), gravity);
  ulna_pose pose;
  if (f[BASE].value && ulna_yaml_pose(r, f[BASE].value, ulna_yaml_inside(w, "base"), &pose))
    ulna_builder_set_base(builder_of(r), &pose);
  if (f[TOOL].value && ulna_yaml_pose(r, f[TOOL].value, ulna_yaml_inside(w, "tool"), &pose))
    ulna_builder_set_tool(builder_of(r), &pose);
}

/* Only version 1 can be read; nothing is known of any other, not even what would be wrong in it. */
static bool version_known(reader *r, const node *n, where w)
{
  if (!n) return true;
  double version;
  if (!ulna_yaml_number(r, n, w, "", &version)) return true;
  if (version == 1) return true;
  ulna_yaml_say(r, ULNA_ERROR, "version", n, w.subject,
                "this is version %.10g of the robot file; version 1 can be read", version);
  ulna_yaml_spoil(r, (where){"", "robot"});
  return false;
}

/* The first key of that name; its value is the next node. NULL where there is none. */
static const node *key_of(const node *root, const char *name)
{
  for (const node *key = root->kind == NODE_MAPPING ? root->first : NULL; key; key = key->next->next)
    if (key->kind == NODE_SCALAR && strcmp(key->text, name) == 0) return key;
  return NULL;
}

/* The builder wants it first; what is wrong with it is said in its turn. */
static ulna_convention convention_of(const node *root)
{
  const node *key = key_of(root, "convention");
  return key && key->next->kind == NODE_SCALAR && strcmp(key->next->text, "mdh") == 0 ? ULNA_MDH : ULNA_DH;
}

static void read_root(reader *r, const node *root)
{
  field f[ROOT_COUNT] = {[ULNA] = {.name = "ulna", .required = true},
                         [NAME] = {.name = "name", .required = true},
                         [SOURCE] = {.name = "source"},
                         [GRAVITY] = {.name = "gravity", .required = true},
                         [CONVENTION] = {.name = "convention", .required = true},
                         [BASE] = {.name = "base"},
                         [TOOL] = {.name = "tool"},
                         [JOINTS] = {.name = "joints", .required = true},
                         [DRIVES] = {.name = "drives"},
                         [ELEMENTS] = {.name = "elements"},
                         [PAYLOAD] = {.name = "payload"}};
  const where w = {"", "robot"};
  const node *scenario = key_of(root, "ulna_scenario"), *version = key_of(root, "ulna");
  if (scenario) {
    ulna_yaml_say(r, ULNA_ERROR, "scenario", scenario, w.subject,
                  "this is a scenario, which `ulna simulate` runs; a robot file has \"ulna: 1\"");
    ulna_yaml_spoil(r, w);
    return;
  }
  if (version && !version_known(r, version->next, ulna_yaml_inside(w, "ulna"))) return;
  if (!ulna_yaml_fields(r, root, w, "a robot", f, ROOT_COUNT)) return;
  static const char *const conventions[] = {"dh", "mdh"};
  int convention = 0;
  ulna_yaml_choice(r, f[CONVENTION].value, ulna_yaml_inside(w, "convention"), conventions, 2, &convention);
  read_head(r, f, w);
  read_joints(r, f[JOINTS].value, ulna_yaml_inside(w, "joints"));
  ulna_yaml_drives(r, f[DRIVES].value, "drives");
  ulna_yaml_drives(r, f[ELEMENTS].value, "elements");
  read_payload(r, f[PAYLOAD].value, ulna_yaml_inside(w, "payload"));
}

static ulna_status refuse_options(reader *r, const ulna_read_options *o)
{
  if (!o->base_link && !o->tip_link && o->held_count == 0) return ULNA_OK;
  ulna_yaml_say_at(r, "option", 0, 0,
                   "a base link, a tip link and held joints are chosen in a URDF; a robot file is one chain");
  return ULNA_UNSUPPORTED;
}

static ulna_status read_into_builder(reader *r, const ulna_read_options *options)
{
  ulna_status status = refuse_options(r, options);
  if (status != ULNA_OK) return status;
  node *root = NULL;
  status = ulna_yaml_tree(r, &root);
  if (status != ULNA_OK) return status;
  const int problems = r->problems;
  ulna_builder *b = NULL;
  status = ulna_builder_create(convention_of(root), r->in->allocator, &b);
  if (status != ULNA_OK) return status;
  ulna_yaml_tell_builder(r, b);
  if (r->in->file) status = ulna_builder_set_file(b, r->in->file);
  if (status != ULNA_OK) return status;
  const where w = {"", "robot"};
  ulna_yaml_place(r, w, root);
  if (problems > 0) ulna_yaml_spoil(r, ulna_yaml_inside(w, "unknown"));  // an alias, a tag
  read_root(r, root);
  return r->status;
}

ulna_status ulna_read_yaml(const text_input *in, const ulna_read_options *options, ulna_builder **builder)
{
  reader r = {.in = in, .thing = "robot", .status = ULNA_OK};
  arena_init(&r.memory, in->allocator);
  ulna_status status = read_into_builder(&r, options);
  if (r.status != ULNA_OK) status = r.status;
  arena_free(&r.memory);
  if (status == ULNA_OK) *builder = builder_of(&r);
  else ulna_builder_destroy(builder_of(&r));
  return status;
}
