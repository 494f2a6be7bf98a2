#include "model/onnx/typed.h"

#include <inttypes.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "model/model.h"
#include "model/onnx/onnx.pb-c.h"
#include "model/raw.h"
#include "spec/element.h"

enum list_kind {
	NO_LIST,
	FLOAT_DATA,
	INT32_DATA,
	INT64_DATA,
	DOUBLE_DATA,
	UINT64_DATA,
	NLIST
};

static const char *const list_name[NLIST] = {
	[FLOAT_DATA] = "float_data",
	[INT32_DATA] = "int32_data",
	[INT64_DATA] = "int64_data",
	[DOUBLE_DATA] = "double_data",
	[UINT64_DATA] = "uint64_data",
};

/* In which list onnx.proto keeps elements of each type; a half is there as its bits. */
static const enum list_kind list_of[DTYPE_COUNT] = {
	[DTYPE_FLOAT32] = FLOAT_DATA,
	[DTYPE_COMPLEX64] = FLOAT_DATA,
	[DTYPE_FLOAT64] = DOUBLE_DATA,
	[DTYPE_COMPLEX128] = DOUBLE_DATA,
	[DTYPE_INT64] = INT64_DATA,
	[DTYPE_UINT32] = UINT64_DATA,
	[DTYPE_UINT64] = UINT64_DATA,
	[DTYPE_INT32] = INT32_DATA,
	[DTYPE_INT16] = INT32_DATA,
	[DTYPE_INT8] = INT32_DATA,
	[DTYPE_UINT16] = INT32_DATA,
	[DTYPE_UINT8] = INT32_DATA,
	[DTYPE_BOOL] = INT32_DATA,
	[DTYPE_FLOAT16] = INT32_DATA,
	[DTYPE_BFLOAT16] = INT32_DATA,
};

struct list {
	const void *number;
	size_t n;
};

static struct list
find_list(const Onnx__Tensor *tensor, enum list_kind kind)
{
	switch (kind) {
	case FLOAT_DATA:
		return (struct list){tensor->float_data, tensor->n_float_data};
	case INT32_DATA:
		return (struct list){tensor->int32_data, tensor->n_int32_data};
	case INT64_DATA:
		return (struct list){tensor->int64_data, tensor->n_int64_data};
	case DOUBLE_DATA:
		return (struct list){tensor->double_data, tensor->n_double_data};
	case UINT64_DATA:
		return (struct list){tensor->uint64_data, tensor->n_uint64_data};
	default:
		return (struct list){NULL, 0};
	}
}

bool
onnx_has_typed(const Onnx__Tensor *tensor)
{
	for (enum list_kind kind = FLOAT_DATA; kind < NLIST; kind++)
		if (find_list(tensor, kind).n > 0)
			return true;
	return false;
}

/* Whether the numbers are in the right list, and in no other. */
static bool
check_list(const struct value *value, const Onnx__Tensor *tensor, struct arena *arena,
	const char **why)
{
	enum list_kind right = list_of[value->dtype];

	for (enum list_kind kind = FLOAT_DATA; kind < NLIST; kind++)
		if (kind != right && find_list(tensor, kind).n > 0) {
			*why = arena_format(arena,
				"has data in %s; that of %s belongs into %s",
				list_name[kind], dtype_info[value->dtype].name,
				list_name[right]);
			return false;
		}
	return true;
}

/* Stores numbers of INT32_DATA or UINT64_DATA as elements of a smaller type. */
static const void *
narrow(struct list list, enum dtype dtype, struct arena *arena, const char **why)
{
	bool is_half = dtype_info[dtype].kind == KIND_HALF;
	enum dtype stored = is_half ? DTYPE_UINT16 : dtype;
	size_t size = dtype_info[dtype].size;
	unsigned char *element = arena_alloc_array(arena, list.n, size);

	for (size_t i = 0; i < list.n; i++) {
		int64_t number;

		if (list_of[dtype] == INT32_DATA)
			number = ((const int32_t *)list.number)[i];
		else if (((const uint64_t *)list.number)[i] <= INT64_MAX)
			number = (int64_t)((const uint64_t *)list.number)[i];
		else
			number = -1;
		if (element_from_int(element + i * size, stored, number) !=
			ELEMENT_STORED) {
			*why = arena_format(arena,
				"has data out of the range of %s at element %zu: "
				"expected %s",
				dtype_info[dtype].name, i,
				dtype == DTYPE_BOOL ? "0 or 1" : element_range(stored));
			return NULL;
		}
	}
	return element;
}

const void *
onnx_typed_elements(const struct value *value, const Onnx__Tensor *tensor,
	struct arena *arena, const char **why)
{
	const struct dtype_info *info = &dtype_info[value->dtype];
	int64_t parts = info->kind == KIND_COMPLEX ? 2 : 1, nelement;
	struct list list = find_list(tensor, list_of[value->dtype]);

	if (!check_list(value, tensor, arena, why))
		return NULL;
	if (!raw_count(value, &nelement)) {
		*why = "has too many elements";
		return NULL;
	}
	if (list.n != (uint64_t)nelement * (uint64_t)parts) {
		*why = arena_format(arena,
			"has %zu values in %s, expected %" PRId64 " for %s", list.n,
			list_name[list_of[value->dtype]], nelement * parts,
			raw_type_text(value, arena));
		return NULL;
	}
	switch (value->dtype) {
	case DTYPE_FLOAT32:
	case DTYPE_COMPLEX64:
	case DTYPE_FLOAT64:
	case DTYPE_COMPLEX128:
	case DTYPE_INT32:
	case DTYPE_INT64:
	case DTYPE_UINT64:
		return list.number;
	default:
		return narrow(list, value->dtype, arena, why);
	}
}
