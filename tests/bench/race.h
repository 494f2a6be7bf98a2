/* Times contenders pair by pair in turns. */
#ifndef BENCH_RACE_H
#define BENCH_RACE_H

#include "contender.h"

struct lane {
	struct contender contender;
	bool threads;         /* it has several: timed by the wall's clock */
	double error;         /* largest, against sums in double precision */
	double peak;          /* of the exact result */
	bool right;           /* the error is within the tolerance */
	double first_seconds; /* of the call whose result was compared */
	double seconds;
	double ratio; /* how many times longer than the first lane; 0 for the first */
};

/* Runs the contender once and compares. */
void lane_check(struct lane *lane, const struct workload *w, const double *exact);

/* In each round every lane is timed right after the first one; the medians are kept.
   Lanes that are not right are left out. Threads that one has had rest a while before
   another is timed. */
void race(struct lane *lanes, size_t nlane, int rounds);

#endif
