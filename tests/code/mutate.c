#include "code/mutate.h"

#include "base/arena.h"
#include "code/statements/access.h"

const char *const mutation_name[MUTATIONS] = {
	[MUTATION_OFFSET] = "an offset",
	[MUTATION_INC] = "an inc",
	[MUTATION_COUNT] = "a count",
	[MUTATION_MASK] = "a mask",
	[MUTATION_LANE] = "a lane",
	[MUTATION_DROP] = "a statement dropped",
	[MUTATION_SWAP] = "variables swapped",
};

/* The way through a function. */
struct way {
	struct sites *sites;
	const struct function *function;
	/* Values that are variables, to be swapped. */
	struct value **value;
	size_t nvalue;
};

static struct site *
add(const struct way *w, enum mutation kind)
{
	struct sites *s = w->sites;
	struct site *site;

	s->site = arena_grow(s->arena, s->site, s->n, sizeof *s->site);
	site = &s->site[s->n++];
	*site = (struct site){.kind = kind,
		.function = w->function,
		.least = INT64_MIN,
		.most = INT64_MAX};
	return site;
}

/* Code is const to those who read it. Here it is changed. */
static void
add_number(const struct way *w, enum mutation kind, const int64_t *number, int64_t least,
	int64_t most)
{
	struct site *site = add(w, kind);

	site->number = (int64_t *)number;
	site->least = least;
	site->most = most;
}

static void
visit_address(const struct way *w, const struct address *at)
{
	if (!at->base)
		return;
	add_number(w, MUTATION_OFFSET, &at->offset, INT64_MIN, INT64_MAX);
	for (size_t i = 0; i < at->nterm; i++)
		if (at->term[i].inc)
			add_number(
				w, MUTATION_INC, &at->term[i].inc, INT64_MIN, INT64_MAX);
}

static void
visit_load(const struct way *w, const struct value *v)
{
	visit_address(w, &v->at);
	if (v->kind == VALUE_LOAD_N) {
		add_number(w, MUTATION_MASK, &v->n, 1, v->type.lanes);
	} else if (v->kind == VALUE_LOAD_PARTS) {
		add_number(w, MUTATION_MASK, &v->n, 1,
			v->type.lanes * (int64_t)dtype_info[v->type.dtype].size / 16);
		add_number(w, MUTATION_INC, &v->step, INT64_MIN, INT64_MAX);
	} else if (v->kind == VALUE_LOAD && v->type.lanes > 1) {
		struct site *site = add(w, MUTATION_MASK);

		site->what = SITE_LOAD;
		site->value = (struct value *)v;
	}
}

static void
visit_value(struct way *w, const struct value *v)
{
	int n = value_operands(v);

	for (int i = 0; i < n; i++)
		visit_value(w, v->a[i]);
	if (is_load(v))
		visit_load(w, v);
	for (int i = 0; names_lanes(v) && i < v->type.lanes; i++) {
		struct site *site = add(w, MUTATION_LANE);

		site->what = SITE_LANE;
		site->lane = (uint8_t *)&v->lane[i];
		site->most = 2 * v->type.lanes - 1;
		site->least = 0;
	}
	if (v->kind == VALUE_VARIABLE && v->variable->kind == VARIABLE_VALUE) {
		w->value = arena_grow(
			w->sites->arena, w->value, w->nvalue, sizeof(struct value *));
		w->value[w->nvalue++] = (struct value *)v;
	}
}

static void
visit_loop(const struct way *w, const struct statement *s)
{
	const struct limit *l = s->limit;

	if (l->table.base)
		visit_address(w, &l->table);
	else if (!l->argument)
		add_number(w, MUTATION_COUNT, &l->limit, INT64_MIN, INT64_MAX);
	if (l->selector) {
		add_number(w, MUTATION_COUNT, &l->below, INT64_MIN, INT64_MAX);
		add_number(w, MUTATION_COUNT, &l->other, INT64_MIN, INT64_MAX);
	}
}

static void
visit_call(struct way *w, const struct statement *s)
{
	for (size_t i = 0; i < s->function->nparameter; i++) {
		const struct argument *a = &s->argument[i];

		if (a->kind == ARGUMENT_ADDRESS)
			visit_address(w, &a->at);
		else if (a->kind == ARGUMENT_NUMBER)
			add_number(w, MUTATION_COUNT, &a->number, INT64_MIN, INT64_MAX);
		else
			visit_value(w, a->value);
	}
}

static void
visit_condition(const struct way *w, const struct condition *c)
{
	for (int i = 0; i < c->ntest; i++) {
		const struct test *t = &c->test[i];

		if (t->below)
			add_number(w, MUTATION_COUNT, &t->below, 1, INT64_MAX);
		if (t->modulo)
			add_number(w, MUTATION_COUNT, &t->remainder, 0, t->modulo - 1);
	}
}

