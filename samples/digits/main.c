/* A classifier of digits, digits.json: Conv, Relu, MaxPool, Gemm and Softmax as one
   function, with weights that train.c has made. It is shown digits that it has not
   learned from, and prints what it takes them for, and how sure it is. */
#include "digits.h"

#include <stdio.h>

enum {
	NDIGIT = 4,
	HEIGHT = 10,
	WIDTH = 8
};

static const char *const drawn[HEIGHT] = {"  ####  |   ##   | #####  |    ##  ",
	" ##  ## |  ###   |##   ## |   # #  ", " ##  ## |   ##   |     ## |   # #  ",
	"     ## |   ##   |    ##  |  #  #  ", "    ##  |   ##   |  ###   |  #  #  ",
	"   ##   |   ##   |    ##  | ###### ", "  ##    |   ##   |     ## |     #  ",
	" ##     |   ##   |##   ## |     #  ", " ###### |  ####  | #####  |     #  ",
	"        |        |        |        "};

int
main(void)
{
	int d, y, x;

	for (y = 0; y < HEIGHT; y++)
		printf("%s\n", drawn[y]);
	for (d = 0; d < NDIGIT; d++) {
		float picture[DIGITS_PICTURE_SIZE], likelihood[DIGITS_LIKELIHOOD_SIZE];
		int answer = 0;

		for (y = 0; y < HEIGHT; y++)
			for (x = 0; x < WIDTH; x++)
				picture[y * WIDTH + x] =
					drawn[y][d * (WIDTH + 1) + x] == '#' ? 1.0f
									     : 0.0f;
		digits(picture, likelihood);
		for (x = 1; x < DIGITS_LIKELIHOOD_SIZE; x++)
			answer = likelihood[x] > likelihood[answer] ? x : answer;
		printf("%d, %.0f %% sure\n", answer, 100 * (double)likelihood[answer]);
	}
	return 0;
}
