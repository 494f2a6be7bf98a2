#include "ops/translate.h"

#include <string.h>

#include "base/arena.h"
#include "diag/source.h"
#include "ops/parts.h"

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

/* The place of an attribute's rule in a version, or of one of another version. */
static int
find_rule(const struct translation *t, const char *name)
{
	const struct attribute_rule *rule = t->op.attribute;
	int found = -1;

	for (int i = 0; rule[i].name; i++)
		if (!strcmp(rule[i].name, name) &&
			(found < 0 || (rule[i].since <= t->to.version &&
					      t->to.version <= rule[i].until)))
			found = i;
	return found;
}

void
translation_begin(struct translation *t, const struct operation *from,
	struct source *source, struct arena *arena)
{
	const struct op *other = from->op;

	*t = (struct translation){.from = from,
		.op = *other->as,
		.to = *from,
		.source = source,
		.arena = arena};
	t->op.name = other->name;
	t->op.domain = other->domain;
	t->op.output = other->output;
	t->op.has_opset = false;
	t->to.op = &t->op;
	t->to.version = other->as_version;
	memset(t->to.attribute, 0, sizeof t->to.attribute);
	for (int i = 0; other->attribute[i].name; i++) {
		int to = find_rule(t, other->attribute[i].name);

		if (to >= 0)
			t->to.attribute[to] = from->attribute[i];
	}
}

void
translate_input(struct translation *t, int to, int from)
{
	const struct operation *o = t->from;
	bool there = from != NO_INPUT;

	t->to.input[to] = there ? o->input[from] : NULL;
	t->to.input_where[to] = there ? o->input_where[from] : NULL;
	t->to.input_name[to] = there ? o->input_name[from] : NULL;
	t->to.ninput = 0;
	for (int i = 0; i < MAX_INPUT; i++)
		if (t->to.input[i])
			t->to.ninput = i + 1;
}

void
translate_list(struct translation *t, int to, int from)
{
	translate_input(t, to, from);
	if (!t->to.input[to] || t->to.input[to]->rank)
		return;
	t->tensor[to] = *t->to.input[to];
	t->tensor[to].rank = 1;
	t->tensor[to].shape[0] = 1;
	t->to.input[to] = &t->tensor[to];
}

void
translate_list_of(struct translation *t, int to, const int64_t *value, size_t n, int from)
{
	int64_t *copy = arena_array(t->arena, int64_t, n);

	translate_input(t, to, from);
	for (size_t i = 0; i < n; i++)
		copy[i] = value[i];
	t->tensor[to] = (struct tensor){.dtype = DTYPE_INT64,
		.rank = 1,
		.shape = {(int64_t)n},
		.nelement = (int64_t)n,
		.constant = copy};
	t->to.input[to] = &t->tensor[to];
}

static struct attribute *
set_attribute(struct translation *t, const char *name, enum attribute_type type,
	const struct place *where)
{
	int i = find_rule(t, name);

	t->attribute[i] = (struct attribute){.name = name,
		.type = type,
		.where = where ? where : t->from->node->where};
	t->to.attribute[i] = &t->attribute[i];
	return &t->attribute[i];
}

void
translate_int(
	struct translation *t, const char *name, int64_t value, const struct place *where)
{
	set_attribute(t, name, ATTRIBUTE_INT, where)->i = value;
}

void
translate_ints(struct translation *t, const char *name, const int64_t *value, size_t n,
	const struct place *where)
{
	struct attribute *attribute = set_attribute(t, name, ATTRIBUTE_INTS, where);

	attribute->ints = value;
	attribute->nint = n;
}

void
translate_float(struct translation *t, const char *name, double value)
{
	set_attribute(t, name, ATTRIBUTE_FLOAT, NULL)->f = value;
}

void
translate_string(struct translation *t, const char *name, const char *value)
{
	set_attribute(t, name, ATTRIBUTE_STRING, NULL)->s = value;
}

void
translate_ints_of(struct translation *t, const char *name, int input)
{
	const struct operation *from = t->from;
	int64_t n = from->input[input]->nelement;
	int64_t *value = arena_array(t->arena, int64_t, n);

	for (int64_t i = 0; i < n; i++)
		value[i] = integer_element(from, input, i);
	translate_ints(t, name, value, (size_t)n,
		place_member(from->input_where[input], "data", t->arena));
}

static bool
is_one(const struct translation *t, int input)
{
	if (t->from->input[input]->nelement == 1)
		return true;
	source_error(t->source, t->from->input_where[input], "%s: expected one element",
		t->from->input_name[input]);
	return false;
}

bool
translate_int_of(struct translation *t, const char *name, int input)
{
	if (!is_one(t, input))
		return false;
	translate_int(
		t, name, integer_element(t->from, input, 0), t->from->input_where[input]);
	return true;
}

bool
translate_float_of(struct translation *t, const char *name, int input)
{
	if (!is_one(t, input))
		return false;
	translate_float(t, name, real_element(t->from, input, 0));
	return true;
}

/* The extent that a Split cuts; 0: there is no such axis, which is reported later. */
static int64_t
cut_extent(const struct translation *t)
{
	const struct tensor *whole = t->to.input[0];
	int64_t axis = operation_int(&t->to, "axis", 0);

	axis += axis < 0 ? whole->rank : 0;
	return axis < 0 || axis >= whole->rank ? 0 : whole->shape[axis];
}

bool
translate_lengths(struct translation *t, int to, int from)
{
	int64_t left = cut_extent(t), n = t->from->input[from]->nelement, open = -1;
	int64_t *length = arena_array(t->arena, int64_t, n);

	for (int64_t i = 0; i < n; i++) {
		length[i] = integer_element(t->from, from, i);
		if (length[i] > 0)
			left -= length[i] > left ? left : length[i];
		if (length[i] != -1)
			continue;
		if (open >= 0) {
			source_error(t->source,
				element_place(t->from, from, i, t->source, t->arena),
				"%s: expected at most one -1, got another one",
				t->from->input_name[from]);
			return false;
		}
		open = i;
	}
	if (open >= 0)
		length[open] = left;
	translate_list_of(t, to, length, (size_t)n, from);
	return true;
}

bool
translation_plan(struct translation *t, struct plan *plan)
{
	if (!t->op.plan(&t->to, plan, t->source, t->arena))
		return false;
	plan->op = operation_title(t->from, t->arena);
	return true;
}

bool
plan_translated(const struct operation *operation, struct plan *plan,
	struct source *source, struct arena *arena)
{
	struct translation *t = arena_new(arena, struct translation);

	translation_begin(t, operation, source, arena);
	return (!operation->op->translate || operation->op->translate(t)) &&
	       translation_plan(t, plan);
}
