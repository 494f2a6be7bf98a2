#include "model/tensorflow/tensor.h"

#include <inttypes.h>
#include <string.h>

#include "base/arena.h"
#include "model/raw.h"
#include "model/tensorflow/tensorflow.pb-c.h"
#include "ops/common/type_number.h"
#include "spec/element.h"

enum {
	RANK_LIMIT = 254,
	REFERENCE = 100, /* added to a type's number, the type of a reference to it */
	/* The most bytes of the elements that a list leaves out at its end: they repeat
	   its last one, so a small file could need any amount of memory. */
	FILL_LIMIT = 64 * 1024 * 1024
};

struct encoded {
	const Tensorflow__Tensor *tensor;
};

enum dtype
tensorflow_dtype(int32_t type, const char **foreign, struct arena *arena)
{
	const char *name;
	enum dtype dtype =
		type_of_tensorflow(type > REFERENCE ? type - REFERENCE : type, &name);

	if (dtype == DTYPE_NONE)
		*foreign = name ? name : arena_format(arena, "type %" PRId32, type);
	return dtype;
}

const char *
tensorflow_shape(
	struct model_shape *shape, const Tensorflow__Shape *stated, struct arena *arena)
{
	struct extent *extent;

	*shape = (struct model_shape){.known = false};
	if (!stated || stated->unknown_rank)
		return NULL;
	if (stated->n_dim > RANK_LIMIT)
		return arena_format(arena, "has %zu dimensions; TensorFlow allows %d",
			stated->n_dim, RANK_LIMIT);
	extent = arena_array(arena, struct extent, stated->n_dim);
	for (size_t i = 0; i < stated->n_dim; i++)
		extent[i].length = stated->dim[i]->size < 0 ? -1 : stated->dim[i]->size;
	*shape = (struct model_shape){true, stated->n_dim, extent};
	return NULL;
}

void
tensorflow_tensor_value(
	struct value *value, const Tensorflow__Tensor *tensor, struct arena *arena)
{
	static const Tensorflow__Shape scalar = TENSORFLOW__SHAPE__INIT;
	const Tensorflow__Shape *shape =
		tensor->tensor_shape ? tensor->tensor_shape : &scalar;
	struct encoded *encoded = arena_new(arena, struct encoded);

	encoded->tensor = tensor;
	value->encoded = encoded;
	value->dtype = tensorflow_dtype(tensor->dtype, &value->foreign, arena);
	value->fault = tensorflow_shape(&value->shape, shape, arena);
}

/* One of a tensor's lists of values. */
struct list {
	const char *name;
	size_t n;
	union {
		const float *f;
		const double *d;
		const int32_t *i32;
		const int64_t *i64;
		const uint32_t *u32;
		const uint64_t *u64;
		const protobuf_c_boolean *b;
	} at;
};

/* The list that holds the values of a type. */
static struct list
find_list(const Tensorflow__Tensor *t, enum dtype dtype)
{
	switch (dtype) {
	case DTYPE_FLOAT32:
		return (struct list){"float_val", t->n_float_val, {.f = t->float_val}};
	case DTYPE_FLOAT64:
		return (struct list){"double_val", t->n_double_val, {.d = t->double_val}};
	case DTYPE_COMPLEX64:
		return (struct list){
			"scomplex_val", t->n_scomplex_val, {.f = t->scomplex_val}};
	case DTYPE_COMPLEX128:
		return (struct list){
			"dcomplex_val", t->n_dcomplex_val, {.d = t->dcomplex_val}};
	case DTYPE_FLOAT16:
	case DTYPE_BFLOAT16:
		return (struct list){"half_val", t->n_half_val, {.i32 = t->half_val}};
	case DTYPE_BOOL:
		return (struct list){"bool_val", t->n_bool_val, {.b = t->bool_val}};
	case DTYPE_INT64:
		return (struct list){"int64_val", t->n_int64_val, {.i64 = t->int64_val}};
	case DTYPE_UINT32:
		return (struct list){
			"uint32_val", t->n_uint32_val, {.u32 = t->uint32_val}};
	case DTYPE_UINT64:
		return (struct list){
			"uint64_val", t->n_uint64_val, {.u64 = t->uint64_val}};
	default:
		return (struct list){"int_val", t->n_int_val, {.i32 = t->int_val}};
	}
}

/* Stores a value of the list as the element that it stands for; a complex number takes
   two values. Returns false when the type cannot hold it. */
