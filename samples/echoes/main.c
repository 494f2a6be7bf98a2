/* Two sounds with two echoes each, 4 and 8 steps later: a Conv along one axis with a
   group for each channel, whose weights come when the function is called. */
#include "echoes.h"

#include <stdio.h>

int
main(void)
{
	static const float sounds[ECHOES_X_SIZE] = {
		/* clang-format off */
		8, 4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
		1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0,
		/* clang-format on */
	};
	static const float echo[ECHOES_W_SIZE] = {
		/* clang-format off */
		0.25f, 0.5f, 1,
		0.1f,  0.3f, 1,
		/* clang-format on */
	};
	static const int shape[ECHOES_Y_RANK] = ECHOES_Y_SHAPE;
	float heard[ECHOES_Y_SIZE];
	int i;

	echoes(sounds, echo, heard);
	for (i = 0; i < ECHOES_Y_SIZE; i++)
		printf("%4.1f%s", heard[i], (i + 1) % shape[2] ? "" : "\n");
	return 0;
}
