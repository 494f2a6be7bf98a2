/* Two operations of one spec, one after the other: what the first writes is what the
   second reads. ONNX's DepthToSpace unfolds four channels into one of 4 x 4; LpPool with
   p = 1 adds up the magnitudes of each row. */
#include "pair.h"

#include <stdio.h>

int
main(void)
{
	static const float channels[UNFOLD_INPUT_SIZE] = {
		/* clang-format off */
		  1,   2,   3,   4,
		 10,  20,  30,  40,
		 -5,  -6,  -7,  -8,
		-50, -60, -70, -80,
		/* clang-format on */
	};
	float grid[UNFOLD_OUTPUT_SIZE], sums[TOTALS_Y_SIZE];
	int y, x;

	unfold(channels, grid);
	totals(grid, sums);
	for (y = 0; y < TOTALS_Y_SIZE; y++) {
		for (x = 0; x < 4; x++)
			printf("%4g", grid[4 * y + x]);
		printf("  total %g\n", sums[y]);
	}
	return 0;
}
