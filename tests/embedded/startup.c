/* The least that starts a Cortex-M under QEMU: vectors, floating point on, output through semihosting (newlib's rdimon). */
#include <stdint.h>
#include <string.h>

extern uint32_t stack_top, data_begin, data_end, data_load, bss_begin, bss_end;
extern void initialise_monitor_handles(void);
extern int main(void);
extern void _exit(int);
void _init(void);
void _fini(void);
void _init(void) {}
void _fini(void) {}

void reset(void);
static void fault(void) { _exit(99); }

__attribute__((section(".vectors"), used)) static const void *const vectors[16] = {&stack_top,
                                                                                   (void *)reset,
                                                                                   (void *)fault,
                                                                                   (void *)fault,
                                                                                   (void *)fault,
                                                                                   (void *)fault,
                                                                                   (void *)fault,
                                                                                   0,
                                                                                   0,
                                                                                   0,
                                                                                   0,
                                                                                   (void *)fault,
                                                                                   (void *)fault,
                                                                                   0,
                                                                                   (void *)fault,
                                                                                   (void *)fault};

void reset(void)
{
  *(volatile uint32_t *)0xE000ED88 |= 0xF << 20; /* coprocessors 10 and 11: floating point */
  __asm volatile("dsb\n\tisb");
  memcpy(&data_begin, &data_load, (size_t)((char *)&data_end - (char *)&data_begin));
  memset(&bss_begin, 0, (size_t)((char *)&bss_end - (char *)&bss_begin));
  initialise_monitor_handles();
  _exit(main());
}
