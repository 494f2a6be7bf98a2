#include "code/walk/count.h"

#include "base/arena.h"
#include "code/statements/access.h"
#include "code/walk/visit.h"

#include <string.h>

/* What is read or written. Its elements are of the types by which it is accessed: memory
   between steps of a network has none of its own. */
struct amount {
	uint64_t elements, bytes;
};

/* What one call of a function does. Its reads and writes are of each parameter; the
   caller knows which operands those are. */
struct count {
	struct cost cost;
	struct amount read[CODE_PARAMETERS], written[CODE_PARAMETERS];
};

static void
amount_add(struct amount *sum, struct amount part, uint64_t times)
{
	sum->elements = count_add(sum->elements, count_mul(part.elements, times));
	sum->bytes = count_add(sum->bytes, count_mul(part.bytes, times));
}

/* The state of one walk through a function. */
struct tally {
	struct counting *all;
	struct walk *walk;
	struct count *sum;
	struct count now; /* of one of the current passes, not yet added to the sum */
	bool pending;
	/* By depth of bodies: how often the body runs, bytes of its arrays. */
	uint64_t passes[CODE_DEPTH], stack[CODE_DEPTH];
	int depth;
	const struct variable **table;
	size_t ntable;
};

static void
count_times(struct count *sum, const struct count *part, size_t n, uint64_t times)
{
	cost_add(&sum->cost, &part->cost, times);
	for (size_t i = 0; i < n; i++) {
		amount_add(&sum->read[i], part->read[i], times);
		amount_add(&sum->written[i], part->written[i], times);
	}
}

/* Adds `now`, times the passes, to the sum. */
static void
flush(struct tally *c)
{
	if (!c->pending)
		return;
	count_times(c->sum, &c->now, c->walk->function->nparameter, c->passes[c->depth]);
	c->now = (struct count){0};
	c->pending = false;
}

static bool
is_table(const struct tally *c, const struct variable *v)
{
	for (size_t i = 0; i < c->ntable; i++)
		if (c->table[i] == v)
			return true;
	return false;
}

/* The file's constants are identified by name. */
static void
meet_constant(struct tally *c, const struct variable *v)
{
	struct counting *all = c->all;

	for (size_t i = all->nconstant; i-- > 0;)
		if (all->constant[i] == v || !strcmp(all->constant[i]->name, v->name))
			return;
	if (is_table(c, v))
		return;
	all->constant = arena_grow(
		all->arena, (void *)all->constant, all->nconstant, sizeof *all->constant);
	all->constant[all->nconstant++] = v;
	all->constant_bytes = count_add(all->constant_bytes, (uint64_t)array_bytes(v));
}

static void
add_amount(struct cost *cost, struct amount amount, bool writes)
{
	uint64_t *elements = &cost->count[writes ? COUNT_WRITES : COUNT_READS];
	uint64_t *bytes = writes ? &cost->written_bytes : &cost->read_bytes;

	*elements = count_add(*elements, amount.elements);
	*bytes = count_add(*bytes, amount.bytes);
}

static void
count_amount(struct tally *c, const struct address *at, struct amount amount, bool writes)
{
	const struct variable *object;
	int parameter;
	enum walk_root root = walk_root(c->walk, at->base, &parameter, &object);

	c->pending = true;
	if (root == ROOT_CONSTANT) {
		meet_constant(c, object);
		add_amount(&c->now.cost, amount, false);
	} else if (root == ROOT_PARAMETER) {
		amount_add(
			&(writes ? c->now.written : c->now.read)[parameter], amount, 1);
	}
}

static void
count_access(struct tally *c, struct access access, bool writes)
{
	uint64_t bytes = (uint64_t)(access.length * access.n);
	uint64_t size = dtype_info[access.at->base->type.dtype].size;

	count_amount(c, access.at, (struct amount){bytes / size, bytes}, writes);
}

static void
count_called(struct tally *c, const struct function *f)
{
	const struct count *called = walks_value(&c->all->walks, c->walk, f);

	if (called)
		cost_add(&c->now.cost, &called->cost, 1);
}

static void
count_value(struct tally *c, const struct value *v)
{
	uint64_t *now = c->now.cost.count;
	uint64_t lanes = (uint64_t)v->type.lanes;

	c->pending = true;
	switch (v->kind) {
	case VALUE_ADD:
	case VALUE_SUBTRACT:
		now[COUNT_ADDS] += lanes;
		break;
	case VALUE_MULTIPLY:
		now[COUNT_MULTIPLIES] += lanes;
		break;
	case VALUE_DIVIDE:
	case VALUE_REMAINDER:
		now[COUNT_DIVISIONS] += lanes;
		break;
	case VALUE_MULADD:
		now[COUNT_MULTIPLIES] += lanes;
		now[COUNT_ADDS] += lanes;
		break;
	case VALUE_FMA:
		now[COUNT_FMAS] += lanes;
		break;
	case VALUE_MAX:
	case VALUE_MIN:
	case VALUE_NAN_OR:
	case VALUE_CHOOSE:
	case VALUE_EQUAL:
		now[COUNT_COMPARISONS] += lanes;
		break;
	case VALUE_ELEMENTARY:
		now[COUNT_FUNCTIONS] += lanes;
		break;
	case VALUE_SQRT:
	case VALUE_ROOT:
		now[COUNT_ROOTS] += lanes;
		break;
	case VALUE_POWER:
		now[COUNT_POWERS] += lanes;
		break;
	case VALUE_CALL:
		count_called(c, v->function);
		break;
	default:
		if (is_load(v))
			count_access(c, access_of_load(v), false);
		break;
	}
	for (int i = 0; i < value_operands(v); i++)
		count_value(c, v->a[i]);
}

