/* A convolution on threads of the program's own. Twelve parts divide evenly among 2, 3, 4,
   6 and 12 threads; five threads get two or three of them each. Whatever does what, and in
   whichever order, the bits are those of one call. */
#include "threads.h"

#include <pthread.h>
#include <stdio.h>
#include <string.h>

enum {
	MOST_THREADS = 12
};

static float x[CONVOLVE_X_SIZE], w[CONVOLVE_W_SIZE], b[CONVOLVE_B_SIZE];
static float y[CONVOLVE_Y_SIZE], expected[CONVOLVE_Y_SIZE];

struct share {
	pthread_t thread;
	int part, parts;
};

static void *
run(void *argument)
{
	const struct share *share = argument;

	convolve_part(x, w, b, y, share->part, share->parts);
	return NULL;
}

static int
convolve_on(int threads)
{
	struct share share[MOST_THREADS];
	int i;

	for (i = 0; i < threads; i++) {
		share[i].part = i;
		share[i].parts = threads;
		if (pthread_create(&share[i].thread, NULL, run, &share[i]) != 0) {
			/* Without a thread the part is done at once. */
			run(&share[i]);
			share[i].parts = 0;
		}
	}
	for (i = 0; i < threads; i++)
		if (share[i].parts)
			pthread_join(share[i].thread, NULL);
	return !memcmp(y, expected, sizeof y);
}

int
main(void)
{
	static const int threads[] = {1, 2, 5, MOST_THREADS};
	int i;

	for (i = 0; i < CONVOLVE_X_SIZE; i++)
		x[i] = (float)(i * 7 % 16) / 8;
	for (i = 0; i < CONVOLVE_W_SIZE; i++)
		w[i] = (float)(i * 5 % 7 - 3) / 4;
	convolve(x, w, b, expected);
	printf("%d parts\n", CONVOLVE_PARTS);
	for (i = 0; i < 4; i++) {
		memset(y, 0, sizeof y);
		printf("%2d thread%s %s\n", threads[i], threads[i] == 1 ? ": " : "s:",
			convolve_on(threads[i]) ? "the same bits" : "other bits");
	}
	return 0;
}
