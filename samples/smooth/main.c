/* Two nodes of an ONNX model, smooth.onnx: a Conv whose four kernels are the phases of
   bilinear upscaling, and the DepthToSpace that puts the phases side by side, so that
   4 x 6 pixels become 8 x 12. What stands between them, a Relu, is written here. */
#include "smooth.h"

#include <stdio.h>

int
main(void)
{
	static const char picture[UP_CONV_X_SIZE + 1] = "..##.."
							".#..#."
							".####."
							".#..#.";
	static const int shape[UP_SHUFFLE_OUTPUT_RANK] = UP_SHUFFLE_OUTPUT_SHAPE;
	float image[UP_CONV_X_SIZE], phases[UP_CONV_Y_SIZE], large[UP_SHUFFLE_OUTPUT_SIZE];
	int i, y, x;

	for (i = 0; i < UP_CONV_X_SIZE; i++)
		image[i] = picture[i] == '#' ? 16.0f : 0.0f;
	up_Conv(image, phases);
	for (i = 0; i < UP_CONV_Y_SIZE; i++)
		if (phases[i] < 0.0f)
			phases[i] = 0.0f;
	up_Shuffle(phases, large);
	for (y = 0; y < shape[2]; y++) {
		for (x = 0; x < shape[3]; x++)
			printf("%3.0f", (double)large[y * shape[3] + x]);
		printf("\n");
	}
	return 0;
}