/* Where C's compiler would miss what a statement declares, leaving it out is no mistake
   that a design makes. */
static bool
may_be_dropped(const struct statement *s)
{
	return s->kind == STATEMENT_SET || s->kind == STATEMENT_STORE ||
	       s->kind == STATEMENT_POINT || s->kind == STATEMENT_CALL ||
	       s->kind == STATEMENT_COPY || s->kind == STATEMENT_CLEAR ||
	       s->kind == STATEMENT_LOOP || s->kind == STATEMENT_IF;
}

static void
visit_statement(struct way *w, struct statement **link)
{
	const struct statement *s = *link;
	bool moves = s->kind == STATEMENT_COPY || s->kind == STATEMENT_CLEAR;

	if (may_be_dropped(s)) {
		struct site *site = add(w, MUTATION_DROP);

		site->what = SITE_OTHER;
		site->link = link;
	}
	if (s->kind == STATEMENT_STORE || s->kind == STATEMENT_LET ||
		s->kind == STATEMENT_SET || s->kind == STATEMENT_RETURN)
		visit_value(w, s->value);
	if (s->kind == STATEMENT_STORE || s->kind == STATEMENT_LET_POINTER ||
		s->kind == STATEMENT_POINT || moves)
		visit_address(w, &s->at);
	if (s->kind == STATEMENT_COPY)
		visit_address(w, &s->from);
	if (moves)
		add_number(w, MUTATION_MASK, &s->n, 0, INT64_MAX);
	if (s->kind == STATEMENT_STORE && s->value->type.lanes > 1)
		/* 0: all lanes; one fewer, then. */
		add_number(w, MUTATION_MASK, &s->n, s->n ? 1 : s->value->type.lanes - 1,
			s->value->type.lanes - !s->n);
	if (s->kind == STATEMENT_CALL)
		visit_call(w, s);
	if (s->kind == STATEMENT_LOOP)
		visit_loop(w, s);
	if (s->kind == STATEMENT_IF)
		visit_condition(w, s->condition);
}

static void
visit_statements(struct way *w, struct statement **link)
{
	for (; *link; link = &(*link)->next) {
		visit_statement(w, link);
		if (has_body(*link))
			visit_statements(w, &(*link)->body);
	}
}

/* Each value of a variable with the next one that is of another of its type. */
static void
add_swaps(struct way *w)
{
	for (size_t i = 0; i < w->nvalue; i++)
		for (size_t k = i + 1; k < w->nvalue && k < i + 20; k++) {
			const struct code_type a = w->value[i]->type;
			const struct code_type b = w->value[k]->type;

			if (w->value[i]->variable != w->value[k]->variable &&
				a.dtype == b.dtype && a.lanes == b.lanes) {
				struct site *site = add(w, MUTATION_SWAP);

				site->what = SITE_OTHER;
				site->value = w->value[i];
				site->other = w->value[k];
				break;
			}
		}
}

void
sites_find(struct sites *sites, const struct function *function)
{
	struct way w = {.sites = sites, .function = function};

	visit_statements(&w, (struct statement **)&function->body);
	add_swaps(&w);
}

/* By one, within what is allowed. */
static int64_t
off_by_one(const struct site *site, int64_t number, bool up)
{
	if (number < site->least || number > site->most)
		return site->least;
	if (up ? number == site->most : number == site->least)
		up = !up;
	return up ? number + 1 : number - 1;
}

static void
swap(const struct site *site)
{
	const struct variable *variable = site->value->variable;

	site->value->variable = site->other->variable;
	site->other->variable = variable;
}

struct undo
site_mutate(const struct site *site, bool up)
{
	struct undo undo = {0};

	if (site->what == SITE_NUMBER) {
		undo.number = *site->number;
		*site->number = off_by_one(site, undo.number, up);
	} else if (site->what == SITE_LANE) {
		undo.number = *site->lane;
		*site->lane = (uint8_t)off_by_one(site, undo.number, up);
	} else if (site->what == SITE_LOAD) {
		undo.number = site->value->n;
		site->value->kind = VALUE_LOAD_N;
		site->value->n = site->value->type.lanes - 1;
	} else if (site->kind == MUTATION_DROP) {
		undo.statement = *site->link;
		*site->link = undo.statement->next;
	} else {
		swap(site);
	}
	return undo;
}

void
site_undo(const struct site *site, const struct undo *undo)
{
	if (site->what == SITE_NUMBER) {
		*site->number = undo->number;
	} else if (site->what == SITE_LANE) {
		*site->lane = (uint8_t)undo->number;
	} else if (site->what == SITE_LOAD) {
		site->value->kind = VALUE_LOAD;
		site->value->n = undo->number;
	} else if (site->kind == MUTATION_DROP) {
		*site->link = undo->statement;
	} else {
		swap(site);
	}
}
