#include "cost.h"

#include "checked.h"

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
	cost->multiplies =
		count_add(cost->multiplies, count_mul(part->multiplies, times));
	cost->adds = count_add(cost->adds, count_mul(part->adds, times));
	cost->fmas = count_add(cost->fmas, count_mul(part->fmas, times));
	cost->divisions = count_add(cost->divisions, count_mul(part->divisions, times));
	cost->powers = count_add(cost->powers, count_mul(part->powers, times));
	cost->roots = count_add(cost->roots, count_mul(part->roots, times));
	cost->reads = count_add(cost->reads, count_mul(part->reads, times));
	cost->writes = count_add(cost->writes, count_mul(part->writes, times));
}

bool
is_power_of_two(int64_t n)
{
	return n > 0 && !(n & (n - 1));
}
