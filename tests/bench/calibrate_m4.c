/* Counts the instructions of a microcontroller's row in generator/target/processor.c and
   prints it: `ninja calibrate-m4` builds this for a Cortex-M4 and for a Cortex-M0, and
   runs it under qemu. With -icount shift=0 an instruction takes a nanosecond, and the
   boards' SysTick counts one in 40. */

#include "calibrate_report.h"
#include "calibrate_sample.h"
#include "calibrate_scalar.h"

#include <stdbool.h>

enum {
	TURNS = 2000,
	TICK = 40, /* instructions */
	TICKS = 0xffffff
};

#define SYST_CSR (*(volatile uint32_t *)0xe000e010u)
#define SYST_RVR (*(volatile uint32_t *)0xe000e014u)
#define SYST_CVR (*(volatile uint32_t *)0xe000e018u)

#ifdef __ARM_FP
#define NAME_HERE "processor_cortex_m4"
static const struct processor *const here = &processor_cortex_m4;
#define SAVED "r4", "r5", "r6", "r7", "r8", "s16", "s20", "s24", "s28", "s31"
#else
#define NAME_HERE "processor_cortex_m0"
static const struct processor *const here = &processor_cortex_m0;
#define SAVED "r4", "r5", "r6", "r7"
#endif

/* The loop around a turn of the other ones. */
static void
nothing(void *memory, int64_t turns)
{
	(void)memory;
	for (; turns > 0; turns--)
		KEEP_MEMORY;
}

/* A loop with the addresses of two operands, as emitted code has it. */
static void
pass(void *memory, int64_t turns)
{
	int n = (int)turns;

	KEEP_WORD(n);
	for (int i = 0; i < n; i++) {
		const float *x = (const float *)memory + (ptrdiff_t)i * 40;
		const float *w = (const float *)memory + (ptrdiff_t)i * 8;

		__asm__ volatile("" : : "r"(x), "r"(w));
	}
}

/* A micro-kernel's function saves registers. */
static OPGEN_NOINLINE void
called(const float *x, const float *w, const float *bias, float *y)
{
	KEEP_WORD(x);
	KEEP_WORD(w);
	KEEP_WORD(bias);
	KEEP_WORD(y);
	__asm__ volatile("" ::: SAVED);
}

static void
call(void *memory, int64_t turns)
{
	float *p = memory;

	for (; turns > 0; turns--)
		called(p, p + 1, p + 2, p + 3);
}

/* The instructions of a turn. */
static double
count(void (*run)(void *memory, int64_t turns))
{
	static float memory[256];
	uint32_t from = SYST_CVR, to;

	run(memory, TURNS);
	to = SYST_CVR;
	return (double)((from - to) & TICKS) * TICK / TURNS;
}

/* The loop that counts a kind of work, NULL: none does. In chains there is one number,
   and so there are registers for it; loads and stores are counted apart, since a chain
   finds the next address in what it loads. */
static void (*loop_of(enum work work))(void *memory, int64_t turns)
{
	const struct loops *loops = &scalar_loops[work];
	bool memory = work == WORK_LOAD || work == WORK_STORE || work == WORK_CONVERT;

	return memory ? loops->apart : loops->chain;
}

int
main(void)
{
	struct calibrated c = {NAME_HERE, here, *here};
	double around;

	SYST_RVR = TICKS;
	SYST_CVR = 0;
	SYST_CSR = 5;
	around = count(nothing);
	c.now.pass = count(pass);
	c.now.call = count(call) - around;
	for (int w = 0; w < WIDTHS; w++)
		for (int u = 0; u < UNITS; u++)
			c.now.units[w][u] = -1;
	for (int k = 0; k < WORKS; k++) {
		struct work_time *time = &c.now.work[WIDTH_SCALAR][k];
		void (*run)(void *memory, int64_t turns) = loop_of((enum work)k);

		c.now.work[WIDTH_FULL][k].busy = c.now.work[WIDTH_FULL][k].latency = -1;
		c.now.work[WIDTH_NARROW][k] = c.now.work[WIDTH_FULL][k];
		time->busy = run ? (count(run) - around) / OPERATIONS : -1;
		time->latency = -1;
	}
	calibrate_compare(&c);
	return 0;
}
