#include "code/statements/constant_set.h"

#include "base/arena.h"
#include "code/statements/access.h"
#include "code/statements/code.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* Operands of a function on their way. */
struct adding {
	struct constant_set *all;
	struct arena *arena;
};

/* Adds a variable that is a constant. Statements in a row mostly name the same array. */
static void
add(const struct adding *adding, const struct variable *v)
{
	struct constant_set *all = adding->all;
	const struct operand *operand;

	if (!v || v->kind != VARIABLE_CONSTANT)
		return;
	operand = v->constant->operand;
	if (!operand || (all->n && all->operand[all->n - 1] == operand))
		return;
	all->operand = arena_grow(
		adding->arena, (void *)all->operand, all->n, sizeof *all->operand);
	all->operand[all->n++] = operand;
}

static void
add_address(const struct adding *adding, const struct address *at)
{
	add(adding, at->base);
	for (size_t i = 0; i < at->nterm; i++)
		add(adding, at->term[i].table);
}

static void
add_value(const struct adding *adding, const struct value *v)
{
	if (is_load(v) || v->kind == VALUE_INDEX)
		add_address(adding, &v->at);
	for (int i = 0; i < value_operands(v); i++)
		add_value(adding, v->a[i]);
}

static void
add_arguments(const struct adding *adding, const struct statement *s)
{
	for (size_t i = 0; i < s->function->nparameter; i++)
		if (s->argument[i].kind == ARGUMENT_VALUE)
			add_value(adding, s->argument[i].value);
		else if (s->argument[i].kind == ARGUMENT_ADDRESS)
			add_address(adding, &s->argument[i].at);
}

/* What a statement names, without its body. */
static void
add_statement(const struct adding *adding, const struct statement *s)
{
	switch (s->kind) {
	case STATEMENT_STORE:
		add_address(adding, &s->at);
		add_value(adding, s->value);
		break;
	case STATEMENT_LET:
	case STATEMENT_SET:
	case STATEMENT_RETURN:
		add_value(adding, s->value);
		break;
	case STATEMENT_COPY:
		add_address(adding, &s->from);
		add_address(adding, &s->at);
		break;
	case STATEMENT_LET_POINTER:
	case STATEMENT_POINT:
	case STATEMENT_CLEAR:
	case STATEMENT_PREFETCH:
		add_address(adding, &s->at);
		break;
	case STATEMENT_LOOP:
		add_address(adding, &s->limit->table);
		add_address(adding, &s->limit->picked);
		break;
	case STATEMENT_CALL:
		add_arguments(adding, s);
		break;
	default:
		break;
	}
}

static void
add_list(const struct adding *adding, const struct statement *s)
{
	for (; s; s = s->next) {
		add_statement(adding, s);
		if (has_body(s))
			add_list(adding, s->body);
	}
}

void
constant_set_add(
	struct constant_set *all, const struct function *function, struct arena *arena)
{
	add_list(&(struct adding){all, arena}, function->body);
}

static int
compare(const void *a, const void *b)
{
	uintptr_t first = (uintptr_t) * (const struct operand *const *)a,
		  second = (uintptr_t) * (const struct operand *const *)b;

	return (first > second) - (first < second);
}

struct constant_set
constant_set_end(const struct constant_set *all, struct arena *arena)
{
	struct constant_set sorted = {
		.operand = arena_array(arena, const struct operand *, all->n)};

	if (!all->n)
		return sorted;
	memcpy(sorted.operand, all->operand, all->n * sizeof *all->operand);
	qsort(sorted.operand, all->n, sizeof *sorted.operand, compare);
	for (size_t i = 0; i < all->n; i++)
		if (!sorted.n || sorted.operand[sorted.n - 1] != sorted.operand[i])
			sorted.operand[sorted.n++] = sorted.operand[i];
	return sorted;
}

bool
constant_set_has(const struct constant_set *all, const struct operand *operand)
{
	return all->n &&
	       bsearch(&operand, all->operand, all->n, sizeof *all->operand, compare);
}
