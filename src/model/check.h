/* Declarations that the parts of the checks share. */
#ifndef ULNA_MODEL_CHECK_H
#define ULNA_MODEL_CHECK_H

#include "model/builder.h"

enum { CHECK_PATH = 96, CHECK_SUBJECT = 128, CHECK_TEXT = 600 };

typedef struct {
  const ulna_builder *b;
  const description *d;
  ulna_report *report; /* may be NULL */
  ulna_status status;  /* ULNA_OUT_OF_MEMORY stays */
  int errors;
  bool unused;       /* what is being judged does not move: its faults are warnings */
  double length;     /* of the arm, at least 1 m; NaN where it is not known */
  bool chain_sound;  /* every type, length, axis and body can be computed with */
  bool drives_sound; /* so can every coupling and rotor */
  bool joint_names_known, link_names_known;
} check;

/* A path ("joints[2].link"), cut off rather than overrun. */
typedef struct {
  char s[CHECK_PATH];
} check_path;
check_path ulna_check_path(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* What a problem is about: `link "forearm"`, or the path where there is no name. */
typedef struct {
  char s[CHECK_SUBJECT];
} check_subject;
check_subject ulna_check_subject(const char *kind, const char *name, const char *path);

/* Adds a problem, unless the path is marked as reported already. */
void ulna_check_say(check *c, ulna_severity severity, const char *condition, const char *path,
                    const char *subject, const char *format, ...) __attribute__((format(printf, 6, 7)));

/* Reports a number that is not finite; true if it is finite. */
bool ulna_check_finite(check *c, double value, const char *path, const char *subject);

/* Waivers of one link or drive, the builder's own behind them; `used` has a bit for each condition. */
typedef struct {
  const ulna_waiver *local;
  int count;
  unsigned used;
  bool unread; /* a reader could not read them, and said so: what they would waive is not reported as well */
} check_waivers;

/* Unknown conditions and missing reasons, at `path`[i]. */
void ulna_check_waivers(check *c, const ulna_waiver *waivers, int count, const char *path,
                        const char *subject);

/* A rigid body at `path`, its waivers included. True if it can be computed with (an accepted fault is no fault). */
bool ulna_check_body(check *c, const ulna_body *body, check_waivers w, const char *path, const char *subject);

/* A rotor given by its inertia about its own axis alone. */
bool ulna_check_spin(check *c, double inertia, check_waivers w, const char *path, const char *subject);

void ulna_check_drives(check *c);
void ulna_check_friction(check *c, const ulna_friction *f, bool at_joint, const char *path,
                         const char *subject);
bool ulna_check_pose(check *c, const ulna_pose *pose, const char *path, const char *subject);
void ulna_check_angle(check *c, double angle, const char *path, const char *subject, const char *what);

/* Matrices that would be singular at every posture. */
void ulna_check_mass_matrix(check *c, const ulna_model *model);
void ulna_check_coupling(check *c);

#endif
