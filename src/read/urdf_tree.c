/* The tree of a URDF's links, and the joints that form the arm. */
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/rotation.h"
#include "read/urdf.h"
#include "text/text.h"

void ulna_urdf_list(urdf_names *names, const char *format, ...)
{
  enum { ROOM_FOR_END = 40 };
  names->count++;
  char *at = names->text + names->used;
  const size_t room = sizeof names->text - ROOM_FOR_END - names->used;
  const size_t comma = names->used > 0 ? 2 : 0;
  va_list arguments;
  va_start(arguments, format);
  const int length =
      names->left_out || room <= comma ? -1 : vsnprintf(at + comma, room - comma, format, arguments);
  va_end(arguments);
  if (length < 0 || (size_t)length >= room - comma) {
    names->left_out++;
    *at = 0;
    return;
  }
  memcpy(at, ", ", comma);
  names->used += comma + (size_t)length;
}

const char *ulna_urdf_list_end(urdf_names *names)
{
  if (names->left_out)
    snprintf(names->text + names->used, sizeof names->text - names->used, "%s%d more",
             names->used ? " and " : "", names->left_out);
  return names->text;
}

// ---- the tree ----

// Gives every child its parent joint; a link moved by two joints is refused.
static bool hang_up_links(urdf *u)
{
  bool ok = true;
  for (size_t i = u->joint_count;
       i-- > 0;) {  // backwards: each link's list of joints comes out in file order
    urdf_joint *j = &u->joints[i];
    if (!j->parent || !j->child) {
      ok = false;  // reported where it was read
      continue;
    }
    j->sibling = j->parent->children;
    j->parent->children = j;
  }
  for (size_t i = 0; i < u->joint_count; i++) {
    urdf_joint *j = &u->joints[i];
    if (!j->parent || !j->child) continue;
    if (j->child->parent) {
      ulna_urdf_say(
          u, ULNA_ERROR, "two parents", j->element, NULL, ulna_urdf_subject(u, "joint", j->name),
          "its child, link \"%s\", is the child of joint \"%s\" (line %d) already; a closed loop cannot be read",
          j->child->name, j->child->parent->name, j->child->parent->element->line);
      ok = false;
    } else j->child->parent = j;
  }
  return ok;
}

// Adds the links that hang on a root to u->order, from it outwards.
static void order_links(urdf *u, urdf_link *root)
{
  size_t done = u->order_count;
  u->order[u->order_count++] = root;
  for (; done < u->order_count; done++)
    for (urdf_joint *j = u->order[done]->children; j; j = j->sibling) u->order[u->order_count++] = j->child;
}

// Every link has one parent and no root leads to this one, so going up ends in a circle.
static void say_circle(urdf *u, urdf_link *link)
{
  for (size_t i = 0; i < u->link_count && link->parent; i++) link = link->parent->parent;
  if (!link->parent) return;  // there is a root after all
  urdf_names names = {0};
  const urdf_link *l = link;
  do {
    ulna_urdf_list(&names, "\"%s\"", l->name);
    l = l->parent ? l->parent->parent : link;
  } while (l != link);
  ulna_urdf_say(u, ULNA_ERROR, "loop", link->parent->element, NULL,
                ulna_urdf_subject(u, "joint", link->parent->name), "links follow one another in a circle: %s",
                ulna_urdf_list_end(&names));
}

static bool has_moving_joint(const urdf *u)
{
  for (size_t i = 0; i < u->order_count; i++)
    for (const urdf_joint *j = u->order[i]->children; j; j = j->sibling)
      if (j->type != URDF_FIXED) return true;
  return false;
}

/* Among several trees, the one with a link that the caller names, or the only one in which something moves; NULL:
 * there is none. */
static urdf_link *choose_root(urdf *u, const char *name)
{
  const urdf_link *named = name ? ulna_urdf_find(&u->link_table, name) : NULL;
  for (size_t steps = 0; named && named->parent && steps < u->link_count; steps++)
    named = named->parent->parent;
  urdf_link *chosen = NULL;
  int moving = 0;
  for (size_t i = 0; i < u->link_count; i++) {
    urdf_link *l = &u->links[i];
    if (l->parent) continue;
    u->order_count = 0;
    order_links(u, l);
    if (l == named || (!named && has_moving_joint(u))) chosen = l, moving++;
  }
  u->order_count = 0;
  return moving == 1 ? chosen : NULL;
}

