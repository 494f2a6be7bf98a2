/* Every operation with inputs, contents and attributes that no file should have: nothing
   is promised of the outcome but that there is one, and that its extents are legal. */

#include "support/graph.h"

#include <string.h>

#include "infer/elements.h"
#include "infer/infer.h"
#include "infer/missing.h"
#include "infer/rule.h"
#include "infer/tables.h"
#include "ops/op.h"

enum {
	ROUNDS = 400, /* for each operation */
	INPUTS = 5,
	OUTPUTS = 3,
	ATTRIBUTES = 6,
	ENTRIES = 6
};

/* A model of one node. */
struct subject {
	uint32_t seed;
	struct model model;
	struct model_node node;
	struct value value[INPUTS + OUTPUTS];
	int64_t index[INPUTS + OUTPUTS];
	struct model_attribute attribute[ATTRIBUTES];
	struct extent extent[INPUTS + OUTPUTS][ENTRIES];
	int64_t ints[ATTRIBUTES][ENTRIES];
	float floats[ATTRIBUTES][ENTRIES];
	int64_t contents[INPUTS][64];
};

static int64_t
hostile_number(struct subject *subject)
{
	static const int64_t number[] = {INT64_MIN, INT64_MIN + 1, INT64_MAX,
		INT64_MAX - 1, LENGTH_LIMIT, -LENGTH_LIMIT, INT32_MIN, UINT32_MAX, -2,
		-1};

	if (draw(&subject->seed, 2))
		return draw(&subject->seed, 5);
	return number[draw(&subject->seed, countof(number))];
}

static void
make_shape(struct subject *subject, size_t i)
{
	struct value *value = &subject->value[i];
	bool large = draw(&subject->seed, 8) == 0;

	value->shape.known = draw(&subject->seed, 8) != 0;
	value->shape.rank = (size_t)draw(&subject->seed, ENTRIES);
	value->shape.extent = subject->extent[i];
	for (size_t k = 0; k < ENTRIES; k++)
		subject->extent[i][k].length =
			large ? hostile_number(subject) : draw(&subject->seed, 6) - 1;
}

/* Small integers or floats that the file holds. */
static void
make_constant(struct subject *subject, size_t i)
{
	struct value *value = &subject->value[i];

	value->shape.known = true;
	value->shape.rank = (size_t)draw(&subject->seed, 3);
	subject->extent[i][0].length = draw(&subject->seed, 7);
	subject->extent[i][1].length = draw(&subject->seed, 3);
	value->dtype = draw(&subject->seed, 4) ? DTYPE_INT64 : DTYPE_FLOAT32;
	for (size_t k = 0; k < countof(subject->contents[i]); k++)
		subject->contents[i][k] = hostile_number(subject);
	value->encoded = (const void *)subject->contents[i];
}

static void
make_attribute(struct subject *subject, enum model_kind kind, size_t i)
{
	static const char *const name[] = {"axis", "axes", "perm", "pads", "paddings",
		"strides", "dilations", "kernel_shape", "ksize", "group", "blocksize",
		"block_size", "auto_pad", "padding", "data_format", "explicit_paddings",
		"output_shape", "output_padding", "ceil_mode", "keepdims", "shape",
		"split", "num_outputs", "starts", "ends", "start", "end", "scales", "to",
		"DstT", "begin_mask", "end_mask", "shrink_axis_mask", "ellipsis_mask",
		"new_axis_mask", "squeeze_dims", "hidden_size", "layout", "direction",
		"k", "sample_size", "dtype", "batch_dims", "pooled_shape", "equation",
		"output_height", "output_width", "adj_x", "adj_y", "kernel", "pads_begin",
		"pads_end", "special_zero", "keep_dims", "rounding_type", "value_ints",
		"value_floats", "allowzero", "output_dtype", "height_scale",
		"width_scale"};
	static const char *const word[] = {"SAME", "VALID", "EXPLICIT", "SAME_UPPER",
		"NHWC", "NCHW", "NCHW_VECT_C", "bidirectional", "ij,jk->ik", "...i,ij",
		"i->", "", "1", "2, 1", "-1,,2", "0,0,0", "9223372036854775807,1", "true",
		"valid", "same_upper", "ceil", ","};
	struct model_attribute *attribute = &subject->attribute[i];
	const char *chosen = name[draw(&subject->seed, countof(name))];
	const char *text = word[draw(&subject->seed, countof(word))];

	*attribute = (struct model_attribute){
		.name = {chosen, strlen(chosen)},
		.type = (enum model_attribute_type)draw(&subject->seed, MODEL_OTHER + 1),
		.i = hostile_number(subject),
		.f = (float)hostile_number(subject),
		.s = {text, strlen(text)},
		.ints = subject->ints[i],
		.floats = subject->floats[i],
		.count = (size_t)draw(&subject->seed, ENTRIES),
	};
	/* Mostly lists, which is where the most can go wrong. */
	if (draw(&subject->seed, 2))
		attribute->type = kind == MODEL_OPENVINO ? MODEL_STRING : MODEL_INTS;
	for (size_t k = 0; k < ENTRIES; k++) {
		subject->ints[i][k] = hostile_number(subject);
		subject->floats[i][k] = (float)subject->ints[i][k] / 3;
	}
}

