#include "code/statements/access.h"

int64_t
array_bytes(const struct variable *v)
{
	return v->length * type_bytes(v->type);
}

/* Bytes of a lane in memory. */
static int64_t
lane_bytes(struct code_type memory, struct code_type value)
{
	bool converts = access_converts(memory.dtype, value.dtype);

	return (int64_t)dtype_info[converts ? memory.dtype : value.dtype].size;
}

struct access
access_of_load(const struct value *v)
{
	int64_t lane = lane_bytes(v->at.base->type, v->type), lanes = v->type.lanes;

	if (v->kind == VALUE_LOAD_PARTS)
		return (struct access){
			&v->at, 16, v->n, v->step * type_bytes(v->at.base->type)};
	if (v->kind == VALUE_LOAD_N)
		lanes = v->n;
	else if (v->kind == VALUE_SET1_LOAD)
		lanes = 1;
	return (struct access){&v->at, lanes * lane, 1, 0};
}

struct access
access_of_store(const struct statement *s)
{
	int64_t lane = lane_bytes(s->at.base->type, s->value->type);

	return (struct access){&s->at, (s->n ? s->n : s->value->type.lanes) * lane, 1, 0};
}

struct access
access_of_move(const struct statement *s, const struct address *at)
{
	/* A void pointer has elements of the other pointer's type. */
	const struct variable *base =
		s->kind == STATEMENT_COPY ? s->from.base : s->at.base;

	return (struct access){at, s->n * type_bytes(base->type), 1, 0};
}

struct access
access_of_pick(const struct statement *s)
{
	const struct address *at = &s->limit->picked;

	return (struct access){at, type_bytes(at->base->type), 1, 0};
}

const char *
elementary_name(enum elementary function)
{
	static const char *const name[] = {
		[ELEMENTARY_EXP] = "exp",
		[ELEMENTARY_EXPM1] = "expm1",
		[ELEMENTARY_LOG] = "log",
		[ELEMENTARY_LOG1P] = "log1p",
		[ELEMENTARY_TANH] = "tanh",
		[ELEMENTARY_ERF] = "erf",
		[ELEMENTARY_SIGMOID] = "sigmoid",
		[ELEMENTARY_GELU] = "gelu",
		[ELEMENTARY_POW] = "pow",
		[ELEMENTARY_FUSED_EXP] = "fused_exp",
		[ELEMENTARY_FUSED_EXPM1] = "fused_expm1",
		[ELEMENTARY_FUSED_LOG] = "fused_log",
		[ELEMENTARY_FUSED_LOG1P] = "fused_log1p",
		[ELEMENTARY_FUSED_TANH] = "fused_tanh",
		[ELEMENTARY_FUSED_ERF] = "fused_erf",
		[ELEMENTARY_FUSED_SIGMOID] = "fused_sigmoid",
		[ELEMENTARY_FUSED_GELU] = "fused_gelu",
	};

	return name[function];
}

/* The name of each kind of value, and how many values it is made of. */
/* clang-format off */
static const struct {
	const char *name;
	int operands;
} value_rows[VALUE_KINDS] = {
	[VALUE_NUMBER]      = {"number", 0},
	[VALUE_INDEX]       = {"index", 0},
	[VALUE_VARIABLE]    = {"get", 0},
	[VALUE_LOAD]        = {"load", 0},
	[VALUE_LOAD_N]      = {"load_n", 0},
	[VALUE_LOAD_PARTS]  = {"load_parts", 0},
	[VALUE_SET1]        = {"set1", 1},
	[VALUE_SET1_LOAD]   = {"set1_load", 0},
	[VALUE_ADD]         = {"add", 2},
	[VALUE_SUBTRACT]    = {"subtract", 2},
	[VALUE_MULTIPLY]    = {"multiply", 2},
	[VALUE_DIVIDE]      = {"divide", 2},
	[VALUE_MULADD]      = {"muladd", 3},
	[VALUE_FMA]         = {"fma", 3},
	[VALUE_ABS]         = {"abs", 1},
	[VALUE_SQRT]        = {"sqrt", 1},
	[VALUE_MAX]         = {"max", 2},
	[VALUE_MIN]         = {"min", 2},
	[VALUE_NAN_OR]      = {"nan_or", 2},
	[VALUE_FLOOR]       = {"floor", 1},
	[VALUE_CEIL]        = {"ceil", 1},
	[VALUE_NEAREST]     = {"nearest", 1},
	[VALUE_ROUND]       = {"round", 1},
	[VALUE_CONVERT]     = {"convert", 1},
	[VALUE_CHOOSE]      = {"choose", 4},
	[VALUE_EQUAL]       = {"equal", 4},
	[VALUE_REMAINDER]   = {"remainder", 2},
	[VALUE_AND]         = {"and", 2},
	[VALUE_OR]          = {"or", 2},
	[VALUE_XOR]         = {"xor", 2},
	[VALUE_SHIFT_LEFT]  = {"shift_left", 2},
	[VALUE_SHIFT_RIGHT] = {"shift_right", 2},
	[VALUE_ELEMENTARY]  = {"elementary", 1},
	[VALUE_ROOT]        = {"root", 1},
	[VALUE_POWER]       = {"power", 1},
	[VALUE_SHUFFLE]     = {"shuffle", 2},
	[VALUE_BLEND]       = {"blend", 2},
	[VALUE_LOW]         = {"low", 2},
	[VALUE_HIGH]        = {"high", 2},
	[VALUE_CALL]        = {"call", 0},
};
/* clang-format on */

const char *
value_kind_name(enum value_kind kind)
{
	return value_rows[kind].name;
}

int
value_operands(const struct value *v)
{
	if (v->kind == VALUE_ELEMENTARY && v->n == ELEMENTARY_POW)
		return 2;
	return v->kind == VALUE_CALL ? (int)v->n : value_rows[v->kind].operands;
}
