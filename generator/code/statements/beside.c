#include "code/statements/beside.h"

#include "base/arena.h"
#include "base/dtype.h"
#include "plan/plan.h"

#include <assert.h>

/* In a function, a pointer that is derived from the output, and the pointer beside it. */
struct code_pair {
	const struct variable *of, *variable;
	struct beside beside;
	bool moves; /* it is declared here, and moves as `of` does */
};

static bool
is_same(const struct beside *a, const struct beside *b)
{
	return a->operand == b->operand;
}

/* The number of a parameter; nparameter: not a parameter. */
static size_t
parameter_number(const struct function *f, const struct variable *v)
{
	size_t i = 0;

	while (i < f->nparameter && f->parameter[i] != v)
		i++;
	return i;
}

/* The tensor's own name for its first pointer. */
static const char *
name_of(struct code_builder *code, const struct variable *of, const struct beside *beside)
{
	for (size_t i = 0; i < code->npair; i++)
		if (is_same(&code->pair[i].beside, beside))
			return code_name(code, "%s_%s", beside->operand->name, of->name);
	return beside->operand->name;
}

/* Adds the parameter beside another one, and notes it for callers, which pass it in
   pass_beside(). */
static const struct variable *
add_parameter(struct code_builder *code, size_t number, const struct beside *beside,
	const char *name)
{
	struct function *f = code->function;
	struct beside_parameter *all =
		arena_grow(code->arena, (void *)f->beside, f->nbeside, sizeof *all);

	all[f->nbeside++] = (struct beside_parameter){number, *beside};
	f->beside = all;
	return code_input(code, code_scalar(beside->operand->dtype), name);
}

static void
add_pair(struct code_builder *code, struct code_pair pair)
{
	code->pair = arena_grow(code->arena, code->pair, code->npair, sizeof *code->pair);
	code->pair[code->npair++] = pair;
}

static const struct variable *
pointer_beside(
	struct code_builder *code, const struct variable *of, const struct beside *beside)
{
	struct code_pair pair = {.of = of, .beside = *beside};
	size_t number = parameter_number(code->function, of);
	const char *name;

	for (size_t i = 0; i < code->npair; i++)
		if (code->pair[i].of == of && is_same(&code->pair[i].beside, beside))
			return code->pair[i].variable;
	assert(of->kind == VARIABLE_POINTER);
	name = name_of(code, of, beside);
	pair.moves = true;
	if (number < code->function->nparameter) {
		pair.variable = add_parameter(code, number, beside, name);
	} else {
		struct variable *v =
			code_pointer(code, code_scalar(beside->operand->dtype), name);

		v->reads = true;
		pair.variable = v;
	}
	add_pair(code, pair);
	return pair.variable;
}

static struct address
place_beside(struct code_builder *code, struct address at, const struct beside *beside)
{
	const struct repetition *repetition = &beside->repetition;
	struct address to;

	if (!at.base)
		return at;
	/* One element for all has no other place, however far in the padding a loop over
	   taps begins. */
	if (beside->operand->nelement == 1)
		return code_at(pointer_beside(code, at.base, beside), 0);
	/* A vector that overlaps what is before its tile begins there, in the same plane.
	 */
	assert(at.offset >= 0 || at.offset > -repetition->every ||
		(repetition->every == 1 && !repetition->period));
	to = code_at(pointer_beside(code, at.base, beside),
		repetition_element(repetition, at.offset));
	for (size_t i = 0; i < at.nterm; i++) {
		struct index_term term = at.term[i];

		assert(term.inc < repetition->every || term.inc % repetition->every == 0);
		term.inc = repetition_inc(repetition, term.inc);
		to = code_indexed_by(code, to, term);
	}
	return to;
}

/* Inserts a statement after another one. */
static struct statement *
insert(struct code_builder *code, struct statement *before, enum statement_kind kind)
{
	struct statement *s = arena_new(code->body, struct statement);

	s->kind = kind;
	s->next = before->next;
	before->next = s;
	return s;
}

static bool
declares(const struct statement *s, const struct variable *v)
{
	for (size_t i = 0; i < s->ndeclared; i++)
		if (s->declared[i] == v)
			return true;
	return false;
}

/* Repeats what a statement does to a pointer for the one beside it. */
static void
follow(struct code_builder *code, struct statement *s, const struct code_pair *pair)
{
	struct address at;
	struct statement *more;

	if (s->kind == STATEMENT_DECLARE && declares(s, pair->of)) {
		const struct variable **all =
			arena_array(code->body, const struct variable *, 1);

		more = insert(code, s, STATEMENT_DECLARE);
		all[0] = pair->variable;
		more->declared = all;
		more->ndeclared = 1;
	}
	if ((s->kind != STATEMENT_LET_POINTER && s->kind != STATEMENT_POINT) ||
		s->variable != pair->of)
		return;
	at = place_beside(code, s->at, &pair->beside);
	if (at.base == pair->variable && !at.nterm && !at.offset)
		return;
	more = insert(code, s, s->kind);
	more->variable = pair->variable;
	more->at = at;
	more->fixed = s->fixed;
}

static void
follow_all(struct code_builder *code, struct statement *s, const struct code_pair *pair)
{
	for (; s; s = s->next) {
		if (has_body(s))
			follow_all(code, s->body, pair);
		else
			follow(code, s, pair);
	}
}

static void
end_function(struct code_builder *code)
{
	/* Following one pair may add others. */
	for (size_t i = 0; i < code->npair; i++) {
		const struct code_pair pair = code->pair[i];

		if (pair.moves)
			follow_all(code, (struct statement *)code->function->body, &pair);
	}
	code->npair = 0;
	code->pair = NULL;
}

static void
pass_beside(struct code_builder *code, const struct function *function,
	struct argument *argument)
{
	size_t first = function->nparameter - function->npassed - function->nbeside;

	for (size_t i = 0; i < function->nbeside; i++) {
		const struct beside_parameter *p = &function->beside[i];

		argument[first + i] =
			code_pass(place_beside(code, argument[p->number].at, &p->beside));
	}
}

static const struct code_follower follower = {end_function, pass_beside};

struct address
code_beside(struct code_builder *code, struct address at, const struct beside *beside)
{
	code->follower = &follower;
	return place_beside(code, at, beside);
}

void
code_beside_is(struct code_builder *code, const struct variable *output,
	const struct beside *beside, const struct variable *variable)
{
	code->follower = &follower;
	add_pair(code, (struct code_pair){output, variable, *beside, false});
}
