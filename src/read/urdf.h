/* The URDF reader's data: the content of the file (urdf_parse.c), the tree of its links and the arm among them
 * (urdf_tree.c), and the way to the builder (urdf.c).
 *
 * Every step goes on after a problem as far as it can, so that all problems are found in one reading. */
#ifndef ULNA_READ_URDF_H
#define ULNA_READ_URDF_H

#include "base/arena.h"
#include "read/read.h"
#include "read/xml.h"
#include "ulna/builder.h"

typedef enum {
  URDF_REVOLUTE,
  URDF_CONTINUOUS,
  URDF_PRISMATIC,
  URDF_FIXED,
  URDF_FLOATING,
  URDF_PLANAR,
  URDF_TYPE_UNKNOWN
} urdf_joint_type;

typedef struct urdf_link urdf_link;
typedef struct urdf_joint urdf_joint;

// More links or joints than this are refused. No robot has so many, and everything below stays quick.
enum { URDF_MOST = 10000 };

enum { URDF_LEFT_OUT = -1 };

enum urdf_bad {
  BAD_MASS = 1,
  BAD_COM = 2,
  BAD_INERTIA = 4,
  BAD_ORIGIN = 8,
  BAD_AXIS = 16,
  BAD_LIMIT = 32,
  BAD_FRICTION = 64,
  BAD_NAME = 128,
  BAD_OTHER = 256
};

struct urdf_link {
  const char *name;  // never NULL
  const xml_element *element, *inertial;
  ulna_body body;                 // in the link's frame, about the mass centre; zero without <inertial>
  unsigned bad;                   // of urdf_bad: what could not be read, and is reported
  urdf_joint *parent, *children;  // the joint that moves it; the joints it carries, linked by `sibling`
  bool below;                     // the base carries it, directly or not
  // decided by ulna_urdf_choose_chain:
  const urdf_joint *loose;  // the joint that keeps it from being held; NULL: none
  int carrier;  // the link of the arm it is welded to or hangs on by `moved_by`, 0 … n, or URDF_LEFT_OUT
  const urdf_joint
      *moved_by;   // the joint off the chain that moves it along with a joint of the arm; NULL: none
  ulna_pose pose;  // in the carrier's frame; with moved_by in the frame of the link that joint moves
};

struct urdf_joint {
  const char *name;
  const xml_element *element;
  unsigned bad;  // as above
  urdf_joint_type type;
  urdf_link *parent, *child;  // NULL where the file names none
  urdf_joint *sibling;
  ulna_pose origin;
  double axis[3];
  ulna_limits limits;
  ulna_friction friction;
  const xml_element *limit, *mimic;  // NULL: none
  urdf_joint *mimic_of;
  double mimic_multiplier, mimic_offset;
  // decided by ulna_urdf_choose_chain:
  int number;  // on the chain: 1 … n; else 0
  // a mimic: moved by this joint, through any number of mimics; NULL: none, or not known
  const urdf_joint *leader;
  double ratio, offset;  // position = ratio · that of the leader + offset
  bool given;            // the caller says where it is held
  double position;       // where it is held; a chain joint's is not read
};

// One actuator of one joint, as a `transmission` gives it.
typedef struct urdf_transmission urdf_transmission;
struct urdf_transmission {
  const xml_element *element;
  const char *name;  // the actuator's
  urdf_joint *joint;
  double reduction, offset;  // q_actuator = offset + reduction q
  urdf_transmission *next;
};

// Names to things: open addressing, sized once.
typedef struct {
  size_t capacity;
  struct urdf_entry {
    const char *name;
    void *thing;
  } * entries;
} urdf_table;

/* Words of the file that dynamics does not need, or unknown ones, and how often: reported in one line. */
enum { URDF_ASIDE_MOST = 40 };
typedef struct {
  int count, others;  // others: words that found no room
  struct {
    const char *word;
    int times;
    const xml_element *first;
  } words[URDF_ASIDE_MOST];
} urdf_aside;

typedef struct {
  arena *a;
  const text_input *in;
  const ulna_read_options *options;
  bool failed;     // an error has been reported
  bool names_bad;  // a link has no name or that of another: the tree is not known
  const xml_element
      *misspelt_in;  // the last element in which a word was misspelt: what it lacks is no second fault
  int guesses;       // how often ulna_urdf_nearest was asked
  const xml_element *root;
  const char *name;
  size_t link_count, joint_count;
  urdf_link *links;
  urdf_joint *joints;
  urdf_table link_table, joint_table;
  urdf_transmission *transmissions;
  urdf_aside aside, unknown;
  urdf_link **order;  // from the root outwards; only those that hang on it
  size_t order_count;
  // the arm
  urdf_link *base, *tip,
      *hand;  // hand: the tip, where it was found by the branching of the joints; else NULL
  int n;
  urdf_joint **chain;  // joint i is chain[i - 1]
} urdf;

// Reads every element. False where what follows would only repeat the problem (no URDF at all, xacro).
bool ulna_urdf_parse(urdf *u, const xml_element *root);

// Hangs the links together; false if they do not form one tree.
bool ulna_urdf_make_tree(urdf *u);

// Finds base, tip and chain; holds the other joints; places every link on its carrier.
bool ulna_urdf_choose_chain(urdf *u);

// The drives of the chain's joints.
void ulna_urdf_read_transmissions(urdf *u);

// A problem at an element or, where not NULL, at one of its attributes. Errors are remembered in u->failed.
void ulna_urdf_say(urdf *u, ulna_severity severity, const char *condition, const xml_element *e,
                   const xml_attribute *at, const char *subject, const char *format, ...)
    __attribute__((format(printf, 7, 8)));

const char *ulna_urdf_subject(urdf *u, const char *kind, const char *name);  // `joint "elbow"`
void *ulna_urdf_find(const urdf_table *table, const char *name);
const char *ulna_urdf_nearest(urdf *u, const urdf_table *table, const char *name);  // or NULL

// Names for a message: as many as have room, then how many more there are.
typedef struct {
  char text[600];
  size_t used;
  int count, left_out;
} urdf_names;
void ulna_urdf_list(urdf_names *names, const char *format, ...) __attribute__((format(printf, 2, 3)));
const char *ulna_urdf_list_end(urdf_names *names);

static inline bool urdf_moves(const urdf_joint *j)
{
  return j->type == URDF_REVOLUTE || j->type == URDF_CONTINUOUS || j->type == URDF_PRISMATIC;
}

#endif
