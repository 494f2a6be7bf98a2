/* A picture of half the size, on OpenMP's threads: each pass of the loop is a part, and
   OpenMP says which thread does which. */
#include "openmp.h"

#include <stdio.h>
#include <string.h>

static float x[SHRINK_X_SIZE], y[SHRINK_Y_SIZE], expected[SHRINK_Y_SIZE];

int
main(void)
{
	int i, part;

	for (i = 0; i < SHRINK_X_SIZE; i++)
		x[i] = (float)(i * 13 % 256);
	shrink(x, expected);
#pragma omp parallel for
	for (part = 0; part < SHRINK_PARTS; part++)
		shrink_part(x, y, part, SHRINK_PARTS);
	printf("%d parts, %s\n", SHRINK_PARTS,
		memcmp(y, expected, sizeof y) ? "other bits" : "the same bits");
	for (i = 0; i < 8; i++)
		printf("%g%s", y[i], i < 7 ? " " : "\n");
	return 0;
}
