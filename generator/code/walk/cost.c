#include "code/walk/cost.h"

const struct counter_name counter_name[NCOUNTER] = {
#define COUNTER(name, one, several, always) {one, several, always},
#include "code/walk/counters.def"
#undef COUNTER
};

uint64_t
count_add(uint64_t a, uint64_t b)
{
	return a > UINT64_MAX - b ? UINT64_MAX : a + b;
}

uint64_t
count_mul(uint64_t a, uint64_t b)
{
	return b && a > UINT64_MAX / b ? UINT64_MAX : a * b;
}

void
cost_add(struct cost *cost, const struct cost *part, uint64_t times)
{
	for (int i = 0; i < NCOUNTER; i++)
		cost->count[i] =
			count_add(cost->count[i], count_mul(part->count[i], times));
	cost->read_bytes =
		count_add(cost->read_bytes, count_mul(part->read_bytes, times));
	cost->written_bytes =
		count_add(cost->written_bytes, count_mul(part->written_bytes, times));
}
