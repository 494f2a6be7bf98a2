#include "calibrate_sample.h"

#include <math.h>
#include <time.h>

enum {
	REPETITIONS = 40, /* of a run, in a round */
	UNIT_TURNS = 2000 /* of the chain of additions */
};
/* Of a run, in seconds: many of them pass between two interruptions. */
static const double SLICE = 20e-6;
static const double NEVER = 1e9;

#define ADDITION(i, y) \
	x += y; \
	KEEP_WORD(x);
static void
additions(void *memory, int64_t turns)
{
	uint64_t x = 0, y = 1;

	(void)memory;
	KEEP_WORD(y);
	for (; turns > 0; turns--) {
		TWELVE(ADDITION, y)
	}
}

static double
seconds(void (*run)(void *memory, int64_t turns), void *memory, int64_t turns)
{
	struct timespec begin, end;

	clock_gettime(CLOCK_MONOTONIC, &begin);
	run(memory, turns);
	clock_gettime(CLOCK_MONOTONIC, &end);
	return (double)(end.tv_sec - begin.tv_sec) +
	       (double)(end.tv_nsec - begin.tv_nsec) * 1e-9;
}

void
sample_turns(struct sample *s, void (*run)(void *memory, int64_t turns), void *memory,
	int64_t turns)
{
	double turn = NEVER, addition = NEVER;

	for (int i = 0; i < REPETITIONS; i++) {
		addition = fmin(addition, seconds(additions, NULL, UNIT_TURNS));
		turn = fmin(turn, seconds(run, memory, turns));
	}
	s->turn[s->n] = turn / (double)turns;
	s->addition[s->n++] = addition / UNIT_TURNS / OPERATIONS;
}

void
sample_run(struct sample *s, void (*run)(void *memory, int64_t turns), void *memory)
{
	int64_t turns = 8;

	while (seconds(run, memory, turns) < SLICE)
		turns *= 2;
	sample_turns(s, run, memory, turns);
}

/* The best round counts. One whose additions were slow had not the core for itself, and
   may have lost more of them than of the turns. */
double
sample_cycles(const struct sample *s)
{
	double best = NEVER, addition = NEVER;

	for (int i = 0; i < s->n; i++)
		addition = fmin(addition, s->addition[i]);
	for (int i = 0; i < s->n; i++)
		if (s->addition[i] < 1.03 * addition)
			best = fmin(best, s->turn[i] / s->addition[i]);
	return best;
}
