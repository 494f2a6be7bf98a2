#include "code/walk/size.h"

#include "base/dtype.h"
#include "code/statements/access.h"
#include "code/statements/code.h"

enum {
	SHALLOW = 3, /* loops inside each other whose counters stay in registers */
	KNOWN = 64,  /* places in memory whose computation compilers do not repeat */
	FEW_PARAMETERS = 4, /* that registers pass */
	FEW_VALUES = 16,    /* that registers hold, */
	MORE_VALUES = 32,   /* and on machines with more of them */
	EVEN_PASSES = 4,    /* a multiple of it: they may compute in vectors */
	NEAR = 128,         /* bytes of an offset that is part of short instructions, */
	THUMB_NEAR = 1024,  /* and of Thumb-2's */
	NARROW = 32,        /* bytes that full vectors have at least */
	SMALL_COPY = 64,    /* bytes that are copied without a call */
	WORD = 4            /* bytes */
};

/* The function that is looked at. */
struct sizing {
	struct code_size *size;
	/* The latest places in memory that its statements have computed. */
	const struct address *known[KNOWN];
	size_t nknown;
	int depth;           /* loops around the statement */
	bool even;           /* the innermost one of all may be computed in vectors */
	uint64_t live, most; /* variables that there are at once */
	uint64_t set;        /* assignments */
};

/* What values are made of: scalars, and vectors. Those that are not here take no code, or
   are seen to where they are added. */
/* clang-format off */
static const struct {
	enum code_part scalar, vector;
} part_of_kind[VALUE_KINDS] = {
	[VALUE_SET1]        = {PART_NOTHING, PART_VECTOR_SET1},
	[VALUE_SET1_LOAD]   = {PART_NOTHING, PART_VECTOR_SET1},
	[VALUE_ADD]         = {PART_SUM, PART_VECTOR_SUM},
	[VALUE_SUBTRACT]    = {PART_SUM, PART_VECTOR_SUM},
	[VALUE_MULTIPLY]    = {PART_SUM, PART_VECTOR_SUM},
	[VALUE_ABS]         = {PART_SUM, PART_VECTOR_SUM},
	[VALUE_SQRT]        = {PART_SUM, PART_VECTOR_SUM},
	[VALUE_MULADD]      = {PART_MULADD, PART_VECTOR_FMA},
	[VALUE_FMA]         = {PART_FMA, PART_VECTOR_FMA},
	[VALUE_DIVIDE]      = {PART_QUOTIENT, PART_VECTOR_SUM},
	[VALUE_REMAINDER]   = {PART_QUOTIENT, PART_VECTOR_OTHER},
	[VALUE_MAX]         = {PART_CHOICE, PART_VECTOR_SUM},
	[VALUE_MIN]         = {PART_CHOICE, PART_VECTOR_SUM},
	[VALUE_NAN_OR]      = {PART_CHOICE, PART_VECTOR_OTHER},
	[VALUE_CHOOSE]      = {PART_CHOICE, PART_VECTOR_OTHER},
	[VALUE_EQUAL]       = {PART_CHOICE, PART_VECTOR_OTHER},
	[VALUE_AND]         = {PART_LOGIC, PART_VECTOR_OTHER},
	[VALUE_OR]          = {PART_LOGIC, PART_VECTOR_OTHER},
	[VALUE_XOR]         = {PART_LOGIC, PART_VECTOR_OTHER},
	[VALUE_SHIFT_LEFT]  = {PART_LOGIC, PART_VECTOR_OTHER},
	[VALUE_SHIFT_RIGHT] = {PART_LOGIC, PART_VECTOR_OTHER},
	[VALUE_FLOOR]       = {PART_ROUND, PART_VECTOR_OTHER},
	[VALUE_CEIL]        = {PART_ROUND, PART_VECTOR_OTHER},
	[VALUE_NEAREST]     = {PART_ROUND, PART_VECTOR_OTHER},
	[VALUE_ROUND]       = {PART_HALF_STORE, PART_VECTOR_HALF},
	[VALUE_CONVERT]     = {PART_CONVERT, PART_VECTOR_OTHER},
	[VALUE_ELEMENTARY]  = {PART_RUNTIME, PART_RUNTIME},
	[VALUE_ROOT]        = {PART_RUNTIME, PART_RUNTIME},
	[VALUE_POWER]       = {PART_RUNTIME, PART_RUNTIME},
	[VALUE_SHUFFLE]     = {PART_NOTHING, PART_VECTOR_SHUFFLE},
	[VALUE_BLEND]       = {PART_NOTHING, PART_VECTOR_SHUFFLE},
	[VALUE_LOW]         = {PART_NOTHING, PART_VECTOR_SHUFFLE},
	[VALUE_HIGH]        = {PART_NOTHING, PART_VECTOR_SHUFFLE},
	[VALUE_CALL]        = {PART_CALL, PART_CALL},
};
/* clang-format on */