/* Links that hang on no root go round in a circle; `connected` do not. */
static bool refuse_circles(urdf *u, size_t connected)
{
  if (connected == u->link_count) return true;
  for (size_t i = 0; i < u->link_count; i++) u->links[i].below = false;
  for (size_t i = 0; i < u->order_count; i++) u->order[i]->below = true;
  size_t i = 0;
  while (u->links[i].below) i++;
  say_circle(u, &u->links[i]);
  return false;
}

bool ulna_urdf_make_tree(urdf *u)
{
  if (!hang_up_links(u) || u->names_bad) return false;
  urdf_names names = {0};
  urdf_link *root = NULL, *second = NULL;
  u->order = arena_take_array(u->a, u->link_count, sizeof *u->order);
  if (!u->order) return false;
  for (size_t i = 0; i < u->link_count; i++) {
    urdf_link *l = &u->links[i];
    if (l->parent) continue;
    if (root && !second) second = l;
    if (!root) root = l;
    order_links(u, l);
    ulna_urdf_list(&names, "\"%s\"", l->name);
  }
  if (!refuse_circles(u, u->order_count)) return false;
  if (second) {
    const char *name = u->options->base_link ? u->options->base_link : u->options->tip_link;
    urdf_link *chosen = choose_root(u, name);
    const urdf_link *at = chosen == second ? root : second;
    root = chosen;
    ulna_urdf_say(
        u, root ? ULNA_WARNING : ULNA_ERROR, "unconnected", at->element, NULL,
        ulna_urdf_subject(u, "link", at->name), "the links form %d separate trees, with the roots %s; %s%s%s",
        names.count, ulna_urdf_list_end(&names),
        root ? "only that of \"" : "joints must connect them to one, or base_link (--base-link) choose",
        root ? root->name : "", root ? "\" is read" : "");
    if (!root) return false;
  }
  u->order_count = 0;
  if (root) order_links(u, root);
  return true;
}

// ---- base and tip ----

static urdf_link *find_link(urdf *u, const char *name, const char *what)
{
  urdf_link *link = ulna_urdf_find(&u->link_table, name);
  if (link) return link;
  const char *near = ulna_urdf_nearest(u, &u->link_table, name);
  ulna_urdf_say(u, ULNA_ERROR, "unknown link", u->root, NULL, NULL,
                "there is no link \"%s\" to be the %s link%s%s%s", name, what, near ? "; is \"" : "",
                near ? near : "", near ? "\" meant?" : "");
  return NULL;
}

static bool is_welded(const urdf_joint *j) { return j->type == URDF_FIXED; }

// How many joints that are not fixed lie between the base and the link.
static int joints_to(const urdf *u, const urdf_link *link)
{
  int count = 0;
  for (; link != u->base && link->parent; link = link->parent->parent) count += !is_welded(link->parent);
  return count;
}

// The link nearest the base to which this one is welded.
static const urdf_link *welded_root(const urdf *u, const urdf_link *l)
{
  while (l != u->base && l->parent && is_welded(l->parent)) l = l->parent->parent;
  return l;
}

// How many of a link's own joints lead to something that moves.
static int branches_of(const urdf *u, const urdf_link *l, const int moving_below[])
{
  int count = 0;
  for (const urdf_joint *j = l->children; j; j = j->sibling)
    count += !is_welded(j) || moving_below[j->child - u->links] > 0;
  return count;
}

/* Several branches of moving joints: the file does not say which is the arm. The link where they part, and links
 * welded to it, are possible ends too: for an arm with a gripper it is the gripper's body. */
