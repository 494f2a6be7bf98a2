/* TensorFlow's DepthToSpace: the four channels of each pixel become a square of 2 x 2
   pixels, so that 3 x 4 pixels become 6 x 8. */
#include "upscale.h"

#include <stdio.h>

int
main(void)
{
	/* Four letters a pixel: the upper two of its square, then the lower two. */
	static const char picture[UPSCALE_INPUT_SIZE + 1] =
		/* clang-format off */
		"...#" "##.." "##.." "..#."
		"#.#." "#..#" ".##." ".#.#"
		".#.." "..##" "..##" "#...";
	/* clang-format on */
	static const int shape[UPSCALE_OUTPUT_RANK] = UPSCALE_OUTPUT_SHAPE;
	uint8_t pixels[UPSCALE_OUTPUT_SIZE];
	int y;

	upscale((const uint8_t *)picture, pixels);
	for (y = 0; y < shape[1]; y++)
		printf("%.*s\n", shape[2], (const char *)pixels + y * shape[2]);
	return 0;
}
