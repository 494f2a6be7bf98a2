/* Sobel's two filters on a bright square: the first channel answers to vertical edges,
   the second to horizontal ones. The weights are part of the code. */
#include "edges.h"

#include <stdio.h>

int
main(void)
{
	static const float image[EDGES_X_SIZE] = {
		/* clang-format off */
		0, 0, 0, 0, 0, 0, 0, 0,
		0, 0, 0, 0, 0, 0, 0, 0,
		0, 0, 5, 5, 5, 5, 0, 0,
		0, 0, 5, 5, 5, 5, 0, 0,
		0, 0, 5, 5, 5, 5, 0, 0,
		0, 0, 0, 0, 0, 0, 0, 0,
		/* clang-format on */
	};
	static const int shape[EDGES_Y_RANK] = EDGES_Y_SHAPE;
	float gradient[EDGES_Y_SIZE];
	int i, width = shape[3], plane = shape[2] * shape[3];

	edges(image, gradient);
	for (i = 0; i < EDGES_Y_SIZE; i++) {
		if (i % plane == 0)
			printf("%s edges\n", i ? "horizontal" : "vertical");
		printf("%4.0f%s", gradient[i], (i + 1) % width ? "" : "\n");
	}
	return 0;
}
