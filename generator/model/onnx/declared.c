#include "model/onnx/declared.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "model/model.h"
#include "model/onnx/onnx.pb-c.h"
#include "model/onnx/tensor.h"
#include "model/protobuf.h"

static struct extent
read_extent(const Onnx__Dimension *dimension)
{
	struct extent extent = {.length = -1};

	if (dimension->value_case == ONNX__DIMENSION__VALUE_DIM_VALUE &&
		dimension->dim_value > 0)
		extent.length = dimension->dim_value;
	if (dimension->value_case == ONNX__DIMENSION__VALUE_DIM_PARAM &&
		dimension->dim_param.len > 0)
		extent.symbol = protobuf_bytes(dimension->dim_param);
	return extent;
}

/* Fills in what an earlier declaration of the same extent says; false when both are known
   and differ. */
static bool
merge_extent(struct extent *extent, const struct extent *earlier)
{
	if (extent->length >= 0 && earlier->length >= 0)
		return extent->length == earlier->length;
	if (extent->length < 0 && (earlier->length >= 0 || !extent->symbol.text))
		*extent = *earlier;
	return true;
}

static const char *
declare_shape(struct value *value, const Onnx__Shape *shape, struct arena *arena)
{
	struct extent *extent;

	if (shape->n_dim > RANK_LIMIT)
		return arena_format(
			arena, "is declared with %zu dimensions", shape->n_dim);
	if (value->shape.known && value->shape.rank != shape->n_dim)
		return arena_format(arena, "is declared with %zu and with %zu dimensions",
			value->shape.rank, shape->n_dim);
	extent = arena_array(arena, struct extent, shape->n_dim);
	for (size_t i = 0; i < shape->n_dim; i++) {
		extent[i] = read_extent(shape->dim[i]);
		if (value->shape.known &&
			!merge_extent(&extent[i], &value->shape.extent[i]))
			return arena_format(arena,
				"is declared with an extent of %" PRId64
				" and of %" PRId64 " on axis %zu",
				value->shape.extent[i].length, extent[i].length, i);
	}
	value->shape = (struct model_shape){true, shape->n_dim, extent};
	return NULL;
}

const char *
onnx_declare(struct value *value, const Onnx__ValueInfo *info, struct arena *arena)
{
	const Onnx__TensorType *type = info->type ? info->type->tensor_type : NULL;
	const char *foreign;
	enum dtype dtype;

	if (info->type && !type && info->type->base.n_unknown_fields > 0)
		value->foreign = "a type that is no tensor's";
	if (!type)
		return NULL;
	dtype = onnx_dtype(type->elem_type, &foreign, arena);
	if (value->dtype != DTYPE_NONE && dtype != DTYPE_NONE && value->dtype != dtype)
		return arena_format(arena, "is declared as %s and as %s",
			dtype_info[value->dtype].name, dtype_info[dtype].name);
	if (value->dtype == DTYPE_NONE) {
		value->dtype = dtype;
		value->foreign = foreign;
	}
	return type->shape ? declare_shape(value, type->shape, arena) : NULL;
}
