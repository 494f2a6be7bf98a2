#include "kernels/rows.h"

#include <stdbool.h>
#include <stdint.h>

/* A level makes of each two vectors, `distance` apart, two others in their places: first
   within every 16 bytes, then of whole ones. */
struct level {
	int distance;
	const char *operation[2];
};

enum {
	MAX_LEVEL = 4
};

#define NO_VECTOR SIZE_MAX

static int
find_levels(struct level *level, int lanes, int part)
{
	int n = 0;

	for (int d = part / 2; d; d /= 2)
		level[n++] = (struct level){d, {"low", "high"}};
	for (int d = part; d < lanes; d *= 2)
		level[n++] = (struct level){d, {"even", "odd"}};
	return n;
}

/* One level. Where a position is beyond the last, its neighbour stands for it: what comes
   of it is not stored. */
static void
add_level(struct rows *rows, const struct level *level, size_t *vector, const bool *used,
	int lanes, size_t positions)
{
	for (int a = 0; a < lanes; a++) {
		int b = a + level->distance;
		size_t from[2] = {vector[a], 0};

		if (a & level->distance || from[0] == NO_VECTOR)
			continue;
		from[1] = vector[b] == NO_VECTOR ? from[0] : vector[b];
		for (int i = 0; i < 2; i++) {
			int to = i ? b : a;

			vector[to] = positions + rows->nstep;
			if (used[to])
				rows->step[rows->nstep++] = (struct row_step){
					level->operation[i], {from[0], from[1]}};
		}
	}
}

void
rows_make(struct rows *rows, int lanes, int part, const struct store *store)
{
	struct level level[MAX_LEVEL];
	int n = find_levels(level, lanes, part);
	bool used[MAX_LEVEL][MAX_LANES] = {{0}};

	for (int i = 0; i < lanes; i++) {
		used[n - 1][i] = i < store->channels;
		rows->row[i] = i < store->positions ? (size_t)i : NO_VECTOR;
	}
	for (int k = n - 1; k > 0; k--)
		for (int i = 0; i < lanes; i++)
			used[k - 1][i] = used[k][i] || used[k][i ^ level[k].distance];
	rows->nstep = 0;
	for (int k = 0; k < n; k++)
		add_level(rows, &level[k], rows->row, used[k], lanes,
			(size_t)store->positions);
}
