/* Keyword spotting, spot.json: a Conv whose kernels are band-pass filters, an LpPool with
   p = 2 that makes the loudness of each band and frame of it, and a Conv whose kernels
   are the words to listen for. The words are whistled here, somewhere in noise. What is
   printed is the loudness, a line a band, and the word that was heard. */
#include "spot.h"

#include <math.h>
#include <stdio.h>

enum {
	NWORD = 3,
	LENGTH = 4, /* of a word, in frames */
	FRAME = 256,
	NBAND = 8,
	NFRAME = SPOT_LOUDNESS_SIZE / NBAND
};

static const char *const name[NWORD] = {"up", "down", "step"};
static const int pitch[NWORD][LENGTH] = {{1, 2, 4, 6}, {6, 4, 2, 1}, {3, 3, 5, 5}};

static float
noise(void)
{
	static unsigned long state = 7;

	state = (state * 1103515245u + 12345u) & 0x7fffffffu;
	return (float)(state >> 8) / 4194304.0f - 1.0f;
}

static void
whistle(float *sound, int word, int start)
{
	int i;

	for (i = 0; i < SPOT_SOUND_SIZE; i++)
		sound[i] = 0.5f * noise();
	for (i = 0; word >= 0 && i < LENGTH * FRAME; i++)
		sound[start + i] += (float)sin(
			6.283185307179586 / 24 * (pitch[word][i / FRAME] + 1) * i);
}

static void
listen(const float *sound)
{
	static const char shades[] = " .:+#@";
	float loudness[SPOT_LOUDNESS_SIZE], scores[SPOT_SCORES_SIZE];
	int best = 0, b, f, i;

	spot(sound, loudness, scores);
	for (b = NBAND; b-- > 0;) {
		for (f = 0; f < NFRAME; f++) {
			int shade = (int)(loudness[b * NFRAME + f] * 3.0f);

			putchar(shades[shade < 5 ? shade : 5]);
		}
		putchar('\n');
	}
	for (i = 1; i < NWORD; i++)
		best = scores[i] > scores[best] ? i : best;
	printf("heard: %s\n", scores[best] > 1.5f ? name[best] : "nothing");
}

int
main(void)
{
	static const struct {
		int word, start;
	} spoken[] = {{0, 700}, {1, 2345}, {-1, 0}, {2, 1500}};
	float sound[SPOT_SOUND_SIZE];
	size_t i;

	for (i = 0; i < sizeof spoken / sizeof spoken[0]; i++) {
		whistle(sound, spoken[i].word, spoken[i].start);
		listen(sound);
	}
	return 0;
}
