/* Trains the classifier of digits.json and writes its weights, kernels.npy and
   classes.npy:

       cc -O2 train.c -lm -o train && ./train

   The pictures that it learns from are made of the glyphs below: moved, sheared,
   thickened and with some pixels wrong. Gradient descent, one picture at a time. */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "../npy.h"

enum {
	HEIGHT = 10,
	WIDTH = 8,
	NKERNEL = 8,
	PH = HEIGHT / 2, /* pooled */
	PW = WIDTH / 2,
	NFEATURE = NKERNEL * PH * PW,
	NCLASS = 10,
	GH = 7, /* of a glyph */
	GW = 5,
	NPICTURE = 400000
};

static const char *const glyphs[2][NCLASS] = {
	{" ### #   ##   ##   ##   ##   # ### ", "  #   ##    #    #    #    #   ### ",
		" ### #   #    #   #   #   #   #####",
		" ### #   #    #  ##     ##   # ### ",
		"   #   ##  # # #  # #####   #    # ",
		"######    ####     #    ##   # ### ",
		" ### #    #    #### #   ##   # ### ",
		"#####    #   #   #   #    #    #   ",
		" ### #   ##   # ### #   ##   # ### ",
		" ### #   ##   # ####    #   #  ##  "},
	{" ##  #  # #  # #  # #  # #  #  ##  ", "  #    #    #    #    #    #    #  ",
		" ##  #  #    #   #   #   #    #### ",
		"###     #    #  ##     #    ####   ",
		"#  # #  # #  # #####   #    #    # ",
		"#### #    #    ###     #    ####   ",
		" ### #    #    ###  #  # #  #  ##  ",
		"####    #    #   #    #   #    #   ",
		" ##  #  # #  #  ##  #  # #  #  ##  ",
		" ##  #  # #  #  ###    #    # ###  "},
};

static float kernel[NKERNEL][3][3], class[NFEATURE][NCLASS];
static float image[HEIGHT + 2][WIDTH + 2]; /* with a border of zeros */
static float feature[NFEATURE], slope[NFEATURE];
static int best[NFEATURE]; /* where the maximum was: y * WIDTH + x, or -1 */

static uint32_t state = 1;

static float
random_number(void)
{
	state ^= state << 13;
	state ^= state >> 17;
	state ^= state << 5;
	return (float)(state >> 8) / 16777216.0f;
}

static int
below(int n)
{
	return (int)(random_number() * (float)n);
}

static void
draw(int digit)
{
	const char *glyph = glyphs[below(2)][digit];
	int top = below(HEIGHT - GH + 1), left = below(WIDTH - GW + 1);
	float shear = random_number() - 0.5f;
	int thick = below(3) == 0;

	memset(image, 0, sizeof image);
	for (int y = 0; y < GH; y++)
		for (int x = 0; x < GW; x++) {
			int at = left + x +
				 (int)lroundf(shear * (float)(GH / 2 - y) * 0.6f);

			if (glyph[y * GW + x] == ' ' || at < 0 || at >= WIDTH)
				continue;
			image[top + y + 1][at + 1] = 1;
			if (thick && at + 1 < WIDTH)
				image[top + y + 1][at + 2] = 1;
		}
	for (int i = below(3); i > 0; i--) {
		float *pixel = &image[1 + below(HEIGHT)][1 + below(WIDTH)];

		*pixel = 1 - *pixel;
	}
}

/* Conv, Relu and MaxPool. */
static void
forward(float *score)
{
	for (int f = 0; f < NFEATURE; f++) {
		int k = f / (PH * PW), y0 = f / PW % PH * 2, x0 = f % PW * 2;

		feature[f] = 0;
		best[f] = -1;
		for (int i = 0; i < 4; i++) {
			int y = y0 + i / 2, x = x0 + i % 2;
			float sum = 0;

			for (int t = 0; t < 9; t++)
				sum += kernel[k][t / 3][t % 3] *
				       image[y + t / 3][x + t % 3];
			if (sum > feature[f]) {
				feature[f] = sum;
				best[f] = y * WIDTH + x;
			}
		}
	}
	memset(score, 0, NCLASS * sizeof *score);
	for (int f = 0; f < NFEATURE; f++)
		for (int c = 0; c < NCLASS; c++)
			score[c] += feature[f] * class[f][c];
}

/* One step of descent; whether the digit was found. */
static int
learn(int digit, float rate)
{
	float score[NCLASS], sum = 0, most;
	int found = 0;

	forward(score);
	for (int c = 1; c < NCLASS; c++)
		found = score[c] > score[found] ? c : found;
	most = score[found];
	for (int c = 0; c < NCLASS; c++)
		sum += score[c] = expf(score[c] - most);
	memset(slope, 0, sizeof slope);
	for (int c = 0; c < NCLASS; c++) {
		float error = score[c] / sum - (c == digit ? 1.0f : 0.0f);

		for (int f = 0; f < NFEATURE; f++) {
			slope[f] += error * class[f][c];
			class[f][c] -= rate * error * feature[f];
		}
	}
	for (int f = 0; f < NFEATURE; f++)
		for (int t = 0; best[f] >= 0 && t < 9; t++)
			kernel[f / (PH * PW)][t / 3][t % 3] -=
				rate * slope[f] *
				image[best[f] / WIDTH + t / 3][best[f] % WIDTH + t % 3];
	return found == digit;
}

int
main(void)
{
	int found = 0;

	for (int i = 0; i < NKERNEL * 9; i++)
		kernel[i / 9][i % 9 / 3][i % 3] = random_number() - 0.4f;
	for (int i = 0; i < NFEATURE * NCLASS; i++)
		class[i / NCLASS][i % NCLASS] = (random_number() - 0.5f) * 0.1f;
	for (int i = 0; i < NPICTURE; i++) {
		int digit = below(NCLASS);

		draw(digit);
		found += learn(digit, i < NPICTURE / 2 ? 0.01f : 0.002f);
		if ((i + 1) % (NPICTURE / 10) == 0) {
			printf("%d pictures, %.1f %% of the last tenth right\n", i + 1,
				found * 1000.0 / NPICTURE);
			found = 0;
		}
	}
	save("kernels.npy", "8, 1, 3, 3", &kernel[0][0][0], NKERNEL * 9);
	save("classes.npy", "160, 10", &class[0][0], NFEATURE * NCLASS);
	return 0;
}
