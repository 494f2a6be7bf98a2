#include "model/onnx/tensor.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "diag/source.h"
#include "model/external.h"
#include "model/onnx/external.h"
#include "model/onnx/onnx.pb-c.h"
#include "model/onnx/typed.h"
#include "model/protobuf.h"
#include "model/raw.h"
#include "ops/common/type_number.h"

enum {
	LOCATION_DEFAULT = 0,
	LOCATION_EXTERNAL = 1
};

struct encoded {
	const Onnx__Tensor *tensor;
};

enum dtype
onnx_dtype(int32_t number, const char **foreign, struct arena *arena)
{
	enum dtype dtype = type_of_number(number, foreign);

	if (dtype == DTYPE_NONE && !*foreign && number)
		*foreign = arena_format(arena, "type %" PRId32, number);
	return dtype;
}

/* Why opgen cannot use a tensor, whatever its elements are, or NULL. */
static const char *
find_fault(const struct value *value, const Onnx__Tensor *tensor, struct arena *arena)
{
	if (tensor->n_dims > RANK_LIMIT)
		return arena_format(arena, "has %zu dimensions", tensor->n_dims);
	for (size_t i = 0; i < tensor->n_dims; i++)
		if (tensor->dims[i] < 0)
			return arena_format(
				arena, "has an extent of %" PRId64, tensor->dims[i]);
	if (tensor->has_segment)
		return "is cut into segments, which opgen does not put together";
	if (value->foreign)
		return arena_format(arena,
			"has elements of %s, which opgen does not know", value->foreign);
	if (value->dtype == DTYPE_NONE)
		return "has no element type";
	return NULL;
}

void
onnx_tensor_value(struct value *value, const Onnx__Tensor *tensor, struct arena *arena)
{
	struct encoded *encoded = arena_new(arena, struct encoded);

	encoded->tensor = tensor;
	value->encoded = encoded;
	value->dtype = onnx_dtype(tensor->data_type, &value->foreign, arena);
	value->fault = find_fault(value, tensor, arena);
	value->shape = (struct model_shape){0};
	if (tensor->n_dims <= RANK_LIMIT) {
		struct extent *extent = arena_array(arena, struct extent, tensor->n_dims);

		for (size_t i = 0; i < tensor->n_dims; i++)
			extent[i].length = tensor->dims[i] < 0 ? -1 : tensor->dims[i];
		value->shape = (struct model_shape){true, tensor->n_dims, extent};
	}
}

static const void *
read_external(const struct value *value, const Onnx__Tensor *tensor, const char *path,
	const char **file, struct arena *arena, const char **why)
{
	struct external part;
	const void *bytes;
	int64_t nelement, size;

	if (tensor->has_raw_data || onnx_has_typed(tensor)) {
		*why = "has external data and other data besides";
		return NULL;
	}
	if (!raw_count(value, &nelement)) {
		*why = "has too many elements";
		return NULL;
	}
	if (!onnx_external(&part, tensor, arena, why))
		return NULL;
	size = nelement * (int64_t)dtype_info[value->dtype].size;
	bytes = external_read(&part, path, size, file, arena, why);
	return bytes ? raw_elements(value, bytes, (size_t)size, arena, why) : NULL;
}

const void *
onnx_tensor_decode(const struct value *value, const char *path, const char **file,
	struct arena *arena, const char **why)
{
	const Onnx__Tensor *tensor = value->encoded->tensor;
	struct bytes raw = protobuf_bytes(tensor->raw_data);

	*file = NULL;
	if (value->fault) {
		*why = value->fault;
		return NULL;
	}
	if (tensor->data_location == LOCATION_EXTERNAL)
		return read_external(value, tensor, path, file, arena, why);
	if (tensor->data_location != LOCATION_DEFAULT) {
		*why = arena_format(arena, "has its data at a place numbered %" PRId32,
			tensor->data_location);
		return NULL;
	}
	if (!tensor->has_raw_data && onnx_has_typed(tensor))
		return onnx_typed_elements(value, tensor, arena, why);
	if (onnx_has_typed(tensor)) {
		*why = "has raw data and other data besides";
		return NULL;
	}
	return raw_elements(value, raw.text, raw.size, arena, why);
}

const void *
onnx_tensor_read(struct source *source, struct value *value, struct arena *arena)
{
	struct protobuf protobuf;
	const Onnx__Tensor *tensor;
	const char *file, *why = NULL;
	const void *elements = NULL;

	source->is_model = true;
	*value = (struct value){.producer = NO_NODE};
	protobuf_begin(&protobuf, source->size, arena);
	tensor = protobuf_unpack(
		&protobuf, &onnx__tensor__descriptor, source->text, source->size);
	if (!tensor) {
		source_error(source, NULL, "not an ONNX tensor: it %s",
			protobuf_fault(&protobuf));
		return NULL;
	}
	value->name = protobuf_bytes(tensor->name);
	onnx_tensor_value(value, tensor, arena);
	elements = onnx_tensor_decode(value, source->path, &file, arena, &why);
	if (!elements)
		source_error(source, NULL, "tensor %s %s",
			quoted_bytes(value->name, arena), why);
	return elements;
}
