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

int
power_multiplies(int64_t p)
{
	int n = 0;

	for (; p > 1; p >>= 1)
		n += 1 + (int)(p & 1);
	return n;
}

static void
add_muladds(struct cost *cost, enum numerics numerics, uint64_t n)
{
	if (numerics == NUMERICS_FMA) {
		cost->fmas = count_add(cost->fmas, n);
	} else {
		cost->multiplies = count_add(cost->multiplies, n);
		cost->adds = count_add(cost->adds, n);
	}
}

struct cost
cost_of_terms(const struct window_plan *window, enum numerics numerics, uint64_t n)
{
	int multiplies = power_multiplies(window->p);
	struct cost cost = {0};

	if (window->reduction == REDUCE_CONV) {
		add_muladds(&cost, numerics, n);
	} else if (window->reduction == REDUCE_AVERAGE || !multiplies) {
		cost.adds = n;
		if (window->reduction == REDUCE_LP && !window->p)
			cost.powers = n;
	} else {
		cost.multiplies = count_mul(n, (uint64_t)multiplies - 1);
		add_muladds(&cost, numerics, n);
	}
	return cost;
}

/* What makes an average of a sum. */
static void
add_division(struct cost *cost, const struct window_sum *sum)
{
	if (!sum->taps || (sum->divisor == 1 && !sum->divisor_argument))
		return;
	if (is_power_of_two(sum->divisor) && !sum->divisor_argument)
		cost->multiplies = count_add(cost->multiplies, sum->outputs);
	else
		cost->divisions = sum->outputs;
}

struct cost
cost_of_windows(const struct window_plan *window, enum numerics numerics,
	const struct window_sum *sum)
{
	uint64_t terms = count_mul(sum->outputs, sum->taps);
	struct cost cost =
		cost_of_terms(window, numerics, count_mul(terms, (uint64_t)window->ic));

	cost.writes = sum->outputs;
	if (sum->plane)
		cost.adds =
			count_add(cost.adds, count_mul(sum->outputs, PLANE_LANES - 1));
	if (window->reduction == REDUCE_CONV && window->ic)
		cost.adds = count_add(cost.adds,
			count_mul(sum->outputs,
				(uint64_t)ceil_div(window->ic, window->channel_block)));
	else if (window->reduction == REDUCE_AVERAGE)
		add_division(&cost, sum);
	else if (window->reduction == REDUCE_LP && sum->taps && !window->p)
		cost.powers = count_add(cost.powers, sum->outputs);
	else if (window->reduction == REDUCE_LP && sum->taps && window->p > 1)
		cost.roots = sum->outputs;
	return cost;
}
