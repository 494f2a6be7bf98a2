/* The first layer of a network: weights from a .npy file, which are part of the code, and
   a bias that comes when the function is called. Printed is the first row of each output
   channel, without and with the bias. */
#include "stem.h"

#include <stdio.h>

static void
print_rows(const char *title, const float *channels)
{
	static const int shape[STEM_Y_RANK] = STEM_Y_SHAPE;
	int channel, x;

	printf("%s\n", title);
	for (channel = 0; channel < shape[1]; channel++)
		for (x = 0; x < shape[3]; x++)
			printf("%9.4f%s", channels[channel * shape[2] * shape[3] + x],
				x + 1 < shape[3] ? "" : "\n");
}

int
main(void)
{
	static const float none[STEM_B_SIZE];
	static const float bias[STEM_B_SIZE] = {0.5f, -0.25f, 1, 10};
	float image[STEM_X_SIZE], channels[STEM_Y_SIZE];
	int i;

	for (i = 0; i < STEM_X_SIZE; i++)
		image[i] = (float)(i * 7 % 9) / 4 - 1;
	stem(image, none, channels);
	print_rows("without a bias", channels);
	stem(image, bias, channels);
	print_rows("with a bias", channels);
	return 0;
}
