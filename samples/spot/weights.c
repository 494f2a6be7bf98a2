/* Makes the weights of spot.json, bands.npy and words.npy:

       cc weights.c -lm -o weights && ./weights

   bands.npy are eight band-pass filters, cosines under a window. words.npy are the words:
   which band is loud in which quarter of it. */
#include <math.h>

#include "../npy.h"

enum {
	NBAND = 8,
	TAPS = 64,
	NWORD = 3,
	LENGTH = 4 /* of a word, in frames */
};

/* Bands, one for each frame. */
static const int word[NWORD][LENGTH] = {{1, 2, 4, 6}, {6, 4, 2, 1}, {3, 3, 5, 5}};

int
main(void)
{
	static float bands[NBAND][TAPS], words[NWORD][NBAND][LENGTH];
	const double pi = 3.14159265358979323846;

	for (int b = 0; b < NBAND; b++)
		for (int t = 0; t < TAPS; t++)
			bands[b][t] = (float)((1 - cos(2 * pi * (t + 0.5) / TAPS)) *
					      cos(2 * pi * (b + 1) / 24 * t) / TAPS);
	for (int i = 0; i < NWORD; i++)
		for (int b = 0; b < NBAND; b++)
			for (int t = 0; t < LENGTH; t++)
				words[i][b][t] = word[i][t] == b ? 1.0f : -0.5f;
	save("bands.npy", "8, 1, 64", &bands[0][0], NBAND * TAPS);
	save("words.npy", "3, 8, 4", &words[0][0][0], NWORD * NBAND * LENGTH);
	return 0;
}
