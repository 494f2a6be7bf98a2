#include "support/graph.h"

#include <string.h>

#include "infer/elements.h"
#include "infer/infer.h"
#include "infer/missing.h"
#include "infer/rule.h"
#include "infer/tables.h"
#include "ops/op.h"

/* clang-format off */
static const struct graph_row order_rows[] = {
	{"a chain of nodes", "x: [1,3,8]; a = Relu x; y = Conv a [4,3,3]", "[1,4,6]"},
	{"nodes may stand before what they take", "y = Conv a [4,3,3]; a = Relu x; x: [1,3,8]", "[1,4,6]"},
	{"a cycle is not known", "y = Add y [3]", "none?"},
	{"a longer cycle, with a way in", "a = Add x c; b = Relu a; c = Relu b; y = Relu c; x: [3]", "none?"},
	{"an operation that is not known", "a = NonMaxSuppression [3]; y = Relu a", "none?"},
	{"a declared shape behind one", "a: [4]; a = NonMaxSuppression [3]; y = Relu a", "[4]"},
	{"a declared shape is filled in", "y: [?,4]; y = Relu [3,?]", "[3,4]"},
	{"a declared shape that is wrong hides it", "y: [2,4]; y = Relu [3,4]", "?"},
	{"a declared rank that is wrong hides it", "y: [3,4]; y = Relu [3,4,5]", "?"},
	{"what is behind a wrong one stays unknown", "a: [2,4]; a = Relu [3,4]; y = Relu a", "?"},
	{"a declared type stays", "y: float16[3]; y = Relu [3]", "float16[3]"},
	{"a rank above 16 is not followed", "x: [1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,2]; y = Relu x", "?"},
	{"an extent above 2^62 is not followed", "x: [4611686018427387905,2]; y = Relu x", "[?,2]"},
	{"contents through a chain", "x: [2,3,8,8]; s = Shape x; n = Gather s {0}; t = Concat n {-1} axis=0; y = Reshape x t", "[2,192]"},
	{"contents through a chain of what is not known", "x: [?,3,8,8]; s = Shape x; n = Gather s {0}; t = Concat n {192} axis=0; y = Reshape x t", "[?,192]"},
};
/* clang-format on */

/* What is said of a tensor with an unknown shape. */
struct missing_row {
	const char *name;
	const char *text; /* a graph; y is asked for */
	const char *why;
};

/* clang-format off */
static const struct missing_row missing_rows[] = {
	{"an input of which nothing is in the file", "x: ?; y = Relu x",
		"the shape of 'x' is not in the file; pass --shape 'x'=..."},
	{"an input itself", "y: ?; z = Relu y",
		"the shape of 'y' is not in the file; pass --shape 'y'=..."},
	{"an input with a symbol", "x: [N,3]; y = Relu x",
		"'x' is [?, 3] in the file; pass --dim 'N'=... or --shape 'x'=..."},
	{"an input with an extent without a symbol", "x: [?,3]; y = Relu x",
		"'x' is [?, 3] in the file; pass --shape 'x'=..."},
	{"the nearest of two inputs", "x: [3]; z: ?; a = Relu z; y = Add x a",
		"the shape of 'z' is not in the file; pass --shape 'z'=..."},
	{"an operation that is not known", "a = NonMaxSuppression [3]; y = Relu a",
		"'NonMaxSuppression' makes 'a', and opgen does not know of which shape; pass --shape 'a'=..."},
	{"inputs that do not fit", "a = Add [2] [3]; y = Relu a",
		"'Add' makes 'a', and its inputs and attributes do not fit each other"},
	{"data that is not in the file", "t: int64[2]; a = Reshape [6] t; y = Relu a",
		"the shape of 'y' depends on the elements of 't', which are not in the file; pass --shape 'y'=..."},
	{"data that comes from a shape that is not known", "x: [?,3]; s = Shape x; y = ConstantOfShape s",
		"'x' is [?, 3] in the file; pass --shape 'x'=..."},
	{"a wrong declaration", "a: [2]; a = Relu [3]; y = Relu a",
		"'a' is declared as [2], but 'Relu' makes it [3]"},
	{"a cycle", "y = Add y [3]",
		"'Add' gives 'y' a shape that is not known; pass --shape 'y'=..."},
};
/* clang-format on */

