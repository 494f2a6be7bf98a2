#include "ops/common/translate.h"

#include <string.h>

#include "base/arena.h"
#include "diag/source.h"
#include "ops/common/parts.h"
#include "ops/shape/moved.h"

const struct attribute_rule translated_none[] = {{.name = NULL}};

const struct dtype_rule translated_floats[] = {
	{DTYPE_FLOAT32, 1},
	{DTYPE_FLOAT64, 1},
	{DTYPE_FLOAT16, 1},
	{DTYPE_BFLOAT16, 1},
	{DTYPE_NONE, 0},
};

const struct dtype_rule translated_numbers[] = {
	{DTYPE_FLOAT32, 1},
	{DTYPE_FLOAT64, 1},
	{DTYPE_FLOAT16, 1},
	{DTYPE_BFLOAT16, 1},
	{DTYPE_INT8, 1},
	{DTYPE_INT16, 1},
	{DTYPE_INT32, 1},
	{DTYPE_INT64, 1},
	{DTYPE_UINT8, 1},
	{DTYPE_UINT16, 1},
	{DTYPE_UINT32, 1},
	{DTYPE_UINT64, 1},
	{DTYPE_NONE, 0},
};

const struct dtype_rule translated_precise[] = {
	{DTYPE_FLOAT32, 1},
	{DTYPE_FLOAT64, 1},
	{DTYPE_FLOAT16, 1},
	{DTYPE_BFLOAT16, 1},
	{DTYPE_INT32, 1},
	{DTYPE_INT64, 1},
	{DTYPE_UINT32, 1},
	{DTYPE_UINT64, 1},
	{DTYPE_NONE, 0},
};

void
translate_input(struct part *p, int to, int from)
{
	const struct operation *o = p->from;
	bool there = from != NO_INPUT;

	p->to.input[to] = there ? o->input[from] : NULL;
	p->to.input_where[to] = there ? o->input_where[from] : NULL;
	p->to.input_name[to] = there ? o->input_name[from] : NULL;
	p->to.ninput = 0;
	for (int i = 0; i < MAX_INPUT; i++)
		if (p->to.input[i])
			p->to.ninput = i + 1;
}

void
translate_list(struct part *p, int to, int from)
{
	translate_input(p, to, from);
	if (!p->to.input[to] || p->to.input[to]->rank)
		return;
	p->tensor[to] = *p->to.input[to];
	p->tensor[to].rank = 1;
	p->tensor[to].shape[0] = 1;
	p->to.input[to] = &p->tensor[to];
}

void
translate_list_of(struct part *p, int to, const int64_t *value, size_t n, int from)
{
	int64_t *copy = arena_array(p->arena, int64_t, n);

	translate_input(p, to, from);
	for (size_t i = 0; i < n; i++)
		copy[i] = value[i];
	p->tensor[to] = (struct tensor){.dtype = DTYPE_INT64,
		.rank = 1,
		.shape = {(int64_t)n},
		.nelement = (int64_t)n,
		.constant = copy};
	p->to.input[to] = &p->tensor[to];
}

void
translate_ints_of(struct part *p, const char *name, int input)
{
	const struct operation *from = p->from;
	int64_t n = from->input[input]->nelement;
	int64_t *value = arena_array(p->arena, int64_t, n);

	for (int64_t i = 0; i < n; i++)
		value[i] = integer_element(from, input, i);
	part_ints(p, name, value, (size_t)n,
		place_member(from->input_where[input], "data", p->arena));
}

static bool
is_one(const struct part *p, int input)
{
	if (p->from->input[input]->nelement == 1)
		return true;
	source_error(p->source, p->from->input_where[input], "%s: expected one element",
		p->from->input_name[input]);
	return false;
}

bool
translate_int_of(struct part *p, const char *name, int input)
{
	if (!is_one(p, input))
		return false;
	part_int(
		p, name, integer_element(p->from, input, 0), p->from->input_where[input]);
	return true;
}

bool
translate_float_of(struct part *p, const char *name, int input)
{
	if (!is_one(p, input))
		return false;
	part_float(p, name, real_element(p->from, input, 0));
	return true;
}

/* The extent that a Split cuts; 0: there is no such axis, which is reported later. */
static int64_t
cut_extent(const struct part *p)
{
	const struct tensor *whole = p->to.input[0];
	int64_t axis = operation_int(&p->to, "axis", 0);

	axis += axis < 0 ? whole->rank : 0;
	return axis < 0 || axis >= whole->rank ? 0 : whole->shape[axis];
}

bool
translate_lengths(struct part *p, int to, int from)
{
	int64_t n = p->from->input[from]->nelement;
	int64_t *length = arena_array(p->arena, int64_t, n);
	struct misfit misfit;

	for (int64_t i = 0; i < n; i++)
		length[i] = integer_element(p->from, from, i);
	misfit = shape_lengths(cut_extent(p), length, (size_t)n);
	if (misfit.kind != FITS) {
		source_error(p->source,
			element_place(
				p->from, from, (int64_t)misfit.at, p->source, p->arena),
			"%s: expected at most one -1, got another one",
			p->from->input_name[from]);
		return false;
	}
	translate_list_of(p, to, length, (size_t)n, from);
	return true;
}
