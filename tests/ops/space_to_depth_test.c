#include "support/rows.h"

#include "support/moves.h"

#define TENSORFLOW(dtype, input, attributes) \
	"{'op': 'SpaceToDepth', 'domain': 'tensorflow', 'dtype': '" dtype \
	"', 'inputs': {'input': " input "}, 'attributes': {" attributes "}}"
#define ONNX(opset, dtype, input, attributes) \
	"{'op': 'SpaceToDepth', 'opset': " opset ", 'dtype': '" dtype \
	"', 'inputs': {'input': " input "}, 'attributes': {" attributes "}}"

/* clang-format off */
static const struct resolve_row rows[] = {
	{"NHWC is TensorFlow's default", TENSORFLOW("bool", "[2, 6, 10, 2]", "'block_size': 2"),
		"[2, 3, 5, 8]", NULL},
	{"NCHW",
		TENSORFLOW("complex128", "[2, 1, 9, 15]", "'block_size': 3, 'data_format': 'NCHW'"),
		"[2, 9, 3, 5]", NULL},
	{"NCHW_VECT_C of qint8",
		TENSORFLOW("qint8", "[1, 2, 4, 6, 4]", "'block_size': 2, 'data_format': 'NCHW_VECT_C'"),
		"[1, 8, 2, 3, 4]", NULL},
	{"NCHW_VECT_C of int8",
		TENSORFLOW("int8", "[1, 1, 4, 6, 4]", "'block_size': 2, 'data_format': 'NCHW_VECT_C'"),
		"[1, 4, 2, 3, 4]", NULL},
	{"NCHW_VECT_C of nothing else",
		TENSORFLOW("float32", "[1, 1, 2, 2, 4]", "'block_size': 2, 'data_format': 'NCHW_VECT_C'"),
		NULL, "error: dtype: data_format NCHW_VECT_C takes qint8, got float32"},
	{"qint8 in nothing else", TENSORFLOW("qint8", "[1, 2, 3, 1]", "'block_size': 2"), NULL,
		"error: dtype: qint8 needs data_format NCHW_VECT_C, got NHWC\n"
		"error: block_size: 2 does not divide W, 3, of [N, H, W, C]"},
	{"a vector has four channels",
		TENSORFLOW("qint8", "[1, 4, 2, 2, 3]", "'block_size': 2, 'data_format': 'NCHW_VECT_C'"),
		NULL, "error: input: expected [N, C/4, H, W, 4], got [1, 4, 2, 2, 3]"},
	{"TensorFlow's blocks are 2 or more", TENSORFLOW("int8", "[1, 1, 1, 4]", "'block_size': 1"), NULL,
		"error: block_size: expected 2 or more, got 1"},
	{"a block divides rows and columns", TENSORFLOW("int8", "[1, 3, 5, 1]", "'block_size': 2"), NULL,
		"error: block_size: 2 does not divide H, 3, of [N, H, W, C]\n"
		"error: block_size: 2 does not divide W, 5, of [N, H, W, C]"},
	{"no batch", TENSORFLOW("int8", "[0, 4, 4, 1]", "'block_size': 2"), "[0, 2, 2, 4]", NULL},
	{"no row", TENSORFLOW("int8", "[1, 0, 4, 1]", "'block_size': 2"), "[1, 0, 2, 4]", NULL},
	{"channels too many",
		TENSORFLOW("int8", "[1, 0, 0, 1099511627776]", "'block_size': 2147483647"), NULL,
		"error: input: the output would have 2^59 elements or more"},

	{"ONNX is the default domain", ONNX("1", "float16", "[1, 2, 4, 6]", "'blocksize': 2"),
		"[1, 8, 2, 3]", NULL},
	{"ONNX's blocks may be 1", ONNX("13", "int64", "[1, 8, 2, 3]", "'blocksize': 1"),
		"[1, 8, 2, 3]", NULL},
	{"ONNX's blocks are 1 or more", ONNX("13", "int64", "[1, 8, 2, 3]", "'blocksize': 0"), NULL,
		"error: blocksize: expected 1 or more, got 0"},
	{"ONNX's bfloat16 came with version 13",
		ONNX("12", "bfloat16", "[1, 2, 4, 6]", "'blocksize': 2"), NULL,
		"error: dtype: bfloat16 came with SpaceToDepth-13; this is SpaceToDepth-1"},
	{"ONNX's bfloat16", ONNX("13", "bfloat16", "[1, 2, 4, 6]", "'blocksize': 2"), "[1, 8, 2, 3]",
		NULL},
	{"ONNX has no mode", ONNX("22", "int8", "[1, 2, 4, 6]", "'blocksize': 2, 'mode': 'DCR'"), NULL,
		"error: SpaceToDepth-13 of ai.onnx has no attribute 'mode'; SpaceToDepth of openvino has it: write \"domain\": \"openvino\""},
	{"ONNX's tensors have four dimensions", ONNX("13", "int8", "[2, 4, 6]", "'blocksize': 2"), NULL,
		"error: input: expected [N, C, H, W], got [2, 4, 6]"},
	{"ONNX's blocks divide too", ONNX("13", "int8", "[1, 1, 2, 3]", "'blocksize': 2"), NULL,
		"error: blocksize: 2 does not divide W, 3, of [N, C, H, W]"},
};