static void
missing_is_told(void **state)
{
	const struct missing_row *row = *state;
	struct arena arena = {0};
	struct model model;
	struct overrides overrides = {.shape = NULL};
	struct shapes shapes;

	graph_build(&model, MODEL_ONNX, row->text, &arena);
	shapes_infer(&shapes, &model, &overrides, NULL, &arena);
	assert_string_equal(
		shapes_missing(&shapes, graph_value(&model, "y"), &arena), row->why);
	arena_free(&arena);
}

/* What the user says: up to two shapes, and N. */
struct said_row {
	const char *name;
	const char *text;
	struct shape_override shape[2];
	struct dim_override dim;
	const char *known; /* of y */
	const char *contradiction;
};

static const int64_t said_2[] = {2}, said_3[] = {3}, said_2_3[] = {2, 3};

/* clang-format off */
static const struct said_row said_rows[] = {
	{"a length for a symbol", "x: [N,N,3]; y = Relu x", {{0}}, {"N", 7, false},
		"[7,7,3]", NULL},
	{"a shape for an input", "x: ?; y = Relu x", {{"x", 2, said_2_3, false}}, {0},
		"[2,3]", NULL},
	{"a shape wins over what would be inferred", "y = Relu [7]", {{"y", 1, said_2, false}}, {0},
		"[2]", NULL},
	{"a shape where nothing is inferred", "a = NonMaxSuppression [7]; y = Relu a", {{"a", 1, said_2, false}}, {0},
		"none[2]", NULL},
	{"another length than the file states", "x: [?,4]; y = Relu x", {{"x", 2, said_2_3, false}}, {0},
		"[?,4]", "--shape 'x': it is [?, 4], not [2, 3]"},
	{"another rank than the file states", "x: [?,4]; y = Relu x", {{"x", 1, said_3, false}}, {0},
		"[?,4]", "--shape 'x': it is [?, 4], not [3]"},
	{"another shape than a constant has", "y = Identity c; c: {1,2}", {{"c", 1, said_3, false}}, {0},
		"int64[2]{1,2}", "--shape 'c': it is [2], not [3]"},
	{"a shape and a length that differ", "x: [N]; y = Relu x", {{"x", 1, said_3, false}}, {"N", 2, false},
		"[2]", "--shape 'x': it is [2], not [3]"},
	{"two shapes for a tensor", "x: ?; y = Relu x", {{"x", 1, said_2, false}, {"x", 1, said_3, false}}, {0},
		"[2]", "--shape 'x': it was said that it is [2], not [3]"},
	{"the same shape twice", "x: ?; y = Relu x", {{"x", 1, said_2, false}, {"x", 1, said_2, false}}, {0},
		"[2]", NULL},
};
/* clang-format on */

static void
what_is_said_holds(void **state)
{
	const struct said_row *row = *state;
	struct arena arena = {0};
	struct model model;
	struct shape_override shape[2] = {row->shape[0], row->shape[1]};
	struct dim_override dim = row->dim;
	struct overrides overrides = {
		.shape = shape, .dim = &dim, .ndim = dim.name != NULL};
	struct shapes shapes;

	while (overrides.nshape < countof(shape) && shape[overrides.nshape].tensor)
		overrides.nshape++;
	graph_build(&model, MODEL_ONNX, row->text, &arena);
	shapes_infer(&shapes, &model, &overrides, NULL, &arena);
	assert_string_equal(
		graph_known(&shapes, graph_value(&model, "y"), &arena), row->known);
	assert_int_equal(shapes.ncontradiction, row->contradiction != NULL);
	if (row->contradiction)
		assert_string_equal(shapes.contradiction[0], row->contradiction);
	for (size_t i = 0; i < overrides.nshape; i++)
		assert_true(shape[i].used);
	assert_int_equal(dim.used, dim.name != NULL);
	arena_free(&arena);
}

