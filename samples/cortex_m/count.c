/* Counts what a call of net() takes under qemu's -icount shift=0: instructions, and bytes
   of the stack. The linker's --wrap=net puts this in front of the function for everybody
   who calls it. */
#include <stdint.h>
#include <stdio.h>

/* The timer of every Cortex-M with one (Armv7-M ARM, B3.3). */
#define SYST_CSR (*(volatile uint32_t *)0xe000e010u)
#define SYST_RVR (*(volatile uint32_t *)0xe000e014u)
#define SYST_CVR (*(volatile uint32_t *)0xe000e018u)

enum {
	INSTRUCTIONS = 40,     /* in a tick: qemu's board has 25 MHz, and an instruction
				  is a nanosecond */
	TICKS = 0xffffff,      /* all that the timer can count */
	WORDS = 64 * 1024 / 4, /* of the stack that are watched */
	MARK = 0x5eed5eed      /* what they hold before the call */
};

/* As many pointers as a caller hands on in registers. */
void __real_net(void *a, void *b, void *c, void *d);
void __wrap_net(void *a, void *b, void *c, void *d);

void
__wrap_net(void *a, void *b, void *c, void *d)
{
	volatile uint32_t *top, *word;
	uint32_t begin, ticks, wrapped;

	__asm__ volatile("mov %0, sp" : "=r"(top));
	for (word = top - WORDS; word < top; word++)
		*word = MARK;
	SYST_RVR = TICKS;
	SYST_CVR = 0;
	SYST_CSR = 5;
	begin = SYST_CVR;
	__real_net(a, b, c, d);
	ticks = (begin - SYST_CVR) & TICKS;
	wrapped = SYST_CSR >> 16 & 1;
	for (word = top - WORDS; word < top && *word == MARK;)
		word++;
	printf("%s%lu instructions, %lu bytes of stack\n",
		wrapped ? "more than the timer counts: " : "",
		(unsigned long)ticks * INSTRUCTIONS, (unsigned long)(top - word) * 4);
}
