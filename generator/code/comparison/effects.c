#include "code/comparison/effects.h"

#include "code/statements/access.h"

struct effects_entry {
	const void *key; /* a statement or a function */
	struct effects *effects;
};

/* What a variable is to a body: whether the body declares it; for a pointer, what it
   may point into. */
struct local {
	bool is_local;
	struct variables root;
};

/* The state while a body is gone through. */
struct way {
	struct effects_table *table;
	struct effects *effects;
	struct local *local; /* by the variables' numbers */
	struct arena scratch;
	bool points; /* the body moves pointers */
};

static void
add(struct variables *all, const struct variable *v, struct arena *arena)
{
	for (size_t i = 0; i < all->n; i++)
		if (all->variable[i] == v)
			return;
	all->variable = arena_grow(arena, all->variable, all->n, sizeof *all->variable);
	all->variable[all->n++] = v;
}

/* Adds the variables from outside the body that a base may point into. */
static void
add_roots(const struct way *w, struct variables *all, const struct variable *base,
	struct arena *arena)
{
	const struct local *local;

	if (!base || base->kind == VARIABLE_CONSTANT)
		return;
	local = &w->local[base->number];
	if (!local->is_local)
		add(all, base, arena);
	for (size_t i = 0; i < local->root.n; i++)
		add(all, local->root.variable[i], arena);
}

static void
read_value(const struct way *w, const struct value *v)
{
	for (int i = 0; i < value_operands(v); i++)
		read_value(w, v->a[i]);
	if (is_load(v))
		add_roots(w, &w->effects->loaded, v->at.base, w->table->arena);
	if (v->kind == VALUE_CALL) {
		const struct effects *e = effects_of_function(w->table, v->function);

		w->effects->shuffles |= e->shuffles;
		w->effects->fixed &= e->fixed;
	}
	w->effects->shuffles |= moves_lanes(v);
}

static void
read_call(const struct way *w, const struct statement *s)
{
	const struct effects *e = effects_of_function(w->table, s->function);

	w->effects->fixed &= e->fixed;
	for (size_t i = 0; i < s->function->nparameter; i++) {
		const struct argument *a = &s->argument[i];
		const struct variable *v = s->function->parameter[i];

		if (a->kind == ARGUMENT_VALUE) {
			read_value(w, a->value);
			w->effects->shuffles |= e->shuffles;
		}
		if (a->kind != ARGUMENT_ADDRESS)
			continue;
		for (size_t k = 0; k < e->stored.n; k++)
			if (e->stored.variable[k] == v)
				add_roots(w, &w->effects->stored, a->at.base,
					w->table->arena);
		for (size_t k = 0; k < e->loaded.n; k++)
			if (e->loaded.variable[k] == v)
				add_roots(w, &w->effects->loaded, a->at.base,
					w->table->arena);
	}
}

/* A statement that gives a variable a value, or a pointer an address. */
static void
read_set(struct way *w, const struct statement *s)
{
	struct local *local = &w->local[s->variable->number];

	local->is_local |= s->kind == STATEMENT_LET || s->kind == STATEMENT_LET_POINTER;
	w->points |= s->kind == STATEMENT_POINT;
	if (!local->is_local)
		add(&w->effects->set, s->variable, w->table->arena);
	else if (s->variable->kind == VARIABLE_POINTER)
		add_roots(w, &local->root, s->at.base, &w->scratch);
}

static void
read_statement(struct way *w, const struct statement *s)
{
	switch (s->kind) {
	case STATEMENT_DECLARE:
		for (size_t i = 0; i < s->ndeclared; i++)
			w->local[s->declared[i]->number].is_local = true;
		break;
	case STATEMENT_LET:
	case STATEMENT_SET:
		read_value(w, s->value);
		read_set(w, s);
		break;
	case STATEMENT_LET_POINTER:
	case STATEMENT_POINT:
		read_set(w, s);
		break;
	case STATEMENT_RETURN:
		read_value(w, s->value);
		break;
	case STATEMENT_STORE:
		read_value(w, s->value);
		add_roots(w, &w->effects->stored, s->at.base, w->table->arena);
		break;
	case STATEMENT_COPY:
		add_roots(w, &w->effects->loaded, s->from.base, w->table->arena);
		add_roots(w, &w->effects->stored, s->at.base, w->table->arena);
		break;
	case STATEMENT_CLEAR:
		add_roots(w, &w->effects->stored, s->at.base, w->table->arena);
		break;
	case STATEMENT_IF:
		w->effects->fixed = false;
		break;
	case STATEMENT_LOOP:
		w->effects->fixed &= !s->limit->argument && !s->limit->selector &&
				     !s->limit->table.base;
		if (is_pick(s))
			add_roots(w, &w->effects->loaded, s->limit->picked.base,
				w->table->arena);
		break;
	case STATEMENT_CALL:
		read_call(w, s);
		if (s->variable && !w->local[s->variable->number].is_local)
			add(&w->effects->set, s->variable, w->table->arena);
		break;
	default:
		break;
	}
}

static void
read_body(struct way *w, const struct statement *s)
{
	for (; s; s = s->next) {
		read_statement(w, s);
		if (has_body(s))
			read_body(w, s->body);
	}
}

static struct effects *
effects_of(struct effects_table *t, const struct function *f, const void *key,
	const struct statement *body)
{
	uint64_t number = (uint64_t)(uintptr_t)key / 16;
	struct way w = {.table = t};

	for (size_t i = *hash_table_newest(&t->hash, number); i;
		i = t->hash.before[i - 1])
		if (t->entry[i - 1].key == key)
			return t->entry[i - 1].effects;
	w.effects = arena_new(t->arena, struct effects);
	w.effects->fixed = body != NULL;
	w.local = arena_array(&w.scratch, struct local, f->nvariable);
	read_body(&w, body);
	/* A pointer may be used first and moved later in a loop. The second time it is
	   known where to. */
	if (w.points)
		read_body(&w, body);
	arena_free(&w.scratch);
	hash_table_add(&t->hash, number, t->nentry, t->arena);
	t->entry = arena_grow(t->arena, t->entry, t->nentry, sizeof *t->entry);
	t->entry[t->nentry++] = (struct effects_entry){key, w.effects};
	return w.effects;
}

struct effects *
effects_of_loop(
	struct effects_table *t, const struct function *f, const struct statement *loop)
{
	return effects_of(t, f, loop, loop->body);
}

struct effects *
effects_of_function(struct effects_table *t, const struct function *f)
{
	return effects_of(t, f, f, f->body);
}

void
effects_begin_again(struct effects_table *t)
{
	for (size_t i = 0; i < t->nentry; i++)
		t->entry[i].effects->visits = 0;
}

struct effects_visits
effects_visits(const struct effects_table *t, struct arena *arena)
{
	struct effects_visits v = {arena_array(arena, int64_t, t->nentry), t->nentry};

	for (size_t i = 0; i < v.n; i++)
		v.visits[i] = t->entry[i].effects->visits;
	return v;
}

void
effects_go_back(struct effects_table *t, struct effects_visits v)
{
	for (size_t i = 0; i < t->nentry; i++)
		t->entry[i].effects->visits = i < v.n ? v.visits[i] : 0;
}