static void say_tips(urdf *u, urdf_link *const ends[], int end_count, const int moving_below[])
{
  urdf_names names = {0}, before = {0};
  for (int i = end_count; i-- > 0;)  // in the order of the tree
    ulna_urdf_list(&names, "\"%s\" (%d joints)", ends[i]->name, joints_to(u, ends[i]));
  for (size_t i = 0; i < u->order_count && before.count < 10; i++) {
    const urdf_link *l = u->order[i];
    if (!l->below || branches_of(u, l, moving_below) < 2 || joints_to(u, l) == 0) continue;
    ulna_urdf_list(&before, "\"%s\" (%d joints)", l->name, joints_to(u, l));
    for (size_t k = 0; k < u->order_count; k++)
      if (!u->order[k]->children && u->order[k]->below && welded_root(u, u->order[k]) == welded_root(u, l))
        ulna_urdf_list(&before, "\"%s\" (%d joints)", u->order[k]->name, joints_to(u, l));
  }
  ulna_urdf_say(u, ULNA_ERROR, "tip", u->root, NULL, NULL,
                "the joints branch, so the arm's end must be named (tip_link, --tip-link). Ends: %s%s%s",
                ulna_urdf_list_end(&names), before.count ? "; where they part, and welded there: " : "",
                ulna_urdf_list_end(&before));
}

/* The last moving link, or what is welded to it: the only outermost link, or that called tool0 as REP 199 and the
 * makers have it. The motion is the same whichever is taken; only the tool frame differs. */
static urdf_link *tip_welded_to(urdf *u, urdf_link *last)
{
  urdf_link *leaf = NULL, *tool0 = NULL;
  int leaf_count = 0, tool0_count = 0;
  urdf_names names = {0};
  for (size_t i = 0; i < u->order_count; i++) {
    urdf_link *l = u->order[i];
    if (!l->below || l == last || l->children || welded_root(u, l) != last) continue;
    leaf = l;
    leaf_count++;
    if (has_ending(l->name, "tool0")) tool0 = l, tool0_count++;
    ulna_urdf_list(&names, "\"%s\"", l->name);
  }
  if (leaf_count == 0) return last;
  urdf_link *tip = leaf_count == 1 ? leaf : tool0_count == 1 ? tool0 : last;
  const char *subject = ulna_urdf_subject(u, "link", tip->name);
  if (leaf_count == 1)
    ulna_urdf_say(
        u, ULNA_NOTE, "tip", tip->element, NULL, subject,
        "taken as the tip: the only outermost link welded to the last moving one, \"%s\"; name another "
        "with tip_link (--tip-link)",
        last->name);
  else
    ulna_urdf_say(u, ULNA_NOTE, "tip", tip->element, NULL, subject,
                  "taken as the tip, %s; welded to the last moving link are %s: name another with tip_link "
                  "(--tip-link)",
                  tip == tool0 ? "by its name the tool's" : "as the last moving link",
                  ulna_urdf_list_end(&names));
  return tip;
}

/* ---- arm and hand ----
 *
 * Where joints branch, it is often clear which is the arm: a trunk of many joints that parts into short fingers; or
 * one long limb beside wheels, casters or a head. Links welded together count as one: a group, known by its link
 * nearest the base. A limb's length is the largest number of joints of its own (no mimics) on a way outwards. */

typedef struct {
  urdf_joint **first,
      **next;   // moving joints that leave each group, by link; the next of the same group, by joint
  int *length;  // of the longest limb beyond each link, by link
} limbs;

static int own_joint(const urdf_joint *j) { return !is_welded(j) && !j->mimic; }

static int limb_length(const urdf *u, const limbs *b, const urdf_joint *j)
{
  return own_joint(j) + b->length[j->child - u->links];
}

static bool measure_limbs(urdf *u, limbs *b)
{
  urdf_link **group = arena_take_array(u->a, u->link_count, sizeof(urdf_link *));
  b->first = arena_take_array(u->a, u->link_count, sizeof(urdf_joint *));
  b->next = arena_take_array(u->a, u->joint_count, sizeof(urdf_joint *));
  b->length = arena_take_array(u->a, u->link_count, sizeof *b->length);
  if (u->a->failed) return false;
  for (size_t i = 0; i < u->order_count; i++) {
    urdf_link *l = u->order[i];
    if (!l->below) continue;
    const bool welded = l != u->base && is_welded(l->parent);
    group[l - u->links] = welded ? group[l->parent->parent - u->links] : l;
  }
  for (size_t i = u->order_count; i-- > 0;) {
    urdf_link *l = u->order[i];
    if (!l->below || l == u->base) continue;
    urdf_joint *j = l->parent;
    int *longest = &b->length[j->parent - u->links];
    const int length = limb_length(u, b, j);
    if (length > *longest) *longest = length;
    if (is_welded(j)) continue;
    urdf_joint **first = &b->first[group[j->parent - u->links] - u->links];
    b->next[j - u->joints] = *first;
    *first = j;
  }
  return true;
}

