/* Instructions of one call: QEMU's clock stands still but for instructions (-icount shift=0: one a nanosecond), and SysTick counts
 * 25 MHz of it, so that a tick is 40 instructions. */
#include <stdint.h>
#include <stdio.h>

#include "arm.h"

enum { CALLS = 2000, INSTRUCTIONS_A_TICK = 40 };
#define SYSTICK_CONTROL (*(volatile uint32_t *)0xE000E010)
#define SYSTICK_RELOAD  (*(volatile uint32_t *)0xE000E014)
#define SYSTICK_NOW     (*(volatile uint32_t *)0xE000E018)

static float q[ARM_JOINTS], qd[ARM_JOINTS], qdd[ARM_JOINTS], out[ARM_JOINTS * ARM_JOINTS];

static uint32_t now(void) { return 0xFFFFFF - SYSTICK_NOW; }

#define COUNT(name, call)                                                                                    \
  {                                                                                                          \
    const uint32_t begin = now();                                                                            \
    for (int i = 0; i < CALLS; i++) {                                                                        \
      q[0] += 1e-4f;                                                                                         \
      call;                                                                                                  \
    }                                                                                                        \
    const uint32_t ticks = (now() - begin) & 0xFFFFFF;                                                       \
    printf("  %-8s %6lu instructions a call\n", name, (unsigned long)ticks *INSTRUCTIONS_A_TICK / CALLS);    \
  }

int main(void)
{
  SYSTICK_RELOAD = 0xFFFFFF, SYSTICK_CONTROL = 5;
  for (int i = 0; i < ARM_JOINTS; i++) q[i] = 0.1f * (float)(i + 1), qd[i] = 0.2f, qdd[i] = 0.3f;
  COUNT("id", arm_id(q, qd, qdd, out))
  COUNT("fd", arm_fd(q, qd, qdd, out))
  COUNT("mass", arm_mass(q, out))
  return 0;
}
