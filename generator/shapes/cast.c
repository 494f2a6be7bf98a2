#include "shapes/rules.h"

#include "readers/onnx_tensor.h"
#include "readers/tensorflow_tensor.h"
#include "shapes/arithmetic.h"
#include "shapes/room.h"

/* The element type that an attribute numbers, absent: 0. */
static enum dtype
numbered_type(struct step *step, const char *name,
	enum dtype (*find)(int32_t number, const char **foreign, struct arena *arena))
{
	int64_t number = step_int(step, name, 0);
	const char *foreign;

	if (number < 0 || number > INT32_MAX)
		return DTYPE_NONE;
	return find((int32_t)number, &foreign, step->room->arena);
}

static void
cast(struct step *step, enum dtype dtype)
{
	const struct contents *contents;
	struct contents result;
	struct dims dims;

	step_set_dtype(step, 0, dtype);
	if (!step_dims(step, 0, &dims))
		return;
	step_set(step, 0, &dims);
	contents = step_contents(step, 0);
	if (!contents || !contents_follow(dtype))
		return;
	contents_cast(contents, dtype, &result);
	step_set_contents(step, 0, &result);
}

void
infer_cast(struct step *step)
{
	const struct model_attribute *to = model_attribute(step->node, "to");

	/* Before version 6 it was a word, which changes no shape. */
	if (to && to->type == MODEL_STRING)
		cast(step, DTYPE_NONE);
	else
		cast(step, numbered_type(step, "to", onnx_dtype));
}

void
infer_tensorflow_cast(struct step *step)
{
	cast(step, numbered_type(step, "DstT", tensorflow_dtype));
}

/* The layer's output port says the type. */
void
infer_openvino_convert(struct step *step)
{
	cast(step, step_output_dtype(step, 0));
}

/* The element type that an attribute of ONNX names, or what it is without it. */
static enum dtype
optional_type(struct step *step, const char *name, enum dtype absent)
{
	return step_has_attribute(step, name) ? numbered_type(step, name, onnx_dtype)
					      : absent;
}

void
infer_quantize(struct step *step)
{
	struct dims dims;
	enum dtype dtype = step_dtype(step, 2);

	if (!step_has(step, 2))
		dtype = optional_type(step, "output_dtype", DTYPE_UINT8);
	step_set_dtype(step, 0, dtype);
	if (step_dims(step, 0, &dims))
		step_set(step, 0, &dims);
}

/* The scale and the zero point are computed, too. */
void
infer_dynamic_quantize(struct step *step)
{
	const struct dims scalar = {.rank = 0};

	infer_same(step);
	step_set_dtype(step, 0, DTYPE_UINT8);
	step_set(step, 1, &scalar);
	step_set_dtype(step, 1, DTYPE_FLOAT32);
	step_set(step, 2, &scalar);
	step_set_dtype(step, 2, DTYPE_UINT8);
}

void
infer_typed_like(struct step *step)
{
	struct dims dims;

	step_set_dtype(step, 0, optional_type(step, "dtype", step_dtype(step, 0)));
	if (step_dims(step, 0, &dims))
		step_set(step, 0, &dims);
}

/* The shape is an attribute, and there is no input. */
void
infer_random(struct step *step)
{
	struct dims dims = {.rank = 0};
	struct list shape;

	step_set_dtype(step, 0, optional_type(step, "dtype", DTYPE_FLOAT32));
	if (step_list(step, "shape", SIZE_MAX, &shape) != LIST_KNOWN) {
		step->failed = true;
		return;
	}
	for (size_t i = 0; i < shape.count && !step->failed; i++)
		step->failed = shape.value[i] < 0 || !dims_add(&dims, shape.value[i]);
	step_set(step, 0, &dims);
}

/* A row of samples for each row of probabilities. */
void
infer_multinomial(struct step *step)
{
	struct dims src, dst = {.rank = 0};
	int64_t size = step_int(step, "sample_size", 1);

	step_set_dtype(step, 0, optional_type(step, "dtype", DTYPE_INT32));
	if (!step_dims(step, 0, &src))
		return;
	step->failed = step->failed || src.rank != 2 || size < 0 ||
		       !dims_add(&dst, src.extent[0]) || !dims_add(&dst, size);
	step_set(step, 0, &dst);
}

/* The weights of a window in time: as many as input 0 says. */
void
infer_window_weights(struct step *step)
{
	struct dims dims = {.rank = 0};
	int64_t size = UNKNOWN;

	step_set_dtype(step, 0, optional_type(step, "output_datatype", DTYPE_FLOAT32));
	if (step_scalar(step, 0, &size) && size < 0)
		step->failed = true;
	else if (dims_add(&dims, size))
		step_set(step, 0, &dims);
}
