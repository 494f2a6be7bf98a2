#include "shapes/rules.h"

#include "shapes/arithmetic.h"

/* ONNX's and TensorFlow's numbers of the element types. */
static enum dtype
onnx_type(int64_t number)
{
	static const enum dtype type[] = {DTYPE_NONE, DTYPE_FLOAT32, DTYPE_UINT8,
		DTYPE_INT8, DTYPE_UINT16, DTYPE_INT16, DTYPE_INT32, DTYPE_INT64,
		DTYPE_NONE, DTYPE_BOOL, DTYPE_FLOAT16, DTYPE_FLOAT64, DTYPE_UINT32,
		DTYPE_UINT64, DTYPE_COMPLEX64, DTYPE_COMPLEX128, DTYPE_BFLOAT16};

	return number >= 0 && number < (int64_t)(sizeof type / sizeof type[0])
		       ? type[number]
		       : DTYPE_NONE;
}

static enum dtype
tensorflow_type(int64_t number)
{
	static const enum dtype type[] = {DTYPE_NONE, DTYPE_FLOAT32, DTYPE_FLOAT64,
		DTYPE_INT32, DTYPE_UINT8, DTYPE_INT16, DTYPE_INT8, DTYPE_NONE,
		DTYPE_COMPLEX64, DTYPE_INT64, DTYPE_BOOL, DTYPE_QINT8, DTYPE_NONE,
		DTYPE_NONE, DTYPE_BFLOAT16, DTYPE_NONE, DTYPE_NONE, DTYPE_UINT16,
		DTYPE_COMPLEX128, DTYPE_FLOAT16, DTYPE_NONE, DTYPE_NONE, DTYPE_UINT32,
		DTYPE_UINT64};

	return number >= 0 && number < (int64_t)(sizeof type / sizeof type[0])
		       ? type[number]
		       : DTYPE_NONE;
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
	cast(step, to && to->type == MODEL_INT ? onnx_type(to->i) : DTYPE_NONE);
}

void
infer_tensorflow_cast(struct step *step)
{
	cast(step, tensorflow_type(step_int(step, "DstT", 0)));
}

/* The layer's output port says the type. */
void
infer_openvino_convert(struct step *step)
{
	cast(step, step_output_dtype(step, 0));
}

void
infer_quantize(struct step *step)
{
	struct dims dims;
	enum dtype dtype = step_dtype(step, 2);

	if (!step_has(step, 2))
		dtype = step_has_attribute(step, "output_dtype")
				? onnx_type(step_int(step, "output_dtype", 0))
				: DTYPE_UINT8;
	step_set_dtype(step, 0, dtype);
	if (step_dims(step, 0, &dims))
		step_set(step, 0, &dims);
}
