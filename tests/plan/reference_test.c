#include "support/rows.h"

#include "plan/reference.h"

#include "opgen_runtime.h"
#include "ops/common/reductions.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

enum {
	MAX_ELEMENT = 32
};

/* 2^24: float has no 2^24 + 1, and 2^24 + 1 is a tie that goes down. */
#define LARGE 16777216.0

/* A window operation on few numbers, all given as double. */
struct window_case {
	const char *name;
	struct window_plan window; /* group, ic, oc, batch: 0 stands for 1 */
	enum dtype dtype;          /* DTYPE_NONE stands for float32 */
	enum numerics numerics;    /* NUMERICS_DEFAULT stands for strict */
	bool has_bias;
	double src[MAX_ELEMENT], weights[MAX_ELEMENT], bias[MAX_ELEMENT];
	size_t ndst;
	double dst[MAX_ELEMENT];
};

/* in, kernel, stride, dilation, pads, out */
#define AXIS(i, k, s, d, b, e, o) \
	{ \
		.in = i, .out = o, .kernel = k, .stride = s, .dilation = d, \
		.pad_begin = b, .pad_end = e \
	}
#define POOL(kind) .reduction = kind, .naxis = 1
#define AVERAGE POOL(&reduce_average)
#define LP POOL(&reduce_lp)
#define CONV .reduction = &reduce_conv, .naxis = 1, .channel_block = 16

