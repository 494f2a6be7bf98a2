#ifndef CALIBRATE_SAMPLE_H
#define CALIBRATE_SAMPLE_H

#include <stdint.h>

/* Times of loops, in cycles of the core. A cycle is what an addition takes in a chain of
   them: such a chain is timed in turns with everything else. Of many short runs, in
   rounds some time apart, the shortest counts, so that other programs on the machine
   disturb little; but where one has the core's other thread all the time, numbers are too
   large. */

enum {
	ROUNDS = 40,
	OPERATIONS = 12 /* of a turn of most loops */
};

/* Compilers know nothing of a value from here on. */
#ifdef __x86_64__
#define KEEP(x) __asm__ volatile("" : "+x"(x))
#elif defined(__aarch64__)
#define KEEP(x) __asm__ volatile("" : "+w"(x))
#elif defined(__ARM_FP)
#define KEEP(x) __asm__ volatile("" : "+t"(x))
#else
#define KEEP(x) __asm__ volatile("" : "+r"(x))
#endif
#define KEEP_WORD(x) __asm__ volatile("" : "+r"(x))
#define KEEP_MEMORY __asm__ volatile("" ::: "memory")

/* That many steps. */
#define TWELVE(each, ...) \
	each(0, __VA_ARGS__) each(1, __VA_ARGS__) each(2, __VA_ARGS__) \
		each(3, __VA_ARGS__) each(4, __VA_ARGS__) each(5, __VA_ARGS__) \
			each(6, __VA_ARGS__) each(7, __VA_ARGS__) each(8, __VA_ARGS__) \
				each(9, __VA_ARGS__) each(10, __VA_ARGS__) \
					each(11, __VA_ARGS__)

/* What a turn of a loop took in each round, and an addition at the same time, in seconds.
 */
struct sample {
	double turn[ROUNDS], addition[ROUNDS];
	int n;
};

/* Another round: so many turns, or as many as fill a slice of time. */
void sample_turns(struct sample *s, void (*run)(void *memory, int64_t turns),
	void *memory, int64_t turns);
void sample_run(struct sample *s, void (*run)(void *memory, int64_t turns), void *memory);

/* What a turn takes. */
double sample_cycles(const struct sample *s);

#endif
