/* The Euclidean norm of each 2 x 2 square. Rows of five end in half a square, which
   ceil_mode keeps. */
#include "norm.h"

#include <stdio.h>

int
main(void)
{
	static const double grid[NORM_X_SIZE] = {
		/* clang-format off */
		3, 0, 1,  1, -5,
		0, 4, 1, -1, 12,

		2, 3, 8, 0, 0.5,
		6, 0, 6, 0, 1.2,
		/* clang-format on */
	};
	static const int shape[NORM_Y_RANK] = NORM_Y_SHAPE;
	double norms[NORM_Y_SIZE];
	int i;

	norm(grid, norms);
	for (i = 0; i < NORM_Y_SIZE; i++)
		printf("%g%s", norms[i], (i + 1) % shape[3] ? " " : "\n");
	return 0;
}