/* clang-format off */
static const struct window_case window_case[] = {
	{"padding is not averaged",
		{AVERAGE, .axis = {AXIS(3, 2, 1, 1, 1, 1, 4)}},
		.src = {1, 2, 3}, .ndst = 4, .dst = {1, 1.5, 2.5, 3}},
	{"count_include_pad counts padding",
		{AVERAGE, .count_include_pad = true, .axis = {AXIS(3, 2, 1, 1, 1, 1, 4)}},
		.src = {1, 2, 3}, .ndst = 4, .dst = {0.5, 1.5, 2.5, 1.5}},
	{"count_include_pad does not count what overhangs",
		{AVERAGE, .count_include_pad = true, .axis = {AXIS(5, 3, 3, 1, 0, 0, 2)}},
		.src = {1, 2, 3, 4, 5}, .ndst = 2, .dst = {2, 4.5}},
	{"the average of nothing is 0",
		{AVERAGE, .axis = {AXIS(1, 1, 1, 1, 1, 1, 3)}},
		.src = {NAN}, .ndst = 3, .dst = {0, NAN, 0}},
	{"the average of nothing but padding that counts is 0",
		{AVERAGE, .count_include_pad = true, .axis = {AXIS(1, 1, 1, 1, 1, 1, 3)}},
		.src = {7}, .ndst = 3, .dst = {0, 7, 0}},
	{"a dilated window skips",
		{AVERAGE, .axis = {AXIS(4, 2, 1, 2, 0, 0, 2)}},
		.src = {1, 2, 3, 4}, .ndst = 2, .dst = {2, 3}},
	{"a sum starts at +0",
		{AVERAGE, .axis = {AXIS(1, 1, 1, 1, 0, 0, 1)}},
		.src = {-0.0}, .ndst = 1, .dst = {0}},
	{"an average is one division",
		{AVERAGE, .axis = {AXIS(3, 3, 1, 1, 0, 0, 1)}},
		.src = {5, 0, 0}, .ndst = 1, .dst = {5.0f / 3.0f}},
	{"taps are added row by row",
		{.reduction = &reduce_average, .naxis = 2,
			.axis = {AXIS(2, 2, 1, 1, 0, 0, 1), AXIS(2, 2, 1, 1, 0, 0, 1)}},
		.src = {1, LARGE, -LARGE, 1}, .ndst = 1, .dst = {0.25}},
	{"every plane has its own windows",
		{AVERAGE, .batch = 2, .group = 2, .axis = {AXIS(2, 2, 1, 1, 0, 0, 1)}},
		.src = {1, 3, 5, 7, 9, 11, 13, 15}, .ndst = 4, .dst = {2, 6, 10, 14}},
	{"a plane of 16 is summed as a tree",
		{AVERAGE, .axis = {AXIS(16, 16, 1, 1, 0, 0, 1)}},
		.src = {LARGE, 1, [8] = -LARGE}, .ndst = 1, .dst = {1.0 / 16}},
	{"a plane of 15 is summed in order",
		{AVERAGE, .axis = {AXIS(15, 15, 1, 1, 0, 0, 1)}},
		.src = {LARGE, 1, [8] = -LARGE}, .ndst = 1, .dst = {0}},
	{"the tree joins neighbours last",
		{AVERAGE, .axis = {AXIS(16, 16, 1, 1, 0, 0, 1)}},
		.src = {1, LARGE, [4] = 1, [5] = -LARGE}, .ndst = 1, .dst = {2.0 / 16}},
	{"element 16 of a plane belongs to the first partial sum",
		{AVERAGE, .axis = {AXIS(17, 17, 1, 1, 0, 0, 1)}},
		.src = {1, [8] = -LARGE, [16] = LARGE}, .ndst = 1, .dst = {0}},
	{"a padded window that covers the plane is a tree, too",
		{AVERAGE, .count_include_pad = true,
			.axis = {AXIS(16, 32, 1, 1, 8, 8, 1)}},
		.src = {LARGE, 1, [8] = -LARGE}, .ndst = 1, .dst = {1.0 / 32}},
	{"a window of 16 in a larger plane is summed in order",
		{AVERAGE, .axis = {AXIS(17, 16, 1, 1, 0, 0, 2)}},
		.src = {LARGE, 1, [8] = -LARGE}, .ndst = 2,
		.dst = {0, (1 - LARGE) / 16}},

	{"p = 1 sums absolute values",
		{LP, .p = 1, .axis = {AXIS(3, 3, 1, 1, 0, 0, 1)}},
		.src = {1, -2, 3}, .ndst = 1, .dst = {6}},
	{"p = 2 ends in a square root",
		{LP, .p = 2, .axis = {AXIS(2, 2, 1, 1, 0, 0, 1)}},
		.src = {-3, 4}, .ndst = 1, .dst = {5}},
	{"p = 3 takes absolute values",
		{LP, .p = 3, .axis = {AXIS(3, 3, 1, 1, 0, 0, 1)}},
		.src = {1, -6, 8}, .ndst = 1, .dst = {9}},
	{"the norm of nothing is 0",
		{LP, .p = 3, .axis = {AXIS(1, 1, 1, 1, 1, 0, 2)}},
		.src = {1}, .ndst = 2, .dst = {0, 1}},
	{"a fractional p uses pow",
		{LP, .fractional_p = 0.5, .axis = {AXIS(2, 2, 1, 1, 1, 0, 2)}},
		.src = {4, -9}, .ndst = 2, .dst = {4, 25}},
	{"a norm of float64 is computed in double",
		{LP, .p = 2, .axis = {AXIS(2, 2, 1, 1, 0, 0, 1)}}, .dtype = DTYPE_FLOAT64,
		.src = {0x3p400, 0x4p400}, .ndst = 1, .dst = {0x5p400}},

	{"Conv does not flip its kernel",
		{CONV, .axis = {AXIS(3, 2, 1, 1, 0, 0, 2)}},
		.src = {1, 2, 3}, .weights = {10, 1}, .ndst = 2, .dst = {12, 23}},
	{"a padded tap is no term even when its weight is infinite",
		{CONV, .axis = {AXIS(1, 2, 1, 1, 1, 0, 1)}},
		.src = {3}, .weights = {INFINITY, 1}, .ndst = 1, .dst = {3}},
	{"a Conv window in the padding adds a sum of nothing to the bias",
		{CONV, .axis = {AXIS(1, 1, 1, 1, 1, 0, 2)}}, .has_bias = true,
		.src = {3}, .weights = {2}, .bias = {-0.0}, .ndst = 2, .dst = {0.0, 6}},
	{"input channels are summed in blocks",
		{.reduction = &reduce_conv, .naxis = 1, .channel_block = 2, .ic = 4,
			.axis = {AXIS(1, 1, 1, 1, 0, 0, 1)}},
		.src = {LARGE, 0, 1, 1}, .weights = {1, 1, 1, 1}, .ndst = 1,
		.dst = {LARGE + 2}},
	{"the last block may be shorter",
		{.reduction = &reduce_conv, .naxis = 1, .channel_block = 2, .ic = 3,
			.axis = {AXIS(1, 1, 1, 1, 0, 0, 1)}},
		.src = {LARGE, 1, 3}, .weights = {1, 1, 1}, .ndst = 1,
		.dst = {LARGE + 4}},
	{"within a block channel follows channel",
		{CONV, .ic = 2, .axis = {AXIS(2, 2, 1, 1, 0, 0, 1)}},
		.src = {LARGE, 1, -LARGE, 1}, .weights = {1, 1, 1, 1}, .ndst = 1,
		.dst = {1}},
	{"block sums are added to the bias",
		{CONV, .axis = {AXIS(2, 2, 1, 1, 0, 0, 1)}}, .has_bias = true,
		.src = {1, 1}, .weights = {1, 1}, .bias = {LARGE}, .ndst = 1,
		.dst = {LARGE + 2}},
	{"groups read their own channels",
		{CONV, .batch = 2, .group = 2, .oc = 2, .axis = {AXIS(1, 1, 1, 1, 0, 0, 1)}},
		.has_bias = true, .src = {1, 2, 3, 4}, .weights = {10, 20, 30, 40},
		.bias = {1, 2, 3, 4}, .ndst = 8,
		.dst = {11, 22, 63, 84, 31, 62, 123, 164}},
	{"strict rounds each product",
		{CONV, .axis = {AXIS(2, 2, 1, 1, 0, 0, 1)}}, .numerics = NUMERICS_STRICT,
		.src = {-(1 + 0x1p-11), 1 + 0x1p-12}, .weights = {1, 1 + 0x1p-12},
		.ndst = 1, .dst = {0}},
	{"fma rounds a product and its sum once",
		{CONV, .axis = {AXIS(2, 2, 1, 1, 0, 0, 1)}}, .numerics = NUMERICS_FMA,
		.src = {-(1 + 0x1p-11), 1 + 0x1p-12}, .weights = {1, 1 + 0x1p-12},
		.ndst = 1, .dst = {0x1p-24}},
	{"fma holds in float64, too",
		{CONV, .axis = {AXIS(2, 2, 1, 1, 0, 0, 1)}}, .dtype = DTYPE_FLOAT64,
		.numerics = NUMERICS_FMA,
		.src = {-(1 + 0x1p-29), 1 + 0x1p-30}, .weights = {1, 1 + 0x1p-30},
		.ndst = 1, .dst = {0x1p-60}},
	{"float16 is summed in float32 and rounded once",
		{CONV, .axis = {AXIS(3, 3, 1, 1, 0, 0, 1)}}, .dtype = DTYPE_FLOAT16,
		.src = {2048, 1, 1}, .weights = {1, 1, 1}, .ndst = 1, .dst = {2050}},
	{"an average of float16 does not overflow on its way",
		{AVERAGE, .axis = {AXIS(2, 2, 1, 1, 0, 0, 1)}}, .dtype = DTYPE_FLOAT16,
		.src = {60000, 60000}, .ndst = 1, .dst = {60000}},
	{"bfloat16 is summed in float32 and rounded once",
		{AVERAGE, .axis = {AXIS(4, 4, 1, 1, 0, 0, 1)}}, .dtype = DTYPE_BFLOAT16,
		.src = {256, 1, 1, 2}, .ndst = 1, .dst = {65}},
};
/* clang-format on */

