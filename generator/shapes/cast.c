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

void
infer_quantize(struct step *step)
{
	struct dims dims;
	enum dtype dtype = step_dtype(step, 2);

	if (!step_has(step, 2))
		dtype = step_has_attribute(step, "output_dtype")
				? numbered_type(step, "output_dtype", onnx_dtype)
				: DTYPE_UINT8;
	step_set_dtype(step, 0, dtype);
	if (step_dims(step, 0, &dims))
		step_set(step, 0, &dims);
}
