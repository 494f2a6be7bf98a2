/* Every second row and every fourth column of a table become an entry of the batch: eight
   small tables. The row of padding above the table is zero. */
#include "tiles.h"

#include <stdio.h>

int
main(void)
{
	static const int16_t table[TILES_DATA_SIZE] = {
		/* clang-format off */
		10, 11, 12, 13, 14, 15, 16, 17,
		20, 21, 22, 23, 24, 25, 26, 27,
		30, 31, 32, 33, 34, 35, 36, 37,
		/* clang-format on */
	};
	static const int shape[TILES_OUTPUT_RANK] = TILES_OUTPUT_SHAPE;
	int16_t batch[TILES_OUTPUT_SIZE];
	int i, table_size = shape[1] * shape[2];

	tiles(table, batch);
	for (i = 0; i < TILES_OUTPUT_SIZE; i++)
		printf("%3d%s", batch[i], (i + 1) % table_size ? "" : "\n");
	return 0;
}
