#include "kernels/winograd/winograd.h"

/* The transforms of transform.c as additions, from vectors x0, x1, … on. */

/* Value number MOST_POINTS + k of a list, computed from those before it: a * factor + b,
   or b - a where the factor is -1. */
struct operation {
	int a, factor, b;
};

/* The first values of a list. Those with names are read several times. */
enum {
	A = MOST_POINTS,
	B,
	C,
	D,
	E,
	F,
	NAMES = 4, /* in tiles of 4; in tiles of 2 none has one */
	MOST_OPERATIONS = 12
};

/* A transform along one axis. The last operations of a list are its results. By the
   outputs of a tile: 2 and 4. */
struct transform {
	const char *function, *comment, *from, *to;
	struct operation operation[2][MOST_OPERATIONS];
};

/* clang-format off */
static const struct transform to_points = {
	"points", "Inputs to points, along one axis.", "x", "p",
	{{{2, -1, 0}, {1, 1, 2}, {1, -1, 2}, {3, -1, 1}},
	 {{2, -4, 4}, {1, -4, 3}, {2, -1, 4}, {1, -1, 3}, {2, -5, 4}, {3, -5, 5},
	  {0, 4, E}, {A, 1, B}, {B, -1, A}, {D, 2, C}, {D, -2, C}, {1, 4, F}}},
};
static const struct transform to_outputs = {
	"outputs", "Points to outputs, along one axis.", "p", "y",
	{{{1, 1, 2}, {2, -1, 1}, {0, 1, A}, {3, -1, B}},
	 {{1, 1, 2}, {2, -1, 1}, {3, 1, 4}, {4, -1, 3}, {A, 1, C}, {D, 8, B},
	  {0, 1, E}, {D, 2, B}, {C, 4, A}, {F, 1, 5}}},
};
/* clang-format on */

static const struct value *
compute(const struct winograd_code *w, const struct operation *o,
	const struct value *const *x)
{
	struct code_builder *code = w->k.code;

	if (o->factor == 1)
		return code_binary(code, VALUE_ADD, x[o->a], x[o->b]);
	if (o->factor == -1)
		return code_binary(code, VALUE_SUBTRACT, x[o->b], x[o->a]);
	return code_muladd(code, w->k.l->fused, x[o->a],
		code_number(code, w->k.vector, o->factor), x[o->b]);
}

const struct function *
winograd_lower_transform(const struct winograd_code *w, bool outputs)
{
	const struct transform *t = outputs ? &to_outputs : &to_points;
	bool names = w->g->outputs == 4;
	const struct operation *operation = t->operation[names];
	int64_t n = outputs ? w->g->outputs : w->g->points;
	struct code_builder *code = w->k.code;
	const struct value *x[MOST_POINTS + MOST_OPERATIONS];
	const struct variable *result;
	int end = 0;

	code_function(code, LINKAGE_ALWAYS, lowering_name(w->k.l, "%s", t->function),
		t->comment);
	for (int i = 0; i < w->g->points; i++)
		x[i] = code_given(code, w->k.vector, code_name(code, "%s%d", t->from, i));
	result = code_scratch(code, w->k.vector, t->to);
	for (; end < MOST_OPERATIONS && operation[end].factor; end++) {
		const struct value *y = compute(w, &operation[end], x);

		if (names && end < NAMES)
			y = code_named(code, y, "%c", 'a' + end);
		x[MOST_POINTS + end] = y;
	}
	if (names)
		code_blank(code);
	for (int64_t i = 0; i < n; i++)
		code_store(code, code_at(result, i), x[MOST_POINTS + end - n + i]);
	return code_end_function(code);
}

void
winograd_call_transform(const struct winograd_code *w, const struct function *f,
	const struct value *const *x, struct address to)
{
	struct argument a[MOST_POINTS + 1];

	for (int64_t i = 0; i < w->g->points; i++)
		a[i] = code_pass_value(x[i]);
	a[w->g->points] = code_pass(to);
	code_call(w->k.code, f, a);
}

void
winograd_transform_array(const struct winograd_code *w, const struct function *f,
	struct address from, int64_t step, struct address to)
{
	const struct value *x[MOST_POINTS];

	for (int64_t i = 0; i < w->g->points; i++)
		x[i] = code_load(w->k.code, w->k.vector, code_moved(from, i * step));
	winograd_call_transform(w, f, x, to);
}
