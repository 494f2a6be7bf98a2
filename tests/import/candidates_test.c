/* What becomes of models of today: their operator sets and IR versions, and element types
   that opgen has not; and addresses of nodes. */

#include "import/candidates.h"

#include <stdio.h>
#include <unistd.h>

#include "cli/lists/list_json.h"
#include "cli/lists/list_nodes.h"
#include "deliver/out_file.h"
#include "import/read.h"
#include "import/ready.h"
#include "support/onnx_model.h"
#include "support/wire.h"

/* A pool of x to y, which is ready by itself. */
#define POOL "input x 1 1,4,6,6;node AveragePool x y pool kernel_shape=[2,2];"

enum {
	MODEL_IR_VERSION = 1
};

/* What is said of a model, and its nodes as a table and as JSON. */
struct listing {
	char *said, *table, *json;
	size_t nsaid;
};

/* What a list puts, as a text. */
static char *
text_of(void (*put)(const struct candidates *candidates, struct out *out),
	const struct candidates *candidates)
{
	FILE *file = tmpfile();
	struct out out;
	char *text;

	assert_non_null(file);
	out_open_counting(&out);
	out.descriptor = dup(fileno(file));
	put(candidates, &out);
	assert_true(out_complete(&out));
	text = calloc(1, out.written + 1);
	rewind(file);
	assert_true(text && fread(text, 1, out.written, file) == out.written);
	fclose(file);
	out_discard(&out);
	return text;
}

static void
list(struct listing *listing, struct bytes model)
{
	const struct overrides overrides = {.nshape = 0};
	struct arena arena = {0};
	struct source source;
	struct candidates candidates;

	source_from_text(&source, "m.onnx", model.text, model.size);
	source.messages = open_memstream(&listing->said, &listing->nsaid);
	assert_non_null(source.messages);
	assert_true(candidates_read(
		&candidates, &source, FORMAT_ONNX, 0, &overrides, &arena, &arena));
	candidates_try(&candidates, &arena);
	listing->table = text_of(list_nodes_table, &candidates);
	listing->json = text_of(list_nodes_json, &candidates);
	fclose(source.messages);
	arena_free(&arena);
}

static void
forget(struct listing *listing)
{
	free(listing->said);
	free(listing->table);
	free(listing->json);
}

static void
assert_holds(const char *text, const char *part)
{
	if (!strstr(text, part))
		fail_msg("expected '%s' in\n%s", part, text);
}

/* A graph in the words of graph_of, of an operator set, and what its table holds. */
static void
assert_listed(uint64_t opset, const char *graph, const char *part)
{
	struct arena arena = {0};
	struct listing listing;

	list(&listing, model_of_opset(&arena, opset, graph_of(&arena, graph)));
	assert_string_equal(listing.said, "");
	assert_holds(listing.table, part);
	forget(&listing);
	arena_free(&arena);
}

/* An element type that opgen has not, by the number that onnx.proto gives it. */
struct type {
	const char *name;
	unsigned number;
	unsigned bits;  /* of an element */
	uint64_t opset; /* that it came with */
};

/* clang-format off */
static const struct type types[] = {
	{"float8e4m3fn", 17, 8, 19},
	{"float8e4m3fnuz", 18, 8, 19},
	{"float8e5m2", 19, 8, 19},
	{"float8e5m2fnuz", 20, 8, 19},
	{"uint4", 21, 4, 21},
	{"int4", 22, 4, 21},
	{"float4e2m1", 23, 4, 23},
	{"float8e8m0", 24, 8, 24},
	{"uint2", 25, 2, 25},
	{"int2", 26, 2, 25},
};
/* clang-format on */

/* A constant q [1, 4, 3, 3] of a type, its elements packed. */
static const char *
constant_of_type(const struct type *type, struct arena *arena)
{
	size_t size = (36 * type->bits + 7) / 8;
	char *raw = arena_alloc(arena, 2 * size + 1);

	memset(raw, '5', 2 * size);
	return arena_format(arena, "constant q %u 1,4,3,3 %s;", type->number, raw);
}

/* A constant, a declaration, what is cast, quantized and dequantized. */
static void
type_disturbs_no_other_node(const struct type *type, struct arena *arena)
{
	const char *constant = constant_of_type(type, arena);

	assert_listed(type->opset,
		arena_format(arena,
			POOL "%sinfo c %u 1,4,5,5;node Cast y c cast to=%u;"
			     "node QuantizeLinear y,s,q d q;constant s 1 - 0000803f",
			constant, type->number, type->number),
		"1 ready, 2 not ready, of 3 nodes");
	assert_listed(28,
		arena_format(arena,
			"%sconstant s 1 - 0000803f;node DequantizeLinear q,s,q x d;"
			"node AveragePool x y pool kernel_shape=[2,2]",
			constant),
		"float32  [1,4,3,3] -> [1,4,2,2]               ready");
	assert_listed(28,
		arena_format(arena,
			"%sconstant s 24 - 7f;node DequantizeLinear q,s x d "
			"output_dtype=11;node AveragePool x y pool kernel_shape=[2,2]",
			constant),
		"float64  [1,4,3,3] -> [1,4,2,2]     ready");
}