static void
what_the_model_has_not_is_not_used(void **state)
{
	struct arena arena = {0};
	struct model model;
	struct shape_override shape = {"w", 1, said_2, false};
	struct dim_override dim = {"M", 2, false};
	struct overrides overrides = {&shape, 1, &dim, 1};
	struct shapes shapes;

	(void)state;
	graph_build(&model, MODEL_ONNX, "x: [N]; y = Relu x", &arena);
	shapes_infer(&shapes, &model, &overrides, NULL, &arena);
	assert_false(shape.used);
	assert_false(dim.used);
	arena_free(&arena);
}

/* The elements of y. */
struct element_row {
	const char *name;
	const char *text;
	int64_t element[4]; /* all that there are, as integers */
	size_t nelement;
	const char *why; /* why they cannot be had, or NULL */
};

/* clang-format off */
static const struct element_row element_rows[] = {
	{"a constant", "y: {5,6}", {5, 6}, 2, NULL},
	{"through Identity", "y = Identity a; a = Identity {5,6}", {5, 6}, 2, NULL},
	{"Constant's", "y = Constant value=t{5,6}", {5, 6}, 2, NULL},
	{"Constant's integers", "y = Constant value_ints=[5,6]", {5, 6}, 2, NULL},
	{"ConstantOfShape's", "y = ConstantOfShape {3} value=t{4}", {4, 4, 4}, 3, NULL},
	{"ConstantOfShape's through Identity", "a = ConstantOfShape {2} value=t{4}; y = Identity a", {4, 4}, 2, NULL},
	{"what is computed from shapes", "s = Shape [3,4]; y = Add s 1", {4, 5}, 2, NULL},
	{"none of what is data", "y: int64[2]", {0}, 0, "is no constant of a known type and shape"},
	{"none of a shape known in part", "y = Shape [3,?]", {0}, 0, "is no constant of a known type and shape"},
	{"a declared shape other than the constant's", "y: int64[3]; y = Identity {5,6}", {0}, 0, "is no constant of a known type and shape"},
	{"a declared type other than the constant's", "y: int32[2]; y = Identity {5,6}", {0}, 0,
		"is not of the type and shape of the constant that it is made of"},
	{"more equal elements than there may be", "y = ConstantOfShape {1000000,1000000} value=t{4}", {0}, 0,
		"is a constant of 1000000000000 equal elements, too many"},
	{"an element that is not one", "y = ConstantOfShape {2} value=t{4,5}", {0}, 0,
		"is not of the type and shape of the constant that it is made of"},
};
/* clang-format on */

static void
elements_are_had(void **state)
{
	const struct element_row *row = *state;
	struct arena arena = {0};
	struct model model;
	struct overrides overrides = {.shape = NULL};
	struct shapes shapes;
	const char *why = NULL;
	const int64_t *element;

	graph_build(&model, MODEL_ONNX, row->text, &arena);
	shapes_infer(&shapes, &model, &overrides, NULL, &arena);
	element = shapes_elements(&shapes, graph_value(&model, "y"), &arena, &why);
	if (row->why) {
		assert_null(element);
		assert_string_equal(why, row->why);
	} else {
		assert_non_null(element);
		assert_memory_equal(
			element, row->element, row->nelement * sizeof *element);
	}
	arena_free(&arena);
}

static void
floats_are_had(void **state)
{
	struct arena arena = {0};
	struct model model;
	struct overrides overrides = {.shape = NULL};
	struct shapes shapes;
	const char *why = NULL;
	const float *element;

	(void)state;
	graph_build(&model, MODEL_ONNX,
		"a = Constant value_floats=f[0.5,2]; y = Identity a;"
		"z = ConstantOfShape {2}",
		&arena);
	shapes_infer(&shapes, &model, &overrides, NULL, &arena);
	element = shapes_elements(&shapes, graph_value(&model, "y"), &arena, &why);
	assert_true(element && element[0] == 0.5f && element[1] == 2);
	element = shapes_elements(&shapes, graph_value(&model, "z"), &arena, &why);
	assert_true(element && element[0] == 0 && element[1] == 0);
	arena_free(&arena);
}

