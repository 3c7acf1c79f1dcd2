/* The text for graphics processors, run by an ordinary compiler's code: states one after another. */
#ifndef ULNA_TESTS_GPU_ON_HOST_H
#define ULNA_TESTS_GPU_ON_HOST_H

#include "gpu/call.h"
#include "gpu/motion.h"
#include "gpu/table.h"

#ifdef __cplusplus
extern "C" {
#endif
enum { ON_HOST_ROBOTS = 4 };  // at most

/* fixed: by the instance for this number of joints, which all turn, where there is one; else by the one for any arm. call->robots
 * arms; 0: one. call->width 0: as the first arm needs. */
void gpu_on_host_f32(const gpu_arm arms[], const gpu_call *call, bool fixed);
void gpu_on_host_f64(const gpu_arm arms[], const gpu_call *call, bool fixed);
void gpu_rollout_on_host_f32(const gpu_arm arms[], const gpu_call *call, const gpu_motion *motion,
                             gpu_rollout_kind kind, bool fixed);
void gpu_rollout_on_host_f64(const gpu_arm arms[], const gpu_call *call, const gpu_motion *motion,
                             gpu_rollout_kind kind, bool fixed);
void gpu_sines_f32(float x, float *sine, float *cosine);
void gpu_sines_f64(double x, double *sine, double *cosine);
#ifdef __cplusplus
}
#endif

#endif
