/* Super resolution, enlarge.json: a picture of 20 x 24 pixels becomes one of 80 x 96. A
   Conv makes 4 x 4 pixels of each, DepthToSpace puts them side by side, another Conv
   sharpens them. The large picture is written to enlarge.pgm, where one can look at it;
   what is printed is every fourth row of it and every second pixel. */
#include "enlarge.h"

#include <stdio.h>
#include <string.h>

enum {
	HEIGHT = 20,
	WIDTH = 24,
	SCALE = 4
};

static const char shades[] = " .:+#@";

static const char *const picture[HEIGHT] = {"                        ",
	"        .:++++:.        ", "     .+##++++++##+.     ",
	"    +#+:.      .:+#+    ", "   +#:            :#+   ",
	"  :#:              :#:  ", "  #+    ++    ++    +#  ",
	" :#:    @@    @@    :#: ", " +#     @@    @@     #+ ",
	" +#     ++    ++     #+ ", " +#                  #+ ",
	" +#                  #+ ",
	" :#:  :#        #:  :#: ", "  #+   ##:    :##   +#  ",
	"  :#:   :######:   :#:  ", "   +#:    ....    :#+   ",
	"    +#+:.      .:+#+    ", "     .+##++++++##+.     ",
	"        .:++++:.        ", "                        "};

static int
write_pgm(const char *path, const float *pixel)
{
	FILE *file = fopen(path, "wb");
	int i;

	if (!file)
		return 0;
	fprintf(file, "P5\n%d %d\n255\n", SCALE * WIDTH, SCALE * HEIGHT);
	for (i = 0; i < ENLARGE_LARGE_SIZE; i++)
		putc((int)(pixel[i] + 0.5f), file);
	return !fclose(file);
}

int
main(void)
{
	static float small[ENLARGE_SMALL_SIZE], large[ENLARGE_LARGE_SIZE];
	const int nshade = (int)sizeof shades - 1;
	int y, x;

	for (y = 0; y < HEIGHT; y++)
		for (x = 0; x < WIDTH; x++)
			small[y * WIDTH + x] =
				(float)(strchr(shades, picture[y][x]) - shades) * 51.0f;
	enlarge(small, large);
	if (!write_pgm("enlarge.pgm", large)) {
		perror("enlarge.pgm");
		return 1;
	}
	for (y = 1; y < SCALE * HEIGHT; y += 4) {
		for (x = 0; x < SCALE * WIDTH; x += 2)
			putchar(shades[(int)(large[y * SCALE * WIDTH + x] / 256.0f *
					     (float)nshade)]);
		putchar('\n');
	}
	return 0;
}