static void
rules_are_sorted(void **state)
{
	static const struct rules *const table[] = {
		&onnx_rules, &tensorflow_rules, &openvino_rules};

	(void)state;
	for (size_t i = 0; i < countof(table); i++)
		for (size_t k = 1; k < table[i]->nrule; k++)
			assert_true(strcmp(table[i]->rule[k - 1].op,
					    table[i]->rule[k].op) < 0);
}

static bool
names(const struct rules *rules, const char *name)
{
	for (size_t i = 0; i < rules->nrule; i++)
		if (!strcmp(rules->rule[i].op, name))
			return true;
	return false;
}

/* Of no operation may a model's shapes be unknown, and none may be named by the table of
   those that opgen has not. */
static void
every_operation_has_one_rule(void **state)
{
	static const struct {
		const char *domain;
		enum model_kind kind;
		const struct rules *others;
	} format[] = {
		{"ai.onnx", MODEL_ONNX, &onnx_rules},
		{"com.microsoft", MODEL_ONNX, &onnx_rules},
		{"tensorflow", MODEL_TENSORFLOW, &tensorflow_rules},
		{"openvino", MODEL_OPENVINO, &openvino_rules},
	};

	(void)state;
	for (size_t i = 0; i < nop; i++) {
		const struct op *op = op_table[i];
		const struct model_node node = {
			.domain = op->domain, .op = {op->name, strlen(op->name)}};
		size_t k = 0;

		while (k < countof(format) && strcmp(format[k].domain, op->domain) != 0)
			k++;
		assert_true(k < countof(format));
		assert_ptr_equal(rule_of(format[k].kind, &node), &own_rules[i]);
		if (!own_rules[i].infer || names(format[k].others, op->name))
			fail_msg("%s of %s has no rule, or two", op->name, op->domain);
	}
}

/* A chain of nodes, the last first, as long as a file of a few megabytes can hold. */
static void
a_long_chain_takes_no_time(void **state)
{
	enum {
		LENGTH = 300000
	};
	struct arena arena = {0};
	struct model_node *node = arena_array(&arena, struct model_node, LENGTH);
	struct value *value = arena_array(&arena, struct value, LENGTH + 1);
	int64_t *index = arena_array(&arena, int64_t, LENGTH + 1);
	const struct extent extent[] = {{2, {NULL, 0}}, {-1, {NULL, 0}}};
	const struct model model = {.kind = MODEL_ONNX,
		.node = node,
		.nnode = LENGTH,
		.value = value,
		.nvalue = LENGTH + 1,
		.tables = &arena};
	struct overrides overrides = {.shape = NULL};
	struct shapes shapes;

	(void)state;
	for (size_t i = 0; i <= LENGTH; i++) {
		index[i] = (int64_t)i;
		value[i].name = (struct bytes){"v", 1};
		value[i].producer = i < LENGTH ? (int64_t)i : NO_NODE;
		if (i < LENGTH)
			node[i] = (struct model_node){.op = {"Relu", 4},
				.domain = "ai.onnx",
				.output = &index[i],
				.noutput = 1,
				.input = &index[i + 1],
				.ninput = 1};
	}
	value[LENGTH].shape = (struct model_shape){true, 2, extent};
	shapes_infer(&shapes, &model, &overrides, NULL, &arena);
	assert_true(shapes.known[0].has_rank);
	assert_int_equal(shapes.known[0].extent[0], 2);
	for (int64_t i = 0; i < LENGTH; i += 1000)
		assert_string_equal(shapes_missing(&shapes, i, &arena),
			"'v' is [2, ?] in the file; pass --shape 'v'=...");
	arena_free(&arena);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_the_model_has_not_is_not_used),
		cmocka_unit_test(floats_are_had),
		cmocka_unit_test(rules_are_sorted),
		cmocka_unit_test(every_operation_has_one_rule),
		cmocka_unit_test(a_long_chain_takes_no_time),
	};
	int failed = run_table("order", order_rows, onnx_row_holds);

	failed += run_table("missing", missing_rows, missing_is_told);
	failed += run_table("said", said_rows, what_is_said_holds);
	failed += run_table("elements", element_rows, elements_are_had);
	return failed + cmocka_run_group_tests_name("shapes", tests, NULL, NULL);
}