static void
add_parts(struct sizing *s, enum code_part part, uint64_t n)
{
	s->size->part[part] += n;
}

static void
add_part(struct sizing *s, enum code_part part)
{
	add_parts(s, part, 1);
}

static void
add_runtime(struct sizing *s, enum runtime_call call)
{
	s->size->call[call]++;
}

/* Whether two addresses differ in their offsets alone. */
static bool
is_beside(const struct address *a, const struct address *b)
{
	if (a->base != b->base || a->nterm != b->nterm)
		return false;
	for (size_t i = 0; i < a->nterm; i++) {
		const struct index_term *x = &a->term[i], *y = &b->term[i];

		if (x->counter != y->counter || x->divide != y->divide ||
			x->modulo != y->modulo || x->inc != y->inc ||
			x->second != y->second || x->scale != y->scale ||
			x->table != y->table)
			return false;
	}
	return true;
}

static bool
is_known(const struct sizing *s, const struct address *at)
{
	for (size_t i = 0; i < s->nknown && i < KNOWN; i++)
		if (is_beside(s->known[i], at))
			return true;
	return false;
}

static void
add_address(struct sizing *s, const struct address *at)
{
	int64_t size = at->base ? (int64_t)dtype_info[at->base->type.dtype].size : 0;
	int64_t limit = size ? NEAR / size : 0;

	if (size && (at->offset >= limit || at->offset < -limit))
		add_part(s, PART_FAR);
	if (size && (at->offset >= THUMB_NEAR / size || at->offset < -2 * limit))
		add_part(s, PART_FARTHER);
	if (!at->nterm || is_known(s, at))
		return;
	s->known[s->nknown++ % KNOWN] = at;
	add_parts(s, PART_TERM, at->nterm);
	for (size_t i = 0; i < at->nterm; i++) {
		if (at->term[i].modulo || at->term[i].divide > 1)
			add_part(s, PART_REST);
		if (at->term[i].table)
			add_part(s, PART_TABLE);
	}
}

/* An operation on numbers of a type takes more for some of these. */
static void
add_operation(struct sizing *s, struct code_type type)
{
	if (type.lanes > 1) {
		if (type.lanes * (int)dtype_info[type.dtype].size < NARROW)
			add_part(s, PART_VECTOR_NARROW);
		return;
	}
	if (s->even)
		add_part(s, PART_LANES);
	if (dtype_info[type.dtype].size > WORD)
		add_part(s, dtype_is_integer(type.dtype) ? PART_LONG : PART_WIDE);
}

/* What converts elements in memory to numbers, or back. */
static void
add_conversion(struct sizing *s, enum dtype memory, struct code_type type, bool loads)
{
	bool bfloat = memory == DTYPE_BFLOAT16;

	if (memory == type.dtype)
		return;
	if (type.lanes > 1) {
		add_part(s, PART_VECTOR_HALF);
	} else if (bfloat || memory == DTYPE_FLOAT16) {
		add_part(s, loads ? PART_HALF : PART_HALF_STORE);
		if (bfloat)
			add_runtime(s, loads ? CALL_FROM_BFLOAT16 : CALL_TO_BFLOAT16);
		else
			add_runtime(s, loads ? CALL_FROM_FLOAT16 : CALL_TO_FLOAT16);
	} else {
		add_part(s, PART_CONVERT);
	}
}

