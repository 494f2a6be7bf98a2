#include "emit/forms.h"

#include "emit/spell.h"

#include <assert.h>

static bool
same_address(const struct address *a, const struct address *b)
{
	if (a->base != b->base || a->offset != b->offset || a->nterm != b->nterm)
		return false;
	for (size_t i = 0; i < a->nterm; i++)
		if (a->term[i].counter != b->term[i].counter ||
			a->term[i].divide != b->term[i].divide ||
			a->term[i].modulo != b->term[i].modulo ||
			a->term[i].inc != b->term[i].inc)
			return false;
	return true;
}

/* Whether a value is added to what it is assigned to: "+=". */
static bool
adds_to(const struct statement *s)
{
	const struct value *v = s->value, *to = v->a[0];

	if (v->kind != VALUE_ADD || is_integer(v->type))
		return false;
	if (s->kind == STATEMENT_SET)
		return to->kind == VALUE_VARIABLE && to->variable == s->variable;
	return to->kind == VALUE_LOAD && same_address(&to->at, &s->at) &&
	       to->type.dtype == s->at.base->type.dtype;
}

static enum line_form
store_form(const struct statement *s)
{
	struct code_type type = s->value->type;

	if (type.lanes == 1 || s->at.base->type.lanes > 1) {
		if (adds_to(s))
			return LINE_PUT_ADD;
		return *half_at(&s->at, type) ? LINE_PUT_HALF : LINE_PUT;
	}
	if (dtype_info[type.dtype].kind != KIND_FLOAT)
		return s->n ? LINE_MOVE_N : LINE_MOVE;
	return s->n ? LINE_STORE_N : LINE_STORE;
}

static enum line_form
pointer_form(const struct statement *s)
{
	if (s->at.base && s->at.base->is_void)
		return s->at.base->length ? LINE_CUT : LINE_CONVERTED;
	return s->fixed ? LINE_FIXED_POINTER : LINE_POINTER;
}

enum line_form
line_form(const struct statement *s)
{
	/* clang-format off */
	static const enum line_form form[STATEMENT_KINDS] = {
		[STATEMENT_TABLE]    = LINE_TABLE,
		[STATEMENT_BLOCK]    = LINE_BLOCK,
		[STATEMENT_IF]       = LINE_IF,
		[STATEMENT_COPY]     = LINE_COPY,
		[STATEMENT_CLEAR]    = LINE_CLEAR,
		[STATEMENT_PREFETCH] = LINE_PREFETCH,
		[STATEMENT_ORDER]    = LINE_ORDER,
		[STATEMENT_HOOK]     = LINE_HOOK,
		[STATEMENT_RETURN]   = LINE_RETURN,
		[STATEMENT_UNUSED]   = LINE_UNUSED,
	};
	/* clang-format on */

	switch (s->kind) {
	case STATEMENT_LOOP:
		return is_pick(s) ? LINE_BLOCK : LINE_LOOP;
	case STATEMENT_LET:
		return s->fixed ? LINE_FIXED : LINE_LET;
	case STATEMENT_SET:
		return adds_to(s) ? LINE_ADD : LINE_SET;
	case STATEMENT_STORE:
		return store_form(s);
	case STATEMENT_LET_POINTER:
		return pointer_form(s);
	case STATEMENT_POINT:
		return s->at.base == s->variable && !s->at.nterm ? LINE_ADVANCE
								 : LINE_POINT;
	case STATEMENT_CALL:
		return s->variable ? LINE_RESULT : LINE_CALL;
	default:
		assert(form[s->kind]);
		return form[s->kind];
	}
}

/* The form of each kind of values: of a float and of other numbers, of a vector of floats
   and of others. Vectors of integers are loaded at an offset from a pointer to any type,
   and their arithmetic, which wraps around, is the runtime's, as that of integers. */
