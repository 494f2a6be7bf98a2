#include "code/statements/values.h"

#include "base/arena.h"
#include "code/statements/builder.h"
#include "code/statements/share.h"
#include "plan/numerics.h"

#include <assert.h>
#include <string.h>

struct code_type
code_scalar(enum dtype dtype)
{
	return (struct code_type){dtype, 1};
}

struct code_type
code_vector(enum dtype dtype, int lanes)
{
	return (struct code_type){dtype, lanes};
}

struct address
code_at(const struct variable *base, int64_t offset)
{
	return (struct address){.base = base, .offset = offset};
}

struct address
code_moved(struct address at, int64_t offset)
{
	at.offset += offset;
	return at;
}

struct address
code_indexed_by(struct code_builder *code, struct address at, struct index_term term)
{
	struct index_term *all;

	if (!term.inc || !term.counter)
		return at;
	term.divide = term.divide ? term.divide : 1;
	all = arena_array(code->body, struct index_term, at.nterm + 1);
	if (at.nterm)
		memcpy(all, at.term, at.nterm * sizeof *all);
	all[at.nterm++] = term;
	at.term = all;
	return at;
}

struct address
code_indexed(struct code_builder *code, struct address at, const struct variable *counter,
	int64_t inc)
{
	return code_indexed_by(
		code, at, (struct index_term){.counter = counter, .inc = inc});
}

struct address
code_along(struct code_builder *code, const struct variable *base,
	const struct variable *counter, int64_t inc)
{
	return code_indexed(code, code_at(base, 0), counter, inc);
}

static struct value *
new_value(struct code_builder *code, enum value_kind kind, struct code_type type)
{
	struct value *v = arena_new(code->body, struct value);

	v->kind = kind;
	v->type = type;
	return v;
}

const struct value *
code_number(struct code_builder *code, struct code_type type, double number)
{
	struct value *v = new_value(code, VALUE_NUMBER, code_scalar(type.dtype));

	v->number = number;
	return code_set1(code, type, v);
}

const struct value *
code_get(struct code_builder *code, const struct variable *variable)
{
	struct value *v = new_value(code, VALUE_VARIABLE, variable->type);

	v->variable = variable;
	return v;
}

static struct value *
new_load(struct code_builder *code, enum value_kind kind, struct code_type type,
	struct address at)
{
	struct value *v = new_value(code, kind, type);

	v->at = at;
	return v;
}

const struct value *
code_load(struct code_builder *code, struct code_type type, struct address at)
{
	return new_load(code, VALUE_LOAD, type, at);
}

const struct value *
code_load_n(
	struct code_builder *code, struct code_type type, struct address at, int64_t n)
{
	struct value *v = new_load(code, VALUE_LOAD_N, type, at);

	assert(n >= 0 && n <= type.lanes);
	if (n == type.lanes)
		v->kind = VALUE_LOAD;
	v->n = n;
	return v;
}

const struct value *
code_load_parts(struct code_builder *code, struct code_type type, struct address at,
	int64_t step, int64_t n)
{
	struct value *v = new_load(code, VALUE_LOAD_PARTS, type, at);

	v->step = step;
	v->n = n;
	return v;
}

const struct value *
code_set1(struct code_builder *code, struct code_type type, const struct value *scalar)
{
	struct value *v;

	if (type.lanes == 1)
		return scalar;
	v = new_value(code, VALUE_SET1, type);
	v->a[0] = scalar;
	return v;
}

const struct value *
code_set1_load(struct code_builder *code, struct code_type type, struct address at)
{
	return new_load(code, type.lanes > 1 ? VALUE_SET1_LOAD : VALUE_LOAD, type, at);
}

const struct value *
code_unary(struct code_builder *code, enum value_kind kind, const struct value *a)
{
	struct value *v = new_value(code, kind, a->type);

	v->a[0] = a;
	return v;
}

const struct value *
code_binary(struct code_builder *code, enum value_kind kind, const struct value *a,
	const struct value *b)
{
	struct value *v = new_value(code, kind, a->type);

	assert(a->type.lanes == b->type.lanes && a->type.dtype == b->type.dtype);
	v->a[0] = a;
	v->a[1] = b;
	return v;
}

const struct value *
code_muladd(struct code_builder *code, bool fused, const struct value *a,
	const struct value *b, const struct value *c)
{
	struct value *v;

	if (dtype_is_integer(a->type.dtype))
		return code_binary(
			code, VALUE_ADD, code_binary(code, VALUE_MULTIPLY, a, b), c);
	v = new_value(code, fused ? VALUE_FMA : VALUE_MULADD, a->type);
	assert(a->type.lanes == b->type.lanes && a->type.lanes == c->type.lanes);
	v->a[0] = a;
	v->a[1] = b;
	v->a[2] = c;
	return v;
}

