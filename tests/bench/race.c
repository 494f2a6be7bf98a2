#include "race.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* Of the largest value of the result; Winograd's F(4x4) has errors of some 1e-5. */
static const double tolerance = 1e-4;

/* A sample is as many calls as fill this time. A contender whose call takes longer than
   `slow` is called once only: it is far from winning. */
static const double sample_seconds = 2e-3;
static const double slow_seconds = 0.1;

enum {
	ROUNDS_MAX = 99,
	REST = 20000000 /* nanoseconds */
};

/* The processor's time, not the wall's: others that the core is given to do not count.
   But that of several threads is their sum. */
static double
now(const struct lane *lane)
{
	struct timespec t;
	clock_gettime(lane->threads ? CLOCK_MONOTONIC : CLOCK_PROCESS_CPUTIME_ID, &t);
	return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static double
largest_error(const float *dst, const double *exact, int64_t n)
{
	double largest = 0;
	for (int64_t i = 0; i < n; i++) {
		double error = fabs((double)dst[i] - exact[i]);
		/* NaN is not within any tolerance. */
		if (!(error <= largest))
			largest = isnan(error) ? HUGE_VAL : error;
	}
	return largest;
}

static double
time_calls(const struct lane *lane, int calls)
{
	const struct contender *c = &lane->contender;
	double start = now(lane);
	for (int i = 0; i < calls; i++)
		c->run(c->state);
	return (now(lane) - start) / calls;
}

void
lane_check(struct lane *lane, const struct workload *w, const double *exact)
{
	int64_t n = workload_ndst(w);
	lane->peak = 0;
	for (int64_t i = 0; i < n; i++)
		lane->peak = fmax(lane->peak, fabs(exact[i]));
	struct contender *c = &lane->contender;
	lane->right = true;
	lane->first_seconds = time_calls(lane, 1);
	if (!c->fetch)
		return;
	float *dst = operands_floats(n);
	c->fetch(c->state, dst);
	lane->error = largest_error(dst, exact, n);
	lane->right = lane->error <= (workload_is_exact(w) ? 0 : tolerance * lane->peak);
	free(dst);
}

/* What a call costs when the caches hold its operands. Threads of others, which wait for
   work without sleeping, first fall asleep. */
static double
sample(const struct lane *lane, int calls)
{
	if (lane->threads)
		nanosleep(&(struct timespec){.tv_nsec = REST}, NULL);
	time_calls(lane, 1);
	return time_calls(lane, calls);
}

static int
calls_per_sample(const struct lane *lane)
{
	double once = sample(lane, 3);
	double calls = ceil(sample_seconds / fmax(once, 1e-9));
	return calls < 1 ? 1 : (int)fmin(calls, 1e6);
}

static int
compare(const void *a, const void *b)
{
	double x = *(const double *)a;
	double y = *(const double *)b;
	return (x > y) - (x < y);
}

static double
median(double *values, int n)
{
	qsort(values, (size_t)n, sizeof *values, compare);
	return n % 2 ? values[n / 2] : (values[n / 2 - 1] + values[n / 2]) / 2;
}

/* The samples of one pair. */
struct pair {
	double seconds[ROUNDS_MAX];
	double ratio[ROUNDS_MAX];
	int nround;
	int calls;
};

static void
race_pair(const struct lane *first, int calls, const struct lane *lane, struct pair *pair)
{
	double before = lane == first ? 0 : sample(first, calls);
	double seconds = sample(lane, pair->calls);
	pair->seconds[pair->nround] = seconds;
	pair->ratio[pair->nround] = lane == first ? 0 : seconds / before;
	pair->nround++;
}

static bool
is_slow(const struct lane *lane)
{
	return lane->first_seconds > slow_seconds;
}

static bool
is_raced(const struct lane *lane, const struct lane *first)
{
	return lane->right && (lane == first || !is_slow(lane));
}

static void
settle(struct lane *lane, const struct lane *first, struct pair *pair)
{
	if (is_raced(lane, first)) {
		lane->seconds = median(pair->seconds, pair->nround);
		lane->ratio = median(pair->ratio, pair->nround);
	} else if (lane->right) {
		lane->seconds = lane->first_seconds;
		lane->ratio = lane->seconds / first->seconds;
	}
}

void
race(struct lane *lanes, size_t nlane, int rounds)
{
	struct pair *pairs = calloc(nlane ? nlane : 1, sizeof *pairs);
	if (!pairs || !nlane || !lanes[0].right)
		return;
	for (size_t i = 0; i < nlane; i++)
		if (is_raced(&lanes[i], lanes))
			pairs[i].calls = calls_per_sample(&lanes[i]);
	for (int round = 0; round < rounds && round < ROUNDS_MAX; round++)
		for (size_t i = 0; i < nlane; i++)
			if (is_raced(&lanes[i], lanes))
				race_pair(
					&lanes[0], pairs[0].calls, &lanes[i], &pairs[i]);
	for (size_t i = 0; i < nlane; i++)
		settle(&lanes[i], lanes, &pairs[i]);
	free(pairs);
}
