#include "infer/known.h"

bool
known_has_elements(const struct known *known)
{
	return known->constant || known->computed;
}

bool
known_is_concrete(const struct known *known)
{
	bool concrete = known->has_rank;

	for (size_t i = 0; concrete && i < known->rank; i++)
		concrete = known->extent[i] >= 0;
	return concrete;
}

bool
known_count(const struct known *known, int64_t *count)
{
	*count = 1;
	for (size_t i = 0; i < known->rank; i++)
		if (!extent_multiply(*count, known->extent[i], count))
			return false;
	return *count != UNKNOWN;
}
