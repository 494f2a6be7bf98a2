#include "spec/shape.h"

#include "base/checked.h"
#include "base/extents.h"

bool
shape_count(struct tensor *tensor)
{
	int64_t product = 1;
	bool is_empty = false;

	for (int i = 0; i < tensor->rank; i++) {
		if (tensor->shape[i] == 0)
			is_empty = true;
		else if (mul_overflows(product, tensor->shape[i], &product) ||
			 product >= ELEMENT_LIMIT)
			return false;
	}
	tensor->nelement = is_empty ? 0 : product;
	return true;
}

const char *
shape_text(const struct tensor *tensor, struct arena *arena)
{
	return extents_text(tensor->shape, (size_t)tensor->rank, arena);
}
