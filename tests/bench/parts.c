/* parts TABLE WORKLOAD LIBRARY THREADS ROUNDS: how many times as fast the emitted
   NAME_part is on so many threads as NAME is on one. The two are timed in turns, by the
   wall's clock; threads wait for the next call without sleeping, as those of a product at
   work do. A line for people: the workload, the time of NAME in ms, the ratio's median.
   Exits with 1 where the bits differ. */
#include "operands.h"

#include <dlfcn.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
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
	MOST_ROUNDS = 99,
	SPINS = 1 << 14 /* until a waiting thread lets another one run */
};

struct team {
	part_fn *part;
	const float *src;
	float *dst;
	int threads;
	atomic_long call, done; /* calls that have begun; parts that are done, but for the
				   first thread's */
	atomic_bool over;
};

struct member {
	struct team *team;
	int part;
	pthread_t thread;
};

static double
now(void)
{
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static void
wait_for(atomic_long *number, long wanted)
{
	for (int i = 0; atomic_load_explicit(number, memory_order_acquire) < wanted; i++)
		if (i >= SPINS)
			sched_yield();
}

static void *
work(void *argument)
{
	struct member *m = argument;
	struct team *t = m->team;
	for (long call = 1;; call++) {
		wait_for(&t->call, call);
		if (atomic_load(&t->over))
			return NULL;
		t->part(t->src, t->dst, m->part, t->threads);
		atomic_fetch_add_explicit(&t->done, 1, memory_order_release);
	}
}

static void
call_team(struct team *t)
{
	long call = atomic_fetch_add_explicit(&t->call, 1, memory_order_release) + 1;
	t->part(t->src, t->dst, 0, t->threads);
	wait_for(&t->done, call * (t->threads - 1));
}

static double
time_whole(whole_fn *whole, const struct team *t, int calls)
{
	double start = now();
	for (int i = 0; i < calls; i++)
		whole(t->src, t->dst);
	return (now() - start) / calls;
}

static double
time_team(struct team *t, int calls)
{
	double start = now();
	for (int i = 0; i < calls; i++)
		call_team(t);
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
race(const char *name, whole_fn *whole, struct team *t, int rounds)
{
	double seconds[MOST_ROUNDS], ratio[MOST_ROUNDS], once;
	time_whole(whole, t, 1);
	time_team(t, 1);
	once = time_whole(whole, t, 1);
	int calls = once >= sample_seconds ? 1 : (int)(sample_seconds / once) + 1;
	for (int i = 0; i < rounds; i++) {
		seconds[i] = time_whole(whole, t, calls);
		ratio[i] = seconds[i] / time_team(t, calls);
	}
	printf("%-14s %10.3f ms %8.2f\n", name, median(seconds, rounds) * 1e3,
		median(ratio, rounds));
}

static bool
same_bits(whole_fn *whole, struct team *t, size_t n)
{
	float *expected = operands_floats((int64_t)n);
	whole(t->src, expected);
	call_team(t);
	bool same = !memcmp(expected, t->dst, n * sizeof *expected);
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
	struct member member[MOST_THREADS];
	struct team team = {.threads = argc == 6 ? atoi(argv[4]) : 0};
	int rounds = argc == 6 ? atoi(argv[5]) : 0;
	whole_fn *whole;
	if (team.threads < 1 || team.threads > MOST_THREADS || rounds < 1 ||
		rounds > MOST_ROUNDS) {
		fprintf(stderr, "usage: parts TABLE WORKLOAD LIBRARY THREADS ROUNDS\n");
		return 2;
	}
	void *library = dlopen(argv[3], RTLD_NOW | RTLD_LOCAL);
	if (!workload_load(&w, argv[1], argv[2]) || !find(library, w.name, "", &whole) ||
		!find(library, w.name, "_part", &team.part))
		return 3;
	operands_fill(&operands, &w);
	team.src = operands.src;
	team.dst = operands_floats(workload_ndst(&w));
	for (int i = 1; i < team.threads; i++) {
		member[i] = (struct member){.team = &team, .part = i};
		if (pthread_create(&member[i].thread, NULL, work, &member[i])) {
			perror("parts");
			return 3;
		}
	}
	bool same = same_bits(whole, &team, (size_t)workload_ndst(&w));
	if (same)
		race(w.name, whole, &team, rounds);
	else
		fprintf(stderr, "bench: %s: parts compute other bits\n", w.name);
	atomic_store(&team.over, true);
	atomic_fetch_add(&team.call, 1);
	for (int i = 1; i < team.threads; i++)
		pthread_join(member[i].thread, NULL);
	return same ? 0 : 1;
}