/* clang-format off */
static const enum value_form value_forms[VALUE_KINDS][4] = {
	[VALUE_NUMBER]     = {PLAIN_LITERAL, PLAIN_LITERAL},
	[VALUE_INDEX]      = {PLAIN_INDEX, PLAIN_INDEX},
	[VALUE_VARIABLE]   = {C_VARIABLE, C_VARIABLE, C_VARIABLE, C_VARIABLE},
	[VALUE_LOAD]       = {C_ELEMENT, C_ELEMENT, VECTOR_LOAD, VECTOR_MOVE},
	[VALUE_LOAD_N]     = {0, 0, VECTOR_LOAD_N, VECTOR_MOVE_N},
	[VALUE_LOAD_PARTS] = {0, 0, VECTOR_LOAD_PARTS, VECTOR_LOAD_PARTS},
	[VALUE_SET1]       = {0, 0, VECTOR_FUNCTION, VECTOR_FUNCTION},
	[VALUE_SET1_LOAD]  = {0, 0, VECTOR_SET1, VECTOR_SET1},
	[VALUE_ADD]        = {C_SUM, PLAIN_FUNCTION, C_SUM, VECTOR_FUNCTION},
	[VALUE_SUBTRACT]   = {C_DIFFERENCE, PLAIN_FUNCTION, C_DIFFERENCE, VECTOR_FUNCTION},
	[VALUE_MULTIPLY]   = {C_PRODUCT, PLAIN_FUNCTION, C_PRODUCT, VECTOR_FUNCTION},
	[VALUE_DIVIDE]     = {C_QUOTIENT, PLAIN_FUNCTION, C_QUOTIENT, VECTOR_FUNCTION},
	[VALUE_MULADD]     = {PLAIN_MULADD, PLAIN_MULADD, VECTOR_FUNCTION, VECTOR_FUNCTION},
	[VALUE_FMA]        = {PLAIN_FMA, PLAIN_FMA, VECTOR_FUNCTION, VECTOR_FUNCTION},
	[VALUE_ABS]        = {PLAIN_ABS, PLAIN_ABS, VECTOR_FUNCTION, VECTOR_FUNCTION},
	[VALUE_SQRT]       = {PLAIN_SQRT, PLAIN_SQRT, VECTOR_FUNCTION, VECTOR_FUNCTION},
	[VALUE_MAX]        = {PLAIN_FUNCTION, PLAIN_FUNCTION, VECTOR_FUNCTION, VECTOR_FUNCTION},
	[VALUE_MIN]        = {PLAIN_FUNCTION, PLAIN_FUNCTION, VECTOR_FUNCTION, VECTOR_FUNCTION},
	[VALUE_NAN_OR]     = {PLAIN_FUNCTION, PLAIN_FUNCTION, VECTOR_FUNCTION, VECTOR_FUNCTION},
	[VALUE_CHOOSE]     = {PLAIN_CHOOSE, PLAIN_CHOOSE, VECTOR_FUNCTION, VECTOR_FUNCTION},
	[VALUE_EQUAL]      = {PLAIN_EQUAL, PLAIN_EQUAL},
	[VALUE_REMAINDER]  = {PLAIN_FUNCTION, PLAIN_FUNCTION},
	[VALUE_AND]        = {0, PLAIN_FUNCTION},
	[VALUE_OR]         = {0, PLAIN_FUNCTION},
	[VALUE_XOR]        = {0, PLAIN_FUNCTION},
	[VALUE_SHIFT_LEFT] = {0, PLAIN_FUNCTION},
	[VALUE_SHIFT_RIGHT] = {0, PLAIN_FUNCTION},
	[VALUE_FLOOR]      = {PLAIN_FLOOR, PLAIN_FLOOR, VECTOR_FUNCTION, VECTOR_FUNCTION},
	[VALUE_CEIL]       = {PLAIN_CEIL, PLAIN_CEIL, VECTOR_FUNCTION, VECTOR_FUNCTION},
	[VALUE_NEAREST]    = {PLAIN_NEAREST, PLAIN_NEAREST, VECTOR_FUNCTION, VECTOR_FUNCTION},
	[VALUE_ROUND]      = {PLAIN_ROUND, PLAIN_ROUND, VECTOR_ROUND, VECTOR_ROUND},
	[VALUE_ELEMENTARY] = {PLAIN_ELEMENTARY, PLAIN_ELEMENTARY, VECTOR_ELEMENTARY, VECTOR_ELEMENTARY},
	[VALUE_ROOT]       = {PLAIN_ROOT, PLAIN_ROOT, VECTOR_ROOT, VECTOR_ROOT},
	[VALUE_POWER]      = {PLAIN_POWER, PLAIN_POWER},
	[VALUE_SHUFFLE]    = {0, 0, VECTOR_SHUFFLE, VECTOR_SHUFFLE},
	[VALUE_BLEND]      = {0, 0, VECTOR_BLEND, VECTOR_BLEND},
	[VALUE_LOW]        = {0, 0, VECTOR_FUNCTION, VECTOR_FUNCTION},
	[VALUE_HIGH]       = {0, 0, VECTOR_FUNCTION, VECTOR_FUNCTION},
	[VALUE_CALL]       = {C_CALL, C_CALL, C_CALL, C_CALL},
};
/* clang-format on */

