/* A camera gives red, green and blue of a pixel side by side; networks want a plane of each.
   The picture is halved on the way from one to the other, without being copied. */
#include "camera.h"

#include <stdio.h>

int
main(void)
{
	static const char *const colour[] = {"red", "green", "blue"};
	static const float pixels[CAMERA_X_SIZE] = {
		/* clang-format off */
		9,0,0, 9,0,0, 0,9,0, 0,9,0, 0,0,9, 0,0,9,
		9,0,0, 9,0,0, 0,9,0, 0,9,0, 0,0,9, 0,0,9,
		1,1,1, 5,5,5, 9,9,9, 9,9,9, 4,0,4, 4,0,4,
		5,5,5, 1,1,1, 9,9,9, 9,9,9, 4,0,4, 0,0,0,
		/* clang-format on */
	};
	float half[CAMERA_Y_SIZE];
	int i;

	camera(pixels, half);
	for (i = 0; i < CAMERA_Y_SIZE; i++) {
		if (i % 6 == 0)
			printf("%s\n", colour[i / 6]);
		printf("%4.1f%s", half[i], (i + 1) % 3 ? " " : "\n");
	}
	return 0;
}
