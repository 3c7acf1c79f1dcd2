/* The interface of each kind of number to the library for graphics processors (gpu.cu). C++. */
#ifndef ULNA_GPU_LAUNCH_H
#define ULNA_GPU_LAUNCH_H

#include "gpu/call.h"
#include "gpu/motion.h"
#include "gpu/table.h"

/* Tables in one kind of number. Instances compiled for a number of joints take the first two, in the computer's memory; those for any
 * arm, or several, the others, on the card: a table for each robot. */
typedef struct {
  const void *table, *more, *any_table, *any_more;
  int n;
  bool fixed;  // one robot, whose joints all turn, and nothing that only instances for any arm have
  bool driven;
  bool by_drives;  // its regressor has columns of drives
} gpu_tables;

/* A kind's parts, each compiled by itself; what they return is a cudaError_t. */
typedef struct {
  size_t size;                   // bytes of a number
  size_t table_size, more_size;  // room for any arm's
  void (*fill)(void *table, void *more, bool any, const gpu_arm *arm);
  int (*dynamics)(const gpu_tables *arm, const gpu_call *call, void *stream);
  int (*wide)(const gpu_tables *arm, const gpu_call *call, void *stream);
  int (*rollout)(const gpu_tables *arm, gpu_rollout_kind kind, const gpu_call *call, const gpu_motion *motion,
                 void *stream);
} gpu_kind;

extern const gpu_kind ulna_gpu_f32, ulna_gpu_f64;
int ulna_gpu_wide_f32(const gpu_tables *arm, const gpu_call *call, void *stream);
int ulna_gpu_wide_f64(const gpu_tables *arm, const gpu_call *call, void *stream);
int ulna_gpu_rollout_f32(const gpu_tables *arm, gpu_rollout_kind kind, const gpu_call *call,
                         const gpu_motion *motion, void *stream);
int ulna_gpu_rollout_f64(const gpu_tables *arm, gpu_rollout_kind kind, const gpu_call *call,
                         const gpu_motion *motion, void *stream);

#endif
