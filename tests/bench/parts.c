/* parts TABLE WORKLOAD LIBRARY THREADS ROUNDS: how many times as fast the emitted
   NAME_part is on so many threads as NAME is on one. The two are timed in turns, by the
   wall's clock; threads wait for the next call without sleeping, as those of a product at
   work do. A line for people: the workload, the time of NAME in ms, the ratio's median.
   Exits with 1 where the bits differ. */
#include "operands.h"
#include "team.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef void whole_fn(const float *src, float *dst);
typedef void part_fn(const float *src, float *dst, int part, int parts);

/* A sample is as many calls as fill this time. */
static const double sample_seconds = 4e-3;

enum {
	MOST_THREADS = 64,
	MOST_ROUNDS = 99
};

/* What is raced: `whole` on one thread, `part` on a team. */
struct cut {
	whole_fn *whole;
	part_fn *part;
	const float *src;
	float *dst;
	int threads;
	struct team *team;
};

static double
now(void)
{
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static void
work(struct team *team, void *state, int number)
{
	const struct cut *c = state;
	(void)team;
	c->part(c->src, c->dst, number, c->threads);
}

static double
time_whole(const struct cut *c, int calls)
{
	double start = now();
	for (int i = 0; i < calls; i++)
		c->whole(c->src, c->dst);
	return (now() - start) / calls;
}

static double
time_team(const struct cut *c, int calls)
{
	double start = now();
	for (int i = 0; i < calls; i++)
		team_call(c->team);
	return (now() - start) / calls;
}

static int
compare(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;
	return (x > y) - (x < y);
}

static double
median(double *number, int n)
{
	qsort(number, (size_t)n, sizeof *number, compare);
	return number[n / 2];
}

static void
race(const char *name, const struct cut *c, int rounds)
{
	double seconds[MOST_ROUNDS], ratio[MOST_ROUNDS], once;
	time_whole(c, 1);
	time_team(c, 1);
	once = time_whole(c, 1);
	int calls = once >= sample_seconds ? 1 : (int)(sample_seconds / once) + 1;
	for (int i = 0; i < rounds; i++) {
		seconds[i] = time_whole(c, calls);
		ratio[i] = seconds[i] / time_team(c, calls);
	}
	printf("%-14s %10.3f ms %8.2f\n", name, median(seconds, rounds) * 1e3,
		median(ratio, rounds));
}

static bool
same_bits(const struct cut *c, size_t n)
{
	float *expected = operands_floats((int64_t)n);
	c->whole(c->src, expected);
	team_call(c->team);
	bool same = !memcmp(expected, c->dst, n * sizeof *expected);
	free(expected);
	return same;
}

/* POSIX lets a function's address lie in a void *; ISO C has no cast for it. */
static bool
find(void *library, const char *name, const char *suffix, void *function)
{
	char symbol[WORKLOAD_NAME_MAX + 8];
	snprintf(symbol, sizeof symbol, "%s%s", name, suffix);
	void *address = library ? dlsym(library, symbol) : NULL;
	if (!address)
		fprintf(stderr, "bench: %s: %s\n", name, dlerror());
	else
		memcpy(function, &address, sizeof address);
	return address;
}

int
main(int argc, char **argv)
{
	struct workload w;
	struct operands operands;
	struct cut cut = {.threads = argc == 6 ? atoi(argv[4]) : 0};
	int rounds = argc == 6 ? atoi(argv[5]) : 0;
	if (cut.threads < 1 || cut.threads > MOST_THREADS || rounds < 1 ||
		rounds > MOST_ROUNDS) {
		fprintf(stderr, "usage: parts TABLE WORKLOAD LIBRARY THREADS ROUNDS\n");
		return 2;
	}
	void *library = dlopen(argv[3], RTLD_NOW | RTLD_LOCAL);
	if (!workload_load(&w, argv[1], argv[2]) ||
		!find(library, w.name, "", &cut.whole) ||
		!find(library, w.name, "_part", &cut.part))
		return 3;
	operands_fill(&operands, &w);
	cut.src = operands.src;
	cut.dst = operands_floats(workload_ndst(&w));
	cut.team = team_begin(work, &cut, cut.threads);
	if (!cut.team)
		return 3;
	bool same = same_bits(&cut, (size_t)workload_ndst(&w));
	if (same)
		race(w.name, &cut, rounds);
	else
		fprintf(stderr, "bench: %s: parts compute other bits\n", w.name);
	team_end(cut.team);
	return same ? 0 : 1;
}
