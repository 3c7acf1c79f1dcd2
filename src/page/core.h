/* The functions that a page's script calls: exported by the WebAssembly, and tested natively. Statuses are
 * ulna_status as numbers. */
#ifndef ULNA_PAGE_CORE_H
#define ULNA_PAGE_CORE_H

#include <stdint.h>

typedef struct page_core page_core;

#if defined(__wasm__)
#  define PAGE_EXPORT(name) __attribute__((export_name(#  name), visibility("default")))
#else
#  define PAGE_EXPORT(name)
#endif

/* A robot from its words (words.h); NULL where they are none. */
PAGE_EXPORT(open)
page_core *ulna_core_open(const double *numbers, int number_count, const char *names, int name_bytes);
PAGE_EXPORT(close) void ulna_core_close(page_core *core); /* NULL is allowed */
PAGE_EXPORT(version) const char *ulna_core_version(void);
PAGE_EXPORT(joints) int ulna_core_joints(const page_core *core);

/* Sets the joints that follow others. */
PAGE_EXPORT(follow) void ulna_core_follow(page_core *core, double q[]);

/* Links 0…n, then the hand, in the base frame: 12 (n + 2) numbers. */
PAGE_EXPORT(poses) void ulna_core_poses(page_core *core, const double q[], double poses[]);

/* As `ulna id`: with drives and friction where the robot has them. */
PAGE_EXPORT(torques)
int ulna_core_torques(page_core *core, const double q[], const double qd[], const double qdd[], double tau[]);
PAGE_EXPORT(mass) int ulna_core_mass(page_core *core, const double q[], double M[]);

/* The inertia that each actuator, or joint without one, feels: with the others held and free. */
PAGE_EXPORT(inertias)
int ulna_core_inertias(page_core *core, const double q[], double held[], double free_[]);
PAGE_EXPORT(manipulability)
double ulna_core_manipulability(page_core *core, const double q[], double singular_values[6]);

/* Brings the hand to a pose, or as near as it gets; q is start and result, error metres and radians. */
PAGE_EXPORT(reach)
int ulna_core_reach(page_core *core, const double target[12], int with_orientation, double q[],
                    double error[2]);

/* `count` inverse dynamics of links alone; their sum, so that none is left out. */
PAGE_EXPORT(bench)
double ulna_core_bench(page_core *core, int count, double q[], const double qd[], const double qdd[],
                       double tau[]);

#endif
