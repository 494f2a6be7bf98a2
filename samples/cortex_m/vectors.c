/* The first words of a Cortex-M's memory: its stack, and where it begins. The C library's
   start-up code does the rest. */
#include <stdint.h>

extern uint32_t stack_top[];
void _start(void);

/* The floating-point unit, where the compiler was told that there is one, is off after a
   reset (Armv7-M ARM, B3.2.20: CPACR). */
static void
reset(void)
{
#ifdef __ARM_FP
	*(volatile uint32_t *)0xe000ed88u |= 0xfu << 20;
	__asm__ volatile("dsb\n\tisb");
#endif
	_start();
}

/* Whatever goes wrong ends here. */
static void
fault(void)
{
	for (;;) {
	}
}

__attribute__((section(".vectors"), used)) static void (*const vectors[16])(void) = {
	(void (*)(void))stack_top, reset, fault, fault, fault, fault, fault};