static double
get(enum dtype dtype, const void *elements, size_t i)
{
	switch (dtype) {
	case DTYPE_FLOAT64:
		return ((const double *)elements)[i];
	case DTYPE_FLOAT16:
		return opgen_float16_to_float(((const uint16_t *)elements)[i]);
	case DTYPE_BFLOAT16:
		return opgen_bfloat16_to_float(((const uint16_t *)elements)[i]);
	default:
		return ((const float *)elements)[i];
	}
}

static void
put(enum dtype dtype, void *elements, const double *value)
{
	for (size_t i = 0; i < MAX_ELEMENT; i++)
		switch (dtype) {
		case DTYPE_FLOAT64:
			((double *)elements)[i] = value[i];
			break;
		case DTYPE_FLOAT16:
			((uint16_t *)elements)[i] =
				opgen_float_to_float16((float)value[i]);
			break;
		case DTYPE_BFLOAT16:
			((uint16_t *)elements)[i] =
				opgen_float_to_bfloat16((float)value[i]);
			break;
		default:
			((float *)elements)[i] = (float)value[i];
		}
}

/* Storage for few elements of any type. */
union elements {
	double f64[MAX_ELEMENT];
	float f32[MAX_ELEMENT];
	uint16_t half[MAX_ELEMENT];
};

