/* Times the functions of a shared library, each the mean over several places of its
   result, at each of which the shortest of many runs counts. Where a result lies after
   its argument, modulo 4 KiB, decides which loads wait for stores to other addresses.

     regret LIBRARY <ROWS

   A row is a function's name and how many floats its argument and its result have; a line
   with its time is printed for each. */
#include <dlfcn.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum {
	PLACES = 5,
	APART = 208,    /* floats from one place to the next: 13 lines */
	LEAST_RUNS = 2, /* at a place */
	LINE = 64       /* bytes that operands are aligned to */
};
/* Seconds: of one function at a place, and of calls that are timed together. */
static const double EACH = 0.006, TOGETHER = 10e-6;

typedef void function(const float *src, float *dst);

static double
now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static float *
operand(size_t n)
{
	void *memory = NULL;

	if (posix_memalign(&memory, LINE, n * sizeof(float) + LINE)) {
		perror("regret");
		exit(3);
	}
	for (size_t i = 0; i < n; i++)
		((float *)memory)[i] = (float)(i * 2654435761u % 2000) / 1000 - 1;
	return memory;
}

/* Seconds of a call. */
static double
measure(function *f, const float *src, float *dst)
{
	double begin = now(), start, shortest, calls = 1;

	f(src, dst);
	start = now();
	f(src, dst);
	shortest = now() - start;
	if (shortest < TOGETHER)
		calls = TOGETHER / (shortest + 1e-9) + 1;
	for (int runs = 0; runs < LEAST_RUNS || now() - begin < EACH; runs++) {
		double time;

		start = now();
		for (double i = 0; i < calls; i++)
			f(src, dst);
		time = (now() - start) / calls;
		shortest = time < shortest ? time : shortest;
	}
	return shortest;
}

int
main(int argc, char **argv)
{
	void *library = argc == 2 ? dlopen(argv[1], RTLD_NOW) : NULL;
	char name[1024]; /* models have names of any length */
	size_t nsrc, ndst;

	if (!library) {
		fprintf(stderr, "regret: %s\n", argc == 2 ? dlerror() : "no library");
		return 3;
	}
	while (scanf("%1023s %zu %zu", name, &nsrc, &ndst) == 3) {
		float *src = operand(nsrc), *dst = operand(ndst + PLACES * APART);
		void *symbol = dlsym(library, name);
		double time = 0;
		function *f;

		if (!symbol) {
			fprintf(stderr, "regret: %s\n", dlerror());
			return 3;
		}
		/* POSIX lets a function's address lie in a void *; ISO C has no cast. */
		memcpy(&f, &symbol, sizeof f);
		for (int i = 0; i < PLACES; i++)
			time += measure(f, src, dst + i * APART) / PLACES;
		printf("%.9g\n", time);
		free(src);
		free(dst);
	}
	return 0;
}
