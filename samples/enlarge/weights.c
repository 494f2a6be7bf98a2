/* Makes the weights of enlarge.json, phases.npy and sharpen.npy:

       cc weights.c -o weights && ./weights

   Each of the 16 kernels of phases.npy interpolates at one of 4 x 4 places within a
   pixel, by Catmull and Rom's cubic. sharpen.npy adds what a pixel differs from those
   around it. */

#include "../npy.h"

enum {
	SCALE = 4,
	TAPS = 5
};

static double
cubic(double x)
{
	x = x < 0 ? -x : x;
	if (x < 1)
		return 1.5 * x * x * x - 2.5 * x * x + 1;
	if (x < 2)
		return -0.5 * x * x * x + 2.5 * x * x - 4 * x + 2;
	return 0;
}

/* The weight of a tap for a phase of one axis. */
static double
weight(int phase, int tap)
{
	double place = (phase + 0.5) / SCALE - 0.5;

	return cubic(tap - TAPS / 2 - place);
}

int
main(void)
{
	static float phases[SCALE * SCALE][TAPS][TAPS], sharpen[3][3];

	for (int i = 0; i < SCALE * SCALE; i++)
		for (int y = 0; y < TAPS; y++)
			for (int x = 0; x < TAPS; x++)
				phases[i][y][x] = (float)(weight(i / SCALE, y) *
							  weight(i % SCALE, x));
	for (int i = 0; i < 9; i++)
		sharpen[i / 3][i % 3] = i == 4 ? 3.0f : -0.25f;
	save("phases.npy", "16, 1, 5, 5", &phases[0][0][0], SCALE * SCALE * TAPS * TAPS);
	save("sharpen.npy", "1, 1, 3, 3", &sharpen[0][0], 9);
	return 0;
}