/* A plan of one element type. */
static void
set_dtype(struct plan *plan, enum dtype dtype)
{
	for (int i = 0; i < 3; i++)
		operand_set_dtype(&plan->operand[i], dtype);
	operand_set_dtype(&plan->dst, dtype);
	plan->sum = plan->dst.loaded;
}

static void
window_is_computed(void **state)
{
	const struct window_case *row = *state;
	const enum dtype dtype = row->dtype ? row->dtype : DTYPE_FLOAT32;
	const enum numerics numerics = row->numerics ? row->numerics : NUMERICS_STRICT;
	union elements src, weights, bias, dst, single;
	const void *const input[] = {&src, NULL, &bias};
	struct plan plan = {.kind = PLAN_WINDOW, .u.window = row->window};
	struct window_plan *window = &plan.u.window;

	window->batch = window->batch ? window->batch : 1;
	window->group = window->group ? window->group : 1;
	window->ic = window->ic ? window->ic : 1;
	window->oc = window->oc ? window->oc : 1;
	window_lay_out(window, WINDOW_NCHW, WINDOW_NCHW);
	set_dtype(&plan, dtype);
	plan.dst.nelement = (int64_t)row->ndst;
	plan.operand[1].constant = &weights;
	plan.src = &plan.operand[0];
	plan.weights = window->reduction->weighted ? &plan.operand[1] : NULL;
	plan.bias = row->has_bias ? &plan.operand[2] : NULL;
	put(dtype, &src, row->src);
	put(dtype, &weights, row->weights);
	put(dtype, &bias, row->bias);

	reference_run(&plan, numerics, input, (void *const[]){&dst});
	for (size_t i = 0; i < row->ndst; i++) {
		const double got = get(dtype, &dst, i);

		if (isnan(row->dst[i]) ? !isnan(got)
				       : got != row->dst[i] ||
						 !signbit(got) != !signbit(row->dst[i]))
			fail_msg("element %zu is %a, not %a", i, got, row->dst[i]);
	}
	for (size_t i = 0; i < row->ndst; i++) {
		const int64_t element = (int64_t)i;

		memset(&single, 0xa5, sizeof single);
		reference_run_some(&plan, numerics, input, (void *const[]){&single},
			&(const struct reference_some){&element, 1});
		assert_memory_equal((char *)&single + i * dtype_info[dtype].size,
			(char *)&dst + i * dtype_info[dtype].size,
			dtype_info[dtype].size);
	}
}