static const void *
decode(const struct model *model, const struct value *value, struct arena *arena,
	const char **why)
{
	(void)model;
	(void)arena;
	(void)why;
	return value->encoded;
}

static void
make_model(
	struct subject *subject, enum model_kind kind, const char *domain, const char *op)
{
	for (size_t i = 0; i < INPUTS + OUTPUTS; i++) {
		subject->index[i] = (int64_t)i;
		subject->value[i] = (struct value){.name = {"v", 1},
			.dtype = DTYPE_FLOAT32,
			.producer = i < INPUTS ? NO_NODE : 0,
			.producer_output = i < INPUTS ? 0 : i - INPUTS};
		if (i < INPUTS || draw(&subject->seed, 4) == 0)
			make_shape(subject, i);
		if (i < INPUTS && draw(&subject->seed, 3))
			make_constant(subject, i);
	}
	for (size_t i = 0; i < ATTRIBUTES; i++)
		make_attribute(subject, kind, i);
	subject->node = (struct model_node){.op = {op, strlen(op)},
		.domain = domain,
		.opset = draw(&subject->seed, 24),
		.input = subject->index,
		.ninput = (size_t)draw(&subject->seed, INPUTS + 1),
		.output = subject->index + INPUTS,
		.noutput = (size_t)draw(&subject->seed, OUTPUTS + 1),
		.attribute = subject->attribute,
		.nattribute = (size_t)draw(&subject->seed, ATTRIBUTES + 1)};
	subject->model = (struct model){.kind = kind,
		.node = &subject->node,
		.nnode = 1,
		.value = subject->value,
		.nvalue = INPUTS + OUTPUTS,
		.decode = decode};
}

static void
try_operation(struct subject *subject)
{
	struct arena arena = {0};
	struct overrides said = {.shape = NULL};
	struct shapes shapes;
	const char *why;

	subject->model.tables = &arena;
	shapes_infer(&shapes, &subject->model, &said, NULL, &arena);
	for (int64_t i = INPUTS; i < INPUTS + OUTPUTS; i++) {
		const struct known *known = &shapes.known[i];

		assert_true(known->rank <= KNOWN_RANK);
		for (size_t k = 0; k < known->rank; k++)
			assert_true(known->extent[k] >= -1 &&
				    known->extent[k] <= LENGTH_LIMIT);
		shapes_missing(&shapes, i, &arena);
		if (known->constant)
			shapes_elements(&shapes, i, &arena, &why);
	}
	arena_free(&arena);
}

static void
try_name(struct subject *subject, enum model_kind kind, const char *domain,
	const char *name)
{
	for (int k = 0; k < ROUNDS; k++) {
		make_model(subject, kind, domain, name);
		try_operation(subject);
	}
}

/* The operations of a format: opgen's, and those that it has not. */
static void
try_format(const char *domain, const struct rules *others, enum model_kind kind)
{
	static struct subject subject;

	subject.seed = 1;
	for (size_t i = 0; i < nop; i++)
		if (!strcmp(op_table[i]->domain, domain))
			try_name(&subject, kind, domain, op_table[i]->name);
	for (size_t i = 0; i < others->nrule; i++)
		try_name(&subject, kind, domain, others->rule[i].op);
}

static void
onnx_takes_anything(void **state)
{
	(void)state;
	try_format("ai.onnx", &onnx_rules, MODEL_ONNX);
	try_format("com.microsoft", &onnx_rules, MODEL_ONNX);
}

static void
tensorflow_takes_anything(void **state)
{
	(void)state;
	try_format("tensorflow", &tensorflow_rules, MODEL_TENSORFLOW);
}

static void
openvino_takes_anything(void **state)
{
	(void)state;
	try_format("openvino", &openvino_rules, MODEL_OPENVINO);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(onnx_takes_anything),
		cmocka_unit_test(tensorflow_takes_anything),
		cmocka_unit_test(openvino_takes_anything),
	};

	return cmocka_run_group_tests_name("hostile", tests, NULL, NULL);
}