static void
add_access(struct sizing *s, const struct address *at, struct code_type type, bool loads)
{
	if (type.lanes > 1)
		add_part(s, loads ? PART_VECTOR_LOAD : PART_VECTOR_STORE);
	else
		add_part(s, loads ? PART_LOAD : PART_STORE);
	if (at->base)
		add_conversion(s, at->base->type.dtype, type, loads);
	add_operation(s, type);
	add_address(s, at);
}

static void
add_runtime_of(struct sizing *s, const struct value *v)
{
	bool bfloat = v->kind == VALUE_ROUND && v->n == DTYPE_BFLOAT16;

	switch (v->kind) {
	case VALUE_ELEMENTARY:
		add_runtime(s, (enum runtime_call)v->n);
		break;
	case VALUE_ROOT:
		add_runtime(s, CALL_ROOT);
		break;
	case VALUE_POWER:
		add_runtime(s, CALL_POWER);
		break;
	case VALUE_ROUND:
		add_runtime(s, bfloat ? CALL_FROM_BFLOAT16 : CALL_FROM_FLOAT16);
		add_runtime(s, bfloat ? CALL_TO_BFLOAT16 : CALL_TO_FLOAT16);
		break;
	default:
		break;
	}
}

static void
add_number(struct sizing *s, const struct value *v)
{
	if (v->type.lanes > 1)
		add_part(s, PART_VECTOR_SET1);
	else
		add_part(s, v->number != 0 ? PART_NUMBER : PART_ZERO);
}

static void
add_value(struct sizing *s, const struct value *v)
{
	enum code_part part = v->type.lanes > 1 ? part_of_kind[v->kind].vector
						: part_of_kind[v->kind].scalar;

	if (part == PART_SUM && dtype_is_integer(v->type.dtype))
		part = PART_INTEGER;
	if (is_load(v))
		add_access(s, &v->at, v->type, true);
	if (v->kind == VALUE_LOAD_N || v->kind == VALUE_LOAD_PARTS)
		add_part(s, PART_VECTOR_PART);
	if (v->kind == VALUE_INDEX)
		add_address(s, &v->at);
	if (v->kind == VALUE_NUMBER)
		add_number(s, v);
	if (part != PART_NOTHING) {
		add_part(s, part);
		add_operation(s, v->type);
		add_runtime_of(s, v);
	}
	for (int i = 0; i < VALUE_ARGUMENTS; i++)
		if (v->a[i])
			add_value(s, v->a[i]);
}

static void
add_call(struct sizing *s, const struct statement *call)
{
	add_part(s, PART_CALL);
	add_parts(s, PART_ARGUMENT, call->function->nparameter);
	for (size_t i = 0; i < call->function->nparameter; i++) {
		const struct argument *a = &call->argument[i];

		if (a->kind == ARGUMENT_VALUE)
			add_value(s, a->value);
		if (a->kind != ARGUMENT_ADDRESS)
			continue;
		if (a->at.nterm || a->at.offset)
			add_part(s, PART_ADDRESS);
		add_address(s, &a->at);
	}
}

/* Memory that is copied or cleared: short runs without a call. */
static void
add_block(struct sizing *s, const struct statement *block)
{
	int64_t bytes = block->n * (int64_t)dtype_info[block->at.base->type.dtype].size;

	add_part(s, PART_BLOCK);
	add_address(s, &block->at);
	if (bytes <= SMALL_COPY)
		add_parts(s, PART_COPIED, (uint64_t)(bytes + WORD - 1) / WORD);
	if (block->kind == STATEMENT_COPY)
		add_address(s, &block->from);
}

/* Whether statements are loops or calls, or have some inside. */
static bool
has_more_inside(const struct statement *s)
{
	for (; s; s = s->next)
		if (s->kind == STATEMENT_LOOP || s->kind == STATEMENT_CALL ||
			(has_body(s) && has_more_inside(s->body)))
			return true;
	return false;
}

static void add_body(struct sizing *s, const struct statement *statement);

