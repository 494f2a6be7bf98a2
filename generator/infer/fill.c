#include "infer/rules.h"

static void
set_scalar(struct step *step, enum dtype dtype)
{
	struct dims dims = {.rank = 0};

	step_set(step, 0, &dims);
	step_set_dtype(step, 0, dtype);
}

static void
set_vector(struct step *step, enum dtype dtype, size_t count)
{
	struct dims dims = {.rank = 0};

	dims_add(&dims, (int64_t)count);
	step_set(step, 0, &dims);
	step_set_dtype(step, 0, dtype);
}

/* Whether an unsupported element type is all that is wrong with a tensor. */
static bool
is_sound(const struct value *value)
{
	return !value->fault || value->foreign;
}

/* A tensor that an attribute holds. */
static void
set_tensor(struct step *step, const struct value *value)
{
	struct dims dims = {.rank = 0};

	if (!value || !is_sound(value) || !value->shape.known ||
		value->shape.rank > KNOWN_RANK)
		return;
	for (size_t i = 0; i < value->shape.rank; i++)
		step->failed =
			step->failed || !dims_add(&dims, value->shape.extent[i].length);
	step_set(step, 0, &dims);
	step_set_type(step, 0, value->dtype, value->foreign);
	if (!value->fault)
		step_set_constant(step, 0, value, false);
}

/* The value is one of several attributes. */
void
infer_constant(struct step *step)
{
	struct contents contents = {.count = 0};

	for (size_t i = 0; i < step->node->nattribute; i++) {
		const struct model_attribute *attribute = &step->node->attribute[i];

		if (bytes_are(attribute->name, "value") &&
			attribute->type == MODEL_TENSOR) {
			set_tensor(step, attribute->value);
		} else if (bytes_are(attribute->name, "value_float") &&
			   attribute->type == MODEL_FLOAT) {
			set_scalar(step, DTYPE_FLOAT32);
			step_set_floats(step, 0, &attribute->f, 1);
		} else if (bytes_are(attribute->name, "value_floats") &&
			   attribute->type == MODEL_FLOATS) {
			set_vector(step, DTYPE_FLOAT32, attribute->count);
			step_set_floats(step, 0, attribute->floats, attribute->count);
		} else if (bytes_are(attribute->name, "value_int") &&
			   attribute->type == MODEL_INT) {
			set_scalar(step, DTYPE_INT64);
			contents_add_int(&contents, attribute->i);
			step_set_contents(step, 0, &contents);
		} else if (bytes_are(attribute->name, "value_ints") &&
			   attribute->type == MODEL_INTS) {
			set_vector(step, DTYPE_INT64, attribute->count);
			for (size_t j = 0; j < attribute->count; j++)
				if (!contents_add_int(&contents, attribute->ints[j]))
					return;
			step_set_contents(step, 0, &contents);
		}
	}
}

/* The dimensions given by contents; false if there are too many or one is negative. */
static bool
dims_of(const struct contents *contents, struct dims *dims)
{
	*dims = (struct dims){.rank = 0};
	for (size_t i = 0; i < contents->count; i++) {
		bool known = content_is_known(contents, i);

		if ((known && contents->number[i].i < 0) ||
			!dims_add(dims, known ? contents->number[i].i : UNKNOWN))
			return false;
	}
	return true;
}

void
infer_constant_of_shape(struct step *step)
{
	const struct contents *contents = step_contents(step, 0);
	const struct model_attribute *attribute = model_attribute(step->node, "value");
	const struct value *value = NULL;
	struct dims dims;

	if (attribute && attribute->type == MODEL_TENSOR)
		value = attribute->value;
	step->failed = (attribute && !value) || (value && !is_sound(value));
	if (value)
		step_set_type(step, 0, value->dtype, value->foreign);
	else
		step_set_dtype(step, 0, DTYPE_FLOAT32);
	if (!contents || contents->real)
		return;
	step->failed = step->failed || !dims_of(contents, &dims);
	step_set(step, 0, &dims);
	if (!value || !value->fault)
		step_set_constant(step, 0, value, true);
}

/* TensorFlow's: the shape, then the element. */
void
infer_fill(struct step *step)
{
	const struct contents *contents = step_contents(step, 0);
	const struct contents *element = step_contents(step, 1);
	struct contents result = {.count = 0};
	struct dims dims;
	int64_t count;

	if (!contents || contents->real)
		return;
	step->failed = !dims_of(contents, &dims);
	step_set(step, 0, &dims);
	if (step->failed || !element || element->count != 1 ||
		!dims_product(&dims, 0, dims.rank, &count) || count > CONTENT_LIMIT)
		return;
	result.real = element->real;
	for (int64_t i = 0; i < count; i++)
		contents_add_from(&result, element, 0);
	step_set_contents(step, 0, &result);
}

void
infer_shaped(struct step *step)
{
	const struct contents *contents = step_contents(step, (size_t)step->rule->detail);
	struct dims dims;

	if (!contents || contents->real)
		return;
	step->failed = !dims_of(contents, &dims);
	step_set(step, 0, &dims);
}
