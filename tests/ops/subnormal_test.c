/* Which subnormal numbers are weights: that is said of them, or they become zeros. */
#include "support/rows.h"

#include "ops/common/subnormal.h"

#include <stdlib.h>
#include <string.h>

struct subnormal_row {
	const char *name, *spec;
	bool flush;
	const char *said; /* as in struct resolve_row, up to "weights"; NULL: nothing */
};

#define SPEC(op, dtype, rest) "{'op': '" op "', 'dtype': '" dtype "', " rest "}"
#define CONV(dtype, least) \
	SPEC("Conv", dtype, \
		"'inputs': {'X': [1, 1, 5], 'W': {'shape': [1, 1, 4], 'data': [" least \
		", 1, 0, -" least "]}, 'B': {'shape': [1], 'data': [" least "]}}")

/* clang-format off */
static const struct subnormal_row rows[] = {
	{"weights of a Conv, not its bias",       CONV("float32", "1e-45"), false, "W: 2 of 4"},
	{"the largest subnormal number is one",   CONV("float32", "1.1754942e-38"), false, "W: 2 of 4"},
	{"the least number above it is none",     CONV("float32", "1.17549435e-38"), false, NULL},
	{"of doubles",                            CONV("float64", "2.2250738585072011e-308"), false, "W: 2 of 4"},
	{"the least double above them",           CONV("float64", "2.2250738585072014e-308"), false, NULL},
	{"of bfloat16",                           CONV("bfloat16", "9.2e-41"), false, "W: 2 of 4"},
	{"those of float16 are none in float",    CONV("float16", "6e-8"), false, NULL},
	{"they become zeros",                     CONV("float32", "1e-45"), true, NULL},
	{"those of doubles, too",                 CONV("float64", "5e-324"), true, NULL},
	{"and those of bfloat16",                 CONV("bfloat16", "9.2e-41"), true, NULL},
	{"a matrix in front",                     SPEC("MatMul", "float32", "'inputs': {'A': {'shape': [1, 2], 'data': [1e-40, 1]}, 'B': [2, 3]}"), false, "A: 1 of 2"},
	{"a matrix behind, and not what is added", SPEC("Gemm", "float32", "'inputs': {'A': [3, 1], 'B': {'shape': [1, 2], 'data': [1e-40, 1]}, 'C': {'shape': [1], 'data': [1e-40]}}"), false, "B: 1 of 2"},
	{"both of them",                          SPEC("ConvTranspose", "float32", "'inputs': {'X': [1, 1, 5], 'W': {'shape': [1, 1, 2], 'data': [1e-40, 1e-40]}}"), false, "W: 2 of 2"},
	{"factors",                               SPEC("Mul", "float32", "'inputs': {'A': [2], 'B': {'shape': [2], 'data': [1e-40, 1]}}"), false, "B: 1 of 2"},
	{"factors in front",                      SPEC("Mul", "float32", "'inputs': {'A': {'shape': [2], 'data': [1e-40, 1]}, 'B': [2]}"), false, "A: 1 of 2"},
	{"terms are none",                        SPEC("Add", "float32", "'inputs': {'A': [2], 'B': {'shape': [2], 'data': [1e-40, 1]}}"), false, NULL},
	{"a divisor stays, for its quotient",     SPEC("Div", "float32", "'inputs': {'A': [2], 'B': {'shape': [2], 'data': [1e-40, 1]}}"), false, NULL},
	{"slopes",                                SPEC("PRelu", "float32", "'inputs': {'X': [2], 'slope': {'shape': [2], 'data': [1e-40, 1]}}"), false, "slope: 1 of 2"},
	{"what a scale becomes",                  SPEC("BatchNormalization", "float32", "'inputs': {'X': [1, 2], 'scale': {'shape': [2], 'data': [1e-40, 1]}, 'B': {'shape': [2], 'data': [0, 0]}, 'input_mean': {'shape': [2], 'data': [0, 0]}, 'input_var': {'shape': [2], 'data': [1, 1]}}"), false, "a: 1 of 2"},
	{"a scale of what is computed later",     SPEC("InstanceNormalization", "float32", "'inputs': {'input': [1, 2, 3], 'scale': {'shape': [2], 'data': [1e-40, 1]}, 'B': {'shape': [2], 'data': [0, 0]}}"), false, "scale: 1 of 2"},
	{"weights of OpenVINO",                   SPEC("Convolution", "float32", "'domain': 'openvino', 'inputs': {'data': [1, 1, 5], 'filters': {'shape': [1, 1, 2], 'data': [1e-40, 1]}}, 'attributes': {'strides': [1], 'pads_begin': [0], 'pads_end': [0], 'dilations': [1]}"), false, "filters: 1 of 2"},
	{"and of TensorFlow",                     SPEC("Conv2D", "float32", "'domain': 'tensorflow', 'inputs': {'input': [1, 1, 5, 1], 'filter': {'shape': [1, 2, 1, 1], 'data': [1e-40, 1]}}, 'attributes': {'strides': [1, 1, 1, 1], 'padding': 'VALID'}"), false, "filter: 1 of 2"},
	{"what is moved keeps its bits",          SPEC("Concat", "float32", "'inputs': {'inputs': [[2], {'shape': [2], 'data': [1e-40, 1]}]}, 'attributes': {'axis': 0}"), false, NULL},
	{"what is computed while generating takes no time later", SPEC("Mul", "float32", "'inputs': {'A': {'shape': [2], 'data': [1e-40, 1]}, 'B': {'shape': [2], 'data': [1, 1]}}"), false, NULL},
	{"zeros and large numbers",               SPEC("Mul", "float32", "'inputs': {'A': [4], 'B': {'shape': [4], 'data': [0, -0.0, 'Infinity', 'NaN']}}"), false, NULL},
};
/* clang-format on */