/* A loop of a single pass is none. */
static void
add_loop(struct sizing *s, const struct statement *loop)
{
	const struct limit *l = loop->limit;
	bool listed = l->table.base || l->argument || l->selector;
	bool even = s->even, inner = !has_more_inside(loop->body);
	int64_t passes = listed || loop->step < 1
				 ? 0
				 : (l->limit - loop->first + loop->step - 1) / loop->step;

	if (passes == 1) {
		add_body(s, loop->body);
		return;
	}
	add_part(s, PART_LOOP);
	if (s->depth >= SHALLOW)
		add_part(s, PART_DEEP);
	if (listed)
		add_part(s, PART_LISTED);
	s->even = inner && passes > 0 && passes % EVEN_PASSES == 0 && loop->step == 1;
	s->depth++;
	add_body(s, loop->body);
	s->depth--;
	s->even = even;
}

static void
add_set(struct sizing *s)
{
	add_part(s, PART_SET);
	s->set++;
}

static void
add_statement(struct sizing *s, const struct statement *statement)
{
	if (statement->value)
		add_value(s, statement->value);
	switch (statement->kind) {
	case STATEMENT_DECLARE:
		s->live += statement->ndeclared;
		break;
	case STATEMENT_TABLE:
		add_part(s, PART_ARRAY);
		break;
	case STATEMENT_LET:
		s->live++;
		add_set(s);
		break;
	case STATEMENT_SET:
		add_set(s);
		break;
	case STATEMENT_STORE:
		add_access(s, &statement->at, statement->value->type, false);
		if (statement->n)
			add_part(s, PART_VECTOR_PART);
		break;
	case STATEMENT_LET_POINTER:
	case STATEMENT_POINT:
		add_part(s, PART_POINTER);
		add_address(s, &statement->at);
		break;
	case STATEMENT_LOOP:
		add_loop(s, statement);
		break;
	case STATEMENT_IF:
		add_part(s, PART_IF);
		add_body(s, statement->body);
		break;
	case STATEMENT_BLOCK:
		add_body(s, statement->body);
		break;
	case STATEMENT_CALL:
		add_call(s, statement);
		break;
	case STATEMENT_COPY:
	case STATEMENT_CLEAR:
		add_block(s, statement);
		break;
	default:
		break;
	}
}

/* The statements of a body, whose variables and counters end with it. */
static void
add_body(struct sizing *s, const struct statement *statement)
{
	uint64_t live = s->live;
	size_t nknown = s->nknown;

	for (; statement; statement = statement->next)
		add_statement(s, statement);
	s->most = s->live > s->most ? s->live : s->most;
	s->live = live;
	if (s->nknown < nknown + KNOWN)
		s->nknown = nknown;
}

void
code_size_add(struct code_size *size, const struct function *f)
{
	struct sizing s = {.size = size};

	add_part(&s, PART_FUNCTION);
	if (f->nparameter > FEW_PARAMETERS)
		add_parts(&s, PART_PARAMETER, f->nparameter - FEW_PARAMETERS);
	add_body(&s, f->body);
	if (s.most > FEW_VALUES)
		add_parts(&s, PART_CROWDED, s.set);
	if (s.most > MORE_VALUES)
		add_parts(&s, PART_OVERCROWDED, s.set);
}

struct code_size
code_size_end(const struct code_size *size)
{
	static const enum code_part once[RUNTIME_CALLS] = {
		[CALL_FROM_FLOAT16] = PART_HALF_ONCE,
		[CALL_TO_FLOAT16] = PART_HALF_STORE_ONCE,
		[CALL_FROM_BFLOAT16] = PART_BFLOAT_ONCE,
		[CALL_TO_BFLOAT16] = PART_BFLOAT_ONCE,
	};
	struct code_size end = *size;

	for (int i = 0; i < RUNTIME_CALLS; i++)
		if (size->call[i] == 1)
			end.part[once[i] ? once[i] : PART_RUNTIME_ONCE]++;
	return end;
}

uint64_t
code_size_bytes(
	const struct code_size *size, enum code_machine machine, enum code_level level)
{
	struct code_size end = code_size_end(size);
	double bytes = 0;

	for (int i = 0; i < NPART; i++)
		bytes += (double)end.part[i] *
			 code_part_bytes((enum code_part)i, machine, level);
	return (uint64_t)bytes;
}
