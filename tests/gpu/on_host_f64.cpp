/* The text for graphics processors in double, run without one. */
#define CUDA_REAL       double
#define ON_HOST         gpu_on_host_f64
#define ROLLOUT_ON_HOST gpu_rollout_on_host_f64
#define SINES           gpu_sines_f64
#include "gpu/on_host_text.h"
