/* The text for graphics processors in float, run without one. */
#define CUDA_REAL       float
#define ON_HOST         gpu_on_host_f32
#define ROLLOUT_ON_HOST gpu_rollout_on_host_f32
#define SINES           gpu_sines_f32
#include "gpu/on_host_text.h"
