/* A network on threads of the program's own: each does one part of every step, and a barrier
   keeps it from the next step until all have done this one. The bits are those of one
   call. */
#include "barrier.h"

#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static float picture[CORNERS_PICTURE_SIZE], filters[CORNERS_FILTERS_SIZE];
static float corners_on_threads[CORNERS_CORNERS_SIZE], expected[CORNERS_CORNERS_SIZE];
static unsigned char memory[CORNERS_WORKSPACE_SIZE + CORNERS_WORKSPACE_ALIGNMENT];
static void *workspace;
static pthread_barrier_t barrier;

static void *
run(void *number)
{
	int step, part = *(const int *)number;

	for (step = 0; step < CORNERS_STEPS; step++) {
		corners_step_part(
			picture, filters, corners_on_threads, workspace, step, part);
		pthread_barrier_wait(&barrier);
	}
	return NULL;
}

int
main(void)
{
	pthread_t thread[CORNERS_PARTS];
	int number[CORNERS_PARTS], i;

	workspace = memory + (CORNERS_WORKSPACE_ALIGNMENT -
				     (uintptr_t)memory % CORNERS_WORKSPACE_ALIGNMENT);
	for (i = 0; i < CORNERS_PICTURE_SIZE; i++)
		picture[i] = (float)(i * 7 % 16) / 8;
	for (i = 0; i < CORNERS_FILTERS_SIZE; i++)
		filters[i] = (float)(i * 5 % 7 - 3) / 4;
	corners(picture, filters, expected, workspace);

	pthread_barrier_init(&barrier, NULL, CORNERS_PARTS);
	for (i = 0; i < CORNERS_PARTS; i++) {
		number[i] = i;
		if (pthread_create(&thread[i], NULL, run, &number[i]) != 0) {
			fprintf(stderr, "no thread for part %d\n", i);
			exit(1);
		}
	}
	for (i = 0; i < CORNERS_PARTS; i++)
		pthread_join(thread[i], NULL);
	pthread_barrier_destroy(&barrier);
	printf("%d steps, up to %d parts: %s\n", CORNERS_STEPS, CORNERS_PARTS,
		memcmp(corners_on_threads, expected, sizeof expected) ? "other bits"
								       : "the same bits");
	return 0;
}
