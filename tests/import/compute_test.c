/* Nodes whose inputs are known are computed while shapes are inferred. */

#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>

#include "import/candidates.h"
#include "import/read.h"
#include "infer/elements.h"
#include "support/onnx_model.h"
#include "support/wire.h"

/* Constants: a [[1, 2], [3, 4]] and i [1, 2] of int64, f [[-1.5, 2.25]] of float32; x is
   an argument [2, 3]. */
#define ONE "0100000000000000"
#define TWO "0200000000000000"
#define THREE "0300000000000000"
#define FOUR "0400000000000000"
#define GIVEN \
	"constant a 7 2,2 " ONE TWO THREE FOUR ";constant i 7 2 " ONE TWO \
	";constant f 1 1,2 0000c0bf00001040;constant z 7 1 0000000000000000;" \
	"constant one 7 1 " ONE ";constant four 7 4 " ONE ONE ONE ONE ";input x 1 2,3;"
#define TO_INT "node Cast s y - to=7"

/* What is known of y, an int64; floats become integers by a Cast. */
struct row {
	const char *name, *nodes, *expected;
};

/* clang-format off */
static const struct row rows[] = {
	{"Transpose", "node Transpose a y - perm=[1,0]", "[2,2]: 1 3 2 4"},
	{"Split", "node Split a u,y - axis=1", "[2,1]: 2 4"},
	{"Tile", "node Tile i,i y", ""},
	{"Tile along an axis", "node Tile i,one y", "[2]: 1 2"},
	{"Expand", "node Expand one,i y", "[1,2]: 1 1"},
	{"Pad", "node Pad a,four y", "[4,4]: 0 0 0 0 0 1 2 0 0 3 4 0 0 0 0 0"},
	{"Pad beyond 16 elements", "node Concat four,i k - axis=0;node Pad a,four p;node Pad p,four y", "[6,6]: 0 0 0 0 0 0 0 0 0 0 0 0 0 0 1 2 0 0 0 0 3 4 0 0 0 0 0 0 0 0 0 0 0 0 0 0"},
	{"Clip", "node Clip a,i y", ""},
	{"Clip by one", "node Squeeze one s;node Clip a,,s y", "[2,2]: 1 1 1 1"},
	{"Pow", "node Pow a,i y", "[2,2]: 1 4 3 16"},
	{"Sqrt", "node Cast a c - to=1;node Sqrt c s;" TO_INT, "[2,2]: 1 1 1 2"},
	{"Exp", "node Exp f s;" TO_INT, "[1,2]: 0 9"},
	{"Log", "node Cast a c - to=1;node Log c s;" TO_INT, "[2,2]: 0 0 1 1"},
	{"Relu", "node Relu f s;" TO_INT, "[1,2]: 0 2"},
	{"ReduceSum", "node ReduceSum a,one y - keepdims=0", "[2]: 3 7"},
	{"ReduceMax", "node ReduceMax a y - axes=[0]", "[1,2]: 3 4"},
	{"ArgMax", "node ArgMax f y - axis=1", "[1,1]: 1"},
	{"Dropout", "node Dropout f s;" TO_INT, "[1,2]: -1 2"},
	{"MatMul", "node MatMul a,i y", "[2]: 5 11"},
	{"several parts", "node CumSum a,s y;node Squeeze one s", "[2,2]: 1 3 3 7"},
	{"several parts of no arguments", "node Range p,q,p y;node Squeeze one p;node Squeeze five q;constant five 7 1 0500000000000000", "[4]: 1 2 3 4"},
	{"of a shape", "node Shape x s;node Pow s,i y", "[2]: 2 9"},
	{"one after the other", "node Transpose a t;node Relu f r;node Cast r c - to=7;node MatMul c,t y", "[1,2]: 4 8"},
	{"not of an argument", "node Cast x y - to=7", ""},
	{"not of a mistake", "node Transpose a y - perm=[1,1]", ""},
};
/* clang-format on */

static const char *
known_text(const struct candidates *candidates, struct arena *arena)
{
	const char *text = "", *why;

	for (size_t i = 0; i < candidates->model->nvalue; i++) {
		const struct known *known = &candidates->shapes.known[i];
		const int64_t *element;
		int64_t count;

		if (!bytes_are(candidates->model->value[i].name, "y") ||
			!known_has_elements(known) || !known_count(known, &count))
			continue;
		element = shapes_elements(&candidates->shapes, (int64_t)i, arena, &why);
		assert_non_null(element);
		assert_int_equal(known->dtype, DTYPE_INT64);
		for (size_t k = 0; k < known->rank; k++)
			text = arena_format(arena, "%s%s%" PRId64, text, k ? "," : "[",
				known->extent[k]);
		text = arena_format(arena, "%s]:", text);
		for (int64_t k = 0; k < count; k++)
			text = arena_format(arena, "%s %" PRId64, text, element[k]);
	}
	return text;
}

static void
is_known(void **state)
{
	const struct row *row = *state;
	const struct overrides overrides = {.nshape = 0};
	struct arena arena = {0};
	struct source source;
	struct candidates candidates;
	struct bytes model = model_of_opset(&arena, 13,
		graph_of(&arena, arena_format(&arena, "%s%s", GIVEN, row->nodes)));

	source_from_text(&source, "m.onnx", model.text, model.size);
	assert_true(candidates_read(
		&candidates, &source, FORMAT_ONNX, 0, &overrides, &arena, &arena));
	assert_string_equal(known_text(&candidates, &arena), row->expected);
	arena_free(&arena);
}

int
main(void)
{
	struct CMUnitTest test[countof(rows)];

	for (size_t i = 0; i < countof(rows); i++)
		test[i] = (struct CMUnitTest){
			rows[i].name, is_known, NULL, NULL, (void *)(uintptr_t)&rows[i]};
	return cmocka_run_group_tests_name("import_compute", test, NULL, NULL);
}