/* The link on which all the joints that leave the group hang, directly or over welds: the body of the hand. */
static urdf_link *body_of_hand(urdf *u, const limbs *b, urdf_link *group)
{
  int *passed = arena_take_array(u->a, u->link_count, sizeof *passed), count = 0;
  if (!passed) return NULL;
  for (const urdf_joint *j = b->first[group - u->links]; j; j = b->next[j - u->joints], count++)
    for (const urdf_link *l = j->parent;; l = l->parent->parent) {
      passed[l - u->links]++;
      if (l == group) break;
    }
  urdf_link *body = b->first[group - u->links]->parent;
  while (passed[body - u->links] < count) body = body->parent->parent;
  return body;
}

/* The arm's end, or NULL where it is not plain to see. */
static urdf_link *obvious_hand(urdf *u)
{
  limbs b;
  if (!measure_limbs(u, &b)) return NULL;
  urdf_link *group = u->base;
  for (int trunk = 0;;) {
    urdf_joint *longest = NULL;
    int branches = 0, alike = 0, h1 = 0, h2 = 0;
    for (urdf_joint *j = b.first[group - u->links]; j; j = b.next[j - u->joints], branches++) {
      const int h = limb_length(u, &b, j);
      alike = !longest || h > h1 ? 1 : alike + (h == h1);
      h2 = !longest ? 0 : h > h1 ? h1 : h > h2 ? h : h2;
      if (!longest || h > h1) longest = j, h1 = h;
    }
    if (!longest) return trunk >= 2 ? tip_welded_to(u, group) : NULL;
    const bool fingers = trunk >= 3 && (2 * h1 <= trunk || (alike > 1 && h1 < trunk));
    const bool limb = (h1 >= 3 && h1 > 2 * h2 && h2 <= 2 && trunk <= 3) || (h1 >= 2 && h2 == 0);
    if (branches > 1 && fingers) {
      u->hand = body_of_hand(u, &b, group);
      return u->hand;
    }
    if (branches > 1 && !limb) return NULL;
    trunk += own_joint(longest);
    group = longest->child;
  }
}

static urdf_link *only_tip(urdf *u)
{
  int *moving_below =
      arena_take_array(u->a, u->link_count, sizeof *moving_below);  // joints that are not fixed
  urdf_link **ends = arena_take_array(u->a, u->link_count, sizeof *ends);
  if (!moving_below || !ends) return NULL;
  int end_count = 0;
  for (size_t i = u->order_count; i-- > 0;) {
    urdf_link *l = u->order[i];
    if (!l->below || l == u->base) continue;
    const bool moves = !is_welded(l->parent);
    if (moves && moving_below[l - u->links] == 0) ends[end_count++] = l;
    moving_below[l->parent->parent - u->links] += moving_below[l - u->links] + moves;
  }
  if (end_count == 1) return tip_welded_to(u, ends[0]);
  if (end_count > 1) {
    urdf_link *hand = obvious_hand(u);
    if (!hand && !u->a->failed) say_tips(u, ends, end_count, moving_below);
    return hand;
  }
  ulna_urdf_say(u, ULNA_ERROR, "no joints", u->root, NULL, NULL,
                "no joint moves beyond link \"%s\"; an arm needs one", u->base->name);
  return NULL;
}

