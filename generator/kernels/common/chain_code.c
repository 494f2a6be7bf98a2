#include "kernels/common/chain_code.h"

#include "base/arena.h"
#include "code/statements/access.h"
#include "kernels/common/code_algebra.h"
#include "kernels/common/tile_plan.h"
#include "plan/pointwise.h"

/* A value of a step, how many others use it, and its replacement. */
struct part {
	const struct value *value, *settled;
	int uses;
};

/* The values of one step, which may share parts. */
struct settling {
	struct chain_code *c;
	struct part *node;
	size_t n;
};

static struct part *
find(struct settling *s, const struct value *v)
{
	for (size_t i = 0; i < s->n; i++)
		if (s->node[i].value == v)
			return &s->node[i];
	return NULL;
}

static bool
is_leaf(const struct value *v)
{
	return v->kind == VALUE_VARIABLE || v->kind == VALUE_NUMBER ||
	       (v->kind == VALUE_SET1 && v->a[0]->kind == VALUE_NUMBER);
}

static void
count_uses(struct settling *s, const struct value *v)
{
	struct part *known = find(s, v);

	if (is_leaf(v))
		return;
	if (known) {
		known->uses++;
		return;
	}
	s->node = arena_grow(s->c->code->body, s->node, s->n, sizeof *s->node);
	s->node[s->n++] = (struct part){.value = v, .uses = 1};
	for (int i = 0; i < value_operands(v); i++)
		count_uses(s, v->a[i]);
}

/* Compilers could contract expressions within a statement, and a > b ? c : d would need
   parentheses within an expression. */
static bool
wants_name(const struct value *v, const struct value *outer)
{
	if (!outer)
		return false;
	if ((v->kind == VALUE_CHOOSE || v->kind == VALUE_EQUAL) && v->type.lanes == 1)
		return true;
	return v->kind == VALUE_MULTIPLY &&
	       (outer->kind == VALUE_ADD || outer->kind == VALUE_SUBTRACT);
}

/* The value with its shared parts replaced by variables. */
static const struct value *
settle(struct settling *s, const struct value *v, const struct value *outer)
{
	struct part *node = find(s, v);
	struct value *copy;

	if (is_leaf(v))
		return v;
	if (node->settled)
		return node->settled;
	copy = arena_new(s->c->code->body, struct value);
	*copy = *v;
	for (int i = 0; i < value_operands(v); i++)
		copy->a[i] = settle(s, v->a[i], v);
	node->settled =
		node->uses > 1 || wants_name(v, outer) ? chain_name(s->c, copy) : copy;
	return node->settled;
}

const struct value *
chain_name(struct chain_code *c, const struct value *value)
{
	return code_named(
		c->code, value, "%s%d", c->prefix ? c->prefix : "v", c->nname++);
}

const struct value *
chain_lower(struct chain_code *c, const struct value *const *operand)
{
	const struct pointwise_chain *chain = c->chain;
	struct code_algebra context = {
		.code = c->code, .fused = c->fused, .lanes = c->lanes};
	const struct algebra algebra = {.compute = code_compute, .context = &context};
	union quantity *result = arena_array(c->code->body, union quantity, chain->nstep);
	union quantity x[MAX_OPERAND];

	for (size_t i = 0; i < MAX_OPERAND; i++) {
		x[i].value = operand[i];
		if (operand[i] && !is_leaf(operand[i]) && chain_reads(chain, i) > 1)
			x[i].value = chain_name(c, operand[i]);
	}
	for (size_t i = 0; i < chain->nstep; i++) {
		struct settling s = {.c = c};
		const struct value *v = chain_step(chain, i, &algebra, x, result).value;

		count_uses(&s, v);
		v = settle(&s, v, NULL);
		if (i + 1 < chain->nstep && !is_leaf(v))
			v = chain_name(c, v);
		result[i].value = v;
	}
	return result[chain->nstep - 1].value;
}

const char *
chain_obstacle(const struct pointwise_chain *chain)
{
	enum dtype first = chain->step[0].computed;
	bool several = false, good = true;

	for (size_t i = 0; i < chain->nstep; i++) {
		enum dtype from = chain->step[i].computed, to = chain->step[i].loaded;

		if (chain->step[i].row->plain)
			return "a step of it is plain C";
		if (chain->step[i].row == &pointwise_divide &&
			dtype_info[from].kind != KIND_FLOAT)
			return "vectors of integers are not divided";
		several |= from != first || to != first;
		good &= vectors_convert(from) && vectors_convert(to) &&
			(from == to || from == DTYPE_FLOAT32 || to == DTYPE_FLOAT32);
	}
	return several && !good ? "there are no vectors that convert its types" : NULL;
}

/* An algebra that counts the runtime's functions. */
static union quantity
count_functions(const struct algebra *algebra, const struct computation *computation)
{
	int *n = algebra->context;

	*n += computation->kind == VALUE_ELEMENTARY;
	return (union quantity){.number = 0};
}

bool
chain_is_long(const struct pointwise_chain *chain, struct arena *arena)
{
	const union quantity x[MAX_OPERAND] = {{.number = 0}};
	int n = 0;
	const struct algebra algebra = {.compute = count_functions, .context = &n};

	chain_compute(
		chain, &algebra, x, arena_array(arena, union quantity, chain->nstep));
	return n > 0;
}

/* Whether a step from number `first` on reads the result of step k. */
static bool
reads_result(const struct pointwise_chain *chain, size_t first, size_t k)
{
	for (size_t i = first; i < chain->nstep; i++) {
		const struct step *s = &chain->step[i];

		for (int a = 0; a < s->row->narguments; a++)
			if (s->argument[a].is_step && s->argument[a].number == k)
				return true;
	}
	return false;
}

int
chain_alive(const struct pointwise_chain *chain)
{
	int most = 0;

	for (size_t i = 0; i < chain->nstep; i++) {
		int alive = 2; /* the current step's values */

		for (size_t k = 0; k < i; k++)
			alive += reads_result(chain, i, k);
		most = alive > most ? alive : most;
	}
	return most;
}