/* What subnormal_weights() says of a spec. */
static char *
said_of(struct resolved *r, bool flush, struct subnormal_told *told)
{
	char *messages;
	size_t n;

	r->source.messages = open_memstream(&messages, &n);
	assert_non_null(r->source.messages);
	subnormal_weights(&r->plan, r->spec.node, flush, told, &r->source, &r->arena);
	fclose(r->source.messages);
	return messages;
}

static void
row_is_right(void **state)
{
	const struct subnormal_row *row = *state;
	struct subnormal_told told = {0};
	struct resolved r;
	char *said;

	resolve(&r, row->spec);
	if (!r.good)
		fail_msg("%s", r.said);
	said = said_of(&r, row->flush, &told);
	if (!row->said)
		assert_string_equal(said, "");
	else if (!strstr(said,
			 arena_format(&r.arena, ": warning: %s weights", row->said)))
		fail_msg("%s", said);
	if (row->flush) {
		assert_string_equal(r.plan.flushed,
			"2 of 4 weights of W are subnormal, and taken for zeros");
		for (int i = 0; i < 4; i++)
			assert_true(operand_number(r.plan.weights, i) == (i == 1));
	}
	free(said);
	resolved_free(&r);
}

/* Two nodes may have the same constant. */
static void
a_constant_is_told_once(void **state)
{
	struct subnormal_told told = {0};
	struct resolved r;
	char *said;

	(void)state;
	resolve(&r, rows[0].spec);
	assert_true(r.good);
	said = said_of(&r, false, &told);
	assert_non_null(strstr(said, "W: 2 of 4"));
	free(said);
	said = said_of(&r, false, &told);
	assert_string_equal(said, "");
	free(said);
	resolved_free(&r);
}

int
main(void)
{
	static const struct CMUnitTest once[] = {
		cmocka_unit_test(a_constant_is_told_once),
	};

	return run_table("subnormal weights", rows, row_is_right) +
	       cmocka_run_group_tests_name("told", once, NULL, NULL);
}
