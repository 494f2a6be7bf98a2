/* A bright point and a bright edge, blurred. At the borders the mean is taken over the
   pixels that exist, so a constant stays what it is. */
#include "blur.h"

#include <stdio.h>

int
main(void)
{
	static const float image[BLUR_X_SIZE] = {
		/* clang-format off */
		0, 0, 0, 0, 9, 9,
		0, 0, 0, 0, 9, 9,
		0, 9, 0, 0, 9, 9,
		0, 0, 0, 0, 9, 9,
		0, 0, 0, 0, 9, 9,
		/* clang-format on */
	};
	float blurred[BLUR_Y_SIZE];
	int i;

	blur(image, blurred);
	for (i = 0; i < BLUR_Y_SIZE; i++)
		printf("%4.1f%s", blurred[i], (i + 1) % 6 ? " " : "\n");
	return 0;
}
