/* An arm's numbers for the kernels of a graphics processor, as doubles; each kind of number makes its own table of them.
 * C and C++. */
#ifndef ULNA_GPU_TABLE_H
#define ULNA_GPU_TABLE_H

#include <stdbool.h>

#include "ulna/gpu.h"
#include "ulna/model.h"
#include "ulna/status.h"

enum { GPU_MOST = 15, GPU_ROTORS = 20 };  // joints; rotors that links carry

typedef struct {
  int n;
  bool revolute;  // every joint is
  bool slides[GPU_MOST];
  double theta0[GPU_MOST], ca[GPU_MOST], sa[GPU_MOST];
  double r[GPU_MOST][3], m[GPU_MOST], mc[GPU_MOST][3],
      J[GPU_MOST][6];  // regrouped (kernel/fast_newton_euler.h)
  double first_inertia;
  double a[3];  // minus the acceleration of gravity, frame 0
  double arm_ca[GPU_MOST], arm_sa[GPU_MOST], arm_r[GPU_MOST][3];  // of the chain as it is
  ulna_pose frame0;                                               // in the base frame
  ulna_pose tool;                                                 // in kernel frame n
  bool driven;                                                    // the two that follow are not all zero
  double spin[GPU_MOST * GPU_MOST];     // n×n: what rotors add to the mass matrix by spinning alone
  double viscous[GPU_MOST * GPU_MOST];  // n×n: torques of viscous friction by joint speeds
  double bound[GPU_MOST];               // inertia that a joint can feel at most

  // where some rotors are on links that move: all of them by carrier (rotor_ratios and fast_rotors of the kernels)
  bool carried;
  int rotor_count, rotor_first[GPU_MOST + 2], rotor_from[GPU_ROTORS], rotor_to[GPU_ROTORS];
  double rotor_momentum[GPU_ROTORS][3], rotor_inertia[GPU_ROTORS];
  double rotor_ratio[GPU_ROTORS * GPU_MOST];  // rotors × n

  // drives as the regressor has them, none without; linear: it serves this robot
  bool linear;
  int drive_count, drive_carrier[GPU_MOST];
  double drive_axis[GPU_MOST][3], drive_ratio[GPU_MOST * GPU_MOST];

  // where the links' frames are: 0, 1, 2 as fast_frames (kernel/fast_places.h); the file's frames in the kernel frames
  int frames;
  ulna_pose file[GPU_MOST];

  // the links as they are, the model's payload in the last: mass, mass centre and inertia about it, kernel frames
  double own_m[GPU_MOST], own_com[GPU_MOST][3], own_I[GPU_MOST][6];
  double world_to_0[3][3];

  // dry friction by joints, in the positive direction and against it: while it slips, and what holds
  bool dry;
  double slips[2][GPU_MOST], holds[2][GPU_MOST];
  double lower[GPU_MOST], upper[GPU_MOST], effort[GPU_MOST];  // limits; infinite: none
} gpu_arm;

#ifdef __cplusplus
extern "C" {
#endif
/* ULNA_UNSUPPORTED: more than GPU_MOST joints, joints that follow others; with drives more than GPU_ROTORS rotors, bodies that are
 * no balanced rotors or not counted in their links, ratios that change, friction by tables or loads; with ULNA_GPU_DRY friction of
 * something that moves with several joints. */
ulna_status ulna_gpu_arm(const ulna_model *model, ulna_gpu_drives drives, gpu_arm *arm) ULNA_MUST_CHECK;
#ifdef __cplusplus
}
#endif

#endif