/* The runtime converts vectors of floats, and real numbers to integers; the rest is a
 * cast. */
static enum value_form
conversion_form(const struct value *v)
{
	enum dtype from = v->a[0]->type.dtype;
	enum dtype_kind kind = dtype_info[v->type.dtype].kind;
	bool is_float = dtype_info[from].kind == KIND_FLOAT;

	if (v->type.lanes > 1)
		return is_float ? VECTOR_TO : VECTOR_FROM;
	if (kind != KIND_BOOL && (!is_float || kind == KIND_FLOAT))
		return PLAIN_CAST;
	if (kind != KIND_BOOL && from == DTYPE_FLOAT32 &&
		dtype_info[v->type.dtype].size <= 2)
		return PLAIN_TO_SMALL;
	return PLAIN_TO_INTEGER;
}

static bool
is_same(const struct value *a, const struct value *b)
{
	return a == b || (a->kind == VALUE_VARIABLE && b->kind == VALUE_VARIABLE &&
				 a->variable == b->variable);
}

/* Whether gcc 12 takes a shuffle of eight doubles for one within pairs of lanes: it does
   not see that the second pair takes lanes of the upper half. */
static bool
is_mistaken(const struct value *v)
{
	bool own = true, above = false;

	if (v->type.dtype != DTYPE_FLOAT64 || v->type.lanes != 8)
		return false;
	for (int i = 0; i < 8; i++) {
		int lane = v->lane[i] % 8;

		own &= v->lane[i] < 8 || is_same(v->a[0], v->a[1]);
		own &= lane / 2 == i / 2 || (i / 2 == 1 && lane >= 2);
		above |= i / 2 == 1 && lane >= 4;
	}
	return own && above;
}

enum value_form
value_form(const struct value *v)
{
	bool is_vector = v->type.lanes > 1;
	bool is_float = dtype_info[v->type.dtype].kind == KIND_FLOAT;

	if (v->kind == VALUE_CONVERT)
		return conversion_form(v);
	if (v->kind == VALUE_LOAD && is_vector && v->at.base->type.lanes > 1)
		return C_ELEMENT;
	if (v->kind == VALUE_LOAD && !is_vector && *half_at(&v->at, v->type))
		return PLAIN_WIDENED;
	if (v->kind == VALUE_SHUFFLE && is_mistaken(v))
		return VECTOR_PERMUTE;
	if (v->kind == VALUE_POWER && v->type.dtype == DTYPE_FLOAT64)
		return PLAIN_POWER_DOUBLE;
	assert(value_forms[v->kind][2 * is_vector + !is_float]);
	return value_forms[v->kind][2 * is_vector + !is_float];
}
