#include "plan/reduction.h"

#include <math.h>

union quantity
quantity_number(const struct algebra *algebra, double number)
{
	return algebra->compute(
		algebra, &(struct computation){.kind = VALUE_NUMBER, .number = number});
}

union quantity
quantity_unary(const struct algebra *algebra, enum value_kind kind, union quantity a)
{
	return algebra->compute(algebra, &(struct computation){.kind = kind, .a = {a}});
}

union quantity
quantity_binary(const struct algebra *algebra, enum value_kind kind, union quantity a,
	union quantity b)
{
	return algebra->compute(
		algebra, &(struct computation){.kind = kind, .a = {a, b}});
}

union quantity
quantity_muladd(const struct algebra *algebra, union quantity a, union quantity b,
	union quantity c)
{
	if (dtype_is_integer(algebra->dtype))
		return quantity_binary(algebra, VALUE_ADD,
			quantity_binary(algebra, VALUE_MULTIPLY, a, b), c);
	return algebra->compute(
		algebra, &(struct computation){.kind = VALUE_MULADD, .a = {a, b, c}});
}

union quantity
quantity_choose(const struct algebra *algebra, union quantity a, union quantity b,
	union quantity c, union quantity d)
{
	return algebra->compute(
		algebra, &(struct computation){.kind = VALUE_CHOOSE, .a = {a, b, c, d}});
}

union quantity
quantity_equal(const struct algebra *algebra, union quantity a, union quantity b,
	union quantity c, union quantity d)
{
	return algebra->compute(
		algebra, &(struct computation){.kind = VALUE_EQUAL, .a = {a, b, c, d}});
}

union quantity
quantity_elementary(const struct algebra *algebra, enum elementary function,
	union quantity a, union quantity b)
{
	struct computation computation = {
		.kind = VALUE_ELEMENTARY, .a = {a}, .n = function};

	if (function == ELEMENTARY_POW)
		computation.a[1] = b;
	return algebra->compute(algebra, &computation);
}

union quantity
quantity_convert(const struct algebra *algebra, union quantity a, enum dtype dtype)
{
	return algebra->compute(algebra,
		&(struct computation){.kind = VALUE_CONVERT, .a = {a}, .dtype = dtype});
}

union quantity
quantity_magnitude(const struct algebra *algebra, union quantity a)
{
	enum dtype_kind kind = dtype_info[algebra->dtype].kind;

	if (kind == KIND_FLOAT)
		return quantity_unary(algebra, VALUE_ABS, a);
	if (kind == KIND_UNSIGNED)
		return a;
	return quantity_binary(algebra, VALUE_MAX, a,
		quantity_binary(algebra, VALUE_SUBTRACT, quantity_number(algebra, 0), a));
}

union quantity
quantity_round(const struct algebra *algebra, union quantity a, enum dtype dtype)
{
	return algebra->compute(algebra,
		&(struct computation){.kind = VALUE_ROUND, .a = {a}, .dtype = dtype});
}

union quantity
quantity_name(const struct algebra *algebra, union quantity power, int64_t n)
{
	return algebra->name ? algebra->name(algebra, power, n) : power;
}

double
reduction_zero(enum dtype dtype)
{
	(void)dtype;
	return 0;
}

double
reduction_lowest(enum dtype dtype)
{
	const struct dtype_info *info = &dtype_info[dtype];

	if (info->kind == KIND_SIGNED)
		return -ldexp(1, (int)info->size * 8 - 1);
	return info->kind == KIND_UNSIGNED ? 0 : -HUGE_VAL;
}

bool
takes_roots(const struct window_plan *window)
{
	return window->reduction->roots && window->reduction->roots(window);
}

const char *
reduction_obstacle(const struct plan *plan)
{
	const struct reduction *row = plan->u.window.reduction;

	if (plan->nmore)
		return "places of elements are found in plain C";
	return row->obstacle ? row->obstacle(&plan->u.window) : NULL;
}

bool
window_has_whole_plane(const struct window_plan *w)
{
	int64_t plane = 1;

	if (!w->reduction->by_plane)
		return false;
	for (int i = 0; i < w->naxis; i++) {
		bool whole = false;

		for (size_t k = 0; k < w->axis[i].nspan; k++)
			whole |= w->axis[i].span[k].ntap == w->axis[i].in;
		if (!whole)
			return false;
		plane *= w->axis[i].in;
	}
	return plane >= PLANE_LANES;
}

union quantity
reduction_finish(const struct window_plan *window, const struct algebra *algebra,
	union quantity result, union quantity count)
{
	const struct reduction *row = window->reduction;

	return row->finish ? row->finish(window, algebra, result, count) : result;
}

union quantity
reduction_empty(
	const struct window_plan *window, const struct algebra *algebra, enum dtype dtype)
{
	return reduction_finish(window, algebra,
		quantity_number(algebra, window->reduction->identity(dtype)),
		quantity_number(algebra, 1));
}