/* LpPool of a and b, in float, over one window of two taps. */
static float
norm(float a, float b, int64_t p, enum numerics numerics)
{
	const float src[] = {a, b};
	const void *const input[] = {src};
	float dst;
	struct plan plan = {
		.kind = PLAN_WINDOW,
		.u.window = {LP, .batch = 1, .group = 1, .ic = 1, .oc = 1, .p = p,
			.axis = {AXIS(2, 2, 1, 1, 0, 0, 1)}},
	};

	window_lay_out(&plan.u.window, WINDOW_NCHW, WINDOW_NCHW);
	plan.src = &plan.operand[0];
	set_dtype(&plan, DTYPE_FLOAT32);
	plan.dst.nelement = 1;
	reference_run(&plan, numerics, input, (void *const[]){&dst});
	return dst;
}

/* x^p to the factors of its last multiplication. */
static void
last_factors(float x, int64_t p, float *left, float *right)
{
	const float square = x * x;
	const float cube = square * x;
	const float fourth = square * square;

	*left = p == 2 ? x : p == 3 ? square : p == 5 ? fourth : cube;
	*right = p == 6 ? cube : x;
}

static void
powers_are_made_left_to_right(void **state)
{
	static const int64_t powers[] = {2, 3, 5, 6};
	const float a = 1.1f, b = 1.7f;

	(void)state;
	for (size_t i = 0; i < countof(powers); i++) {
		const int64_t p = powers[i];
		float left, right, product, strict, fused;

		last_factors(a, p, &left, &right);
		product = left * right;
		strict = product;
		fused = product;
		last_factors(b, p, &left, &right);
		product = left * right;
		strict += product;
		fused = fmaf(left, right, fused);
		assert_true(norm(a, b, p, NUMERICS_STRICT) == opgen_rootf(strict, p));
		assert_true(norm(a, b, p, NUMERICS_FMA) == opgen_rootf(fused, p));
	}
}

static void
conv_without_input_channels_gives_the_bias(void **state)
{
	const float bias[] = {3, -4};
	const void *const input[] = {bias, bias, bias};
	float dst[4];
	struct plan plan = {
		.kind = PLAN_WINDOW,
		.u.window = {CONV, .batch = 2, .group = 1, .ic = 0, .oc = 2,
			.axis = {AXIS(1, 1, 1, 1, 0, 0, 1)}},
	};

	(void)state;
	window_lay_out(&plan.u.window, WINDOW_NCHW, WINDOW_NCHW);
	plan.src = &plan.operand[0];
	plan.weights = &plan.operand[1];
	plan.bias = &plan.operand[2];
	set_dtype(&plan, DTYPE_FLOAT32);
	plan.dst.nelement = 4;
	reference_run(&plan, NUMERICS_STRICT, input, (void *const[]){dst});
	assert_true(dst[0] == 3 && dst[1] == -4 && dst[2] == 3 && dst[3] == -4);
}

static void
an_empty_output_is_left_alone(void **state)
{
	const void *const input[] = {NULL};
	struct plan plan = {.kind = PLAN_WINDOW};

	(void)state;
	plan.src = &plan.operand[0];
	reference_run(&plan, NUMERICS_FMA, input, (void *const[]){NULL});
	plan.kind = PLAN_MOVE;
	reference_run(&plan, NUMERICS_FMA, input, (void *const[]){NULL});
}

int
main(void)
{
	const struct CMUnitTest other[] = {
		cmocka_unit_test(powers_are_made_left_to_right),
		cmocka_unit_test(conv_without_input_channels_gives_the_bias),
		cmocka_unit_test(an_empty_output_is_left_alone),
	};

	return run_table("windows", window_case, window_is_computed) +
	       cmocka_run_group_tests_name("others", other, NULL, NULL);
}
