#include "code/constant_set.h"

#include "base/arena.h"
#include "code/scan.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* Operands of a function on their way. */
struct adding {
	struct constant_set *all;
	struct arena *arena;
};

/* Statements in a row mostly name the same array. */
static void
add(void *context, const struct variable *v)
{
	const struct adding *adding = context;
	struct constant_set *all = adding->all;
	const struct operand *operand = v->constant->operand;

	if (!operand || (all->n && all->operand[all->n - 1] == operand))
		return;
	all->operand = arena_grow(
		adding->arena, (void *)all->operand, all->n, sizeof *all->operand);
	all->operand[all->n++] = operand;
}

void
constant_set_add(
	struct constant_set *all, const struct function *function, struct arena *arena)
{
	struct adding adding = {all, arena};

	scan_constants(function->body, add, &adding);
}

static int
compare(const void *a, const void *b)
{
	uintptr_t first = (uintptr_t) * (const struct operand *const *)a,
		  second = (uintptr_t) * (const struct operand *const *)b;

	return (first > second) - (first < second);
}

struct constant_set
constant_set_end(const struct constant_set *all, struct arena *arena)
{
	struct constant_set sorted = {
		.operand = arena_array(arena, const struct operand *, all->n)};

	if (!all->n)
		return sorted;
	memcpy(sorted.operand, all->operand, all->n * sizeof *all->operand);
	qsort(sorted.operand, all->n, sizeof *sorted.operand, compare);
	for (size_t i = 0; i < all->n; i++)
		if (!sorted.n || sorted.operand[sorted.n - 1] != sorted.operand[i])
			sorted.operand[sorted.n++] = sorted.operand[i];
	return sorted;
}

bool
constant_set_has(const struct constant_set *all, const struct operand *operand)
{
	return all->n &&
	       bsearch(&operand, all->operand, all->n, sizeof *all->operand, compare);
}
