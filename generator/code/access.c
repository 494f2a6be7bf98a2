#include "code/access.h"

int64_t
array_bytes(const struct variable *v)
{
	return v->length * type_bytes(v->type);
}

/* Bytes of a lane in memory, where numbers may have another type; what is only moved
   keeps its own. */
static int64_t
lane_bytes(struct code_type memory, struct code_type value)
{
	bool moves = dtype_info[value.dtype].kind != KIND_FLOAT;

	return (int64_t)dtype_info[moves ? value.dtype : memory.dtype].size;
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
		[ELEMENTARY_POW] = "pow",
		[ELEMENTARY_FUSED_EXP] = "fused_exp",
		[ELEMENTARY_FUSED_EXPM1] = "fused_expm1",
		[ELEMENTARY_FUSED_LOG] = "fused_log",
		[ELEMENTARY_FUSED_LOG1P] = "fused_log1p",
		[ELEMENTARY_FUSED_TANH] = "fused_tanh",
		[ELEMENTARY_FUSED_ERF] = "fused_erf",
		[ELEMENTARY_FUSED_SIGMOID] = "fused_sigmoid",
	};

	return name[function];
}

int
value_operands(const struct value *v)
{
	switch (v->kind) {
	case VALUE_SET1:
	case VALUE_ABS:
	case VALUE_SQRT:
	case VALUE_FLOOR:
	case VALUE_CEIL:
	case VALUE_NEAREST:
	case VALUE_ROUND:
	case VALUE_CONVERT:
	case VALUE_ROOT:
	case VALUE_POWER:
		return 1;
	case VALUE_ADD:
	case VALUE_SUBTRACT:
	case VALUE_MULTIPLY:
	case VALUE_MAX:
	case VALUE_MIN:
	case VALUE_NAN_OR:
	case VALUE_DIVIDE:
	case VALUE_SHUFFLE:
	case VALUE_LOW:
	case VALUE_HIGH:
		return 2;
	case VALUE_MULADD:
	case VALUE_FMA:
		return 3;
	case VALUE_ELEMENTARY:
		return v->n == ELEMENTARY_POW ? 2 : 1;
	case VALUE_CHOOSE:
		return 4;
	case VALUE_CALL:
		return (int)v->n;
	default:
		return 0;
	}
}