const struct value *
code_choose(struct code_builder *code, enum value_kind kind, const struct value *a,
	const struct value *b, const struct value *c, const struct value *d)
{
	struct value *v = new_value(code, kind, c->type);

	assert(a->type.lanes == c->type.lanes);
	v->a[0] = a;
	v->a[1] = b;
	v->a[2] = c;
	v->a[3] = d;
	return v;
}

const struct value *
code_index(struct code_builder *code, struct address at)
{
	return new_load(code, VALUE_INDEX, code_scalar(DTYPE_INT64), at);
}

const struct value *
code_round(struct code_builder *code, const struct value *a, enum dtype half)
{
	struct value *v = new_value(code, VALUE_ROUND, a->type);

	v->a[0] = a;
	v->n = half;
	return v;
}

const struct value *
code_convert(struct code_builder *code, const struct value *a, enum dtype dtype)
{
	struct value *v =
		new_value(code, VALUE_CONVERT, code_vector(dtype, a->type.lanes));

	v->a[0] = a;
	return v;
}

const struct value *
code_elementary(struct code_builder *code, bool fused, enum elementary function,
	const struct value *a, const struct value *b)
{
	struct value *v = new_value(code, VALUE_ELEMENTARY, a->type);

	v->a[0] = a;
	v->a[1] = b;
	v->n = numerics_elementary(function, fused, a->type.dtype);
	return v;
}

const struct value *
code_root(struct code_builder *code, const struct value *a, int64_t degree)
{
	struct value *v = new_value(code, VALUE_ROOT, a->type);

	v->a[0] = a;
	v->n = degree;
	return v;
}

const struct value *
code_power(struct code_builder *code, const struct value *a, double exponent)
{
	struct value *v = new_value(code, VALUE_POWER, a->type);

	v->a[0] = a;
	v->number = exponent;
	return v;
}

static const struct value *
new_shuffle(struct code_builder *code, enum value_kind kind, const struct value *a,
	const struct value *b, const int *lane)
{
	struct value *v = new_value(code, kind, a->type);
	uint8_t *copy = arena_array(code->body, uint8_t, a->type.lanes);

	for (int i = 0; i < a->type.lanes; i++) {
		assert(lane[i] >= 0 && lane[i] < 2 * a->type.lanes);
		copy[i] = (uint8_t)lane[i];
	}
	v->a[0] = a;
	v->a[1] = b;
	v->lane = copy;
	return v;
}

const struct value *
code_shuffle(struct code_builder *code, const struct value *a, const struct value *b,
	const int *lane)
{
	return new_shuffle(code, VALUE_SHUFFLE, a, b, lane);
}

const struct value *
code_blend(struct code_builder *code, const struct value *a, const struct value *b,
	uint64_t mask, bool masked)
{
	int lane[CODE_LANES];

	for (int i = 0; i < a->type.lanes; i++)
		lane[i] = mask >> i & 1 ? a->type.lanes + i : i;
	return new_shuffle(code, masked ? VALUE_BLEND : VALUE_SHUFFLE, a, b, lane);
}

const struct value *
code_call_value(struct code_builder *code, const struct function *function,
	const struct value *const *a, size_t n)
{
	struct value *v = new_value(code, VALUE_CALL, function->result);

	assert(n == function->nparameter && n <= VALUE_ARGUMENTS &&
		!function->takes_workspace && !function->takes_constants);
	for (size_t i = 0; i < n; i++)
		v->a[i] = a[i];
	v->function = code->sharing ? sharing_called(code->sharing, function) : function;
	v->n = (int64_t)n;
	return v;
}

struct argument
code_pass(struct address at)
{
	return (struct argument){.kind = ARGUMENT_ADDRESS, .at = at};
}

struct argument
code_pass_pointer(const struct variable *pointer)
{
	return code_pass(code_at(pointer, 0));
}

struct argument
code_pass_value(const struct value *value)
{
	return (struct argument){.kind = ARGUMENT_VALUE, .value = value};
}

struct argument
code_pass_number(int64_t number)
{
	return (struct argument){.kind = ARGUMENT_NUMBER, .number = number};
}

struct argument
code_pass_if(bool takes, struct argument argument)
{
	return takes ? argument : (struct argument){.kind = ARGUMENT_NONE};
}