/* Bytes of arrays in memory; arrays of vectors are registers. */
static void
count_arrays(struct tally *c, const struct statement *s)
{
	uint64_t *bytes = &c->stack[c->depth], *most = &c->sum->cost.stack_bytes;

	for (size_t i = 0; i < s->ndeclared; i++)
		if (s->declared[i]->kind == VARIABLE_ARRAY &&
			s->declared[i]->type.lanes == 1 && !s->declared[i]->in_workspace)
			*bytes += (uint64_t)array_bytes(s->declared[i]);
	*most = *bytes > *most ? *bytes : *most;
}

static void
count_table(struct tally *c, const struct variable *v)
{
	c->table =
		arena_grow(c->walk->arena, (void *)c->table, c->ntable, sizeof *c->table);
	c->table[c->ntable++] = v;
}

/* Counts a call, by its arguments. */
static void
count_call(struct tally *c, const struct statement *s)
{
	const struct count *called = walks_call(&c->all->walks, c->walk, s);
	uint64_t stack = c->stack[c->depth], *most = &c->sum->cost.stack_bytes;

	for (size_t i = 0; i < s->function->nparameter; i++)
		if (s->argument[i].kind == ARGUMENT_VALUE)
			count_value(c, s->argument[i].value);
	if (!called)
		return;
	c->pending = true;
	cost_add(&c->now.cost, &called->cost, 1);
	for (size_t i = 0; i < s->function->nparameter; i++) {
		const struct address *at = &s->argument[i].at;

		if (s->argument[i].kind != ARGUMENT_ADDRESS || !at->base)
			continue;
		count_amount(c, at, called->read[i], false);
		count_amount(c, at, called->written[i], true);
	}
	stack = count_add(stack, called->cost.stack_bytes);
	*most = stack > *most ? stack : *most;
}

static void
count_statement(void *context, struct walk *walk, const struct statement *s)
{
	struct tally *c = context;

	c->walk = walk;
	switch (s->kind) {
	case STATEMENT_DECLARE:
		count_arrays(c, s);
		break;
	case STATEMENT_TABLE:
		count_table(c, s->variable);
		break;
	case STATEMENT_LET:
	case STATEMENT_SET:
	case STATEMENT_RETURN:
		count_value(c, s->value);
		break;
	case STATEMENT_STORE:
		count_value(c, s->value);
		count_access(c, access_of_store(s), true);
		break;
	case STATEMENT_COPY:
		count_access(c, access_of_move(s, &s->from), false);
		count_access(c, access_of_move(s, &s->at), true);
		break;
	case STATEMENT_CLEAR:
		count_access(c, access_of_move(s, &s->at), true);
		break;
	case STATEMENT_CALL:
		count_call(c, s);
		break;
	case STATEMENT_LOOP:
		count_access(c, access_of_pick(s), false);
		break;
	default:
		break;
	}
}

static void
enter(void *context, struct walk *walk, const struct statement *s)
{
	struct tally *c = context;

	(void)s;
	flush(c);
	c->depth++;
	c->passes[c->depth] = walk_passes(walk);
	c->stack[c->depth] = c->stack[c->depth - 1];
}

static void
leave(void *context, struct walk *walk, const struct statement *s)
{
	struct tally *c = context;

	(void)walk;
	(void)s;
	flush(c);
	c->depth--;
}

static void *
count_walk(void *context, struct walk *walk)
{
	struct counting *all = context;
	struct tally c = {.all = all, .walk = walk, .passes = {1}};
	const struct visitor visitor = {&c, count_statement, enter, leave};

	c.sum = arena_new(all->arena, struct count);
	visit_function(walk, &visitor);
	flush(&c);
	return c.sum;
}

/* A table exists once, however often its function is called. */
static uint64_t
table_bytes(const struct statement *s)
{
	uint64_t bytes = 0;

	for (; s; s = s->next)
		if (has_body(s))
			bytes += table_bytes(s->body);
		else if (s->kind == STATEMENT_TABLE)
			bytes += (uint64_t)array_bytes(s->variable);
	return bytes;
}

bool
computes_whole(const struct function *f)
{
	bool writes = false;

	if (f->stage)
		return false;
	for (size_t i = 0; i < f->nparameter; i++) {
		if (f->parameter[i]->is_packed)
			return false;
		writes |= f->parameter[i]->operand && !f->parameter[i]->reads;
	}
	return writes;
}

/* Constants of the file are counted when they are emitted. */
static void
take_constant(void *context, const struct variable *v, const char *comment)
{
	struct tally c = {.all = context};

	(void)comment;
	meet_constant(&c, v);
}

static void
take(void *context, const struct function *f)
{
	struct counting *all = context;

	if (computes_whole(f))
		all->whole = f;
	all->constant_bytes += table_bytes(f->body);
	all->sink.keeps = !walks_take(&all->walks, f);
}

void
count_begin(struct counting *all, struct arena *arena)
{
	*all = (struct counting){.arena = arena};
	all->tool = (struct walk_tool){count_walk, all};
	all->walks = (struct walks){.arena = arena, .tool = &all->tool};
	all->sink = (struct code_sink){
		.constant = take_constant, .take = take, .context = all};
}

struct cost
count_end(struct counting *all)
{
	const struct function *f = all->whole;
	const struct count *sum = f ? walks_entry(&all->walks, f) : NULL;
	struct cost cost = {0};

	arena_free(&all->walks.scratch);
	if (!sum)
		return cost;
	cost = sum->cost;
	cost.constant_bytes = all->constant_bytes;
	for (size_t i = 0; i < f->nparameter; i++) {
		add_amount(&cost, sum->read[i], false);
		add_amount(&cost, sum->written[i], true);
	}
	return cost;
}
