/* A network on OpenMP's threads: these share the parts of a step, and wait for each other at
   the end of the inner loop, before the next step. */
#include "team.h"

#include <stdio.h>
#include <string.h>

static float picture[OUTLINE_PICTURE_SIZE], filters[OUTLINE_FILTERS_SIZE];
static float by_team[OUTLINE_OUTLINE_SIZE], expected[OUTLINE_OUTLINE_SIZE];

int
main(void)
{
	int i, step, part;

	for (i = 0; i < OUTLINE_PICTURE_SIZE; i++)
		picture[i] = (float)(i * 13 % 256) / 64;
	for (i = 0; i < OUTLINE_FILTERS_SIZE; i++)
		filters[i] = (float)(i * 5 % 7 - 3) / 4;
	outline(picture, filters, expected);
#pragma omp parallel private(step)
	for (step = 0; step < OUTLINE_STEPS; step++)
#pragma omp for
		for (part = 0; part < OUTLINE_PARTS; part++)
			outline_step_part(picture, filters, by_team, step, part);
	printf("%d steps, up to %d parts: %s\n", OUTLINE_STEPS, OUTLINE_PARTS,
		memcmp(by_team, expected, sizeof expected) ? "other bits"
							   : "the same bits");
	return 0;
}
