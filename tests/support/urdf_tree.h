/* A robot as a tree of links: written as URDF for the reader, and evaluated here directly, in long double, without
 * any of the library's code. */
#ifndef ULNA_TESTS_URDF_TREE_H
#define ULNA_TESTS_URDF_TREE_H

#include <stdbool.h>
#include <stddef.h>

#include "ulna/read.h"

typedef long double number;

enum { TREE_MOST = 40 };

typedef struct {
  const char *name, *joint;  // the link, and the joint that moves it
  int parent;                // an earlier link; -1: the root
  char type;                 // r, c, p, f: revolute, continuous, prismatic, fixed
  double xyz[3], rpy[3], axis[3];
  double mass, com[3], com_rpy[3],
      inertia[6];  // xx yy zz xy xz yz in axes turned by com_rpy; mass 0: no <inertial>
} tree_link;

typedef struct {
  number R[3][3], p[3];
} tree_pose;

// The URDF, numbers with all their digits; in memory that the caller frees.
char *tree_write(const tree_link links[], int count);

// Poses of all links in the root's frame; q[i] is the position of link i's joint (fixed: not read).
void tree_poses(const tree_link links[], int count, const double q[], tree_pose poses[]);

tree_pose tree_inverse(const tree_pose *a);
tree_pose tree_multiply(const tree_pose *outer, const tree_pose *inner);

// Unit axis of link i's joint, and velocity of every link's frame for joint rates qd, in the root's axes.
void tree_velocities(const tree_link links[], int count, const tree_pose poses[], const double qd[],
                     number w[][3], number v[][3]);

// Kinetic energy of all bodies that move so.
number tree_energy(const tree_link links[], int count, const tree_pose poses[], number w[][3], number v[][3]);

// Mass, first moment and second moments (∫ r² 1 − r rᵀ, xx yy zz xy xz yz) of one body about the root's origin.
void tree_moments(const tree_link *link, const tree_pose *pose, number moments[10]);

// Reads a URDF from memory as ulna_model_read_text does.
ulna_status tree_read(const char *text, const ulna_read_options *options, ulna_report *report,
                      ulna_model **model);

// Reads or ends the test with the whole report on stderr.
ulna_model *tree_model(const char *text, const ulna_read_options *options);
void tree_print(const ulna_report *report);

#endif