/* The four ways an operation is written, and whether channels come last. */
static const struct form {
	const char *name;
	const char *domain, *attribute, *format;
	const char *dtype;
	bool channels_last;
	int lanes;
} forms[] = {
	{"ONNX's moves are undone", "ai.onnx", "blocksize", "", "int32", false, 1},
	{"NHWC's moves are undone", "tensorflow", "block_size", ", 'data_format': 'NHWC'", "int32",
		true, 1},
	{"NCHW's moves are undone", "tensorflow", "block_size", ", 'data_format': 'NCHW'", "int32",
		false, 1},
	{"NCHW_VECT_C's moves are undone", "tensorflow", "block_size",
		", 'data_format': 'NCHW_VECT_C'", "qint8", false, 4},
};
/* clang-format on */

/* A tensor's extents, and its shape in a spec. */
struct image {
	int64_t n, c, h, w, lanes;
	bool channels_last;
};

static const char *
shape_text(const struct image *i, struct arena *arena)
{
	int n = (int)i->n, c = (int)i->c, h = (int)i->h, w = (int)i->w;

	if (i->channels_last)
		return arena_format(arena, "[%d, %d, %d, %d]", n, h, w, c);
	return arena_format(
		arena, "[%d, %d, %d, %d%s]", n, c, h, w, i->lanes == 4 ? ", 4" : "");
}

static int64_t
offset(const struct image *i, int64_t n, int64_t c, int64_t h, int64_t w)
{
	if (i->channels_last)
		return ((n * i->h + h) * i->w + w) * i->c + c;
	return (((n * i->c + c) * i->h + h) * i->w + w) * i->lanes;
}

/* Compares the whole movement with the formula: wide to deep, with a block's side. */
static void
check_formula(const struct image *wide, const struct image *deep, int64_t block,
	const int64_t *origin)
{
	for (int64_t n = 0; n < wide->n; n++)
		for (int64_t c = 0; c < wide->c; c++)
			for (int64_t y = 0; y < wide->h; y++)
				for (int64_t x = 0; x < wide->w; x++) {
					int64_t channel =
						(y % block * block + x % block) *
							wide->c +
						c;
					int64_t to = offset(
						deep, n, channel, y / block, x / block);
					int64_t from = offset(wide, n, c, y, x);

					for (int64_t v = 0; v < wide->lanes; v++)
						assert_int_equal(
							origin[to + v], from + v);
				}
}

static void
resolve_form(struct resolved *resolved, const struct form *form, const char *op,
	const struct image *image, int64_t block, struct arena *arena)
{
	resolve(resolved, arena_format(arena,
				  "{'op': '%s', 'domain': '%s', 'dtype': '%s', 'inputs': "
				  "{'input': %s}, 'attributes': {'%s': %d%s}}",
				  op, form->domain, form->dtype, shape_text(image, arena),
				  form->attribute, (int)block, form->format));
	assert_string_equal(resolved->said, "");
}

static void
form_holds(void **state)
{
	const struct form *form = *state;
	uint32_t seed = 5;

	for (int i = 0; i < 200; i++) {
		int64_t block = 2 + draw(&seed, 3);
		struct image deep = {1 + draw(&seed, 2), 1 + draw(&seed, 4),
			1 + draw(&seed, 4), 1 + draw(&seed, 4), form->lanes,
			form->channels_last};
		struct image wide = deep;
		struct arena arena = {0};
		struct resolved resolved, inverse;
		const int64_t *there, *back;

		deep.c *= block * block;
		wide.h *= block;
		wide.w *= block;
		resolve_form(&resolved, form, "SpaceToDepth", &wide, block, &arena);
		resolve_form(&inverse, form, "DepthToSpace", &deep, block, &arena);
		there = move_origins(&resolved.plan, &arena);
		back = move_origins(&inverse.plan, &arena);
		check_formula(&wide, &deep, block, there);
		for (int64_t j = 0; j < resolved.plan.dst.nelement; j++)
			assert_int_equal(back[there[j]], j);
		resolved_free(&resolved);
		resolved_free(&inverse);
		arena_free(&arena);
	}
}

static void
an_empty_plan_writes_nothing(void **state)
{
	struct resolved resolved;
	const struct plan *plan = &resolved.plan;

	(void)state;
	resolve(&resolved, ONNX("13", "int8", "[1, 2, 0, 4]", "'blocksize': 2"));
	assert_string_equal(plan->op, "SpaceToDepth-13");
	assert_string_equal(plan->domain, "ai.onnx");
	assert_string_equal(plan->src->name, "input");
	assert_string_equal(plan->dst.name, "output");
	assert_int_equal(plan->ndetail, 1);
	assert_string_equal(plan->detail[0], "blocksize 2");
	move_origins(plan, &resolved.arena);
	resolved_free(&resolved);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(an_empty_plan_writes_nothing),
	};
	int failed = run_table("specs", rows, row_holds);

	failed += run_table("forms", forms, form_holds);
	return failed + cmocka_run_group_tests_name("plans", tests, NULL, NULL);
}