/* The root or, where nothing but a floating or planar joint leaves it, the link behind that: the robot stands somewhere. */
static urdf_link *behind_free_joints(urdf *u)
{
  urdf_link *base = u->order[0];
  const urdf_joint *j = base->children;
  if (!j || j->sibling || (j->type != URDF_FLOATING && j->type != URDF_PLANAR)) return base;
  ulna_urdf_say(u, ULNA_NOTE, "base", j->element, ulna_xml_find_attribute(j->element, "type"),
                ulna_urdf_subject(u, "joint", j->name),
                "a %s joint from the root: link \"%s\" behind it is taken as the base, and stands still",
                j->type == URDF_FLOATING ? "floating" : "planar", j->child->name);
  return j->child;
}

static bool choose_ends(urdf *u)
{
  const ulna_read_options *o = u->options;
  u->base = o->base_link ? find_link(u, o->base_link, "base") : behind_free_joints(u);
  urdf_link *tip = o->tip_link ? find_link(u, o->tip_link, "tip") : NULL;
  if (!u->base || (o->tip_link && !tip)) return false;
  for (size_t i = 0; i < u->order_count; i++) {
    urdf_link *l = u->order[i];
    l->below = l == u->base || (l->parent && l->parent->parent->below);
  }
  if (tip && !tip->below) {
    ulna_urdf_say(u, ULNA_ERROR, "tip", tip->element, NULL, ulna_urdf_subject(u, "link", tip->name),
                  "the tip link does not hang on the base link \"%s\"", u->base->name);
    return false;
  }
  u->tip = tip ? tip : only_tip(u);
  return u->tip;
}

// ---- the chain ----

static bool refuse_on_chain(urdf *u, const urdf_joint *j)
{
  const char *subject = ulna_urdf_subject(u, "joint", j->name);
  if (j->type == URDF_FLOATING || j->type == URDF_PLANAR) {
    ulna_urdf_say(
        u, ULNA_ERROR, "unsupported", j->element, ulna_xml_find_attribute(j->element, "type"), subject,
        "a %s joint between base and tip has more than one degree of freedom; take link \"%s\" as the base "
        "(base_link, --base-link), or change the type",
        j->type == URDF_FLOATING ? "floating" : "planar", j->child->name);
    return true;
  }
  return false;
}

/* position = ratio · position of the leader + offset, through any number of mimics. False: they go round in a circle. */
static bool find_leader(urdf *u, urdf_joint *j)
{
  const urdf_joint *of = j;
  j->ratio = 1, j->offset = 0;
  for (size_t steps = 0; of->mimic_of; of = of->mimic_of, steps++) {
    if (steps > u->joint_count) {
      ulna_urdf_say(u, ULNA_ERROR, "mimic", j->mimic, NULL, ulna_urdf_subject(u, "joint", j->name),
                    "joints mimic each other in a circle, so none of them has a position");
      return false;
    }
    j->offset += j->ratio * of->mimic_offset;
    j->ratio *= of->mimic_multiplier;
  }
  j->leader = of == j ? NULL : of;
  return true;
}

/* A mimic between base and tip follows another joint there. */
static bool follows_on_chain(urdf *u, urdf_joint *j)
{
  if (!j->mimic) return true;
  if (!find_leader(u, j)) return false;
  if (j->leader && j->leader->number) return true;
  ulna_urdf_say(
      u, ULNA_ERROR, "mimic", j->mimic, NULL, ulna_urdf_subject(u, "joint", j->name),
      "it lies between base and tip and moves with %s%s%s; choose a tip before it (tip_link, --tip-link), or remove "
      "<mimic> to drive it by itself",
      j->leader ? "joint \"" : "a joint that does not exist", j->leader ? j->leader->name : "",
      j->leader ? "\", which does not" : "");
  return false;
}

static bool find_chain(urdf *u)
{
  bool ok = true;
  u->n = 0;
  for (const urdf_link *l = u->tip; l != u->base; l = l->parent->parent) {
    ok = !refuse_on_chain(u, l->parent) && ok;
    u->n += !is_welded(l->parent);
  }
  if (u->n == 0) {
    ulna_urdf_say(
        u, ULNA_ERROR, "no joints", u->tip->element, NULL, ulna_urdf_subject(u, "link", u->tip->name),
        "no joint moves between the base link \"%s\" and the tip link \"%s\"", u->base->name, u->tip->name);
    return false;
  }
  u->chain = arena_take_array(u->a, (size_t)u->n, sizeof(urdf_joint *));
  if (!u->chain) return false;
  int number = u->n;
  for (const urdf_link *l = u->tip; l != u->base; l = l->parent->parent) {
    if (is_welded(l->parent)) continue;
    l->parent->number = number;
    u->chain[--number] = l->parent;
  }
  for (int i = 0; i < u->n; i++) ok = follows_on_chain(u, u->chain[i]) && ok;
  return ok;
}

