#include "infer/rules.h"

#include "infer/arithmetic.h"
#include "infer/attributes.h"
#include "infer/room.h"
#include "model/onnx/tensor.h"
#include "model/tensorflow/tensor.h"

/* Sets the element type that an attribute numbers; false if that is 0, or there is no
   such attribute. */
static bool
set_numbered(struct step *step, const char *name,
	enum dtype (*find)(int32_t number, const char **foreign, struct arena *arena))
{
	int64_t number = step_int(step, name, 0);
	const char *foreign = NULL;
	enum dtype dtype;

	if (number > 0 && number <= INT32_MAX) {
		dtype = find((int32_t)number, &foreign, step->room->arena);
		step_set_type(step, 0, dtype, foreign);
	}
	return number != 0;
}

/* The contents become those of the output's type, which is set. */
static void
cast(struct step *step)
{
	enum dtype dtype = step_output_dtype(step, 0);
	const struct contents *contents = step_pass(step);
	struct contents result;

	if (!contents || !contents_follow(dtype))
		return;
	contents_cast(contents, dtype, &result);
	step_set_contents(step, 0, &result);
}

void
infer_cast(struct step *step)
{
	const struct model_attribute *to = model_attribute(step->node, "to");

	/* Before version 6 it was a word; that does not change the shape. */
	if (!to || to->type != MODEL_STRING)
		set_numbered(step, "to", onnx_dtype);
	cast(step);
}

void
infer_bit_cast(struct step *step)
{
	struct dims dims;

	set_numbered(step, "to", onnx_dtype);
	if (step_dims(step, 0, &dims))
		step_set(step, 0, &dims);
}

void
infer_tensorflow_cast(struct step *step)
{
	set_numbered(step, "DstT", tensorflow_dtype);
	cast(step);
}

/* The type is that of the layer's output port. */
void
infer_openvino_convert(struct step *step)
{
	cast(step);
}

/* The type is the zero point's, or else an attribute's. */
void
infer_quantize(struct step *step)
{
	struct dims dims;

	if (step_has(step, 2))
		step_pass_type(step, 0, 2);
	else if (!set_numbered(step, "output_dtype", onnx_dtype))
		step_set_dtype(step, 0, DTYPE_UINT8);
	if (step_dims(step, 0, &dims))
		step_set(step, 0, &dims);
}

/* The type is the scale's, unless, since version 23, an attribute gives another. */
void
infer_dequantize(struct step *step)
{
	struct dims dims;

	if (!set_numbered(step, "output_dtype", onnx_dtype))
		step_pass_type(step, 0, 1);
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

	if (!set_numbered(step, "dtype", onnx_dtype))
		step_pass_type(step, 0, 0);
	if (step_dims(step, 0, &dims))
		step_set(step, 0, &dims);
}

/* The shape is an attribute, and there is no input. */
void
infer_random(struct step *step)
{
	struct dims dims = {.rank = 0};
	struct list shape;

	if (!set_numbered(step, "dtype", onnx_dtype))
		step_set_dtype(step, 0, DTYPE_FLOAT32);
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

	if (!set_numbered(step, "dtype", onnx_dtype))
		step_set_dtype(step, 0, DTYPE_INT32);
	if (!step_dims(step, 0, &src))
		return;
	step->failed = step->failed || src.rank != 2 || size < 0 ||
		       !dims_add(&dst, src.extent[0]) || !dims_add(&dst, size);
	step_set(step, 0, &dst);
}

/* The weights of a window function; input 0 is their number. */
void
infer_window_weights(struct step *step)
{
	struct dims dims = {.rank = 0};
	int64_t size = UNKNOWN;

	if (!set_numbered(step, "output_datatype", onnx_dtype))
		step_set_dtype(step, 0, DTYPE_FLOAT32);
	if (step_scalar(step, 0, &size) && size < 0)
		step->failed = true;
	else if (dims_add(&dims, size))
		step_set(step, 0, &dims);
}
