#include "ops/shape/dims.h"

#include "base/checked.h"
#include "ops/op.h"

struct dims
dims_known(const int64_t *extent, size_t rank)
{
	struct dims dims = {.rank = rank};

	for (size_t i = 0; i < rank; i++)
		dims.extent[i] = extent[i];
	return dims;
}

struct dims
tensor_dims(const struct tensor *tensor)
{
	return dims_known(tensor->shape, (size_t)tensor->rank);
}

bool
dims_add(struct dims *dims, int64_t extent)
{
	if (dims->rank == KNOWN_RANK || extent < UNKNOWN || extent > LENGTH_LIMIT)
		return false;
	dims->extent[dims->rank++] = extent;
	return true;
}

bool
dims_add_part(struct dims *dims, const struct dims *other, size_t from, size_t to)
{
	for (size_t i = from; i < to; i++)
		if (!dims_add(dims, other->extent[i]))
			return false;
	return true;
}

void
dims_forget(struct dims *dims)
{
	for (size_t i = 0; i < dims->rank; i++)
		dims->extent[i] = UNKNOWN;
}

bool
dims_concrete(const struct dims *dims)
{
	for (size_t i = 0; i < dims->rank; i++)
		if (dims->extent[i] == UNKNOWN)
			return false;
	return true;
}

bool
extent_multiply(int64_t a, int64_t b, int64_t *product)
{
	if (a == UNKNOWN || b == UNKNOWN) {
		*product = UNKNOWN;
		return true;
	}
	return a >= 0 && b >= 0 && !mul_overflows(a, b, product) &&
	       *product <= LENGTH_LIMIT;
}

bool
extent_add(int64_t a, int64_t b, int64_t *sum)
{
	if (a == UNKNOWN || b == UNKNOWN) {
		*sum = UNKNOWN;
		return true;
	}
	return a >= 0 && b >= 0 && !add_overflows(a, b, sum) && *sum <= LENGTH_LIMIT;
}

bool
dims_equal(const struct dims *dims, const struct dims *other)
{
	bool equal = dims->rank == other->rank;

	for (size_t i = 0; equal && i < dims->rank; i++)
		equal = dims->extent[i] == other->extent[i];
	return equal;
}

bool
dims_product(const struct dims *dims, size_t from, size_t to, int64_t *product)
{
	*product = 1;
	for (size_t i = from; i < to; i++)
		if (!extent_multiply(*product, dims->extent[i], product))
			return false;
	return true;
}

bool
extent_broadcast(int64_t a, int64_t b, int64_t *extent)
{
	if (a == 1 || a == b) {
		*extent = b;
		return true;
	}
	/* An unknown extent that broadcasts with one other than 1 is either 1 or that
	   one. */
	if (b == 1 || b == UNKNOWN) {
		*extent = a;
		return true;
	}
	*extent = b;
	return a == UNKNOWN;
}

bool
dims_broadcast_at(struct dims *dims, const struct dims *other, size_t *axis)
{
	struct dims result = {
		.rank = dims->rank > other->rank ? dims->rank : other->rank,
	};

	for (size_t i = 0; i < result.rank; i++) {
		size_t behind = result.rank - i;
		int64_t a = behind <= dims->rank ? dims->extent[dims->rank - behind] : 1;
		int64_t b =
			behind <= other->rank ? other->extent[other->rank - behind] : 1;

		*axis = i;
		if (!extent_broadcast(a, b, &result.extent[i]))
			return false;
	}
	*dims = result;
	return true;
}

bool
dims_broadcast(struct dims *dims, const struct dims *other)
{
	size_t axis;

	return dims_broadcast_at(dims, other, &axis);
}

bool
axis_place(int64_t axis, size_t rank, size_t *place)
{
	int64_t count = (int64_t)rank;

	if (axis < -count || axis >= count)
		return false;
	*place = (size_t)(axis < 0 ? axis + count : axis);
	return true;
}