// ---- joints off the chain ----

// Takes the positions the caller gives; each must be for a joint that is there to be held.
static bool take_given_positions(urdf *u)
{
  const ulna_read_options *o = u->options;
  bool ok = true;
  for (int i = 0; i < o->held_count; i++) {
    const ulna_held_joint *h = &o->held[i];
    urdf_joint *j = h->joint ? ulna_urdf_find(&u->joint_table, h->joint) : NULL;
    const char *fault = !j               ? "there is no such joint"
                        : j->number      ? "it is a joint of the arm, which is not held"
                        : !urdf_moves(j) ? "only a revolute, continuous or prismatic joint can be held"
                        : j->mimic       ? "it follows the joint it mimics; hold that"
                        : !isfinite(h->position) ? "the position is not a finite number"
                        : j->given               ? "its position is given twice"
                                                 : NULL;
    if (fault) {
      const char *near = !j && h->joint ? ulna_urdf_nearest(u, &u->joint_table, h->joint) : NULL;
      ulna_urdf_say(u, ULNA_ERROR, "held", j ? j->element : u->root, NULL,
                    ulna_urdf_subject(u, "joint", h->joint), "cannot be held: %s%s%s%s", fault,
                    near ? "; is \"" : "", near ? near : "", near ? "\" meant?" : "");
      ok = false;
      continue;
    }
    j->position = h->position;
    j->given = true;
  }
  for (size_t i = 0; i < u->joint_count; i++) {  // the others at 0, or the limit nearest to it
    urdf_joint *j = &u->joints[i];
    if (!j->given && urdf_moves(j) && j->limits.lower <= j->limits.upper)
      j->position = fmin(fmax(0, j->limits.lower), j->limits.upper);
  }
  return ok;
}

/* The position of a joint off the chain. False if it cannot be held: it moves with a joint of the arm, or has more
 * than one degree of freedom. */
static bool settle(urdf *u, urdf_joint *j, bool *ok)
{
  if (j->type == URDF_FLOATING || j->type == URDF_PLANAR) return false;
  if (!j->mimic_of) return true;
  if (!find_leader(u, j)) {
    *ok = false;
    return true;
  }
  if (!j->leader) return true;  // never so: it mimics a joint
  if (j->leader->number && j->ratio != 0) return false;
  j->position = j->ratio * j->leader->position + j->offset;
  return true;
}

// origin · motion(axis, position)
static ulna_pose joint_pose(const urdf_joint *j)
{
  if (!urdf_moves(j) || j->position == 0) return j->origin;
  const double q = j->position, *a = j->axis;
  const double length = sqrt(a[0] * a[0] + a[1] * a[1] + a[2] * a[2]);
  if (!(length > 0)) return j->origin;
  const double e[3] = {a[0] / length, a[1] / length, a[2] / length};
  ulna_pose motion = ulna_pose_identity();
  if (j->type == URDF_PRISMATIC) {
    for (int i = 0; i < 3; i++) motion.p[i] = q * e[i];
  } else {
    rotation_about(e, q, motion.R);
  }
  return ulna_pose_multiply(&j->origin, &motion);
}