static bool
store(void *element, enum dtype dtype, const struct list *list, size_t i)
{
	uint16_t bits;

	switch (dtype) {
	case DTYPE_FLOAT32:
		memcpy(element, &list->at.f[i], sizeof(float));
		return true;
	case DTYPE_FLOAT64:
		memcpy(element, &list->at.d[i], sizeof(double));
		return true;
	case DTYPE_COMPLEX64:
		memcpy(element, &list->at.f[2 * i], 2 * sizeof(float));
		return true;
	case DTYPE_COMPLEX128:
		memcpy(element, &list->at.d[2 * i], 2 * sizeof(double));
		return true;
	case DTYPE_FLOAT16:
	case DTYPE_BFLOAT16:
		if (list->at.i32[i] < 0 || list->at.i32[i] > UINT16_MAX)
			return false;
		bits = (uint16_t)list->at.i32[i];
		memcpy(element, &bits, sizeof bits);
		return true;
	case DTYPE_BOOL:
		*(uint8_t *)element = list->at.b[i] != 0;
		return true;
	case DTYPE_INT64:
		memcpy(element, &list->at.i64[i], sizeof(int64_t));
		return true;
	case DTYPE_UINT32:
		memcpy(element, &list->at.u32[i], sizeof(uint32_t));
		return true;
	case DTYPE_UINT64:
		memcpy(element, &list->at.u64[i], sizeof(uint64_t));
		return true;
	default:
		return element_from_int(element, dtype, list->at.i32[i]) ==
		       ELEMENT_STORED;
	}
}

/* How many elements the list has; false, with *why, when the tensor cannot be made of
   them. */
static bool
count_listed(const struct value *value, const struct list *list, int64_t nelement,
	size_t *nlisted, struct arena *arena, const char **why)
{
	const struct dtype_info *info = &dtype_info[value->dtype];
	size_t part = info->kind == KIND_COMPLEX ? 2 : 1;

	*nlisted = list->n / part;
	if (list->n % part != 0) {
		*why = arena_format(
			arena, "has half a number at the end of its %s", list->name);
		return false;
	}
	if (*nlisted > (uint64_t)nelement) {
		*why = arena_format(arena,
			"has %zu values in %s, expected %" PRId64 " at most for %s",
			*nlisted, list->name, nelement, raw_type_text(value, arena));
		return false;
	}
	if ((uint64_t)nelement - *nlisted > FILL_LIMIT / info->size) {
		*why = arena_format(arena,
			"is %s, but has %zu values; more than %d MiB are not filled up",
			raw_type_text(value, arena), *nlisted,
			FILL_LIMIT / (1024 * 1024));
		return false;
	}
	return true;
}

/* The elements of a constant from a list. If the list is short, its last element stands
   for the rest; if it is empty, all are 0. */
static const void *
decode_list(const struct value *value, const struct list *list, int64_t nelement,
	struct arena *arena, const char **why)
{
	size_t size = dtype_info[value->dtype].size, nlisted;
	char *element;

	if (!count_listed(value, list, nelement, &nlisted, arena, why))
		return NULL;
	element = arena_alloc_array(arena, (size_t)nelement, size);
	for (size_t i = 0; i < nlisted; i++)
		if (!store(element + i * size, value->dtype, list, i)) {
			*why = arena_format(arena,
				"has %" PRId32 " in %s, which %s cannot hold",
				list->at.i32[i], list->name,
				dtype_info[value->dtype].name);
			return NULL;
		}
	for (size_t i = nlisted; nlisted > 0 && i < (size_t)nelement; i++)
		memcpy(element + i * size, element + (nlisted - 1) * size, size);
	return element;
}

/* How many values all lists have together. */
static size_t
count_all(const Tensorflow__Tensor *t)
{
	return t->n_float_val + t->n_double_val + t->n_int_val + t->n_string_val +
	       t->n_scomplex_val + t->n_int64_val + t->n_bool_val + t->n_dcomplex_val +
	       t->n_half_val + t->n_uint32_val + t->n_uint64_val;
}

const void *
tensorflow_tensor_decode(const struct model *model, const struct value *value,
	struct arena *arena, const char **why)
{
	const Tensorflow__Tensor *tensor = value->encoded->tensor;
	struct list list = find_list(tensor, value->dtype);
	size_t nvalue = count_all(tensor);
	int64_t nelement;

	(void)model;
	if (value->fault) {
		*why = value->fault;
	} else if (value->dtype == DTYPE_NONE) {
		*why = "has elements of a type that opgen does not have";
	} else if (!raw_count(value, &nelement)) {
		*why = "has too many elements";
	} else if (nvalue > list.n) {
		*why = arena_format(arena,
			"holds %s, but has values in other lists than %s",
			dtype_info[value->dtype].name, list.name);
	} else if (tensor->tensor_content.len > 0) {
		if (nvalue == 0)
			return raw_elements(value, tensor->tensor_content.data,
				tensor->tensor_content.len, arena, why);
		*why = arena_format(arena, "has both tensor_content and %s", list.name);
	} else {
		return decode_list(value, &list, nelement, arena, why);
	}
	return NULL;
}
