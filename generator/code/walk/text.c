#include "code/walk/text.h"

#include <string.h>

enum {
	NUMBER_TEXT = 12, /* of one that is not 0 */
	ZERO_TEXT = 4,
	TERM_TEXT = 8,      /* of an index, without the counter's name */
	CALL_TEXT = 22,     /* "opgen_f32x8_muladd(, , )" */
	INFIX_TEXT = 3,     /* " + " */
	HALF_TEXT = 25,     /* "opgen_float16_to_float()" */
	LANE_TEXT = 4,      /* of a shuffle */
	PARAMETER_TEXT = 22 /* "const float *OPGEN_RESTRICT , ", without its name */
};

/* What a statement has beside names, values and addresses; its line's end included. */
static const uint64_t statement_bytes[STATEMENT_KINDS] = {
	[STATEMENT_DECLARE] = 14,
	[STATEMENT_TABLE] = 60,
	[STATEMENT_LET] = 22,
	[STATEMENT_SET] = 5,
	[STATEMENT_STORE] = 5,
	[STATEMENT_LET_POINTER] = 24,
	[STATEMENT_POINT] = 5,
	[STATEMENT_LOOP] = 32,
	[STATEMENT_BLOCK] = 5,
	[STATEMENT_IF] = 40,
	[STATEMENT_CALL] = 4,
	[STATEMENT_COPY] = 32,
	[STATEMENT_CLEAR] = 32,
	[STATEMENT_PREFETCH] = 20,
	[STATEMENT_ORDER] = 18,
	[STATEMENT_RETURN] = 9,
	[STATEMENT_UNUSED] = 8,
	[STATEMENT_COMMENT] = 7,
	[STATEMENT_BLANK] = 1,
};

static uint64_t
text_of_number(int64_t n)
{
	uint64_t digits = 1;

	for (; n >= 10 || n <= -10; n /= 10)
		digits++;
	return digits;
}

static uint64_t
text_of_address(const struct address *at)
{
	uint64_t n = at->base ? strlen(at->base->name) + INFIX_TEXT : 0;

	for (size_t i = 0; i < at->nterm; i++)
		n += TERM_TEXT +
		     (at->term[i].counter ? strlen(at->term[i].counter->name) : 0);
	return n + (at->offset ? text_of_number(at->offset) : 0);
}

/* What C has around a value's operands. */
static uint64_t
text_around(const struct value *v)
{
	bool plain = v->type.lanes == 1;

	switch (v->kind) {
	case VALUE_NUMBER:
		return (v->number != 0 ? NUMBER_TEXT : ZERO_TEXT) +
		       (plain ? 0u : CALL_TEXT);
	case VALUE_VARIABLE:
		return strlen(v->variable->name);
	case VALUE_INDEX:
	case VALUE_LOAD:
	case VALUE_LOAD_N:
	case VALUE_LOAD_PARTS:
	case VALUE_SET1_LOAD:
		return text_of_address(&v->at) + (plain ? 0u : CALL_TEXT) +
		       (v->at.base->type.dtype != v->type.dtype ? (uint64_t)HALF_TEXT
								: 0);
	case VALUE_ADD:
	case VALUE_SUBTRACT:
	case VALUE_MULTIPLY:
	case VALUE_DIVIDE:
		return dtype_is_integer(v->type.dtype) ? CALL_TEXT : INFIX_TEXT;
	case VALUE_ROUND:
		return 2 * HALF_TEXT;
	case VALUE_SHUFFLE:
		return CALL_TEXT + LANE_TEXT * (uint64_t)v->type.lanes;
	case VALUE_CALL:
		return strlen(v->function->name) + INFIX_TEXT;
	default:
		return CALL_TEXT;
	}
}

static uint64_t
text_of_value(const struct value *v)
{
	uint64_t n = text_around(v);

	for (int i = 0; i < VALUE_ARGUMENTS; i++)
		n += v->a[i] ? text_of_value(v->a[i]) : 0;
	return n;
}

static uint64_t
text_of_arguments(const struct statement *s)
{
	uint64_t n = strlen(s->function->name);

	for (size_t i = 0; i < s->function->nparameter; i++) {
		const struct argument *a = &s->argument[i];

		n += a->kind == ARGUMENT_ADDRESS ? text_of_address(&a->at)
		     : a->kind == ARGUMENT_VALUE ? text_of_value(a->value)
						 : text_of_number(a->number);
	}
	return n;
}

static uint64_t text_of_body(const struct statement *s, uint64_t depth);

static uint64_t
text_of_statement(const struct statement *s, uint64_t depth)
{
	uint64_t n = statement_bytes[s->kind] + depth + text_of_address(&s->at);

	if (s->variable)
		n += strlen(s->variable->name);
	if (s->value)
		n += text_of_value(s->value);
	/* A call of a vector's store, or of a conversion. */
	if (s->kind == STATEMENT_STORE && s->value->type.lanes > 1)
		n += CALL_TEXT;
	else if (s->kind == STATEMENT_STORE &&
		 s->at.base->type.dtype != s->value->type.dtype)
		n += HALF_TEXT;
	for (size_t i = 0; s->kind == STATEMENT_DECLARE && i < s->ndeclared; i++)
		n += strlen(s->declared[i]->name) + 2;
	if (has_body(s))
		n += text_of_body(s->body, depth + 1) + depth + 2;
	if (s->kind == STATEMENT_CALL)
		n += text_of_arguments(s);
	if (s->kind == STATEMENT_COPY)
		n += text_of_address(&s->from);
	if (s->kind == STATEMENT_COMMENT)
		n += strlen(s->text);
	return n;
}

static uint64_t
text_of_body(const struct statement *s, uint64_t depth)
{
	uint64_t n = 0;

	for (; s; s = s->next)
		n += text_of_statement(s, depth);
	return n;
}

uint64_t
text_of_function(const struct function *f)
{
	uint64_t n = strlen(f->name) + strlen(f->attribute) + PARAMETER_TEXT;

	n += f->comment ? strlen(f->comment) : 0;
	for (size_t i = 0; i < f->nparameter; i++)
		n += PARAMETER_TEXT + strlen(f->parameter[i]->name);
	return n + text_of_body(f->body, 1);
}