// Carrier and pose of a link from those of its parent, which comes before it in the order.
static void place_link(urdf *u, urdf_link *l, bool *ok)
{
  l->pose = ulna_pose_identity();
  l->carrier = 0;
  l->loose = NULL;
  l->moved_by = NULL;
  if (l == u->base) return;
  urdf_joint *j = l->parent;
  const urdf_link *up = j->parent;
  l->carrier = up->carrier;
  l->loose = up->loose;
  l->moved_by = up->moved_by;
  if (j->number) {
    l->carrier = j->number;
    l->moved_by = NULL;
    return;
  }
  if (up->carrier != URDF_LEFT_OUT && !settle(u, j, ok)) {
    if (j->leader && urdf_moves(j) && !up->moved_by) {  // it goes along with a joint of the arm
      l->moved_by = j;
      return;
    }
    l->carrier = URDF_LEFT_OUT;
    l->loose = j;
  }
  if (l->carrier == URDF_LEFT_OUT) return;
  const ulna_pose pose = joint_pose(j);
  l->pose = ulna_pose_multiply(&up->pose, &pose);
}

static bool has_mass(const urdf_link *l)
{
  const ulna_body *b = &l->body;
  bool has = l->bad || b->mass != 0;
  for (int i = 0; i < 6; i++) has = has || b->inertia[i] != 0;
  return has;
}

/* Whether some link that joint j moves along with the arm has mass. */
static bool moves_mass(const urdf *u, const urdf_joint *j)
{
  for (size_t i = 0; i < u->order_count; i++)
    if (u->order[i]->moved_by == j && has_mass(u->order[i])) return true;
  return false;
}

/* A joint that cannot be held may be left out if nothing is lost: the base carries it, or it has no mass. */
static bool judge_loose(urdf *u)
{
  urdf_names names = {0};
  const urdf_joint *said = NULL, *first = NULL;
  bool ok = true;
  for (size_t i = 0; i < u->order_count; i++) {
    const urdf_link *l = u->order[i];
    const urdf_joint *light =
        l->moved_by && l->parent == l->moved_by && !moves_mass(u, l->moved_by) ? l->moved_by : NULL;
    const urdf_joint *j = l->loose ? l->loose : light;
    if (!l->below || !j) continue;
    if (l->parent == j) ulna_urdf_list(&names, "\"%s\"", j->name);
    if (!first) first = j;
    if ((j->parent->carrier == 0 && !j->leader) || !has_mass(l) || j == said) continue;
    said = j;
    ok = false;
    if (j->leader)
      ulna_urdf_say(
          u, ULNA_ERROR, "mimic", j->mimic, NULL, ulna_urdf_subject(u, "joint", j->name),
          "it moves with joint \"%s\" of the arm, carries mass (link \"%s\") and hangs on a link that "
          "follows a joint of the arm too; two such joints in a row are not supported: make it fixed",
          j->leader->name, l->name);
    else
      ulna_urdf_say(
          u, ULNA_ERROR, "unsupported", j->element, ulna_xml_find_attribute(j->element, "type"),
          ulna_urdf_subject(u, "joint", j->name),
          "a %s joint that hangs on the arm and carries mass (link \"%s\") cannot be held; make it fixed",
          j->type == URDF_FLOATING ? "floating" : "planar", l->name);
  }
  if (first && ok)
    ulna_urdf_say(u, ULNA_NOTE, "left out", first->element, NULL, ulna_urdf_subject(u, "joint", first->name),
                  "left out with all it carries, which has no mass or hangs on the base: %s",
                  ulna_urdf_list_end(&names));
  return ok;
}

