#include "kernels/winograd/winograd.h"

/* The transforms of transform.c as additions, from vectors x0, x1, … on. */

/* Value number MOST_POINTS + k of a list, computed from those before it: a + b, a - b, or
   a * factor + b. */
struct operation {
	enum value_kind kind;
	int a, b;
	double factor;
	const char *name; /* NULL: part of another value's expression */
};

enum {
	A = MOST_POINTS,
	B,
	C,
	D,
	E,
	F,
	MOST_OPERATIONS = 12
};

#define ADD(a, b) \
	{ \
		VALUE_ADD, a, b, 0, NULL \
	}
#define SUB(a, b) \
	{ \
		VALUE_SUBTRACT, a, b, 0, NULL \
	}
#define MULADD(a, factor, b) \
	{ \
		VALUE_MULADD, a, b, factor, NULL \
	}

/* The last operations of each list are the results. By the outputs of a tile: 2 and 4. */
/* clang-format off */
static const struct operation to_points[2][MOST_OPERATIONS] = {
	{SUB(0, 2), ADD(1, 2), SUB(2, 1), SUB(1, 3)},
	{{VALUE_MULADD, 2, 4, -4, "a"}, {VALUE_MULADD, 1, 3, -4, "b"},
		{VALUE_SUBTRACT, 4, 2, 0, "c"}, {VALUE_SUBTRACT, 3, 1, 0, "d"},
		MULADD(2, -5, 4), MULADD(3, -5, 5),
		MULADD(0, 4, E), ADD(A, B), SUB(A, B), MULADD(D, 2, C), MULADD(D, -2, C), MULADD(1, 4, F)},
};
static const struct operation to_outputs[2][MOST_OPERATIONS] = {
	{ADD(1, 2), SUB(1, 2), ADD(0, A), SUB(B, 3)},
	{{VALUE_ADD, 1, 2, 0, "a"}, {VALUE_SUBTRACT, 1, 2, 0, "b"},
		{VALUE_ADD, 3, 4, 0, "c"}, {VALUE_SUBTRACT, 3, 4, 0, "d"},
		ADD(A, C), MULADD(D, 8, B),
		ADD(0, E), MULADD(D, 2, B), MULADD(C, 4, A), ADD(F, 5)},
};
/* clang-format on */

/* Adds a transform to so many results. */
static const struct function *
lower(struct winograd_code *w, const char *function, const char *comment,
	const char *from, const char *to, const struct operation *operation, int64_t n)
{
	struct code_builder *code = w->k.code;
	struct code_type vector = w->k.vector;
	const struct value *x[MOST_POINTS + MOST_OPERATIONS];
	const struct variable *result;
	bool blank = false;
	int end = 0;

	code_function(
		code, LINKAGE_ALWAYS, lowering_name(w->k.l, "%s", function), comment);
	for (int i = 0; i < w->g->points; i++)
		x[i] = code_given(code, vector, code_name(code, "%s%d", from, i));
	result = code_scratch(code, vector, to);
	for (; end < MOST_OPERATIONS && operation[end].kind; end++) {
		const struct operation *o = &operation[end];
		const struct value *a = x[o->a], *b = x[o->b], *y;

		y = o->kind == VALUE_MULADD
			    ? code_muladd(code, w->k.l->fused, a,
				      code_number(code, vector, o->factor), b)
			    : code_binary(code, o->kind, a, b);
		x[MOST_POINTS + end] = o->name ? code_named(code, y, "%s", o->name) : y;
		blank |= o->name != NULL;
	}
	if (blank)
		code_blank(code);
	for (int64_t i = 0; i < n; i++)
		code_store(code, code_at(result, i), x[MOST_POINTS + end - n + i]);
	return code_end_function(code);
}

void
winograd_lower_points(struct winograd_code *w)
{
	w->point = lower(w, "points", "Inputs to points, along one axis.", "x", "p",
		to_points[w->g->outputs == 4], w->g->points);
}

void
winograd_lower_output(struct winograd_code *w)
{
	w->output = lower(w, "outputs", "Points to outputs, along one axis.", "p", "y",
		to_outputs[w->g->outputs == 4], w->g->outputs);
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