/* As a constant, by a declaration, and by what the nodes before make. */
static void
type_is_refused_by_its_name(const struct type *type, struct arena *arena)
{
	const char *constant = constant_of_type(type, arena);
	const char *unknown = arena_format(arena,
		"not ready: 'q' has elements of %s, which opgen does not know",
		type->name);
	const char *foreign = arena_format(arena,
		"%s  [1,4,6,6] -> [1,1,12,12]  not ready: 'c' has elements of type %s, "
		"which opgen has not",
		type->name, type->name);

	assert_listed(type->opset,
		arena_format(arena, "%snode DepthToSpace q y d blocksize=2", constant),
		unknown);
	assert_listed(type->opset,
		arena_format(arena,
			"input c %u 1,4,6,6;node DepthToSpace c y d blocksize=2",
			type->number),
		foreign);
	assert_listed(type->opset,
		arena_format(arena,
			"input x 1 1,4,6,6;node Cast x t cast to=%u;node ReverseSequence "
			"t,i c r;"
			"node DepthToSpace c y d blocksize=2;constant i 7 4 "
			"010000000000000004000000000000000600000000000000060000000000000"
			"0",
			type->number),
		foreign);
}

static void
type_is_seen(void **state)
{
	struct arena arena = {0};

	type_disturbs_no_other_node(*state, &arena);
	type_is_refused_by_its_name(*state, &arena);
	arena_free(&arena);
}

static void
a_programs_list_names_the_type(void **state)
{
	struct arena arena = {0};
	struct listing listing;

	(void)state;
	list(&listing, model_of_opset(&arena, 25,
			       graph_of(&arena, "input c 26 1,4,6,6;"
						"node DepthToSpace c y d blocksize=2")));
	assert_holds(listing.json, "\"tensor\": \"c\", \"dtype\": \"int2\"");
	assert_holds(listing.json, "\"tensor\": \"y\", \"dtype\": \"int2\"");
	forget(&listing);
	arena_free(&arena);
}

static void
no_ir_version_is_asked_for(void **state)
{
	static const uint64_t version[] = {1, 3, 10, 11, 12, 13, 14, 15, UINT64_MAX};

	(void)state;
	for (size_t i = 0; i < countof(version); i++) {
		struct arena arena = {0};
		struct listing listing;

		list(&listing,
			wire(&arena, wire_number(&arena, MODEL_IR_VERSION, version[i]),
				model_of(&arena, graph_of(&arena, POOL))));
		assert_string_equal(listing.said, "");
		assert_holds(listing.table, "1 ready, 0 not ready");
		forget(&listing);
		arena_free(&arena);
	}
}

static void
operator_sets_up_to_28_are_known(void **state)
{
	(void)state;
	for (uint64_t opset = 22; opset <= 28; opset++)
		assert_listed(opset, POOL,
			"AveragePool-22  'pool'  'y'     float32  [1,4,6,6] -> [1,4,5,5] "
			" "
			"ready\n");
}

static void
a_later_operator_set_is_told_once(void **state)
{
	struct arena arena = {0};
	struct listing listing;

	(void)state;
	list(&listing,
		model_of_opset(&arena, 29,
			graph_of(&arena, POOL "node DepthToSpace x z d blocksize=2")));
	assert_string_equal(listing.said, "m.onnx: warning: operator set 29 is newer "
					  "than 28, the newest known; the "
					  "newest version of each operation is used\n");
	assert_holds(listing.table, "2 ready, 0 not ready");
	forget(&listing);

	list(&listing,
		model_of_opset(&arena, 29,
			graph_of(&arena, "input x 1 2;node ReverseSequence x y t")));
	assert_string_equal(listing.said, "");
	forget(&listing);
	arena_free(&arena);
}

/* Sixteen bytes without the NUL: what the arena gives next would follow them at once. */
static void
an_address_ends_with_a_nul(void **state)
{
	const struct model_node node = {
		.function = {"function", 8}, .name = {"average", 7}};
	struct arena arena = {0};
	struct bytes address = node_address(&node, &arena);

	(void)state;
	memset(arena_alloc(&arena, 1), 'x', 1);
	assert_int_equal(address.size, 16);
	assert_string_equal(address.text, "function/average");
	arena_free(&arena);
}

int
main(void)
{
	static const struct CMUnitTest test[] = {
		cmocka_unit_test(an_address_ends_with_a_nul),
		cmocka_unit_test(a_programs_list_names_the_type),
		cmocka_unit_test(no_ir_version_is_asked_for),
		cmocka_unit_test(operator_sets_up_to_28_are_known),
		cmocka_unit_test(a_later_operator_set_is_told_once),
	};

	return run_table("element types", types, type_is_seen) +
	       cmocka_run_group_tests_name("models of today", test, NULL, NULL);
}