static void note_held(urdf *u)
{
  urdf_names names = {0}, carriers = {0};
  const urdf_joint *first = NULL;
  int carrier = 0;
  bool on_base = false;
  for (size_t i = 0; i < u->order_count; i++) {
    const urdf_link *l = u->order[i];
    const urdf_joint *j = l->parent;
    if (!l->below || l == u->base || l->carrier == URDF_LEFT_OUT || j->number || !urdf_moves(j)) continue;
    if (l->moved_by == j) continue;  // it is not held
    if (j->bad & BAD_OTHER) continue;
    if (!first) first = j;
    ulna_urdf_list(&names, "\"%s\" at %g", j->name, j->position);
    if (l->carrier > 0 && l->carrier != carrier)
      ulna_urdf_list(&carriers, "\"%s\"", u->chain[l->carrier - 1]->child->name);
    carrier = l->carrier;
    on_base = on_base || carrier == 0;
    const bool inside = j->position >= j->limits.lower && j->position <= j->limits.upper;
    if (j->given && !inside && !(j->limits.lower > j->limits.upper))
      ulna_urdf_say(u, ULNA_WARNING, "held", j->element, NULL, ulna_urdf_subject(u, "joint", j->name),
                    "it is held at %g, outside its limits %g … %g; give a position inside (held, --hold)",
                    j->position, j->limits.lower, j->limits.upper);
  }
  if (!first) return;
  const char *onto = carriers.count ? ulna_urdf_list_end(&carriers) : "";
  if (u->hand) {
    ulna_urdf_say(
        u, ULNA_NOTE, "tip", u->hand->element, NULL, ulna_urdf_subject(u, "link", u->hand->name),
        "taken as the arm's end, where the joints branch; held, with what they carry: %s (--tip-link and --hold "
        "choose otherwise)",
        ulna_urdf_list_end(&names));
    return;
  }
  ulna_urdf_say(u, ULNA_NOTE, "held", first->element, NULL, ulna_urdf_subject(u, "joint", first->name),
                "joints off the chain are held, and what they carry %s%s%s%s: %s",
                carriers.count ? "is merged into " : "", onto, carriers.count && on_base ? " or " : "",
                on_base ? "stays with the base" : "", ulna_urdf_list_end(&names));
}

/* "joint_3" = -1 "joint_2" + 0.1: joints of the arm that follow others, and bodies that go along. */
static void note_followers(urdf *u)
{
  urdf_names names = {0}, bodies = {0};
  const urdf_joint *first = NULL;
  for (size_t i = 0; i < u->order_count; i++) {
    const urdf_link *l = u->order[i];
    const urdf_joint *j = l->parent;
    if (!l->below || l == u->base || !j->leader) continue;
    if (!j->number && !(l->moved_by == j && moves_mass(u, j))) continue;
    if (!first) first = j;
    if (j->offset != 0)
      ulna_urdf_list(j->number ? &names : &bodies, "\"%s\" = %g \"%s\" %c %g", j->name, j->ratio,
                     j->leader->name, j->offset < 0 ? '-' : '+', fabs(j->offset));
    else
      ulna_urdf_list(j->number ? &names : &bodies, "\"%s\" = %g \"%s\"", j->name, j->ratio, j->leader->name);
  }
  if (!first) return;
  const char *chain = ulna_urdf_list_end(&names), *beside = ulna_urdf_list_end(&bodies);
  ulna_urdf_say(u, ULNA_NOTE, "follows", first->element, NULL, ulna_urdf_subject(u, "joint", first->name),
                "%s%s%s%s%s", names.count ? "joints follow others: " : "", chain,
                names.count && bodies.count ? "; " : "",
                bodies.count ? "bodies beside the chain go along with its joints: " : "", beside);
}

static void note_above(urdf *u)
{
  if (u->base == u->order[0] || !u->options->base_link) return;
  urdf_names names = {0};
  int links = 0;
  for (size_t i = 0; i < u->order_count; i++) {
    const urdf_link *l = u->order[i];
    if (l->below) continue;
    links++;
    if (l->parent && !is_welded(l->parent)) ulna_urdf_list(&names, "\"%s\"", l->parent->name);
  }
  if (u->base->parent && !is_welded(u->base->parent)) ulna_urdf_list(&names, "\"%s\"", u->base->parent->name);
  ulna_urdf_say(u, ULNA_NOTE, "left out", u->base->element, NULL, ulna_urdf_subject(u, "link", u->base->name),
                "it is the base, so the %d links above or beside it are left out%s%s", links,
                names.count ? ", and the joints " : "", ulna_urdf_list_end(&names));
}

bool ulna_urdf_choose_chain(urdf *u)
{
  if (!choose_ends(u) || u->a->failed) return false;
  if (!find_chain(u)) return false;
  bool ok = take_given_positions(u);
  for (size_t i = 0; i < u->order_count; i++)
    if (u->order[i]->below) place_link(u, u->order[i], &ok);
  ok = judge_loose(u) && ok;
  note_held(u);
  note_followers(u);
  note_above(u);
  return ok && !u->a->failed;
}
