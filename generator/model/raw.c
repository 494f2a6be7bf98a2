#include "model/raw.h"

#include <inttypes.h>
#include <string.h>

#include "base/arena.h"
#include "base/byte_order.h"
#include "base/checked.h"
#include "spec/shape.h"

bool
raw_count(const struct value *value, int64_t *nelement)
{
	int64_t product = 1;
	bool is_empty = false;

	for (size_t i = 0; i < value->shape.rank; i++) {
		int64_t length = value->shape.extent[i].length;

		if (length == 0)
			is_empty = true;
		else if (length < 0 || mul_overflows(product, length, &product) ||
			 product >= ELEMENT_LIMIT)
			return false;
	}
	*nelement = is_empty ? 0 : product;
	return true;
}

const char *
raw_type_text(const struct value *value, struct arena *arena)
{
	return arena_format(arena, "%s of %s", model_shape_text(&value->shape, arena),
		dtype_info[value->dtype].name);
}

/* A copy of the elements, aligned for any type, with the bytes of each word in the
   machine's order. */
static const void *
copy_elements(const unsigned char *bytes, size_t size, size_t word, struct arena *arena)
{
	unsigned char *copy = arena_alloc(arena, size);
	size_t turned = is_little_endian() ? 0 : word - 1;

	for (size_t i = 0; i < size; i++)
		copy[i] = bytes[i ^ turned];
	return copy;
}

static bool
are_bools(const unsigned char *element, size_t n, struct arena *arena, const char **why)
{
	for (size_t i = 0; i < n; i++)
		if (element[i] > 1) {
			*why = arena_format(arena,
				"has the bool %d at element %zu, expected 0 or 1",
				element[i], i);
			return false;
		}
	return true;
}

const void *
raw_elements(const struct value *value, const void *bytes, size_t size,
	struct arena *arena, const char **why)
{
	static const max_align_t nothing;
	const struct dtype_info *info = &dtype_info[value->dtype];
	size_t word = info->kind == KIND_COMPLEX ? info->size / 2 : info->size;
	int64_t nelement;

	if (!raw_count(value, &nelement)) {
		*why = "has too many elements";
		return NULL;
	}
	if (size != (uint64_t)nelement * info->size) {
		*why = arena_format(arena,
			"has %zu bytes of data, expected %" PRIu64 " for %s", size,
			(uint64_t)nelement * info->size, raw_type_text(value, arena));
		return NULL;
	}
	if (info->kind == KIND_BOOL && !are_bools(bytes, size, arena, why))
		return NULL;
	if (size == 0)
		return &nothing;
	if (is_little_endian() && (uintptr_t)bytes % word == 0)
		return bytes;
	return copy_elements(bytes, size, word, arena);
}
